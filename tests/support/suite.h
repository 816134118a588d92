/* Suites: how a test program runs under Meson's TAP protocol. */
#ifndef CDY_TESTS_SUITE_H
#define CDY_TESTS_SUITE_H

#include <check.h>
#include <stdbool.h>

/* Runs the suites, the last argument being NULL, frees them and returns what main() returns. */
int run_suites(Suite *first, ...) __attribute__((sentinel));

/* Tells Meson that a program has nothing to test here and why; returns what main() returns. */
int skip_suites(const char *reason);

/* Adds a test case with one test to a suite and returns the case, so that more tests can go into it. */
TCase *add_case(Suite *suite, const char *name, const TTest *test);

/* Adds a test that runs for _i from `first` to `end` - 1, of which the test needs what not every system has.  Where
 * that is missing (`reason` says what; NULL: nothing) the test does not run, and is reported by its name as skipped. */
void add_or_skip(TCase *tests, const TTest *test, int first, int end, const char *reason);

/* Tells whether a program is in the PATH. */
bool have_program(const char *name);

/* Returns a copy of the path of `file` in the folder of reference samples, or NULL where the folder has no such file
 * or was not given; the caller frees it. */
char *reference_path(const char *file);

/* Returns a copy of the path of `file` in the source folder; the caller frees it. */
char *source_path(const char *file);

/* Returns a file's content with a closing 0, its length without it in *size (may be NULL); fails the running test
 * where it cannot be read.  The caller frees it. */
char *read_whole_file(const char *path, size_t *size);

/* A number of repetitions, or a size: `usual`, or `watched` where a sanitizer watches every step or counters count it,
 * which takes many times as long. */
#ifdef CDY_WATCHED
#define UNLESS_WATCHED(usual, watched) (watched)
#else
#define UNLESS_WATCHED(usual, watched) (usual)
#endif

#endif
