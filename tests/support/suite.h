/* Suites: how a test program runs under Meson's TAP protocol. */
#ifndef CDY_TESTS_SUITE_H
#define CDY_TESTS_SUITE_H

#include <check.h>
#include <stdbool.h>

/* Check writes every assertion that holds to a file, so as to tell behind which one a program crashed; suites that
 * assert in loops spent most of their time there.  The assertion that is written last need not be written again. */
static inline void mark_once(const char *file, int line)
{
    static const char *last_file;
    static int last_line;
    if (file != last_file || line != last_line) {
        last_file = file;
        last_line = line;
        _mark_point(file, line);
    }
}
#define _mark_point(file, line) mark_once(file, line)

/* Runs the suites, the last argument being NULL, frees them and returns what main() returns. */
int run_suites(Suite *first, ...) __attribute__((sentinel));

/* Reports to Meson that a program skips all its tests, and why; returns main()'s exit code. */
int skip_suites(const char *reason);

/* Adds a test case with one test to a suite and returns the case, so that more tests can go into it. */
TCase *add_case(Suite *suite, const char *name, const TTest *test);

/* Adds a test that runs for _i from `first` to `end` - 1 and needs a program or file that not every system has.  Where
 * that is missing (`reason` names it; NULL: nothing is missing) the test is reported by its name as skipped. */
void add_or_skip(TCase *tests, const TTest *test, int first, int end, const char *reason);

/* Tells whether a program is in the PATH. */
bool have_program(const char *name);

/* Returns a copy of the path of `file` in the folder of reference samples, or NULL where the folder has no such file
 * or was not given; the caller frees it. */
char *reference_path(const char *file);

/* Returns a copy of the path of `file` in the source folder; the caller frees it. */
char *source_path(const char *file);

/* Returns a file's content with a closing 0, its length without the 0 in *size (may be NULL); fails the running test
 * where the file cannot be read.  The caller frees the content. */
char *read_whole_file(const char *path, size_t *size);

/* A number of repetitions, or a size: `usual`, or `watched` where a sanitizer or coverage counters watch every step, or
 * another machine is emulated, which takes many times as long. */
#ifdef CDY_WATCHED
#define UNLESS_WATCHED(usual, watched) (watched)
#else
#define UNLESS_WATCHED(usual, watched) (usual)
#endif

#endif
