/* Dynamics of tasks at many states. A block has the tasks' Jacobians, M^-1 J^T by the factors of M, and the inverse of
 * J M^-1 J^T in lanes; states whose rows are nearly dependent or whose mass matrix is nearly singular go to the call
 * for one state. */
#include "base/error.h"
#include "batch/batch.h"
#include "constraints/operational_space.h"

#include <math.h>
#include <string.h>

/* Bounds of regular states, as in constraints/row_elimination.c. */
static const double largest_condition = 1e7, least_square = 1e-16, margin = 1e2;

/* Where the squares of torques and bias forces have a larger sum, a number on the way to them may overflow here and not
 * in the call for one state. */
static const double largest_square = 1e300;

/* Results of a block or of one state: n degrees of freedom, m rows. */
typedef struct task_numbers {
    double *J;      /* m x n */
    double *Lambda; /* m x m */
    double *Jbar;   /* n x m */
    double *N;      /* n x n */
    double *mu, *p; /* m */
} task_numbers;

enum { TASK_RESULTS = 6 };

/* Where the numbers of a block are. */
static task_numbers numbers_of(const batch_call *call, const batch_slot *slot)
{
    const row_elimination *e = &slot->elimination;
    const size_t mn = (size_t)call->rows * (size_t)call->model->nv * (size_t)call->batch->kernels->lanes;
    return (task_numbers){.J = slot->task_rows,
                          .Lambda = e->inverse,
                          .Jbar = slot->task_rows + mn,
                          .N = slot->out[2],
                          .mu = e->f,
                          .p = e->size};
}

/* ---- rows ---- */

/* Components x y z of a lane, `stride` apart. */
static vec3 read_vec3(const double *numbers, size_t stride)
{
    return (vec3){numbers[0], numbers[stride], numbers[2 * stride]};
}

static void write_vec3(vec3 v, size_t stride, double *numbers)
{
    numbers[0] = v.x;
    numbers[stride] = v.y;
    numbers[2 * stride] = v.z;
}

/* The axes of a frame in the base frame, by rows, of a lane of its placement. */
static rotation axes_in(const double *T, size_t L)
{
    return (rotation){read_vec3(T, L), read_vec3(T + 4 * L, L), read_vec3(T + 8 * L, L)};
}

/* Raises the largest absolute values of three components. */
static void raise_sizes(vec3 v, double sizes[3])
{
    sizes[0] = fmax(sizes[0], fabs(v.x));
    sizes[1] = fmax(sizes[1], fabs(v.y));
    sizes[2] = fmax(sizes[2], fabs(v.z));
}

/* Moves the columns of a lane of a frame's Jacobian to the task's point, and turns them into its axes. Returns whether
 * each of the task's rows is far above rounding errors, those of lengths about as large as the frame's distance
 * from the base; else the call for one state decides whether it is zero. */
static bool place_columns(const cdy_task *task, rotation R, vec3 place, size_t n, size_t L, double *J)
{
    const vec3 arm = rotate(R, vec3_from(task->point));
    double sizes[6] = {0}, angular_size = 0, linear_size = 0;
    bool significant = true;
    for (size_t k = 0; k < n; k++) {
        double *angular = J + k * L, *linear = angular + 3 * n * L;
        vec3 w = read_vec3(angular, n * L), v = read_vec3(linear, n * L);
        v = add(v, cross(w, arm));
        if (task->axes == CDY_AXES_BODY) {
            w = rotate_back(R, w);
            v = rotate_back(R, v);
        }
        raise_sizes(w, sizes);
        raise_sizes(v, sizes + 3);
        write_vec3(w, n * L, angular);
        write_vec3(v, n * L, linear);
    }
    for (size_t i = 0; i < 3; i++) {
        angular_size = fmax(angular_size, sizes[i]);
        linear_size = fmax(linear_size, sizes[3 + i]);
    }
    linear_size += angular_size * (sqrt(dot(place, place)) + sqrt(dot(arm, arm)));
    for (size_t i = 0; i < 6; i++) {
        const double least = 1e-12 + 1e-10 * (i < 3 ? angular_size : linear_size);
        significant = significant && (!(task->rows >> i & 1) || sizes[i] > least);
    }
    return significant;
}

