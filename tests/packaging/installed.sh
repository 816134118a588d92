# The installation that the suites of this folder use.  Included by each of them, with the arguments SOURCES BUILD MESON
# COMPILER PREFIX LIBDIR [PROGRAM]; a program that is missing is a reason to skip (77).  It stands at $root, which the
# variable PLACE chooses:
#
#   moved     `meson install` into a DESTDIR, then moved elsewhere: the default
#   staged    in the DESTDIR
#   prefix    at its own prefix, by `meson install` alone: in a namespace whose layers over the system vanish with it
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

# install_to OPTION...: installs what is built.
install_to() {
    "$meson" install -C "$build" --no-rebuild --quiet "$@" >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        fail "meson install"
    }
}

# cover FOLDER: what is written to the folder from now on goes to a layer over it.
cover() {
    layer=$work/layers$1
    mkdir -p -- "$layer/upper" "$layer/work"
    mount -t overlay overlay -o "lowerdir=$1,upperdir=$layer/upper,workdir=$layer/work" "$1"
}

# Installs at the prefix, and lets the loader know, as far as this namespace sees.
install_at_prefix() {
    mount -t tmpfs tmpfs "$work/layers"
    for folder in "$prefix" /etc /var/cache; do
        cover "$folder" 2>"$work/log" || skip "no layer over $folder: $(cat "$work/log")"
    done
    if "$meson" install -C "$build" --no-rebuild --dry-run | sed -n 's/^Installing .* to //p' | grep -v "^$prefix/"; then
        skip 'something is installed outside of the prefix'
    fi
    install_to
}

place=${PLACE:-moved}
if [ "$place" = prefix ] && [ -z "${LAYERED:-}" ]; then
    [ -d "$prefix" ] || skip "there is no $prefix"
    [ "$(id -u)" -eq 0 ] || skip 'installing at the prefix takes root'
    unshare --mount true 2>/dev/null || skip 'mounting is not allowed here'
    work=$(mktemp -d "${TMPDIR:-/tmp}/condyle-test-XXXXXX")
    trap 'rm -rf -- "$work"' EXIT
    mkdir -- "$work/layers"
    LAYERED=$work unshare --mount "$0" "$@" && exit 0 || exit $?
fi
if [ "$place" = prefix ]; then
    work=$LAYERED
    root=$prefix
    install_at_prefix
else
    work=$(mktemp -d "${TMPDIR:-/tmp}/condyle-test-XXXXXX")
    trap 'chmod -R u+w -- "$work"; rm -rf -- "$work"' EXIT
    install_to --destdir "$work/staged"
    root=$work/staged$prefix
fi
if [ "$place" = moved ]; then
    # pkg-config does not support blanks in a prefix.
    mv -- "$root" "$work/moved"
    rm -rf -- "$work/staged"
    root=$work/moved
fi

# The library in $libdir; the archive, where the build has one.
library=$root/$libdir
archive=$library/libcondyle.a
[ -e "$archive" ] || archive=
torques='5.7282 -32.1612 -11.2896 0.3429 -0.0449 0.0006'
example=$sources/docs/examples/torques.c
