/* Batches of matrices: derivatives, inverse mass matrices, regressors, and the matrices of external forces. */
#include "batch/batch_case.h"
#include "support/suite.h"

#include <condyle/derivatives.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

enum { LANES = 4, ROBOTS = 5, LONG_TOO = 7 };
static const int all_lanes[LANES] = {1, 2, 4, 8};

/* A planar base with an arm of a leader and two followers, one beyond the other. */
static robot make_geared(void)
{
    const double inertia[6] = {0.3, 0.01, 0.02, 0.4, 0.03, 0.5};
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("cart", "plane", CDY_JOINT_PLANAR);
    set_axis(&body, 0.1, 0.2, 1);
    set_inertial(&body, 3, 0.1, 0, 0.2, inertia);
    add_body(tree, &body, "world");
    const char *names[] = {"upper", "lower", "finger"}, *parents[] = {"cart", "upper", "cart"};
    for (int i = 0; i < 3; i++) {
        body = make_body(names[i], names[i], CDY_JOINT_REVOLUTE);
        set_axis(&body, 0.2 * i, 1, 0.3);
        set_origin(&body, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6);
        set_inertial(&body, 1, 0.1, 0.2, 0, inertia);
        body.joint.mimic = i ? (cdy_mimic){"upper", i == 1 ? -0.5 : 2, 0.1} : body.joint.mimic;
        add_body(tree, &body, parents[i]);
    }
    return make_robot(tree);
}

/* A floating base with two arms. */
static robot make_floating(void)
{
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("trunk", "fly", CDY_JOINT_FLOATING);
    set_inertial(&body, 3, 0.1, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "world");
    const char *names[] = {"a", "b", "c", "d"}, *parents[] = {"trunk", "a", "trunk", "c"};
    for (int i = 0; i < 4; i++) {
        body = make_body(names[i], names[i], i == 2 ? CDY_JOINT_PRISMATIC : CDY_JOINT_CONTINUOUS);
        set_axis(&body, 1, 0.5 * i, 0.3);
        set_origin(&body, 0.1, 0.2 * i, 0.3, 0.4, 0, 0.6);
        set_inertial(&body, 1, 0.1, 0.2, 0, (double[6]){0.3, 0.01, 0.02, 0.4, 0.03, 0.5});
        add_body(tree, &body, parents[i]);
    }
    return make_robot(tree);
}

/* A chain whose matrices have one lane; if `geared`, every tenth joint follows the one before. */
static robot make_long(bool geared)
{
    enum { LINKS = 100 };
    cdy_tree *tree = make_tree("l0", 9.81);
    char names[2][16] = {"l0", "l0"};
    for (int i = 1; i <= LINKS; i++) {
        char *name = names[i % 2], *parent = names[(i + 1) % 2];
        snprintf(name, sizeof names[0], "l%d", i);
        cdy_body body = make_body(name, name, i % 7 ? CDY_JOINT_REVOLUTE : CDY_JOINT_PRISMATIC);
        set_axis(&body, i % 3 == 0, i % 3 == 1, i % 3 == 2);
        set_origin(&body, 0.1, 0, 0, 0, 0.5, 0);
        set_inertial(&body, 1, 0.1, 0.02, 0, (double[6]){0.3, 0.01, 0.02, 0.4, 0.03, 0.5});
        body.joint.mimic = geared && i % 10 == 0 ? (cdy_mimic){parent, 0.5, 0.1} : body.joint.mimic;
        add_body(tree, &body, parent);
    }
    return make_robot(tree);
}

static robot make_subject(int number)
{
    switch (number) {
    case 0: return load_bundled_robot("universalUR5e");
    case 1: return load_bundled_robot("kukaIiwa14");
    case 2: return load_bundled_robot("omronEcobra600");
    case 3: return make_geared();
    case 4: return make_floating();
    default: return make_long(number == 6);
    }
}

static void compare(const states *s, const quantity *x, int lanes)
{
    const size_t width = x->width(s), second = x->second ? x->second(s) : 0;
    for (size_t b = 0; b < s->count; b++) {
        cdy_error error = {0};
        ck_assert_ok(x->one(s, b, s->expected, s->expected_second, &error), error);
        const double first = relative_error(s->out + b * width, s->expected, width, 1e-3);
        const double other = relative_error(s->second + b * second, s->expected_second, second, 1e-3);
        ck_assert_msg(first <= x->tolerance && other <= x->tolerance, "%s, row %zu, %d lanes: differs by %g, %g",
                      x->name, b, lanes, first, other);
    }
}

