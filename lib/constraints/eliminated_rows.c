#include "constraints/eliminated_rows.h"

#include "dynamics/arguments.h"
#include "dynamics/drives.h"
#include "dynamics/forward_dynamics.h"

#include <math.h>
#include <string.h>

/* Numbers from one row of A and its factor to the next: whole chunks. */
static size_t stride_of(int rows)
{
    return ((size_t)rows + CHUNK_ROOM - 1) / CHUNK_ROOM * CHUNK_ROOM;
}

/* The room of pseudo-inverses holds four vectors (stride_of()). */
static double *inverse_pivots_of_rows(const cdy_row_solver *s)
{
    return s->scratch;
}

static double *sizes_of_rows(const cdy_row_solver *s)
{
    return s->scratch + stride_of(s->rows);
}

static double *room_of_rows(const cdy_row_solver *s)
{
    return s->scratch + 2 * stride_of(s->rows);
}

/* Whether the method knows the robot and the constraints. */
static bool is_known(const constraint_problem *p)
{
    bool known = p->workspace->L && !p->model->has_followers && p->solver->rows <= p->model->nv;
    for (int i = 0; i < p->count && known; i++) {
        known = p->constraints[i].row_count == 0;
    }
    return known;
}

/* Sets the bodies and the rows of the constraints. Returns whether each constraint has two bodies, of which the base
 * may be one. */
static bool find_bodies(const constraint_problem *p)
{
    const model_frame *frames = model_frames(p->model);
    row_group *groups = p->solver->groups;
    int *bodies = p->solver->bodies, row = 0;
    bool differ = true;
    for (int i = 0; i < p->count; i++) {
        bodies[2 * i] = frames[p->constraints[i].frame].body;
        bodies[2 * i + 1] = frames[p->constraints[i].other].body;
        differ = differ && bodies[2 * i] != bodies[2 * i + 1];
        groups[i].first = row;
        groups[i].count = cdy_rows_of(&p->constraints[i]);
        row += groups[i].count;
    }
    return differ;
}

/* Eliminates the joints and places the bodies of the constraints. Returns whether M is clearly positive definite. */
static bool eliminate_joints(const constraint_problem *p, const double *tree_qd, const double *tau, const double *fext)
{
    const cdy_model *model = p->model;
    cdy_workspace *w = p->workspace;
    cdy_row_solver *s = p->solver;
    const size_t n = (size_t)model->nv;
    const double *net = tau ? tau : w->zero;
    if (model->drives_act) {
        memcpy(s->y, net, n * sizeof *s->y);
        cdy_subtract_drive_torque(model, 1, p->tree_q, tree_qd, s->y);
        net = s->y;
    }
    w->kernels->aba_eliminate(model, w->state, model->gravity, p->tree_q, tree_qd, net, fext, w->tau);
    if (!cdy_pivots_are_clear(model, w->tau)) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        s->inverse_D[i] = 1 / w->tau[i];
    }
    w->kernels->place_bodies(model, w->state, 2 * p->count, s->bodies, p->tree_q, tree_qd);
    return true;
}

static void store(double *to, vec3 angular, vec3 linear)
{
    const double numbers[6] = {angular.x, angular.y, angular.z, linear.x, linear.y, linear.z};
    memcpy(to, numbers, sizeof numbers);
}

/* Velocity of `frame` relative to `other`, in the axes of `other`: J qd for all six rows. */
static void relative_velocity(const constraint_sides *s, double rate[6])
{
    const placed_frame *b = &s->frame, *o = &s->other;
    const vec3 v = subtract(subtract(b->v, o->v), cross(o->w, subtract(b->p, o->p)));
    store(rate, rotate_back(o->R, subtract(b->w, o->w)), rotate_back(o->R, v));
}

static void write_axes(const constraint_sides *s, row_group *g)
{
    const rotation R = s->other.R;
    const double axes[9] = {R.x.x, R.x.y, R.x.z, R.y.x, R.y.y, R.y.z, R.z.x, R.z.y, R.z.z};
    memcpy(g->R, axes, sizeof axes);
    memcpy(g->p, (const double[3]){s->frame.p.x, s->frame.p.y, s->frame.p.z}, sizeof g->p);
}

/* y -= a x */
static void subtract_scaled(double a, const double x[6], double y[6])
{
    for (int k = 0; k < 6; k++) {
        y[k] -= a * x[k];
    }
}

/* gamma = -Jdot qd - velocity_gain J qd - position_gain gap (Baumgarte 1972) for all six rows. */
static void write_gamma(const cdy_constraint_options *options, const cdy_constraint *c, const constraint_sides *s,
                        double gamma[6])
{
    double part[6];
    cdy_relative_acceleration(s, gamma);
    for (int k = 0; k < 6; k++) {
        gamma[k] = -gamma[k];
    }
    if (options->velocity_gain > 0) {
        relative_velocity(s, part);
        subtract_scaled(options->velocity_gain, part, gamma);
    }
    if (options->position_gain > 0) {
        cdy_gap_between(s, c->rows, part);
        subtract_scaled(options->position_gain, part, gamma);
    }
}

