/* Spelling: whether a word that URDF does not know is one of its own, written wrong. */
#ifndef CDY_URDF_SPELLING_H
#define CDY_URDF_SPELLING_H

#include "text/nearest.h"

/* Returns whether a word near to one of URDF's is known to mean something else: those are left alone. */
bool cdy_means_something_else(const char *word);

/* Returns whether a word is near enough to the nearest known one to ask whether that was meant. */
bool cdy_is_near(const cdy_nearest *search);

/* Returns whether a word is so near to the nearest known one that it must be that one misspelled. */
bool cdy_is_misspelled(const cdy_nearest *search);

/* Returns whether a word can be written as the nearest known one without a guess: it differs in upper and lower case,
 * in a plural s, in two neighbours that changed places, or, where the known word has five letters at least and the
 * first is right, in one letter; and no other known word is as near. */
bool cdy_is_slip(const cdy_nearest *search);

#endif
