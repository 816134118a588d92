/* Limits on size and depth: accepted up to the limit, refused above; limits out of range are refused. */
#include "support/compare.h"
#include "support/folder.h"
#include "support/suite.h"

#include <condyle/condyle.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 100000 };

/* A robot with an unknown element whose descendants are nested `depth` deep in all. */
static char *write_deep(int depth)
{
    char *text = malloc(8 * (size_t)depth + 128), *end = text;
    ck_assert_ptr_nonnull(text);
    end += sprintf(end, "<robot name='r'><link name='a'>\n");
    for (int i = 2; i < depth; i++) {
        end += sprintf(end, "<x>");
    }
    for (int i = 2; i < depth; i++) {
        end += sprintf(end, "</x>");
    }
    sprintf(end, "</link></robot>");
    return text;
}

static void take_nothing(void *context, const cdy_finding *finding)
{
    *(int *)context += finding->level == CDY_LEVEL_ERROR;
}

static cdy_status count(void *context, const char *text, size_t size)
{
    (void)text;
    *(size_t *)context += size;
    return CDY_OK;
}

/* Loads, checks and corrects a text under limits (0: the default limits): all three calls agree on which files exceed
 * the limits. */
static void check_bytes(const char *text, size_t size, size_t most, int depth, const char *refusal)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    size_t written = 0;
    int errors = 0;
    cdy_load_options load = cdy_load_options_default();
    load.max_bytes = most;
    load.max_depth = depth;
    cdy_status status = cdy_load_text(text, size, "r.urdf", &load, &tree, &error);
    ck_assert_msg(status == (refusal ? CDY_ERROR_ROBOT : CDY_OK), "%s", error.text);
    ck_assert_msg(!refusal || strstr(error.text, refusal), "%s", error.text);
    cdy_tree_destroy(tree);
    cdy_check_options check = cdy_check_options_default();
    check.report = take_nothing;
    check.context = &errors;
    check.max_bytes = most;
    check.max_depth = depth;
    ck_assert_ok(cdy_check_text(text, size, "r.urdf", &check, NULL, &error), error);
    ck_assert_int_eq(errors > 0, refusal != NULL);
    cdy_fix_options fix = cdy_fix_options_default();
    fix.max_bytes = most;
    fix.max_depth = depth;
    ck_assert_ok(cdy_fix_urdf_text(text, size, "r.urdf", &fix, count, &written, NULL, &error), error);
    ck_assert_uint_eq(written, size);
}

static void check_limits(const char *text, size_t most, int depth, const char *refusal)
{
    check_bytes(text, strlen(text), most, depth, refusal);
}

START_TEST(depth_is_limited_as_is_said)
{
    static const int depths[][2] = {{0, 256}, {5, 5}, {300, 300}, {3000, 3000}, {DEEPEST, 50000}};
    const int most = depths[_i][0], usual = depths[_i][1];
    char *text = write_deep(usual), snippet[64];
    check_limits(text, 0, most, NULL);
    free(text);
    if (most < DEEPEST) {
        text = write_deep(usual + 1);
        snprintf(snippet, sizeof snippet, "elements lie more than %d deep", usual);
        check_limits(text, 0, most, snippet);
        free(text);
    }
}
END_TEST

START_TEST(size_is_limited_as_is_said)
{
    char *text = write_deep(100);
    const size_t size = strlen(text);
    check_limits(text, size, 0, NULL);
    check_limits(text, size - 1, 0, "the limit that is set");
    check_limits(text, 1, 0, "larger than 1 bytes");
    check_limits(text, 0x7fffffff, 0, NULL);
    free(text);
}
END_TEST

/* Converted to UTF-8, a text in Latin-1 may double in size, a text in UTF-16 grow by half: the limit counts the bytes
 * of the file. */
START_TEST(size_is_that_of_the_file_in_its_own_encoding)
{
    enum { LETTERS = 1000 };
    static const char head[] = "<?xml version='1.0' encoding='iso-8859-1'?><robot name='r'><link name='",
                      tail[] = "'/></robot>";
    char latin[LETTERS + 128], wide[2 * sizeof latin];
    size_t size = 0, wide_size = 2;
    memset(latin, '\xe4', sizeof latin);
    memcpy(latin, head, sizeof head - 1);
    memcpy(latin + sizeof head - 1 + LETTERS, tail, sizeof tail);
    size = sizeof head - 1 + LETTERS + sizeof tail - 1;
    check_bytes(latin, size, size, 0, NULL);
    check_bytes(latin, size, size - 1, 0, "the limit that is set");
    memcpy(wide, "\xff\xfe", 2);
    for (const char *p = strchr(latin, '>') + 1; p < latin + size; p++, wide_size += 2) {
        const bool letter = *p == '\xe4';
        wide[wide_size] = letter ? '\x2d' : *p; /* U+4E2D */
        wide[wide_size + 1] = letter ? '\x4e' : '\0';
    }
    cdy_load_options options = cdy_load_options_default();
    cdy_check_options check = cdy_check_options_default();
    cdy_check_summary found;
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    options.max_bytes = check.max_bytes = wide_size;
    ck_assert_ok(cdy_load_text(wide, wide_size, "r", &options, &tree, &error), error);
    cdy_tree_destroy(tree);
    ck_assert_ok(cdy_check_text(wide, wide_size, "r", &check, &found, &error), error);
    ck_assert_int_eq(found.errors, 0);
    options.max_bytes = wide_size - 1;
    ck_assert_fails(cdy_load_text(wide, wide_size, "r", &options, &tree, &error), CDY_ERROR_ROBOT, error);
}
END_TEST

