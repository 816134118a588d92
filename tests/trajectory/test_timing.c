/* Timings: pieces that follow one another, and the trapezoid along a path that bends. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"
#include "trajectory/trajectory.h"

#include <math.h>

static robot make_slider(void)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("cart", "rail", CDY_JOINT_PRISMATIC);
    set_inertial(&body, 2, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    return make_robot(tree);
}

/* ---- pieces ---- */

/* Piece k has the duration k + 1, and s rises by 1 / (k + 1) at an even speed. */
static double duration_of(size_t k)
{
    return (double)k + 1;
}

static bool add_pieces(path_timing *timing, size_t count)
{
    bool added = true;
    for (size_t k = timing->count; added && k < count; k++) {
        const double T = duration_of(k), even[2] = {1 / (T * T), 0};
        added = cdy_timing_add(timing, T, 1 / T, even, even);
    }
    return added;
}

/* At both ends of each piece, and within it; before the first and behind the last piece time stands still. */
static void check_pieces(const path_timing *timing, double factor, size_t first)
{
    double t = 0, s = 0, at[3];
    for (size_t k = 0; k < timing->count; k++) {
        const double T = duration_of(k) * (k < first ? 1 : factor), rise = 1 / duration_of(k);
        ck_assert_double_eq_tol(timing->t[k], t, 1e-12 * (1 + t));
        ck_assert_double_eq_tol(timing->s[k], s, 1e-14 * (1 + s));
        for (int i = 0; i < 4; i++) {
            ck_assert_uint_eq(cdy_timing_evaluate(timing, timing->t[k] + 0.25 * i * T, at), k);
            ck_assert_double_eq_tol(at[0], s + 0.25 * i * rise, 1e-12 * (1 + s));
            ck_assert_double_eq_tol(at[1], rise / T, 1e-12);
            ck_assert_double_eq_tol(at[2], 0, 1e-12);
        }
        t += T;
        s += rise;
    }
    ck_assert_uint_eq(cdy_timing_evaluate(timing, t + 7, at), timing->count - 1);
    ck_assert_double_eq_tol(at[0], s, 1e-12 * (1 + s));
    ck_assert_uint_eq(cdy_timing_evaluate(timing, -3, at), 0);
    ck_assert_double_eq(at[0], 0);
}

START_TEST(pieces_follow_one_another)
{
    path_timing timing = {0};
    for (size_t count = 1; count < 40; count++) {
        ck_assert(add_pieces(&timing, count));
        ck_assert_uint_eq(timing.count, count);
        check_pieces(&timing, 1, 0);
    }
    cdy_timing_clear(&timing);
    ck_assert(!timing.t && !timing.s && !timing.coef && timing.count == 0 && timing.capacity == 0);
}
END_TEST

/* Pieces before the first one that is stretched stay as they are. */
START_TEST(later_pieces_are_stretched)
{
    for (size_t first = 0; first < 5; first++) {
        path_timing timing = {0};
        ck_assert(add_pieces(&timing, 5));
        cdy_timing_stretch(&timing, first, 2.5);
        check_pieces(&timing, 2.5, first);
        cdy_timing_clear(&timing);
    }
}
END_TEST

/* A piece has the derivatives that it is given at both ends. */
START_TEST(pieces_have_the_derivatives_of_their_ends)
{
    const double begin[2] = {0.3, -0.7}, end[2] = {1.1, 0.9}, T = 0.8, h = 1e-9;
    path_timing timing = {0};
    double at[3];
    ck_assert(cdy_timing_add(&timing, 2, 5, (double[]){0, 0}, begin) && cdy_timing_add(&timing, T, 0.4, begin, end));
    ck_assert_uint_eq(cdy_timing_evaluate(&timing, 2, at), 1);
    ck_assert_near(at, ((double[]){5, begin[0], begin[1]}), 3, 1e-12);
    ck_assert_uint_eq(cdy_timing_evaluate(&timing, 2 - h, at), 0);
    ck_assert_near(at, ((double[]){5, begin[0], begin[1]}), 3, 1e-7);
    ck_assert_uint_eq(cdy_timing_evaluate(&timing, 2 + T, at), 1);
    ck_assert_near(at, ((double[]){5.4, end[0], end[1]}), 3, 1e-12);
    cdy_timing_clear(&timing);
}
END_TEST

/* A piece that finds no memory is not added. */
START_TEST(failing_allocations_leave_the_pieces)
{
    bool done = !heap_is_counted();
    for (size_t number = 1; !done; number++) {
        path_timing timing = {0};
        const size_t live = heap_count().live;
        ck_assert(add_pieces(&timing, 2));
        heap_fail_at(number);
        const bool added = add_pieces(&timing, 3);
        done = !heap_has_failed();
        heap_fail_at(0);
        ck_assert_int_eq(added, done);
        ck_assert_uint_eq(timing.count, done ? 3 : 2);
        check_pieces(&timing, 1, 0);
        cdy_timing_clear(&timing);
        ck_assert_uint_eq(heap_count().live, live);
    }
}
END_TEST

/* ---- the trapezoid along a bend ---- */

