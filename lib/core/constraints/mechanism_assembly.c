/* Assembly: configurations that close the loops of a mechanism, by Gauss-Newton steps. */
#include "base/error.h"
#include "base/random.h"
#include "constraints/mechanism.h"
#include "dynamics/arguments.h"
#include "linalg/cholesky.h"
#include "linalg/symmetric.h"

#include <math.h>
#include <string.h>

/* Gaps at a configuration: the largest angle and distance of a constraint, the sum of all squares, and the constraint
 * of the largest. */
typedef struct gap_size {
    double angular, linear, square;
    int worst;
} gap_size;

/* Products and sums, about, that a singular Gauss-Newton step takes for the cube of the equations, a regular one, and a
 * damped step. */
static const double singular_work = 20, regular_work = 2, damped_work = 0.2;

/* The same for each product of the equations' matrix, and, of a configuration, for each row and degree of freedom. */
static const double matrix_work = 4, gap_work = 200;

/* A step x of rows J with gaps b is J^T f with J J^T f = b, or the solution of J^T J x = J^T b: these systems have the
 * same singular values, so that the smaller one is solved, of as many equations. */
static int count_equations(const constraint_problem *p)
{
    return p->solver->rows < p->model->nv ? p->solver->rows : p->model->nv;
}

static double cube_of_equations(const constraint_problem *p)
{
    const double equations = count_equations(p);
    return equations * equations * equations;
}

static double work_of_matrix(const constraint_problem *p)
{
    return matrix_work * p->solver->rows * p->model->nv * count_equations(p);
}

static double work_of_gaps(const constraint_problem *p)
{
    return gap_work * ((double)p->solver->rows + p->model->nv);
}

/* The work that one assembly has: so much, some seconds, or some dozens of Gauss-Newton steps of many equations. */
static double work_of_assembly(const constraint_problem *p)
{
    const double least = 1e10, steps = 50, trials = 10;
    return least + steps * (singular_work * cube_of_equations(p) + work_of_matrix(p) + trials * work_of_gaps(p));
}

/* Computes the gaps at q (nq), infinite if not finite, leaves them in solver->r and sets p->tree_q. */
static gap_size measure_gaps(constraint_problem *p, const double *q)
{
    cdy_row_solver *s = p->solver;
    gap_size d = {0};
    p->tree_q = q;
    if (p->model->has_followers) {
        p->workspace->kernels->expand_positions(p->model, q, p->workspace->q);
        p->tree_q = p->workspace->q;
    }
    cdy_fill_gaps(p->model, p->workspace, p->constraints, p->count, p->tree_q, s->r);
    if (!cdy_all_finite(s->r, (size_t)s->rows)) {
        return (gap_size){HUGE_VAL, HUGE_VAL, HUGE_VAL, 0};
    }
    double largest = 0;
    for (int i = 0, row = 0; i < p->count; i++) {
        double angle = 0, distance = 0;
        for (unsigned bit = 1; bit <= CDY_ROW_VZ; bit <<= 1) {
            double *unit = bit & CDY_ROWS_ANGULAR ? &angle : &distance;
            *unit = p->constraints[i].rows & bit ? hypot(*unit, s->r[row++]) : *unit;
        }
        d.angular = fmax(d.angular, angle);
        d.linear = fmax(d.linear, distance);
        d.square += angle * angle + distance * distance;
        d.worst = fmax(angle, distance) > largest ? i : d.worst;
        largest = fmax(largest, fmax(angle, distance));
    }
    return d;
}

/* solver->A = J J^T. */
static void multiply_rows(const constraint_problem *p)
{
    cdy_row_solver *s = p->solver;
    const size_t m = (size_t)s->rows, n = (size_t)p->model->nv;
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j <= i; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++) {
                sum += s->J[i * n + k] * s->J[j * n + k];
            }
            s->A[i * m + j] = s->A[j * m + i] = sum;
        }
    }
}

