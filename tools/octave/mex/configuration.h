/* Configurations: struct arrays of DataFormat "struct", and vectors. */
#ifndef CONDYLE_OCTAVE_CONFIGURATION_H
#define CONDYLE_OCTAVE_CONFIGURATION_H

#include "handle.h"

/* Gives the vector of a struct array with the fields JointName and JointPosition, in any order of the joints: a row or
 * a column, as the data format of the robot says.  Fails where a joint is unknown, missing or twice there. */
bool configuration_read(const held_robot *robot, const mxArray *array, const mxArray **vector);

/* Gives a vector of one state in any data format; [] and NULL are the default, NULL. */
bool configuration_read_state(const held_robot *robot, const mxArray *array, const char *what, int size,
                              const double **numbers);

/* Makes the configuration of a vector (nq) in the robot's data format, as homeConfiguration returns it. */
mxArray *configuration_make(const held_robot *robot, const double *q);

#endif
