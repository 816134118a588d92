#include "trajectory/contact_share.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

/* The share of one contact in one state; a point at rest uses none. */
static cdy_status find_share(const request *r, cdy_workspace *workspace, const cdy_contact_point *c, const double *q,
                             const double *qd, double *share, cdy_error *error)
{
    cdy_contact_state state = {.frame = c->frame, .q = q, .qd = qd, .locked = c->locked};
    cdy_contact found;
    double allowed = HUGE_VAL;
    bool moves = false; /* by more than rounding */
    memcpy(state.point, c->point, sizeof state.point);
    cdy_status status = cdy_effective_mass(r->model, workspace, &state, &found, error);
    if (!status) {
        moves = !isnan(found.mass) && fabs(found.speed) > 0;
    }
    if (moves) {
        status = cdy_contact_speed(&c->limit, found.mass, &allowed, error);
    }
    if (!status && !(allowed > 0)) {
        status = cdy_fail(error, CDY_ERROR_NUMERIC,
                          "a contact allows no speed along the path: neither the joints that may move nor the body "
                          "region yield to it; expected a finite mass of the region, or fewer locked joints");
    }
    if (!status) {
        *share = moves ? found.speed / allowed : 0;
    }
    return status;
}

cdy_status cdy_contact_shares(const request *r, cdy_workspace *workspace, size_t count, const double *q,
                              const double *qd, double *shares, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < r->contact_count && !status; k++) {
            status = find_share(r, workspace, &r->contacts[k], q + i * (size_t)r->model->nq,
                                qd + i * (size_t)r->model->nv, shares + i * r->contact_count + k, error);
        }
    }
    return status;
}
