/* Centroidal momentum and its rate. */
#include "base/error.h"
#include "dynamics/arguments.h"

#include <condyle/kinematics.h>
#include <condyle/momentum.h>

static double inverse_mass(const cdy_model *model)
{
    double mass = cdy_total_mass(model);
    return mass > 0 ? 1 / mass : 0;
}

typedef struct momentum {
    double h[6], rate[6];
} momentum;

static cdy_status compute(const cdy_model *model, cdy_workspace *w, const double *q, const double *qd,
                          const double *qdd, const double *result, momentum *m, cdy_error *error)
{
    const double *tree_q = NULL, *tree_qd = NULL, *tree_qdd = NULL;
    cdy_status status = cdy_check_workspace(model, w, error);
    if (!status && !result) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no place for the momentum was given");
    }
    if (status || (status = cdy_read_position(model, w, q, &tree_q, error)) ||
        (status = cdy_read_velocity(model, w, qd, w->qd, "velocity", &tree_qd, error)) ||
        (status = cdy_read_velocity(model, w, qdd, w->qdd, "acceleration", &tree_qdd, error))) {
        return status;
    }
    w->kernels->momentum(model, w->state, inverse_mass(model), tree_q, tree_qd, tree_qdd, m->h, m->rate);
    return CDY_OK;
}

cdy_status cdy_centroidal_momentum(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *qd,
                                   double h[6], cdy_error *error)
{
    momentum m;
    cdy_status status = compute(model, workspace, q, qd, NULL, h, &m, error);
    return status ? status : cdy_write_result(m.h, 6, h, error);
}

cdy_status cdy_centroidal_momentum_rate(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                        const double *qd, const double *qdd, double rate[6], cdy_error *error)
{
    momentum m;
    cdy_status status = compute(model, workspace, q, qd, qdd, rate, &m, error);
    return status ? status : cdy_write_result(m.rate, 6, rate, error);
}

cdy_status cdy_centroidal_momentum_bias(const cdy_model *model, cdy_workspace *workspace, const double *q,
                                        const double *qd, double bias[6], cdy_error *error)
{
    return cdy_centroidal_momentum_rate(model, workspace, q, qd, NULL, bias, error);
}
