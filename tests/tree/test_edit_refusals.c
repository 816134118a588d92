/* Edits that are refused change nothing. */
#include "support/suite.h"
#include "tree/edit_case.h"

#include <math.h>

static cdy_status remove_base(cdy_tree *tree, cdy_error *error)
{
    cdy_tree *removed = tree;
    cdy_status status = cdy_tree_remove_body(tree, "base", &removed, error);
    ck_assert_ptr_null(removed);
    return status;
}

static cdy_status remove_unknown(cdy_tree *tree, cdy_error *error)
{
    return cdy_tree_remove_body(tree, "jaa", NULL, error);
}

static cdy_status remove_nameless(cdy_tree *tree, cdy_error *error)
{
    return cdy_tree_remove_body(tree, NULL, NULL, error);
}

static cdy_status cut_base(cdy_tree *tree, cdy_error *error)
{
    cdy_tree *subtree = tree;
    cdy_status status = cdy_tree_subtree(tree, "base", &subtree, error);
    ck_assert_ptr_null(subtree);
    return status;
}

static cdy_status cut_into_nothing(cdy_tree *tree, cdy_error *error)
{
    return cdy_tree_subtree(tree, "a", NULL, error);
}

static cdy_status copy_into_nothing(cdy_tree *tree, cdy_error *error)
{
    return cdy_tree_copy(tree, NULL, error);
}

static cdy_status add_itself(cdy_tree *tree, cdy_error *error)
{
    return cdy_tree_add_subtree(tree, "aaa", tree, error);
}

static cdy_status add_own_part(cdy_tree *tree, cdy_error *error)
{
    cdy_tree *part;
    if (cdy_tree_subtree(tree, "c", &part, error)) {
        return CDY_OK;
    }
    cdy_status status = cdy_tree_add_subtree(tree, "aaa", part, error);
    cdy_tree_destroy(part);
    return status;
}

/* The names of the last body clash, the names of the other bodies do not. */
static cdy_status add_clashing(cdy_tree *tree, const char *name, const char *joint, const char *parent,
                               cdy_error *error)
{
    cdy_tree *part = make_tree("anything", 0);
    add(part, "n1", "n1", "anything");
    add(part, "n2", "n2", "n1");
    add(part, name, joint, "n2");
    cdy_status status = cdy_tree_add_subtree(tree, parent, part, error);
    cdy_tree_destroy(part);
    return status;
}

static cdy_status add_clashing_body(cdy_tree *tree, cdy_error *error)
{
    return add_clashing(tree, "ca", "n3", "b", error);
}

static cdy_status add_clashing_base(cdy_tree *tree, cdy_error *error)
{
    return add_clashing(tree, "base", "n3", "b", error);
}

static cdy_status add_clashing_joint(cdy_tree *tree, cdy_error *error)
{
    return add_clashing(tree, "n3", "jca", "b", error);
}

static cdy_status add_to_unknown(cdy_tree *tree, cdy_error *error)
{
    return add_clashing(tree, "n3", "n3", "n1", error);
}

static cdy_status add_nothing(cdy_tree *tree, cdy_error *error)
{
    return cdy_tree_add_subtree(tree, "b", NULL, error);
}

static cdy_status replace_unknown(cdy_tree *tree, cdy_error *error)
{
    return replace_named(tree, "x", "x", "jx", error);
}

static cdy_status replace_by_taken_body(cdy_tree *tree, cdy_error *error)
{
    return replace_named(tree, "aa", "c", "jaa", error);
}

static cdy_status replace_by_taken_joint(cdy_tree *tree, cdy_error *error)
{
    return replace_named(tree, "aa", "aa", "jc", error);
}

static cdy_status replace_by_nameless_joint(cdy_tree *tree, cdy_error *error)
{
    return replace_named(tree, "aa", "aa", NULL, error);
}

static cdy_status replace_base_by_taken_body(cdy_tree *tree, cdy_error *error)
{
    return replace_named(tree, "base", "ca", NULL, error);
}

