/* Widths: over every number type that the kernels are compiled for, the results equal the results of the book's
 * algorithms (kernels/book/book.h) or, for quantities that book.h lacks, of one lane. */
#include "base/random.h"
#include "dynamics/quantity.h"
#include "kernels/book/book.h"
#include "kernels/kernels.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef I

extern const cdy_kernels cdy_kernels_lanes2, cdy_kernels_lanes4, cdy_kernels_lanes8, cdy_kernels_long,
    cdy_kernels_complex_double;

typedef enum number { DOUBLES, LONG_DOUBLE, COMPLEX } number;

static const struct width {
    const char *name;
    const cdy_kernels *kernels;
    number number;
} widths[] = {
    {"long double", &cdy_kernels_long, LONG_DOUBLE},
    {"complex double", &cdy_kernels_complex_double, COMPLEX},
    {"four lanes", &cdy_kernels_lanes4, DOUBLES},
#ifndef CDY_WATCHED
    {"two lanes", &cdy_kernels_lanes2, DOUBLES},
    {"eight lanes", &cdy_kernels_lanes8, DOUBLES},
#endif
#ifdef CDY_HAVE_X1_FMA
    {"one lane, fused", &cdy_kernels_x1_fma, DOUBLES},
#endif
#ifdef CDY_HAVE_X1_AVX512
    {"one lane, AVX-512", &cdy_kernels_x1_avx512, DOUBLES},
#endif
    {"one lane", &cdy_kernels_x1, DOUBLES},
};

/* Whether this machine has the instructions of a width. */
static bool runs_here(const struct width *w)
{
    (void)w;
#ifdef CDY_HAVE_X1_FMA
    if (w->kernels == &cdy_kernels_x1_fma) {
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    }
#endif
#ifdef CDY_HAVE_X1_AVX512
    if (w->kernels == &cdy_kernels_x1_avx512) {
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
    }
#endif
    return true;
}

enum { WIDTHS = sizeof widths / sizeof widths[0], TREES = UNLESS_WATCHED(30, 12), MOST_LANES = 8 };

/* An array of a width's numbers, aligned for all of them. */
static void *allocate(size_t count)
{
    const size_t bytes = (count + 1) * sizeof(double) * MOST_LANES;
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    ck_assert_ptr_nonnull(memory);
    memset(memory, 0, bytes);
    return memory;
}

static void put(const struct width *w, void *array, size_t index, int lane, double value)
{
    switch (w->number) {
    case DOUBLES: ((double *)array)[index * (size_t)w->kernels->lanes + (size_t)lane] = value; break;
    case LONG_DOUBLE: ((long double *)array)[index] = (long double)value; break;
    case COMPLEX: ((double _Complex *)array)[index] = value; break;
    }
}

static double get(const struct width *w, const void *array, size_t index, int lane)
{
    switch (w->number) {
    case DOUBLES: return ((const double *)array)[index * (size_t)w->kernels->lanes + (size_t)lane];
    case LONG_DOUBLE: return (double)((const long double *)array)[index];
    case COMPLEX: return creal(((const double _Complex *)array)[index]);
    }
    return (double)NAN;
}

/* Inputs and outputs of the kernels. */
enum { Q, QD, QDD, FORCES, INPUTS };
typedef enum output {
    RNEA,
    CRBA,
    ABA,
    PIVOTS,
    MOMENTUM,
    MOMENTUM_RATE,
    KINETIC,
    POTENTIAL,
    FACTORS,
    SOLUTION,
    RNEA_BY_Q,
    RNEA_BY_QD,
    INVERSE,
    BIAS,
    MASS_SIZES,
    ACCELERATION_BY_Q,
    ACCELERATION_BY_QD,
    KINETIC_GRADIENT,
    JACOBIAN,
    JACOBIAN_DOT,
    JACOBIAN_BY_Q,
    PLACEMENT,
    PLACEMENT_BY_Q,
    DENSE_FACTORS,
    DENSE_SOLUTION,
    OUTPUTS
} output;

