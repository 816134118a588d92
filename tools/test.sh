#!/bin/sh
# Sets everything up and runs the tests; arguments go to `meson test`: tools/test.sh --list, tools/test.sh NAME.
set -eu
exec </dev/null

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)

"$root/tools/setup.sh"
exec meson test -C "${CONDYLE_BUILD:-$root/build}" --no-rebuild --print-errorlogs "$@"
