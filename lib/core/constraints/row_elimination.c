#include "constraints/row_elimination.h"

#include "constraints/constraint.h"
#include "dynamics/drives.h"

#include <math.h>
#include <string.h>

/* Bounds of regular states, far above the rounding errors of this precision: the condition of A, the squares of rows
 * beside the squares of the forces in them, and the least of all scales beside the largest, squared. */
#ifdef CDY_FLOAT
static const scalar largest_condition = 1e5F, rounding = 1e-9F, least_square = 1e-9F;
#else
static const scalar largest_condition = 1e7, rounding = 1e-20, least_square = 1e-16;
#endif

/* Functions with `lanes` are inlined where that is 1, so that loops over one lane vanish. */
#define OVER_LANES static inline __attribute__((always_inline))

static size_t lanes_of(const row_elimination *e)
{
    return (size_t)e->kernels->lanes;
}

void cdy_eliminate_joints(const row_elimination *e, const scalar *q, const scalar *qd, const scalar *tau,
                          const scalar *forces)
{
    const size_t numbers = (size_t)e->kernel_model->nv * lanes_of(e);
    const scalar *net = tau;
    if (e->kernel_model->drives_act) {
        memcpy(e->net, tau, numbers * sizeof *tau);
        cdy_subtract_drive_torque(e->kernel_model, e->kernels->lanes, q, qd, e->net);
        net = e->net;
    }
    e->kernels->aba_eliminate(e->kernel_model, e->kernel_scratch, e->model->gravity, q, qd, net, forces, e->pivots);
    for (size_t i = 0; i < numbers; i++) {
        e->inverse_D[i] = 1 / e->pivots[i];
    }
    e->kernels->place_bodies(e->kernel_model, e->kernel_scratch, 2 * e->count, e->bodies, q, qd);
}

/* Returns the axes (9) of constraint i, which its point (3) follows. */
OVER_LANES scalar *axes_of(const row_elimination *e, size_t lanes, int i)
{
    return e->axes + 12 * (size_t)i * lanes;
}

OVER_LANES scalar *point_of(const row_elimination *e, size_t lanes, int i)
{
    return axes_of(e, lanes, i) + 9 * lanes;
}

/* Copies the components of a constraint's rows from all six components. */
OVER_LANES void pick_rows(const row_group *g, size_t lanes, const scalar *six, scalar *rows)
{
    scalar *to = rows + (size_t)g->first * lanes;
    for (size_t k = 0; k < 6; k++) {
        if (g->mask >> k & 1) {
            memcpy(to, six + k * lanes, lanes * sizeof *to);
            to += lanes;
        }
    }
}

/* y -= a x (6) */
OVER_LANES void subtract_scaled(size_t lanes, scalar a, const scalar *x, scalar *y)
{
    for (size_t i = 0; i < 6 * lanes; i++) {
        y[i] -= a * x[i];
    }
}

/* Writes the gap (6) of a constraint from its shift (12). */
static void write_gap(const row_group *g, size_t lanes, const scalar *shift, scalar *gap)
{
    memcpy(gap + 3 * lanes, shift, 3 * lanes * sizeof *gap);
    memset(gap, 0, 3 * lanes * sizeof *gap);
    for (size_t lane = 0; g->angular > 0 && lane < lanes; lane++) {
        double R[9], w[3];
        for (size_t k = 0; k < 9; k++) {
            R[k] = (double)shift[(3 + k) * lanes + lane];
        }
        cdy_angular_gap(R, g->mask, w);
        for (size_t k = 0; k < 3; k++) {
            gap[k * lanes + lane] = (scalar)w[k];
        }
    }
}

/* Fills the axes and points of the constraints and the target for J x: gamma = -Jdot qd - velocity_gain J qd -
 * position_gain gap (Baumgarte 1972), or -(1 + restitution) J qd where a restitution is given. */
