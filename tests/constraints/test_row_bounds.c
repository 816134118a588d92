/* Bounds within which rows of constraints are eliminated, over doubles and over floats, and the sizes below which
 * numbers count as rounding errors: both sides of each. */
#include "constraints/eliminated_rows.h"
#include "constraints/point.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/batch_float.h>
#include <float.h>
#include <math.h>
#include <string.h>

enum { SLIDES = 2, ROWS = 4 };

/* Two slides along x and y, the second on the first (`stacked`) or both on the base; `moved` are the masses that they
 * move. */
static robot make_slides(bool stacked, const double moved[SLIDES])
{
    const double mass[SLIDES] = {stacked ? moved[0] - moved[1] : moved[0], moved[1]};
    cdy_tree *tree = make_tree("base", 0);
    for (int i = 0; i < SLIDES; i++) {
        cdy_body body = make_body(i ? "b" : "a", i ? "b" : "a", CDY_JOINT_PRISMATIC);
        set_axis(&body, i == 0, i == 1, 0);
        set_inertial(&body, mass[i], 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, i && stacked ? "a" : "base");
    }
    return make_robot(tree);
}

/* Constraints on the slides, with the tolerance of their rank. */
typedef struct problem {
    robot r;
    cdy_constraint c[SLIDES];
    int count;
    cdy_constraint_options options;
} problem;

/* One constraint of two rows whose condition number is `condition`: with the inverse masses a and b on the diagonal,
 * (a + b) (1/a + 1/b). */
static problem make_conditioned(double condition, double tolerance)
{
    const double ratio = (condition - 2 + sqrt((condition - 2) * (condition - 2) - 4)) / 2;
    problem p = {.r = make_slides(true, (double[SLIDES]){0.75 * ratio, 0.75}),
                 .count = 1,
                 .options = cdy_constraint_options_default()};
    p.c[0] = (cdy_constraint){.frame = 2, .rows = CDY_ROW_VX | CDY_ROW_VY};
    p.options.rank_tolerance = tolerance;
    return p;
}

/* Two constraints of one row each, on masses of this ratio, the heavier one first or last. */
static problem make_unequal(double ratio, bool first)
{
    const double moved[SLIDES] = {first ? 3 / ratio : 3, first ? 3 : 3 / ratio};
    problem p = {.r = make_slides(false, moved), .count = 2, .options = cdy_constraint_options_default()};
    p.c[0] = (cdy_constraint){.frame = 1, .rows = CDY_ROW_VX};
    p.c[1] = (cdy_constraint){.frame = 2, .rows = CDY_ROW_VY};
    return p;
}

/* Two constraints of one row each on a point, along directions whose angle has this sine. */
static problem make_oblique(double sine)
{
    problem p = {.r = make_slides(true, (double[SLIDES]){2, 2}),
                 .count = 2}; /* the first slide has no mass of its own */
    p.options = cdy_constraint_options_default();
    p.c[0] = (cdy_constraint){.frame = 2, .rows = CDY_ROW_VX};
    p.c[1] = (cdy_constraint){.frame = 2, .rows = CDY_ROW_VX, .in_other = {.rpy = {0, 0, asin(sine)}}};
    return p;
}

/* A slide along z whose row is nearly perpendicular to it. */
static problem make_tilted(double cosine)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("a", "a", CDY_JOINT_PRISMATIC);
    set_inertial(&body, 3, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    problem p = {.r = make_robot(tree), .count = 1, .options = cdy_constraint_options_default()};
    p.c[0] = (cdy_constraint){.frame = 1, .rows = CDY_ROW_VZ, .in_other = {.rpy = {0, acos(cosine), 0}}};
    return p;
}

typedef enum limit { CONDITION, MARGIN, UNEQUAL, UNEQUAL_FIRST, TILTED, LIMITS } limit;

