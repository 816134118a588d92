/* Parts of inverse kinematics: logarithms of rotations, pose errors and their rates, steps within bounds. */
#include "dynamics/widths.h"
#include "ik/pose.h"
#include "ik/step.h"
#include "spatial/exponential.h"
#include "support/compare.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

enum { COUNT = 400 };

/* ---- rotations ---- */

/* Rodrigues' formula, with 1 - cos written as 2 sin^2(angle / 2) so that no digit is lost. */
static void turn(const double n[3], double angle, double R[9])
{
    double s = sin(angle), h = sin(angle / 2), d = 2 * h * h;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        R[4 * i] = 1 - d * (n[j] * n[j] + n[k] * n[k]);
        R[3 * i + j] = d * n[i] * n[j] - s * n[k];
        R[3 * i + k] = d * n[i] * n[k] + s * n[j];
    }
}

static void draw_unit(uint64_t *state, double n[3])
{
    double size = 0;
    do {
        draw_array(state, 1, n, 3);
        size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    } while (size < 0.1);
    for (int i = 0; i < 3; i++) {
        n[i] /= size;
    }
}

START_TEST(logarithms_keep_their_digits_at_every_angle)
{
    static const double angles[] = {0, 1e-300, 1e-200, 1e-16, 1e-9, 1e-7,    1e-4,      0.01,         0.3,
                                    1, 1.6,    2.2,    2.8,   3.1,  3.14159, 3.1415926, 3.1415926535, 3.14159265358979};
    uint64_t state = 1;
    for (int i = 0; i < COUNT; i++) {
        double n[3], R[9], expected[3];
        draw_unit(&state, n);
        if (i < 6) { /* the axes themselves, both ways */
            memset(n, 0, sizeof n);
            n[i / 2] = i % 2 ? -1 : 1;
        }
        for (size_t a = 0; a < sizeof angles / sizeof angles[0]; a++) {
            turn(n, angles[a], R);
            vec3 w = rotation_logarithm(rotation_from(R));
            const double found[3] = {w.x, w.y, w.z};
            for (int k = 0; k < 3; k++) {
                expected[k] = angles[a] * n[k];
            }
            ck_assert_near(found, expected, 3, 2e-15 * angles[a]);
        }
    }
}
END_TEST

static void check_part(const char *name, double x, double value, long double exact)
{
    ck_assert_msg(fabsl((long double)value - exact) <= 4e-12L * fabsl(exact), "%s(%g) is %.17g, not %.17Lg", name, x,
                  value, exact);
}

/* The coefficients of the exponential and of its inverse beside their series in more digits, also where a formula ends
 * and another begins: (1 - (x/2) cot(x/2)) / x^2 is the sum of (-1)^(k+1) 2k x^(2k-2) / (2k+2)! over 2 (1 - cos x) /
 * x^2.
 */
START_TEST(coefficients_are_exact_at_every_angle)
{
    static const double angles[] = {1e-150, 1e-9, 1e-6, 9.9e-5, 1.01e-4, 1e-3, 0.01, 0.0499, 0.0501, 0.3, 1, 2, 3};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        const long double x = (long double)angles[i];
        long double cosine = 0, sine = 0, above = 0, term = 0.5L; /* (-x^2)^k / (2k+2)! */
        for (int k = 0; k < 25; k++) {
            const long double next = term / (long double)((2 * k + 3) * (2 * k + 4)); /* without its -x^2 */
            cosine += term;
            sine += term / (long double)(2 * k + 3);
            above += 2 * (long double)(k + 1) * next;
            term = -x * x * next;
        }
        check_part("cosine_part", angles[i], cosine_part(angles[i]), cosine);
        check_part("sine_part", angles[i], sine_part(angles[i]), sine);
        check_part("cotangent_part", angles[i], cotangent_part(angles[i]), above / (2 * cosine));
    }
}
END_TEST

/* ---- pose errors ---- */

static void draw_placement(uint64_t *state, double most, double T[16])
{
    double n[3], R[9];
    draw_unit(state, n);
    turn(n, draw(state, -most, most), R);
    for (int i = 0; i < 3; i++) {
        memcpy(T + 4 * i, R + 3 * i, 3 * sizeof *R);
        T[4 * i + 3] = draw(state, -1, 1);
    }
    memcpy(T + 12, ((double[4]){0, 0, 0, 1}), 4 * sizeof *T);
}

/* T exp(h [w; v]^) to second order, which suffices for differences: T after a small step along the twist, in T's own
 * axes. */
