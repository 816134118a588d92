/* Lanes of doubles: the fallback of batches over floats for states that need more digits.
 *
 * They are a batch over doubles in the memory of a slot over floats: what a block overwrites is the slot's. Their
 * functions are compiled once, so that both kinds of batches know them by the same names. */
#ifndef CDY_BATCH_DOUBLE_LANES_H
#define CDY_BATCH_DOUBLE_LANES_H

#include "constraints/row_solver.h"

#include <condyle/constraints.h>
#include <condyle/dynamics.h>
#include <stdbool.h>

typedef struct double_lanes double_lanes;

typedef struct double_lanes_size {
    size_t kept, passing; /* bytes that stay, and that each call overwrites */
} double_lanes_size;

/* The model and the sizes that lanes of doubles have memory for. */
typedef struct double_lanes_shape {
    const cdy_model *model;
    int lanes;     /* 1 instead where the machine has no such width */
    int rows;      /* the most rows of constraints */
    bool matrices; /* results may be matrices of the degrees of freedom */
} double_lanes_shape;

double_lanes_size cdy_double_lanes_size(const double_lanes_shape *shape);

/* Makes lanes of doubles in `kept` and `passing`, aligned to 128 bytes, with a workspace and a row solver that the
 * caller may use between calls. */
cdy_status cdy_double_lanes_init(void *kept, void *passing, const double_lanes_shape *shape, double_lanes **made,
                                 cdy_workspace **workspace, cdy_row_solver **solver, cdy_error *error);

/* States of a call, and its other arguments: rows, NULL for defaults and for results that are not wanted. */
typedef struct double_states {
    const cdy_model *model;
    size_t count;
    const double *const *in; /* in the order of a quantity */
    double *const *out;
    cdy_forward_method method;
    const cdy_constraint *constraints;
    int constraint_count;
    const cdy_constraint_options *options;
    double restitution;
    cdy_constraint_report *reports;
    cdy_status *statuses; /* count */
} double_states;

/* Computes the states by the call for many over doubles. */
typedef void double_call(double_lanes *lanes, const double_states *states);

/* The calls of the quantities over floats that need a definite mass matrix, and those with constraints. */
double_call cdy_double_lanes_forward_dynamics, cdy_double_lanes_forward_dynamics_by,
    cdy_double_lanes_inverse_mass_times, cdy_double_lanes_inverse_mass_matrix,
    cdy_double_lanes_forward_dynamics_derivatives, cdy_double_lanes_forward_dynamics_vjp,
    cdy_double_lanes_forward_dynamics_jvp;
double_call cdy_double_lanes_constrained, cdy_double_lanes_impact;

#endif