START_TEST(every_call_agrees_for_every_kind_of_robot)
{
    cdy_error error = {0};
    states s = make_states(make_subject(_i), 11, 5);
    const cdy_drive_options drives = {
        .damping = true, .friction = true, .friction_width = 0.1, .rotors = true, .springs = true};
    for (int driven = 0; driven < 2; driven++) {
        for (int l = 0; l < LANES; l++) {
            cdy_batch *batch = make_batch(s.r.model, all_lanes[l], 1, CDY_BATCH_ROWS);
            for (size_t k = 0; batch && k < quantity_count; k++) {
                ck_assert_ok(quantities[k].many(&s, batch, &error), error);
                compare(&s, &quantities[k], all_lanes[l]);
            }
            cdy_batch_destroy(batch);
        }
        ck_assert_ok(cdy_model_set_drives(s.r.model, &drives, &error), error);
    }
    free_states(&s);
}
END_TEST

/* Arrays for all results of the derivatives of forward dynamics. */
typedef struct matrices {
    double *by_q, *by_qd, *by_tau;
    size_t size; /* numbers of one matrix of one state */
} matrices;

static matrices make_matrices(const states *s)
{
    const size_t size = s->nv * s->nv;
    matrices m = {.size = size};
    double **const all[] = {&m.by_q, &m.by_qd, &m.by_tau};
    for (size_t i = 0; i < 3; i++) {
        *all[i] = calloc(s->count * size, sizeof(double));
        ck_assert_ptr_nonnull(*all[i]);
    }
    return m;
}

static void free_matrices(matrices *m)
{
    free(m->by_q);
    free(m->by_qd);
    free(m->by_tau);
}

START_TEST(all_three_derivatives_come_at_once)
{
    cdy_error error = {0};
    states s = make_states(make_subject(_i % LONG_TOO), 19, 5);
    matrices m = make_matrices(&s), one = make_matrices(&s);
    cdy_batch *batch = make_batch(s.r.model, all_lanes[_i / LONG_TOO], 1, CDY_BATCH_ROWS);
    if (batch) {
        ck_assert_ok(cdy_batch_forward_dynamics_derivatives(s.r.model, batch, s.count, s.q, s.qd, s.qdd, s.fext,
                                                            &(const cdy_forward_derivatives){m.by_q, m.by_qd, m.by_tau},
                                                            s.statuses, &error),
                     error);
    }
    for (size_t b = 0; batch && b < s.count; b++) {
        ck_assert_ok(cdy_forward_dynamics_derivatives(
                         s.r.model, s.r.work, s.q + b * s.nq, s.qd + b * s.nv, s.qdd + b * s.nv, s.fext + b * s.rows6,
                         &(const cdy_forward_derivatives){one.by_q, one.by_qd, one.by_tau}, &error),
                     error);
        ck_assert_relative(m.by_q + b * m.size, one.by_q, m.size, 1e-9);
        ck_assert_relative(m.by_qd + b * m.size, one.by_qd, m.size, 1e-9);
        ck_assert_relative(m.by_tau + b * m.size, one.by_tau, m.size, 1e-9);
        for (size_t i = 0; i < m.size; i++) { /* M^-1 is symmetric to the last bit */
            const size_t other = i % s.nv * s.nv + i / s.nv;
            ck_assert_mem_eq(&m.by_tau[b * m.size + i], &m.by_tau[b * m.size + other], sizeof(double));
        }
        ck_assert_int_eq(s.statuses[b], CDY_OK);
    }
    cdy_batch_destroy(batch);
    free_matrices(&m);
    free_matrices(&one);
    free_states(&s);
}
END_TEST

/* Two slides with masses whose sum overflows a double; if `geared`, the second slide follows the first. */
static robot make_heavy(bool geared)
{
    cdy_tree *tree = make_tree("world", 0);
    cdy_body body = make_body("cart", "a", CDY_JOINT_PRISMATIC);
    set_inertial(&body, 1.5e308, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "world");
    body.name = "tray";
    body.joint.name = "b";
    body.joint.mimic = geared ? (cdy_mimic){"a", 2, 0} : body.joint.mimic;
    add_body(tree, &body, geared ? "world" : "cart");
    return make_robot(tree);
}

/* Robots with states that fail because of their velocities and torques, and a robot whose states all fail. */
static robot make_failing(int i)
{
    switch (i) {
    case 0: return make_heavy(false);
    case 1: return make_heavy(true);
    case 2: return make_robot(random_tree(31, 6, RANDOM_JOINTS_ONE_DEGREE));
    case 3: return make_geared();
    default: return make_floating();
    }
}
enum { FAILING = 5 };

