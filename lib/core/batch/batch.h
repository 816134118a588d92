/* Internals of batches. A public call describes its inputs, its outputs and the kernels between them in a batch_call;
 * defaults, checks, mimic joints, lanes and threads are the same for all calls: batch_run.c distributes blocks of
 * states to threads, batch_block.c computes one block, batch_fallback.c falls back to the call for one state. The calls
 * come from the rows of dynamics/quantities.def in batch_quantities.c; batch_dynamics.c, batch_inverse.c,
 * batch_derivatives.c and batch_products.c solve for quantities that need a definite mass matrix.
 *
 * The code is written over `scalar` and compiled twice, for doubles and for floats (precision.h). */
#ifndef CDY_BATCH_BATCH_H
#define CDY_BATCH_BATCH_H

#include "batch/double_lanes.h"
#include "batch/precision.h"
#include "constraints/row_elimination.h"
#include "dynamics/terms.h"

#include <condyle/batch.h>

/* Limits of a slot's memory: the most degrees of freedom (tree_nv) with mass matrices, the most with matrices over
 * doubles in several lanes, and the most numbers per state in one result. One lane takes less memory and, beyond this
 * limit, no more time: the matrices of eight states do not fit in the second cache. us a state of a chain of 64, 128
 * and 256 in eight lanes / in one: M 1.9 / 2.3, 9.4 / 6.4, 40 / 43; C 2.3 / 4.4, 12 / 12, 47 / 37; derivatives of
 * inverse dynamics 4.4 / 7.3, 20 / 21, 135 / 72. Four lanes gain less: us a state of a chain of 50, 56 and 64 in four
 * lanes / in one (AVX2): M 3.3 / 3.3, 4.1 / 3.5, 7.0 / 4.5; derivatives of inverse dynamics 7.8 / 8.7, 10.1 / 9.6, 14.7
 * / 12.4; of forward dynamics 28 / 34, 34 / 38, 48 / 48. Over floats there are four lanes instead, for calls with more
 * than one matrix. */
enum {
    LARGEST_BATCH_DENSE = 256,
    LARGEST_LANE_DENSE = 80,
    LARGEST_FOUR_LANE_DENSE = 56, /* over doubles */
    LARGEST_BATCH_RESULT = 1 << 18
};

/* Vectors need an alignment of 64 bytes; processors prefetch cache lines in pairs, so that 128 bytes keep the slots of
 * two threads from sharing one. */
enum { BATCH_ALIGNMENT = 128 };
enum { BATCH_INPUTS = QUANTITY_INPUTS, BATCH_OUTPUTS = 3, MOST_LANES = 64 / sizeof(scalar) };

typedef struct batch_input {
    input_kind kind;
    const loose_scalar *numbers; /* count x width; NULL: the default */
} batch_input;

typedef struct batch_output {
    output_kind kind;
    size_t size;
    loose_scalar *numbers; /* count x width; NULL: not wanted */
} batch_output;

/* Cause of a state's failure. */
typedef enum batch_fault_kind {
    FAULT_NONE,
    FAULT_INPUT,      /* an input is not finite */
    FAULT_MIMIC,      /* the expansion of an input to a mimic joint is not finite */
    FAULT_QUATERNION, /* a quaternion has zero or infinite length */
    FAULT_FALLBACK,   /* the call for one state failed; the slot has the error of the first */
    FAULT_RESULT      /* the result is not finite */
} batch_fault_kind;

typedef struct batch_fault {
    batch_fault_kind kind;
    const char *input; /* its name, or empty */
    size_t row;
} batch_fault;

/* The memory by which a thread computes single states that a block of lanes cannot decide. */
typedef struct batch_fallback {
    void *workspace_memory; /* of the workspace */
    void *solver_memory;    /* of the solver */
    cdy_workspace *workspace;
    cdy_row_solver *solver;     /* of constrained dynamics of one state */
    double *in[BATCH_INPUTS];   /* its inputs, caller's coordinates: rows of fallback_states() */
    double *out[BATCH_OUTPUTS]; /* its results, caller's coordinates */
    bool doubtful[MOST_LANES];  /* states that it computes whatever their pivots */
    bool has_doubtful;          /* there are such states, and `doubtful` is valid */
    cdy_error error;            /* first of the thread's failures of it; status CDY_OK before */
} batch_fallback;

