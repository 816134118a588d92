/* The basis of the kernels: sine and cosine, the rotation from z to an axis, inertias in other frames. */
#include "support/compare.h"
#include "support/suite.h"

#include "spatial/articulated.h"
#include "spatial/newton_euler.h"
#include "spatial/placement.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

/* ---- sine and cosine ---- */

/* The error of `value` in units of the last place of the exact number. */
static double units(double value, long double exact)
{
    double rounded = (double)exact;
    int exponent;
    frexp(rounded, &exponent);
    double unit = fmax(ldexp(DBL_EPSILON, exponent - 1), 0x1p-1074);
    return (double)fabsl(((long double)value - exact) / (long double)unit);
}

/* The larger error of sine and cosine at an angle. */
static double sincos_error(double angle)
{
    real a[1] = {angle}, s[1], c[1];
    real_sincos_all(1, a, s, c);
    return fmax(units(s[0], sinl((long double)angle)), units(c[0], cosl((long double)angle)));
}

START_TEST(sine_and_cosine_are_right_to_one_unit)
{
    static const double ranges[] = {1e-300, 1e-8, 0.8, 4, 100, 1e4, 1e6, 1e9, 1e15, 1e300};
    uint64_t state = 1;
    for (size_t k = 0; k < sizeof ranges / sizeof ranges[0]; k++) {
        double worst = 0;
        for (int i = 0; i < 20000; i++) {
            worst = fmax(worst, sincos_error(draw(&state, -ranges[k], ranges[k])));
        }
        ck_assert_msg(worst < 1, "%g units up to %g", worst, ranges[k]);
    }
}
END_TEST

/* Beside the multiples of pi/2, where the sine or the cosine is tiny and every digit of pi counts. */
START_TEST(sine_and_cosine_are_right_where_they_vanish)
{
    double worst = 0;
    for (int n = -640000; n <= 640000; n += n < -2000 || n >= 2000 ? 997 : 1) {
        double near = (double)(n * 1.570796326794896619231321691639751442L);
        worst = fmax(worst, sincos_error(near));
        worst = fmax(worst, sincos_error(nextafter(near, 1e9)));
        worst = fmax(worst, sincos_error(nextafter(near, -1e9)));
    }
    ck_assert_msg(worst < 1, "%g units", worst);
    ck_assert(sincos_error(999999.99) < 1 && sincos_error(1e6) < 1 && sincos_error(1000000.01) < 1);
}
END_TEST

START_TEST(sine_and_cosine_of_odd_numbers)
{
    real a[6] = {0.0, -0.0, (double)INFINITY, -(double)INFINITY, (double)NAN, 5e-324}, s[6], c[6];
    real_sincos_all(6, a, s, c);
    ck_assert_double_eq(s[0], 0);
    ck_assert_double_eq(s[1], 0);
    ck_assert_double_eq(c[0], 1);
    ck_assert_double_eq(c[1], 1);
    ck_assert_double_eq(s[5], 5e-324);
    ck_assert_double_eq(c[5], 1);
    for (int i = 2; i < 5; i++) {
        ck_assert(isnan(s[i]) && isnan(c[i]));
    }
}
END_TEST

/* One huge angle does not change the results of the other angles. */
START_TEST(angles_are_taken_one_by_one)
{
    real a[4] = {1, 1e9, -2, 0.5}, s[4], c[4];
    real_sincos_all(4, a, s, c);
    for (int i = 0; i < 4; i++) {
        ck_assert(units(s[i], sinl((long double)a[i])) < 2 && units(c[i], cosl((long double)a[i])) < 2);
    }
}
END_TEST

/* ---- the turn from z to an axis ---- */

/* The largest deviation of E from the shortest rotation that takes z to the axis: its z row is the axis, its x and y
 * rows have unit length and are orthogonal to each other and to the axis, and its rotation axis, z cross axis, is
 * unchanged. */
static double turn_error(vec3 axis)
{
    rotation E = rotation_z_to(axis);
    const double deviations[] = {
        dot(E.x, E.x) - 1, dot(E.y, E.y) - 1, dot(E.x, E.y),
        dot(E.x, axis),    dot(E.y, axis),    E.z.x - axis.x,
        E.z.y - axis.y,    E.z.z - axis.z,    dot(cross(E.x, E.y), axis) - 1,
    };
    double worst = largest(deviations, sizeof deviations / sizeof deviations[0]);
    double s = hypot(axis.x, axis.y);
    if (s > 0) {
        vec3 across = {-axis.y / s, axis.x / s, 0}, turned = rotate(E, across);
        const double moved[] = {turned.x - across.x, turned.y - across.y, turned.z};
        worst = fmax(worst, largest(moved, 3));
    }
    return isnan(worst) ? (double)INFINITY : worst;
}

START_TEST(the_turn_to_an_axis_is_a_rotation)
{
    uint64_t state = 2;
    for (int i = 0; i < 2000; i++) {
        double v[3];
        draw_array(&state, 1, v, 3);
        if (i % 2) { /* closer and closer to -z and to z */
            v[0] *= pow(10, -(double)(i % 290));
            v[1] *= pow(10, -(double)(i % 283));
        }
        double norm = hypot(hypot(v[0], v[1]), v[2]);
        double error = turn_error((vec3){v[0] / norm, v[1] / norm, v[2] / norm});
        ck_assert_msg(error < 2e-15, "%g for the axis %g %g %g", error, v[0] / norm, v[1] / norm, v[2] / norm);
    }
}
END_TEST

