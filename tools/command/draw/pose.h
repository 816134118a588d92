/* Pose: a robot at a configuration, put into a scene. */
#ifndef CONDYLE_TOOLS_POSE_H
#define CONDYLE_TOOLS_POSE_H

#include "draw/scene.h"
#include "options/wrench.h"
#include "run/robot.h"

#include <condyle/condyle.h>

/* The parts of a robot to show. */
typedef struct pose_style {
    bool frames, names, inertia, torques, collisions;
    const wrench_list *wrenches; /* NULL: none */
} pose_style;

/* A robot with its meshes. */
typedef struct subject {
    const robot *robot;
    cdy_workspace *workspace;
    const cdy_mesh_places *places;
    double (*frames)[16]; /* of each body of the tree, the base included, in the base frame */
    double *tau;
    cdy_mesh **meshes; /* of all shapes, in order; NULL: no mesh, or none that can be read */
    bool skeleton;     /* not all shapes can be shown, or there is none */
    bool collisions;   /* the shapes are collision shapes */
    double size;       /* of marks, m */
} subject;

/* Reads the meshes of a robot; notes those that cannot be. subject_close() frees the subject, also after a failure. */
exit_code subject_open(subject *s, const robot *r, const cdy_mesh_places *places, bool collisions);
void subject_close(subject *s);

/* Puts the robot at the configuration q into a scene; `faint` from 0, its colors, to 1, white. */
exit_code subject_add(subject *s, const double *q, const pose_style *style, double faint, scene *to);

#endif
