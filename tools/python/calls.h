/* Calls: the methods of a robot that compute something for one state or for many. */
#ifndef CONDYLE_PYTHON_CALLS_H
#define CONDYLE_PYTHON_CALLS_H

#include "module.h"

/* Number of those methods. */
int calls_count(void);

/* Describes method `index` for the type. */
PyMethodDef calls_method(int index);

/* Frees the batches that a robot keeps. */
void calls_clear(robot_object *self);

#endif
