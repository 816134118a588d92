/* Fuzzing: functions common to all targets.  A target is LLVMFuzzerTestOneInput(); libFuzzer, AFL++ or replay.c call
 * it.  The target ends the process where the library breaks a promise. */
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

/* Ends the process where a promise is broken; behind the condition come a format and its arguments, as for printf(). */
#define require(condition, ...)                                                                                        \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fuzz_fail(__FILE__, __LINE__, __VA_ARGS__);                                                                \
        }                                                                                                              \
    } while (0)

/* Requires that a text for people is not empty and has no control characters. */
void require_printable(const char *text);

/* Requires that the report of a failure has this status and a message. */
void require_report(cdy_status status, const cdy_error *error);

/* Requires that a call which may fail only for lack of memory, or with `other`, succeeded or left a report; tells
 * whether the call succeeded. */
bool require_status(cdy_status status, cdy_status other, const cdy_error *error);

/* Ends the process where more steps (support/steps.h) were taken since `before` than `passes` readings of `size` bytes
 * may take; each byte may take a fixed number of steps, whatever its value.  Without counted steps the check passes. */
void require_steps(uint64_t before, size_t size, int passes, const char *what);

/* Returns a block of memory that holds no zeros; never NULL. */
void *fuzz_allocate(size_t count, size_t size);

/* A text that a call writes piece by piece; it begins as {0}, and the caller frees `bytes` in the end. */
typedef struct fuzz_text {
    char *bytes;
    size_t size;
} fuzz_text;

/* Appends a piece to the fuzz_text `context`: a function `write` of the library. */
cdy_status fuzz_keep(void *context, const char *bytes, size_t size);

/* Checks a text, and the findings in it; returns the number of errors, -1 where memory runs out. */
int exercise_findings(const char *text, size_t size);

/* Loads a text, makes every call on its model, and compares its findings with what loading says. */
void exercise_robot(const char *text, size_t size);

/* Loads a text and writes the robot, whose text must load as the same robot. */
void exercise_export(const char *text, size_t size);

/* Makes a mended copy of a text, and a mended copy of the copy. */
void exercise_fix(const char *text, size_t size);

/* Reads a text of `size` bytes and a closing 0 as numbers. */
void exercise_number(const char *text, size_t size);

/* Writes numbers with these bits. */
void exercise_writing(const uint8_t *data, size_t size);

/* Makes every call on a model, at home and in other states, and requires the promises of their headers. */
void exercise_model(const cdy_model *model);

/* The calls of exercise_model() that search or integrate from a state. */
void exercise_motion(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *qd);

#endif
