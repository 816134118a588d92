/* Texts that are made of choices, of bytes that a fuzzer changes: elements of a format with hostile values. */
#ifndef CDY_TESTS_FUZZ_CHOICES_H
#define CDY_TESTS_FUZZ_CHOICES_H

#include "fuzz.h"

/* A text while it is made; where the bytes end, every choice is the first. */
typedef struct maker {
    const uint8_t *data;
    size_t left;
    fuzz_text text;
} maker;

/* Returns a choice, 0 or more and less than `count`. */
unsigned choose(maker *m, unsigned count);

/* Chooses an element of an array. */
#define PICK(maker, list) (list)[choose(maker, sizeof(list) / sizeof *(list))]

/* Appends to the text. */
void put(maker *m, const char *text);

/* Whether the text may become longer. */
bool has_room(const maker *m);

/* Loads, exports and mends a robot: bytes that begin with `first` are its text, of others `put_file` makes one. */
void exercise_choices(const uint8_t *data, size_t size, char first, void (*put_file)(maker *m));

#endif
