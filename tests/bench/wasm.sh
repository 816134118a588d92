#!/bin/sh
# Times of calls of the core as WebAssembly with vectors of two doubles (SIMD128), executed by Node, beside those of a
# native build by the same compiler that is held to two lanes. Runs alternate; of all rounds the least counts.
#
#   tests/bench/wasm.sh WASM NATIVE [ROUNDS]
#
#   WASM      a build folder with lib/libcondyle.a for wasm32-wasi (.ci/cross wasm32-wasi, with -Dc_args=-msimd128)
#   NATIVE    a build folder of this machine by clang, with the same options of Meson but that argument
#
#   $CONDYLE   the command, which compiles the robots; $ROBOTS: their names
#
# Prints: robot, quantity, ns a state of a call for one state, native and as WebAssembly with their ratio, and of one
# state in a batch likewise.
set -eu

if [ $# -lt 2 ]; then
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
rounds=${3:-400}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# compile BUILD PROGRAM WORD...: the program of the calls, by clang with these words.
compile() {
    build=$1
    program=$2
    shift 2
    clang -O2 "$@" -I "$root/lib/include" -I "$root/lib/core" -I "$root/tools/command" \
        "$root/tests/bench/instructions.c" "$root/tests/bench/rounds.c" "$root/tools/command/bench/bench_call.c" \
        "$build/lib/libcondyle.a" -lm -o "$work/$program"
}

compile "$1" calls.wasm --target=wasm32-wasi -msimd128
compile "$2" calls
cat >"$work/run.mjs" <<'END'
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const [folder, ...words] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: ['calls', ...words], preopens: { '/': folder }, returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(`${folder}/calls.wasm`));
process.exit(wasi.start(await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport })));
END

# least STATES: ns of a state, native and as WebAssembly; the least of three runs of each, in turn.
least() {
    for turn in 1 2 3; do
        CONDYLE_ISA=sse2 "$work/calls" "$work/model" "$quantity" "-$rounds" $1 | sed "s/^/native /"
        node --no-warnings "$work/run.mjs" "$work" /model "$quantity" "-$rounds" $1 | sed "s/^/wasm /"
    done | awk '!($1 in best) || $2 < best[$1] { best[$1] = $2 }
        END { printf "%9.0f %9.0f %6.2f", best["native"], best["wasm"], best["wasm"] / best["native"] }'
}

printf '%-14s %-34s %9s %9s %6s %9s %9s %6s\n' robot quantity one wasm ratio batch wasm ratio
for robot in ${ROBOTS:-universalUR5e kukaIiwa14}; do
    "${CONDYLE:-condyle}" compile "$robot" -o "$work/model" --force >/dev/null
    sed -n 's/^QUANTITY(\([a-z_]*\),.*/\1/p' "$root/lib/core/dynamics/quantities.def" | while read -r quantity; do
        printf '%-14s %-34s %s %s\n' "$robot" "$quantity" "$(least '')" "$(least 32)"
    done
done
