/* Rows in blocks: more rows than one block, faults in any row of a block, and threads. */
#include "support/folder.h"
#include "support/process.h"
#include "support/suite.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void check(const char *script, int exit_code, const char *out, const char *said)
{
    process_result r = run_in_folder(script);
    ck_assert_msg(r.exit_code == exit_code, "%s: exit code %d: %s", script, r.exit_code, r.err);
    ck_assert_msg(strcmp(r.out, out) == 0, "%s gave:\n%s", script, r.out);
    ck_assert_msg(strstr(r.err, said) != NULL, "%s said:\n%s", script, r.err);
    free_result(&r);
}

#define ID "\"$CONDYLE\" id universalUR5e --input "

static void set_up(void)
{
    open_folder();
    check("\"$CONDYLE\" random universalUR5e -n 2600 | awk -v OFS=, 'NR == 1 {print $0, \"f.tool0.Fz\"} "
          "NR > 1 {print $0, NR % 7}' > rows.csv",
          0, "", "");
}

START_TEST(rows_do_not_depend_on_those_beside_them)
{
    check(
        "head -n 1 rows.csv > a.csv; cp a.csv b.csv; sed -n 2,700p rows.csv >> a.csv; sed 1,700d rows.csv >> b.csv\n" ID
        "a.csv > parts.csv && " ID "b.csv | sed 1d >> parts.csv && " ID "rows.csv | cmp - parts.csv",
        0, "", "");
}
END_TEST

START_TEST(threads_change_nothing)
{
    check(ID "rows.csv > one.csv && " ID "rows.csv --threads 3 | cmp - one.csv && " ID
             "rows.csv --threads 0 | cmp - one.csv && wc -l < one.csv",
          0, "2601\n", "");
    check("\"$CONDYLE\" id universalUR5e --threads 2", 2, "", "--threads needs --input FILE");
    check(ID "rows.csv --threads 1025", 2, "", "expected 0 to 1024 threads (0: one a core), not 1025");
}
END_TEST

START_TEST(faults_are_told_with_their_lines_in_order)
{
    check("awk -F, -v OFS=, 'NR == 3 || NR == 1500 {$1 = \"x\"} NR == 1025 || NR == 2601 {$7 = 1e308 \"0\"} "
          "NR == 1026 {$2 = \"1e300\"} 1' rows.csv > bad.csv; " ID
          "bad.csv --keep-going 2>said | wc -l; sed -n 's/^bad.csv:\\([0-9]*\\): warning: row skipped.*/\\1/p' said",
          0, "2597\n3\n1025\n1500\n2601\n", "");
    check(ID "bad.csv --fields tau 2>/dev/null | wc -l; sed 3d bad.csv > later.csv; " ID "later.csv > out.csv; "
             "code=$?; wc -l < out.csv; exit $code",
          1, "2\n1023\n", "later.csv:1024: error: ");
}
END_TEST

START_TEST(results_that_are_not_finite_fail_alone)
{
    check("sed 's/^q/qd.elbow_joint,q/; 2,$s/^/0.5,/; 1200s/^0.5/1e200/' rows.csv > fast.csv; " ID
          "fast.csv --keep-going > out.csv 2> said; wc -l < out.csv; head -n 1 said | cut -d: -f1,2",
          0, "2600\nfast.csv:1200\n", "");
    check(ID "fast.csv > out.csv; code=$?; wc -l < out.csv; exit $code", 4, "1199\n", "fast.csv:1200: error: ");
}
END_TEST

/* Rows of wrenches whose sum overflows do not change the bits of the other rows. */
START_TEST(wrenches_that_come_to_nothing_fail_alone)
{
    check("sed 's/^q/f.wrist_3_link.Fz,q/; 2,$s/^/1,/' rows.csv > pushed.csv; " ID "pushed.csv | sed 101d > sound.out; "
          "awk -F, -v OFS=, 'NR == 101 {$1 = $8 = \"1.7e308\"} 1' pushed.csv > bad.csv; " ID
          "bad.csv --keep-going 2> said | cmp - sound.out; cut -d: -f1,2 said | head -n 1",
          0, "bad.csv:101\n", "");
}
END_TEST

START_TEST(arrays_and_text_give_the_same)
{
    check("\"$CONDYLE\" gravity universalUR5e --input rows.csv --fields q -o q.npy && "
          "\"$CONDYLE\" gravity universalUR5e --input q.npy --format csv > a.csv && "
          "\"$CONDYLE\" gravity universalUR5e --input rows.csv | cut -d, -f7- > b.csv; "
          "\"$CONDYLE\" gravity universalUR5e --input rows.csv --fields tau | cmp - b.csv && cut -d, -f7- a.csv | cmp "
          "- b.csv",
          0, "", "");
}
END_TEST

int main(void)
{
    if (!getenv("CONDYLE") || access(getenv("CONDYLE"), X_OK) != 0) {
        return skip_suites("the environment variable CONDYLE does not name the command");
    }
    unsetenv("CONDYLE_URDF_PATH"); /* the bundled robots, and no others */
    Suite *suite = suite_create("batch_blocks");
    TCase *tests = tcase_create("blocks");
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_add_test(tests, rows_do_not_depend_on_those_beside_them);
    tcase_add_test(tests, threads_change_nothing);
    tcase_add_test(tests, faults_are_told_with_their_lines_in_order);
    tcase_add_test(tests, results_that_are_not_finite_fail_alone);
    tcase_add_test(tests, wrenches_that_come_to_nothing_fail_alone);
    tcase_add_test(tests, arrays_and_text_give_the_same);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
