/* Stages: the constraints on speed and acceleration along a path, at points of it.
 *
 * With x the square of the path's speed and u its acceleration, an acceleration or an effort of a joint is
 * a u + b x + c + f, where f is the torque of friction and damping at that speed; its magnitude must not exceed g. */
#ifndef CDY_TRAJECTORY_STAGES_H
#define CDY_TRAJECTORY_STAGES_H

#include "trajectory/trajectory.h"

#include <condyle/batch.h>

/* Models, batches and constraint rows that all stages of a trajectory share. */
typedef struct stage_source {
    const request *r;
    cdy_model *plain; /* the model without damping and friction */
    cdy_batch *batch, *plain_batch;
    cdy_workspace *workspace; /* of contacts; NULL: there are none */
    bool rubs;                /* damping or friction act */
    int row_count;            /* constraints at each stage */
    int *joint;               /* row_count: degree of freedom */
    bool *effort;             /* row_count: an effort, not an acceleration */
} stage_source;

typedef struct stages {
    const stage_source *source;
    size_t count;
    double *s;              /* count */
    double *x;              /* count: squared speeds of the last solution */
    double *most;           /* count: the largest x within the limits of velocity and of contact */
    double *contact;        /* count x contact_count: share of the speed that a contact allows, by the path's speed */
    double *a, *b, *c, *f;  /* count x row_count */
    double *g;              /* row_count */
    double *q;              /* count x nq */
    double *first, *second; /* count x n: derivatives of the path */
    double *tau;            /* count x n: work memory */
} stages;

cdy_status cdy_stage_source_create(stage_source *source, const request *r, cdy_error *error);
void cdy_stage_source_clear(stage_source *source);

/* Gives the efforts tau (count x n) of motions (NULL: 0), with or without damping and friction: of a mechanism those of
 * its drives. */
cdy_status cdy_stage_efforts(const stage_source *source, bool rubs, size_t count, const double *q, const double *qd,
                             const double *qdd, double *tau, cdy_error *error);

/* Bytes that a stage takes. */
size_t cdy_stage_bytes(const stage_source *source);

/* Makes stages at the path parameters s (count, ascending, copied) within the stretch of the path that ends at s[count
 * - 1]; x is 0. */
cdy_status cdy_stages_create(stages *st, const stage_source *source, size_t count, const double *s, cdy_error *error);
void cdy_stages_clear(stages *st);

/* Frees all but the path parameters and the squared speeds. */
void cdy_stages_keep_speeds(stages *st);

/* Computes f at the squared speeds st->x. */
cdy_status cdy_stages_add_friction(stages *st, cdy_error *error);

#endif
