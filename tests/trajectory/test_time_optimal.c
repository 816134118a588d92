/* Time-optimal timing: bang-bang closed forms, limits that bind in every row, and an independent program on a finer
 * grid. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"
#include "trajectory/trajectory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16 };
static const double none = HUGE_VAL;

typedef struct problem {
    robot r;
    double velocity[MOST], acceleration[MOST], effort[MOST];
} problem;

static void fill(double *limits, int n, double value)
{
    for (int i = 0; i < n; i++) {
        limits[i] = value;
    }
}

static cdy_status optimise(const problem *p, size_t count, const double *q, cdy_trajectory **trajectory,
                           cdy_error *error)
{
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.profile = CDY_PROFILE_TIME_OPTIMAL;
    options.velocity = p->velocity;
    options.acceleration = p->acceleration;
    options.effort = p->effort;
    return cdy_trajectory_create(p->r.model, count, q, &options, trajectory, error);
}

static cdy_trajectory *optimal(const problem *p, size_t count, const double *q)
{
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    ck_assert_ok(optimise(p, count, q, &trajectory, &error), error);
    return trajectory;
}

/* Compiles a tree with one joint, which has no limits yet. */
static problem make_problem(cdy_tree *tree)
{
    problem p = {.r = make_robot(tree)};
    fill(p.velocity, 1, none);
    fill(p.acceleration, 1, none);
    fill(p.effort, 1, none);
    return p;
}

/* A cart of 2 kg on a vertical rail. */
static problem make_driven_cart(double g, const cdy_joint_dynamics *dynamics, const cdy_drive_options *drives)
{
    cdy_tree *tree = make_tree("base", g);
    cdy_body body = make_body("cart", "rail", CDY_JOINT_PRISMATIC);
    cdy_error error = {0};
    set_inertial(&body, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    body.joint.dynamics = *dynamics;
    add_body(tree, &body, "base");
    problem p = make_problem(tree);
    ck_assert_ok(cdy_model_set_drives(p.r.model, drives, &error), error);
    return p;
}

static problem make_cart(double g)
{
    const cdy_drive_options drives = cdy_drive_options_default();
    return make_driven_cart(g, &(cdy_joint_dynamics){0}, &drives);
}

static problem make_damped_cart(double g, double damping)
{
    cdy_drive_options drives = cdy_drive_options_default();
    drives.damping = true;
    return make_driven_cart(g, &(cdy_joint_dynamics){.given = true, .damping = damping}, &drives);
}

/* The time from q[0] to q[1] is T. */
static void check_time(const problem *p, const double q[2], double T, double tolerance)
{
    cdy_trajectory *trajectory = optimal(p, 2, q);
    ck_assert_double_eq_tol(cdy_trajectory_duration(trajectory), T, tolerance * T + 1e-15);
    cdy_trajectory_destroy(trajectory);
}

/* m = 2 kg over d = 3 m with F = 5 N: full acceleration to the middle, then full deceleration, 2 sqrt(d m / F).  The
 * timing keeps a margin of 0.04 % of the limits. */
START_TEST(a_cart_is_driven_bang_bang)
{
    problem p = make_cart(0);
    const double q[2] = {1, 4};
    p.effort[0] = 5;
    cdy_trajectory *trajectory = optimal(&p, 2, q);
    const double T = 2 * sqrt(3 * 2 / 5.0);
    ck_assert_double_eq_tol(cdy_trajectory_duration(trajectory), T, 5e-4 * T);
    double x, v, a;
    cdy_trajectory_evaluate(trajectory, 0.3 * T, &x, &v, &a, NULL);
    ck_assert_double_eq_tol(a, 2.5, 1.5e-3);
    cdy_trajectory_evaluate(trajectory, 0.8 * T, &x, &v, &a, NULL);
    ck_assert_double_eq_tol(a, -2.5, 1.5e-3);
    cdy_trajectory_destroy(trajectory);
    free_robot(&p.r);
}
END_TEST

/* Against gravity the cart has F - m g to rise and F + m g to brake: with a+ and a- the time is
 * sqrt(2 d (a+ + a-) / (a+ a-)). */
START_TEST(gravity_is_paid_for)
{
    problem p = make_cart(9.81);
    const double q[2] = {0, 1}, up = 30 / 2.0 - 9.81, down = 30 / 2.0 + 9.81;
    p.effort[0] = 30;
    check_time(&p, q, sqrt(2 * (up + down) / (up * down)), 2e-3);
    free_robot(&p.r);
}
END_TEST

/* A speed limit that binds: d / v + v / a, as the trapezoid. */
START_TEST(velocity_limits_cut_the_peak)
{
    problem p = make_cart(0);
    const double q[2] = {0, 2};
    p.velocity[0] = 0.8;
    p.acceleration[0] = 2;
    check_time(&p, q, 2 / 0.8 + 0.8 / 2, 1e-3);
    free_robot(&p.r);
}
END_TEST

/* The time from angle a to b of an arm of inertia I with the energy m g l (E0 + E1 theta + E2 cos theta) of motion. */
static double swing_time(double a, double b, double I, double mgl, const double E[3])
{
    const int parts = 4000;
    double T = 0;
    for (int i = 0; i < parts; i++) { /* dense at the ends, where the speed is 0 */
        const double phi = 3.14159265358979 * (i + 0.5) / parts, theta = a + (b - a) * (1 - cos(phi)) / 2;
        const double energy = mgl * (E[0] + E[1] * theta + E[2] * cos(theta));
        T += (b - a) * sin(phi) / 2 * 3.14159265358979 / parts / sqrt(2 * energy / I);
    }
    return T;
}

/* An arm of inertia m l^2 about y that hangs at 0, with `share` of the torque that holds it where it is horizontal. */
static problem make_arm_of(double m, double l, double share)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("arm", "swing", CDY_JOINT_CONTINUOUS);
    set_axis(&body, 0, 1, 0);
    set_inertial(&body, m, 0, 0, -l, (double[6]){0});
    add_body(tree, &body, "base");
    problem p = make_problem(tree);
    p.effort[0] = share * m * 9.81 * l;
    return p;
}

