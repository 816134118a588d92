/* The moves of searches: the bounds of steps, and the configurations after them. */
#include "dynamics/manifold.h"
#include "ik/search_rows.h"
#include "model/range.h"

#include <condyle/configuration.h>
#include <math.h>

static const model_joint *joint_of(const cdy_model *model, int32_t velocity)
{
    const int32_t *own = model_section(model, model->own_velocities);
    return &model_joints(model)[model_velocities(model)[own[velocity]].body];
}

/* Narrows the bounds of the leaders' steps to those that keep their followers' limits as well. */
static void narrow_step_bounds(const ik_search *s)
{
    const model_joint *joints = model_joints(s->model);
    for (int32_t i = 1; i < s->model->body_count; i++) {
        const position_range own = joints[i].is_follower ? cdy_follower_range(s->model, i) : (position_range){0, 0};
        for (size_t lane = 0; joints[i].is_follower && lane < s->lanes; lane++) {
            const double q = s->q[(size_t)joints[i].position * s->lanes + lane];
            double *lower = s->lower + (size_t)joints[i].velocity * s->lanes + lane;
            double *upper = s->upper + (size_t)joints[i].velocity * s->lanes + lane;
            position_range step = {*lower, *upper};
            cdy_narrow_range(&step, (position_range){own.lower - q, own.upper - q});
            *lower = step.lower;
            *upper = step.upper;
        }
    }
}

void cdy_ik_bound_steps(const ik_search *s)
{
    const bool ignore = s->options.ignore_limits;
    for (size_t j = 0; j < s->count; j++) {
        const model_joint *joint = joint_of(s->model, s->columns[j]);
        const double *q = s->q + (size_t)joint->position * s->lanes;
        double *lower = s->lower + (size_t)s->columns[j] * s->lanes;
        double *upper = s->upper + (size_t)s->columns[j] * s->lanes;
        for (size_t lane = 0; lane < s->lanes; lane++) {
            lower[lane] = ignore ? -HUGE_VAL : joint->lower - q[lane];
            upper[lane] = ignore ? HUGE_VAL : joint->upper - q[lane];
        }
    }
    if (s->model->has_followers && !ignore) {
        narrow_step_bounds(s);
    }
}

/* The coordinate of a joint with one degree of freedom after the step, within its limits. */
static void step_coordinate(const ik_search *s, int32_t velocity, const bool *stepping)
{
    const model_joint *joint = joint_of(s->model, velocity);
    const size_t at = (size_t)joint->position * s->lanes;
    const bool ignore = s->options.ignore_limits;
    for (size_t lane = 0; lane < s->lanes; lane++) {
        double next = s->q[at + lane] + s->x[(size_t)velocity * s->lanes + lane];
        next = !ignore && next < joint->lower ? joint->lower : next; /* removes rounding errors */
        next = !ignore && next > joint->upper ? joint->upper : next;
        s->trial[at + lane] = stepping[lane] ? next : s->trial[at + lane];
    }
}

/* The coordinates of a joint that moves along screws after the step. */
static void step_joint(const ik_search *s, int body, size_t lane)
{
    const model_joint *joint = &model_joints(s->model)[body];
    const size_t count = (size_t)cdy_joint_type_nq((cdy_joint_type)joint->type);
    double q[CDY_JOINT_MOST_NQ] = {0}, step[CDY_JOINT_MOST_NV] = {0}, next[CDY_JOINT_MOST_NQ] = {0};
    for (size_t k = 0; k < count; k++) {
        q[k] = s->q[((size_t)joint->position + k) * s->lanes + lane];
    }
    for (size_t k = 0; k < (size_t)model_bodies(s->model)[body].nv; k++) {
        step[k] = s->x[((size_t)joint->velocity + k) * s->lanes + lane];
    }
    cdy_integrate_joint((joint_kind)model_bodies(s->model)[body].kind, q, step, next);
    for (size_t k = 0; k < count; k++) {
        s->trial[((size_t)joint->position + k) * s->lanes + lane] = next[k];
    }
}

void cdy_ik_integrate_steps(const ik_search *s, const bool *stepping)
{
    for (size_t j = 0; j < s->count; j++) {
        if (cdy_joint_type_nq((cdy_joint_type)joint_of(s->model, s->columns[j])->type) == 1) {
            step_coordinate(s, s->columns[j], stepping);
        }
    }
    const model_body *bodies = model_bodies(s->model);
    for (int i = model_frames(s->model)[s->frame].body; i > 0; i = bodies[i].parent) {
        for (size_t lane = 0; is_on_manifold((joint_kind)bodies[i].kind) && lane < s->lanes; lane++) {
            if (stepping[lane]) {
                step_joint(s, i, lane);
            }
        }
    }
    for (size_t lane = 0; s->model->has_followers && !s->options.ignore_limits && lane < s->lanes; lane++) {
        if (stepping[lane]) {
            double *q = read_row(s, s->trial, lane, s->row);
            cdy_configuration_clamp(s->model, q);
            write_row(s, q, lane, s->trial);
        }
    }
}

bool cdy_ik_is_trial_finite(const ik_search *s, size_t lane)
{
    double sum = 0;
    for (size_t i = 0; i < (size_t)s->model->nq; i++) {
        sum += 0 * s->trial[i * s->lanes + lane];
    }
    return isfinite(sum);
}
