/* Numbers from text, text from numbers, and the nearest name to a misspelled one. */
#include "support/compare.h"
#include "support/suite.h"

#include "base/random.h"
#include "text/decimal.h"
#include "text/nearest.h"
#include "text/number.h"

#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers ---- */

typedef struct number_case {
    const char *text;
    double value;
} number_case;

static const number_case good[] = {
    {"0", 0.0},
    {"-0", -0.0},
    {"+1", 1.0},
    {"1.", 1.0},
    {".5", 0.5},
    {"-.5e1", -5.0},
    {"007", 7.0},
    {"1E3", 1000.0},
    {"1e+3", 1000.0},
    {"0.1", 0.1},
    {"1.5707963267948966", 1.5707963267948966},
    {"3.14159265358979323846264338327950288", 3.14159265358979323846264338327950288},
    {"9007199254740993", 9007199254740993.0}, /* halfway: to even */
    {"9007199254740992e22", 9007199254740992e22},
    {"9007199254740993.00000000000000000001", 9007199254740994.0},
    {"1e22", 1e22},
    {"1e+23", 1e23},
    {"123456789012345678901234567890", 123456789012345678901234567890.0},
    {"100000000000000000000000", 1e23},
    {"0.000000000000000000000000000001", 1e-30},
    {"1.7976931348623157e+308", 1.7976931348623157e308},
    {"2.2250738585072011e-308", 2.2250738585072011e-308},
    {"4.9406564584124654e-324", 4.9406564584124654e-324},
    {"1e-400", 0.0},
    {"0e999999999999999999999", 0.0},
    {"1e-99999999999999999999", 0.0},
    {" \t\r\n2.5 \n", 2.5},
};

START_TEST(numbers_are_rounded_correctly)
{
    const number_case *c = &good[_i];
    double value = 99;
    ck_assert_int_eq(cdy_parse_number(c->text, strlen(c->text), &value), CDY_NUMBER_OK);
    ck_assert_msg(memcmp(&value, &c->value, sizeof value) == 0, "'%s' came to %.17g", c->text, value);
}
END_TEST

typedef struct bad_number {
    const char *text;
    cdy_number_status status;
} bad_number;

static const bad_number bad[] = {
    {"", CDY_NUMBER_NONE},
    {" ", CDY_NUMBER_NONE},
    {"abc", CDY_NUMBER_NONE},
    {"nan", CDY_NUMBER_NONE},
    {"NaN", CDY_NUMBER_NONE},
    {"inf", CDY_NUMBER_NONE},
    {"-inf", CDY_NUMBER_NONE},
    {"infinity", CDY_NUMBER_NONE},
    {"-", CDY_NUMBER_NONE},
    {"+", CDY_NUMBER_NONE},
    {".", CDY_NUMBER_NONE},
    {"-.", CDY_NUMBER_NONE},
    {"e5", CDY_NUMBER_NONE},
    {".e5", CDY_NUMBER_NONE},
    {"--1", CDY_NUMBER_NONE},
    {"\v1", CDY_NUMBER_NONE},
    {"\xc2\xa0"
     "1",
     CDY_NUMBER_NONE},
    {"1,5", CDY_NUMBER_TAIL},
    {"0x10", CDY_NUMBER_TAIL},
    {"1.0abc", CDY_NUMBER_TAIL},
    {"1 2", CDY_NUMBER_TAIL},
    {"1e", CDY_NUMBER_TAIL},
    {"1e+", CDY_NUMBER_TAIL},
    {"1.2.3", CDY_NUMBER_TAIL},
    {"1f", CDY_NUMBER_TAIL},
    {"1d0", CDY_NUMBER_TAIL},
    {"1-2", CDY_NUMBER_TAIL},
    {"1\f", CDY_NUMBER_TAIL},
    {"1e999", CDY_NUMBER_RANGE},
    {"-1e309", CDY_NUMBER_RANGE},
    {"1.8e308", CDY_NUMBER_RANGE},
    {"1e99999999999999999999", CDY_NUMBER_RANGE},
};

START_TEST(other_texts_are_refused_and_leave_the_value)
{
    double value = 99;
    ck_assert_msg(cdy_parse_number(bad[_i].text, strlen(bad[_i].text), &value) == bad[_i].status, "'%s'", bad[_i].text);
    ck_assert_double_eq(value, 99);
}
END_TEST

