/* The command sim: rows, control laws, pictures, refused arguments, and the examples of simulation. */
#include "support/folder.h"
#include "support/suite.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIM    "\"$CONDYLE\" sim universalUR5e "
#define RAISED "--q 0,-0.6,0.4,0,0,0 "

/* Returns the lines of a text. */
static int count_lines(const char *text)
{
    int lines = 0;
    for (; *text; text++) {
        lines += *text == '\n';
    }
    return lines;
}

START_TEST(rows_have_the_motion)
{
    char *out = output_of(SIM RAISED "--time 0.2 --every 50");
    static const char header[] = "t,q.shoulder_pan_joint,q.shoulder_lift_joint,q.elbow_joint,q.wrist_1_joint,"
                                 "q.wrist_2_joint,q.wrist_3_joint,qd.shoulder_pan_joint,";
    ck_assert_int_eq(strncmp(out, header, strlen(header)), 0);
    ck_assert_ptr_nonnull(strstr(out, "tau.wrist_3_joint,kinetic,potential\n"));
    ck_assert_int_eq(count_lines(out), 1 + 5);
    double total = 0;
    char *row = strchr(out, '\n') + 1;
    for (int i = 0; i < 5; i++) {
        double values[21];
        for (int k = 0; k < 21; k++, row++) {
            values[k] = strtod(row, &row);
        }
        ck_assert_double_eq_tol(values[0], 0.05 * i, 1e-12);
        total = i ? total : values[19] + values[20];
        ck_assert_double_eq_tol(values[19] + values[20], total, 1e-6);
        ck_assert(i == 0 ? values[19] == 0 : values[19] > 0.1);
    }
    free(out);
}
END_TEST

START_TEST(runs_repeat_byte_for_byte)
{
    static const char *const names[] = {"semi-implicit-euler", "rk4", "variational"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *one = output_of(SIM "--q random --qd random --seed 3 --time 0.05 --integrator %s", names[i]);
        char *two = output_of(SIM "--q random --qd random --seed 3 --time 0.05 --integrator=%s", names[i]);
        ck_assert_str_eq(one, two);
        ck_assert_int_eq(count_lines(one), 52);
        free(one);
        free(two);
    }
}
END_TEST

START_TEST(laws_reach_their_targets)
{
    check_output("", SIM "--time 1.5 --control computed-torque --goal elbow_joint=60,wrist_1_joint=-30 --deg --every "
                         "1500 --fields q -o end.csv; tail -n 1 end.csv | awk -F, '$3 < 59.9 || $3 > 60.1 || $4 > "
                         "-29.9 || $2 > 0.1' ");
    check_output("", SIM RAISED "--time 1 --control hold --every 1000 --fields q.elbow_joint,qd.elbow_joint -o h.csv; "
                                "tail -n 1 h.csv | awk -F, '$1 < 0.399999 || $1 > 0.400001 || $2 > 1e-6'");
    /* a wrench displaces held joints by e = f / (M W^2) only; the law compensates gravity */
    check_output("", SIM "--time 2 --dt 0.002 --control hold --frequency 20 --damping-ratio 0.9 --wrench "
                         "tool0:0,0,0,0,0,-20 --every 1000 --fields qd -o w.csv 2> said; tail -n 1 w.csv | awk -F, "
                         "'{for (i = 1; i < 7; i++) if ($i > 0.05 || $i < -0.05) print $i}'");
    check_output("", SIM "--time 3 --dt 1e-4 --control pd --goal 0.2,0,0.3,0,0,0 --kp 300 --kd 60 --integrator "
                         "cvode-stiff --every 30000 --fields q -o p.csv 2> said || grep -q CVODE said && exit 0; tail "
                         "-n 1 p.csv | awk -F, '$1 < 0.19 || $3 < 0.29'");
}
END_TEST

/* Torques that balance gravity hold the arm; other torques move it, and are added to the torques of a control law. */
START_TEST(torques_act)
{
    check_output("", SIM RAISED
                 "--time 0.2 --every 200 --fields q,qd,tau --tau $(\"$CONDYLE\" gravity universalUR5e " RAISED
                 "--format csv | tail -n 1) -o b.csv; tail -n 1 b.csv | awk -F, "
                 "'{for (i = 7; i <= 12; i++) if ($i > 1e-9 || $i < -1e-9) print $i}'");
    check_output("tau.wrist_3_joint\n1.5\n", SIM "--time 0 --tau wrist_3_joint=1.5 --fields tau.wrist_3_joint");
    check_output("", SIM RAISED "--time 1 --control hold --tau elbow_joint=5 --every 1000 --fields q.elbow_joint,"
                                "tau.elbow_joint -o t.csv; tail -n 1 t.csv | awk -F, '$1 < 0.5 || $1 > 1'");
}
END_TEST

