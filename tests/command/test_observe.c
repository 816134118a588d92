/* condyle observe: a push on an arm is found with its joint and its time, and none in motions that nothing touches. */
#include "support/folder.h"
#include "support/suite.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JOINTS = 6 };

static const char *const joints[JOINTS] = {"shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint",
                                           "wrist_1_joint",      "wrist_2_joint",       "wrist_3_joint"};

/* A motion of sines, 100 rows a second. */
static void write_motion(const char *file, int rows, double phase)
{
    static const char *const groups[] = {"q", "qd", "qdd"};
    char *text = calloc((size_t)rows + 2, 512), *end = text;
    ck_assert_ptr_nonnull(text);
    end += sprintf(end, "t");
    for (int i = 0; i < 3 * JOINTS; i++) {
        end += sprintf(end, ",%s.%s", groups[i / JOINTS], joints[i % JOINTS]);
    }
    for (int row = 0; row < rows; row++) {
        const double t = 0.01 * row;
        end += sprintf(end, "\n%.9g", t);
        for (int i = 0; i < 3 * JOINTS; i++) {
            const double w = 1 + 0.3 * (i % JOINTS), x = w * t + phase * (1 + i % JOINTS);
            const double values[] = {0.5 * sin(x), 0.5 * w * cos(x), -0.5 * w * w * sin(x)};
            end += sprintf(end, ",%.9g", values[i / JOINTS]);
        }
    }
    strcat(end, "\n");
    put_file(file, text);
    free(text);
}

/* Torques of the motion with noise of 0.2 N m at most; from 4 to 4.5 s a push takes 15 N m off the motor of joint 3. */
#define MAKE_LOG(motion, log, push)                                                                                    \
    "\"$CONDYLE\" id universalUR5e --input " motion " --format csv | "                                                 \
    "awk -F, -v OFS=, -v push=" push " 'NR > 1 {for (i = NF - 5; i <= NF; i++) $i += 0.2 * sin(NR * NR * i);"          \
    " if ($1 >= 4 && $1 < 4.5) $(NF - 3) -= push} {print}' > " log "; "

static void set_up(void)
{
    open_folder();
    write_motion("free_motion.csv", 1500, 0);
    write_motion("motion.csv", 1000, 0.7);
    check_run(MAKE_LOG("free_motion.csv", "free.csv", "0") MAKE_LOG("motion.csv", "quiet.csv", "0")
                  MAKE_LOG("motion.csv", "pushed.csv", "15"),
              0, "", "");
}

/* A pendulum on a spherical joint, at rest: the motor holds its weight about y, 2.943 N m, but for 1 N m. */
START_TEST(the_components_of_joints_are_named)
{
    char text[8192] = "t,q.j[0],q.j[1],q.j[2],q.j[3],qd.j[0],qd.j[1],qd.j[2],tau.j[0],tau.j[1],tau.j[2]\n";
    put_file("ball.xml",
             "<mujoco><worldbody><body name='a'><joint name='j' type='ball'/><inertial pos='.3 0 0' mass='1' "
             "diaginertia='1 1 1'/></body></worldbody></mujoco>");
    for (int i = 0; i < 100; i++) {
        const size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%.2f,1,0,0,0,0,0,0,0,-1.943,0\n", 0.01 * i);
    }
    put_file("still.csv", text);
    check_run("\"$CONDYLE\" observe ball.xml --input still.csv --threshold 0.5 | grep -oE '^  j T.|in joint j T.'", 0,
              "  j Tx\n  j Ty\n  j Tz\nin joint j Ty\n", "");
}
END_TEST

START_TEST(a_push_is_found)
{
    check_run("\"$CONDYLE\" observe universalUR5e --input pushed.csv --free free.csv | grep -A2 -E '^[0-9]+ event' | "
              "sed -E 's/t 4(.0[0-9])? to 4.[5-9][0-9]* s, largest at 4.[0-9]* s: 15.[0-9]* /found /'",
              0, "1 event\n  1: found N m in joint elbow_joint\n", "");
    check_run("\"$CONDYLE\" observe universalUR5e --input pushed.csv --threshold 5 --format csv --precision 3 | "
              "awk -F, 'NR == 1 {print $1, $4, $8} $8 == 1 {n++} END {print (n > 50 && n < 70)}'",
              0, "t residual.elbow_joint event\n1\n", "");
    check_run("\"$CONDYLE\" observe universalUR5e --input pushed.csv --threshold 5 --format json | grep -c -E "
              "'\"start\": *4[.,]'",
              0, "1\n", "");
}
END_TEST

START_TEST(free_motion_raises_no_alarm)
{
    check_run("\"$CONDYLE\" observe universalUR5e --input quiet.csv --free free.csv | grep events", 0, "0 events\n",
              "");
    check_run("\"$CONDYLE\" observe universalUR5e --input quiet.csv --free free.csv --alarms 0.01 --format json | "
              "grep -o -E '\"events\": *\\[\\]|\"false_alarms_per_hour\": *0.01' | wc -l",
              0, "2\n", "");
}
END_TEST

