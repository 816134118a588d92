/* Parameters written to trees, and read from trees. */
#include "dynamics/parameters.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/recording.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

START_TEST(trees_take_parameters)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    robot r = make_robot(random_tree((uint64_t)_i + 1, 6, RANDOM_JOINTS_ALL));
    double *pi = other_parameters(&r, (uint64_t)_i), *again = new_array((size_t)cdy_parameter_count(r.model, NULL));
    if (_i % 2) {
        pi[0] = 1e-3; /* less than the mass of the welded bodies: then the group's other links lose mass */
        memset(pi + 1, 0, 3 * sizeof *pi);
        memcpy(pi + 4, (double[6]){1e-3, 0, 0, 1e-3, 0, 1e-3}, 6 * sizeof *pi);
    }
    ck_assert_ok(cdy_tree_apply_parameters(r.tree, r.model, NULL, pi, &tree, &error), error);
    robot s = make_robot(tree);
    ck_assert_ok(cdy_inertial_parameters(s.model, again, &error), error);
    ck_assert_near(again, pi, (size_t)cdy_parameter_count(r.model, NULL), 1e-12);
    pi[0] = -1;
    tree = s.tree;
    ck_assert_fails(cdy_tree_apply_parameters(r.tree, r.model, NULL, pi, &tree, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_msg(strstr(error.text, "would get a mass of -1 kg; expected"), "%s", error.text);
    ck_assert_ptr_null(tree);
    free_robot(&s);
    free(pi);
    free(again);
    free_robot(&r);
}
END_TEST

/* A hinge with a link of 3 kg and a hook welded to the link; the hook is a child of the link, so it comes later. */
static cdy_tree *make_hooked(cdy_joint_type type, cdy_joint_type hook_type, double hook)
{
    const double moments[6] = {0.1, 0, 0, 0.1, 0, 0.1};
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("link", "hinge", type);
    set_inertial(&body, 3, 0.1, 0, 0, moments);
    add_body(tree, &body, "base");
    body = make_body("hook", "weld", hook_type);
    set_origin(&body, 0.2, 0, 0, 0.3, 0, 0);
    if (hook > 0) {
        set_inertial(&body, hook, 0, 0.05, 0, moments);
    }
    add_body(tree, &body, "link");
    return tree;
}

/* Moves the frames of the bodies away from those of their joints. */
static cdy_tree *displace(cdy_tree *tree, uint64_t seed)
{
    cdy_error error = {0};
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        cdy_joint joint = cdy_tree_body(tree, i)->joint;
        draw_array(&seed, 0.5, joint.child.xyz, 3);
        draw_array(&seed, 3, joint.child.rpy, 3);
        ck_assert_ok(cdy_tree_replace_joint(tree, cdy_tree_body(tree, i)->name, &joint, &error), error);
    }
    return tree;
}

/* The link has the parameters less the hook's, whose mass counts about the link's own frame. */
START_TEST(a_light_welded_link_stays)
{
    const double heavy[10] = {10, 1, 2, -1, 3, 0.1, 0.2, 4, 0.3, 5};
    for (uint64_t seed = 0; seed < 4; seed++) {
        cdy_error error = {0};
        cdy_tree *hooked = make_hooked(CDY_JOINT_REVOLUTE, CDY_JOINT_FIXED, 2), *tree = NULL;
        robot r = make_robot(seed ? displace(hooked, seed) : hooked);
        double again[10];
        ck_assert_ok(cdy_tree_apply_parameters(r.tree, r.model, NULL, heavy, &tree, &error), error);
        robot s = make_robot(tree);
        ck_assert_ok(cdy_inertial_parameters(s.model, again, &error), error);
        ck_assert_near(again, heavy, 10, 1e-13);
        ck_assert_double_eq_tol(cdy_tree_body(s.tree, 1)->inertial.mass, 8, 1e-13);
        ck_assert_double_eq_tol(cdy_tree_body(s.tree, 2)->inertial.mass, 2, 1e-13);
        free_robot(&s);
        free_robot(&r);
    }
}
END_TEST