/* Whether a state fails does not depend on the results that are wanted, as in the call for one state. */
START_TEST(what_is_wanted_does_not_decide_what_fails)
{
    cdy_error error = {0};
    states s = make_states(make_failing(_i % FAILING), 13, 9);
    matrices m = make_matrices(&s), one = make_matrices(&s);
    cdy_batch *batch = make_batch(s.r.model, all_lanes[_i / FAILING], 1, CDY_BATCH_ROWS);
    size_t failed = 0;
    for (size_t i = 0; i < s.nv; i++) {
        s.qd[3 * s.nv + i] = 1e200;
        s.qdd[5 * s.nv + i] = DBL_MAX;
        s.qd[12 * s.nv + i] = 1e160;
    }
    for (int set = 1; batch && set < 8; set++) {
        double *by_q = set & 1 ? m.by_q : NULL, *by_qd = set & 2 ? m.by_qd : NULL, *by_tau = set & 4 ? m.by_tau : NULL;
        cdy_batch_forward_dynamics_derivatives(s.r.model, batch, s.count, s.q, s.qd, s.qdd, NULL,
                                               &(const cdy_forward_derivatives){by_q, by_qd, by_tau}, s.statuses,
                                               &error);
        for (size_t b = 0; b < s.count; b++) {
            const cdy_status status = cdy_forward_dynamics_derivatives(
                s.r.model, s.r.work, s.q + b * s.nq, s.qd + b * s.nv, s.qdd + b * s.nv, NULL,
                &(const cdy_forward_derivatives){by_q ? one.by_q : NULL, by_qd ? one.by_qd : NULL,
                                                 by_tau ? one.by_tau : NULL},
                &error);
            ck_assert_msg(s.statuses[b] == status, "robot %d, results %d, row %zu: %d, not %d, %s", _i % FAILING, set,
                          b, (int)s.statuses[b], (int)status, error.text);
            ck_assert(!by_tau || isnan(by_tau[b * m.size]) == (status != CDY_OK));
            failed += status != CDY_OK;
        }
        cdy_batch_inverse_mass_matrix(s.r.model, batch, s.count, s.q, m.by_tau, s.statuses, &error);
        const cdy_status status = cdy_inverse_mass_matrix(s.r.model, s.r.work, s.q, one.by_tau, &error);
        ck_assert_int_eq(s.statuses[0], status);
    }
    ck_assert(!batch || failed > 0);
    cdy_batch_destroy(batch);
    free_matrices(&m);
    free_matrices(&one);
    free_states(&s);
}
END_TEST

/* In every call, the results of a state alone have the same bits as among other states. */
START_TEST(a_state_has_the_same_bits_among_others)
{
    cdy_error error = {0};
    states s = make_states(make_subject(_i), 13, 5), alone = s;
    alone.count = 1;
    for (int l = 0; l < LANES; l++) {
        cdy_batch *batch = make_batch(s.r.model, all_lanes[l], 1, CDY_BATCH_ROWS);
        for (size_t k = 0; batch && k < quantity_count; k++) {
            const size_t width = quantities[k].width(&s), row = 11;
            ck_assert_ok(quantities[k].many(&s, batch, &error), error);
            memcpy(s.expected, s.out + row * width, width * sizeof(double));
            alone.q = s.q + row * s.nq;
            alone.qd = s.qd + row * s.nv;
            alone.qdd = s.qdd + row * s.nv;
            alone.fext = s.fext + row * s.rows6;
            ck_assert_ok(quantities[k].many(&alone, batch, &error), error);
            ck_assert_msg(memcmp(s.out, s.expected, width * sizeof(double)) == 0, "%s, %d lanes", quantities[k].name,
                          all_lanes[l]);
        }
        cdy_batch_destroy(batch);
    }
    free_states(&s);
}
END_TEST

/* With six degrees of freedom, an array of external forces is as long as a matrix, so that a result may replace it. */
START_TEST(a_matrix_may_come_where_an_input_was)
{
    cdy_error error = {0};
    states s = make_states(load_bundled_robot("universalUR5e"), 37, 9);
    const size_t size = s.count * s.rows6;
    cdy_batch *batch = make_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    ck_assert_uint_eq(s.rows6, s.nv * s.nv);
    if (batch) {
        ck_assert_ok(cdy_batch_forward_dynamics_derivatives(
                         s.r.model, batch, s.count, s.q, s.qd, s.qdd, s.fext,
                         &(const cdy_forward_derivatives){s.expected, s.expected_second, NULL}, NULL, &error),
                     error);
        ck_assert_ok(cdy_batch_forward_dynamics_derivatives(s.r.model, batch, s.count, s.q, s.qd, s.qdd, s.fext,
                                                            &(const cdy_forward_derivatives){s.fext, s.second, NULL},
                                                            NULL, &error),
                     error);
        ck_assert_mem_eq(s.fext, s.expected, size * sizeof(double));
        ck_assert_mem_eq(s.second, s.expected_second, size * sizeof(double));
    }
    cdy_batch_destroy(batch);
    free_states(&s);
}
END_TEST

