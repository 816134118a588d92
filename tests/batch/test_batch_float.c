/* Batches over floats give the results of batches over doubles to single precision. */
#include "batch/float_case.h"
#include "support/driven.h"
#include "support/suite.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>

static const int all_lanes[] = {4, 8, 16, 0};
static const size_t counts[] = {0, 1, 3, 4, 15, 16, 17, 500};
enum { LANES = 4, COUNTS = 8, TREES = 12, NUMBERS = 4096 };

static cdy_batch *make_double_batch(const cdy_model *model)
{
    cdy_error error = {0};
    cdy_batch *batch = NULL;
    ck_assert_ok(cdy_batch_create(model, NULL, &batch, &error), error);
    return batch;
}

/* The largest error of a row, relative to the largest number of the row in doubles, or to 1 for rows near 0. */
static double worst_error(const float_states *s, size_t width)
{
    double worst = 0, *row = calloc(width + 1, sizeof *row);
    for (size_t b = 0; b < s->count; b++) {
        widen(s->out + b * width, row, width);
        const double error = relative_error(row, s->expected + b * width, width, 1e-3);
        worst = error <= worst ? worst : error; /* NaN counts as the largest error */
    }
    free(row);
    return worst;
}

/* Runs a call over floats, checks the statuses, and compares the results with s->expected. */
static void run_and_compare(float_states *s, const float_quantity *x, cdy_batch_f32 *batch)
{
    cdy_error error = {0};
    memset(s->statuses, 0xff, (s->count + 1) * sizeof *s->statuses);
    for (size_t i = 0; i < s->count * x->width(s); i++) {
        s->out[i] = NAN;
    }
    ck_assert_ok(x->in_floats(s, batch, &error), error);
    for (size_t b = 0; b < s->count; b++) {
        ck_assert_int_eq(s->statuses[b], CDY_OK);
    }
    ck_assert_int_eq(s->statuses[s->count], (cdy_status)-1); /* the guard element is unchanged */
    const double worst = worst_error(s, x->width(s));
    ck_assert_msg(worst <= x->tolerance, "%s, %zu states, %d lanes: differs by %g", x->name, s->count,
                  cdy_batch_f32_lanes(batch), worst);
}

/* Compares all calls in all widths with the given batches. */
static void compare_all(float_states *s, cdy_batch_f32 *const batches[LANES])
{
    cdy_error error = {0};
    cdy_batch *doubles = make_double_batch(s->r.model);
    for (size_t k = 0; k < float_quantity_count; k++) {
        ck_assert_ok(float_quantities[k].in_doubles(s, doubles, &error), error);
        for (int l = 0; l < LANES; l++) {
            if (batches[l]) {
                run_and_compare(s, &float_quantities[k], batches[l]);
            }
        }
    }
    cdy_batch_destroy(doubles);
}

static void make_batches(const cdy_model *model, int threads, cdy_batch_f32 *batches[LANES])
{
    for (int l = 0; l < LANES; l++) {
        batches[l] = make_float_batch(model, all_lanes[l], threads, CDY_BATCH_ROWS);
        ck_assert(!batches[l] || !all_lanes[l] || cdy_batch_f32_lanes(batches[l]) == all_lanes[l]);
    }
    ck_assert_ptr_nonnull(batches[0]); /* every machine has 4 lanes */
    ck_assert_ptr_nonnull(batches[LANES - 1]);
}

static void destroy_batches(cdy_batch_f32 *const batches[LANES])
{
    for (int l = 0; l < LANES; l++) {
        cdy_batch_f32_destroy(batches[l]);
    }
}

static void check_robot(robot r, size_t count, int threads)
{
    cdy_batch_f32 *batches[LANES];
    float_states s = make_float_states(r, count, 7);
    make_batches(r.model, threads, batches);
    compare_all(&s, batches);
    destroy_batches(batches);
    free_float_states(&s);
}

START_TEST(all_quantities_of_all_trees_agree)
{
    check_robot(make_robot(random_tree((uint64_t)(_i + 1), 1 + 2 * _i, RANDOM_JOINTS_ALL)), 17, 1);
}
END_TEST

