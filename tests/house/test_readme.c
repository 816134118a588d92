/* The README: what it shows is what the command prints, and its C example is the one that is built. */
#include "support/process.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/model_file.h>
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char prompt[] = "```text\n$ condyle ";

/* The next example at or behind `text`: its arguments as a copy, what it shows, and the end of that. */
static char *find_example(const char *text, const char **shown, const char **end)
{
    const char *start = strstr(text, prompt);
    if (!start) {
        return NULL;
    }
    start += strlen(prompt);
    const char *line_end = strchr(start, '\n');
    ck_assert_ptr_nonnull(line_end);
    *shown = line_end + 1;
    *end = strstr(*shown, "```");
    ck_assert_ptr_nonnull(*end);
    return strndup(start, (size_t)(line_end - start));
}

static bool begins_number(const char *text)
{
    return isdigit((unsigned char)text[*text == '-']);
}

/* The same text, but that numbers may differ by what another processor rounds. */
static bool reads_alike(const char *shown, const char *end, const char *printed)
{
    while (shown < end && *printed) {
        if (begins_number(shown) && begins_number(printed)) {
            char *behind_shown = NULL, *behind_printed = NULL;
            double a = strtod(shown, &behind_shown), b = strtod(printed, &behind_printed);
            if (fabs(a - b) > 1e-12 + 1e-9 * fabs(a)) {
                return false;
            }
            shown = behind_shown;
            printed = behind_printed;
        } else if (*shown++ != *printed++) {
            return false;
        }
    }
    return shown == end && !*printed;
}

/* Several commands, each the filter of the one before. */
static process_result run_pipeline(const char *arguments)
{
    static const char before[] = "condyle() { \"$CONDYLE\" \"$@\"; }\ncondyle ";
    char *script = malloc(sizeof before + strlen(arguments));
    ck_assert_ptr_nonnull(script);
    strcat(strcpy(script, before), arguments);
    process_result result = run_script(script);
    free(script);
    return result;
}

START_TEST(examples_print_what_is_shown)
{
    const char *command = getenv("CONDYLE");
    ck_assert_ptr_nonnull(command);
    char *path = source_path("README.md");
    char *readme = read_whole_file(path, NULL);
    const char *shown = readme, *end = readme;
    int count = 0;
    for (char *arguments; (arguments = find_example(end, &shown, &end)); count++) {
        process_result result =
            strchr(arguments, '|') ? run_pipeline(arguments) : run_process(command, arguments, NULL, -1);
        ck_assert_msg(result.exit_code == 0, "condyle %s ended with %d: %s", arguments, result.exit_code, result.err);
        size_t length = (size_t)(end - shown);
        ck_assert_msg(reads_alike(shown, end, result.out), "condyle %s printed\n%s\nbut the README shows\n%.*s",
                      arguments, result.out, (int)length, shown);
        free_result(&result);
        free(arguments);
    }
    ck_assert_int_ge(count, 9);
    free(readme);
    free(path);
}
END_TEST

START_TEST(the_c_example_is_the_one_that_is_built)
{
    char *readme_path = source_path("README.md"), *example_path = source_path("tests/examples/torques.c");
    char *readme = read_whole_file(readme_path, NULL), *example = read_whole_file(example_path, NULL);
    ck_assert_msg(strstr(readme, example) != NULL, "the README's C example differs from tests/examples/torques.c");
    free(readme);
    free(example);
    free(readme_path);
    free(example_path);
}
END_TEST

/* Finds every `before`NAME`after` of a text; each NAME must be in backquotes in the README. */
static void check_names(const char *readme, const char *text, const char *before, const char *after)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, before)); count++) {
        at += strlen(before);
        char quoted[64];
        int length = (int)strcspn(at, after);
        ck_assert_int_lt(length, 60);
        snprintf(quoted, sizeof quoted, "`%.*s`", length, at);
        ck_assert_msg(strstr(readme, quoted) != NULL, "the README does not name %s", quoted);
    }
    ck_assert_int_gt(count, 10);
}

START_TEST(every_command_and_every_header_is_named)
{
    char *readme_path = source_path("README.md"), *header_path = source_path("lib/include/condyle/condyle.h");
    char *readme = read_whole_file(readme_path, NULL), *header = read_whole_file(header_path, NULL);
    process_result help = run_process(getenv("CONDYLE"), "help", NULL, -1);
    char *list = strstr(help.out, "Commands:\n");
    ck_assert_ptr_nonnull(list);
    char *end = strstr(list, "\n\n");
    ck_assert_ptr_nonnull(end);
    *end = '\0';
    check_names(readme, list, "\n  ", " ");
    check_names(readme, header, "#include <condyle/", ">");
    free_result(&help);
    free(readme);
    free(header);
    free(readme_path);
    free(header_path);
}
END_TEST

START_TEST(the_c_example_prints_the_documented_torques)
{
    const char *example = getenv("EXAMPLE_TORQUES");
    ck_assert_ptr_nonnull(example);
    process_result result = run_process(example, "", NULL, -1);
    ck_assert_int_eq(result.exit_code, 0);
    ck_assert_msg(strstr(result.out, "elbow_joint            -14.489584 N m\n") != NULL, "printed\n%s", result.out);
    free_result(&result);
}
END_TEST

START_TEST(the_memory_of_a_robot_is_what_is_shown)
{
    if (sizeof(void *) != 8) {
        return; /* workspaces hold pointers */
    }
    char *path = source_path("README.md");
    char *readme = read_whole_file(path, NULL), row[80];
    robot r = load_bundled_robot("universalUR5e");
    snprintf(row, sizeof row, "| UR5e | %zu bytes | %zu bytes |\n", cdy_model_bytes(r.model),
             cdy_workspace_size(r.model));
    ck_assert_msg(strstr(readme, row) != NULL, "the README does not show %s", row);
    free_robot(&r);
    free(readme);
    free(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("readme");
    TCase *tests = add_case(suite, "readme", examples_print_what_is_shown);
    tcase_add_test(tests, every_command_and_every_header_is_named);
    tcase_add_test(tests, the_c_example_is_the_one_that_is_built);
    tcase_add_test(tests, the_c_example_prints_the_documented_torques);
    tcase_add_test(tests, the_memory_of_a_robot_is_what_is_shown);
    return run_suites(suite, NULL);
}