START_TEST(other_formats_have_the_same_numbers)
{
    char *out = output_of(SIM "--time 0.01 --dt 0.01 --format json");
    ck_assert_int_eq(count_lines(out), 2);
    ck_assert_ptr_nonnull(strstr(out, "{\"t\": 0.0, \"q\": ["));
    ck_assert_ptr_nonnull(strstr(out, "\"kinetic\": "));
    free(out);
    check_run(SIM "--time 0.01 --dt 0.001 -o motion.npy", 0, "", "");
    size_t size;
    char *bytes = get_file("motion.npy", &size);
    ck_assert_mem_eq(bytes, "\x93NUMPY", 6);
    ck_assert_uint_ge(size, 11 * 21 * 8);
    ck_assert_ptr_nonnull(strstr(bytes + 10, "(11, 21)"));
    free(bytes);
    check_run(SIM "--time 0 -o one.csv; wc -l < one.csv", 0, "2\n", "");
}
END_TEST

START_TEST(wrong_lines_are_explained)
{
    static const struct {
        const char *line, *said;
    } cases[] = {
        {"", "needs --time T"},
        {"--time -1", "--time: expected a number from 0"},
        {"--time nan", "--time"},
        {"--time 1,2", "expected one number"},
        {"--time 1 --dt 0", "--dt: expected a number above 0"},
        {"--time 1 --dt -0.1", "--dt: expected a number above 0"},
        {"--time 1e300", "expected 1e+10 at most"},
        {"--time 1 --integrator rk5", "did you mean 'rk4'"},
        {"--time 1 --control pdd --goal home", "did you mean 'pd'"},
        {"--time 1 --goal home", "--goal needs --control"},
        {"--time 1 --control pd", "needs --goal"},
        {"--time 1 --control pd --goal 1,2", "--goal has 2 values; expected 6"},
        {"--time 1 --control pd --goal elbow=1", "--goal: "},
        {"--time 1 --control pd --goal hom", "--goal: 'hom' is not"},
        {"--time 1 --control pd --goal 1,2,x,4,5,6", "--goal: "},
        {"--time 1 --tau 1,2", "--tau has 2 values; expected 6"},
        {"--time 1 --tau nan,0,0,0,0,0", "--tau"},
        {"--time 1 --every 0", "--every: expected 1 or more"},
        {"--time 1 --kp 5", "--kp needs --control pd"},
        {"--time 1 --kd 5 --control hold", "--kd needs --control pd"},
        {"--time 1 --control pd --goal home --kp -1", "--kp: the gain of joint 'shoulder_pan_joint' is -1; expected"},
        {"--time 1 --control pd --goal home --kp elbow=5", "--kp: "},
        {"--time 1 --control pd --goal home --kp 1,2", "--kp has 2 values; expected 6"},
        {"--time 1 --control pd --goal home --kd elbow_joint=-3", "--kd: the gain of joint 'elbow_joint' is -3"},
        {"--time 1 --frequency 5", "--frequency needs a control law"},
        {"--time 1 --saturate", "--saturate needs torques"},
        {"--time 1 --stops --integrator rk4", "--stops needs --integrator implicit"},
        {"--time 1 --tolerance 1e-3 --integrator rk4", "--tolerance needs --integrator implicit, cvode"},
        {"--time 1 --stops --q 0,7,0,0,0,0", "begins at 7, beyond its limit"},
        {"--time 1 --plot ''", "--plot needs the name"},
        {"--time 1 --pose 1,2,3,0,0,0", "'sim' takes no option '--pose'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char script[200];
        strcat(strcpy(script, SIM), cases[i].line);
        check_run(script, 2, "", cases[i].said);
    }
    check_run("\"$CONDYLE\" ik universalUR5e --body tool0 --target 1,2", 2, "", "expected 16");
    check_run(SIM "--time 1 --q 1e20,0,0,0,0,0", 4, "",
              "at t = 0 s: joint 'shoulder_pan_joint' is at 1e+20 rad, where numbers are 1.6e+04 apart");
    check_run(SIM "--time 0.001 --q 1e9,0,0,0,0,0 -o far.csv 2>said", 0, "", "");
}
END_TEST

/* PD control settles with the default gains, and with gains for which explicit steps of 4 ms are unstable. */
START_TEST(pd_control_needs_no_short_steps)
{
    static const char *const gains[] = {"", "--kp 100 --kd 10", "--kp 1e6 --kd 1e5", "--kp elbow_joint=1000 --kd 50",
                                        "--frequency 30 --damping-ratio 0.7"};
    for (size_t i = 0; i < sizeof gains / sizeof *gains; i++) {
        char *end = output_of(SIM "--time 4 --dt 0.004 --control pd --goal 0.2,-0.4,0.3,0,0.1,0 %s --every 1000 "
                                  "--fields q.shoulder_lift_joint,q.elbow_joint | tail -n 1 | awk -F, '$1 < -0.41 || "
                                  "$1 > -0.39 || $2 < 0.29 || $2 > 0.31'",
                              gains[i]);
        ck_assert_str_eq(end, "");
        free(end);
    }
    check_run(SIM
              "--time 1 --dt 0.004 --control pd --goal 0.2,0,0.3,0,0,0 --kp 1e6 --kd 1e3 --integrator rk4 -o none.csv",
              4, "", "lower the gains, or use the integrator 'implicit'");
}
END_TEST

/* Torques of the control law are limited to 28 N m at the wrists; joints stop at their limits of one turn each way. */
START_TEST(limits_act)
{
    check_output("28\n", SIM "--time 0 --control pd --goal home --q wrist_1_joint=1 --kp 1000 --saturate --fields "
                             "tau.wrist_1_joint 2> said | tail -n 1 | tr -d -");
    check_output("6.28319\n", SIM "--time 3 --tau wrist_3_joint=20 --saturate --stops --every 3000 --precision 6 "
                                  "--fields q.wrist_3_joint | tail -n 1");
}
END_TEST

/* trajectory, id and sim in a pipe: with the torques of id and without control, the motion follows the path. */
START_TEST(round_trips_stay_on_the_path)
{
    put_file("points.csv", "q.shoulder_pan_joint,q.shoulder_lift_joint,q.elbow_joint,q.wrist_1_joint,q.wrist_2_joint,"
                           "q.wrist_3_joint\n0.1,-1.5,1.2,0,0.3,0\n0.3,-1.3,1,0.2,0.4,0.1\n");
    check_output("",
                 "\"$CONDYLE\" trajectory universalUR5e --through points.csv --acceleration 5 --rate 1000 --profile "
                 "quintic | \"$CONDYLE\" id universalUR5e --input - | tee torques.csv | \"$CONDYLE\" fd "
                 "universalUR5e --input - > back.csv; \"$CONDYLE\" sim universalUR5e --input back.csv --fields t,q "
                 "-o there.csv; cut -d, -f 1-7 torques.csv | paste -d, - there.csv | awk -F, 'NR > 1 { for (i = 1; "
                 "i <= 7; i++) if ($i - $(i + 7) > 2e-4 || $(i + 7) - $i > 2e-4) print NR, $i, $(i + 7) }'");
    char *out = output_of("wc -l < torques.csv | tr -d ' \n'; wc -l < there.csv | tr -d ' \n'");
    ck_assert_int_eq(strlen(out) % 2, 0);
    ck_assert_int_eq(memcmp(out, out + strlen(out) / 2, strlen(out) / 2), 0);
    free(out);
    /* a single row holds for the whole motion; options for time, step, torques and state take precedence over the
     * rows */
    check_output("t,q.elbow_joint\n5,0.5\n5.001,0.5\n",
                 "printf 't,tau.elbow_joint,q.elbow_joint\\n5,0,0.5\\n' | " SIM
                 "--input - --time 0.001 --gravity 0,0,0 --fields t,q.elbow_joint");
    check_output("t,q.elbow_joint\n5,0.25\n", "printf 't,tau.elbow_joint,q.elbow_joint\\n5,0,0.5\\n' | " SIM
                                              "--input - --q elbow_joint=0.25 --fields t,q.elbow_joint");
    check_output("tau.elbow_joint\n1\n2\n3\n", "printf 't,tau.elbow_joint\\n0,0\\n1,2\\n' | " SIM
                                               "--input - --tau elbow_joint=1 --dt 0.5 --gravity 0,0,0 "
                                               "--precision 6 --fields tau.elbow_joint");
}
END_TEST

START_TEST(faulty_torque_rows_are_explained)
{
    static const struct {
        const char *rows, *options;
        int code;
        const char *said;
    } cases[] = {
        {"t,tau.elbow_joint\n", "", 1, "the input has no rows"},
        {"t,q.elbow_joint\n0,1\n", "", 1, "columns that are needed"},
        {"t,tau.elbow_joint\n0,1\n0,2\n", "", 1, ":3: error: t = 0 s is not after"},
        {"t,tau.elbow_joint\n0,1\n0.5,x\n", "", 1, ":3: error"},
        {"t,tau.elbow_joint\n0,1\n0.001,x\n0.002,1\n", "--keep-going", 0, "1 row skipped"},
        {"t,tau.elbow_joint\n0,1\n0.001,0\n0.001,1\n0.002,1\n", "--keep-going", 0, "1 row skipped"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        put_file("rows.csv", cases[i].rows);
        char script[300];
        sprintf(script, SIM "--input rows.csv %s > out; code=$?; exit $code", cases[i].options);
        check_run(script, cases[i].code, "", cases[i].said);
    }
    check_run(SIM "--input nowhere.csv", 3, "", "nowhere.csv");
}
END_TEST

/* A diverging motion fails with the time of the failure, and leaves no file. */
START_TEST(a_motion_beyond_bounds_leaves_nothing)
{
    check_run(SIM "--time 1e4 --dt 100 --qd 1e150,0,0,0,0,0 -o out.csv; code=$?; test ! -e out.csv && exit $code", 4,
              "", "t = ");
    check_run(SIM "--time 0.01 -o there.csv && " SIM "--time 0.01 -o there.csv", 3, "", "exists already");
    check_run(SIM "--time 0.0105 --every 100 -o cut.csv", 0, "", "the motion ends at 0.01 s");
}
END_TEST

START_TEST(pictures_need_gnuplot)
{
    check_run("PATH= " SIM "--time 0.01 --plot none.svg; code=$?; test ! -e none.svg && exit $code", 3, "",
              "needs gnuplot, which is not in the PATH");
}
END_TEST

START_TEST(pictures_are_drawn)
{
    check_run(SIM RAISED "--time 0.1 --control hold --plot a.svg && " SIM RAISED
                         "--time 0.1 --control hold --plot b.svg -o b.csv && cmp a.svg b.svg && wc -l < b.csv",
              0, "102\n", "");
    char *picture = get_file("a.svg", NULL);
    static const char *const pieces[] = {"<svg",  "Time (s)",  "Angle (rad)", "Torque (N m)",       "Energy (J)",
                                         "total", "potential", "elbow_joint", "rgb(  0, 114, 178)", "</svg>"};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        ck_assert_msg(strstr(picture, pieces[i]) != NULL, "no %s", pieces[i]);
    }
    free(picture);
    check_run(SIM "--time 0.1 --plot a.svg", 3, "", "exists already");
    check_run(SIM "--time 0.1 --plot a.svg --force", 0, "", "");
    check_run(SIM "--time 0.01 --plot d.svg -o ./d.svg; code=$?; test ! -e d.svg && exit $code", 2, "",
              "name the same file");
    check_run(SIM "--time 0.01 --plot a.svg -o ../${PWD##*/}/a.svg --force", 2, "", "name the same file");
    check_run(SIM "--time 0.01 --plot /dev/full", 3, "", "No space left");
    check_run("mkdir bin; printf '#!/bin/sh\\n' > bin/gnuplot; chmod +x bin/gnuplot; PATH=$PWD/bin:$PATH " SIM
              "--time 0.01 --plot c.svg; code=$?; test ! -e c.svg && exit $code",
              3, "", "gnuplot draws nothing");
    check_run("printf '#!/bin/sh\\nexit 7\\n' > bin/gnuplot; PATH=$PWD/bin:$PATH " SIM "--time 0.01 --plot c.svg", 3,
              "", "gnuplot fails with exit code 7 and says nothing");
    check_run("rm -r bin", 0, "", "");
}
END_TEST

/* The motion and the picture end with the rows of --input. Of 4501 points every second point is drawn, so that the
 * times of successive points differ by two steps. */
START_TEST(pictures_end_with_their_input)
{
    check_run("(echo t,tau.elbow_joint; seq -f %g,3 0 0.001 0.2) > t.csv; " SIM RAISED
              "--input t.csv --time 0.2 --plot a.svg && " SIM RAISED "--input t.csv --plot b.svg && cmp a.svg b.svg && "
              "grep -c 'Torque (N m)' b.svg",
              0, "1\n", "");
    check_run("mkdir bin; printf '#!/bin/sh\\nexec grep \"^[0-9]\"\\n' > bin/gnuplot; chmod +x bin/gnuplot; "
              "(echo t,tau.elbow_joint; seq -f %g,3 0 0.001 4.5) > t.csv; PATH=$PWD/bin:$PATH " SIM RAISED
              "--input t.csv --plot c.svg; awk '{ n++; if (n > 1 && ($1 - t - 0.002) ^ 2 > 1e-16) print; t = $1 } "
              "END { print n, t }' c.svg; rm -r bin",
              0, "2251 4.5\n", "");
}
END_TEST

/* The panel of angles has the first columns of the motion, named as the joints; that of energies the last. */
START_TEST(panels_have_lines_of_their_own)
{
    put_file("gnuplot", "#!/bin/sh\nsed -n \"s/^set label 1 '\\([A-Z][a-z]*\\).*/\\1/p; "
                        "s/.*using 1:\\([0-9]*\\) .* title '\\(.[a-z]*\\).*/\\1 \\2/p\"\n");
    check_run("mkdir bin; chmod +x gnuplot; mv gnuplot bin; PATH=$PWD/bin:$PATH " SIM
              "--time 0.01 --plot c.svg; rm -r bin; tr '\\n' ' ' < c.svg",
              0, "Angle 2 shoulder 3 shoulder 4 elbow 5 wrist 6 wrist 7 wrist Energy 14 kinetic 15 potential 16 total ",
              "");
}
END_TEST

START_TEST(examples_run)
{
    check_run("\"$EXAMPLE_FALLING_ARM\" 0.5 > said && grep -c 'energy off by' said > lines && test $(cat lines) -ge 3",
              0, "", "");
    check_run("\"$EXAMPLE_CONTROL_LOOP\" | awk '$4 > 1e-4 { print }'", 0, "", "");
    char *out = output_of("\"$EXAMPLE_FALLING_ARM\" 0.5 | awk '/Runge/ { print $6 < 1e-5 ? \"kept\" : $0 }'");
    ck_assert_str_eq(out, "kept\n");
    free(out);
}
END_TEST

/* A force of 4 N on a slider of 2 kg: at rest at first, after a second it has gone 1 m and has 4 J. */
START_TEST(wrenches_act)
{
    put_file("slider.urdf",
             "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='2'/><inertia ixx='.02' iyy='.02' "
             "izz='.02' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' type='prismatic'><parent link='a'/>"
             "<child link='b'/><limit lower='-9' upper='9' effort='9' velocity='9'/></joint></robot>");
    check_run("\"$CONDYLE\" sim slider.urdf --time 1 --gravity 0,0,0 --wrench b@body:0,0,0,4,0,0 | tail -n 1 | "
              "awk -F, '{printf \"%g %.6f %.6f %g %.6f\\n\", $1, $2, $3, $4, $5}'",
              0, "1 1.000000 2.000000 0 4.000000\n", "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("command_sim");
    TCase *tests = tcase_create("sim");
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    tcase_add_test(tests, rows_have_the_motion);
    tcase_add_test(tests, runs_repeat_byte_for_byte);
    tcase_add_test(tests, laws_reach_their_targets);
    tcase_add_test(tests, torques_act);
    tcase_add_test(tests, wrenches_act);
    tcase_add_test(tests, other_formats_have_the_same_numbers);
    tcase_add_test(tests, wrong_lines_are_explained);
    tcase_add_test(tests, pd_control_needs_no_short_steps);
    tcase_add_test(tests, limits_act);
    tcase_add_test(tests, round_trips_stay_on_the_path);
    tcase_add_test(tests, faulty_torque_rows_are_explained);
    tcase_add_test(tests, a_motion_beyond_bounds_leaves_nothing);
    tcase_add_test(tests, pictures_need_gnuplot);
    tcase_add_test(tests, panels_have_lines_of_their_own);
    add_or_skip(tests, pictures_are_drawn, 0, 1, have_program("gnuplot") ? NULL : "gnuplot is not installed");
    add_or_skip(tests, pictures_end_with_their_input, 0, 1,
                have_program("gnuplot") ? NULL : "gnuplot is not installed");
    tcase_add_test(tests, examples_run);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
