/* The memory of a batch: its arrays, and what lies in the same place because it is never needed together. */
#include "batch/batch.h"
#include "dynamics/pivot_bound.h"
#include "dynamics/widths.h"
#include "ik/search.h"

#include <string.h>

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool has_mass_matrix(const batch_shape *x)
{
    return x->matrices != NO_MATRICES && x->model->tree_nv <= LARGEST_BATCH_DENSE;
}

static bool has_all_matrices(const batch_shape *x)
{
    return x->matrices == ALL_MATRICES && x->model->tree_nv <= LARGEST_BATCH_DENSE;
}

/* Whether a second, narrow batch has the matrices of a batch in lanes. */
static bool has_narrow(const batch_shape *x)
{
    const bool few = sizeof(scalar) == sizeof(double) && x->kernels->lanes <= 4;
    const int largest = few ? LARGEST_FOUR_LANE_DENSE : LARGEST_LANE_DENSE;
    return has_all_matrices(x) && x->kernels->lanes > LEAST_LANES && x->model->tree_nv > largest;
}

/* Whether it takes the calls that are over doubles alone: it is not the lanes of doubles of a batch over floats. */
static bool has_all_calls(const batch_shape *x)
{
    return sizeof(scalar) == sizeof(double) && !x->is_part;
}

/* Numbers per state of the widest result of regressors: their columns are an option; wider ones than a slot has memory
 * for are refused. */
static size_t widest_regressor(const cdy_model *model)
{
    const size_t n = (size_t)model->nv, least = 10 * ((size_t)model->body_count - 1), most = least + 3 * n;
    return n * least <= LARGEST_BATCH_RESULT ? smaller(n * most, LARGEST_BATCH_RESULT) : 0;
}

/* Numbers per state of the widest result that no other result is computed with: a regressor or the derivative of a
 * Jacobian, neither of which needs lanes of doubles. */
static size_t widest_matrix(const batch_shape *x)
{
    const size_t n = (size_t)x->model->nv, derivative = 6 * n * n;
    if (!has_all_matrices(x) || x->is_part) {
        return 0;
    }
    return larger(derivative <= LARGEST_BATCH_RESULT ? derivative : 0, widest_regressor(x->model));
}

/* Numbers per state of the widest input. */
static size_t widest_input(const cdy_model *model)
{
    return larger(larger(6 * (size_t)model->force_rows, (size_t)model->tree_nq), larger(6, (size_t)model->tree_nv));
}

/* Numbers per state of the widest result that is no matrix of the degrees of freedom. */
static size_t widest_rows(const cdy_model *model, int constraint_rows)
{
    const size_t most = larger(16 * (size_t)model->frame_count, 16 * (size_t)model->tree_nv);
    return larger(larger(most, 16), larger(widest_input(model), (size_t)constraint_rows));
}

/* Memory divided into aligned arrays; with `start` NULL only the size is counted. */
typedef struct memory_layout {
    char *start;
    size_t size;
} memory_layout;

static void *reserve(memory_layout *r, size_t bytes)
{
    char *place = r->start ? r->start + r->size : NULL;
    r->size += (bytes + BATCH_ALIGNMENT - 1) / BATCH_ALIGNMENT * BATCH_ALIGNMENT;
    return place;
}

/* Memory of a slot: what it keeps between calls, and what a block overwrites. */
typedef struct slot_memory {
    memory_layout kept, passing;
} slot_memory;

/* Lays out the inputs and results of the fallback. */
static void lay_out_fallback(const batch_shape *x, memory_layout *r, batch_slot *slot)
{
    const cdy_model *model = x->model;
    const size_t number = sizeof(double) * fallback_states(x->kernels->lanes), n = (size_t)model->nv;
    const size_t widths[BATCH_INPUTS] = {(size_t)model->nq, n, n, 6 * (size_t)model->force_rows, n, n, n};
    for (int i = 0; i < BATCH_INPUTS; i++) {
        slot->fallback.in[i] = reserve(r, number * widths[i]);
    }
    for (int i = 0; i < BATCH_OUTPUTS; i++) {
        const size_t matrix = has_all_matrices(x) ? n * n : 0;
        slot->fallback.out[i] = reserve(r, number * larger(larger(matrix, n), i == 1 ? (size_t)x->rows : 0));
    }
}

