/* Joint position limits: violations and clamping. */
#include "model/model.h"
#include "model/range.h"

#include <condyle/configuration.h>

/* Returns the joint of coordinate `index` of the caller's configuration; a joint without limits has infinite ones. */
static const model_joint *joint_of(const cdy_model *model, int index)
{
    int32_t q = ((const int32_t *)model_section(model, model->own_positions))[index];
    return &model_joints(model)[model_positions(model)[q].body];
}

static bool is_outside(position_range range, double q, double tolerance)
{
    return q < range.lower - tolerance || q > range.upper + tolerance;
}

/* Moves q into the range; returns whether it was outside. */
static bool move_into(position_range range, double *q)
{
    const bool outside = is_outside(range, *q, 0);
    if (outside) {
        *q = *q < range.lower ? range.lower : range.upper;
    }
    return outside;
}

/* Moves leaders whose followers are outside their limits; the positions are within the leaders' own limits then. Most
 * followers are within theirs, so that the whole range of a leader is seldom needed. */
static int clamp_leaders(const cdy_model *model, double *q)
{
    const model_joint *joints = model_joints(model);
    int count = 0;
    for (int32_t i = 1; i < model->body_count; i++) {
        const int32_t leader = joints[i].position;
        if (joints[i].is_follower && is_outside(cdy_follower_range(model, i), q[leader], 0)) {
            count += move_into(cdy_coordinate_range(model, leader), &q[leader]);
        }
    }
    return count;
}

int cdy_configuration_clamp(const cdy_model *model, double *q)
{
    const int coordinates = q ? cdy_model_nq(model) : 0;
    int count = coordinates && model->has_followers ? clamp_leaders(model, q) : 0;
    for (int i = 0; i < coordinates; i++) {
        const model_joint *joint = joint_of(model, i);
        count += move_into((position_range){joint->lower, joint->upper}, &q[i]);
    }
    return count;
}

int cdy_configuration_limit_violations(const cdy_model *model, const double *q, double tolerance, int *outside)
{
    const int coordinates = q ? cdy_model_nq(model) : 0;
    int count = 0;
    for (int i = 0; i < coordinates; i++) {
        if (is_outside(cdy_coordinate_range(model, i), q[i], tolerance)) {
            if (outside) {
                outside[count] = i;
            }
            count++;
        }
    }
    return count;
}
