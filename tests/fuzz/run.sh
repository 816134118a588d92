#!/bin/sh
# Runs one fuzzing target, or all of them one after the other, and stops at the first broken promise.
#
#   tests/fuzz/run.sh BUILD TARGET|all SECONDS [CORPUS [libFuzzer's options]]
#
# BUILD is a build folder made with
#   CC=clang meson setup BUILD -Dfuzzing=enabled --buildtype=debugoptimized -Db_sanitize=address,undefined \
#       -Db_lundef=false
# CORPUS (default BUILD/corpus) keeps what the fuzzer learns, in a folder a target; an input that breaks a target is
# written to CORPUS/TARGET.found/.
set -eu

usage() {
    sed -n 's/^# \{0,1\}//p' "$0" | sed -n '2,10p' >&2
    exit 2
}

[ $# -ge 3 ] || usage
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
build=$1
target=$2
seconds=$3
shift 3
corpus=$build/corpus
if [ $# -gt 0 ]; then
    corpus=$1
    shift
fi

# seed TARGET: puts inputs that no text file holds into the corpus.
seed() {
    case $1 in
    urdf | rewrite) cp "$here"/../../urdf/*.urdf "$here"/seeds/urdf/* "$corpus/$1/" ;;
    model_file)
        for robot in "$here"/seeds/urdf/*.urdf; do
            "$build/tools/condyle" compile "$robot" -o "$corpus/$1/$(basename "$robot" .urdf).cdy" --force \
                2>/dev/null || :
        done
        ;;
    rows) "$build/tools/condyle" random "$here/seeds/urdf/kinds.urdf" -n 3 --force -o "$corpus/$1/random.npy" ;;
    esac
}

# longest TARGET: bytes of the longest input, so that a run stays short.
longest() {
    case $1 in
    urdf | rewrite) echo 12000 ;;
    model_file) echo 20000 ;;
    *) echo 4000 ;;
    esac
}

# run TARGET OPTION...: one target.  What it prints itself goes nowhere; a leak or an error is printed all the same.
run() {
    name=$1
    shift
    mkdir -p "$corpus/$name" "$corpus/$name.found"
    seed "$name"
    set -- "$@" -max_total_time="$seconds" -max_len="$(longest "$name")" -timeout=20 -rss_limit_mb=2048 \
        -artifact_prefix="$corpus/$name.found/" -close_fd_mask=3 -print_final_stats=1 -reload=0
    case $name in
    urdf | rewrite) set -- "$@" -dict="$here/urdf.dict" ;;
    esac
    for folder in "$here/seeds/$name" "$here/regressions/$name"; do
        if [ -d "$folder" ]; then
            set -- "$@" "$folder"
        fi
    done
    printf '== %s, %s s\n' "$name" "$seconds"
    ASAN_OPTIONS=allocator_may_return_null=1:detect_odr_violation=0 \
        UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 OMP_NUM_THREADS=1 \
        "$build/tests/fuzz/fuzz_$name" "$corpus/$name" "$@"
}

if [ "$target" = all ]; then
    for program in "$build"/tests/fuzz/fuzz_*; do
        name=$(basename "$program")
        case $name in
        *.*) ;; # the folder of its objects
        *) run "${name#fuzz_}" "$@" ;;
        esac
    done
else
    run "$target" "$@"
fi
