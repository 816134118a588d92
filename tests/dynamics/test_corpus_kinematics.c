/* Robot files of the corpus: the Jacobian and the centre of mass of each, at a random configuration, against
 * differences of placements and sums over bodies.  The robots lie in the folder of reference samples. */
#include "support/compare.h"
#include "support/differences.h"
#include "support/naive.h"
#include "support/samples.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static samples files;

/* Differences of the fourth order with steps of 2e-4, on arms of some metres; a step from a large angle is itself
 * rounded, and the base of fetch turns up to 999999 rad. */
static void check_jacobians(robot *r, const naive_robot *naive, const double *q)
{
    cdy_error error = {0};
    size_t n = (size_t)r->nv;
    int last = cdy_model_frame_count(r->model) - 1;
    double *J = calloc(12 * n + 1, sizeof *J), *expected = J + 6 * n;
    for (int frame = 0; frame <= last; frame++) {
        ck_assert_ok(cdy_geometric_jacobian(r->model, r->work, frame, CDY_AXES_BASE, q, J, &error), error);
        ck_assert_relative(J, naive->J + 6 * (size_t)frame * n, 6 * n, 1e-12);
    }
    jacobian_by_differences(r, last, q, 2e-4, expected);
    ck_assert_near(J, expected, 6 * n, 1e-9 * (1 + largest(J, 6 * n)) * (1 + largest(q, (size_t)r->nq)));
    free(J);
}

static void check_center_of_mass(robot *r, naive_robot *naive, const double *q)
{
    cdy_error error = {0};
    size_t n = (size_t)r->nv;
    double com[3], expected[3], *J = calloc(6 * n + 1, sizeof *J), *J_expected = J + 3 * n;
    double mass = naive_center_of_mass(naive, q, expected, J_expected);
    cdy_status status = cdy_center_of_mass(r->model, r->work, q, com, J, &error);
    if (mass > 0) {
        ck_assert_ok(status, error);
        ck_assert_double_eq_tol(cdy_total_mass(r->model), mass, 1e-13 * mass);
        ck_assert_near(com, expected, 3, 1e-12 * (1 + largest(expected, 3)));
        ck_assert_near(J, J_expected, 3 * n, 1e-12 * (1 + largest(J_expected, 3 * n)));
    } else {
        ck_assert_int_eq(status, CDY_ERROR_NUMERIC);
    }
    free(J);
}

START_TEST(every_robot_moves_as_its_placements_say)
{
    for (int floating = 0; floating < 2; floating++) {
        robot r = load_robot_file(files.paths[_i], floating, false);
        naive_robot naive = naive_create(r.tree);
        cdy_error error = {0};
        size_t numbers = 16 * (size_t)cdy_model_frame_count(r.model);
        double *q = calloc((size_t)r.nq + 1, sizeof *q), *T = calloc(numbers, sizeof *T);
        uint64_t seed = (uint64_t)_i;
        cdy_random_configuration(r.model, &seed, q);
        naive_move(&naive, q);
        ck_assert_ok(cdy_forward_kinematics(r.model, r.work, q, T, &error), error);
        ck_assert_relative(T, naive.T, numbers, 1e-12);
        check_jacobians(&r, &naive, q);
        check_center_of_mass(&r, &naive, q);
        free(T);
        free(q);
        naive_free(&naive);
        free_robot(&r);
    }
}
END_TEST

int main(void)
{
    find_samples(&files, "corpus/robots", ".urdf");
    Suite *suite = suite_create("corpus kinematics");
    add_sample_tests(suite, &files, 0, every_robot_moves_as_its_placements_say);
    return run_samples(suite, &files);
}
