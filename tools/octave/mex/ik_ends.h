/* What ends a search of inverse kinematics, as SolverParameters of Octave's classes have it. */
#ifndef CONDYLE_OCTAVE_IK_ENDS_H
#define CONDYLE_OCTAVE_IK_ENDS_H

#include "gateway.h"

#include <condyle/inverse_kinematics.h>
#include <time.h>

typedef struct ik_ends {
    cdy_ik_stop stop; /* its context is this struct, which stays where it is read */
    double damping_bias;
    bool constant_damping;
    struct timespec begun;
    double seconds;
} ik_ends;

/* Reads [MaxTime StepTolerance GradientTolerance ErrorChangeTolerance DampingBias UseErrorDamping]; the time begins. */
bool ik_ends_read(const mxArray *array, ik_ends *ends);

#endif
