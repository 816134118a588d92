/* Order of the inertial and drive parameters in the parameter vector. */
#ifndef CDY_DYNAMICS_PARAMETERS_H
#define CDY_DYNAMICS_PARAMETERS_H

#include "kernels/kernels.h"

#include <condyle/regressor.h>

enum { BODY_PARAMETERS = 10 };

/* Checks a regressor's options. Fails with CDY_ERROR_ARGUMENT. */
cdy_status cdy_check_regressor_options(const cdy_regressor_options *options, cdy_error *error);

/* Returns the first column of a kind of drive parameters, -1 if the options exclude the kind. */
int cdy_drive_column(const cdy_model *model, const cdy_regressor_options *options, cdy_parameter_kind kind);

/* Returns whether a degree of freedom of the caller's is the only one of its joint: others have no rotor. */
bool cdy_has_rotor(const cdy_model *model, int velocity);

/* Returns the column of a degree of freedom's drive parameter, -1 if it has none. */
int cdy_drive_parameter(const cdy_model *model, const cdy_regressor_options *options, cdy_parameter_kind kind,
                        int velocity);

/* Writes the inertial parameters of the bodies without their payloads. Fails like cdy_inertial_parameters(). */
cdy_status cdy_bare_parameters(const cdy_model *model, double *pi, cdy_error *error);

/* Writes the regressor Y (nv x p) in the caller's coordinates at q, qd, qdd of the tree, all lane-packed. `block` has
 * room for tree_nv x 10 numbers if the robot has mimic joints. `has_zeros`: Y is zero already in the columns of bodies
 * that the row's joint does not move, and of drives. */
void cdy_fill_regressor(const cdy_model *model, const cdy_kernels *kernels, void *kernel_scratch,
                        const cdy_regressor_options *options, const double *q, const double *qd, const double *qdd,
                        double *block, bool has_zeros, double *Y);

/* Writes w^T Y (p), Y of cdy_fill_regressor(), without Y; w is in the tree's coordinates, likewise packed. */
void cdy_multiply_regressor(const cdy_model *model, const cdy_kernels *kernels, void *kernel_scratch,
                            const cdy_regressor_options *options, const double *q, const double *qd, const double *qdd,
                            const double *w, double *product);

/* Adds J^T f, the joint torques of external forces at q, to tau (nv); fext is an external force matrix (NULL: none).
 * Fails like inverse dynamics. */
cdy_status cdy_add_wrench_torque(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *fext,
                                 double *tau, cdy_error *error);

#endif
