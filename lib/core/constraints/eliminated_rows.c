#include "constraints/eliminated_rows.h"

#include "constraints/row_elimination.h"
#include "dynamics/forward_dynamics.h"

/* The problem as a block of one lane, in the memory of workspace and solver. The buffer of pseudo-inverses holds four
 * vectors and their chunks. */
static row_elimination block_of_one(const constraint_problem *p, double *residual)
{
    cdy_workspace *w = p->workspace;
    cdy_row_solver *s = p->solver;
    const size_t wide = cdy_row_wide(s->rows, 1);
    return (row_elimination){.model = p->model,
                             .kernel_model = p->model,
                             .kernels = w->kernels,
                             .groups = s->groups,
                             .bodies = s->bodies,
                             .count = p->count,
                             .rows = s->rows,
                             .velocity_gain = p->options.velocity_gain,
                             .position_gain = p->options.position_gain,
                             .rank_tolerance = p->options.rank_tolerance,
                             .kernel_scratch = w->kernel_scratch,
                             .net = s->y,
                             .pivots = w->tau,
                             .inverse_D = s->inverse_D,
                             .axes = s->axes,
                             .motion = s->motion,
                             .W = s->W,
                             .A = s->A,
                             .inverse = s->Lambda,
                             .target = s->bias,
                             .scale = s->scale,
                             .size = s->scratch,
                             .inverse_pivots = s->scratch + wide,
                             .buffer = s->scratch + 2 * wide,
                             .r = s->r,
                             .f = s->f,
                             .x = s->x,
                             .residual = residual};
}

/* Solves for the motion, or for an impact if a restitution is given. */
static bool solve(const constraint_problem *p, const double *tree_qd, const double *tau, const double *fext,
                  const double *restitution, double *residual)
{
    const row_elimination e = block_of_one(p, residual);
    bool is_regular[ROW_LANES];
    if (!cdy_plan_rows(p->model, p->constraints, p->count, e.rows, p->solver->groups, p->solver->bodies,
                       p->solver->paths)) {
        return false;
    }
    cdy_eliminate_joints(&e, p->tree_q, tree_qd, tau ? tau : p->workspace->zero, fext);
    return cdy_pivots_are_significant(p->model, e.pivots) && cdy_eliminate_rows(&e, restitution, is_regular);
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
