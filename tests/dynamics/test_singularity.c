/* Singular and nearly singular mass matrices: a batch gives the results of the call for one state, and refuses the same
 * states with the same message. */
#include "batch/batch_case.h"
#include "batch/float_case.h"
#include "support/near_singular.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

#ifdef CDY_WATCHED
enum { ROBOTS = 6 };
#else
enum { ROBOTS = 40 };
#endif
enum { LANES = 4, BY_LAPACK = 6, ROWS = 70 };
static const int all_lanes[LANES] = {1, 2, 4, 8};

/* The calls that solve with M. */
static cdy_status call_alone(const states *s, int way, size_t b, double *out, cdy_error *error)
{
    const double *q = s->q + b * s->nq, *qd = s->qd + b * s->nv, *x = s->qdd + b * s->nv, *f = s->fext + b * s->rows6;
    const cdy_model *m = s->r.model;
    cdy_workspace *w = s->r.work;
    switch (way) {
    case 0: return cdy_forward_dynamics(m, w, q, qd, x, f, out, error);
    case 1: return cdy_forward_dynamics_by(m, w, CDY_FORWARD_MASS_MATRIX, q, qd, x, NULL, out, error);
    case 2: return cdy_inverse_mass_times(m, w, q, x, out, error);
    case 3: return cdy_inverse_mass_matrix(m, w, q, out, error);
    case 4:
        return cdy_forward_dynamics_derivatives(m, w, q, qd, x, f, &(const cdy_forward_derivatives){NULL, NULL, out},
                                                error);
    case 5:
        return cdy_forward_dynamics_derivatives(m, w, q, qd, NULL, f, &(const cdy_forward_derivatives){out, NULL, NULL},
                                                error);
    default: return cdy_forward_dynamics_by(m, w, CDY_FORWARD_LAPACK, q, qd, x, f, out, error);
    }
}

static cdy_status call_many(const states *s, int way, cdy_batch *batch, cdy_error *error)
{
    const size_t count = s->count;
    const cdy_model *m = s->r.model;
    switch (way) {
    case 0:
        return cdy_batch_forward_dynamics(m, batch, count, s->q, s->qd, s->qdd, s->fext, s->out, s->statuses, error);
    case 1:
        return cdy_batch_forward_dynamics_by(m, batch, count, CDY_FORWARD_MASS_MATRIX, s->q, s->qd, s->qdd, NULL,
                                             s->out, s->statuses, error);
    case 2: return cdy_batch_inverse_mass_times(m, batch, count, s->q, s->qdd, s->out, s->statuses, error);
    case 3: return cdy_batch_inverse_mass_matrix(m, batch, count, s->q, s->out, s->statuses, error);
    case 4:
        return cdy_batch_forward_dynamics_derivatives(m, batch, count, s->q, s->qd, s->qdd, s->fext,
                                                      &(const cdy_forward_derivatives){NULL, NULL, s->out}, s->statuses,
                                                      error);
    case 5:
        return cdy_batch_forward_dynamics_derivatives(m, batch, count, s->q, s->qd, NULL, s->fext,
                                                      &(const cdy_forward_derivatives){s->out, NULL, NULL}, s->statuses,
                                                      error);
    default:
        return cdy_batch_forward_dynamics_by(m, batch, count, CDY_FORWARD_LAPACK, s->q, s->qd, s->qdd, s->fext, s->out,
                                             s->statuses, error);
    }
}

static int count_ways(const states *s)
{
    return last_method(&s->r) == CDY_FORWARD_LAPACK ? BY_LAPACK + 1 : BY_LAPACK;
}

/* The statuses of the calls for one state, for all states; `said` has the message of the first refused state. */
typedef struct single_statuses {
    cdy_status rows[ROWS];
    cdy_error said;
    size_t width, refused;
} single_statuses;

/* Fails where the message about a singular matrix names no joint of the robot. */
static void check_joint(const cdy_tree *tree, const char *text)
{
    const char *quoted = strstr(text, "joint '"), *name = quoted ? strchr(quoted, '\'') + 1 : "";
    char joint[CDY_ERROR_TEXT_SIZE];
    snprintf(joint, sizeof joint, "%.*s", (int)strcspn(name, "'"), name);
    ck_assert_msg(cdy_tree_find_joint(tree, joint) > 0, "no joint of the robot is named: %s", text);
}