/* The lanes of doubles in which batches over floats compute states that floats cannot, by the fallback's memory. */
typedef struct batch_doubles {
    void *memory;
    void *passing; /* memory of a block that they overwrite */
    double_lanes *lanes;
} batch_doubles;

typedef struct batch_faults {
    bool any;                     /* a state of the block failed, and `lane` is valid */
    batch_fault lane[MOST_LANES]; /* failures in the block by lane */
    batch_fault first;            /* first failure among the thread's blocks */
} batch_faults;

/* Memory that a thread writes. Arrays are lane-packed and in the tree's coordinates unless stated otherwise. */
typedef struct batch_slot {
    void *kernel_scratch;               /* scratch memory of the kernels */
    scalar *in[BATCH_INPUTS];           /* expanded inputs, in the order of batch_call.in */
    const scalar *packed[BATCH_INPUTS]; /* inputs of the present block: in `in`, the caller's array or a default */
    scalar *scratch;                    /* an input or output in the caller's coordinates, or factors of a matrix */
    scalar *out[BATCH_OUTPUTS];
    scalar *pivots;              /* tree_nv: of the factorization of M */
    scalar *torque;              /* tree_nv */
    scalar *M;                   /* tree_nv x tree_nv, or NULL; in lanes it is out[2] */
    scalar *factors;             /* tree_nv x ARTICULATED_FACTOR: of M^-1; where all matrices are */
    void *setup;                 /* nv + tree_nq doubles: where a batch is made or searches begin */
    scalar *columns;             /* 6 x tree_nv: a Jacobian of the tree */
    scalar *numbers[2];          /* MOST_SCRATCH each */
    void *search_memory;         /* of searches of inverse kinematics, that of the results; doubles only */
    row_elimination elimination; /* memory for the rows of constraints */
    scalar *task_rows;           /* 3 x constraint_rows x nv: of tasks; doubles only */
    double *task_state;          /* results of the dynamics of tasks at one state, but for N */
    cdy_constraint_report reports[MOST_LANES]; /* of constrained dynamics, of the states of the present block */
    batch_fallback fallback;
    batch_doubles doubles; /* over floats only */
    batch_faults faults;
} batch_slot;

/* Numbers of a result that may differ from zero by the structure of the robot. */
typedef struct number_runs {
    number_run *all;
    size_t count; /* 0: all numbers, or not known */
} number_runs;

/* How the states of a call pass between the caller's arrays and lanes. */
typedef enum batch_passing {
    PASS_ROWS,
    PASS_COLUMNS,
    PASS_PACKED,  /* they lie in lanes already */
    PASS_REPACKED /* they lie in more lanes than the kernels have: a narrow batch */
} batch_passing;

/* An input that the caller gives. */
typedef struct given_input {
    int place; /* in batch_call.in */
    input_kind kind;
    const loose_scalar *numbers;
    size_t width;
    bool expands; /* with mimic joints, to the tree's coordinates */
} given_input;

/* An output that the caller wants. */
typedef struct wanted_output {
    int place; /* in batch_call.out */
    output_kind kind;
    size_t size;
    loose_scalar *numbers;
    size_t width;
    number_runs runs;
    bool projects;   /* with mimic joints, from the tree's degrees of freedom */
    bool is_in_rows; /* computed where the caller has room for it, a state in a row */
} wanted_output;

/* Decisions about the inputs and outputs of a call that hold for all of its blocks, so that a block only packs,
 * computes and unpacks; made by cdy_batch_make_plan(). */
typedef struct batch_plan {
    batch_passing passing;
    int given_count, wanted_count;
    bool has_quaternions; /* the caller gives positions of joints with quaternions */
    bool has_rows;        /* an output is_in_rows */
    given_input given[BATCH_INPUTS];
    wanted_output wanted[BATCH_OUTPUTS];
} batch_plan;

