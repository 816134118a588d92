#include "dynamics/pivot_bound.h"

#include "model/model.h"

#include <math.h>

/* Bounds for a moving body with its subtree, valid in every configuration within the joint ranges. */
typedef struct subtree_bound {
    double mass;
    double inertia; /* at least twice the sum of mass times squared distance from the body's origin */
    bool rotates;   /* whether the joint of the body or of an ancestor rotates */
} subtree_bound;

size_t cdy_pivot_scratch_size(const cdy_model *model)
{
    return (size_t)model->body_count * sizeof(subtree_bound);
}

/* Largest |q| expected of coordinate k, with a margin beyond limits and random configurations; limits of 100 m and more
 * count as none. Infinite for rotations. */
static double joint_range(const model_body *body, const model_joint *joint, int k)
{
    const double unlimited_range = 6, limit_threshold = 100, farthest = fmax(fabs(joint->lower), fabs(joint->upper));
    return is_angular_position(body, k) ? HUGE_VAL : farthest < limit_threshold ? 2 * farthest : unlimited_range;
}

/* Upper bound of the distance between the origins of a body and its parent. */
static double origin_distance_bound(const model_body *body, const double *range)
{
    const double *r = body->translation;
    double squares = 0;
    for (int k = body->q; k < body->q + position_count(body); k++) {
        squares += isinf(range[k]) ? 0 : range[k] * range[k];
    }
    return sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]) + sqrt(squares);
}

/* Twice an upper bound of the moment of inertia about any axis through the body's origin; also for inertias that are
 * not physical. */
static double inertia_bound(const model_body *body)
{
    const double *I = body->inertia;
    return fabs(I[0]) + fabs(I[3]) + fabs(I[5]) + 2 * (fabs(I[1]) + fabs(I[2]) + fabs(I[4]));
}

/* Sets the range of each coordinate, and the bounds of each body without its subtree. */
static void find_ranges(const cdy_model *model, subtree_bound *subtrees, double *range)
{
    const model_body *bodies = model_bodies(model);
    const model_joint *joints = model_joints(model);
    subtrees[0].rotates = false;
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        const bool parent_rotates = subtrees[body->parent].rotates;
        for (int k = 0; k < position_count(body); k++) {
            range[body->q + k] = parent_rotates ? joint_range(body, &joints[i], k) : HUGE_VAL;
        }
        subtrees[i] = (subtree_bound){fabs(body->mass), inertia_bound(body), parent_rotates || !is_prismatic(body)};
    }
}

void cdy_bound_pivots(const cdy_model *model, void *scratch, double *bound, double *range)
{
    const model_body *bodies = model_bodies(model);
    const model_coordinate *own = model_velocities(model);
    subtree_bound *subtrees = scratch;
    find_ranges(model, subtrees, range);
    for (int i = 0; i < model->nv; i++) {
        bound[i] = 0; /* square root of the bound, summed over mimic joints */
    }
    for (int i = model->body_count - 1; i > 0; i--) {
        const model_body *body = &bodies[i];
        subtree_bound *parent = &subtrees[body->parent];
        for (int k = 0; k < body->nv; k++) {
            const model_coordinate *c = &own[body->v + k];
            bound[c->index] +=
                fabs(c->multiplier) * sqrt(is_angular_velocity(body, k) ? subtrees[i].inertia : subtrees[i].mass);
        }
        if (body->parent) { /* triangle inequality */
            const double root =
                sqrt(subtrees[i].inertia) + origin_distance_bound(body, range) * sqrt(2 * subtrees[i].mass);
            parent->mass += subtrees[i].mass;
            parent->inertia += root * root;
        }
    }
    for (int i = 0; i < model->nv; i++) {
        bound[i] *= bound[i];
    }
}
