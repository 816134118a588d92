/* Several recordings in condyle identify, gains of drives from a known load, and what an effort is, on a simulated arm.
 */
#include "support/folder.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOOL "tool0:1,0,0,0.05,0.002,0.002,0.001,0,0,0"
#define LOAD "tool0:2.5,0.03,0.16,0.05,0.02,0.03,0.025,0,0,0"

/* Divides columns tau by numbers, one for each joint. */
#define DIVIDE(numbers)                                                                                                \
    "awk -F, -v OFS=, -v list='" numbers "' 'BEGIN {split(list, by, \" \")} NR == 1 {for (i = 1; i <= NF; i++) "       \
    "if ($i ~ /^tau/) column[i] = ++count; print; next} {for (i in column) $i /= by[column[i]]; print}' "

/* An arm with drives that its maker's file does not have, and recordings of it: empty, loaded, and the efforts of
 * drives that give more torque than is stated. */
#define MAKE_LOGS                                                                                                      \
    "\"$CONDYLE\" export universalUR5e > given.urdf && "                                                               \
    "sed 's|</robot>|<condyle>"                                                                                        \
    "<drive joint=\"wrist_1_joint\" rotor_inertia=\"0.2\" offset=\"0.3\"/></condyle></robot>|; "                       \
    "s|<dynamics[^>]*>|<dynamics damping=\"2\" friction=\"3\"/>|' given.urdf > arm.urdf && "                           \
    "\"$CONDYLE\" random given.urdf -n 500 --with qd,qdd --seed 3 > a.csv && "                                         \
    "\"$CONDYLE\" random given.urdf -n 500 --with qd,qdd --seed 4 > b.csv && "                                         \
    "\"$CONDYLE\" id arm.urdf --drives all --input a.csv > empty.csv && "                                              \
    "\"$CONDYLE\" id arm.urdf --drives all --input b.csv --payload " LOAD " > loaded.csv && "                          \
    "for f in empty loaded; do " DIVIDE("1.1 1.15 1.12 1.13 1.1 1.14") "$f.csv > low_$f.csv; " DIVIDE(                 \
        "10 -11 8 9 9.5 0.5") "$f.csv > current_$f.csv; done; "

/* The numbers of a key of JSON, one a line. */
#define LIST(key) "grep -o '\"" key "\": [[][^]]*' | head -n 1 | sed 's/.*[[]//' | tr ',' '\\n' | tr -d ' '"

/* Compares two columns within a part of the second. */
#define NEAR(part) "awk '{d = $1 / $2 - 1; if (d * d > " part " * " part ") bad = bad \" \" $0} END {print NR bad}'"

static void set_up(void)
{
    open_folder();
}

/* The bodies of the maker come back from two recordings, of which one has a payload of its own. */
START_TEST(an_input_has_a_payload_of_its_own)
{
    check_run(MAKE_LOGS
              "\"$CONDYLE\" identify given.urdf --input empty.csv --input loaded.csv --payload " LOAD
              " --friction full --rotors --format json > i.json; grep -o '\"rows\": [0-9]*' i.json; "
              "cat i.json | " LIST("drive_residual_rms") " | awk '$1 > 0.01 {bad = 1} END {print NR, bad + 0}'",
              0, "\"rows\": 1000\n6 0\n", "");
    check_run(MAKE_LOGS "\"$CONDYLE\" identify given.urdf --input empty.csv --input loaded.csv "
                        "--friction full --rotors --format json 2> said | " LIST(
                            "drive_residual_rms") " | awk '$1 > 0.5 {bad++} END {print NR, (bad > 2)}'",
              0, "6 1\n", "");
}
END_TEST

/* Efforts that come two rows late, of whatever gain, are told as that before the gains are found; --no-delays
 * leaves them. */
