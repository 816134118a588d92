/* States of a robot as floats, and the same numbers as doubles, for the suites of batches over floats. */
#ifndef CDY_TESTS_FLOAT_CASE_H
#define CDY_TESTS_FLOAT_CASE_H

#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"

#include <stdlib.h>
#include <string.h>

/* `x` are accelerations, torques or other vectors. Float rows begin 4 bytes past a 64-byte boundary: misaligned for
 * every vector width. */
typedef struct float_states {
    robot r;
    size_t count, nq, nv, rows6, frames, widest;
    double *q, *qd, *x, *fext, *expected, *second;
    float *float_q, *float_qd, *float_x, *float_fext, *out, *float_second;
    cdy_status *statuses; /* count + 1: the last element is a guard */
    void *blocks[13];
} float_states;

enum { FLOAT_INPUTS = 4, FLOAT_ARRAYS = 6 };

/* Copies the floats of an input to doubles. */
static inline void widen(const float *from, double *to, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        to[i] = (double)from[i];
    }
}

static inline void narrow(const double *from, float *to, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        to[i] = (float)from[i];
    }
}

static inline void draw_states(float_states *s, uint64_t *seed)
{
    for (size_t b = 0; b < s->count; b++) {
        cdy_random_configuration(s->r.model, seed, s->q + b * s->nq);
    }
    draw_array(seed, 2, s->qd, (int)(s->count * s->nv));
    draw_array(seed, 3, s->x, (int)(s->count * s->nv));
    draw_array(seed, 5, s->fext, (int)(s->count * s->rows6));
    double *const wide[] = {s->q, s->qd, s->x, s->fext};
    float *const narrowed[] = {s->float_q, s->float_qd, s->float_x, s->float_fext};
    const size_t widths[] = {s->nq, s->nv, s->nv, s->rows6};
    for (size_t i = 0; i < FLOAT_INPUTS; i++) {
        narrow(wide[i], narrowed[i], s->count * widths[i]);
        widen(narrowed[i], wide[i], s->count * widths[i]);
    }
}

static inline float_states make_float_states(robot r, size_t count, uint64_t seed)
{
    float_states s = {.r = r, .count = count, .nq = (size_t)r.nq, .nv = (size_t)r.nv};
    s.rows6 = 6 * (size_t)cdy_model_force_rows(r.model);
    s.frames = (size_t)cdy_model_frame_count(r.model);
    const size_t most_parameters = 10 * (size_t)cdy_model_joint_count(r.model) + 3 * s.nv;
    s.widest = s.nv * (6 * s.nv + most_parameters + 16) + 16 * s.frames + s.rows6 + s.nq;
    const size_t widths[FLOAT_ARRAYS] = {s.nq, s.nv, s.nv, s.rows6, s.widest, s.widest};
    double **const wide[FLOAT_ARRAYS] = {&s.q, &s.qd, &s.x, &s.fext, &s.expected, &s.second};
    float **const floats[FLOAT_ARRAYS] = {&s.float_q, &s.float_qd, &s.float_x, &s.float_fext, &s.out, &s.float_second};
    for (size_t i = 0; i < FLOAT_ARRAYS; i++) {
        const size_t numbers = count * widths[i] + 1;
        s.blocks[2 * i] = *wide[i] = calloc(numbers, sizeof(double));
        s.blocks[2 * i + 1] = aligned_alloc(64, (numbers * sizeof(float) + 63) / 64 * 64);
        ck_assert(s.blocks[2 * i] && s.blocks[2 * i + 1]);
        *floats[i] = (float *)s.blocks[2 * i + 1] + 1;
    }
    s.blocks[12] = s.statuses = malloc((count + 1) * sizeof *s.statuses);
    ck_assert_ptr_nonnull(s.statuses);
    draw_states(&s, &seed);
    return s;
}

static inline void free_float_states(float_states *s)
{
    for (size_t i = 0; i < sizeof s->blocks / sizeof s->blocks[0]; i++) {
        free(s->blocks[i]);
    }
    free_robot(&s->r);
}

/* Makes a batch over floats, or returns NULL where the machine has no such lanes. */
static inline cdy_batch_f32 *make_float_batch(const cdy_model *model, int lanes, int threads, cdy_batch_layout layout)
{
    cdy_error error = {0};
    cdy_batch_f32 *batch = NULL;
    cdy_batch_options options = {.threads = threads, .lanes = lanes, .layout = layout};
    cdy_status status = cdy_batch_f32_create(model, &options, &batch, &error);
    ck_assert_msg(status == CDY_OK || status == CDY_ERROR_UNSUPPORTED, "%s", error.text);
    return batch;
}

/* A call over doubles, into `expected` and `second`, and over floats, into `out` and `float_second`. */
typedef struct float_quantity {
    const char *name;
    size_t (*width)(const float_states *s);
    cdy_status (*in_doubles)(const float_states *s, cdy_batch *batch, cdy_error *error);
    cdy_status (*in_floats)(const float_states *s, cdy_batch_f32 *batch, cdy_error *error);
    double tolerance; /* relative to the largest number of a result */
} float_quantity;

extern const float_quantity float_quantities[];
extern const size_t float_quantity_count;

/* The quantity of this name. */
const float_quantity *find_float_quantity(const char *name);

#endif
