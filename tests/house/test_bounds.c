/* Documented numeric limits: the last accepted value, and the first refused value. */
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(batches_have_up_to_1024_threads)
{
    static const struct {
        int threads;
        bool taken;
    } cases[] = {{-1, false}, {0, true}, {1, true}, {1023, true}, {1024, true}, {1025, false}};
    robot r = make_robot(random_tree(2, 2, RANDOM_JOINTS_ALL));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const cdy_batch_options options = {.threads = cases[i].threads};
        ck_assert_int_eq(cdy_batch_size(r.model, &options) > 0, cases[i].taken);
        ck_assert_int_eq(cdy_batch_f32_size(r.model, &options) > 0, cases[i].taken);
    }
    free_robot(&r);
}
END_TEST

START_TEST(solvers_have_up_to_4096_rows)
{
    static const struct {
        int rows;
        bool taken;
    } cases[] = {{-1, false}, {0, true}, {1, true}, {4095, true}, {4096, true}, {4097, false}};
    cdy_error error = {0};
    robot r = make_robot(random_tree(2, 1, RANDOM_JOINTS_ONE_DEGREE));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cdy_row_solver *solver = NULL;
        ck_assert_int_eq(cdy_row_solver_size(r.model, cases[i].rows) > 0, cases[i].taken);
        if (cases[i].taken && cases[i].rows < 4095) {
            ck_assert_ok(cdy_row_solver_create(r.model, cases[i].rows, &solver, &error), error);
        } else if (!cases[i].taken) {
            ck_assert_fails(cdy_row_solver_create(r.model, cases[i].rows, &solver, &error), CDY_ERROR_ARGUMENT, error);
        }
        cdy_row_solver_destroy(solver);
    }
    free_robot(&r);
}
END_TEST

/* A chain of prismatic joints, which need the fewest operations. */
static robot make_chain(int count)
{
    cdy_tree *tree = make_tree("0", 9.81);
    char name[16], parent[16] = "0";
    for (int i = 1; i <= count; i++) {
        snprintf(name, sizeof name, "%d", i);
        cdy_body body = make_body(name, name, CDY_JOINT_PRISMATIC);
        set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, parent);
        memcpy(parent, name, sizeof parent);
    }
    return (robot){.tree = tree};
}

/* Up to 4096 degrees of freedom a workspace holds M; above, the method by M fails with a message. */
START_TEST(matrices_end_behind_4096_degrees_of_freedom)
{
    cdy_error error = {0};
    robot r = make_chain(4096);
    ck_assert_ok(cdy_model_create(r.tree, &r.model, &error), error);
    const size_t dense = cdy_workspace_size(r.model);
    ck_assert_uint_gt(dense, 4096u * 4096u * sizeof(double));
    free_robot(&r);
    r = make_chain(4097);
    ck_assert_ok(cdy_model_create(r.tree, &r.model, &error), error);
    ck_assert_uint_lt(cdy_workspace_size(r.model), dense / 10);
    ck_assert_ok(cdy_workspace_create(r.model, &r.work, &error), error);
    double number = 7;
    ck_assert_fails(
        cdy_forward_dynamics_by(r.model, r.work, CDY_FORWARD_MASS_MATRIX, NULL, NULL, NULL, NULL, &number, &error),
        CDY_ERROR_UNSUPPORTED, error);
    ck_assert(number >= 7 && number <= 7);
    double *qdd = calloc(4097, sizeof *qdd);
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, NULL, NULL, NULL, NULL, qdd, &error), error);
    ck_assert_near(qdd, ((double[]){-9.81}), 1, 1e-9); /* the whole chain falls with its first body */
    ck_assert(qdd[1] > -1e-9 && qdd[1] < 1e-9);
    free(qdd);
    free_robot(&r);
}
END_TEST

