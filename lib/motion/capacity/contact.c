/* The mass that a body has for a blow, and the speed that keeps a blow within limits. */
#include <condyle/contact.h>

#include "base/error.h"
#include "base/finite.h"
#include "capacity/load.h"
#include "capacity/locked.h"
#include "dynamics/workspace.h"
#include "linalg/cholesky.h"
#include "spatial/exponential.h"

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

/* The point of a contact in the base's axes. */
typedef struct place {
    vec3 arm;        /* from the frame's origin, m */
    double distance; /* distance of that origin from the base's, m */
} place;

/* The direction in the base's axes, of length 1, and the place of the point. */
static cdy_status find_direction(const cdy_model *model, cdy_workspace *w, const cdy_contact_state *s, place *point,
                                 vec3 *direction, cdy_error *error)
{
    double T[16], velocity[6];
    cdy_status status = cdy_get_transform(model, w, s->frame, 0, s->q, T, error);
    status = status ? status : cdy_frame_velocity(model, w, s->frame, CDY_AXES_BASE, s->q, s->qd, velocity, error);
    if (status) {
        return status;
    }
    const vec3 r = turn(T, vec3_from(s->point));
    *point = (place){r, hypot(hypot(T[3], T[7]), T[11])};
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

/* The longest lever of the joints that turn, at the frame's origin, whose Jacobian is J (6 x n). */
static double longest_lever(int n, const double *J)
{
    double longest = 0;
    for (int i = 0; i < n; i++) {
        const double turns = length((vec3){J[i], J[n + i], J[2 * n + i]});
        const double speed = length((vec3){J[3 * n + i], J[4 * n + i], J[5 * n + i]});
        longest = turns > 0 ? fmax(longest, speed / turns) : longest;
    }
    return longest;
}

/* u^T J of the point; J (6 x n) is the frame's. Rounding errors of 0 become 0: those of the levers are as large beside
 * the arm also where the point lies on an axis. */
static void project(int n, const double *J, const place *point, vec3 u, double *row)
{
    const double rounding = 1e-13, reach = length(point->arm) + point->distance + longest_lever(n, J);
    for (int i = 0; i < n; i++) {
        const vec3 w = {J[i], J[n + i], J[2 * n + i]}, v = {J[3 * n + i], J[4 * n + i], J[5 * n + i]};
        const double size = length(w) * reach + length(v), speed = dot(u, add(v, cross(w, point->arm)));
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
    place point;
    vec3 u;
    cdy_status status = cdy_check_workspace(model, workspace, error);
    status = status ? status : check_state(state, contact, error);
    if (!status && !workspace->M) {
        status = cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                          "robots with more than %d degrees of freedom have no mass matrix", LARGEST_DENSE);
    }
    status = status ? status : find_direction(model, workspace, state, &point, &u, error);
    if (status) {
        return status;
    }
    cdy_contact found = {{u.x, u.y, u.z}, (double)NAN, 0};
    if (!isnan(u.x)) {
        double *J = workspace->ik.J, *row = workspace->ik.step;
        status = cdy_geometric_jacobian(model, workspace, state->frame, CDY_AXES_BASE, state->q, J, error);
        if (!status) {
            project(model->nv, J, &point, u, row);
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

static cdy_status check_efforts(const cdy_model *model, const double *effort, cdy_error *error)
{
    for (int i = 0; effort && i < model->nv; i++) {
        if (!(effort[i] >= 0)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "effort %g of degree of freedom %d is no number from 0",
                            effort[i], i);
        }
    }
    return CDY_OK;
}

/* The rounding of torques against gravity: what is left of a weight that does not load a joint. */
static double rounding_of(int n, const double *g)
{
    double most = 0;
    for (int i = 0; i < n; i++) {
        most = fmax(most, fabs(g[i]));
    }
    return 1e-13 * most;
}

/* The largest F from 0 for which |g + F row| is within the efforts of all joints that are not locked, 0 where a joint
 * cannot even hold g; *velocity is the joint that bounds F. */
static double bound_force(const cdy_model *model, const cdy_contact_state *s, const double *effort, const double *g,
                          const double *row, int *velocity)
{
    const double rounding = rounding_of(model->nv, g);
    double least = HUGE_VAL;
    *velocity = -1;
    for (int i = 0; i < model->nv; i++) {
        const double most = effort ? effort[i] : cdy_effort_limit(model, i);
        const double left = most - (row[i] > 0 ? g[i] : -g[i]);
        const bool holds = fabs(g[i]) <= most + rounding, free = !s->locked || !s->locked[i];
        const double bound = !holds ? 0 : fabs(row[i]) > 0 ? fmax(left / fabs(row[i]), 0) : HUGE_VAL;
        if (free && bound < least) {
            least = bound;
            *velocity = i;
        }
    }
    return least;
}

cdy_status cdy_clamping_force(const cdy_model *model, cdy_workspace *workspace, const cdy_contact_state *state,
                              const double *effort, double *clamping, int *velocity, cdy_error *error)
{
    place point;
    double found = (double)NAN;
    int bounding = -1;
    vec3 u;
    cdy_status status = cdy_check_workspace(model, workspace, error);
    status = status ? status : check_state(state, &(cdy_contact){0}, error);
    if (!status && !clamping) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the force was given");
    }
    status = status ? status : check_efforts(model, effort, error);
    status = status ? status : find_direction(model, workspace, state, &point, &u, error);
    if (status) {
        return status;
    }
    double *J = workspace->ik.J, *row = workspace->ik.step, *g = workspace->ik.lower;
    status = cdy_gravity_torque(model, workspace, state->q, g, error);
    status =
        status ? status : cdy_geometric_jacobian(model, workspace, state->frame, CDY_AXES_BASE, state->q, J, error);
    if (!status && !isnan(u.x)) {
        project(model->nv, J, &point, u, row);
        found = bound_force(model, state, effort, g, row, &bounding);
    }
    if (!status) {
        *clamping = found;
        if (velocity) {
            *velocity = bounding;
        }
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
