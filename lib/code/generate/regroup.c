#include "generate/regroup.h"

#include "kernels/joint.h"

#include <math.h>
#include <string.h>

/* Differences of this size are rounding. */
static const double rounding = 4e-16;

static void round_units(int count, double *x, double tolerance)
{
    for (int i = 0; i < count; i++) {
        const double nearest = nearbyint(x[i]);
        if (fabs(x[i] - nearest) < tolerance) {
            x[i] = nearest;
        }
    }
}

void cdy_round_transforms(cdy_model *model, double tolerance)
{
    model_body *bodies = (model_body *)(void *)((char *)model + model->bodies);
    double longest = 0;
    for (int i = 1; i < model->body_count; i++) {
        for (int k = 0; k < 3; k++) {
            longest = fmax(longest, fabs(bodies[i].translation[k]));
        }
    }
    tolerance = fmax(tolerance, rounding);
    for (int i = 1; i < model->body_count; i++) {
        round_units(9, bodies[i].rotation, tolerance);
        round_units(2, bodies[i].twist, tolerance);
        round_units(2, bodies[i].offset, tolerance);
        for (int k = 0; k < 3; k++) {
            double *r = &bodies[i].translation[k];
            *r = fabs(*r) < rounding * longest ? 0 : *r;
        }
    }
    model_frame *frames = (model_frame *)(void *)((char *)model + model->frames);
    for (int i = 0; i < model->frame_count; i++) {
        round_units(9, frames[i].rotation, tolerance);
    }
}

/* Inertial parameters of a body without effect on its own joint (Khalil and Dombre 2002, section 9.4.2.4), as an
 * inertia that does not change when the joint moves; they are regrouped into the parent. Revolute joint: a mass on the
 * axis, and equal moments about x and y without a moment about z. Prismatic joint: the moments of inertia. */
static inertia regrouped_inertia(const model_body *body)
{
    const inertia I = joint_body_inertia(body);
    if (is_revolute(body)) {
        return (inertia){I.mass, {0, 0, I.h.z}, {I.I.yy, 0, 0, I.I.yy, 0, 0}};
    }
    if (is_prismatic(body)) {
        return (inertia){0, {0, 0, 0}, I.I};
    }
    return (inertia){0, {0, 0, 0}, {0, 0, 0, 0, 0, 0}};
}

static void set_inertia(model_body *body, inertia I)
{
    const double moments[] = {I.I.xx, I.I.xy, I.I.xz, I.I.yy, I.I.yz, I.I.zz};
    const double h[] = {I.h.x, I.h.y, I.h.z};
    body->mass = I.mass;
    // cppcheck-suppress bufferAccessOutOfBounds // not compiled over floats
    memcpy(body->h, h, sizeof h);
    // cppcheck-suppress bufferAccessOutOfBounds // not compiled over floats
    memcpy(body->inertia, moments, sizeof moments);
}

static inertia inertia_subtract(inertia a, inertia b)
{
    return inertia_add(a, (inertia){-b.mass, scale(-1, b.h), {-b.I.xx, -b.I.xy, -b.I.xz, -b.I.yy, -b.I.yz, -b.I.zz}});
}

void cdy_regroup_inertias(cdy_model *model)
{
    model_body *bodies = (model_body *)(void *)((char *)model + model->bodies);
    for (int i = model->body_count - 1; i > 0; i--) {
        const inertia regrouped = regrouped_inertia(&bodies[i]);
        const transform X = joint_tree_transform(&bodies[i]);
        model_body *parent = &bodies[bodies[i].parent];
        set_inertia(&bodies[i], inertia_subtract(joint_body_inertia(&bodies[i]), regrouped));
        if (bodies[i].parent) { /* the base moves nowhere */
            set_inertia(parent, inertia_add(joint_body_inertia(parent), transform_inertia_back(X, regrouped)));
        }
    }
}