static single_statuses ask_alone(const states *s, int way)
{
    single_statuses v = {.width = way < 3 || way == BY_LAPACK ? s->nv : s->nv * s->nv};
    char text[CDY_ERROR_TEXT_SIZE];
    for (size_t b = 0; b < s->count; b++) {
        cdy_error error = {0};
        v.rows[b] = call_alone(s, way, b, s->expected + b * v.width, &error);
        if (v.rows[b]) {
            check_joint(s->r.tree, error.text);
        }
        if (v.rows[b] && v.refused++ == 0) {
            ck_assert_int_eq(v.rows[b], CDY_ERROR_NUMERIC);
            snprintf(text, sizeof text, "row %zu: %.480s", b, error.text);
            v.said = error;
            memcpy(v.said.text, text, sizeof text);
        }
    }
    return v;
}

static void check_many(const states *s, int way, const single_statuses *v, cdy_batch *batch, double tolerance)
{
    cdy_error error = {0};
    const cdy_status status = call_many(s, way, batch, &error);
    for (size_t b = 0; b < s->count; b++) {
        const double *out = s->out + b * v->width, *expected = s->expected + b * v->width;
        ck_assert_msg(s->statuses[b] == v->rows[b], "way %d, row %zu came to %d, alone to %d", way, b,
                      (int)s->statuses[b], (int)v->rows[b]);
        for (size_t i = 0; v->rows[b] && i < v->width; i++) {
            ck_assert(isnan(out[i]));
        }
        if (!v->rows[b]) {
            const double apart = relative_error(out, expected, v->width, 1e-9);
            ck_assert_msg(apart <= tolerance, "way %d, row %zu differs by %g", way, b, apart);
        }
    }
    ck_assert_int_eq(status, v->refused ? CDY_ERROR_NUMERIC : CDY_OK);
    ck_assert_str_eq(error.text, v->refused ? v->said.text : "");
}

/* The tolerance grows with the condition of a nearly singular M. */
static const double tolerances[NEAR_SINGULAR_KINDS] = {1e-5, 1e-5, 1e-5, 1e-9};

START_TEST(a_batch_refuses_what_is_refused_alone)
{
    const near_singular_kind kind = (near_singular_kind)_i;
    size_t refused = 0, all = 0;
    for (int k = 0; k < ROBOTS; k++) {
        states s = make_states(make_near_singular(kind, (uint64_t)(1000 * _i + k)), ROWS, (uint64_t)k);
        uint64_t seed = (uint64_t)(7 * k);
        draw_near_singular(&s.r, &seed, s.q, s.count);
        for (int way = 0; way < count_ways(&s); way++) {
            const single_statuses v = ask_alone(&s, way);
            for (int l = 0; l < LANES; l++) {
                cdy_batch *batch = make_batch(s.r.model, all_lanes[l], 1 + (k + l) % 2, CDY_BATCH_ROWS);
                if (batch) {
                    check_many(&s, way, &v, batch, tolerances[kind]);
                }
                cdy_batch_destroy(batch);
            }
            refused += v.refused;
            all += s.count;
        }
        free_states(&s);
    }
    if (kind == NEAR_SINGULAR_FINGERS) {
        ck_assert_uint_eq(refused, 0);
    } else {
        ck_assert_uint_gt(refused, all / 10);
        ck_assert_uint_gt(all - refused, all / 10);
    }
}
END_TEST

/* Fails unless all calls refuse all states of a robot, alone and in batches. */
static void check_all_are_refused(cdy_tree *tree)
{
    states s = make_states(make_robot(tree), ROWS, 5);
    for (int way = 0; way < count_ways(&s); way++) {
        const single_statuses v = ask_alone(&s, way);
        ck_assert_uint_eq(v.refused, ROWS);
        for (int l = 0; l < LANES; l++) {
            cdy_batch *batch = make_batch(s.r.model, all_lanes[l], 1, CDY_BATCH_ROWS);
            if (batch) {
                check_many(&s, way, &v, batch, 1e-9);
            }
            cdy_batch_destroy(batch);
        }
    }
    free_states(&s);
}

