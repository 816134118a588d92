/* The documented numbers, through the library: bundled robots, external forces, showdetails. */
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"
#include "support/ur5e_details.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void push(robot *r, const char *frame, const double wrench[6], const double *q, double *fext)
{
    cdy_error error = {0};
    ck_assert_ok(cdy_external_force(r->model, r->work, cdy_model_find_frame(r->model, frame), wrench, q, fext, &error),
                 error);
}

START_TEST(ur5e_torques_against_two_wrenches)
{
    const double printed[6] = {-0.0233, -52.4189, -14.4896, -0.0100, 0.0100, -0.0000};
    const double exact[6] = {-0.0232900000, -52.4189187088, -14.4895837588, -0.0099700000, 0.0099600000, 0};
    const double wrench[6] = {0, 0, 0, 0.1, 0, 0};
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    double q[6], fext[36] = {0}, tau[6];
    ck_assert_int_eq(r.nv, 6);
    cdy_home_configuration(r.model, q);
    push(&r, "shoulder_link", wrench, NULL, fext);
    push(&r, "tool0", wrench, q, fext);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, NULL, NULL, fext, tau, &error), error);
    ck_assert_near(tau, exact, 6, 1e-9);
    ck_assert_near(tau, printed, 6, 5.1e-5);
    free_robot(&r);
}
END_TEST

START_TEST(iiwa_accelerations_under_a_wrench)
{
    const double printed[7] = {-0.0023, -0.0112, 0.0036, -0.0212, 0.0067, -0.0075, 499.9920};
    const double exact[7] = {-0.0022851610, -0.0112174753, 0.0035686983,  -0.0212419297,
                             0.0066806152,  -0.0075112188, 499.9920358474};
    const double wrench[6] = {0, 0, 0.5, 0, 0, 0.3};
    cdy_error error = {0};
    robot r = load_bundled_robot("kukaIiwa14");
    double q[7], fext[42] = {0}, qdd[7];
    ck_assert_int_eq(r.nv, 7);
    cdy_home_configuration(r.model, q);
    push(&r, "iiwa_link_ee_kuka", wrench, q, fext);
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, q, NULL, NULL, fext, qdd, &error), error);
    ck_assert_near(qdd, exact, 7, 1e-9);
    ck_assert_near(qdd, printed, 7, 5.1e-5);
    free_robot(&r);
}
END_TEST

START_TEST(ecobra_holds_its_quill_anywhere)
{
    const double expected[4] = {0, 0, -19.62, 0};
    cdy_error error = {0};
    robot r = load_bundled_robot("omronEcobra600");
    double q[4], tau[4];
    uint64_t seed = 1;
    ck_assert_int_eq(r.nv, 4);
    for (int i = 0; i < 50; i++) {
        cdy_random_configuration(r.model, &seed, q);
        ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, NULL, NULL, NULL, tau, &error), error);
        ck_assert_near(tau, expected, 4, 1e-9);
    }
    free_robot(&r);
}
END_TEST

/* Gravity is zero unless the options set it, as documented. */
START_TEST(gravity_is_zero_by_default)
{
    const double none[6] = {0};
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    ck_assert_ok(cdy_urdf_load_bundled("universalUR5e", NULL, &tree, &error), error);
    robot r = make_robot(tree);
    double tau[6];
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, NULL, NULL, NULL, NULL, tau, &error), error);
    ck_assert_near(tau, none, 6, 0);
    free_robot(&r);
}
END_TEST

static char *ur5e_details(void)
{
    robot r = load_bundled_robot("universalUR5e");
    size_t length = cdy_tree_write_details(r.tree, NULL, 0);
    char *text = malloc(length + 1);
    cdy_tree_write_details(r.tree, text, length + 1);
    free_robot(&r);
    return text;
}

START_TEST(ur5e_has_the_documented_table)
{
    char *text = ur5e_details();
    ck_assert_str_eq(text, UR5E_DETAILS);
    free(text);
}
END_TEST

/* The page prints the table between two lines of dashes. */
START_TEST(ur5e_has_the_table_of_the_page)
{
    char *path = reference_path("spec/000_eedcbbbaf7eeb742.txt");
    char *page = read_whole_file(path, NULL), *text = ur5e_details();
    const char *first = strstr(page, "--------------------\nRobot:");
    ck_assert_ptr_nonnull(first);
    ck_assert_msg(strncmp(first, text, strlen(text)) == 0, "the page has another table than\n%s", text);
    free(page);
    free(text);
    free(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("spec");
    TCase *tests = add_case(suite, "numbers", ur5e_torques_against_two_wrenches);
    tcase_add_test(tests, iiwa_accelerations_under_a_wrench);
    tcase_add_test(tests, ecobra_holds_its_quill_anywhere);
    tcase_add_test(tests, gravity_is_zero_by_default);
    tests = add_case(suite, "showdetails", ur5e_has_the_documented_table);
    char *page = reference_path("spec/000_eedcbbbaf7eeb742.txt");
    if (page) { /* without the page the table above is compared alone */
        tcase_add_test(tests, ur5e_has_the_table_of_the_page);
    }
    free(page);
    return run_suites(suite, NULL);
}
