/* Assignments: `joint=value,...` on the command line. */
#ifndef CONDYLE_TOOLS_ASSIGNMENT_H
#define CONDYLE_TOOLS_ASSIGNMENT_H

#include "values/coordinates.h"
#include "values/robot.h"

/* Sets the elements of a vector that `list` names: `joint=value` for a joint with one degree of freedom (or
 * `joint[0]=value`), `joint[k]=value` for others. Reports unknown, fixed and mimic joints and repeated elements under
 * the option's name (`--q`). With `degrees`, angles are in degrees. */
exit_code assignment_read(const robot *r, vector_kind kind, const char *option, const char *list, bool degrees,
                          double *values);

#endif