/* An arm of 0.8 m g l, which cannot hold itself where it is horizontal, swings up: it is driven to the angle from which
 * full braking, with gravity, ends upright: e (2 theta - pi) = 2 m g l. */
START_TEST(a_weak_arm_swings_through)
{
    static const double lengths[] = {0.7, 1e-3, 400};
    const double m = 2, l = lengths[_i], g = 9.81, e = 0.8, pi = 3.14159265358979, q[2] = {0, pi},
                 turn = pi / 2 + 1 / e;
    problem p = make_arm_of(m, l, e);
    const double T = swing_time(0, turn, m * l * l, m * g * l, (double[]){-1, e, 1}) +
                     swing_time(turn, pi, m * l * l, m * g * l, (double[]){1 + e * pi, -e, 1});
    check_time(&p, q, T, 5e-3);
    free_robot(&p.r);
}
END_TEST

/* A robot too weak for its own weight has no timing. */
START_TEST(a_robot_that_cannot_hold_itself_is_told)
{
    problem p = make_cart(9.81);
    const double q[2] = {0, 1};
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    p.effort[0] = 19;
    ck_assert_int_eq(optimise(&p, 2, q, &trajectory, &error), CDY_ERROR_NUMERIC);
    ck_assert_ptr_nonnull(strstr(error.text, "no speed keeps the joints within their limits"));
    ck_assert_ptr_null(trajectory);
    free_robot(&p.r);
}
END_TEST

/* What holding takes is checked where the robot does not move, which nothing else would tell. */
START_TEST(a_robot_that_stays_is_held)
{
    problem p = make_cart(9.81);
    const double q[2] = {1, 1};
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    for (size_t count = 1; count <= 2; count++) {
        p.effort[0] = 19.6;
        ck_assert_int_eq(optimise(&p, count, q, &trajectory, &error), CDY_ERROR_NUMERIC);
        ck_assert_ptr_nonnull(strstr(error.text, "holding the robot still at the first way point takes 19.62 N of "
                                                 "joint 'rail', whose limit is 19.6"));
        ck_assert_ptr_null(trajectory);
        p.effort[0] = 19.62;
        check_time(&p, q, 0, 0);
    }
    free_robot(&p.r);
}
END_TEST

/* The same where a frame follows lines: one placement, and two alike. */
START_TEST(a_frame_that_stays_is_held)
{
    problem p = make_cart(9.81);
    const double T[32] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 0, 0, 0, 1,
                          1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 0, 0, 0, 1};
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    cdy_trajectory_options options = cdy_trajectory_options_default();
    options.profile = CDY_PROFILE_TIME_OPTIMAL;
    options.effort = p.effort;
    p.effort[0] = 19.6;
    for (size_t count = 1; count <= 2; count++) {
        ck_assert_fails(cdy_trajectory_create_lines(p.r.model, 1, count, T, NULL, &options, &trajectory, &error),
                        CDY_ERROR_NUMERIC, error);
        ck_assert_ptr_nonnull(strstr(error.text, "holding the robot still"));
    }
    options.profile = CDY_PROFILE_TRAPEZOID; /* efforts play no part */
    ck_assert_ok(cdy_trajectory_create_lines(p.r.model, 1, 2, T, NULL, &options, &trajectory, &error), error);
    cdy_trajectory_destroy(trajectory);
    free_robot(&p.r);
}
END_TEST

