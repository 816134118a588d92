/* The largest mass in one state. */
#include "base/error.h"
#include "base/finite.h"
#include "capacity/load.h"
#include "dynamics/workspace.h"

/* Returns R c for the rotation of a placement T. */
static vec3 turn(const double T[16], vec3 c)
{
    return (vec3){dot(vec3_from(T), c), dot(vec3_from(T + 4), c), dot(vec3_from(T + 8), c)};
}

/* Computes the arm from the frame's origin to the point, and the acceleration of the point minus gravity: a + alpha x r
 * + w x (w x r) - g, in the base's axes. */
static cdy_status find_point_motion(const cdy_model *model, cdy_workspace *w, const cdy_capacity_state *s,
                                    double arm[3], double acceleration[3], cdy_error *error)
{
    static const double origin[3] = {0, 0, 0};
    double T[16], velocity[6], rate[6];
    cdy_status status = cdy_get_transform(model, w, s->frame, 0, s->q, T, error);
    status = status ? status : cdy_frame_velocity(model, w, s->frame, CDY_AXES_BASE, s->q, s->qd, velocity, error);
    status =
        status ? status : cdy_frame_acceleration(model, w, s->frame, CDY_AXES_BASE, s->q, s->qd, s->qdd, rate, error);
    if (status) {
        return status;
    }
    const vec3 r = turn(T, vec3_from(s->center_of_mass ? s->center_of_mass : origin)), spin = vec3_from(velocity);
    const vec3 a = add(vec3_from(rate + 3), add(cross(vec3_from(rate), r), cross(spin, cross(spin, r))));
    const double numbers[6] = {
        r.x, r.y, r.z, a.x - model->gravity[0], a.y - model->gravity[1], a.z - model->gravity[2]};
    for (int k = 0; k < 3; k++) {
        arm[k] = numbers[k];
        acceleration[k] = numbers[3 + k];
    }
    return cdy_all_finite(numbers, 6)
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_NUMERIC,
                          "the acceleration of the mass is not finite; its numbers are too large");
}

/* Borrows the vectors that the workspace has for inverse kinematics. */
cdy_status cdy_payload_capacity(const cdy_model *model, cdy_workspace *workspace, const cdy_capacity_state *state,
                                cdy_capacity *capacity, cdy_error *error)
{
    double arm[3], acceleration[3];
    cdy_status status = cdy_check_workspace(model, workspace, error);
    if (status) {
        return status;
    }
    if (!state || !capacity) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no %s was given",
                        state ? "pointer for the capacity" : "state in which the body carries the mass");
    }
    if (state->center_of_mass && !cdy_all_finite(state->center_of_mass, 3)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the center of mass has a number that is not finite");
    }
    double *tau = workspace->ik.step, *d = workspace->ik.lower, *J = workspace->ik.J;
    status = cdy_check_effort_limits(model, error);
    status = status ? status
                    : cdy_inverse_dynamics(model, workspace, state->q, state->qd, state->qdd, state->fext, tau, error);
    status = status ? status : find_point_motion(model, workspace, state, arm, acceleration, error);
    status =
        status ? status : cdy_geometric_jacobian(model, workspace, state->frame, CDY_AXES_BASE, state->q, J, error);
    if (status) {
        return status;
    }
    cdy_unit_load(model->nv, J, arm, acceleration, d);
    if (!cdy_all_finite(d, (size_t)model->nv)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC, "the torques of the mass are not finite; its numbers are too large");
    }
    *capacity = cdy_bound_mass(model, tau, d);
    return CDY_OK;
}