/* A link whose parameters are all 0 has no <inertial>; a single nonzero parameter keeps it. */
START_TEST(nothing_is_no_inertia)
{
    for (int k = 0; k < 10; k++) {
        cdy_error error = {0};
        double pi[10] = {0};
        cdy_tree *tree = NULL;
        robot r = make_robot(make_hooked(CDY_JOINT_REVOLUTE, CDY_JOINT_FIXED, 0));
        pi[k] = k < 4 ? 0 : 0.5;
        ck_assert_ok(cdy_tree_apply_parameters(r.tree, r.model, NULL, pi, &tree, &error), error);
        ck_assert(cdy_tree_body(tree, 1)->inertial.given == (k >= 4));
        cdy_tree_destroy(tree);
        free_robot(&r);
    }
}
END_TEST

/* Parameters of less mass than the welded hook's: the first link gets them all, and the hook gets none. */
START_TEST(a_heavy_welded_link_gives_way)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    robot r = make_robot(make_hooked(CDY_JOINT_REVOLUTE, CDY_JOINT_FIXED, 40));
    const double light[10] = {0.5, 0.05, 0, 0, 0.02, 0, 0, 0.03, 0, 0.03};
    double again[10];
    ck_assert_int_eq(cdy_parameter_count(r.model, NULL), 10);
    ck_assert_ok(cdy_tree_apply_parameters(r.tree, r.model, NULL, light, &tree, &error), error);
    robot s = make_robot(tree);
    ck_assert_ok(cdy_inertial_parameters(s.model, again, &error), error);
    ck_assert_near(again, light, 10, 1e-12);
    const cdy_inertial *link = &cdy_tree_body(s.tree, 1)->inertial, *hook = &cdy_tree_body(s.tree, 2)->inertial;
    ck_assert_near(&link->mass, light, 1, 0);
    ck_assert(!hook->given);
    free_robot(&s);
    free_robot(&r);
}
END_TEST

/* A body may have inertia without mass: its center of mass is then the origin. */
START_TEST(a_body_may_have_inertia_alone)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    robot r = make_robot(make_hooked(CDY_JOINT_REVOLUTE, CDY_JOINT_FIXED, 0));
    const double massless[10] = {0, 0, 0, 0, 0.02, 0.001, 0, 0.03, 0, 0.03}, none[10] = {0};
    double again[10];
    ck_assert_ok(cdy_tree_apply_parameters(r.tree, r.model, NULL, massless, &tree, &error), error);
    robot s = make_robot(tree);
    ck_assert_ok(cdy_inertial_parameters(s.model, again, &error), error);
    ck_assert_near(again, massless, 10, 1e-15);
    ck_assert_near(cdy_tree_body(s.tree, 1)->inertial.origin.xyz, none, 3, 0);
    free_robot(&s);
    for (int k = 1; k < 4; k++) { /* but a first moment without mass is refused */
        double moved[10] = {[4] = 0.02, [7] = 0.03, [9] = 0.03};
        moved[k] = 1e-3;
        ck_assert_fails(cdy_tree_apply_parameters(r.tree, r.model, NULL, moved, &tree, &error), CDY_ERROR_ARGUMENT,
                        error);
        ck_assert_msg(strstr(error.text, "would get a mass of 0 kg with a nonzero first moment"), "%s", error.text);
        ck_assert_ptr_null(tree);
    }
    free_robot(&r);
}
END_TEST

