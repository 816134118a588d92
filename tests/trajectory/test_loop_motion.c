/* Motions of robots with closed loops: a four-bar beside its equations by hand, with one drive and with two, and the
 * failures of loops that cannot be followed. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/four_bar.h"
#include "support/suite.h"

#include <condyle/trajectory.h>
#include <math.h>
#include <string.h>

static const double none = HUGE_VAL, pi = 3.14159265358979323846;

/* A four-bar with drives, assembled at a crank angle, and limits. */
typedef struct problem {
    robot r;
    cdy_mechanism *mechanism;
    cdy_trajectory_options options;
    double velocity[3], acceleration[3], effort[3];
    double start; /* angle of the crank */
} problem;

static const bool crank_only[3] = {true, false, false}, crank_and_rocker[3] = {true, false, true};
enum { SIDE = 1 };

static void make_options(problem *p)
{
    for (int i = 0; i < 3; i++) {
        p->velocity[i] = p->acceleration[i] = p->effort[i] = none;
    }
    p->options = cdy_trajectory_options_default();
    p->options.profile = CDY_PROFILE_TIME_OPTIMAL;
    p->options.velocity = p->velocity;
    p->options.acceleration = p->acceleration;
    p->options.effort = p->effort;
}

/* Joint coordinates at a crank angle, by hand. */
static void joints_at(double crank, double q[3])
{
    const by_hand x = solve_by_hand(crank, 0, 0, SIDE);
    to_joints(x.angle, q);
}

static void make_problem(problem *p, const bool *actuated, double start)
{
    cdy_error error = {0};
    cdy_mechanism_options options = cdy_mechanism_options_default();
    double q[3];
    *p = (problem){.r = make_four_bar_robot(ground, slender), .start = start};
    const cdy_constraint loop = four_bar_loop(p->r.model);
    options.actuated = actuated;
    joints_at(start, q);
    ck_assert_ok(cdy_mechanism_create(p->r.model, &loop, 1, &options, &p->mechanism, &error), error);
    ck_assert_ok(cdy_mechanism_choose(p->mechanism, p->r.model, p->r.work, q, &error), error);
    make_options(p);
}

static void free_problem(problem *p)
{
    cdy_mechanism_destroy(p->mechanism);
    free_robot(&p->r);
}

/* A motion of the crank from where the mechanism was assembled through other angles. */
static cdy_status move(const problem *p, size_t count, const double *angles, cdy_trajectory **made, cdy_error *error)
{
    double q[3 * 8];
    joints_at(p->start, q);
    for (size_t i = 0; i < count; i++) {
        q[3 * (i + 1)] = angles[i];
        q[3 * (i + 1) + 1] = q[3 * (i + 1) + 2] = (double)NAN; /* not read */
    }
    return cdy_trajectory_create_loops(p->mechanism, p->r.model, count + 1, q, &p->options, made, error);
}

static cdy_trajectory *moved(const problem *p, size_t count, const double *angles)
{
    cdy_error error = {0};
    cdy_trajectory *made = NULL;
    ck_assert_ok(move(p, count, angles, &made, &error), error);
    return made;
}

/* The least time by hand. The torque that the drives have to bring, of the crank, is M a + h x + c at the crank's
 * acceleration a and squared rate x; its magnitude is at most `most`, so that dx = 2 a by the angle. */
typedef double (*most_torque)(const problem *p, double crank);

static double slope(const problem *p, most_torque most, double crank, double x, int sign)
{
    const double c = solve_by_hand(crank, 0, 0, SIDE).torque, M = solve_by_hand(crank, 0, 1, SIDE).torque - c;
    const double h = solve_by_hand(crank, 1, 0, SIDE).torque - c;
    return 2 * (sign * most(p, crank) - c - h * x) / M;
}

enum { STEPS = 20000 };

