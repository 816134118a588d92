/* Entropy: random bytes of the system, and the clock where the system has none. */
#include "base/entropy.h"
#include "support/suite.h"

#include <stdint.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

/* What stands in place of the system's call gives: bytes of 0x5a, as many as asked for less `missing`. */
static bool is_system = true;
static size_t missing;

ssize_t __real_getrandom(void *bytes, size_t size, unsigned flags);
ssize_t __wrap_getrandom(void *bytes, size_t size, unsigned flags);

ssize_t __wrap_getrandom(void *bytes, size_t size, unsigned flags)
{
    if (is_system) {
        return __real_getrandom(bytes, size, flags);
    }
    ck_assert_uint_eq(flags, GRND_NONBLOCK); /* a table of names waits for nobody */
    memset(bytes, 0x5a, size - missing);
    return (ssize_t)(size - missing);
}

/* The time that the clock tells in a test. */
static const struct timespec now = {.tv_sec = 0x12345678, .tv_nsec = 0x1abcdef0};

int __wrap_clock_gettime(clockid_t clock, struct timespec *time);

int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
    (void)clock;
    *time = now;
    return 0;
}

START_TEST(bytes_of_the_system_are_random)
{
    uint64_t a[3] = {0}, b[3] = {0};
    cdy_gather_entropy(a, 2 * sizeof *a);
    cdy_gather_entropy(b, 2 * sizeof *b);
    ck_assert(a[0] != b[0] && a[1] != b[1] && a[0] != a[1]);
    ck_assert(a[2] == 0 && b[2] == 0);
}
END_TEST

START_TEST(bytes_of_the_system_stay)
{
    unsigned char bytes[17] = {0}, expected[17] = {0};
    is_system = false;
    cdy_gather_entropy(bytes, 16);
    memset(expected, 0x5a, 16);
    ck_assert_mem_eq(bytes, expected, 17);
}
END_TEST

/* Nanoseconds in the upper half of a word, seconds in the lower half. */
START_TEST(the_clock_stands_in)
{
    const uint64_t word = (uint64_t)0x1abcdef0 * 4294967296u + 0x12345678;
    is_system = false;
    for (missing = 1; missing <= 16; missing += 15) {
        uint64_t bytes[3] = {0};
        cdy_gather_entropy(bytes, 16);
        ck_assert(bytes[0] == word && bytes[2] == 0);
    }
    missing = 1;
    unsigned char few[8] = {0}, all[8];
    memcpy(all, &word, sizeof all);
    cdy_gather_entropy(few, 3);
    ck_assert_mem_eq(few, all, 3);
    ck_assert_int_eq(few[3], 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("entropy");
    TCase *tests = tcase_create("bytes");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, bytes_of_the_system_are_random);
    tcase_add_test(tests, bytes_of_the_system_stay);
    tcase_add_test(tests, the_clock_stands_in);
    return run_suites(suite, NULL);
}
