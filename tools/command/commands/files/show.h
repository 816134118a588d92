/* show: the structure of a robot in one of the output formats. */
#ifndef CONDYLE_TOOLS_SHOW_H
#define CONDYLE_TOOLS_SHOW_H

#include "run/output.h"
#include "values/robot.h"

/* Write every body with its joint, numbers and relations: show_csv() the main ones as comma-separated values, one row a
 * body; show_json() all of them as one JSON object. */
exit_code show_write_csv(const robot *r, output *out);
exit_code show_write_json(const robot *r, output *out);

/* Returns the unit vector of the joint's axis. */
void show_axis(const cdy_joint *joint, double axis[3]);

/* Returns whether a joint has an axis. */
bool show_has_axis(const cdy_joint *joint);

/* Returns the position range of a joint: as the dynamics use it for joints with one degree of freedom (infinite without
 * limits), else as in the file. */
void show_range(const cdy_joint *joint, double *lower, double *upper);

#endif
