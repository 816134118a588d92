/* Losses: what a format cannot have of the robot that is written. */
#ifndef CDY_DESCRIPTION_LOSSES_H
#define CDY_DESCRIPTION_LOSSES_H

#include <condyle/tree.h>

/* How a robot is written in a format other than URDF; members as those of cdy_write_options. */
typedef struct cdy_writing {
    const char *mesh_folder;
    bool actuators;
    void (*lost)(void *context, const char *element, const char *what);
    void *context;
} cdy_writing;

/* Reports that something of an element, "link" or "joint" with its name, is not written. */
void cdy_lose(const cdy_writing *how, const char *kind, const char *name, const char *what);

/* Reports `what` of a loop; one without a name is told by the names of its bodies. */
void cdy_lose_loop(const cdy_writing *how, const cdy_loop *loop, const char *what);

/* Reports all exclusions of a tree, which URDF and SDF do not have. */
void cdy_lose_exclusions(const cdy_writing *how, const cdy_tree *tree);

/* Reports `what` of a link whose principal moments no body has, or of which one is not above `least` (kg m2). */
void cdy_lose_impossible(const cdy_writing *how, const cdy_body *body, double least, const char *what);

#endif