/* ---- external forces ---- */

/* Makes wrenches for all states, random numbers with a fixed seed. */
static double *make_wrenches(size_t count)
{
    uint64_t seed = 4;
    double *wrenches = calloc(6 * count, sizeof *wrenches);
    ck_assert_ptr_nonnull(wrenches);
    draw_array(&seed, 10, wrenches, (int)(6 * count));
    return wrenches;
}

static void compare_forces(const states *s, int frame, const double *wrenches, const double *q, const double *before)
{
    cdy_error error = {0};
    for (size_t b = 0; b < s->count; b++) {
        memcpy(s->expected, before + b * s->rows6, s->rows6 * sizeof(double));
        ck_assert_ok(cdy_external_force(s->r.model, s->r.work, frame, wrenches + 6 * b, q ? q + b * s->nq : NULL,
                                        s->expected, &error),
                     error);
        ck_assert_relative(s->fext + b * s->rows6, s->expected, s->rows6, 1e-13);
    }
}

START_TEST(wrenches_are_added_in_both_frames)
{
    cdy_error error = {0};
    states s = make_states(make_subject(_i), 29, 5);
    const int last = (int)s.frames - 1, frames[] = {0, last / 2, last};
    double *wrenches = make_wrenches(s.count);
    for (int i = 0; i < 3 * LANES * 2; i++) {
        const double *q = i % 2 ? s.q : NULL;
        const int frame = frames[i / 2 % 3];
        cdy_batch *batch = make_batch(s.r.model, all_lanes[i / 6], 1, CDY_BATCH_ROWS);
        memcpy(s.second, s.fext, s.count * s.rows6 * sizeof(double));
        if (batch) {
            ck_assert_ok(
                cdy_batch_external_force(s.r.model, batch, s.count, frame, wrenches, q, s.fext, s.statuses, &error),
                error);
            compare_forces(&s, frame, wrenches, q, s.second);
        }
        cdy_batch_destroy(batch);
    }
    free(wrenches);
    free_states(&s);
}
END_TEST

START_TEST(wrenches_that_are_none_fail_alone)
{
    cdy_error error = {0};
    states s = make_states(make_floating(), 21, 5);
    double *wrenches = make_wrenches(s.count);
    cdy_batch *batch = make_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    wrenches[6 * 7 + 2] = (double)NAN;
    for (size_t i = 6 * 9; i < 6 * 10; i++) {
        wrenches[i] = 1e308;
        s.q[9 * s.nq + 4 + i % 3] = 1e10;
    }
    if (batch) {
        ck_assert_fails(
            cdy_batch_external_force(s.r.model, batch, s.count, 3, wrenches, s.q, s.fext, s.statuses, &error),
            CDY_ERROR_ARGUMENT, error);
        ck_assert_msg(strstr(error.text, "row 7: the wrench has a number that is not finite") != NULL, "%s",
                      error.text);
        for (size_t b = 0; b < s.count; b++) {
            ck_assert_int_eq(s.statuses[b], b == 7 ? CDY_ERROR_ARGUMENT : b == 9 ? CDY_ERROR_NUMERIC : CDY_OK);
            ck_assert_int_eq(!!isnan(s.fext[b * s.rows6]), b == 7 || b == 9);
        }
    }
    cdy_batch_destroy(batch);
    free(wrenches);
    free_states(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("batch_matrices");
    TCase *tests = tcase_create("matrices");
    tcase_add_loop_test(tests, every_call_agrees_for_every_kind_of_robot, 0, LONG_TOO);
    tcase_add_loop_test(tests, all_three_derivatives_come_at_once, 0, LONG_TOO * LANES);
    tcase_add_loop_test(tests, what_is_wanted_does_not_decide_what_fails, 0, FAILING * LANES);
    tcase_add_loop_test(tests, a_state_has_the_same_bits_among_others, 0, LONG_TOO);
    tcase_add_loop_test(tests, a_matrix_may_come_where_an_input_was, 0, LANES);
    tcase_add_loop_test(tests, wrenches_are_added_in_both_frames, 0, ROBOTS);
    tcase_add_loop_test(tests, wrenches_that_are_none_fail_alone, 0, LANES);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
