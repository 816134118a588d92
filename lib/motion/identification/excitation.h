/* Excitations: the motion, and its condition number. */
#ifndef CDY_IDENTIFICATION_EXCITATION_H
#define CDY_IDENTIFICATION_EXCITATION_H

#include "model/model.h"

#include <condyle/excitation.h>

/* A moving joint: its indices in configurations and velocities, its range and limits. */
typedef struct excited_joint {
    int q, v;
    double center, half_range;
    double velocity, acceleration;
} excited_joint;

struct cdy_excitation {
    int nq, nv, joint_count, harmonics;
    double frequency;      /* w, rad/s */
    double *home;          /* nq */
    excited_joint *joints; /* joint_count */
    double *center;        /* joint_count: c */
    double *sine, *cosine; /* joint_count x harmonics: a, b */
    double condition;
    int rank;
};

enum { SAMPLES_A_HARMONIC = 64 };

/* Allocates an excitation at rest, with the joints of one degree of freedom and their limits. Fails with
 * CDY_ERROR_ARGUMENT where the robot has none; *made must be destroyed in any case. */
cdy_status cdy_excitation_start(const cdy_model *model, const cdy_excitation_options *options, cdy_excitation **made,
                                cdy_error *error);

/* Makes the motion of `genes`: for each joint the unscaled a and b (harmonics each) and, from -1 to 1, the place of
 * the swing in the rest of the joint's range. The motion uses `share` of the limits. */
void cdy_excitation_express(cdy_excitation *e, const double *genes, double share);

/* Condition numbers of the base regressor. */
typedef struct conditioning {
    const cdy_model *model;
    cdy_workspace *workspace;
    const cdy_regressor_options *options;
    int p, rank;
    int *base;            /* p: the columns of base parameters first */
    double *Y;            /* nv x p */
    double *A;            /* column-major: rows of the regressor */
    int capacity, filled; /* rows of A */
    double *scratch, *sigma, *V;
    double *q, *qd, *qdd, *tau; /* a state */
} conditioning;

cdy_status cdy_conditioning_create(conditioning *c, const cdy_excitation *e, const cdy_model *model,
                                   const cdy_regressor_options *options, uint64_t seed, cdy_error *error);
void cdy_conditioning_clear(conditioning *c);

/* Sets *condition to the condition number of an excitation over its period. */
cdy_status cdy_condition_of(conditioning *c, const cdy_excitation *e, double *condition, cdy_error *error);

#endif
