# The installation that the suites of this folder use: `meson install` into a DESTDIR, then moved elsewhere.  Included by
# each of them, with the arguments SOURCES BUILD MESON COMPILER PREFIX LIBDIR [PROGRAM]; a program that is missing is
# a reason to skip (77).
set -eu
sources=$1
build=$2
meson=$3
# The compiler may be a command with arguments.
compiler=$4
prefix=$5
libdir=$6
program=${7:-}
unset CONDYLE_URDF_PATH LD_LIBRARY_PATH DESTDIR PKG_CONFIG_PATH CMAKE_PREFIX_PATH

skip() {
    echo "skipped: $*"
    exit 77
}

fail() {
    printf 'FAILED: %s\n' "$@" >&2
    exit 1
}

# expect TEXT COMMAND...: the command prints exactly this line.
expect() {
    expected=$1
    shift
    printed=$("$@") || fail "exit code $?: $*"
    [ "$printed" = "$expected" ] || fail "$*" "  printed  $printed" "  expected $expected"
}

[ -n "$meson" ] || skip "no meson"
work=$(mktemp -d "${TMPDIR:-/tmp}/condyle-test-XXXXXX")
trap 'chmod -R u+w -- "$work"; rm -rf -- "$work"' EXIT
"$meson" install -C "$build" --destdir "$work/staged" --no-rebuild --quiet >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    fail "meson install"
}
# pkg-config does not support blanks in a prefix.
root=$work/moved
mv -- "$work/staged$prefix" "$root"
rm -rf -- "$work/staged"

# The library in $libdir; the archive, where the build has one.
library=$root/$libdir
archive=$library/libcondyle.a
[ -e "$archive" ] || archive=
torques='5.7282 -32.1612 -11.2896 0.3429 -0.0449 0.0006'
example=$sources/docs/examples/torques.c