/* The bias Jdot qd of a lane at the task's point, from the velocity and the acceleration of the frame for qdd = 0. */
static void place_bias(const cdy_task *task, rotation R, size_t L, const double *velocity, double *acceleration)
{
    const vec3 arm = rotate(R, vec3_from(task->point)), w = read_vec3(velocity, L);
    const vec3 turned = cross(w, arm), v = add(read_vec3(velocity + 3 * L, L), turned);
    vec3 alpha = read_vec3(acceleration, L), a = read_vec3(acceleration + 3 * L, L);
    a = add(a, add(cross(alpha, arm), cross(w, turned)));
    if (task->axes == CDY_AXES_BODY) { /* d/dt of body-frame components: subtract w x v */
        alpha = rotate_back(R, alpha);
        a = rotate_back(R, subtract(a, cross(w, v)));
    }
    write_vec3(alpha, L, acceleration);
    write_vec3(a, L, acceleration + 3 * L);
}

/* Writes the rows of a task and their bias from number `row` on; returns the next one. */
static size_t write_task(const batch_call *call, batch_slot *slot, const cdy_task *task, size_t row,
                         const double *const in[BATCH_INPUTS])
{
    const cdy_kernels *kernels = call->batch->kernels;
    const size_t n = (size_t)call->model->nv, L = (size_t)kernels->lanes;
    double *T = slot->numbers[0], *velocity = slot->numbers[1], *bias = velocity + 6 * L, *J = slot->columns;
    kernels->placement(call->model, slot->kernel_scratch, task->frame, in[0], T);
    kernels->jacobian(call->model, slot->kernel_scratch, task->frame, false, in[0], J);
    kernels->frame_motion(call->model, slot->kernel_scratch, task->frame, false, in[0], in[1], call->batch->zero,
                          velocity, bias);
    for (size_t lane = 0; lane < L; lane++) {
        const rotation R = axes_in(T + lane, L);
        const vec3 place = {T[3 * L + lane], T[7 * L + lane], T[11 * L + lane]};
        slot->fallback.doubtful[lane] |= !place_columns(task, R, place, n, L, J + lane);
        place_bias(task, R, L, velocity + lane, bias + lane);
    }
    for (size_t k = 0; k < 6; k++) {
        if (task->rows >> k & 1) {
            memcpy(numbers_of(call, slot).J + row * n * L, J + k * n * L, n * L * sizeof *J);
            memcpy(slot->elimination.target + row * L, bias + k * L, L * sizeof *bias);
            row++;
        }
    }
    return row;
}

/* ---- the inverse of A = J M^-1 J^T ---- */

/* B (columns x rows) = A^T of A (rows x columns). */
static void transpose(size_t rows, size_t columns, size_t L, const double *A, double *B)
{
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < columns; j++) {
            memcpy(B + (j * rows + i) * L, A + (i * columns + j) * L, L * sizeof *B);
        }
    }
}

/* The sums of the diagonal of A over the rows of one task and unit, `first` to `end` - 1, as the squares of their
 * scales. */
static void scale_rows(const row_elimination *e, size_t m, size_t L, size_t first, size_t end)
{
    double sum[MOST_LANES] = {0};
    for (size_t k = first; k < end; k++) {
        for (size_t lane = 0; lane < L; lane++) {
            sum[lane] += e->A[(k * m + k) * L + lane];
        }
    }
    for (size_t k = first; k < end; k++) {
        memcpy(e->scale + k * L, sum, L * sizeof *sum);
    }
}

