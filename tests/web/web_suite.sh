#!/bin/sh
# Runs tests of the page of condyle view in Node; 77 (skipped) where the page is not built.
#
#   web_suite.sh [NODE TEST]    the program, the file of the tests
set -u
if [ $# -eq 0 ]; then
    echo "skipped: the page of condyle view is not built (tools/setup.sh --web does it)"
    exit 77
fi
exec "$1" --test "$2"