/* Lays out the memory for the elimination of rows. Results are the slot's own. */
static void lay_out_elimination(const batch_shape *x, memory_layout *r, batch_slot *slot)
{
    const cdy_model *model = x->model;
    const cdy_kernels *kernels = x->kernels;
    const int rows = x->rows;
    const size_t number = sizeof(scalar) * (size_t)kernels->lanes, n = (size_t)model->tree_nv;
    const size_t m = (size_t)rows, wide = cdy_row_wide(rows, kernels->lanes);
    const size_t stride = cdy_row_stride(rows, kernels->lanes);
    row_elimination *e = &slot->elimination;
    e->inverse_D = reserve(r, number * n);
    e->axes = reserve(r, number * 12 * m);
    e->motion = reserve(r, number * ROW_MOTION);
    e->W = reserve(r, number * n * wide);
    e->A = reserve(r, number * m * stride);
    e->inverse = reserve(r, number * m * stride);
    e->target = reserve(r, number * m);
    e->scale = reserve(r, number * m);
    e->size = reserve(r, number * wide);
    e->inverse_pivots = reserve(r, number * wide);
    e->buffer = reserve(r, number * 2 * wide);
    e->r = reserve(r, number * wide);
    e->f = reserve(r, number * wide);
    if (has_all_matrices(x) && has_all_calls(x)) {
        slot->task_rows = reserve(r, number * 3 * m * n);
        slot->task_state = reserve(r, sizeof(double) * (2 * m * n + m * m + 2 * m));
    }
}

/* Lays out results with matrices. M has the memory of the last result: what is computed by its factors is either not
 * that result or, in lanes, takes their place. */
static void lay_out_matrices(const batch_shape *x, memory_layout *r, batch_slot *slot)
{
    const size_t number = sizeof(scalar) * (size_t)x->kernels->lanes, n = (size_t)x->model->tree_nv;
    const size_t square = has_all_matrices(x) ? n * n : 0, rows = (size_t)x->rows;
    slot->out[0] = reserve(r, number * larger(widest_rows(x->model, x->rows), square));
    slot->out[1] = reserve(r, number * larger(larger(larger(16, 6 * n), rows), square));
    slot->out[2] = reserve(r, number * larger(larger(16, n), square));
    slot->M = x->kernels->lanes == 1 ? reserve(r, number * square) : slot->out[2];
}

/* Lays out results that are vectors, and the first also a matrix: it runs on into M, which is there for vectors. */
static void lay_out_vectors(const batch_shape *x, memory_layout *r, batch_slot *slot)
{
    const size_t number = sizeof(scalar) * (size_t)x->kernels->lanes, n = (size_t)x->model->tree_nv;
    slot->out[2] = reserve(r, number * larger(16, n));
    slot->out[1] = reserve(r, number * larger(larger(16, 6 * n), (size_t)x->rows));
    slot->out[0] = reserve(r, number * widest_rows(x->model, x->rows));
}

/* Lays out the results. A wide matrix has the memory of all results, since it is the only one; so do searches of
 * inverse kinematics, over doubles, which have none of these. */
static void lay_out_results(const batch_shape *x, memory_layout *r, batch_slot *slot)
{
    const size_t number = sizeof(scalar) * (size_t)x->kernels->lanes, before = r->size;
    slot->search_memory = reserve(r, 0);
    if (x->matrices == ALL_MATRICES) {
        lay_out_matrices(x, r, slot);
    } else {
        lay_out_vectors(x, r, slot);
    }
    const size_t search = has_all_calls(x) ? cdy_ik_search_size(x->model, x->kernels->lanes) : 0;
    const size_t taken = r->size - before, needed = larger(number * widest_matrix(x), search);
    reserve(r, needed > taken ? needed - taken : 0);
}