START_TEST(delays_of_efforts_are_found)
{
    check_run(
        MAKE_LOGS
        "late() { awk -F, -v OFS=, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i ~ /^tau/) c[i] = 1; print; next} "
        "{for (i in c) {now = $i; $i = NR > 4 ? old[NR - 2, i] : now; old[NR, i] = now} print}'; }; "
        "\"$CONDYLE\" excite given.urdf --time 10 --harmonics 4 --evaluations 20 --seed 2 2> /dev/null > motion.csv && "
        "\"$CONDYLE\" id arm.urdf --drives all --input motion.csv | late > one.csv && "
        "\"$CONDYLE\" id arm.urdf --drives all --input motion.csv --payload " LOAD " | late > two.csv; "
        "for f in one two; do " DIVIDE(
            "1.1 1.15 1.12 1.13 1.1 1.14") "$f.csv > low_$f.csv; done; "
                                           "step=$(awk -F, 'NR == 2 {a = $1} NR == 3 {print $1 - a}' motion.csv); "
                                           "for option in --rotors --no-delays; do "
                                           "\"$CONDYLE\" identify given.urdf --gains --input low_one.csv "
                                           "--input low_two.csv "
                                           "--payload " LOAD
                                           " --friction full $option --format json 2> /dev/null | " LIST(
                                               "delays") " | "
                                                         "awk -v s=$step '{d = $1 / (2 * s) - 1; if (d * d > 0.01) "
                                                         "bad++} END "
                                                         "{print NR, bad + 0}'; done",
        0, "6 0\n6 6\n", "");
}
END_TEST

/* Gains come back, and are in the file: the payload of the same recordings is then right without any option. */
START_TEST(gains_of_torques_come_back)
{
    check_run(MAKE_LOGS "\"$CONDYLE\" identify given.urdf --gains --input low_empty.csv --input low_loaded.csv "
                        "--payload tool0:2.5 --friction full --rotors -o cal.urdf --format json > i.json; "
                        "cat i.json | " LIST(
                            "values") " > found; "
                                      "printf '1.1\\n1.15\\n1.12\\n1.13\\n1.1\\n1.14\\n' | paste found - | " NEAR(
                                          "0.01") "; "
                                                  "grep -c torque_gain cal.urdf; "
                                                  "\"$CONDYLE\" explain cal.urdf --input low_empty.csv --format json "
                                                  "2> said | tr ',{' '\\n' | "
                                                  "grep '\"residual_rms\"' | sed 's/.*: //' | awk '$1 > 0.3 {bad = 1} "
                                                  "END {print NR, bad + 0}'; "
                                                  "grep note: said; \"$CONDYLE\" payload cal.urdf --identify --input "
                                                  "low_loaded.csv --empty low_empty.csv "
                                                  "--format json 2> /dev/null | grep -o '\"mass\": [0-9.]*' | "
                                                  "awk '{print ($2 > 2.475 && $2 < 2.525)}'",
              0, "6\n6\n6 0\ncondyle: note: torques of the rows are times the torque gains of ROBOT\n1\n", "");
}
END_TEST

/* A payload that all recordings carry on a body adds to the load that one recording carries on the same body. */
START_TEST(the_load_is_carried_beside_a_common_payload)
{
    check_run(
        "for n in 3 4; do \"$CONDYLE\" random universalUR5e -n 300 --with qd,qdd --seed $n > $n.csv; done; "
        "\"$CONDYLE\" id universalUR5e --input 3.csv --payload " TOOL " > exact_e.csv; "
        "\"$CONDYLE\" id universalUR5e --input 4.csv --payload " TOOL " --payload " LOAD " > exact_l.csv; "
        "for f in e l; do awk -F, -v OFS=, 'NR > 1 {for (i = NF - 5; i <= NF; i++) $i += 0.02 * sin(NR * NR * i)} "
        "{print}' exact_$f.csv > $f.csv; done; "
        "\"$CONDYLE\" identify universalUR5e --gains --payload " TOOL " --input e.csv --input l.csv --payload " LOAD
        " --format json > i.json; cat i.json | " LIST(
            "residual_rms") " | awk '!($1 > 0.01 && $1 < 0.02) {bad = 1} END {print NR, bad + 0}'",
        0, "6 0\n", "");
    check_run("\"$CONDYLE\" identify universalUR5e --gains --input e.csv --input l.csv --payload tool0:0", 2, "",
              "'tool0:0' has no mass");
    check_run("\"$CONDYLE\" identify universalUR5e --gains --input e.csv --input l.csv --payload base_link:1", 2, "",
              "'base_link:1' is on a body that does not move");
}
END_TEST

