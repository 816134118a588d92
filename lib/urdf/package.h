/* Packages: where the files of a ROS package lie. */
#ifndef CDY_URDF_PACKAGE_H
#define CDY_URDF_PACKAGE_H

#include "base/arena.h"

#include <condyle/check.h>

/* Finds the folder of a package: as the options say; below the folders of ROS_PACKAGE_PATH, or one of them itself;
 * below share/ of the folders of AMENT_PREFIX_PATH; above `folder` (may be NULL), where the robot's own package is.
 * NULL where it is not found, or memory runs out. */
char *cdy_find_package(cdy_arena *memory, const cdy_check_options *options, const char *folder, const char *name);

#endif