static cdy_status replace_by_nothing(cdy_tree *tree, cdy_error *error)
{
    return cdy_tree_replace_body(tree, "aa", NULL, error);
}

static cdy_status replace_joint_of_base(cdy_tree *tree, cdy_error *error)
{
    cdy_joint joint = make_body("x", "jx", CDY_JOINT_REVOLUTE).joint;
    return cdy_tree_replace_joint(tree, "base", &joint, error);
}

static cdy_status replace_joint_by_taken(cdy_tree *tree, cdy_error *error)
{
    cdy_joint joint = make_body("x", "jb", CDY_JOINT_REVOLUTE).joint;
    return cdy_tree_replace_joint(tree, "aa", &joint, error);
}

static cdy_status replace_joint_by_nothing(cdy_tree *tree, cdy_error *error)
{
    return cdy_tree_replace_joint(tree, "aa", NULL, error);
}

static cdy_status set_negative_mass(cdy_tree *tree, cdy_error *error)
{
    return cdy_tree_set_inertial(tree, "aa", &(cdy_inertial){.given = true, .mass = -1}, error);
}

static cdy_status set_mass_of_unknown(cdy_tree *tree, cdy_error *error)
{
    return cdy_tree_set_inertial(tree, "x", &(cdy_inertial){.given = true, .mass = 1}, error);
}

static cdy_status set_no_mass(cdy_tree *tree, cdy_error *error)
{
    return cdy_tree_set_inertial(tree, "aa", NULL, error);
}

/* A joint with one bad number, chosen from many. */
static cdy_status spoil_joint(cdy_tree *tree, cdy_joint joint, cdy_error *error)
{
    joint.name = "jaa";
    return cdy_tree_replace_joint(tree, "aa", &joint, error);
}

static cdy_joint good_joint(cdy_joint_type type)
{
    cdy_joint joint = make_body("x", "jaa", type).joint;
    joint.limit = (cdy_limit){true, 2, -1, 0, 0}; /* given in descending order, which the tree accepts */
    joint.home_given = true;
    joint.home[0] = 1.5;
    return joint;
}

static cdy_status set_home_outside(cdy_tree *tree, cdy_error *error)
{
    cdy_joint joint = good_joint(CDY_JOINT_REVOLUTE);
    joint.home[0] = 2.5;
    return spoil_joint(tree, joint, error);
}

static cdy_status set_home_nan(cdy_tree *tree, cdy_error *error)
{
    cdy_joint joint = good_joint(CDY_JOINT_PLANAR);
    joint.home[2] = (double)NAN;
    return spoil_joint(tree, joint, error);
}

static cdy_status set_home_unturnable(cdy_tree *tree, cdy_error *error)
{
    cdy_joint joint = good_joint(CDY_JOINT_FLOATING);
    joint.home[0] = 0;
    joint.home[4] = 1;
    return spoil_joint(tree, joint, error);
}

static cdy_status set_child_infinite(cdy_tree *tree, cdy_error *error)
{
    cdy_joint joint = good_joint(CDY_JOINT_REVOLUTE);
    joint.child.rpy[1] = (double)INFINITY;
    return spoil_joint(tree, joint, error);
}

static cdy_status set_rotor_negative(cdy_tree *tree, cdy_error *error)
{
    cdy_joint joint = good_joint(CDY_JOINT_REVOLUTE);
    joint.rotor_inertia = -1e-6;
    return spoil_joint(tree, joint, error);
}

static cdy_status set_gear_nan(cdy_tree *tree, cdy_error *error)
{
    cdy_joint joint = good_joint(CDY_JOINT_REVOLUTE);
    joint.gear_ratio = (double)NAN;
    return spoil_joint(tree, joint, error);
}

static cdy_status spoil_shape(cdy_tree *tree, cdy_shape shape, size_t count, cdy_error *error)
{
    cdy_body body = body_of(tree, "aa");
    body.collisions = count ? &shape : NULL;
    body.collision_count = 1;
    return cdy_tree_replace_body(tree, "aa", &body, error);
}