/* A problem on one side of a limit: `share` of its value in the direction that is refused. */
static problem make_problem(limit which, bool floats, double share)
{
    switch (which) {
    case CONDITION: return make_conditioned((floats ? 1e5 : 1e7) * share, 1e-14);
    case MARGIN: return make_conditioned(1e4 * share, 1e-6);
    case UNEQUAL: return make_unequal((floats ? 1e-9 : 1e-16) / share, false);
    case UNEQUAL_FIRST: return make_unequal((floats ? 1e-9 : 1e-16) / share, true);
    case TILTED:
    case LIMITS: break;
    }
    return make_tilted(sqrt((floats ? 1e-9 : 1e-20) / share));
}

/* ---- one state ---- */

static const double tau[SLIDES] = {0.7, -0.3}, qd[SLIDES] = {0.4, 0.9};

static cdy_constrained_state state_of(const problem *p)
{
    return (cdy_constrained_state){
        .qd = qd, .tau = tau, .constraints = p->c, .count = p->count, .options = &p->options, .restitution = 0.5};
}

static bool eliminates(const problem *given, bool impact)
{
    cdy_error error = {0};
    cdy_row_solver *solver = NULL;
    constraint_problem p;
    double residual;
    const cdy_constrained_state state = state_of(given);
    ck_assert_ok(cdy_row_solver_create(given->r.model, ROWS, &solver, &error), error);
    ck_assert_ok(cdy_read_constraints(given->r.model, given->r.work, solver, &state, &p, &error), error);
    const bool done = impact ? cdy_collide_by_elimination(&p, qd, 0.5, &residual)
                             : cdy_constrain_by_elimination(&p, qd, tau, NULL, &residual);
    cdy_row_solver_destroy(solver);
    return done;
}

START_TEST(rows_are_eliminated_within_bounds)
{
    for (int side = 0; side < 2; side++) {
        problem p = make_problem((limit)_i, false, side ? 1.003 : 0.997);
        ck_assert_int_eq(eliminates(&p, false), !side);
        ck_assert_int_eq(eliminates(&p, true), !side);
        free_robot(&p.r);
    }
}
END_TEST

/* With two groups of rows the condition is bounded by the number of groups times the trace of the inverse: for two
 * directions with this sine 2 times 2 / sine^2. */
START_TEST(groups_of_rows_count_in_the_condition)
{
    for (int side = 0; side < 2; side++) {
        const double condition = 1e7 * (side ? 1.004 : 0.996);
        problem p = make_oblique(sqrt(4 / condition));
        p.options.rank_tolerance = 1e-14;
        ck_assert_int_eq(eliminates(&p, false), !side);
        free_robot(&p.r);
    }
}
END_TEST

/* ---- floats ---- */

enum { STATES = 8 };

/* Whether the forces of all states are, to the bit, those of the call for one state, over doubles: states whose rows
 * are eliminated over floats have other rounding errors. */
static bool are_by_doubles(const problem *p, cdy_batch_f32 *batch)
{
    cdy_error error = {0};
    const int n = p->r.nv, rows = cdy_constraint_rows(p->c, p->count);
    float speeds[STATES * SLIDES], torques[STATES * SLIDES], qdd[STATES * SLIDES], forces[STATES * ROWS];
    uint64_t random = 5;
    bool same = true;
    cdy_row_solver *solver = NULL;
    ck_assert_ok(cdy_row_solver_create(p->r.model, ROWS, &solver, &error), error);
    for (int i = 0; i < STATES * n; i++) {
        speeds[i] = (float)draw(&random, -1, 1);
        torques[i] = (float)draw(&random, -1, 1);
    }
    const cdy_constrained_state_f32 states = {
        .qd = speeds, .tau = torques, .constraints = p->c, .count = p->count, .options = &p->options};
    ck_assert_ok(
        cdy_batch_f32_constrained_forward_dynamics(p->r.model, batch, STATES, &states, qdd, forces, NULL, NULL, &error),
        error);
    for (int b = 0; b < STATES; b++) {
        double wide_qd[SLIDES], wide_tau[SLIDES], expected[SLIDES], wanted[ROWS];
        cdy_constrained_state state = state_of(p);
        for (int i = 0; i < n; i++) {
            wide_qd[i] = (double)speeds[b * n + i];
            wide_tau[i] = (double)torques[b * n + i];
        }
        state.qd = wide_qd;
        state.tau = wide_tau;
        ck_assert_ok(
            cdy_constrained_forward_dynamics(p->r.model, p->r.work, solver, &state, expected, wanted, NULL, &error),
            error);
        for (int i = 0; i < rows; i++) {
            const double found = (double)forces[b * rows + i];
            same = same && fabs(found - (double)(float)wanted[i]) <= 0;
            ck_assert_double_eq_tol(found, wanted[i], 1e-2 * largest(wanted, (size_t)rows));
        }
    }
    cdy_row_solver_destroy(solver);
    return same;
}

