/* condyle explain: parts of recorded torques and what stays, on a simulated arm with drives; and condyle identify
 * --friction full, of which nothing is lost on the way into the file. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An arm with friction by the load, rotors and offsets, and two recordings of it. */
#define MAKE_ARM                                                                                                       \
    "\"$CONDYLE\" export universalUR5e > given.urdf && "                                                               \
    "sed 's|</robot>|<condyle>"                                                                                        \
    "<drive joint=\"shoulder_pan_joint\" rotor_inertia=\"0.3\" offset=\"0.4\"/>"                                       \
    "<drive joint=\"shoulder_lift_joint\" load_friction=\"0.08\" stribeck=\"1\" stribeck_velocity=\"0.3\" "            \
    "friction_width=\"0.02\"/></condyle></robot>|; "                                                                   \
    "s|<dynamics[^>]*>|<dynamics damping=\"2\" friction=\"3\"/>|' given.urdf > arm.urdf && "                           \
    "\"$CONDYLE\" random given.urdf -n 400 --with qd,qdd --seed 3 > a.csv && "                                         \
    "\"$CONDYLE\" random given.urdf -n 200 --with qd,qdd --seed 4 > b.csv && "                                         \
    "\"$CONDYLE\" id arm.urdf --drives all --input a.csv > train.csv && "                                              \
    "\"$CONDYLE\" id arm.urdf --drives all --input b.csv > held.csv; "

static void set_up(void)
{
    open_folder();
}

/* The arm explains its own torques; each part is there. */
START_TEST(an_arm_explains_itself)
{
    check_run(MAKE_ARM "\"$CONDYLE\" explain arm.urdf --input held.csv --format json > e.json; "
                       "tr ',{' '\\n' < e.json | grep '\"residual_rms\"' | sed 's/.*: //' | "
                       "awk '$1 > 1e-9 {bad = 1} END {print NR, bad + 0}'; "
                       "grep -o '\"[a-z_]*\": ' e.json | sort | uniq -c | awk '$1 == 6 {printf \"%s\", $2}'",
              0,
              "6 0\n\"acceleration\":\"causes\":\"damping\":\"delay\":\"direction\":\"drift\":\"finding\":"
              "\"friction\":\"friction_drift\":\"gain\":\"gear_position\":\"gravity\":\"inertia\":\"load\":\"load_"
              "friction\":\"measured_deviation\":"
              "\"measured_rms\":\"name\":\"parts\":\"payload\":\"presliding\":\"presliding_distance\":\"residual_"
              "percent\":\"residual_rms\":"
              "\"residual_rms_at_rest\":\"residual_rms_memoryless\":\"residual_rms_moving\":\"residual_rms_undelayed\":"
              "\"rotor\":\"rows_at_rest\":"
              "\"spring\":"
              "\"torque_delay\":\"velocity\":",
              "");
}
END_TEST

/* `explain` names the friction that the robot's file lacks, beside torques of a robot that has it. */
START_TEST(what_is_missing_is_named)
{
    check_run(MAKE_ARM "\"$CONDYLE\" explain given.urdf --input held.csv | grep 'wrist_3_joint:' | "
                       "grep -o 'goes along with [a-z]*: identify --friction [a-z]*'",
              0, "goes along with velocity: identify --friction coulomb\n", "");
    check_run(MAKE_ARM "\"$CONDYLE\" explain arm.urdf --input held.csv --payload tool0:2,0,0,0.1 | "
                       "grep -c 'stays'",
              0, "6\n", "");
}
END_TEST

/* Joints that a recording lacks are named, those without torques have no numbers, and torques beyond all measure have a
 * row and a joint. */