/* Tolerances of accelerations, factors and inverse, in proportion to the condition of M. */
static const struct {
    const char *name;
    double tolerance;
} outputs[OUTPUTS] = {
    [RNEA] = {"rnea", 1e-13},
    [CRBA] = {"crba", 1e-13},
    [ABA] = {"aba", 1e-8},
    [PIVOTS] = {"pivots", 1e-11},
    [MOMENTUM] = {"momentum", 1e-12},
    [MOMENTUM_RATE] = {"rate of momentum", 1e-12},
    [KINETIC] = {"kinetic energy", 1e-13},
    [POTENTIAL] = {"potential energy", 1e-11},
    [FACTORS] = {"factors", 1e-10},
    [SOLUTION] = {"solution", 1e-8},
    [RNEA_BY_Q] = {"rnea by q", 1e-12},
    [RNEA_BY_QD] = {"rnea by qd", 1e-12},
    [INVERSE] = {"inverse", 1e-8},
    [BIAS] = {"bias", 1e-13},
    [MASS_SIZES] = {"sizes of the diagonal of M", 1e-13},
    [ACCELERATION_BY_Q] = {"acceleration by q", 1e-7},
    [ACCELERATION_BY_QD] = {"acceleration by qd", 1e-7},
    [KINETIC_GRADIENT] = {"kinetic gradient", 1e-12},
    [JACOBIAN] = {"Jacobian", 1e-13},
    [JACOBIAN_DOT] = {"Jacobian's rate", 1e-12},
    [JACOBIAN_BY_Q] = {"Jacobian by q", 1e-12},
    [PLACEMENT] = {"placement", 1e-13},
    [PLACEMENT_BY_Q] = {"placement by q", 1e-12},
    [DENSE_FACTORS] = {"dense factors", 1e-10},
    [DENSE_SOLUTION] = {"dense solution", 1e-8},
};

/* The rows of dynamics/quantities.def: their steps with every kernel are outputs behind the others, QUANTITY_RESULTS
 * for each row. Rows that solve with the mass matrix have no step; their kernels are above. */
static const struct {
    const quantity *quantity;
    double tolerance;
} rows[] = {
#define QUANTITY(name, title, inputs, results, needs, numbers, tolerance, ...) {&quantity_##name, tolerance},
#include "dynamics/quantities.def"
#undef QUANTITY
};
enum { ALL_OUTPUTS = OUTPUTS + QUANTITY_RESULTS * sizeof rows / sizeof rows[0] };

/* Whether the step of a row computes in numbers of any type. The regressor's step fills its matrix with doubles. */
static bool has_step(const quantity *x)
{
    return x->compute && x->results[0].count != PER_PARAMETER && x->results[0].count != PER_COLUMN;
}

static const char *output_name(int a)
{
    return a < OUTPUTS ? outputs[a].name : rows[(a - OUTPUTS) / QUANTITY_RESULTS].quantity->title;
}

static double output_tolerance(int a)
{
    return a < OUTPUTS ? outputs[a].tolerance : rows[(a - OUTPUTS) / QUANTITY_RESULTS].tolerance;
}

/* Numbers of a row's result in the tree's coordinates. */
static size_t row_size(const cdy_model *model, const quantity_result *r)
{
    const quantity_settings none = {0};
    const size_t n = (size_t)model->tree_nv, size = quantity_result_size(model, r, &none);
    return r->kind == OUTPUT_COLUMNS ? size * n : quantity_is_square(r) ? n * n : r->kind ? size : 0;
}

/* A random tree without followers, with a random state and all outputs of the kernels. */
typedef struct sample {
    robot r;
    double gravity[3];
    double *in[INPUTS], *out[ALL_OUTPUTS];
    size_t in_size[INPUTS], out_size[ALL_OUTPUTS];
    size_t nq, nv;
} sample;