/* Lays out the memory that a block overwrites, but for its results. */
static void lay_out_passing(const batch_shape *x, memory_layout *r, batch_slot *slot)
{
    const cdy_model *model = x->model;
    const size_t number = sizeof(scalar) * (size_t)x->kernels->lanes, n = (size_t)model->tree_nv;
    const size_t projected = larger(has_mass_matrix(x) ? n * n : 0, widest_rows(model, x->rows));
    slot->kernel_scratch = reserve(r, x->kernels->scratch_size(model));
    slot->in[0] = reserve(r, number * (size_t)model->tree_nq);
    slot->in[1] = reserve(r, number * larger(n, 6));
    slot->in[2] = reserve(r, number * n);
    slot->in[3] = reserve(r, number * 6 * (size_t)model->force_rows);
    for (int i = GIVEN_VECTORS; i < BATCH_INPUTS; i++) {
        slot->in[i] = reserve(r, number * n);
    }
    slot->scratch = reserve(
        r, larger(number * (model->has_followers ? projected : widest_input(model)), cdy_pivot_scratch_size(model)));
    slot->pivots = reserve(r, number * n);
    slot->torque = reserve(r, number * n);
    slot->factors = reserve(r, has_all_matrices(x) ? number * ARTICULATED_FACTOR * n : 0);
    slot->setup = reserve(r, sizeof(double) * (size_t)(model->nv + model->tree_nq));
    slot->columns = reserve(r, number * 6 * n);
    slot->numbers[0] = reserve(r, number * MOST_SCRATCH);
    slot->numbers[1] = reserve(r, number * MOST_SCRATCH);
    lay_out_elimination(x, r, slot);
}

/* Lays out the memory of a slot. The lanes of doubles of a slot over floats overwrite everything of a block but its
 * results, since they compute after it. */
static void lay_out_slot(const batch_shape *x, slot_memory *m)
{
    const size_t n = (size_t)x->model->tree_nv, number = sizeof(scalar) * (size_t)x->kernels->lanes;
    batch_slot slot, *place = reserve(&m->kept, sizeof slot);
    memset(&slot, 0, sizeof slot);
    lay_out_fallback(x, &m->kept, &slot);
    lay_out_results(x, &m->passing, &slot);
    const size_t shared = m->passing.size;
    if (x->matrices == MASS_MATRIX) {
        slot.M = reserve(&m->passing, has_mass_matrix(x) ? number * n * n : 0);
    }
    lay_out_passing(x, &m->passing, &slot);
#ifdef CDY_FLOAT
    const double_lanes_shape shape = {x->model, x->kernels->lanes / 2, x->rows, has_all_matrices(x)};
    const double_lanes_size doubles = cdy_double_lanes_size(&shape);
    slot.doubles.memory = reserve(&m->kept, doubles.kept);
    slot.doubles.passing = m->passing.start ? m->passing.start + shared : NULL;
    m->passing.size = larger(m->passing.size, shared + doubles.passing);
#else
    (void)shared;
    if (x->matrices != NO_MATRICES) { /* else those of the other batch */
        slot.fallback.workspace_memory = reserve(&m->kept, cdy_workspace_size(x->model));
        slot.fallback.solver_memory = reserve(&m->kept, cdy_row_solver_size(x->model, x->rows));
    }
#endif
    if (place) {
        slot.M = has_mass_matrix(x) ? slot.M : NULL;
        *place = slot;
    }
}

/* The longest row of any call has 6 + 16 numbers for each frame or degree of freedom, or their square. */
static size_t most_states(const cdy_model *model, int constraint_rows)
{
    const size_t n = (size_t)model->tree_nq + (size_t)model->frame_count + 1 + (size_t)constraint_rows;
    return SIZE_MAX / 4 / (22 * n * n * sizeof(scalar));
}

