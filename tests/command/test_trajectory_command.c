/* trajectory, smooth and excite on the command line: motions that the other subcommands read, logs of other programs,
 * refused arguments. */
#include "support/compare.h"
#include "support/folder.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char way[] = "q.shoulder_pan_joint,q.shoulder_lift_joint,q.elbow_joint,q.wrist_1_joint,q.wrist_2_joint\n"
                          "0,-1.57,1.57,-1.57,-1.57\n0.5,-1.2,1.5,-1.8,-1.5\n0.8,-1.3,1.2,-1.5,-1.5\n";

static void set_up(void)
{
    open_folder();
    put_file("way.csv", way);
}

/* Returns the number in the last row of the output of a script. */
static double last_number(const char *script)
{
    char *text = output_of("%s", script);
    const size_t length = strlen(text);
    ck_assert_uint_gt(length, 0);
    text[length - 1] = '\0';
    const char *last = strrchr(text, '\n');
    const double number = strtod(last ? last + 1 : text, NULL);
    free(text);
    return number;
}

static const char *const profiles[] = {"trapezoid", "cubic", "quintic", "minimum-jerk", "b-spline", "time-optimal"};

/* The pipe of trajectory, id and fd returns the accelerations of the trajectory. */
START_TEST(torques_of_a_trajectory_move_the_robot_along_it)
{
    char script[512];
    snprintf(
        script, sizeof script,
        "\"$CONDYLE\" trajectory universalUR5e --through way.csv --acceleration 5 --rate 50 --profile %s -o m.csv && "
        "\"$CONDYLE\" id universalUR5e --input m.csv --fields q,qd,tau | \"$CONDYLE\" fd universalUR5e --input - "
        "--fields qdd > b.csv && \"$CONDYLE\" trajectory universalUR5e --through way.csv --acceleration 5 --rate 50 "
        "--profile %s --fields t,qdd > a.csv", /* t passes through id and fd */
        profiles[_i], profiles[_i]);
    free(output_of("%s", script));
    char *a = get_file("a.csv", NULL), *b = get_file("b.csv", NULL);
    const char *left = strchr(a, '\n'), *right = strchr(b, '\n');
    int count = 0;
    while (left && right && left[1] && right[1]) {
        char *next_left, *next_right;
        const double x = strtod(left + 1, &next_left), y = strtod(right + 1, &next_right);
        ck_assert_double_eq_tol(x, y, 1e-7);
        left = next_left;
        right = next_right;
        count++;
    }
    ck_assert_int_gt(count, 6 * 20);
    free(a);
    free(b);
}
END_TEST

/* A time-optimal motion passes the command's own check, with the load that it was timed for; with more load it does
 * not.
 */
START_TEST(a_fastest_motion_keeps_its_limits)
{
    static const char *const loads[] = {"", "--payload tool0:10", "--payload tool0:4 --drives damping,friction"};
    char script[512];
    snprintf(script, sizeof script,
             "\"$CONDYLE\" random universalUR10e -n 5 --seed %d | \"$CONDYLE\" trajectory universalUR10e --through - "
             "--profile time-optimal --rate 1000 %s > m.csv && \"$CONDYLE\" limits universalUR10e --input m.csv %s "
             "--format json",
             _i + 1, loads[_i], loads[_i]);
    char *report = output_of("%s", script);
    ck_assert_ptr_nonnull(strstr(report, "\"exceeded\": []"));
    free(report);
    snprintf(script, sizeof script,
             "\"$CONDYLE\" limits universalUR10e --input m.csv --payload tool0:30 %s > /dev/null 2> said; echo $?",
             _i == 2 ? "--drives damping,friction" : "");
    check_output("5\n", script);
}
END_TEST

/* A motion that `contact` finds too fast keeps the limits when it is timed with --contact-limits, also at a point of
 * the elbow. */
START_TEST(limits_of_contact_slow_the_motion)
{
    static const char limits[] = "--most-force 140 --stiffness 75000 --region-mass 4 --locked wrist_1_joint";
    static const char make[] = "\"$CONDYLE\" trajectory universalUR5e --through way.csv --profile time-optimal "
                               "--acceleration 10 --rate 5000 --format csv";
    static const char check[] = "\"$CONDYLE\" contact universalUR5e --input m.csv --format csv --fields too_fast";
    char script[1200];
    snprintf(script, sizeof script, "%s > m.csv && %s --at tool0 %s > said", make, check, limits);
    check_run(script, 5, "", "states are faster than the limits of contact allow");
    snprintf(script, sizeof script,
             "%s --contact-limits tool0:0.02,0,0.1 --contact-limits forearm_link %s > m.csv && %s --at "
             "tool0:0.02,0,0.1 %s | cut -d, -f2 | sort -u && %s --at forearm_link %s | cut -d, -f2 | sort -u",
             make, limits, check, limits, check, limits);
    check_run(script, 0, "0\ntoo_fast\n0\ntoo_fast\n", "");
}
END_TEST

