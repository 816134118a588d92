/* Mesh places: where the meshes of a robot are, from the command line. */
#ifndef CONDYLE_TOOLS_MESH_PLACES_H
#define CONDYLE_TOOLS_MESH_PLACES_H

#include "options/source_options.h"

#include <condyle/shapes.h>

typedef struct mesh_places {
    cdy_mesh_places places;
    cdy_package *packages;
    char *texts; /* names and folders of the packages */
    char *file;  /* of a robot that is given by its name */
} mesh_places;

/* Fills the places from ROBOT and --package-path; mesh_places_clear() frees them, also after a failure. */
exit_code mesh_places_fill(mesh_places *m, const char *source, const source_options *o);

void mesh_places_clear(mesh_places *m);

#endif