START_TEST(what_a_recording_lacks_is_named)
{
    check_run(MAKE_ARM "cut -d , -f 1-5,7-11,13-17,19-23 held.csv > five.csv; head -n 1 five.csv | grep -c wrist_3; "
                       "\"$CONDYLE\" explain arm.urdf --input five.csv | grep wrist_3_joint | head -n 1 | tr -s ' '",
              0, "0\n wrist_3_joint - - - - - - -\n",
              "the rows have nothing of joint 'wrist_3_joint': taken to be at home and at rest");
    check_run("{ echo t,q.elbow_joint,tau.elbow_joint; for i in 0 1 2 3 4 5 6 7 8 9; do echo 0.0$i,0.$i,1; done; } > "
              "one.csv; \"$CONDYLE\" explain universalUR5e --input one.csv | grep -c 'ur5e_robot, 10 rows'",
              0, "1\n", "nothing of joint 'shoulder_lift_joint', 'shoulder_pan_joint', 'wrist_1_joint'");
    check_run("{ echo t,q.elbow_joint,tau.elbow_joint; for i in 1 2 3 4 5 6 7 8 9; do echo $i,$i,1; done; } > "
              "four.csv; \"$CONDYLE\" explain universalUR5e --input four.csv --no-delays | grep -c ', 9 rows'",
              0, "1\n", "four.csv:5: warning: elbow_joint is at 4 rad");
    check_run(
        "printf 'q.elbow_joint,qd.elbow_joint,qdd.elbow_joint,tau.elbow_joint\n0,0,0,1\n0,0,0,1e308\n' > a.csv; "
        "\"$CONDYLE\" explain universalUR5e --input a.csv; echo $?; \"$CONDYLE\" payload universalUR5e --identify "
        "--input a.csv; echo $?",
        0, "1\n1\n", "a.csv:3: error: the torque of joint 'elbow_joint', 1e+308, is not finite or too large");
}
END_TEST

/* A torque that does not vary has no share of its variation: neither by rows that are explained nor by those held out,
 * nor by those of `identify`. */
START_TEST(torques_that_do_not_vary_have_no_share)
{
    check_run("{ echo t,q.elbow_joint,tau.elbow_joint; for i in 0 1 2 3 4 5 6 7 8 9; do echo 0.0$i,0.$i,1.1; done; } > "
              "even.csv; e() { \"$CONDYLE\" explain universalUR5e --input even.csv --hold-out even.csv --no-delays "
              "\"$@\"; }; e --format json | grep -o '\"residual_percent\": *[^,}]*' | sort | uniq -c | tr -s ' '; "
              "e | grep -A 3 'held out' | grep elbow | awk '{print $NF}'; "
              "e | grep -c 'elbow_joint: its torque does not vary; .* rms stay'",
              0, " 7 \"residual_percent\": null\n-\n1\n", "nothing of joint");
    check_run(MAKE_ARM "head -n 60 held.csv | awk -F, -v OFS=, 'NR > 1 {$NF = 1.1} {print}' > even.csv; "
                       "i() { \"$CONDYLE\" identify given.urdf --input train.csv --hold-out even.csv --no-delays "
                       "--friction coulomb \"$@\" 2> /dev/null; }; "
                       "i --format json | grep -o '\"residual_percent\": *[[][^]]*' | grep -o 'null' | wc -l; "
                       "i | sed -n '/held out/,$p' | awk '$1 == \"wrist_3_joint\" && NF == 5 {print $NF}'",
              0, "1\n-\n", "");
}
END_TEST

/* A finding's share in words is the one in numbers. */
START_TEST(shares_are_per_cent)
{
    check_run(
        MAKE_ARM
        "\"$CONDYLE\" explain given.urdf --input held.csv --format json > e.json; "
        "\"$CONDYLE\" explain given.urdf --input held.csv | grep -o 'wrist_3_joint: .*' | "
        "grep -o '[0-9.]* % of its square' | grep -o '[0-9.]*' > said; "
        "tr '{' '\\n' < e.json | sed -n '/\"wrist_3_joint\"/,$p' | grep -o '\"share\": *[0-9.e-]*' | sed 's/.*: *//' | "
        "sort -g | tail -1 | awk '{printf \"%.0f\\n\", 100 * $1}' | diff - said && wc -l < said",
        0, "1\n", "");
}
END_TEST

/* What is identified is in the file: the residuals of the file's robot on the training rows are those of the
 * identification, to the digits that both print, and small on rows that it has not seen. */
