/* Operational space dynamics (Khatib 1987): inertia, bias forces and null space of tasks. */
#include "constraints/operational_space.h"

#include "base/error.h"
#include "constraints/point.h"
#include "dynamics/arguments.h"
#include "linalg/cholesky.h"

#include <limits.h>
#include <string.h>

cdy_status cdy_check_tasks(const cdy_model *model, const cdy_task *tasks, int count, int *rows, cdy_error *error)
{
    *rows = 0;
    if (count < 0 || (count > 0 && !tasks) || count > INT_MAX / 6) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there are %d tasks%s; expected 0 or more", count,
                        tasks ? "" : " at no address");
    }
    for (int i = 0; i < count; i++) {
        const cdy_task *t = &tasks[i];
        cdy_status status = cdy_check_frame(model, t->frame, error);
        if (status) {
            return status;
        }
        if (t->rows < 1 || t->rows > CDY_ROWS_ALL) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "task number %d has the rows %#x; expected CDY_ROWS_ALL or some of them", i, t->rows);
        }
        if ((t->axes != CDY_AXES_BASE && t->axes != CDY_AXES_BODY) || !cdy_all_finite(t->point, 3)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "task number %d has axes that there are not, or a point that is not finite", i);
        }
        for (unsigned mask = t->rows; mask; mask >>= 1) {
            *rows += (int)(mask & 1);
        }
    }
    return CDY_OK;
}

/* Writes the rows of a task and their bias Jdot qd; returns the next row. */
static int write_task_rows(const cdy_model *model, cdy_workspace *w, cdy_row_solver *s, const cdy_task *task,
                           int number, int row, const double *tree_q, const double *tree_qd)
{
    cdy_placement at = {.rpy = {0, 0, 0}};
    memcpy(at.xyz, task->point, sizeof at.xyz);
    vec3 arm;
    placed_frame x = cdy_placed_frame(model, w, task->frame, &at, tree_q, tree_qd, &arm);
    const size_t n = (size_t)model->nv;
    double *const sizes[2] = {s->x, s->y};
    cdy_point_jacobian(model, w, task->frame, arm, tree_q, s->block);
    memset(s->x, 0, n * sizeof *s->x);
    memset(s->y, 0, n * sizeof *s->y);
    cdy_raise_column_sizes(n, s->block, cdy_largest_coordinate(x.p), sizes);
    if (task->axes == CDY_AXES_BODY) { /* d/dt of body-frame components: subtract w x v */
        cdy_rotate_columns(x.R, n, s->block);
        x.alpha = rotate_back(x.R, x.alpha);
        x.a = rotate_back(x.R, subtract(x.a, cross(x.w, x.v)));
    }
    cdy_zero_rounding_errors(n, sizes, s->block);
    const double bias[6] = {x.alpha.x, x.alpha.y, x.alpha.z, x.a.x, x.a.y, x.a.z};
    return cdy_write_rows(model, s, row, task->rows, number, s->block, bias);
}

/* result (rows) = Lambda (J M^-1 tau - bias) for tau = workspace->tau; `bias` may be NULL: zero. */
static cdy_status compute_bias(const cdy_model *model, cdy_workspace *w, cdy_row_solver *s, const double *bias,
                               double *result, cdy_error *error)
{
    cdy_status status = s->rows > 0 ? cdy_write_torque(model, w, s->x, error) : CDY_OK;
    if (status || s->rows == 0) {
        return status;
    }
    if (model->nv > 0) {
        cdy_cholesky_solve(model->nv, w->L, s->x);
    }
    cdy_multiply_rows(model, s, s->x, s->r);
    for (int i = 0; bias && i < s->rows; i++) {
        s->r[i] -= bias[i];
    }
    cdy_solve_rows(s);
    memcpy(result, s->f, (size_t)s->rows * sizeof *result);
    return cdy_check_result(result, (size_t)s->rows, error);
}

/* Computes mu and p, the bias forces of velocity and gravity, as far as they are wanted. */
static cdy_status compute_biases(const cdy_model *model, cdy_workspace *w, cdy_row_solver *s, const double *tree_q,
                                 const double *tree_qd, const cdy_operational_space *wanted, double *mu, double *p,
                                 cdy_error *error)
{
    static const double no_gravity[3] = {0, 0, 0};
    cdy_status status = CDY_OK;
    if (wanted->mu) {
        w->kernels->rnea(model, w->kernel_scratch, no_gravity, tree_q, tree_qd, w->zero, NULL, w->tau);
        status = compute_bias(model, w, s, s->bias, mu, error);
    }
    if (!status && wanted->p) {
        w->kernels->rnea(model, w->kernel_scratch, model->gravity, tree_q, w->zero, w->zero, NULL, w->tau);
        status = compute_bias(model, w, s, NULL, p, error);
    }
    return status;
}

