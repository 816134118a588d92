/* condyle energy: one state and many, in every format. */
#include "support/compare.h"
#include "support/process.h"
#include "support/robot.h"
#include "support/suite.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *program;

/* Runs the command, which must succeed. */
static process_result condyle(const char *line, const char *input)
{
    process_result r = run_process(program, line, input, -1);
    ck_assert_msg(r.exit_code == 0, "%s: exit code %d, %s", line, r.exit_code, r.err);
    return r;
}

static const char ur5e[] = "energy universalUR5e --q 0.1,-1,0.5,0.2,0.3,0.4 --qd 1,-2,3,-1,2,0.5 ";

/* Results of the library for the same state: kinetic, potential, total, momentum. */
static void expect_ur5e(double expected[9])
{
    cdy_error error = {0};
    const double q[6] = {0.1, -1, 0.5, 0.2, 0.3, 0.4}, qd[6] = {1, -2, 3, -1, 2, 0.5};
    robot r = load_bundled_robot("universalUR5e");
    struct {
        double kinetic, potential;
    } e;
    ck_assert_ok(cdy_energy(r.model, r.work, q, qd, &e.kinetic, &e.potential, &error), error);
    ck_assert_ok(cdy_centroidal_momentum(r.model, r.work, q, qd, NULL, expected + 3, NULL, &error), error);
    expected[0] = e.kinetic;
    expected[1] = e.potential;
    expected[2] = e.kinetic + e.potential;
    free_robot(&r);
}

START_TEST(json_has_the_librarys_numbers)
{
    static const char *const names[3] = {"kinetic", "potential", "total"};
    char line[256];
    double expected[9], actual[9];
    expect_ur5e(expected);
    process_result r = condyle(strcat(strcpy(line, ur5e), "--format json"), NULL);
    json_t *o = json_loadb(r.out, r.out_size, JSON_REJECT_DUPLICATES, NULL);
    ck_assert(json_is_object(o));
    const json_t *momentum = json_object_get(o, "momentum");
    ck_assert_uint_eq(json_array_size(momentum), 6);
    for (size_t i = 0; i < 9; i++) {
        const json_t *number = i < 3 ? json_object_get(o, names[i]) : json_array_get(momentum, i - 3);
        ck_assert(json_is_number(number));
        actual[i] = json_number_value(number);
    }
    ck_assert_near(actual, expected, 9, 1e-14 * largest(expected, 9));
    ck_assert_ptr_nonnull(json_object_get(o, "gravity"));
    json_decref(o);
    free_result(&r);
}
END_TEST

static const char header[] = "kinetic,potential,total,momentum.Lx,momentum.Ly,momentum.Lz,momentum.px,momentum.py,"
                             "momentum.pz\n";

START_TEST(csv_has_a_header_and_a_row)
{
    char line[256];
    double expected[9], actual[9];
    expect_ur5e(expected);
    process_result r = condyle(strcat(strcpy(line, ur5e), "--format csv"), NULL);
    ck_assert_msg(strncmp(r.out, header, strlen(header)) == 0, "%s", r.out);
    char *next = r.out + strlen(header);
    for (int i = 0; i < 9; i++, next++) {
        actual[i] = strtod(next, &next);
        ck_assert_int_eq(*next, i < 8 ? ',' : '\n');
    }
    ck_assert_near(actual, expected, 9, 1e-14 * largest(expected, 9));
    free_result(&r);
}
END_TEST

/* Rows of --input have the results of single states. */
START_TEST(rows_are_states)
{
    char line[256];
    double expected[9];
    expect_ur5e(expected);
    process_result r = condyle("energy universalUR5e --input - --input-format json --fields total,momentum.Lz,kinetic "
                               "--format csv",
                               "{\"q\": [0.1, -1, 0.5, 0.2, 0.3, 0.4], \"qd\": [1, -2, 3, -1, 2, 0.5]}\n"
                               "{\"q\": [0.1, -1, 0.5, 0.2, 0.3, 0.4]}\n");
    const char first[] = "total,momentum.Lz,kinetic\n";
    ck_assert_msg(strncmp(r.out, first, strlen(first)) == 0, "%s", r.out);
    double v[6];
    ck_assert_int_eq(sscanf(r.out + strlen(first), "%lf,%lf,%lf\n%lf,%lf,%lf\n", v, v + 1, v + 2, v + 3, v + 4, v + 5),
                     6);
    const double all[6] = {expected[2], expected[5], expected[0], expected[1], 0, 0};
    ck_assert_near(v, all, 6, 1e-14 * largest(expected, 9));
    free_result(&r);
    /* JSON has a selected vector as a whole, and a selected element under a name of its own. */
    r = condyle(strcat(strcpy(line, ur5e), "--format json --fields momentum,momentum.pz"), NULL);
    ck_assert_ptr_nonnull(strstr(r.out, "\"momentum.pz\": "));
    free_result(&r);
}
END_TEST

START_TEST(table_has_units)
{
    process_result r = condyle("energy universalUR5e", NULL);
    ck_assert_ptr_nonnull(strstr(r.out, "kinetic        0 J\n"));
    ck_assert_ptr_nonnull(strstr(r.out, "potential      25.71437244 J\n"));
    ck_assert_ptr_nonnull(strstr(r.out, "total          25.71437244 J\n"));
    ck_assert_ptr_nonnull(strstr(r.out, "kg m2/s about the center of mass\n"));
    ck_assert_ptr_nonnull(strstr(r.out, "gravity  0 0 -9.81"));
    free_result(&r);
}
END_TEST

START_TEST(wrong_fields_are_refused)
{
    static const char *const fields[] = {"momentum.L", "momentum.Lw", "momentum.qx", "momentum.Lxy", "energy"};
    char line[128];
    snprintf(line, sizeof line, "energy universalUR5e --fields %s", fields[_i]);
    process_result r = run_process(program, line, NULL, -1);
    ck_assert_int_eq(r.exit_code, 2);
    ck_assert_ptr_nonnull(strstr(r.err, fields[_i]));
    free_result(&r);
}
END_TEST

START_TEST(a_robot_that_does_not_move_has_none)
{
    process_result r = condyle("energy - --format csv", "<robot name='stone'><link name='a'/></robot>");
    char expected[256];
    snprintf(expected, sizeof expected, "%s0,0,0,0,0,0,0,0,0\n", header);
    ck_assert_str_eq(r.out, expected);
    free_result(&r);
}
END_TEST

START_TEST(numbers_too_large_are_reported)
{
    process_result r = run_process(program, "energy universalUR5e --qd 1e200,1e200,0,0,0,0", NULL, -1);
    ck_assert_int_eq(r.exit_code, 4);
    ck_assert_ptr_nonnull(strstr(r.err, "not finite"));
    free_result(&r);
}
END_TEST

int main(void)
{
    program = getenv("CONDYLE");
    if (!program) {
        return skip_suites("the command was not built");
    }
    Suite *suite = suite_create("command_energy");
    TCase *tests = add_case(suite, "energy", json_has_the_librarys_numbers);
    tcase_add_test(tests, csv_has_a_header_and_a_row);
    tcase_add_test(tests, rows_are_states);
    tcase_add_test(tests, table_has_units);
    tcase_add_test(tests, a_robot_that_does_not_move_has_none);
    tcase_add_test(tests, numbers_too_large_are_reported);
    tcase_add_loop_test(tests, wrong_fields_are_refused, 0, 5);
    return run_suites(suite, NULL);
}
