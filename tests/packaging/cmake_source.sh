#!/bin/sh
# CMakeLists.txt takes the sources that Meson takes, and a project that fetches this folder computes a robot's torques.
#   cmake_source.sh SOURCES BUILD COMPILER [CMAKE]
set -eu
sources=$1 build=$2 compiler=$3 cmake=${4:-}
skip() { echo "SKIP: $*" && exit 77; }
fail() { echo "FAILED: $*" >&2 && exit 1; }
[ -n "$cmake" ] || skip 'no cmake'
[ -f "$build/compile_commands.json" ] || skip 'no list of what Meson compiles'
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
if command -v ninja >/dev/null 2>&1; then
    export CMAKE_GENERATOR=Ninja # make may not be there
fi

# The program of the README of the wing that reads files.
awk '/^```/ { kind = kind ? "" : substr($0, 4); next } kind == "c"' "$sources/lib/files/README.md" >"$work/main.c"
ln -s -- "$sources" "$work/condyle" # the name of its folder may be one that CMake cannot read
cat >"$work/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.18)
project(consumer C)
include(FetchContent)
FetchContent_Declare(condyle SOURCE_DIR "${CMAKE_CURRENT_SOURCE_DIR}/condyle")
FetchContent_MakeAvailable(condyle)
add_executable(main main.c)
target_link_libraries(main PRIVATE condyle::files)
END
# One width, without optimization: what is compiled is looked at here, not how fast it is.
"$cmake" -S "$work" -B "$work/build" "-DCMAKE_C_COMPILER=${compiler##* }" -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_C_FLAGS_DEBUG=-O0 -DCONDYLE_WIDTHS=one -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >"$work/log" 2>&1 ||
    { cat "$work/log" >&2 && fail 'cmake'; }

# list BUILD: the sources below lib/core and lib/files that it compiles, but for those of other systems and of tests.
list() {
    sed -n 's|.*"file": "\(.*\)".*|\1|p' "$1/compile_commands.json" | while read -r file; do
        case $file in
        /*) ;;
        *) file=$1/$file ;;
        esac
        realpath -m -- "$file"
    done | sed -n "s#^$(realpath -- "$sources")/##p" | grep -E '^lib/(core|files)/.*\.c$' |
        grep -Ev '/(book|c_locale_iso|lapacke|stand_in|team_[a-z]+|uncounted|unavailable|make_powers)\.c$' | sort -u
}
list "$build" >"$work/meson"
list "$work/build" >"$work/cmake"
[ -s "$work/meson" ] || fail 'Meson compiles nothing'
# CMake compiles the kernels of a width as one unit, whose text is that of the units that Meson makes.
sed -E 's,kernels/kernel(s_[a-z]+|_table)\.c$,kernels/kernels.c,' "$work/meson" | sort -u >"$work/units"
sort -u "$work/cmake" >"$work/cmake-units"
diff -u "$work/units" "$work/cmake-units" >&2 || fail 'CMake (+) takes other sources than Meson (-)'

# Without a word about them, the widths are those of this machine and the plain ones, of doubles and of floats: at most
# five.
widths() { grep -o 'DCDY_SUFFIX=[a-z0-9_]*' "$1/compile_commands.json" | sort -u | tr '\n' ' '; }
configure() {
    "$cmake" -S "$work/condyle" -B "$work/$1" "-DCMAKE_C_COMPILER=${compiler##* }" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
        "-DCONDYLE_FILES=OFF" ${2:+"$2"} >"$work/log" 2>&1
}
configure native || { cat "$work/log" >&2 && fail 'cmake, native'; }
configure all -DCONDYLE_WIDTHS=all || { cat "$work/log" >&2 && fail 'cmake, all widths'; }
native=$(widths "$work/native") all=$(widths "$work/all")
for width in $native; do
    case " $all" in
    *" $width "*) ;;
    *) fail "native has the width $width, all widths are $all" ;;
    esac
done
# shellcheck disable=SC2086
[ "$(set -- $native && echo $#)" -le 5 ] || fail "native has the widths $native"
for plain in x1 f4; do
    case " $native" in
    *"=$plain "*) ;;
    *) fail "native has the widths $native, not $plain, the plain one" ;;
    esac
done
grep -q DCDY_HAVE_F4 "$work/native/compile_commands.json" || fail 'native does not tell that it has the width f4'
case $(uname -m) in
x86_64) [ "$(set -- $all && echo $#)" -eq 9 ] || fail "all widths are $all" ;;
esac
configure odd -DCONDYLE_WIDTHS=odd && fail 'a setting that does not exist was taken'
grep -q 'expected native, all or one' "$work/log" || fail 'no word about the setting that does not exist'

"$cmake" --build "$work/build" >"$work/log" 2>&1 || { tail -n 40 "$work/log" >&2 && fail 'cmake --build'; }
"$work/build/main" >"$work/printed" || fail 'the program of lib/files/README.md'
grep -q '^0.000 -52.409 -14.480 N m$' "$work/printed" || { cat "$work/printed" >&2 && fail 'other torques'; }
