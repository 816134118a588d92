#include "bench/bench_call.h"

#include "dynamics/quantity_forms.h"

#include <condyle/energy.h>
#include <condyle/momentum.h>
#include <string.h>

/* Arguments and places of any call: without external forces, the last frame in the axes of the base. */
#define DECLARE_CALL(number, count)                                                                                    \
    DECLARE_ARGUMENTS(number, s.q, s.qd, s.x, NULL, cdy_model_frame_count(model) - 1, 0, CDY_AXES_BASE);               \
    size_t sizes[3];                                                                                                   \
    list_sizes(model, sizes);                                                                                          \
    DECLARE_PLACES(number, s.out, s.out + (count)*sizes[0], s.out + (count) * (sizes[0] + sizes[1]))

#define FLOATS(name, inputs, results)                                                                                  \
    static cdy_status floats_##name(const cdy_model *model, cdy_batch_f32 *batch, size_t count, bench_float_states s,  \
                                    cdy_error *error)                                                                  \
    {                                                                                                                  \
        size_t (*list_sizes)(const cdy_model *, size_t *) = sizes_##name;                                              \
        DECLARE_CALL(float, count);                                                                                    \
        return cdy_batch_f32_##name(model, batch, count, ARGUMENTS_##inputs, OUT_##results, NULL, error);              \
    }

#define QUANTITY(name, title, inputs, results, ...)                                                                    \
    static size_t sizes_##name(const cdy_model *model, size_t *sizes)                                                  \
    {                                                                                                                  \
        const cdy_regressor_options *columns = NULL;                                                                   \
        const size_t all[3] = {SIZES_##results};                                                                       \
        (void)model, (void)columns;                                                                                    \
        memcpy(sizes, all, sizeof all);                                                                                \
        return all[0] + all[1] + all[2];                                                                               \
    }                                                                                                                  \
    static size_t width_##name(const cdy_model *model)                                                                 \
    {                                                                                                                  \
        size_t sizes[3];                                                                                               \
        return sizes_##name(model, sizes);                                                                             \
    }                                                                                                                  \
    static cdy_status one_##name(const cdy_model *model, cdy_workspace *workspace, bench_states s, cdy_error *error)   \
    {                                                                                                                  \
        size_t (*list_sizes)(const cdy_model *, size_t *) = sizes_##name;                                              \
        DECLARE_CALL(double, 1);                                                                                       \
        return cdy_##name(model, workspace, ARGUMENTS_##inputs, OUT_##results, error);                                 \
    }                                                                                                                  \
    static cdy_status many_##name(const cdy_model *model, cdy_batch *batch, size_t count, bench_states s,              \
                                  cdy_error *error)                                                                    \
    {                                                                                                                  \
        size_t (*list_sizes)(const cdy_model *, size_t *) = sizes_##name;                                              \
        DECLARE_CALL(double, count);                                                                                   \
        return cdy_batch_##name(model, batch, count, ARGUMENTS_##inputs, OUT_##results, NULL, error);                  \
    }                                                                                                                  \
    FLOATS(name, inputs, results)
#include "dynamics/quantities.def"
#undef QUANTITY

static const bench_call calls[] = {
#define QUANTITY(name, ...) {#name, width_##name, one_##name, many_##name, floats_##name},
#include "dynamics/quantities.def"
#undef QUANTITY
};

const bench_call *bench_find_call(const char *quantity)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (strcmp(calls[i].quantity, quantity) == 0) {
            return &calls[i];
        }
    }
    return NULL;
}