START_TEST(nothing_identified_is_lost)
{
    check_run(MAKE_ARM
              "\"$CONDYLE\" identify given.urdf --input train.csv --friction full --rotors -o found.urdf --format json "
              "> i.json; grep -c '<drive joint=' found.urdf; "
              "\"$CONDYLE\" explain found.urdf --input train.csv --format json > e.json; "
              "grep -o '\"drive_residual_rms\": [[][^]]*' i.json | sed 's/.*[[]//' | tr ',' '\\n' | tr -d ' ' > one; "
              "tr ',{' '\\n' < e.json | grep '\"residual_rms\"' | sed 's/.*: //' > two; "
              "paste one two | awk '{d = $1 - $2; if (d * d > 1e-20) bad = 1} END {print NR, bad + 0}'; "
              "\"$CONDYLE\" explain found.urdf --input held.csv --format json | tr ',{' '\\n' | "
              "grep '\"residual_rms\"' | sed 's/.*: //' | awk '$1 > 0.05 {bad = 1} END {print NR, bad + 0}'",
              0, "6\n6 0\n6 0\n", "");
}
END_TEST

/* Rows that `identify` holds out have no part in what it finds, and what it leaves of them is what `explain` says of
 * the robot that it wrote; by a file they are another recording, behind recordings with loads of their own too. */
START_TEST(identification_holds_rows_out)
{
    check_run(
        MAKE_ARM
        "noise() { awk -F, -v OFS=, 'NR > 1 {for (i = 19; i <= 24; i++) $i += sin(1000 * NR * i) / 4} {print}'; }; "
        "residuals() { sed 's/.*\"held_out\"//' $1 | tr '{' '\\n' | grep -o '\"residual_rms\": [[0-9].*' | "
        "sed 's/, \"residual_percent.*//; s/.*: //' | tr -d '[] ' | tr ',' '\\n' | cut -c 1-8; }; "
        "noise < train.csv > noisy.csv; noise < held.csv > other.csv; "
        "for held in 0.3 other.csv; do for law in coulomb full; do "
        "\"$CONDYLE\" identify given.urdf --input noisy.csv --friction $law --rotors --no-delays --hold-out $held "
        "--format json -o found.urdf --force > i.json || exit 1; grep -o '\"rows\": [0-9]*, \"rank' i.json; "
        "\"$CONDYLE\" explain found.urdf --input noisy.csv --no-delays --hold-out $held --format json > e.json; "
        "residuals i.json > one; tr '}' '\\n' < e.json | grep -o '\"held_out\".*' | sed 's/.*residual_rms\": //' | "
        "cut -c 1-8 > two; diff one two && awk '$1 < 0.1 || $1 > 5 {bad = 1} END {print NR, bad + 0}' one; "
        "done; done",
        0,
        "\"rows\": 280, \"rank\n6 0\n\"rows\": 280, \"rank\n6 0\n\"rows\": 400, \"rank\n6 0\n\"rows\": 400, \"rank\n6 "
        "0\n",
        "of 40 base parameters");
    check_run(MAKE_ARM "\"$CONDYLE\" identify given.urdf --input train.csv --hold-out 2", 2, "",
              "expected a share above 0");
    check_run(MAKE_ARM "\"$CONDYLE\" identify given.urdf --input train.csv --friction full --rotors --hold-out 0.3 "
                       "2> /dev/null | grep -c 'held out'",
              0, "1\n", "");
    check_run(
        MAKE_ARM
        "awk -F, -v OFS=, '{NF--; print}' held.csv > lacks.csv; "
        "\"$CONDYLE\" identify given.urdf --input train.csv --hold-out lacks.csv --friction coulomb 2> /dev/null | "
        "awk '/held out/ {of = NR} of && NR > of && NR <= of + 6 {print ($2 == \"-\") + ($4 == \"-\")}'",
        0, "0\n0\n0\n0\n0\n2\n", "");
}
END_TEST

/* Friction that follows a reversal over a distance, and stays at rest, is told with the distance: of a joint with it on
 * other rows too, of one without it not at all. Joints move to and fro by cosines that rest between. */
