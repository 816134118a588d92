/* Parts of generalized inverse kinematics: the arguments, the cost of a configuration with its derivatives, the step.
 */
#ifndef CDY_IK_GENERALIZED_H
#define CDY_IK_GENERALIZED_H

#include "dynamics/workspace.h"
#include "ik/stop.h"
#include "ik/violation.h"

/* How far a configuration is from meeting a list of constraints. */
typedef struct gik_error {
    double cost;    /* sum of (weight x violation)^2, of weights of 1 at most */
    double largest; /* violation, rad or m */
} gik_error;

/* A search; the arrays are those of a workspace. */
typedef struct gik_search {
    const cdy_model *model;
    cdy_workspace *w;
    const cdy_ik_constraint *constraints;
    int count;
    cdy_gik_options options;
    double scale;             /* of the weights */
    size_t n;                 /* columns: the caller's velocities that constraints depend on */
    const int32_t *columns;   /* n */
    double *q, *trial, *best; /* nq: current iterate, candidate after a step, best of all descents */
    double *J, *K;            /* 6 x n: relative Jacobian, and products with it or the Jacobian of a frame */
    double *H, *factor;       /* n x n: J^T J of the weighted errors, and a factor of its free part */
    double *gradient;         /* n: J^T e */
    double *x;                /* n: the step */
    double *lower, *upper;    /* n: limits of the columns' coordinates */
    double *rhs;              /* n */
    int32_t *freely;          /* n: columns that the step leaves free */
    gik_error error, least;   /* at q, at the best configuration */
    double damping, growth;   /* factor of the damping */
    double predicted;         /* decrease of the cost by the step */
    double length;            /* of the step, 0 where none was made */
    uint64_t seed;
    int iterations, restarts;
    cdy_ik_end end; /* of the descent that ended last; in the end, of the search */
    bool is_interrupted;
    bool at_minimum, is_least_minimum; /* the descent has ended at a minimum; `best` is one */
} gik_search;

/* Checks a list of constraints. Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_ik_constraints(const cdy_model *model, const cdy_ik_constraint *constraints, int count,
                                    cdy_error *error);

/* Checks the options. Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_gik_options(const cdy_gik_options *options, cdy_error *error);

/* Checks a problem and its workspace. Fails with CDY_ERROR_ARGUMENT or CDY_ERROR_UNSUPPORTED. */
cdy_status cdy_check_gik_problem(const cdy_model *model, const cdy_workspace *workspace, const cdy_gik_problem *problem,
                                 cdy_error *error);

/* Whether constraints of this kind compare the places of two frames. */
static inline bool compares_frames(const cdy_ik_constraint *c)
{
    return c->kind != CDY_IK_JOINT_BOUNDS;
}

/* Lists in `columns` (nv) the caller's velocities that move the frames of constraints, or coordinates that they bound;
 * returns their number. */
size_t cdy_list_gik_columns(const cdy_model *model, const cdy_ik_constraint *constraints, int count, int32_t *columns);

/* Returns the body whose joint has a velocity of the caller's; of one that mimic joints share, the leader's. */
int32_t cdy_body_of_velocity(const cdy_model *model, int32_t velocity);

/* Returns the joint of a velocity of the caller's; of one that mimic joints share, the leader's. */
const model_joint *cdy_joint_of_velocity(const cdy_model *model, int32_t velocity);

/* Gives the violation of constraint c at q (nq). */
void cdy_ik_violation_at(const cdy_model *model, cdy_workspace *w, const cdy_ik_constraint *c, const double *q,
                         cdy_ik_violation *violation);

/* Computes the error at q (nq). */
gik_error cdy_gik_error_at(const gik_search *s, const double *q);

/* Fills H and gradient at s->q. */
void cdy_differentiate_gik(const gik_search *s);

/* Computes the step x, of the least |J x + e|^2 + damping |x|^2 within the limits, and the decrease of the cost that it
 * predicts; the active set method is that of step.h.  Returns false where there is no step. */
bool cdy_make_gik_step(gik_search *s, double damping);

/* Returns the largest derivative of half the cost by a coordinate that no limit holds. */
double cdy_gik_slope(const gik_search *s);

#endif
