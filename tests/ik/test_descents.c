/* The steps of inverse kinematics, one by one, beside a plain Levenberg-Marquardt method over numerical derivatives,
 * and beside closed forms for slides, whose errors are linear in their positions. */
#include "support/compare.h"
#include "support/ik_case.h"
#include "support/suite.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST = 7 };

/* ---- the plain method ---- */

typedef struct descent {
    robot *r;
    int frame;
    const double *target;
    double weights[6], factor, growth;
    double q[MOST], cost;
} descent;

/* The rotation vector of a rotation (rows of a 4 x 4 matrix) by less than half a turn. */
static void rotation_vector(const double R[9], double w[3])
{
    const double sine[3] = {(R[7] - R[5]) / 2, (R[2] - R[6]) / 2, (R[3] - R[1]) / 2};
    const double s = sqrt(sine[0] * sine[0] + sine[1] * sine[1] + sine[2] * sine[2]);
    const double angle = atan2(s, (R[0] + R[4] + R[8] - 1) / 2), ratio = s > 1e-12 ? angle / s : 1;
    for (int i = 0; i < 3; i++) {
        w[i] = ratio * sine[i];
    }
}

/* The weighted error of the frame at q in its own axes: rotation vector and translation to the target. */
static void weighted_error(const descent *d, const double *q, double e[6])
{
    double T[16], R[9], p[3];
    place(d->r, d->frame, q, T);
    for (int i = 0; i < 3; i++) {
        p[i] = 0;
        for (int j = 0; j < 3; j++) {
            R[3 * i + j] = 0;
            p[i] += T[4 * j + i] * (d->target[4 * j + 3] - T[4 * j + 3]);
            for (int k = 0; k < 3; k++) {
                R[3 * i + j] += T[4 * k + i] * d->target[4 * k + j];
            }
        }
    }
    rotation_vector(R, e);
    for (int i = 0; i < 6; i++) {
        e[i] = d->weights[i] * (i < 3 ? e[i] : p[i - 3]);
    }
}

static double square(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += x[i] * x[i];
    }
    return sum;
}

/* A = -d error / dq by central differences, 6 x n. */
static void differentiate(const descent *d, double A[6][MOST])
{
    const double h = 1e-5;
    for (int j = 0; j < d->r->nq; j++) {
        double q[MOST], ahead[6], behind[6];
        memcpy(q, d->q, sizeof q);
        q[j] = d->q[j] + h;
        weighted_error(d, q, ahead);
        q[j] = d->q[j] - h;
        weighted_error(d, q, behind);
        for (int i = 0; i < 6; i++) {
            A[i][j] = (behind[i] - ahead[i]) / (2 * h);
        }
    }
}

/* x = (A^T A + damping)^-1 A^T e by Gaussian elimination. */
static void damped_step(int n, double A[6][MOST], const double e[6], double damping, double x[MOST])
{
    double H[MOST][MOST];
    for (int i = 0; i < n; i++) {
        x[i] = 0;
        for (int k = 0; k < 6; k++) {
            x[i] += A[k][i] * e[k];
        }
        for (int j = 0; j < n; j++) {
            H[i][j] = i == j ? damping : 0;
            for (int k = 0; k < 6; k++) {
                H[i][j] += A[k][i] * A[k][j];
            }
        }
    }
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++) {
            const double f = H[i][k] / H[k][k];
            for (int j = k; j < n; j++) {
                H[i][j] -= f * H[k][j];
            }
            x[i] -= f * x[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) {
            x[i] -= H[i][j] * x[j];
        }
        x[i] /= H[i][i];
    }
}

/* One step: the damping is a factor times the cost (Fan and Yuan 2005), and the factor follows the ratio of actual to
 * predicted decrease (Nielsen 1999). */
static void make_step(descent *d)
{
    const int n = d->r->nq;
    double A[6][MOST], e[6], x[MOST], next[MOST] = {0}, rest[6];
    weighted_error(d, d->q, e);
    d->cost = square(e, 6);
    differentiate(d, A);
    damped_step(n, A, e, d->factor * d->cost, x);
    for (int i = 0; i < 6; i++) {
        rest[i] = e[i];
        for (int j = 0; j < n; j++) {
            rest[i] -= A[i][j] * x[j];
            next[j] = d->q[j] + x[j];
        }
    }
    weighted_error(d, next, e);
    const double gain = (d->cost - square(e, 6)) / (d->cost - square(rest, 6));
    if (gain > 0) {
        d->factor *= fmax(0.1, 1 - pow(2 * gain - 1, 3));
        d->growth = 2;
        d->cost = square(e, 6);
        memcpy(d->q, next, sizeof next);
    } else {
        d->factor *= d->growth;
        d->growth *= 2;
    }
}

