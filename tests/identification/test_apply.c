/* Parameters written to trees, and read from trees. */
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/recording.h"
#include "support/robot.h"
#include "support/suite.h"

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
    const double inertia[6] = {0.1, 0, 0, 0.1, 0, 0.1};
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("link", "hinge", type);
    set_inertial(&body, 3, 0.1, 0, 0, inertia);
    add_body(tree, &body, "base");
    body = make_body("hook", "weld", hook_type);
    set_origin(&body, 0.2, 0, 0, 0.3, 0, 0);
    if (hook > 0) {
        set_inertial(&body, hook, 0, 0.05, 0, inertia);
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
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