/* A leaf with more degrees of freedom than its point mass resists: the last pivot is a rounding error in all states. */
START_TEST(a_point_on_a_planar_joint_is_refused_in_batches)
{
    const double inertia[6] = {0.1, 0, 0, 0.2, 0, 0.3}, point[6] = {0};
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("arm", "hinge", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 2, 0.1, 0.2, 0.3, inertia);
    add_body(tree, &body, "world");
    body = make_body("slider", "table", CDY_JOINT_PLANAR);
    set_inertial(&body, 0.7, 0.31, 0.17, _i ? 0.23 : 0, point);
    set_origin(&body, 0.3, 0.1, -0.2, 0.4, 0.7, -0.3);
    add_body(tree, &body, "arm");
    check_all_are_refused(tree);
}
END_TEST

/* Two hinges on one line, of which the first moves nothing else: the second pivot is the whole inertia about the line,
 * the first a rounding error. */
START_TEST(a_hinge_on_a_hinge_is_refused_in_batches)
{
    const double inertia[6] = {0.1, 0, 0, 0.2, 0, 0.3}, along = 0.2 * _i, axis[3] = {0.48, 0.6, 0.64};
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("ring", "outer", CDY_JOINT_REVOLUTE);
    set_axis(&body, axis[0], axis[1], axis[2]);
    set_origin(&body, 0.1, -0.2, 0.3, 0.3, -0.4, 0.5);
    add_body(tree, &body, "world");
    body = make_body("arm", "inner", CDY_JOINT_REVOLUTE);
    set_axis(&body, axis[0], axis[1], axis[2]);
    set_origin(&body, along * axis[0], along * axis[1], along * axis[2], 0, 0, 0);
    set_inertial(&body, 2, 0.11, 0.23, 0.37, inertia);
    add_body(tree, &body, "ring");
    check_all_are_refused(tree);
}
END_TEST

/* The last of several links is a point mass on its own hinge, which moves nothing then: its diagonal element of M is
 * zero, or a rounding error of the inertia about another point. */
START_TEST(a_point_on_its_own_hinge_is_refused_in_batches)
{
    const double inertia[6] = {0.2, 0.01, 0.02, 0.2, -0.01, 0.2};
    cdy_tree *tree = make_tree("world", 9.81);
    char name[32], parent[32] = "world";
    for (int i = 0; i <= _i; i++) {
        snprintf(name, sizeof name, "link%d", i);
        cdy_body body = make_body(name, name, CDY_JOINT_REVOLUTE);
        set_origin(&body, 0.3 - 0.1 * i, -0.17, 0.21, 0.3, -0.4, 0);
        set_inertial(&body, 1, i < _i ? 0.13 : 0, i < _i ? -0.07 : 0, 0.11, i < _i ? inertia : (double[6]){0});
        add_body(tree, &body, parent);
        memcpy(parent, name, sizeof parent);
    }
    check_all_are_refused(tree);
}
END_TEST

/* Number i of state b of a packed array whose states have n. */
static size_t packed_place(size_t lanes, size_t n, size_t b, size_t i)
{
    return (b / lanes * n + i) * lanes + b % lanes;
}

static double *pack(size_t lanes, const double *rows, size_t count, size_t n)
{
    const size_t whole = (count + lanes - 1) / lanes * lanes;
    double *packed = aligned_alloc(64, (whole * n * sizeof(double) + 63) / 64 * 64);
    ck_assert_ptr_nonnull(packed);
    memset(packed, 0, whole * n * sizeof(double));
    for (size_t b = 0; b < count; b++) {
        for (size_t i = 0; i < n; i++) {
            packed[packed_place(lanes, n, b, i)] = rows[b * n + i];
        }
    }
    return packed;
}

