#!/bin/sh
# Runs the tests of the Python package by the first Python, of those given, that knows NumPy; 77 (skipped) where none.
#
#   python_suite.sh TEST PYTHON...
set -u
test=$1
shift
for python; do
    if "$python" -c 'import sys, numpy; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        exec "$python" "$test"
    fi
done
echo "skipped: no Python 3.11 or later that knows NumPy (Debian: python3-numpy)"
exit 77