/* An arm of `count` joints without limits, all of them in every direction; with `led`, two more joints in between
 * follow others. */
static robot make_free_arm(int count, bool led)
{
    static const char *const names[] = {"base", "a", "b", "c", "d", "e", "f", "g"};
    cdy_tree *tree = make_tree(names[0], 0);
    for (int i = 1; i <= count + 2 * led; i++) {
        cdy_body body = make_body(names[i], names[i], i == 3 ? CDY_JOINT_PRISMATIC : CDY_JOINT_CONTINUOUS);
        if (led && (i == 2 || i == 4)) {
            body.joint.mimic = (cdy_mimic){i == 2 ? names[count + 2] : "a", i == 2 ? -0.5 : 0.75, 0.1 * i};
        }
        set_axis(&body, i % 2, i % 3, 1);
        set_origin(&body, 0.3, 0.1 * i, 0.2, 0.5 * i, 0.1, -0.4);
        add_body(tree, &body, names[i - 1]);
    }
    return make_robot(tree);
}

static bool is_near(const descent *d, const double *q)
{
    return largest_difference(d->q, q, (size_t)d->r->nq) <= 1e-6;
}

/* Arms of 5 and of 7 joints, and of 5 with two that follow, from starts near the targets and far from them. */
START_TEST(steps_are_those_of_levenberg_and_marquardt)
{
    enum { STARTS = 60, STEPS = 7 };
    static const double weights[6] = {1, 0.5, 0.8, 2, 0.3, 1.4};
    robot r = make_free_arm(_i == 1 ? 7 : 5, _i == 2);
    cdy_ik_options o = cdy_ik_options_default();
    uint64_t state = 5;
    int rejected = 0, compared = 0;
    memcpy(o.weights, weights, sizeof weights);
    o.restarts = 0;
    for (int i = 0; i < STARTS; i++) {
        double T[16], goal[MOST], start[MOST] = {0};
        descent d = {.r = &r, .frame = cdy_model_frame_count(r.model) - 1, .target = T, .factor = 0.1, .growth = 2};
        draw_array(&state, 1.5, goal, r.nq);
        draw_array(&state, i % 3 ? 1.2 : 0.3, start, r.nq);
        for (int k = 0; k < r.nq; k++) {
            start[k] += i % 3 == 2 ? 0 : goal[k];
        }
        place(&r, d.frame, goal, T);
        for (int k = 0; k < 6; k++) {
            d.weights[k] = weights[k] / 2; /* only their ratios matter: the largest becomes 1 */
        }
        memcpy(d.q, start, sizeof start);
        for (o.iterations = 1; o.iterations <= STEPS; o.iterations++) {
            double q[MOST] = {0};
            const double factor = d.factor;
            make_step(&d);
            if (d.cost < 1e-14) {
                break;
            }
            rejected += d.factor > factor;
            const cdy_ik_report report = solve(&r, d.frame, T, start, &o, q);
            ck_assert_msg(is_near(&d, q), "start %d, step %d: apart by %g", i, o.iterations,
                          largest_difference(d.q, q, (size_t)r.nq));
            ck_assert_int_eq(report.iterations, o.iterations);
            compared++;
        }
    }
    ck_assert_int_gt(rejected, STARTS / 10);
    ck_assert_int_gt(compared, 3 * STARTS);
    free_robot(&r);
}
END_TEST

/* ---- slides ---- */

/* A slide along x that carries a hinge about x, in whose frame y and z cannot be reached. */
static robot make_slide(double lower, double upper)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("cart", "slide", CDY_JOINT_PRISMATIC);
    set_axis(&body, 1, 0, 0);
    body.joint.limit = (cdy_limit){lower < upper, lower, upper, 0, 0};
    add_body(tree, &body, "base");
    return make_robot(tree);
}

