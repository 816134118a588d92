/* Arguments of the kinematics: defaults, refusals, aliases. */
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef enum call { TRANSFORM, PLACEMENTS, JACOBIAN, DOT, VELOCITY, ACCELERATION, CENTER, CALLS } call;

enum { FRAMES = 12, NQ = 15, NV = 13, ROOM = 16 * FRAMES };

/* The count of numbers that each call writes, and whether the call reads a velocity and an acceleration. */
static const struct {
    size_t size;
    bool frame, qd, qdd;
} facts[CALLS] = {
    [TRANSFORM] = {16, true, false, false},    [PLACEMENTS] = {ROOM, false, false, false},
    [JACOBIAN] = {6 * NV, true, false, false}, [DOT] = {6, true, true, false},
    [VELOCITY] = {6, true, true, false},       [ACCELERATION] = {6, true, true, true},
    [CENTER] = {3, false, false, false},
};

/* Floating, planar, a slide whose home is not 0, a hinge with a follower, welded links. */
static robot make_sample(void)
{
    static const double inertia[6] = {0.5, 0.01, 0.02, 0.6, 0.03, 0.7};
    static const cdy_joint_type types[FRAMES - 1] = {CDY_JOINT_FLOATING, CDY_JOINT_PLANAR,   CDY_JOINT_PRISMATIC,
                                                     CDY_JOINT_FIXED,    CDY_JOINT_REVOLUTE, CDY_JOINT_REVOLUTE,
                                                     CDY_JOINT_FIXED,    CDY_JOINT_REVOLUTE, CDY_JOINT_CONTINUOUS,
                                                     CDY_JOINT_FIXED,    CDY_JOINT_FIXED};
    char names[FRAMES][8] = {"base"};
    cdy_tree *tree = make_tree("base", 9.81);
    for (int i = 1; i < FRAMES; i++) {
        snprintf(names[i], sizeof names[i], "l%02d", i);
        cdy_body body = make_body(names[i], names[i], types[i - 1]);
        set_axis(&body, 0.1 * i, 1, 0.5);
        set_origin(&body, 0.1, 0.2, 0.1 * i, 0.3, 0.1 * i, 0.2);
        set_inertial(&body, i, 0.1, 0.2, 0.3, inertia);
        body.joint.limit = (cdy_limit){types[i - 1] == CDY_JOINT_PRISMATIC, 0.25, 1, 0, 0};
        if (i == 6) {
            body.joint.mimic = (cdy_mimic){names[5], -1.5, 0.2};
        }
        add_body(tree, &body, names[i - 1]);
    }
    robot r = make_robot(tree);
    ck_assert_int_eq(r.nq, 14);
    ck_assert_int_eq(r.nv, NV);
    ck_assert_int_eq(cdy_model_frame_count(r.model), FRAMES);
    return r;
}

typedef struct arguments {
    double q[ROOM], qd[NV], qdd[NV];
    int frame;
} arguments;

static arguments draw_arguments(uint64_t seed)
{
    arguments a = {.frame = FRAMES - 1};
    draw_array(&seed, 1, a.q, NQ);
    draw_array(&seed, 1, a.qd, NV);
    draw_array(&seed, 1, a.qdd, NV);
    a.q[0] += 1.5;
    return a;
}

static cdy_status run(call c, const cdy_model *m, cdy_workspace *w, int frame, const double *q, const double *qd,
                      const double *qdd, double *out, cdy_error *error)
{
    switch (c) {
    case TRANSFORM: return cdy_get_transform(m, w, frame, 1, q, out, error);
    case PLACEMENTS: return cdy_forward_kinematics(m, w, q, out, error);
    case JACOBIAN: return cdy_geometric_jacobian(m, w, frame, CDY_AXES_BODY, q, out, error);
    case DOT: return cdy_jacobian_dot_qd(m, w, frame, CDY_AXES_BODY, q, qd, out, error);
    case VELOCITY: return cdy_frame_velocity(m, w, frame, CDY_AXES_BODY, q, qd, out, error);
    case ACCELERATION: return cdy_frame_acceleration(m, w, frame, CDY_AXES_BODY, q, qd, qdd, out, error);
    case CENTER:
    case CALLS: break;
    }
    return cdy_center_of_mass(m, w, q, out, NULL, error);
}

