#!/bin/sh
# Runs tests of the core in WebAssembly in Node; 77 (skipped) where it is not built.
#
#   web_suite.sh [NODE TEST]    the program, the file of the tests
set -u
if [ $# -eq 0 ]; then
    echo "skipped: the core is not built for WebAssembly (tools/setup.sh --web does it)"
    exit 77
fi
exec "$1" --test "$2"