/* q = c (s - m)^2 / 2 for s from 0 to S, or q = s where it is straight; `center` is m / S. */
typedef struct bend {
    robot r;
    double velocity, acceleration, effort, jerk, scratch[5];
    cdy_trajectory made;
    request asked;
} bend;

static const double c = 3, S = 0.8;

static void make_path(path *p, double center, bool straight)
{
    const double m = center * S, start = straight ? 0 : c * m * m / 2, end = straight ? S : c * (S - m) * (S - m) / 2;
    const double first[2] = {straight ? 1 : -c * m, straight ? 1 : c * (S - m)}, second = straight ? 0 : c;
    cdy_path_begin(p, &start);
    cdy_path_add(p, S, &end, (path_end){&first[0], &second}, (path_end){&first[1], &second});
}

static void make_bend(bend *b, double center, bool straight, double velocity, double acceleration)
{
    *b = (bend){
        .r = make_slider(), .velocity = velocity, .acceleration = acceleration, .effort = HUGE_VAL, .jerk = HUGE_VAL};
    b->asked = (request){.model = b->r.model,
                         .profile = CDY_PROFILE_TRAPEZOID,
                         .limits = {&b->velocity, &b->acceleration, &b->effort, &b->jerk},
                         .made = &b->made,
                         .scratch = b->scratch,
                         .straight = straight};
    ck_assert(cdy_path_create(&b->made.path, b->r.model, 1));
    make_path(&b->made.path, center, straight);
}

static void free_bend(bend *b)
{
    cdy_path_clear(&b->made.path);
    cdy_timing_clear(&b->made.timing);
    free_robot(&b->r);
}

/* Half of the acceleration a for s'', of which q' takes most at the end that is farther from the center, f S away: s''
 * = a / (2 c f S). Half for the speed, s'^2 = a / (2 c): each ramp takes f / 2 of the way. The speed's half alone is
 * there on the way between, so that the motion can be faster by the root of 2, but for 0.2 % that samples may miss. */
START_TEST(half_of_the_acceleration_is_for_the_speed_along_bends)
{
    static const double limits[] = {0.7, 12}, centers[] = {0.4, 0.5, 0.6};
    for (int i = 0; i < 6; i++) {
        const double a = limits[i % 2], center = centers[i / 2], f = fmax(center, 1 - center);
        const double T = (1 + f) * S * sqrt(c / a) * 1.002, ramp = f / (1 + f) * T;
        bend b;
        cdy_error error;
        make_bend(&b, center, false, HUGE_VAL, a);
        ck_assert_ok(cdy_time_profile(&b.asked, 0, S, &error), error);
        ck_assert_uint_eq(b.made.timing.count, 3);
        ck_assert_near(b.made.timing.s, ((double[]){0, f * S / 2, (1 - f / 2) * S, S}), 4, 1e-12);
        ck_assert_near(b.made.timing.t, ((double[]){0, ramp, T - ramp, T}), 4, 1e-9 * T);
        free_bend(&b);
    }
}
END_TEST

/* A limit of velocity, which binds where q' is largest, at the ends: the speed is v / (c S / 2). Along the way between,
 * |q'| is smaller, and the motion is faster by as much; ramps of a thousandth of the way each let it. */
START_TEST(velocity_limits_bind_along_bends)
{
    const double speed = 0.01, v = speed * c * S / 2, a = 2 * c * S / 2 * speed * speed / (2e-3 * S);
    bend b;
    cdy_error error;
    double at[3];
    make_bend(&b, 0.5, false, v, a);
    ck_assert_ok(cdy_time_profile(&b.asked, 0, S, &error), error);
    ck_assert_uint_eq(b.made.timing.count, 3);
    ck_assert_near(b.made.timing.s, ((double[]){0, 1e-3 * S, 0.999 * S, S}), 4, 1e-12);
    cdy_timing_evaluate(&b.made.timing, b.made.timing.t[3] / 2, at);
    ck_assert_double_eq_tol(at[1], speed / (0.998 * 1.002), 1e-9);
    free_bend(&b);
}
END_TEST

/* However large the acceleration, a ramp takes a billionth of the time. */
START_TEST(ramps_take_a_billionth_at_least)
{
    const double v = 0.5;
    bend b;
    cdy_error error;
    make_bend(&b, 0, true, v, 1e30);
    ck_assert_ok(cdy_time_profile(&b.asked, 0, S, &error), error);
    ck_assert_uint_eq(b.made.timing.count, 3);
    ck_assert_double_eq_tol(b.made.timing.t[1] / (S / v), 1e-9, 1e-14);
    ck_assert_double_eq_tol(b.made.timing.t[3], S / v, 1e-6);
    free_bend(&b);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("timing");
    TCase *tests = tcase_create("timing");
    tcase_add_test(tests, pieces_follow_one_another);
    tcase_add_test(tests, later_pieces_are_stretched);
    tcase_add_test(tests, pieces_have_the_derivatives_of_their_ends);
    tcase_add_test(tests, failing_allocations_leave_the_pieces);
    tcase_add_test(tests, half_of_the_acceleration_is_for_the_speed_along_bends);
    tcase_add_test(tests, velocity_limits_bind_along_bends);
    tcase_add_test(tests, ramps_take_a_billionth_at_least);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
