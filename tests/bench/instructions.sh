#!/bin/sh
# Instructions that calls of the core take on another kind of machine, or on the lesser of one's own: an emulator
# executes them one by one and writes a line for each. Counts do not depend on the load of the machine.
#
#   tests/bench/instructions.sh BUILD COMPILER EMULATOR [WORD...]
#
#   BUILD      a build folder of the target with lib/libcondyle.a (-Ddefault_library=static, and the options of .ci/cross)
#   COMPILER   of the target
#   EMULATOR   of qemu-user, with its arguments: qemu-aarch64; qemu-x86_64 -cpu qemu64 (which has SSE2 alone)
#
#   $CONDYLE   the command, which compiles the robots; $ROBOTS: their names
#
# Prints: robot, quantity, instructions of a call for one state, and of one state in a batch of two lanes.
set -eu

if [ $# -lt 3 ]; then
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
build=$1
compiler=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$compiler" -O2 -static -I "$root/lib/include" -I "$root/lib/core" -I "$root/tools/command" \
    "$root/tests/bench/instructions.c" "$root/tests/bench/rounds.c" "$root/tools/command/bench/bench_call.c" "$build/lib/libcondyle.a" -lm \
    -o "$work/program"

# run WORD...: the instructions of a run of the program.
run() {
    "$emulator" "$@" -singlestep -d exec,nochain -D "$work/log" "$work/program" "$work/model" "$quantity" "$calls" $states
    grep -c '^Trace' "$work/log"
}

# Prints the instructions that the second call takes, which has all memory and code at hand.
count_call() {
    calls=1
    once=$(run "$@")
    calls=2
    twice=$(run "$@")
    echo $((twice - once))
}

emulator=$1
shift
batch=32
printf '%-16s %-32s %8s %8s\n' robot quantity one batch
for robot in ${ROBOTS:-universalUR5e kukaIiwa14}; do
    "${CONDYLE:-condyle}" compile "$robot" -o "$work/model" --force >/dev/null
    sed -n 's/^QUANTITY(\([a-z_]*\),.*/\1/p' "$root/lib/core/dynamics/quantities.def" | while read -r quantity; do
        states=
        one=$(count_call "$@")
        states=$batch
        many=$(count_call "$@")
        printf '%-16s %-32s %8d %8d\n' "$robot" "$quantity" "$one" $((many / batch))
    done
done
