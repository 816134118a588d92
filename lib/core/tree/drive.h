/* Checks of the numbers of a joint's drive. */
#ifndef CDY_TREE_DRIVE_H
#define CDY_TREE_DRIVE_H

#include <condyle/tree.h>

/* Names what is wrong with the drive of a joint, and what is expected; NULL: nothing (cdy_joint_drive). */
const char *cdy_find_drive_fault(const cdy_joint *joint);

#endif