START_TEST(random_doubles_come_back)
{
    uint64_t state = 7;
    for (int i = 0; i < 20000; i++) {
        double x = ldexp(draw(&state, -1, 1), draw_below(&state, 2000) - 1000);
        for (int digits = 15; digits <= 25; digits += 2) {
            char text[64];
            int length = snprintf(text, sizeof text, "%.*g", digits, x);
            double value = 0;
            double expected = strtod(text, NULL);
            ck_assert_int_eq(cdy_parse_number(text, (size_t)length, &value), CDY_NUMBER_OK);
            ck_assert_msg(memcmp(&value, &expected, sizeof value) == 0, "'%s' came to %.17g", text, value);
            ck_assert(digits < 17 || memcmp(&value, &x, sizeof x) == 0);
        }
    }
}
END_TEST

START_TEST(numbers_end_where_they_are_told_to)
{
    double value = 0;
    cdy_number_status status;
    const char *text = "12.75e3x";
    ck_assert_ptr_eq(cdy_scan_number(text, text + 4, &value, &status), text + 4);
    ck_assert_double_eq(value, 12.7);
    ck_assert_ptr_eq(cdy_scan_number(text, text + 6, &value, &status), text + 5); /* the e without digits stays */
    ck_assert_double_eq(value, 12.75);
    ck_assert_ptr_eq(cdy_scan_number(text, text + 8, &value, &status), text + 7);
    ck_assert_double_eq(value, 12750);
    ck_assert_ptr_eq(cdy_scan_number(text, text, &value, &status), text);
    ck_assert_int_eq(status, CDY_NUMBER_NONE);
    ck_assert_double_eq(value, 12750);
    text = "1e999";
    ck_assert_ptr_eq(cdy_scan_number(text, text + 5, &value, &status), text);
    ck_assert_int_eq(status, CDY_NUMBER_RANGE);
}
END_TEST

START_TEST(a_million_digits_are_a_number)
{
    size_t size = 1000000;
    char *text = malloc(size);
    ck_assert_ptr_nonnull(text);
    memset(text, '0', size);
    text[1] = '.';
    text[size - 1] = '1';
    double value = 99;
    ck_assert_int_eq(cdy_parse_number(text, size, &value), CDY_NUMBER_OK);
    ck_assert_double_eq(value, 0);
    text[0] = '2';
    ck_assert_int_eq(cdy_parse_number(text, size, &value), CDY_NUMBER_OK);
    ck_assert_double_eq(value, 2);
    free(text);
}
END_TEST

START_TEST(vectors_take_any_white_space_and_the_right_count)
{
    double v[3] = {0};
    const char *fine = "\n1\t-2e0\r\n  .5 ";
    ck_assert_int_eq(cdy_parse_numbers(fine, strlen(fine), v, 3), CDY_NUMBER_OK);
    ck_assert(v[0] == 1 && v[1] == -2 && v[2] == 0.5);
    const bad_number wrong[] = {{"", CDY_NUMBER_NONE},        {"1 2", CDY_NUMBER_NONE},
                                {"1 2 ", CDY_NUMBER_NONE},    {"1 2 3 4", CDY_NUMBER_TAIL},
                                {"1 2 3,", CDY_NUMBER_TAIL},  {"1, 2, 3", CDY_NUMBER_TAIL},
                                {"1 two 3", CDY_NUMBER_TAIL}, {"1-2 3", CDY_NUMBER_TAIL},
                                {"1 2 nan", CDY_NUMBER_TAIL}, {"1 2 1e999", CDY_NUMBER_RANGE}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_msg(cdy_parse_numbers(wrong[i].text, strlen(wrong[i].text), v, 3) == wrong[i].status, "'%s'",
                      wrong[i].text);
    }
    ck_assert_int_eq(cdy_parse_numbers(" ", 1, v, 0), CDY_NUMBER_OK);
}
END_TEST

/* Under a locale with a decimal comma, whichever this system has. */
START_TEST(numbers_do_not_depend_on_the_locale)
{
    const char *names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "fr_FR", "it_IT.UTF-8", "pt_BR.UTF-8"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++) {
        found = setlocale(LC_ALL, names[i]) && *localeconv()->decimal_point == ',';
    }
    if (found) {
        for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
            double value = 99;
            ck_assert_int_eq(cdy_parse_number(good[i].text, strlen(good[i].text), &value), CDY_NUMBER_OK);
            ck_assert_double_eq(value, good[i].value);
        }
        double value = 99;
        ck_assert_int_eq(cdy_parse_number("1,5", 3, &value), CDY_NUMBER_TAIL);
        ck_assert_int_eq(cdy_parse_number("3,14159265358979323846", 22, &value), CDY_NUMBER_TAIL);
    }
    setlocale(LC_ALL, "C");
}
END_TEST