/* Row k of Jbar = M^-1 J^T Lambda; the columns of M^-1 J^T are the rows of W. */
static void dynamically_consistent_inverse_row(const cdy_row_solver *s, size_t n, size_t k, double *row)
{
    const size_t m = (size_t)s->rows;
    for (size_t j = 0; j < m; j++) {
        row[j] = 0;
        for (size_t i = 0; i < m; i++) {
            row[j] += s->W[i * n + k] * s->Lambda[i * m + j];
        }
    }
}

/* Writes Jbar and N = 1 - Jbar J, as far as they are wanted; overwrites W. */
static cdy_status write_inverses(const cdy_model *model, const cdy_workspace *w, cdy_row_solver *s,
                                 const cdy_operational_space *result, cdy_error *error)
{
    const size_t m = (size_t)s->rows, n = result->Jbar || result->N ? (size_t)model->nv : 0;
    memcpy(s->W, s->J, m * n * sizeof *s->W);
    for (size_t i = 0; i < m && n > 0; i++) {
        cdy_cholesky_solve(model->nv, w->L, s->W + i * n);
    }
    for (size_t k = 0; k < n; k++) {
        double *row = s->scratch;
        dynamically_consistent_inverse_row(s, n, k, row);
        if (result->Jbar) {
            memcpy(result->Jbar + k * m, row, m * sizeof *row);
        }
        for (size_t l = 0; result->N && l < n; l++) {
            double sum = k == l;
            for (size_t j = 0; j < m; j++) {
                sum -= row[j] * s->J[j * n + l];
            }
            result->N[k * n + l] = sum;
        }
    }
    cdy_status status = result->Jbar ? cdy_check_result(result->Jbar, n * m, error) : CDY_OK;
    return !status && result->N ? cdy_check_result(result->N, n * n, error) : status;
}

static void copy_if_wanted(double *to, const double *from, size_t count)
{
    if (to) {
        memcpy(to, from, count * sizeof *to);
    }
}

cdy_status cdy_task_dynamics(const cdy_model *model, cdy_workspace *workspace, cdy_row_solver *solver,
                             const cdy_task_state *state, cdy_operational_space *result, cdy_error *error)
{
    const double *tree_q = NULL, *tree_qd = NULL;
    double tolerance;
    int rows = 0, rank = 0;
    cdy_status status = cdy_check_workspace(model, workspace, error);
    status = status ? status : cdy_check_row_solver(model, solver, error);
    if (status) {
        return status;
    }
    if (!state || !result) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the dynamics of tasks need a state and a pointer for the results");
    }
    status = cdy_read_tolerance(state->tolerance, &tolerance, error);
    status = status ? status : cdy_check_tasks(model, state->tasks, state->count, &rows, error);
    status = status ? status : cdy_set_rows(solver, rows, error);
    status = status ? status : cdy_read_position(model, workspace, state->q, &tree_q, error);
    status =
        status ? status : cdy_read_velocity(model, workspace, state->qd, workspace->qd, "velocity", &tree_qd, error);
    if (status) {
        return status;
    }
    for (int i = 0, row = 0; i < state->count; i++) {
        row = write_task_rows(model, workspace, solver, &state->tasks[i], i, row, tree_q, tree_qd);
    }
    double *mu = solver->bias, *p = solver->scale;
    const size_t m = (size_t)rows, n = (size_t)model->nv;
    status = cdy_factor_rows(model, workspace, solver, tree_q, tolerance, &rank, error);
    status = status ? status : compute_biases(model, workspace, solver, tree_q, tree_qd, result, mu, p, error);
    status = status ? status : write_inverses(model, workspace, solver, result, error);
    if (status) {
        return status;
    }
    copy_if_wanted(result->J, solver->J, m * n);
    copy_if_wanted(result->Lambda, solver->Lambda, m * m);
    copy_if_wanted(result->mu, mu, m);
    copy_if_wanted(result->p, p, m);
    result->rank = rank;
    return CDY_OK;
}
