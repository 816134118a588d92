/* Comparing arrays of numbers, and the numbers that tests draw. */
#ifndef CDY_TESTS_COMPARE_H
#define CDY_TESTS_COMPARE_H

#include <check.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the largest magnitude in an array; NaN where the array has a NaN. */
double largest(const double *x, size_t count);

/* Returns the largest difference of two arrays; NaN where a difference is NaN. */
double largest_difference(const double *a, const double *b, size_t count);

/* Returns the largest difference relative to the largest entry of `expected` (relative to 1 where that entry is smaller
 * than `floor`, which keeps a result of zeros comparable). */
double relative_error(const double *actual, const double *expected, size_t count, double floor);

/* Fails the running test where two arrays differ by more than `tolerance`, absolutely. */
#define ck_assert_near(actual, expected, count, tolerance)                                                             \
    do {                                                                                                               \
        double difference_ = largest_difference((actual), (expected), (count));                                        \
        ck_assert_msg(difference_ <= (tolerance), "%s and %s differ by %g, more than %g", #actual, #expected,          \
                      difference_, (double)(tolerance));                                                               \
    } while (0)

/* Fails the running test where two arrays differ by more than `tolerance`, relative to the largest entry. */
#define ck_assert_relative(actual, expected, count, tolerance)                                                         \
    do {                                                                                                               \
        double error_ = relative_error((actual), (expected), (count), 1e-9);                                           \
        ck_assert_msg(error_ <= (tolerance), "%s and %s differ by %g of the largest entry, more than %g", #actual,     \
                      #expected, error_, (double)(tolerance));                                                         \
    } while (0)

/* Fails the running test where a call does not return CDY_OK, with the text of `error`. */
#define ck_assert_ok(call, error)                                                                                      \
    do {                                                                                                               \
        cdy_status status_ = (call);                                                                                   \
        ck_assert_msg(status_ == CDY_OK, "%s: %s: %s", #call, cdy_status_text(status_), (error).text);                 \
    } while (0)

/* Fails the running test where a call does not fail with `status`, or leaves no text in `error`. */
#define ck_assert_fails(call, expected, error)                                                                         \
    do {                                                                                                               \
        (error).text[0] = '\0';                                                                                        \
        cdy_status status_ = (call);                                                                                   \
        ck_assert_msg(status_ == (expected), "%s came to '%s', not to '%s': %s", #call, cdy_status_text(status_),      \
                      cdy_status_text(expected), (error).text);                                                        \
        ck_assert_msg((error).status == (expected) && (error).text[0] != '\0', "%s left no report", #call);            \
    } while (0)

/* Returns the next number of a sequence, uniform from `low` to `high`; the state is the caller's. */
double draw(uint64_t *state, double low, double high);

/* Returns the next integer of a sequence, 0 to count - 1. */
int draw_below(uint64_t *state, int count);

/* Fills an array with numbers uniform from -magnitude to magnitude. */
void draw_array(uint64_t *state, double magnitude, double *x, int count);

#endif
