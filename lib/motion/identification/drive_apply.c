/* The calibrated bodies and drives in a copy of the tree. */
#include "base/error.h"
#include "dynamics/parameters.h"
#include "identification/drive_fit.h"

#include <condyle/drive_identification.h>
#include <math.h>

/* The mean of the drives of a joint's degrees of freedom; zeros for a follower, as its leader has the sum. */
static cdy_drive_estimate mean_drive(const cdy_model *model, int body, const cdy_drive_estimate *drives)
{
    const model_joint *joint = &model_joints(model)[body];
    const int nv = model_bodies(model)[body].nv;
    cdy_drive_estimate mean = drives[joint->velocity];
    if (joint->is_follower) {
        return (cdy_drive_estimate){.damping = 0};
    }
    for (int k = 1; k < nv; k++) {
        mean.damping += drives[joint->velocity + k].damping;
        mean.friction += drives[joint->velocity + k].friction;
    }
    mean.damping /= nv;
    mean.friction /= nv;
    return mean;
}

/* The drive of a joint; springs, gear and gains stay. A joint without gear gets one of ratio 1. */
static void set_drive(cdy_joint *joint, const cdy_drive_estimate *found, bool of_one_degree)
{
    const double square = joint->gear_ratio * joint->gear_ratio, gain = joint->drive.current_gain,
                 torque_gain = joint->drive.torque_gain;
    joint->gear_ratio = square > 0 ? joint->gear_ratio : 1;
    joint->rotor_inertia = found->rotor_inertia / (square > 0 ? square : 1);
    joint->dynamics.given = true;
    joint->dynamics.damping = found->damping;
    joint->dynamics.friction = found->friction;
    if (of_one_degree) {
        joint->drive = (cdy_joint_drive){
            .stribeck = found->stribeck,
            .stribeck_velocity = fabs(found->stribeck) > 0 ? found->stribeck_velocity : 0,
            .load_friction = found->load_friction,
            .offset = found->offset,
            .friction_width = found->friction > 0 || found->load_friction > 0 ? found->friction_width : 0,
            .current_gain = gain,
            .torque_gain = torque_gain};
    }
}

cdy_status cdy_tree_apply_drive_identification(const cdy_tree *tree, const cdy_model *model,
                                               const cdy_drive_identification_result *result, cdy_tree **calibrated,
                                               cdy_error *error)
{
    cdy_tree *copy = NULL;
    if (calibrated) {
        *calibrated = NULL;
    }
    if (!model || !calibrated || !result || !result->parameters || !result->drives ||
        result->velocity_count != cdy_model_nv(model)) {
        return cdy_fail(
            error, CDY_ERROR_ARGUMENT,
            "a tree with identified drives needs its model, the result of an identification of this model, and a "
            "pointer for the tree");
    }
    cdy_status status = cdy_tree_apply_parameters(tree, model, NULL, result->parameters, &copy, error);
    for (int body = 1, frame = 0; !status && body < model->body_count; body++) {
        frame = model_next_link(model, frame, body);
        cdy_joint joint = cdy_tree_body(copy, frame)->joint;
        const cdy_drive_estimate mean = mean_drive(model, body, result->drives);
        set_drive(&joint, &mean, model_bodies(model)[body].nv == 1);
        status = cdy_tree_replace_joint(copy, cdy_model_frame_name(model, frame), &joint, error);
    }
    if (status) {
        cdy_tree_destroy(copy);
        return status;
    }
    *calibrated = copy;
    return CDY_OK;
}
