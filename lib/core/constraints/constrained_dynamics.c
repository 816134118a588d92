/* Constrained dynamics: constraint forces so that J qdd = gamma, and impulses that reverse J qd in an impact. */
#include "base/error.h"
#include "constraints/constraint.h"
#include "constraints/eliminated_rows.h"
#include "dynamics/arguments.h"
#include "dynamics/forward_dynamics.h"
#include "linalg/cholesky.h"

#include <math.h>
#include <string.h>

/* Replaces the solver's bias by gamma = -Jdot qd - velocity_gain J qd - position_gain gap (Baumgarte 1972). For rows
 * that the caller gives as J, gamma has no Baumgarte terms. */
static void stabilize(const constraint_problem *p, const double *qd)
{
    cdy_row_solver *s = p->solver;
    double *rate = s->r, *gap = s->f;
    memset(rate, 0, (size_t)s->rows * sizeof *rate);
    if (qd) {
        cdy_multiply_rows(p->model, s, qd, rate);
    }
    memset(gap, 0, (size_t)s->rows * sizeof *gap);
    if (p->options.position_gain > 0) {
        cdy_fill_gaps(p->model, p->workspace, p->constraints, p->count, p->tree_q, gap);
    }
    for (int i = 0, row = 0; i < p->count; i++) {
        const bool is_explicit = p->constraints[i].row_count > 0;
        for (int k = cdy_rows_of(&p->constraints[i]); k > 0; k--, row++) {
            s->bias[row] = -s->bias[row];
            s->bias[row] -=
                is_explicit ? 0 : p->options.velocity_gain * rate[row] + p->options.position_gain * gap[row];
        }
    }
}

/* max_i |J x - target|_i. */
static double largest_residual(const constraint_problem *p, const double *x, const double *target)
{
    const cdy_row_solver *s = p->solver;
    double largest = 0;
    cdy_multiply_rows(p->model, s, x, s->r);
    for (int i = 0; i < s->rows; i++) {
        largest = fmax(largest, fabs(s->r[i] - target[i]));
    }
    return largest;
}

/* Solves J y = target with y = M^-1 (x + J^T f) for f and y, using the factors of M and A; y replaces x, the
 * generalized force in solver->x. */
static void solve_constrained(const constraint_problem *p, const double *target)
{
    cdy_row_solver *s = p->solver;
    const double *L = p->workspace->L;
    const int n = p->model->nv;
    if (n > 0 && s->rows > 0) {
        memcpy(s->y, s->x, (size_t)n * sizeof *s->y);
        cdy_cholesky_solve(n, L, s->y);
    }
    cdy_multiply_rows(p->model, s, s->y, s->r);
    for (int i = 0; i < s->rows; i++) {
        s->r[i] = target[i] - s->r[i];
    }
    cdy_solve_rows(s);
    cdy_add_transposed_rows(p->model, s, s->f, s->x);
    if (n > 0) {
        cdy_cholesky_solve(n, L, s->x);
    }
}

/* Writes x, f and the report. */
static void write_results(const constraint_problem *p, double residual, int rank, double *x, double *forces,
                          cdy_constraint_report *report)
{
    const cdy_row_solver *s = p->solver;
    const size_t n = (size_t)p->model->nv, m = (size_t)s->rows;
    memcpy(x, s->x, n * sizeof *x);
    if (forces) {
        memcpy(forces, s->f, m * sizeof *forces);
    }
    if (report) {
        *report = (cdy_constraint_report){.rows = s->rows, .rank = rank, .residual = residual};
    }
}

/* Writes the results where they are finite; those of the elimination always are. */
static cdy_status check_results(const constraint_problem *p, double residual, int rank, double *x, double *forces,
                                cdy_constraint_report *report, cdy_error *error)
{
    const cdy_row_solver *s = p->solver;
    cdy_status status = cdy_check_result(s->x, (size_t)p->model->nv, error);
    status = status ? status : cdy_check_result(s->f, (size_t)s->rows, error);
    status = status ? status : cdy_check_result(&residual, 1, error);
    if (!status) {
        write_results(p, residual, rank, x, forces, report);
    }
    return status;
}

cdy_status cdy_refuse_load(const cdy_model *model, cdy_error *error)
{
    return model->load_acts ? cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                                       "forces in constraints take no friction by the load; set drives without it")
                            : CDY_OK;
}

cdy_status cdy_constrained_forward_dynamics(const cdy_model *model, cdy_workspace *workspace, cdy_row_solver *solver,
                                            const cdy_constrained_state *state, double *qdd, double *forces,
                                            cdy_constraint_report *report, cdy_error *error)
{
    constraint_problem p;
    const double *tree_qd = NULL;
    int rank = 0;
    cdy_status status = cdy_read_constraints(model, workspace, solver, state, &p, error);
    status = status ? status : cdy_refuse_load(model, error);
    if (!status && !qdd) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the accelerations was given");
    }
    if (!status && state->tau && !cdy_all_finite(state->tau, (size_t)model->nv)) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "the torque has a number that is not finite");
    }
    status =
        status ? status : cdy_read_velocity(model, workspace, state->qd, workspace->qd, "velocity", &tree_qd, error);
    status = status ? status : cdy_check_forces(model, state->fext, error);
    if (status) {
        return status;
    }
    double residual = 0;
    if (cdy_constrain_by_elimination(&p, tree_qd, state->tau, state->fext, &residual)) {
        write_results(&p, residual, solver->rows, qdd, forces, report);
        return CDY_OK;
    }
    cdy_fill_constraint_rows(&p, tree_qd);
    stabilize(&p, state->qd);
    status = cdy_subtract_bias(model, workspace, p.tree_q, tree_qd, state->tau, state->fext, solver->x, error);
    status =
        status ? status : cdy_factor_rows(model, workspace, solver, p.tree_q, p.options.rank_tolerance, &rank, error);
    if (status) {
        return status;
    }
    solve_constrained(&p, solver->bias);
    return check_results(&p, largest_residual(&p, solver->x, solver->bias), rank, qdd, forces, report, error);
}