static void move(const double T[16], const double twist[6], double h, double moved[16])
{
    double size = sqrt(twist[0] * twist[0] + twist[1] * twist[1] + twist[2] * twist[2]), R[9];
    const double n[3] = {twist[0] / size, twist[1] / size, twist[2] / size};
    const double *w = twist, *v = twist + 3;
    const double half[3] = {h * v[0] + h * h / 2 * (w[1] * v[2] - w[2] * v[1]),
                            h * v[1] + h * h / 2 * (w[2] * v[0] - w[0] * v[2]),
                            h * v[2] + h * h / 2 * (w[0] * v[1] - w[1] * v[0])};
    turn(n, h * size, R);
    memcpy(moved, T, 16 * sizeof *T);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            moved[4 * i + j] = T[4 * i] * R[j] + T[4 * i + 1] * R[3 + j] + T[4 * i + 2] * R[6 + j];
        }
        moved[4 * i + 3] += T[4 * i] * half[0] + T[4 * i + 1] * half[1] + T[4 * i + 2] * half[2];
    }
}

START_TEST(pose_errors_lead_to_the_target)
{
    uint64_t state = 2;
    for (int i = 0; i < COUNT; i++) {
        double T[16], target[16], error[6], R[9], n[3];
        draw_placement(&state, 3, T);
        draw_placement(&state, 3, target);
        cdy_pose_error(T, target, error);
        double angle = sqrt(error[0] * error[0] + error[1] * error[1] + error[2] * error[2]);
        ck_assert(angle > 0 && angle <= 3.1415926535897936);
        for (int k = 0; k < 3; k++) {
            n[k] = error[k] / angle;
        }
        turn(n, angle, R);
        for (int j = 0; j < 3; j++) {
            double shift = 0;
            for (int k = 0; k < 3; k++) {
                double sum = T[4 * j] * R[k] + T[4 * j + 1] * R[3 + k] + T[4 * j + 2] * R[6 + k];
                ck_assert_double_eq_tol(sum, target[4 * j + k], 1e-14);
                shift += T[4 * j + k] * error[3 + k];
            }
            ck_assert_double_eq_tol(T[4 * j + 3] + shift, target[4 * j + 3], 1e-14);
        }
    }
}
END_TEST

/* Rates compared with differences of second order with steps of 1e-5; near a rotation error of pi the rates are steep.
 */
START_TEST(pose_errors_fall_at_their_rates)
{
    const double h = 1e-5;
    uint64_t state = 3;
    for (int i = 0; i < COUNT; i++) {
        double T[16], target[16], error[6], ahead[6], behind[6], moved[16], twist[6], rates[6], found[6];
        draw_placement(&state, i % 2 ? 1.4 : 1e-3, T);
        draw_placement(&state, i % 2 ? 1.4 : 1e-3, target);
        draw_array(&state, 1, twist, 6);
        cdy_pose_error(T, target, error);
        move(T, twist, h, moved);
        cdy_pose_error(moved, target, ahead);
        move(T, twist, -h, moved);
        cdy_pose_error(moved, target, behind);
        memcpy(rates, twist, sizeof rates);
        const cdy_kernels *kernels = cdy_choose_kernels(1);
        double between[16], same[6], cotangent;
        kernels->relative_placement(T, target, between);
        kernels->pose_error(between, same, &cotangent);
        ck_assert_near(same, error, 6, 1e-13);
        kernels->pose_error_jacobian(1, 1, (const int32_t[]){0}, error, &cotangent, (const double[]){1, 2, 3, 4, 5, 6},
                                     rates);
        for (int k = 0; k < 6; k++) {
            found[k] = -(k + 1) * (ahead[k] - behind[k]) / (2 * h);
        }
        ck_assert_near(rates, found, 6, 6e-8);
    }
}
END_TEST