/* Where nothing moves, holding is all that it takes. */
START_TEST(a_load_that_cannot_be_held_is_told)
{
    check_run("printf 'q.elbow_joint\\n0\\n0\\n' | \"$CONDYLE\" trajectory universalUR5e --through - --profile "
              "time-optimal --payload tool0:20 --fields t",
              4, "", "holding the robot still at the first way point takes ");
    check_run("printf 'q.elbow_joint\\n0\\n' | \"$CONDYLE\" trajectory universalUR5e --through - --profile "
              "time-optimal --payload tool0:2 --fields t",
              0, "t\n0\n", "");
}
END_TEST

/* The first row is the first way point, the last row the last way point, both at rest. */
START_TEST(the_ends_are_at_rest)
{
    check_output("0,-1.57,0\n", "\"$CONDYLE\" trajectory universalUR5e --through way.csv --acceleration 5 --fields "
                                "t,q.shoulder_lift_joint,qd.elbow_joint | sed -n 2p");
    check_output("-1.3,0\n", "\"$CONDYLE\" trajectory universalUR5e --through way.csv --acceleration 5 --fields "
                             "q.shoulder_lift_joint,qd.elbow_joint | tail -1");
    check_output("-90,0\n", "printf 'q.elbow_joint[deg]\\n-90\\n-90\\n' | \"$CONDYLE\" trajectory universalUR5e "
                            "--through - --acceleration 5 --deg --fields q.elbow_joint,qd.elbow_joint | tail -1");
}
END_TEST

START_TEST(half_the_limits_take_longer)
{
    static const char whole[] = "\"$CONDYLE\" trajectory universalUR5e --through way.csv --acceleration 5 --rate 1000 "
                                "--fields t";
    char script[300];
    snprintf(script, sizeof script, "%s --scale 0.25", whole);
    const double fast = last_number(whole), slow = last_number(script);
    ck_assert_double_eq_tol(
        slow, 2 * fast, 0.01); /* no joint reaches its velocity limit, so that half the speed takes twice the time */
    snprintf(script, sizeof script, "%s --velocity shoulder_pan_joint=0.1", whole);
    ck_assert_double_gt(last_number(script), 8);
}
END_TEST

/* The name of a joint may end with the name of another one behind a comma; 2 s is 1 rad at the speed 0.5. */
START_TEST(limits_of_joints_that_are_left_out_stay)
{
    put_file("commas.urdf", "<robot name='r'><link name='base'/><link name='one'/><link name='two'/>"
                            "<joint name='a,b' type='revolute'><parent link='base'/><child link='one'/>"
                            "<limit lower='-9' upper='9' effort='1' velocity='9'/></joint>"
                            "<joint name='b' type='revolute'><parent link='one'/><child link='two'/>"
                            "<limit lower='-9' upper='9' effort='1' velocity='0.5'/></joint></robot>");
    ck_assert_double_eq_tol(last_number("printf 'q.b\\n0\\n1\\n' | \"$CONDYLE\" trajectory commas.urdf --through - "
                                        "--velocity a,b=2 --acceleration 1e6 --rate 1000 --fields t"),
                            2, 0.01);
}
END_TEST

/* Placements, and straight lines between them. */
START_TEST(placements_of_a_body_are_way_points)
{
    free(output_of("\"$CONDYLE\" transform universalUR5e --body tool0 --input way.csv --fields T > poses.csv"));
    ck_assert_double_gt(last_number("\"$CONDYLE\" trajectory universalUR5e --through poses.csv --body tool0 "
                                    "--acceleration 5 --q 0,-1.57,1.57,-1.57,-1.57,0 --fields t"),
                        0.5);
    for (int from_poses = 0; from_poses < 2; from_poses++) {
        char script[400];
        snprintf(script, sizeof script,
                 "\"$CONDYLE\" trajectory universalUR5e --through %s --body tool0 --cartesian --acceleration 5 --q "
                 "0,-1.57,1.57,-1.57,-1.57,0 --fields q.shoulder_pan_joint",
                 from_poses ? "poses.csv" : "way.csv");
        ck_assert_double_eq_tol(last_number(script), 0.8, 1e-6);
    }
}
END_TEST

