/* Checks: what is asked of one kind of thing at a time, beside what reading it asks. */
#ifndef CDY_URDF_CHECKS_H
#define CDY_URDF_CHECKS_H

#include "urdf/reader.h"

/* Whether an angle is larger than joints turn, but such as degrees have. */
bool cdy_looks_like_degrees(double angle);

/* Looks at the <safety_controller> of every joint that can be read. */
void cdy_check_safety(cdy_reader *r);

/* Looks at what a joint mimics, if it does. */
void cdy_check_follower(cdy_reader *r, const cdy_urdf_joint *entry, const cdy_joint *joint);

/* Looks at the rest of a joint that says less, or more, than it means. */
void cdy_check_joint_details(cdy_reader *r, const cdy_element *element, const cdy_joint *joint);

/* Looks for extensions that name links and joints which the robot does not have. */
void cdy_check_references(cdy_reader *r);

/* Looks at the sizes of shapes, at colors and materials, at inertias with numbers left out. */
void cdy_check_looks(cdy_reader *r);

/* Looks for what a file of its version cannot say. */
void cdy_check_version(cdy_reader *r);

/* Looks for inertias that no body has, in a robot of this size in meters. */
void cdy_check_inertias(cdy_reader *r, double robot_size);

/* Looks for what is read here and what another program refuses or changes. */
void cdy_check_programs(cdy_reader *r);

#endif