OVER_LANES void fill_targets(const row_elimination *e, size_t lanes, const double *restitution)
{
    scalar *rate = e->motion, *target = rate + 6 * lanes, *shift = target + 6 * lanes, *gap = shift + 12 * lanes;
    const bool with_gaps = !restitution && e->position_gain > 0;
    for (int i = 0; i < e->count; i++) {
        const row_group *g = &e->groups[i];
        e->kernels->constraint_motion(
            e->kernel_model, e->kernel_scratch, e->model->gravity, e->bodies + 2 * i, g->places, axes_of(e, lanes, i),
            point_of(e, lanes, i), restitution || e->velocity_gain > 0 ? rate : NULL, target, with_gaps ? shift : NULL);
        for (size_t k = 0; k < 6 * lanes; k++) {
            target[k] = restitution ? (scalar)(-(1 + *restitution)) * rate[k] : -target[k];
        }
        if (!restitution && e->velocity_gain > 0) {
            subtract_scaled(lanes, (scalar)e->velocity_gain, rate, target);
        }
        if (with_gaps) {
            write_gap(g, lanes, shift, gap);
            subtract_scaled(lanes, (scalar)e->position_gain, gap, target);
        }
        pick_rows(g, lanes, target, e->target);
    }
}

/* Fills the columns of W, their sizes and responses (in r). Behind the columns of one constraint are zeros in one lane,
 * where multiply_constraints() reads them. */
OVER_LANES void fill_columns(const row_elimination *e, size_t lanes)
{
    const size_t wide = cdy_row_wide(e->rows, (int)lanes);
    memset(e->r, 0, cdy_row_stride(e->rows, (int)lanes) * lanes * sizeof *e->r);
    for (int k = 0; k < e->count; k++) {
        const row_group *g = &e->groups[k];
        const size_t column = (size_t)g->first * lanes;
        e->kernels->constraint_rows(e->kernel_model, e->kernel_scratch, e->bodies + 2 * k, axes_of(e, lanes, k),
                                    point_of(e, lanes, k), g->mask, e->inverse_D, wide,
                                    lanes == 1 ? e->rows - g->first : g->count, e->W + column, e->size + column,
                                    e->r + column);
    }
}

/* Fills the upper half of A = W^T D^-1 W. In one lane, chunks of columns cost less than the search for those that both
 * constraints have part in. */
OVER_LANES void multiply_constraints(const row_elimination *e, size_t lanes)
{
    const size_t m = (size_t)e->rows;
    const size_t stride = cdy_row_stride(e->rows, (int)lanes), wide = cdy_row_wide(e->rows, (int)lanes);
    memset(e->A, 0, m * stride * lanes * sizeof *e->A);
    for (int i = 0; i < e->count; i++) {
        const row_group *from = &e->groups[i];
        const size_t row = (size_t)from->first;
        for (int k = i; k < (lanes == 1 ? i + 1 : e->count); k++) {
            const row_group *to = &e->groups[k];
            const size_t column = (size_t)to->first;
            e->kernels->constraint_block(from->path, from->depth, e->W + row * lanes, from->count, to->path, to->depth,
                                         e->W + column * lanes, lanes == 1 ? e->rows - to->first : to->count,
                                         e->inverse_D, wide, stride, e->A + (row * stride + column) * lanes);
        }
    }
}

OVER_LANES void mirror_upper_half(size_t n, size_t stride, size_t lanes, scalar *A)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            for (size_t lane = 0; lane < lanes; lane++) {
                A[(i * stride + j) * lanes + lane] = A[(j * stride + i) * lanes + lane];
            }
        }
    }
}

/* Sets the squares of the scales of rows `first` to `end` - 1, those of one constraint and unit, to the sum of their
 * diagonal elements of A, so that those of B (factor_rows) sum to 1. A state is not regular where a row is not far
 * above rounding errors: a row that nothing moves has rounding errors of the forces that pass the joints. */