/* The last frame and its derivatives. */
static void run_frame(const cdy_kernels *k, const cdy_model *m, void *kernel_scratch, void *const in[INPUTS],
                      void *const out[ALL_OUTPUTS])
{
    const int frame = cdy_model_frame_count(m) - 1;
    k->jacobian(m, kernel_scratch, frame, false, in[Q], out[JACOBIAN]);
    k->jacobian_dot(m, frame, false, out[JACOBIAN], in[QD], out[JACOBIAN_DOT]);
    k->jacobian_derivative(m, frame, true, out[JACOBIAN], out[JACOBIAN_BY_Q]);
    k->placement(m, kernel_scratch, frame, in[Q], out[PLACEMENT]);
    k->placement_derivative(m, frame, out[PLACEMENT], out[JACOBIAN], out[PLACEMENT_BY_Q]);
}

/* All rows; velocity and acceleration are zero where the row has none. */
static void run_rows(const cdy_kernels *k, const cdy_model *m, void *kernel_scratch, void *const in[INPUTS],
                     void *const out[ALL_OUTPUTS])
{
    const size_t n = (size_t)m->tree_nv;
    void *zero = allocate(n), *scratch[] = {allocate(MOST_SCRATCH), allocate(MOST_SCRATCH)}, *columns = allocate(6 * n);
    const quantity_step step = {.model = m,
                                .kernel_model = m,
                                .kernels = k,
                                .kernel_scratch = kernel_scratch,
                                .settings = {.frame = cdy_model_frame_count(m) - 1, .relative_to = 1},
                                .scratch = {scratch[0], scratch[1]},
                                .columns = columns};
    for (int a = OUTPUTS; a < ALL_OUTPUTS; a += QUANTITY_RESULTS) {
        const quantity *x = rows[(a - OUTPUTS) / QUANTITY_RESULTS].quantity;
        const scalar *const given[QUANTITY_INPUTS] = {in[Q],
                                                      x->in[QD] ? in[QD] : zero,
                                                      x->in[QDD] ? in[QDD] : zero,
                                                      x->in[FORCES] ? in[FORCES] : NULL,
                                                      in[QDD],
                                                      in[QD],
                                                      in[QD]};
        scalar *const places[QUANTITY_RESULTS] = {out[a], out[a + 1], out[a + 2]};
        if (has_step(x)) {
            x->compute(&step, given, places);
        }
    }
    free(zero);
    free(scratch[0]);
    free(scratch[1]);
    free(columns);
}

static void run(const struct width *w, const sample *s, void *kernel_scratch, void *const in[INPUTS],
                void *const out[ALL_OUTPUTS])
{
    const cdy_kernels *k = w->kernels;
    const cdy_model *m = s->r.model;
    void *zero = allocate(s->nv);
    k->rnea(m, kernel_scratch, s->gravity, in[Q], in[QD], in[QDD], in[FORCES], out[RNEA]);
    k->crba(m, kernel_scratch, in[Q], out[CRBA]);
    k->aba(m, kernel_scratch, s->gravity, in[Q], in[QD], in[QDD], in[FORCES], out[ABA], out[PIVOTS]);
    k->momentum(m, kernel_scratch, 0.1, in[Q], in[QD], in[QDD], out[MOMENTUM], out[MOMENTUM_RATE]);
    k->energy(m, kernel_scratch, s->gravity, in[Q], in[QD], out[KINETIC], out[POTENTIAL]);
    k->kinetic_gradient(m, kernel_scratch, in[Q], in[QD], out[KINETIC_GRADIENT]);
    k->rnea(m, kernel_scratch, no_gravity, in[Q], zero, in[QDD], NULL, out[SOLUTION]); /* M qdd */
    k->bias_and_mass(m, kernel_scratch, s->gravity, in[Q], in[QD], in[FORCES], out[BIAS], out[FACTORS],
                     out[MASS_SIZES]);
    k->ltdl_factor(m, kernel_scratch, out[FACTORS], out[RNEA_BY_Q]);
    k->ltdl_solve(m, kernel_scratch, out[FACTORS], out[SOLUTION]);
    k->drnea_finish(m, kernel_scratch, true, in[QDD], out[ACCELERATION_BY_Q], out[ACCELERATION_BY_QD]);
    k->ltdl_solve_with_inverse(m, kernel_scratch, out[FACTORS], out[ACCELERATION_BY_Q], out[ACCELERATION_BY_QD],
                               out[INVERSE]);
    k->crba(m, kernel_scratch, in[Q], out[DENSE_FACTORS]);
    k->ldl_factor(s->nv, out[DENSE_FACTORS], out[RNEA_BY_Q]);
    k->jacobian(m, kernel_scratch, cdy_model_frame_count(m) - 1, true, in[Q], out[DENSE_SOLUTION]);
    k->ldl_solve(s->nv, out[DENSE_FACTORS], out[RNEA_BY_Q], 6, out[DENSE_SOLUTION]);
    k->drnea(m, kernel_scratch, s->gravity, in[Q], in[QD], in[QDD], in[FORCES], false, out[RNEA_BY_Q], out[RNEA_BY_QD]);
    run_frame(k, m, kernel_scratch, in, out);
    run_rows(k, m, kernel_scratch, in, out);
    free(zero);
}

