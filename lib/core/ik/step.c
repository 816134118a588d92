#include "ik/step.h"

#include <math.h>
#include <string.h>

/* The lanes while their active sets change. */
typedef struct active_sets {
    size_t lanes;
    double *r;                           /* STEP_ROWS: less A x of the coordinates that are clamped */
    double *free;                        /* 1: columns whose mask is 1 */
    scalar_bits pending[STEP_LANES];     /* -1: these are to be solved for */
    bool any_pending, any_few, any_many; /* pending lanes with few, and with many columns */
} active_sets;

/* Whether the free columns of a lane are fewer than the rows, though all columns are more: A A^T then lacks full rank.
 */
static bool has_fewer_columns_than_rows(const step_problem *p, const active_sets *s, size_t lane)
{
    return p->count > STEP_ROWS && s->free[lane] < (double)STEP_ROWS;
}

/* Solves for the lanes with fewer free columns than rows by these columns alone, gathered in a matrix of their own. */
static void solve_gathered(const step_problem *p, const active_sets *s)
{
    static const int32_t all[STEP_ROWS] = {0, 1, 2, 3, 4, 5};
    const size_t L = s->lanes;
    double *A = s->free + L, *mask = A + STEP_ROWS * STEP_ROWS * L, *y = mask + STEP_ROWS * L;
    memset(A, 0, STEP_ROWS * STEP_ROWS * L * sizeof *A);
    for (size_t i = 0; i < STEP_ROWS * L; i++) {
        mask[i] = 1;
    }
    for (size_t lane = 0; lane < L; lane++) {
        const bool few = s->pending[lane] && has_fewer_columns_than_rows(p, s, lane);
        for (size_t j = 0, place = 0; few && j < p->count; j++) {
            const size_t c = (size_t)p->columns[j];
            for (size_t i = 0; p->mask[c * L + lane] > 0 && i < STEP_ROWS; i++) {
                A[(i * STEP_ROWS + place) * L + lane] = p->A[(i * p->n + c) * L + lane];
            }
            place += p->mask[c * L + lane] > 0;
        }
    }
    p->kernels->damped_step_by_columns(STEP_ROWS, STEP_ROWS, all, A, mask, s->r, p->damping, y);
    for (size_t lane = 0; lane < L; lane++) {
        const bool few = s->pending[lane] && has_fewer_columns_than_rows(p, s, lane);
        for (size_t j = 0, place = 0; few && j < p->count; j++) {
            const size_t i = (size_t)p->columns[j] * L + lane;
            p->y[i] = p->mask[i] > 0 ? y[place++ * L + lane] : 0;
        }
    }
}

/* The steps of the free columns in p->y, those of the pending lanes at least. */
static void solve_free(const step_problem *p, const active_sets *s)
{
    if (p->count <= STEP_ROWS) {
        p->kernels->damped_step_by_columns(p->n, p->count, p->columns, p->A, p->mask, s->r, p->damping, p->y);
        return;
    }
    if (s->any_many) {
        p->kernels->damped_step_by_rows(p->n, p->count, p->columns, p->A, p->mask, s->r, p->damping, p->y);
    }
    if (s->any_few) {
        solve_gathered(p, s);
    }
}

/* Finds the lanes that are to be solved for (again): those whose active set has changed, and has free columns left. */
static void find_pending(const step_problem *p, active_sets *s, const double *before)
{
    s->any_pending = s->any_few = s->any_many = false;
    for (size_t lane = 0; lane < s->lanes; lane++) {
        const bool pending = s->pending[lane] && s->free[lane] > 0 && s->free[lane] < before[lane];
        s->pending[lane] = pending ? -1 : 0;
        s->any_pending = s->any_pending || pending;
        s->any_few = s->any_few || (pending && has_fewer_columns_than_rows(p, s, lane));
        s->any_many = s->any_many || (pending && !has_fewer_columns_than_rows(p, s, lane));
    }
}

void cdy_bounded_steps(const step_problem *p, const bool *wanted)
{
    active_sets s = {.lanes = (size_t)p->kernels->lanes, .r = p->scratch};
    double before[STEP_LANES];
    s.free = s.r + STEP_ROWS * s.lanes;
    for (size_t lane = 0; lane < s.lanes; lane++) {
        s.pending[lane] = wanted[lane] ? -1 : 0;
        before[lane] = HUGE_VAL;
    }
    memcpy(s.r, p->r, STEP_ROWS * s.lanes * sizeof *s.r);
    p->kernels->find_free_columns(p->n, p->count, p->columns, s.pending, p->A, p->r, p->lower, p->upper, p->mask, p->x,
                                  s.free);
    find_pending(p, &s, before);
    while (s.any_pending) {
        memcpy(before, s.free, s.lanes * sizeof *before);
        solve_free(p, &s);
        p->kernels->clamp_steps(p->n, p->count, p->columns, s.pending, p->A, p->y, p->lower, p->upper, p->mask, p->x,
                                s.r, s.free);
        find_pending(p, &s, before);
    }
    memcpy(s.r, p->r, STEP_ROWS * s.lanes * sizeof *s.r);
    p->kernels->step_decrease(p->n, p->count, p->columns, p->A, p->x, s.r, p->decrease);
}
