/* Collecting: copies of the files that a robot names, in one folder, under names relative to the robot's file. */
#ifndef CONDYLE_TOOLS_COLLECT_H
#define CONDYLE_TOOLS_COLLECT_H

#include "run/message.h"

#include <condyle/shapes.h>

/* Where the copies go. */
typedef struct collect_options {
    const char *folder; /* of the copies, made where it is missing, unless none is made */
    const char *file;   /* the robot's, which the names in the tree are relative to; NULL: one in the working folder */
    bool replace;       /* replaces other files of the same names there */
    /* Refuses to write a file that the command reads, with a message. */
    exit_code (*refuse)(void *context, const char *path);
    void *context;
} collect_options;

/* Copies the meshes and pictures that the tree names, and renames them in it. A mesh that is not found is a failure, a
 * picture is noted; nothing is copied before all are found, and no copy replaces a file that is read. Writes the folder
 * of the copies, from that of the robot's file, to `relative`. */
exit_code collect_files(cdy_tree *tree, const cdy_mesh_places *places, const collect_options *o, char *relative,
                        size_t size);

/* Makes the folder of the copies where the new file lies in it, before that file is opened. */
exit_code collect_prepare(const char *folder, const char *file);

#endif
