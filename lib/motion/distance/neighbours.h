/* Neighbours: moving bodies that a joint holds at each other, or several joints in a row with nothing between. They
 * touch where the joint is, and are not looked at beside each other. */
#ifndef CDY_DISTANCE_NEIGHBOURS_H
#define CDY_DISTANCE_NEIGHBOURS_H

#include "distance/scene.h"
#include "model/model.h"

/* What stands at a moving body. */
typedef struct joined_body {
    bool shaped; /* the scene has shapes of it */
    int ties;    /* joints and loops that end there */
} joined_body;

/* The moving bodies of a model, and what a scene has of them. */
typedef struct joined_bodies {
    const cdy_model *model;
    joined_body *items; /* body_count */
} joined_bodies;

/* Counts the joints and the shapes at each body; fails with CDY_ERROR_MEMORY. The caller releases the items, also after
 * a failure. */
cdy_status cdy_join_bodies(const cdy_model *model, const cdy_distance_scene *scene, joined_bodies *joined,
                           cdy_error *error);

/* Returns the body to which the joint of a moving body holds it, past bodies with nothing on them, and adds to *slides
 * in how many directions the joints on the way slide. */
int cdy_joined_to(const joined_bodies *joined, int body, int *slides);

/* Returns the body to which a tie `far` m from the origin of a moving body holds something: this body, or the one to
 * which its joint holds it where it has nothing on it. */
int cdy_tied_to(const joined_bodies *joined, int body, double far, int *slides);

/* Whether a tie that slides in so many directions holds two bodies at each other. One that slides in several is no
 * hold: a floating joint, a planar one, or two slides in a row let a body go anywhere in space or in a plane. */
static inline bool is_hold(int slides)
{
    return slides <= 1;
}

#endif