/* solver->A = J^T J. */
static void multiply_columns(const constraint_problem *p)
{
    cdy_row_solver *s = p->solver;
    const size_t m = (size_t)s->rows, n = (size_t)p->model->nv;
    memset(s->A, 0, n * n * sizeof *s->A);
    for (size_t i = 0; i < m; i++) {
        const double *row = s->J + i * n;
        for (size_t k = 0; k < n; k++) {
            for (size_t l = 0; l < n; l++) {
                s->A[k * n + l] += row[k] * row[l];
            }
        }
    }
}

/* Fills solver->J without the columns of the degrees of freedom `held`, the matrix solver->A of the equations, and
 * solver->bias, the change of the gaps (solver->r) that closes them. Returns whether the numbers are finite. */
static bool linearize(const constraint_problem *p, const bool *held)
{
    cdy_row_solver *s = p->solver;
    const size_t m = (size_t)s->rows, n = (size_t)p->model->nv, equations = (size_t)count_equations(p);
    cdy_fill_constraint_rows(p, NULL);
    for (size_t i = 0; i < m; i++) {
        s->bias[i] = -s->r[i];
        s->scale[i] = 1;
        for (size_t k = 0; k < n; k++) {
            s->J[i * n + k] = held && held[k] ? 0 : s->J[i * n + k];
        }
    }
    if (m <= n) {
        multiply_rows(p);
    } else {
        multiply_columns(p);
    }
    return cdy_all_finite(s->A, equations * equations);
}

/* solver->r = the right side of the equations, b or J^T b. */
static void fill_right_side(const constraint_problem *p)
{
    cdy_row_solver *s = p->solver;
    if (s->rows <= p->model->nv) {
        memcpy(s->r, s->bias, (size_t)s->rows * sizeof *s->r);
    } else {
        memset(s->r, 0, (size_t)p->model->nv * sizeof *s->r);
        cdy_add_transposed_rows(p->model, s, s->bias, s->r);
    }
}

/* solver->x = the step (n) that solver->f, the solution of the equations, says; returns its largest element, infinite
 * if one is not finite. */
static double finish_step(const cdy_mechanism *mechanism, const constraint_problem *p)
{
    cdy_row_solver *s = p->solver;
    double largest = 0;
    if (s->rows <= mechanism->n) {
        memset(s->x, 0, (size_t)mechanism->n * sizeof *s->x);
        cdy_add_transposed_rows(p->model, s, s->f, s->x);
    } else {
        memcpy(s->x, s->f, (size_t)mechanism->n * sizeof *s->x);
    }
    for (int k = 0; k < mechanism->n; k++) {
        largest = fmax(largest, fabs(s->x[k]));
    }
    return cdy_all_finite(s->x, (size_t)mechanism->n) ? largest : HUGE_VAL;
}

/* solver->x = the Gauss-Newton step of the smallest norm; returns its largest element. */
static double fill_newton_step(const cdy_mechanism *mechanism, const constraint_problem *p, double *work)
{
    cdy_row_solver *s = p->solver;
    const double smallest = 1e-14; /* of an eigenvalue, the square of a singular value */
    const int equations = count_equations(p);
    const pseudo_inverse inverse = {equations, s->A, s->scale, smallest, s->Lambda, s->scratch, s->int_scratch};
    const int rank = cdy_pseudo_inverse(&inverse);
    *work -= (rank == equations ? regular_work : singular_work) * cube_of_equations(p);
    if (rank < 0) {
        return HUGE_VAL;
    }
    fill_right_side(p);
    cdy_solve_equations(s, equations);
    return finish_step(mechanism, p);
}

/* solver->x = the Levenberg-Marquardt step of this damping; returns its largest element. */
static double fill_damped_step(const cdy_mechanism *mechanism, const constraint_problem *p, double damping)
{
    cdy_row_solver *s = p->solver;
    const size_t equations = (size_t)count_equations(p);
    memcpy(s->Lambda, s->A, equations * equations * sizeof *s->A);
    fill_right_side(p);
    memcpy(s->f, s->r, equations * sizeof *s->f);
    for (size_t i = 0; i < equations; i++) {
        s->Lambda[i * equations + i] += damping;
    }
    if (cdy_cholesky_factor((int)equations, s->Lambda) != 0) {
        return HUGE_VAL;
    }
    cdy_cholesky_solve((int)equations, s->Lambda, s->f);
    return finish_step(mechanism, p);
}