/* ---- text from numbers ---- */

static const struct {
    double value;
    const char *text;
} texts[] = {
    {0.0, "0"},
    {-0.0, "-0"},
    {1.0, "1"},
    {-1250.0, "-1250"},
    {0.1, "0.1"},
    {-0.00012, "-0.00012"},
    {1e-5, "1e-05"},
    {1.25e-7, "1.25e-07"},
    {99999999999999.0, "99999999999999"},
    {1e14, "100000000000000"},
    {-1e14, "-100000000000000"},
    {999999999999999.0, "999999999999999"},
    {1e15, "1e+15"},
    {1000000000000001.0, "1000000000000001"},
    {0.0001, "0.0001"},
    {9.9999e-5, "9.9999e-05"},
    {1e16, "1e+16"},
    {1e17, "1e+17"},
    {12345678.5, "12345678.5"},
    {3.141592653589793, "3.141592653589793"},
    {0.30000000000000004, "0.30000000000000004"},
    {5e-324, "5e-324"},
    {2.2250738585072014e-308, "2.2250738585072014e-308"},
    {1.7976931348623157e308, "1.7976931348623157e+308"},
    {9007199254740993.0, "9007199254740992"},
    {5.684341886080802e-14, "5.684341886080802e-14"}, /* 2^-44, for which the nearest of 16 digits is another number */
    {9.5367431640625e-07, "9.5367431640625e-07"},
    {1e23, "1e+23"},
};

START_TEST(numbers_are_written_as_people_do)
{
    char text[CDY_DECIMAL_SIZE];
    ck_assert_uint_eq(cdy_write_decimal(texts[_i].value, 0, text), strlen(texts[_i].text));
    ck_assert_str_eq(text, texts[_i].text);
}
END_TEST

START_TEST(what_is_no_number_has_a_name)
{
    char text[CDY_DECIMAL_SIZE];
    ck_assert_uint_eq(cdy_write_decimal((double)INFINITY, 0, text), 3);
    ck_assert_str_eq(text, "inf");
    ck_assert_uint_eq(cdy_write_decimal(-(double)INFINITY, 0, text), 4);
    ck_assert_str_eq(text, "-inf");
    ck_assert_uint_eq(cdy_write_decimal(-(double)NAN, 0, text), 3);
    ck_assert_str_eq(text, "nan");
}
END_TEST

/* Numbers whose bits, exponents or digits are random; powers of two and their neighbours. */
static double draw_number(uint64_t *state, int kind)
{
    double value;
    char text[40];
    uint64_t bits = (uint64_t)(draw(state, 0, 1) * 9007199254740992.0) << 11 ^ (uint64_t)draw_below(state, 2048);
    switch (kind % 5) {
    case 0: memcpy(&value, &bits, sizeof value); return isfinite(value) ? value : 1;
    case 1: return ldexp(1, draw_below(state, 2098) - 1074);
    case 2: return nextafter(ldexp(1, draw_below(state, 2098) - 1074), draw_below(state, 2) ? 0 : 1e308);
    case 3: return ldexp(draw(state, -1, 1), -1022 - draw_below(state, 50));
    default: break;
    }
    snprintf(text, sizeof text, "%.*fe%d", draw_below(state, 17), draw(state, -100, 100), draw_below(state, 20) - 10);
    return strtod(text, NULL);
}

static int count_digits(const char *text)
{
    int count = 0, zeros = 0;
    for (const char *p = text; *p && *p != 'e'; p++) {
        zeros = *p == '0' ? zeros + 1 : 0;
        count += *p >= '0' && *p <= '9' && (count > 0 || *p != '0');
    }
    return count - (strchr(text, '.') ? 0 : zeros);
}

/* Whether a decimal of `digits` digits, the nearest or a neighbour of it, reads back as the value. */
static bool has_shorter(double value, int digits)
{
    char text[40];
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
    const char *e = strchr(text, 'e');
    double step = pow(10, atoi(e + 1) - digits + 1), nearest = strtod(text, NULL);
    for (int side = -1; side <= 1; side++) {
        char other[40];
        snprintf(other, sizeof other, "%.*e", digits - 1, nearest + side * step);
        if (strtod(other, NULL) == value) {
            return true;
        }
    }
    return false;
}