/* x over the angles from `from` to `to`, at rest at `from`, with the largest torque of this sign. */
static void integrate(const problem *p, most_torque most, double from, double to, int sign, double x[STEPS + 1])
{
    const double h = (to - from) / (double)STEPS;
    x[0] = 0;
    for (int i = 0; i < STEPS; i++) {
        const double at = from + i * h, k1 = slope(p, most, at, x[i], sign),
                     k2 = slope(p, most, at + h / 2, x[i] + h / 2 * k1, sign),
                     k3 = slope(p, most, at + h / 2, x[i] + h / 2 * k2, sign),
                     k4 = slope(p, most, at + h, x[i] + h * k3, sign);
        x[i + 1] = x[i] + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
}

static double least_time(const problem *p, most_torque most, double to)
{
    static double up[STEPS + 1], down[STEPS + 1];
    const double h = (to - p->start) / (double)STEPS;
    double T = 0, before = 0;
    integrate(p, most, p->start, to, 1, up);
    integrate(p, most, to, p->start, -1, down);
    for (int i = 1; i <= STEPS; i++) {
        const double rate = sqrt(fmin(up[i], down[STEPS - i]));
        T += 2 * h / (before + rate); /* exact for a steady acceleration */
        before = rate;
    }
    return T;
}

static double effort_of_crank(const problem *p, double crank)
{
    (void)crank;
    return p->effort[0];
}

/* Torques of the least sum of squares share a crank's torque t as t (1, d) / (1 + d^2), d being the ratio of the
 * rocker's rate. */
static double effort_of_two(const problem *p, double crank)
{
    double d[3];
    const by_hand x = solve_by_hand(crank, 0, 0, SIDE);
    find_ratios(x.angle, d);
    return (1 + d[2] * d[2]) * fmin(p->effort[0], p->effort[2] / fabs(d[2]));
}

/* Every state of a motion is that of the loops, by hand; `usage` becomes the largest share of the torque. */
static void check_motion(const problem *p, const cdy_trajectory *made, most_torque most, double *usage)
{
    enum { ROWS = 3000 };
    const double T = cdy_trajectory_duration(made);
    *usage = 0;
    for (int i = 0; i <= ROWS; i++) {
        double q[3], qd[3], qdd[3], expected[3];
        cdy_error error = {0};
        ck_assert_ok(cdy_trajectory_evaluate(made, T * i / (double)ROWS, q, qd, qdd, &error), error);
        const by_hand x = solve_by_hand(q[0], qd[0], qdd[0], SIDE);
        to_joints(x.angle, expected);
        for (int k = 0; k < 3; k++) {
            ck_assert_double_lt(fabs(remainder(q[k] - expected[k], 2 * pi)), 1e-8);
        }
        to_joints(x.rate, expected);
        ck_assert_near(qd, expected, 3, 1e-6 * (1 + fabs(qd[0])));
        to_joints(x.acceleration, expected);
        ck_assert_near(qdd, expected, 3, 1e-4 * (1 + fabs(qdd[0]) + qd[0] * qd[0]));
        *usage = fmax(*usage, fabs(x.torque) / most(p, q[0]));
    }
}

START_TEST(a_four_bar_moves_as_fast_as_its_drive_lets_it)
{
    static const double ends[] = {2.5, 0.9, 6};
    problem p;
    double usage;
    make_problem(&p, crank_only, 0.3);
    p.effort[0] = 40;
    const double T = least_time(&p, effort_of_crank, ends[_i]);
    cdy_trajectory *made = moved(&p, 1, &ends[_i]);
    ck_assert_double_eq_tol(cdy_trajectory_duration(made), T, 1e-3 * T);
    check_motion(&p, made, effort_of_crank, &usage);
    ck_assert_double_le(usage, 1 + 1e-6);
    ck_assert_double_ge(usage, 0.999);
    cdy_trajectory_destroy(made);
    free_problem(&p);
}
END_TEST

START_TEST(two_drives_share_by_the_least_squares)
{
    const double end = 2.5;
    problem p;
    double usage;
    make_problem(&p, crank_and_rocker, 0.3);
    p.effort[0] = 25;
    p.effort[2] = 18;
    const double T = least_time(&p, effort_of_two, end);
    cdy_trajectory *made = moved(&p, 1, &end);
    ck_assert_double_eq_tol(cdy_trajectory_duration(made), T, 1e-3 * T);
    check_motion(&p, made, effort_of_two, &usage);
    ck_assert_double_le(usage, 1 + 1e-6);
    ck_assert_double_ge(usage, 0.999);
    cdy_trajectory_destroy(made);
    free_problem(&p);
}
END_TEST

/* Limits of joints without drives count: the coupler's velocity and the rocker's acceleration. */
START_TEST(joints_that_follow_keep_their_limits)
{
    const double angles[] = {1.4, 0.6, 3.9};
    problem p;
    make_problem(&p, crank_only, 0.3);
    p.options.profile = (cdy_profile)_i;
    p.acceleration[0] = 50;
    p.velocity[1] = 2;
    p.acceleration[2] = 8;
    cdy_trajectory *made = moved(&p, 3, angles);
    const double T = cdy_trajectory_duration(made);
    double most = 0, usage, q[3], qd[3], qdd[3];
    p.effort[0] = 1;
    check_motion(&p, made, effort_of_crank, &usage);
    for (int i = 0; i <= 4000; i++) {
        cdy_trajectory_evaluate(made, T * i / 4000, q, qd, qdd, NULL);
        most = fmax(most, fmax(fabs(qd[1]) / 2, fmax(fabs(qdd[2]) / 8, fabs(qdd[0]) / 50)));
    }
    ck_assert_double_le(most, 1 + 1e-9);
    ck_assert_double_ge(most, _i == CDY_PROFILE_TRAPEZOID ? 0.4 : 0.98);
    for (size_t k = 0; k < 3; k++) {
        cdy_trajectory_evaluate(made, cdy_trajectory_waypoint_time(made, k + 1), q, NULL, NULL, NULL);
        ck_assert_double_eq_tol(q[0], angles[k], 1e-9);
    }
    cdy_trajectory_destroy(made);
    free_problem(&p);
}
END_TEST

static void check_failure(const problem *p, size_t count, const double *angles, cdy_status status, const char *text)
{
    cdy_error error = {0};
    cdy_trajectory *made = NULL;
    ck_assert_fails(move(p, count, angles, &made, &error), status, error);
    ck_assert_msg(strstr(error.text, text) != NULL, "%s", error.text);
    ck_assert_ptr_null(made);
    ck_assert_int_eq(move(p, count, angles, &made, NULL), status);
}

/* The rocker cannot turn all around: driven by it, the four-bar comes to a dead point. */
START_TEST(dead_points_are_told)
{
    const bool rocker_only[3] = {false, false, true};
    problem p;
    double q[6], far;
    cdy_error error = {0};
    cdy_trajectory *made = NULL;
    make_problem(&p, rocker_only, 0.8);
    p.effort[2] = 100;
    joints_at(p.start, q);
    for (int sign = -1; sign <= 1; sign += 2) {
        far = q[2] + 2 * sign;
        memcpy(q + 3, (double[]){0, 0, far}, 3 * sizeof *q);
        ck_assert_fails(cdy_trajectory_create_loops(p.mechanism, p.r.model, 2, q, &p.options, &made, &error),
                        CDY_ERROR_NUMERIC, error);
        ck_assert_msg(strstr(error.text, "the loops cannot be followed from ") != NULL, "%s", error.text);
    }
    free_problem(&p);
}
END_TEST

START_TEST(what_loops_cannot_have_is_told)
{
    const double end = 2, jerk[3] = {1, 1, 1};
    const cdy_contact_point contact = {.frame = 1};
    problem p;
    double q[6] = {0, 0, 0, 1, 0, 0};
    cdy_error error = {0};
    cdy_trajectory *made = NULL;
    make_problem(&p, crank_only, 0.3);
    p.effort[0] = 40;
    ck_assert_fails(cdy_trajectory_create_loops(p.mechanism, p.r.model, 2, q, &p.options, &made, &error),
                    CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "is open at the configuration"));
    p.options.jerk = jerk;
    check_failure(&p, 1, &end, CDY_ERROR_UNSUPPORTED, "have no limits of jerk");
    p.options.profile = CDY_PROFILE_TRAPEZOID;
    p.options.blend = 0.01;
    check_failure(&p, 1, &end, CDY_ERROR_UNSUPPORTED, "have no blends at way points");
    p.options.blend = 0;
    p.options.profile = CDY_PROFILE_TIME_OPTIMAL;
    p.options.jerk = NULL;
    p.options.contacts = &contact;
    p.options.contact_count = 1;
    check_failure(&p, 1, &end, CDY_ERROR_UNSUPPORTED, "have no limits of contact");
    p.options.contacts = NULL;
    p.options.contact_count = 0;
    p.effort[0] = 1;
    check_failure(&p, 1, &end, CDY_ERROR_NUMERIC, "");
    p.effort[0] = none;
    check_failure(&p, 1, &end, CDY_ERROR_ARGUMENT, "nothing bounds accelerations or efforts");
    free_problem(&p);
}
END_TEST