/* Moves mechanism->q along a part of solver->x where that takes this share of the sum of the squared gaps away. */
static bool try_step(cdy_mechanism *mechanism, constraint_problem *p, double part, double share, gap_size *d)
{
    cdy_row_solver *s = p->solver;
    for (int k = 0; k < mechanism->n; k++) {
        s->y[k] = part * s->x[k];
    }
    if (cdy_configuration_integrate(p->model, mechanism->q, s->y, mechanism->trial, NULL)) {
        return false;
    }
    const gap_size next = measure_gaps(p, mechanism->trial);
    if (!(next.square < (1 - share) * d->square)) {
        return false;
    }
    *d = next;
    memcpy(mechanism->q, mechanism->trial, (size_t)mechanism->nq * sizeof *mechanism->q);
    return true;
}

/* Takes a damped step of 0.2 rad or m at most that makes the gap smaller, the longest of a series of them: the damping
 * grows until the steps are too short to change anything. Returns whether there is one. */
static bool take_damped_step(cdy_mechanism *mechanism, constraint_problem *p, double longest, gap_size *d, double *work)
{
    enum { TRIALS = 60 };
    const cdy_row_solver *s = p->solver;
    const size_t equations = (size_t)count_equations(p);
    const double shortest = 1e-12 * longest;
    double damping = 0;
    for (size_t i = 0; i < equations; i++) {
        damping = fmax(damping, 1e-10 * s->A[i * equations + i]);
    }
    for (int trial = 0; trial < TRIALS && damping > 0 && *work > 0; trial++, damping *= 4) {
        const double length = fill_damped_step(mechanism, p, damping);
        *work -= damped_work * cube_of_equations(p) + work_of_gaps(p);
        if (length < shortest) {
            return false;
        }
        if (length <= longest && try_step(mechanism, p, 1, 0, d)) {
            return true;
        }
    }
    return false;
}

/* Takes a Gauss-Newton step of 0.2 rad or m at most, or a half, a quarter ... of it; where the gap does not shrink so,
 * as near a singular configuration, a damped step. Returns whether the gap shrinks. */
static bool take_step(cdy_mechanism *mechanism, constraint_problem *p, gap_size *d, double *work)
{
    enum { HALVINGS = 6 };
    const double longest = 0.2, least_part = 1e-3, share = 0.1;
    const double largest = fill_newton_step(mechanism, p, work);
    double part = largest > longest ? longest / largest : 1;
    for (int i = 0; i < HALVINGS && part > least_part; i++, part /= 2) {
        *work -= work_of_gaps(p);
        if (try_step(mechanism, p, part, share * part, d)) {
            return true;
        }
    }
    return take_damped_step(mechanism, p, longest, d, work);
}

static bool is_closed(const cdy_mechanism *mechanism, const gap_size *d)
{
    return fmax(d->angular, d->linear) <= mechanism->gap_tolerance;
}

/* Searches from mechanism->q with the work that is left; returns the iterations. */
static int search(cdy_mechanism *mechanism, constraint_problem *p, const bool *held, gap_size *d, double *work)
{
    int iterations = 0;
    *d = measure_gaps(p, mechanism->q);
    for (bool improved = true; improved && !is_closed(mechanism, d) && iterations < mechanism->iterations;) {
        measure_gaps(p, mechanism->q);
        *work -= work_of_matrix(p) + work_of_gaps(p);
        improved = *work > 0 && linearize(p, held) && take_step(mechanism, p, d, work);
        iterations += improved;
    }
    return iterations;
}

/* Writes a configuration around q to mechanism->q. */
static void perturb(cdy_mechanism *mechanism, const cdy_model *model, const double *q, const bool *held, uint64_t *seed)
{
    const double reach = 0.4;
    for (int k = 0; k < mechanism->n; k++) {
        const double x = cdy_random_between(seed, -reach, reach);
        mechanism->y[k] = held && held[k] ? 0 : x;
    }
    if (cdy_configuration_integrate(model, q, mechanism->y, mechanism->q, NULL)) {
        memcpy(mechanism->q, q, (size_t)mechanism->nq * sizeof *q);
    }
}

