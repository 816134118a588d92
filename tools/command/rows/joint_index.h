/* Joint index: from a joint's name to its place in a vector, for robots with any number of joints. */
#ifndef CONDYLE_TOOLS_JOINT_INDEX_H
#define CONDYLE_TOOLS_JOINT_INDEX_H

#include "options/coordinates.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct joint_entry {
    const char *name; /* the model's */
    int first;        /* place of the joint's first element in the vector */
    int count;        /* its elements */
} joint_entry;

typedef struct joint_index {
    joint_entry *entries; /* in the byte order of the names */
    size_t count;
} joint_index;

/* Makes the index of the joints that have a place in vectors of this kind; false where memory runs out. */
bool joint_index_create(joint_index *index, const cdy_model *model, vector_kind kind);

/* Returns the joint whose name is the `length` bytes at `name`, NULL if there is none. */
const joint_entry *joint_index_find(const joint_index *index, const char *name, size_t length);

/* Frees an index. */
void joint_index_clear(joint_index *index);

#endif