START_TEST(presliding_is_told)
{
    check_run("\"$CONDYLE\" export universalUR5e | sed 's|<dynamics[^>]*>|<dynamics damping=\"2\" friction=\"5\"/>|' > "
              "arm.urdf; "
              "awk 'BEGIN {OFS = \",\"; n = split(\"shoulder_pan shoulder_lift elbow wrist_1 wrist_2 wrist_3\", joint, "
              "\" \"); "
              "line = \"t\"; split(\"q qd qdd\", kind, \" \"); for (k = 1; k <= 3; k++) for (i = 1; i <= n; i++) "
              "line = line OFS kind[k] \".\" joint[i] \"_joint\"; print line; for (row = 0; row < 3000; row++) {t = "
              "row / 100; "
              "line = t; for (k = 0; k < 3; k++) for (i = 1; i <= n; i++) {w = 1 + 0.3 * i; turn = t % 6 < 4 ? int(t / "
              "6) * 4 + t "
              "% 6 : int(t / 6) * 4 + 4; moves = t % 6 < 4; x = w * turn; line = line OFS (k == 0 ? sin(x) : !moves ? "
              "0 : k == 1 ? "
              "w * cos(x) : -w * w * sin(x))} print line}}' > motion.csv; "
              "\"$CONDYLE\" id arm.urdf --drives all --input motion.csv > plain.csv; "
              "awk -F, -v OFS=, -v x=0.003 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; print; next} "
              "{v = $at[\"qd.elbow_joint\"]; e = exp(2 * v / 0.005); s = v > 1 ? 1 : v < -1 ? -1 : (e - 1) / (e + 1); "
              "way = (v > 0 ? v : -v) / 200 + last / 200; last = v > 0 ? v : -v; z = NR == 2 ? s : s - (s - z) * "
              "exp(-way / x); "
              "$at[\"tau.elbow_joint\"] += 5 * (z - s) + 0.1 * sin(NR * NR); $at[\"tau.wrist_1_joint\"] += 0.1 * "
              "cos(NR * NR); "
              "print}' plain.csv > log.csv; "
              "e() { \"$CONDYLE\" explain arm.urdf --input log.csv --no-delays \"$@\"; }; n() { grep -o \"\\\"$1\\\": "
              "*[-0-9.e]*\" | "
              "sed 's/.*: *//'; }; e --format json > e.json; n presliding_distance < e.json | awk 'NR == 3 {d = $1 / "
              "0.003 - 1; print "
              "(d * d < 0.02)} NR != 3 {print $1 + 0}'; n residual_rms < e.json | awk 'NR == 3 {print ($1 < 0.09)}'; "
              "n residual_rms_memoryless < e.json | awk 'NR == 3 {print ($1 > 1)}'; "
              "e --no-presliding --format json | n residual_rms | awk 'NR == 3 {print ($1 > 1)}'; "
              "e --hold-out 0.3 --format json | grep -o '\"held_out\": *{[^}]*' | n residual_rms | awk 'NR == 3 {print "
              "($1 < 0.09)}'; "
              "e | awk '$1 == \"elbow_joint\" {print ($8 > 0.002); exit}'",
              0, "0\n0\n1\n0\n0\n0\n1\n1\n1\n1\n1\n", "");
}
END_TEST

/* The file that is held out has a payload of its own: one behind --input is not carried in it, one in front of both
 * files in both, and one behind --hold-out in it alone, in `explain` as in `identify`. */
