#include "specialize/trial.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/random.h"

#include <condyle/configuration.h>
#include <condyle/derivatives.h>
#include <math.h>

/* As many states as lanes, so that a batch is one whole block. */
enum { MOST_STATES = 8 };

/* Far above rounding, also of accelerations of robots with light links, and far below an error of the code; rounded
 * angles change accelerations by more than themselves. */
static const double rounding = 1e-6, per_angle = 1e3;

typedef struct trial {
    const cdy_specialization *s;
    const cdy_model *model;
    double tolerance; /* relative to the largest number of a result */
    double least;     /* numbers below this count as this large: rounding errors may be all that a result has */
    cdy_workspace *workspace;
    cdy_batch *batch;
    size_t states, numbers;    /* of a result, at most */
    double *q, *qd, *x, *w;    /* states x nq or nv */
    double *general, *special; /* states x numbers */
} trial;

/* One of the functions for state i, or for all states with i < 0. */
typedef cdy_status trial_call(const trial *t, int i, double *result, cdy_error *error);

static cdy_status inverse_dynamics(const trial *t, int i, double *tau, cdy_error *error)
{
    const size_t n = (size_t)t->model->nv, k = (size_t)(i < 0 ? 0 : i);
    const double *q = t->q + k * (size_t)t->model->nq, *qd = t->qd + k * n, *x = t->x + k * n;
    return i < 0 ? cdy_batch_inverse_dynamics(t->model, t->batch, t->states, q, qd, x, NULL, tau, NULL, error)
                 : cdy_inverse_dynamics(t->model, t->workspace, q, qd, x, NULL, tau, error);
}

static cdy_status forward_dynamics(const trial *t, int i, double *qdd, cdy_error *error)
{
    const size_t n = (size_t)t->model->nv, k = (size_t)(i < 0 ? 0 : i);
    const double *q = t->q + k * (size_t)t->model->nq, *qd = t->qd + k * n, *x = t->x + k * n;
    return i < 0 ? cdy_batch_forward_dynamics(t->model, t->batch, t->states, q, qd, x, NULL, qdd, NULL, error)
                 : cdy_forward_dynamics(t->model, t->workspace, q, qd, x, NULL, qdd, error);
}

static cdy_status mass_matrix(const trial *t, int i, double *M, cdy_error *error)
{
    const double *q = t->q + (size_t)(i < 0 ? 0 : i) * (size_t)t->model->nq;
    return i < 0 ? cdy_batch_mass_matrix(t->model, t->batch, t->states, q, M, NULL, error)
                 : cdy_mass_matrix(t->model, t->workspace, q, M, error);
}

static cdy_status inverse_mass_matrix(const trial *t, int i, double *M_inverse, cdy_error *error)
{
    const double *q = t->q + (size_t)(i < 0 ? 0 : i) * (size_t)t->model->nq;
    return i < 0 ? cdy_batch_inverse_mass_matrix(t->model, t->batch, t->states, q, M_inverse, NULL, error)
                 : cdy_inverse_mass_matrix(t->model, t->workspace, q, M_inverse, error);
}

/* Both matrices, one behind the other. */
static cdy_status derivatives(const trial *t, int i, double *by_q, cdy_error *error)
{
    const size_t n = (size_t)t->model->nv, k = (size_t)(i < 0 ? 0 : i);
    const double *q = t->q + k * (size_t)t->model->nq, *qd = t->qd + k * n, *x = t->x + k * n;
    double *by_qd = by_q + n * n * (i < 0 ? t->states : 1);
    return i < 0 ? cdy_batch_inverse_dynamics_derivatives(t->model, t->batch, t->states, q, qd, x, NULL, by_q, by_qd,
                                                          NULL, error)
                 : cdy_inverse_dynamics_derivatives(t->model, t->workspace, q, qd, x, NULL, by_q, by_qd, error);
}

