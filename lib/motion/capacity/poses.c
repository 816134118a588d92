#include "capacity/poses.h"

#include "base/error.h"
#include "base/finite.h"
#include "base/memory.h"
#include "base/reserve.h"

#include <math.h>
#include <string.h>

cdy_capacity_options cdy_capacity_options_default(void)
{
    return (cdy_capacity_options){.samples = 20000, .threads = 1};
}

static cdy_status check_arguments(const cdy_model *model, int frame, const cdy_capacity_options *o, cdy_error *error)
{
    if (cdy_check_reserve(&o->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    enum { MOST_SAMPLES = 100000000 };
    if (frame < 0 || frame >= model->frame_count) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no body number %d; expected 0 to %d", frame,
                        (int)model->frame_count - 1);
    }
    if (!cdy_all_finite(o->center_of_mass, 3)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the center of mass has a number that is not finite");
    }
    if (o->samples < 1 || o->samples > MOST_SAMPLES) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a search cannot have %zu poses; expected 1 to %d", o->samples,
                        MOST_SAMPLES);
    }
    return CDY_OK;
}

/* Revolute joints always vary; sliding ones within limits, since torques may grow with the distance without end. */
static pose_range range_of(const cdy_model *model, int velocity)
{
    const double two_turns = 2 * 6.283185307179586;
    const int32_t v = ((const int32_t *)model_section(model, model->own_velocities))[velocity];
    const int32_t body = model_velocities(model)[v].body;
    const model_joint *joint = &model_joints(model)[body];
    const bool slides = is_prismatic(&model_bodies(model)[body]);
    const bool limited = isfinite(joint->lower) && isfinite(joint->upper);
    pose_range r = {.varies = model_bodies(model)[body].nv == 1 && (limited || !slides),
                    .position = joint->position,
                    .lower = joint->lower,
                    .upper = joint->upper};
    if (isinf(r.lower)) {
        r.lower = isinf(r.upper) ? -two_turns : r.upper - two_turns;
    }
    if (isinf(r.upper)) {
        r.upper = isinf(joint->lower) ? two_turns : r.lower + two_turns;
    }
    return r;
}

static bool allocate(poses *p, bool with_derivatives)
{
    const size_t n = (size_t)p->n + 1, nq = (size_t)p->nq + 1, number = sizeof(double);
    p->ranges = cdy_allocate(n, sizeof *p->ranges);
    p->home = cdy_allocate(nq, number);
    p->q = cdy_allocate((POSE_BLOCK + 1) * nq, number);
    p->tau = cdy_allocate(POSE_BLOCK * n, number);
    p->J = cdy_allocate(POSE_BLOCK * 6 * n, number);
    p->T = cdy_allocate((size_t)POSE_BLOCK * 16, number);
    p->d = cdy_allocate(POSE_BLOCK * n, number);
    p->one_tau = cdy_allocate(n, number);
    p->one_J = cdy_allocate(6 * n, number);
    p->one_d = cdy_allocate(n, number);
    p->fext = cdy_allocate(6 * ((size_t)p->model->force_rows + 1), number);
    p->dtau_dq = cdy_allocate(with_derivatives ? n * n : 1, number);
    return p->ranges && p->home && p->q && p->tau && p->J && p->T && p->d && p->one_tau && p->one_J && p->one_d &&
           p->fext && p->dtau_dq;
}

cdy_status cdy_poses_open(poses *p, const cdy_model *model, int frame, const cdy_capacity_options *given,
                          bool with_derivatives, cdy_error *error)
{
    const cdy_capacity_options options = given ? *given : cdy_capacity_options_default();
    cdy_batch_options batch = cdy_batch_options_default();
    batch.threads = options.threads;
    *p = (poses){.model = model, .frame = frame, .n = model->nv, .nq = model->nq, .options = options};
    p->seed = options.seed;
    cdy_status status = check_arguments(model, frame, &options, error);
    status = status ? status : cdy_batch_create(model, &batch, &p->batch, error);
    status = status ? status : cdy_workspace_create(model, &p->workspace, error);
    if (!status && !allocate(p, with_derivatives)) {
        status = cdy_fail_memory(error);
    }
    for (int i = 0; !status && i < p->n; i++) {
        p->ranges[i] = range_of(model, i);
    }
    if (!status) {
        cdy_home_configuration(model, p->home);
    }
    return status;
}

