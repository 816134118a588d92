/* Fuzzing: what the targets have in common.  A target is LLVMFuzzerTestOneInput(); libFuzzer, AFL++ or replay.c call
 * it.  It ends the process where the library breaks a promise. */
#ifndef CDY_TESTS_FUZZ_H
#define CDY_TESTS_FUZZ_H

#include <condyle/condyle.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The target: runs on `size` bytes and returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process with a text, for a debugger and a fuzzer to see. */
void fuzz_fail(const char *file, int line, const char *format, ...) __attribute__((noreturn, format(printf, 3, 4)));

/* Ends the process where a promise is broken; behind the condition comes what to say, as for printf(). */
#define require(condition, ...)                                                                                        \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fuzz_fail(__FILE__, __LINE__, __VA_ARGS__);                                                                \
        }                                                                                                              \
    } while (0)

/* Requires that a text which people will read is there and has no control characters. */
void require_printable(const char *text);

/* Requires that the report of a failure has this status and a message. */
void require_report(cdy_status status, const cdy_error *error);

/* Requires that a call which may fail only for want of memory, or with `other`, left a report or worked; tells whether
 * it worked. */
bool require_status(cdy_status status, cdy_status other, const cdy_error *error);

/* Ends the process where more steps (support/steps.h) were taken since `before` than `passes` readings of `size` bytes
 * may take: so many a byte, whatever the bytes are.  Where steps are not counted there are none. */
void require_steps(uint64_t before, size_t size, int passes, const char *what);

/* Returns a block of memory that holds no zeros; never NULL. */
void *fuzz_allocate(size_t count, size_t size);

/* A text that a call writes piece by piece; to begin with {0}, in the end the caller frees `bytes`. */
typedef struct fuzz_text {
    char *bytes;
    size_t size;
} fuzz_text;

/* Takes a piece of it: the library's `write`, `context` being a fuzz_text. */
cdy_status fuzz_keep(void *context, const char *bytes, size_t size);

/* Checks a text, and what is reported of it; returns how many errors were found, -1 where there was no memory. */
int exercise_findings(const char *text, size_t size);

/* Loads a text and writes the robot, which is the same then. */
void exercise_export(const char *text, size_t size);

/* Makes a mended copy of a text, and one of the copy. */
void exercise_fix(const char *text, size_t size);

/* Reads a text, which ends with 0 behind its `size` bytes, as numbers. */
void exercise_number(const char *text, size_t size);

/* Writes numbers that have these bits. */
void exercise_writing(const uint8_t *data, size_t size);

/* Makes every call on a model, at home and elsewhere, and requires what their headers promise. */
void exercise_model(const cdy_model *model);

/* The part of it that searches, and moves from a state on. */
void exercise_motion(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *qd);

#endif