START_TEST(written_numbers_read_back_and_are_the_shortest)
{
    uint64_t state = 77;
    for (int i = 0; i < 20000; i++) {
        char text[CDY_DECIMAL_SIZE];
        double value = draw_number(&state, i), again;
        size_t length = cdy_write_decimal(value, 0, text);
        ck_assert_uint_eq(length, strlen(text));
        ck_assert_uint_lt(length, CDY_DECIMAL_SIZE);
        ck_assert_int_eq(cdy_parse_number(text, length, &again), CDY_NUMBER_OK);
        ck_assert_msg(memcmp(&again, &value, sizeof value) == 0, "%a was written as %s", value, text);
        int digits = count_digits(text);
        ck_assert_msg(digits <= 1 || !has_shorter(value, digits - 1), "%s is not the shortest", text);
    }
}
END_TEST

/* Some locales have a decimal comma; locales that are not installed are not tested. */
START_TEST(written_numbers_do_not_depend_on_the_locale)
{
    static const char *const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "ru_RU.UTF-8", "C.UTF-8", "C"};
    for (size_t i = 0; i < sizeof locales / sizeof *locales; i++) {
        char text[CDY_DECIMAL_SIZE];
        if (setlocale(LC_ALL, locales[i])) {
            cdy_write_decimal(-1234.5625e-9, 0, text);
            ck_assert_str_eq(text, "-1.2345625e-06");
        }
    }
    setlocale(LC_ALL, "C");
}
END_TEST

/* ---- significant digits ---- */

/* The text of printf with `digits` digits; 0: with the fewest from 15 on that read back. */
static void print_digits(double value, int digits, char *text, size_t size)
{
    for (int count = digits ? digits : fabs(value) < 2.2250738585072014e-308 ? 1 : 15; count <= 17; count++) {
        snprintf(text, size, "%.*g", count, value);
        if (digits || !(strtod(text, NULL) < value || strtod(text, NULL) > value)) {
            return;
        }
    }
}

/* Numbers of every size and of the usual sizes, short decimals, powers of two with their uneven neighbours, halves
 * between two decimals. */
static double draw_any(uint64_t *seed, int kind)
{
    uint64_t bits = cdy_random_bits(seed);
    double value;
    memcpy(&value, &bits, sizeof value);
    switch (kind) {
    case 0: return isfinite(value) ? value : 0;
    case 1: return cdy_random_between(seed, -7, 7) * pow(10, (double)(bits % 30) - 16);
    case 2: return (double)(bits % 2000001) / pow(10, (double)(bits >> 40 & 7));
    case 3: return ldexp(bits & 1 ? 1 : -1, (int)(bits >> 8 & 127) - 64);
    default: return (double)(bits >> 20 & 0xffffff) / 128;
    }
}

/* The numbers next to a power of two lie at two distances from it: a decimal that is not the nearest of its length may
 * read back, which printf does not find. */
static bool is_shorter(const char *text, const char *printed, double value, int digits)
{
    int exponent;
    double back = strtod(text, NULL);
    bool same = !(back < value) && !(back > value), power = fabs(frexp(value, &exponent)) * 2 <= 1;
    return digits == 0 && power && same && strlen(text) < strlen(printed);
}

START_TEST(decimals_are_those_of_printf)
{
    uint64_t seed = 4711;
    for (int i = 0; i < 100000; i++) {
        char text[CDY_DECIMAL_SIZE], expected[64];
        double value = draw_any(&seed, i % 5);
        int digits = (int)(cdy_random_bits(&seed) % 18);
        size_t length = cdy_write_decimal(value, digits, text);
        print_digits(value, digits, expected, sizeof expected);
        ck_assert_msg(strcmp(text, expected) == 0 || is_shorter(text, expected, value, digits),
                      "%s, not %s, for %.20g with %d digits", text, expected, value, digits);
        ck_assert_uint_eq(length, strlen(text));
    }
    char text[CDY_DECIMAL_SIZE];
    const double ends[] = {0.0, -0.0, 4.9406564584124654e-324, -1.7976931348623157e308, 123456789012345678.0};
    const char *const written[] = {"0", "-0", "5e-324", "-1.7976931348623157e+308", "1.2345678901234568e+17"};
    for (size_t i = 0; i < 5; i++) {
        cdy_write_decimal(ends[i], 0, text);
        ck_assert_str_eq(text, written[i]);
    }
}
END_TEST

