/* Contents of the workspace: all memory that a call writes. */
#ifndef CDY_DYNAMICS_WORKSPACE_H
#define CDY_DYNAMICS_WORKSPACE_H

#include "dynamics/special_code.h"
#include "kernels/kernels.h"

#include <condyle/dynamics.h>

/* Models with more degrees of freedom have no n x n matrix in their workspace. */
enum { LARGEST_DENSE = 4096 };

struct cdy_workspace {
    const cdy_kernels *kernels;
    const special_code *special;  /* code for the model in place of kernels; NULL: none */
    void *allocation;             /* memory to free; NULL in the caller's memory */
    uint64_t fingerprint;         /* of the workspace's model */
    void *kernel_scratch;         /* scratch memory of the kernels */
    double *home;                 /* tree_nq: home configuration */
    double *zero;                 /* tree_nv: default of velocities, accelerations and torques */
    double *q;                    /* tree_nq */
    double *qd, *qdd;             /* tree_nv */
    double *tau;                  /* tree_nv */
    double *columns;              /* 6 x tree_nv: a Jacobian of the tree */
    double *block;                /* tree_nv x 10: regressor block of a body, in tree coordinates */
    double *M;                    /* tree_nv x tree_nv; NULL above LARGEST_DENSE */
    double *L;                    /* nv x nv: M, then a factor, with room as M; NULL above LARGEST_DENSE */
    struct {                      /* inverse kinematics */
        double *q, *trial, *best; /* nq: current iterate, candidate after a step, best of all starts */
        double *J;                /* 6 x nv: derivative of the pose error */
        double *step;             /* nv */
        double *lower, *upper;    /* nv: bounds of the step */
        int32_t *columns;         /* nv: coordinates that move the frame */
    } ik;
};

/* Checks that the workspace was made for the model. Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_workspace(const cdy_model *model, const cdy_workspace *workspace, cdy_error *error);

#endif
