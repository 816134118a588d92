/* Limits of joints in a motion: torques that saturate at effort limits, and the range of positions between stops. */
#include "base/error.h"
#include "model/model.h"
#include "simulation/simulation.h"

#include <math.h>

static int32_t body_of(const cdy_model *model, int index)
{
    const int32_t v = ((const int32_t *)model_section(model, model->own_velocities))[index];
    return model_velocities(model)[v].body;
}

void cdy_saturate(const cdy_model *model, double *tau)
{
    for (int i = 0; i < model->nv; i++) {
        const double limit = model_joints(model)[body_of(model, i)].effort_limit;
        tau[i] = fmin(fmax(tau[i], -limit), limit);
    }
}

bool cdy_is_saturated(const cdy_model *model, int index, double torque)
{
    return fabs(torque) >= model_joints(model)[body_of(model, index)].effort_limit;
}

stop_range cdy_stop_range(const cdy_model *model, int index)
{
    const int32_t body = body_of(model, index);
    const model_joint *joint = &model_joints(model)[body];
    return model_bodies(model)[body].nv == 1 ? (stop_range){joint->lower, joint->upper, joint->position}
                                             : (stop_range){-HUGE_VAL, HUGE_VAL, 0};
}

cdy_status cdy_check_stops(const cdy_model *model, const double *q, cdy_error *error)
{
    for (int i = 0; i < model->nv; i++) {
        const stop_range range = cdy_stop_range(model, i);
        const double x = q[range.position];
        if (x < range.lower || x > range.upper) {
            cdy_coordinate c = {.joint = ""};
            cdy_model_velocity(model, i, &c);
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "joint '%.80s' begins at %.9g, beyond its limit of %.9g; with stops, a motion begins "
                            "within the limits",
                            c.joint, x, x < range.lower ? range.lower : range.upper);
        }
    }
    return CDY_OK;
}
