/* Checks: what is asked of one kind of thing at a time, beside what reading it asks. */
#ifndef CDY_LINT_CHECKS_H
#define CDY_LINT_CHECKS_H

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

/* Finds all that is wrong with a text; a robot `in_folder` has a file with a place of its own. */
cdy_status cdy_find_faults(cdy_reader *r, const char *bytes, size_t size, const cdy_check_options *options,
                           bool in_folder);

/* Look for what is wrong with what was read, all of it warnings but for the topology of a robot at fault: attributes
 * and names, roots and cycles, limits and axes, masses and inertias, joints that move no mass (`order` as from
 * cdy_order_links()), meshes. */
void cdy_check_schema(cdy_reader *r);
void cdy_check_names(cdy_reader *r);
cdy_status cdy_check_topology(cdy_reader *r);
void cdy_check_joints(cdy_reader *r);
void cdy_check_links(cdy_reader *r);
cdy_status cdy_check_mass(cdy_reader *r, const int *order);
cdy_status cdy_check_assets(cdy_reader *r, const cdy_check_options *options, bool in_folder);

/* All of these but topology and assets, on a robot that hangs together. */
cdy_status cdy_check_tree(cdy_reader *r);

#endif
