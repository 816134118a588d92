/* Joint position limits: violations and clamping. */
#include "model/model.h"

#include <condyle/configuration.h>

/* Returns the joint of coordinate `index` of the caller's configuration; a joint without limits has infinite ones. */
static const model_joint *joint_of(const cdy_model *model, int index)
{
    int32_t q = ((const int32_t *)model_section(model, model->own_positions))[index];
    return &model_joints(model)[model_positions(model)[q].body];
}

int cdy_configuration_clamp(const cdy_model *model, double *q)
{
    const int coordinates = q ? cdy_model_nq(model) : 0;
    int count = 0;
    for (int i = 0; i < coordinates; i++) {
        const model_joint *joint = joint_of(model, i);
        if (q[i] < joint->lower || q[i] > joint->upper) {
            q[i] = q[i] < joint->lower ? joint->lower : joint->upper;
            count++;
        }
    }
    return count;
}

int cdy_configuration_limit_violations(const cdy_model *model, const double *q, double tolerance, int *outside)
{
    const int coordinates = q ? cdy_model_nq(model) : 0;
    int count = 0;
    for (int i = 0; i < coordinates; i++) {
        const model_joint *joint = joint_of(model, i);
        if (q[i] < joint->lower - tolerance || q[i] > joint->upper + tolerance) {
            if (outside) {
                outside[count] = i;
            }
            count++;
        }
    }
    return count;
}
