/* All terms by one sweep over floats: the results of the call over doubles to single precision, and its refusals. */
#include "batch/float_case.h"
#include "dynamics/quantity_forms.h"
#include "support/driven.h"
#include "support/suite.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

enum { WIDTHS = 4, COUNTS = 6, TREES = UNLESS_WATCHED(24, 12), SETS = 8, FRAMES = 3, EVERYTHING = -1 };
static const int all_lanes[WIDTHS] = {4, 8, 16, 0};
static const size_t counts[COUNTS] = {1, 3, 4, 16, 17, 45};

/* A row of terms.def: its places in the structs over doubles and over floats, and its numbers a state. */
typedef struct term_row {
    const char *name;
    bool of_frame;
    size_t place, float_place;
    size_t (*width)(const cdy_model *model);
    double tolerance;
} term_row;

#define TERM(member, title, form, passes, tolerance)                                                                   \
    static size_t width_##member(const cdy_model *model)                                                               \
    {                                                                                                                  \
        (void)model;                                                                                                   \
        return SIZE_##form;                                                                                            \
    }
#define FRAME_TERM TERM
#include "dynamics/terms.def"
#undef TERM
#undef FRAME_TERM

#define ROW(member, of_frame, type, tolerance)                                                                         \
    {                                                                                                                  \
#member, of_frame, offsetof(type, member), offsetof(type##_f32, member), width_##member, tolerance             \
    }
