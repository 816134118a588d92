#!/bin/sh
# A project of Meson's with this one as a subproject, by the wrap of docs/packages: dependency('condyle') is the library,
# and neither tests nor tools are built.  With `build` as the last argument all is compiled, and the program run.
set -eu
sources=$1
meson=$2
compiler=$3
what=${4:-configure}

fail() {
    printf 'FAILED: %s\n' "$@" >&2
    exit 1
}

[ -n "$meson" ] || { echo 'skipped: no meson'; exit 77; }
work=$(mktemp -d "${TMPDIR:-/tmp}/condyle-test-XXXXXX")
trap 'rm -rf -- "$work"' EXIT
mkdir "$work/subprojects"
cp -- "$sources/docs/packages/condyle.wrap" "$work/subprojects/"
ln -s "$sources" "$work/subprojects/condyle"
cp -- "$sources/docs/examples/torques.c" "$work/main.c"
cat >"$work/meson.build" <<'END'
project('consumer', 'c')
test('torques', executable('main', 'main.c', dependencies: dependency('condyle')))
END
CC=$compiler PKG_CONFIG_PATH='' "$meson" setup "$work/build" "$work" --buildtype=debug --force-fallback-for=condyle \
    >"$work/log" 2>&1 || { cat "$work/log" >&2; fail 'meson setup'; }
targets=$("$meson" introspect "$work/build" --targets | tr ',' '\n' | sed -n 's/^ *"name": "\(.*\)"/\1/p; s/.*{"name": "\(.*\)"/\1/p')
for name in main condyle; do
    printf '%s\n' "$targets" | grep -qx "$name" || fail "there is no target $name among" "$targets"
done
if printf '%s\n' "$targets" | grep -E '^(test_|bench|support|_condyle|__condyle|command_room|hostile|torques|manual|exampleRobots)'; then
    fail 'a subproject builds tests or tools'
fi
[ "$what" = build ] || exit 0
"$meson" compile -C "$work/build" >"$work/log" 2>&1 || { tail -n 40 "$work/log" >&2; fail 'meson compile'; }
[ "$("$work/build/main")" = '5.7282 -32.1612 -11.2896 0.3429 -0.0449 0.0006' ] || fail 'the program prints other torques'
