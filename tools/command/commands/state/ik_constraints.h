/* Constraints of inverse kinematics, from a JSON file. */
#ifndef CONDYLE_TOOLS_IK_CONSTRAINTS_H
#define CONDYLE_TOOLS_IK_CONSTRAINTS_H

#include "run/message.h"
#include "values/variable.h"

#include <condyle/generalized_inverse_kinematics.h>

typedef struct ik_constraint_list {
    cdy_ik_constraint *items;
    size_t count;
} ik_constraint_list;

/* What the objects of the file have, for the help. */
#define IK_CONSTRAINTS_NOTE                                                                                            \
    "Objects of the list of --constraints; \"kind\" and \"body\" (of kind joint \"joint\") are required:\n"            \
    "  kind         pose, position, orientation, aiming, cartesian, distance, joint, fixed, revolute,\n"               \
    "               prismatic\n"                                                                                       \
    "  name         of the constraint in the results (default: body and kind)\n"                                       \
    "  body         the body to place; at, rpy: a place in its frame (m; rad about fixed axes)\n"                      \
    "  relative_to  the reference body (default: the base); target, target_rpy: the place in its frame\n"              \
    "               where the body's has to be, what it aims at, the box's frame, or the joint's that\n"               \
    "               closes a loop\n"                                                                                   \
    "  axis         of aiming: the direction in the body's frame that aims (default: [0, 0, 1])\n"                     \
    "  bounds       [least, most] of a distance (m), of a joint or of the joint that closes a loop (rad\n"             \
    "               or m); of kind cartesian three such pairs (m); null: none\n"                                       \
    "  angular_tolerance, linear_tolerance  errors up to these are none (rad, m; default: 0)\n"                        \
    "  weights      of the errors rx, ry, rz, x, y, z and of bounds: a number or a list of seven; 0: free\n"

/* Reads the constraints, and names them in `dimensions`; ik_constraints_clear() frees the list, also after a failure.
 */
exit_code ik_constraints_read(const char *path, const cdy_model *model, ik_constraint_list *list, dimensions *d);
void ik_constraints_clear(ik_constraint_list *list);

#endif