struct cdy_batch {
    const cdy_kernels *kernels;
    const special_code *special;  /* code for the model in place of kernels; NULL: none */
    void *allocation;             /* for destroy; NULL where the caller owns the memory */
    uint64_t fingerprint;         /* of the model of the batch */
    uint64_t payload_mark;        /* of the payloads that pivot_threshold and float_model are made with */
    cdy_float_model *float_model; /* of the model of the batch; NULL over doubles */
    int threads;
    cdy_batch *narrow;     /* takes calls with matrices, in memory of this batch; NULL: it takes all itself */
    bool has_all_matrices; /* it has memory for all matrices */
    bool prefers_articulated_factors; /* M^-1 is by articulated bodies */
    cdy_batch_layout layout;
    int packed_lanes;        /* states side by side in packed arrays; more than the kernels' lanes in a narrow batch */
    scalar *home;            /* tree_nq, packed */
    scalar *zero;            /* tree_nv, packed */
    scalar *pivot_threshold; /* nv: pivots up to these may be rounding noise, see batch_fallback.c */
    scalar *pivot_range;     /* tree_nq: the thresholds hold for |q_i| up to these */
    bool has_pivot_range;    /* whether a pivot_range is finite */
    bool needs_doubles;      /* over floats: most states of the robot are not regular */
    int constraint_rows;     /* the most rows of constraints */
    row_group *groups;       /* constraint_rows: plan of the constraints of a call */
    int *bodies;             /* 2 x constraint_rows: of the groups */
    int *paths;              /* constraint_rows x nv: of the groups */
    int *ends;               /* body_count: one past the last body of each subtree */
    number_runs related;     /* numbers of tree_nv x tree_nv between a degree of freedom and its ancestors, or itself */
    number_runs moved;       /* numbers of a regressor for the bodies that a velocity moves; of the present call */
    batch_plan
        plan; /* of the present call; beside the batch's other parts it takes less time to reach than on the stack */
    size_t most_states;   /* the arrays of more states have more bytes than there can be */
    size_t widest_output; /* room for the first output, in numbers per state */
    char *slots;          /* one per thread, slot_size bytes apart */
    size_t slot_size;
};

typedef struct batch_call batch_call;
typedef struct batch_block batch_block;

/* Arguments of cdy_batch_all_terms() beside those of all calls: the results that are read from the scratch memory of
 * the sweep, and the passes of the sweep. */
typedef struct sweep_call {
    const term_places *terms;
    unsigned passes;
    scalar inverse_mass;
} sweep_call;

/* Arguments of constrained dynamics and impacts beside those of all calls. */
typedef struct constrained_call {
    const cdy_constraint *constraints;
    int count;
    const cdy_constraint_options *options; /* NULL: the defaults */
    double restitution;                    /* of impacts */
    bool eliminates;                       /* the plan of the constraints allows their elimination */
    cdy_constraint_report *reports;        /* count of the states, or NULL */
} constrained_call;

/* Arguments of the dynamics of tasks beside those of all calls. */
typedef struct task_call {
    const cdy_task *tasks;
    int count;
    double tolerance; /* of the rank of the tasks' rows */
    const cdy_operational_space *results;
    int *ranks; /* count of the states, or NULL: those of the tasks' rows */
} task_call;

struct batch_call {
    const cdy_model *model;           /* the caller's */
    const kernel_model *kernel_model; /* the model that the kernels read; set by cdy_batch_run() */
    cdy_batch *batch;
    const batch_plan *plan; /* set by cdy_batch_run() */
    size_t count;
    /* Runs the kernels for one block, from `in` (slot->in, the caller's packed arrays or defaults) to slot->out. NULL:
     * `doubles` computes all states. */
    void (*compute)(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS]);
    batch_input in[BATCH_INPUTS];
    batch_output out[BATCH_OUTPUTS];
    const quantity *quantity;
    quantity_settings settings;
    /* The call for one state in doubles, in the caller's coordinates; NULL: none. Where a call has pivots, it computes
     * the states whose slot->pivots may be rounding noise (cdy_batch_check_pivots); else batches of one state in one
     * lane. Constrained dynamics alone have a report, which may be NULL. */
    cdy_status (*one_state)(const batch_call *call, const batch_slot *slot, const double *const in[BATCH_INPUTS],
                            double *const out[BATCH_OUTPUTS], cdy_constraint_report *report, cdy_error *error);
    bool has_pivots;
    double_call *doubles; /* the same over doubles in lanes, for batches over floats; NULL over doubles */
    bool articulated;     /* the pivots are those of articulated bodies */
    /* Write results that are no output, and set those of a failed state to NaN; NULL: there are none. */
    void (*write_own)(const batch_block *b, const scalar *const in[BATCH_INPUTS]);
    void (*erase_own)(const batch_block *b, size_t lane);
    cdy_status *statuses; /* count, or NULL: result of each state */
    bool has_zeros;       /* in lanes: all results have runs, and zeros between them from the first block on */
    int rows;             /* of all constraints, or of all tasks */
    /* Of the calls that they are named after. */
    sweep_call sweep;
    constrained_call constrained;
    task_call task;
};