static size_t count_bits(unsigned mask)
{
    size_t count = 0;
    for (; mask; mask >>= 1) {
        count += mask & 1;
    }
    return count;
}

/* Scales all rows; returns the number of groups. */
static size_t scale_all_rows(const batch_call *call, const row_elimination *e, size_t L)
{
    const size_t m = (size_t)call->rows;
    size_t row = 0, groups = 0;
    for (int i = 0; i < call->task.count; i++) {
        const size_t angular = count_bits(call->task.tasks[i].rows & CDY_ROWS_ANGULAR),
                     linear = count_bits(call->task.tasks[i].rows & CDY_ROWS_LINEAR);
        scale_rows(e, m, L, row, row + angular);
        scale_rows(e, m, L, row + angular, row + angular + linear);
        row += angular + linear;
        groups += (size_t)(angular > 0) + (size_t)(linear > 0);
    }
    return groups;
}

/* A state is regular where its rows are independent by a wide margin: with B_ij = A_ij / (scale_i scale_j), the largest
 * eigenvalue of B is below trace(B), the number of groups, and the smallest above 1 / trace(B^-1). */
static bool is_regular(const batch_call *call, const row_elimination *e, size_t groups, size_t L, size_t lane)
{
    const size_t m = (size_t)call->rows;
    double inverse_trace = 0, largest = 0, least = HUGE_VAL;
    for (size_t k = 0; k < m; k++) {
        const double scale = e->scale[k * L + lane];
        if (!(e->inverse_pivots[k * L + lane] > 0)) {
            return false;
        }
        inverse_trace += scale * e->inverse[(k * m + k) * L + lane];
        largest = fmax(largest, scale);
        least = fmin(least, scale);
    }
    const double condition = (double)groups * inverse_trace;
    return condition < largest_condition && condition * call->task.tolerance * margin < 1 &&
           (m == 0 || least > least_square * largest);
}

/* Lambda = A^-1. */
static void invert(const batch_call *call, const row_elimination *e, size_t L)
{
    const size_t m = (size_t)call->rows;
    double *factors = e->W; /* no longer needed */
    memcpy(factors, e->A, m * m * L * sizeof *factors);
    memset(e->inverse, 0, m * m * L * sizeof *e->inverse);
    for (size_t k = 0; k < m; k++) {
        for (size_t lane = 0; lane < L; lane++) {
            e->inverse[(k * m + k) * L + lane] = 1;
        }
    }
    call->batch->kernels->ldl_factor(m, factors, e->inverse_pivots);
    call->batch->kernels->ldl_solve(m, factors, e->inverse_pivots, m, e->inverse);
}

/* ---- results ---- */

/* result (m) = Lambda (J M^-1 tau - bias) for tau (n); `bias` may be NULL: zero. W is (M^-1 J^T)^T. */
static void write_bias(const batch_call *call, const batch_slot *slot, const double *W, const double *tau,
                       const double *bias, double *result)
{
    const cdy_kernels *kernels = call->batch->kernels;
    const size_t m = (size_t)call->rows, n = (size_t)call->model->nv, L = (size_t)kernels->lanes;
    double *r = slot->elimination.r;
    kernels->multiply(m, n, 1, W, tau, r);
    for (size_t i = 0; bias && i < m * L; i++) {
        r[i] -= bias[i];
    }
    kernels->multiply(m, m, 1, slot->elimination.inverse, r, result);
}

/* N = 1 - Jbar J. */
static void write_projector(const batch_call *call, const task_numbers *x)
{
    const size_t n = (size_t)call->model->nv, L = (size_t)call->batch->kernels->lanes;
    call->batch->kernels->multiply(n, (size_t)call->rows, n, x->Jbar, x->J, x->N);
    for (size_t i = 0; i < n * n * L; i++) {
        x->N[i] = (i / L % (n + 1) == 0 ? 1 : 0) - x->N[i];
    }
}

