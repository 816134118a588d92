/* Poses of a robot at rest, with their gravity torques and the torques of a unit mass. */
#ifndef CDY_CAPACITY_POSES_H
#define CDY_CAPACITY_POSES_H

#include "capacity/load.h"

#include <condyle/batch.h>

/* One degree of freedom in a search. */
typedef struct pose_range {
    bool varies;         /* otherwise it stays at home */
    int position;        /* its coordinate in a configuration */
    double lower, upper; /* two turns for a revolute joint without limits, which comes to the same pose after one */
} pose_range;

enum { POSE_BLOCK = 64 };

/* Memory of a search. Arrays of the block have a row for each of POSE_BLOCK poses. */
typedef struct poses {
    const cdy_model *model;
    int frame, n, nq;
    cdy_capacity_options options;
    uint64_t seed;
    cdy_batch *batch;
    cdy_workspace *workspace;
    pose_range *ranges;             /* n */
    double *home;                   /* nq */
    double *q, *tau, *J, *T, *d;    /* of the block: nq, n, 6 x n, 16, n */
    double *one_tau, *one_J;        /* of one pose: n, 6 x n */
    double *one_d, *fext, *dtau_dq; /* n, force_rows x 6, n x n */
    double one_T[16];
    double arm[3]; /* of the last pose that cdy_poses_evaluate() computed */
} poses;

/* Checks the arguments and allocates; `with_derivatives`: dtau_dq too. cdy_poses_clear() frees, also after a failure.
 */
cdy_status cdy_poses_open(poses *p, const cdy_model *model, int frame, const cdy_capacity_options *options,
                          bool with_derivatives, cdy_error *error);
void cdy_poses_clear(poses *p);

/* Computes the next `count` random poses (POSE_BLOCK at most) into the block. */
cdy_status cdy_poses_draw(poses *p, size_t count, cdy_error *error);

/* Whether pose number `i` of the block has finite numbers. */
bool cdy_pose_is_finite(const poses *p, size_t i);

/* Computes one pose: one_tau, one_J, one_T, one_d and arm. */
cdy_status cdy_poses_evaluate(poses *p, const double *q, cdy_error *error);

#endif