/* Gains of currents need no gains before; they are in the file as such. */
START_TEST(gains_of_currents_come_back)
{
    check_run(MAKE_LOGS
              "\"$CONDYLE\" identify given.urdf --gains --effort current --input current_empty.csv "
              "--input current_loaded.csv --payload " LOAD " --friction full --rotors -o cal.urdf --format json "
              "> i.json; cat i.json | " LIST(
                  "values") " > found; "
                            "printf '10\\n-11\\n8\\n9\\n9.5\\n0.5\\n' | paste found - | " NEAR(
                                "0.01") "; "
                                        "grep -c current_gain cal.urdf; "
                                        "\"$CONDYLE\" explain cal.urdf --effort current --input current_loaded.csv "
                                        "--payload " LOAD
                                        " --format json | tr ',{' '\\n' | grep '\"residual_rms\"' | sed 's/.*: //' | "
                                        "awk '$1 > 0.3 {bad = 1} END {print NR, bad + 0}'",
              0, "6\n6\n6 0\n", "");
}
END_TEST

/* Torques without gravity, and at the motor's side, are told from those of the joints. */
START_TEST(efforts_are_of_four_kinds)
{
    check_run(
        MAKE_LOGS
        "cut -d, -f1-6 a.csv > q.csv; \"$CONDYLE\" id given.urdf --input q.csv --fields tau > g.csv; "
        "paste -d, empty.csv g.csv | awk -F, -v OFS=, 'NR == 1 {for (i = 1; i <= NF - 6; i++) "
        "if ($i ~ /^tau/) c[i] = ++n} {for (i in c) if (NR > 1) $i -= $(NF - 6 + c[i]); NF -= 6; print}' "
        "> free.csv; \"$CONDYLE\" explain arm.urdf --effort gravity-free --input free.csv --format json | "
        "tr ',{' '\\n' | grep '\"residual_rms\"' | sed 's/.*: //' | awk '$1 > 1e-3 {bad = 1} END {print NR, bad + 0}'; "
        "sed 's|rotor_inertia=\"0.2\"|gear_ratio=\"100\" rotor_inertia=\"0.2e-4\"|' arm.urdf > geared.urdf; " DIVIDE(
            "1 1 1 100 1 1") "empty.csv > motor.csv; \"$CONDYLE\" explain geared.urdf --effort motor --input motor.csv "
                             "--format json | tr ',{' '\\n' | grep '\"residual_rms\"' | sed 's/.*: //' | "
                             "awk '$1 > 1e-3 {bad = 1} END {print NR, bad + 0}'; "
                             "\"$CONDYLE\" explain arm.urdf --effort motor --input empty.csv",
        1, "6 0\n6 0\n", "gear ratio");
}
END_TEST

/* What efforts look like is told, with the option, in each command that takes them, and no command tells anything of
 * torques of the joints; `limits` takes the same kinds. */
