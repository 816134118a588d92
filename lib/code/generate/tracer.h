/* A trace under way: where a routine finds its inputs, and memory, while its expressions are made. */
#ifndef CDY_GENERATE_TRACER_H
#define CDY_GENERATE_TRACER_H

#include "base/arena.h"
#include "generate/graph.h"
#include "model/model.h"

/* Input arrays; nodes of inputs name them by number. */
typedef enum input_array {
    INPUT_Q,
    INPUT_QD,
    INPUT_QDD,
    INPUT_TAU,
    INPUT_WRENCHES,
    INPUT_GRAVITY,
    INPUT_PAYLOAD,
    INPUT_WEIGHTS,
    INPUT_COUNT
} input_array;

/* Output arrays of a routine. */
enum { MOST_OUTPUTS = 6 };

/* The simplified model and the inputs as expressions, in the caller's coordinates. */
typedef struct tracer {
    const cdy_model *model; /* a traced model (traced_model.h) */
    graph *graph;
    cdy_arena *arena;
    void *kernel_scratch; /* scratch memory of the traced kernels */
    const expression *inputs[INPUT_COUNT];
    const expression *gravity; /* an input or constants */
    const expression *nothing; /* no gravity */
    unsigned arrays;           /* of the inputs that the routine takes */
    int frame;                 /* that transforms and Jacobians are of */
} tracer;

/* The state of the tree in a routine; its coordinates count the followers of mimic joints. */
typedef struct tree_state {
    expression *q, *qd, *qdd;
} tree_state;

/* Returns an array of zeros in the arena; NULL where memory runs out. */
expression *cdy_tracer_array(const tracer *t, int length);

/* Transposes a matrix of rows x columns numbers, by rows, in place. Returns false where memory runs out. */
bool cdy_tracer_transpose(cdy_arena *arena, int rows, int columns, expression *matrix);

/* The tree's coordinates from those of an input array, of length `count`; zeros for INPUT_COUNT. NULL where memory runs
 * out. */
expression *cdy_tracer_coordinates(const tracer *t, input_array array, int count);

/* Fills a state with the configuration and the input arrays of velocity and acceleration, INPUT_COUNT for zeros.
 * Returns false where memory runs out. */
bool cdy_tracer_state(const tracer *t, input_array qd, input_array qdd, tree_state *s);

/* Returns the external forces as kernels take them; NULL where the routine has none. */
const double *cdy_tracer_wrenches(const tracer *t);

#endif
