/* The mass that a body has for a blow, and the speed that keeps a blow within limits. */
#include <condyle/contact.h>

#include "base/error.h"
#include "base/finite.h"
#include "capacity/locked.h"
#include "dynamics/workspace.h"
#include "linalg/cholesky.h"

#include <math.h>

static cdy_status check_state(const cdy_contact_state *s, const cdy_contact *contact, cdy_error *error)
{
    if (!s || !contact) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no %s was given",
                        s ? "pointer for the contact" : "state of the contact");
    }
    if (!cdy_all_finite(s->point, 3) || (s->direction && !cdy_all_finite(s->direction, 3))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the point or the direction of the contact is not finite");
    }
    if (s->axes != CDY_AXES_BASE && s->axes != CDY_AXES_BODY) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there are no axes %d; expected a cdy_axes", (int)s->axes);
    }
    return CDY_OK;
}

/* R c for the rotation of a placement T. */
static vec3 turn(const double T[16], vec3 c)
{
    return (vec3){dot(vec3_from(T), c), dot(vec3_from(T + 4), c), dot(vec3_from(T + 8), c)};
}

/* Scales a vector to the length 1, not numbers where it is 0. The largest number is divided by before, so that no
 * square is too large or too small. */
static vec3 unit(vec3 v)
{
    const double size = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
    const vec3 scaled = {v.x / size, v.y / size, v.z / size};
    const double length = sqrt(dot(scaled, scaled));
    return (vec3){scaled.x / length, scaled.y / length, scaled.z / length};
}

/* The direction in the base's axes, of length 1; `arm` receives the point from the frame's origin in these axes. */
static cdy_status find_direction(const cdy_model *model, cdy_workspace *w, const cdy_contact_state *s, double arm[3],
                                 vec3 *direction, cdy_error *error)
{
    double T[16], velocity[6];
    cdy_status status = cdy_get_transform(model, w, s->frame, 0, s->q, T, error);
    status = status ? status : cdy_frame_velocity(model, w, s->frame, CDY_AXES_BASE, s->q, s->qd, velocity, error);
    if (status) {
        return status;
    }
    const vec3 r = turn(T, vec3_from(s->point));
    arm[0] = r.x;
    arm[1] = r.y;
    arm[2] = r.z;
    if (!s->direction) {
        *direction = unit(add(vec3_from(velocity + 3), cross(vec3_from(velocity), r)));
        return CDY_OK;
    }
    *direction = unit(vec3_from(s->direction));
    if (s->axes == CDY_AXES_BODY) {
        *direction = unit(turn(T, *direction));
    }
    return isnan(direction->x) ? cdy_fail(error, CDY_ERROR_ARGUMENT,
                                          "the direction of the contact has length 0; give one that points "
                                          "somewhere")
                               : CDY_OK;
}

/* u^T J of the point at `arm` from the frame's origin; J (6 x n) is the frame's. Rounding errors of 0 become 0. */
static void project(int n, const double *J, vec3 arm, vec3 u, double *row)
{
    const double rounding = 1e-13, lever = sqrt(dot(arm, arm));
    for (int i = 0; i < n; i++) {
        const vec3 w = {J[i], J[n + i], J[2 * n + i]}, v = {J[3 * n + i], J[4 * n + i], J[5 * n + i]};
        const double size = sqrt(dot(w, w)) * lever + sqrt(dot(v, v)), speed = dot(u, add(v, cross(w, arm)));
        row[i] = fabs(speed) <= rounding * size && isfinite(size) ? 0 : speed;
    }
}

/* 1 / (row M^-1 row^T) over what is not locked. */
static cdy_status find_mass(const cdy_model *model, cdy_workspace *w, const cdy_contact_state *s, const double *row,
                            double *mass, cdy_error *error)
{
    double *M = w->M, *A = w->L, *x = w->ik.lower, mobility = 0;
    const cdy_status status = cdy_mass_matrix(model, w, s->q, w->L, error);
    if (status) {
        return status;
    }
    const int n = model->nv;
    for (int i = 0; i < n * n; i++) {
        M[i] = w->L[i];
    }
    const int count = cdy_leave_out_locked(n, s->locked, M, row, A, x);
    const int fault = count ? cdy_cholesky_factor(count, A) : 0;
    if (fault) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "the mass matrix of the joints that are not locked is singular; give their links mass and "
                        "inertia");
    }
    if (count) {
        cdy_cholesky_forward(count, A, 1, x);
    }
    for (int i = 0; i < count; i++) {
        mobility += x[i] * x[i];
    }
    *mass = 1 / mobility;
    return isnan(mobility) || isinf(mobility)
               ? cdy_fail(error, CDY_ERROR_NUMERIC,
                          "the effective mass is no number; the robot's numbers are too large "
                          "or too small")
               : CDY_OK;
}

/* Borrows the vectors that the workspace has for inverse kinematics. */
cdy_status cdy_effective_mass(const cdy_model *model, cdy_workspace *workspace, const cdy_contact_state *state,
                              cdy_contact *contact, cdy_error *error)
{
    double arm[3];
    vec3 u;
    cdy_status status = cdy_check_workspace(model, workspace, error);
    status = status ? status : check_state(state, contact, error);
    if (!status && !workspace->M) {
        status = cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                          "robots with more than %d degrees of freedom have no mass matrix", LARGEST_DENSE);
    }
    status = status ? status : find_direction(model, workspace, state, arm, &u, error);
    if (status) {
        return status;
    }
    cdy_contact found = {{u.x, u.y, u.z}, (double)NAN, 0};
    if (!isnan(u.x)) {
        double *J = workspace->ik.J, *row = workspace->ik.step;
        status = cdy_geometric_jacobian(model, workspace, state->frame, CDY_AXES_BASE, state->q, J, error);
        if (!status) {
            project(model->nv, J, vec3_from(arm), u, row);
            status = find_mass(model, workspace, state, row, &found.mass, error);
        }
        for (int i = 0; !status && state->qd && i < model->nv; i++) {
            found.speed += row[i] * state->qd[i];
        }
    }
    if (!status) {
        *contact = found;
    }
    return status;
}

static bool is_limit(double value)
{
    return value >= 0 && isfinite(value);
}

cdy_status cdy_contact_speed(const cdy_contact_limit *limit, double mass, double *speed, cdy_error *error)
{
    if (!limit || !speed) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no %s was given", limit ? "pointer for the speed" : "limit");
    }
    if (!is_limit(limit->force) || !is_limit(limit->energy) || !(limit->force > 0 || limit->energy > 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the limits are %g N and %g J; expected numbers from 0, one of them above it", limit->force,
                        limit->energy);
    }
    if (!is_limit(limit->stiffness) || (limit->force > 0 && !(limit->stiffness > 0))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the spring constant is %g N/m; expected one above 0, which a limit of force needs, or 0 for "
                        "none",
                        limit->stiffness);
    }
    if (!(limit->mass > 0) || !(mass > 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the masses are %g kg and %g kg; expected masses above 0",
                        limit->mass, mass);
    }
    const double reduced = 1 / (1 / limit->mass + 1 / mass);
    const double by_force = limit->force > 0 ? limit->force / sqrt(reduced * limit->stiffness) : (double)INFINITY;
    const double by_energy = limit->energy > 0 ? sqrt(2 * limit->energy / reduced) : (double)INFINITY;
    const double least = fmin(by_force, by_energy);
    if (!isfinite(least)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "the speed is no finite number; the limits are too large for masses so "
                        "small");
    }
    *speed = least;
    return CDY_OK;
}
