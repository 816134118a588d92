#include "dynamics/drives.h"

#include "dynamics/drive_law.h"

#include <math.h>

/* Torque of damping, friction and spring. Coulomb friction is smoothed: friction * tanh(qd / width). */
static scalar simple_torque(const model_drive *d, scalar q, scalar qd)
{
    return d->damping * qd + d->friction * (scalar)tanh((double)(qd / d->law.width)) + d->stiffness * (q - d->rest);
}

/* The torque of the law beside damping and Coulomb friction: law_torque(), and where it acts friction by the load u. */
static scalar added_torque(const model_drive *d, scalar qd, scalar u)
{
    const law_signs x = law_signs_at(&d->law, (double)qd);
    double torque = law_torque(&d->law, &x, (double)qd);
    if (d->terms & DRIVE_LOAD) {
        const law_load y = law_load_at(&d->law, &x);
        torque += law_load_torque(&d->law, &y, (double)u);
    }
    return (scalar)torque;
}

void cdy_add_drive_torque(const kernel_model *model, int lanes, const scalar *q, const scalar *qd, const scalar *qdd,
                          scalar *tau)
{
    const model_drive *drives = model_drives(model);
    for (int i = 0; model->drives_act && i < model->tree_nv; i++) {
        const model_drive *d = &drives[i];
        for (int lane = 0; lane < lanes; lane++) {
            const int k = i * lanes + lane, place = (int)d->position * lanes + lane;
            const scalar bodies = tau[k];
            tau[k] += simple_torque(d, q[place], qd[k]) + d->rotor * qdd[k];
            if (d->terms) {
                tau[k] += added_torque(d, qd[k], bodies + d->stiffness * (q[place] - d->rest));
            }
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

/* The load u at which u and the friction that it causes are `torque` together. Their sum grows with u by at least a
 * tenth: a Newton step that leaves the bounds of the solution is replaced by half of the interval. */
static double find_load(const model_drive_law *l, const law_load *y, double torque)
{
    enum { MOST_STEPS = 100 };
    double low = torque - 10 * fabs(torque), high = torque + 10 * fabs(torque), u = torque;
    for (int i = 0; i < MOST_STEPS; i++) {
        const double excess = u - torque + law_load_torque(l, y, u);
        if (!(fabs(excess) > 2e-16 * fabs(torque))) {
            break;
        }
        *(excess > 0 ? &high : &low) = u;
        const double next = u - excess / (1 + law_load_torque_by_load(l, y, u));
        const double middle = low + (high - low) / 2, last = u;
        u = next > low && next < high ? next : middle;
        if (!(u < last) && !(u > last)) {
            break;
        }
    }
    return u;
}

/* The friction by the load that a torque at the motor, less all other torques of the drive, overcomes without rotor. */
static double overcome_friction(const model_drive *d, scalar qd, double torque)
{
    const law_signs x = law_signs_at(&d->law, (double)qd);
    const law_load y = law_load_at(&d->law, &x);
    return torque - find_load(&d->law, &y, torque);
}

void cdy_subtract_drive_torque(const kernel_model *model, int lanes, const scalar *q, const scalar *qd, scalar *tau)
{
    const model_drive *drives = model_drives(model);
    for (int i = 0; model->drives_act && i < model->tree_nv; i++) {
        const model_drive *d = &drives[i];
        for (int lane = 0; lane < lanes; lane++) {
            const int k = i * lanes + lane, place = (int)d->position * lanes + lane;
            tau[k] -= simple_torque(d, q[place], qd[k]);
            if (d->terms) {
                tau[k] -= added_torque(d, qd[k], 0);
            }
            if (d->terms & DRIVE_LOAD) {
                const double spring = (double)(d->stiffness * (q[place] - d->rest));
                tau[k] -= (scalar)overcome_friction(d, qd[k], (double)tau[k] + spring);
            }
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

/* Derivative of the drive torque by qd at the load u. */
static scalar slope_by_qd(const model_drive *d, scalar qd, scalar u)
{
    const scalar t = (scalar)tanh((double)(qd / d->law.width));
    const scalar simple = d->damping + d->friction / d->law.width * (1 - t * t);
    if (!d->terms) {
        return simple;
    }
    const law_signs x = law_signs_at(&d->law, (double)qd);
    const law_load y = law_load_at(&d->law, &x);
    return simple + (scalar)(law_torque_by_qd(&d->law, &x, (double)qd) + law_load_torque_by_qd(&d->law, &y, (double)u));
}

static scalar load_at(const scalar *load, int k)
{
    return load ? load[k] : 0;
}

drive_load cdy_drive_load(const kernel_model *model, int lanes, const scalar *q, const scalar *qd, scalar *memory)
{
    const model_drive *drives = model_drives(model);
    const int numbers = model->tree_nv * lanes;
    scalar *torque = memory, *slopes = memory + numbers;
    for (int k = 0; k < numbers; k++) {
        const model_drive *d = &drives[k / lanes];
        torque[k] += d->stiffness * (q[(int)d->position * lanes + k % lanes] - d->rest);
        slopes[k] = 0;
        if (d->terms & DRIVE_LOAD) {
            const law_signs x = law_signs_at(&d->law, (double)qd[k]);
            const law_load y = law_load_at(&d->law, &x);
            slopes[k] = (scalar)law_load_torque_by_load(&d->law, &y, (double)torque[k]);
        }
    }
    return (drive_load){torque, slopes};
}

void cdy_scale_by_load(const kernel_model *model, int lanes, const drive_load *load, const scalar *w, scalar *scaled)
{
    for (int k = 0; k < model->tree_nv * lanes; k++) {
        scaled[k] = (1 + load->slopes[k]) * w[k];
    }
}

/* Multiplies row i of a matrix by 1 + slope i. */
static void scale_rows(const kernel_model *model, int lanes, const scalar *slopes, scalar *matrix)
{
    const size_t n = (size_t)model->tree_nv, count = (size_t)lanes;
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n * count; k++) {
            matrix[i * n * count + k] *= 1 + slopes[i * count + k % count];
        }
    }
}

void cdy_add_drive_derivatives(const kernel_model *model, int lanes, const scalar *qd, const drive_load *load,
                               scalar *dtau_dq, scalar *dtau_dqd)
{
    const model_drive *drives = model_drives(model);
    const size_t n = (size_t)model->tree_nv, count = (size_t)lanes;
    for (size_t k = 0; model->drives_act && dtau_dq && k < n * count; k++) {
        dtau_dq[k / count * (n + 1) * count + k % count] += drives[k / count].stiffness;
    }
    if (load && dtau_dq) {
        scale_rows(model, lanes, load->slopes, dtau_dq);
    }
    if (load && dtau_dqd) {
        scale_rows(model, lanes, load->slopes, dtau_dqd);
    }
    for (size_t k = 0; model->drives_act && dtau_dqd && k < n * count; k++) {
        dtau_dqd[k / count * (n + 1) * count + k % count] +=
            slope_by_qd(&drives[k / count], qd[k], load_at(load ? load->torque : NULL, (int)k));
    }
}

/* Second derivative of the drive torque by qd, without friction by the load. */
static scalar curvature_by_qd(const model_drive *d, scalar qd)
{
    const scalar t = (scalar)tanh((double)(qd / d->law.width));
    const scalar simple = -2 * d->friction / (d->law.width * d->law.width) * t * (1 - t * t);
    if (!d->terms) {
        return simple;
    }
    const law_signs x = law_signs_at(&d->law, (double)qd);
    return simple + (scalar)law_torque_by_qd_qd(&d->law, &x, (double)qd);
}

void cdy_add_drive_curvature(const kernel_model *model, const scalar *qd, scalar *by_qd_qd)
{
    const model_drive *drives = model_drives(model);
    const model_coordinate *own = model_velocities(model);
    const size_t n = (size_t)model->nv;
    for (int i = 0; model->drives_act && i < model->tree_nv; i++) {
        const scalar factor = (scalar)own[i].multiplier;
        by_qd_qd[(size_t)own[i].index * (n * n + n + 1)] +=
            factor * factor * factor * curvature_by_qd(&drives[i], qd[i]);
    }
}

load_curvature cdy_load_curvature(const kernel_model *model, int i, const scalar *qd, const drive_load *load)
{
    const model_drive *d = &model_drives(model)[i];
    if (!(d->terms & DRIVE_LOAD)) {
        return (load_curvature){0, 0, 0};
    }
    const law_signs x = law_signs_at(&d->law, (double)qd[i]);
    const law_curvature c = law_load_curvature(&d->law, &x, (double)load->torque[i]);
    return (load_curvature){(scalar)c.by_u_u, (scalar)c.by_u_qd, (scalar)c.by_qd_qd};
}

void cdy_add_drive_products(const kernel_model *model, int lanes, const scalar *qd, const drive_load *load,
                            const scalar *w, scalar *by_q, scalar *by_qd, scalar *by_qdd)
{
    const model_drive *drives = model_drives(model);
    const int numbers = model->drives_act ? model->tree_nv * lanes : 0;
    for (int k = 0; k < numbers; k++) {
        const model_drive *d = &drives[k / lanes];
        by_q[k] += d->stiffness * (load ? (1 + load->slopes[k]) * w[k] : w[k]);
        by_qd[k] += slope_by_qd(d, qd[k], load_at(load ? load->torque : NULL, k)) * w[k];
        by_qdd[k] += d->rotor * w[k];
    }
}

void cdy_add_drive_change(const kernel_model *model, int lanes, const scalar *qd, const drive_load *load,
                          const scalar *dq, const scalar *dqd, const scalar *dqdd, scalar *dtau)
{
    const model_drive *drives = model_drives(model);
    const int numbers = model->drives_act ? model->tree_nv * lanes : 0;
    for (int k = 0; k < numbers; k++) {
        const model_drive *d = &drives[k / lanes];
        const scalar slope = slope_by_qd(d, qd[k], load_at(load ? load->torque : NULL, k));
        if (load) {
            dtau[k] = (1 + load->slopes[k]) * (dtau[k] + d->stiffness * dq[k]) + slope * dqd[k] + d->rotor * dqdd[k];
        } else {
            dtau[k] += d->stiffness * dq[k] + slope * dqd[k] + d->rotor * dqdd[k];
        }
    }
}

void cdy_drive_slopes(const kernel_model *model, const scalar *qd, scalar q_weight, scalar qd_weight, scalar *diagonal)
{
    const model_drive *drives = model_drives(model);
    for (int i = 0; i < model->tree_nv; i++) {
        diagonal[i] = q_weight * drives[i].stiffness + qd_weight * slope_by_qd(&drives[i], qd[i], 0);
    }
}

void cdy_add_drive_energies(const kernel_model *model, int lanes, const scalar *q, const scalar *qd, scalar *kinetic,
                            scalar *potential)
{
    const model_drive *drives = model_drives(model);
    for (int i = 0; model->drives_act && i < model->tree_nv; i++) {
        const model_drive *d = &drives[i];
        for (int lane = 0; lane < lanes; lane++) {
            const scalar speed = qd[i * lanes + lane], position = q[(int)d->position * lanes + lane];
            const scalar stretch = position - d->rest;
            kinetic[lane] += d->rotor * speed * speed / 2;
            potential[lane] += d->stiffness * stretch * stretch / 2;
            if (d->terms & DRIVE_OFFSET) {
                potential[lane] += d->law.offset * position;
            }
        }
    }
}
