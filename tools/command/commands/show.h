/* show: the structure of a robot in one of the output formats. */
#ifndef CONDYLE_TOOLS_SHOW_H
#define CONDYLE_TOOLS_SHOW_H

#include "run/robot.h"

/* Writes every body with its joint, numbers and relations: as comma-separated values the main ones, one row a body;
 * as JSON all of it, one object. */
exit_code show_write_csv(const robot *r, output *out);
exit_code show_write_json(const robot *r, output *out);

/* Gives the joint's axis with length 1. */
void show_axis(const cdy_joint *joint, double axis[3]);

/* Tells whether a joint has an axis at all. */
bool show_has_axis(const cdy_joint *joint);

/* Gives the range of a joint's positions: that of one-degree joints as the dynamics use it, infinite where the joint
 * has none, otherwise what the file says. */
void show_range(const cdy_joint *joint, double *lower, double *upper);

#endif
