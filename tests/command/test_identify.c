/* condyle identify: from a recording to a report, and to a robot with the torques of the recorded robot. */
#include "support/folder.h"
#include "support/suite.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JOINTS = 6, ROWS = 150 };

static double draw_number(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 4503599627370496.0 * 2 - 2;
}

/* Random motions of a UR5e, with names in a header. */
static void write_motions(const char *file, uint64_t seed)
{
    static const char *const joints[JOINTS] = {"shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint",
                                               "wrist_1_joint",      "wrist_2_joint",       "wrist_3_joint"};
    static const char *const groups[] = {"q", "qd", "qdd"};
    char *text = calloc(ROWS + 2, 1024), *end = text;
    ck_assert_ptr_nonnull(text);
    for (int i = 0; i < 3 * JOINTS; i++) {
        end += sprintf(end, "%s%s.%s", i ? "," : "", groups[i / JOINTS], joints[i % JOINTS]);
    }
    for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < 3 * JOINTS; i++) {
            end += sprintf(end, "%s%.6f", i ? "," : "\n", draw_number(&seed));
        }
    }
    strcat(end, "\n");
    put_file(file, text);
    free(text);
}

/* The recorded robot: its forearm has another mass and another center of mass; a fixed link of the forearm stays in the
 * file. */
#define MAKE_REAL                                                                                                      \
    "\"$CONDYLE\" export universalUR5e > given.urdf && "                                                               \
    "sed '/<link name=\"forearm_link\">/,/<\\/link>/{s/<mass value=\"[^\"]*\"/<mass value=\"4\"/;"                     \
    "s/<origin xyz=\"[^\"]*\"/<origin xyz=\"-0.2 0.02 0.1\"/}' given.urdf > real.urdf && "                             \
    "! cmp -s given.urdf real.urdf && \"$CONDYLE\" id real.urdf --input motions.csv > log.csv; "

static void set_up(void)
{
    open_folder();
    write_motions("motions.csv", 1);
    write_motions("others.csv", 99);
}

static void check_numbers_near(const char *a, const char *b, double tolerance)
{
    int count = 0;
    a = strchr(a, '\n');
    b = strchr(b, '\n');
    while (a && b && a[1] && b[1]) {
        char *behind_a, *behind_b;
        double x = strtod(a + 1, &behind_a), y = strtod(b + 1, &behind_b);
        ck_assert(behind_a > a + 1 && behind_b > b + 1);
        ck_assert_msg(fabs(x - y) <= tolerance, "number %d: %.12g, not %.12g", count, y, x);
        a = behind_a;
        b = behind_b;
        count++;
    }
    ck_assert_int_eq(count, ROWS * JOINTS);
}

START_TEST(the_identified_robot_moves_as_the_real_one)
{
    free(output_of(MAKE_REAL "\"$CONDYLE\" identify given.urdf --input log.csv -o identified.urdf > report"));
    char *report = get_file("report", NULL);
    ck_assert_ptr_nonnull(strstr(report, "base parameters    36 of 36\n"));
    ck_assert_ptr_nonnull(strstr(report, " cannot exist; 0 after a change of "));
    char *real = output_of("\"$CONDYLE\" id real.urdf --input others.csv --fields tau");
    char *identified = output_of("\"$CONDYLE\" id identified.urdf --input others.csv --fields tau");
    char *given = output_of("\"$CONDYLE\" id given.urdf --input others.csv --fields tau");
    ck_assert_str_ne(real, given);
    check_numbers_near(real, identified, 1e-9);
    free(report);
    free(real);
    free(identified);
    free(given);
}
END_TEST

START_TEST(every_format_of_rows_gives_the_same)
{
    char *csv = output_of(MAKE_REAL "\"$CONDYLE\" identify given.urdf --input log.csv --format json | head -c 300");
    char *json = output_of("\"$CONDYLE\" id real.urdf --input motions.csv --format json > log.json; "
                           "\"$CONDYLE\" identify given.urdf --input - < log.json --format json | head -c 300");
    ck_assert_str_eq(csv, json);
    ck_assert_ptr_nonnull(strstr(csv, "\"rows\": 150, \"rank\": 36, \"full_rank\": 36"));
    free(csv);
    free(json);
}
END_TEST