/* A block of states, one per lane. */
struct batch_block {
    const batch_call *call;
    batch_slot *slot;
    size_t number; /* index of the block */
    size_t first;  /* index of its first state */
    size_t lanes;  /* lanes of the batch */
    size_t used;   /* lanes that hold states, less than `lanes` in the last block only */
};

/* The place of number k of a lane's state in an array of the caller with `width` numbers a state. */
static inline size_t batch_place(const batch_block *b, size_t width, size_t k, size_t lane)
{
    const size_t state = b->number * b->lanes + lane;
    switch (b->call->batch->layout) {
    case CDY_BATCH_ROWS: break;
    case CDY_BATCH_LANES: {
        const size_t lanes = (size_t)b->call->batch->packed_lanes;
        return (state / lanes * width + k) * lanes + state % lanes;
    }
    case CDY_BATCH_COLUMNS: return k * b->call->count + state;
    }
    return state * width + k;
}

static inline batch_slot *batch_slot_of(const cdy_batch *batch, int thread)
{
    return (batch_slot *)(void *)(batch->slots + (size_t)thread * batch->slot_size);
}

static inline cdy_status batch_fault_status(batch_fault_kind kind)
{
    switch (kind) {
    case FAULT_NONE: return CDY_OK;
    case FAULT_INPUT:
    case FAULT_QUATERNION: return CDY_ERROR_ARGUMENT;
    case FAULT_MIMIC:
    case FAULT_FALLBACK:
    case FAULT_RESULT: return CDY_ERROR_NUMERIC;
    }
    return CDY_OK;
}

/* States that the fallback has room for: over floats as many as there are lanes of doubles. */
static inline size_t fallback_states(int lanes)
{
    return sizeof(scalar) == sizeof(double) ? 1 : (size_t)lanes / 2;
}

/* The matrices of the degrees of freedom that a slot has memory for. */
typedef enum batch_matrices {
    NO_MATRICES, /* another batch has them, and the calls for one state */
    MASS_MATRIX, /* another batch has the others, over floats */
    ALL_MATRICES
} batch_matrices;

/* The model and the numbers of threads and rows that a batch has memory for. */
typedef struct batch_shape {
    const cdy_model *model;
    const cdy_kernels *kernels;
    int threads, rows; /* of constraints */
    batch_matrices matrices;
    bool is_part; /* what a block overwrites is memory of another batch; one thread */
} batch_shape;

/* Bytes that a batch keeps, and that each of its blocks overwrites where these are not among them. */
typedef struct batch_size {
    size_t kept, passing;
} batch_size;

/* Writes the batch with its slots and the places of all arrays to `memory`, aligned to BATCH_ALIGNMENT as `passing` is,
 * which a part has; NULL: gives the size alone. */
batch_size cdy_batch_lay_out(const batch_shape *shape, char *memory, char *passing);

/* The batch that takes a call with one matrix, or with `more` (needs_more_matrices()). */
static inline cdy_batch *batch_for_matrices(cdy_batch *batch, bool more)
{
    return batch->narrow && (more || sizeof(scalar) == sizeof(double)) ? batch->narrow : batch;
}

/* Fills a batch that has been laid out with what depends on the model, and its slots. */
cdy_status cdy_batch_fill(cdy_batch *batch, const cdy_model *model, cdy_error *error);

