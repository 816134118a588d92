/* Editing trees: what each call does, what it refuses, that nothing is done by halves, and long histories of edits
 * beside a slow model. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/same_tree.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(cdy_tree *tree, const char *name, const char *joint, const char *parent)
{
    cdy_body body = make_body(name, joint, CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1 + (double)strlen(joint), 0.1, 0.2, 0.3, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, parent);
}

/* base: a (ja): [aa (jaa): aaa (jaaa); ab (jab)]; b (jb); c (jc): ca (jca).  ab and ca follow jaa. */
static cdy_tree *make_sample(void)
{
    static const cdy_shape box = {.name = "box", .geometry = {.type = CDY_GEOMETRY_MESH, .mesh = "box.stl"}};
    cdy_tree *tree = make_tree("base", 9.81);
    add(tree, "a", "ja", "base");
    add(tree, "aa", "jaa", "a");
    add(tree, "aaa", "jaaa", "aa");
    cdy_body body = make_body("ab", "jab", CDY_JOINT_PRISMATIC);
    body.joint.mimic = (cdy_mimic){"jaa", 2, 1};
    body.visuals = &box;
    body.visual_count = 1;
    add_body(tree, &body, "a");
    add(tree, "b", "jb", "base");
    add(tree, "c", "jc", "base");
    body.name = "ca";
    body.joint.name = "jca";
    add_body(tree, &body, "c");
    return tree;
}

static cdy_tree *copy_tree(const cdy_tree *tree)
{
    cdy_error error = {0};
    cdy_tree *copy = NULL;
    ck_assert_ok(cdy_tree_copy(tree, &copy, &error), error);
    return copy;
}

static void check_names(const cdy_tree *tree, const char *expected)
{
    char names[512] = "";
    for (int i = 0; i <= cdy_tree_body_count(tree); i++) {
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? " " : "",
                 cdy_tree_body(tree, i)->name);
    }
    ck_assert_str_eq(names, expected);
    char text[DIFFERENCE_SIZE];
    const char *broken = find_broken_link(tree, text);
    ck_assert_msg(!broken, "%s", broken);
}

static cdy_body body_of(const cdy_tree *tree, const char *name)
{
    return *cdy_tree_body(tree, cdy_tree_find_body(tree, name));
}

/* ---- what the calls do ---- */

START_TEST(a_copy_is_the_same_and_apart)
{
    cdy_error error = {0};
    cdy_tree *tree = make_sample();
    cdy_tree_set_mimic_independent(tree, true);
    cdy_tree *copy = copy_tree(tree), *second = copy_tree(copy);
    ck_assert_same_tree(copy, tree);
    ck_assert_ok(cdy_tree_remove_body(copy, "a", NULL, &error), error);
    ck_assert_ok(cdy_tree_set_name(copy, "other", &error), error);
    ck_assert_same_tree(tree, second);
    ck_assert_str_eq(cdy_tree_name(copy), "other");
    ck_assert_ok(cdy_tree_set_name(copy, NULL, &error), error);
    ck_assert_str_eq(cdy_tree_name(copy), "");
    cdy_tree_destroy(copy);
    cdy_tree_destroy(second);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_subtree_stands_on_the_name_of_the_parent)
{
    static const struct {
        const char *body, *names, *rest;
    } cases[] = {{"a", "base a aa aaa ab", "base b c ca"}, {"aa", "a aa aaa", "base a ab b c ca"},
                 {"aaa", "aa aaa", "base a aa ab b c ca"}, {"ab", "a ab", "base a aa aaa b c ca"},
                 {"b", "base b", "base a aa aaa ab c ca"}, {"c", "base c ca", "base a aa aaa ab b"},
                 {"ca", "c ca", "base a aa aaa ab b c"}};
    cdy_error error = {0};
    cdy_tree *tree = make_sample(), *before = copy_tree(tree), *subtree = NULL, *removed = NULL;
    cdy_tree_set_mimic_independent(tree, true);
    cdy_tree_set_mimic_independent(before, true);
    ck_assert_ok(cdy_tree_subtree(tree, cases[_i].body, &subtree, &error), error);
    ck_assert_same_tree(tree, before);
    check_names(subtree, cases[_i].names);
    ck_assert_str_eq(cdy_tree_name(subtree), "robot");
    ck_assert(!cdy_tree_body(subtree, 0)->inertial.given);
    for (int i = 1; i <= cdy_tree_body_count(subtree); i++) {
        char text[DIFFERENCE_SIZE];
        const cdy_body *body = cdy_tree_body(subtree, i);
        int original = cdy_tree_find_body(tree, body->name);
        ck_assert_msg(!find_body_difference(body, cdy_tree_body(tree, original), text), "%s", text);
        ck_assert_str_eq(cdy_tree_body(subtree, cdy_tree_parent(subtree, i))->name,
                         cdy_tree_body(tree, cdy_tree_parent(tree, original))->name);
    }
    ck_assert_ok(cdy_tree_remove_body(tree, cases[_i].body, &removed, &error), error);
    ck_assert_same_tree(removed, subtree);
    check_names(tree, cases[_i].rest);
    ck_assert_ok(cdy_tree_remove_body(before, cases[_i].body, NULL, &error), error);
    ck_assert_same_tree(before, tree);
    cdy_tree_destroy(tree);
    cdy_tree_destroy(before);
    cdy_tree_destroy(subtree);
    cdy_tree_destroy(removed);
}
END_TEST

