/* Where the parameters of bodies and drives stand in a vector. */
#ifndef CDY_DYNAMICS_PARAMETERS_H
#define CDY_DYNAMICS_PARAMETERS_H

#include "kernels/kernels.h"

#include <condyle/regressor.h>

enum { BODY_PARAMETERS = 10 };

/* Returns the first frame from `frame` on that is the link of a moving body's joint, with `body` bodies seen before it:
 * that of body number `body`.  Frames stand in the order of the bodies. */
static inline int cdy_next_link(const cdy_model *model, int frame, int body)
{
    const model_frame *frames = model_frames(model);
    while (frames[frame].body != body) {
        frame++;
    }
    return frame;
}

/* Checks a regressor's options.  Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_regressor_options(const cdy_regressor_options *options, cdy_error *error);

/* Returns the first column of a kind of drive parameters, -1 where the options leave it out. */
int cdy_drive_column(const cdy_model *model, const cdy_regressor_options *options, cdy_parameter_kind kind);

/* Tells whether a degree of freedom of the caller's is its joint's only one, so that a rotor turns with it. */
bool cdy_has_rotor(const cdy_model *model, int velocity);

/* Returns the column of a degree of freedom's drive parameter, -1 where there is none. */
int cdy_drive_parameter(const cdy_model *model, const cdy_regressor_options *options, cdy_parameter_kind kind,
                        int velocity);

/* Makes the regressor (nv x p) of the caller's coordinates at q, qd, qdd of the tree, all packed; `block` has room for
 * tree_nv x 10 numbers where joints follow others. */
void cdy_fill_regressor(const cdy_model *model, const cdy_kernels *kernels, void *state,
                        const cdy_regressor_options *options, const double *q, const double *qd, const double *qdd,
                        double *block, double *Y);

/* Adds to tau (nv) what wrenches do for the joints at q, J^T f; fext is an external force matrix, NULL: none.  Fails as
 * inverse dynamics does. */
cdy_status cdy_add_wrench_torque(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *fext,
                                 double *tau, cdy_error *error);

#endif
