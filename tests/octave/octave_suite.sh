#!/bin/sh
# Runs the tests of the Octave package in one Octave; 77 (skipped) where there is none.
#
#   octave_suite.sh [OCTAVE TESTS PACKAGE]    the program, the folder of the tests, the folder of the package
set -u
if [ $# -eq 0 ]; then
    echo "skipped: no Octave 7 or later with its headers (Debian: octave octave-dev)"
    exit 77
fi
octave=$1
tests=$2
package=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf -- "$work"' EXIT
cd "$work" || exit 1
timeout 550 "$octave" --norc --no-history --no-gui --path "$package" --path "$tests" --eval run_suite