/* The numbers of a constraint's rows out of all six. */
static void pick_rows(unsigned rows, const double six[6], double *to)
{
    for (size_t k = 0; k < 6; k++) {
        if (rows >> k & 1) {
            *to++ = six[k];
        }
    }
}

/* Fills the axes of the rows and the target for J x: gamma, or -(1 + restitution) J qd where *restitution is given. */
static void fill_targets(const constraint_problem *p, const double *restitution)
{
    cdy_row_solver *s = p->solver;
    for (int i = 0; i < p->count; i++) {
        const cdy_constraint *c = &p->constraints[i];
        constraint_sides sides;
        cdy_eliminated_frame(p->model, p->workspace, c->frame, &c->in_frame, &sides.frame);
        cdy_eliminated_frame(p->model, p->workspace, c->other, &c->in_other, &sides.other);
        double target[6];
        write_axes(&sides, &s->groups[i]);
        if (restitution) {
            relative_velocity(&sides, target);
            for (int k = 0; k < 6; k++) {
                target[k] *= -(1 + *restitution);
            }
        } else {
            write_gamma(&p->options, c, &sides, target);
        }
        pick_rows(c->rows, target, s->bias + s->groups[i].first);
    }
}

/* Fills the columns of W, their sizes, and the upper half of A = W^T D^-1 W. */
static void multiply_constraints(const constraint_problem *p)
{
    const cdy_workspace *w = p->workspace;
    cdy_row_solver *s = p->solver;
    const size_t stride = stride_of(s->rows), wide = (size_t)s->rows + CHUNK_ROOM;
    memset(s->A, 0, (size_t)s->rows * stride * sizeof *s->A);
    for (int k = 0; k < p->count; k++) {
        const int *bodies = s->bodies + 2 * k;
        const row_group *to = &s->groups[k];
        w->kernels->constraint_rows(p->model, w->state, bodies, to->R, to->p, p->constraints[k].rows, s->inverse_D,
                                    wide, s->W + to->first, sizes_of_rows(s) + to->first);
        for (int i = 0; i <= k; i++) {
            const row_group *from = &s->groups[i];
            w->kernels->constraint_block(p->model, s->bodies + 2 * i, s->W + from->first, from->count, bodies,
                                         s->W + to->first, to->count, s->inverse_D, wide, stride,
                                         s->A + (size_t)from->first * stride + to->first);
        }
    }
}

static void mirror_upper_half(size_t n, size_t stride, double *A)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            A[i * stride + j] = A[j * stride + i];
        }
    }
}

static int count_bits(unsigned mask)
{
    int count = 0;
    for (; mask; mask &= mask - 1) {
        count++;
    }
    return count;
}

/* Sets scale[first] to scale[end - 1], of rows of one constraint and unit, to the square of their scale, the largest
 * diagonal element of A among them. Returns whether all of them are clearly more than rounding errors: a row that
 * nothing moves has rounding errors of the forces that pass the joints. */
static bool scale_rows(cdy_row_solver *s, int first, int end)
{
    const double rounding = 1e-20; /* of squares */
    const double *sizes = sizes_of_rows(s);
    const size_t stride = stride_of(s->rows);
    double scale = 0;
    bool clear = true;
    for (int k = first; k < end; k++) {
        const double square = s->A[(size_t)k * (stride + 1)];
        clear = clear && square > rounding * sizes[k];
        scale = square > scale ? square : scale;
    }
    for (int k = first; k < end; k++) {
        s->scale[k] = scale;
    }
    return clear;
}

/* Scales all rows. Returns whether they are clearly more than rounding errors, also beside each other. */
static bool scale_all_rows(const constraint_problem *p)
{
    const double least_square = 1e-16;
    cdy_row_solver *s = p->solver;
    double largest = 0, least = HUGE_VAL;
    bool clear = true;
    for (int i = 0; i < p->count; i++) {
        const int first = s->groups[i].first, end = first + s->groups[i].count;
        const int linear = first + count_bits(p->constraints[i].rows & CDY_ROWS_ANGULAR);
        const bool turns = scale_rows(s, first, linear), moves = scale_rows(s, linear, end);
        clear = clear && turns && moves;
    }
    for (int i = 0; i < s->rows; i++) {
        largest = s->scale[i] > largest ? s->scale[i] : largest;
        least = s->scale[i] < least ? s->scale[i] : least;
    }
    return clear && (s->rows == 0 || least > least_square * largest);
}

/* Factors A, and returns whether its rows are clearly independent: with B_ij = A_ij / (scale_i scale_j), the largest
 * eigenvalue of B is below trace(B), the smallest above 1 / trace(B^-1). */