/* The same calls over packed states, whose accelerations take the place of the torques. */
START_TEST(states_in_lanes_are_judged_alike)
{
    cdy_error error = {0};
    for (int k = 0; k < 4 * ROBOTS; k++) {
        states s = make_states(make_near_singular((near_singular_kind)(k % NEAR_SINGULAR_KINDS), (uint64_t)(k + 17)),
                               ROWS, (uint64_t)k);
        uint64_t seed = (uint64_t)(3 * k);
        draw_near_singular(&s.r, &seed, s.q, s.count);
        cdy_batch *batch = make_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS),
                  *packed = make_batch(s.r.model, all_lanes[_i], 2, CDY_BATCH_LANES);
        if (batch) {
            const size_t lanes = (size_t)all_lanes[_i];
            double *q = pack(lanes, s.q, s.count, s.nq), *x = pack(lanes, s.qdd, s.count, s.nv);
            cdy_status rows[ROWS];
            const cdy_status status = cdy_batch_forward_dynamics(s.r.model, batch, s.count, s.q, NULL, s.qdd, NULL,
                                                                 s.out, s.statuses, &error);
            ck_assert_int_eq(cdy_batch_forward_dynamics(s.r.model, packed, s.count, q, NULL, x, NULL, x, rows, &error),
                             status);
            ck_assert_mem_eq(rows, s.statuses, sizeof rows);
            for (size_t b = 0; b < s.count; b++) {
                for (size_t i = 0; i < s.nv; i++) {
                    const double one = s.out[b * s.nv + i], other = x[packed_place(lanes, s.nv, b, i)];
                    ck_assert(memcmp(&one, &other, sizeof one) == 0 || (isnan(one) && isnan(other)));
                }
            }
            free(q);
            free(x);
        }
        cdy_batch_destroy(batch);
        cdy_batch_destroy(packed);
        free_states(&s);
    }
}
END_TEST

/* Over floats the noise exceeds the bounds of the singularity test in one of thousands of states; it does not in robots
 * without singular states. */
START_TEST(a_batch_over_floats_refuses_what_doubles_refuse)
{
    const near_singular_kind kind = (near_singular_kind)_i;
    size_t other = 0, apart = 0, all = 0;
    for (int k = 0; k < ROBOTS; k++) {
        float_states s = make_float_states(make_near_singular(kind, (uint64_t)(1000 * _i + k)), ROWS, (uint64_t)k);
        uint64_t seed = (uint64_t)(7 * k);
        draw_near_singular(&s.r, &seed, s.q, s.count);
        narrow(s.q, s.float_q, s.count * s.nq);
        widen(s.float_q, s.q, s.count * s.nq);
        for (int lanes = 4; lanes <= 16; lanes *= 2) {
            cdy_batch_f32 *batch = make_float_batch(s.r.model, lanes, 1 + k % 2, CDY_BATCH_ROWS);
            if (batch) {
                cdy_batch_f32_forward_dynamics(s.r.model, batch, s.count, s.float_q, s.float_qd, s.float_x, NULL, s.out,
                                               s.statuses, NULL);
                widen(s.out, s.second, s.count * s.nv);
            }
            for (size_t b = 0; batch && b < s.count; b++) {
                double *expected = s.expected + b * s.nv;
                const cdy_status status = cdy_forward_dynamics(s.r.model, s.r.work, s.q + b * s.nq, s.qd + b * s.nv,
                                                               s.x + b * s.nv, NULL, expected, NULL);
                all++;
                other += status != s.statuses[b];
                apart += !status && !(relative_error(s.second + b * s.nv, expected, s.nv, 1e-9) <
                                      (kind == NEAR_SINGULAR_FINGERS ? 1e-4 : 1e-2));
            }
            cdy_batch_f32_destroy(batch);
        }
        free_float_states(&s);
    }
    ck_assert_msg(other <= (kind == NEAR_SINGULAR_FINGERS ? 0 : all / 1000), "%zu of %zu are judged otherwise", other,
                  all);
    ck_assert_msg(apart <= (kind == NEAR_SINGULAR_FINGERS ? 0 : all / 100), "%zu of %zu are apart", apart, all);
}
END_TEST

