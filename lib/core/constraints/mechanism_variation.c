/* How the rows of loops change along a step of the motion: second derivatives of the constraints, by the recursion of
 * velocities and accelerations over the bodies (Featherstone 2008, section 5.3), and its change.
 *
 * All motions are in the base axes about the point where the constraint's frame stands, a point that rests.  The column
 * s of a degree of freedom moves with its joint's body, that is by e x s along a step in which the body moves by e. */
#include "constraints/mechanism.h"
#include "dynamics/workspace.h"

#include <string.h>

/* The motion of one frame, and its change along the step. */
typedef struct varied_motion {
    motion velocity, acceleration;
    motion step; /* of the configuration */
    motion velocity_step, acceleration_step;
} varied_motion;

/* The step in the coordinates of the tree. */
typedef struct tree_step {
    const double *qd, *qdd, *w, *dqd;
} tree_step;

static motion column(const double *J, size_t n, size_t k, vec3 arm)
{
    const vec3 angular = {J[k], J[n + k], J[2 * n + k]}, linear = {J[3 * n + k], J[4 * n + k], J[5 * n + k]};
    return (motion){angular, add(linear, cross(angular, arm))};
}

static void raise(motion *sum, double factor, motion m)
{
    *sum = motion_add(*sum, motion_scale(factor, m));
}

/* Adds the joint of one body; columns of bodies that are not between the base and the frame are zero. */
static void add_joint(const model_body *body, const double *J, size_t n, vec3 arm, const tree_step *t, varied_motion *x)
{
    motion s[6], step[6];
    const size_t first = (size_t)body->v;
    for (int k = 0; k < body->nv; k++) {
        s[k] = column(J, n, first + (size_t)k, arm);
        raise(&x->velocity, t->qd[first + (size_t)k], s[k]);
        raise(&x->step, t->w[first + (size_t)k], s[k]);
    }
    for (int k = 0; k < body->nv; k++) {
        step[k] = cross_motion(x->step, s[k]);
        raise(&x->velocity_step, t->qd[first + (size_t)k], step[k]);
        raise(&x->velocity_step, t->dqd[first + (size_t)k], s[k]);
    }
    for (int k = 0; k < body->nv; k++) {
        const double rate = t->qd[first + (size_t)k], second = t->qdd[first + (size_t)k];
        const motion turned = cross_motion(x->velocity, s[k]);
        raise(&x->acceleration, second, s[k]);
        raise(&x->acceleration, rate, turned);
        raise(&x->acceleration_step, second, step[k]);
        raise(&x->acceleration_step, rate, cross_motion(x->velocity_step, s[k]));
        raise(&x->acceleration_step, rate, cross_motion(x->velocity, step[k]));
        raise(&x->acceleration_step, t->dqd[first + (size_t)k], turned);
    }
}

/* The motion of a frame about the point at `arm` from its origin. */
static varied_motion vary_frame(const constraint_problem *p, int frame, vec3 arm, const tree_step *t, double *J)
{
    const cdy_model *model = p->model;
    const model_body *bodies = model_bodies(model);
    varied_motion x = {0};
    p->workspace->kernels->jacobian(model, p->workspace->kernel_scratch, frame, false, p->tree_q, J);
    for (int i = 1; i < model->body_count; i++) {
        add_joint(&bodies[i], J, (size_t)model->tree_nv, arm, t, &x);
    }
    return x;
}

static motion difference(motion a, motion b)
{
    return (motion){subtract(a.angular, b.angular), subtract(a.linear, b.linear)};
}

/* The rows of one axis e, which moves with `other`, at the point that moves with `frame`. */
typedef struct moving_axis {
    vec3 e, rate, step, rate_step;
    vec3 point_rate, point_step, point_rate_step;
} moving_axis;

static moving_axis move_axis(vec3 e, const varied_motion *frame, const varied_motion *other)
{
    moving_axis a = {.e = e,
                     .rate = cross(other->velocity.angular, e),
                     .step = cross(other->step.angular, e),
                     .point_rate = frame->velocity.linear,
                     .point_step = frame->step.linear};
    a.rate_step = add(cross(other->velocity_step.angular, e), cross(other->velocity.angular, a.step));
    a.point_rate_step = add(frame->velocity_step.linear, cross(frame->velocity.angular, a.point_step));
    return a;
}

