/* Angles that look like degrees where radians are expected. */
#ifndef CONDYLE_PYTHON_DEGREES_H
#define CONDYLE_PYTHON_DEGREES_H

#include "array.h"

/* Warns, by a RobotWarning once a robot, of a configuration among the inputs whose angles make sense in degrees alone:
 * those called q, start, q0 or q1.  Returns 0, or -1 with an exception where warnings are errors. */
int degrees_watch(robot_object *self, const input *inputs, int count, const leading_shape *leading);

/* _watch_degrees(q, name): the same for configurations that a call in Python takes, an array of doubles in order C. */
PyObject *degrees_watch_array(PyObject *object, PyObject *args);

#endif