/* Each step shortens the error x by d / (w^2 + d), where d is the factor times the cost; the factor falls to a tenth,
 * as each step does what was predicted, and not below 1e-6. */
START_TEST(the_factor_of_the_damping_has_a_floor)
{
    const double y = 5, w = 1e-3;
    robot r = make_slide(0, 0);
    cdy_ik_options o = cdy_ik_options_default();
    double T[16], x = 8, factor = 0.1;
    at(0, y, 0, T);
    o.weights[3] = w;
    o.restarts = 0;
    for (o.iterations = 1; o.iterations <= 30; o.iterations++) {
        const double damping = factor * (w * w * x * x + y * y), start = 8;
        double q;
        const cdy_ik_report report = solve(&r, 1, T, &start, &o, &q);
        x *= damping / (w * w + damping);
        factor = fmax(factor / 10, 1e-6);
        ck_assert_double_eq_tol(q / x, 1, 1e-4); /* rounding errors of the cost are in the gain */
        ck_assert_int_eq(report.iterations, o.iterations);
    }
    free_robot(&r);
}
END_TEST

/* The error after one step of the method: with the damping 0.1 x^2 the error x becomes x d / (1 + d). */
static double step_from(double x)
{
    const double damping = fmax(0.1 * x * x, 1e-14);
    return x * damping / (1 + damping);
}

/* A frame more than 10 m from its target first comes near it by at most four translations, which count as no iteration
 * and shorten the error to a millionth each. */
START_TEST(far_frames_are_moved_near_first)
{
    static const struct {
        double start, moved;
    } cases[] = {{9.97, 9.97}, {10.03, 1.003e-5}, {-10.03, -1.003e-5}, {4e6, 4},   {4e7, 4e-5},
                 {4e13, 4e-5}, {4e19, 4e-5},      {4e24, 4},           {4e25, 40}, {4e26, 400}};
    robot r = make_slide(0, 0);
    cdy_ik_options o = cdy_ik_options_default();
    double T[16];
    at(0, 0, 0, T);
    o.restarts = 0;
    o.iterations = 1;
    o.linear_tolerance = 1e-300;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double q;
        const cdy_ik_report report = solve(&r, 1, T, &cases[i].start, &o, &q);
        const double expected = step_from(cases[i].moved);
        ck_assert_msg(fabs(q - expected) <= 1e-3 * fabs(expected), "from %g: %g, not %g", cases[i].start, q, expected);
        ck_assert_int_eq(report.iterations, 1);
    }
    free_robot(&r);
}
END_TEST

/* A translation is tried however little it promises: here it takes the slide to its place, though most of the error is
 * to the side. */
START_TEST(small_translations_are_made)
{
    robot r = make_slide(0, 0);
    cdy_ik_options o = cdy_ik_options_default();
    const double start = 0.5, y = 11;
    double T[16], q;
    at(0, y, 0, T);
    o.restarts = 0;
    o.iterations = 1;
    solve(&r, 1, T, &start, &o, &q);
    ck_assert_double_le(fabs(q), 1e-6);
    free_robot(&r);
}
END_TEST

/* Tolerances: a start that is as near as they ask is the result; a target far from the base's origin is as near as
 * 1e-15 of its distance allows. */
START_TEST(tolerances_end_the_search)
{
    static const struct {
        double target, start, tolerance;
        bool converged;
    } cases[] = {{1, 1.0997, 0.1, true},
                 {1, 1.1003, 0.1, false},
                 {1, 0.9003, 0.1, true},
                 {1, 1.5, 0.5, true},
                 {0x1p50, 0x1p50 + 1, 1e-9, true}, /* 1e-15 times 2^50 is 1.126 */
                 {0x1p50, 0x1p50 + 1.25, 1e-9, false},
                 {0x1p50, 0x1p50 + 1.25, 1.24, false},
                 {0x1p50, 0x1p50 + 1.25, 1.26, true},
                 {8.01e15, 8.01e15 + 8, 1e-9, true}, /* doubles are 1 apart there */
                 {7.97e15, 7.97e15 + 8, 1e-9, false}};
    robot r = make_slide(0, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_ik_options o = cdy_ik_options_default();
        double T[16], q;
        at(cases[i].target, 0, 0, T);
        o.linear_tolerance = cases[i].tolerance;
        o.restarts = 0;
        const cdy_ik_report report = solve(&r, 1, T, &cases[i].start, &o, &q);
        ck_assert_msg((report.iterations == 0) == cases[i].converged, "case %zu", i);
        ck_assert_int_eq(fabs(q - cases[i].start) <= 0, cases[i].converged);
        ck_assert(report.converged);
    }
    free_robot(&r);
}
END_TEST

