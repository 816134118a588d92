/* States of a random robot, for the suites of batches. */
#ifndef CDY_TESTS_BATCH_CASE_H
#define CDY_TESTS_BATCH_CASE_H

#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"

#include <stdlib.h>
#include <string.h>

/* The inputs of `count` states as rows, and arrays for their largest results, at misaligned addresses. */
typedef struct states {
    robot r;
    size_t count, nq, nv, rows6, frames, widest;
    double *q, *qd, *qdd, *fext;
    double *out, *second, *expected, *expected_second;
    cdy_status *statuses;
    void *blocks[9];
} states;

/* Allocates numbers that begin 8 bytes past a 64-byte boundary: misaligned for every vector width. */
static inline double *allocate_odd(void **block, size_t count)
{
    *block = aligned_alloc(64, (count * sizeof(double) + 8 + 63) / 64 * 64);
    ck_assert_ptr_nonnull(*block);
    return (double *)*block + 1;
}

static inline states make_states(robot r, size_t count, uint64_t seed)
{
    states s = {.r = r, .count = count, .nq = (size_t)r.nq, .nv = (size_t)r.nv};
    s.rows6 = 6 * (size_t)cdy_model_force_rows(r.model);
    s.frames = (size_t)cdy_model_frame_count(r.model);
    s.widest = (6 * s.nv + 10 * s.frames + 16) * s.nv + 16 * s.frames + s.rows6 + s.nq;
    const size_t widths[] = {s.nq, s.nv, s.nv, s.rows6, s.widest, s.widest, s.widest, s.widest, 1};
    double *arrays[8];
    for (size_t i = 0; i < 8; i++) {
        arrays[i] = allocate_odd(&s.blocks[i], count * widths[i]);
    }
    s.q = arrays[0];
    s.qd = arrays[1];
    s.qdd = arrays[2];
    s.fext = arrays[3];
    s.out = arrays[4];
    s.second = arrays[5];
    s.expected = arrays[6];
    s.expected_second = arrays[7];
    s.statuses = malloc((count + 1) * sizeof *s.statuses);
    ck_assert_ptr_nonnull(s.statuses);
    s.blocks[8] = s.statuses;
    for (size_t b = 0; b < count; b++) {
        cdy_random_configuration(r.model, &seed, s.q + b * s.nq);
    }
    draw_array(&seed, 2, s.qd, (int)(count * s.nv));
    draw_array(&seed, 3, s.qdd, (int)(count * s.nv));
    draw_array(&seed, 5, s.fext, (int)(count * s.rows6));
    return s;
}

static inline void free_states(states *s)
{
    for (size_t i = 0; i < 9; i++) {
        free(s->blocks[i]);
    }
    free_robot(&s->r);
}

/* Makes a batch, or returns NULL where the machine has no such lanes. */
static inline cdy_batch *make_batch(const cdy_model *model, int lanes, int threads, cdy_batch_layout layout)
{
    cdy_error error = {0};
    cdy_batch *batch = NULL;
    cdy_batch_options options = {.threads = threads, .lanes = lanes, .layout = layout};
    cdy_status status = cdy_batch_create(model, &options, &batch, &error);
    ck_assert_msg(status == CDY_OK || status == CDY_ERROR_UNSUPPORTED, "%s", error.text);
    return batch;
}

/* Every call in one form: `one` computes state b into `out` and `second`, `many` computes all states in a batch. */
typedef struct quantity {
    const char *name;
    size_t (*width)(const states *s);
    cdy_status (*one)(const states *s, size_t b, double *out, double *second, cdy_error *error);
    cdy_status (*many)(const states *s, cdy_batch *batch, cdy_error *error);
    double tolerance;                  /* relative to the largest number of a result */
    size_t (*second)(const states *s); /* width of the second result; NULL: no second result */
} quantity;

extern const quantity quantities[];
extern const size_t quantity_count;

/* The quantity of this name. */
const quantity *find_quantity(const char *name);

#endif