/* Checks the arguments common to all calls: model, batch of this model, an output. */
cdy_status cdy_batch_check(const cdy_model *model, const cdy_batch *batch, const scalar *result, cdy_error *error);

/* Fails with CDY_ERROR_UNSUPPORTED where the slots have no room for matrices of the tree. */
cdy_status cdy_batch_check_dense(const cdy_model *model, cdy_error *error);

/* Fails with CDY_ERROR_ARGUMENT where the arrays of a call would have more than SIZE_MAX bytes. */
cdy_status cdy_batch_check_count(const batch_call *call, cdy_error *error);

/* Checks the addresses, joined by OR, of arrays besides those of a batch_call. Fails with CDY_ERROR_ARGUMENT where
 * packed arrays are not aligned. */
cdy_status cdy_batch_check_alignment(const cdy_batch *batch, uintptr_t bits, cdy_error *error);

/* Compute the quantities that need a definite mass matrix (quantities.def) for one block: read `in` as the `compute` of
 * a batch_call does, write slot->out and slot->pivots. */
void cdy_batch_solve_forward_dynamics(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS]);
void cdy_batch_solve_forward_dynamics_by(const batch_call *call, batch_slot *slot,
                                         const scalar *const in[BATCH_INPUTS]);
void cdy_batch_solve_inverse_mass_times(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS]);
void cdy_batch_solve_forward_dynamics_vjp(const batch_call *call, batch_slot *slot,
                                          const scalar *const in[BATCH_INPUTS]);
void cdy_batch_solve_forward_dynamics_jvp(const batch_call *call, batch_slot *slot,
                                          const scalar *const in[BATCH_INPUTS]);
void cdy_batch_solve_inverse_mass_matrix(const batch_call *call, batch_slot *slot,
                                         const scalar *const in[BATCH_INPUTS]);
void cdy_batch_solve_forward_dynamics_derivatives(const batch_call *call, batch_slot *slot,
                                                  const scalar *const in[BATCH_INPUTS]);

/* A state fails where an intermediate result (`width` numbers: accelerations, pivots) is not finite, as in the call for
 * one state. The first number of its outputs becomes NaN, so that cdy_batch_write_output() reports it even where the
 * outputs are finite. */
void cdy_batch_fail_nonfinite(const batch_call *call, const batch_slot *slot, size_t width, const scalar *numbers);

/* X := M^-1 (nv x nv) with mimic joints, by the factors in slot->scratch, exactly symmetric. */
void cdy_batch_invert_mimic(const batch_call *call, const batch_slot *slot, scalar *X);

/* Compute the mass matrix with rotor inertias: M of the tree (tree_nv x tree_nv), or M of the caller's coordinates, G^T
 * M G (nv x nv), by way of slot->M. */
void cdy_batch_make_mass_matrix(const batch_call *call, batch_slot *slot, const scalar *tree_q, scalar *M);
void cdy_batch_project_mass_matrix(const batch_call *call, batch_slot *slot, const scalar *tree_q, scalar *M);

/* Solves M qdd = tau - ID(q, qd, 0) for qdd (nv) in the caller's coordinates, for models with mimic joints; `in` are q,
 * qd, tau and the external forces. `gravity` NULL: without gravity and drives. Leaves the factors of M in slot->scratch
 * and its pivots in slot->pivots. */
void cdy_batch_solve_mimic(const batch_call *call, batch_slot *slot, const double *gravity,
                           const scalar *const in[BATCH_INPUTS], scalar *qdd);

/* Leaves all states of a block to the call for one state: results are zero, and so are the pivots, which no state is
 * regular with. */
void cdy_batch_leave_to_fallback(const batch_call *call, batch_slot *slot);

/* Computes all states of a checked call. Fails as condyle/batch.h documents, and with CDY_ERROR_ARGUMENT where packed
 * arrays are not aligned. */
cdy_status cdy_batch_run(batch_call *call, cdy_error *error);