/* Damping and friction are written to <dynamics>; a constant torque, equal in both directions of motion, is neither. */
START_TEST(friction_is_written)
{
    free(output_of(MAKE_REAL "\"$CONDYLE\" identify given.urdf --input log.csv --friction coulomb -o f.urdf > report"));
    char *report = get_file("report", NULL), *robot = get_file("f.urdf", NULL);
    ck_assert_ptr_nonnull(strstr(report, "48 of 48"));
    ck_assert_ptr_nonnull(strstr(report, "damping.elbow_joint"));
    ck_assert_ptr_nonnull(strstr(report, "coulomb.elbow_joint"));
    ck_assert_ptr_nonnull(strstr(robot, "<dynamics damping="));
    free(report);
    free(robot);
}
END_TEST

/* Columns of wrenches in the frames of the base and of the body, and --wrench for the wrench at tool0, which has no
 * columns. */
START_TEST(recorded_wrenches_count)
{
    static const char *const identify[] = {
        "\"$CONDYLE\" identify given.urdf --input log.csv",
        "cut -d, -f1-18,25-42 log.csv | \"$CONDYLE\" identify given.urdf --input - --wrench tool0@body:1,2,3,4,5,6"};
    free(output_of(MAKE_REAL
                   "awk 'NR == 1 {print $0 \",f.tool0.Fz,f.forearm_link@body.Tx\"} "
                   "NR > 1 {print $0 \",-100,\" NR / 10}' motions.csv > pushed.csv; \"$CONDYLE\" id real.urdf "
                   "--input pushed.csv --wrench tool0@body:1,2,3,4,5,6 > log.csv"));
    char *real = output_of("\"$CONDYLE\" id real.urdf --input others.csv --fields tau");
    for (int i = 0; i < 2; i++) {
        free(output_of("%s --force -o identified.urdf > report", identify[i]));
        char *identified = output_of("\"$CONDYLE\" id identified.urdf --input others.csv --fields tau");
        check_numbers_near(real, identified, 1e-9);
        free(identified);
    }
    free(real);
}
END_TEST

START_TEST(what_is_missing_is_said)
{
    free(output_of(MAKE_REAL));
    check_run("\"$CONDYLE\" identify given.urdf", 2, "", "needs --input FILE");
    check_run("\"$CONDYLE\" identify given.urdf --input motions.csv", 1, "", "not all the columns that are needed");
    check_run("\"$CONDYLE\" identify given.urdf --input log.csv --format csv", 2, "",
              "'csv' is not one of table, json");
    check_run("\"$CONDYLE\" identify given.urdf --input log.csv --prior -1", 2, "", "--prior: expected");
    check_run("\"$CONDYLE\" identify given.urdf --input log.csv --prior 1e300", 2, "", "below 1e100");
    check_run("\"$CONDYLE\" identify given.urdf --input log.csv --force -o /dev/full", 3, "", "/dev/full");
    check_run("\"$CONDYLE\" identify given.urdf --input log.csv --weights some", 2, "", "not one of joint, equal");
    check_run("cp given.urdf there.urdf; \"$CONDYLE\" identify given.urdf --input log.csv -o there.urdf", 3, "",
              "exists already");
    check_run(
        "head -2 log.csv > two.csv; \"$CONDYLE\" identify given.urdf --input two.csv -o x.urdf; echo $?; ls x.urdf "
        "2>/dev/null",
        2, "4\n", "in 1 row are too few for 6 base parameters");
    check_run("sed 's#</robot>#<condyle><drive joint=\"elbow_joint\" rotor_inertia=\"0.5\"/></condyle></robot>#' "
              "given.urdf > geared.urdf; \"$CONDYLE\" id geared.urdf --input motions.csv --drives rotors > geared.csv; "
              "\"$CONDYLE\" identify given.urdf --input geared.csv --rotors -o r.urdf > report; "
              "grep -c -E 'elbow_joint\" rotor_inertia=\"0.(5|49)' r.urdf",
              0, "1\n", "");
    check_run("\"$CONDYLE\" identify given.urdf --input log.csv --friction-width 0.1", 2, "", "needs --friction");
    check_run("\"$CONDYLE\" identify given.urdf --input log.csv --friction coulomb --friction-width 0.1 | head -c 14",
              0, "Identification", "");
    check_run("printf 'q.elbow_joint,tau.elbow_joint\\n0.5,x\\n' | \"$CONDYLE\" identify given.urdf --input -", 1, "",
              "<stdin>:2: error: ");
    check_run("(head -20 log.csv; echo 1,2) | \"$CONDYLE\" identify given.urdf --input - --keep-going | head -c 14", 0,
              "Identification", "1 row skipped");
}
END_TEST

