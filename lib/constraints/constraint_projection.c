/* From configurations to those that keep constraints, and from constraints to those that a configuration keeps. */
#include "base/error.h"
#include "constraints/constraint.h"
#include "dynamics/arguments.h"
#include "linalg/cholesky.h"

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
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the gaps was given");
    }
    for (int i = 0; i < count; i++) { /* first to see that all are finite */
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
    if (status || (status = cdy_check_constraints(model, constraint, 1, &rows, error)) ||
        (status = cdy_read_position(model, workspace, q, &tree_q, error))) {
        return status;
    }
    if (constraint->row_count > 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a constraint with rows of its own has no places to bring together");
    }
    cdy_constraint from_frame = *constraint; /* seen from the frame `other` itself */
    from_frame.in_other = (cdy_placement){.xyz = {0, 0, 0}};
    const constraint_sides s = cdy_constraint_sides(model, workspace, &from_frame, tree_q, NULL);
    cdy_placement found;
    placement_in_other(&s, T);
    status = cdy_check_result(T, 16, error);
    status = status ? status : cdy_placement_from_matrix(T, &found, error);
    if (status) {
        return status;
    }
    if (!(constraint->rows & CDY_ROWS_ANGULAR)) {
        memcpy(found.rpy, constraint->in_other.rpy, sizeof found.rpy);
    }
    constraint->in_other = found;
    return CDY_OK;
}

/* How far a configuration is from keeping the constraints. */
typedef struct distance {
    double most, square; /* the largest gap, and the sum of their squares */
} distance;

/* Measures q (nq, the caller's); infinite where it is not finite.  The problem then stands at q. */
static distance measure(constraint_problem *p, const double *q)
{
    cdy_row_solver *s = p->solver;
    distance d = {0, 0};
    p->tree_q = q;
    if (p->model->has_followers) {
        cdy_expand_position(p->model, q, p->workspace->q);
        p->tree_q = p->workspace->q;
    }
    cdy_fill_gaps(p->model, p->workspace, p->constraints, p->count, p->tree_q, s->r);
    for (int i = 0; i < s->rows; i++) {
        d.most = fmax(d.most, fabs(s->r[i]));
        d.square += s->r[i] * s->r[i];
    }
    return cdy_all_finite(s->r, (size_t)s->rows) ? d : (distance){HUGE_VAL, HUGE_VAL};
}

/* Rows of the caller's own know no gap: they hold back nothing. */
static void release_own_rows(const constraint_problem *p)
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

/* solver->x (nv) = the step that closes the gaps to first order, of those the one of least kinetic energy.  The problem
 * stands at solver->q. */
static cdy_status newton_step(const constraint_problem *p, cdy_error *error)
{
    cdy_row_solver *s = p->solver;
    int rank = 0;
    cdy_fill_constraint_rows(p, NULL);
    release_own_rows(p);
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

/* Goes along solver->x, less far each time that this does not help; returns whether anything did. */
static bool go(constraint_problem *p, distance *d)
{
    enum { HALVINGS = 30 };
    cdy_row_solver *s = p->solver;
    double part = 1;
    for (int i = 0; i < HALVINGS; i++, part /= 2) {
        for (int k = 0; k < p->model->nv; k++) {
            s->y[k] = part * s->x[k];
        }
        if (cdy_integrate_configuration(p->model, s->q, s->y, s->trial, NULL)) {
            continue;
        }
        distance next = measure(p, s->trial);
        if (next.square < d->square) {
            *d = next;
            memcpy(s->q, s->trial, (size_t)p->model->nq * sizeof *s->q);
            return true;
        }
    }
    return false;
}

cdy_status cdy_project_configuration(const cdy_model *model, cdy_workspace *workspace, cdy_row_solver *solver,
                                     const double *q, const cdy_constraint *constraints, int count,
                                     const cdy_constraint_options *options, double *projected,
                                     cdy_projection_report *report, cdy_error *error)
{
    constraint_problem p = {
        .model = model, .workspace = workspace, .solver = solver, .constraints = constraints, .count = count};
    cdy_status status = cdy_read_constraints(&p, q, options, error);
    if (!status && !projected) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the configuration was given");
    }
    if (status) {
        return status;
    }
    if (q) {
        memcpy(solver->q, q, (size_t)model->nq * sizeof *q);
    } else {
        cdy_home_configuration(model, solver->q);
    }
    distance d = measure(&p, solver->q);
    int iterations = 0;
    if ((status = cdy_check_result(&d.most, 1, error))) {
        return status;
    }
    for (bool moves = true; moves && d.most > p.options.gap_tolerance && iterations < p.options.iterations;) {
        measure(&p, solver->q);
        if ((status = newton_step(&p, error))) {
            return status;
        }
        moves = go(&p, &d);
        iterations += moves;
    }
    memcpy(projected, solver->q, (size_t)model->nq * sizeof *projected);
    if (report) {
        *report = (cdy_projection_report){d.most <= p.options.gap_tolerance, iterations, d.most};
    }
    return CDY_OK;
}
