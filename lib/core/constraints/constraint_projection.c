/* Gaps of constraints, projection of a configuration onto constraints, and anchoring of constraints at a configuration.
 */
#include "base/error.h"
#include "constraints/constraint.h"
#include "dynamics/arguments.h"
#include "linalg/cholesky.h"
#include "tree/tree.h"

#include <math.h>
#include <string.h>

cdy_status cdy_constraint_gap(const cdy_model *model, cdy_workspace *workspace, const double *q,
                              const cdy_constraint *constraints, int count, double *gap, cdy_error *error)
{
    const double *tree_q = NULL;
    int rows = 0;
    cdy_status status = cdy_read_rows(model, workspace, constraints, count, q, &rows, &tree_q, error);
    if (status) {
        return status;
    }
    if (rows > 0 && !gap) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the gaps was given");
    }
    for (int i = 0; i < count; i++) { /* check all results first */
        double part[6];
        if (constraints[i].row_count == 0) {
            cdy_fill_gaps(model, workspace, &constraints[i], 1, tree_q, part);
            status = cdy_check_result(part, (size_t)cdy_rows_of(&constraints[i]), error);
        }
        if (status) {
            return status;
        }
    }
    cdy_fill_gaps(model, workspace, constraints, count, tree_q, gap);
    return CDY_OK;
}

/* T_other^-1 T_frame in_frame. */
static void placement_in_other(const constraint_sides *s, double T[16])
{
    const rotation R = rotation_multiply(rotation_transpose(s->other.R), s->frame.R);
    const vec3 p = rotate_back(s->other.R, subtract(s->frame.p, s->other.p));
    const double numbers[16] = {R.x.x, R.x.y, R.x.z, p.x, R.y.x, R.y.y, R.y.z, p.y,
                                R.z.x, R.z.y, R.z.z, p.z, 0,     0,     0,     1};
    memcpy(T, numbers, sizeof numbers);
}

cdy_status cdy_constraint_anchor(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                 cdy_constraint *constraint, cdy_error *error)
{
    const double *tree_q = NULL;
    double T[16];
    int rows = 0;
    cdy_status status = cdy_check_workspace(model, workspace, error);
    status = status ? status : cdy_check_constraints(model, constraint, 1, &rows, error);
    status = status ? status : cdy_read_position(model, workspace, q, &tree_q, error);
    if (status) {
        return status;
    }
    if (constraint->row_count > 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a constraint with rows of its own has no places to bring together");
    }
    cdy_constraint from_frame = *constraint; /* with `other` itself as the second frame */
    from_frame.in_other = (cdy_placement){.xyz = {0, 0, 0}};
    const constraint_sides s = cdy_constraint_sides(model, workspace, &from_frame, tree_q, NULL);
    placement_in_other(&s, T);
    status = cdy_check_result(T, 16, error);
    if (status) {
        return status;
    }
    cdy_placement found = cdy_placement_near_matrix(T);
    if (!(constraint->rows & CDY_ROWS_ANGULAR)) {
        memcpy(found.rpy, constraint->in_other.rpy, sizeof found.rpy);
    }
    constraint->in_other = found;
    return CDY_OK;
}

/* Norms of the constraint gaps at a configuration. */
typedef struct gap_norms {
    double largest, square; /* maximum norm, and sum of squares */
} gap_norms;

/* Computes the gap norms at q (nq, the caller's coordinates), infinite if not finite, and sets p->tree_q to q. */
static gap_norms evaluate_gaps(constraint_problem *p, const double *q)
{
    cdy_row_solver *s = p->solver;
    gap_norms d = {0, 0};
    p->tree_q = q;
    if (p->model->has_followers) {
        p->workspace->kernels->expand_positions(p->model, q, p->workspace->q);
        p->tree_q = p->workspace->q;
    }
    cdy_fill_gaps(p->model, p->workspace, p->constraints, p->count, p->tree_q, s->r);
    for (int i = 0; i < s->rows; i++) {
        d.largest = fmax(d.largest, fabs(s->r[i]));
        d.square += s->r[i] * s->r[i];
    }
    return cdy_all_finite(s->r, (size_t)s->rows) ? d : (gap_norms){HUGE_VAL, HUGE_VAL};
}