START_TEST(other_kinds_are_told)
{
    static const char *const commands[] = {"explain given.urdf", "limits given.urdf",
                                           "identify given.urdf --friction offset"};
    char script[4096];
    check_run(MAKE_LOGS
              "cut -d, -f1-6 a.csv > q.csv; \"$CONDYLE\" id given.urdf --input q.csv --fields tau > g.csv; "
              "paste -d, empty.csv g.csv | awk -F, -v OFS=, 'NR == 1 {for (i = 1; i <= NF - 6; i++) "
              "if ($i ~ /^tau/) c[i] = ++n} {for (i in c) if (NR > 1) $i -= $(NF - 6 + c[i]); NF -= 6; print}' "
              "> free.csv; " DIVIDE("-1 -1 -1 -1 -1 -1") "empty.csv > turned.csv; " DIVIDE(
                  "10 11 8 9 9.5 10") "empty.csv > amperes.csv; " DIVIDE("1e-3 1e-3 1e-3 1e-3 1e-3 1e-3") "empty.csv > "
                                                                                                          "large.csv",
              0, "", "");
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
        snprintf(script, sizeof script,
                 "for f in empty free turned amperes large; do echo $f; \"$CONDYLE\" %s --input $f.csv 2>&1 > out | "
                 "grep -E 'gravity|--effort' | sed 's/.*note: //; s/[0-9][0-9.e+-]* of/N of/'; done; "
                 "\"$CONDYLE\" %s --effort gravity-free --input empty.csv 2>&1 > out | "
                 "grep -o 'effort torque takes'; true",
                 commands[k], commands[k]);
        check_run(script, 0,
                  "empty\nfree\n"
                  "the torques do not go along with gravity, so that they seem to be without it: --effort gravity-free "
                  "takes such torques\nturned\n"
                  "the torques are about -N of what gravity needs; expected the sign of the joints' torques\namperes\n"
                  "the torques are about N of what gravity needs: --effort current takes currents, --effort motor "
                  "torques at the motors' side of the gears\nlarge\n"
                  "the torques are about N of what gravity needs; expected N m or N: currents take --effort current\n"
                  "effort torque takes\n",
                  "");
    }
    check_run(MAKE_LOGS "sed 's|<drive joint=\"wrist_1_joint\"|& gear_ratio=\"50\"|' arm.urdf > geared.urdf; " DIVIDE(
                  "1 1 1 50 1 1") "empty.csv > motor.csv; "
                                  "n=0; for f in '--input empty.csv' '--effort motor --input motor.csv' "
                                  "'--effort gravity-free --input free.csv'; do n=$((n + 1)); \"$CONDYLE\" limits "
                                  "geared.urdf $f --format csv | cut -d, -f2 | tail -n +2 > $n.txt; done; "
                                  "paste 1.txt 2.txt 3.txt | awk '{d = $2 - $1; e = $3 - $1; "
                                  "if (d * d > 1e-6 || e * e > 1e-6) bad = 1} END {print NR, bad + 0}'; "
                                  "\"$CONDYLE\" limits given.urdf --effort current --input empty.csv",
              1, "6 0\n", "has no current_gain");
}
END_TEST

START_TEST(faults_are_told)
{
    check_run("printf '' > e.csv; \"$CONDYLE\" identify universalUR5e --gains --input e.csv", 2, "",
              "with and without a load of known mass");
    check_run("\"$CONDYLE\" identify universalUR5e --gains --input e.csv --input e.csv", 2, "",
              "with and without a load of known mass");
    check_run(
        "\"$CONDYLE\" identify universalUR5e --gains --input e.csv --payload tool0:1 --input e.csv --payload tool0:2 "
        "--input e.csv",
        2, "", "one known load");
    check_run("\"$CONDYLE\" identify universalUR5e --gains --input - --input e.csv --payload tool0:1", 2, "",
              "reads its inputs twice");
    check_run("\"$CONDYLE\" identify universalUR5e --gains --effort motor --input e.csv", 2, "",
              "needs --effort torque or current");
    check_run("\"$CONDYLE\" identify universalUR5e --input e.csv --input e.csv -o e.csv --force", 2, "", "e.csv");
    check_run("\"$CONDYLE\" explain universalUR5e --effort current --input e.csv", 1, "", "has no current_gain");
    check_run("\"$CONDYLE\" payload universalUR5e --body tool0 --effort current", 2, "", "--effort needs --identify");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gains");
    TCase *tests = tcase_create("gains");
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_add_test(tests, an_input_has_a_payload_of_its_own);
    tcase_add_loop_test(tests, gains_of_torques_come_back, 0, UNLESS_WATCHED(1, 0));
    tcase_add_test(tests, delays_of_efforts_are_found);
    tcase_add_test(tests, the_load_is_carried_beside_a_common_payload);
    tcase_add_loop_test(tests, gains_of_currents_come_back, 0, UNLESS_WATCHED(1, 0));
    tcase_add_test(tests, efforts_are_of_four_kinds);
    tcase_add_loop_test(tests, other_kinds_are_told, 0, UNLESS_WATCHED(1, 0));
    tcase_add_test(tests, faults_are_told);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
