#!/bin/sh
# Runs the tests of the tool by the first Python, of those given, that knows libclang; 77 (skipped) where none does.
#
#   mutation_suite.sh TEST PYTHON...
set -u
test=$1
shift
for python; do
    if "$python" -c 'import sys, clang.cindex
clang.cindex.Index.create()
sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
        exec "$python" "$test"
    fi
done
echo "skipped: no Python that knows libclang (Debian: python3-clang)"
exit 77
