#include "constraints/constraint.h"

#include "base/error.h"
#include "base/reserve.h"
#include "dynamics/arguments.h"
#include "spatial/exponential.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

cdy_constraint_options cdy_constraint_options_default(void)
{
    return (cdy_constraint_options){.rank_tolerance = 1e-10, .gap_tolerance = 1e-10, .iterations = 100};
}

int cdy_rows_of(const cdy_constraint *constraint)
{
    if (constraint->row_count > 0) {
        return constraint->row_count;
    }
    int rows = 0;
    for (unsigned mask = constraint->rows & CDY_ROWS_ALL; mask; mask >>= 1) {
        rows += (int)(mask & 1);
    }
    return rows;
}

int cdy_constraint_rows(const cdy_constraint *constraints, int count)
{
    int rows = 0;
    if (count < 0 || (count > 0 && !constraints)) {
        return -1;
    }
    for (int i = 0; i < count; i++) {
        int more = cdy_rows_of(&constraints[i]);
        if (more == 0 || more > INT_MAX - rows) {
            return -1;
        }
        rows += more;
    }
    return rows;
}

cdy_status cdy_constraint_from_loop(const cdy_model *model, const cdy_loop *loop, cdy_constraint *constraint,
                                    cdy_error *error)
{
    if (!model || !loop || !constraint) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "making a constraint needs a model, a loop and a pointer for it");
    }
    cdy_constraint made = {.rows = loop->rows, .in_frame = loop->in_body, .in_other = loop->in_other};
    cdy_status status = cdy_model_require_frame(model, loop->body, &made.frame, error);
    status = status ? status : cdy_model_require_frame(model, loop->other, &made.other, error);
    if (!status) {
        *constraint = made;
    }
    return status;
}

static cdy_status check_explicit_rows(const cdy_model *model, const cdy_constraint *c, int number, cdy_error *error)
{
    const size_t rows = (size_t)c->row_count;
    if (!c->J && model->nv > 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "constraint number %d has %d rows of its own, but no J", number,
                        c->row_count);
    }
    if (!cdy_all_finite(c->J, rows * (size_t)model->nv) || (c->gamma && !cdy_all_finite(c->gamma, rows))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the rows of constraint number %d have a number that is not finite",
                        number);
    }
    return CDY_OK;
}

static cdy_status check_frame_rows(const cdy_model *model, const cdy_constraint *c, int number, cdy_error *error)
{
    cdy_status status = cdy_check_frame(model, c->frame, error);
    status = status ? status : cdy_check_frame(model, c->other, error);
    if (status) {
        return status;
    }
    if (c->rows < 1 || c->rows > CDY_ROWS_ALL) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "constraint number %d has the rows %#x; expected CDY_ROWS_WELD or some of them", number,
                        c->rows);
    }
    if (!cdy_all_finite(c->in_frame.xyz, 3) || !cdy_all_finite(c->in_frame.rpy, 3) ||
        !cdy_all_finite(c->in_other.xyz, 3) || !cdy_all_finite(c->in_other.rpy, 3)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the places of constraint number %d are not finite", number);
    }
    return CDY_OK;
}

cdy_status cdy_check_constraints(const cdy_model *model, const cdy_constraint *constraints, int count, int *rows,
                                 cdy_error *error)
{
    *rows = 0;
    if (count < 0 || (count > 0 && !constraints)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there are %d constraints%s; expected 0 or more", count,
                        constraints ? "" : " at no address");
    }
    for (int i = 0; i < count; i++) {
        const cdy_constraint *c = &constraints[i];
        int more = cdy_rows_of(c);
        if (c->row_count < 0 || more > INT_MAX - *rows) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "constraint number %d has %d rows of its own; expected 0 or more, as many as there is "
                            "memory for",
                            i, c->row_count);
        }
        cdy_status status =
            c->row_count > 0 ? check_explicit_rows(model, c, i, error) : check_frame_rows(model, c, i, error);
        if (status) {
            return status;
        }
        *rows += more;
    }
    return CDY_OK;
}

static bool is_gain(double x)
{
    return x >= 0 && x <= DBL_MAX;
}

