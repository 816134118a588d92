#!/bin/sh
# A Python without the interpreter's lock, which the stable interface does not serve, is left out; asked for, it is an
# error.  Such a Python is acted by another one whose sysconfig says so; when it says nothing, the package is built.
set -eu
sources=$1
meson=$2
compiler=$3
python=$4

fail() {
    printf 'FAILED: %s\n' "$@" >&2
    exit 1
}

[ -n "$meson" ] || { echo 'skipped: no meson'; exit 77; }
work=$(mktemp -d "${TMPDIR:-/tmp}/condyle-test-XXXXXX")
trap 'rm -rf -- "$work"' EXIT
mkdir "$work/bin" "$work/site"
printf '#!/bin/sh\nPYTHONPATH="%s" exec "%s" "$@"\n' "$work/site" "$python" >"$work/bin/python3"
chmod +x "$work/bin/python3"
configure() {
    PATH=$work/bin:$PATH CC=$compiler "$meson" setup "$work/build-$1" "$sources" "-Dpython=$2" \
        -Dlapack=disabled -Dtools=disabled -Doctave=disabled -Dtests=disabled -Ddocs=disabled >"$work/log" 2>&1
}
expect() {
    configure "$1" auto || { cat "$work/log" >&2; fail 'meson setup'; }
    grep -q "Python package *: $2" "$work/log" || { cat "$work/log" >&2; fail "expected: Python package: $2"; }
}

expect with-lock YES
echo "import sysconfig; sysconfig.get_config_vars()['Py_GIL_DISABLED'] = 1" >"$work/site/sitecustomize.py"
expect left-out NO
if configure asked-for enabled; then
    fail 'the package is to be built where it is asked for'
fi
grep -q 'free-threaded Python' "$work/log" || { cat "$work/log" >&2; fail 'no message'; }