/* Lays out a batch but for its slots. Returns its place. */
static cdy_batch *lay_out_batch(const batch_shape *x, memory_layout *r, cdy_batch *b)
{
    const cdy_model *model = x->model;
    const size_t number = sizeof(scalar) * (size_t)x->kernels->lanes, rows = (size_t)x->rows;
    cdy_batch *place = reserve(r, sizeof *b);
    *b = (cdy_batch){.kernels = x->kernels,
                     .threads = x->threads,
                     .constraint_rows = x->rows,
                     .packed_lanes = x->kernels->lanes,
                     .has_all_matrices = has_all_matrices(x)};
    b->float_model = reserve(r, cdy_batch_model_size(model));
    b->home = reserve(r, number * (size_t)model->tree_nq);
    b->zero = reserve(r, number * (size_t)model->tree_nv);
    b->pivot_threshold = reserve(r, sizeof(scalar) * (size_t)model->nv);
    b->pivot_range = reserve(r, sizeof(scalar) * (size_t)model->tree_nq);
    b->groups = reserve(r, rows * sizeof *b->groups);
    b->bodies = reserve(r, 2 * rows * sizeof *b->bodies);
    b->paths = reserve(r, rows * (size_t)model->nv * sizeof *b->paths);
    b->ends = reserve(r, (size_t)model->body_count * sizeof *b->ends);
    b->related.all = reserve(r, cdy_batch_most_related(model) * sizeof *b->related.all);
    b->moved.all = reserve(r, cdy_batch_most_moved(model) * sizeof *b->moved.all);
    b->most_states = most_states(model, x->rows);
    b->widest_output = larger(widest_rows(model, x->rows), has_mass_matrix(x) ? (size_t)LARGEST_BATCH_RESULT : 0);
    return place;
}

/* Lays out a slot, and that of the narrow batch behind what the slot keeps: a block of either overwrites the same
 * memory. Returns where the second one begins. */
static size_t lay_out_slots(const batch_shape *x, const batch_shape *narrow, slot_memory *m)
{
    lay_out_slot(x, m);
    const size_t second = m->kept.size;
    if (narrow) {
        slot_memory other = {m->kept, {m->passing.start, 0}};
        lay_out_slot(narrow, &other);
        m->kept = other.kept;
        m->passing.size = larger(m->passing.size, other.passing.size);
    }
    return second;
}

batch_size cdy_batch_lay_out(const batch_shape *shape, char *memory, char *passing)
{
    const bool over_doubles = sizeof(scalar) == sizeof(double);
    batch_shape x = *shape, second_shape = *shape;
    const batch_shape *narrow = has_narrow(shape) ? &second_shape : NULL;
    memory_layout r = {memory, 0};
    slot_memory sizes = {{NULL, 0}, {NULL, 0}};
    cdy_batch b, second = {0};
    x.matrices = !narrow ? x.matrices : over_doubles ? NO_MATRICES : MASS_MATRIX;
    cdy_batch *place = lay_out_batch(&x, &r, &b);
    if (narrow) {
        second_shape.kernels = cdy_choose_kernels(LEAST_LANES);
        b.narrow = lay_out_batch(narrow, &r, &second);
        second.packed_lanes = x.kernels->lanes;
    }
    const size_t second_slot = lay_out_slots(&x, narrow, &sizes);
    b.slot_size = second.slot_size = sizes.kept.size + (x.is_part ? 0 : sizes.passing.size);
    b.slots = reserve(&r, b.slot_size * (size_t)x.threads);
    second.slots = place ? b.slots + second_slot : NULL;
    for (int i = 0; place && i < x.threads; i++) {
        char *kept = b.slots + (size_t)i * b.slot_size;
        lay_out_slots(&x, narrow, &(slot_memory){{kept, 0}, {x.is_part ? passing : kept + sizes.kept.size, 0}});
    }
    if (place) {
        *place = b;
    }
    if (place && b.narrow) {
        *b.narrow = second;
    }
    return (batch_size){r.size, x.is_part ? sizes.passing.size : 0};
}