static void set_sizes(sample *s)
{
    const size_t n = s->nv, square = n * n;
    const size_t in[INPUTS] = {s->nq, n, n, 6 * n};
    const size_t out[OUTPUTS] = {[RNEA] = n,
                                 [CRBA] = square,
                                 [ABA] = n,
                                 [PIVOTS] = n,
                                 [MOMENTUM] = 6,
                                 [MOMENTUM_RATE] = 6,
                                 [KINETIC] = 1,
                                 [POTENTIAL] = 1,
                                 [FACTORS] = square,
                                 [SOLUTION] = n,
                                 [INVERSE] = square,
                                 [BIAS] = n,
                                 [MASS_SIZES] = n,
                                 [ACCELERATION_BY_Q] = square,
                                 [ACCELERATION_BY_QD] = square,
                                 [RNEA_BY_Q] = square,
                                 [RNEA_BY_QD] = square,
                                 [KINETIC_GRADIENT] = n,
                                 [JACOBIAN] = 6 * n,
                                 [JACOBIAN_DOT] = 6 * n,
                                 [JACOBIAN_BY_Q] = 6 * square,
                                 [PLACEMENT] = 16,
                                 [PLACEMENT_BY_Q] = 16 * n,
                                 [DENSE_FACTORS] = square,
                                 [DENSE_SOLUTION] = 6 * n};
    memcpy(s->in_size, in, sizeof in);
    memcpy(s->out_size, out, sizeof out);
    for (int a = OUTPUTS; a < ALL_OUTPUTS; a++) {
        const quantity *x = rows[(a - OUTPUTS) / QUANTITY_RESULTS].quantity;
        s->out_size[a] = row_size(s->r.model, &x->results[(a - OUTPUTS) % QUANTITY_RESULTS]);
    }
}

static sample make_sample(uint64_t seed)
{
    sample s = {.gravity = {0.3, -1, -9.81}};
    uint64_t state = seed;
    cdy_tree *tree = random_tree(seed, 1 + (int)(seed % 25), RANDOM_JOINTS_ALL);
    cdy_tree_set_mimic_independent(tree, true);
    s.r = make_robot(tree);
    ck_assert(!s.r.model->has_followers);
    ck_assert_int_eq(cdy_model_set_gravity(s.r.model, s.gravity, NULL), CDY_OK);
    s.nq = (size_t)s.r.nq;
    s.nv = (size_t)s.r.nv;
    set_sizes(&s);
    for (int i = 0; i < INPUTS; i++) {
        s.in[i] = allocate(s.in_size[i]);
    }
    for (int i = 0; i < ALL_OUTPUTS; i++) {
        s.out[i] = allocate(s.out_size[i]);
    }
    random_state(&state, tree, s.in[Q]);
    draw_array(&state, 2, s.in[QD], s.r.nv);
    draw_array(&state, 3, s.in[QDD], s.r.nv);
    draw_array(&state, 5, s.in[FORCES], 6 * s.r.nv);
    const struct width plain = {"one lane", &cdy_kernels_x1, DOUBLES};
    void *work = allocate(cdy_kernels_x1.scratch_size(s.r.model) / sizeof(double));
    run(&plain, &s, work, (void *const *)s.in, (void *const *)s.out);
    free(work);
    memcpy(s.out[SOLUTION], s.in[QDD], s.nv * sizeof(double));
    book_rnea(s.r.model, s.gravity, s.in[Q], s.in[QD], s.in[QDD], s.in[FORCES], s.out[RNEA]);
    book_crba(s.r.model, s.in[Q], s.out[CRBA]);
    book_aba(s.r.model, s.gravity, s.in[Q], s.in[QD], s.in[QDD], s.in[FORCES], s.out[ABA]);
    book_drnea(s.r.model, s.gravity, s.in[Q], s.in[QD], s.in[QDD], s.in[FORCES], s.out[RNEA_BY_Q], s.out[RNEA_BY_QD]);
    return s;
}

