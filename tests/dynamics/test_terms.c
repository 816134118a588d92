/* All terms by one sweep: every set of wanted terms has the results of the single calls. */
#include "dynamics/quantity_forms.h"
#include "support/compare.h"
#include "support/driven.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 40, SUBSETS = 20, FRAMES = 3, EVERYTHING = -1 };

/* An array for every term of some states. The list of frames is in `frames`. */
typedef struct places {
    cdy_terms terms;
    cdy_frame_terms frames[FRAMES];
} places;

#define NUMBERS(count) calloc((count) + 1, sizeof(double))

static void make_places(places *p, const cdy_model *model, size_t states)
{
    p->terms = cdy_terms_default();
    for (int i = 0; i < FRAMES; i++) { /* of the last body, of the base, of a body between them */
        const int count = cdy_model_frame_count(model), frames[FRAMES] = {count - 1, 0, count / 2};
        p->frames[i] = cdy_frame_terms_default();
        p->frames[i].frame = frames[i];
        p->frames[i].axes = i == 2 ? CDY_AXES_BODY : CDY_AXES_BASE;
    }
    p->terms.frames = p->frames;
    p->terms.frame_count = FRAMES;
#define TERM(member, title, form, passes, tolerance) p->terms.member = NUMBERS(states * SIZE_##form);
#define FRAME_TERM(member, title, form, passes, tolerance)                                                             \
    for (int i = 0; i < FRAMES; i++) {                                                                                 \
        p->frames[i].member = NUMBERS(states * SIZE_##form);                                                           \
    }
#include "dynamics/terms.def"
#undef TERM
#undef FRAME_TERM
}

static void free_places(places *p)
{
#define TERM(member, title, form, passes, tolerance) free(p->terms.member);
#define FRAME_TERM(member, title, form, passes, tolerance)                                                             \
    for (int i = 0; i < FRAMES; i++) {                                                                                 \
        free(p->frames[i].member);                                                                                     \
    }
#include "dynamics/terms.def"
#undef TERM
#undef FRAME_TERM
}

/* The pointers of the wanted results: bit k of `wanted` for the term of row k. */
static void want(places *some, const places *all, int wanted)
{
    int row = 0;
    *some = *all;
    some->terms.frames = some->frames;
#define TERM(member, title, form, passes, tolerance)                                                                   \
    if (!(wanted >> row++ & 1)) {                                                                                      \
        some->terms.member = NULL;                                                                                     \
    }
#define FRAME_TERM(member, title, form, passes, tolerance)                                                             \
    for (int i = 0; i < FRAMES && !(wanted >> row & 1); i++) {                                                         \
        some->frames[i].member = NULL;                                                                                 \
    }                                                                                                                  \
    row++;
#include "dynamics/terms.def"
#undef TERM
#undef FRAME_TERM
}

/* Results of the single calls. */
static void call_each(const driven *s, const places *p)
{
    const cdy_model *m = s->r.model;
    cdy_workspace *w = s->r.work;
    const cdy_terms *t = &p->terms;
    cdy_error error = {0};
    ck_assert_ok(cdy_forward_kinematics(m, w, s->q, t->transforms, &error), error);
    ck_assert_ok(cdy_center_of_mass(m, w, s->q, t->center_of_mass, t->center_of_mass_jacobian, &error), error);
    ck_assert_ok(cdy_centroidal_momentum(m, w, s->q, s->qd, s->qdd, t->momentum, t->momentum_rate, &error), error);
    ck_assert_ok(cdy_centroidal_momentum_matrix(m, w, s->q, t->momentum_matrix, &error), error);
    ck_assert_ok(cdy_energy(m, w, s->q, s->qd, t->kinetic_energy, t->potential_energy, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(m, w, s->q, s->qd, s->qdd, s->fext, t->torques, &error), error);
    ck_assert_ok(cdy_mass_matrix(m, w, s->q, t->mass_matrix, &error), error);
    ck_assert_ok(cdy_coriolis_matrix(m, w, s->q, s->qd, t->coriolis_matrix, &error), error);
    ck_assert_ok(
        cdy_inverse_dynamics_derivatives(m, w, s->q, s->qd, s->qdd, s->fext, t->torques_by_q, t->torques_by_qd, &error),
        error);
    for (int i = 0; i < FRAMES; i++) {
        const cdy_frame_terms *f = &p->frames[i];
        ck_assert_ok(cdy_get_transform(m, w, f->frame, 0, s->q, f->transform, &error), error);
        ck_assert_ok(cdy_geometric_jacobian(m, w, f->frame, f->axes, s->q, f->jacobian, &error), error);
        ck_assert_ok(cdy_jacobian_dot(m, w, f->frame, f->axes, s->q, s->qd, f->jacobian_dot, &error), error);
        ck_assert_ok(cdy_frame_velocity(m, w, f->frame, f->axes, s->q, s->qd, f->velocity, &error), error);
        ck_assert_ok(cdy_frame_acceleration(m, w, f->frame, f->axes, s->q, s->qd, s->qdd, f->acceleration, &error),
                     error);
    }
}

/* Compares a wanted result, relative to its largest number and 1, since small sums may have terms of that size. */
static void check_term(const char *title, int wanted, const double *actual, const double *expected, size_t count)
{
    if (actual) {
        const double error = largest_difference(actual, expected, count), size = largest(expected, count) + 1;
        ck_assert_msg(error <= 1e-12 * size, "%s of the set %x differs by %g, more than 1e-12 of %g", title,
                      (unsigned)wanted, error, size);
    }
}

static void check_terms(const cdy_model *model, int wanted, const places *actual, const places *expected)
{
#define TERM(member, title, form, passes, tolerance)                                                                   \
    check_term(title, wanted, actual->terms.member, expected->terms.member, SIZE_##form);
#define FRAME_TERM(member, title, form, passes, tolerance)                                                             \
    for (int i = 0; i < FRAMES; i++) {                                                                                 \
        check_term(title, wanted, actual->frames[i].member, expected->frames[i].member, SIZE_##form);                  \
    }
#include "dynamics/terms.def"
#undef TERM
#undef FRAME_TERM
}

START_TEST(every_set_has_the_results_of_the_single_calls)
{
    cdy_error error = {0};
    driven s = make_driven_robot(_i, RANDOM_JOINTS_ALL);
    uint64_t state = (uint64_t)_i + 1;
    places expected, all, some;
    make_places(&expected, s.r.model, 1);
    make_places(&all, s.r.model, 1);
    if (_i % 2) {
        set_drives(&s.r, all_drives());
    }
    call_each(&s, &expected);
    for (int k = 0; k < 18 + SUBSETS; k++) { /* each term alone, some sets, all terms */
        const int drawn = draw_below(&state, 1 << 18), wanted = k < 18 ? 1 << k : k == 18 ? EVERYTHING : drawn | 1;
        want(&some, &all, wanted);
        ck_assert_ok(cdy_all_terms(s.r.model, s.r.work, s.q, s.qd, s.qdd, s.fext, &some.terms, &error), error);
        check_terms(s.r.model, wanted, &some, &expected);
    }
    free_places(&expected);
    free_places(&all);
    free_robot(&s.r);
}
END_TEST

START_TEST(inputs_have_the_defaults_of_the_single_calls)
{
    cdy_error error = {0};
    driven s = make_driven_robot(_i, RANDOM_JOINTS_ALL);
    places all;
    make_places(&all, s.r.model, 1);
    const size_t n = (size_t)s.r.nv;
    double *tau = NUMBERS(n), *M = NUMBERS(n * n);
    ck_assert_ok(cdy_inverse_dynamics(s.r.model, s.r.work, NULL, NULL, NULL, NULL, tau, &error), error);
    ck_assert_ok(cdy_mass_matrix(s.r.model, s.r.work, NULL, M, &error), error);
    ck_assert_ok(cdy_all_terms(s.r.model, s.r.work, NULL, NULL, NULL, NULL, &all.terms, &error), error);
    ck_assert_near(all.terms.torques, tau, n, 1e-12 * (largest(tau, n) + 1));
    ck_assert_near(all.terms.mass_matrix, M, n * n, 1e-12 * largest(M, n * n));
    free(tau);
    free(M);
    free_places(&all);
    free_robot(&s.r);
}
END_TEST

/* Each of three terms takes the place of each input in turn; drives act, which read the inputs after the first terms
 * are written. */
START_TEST(results_may_overlap_inputs)
{
    cdy_error error = {0};
    driven s = make_driven_robot(_i, RANDOM_JOINTS_ALL);
    set_drives(&s.r, all_drives());
    const size_t n = (size_t)s.r.nv, nq = (size_t)s.r.nq, numbers = n * n + 6 * (n + nq);
    places expected;
    make_places(&expected, s.r.model, 1);
    call_each(&s, &expected);
    for (int first = 0; first < 3; first++) {
        double *in[3];
        const double *const given[3] = {s.q, s.qd, s.qdd};
        for (int i = 0; i < 3; i++) {
            in[i] = NUMBERS(numbers);
            memcpy(in[i], given[i], (i ? n : nq) * sizeof *in[i]);
        }
        cdy_terms terms = cdy_terms_default();
        terms.mass_matrix = in[first];
        terms.torques = in[(first + 1) % 3];
        terms.momentum_matrix = in[(first + 2) % 3];
        ck_assert_ok(cdy_all_terms(s.r.model, s.r.work, in[0], in[1], in[2], s.fext, &terms, &error), error);
        check_term("mass matrix", 0, terms.mass_matrix, expected.terms.mass_matrix, n * n);
        check_term("torques", 0, terms.torques, expected.terms.torques, n);
        check_term("momentum matrix", 0, terms.momentum_matrix, expected.terms.momentum_matrix, 6 * n);
        for (int i = 0; i < 3; i++) {
            free(in[i]);
        }
    }
    free_places(&expected);
    free_robot(&s.r);
}
END_TEST

static bool is_untouched(const places *p, const cdy_model *model)
{
    double sum = 0;
#define TERM(member, title, form, passes, tolerance)       sum += largest(p->terms.member, SIZE_##form);
#define FRAME_TERM(member, title, form, passes, tolerance) sum += largest(p->frames[0].member, SIZE_##form);
#include "dynamics/terms.def"
#undef TERM
#undef FRAME_TERM
    return sum == 0;
}

START_TEST(bad_states_are_refused_and_nothing_is_written)
{
    cdy_error error = {0};
    driven s = make_driven_robot(6, RANDOM_JOINTS_ALL);
    const cdy_model *m = s.r.model;
    cdy_workspace *w = s.r.work;
    places all;
    make_places(&all, m, 1);
    double *const inputs[] = {s.q, s.qd, s.qdd, s.fext};
    const char *const words[] = {"configuration", "velocity", "acceleration", "external force"};
    for (int i = 0; i < 4; i++) {
        const double kept = inputs[i][0];
        inputs[i][0] = (double)NAN;
        ck_assert_fails(cdy_all_terms(m, w, s.q, s.qd, s.qdd, s.fext, &all.terms, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_ptr_nonnull(strstr(error.text, words[i]));
        inputs[i][0] = kept;
    }
    const cdy_terms none = cdy_terms_default();
    const cdy_frame_terms no_frame = cdy_frame_terms_default();
    cdy_terms wrong = all.terms;
    ck_assert_fails(cdy_all_terms(m, w, s.q, NULL, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_all_terms(m, w, s.q, NULL, NULL, NULL, &none, &error), CDY_ERROR_ARGUMENT, error);
    wrong.frames = &no_frame;
    wrong.frame_count = -1;
    ck_assert_fails(cdy_all_terms(m, w, s.q, NULL, NULL, NULL, &wrong, &error), CDY_ERROR_ARGUMENT, error);
    wrong.frames = NULL;
    wrong.frame_count = 1;
    ck_assert_fails(cdy_all_terms(m, w, s.q, NULL, NULL, NULL, &wrong, &error), CDY_ERROR_ARGUMENT, error);
    all.frames[1].frame = -1;
    ck_assert_fails(cdy_all_terms(m, w, s.q, NULL, NULL, NULL, &all.terms, &error), CDY_ERROR_ARGUMENT, error);
    all.frames[1].frame = cdy_model_frame_count(m);
    ck_assert_fails(cdy_all_terms(m, w, s.q, NULL, NULL, NULL, &all.terms, &error), CDY_ERROR_ARGUMENT, error);
    all.frames[1].frame = 0;
    all.frames[1].axes = (cdy_axes)7;
    ck_assert_fails(cdy_all_terms(m, w, s.q, NULL, NULL, NULL, &all.terms, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert(is_untouched(&all, m));
    all.frames[1].axes = CDY_AXES_BASE;
    ck_assert_ok(cdy_all_terms(m, w, s.q, s.qd, s.qdd, s.fext, &all.terms, &error), error);
    ck_assert(!is_untouched(&all, m)); /* the expected results are not zero, so that untouched arrays would show */
    free_places(&all);
    free_robot(&s.r);
}
END_TEST

START_TEST(numbers_that_are_too_large_are_reported)
{
    cdy_error error = {0};
    robot r = make_robot(random_tree(7, 8, RANDOM_JOINTS_ALL));
    double qd[6 * 8], tau[6 * 8];
    for (int i = 0; i < r.nv; i++) {
        qd[i] = 1e200;
    }
    cdy_terms terms = cdy_terms_default();
    terms.torques = tau;
    ck_assert_fails(cdy_all_terms(r.model, r.work, NULL, qd, NULL, NULL, &terms, &error), CDY_ERROR_NUMERIC, error);
    free_robot(&r);
}
END_TEST

START_TEST(only_a_center_of_mass_needs_mass)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 9.81);
    add_massless(tree, "a", "j", CDY_JOINT_REVOLUTE, "base");
    add_massless(tree, "b", "k", CDY_JOINT_PRISMATIC, "a");
    robot r = make_robot(tree);
    double com[3], A[12], h[6] = {1, 1, 1, 1, 1, 1}, rate[6], zeros[12] = {0};
    const double qd[2] = {1, 2};
    cdy_terms terms = cdy_terms_default();
    terms.momentum = h;
    terms.momentum_matrix = A;
    terms.momentum_rate = rate;
    ck_assert_ok(cdy_all_terms(r.model, r.work, NULL, qd, NULL, NULL, &terms, &error), error);
    ck_assert_near(h, zeros, 6, 0);
    ck_assert_near(A, zeros, 12, 0);
    ck_assert_near(rate, zeros, 6, 0);
    terms.center_of_mass = com;
    ck_assert_fails(cdy_all_terms(r.model, r.work, NULL, qd, NULL, NULL, &terms, &error), CDY_ERROR_NUMERIC, error);
    free_robot(&r);
}
END_TEST

/* States of a batch, of which one has a velocity that is not finite. */
enum { STATES = 13, BAD_STATE = 9 };

typedef struct many {
    driven s;
    size_t nq, n, forces;
    double q[STATES * MOST], qd[STATES * MOST], qdd[STATES * MOST], fext[STATES * 6 * MOST];
} many;

static void put_column(double *to, size_t width, size_t state, const double *from)
{
    for (size_t k = 0; k < width; k++) {
        to[k * STATES + state] = from[k];
    }
}

/* Draws the states, stored by columns. */
static void make_many(many *m, int number)
{
    uint64_t seed = (uint64_t)number + 7;
    m->s = make_driven_robot(number, RANDOM_JOINTS_ALL);
    m->nq = (size_t)m->s.r.nq;
    m->n = (size_t)m->s.r.nv;
    m->forces = 6 * (size_t)cdy_model_force_rows(m->s.r.model);
    for (size_t b = 0; b < STATES; b++) {
        double q[MOST], x[6 * MOST];
        random_state(&seed, m->s.r.tree, q);
        put_column(m->q, m->nq, b, q);
        draw_array(&seed, 1, x, (int)m->n);
        put_column(m->qd, m->n, b, x);
        draw_array(&seed, 1, x, (int)m->n);
        put_column(m->qdd, m->n, b, x);
        draw_array(&seed, 1, x, (int)m->forces);
        put_column(m->fext, m->forces, b, x);
    }
}

static void get_column(double *to, size_t width, size_t state, const double *from)
{
    for (size_t k = 0; k < width; k++) {
        to[k] = from[k * STATES + state];
    }
}

/* Checks the result of one state in columns; NaN for the state that fails. */
static void check_column(const char *title, size_t state, const double *columns, const double *expected, size_t count)
{
    double *actual = NUMBERS(count);
    get_column(actual, count, state, columns);
    for (size_t k = 0; state == BAD_STATE && k < count; k++) {
        ck_assert_msg(isnan(actual[k]), "%s of the state that fails is a number", title);
    }
    if (state != BAD_STATE) {
        check_term(title, EVERYTHING, actual, expected, count);
    }
    free(actual);
}

static void check_state(const cdy_model *model, size_t state, const places *all, const places *expected)
{
#define TERM(member, title, form, passes, tolerance)                                                                   \
    check_column(title, state, all->terms.member, expected->terms.member, SIZE_##form);
#define FRAME_TERM(member, title, form, passes, tolerance)                                                             \
    for (int i = 0; i < FRAMES; i++) {                                                                                 \
        check_column(title, state, all->frames[i].member, expected->frames[i].member, SIZE_##form);                    \
    }
#include "dynamics/terms.def"
#undef TERM
#undef FRAME_TERM
}

START_TEST(batches_have_the_results_of_one_state)
{
    enum { LANES = 4 };
    static many m;
    cdy_error error = {0};
    make_many(&m, _i / LANES);
    driven *s = &m.s;
    if (_i % 3) {
        set_drives(&s->r, all_drives());
    }
    const cdy_batch_options options = {.threads = 1 + _i % 2, .lanes = 1 << _i % LANES, .layout = CDY_BATCH_COLUMNS};
    cdy_batch *batch = NULL;
    if (cdy_batch_create(s->r.model, &options, &batch, &error) == CDY_ERROR_UNSUPPORTED) {
        free_robot(&s->r);
        return; /* not this machine */
    }
    places all, expected;
    make_places(&all, s->r.model, STATES);
    make_places(&expected, s->r.model, 1);
    cdy_status rows[STATES];
    m.qd[BAD_STATE] = (double)INFINITY;
    ck_assert_fails(cdy_batch_all_terms(s->r.model, batch, STATES, m.q, m.qd, m.qdd, m.fext, &all.terms, rows, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "row 9: the velocity"));
    for (size_t b = 0; b < STATES; b++) {
        get_column(s->q, m.nq, b, m.q);
        get_column(s->qd, m.n, b, m.qd);
        get_column(s->qdd, m.n, b, m.qdd);
        get_column(s->fext, m.forces, b, m.fext);
        ck_assert_int_eq(rows[b], b == BAD_STATE ? CDY_ERROR_ARGUMENT : CDY_OK);
        if (b != BAD_STATE) {
            call_each(s, &expected);
        }
        check_state(s->r.model, b, &all, &expected);
    }
    free_places(&all);
    free_places(&expected);
    cdy_batch_destroy(batch);
    free_robot(&s->r);
}
END_TEST

START_TEST(batches_refuse_what_one_state_refuses)
{
    cdy_error error = {0};
    driven s = make_driven_robot(5, RANDOM_JOINTS_ALL);
    const cdy_batch_options options = {.layout = CDY_BATCH_LANES};
    cdy_batch *batch = NULL;
    ck_assert_ok(cdy_batch_create(s.r.model, &options, &batch, &error), error);
    _Alignas(64) double tau[8 * MOST + 1] = {0};
    cdy_terms terms = cdy_terms_default();
    const cdy_model *m = s.r.model;
    ck_assert_fails(cdy_batch_all_terms(m, batch, 1, NULL, NULL, NULL, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_batch_all_terms(m, batch, 1, NULL, NULL, NULL, NULL, &terms, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
    terms.torques = tau + 1;
    ck_assert_fails(cdy_batch_all_terms(m, batch, 1, NULL, NULL, NULL, NULL, &terms, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_ptr_nonnull(strstr(error.text, "64"));
    terms.torques = tau;
    terms.frame_count = 1;
    ck_assert_fails(cdy_batch_all_terms(m, batch, 1, NULL, NULL, NULL, NULL, &terms, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
    terms.frame_count = 0;
    ck_assert_ok(cdy_batch_all_terms(m, batch, 1, NULL, NULL, NULL, NULL, &terms, NULL, &error), error);
    cdy_batch_destroy(batch);
    free_robot(&s.r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("terms");
    TCase *tests = add_case(suite, "terms", bad_states_are_refused_and_nothing_is_written);
    tcase_add_loop_test(tests, every_set_has_the_results_of_the_single_calls, 0, TREES);
    tcase_add_loop_test(tests, inputs_have_the_defaults_of_the_single_calls, 0, 10);
    tcase_add_loop_test(tests, results_may_overlap_inputs, 0, 10);
    tcase_add_test(tests, numbers_that_are_too_large_are_reported);
    tcase_add_test(tests, only_a_center_of_mass_needs_mass);
    tcase_add_loop_test(tests, batches_have_the_results_of_one_state, 0, 60);
    tcase_add_test(tests, batches_refuse_what_one_state_refuses);
    return run_suites(suite, NULL);
}
