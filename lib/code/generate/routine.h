/* The routines that code can be generated for: a table of their inputs, their results, and what traces them. */
#ifndef CDY_GENERATE_ROUTINE_H
#define CDY_GENERATE_ROUTINE_H

#include "generate/tracer.h"

#include <condyle/generate.h>

typedef enum dimension {
    LENGTH_ONE,
    LENGTH_THREE,
    LENGTH_FOUR,
    LENGTH_SIX,
    LENGTH_TEN,
    LENGTH_NQ,
    LENGTH_NV,
    LENGTH_NV_SQUARED,
    LENGTH_FORCE_ROWS
} dimension;

typedef struct array_shape {
    const char *name; /* NULL: no such array */
    dimension rows, columns;
    const char *meaning; /* with unit */
} array_shape;

/* Routines besides those of cdy_generate_call, for code that takes the place of kernels (kernel_code.h): their results
 * tell besides how close the mass matrix is to a singular one, and derivatives are along velocities, not by the numbers
 * of q. */
enum {
    ROUTINE_ARTICULATED_BODIES = 2 * CDY_GENERATE_INVERSE_DYNAMICS_SECOND_DERIVATIVES,
    ROUTINE_INVERSE_WITH_PIVOTS = 2 * ROUTINE_ARTICULATED_BODIES,
    ROUTINE_INVERSE_DYNAMICS_PRODUCTS = 4 * ROUTINE_ARTICULATED_BODIES,
    ROUTINE_FORWARD_DYNAMICS_PRODUCTS = 8 * ROUTINE_ARTICULATED_BODIES,
    ROUTINE_FORWARD_DERIVATIVES_WITH_PIVOTS = 16 * ROUTINE_ARTICULATED_BODIES
};

/* The inputs of generated code besides the inputs that every routine needs, and the frames that it is about. */
typedef struct more_inputs {
    unsigned arrays;   /* bit k for input array k: wrenches, gravity, payload */
    int payload_frame; /* carries the payload */
    int frame;         /* has the transform and the Jacobian */
} more_inputs;

typedef struct routine {
    unsigned call;        /* cdy_generate_call */
    const char *name;     /* after NAME_ */
    const char *sentence; /* the comment above the declaration */
    unsigned inputs;      /* bit k for input array k */
    unsigned more;        /* likewise, where they are asked for */
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

/* Returns the bits of the input arrays of a routine, `more` among them as asked for. */
unsigned cdy_routine_inputs(const routine *r, unsigned more);

/* Traces a routine over a simplified model (regroup.h) into `g`; outputs[k] receives the expressions of output k, in
 * memory of the arena. Returns false where memory runs out. */
bool cdy_trace(const routine *r, const cdy_model *model, more_inputs more, graph *g, cdy_arena *arena,
               expression *outputs[MOST_OUTPUTS]);

#endif