START_TEST(any_count_on_any_threads_agrees)
{
    check_robot(make_robot(random_tree(8, 5, RANDOM_JOINTS_ALL)), counts[_i % COUNTS], 1 + _i / COUNTS);
}
END_TEST

/* Rows of one, two, three and more degrees of freedom: narrow rows are no whole number of tiles. */
START_TEST(rows_of_any_width_agree)
{
    check_robot(make_robot(random_tree((uint64_t)(_i + 40), 1 + _i, RANDOM_JOINTS_ONE_DEGREE)), 21, 1);
}
END_TEST

START_TEST(a_robot_without_joints_has_nothing_to_compute)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("table", "bolts", CDY_JOINT_FIXED);
    add_body(tree, &body, "world");
    float_states s = make_float_states(make_robot(tree), 11, 1);
    cdy_batch *doubles = make_double_batch(s.r.model);
    cdy_batch_f32 *batch = make_float_batch(s.r.model, 0, 2, CDY_BATCH_ROWS);
    for (size_t k = 0; k < float_quantity_count; k++) {
        const float_quantity *x = &float_quantities[k];
        const cdy_status status =
            x->in_doubles(&s, doubles, &error); /* fails for the center of mass, which this robot does not have */
        ck_assert_int_eq(x->in_floats(&s, batch, &error), status);
        ck_assert_msg(status || worst_error(&s, x->width(&s)) <= x->tolerance, "%s", x->name);
    }
    cdy_batch_destroy(doubles);
    cdy_batch_f32_destroy(batch);
    free_float_states(&s);
}
END_TEST

/* ---- changes after a batch was made ---- */

START_TEST(drives_and_gravity_are_those_of_the_call)
{
    cdy_error error = {0};
    uint64_t seed = (uint64_t)_i + 20;
    cdy_tree *tree = random_tree(seed, 9, RANDOM_JOINTS_ALL);
    drive_joints(tree, &seed);
    float_states s = make_float_states(make_robot(tree), 13, 7);
    cdy_batch_f32 *batches[LANES];
    make_batches(s.r.model, 1, batches);
    compare_all(&s, batches);
    const cdy_drive_options all = {.damping = true,
                                   .friction = true,
                                   .friction_width = 0.05,
                                   .rotors = true,
                                   .springs = true},
                            none = {.friction_width = 0.01};
    const double gravity[3] = {1, -2, 3};
    ck_assert_ok(cdy_model_set_drives(s.r.model, &all, &error), error);
    compare_all(&s, batches);
    ck_assert_ok(cdy_model_set_gravity(s.r.model, gravity, &error), error);
    compare_all(&s, batches);
    ck_assert_ok(cdy_model_set_drives(s.r.model, &none, &error), error);
    compare_all(&s, batches);
    destroy_batches(batches);
    free_float_states(&s);
}
END_TEST

START_TEST(payloads_are_those_of_the_call)
{
    cdy_error error = {0};
    const cdy_payload payload = {5, {0.1, -0.2, 0.3}, {0.5, 0.4, 0.3, 0, 0, 0}};
    float_states s = make_float_states(make_robot(random_tree((uint64_t)_i + 30, 5, RANDOM_JOINTS_ALL)), 13, 7);
    cdy_batch_f32 *batches[LANES];
    make_batches(s.r.model, 1, batches);
    compare_all(&s, batches);
    for (int frame = 1; frame < (int)s.frames; frame++) {
        ck_assert_ok(cdy_model_set_payload(s.r.model, frame, &payload, &error), error);
        compare_all(&s, batches);
        ck_assert_ok(cdy_model_set_payload(s.r.model, frame, NULL, &error), error);
    }
    compare_all(&s, batches);
    destroy_batches(batches);
    free_float_states(&s);
}
END_TEST

/* ---- forward dynamics undo inverse dynamics ---- */

