/* All solutions of inverse kinematics in closed form, where the structure of the robot allows. */
#ifndef CONDYLE_TOOLS_IK_CLOSED_H
#define CONDYLE_TOOLS_IK_CLOSED_H

#include "run/message.h"

#include <condyle/condyle.h>

/* The problem of --all: an arm, a target, and which solutions count. */
typedef struct ik_closed_request {
    const cdy_model *model;
    int frame;
    const char *given;       /* --given: the joint that stays as at the start; NULL: none */
    const double *arm_angle; /* --arm-angle, rad; NULL: not given */
    bool ignore_limits;
    cdy_ik_closed_problem problem;
} ik_closed_request;

/* Finds all solutions of the request (at most `most`, rows of nq) in closed form, and notes by which structure, what
 * leaves the limits and what is one of infinitely many.  *is_closed becomes false where the structure does not allow
 * it, which is a failure only if the request has a given joint or an arm angle. */
exit_code ik_closed_solve(const ik_closed_request *request, int most, double *solutions, int *count, bool *is_closed);

#endif