START_TEST(other_formats_hold_the_same_rows)
{
    check_output("11\n", "\"$CONDYLE\" trajectory universalUR5e --through way.csv --acceleration 5 --rate 10 --format "
                         "json | grep -c '\"qdd\"' | sed 's/1[0-9]/11/'");
    free(output_of("\"$CONDYLE\" trajectory universalUR5e --through way.csv --acceleration 5 -o m.npy && \"$CONDYLE\" "
                   "trajectory universalUR5e --through way.csv --acceleration 5 --fields t,q -o tq.npy && \"$CONDYLE\" "
                   "smooth universalUR5e --input tq.npy --cutoff 5 > s.csv"));
}
END_TEST

/* ---- smooth ---- */

/* The filter does not change a cubic polynomial in time. */
START_TEST(smoothing_differentiates)
{
    put_file("log.awk", "BEGIN {print \"t,q.axle,tau.axle\"; for (i = 0; i < 200; i++) {t = 0.01 * i + 0.002 * (i % 3);"
                        "printf \"%.17g,%.17g,%d\\n\", t, t * t * t, i}}");
    put_file("wheel.urdf", "<robot name='wheel'><link name='base'/><link name='disk'/><joint name='axle' "
                           "type='revolute'><parent link='base'/><child link='disk'/><limit lower='-100' upper='100' "
                           "effort='1' velocity='9'/></joint></robot>");
    free(output_of("awk -f log.awk > log.csv; \"$CONDYLE\" smooth wheel.urdf --input log.csv --cutoff 5 > s.csv "
                   "2> said"));
    char *text = get_file("s.csv", NULL), *at = strchr(text, '\n');
    ck_assert_int_eq(strncmp(text, "t,q.axle,qd.axle,qdd.axle,tau.axle\n", 35), 0);
    for (int i = 0; i < 200; i++) {
        double row[5];
        for (int k = 0; k < 5; k++) {
            row[k] = strtod(at + 1, &at);
        }
        ck_assert_double_eq_tol(row[1], row[0] * row[0] * row[0], 1e-9);
        ck_assert_double_eq_tol(row[2], 3 * row[0] * row[0], 1e-7);
        ck_assert_double_eq_tol(row[3], 6 * row[0], 1e-5);
        ck_assert_double_eq(row[4], i);
    }
    free(text);
}
END_TEST

/* A joint without a column stays at home, within its limits. */
START_TEST(joints_without_a_column_stand_at_home)
{
    put_file("pair.urdf", "<robot name='pair'><link name='base'/><link name='one'/><link name='two'/>"
                          "<joint name='a' type='revolute'><parent link='base'/><child link='one'/>"
                          "<limit lower='0.5' upper='1.5' effort='1' velocity='9'/></joint>"
                          "<joint name='b' type='revolute'><parent link='one'/><child link='two'/>"
                          "<limit lower='-9' upper='9' effort='1' velocity='9'/></joint></robot>");
    char *text = output_of("for i in 0 1 2 3 4 5 6 7 8 9; do test $i = 0 && echo t,q.b; echo $i,0.$i; done | "
                           "\"$CONDYLE\" smooth pair.urdf --input - --cutoff 1 --fields q 2> said"),
         *at = strchr(text, '\n');
    for (int i = 0; i < 10; i++) {
        ck_assert_double_eq_tol(strtod(at + 1, &at), 0.5, 1e-12);
        ck_assert_double_eq_tol(strtod(at + 1, &at), 0.1 * i, 1e-9);
    }
    free(text);
}
END_TEST

/* Rows with the separators and the names of other programs have the same results. */
static const struct {
    const char *header, *row, *options;
} logs[] = {
    {"t,q.a,q.b", "%g,%g,%g\\n", ""},
    {"t;q.a;q.b", "%g;%g;%g\\n", ""},
    {"t\\tq.a\\tq.b", "%g\\t%g\\t%g\\n", ""},
    {"t q.a q.b", "%g  %g %g \\n", ""},
    {"timestamp actual_q_0 actual_q_1", "%g %g %g\\n", "--map timestamp=t --map actual_q_=q."},
    {"%%time,field.position0,field.position1", "%g,%g,%g\\n", "--map %%time=t --map field.position=q."},
    {"t,a,b", "%g,%g,%g\\n", "--map t=t --map =q."},
    {"zeit,erste,b", "%g,%g,%g\\n", "--map map.json"},
};