/* A motion without a drive has no efforts that do it. */
START_TEST(idle_coordinates_are_told)
{
    const bool no_drive[3] = {false, false, false};
    problem p;
    double q[6];
    cdy_error error = {0};
    cdy_trajectory *made = NULL;
    make_problem(&p, no_drive, 0.3);
    p.acceleration[0] = p.acceleration[1] = p.acceleration[2] = 1;
    joints_at(0.3, q);
    joints_at(0.5, q + 3);
    ck_assert_fails(cdy_trajectory_create_loops(p.mechanism, p.r.model, 2, q, &p.options, &made, &error),
                    CDY_ERROR_NUMERIC, error);
    ck_assert_msg(strstr(error.text, "no drive moves joint") != NULL, "%s", error.text);
    p.options.profile = CDY_PROFILE_CUBIC; /* efforts play no part */
    ck_assert_ok(cdy_trajectory_create_loops(p.mechanism, p.r.model, 2, q, &p.options, &made, &error), error);
    cdy_trajectory_destroy(made);
    free_problem(&p);
}
END_TEST

/* One way point: the drives hold the mechanism, or cannot. */
START_TEST(a_mechanism_that_stays_is_held)
{
    problem p;
    make_problem(&p, crank_only, 0.3);
    p.effort[0] = 1.001 * fabs(solve_by_hand(0.3, 0, 0, SIDE).torque);
    cdy_trajectory *made = moved(&p, 0, NULL);
    ck_assert(!(cdy_trajectory_duration(made) > 0));
    cdy_trajectory_destroy(made);
    p.effort[0] *= 0.99;
    check_failure(&p, 0, NULL, CDY_ERROR_NUMERIC, "holding the robot still at the first way point");
    free_problem(&p);
}
END_TEST