/* Slides far beyond the expected range: the rounding noise is as large as that of a larger M than the bounds assume. */
START_TEST(what_is_far_away_is_judged_alike)
{
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("root", "a", CDY_JOINT_REVOLUTE);
    add_body(tree, &body, "world");
    body = make_body("boom", "b", CDY_JOINT_PRISMATIC);
    set_axis(&body, 1, 0.2, 0.1);
    add_body(tree, &body, "root");
    body = make_body("hand", "c", CDY_JOINT_REVOLUTE);
    set_axis(&body, 0.1, -0.3, 1);
    set_inertial(&body, 2, 0.1, 0.2, 0.3, (double[6]){0});
    add_body(tree, &body, "boom");
    body = make_body("finger", "d", CDY_JOINT_REVOLUTE);
    set_axis(&body, 0.5, 0.1, 1);
    set_origin(&body, 0.1, 0.2, 0.3, 0, 0, 0);
    add_body(tree, &body, "hand");
    body = make_body("point", "e", CDY_JOINT_REVOLUTE);
    set_axis(&body, 0.5, 0.1, -1);
    set_inertial(&body, 1e-3, 0.1, 0, 0.1, (double[6]){0});
    add_body(tree, &body, "finger");
    states s = make_states(make_robot(tree), ROWS, 4);
    for (size_t b = 0; b < s.count; b++) {
        s.q[b * s.nq + 1] = pow(10, (double)b / (double)ROWS * 9);
    }
    for (int l = 0; l < LANES; l++) {
        cdy_batch *batch = make_batch(s.r.model, all_lanes[l], 1, CDY_BATCH_ROWS);
        for (int way = 0; batch && way < count_ways(&s); way++) {
            const single_statuses v = ask_alone(&s, way);
            check_many(&s, way, &v, batch, 1e-4);
        }
        cdy_batch_destroy(batch);
    }
    free_states(&s);
}
END_TEST

/* All calls that solve with M refuse the same states: articulated bodies, derivatives, the inverse of M, and
 * constraints. Robots in which the statuses differ by rounding alone are some in a hundred. */
START_TEST(all_calls_refuse_the_same_states)
{
    enum { MANY = 13 * ROBOTS };
    const near_singular_kind kind = (near_singular_kind)_i;
    cdy_error error = {0};
    for (int k = 0; k < MANY; k++) {
        states s = make_states(make_near_singular(kind, (uint64_t)(3000 * _i + k)), ROWS, (uint64_t)k);
        cdy_row_solver *solver = NULL;
        uint64_t seed = (uint64_t)(5 * k);
        draw_near_singular(&s.r, &seed, s.q, s.count);
        ck_assert_ok(cdy_row_solver_create(s.r.model, 6, &solver, &error), error);
        for (size_t b = 0; b < s.count; b++) {
            const double *q = s.q + b * s.nq;
            const cdy_status expected = call_alone(&s, 1, b, s.expected, NULL);
            double forces[1];
            for (int way = 0; way < count_ways(&s); way++) {
                ck_assert_msg(call_alone(&s, way, b, s.out, NULL) == expected, "robot %d, way %d, state %zu", k, way,
                              b);
            }
            ck_assert_msg(cdy_constrained_forward_dynamics(s.r.model, s.r.work, solver,
                                                           &(cdy_constrained_state){.q = q}, s.out, forces, NULL,
                                                           NULL) == expected,
                          "robot %d, constraints, state %zu", k, b);
        }
        cdy_row_solver_destroy(solver);
        free_states(&s);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("singularity");
    TCase *tests = tcase_create("singularity");
    TCase *robots = tcase_create("singular robots");
    suite_add_tcase(suite, robots);
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(robots, a_point_on_a_planar_joint_is_refused_in_batches, 0, 2);
    tcase_add_loop_test(robots, a_hinge_on_a_hinge_is_refused_in_batches, 0, 2);
    tcase_add_loop_test(robots, a_point_on_its_own_hinge_is_refused_in_batches, 0, 10);
    tcase_add_loop_test(tests, a_batch_refuses_what_is_refused_alone, 0, NEAR_SINGULAR_KINDS);
    tcase_add_loop_test(tests, states_in_lanes_are_judged_alike, 0, LANES);
    tcase_add_loop_test(tests, a_batch_over_floats_refuses_what_doubles_refuse, 0, NEAR_SINGULAR_KINDS);
    tcase_add_test(tests, what_is_far_away_is_judged_alike);
    tcase_add_loop_test(tests, all_calls_refuse_the_same_states, 0, NEAR_SINGULAR_KINDS);
    return run_suites(suite, NULL);
}