/* Leaves the states whose numbers are large, or no numbers, to the call for one state. */
static void watch_overflow(batch_slot *slot, size_t count, size_t L, const double *numbers)
{
    double sum[MOST_LANES] = {0};
    for (size_t i = 0; i < count; i++) {
        for (size_t lane = 0; lane < L; lane++) {
            sum[lane] += numbers[i * L + lane] * numbers[i * L + lane];
        }
    }
    for (size_t lane = 0; lane < L; lane++) {
        slot->fallback.doubtful[lane] |= !(sum[lane] < largest_square);
    }
}

/* Leaves every state to the call for one state. */
static void leave_to_fallback(const batch_call *call, batch_slot *slot)
{
    memset(slot->pivots, 0, (size_t)call->model->nv * (size_t)call->batch->kernels->lanes * sizeof *slot->pivots);
    memset(slot->fallback.doubtful, true, sizeof slot->fallback.doubtful);
}

static void compute_tasks(const batch_call *call, batch_slot *slot, const double *const in[BATCH_INPUTS])
{
    const cdy_model *model = call->model;
    const cdy_kernels *kernels = call->batch->kernels;
    const size_t m = (size_t)call->rows, n = (size_t)model->nv, L = (size_t)kernels->lanes;
    const task_numbers x = numbers_of(call, slot);
    const row_elimination *e = &slot->elimination;
    double *W = slot->task_rows + 2 * m * n * L, *velocity_torque = slot->torque, *gravity_torque = slot->scratch;
    if (model->has_followers || m > n) { /* the kernels' rows are the tree's, or rows depend on each other */
        leave_to_fallback(call, slot);
        return;
    }
    memset(slot->fallback.doubtful, false, sizeof slot->fallback.doubtful);
    for (size_t i = 0, row = 0; i < (size_t)call->task.count; i++) {
        row = write_task(call, slot, &call->task.tasks[i], row, in);
    }
    kernels->rnea(model, slot->kernel_scratch, no_gravity, in[0], in[1], call->batch->zero, NULL, velocity_torque);
    kernels->rnea(model, slot->kernel_scratch, model->gravity, in[0], call->batch->zero, call->batch->zero, NULL,
                  gravity_torque);
    cdy_batch_make_mass_matrix(call, slot, in[0], slot->M);
    kernels->ltdl_factor(model, slot->kernel_scratch, slot->M, slot->pivots);
    memcpy(W, x.J, m * n * L * sizeof *W);
    for (size_t i = 0; i < m; i++) {
        kernels->ltdl_solve(model, slot->kernel_scratch, slot->M, W + i * n * L);
    }
    transpose(m, n, L, W, x.Jbar);
    kernels->multiply(m, n, m, x.J, x.Jbar, e->A);
    invert(call, e, L);
    const size_t groups = scale_all_rows(call, e, L);
    for (size_t lane = 0; lane < L; lane++) {
        slot->fallback.doubtful[lane] |= !is_regular(call, e, groups, L, lane);
    }
    if (call->task.results->mu) {
        write_bias(call, slot, W, velocity_torque, e->target, x.mu);
        watch_overflow(slot, n, L, velocity_torque);
        watch_overflow(slot, m, L, x.mu);
    }
    if (call->task.results->p) {
        write_bias(call, slot, W, gravity_torque, NULL, x.p);
        watch_overflow(slot, n, L, gravity_torque);
        watch_overflow(slot, m, L, x.p);
    }
    double *transposed = e->W;
    memcpy(transposed, x.Jbar, m * n * L * sizeof *transposed);
    kernels->multiply(n, m, m, transposed, x.Lambda, x.Jbar);
    if (call->task.results->N) {
        write_projector(call, &x);
    }
}

/* ---- writing ---- */

