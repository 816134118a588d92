/* Motion of bodies, Jacobians, the Coriolis matrix and the regressor on the command line: closed forms of two links,
 * and the numbers of the library in every format, single and in rows. */
#include "support/compare.h"
#include "support/folder.h"
#include "support/json_numbers.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 6 };

static const double q[N] = {0.1, -1.2, 1.3, 0.4, 0.5, 0.6}, qd[N] = {1, 2, -1, 0.5, 3, -2},
                    qdd[N] = {3, -2, 1, 2, 0.5, 0.1};
#define STATE  "--q 0.1,-1.2,1.3,0.4,0.5,0.6 --qd 1,2,-1,0.5,3,-2 "
#define MOTION STATE "--qdd 3,-2,1,2,0.5,0.1 "
#define ROW    "printf '{\"q\": [0.1,-1.2,1.3,0.4,0.5,0.6], \"qd\": [1,2,-1,0.5,3,-2], \"qdd\": [3,-2,1,2,0.5,0.1]}\\n' | "

/* Two links of 1 m in the plane x y, each with a mass at its end. */
static const char arm[] =
    "<robot name='arm'><link name='base'/>"
    "<link name='upper'><inertial><origin xyz='1 0 0'/><mass value='2'/>"
    "<inertia ixx='0' iyy='0' izz='0' ixy='0' ixz='0' iyz='0'/></inertial></link>"
    "<link name='lower'><inertial><origin xyz='1 0 0'/><mass value='3'/>"
    "<inertia ixx='0' iyy='0' izz='0' ixy='0' ixz='0' iyz='0'/></inertial></link><link name='tip'/>"
    "<joint name='a' type='continuous'><parent link='base'/><child link='upper'/><axis xyz='0 0 1'/></joint>"
    "<joint name='b' type='continuous'><parent link='upper'/><child link='lower'/><origin xyz='1 0 0'/>"
    "<axis xyz='0 0 1'/></joint>"
    "<joint name='c' type='fixed'><parent link='lower'/><child link='tip'/><origin xyz='1 0 0'/></joint></robot>";

static void set_up(void)
{
    open_folder();
    put_file("arm.urdf", arm);
}

START_TEST(motions_of_two_links)
{
    /* q = (0, 90 deg), qd = (1, 0): the tip at (1, 1) turns about the origin with 1 rad/s. */
    json_t *x =
        parse_json(output_of("\"$CONDYLE\" velocity arm.urdf --body tip --q 0,90 --qd 57.29577951308232,0 --deg "
                             "--format json"));
    check_numbers(x, "velocity", (const double[]){0, 0, 1, -1, 1, 0}, 6, 1e-15);
    ck_assert_str_eq(json_string_value(json_object_get(x, "in")), "base");
    json_decref(x);
    x = parse_json(output_of("\"$CONDYLE\" acceleration arm.urdf --body tip --q 0,90 --deg --qd 57.29577951308232,0 "
                             "--format json"));
    check_numbers(x, "acceleration", (const double[]){0, 0, 0, -1, -1, 0}, 6, 1e-15);
    json_decref(x);
    x = parse_json(output_of("\"$CONDYLE\" velocity arm.urdf --body tip --in body --q 0,1.5707963267948966 --qd 1,0 "
                             "--format json"));
    check_numbers(x, "velocity", (const double[]){0, 0, 1, 1, 1, 0}, 6, 1e-15);
    json_decref(x);
    x = parse_json(output_of("\"$CONDYLE\" transform arm.urdf --all --q 0,90 --deg --format json"));
    check_numbers(x, "pose", (const double[]){0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 90, 1, 1, 0, 0, 0, 90},
                  24, 1e-13);
    json_decref(x);
    check_output("body,x,y,z,roll[deg],pitch[deg],yaw[deg]\nbase,-2,0,0,0,0,0\nupper,-2,0,0,0,0,0\n"
                 "lower,-1,0,0,0,0,0\ntip,0,0,0,0,0,0\n",
                 "\"$CONDYLE\" transform arm.urdf --all --to tip --deg --format csv | sed 's/-0,/0,/g; s/-0$/0/'");
}
END_TEST

