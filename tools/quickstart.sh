#!/bin/sh
# From a fresh clone to the first result: sets everything up, shows a robot and computes its joint torques.
set -eu
exec </dev/null

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)

# Prints a command as one would type it, then runs it.
run() {
    printf '\n$ condyle %s\n' "$*"
    "$root/build/tools/condyle" "$@"
}

"$root/tools/setup.sh" --command

# The UR5e at home, pulled at its shoulder (in the base frame) and at its tool (in the tool's own frame).
run show universalUR5e
run id universalUR5e --wrench shoulder_link:0,0,0,0.1,0,0 --wrench tool0@body:0,0,0,0.1,0,0
