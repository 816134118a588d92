/* The workspace from inside: everything that a call writes. */
#ifndef CDY_DYNAMICS_WORKSPACE_H
#define CDY_DYNAMICS_WORKSPACE_H

#include "kernels/kernels.h"

#include <condyle/dynamics.h>

/* Models of more degrees of freedom have no room for an n x n matrix of their own. */
enum { LARGEST_DENSE = 4096 };

struct cdy_workspace {
    const cdy_kernels *kernels;
    void *allocation;             /* what destroy frees; NULL in the caller's memory */
    uint64_t fingerprint;         /* of the model that it was made for */
    void *state;                  /* the kernels' */
    double *home;                 /* tree_nq */
    double *zero;                 /* tree_nv: velocities that were not given */
    double *q;                    /* tree_nq */
    double *qd, *qdd;             /* tree_nv */
    double *tau;                  /* tree_nv */
    double *columns;              /* 6 x tree_nv: a Jacobian of the tree */
    double *block;                /* tree_nv x 10: a body's part of the tree's regressor */
    double *M;                    /* tree_nv x tree_nv; NULL above LARGEST_DENSE */
    double *L;                    /* nv x nv, likewise: a factor */
    struct {                      /* what inverse kinematics searches with */
        double *q, *trial, *best; /* nq: where it stands, where a step leads, the best of all starts */
        double *J;                /* 6 x nv: rates of the pose error */
        double *step;             /* nv */
        double *lower, *upper;    /* nv: how far a step may go */
        int32_t *loose;           /* nv: the velocities that a step is free to use */
    } ik;
};

/* Checks that a model and a workspace belong together.  Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_workspace(const cdy_model *model, const cdy_workspace *workspace, cdy_error *error);

#endif
