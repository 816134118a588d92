/* Widths: the kernels are one text; over whatever number it is compiled, the results are the same. */
#include "base/random.h"
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
    {"two lanes", &cdy_kernels_lanes2, DOUBLES},
    {"four lanes", &cdy_kernels_lanes4, DOUBLES},
    {"eight lanes", &cdy_kernels_lanes8, DOUBLES},
    {"long double", &cdy_kernels_long, LONG_DOUBLE},
    {"complex double", &cdy_kernels_complex_double, COMPLEX},
#ifdef CDY_HAVE_X1_FMA
    {"one lane, fused", &cdy_kernels_x1_fma, DOUBLES},
#endif
};
enum { WIDTHS = sizeof widths / sizeof widths[0], TREES = 30, MOST_LANES = 8, OUTPUTS = 11 };

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

/* A random tree whose coordinates are all its own, with a random state and everything that the kernels say of it. */
typedef struct sample {
    robot r;
    double gravity[3];
    double *q, *qd, *qdd, *forces; /* what goes in */
    double *tau, *M, *fd, *D, *T;  /* what comes out */
    double *C, *h, *rate, *A, *kinetic, *potential;
    size_t nq, nv, frames;
} sample;

static void run(const struct width *w, const sample *s, void *state, void *in[4], void *out[OUTPUTS])
{
    const cdy_kernels *k = w->kernels;
    k->rnea(s->r.model, state, s->gravity, in[0], in[1], in[2], in[3], out[0]);
    k->crba(s->r.model, state, in[0], out[1]);
    k->aba(s->r.model, state, s->gravity, in[0], in[1], in[2], in[3], out[2], out[3]);
    k->placements(s->r.model, state, in[0], out[4]);
    k->coriolis(s->r.model, state, in[0], in[1], out[5]);
    k->momentum(s->r.model, state, 0.1, in[0], in[1], in[2], out[6], out[7]);
    k->momentum_matrix(s->r.model, state, 0.1, in[0], out[8]);
    k->energy(s->r.model, state, s->gravity, in[0], in[1], out[9], out[10]);
}

static sample make_sample(uint64_t seed)
{
    sample s = {.gravity = {0.3, -1, -9.81}};
    uint64_t state = seed;
    cdy_tree *tree = random_tree(seed, 1 + (int)(seed % 25), RANDOM_JOINTS_ALL);
    cdy_tree_set_mimic_independent(tree, true);
    s.r = make_robot(tree);
    ck_assert(!s.r.model->has_followers);
    s.nq = (size_t)s.r.nq;
    s.nv = (size_t)s.r.nv;
    s.frames = (size_t)cdy_model_frame_count(s.r.model);
    const size_t counts[] = {s.nq,          s.nv,        s.nv, 6 * s.nv, s.nv,     s.nv * s.nv, s.nv, s.nv,
                             16 * s.frames, s.nv * s.nv, 6,    6,        6 * s.nv, 1,           1};
    double **const arrays[] = {&s.q, &s.qd, &s.qdd, &s.forces, &s.tau, &s.M,       &s.fd,       &s.D,
                               &s.T, &s.C,  &s.h,   &s.rate,   &s.A,   &s.kinetic, &s.potential};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        *arrays[i] = allocate(counts[i]);
    }
    random_state(&state, tree, s.q);
    draw_array(&state, 2, s.qd, s.r.nv);
    draw_array(&state, 3, s.qdd, s.r.nv);
    draw_array(&state, 5, s.forces, 6 * s.r.nv);
    const struct width plain = {"one lane", &cdy_kernels_x1, DOUBLES};
    void *work = allocate(cdy_kernels_x1.state_size(s.r.model) / sizeof(double));
    void *in[4] = {s.q, s.qd, s.qdd, s.forces},
         *out[OUTPUTS] = {s.tau, s.M, s.fd, s.D, s.T, s.C, s.h, s.rate, s.A, s.kinetic, s.potential};
    run(&plain, &s, work, in, out);
    free(work);
    return s;
}

static void free_sample(sample *s)
{
    double *const arrays[] = {s->q, s->qd, s->qdd, s->forces, s->tau, s->M,       s->fd,       s->D,
                              s->T, s->C,  s->h,   s->rate,   s->A,   s->kinetic, s->potential};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
    free_robot(&s->r);
}

/* The lanes hold the state of the sample and others that differ from it, so that mixed-up lanes show. */
static void fill_inputs(const struct width *w, const sample *s, int lane, void *in[4])
{
    const size_t counts[4] = {s->nq, s->nv, s->nv, 6 * s->nv};
    const double *const values[4] = {s->q, s->qd, s->qdd, s->forces};
    for (int l = 0; l < w->kernels->lanes; l++) {
        for (int a = 0; a < 4; a++) {
            for (size_t i = 0; i < counts[a]; i++) {
                put(w, in[a], i, l, l == lane ? values[a][i] : values[a][i] + 0.1 * (l - lane));
            }
        }
    }
}

