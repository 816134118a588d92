/* Joint index: lookup of a joint's position in a vector by name, for robots with any number of joints. */
#ifndef CONDYLE_TOOLS_JOINT_INDEX_H
#define CONDYLE_TOOLS_JOINT_INDEX_H

#include "values/coordinates.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct joint_entry {
    const char *name; /* owned by the model */
    int first;        /* position of the joint's first element in the vector */
    int count;        /* number of elements */
} joint_entry;

typedef struct joint_index {
    joint_entry *entries; /* sorted by name (byte order) */
    size_t count;
} joint_index;

/* Indexes the joints that have entries in vectors of a kind; false where memory runs out. */
bool joint_index_create(joint_index *index, const cdy_model *model, vector_kind kind);

/* Returns the joint named by the `length` bytes at `name`, or NULL. */
const joint_entry *joint_index_find(const joint_index *index, const char *name, size_t length);

/* Frees an index. */
void joint_index_clear(joint_index *index);

#endif