static void check_refused(call c, const cdy_model *m, cdy_workspace *w, const arguments *a, cdy_status expected)
{
    cdy_error error = {0};
    double out[ROOM], before[ROOM];
    memset(out, 0x44, sizeof out);
    memcpy(before, out, sizeof out);
    ck_assert_fails(run(c, m, w, a->frame, a->q, a->qd, a->qdd, out, &error), expected, error);
    ck_assert_int_eq(run(c, m, w, a->frame, a->q, a->qd, a->qdd, out, NULL), expected);
    ck_assert_msg(memcmp(out, before, sizeof out) == 0, "call %d failed, but wrote: %s", (int)c, error.text);
}

START_TEST(null_means_home_and_zero)
{
    cdy_error error = {0};
    static const double zero[NV] = {0};
    double home[NQ], a[ROOM], b[ROOM];
    robot r = make_sample();
    cdy_home_configuration(r.model, home);
    ck_assert_double_eq(home[10], 0.25); /* so that home is not 0 */
    for (call c = TRANSFORM; c < CALLS; c++) {
        ck_assert_ok(run(c, r.model, r.work, FRAMES - 1, NULL, NULL, NULL, a, &error), error);
        ck_assert_ok(run(c, r.model, r.work, FRAMES - 1, home, zero, zero, b, &error), error);
        ck_assert_near(a, b, facts[c].size, 0);
    }
    free_robot(&r);
}
END_TEST