static void check_outputs(const struct width *w, const sample *s, int lane, void *out[OUTPUTS])
{
    const size_t n = s->nv, counts[OUTPUTS] = {n, n * n, n, n, 16 * s->frames, n * n, 6, 6, 6 * n, 1, 1};
    const double *const expected[OUTPUTS] = {s->tau, s->M,    s->fd, s->D,       s->T,        s->C,
                                             s->h,   s->rate, s->A,  s->kinetic, s->potential};
    const double tolerance[OUTPUTS] = {1e-13, 1e-13, 1e-8,  1e-11, 1e-13, 1e-13,
                                       1e-12, 1e-12, 1e-13, 1e-13, 1e-11}; /* accelerations: by the condition of M */
    static const char *const names[OUTPUTS] = {"rnea",
                                               "crba",
                                               "aba",
                                               "pivots",
                                               "placements",
                                               "coriolis",
                                               "momentum",
                                               "rate",
                                               "momentum matrix",
                                               "kinetic energy",
                                               "potential energy"};
    for (int a = 0; a < OUTPUTS; a++) {
        double *actual = allocate(counts[a]);
        for (size_t i = 0; i < counts[a]; i++) {
            actual[i] = get(w, out[a], i, lane);
        }
        double error = relative_error(actual, expected[a], counts[a], 1e-9);
        ck_assert_msg(error <= tolerance[a], "%s in %s, lane %d: differs by %g", names[a], w->name, lane, error);
        free(actual);
    }
}

START_TEST(every_width_agrees_with_one_lane)
{
    const struct width *w = &widths[_i % WIDTHS];
    sample s = make_sample((uint64_t)(1 + _i / WIDTHS));
    const size_t most = 16 * s.frames + s.nv * s.nv + 7 * s.nv + s.nq + 6;
    void *state = allocate(w->kernels->state_size(s.r.model) / sizeof(double));
    void *in[4], *out[OUTPUTS];
    for (int a = 0; a < OUTPUTS; a++) {
        out[a] = allocate(most);
        if (a < 4) {
            in[a] = allocate(most);
        }
    }
    for (int lane = 0; lane < w->kernels->lanes; lane++) {
        fill_inputs(w, &s, lane, in);
        run(w, &s, state, in, out);
        check_outputs(w, &s, lane, out);
    }
    for (int a = 0; a < OUTPUTS; a++) {
        free(out[a]);
        if (a < 4) {
            free(in[a]);
        }
    }
    free(state);
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
    ck_assert_ok(cdy_forward_dynamics(s.r.model, s.r.work, s.q, s.qd, s.qdd, s.forces, qdd, &error), error);
    ck_assert_relative(s.fd, qdd, s.nv, 1e-8);
    free(qdd);
    free_sample(&s);
}
END_TEST

/* d tau / d qd along a direction: the imaginary part after a complex step is the derivative to all digits. */
START_TEST(a_complex_step_differentiates)
{
    sample s = make_sample((uint64_t)(200 + _i));
    const struct width *w = &widths[4];
    ck_assert_int_eq((int)w->number, (int)COMPLEX);
    double _Complex *q = allocate(s.nq), *qd = allocate(s.nv), *qdd = allocate(s.nv), *tau = allocate(s.nv);
    double *away = allocate(s.nv), *plus = allocate(s.nv), *minus = allocate(s.nv), *derivative = allocate(s.nv);
    void *state = allocate(w->kernels->state_size(s.r.model) / sizeof(double));
    const double step = 1e-30, h = 1e-3; /* tau is quadratic in qd, so that central differences are exact, too */
    for (size_t i = 0; i < s.nq; i++) {
        q[i] = s.q[i];
    }
    for (size_t i = 0; i < s.nv; i++) {
        const double parts[2] = {s.qd[i], step * (double)(i + 1)};
        memcpy(&qd[i], parts, sizeof parts);
        qdd[i] = s.qdd[i];
    }
    w->kernels->rnea(s.r.model, state, s.gravity, (double *)q, (double *)qd, (double *)qdd, NULL, (double *)tau);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (size_t i = 0; i < s.nv; i++) {
            away[i] = s.qd[i] + sign * h * (double)(i + 1);
        }
        cdy_kernels_x1.rnea(s.r.model, state, s.gravity, s.q, away, s.qdd, NULL, sign < 0 ? minus : plus);
    }
    for (size_t i = 0; i < s.nv; i++) {
        derivative[i] = cimag(tau[i]) / step;
        plus[i] = (plus[i] - minus[i]) / (2 * h);
    }
    ck_assert_relative(derivative, plus, s.nv, 1e-9);
    void *const arrays[] = {q, qd, qdd, tau, away, plus, minus, derivative, state};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
    free_sample(&s);
}
END_TEST

/* Too many degrees of freedom for a mass matrix: articulated bodies undo inverse dynamics all the same. */
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
    tcase_add_loop_test(tests, articulated_bodies_agree_with_the_mass_matrix, 0, 2 * TREES);
    tcase_add_loop_test(tests, a_complex_step_differentiates, 0, TREES);
    tcase_add_test(tests, a_long_chain_is_solved_without_its_mass_matrix);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