void cdy_poses_clear(poses *p)
{
    cdy_batch_destroy(p->batch);
    cdy_workspace_destroy(p->workspace);
    cdy_release(p->ranges);
    double *const arrays[] = {p->home,    p->q,     p->tau,   p->J,    p->T,      p->d,
                              p->one_tau, p->one_J, p->one_d, p->fext, p->dtau_dq};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        cdy_release(arrays[i]);
    }
}

/* A random configuration in which joints that do not vary are at home. */
static void draw(poses *p, double *q, double *random)
{
    cdy_random_configuration(p->model, &p->seed, random);
    memcpy(q, p->home, (size_t)p->nq * sizeof *q);
    for (int i = 0; i < p->n; i++) {
        if (p->ranges[i].varies) {
            q[p->ranges[i].position] = random[p->ranges[i].position];
        }
    }
}

/* Torques of the unit mass at rest; arm = R c. */
static void find_load(const poses *p, const double T[16], const double *J, double arm[3], double *d)
{
    const double *g = p->model->gravity;
    const vec3 c = vec3_from(p->options.center_of_mass);
    for (int k = 0; k < 3; k++) {
        arm[k] = dot(vec3_from(T + 4 * k), c);
    }
    cdy_unit_load(p->n, J, arm, (double[3]){-g[0], -g[1], -g[2]}, d);
}

/* Poses whose numbers are too large become NaN and are left out. */
static cdy_status ignore_rows(cdy_status status)
{
    return status == CDY_ERROR_NUMERIC ? CDY_OK : status;
}

cdy_status cdy_poses_draw(poses *p, size_t count, cdy_error *error)
{
    const size_t n = (size_t)p->n, nq = (size_t)p->nq;
    for (size_t i = 0; i < count; i++) {
        draw(p, p->q + i * nq, p->q + (POSE_BLOCK * nq)); /* one row more than the block */
    }
    cdy_status status =
        ignore_rows(cdy_batch_inverse_dynamics(p->model, p->batch, count, p->q, NULL, NULL, NULL, p->tau, NULL, error));
    status = status ? status
                    : ignore_rows(cdy_batch_geometric_jacobian(p->model, p->batch, count, p->frame, CDY_AXES_BASE, p->q,
                                                               p->J, NULL, error));
    status =
        status ? status
               : ignore_rows(cdy_batch_get_transform(p->model, p->batch, count, p->frame, 0, p->q, p->T, NULL, error));
    for (size_t i = 0; !status && i < count; i++) {
        double arm[3];
        find_load(p, p->T + 16 * i, p->J + 6 * n * i, arm, p->d + n * i);
    }
    return status;
}

bool cdy_pose_is_finite(const poses *p, size_t i)
{
    const size_t n = (size_t)p->n;
    return cdy_all_finite(p->tau + n * i, n) && cdy_all_finite(p->T + 16 * i, 16) && cdy_all_finite(p->d + n * i, n);
}

cdy_status cdy_poses_evaluate(poses *p, const double *q, cdy_error *error)
{
    cdy_status status = cdy_inverse_dynamics(p->model, p->workspace, q, NULL, NULL, NULL, p->one_tau, error);
    status =
        status ? status : cdy_geometric_jacobian(p->model, p->workspace, p->frame, CDY_AXES_BASE, q, p->one_J, error);
    status = status ? status : cdy_get_transform(p->model, p->workspace, p->frame, 0, q, p->one_T, error);
    if (!status) {
        find_load(p, p->one_T, p->one_J, p->arm, p->one_d);
    }
    return status;
}
