#ifndef CONDYLE_ENERGY_H
#define CONDYLE_ENERGY_H
#include <condyle/kinematics.h>
CDY_API cdy_status cdy_kinetic_energy(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *qd, double *energy, cdy_error *error);
CDY_API cdy_status cdy_potential_energy(const cdy_model *model, cdy_workspace *workspace, const double *q, double *energy, cdy_error *error);
#endif
