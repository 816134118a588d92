/* Files of drives: the drives of a robot beside its file, for robots whose file may not change.
 *
 * XML with the element that a URDF of Condyle has for what URDF itself cannot say:
 *
 *   <condyle>
 *     <drive joint="elbow" friction="2.1" damping="0.8" load_friction="0.07" rotor_inertia="1e-4" gear_ratio="101"/>
 *   </condyle>
 *
 * Attributes are damping, friction, stiffness, spring_rest, rotor_inertia, gear_ratio and the members of
 * cdy_joint_drive (condyle/tree.h), in their units. */
#ifndef CONDYLE_DRIVE_FILE_H
#define CONDYLE_DRIVE_FILE_H

#include <condyle/tree.h>

/* Reads a file of drives into a tree: numbers that the file has replace those of the joints, others stay.  Fails with
 * CDY_ERROR_ARGUMENT (a pointer is NULL), CDY_ERROR_IO, CDY_ERROR_ROBOT with file and line (no such joint, an unknown
 * attribute, numbers that no drive has) or CDY_ERROR_MEMORY; the tree is then as it was. */
CDY_API cdy_status cdy_tree_load_drives(cdy_tree *tree, const char *path, cdy_error *error);

/* Writes the drives of a tree to a file, so that every number is read back as it was.  An existing file is replaced
 * only if `replace` says so.  Fails with CDY_ERROR_ARGUMENT (a pointer is NULL, a name that XML cannot hold),
 * CDY_ERROR_IO or CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_tree_save_drives(const cdy_tree *tree, const char *path, bool replace, cdy_error *error);

#endif
