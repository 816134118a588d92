/* Quantities: calls of the library that compute arrays from arrays, for one state or many. */
#ifndef CONDYLE_OCTAVE_QUANTITY_H
#define CONDYLE_OCTAVE_QUANTITY_H

#include "handle.h"

enum { MAX_INPUTS = 7, MAX_OUTPUTS = 3, MAX_RANK = 3 };

/* Shapes of arguments and results of one state; n = nv. */
typedef enum shape {
    SHAPE_END = 0,
    SHAPE_Q,      /* nq */
    SHAPE_V,      /* n */
    SHAPE_WRENCH, /* 6 */
    SHAPE_NUMBER,
    SHAPE_VECTOR,   /* 3; of one state always a column */
    SHAPE_FORCES,   /* force_rows x 6 */
    SHAPE_WRENCHES, /* joints x 6 */
    SHAPE_TRANSFORM,
    SHAPE_TRANSFORMS, /* 4 x 4 x frames */
    SHAPE_SQUARE,     /* n x n */
    SHAPE_JACOBIAN,   /* 6 x n */
    SHAPE_LINEAR,     /* 3 x n */
    SHAPE_JACOBIAN_BY_Q,
    SHAPE_TRANSFORM_BY_Q, /* 4 x 4 x n */
    SHAPE_REGRESSOR,      /* n x p */
    SHAPE_PARAMETERS      /* p */
} shape;

/* Arguments that are no arrays: a frame comes first, all else behind the arrays. */
typedef enum extra {
    EXTRA_FRAME = 1,
    EXTRA_RELATIVE = 2, /* another frame */
    EXTRA_AXES = 4,
    EXTRA_METHOD = 8,
    EXTRA_REGRESSOR = 16, /* three flags and the friction width */
    EXTRA_STRUCT = 32     /* none: configurations may be structs */
} extra;

/* The arguments of the C functions, gathered. */
typedef struct job {
    const cdy_model *model;
    cdy_workspace *workspace;
    cdy_batch *batch;
    size_t count;
    size_t lanes; /* outputs of a batch hold a multiple of so many states; 1 for rows and columns */
    cdy_status *statuses;
    const double *in[MAX_INPUTS];
    double *out[MAX_OUTPUTS];
    int frame, relative_to;
    cdy_axes axes;
    cdy_forward_method method;
    cdy_regressor_options regressor;
    cdy_error *error;
} job;

typedef struct array_argument {
    const char *name;
    shape shape;
} array_argument;

typedef struct quantity {
    const char *name;
    cdy_status (*one)(const job *j);
    cdy_status (*many)(const job *j);
    array_argument inputs[MAX_INPUTS];
    shape outputs[MAX_OUTPUTS];
    int extras;
    bool first_needed; /* the first array has no default */
} quantity;

/* Returns the quantity of this name; NULL where there is none. */
const quantity *quantity_find(const char *name);

/* Computes a quantity: condyle(NAME, handle, [frame], arrays..., extras...). */
bool quantity_run(const quantity *q, const gateway_call *call);

/* Where the numbers of an array of Octave are: the rows of states lie beside each other in columns, the matrices of
 * states behind each other, column by column.  Number e of C's (row-major) numbers of state b is at
 * [offset of e + b * state_stride]. */
typedef struct layout {
    int rank;              /* of one state in Octave */
    size_t size[MAX_RANK]; /* in Octave, one state */
    size_t core;           /* numbers of one state */
    int c_rank;            /* C's dimensions, and the stride of each in Octave */
    size_t c_size[MAX_RANK], c_stride[MAX_RANK];
    size_t state_stride;
    bool is_vector, is_column;
} layout;

/* Gives the layout of arrays of this shape for `count` states; a batch has an additional dimension, also of size 1. */
layout layout_of(const held_robot *robot, const job *j, shape s, size_t count, bool is_batch);

/* Tells whether the numbers of a state stand in C's order without gaps, one state behind the other. */
bool layout_is_c(const layout *l);

/* Tells whether each number of a state has a column of all states. */
bool layout_is_columns(const layout *l);

/* Gives the offsets of the numbers of a state, in C's order; they live until Octave's call ends. */
size_t *layout_offsets(const layout *l);

/* Makes an array of this layout; its numbers are not set. */
mxArray *layout_make(const layout *l, size_t count, bool is_batch);

/* An array argument. */
typedef struct input {
    const double *numbers; /* NULL: the default */
    size_t count;          /* of states; 1: for all */
    bool is_batch;
    layout layout;
} input;

/* Takes an array argument of this shape: one state, or several. */
bool input_take(const held_robot *robot, const job *j, const array_argument *argument, const mxArray *array, input *in);

/* Computes many states, in blocks that stay in the processor's cache. */
bool quantity_run_batch(const quantity *q, held_robot *robot, job *j, const input *inputs, size_t count, int outputs,
                        mxArray **results);

#endif