START_TEST(the_turn_to_minus_z_is_half_a_turn_about_x)
{
    rotation E = rotation_z_to((vec3){0, 0, -1});
    const double rows[9] = {E.x.x, E.x.y, E.x.z, E.y.x, E.y.y, E.y.z, E.z.x, E.z.y, E.z.z};
    const double expected[9] = {1, 0, 0, 0, -1, 0, 0, 0, -1};
    ck_assert_near(rows, expected, 9, 0);
}
END_TEST

/* A tumbling body of 2 kg whose frame's origin is an arbitrary point. */
static const inertia tumbler = {2, {0.6, -0.4, 1}, {1.9, 0.2, -0.3, 1.7, 0.4, 1.5}};
static const motion tumble = {{0.7, -1.1, 0.4}, {0.3, 2, -0.8}};

START_TEST(the_equations_of_newton_and_euler_are_the_spatial_one)
{
    const motion v = tumble, a = {{-2, 0.5, 1.5}, {4, -1, 9}};
    const force spatial = force_add(inertia_apply(tumbler, a), cross_force(v, inertia_apply(tumbler, v)));
    const body_acceleration m = {v.angular, a.angular, add(a.linear, cross(v.angular, v.linear))};
    const force f = newton_euler(tumbler, m, acceleration_tensor(m.w, m.dw));
    const double expected[6] = {spatial.moment.x, spatial.moment.y, spatial.moment.z,
                                spatial.linear.x, spatial.linear.y, spatial.linear.z};
    ck_assert_near(((double[6]){f.moment.x, f.moment.y, f.moment.z, f.linear.x, f.linear.y, f.linear.z}), expected, 6,
                   1e-14);
}
END_TEST

/* A force whose outer product is subtracted from a rigid inertia, which gives a general articulated inertia. */
static const force push = {{0.1, 0.5, -0.2}, {0.3, -0.6, 0.4}};

static articulated pushed_tumbler(void)
{
    return articulated_subtract(articulated_from(tumbler), force_scale(0.8, push), push);
}

static force articulated_apply(articulated A, motion m)
{
    return (force){add(sym3_apply(A.I, m.angular), mat3_apply(A.H, m.linear)),
                   add(mat3_apply_transposed(A.H, m.angular), sym3_apply(A.M, m.linear))};
}

static void check_force(force actual, force expected)
{
    for (int row = 0; row < 6; row++) {
        ck_assert_double_eq_tol(force_row(actual, row), force_row(expected, row), 1e-14);
    }
}

/* A shifted articulated inertia times a motion: (X^T A X) m = X^T (A (X m)). */
START_TEST(shifted_inertias_give_shifted_momenta)
{
    const transform X = {rotation_identity(), {0.5, -0.7, 0.2}};
    const motion there = transform_motion(X, tumble);
    const force h =
        force_subtract(inertia_apply(tumbler, there), force_scale(0.8 * motion_dot_force(there, push), push));
    check_force(articulated_apply(articulated_shift_back(X.r, pushed_tumbler()), tumble), transform_force_back(X, h));
}
END_TEST

START_TEST(columns_are_what_unit_motions_take)
{
    const articulated A = pushed_tumbler();
    for (int row = 0; row < 6; row++) {
        motion unit = {{0, 0, 0}, {0, 0, 0}};
        *motion_row(&unit, row) = 1;
        check_force(articulated_column(A, row), articulated_apply(A, unit));
    }
}
END_TEST

/* Eliminating a revolute joint about z leaves an articulated inertia without entries about z, which is rotated as any
 * articulated inertia is. */
START_TEST(remainders_of_revolute_joints_are_transformed_whole)
{
    const transform X = {rotation_about_z(sin(0.4), cos(0.4), rotation_z_to((vec3){0.48, 0.6, -0.64})), {0, 0, 0}};
    const articulated A = pushed_tumbler();
    const force U = articulated_column(A, 2), n = force_scale(1 / A.I.zz, U);
    const force there = articulated_apply(articulated_subtract(A, n, U), transform_motion(X, tumble));
    check_force(articulated_apply(revolute_remainder_rotate_back(X.E, revolute_remainder_from(A, n)), tumble),
                transform_force_back(X, there));
}
END_TEST

/* Whether long double has more digits than double: it has not on every machine, nor under valgrind. */
static bool long_double_is_longer(void)
{
    volatile long double one = 1, tiny = 0x1p-60L;
    return one + tiny > one;
}

int main(void)
{
    Suite *suite = suite_create("spatial");
    TCase *tests = add_case(suite, "sine and cosine", sine_and_cosine_of_odd_numbers);
    tcase_add_test(tests, angles_are_taken_one_by_one);
    if (long_double_is_longer()) {
        tcase_add_test(tests, sine_and_cosine_are_right_to_one_unit);
        tcase_add_test(tests, sine_and_cosine_are_right_where_they_vanish);
    }
    tests = add_case(suite, "turns", the_turn_to_an_axis_is_a_rotation);
    tcase_add_test(tests, the_turn_to_minus_z_is_half_a_turn_about_x);
    tests = add_case(suite, "inertias", the_equations_of_newton_and_euler_are_the_spatial_one);
    tcase_add_test(tests, shifted_inertias_give_shifted_momenta);
    tcase_add_test(tests, columns_are_what_unit_motions_take);
    tcase_add_test(tests, remainders_of_revolute_joints_are_transformed_whole);
    return run_suites(suite, NULL);
}
