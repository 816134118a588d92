/* Folders in which the meshes of a robot are looked for. */
#ifndef CONDYLE_PYTHON_MESH_H
#define CONDYLE_PYTHON_MESH_H

#include "module.h"

/* The folders, and their memory. */
typedef struct places {
    cdy_mesh_places places;
    text_list folders;
    cdy_package *packages;
    char *names; /* of packages that are given as NAME=FOLDER */
} places;

/* Reads the robot's file (NULL: none) and a sequence of folders.  Returns 0, or -1 with an exception; free them in both
 * cases. */
int read_places(const char *robot_file, PyObject *folders, places *p);
void free_places(places *p);

#endif
