/* condyle payload --identify: what a simulated arm with drives carries, by its torques with and without it. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdlib.h>
#include <string.h>

/* An arm with friction and rotors that its maker's file does not have, and recordings of it, empty and loaded. */
#define MAKE_LOGS                                                                                                      \
    "\"$CONDYLE\" export universalUR5e > given.urdf && "                                                               \
    "sed 's|</robot>|<condyle>"                                                                                        \
    "<drive joint=\"shoulder_lift_joint\" load_friction=\"0.08\" friction_width=\"0.02\"/>"                            \
    "<drive joint=\"wrist_1_joint\" rotor_inertia=\"0.2\" offset=\"0.3\"/></condyle></robot>|; "                       \
    "s|<dynamics[^>]*>|<dynamics damping=\"2\" friction=\"3\"/>|' given.urdf > arm.urdf && "                           \
    "\"$CONDYLE\" random given.urdf -n 400 --with qd,qdd --seed 3 > a.csv && "                                         \
    "\"$CONDYLE\" random given.urdf -n 200 --with qd,qdd --seed 4 > b.csv && "                                         \
    "\"$CONDYLE\" id arm.urdf --drives all --input a.csv > empty.csv && "                                              \
    "\"$CONDYLE\" id arm.urdf --drives all --input b.csv --payload "                                                   \
    "tool0:2.5,0.03,0.16,0.05,0.02,0.03,0.025,0.002,-0.001,0.003 > loaded.csv; "

/* The numbers of the JSON result, one a line. */
#define NUMBERS(file)                                                                                                  \
    "grep -oE '\"(mass|center_of_mass|inertia)\": [^]}\"]*' " file                                                     \
    " | sed 's/.*: //; s/[[]//' | tr ',' '\\n' | tr -d ' ' | grep . > found; "                                         \
    "printf '2.5\\n0.03\\n0.16\\n0.05\\n0.02\\n0.03\\n0.025\\n0.002\\n-0.001\\n0.003\\n' > true; "                     \
    "paste found true | awk -v most=\"$MOST\" '{d = $1 - $2; if (d * d > most * most) bad = bad \" \" $0} END "        \
    "{print NR bad}'"

static void set_up(void)
{
    open_folder();
}

/* The drives of the file act: the payload comes back to rounding, friction by its load included. */
START_TEST(the_drives_of_the_robot_act)
{
    check_run(MAKE_LOGS
              "\"$CONDYLE\" payload arm.urdf --identify --input loaded.csv --format json > p.json; MOST=1e-6; " NUMBERS(
                  "p.json"),
              0, "10\n", "");
}
END_TEST

/* Without drives in the file, they are identified from the empty recording; a frame that is not named is tool0. */
START_TEST(drives_come_from_the_empty_recording)
{
    check_run(MAKE_LOGS "\"$CONDYLE\" payload given.urdf --identify --input loaded.csv --empty empty.csv --format json "
                        "> p.json; MOST=0.02; " NUMBERS("p.json") "; grep -o '\"body\": \"[a-z0-9_]*\"' p.json",
              0, "10\n\"body\": \"tool0\"\n", "");
}
END_TEST

/* The table's last line is an option with which other commands carry the payload. */
START_TEST(the_option_carries_the_payload)
{
    check_run(MAKE_LOGS
              "\"$CONDYLE\" payload arm.urdf --identify --input loaded.csv > table; grep -c ' +- ' table; "
              "\"$CONDYLE\" id arm.urdf --drives all --input b.csv $(tail -n 1 table) --fields tau > again.csv; "
              "\"$CONDYLE\" id arm.urdf --drives all --input b.csv --payload "
              "tool0:2.5,0.03,0.16,0.05,0.02,0.03,0.025,0.002,-0.001,0.003 --fields tau > once.csv; "
              "paste -d, once.csv again.csv | tail -n +2 | "
              "awk -F, '{for (i = 1; i <= 6; i++) {d = $i - $(i + 6); if (d * d > 1e-6) bad = 1}} "
              "END {print NR, bad + 0}'",
              0, "10\n200 0\n", "");
}
END_TEST

/* Where nothing is carried, the mass is 0 within its deviation, and a message says so. */
START_TEST(nothing_is_said_to_be_nothing)
{
    /* Of exact rows rounding is all that is left, so that it decides whether a note doubts the mass. */
    check_run(MAKE_LOGS "\"$CONDYLE\" payload arm.urdf --identify --input empty.csv --format json 2> /dev/null | "
                        "grep -o '\"mass\": [^,]*' | awk '{print ($2 < 1e-4)}'",
              0, "1\n", "");
    check_run(MAKE_LOGS
              "awk -F, -v OFS=, 'NR > 1 {for (i = NF - 5; i <= NF; i++) $i += sin(1000 * NR * i) / 4} {print}' "
              "empty.csv > noisy.csv; "
              "\"$CONDYLE\" payload arm.urdf --identify --input noisy.csv --format json | "
              "grep -o '\"mass\": [^,]*' | awk '{print ($2 < 0.005)}'",
              0, "1\n", "is not above three standard deviations");
}
END_TEST