/* Bodies of the same names with other joints: of another type, newly welded, no longer welded. */
START_TEST(a_tree_with_other_joints_is_refused)
{
    static const cdy_joint_type types[][2] = {
        {CDY_JOINT_PRISMATIC, CDY_JOINT_FIXED},     {CDY_JOINT_FIXED, CDY_JOINT_FIXED},
        {CDY_JOINT_FIXED, CDY_JOINT_REVOLUTE},      {CDY_JOINT_REVOLUTE, CDY_JOINT_REVOLUTE},
        {CDY_JOINT_FLOATING, CDY_JOINT_FIXED},      {CDY_JOINT_PLANAR, CDY_JOINT_FIXED},
        {CDY_JOINT_REVOLUTE, CDY_JOINT_CONTINUOUS},
    };
    cdy_error error = {0};
    robot r = make_robot(make_hooked(CDY_JOINT_REVOLUTE, CDY_JOINT_FIXED, 1));
    cdy_tree *other = make_hooked(types[_i][0], types[_i][1], 1), *tree = r.tree;
    double pi[10] = {0}, untouched[10] = {0};
    ck_assert_fails(cdy_tree_parameters(other, r.model, NULL, pi, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "compile the tree anew"));
    ck_assert_mem_eq(pi, untouched, sizeof pi);
    ck_assert_fails(cdy_tree_apply_parameters(other, r.model, NULL, pi, &tree, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_null(tree);
    cdy_tree_destroy(other);
    free_robot(&r);
}
END_TEST

/* Two hinges in a row, a light link welded to each body: link and hook, arm and claw. */
static robot make_chain(void)
{
    static const struct {
        const char *name, *joint, *parent;
        cdy_joint_type type;
        double mass;
    } bodies[4] = {{"link", "hinge", "base", CDY_JOINT_REVOLUTE, 3},
                   {"hook", "weld", "link", CDY_JOINT_FIXED, 1},
                   {"arm", "elbow", "link", CDY_JOINT_REVOLUTE, 2},
                   {"claw", "grip", "arm", CDY_JOINT_FIXED, 0.5}};
    cdy_tree *tree = make_tree("base", 9.81);
    for (int i = 0; i < 4; i++) {
        cdy_body body = make_body(bodies[i].name, bodies[i].joint, bodies[i].type);
        set_inertial(&body, bodies[i].mass, 0.1, 0.02 * i, 0, (double[6]){0.1, 0.01, 0, 0.2, 0, 0.15});
        set_origin(&body, 0.3, 0.1, 0, 0.2, 0.1 * i, 0);
        add_body(tree, &body, bodies[i].parent);
    }
    return make_robot(tree);
}

static const cdy_inertial *inertial_of(const cdy_tree *tree, const char *name)
{
    return &cdy_tree_body(tree, cdy_tree_find_body(tree, name))->inertial;
}

static void check_inertial(const cdy_tree *tree, const cdy_tree *expected, const char *name)
{
    const cdy_inertial *a = inertial_of(tree, name), *b = inertial_of(expected, name);
    ck_assert_int_eq(a->given, b->given);
    ck_assert_double_eq(a->mass, b->mass);
    ck_assert_mem_eq(a->origin.xyz, b->origin.xyz, sizeof a->origin.xyz);
    ck_assert_near(a->inertia, b->inertia, 6, 0);
}

/* Bodies whose parameters stay keep their links as they are, whatever happens to the others. */
START_TEST(only_what_changes_is_written)
{
    cdy_error error = {0};
    robot r = make_chain();
    double present[20], pi[20], again[20];
    ck_assert_ok(cdy_inertial_parameters(r.model, present, &error), error);
    for (int change = 0; change < 41; change++) {
        cdy_tree *tree = NULL;
        const int k = change / 2 % 20, body = k / 10; /* a little more, a little less; at last all of body 0 */
        memcpy(pi, present, sizeof pi);
        pi[k] += change % 2 ? -1e-3 : 1e-3;
        if (change == 40) { /* less than the hook */
            const double light[10] = {0.5, 0.05, 0, 0, 0.02, 0, 0, 0.03, 0, 0.03};
            memcpy(pi, light, sizeof light);
        }
        ck_assert_ok(cdy_tree_apply_parameters(r.tree, r.model, NULL, pi, &tree, &error), error);
        check_inertial(tree, r.tree, body ? "link" : "arm");
        check_inertial(tree, r.tree, body ? "hook" : "claw");
        if (change < 40) {
            check_inertial(tree, r.tree, body ? "claw" : "hook");
        } else {
            ck_assert(!inertial_of(tree, "hook")->given);
        }
        robot s = make_robot(tree);
        ck_assert_ok(cdy_inertial_parameters(s.model, again, &error), error);
        ck_assert_near(again, pi, 20, 1e-14);
        free_robot(&s);
    }
    free_robot(&r);
}
END_TEST

/* ---- drives ---- */

static const cdy_regressor_options all_drives = {
    .damping = true, .coulomb = true, .rotor_inertia = true, .friction_width = 0.005};

/* A hinge, a planar joint and a follower of the hinge that turns -2 times as far; the hinge's gear is slow. */
static robot make_driven(double gear)
{
    static const char *const names[4][2] = {{"base", ""}, {"a", "hinge"}, {"b", "plane"}, {"c", "follower"}};
    static const cdy_joint_type types[3] = {CDY_JOINT_CONTINUOUS, CDY_JOINT_PLANAR, CDY_JOINT_CONTINUOUS};
    cdy_tree *tree = make_tree("base", 9.81);
    for (int i = 1; i <= 3; i++) {
        cdy_body body = make_body(names[i][0], names[i][1], types[i - 1]);
        set_inertial(&body, i, 0.1, 0, 0, (double[6]){0.1, 0, 0, 0.2, 0, 0.15});
        body.joint.dynamics = (cdy_joint_dynamics){.given = true, .damping = 0.3 * i, .friction = 0.7 * i};
        body.joint.rotor_inertia = 0.01 * i;
        body.joint.gear_ratio = i == 1 ? gear : 3;
        if (i == 3) {
            body.joint.mimic = (cdy_mimic){"hinge", -2, 0.1};
        }
        add_body(tree, &body, names[i - 1][0]);
    }
    return make_robot(tree);
}

/* Damping and rotors count by the square of gear and multiplier, friction by the multiplier's size. */
START_TEST(drives_are_those_of_leaders_and_followers)
{
    cdy_error error = {0};
    robot r = make_driven(0.5);
    double pi[42], bodies[30];
    ck_assert_int_eq(cdy_parameter_count(r.model, &all_drives), 39); /* a planar joint has no rotor */
    ck_assert_ok(cdy_tree_parameters(r.tree, r.model, &all_drives, pi, &error), error);
    ck_assert_ok(cdy_inertial_parameters(r.model, bodies, &error), error);
    ck_assert_near(pi, bodies, 30, 0);
    static const double expected[3][4] = {
        {0.3 + 4 * 0.9, 0.6, 0.6, 0.6}, {0.7 + 2 * 2.1, 1.4, 1.4, 1.4}, {0.01 * 0.25 + 4 * 0.03 * 9, 0, 0, 0}};
    for (int kind = 0; kind < 3; kind++) {
        for (int i = 0; i < 4; i++) {
            const int column =
                cdy_drive_parameter(r.model, &all_drives, (cdy_parameter_kind)((int)CDY_PARAMETER_DAMPING + kind), i);
            ck_assert((column < 0) == (kind == 2 && i > 0));
            ck_assert(column < 0 || fabs(pi[column] - expected[kind][i]) < 1e-15);
        }
    }
    ck_assert_ok(cdy_tree_parameters(r.tree, r.model, NULL, pi, &error), error);
    free_robot(&r);
}
END_TEST

/* Written back, the leader has all of the sum, the follower none, and a planar joint the mean of its three. */
START_TEST(trees_take_drives)
{
    static const double gears[] = {0.5, 4, 0};
    for (int set = 0; set < 8; set++) {
        cdy_error error = {0};
        const double gear = gears[set % 3];
        robot r = make_driven(gear);
        const cdy_regressor_options options = {
            .damping = set & 1, .coulomb = set & 2, .rotor_inertia = set & 4, .friction_width = 0.005};
        double pi[42], again[42];
        cdy_tree *tree = NULL;
        ck_assert_ok(cdy_tree_parameters(r.tree, r.model, &options, pi, &error), error);
        for (int kind = 0; kind < 3; kind++) {
            for (int i = 0; i < 4; i++) {
                const int column =
                    cdy_drive_parameter(r.model, &options, (cdy_parameter_kind)((int)CDY_PARAMETER_DAMPING + kind), i);
                if (column >= 0) {
                    pi[column] = 1 + kind + 0.1 * i;
                }
            }
        }
        ck_assert_ok(cdy_tree_apply_parameters(r.tree, r.model, &options, pi, &tree, &error), error);
        for (int i = 1; i <= 3; i++) {
            const cdy_joint *joint = &cdy_tree_body(tree, i)->joint, *before = &cdy_tree_body(r.tree, i)->joint;
            const double sum = i == 1 ? 0 : 0.2, part = i != 3; /* 0.1 (1 + 2 + 3) / 3 */
            ck_assert_double_eq_tol(joint->dynamics.damping,
                                    options.damping ? part * (1 + sum) : before->dynamics.damping, 1e-15);
            ck_assert_double_eq_tol(joint->dynamics.friction,
                                    options.coulomb ? part * (2 + sum) : before->dynamics.friction, 1e-15);
            const bool rotor = options.rotor_inertia && i != 2;
            const double ratio = rotor && !(before->gear_ratio > 0) ? 1 : before->gear_ratio;
            ck_assert_double_eq(joint->gear_ratio, ratio);
            ck_assert_double_eq_tol(joint->rotor_inertia, rotor ? part * 3 / (ratio * ratio) : before->rotor_inertia,
                                    1e-15);
            ck_assert(joint->dynamics.given);
        }
        robot s = make_robot(tree);
        ck_assert_ok(cdy_tree_parameters(s.tree, s.model, &options, again, &error), error);
        const int p = cdy_parameter_count(s.model, &options);
        ck_assert_near(again, pi, 30, 1e-14);
        ck_assert(p == 30 || fabs(again[30] - pi[30]) < 1e-14);
        free_robot(&s);
        free_robot(&r);
    }
}
END_TEST

/* Each argument that is missing or wrong is told; the outputs stay or are NULL. */
START_TEST(wrong_arguments_are_refused)
{
    cdy_error error = {0};
    robot r = make_chain(), other = make_driven(1);
    double pi[42] = {0};
    cdy_tree *tree = NULL;
    const cdy_regressor_options bad = {.damping = true, .coulomb = true, .rotor_inertia = true, .friction_width = -1};
    ck_assert_ok(cdy_tree_parameters(r.tree, r.model, NULL, pi, &error), error);
    static const char *const needs = "parameters need a tree, its model and a pointer for the parameters";
    for (int i = 0; i < 6; i++) {
        const cdy_tree *given = i % 3 == 0 ? NULL : r.tree;
        const cdy_model *model = i % 3 == 1 ? NULL : r.model;
        double *numbers = i % 3 == 2 ? NULL : pi;
        tree = r.tree;
        ck_assert_fails(i < 3 ? cdy_tree_parameters(given, model, NULL, numbers, &error)
                              : cdy_tree_apply_parameters(given, model, NULL, numbers, &tree, &error),
                        CDY_ERROR_ARGUMENT, error);
        ck_assert_str_eq(error.text, needs);
        ck_assert(i < 3 || tree == NULL);
    }
    ck_assert_fails(cdy_tree_apply_parameters(r.tree, r.model, NULL, pi, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_str_eq(error.text, "no pointer for the identified tree was given");
    ck_assert_fails(cdy_tree_parameters(r.tree, r.model, &bad, pi, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_apply_parameters(r.tree, r.model, &bad, pi, &tree, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_parameters(other.tree, r.model, NULL, pi, &error), CDY_ERROR_ARGUMENT, error);
    for (int k = 0; k < 20; k += 19) {
        const double saved = pi[k];
        pi[k] = (double)NAN;
        tree = r.tree;
        ck_assert_fails(cdy_tree_apply_parameters(r.tree, r.model, NULL, pi, &tree, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_str_eq(error.text, "a parameter is not finite");
        ck_assert_ptr_null(tree);
        pi[k] = saved;
    }
    free_robot(&other);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("apply");
    TCase *tests = tcase_create("trees");
    tcase_add_loop_test(tests, trees_take_parameters, 0, 10);
    tcase_add_test(tests, a_heavy_welded_link_gives_way);
    tcase_add_test(tests, a_light_welded_link_stays);
    tcase_add_test(tests, nothing_is_no_inertia);
    tcase_add_test(tests, a_body_may_have_inertia_alone);
    tcase_add_loop_test(tests, a_tree_with_other_joints_is_refused, 0, 7);
    tcase_add_test(tests, only_what_changes_is_written);
    tcase_add_test(tests, drives_are_those_of_leaders_and_followers);
    tcase_add_test(tests, trees_take_drives);
    tcase_add_test(tests, wrong_arguments_are_refused);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
