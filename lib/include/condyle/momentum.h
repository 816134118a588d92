/* Centroidal momentum: the momentum of all bodies that move, about their common center of mass (Orin, Goswami and Lee
 * 2013, "Centroidal dynamics of a humanoid robot").
 *
 * Momenta are [angular; linear], kg m2/s and kg m/s, in the axes of the base; rates N m and N.  Where nothing that
 * moves has mass, the moment is the same about every point.  Rotors (drives.h) do not affect momentum: they add to the
 * torques of their joints, and not to the momentum of the bodies.  Arrays, defaults, workspaces and errors are those of
 * dynamics.h. */
#ifndef CONDYLE_MOMENTUM_H
#define CONDYLE_MOMENTUM_H

#include <condyle/dynamics.h>

/* Gives the centroidal momentum h (6) at q (nq), qd (n) and its rate (6) at qdd (n); either may be NULL: not wanted.
 * The rate is the sum of all forces from outside, gravity and those of the base among them, about the center of mass.
 * Without acceleration (qdd NULL) it is the bias, the rate of the momentum matrix along the motion times qd: rate =
 * A qdd + bias. */
CDY_API cdy_status cdy_centroidal_momentum(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                           const double *qd, const double *qdd, double h[6], double rate[6],
                                           cdy_error *error);

/* Gives the centroidal momentum matrix A(q), 6 x n: h = A qd. */
CDY_API cdy_status cdy_centroidal_momentum_matrix(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                                  double *A, cdy_error *error);

#endif