/* Lengths of errors whose squares are beyond doubles. */
START_TEST(errors_of_any_length_are_told)
{
    static const double units[] = {1e200, 1e-200};
    robot r = make_slide(0, 0);
    for (int i = 0; i < 6; i++) {
        cdy_ik_options o = cdy_ik_options_default();
        const double unit = units[i / 3], parts[3] = {3 * unit, 4 * unit, 12 * unit};
        double T[16], q;
        for (int k = 3; k < 6; k++) {
            o.weights[k] = unit > 1 ? 1e-150 : 1;
        }
        at(parts[i % 3], parts[(i + 1) % 3], parts[(i + 2) % 3], T);
        ck_assert_double_eq_tol(solve(&r, 0, T, NULL, &o, &q).linear_error / unit, 13, 1e-13);
    }
    free_robot(&r);
}
END_TEST

START_TEST(angular_tolerances_end_the_search)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("wheel", "spin", CDY_JOINT_CONTINUOUS);
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    cdy_ik_options o = cdy_ik_options_default();
    double T[16], q;
    at(0, 0, 0, T);
    o.restarts = 0;
    o.angular_tolerance = 0.1;
    for (int side = -1; side <= 1; side += 2) {
        const double within = 0.0997 * side, beyond = 0.1003 * side;
        cdy_ik_report report = solve(&r, 1, T, &within, &o, &q);
        ck_assert(report.converged && report.iterations == 0 && fabs(q - within) <= 0);
        ck_assert_double_eq_tol(report.angular_error, 0.0997, 1e-12);
        report = solve(&r, 1, T, &beyond, &o, &q);
        ck_assert(report.converged && report.iterations == 1);
    }
    free_robot(&r);
}
END_TEST

/* A step is tried where it promises to lower the cost by 1e-15 of it: here x^2 - (x d / (1 + d))^2 of y^2. */
START_TEST(steps_that_promise_nothing_are_not_tried)
{
    const double y = 5, damping = 0.1 * y * y, left = damping / (1 + damping);
    robot r = make_slide(0, 0);
    cdy_ik_options o = cdy_ik_options_default();
    double T[16];
    at(0, y, 0, T);
    o.restarts = 0;
    o.iterations = 1;
    for (int above = 0; above < 2; above++) {
        const double start = sqrt(1e-15 * (above ? 1.003 : 0.997) * y * y / (1 - left * left));
        double q;
        solve(&r, 1, T, &start, &o, &q);
        ck_assert_double_eq_tol(q / start, above ? left : 1, 1e-6);
    }
    free_robot(&r);
}
END_TEST

/* A cart that carries a lever on a hinge, 10 m and more from its target: translations move the cart alone, though the
 * hinge could move the tip in this direction as well. */
START_TEST(translations_turn_no_joint)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("cart", "slide", CDY_JOINT_PRISMATIC);
    set_axis(&body, 1, 0, 0);
    add_body(tree, &body, "base");
    body = make_body("lever", "hinge", CDY_JOINT_CONTINUOUS);
    add_body(tree, &body, "cart");
    body = make_body("tip", "weld", CDY_JOINT_FIXED);
    set_origin(&body, 0, 2, 0, 0, 0, 0);
    add_body(tree, &body, "lever");
    robot r = make_robot(tree);
    cdy_ik_options o = cdy_ik_options_default();
    const double goal[2] = {0, 0.3}, start[2] = {40, 0.3};
    for (int aside = 0; aside < 2; aside++) { /* `aside` the slide cannot reach the target, and the hinge could help */
        double T[16], q[2];
        descent d = {.r = &r, .frame = 3, .target = T, .weights = {1, 1, 1, 1, 1, 1}, .factor = 0.1, .q = {4e-5, 0.3}};
        place(&r, 3, goal, T);
        T[7] += 0.5 * aside;
        make_step(&d);
        o.restarts = 0;
        o.iterations = 1;
        const cdy_ik_report report = solve(&r, 3, T, start, &o, q);
        ck_assert_int_eq(report.iterations, 1);
        ck_assert_near(q, d.q, 2, 1e-6);
        ck_assert_int_eq(fabs(d.q[1] - 0.3) > 1e-3, aside);
    }
    free_robot(&r);
}
END_TEST

