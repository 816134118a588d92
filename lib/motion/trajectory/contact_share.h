/* Contact shares: how much of the speeds that limits of contact allow a motion uses. */
#ifndef CDY_TRAJECTORY_CONTACT_SHARE_H
#define CDY_TRAJECTORY_CONTACT_SHARE_H

#include "trajectory/trajectory.h"

/* Computes the share of its allowed speed that each contact of the request moves with (contact_count) at `count` states
 * q (count x nq), qd (count x n), row by row; the allowed speed does not depend on the magnitude of qd, so that a share
 * is in proportion to it.  Fails with CDY_ERROR_NUMERIC where no speed is allowed. */
cdy_status cdy_contact_shares(const request *r, cdy_workspace *workspace, size_t count, const double *q,
                              const double *qd, double *shares, cdy_error *error);

#endif
