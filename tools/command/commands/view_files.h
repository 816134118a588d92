/* The files that the page of condyle view is made from, for the server that follows them. */
#ifndef CONDYLE_TOOLS_VIEW_FILES_H
#define CONDYLE_TOOLS_VIEW_FILES_H

#include "run/robot.h"
#include "run/watch.h"

#include <condyle/shapes.h>

/* Adds ROBOT, and the files that it includes where it is in xacro: as many as can be read. */
exit_code view_files_add_sources(watch_list *files, const char *source, const source_options *o);

/* Adds the meshes that a robot names, for visuals and collisions, as far as they are found. */
exit_code view_files_add_meshes(watch_list *files, const cdy_tree *tree, const cdy_mesh_places *places);

#endif
