/* Every call on an arbitrary valid model: results are finite, a failing call leaves its output, and a fresh workspace
 * gives the same result as a used one. */
#include "fuzz.h"

#include "dynamics/quantity.h"
#include "dynamics/quantity_forms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RESULTS = 3,
    LARGEST = 24,                           /* most degrees of freedom of motions */
    LARGEST_RESULT = 10 * LARGEST * LARGEST /* most numbers of the results of a call */
};

/* A model at a state. */
typedef struct subject {
    const cdy_model *model;
    cdy_workspace *workspace;
    const double *q, *qd, *qdd, *fext;
    int frame;
} subject;

typedef struct call {
    const char *name;
    quantity_result results[RESULTS]; /* after a failure vectors are unchanged; matrices may hold anything */
    cdy_status (*compute)(const subject *s, double *out, cdy_error *error);
    size_t (*size)(const cdy_model *model, size_t sizes[RESULTS]); /* numbers of each result; returns their sum */
} call;

/* ---- dynamics ---- */

static cdy_status articulated(const subject *s, double *out, cdy_error *error)
{
    return cdy_forward_dynamics_by(s->model, s->workspace, CDY_FORWARD_ARTICULATED_BODIES, s->q, s->qd, s->qdd, s->fext,
                                   out, error);
}

/* The calls of the rows of dynamics/quantities.def. */
#define QUANTITY(name, title, inputs, results, ...)                                                                    \
    static size_t size_of_##name(const cdy_model *model, size_t sizes[RESULTS])                                        \
    {                                                                                                                  \
        const cdy_regressor_options *columns = NULL;                                                                   \
        const size_t all[RESULTS] = {SIZES_##results};                                                                 \
        (void)model, (void)columns;                                                                                    \
        memcpy(sizes, all, sizeof all);                                                                                \
        return all[0] + all[1] + all[2];                                                                               \
    }                                                                                                                  \
    static cdy_status name(const subject *s, double *place, cdy_error *error)                                          \
    {                                                                                                                  \
        size_t sizes[RESULTS];                                                                                         \
        size_of_##name(s->model, sizes);                                                                               \
        DECLARE_ARGUMENTS(double, s->q, s->qd, s->qdd, s->fext, s->frame, s->frame / 2, CDY_AXES_BODY);                \
        DECLARE_PLACES(double, place, place + sizes[0], place + sizes[0] + sizes[1]);                                  \
        return cdy_##name(s->model, s->workspace, ARGUMENTS_##inputs, OUT_##results, error);                           \
    }
#include "dynamics/quantities.def"
#undef QUANTITY

static size_t size_of_velocities(const cdy_model *model, size_t sizes[RESULTS])
{
    sizes[0] = (size_t)cdy_model_nv(model);
    return sizes[0];
}

static const call calls[] = {
#define QUANTITY(name, title, inputs, results, ...) {title, {RESULTS_##results}, name, size_of_##name},
#include "dynamics/quantities.def"
#undef QUANTITY
    {"articulated bodies", {RESULT_TORQUES}, articulated, size_of_velocities},
};

/* ---- promises ---- */

static void require_finite(const call *c, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        require(isfinite(values[i]), "%s: number %zu is %g", c->name, i, values[i]);
    }
}

static void require_untouched(const call *c, const double *values, const double *before, size_t count)
{
    require(count == 0 || memcmp(values, before, count * sizeof *values) == 0, "%s: written on a failure", c->name);
}

/* Makes a call in the subject's workspace and in a fresh workspace filled with garbage. */
/* Whether all results of a call are vectors. */
static bool gives_vectors(const call *c)
{
    for (int i = 0; i < RESULTS; i++) {
        if (c->results[i].kind != OUTPUT_NOTHING && !quantity_is_vector(&c->results[i])) {
            return false;
        }
    }
    return true;
}

static void make_call(const call *c, const subject *s, cdy_workspace *fresh)
{
    size_t sizes[RESULTS], count = c->size(s->model, sizes);
    double *first = fuzz_allocate(count, sizeof *first), *second = fuzz_allocate(count, sizeof *second);
    double *before = fuzz_allocate(count, sizeof *before);
    cdy_error error = {0}, other = {0};
    subject again = *s;
    again.workspace = fresh;
    cdy_status status = c->compute(s, first, &error);
    require(c->compute(&again, second, &other) == status, "%s: fails in one workspace of two", c->name);
    if (status == CDY_OK) {
        require_finite(c, first, count);
        require(count == 0 || memcmp(first, second, count * sizeof *first) == 0,
                "%s: the workspace has a part in the result", c->name);
    } else {
        require_report(status, &error);
        require(status == CDY_ERROR_NUMERIC || status == CDY_ERROR_UNSUPPORTED, "%s: %s", c->name, error.text);
    }
    if (status != CDY_OK && gives_vectors(c)) {
        require_untouched(c, first, before, count);
    }
    free(first);
    free(second);
    free(before);
}