START_TEST(the_held_file_has_a_payload_of_its_own)
{
#define HELD_LOAD "tool0:3,0.02,0.05,0.1,0.01,0.01,0.01,0,0,0"
    check_run(MAKE_ARM "cut -d , -f 1-18 held.csv > motion.csv; \"$CONDYLE\" id arm.urdf --drives all --input "
                       "motion.csv --payload " HELD_LOAD " > loaded.csv; "
                       "worst() { grep -o '\"held_out\": *{[^}]*' | grep -o '\"residual_rms\": *[0-9.e-]*' | sed "
                       "'s/.*: *//' | sort -g | "
                       "tail -n 1 | awk '{print ($1 < 1e-6)}'; }; "
                       "e() { \"$CONDYLE\" explain arm.urdf --no-delays --format json \"$@\" | worst; }; "
                       "e --input train.csv --hold-out loaded.csv --payload " HELD_LOAD "; "
                       "e --input train.csv --payload tool0:3 --hold-out loaded.csv --payload " HELD_LOAD "; "
                       "e --input train.csv --hold-out loaded.csv; e --input train.csv --payload " HELD_LOAD
                       " --hold-out loaded.csv; "
                       "e --payload " HELD_LOAD " --input train.csv --hold-out loaded.csv; "
                       "e --payload " HELD_LOAD
                       " --input loaded.csv --hold-out 0.3; e --input loaded.csv --hold-out 0.3 --payload " HELD_LOAD,
              0, "1\n1\n0\n0\n1\n1\n1\n", "");
    check_run(MAKE_ARM
              "cut -d , -f 1-18 held.csv > motion.csv; \"$CONDYLE\" id arm.urdf --drives all --input motion.csv "
              "--payload " HELD_LOAD
              " > loaded.csv; i() { \"$CONDYLE\" identify given.urdf --no-delays --friction full --rotors --format "
              "json \"$@\" | sed 's/.*\"held_out\"//' | grep -o '\"residual_rms\": *[[][^]]*' | sed 's/.*[[]//' | tr "
              "',' '\\n' | "
              "sort -g | tail -n 1 | awk '{print ($1 < 0.1)}'; }; "
              "i --input train.csv --hold-out loaded.csv --payload " HELD_LOAD
              "; i --input train.csv --hold-out loaded.csv",
              0, "1\n0\n", "");
}
END_TEST

/* Torques that come late are told from bodies and friction, in identification and explanation; --no-delays compares
 * what has the same time. */
START_TEST(delays_are_told)
{
    check_run(
        MAKE_ARM
        "\"$CONDYLE\" excite given.urdf --time 10 --harmonics 4 --evaluations 20 --seed 2 2> /dev/null > motion.csv && "
        "\"$CONDYLE\" id arm.urdf --drives all --input motion.csv > exact.csv; "
        "awk -F, -v OFS=, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i ~ /^tau/) c[i] = 1; print; next} "
        "{for (i in c) {now = $i; $i = NR > 4 ? old[NR - 2, i] : now; old[NR, i] = now} print}' exact.csv > late.csv; "
        "step=$(awk -F, 'NR == 2 {a = $1} NR == 3 {print $1 - a}' motion.csv); "
        "\"$CONDYLE\" explain arm.urdf --input late.csv --format json > e.json; "
        "grep -o '\"torque_delay\": *[-0-9.e]*' e.json | sed 's/.*: *//' | "
        "awk -v s=$step '{d = $1 / (2 * s) - 1; if (d * d > 0.01) bad = bad \" \" $1} END {print NR bad}'; "
        "\"$CONDYLE\" explain arm.urdf --input late.csv --no-delays --format json | grep -o '\"torque_delay\": *0' | "
        "wc -l; \"$CONDYLE\" identify given.urdf --input late.csv --bodies keep --rotors --friction full --format json "
        "| "
        "grep -o '\"delay\": *[-0-9.e]*' | sed 's/.*: *//' | "
        "awk -v s=$step '{d = $1 / (2 * s) - 1; if (d * d > 0.04) bad = bad \" \" $1} END {print NR bad}'",
        0, "6\n6\n6\n", "");
}
END_TEST

/* Friction that the file lacks is no delay: torques of the same time are told as such within a tenth of a row, and
 * those two rows late as two rows. */
START_TEST(friction_is_no_delay)
{
    check_run(
        MAKE_ARM
        "\"$CONDYLE\" excite given.urdf --time 10 --harmonics 4 --evaluations 20 --seed 2 2> /dev/null > motion.csv && "
        "\"$CONDYLE\" id arm.urdf --drives all --input motion.csv > exact.csv; "
        "awk -F, -v OFS=, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i ~ /^tau/) c[i] = 1; print; next} "
        "{for (i in c) {now = $i; $i = NR > 4 ? old[NR - 2, i] : now; old[NR, i] = now} print}' exact.csv > late.csv; "
        "step=$(awk -F, 'NR == 2 {a = $1} NR == 3 {print $1 - a}' motion.csv); "
        "sed 's|<dynamics[^>]*>||; s|stribeck=\"1\"||' arm.urdf > plain.urdf; "
        "for log in exact late; do \"$CONDYLE\" explain plain.urdf --input $log.csv --format json | "
        "grep -o '\"torque_delay\": *[-0-9.e]*' | sed 's/.*: *//' | "
        "awk -v s=$step -v rows=$([ $log = late ] && echo 2 || echo 0) "
        "'{d = $1 / s - rows; if (d * d > 0.04) bad = bad \" \" $1} END {print NR bad}'; done",
        0, "6\n6\n", "");
}
END_TEST

