/* Hostile robot files: each has one thing by the thousand, at any size, so that a loader which searches, compares or
 * prints once too often is slow. */
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

/* Makes a file of a kind, with `count` of the elements that it repeats. */
hostile_text hostile_make(size_t kind, int count);

#endif
