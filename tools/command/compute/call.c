#include "compute/call.h"

#include "dynamics/quantity_forms.h"

/* The arguments and places of any call, by the names that the forms give them. */
#define DECLARE_STATE(s, results)                                                                                      \
    DECLARE_INPUTS(double, (s)->values[VARIABLE_Q], (s)->values[VARIABLE_QD], (s)->values[VARIABLE_QDD],               \
                   (s)->values[VARIABLE_TAU], NULL, (s)->fext, NULL, NULL, NULL);                                      \
    DECLARE_SETTINGS((s)->frame, (s)->relative_to, (s)->axes, (s)->method, NULL);                                      \
    DECLARE_PLACES(double, (results)[0], (results)[1], (results)[2])

#define QUANTITY(name, title, inputs, outputs, ...)                                                                    \
    static cdy_status one_##name(const cdy_model *model, cdy_workspace *workspace, const state *s,                     \
                                 double *const results[], cdy_error *error)                                            \
    {                                                                                                                  \
        DECLARE_STATE(s, results);                                                                                     \
        return cdy_##name(model, workspace, ARGUMENTS_##inputs, OUT_##outputs, error);                                 \
    }                                                                                                                  \
    static void many_##name(const cdy_model *model, cdy_batch *batch, size_t count, const state *s,                    \
                            double *const results[], cdy_status *statuses)                                             \
    {                                                                                                                  \
        DECLARE_STATE(s, results);                                                                                     \
        cdy_batch_##name(model, batch, count, ARGUMENTS_##inputs, OUT_##outputs, statuses, NULL);                      \
    }                                                                                                                  \
    const call call_##name = {one_##name, many_##name};
#include "dynamics/quantities.def"
#undef QUANTITY