cdy_status cdy_check_constraint_options(cdy_constraint_options *o, cdy_error *error)
{
    if (cdy_check_reserve(&o->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    if (!is_gain(o->velocity_gain) || !is_gain(o->position_gain)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the gains are %g 1/s and %g 1/s2; expected 0 or positive numbers",
                        o->velocity_gain, o->position_gain);
    }
    if (!(o->gap_tolerance > 0) || o->iterations < 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the tolerance of gaps is %g and there are %d iterations; expected a positive number and 0 or "
                        "more",
                        o->gap_tolerance, o->iterations);
    }
    return cdy_read_tolerance(o->rank_tolerance, &o->rank_tolerance, error);
}

cdy_status cdy_read_rows(const cdy_model *model, cdy_workspace *workspace, const cdy_constraint *constraints, int count,
                         const double *q, int *rows, const double **tree_q, cdy_error *error)
{
    cdy_status status = cdy_check_workspace(model, workspace, error);
    status = status ? status : cdy_check_constraints(model, constraints, count, rows, error);
    return status ? status : cdy_read_position(model, workspace, q, tree_q, error);
}

cdy_status cdy_read_constraints(const cdy_model *model, cdy_workspace *workspace, cdy_row_solver *solver,
                                const cdy_constrained_state *state, constraint_problem *p, cdy_error *error)
{
    int rows = 0;
    if (!state) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no state was given; expected a cdy_constrained_state");
    }
    *p = (constraint_problem){.model = model,
                              .workspace = workspace,
                              .solver = solver,
                              .constraints = state->constraints,
                              .count = state->count,
                              .options = state->options ? *state->options : cdy_constraint_options_default()};
    cdy_status status = cdy_check_workspace(model, workspace, error);
    status = status ? status : cdy_check_row_solver(model, solver, error);
    status = status ? status : cdy_check_constraint_options(&p->options, error);
    status = status ? status : cdy_check_constraints(model, p->constraints, p->count, &rows, error);
    status = status ? status : cdy_set_rows(solver, rows, error);
    return status ? status : cdy_read_position(model, workspace, state->q, &p->tree_q, error);
}

constraint_sides cdy_constraint_sides(const cdy_model *model, cdy_workspace *workspace, const cdy_constraint *c,
                                      const double *tree_q, const double *tree_qd)
{
    constraint_sides s;
    s.frame = cdy_placed_frame(model, workspace, c->frame, &c->in_frame, tree_q, tree_qd, &s.frame_arm);
    s.other = cdy_placed_frame(model, workspace, c->other, &c->in_other, tree_q, tree_qd, &s.other_arm);
    return s;
}

static int write_frame_rows(const cdy_model *model, cdy_workspace *w, cdy_row_solver *solver, const cdy_constraint *c,
                            int number, int row, const double *tree_q, const double *tree_qd)
{
    const size_t n = (size_t)model->nv;
    const constraint_sides s = cdy_constraint_sides(model, w, c, tree_q, tree_qd);
    /* Lever arm of the point of other's body that coincides with the origin of `frame`. */
    const vec3 arm = add(s.other_arm, subtract(s.frame.p, s.other.p));
    const motion a = relative_acceleration(&s.frame, &s.other);
    const double bias[6] = {a.angular.x, a.angular.y, a.angular.z, a.linear.x, a.linear.y, a.linear.z};
    cdy_point_jacobian(model, w, c->frame, s.frame_arm, tree_q, solver->block);
    cdy_point_jacobian(model, w, c->other, arm, tree_q, solver->other_block);
    double *const sizes[2] = {solver->x, solver->y};
    const double distance_bound = cdy_largest_coordinate(s.frame.p) + cdy_largest_coordinate(s.other.p);
    memset(solver->x, 0, n * sizeof *solver->x);
    memset(solver->y, 0, n * sizeof *solver->y);
    cdy_raise_column_sizes(n, solver->block, distance_bound, sizes);
    cdy_raise_column_sizes(n, solver->other_block, distance_bound, sizes);
    for (size_t i = 0; i < 6 * n; i++) {
        solver->block[i] -= solver->other_block[i];
    }
    cdy_rotate_columns(s.other.R, n, solver->block);
    cdy_zero_rounding_errors(n, sizes, solver->block);
    return cdy_write_rows(model, solver, row, c->rows, number, solver->block, bias);
}

