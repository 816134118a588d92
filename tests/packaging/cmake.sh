#!/bin/sh
# CMake finds a moved installation by its name and version, and links programs with the library and with the archive.
. "$(dirname -- "$0")/installed.sh"
[ -n "$program" ] || skip 'no cmake'

version=$(sed -n "s/^ *version: '\([^']*\)'.*/\1/p" "$sources/meson.build" | head -n 1)
# Meson builds by Ninja, so that it is here; make may not be.
if command -v ninja >/dev/null 2>&1; then
    export CMAKE_GENERATOR=Ninja
fi
mkdir "$work/consumer"
cp -- "$example" "$work/consumer/main.c"

# configure NAME LINE...: configures a project with these lines.
configure() {
    name=$1
    shift
    {
        printf '%s\n' 'cmake_minimum_required(VERSION 3.13)' 'project(consumer C)' "$@"
    } >"$work/consumer/CMakeLists.txt"
    # The compiler may be one with its cache before it.
    "$program" -S "$work/consumer" -B "$work/$name" "-DCMAKE_C_COMPILER=${compiler##* }" "-DCMAKE_PREFIX_PATH=$root" \
        -DCMAKE_FIND_PACKAGE_NO_PACKAGE_REGISTRY=ON >"$work/log" 2>&1
}

configure shared "find_package(condyle $version REQUIRED)" 'find_package(condyle REQUIRED)' 'add_executable(main main.c)' \
    'target_link_libraries(main PRIVATE condyle::condyle)' || { cat "$work/log" >&2; fail 'find_package(condyle)'; }
"$program" --build "$work/shared" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail 'cmake --build'; }
expect "$torques" "$work/shared/main"

configure exact "find_package(condyle $version EXACT REQUIRED)" || fail "$version is not exactly $version"
configure later "find_package(condyle 99.0 REQUIRED)" && fail "version $version passes for 99.0"
configure other "find_package(condyle $version.1 REQUIRED)" && fail "version $version passes for $version.1"

[ -n "$archive" ] || exit 0
# A component is the archive of a wing, for the program of the wing's README.
for wing in core files motion code; do
    awk '/^```/ { kind = kind ? "" : substr($0, 4); next } kind == "c"' "$sources/lib/$wing/README.md" >"$work/consumer/$wing.c"
    configure "$wing" "find_package(condyle REQUIRED COMPONENTS $wing)" "add_executable(main $wing.c)" \
        "target_link_libraries(main PRIVATE condyle::$wing)" && "$program" --build "$work/$wing" >"$work/log" 2>&1 ||
        { cat "$work/log" >&2; fail "condyle::$wing"; }
    CONDYLE_URDF_PATH=$root/share/condyle/urdf "$work/$wing/main" >"$work/log" || fail "the program of lib/$wing/README.md"
done
configure none 'find_package(condyle REQUIRED COMPONENTS core wheels)' && fail 'a component that is not there was found'
build_static() {
    configure "$1" 'find_package(condyle REQUIRED)' 'add_executable(main main.c)' \
        "target_link_libraries(main PRIVATE condyle::$2)" && "$program" --build "$work/$1" >"$work/log" 2>&1 ||
        { cat "$work/log" >&2; fail "condyle::$2"; }
    CONDYLE_URDF_PATH=$root/share/condyle/urdf expect "$torques" "$work/$1/main"
}
build_static static static
# Where the archive alone is installed, condyle::condyle is the archive.
rm -f -- "$library"/libcondyle.so*
build_static archive condyle
rm -f -- "$archive"
configure none 'find_package(condyle REQUIRED)' && fail 'a library that is not there was found'
grep -q 'install Condyle anew' "$work/log" || { cat "$work/log" >&2; fail 'no message'; }
