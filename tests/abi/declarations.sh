#!/bin/sh
# The declarations of robot.h and batch_float.h that follow from others (declarations.awk).
#
#   tests/abi/declarations.sh check|write
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
lib=$here/../../lib
mode=$1
export LC_ALL=C # the order of the headers
for header in robot batch_float; do
    file=$lib/include/condyle/$header.h
    set --
    for other in "$lib/include/condyle/"*.h; do
        case $other in
        */robot.h | */batch_float.h) ;;
        *) set -- "$@" "$other" ;;
        esac
    done
    now=$("${AWK:-awk}" -v header=$header -f "$here/declarations.awk" "$lib/core/dynamics/quantities.def" "$@" "$file")
    if [ "$mode" = write ]; then
        printf '%s\n' "$now" >"$file"
    elif ! printf '%s\n' "$now" | diff -u "$file" -; then
        printf '%s\n' '' "$header.h does not declare the quantities as the calls that they follow from (- there, + expected)." \
            'meson compile -C build declarations writes them; commit the header.' >&2
        exit 1
    fi
done