static bool factor_clearly(const constraint_problem *p)
{
    const double largest_condition = 1e7, margin = 1e2;
    cdy_row_solver *s = p->solver;
    const size_t m = (size_t)s->rows, stride = stride_of(s->rows);
    double *inverse_D = inverse_pivots_of_rows(s), *diagonal = room_of_rows(s), trace = 0, inverse_trace = 0;
    bool positive = true;
    memcpy(s->Lambda, s->A, m * stride * sizeof *s->A);
    p->workspace->kernels->gram_factor(m, stride, s->Lambda, inverse_D, diagonal);
    for (size_t i = 0; i < m; i++) {
        positive = positive && inverse_D[i] > 0;
        trace += s->A[i * (stride + 1)] / s->scale[i];
        inverse_trace += s->scale[i] * diagonal[i];
    }
    mirror_upper_half(m, stride, s->A);
    const double condition = trace * inverse_trace;
    return positive && condition < largest_condition && condition * p->options.rank_tolerance * margin < 1;
}

/* max_i |J x - target|_i, from the accelerations of the bodies that the joint accelerations x cause. */
static double largest_error(const constraint_problem *p)
{
    const cdy_workspace *w = p->workspace;
    const cdy_row_solver *s = p->solver;
    double largest = 0;
    for (int i = 0; i < p->count; i++) {
        const row_group *g = &s->groups[i];
        const rotation R = {vec3_from(g->R), vec3_from(g->R + 3), vec3_from(g->R + 6)};
        double a[6], b[6], moved[6], picked[6];
        w->kernels->added_acceleration(p->model, w->state, s->bodies[2 * i], g->p, a);
        w->kernels->added_acceleration(p->model, w->state, s->bodies[2 * i + 1], g->p, b);
        store(moved, rotate_back(R, subtract(vec3_from(a), vec3_from(b))),
              rotate_back(R, subtract(vec3_from(a + 3), vec3_from(b + 3))));
        pick_rows(p->constraints[i].rows, moved, picked);
        for (int k = 0; k < g->count; k++) {
            const double error = fabs(picked[k] - s->bias[g->first + k]);
            largest = error > largest ? error : largest;
        }
    }
    return largest;
}

/* Solves A f = target - response, with the response of the joint forces that aba_eliminate() left, and accelerates the
 * joints by both. Returns whether all results are finite. */
static bool solve_rows(const constraint_problem *p, double *residual)
{
    const cdy_workspace *w = p->workspace;
    cdy_row_solver *s = p->solver;
    const size_t m = (size_t)s->rows, stride = stride_of(s->rows), wide = m + CHUNK_ROOM;
    memset(s->r, 0, stride * sizeof *s->r);
    for (int i = 0; i < p->count; i++) {
        const row_group *g = &s->groups[i];
        w->kernels->constraint_response(p->model, w->state, s->bodies + 2 * i, g->count, wide, s->W + g->first,
                                        s->r + g->first);
    }
    for (size_t i = 0; i < m; i++) {
        s->r[i] = s->bias[i] - s->r[i];
    }
    w->kernels->gram_solve(m, stride, s->A, s->Lambda, inverse_pivots_of_rows(s), s->r, s->f, room_of_rows(s));
    for (int i = 0; i < p->count; i++) {
        const row_group *g = &s->groups[i];
        w->kernels->add_constraint_force(p->model, w->state, s->bodies + 2 * i, g->count, s->inverse_D, wide,
                                         s->W + g->first, s->f + g->first);
    }
    w->kernels->aba_accelerate(p->model, w->state, s->x);
    *residual = largest_error(p);
    return cdy_all_finite(s->x, (size_t)p->model->nv) && cdy_all_finite(s->f, m) && cdy_all_finite(residual, 1);
}

/* Solves for the motion, or for an impact if a restitution is given. */
static bool solve(const constraint_problem *p, const double *tree_qd, const double *tau, const double *fext,
                  const double *restitution, double *residual)
{
    if (!is_known(p) || !find_bodies(p) || !eliminate_joints(p, tree_qd, tau, fext)) {
        return false;
    }
    fill_targets(p, restitution);
    multiply_constraints(p);
    if (!scale_all_rows(p) || !factor_clearly(p)) {
        return false;
    }
    if (restitution) {
        p->workspace->kernels->clear_joint_forces(p->model, p->workspace->state);
    }
    return solve_rows(p, residual);
}

bool cdy_constrain_by_elimination(const constraint_problem *p, const double *tree_qd, const double *tau,
                                  const double *fext, double *residual)
{
    return solve(p, tree_qd, tau, fext, NULL, residual);
}

bool cdy_collide_by_elimination(const constraint_problem *p, const double *tree_qd, double restitution,
                                double *residual)
{
    return solve(p, tree_qd, NULL, NULL, &restitution, residual);
}
