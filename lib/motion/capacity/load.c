#include "capacity/load.h"

#include "base/error.h"

#include <math.h>

double cdy_effort_limit(const cdy_model *model, int velocity)
{
    const int32_t v = ((const int32_t *)model_section(model, model->own_velocities))[velocity];
    return model_joints(model)[model_velocities(model)[v].body].effort_limit;
}

cdy_status cdy_check_effort_limits(const cdy_model *model, cdy_error *error)
{
    for (int i = 0; i < model->nv; i++) {
        if (isfinite(cdy_effort_limit(model, i))) {
            return CDY_OK;
        }
    }
    return cdy_fail(
        error, CDY_ERROR_ROBOT,
        "no joint has a known effort limit, so that nothing bounds the mass; expected <limit effort='...'/> "
        "above 0");
}

void cdy_unit_load(int n, const double *J, const double arm[3], const double a[3], double *d)
{
    const double rounding = 1e-13;
    const vec3 weight = vec3_from(a), moment = cross(vec3_from(arm), weight);
    for (int i = 0; i < n; i++) {
        const vec3 w = {J[i], J[n + i], J[2 * n + i]}, v = {J[3 * n + i], J[4 * n + i], J[5 * n + i]};
        const double size = sqrt(dot(w, w) * dot(moment, moment)) + sqrt(dot(v, v) * dot(weight, weight));
        d[i] = dot(w, moment) + dot(v, weight);
        d[i] = fabs(d[i]) <= rounding * size && isfinite(size) ? 0 : d[i]; /* an overflow is no rounding error */
    }
}

cdy_capacity cdy_bound_mass(const cdy_model *model, const double *tau, const double *d)
{
    cdy_capacity c = {.mass = HUGE_VAL, .velocity = -1};
    double least = 0; /* masses below this bound leave a joint beyond its effort limit, since they relieve that joint */
    int exceeded = -1;
    bool possible = true;
    for (int i = 0; i < model->nv; i++) {
        const double effort = cdy_effort_limit(model, i), used = fabs(tau[i]) / effort;
        if (isinf(effort)) {
            continue;
        }
        if (used > c.unloaded) {
            c.unloaded = used;
            exceeded = i;
        }
        if (!(fabs(d[i]) > 0)) {
            possible = possible && used <= 1;
            continue;
        }
        const double with = d[i] < 0 ? -tau[i] : tau[i]; /* torque in the direction of d */
        if ((effort - with) / fabs(d[i]) < c.mass) {
            c.mass = (effort - with) / fabs(d[i]);
            c.velocity = i;
        }
        least = fmax(least, (-effort - with) / fabs(d[i]));
    }
    if (!possible || c.mass < least) {
        c.mass = 0;
        c.velocity = exceeded;
    }
    return c;
}
