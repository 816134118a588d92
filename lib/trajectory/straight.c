/* Straight paths in joint space: the shortest step from way point to way point. */
#include "trajectory/trajectory.h"

cdy_status cdy_build_straight(request *r, size_t count, const double *q, cdy_error *error)
{
    path *p = &r->made->path;
    cdy_status status = CDY_OK;
    r->straight = true;
    cdy_path_begin(p, q);
    for (size_t k = 0; k + 1 < count && !status; k++) {
        const double *from = q + k * (size_t)p->nq, *to = from + p->nq;
        cdy_path_difference(p, from, to, r->scratch);
        cdy_path_add_straight(p, 1, to, r->scratch);
        status = cdy_time_profile(r, (double)k, (double)(k + 1), error);
    }
    return status;
}
