/* Derivatives by the complex step: f(x + i h) has h f'(x) in its imaginary part, to all digits. */
#ifndef CDY_TESTS_COMPLEX_STEP_H
#define CDY_TESTS_COMPLEX_STEP_H

#include "kernels/kernels.h"

/* A robot's state, in coordinates of the tree. */
typedef struct step_state {
    const cdy_model *model;
    const double *q, *qd, *third; /* the third is the acceleration for rnea, the torque for aba */
    const double *forces;         /* may be NULL */
} step_state;

/* The variable of the derivative. */
typedef enum step_kind { STEP_Q, STEP_QD, STEP_THIRD } step_kind;

/* Gives the derivative (tree_nv x tree_nv) of rnea's torques, or of aba's accelerations, by q (in velocity
 * coordinates), qd or the third vector. */
void complex_derivative(const step_state *s, bool by_aba, step_kind kind, double *derivative);

/* Gives the derivatives of the derivatives of rnea's torques by q and qd, and of the mass matrix (tree_nv x tree_nv
 * each), by number j of q (in velocity coordinates), qd or the third vector. */
void complex_second_derivatives(const step_state *s, step_kind kind, int j, double *by_q, double *by_qd, double *M);

/* Gives the derivatives of a frame's Jacobian (6 x tree_nv) and placement (4 x 4) at q by velocity coordinate j of the
 * tree. */
void complex_frame_derivative(const cdy_model *model, const double *q, int frame, bool in_body, int j, double *J,
                              double *T);

#endif