START_TEST(memory_that_runs_out_is_told)
{
    const double angles[] = {1.2, 0.6};
    problem p;
    cdy_status status = CDY_ERROR_MEMORY;
    make_problem(&p, crank_only, 0.3);
    p.options.profile = _i ? CDY_PROFILE_TRAPEZOID : CDY_PROFILE_CUBIC;
    p.acceleration[0] = 10;
    for (size_t k = 1; status == CDY_ERROR_MEMORY; k++) {
        cdy_trajectory *made = NULL;
        cdy_error error = {0};
        heap_fail_at(k);
        status = move(&p, 2, angles, &made, &error);
        heap_fail_at(0);
        ck_assert_int_eq(status == CDY_OK, made != NULL);
        cdy_trajectory_destroy(made);
    }
    ck_assert_int_eq(status, CDY_OK);
    free_problem(&p);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("loop_motion");
    TCase *tests = add_case(suite, "bars", two_drives_share_by_the_least_squares);
    tcase_add_loop_test(tests, a_four_bar_moves_as_fast_as_its_drive_lets_it, 0, 3);
    tcase_add_loop_test(tests, joints_that_follow_keep_their_limits, 0, CDY_PROFILE_TIME_OPTIMAL + 1);
    tcase_add_test(tests, dead_points_are_told);
    tcase_add_test(tests, what_loops_cannot_have_is_told);
    tcase_add_test(tests, idle_coordinates_are_told);
    tcase_add_test(tests, a_mechanism_that_stays_is_held);
    tcase_add_loop_test(tests, memory_that_runs_out_is_told, 0, 2);
    return run_suites(suite, NULL);
}
