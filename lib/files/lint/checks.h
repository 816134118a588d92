/* Checks: each finds one kind of fault, in addition to the reader's faults. */
#ifndef CDY_LINT_CHECKS_H
#define CDY_LINT_CHECKS_H

#include "description/reader.h"
#include "package/search.h"

#include <condyle/shapes.h>
#include <math.h>

/* Returns whether an angle exceeds the range of joints but is common in degrees. */
static inline bool looks_like_degrees(double angle)
{
    return fabs(angle) >= 25 && fabs(angle) <= 720;
}

/* Checks the <safety_controller> of every readable joint. */
void cdy_check_safety(cdy_reader *r);

/* Checks the mimic of a joint, if it has one. */
void cdy_check_follower(cdy_reader *r, const cdy_joint_entry *entry, const cdy_joint *joint);

/* Checks the names of links and joints in extensions. */
void cdy_check_references(cdy_reader *r);

/* Checks the sizes of shapes, colors and materials, and omitted products of inertia. */
void cdy_check_looks(cdy_reader *r);

/* Checks for contents later than the version of the file. */
void cdy_check_version(cdy_reader *r);

/* Checks inertias, in a robot of this size in meters. */
void cdy_check_inertias(cdy_reader *r, double robot_size);

/* Moments of inertia about the axes of the link's frame, through the center of mass. */
void cdy_moments_in_link_axes(const cdy_inertial *inertial, double moments[3]);

/* Compares the inertia of a link, unless it is reported already, with the solid of its shapes, which has a positive
 * volume; `meshes`: some of these are meshes. */
void cdy_compare_inertia(cdy_reader *r, const cdy_link_entry *link, const cdy_solid *solid, bool meshes);

/* Compares the inertia of a link without meshes with its collision primitives, or with its visuals where the collision
 * primitives have no volume; the bounds come from the box around all shapes. */
void cdy_compare_with_primitives(cdy_reader *r, const cdy_link_entry *link);

/* Checks for contents that are read here and that another program refuses or changes. */
void cdy_check_programs(cdy_reader *r);

/* Checks a robot whose links form one tree for parts that sdformat leaves out or refuses; fails with CDY_ERROR_MEMORY
 * only. */
cdy_status cdy_check_sdformat(cdy_reader *r);
void cdy_check_mujoco(cdy_reader *r, cdy_program version);

/* Checks masses of MJCF that MuJoCo refuses. */
void cdy_check_mjcf_masses(cdy_reader *r);

/* Checks the values of the interfaces of a <ros2_control>. */
void cdy_check_control_values(cdy_reader *r, const cdy_element *control);

cdy_status cdy_check_drake(cdy_reader *r);
void cdy_check_isaac(cdy_reader *r);

/* Marks the links of moving bodies that MuJoCo refuses as too light; `order` from cdy_order_links(). */
cdy_status cdy_find_light_bodies(cdy_reader *r, const int *order);

/* Finds all faults of a text; `in_folder`: the text is a file, whose folder resolves relative paths. */
cdy_status cdy_find_faults(cdy_reader *r, const char *bytes, size_t size, const cdy_check_options *options,
                           bool in_folder);

/* Check what was read: attributes and names, roots and cycles, limits and axes, masses and inertias, joints that move
 * no mass (`order` from cdy_order_links()), meshes. All findings are warnings or notes, except those of topology. */
void cdy_check_schema(cdy_reader *r);
void cdy_check_names(cdy_reader *r);
cdy_status cdy_check_topology(cdy_reader *r);
void cdy_check_joints(cdy_reader *r);
void cdy_check_links(cdy_reader *r);
cdy_status cdy_check_mass(cdy_reader *r, const int *order);
cdy_status cdy_check_assets(cdy_reader *r, cdy_package_search *search, bool in_folder);
cdy_status cdy_check_meshes(cdy_reader *r, const cdy_check_options *options, const cdy_package_search *search,
                            bool in_folder);

/* Runs these checks, except topology and assets, on a connected robot. */
cdy_status cdy_check_tree(cdy_reader *r);

#endif
