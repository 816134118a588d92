/* Manipulability: the closed form of a two-link arm, singular poses, the determinant, and refused arguments. */
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/manipulability.h>
#include <float.h>
#include <math.h>

/* Two links of 0.7 m and 0.4 m that turn about z, and a tool at the end. */
static robot two_links(void)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("upper", "a", CDY_JOINT_REVOLUTE);
    add_body(tree, &body, "base");
    body = make_body("lower", "b", CDY_JOINT_REVOLUTE);
    body.joint.origin.xyz[0] = 0.7;
    add_body(tree, &body, "upper");
    body = make_body("tool", "c", CDY_JOINT_FIXED);
    body.joint.origin.xyz[0] = 0.4;
    add_body(tree, &body, "lower");
    return make_robot(tree);
}

START_TEST(two_links_have_a_closed_form)
{
    cdy_error error = {0};
    robot r = two_links();
    const int tool = cdy_model_find_frame(r.model, "tool");
    for (double angle = -3.05; angle < 3.1; angle += 0.25) {
        const double q[2] = {0.3, angle}, x = 0.7 * 0.7 + 2 * (0.4 * 0.4 + 0.7 * 0.4 * cos(angle)); /* |J|^2 */
        cdy_manipulability_measures m;
        ck_assert_ok(cdy_manipulability(r.model, r.work, tool, CDY_AXES_BASE, CDY_ROW_VX | CDY_ROW_VY, q, &m, &error),
                     error);
        const double w = fabs(0.7 * 0.4 * sin(angle)), *s = m.singular_values;
        ck_assert_int_eq(m.count, 2);
        ck_assert_double_eq_tol(m.measure, w, 1e-14);
        ck_assert_double_eq_tol(s[0] * s[0] + s[1] * s[1], x, 1e-14);
        ck_assert_double_eq_tol(s[0] * s[1], w, 1e-14);
        ck_assert_double_ge(s[0], s[1]);
        ck_assert_double_eq_tol(m.condition * s[1], s[0], 1e-12);
        ck_assert(s[2] == 0 && s[5] == 0);
    }
    free_robot(&r);
}
END_TEST

START_TEST(a_stretched_arm_is_singular)
{
    cdy_error error = {0};
    robot r = two_links();
    cdy_manipulability_measures m;
    const int tool = cdy_model_find_frame(r.model, "tool");
    ck_assert_ok(cdy_manipulability(r.model, r.work, tool, CDY_AXES_BODY, CDY_ROWS_LINEAR, NULL, &m, &error), error);
    ck_assert_int_eq(m.count, 3);
    ck_assert_double_eq_tol(m.singular_values[0], hypot(1.1, 0.4), 1e-14);
    ck_assert(m.singular_values[1] == 0 && m.measure == 0 && isinf(m.condition));
    ck_assert_ok(cdy_manipulability(r.model, r.work, 0, CDY_AXES_BODY, CDY_ROWS_ALL, NULL, &m, &error), error);
    ck_assert(m.singular_values[0] == 0 && m.measure == 0 && isinf(m.condition)); /* the base does not move */
    free_robot(&r);
}
END_TEST

/* The determinant of J (6 x 6) by elimination with row exchanges. */
static double determinant(double J[36])
{
    double product = 1;
    for (int k = 0; k < 6; k++) {
        int best = k;
        for (int i = k; i < 6; i++) {
            best = fabs(J[6 * i + k]) > fabs(J[6 * best + k]) ? i : best;
        }
        for (int j = 0; j < 6; j++) {
            const double swapped = J[6 * k + j];
            J[6 * k + j] = J[6 * best + j];
            J[6 * best + j] = swapped;
        }
        product *= J[6 * k + k];
        for (int i = k + 1; i < 6; i++) {
            const double factor = J[6 * i + k] / J[6 * k + k];
            for (int j = k; j < 6; j++) {
                J[6 * i + j] -= factor * J[6 * k + j];
            }
        }
    }
    return fabs(product);
}

START_TEST(six_joints_have_the_determinant)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    const int tool = cdy_model_find_frame(r.model, "tool0");
    uint64_t seed = 5;
    for (int i = 0; i < 50; i++) {
        double q[6], J[36];
        cdy_manipulability_measures in_base, in_body;
        cdy_random_configuration(r.model, &seed, q);
        ck_assert_ok(cdy_manipulability(r.model, r.work, tool, CDY_AXES_BASE, CDY_ROWS_ALL, q, &in_base, &error),
                     error);
        ck_assert_ok(cdy_manipulability(r.model, r.work, tool, CDY_AXES_BODY, CDY_ROWS_ALL, q, &in_body, &error),
                     error);
        ck_assert_ok(cdy_geometric_jacobian(r.model, r.work, tool, CDY_AXES_BASE, q, J, &error), error);
        double squares = 0, sum = 0;
        for (int k = 0; k < 36; k++) {
            squares += J[k] * J[k];
        }
        for (int k = 0; k < 6; k++) {
            sum += in_base.singular_values[k] * in_base.singular_values[k];
        }
        ck_assert_double_eq_tol(sum, squares, 1e-13 * squares);
        ck_assert_double_eq_tol(in_base.measure, determinant(J), 1e-13);
        ck_assert_near(in_base.singular_values, in_body.singular_values, 6, 1e-13);
    }
    free_robot(&r);
}
END_TEST

