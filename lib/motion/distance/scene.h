/* The shapes of a robot and its surroundings, placed in a configuration, and the pairs that are looked at. */
#ifndef CDY_DISTANCE_SCENE_H
#define CDY_DISTANCE_SCENE_H

#include "distance/core.h"

#include <stdint.h>

/* A shape on its frame. */
typedef struct carried {
    core core;    /* placed in the frame of the base by cdy_scene_place() */
    vec3 middle;  /* of its bounding sphere, there */
    double T[16]; /* where it stands in its frame */
    int frame;    /* CDY_DISTANCE_WORLD: none */
    int body;     /* moving body, 0 the base; -1: the world */
} carried;

typedef struct shape_pair {
    uint32_t a, b;
} shape_pair;

struct cdy_distance_scene {
    uint64_t fingerprint; /* of the model */
    carried *shapes;
    shape_pair *pairs;
    double *bounds; /* of each pair: what its bounding spheres say of its distance, m */
    double *points; /* of all hulls */
    double *T;      /* of all frames */
    double *J;      /* two Jacobians */
    double *q;      /* a configuration */
    size_t shape_count, pair_count;
};

/* Checks the arguments that calls on scenes share. */
cdy_status cdy_scene_check(const cdy_model *model, const cdy_workspace *workspace, const cdy_distance_scene *scene,
                           cdy_error *error);

/* Places the shapes at q, of arguments that are checked. */
cdy_status cdy_scene_place(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene, const double *q,
                           cdy_error *error);

#endif
