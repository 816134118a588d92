/* The regressor of inverse dynamics, projected onto the caller's coordinates. */
#include "base/error.h"
#include "dynamics/arguments.h"
#include "dynamics/parameters.h"

#include <math.h>
#include <string.h>

/* Adds a body's block of the tree, tree_nv x 10, to the caller's rows. */
static void project_block(const cdy_model *model, const double *block, size_t p, double *Y)
{
    const model_coordinate *c = model_velocities(model);
    for (int i = 0; i < model->tree_nv; i++) {
        for (size_t k = 0; k < BODY_PARAMETERS; k++) {
            Y[(size_t)c[i].index * p + k] += c[i].multiplier * block[(size_t)i * BODY_PARAMETERS + k];
        }
    }
}

static void fill_bodies(const cdy_model *model, const cdy_workspace *w, size_t p, double *Y)
{
    int frame = 0;
    for (int i = 1; i < model->body_count; i++) {
        double *columns = Y + BODY_PARAMETERS * (i - 1);
        frame = cdy_next_link(model, frame, i);
        if (model->has_followers) {
            memset(w->block, 0, (size_t)model->tree_nv * BODY_PARAMETERS * sizeof *w->block);
            w->kernels->regressor_block(model, w->state, frame, BODY_PARAMETERS, w->block);
            project_block(model, w->block, p, columns);
        } else {
            w->kernels->regressor_block(model, w->state, frame, p, columns);
        }
    }
}

/* What a drive feels of its own motion; the caller's qd and qdd may be NULL. */
static void fill_drives(const cdy_model *model, const cdy_regressor_options *o, const double *qd, const double *qdd,
                        size_t p, double *Y)
{
    int damping = cdy_drive_column(model, o, CDY_PARAMETER_DAMPING);
    int coulomb = cdy_drive_column(model, o, CDY_PARAMETER_COULOMB);
    int rotor = cdy_drive_column(model, o, CDY_PARAMETER_ROTOR_INERTIA);
    for (int i = 0; i < model->nv; i++) {
        double *row = Y + (size_t)i * p;
        if (damping >= 0 && qd) {
            row[damping + i] = qd[i];
        }
        if (coulomb >= 0 && qd) {
            row[coulomb + i] = tanh(qd[i] / o->friction_width);
        }
        if (rotor >= 0 && cdy_has_rotor(model, i)) {
            row[rotor++] = qdd ? qdd[i] : 0;
        }
    }
}

cdy_status cdy_regressor(const cdy_model *model, cdy_workspace *w, const double *q, const double *qd, const double *qdd,
                         const cdy_regressor_options *options, double *Y, cdy_error *error)
{
    const double *tree_q = NULL, *tree_qd = NULL, *tree_qdd = NULL;
    cdy_status status = cdy_check_workspace(model, w, error);
    if (status) {
        return status;
    }
    if (!Y) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the regressor was given");
    }
    if ((status = cdy_check_regressor_options(options, error)) ||
        (status = cdy_read_position(model, w, q, &tree_q, error)) ||
        (status = cdy_read_velocity(model, w, qd, w->qd, "velocity", &tree_qd, error)) ||
        (status = cdy_read_velocity(model, w, qdd, w->qdd, "acceleration", &tree_qdd, error))) {
        return status;
    }
    const size_t p = (size_t)cdy_parameter_count(model, options);
    w->kernels->regressor_motion(model, w->state, model->gravity, tree_q, tree_qd, tree_qdd);
    memset(Y, 0, (size_t)model->nv * p * sizeof *Y);
    fill_bodies(model, w, p, Y);
    fill_drives(model, options, qd, qdd, p, Y);
    return cdy_check_result(Y, (size_t)model->nv * p, error);
}

cdy_status cdy_add_wrench_torque(const cdy_model *model, cdy_workspace *w, const double *q, const double *fext,
                                 double *tau, cdy_error *error)
{
    static const double no_gravity[3] = {0, 0, 0};
    const double *tree_q = NULL;
    cdy_status status = cdy_check_workspace(model, w, error);
    status = status ? status : cdy_read_position(model, w, q, &tree_q, error);
    status = status ? status : cdy_check_forces(model, fext, error);
    if (status || !fext) {
        return status;
    }
    w->kernels->rnea(model, w->state, no_gravity, tree_q, w->zero, w->zero, fext, w->tau);
    const model_coordinate *c = model_velocities(model);
    status = cdy_check_result(w->tau, (size_t)model->tree_nv, error);
    for (int i = 0; !status && i < model->tree_nv; i++) {
        tau[c[i].index] -= c[i].multiplier * w->tau[i];
    }
    return status;
}
