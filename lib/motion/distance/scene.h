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
    int held_to;  /* the moving body that joints hold its body to, at which it is not looked at; -1: none */
    bool paired;  /* some pair has it */
    double reach; /* of the farthest point from the moving body's origin, at most, m */
    double swing; /* of the farthest point from the z axis there, at most, m */
} carried;

typedef struct shape_pair {
    uint32_t a, b;
} shape_pair;

/* How far the joint of a moving body turns and slides on the way between two configurations, and how far its body's
 * origin may be from the parent's. */
typedef struct joint_way {
    double angular, linear; /* rad, m: how far it turns and slides */
    double offset, across;  /* m: how far the body's origin is from its parent's origin, and from its z axis, at most */
} joint_way;

struct cdy_distance_scene {
    uint64_t fingerprint; /* of the model */
    carried *shapes;
    shape_pair *pairs;
    double *bounds;  /* of each pair: what its bounding spheres say of its distance, m */
    double *points;  /* of all hulls */
    double *T;       /* of all frames */
    double *J;       /* two Jacobians */
    double *q;       /* a configuration */
    double *home;    /* another, behind it */
    double *steps;   /* two: the whole way, and a part of it */
    double *rates;   /* of each pair: how much its distance changes on the whole way, at most, m */
    joint_way *ways; /* of each moving body */
    size_t shape_count, pair_count;
};

/* Checks the arguments that calls on scenes share. */
cdy_status cdy_scene_check(const cdy_model *model, const cdy_workspace *workspace, const cdy_distance_scene *scene,
                           cdy_error *error);

/* Notes which shapes the pairs have. */
void cdy_scene_mark(cdy_distance_scene *scene);

/* Places the shapes at q, of arguments that are checked. Fails with CDY_ERROR_NUMERIC where one of a pair is too far
 * away to measure. */
cdy_status cdy_scene_place(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene, const double *q,
                           cdy_error *error);

#endif