/* The thresholds are those of Gumbel's distribution of the largest residuals in blocks of 10/K, by its mean and
 * deviation (mode = mean - euler s, s = deviation sqrt(6)/pi), for a sixth of the false alarms each. */
START_TEST(thresholds_are_those_of_the_largest_residuals)
{
    check_run("\"$CONDYLE\" observe universalUR5e --input free.csv --threshold 1 --format csv > r.csv; "
              "awk -F, -v K=30 'NR > 1 {if (NR == 2) t0 = $1; b = int(($1 - t0) * K / 10); "
              "if (b > at) {n++; for (i = 2; i < 8; i++) {s[i] += m[i]; s2[i] += m[i]^2; m[i] = 0} at = b} "
              "for (i = 2; i < 8; i++) {x = $i < 0 ? -$i : $i; if (x > m[i]) m[i] = x}} "
              "END {p = 10 / K / 3600 / 6; for (i = 2; i < 8; i++) {mean = s[i] / n; "
              "d = sqrt((s2[i] - n * mean^2) / (n - 1)) * sqrt(6) / atan2(0, -1); "
              "printf \"%.9g\\n\", mean - 0.57721566490153286 * d - d * log(-log(1 - p))}}' r.csv > expected; "
              "\"$CONDYLE\" observe universalUR5e --input quiet.csv --free free.csv --format json | tr ',{' '\\n' | "
              "grep '\"threshold\"' | sed 's/.*: *//' | tr -d '} ' > found; "
              "paste expected found | awk '{d = $1 / $2 - 1; if (d * d > 1e-12) bad = 1} END {print NR, bad + 0}'",
              0, "6 0\n", "");
}
END_TEST

/* A drive's torque_gain makes joint torques of those of the log. */
START_TEST(gains_of_drives_count)
{
    check_run("awk -F, -v OFS=, 'NR > 1 {$(NF - 3) /= 2} {print}' quiet.csv > halved.csv; "
              "\"$CONDYLE\" export universalUR5e | sed 's#</robot>#<condyle><drive joint=\"elbow_joint\" "
              "torque_gain=\"2\"/></condyle></robot>#' > geared.urdf; "
              "\"$CONDYLE\" observe geared.urdf --input halved.csv --threshold 3 | grep events",
              0, "0 events\n", "times the torque gains");
    check_run("\"$CONDYLE\" observe universalUR5e --input halved.csv --threshold 3 | grep -c '^  1: .*elbow_joint'", 0,
              "1\n", "");
}
END_TEST

START_TEST(what_is_missing_is_said)
{
    check_run("\"$CONDYLE\" observe universalUR5e", 2, "", "needs --input FILE");
    check_run("\"$CONDYLE\" observe universalUR5e --input quiet.csv --free free.csv --threshold 1", 2, "",
              "exclude each other");
    check_run("\"$CONDYLE\" observe universalUR5e --input quiet.csv --alarms 1", 2, "", "--alarms needs --free");
    check_run("\"$CONDYLE\" observe universalUR5e --input quiet.csv --gain 0", 2, "", "--gain");
    check_run("\"$CONDYLE\" observe universalUR5e --input quiet.csv --format npy", 2, "", "table, csv or json");
    check_run("head -100 free.csv > short.csv; \"$CONDYLE\" observe universalUR5e --input quiet.csv --free short.csv",
              1, "", "too short for thresholds");
    check_run("\"$CONDYLE\" observe universalUR5e --input quiet.csv --free free.csv --alarms 1e9", 2, "",
              "--alarms: 1e+09");
    check_run("\"$CONDYLE\" observe universalUR5e --input motion.csv", 1, "", "needs t, q, qd and tau");
    check_run(
        "(head -5 quiet.csv; sed -n 3p quiet.csv) > back.csv; \"$CONDYLE\" observe universalUR5e --input back.csv", 1,
        "", "time does not grow");
    check_run("sed '300,600d' quiet.csv > gap.csv; \"$CONDYLE\" observe universalUR5e --input gap.csv > gap.txt", 0, "",
              "1 gaps in time");
    check_run("\"$CONDYLE\" observe universalUR5e --input quiet.csv > quiet.txt", 0, "", "no events are judged");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("observe");
    TCase *tests = add_case(suite, "observe", a_push_is_found);
    tcase_add_test(tests, free_motion_raises_no_alarm);
    tcase_add_test(tests, thresholds_are_those_of_the_largest_residuals);
    tcase_add_test(tests, gains_of_drives_count);
    tcase_add_test(tests, what_is_missing_is_said);
    tcase_add_test(tests, the_components_of_joints_are_named);
    tcase_add_unchecked_fixture(tests, set_up, close_folder);
    return run_suites(suite, NULL);
}