/* Times that are no seconds, that do not grow, and a cutoff beyond what the rows show, are told. */
START_TEST(strange_times_are_told)
{
    const char *const cases[][2] = {
        {"$1 *= 1000", "rows are 50 s apart; if their times are in ms"},
        {"$1 = NR == 30 ? 1.4 : $1", "1 of 40 rows have a time that is not after that of the row before"},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char script[1024];
        snprintf(script, sizeof script,
                 "awk -v OFS=, 'BEGIN {print \"t,q.elbow_joint,qd.elbow_joint,qdd.elbow_joint,tau.elbow_joint\"; "
                 "for (NR = 1; NR <= 40; NR++) {$1 = 0.05 * NR; $2 = sin($1); $3 = cos($1); $4 = -sin($1); $5 = 1; %s; "
                 "print}}' > log.csv; \"$CONDYLE\" explain universalUR5e --input log.csv 2>&1 | grep -c '%s'",
                 cases[i][0], cases[i][1] ? cases[i][1] : "times\\|a time");
        check_run(script, cases[i][1] ? 0 : 1, cases[i][1] ? "1\n" : "0\n", "");
    }
    check_run("awk -v OFS=, 'BEGIN {print \"t,q.elbow_joint,tau.elbow_joint\"; "
              "for (k = 1; k <= 90; k++) print 0.05 * k, sin(k), 1}' > log.csv; "
              "for hz in 9.9 10 30; do \"$CONDYLE\" explain universalUR5e --input log.csv --cutoff $hz 2>&1 | "
              "grep -c 'not below half the rate of the rows, 20 Hz'; done",
              0, "0\n1\n1\n", "");
}
END_TEST

/* Friction that rises with the time, as with temperature, and torques that change with the motor's angle, are told as
 * such, with their numbers. */
START_TEST(drifts_and_gears_are_named)
{
    check_run(
        MAKE_ARM
        "sed 's|</condyle>|<drive joint=\"elbow_joint\" gear_ratio=\"20\"/>&|' arm.urdf > geared.urdf; "
        "awk -F, -v OFS=, 'NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; print \"t\", $0; next} "
        "{v = $at[\"qd.shoulder_lift_joint\"]; s = v > 0 ? 1 : -1; "
        "$at[\"tau.shoulder_lift_joint\"] += s * 0.02 * (NR - 201); "
        "$at[\"tau.elbow_joint\"] += 1.5 * sin(20 * $at[\"q.elbow_joint\"] + 0.4); print NR, $0}' train.csv > "
        "warm.csv; "
        "\"$CONDYLE\" explain geared.urdf --input warm.csv --no-delays --format json > e.json; "
        "\"$CONDYLE\" explain geared.urdf --input warm.csv --no-delays | grep -o '[a-z_]*_joint: .*goes along with "
        "[a-z_]*'  | sed 's/: .*with / /' | grep -v none; grep -o '\"gear_position\": *{[^}]*}' e.json | grep -o "
        "'\"factor\": "
        "*[0-9.]*' | "
        "sed -n 3p | awk '{d = $2 - 1.5; print (d * d < 0.01)}'; "
        "tr '}' '\\n' < e.json | grep -o '\"friction_drift\": *{.*' | grep -o '\"factor\": *[0-9.]*' | "
        "sed -n 2p | awk '{d = $2 - 0.02; print (d * d < 1e-6)}'",
        0, "shoulder_lift_joint friction_drift\nelbow_joint gear_position\n1\n1\n", "rows are 1 s apart");
}
END_TEST

/* Rows of another file, or a share of the time, are told of by themselves; the numbers of the others are as without
 * them. */
