/* Coordinates: names, units and order of a robot's degrees of freedom. */
#ifndef CONDYLE_TOOLS_COORDINATES_H
#define CONDYLE_TOOLS_COORDINATES_H

#include "run/text.h"

#include <condyle/model.h>

/* The vectors that the commands read and write. */
typedef enum vector_kind { VECTOR_Q = 0, VECTOR_QD, VECTOR_QDD, VECTOR_TAU, VECTOR_COUNT } vector_kind;

/* Returns "q", "qd", "qdd" or "tau". */
const char *vector_name(vector_kind kind);

/* Returns the length of a vector: nq for q, n for the others. */
int vector_length(const cdy_model *model, vector_kind kind);

/* Describes element `index` of a vector. */
cdy_coordinate vector_coordinate(const cdy_model *model, vector_kind kind, int index);

/* Returns the unit of an element of a vector: "rad", "m/s2", "N m", or "" for a quaternion component; with `degrees`,
 * "deg" replaces "rad". */
const char *coordinate_unit(vector_kind kind, const cdy_coordinate *coordinate, bool degrees);

/* Returns the component of an element of a joint with several degrees of freedom, such as "qw" or "vx"; "" for others.
 */
const char *coordinate_component(vector_kind kind, const cdy_coordinate *coordinate);

/* Whether a position is part of a quaternion. */
bool coordinate_in_quaternion(const cdy_coordinate *position);

/* Appends the name of an element: the joint's name, with an index where the joint has several: `joint[2]`. */
void coordinate_add_label(const cdy_coordinate *coordinate, text_buffer *label);

#endif
