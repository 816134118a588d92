/* Batches from inside.  A public call says what goes in, what comes out and which kernels make it (batch_call); the
 * rest - defaults, checks, mimic joints, lanes, threads - is the same for all and lies in batch_run.c (threads, who
 * failed) and batch_block.c (as many states as there are lanes).
 *
 * All of this is one text over `scalar`, compiled for doubles and, under other names, for floats (single.h). */
#ifndef CDY_BATCH_BATCH_H
#define CDY_BATCH_BATCH_H

#include "batch/single.h"
#include "kernels/kernels.h"

#include <condyle/batch.h>

/* Above, a slot has no room for mass matrices, and none for larger ones of more numbers a state than these. */
enum { LARGEST_BATCH_DENSE = 256, LARGEST_BATCH_RESULT = 1 << 18 };
enum { BATCH_INPUTS = 4, BATCH_OUTPUTS = 3, MOST_LANES = 64 / sizeof(scalar) };

/* What a call takes, and so how it is checked, what its default is, and how followers get theirs: those before
 * BATCH_TORQUE go from the caller's coordinates to the tree's. */
typedef enum batch_input_kind {
    BATCH_NOTHING, /* or the end of the list */
    BATCH_POSITION,
    BATCH_VELOCITY,
    BATCH_ACCELERATION,
    BATCH_VECTOR, /* of no meaning but that it has a number for each degree of freedom */
    BATCH_TORQUE, /* the caller's (nv), also where joints follow others */
    BATCH_WRENCH, /* 6 numbers, which have no default */
    BATCH_FORCES  /* stays NULL where none are given */
} batch_input_kind;

typedef struct batch_input {
    batch_input_kind kind;
    const loose_scalar *numbers; /* NULL: the default */
} batch_input;

/* What it gives, and so how followers' parts go to their leaders. */
typedef enum batch_output_kind {
    BATCH_NO_OUTPUT,
    BATCH_PLAIN,   /* `size` numbers that have nothing to do with degrees of freedom, or the caller's already */
    BATCH_COLUMNS, /* `size` rows of a column a degree of freedom; torques are one such row */
    BATCH_SQUARE,  /* a row and a column a degree of freedom */
    BATCH_MATRIX   /* the same, symmetric */
} batch_output_kind;

typedef struct batch_output {
    batch_output_kind kind;
    size_t size;
    loose_scalar *numbers; /* NULL: not wanted */
} batch_output;

/* Why a state has no result; `what` names the input or nothing. */
typedef enum batch_fault_kind {
    FAULT_NONE,
    FAULT_INPUT,      /* a number that is not finite */
    FAULT_FOLLOWER,   /* what the gear of a mimic joint makes of an input is not finite */
    FAULT_QUATERNION, /* of no length */
    FAULT_ALONE,      /* what the call for one state says; slot->said has the first */
    FAULT_RESULT      /* not finite */
} batch_fault_kind;

typedef struct batch_fault {
    batch_fault_kind kind;
    const char *what;
    size_t row;
} batch_fault;

/* What a thread writes.  Arrays are packed, and of the tree unless they say otherwise. */
typedef struct batch_slot {
    void *state;              /* the kernels' */
    scalar *in[BATCH_INPUTS]; /* the inputs in their order */
    scalar *own;              /* an input or an output in the caller's own coordinates */
    scalar *out[BATCH_OUTPUTS];
    scalar *pivots;                /* tree_nv */
    scalar *torque;                /* tree_nv */
    scalar *M;                     /* tree_nv x tree_nv; NULL above LARGEST_BATCH_DENSE */
    scalar *tail;                  /* rows of the last block, as if it were full */
    void *memory;                  /* of the next: */
    cdy_workspace *workspace;      /* for states that are computed alone, their */
    double *given[BATCH_INPUTS];   /* inputs as the caller gives them, and */
    double *result[BATCH_OUTPUTS]; /* results */
    cdy_error said; /* of the first of the thread's share that was refused; its status is CDY_OK before */
    bool failed;    /* some state of the block has: else `lanes` means nothing */
    batch_fault lanes[MOST_LANES]; /* of the states of a block */
    batch_fault first;             /* of the thread's share */
} batch_slot;

struct cdy_batch {
    const cdy_kernels *kernels;
    void *allocation;     /* what destroy frees; NULL in the caller's memory */
    uint64_t fingerprint; /* of the model that it was made for */
    cdy_model *narrowed;  /* what kernels over floats read instead of it; NULL over doubles */
    int threads;
    cdy_batch_layout layout;
    scalar *home;        /* tree_nq, packed */
    scalar *zero;        /* tree_nv, packed */
    scalar *pivot_floor; /* nv: pivots at or under these may be rounding noise, see batch_alone.c, */
    scalar *reach;       /* tree_nq: if no coordinate is farther from 0 than these */
    bool reaches;        /* some of them are finite */
    size_t widest;       /* numbers a state that a slot has room for in its first output */
    char *slots;         /* one a thread, slot_size apart */
    size_t slot_size;
};