/* A mended copy may be larger than the limit on the file, and later rounds must read it. */
START_TEST(a_file_at_the_limit_is_mended_as_any_other)
{
    static const char text[] = "<robot name='r'><link name='a'><inertal><mas vlue='1'/></inertal></link></robot>";
    cdy_error error = {0};
    size_t written = 0;
    int changes = 0;
    cdy_fix_options fix = cdy_fix_options_default();
    fix.max_bytes = sizeof text - 1;
    ck_assert_ok(cdy_fix_urdf_text(text, sizeof text - 1, "r", &fix, count, &written, &changes, &error), error);
    ck_assert_int_eq(changes, 3);
    ck_assert_uint_eq(written, sizeof text - 1 + 4);
}
END_TEST

START_TEST(files_are_read_up_to_the_limit)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    char *path = source_path("urdf/universalUR5e.urdf"), *text;
    size_t size;
    text = read_whole_file(path, &size);
    cdy_load_options options = cdy_load_options_default();
    cdy_check_options check = cdy_check_options_default();
    options.max_bytes = check.max_bytes = size;
    ck_assert_ok(cdy_load_file(path, &options, &tree, &error), error);
    ck_assert_ok(cdy_check_file(path, &check, NULL, &error), error);
    cdy_tree_destroy(tree);
    options.max_bytes = check.max_bytes = size - 1;
    ck_assert_fails(cdy_load_file(path, &options, &tree, &error), CDY_ERROR_IO, error);
    ck_assert_ptr_null(tree);
    ck_assert_ptr_nonnull(strstr(error.text, "the limit that is set"));
    ck_assert_fails(cdy_check_file(path, &check, NULL, &error), CDY_ERROR_IO, error);
    ck_assert_fails(cdy_urdf_load_bundled("universalUR5e", &options, &tree, &error), CDY_ERROR_IO, error);
    free(text);
    free(path);
}
END_TEST

START_TEST(limits_that_cannot_be_are_refused)
{
    static const int depths[] = {-1, DEEPEST + 1, 0};
    const size_t sizes[] = {0, 0, (size_t)0x7fffffff + 1};
    const char *text = "<robot name='r'><link name='a'/></robot>";
    for (int i = 0; i < 3; i++) {
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        size_t written = 0;
        cdy_load_options load = cdy_load_options_default();
        cdy_check_options check = cdy_check_options_default();
        cdy_fix_options fix = cdy_fix_options_default();
        load.max_depth = check.max_depth = fix.max_depth = depths[i];
        load.max_bytes = check.max_bytes = fix.max_bytes = sizes[i];
        ck_assert_fails(cdy_load_text(text, strlen(text), "r", &load, &tree, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_fails(cdy_load_file("/no/such", &load, &tree, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_ptr_null(tree);
        ck_assert_fails(cdy_check_text(text, strlen(text), "r", &check, NULL, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_fails(cdy_fix_urdf_text(text, strlen(text), "r", &fix, count, &written, NULL, &error),
                        CDY_ERROR_ARGUMENT, error);
        ck_assert_uint_eq(written, 0);
    }
}
END_TEST

/* ---- the command ---- */

START_TEST(the_command_takes_limits)
{
    if (!getenv("CONDYLE")) {
        return;
    }
    char *text = write_deep(300);
    put_file("deep.urdf", text);
    free(text);
    check_run("\"$CONDYLE\" show deep.urdf", 1, "", "more than 256 deep");
    check_run("\"$CONDYLE\" check deep.urdf > said", 1, "", "");
    check_run("exec 2> heard; for c in show export 'compile --c-array' check energy; do set -- $c; c=$1; shift; "
              "\"$CONDYLE\" $c deep.urdf --max-depth 300 $* > said || echo $c; done; "
              "\"$CONDYLE\" show - --max-depth 300 < deep.urdf > said || echo stdin; "
              "\"$CONDYLE\" diff deep.urdf deep.urdf --max-depth 300 > said; echo $?",
              0, "0\n", "");
    check_run(
        "(echo \"<robot name='r'><link name='a'/><!--\"; head -c 1100000 /dev/zero | tr '\\0' x; echo '--></robot>') > "
        "long.urdf; \"$CONDYLE\" show long.urdf > said && \"$CONDYLE\" show long.urdf --max-size 2 > said",
        0, "", "");
    check_run("\"$CONDYLE\" show long.urdf --max-size 1", 3, "", "larger than 1048576 bytes, the limit that is set");
    check_run("\"$CONDYLE\" check long.urdf --max-size 1 > said", 3, "", "larger than 1048576 bytes");
    check_run("\"$CONDYLE\" show - --max-size 1 < long.urdf", 3, "", "larger than 1048576 bytes");
    check_run("\"$CONDYLE\" show deep.urdf --max-size 0", 2, "", "--max-size: expected 1 to 2047 MiB");
    check_run("\"$CONDYLE\" show deep.urdf --max-size 2048", 2, "", "--max-size: expected 1 to 2047 MiB");
    check_run("\"$CONDYLE\" show deep.urdf --max-depth 100001", 2, "", "--max-depth: expected 1 to 100000");
    check_run("\"$CONDYLE\" show deep.urdf --max-depth x", 2, "", "--max-depth");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("limits");
    TCase *tests = tcase_create("library");
    tcase_add_loop_test(tests, depth_is_limited_as_is_said, 0, 5);
    tcase_add_test(tests, size_is_limited_as_is_said);
    tcase_add_test(tests, size_is_that_of_the_file_in_its_own_encoding);
    tcase_add_test(tests, a_file_at_the_limit_is_mended_as_any_other);
    tcase_add_test(tests, files_are_read_up_to_the_limit);
    tcase_add_test(tests, limits_that_cannot_be_are_refused);
    suite_add_tcase(suite, tests);
    tests = tcase_create("command");
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    tcase_add_test(tests, the_command_takes_limits);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
