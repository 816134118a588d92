#include "report/call.h"

#include "dynamics/quantity_forms.h"

/* The arguments of any call, by the names that the forms give them. */
#define ARGUMENTS_OF(s)                                                                                                \
    const double *q = (s)->values[QUANTITY_Q], *qd = (s)->values[QUANTITY_QD], *qdd = (s)->values[QUANTITY_QDD],       \
                 *x = NULL, *fext = (s)->fext;                                                                         \
    const int frame = (s)->frame, relative_to = (s)->relative_to;                                                      \
    const cdy_axes axes = (s)->axes;                                                                                   \
    (void)q, (void)qd, (void)qdd, (void)x, (void)fext, (void)frame, (void)relative_to, (void)axes

#define QUANTITY(name, title, inputs, ...)                                                                             \
    static cdy_status one_##name(const cdy_model *model, cdy_workspace *workspace, const state *s, double *result,     \
                                 cdy_error *error)                                                                     \
    {                                                                                                                  \
        ARGUMENTS_OF(s);                                                                                               \
        return cdy_##name(model, workspace, ARGUMENTS_##inputs, result, error);                                        \
    }                                                                                                                  \
    static void many_##name(const cdy_model *model, cdy_batch *batch, size_t count, const state *s, double *result,    \
                            cdy_status *rows)                                                                          \
    {                                                                                                                  \
        ARGUMENTS_OF(s);                                                                                               \
        cdy_batch_##name(model, batch, count, ARGUMENTS_##inputs, result, rows, NULL);                                 \
    }                                                                                                                  \
    const call call_##name = {one_##name, many_##name};
#include "dynamics/quantities.def"
#undef QUANTITY
