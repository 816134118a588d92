/* Bench calls: the calls of the quantities (dynamics/quantities.def), as the benchmark makes them. */
#ifndef CONDYLE_TOOLS_BENCH_CALL_H
#define CONDYLE_TOOLS_BENCH_CALL_H

#include <condyle/batch_float.h>

/* States and the place of the results, for batches of doubles or of floats. */
typedef struct bench_states {
    const double *q, *qd, *x;
    double *out;
} bench_states;

typedef struct bench_float_states {
    const float *q, *qd, *x;
    float *out;
} bench_float_states;

/* The calls of a quantity; several results stand one behind the other, each for all states. */
typedef struct bench_call {
    const char *quantity;
    size_t (*width)(const cdy_model *model); /* numbers of all results of a state */
    cdy_status (*one)(const cdy_model *model, cdy_workspace *workspace, bench_states s, cdy_error *error);
    cdy_status (*many)(const cdy_model *model, cdy_batch *batch, size_t count, bench_states s, cdy_error *error);
    cdy_status (*floats)(const cdy_model *model, cdy_batch_f32 *batch, size_t count, bench_float_states s,
                         cdy_error *error);
} bench_call;

/* Returns the calls of a quantity by its name; NULL where there is none. */
const bench_call *bench_find_call(const char *quantity);

#endif