/* Rows that the caller gives as J have no gap, so that they do not restrict the projection. */
static void zero_explicit_rows(const constraint_problem *p)
{
    const size_t n = (size_t)p->model->nv;
    for (int i = 0, row = 0; i < p->count; i++) {
        const int rows = cdy_rows_of(&p->constraints[i]);
        if (p->constraints[i].row_count > 0) {
            memset(p->solver->J + (size_t)row * n, 0, (size_t)rows * n * sizeof *p->solver->J);
        }
        row += rows;
    }
}

/* solver->x (nv) = the step that closes the gaps to first order with the least kinetic energy, from solver->q, at which
 * p->tree_q is set. */
static cdy_status newton_step(const constraint_problem *p, cdy_error *error)
{
    cdy_row_solver *s = p->solver;
    int rank = 0;
    cdy_fill_constraint_rows(p, NULL);
    zero_explicit_rows(p);
    cdy_status status = cdy_factor_rows(p->model, p->workspace, s, p->tree_q, p->options.rank_tolerance, &rank, error);
    if (status) {
        return status;
    }
    cdy_fill_gaps(p->model, p->workspace, p->constraints, p->count, p->tree_q, s->r);
    for (int i = 0; i < s->rows; i++) {
        s->r[i] = -s->r[i];
    }
    cdy_solve_rows(s);
    memset(s->x, 0, (size_t)p->model->nv * sizeof *s->x);
    cdy_add_transposed_rows(p->model, s, s->f, s->x);
    if (p->model->nv > 0) {
        cdy_cholesky_solve(p->model->nv, p->workspace->L, s->x);
    }
    return CDY_OK;
}

/* Backtracking line search along solver->x; returns whether a step has reduced the sum of squared gaps. */
static bool line_search(constraint_problem *p, gap_norms *d)
{
    enum { HALVINGS = 30 };
    cdy_row_solver *s = p->solver;
    double part = 1;
    for (int i = 0; i < HALVINGS; i++, part /= 2) {
        for (int k = 0; k < p->model->nv; k++) {
            s->y[k] = part * s->x[k];
        }
        if (cdy_configuration_integrate(p->model, s->q, s->y, s->trial, NULL)) {
            continue;
        }
        gap_norms next = evaluate_gaps(p, s->trial);
        if (next.square < d->square) {
            *d = next;
            memcpy(s->q, s->trial, (size_t)p->model->nq * sizeof *s->q);
            return true;
        }
    }
    return false;
}

cdy_status cdy_constraint_project(const cdy_model *model, cdy_workspace *workspace, cdy_row_solver *solver,
                                  const cdy_constrained_state *state, double *projected, cdy_projection_report *report,
                                  cdy_error *error)
{
    constraint_problem p;
    cdy_status status = cdy_read_constraints(model, workspace, solver, state, &p, error);
    if (!status && !projected) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the configuration was given");
    }
    if (status) {
        return status;
    }
    if (state->q) {
        memcpy(solver->q, state->q, (size_t)model->nq * sizeof *solver->q);
    } else {
        cdy_home_configuration(model, solver->q);
    }
    gap_norms d = evaluate_gaps(&p, solver->q);
    int iterations = 0;
    status = cdy_check_result(&d.largest, 1, error);
    if (status) {
        return status;
    }
    for (bool improved = true; improved && d.largest > p.options.gap_tolerance && iterations < p.options.iterations;) {
        evaluate_gaps(&p, solver->q);
        status = newton_step(&p, error);
        if (status) {
            return status;
        }
        improved = line_search(&p, &d);
        iterations += improved;
    }
    memcpy(projected, solver->q, (size_t)model->nq * sizeof *projected);
    if (report) {
        *report = (cdy_projection_report){d.largest <= p.options.gap_tolerance, iterations, d.largest};
    }
    return CDY_OK;
}