static void free_sample(sample *s)
{
    for (int i = 0; i < INPUTS; i++) {
        free(s->in[i]);
    }
    for (int i = 0; i < ALL_OUTPUTS; i++) {
        free(s->out[i]);
    }
    free_robot(&s->r);
}

/* The lanes hold the state of the sample and other states, so that an exchange of lanes fails the test. */
static void fill_inputs(const struct width *w, const sample *s, int lane, void *const in[INPUTS])
{
    for (int l = 0; l < w->kernels->lanes; l++) {
        for (int a = 0; a < INPUTS; a++) {
            for (size_t i = 0; i < s->in_size[a]; i++) {
                put(w, in[a], i, l, l == lane ? s->in[a][i] : s->in[a][i] + 0.1 * (l - lane));
            }
        }
    }
}

static void check_outputs(const struct width *w, const sample *s, int lane, void *const out[ALL_OUTPUTS])
{
    for (int a = 0; a < ALL_OUTPUTS; a++) {
        double *actual = allocate(s->out_size[a]);
        for (size_t i = 0; i < s->out_size[a]; i++) {
            actual[i] = get(w, out[a], i, lane);
        }
        double error = relative_error(actual, s->out[a], s->out_size[a], 1e-9);
        ck_assert_msg(error <= output_tolerance(a), "%s in %s, lane %d: differs by %g", output_name(a), w->name, lane,
                      error);
        free(actual);
    }
}

START_TEST(every_width_agrees_with_one_lane)
{
    const struct width *w = &widths[_i % WIDTHS];
    if (!runs_here(w)) {
        return;
    }
    sample s = make_sample((uint64_t)(1 + _i / WIDTHS));
    void *kernel_scratch = allocate(w->kernels->scratch_size(s.r.model) / sizeof(double));
    void *in[INPUTS], *out[ALL_OUTPUTS];
    for (int a = 0; a < INPUTS; a++) {
        in[a] = allocate(s.in_size[a]);
    }
    for (int a = 0; a < ALL_OUTPUTS; a++) {
        out[a] = allocate(s.out_size[a]);
    }
    for (int lane = 0; lane < w->kernels->lanes; lane++) {
        fill_inputs(w, &s, lane, in);
        run(w, &s, kernel_scratch, in, out);
        check_outputs(w, &s, lane, out);
    }
    for (int a = 0; a < INPUTS; a++) {
        free(in[a]);
    }
    for (int a = 0; a < ALL_OUTPUTS; a++) {
        free(out[a]);
    }
    free(kernel_scratch);
    free_sample(&s);
}
END_TEST

static void run_regressor(const struct width *w, const sample *s, void *kernel_scratch, void *const in[INPUTS], void *Y)
{
    w->kernels->regressor_forces(s->r.model, kernel_scratch, s->gravity, in[Q], in[QD], in[QDD]);
    w->kernels->regressor_blocks(s->r.model, kernel_scratch, 10 * (size_t)(s->r.model->body_count - 1), false, Y);
}

