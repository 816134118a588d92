#include "dynamics/drives.h"

#include <math.h>

/* What damping, friction and spring need; the friction of Coulomb made smooth by a hyperbolic tangent. */
static double passive_torque(const model_drive *d, double width, double q, double qd)
{
    return d->damping * qd + d->friction * tanh(qd / width) + d->stiffness * (q - d->rest);
}

void cdy_add_drive_torque(const cdy_model *model, int lanes, const double *q, const double *qd, const double *qdd,
                          double *tau)
{
    const model_drive *drives = model_drives(model);
    const double width = model->drive_options.friction_width;
    for (int i = 0; model->drives_act && i < model->tree_nv; i++) {
        const model_drive *d = &drives[i];
        for (int lane = 0; lane < lanes; lane++) {
            int k = i * lanes + lane;
            tau[k] += passive_torque(d, width, q[(int)d->position * lanes + lane], qd[k]) + d->rotor * qdd[k];
        }
    }
}

void cdy_add_rotor_torque(const cdy_model *model, int lanes, const double *qdd, double *tau)
{
    const model_drive *drives = model_drives(model);
    for (int i = 0; model->drives_act && i < model->tree_nv; i++) {
        for (int k = i * lanes; k < (i + 1) * lanes; k++) {
            tau[k] += drives[i].rotor * qdd[k];
        }
    }
}

void cdy_subtract_drive_torque(const cdy_model *model, int lanes, const double *q, const double *qd, double *tau)
{
    const model_drive *drives = model_drives(model);
    const double width = model->drive_options.friction_width;
    for (int i = 0; model->drives_act && i < model->tree_nv; i++) {
        const model_drive *d = &drives[i];
        for (int lane = 0; lane < lanes; lane++) {
            int k = i * lanes + lane;
            tau[k] -= passive_torque(d, width, q[(int)d->position * lanes + lane], qd[k]);
        }
    }
}

void cdy_add_rotor_inertia(const cdy_model *model, int lanes, double *M)
{
    const model_drive *drives = model_drives(model);
    const size_t n = (size_t)model->tree_nv, count = (size_t)lanes;
    for (size_t i = 0; model->drives_act && i < n; i++) {
        for (size_t lane = 0; lane < count; lane++) {
            M[i * (n + 1) * count + lane] += drives[i].rotor;
        }
    }
}

/* d passive_torque / d qd */
static double rate_slope(const model_drive *d, double width, double qd)
{
    const double t = tanh(qd / width);
    return d->damping + d->friction / width * (1 - t * t);
}

void cdy_add_drive_derivatives(const cdy_model *model, int lanes, const double *qd, double *dtau_dq, double *dtau_dqd)
{
    const model_drive *drives = model_drives(model);
    const double width = model->drive_options.friction_width;
    const size_t n = (size_t)model->tree_nv, count = (size_t)lanes;
    for (size_t k = 0; model->drives_act && k < n * count; k++) {
        const size_t i = k / count, place = i * (n + 1) * count + k % count;
        if (dtau_dq) {
            dtau_dq[place] += drives[i].stiffness;
        }
        if (dtau_dqd) {
            dtau_dqd[place] += rate_slope(&drives[i], width, qd[k]);
        }
    }
}

void cdy_drive_slopes(const cdy_model *model, const double *qd, double of_q, double of_qd, double *slopes)
{
    const model_drive *drives = model_drives(model);
    const double width = model->drive_options.friction_width;
    for (int i = 0; i < model->tree_nv; i++) {
        slopes[i] = of_q * drives[i].stiffness + of_qd * rate_slope(&drives[i], width, qd[i]);
    }
}

double cdy_spring_energy(const cdy_model *model, const double *q)
{
    const model_drive *drives = model_drives(model);
    double energy = 0;
    for (int i = 0; model->drives_act && i < model->tree_nv; i++) {
        const double stretch = q[drives[i].position] - drives[i].rest;
        energy += drives[i].stiffness * stretch * stretch / 2;
    }
    return energy;
}

double cdy_rotor_energy(const cdy_model *model, const double *qd)
{
    const model_drive *drives = model_drives(model);
    double energy = 0;
    for (int i = 0; model->drives_act && i < model->tree_nv; i++) {
        energy += drives[i].rotor * qd[i] * qd[i] / 2;
    }
    return energy;
}
