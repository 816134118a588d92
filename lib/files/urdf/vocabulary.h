/* Vocabulary: the elements of URDF and their attributes. */
#ifndef CDY_URDF_VOCABULARY_H
#define CDY_URDF_VOCABULARY_H

#include "urdf/urdf.h"

enum { CDY_MOST_VOCABULARY = 7 };

/* The attributes of an element, independent of its parent. */
typedef struct cdy_vocabulary {
    const char *element;
    const char *attributes[CDY_MOST_VOCABULARY]; /* ends with NULL if there are fewer */
} cdy_vocabulary;

/* Returns the vocabulary of an element; NULL if URDF has no such element. */
const cdy_vocabulary *cdy_find_vocabulary(const char *element);

/* Returns the number of attributes of a vocabulary. */
size_t cdy_count_attributes(const cdy_vocabulary *known);

#endif
