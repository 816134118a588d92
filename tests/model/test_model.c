/* The model: frames, coordinates, followers, merging of welded bodies, and the block of memory. */
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double unit[6] = {1, 0, 0, 1, 0, 1};

/* base - (slide, prismatic) cart - (weld) mast - (hinge, revolute) arm - (tool_weld) tool, a welded sensor on the
 * base, a free body, a planar one, and a follower of the hinge. */
static cdy_tree *make_sample(void)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("cart", "slide", CDY_JOINT_PRISMATIC);
    set_axis(&body, 2, 0, 0);
    set_inertial(&body, 3, 0, 0, 0, unit);
    body.joint.limit = (cdy_limit){true, -2, 2.5, 0, 0};
    add_body(tree, &body, "base");
    body = make_body("mast", "weld", CDY_JOINT_FIXED);
    set_origin(&body, 0, 0, 0.5, 0.1, 0.2, 0.3);
    add_body(tree, &body, "cart");
    body = make_body("arm", "hinge", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 2, 0.1, 0.2, 0.3, unit);
    body.joint.limit = (cdy_limit){true, 1, -1, 0, 0};
    add_body(tree, &body, "mast");
    body = make_body("tool", "tool_weld", CDY_JOINT_FIXED);
    add_body(tree, &body, "arm");
    body = make_body("sensor", "a_weld", CDY_JOINT_FIXED);
    set_inertial(&body, 1, 0, 0, 0, unit);
    add_body(tree, &body, "base");
    body = make_body("bird", "fly", CDY_JOINT_FLOATING);
    set_inertial(&body, 1, 0, 0, 0, unit);
    add_body(tree, &body, "sensor");
    body = make_body("puck", "glide", CDY_JOINT_PLANAR);
    set_inertial(&body, 1, 0, 0, 0, unit);
    add_body(tree, &body, "base");
    body = make_body("finger", "grip", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1, 0, 0, 0, unit);
    body.joint.mimic = (cdy_mimic){"hinge", -2, 0.5};
    add_body(tree, &body, "cart");
    return tree;
}

/* ---- names, frames, coordinates ---- */

START_TEST(frames_are_the_bodies_of_the_tree)
{
    static const struct {
        const char *name;
        bool fixed;
    } expected[] = {{"base", true},    {"sensor", true}, {"bird", false}, {"puck", false}, {"cart", false},
                    {"finger", false}, {"mast", false},  {"arm", false},  {"tool", false}};
    robot r = make_robot(make_sample());
    ck_assert_str_eq(cdy_model_name(r.model), "robot");
    ck_assert_int_eq(cdy_model_frame_count(r.model), 9);
    for (int i = 0; i < 9; i++) {
        ck_assert_str_eq(cdy_model_frame_name(r.model, i), expected[i].name);
        ck_assert_str_eq(cdy_tree_body(r.tree, i)->name, expected[i].name);
        ck_assert_int_eq(cdy_model_find_frame(r.model, expected[i].name), i);
        ck_assert_int_eq(cdy_model_frame_is_fixed(r.model, i), expected[i].fixed);
    }
    ck_assert_int_eq(cdy_model_find_frame(r.model, "hinge"), -1);
    ck_assert_int_eq(cdy_model_find_frame(r.model, ""), -1);
    ck_assert_int_eq(cdy_model_find_frame(r.model, NULL), -1);
    ck_assert_ptr_null(cdy_model_frame_name(r.model, 9));
    ck_assert_ptr_null(cdy_model_frame_name(r.model, -1));
    ck_assert(!cdy_model_frame_is_fixed(r.model, 9));
    free_robot(&r);
}
END_TEST

typedef struct expected_coordinate {
    const char *joint;
    cdy_joint_type type;
    int component, count;
    bool angular;
    double lower, upper;
} expected_coordinate;

static void check_coordinate(const cdy_coordinate *c, const expected_coordinate *expected)
{
    ck_assert_str_eq(c->joint, expected->joint);
    ck_assert_int_eq(c->type, expected->type);
    ck_assert_int_eq(c->component, expected->component);
    ck_assert_int_eq(c->count, expected->count);
    ck_assert_int_eq(c->angular, expected->angular);
    ck_assert_msg(!(c->lower < expected->lower || c->lower > expected->lower), "lower limit of %s", c->joint);
    ck_assert_msg(!(c->upper < expected->upper || c->upper > expected->upper), "upper limit of %s", c->joint);
}

