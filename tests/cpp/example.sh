#!/bin/sh
# docs/cpp.md has the example as it is compiled, and its output.
#
#   example.sh PROGRAM DOCUMENT
set -eu
printed=$("$1")
work=$(mktemp -d "${TMPDIR:-/tmp}/condyle-test-XXXXXX")
trap 'rm -rf -- "$work"' EXIT
awk '/^```cpp/ { shown = 1; next } /^```/ { if (shown) exit } shown' "$2" >"$work/shown.cpp"
diff -u "$(dirname -- "$2")/examples/torques.cpp" "$work/shown.cpp"
awk '/^```text/ { shown = 1; next } /^```/ { if (shown) exit } shown' "$2" >"$work/shown"
printf '%s\n' "$printed" | diff -u "$work/shown" -