START_TEST(floats_have_bounds_of_their_own)
{
    cdy_error error = {0};
    for (int side = 0; side < 2; side++) {
        problem p = make_problem((limit)_i, true, side ? 1.003 : 0.997);
        cdy_batch_options options = cdy_batch_options_default();
        cdy_batch_f32 *batch = NULL;
        options.constraint_rows = ROWS;
        p.options.velocity_gain = 0.3;
        ck_assert_ok(cdy_batch_f32_create(p.r.model, &options, &batch, &error), error);
        ck_assert_int_eq(are_by_doubles(&p, batch), side);
        cdy_batch_f32_destroy(batch);
        free_robot(&p.r);
    }
}
END_TEST

/* ---- dense rows ---- */

static int rank_of(const problem *p)
{
    cdy_error error = {0};
    cdy_row_solver *solver = NULL;
    double qdd[SLIDES];
    cdy_constraint_report report;
    const cdy_constrained_state state = state_of(p);
    ck_assert_ok(cdy_row_solver_create(p->r.model, ROWS, &solver, &error), error);
    ck_assert_ok(cdy_constrained_forward_dynamics(p->r.model, p->r.work, solver, &state, qdd, NULL, &report, &error),
                 error);
    cdy_row_solver_destroy(solver);
    return report.rank;
}

/* Rows of different constraints are scaled to 1, but by no less than 1e-10 of the largest scale: for the ratio t 1e-10
 * of two scales the scaled matrix is diag(1, t^2), and its rank depends on whether t^2 is above the tolerance. */
START_TEST(scales_are_a_ten_billionth_of_the_largest_or_more)
{
    for (int first = 0; first < 2; first++) {
        for (int side = 0; side < 2; side++) {
            const double share = side ? 1.006 : 0.994;
            problem p = make_unequal(0.5e-20 * share, first);
            p.options.rank_tolerance = 0.5;
            ck_assert_int_eq(rank_of(&p), 1 + side);
            free_robot(&p.r);
            p = make_unequal(1e-19, first); /* far above: both are scaled to 1 */
            p.options.rank_tolerance = 0.99;
            ck_assert_int_eq(rank_of(&p), 2);
            free_robot(&p.r);
        }
    }
}
END_TEST

/* Two directions at an angle of 2 atan(sqrt(t)) have eigenvalues whose ratio is t; 0 stands for the default, 1e-10. */
START_TEST(the_rank_has_a_default_tolerance)
{
    static const double given[] = {0, 1e-10, 1e-6}, meant[] = {1e-10, 1e-10, 1e-6};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        for (int side = 0; side < 2; side++) {
            problem p = make_oblique(sin(2 * atan(sqrt(meant[i] * (side ? 1.003 : 0.997)))));
            p.options.rank_tolerance = given[i];
            ck_assert_int_eq(rank_of(&p), 1 + side);
            free_robot(&p.r);
        }
    }
}
END_TEST