START_TEST(velocities_follow_the_order_of_bodies)
{
    const double inf = (double)INFINITY;
    const expected_coordinate expected[] = {
        {"fly", CDY_JOINT_FLOATING, 0, 6, true, -inf, inf},   {"fly", CDY_JOINT_FLOATING, 1, 6, true, -inf, inf},
        {"fly", CDY_JOINT_FLOATING, 2, 6, true, -inf, inf},   {"fly", CDY_JOINT_FLOATING, 3, 6, false, -inf, inf},
        {"fly", CDY_JOINT_FLOATING, 4, 6, false, -inf, inf},  {"fly", CDY_JOINT_FLOATING, 5, 6, false, -inf, inf},
        {"glide", CDY_JOINT_PLANAR, 0, 3, false, -inf, inf},  {"glide", CDY_JOINT_PLANAR, 1, 3, false, -inf, inf},
        {"glide", CDY_JOINT_PLANAR, 2, 3, true, -inf, inf},   {"slide", CDY_JOINT_PRISMATIC, 0, 1, false, -inf, inf},
        {"hinge", CDY_JOINT_REVOLUTE, 0, 1, true, -inf, inf},
    };
    const int count = sizeof expected / sizeof expected[0];
    robot r = make_robot(make_sample());
    cdy_coordinate c;
    ck_assert_int_eq(r.nv, count);
    ck_assert_int_eq(cdy_model_force_rows(r.model), count + 1);
    for (int i = 0; i < count; i++) {
        ck_assert_int_eq(cdy_model_velocity(r.model, i, &c), CDY_OK);
        check_coordinate(&c, &expected[i]);
    }
    ck_assert_int_eq(cdy_model_velocity(r.model, count, &c), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_model_velocity(r.model, -1, &c), CDY_ERROR_ARGUMENT);
    free_robot(&r);
}
END_TEST

START_TEST(positions_follow_the_order_of_bodies)
{
    const double inf = (double)INFINITY;
    robot r = make_robot(make_sample());
    cdy_coordinate c;
    ck_assert_int_eq(r.nq, 7 + 3 + 1 + 1);
    for (int i = 0; i < 7; i++) {
        const expected_coordinate expected = {"fly", CDY_JOINT_FLOATING, i, 7, i < 4, -inf, inf};
        ck_assert_int_eq(cdy_model_position(r.model, i, &c), CDY_OK);
        check_coordinate(&c, &expected);
    }
    const expected_coordinate theta = {"glide", CDY_JOINT_PLANAR, 2, 3, true, -inf, inf};
    ck_assert_int_eq(cdy_model_position(r.model, 9, &c), CDY_OK);
    check_coordinate(&c, &theta);
    const expected_coordinate slide = {"slide", CDY_JOINT_PRISMATIC, 0, 1, false, -2, 2.5};
    ck_assert_int_eq(cdy_model_position(r.model, 10, &c), CDY_OK);
    check_coordinate(&c, &slide);
    const expected_coordinate hinge = {"hinge", CDY_JOINT_REVOLUTE, 0, 1, true, -1, 1};
    ck_assert_int_eq(cdy_model_position(r.model, 11, &c), CDY_OK);
    check_coordinate(&c, &hinge);
    ck_assert_int_eq(cdy_model_position(r.model, 12, &c), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_model_position(r.model, -1, &c), CDY_ERROR_ARGUMENT);
    free_robot(&r);
}
END_TEST

START_TEST(independent_followers_are_degrees_of_freedom)
{
    cdy_tree *tree = make_sample();
    cdy_tree_set_mimic_independent(tree, true);
    robot r = make_robot(tree);
    cdy_coordinate c;
    ck_assert_int_eq(r.nv, 12);
    ck_assert_int_eq(r.nq, 13);
    ck_assert_int_eq(cdy_model_force_rows(r.model), 12);
    ck_assert_int_eq(cdy_model_velocity(r.model, 10, &c), CDY_OK);
    ck_assert_str_eq(c.joint, "grip");
    free_robot(&r);
}
END_TEST