START_TEST(one_body_has_the_librarys_motion)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    const int tool = cdy_model_find_frame(r.model, "tool0");
    for (int body = 0; body < 2; body++) {
        double v[6], a[6];
        const cdy_axes axes = body ? CDY_AXES_BODY : CDY_AXES_BASE;
        ck_assert_ok(cdy_frame_velocity(r.model, r.work, tool, axes, q, qd, v, &error), error);
        ck_assert_ok(cdy_frame_acceleration(r.model, r.work, tool, axes, q, qd, qdd, a, &error), error);
        const char *in = body ? "body" : "base";
        json_t *x = parse_json(
            output_of("\"$CONDYLE\" velocity universalUR5e --body tool0 --in %s " STATE "--format json", in));
        check_numbers(x, "velocity", v, 6, 1e-14);
        json_decref(x);
        x = parse_json(
            output_of("\"$CONDYLE\" acceleration universalUR5e --body tool0 --in %s " MOTION "--format json", in));
        check_numbers(x, "acceleration", a, 6, 1e-13);
        json_decref(x);
        x = parse_json(
            output_of(ROW "\"$CONDYLE\" acceleration universalUR5e --body tool0 --in %s --input - --input-format "
                          "json --format json",
                      in));
        check_numbers(x, "acceleration", a, 6, 1e-12);
        json_decref(x);
    }
    free_robot(&r);
}
END_TEST

START_TEST(all_bodies_have_the_librarys_motions)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    const size_t count = (size_t)cdy_model_frame_count(r.model);
    double v[256], a[256], poses[256];
    for (size_t i = 0; i < count; i++) {
        double T[16];
        cdy_placement p;
        ck_assert_ok(cdy_frame_velocity(r.model, r.work, (int)i, CDY_AXES_BASE, q, qd, v + 6 * i, &error), error);
        ck_assert_ok(cdy_frame_acceleration(r.model, r.work, (int)i, CDY_AXES_BASE, q, qd, qdd, a + 6 * i, &error),
                     error);
        ck_assert_ok(cdy_get_transform(r.model, r.work, (int)i, 0, q, T, &error), error);
        ck_assert_ok(cdy_placement_from_matrix(T, &p, &error), error);
        memcpy(poses + 6 * i, p.xyz, sizeof p.xyz);
        memcpy(poses + 6 * i + 3, p.rpy, sizeof p.rpy);
    }
    json_t *x = parse_json(output_of("\"$CONDYLE\" velocity universalUR5e --all " STATE "--format json"));
    check_numbers(x, "velocities", v, 6 * count, 1e-14);
    ck_assert_uint_eq(json_array_size(json_object_get(x, "bodies")), count);
    json_decref(x);
    x = parse_json(
        output_of(ROW "\"$CONDYLE\" acceleration universalUR5e --all --input - --input-format json --format json"));
    check_numbers(x, "accelerations", a, 6 * count, 1e-12);
    json_decref(x);
    x = parse_json(output_of("\"$CONDYLE\" transform universalUR5e --all "
                             "--q 0.1,-1.2,1.3,0.4,0.5,0.6 --format json"));
    check_numbers(x, "pose", poses, 6 * count, 1e-14);
    json_decref(x);
    check_output("velocities.tool0.vx,velocities.base_link.wz\n0,0\n",
                 "printf 'q.elbow_joint\\n0\\n' | \"$CONDYLE\" velocity universalUR5e --all --input - --fields "
                 "velocities.tool0.vx,velocities.base_link.wz");
    check_output("body,wx,wy,wz,vx,vy,vz\nbase_link,0,0,0,0,0,0\n",
                 "\"$CONDYLE\" velocity universalUR5e --all --format csv | head -n 2");
    free_robot(&r);
}
END_TEST

START_TEST(tables_name_bodies_and_units)
{
    char *text = output_of("\"$CONDYLE\" acceleration universalUR5e --all --in body");
    ck_assert_ptr_nonnull(strstr(text, "  axes     of the body\n"));
    ck_assert_ptr_nonnull(
        strstr(text, "accelerations of the bodies: alpha in rad/s2, a of the frame's origin in m/s2"));
    ck_assert_ptr_nonnull(strstr(text, "\n  wrist_3_link "));
    free(text);
    text = output_of("\"$CONDYLE\" velocity universalUR5e --body tool0 --qd 1,0,0,0,0,0");
    ck_assert_ptr_nonnull(strstr(text, " rad/s\n"));
    ck_assert_ptr_nonnull(strstr(text, " m/s\n"));
    free(text);
    text = output_of("\"$CONDYLE\" jacobian omronEcobra600 --body link4");
    ck_assert_ptr_nonnull(strstr(text, "rad/s (rows w) and m/s (rows v) for a joint at 1 rad/s or 1 m/s"));
    free(text);
    text = output_of("\"$CONDYLE\" com universalUR5e --jacobian");
    ck_assert_ptr_nonnull(strstr(text,
                                 "J of the center of mass, columns in the order of the joints: m/s for a joint at "
                                 "1 rad/s\n"));
    free(text);
    check_run(
        "\"$CONDYLE\" mass universalUR5e | grep -c gravity; \"$CONDYLE\" coriolis universalUR5e | grep -c gravity; "
        "\"$CONDYLE\" coriolis universalUR5e --format json | grep -c '\"gravity\"'",
        1, "0\n0\n0\n", "");
}
END_TEST