START_TEST(logs_of_other_programs_are_read)
{
    char *expected = NULL;
    put_file("two.urdf",
             "<robot name='two'><link name='base'/><link name='c'/><link name='d'/><joint name='a' "
             "type='continuous'><parent link='base'/><child link='c'/></joint><joint name='b' "
             "type='prismatic'><parent link='base'/><child link='d'/><limit lower='-9' upper='9' effort='1' "
             "velocity='1'/></joint></robot>");
    put_file("map.json", "{\"zeit\": \"t\", \"erste\": \"q.a\", \"b\": \"q.b\"}");
    for (int k = 0; k < 2; k++) {
        const int number = k ? _i : 0;
        char script[800];
        snprintf(
            script, sizeof script,
            "awk 'BEGIN {printf \"%s\\n\"; for (i = 0; i < 30; i++) printf \"%s\", i / 8, i * i / 64, 1 - i / 16}' "
            "> log.txt; \"$CONDYLE\" smooth two.urdf --input log.txt --cutoff 3 %s 2> said",
            logs[number].header, logs[number].row, logs[number].options);
        for (char *percent = strstr(script, "--map %%"); percent; percent = NULL) {
            memmove(percent + 6, percent + 7, strlen(percent + 6)); /* the shell needs a single percent sign */
        }
        char *text = output_of("%s", script);
        if (k) {
            ck_assert_str_eq(text, expected);
        } else {
            expected = text;
            text = NULL;
        }
        free(text);
    }
    free(expected);
}
END_TEST

/* Angles between -pi and pi, as recorded, are unwrapped to the continuous motion of the joint. */
START_TEST(turns_are_unwrapped)
{
    put_file("wheel.urdf", "<robot name='wheel'><link name='base'/><link name='disk'/><joint name='axle' "
                           "type='continuous'><parent link='base'/><child link='disk'/></joint></robot>");
    ck_assert_double_eq_tol(
        last_number(
            "awk 'BEGIN {print \"t,q.axle\"; for (i = 0; i < 300; i++) {x = i / 20; while (x > 3.141592653589793) "
            "x -= 6.283185307179586; printf \"%.17g,%.17g\\n\", i / 100, x}}' > log.csv; \"$CONDYLE\" smooth "
            "wheel.urdf --input log.csv --cutoff 5 --fields qd 2> said"),
        5, 1e-6);
}
END_TEST

/* ---- excite ---- */

/* A recording of an excitation determines the parameters. */
START_TEST(an_excitation_can_be_identified)
{
    free(output_of("\"$CONDYLE\" excite omronEcobra600 --evaluations 10 --acceleration 5 --rate 20 --seed 3 2> said | "
                   "\"$CONDYLE\" id omronEcobra600 --input - > log.csv && \"$CONDYLE\" identify omronEcobra600 --input "
                   "log.csv --format json > identified.json"));
    char *said = get_file("said", NULL);
    ck_assert_ptr_nonnull(strstr(said, "base parameters; condition number of their regressor"));
    free(said);
}
END_TEST

/* A joint from rest to rest with a limit of jerk takes way / V + V / A + A / J; degrees are those of all limits. */
START_TEST(limits_of_jerk_take_the_time_of_the_formula)
{
    put_file("turn.csv", "q.elbow_joint\n0\n1.5\n");
    put_file("corner.csv", "q.elbow_joint,q.wrist_1_joint\n0,0\n1,0\n1,1\n");
    ck_assert_double_eq_tol(last_number("\"$CONDYLE\" trajectory universalUR5e --through turn.csv --velocity 1 "
                                        "--acceleration 2 --jerk 20 --fields t --rate 1000"),
                            1.5 + 0.5 + 0.1, 1.001e-3);
    ck_assert_double_eq_tol(last_number("\"$CONDYLE\" trajectory universalUR5e --through turn.csv --velocity 1 "
                                        "--acceleration 2 --jerk 20 --scale 0.5 --fields t --rate 1000"),
                            3 + 0.5 + 0.1, 1.001e-3);
    ck_assert_double_lt(last_number("\"$CONDYLE\" trajectory universalUR5e --through corner.csv --acceleration 5 "
                                    "--jerk 50 --blend 0.1 --fields t"),
                        last_number("\"$CONDYLE\" trajectory universalUR5e --through corner.csv --acceleration 5 "
                                    "--jerk 50 --fields t") -
                            0.1);
}
END_TEST

/* The fastest motion with a limit of jerk takes the time of the formula, too; the tool's line as well. */
START_TEST(limits_of_jerk_are_those_of_fastest_motions)
{
    put_file("turn.csv", "q.elbow_joint\n0\n1.5\n");
    put_file("line.csv", "q.shoulder_lift_joint,q.elbow_joint\n-1.5,1.2\n-1.2,1.3\n");
    const double T = last_number("\"$CONDYLE\" trajectory universalUR5e --through turn.csv --velocity 1 --jerk 20 "
                                 "--acceleration 2 --fields t --rate 1000 --profile time-optimal");
    ck_assert_double_le(T, 2.1 * 1.004 + 1e-3);
    ck_assert_double_ge(T, 2.1);
    const char *const line = "\"$CONDYLE\" trajectory universalUR5e --through line.csv --cartesian --body tool0 "
                             "--acceleration 2 --fields t --profile time-optimal";
    char slow[400];
    snprintf(slow, sizeof slow, "%s --jerk 20", line);
    ck_assert_double_gt(last_number(slow), last_number(line) + 0.02);
}
END_TEST