START_TEST(elements_lie_up_to_100000_deep)
{
    static const char text[] = "<robot name='r'><link name='a'/></robot>";
    static const struct {
        int depth;
        bool taken;
    } cases[] = {{-1, false}, {0, true}, {2, true}, {1, false}, {100000, true}, {100001, false}};
    cdy_error error = {0};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cdy_load_options options = cdy_load_options_default();
        cdy_tree *tree = (cdy_tree *)(void *)&options;
        options.max_depth = cases[i].depth;
        const cdy_status status = cdy_load_text(text, strlen(text), "r", &options, &tree, &error);
        ck_assert_msg((status == CDY_OK) == cases[i].taken, "depth %d: %s", cases[i].depth, error.text);
        ck_assert((tree != NULL) == cases[i].taken);
        cdy_tree_destroy(tree);
    }
}
END_TEST

START_TEST(texts_have_as_many_bytes_as_are_allowed)
{
    static const char text[] = "<robot name='r'><link name='a'/></robot>";
    cdy_error error = {0};
    for (size_t most = strlen(text) - 1; most <= strlen(text) + 1; most++) {
        cdy_load_options options = cdy_load_options_default();
        cdy_tree *tree = NULL;
        options.max_bytes = most;
        const cdy_status status = cdy_load_text(text, strlen(text), "r", &options, &tree, &error);
        ck_assert_int_eq(status == CDY_OK, most >= strlen(text));
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* The table has the first 256 bytes of a longer name. */
START_TEST(names_are_shown_up_to_256_bytes)
{
    for (size_t length = 255; length <= 257; length++) {
        char name[258], *text;
        memset(name, 'n', sizeof name);
        name[length] = '\0';
        cdy_tree *tree = make_tree(name, 0);
        add_massless(tree, "a", "j", CDY_JOINT_FIXED, name);
        text = new_details(tree);
        ck_assert_int_eq(strstr(text, name) != NULL, length <= 256);
        name[253] = '\0';
        ck_assert_ptr_nonnull(strstr(text, name));
        free(text);
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* The table is cut to the size of the buffer, ends with a 0, and no byte behind the buffer changes. */
START_TEST(details_are_cut_to_any_size)
{
    cdy_tree *tree = random_tree(3, 2, RANDOM_JOINTS_ALL);
    char *whole = new_details(tree);
    const size_t length = strlen(whole);
    for (size_t size = 1; size <= length + 2; size++) {
        char *text = malloc(size);
        memset(text, 'x', size);
        ck_assert_uint_eq(cdy_tree_write_details(tree, text, size), length);
        const size_t shown = size <= length ? size - 1 : length;
        if (text[shown] != '\0' || memcmp(text, whole, shown) != 0) {
            ck_abort_msg("%zu bytes of %zu: '%.40s'", size, length, text);
        }
        free(text);
    }
    free(whole);
    cdy_tree_destroy(tree);
}
END_TEST

/* Names of files are cut to the 511 bytes that an error holds. */
START_TEST(errors_hold_511_bytes_of_a_name)
{
    for (size_t length = 510; length <= 513; length++) {
        char name[520];
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        memset(name, 'n', sizeof name);
        name[length] = '\0';
        ck_assert_fails(cdy_load_text("<a/>", 4, name, NULL, &tree, &error), CDY_ERROR_ROBOT, error);
        ck_assert_uint_le(strlen(error.file), CDY_ERROR_FILE_SIZE - 1);
        ck_assert_int_eq(strcmp(error.file, name) == 0, length <= CDY_ERROR_FILE_SIZE - 1);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bounds");
    TCase *tests = add_case(suite, "sizes", batches_have_up_to_1024_threads);
    tcase_add_test(tests, solvers_have_up_to_4096_rows);
    tcase_add_test(tests, matrices_end_behind_4096_degrees_of_freedom);
    tests = add_case(suite, "texts", elements_lie_up_to_100000_deep);
    tcase_add_test(tests, texts_have_as_many_bytes_as_are_allowed);
    tcase_add_test(tests, names_are_shown_up_to_256_bytes);
    tcase_add_test(tests, details_are_cut_to_any_size);
    tcase_add_test(tests, errors_hold_511_bytes_of_a_name);
    return run_suites(suite, NULL);
}
