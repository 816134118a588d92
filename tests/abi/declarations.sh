#!/bin/sh
# The declarations of robot.h and batch_float.h that follow from others (declarations.awk).
#
#   tests/abi/declarations.sh check|write
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
lib=$here/../../lib
for header in robot batch_float; do
    file=$lib/include/condyle/$header.h
    others=$(find "$lib/include/condyle" -name '*.h' ! -name robot.h ! -name batch_float.h | LC_ALL=C sort)
    # shellcheck disable=SC2086
    now=$("${AWK:-awk}" -v header=$header -f "$here/declarations.awk" "$lib/dynamics/quantities.def" $others "$file")
    if [ "$1" = write ]; then
        printf '%s\n' "$now" >"$file"
    elif ! printf '%s\n' "$now" | diff -u "$file" -; then
        printf '%s\n' '' "$header.h does not declare the quantities as the calls that they follow from (- there, + expected)." \
            'meson compile -C build declarations writes them; commit the header.' >&2
        exit 1
    fi
done