/* A turn through the wrist's singularity takes long where the tool follows it exactly, and 2 mm beside it does not. */
/* With so heavy a load most of the effort holds the robot: durations grow more often until limits are kept, and the
 * motion is hardly slower than without limits of jerk. */
START_TEST(heavy_loads_do_not_slow_motions_down)
{
    static const char *const ways[] = {"0.142,-0.78,0.531,-0.083,-1.648,0\n0.63,-0.174,0.458,0.653,-2.348,-0.564\n",
                                       "-0.054,-1.052,1.556,-1.367,-1.796,0\n-0.138,-0.452,0.96,-1.231,-1.967,0.024\n",
                                       "-0.054,-0.902,0.642,-1.604,-0.6,0\n0.626,-0.352,0.826,-1.138,-1.186,-0.464\n"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "q.shoulder_pan_joint,q.shoulder_lift_joint,q.elbow_joint,q.wrist_1_joint,q.wrist_2_joint,"
                 "q.wrist_3_joint\n%s",
                 ways[i]);
        put_file("heavy.csv", text);
        const char *const fastest = "\"$CONDYLE\" trajectory universalUR5e --through heavy.csv --profile time-optimal "
                                    "--payload tool0:13 --rate 1000";
        char script[600];
        snprintf(script, sizeof script, "%s --fields t", fastest);
        const double least = last_number(script);
        snprintf(script, sizeof script, "%s --jerk 200 --fields t", fastest);
        ck_assert_double_lt(last_number(script), 1.25 * least);
        snprintf(script, sizeof script,
                 "%s --jerk 200 | \"$CONDYLE\" limits universalUR5e --input - --payload tool0:13 > m.csv", fastest);
        check_run(script, 0, "", "");
    }
}
END_TEST

START_TEST(a_stated_deviation_passes_singularities)
{
    put_file("wrist.csv", "q.shoulder_pan_joint,q.shoulder_lift_joint,q.elbow_joint,q.wrist_1_joint,q.wrist_2_joint\n"
                          "0.3,-1.2,1.5,-1.8,0.15\n0.3,-1.2,1.5,-1.798,-0.15\n");
    const char *const line =
        "\"$CONDYLE\" trajectory universalUR5e --through wrist.csv --cartesian --body tool0 "
        "--acceleration 3 --velocity 1 --fields t 2>note"; /* which ends in another configuration */
    char damped[400];
    snprintf(damped, sizeof damped, "%s --deviation 0.002 --angular-deviation 0.01", line);
    ck_assert_double_gt(last_number(line), 10);
    ck_assert_double_lt(last_number(damped), 1);
}
END_TEST

/* ---- refusals ---- */