/* Which of the model's drives count. */
typedef enum batch_drives { BATCH_BODIES_ALONE, BATCH_ROTORS, BATCH_DRIVES } batch_drives;

typedef struct batch_call batch_call;
struct batch_call {
    const cdy_model *model; /* the caller's; while the call runs, the one that kernels read */
    const cdy_model *given; /* then, the caller's */
    cdy_batch *batch;
    size_t count;
    /* The kernels' part, for one block: from slot->in to slot->out.  `in` are those, or their defaults. */
    void (*compute)(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS]);
    batch_input in[BATCH_INPUTS];
    batch_output out[BATCH_OUTPUTS];
    const double *gravity;
    batch_drives drives;
    /* The call for one state, of the model in `given` and inputs and outputs in the caller's coordinates; where it is
     * given slot->pivots tell which states need it.  NULL: none does. */
    cdy_status (*alone)(const batch_call *call, cdy_workspace *workspace, const double *const in[BATCH_INPUTS],
                        double *const out[BATCH_OUTPUTS], cdy_error *error);
    cdy_forward_method method;
    bool articulated; /* pivots are of articulated bodies */
    int frame, relative_to;
    cdy_axes axes;
    const cdy_regressor_options *parameters; /* of the regressor */
    cdy_status *rows;
};

/* A block while it is computed. */
typedef struct batch_block {
    const batch_call *call;
    batch_slot *slot;
    size_t number; /* of the block */
    size_t lanes;  /* of the batch */
    size_t used;   /* lanes that hold states */
} batch_block;

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
    case FAULT_FOLLOWER:
    case FAULT_ALONE:
    case FAULT_RESULT: return CDY_ERROR_NUMERIC;
    }
    return CDY_OK;
}

/* Checks what every call is given: a model, its batch, a place for the (first) result, and the frames. */
cdy_status cdy_batch_check(const cdy_model *model, const cdy_batch *batch, const scalar *result, int frame,
                           int relative_to, cdy_error *error);

/* Fails with CDY_ERROR_UNSUPPORTED where slots have no room for mass matrices: in lanes they take as many times more.
 */
cdy_status cdy_batch_check_dense(const cdy_model *model, cdy_error *error);

/* Fails likewise, and where a slot has no room for a matrix of so many numbers a state. */
cdy_status cdy_batch_check_room(const cdy_model *model, const cdy_batch *batch, size_t width, cdy_error *error);

/* Makes M of the tree (tree_nv x tree_nv) with the rotors on its diagonal, or where joints follow others, by slot->M,
 * that of the caller's coordinates (nv x nv). */
void cdy_batch_make_mass_matrix(const batch_call *call, batch_slot *slot, const scalar *tree_q, scalar *M);
void cdy_batch_project_mass_matrix(const batch_call *call, batch_slot *slot, const scalar *tree_q, scalar *M);

/* Solves M qdd = tau - ID(q, qd, 0) for qdd (nv) in the caller's coordinates, where joints follow others; `in` are q,
 * qd, tau and the external forces.  Leaves the factors of M in slot->own and slot->pivots. */
void cdy_batch_solve_geared(const batch_call *call, batch_slot *slot, const scalar *const in[BATCH_INPUTS],
                            scalar *qdd);

/* Computes all states of a call that was checked.  Fails as batch.h says, and with CDY_ERROR_ARGUMENT where packed
 * arrays are not aligned. */
cdy_status cdy_batch_run(const batch_call *call, cdy_error *error);

/* Numbers a state that the caller gives of an input, and is given of an output. */
size_t cdy_batch_input_width(const cdy_model *model, batch_input_kind kind);
size_t cdy_batch_output_width(const cdy_model *model, const batch_output *output);

/* The state in a lane has no result. */
void cdy_batch_fail_lane(batch_slot *slot, size_t lane, batch_fault_kind kind, const char *what);

/* Fills what batch->pivot_floor and batch->reach are. */
void cdy_batch_fill_floor(const cdy_model *model, cdy_batch *batch);

/* Computes the states of a block alone whose pivots may be rounding noise; `tree_q` is the block's configuration. */
void cdy_batch_judge(const batch_block *b, const scalar *tree_q);

/* Computes the states of block `block`: as many as there are lanes, or what is left of `count`. */
void cdy_batch_compute_block(const batch_call *call, batch_slot *slot, size_t number);

#endif