/* Gravity alone stops an arm where it is horizontal, but there it would fall: the last row is at rest. */
START_TEST(the_goal_is_held)
{
    problem p = make_arm_of(2, 0.5, 0.8);
    const double pi = 3.14159265358979, q[2] = {0, pi / 2}, back[2] = {pi / 2, 0};
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    ck_assert_fails(optimise(&p, 2, q, &trajectory, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "at the last way point takes 9.81 N m of joint 'swing'"));
    ck_assert_fails(optimise(&p, 2, back, &trajectory, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "at the first way point"));
    free_robot(&p.r);
}
END_TEST

/* Where only a joint without any limit moves, there is no fastest motion. */
START_TEST(what_nothing_bounds_is_told)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body first = make_body("a", "x", CDY_JOINT_PRISMATIC), second = make_body("b", "y", CDY_JOINT_PRISMATIC);
    set_inertial(&first, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    set_inertial(&second, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    set_axis(&second, 1, 0, 0);
    add_body(tree, &first, "base");
    add_body(tree, &second, "a");
    problem p = {.r = make_robot(tree)};
    const double q[6] = {0, 0, 0, 1, 0, 2};
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    fill(p.velocity, 2, none);
    fill(p.acceleration, 2, none);
    fill(p.effort, 2, none);
    p.acceleration[0] = 3;
    ck_assert_fails(optimise(&p, 3, q, &trajectory, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "nothing bounds the speed at "));
    ck_assert_ptr_null(trajectory);
    free_robot(&p.r);
}
END_TEST

/* A lift of 3 kg that stands while its load of 1 kg slides sideways: what it holds depends on no speed, and bounds the
 * motion all the same. */
START_TEST(a_joint_that_stands_is_held)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body lift = make_body("lift", "z", CDY_JOINT_PRISMATIC), slide = make_body("slide", "x", CDY_JOINT_PRISMATIC);
    set_inertial(&lift, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    set_inertial(&slide, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    set_axis(&slide, 1, 0, 0);
    add_body(tree, &lift, "base");
    add_body(tree, &slide, "lift");
    problem p = {.r = make_robot(tree)};
    const double q[4] = {0.5, 0, 0.5, 3};
    cdy_error error = {0};
    cdy_trajectory *trajectory = NULL;
    fill(p.velocity, 2, none);
    fill(p.acceleration, 2, none);
    p.effort[0] = 29.4;
    p.effort[1] = 5;
    ck_assert_fails(optimise(&p, 2, q, &trajectory, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "no speed keeps the joints within their limits"));
    p.effort[0] = 29.5;
    check_time(&p, q, 2 * sqrt(3 * 1 / 5.0), 5e-4);
    free_robot(&p.r);
}
END_TEST

/* Coulomb's friction c and damping act against the motion: a+ = (F - c) / m, a- = (F + c) / m. */
START_TEST(friction_is_paid_for)
{
    cdy_drive_options drives = cdy_drive_options_default();
    drives.friction = true;
    drives.damping = _i == 1; /* which makes no difference where a joint has none */
    drives.friction_width = 1e-4;
    problem p = make_driven_cart(0, &(cdy_joint_dynamics){.given = true, .friction = 3}, &drives);
    const double q[2] = {0, 1}, up = (10 - 3) / 2.0, down = (10 + 3) / 2.0;
    p.effort[0] = 10;
    check_time(&p, q, sqrt(2 * (up + down) / (up * down)), 5e-3);
    free_robot(&p.r);
}
END_TEST

/* Damping alone counts, too: full force to a top speed below that without damping, then a shorter stop. */
START_TEST(damping_is_paid_for)
{
    const double q[2] = {0, 1}, m = 2, b = 4, F = 10;
    problem p = make_damped_cart(0, b);
    p.effort[0] = F;
    /* forwards m v' = F - b v over t, backwards m v' = F + b v over s: equal speeds, ways that sum to 1 m */
    double low = 0, high = 0.99 * F / b;
    const double rate = m / b;
    for (int i = 0; i < 80; i++) {
        const double v = (low + high) / 2, up = -rate * log(1 - v * b / F), down = rate * log(1 + v * b / F);
        const double way = F / b * up - rate * v + (rate * v - F / b * down);
        low = way < 1 ? v : low;
        high = way < 1 ? high : v;
    }
    check_time(&p, q, rate * log((1 + low * b / F) / (1 - low * b / F)), 5e-3);
    free_robot(&p.r);
}
END_TEST

/* ---- arms ---- */

static const char *const arms[] = {"universalUR5e", "kukaIiwa14", "omronEcobra600"};
enum { ARMS = sizeof arms / sizeof arms[0], POINTS = 4 };

/* An arm with the limits of its file, accelerations of 15 rad/s2 and, where `drives`, damping and friction; way points
 * in the middle of its range, where the efforts hold its weight. */
static problem make_arm(int number, bool drives, double *q)
{
    problem p = {.r = load_bundled_robot(arms[number])};
    cdy_error error = {0};
    uint64_t seed = 5;
    double drawn[MOST];
    ck_assert_int_le(p.r.nv, MOST);
    ck_assert_ok(cdy_tree_motion_limits(p.r.tree, p.r.model, p.velocity, p.acceleration, p.effort, &error), error);
    fill(p.acceleration, p.r.nv, 15);
    for (int k = 0; k < POINTS; k++) {
        draw_array(&seed, 1, drawn, p.r.nq);
        for (int i = 0; i < p.r.nq; i++) {
            cdy_coordinate c;
            cdy_model_position(p.r.model, i, &c);
            const bool limited = isfinite(c.lower) && isfinite(c.upper);
            const double center = limited ? (c.lower + c.upper) / 2 : 0, half = limited ? (c.upper - c.lower) / 2 : 2;
            q[k * p.r.nq + i] = center + 0.35 * half * drawn[i];
        }
    }
    if (drives) {
        cdy_drive_options options = cdy_drive_options_default();
        options.damping = options.friction = true;
        ck_assert_ok(cdy_model_set_drives(p.r.model, &options, &error), error);
    }
    return p;
}

/* The largest share of a limit that a state uses. */
static double usage(const problem *p, const double *q, const double *qd, const double *qdd)
{
    double tau[MOST], most = 0;
    cdy_error error = {0};
    ck_assert_ok(cdy_inverse_dynamics(p->r.model, p->r.work, q, qd, qdd, NULL, tau, &error), error);
    for (int i = 0; i < p->r.nv; i++) {
        most = fmax(most, fmax(fabs(qd[i]) / p->velocity[i], fabs(qdd[i]) / p->acceleration[i]));
        most = fmax(most, fabs(tau[i]) / p->effort[i]);
    }
    return most;
}

START_TEST(on_every_row_a_limit_binds_and_none_is_exceeded)
{
    double points[POINTS * MOST], q[MOST], qd[MOST], qdd[MOST];
    problem p = make_arm(_i % ARMS, _i >= ARMS, points);
    cdy_trajectory *trajectory = optimal(&p, POINTS, points);
    const double T = cdy_trajectory_duration(trajectory), rate = 1000;
    for (int i = 0; i / rate < T; i++) {
        cdy_trajectory_evaluate(trajectory, i / rate, q, qd, qdd, NULL);
        const double used = usage(&p, q, qd, qdd);
        ck_assert_msg(used >= 0.99 && used <= 1, "at %g s of %g %.9g of a limit is used", i / rate, T, used);
    }
    cdy_trajectory_destroy(trajectory);
    free_robot(&p.r);
}
END_TEST

/* These way points need more stages than a short path may have. */
START_TEST(long_paths_keep_the_limits)
{
    enum { MANY = UNLESS_WATCHED(60, 6) };
    double points[MANY * MOST], q[MOST], qd[MOST], qdd[MOST], most = 0;
    problem p = make_arm(2, false, points);
    uint64_t seed = 9;
    for (int k = 0; k < MANY; k++) {
        draw_array(&seed, 0.4, points + k * p.r.nq, p.r.nq);
        points[k * p.r.nq + 2] = 0.1 + 0.1 * points[k * p.r.nq + 2]; /* the prismatic joint */
    }
    cdy_trajectory *trajectory = optimal(&p, MANY, points);
    for (int i = 0; i / 1000.0 < cdy_trajectory_duration(trajectory); i++) {
        cdy_trajectory_evaluate(trajectory, i / 1000.0, q, qd, qdd, NULL);
        most = fmax(most, usage(&p, q, qd, qdd));
    }
    ck_assert_double_le(most, 1);
    ck_assert_double_ge(most, 0.999);
    cdy_trajectory_destroy(trajectory);
    free_robot(&p.r);
}
END_TEST

/* The stages of one grid at a time are held, of six joints at 8 (3 + 4 x 13 + 7 + 3 x 7) = 664 bytes each. The pieces
 * of the motion, the next grid, solutions and batches take less than as much again. */
START_TEST(memory_is_that_of_one_grid)
{
    enum { MANY = 12 };
    double points[MANY * MOST];
    problem p = make_arm(0, false, points);
    uint64_t seed = 9;
    for (int k = 0; k < MANY; k++) {
        draw_array(&seed, 1, points + k * p.r.nq, p.r.nq);
    }
    const size_t before = heap_count().held;
    cdy_trajectory *trajectory = optimal(&p, MANY, points);
    const size_t taken = heap_count().most - before, stages = trajectory->timing.count;
    ck_assert_int_eq(p.r.nv, 6);
    ck_assert_msg(!heap_is_counted() || taken < 1500 * stages, "%zu bytes of %zu stages", taken, stages);
    cdy_trajectory_destroy(trajectory);
    free_robot(&p.r);
}
END_TEST

/* Allocations fail, with damping in the efforts: an error, no leak, and no trajectory. */
START_TEST(running_out_of_memory_is_told)
{
    const double q[2] = {0, 1};
    problem p = make_damped_cart(9.81, 3);
    cdy_error error = {0};
    p.effort[0] = 40;
    bool failed = heap_is_counted();
    for (size_t number = 1; failed; number += 1 + number / 8) {
        cdy_trajectory *trajectory = NULL;
        const size_t live = heap_count().live;
        heap_fail_at(number);
        const cdy_status status = optimise(&p, 2, q, &trajectory, &error);
        failed = heap_has_failed();
        heap_fail_at(0);
        ck_assert_int_eq(status, failed ? CDY_ERROR_MEMORY : CDY_OK);
        ck_assert_int_eq(trajectory == NULL, failed);
        cdy_trajectory_destroy(trajectory);
        ck_assert_uint_eq(heap_count().live, live);
    }
    free_robot(&p.r);
}
END_TEST

/* ---- the independent program ---- */

/* A linear constraint on the squared speeds at both ends of an interval: a x + b y <= c. */
typedef struct constraint {
    double a, b, c;
} constraint;

enum { GRID = 6000, MOST_CONSTRAINTS = 6 * MOST + 4 };

/* The constraints in the middle of an interval, where x' ' = (y - x) / (2 h) and the squared speed is (x + y) / 2, from
 * inverse dynamics at three accelerations. */
static int constraints_at(const problem *p, const path *way, double s, double h, constraint *rows)
{
    double q[MOST], first[MOST], second[MOST], zero[MOST] = {0}, c[MOST], a[MOST], b[MOST];
    int count = 0;
    cdy_error error = {0};
    cdy_path_evaluate(way, cdy_path_segment(way, s), s, q, first, second);
    ck_assert_ok(cdy_inverse_dynamics(p->r.model, p->r.work, q, zero, zero, NULL, c, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(p->r.model, p->r.work, q, zero, first, NULL, a, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(p->r.model, p->r.work, q, first, second, NULL, b, &error), error);
    for (int i = 0; i < p->r.nv; i++) {
        const double v = p->velocity[i], forces[3] = {a[i] - c[i], b[i] - c[i], c[i]};
        const double accelerations[3] = {first[i], second[i], 0};
        const double *const terms[2] = {forces, accelerations};
        const double limits[2] = {p->effort[i], p->acceleration[i]};
        rows[count++] = (constraint){first[i] * first[i] / 2, first[i] * first[i] / 2, v * v};
        for (int k = 0; k < 2; k++) {
            const double u = terms[k][0] / (2 * h), x = terms[k][1] / 2;
            rows[count++] = (constraint){x - u, x + u, limits[k] - terms[k][2]};
            rows[count++] = (constraint){u - x, -u - x, limits[k] + terms[k][2]};
        }
    }
    return count;
}

/* Range of y for a given x. */
static void range_of(const constraint *rows, int count, double x, double *lower, double *upper)
{
    for (int i = 0; i < count; i++) {
        const double rest = rows[i].c - rows[i].a * x;
        if (rows[i].b > 0) {
            *upper = fmin(*upper, rest / rows[i].b);
        } else if (rows[i].b < 0) {
            *lower = fmax(*lower, rest / rows[i].b);
        }
    }
}

/* The largest x of the polygon {rows, x >= 0, 0 <= y <= top}, from its vertices. */
static double largest_x(constraint *rows, int count, double top)
{
    double best = -1;
    rows[count++] = (constraint){0, 1, top};
    rows[count++] = (constraint){0, -1, 0};
    rows[count++] = (constraint){-1, 0, 0};
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            const double det = rows[i].a * rows[j].b - rows[j].a * rows[i].b;
            const double x = (rows[i].c * rows[j].b - rows[j].c * rows[i].b) / det;
            const double y = (rows[i].a * rows[j].c - rows[j].a * rows[i].c) / det;
            bool inside = isfinite(x) && isfinite(y) && x > best;
            for (int k = 0; k < count && inside; k++) {
                const double size = fabs(rows[k].a * x) + fabs(rows[k].b * y) + fabs(rows[k].c);
                inside = rows[k].a * x + rows[k].b * y <= rows[k].c + 1e-9 * size;
            }
            best = inside ? x : best;
        }
    }
    return best;
}

/* The time of the path: the linear program max sum x_i has the largest x at every stage for its solution, as any two
 * feasible profiles have a feasible upper hull, so that it may be solved by its two-variable parts from the end back
 * and then forward. */
static double program_time(const problem *p, const path *way, int grid)
{
    const double end = way->s[way->segment_count], h = end / grid;
    double *top = calloc((size_t)grid + 1, sizeof *top), time = 0, x = 0;
    constraint rows[MOST_CONSTRAINTS];
    for (int i = grid - 1; i >= 0; i--) {
        const int count = constraints_at(p, way, (i + 0.5) * h, h, rows);
        top[i] = largest_x(rows, count, top[i + 1]);
        ck_assert_double_ge(top[i], 0);
    }
    for (int i = 0; i < grid; i++) {
        double lower = 0, upper = top[i + 1];
        const int count = constraints_at(p, way, (i + 0.5) * h, h, rows);
        range_of(rows, count, x, &lower, &upper);
        const double y = fmax(upper, 0);
        time += 2 * h / (sqrt(x) + sqrt(y));
        x = y;
    }
    free(top);
    return time;
}

START_TEST(the_time_is_that_of_a_linear_program_on_a_fine_grid)
{
    double points[POINTS * MOST];
    problem p = make_arm(_i, false, points);
    cdy_trajectory *trajectory = optimal(&p, POINTS, points);
    const double T = cdy_trajectory_duration(trajectory);
    const double expected = program_time(&p, &trajectory->path, UNLESS_WATCHED(GRID, 1500));
    ck_assert_msg(fabs(T - expected) <= 0.01 * expected, "%g s, but the program has %g s", T, expected);
    cdy_trajectory_destroy(trajectory);
    free_robot(&p.r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("time_optimal");
    TCase *carts = add_case(suite, "carts", a_cart_is_driven_bang_bang);
    tcase_add_test(carts, gravity_is_paid_for);
    tcase_add_test(carts, velocity_limits_cut_the_peak);
    tcase_add_loop_test(carts, a_weak_arm_swings_through, 0, 3);
    tcase_add_test(carts, a_robot_that_cannot_hold_itself_is_told);
    tcase_add_test(carts, a_robot_that_stays_is_held);
    tcase_add_test(carts, a_frame_that_stays_is_held);
    tcase_add_test(carts, the_goal_is_held);
    tcase_add_test(carts, a_joint_that_stands_is_held);
    tcase_add_test(carts, what_nothing_bounds_is_told);
    tcase_add_loop_test(carts, friction_is_paid_for, 0, 2);
    tcase_add_test(carts, damping_is_paid_for);
    TCase *memory = tcase_create("memory"), *robots = tcase_create("arms");
    suite_add_tcase(suite, memory);
    suite_add_tcase(suite, robots);
    tcase_add_loop_test(robots, on_every_row_a_limit_binds_and_none_is_exceeded, 0, 2 * ARMS);
    tcase_add_test(robots, long_paths_keep_the_limits);
    tcase_add_test(memory, memory_is_that_of_one_grid);
    tcase_add_test(memory, running_out_of_memory_is_told);
    tcase_add_loop_test(robots, the_time_is_that_of_a_linear_program_on_a_fine_grid, 0, ARMS);
    return run_suites(suite, NULL);
}