START_TEST(rows_are_held_out)
{
    check_run(MAKE_ARM
              "n() { grep -o \"\\\"$1\\\": *[-0-9.e]*\" | sed 's/.*: *//'; }; "
              "\"$CONDYLE\" explain given.urdf --input train.csv --format json | n residual_rms > train; "
              "\"$CONDYLE\" explain given.urdf --input held.csv --format json | n residual_rms > held; "
              "\"$CONDYLE\" explain given.urdf --input train.csv --hold-out held.csv --format json > both.json; "
              "n residual_rms < both.json > both; paste -d '\\n' train held > want; sort want > a; sort both > b; "
              "cmp a b && wc -l < b; grep -o '\"rows\": *[0-9]*' both.json | sort | uniq -c | awk '{print $1, $3}'; "
              "\"$CONDYLE\" explain given.urdf --input train.csv --hold-out 0.25 --format json | "
              "grep -o '\"rows\": *[0-9]*' | sort | uniq -c | awk '{print $1, $3}'; "
              "\"$CONDYLE\" explain given.urdf --input train.csv --hold-out held.csv | grep -c 'held out'",
              0, "12\n6 200\n6 400\n1 600\n6 304\n1 400\n6 96\n1\n", "");
    check_run("head -n 20 train.csv > few.csv; \"$CONDYLE\" explain given.urdf --input few.csv --hold-out 0.1", 1, "",
              "the rows end before the first share");
    check_run("\"$CONDYLE\" explain given.urdf --input train.csv --hold-out 1", 2, "", "expected a share above 0");
    check_run("\"$CONDYLE\" explain given.urdf --input train.csv --hold-out missing.csv", 3, "", "missing.csv");
}
END_TEST

/* The page has four plots and the finding of each joint, and is well-formed. */
START_TEST(a_page_has_plots)
{
    check_run(MAKE_ARM
              "\"$CONDYLE\" explain given.urdf --input train.csv --hold-out held.csv --format html -o why.html; "
              "grep -o '<svg class=\"plot\"' why.html | wc -l; grep -c 'of the variation stays' why.html; "
              "grep -c 'residual of rows held out' why.html; grep -c '<script' why.html; "
              "tail -n 1 why.html",
              0, "24\n6\n6\n0\n</html>\n", "");
}
END_TEST

/* The maker's bodies can be kept. */
START_TEST(bodies_can_be_kept)
{
    check_run(MAKE_ARM "\"$CONDYLE\" identify given.urdf --input train.csv --friction full --rotors --bodies keep "
                       "-o kept.urdf | grep -E '^ *(bodies|load_friction) ' | awk '{print $1}' | sort -u; "
                       "grep '<mass' given.urdf > one; grep '<mass' kept.urdf > two; cmp one two && echo same",
              0, "bodies\nload_friction\nsame\n", "");
}
END_TEST

START_TEST(faults_are_told)
{
    check_run("\"$CONDYLE\" explain universalUR5e", 2, "", "'explain' needs --input FILE");
    check_run(
        "printf 'q.elbow_joint,tau.elbow_joint\\n' > none.csv; \"$CONDYLE\" explain universalUR5e --input none.csv", 1,
        "", "the input has no rows");
    check_run("\"$CONDYLE\" identify universalUR5e --input none.csv --friction full --friction-width 0.1", 2, "",
              "the other laws find each joint's width");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("explain");
    TCase *tests = tcase_create("explain");
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_add_test(tests, an_arm_explains_itself);
    tcase_add_test(tests, what_is_missing_is_named);
    tcase_add_test(tests, torques_that_do_not_vary_have_no_share);
    tcase_add_test(tests, shares_are_per_cent);
    add_or_skip(tests, identification_holds_rows_out, 0, 1, UNLESS_WATCHED(NULL, "it takes minutes here"));
    tcase_add_test(tests, what_a_recording_lacks_is_named);
    tcase_add_test(tests, nothing_identified_is_lost);
    tcase_add_test(tests, the_held_file_has_a_payload_of_its_own);
    tcase_add_test(tests, presliding_is_told);
    tcase_add_test(tests, delays_are_told);
    tcase_add_test(tests, friction_is_no_delay);
    tcase_add_test(tests, strange_times_are_told);
    tcase_add_test(tests, drifts_and_gears_are_named);
    tcase_add_test(tests, rows_are_held_out);
    tcase_add_test(tests, a_page_has_plots);
    tcase_add_test(tests, bodies_can_be_kept);
    tcase_add_test(tests, faults_are_told);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
