/* Spelling: whether an unknown word is a misspelled word of URDF. */
#ifndef CDY_DESCRIPTION_SPELLING_H
#define CDY_DESCRIPTION_SPELLING_H

#include "text/nearest.h"

/* Returns the length of the common beginning of two words, ignoring case. */
size_t cdy_common_length(const char *a, const char *b);

/* Returns whether a word that is near to one of URDF's has another known meaning, and is no misspelling. */
bool cdy_means_something_else(const char *word);

/* Returns whether a word is near enough to the nearest known word for a question. */
bool cdy_is_near(const cdy_nearest *search);

/* Returns whether a word is a misspelling of the nearest known word. */
bool cdy_is_misspelled(const cdy_nearest *search);

/* Returns whether the correction to the nearest known word is certain: no other known word is as near, and the words
 * differ only in case, in a plural s, in two swapped letters, or, if the known word has at least five letters and the
 * first letter is equal, in one letter. */
bool cdy_is_certain_correction(const cdy_nearest *search);

#endif