/* Up to nineteen digits before, between and behind the point, and decimals that lie halfway between two doubles. */
START_TEST(decimals_are_read_as_the_c_library_reads_them)
{
    uint64_t seed = 1234;
    for (int i = 0; i < 100000; i++) {
        char text[64];
        uint64_t bits = cdy_random_bits(&seed) >> cdy_random_bits(&seed) % 40;
        unsigned long long digits = bits % UINT64_C(10000000000000000000);
        if (i % 3 == 0) {
            snprintf(text, sizeof text, "%llue-%d", digits, (int)(cdy_random_bits(&seed) % 32));
        } else if (i % 3 == 1) {
            snprintf(text, sizeof text, "-%llu.5", (UINT64_C(1) << 53) + (digits & 4095));
        } else {
            snprintf(text, sizeof text, "%.17g", draw_any(&seed, i / 3 % 5));
        }
        double value = 99, expected = strtod(text, NULL);
        ck_assert_int_eq(cdy_parse_number(text, strlen(text), &value), CDY_NUMBER_OK);
        ck_assert_msg(memcmp(&value, &expected, sizeof value) == 0, "'%s' came to %.17g, not %.17g", text, value,
                      expected);
    }
}
END_TEST

static void read_as_the_c_library(const char *text)
{
    double value = 99, expected = strtod(text, NULL);
    cdy_number_status status = cdy_parse_number(text, strlen(text), &value);
    ck_assert_int_eq(status, isinf(expected) ? CDY_NUMBER_RANGE : CDY_NUMBER_OK);
    ck_assert_msg(status != CDY_NUMBER_OK || memcmp(&value, &expected, sizeof value) == 0, "'%s' came to %a, not %a",
                  text, value, expected);
}

/* Every power of ten with the digits around 2^53, 2^63 and 2^64, which fill mantissas and registers. */
START_TEST(every_power_of_ten_is_read_as_the_c_library_reads_it)
{
    static const char *const digits[] = {"1",
                                         "9007199254740991",
                                         "9007199254740993",
                                         "9223372036854775807",
                                         "9999999999999999999",
                                         "18446744073709551616",
                                         "4503599627370497.5",
                                         "0.30000000000000000000000001"};
    char text[64];
    for (size_t i = 0; i < sizeof digits / sizeof *digits; i++) {
        for (int exponent = -370; exponent <= 320; exponent++) {
            snprintf(text, sizeof text, "-%se%d", digits[i], exponent);
            read_as_the_c_library(text);
        }
    }
}
END_TEST

/* The number halfway between two doubles, in all its digits, and numbers close to it. */
START_TEST(halves_are_read_as_the_c_library_reads_them)
{
    uint64_t seed = 99;
    for (int i = 0; i < 10000; i++) {
        char text[1200];
        uint64_t bits = cdy_random_bits(&seed) >> 1;
        double value;
        if (i % 2) { /* of the usual sizes, a few of them whole */
            bits = (bits & (UINT64_MAX >> 12)) | (uint64_t)(1023 - 60 + (int)(bits % 120)) << 52;
        }
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) {
            continue;
        }
        double above = nextafter(value, (double)INFINITY);
        long double half = (long double)value + ((long double)above - (long double)value) / 2;
        int length = snprintf(text, sizeof text, "%.*Le", i % 4 < 2 ? 800 : 17 + i % 9, half);
        read_as_the_c_library(text);
        char *e = strchr(text, 'e');
        ck_assert_int_gt(length, 8);
        e[-1] = '7';
        read_as_the_c_library(text);
    }
}
END_TEST

/* Every power of two, its neighbours, and the first and last denormal numbers. */
START_TEST(powers_of_two_come_back_in_the_fewest_digits)
{
    for (int exponent = -1074; exponent <= 1023; exponent++) {
        for (int side = -1; side <= 1; side++) {
            double value = ldexp(1, exponent), back = 0;
            value = side ? nextafter(value, side < 0 ? 0 : (double)INFINITY) : value;
            char text[CDY_DECIMAL_SIZE];
            size_t length = cdy_write_decimal(value, 0, text);
            ck_assert_int_eq(cdy_parse_number(text, length, &back), CDY_NUMBER_OK);
            ck_assert_msg(memcmp(&back, &value, sizeof back) == 0, "%a was written as %s", value, text);
            int digits = count_digits(text);
            ck_assert_msg(digits <= 1 || !has_shorter(value, digits - 1), "%s is not the shortest", text);
        }
    }
}
END_TEST