static int write_explicit_rows(const cdy_model *model, cdy_row_solver *solver, const cdy_constraint *c, int number,
                               int row)
{
    const size_t n = (size_t)model->nv;
    if (n > 0) {
        memcpy(solver->J + (size_t)row * n, c->J, (size_t)c->row_count * n * sizeof *c->J);
    }
    for (int i = 0; i < c->row_count; i++, row++) {
        solver->bias[row] = c->gamma ? -c->gamma[i] : 0;
        solver->unit[row] = 2 * number;
    }
    return row;
}

void cdy_fill_constraint_rows(const constraint_problem *p, const double *tree_qd)
{
    for (int i = 0, row = 0; i < p->count; i++) {
        const cdy_constraint *c = &p->constraints[i];
        row = c->row_count > 0 ? write_explicit_rows(p->model, p->solver, c, i, row)
                               : write_frame_rows(p->model, p->workspace, p->solver, c, i, row, p->tree_q, tree_qd);
    }
}

/* Rotation vector of the shortest rotation that takes axis k to R's axis k. */
static vec3 axis_rotation(rotation R, int k)
{
    const double unit[3] = {k == 0, k == 1, k == 2};
    const vec3 axis = vec3_from(unit), rotated = rotate(R, axis), normal = cross(axis, rotated);
    const double sine = length(normal), cosine = dot(axis, rotated);
    if (sine > 0) {
        return scale(atan2(sine, cosine) / sine, normal);
    }
    const double half_turn = cosine < 0 ? acos(-1) : 0; /* about any normal of the axis */
    return scale(half_turn, (vec3){unit[2], unit[0], unit[1]});
}

/* Angular gap; with two angular rows, the rotation about the third axis is free. */
static vec3 angular_gap(rotation R, unsigned rows)
{
    switch (rows & CDY_ROWS_ANGULAR) {
    case CDY_ROW_WX | CDY_ROW_WY: return axis_rotation(R, 2);
    case CDY_ROW_WY | CDY_ROW_WZ: return axis_rotation(R, 0);
    case CDY_ROW_WX | CDY_ROW_WZ: return axis_rotation(R, 1);
    default: return rotation_logarithm(R);
    }
}

void cdy_angular_gap(const double R[9], unsigned rows, double gap[3])
{
    const vec3 w = angular_gap((rotation){vec3_from(R), vec3_from(R + 3), vec3_from(R + 6)}, rows);
    const double numbers[3] = {w.x, w.y, w.z};
    memcpy(gap, numbers, sizeof numbers);
}

/* Writes the gap (6), linear and angular, of a constraint of these rows. */
static void gap_between(const constraint_sides *s, unsigned rows, double gap[6])
{
    const vec3 w = angular_gap(rotation_multiply(rotation_transpose(s->other.R), s->frame.R), rows);
    const vec3 v = rotate_back(s->other.R, subtract(s->frame.p, s->other.p));
    const double numbers[6] = {w.x, w.y, w.z, v.x, v.y, v.z};
    memcpy(gap, numbers, sizeof numbers);
}

void cdy_fill_gaps(const cdy_model *model, cdy_workspace *workspace, const cdy_constraint *constraints, int count,
                   const double *tree_q, double *gap)
{
    for (int i = 0, row = 0; i < count; i++) {
        const cdy_constraint *c = &constraints[i];
        for (int k = 0; k < c->row_count; k++) {
            gap[row++] = 0;
        }
        if (c->row_count > 0) {
            continue;
        }
        const constraint_sides s = cdy_constraint_sides(model, workspace, c, tree_q, NULL);
        double numbers[6];
        gap_between(&s, c->rows, numbers);
        for (size_t k = 0; k < 6; k++) {
            if (c->rows >> k & 1) {
                gap[row++] = numbers[k];
            }
        }
    }
}
