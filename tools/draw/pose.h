/* Pose: a robot at a configuration, put into a scene. */
#ifndef CONDYLE_TOOLS_POSE_H
#define CONDYLE_TOOLS_POSE_H

#include "draw/scene.h"

#include <condyle/condyle.h>

/* A moment and a force that act on a body, shown at its origin. */
typedef struct pose_wrench {
    int frame;
    bool in_body;     /* axes of the body; false: of the base */
    double values[6]; /* Tx Ty Tz N m, Fx Fy Fz N */
} pose_wrench;

/* The parts of a robot to show. */
typedef struct pose_style {
    bool frames, names, joints, inertia, torques;
    const pose_wrench *wrenches;
    size_t wrench_count;
    const double *qd, *qdd, *fext; /* of the torques: velocities, accelerations, external forces; NULL: none */
} pose_style;

/* A robot with its meshes. */
typedef struct subject {
    const cdy_tree *tree;
    const cdy_model *model;
    cdy_workspace *workspace;
    const cdy_mesh_places *places;
    double (*frames)[16]; /* of each body of the tree, the base included, in the base frame */
    double *tau;
    cdy_mesh **meshes; /* of all shapes, in order; NULL: no mesh, or none that can be read */
    bool skeleton;     /* not all shapes can be shown, or there is none */
    bool collisions;   /* the shapes are collision shapes */
    double size;       /* of marks, m */
    size_t missing;    /* meshes that cannot be shown, and why the first of them cannot */
    cdy_error first_missing;
} subject;

/* Reads the meshes of a robot. subject_close() frees the subject, also after a failure. */
cdy_status subject_open(subject *s, const cdy_tree *tree, const cdy_model *model, const cdy_mesh_places *places,
                        bool collisions, cdy_error *error);
void subject_close(subject *s);

/* Puts the frames where they are at the configuration q. */
cdy_status subject_place(subject *s, const double *q, cdy_error *error);

/* A shape at its place T (4 x 4, row-major); `mesh` is NULL where it is none, or cannot be read. */
typedef struct placed_shape {
    const cdy_geometry *geometry;
    const cdy_mesh *mesh;
    double T[16];
    color paint;
} placed_shape;

/* Visits the shapes where the frames are; `faint` from 0, their colors, to 1, white. */
void subject_visit(const subject *s, double faint, void (*visit)(void *context, const placed_shape *shape),
                   void *context);

/* The last of several poses stands so much nearer, in sizes of the robot: it covers what does not move. */
#define LAST_POSE_NEARER 0.004

/* Puts the robot at the configuration q into a scene; `faint` from 0, its colors, to 1, white. */
cdy_status subject_add(subject *s, const double *q, const pose_style *style, double faint, scene *to, cdy_error *error);

#endif
