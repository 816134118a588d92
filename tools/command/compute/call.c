#include "compute/call.h"

#include "dynamics/quantity_forms.h"

/* The arguments and places of any call, by the names that the forms give them. */
#define DECLARE_STATE(s, results)                                                                                      \
    const double *q = (s)->values[QUANTITY_Q], *qd = (s)->values[QUANTITY_QD], *qdd = (s)->values[QUANTITY_QDD],       \
                 *tau = (s)->values[QUANTITY_TAU], *x = NULL, *fext = (s)->fext;                                       \
    const double *w = NULL, *dq = NULL, *dqd = NULL, *dqdd = NULL, *dtau = NULL;                                       \
    const int frame = (s)->frame, relative_to = (s)->relative_to;                                                      \
    const cdy_axes axes = (s)->axes;                                                                                   \
    const cdy_forward_method method = (s)->method;                                                                     \
    const cdy_regressor_options *columns = NULL;                                                                       \
    DECLARE_PLACES(double, (results)[0], (results)[1], (results)[2]);                                                  \
    (void)q, (void)qd, (void)qdd, (void)tau, (void)x, (void)fext, (void)frame, (void)relative_to, (void)axes;          \
    (void)method, (void)columns, (void)w, (void)dq, (void)dqd, (void)dqdd, (void)dtau

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
