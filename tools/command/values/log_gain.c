#include "values/log_gain.h"

#include "values/coordinates.h"

#include <math.h>
#include <string.h>

const cdy_joint *joint_of_velocity(const robot *r, int velocity)
{
    const char *name = vector_coordinate(r->model, VECTOR_TAU, velocity).joint;
    for (int i = 1; r->tree && i <= cdy_tree_body_count(r->tree); i++) {
        const cdy_joint *joint = &cdy_tree_body(r->tree, i)->joint;
        if (strcmp(joint->name, name) == 0) {
            return joint;
        }
    }
    return NULL;
}

double torque_gain_of(const robot *r, int velocity)
{
    const cdy_joint *joint = joint_of_velocity(r, velocity);
    return joint && fabs(joint->drive.torque_gain) > 0 ? joint->drive.torque_gain : 1;
}