START_TEST(regressors_agree)
{
    const struct width *w = &widths[_i % WIDTHS], plain = {"one lane", &cdy_kernels_x1, DOUBLES};
    if (!runs_here(w)) {
        return;
    }
    sample s = make_sample((uint64_t)(1 + _i / WIDTHS));
    const size_t size = 10 * (size_t)(s.r.model->body_count - 1) * s.nv;
    void *kernel_scratch = allocate(w->kernels->scratch_size(s.r.model) / sizeof(double)), *Y = allocate(size);
    void *in[INPUTS];
    double *expected = allocate(size), *actual = allocate(size);
    run_regressor(&plain, &s, kernel_scratch, (void *const *)s.in, expected);
    for (int a = 0; a < INPUTS; a++) {
        in[a] = allocate(s.in_size[a]);
    }
    for (int lane = 0; lane < w->kernels->lanes; lane++) {
        fill_inputs(w, &s, lane, in);
        run_regressor(w, &s, kernel_scratch, in, Y);
        for (size_t i = 0; i < size; i++) {
            actual[i] = get(w, Y, i, lane);
        }
        ck_assert_relative(actual, expected, size, 1e-13);
    }
    void *const arrays[] = {kernel_scratch, Y, in[Q], in[QD], in[QDD], in[FORCES], expected, actual};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
    free_sample(&s);
}
END_TEST

/* Forward dynamics by articulated bodies agrees with that by the mass matrix. */
START_TEST(articulated_bodies_agree_with_the_mass_matrix)
{
    cdy_error error = {0};
    sample s = make_sample((uint64_t)(100 + _i));
    double *qdd = allocate(s.nv);
    ck_assert_ok(cdy_model_set_gravity(s.r.model, s.gravity, &error), error);
    ck_assert_ok(cdy_forward_dynamics_by(s.r.model, s.r.work, CDY_FORWARD_MASS_MATRIX, s.in[Q], s.in[QD], s.in[QDD],
                                         s.in[FORCES], qdd, &error),
                 error);
    ck_assert_relative(s.out[ABA], qdd, s.nv, 1e-8);
    free(qdd);
    free_sample(&s);
}
END_TEST

/* d tau / d qd along a direction: the imaginary part after a complex step is the derivative to all digits. */
START_TEST(a_complex_step_differentiates)
{
    sample s = make_sample((uint64_t)(200 + _i));
    const struct width *w = &widths[1];
    ck_assert_int_eq((int)w->number, (int)COMPLEX);
    double _Complex *q = allocate(s.nq), *qd = allocate(s.nv), *qdd = allocate(s.nv), *tau = allocate(s.nv);
    double *away = allocate(s.nv), *plus = allocate(s.nv), *minus = allocate(s.nv), *derivative = allocate(s.nv);
    void *kernel_scratch = allocate(w->kernels->scratch_size(s.r.model) / sizeof(double));
    const double step = 1e-30, h = 1e-3; /* tau is quadratic in qd, so that central differences are exact, too */
    for (size_t i = 0; i < s.nq; i++) {
        q[i] = s.in[Q][i];
    }
    for (size_t i = 0; i < s.nv; i++) {
        const double parts[2] = {s.in[QD][i], step * (double)(i + 1)};
        memcpy(&qd[i], parts, sizeof parts);
        qdd[i] = s.in[QDD][i];
    }
    w->kernels->rnea(s.r.model, kernel_scratch, s.gravity, (double *)q, (double *)qd, (double *)qdd, NULL,
                     (double *)tau);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (size_t i = 0; i < s.nv; i++) {
            away[i] = s.in[QD][i] + sign * h * (double)(i + 1);
        }
        cdy_kernels_x1.rnea(s.r.model, kernel_scratch, s.gravity, s.in[Q], away, s.in[QDD], NULL,
                            sign < 0 ? minus : plus);
    }
    for (size_t i = 0; i < s.nv; i++) {
        derivative[i] = cimag(tau[i]) / step;
        plus[i] = (plus[i] - minus[i]) / (2 * h);
    }
    ck_assert_relative(derivative, plus, s.nv, 1e-9);
    void *const arrays[] = {q, qd, qdd, tau, away, plus, minus, derivative, kernel_scratch};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
    free_sample(&s);
}
END_TEST

