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

#endif
