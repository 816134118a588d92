/* Slices of rows: parallel processes compute parts of one file into one array. */
#include "support/folder.h"
#include "support/suite.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GRAVITY "\"$CONDYLE\" gravity omronEcobra600 --input "
#define STATES  "\"$CONDYLE\" random omronEcobra600 -n 1000 -o q.npy; " GRAVITY "q.npy -o all.npy; "

static const size_t HEADER = 128, JOINTS = 4;

/* Whether row `row` of an array of 4 columns has no numbers yet. */
static bool is_empty_row(const char *name, size_t row)
{
    size_t empty = 0;
    size_t size;
    char *bytes = get_file(name, &size);
    ck_assert_uint_ge(size, HEADER + 8 * JOINTS * (row + 1));
    for (size_t i = 0; i < JOINTS; i++) {
        double number;
        memcpy(&number, bytes + HEADER + 8 * (JOINTS * row + i), sizeof number);
        empty += isnan(number) ? 1u : 0u;
    }
    free(bytes);
    ck_assert_msg(empty == 0 || empty == JOINTS, "row %zu has %zu numbers", row, JOINTS - empty);
    return empty == JOINTS;
}

/* Each process finds no file, an array that another process is creating, or a whole array. */
START_TEST(slices_are_the_rows_of_the_whole)
{
    check_run(STATES "for first in 9 0 3 6 1 7 8 2 5 4; do " GRAVITY
                     "q.npy -o tau.npy --rows ${first}00:100 & done; wait; "
                     "cmp all.npy tau.npy",
              0, "", "");
    check_run(GRAVITY "q.npy > all.csv; for first in 0 400 800; do " GRAVITY "q.npy --rows $first:400 > part; "
                      "test $first = 0 && cat part || tail -n +2 part; done | cmp - all.csv",
              0, "", "");
    check_run("\"$CONDYLE\" random omronEcobra600 -n 1000 -o q.csv; for first in 0 400 800; do " GRAVITY
              "q.csv --rows $first:400 > part; test $first = 0 && cat part || tail -n +2 part; done | cmp - all.csv",
              0, "", "");
    check_run("cat q.npy | " GRAVITY "- --rows 999:1 --format npy | tail -c 32 > a; tail -c 32 all.npy | cmp - a", 0,
              "", "");
    check_run("{ head -c 128 > head; " GRAVITY "q.npy --rows 998:5 --format npy; } < q.npy | tail -c 64 > a; "
              "tail -c 64 all.npy | cmp - a",
              0, "", "");
    check_run(GRAVITY "q.npy --rows 2:3 --threads 2 --fields tau > a; sed -n '1p;4,6p' all.csv | cut -d , -f 5-8 | "
                      "cmp - a",
              0, "", "");
}
END_TEST

START_TEST(other_rows_stay_as_they_are)
{
    check_run(STATES GRAVITY "q.npy -o tau.npy --rows 10:5; wc -c < tau.npy | tr -d ' '", 0, "32128\n", "");
    for (size_t row = 0; row < 1000; row++) {
        ck_assert_msg(is_empty_row("tau.npy", row) == (row < 10 || row >= 15), "row %zu", row);
    }
    check_run("cp tau.npy before; " GRAVITY "q.npy -o tau.npy --rows 14:5; echo $?; cmp before tau.npy", 0, "3\n",
              "condyle: error: row 14 of 'tau.npy' has results already; use other rows, or --force to replace them");
    check_run(GRAVITY "q.npy -o tau.npy --rows 14:5 --force && " GRAVITY "q.npy -o tau.npy --rows 19:981 && " GRAVITY
                      "q.npy -o tau.npy --rows 0:10 && cmp all.npy tau.npy",
              0, "", "");
    check_run("touch empty.npy; " GRAVITY "q.npy -o empty.npy --rows 0:1000 && cmp all.npy empty.npy", 0, "", "");
    check_run(GRAVITY "q.npy -o none.npy --rows 5:0 && wc -c < none.npy | tr -d ' '", 0, "32128\n", "");
    check_run(GRAVITY "q.npy -o none.npy --rows 5000:10", 0, "", "--rows 5000:10: the input ends before row 5000");
}
END_TEST