/* The wanted results with the numbers of a block. */
static void list_results(const batch_call *call, const task_numbers *x, batch_output wanted[TASK_RESULTS],
                         double *numbers[TASK_RESULTS])
{
    const size_t m = (size_t)call->rows, n = (size_t)call->model->nv;
    const cdy_operational_space *s = call->task.results;
    const batch_output all[TASK_RESULTS] = {{OUTPUT_NUMBERS, m * n, s->J},    {OUTPUT_NUMBERS, m * m, s->Lambda},
                                            {OUTPUT_NUMBERS, n * m, s->Jbar}, {OUTPUT_NUMBERS, n * n, s->N},
                                            {OUTPUT_NUMBERS, m, s->mu},       {OUTPUT_NUMBERS, m, s->p}};
    double *const places[TASK_RESULTS] = {x->J, x->Lambda, x->Jbar, x->N, x->mu, x->p};
    memcpy(wanted, all, sizeof all);
    memcpy(numbers, places, sizeof places);
}

/* Places of the wanted results of one state; without rows, of N alone. */
static cdy_operational_space state_space(const batch_call *call, const batch_slot *slot)
{
    const size_t m = (size_t)call->rows, n = (size_t)call->model->nv;
    const cdy_operational_space *wanted = call->task.results;
    cdy_operational_space s = {.N = wanted->N ? slot->fallback.out[0] : NULL};
    if (m > 0) {
        double *J = slot->task_state, *Lambda = J + m * n, *Jbar = Lambda + m * m, *mu = Jbar + n * m;
        s.J = wanted->J ? J : NULL;
        s.Lambda = wanted->Lambda ? Lambda : NULL;
        s.Jbar = wanted->Jbar ? Jbar : NULL;
        s.mu = wanted->mu ? mu : NULL;
        s.p = wanted->p ? mu + m : NULL;
    }
    return s;
}

static const double *read_row(const batch_block *b, int i, size_t lane, double *row)
{
    const batch_input *input = &b->call->in[i];
    const size_t width = batch_input_width(b->call->model, input->kind);
    for (size_t k = 0; input->numbers && k < width; k++) {
        row[k] = input->numbers[batch_place(b, width, k, lane)];
    }
    return input->numbers ? row : NULL;
}

/* Computes the state of a lane by the call for one state; returns the rank. */
static int compute_alone(const batch_block *b, size_t lane)
{
    const batch_call *call = b->call;
    batch_slot *slot = b->slot;
    const task_numbers x = numbers_of(call, slot);
    const cdy_task_state state = {.q = read_row(b, 0, lane, slot->fallback.in[0]),
                                  .qd = read_row(b, 1, lane, slot->fallback.in[1]),
                                  .tasks = call->task.tasks,
                                  .count = call->task.count,
                                  .tolerance = call->task.tolerance};
    cdy_operational_space space = state_space(call, slot);
    const double *const from[TASK_RESULTS] = {space.J, space.Lambda, space.Jbar, space.N, space.mu, space.p};
    batch_output wanted[TASK_RESULTS];
    double *to[TASK_RESULTS];
    if (cdy_task_dynamics(call->model, slot->fallback.workspace, slot->fallback.solver, &state, &space,
                          slot->fallback.error.status ? NULL : &slot->fallback.error)) {
        cdy_batch_fail_lane(slot, lane, FAULT_FALLBACK, "");
        return 0;
    }
    list_results(call, &x, wanted, to);
    for (int i = 0; i < TASK_RESULTS; i++) {
        for (size_t k = 0; from[i] && k < wanted[i].size; k++) {
            to[i][k * b->lanes + lane] = from[i][k];
        }
    }
    return space.rank;
}

static bool has_failed(const batch_slot *slot, size_t lane)
{
    return slot->faults.any && slot->faults.lane[lane].kind != FAULT_NONE;
}

