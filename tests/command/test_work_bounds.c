/* The table of SECURITY.md: each number that a command turns into work has a bound, and is refused beyond it. */
#include "support/folder.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_SIZE = 256 };

/* The files that the table names. */
static const char files[] =
    "printf 't,tau.elbow_joint\\n0,0\\n1e10,0\\n' > far.csv;"
    "printf 'q.elbow_joint\\n0\\n1\\n' > two.csv;"
    "awk 'BEGIN { print \"q.elbow_joint\"; for (i = 0; i < 30000; i++) print i % 7 / 7 }' > many.csv;"
    "awk 'BEGIN { n = split(\"shoulder_pan shoulder_lift elbow wrist_1 wrist_2 wrist_3\", j, "
    "\" \"); h = \"t\"; for (k = 1; k <= n; k++) h = h \",q.\" j[k] \"_joint\"; "
    "for (k = 1; k <= n; k++) h = h \",tau.\" j[k] \"_joint\"; print h; "
    "for (i = 0; i < 30000; i++) { r = i / 1000; for (k = 0; k < 12; k++) r = r \",0.5\"; "
    "print r } }' > dense.csv;";

/* Copies the next cell of a row of the table, without blanks around it; returns where the one after it begins. */
static const char *take_cell(const char *row, char cell[CELL_SIZE])
{
    const char *end = strchr(row, '|');
    ck_assert_ptr_nonnull(end);
    row += strspn(row, " ");
    size_t length = (size_t)(end - row);
    while (length > 0 && row[length - 1] == ' ') {
        length--;
    }
    ck_assert_uint_lt(length, CELL_SIZE);
    memcpy(cell, row, length);
    cell[length] = '\0';
    return end + 1;
}

/* Runs the command of a row, and fails unless it is refused with the bound in its message: the cell's first word. */
static void check_row(const char *what, const char *bound, const char *command)
{
    char script[2048], number[CELL_SIZE];
    ck_assert_msg(strncmp(command, "`condyle ", 9) == 0, "%s: no command: %s", what, command);
    snprintf(number, sizeof number, "%.*s", (int)strcspn(bound, " "), bound);
    snprintf(script, sizeof script, "%s \"$CONDYLE\" %.*s 2>&1 >out; echo \"exit code $?\"", files,
             (int)(strlen(command) - 10), command + 9);
    process_result r = run_in_folder(script);
    ck_assert_msg(strstr(r.out, number) && strstr(r.out, ": error: ") && !strstr(r.out, "exit code 0"), "%s: %s: %s",
                  what, command, r.out);
    free_result(&r);
}

START_TEST(numbers_beyond_their_bounds_are_refused)
{
    char *path = source_path("SECURITY.md"), *text = read_whole_file(path, NULL);
    const char *row = strstr(text, "| number | bound | beyond it |\n");
    int rows = 0;
    ck_assert_ptr_nonnull(row);
    row = strchr(strchr(row, '\n') + 1, '\n') + 1;
    for (; *row == '|'; row = strchr(row, '\n') + 1) {
        char what[CELL_SIZE], bound[CELL_SIZE], command[CELL_SIZE];
        take_cell(take_cell(take_cell(row + 1, what), bound), command);
        check_row(what, bound, command);
        rows++;
    }
    ck_assert_int_ge(rows, 20);
    free(text);
    free(path);
}
END_TEST

/* Up to its bound a number is taken: rows of --input far behind each other with --time, and a filter of some rows. */
START_TEST(numbers_within_their_bounds_are_taken)
{
    char script[2048];
    snprintf(script, sizeof script,
             "%s set -e; \"$CONDYLE\" sim universalUR5e --input far.csv --time 0.01 >out 2>&1; "
             "\"$CONDYLE\" smooth universalUR5e --input dense.csv --cutoff 20 >out; echo fine",
             files);
    process_result r = run_in_folder(script);
    ck_assert_str_eq(r.out, "fine\n");
    free_result(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("work_bounds");
    TCase *tests = tcase_create("work_bounds");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, numbers_beyond_their_bounds_are_refused);
    tcase_add_test(tests, numbers_within_their_bounds_are_taken);
    return run_suites(suite, NULL);
}
