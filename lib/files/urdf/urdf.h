/* The reader of URDF: its elements, in the order in which they are read. */
#ifndef CDY_URDF_URDF_H
#define CDY_URDF_URDF_H

#include "description/reader.h"

/* URDF, as the loader's list of formats has it. */
extern const cdy_file_format cdy_urdf_format;

/* Returns whether URDF has joints of this type. */
bool cdy_urdf_has_type(cdy_joint_type type);

/* Sets whether the faults of a part of a joint are warnings, since joints of its type do not use it, such as the axis
 * of a fixed joint: sets unused_by and unused_reads. */
void cdy_judge_part(cdy_reader *r, const cdy_element *part);

/* Returns whether URDF has an element of this name. */
bool cdy_is_urdf_element(const char *name);

/* Returns whether URDF elements of this name have an attribute of this name. */
bool cdy_is_urdf_attribute(const char *element, const char *attribute);

/* Returns whether a text contains ${...} or a xacro command $(...). */
bool cdy_is_unexpanded(const char *text);

/* Refuses a file that xacro has yet to expand: it has xacro instructions, macro calls but no joints, or ${...} or
 * $(...) in place of a number or a name. */
cdy_status cdy_refuse_macros(cdy_reader *r);

/* Warns of children that are neither among the `count` names nor known extensions of URDF. */
void cdy_check_children(cdy_reader *r, const cdy_element *element, size_t count, const char *const *names);

/* As cdy_check_children(), for the siblings after `element`. */
void cdy_check_followers(cdy_reader *r, const cdy_element *element, size_t count, const char *const *names);

/* Reads the materials that <robot> and the visuals define, before any visual refers to a material. */
cdy_status cdy_read_materials(cdy_reader *r, const cdy_element *robot);

/* Reads the material of a visual, if there is one. */
cdy_status cdy_read_visual_material(cdy_reader *r, const cdy_element *visual, cdy_material *material);

/* Reads all children of this name (visual or collision) into shapes. */
cdy_status cdy_read_shapes(cdy_reader *r, const cdy_element *link, const char *name, const cdy_shape **shapes,
                           size_t *count);

/* Reads the <origin> of an element; `placement`, initially zero, is unchanged if there is none. */
cdy_status cdy_read_origin(cdy_reader *r, const cdy_element *element, cdy_placement *placement);

/* Read all links, and then all joints, of the robot. */
cdy_status cdy_read_links(cdy_reader *r, const cdy_element *robot);
cdy_status cdy_read_joints(cdy_reader *r, const cdy_element *robot);

/* Reads the loops beside the tree, after the links; warns of them. */
cdy_status cdy_read_loops(cdy_reader *r, const cdy_element *robot);

/* Reads the transmissions into the gear ratios of the joints, after the joints are read; warns of faults. */
void cdy_read_transmissions(cdy_reader *r, const cdy_element *robot);

/* Reads the drives of <condyle>, after the transmissions. */
cdy_status cdy_read_drives(cdy_reader *r, const cdy_element *robot);

#endif