OVER_LANES void scale_rows(const row_elimination *e, size_t lanes, int first, int end, bool *is_regular)
{
    const size_t next = cdy_row_stride(e->rows, (int)lanes) + 1;
    scalar sum[ROW_LANES] = {0};
    for (size_t k = (size_t)first; k < (size_t)end; k++) {
        const scalar *square = e->A + k * next * lanes, *size = e->size + k * lanes;
        for (size_t lane = 0; lane < lanes; lane++) {
            is_regular[lane] &= square[lane] > rounding * size[lane];
            sum[lane] += square[lane];
        }
    }
    for (size_t k = (size_t)first; k < (size_t)end; k++) {
        memcpy(e->scale + k * lanes, sum, lanes * sizeof *sum);
    }
}

/* Scales all rows, and compares the scales with each other. */
OVER_LANES void scale_all_rows(const row_elimination *e, size_t lanes, bool *is_regular)
{
    scalar largest[ROW_LANES] = {0}, least[ROW_LANES];
    for (int i = 0; i < e->count; i++) {
        const int first = e->groups[i].first, linear = first + e->groups[i].angular;
        scale_rows(e, lanes, first, linear, is_regular);
        scale_rows(e, lanes, linear, first + e->groups[i].count, is_regular);
    }
    for (size_t lane = 0; lane < lanes; lane++) {
        least[lane] = (scalar)HUGE_VAL;
    }
    for (const scalar *scale = e->scale; scale < e->scale + (size_t)e->rows * lanes; scale += lanes) {
        for (size_t lane = 0; lane < lanes; lane++) {
            largest[lane] = scale[lane] > largest[lane] ? scale[lane] : largest[lane];
            least[lane] = scale[lane] < least[lane] ? scale[lane] : least[lane];
        }
    }
    for (size_t lane = 0; lane < lanes; lane++) {
        is_regular[lane] &= e->rows == 0 || least[lane] > least_square * largest[lane];
    }
}

/* Factors A. A state is regular only where its rows are independent by a wide margin: with B_ij = A_ij / (scale_i
 * scale_j), the largest eigenvalue of B is below trace(B), the smallest above 1 / trace(B^-1). */
OVER_LANES void factor_rows(const row_elimination *e, size_t lanes, bool *is_regular)
{
    const size_t m = (size_t)e->rows, stride = cdy_row_stride(e->rows, (int)lanes);
    const scalar margin = 1e2, tolerance = (scalar)e->rank_tolerance, *diagonal = e->buffer;
    scalar trace = 0, inverse_trace[ROW_LANES] = {0};
    memcpy(e->inverse, e->A, m * stride * lanes * sizeof *e->A);
    e->kernels->gram_factor(m, stride, e->inverse, e->inverse_pivots, e->buffer);
    for (size_t k = 0; k < m; k++) {
        for (size_t lane = 0; lane < lanes; lane++) {
            const size_t i = k * lanes + lane;
            is_regular[lane] &= e->inverse_pivots[i] > 0;
            inverse_trace[lane] += e->scale[i] * diagonal[i];
        }
    }
    for (int i = 0; i < e->count; i++) {
        trace += (scalar)((e->groups[i].angular > 0) + (e->groups[i].angular < e->groups[i].count));
    }
    for (size_t lane = 0; lane < lanes; lane++) {
        const scalar condition = trace * inverse_trace[lane];
        is_regular[lane] &= condition < largest_condition && condition * tolerance * margin < 1;
    }
    mirror_upper_half(m, stride, lanes, e->A);
}

OVER_LANES bool is_any_regular(size_t lanes, const bool *is_regular)
{
    bool any = false;
    for (size_t lane = 0; lane < lanes; lane++) {
        any |= is_regular[lane];
    }
    return any;
}

/* Solves A f = target - response, with the response (in r) of the joint forces that aba_eliminate() left, and
 * accelerates the joints by both. */
