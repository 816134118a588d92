/* The gradient of the weighted sum of a routine's one result, and its derivatives. */
#ifndef CDY_GENERATE_TRACED_HESSIAN_H
#define CDY_GENERATE_TRACED_HESSIAN_H

#include "generate/routine.h"

/* Of w . y, with a weight, number k of INPUT_WEIGHTS, for number k of those of the result y, by columns, that are not
 * zero in every state. Only inputs that the routine takes have arrays. */
typedef struct weighted_sum {
    const routine *routine;
    const cdy_model *model; /* simplified */
    more_inputs more;
    graph *graph;
    cdy_arena *arena;
    expression *y;                                /* the result, by columns */
    int rows, weights;                            /* numbers of the result, and of them those with a weight */
    expression *gradient[INPUT_COUNT];            /* by the numbers of an input */
    expression *second[INPUT_COUNT][INPUT_COUNT]; /* of gradient [a] by input [b]: columns */
} weighted_sum;

/* Whether the sum of a routine's result can be differentiated twice: friction by the load in forward dynamics is solved
 * for by iteration. */
bool cdy_has_hessian(const routine *r, const cdy_model *model);

/* Traces the sum of the weighted result of `routine` over `model` with its gradient. Returns false where memory runs
 * out. */
bool cdy_trace_gradient(weighted_sum *s);

/* Adds the derivatives of the gradient by the inputs. Those of inverse and forward dynamics by positions that are sums
 * of steps are made of the second derivatives of the kernels (Singh, Russell and Wensing 2022); all others
 * differentiate the operations. */
bool cdy_trace_hessian(weighted_sum *s);

#endif
