/* The files that the page of condyle view is made from, for the server that follows them. */
#ifndef CONDYLE_TOOLS_VIEW_FILES_H
#define CONDYLE_TOOLS_VIEW_FILES_H

#include "run/watch.h"
#include "values/robot.h"

#include <condyle/shapes.h>

/* Adds the file of ROBOT, that of its rows (NULL: none), and the files that it includes where it is in xacro, those too
 * that are not there. Fails, before a file is read, where one in the list is a pipe or a device. */
exit_code view_files_add_sources(watch_list *files, const char *source, const char *rows, const source_options *o);

/* Adds the meshes that a robot names, for visuals and collisions, those too that are not there; not those of packages
 * that are not found. Fails as view_files_add_sources() does. */
exit_code view_files_add_meshes(watch_list *files, const cdy_tree *tree, const cdy_mesh_places *places);

#endif