/* The library's own conversions, on random bits: a written number reads back as itself, with the C library as well. */
START_TEST(random_bits_are_written_and_read_back)
{
    uint64_t seed = 2024;
    for (int i = 0; i < 100000; i++) {
        uint64_t bits = cdy_random_bits(&seed);
        double value, back = 0, read;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) {
            continue;
        }
        char text[CDY_DECIMAL_SIZE];
        size_t length = cdy_write_decimal(value, 0, text);
        ck_assert_int_eq(cdy_parse_number(text, length, &back), CDY_NUMBER_OK);
        read = strtod(text, NULL);
        ck_assert_msg(memcmp(&back, &value, sizeof back) == 0 && memcmp(&read, &value, sizeof read) == 0,
                      "%a was written as %s", value, text);
    }
}
END_TEST

/* ---- nearest names ---- */

START_TEST(misspelled_names_are_recognised)
{
    const char *const names[] = {"inertial", "visual", "collision", "origin"};
    const char *const pairs[][2] = {{"inertal", "inertial"}, {"inerital", "inertial"},  {"visuals", "visual"},
                                    {"Visual", "visual"},    {"colision", "collision"}, {"orgin", "origin"},
                                    {"visual", "visual"},    {"VISAUL", "visual"},      {"vis", "visual"},
                                    {"the_origin", "origin"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const char *nearest = cdy_nearest_name(pairs[i][0], 4, names);
        ck_assert_msg(nearest && strcmp(nearest, pairs[i][1]) == 0, "%s: %s", pairs[i][0], nearest ? nearest : "none");
    }
    const char *const far[] = {"", "x", "vi", "transmission", "gazebo"};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        ck_assert_msg(!cdy_nearest_name(far[i], 4, names), "%s", far[i]);
    }
    ck_assert_ptr_null(cdy_nearest_name("visual", 0, NULL));
}
END_TEST

START_TEST(the_nearest_of_several_names_wins)
{
    const char *const names[] = {"joint_1", "joint_2", "joint_21"};
    ck_assert_str_eq(cdy_nearest_name("joint_3", 3, names), "joint_1");
    ck_assert_str_eq(cdy_nearest_name("joint_221", 3, names), "joint_21");
    ck_assert_str_eq(cdy_nearest_name("joint_2", 3, names), "joint_2");
}
END_TEST

START_TEST(names_of_any_length_are_cheap)
{
    size_t size = 1000000;
    char *long_name = malloc(size + 1);
    ck_assert_ptr_nonnull(long_name);
    memset(long_name, 'x', size);
    long_name[size] = '\0';
    const char *const names[] = {long_name, "shoulder"};
    ck_assert_ptr_null(cdy_nearest_name(long_name, 2, names));
    ck_assert_str_eq(cdy_nearest_name("sholder", 2, names), "shoulder");
    char exact[65];
    memset(exact, 'y', 64);
    exact[64] = '\0';
    const char *const same[] = {long_name, exact};
    ck_assert_str_eq(cdy_nearest_name(exact, 2, same), exact);
    free(long_name);
}
END_TEST

/* The table of edits as textbooks have it (optimal string alignment), for words of up to 15 letters in small letters.
 */
static size_t count_edits(const char *a, const char *b)
{
    size_t d[16][16];
    const size_t m = strlen(a), n = strlen(b);
    for (size_t i = 0; i <= m; i++) {
        for (size_t j = 0; j <= n; j++) {
            const size_t same = i && j && a[i - 1] == b[j - 1] ? 0 : 1;
            size_t least = i && j ? d[i - 1][j - 1] + same : i + j;
            least = i && d[i - 1][j] + 1 < least ? d[i - 1][j] + 1 : least;
            least = j && d[i][j - 1] + 1 < least ? d[i][j - 1] + 1 : least;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && d[i - 2][j - 2] + 1 < least) {
                least = d[i - 2][j - 2] + 1;
            }
            d[i][j] = least;
        }
    }
    return d[m][n];
}

