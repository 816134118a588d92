#include "trajectory/closed_loops.h"

#include "base/error.h"
#include "base/memory.h"
#include "constraints/mechanism.h"

#include <string.h>

/* Marks the joint's positions, where its degrees of freedom are independent. */
static cdy_status mark_joint(closed_loops *loops, const cdy_moving_joint *joint, cdy_error *error)
{
    int count = 0;
    for (int k = 0; k < joint->nv; k++) {
        count += loops->independent[joint->velocity + k];
    }
    for (int k = 0; k < joint->nq && count > 0; k++) {
        loops->own[joint->position + k] = true;
    }
    return count == 0 || count == joint->nv
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                          "%d of the %d degrees of freedom of joint '%.80s' are independent; expected all or none of "
                          "each joint for a motion through way points",
                          count, joint->nv, joint->name);
}

static cdy_status mark_independent(closed_loops *loops, const cdy_model *model, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int i = 0; i < cdy_mechanism_dofs(loops->mechanism); i++) {
        loops->independent[cdy_mechanism_coordinate(loops->mechanism, i)] = true;
    }
    for (int i = 0; i < cdy_model_joint_count(model) && !status; i++) {
        cdy_moving_joint joint;
        if (cdy_model_joint(model, i, &joint) == CDY_OK && !joint.is_follower) {
            status = mark_joint(loops, &joint, error);
        }
    }
    return status;
}

cdy_status cdy_closed_loops_create(closed_loops *loops, cdy_mechanism *mechanism, const cdy_model *model,
                                   cdy_error *error)
{
    const size_t n = (size_t)cdy_model_nv(model) + 1, nq = (size_t)cdy_model_nq(model) + 1;
    constraint_problem p;
    *loops = (closed_loops){.mechanism = mechanism};
    cdy_status status = cdy_workspace_create(model, &loops->workspace, error);
    status = status ? status : cdy_read_mechanism(mechanism, model, loops->workspace, NULL, &p, error);
    status = status ? status : cdy_check_choice(mechanism, error);
    if (status) {
        return status;
    }
    loops->u = cdy_allocate(2 * n, sizeof *loops->u);
    loops->independent = cdy_allocate(n, sizeof *loops->independent);
    loops->own = cdy_allocate(nq, sizeof *loops->own);
    if (!loops->u || !loops->independent || !loops->own) {
        return cdy_fail_memory(error);
    }
    loops->du = loops->u + n;
    return mark_independent(loops, model, error);
}

void cdy_closed_loops_clear(closed_loops *loops)
{
    cdy_workspace_destroy(loops->workspace);
    cdy_release(loops->u);
    cdy_release(loops->independent);
    cdy_release(loops->own);
    *loops = (closed_loops){.mechanism = NULL};
}

cdy_status cdy_closed_loops_take(const closed_loops *loops, const cdy_model *model, size_t count, const double *q,
                                 double *copy, cdy_error *error)
{
    const size_t nq = (size_t)cdy_model_nq(model);
    constraint_problem p;
    for (size_t i = 0; i < count * nq; i++) {
        copy[i] = loops->own[i % nq] ? q[i] : q[i % nq];
    }
    const cdy_status status = cdy_read_mechanism(loops->mechanism, model, loops->workspace, q, &p, error);
    return status ? status : cdy_check_closed(loops->mechanism, &p, q, error);
}

bool cdy_closed_loops_drive(const closed_loops *loops, int degree)
{
    return !loops->mechanism || loops->mechanism->actuated[degree];
}

/* The independent ones of n numbers (NULL: 0). */
static void pick(const closed_loops *loops, const double *numbers, double *picked)
{
    for (int i = 0; i < cdy_mechanism_dofs(loops->mechanism); i++) {
        picked[i] = numbers ? numbers[cdy_mechanism_coordinate(loops->mechanism, i)] : 0;
    }
}

cdy_status cdy_closed_loops_efforts(const closed_loops *loops, const cdy_model *model, const double *q,
                                    const double *qd, const double *qdd, double *tau, cdy_error *error)
{
    pick(loops, qd, loops->u);
    pick(loops, qdd, loops->du);
    return cdy_mechanism_inverse_dynamics(loops->mechanism, model, loops->workspace, q, loops->u, loops->du, NULL, tau,
                                          NULL, error);
}

cdy_status cdy_closed_loops_motion(const closed_loops *loops, const cdy_model *model, const double *q, double *qd,
                                   double *qdd, cdy_error *error)
{
    pick(loops, qd, loops->u);
    pick(loops, qdd, loops->du);
    return cdy_mechanism_motion(loops->mechanism, model, loops->workspace, q, loops->u, loops->du, qd, qdd, error);
}