static const struct {
    const char *script;
    int exit_code;
    const char *words;
} refusals[] = {
    {"trajectory universalUR5e", 2, "'trajectory' needs --through FILE"},
    {"trajectory universalUR5e --through way.csv", 2, "nothing bounds the acceleration of joint 'shoulder_pan_joint'"},
    {"trajectory universalUR5e --through way.csv --acceleration -1", 2, "--acceleration: the limit of joint"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --velocity wrist_1_joint=1,elbow_joint=0", 2,
     "--velocity: the limit of joint 'elbow_joint' is 0"},
    {"trajectory universalUR5e --through way.csv --acceleration 1,2", 2, "--acceleration"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --contact-limits tool0", 2,
     "--contact-limits needs the limits: --most-force or --energy"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --energy 1 --region-mass 2", 2,
     "need --contact-limits BODY"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --locked elbow_joint", 2,
     "need --contact-limits BODY"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --contact-limits tool0 --energy 1", 2,
     "need --region-mass"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --contact-limits tool0 --energy 1 --region-mass 2", 2,
     "--contact-limits needs --profile time-optimal"},
    {"trajectory universalUR5e --through way.csv --profile time-optimal --contact-limits hand --energy 1 --region-mass "
     "2",
     2, "hand"},
    {"trajectory universalUR5e --through way.csv --profile time-optimal --contact-limits tool0:0,0,0:linear --energy 1 "
     "--region-mass 2",
     2, "the direction is that of the motion"},
    {"trajectory universalUR5e --through way.csv --profile time-optimal --contact-limits tool0 --energy 1 "
     "--region-mass 2 --locked hand",
     2, "--locked"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --cartesian", 2, "--cartesian needs --body"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --profile fast", 2, "'fast'"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --jerk 9 --profile cubic", 2,
     "expected no other --profile"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --jerk nan", 2,
     "--jerk: 'nan' is no limit; expected a"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --jerk random", 2, "--jerk: 'random' is no limit"},
    {"trajectory universalUR5e --through way.csv --velocity home", 2,
     "--velocity: 'home' is no limit; expected a number"},
    {"trajectory universalUR5e --through way.csv --profile time-optimal --jerk 9 --blend 0.1", 2,
     "and --profile trapezoid"},
    {"trajectory universalUR5e --through way.csv --jerk 9 --cartesian --body tool0", 2,
     "--cartesian with --jerk needs --profile time-optimal"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --blend 0.1", 2, "--blend needs --jerk"},
    {"trajectory universalUR5e --through way.csv --jerk 9 --blend -1", 2, "--blend"},
    {"trajectory universalUR5e --through way.csv --jerk 9 --blend 1e-12", 2, "--blend: expected 1e-09 rad or m"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --deviation 0.1", 2, "--deviation needs --cartesian"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --cartesian --body tool0 --angular-deviation 1e-6", 2,
     "--angular-deviation: expected 1e-05 m or rad at least, got 1e-06"},
    {"trajectory universalUR5e --through way.csv --jerk 0", 2, "--jerk: the limit of joint"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --jerk 1e300", 2,
     "--jerk: the limit of joint 'shoulder_pan_joint' is 1e+300; expected a number above 0, 1e-50 to 1e+50\n"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --jerk elbow_joint=1e-60", 2,
     "--jerk: the limit of joint 'elbow_joint' is 1e-60"},
    {"trajectory universalUR5e --through way.csv --acceleration 1e300", 2, "--acceleration: the limit of joint"},
    {"trajectory universalUR5e --through way.csv --velocity 1e300", 2, "--velocity: the limit of joint"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --scale 1e300", 2, "--scale: expected 1e+09 at most"},
    {"trajectory universalUR5e --through way.csv --acceleration 5 --rate 1e15", 2, "too many"},
    {"trajectory universalUR5e --through far.csv --acceleration 5", 1, "way point 1 has joint 'elbow_joint' at 9"},
    {"trajectory universalUR5e --through empty.csv --acceleration 5", 1, "has no way points"},
    {"trajectory universalUR5e --through nothing.csv --acceleration 5", 3, "nothing.csv"},
    {"trajectory universalUR5e --through bad.csv --acceleration 5", 1, "bad.csv:3: error"},
    {"trajectory - --through - --acceleration 5", 2, "cannot both come from the standard input"},
    {"trajectory universalUR5e --through faraway.csv --body tool0 --acceleration 5", 4, "reaches way point 1"},
    {"trajectory universalUR5e --through turned.jsonl --acceleration 5", 1,
     "turned.jsonl:2: error: the row has a placement \"T\""},
    {"trajectory universalUR5e --through placed.jsonl --acceleration 5 --body tool0", 1,
     "placed.jsonl:2: error: the row has no placement \"T\""},
    {"smooth universalUR5e --input driven.jsonl --cutoff 5", 1,
     "driven.jsonl:2: error: the row has no \"tau\", but the first row has one"},
    {"smooth universalUR5e --input idle.jsonl --cutoff 5", 1,
     "idle.jsonl:2: error: the row has \"tau\", but the first row has none"},
    {"smooth universalUR5e --input way.csv", 2, "needs --cutoff"},
    {"smooth universalUR5e --cutoff 5", 2, "needs --input"},
    {"smooth universalUR5e --input way.csv --cutoff 5", 1, "not all the columns that are needed"},
    {"smooth universalUR5e --input back.csv --cutoff 5", 1, "back.csv:3: error: t is 0, after 1"},
    {"smooth universalUR5e --input short.csv --cutoff 5", 1, "4 rows at least"},
    {"smooth universalUR5e --input short.csv --cutoff 5 --keep-going", 2, "cannot leave out rows"},
    {"smooth universalUR5e --input short.csv --cutoff 5 --map nothing.json", 1, "neither FROM=TO nor a JSON file"},
    {"smooth universalUR5e --input short.csv --cutoff 5 --map list.json", 1, "is no JSON object"},
    {"smooth universalUR5e --input short.csv --cutoff 5 --map number.json", 1, "is no text"},
    {"id universalUR5e --map a=b", 2, "--map needs --input"},
    {"excite universalUR5e --harmonics 1", 2, "--harmonics"},
    {"identify universalUR5e --input short.csv", 1, "the header has not all"},
};

#define JOINTS "\"q\": [0, 0, 0, 0, 0, 0]"
#define Q      "{" JOINTS "}"
#define T      "{\"T\": [[1, 0, 0, 0.4], [0, 1, 0, 0.2], [0, 0, 1, 0.3], [0, 0, 0, 1]]}"

START_TEST(what_makes_no_motion_is_refused)
{
    char script[300];
    put_file("turned.jsonl", Q "\n" T "\n");
    put_file("placed.jsonl", T "\n" Q "\n");
    put_file("driven.jsonl", "{\"t\": 0, " JOINTS ", \"tau\": [1, 2, 3, 4, 5, 6]}\n{\"t\": 1, " JOINTS "}\n");
    put_file("idle.jsonl", "{\"t\": 0, " JOINTS "}\n{\"t\": 1, " JOINTS ", \"tau\": [1, 2, 3, 4, 5, 6]}\n");
    put_file("far.csv", "q.elbow_joint\n9\n0\n");
    put_file("empty.csv", "q.elbow_joint\n");
    put_file("bad.csv", "q.elbow_joint\n1\nx\n");
    put_file("back.csv", "t,q.elbow_joint\n1,0\n0,0\n");
    put_file("short.csv", "t,q.elbow_joint\n1,0\n2,0\n");
    put_file("list.json", "[1]");
    put_file("number.json", "{\"a\": 1}");
    put_file("faraway.csv", "T[0][0],T[0][1],T[0][2],T[0][3],T[1][0],T[1][1],T[1][2],T[1][3],T[2][0],T[2][1],T[2][2],"
                            "T[2][3],T[3][0],T[3][1],T[3][2],T[3][3]\n1,0,0,9,0,1,0,0,0,0,1,0,0,0,0,1\n");
    snprintf(script, sizeof script, "\"$CONDYLE\" %s", refusals[_i].script);
    process_result r = run_in_folder(script);
    ck_assert_msg(r.exit_code == refusals[_i].exit_code, "%s: %d, %s", script, r.exit_code, r.err);
    ck_assert_msg(strstr(r.err, refusals[_i].words) != NULL, "%s: %s", script, r.err);
    free_result(&r);
}
END_TEST

/* Times, velocities and what else rows of a motion have are not those of the motion through them. */
START_TEST(what_way_points_do_not_tell_is_noted)
{
    put_file("motion.csv", "t,q.elbow_joint,qd.elbow_joint,tau.elbow_joint\n0,0,0,1\n1,1,0.5,1\n");
    put_file("motion.jsonl", "{\"t\": 0, " JOINTS ", \"qd\": [1, 0, 0, 0, 0, 0]}\n{\"t\": 1, " JOINTS "}\n");
    put_file("both.jsonl", "{" JOINTS ", \"T\": [[1, 0, 0, 0.4], [0, 1, 0, 0.2], [0, 0, 1, 0.3], [0, 0, 0, 1]]}\n");
    check_run("\"$CONDYLE\" trajectory universalUR5e --through motion.csv --acceleration 5 > m.csv", 0, "",
              "condyle: note: not read of the rows: 't', 'qd.elbow_joint', 'tau.elbow_joint'\n");
    check_run("\"$CONDYLE\" trajectory universalUR5e --through motion.jsonl --acceleration 5 > m.csv", 0, "",
              "condyle: note: not read of the rows: 't', 'qd'\n");
    check_run("\"$CONDYLE\" trajectory universalUR5e --through both.jsonl --body tool0 --acceleration 5 > m.csv", 0, "",
              "condyle: note: q of the rows is not read: their placements T are the way points\n");
    check_run("\"$CONDYLE\" trajectory universalUR5e --through way.csv --acceleration 5 > m.csv; rm m.csv", 0, "", "");
}
END_TEST

/* An arm of two bars of one length and a hand, whose elbow has two sides for one place of the hand. */
#define BAR(name, parent, x)                                                                                           \
    "<link name='" name "'/><joint name='to_" name "' type='continuous'><parent link='" parent "'/><child link='" name \
    "'/><origin xyz='" x " 0 0'/><axis xyz='0 0 1'/></joint>"

/* Lines have the placements of way points, not their configurations. */
START_TEST(another_side_of_the_elbow_is_told)
{
#define LINES "\"$CONDYLE\" trajectory bars.urdf --cartesian --body hand --velocity 1 --acceleration 3 "
    put_file("bars.urdf", "<robot name='r'><link name='base'/>" BAR("upper", "base", "0") BAR("fore", "upper", "1")
                              BAR("hand", "fore", "1") "</robot>");
    put_file("flip.csv", "q.to_upper,q.to_fore,q.to_hand\n0.3,0.8,0.2\n0.4,0.9,0.2\n1.4,-0.9,1\n1.5,-0.9,1\n");
    put_file("same.csv", "q.to_upper,q.to_fore,q.to_hand\n0.3,0.8,0.2\n0.5,0.9,0.1\n");
    check_run(
        LINES "--through flip.csv > m.csv", 0, "",
        "condyle: note: way point 3 is reached in another configuration than was given for it, and 1 later one as "
        "well: joint 'to_fore' is 1.8 rad from there; lines have the placements of 'hand' alone, and lead on from "
        "the first configuration\n");
    check_run(LINES "--through same.csv > m.csv; rm m.csv bars.urdf", 0, "", "");
}
END_TEST

/* ---- memory ---- */

static const char slider[] =
    "<robot name='s'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' "
    "ixy='0' "
    "ixz='0' iyz='0'/></inertial></link><joint name='x' type='prismatic'><parent link='a'/><child link='b'/>"
    "<limit lower='-1' upper='1' effort='20' velocity='2'/></joint></robot>";

/* Filters, and a trajectory with as many rows. */
static const char *const filters[] = {
    "smooth s.urdf --input - --cutoff 100", "payload s.urdf --body b --input - --fields mass --format csv",
    "velocity s.urdf --body b --input -",   "regressor s.urdf --input -",
    "reactions s.urdf --input -",           "trajectory s.urdf --through way.csv --acceleration 4e-6 --rate $RATE"};

/* Memory does not grow with the number of rows: the command reads or writes a million rows in an address space smaller
 * than the file. With sanitizers, the address space has no limit. */
START_TEST(a_million_rows_take_no_more_memory)
{
    enum { ROWS = UNLESS_WATCHED(1000000, 1000) };
    put_file("s.urdf", slider);
    put_file("way.csv", "q.x\n0\n1\n");
    char *out = output_of(
        "(ulimit -v %s; RATE=%d; awk 'BEGIN {print \"t,q.x\"; for (i = 0; i < %d; i++) print i / 1000 \",\" (i %% "
        "1000) / 2000}' | \"$CONDYLE\" %s 2> said | wc -l)",
        UNLESS_WATCHED("400000", "unlimited"), ROWS / 1000, ROWS, filters[_i]);
    const long lines = strtol(out, NULL, 10);
    /* 2 sqrt(1 / 4e-6) s at so many rows a second, and both ends */
    ck_assert_int_eq(lines, strncmp(filters[_i], "trajectory", 10) == 0 ? ROWS + 2 : ROWS + 1);
    free(out);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trajectory_command");
    TCase *tests = tcase_create("motions");
    suite_add_tcase(suite, tests);
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_add_loop_test(tests, torques_of_a_trajectory_move_the_robot_along_it, 0, 6);
    tcase_add_loop_test(tests, a_fastest_motion_keeps_its_limits, 0, 3);
    tcase_add_test(tests, limits_of_jerk_take_the_time_of_the_formula);
    tcase_add_test(tests, limits_of_jerk_are_those_of_fastest_motions);
    tcase_add_test(tests, limits_of_contact_slow_the_motion);
    tcase_add_test(tests, heavy_loads_do_not_slow_motions_down);
    tcase_add_test(tests, a_stated_deviation_passes_singularities);
    tcase_add_test(tests, a_load_that_cannot_be_held_is_told);
    tcase_add_test(tests, the_ends_are_at_rest);
    tcase_add_test(tests, half_the_limits_take_longer);
    tcase_add_test(tests, limits_of_joints_that_are_left_out_stay);
    tcase_add_test(tests, placements_of_a_body_are_way_points);
    tcase_add_test(tests, what_way_points_do_not_tell_is_noted);
    tcase_add_test(tests, another_side_of_the_elbow_is_told);
    tcase_add_test(tests, other_formats_hold_the_same_rows);
    tcase_add_test(tests, smoothing_differentiates);
    tcase_add_test(tests, joints_without_a_column_stand_at_home);
    tcase_add_loop_test(tests, logs_of_other_programs_are_read, 0, (int)(sizeof logs / sizeof *logs));
    tcase_add_test(tests, turns_are_unwrapped);
    tcase_add_test(tests, an_excitation_can_be_identified);
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, a_million_rows_take_no_more_memory, 0, (int)(sizeof filters / sizeof *filters));
    tcase_add_loop_test(tests, what_makes_no_motion_is_refused, 0, (int)(sizeof refusals / sizeof *refusals));
    return run_suites(suite, NULL);
}