/* Efforts two rows behind positions are told as that, and the payload is as without a delay. */
START_TEST(delays_of_efforts_are_found)
{
    check_run(
        MAKE_LOGS
        "\"$CONDYLE\" excite given.urdf --time 10 --harmonics 4 --evaluations 20 --seed 2 2> /dev/null > motion.csv && "
        "\"$CONDYLE\" id arm.urdf --drives all --input motion.csv --payload "
        "tool0:2.5,0.03,0.16,0.05,0.02,0.03,0.025,0.002,-0.001,0.003 > exact.csv; "
        "awk -F, -v OFS=, 'NR == 1 {for (i = 1; i <= NF; i++) if ($i ~ /^tau/) c[i] = 1; print; next} "
        "{for (i in c) {now = $i; $i = NR > 4 ? old[NR - 2, i] : now; old[NR, i] = now} print}' exact.csv > late.csv; "
        "step=$(awk -F, 'NR == 2 {a = $1} NR == 3 {print $1 - a}' motion.csv); "
        "for option in --empty= --no-delays; do [ $option = --no-delays ] || option=; "
        "\"$CONDYLE\" payload arm.urdf --identify --input late.csv $option --format json > p.json; "
        "grep -o '\"torque_delay\": *[-0-9.e]*' p.json | sed 's/.*: *//' | "
        "awk -v s=$step '{d = $1 / (2 * s) - 1; if (d * d > 0.01) bad++} END {print NR, bad + 0}'; "
        "grep -o '\"mass\": [^,]*' p.json | awk '{d = $2 - 2.5; print (d * d < 1e-4)}'; done; "
        "\"$CONDYLE\" payload arm.urdf --no-delays",
        2, "6 0\n1\n6 6\n1\n", "--no-delays needs --identify");
}
END_TEST

/* One effort that is no measurement has no part in the payload, and is told. */
START_TEST(a_spike_does_not_count)
{
    check_run(MAKE_LOGS
              "awk -F, -v OFS=, 'NR == 90 {$(NF - 2) = 1e30; $(NF - 4) = -900} {print}' loaded.csv > spike.csv; "
              "\"$CONDYLE\" payload arm.urdf --identify --input spike.csv --format json | "
              "grep -o '\"mass\": [^,]*' | awk '{print ($2 > 2.4999 && $2 < 2.5001)}'",
              0, "1\n", "efforts of joint 'wrist_1_joint' more than 20 deviations off: 1, by up to 1e+30");
}
END_TEST

START_TEST(faults_are_told)
{
    check_run("\"$CONDYLE\" payload universalUR5e --identify", 2, "", "--identify needs --input FILE");
    check_run("\"$CONDYLE\" payload universalUR5e --body tool0 --empty e.csv", 2, "", "--empty needs --identify");
    check_run("\"$CONDYLE\" payload universalUR5e --identify --anywhere --input e.csv", 2, "", "two results");
    check_run("\"$CONDYLE\" payload universalUR5e --identify --input e.csv --q 0,0,0,0,0,0", 2, "", "no --q");
    check_run("\"$CONDYLE\" payload universalUR5e --identify --input e.csv --format csv", 2, "", "table or json");
    check_run("printf 'q.elbow_joint,tau.elbow_joint\\n' > none.csv; "
              "\"$CONDYLE\" payload universalUR5e --identify --input none.csv",
              1, "", "none.csv has no rows");
    check_run("printf 'q.elbow_joint,qd.elbow_joint,qdd.elbow_joint,tau.elbow_joint\\n0,0,0,1\\n' > one.csv; "
              "\"$CONDYLE\" payload universalUR5e --identify --input one.csv",
              4, "", "add more rows");
    check_run("\"$CONDYLE\" payload universalUR5e --identify --body tool9 --input one.csv", 2, "", "tool9");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("payload_identify");
    TCase *tests = tcase_create("payload_identify");
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_add_test(tests, the_drives_of_the_robot_act);
    tcase_add_test(tests, drives_come_from_the_empty_recording);
    tcase_add_test(tests, the_option_carries_the_payload);
    tcase_add_test(tests, nothing_is_said_to_be_nothing);
    tcase_add_test(tests, delays_of_efforts_are_found);
    tcase_add_test(tests, a_spike_does_not_count);
    tcase_add_test(tests, faults_are_told);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
