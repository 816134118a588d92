#!/bin/sh
# The interface that compiled programs rely on, compared with the record in this folder: the symbols that it exports
# (symbols.txt) and, on x86-64, the layout of its structs and the values of its enumerators (layout.txt).
#
#   tests/abi/abi.sh check|record symbols LIBRARY     # libcondyle.so; $NM: the nm to read it with
#   tests/abi/abi.sh check|record layout PROGRAM      # the compiled output of layout.awk
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
recorded=$here/$2.txt

# The sorted names, or the lines that the program prints.  (The linker's own names are no promise of ours.)
read_now() {
    case $2 in
    symbols) "${NM:-nm}" -D --defined-only "$3" | sed -n 's/^[0-9a-f]* [A-Z] //p' | grep -vE '^_(init|fini)$' | LC_ALL=C sort ;;
    layout) "$3" ;;
    esac
}

now=$(read_now "$@")
if [ "$1" = record ]; then
    printf '%s\n' "$now" >"$recorded"
elif ! printf '%s\n' "$now" | diff -u "$recorded" -; then
    printf '%s\n' '' "The binary interface is no longer that of tests/abi/$2.txt (- recorded, + now)." \
        'Whatever is gone or changed breaks programs that are already compiled: bring it back, or raise soversion in' \
        'lib/meson.build.  What is new, or changed on purpose: meson compile -C build abi-record, and commit.' >&2
    exit 1
fi
