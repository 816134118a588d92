/* Editing trees: the effect of each call, and no partial effect when memory runs out. */
#include "support/allocation.h"
#include "support/suite.h"
#include "tree/edit_case.h"

/* ---- effects of the calls ---- */

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
    add(tree, "x", "jaab", "a"); /* between the subtree of jaa and jab */
    check_names(tree, "base a aa aaa x ab b c ca");
    add(tree, "y", "j", "base"); /* before all other bodies */
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
    /* The followers of jaa keep following it. */
    ck_assert_str_eq(body_of(tree, "ab").joint.mimic.joint, "jn");
    ck_assert_str_eq(body_of(tree, "ca").joint.mimic.joint, "jn");
    robot r = make_robot(tree);
    ck_assert_int_eq(r.nv, 5);
    free_robot(&r);
}
END_TEST

/* Trees of every size, those that fill their memory too: a renamed leader keeps its followers, and nothing else moves.
 */
START_TEST(followers_keep_a_renamed_leader_in_trees_of_any_size)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 9.81);
    char name[16], joint[16];
    add(tree, "leader", "a", "base");
    for (int i = 1; i < _i; i++) {
        snprintf(name, sizeof name, "body%02d", i);
        snprintf(joint, sizeof joint, "j%02d", i);
        cdy_body body = make_body(name, joint, CDY_JOINT_REVOLUTE);
        body.joint.mimic = (cdy_mimic){i % 3 ? NULL : "a", 1, 0};
        add_body(tree, &body, "base");
    }
    cdy_joint renamed = body_of(tree, "leader").joint;
    renamed.name = "b";
    ck_assert_ok(cdy_tree_replace_joint(tree, "leader", &renamed, &error), error);
    ck_assert_int_eq(cdy_tree_body_count(tree), _i);
    ck_assert_ptr_null(cdy_tree_body(tree, 0)->joint.mimic.joint);
    for (int i = 2; i <= _i; i++) {
        const char *leader = cdy_tree_body(tree, i)->joint.mimic.joint;
        ck_assert_str_eq(leader ? leader : "none", (i - 1) % 3 ? "none" : "b");
    }
    cdy_tree_destroy(tree);
}
END_TEST

/* Until the tree is compiled a joint may name itself as its leader; the joint that replaces it keeps the leader that it
 * is given. */
START_TEST(a_replaced_follower_of_itself_is_as_given)
{
    cdy_error error = {0};
    cdy_tree *tree = make_sample();
    cdy_body body = body_of(tree, "aa");
    body.joint.mimic = (cdy_mimic){body.joint.name, 1, 0};
    ck_assert_ok(cdy_tree_replace_body(tree, "aa", &body, &error), error);
    body = make_body("aa", "jn", CDY_JOINT_REVOLUTE);
    body.joint.mimic = (cdy_mimic){"ja", 1, 0};
    ck_assert_ok(cdy_tree_replace_body(tree, "aa", &body, &error), error);
    ck_assert_str_eq(body_of(tree, "aa").joint.mimic.joint, "ja");
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_body_can_be_changed_where_it_is)
{
    cdy_error error = {0};
    cdy_tree *tree = make_sample(), *before = copy_tree(tree);
    cdy_body body = body_of(tree, "ab"); /* the tree has copies of the texts */
    body.joint.limit = (cdy_limit){true, -1, 2, 3, 4};
    body.joint.dynamics = (cdy_joint_dynamics){true, 5, 6, 0, 0};
    body.collisions = body.visuals;
    body.collision_count = 1;
    ck_assert_ok(cdy_tree_replace_body(tree, body.name, &body, &error), error);
    body = body_of(tree, "ab");
    ck_assert_double_eq(body.joint.dynamics.friction, 6);
    ck_assert_str_eq(body.collisions[0].geometry.mesh, "box.stl");
    ck_assert_ptr_ne(body.collisions, body.visuals);
    /* Moves the subtree back. */
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
    cdy_body base = cdy_body_default(); /* the base's joint has no name and does not matter */
    base.name = "ground";
    ck_assert_ok(cdy_tree_replace_body(tree, "base", &base, &error), error);
    check_names(tree, "ground a aa aaa ab b c ca");
    ck_assert_double_eq(cdy_tree_body(tree, 0)->inertial.mass, 1);
    ck_assert_ptr_null(cdy_tree_body(tree, 0)->joint.name);
    ck_assert_int_eq(cdy_tree_find_body(tree, "base"), -1);
    base.joint.name = "ja"; /* and takes no name from another joint */
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

/* ---- the heap runs out ---- */

/* The functions below assert nothing, as Check allocates memory too. */
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

static cdy_tree *hand; /* bodies that try_add() adds: enough for all tables to grow */

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
            cdy_status again = attempts[_i](tree, &error); /* and the edit succeeds afterwards */
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

int main(void)
{
    Suite *suite = suite_create("tree_edit");
    TCase *tests = add_case(suite, "calls", a_copy_is_the_same_and_apart);
    tcase_add_loop_test(tests, a_subtree_stands_on_the_name_of_the_parent, 0, 7);
    tcase_add_loop_test(tests, a_removed_subtree_can_be_put_back, 0, 7);
    tcase_add_test(tests, subtrees_go_where_they_are_told);
    tcase_add_test(tests, bodies_added_anywhere_take_their_place);
    tcase_add_test(tests, a_replaced_body_keeps_parent_and_children);
    tcase_add_loop_test(tests, followers_keep_a_renamed_leader_in_trees_of_any_size, 1, 34);
    tcase_add_test(tests, a_replaced_follower_of_itself_is_as_given);
    tcase_add_test(tests, a_body_can_be_changed_where_it_is);
    tcase_add_test(tests, a_replaced_joint_leaves_the_body);
    tcase_add_test(tests, the_base_can_be_renamed_and_weighted);
    tcase_add_test(tests, masses_are_set);
    if (heap_is_counted()) {
        tests = tcase_create("heap");
        tcase_add_loop_test(tests, an_edit_without_memory_changes_nothing, 0, sizeof attempts / sizeof *attempts);
        tcase_add_test(tests, destroying_a_body_takes_no_memory);
        tcase_add_test(tests, trees_leave_nothing_on_the_heap);
        suite_add_tcase(suite, tests);
    }
    return run_suites(suite, NULL);
}