/* The three products, one behind the other. */
static cdy_status inverse_dynamics_vjp(const trial *t, int i, double *by_q, cdy_error *error)
{
    const size_t n = (size_t)t->model->nv, k = (size_t)(i < 0 ? 0 : i), all = n * (i < 0 ? t->states : 1);
    const double *q = t->q + k * (size_t)t->model->nq, *qd = t->qd + k * n, *x = t->x + k * n, *w = t->w + k * n;
    double *by_qd = by_q + all, *by_qdd = by_qd + all;
    return i < 0 ? cdy_batch_inverse_dynamics_vjp(t->model, t->batch, t->states, q, qd, x, NULL, w, by_q, by_qd, by_qdd,
                                                  NULL, error)
                 : cdy_inverse_dynamics_vjp(t->model, t->workspace, q, qd, x, NULL, w, by_q, by_qd, by_qdd, error);
}

static cdy_status forward_dynamics_vjp(const trial *t, int i, double *by_q, cdy_error *error)
{
    const size_t n = (size_t)t->model->nv, k = (size_t)(i < 0 ? 0 : i), all = n * (i < 0 ? t->states : 1);
    const double *q = t->q + k * (size_t)t->model->nq, *qd = t->qd + k * n, *x = t->x + k * n, *w = t->w + k * n;
    double *by_qd = by_q + all, *by_tau = by_qd + all;
    return i < 0 ? cdy_batch_forward_dynamics_vjp(t->model, t->batch, t->states, q, qd, x, NULL, w, by_q, by_qd, by_tau,
                                                  NULL, error)
                 : cdy_forward_dynamics_vjp(t->model, t->workspace, q, qd, x, NULL, w, by_q, by_qd, by_tau, error);
}

/* The three matrices, one behind the other. */
static cdy_status forward_dynamics_derivatives(const trial *t, int i, double *by_q, cdy_error *error)
{
    const size_t n = (size_t)t->model->nv, k = (size_t)(i < 0 ? 0 : i), all = n * n * (i < 0 ? t->states : 1);
    const double *q = t->q + k * (size_t)t->model->nq, *qd = t->qd + k * n, *x = t->x + k * n;
    const cdy_forward_derivatives d = {by_q, by_q + all, by_q + 2 * all};
    return i < 0
               ? cdy_batch_forward_dynamics_derivatives(t->model, t->batch, t->states, q, qd, x, NULL, &d, NULL, error)
               : cdy_forward_dynamics_derivatives(t->model, t->workspace, q, qd, x, NULL, &d, error);
}

static bool are_close(const trial *t, size_t count)
{
    const double *a = t->general, *b = t->special;
    double largest = t->least, difference = 0;
    for (size_t i = 0; i < count; i++) {
        largest = fmax(largest, fabs(a[i]));
        difference = fmax(difference, isfinite(b[i]) ? fabs(a[i] - b[i]) : (double)INFINITY);
    }
    return difference <= t->tolerance * largest;
}

cdy_status cdy_fail_trial(const char *name, cdy_error *error)
{
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "%s by the compiled code differs from the general call; the compiler or its options change "
                    "results (-ffast-math?)",
                    name);
}

/* Where the general call fails, the code has nothing to be compared with. */
static cdy_status compare(const trial *t, trial_call *call, const char *name, int i, size_t count, cdy_error *error)
{
    cdy_status status = cdy_workspace_specialize(t->workspace, NULL, error);
    status = status ? status : cdy_batch_specialize(t->batch, NULL, error);
    if (status || call(t, i, t->general, NULL)) {
        return status;
    }
    status = cdy_workspace_specialize(t->workspace, t->s, error);
    status = status ? status : cdy_batch_specialize(t->batch, t->s, error);
    if (status) {
        return status;
    }
    return call(t, i, t->special, NULL) == CDY_OK && are_close(t, count) ? CDY_OK : cdy_fail_trial(name, error);
}

static cdy_status compare_all(const trial *t, trial_call *call, const char *name, size_t count, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int i = 0; !status && i < (int)t->states; i++) {
        status = compare(t, call, name, i, count, error);
    }
    return status ? status : compare(t, call, name, -1, count * t->states, error);
}