/* Makes every call whose result fits the size limit for this model. */
static void make_calls(subject *s)
{
    cdy_error error = {0};
    size_t size = cdy_workspace_size(s->model);
    void *memory = fuzz_allocate(1, size);
    cdy_workspace *fresh;
    require_status(cdy_workspace_init(memory, size, s->model, &fresh, &error), CDY_OK, &error);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        size_t sizes[RESULTS];
        if (calls[i].size(s->model, sizes) <= LARGEST_RESULT) {
            make_call(&calls[i], s, fresh);
        }
    }
    free(memory);
}

/* ---- states ---- */

/* The next number of a linear congruential generator (Knuth, MMIX), from -1 to 1. */
static double next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) * 0x1p-52 - 1;
}

static double *random_vector(uint64_t *seed, int count, double scale)
{
    double *values = fuzz_allocate((size_t)count, sizeof *values);
    for (int i = 0; i < count; i++) {
        values[i] = scale * next_random(seed);
    }
    return values;
}

static double *external_forces(const subject *s, uint64_t *seed, double scale)
{
    cdy_error error = {0};
    double *fext = calloc((size_t)cdy_model_force_rows(s->model) + 1, 6 * sizeof *fext);
    double *wrench = random_vector(seed, 6, scale);
    require(fext, "no memory");
    cdy_status status = cdy_external_force(s->model, s->workspace, s->frame, wrench, s->q, fext, &error);
    require_status(status, CDY_ERROR_NUMERIC, &error);
    free(wrench);
    return fext;
}

static void check_steps(const subject *s)
{
    cdy_error error = {0};
    size_t nq = (size_t)cdy_model_nq(s->model), nv = (size_t)cdy_model_nv(s->model);
    double *next = fuzz_allocate(nq, sizeof *next), *step = fuzz_allocate(nv, sizeof *step);
    if (require_status(cdy_configuration_integrate(s->model, s->q, s->qd, next, &error), CDY_ERROR_NUMERIC, &error)) {
        cdy_status status = cdy_configuration_difference(s->model, s->q, next, step, &error);
        require_status(status, CDY_ERROR_NUMERIC, &error);
        cdy_configuration_clamp(s->model, next);
        require(cdy_configuration_limit_violations(s->model, next, 0, NULL) == 0,
                "outside of the limits after clamping");
    }
    free(next);
    free(step);
}

static void exercise_at_random(subject *s, uint64_t seed, double scale)
{
    int nv = cdy_model_nv(s->model);
    double *q = fuzz_allocate((size_t)cdy_model_nq(s->model), sizeof *q);
    cdy_random_configuration(s->model, &seed, q);
    double *qd = random_vector(&seed, nv, scale), *qdd = random_vector(&seed, nv, scale);
    s->q = q;
    double *fext = external_forces(s, &seed, scale);
    s->qd = qd;
    s->qdd = qdd;
    s->fext = fext;
    make_calls(s);
    check_steps(s);
    if (nv <= LARGEST) {
        exercise_motion(s->model, s->workspace, q, qd);
    }
    free(q);
    free(qd);
    free(qdd);
    free(fext);
}

static void check_names(const cdy_model *model)
{
    cdy_coordinate coordinate;
    require(cdy_model_name(model) != NULL, "no name");
    for (int i = 0; i < cdy_model_frame_count(model); i++) {
        require(cdy_model_frame_name(model, i) != NULL, "frame %d has no name", i);
        cdy_model_find_frame(model, cdy_model_frame_name(model, i));
        cdy_model_frame_is_fixed(model, i);
    }
    for (int i = 0; i < cdy_model_nv(model); i++) {
        require(cdy_model_velocity(model, i, &coordinate) == CDY_OK && coordinate.joint, "no velocity %d", i);
    }
    for (int i = 0; i < cdy_model_nq(model); i++) {
        require(cdy_model_position(model, i, &coordinate) == CDY_OK && coordinate.joint, "no position %d", i);
    }
}

void exercise_model(const cdy_model *model)
{
    cdy_error error = {0};
    subject s = {.model = model, .frame = cdy_model_frame_count(model) - 1};
    check_names(model);
    if (!require_status(cdy_workspace_create(model, &s.workspace, &error), CDY_OK, &error)) {
        return;
    }
    make_calls(&s); /* home, at rest */
    exercise_at_random(&s, 1, 1);
    exercise_at_random(&s, 2, 1e200);
    cdy_workspace_destroy(s.workspace);
}