/* Two hinges, one a follower of the other; the follower is the first body, or the last. */
static robot make_followed(bool first)
{
    cdy_tree *tree = make_tree("base", 9.81);
    for (int i = 0; i < 2; i++) {
        const bool follows = (i == 0) == first;
        cdy_body body = make_body(i ? "y" : "x", i ? "b" : "a", CDY_JOINT_REVOLUTE);
        set_axis(&body, 0, 1, 0);
        set_inertial(&body, follows ? 3 : 1, 0.4, 0, 0.1, unit);
        if (follows) {
            body.joint.mimic = (cdy_mimic){i ? "a" : "b", 2, 0.3};
        }
        add_body(tree, &body, "base");
    }
    return make_robot(tree);
}

START_TEST(a_follower_may_stand_before_its_leader)
{
    cdy_error error = {0};
    robot before = make_followed(true), behind = make_followed(false);
    const double q = 0.5, qd = 0.7, qdd = -2;
    double tau, expected, M, M_expected;
    ck_assert_int_eq(before.nv, 1);
    ck_assert_int_eq(before.nq, 1);
    ck_assert_ok(cdy_inverse_dynamics(before.model, before.work, &q, &qd, &qdd, NULL, &tau, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(behind.model, behind.work, &q, &qd, &qdd, NULL, &expected, &error), error);
    ck_assert_double_eq_tol(tau, expected, 1e-12);
    ck_assert_ok(cdy_mass_matrix(before.model, before.work, &q, &M, &error), error);
    ck_assert_ok(cdy_mass_matrix(behind.model, behind.work, &q, &M_expected, &error), error);
    ck_assert_double_eq_tol(M, M_expected, 1e-12);
    free_robot(&before);
    free_robot(&behind);
}
END_TEST

START_TEST(a_robot_without_joints_is_a_model)
{
    robot r = make_robot(make_tree("rock", 9.81));
    cdy_error error = {0};
    double nothing[1] = {7};
    ck_assert_int_eq(r.nv, 0);
    ck_assert_int_eq(r.nq, 0);
    ck_assert_int_eq(cdy_model_frame_count(r.model), 1);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, nothing, nothing, nothing, NULL, nothing, &error), error);
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, NULL, NULL, NULL, NULL, nothing, &error), error);
    ck_assert_ok(cdy_mass_matrix(r.model, r.work, NULL, nothing, &error), error);
    ck_assert_double_eq(nothing[0], 7);
    free_robot(&r);
}
END_TEST

START_TEST(many_frames_are_found_by_name)
{
    enum { COUNT = 2000 };
    cdy_tree *tree = make_tree("base", 0);
    char names[COUNT][12], joint[12];
    for (int i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof names[i], "l%d", i * 7919 % COUNT);
        snprintf(joint, sizeof joint, "j%05d", i);
        cdy_body body = make_body(names[i], joint, CDY_JOINT_FIXED);
        add_body(tree, &body, "base");
    }
    robot r = make_robot(tree);
    for (int i = 0; i < COUNT; i++) {
        ck_assert_int_eq(cdy_model_find_frame(r.model, names[i]), i + 1);
    }
    ck_assert_int_eq(cdy_model_find_frame(r.model, "l2000"), -1);
    free_robot(&r);
}
END_TEST

/* ---- the block of memory ---- */