/* Two hinges whose velocities of the tool are perpendicular, by levers of `large` and `small`: singular values below
 * 8 epsilons of the largest, for two degrees of freedom, are rounding errors. */
START_TEST(small_singular_values_are_none)
{
    static const double sizes[] = {1024, 0x1p-10};
    for (int i = 0; i < 4; i++) {
        cdy_error error = {0};
        const double large = sizes[i / 2], small = large * 8 * DBL_EPSILON * (i % 2 ? 1.1 : 0.9);
        cdy_tree *tree = make_tree("base", 9.81);
        cdy_body body = make_body("a", "a", CDY_JOINT_CONTINUOUS);
        add_body(tree, &body, "base");
        body = make_body("b", "b", CDY_JOINT_CONTINUOUS);
        set_origin(&body, -small, large, 0, 0, 0, 0);
        add_body(tree, &body, "a");
        body = make_body("tool", "c", CDY_JOINT_FIXED);
        set_origin(&body, small, 0, 0, 0, 0, 0);
        add_body(tree, &body, "b");
        robot r = make_robot(tree);
        cdy_manipulability_measures m;
        ck_assert_ok(cdy_manipulability(r.model, r.work, cdy_model_find_frame(r.model, "tool"), CDY_AXES_BASE,
                                        CDY_ROW_VX | CDY_ROW_VY, NULL, &m, &error),
                     error);
        ck_assert_double_eq_tol(m.singular_values[0] / large, 1, 1e-12);
        ck_assert_int_eq(m.singular_values[1] > 0, i % 2);
        ck_assert_int_eq(m.measure > 0, i % 2);
        ck_assert_int_eq(isinf(m.condition) != 0, !(i % 2));
        free_robot(&r);
    }
}
END_TEST

/* The squares of the Jacobian's elements are beyond doubles; the singular values are not. */
START_TEST(levers_of_any_length_are_measured)
{
    static const double levers[] = {1e200, 1e-200};
    for (int i = 0; i < 4; i++) {
        cdy_error error = {0};
        const double lever = levers[i / 2];
        cdy_tree *tree = make_tree("base", 9.81);
        cdy_body body = make_body("a", "a", CDY_JOINT_CONTINUOUS);
        add_body(tree, &body, "base");
        body = make_body("tool", "c", CDY_JOINT_FIXED);
        set_origin(&body, 0.8 * lever, -0.6 * lever, 0, 0, 0, 0);
        add_body(tree, &body, "a");
        robot r = make_robot(tree);
        cdy_manipulability_measures m;
        ck_assert_ok(
            cdy_manipulability(r.model, r.work, 2, CDY_AXES_BASE, i % 2 ? CDY_ROW_VX : CDY_ROW_VY, NULL, &m, &error),
            error);
        ck_assert_double_eq_tol(m.singular_values[0] / lever, i % 2 ? 0.6 : 0.8, 1e-14);
        ck_assert_double_eq_tol(m.measure / lever, i % 2 ? 0.6 : 0.8, 1e-14);
        free_robot(&r);
    }
}
END_TEST

START_TEST(wrong_arguments_are_refused)
{
    cdy_error error = {0};
    robot r = two_links();
    cdy_manipulability_measures m = {.count = 7};
    const double q[2] = {(double)NAN, 0};
    ck_assert_fails(cdy_manipulability(r.model, r.work, 1, CDY_AXES_BASE, 0, NULL, &m, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_manipulability(r.model, r.work, 1, CDY_AXES_BASE, 64, NULL, &m, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_manipulability(r.model, r.work, 9, CDY_AXES_BASE, 1, NULL, &m, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_manipulability(r.model, r.work, 1, CDY_AXES_BASE, 1, q, &m, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_manipulability(r.model, r.work, 1, CDY_AXES_BASE, 1, NULL, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_manipulability(r.model, NULL, 1, CDY_AXES_BASE, 1, NULL, &m, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_int_eq(m.count, 7);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("manipulability");
    TCase *tests = tcase_create("manipulability");
    tcase_add_test(tests, two_links_have_a_closed_form);
    tcase_add_test(tests, a_stretched_arm_is_singular);
    tcase_add_test(tests, six_joints_have_the_determinant);
    tcase_add_test(tests, small_singular_values_are_none);
    tcase_add_test(tests, levers_of_any_length_are_measured);
    tcase_add_test(tests, wrong_arguments_are_refused);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