START_TEST(a_removed_subtree_can_be_put_back)
{
    static const char *const names[] = {"a", "aa", "aaa", "ab", "b", "c", "ca"};
    cdy_error error = {0};
    cdy_tree *tree = make_sample(), *before = copy_tree(tree), *removed = NULL;
    ck_assert_ok(cdy_tree_remove_body(tree, names[_i], &removed, &error), error);
    ck_assert_ok(cdy_tree_add_subtree(tree, cdy_tree_body(removed, 0)->name, removed, &error), error);
    ck_assert_same_tree(tree, before);
    cdy_tree_destroy(tree);
    cdy_tree_destroy(before);
    cdy_tree_destroy(removed);
}
END_TEST

START_TEST(subtrees_go_where_they_are_told)
{
    cdy_error error = {0};
    cdy_tree *tree = make_sample(), *hand = make_tree("wrist", 1), *before;
    add(hand, "z", "jz", "wrist");
    add(hand, "d", "ja_", "wrist");
    add(hand, "e", "je", "d");
    before = copy_tree(hand);
    ck_assert_ok(cdy_tree_add_subtree(tree, "base", hand, &error), error);
    check_names(tree, "base a aa aaa ab d e b c ca z");
    ck_assert_same_tree(hand, before);
    double gravity[3];
    cdy_tree_get_gravity(tree, gravity);
    ck_assert_double_eq(gravity[2], -9.81);
    /* A tree without bodies adds nothing. */
    cdy_tree *empty = make_tree("nothing", 0);
    ck_assert_ok(cdy_tree_add_subtree(tree, "ca", empty, &error), error);
    check_names(tree, "base a aa aaa ab d e b c ca z");
    cdy_tree_destroy(empty);
    cdy_tree_destroy(before);
    cdy_tree_destroy(hand);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(bodies_added_anywhere_take_their_place)
{
    cdy_tree *tree = make_sample();
    add(tree, "x", "jaab", "a"); /* between jaa's subtree and jab */
    check_names(tree, "base a aa aaa x ab b c ca");
    add(tree, "y", "j", "base"); /* before all */
    check_names(tree, "base y a aa aaa x ab b c ca");
    add(tree, "z", "jb_", "base"); /* between b and c */
    check_names(tree, "base y a aa aaa x ab b z c ca");
    add(tree, "u", "u", "aaa"); /* the only child */
    check_names(tree, "base y a aa aaa u x ab b z c ca");
    add(tree, "v", "zz", "a"); /* the last child of a body that is not the last */
    check_names(tree, "base y a aa aaa u x ab v b z c ca");
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_replaced_body_keeps_parent_and_children)
{
    cdy_error error = {0};
    cdy_tree *tree = make_sample();
    cdy_body body = make_body("new", "jn", CDY_JOINT_PRISMATIC);
    ck_assert_ok(cdy_tree_replace_body(tree, "aa", &body, &error), error);
    check_names(tree, "base a ab new aaa b c ca"); /* jab, then jn */
    ck_assert_str_eq(cdy_tree_body(tree, cdy_tree_parent(tree, 3))->name, "a");
    ck_assert_int_eq(cdy_tree_find_body(tree, "aa"), -1);
    ck_assert_int_eq(cdy_tree_find_joint(tree, "jaa"), -1);
    /* Followers go on following it. */
    ck_assert_str_eq(body_of(tree, "ab").joint.mimic.joint, "jn");
    ck_assert_str_eq(body_of(tree, "ca").joint.mimic.joint, "jn");
    robot r = make_robot(tree);
    ck_assert_int_eq(r.nv, 5);
    free_robot(&r);
}
END_TEST

START_TEST(a_body_can_be_changed_where_it_is)
{
    cdy_error error = {0};
    cdy_tree *tree = make_sample(), *before = copy_tree(tree);
    cdy_body body = body_of(tree, "ab"); /* its texts are the tree's own */
    body.joint.limit = (cdy_limit){true, -1, 2, 3, 4};
    body.joint.dynamics = (cdy_joint_dynamics){true, 5, 6};
    body.collisions = body.visuals;
    body.collision_count = 1;
    ck_assert_ok(cdy_tree_replace_body(tree, body.name, &body, &error), error);
    body = body_of(tree, "ab");
    ck_assert_double_eq(body.joint.dynamics.friction, 6);
    ck_assert_str_eq(body.collisions[0].geometry.mesh, "box.stl");
    ck_assert_ptr_ne(body.collisions, body.visuals);
    /* And back. */
    body.collision_count = 0;
    body.joint = body_of(before, "ab").joint;
    ck_assert_ok(cdy_tree_replace_body(tree, "ab", &body, &error), error);
    ck_assert_same_tree(tree, before);
    cdy_tree_destroy(tree);
    cdy_tree_destroy(before);
}
END_TEST

START_TEST(a_replaced_joint_leaves_the_body)
{
    cdy_error error = {0};
    cdy_tree *tree = make_sample(), *before = copy_tree(tree);
    cdy_joint joint = body_of(tree, "a").joint;
    joint.type = CDY_JOINT_FIXED;
    joint.name = "zz";
    ck_assert_ok(cdy_tree_replace_joint(tree, "a", &joint, &error), error);
    check_names(tree, "base b c ca a aa aaa ab");
    ck_assert_double_eq(body_of(tree, "a").inertial.mass, 3);
    ck_assert_int_eq(body_of(tree, "a").joint.type, CDY_JOINT_FIXED);
    joint = body_of(before, "a").joint;
    ck_assert_ok(cdy_tree_replace_joint(tree, "a", &joint, &error), error);
    ck_assert_same_tree(tree, before);
    cdy_tree_destroy(tree);
    cdy_tree_destroy(before);
}
END_TEST

START_TEST(the_base_can_be_renamed_and_weighted)
{
    cdy_error error = {0};
    cdy_tree *tree = make_sample();
    cdy_body base = cdy_body_default(); /* its joint has no name, and does not matter */
    base.name = "ground";
    ck_assert_ok(cdy_tree_replace_body(tree, "base", &base, &error), error);
    check_names(tree, "ground a aa aaa ab b c ca");
    ck_assert_double_eq(cdy_tree_body(tree, 0)->inertial.mass, 1);
    ck_assert_ptr_null(cdy_tree_body(tree, 0)->joint.name);
    ck_assert_int_eq(cdy_tree_find_body(tree, "base"), -1);
    base.joint.name = "ja"; /* nor does it take a name away */
    ck_assert_ok(cdy_tree_replace_body(tree, "ground", &base, &error), error);
    ck_assert_int_eq(cdy_tree_find_joint(tree, "ja"), 1);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(masses_are_set)
{
    cdy_error error = {0};
    const double inertia[6] = {3, 2.5, 2, 0.1, -0.2, 0.3}, center[3] = {0.1, -0.2, 0.3};
    cdy_inertial inertial;
    double about_origin[6];
    cdy_tree *tree = make_sample();
    cdy_inertial_set_about_origin(&inertial, 4, center, inertia);
    ck_assert_ok(cdy_tree_set_inertial(tree, "aa", &inertial, &error), error);
    cdy_body body = body_of(tree, "aa");
    ck_assert_double_eq(body.inertial.mass, 4);
    cdy_inertial_about_origin(&body.inertial, about_origin);
    ck_assert_near(about_origin, inertia, 6, 1e-15);
    inertial.given = false;
    ck_assert_ok(cdy_tree_set_inertial(tree, "base", &inertial, &error), error);
    ck_assert(!cdy_tree_body(tree, 0)->inertial.given);
    cdy_tree_destroy(tree);
}
END_TEST

/* ---- refusals ---- */

typedef cdy_status edit(cdy_tree *tree, cdy_error *error);

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

/* The names of the last body clash, those of the others do not. */
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

static cdy_status replace_named(cdy_tree *tree, const char *body_name, const char *name, const char *joint,
                                cdy_error *error)
{
    cdy_body body = make_body(name, joint, CDY_JOINT_REVOLUTE);
    return cdy_tree_replace_body(tree, body_name, &body, error);
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

/* One bad number in a joint, of many. */
static cdy_status spoil_joint(cdy_tree *tree, cdy_joint joint, cdy_error *error)
{
    joint.name = "jaa";
    return cdy_tree_replace_joint(tree, "aa", &joint, error);
}

static cdy_joint good_joint(cdy_joint_type type)
{
    cdy_joint joint = make_body("x", "jaa", type).joint;
    joint.limit = (cdy_limit){true, 2, -1, 0, 0}; /* put in order by those who read them */
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

/* ---- the heap runs out ---- */

/* As Check takes memory too, these assert nothing. */
static cdy_status try_copy(cdy_tree *tree, cdy_error *error)
{
    cdy_tree *copy;
    cdy_status status = cdy_tree_copy(tree, &copy, error);
    bool nothing = copy == NULL;
    cdy_tree_destroy(copy);
    return nothing == (status != CDY_OK) ? status : CDY_ERROR_NUMERIC;
}

static cdy_status try_subtree(cdy_tree *tree, cdy_error *error)
{
    cdy_tree *subtree;
    cdy_status status = cdy_tree_subtree(tree, "a", &subtree, error);
    bool nothing = subtree == NULL;
    cdy_tree_destroy(subtree);
    return nothing == (status != CDY_OK) ? status : CDY_ERROR_NUMERIC;
}

static cdy_status try_remove(cdy_tree *tree, cdy_error *error)
{
    cdy_tree *subtree;
    cdy_status status = cdy_tree_remove_body(tree, "a", &subtree, error);
    bool nothing = subtree == NULL;
    cdy_tree_destroy(subtree);
    return nothing == (status != CDY_OK) ? status : CDY_ERROR_NUMERIC;
}

static cdy_status try_rename(cdy_tree *tree, cdy_error *error)
{
    return replace_named(tree, "aa", "new", "jn", error); /* moves behind ab, and has two followers */
}

static cdy_status try_replace(cdy_tree *tree, cdy_error *error)
{
    cdy_body body = body_of(tree, "ab");
    body.name = "ab2";
    return cdy_tree_replace_body(tree, "ab", &body, error);
}

static cdy_status try_name(cdy_tree *tree, cdy_error *error)
{
    return cdy_tree_set_name(tree, "a longer name than before", error);
}

static cdy_tree *hand; /* what try_add() adds: enough bodies that all tables must grow */

static cdy_status try_add(cdy_tree *tree, cdy_error *error)
{
    return cdy_tree_add_subtree(tree, "aa", hand, error);
}

static edit *const attempts[] = {try_copy, try_subtree, try_remove, try_rename, try_replace, try_name, try_add};

START_TEST(an_edit_without_memory_changes_nothing)
{
    size_t number = 0;
    hand = make_tree("wrist", 0);
    for (int i = 0; i < 20; i++) {
        char name[8];
        snprintf(name, sizeof name, "f%d", i);
        add(hand, name, name, "wrist");
    }
    for (bool done = false; !done;) {
        cdy_error error = {0};
        cdy_tree *tree = make_sample(), *before = copy_tree(tree);
        heap_fail_at(++number);
        cdy_status status = attempts[_i](tree, &error);
        done = !heap_has_failed();
        heap_fail_at(0);
        ck_assert_int_eq(status, done ? CDY_OK : CDY_ERROR_MEMORY);
        if (!done) {
            ck_assert_str_eq(error.text, "out of memory");
            ck_assert_same_tree(tree, before);
            cdy_status again = attempts[_i](tree, &error); /* and it can be done afterwards */
            ck_assert_msg(again == CDY_OK, "%s", error.text);
        }
        cdy_tree_destroy(tree);
        cdy_tree_destroy(before);
    }
    ck_assert_uint_gt(number, 1);
    cdy_tree_destroy(hand);
}
END_TEST

START_TEST(destroying_a_body_takes_no_memory)
{
    cdy_error error = {0};
    cdy_tree *tree = make_sample();
    heap_fail_at(1);
    cdy_status status = cdy_tree_remove_body(tree, "a", NULL, &error);
    bool failed = heap_has_failed();
    heap_fail_at(0);
    ck_assert_int_eq(status, CDY_OK);
    ck_assert(!failed);
    check_names(tree, "base b c ca");
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(trees_leave_nothing_on_the_heap)
{
    cdy_error error = {0};
    size_t before = heap_count().live;
    cdy_tree *tree = make_sample(), *removed = NULL, *copy = copy_tree(tree);
    ck_assert_ok(cdy_tree_remove_body(tree, "a", &removed, &error), error);
    ck_assert_ok(cdy_tree_add_subtree(tree, "ca", removed, &error), error);
    ck_assert_ok(try_rename(tree, &error), error);
    cdy_tree_destroy(tree);
    cdy_tree_destroy(removed);
    cdy_tree_destroy(copy);
    ck_assert_uint_eq(heap_count().live, before);
}
END_TEST

/* ---- histories ---- */

enum { MOST_ITEMS = 80, NAME = 16 };

typedef struct item {
    char name[NAME], joint[NAME], parent[NAME], leader[NAME]; /* leader "": none */
    cdy_joint_type type;
    double mass;
} item;

/* A robot as a list in no order, every question answered by looking through it. */
typedef struct list {
    item items[MOST_ITEMS];
    int count;
    char base[NAME];
} list;

static int find_item(const list *l, const char *name)
{
    for (int i = 0; i < l->count; i++) {
        if (strcmp(l->items[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static bool joint_is_taken(const list *l, const char *joint)
{
    for (int i = 0; i < l->count; i++) {
        if (strcmp(l->items[i].joint, joint) == 0) {
            return true;
        }
    }
    return false;
}

static bool body_is_taken(const list *l, const char *name)
{
    return strcmp(l->base, name) == 0 || find_item(l, name) >= 0;
}

static cdy_body body_of_item(const item *x)
{
    cdy_body body = make_body(x->name, x->joint, x->type);
    set_inertial(&body, x->mass, 0.1, 0, x->mass / 10, (double[6]){1, 0, 0, 2, 0, 1.5});
    set_origin(&body, 0.2, x->mass / 20, 0, x->mass, 0.3, 0);
    if (x->leader[0]) {
        body.joint.mimic = (cdy_mimic){x->leader, 1.5, 0.25};
    }
    return body;
}

/* Moves an item and all that it carries from one list to another, or only copies them. */
static void move_items(list *from, const char *top, list *to, bool remove)
{
    int i = find_item(from, top);
    item x = from->items[i];
    to->items[to->count++] = x;
    if (remove) {
        from->items[i] = from->items[--from->count];
    }
    for (int k = 0; k < from->count;) {
        if (strcmp(from->items[k].parent, x.name) == 0 && find_item(to, from->items[k].name) < 0) {
            char name[NAME];
            memcpy(name, from->items[k].name, NAME);
            move_items(from, name, to, remove);
            k = 0;
        } else {
            k++;
        }
    }
}

/* The expected order: after a body its children, the least joint name first. */
static void visit(const list *l, const char *parent, const item **order, int *count)
{
    const char *last = "";
    for (;;) {
        const item *least = NULL;
        for (int i = 0; i < l->count; i++) {
            const item *x = &l->items[i];
            if (strcmp(x->parent, parent) == 0 && strcmp(x->joint, last) > 0 &&
                (!least || strcmp(x->joint, least->joint) < 0)) {
                least = x;
            }
        }
        if (!least) {
            return;
        }
        last = least->joint;
        order[(*count)++] = least;
        visit(l, least->name, order, count);
    }
}

static void check_tree(const cdy_tree *tree, const list *l)
{
    const item *order[MOST_ITEMS];
    char text[DIFFERENCE_SIZE];
    int count = 0;
    visit(l, l->base, order, &count);
    ck_assert_int_eq(count, l->count);
    ck_assert_int_eq(cdy_tree_body_count(tree), count);
    ck_assert_str_eq(cdy_tree_body(tree, 0)->name, l->base);
    for (int i = 0; i < count; i++) {
        cdy_body body = body_of_item(order[i]);
        const char *difference = find_body_difference(cdy_tree_body(tree, i + 1), &body, text);
        ck_assert_msg(!difference, "%s", difference);
        ck_assert_str_eq(cdy_tree_body(tree, cdy_tree_parent(tree, i + 1))->name, order[i]->parent);
    }
    const char *broken = find_broken_link(tree, text);
    ck_assert_msg(!broken, "%s", broken);
}

/* Builds the robot anew from the list, each body as soon as its parent is there. */
static cdy_tree *build_anew(const list *l)
{
    cdy_tree *tree = make_tree(l->base, 9.81);
    while (cdy_tree_body_count(tree) < l->count) {
        for (int i = l->count - 1; i >= 0; i--) {
            const item *x = &l->items[i];
            if (cdy_tree_find_body(tree, x->name) < 0 && cdy_tree_find_body(tree, x->parent) >= 0) {
                cdy_body body = body_of_item(x);
                add_body(tree, &body, x->parent);
            }
        }
    }
    return tree;
}

static void check_dynamics(const cdy_tree *tree, const list *l, uint64_t *state)
{
    cdy_error error = {0};
    robot a = make_robot(copy_tree(tree)), b = make_robot(build_anew(l));
    ck_assert_same_tree(a.tree, b.tree);
    double q[8 * MOST_ITEMS], qd[8 * MOST_ITEMS], tau[8 * MOST_ITEMS], expected[8 * MOST_ITEMS];
    ck_assert_int_eq(a.nv, b.nv);
    random_state(state, a.tree, q);
    draw_array(state, 2, qd, a.nv);
    ck_assert_ok(cdy_inverse_dynamics(a.model, a.work, q, qd, qd, NULL, tau, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(b.model, b.work, q, qd, qd, NULL, expected, &error), error);
    ck_assert_int_eq(memcmp(tau, expected, (size_t)a.nv * sizeof *tau), 0);
    free_robot(&a);
    free_robot(&b);
}

/* A robot under edit, its model, and what was taken from it. */
typedef struct history {
    uint64_t state;
    cdy_tree *tree, *part;
    list l, part_list;
    int refusals, edits;
} history;

static void draw_name(history *h, char *name, char first)
{
    snprintf(name, NAME, "%c%d", first, draw_below(&h->state, 60));
}

static item draw_item(history *h)
{
    static const cdy_joint_type types[] = {CDY_JOINT_REVOLUTE, CDY_JOINT_PRISMATIC, CDY_JOINT_FIXED, CDY_JOINT_PLANAR,
                                           CDY_JOINT_FLOATING};
    item x = {.type = types[draw_below(&h->state, 5)], .mass = draw(&h->state, 0.1, 2)};
    draw_name(h, x.name, 'b');
    draw_name(h, x.joint, 'j');
    return x;
}

/* The name of the base or of a body. */
static const char *draw_body(history *h)
{
    int i = draw_below(&h->state, h->l.count + 1) - 1;
    return i < 0 ? h->l.base : h->l.items[i].name;
}

static void expect(history *h, cdy_status status, bool allowed)
{
    ck_assert_int_eq(status, allowed ? CDY_OK : CDY_ERROR_ARGUMENT);
    h->edits += allowed;
    h->refusals += !allowed;
}

/* A new body, following one of one degree of freedom now and then. */
static void add_item(history *h)
{
    item x = draw_item(h);
    snprintf(x.parent, NAME, "%s", draw_body(h));
    int leader = h->l.count ? draw_below(&h->state, h->l.count) : 0;
    const item *other = &h->l.items[leader];
    if (h->l.count && other->type == CDY_JOINT_REVOLUTE && !other->leader[0] && x.type == CDY_JOINT_PRISMATIC) {
        memcpy(x.leader, other->joint, NAME);
    }
    bool allowed = !body_is_taken(&h->l, x.name) && !joint_is_taken(&h->l, x.joint);
    cdy_body body = body_of_item(&x);
    expect(h, cdy_tree_add_body(h->tree, &body, x.parent, NULL), allowed);
    if (allowed) {
        h->l.items[h->l.count++] = x;
    }
}

/* Takes part in the mimic of a joint that is gone: then the model frees the followers, as does the tree. */
static void free_followers(history *h)
{
    for (int i = 0; i < h->l.count; i++) {
        item *x = &h->l.items[i];
        bool leads = false;
        for (int k = 0; k < h->l.count; k++) {
            leads = leads || (strcmp(h->l.items[k].joint, x->leader) == 0 && h->l.items[k].type == CDY_JOINT_REVOLUTE &&
                              !h->l.items[k].leader[0]);
        }
        if (x->leader[0] && !leads) {
            x->leader[0] = '\0';
            cdy_joint joint = body_of_item(x).joint;
            expect(h, cdy_tree_replace_joint(h->tree, x->name, &joint, NULL), true);
        }
    }
}

static void remove_item(history *h)
{
    char name[NAME];
    snprintf(name, NAME, "%s", draw_body(h));
    bool allowed = strcmp(name, h->l.base) != 0, keep = draw_below(&h->state, 2) == 0;
    cdy_tree *removed = NULL;
    expect(h, cdy_tree_remove_body(h->tree, name, keep ? &removed : NULL, NULL), allowed);
    if (!allowed) {
        return;
    }
    list part = {0};
    memcpy(part.base, h->l.items[find_item(&h->l, name)].parent, NAME);
    move_items(&h->l, name, &part, true);
    if (keep) {
        check_tree(removed, &part);
        cdy_tree_destroy(h->part);
        h->part = removed;
        h->part_list = part;
    }
}

static void cut_item(history *h)
{
    const char *name = draw_body(h);
    bool allowed = strcmp(name, h->l.base) != 0;
    cdy_tree *part = NULL;
    expect(h, cdy_tree_subtree(h->tree, name, &part, NULL), allowed);
    if (allowed) {
        list l = {0};
        memcpy(l.base, h->l.items[find_item(&h->l, name)].parent, NAME);
        move_items(&h->l, name, &l, false);
        check_tree(part, &l);
        cdy_tree_destroy(part);
    }
}

static void add_part(history *h)
{
    const char *parent = draw_body(h);
    bool allowed = h->part != NULL;
    if (!h->part || h->l.count + h->part_list.count > MOST_ITEMS) {
        return;
    }
    for (int i = 0; i < h->part_list.count; i++) {
        const item *x = &h->part_list.items[i];
        allowed = allowed && !body_is_taken(&h->l, x->name) && !joint_is_taken(&h->l, x->joint);
    }
    expect(h, cdy_tree_add_subtree(h->tree, parent, h->part, NULL), allowed);
    for (int i = 0; i < h->part_list.count && allowed; i++) {
        item x = h->part_list.items[i];
        if (strcmp(x.parent, h->part_list.base) == 0) {
            snprintf(x.parent, NAME, "%s", parent);
        }
        h->l.items[h->l.count++] = x;
    }
}

/* Gives a body other names, type and mass, or only another joint. */
static void replace_item(history *h)
{
    if (h->l.count == 0) {
        return;
    }
    int i = draw_below(&h->state, h->l.count);
    bool joint_only = draw_below(&h->state, 2);
    item old = h->l.items[i], x = draw_item(h);
    memcpy(x.parent, old.parent, NAME);
    if (joint_only) {
        memcpy(x.name, old.name, NAME);
        x.mass = old.mass;
    }
    bool allowed = (strcmp(x.name, old.name) == 0 || !body_is_taken(&h->l, x.name)) &&
                   (strcmp(x.joint, old.joint) == 0 || !joint_is_taken(&h->l, x.joint));
    cdy_body body = body_of_item(&x);
    expect(h,
           joint_only ? cdy_tree_replace_joint(h->tree, old.name, &body.joint, NULL)
                      : cdy_tree_replace_body(h->tree, old.name, &body, NULL),
           allowed);
    if (!allowed) {
        return;
    }
    h->l.items[i] = x;
    for (int k = 0; k < h->l.count; k++) {
        if (strcmp(h->l.items[k].parent, old.name) == 0) {
            memcpy(h->l.items[k].parent, x.name, NAME);
        }
        if (strcmp(h->l.items[k].leader, old.joint) == 0) {
            memcpy(h->l.items[k].leader, x.joint, NAME);
        }
    }
}

static void rename_base(history *h)
{
    char old[NAME], name[NAME];
    memcpy(old, h->l.base, NAME);
    draw_name(h, name, 'b');
    bool allowed = strcmp(name, old) == 0 || !body_is_taken(&h->l, name);
    cdy_body base = make_body(name, NULL, CDY_JOINT_FIXED);
    expect(h, cdy_tree_replace_body(h->tree, old, &base, NULL), allowed);
    for (int i = 0; i < h->l.count && allowed; i++) {
        if (strcmp(h->l.items[i].parent, old) == 0) {
            memcpy(h->l.items[i].parent, name, NAME);
        }
    }
    memcpy(h->l.base, allowed ? name : old, NAME);
}

static void exchange_for_copy(history *h)
{
    cdy_tree *copy = copy_tree(h->tree);
    cdy_tree_destroy(h->tree);
    h->tree = copy;
}

static void make_edit(history *h)
{
    int kind = draw_below(&h->state, 12);
    if (h->l.count >= MOST_ITEMS - 1) {
        remove_item(h);
    } else if (kind < 5) {
        add_item(h);
    } else if (kind == 5) {
        remove_item(h);
    } else if (kind < 8) {
        add_part(h);
    } else if (kind == 8) {
        cut_item(h);
    } else if (kind < 11) {
        replace_item(h);
    } else if (draw_below(&h->state, 2)) {
        rename_base(h);
    } else {
        exchange_for_copy(h);
    }
}

START_TEST(a_history_of_edits_is_that_of_a_slow_model)
{
    history h = {.state = (uint64_t)_i + 100, .tree = make_tree("base", 9.81), .l = {.base = "base"}};
    for (int i = 0; i < 600; i++) {
        make_edit(&h);
        check_tree(h.tree, &h.l);
        if (i % 40 == 39) {
            free_followers(&h);
            check_tree(h.tree, &h.l);
            check_dynamics(h.tree, &h.l, &h.state);
        }
    }
    ck_assert_int_gt(h.edits, 150);
    ck_assert_int_gt(h.refusals, 50);
    cdy_tree_destroy(h.tree);
    cdy_tree_destroy(h.part);
}
END_TEST

/* ---- large trees ---- */

static size_t comparisons;

#ifdef CDY_COUNTS_HEAP
/* Stands before the C library's, to count how often names are compared. */
int strcmp(const char *a, const char *b)
{
    comparisons++;
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}
#endif

/* Fewer where another tool watches every step. */
static int large_count(void)
{
    return heap_is_counted() ? 100000 : 5000;
}

/* A chain, or a star, of many bodies: name and joint "%06d". */
static cdy_tree *make_large(int count, bool star)
{
    char name[16], parent[16];
    cdy_tree *tree = make_tree("base", 9.81);
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "%06d", i);
        snprintf(parent, sizeof parent, "%06d", i - 1);
        cdy_body body = make_body(name, name, CDY_JOINT_REVOLUTE);
        add_body(tree, &body, i == 0 || star ? "base" : parent);
    }
    return tree;
}

/* Every second body of a star in an order without order, or a chain from its end.  Finding a body and taking it out
 * compares a handful of names however many there are. */
START_TEST(half_of_many_bodies_are_removed_one_after_another)
{
    bool star = _i;
    const int count = large_count();
    cdy_tree *tree = make_large(count, star);
    size_t before = comparisons;
    heap_counts heap = heap_count();
    int failures = 0;
    for (int i = 0; i < count / 2; i++) {
        char name[16];
        snprintf(name, sizeof name, "%06d", star ? (int)((long long)i * 7919 % (count / 2)) * 2 : count - 1 - i);
        failures += cdy_tree_remove_body(tree, name, NULL, NULL) != CDY_OK;
    }
    size_t calls = heap_count().calls - heap.calls;
    ck_assert_int_eq(failures, 0);
    ck_assert_uint_le(comparisons - before, 20 * (size_t)count);
    if (heap_is_counted()) {
        ck_assert_uint_gt(comparisons, before); /* or they are not counted */
        ck_assert_uint_le(calls, 2 * (size_t)count);
    }
    ck_assert_int_eq(cdy_tree_body_count(tree), count / 2);
    for (int i = 1; i <= count / 2; i++) {
        char name[16];
        snprintf(name, sizeof name, "%06d", star ? 2 * i - 1 : i - 1);
        ck_assert_str_eq(cdy_tree_body(tree, i)->name, name);
        ck_assert_int_eq(cdy_tree_find_body(tree, name), i);
        ck_assert_int_eq(cdy_tree_parent(tree, i), star ? 0 : i - 1);
        ck_assert_int_eq(cdy_tree_next_sibling(tree, i), star && i < count / 2 ? i + 1 : -1);
    }
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_large_subtree_moves_at_once)
{
    cdy_error error = {0};
    const int count = large_count();
    cdy_tree *tree = make_large(count, false), *part = NULL, *copy = copy_tree(tree);
    ck_assert_ok(cdy_tree_remove_body(tree, "000010", &part, &error), error);
    ck_assert_int_eq(cdy_tree_body_count(tree), 10);
    ck_assert_int_eq(cdy_tree_body_count(part), count - 10);
    ck_assert_ok(cdy_tree_add_subtree(tree, "000009", part, &error), error);
    ck_assert_same_tree(tree, copy);
    cdy_tree_destroy(tree);
    cdy_tree_destroy(part);
    cdy_tree_destroy(copy);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tree_edit");
    TCase *tests = add_case(suite, "calls", a_copy_is_the_same_and_apart);
    tcase_add_loop_test(tests, a_subtree_stands_on_the_name_of_the_parent, 0, 7);
    tcase_add_loop_test(tests, a_removed_subtree_can_be_put_back, 0, 7);
    tcase_add_test(tests, subtrees_go_where_they_are_told);
    tcase_add_test(tests, bodies_added_anywhere_take_their_place);
    tcase_add_test(tests, a_replaced_body_keeps_parent_and_children);
    tcase_add_test(tests, a_body_can_be_changed_where_it_is);
    tcase_add_test(tests, a_replaced_joint_leaves_the_body);
    tcase_add_test(tests, the_base_can_be_renamed_and_weighted);
    tcase_add_test(tests, masses_are_set);
    tests = tcase_create("refusals");
    tcase_add_loop_test(tests, a_refused_edit_changes_nothing, 0, sizeof refused / sizeof *refused);
    tcase_add_test(tests, good_homes_are_taken);
    tcase_add_test(tests, edits_without_a_tree_are_refused);
    suite_add_tcase(suite, tests);
    if (heap_is_counted()) {
        tests = tcase_create("heap");
        tcase_add_loop_test(tests, an_edit_without_memory_changes_nothing, 0, sizeof attempts / sizeof *attempts);
        tcase_add_test(tests, destroying_a_body_takes_no_memory);
        tcase_add_test(tests, trees_leave_nothing_on_the_heap);
        suite_add_tcase(suite, tests);
    }
    tests = tcase_create("histories");
    tcase_add_loop_test(tests, a_history_of_edits_is_that_of_a_slow_model, 0, 20);
    suite_add_tcase(suite, tests);
    tests = tcase_create("large");
    tcase_add_loop_test(tests, half_of_many_bodies_are_removed_one_after_another, 0, 2);
    tcase_add_test(tests, a_large_subtree_moves_at_once);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
