/* Elements: the places in q, qd, qdd and tau that names stand for. */
#ifndef CONDYLE_TOOLS_ELEMENTS_H
#define CONDYLE_TOOLS_ELEMENTS_H

#include "rows/joint_index.h"
#include "run/robot.h"

typedef struct elements {
    const robot *robot;
    joint_index positions, velocities;
} elements;

/* Makes the directory of a robot's elements; false where memory runs out. */
bool elements_create(elements *e, const robot *r);

/* Frees a directory. */
void elements_clear(elements *e);

/* Returns the joints that have a place in vectors of a kind. */
const joint_index *elements_joints(const elements *e, vector_kind kind);

/* Returns the place of the element that the `length` bytes at `name` stand for, -1 if there is none, or might be
 * two: `joint` for a joint with one element (or `joint[0]`), `joint[k]` for others. */
int elements_find(const elements *e, vector_kind kind, const char *name, size_t length);

/* Adds to a message why a name stands for no element: an unknown joint, with the nearest, a fixed one, a follower, a
 * joint with several elements or fewer.  The nearest is left out where no *letters are left to look for it, as in
 * cdy_nearest_within(). */
void elements_explain(const elements *e, vector_kind kind, const char *name, size_t length, size_t *letters,
                      text_buffer *message);

/* The unit that rows may name behind an angle: `joint[deg]`. */
typedef enum name_unit { UNIT_NONE = 0, UNIT_RAD, UNIT_DEG } name_unit;

/* Tells the unit that a name ends in, and shortens *length by it. */
name_unit elements_take_unit(const char *name, size_t *length);

/* Adds to a message that an element is no angle, so that its name takes no unit. */
void elements_explain_unit(const elements *e, vector_kind kind, int place, text_buffer *message);

#endif
