/* The routines that code can be generated for: what each takes and gives, and how it is traced. */
#ifndef CDY_GENERATE_ROUTINE_H
#define CDY_GENERATE_ROUTINE_H

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
    INPUT_WEIGHTS,
    INPUT_COUNT
} input_array;

typedef enum dimension { LENGTH_ONE, LENGTH_SIX, LENGTH_NQ, LENGTH_NV, LENGTH_FORCE_ROWS } dimension;

typedef struct array_shape {
    const char *name; /* NULL: no such array */
    dimension rows, columns;
    const char *meaning; /* with unit */
} array_shape;

enum { MOST_OUTPUTS = 3 };

/* A trace under way: the simplified model and the inputs as expressions, in the caller's coordinates. */
typedef struct tracer {
    const cdy_model *model;
    graph *graph;
    cdy_arena *arena;
    void *state; /* of the traced kernels */
    const expression *inputs[INPUT_COUNT];
    bool wrenches; /* whether the routine takes external forces */
} tracer;

typedef struct routine {
    unsigned call;        /* cdy_generate_call */
    const char *name;     /* after NAME_ */
    const char *sentence; /* the comment above the declaration */
    unsigned inputs;      /* bit k for input array k, without wrenches */
    bool takes_wrenches;  /* where wrenches are asked for */
    array_shape outputs[MOST_OUTPUTS];
    /* Writes the outputs as expressions; returns false where memory runs out. */
    bool (*trace)(tracer *t, expression *const outputs[MOST_OUTPUTS]);
} routine;

extern const array_shape cdy_input_shapes[INPUT_COUNT];
extern const routine cdy_routines[];
extern const int cdy_routine_count;

/* Returns how long a dimension is for a model, and how many numbers an array has. */
int cdy_dimension(const cdy_model *model, dimension d);
int cdy_array_length(const cdy_model *model, const array_shape *shape);

/* Returns the bits of the input arrays of a routine. */
unsigned cdy_routine_inputs(const routine *r, bool wrenches);

/* Traces a routine over a simplified model (regroup.h) into `g`; outputs[k] receives the expressions of output k, in
 * memory of the arena. Returns false where memory runs out. */
bool cdy_trace(const routine *r, const cdy_model *model, bool wrenches, graph *g, cdy_arena *arena,
               expression *outputs[MOST_OUTPUTS]);

#endif