/* The errors in lanes are those of one lane at every angle, near 0 and near a half turn as well. */
START_TEST(lanes_have_the_pose_errors_of_one)
{
    uint64_t state = 14;
    for (int lanes = 1; lanes <= 8; lanes *= 2) {
        const cdy_kernels *kernels = cdy_choose_kernels(lanes);
        for (int i = 0; kernels && i < COUNT; i++) {
            _Alignas(64) double between[16 * 8], found[6 * 8], cotangent[8];
            double expected[8][6], n[3], R[9], T[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, to[16];
            for (int lane = 0; lane < lanes; lane++) {
                draw_array(&state, 1, n, 3);
                const double size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]),
                             small = pow(10, -draw(&state, 0, 12));
                const double pi = 3.14159265358979323846;
                const double angle = lane % 3 == 0 ? small : lane % 3 == 1 ? pi - small - 1e-7 : draw(&state, 0, pi);
                turn((const double[]){n[0] / size, n[1] / size, n[2] / size}, angle, R);
                for (int k = 0; k < 16; k++) {
                    to[k] = k % 4 < 3 && k < 12 ? R[k / 4 * 3 + k % 4] : k < 12 ? draw(&state, -2, 2) : T[k];
                    between[k * lanes + lane] = to[k];
                }
                cdy_pose_error(T, to, expected[lane]);
            }
            kernels->pose_error(between, found, cotangent);
            for (int lane = 0; lane < lanes; lane++) {
                for (int k = 0; k < 6; k++) {
                    ck_assert_double_eq_tol(found[k * lanes + lane], expected[lane][k],
                                            1e-15 + 4e-15 * fabs(expected[lane][k]));
                }
            }
        }
    }
}
END_TEST

START_TEST(placements_are_made_of_the_nearest_rotation)
{
    uint64_t state = 4;
    for (int i = 0; i < COUNT; i++) {
        double T[16], near[16], change[9], sum;
        draw_placement(&state, 3, T);
        /* R (1 + S) with S symmetric and small has R as its nearest rotation. */
        draw_array(&state, 3e-4, change, 9);
        memcpy(near, T, sizeof near);
        for (int k = 0; k < 27; k++) {
            int row = k / 9, column = k / 3 % 3, l = k % 3;
            near[4 * row + column] += T[4 * row + l] * (change[3 * l + column] + change[3 * column + l]) / 2;
        }
        near[3] = T[3];
        ck_assert(cdy_make_placement(near));
        ck_assert_near(near, T, 16, 1e-15);
        ck_assert(cdy_make_placement(T));
        sum = near[0] * near[1] + near[4] * near[5] + near[8] * near[9];
        ck_assert_double_eq_tol(sum, 0, 1e-15);
    }
}
END_TEST

/* A rotation may be 2e-3 off in each product of two rows, and the last row 1e-9 off in each element. */
START_TEST(placements_are_placements_within_bounds)
{
    static const double one[16] = {1, 0, 0, 0.3, 0, 1, 0, -0.2, 0, 0, 1, 5, 0, 0, 0, 1};
    for (int side = 0; side < 2; side++) {
        const double share = side ? 1.003 : 0.997;
        for (int k = 0; k < 12; k++) { /* row k % 3 too long or too short, or not perpendicular to the next */
            const int row = k % 3, next = (row + 1) % 3;
            double T[16];
            memcpy(T, one, sizeof T);
            if (k < 6) {
                T[5 * row] = sqrt(1 + (k < 3 ? 2e-3 : -2e-3) * share);
            } else {
                T[4 * row + next] = (k < 9 ? 2e-3 : -2e-3) * share;
            }
            ck_assert_int_eq(cdy_make_placement(T), !side);
        }
        for (int k = 0; k < 8; k++) {
            double T[16];
            memcpy(T, one, sizeof T);
            T[12 + k / 2] += (k % 2 ? 1e-9 : -1e-9) * share;
            ck_assert_int_eq(cdy_make_placement(T), !side);
            ck_assert(side || memcmp(T, one, sizeof T) == 0); /* the last row is exact then */
        }
    }
}
END_TEST

/* ---- steps within bounds ---- */

enum { MOST = 12 };

typedef struct problem {
    double A[STEP_ROWS * MOST], r[STEP_ROWS], lower[MOST], upper[MOST], x[MOST];
    double damping, decrease, y[MOST], mask[MOST], scratch[STEP_SCRATCH];
    step_problem p;
} problem;

/* The problem in one lane, over the columns 0 to n - 1. */
static void set_problem(problem *q, size_t n, double damping)
{
    static const int32_t columns[MOST] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    q->damping = damping;
    q->p = (step_problem){.kernels = cdy_choose_kernels(1),
                          .n = n,
                          .count = n,
                          .columns = columns,
                          .A = q->A,
                          .r = q->r,
                          .lower = q->lower,
                          .upper = q->upper,
                          .damping = &q->damping,
                          .x = q->x,
                          .decrease = &q->decrease,
                          .y = q->y,
                          .mask = q->mask,
                          .scratch = q->scratch};
}

static double bounded_step(const problem *q)
{
    cdy_bounded_steps(&q->p, (const bool[]){true});
    return q->decrease;
}

