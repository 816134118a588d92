#!/bin/sh
# Draws results of the benchmark beside the peers: tests/bench/chart.sh RESULTS.csv CPU >CHART.svg
# Bars by algorithm, one panel a robot, ns an evaluation on a logarithmic scale: peers, Condyle's single call, and its
# batch of the most lanes on one thread.  Needs gnuplot.
set -eu

csv=${1:?usage: chart.sh RESULTS.csv CPU}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# One file a robot: algorithm, then the engines in the order of the legend; NaN where one has no number.
awk -F, -v folder="$folder" '
    NR == 1 { next }
    !($1 in robots) { robots[$1]; print $1 >(folder "/robots") }
    $7 > slowest { slowest = $7 }
    $3 != "condyle" { time[$1, $2, $3] = $7 }
    $3 == "condyle" && $6 == 1 { time[$1, $2, "single"] = $7 }
    $3 == "condyle" && $6 > 1 && $5 == 1 && $4 >= lanes[$1, $2] { lanes[$1, $2] = $4; time[$1, $2, "batch"] = $7 }
    $3 == "condyle" && $4 > most { most = $4 }
    END {
        split("rnea crba aba drnea daba", algorithms, " ")
        split("kdl mujoco pinocchio single batch", engines, " ")
        for (robot in robots) {
            for (a = 1; a <= 5; a++) {
                line = algorithms[a]
                for (e = 1; e <= 5; e++) {
                    key = robot SUBSEP algorithms[a] SUBSEP engines[e]
                    line = line " " (key in time ? time[key] : "NaN")
                }
                print line >(folder "/" robot ".dat")
            }
        }
        print most >(folder "/lanes")
        for (top = 100; top < slowest; top *= 10) {
        }
        print top >(folder "/top") # one scale for all panels
    }' "$csv"

robots=$(wc -l <"$folder/robots")
cat >"$folder/legend" <<END
2 #bbbbbb Orocos KDL
3 #777777 MuJoCo
4 #444444 Pinocchio
5 #56b4e9 Condyle, one state
6 #0072b2 Condyle, batch, $(cat "$folder/lanes") lanes
END
{
    echo "set terminal svg size $((80 + 420 * robots)),470 font 'sans-serif,13' background '#ffffff'"
    echo "set multiplot layout 1,$robots title '$(printf '%s' "${2:-}" | tr -d "'\\\\")' noenhanced"
    echo "set style data histogram; set style histogram clustered gap 1; set style fill solid 1 noborder"
    echo "set logscale y; set yrange [10:$(cat "$folder/top")]; set grid ytics lc rgb '#dddddd'; set border 3; set tics nomirror; set bmargin 8.5"
    echo "set ylabel 'ns an evaluation (minimum)'; set format y '%.0f'"
    echo "set key outside below horizontal reverse Left samplen 1 width 1"
    while read -r robot; do
        echo "set title '$robot' noenhanced"
        bars=
        while read -r column color title; do
            # gnuplot does not take a column without numbers.
            if awk -v c="$column" '$c != "NaN" { found = 1 } END { exit !found }' "$folder/$robot.dat"; then
                bars="$bars${bars:+, }'$folder/$robot.dat' using $column:xtic(1) title '$title' lc rgb '$color'"
            fi
        done <"$folder/legend"
        echo "plot $bars"
    done <"$folder/robots"
} >"$folder/script"
gnuplot "$folder/script"