START_TEST(the_coriolis_matrix_is_the_librarys)
{
    cdy_error error = {0};
    double C[N * N];
    robot r = load_bundled_robot("universalUR5e");
    ck_assert_ok(cdy_coriolis_matrix(r.model, r.work, q, qd, C, &error), error);
    json_t *x = parse_json(output_of("\"$CONDYLE\" coriolis universalUR5e --matrix " STATE "--format json"));
    check_numbers(x, "C", C, (size_t)N * N, 1e-14);
    ck_assert_ptr_null(json_object_get(x, "tau"));
    json_decref(x);
    x = parse_json(
        output_of(ROW "\"$CONDYLE\" coriolis universalUR5e --matrix --input - --input-format json --format json"));
    check_numbers(x, "C", C, (size_t)N * N, 1e-12);
    json_decref(x);
    /* h = m2 l1 l2 sin(q2) = 3 at q2 = 90 deg, qd = (1, 2): C qd = (-h (2 qd1 qd2 + qd2^2), h qd1^2) */
    check_output("-24\n3\n", "\"$CONDYLE\" coriolis arm.urdf --q 0,1.5707963267948966 --qd 1,2 --matrix --format csv "
                             "--precision 12 | awk -F, 'NR > 1 {print $2 * 1 + $3 * 2}'");
    check_output("joint,a,b\n", "\"$CONDYLE\" coriolis arm.urdf --matrix --format csv | head -n 1");
    free_robot(&r);
}
END_TEST

START_TEST(the_regressor_gives_the_torques)
{
    cdy_error error = {0};
    double Y[N * 78], pi[60], tau[N];
    robot r = load_bundled_robot("universalUR5e");
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, qd, qdd, NULL, tau, &error), error);
    ck_assert_ok(cdy_inertial_parameters(r.model, pi, &error), error);
    json_t *x = parse_json(output_of("\"$CONDYLE\" regressor universalUR5e " MOTION "--format json"));
    read_numbers(x, "Y", Y, (size_t)N * 60);
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int k = 0; k < 60; k++) {
            sum += Y[60 * i + k] * pi[k];
        }
        ck_assert_double_eq_tol(sum, tau[i], 1e-12);
    }
    const json_t *names = json_object_get(x, "parameters");
    ck_assert_str_eq(json_string_value(json_array_get(names, 0)), "shoulder_link.m");
    json_decref(x);
    cdy_regressor_options columns = {.damping = true, .coulomb = true, .rotor_inertia = true, .friction_width = 0.1};
    ck_assert_ok(cdy_regressor(r.model, r.work, q, qd, qdd, &columns, Y, &error), error);
    x = parse_json(output_of(ROW
                             "\"$CONDYLE\" regressor universalUR5e --friction --friction-width 0.1 --rotors --input - "
                             "--input-format json --format json"));
    check_numbers(x, "Y", Y, (size_t)N * 78, 1e-11);
    json_decref(x);
    check_output("damping.elbow_joint\n", "\"$CONDYLE\" regressor universalUR5e --friction --format csv | head -n 1 | "
                                          "tr , '\\n' | grep damping.elbow");
    check_output("  12  upper_arm_link.hx ",
                 "\"$CONDYLE\" regressor universalUR5e | grep upper_arm_link.hx | cut -c 1-24 | "
                 "tr -d '\\n'");
    free_robot(&r);
}
END_TEST

START_TEST(manipulability_is_the_librarys)
{
    cdy_error error = {0};
    cdy_manipulability_measures m;
    robot r = load_bundled_robot("universalUR5e");
    const int tool = cdy_model_find_frame(r.model, "tool0");
    ck_assert_ok(cdy_manipulability(r.model, r.work, tool, CDY_AXES_BASE, CDY_ROWS_LINEAR, q, &m, &error), error);
    json_t *x =
        parse_json(output_of(ROW "\"$CONDYLE\" manipulability universalUR5e --body tool0 --components linear --input - "
                                 "--input-format json --format json"));
    check_numbers(x, "manipulability", &m.measure, 1, 1e-14);
    check_numbers(x, "condition", &m.condition, 1, 1e-11);
    check_numbers(x, "singular_values", m.singular_values, 3, 1e-14);
    json_decref(x);
    /* at a right angle the links of 1 m have J = [-1 -1; 1 0], with det(J J^T) = 1 and s1^2 + s2^2 = 3 */
    check_output(
        "manipulability,singular_values[0],singular_values[1],condition\n1,1.618034,0.618034,2.618034\n",
        "\"$CONDYLE\" manipulability arm.urdf --body tip --components vx,vy --q 0,1.5707963267948966 --format csv "
        "--precision 7");
    check_output("0,\n",
                 "\"$CONDYLE\" manipulability arm.urdf --body tip --components vx,vy --fields manipulability,condition "
                 "--format csv | tail -n 1");
    check_run("\"$CONDYLE\" manipulability arm.urdf --body tip | tail -n 1", 0, "  condition        infinite\n", "");
    check_run("\"$CONDYLE\" manipulability arm.urdf --body tip --components vx,vr", 2, "", "--components");
    free_robot(&r);
}
END_TEST

