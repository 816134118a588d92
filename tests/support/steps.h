/* Steps: how much a program does, counted where its rooms are compiled to say so at every branch (gcc's and clang's
 * -fsanitize-coverage=trace-pc), with the bytes that functions of strings go through.  The same input takes the same
 * steps on every day, but for the few that the random keys of name tables make.
 *
 * With the environment variable STEPS_FILE the count is written to that file when the program ends. */
#ifndef CDY_TESTS_STEPS_H
#define CDY_TESTS_STEPS_H

#include <stdint.h>

/* Returns the steps that were taken so far. */
uint64_t steps_taken(void);

#endif
