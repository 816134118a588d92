#include "constraints/row_solver.h"

#include "base/error.h"
#include "base/finite.h"
#include "base/memory.h"
#include "dynamics/mass_factor.h"
#include "linalg/cholesky.h"
#include "linalg/symmetric.h"
#include "model/idle.h"

#include <math.h>
#include <string.h>

enum { ALIGNMENT = 64 };

typedef struct layout { /* offsets */
    size_t J, W, A, Lambda, bias, scale, r, f, unit, scratch, int_scratch, bodies, paths, groups, axes, motion,
        inverse_D, block, other_block, x, y, q, trial;
    size_t size;
} layout;

static size_t place_array(layout *l, size_t count, size_t element)
{
    size_t offset = l->size;
    l->size += (count * element + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return offset;
}

static layout make_layout(const cdy_model *model, int rows)
{
    const size_t number = sizeof(double), m = (size_t)rows, n = (size_t)model->nv, nq = (size_t)model->nq;
    const size_t wide = m + CHUNK_SIZE;
    layout l = {0};
    place_array(&l, 1, sizeof(cdy_row_solver));
    l.J = place_array(&l, m * n, number);
    l.W = place_array(&l, wide * n, number);
    l.A = place_array(&l, m * wide, number);
    l.Lambda = place_array(&l, m * wide, number);
    l.bias = place_array(&l, wide, number);
    l.scale = place_array(&l, wide, number);
    l.r = place_array(&l, wide, number);
    l.f = place_array(&l, wide, number);
    l.unit = place_array(&l, m, sizeof(int32_t));
    l.scratch = place_array(&l, cdy_symmetric_scratch_size(rows) + 5 * CHUNK_SIZE, number);
    l.int_scratch = place_array(&l, cdy_symmetric_integers(rows), sizeof(int));
    l.bodies = place_array(&l, 2 * m, sizeof(int));
    l.paths = place_array(&l, m * n, sizeof(int));
    l.groups = place_array(&l, m, sizeof(row_group));
    l.axes = place_array(&l, 12 * m, number);
    l.motion = place_array(&l, ROW_MOTION, number);
    l.inverse_D = place_array(&l, n, number);
    l.block = place_array(&l, 6 * n, number);
    l.other_block = place_array(&l, 6 * n, number);
    l.x = place_array(&l, n, number);
    l.y = place_array(&l, n, number);
    l.q = place_array(&l, nq, number);
    l.trial = place_array(&l, nq, number);
    return l;
}

size_t cdy_row_solver_size(const cdy_model *model, int rows)
{
    return model && rows >= 0 && rows <= LARGEST_ROWS ? make_layout(model, rows).size + ALIGNMENT - 1 : 0;
}

static cdy_status check_size(const cdy_model *model, int rows, cdy_error *error)
{
    if (!model) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "making a row solver needs a model and a pointer for the solver");
    }
    if (rows < 0 || rows > LARGEST_ROWS) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there cannot be %d rows; expected 0 to %d", rows, LARGEST_ROWS);
    }
    return CDY_OK;
}

cdy_status cdy_row_solver_init(void *memory, size_t size, const cdy_model *model, int rows, cdy_row_solver **solver,
                               cdy_error *error)
{
    if (solver) {
        *solver = NULL;
    }
    cdy_status status = check_size(solver ? model : NULL, rows, error);
    if (status || !solver) {
        return status;
    }
    if (!memory || size < cdy_row_solver_size(model, rows)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the row solver takes %zu bytes, but %zu were given",
                        cdy_row_solver_size(model, rows), memory ? size : 0);
    }
    const layout l = make_layout(model, rows);
    char *start = (char *)memory + (ALIGNMENT - (uintptr_t)memory % ALIGNMENT) % ALIGNMENT;
    cdy_row_solver *s = (void *)start;
    *s = (cdy_row_solver){
        .fingerprint = model->fingerprint,
        .max_rows = rows,
        .J = (void *)(start + l.J),
        .W = (void *)(start + l.W),
        .A = (void *)(start + l.A),
        .Lambda = (void *)(start + l.Lambda),
        .bias = (void *)(start + l.bias),
        .scale = (void *)(start + l.scale),
        .r = (void *)(start + l.r),
        .f = (void *)(start + l.f),
        .unit = (void *)(start + l.unit),
        .scratch = (void *)(start + l.scratch),
        .int_scratch = (void *)(start + l.int_scratch),
        .bodies = (void *)(start + l.bodies),
        .paths = (void *)(start + l.paths),
        .groups = (void *)(start + l.groups),
        .axes = (void *)(start + l.axes),
        .motion = (void *)(start + l.motion),
        .inverse_D = (void *)(start + l.inverse_D),
        .block = (void *)(start + l.block),
        .other_block = (void *)(start + l.other_block),
        .x = (void *)(start + l.x),
        .y = (void *)(start + l.y),
        .q = (void *)(start + l.q),
        .trial = (void *)(start + l.trial),
    };
    *solver = s;
    return CDY_OK;
}

cdy_status cdy_row_solver_create(const cdy_model *model, int rows, cdy_row_solver **solver, cdy_error *error)
{
    if (solver) {
        *solver = NULL;
    }
    cdy_status status = check_size(solver ? model : NULL, rows, error);
    if (status || !solver) {
        return status;
    }
    size_t size = cdy_row_solver_size(model, rows);
    void *memory = cdy_allocate(1, size);
    if (!memory) {
        return cdy_fail_memory(error);
    }
    status = cdy_row_solver_init(memory, size, model, rows, solver, error);
    if (status) {
        cdy_release(memory);
        return status;
    }
    (*solver)->allocation = memory;
    return CDY_OK;
}

