/* The trial of code over floats: its results beside those of the general calls for a batch. */
#include "base/arena.h"
#include "base/error.h"
#include "base/random.h"
#include "specialize/trial.h"

#include <condyle/configuration.h>
#include <math.h>

/* As many states as the most lanes, so that a batch is one whole block. */
enum { STATES = 16 };

/* Far above rounding errors of floats, and far below an error of the code; of rounded angles see trial.c. */
static const double rounding = 1e-3, per_angle = 1e3;

typedef struct float_trial {
    const cdy_specialization *s;
    const cdy_model *model;
    double tolerance; /* relative to the largest number of a result */
    cdy_workspace *workspace;
    cdy_batch_f32 *batch;
    float *q, *qd, *x, *w;    /* STATES x nq or nv */
    float *general, *special; /* STATES x numbers of a result, at most */
    double *state;            /* nq */
    double *torque, *terms;   /* nv */
    double *M;                /* nv x nv */
} float_trial;

static cdy_status inverse_dynamics(const float_trial *t, float *tau)
{
    return cdy_batch_f32_inverse_dynamics(t->model, t->batch, STATES, t->q, t->qd, t->x, NULL, tau, NULL, NULL);
}

static cdy_status forward_dynamics(const float_trial *t, float *qdd)
{
    return cdy_batch_f32_forward_dynamics(t->model, t->batch, STATES, t->q, t->qd, t->x, NULL, qdd, NULL, NULL);
}

static cdy_status mass_matrix(const float_trial *t, float *M)
{
    return cdy_batch_f32_mass_matrix(t->model, t->batch, STATES, t->q, M, NULL, NULL);
}

/* The three products, one behind the other. */
static cdy_status inverse_dynamics_vjp(const float_trial *t, float *by_q)
{
    float *by_qd = by_q + STATES * t->model->nv, *by_qdd = by_qd + STATES * t->model->nv;
    return cdy_batch_f32_inverse_dynamics_vjp(t->model, t->batch, STATES, t->q, t->qd, t->x, NULL, t->w, by_q, by_qd,
                                              by_qdd, NULL, NULL);
}

static cdy_status forward_dynamics_vjp(const float_trial *t, float *by_q)
{
    float *by_qd = by_q + STATES * t->model->nv, *by_tau = by_qd + STATES * t->model->nv;
    return cdy_batch_f32_forward_dynamics_vjp(t->model, t->batch, STATES, t->q, t->qd, t->x, NULL, t->w, by_q, by_qd,
                                              by_tau, NULL, NULL);
}

static double largest_of(const double *x, size_t count)
{
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        largest = fmax(largest, x[i]);
    }
    return largest;
}

/* Puts the configuration of a state into t->state. */
static void read_state(const float_trial *t, size_t i)
{
    const size_t nq = (size_t)t->model->nq;
    for (size_t k = 0; k < nq; k++) {
        t->state[k] = (double)t->q[i * nq + k];
    }
}

static bool are_close(const float_trial *t, size_t count, double tolerance)
{
    double largest = 0, difference = 0;
    for (size_t i = 0; i < STATES * count; i++) {
        const double general = (double)t->general[i], special = (double)t->special[i];
        largest = fmax(largest, fabs(general));
        difference = fmax(difference, isfinite(special) ? fabs(special - general) : (double)INFINITY);
    }
    return difference <= tolerance * largest;
}

/* Computes the torques M d of a difference d of accelerations qdd, and how large their terms M_ij qdd_j are. */
static void measure_torques(const float_trial *t, size_t n, const float *general, const float *special)
{
    for (size_t i = 0; i < n; i++) {
        t->torque[i] = t->terms[i] = 0;
        for (size_t j = 0; j < n; j++) {
            const double M = t->M[i * n + j], qdd = (double)general[j];
            t->torque[i] += M * ((double)special[j] - qdd);
            t->terms[i] += fabs(M * qdd);
        }
    }
}

/* Whether the difference of accelerations takes torques that are small beside those of the accelerations: an
 * ill-conditioned mass matrix lets accelerations differ by more than the torques that they are computed from. */
static bool are_torques_near(const float_trial *t, size_t n, const float *general, const float *special,
                             double tolerance)
{
    const double others = 1e-2; /* rounding errors of a joint's torque that those of other joints make */
    bool close = true;
    for (size_t i = 0; close && i < STATES; i++) {
        read_state(t, i);
        close = !cdy_mass_matrix(t->model, t->workspace, t->state, t->M, NULL);
        measure_torques(t, n, general + i * n, special + i * n);
        const double largest = others * largest_of(t->terms, n);
        for (size_t k = 0; close && k < n; k++) {
            close = fabs(t->torque[k]) <= tolerance * (t->terms[k] + largest); /* not where it is no number */
        }
    }
    return close;
}

static bool are_torques_close(const float_trial *t, size_t n, double tolerance)
{
    return are_torques_near(t, n, t->general, t->special, tolerance);
}