/* The largest term of M qdd + bias of a state, to which the rounding error of the sum is relative. */
static double size_of_parts(const float_states *s, size_t b, const double *qdd, double *M, double *bias)
{
    cdy_error error = {0};
    double most = 0;
    const double *q = s->q + b * s->nq, *qd = s->qd + b * s->nv, *fext = s->fext + b * s->rows6;
    ck_assert_ok(cdy_mass_matrix(s->r.model, s->r.work, q, M, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(s->r.model, s->r.work, q, qd, NULL, fext, bias, &error), error);
    for (size_t i = 0; i < s->nv; i++) {
        double sum = fabs(bias[i]);
        for (size_t j = 0; j < s->nv; j++) {
            sum += fabs(M[i * s->nv + j] * qdd[j]);
        }
        most = fmax(most, sum);
    }
    return most;
}

START_TEST(accelerations_need_the_torques_that_they_come_from)
{
    static double qdd[NUMBERS], tau[NUMBERS], bias[NUMBERS];
    cdy_error error = {0};
    float_states s =
        make_float_states(make_robot(random_tree((uint64_t)(_i + 1), 1 + 2 * _i, RANDOM_JOINTS_ALL)), 17, 7);
    cdy_batch_f32 *batches[LANES];
    make_batches(s.r.model, 1, batches);
    for (int l = 0; l < LANES; l++) {
        for (size_t b = 0; batches[l] && b < s.count; b++) {
            const size_t at = b * s.nv;
            if (b == 0) {
                ck_assert_ok(cdy_batch_f32_forward_dynamics(s.r.model, batches[l], s.count, s.float_q, s.float_qd,
                                                            s.float_x, s.float_fext, s.out, s.statuses, &error),
                             error);
            }
            widen(s.out + at, qdd, s.nv);
            ck_assert_ok(cdy_inverse_dynamics(s.r.model, s.r.work, s.q + b * s.nq, s.qd + at, qdd, s.fext + b * s.rows6,
                                              tau, &error),
                         error);
            const double parts = size_of_parts(&s, b, qdd, s.expected, bias);
            const double off = largest_difference(tau, s.x + at, s.nv);
            ck_assert_msg(off <= 2e-5 * parts, "row %zu: torques differ by %g, of parts up to %g", b, off, parts);
        }
    }
    destroy_batches(batches);
    free_float_states(&s);
}
END_TEST

/* ---- the errors that condyle/batch_float.h states ---- */

#ifdef CDY_HAVE_URDF

enum { STATES = UNLESS_WATCHED(10000, 2000), PART = 100 };

/* Bounds above the largest errors that the documentation states for all robots. */
static const struct {
    const char *name;
    double most;
} stated[] = {{"inverse dynamics without forces", 4e-6},
              {"forward dynamics without forces", 1e-5},
              {"mass matrix", 1e-6},
              {"gravity torque", 3e-6},
              {"all transforms", 1e-6},
              {"Jacobian", 1.5e-6},
              {"inverse mass matrix", 1e-5},
              {"derivatives of inverse dynamics", 4e-6},
              {"derivative of inverse dynamics by velocity", 1e-5},
              {"derivative of forward dynamics by position", 1e-7},
              {"derivative of forward dynamics by velocity", 1e-7},
              {"regressor", 1.5e-6},
              {"Jacobian's rate", 1.5e-6},
              {"Jacobian by q", 1e-6},
              {"transform by q", 1.5e-6}};

/* Makes the UR5e, the iiwa14, or a humanoid on a floating base; false where the file of the humanoid is missing. */
static bool make_stated_robot(int number, robot *r)
{
    char path[4096];
    if (number < 2) {
        *r = load_bundled_robot(number ? "kukaIiwa14" : "universalUR5e");
        return true;
    }
    const char *folder = getenv("REFERENCE_DIR");
    snprintf(path, sizeof path, "%s/vectors/simple_humanoid.urdf", folder ? folder : "");
    FILE *file = fopen(path, "r");
    if (file) {
        fclose(file);
        *r = load_robot_file(path, true, false);
    }
    return file != NULL;
}

START_TEST(errors_are_those_stated)
{
    cdy_error error = {0};
    uint64_t seed = 1;
    robot r;
    if (!make_stated_robot(_i, &r)) {
        return;
    }
    float_states s = make_float_states(r, PART, 3);
    cdy_batch *doubles = make_double_batch(s.r.model);
    cdy_batch_f32 *batch = make_float_batch(s.r.model, 0, 1, CDY_BATCH_ROWS);
    for (size_t part = 0; part < STATES / PART; part++) {
        draw_states(&s, &seed);
        for (size_t k = 0; k < sizeof stated / sizeof stated[0]; k++) {
            const float_quantity *x = find_float_quantity(stated[k].name);
            ck_assert_ok(x->in_doubles(&s, doubles, &error), error);
            ck_assert_ok(x->in_floats(&s, batch, &error), error);
            const double worst = worst_error(&s, x->width(&s));
            ck_assert_msg(worst <= stated[k].most, "%s of robot %d: differs by %g", x->name, _i, worst);
        }
    }
    cdy_batch_destroy(doubles);
    cdy_batch_f32_destroy(batch);
    free_float_states(&s);
}
END_TEST

/* Without this, rounding noise in a robot file leads to products that are subnormal floats, which are slow. */
START_TEST(rounding_noise_is_left_out)
{
    cdy_error error = {0};
    robot r;
    ck_assert(make_stated_robot(_i, &r));
    float_states s = make_float_states(r, PART, 3);
    cdy_batch_f32 *batch = make_float_batch(s.r.model, 0, 1, CDY_BATCH_ROWS);
    feclearexcept(FE_UNDERFLOW);
    ck_assert_ok(cdy_batch_f32_mass_matrix(s.r.model, batch, s.count, s.float_q, s.out, NULL, &error), error);
    ck_assert(!fetestexcept(FE_UNDERFLOW));
    cdy_batch_f32_destroy(batch);
    free_float_states(&s);
}
END_TEST

#endif

/* A weight on a horizontal axis: the torque is 10 sin q to the last digit but one at every angle. */
START_TEST(angles_of_any_size_are_reduced)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("world", 10);
    cdy_body body = make_body("weight", "axle", CDY_JOINT_CONTINUOUS);
    set_axis(&body, 0, 1, 0);
    set_inertial(&body, 1, 0, 0, -1, (double[6]){0});
    add_body(tree, &body, "world");
    robot r = make_robot(tree);
    static float q[NUMBERS], tau[NUMBERS];
    uint64_t seed = 5;
    for (size_t i = 0; i < NUMBERS; i++) {
        q[i] = (float)(draw(&seed, -1, 1) * pow(10, draw(&seed, -6, i % 4 ? 3.4 : 30)));
    }
    cdy_batch_f32 *batch = make_float_batch(r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    if (batch) {
        ck_assert_ok(cdy_batch_f32_gravity_torque(r.model, batch, NUMBERS, q, tau, NULL, &error), error);
    }
    for (size_t i = 0; batch && i < NUMBERS; i++) {
        const double expected = 10 * sin((double)q[i]);
        ck_assert_msg(fabs((double)tau[i] - expected) <= 3e-7 * fabs(expected), "%.9g: %.9g, not %.9g", (double)q[i],
                      (double)tau[i], expected);
    }
    cdy_batch_f32_destroy(batch);
    free_robot(&r);
}
END_TEST

/* ---- how states lie in memory ---- */

START_TEST(an_output_may_be_an_input)
{
    cdy_error error = {0};
    float_states s = make_float_states(make_robot(random_tree(31, 9, RANDOM_JOINTS_ONE_DEGREE)), 203, 9);
    cdy_batch_f32 *batch = make_float_batch(s.r.model, all_lanes[_i], 2, CDY_BATCH_ROWS);
    if (batch) {
        ck_assert_ok(find_float_quantity("inverse dynamics without forces")->in_floats(&s, batch, &error), error);
        ck_assert_ok(cdy_batch_f32_inverse_dynamics(s.r.model, batch, s.count, s.float_q, s.float_qd, s.float_x, NULL,
                                                    s.float_q, NULL, &error),
                     error);
        ck_assert_mem_eq(s.float_q, s.out, s.count * s.nv * sizeof(float));
    }
    cdy_batch_f32_destroy(batch);
    free_float_states(&s);
}
END_TEST

/* Rows of 4 and of 16 numbers may begin anywhere in a cache line. */
START_TEST(rows_begin_anywhere)
{
    enum { JOINTS = 4, COUNT = 37 };
    cdy_error error = {0};
    float_states s = make_float_states(make_robot(random_tree(6, JOINTS, RANDOM_JOINTS_ONE_DEGREE)), COUNT, 3);
    cdy_batch_f32 *batch = make_float_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    float *expected = aligned_alloc(64, COUNT * 64), *buffer = aligned_alloc(64, (COUNT + 1) * 64);
    ck_assert(expected && buffer);
    if (batch) {
        ck_assert_uint_eq(s.nv, JOINTS);
        ck_assert_ok(cdy_batch_f32_mass_matrix(s.r.model, batch, COUNT, s.float_q, expected, NULL, &error), error);
    }
    for (size_t ahead = 0; batch && ahead < 16; ahead++) {
        float *M = buffer + ahead;
        memset(buffer, 0, (COUNT + 1) * 64);
        ck_assert_ok(cdy_batch_f32_mass_matrix(s.r.model, batch, COUNT, s.float_q, M, NULL, &error), error);
        ck_assert_mem_eq(M, expected, COUNT * 64);
        for (size_t i = 0; i < 16; i++) { /* numbers before and behind the matrices stay 0 */
            ck_assert((i < ahead ? buffer[i] : buffer[COUNT * 16 + i]) == 0);
        }
    }
    free(expected);
    free(buffer);
    cdy_batch_f32_destroy(batch);
    free_float_states(&s);
}
END_TEST

/* The index of number i of state b: in blocks of `lanes` states, or by columns where `lanes` is 0. */
static size_t place_of(size_t count, size_t width, size_t lanes, size_t b, size_t i)
{
    return lanes ? (b / lanes * width + i) * lanes + b % lanes : i * count + b;
}

/* Copies rows to another layout. */
static float *from_rows(size_t count, size_t width, size_t lanes, const float *rows)
{
    const size_t states = lanes ? (count + lanes - 1) / lanes * lanes : count;
    float *packed = aligned_alloc(64, (states * width + 16) / 16 * 64);
    ck_assert_ptr_nonnull(packed);
    for (size_t b = 0; b < states; b++) {
        for (size_t i = 0; i < width; i++) {
            packed[place_of(count, width, lanes, b, i)] = b < count ? rows[b * width + i] : NAN;
        }
    }
    return packed;
}

START_TEST(other_layouts_agree)
{
    cdy_error error = {0};
    float_states s = make_float_states(make_robot(random_tree(8, 7, RANDOM_JOINTS_ALL)), 45, 3), packed = s;
    const cdy_batch_layout layout = _i < LANES ? CDY_BATCH_LANES : CDY_BATCH_COLUMNS;
    cdy_batch_f32 *by_rows = make_float_batch(s.r.model, all_lanes[_i % LANES], 2, CDY_BATCH_ROWS),
                  *batch = make_float_batch(s.r.model, all_lanes[_i % LANES], 2, layout);
    const size_t lanes = _i < LANES ? (size_t)cdy_batch_f32_lanes(batch) : 0;
    const size_t widths[] = {s.nq, s.nv, s.nv, s.rows6, s.widest, s.widest};
    const float *const rows[] = {s.float_q, s.float_qd, s.float_x, s.float_fext, s.out, s.float_second};
    float **const arrays[] = {&packed.float_q,    &packed.float_qd, &packed.float_x,
                              &packed.float_fext, &packed.out,      &packed.float_second};
    for (size_t i = 0; batch && i < FLOAT_ARRAYS; i++) {
        *arrays[i] = from_rows(s.count, widths[i], lanes, rows[i]);
    }
    for (size_t k = 0; batch && k < float_quantity_count; k++) {
        const size_t width = float_quantities[k].width(&s);
        ck_assert_ok(float_quantities[k].in_floats(&s, by_rows, &error), error);
        ck_assert_ok(float_quantities[k].in_floats(&packed, batch, &error), error);
        for (size_t i = 0; i < s.count * width; i++) {
            const size_t place = place_of(s.count, width, lanes, i / width, i % width);
            ck_assert_mem_eq(&packed.out[place], &s.out[i], sizeof(float));
        }
    }
    for (size_t i = 0; batch && i < FLOAT_ARRAYS; i++) {
        free(*arrays[i]);
    }
    cdy_batch_f32_destroy(by_rows);
    cdy_batch_f32_destroy(batch);
    free_float_states(&s);
}
END_TEST

/* The result of a state depends neither on its neighbours nor on the thread that computes it. */
START_TEST(a_result_does_not_depend_on_its_neighbours)
{
    cdy_error error = {0};
    float_states s = make_float_states(make_robot(random_tree(8, 7, RANDOM_JOINTS_ALL)), 500, 3), few = s;
    cdy_batch_f32 *one = make_float_batch(s.r.model, all_lanes[_i % LANES], 1, CDY_BATCH_ROWS),
                  *three = make_float_batch(s.r.model, all_lanes[_i % LANES], 3, CDY_BATCH_ROWS);
    const float_quantity *x =
        find_float_quantity(_i / LANES ? "forward dynamics without forces" : "inverse dynamics without forces");
    if (one) {
        const size_t size = s.nv * s.count * sizeof(float);
        ck_assert_ok(x->in_floats(&s, one, &error), error);
        memcpy(s.float_second, s.out, size);
        ck_assert_ok(x->in_floats(&s, three, &error), error);
        ck_assert_mem_eq(s.out, s.float_second, size);
        /* The last three states alone, in other lanes, beside a state at very large angles and an invalid state. */
        few.count = 5;
        few.float_q = s.float_q + 495 * s.nq;
        few.float_qd = s.float_qd + 495 * s.nv;
        few.float_x = s.float_x + 495 * s.nv;
        for (size_t i = 0; i < s.nq; i++) {
            few.float_q[i] = NAN;
            few.float_q[s.nq + i] = 1e5F;
        }
        ck_assert_fails(x->in_floats(&few, one, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_mem_eq(s.out + 2 * s.nv, s.float_second + 497 * s.nv, 3 * s.nv * sizeof(float));
    }
    cdy_batch_f32_destroy(one);
    cdy_batch_f32_destroy(three);
    free_float_states(&s);
}
END_TEST

/* Links that turn about other axes than their parents: too near to singular for floats. */
static robot make_long_chain(int links)
{
    cdy_tree *tree = make_tree("world", 9.81);
    char name[16], parent[16] = "world";
    for (int i = 0; i < links; i++) {
        snprintf(name, sizeof name, "link%d", i);
        cdy_body body = make_body(name, name, CDY_JOINT_REVOLUTE);
        set_axis(&body, i % 3 == 0, i % 3 == 1, i % 3 == 2);
        set_origin(&body, 0.01, 0.02, -0.2, 0, 0, 0);
        set_inertial(&body, 2, 0, 0, -0.1, (double[6]){0.02, 0, 0, 0.03, 0, 0.01});
        add_body(tree, &body, parent);
        snprintf(parent, sizeof parent, "%s", name);
    }
    return make_robot(tree);
}

/* Computes the states from `first` on alone, and checks that their results are those of all states together. */
static void check_last_states(const float_states *s, const float_quantity *x, cdy_batch_f32 *batch, size_t first)
{
    cdy_error error = {0};
    float_states few = *s;
    const size_t width = x->width(s);
    few.count -= first;
    few.float_q += first * s->nq;
    few.float_qd += first * s->nv;
    few.float_x += first * s->nv;
    few.float_fext += first * s->rows6;
    memcpy(s->float_second, s->out, s->count * width * sizeof(float));
    few.float_second += s->count * width; /* further results */
    ck_assert_ok(x->in_floats(&few, batch, &error), error);
    ck_assert_mem_eq(s->out, s->float_second + first * width, few.count * width * sizeof(float));
}

/* All states of a long chain need doubles: results are doubles rounded to floats, beside whatever neighbours. */
START_TEST(long_chains_are_computed_in_doubles)
{
    static const char *const names[] = {"forward dynamics",
                                        "forward dynamics by the mass matrix",
                                        "inverse mass matrix times",
                                        "inverse mass matrix",
                                        "derivatives of forward dynamics",
                                        "derivative of forward dynamics by velocity",
                                        "vector times derivatives of forward dynamics",
                                        "derivative of forward dynamics along a step"};
    cdy_error error = {0};
    float_states s = make_float_states(make_long_chain(45), 37, 5);
    cdy_batch_f32 *batch = make_float_batch(s.r.model, all_lanes[_i], 1, CDY_BATCH_ROWS);
    cdy_batch *doubles = make_double_batch(s.r.model);
    for (size_t k = 0; batch && k < sizeof names / sizeof *names; k++) {
        float_quantity x = *find_float_quantity(names[k]);
        x.tolerance = 1e-6;
        ck_assert_ok(x.in_doubles(&s, doubles, &error), error);
        run_and_compare(&s, &x, batch);
        check_last_states(&s, &x, batch, 14);
    }
    cdy_batch_f32_destroy(batch);
    cdy_batch_destroy(doubles);
    free_float_states(&s);
}
END_TEST

/* The error of a float, in units of its last place. */
static double units_off(float given, double exact)
{
    int exponent = 0;
    frexp(exact, &exponent);
    return fabs((double)given - exact) / ldexp(1, exponent - 24);
}

/* The transform of a body that turns about z has the cosine and the sine of its angle: within 0.9 units in the last
 * place up to 3000 rad, and as exact as the C library's beyond. */
START_TEST(sines_are_exact_to_09_units)
{
    enum { ANGLES = 40000 };
    static const double ranges[] = {1, 10, 3000, 1e6};
    cdy_error error = {0};
    uint64_t state = 3;
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("arm", "joint", CDY_JOINT_CONTINUOUS);
    memcpy(body.joint.axis, (double[3]){0, 0, 1}, sizeof body.joint.axis);
    set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    const cdy_batch_options options = {.threads = 1, .lanes = all_lanes[_i]};
    cdy_batch_f32 *batch = NULL;
    float *q = calloc(ANGLES, sizeof *q), *T = calloc((size_t)ANGLES * 16, sizeof *T);
    const int frame = cdy_model_find_frame(r.model, "arm");
    if (cdy_batch_f32_create(r.model, &options, &batch, &error) == CDY_OK) { /* the machine has so many lanes */
        for (int i = 0; i < ANGLES; i++) {
            const double range = ranges[i % 4];
            q[i] = (float)draw(&state, -range, range);
        }
        ck_assert_ok(cdy_batch_f32_get_transform(r.model, batch, ANGLES, frame, 0, q, T, NULL, &error), error);
        double worst = 0;
        for (int i = 0; i < ANGLES; i++) {
            const float *R = T + (size_t)i * 16;
            worst = fmax(worst, fmax(units_off(R[0], cos((double)q[i])), units_off(R[4], sin((double)q[i]))));
        }
        ck_assert_msg(worst < 0.9, "%g units in the last place", worst);
    }
    cdy_batch_f32_destroy(batch);
    free(q);
    free(T);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("batch_float");
    TCase *tests = tcase_create("calls");
    tcase_add_loop_test(tests, all_quantities_of_all_trees_agree, 0, TREES);
    tcase_add_loop_test(tests, any_count_on_any_threads_agrees, 0, 3 * COUNTS);
    tcase_add_loop_test(tests, rows_of_any_width_agree, 0, 10);
    tcase_add_test(tests, a_robot_without_joints_has_nothing_to_compute);
    tcase_add_loop_test(tests, sines_are_exact_to_09_units, 0, LANES);
    tcase_add_loop_test(tests, drives_and_gravity_are_those_of_the_call, 0, 6);
    tcase_add_loop_test(tests, payloads_are_those_of_the_call, 0, 3);
    tcase_add_loop_test(tests, accelerations_need_the_torques_that_they_come_from, 0, TREES);
#ifdef CDY_HAVE_URDF
    tcase_add_loop_test(tests, errors_are_those_stated, 0, 3);
    tcase_add_loop_test(tests, rounding_noise_is_left_out, 0, 2);
#endif
    tcase_add_loop_test(tests, angles_of_any_size_are_reduced, 0, LANES);
    tcase_add_loop_test(tests, an_output_may_be_an_input, 0, LANES);
    tcase_add_loop_test(tests, rows_begin_anywhere, 0, LANES);
    tcase_add_loop_test(tests, other_layouts_agree, 0, 2 * LANES);
    tcase_add_loop_test(tests, a_result_does_not_depend_on_its_neighbours, 0, 2 * LANES);
    tcase_add_loop_test(tests, long_chains_are_computed_in_doubles, 0, LANES);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
