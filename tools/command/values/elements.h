/* Elements: names of the entries of q, qd, qdd and tau. */
#ifndef CONDYLE_TOOLS_ELEMENTS_H
#define CONDYLE_TOOLS_ELEMENTS_H

#include "values/joint_index.h"
#include "values/robot.h"

typedef struct elements {
    const robot *robot;
    joint_index positions, velocities;
} elements;

/* Indexes the elements of a robot by name; false where memory runs out. */
bool elements_create(elements *e, const robot *r);

/* Frees the index. */
void elements_clear(elements *e);

/* Returns the joints that have entries in vectors of a kind. */
const joint_index *elements_joints(const elements *e, vector_kind kind);

/* Returns the position of the element named by the `length` bytes at `name`, -1 where there is none or the name is
 * ambiguous: `joint` for a joint with one element (or `joint[0]`), `joint[k]` for others. */
int elements_find(const elements *e, vector_kind kind, const char *name, size_t length);

/* Adds to a message why a name is no element: an unknown joint, with the nearest name, a fixed joint, a mimic joint, or
 * a wrong number of elements. *letters bounds the search for the nearest name as in cdy_nearest_within(); at 0 the
 * suggestion is left out. */
void elements_explain(const elements *e, vector_kind kind, const char *name, size_t length, size_t *letters,
                      text_buffer *message);

/* Unit after the name of an angle: `joint[deg]`. */
typedef enum name_unit { UNIT_NONE = 0, UNIT_RAD, UNIT_DEG } name_unit;

/* Returns the unit at the end of a name and removes it from *length. */
name_unit elements_take_unit(const char *name, size_t *length);

/* Adds to a message that an element is no angle, so that its name has no unit. */
void elements_explain_unit(const elements *e, vector_kind kind, int index, text_buffer *message);

#endif