/* The same for products of a vector with M^-1, behind those with the other derivatives of forward dynamics, in which
 * the condition of the mass matrix multiplies rounding errors. */
static bool are_products_close(const float_trial *t, size_t count, double tolerance)
{
    const double condition = 100;
    const size_t n = count / 3, others = 2 * n;
    return are_close(t, others, condition * tolerance) &&
           are_torques_near(t, n, t->general + STATES * others, t->special + STATES * others, tolerance);
}

/* A function over floats, how many numbers a state's result has, and whether results of both codes are close. */
typedef struct float_function {
    unsigned call;
    cdy_status (*function)(const float_trial *t, float *result);
    const char *name;
    size_t count;
    bool (*compare)(const float_trial *t, size_t count, double tolerance);
} float_function;

/* Where the general call fails, the code has nothing to be compared with. */
static cdy_status compare(const float_trial *t, const float_function *f, cdy_error *error)
{
    cdy_status status = cdy_batch_f32_specialize(t->batch, NULL, error);
    if (status || f->function(t, t->general)) {
        return status;
    }
    status = cdy_batch_f32_specialize(t->batch, t->s, error);
    if (status) {
        return status;
    }
    return f->function(t, t->special) == CDY_OK && f->compare(t, f->count, t->tolerance)
               ? CDY_OK
               : cdy_fail_trial(f->name, error);
}

static void fill_states(const float_trial *t)
{
    const size_t nq = (size_t)t->model->nq;
    uint64_t seed = 1;
    for (size_t i = 0; i < STATES; i++) {
        cdy_random_configuration(t->model, &seed, t->state);
        for (size_t k = 0; k < nq; k++) {
            t->q[i * nq + k] = (float)t->state[k];
        }
    }
    for (size_t i = 0; i < STATES * (size_t)t->model->nv; i++) {
        t->qd[i] = (float)cdy_random_between(&seed, -1, 1);
        t->x[i] = (float)cdy_random_between(&seed, -1, 1);
        t->w[i] = (float)cdy_random_between(&seed, -1, 1);
    }
}

static cdy_status prepare(float_trial *t, cdy_arena *arena, cdy_error *error)
{
    const size_t n = (size_t)t->model->nv, nq = (size_t)t->model->nq;
    cdy_batch_options options = cdy_batch_options_default();
    options.lanes = t->s->code.lanes;
    t->q = cdy_arena_allocate(arena, STATES * nq, sizeof(float));
    t->qd = cdy_arena_allocate(arena, STATES * n, sizeof(float));
    t->x = cdy_arena_allocate(arena, STATES * n, sizeof(float));
    t->w = cdy_arena_allocate(arena, STATES * n, sizeof(float));
    t->general = cdy_arena_allocate(arena, STATES * 3 * n * n, sizeof(float));
    t->special = cdy_arena_allocate(arena, STATES * 3 * n * n, sizeof(float));
    t->state = cdy_arena_allocate(arena, nq, sizeof(double));
    t->torque = cdy_arena_allocate(arena, n, sizeof(double));
    t->terms = cdy_arena_allocate(arena, n, sizeof(double));
    t->M = cdy_arena_allocate(arena, n * n, sizeof(double));
    if (arena->failed) {
        return cdy_fail_memory(error);
    }
    fill_states(t);
    const cdy_status status = cdy_workspace_create(t->model, &t->workspace, error);
    return status ? status : cdy_batch_f32_create(t->model, &options, &t->batch, error);
}

cdy_status cdy_try_float_code(const cdy_specialization *s, const cdy_model *model, const cdy_specialize_options *o,
                              cdy_error *error)
{
    const size_t n = (size_t)model->nv;
    const float_function all[] = {
        {CDY_GENERATE_INVERSE_DYNAMICS, inverse_dynamics, "inverse dynamics", n, are_close},
        {CDY_GENERATE_FORWARD_DYNAMICS, forward_dynamics, "forward dynamics", n, are_torques_close},
        {CDY_GENERATE_MASS_MATRIX, mass_matrix, "the mass matrix", n * n, are_close},
        {CDY_GENERATE_INVERSE_DYNAMICS_VJP, inverse_dynamics_vjp, "the product with derivatives of inverse dynamics",
         3 * n, are_close},
        {CDY_GENERATE_FORWARD_DYNAMICS_VJP, forward_dynamics_vjp, "the product with derivatives of forward dynamics",
         3 * n, are_products_close}};
    cdy_arena arena = {0};
    float_trial t = {.s = s, .model = model, .tolerance = rounding + per_angle * o->angle_tolerance};
    cdy_status status = prepare(&t, &arena, error);
    for (size_t i = 0; !status && i < sizeof all / sizeof all[0]; i++) {
        status = o->calls & all[i].call ? compare(&t, &all[i], error) : CDY_OK;
    }
    cdy_workspace_destroy(t.workspace);
    cdy_batch_f32_destroy(t.batch);
    cdy_arena_clear(&arena);
    return status;
}
