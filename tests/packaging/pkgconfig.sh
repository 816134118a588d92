#!/bin/sh
# pkg-config finds a moved installation without any other .pc file, and its flags compile and link a program: with
# the shared library, in C and in C++, and with the archive.
. "$(dirname -- "$0")/installed.sh"
[ -n "$program" ] || skip 'no pkg-config'

# Nothing but condyle.pc, as on a system whose lapacke or libxml2 have none.
export PKG_CONFIG_LIBDIR="$library/pkgconfig" PKG_CONFIG_PATH="$library/pkgconfig"
flags() {
    "$program" "$@" condyle || fail "pkg-config $*"
}

flags --exists
expect "$(sed -n "s/^ *version: '\([^']*\)'.*/\1/p" "$sources/meson.build" | head -n 1)" "$program" --modversion condyle
case $(flags --cflags) in
*-fopenmp* | *-pthread*) fail "cflags: $(flags --cflags)" ;;
*-I*include*) ;;
*) fail "cflags without an include folder: $(flags --cflags)" ;;
esac
[ "$(flags --libs --static | grep -o -e -fopenmp | wc -l)" -le 1 ] || fail "-fopenmp twice: $(flags --libs --static)"
case $(flags --libs) in
*-lxml2* | *-lopenblas* | *-fopenmp*) fail "libs of the archive alone: $(flags --libs)" ;;
esac

# The words of pkg-config and of the compiler are to be split.
# shellcheck disable=SC2046,SC2086
$compiler -o "$work/shared" "$example" $(flags --cflags --libs) "-Wl,-rpath,$library"
expect "$torques" "$work/shared"

# The line of docs/c.md, where nothing leads to the library but the system's own folders.
if [ "$place" = prefix ] && [ "$prefix" = /usr/local ] && [ -e /etc/debian_version ]; then
    # shellcheck disable=SC2046,SC2086
    $compiler -o "$work/plain" "$example" $(
        unset PKG_CONFIG_LIBDIR PKG_CONFIG_PATH
        flags --cflags --libs
    )
    expect "$torques" "$work/plain"
fi

# docs/cpp.md has the program that includes every header of C++, and the lines that it prints.
if command -v "${CXX:-c++}" >/dev/null; then
    # shellcheck disable=SC2046
    "${CXX:-c++}" -std=c++17 -o "$work/cpp" "$sources/docs/examples/torques.cpp" $(flags --cflags --libs) \
        "-Wl,-rpath,$library"
    "$work/cpp" >"$work/printed" || fail "exit code $? of the example in C++"
    awk '/^```text/ { shown = 1; next } /^```/ { if (shown) exit } shown' "$sources/docs/cpp.md" |
        diff -u - "$work/printed" >&2 || fail 'the example in C++ prints other lines'
fi

[ -n "$archive" ] || exit 0
# A program that links the archive shares its names.
if command -v nm >/dev/null && nm "$archive" 2>/dev/null | awk '$2 ~ /^[TDBRVC]$/ && $3 !~ /^cdy_/ { print $3; n++ }
    END { exit n == 0 }'; then
    fail 'the archive has names that do not begin with cdy_'
fi
# Without the shared library beside it the linker takes the archive.
rm -f -- "$library"/libcondyle.so*
# shellcheck disable=SC2046,SC2086
$compiler -o "$work/static" "$example" $(flags --cflags --libs --static)
CONDYLE_URDF_PATH=$root/share/condyle/urdf expect "$torques" "$work/static"
# Without any shared library: what the libraries need in turn is among the flags, and the program ends as others do.
case $($compiler -print-file-name=libxml2.a)$($compiler -print-file-name=libicuuc.a) in
/*libxml2.a/*)
    # shellcheck disable=SC2046,SC2086
    $compiler -static -o "$work/whole" "$example" $(flags --cflags --libs --static) 2>"$work/said" ||
        fail "a static program does not link: $(tail -n 3 "$work/said")"
    CONDYLE_URDF_PATH=$root/share/condyle/urdf expect "$torques" "$work/whole"
    ;;
esac

# The program of each wing's README, by the wing's archive; it prints the line that stands behind it.
for wing in core files motion code; do
    awk '/^```/ { kind = kind ? "" : substr($0, 4); next } kind == "c"' "$sources/lib/$wing/README.md" >"$work/$wing.c"
    "$program" --exists "condyle-$wing" || fail "there is no condyle-$wing.pc"
    # shellcheck disable=SC2046,SC2086
    $compiler -o "$work/$wing" "$work/$wing.c" $("$program" --cflags --libs "condyle-$wing") ||
        fail "the program of lib/$wing/README.md"
    CONDYLE_URDF_PATH=$root/share/condyle/urdf expect \
        "$(awk '/^```/ { kind = kind ? "" : substr($0, 4); next } kind == "text"' "$sources/lib/$wing/README.md")" "$work/$wing"
done
