#include "dynamics/drives.h"

#include <math.h>

/* Torque of damping, friction and spring. Coulomb friction is smoothed: friction * tanh(qd / width). */
static scalar passive_torque(const model_drive *d, scalar width, scalar q, scalar qd)
{
    return d->damping * qd + d->friction * (scalar)tanh((double)(qd / width)) + d->stiffness * (q - d->rest);
}

void cdy_add_drive_torque(const kernel_model *model, int lanes, const scalar *q, const scalar *qd, const scalar *qdd,
                          scalar *tau)
{
    const model_drive *drives = model_drives(model);
    const scalar width = (scalar)model->drive_options.friction_width;
    for (int i = 0; model->drives_act && i < model->tree_nv; i++) {
        const model_drive *d = &drives[i];
        for (int lane = 0; lane < lanes; lane++) {
            int k = i * lanes + lane;
            tau[k] += passive_torque(d, width, q[(int)d->position * lanes + lane], qd[k]) + d->rotor * qdd[k];
        }
    }
}

void cdy_add_rotor_torque(const kernel_model *model, int lanes, const scalar *qdd, scalar *tau)
{
    const model_drive *drives = model_drives(model);
    for (int i = 0; model->drives_act && i < model->tree_nv; i++) {
        for (int k = i * lanes; k < (i + 1) * lanes; k++) {
            tau[k] += drives[i].rotor * qdd[k];
        }
    }
}

void cdy_subtract_drive_torque(const kernel_model *model, int lanes, const scalar *q, const scalar *qd, scalar *tau)
{
    const model_drive *drives = model_drives(model);
    const scalar width = (scalar)model->drive_options.friction_width;
    for (int i = 0; model->drives_act && i < model->tree_nv; i++) {
        const model_drive *d = &drives[i];
        for (int lane = 0; lane < lanes; lane++) {
            int k = i * lanes + lane;
            tau[k] -= passive_torque(d, width, q[(int)d->position * lanes + lane], qd[k]);
        }
    }
}

void cdy_add_rotor_inertia(const kernel_model *model, int lanes, scalar *M)
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
static scalar passive_damping(const model_drive *d, scalar width, scalar qd)
{
    const scalar t = (scalar)tanh((double)(qd / width));
    return d->damping + d->friction / width * (1 - t * t);
}

void cdy_add_drive_derivatives(const kernel_model *model, int lanes, const scalar *qd, scalar *dtau_dq,
                               scalar *dtau_dqd)
{
    const model_drive *drives = model_drives(model);
    const scalar width = (scalar)model->drive_options.friction_width;
    const size_t n = (size_t)model->tree_nv, count = (size_t)lanes;
    for (size_t k = 0; model->drives_act && k < n * count; k++) {
        const size_t i = k / count, element = i * (n + 1) * count + k % count;
        if (dtau_dq) {
            dtau_dq[element] += drives[i].stiffness;
        }
        if (dtau_dqd) {
            dtau_dqd[element] += passive_damping(&drives[i], width, qd[k]);
        }
    }
}

void cdy_add_drive_products(const kernel_model *model, int lanes, const scalar *qd, const scalar *w, scalar *by_q,
                            scalar *by_qd, scalar *by_qdd)
{
    const model_drive *drives = model_drives(model);
    const scalar width = (scalar)model->drive_options.friction_width;
    const int numbers = model->drives_act ? model->tree_nv * lanes : 0;
    for (int k = 0; k < numbers; k++) {
        const model_drive *d = &drives[k / lanes];
        by_q[k] += d->stiffness * w[k];
        by_qd[k] += passive_damping(d, width, qd[k]) * w[k];
        by_qdd[k] += d->rotor * w[k];
    }
}

void cdy_add_drive_change(const kernel_model *model, int lanes, const scalar *qd, const scalar *dq, const scalar *dqd,
                          const scalar *dqdd, scalar *dtau)
{
    const model_drive *drives = model_drives(model);
    const scalar width = (scalar)model->drive_options.friction_width;
    const int numbers = model->drives_act ? model->tree_nv * lanes : 0;
    for (int k = 0; k < numbers; k++) {
        const model_drive *d = &drives[k / lanes];
        dtau[k] += d->stiffness * dq[k] + passive_damping(d, width, qd[k]) * dqd[k] + d->rotor * dqdd[k];
    }
}

void cdy_drive_slopes(const kernel_model *model, const scalar *qd, scalar q_weight, scalar qd_weight, scalar *diagonal)
{
    const model_drive *drives = model_drives(model);
    const scalar width = (scalar)model->drive_options.friction_width;
    for (int i = 0; i < model->tree_nv; i++) {
        diagonal[i] = q_weight * drives[i].stiffness + qd_weight * passive_damping(&drives[i], width, qd[i]);
    }
}

void cdy_add_drive_energies(const kernel_model *model, int lanes, const scalar *q, const scalar *qd, scalar *kinetic,
                            scalar *potential)
{
    const model_drive *drives = model_drives(model);
    for (int i = 0; model->drives_act && i < model->tree_nv; i++) {
        const model_drive *d = &drives[i];
        for (int lane = 0; lane < lanes; lane++) {
            const scalar speed = qd[i * lanes + lane], stretch = q[(int)d->position * lanes + lane] - d->rest;
            kinetic[lane] += d->rotor * speed * speed / 2;
            potential[lane] += d->stiffness * stretch * stretch / 2;
        }
    }
}