/* An inverse with an error e leaves e^2 of the right side after one step of refinement. */
START_TEST(forces_are_refined_once)
{
    const double e = 1e-3;
    double A[] = {2, 0.5, -1, 0.5, 3, 0.25, -1, 0.25, 4}, inverse[9], r[3] = {1, -2, 0.5}, f[3], scratch[3];
    cdy_row_solver s = {.rows = 3, .A = A, .Lambda = inverse, .r = r, .f = f, .scratch = scratch};
    for (int i = 0; i < 3; i++) { /* A^-1 by cofactors */
        for (int j = 0; j < 3; j++) {
            const int a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
            inverse[3 * i + j] = A[3 * a + c] * A[3 * b + d] - A[3 * a + d] * A[3 * b + c];
        }
    }
    const double determinant = A[0] * inverse[0] + A[1] * inverse[3] + A[2] * inverse[6];
    for (int i = 0; i < 9; i++) {
        inverse[i] *= (1 + e) / determinant;
    }
    cdy_solve_rows(&s);
    for (int i = 0; i < 3; i++) {
        const double product = A[3 * i] * f[0] + A[3 * i + 1] * f[1] + A[3 * i + 2] * f[2];
        ck_assert_double_eq_tol(product - r[i], -e * e * r[i], 1e-14);
    }
}
END_TEST

/* ---- rounding errors in columns ---- */

START_TEST(numbers_under_sixteen_epsilons_are_rounding_errors)
{
    const double least = 16 * DBL_EPSILON;
    enum { N = 4 };
    double angular[N] = {1, 2, 0.5, HUGE_VAL}, linear[N] = {4, 1, HUGE_VAL, 8}, J[6 * N];
    double *const sizes[2] = {angular, linear};
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int side = 0; side < 2; side++) {
            const double share = sign * (side ? 1.003 : 0.997);
            for (int i = 0; i < 6 * N; i++) {
                const double size = sizes[i / (3 * N)][i % N];
                J[i] = share * least * (isinf(size) ? 1e-6 : size);
            }
            cdy_zero_rounding_errors(N, sizes, J);
            for (int i = 0; i < 6 * N; i++) {
                const bool kept = side || isinf(sizes[i / (3 * N)][i % N]);
                ck_assert_int_eq(fabs(J[i]) > 0, kept);
            }
        }
    }
}
END_TEST

/* The angular size of a column is its largest element; the linear size is that of its largest element and of the
 * angular one times the distance. Sizes are raised, never lowered. */
START_TEST(sizes_of_columns_are_raised)
{
    enum { N = 3 };
    const double J[6 * N] = {1, -0.5, 0, -3, 0.25, 0, 2, 0.125, 0, 5, 0, -1, -6, 0.5, 2, 4, 0.25, -3};
    double angular[N] = {0.5, 7, 0}, linear[N] = {1, 1, 9};
    double *const sizes[2] = {angular, linear};
    cdy_raise_column_sizes(N, J, 10, sizes);
    ck_assert_near(angular, ((double[N]){3, 7, 0}), N, 0);
    ck_assert_near(linear, ((double[N]){36, 5.5, 9}), N, 0);
    ck_assert(fabs(cdy_largest_coordinate((vec3){1, -2, 1.5}) - 2) <= 0);
    ck_assert(fabs(cdy_largest_coordinate((vec3){-3, 2, 1.5}) - 3) <= 0);
    ck_assert(fabs(cdy_largest_coordinate((vec3){1, 2, -2.5}) - 2.5) <= 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("row_bounds");
    TCase *tests = tcase_create("elimination");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, rows_are_eliminated_within_bounds, 0, LIMITS);
    tcase_add_test(tests, groups_of_rows_count_in_the_condition);
    tcase_add_loop_test(tests, floats_have_bounds_of_their_own, 0, LIMITS);
    tests = add_case(suite, "dense", scales_are_a_ten_billionth_of_the_largest_or_more);
    tcase_add_test(tests, the_rank_has_a_default_tolerance);
    tcase_add_test(tests, forces_are_refined_once);
    tests = add_case(suite, "columns", numbers_under_sixteen_epsilons_are_rounding_errors);
    tcase_add_test(tests, sizes_of_columns_are_raised);
    return run_suites(suite, NULL);
}
