/* Loops and exclusions of a tree: they go with their bodies through copies, parts, removals and new names. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

/* The ground g with the chain a, b, d and the body c; loops and exclusions between b and c, and between d and the
 * ground. */
static cdy_tree *make_looped(void)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("g", 0);
    add_massless(tree, "a", "ja", CDY_JOINT_REVOLUTE, "g");
    add_massless(tree, "b", "jb", CDY_JOINT_REVOLUTE, "a");
    add_massless(tree, "c", "jc", CDY_JOINT_REVOLUTE, "g");
    add_massless(tree, "d", "jd", CDY_JOINT_REVOLUTE, "b");
    const cdy_loop loops[2] = {
        {.name = "first", .body = "b", .other = "c", .rows = CDY_ROWS_BALL, .in_body = {.xyz = {1, 2, 3}}},
        {.body = "d", .other = "g", .rows = CDY_ROWS_WELD}};
    ck_assert_ok(cdy_tree_add_loop(tree, &loops[0], &error), error);
    ck_assert_ok(cdy_tree_add_loop(tree, &loops[1], &error), error);
    ck_assert_ok(cdy_tree_add_exclusion(tree, "b", "c", &error), error);
    ck_assert_ok(cdy_tree_add_exclusion(tree, "d", "g", &error), error);
    return tree;
}

static void has_loop(const cdy_tree *tree, int index, const char *body, const char *other)
{
    const cdy_loop *loop = cdy_tree_loop(tree, index);
    ck_assert_ptr_nonnull(loop);
    ck_assert_str_eq(loop->body, body);
    ck_assert_str_eq(loop->other, other);
    const char *first = NULL, *second = NULL;
    ck_assert(cdy_tree_exclusion(tree, index, &first, &second));
    ck_assert_str_eq(first, body);
    ck_assert_str_eq(second, other);
}

/* A tree of these tests has as many exclusions as loops. */
static void has_loops(const cdy_tree *tree, int count)
{
    ck_assert_int_eq(cdy_tree_loop_count(tree), count);
    ck_assert_int_eq(cdy_tree_exclusion_count(tree), count);
}

START_TEST(a_copy_has_the_loops)
{
    cdy_error error = {0};
    cdy_tree *tree = make_looped(), *copy;
    ck_assert_ok(cdy_tree_copy(tree, &copy, &error), error);
    cdy_tree_destroy(tree);
    has_loops(copy, 2);
    has_loop(copy, 0, "b", "c");
    has_loop(copy, 1, "d", "g");
    const cdy_loop *first = cdy_tree_loop(copy, 0);
    ck_assert_str_eq(first->name, "first");
    ck_assert_uint_eq(first->rows, CDY_ROWS_BALL);
    ck_assert(first->in_body.xyz[0] == 1 && first->in_body.xyz[2] == 3);
    ck_assert_ptr_null(cdy_tree_loop(copy, 2));
    ck_assert_ptr_null(cdy_tree_loop(copy, -1));
    cdy_tree_destroy(copy);
}
END_TEST

