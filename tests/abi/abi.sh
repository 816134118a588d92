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

# Prints the structs of options whose last member is no reserve; fails where there are none.
without_reserve() {
    awk -F '[:.]' '/^cdy_[a-z_0-9]*_options[:.]/ { if (/^[^.]*: /) { sub(/: .*/, ""); last[$0] = "" } else { last[$1] = $2 } }
        END { for (name in last) if (last[name] != "reserve") { print name; missing = 1 } exit !missing }' >&2
}

now=$(read_now "$@")
if [ "$1" = record ]; then
    printf '%s\n' "$now" >"$recorded"
elif [ "$2" = layout ] && printf '%s\n' "$now" | without_reserve; then
    echo 'These structs of options have no cdy_reserve as their last member, which members to come take their room from.' >&2
    exit 1
elif ! printf '%s\n' "$now" | diff -u "$recorded" -; then
    printf '%s\n' '' "The binary interface is no longer that of tests/abi/$2.txt (- recorded, + now)." \
        'Whatever is gone or changed breaks programs that are already compiled: bring it back, or raise soversion in' \
        'lib/meson.build.  What is new, or changed on purpose: meson compile -C build abi-record, and commit.' >&2
    exit 1
fi
