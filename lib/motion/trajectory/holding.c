/* Holding: a motion that keeps the limits of effort is at rest in its first and its last configuration, also where it
 * does not move at all. */
#include "base/error.h"
#include "base/memory.h"
#include "trajectory/trajectory.h"

#include <condyle/dynamics.h>
#include <math.h>

/* An excess below this, relative to the limit, counts as rounding. */
static const double slack = 1e-9;

static cdy_status check_efforts(const request *r, const double *tau, const char *place, cdy_error *error)
{
    for (int i = 0; i < r->model->nv; i++) {
        if (!(fabs(tau[i]) <= r->limits.effort[i] * (1 + slack))) {
            cdy_coordinate c = {.joint = "?"};
            cdy_model_velocity(r->model, i, &c);
            return cdy_fail(error, CDY_ERROR_NUMERIC,
                            "holding the robot still at the %s way point takes %.6g %s of joint '%.80s', whose limit "
                            "is %.6g; expected efforts that can hold it where it is at rest",
                            place, fabs(tau[i]), c.angular ? "N m" : "N", c.joint, r->limits.effort[i]);
        }
    }
    return CDY_OK;
}

cdy_status cdy_check_holding(const request *r, cdy_error *error)
{
    const path *p = &r->made->path;
    cdy_workspace *workspace = NULL;
    double *tau = cdy_allocate((size_t)p->nv + 1, sizeof *tau);
    cdy_status status = tau ? cdy_workspace_create(r->model, &workspace, error) : cdy_fail_memory(error);
    for (int last = 0; last < 2 && !status; last++) {
        const double *q = p->q + (last ? p->segment_count * (size_t)p->nq : 0);
        status = r->loops.mechanism ? cdy_closed_loops_efforts(&r->loops, r->model, q, NULL, NULL, tau, error)
                                    : cdy_inverse_dynamics(r->model, workspace, q, NULL, NULL, NULL, tau, error);
        status = status ? status : check_efforts(r, tau, last ? "last" : "first", error);
    }
    cdy_workspace_destroy(workspace);
    cdy_release(tau);
    return status;
}