static void run_far_chain(const struct width *w, const cdy_model *model, int joints, double *qdd)
{
    const double angles[] = {0.3, -0.5, 0.7, 1.1}, gravity[3] = {0, 0, -9.81};
    double *q = allocate((size_t)joints), *qd = allocate((size_t)joints), *tau = allocate((size_t)joints);
    double *out = allocate((size_t)joints), *D = allocate((size_t)joints);
    void *kernel_scratch = allocate(w->kernels->scratch_size(model) / sizeof(double));
    for (int i = 0; i < joints; i++) {
        put(w, q, (size_t)i, 0, angles[i]);
        put(w, tau, (size_t)i, 0, 1 - i);
    }
    w->kernels->aba(model, kernel_scratch, gravity, q, qd, tau, NULL, out, D);
    for (int i = 0; i < joints; i++) {
        qdd[i] = get(w, out, (size_t)i, 0);
    }
    void *const arrays[] = {q, qd, tau, out, D, kernel_scratch};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
}

/* Bodies far from each other along an axis: the origins of their frames stay near them on the common normals, and no
 * digit is lost. */
START_TEST(far_bodies_accelerate_as_exactly_as_near_ones)
{
    enum { JOINTS = 4 };
    static const struct width one = {"one lane", &cdy_kernels_x1, DOUBLES}, *const longer = &widths[0];
    const char *const names[] = {"a", "b", "c", "d"};
    double qdd[JOINTS], expected[JOINTS];
    cdy_tree *tree = make_tree("base", 0);
    for (int i = 0; i < JOINTS; i++) {
        cdy_body body = make_body(names[i], names[i], CDY_JOINT_REVOLUTE);
        set_origin(&body, 0.1, 1e4, 0.1, 1.5707963267948966, 0, 0);
        set_inertial(&body, 2, 0.1, 0.05, 0.02, (double[6]){0.01, 0.001, 0, 0.02, 0, 0.015});
        add_body(tree, &body, i ? names[i - 1] : "base");
    }
    robot r = make_robot(tree);
    ck_assert_int_eq((int)longer->number, (int)LONG_DOUBLE);
    run_far_chain(&one, r.model, JOINTS, qdd);
    run_far_chain(longer, r.model, JOINTS, expected);
    ck_assert_relative(qdd, expected, JOINTS, 1e-12);
    free_robot(&r);
}
END_TEST

/* Too many degrees of freedom for a mass matrix: articulated bodies still invert inverse dynamics. */
START_TEST(a_long_chain_is_solved_without_its_mass_matrix)
{
    enum { LINKS = 5000 };
    cdy_error error = {0};
    cdy_tree *tree = make_tree("l0", 0);
    char name[16], parent[16] = "l0";
    for (int i = 1; i <= LINKS; i++) {
        snprintf(name, sizeof name, "l%d", i);
        cdy_body body = make_body(name, name, CDY_JOINT_PRISMATIC);
        set_axis(&body, i % 3 == 0, i % 3 == 1, i % 3 == 2);
        set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        add_body(tree, &body, parent);
        memcpy(parent, name, sizeof parent);
    }
    robot r = make_robot(tree);
    double *qdd = allocate(LINKS), *tau = allocate(LINKS), *again = allocate(LINKS);
    uint64_t state = 5;
    draw_array(&state, 1, qdd, LINKS);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, NULL, NULL, qdd, NULL, tau, &error), error);
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, NULL, NULL, tau, NULL, again, &error), error);
    ck_assert_relative(again, qdd, LINKS, 1e-7);
    free(qdd);
    free(tau);
    free(again);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("widths");
    TCase *tests = tcase_create("widths");
    tcase_add_loop_test(tests, every_width_agrees_with_one_lane, 0, WIDTHS * TREES);
    tcase_add_loop_test(tests, regressors_agree, 0, WIDTHS * TREES / 3);
    tcase_add_loop_test(tests, articulated_bodies_agree_with_the_mass_matrix, 0, 2 * TREES);
    tcase_add_loop_test(tests, a_complex_step_differentiates, 0, TREES);
    tcase_add_test(tests, far_bodies_accelerate_as_exactly_as_near_ones);
    tcase_add_test(tests, a_long_chain_is_solved_without_its_mass_matrix);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