static void draw_problem(uint64_t *state, size_t n, double room, problem *q)
{
    memset(q, 0, sizeof *q);
    draw_array(state, 1, q->A, (int)(STEP_ROWS * n));
    draw_array(state, 1, q->r, STEP_ROWS);
    for (size_t i = 0; i < n; i++) {
        q->lower[i] = draw_below(state, 4) ? -draw(state, 0, room) : 0;
        q->upper[i] = draw_below(state, 4) ? draw(state, 0, room) : 0;
    }
    set_problem(q, n, 1e-2);
}

/* The gradient of the damped problem without bounds, A^T (r - A x) - damping x. */
static double pull(const problem *q, size_t column)
{
    double sum = -q->damping * q->x[column];
    for (size_t i = 0; i < STEP_ROWS; i++) {
        double rest = q->r[i];
        for (size_t j = 0; j < q->p.n; j++) {
            rest -= q->A[i * q->p.n + j] * q->x[j];
        }
        sum += q->A[i * q->p.n + column] * rest;
    }
    return sum;
}

START_TEST(steps_without_bounds_are_least_squares)
{
    uint64_t state = 5;
    for (int i = 0; i < COUNT; i++) {
        problem q;
        size_t n = 1 + (size_t)draw_below(&state, MOST);
        draw_problem(&state, n, 1, &q);
        for (size_t k = 0; k < n; k++) {
            q.lower[k] = -(double)INFINITY;
            q.upper[k] = (double)INFINITY;
        }
        ck_assert(bounded_step(&q) > 0);
        for (size_t k = 0; k < n; k++) {
            ck_assert_double_eq_tol(pull(&q, k), 0, 1e-12);
        }
    }
}
END_TEST

/* Coordinates away from their bounds have no gradient left, the predicted decrease is returned, and no coordinate
 * leaves its bounds. */
START_TEST(steps_stop_at_bounds)
{
    uint64_t state = 6;
    int stopped = 0, helped = 0;
    for (int i = 0; i < COUNT; i++) {
        problem q;
        size_t n = 1 + (size_t)draw_below(&state, MOST);
        draw_problem(&state, n, 0.5, &q);
        double before = 0, after = 0, told = bounded_step(&q);
        for (size_t k = 0; k < n; k++) {
            ck_assert(q.x[k] >= q.lower[k] && q.x[k] <= q.upper[k]);
            if (q.x[k] > q.lower[k] && q.x[k] < q.upper[k]) {
                ck_assert_double_eq_tol(pull(&q, k), 0, 1e-12);
            } else {
                stopped++;
            }
        }
        for (size_t row = 0; row < STEP_ROWS; row++) {
            double rest = q.r[row];
            for (size_t k = 0; k < n; k++) {
                rest -= q.A[row * n + k] * q.x[k];
            }
            before += q.r[row] * q.r[row];
            after += rest * rest;
        }
        ck_assert_double_eq_tol(told, before - after, 1e-14);
        helped += told > 0;
    }
    ck_assert_int_gt(stopped, COUNT);
    ck_assert_int_gt(helped, COUNT * 9 / 10);
}
END_TEST

START_TEST(coordinates_are_held_only_where_they_push_out)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        problem q = {.A = {1}, .r = {sign}};
        set_problem(&q, 1, 1e-9);
        q.lower[0] = sign < 0 ? -10 : 0; /* the bounds leave the step in the direction of r free */
        q.upper[0] = sign < 0 ? 0 : 10;
        ck_assert(bounded_step(&q) > 0.99);
        ck_assert_double_eq_tol(q.x[0], sign, 1e-8);
        q.lower[0] = sign < 0 ? 0 : -10; /* the bounds stop the step in the direction of r */
        q.upper[0] = sign < 0 ? 10 : 0;
        ck_assert_double_eq(bounded_step(&q), 0);
        ck_assert_double_eq(q.x[0], 0);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pose");
    TCase *tests = add_case(suite, "rotations", logarithms_keep_their_digits_at_every_angle);
    tcase_add_test(tests, coefficients_are_exact_at_every_angle);
    tests = add_case(suite, "errors", pose_errors_lead_to_the_target);
    tcase_add_test(tests, pose_errors_fall_at_their_rates);
    tcase_add_test(tests, lanes_have_the_pose_errors_of_one);
    tcase_add_test(tests, placements_are_made_of_the_nearest_rotation);
    tcase_add_test(tests, placements_are_placements_within_bounds);
    tests = add_case(suite, "steps", steps_without_bounds_are_least_squares);
    tcase_add_test(tests, steps_stop_at_bounds);
    tcase_add_test(tests, coordinates_are_held_only_where_they_push_out);
    return run_suites(suite, NULL);
}