/* A word of 6 to 14 letters, each one of three, so that many words are near. */
static void draw_word(uint64_t *state, char word[16])
{
    const size_t length = 6 + (size_t)(cdy_random_bits(state) % 9);
    for (size_t i = 0; i < length; i++) {
        word[i] = (char)('a' + cdy_random_bits(state) % 3);
    }
    word[length] = '\0';
}

/* Among words of six letters and more, the nearest has the fewest edits, at most a third of its letters. */
START_TEST(the_nearest_has_the_fewest_edits)
{
    enum { WORDS = 40, ROUNDS = UNLESS_WATCHED(2000, 200) };
    uint64_t state = 15;
    int found = 0;
    for (int round = 0; round < ROUNDS; round++) {
        char words[WORDS][16], typed[16];
        const char *names[WORDS], *nearest = NULL;
        size_t least = SIZE_MAX;
        draw_word(&state, typed);
        for (int i = 0; i < WORDS; i++) {
            draw_word(&state, words[i]);
            names[i] = words[i];
            const size_t edits = count_edits(typed, words[i]);
            if (edits <= strlen(typed) / 3 && edits < least) {
                least = edits;
                nearest = words[i];
            }
        }
        const char *shown = cdy_nearest_name(typed, WORDS, names);
        if (nearest) { /* otherwise a name that has the word as a part may be returned */
            ck_assert_msg(shown == nearest, "%s: %s, expected %s", typed, shown ? shown : "none", nearest);
            found++;
        }
    }
    ck_assert_int_gt(found, ROUNDS / 4);
}
END_TEST

static const char *name_at(const void *names, int i)
{
    return ((const char *const *)names)[i];
}

START_TEST(a_search_ends_where_its_letters_do)
{
    const char *const names[] = {"elbow_joint", "shoulder_joint", "wrist_joint"};
    size_t letters = 1000, left;
    ck_assert_int_eq(cdy_nearest_within("wrist_jiont", 3, name_at, names, &letters), 2);
    ck_assert_uint_lt(letters, 1000);
    left = letters;
    ck_assert_int_eq(cdy_nearest_within("something_else", 3, name_at, names, &letters), -1);
    ck_assert_uint_lt(letters, left);
    letters = 20;
    ck_assert_int_eq(cdy_nearest_within("wrist_jiont", 3, name_at, names, &letters), -1);
    ck_assert_uint_eq(letters, 0);
    ck_assert_int_eq(cdy_nearest_within("wrist_joint", 3, name_at, names, &letters), -1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("number");
    TCase *numbers = add_case(suite, "numbers", random_doubles_come_back);
    tcase_add_loop_test(numbers, numbers_are_rounded_correctly, 0, sizeof good / sizeof *good);
    tcase_add_loop_test(numbers, other_texts_are_refused_and_leave_the_value, 0, sizeof bad / sizeof *bad);
    tcase_add_test(numbers, numbers_end_where_they_are_told_to);
    tcase_add_test(numbers, a_million_digits_are_a_number);
    tcase_add_test(numbers, vectors_take_any_white_space_and_the_right_count);
    tcase_add_test(numbers, numbers_do_not_depend_on_the_locale);
    TCase *written = add_case(suite, "texts", written_numbers_read_back_and_are_the_shortest);
    tcase_add_loop_test(written, numbers_are_written_as_people_do, 0, sizeof texts / sizeof *texts);
    tcase_add_test(written, what_is_no_number_has_a_name);
    tcase_add_test(written, written_numbers_do_not_depend_on_the_locale);
    TCase *digits = add_case(suite, "digits", decimals_are_those_of_printf);
    tcase_add_test(digits, decimals_are_read_as_the_c_library_reads_them);
    tcase_add_test(digits, every_power_of_ten_is_read_as_the_c_library_reads_it);
    tcase_add_test(digits, halves_are_read_as_the_c_library_reads_them);
    tcase_add_test(digits, powers_of_two_come_back_in_the_fewest_digits);
    tcase_add_test(digits, random_bits_are_written_and_read_back);
    TCase *nearest = add_case(suite, "nearest", misspelled_names_are_recognised);
    tcase_add_test(nearest, the_nearest_of_several_names_wins);
    tcase_add_test(nearest, names_of_any_length_are_cheap);
    tcase_add_test(nearest, the_nearest_has_the_fewest_edits);
    tcase_add_test(nearest, a_search_ends_where_its_letters_do);
    return run_suites(suite, NULL);
}