static cdy_status set_size_nan(cdy_tree *tree, cdy_error *error)
{
    return spoil_shape(tree, (cdy_shape){.geometry = {.type = CDY_GEOMETRY_BOX, .size = {1, (double)NAN, 1}}}, 1,
                       error);
}

static cdy_status set_mesh_nameless(cdy_tree *tree, cdy_error *error)
{
    return spoil_shape(tree, (cdy_shape){.geometry = {.type = CDY_GEOMETRY_MESH}}, 1, error);
}

static cdy_status set_geometry_unknown(cdy_tree *tree, cdy_error *error)
{
    return spoil_shape(tree, (cdy_shape){.geometry = {.type = (cdy_geometry_type)99}}, 1, error);
}

static cdy_status set_shapes_missing(cdy_tree *tree, cdy_error *error)
{
    return spoil_shape(tree, (cdy_shape){0}, 0, error);
}

static edit *const refused[] = {
    remove_base,
    remove_unknown,
    remove_nameless,
    cut_base,
    cut_into_nothing,
    copy_into_nothing,
    add_itself,
    add_own_part,
    add_clashing_body,
    add_clashing_base,
    add_clashing_joint,
    add_to_unknown,
    add_nothing,
    replace_unknown,
    replace_by_taken_body,
    replace_by_taken_joint,
    replace_by_nothing,
    replace_joint_of_base,
    replace_by_nameless_joint,
    replace_base_by_taken_body,
    set_negative_mass,
    set_mass_of_unknown,
    set_no_mass,
    replace_joint_by_taken,
    set_home_outside,
    set_home_nan,
    set_home_unturnable,
    replace_joint_by_nothing,
    set_child_infinite,
    set_rotor_negative,
    set_gear_nan,
    set_size_nan,
    set_mesh_nameless,
    set_geometry_unknown,
    set_shapes_missing,
};

START_TEST(a_refused_edit_changes_nothing)
{
    cdy_error error = {0};
    cdy_tree *tree = make_sample(), *before = copy_tree(tree);
    ck_assert_fails(refused[_i](tree, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_same_tree(tree, before);
    ck_assert_int_eq(refused[_i](tree, NULL), CDY_ERROR_ARGUMENT);
    cdy_tree_destroy(tree);
    cdy_tree_destroy(before);
}
END_TEST

START_TEST(good_homes_are_taken)
{
    cdy_error error = {0};
    cdy_tree *tree = make_sample();
    static const cdy_joint_type types[] = {CDY_JOINT_REVOLUTE, CDY_JOINT_PRISMATIC, CDY_JOINT_CONTINUOUS,
                                           CDY_JOINT_PLANAR,   CDY_JOINT_FLOATING,  CDY_JOINT_FIXED};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        ck_assert_ok(spoil_joint(tree, good_joint(types[i]), &error), error);
        ck_assert_double_eq(body_of(tree, "aa").joint.home[0], 1.5);
    }
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(edits_without_a_tree_are_refused)
{
    cdy_error error = {0};
    cdy_body body = make_body("x", "jx", CDY_JOINT_REVOLUTE);
    cdy_tree *out = (cdy_tree *)&error, *tree = make_sample();
    ck_assert_fails(cdy_tree_copy(NULL, &out, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_null(out);
    ck_assert_fails(cdy_tree_subtree(NULL, "a", &out, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_remove_body(NULL, "a", &out, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_add_subtree(NULL, "a", tree, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_replace_body(NULL, "a", &body, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_replace_joint(NULL, "a", &body.joint, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_set_inertial(NULL, "a", &body.inertial, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_set_name(NULL, "a", &error), CDY_ERROR_ARGUMENT, error);
    cdy_tree_destroy(tree);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("edit_refusals");
    TCase *tests = add_case(suite, "refusals", good_homes_are_taken);
    tcase_add_loop_test(tests, a_refused_edit_changes_nothing, 0, sizeof refused / sizeof *refused);
    tcase_add_test(tests, edits_without_a_tree_are_refused);
    return run_suites(suite, NULL);
}