/* For rows that cannot determine the parameters, identify ends with exit code 4, without a file and without a
 * report. */
START_TEST(what_the_rows_cannot_tell_is_not_written)
{
    static const struct {
        const char *rows, *said;
    } cases[] = {
        {"cut -d, -f1-12,19-24 log.csv", "joint 'elbow_joint' has no qdd, which its torque needs"},
        {"cut -d, -f1-6,13-24 log.csv", "joint 'elbow_joint' has no qd, which its torque needs"},
        {"cut -d, -f1-6,19-24 log.csv", "joint 'elbow_joint' has no qd, which its torque needs"},
        {"cut -d, -f1-17,19-24 log.csv", "joint 'wrist_3_joint' has no qdd, which its torque needs"},
        {"cut -d, -f2-24 log.csv", "joint 'shoulder_pan_joint' has no q, which its torque needs"},
        {"echo '{\"name\": [\"elbow_joint\"], \"position\": [1], \"velocity\": [1], \"effort\": [1]}'",
         "has no qdd, which its torque needs"},
        {"(head -2 log.csv; tail -n +2 log.csv | head -1)",
         "the rows determine 6 of 36 base parameters, and nothing is written"},
        {"(head -2 log.csv; for i in 1 2 3 4 5 6 7 8 9; do tail -n +2 log.csv | head -1; done)",
         "the rows determine 6 of 36 base"},
        {"\"$CONDYLE\" random given.urdf -n 50 | \"$CONDYLE\" id given.urdf --input - | awk -F, -v OFS=, 'NR == 1 {h = "
         "$0; "
         "gsub(\"q[.]\", \"qd.\", h); sub(/,tau.*/, \"\", h); d = h; gsub(\"qd[.]\", \"qdd.\", d); print $0, h, d} NR "
         "> 1 "
         "{print $0, \"0,0,0,0,0,0,0,0,0,0,0,0\"}'",
         "the rows determine 10 of 36 base parameters"},
        {"awk -F, -v OFS=, 'NR > 1 {for (i = 19; i <= 24; i++) $i = 0} {print}' log.csv",
         "every torque of the rows is 0"},
        {"awk -F, -v OFS=, 'NR > 1 {for (i = 19; i <= 24; i++) $i = sin(1000 * NR * i)} {print}' log.csv",
         "the torques of these rows are noise beside the motions"},
        {"awk -F, -v OFS=, 'function noise(s) {return s * (rand() - rand())} NR == 2 {split($0, rest)} NR > 1 {"
         "for (i = 1; i <= 24; i++) $i = i < 7 ? rest[i] + noise(0.005) : i < 13 ? noise(0.3) : i < 19 ? noise(5) : "
         "rest[i] + noise(0.02)} {print}' log.csv",
         "do not follow the motions"},
        {"head -1 log.csv", "there are no rows to identify from"},
    };
    free(output_of(MAKE_REAL));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char script[2048];
        snprintf(
            script, sizeof script,
            "%s > rows; \"$CONDYLE\" identify given.urdf --input rows -o x.urdf; code=$?; test ! -e x.urdf && exit "
            "$code",
            cases[i].rows);
        check_run(script, 4, "", cases[i].said);
    }
    check_run("cut -d, -f1-12,19-24 log.csv | \"$CONDYLE\" identify given.urdf --input - --keep-going", 4, "",
              "<stdin>:2: warning: row skipped: joint 'elbow_joint' has no qdd");
}
END_TEST

/* The prior determines the parameters that the rows do not determine; parameters that the rows hardly determine are
 * identified with a warning. */
