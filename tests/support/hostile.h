/* Hostile robot files: each repeats one construct thousands of times, at any size, so that a loader which searches,
 * compares or prints more than once an element is slow. */
#ifndef CDY_TESTS_HOSTILE_H
#define CDY_TESTS_HOSTILE_H

#include <stddef.h>

/* A text, whose bytes the caller frees. */
typedef struct hostile_text {
    char *bytes;
    size_t size;
} hostile_text;

/* Returns the number of kinds of files. */
size_t hostile_kinds(void);

/* Returns the name of a kind, fit for a file: "unknown-mimics". */
const char *hostile_name(size_t kind);

/* Makes a file of a kind, in which the repeated construct occurs `count` times. */
hostile_text hostile_make(size_t kind, int count);

#endif