START_TEST(wrong_arguments_are_refused)
{
    cdy_error error = {0};
    robot r = make_sample(), other = make_robot(make_tree("rock", 0));
    double out[ROOM];
    for (call c = TRANSFORM; c < CALLS; c++) {
        arguments a = draw_arguments(1);
        check_refused(c, NULL, r.work, &a, CDY_ERROR_ARGUMENT);
        check_refused(c, r.model, NULL, &a, CDY_ERROR_ARGUMENT);
        check_refused(c, r.model, other.work, &a, CDY_ERROR_ARGUMENT);
        ck_assert_fails(run(c, r.model, r.work, 1, NULL, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
        for (int bad = -1; bad <= FRAMES && facts[c].frame; bad += FRAMES + 1) {
            a.frame = bad;
            check_refused(c, r.model, r.work, &a, CDY_ERROR_ARGUMENT);
        }
        a = draw_arguments(2);
        memset(a.q, 0, 4 * sizeof *a.q);
        check_refused(c, r.model, r.work, &a, CDY_ERROR_ARGUMENT);
    }
    ck_assert_fails(cdy_get_transform(r.model, r.work, 1, FRAMES, NULL, out, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_geometric_jacobian(r.model, r.work, 1, (cdy_axes)2, NULL, out, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_frame_velocity(r.model, r.work, 1, (cdy_axes)-1, NULL, NULL, out, &error), CDY_ERROR_ARGUMENT,
                    error);
    free_robot(&other);
    free_robot(&r);
}
END_TEST

START_TEST(numbers_that_are_not_finite_are_refused)
{
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    robot r = make_sample();
    for (int i = 0; i < 3 * NV; i++) {
        for (call c = TRANSFORM; c < CALLS; c++) {
            arguments q = draw_arguments(3), qd = q, qdd = q;
            q.q[i % NV + 1] = bad[i / NV];
            qd.qd[i % NV] = bad[i / NV];
            qdd.qdd[i % NV] = bad[i / NV];
            check_refused(c, r.model, r.work, &q, CDY_ERROR_ARGUMENT);
            if (facts[c].qd) {
                check_refused(c, r.model, r.work, &qd, CDY_ERROR_ARGUMENT);
            }
            if (facts[c].qdd) {
                check_refused(c, r.model, r.work, &qdd, CDY_ERROR_ARGUMENT);
            }
        }
    }
    free_robot(&r);
}
END_TEST

START_TEST(results_that_overflow_are_refused)
{
    cdy_error error = {0};
    double out[ROOM];
    robot r = make_sample();
    arguments far = draw_arguments(4), fast = far;
    far.q[4] = far.q[5] = far.q[6] = 1.7e308;
    far.q[7] = far.q[8] = 1.7e308;
    far.q[10] = 1.7e308;
    fast.qd[0] = 1e200;
    check_refused(TRANSFORM, r.model, r.work, &far, CDY_ERROR_NUMERIC);
    check_refused(CENTER, r.model, r.work, &far, CDY_ERROR_NUMERIC);
    ck_assert_fails(cdy_forward_kinematics(r.model, r.work, far.q, out, &error), CDY_ERROR_NUMERIC, error);
    far.q[11] = 1.5e308; /* position of the hinge; its follower is at -1.5 times this position */
    ck_assert_fails(cdy_geometric_jacobian(r.model, r.work, FRAMES - 1, CDY_AXES_BASE, far.q, out, &error),
                    CDY_ERROR_NUMERIC, error);
    check_refused(DOT, r.model, r.work, &fast, CDY_ERROR_NUMERIC);
    check_refused(ACCELERATION, r.model, r.work, &fast, CDY_ERROR_NUMERIC);
    ck_assert_ok(cdy_frame_velocity(r.model, r.work, FRAMES - 1, CDY_AXES_BASE, fast.q, fast.qd, out, &error), error);
    free_robot(&r);
}
END_TEST

START_TEST(outputs_may_be_inputs)
{
    cdy_error error = {0};
    const arguments a = draw_arguments(5);
    robot r = make_sample(), free_leader;
    cdy_tree_set_mimic_independent(r.tree, true); /* without followers the configuration is read where it lies */
    cdy_error ignored = {0};
    free_leader = (robot){.nv = r.nv};
    ck_assert_ok(cdy_model_create(r.tree, &free_leader.model, &ignored), ignored);
    ck_assert_ok(cdy_workspace_create(free_leader.model, &free_leader.work, &ignored), ignored);
    const cdy_model *models[2] = {r.model, free_leader.model};
    cdy_workspace *works[2] = {r.work, free_leader.work};
    for (int which = 0; which < 2; which++) {
        for (call c = TRANSFORM; c < CALLS; c++) {
            double expected[ROOM];
            arguments b = a;
            double qd[NV + 1] = {0}, qdd[NV + 1] = {0}, in_place[ROOM] = {0};
            memcpy(qd, a.qd, sizeof a.qd);
            memcpy(qdd, a.qdd, sizeof a.qdd);
            ck_assert_ok(run(c, models[which], works[which], a.frame, a.q, qd, qdd, expected, &error), error);
            ck_assert_ok(run(c, models[which], works[which], a.frame, b.q, qd, qdd, b.q, &error), error);
            ck_assert_near(b.q, expected, facts[c].size, 0);
            if (facts[c].qd) {
                memcpy(in_place, qd, sizeof qd);
                ck_assert_ok(run(c, models[which], works[which], a.frame, a.q, in_place, qdd, in_place, &error), error);
                ck_assert_near(in_place, expected, facts[c].size, 0);
            }
        }
    }
    free_robot(&free_leader);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kinematics arguments");
    add_case(suite, "defaults", null_means_home_and_zero);
    TCase *tests = add_case(suite, "refusals", wrong_arguments_are_refused);
    tcase_add_test(tests, numbers_that_are_not_finite_are_refused);
    tcase_add_test(tests, results_that_overflow_are_refused);
    add_case(suite, "aliases", outputs_may_be_inputs);
    return run_suites(suite, NULL);
}