/* `ended`: the work is done before all restarts were taken. */
static cdy_status fail_open(const constraint_problem *p, const gap_size *d, bool ended, cdy_error *error)
{
    const cdy_constraint *c = &p->constraints[d->worst];
    return cdy_fail(error, CDY_ERROR_NUMERIC,
                    "the loop between '%.60s' and '%.60s' cannot be closed: %.3g m and %.3g rad are left at best%s; "
                    "check its places, or begin nearer to a closed configuration",
                    cdy_model_frame_name(p->model, c->frame), cdy_model_frame_name(p->model, c->other), d->linear,
                    d->angular, ended ? ", after the most work that a search may do" : "");
}

cdy_status cdy_check_closed(const cdy_mechanism *mechanism, constraint_problem *p, const double *q, cdy_error *error)
{
    const double open = 1e-6;
    if (q) {
        memcpy(mechanism->start, q, (size_t)mechanism->nq * sizeof *q);
    } else {
        cdy_home_configuration(p->model, mechanism->start);
    }
    const gap_size d = measure_gaps(p, mechanism->start);
    if (fmax(d.angular, d.linear) <= fmax(open, mechanism->gap_tolerance)) {
        return CDY_OK;
    }
    const cdy_constraint *c = &p->constraints[d.worst];
    return cdy_fail(
        error, CDY_ERROR_NUMERIC,
        "the loop between '%.60s' and '%.60s' is open at the configuration, by %.3g m and %.3g rad; assemble "
        "it first",
        cdy_model_frame_name(p->model, c->frame), cdy_model_frame_name(p->model, c->other), d.linear, d.angular);
}

cdy_status cdy_close_loops(cdy_mechanism *mechanism, constraint_problem *p, const double *q, const bool *held,
                           int restarts, cdy_assembly_report *report, cdy_error *error)
{
    const size_t size = (size_t)mechanism->nq * sizeof *q;
    gap_size found = {HUGE_VAL, HUGE_VAL, HUGE_VAL, 0};
    uint64_t seed = 1;
    double work = work_of_assembly(p);
    *report = (cdy_assembly_report){0};
    if (q) {
        memcpy(mechanism->start, q, size);
    } else {
        cdy_home_configuration(p->model, mechanism->start);
    }
    memcpy(mechanism->q, mechanism->start, size);
    for (int start = 0; start <= restarts && !is_closed(mechanism, &found) && work > 0; start++) {
        gap_size d;
        if (start > 0) {
            perturb(mechanism, p->model, mechanism->start, held, &seed);
        }
        const int iterations = search(mechanism, p, held, &d, &work);
        if (start == 0 || d.square < found.square) {
            found = d;
            report->iterations = iterations;
            memcpy(mechanism->best, mechanism->q, size);
        }
        report->restarts = start;
    }
    report->angular_gap = found.angular;
    report->linear_gap = found.linear;
    return is_closed(mechanism, &found) ? CDY_OK : fail_open(p, &found, work <= 0, error);
}

cdy_status cdy_mechanism_assemble(cdy_mechanism *mechanism, const cdy_model *model, cdy_workspace *workspace,
                                  const double *q, const bool *held, double *assembled, cdy_assembly_report *report,
                                  cdy_error *error)
{
    constraint_problem p;
    cdy_assembly_report how;
    cdy_status status = cdy_read_mechanism(mechanism, model, workspace, q, &p, error);
    if (!status && !assembled) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the configuration was given");
    }
    if (status) {
        return status;
    }
    status = cdy_close_loops(mechanism, &p, q, held, mechanism->restarts, &how, error);
    if (!status) {
        memcpy(assembled, mechanism->best, (size_t)model->nq * sizeof *assembled);
    }
    if (report) {
        *report = how;
    }
    return status;
}
