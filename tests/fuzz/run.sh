#!/bin/sh
# Runs one fuzzing target, or all of them one after the other, and stops at the first broken promise.
#
#   tests/fuzz/run.sh BUILD TARGET|all SECONDS [CORPUS [the fuzzer's options]]
#
# BUILD is a build folder made with
#   CC=clang meson setup BUILD -Dfuzzing=enabled --buildtype=debugoptimized -Db_sanitize=address,undefined \
#       -Db_lundef=false
# for libFuzzer, or with CC=afl-clang-fast for AFL++.  CORPUS (default BUILD/corpus) keeps what either learns, in a
# folder a target; an input that breaks a target is written to CORPUS/TARGET.found/.
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

# seed TARGET: puts what there is to begin with into the corpus, made where no text file holds it.
seed() {
    for folder in "$here/seeds/$1" "$here/regressions/$1"; do
        if [ -d "$folder" ]; then
            cp "$folder"/* "$corpus/$1/"
        fi
    done
    case $1 in
    urdf | rewrite)
        cp "$here"/../../urdf/*.urdf "$here"/seeds/urdf/* "$corpus/$1/"
        "$build/tests/hostile" "$corpus/$1" 40
        ;;
    model_file)
        for robot in "$here"/seeds/urdf/*.urdf; do
            "$build/tools/condyle" compile "$robot" -o "$corpus/$1/$(basename "$robot" .urdf).cdy" --force \
                2>/dev/null || :
        done
        ;;
    log | bag | ros_message)
        "$build/tests/logs" "$corpus/seeds.logs"
        cp "$corpus/seeds.logs/$1"/* "$corpus/$1/"
        ;;
    rows) "$build/tools/condyle" random "$here/seeds/urdf/kinds.urdf" -n 3 --force -o "$corpus/$1/random.npy" ;;
    esac
}

# longest TARGET: bytes of the longest input, so that a run stays short.
longest() {
    case $1 in
    urdf | rewrite) echo 12000 ;;
    model_file) echo 20000 ;;
    bag) echo 30000 ;;
    *) echo 4000 ;;
    esac
}

# The same inputs in the same order, whatever order the file system lists them in, so that a seed of the fuzzer says
# which inputs follow.  Drops the output of a target's code; leaks and errors are printed all the same.  An input that
# breaks the target then runs once more by itself, to say which promise it breaks.
run_libfuzzer() {
    name=$1
    shift
    rm -rf -- "$corpus/$name.new"
    mkdir "$corpus/$name.new"
    find "$corpus/$name" -type f | LC_ALL=C sort | paste -sd , >"$corpus/$name.seeds"
    if ! try "$name" "$corpus/$name.new" -seed_inputs="@$corpus/$name.seeds" -max_total_time="$seconds" \
        -max_len="$(longest "$name")" -timeout=20 -rss_limit_mb=2048 -artifact_prefix="$corpus/$name.found/" \
        -close_fd_mask=3 -print_final_stats=1 -reload=0 "$@"; then
        find "$corpus/$name.found" -type f | sort | while IFS= read -r input; do
            try "$name" "$input" || :
        done
        return 1
    fi
    find "$corpus/$name.new" -type f -exec cp -t "$corpus/$name" {} +
}

# try NAME ARGUMENT...: a target of libFuzzer.
try() {
    program=$build/tests/fuzz/fuzz_$1
    shift
    ASAN_OPTIONS=allocator_may_return_null=1:detect_odr_violation=0 \
        UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 "$program" "$@"
}

# copy_new FOLDER TO: the inputs that AFL++ made, each under the sum of what it holds; says how many there are.
copy_new() {
    find "$1" -maxdepth 1 -type f -name 'id:*' ! -name '*,orig:*' | {
        count=0
        while IFS= read -r file; do
            cp "$file" "$2/$(sha1sum <"$file" | cut -d ' ' -f 1)"
            count=$((count + 1))
        done
        echo "$count"
    }
}

run_afl() {
    name=$1
    work=$corpus/$name.afl
    shift
    rm -rf -- "$work"
    # Some inputs take long under the sanitizers: AFL++ shall neither drop them nor call them hangs.
    ASAN_OPTIONS=abort_on_error=1:symbolize=0:detect_leaks=0:allocator_may_return_null=1:detect_odr_violation=0 \
        UBSAN_OPTIONS=abort_on_error=1:symbolize=0:halt_on_error=1 \
        AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_HANG_TMOUT=20000 \
        afl-fuzz -i "$corpus/$name" -o "$work" -V "$seconds" -G "$(longest "$name")" -t 20000 -m none "$@" -- \
        "$build/tests/fuzz/fuzz_$name"
    sed -n 's/ *: / /; /^execs_\|^corpus_\|^saved_\|^bitmap/p' "$work/default/fuzzer_stats"
    learned=$(copy_new "$work/default/queue" "$corpus/$name")
    found=$(($(copy_new "$work/default/crashes" "$corpus/$name.found") +
        $(copy_new "$work/default/hangs" "$corpus/$name.found")))
    printf 'new inputs: %d; inputs that break the target: %d\n' "$learned" "$found"
    [ "$found" -eq 0 ]
}

# run TARGET OPTION...: one target.
run() {
    name=$1
    shift
    mkdir -p "$corpus/$name" "$corpus/$name.found"
    seed "$name"
    fuzzer=libfuzzer
    option=-dict=
    if grep -q __AFL_SHM_ID "$build/tests/fuzz/fuzz_$name"; then
        fuzzer=afl
        option=-x
    fi
    case $name in
    mjcf) set -- "$@" "$option$here/mjcf.dict" ;;
    urdf | rewrite) set -- "$@" "$option$here/urdf.dict" ;;
    esac
    printf '== %s, %s s\n' "$name" "$seconds"
    "run_$fuzzer" "$name" "$@"
}

export OMP_NUM_THREADS=1
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
