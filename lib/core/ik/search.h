/* Searches for configurations that place a frame: one in each lane, each at its own step of its own target. */
#ifndef CDY_IK_SEARCH_H
#define CDY_IK_SEARCH_H

#include "dynamics/workspace.h"
#include "ik/step.h"
#include "ik/stop.h"

#include <condyle/inverse_kinematics.h>

/* The components of a pose error, and the weighted sum of their squares. */
typedef struct pose_error {
    double parts[6], cost;
} pose_error;

/* The state of a lane: the configuration that it has the kernels evaluate next, in `trial`. */
typedef enum search_phase {
    SEARCH_IDLE,
    SEARCH_START,     /* the start of a descent */
    SEARCH_TRANSLATE, /* the end of a step of translation */
    SEARCH_RETURN,    /* q once more, after a translation that did not help */
    SEARCH_STEP,      /* the end of a step */
    SEARCH_STAY,      /* any: no step could be tried */
    SEARCH_ENDED      /* any: the descent has ended */
} search_phase;

typedef struct search_lane {
    search_phase phase;
    double cotangent;        /* of the error, see kernels/pose_step.h */
    double linear_tolerance; /* m */
    pose_error error, best;  /* at q, at the best configuration of all descents */
    double factor, growth;   /* of the damping */
    double predicted;        /* decrease of the cost by the step that is tried */
    double before;           /* cost some steps ago */
    stop_watch watch;        /* of the descent */
    cdy_ik_end end;          /* of the descent that ended last */
    int step, translations;  /* of the descent */
    int iterations, restarts;
    uint64_t seed;
    bool translates;    /* the next step is one of translation */
    bool until_minimum; /* the descent ends at a minimum only */
    bool is_last;       /* it is the last descent */
} search_lane;

/* The searches; arrays are lane-packed unless stated otherwise. */
typedef struct ik_search {
    const cdy_model *model;
    const cdy_kernels *kernels;
    void *kernel_scratch;
    int frame;
    cdy_ik_options options; /* weights of 1 at most */
    size_t lanes, count;
    bool is_movable, is_interrupted;
    int32_t *columns;         /* count: the caller's velocities that move the frame; room for nv */
    double *q, *trial, *best; /* nq: current iterate, candidate after a step, best of all descents */
    double *tree_q;           /* tree_nq, with mimic joints */
    double *tree_J;           /* 6 x tree_nv: Jacobian at `trial` */
    double *J;                /* 6 x nv: the same in the caller's velocities; tree_J itself without mimic joints */
    double *A;                /* 6 x nv: derivative of the pose error at q */
    double *x, *y, *mask;     /* nv: as in step.h */
    double *lower, *upper;    /* nv: bounds of the step */
    double *placement, *target, *between;  /* 16: of the frame at `trial`, its target, the one relative to the other */
    double *error, *cotangent;             /* 6, 1: at q, in the lanes whose derivative is asked for */
    double *next_error, *next_cotangent;   /* 6, 1: at `trial` */
    double *residual, *damping, *decrease; /* 6, 1, 1: of a step, as in step.h */
    double *step_scratch;                  /* STEP_SCRATCH */
    double *row;                           /* nq: of one state; one lane needs none */
    search_lane lane[STEP_LANES];
} ik_search;
/* Numbers a lane of the arrays from `placement` on, whose sizes do not depend on the robot. */
enum { SEARCH_SMALL = 3 * 16 + 2 * (6 + 1) + 6 + 1 + 1 + STEP_SCRATCH };

/* Places the one search of a workspace and of `small` (SEARCH_SMALL, aligned to a double). */
void cdy_ik_search_in(ik_search *s, const cdy_model *model, cdy_workspace *w, double *small);

/* Bytes of the arrays of searches in `lanes`, and their places in `memory`, aligned to 64; the caller sets
 * kernel_scratch. */
size_t cdy_ik_search_size(const cdy_model *model, int lanes);
void cdy_ik_search_place(ik_search *s, const cdy_model *model, const cdy_kernels *kernels, void *memory);

/* Checks frame and options (NULL: the defaults) and makes the searches ready, with no lane in use. */
cdy_status cdy_ik_prepare(ik_search *s, int frame, const cdy_ik_options *options, cdy_error *error);

/* Begins the search of a lane for a target (4 x 4), from a start (nq; NULL: home). */
cdy_status cdy_ik_begin(ik_search *s, size_t lane, const double *target, const double *start, cdy_error *error);

/* Begins a descent of a lane from random positions of the joints that carry the frame. */
void cdy_ik_begin_random(ik_search *s, size_t lane);

/* Begins the next descent of a lane whose descent has ended: from random positions and, if none converges, on from the
 * best configuration.  Returns false where the search is over. */
bool cdy_ik_continue(ik_search *s, size_t lane);

/* Evaluates the configurations that all lanes ask for, and makes their next steps. */
void cdy_ik_make_step(ik_search *s);

/* Computes the bounds of steps from s->q, by the joint limits; joints with several positions have none. */
void cdy_ik_bound_steps(const ik_search *s);

/* Sets the trials of the stepping lanes to their configurations after the step. Other coordinates than those that move
 * the frame are as the descent began. */
void cdy_ik_integrate_steps(const ik_search *s, const bool *stepping);

/* Whether the trial of a lane is finite. */
bool cdy_ik_is_trial_finite(const ik_search *s, size_t lane);

/* Returns the norm of the angular (first 0) or linear (first 3) error, without components of weight 0. */
double cdy_ik_error_length(const ik_search *s, const pose_error *e, int first);

/* Whether both errors of the best configuration are within their tolerances. */
bool cdy_ik_is_reached(const ik_search *s, const search_lane *lane, const pose_error *e);

/* Gives the best configuration q (nq), and the report.  Fails with CDY_ERROR_NUMERIC where its errors are not finite.
 */
cdy_status cdy_ik_result(const ik_search *s, size_t lane, double *q, cdy_ik_report *report, cdy_error *error);

/* Returns the number of coordinates of q that stand at a limit: one that a follower's limit stops ends within rounding
 * errors of it. */
int cdy_count_at_limit(const cdy_model *model, const double *q);

#endif