START_TEST(what_the_rows_hardly_tell_is_noted)
{
    free(output_of(MAKE_REAL));
    check_run("head -3 log.csv | \"$CONDYLE\" identify given.urdf --input - --prior 0.1 | head -c 14", 0,
              "Identification", "");
    check_run("awk -F, -v OFS=, 'NR > 1 {for (i = 19; i <= 24; i++) $i += sin(1000 * NR * i) / 10} {print}' log.csv | "
              "\"$CONDYLE\" identify given.urdf --input - | head -c 14",
              0, "Identification", "of 36 base parameters have standard deviations above 100 %; --prior WEIGHT keeps");
    char *doubtful =
        output_of(/* of more than half of them it would be refused */
                  "awk -F, -v OFS=, 'NR > 1 {for (i = 19; i <= 24; i++) $i += sin(1000 * NR * i) / 10} {print}' "
                  "log.csv | "
                  "\"$CONDYLE\" identify given.urdf --input - 2>&1 > table | sed 's/ of 36 base.*//; s/.* //'");
    const int count = atoi(doubtful);
    ck_assert_msg(count >= 1 && count <= 18, "%s", doubtful);
    free(doubtful);
}
END_TEST

/* Columns of five torques: the sixth torque is unknown, and does not count as 0. */
START_TEST(torques_that_were_not_recorded_have_no_part)
{
    char *report = output_of(
        MAKE_REAL
        "cut -d, -f1-20,22-24 log.csv | \"$CONDYLE\" identify given.urdf --input - | grep shoulder_lift_joint");
    ck_assert_ptr_nonnull(strstr(report, "e-1"));
    free(report);
}
END_TEST

START_TEST(the_robot_can_go_to_the_standard_output)
{
    char *robot = output_of(MAKE_REAL "\"$CONDYLE\" identify given.urdf --input log.csv -o - | head -c 5");
    ck_assert_str_eq(robot, "<?xml");
    free(robot);
}
END_TEST

START_TEST(the_example_finds_the_load)
{
    const char *example = getenv("EXAMPLE_IDENTIFICATION");
    ck_assert_ptr_nonnull(example);
    process_result result = run_process(example, "", NULL, -1);
    ck_assert_int_eq(result.exit_code, 0);
    ck_assert_str_eq(result.out,
                     "36 of 36 base parameters\ntorques off by 12.6 N m before, less than 1e-6 N m after\n");
    free_result(&result);
}
END_TEST

/* Sinusoidal motions of six joints at 100 Hz, without velocities and accelerations. */
#define MAKE_RECORDING                                                                                                 \
    "awk 'BEGIN {n = split(\"shoulder_pan_joint shoulder_lift_joint elbow_joint wrist_1_joint wrist_2_joint "          \
    "wrist_3_joint\", j, \" \"); printf \"t\"; for (k = 1; k <= 3; k++) for (i = 1; i <= n; i++) "                     \
    "printf \",%s.%s\", k == 1 ? \"q\" : k == 2 ? \"qd\" : \"qdd\", j[i]; print \"\"; for (r = 0; r < 600; r++) "      \
    "{t = r / 100; printf \"%.17g\", t; for (k = 1; k <= 3; k++) for (i = 1; i <= n; i++) {w = 1.5 + 0.7 * i; "        \
    "printf \",%.17g\", k == 1 ? 0.5 * sin(w * t + i) : k == 2 ? 0.5 * w * cos(w * t + i) : "                          \
    "-0.5 * w * w * sin(w * t + i)}; print \"\"}}' > motion.csv; "                                                     \
    "\"$CONDYLE\" id universalUR5e --input motion.csv --fields q,tau > tq.csv; "