/* ---- limits ---- */

/* Where limits stop coordinates, these stand at the limits but for rounding errors, and never beyond; nor does what
 * follows them pass its own. */
START_TEST(limits_are_met_and_kept)
{
    uint64_t state = 8;
    for (int i = 0; i < 60; i++) {
        cdy_tree *tree = make_tree("base", 0);
        const double limit = draw(&state, 0.1, 1.3), ratio = draw(&state, 1.5, 3), led = draw(&state, 0.1, 1.3);
        const bool follows = i % 3 == 2;
        cdy_body body = make_body("cart", "slide", i % 3 == 1 ? CDY_JOINT_REVOLUTE : CDY_JOINT_PRISMATIC);
        set_axis(&body, i % 3 != 1, 0, i % 3 == 1);
        body.joint.limit = (cdy_limit){true, -limit, limit, 0, 0};
        add_body(tree, &body, "base");
        body = make_body("shadow", "follower", CDY_JOINT_PRISMATIC);
        if (follows) {
            body.joint.mimic = (cdy_mimic){"slide", ratio, 0};
            body.joint.limit = (cdy_limit){true, -led, led, 0, 0};
            add_body(tree, &body, "base");
        }
        robot r = make_robot(tree);
        cdy_ik_options o = cdy_ik_options_default();
        const double start = draw(&state, -0.1, 0.1), most = follows ? fmin(limit, led / ratio) : limit;
        double T[16], q;
        o.restarts = 0;
        o.iterations = _i ? 200 : 1; /* the first step already goes beyond the limit */
        const double side = i % 2 ? -1 : 1;
        at(3 * side, 0, 0, T);
        if (i % 3 == 1) {
            at(0, 0, 0, T);
            T[0] = T[5] = cos(2.5);
            T[4] = side * sin(2.5);
            T[1] = -T[4];
        }
        const cdy_ik_report report = solve(&r, cdy_model_find_frame(r.model, "cart"), T, &start, &o, &q);
        ck_assert(!report.converged);
        ck_assert_msg(report.at_limit == 1, "robot %d: %.17g of %.17g, %.17g", i, q, limit, led / ratio);
        ck_assert_int_eq(cdy_configuration_limit_violations(r.model, &q, 0, NULL), 0);
        ck_assert_double_eq_tol(q, side * most, 1e-15);
        free_robot(&r);
    }
}
END_TEST

/* ---- restarts ---- */

/* A slide whose target is out of its reach to the side creeps towards the least error, halving the cost in no eight
 * steps. Only the first descent of several ends there; the last one begins at the best and goes on. */
START_TEST(slow_descents_end_after_eight_steps)
{
    robot r = make_slide(-9, 9);
    cdy_ik_options o = cdy_ik_options_default();
    double T[16], q, start = 8;
    at(0, 5, 0, T);
    o.weights[3] = 1e-3;
    o.iterations = 100;
    for (o.restarts = 1; o.restarts < 4; o.restarts++) {
        const cdy_ik_report report = solve(&r, 1, T, &start, &o, &q);
        ck_assert_int_eq(report.restarts, o.restarts);
        ck_assert_int_eq(report.iterations, 8 * (o.restarts + 1) + 100);
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("descents");
    TCase *tests = tcase_create("steps");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, steps_are_those_of_levenberg_and_marquardt, 0, 3);
    tests = add_case(suite, "slides", the_factor_of_the_damping_has_a_floor);
    tcase_add_test(tests, far_frames_are_moved_near_first);
    tcase_add_test(tests, small_translations_are_made);
    tcase_add_test(tests, tolerances_end_the_search);
    tcase_add_test(tests, errors_of_any_length_are_told);
    tcase_add_test(tests, angular_tolerances_end_the_search);
    tcase_add_test(tests, steps_that_promise_nothing_are_not_tried);
    tcase_add_test(tests, translations_turn_no_joint);
    tcase_add_loop_test(tests, limits_are_met_and_kept, 0, 2);
    tcase_add_test(tests, slow_descents_end_after_eight_steps);
    return run_suites(suite, NULL);
}
