/* Search for the folders of ROS packages: one for macros, meshes, pictures and findings alike. */
#ifndef CDY_PACKAGE_SEARCH_H
#define CDY_PACKAGE_SEARCH_H

#include <condyle/package.h>
#include <stdbool.h>
#include <stddef.h>

enum { CDY_PATH_SIZE = 4096, CDY_PACKAGE_NAME_SIZE = 256 };

/* Where packages are searched for, and what surrounds a robot's file: paths are absolute, "" where there is none. */
typedef struct cdy_package_search {
    const cdy_package *packages; /* those that the caller gives, first */
    size_t count;
    char folder[CDY_PATH_SIZE];           /* of the robot's file, without . and .. in it, links as they are */
    char real[CDY_PATH_SIZE];             /* of the file that the links lead to; "" where that is `folder` */
    char own[CDY_PATH_SIZE];              /* the nearest folder above with a package.xml */
    char own_name[CDY_PACKAGE_NAME_SIZE]; /* the name in that package.xml */
    char repository[CDY_PATH_SIZE];       /* the nearest folder above with .git */
    int looked_at, looked_at_in_all;      /* folders that were read: for the current package, and for all */
} cdy_package_search;

/* Begins a search around a robot's file; `robot` NULL: the robot lies nowhere.  The packages must outlive it. */
void cdy_package_search_begin(cdy_package_search *s, const char *robot, const cdy_package *packages, size_t count);

/* Writes the absolute folder of a package, and returns whether there is one.  A package is given by the caller under
 * its name; or it is a folder of the caller's, of ROS_PACKAGE_PATH, or of share/ below AMENT_PREFIX_PATH, or lies in
 * one; or it is the robot's own, is beside a folder above the robot's file, or is in the robot's repository.  A folder
 * is a package by its own name or by that in its package.xml.  A package that the caller names need not exist. */
bool cdy_find_package(cdy_package_search *s, const char *name, char found[CDY_PATH_SIZE]);

/* Whether a file lies in one of the caller's packages or folders, after all links. */
bool cdy_is_in_given_folder(const cdy_package_search *s, const char *path);

#endif