START_TEST(rows_without_accelerations_are_differentiated_as_by_smooth)
{
    check_run(
        MAKE_RECORDING
        "\"$CONDYLE\" smooth universalUR5e --input tq.csv --cutoff 25 > smoothed.csv; "
        "\"$CONDYLE\" identify universalUR5e --input smoothed.csv --wrench tool0:0,0,0,1,2,3 --format json > a.json; "
        "\"$CONDYLE\" identify universalUR5e --input tq.csv --cutoff 25 --wrench tool0:0,0,0,1,2,3 --format json > "
        "b.json; cmp a.json b.json && grep -c base_parameters a.json",
        0, "1\n",
        "condyle: note: the rows have no accelerations: qd and qdd are differentiated from t and q as by 'condyle "
        "smooth' --cutoff 25");
    /* rows of JSON without the values of a joint that stays at home */
    check_run("\"$CONDYLE\" smooth universalUR5e --input tq.csv --cutoff 25 --format json | sed 's/, \"qd\".*\"tau\"/, "
              "\"tau\"/' > tq.json; \"$CONDYLE\" identify universalUR5e --input tq.json --format json > /dev/null",
              0, "", "--cutoff 10");
}
END_TEST

START_TEST(recordings_that_cannot_be_differentiated_are_refused)
{
    put_file("short.csv", "t,q.elbow_joint,tau.elbow_joint\n0,0,1\n0.1,0.1,1\n0.1,0.2,1\n");
    check_run("\"$CONDYLE\" identify universalUR5e --input short.csv", 1, "",
              "short.csv:4: error: t is 0.1, after 0.1; expected times that increase");
    check_run("sed 4d short.csv > two.csv; \"$CONDYLE\" identify universalUR5e --input two.csv", 1, "", "two.csv: ");
    put_file("untimed.json", "{\"t\": 0, \"q.elbow_joint\": 0, \"tau.elbow_joint\": 1}\n"
                             "{\"q.elbow_joint\": 0, \"tau.elbow_joint\": 1}\n");
    check_run("\"$CONDYLE\" identify universalUR5e --input untimed.json", 1, "",
              "untimed.json:2: error: the row has no t, by which it is differentiated");
    put_file("gap.json", "{\"t\": 0, \"q.elbow_joint\": 0, \"tau.elbow_joint\": 1}\n"
                         "{\"t\": 1, \"q.elbow_joint\": 0, \"q.wrist_1_joint\": 1, \"tau.elbow_joint\": 1}\n");
    check_run("\"$CONDYLE\" identify universalUR5e --input gap.json", 1, "",
              "gap.json:2: error: joint 'wrist_1_joint' has a position in some rows only");
    put_file("torque.csv", "t,q.elbow_joint,tau.elbow_joint,tau.wrist_1_joint\n0,0,1,1\n");
    check_run("\"$CONDYLE\" identify universalUR5e --input torque.csv", 1, "",
              "torque.csv:2: error: joint 'wrist_1_joint' has no q, which its torque needs");
    put_file("still.csv", "q.elbow_joint,tau.elbow_joint\n0,1\n");
    check_run("\"$CONDYLE\" identify universalUR5e --input still.csv", 4, "", "or a column t, from which and q");
    check_run("\"$CONDYLE\" identify universalUR5e --input still.csv --cutoff 5", 2, "",
              "--cutoff is for rows with t and without qdd; these have no t");
    check_run(
        "\"$CONDYLE\" id universalUR5e --input motions.csv > full.csv; \"$CONDYLE\" identify universalUR5e --input "
        "full.csv --cutoff 5",
        2, "", "these have qdd");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("identify");
    TCase *tests = tcase_create("command");
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_add_test(tests, the_identified_robot_moves_as_the_real_one);
    tcase_add_test(tests, every_format_of_rows_gives_the_same);
    tcase_add_test(tests, friction_is_written);
    tcase_add_test(tests, recorded_wrenches_count);
    tcase_add_test(tests, what_is_missing_is_said);
    tcase_add_test(tests, what_the_rows_cannot_tell_is_not_written);
    tcase_add_test(tests, what_the_rows_hardly_tell_is_noted);
    tcase_add_test(tests, torques_that_were_not_recorded_have_no_part);
    tcase_add_test(tests, rows_without_accelerations_are_differentiated_as_by_smooth);
    tcase_add_test(tests, recordings_that_cannot_be_differentiated_are_refused);
    tcase_add_test(tests, the_robot_can_go_to_the_standard_output);
    suite_add_tcase(suite, tests);
    tests = tcase_create("example");
    tcase_add_test(tests, the_example_finds_the_load);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