/* Numbers per state of an input and of an output, in the caller's coordinates. */
static inline size_t batch_input_width(const cdy_model *model, input_kind kind)
{
    switch (kind) {
    case INPUT_POSITION: return (size_t)model->nq;
    case INPUT_VELOCITY:
    case INPUT_ACCELERATION:
    case INPUT_VECTOR:
    case INPUT_TORQUE: return (size_t)model->nv;
    case INPUT_WRENCH: return 6;
    case INPUT_FORCES: return 6 * (size_t)model->force_rows;
    case INPUT_NOTHING: break;
    }
    return 0;
}

static inline size_t batch_output_width(const cdy_model *model, const batch_output *output)
{
    switch (output->kind) {
    case OUTPUT_NUMBERS:
    case OUTPUT_REGRESSOR: return output->size;
    case OUTPUT_COLUMNS: return output->size * (size_t)model->nv;
    case OUTPUT_SQUARE:
    case OUTPUT_SYMMETRIC: return (size_t)model->nv * (size_t)model->nv;
    case OUTPUT_NOTHING: break;
    }
    return 0;
}

/* The numbers of a result that may differ from zero. */
static inline number_runs batch_runs_of(const batch_call *call, output_kind kind)
{
    if (call->model->has_followers) {
        return (number_runs){NULL, 0};
    }
    switch (kind) {
    case OUTPUT_SQUARE:
    case OUTPUT_SYMMETRIC: return call->batch->related;
    case OUTPUT_REGRESSOR: return call->batch->moved;
    case OUTPUT_NUMBERS:
    case OUTPUT_COLUMNS:
    case OUTPUT_NOTHING: break;
    }
    return (number_runs){NULL, 0};
}

/* Describes an output for the blocks of a call. */
void cdy_batch_plan_output(const batch_call *call, const batch_output *output, wanted_output *wanted);

/* Plans a checked call. */
void cdy_batch_make_plan(const batch_call *call, batch_plan *plan);

/* Sets the inputs of a slot's blocks to their defaults, in place of which come those that the caller gives. */
void cdy_batch_set_defaults(const batch_call *call, batch_slot *slot);

/* Most runs of a square matrix, 0 without memory for one, and of a regressor. */
size_t cdy_batch_most_related(const cdy_model *model);
size_t cdy_batch_most_moved(const cdy_model *model);

/* List the ends of subtrees and the numbers between related degrees of freedom; and, for a regressor with p columns, of
 * the bodies that each degree of freedom moves. */
void cdy_batch_list_related(const kernel_model *model, cdy_batch *batch);
void cdy_batch_list_moved(const kernel_model *model, cdy_batch *batch, size_t p);

/* Projects a result of the kernels, in the tree's coordinates, to the caller's, and writes it to output->numbers for
 * the states of a block; records a failure of states whose result is not finite. */
void cdy_batch_write_output(const batch_block *b, const batch_output *output, const scalar *result);

/* Sets the output of the state in a lane to NaN. */
void cdy_batch_erase_output(const batch_block *b, const batch_output *output, size_t lane);

/* Records the failure of the state in a lane; the first failure of a state is kept. `input` names the faulty input or
 * is empty. */
void cdy_batch_fail_lane(batch_slot *slot, size_t lane, batch_fault_kind kind, const char *input);
/* Fails with the fault of the first row that the slots of all threads note; CDY_OK where none is noted. */
cdy_status cdy_batch_report_first(const cdy_batch *batch, cdy_error *error);

/* Computes batch->pivot_threshold, batch->pivot_range and batch->needs_doubles. */
void cdy_batch_fill_pivot_thresholds(const cdy_model *model, cdy_batch *batch);

/* Computes all states of a block that have not failed in lanes of doubles, for batches over floats. */
void cdy_batch_compute_in_doubles(const batch_block *b);

/* Checks the pivots of a block at configuration `tree_q` and recomputes each state whose M may be singular by the call
 * for one state. */
void cdy_batch_check_pivots(const batch_block *b, const scalar *tree_q);

/* Whether the pivots of a lane at configuration `tree_q` are above the thresholds. */
bool cdy_batch_is_regular(const batch_block *b, size_t lane, const scalar *tree_q);

/* Computes block `number`: as many states as there are lanes, or the rest of `count`. */
void cdy_batch_compute_block(const batch_call *call, batch_slot *slot, size_t number);

#endif