void cdy_row_solver_destroy(cdy_row_solver *solver)
{
    if (solver) {
        cdy_release(solver->allocation);
    }
}

cdy_status cdy_check_row_solver(const cdy_model *model, const cdy_row_solver *solver, cdy_error *error)
{
    if (!solver || solver->fingerprint != model->fingerprint) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        solver ? "the row solver was made for another model"
                               : "the call needs a row solver made for the model");
    }
    return CDY_OK;
}

cdy_status cdy_set_rows(cdy_row_solver *solver, int rows, cdy_error *error)
{
    if (rows > solver->max_rows) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "there are %d rows, but the solver has room for %d; make it for more", rows, solver->max_rows);
    }
    solver->rows = rows;
    return CDY_OK;
}

cdy_status cdy_read_tolerance(double given, double *tolerance, cdy_error *error)
{
    if (!(given >= 0 && given < 1)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the tolerance of the rank is %g; expected 0 for the default, or a small number under 1",
                        given);
    }
    *tolerance = given > 0 ? given : 1e-10;
    return CDY_OK;
}

int cdy_write_rows(const cdy_model *model, cdy_row_solver *s, int row, unsigned mask, int number, const double *J6,
                   const double bias6[6])
{
    const size_t n = (size_t)model->nv;
    for (size_t k = 0; k < 6; k++) {
        if (mask >> k & 1) {
            memcpy(s->J + (size_t)row * n, J6 + k * n, n * sizeof *s->J);
            s->bias[row] = bias6[k];
            s->unit[row] = 2 * number + (k < 3);
            row++;
        }
    }
    return row;
}

/* A = W W^T. */
static void multiply_by_transpose(size_t m, size_t n, const double *W, double *A)
{
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j <= i; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++) {
                sum += W[i * n + k] * W[j * n + k];
            }
            A[i * m + j] = A[j * m + i] = sum;
        }
    }
}

/* The scale of a row is the largest norm of the rows of its unit, so that a row of rounding errors stays small. It
 * is at least 1e-10 of the largest scale, which is far above rounding errors. */
static void compute_row_scales(cdy_row_solver *s)
{
    const size_t m = (size_t)s->rows;
    const double rounding = 1e-10;
    double largest = 0;
    for (size_t i = 0; i < m; i++) {
        s->scale[i] = 0;
        for (size_t j = 0; j < m; j++) {
            if (s->unit[j] == s->unit[i]) {
                s->scale[i] = fmax(s->scale[i], sqrt(s->A[j * m + j]));
            }
        }
        largest = fmax(largest, s->scale[i]);
    }
    for (size_t i = 0; i < m; i++) {
        s->scale[i] = largest > 0 ? fmax(s->scale[i], rounding * largest) : 1;
    }
}

cdy_status cdy_factor_rows(const cdy_model *model, cdy_workspace *workspace, cdy_row_solver *s, const double *tree_q,
                           double tolerance, int *rank, cdy_error *error)
{
    const size_t m = (size_t)s->rows, n = (size_t)model->nv;
    *rank = 0;
    if (!workspace->L) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "the robot has %d degrees of freedom; rows of tasks and constraints take %d at most",
                        (int)model->tree_nv, LARGEST_DENSE);
    }
    cdy_status status = cdy_check_idle(model, error);
    status = status ? status : cdy_factor_mass_matrix(model, workspace, tree_q, error);
    if (status || m == 0) {
        return status;
    }
    memcpy(s->W, s->J, m * n * sizeof *s->W);
    if (n > 0) {
        cdy_cholesky_forward(model->nv, workspace->L, s->rows, s->W);
    }
    multiply_by_transpose(m, n, s->W, s->A);
    if (cdy_all_finite(s->A, m * m)) {
        compute_row_scales(s);
        *rank = cdy_pseudo_inverse(
            &(pseudo_inverse){s->rows, s->A, s->scale, tolerance, s->Lambda, s->scratch, s->int_scratch});
        if (*rank >= 0 && cdy_all_finite(s->Lambda, m * m)) {
            return CDY_OK;
        }
    }
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "the inertia in the space of the rows is not finite; the numbers are too large");
}

/* (B x)_row for an m x m matrix B. */
static double row_dot(size_t m, const double *B, size_t row, const double *x)
{
    double sum = 0;
    for (size_t j = 0; j < m; j++) {
        sum += B[row * m + j] * x[j];
    }
    return sum;
}

void cdy_solve_equations(cdy_row_solver *s, int equations)
{
    const size_t m = (size_t)equations;
    double *residual = s->scratch;
    for (size_t i = 0; i < m; i++) {
        s->f[i] = row_dot(m, s->Lambda, i, s->r);
    }
    for (size_t i = 0; i < m; i++) {
        residual[i] = s->r[i] - row_dot(m, s->A, i, s->f);
    }
    for (size_t i = 0; i < m; i++) {
        s->f[i] += row_dot(m, s->Lambda, i, residual);
    }
}

void cdy_solve_rows(cdy_row_solver *s)
{
    cdy_solve_equations(s, s->rows);
}

void cdy_multiply_rows(const cdy_model *model, const cdy_row_solver *s, const double *x, double *y)
{
    const size_t n = (size_t)model->nv;
    for (size_t i = 0; i < (size_t)s->rows; i++) {
        y[i] = 0;
        for (size_t k = 0; k < n; k++) {
            y[i] += s->J[i * n + k] * x[k];
        }
    }
}

void cdy_add_transposed_rows(const cdy_model *model, const cdy_row_solver *s, const double *f, double *x)
{
    const size_t n = (size_t)model->nv;
    for (size_t i = 0; i < (size_t)s->rows; i++) {
        for (size_t k = 0; k < n; k++) {
            x[k] += s->J[i * n + k] * f[i];
        }
    }
}
