/* condyle derivatives: the numbers of the library in every format, single and in batches, and refused arguments. */
#include "support/compare.h"
#include "support/folder.h"
#include "support/json_numbers.h"
#include "support/robot.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 6 };

static const double q[N] = {0.1, -1.2, 1.3, 0.4, 0.5, 0.6}, qd[N] = {1, 2, -1, 0.5, 3, -2},
                    third[N] = {3, -2, 1, 2, 0.5, 0.1};
#define STATE "--q 0.1,-1.2,1.3,0.4,0.5,0.6 --qd 1,2,-1,0.5,3,-2 "
#define THIRD "3,-2,1,2,0.5,0.1 "

static double dtau_dq[N * N], dtau_dqd[N * N], dqdd_dq[N * N], dqdd_dqd[N * N], dqdd_dtau[N * N];

static void compute_expected(void)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    double fext[6 * N] = {0};
    const double wrench[6] = {0, 0, 1, 0, 5, 0};
    const int tool = cdy_model_find_frame(r.model, "tool0");
    ck_assert_ok(cdy_external_force(r.model, r.work, tool, wrench, q, fext, &error), error);
    ck_assert_ok(cdy_inverse_dynamics_derivatives(r.model, r.work, q, qd, third, fext, dtau_dq, dtau_dqd, &error),
                 error);
    ck_assert_ok(cdy_forward_dynamics_derivatives(r.model, r.work, q, qd, third, NULL,
                                                  &(const cdy_forward_derivatives){dqdd_dq, dqdd_dqd, dqdd_dtau},
                                                  &error),
                 error);
    free_robot(&r);
}

static void set_up(void)
{
    open_folder();
    compute_expected();
}

static void check_matrix(const json_t *object, const char *key, const double *expected, double tolerance)
{
    const json_t *rows = json_object_get(object, key);
    double actual[N * N];
    ck_assert_uint_eq(json_array_size(rows), N);
    for (size_t i = 0; i < N * N; i++) {
        actual[i] = json_number_value(json_array_get(json_array_get(rows, i / N), i % N));
    }
    ck_assert_relative(actual, expected, N * N, tolerance);
}

START_TEST(json_has_lists_of_rows)
{
    json_t *x = parse_json(output_of("\"$CONDYLE\" derivatives universalUR5e --of id " STATE "--qdd " THIRD
                                     "--wrench tool0@body:0,0,1,0,5,0 --format json"));
    check_matrix(x, "dtau_dq", dtau_dq, 1e-14);
    check_matrix(x, "dtau_dqd", dtau_dqd, 1e-14);
    json_decref(x);
    x = parse_json(output_of("\"$CONDYLE\" derivatives universalUR5e --of fd " STATE "--tau " THIRD "--format json"));
    check_matrix(x, "dqdd_dq", dqdd_dq, 1e-14);
    check_matrix(x, "dqdd_dqd", dqdd_dqd, 1e-14);
    check_matrix(x, "dqdd_dtau", dqdd_dtau, 1e-14);
    json_decref(x);
}
END_TEST

START_TEST(csv_has_one_column_an_entry)
{
    char *text = output_of("\"$CONDYLE\" derivatives universalUR5e --of id " STATE "--qdd " THIRD
                           "--wrench tool0@body:0,0,1,0,5,0 --format csv");
    const char *values = strchr(text, '\n') + 1;
    ck_assert_int_eq(strncmp(text, "dtau_dq[0][0],dtau_dq[0][1],", 28), 0);
    ck_assert_ptr_nonnull(strstr(text, ",dtau_dqd[5][5]\n"));
    for (size_t i = 0; i < 2 * N * N; i++) {
        char *end;
        const double value = strtod(values, &end), expected = i < N * N ? dtau_dq[i] : dtau_dqd[i - N * N];
        ck_assert_double_eq_tol(value, expected, 1e-12);
        values = end + 1;
    }
    free(text);
}
END_TEST

/* Tolerance for another order of sums, whose rounding the condition of the mass matrix magnifies. */
START_TEST(rows_are_single_calls)
{
    char *text = output_of("printf '{\"q\": [0.1,-1.2,1.3,0.4,0.5,0.6], \"qd\": [1,2,-1,0.5,3,-2], "
                           "\"tau\": [" THIRD "]}\\n' | \"$CONDYLE\" derivatives universalUR5e --of fd --input - "
                           "--input-format json --format json");
    json_t *x = parse_json(text);
    check_matrix(x, "dqdd_dq", dqdd_dq, 1e-12);
    check_matrix(x, "dqdd_dqd", dqdd_dqd, 1e-12);
    check_matrix(x, "dqdd_dtau", dqdd_dtau, 1e-12);
    json_decref(x);
}
END_TEST

/* Rows are computed together; a row that fails is reported with its line, and the other rows do not change. */
START_TEST(a_row_without_derivatives_fails_alone)
{
    check_run(
        "\"$CONDYLE\" random universalUR5e -n 40 | awk -v OFS=, 'NR == 1 {print $0, \"qd.elbow_joint\"} "
        "NR > 1 {print $0, NR == 20 ? \"1e200\" : NR / 20}' > rows.csv; for of in id fd; do \"$CONDYLE\" derivatives "
        "universalUR5e --of $of --input rows.csv --keep-going 2> said | wc -l; cut -d: -f1,2 said | head -n 1; "
        "sed 20d rows.csv > sound.csv; \"$CONDYLE\" derivatives universalUR5e --of $of --input rows.csv "
        "--keep-going 2> said > a.csv; \"$CONDYLE\" derivatives universalUR5e --of $of --input sound.csv | "
        "awk -F, 'NR == FNR {for (i = 1; i <= NF; i++) x[FNR, i] = $i; next} FNR > 1 {for (i = 1; i <= NF; i++) "
        "if (x[FNR, i] - $i > 1e-10 || $i - x[FNR, i] > 1e-10) print FNR, i, x[FNR, i], $i}' a.csv -; done",
        0, "40\nrows.csv:20\n40\nrows.csv:20\n", "");
}
END_TEST

START_TEST(tables_number_rows_and_columns)
{
    char *text = output_of("\"$CONDYLE\" derivatives universalUR5e --of fd " STATE);
    ck_assert_ptr_nonnull(strstr(text, "Derivatives of forward dynamics of "));
    ck_assert_ptr_nonnull(strstr(text, "dqdd_dtau, rows and columns in the order of the joints"));
    ck_assert_ptr_nonnull(strstr(text, "  6  wrist_3_joint"));
    free(text);
}
END_TEST

START_TEST(what_is_wrong_is_refused)
{
    check_run("\"$CONDYLE\" derivatives universalUR5e", 2, "", "--of");
    check_run("\"$CONDYLE\" derivatives universalUR5e --of ik", 2, "", "not one of id, fd");
    check_run("\"$CONDYLE\" derivatives universalUR5e --of id --tau 1,2,3,4,5,6", 2, "", "--qdd");
    check_run("\"$CONDYLE\" derivatives universalUR5e --of fd --qdd 1,2,3,4,5,6", 2, "", "--tau");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("command derivatives");
    TCase *tests = tcase_create("command derivatives");
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_add_test(tests, json_has_lists_of_rows);
    tcase_add_test(tests, csv_has_one_column_an_entry);
    tcase_add_test(tests, rows_are_single_calls);
    tcase_add_test(tests, a_row_without_derivatives_fails_alone);
    tcase_add_test(tests, tables_number_rows_and_columns);
    tcase_add_test(tests, what_is_wrong_is_refused);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
