/* Search for the folders of ROS packages. */
#ifndef CDY_URDF_PACKAGE_H
#define CDY_URDF_PACKAGE_H

#include "base/arena.h"

#include <condyle/check.h>

/* Returns the folder of a package: from the options; below a folder of ROS_PACKAGE_PATH, or a folder of
 * ROS_PACKAGE_PATH itself; below share/ of a folder of AMENT_PREFIX_PATH; or above `folder` (may be NULL), for the
 * robot's own package and the packages beside it. NULL if there is none or memory runs out. */
char *cdy_find_package(cdy_arena *memory, const cdy_check_options *options, const char *folder, const char *name);

/* Whether a prefix of a path leads above the path's root. */
bool cdy_path_escapes(const char *path);

#endif