START_TEST(other_files_are_left_alone)
{
    check_run(STATES "echo mine > a.npy; " GRAVITY "q.npy -o a.npy --rows 0:5 --force; echo $?; cat a.npy", 0,
              "3\nmine\n", "'a.npy' is no array of doubles; --rows writes into an array of 1000 x 4 doubles");
    check_run("head -c 5000 all.npy > a.npy; cp a.npy b; " GRAVITY "q.npy -o a.npy --rows 0:5 --force; echo $?; cmp b "
              "a.npy",
              0, "3\n", "'a.npy' is an array of 1000 x 4 that is cut off; --rows writes into");
    check_run("\"$CONDYLE\" mass omronEcobra600 --input q.npy -o all.npy --rows 0:5 --force; echo $?", 0, "3\n",
              "'all.npy' is an array of 1000 x 4; --rows writes into an array of 1000 x 16 doubles");
    check_run("mkdir d.npy; " GRAVITY "q.npy -o d.npy --rows 0:5; echo $?; rmdir d.npy", 0, "3\n",
              "cannot open 'd.npy': Is a directory");
    check_run(GRAVITY "q.npy -o q.npy --rows 0:5 --force; echo $?", 0, "2\n", "would replace the file that is read");
}
END_TEST

START_TEST(a_row_without_results_stays_empty)
{
    check_run("\"$CONDYLE\" random omronEcobra600 -n 5 -o q.npy", 0, "", "");
    check_run("printf '\\000\\000\\000\\000\\000\\000\\370\\177' | dd of=q.npy bs=1 seek=$((128 + 2 * 32)) "
              "conv=notrunc 2> said; " GRAVITY "q.npy -o tau.npy --rows 1:3 --keep-going; echo $?",
              0, "0\n", "1 row skipped");
    ck_assert(is_empty_row("tau.npy", 0) && !is_empty_row("tau.npy", 1) && is_empty_row("tau.npy", 2));
    ck_assert(!is_empty_row("tau.npy", 3) && is_empty_row("tau.npy", 4));
    check_run(GRAVITY "q.npy -o stops.npy --rows 1:3; echo $?", 0, "1\n", "q.npy:3: error: ");
    ck_assert(!is_empty_row("stops.npy", 1) && is_empty_row("stops.npy", 2) && is_empty_row("stops.npy", 3));
}
END_TEST

START_TEST(misuse_is_explained)
{
    static const char *const cases[][2] = {
        {"-i q.npy --rows 20", "--rows: expected FIRST:COUNT, such as 0:1000, not '20'"},
        {"-i q.npy --rows 1111111111111111111111111111:2", "expected FIRST:COUNT"},
        {"-i q.npy --rows :2", "FIRST of --rows: "},
        {"-i q.npy --rows 2:-1", "COUNT of --rows: '-1'"},
        {"-i q.npy --rows 2:1x", "COUNT of --rows: '1x'"},
        {"--rows 0:2", "--rows needs --input FILE"},
        {"-i q.csv --rows 0:2 -o a.npy", "needs rows whose number is known: an npy file as --input"},
    };
    check_run("\"$CONDYLE\" random omronEcobra600 -n 5 -o q.npy; \"$CONDYLE\" random omronEcobra600 -n 5 -o q.csv", 0,
              "", "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char script[256];
        snprintf(script, sizeof script, "\"$CONDYLE\" gravity omronEcobra600 %s; echo $?", cases[i][0]);
        check_run(script, 0, "2\n", cases[i][1]);
    }
    check_run("head -c 200 q.npy > cut.npy; " GRAVITY "cut.npy --rows 3:1; echo $?", 0, "1\n",
              "the array ends in row 3 of 5");
    check_run("ls", 0, "cut.npy\nq.csv\nq.npy\n", "");
}
END_TEST

int main(void)
{
    if (!getenv("CONDYLE") || access(getenv("CONDYLE"), X_OK) != 0) {
        return skip_suites("the environment variable CONDYLE does not name the command");
    }
    unsetenv("CONDYLE_URDF_PATH"); /* the bundled robots, and no others */
    Suite *suite = suite_create("row_slices");
    TCase *slices = tcase_create("slices");
    tcase_add_checked_fixture(slices, open_folder, close_folder);
    tcase_add_test(slices, slices_are_the_rows_of_the_whole);
    tcase_add_test(slices, other_rows_stay_as_they_are);
    tcase_add_test(slices, other_files_are_left_alone);
    tcase_add_test(slices, a_row_without_results_stays_empty);
    tcase_add_test(slices, misuse_is_explained);
    suite_add_tcase(suite, slices);
    return run_suites(suite, NULL);
}
