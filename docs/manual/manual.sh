#!/bin/sh
# Makes the reference manual of the public headers.  Doxygen quotes no path whose folders have quotes or spaces in their
# names, so it works on copies in a folder of its own.
#
#   manual.sh DOXYGEN DOXYFILE SOURCE OUTPUT    # OUTPUT is replaced; it fails where Doxygen warns
set -eu

doxygen=$1
doxyfile=$2
source=$3
output=$4
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cp -- "$source"/lib/include/condyle/*.h "$source/docs/manual/topics.awk" "$doxyfile" "$work"
(cd -- "$work" && "$doxygen" Doxyfile)
rm -rf -- "$output"
mkdir -p -- "$output"
cp -R -- "$work/manual/." "$output"