/* The change of the row of an angular velocity, or acceleration, about the axis. */
static double vary_angular(const moving_axis *a, const varied_motion *d, bool acceleration)
{
    if (!acceleration) {
        return dot(a->step, d->velocity.angular) + dot(a->e, d->velocity_step.angular);
    }
    return dot(a->step, d->acceleration.angular) + dot(a->e, d->acceleration_step.angular) +
           dot(a->rate_step, d->velocity.angular) + dot(a->rate, d->velocity_step.angular);
}

/* The same of a linear velocity, or acceleration, along the axis at the moving point. */
static double vary_linear(const moving_axis *a, const varied_motion *d, bool acceleration)
{
    const vec3 lever = cross(a->point_step, a->e);
    if (!acceleration) {
        return dot(lever, d->velocity.angular) + dot(a->step, d->velocity.linear) + dot(a->e, d->velocity_step.linear);
    }
    const vec3 lever_step =
        add(add(cross(a->point_rate_step, a->e), cross(a->point_rate, a->step)), cross(a->point_step, a->rate));
    return dot(lever, d->acceleration.angular) + dot(a->step, d->acceleration.linear) +
           dot(a->e, d->acceleration_step.linear) + dot(lever_step, d->velocity.angular) +
           dot(a->rate_step, d->velocity.linear) + dot(cross(a->point_rate, a->e), d->velocity_step.angular) +
           dot(a->rate, d->velocity_step.linear);
}

/* Writes the rows of one constraint from `row` on; returns the row behind them. */
static int vary_constraint(const cdy_mechanism *s, const constraint_problem *p, const cdy_constraint *c,
                           const tree_step *t, int row, double *velocities, double *accelerations)
{
    const constraint_sides sides = cdy_constraint_sides(p->model, p->workspace, c, p->tree_q, NULL);
    const vec3 arm = add(sides.other_arm, subtract(sides.frame.p, sides.other.p));
    const varied_motion frame = vary_frame(p, c->frame, sides.frame_arm, t, s->columns);
    const varied_motion other = vary_frame(p, c->other, arm, t, s->columns);
    const varied_motion d = {difference(frame.velocity, other.velocity),
                             difference(frame.acceleration, other.acceleration), difference(frame.step, other.step),
                             difference(frame.velocity_step, other.velocity_step),
                             difference(frame.acceleration_step, other.acceleration_step)};
    for (int k = 0; k < 6; k++) {
        if (c->rows >> k & 1) {
            const double unit[3] = {k % 3 == 0, k % 3 == 1, k % 3 == 2};
            const moving_axis a = move_axis(rotate(sides.other.R, vec3_from(unit)), &frame, &other);
            velocities[row] = k < 3 ? vary_angular(&a, &d, false) : vary_linear(&a, &d, false);
            if (accelerations) {
                accelerations[row] = k < 3 ? vary_angular(&a, &d, true) : vary_linear(&a, &d, true);
            }
            row++;
        }
    }
    return row;
}

/* The vector x (n; NULL: zero) in the coordinates of the tree. */
static const double *expand(const constraint_problem *p, const double *x, double *tree_x)
{
    const cdy_model *model = p->model;
    if (!x) {
        memset(tree_x, 0, (size_t)model->tree_nv * sizeof *tree_x);
    } else if (model->has_followers) {
        p->workspace->kernels->expand_velocities(model, x, tree_x);
    } else {
        memcpy(tree_x, x, (size_t)model->nv * sizeof *tree_x);
    }
    return tree_x;
}

void cdy_vary_rows(const cdy_mechanism *s, const constraint_problem *p, const motion_step *step, double *velocities,
                   double *accelerations)
{
    const size_t n = (size_t)s->tree_n;
    const tree_step t = {expand(p, step->qd, s->tree), expand(p, step->qdd, s->tree + n),
                         expand(p, step->w, s->tree + 2 * n), expand(p, step->dqd, s->tree + 3 * n)};
    for (int i = 0, row = 0; i < p->count; i++) {
        row = vary_constraint(s, p, &p->constraints[i], &t, row, velocities, accelerations);
    }
}