static void add_velocity(const cdy_model *model, const double *qd, double *x)
{
    for (int i = 0; i < model->nv; i++) {
        x[i] += qd[i];
    }
}

cdy_status cdy_impact(const cdy_model *model, cdy_workspace *workspace, cdy_row_solver *solver,
                      const cdy_constrained_state *state, double *qd_after, double *impulses,
                      cdy_constraint_report *report, cdy_error *error)
{
    constraint_problem p;
    const double *tree_qd = NULL;
    int rank = 0;
    cdy_status status = cdy_read_constraints(model, workspace, solver, state, &p, error);
    if (!status && !qd_after) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the velocities was given");
    }
    if (!status && !(state->restitution >= 0 && state->restitution <= 1)) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "the restitution is %g; expected 0 to 1", state->restitution);
    }
    status =
        status ? status : cdy_read_velocity(model, workspace, state->qd, workspace->qd, "velocity", &tree_qd, error);
    if (status) {
        return status;
    }
    double residual = 0;
    const double *before = state->qd ? state->qd : workspace->zero;
    if (cdy_collide_by_elimination(&p, tree_qd, state->restitution, &residual)) {
        add_velocity(model, before, solver->x);
        return check_results(&p, residual, solver->rows, qd_after, impulses, report, error);
    }
    cdy_fill_constraint_rows(&p, tree_qd);
    status = cdy_factor_rows(model, workspace, solver, p.tree_q, p.options.rank_tolerance, &rank, error);
    if (status) {
        return status;
    }
    /* Solve for the change of velocity, so that joints that the impact does not affect keep qd exactly. */
    cdy_multiply_rows(model, solver, before, solver->bias);
    for (int i = 0; i < solver->rows; i++) {
        solver->bias[i] *= -(1 + state->restitution);
    }
    memset(solver->x, 0, (size_t)model->nv * sizeof *solver->x);
    solve_constrained(&p, solver->bias);
    residual = largest_residual(&p, solver->x, solver->bias);
    add_velocity(model, before, solver->x);
    return check_results(&p, residual, rank, qd_after, impulses, report, error);
}

/* Wrench of one constraint in the base frame. */
static void fill_wrench(const constraint_sides *s, unsigned rows, const double *forces, double wrench[6])
{
    double f[6] = {0};
    for (size_t k = 0; k < 6; k++) {
        if (rows >> k & 1) {
            f[k] = *forces++;
        }
    }
    const vec3 linear = rotate(s->other.R, vec3_from(f + 3));
    const vec3 moment = add(rotate(s->other.R, vec3_from(f)), cross(s->frame.p, linear));
    const double numbers[6] = {moment.x, moment.y, moment.z, linear.x, linear.y, linear.z};
    memcpy(wrench, numbers, sizeof numbers);
}

static cdy_status write_wrenches(const cdy_model *model, cdy_workspace *w, const double *tree_q,
                                 const cdy_constraint *constraints, int count, const double *forces, double *wrenches,
                                 cdy_error *error)
{
    for (int i = 0, row = 0; i < count; i++) {
        const cdy_constraint *c = &constraints[i];
        double wrench[6] = {0};
        if (c->row_count == 0) {
            const constraint_sides s = cdy_constraint_sides(model, w, c, tree_q, NULL);
            fill_wrench(&s, c->rows, forces + row, wrench);
        }
        cdy_status status = cdy_check_result(wrench, 6, error);
        if (status) {
            return status;
        }
        if (wrenches) {
            memcpy(wrenches + 6 * (size_t)i, wrench, sizeof wrench);
        }
        row += cdy_rows_of(c);
    }
    return CDY_OK;
}

cdy_status cdy_constraint_wrenches(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                   const cdy_constraint *constraints, int count, const double *forces, double *wrenches,
                                   cdy_error *error)
{
    const double *tree_q = NULL;
    int rows = 0;
    cdy_status status = cdy_read_rows(model, workspace, constraints, count, q, &rows, &tree_q, error);
    if (status) {
        return status;
    }
    if ((rows > 0 && !forces) || (count > 0 && !wrenches)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "wrenches need constraint forces and a pointer for the results");
    }
    if (!cdy_all_finite(forces, (size_t)rows)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the constraint forces have a number that is not finite");
    }
    /* The first call checks all results without writing any. */
    status = write_wrenches(model, workspace, tree_q, constraints, count, forces, NULL, error);
    return status ? status : write_wrenches(model, workspace, tree_q, constraints, count, forces, wrenches, error);
}
