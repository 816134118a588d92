/* Limits of velocity, acceleration and effort of a tree's joints, by degree of freedom of its model. */
#include "base/error.h"
#include "model/model.h"

#include <condyle/trajectory.h>
#include <math.h>
#include <string.h>

static double limit_or_none(double limit)
{
    return limit > 0 ? limit : HUGE_VAL;
}

static void lower_limit(double *limits, int index, double limit)
{
    if (limits) {
        limits[index] = fmin(limits[index], limit);
    }
}

static void set_none(double *limits, int count)
{
    for (int i = 0; limits && i < count; i++) {
        limits[i] = HUGE_VAL;
    }
}

/* The effort limit of a follower's drive does not bound the torque at the coordinate of its leader. */
static void apply_joint(const cdy_moving_joint *j, const cdy_joint *joint, double *velocity, double *acceleration,
                        double *effort)
{
    const cdy_limit *limit = &joint->limit;
    const double factor = fabs(j->multiplier);
    for (int i = 0; i < j->nv && limit->given; i++) {
        lower_limit(velocity, j->velocity + i, limit_or_none(limit->velocity) / factor);
        lower_limit(acceleration, j->velocity + i, limit_or_none(joint->acceleration_limit) / factor);
        if (!j->is_follower) {
            lower_limit(effort, j->velocity + i, limit_or_none(limit->effort));
        }
    }
}

/* The joint of a model in its tree; NULL where the tree has another in its place. */
static const cdy_joint *joint_in_tree(const cdy_tree *tree, const cdy_moving_joint *j)
{
    const bool there = j->frame <= cdy_tree_body_count(tree);
    const cdy_joint *joint = there ? &cdy_tree_body(tree, j->frame)->joint : NULL;
    return joint && joint->type == j->type && strcmp(joint->name, j->name) == 0 ? joint : NULL;
}

cdy_status cdy_tree_motion_limits(const cdy_tree *tree, const cdy_model *model, double *velocity, double *acceleration,
                                  double *effort, cdy_error *error)
{
    cdy_moving_joint j;
    if (!tree || !model) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "limits need a tree and its model");
    }
    for (int i = 0; i < cdy_model_joint_count(model); i++) {
        if (cdy_model_joint(model, i, &j) || !joint_in_tree(tree, &j)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "the model is not of this tree; compile the tree anew");
        }
    }
    set_none(velocity, model->nv);
    set_none(acceleration, model->nv);
    set_none(effort, model->nv);
    for (int i = 0; i < cdy_model_joint_count(model); i++) {
        if (!cdy_model_joint(model, i, &j)) {
            apply_joint(&j, joint_in_tree(tree, &j), velocity, acceleration, effort);
        }
    }
    return CDY_OK;
}