static const term_row rows[] = {
#define TERM(member, title, form, passes, tolerance)       ROW(member, false, cdy_terms, tolerance),
#define FRAME_TERM(member, title, form, passes, tolerance) ROW(member, true, cdy_frame_terms, tolerance),
#include "dynamics/terms.def"
#undef TERM
#undef FRAME_TERM
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Places for all terms of some states, over doubles and over floats, each with a guard behind it. A term of the robot
 * has the first of its FRAMES places only. */
typedef struct places {
    size_t states;
    size_t widths[ROWS];
    double *doubles[ROWS][FRAMES];
    float *floats[ROWS][FRAMES];
    cdy_terms terms;
    cdy_frame_terms frames[FRAMES];
    cdy_terms_f32 float_terms;
    cdy_frame_terms_f32 float_frames[FRAMES];
} places;

static int places_of(int row)
{
    return rows[row].of_frame ? FRAMES : 1;
}

static const float guard = 12345;

static void make_places(places *p, const cdy_model *model, size_t states)
{
    p->states = states;
    for (int k = 0; k < ROWS; k++) {
        p->widths[k] = rows[k].width(model);
        for (int i = 0; i < places_of(k); i++) {
            p->doubles[k][i] = calloc(states * p->widths[k] + 1, sizeof(double));
            p->floats[k][i] = calloc(states * p->widths[k] + 1, sizeof(float));
            ck_assert(p->doubles[k][i] && p->floats[k][i]);
            p->floats[k][i][states * p->widths[k]] = guard;
        }
    }
}

static void free_places(places *p)
{
    for (int k = 0; k < ROWS; k++) {
        for (int i = 0; i < places_of(k); i++) {
            ck_assert_msg(memcmp(&p->floats[k][i][p->states * p->widths[k]], &guard, sizeof guard) == 0,
                          "%s was written beyond its end", rows[k].name);
            free(p->doubles[k][i]);
            free(p->floats[k][i]);
        }
    }
}

/* Points the structs to the places of the rows whose bits are set: of the last body, of the base, and of a body between
 * them in its own axes. */
static void want(places *p, const cdy_model *model, int wanted)
{
    const int count = cdy_model_frame_count(model), frames[FRAMES] = {count - 1, 0, count / 2};
    p->terms = cdy_terms_default();
    p->float_terms = cdy_terms_f32_default();
    for (int i = 0; i < FRAMES; i++) {
        p->frames[i] = cdy_frame_terms_default();
        p->float_frames[i] = cdy_frame_terms_f32_default();
        p->frames[i].frame = p->float_frames[i].frame = frames[i];
        p->frames[i].axes = p->float_frames[i].axes = i == 2 ? CDY_AXES_BODY : CDY_AXES_BASE;
    }
    p->terms.frames = p->frames;
    p->float_terms.frames = p->float_frames;
    p->terms.frame_count = p->float_terms.frame_count = FRAMES;
    for (int k = 0; k < ROWS; k++) {
        for (int i = 0; (wanted >> k & 1) && i < places_of(k); i++) {
            char *doubles = rows[k].of_frame ? (char *)&p->frames[i] : (char *)&p->terms;
            char *floats = rows[k].of_frame ? (char *)&p->float_frames[i] : (char *)&p->float_terms;
            *(double **)(void *)(doubles + rows[k].place) = p->doubles[k][i];
            *(float **)(void *)(floats + rows[k].float_place) = p->floats[k][i];
        }
    }
}

static void fill_with(places *p, float value)
{
    for (int k = 0; k < ROWS; k++) {
        for (int i = 0; i < places_of(k); i++) {
            for (size_t j = 0; j < p->states * p->widths[k]; j++) {
                p->floats[k][i][j] = value;
            }
        }
    }
}

static cdy_status sweep(const float_states *s, cdy_batch_f32 *batch, const places *p, cdy_error *error)
{
    return cdy_batch_f32_all_terms(s->r.model, batch, s->count, s->float_q, s->float_qd, s->float_x, s->float_fext,
                                   &p->float_terms, s->statuses, error);
}

static cdy_batch *make_double_batch(const cdy_model *model)
{
    cdy_error error = {0};
    cdy_batch *batch = NULL;
    ck_assert_ok(cdy_batch_create(model, NULL, &batch, &error), error);
    return batch;
}

/* Computes the wanted terms in doubles. */
static void compute_in_doubles(const float_states *s, const places *p)
{
    cdy_error error = {0};
    cdy_batch *batch = make_double_batch(s->r.model);
    ck_assert_ok(cdy_batch_all_terms(s->r.model, batch, s->count, s->q, s->qd, s->x, s->fext, &p->terms, NULL, &error),
                 error);
    cdy_batch_destroy(batch);
}

/* Compares a row of each state, or sees that the numbers of a row that is not wanted have not changed. */
static void check_row(const places *p, int k, int i, bool wanted)
{
    const size_t width = p->widths[k];
    double *row = calloc(width + 1, sizeof *row);
    for (size_t b = 0; b < p->states; b++) {
        const float *actual = p->floats[k][i] + b * width;
        for (size_t j = 0; !wanted && j < width; j++) {
            ck_assert_msg(isnan(actual[j]), "%s was written, but is not wanted", rows[k].name);
        }
        widen(actual, row, width);
        const double error = wanted ? relative_error(row, p->doubles[k][i] + b * width, width, 1e-3) : 0;
        ck_assert_msg(error <= rows[k].tolerance, "%s of state %zu differs by %g", rows[k].name, b, error);
    }
    free(row);
}

static void check_all(const places *p, int wanted)
{
    for (int k = 0; k < ROWS; k++) {
        for (int i = 0; i < places_of(k); i++) {
            check_row(p, k, i, wanted >> k & 1);
        }
    }
}

START_TEST(every_set_agrees_with_the_call_over_doubles)
{
    cdy_error error = {0};
    uint64_t seed = (uint64_t)_i + 1;
    cdy_tree *tree = random_tree(seed, 1 + _i % 15, RANDOM_JOINTS_ALL);
    drive_joints(tree, &seed);
    float_states s = make_float_states(make_robot(tree), counts[_i % COUNTS], seed);
    if (_i % 2) {
        set_drives(&s.r, all_drives());
    }
    places p;
    make_places(&p, s.r.model, s.count);
    want(&p, s.r.model, EVERYTHING);
    compute_in_doubles(&s, &p);
    cdy_batch_f32 *batch = make_float_batch(s.r.model, all_lanes[_i % WIDTHS], _i % 5 ? 1 : 3, CDY_BATCH_ROWS);
    for (int k = 0; batch && k < ROWS + SETS; k++) { /* each term alone, all terms, some sets */
        const int drawn = draw_below(&seed, 1 << ROWS), wanted = k < ROWS ? 1 << k : k == ROWS ? EVERYTHING : drawn | 1;
        fill_with(&p, NAN);
        want(&p, s.r.model, wanted);
        memset(s.statuses, 0xff, (s.count + 1) * sizeof *s.statuses);
        ck_assert_ok(sweep(&s, batch, &p, &error), error);
        check_all(&p, wanted);
        for (size_t b = 0; b < s.count; b++) {
            ck_assert_int_eq(s.statuses[b], CDY_OK);
        }
        ck_assert_int_eq(s.statuses[s.count], (cdy_status)-1); /* the guard element is unchanged */
    }
    cdy_batch_f32_destroy(batch);
    free_places(&p);
    free_float_states(&s);
}
END_TEST

START_TEST(inputs_have_the_defaults_of_the_call_over_doubles)
{
    cdy_error error = {0};
    float_states s = make_float_states(make_robot(random_tree((uint64_t)_i + 3, 6, RANDOM_JOINTS_ALL)), 19, 4);
    cdy_batch_f32 *batch = make_float_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    cdy_batch *doubles = make_double_batch(s.r.model);
    places p;
    make_places(&p, s.r.model, s.count);
    want(&p, s.r.model, EVERYTHING);
    ck_assert_ok(cdy_batch_all_terms(s.r.model, doubles, s.count, NULL, NULL, NULL, NULL, &p.terms, NULL, &error),
                 error);
    if (batch) {
        ck_assert_ok(
            cdy_batch_f32_all_terms(s.r.model, batch, s.count, NULL, NULL, NULL, NULL, &p.float_terms, NULL, &error),
            error);
        check_all(&p, EVERYTHING);
    }
    cdy_batch_f32_destroy(batch);
    cdy_batch_destroy(doubles);
    free_places(&p);
    free_float_states(&s);
}
END_TEST

/* Whether the numbers of a state are those of another call, or, of a state that fails, none. */
static void check_state(const places *p, const places *good, size_t b, bool fails)
{
    for (int k = 0; k < ROWS; k++) {
        for (int i = 0; i < places_of(k); i++) {
            const float *actual = p->floats[k][i] + b * p->widths[k], *expected = good->floats[k][i] + b * p->widths[k];
            for (size_t j = 0; j < p->widths[k]; j++) {
                ck_assert_msg(fails ? isnan(actual[j]) : memcmp(&actual[j], &expected[j], sizeof *actual) == 0,
                              "%s of state %zu is %g, not %g", rows[k].name, b, (double)actual[j], (double)expected[j]);
            }
        }
    }
}

/* An input that is not finite in each of the four, and a velocity whose square overflows a float. */
START_TEST(states_that_fail_have_no_result_and_their_neighbours_all)
{
    enum { STATES = 37, BAD = 5 };
    static const size_t bad[BAD] = {2, 9, 10, 23, 36};
    cdy_error error = {0};
    float_states s = make_float_states(make_robot(random_tree(31, 9, RANDOM_JOINTS_ONE_DEGREE)), STATES, 9);
    cdy_batch_f32 *batch = make_float_batch(s.r.model, all_lanes[_i % WIDTHS], 1 + _i / WIDTHS, CDY_BATCH_ROWS);
    places good, p;
    make_places(&good, s.r.model, STATES);
    make_places(&p, s.r.model, STATES);
    want(&good, s.r.model, EVERYTHING);
    want(&p, s.r.model, EVERYTHING);
    if (batch) {
        ck_assert_ok(sweep(&s, batch, &good, &error), error);
        s.float_q[bad[1] * s.nq] = NAN;
        s.float_qd[bad[2] * s.nv] = INFINITY;
        s.float_x[bad[3] * s.nv + 1] = -INFINITY;
        s.float_fext[bad[4] * s.rows6 + s.rows6 - 1] = NAN;
        for (size_t i = 0; i < s.nv; i++) {
            s.float_qd[bad[0] * s.nv + i] = 1e25F;
        }
        ck_assert_fails(sweep(&s, batch, &p, &error), CDY_ERROR_NUMERIC, error);
        ck_assert_msg(strncmp(error.text, "row 2: the result is not finite", 31) == 0, "%s", error.text);
        for (size_t b = 0, next = 0; b < STATES; b++) {
            const bool fails = next < BAD && bad[next] == b;
            next += fails;
            ck_assert_int_eq(s.statuses[b], !fails ? CDY_OK : b == bad[0] ? CDY_ERROR_NUMERIC : CDY_ERROR_ARGUMENT);
            check_state(&p, &good, b, fails);
        }
    }
    cdy_batch_f32_destroy(batch);
    free_places(&p);
    free_places(&good);
    free_float_states(&s);
}
END_TEST

START_TEST(memory_of_the_caller_is_enough)
{
    cdy_error error = {0};
    float_states s = make_float_states(make_robot(random_tree((uint64_t)_i + 8, 12, RANDOM_JOINTS_ALL)), 21, 9);
    const cdy_batch_options options = {.threads = 1, .lanes = all_lanes[_i % WIDTHS]};
    const size_t size = cdy_batch_f32_size(s.r.model, &options);
    cdy_batch_f32 *batch = NULL, *usual = make_float_batch(s.r.model, all_lanes[_i % WIDTHS], 1, CDY_BATCH_ROWS);
    char *memory = malloc(size + 64);
    places expected, p;
    make_places(&expected, s.r.model, s.count);
    make_places(&p, s.r.model, s.count);
    want(&expected, s.r.model, EVERYTHING);
    want(&p, s.r.model, EVERYTHING);
    if (usual) {
        memset(memory, 0xff, size + 64); /* the memory need not be zero */
        ck_assert_ok(cdy_batch_f32_init(memory, size, s.r.model, &options, &batch, &error), error);
        ck_assert_ok(sweep(&s, usual, &expected, &error), error);
        ck_assert_ok(sweep(&s, batch, &p, &error), error);
        for (size_t b = 0; b < s.count; b++) {
            check_state(&p, &expected, b, false);
        }
        for (size_t i = size; i < size + 64; i++) {
            ck_assert_int_eq((unsigned char)memory[i], 0xff);
        }
    }
    cdy_batch_f32_destroy(usual);
    free(memory);
    free_places(&expected);
    free_places(&p);
    free_float_states(&s);
}
END_TEST

START_TEST(wrong_arguments_are_refused_and_nothing_is_written)
{
    cdy_error error = {0};
    float_states s = make_float_states(make_robot(random_tree(6, 6, RANDOM_JOINTS_ALL)), 5, 9);
    robot other = make_robot(random_tree(7, 6, RANDOM_JOINTS_ALL));
    cdy_batch_f32 *batch = make_float_batch(s.r.model, 0, 1, CDY_BATCH_ROWS),
                  *packed = make_float_batch(s.r.model, 0, 1, CDY_BATCH_LANES),
                  *wrong = make_float_batch(other.model, 0, 1, CDY_BATCH_ROWS);
    const cdy_model *m = s.r.model;
    const cdy_frame_terms_f32 no_frame = cdy_frame_terms_f32_default();
    places p, untouched;
    make_places(&p, m, s.count);
    make_places(&untouched, m, s.count);
    fill_with(&p, 7);
    fill_with(&untouched, 7);
    want(&p, m, EVERYTHING);
    const cdy_terms_f32 all = p.float_terms, none = cdy_terms_f32_default();
    const size_t count = s.count;
    ck_assert_fails(cdy_batch_f32_all_terms(m, batch, count, NULL, NULL, NULL, NULL, NULL, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_f32_all_terms(m, batch, count, NULL, NULL, NULL, NULL, &none, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_f32_all_terms(NULL, batch, count, NULL, NULL, NULL, NULL, &all, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_batch_f32_all_terms(m, NULL, count, NULL, NULL, NULL, NULL, &all, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(sweep(&s, wrong, &p, &error), CDY_ERROR_ARGUMENT, error);
    p.float_terms.frames = NULL;
    ck_assert_fails(sweep(&s, batch, &p, &error), CDY_ERROR_ARGUMENT, error);
    p.float_terms.frames = &no_frame;
    p.float_terms.frame_count = -1;
    ck_assert_fails(sweep(&s, batch, &p, &error), CDY_ERROR_ARGUMENT, error);
    p.float_terms = all;
    p.float_frames[1].frame = cdy_model_frame_count(m);
    ck_assert_fails(sweep(&s, batch, &p, &error), CDY_ERROR_ARGUMENT, error);
    p.float_frames[1].frame = -1;
    ck_assert_fails(sweep(&s, batch, &p, &error), CDY_ERROR_ARGUMENT, error);
    p.float_frames[1].frame = 0;
    p.float_frames[1].axes = (cdy_axes)7;
    ck_assert_fails(sweep(&s, batch, &p, &error), CDY_ERROR_ARGUMENT, error);
    p.float_frames[1].axes = CDY_AXES_BASE;
    _Alignas(64) float tau[64] = {0};
    cdy_terms_f32 odd = none;
    odd.torques = tau + 1;
    ck_assert_fails(cdy_batch_f32_all_terms(m, packed, 1, NULL, NULL, NULL, NULL, &odd, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "64"));
    ck_assert_fails(cdy_batch_f32_all_terms(m, batch, SIZE_MAX / 4, NULL, NULL, NULL, NULL, &all, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_ok(cdy_batch_f32_all_terms(m, batch, 0, NULL, NULL, NULL, NULL, &all, NULL, &error), error);
    for (size_t b = 0; b < count; b++) {
        check_state(&p, &untouched, b, false);
    }
    ck_assert_ok(sweep(&s, batch, &p, &error), error);
    cdy_batch_f32_destroy(batch);
    cdy_batch_f32_destroy(packed);
    cdy_batch_f32_destroy(wrong);
    free_places(&p);
    free_places(&untouched);
    free_robot(&other);
    free_float_states(&s);
}
END_TEST

START_TEST(only_a_center_of_mass_needs_mass)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 9.81);
    add_massless(tree, "a", "j", CDY_JOINT_REVOLUTE, "base");
    add_massless(tree, "b", "k", CDY_JOINT_PRISMATIC, "a");
    robot r = make_robot(tree);
    cdy_batch_f32 *batch = make_float_batch(r.model, 0, 1, CDY_BATCH_ROWS);
    const float qd[2] = {1, 2};
    float com[3], h[6] = {1, 1, 1, 1, 1, 1};
    cdy_terms_f32 terms = cdy_terms_f32_default();
    terms.momentum = h;
    ck_assert_ok(cdy_batch_f32_all_terms(r.model, batch, 1, NULL, qd, NULL, NULL, &terms, NULL, &error), error);
    for (int i = 0; i < 6; i++) {
        ck_assert_msg(fabsf(h[i]) <= 0, "%g", (double)h[i]);
    }
    terms.center_of_mass = com;
    ck_assert_fails(cdy_batch_f32_all_terms(r.model, batch, 1, NULL, qd, NULL, NULL, &terms, NULL, &error),
                    CDY_ERROR_NUMERIC, error);
    cdy_batch_f32_destroy(batch);
    free_robot(&r);
}
END_TEST

/* Robots of more than 256 degrees of freedom have no matrices in batches, but all other terms. */
START_TEST(robots_without_room_for_matrices_have_the_other_terms)
{
    enum { LINKS = 260, STATES = 3 };
    static float tau[STATES * LINKS], J[STATES * 6 * LINKS], M[1];
    static double expected[STATES * LINKS];
    cdy_error error = {0};
    cdy_tree *tree = make_tree("world", 9.81);
    char name[16], parent[16] = "world";
    for (int i = 0; i < LINKS; i++) {
        snprintf(name, sizeof name, "link%d", i);
        cdy_body body = make_body(name, name, CDY_JOINT_REVOLUTE);
        set_axis(&body, 1, 0, 0);
        set_origin(&body, 0, 0, i ? -0.01 : 0, 0, 0, 0);
        set_inertial(&body, 0.1, 0, 0.01, -0.01, (double[6]){1e-3, 0, 0, 1e-3, 0, 1e-3});
        add_body(tree, &body, parent);
        snprintf(parent, sizeof parent, "%s", name);
    }
    robot r = make_robot(tree);
    cdy_batch_f32 *batch = make_float_batch(r.model, 0, 1, CDY_BATCH_ROWS);
    cdy_batch *doubles = make_double_batch(r.model);
    const cdy_frame_terms_f32 tip = {.frame = LINKS, .jacobian = J};
    cdy_terms_f32 terms = {.torques = tau, .frames = &tip, .frame_count = 1};
    ck_assert_ok(cdy_batch_f32_all_terms(r.model, batch, STATES, NULL, NULL, NULL, NULL, &terms, NULL, &error), error);
    ck_assert_ok(cdy_batch_gravity_torque(r.model, doubles, STATES, NULL, expected, NULL, &error), error);
    for (size_t i = 0; i < STATES * LINKS; i++) {
        ck_assert(fabs((double)tau[i] - expected[i]) <= 1e-5 * largest(expected, LINKS));
    }
    ck_assert(fabsf(J[LINKS - 1] - 1) <= 1e-6F); /* the last joint turns about x */
    terms.mass_matrix = M;
    ck_assert_fails(cdy_batch_f32_all_terms(r.model, batch, STATES, NULL, NULL, NULL, NULL, &terms, NULL, &error),
                    CDY_ERROR_UNSUPPORTED, error);
    cdy_batch_f32_destroy(batch);
    cdy_batch_destroy(doubles);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("float_terms");
    TCase *tests = add_case(suite, "terms", wrong_arguments_are_refused_and_nothing_is_written);
    tcase_add_loop_test(tests, every_set_agrees_with_the_call_over_doubles, 0, TREES);
    tcase_add_loop_test(tests, inputs_have_the_defaults_of_the_call_over_doubles, 0, WIDTHS);
    tcase_add_loop_test(tests, states_that_fail_have_no_result_and_their_neighbours_all, 0, 2 * WIDTHS);
    tcase_add_loop_test(tests, memory_of_the_caller_is_enough, 0, 2 * WIDTHS);
    tcase_add_test(tests, only_a_center_of_mass_needs_mass);
    tcase_add_test(tests, robots_without_room_for_matrices_have_the_other_terms);
    return run_suites(suite, NULL);
}