static void write_ranks(const batch_block *b, const int *ranks)
{
    char *to = (char *)b->call->task.ranks + b->number * b->lanes * sizeof *ranks; /* of any alignment */
    for (size_t lane = 0; lane < b->used; lane++) {
        const int rank = has_failed(b->slot, lane) ? 0 : ranks[lane];
        memcpy(to + lane * sizeof rank, &rank, sizeof rank);
    }
}

static void write_tasks(const batch_block *b, const double *const in[BATCH_INPUTS])
{
    const batch_call *call = b->call;
    const task_numbers x = numbers_of(call, b->slot);
    batch_output wanted[TASK_RESULTS];
    double *numbers[TASK_RESULTS];
    int ranks[MOST_LANES] = {0};
    for (size_t lane = 0; lane < b->used; lane++) {
        ranks[lane] = call->rows;
        if (!has_failed(b->slot, lane) && (b->slot->fallback.doubtful[lane] || !cdy_batch_is_regular(b, lane, in[0]))) {
            ranks[lane] = compute_alone(b, lane);
        }
    }
    list_results(call, &x, wanted, numbers);
    for (int i = 0; i < TASK_RESULTS; i++) {
        if (wanted[i].numbers) {
            cdy_batch_write_output(b, &wanted[i], numbers[i]);
        }
    }
    if (call->task.ranks) {
        write_ranks(b, ranks);
    }
}

static void erase_tasks(const batch_block *b, size_t lane)
{
    const task_numbers none = {0};
    batch_output wanted[TASK_RESULTS];
    double *numbers[TASK_RESULTS];
    list_results(b->call, &none, wanted, numbers);
    for (int i = 0; i < TASK_RESULTS; i++) {
        if (wanted[i].numbers) {
            cdy_batch_erase_output(b, &wanted[i], lane);
        }
    }
}

/* ---- the call ---- */

static cdy_status check_places(const batch_call *call, cdy_error *error)
{
    const cdy_operational_space *s = call->task.results;
    const double *const places[TASK_RESULTS] = {s->J, s->Lambda, s->Jbar, s->N, s->mu, s->p};
    uintptr_t bits = 0;
    for (int i = 0; i < TASK_RESULTS; i++) {
        bits |= (uintptr_t)places[i];
    }
    return cdy_batch_check_alignment(call->batch, bits, error);
}

static cdy_status check_tasks(batch_call *call, double tolerance, cdy_error *error)
{
    cdy_status status = cdy_read_tolerance(tolerance, &call->task.tolerance, error);
    status = status ? status : cdy_check_tasks(call->model, call->task.tasks, call->task.count, &call->rows, error);
    if (!status && call->rows > call->batch->constraint_rows) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "there are %d rows, but the batch has room for %d; make it with the option constraint_rows",
                        call->rows, call->batch->constraint_rows);
    }
    return status ? status : cdy_batch_check_dense(call->model, error);
}

cdy_status cdy_batch_task_dynamics(const cdy_model *model, cdy_batch *batch, size_t count, const cdy_task_state *states,
                                   const cdy_operational_space *results, int *ranks, cdy_status *statuses,
                                   cdy_error *error)
{
    if (!states) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no states were given; expected a cdy_task_state");
    }
    const double wanted = 0; /* any of the results may be NULL */
    batch_call call = {.model = model,
                       .batch = batch,
                       .count = count,
                       .compute = compute_tasks,
                       .in = {{INPUT_POSITION, states->q}, {INPUT_VELOCITY, states->qd}},
                       .articulated = false,
                       .write_own = write_tasks,
                       .erase_own = erase_tasks,
                       .statuses = statuses,
                       .task = {.tasks = states->tasks, .count = states->count, .results = results, .ranks = ranks}};
    cdy_status status = cdy_batch_check(model, batch, results ? &wanted : NULL, error);
    call.batch = status ? batch : batch_for_matrices(batch, true);
    status = status ? status : check_tasks(&call, states->tolerance, error);
    status = status ? status : check_places(&call, error);
    return status ? status : cdy_batch_run(&call, error);
}