/* Torques of the sample at a fixed state, which are equal for equal models. */
static void sample_torques(const cdy_model *model, double tau[11])
{
    cdy_workspace *work = NULL;
    cdy_error error = {0};
    double q[12], qd[11], qdd[11];
    uint64_t state = 5;
    draw_array(&state, 1, q, 12);
    draw_array(&state, 1, qd, 11);
    draw_array(&state, 1, qdd, 11);
    ck_assert_ok(cdy_workspace_create(model, &work, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(model, work, q, qd, qdd, NULL, tau, &error), error);
    cdy_workspace_destroy(work);
}

START_TEST(a_model_fits_its_size_exactly)
{
    cdy_error error = {0};
    cdy_tree *tree = make_sample();
    robot r = make_robot(make_sample());
    size_t size = cdy_model_size(tree);
    unsigned char *memory = malloc(size + 16);
    memset(memory, 0xa5, size + 16);
    cdy_model *model = NULL;
    ck_assert_fails(cdy_model_init(memory, size - 1, tree, &model, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_null(model);
    ck_assert_fails(cdy_model_init(memory, 0, tree, &model, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ok(cdy_model_init(memory, size, tree, &model, &error), error);
    ck_assert_ptr_eq(model, memory);
    for (size_t i = size; i < size + 16; i++) {
        ck_assert_uint_eq(memory[i], 0xa5);
    }
    cdy_tree_destroy(tree); /* the model does not need the tree any more */
    double here[11], there[11];
    sample_torques(model, here);
    sample_torques(r.model, there);
    ck_assert_near(here, there, 11, 0);
    free(memory);
    free_robot(&r);
}
END_TEST

START_TEST(a_copied_model_is_a_model)
{
    cdy_error error = {0};
    cdy_tree *tree = make_sample();
    size_t size = cdy_model_size(tree);
    cdy_model *first = NULL;
    ck_assert_ok(cdy_model_create(tree, &first, &error), error);
    double before[11], after[11];
    sample_torques(first, before);
    cdy_model *copy = malloc(size);
    memcpy(copy, first, size);
    memset(first, 0xff, size); /* dangling pointers would read these bytes */
    sample_torques(copy, after);
    ck_assert_near(after, before, 11, 0);
    ck_assert_int_eq(cdy_model_find_frame(copy, "tool"), 8);
    ck_assert_str_eq(cdy_model_frame_name(copy, 8), "tool");
    ck_assert_str_eq(cdy_model_name(copy), "robot");
    cdy_model_destroy(first);
    cdy_tree_destroy(tree);
    free(copy);
}
END_TEST

START_TEST(equal_trees_make_equal_blocks)
{
    cdy_error error = {0};
    cdy_tree *tree = make_sample();
    size_t size = cdy_model_size(tree);
    void *a = malloc(size), *b = malloc(size);
    cdy_model *model = NULL;
    memset(a, 0x11, size);
    memset(b, 0xee, size);
    ck_assert_ok(cdy_model_init(a, size, tree, &model, &error), error);
    ck_assert_ok(cdy_model_init(b, size, tree, &model, &error), error);
    ck_assert_mem_eq(a, b, size);
    free(a);
    free(b);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(missing_arguments_are_reported)
{
    cdy_error error = {0};
    cdy_tree *tree = make_sample();
    cdy_model *model = (cdy_model *)tree;
    ck_assert_fails(cdy_model_create(NULL, &model, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_model_create(tree, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_model_init(NULL, 1 << 20, tree, &model, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_int_eq(cdy_model_create(NULL, &model, NULL), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_model_velocity(NULL, 0, NULL), CDY_ERROR_ARGUMENT);
    cdy_model_destroy(NULL);
    cdy_tree_destroy(tree);
}
END_TEST

/* A jointed link with a cap welded to it, and a pad on the cap. */
static cdy_tree *make_welded(double mass, double arm, double distance, double ratio)
{
    const double ball[6] = {1, 0, 0, 1, 0, 1};
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("link", "hinge", CDY_JOINT_REVOLUTE);
    set_inertial(&body, mass, arm, arm, 0, ball);
    body.joint.rotor_inertia = 1e200;
    body.joint.gear_ratio = ratio;
    add_body(tree, &body, "base");
    const char *names[] = {"cap", "pad"}, *parents[] = {"link", "cap"};
    for (int i = 0; i < 2; i++) {
        body = make_body(names[i], names[i], CDY_JOINT_FIXED);
        if (i == 0 && mass > 0) {
            set_inertial(&body, mass, 0, 0, 0, ball);
        }
        set_origin(&body, 0, distance, 0, 0, 0, 0);
        add_body(tree, &body, parents[i]);
    }
    return tree;
}

/* Each number of a tree is finite; compiling refuses a robot whose compiled numbers overflow. */
START_TEST(numbers_that_are_too_large_together_are_refused)
{
    static const struct {
        double mass, arm, distance, ratio;
        const char *said;
    } cases[] = {{1, 0, 0, 1, NULL},
                 {8e307, 1, 0, 1, NULL},
                 {1, 1, 1e150, 1, NULL},
                 {1, 0, 0, 1e50, NULL},
                 {1e308, 0, 0, 1, "body 'link': its mass or inertia, including the bodies welded to it, is too"},
                 {1e300, 1e10, 0, 1, "body 'link': its mass or inertia"},
                 {1, 0, 1e160, 1, "body 'link': its mass or inertia"},
                 {0, 0, 1.5e308, 1, "body 'pad': its placement is too far away"},
                 {1, 0, 0, 1e100, "body 'link': its rotor's inertia times the square of the gear ratio"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_error error = {0};
        cdy_tree *tree = make_welded(cases[i].mass, cases[i].arm, cases[i].distance, cases[i].ratio);
        const size_t size = cdy_model_size(tree);
        void *memory = malloc(size);
        cdy_model *model = NULL, *again = NULL;
        const cdy_status status = cdy_model_init(memory, size, tree, &model, &error);
        ck_assert_msg(status == (cases[i].said ? CDY_ERROR_ROBOT : CDY_OK), "case %zu: %s", i, error.text);
        ck_assert_msg(!cases[i].said || strncmp(error.text, cases[i].said, strlen(cases[i].said)) == 0, "case %zu: %s",
                      i, error.text);
        ck_assert_int_eq(model == NULL, status != CDY_OK);
        ck_assert_int_eq(cdy_model_create(tree, &again, &error), status);
        ck_assert_int_eq(again == NULL, status != CDY_OK);
        if (model) { /* the compiled model can be saved and read again */
            void *bytes = malloc(cdy_model_bytes(model));
            ck_assert_ok(cdy_model_to_bytes(model, bytes, cdy_model_bytes(model), &error), error);
            cdy_model_destroy(again);
            ck_assert_ok(cdy_model_from_bytes(bytes, cdy_model_bytes(model), &again, &error), error);
            free(bytes);
        }
        cdy_model_destroy(again);
        free(memory);
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* A body welded to the base has no joint that moves it. */
START_TEST(what_stands_still_may_weigh_anything)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    cdy_model *model;
    cdy_body body = make_body("rock", "lie", CDY_JOINT_FIXED);
    set_inertial(&body, 1e308, 1e10, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    ck_assert_ok(cdy_model_create(tree, &model, &error), error);
    cdy_model_destroy(model);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(gravity_is_the_trees_until_it_is_set)
{
    cdy_error error = {0};
    const double down[3] = {0, 0, -9.81}, moon[3] = {0, 1.62, 0}, bad[3] = {(double)INFINITY, 0, 0};
    double read[3];
    robot r = make_robot(make_sample());
    cdy_model_get_gravity(r.model, read);
    ck_assert_near(read, down, 3, 0);
    ck_assert_ok(cdy_model_set_gravity(r.model, moon, &error), error);
    ck_assert_fails(cdy_model_set_gravity(r.model, bad, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_model_set_gravity(r.model, NULL, &error), CDY_ERROR_ARGUMENT, error);
    cdy_model_get_gravity(r.model, read);
    ck_assert_near(read, moon, 3, 0);
    free_robot(&r);
}
END_TEST

/* ---- axes of any length ---- */

/* A pendulum about an axis of any length is the pendulum about the unit axis. */
/* Numbers of a limit that is not given do not count, and those of joints with several degrees of freedom neither. */
START_TEST(limits_that_are_not_given_do_not_count)
{
    for (int given = 0; given < 2; given++) {
        for (int type = CDY_JOINT_REVOLUTE; type <= CDY_JOINT_FLOATING; type++) {
            if (type == CDY_JOINT_FIXED) {
                continue;
            }
            cdy_tree *tree = make_tree("base", 0);
            cdy_body body = make_body("link", "joint", (cdy_joint_type)type);
            body.joint.limit = (cdy_limit){given, -1, 2, 30, 4};
            add_body(tree, &body, "base");
            robot r = make_robot(tree);
            const bool effort_counts = given && r.nv == 1, range_counts = effort_counts && type != CDY_JOINT_CONTINUOUS;
            for (int i = 0; i < r.nv; i++) {
                cdy_coordinate q, v;
                ck_assert_int_eq(cdy_model_position(r.model, i, &q), CDY_OK);
                ck_assert_int_eq(cdy_model_velocity(r.model, i, &v), CDY_OK);
                ck_assert(effort_counts ? !(v.effort < 30 || v.effort > 30) : isinf(v.effort));
                ck_assert_double_eq(v.velocity, effort_counts ? 4 : HUGE_VAL);
                if (r.nv == 1) {
                    ck_assert_double_eq(q.lower, range_counts ? -1 : -HUGE_VAL);
                    ck_assert_double_eq(q.upper, range_counts ? 2 : HUGE_VAL);
                }
            }
            free_robot(&r);
        }
    }
}
END_TEST

START_TEST(an_axis_may_have_any_length)
{
    static const double lengths[] = {1, 1e-6, 1e9, 1e-160, 1e160, 1e-300, 1e300, 1e-310, 5e-324, 1.7e308};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        cdy_error error = {0};
        cdy_tree *tree = make_tree("base", 10);
        cdy_body body = make_body("arm", "hinge", CDY_JOINT_REVOLUTE);
        set_axis(&body, 0, lengths[i], 0);
        set_inertial(&body, 2, 0.5, 0, 0, unit);
        add_body(tree, &body, "base");
        robot r = make_robot(tree);
        double tau = 0, M = 0;
        /* The arm lies along x; turning it up about y is negative, so holding it takes -m g l. */
        ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, NULL, NULL, NULL, NULL, &tau, &error), error);
        ck_assert_ok(cdy_mass_matrix(r.model, r.work, NULL, &M, &error), error);
        ck_assert_double_eq_tol(tau, -10, 1e-14);
        ck_assert_double_eq_tol(M, 1.5, 1e-14);
        free_robot(&r);
    }
}
END_TEST

/* ---- threads ---- */

typedef struct worker {
    pthread_t thread;
    const cdy_model *model;
    cdy_workspace *work;
    const double *q;
    double sum[11];
    int failures;
} worker;

static void *run_worker(void *argument)
{
    worker *w = argument;
    double tau[11];
    memset(w->sum, 0, sizeof w->sum);
    for (int i = 0; i < 2000; i++) {
        w->failures += cdy_inverse_dynamics(w->model, w->work, w->q, NULL, NULL, NULL, tau, NULL) != CDY_OK;
        w->failures += cdy_model_find_frame(w->model, "tool") != 8;
        for (int k = 0; k < 11; k++) {
            w->sum[k] += tau[k];
        }
    }
    return NULL;
}

START_TEST(threads_share_a_model)
{
    enum { THREADS = 4 };
    static worker workers[THREADS];
    cdy_error error = {0};
    robot r = make_robot(make_sample());
    double q[12];
    uint64_t seed = 3;
    cdy_random_configuration(r.model, &seed, q);
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){.model = r.model, .q = q};
        ck_assert_ok(cdy_workspace_create(r.model, &workers[i].work, &error), error);
        ck_assert_int_eq(pthread_create(&workers[i].thread, NULL, run_worker, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        ck_assert_int_eq(pthread_join(workers[i].thread, NULL), 0);
        ck_assert_int_eq(workers[i].failures, 0);
        ck_assert_near(workers[i].sum, workers[0].sum, 11, 0);
        cdy_workspace_destroy(workers[i].work);
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("model");
    TCase *tests = add_case(suite, "names", frames_are_the_bodies_of_the_tree);
    tcase_add_test(tests, velocities_follow_the_order_of_bodies);
    tcase_add_test(tests, positions_follow_the_order_of_bodies);
    tcase_add_test(tests, independent_followers_are_degrees_of_freedom);
    tcase_add_test(tests, a_follower_may_stand_before_its_leader);
    tcase_add_test(tests, a_robot_without_joints_is_a_model);
    tcase_add_test(tests, many_frames_are_found_by_name);
    tests = add_case(suite, "overflow", numbers_that_are_too_large_together_are_refused);
    tcase_add_test(tests, what_stands_still_may_weigh_anything);
    tests = add_case(suite, "memory", a_model_fits_its_size_exactly);
    tcase_add_test(tests, a_copied_model_is_a_model);
    tcase_add_test(tests, equal_trees_make_equal_blocks);
    tcase_add_test(tests, missing_arguments_are_reported);
    tcase_add_test(tests, gravity_is_the_trees_until_it_is_set);
    add_case(suite, "axes", an_axis_may_have_any_length);
    add_case(suite, "axes", limits_that_are_not_given_do_not_count);
    add_case(suite, "threads", threads_share_a_model);
    return run_suites(suite, NULL);
}
