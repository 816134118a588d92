#!/bin/sh
# Writes results of the benchmark beside the peers as a table in Markdown: tests/bench/table.sh ENGINE RESULTS.csv...
# A cell has the time of Condyle's call for one state, in parentheses that of a state of its batch of the most lanes on
# one thread, the time of ENGINE, and how many times Condyle's call this is; ns, the least of all files.
set -eu

engine=${1:?usage: table.sh ENGINE RESULTS.csv...}
shift
awk -F, -v engine="$engine" '
    function keep(key, time) {
        if (!(key in least) || time + 0 < least[key]) {
            least[key] = time + 0
        }
    }
    function cell(robot, row,   key, one, other, batch) {
        key = robot SUBSEP row
        if (!((key, "one") in least) || !((key, "other") in least)) {
            return " |"
        }
        one = least[key, "one"]
        other = least[key, "other"]
        batch = (key, "batch") in least ? sprintf(" (%.0f)", least[key, "batch"]) : ""
        return sprintf(" %.0f%s, %.0f: %.2f |", one, batch, other, other / one)
    }
    FNR == 1 { next }
    !($1 in robots) { robots[$1]; robot[++robot_count] = $1 }
    !($2 in rows) { rows[$2]; row[++row_count] = $2 }
    $3 == engine { keep($1 SUBSEP $2 SUBSEP "other", $7) }
    $3 == "condyle" && $6 == 1 { keep($1 SUBSEP $2 SUBSEP "one", $7) }
    $3 == "condyle" && $6 > 1 && $5 == 1 && $4 > lanes[$1, $2] {
        lanes[$1, $2] = $4
        delete least[$1, $2, "batch"]
    }
    $3 == "condyle" && $6 > 1 && $5 == 1 && $4 == lanes[$1, $2] { keep($1 SUBSEP $2 SUBSEP "batch", $7) }
    END {
        line = "| |"
        rule = "|---|"
        for (r = 1; r <= robot_count; r++) {
            line = line " " robot[r] " |"
            rule = rule "---|"
        }
        print line
        print rule
        for (a = 1; a <= row_count; a++) {
            line = "| " row[a] " |"
            for (r = 1; r <= robot_count; r++) {
                line = line cell(robot[r], row[a])
            }
            print line
        }
    }' "$@"
