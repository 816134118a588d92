/* The C library's conversions under a locale with decimal commas.  Built once for each way of the library. */
#include "support/comma_locale.h"
#include "support/suite.h"
#include "text/c_locale.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *locales[2] = {"C"}; /* the second has commas, if there is one */

static const struct {
    const char *text;
    double value;
} numbers[] = {
    {"1.5", 1.5},
    {"-0.1", -0.1},
    {"12", 12},
    {".5e-3", .5e-3},
    {"7.e+2", 700},
    {"1e-400", 0},
    {"4.9406564584124654e-324", 5e-324},
    {"9007199254740993", 9007199254740992},
    {"9007199254740993.00000000000000000000000000001", 9007199254740994},
    {"1.7976931348623157e308", 1.7976931348623157e308},
    {"1e309", HUGE_VAL},
};

START_TEST(numbers_are_read_with_a_point)
{
    ck_assert_ptr_nonnull(setlocale(LC_ALL, locales[_i]));
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        char text[128];
        double value = -1;
        strcpy(text, numbers[k].text);
        ck_assert(cdy_read_by_libc(text, strlen(text), &value));
        ck_assert_msg(value == numbers[k].value, "%s in %s: %a", numbers[k].text, locales[_i], value);
    }
    setlocale(LC_ALL, "C");
}
END_TEST

/* How the caller's locale writes a half. */
static const char *half(char text[8])
{
    snprintf(text, 8, "%.1f", 0.5);
    return text;
}

START_TEST(numbers_are_written_with_a_point)
{
    char before[8], after[8];
    static const struct {
        double value;
        int digits;
        const char *text;
    } cases[] = {{0.1, 17, "0.10000000000000001"},
                 {-1.5e300, 17, "-1.5000000000000001e+300"},
                 {12, 5, "12"},
                 {1e22, 3, "1e+22"},
                 {1.25, 2, "1.2"},
                 {2.5e-7, 17, "2.4999999999999999e-07"}};
    ck_assert_ptr_nonnull(setlocale(LC_ALL, locales[_i]));
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[CDY_DECIMAL_SIZE];
        half(before);
        const size_t length = cdy_write_by_libc(cases[k].value, cases[k].digits, text);
        ck_assert_str_eq(half(after), before); /* the caller's locale is as it was */
        ck_assert_str_eq(text, cases[k].text);
        ck_assert_uint_eq(length, strlen(text));
    }
    setlocale(LC_ALL, "C");
}
END_TEST

int main(void)
{
    char folder[] = "/tmp/condyle-locale-XXXXXX";
    locales[1] = find_comma_locale(folder);
    const char *missing = locales[1] ? NULL : "no locale with decimal commas";
    Suite *suite = suite_create("c_locale");
    TCase *tests = tcase_create("conversions");
    tcase_add_loop_test(tests, numbers_are_read_with_a_point, 0, 1);
    tcase_add_loop_test(tests, numbers_are_written_with_a_point, 0, 1);
    add_or_skip(tests, numbers_are_read_with_a_point, 1, 2, missing);
    add_or_skip(tests, numbers_are_written_with_a_point, 1, 2, missing);
    suite_add_tcase(suite, tests);
    const int result = run_suites(suite, NULL);
    return remove_comma_locale(folder) ? result : EXIT_FAILURE;
}