static void fill_states(trial *t)
{
    uint64_t seed = 1;
    for (size_t i = 0; i < t->states; i++) {
        cdy_random_configuration(t->model, &seed, t->q + i * (size_t)t->model->nq);
    }
    for (size_t i = 0; i < t->states * (size_t)t->model->nv; i++) {
        t->qd[i] = cdy_random_between(&seed, -1, 1);
        t->x[i] = cdy_random_between(&seed, -1, 1);
        t->w[i] = cdy_random_between(&seed, -1, 1);
    }
}

static cdy_status prepare(trial *t, cdy_arena *arena, cdy_error *error)
{
    const size_t n = (size_t)t->model->nv;
    cdy_batch_options options = cdy_batch_options_default();
    options.lanes = t->s->code.lanes;
    t->states = MOST_STATES;
    t->q = cdy_arena_allocate(arena, t->states * (size_t)t->model->nq, sizeof(double));
    t->qd = cdy_arena_allocate(arena, t->states * n, sizeof(double));
    t->x = cdy_arena_allocate(arena, t->states * n, sizeof(double));
    t->w = cdy_arena_allocate(arena, t->states * n, sizeof(double));
    t->general = cdy_arena_allocate(arena, t->states * 3 * n * n, sizeof(double));
    t->special = cdy_arena_allocate(arena, t->states * 3 * n * n, sizeof(double));
    if (arena->failed) {
        return cdy_fail_memory(error);
    }
    fill_states(t);
    const cdy_status status = cdy_workspace_create(t->model, &t->workspace, error);
    return status ? status : cdy_batch_create(t->model, &options, &t->batch, error);
}

/* The largest torque of the states by the general call. Derivatives of torques that do not depend on q and qd, as of a
 * joint with a vertical axis, have rounding errors alone, small beside the torques. */
static double largest_torque(const trial *t)
{
    const size_t count = t->states * (size_t)t->model->nv;
    double largest = 0;
    const bool computed = inverse_dynamics(t, -1, t->general, NULL) == CDY_OK;
    for (size_t i = 0; computed && i < count; i++) {
        largest = fmax(largest, fabs(t->general[i]));
    }
    return largest;
}

cdy_status cdy_try_code(const cdy_specialization *s, const cdy_model *model, const cdy_specialize_options *o,
                        cdy_error *error)
{
    const size_t n = (size_t)model->nv;
    const struct {
        unsigned call;
        trial_call *function;
        const char *name;
        size_t count; /* numbers of a state's results */
    } all[] = {{CDY_GENERATE_INVERSE_DYNAMICS, inverse_dynamics, "inverse dynamics", n},
               {CDY_GENERATE_FORWARD_DYNAMICS, forward_dynamics, "forward dynamics", n},
               {CDY_GENERATE_MASS_MATRIX, mass_matrix, "the mass matrix", n * n},
               {CDY_GENERATE_INVERSE_MASS_MATRIX, inverse_mass_matrix, "the inverse mass matrix", n * n},
               {CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES, derivatives, "derivatives of inverse dynamics", 2 * n * n},
               {CDY_GENERATE_INVERSE_DYNAMICS_VJP, inverse_dynamics_vjp,
                "the product with derivatives of inverse dynamics", 3 * n},
               {CDY_GENERATE_FORWARD_DYNAMICS_VJP, forward_dynamics_vjp,
                "the product with derivatives of forward dynamics", 3 * n},
               {CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES, forward_dynamics_derivatives,
                "derivatives of forward dynamics", 3 * n * n}};
    cdy_arena arena = {0};
    trial t = {.s = s, .model = model, .tolerance = rounding + per_angle * o->angle_tolerance};
    cdy_status status = prepare(&t, &arena, error);
    const double torque = status ? 0 : largest_torque(&t);
    for (size_t i = 0; !status && i < sizeof all / sizeof all[0]; i++) {
        if (o->calls & all[i].call) {
            t.least = all[i].function == derivatives ? torque : 0;
            status = compare_all(&t, all[i].function, all[i].name, all[i].count, error);
        }
    }
    cdy_workspace_destroy(t.workspace);
    cdy_batch_destroy(t.batch);
    cdy_arena_clear(&arena);
    return status;
}
