/* Calls of the library: call_NAME for each row of dynamics/quantities.def. */
#ifndef CONDYLE_TOOLS_CALL_H
#define CONDYLE_TOOLS_CALL_H

#include "compute/calculation.h"

enum { CALL_RESULTS = 3 };

/* The calls for one state and for `count` states, from the values of a state or of rows of states. */
struct call {
    cdy_status (*one)(const cdy_model *model, cdy_workspace *workspace, const state *s, double *const results[],
                      cdy_error *error);
    void (*many)(const cdy_model *model, cdy_batch *batch, size_t count, const state *s, double *const results[],
                 cdy_status *statuses);
};

#define QUANTITY(name, ...) extern const call call_##name;
#include "dynamics/quantities.def"
#undef QUANTITY

#endif
