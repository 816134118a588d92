/* Wrenches from the frame of a body to the base, and to the joints. */
#ifndef CDY_DYNAMICS_EXTERNAL_FORCE_H
#define CDY_DYNAMICS_EXTERNAL_FORCE_H

#include <condyle/dynamics.h>
#include <stdbool.h>

/* Transforms a wrench about a frame's origin, in the frame's axes or in the base's, to the base frame; T places the
 * frame in the base. Batches over floats call it, too. */
void cdy_wrench_to_base(const double T[16], bool base_axes, double wrench[6]);

/* Adds J^T f, the joint torques of external forces at q, to tau (nv); fext is an external force matrix (NULL: none).
 * Fails like inverse dynamics. */
cdy_status cdy_add_wrench_torque(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *fext,
                                 double *tau, cdy_error *error);

#endif
