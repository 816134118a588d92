#include <condyle/energy.h>
#include "model/model.h"
#include "dynamics/workspace.h"
cdy_status cdy_kinetic_energy(const cdy_model *model, cdy_workspace *w, const double *q, const double *qd, double *energy, cdy_error *error)
{
    double a[512], b[512], sum = 0;
    cdy_inverse_dynamics(model, w, q, NULL, NULL, NULL, a, error);
    cdy_status status = cdy_inverse_dynamics(model, w, q, NULL, qd, NULL, b, error);
    for (int i = 0; i < model->nv; i++) sum += (b[i] - a[i]) * qd[i] / 2;
    *energy = sum;
    return status;
}
cdy_status cdy_potential_energy(const cdy_model *model, cdy_workspace *w, const double *q, double *energy, cdy_error *error)
{
    double com[3], mass = 0;
    cdy_status status = cdy_center_of_mass(model, w, q, com, NULL, error);
    for (int i = 1; i < model->body_count; i++) mass += model_bodies(model)[i].mass;
    *energy = -mass * (model->gravity[0] * com[0] + model->gravity[1] * com[1] + model->gravity[2] * com[2]);
    return status;
}
