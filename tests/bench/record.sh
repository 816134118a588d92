#!/bin/sh
# Measures Condyle and its peers on this machine and keeps the results with the CPU's name:
#     tests/bench/record.sh BUILD [SECONDS [ROBOT...]]
# writes tests/bench/results/CPU.csv, CPU.txt (tables, machine, compilers) and CPU.svg (the chart, where there is
# gnuplot).  BUILD is a build folder with -Dbuildtype=release; SECONDS (default 20) is the time for each robot.  ROBOT...
# are robots of bench_peers with their options, behind UR5e and iiwa 14; without them a chain of 50 joins these, and
# Solo 12 and Talos where $REFERENCE_DIR has them.  Other load on the machine makes the numbers meaningless.
set -eu

build=$(cd "${1:?usage: record.sh BUILD [SECONDS [ROBOT...]]}" && pwd)
seconds=${2:-20}
[ $# -gt 2 ] && shift 2 || shift $#
bench=$(cd "$(dirname "$0")" && pwd)
root=$bench/../..
urdf=${REFERENCE_DIR:-$root/../shared}/corpus/robots
if [ $# -eq 0 ]; then
    set -- --weld l50 chain:50
    if [ -f "$urdf/solo12.urdf" ] && [ -f "$urdf/talos-reduced.urdf" ]; then
        set -- "$@" --floating-base --tool HR_FOOT --ball FL_FOOT --ball FR_FOOT --ball HL_FOOT --ball HR_FOOT \
            "$urdf/solo12.urdf" --floating-base --tool wrist_right_ft_tool_link --weld left_sole_link \
            --weld right_sole_link "$urdf/talos-reduced.urdf"
    fi
fi

cpu=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1)
[ "$cpu" ] || cpu=$(uname -m)
name=$(printf '%s' "$cpu" | sed 's/([A-Za-z]*)//g; s/ CPU\| Processor//g; s/@.*//' | tr -cs 'A-Za-z0-9' '-' |
    tr 'A-Z' 'a-z' | sed 's/^-//; s/-$//')
results=$bench/results/$name
mkdir -p "$bench/results"

{
    echo "CPU: $cpu, $(getconf _NPROCESSORS_ONLN) cores"
    sed -n 's/^flags[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1 | tr ' ' '\n' | grep -E '^(avx2|fma|avx512f)$' |
        tr '\n' ' ' | sed 's/^/Vector instructions: /; s/ $//'
    echo
    sed -n 's/^C compiler for the host machine: /Compiler: /p' "$build/meson-logs/meson-log.txt" | tail -n 1
    echo "Condyle: $(git -C "$root" describe --always --dirty 2>/dev/null || echo unknown)"
    echo "Load before: $(cut -d ' ' -f 1-3 /proc/loadavg 2>/dev/null)"
    echo
    CONDYLE_URDF_PATH=$root/urdf "$build/tests/bench_peers" --csv "$results.csv" --time "$seconds" \
        --ball tool0 universalUR5e --weld iiwa_link_ee_kuka kukaIiwa14 "$@"
    if grep -q ,pinocchio, "$results.csv"; then
        "$bench/table.sh" pinocchio "$results.csv"
    fi
} >"$results.txt.new"
mv "$results.txt.new" "$results.txt"
"$bench/chart.sh" "$results.csv" "$cpu" >"$results.svg.new" && mv "$results.svg.new" "$results.svg" ||
    rm -f "$results.svg.new"
cat "$results.txt"
echo "Results: $results.csv $results.txt $results.svg"
