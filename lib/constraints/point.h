/* A place on a body: where it is, how it moves, and what moves it. */
#ifndef CDY_CONSTRAINTS_POINT_H
#define CDY_CONSTRAINTS_POINT_H

#include "dynamics/workspace.h"
#include "spatial/rotation.h"

/* A frame fixed to a frame of the model, seen from the base in the base's axes. */
typedef struct place {
    rotation R;    /* its axes are the columns */
    vec3 p;        /* its origin */
    vec3 arm;      /* p from the origin of the model's frame */
    vec3 w, v;     /* velocity of its origin */
    vec3 alpha, a; /* acceleration of its origin where all joint accelerations are 0 */
} place;

/* Gives the place `at` of a frame.  Where tree_qd is NULL it does not move. */
place cdy_place(const cdy_model *model, cdy_workspace *workspace, int frame, const cdy_placement *at,
                const double *tree_q, const double *tree_qd);

/* Gives the Jacobian J (6 x nv, base's axes) of the point of a frame's body that is at the frame's origin plus `arm`.
 */
void cdy_point_jacobian(const cdy_model *model, cdy_workspace *workspace, int frame, vec3 arm, const double *tree_q,
                        double *J);

/* The largest coordinate of a point, which does not overflow. */
double cdy_distance(vec3 p);

/* Raises sizes[0] (nv) to the largest angular element of each column of J (6 x nv), sizes[1] to the largest that a
 * linear one might have been made of, `reach` being how far things are from each other. */
void cdy_measure_columns(size_t n, const double *J, double reach, double *const sizes[2]);

/* Sets the elements of J to 0 that are nothing but rounding beside such sizes, so that no rank counts them. */
void cdy_drop_rounding(size_t n, double *const sizes[2], double *J);

/* Turns the columns of J (6 x n) from the base's axes into those of R. */
void cdy_turn_columns(rotation R, size_t n, double *J);

#endif
