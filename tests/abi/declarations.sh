#!/bin/sh
# What follows from the rows of quantities.def and the calls that the public headers declare: declarations of robot.h and
# batch_float.h (declarations.awk), methods of C++, stubs and rows of Python, rows of Octave (bindings.awk).
#
#   tests/abi/declarations.sh check|write
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
include=$here/../../lib/include/condyle
mode=$1
export LC_ALL=C # the order of the headers
headers=
for header in "$include/"*.h; do
    case $header in
    */robot.h | */batch_float.h) ;;
    *) headers="$headers ${header##*/}" ;;
    esac
done

# Writes a file with what follows from the calls, or compares it: FILE AWK-ARGUMENTS...
follow() {
    file=$1
    shift
    # shellcheck disable=SC2086 # names without blanks
    now=$(cd "$include" && "${AWK:-awk}" "$@" -f "$here/declared.awk" ../../core/dynamics/quantities.def $headers "$file")
    if [ "$mode" = write ]; then
        printf '%s\n' "$now" >"$file"
    elif ! printf '%s\n' "$now" | diff -u "$file" -; then
        printf '%s\n' '' "${file##*/} does not have the quantities as the calls that they follow from (- there, + expected)." \
            'meson compile -C build declarations writes them; commit the file.' >&2
        exit 1
    fi
}

for header in robot batch_float; do
    follow "$include/$header.h" -v header=$header -f "$here/declarations.awk"
done
tools=$here/../../tools
for file in "$include/batch.hpp" "$include/workspace.hpp" "$tools/python/condyle/_condyle.pyi" "$tools/python/quantity.h" \
    "$tools/python/quantity.c" "$tools/octave/mex/quantity.c"; do
    follow "$file" -v target="${file##*/}" -f "$here/bindings.awk"
done
