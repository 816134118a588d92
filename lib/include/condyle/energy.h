/* Energy of a model: kinetic and potential energy of all moving bodies, without the bodies welded to the base. Active
 * rotors and springs (drives.h) count: rotors with their rotation about their own axes.
 *
 * Arrays, defaults, workspaces and errors are as in dynamics.h. */
#ifndef CONDYLE_ENERGY_H
#define CONDYLE_ENERGY_H

#include <condyle/dynamics.h>

/* Gives the kinetic energy T (1) and the potential energy U (1), J, at q (nq), qd (n); either may be NULL: not wanted.
 * T = qd^T M(q) qd / 2 (Featherstone 2008, equation 2.67).  U in the model's gravity g is minus the sum of m g.c over
 * the bodies, which is 0 where the center of mass is at the base's origin, and stiffness (q - rest)^2 / 2 of the
 * springs that act; its gradient is the gravity torque and the torques of those springs. */
CDY_API cdy_status cdy_energy(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *qd,
                              double *kinetic, double *potential, cdy_error *error);

/* Gives the gradients of the kinetic energy by q and by qd, which is M qd, and of the potential energy by q, n numbers
 * each (NULL: not wanted).  "By q" means by a step in velocity coordinates, as in derivatives.h. */
CDY_API cdy_status cdy_energy_gradient(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                       const double *qd, double *kinetic_by_q, double *kinetic_by_qd,
                                       double *potential_by_q, cdy_error *error);

#endif
