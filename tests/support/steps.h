/* Steps: the work of a program, counted as its branches (the rooms are compiled with -fsanitize-coverage=trace-pc of
 * gcc or clang) and the bytes that string functions go through.  The same input takes the same steps in every run, but
 * for a few that depend on the random keys of name tables.
 *
 * With the environment variable STEPS_FILE the count is written to that file when the program ends. */
#ifndef CDY_TESTS_STEPS_H
#define CDY_TESTS_STEPS_H

#include <stdint.h>

/* Returns the steps that were taken so far. */
uint64_t steps_taken(void);

#endif
