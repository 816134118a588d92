#include "model/range.h"

#include <math.h>

position_range cdy_follower_range(const cdy_model *model, int32_t body)
{
    const model_joint *joint = &model_joints(model)[body];
    const model_coordinate *c = &model_positions(model)[model_bodies(model)[body].q];
    if (!(fabs(c->multiplier) > 0)) {
        return (position_range){-HUGE_VAL, HUGE_VAL};
    }
    const double a = (joint->lower - c->offset) / c->multiplier, b = (joint->upper - c->offset) / c->multiplier;
    return (position_range){fmin(a, b), fmax(a, b)};
}

/* The moving body of the joint that coordinate `index` of the caller's configuration belongs to. */
static int32_t body_of(const cdy_model *model, int32_t index)
{
    const int32_t q = ((const int32_t *)model_section(model, model->own_positions))[index];
    return model_positions(model)[q].body;
}

void cdy_narrow_range(position_range *leader, position_range follower)
{
    const double lower = fmax(leader->lower, follower.lower), upper = fmin(leader->upper, follower.upper);
    if (lower < upper) {
        *leader = (position_range){lower, upper};
    }
}

void cdy_joint_ranges(const cdy_model *model, position_range *ranges)
{
    const model_joint *joints = model_joints(model);
    for (int32_t i = 0; i < model->body_count; i++) {
        const bool bounded = i > 0 && !joints[i].is_follower && model_bodies(model)[i].nv == 1;
        ranges[i] =
            bounded ? (position_range){joints[i].lower, joints[i].upper} : (position_range){-HUGE_VAL, HUGE_VAL};
    }
    for (int32_t i = 1; i < model->body_count; i++) {
        if (joints[i].is_follower) {
            cdy_narrow_range(&ranges[body_of(model, joints[i].position)], cdy_follower_range(model, i));
        }
    }
}

position_range cdy_coordinate_range(const cdy_model *model, int32_t index)
{
    const model_joint *joints = model_joints(model), *joint = &joints[body_of(model, index)];
    position_range range = {joint->lower, joint->upper};
    for (int32_t i = 1; model->has_followers && i < model->body_count; i++) {
        if (joints[i].is_follower && joints[i].position == index) {
            cdy_narrow_range(&range, cdy_follower_range(model, i));
        }
    }
    return range;
}