START_TEST(parts_have_the_loops_between_their_bodies)
{
    cdy_error error = {0};
    cdy_tree *tree = make_looped(), *part, *removed;
    ck_assert_ok(cdy_tree_subtree(tree, "a", &part, &error), error);
    has_loops(part, 1);
    has_loop(part, 0, "d", "g");
    cdy_tree_destroy(part);
    has_loops(tree, 2);
    ck_assert_ok(cdy_tree_remove_body(tree, "a", &removed, &error), error);
    has_loops(tree, 0);
    has_loops(removed, 1);
    has_loop(removed, 0, "d", "g");
    /* The base of the part is then the body under which it hangs. */
    ck_assert_ok(cdy_tree_add_subtree(tree, "c", removed, &error), error);
    has_loops(tree, 1);
    has_loop(tree, 0, "d", "c");
    ck_assert_ok(cdy_tree_remove_body(tree, "d", NULL, &error), error);
    has_loops(tree, 0);
    cdy_tree_destroy(removed);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(new_names_are_those_of_the_ends)
{
    cdy_error error = {0};
    cdy_tree *tree = make_looped();
    cdy_body body = *cdy_tree_body(tree, cdy_tree_find_body(tree, "b"));
    body.name = "new";
    ck_assert_ok(cdy_tree_replace_body(tree, "b", &body, &error), error);
    body = *cdy_tree_body(tree, 0);
    body.name = "ground";
    ck_assert_ok(cdy_tree_replace_body(tree, "g", &body, &error), error);
    has_loop(tree, 0, "new", "c");
    has_loop(tree, 1, "d", "ground");
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(what_is_no_loop_is_refused)
{
    cdy_error error = {0};
    cdy_tree *tree = make_looped();
    const cdy_loop wrong[] = {{.body = "b", .other = "x", .rows = CDY_ROWS_BALL},
                              {.body = NULL, .other = "b", .rows = CDY_ROWS_BALL},
                              {.body = "b", .other = "c"},
                              {.body = "b", .other = "b", .rows = CDY_ROWS_BALL},
                              {.body = "b", .other = "c", .rows = 64},
                              {.body = "b", .other = "c", .rows = 1, .in_other = {.rpy = {0, (double)NAN, 0}}}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_eq(cdy_tree_add_loop(tree, &wrong[i], &error), CDY_ERROR_ARGUMENT);
    }
    ck_assert_int_eq(cdy_tree_loop_count(tree), 2);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(what_is_no_exclusion_is_refused)
{
    cdy_error error = {0};
    cdy_tree *tree = make_looped();
    const char *const wrong[][2] = {{"b", "x"}, {"x", "b"}, {NULL, "b"}, {"b", NULL}, {"b", "b"}};
    const char *body = NULL, *other = NULL;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_eq(cdy_tree_add_exclusion(tree, wrong[i][0], wrong[i][1], &error), CDY_ERROR_ARGUMENT);
    }
    ck_assert_int_eq(cdy_tree_add_exclusion(NULL, "b", "c", &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_tree_exclusion_count(tree), 2);
    ck_assert_int_eq(cdy_tree_exclusion_count(NULL), 0);
    ck_assert(!cdy_tree_exclusion(tree, 2, &body, &other) && !cdy_tree_exclusion(tree, -1, &body, &other));
    ck_assert(!cdy_tree_exclusion(tree, 0, NULL, &other) && !cdy_tree_exclusion(tree, 0, &body, NULL));
    ck_assert(!body && !other);
    cdy_tree_destroy(tree);
}
END_TEST

/* A loop of the tree itself is taken, also where the array of them grows and moves. */
START_TEST(loops_of_the_tree_are_added_again)
{
    enum { MANY = 40 };
    cdy_error error = {0};
    cdy_tree *tree = make_looped();
    for (int i = 0; i < MANY; i++) {
        ck_assert_ok(cdy_tree_add_loop(tree, cdy_tree_loop(tree, i % 2), &error), error);
    }
    ck_assert_int_eq(cdy_tree_loop_count(tree), MANY + 2);
    for (int i = 0; i < MANY + 2; i++) {
        ck_assert_str_eq(cdy_tree_loop(tree, i)->body, i % 2 ? "d" : "b");
        ck_assert_uint_eq(cdy_tree_loop(tree, i)->rows, i % 2 ? CDY_ROWS_WELD : CDY_ROWS_BALL);
    }
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_loop_becomes_a_constraint)
{
    cdy_error error = {0};
    robot r = make_robot(make_looped());
    cdy_constraint c;
    ck_assert_ok(cdy_constraint_from_loop(r.model, cdy_tree_loop(r.tree, 0), &c, &error), error);
    ck_assert_int_eq(c.frame, cdy_model_find_frame(r.model, "b"));
    ck_assert_int_eq(c.other, cdy_model_find_frame(r.model, "c"));
    ck_assert_uint_eq(c.rows, CDY_ROWS_BALL);
    ck_assert(c.in_frame.xyz[1] == 2 && c.row_count == 0);
    const cdy_loop elsewhere = {.body = "x", .other = "c", .rows = 1};
    ck_assert_int_eq(cdy_constraint_from_loop(r.model, &elsewhere, &c, &error), CDY_ERROR_ARGUMENT);
    free_robot(&r);
}
END_TEST

/* Memory for loops doubles: four thousand of them take it a dozen times. */
START_TEST(many_loops_are_added)
{
    enum { LOOPS = 4096, MOST = 20 };
    cdy_error error = {0};
    cdy_tree *tree = make_looped();
    const cdy_loop loop = {.body = "a", .other = "c", .rows = CDY_ROWS_BALL};
    size_t larger = 0;
    for (int i = 0; i < LOOPS; i++) {
        const size_t before = heap_count().calls;
        ck_assert_ok(cdy_tree_add_loop(tree, &loop, &error), error);
        larger += heap_count().calls - before > 1; /* the other one is for the names */
    }
    ck_assert_int_eq(cdy_tree_loop_count(tree), LOOPS + 2);
    ck_assert_uint_le(larger, MOST);
    cdy_tree_destroy(tree);
}
END_TEST

/* Calls of which any allocation may fail: the tree is then as it was. */
static cdy_status edit(int call, cdy_tree *tree, cdy_tree **made, cdy_error *error)
{
    cdy_body body = *cdy_tree_body(tree, cdy_tree_find_body(tree, "b"));
    const cdy_loop loop = {.body = "a", .other = "c", .rows = CDY_ROWS_BALL};
    body.name = "new";
    switch (call) {
    case 0: return cdy_tree_copy(tree, made, error);
    case 1: return cdy_tree_subtree(tree, "a", made, error);
    case 2: return cdy_tree_remove_body(tree, "a", made, error);
    case 3: return cdy_tree_add_loop(tree, &loop, error);
    case 4: return cdy_tree_add_exclusion(tree, "a", "c", error);
    default: return cdy_tree_replace_body(tree, "b", &body, error);
    }
}

START_TEST(failing_allocations_leave_the_tree)
{
    for (int call = 0; call < 6; call++) {
        for (size_t number = 1, failed = 1; failed && heap_is_counted(); number++) {
            cdy_error error = {0};
            cdy_tree *tree = make_looped(), *made = NULL;
            heap_fail_at(number);
            const cdy_status status = edit(call, tree, &made, &error);
            failed = heap_has_failed();
            heap_fail_at(0);
            ck_assert_int_eq(status, failed ? CDY_ERROR_MEMORY : CDY_OK);
            if (failed) {
                ck_assert_ptr_null(made);
                has_loops(tree, 2);
                has_loop(tree, 0, "b", "c");
                has_loop(tree, 1, "d", "g");
            }
            cdy_tree_destroy(made);
            cdy_tree_destroy(tree);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tree loops");
    TCase *tests = tcase_create("tree loops");
    tcase_add_test(tests, a_copy_has_the_loops);
    tcase_add_test(tests, parts_have_the_loops_between_their_bodies);
    tcase_add_test(tests, new_names_are_those_of_the_ends);
    tcase_add_test(tests, what_is_no_loop_is_refused);
    tcase_add_test(tests, what_is_no_exclusion_is_refused);
    tcase_add_test(tests, loops_of_the_tree_are_added_again);
    tcase_add_test(tests, a_loop_becomes_a_constraint);
    tcase_add_test(tests, many_loops_are_added);
    tcase_add_test(tests, failing_allocations_leave_the_tree);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