OVER_LANES void solve_rows(const row_elimination *e, size_t lanes)
{
    const size_t m = (size_t)e->rows;
    const size_t stride = cdy_row_stride(e->rows, (int)lanes), wide = cdy_row_wide(e->rows, (int)lanes);
    for (size_t i = 0; i < m * lanes; i++) {
        e->r[i] = e->target[i] - e->r[i];
    }
    e->kernels->gram_solve(m, stride, e->A, e->inverse, e->inverse_pivots, e->r, e->f, e->buffer);
    for (int i = 0; i < e->count; i++) {
        const size_t row = (size_t)e->groups[i].first;
        e->kernels->add_constraint_force(e->kernel_model, e->kernel_scratch, e->groups[i].path, e->groups[i].depth,
                                         e->groups[i].count, e->inverse_D, wide, e->W + row * lanes,
                                         e->f + row * lanes);
    }
    e->kernels->aba_accelerate(e->kernel_model, e->kernel_scratch, e->x);
}

/* The residual, max_i |J x - target|_i, from the accelerations of the bodies that the joint accelerations x cause. */
OVER_LANES void find_residual(const row_elimination *e, size_t lanes)
{
    scalar *moved = e->r; /* no longer needed */
    for (int i = 0; i < e->count; i++) {
        e->kernels->constraint_acceleration(e->kernel_model, e->kernel_scratch, e->bodies + 2 * i, axes_of(e, lanes, i),
                                            point_of(e, lanes, i), e->motion);
        pick_rows(&e->groups[i], lanes, e->motion, moved);
    }
    memset(e->residual, 0, lanes * sizeof *e->residual);
    for (size_t k = 0; k < (size_t)e->rows * lanes; k += lanes) {
        for (size_t lane = 0; lane < lanes; lane++) {
            const scalar difference = moved[k + lane] - e->target[k + lane];
            const scalar error = difference > 0 ? difference : -difference;
            e->residual[lane] = error > e->residual[lane] ? error : e->residual[lane];
        }
    }
}

/* A state is not regular where one of the numbers is not finite. One lane's are read one by one, since they were stored
 * so: vectors of them would wait for the stores. */
OVER_LANES void check_finite(const row_elimination *e, size_t lanes, size_t width, const scalar *numbers,
                             bool *is_regular)
{
    if (lanes == 1) {
        scalar sum = 0;
        for (size_t i = 0; i < width; i++) {
            sum += 0 * numbers[i];
        }
        is_regular[0] &= sum >= 0;
        return;
    }
    scalar_bits nonfinite[ROW_LANES];
    if (!e->kernels->find_nonfinite(width, numbers, nonfinite)) {
        for (size_t lane = 0; lane < lanes; lane++) {
            is_regular[lane] &= !nonfinite[lane];
        }
    }
}

OVER_LANES bool eliminate_rows(const row_elimination *e, size_t lanes, const double *restitution, bool *is_regular)
{
    for (size_t lane = 0; lane < lanes; lane++) {
        is_regular[lane] = true;
    }
    if (restitution) {
        e->kernels->clear_joint_forces(e->kernel_model, e->kernel_scratch);
    }
    fill_targets(e, lanes, restitution);
    fill_columns(e, lanes);
    multiply_constraints(e, lanes);
    scale_all_rows(e, lanes, is_regular);
    factor_rows(e, lanes, is_regular);
    if (!is_any_regular(lanes, is_regular)) {
        return false;
    }
    solve_rows(e, lanes);
    find_residual(e, lanes);
    check_finite(e, lanes, (size_t)e->kernel_model->nv, e->x, is_regular);
    check_finite(e, lanes, (size_t)e->rows, e->f, is_regular);
    check_finite(e, lanes, 1, e->residual, is_regular);
    return is_any_regular(lanes, is_regular);
}

bool cdy_eliminate_rows(const row_elimination *e, const double *restitution, bool *is_regular)
{
    const size_t lanes = lanes_of(e);
    return lanes == 1 ? eliminate_rows(e, 1, restitution, is_regular)
                      : eliminate_rows(e, lanes, restitution, is_regular);
}
