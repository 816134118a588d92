/* Numbers by joint from the command line: one for all, a list, or joint=value,... over values that are there. */
#ifndef CONDYLE_TOOLS_PER_JOINT_H
#define CONDYLE_TOOLS_PER_JOINT_H

#include "values/coordinates.h"
#include "values/robot.h"

/* The option that gives the numbers. */
typedef struct per_joint_option {
    const char *name; /* "--velocity" */
    const char *noun; /* "limit", for messages */
    vector_kind kind; /* vector with these elements; angles are in degrees with `degrees` */
    bool above_zero;  /* the numbers must not be 0 */
    bool degrees;
    double least, most; /* SI; 0: no such bound */
} per_joint_option;

/* Reads numbers, from 0 on, over `values`, one for each degree of freedom; joints that a list joint=value,... leaves
 * out keep theirs. `given` NULL: all keep theirs. */
exit_code per_joint_read(const robot *r, const per_joint_option *option, const char *given, double *values);

#endif