/* Velocities up to 2 rad/s, accelerations without limits, efforts up to 3 N m; the second joint has no limits. */
static const char limited[] =
    "<robot name='r'><link name='w'/><link name='a'/><link name='b'/>"
    "<joint name='x' type='revolute'><parent link='w'/><child link='a'/><axis xyz='0 0 1'/>"
    "<limit lower='-1' upper='1' velocity='2' effort='3'/></joint>"
    "<joint name='y' type='continuous'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/></joint></robot>";

START_TEST(random_states_keep_the_limits)
{
    put_file("limited.urdf", limited);
    /* columns: q.x q.y qd.x qd.y qdd.x qdd.y tau.x tau.y; largest magnitudes of 2000 rows */
    check_output(
        "2.0 1.0 1.0 1.0 3.0 1.0\n",
        "\"$CONDYLE\" random limited.urdf -n 2000 --with all > r.csv; awk -F, 'NR > 1 {for (i = 3; i <= 8; i++) "
        "{v = $i < 0 ? -$i : $i; m[i] = v > m[i] ? v : m[i]}} END {for (i = 3; i <= 8; i++) {if (m[i] > (i == 3 ? 2 "
        ": i == 7 ? 3 : 1)) print \"beyond\"; printf \"%.1f%s\", m[i], i < 8 ? \" \" : \"\\n\"}}' r.csv");
    check_output("q.x,q.y,qd.x,qd.y,qdd.x,qdd.y,tau.x,tau.y\n", "head -n 1 r.csv");
    check_output("1.0 1\n",
                 "\"$CONDYLE\" random limited.urdf -n 2000 --with qd --scale 0.5 | awk -F, 'NR > 1 {v = $3 < 0 ? "
                 "-$3 : $3; m = v > m ? v : m} END {printf \"%.1f %d\\n\", m, m <= 1}'");
    check_output("", "\"$CONDYLE\" random limited.urdf -n 20 > q.csv; cut -d, -f 1,2 r.csv | head -n 21 | cmp - q.csv");
    check_output("", "\"$CONDYLE\" random limited.urdf -n 2000 --with tau,qd,qdd | cmp - r.csv");
    check_run("\"$CONDYLE\" random limited.urdf --scale 2", 2, "", "--scale needs --with");
    check_run("\"$CONDYLE\" random limited.urdf --with q", 2, "", "--with");
    check_run("\"$CONDYLE\" compile limited.urdf -o limited.cdy; \"$CONDYLE\" random limited.cdy -n 40 --with all | "
              "\"$CONDYLE\" id limited.urdf --input - | wc -l | tr -d ' '",
              0, "41\n", "no link that moves has a mass");
}
END_TEST

START_TEST(wrong_options_are_refused)
{
    static const char *const names[] = {"velocity", "acceleration", "transform"};
    for (int i = 0; i < 3; i++) {
        char line[128];
        snprintf(line, sizeof line, "\"$CONDYLE\" %s universalUR5e --all --body tool0", names[i]);
        check_run(line, 2, "", "--body and --all exclude each other");
        snprintf(line, sizeof line, "\"$CONDYLE\" %s universalUR5e", names[i]);
        check_run(line, 2, "", "needs --body NAME");
        snprintf(line, sizeof line, "\"$CONDYLE\" %s universalUR5e --body tool", names[i]);
        check_run(line, 2, "", "did you mean 'tool0'?");
    }
    check_run("\"$CONDYLE\" manipulability universalUR5e", 2, "", "needs --body NAME");
    check_run("\"$CONDYLE\" regressor universalUR5e --friction-width 1", 2, "", "--friction-width needs --friction");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("command frames");
    TCase *tests = tcase_create("command frames");
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_add_test(tests, motions_of_two_links);
    tcase_add_test(tests, one_body_has_the_librarys_motion);
    tcase_add_test(tests, all_bodies_have_the_librarys_motions);
    tcase_add_test(tests, tables_name_bodies_and_units);
    tcase_add_test(tests, the_coriolis_matrix_is_the_librarys);
    tcase_add_test(tests, the_regressor_gives_the_torques);
    tcase_add_test(tests, manipulability_is_the_librarys);
    tcase_add_test(tests, random_states_keep_the_limits);
    tcase_add_test(tests, wrong_options_are_refused);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
