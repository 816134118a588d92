/* Joints: the properties of rigidBodyJoint. */
#include "handle.h"

#include <math.h>
#include <string.h>

static mxArray *make_transform(const cdy_placement *placement)
{
    double T[16];
    cdy_placement_to_matrix(placement, T);
    return make_matrix(T, 4, 4);
}

/* The limits of a joint of one degree of freedom, infinite where it has none; [0 0] for a fixed joint, NaN for joints
 * with several degrees of freedom. */
static mxArray *make_limits(const cdy_joint *joint)
{
    double limits[2] = {0, 0};
    if (cdy_joint_type_nv(joint->type) == 1) {
        cdy_joint_position_limits(joint, &limits[0], &limits[1]);
    } else if (cdy_joint_type_nv(joint->type) > 0) {
        limits[0] = limits[1] = (double)NAN;
    }
    return make_row(limits, 2);
}

/* The position at home: given, or 0 moved to the nearest limit. */
static mxArray *make_home(const cdy_joint *joint)
{
    double home[CDY_JOINT_MOST_NQ] = {0};
    const int quaternion = cdy_joint_type_traits(joint->type)->quaternion;
    size_t count = (size_t)cdy_joint_type_nq(joint->type);
    if (joint->home_given) {
        memcpy(home, joint->home, sizeof home);
    } else if (quaternion >= 0) {
        home[quaternion] = 1;
    } else if (count == 1) {
        double lower, upper;
        cdy_joint_position_limits(joint, &lower, &upper);
        home[0] = fmin(fmax(0, lower), upper);
    }
    return make_row(home, count > 0 ? count : 1);
}

/* condyle("joint", robot, body, field) */
static bool joint_field(const gateway_call *call)
{
    static const char *const fields[] = {"name", "type", "limits", "home", "axis", "to_parent", "child", NULL};
    held_robot *robot;
    int index, field = read_word(call->arguments[2], "the field", fields);
    if (field < 0 || !handle_find_body(call, &robot, &index)) {
        return false;
    }
    const cdy_joint *joint = &cdy_tree_body(robot->tree, index)->joint;
    mxArray **result = &call->results[0];
    switch (field) {
    case 0: *result = mxCreateString(joint->name ? joint->name : ""); break;
    case 1: *result = mxCreateString(cdy_joint_type_name(joint->type)); break;
    case 2: *result = make_limits(joint); break;
    case 3: *result = make_home(joint); break;
    case 4: *result = make_row(joint->axis, 3); break;
    case 5: *result = make_transform(&joint->origin); break;
    default: *result = make_transform(&joint->child); break;
    }
    return true;
}

static bool set_limits(cdy_joint *joint, const mxArray *value)
{
    const double *limits;
    if (cdy_joint_type_nv(joint->type) != 1) {
        return fail("condyle:argument", "PositionLimits: a %s joint has none", cdy_joint_type_name(joint->type));
    }
    if (!read_vector(value, "PositionLimits", 2, &limits)) {
        return false;
    }
    if (!(limits[0] <= limits[1] && limits[0] < (double)INFINITY && limits[1] > -(double)INFINITY)) {
        return fail("condyle:argument", "PositionLimits: expected [lower upper], not [%g %g]", limits[0], limits[1]);
    }
    bool endless = isinf(limits[0]) && isinf(limits[1]);
    if (endless && joint->type == CDY_JOINT_REVOLUTE) {
        joint->type = CDY_JOINT_CONTINUOUS;
    } else if (!endless && joint->type == CDY_JOINT_CONTINUOUS) {
        joint->type = CDY_JOINT_REVOLUTE;
    }
    /* A continuous joint keeps the limits of effort and velocity. */
    joint->limit.given = joint->type == CDY_JOINT_CONTINUOUS ? joint->limit.given : !endless;
    joint->limit.lower = endless ? 0 : limits[0];
    joint->limit.upper = endless ? 0 : limits[1];
    return true;
}

static bool set_home(cdy_joint *joint, const mxArray *value)
{
    const double *home;
    size_t count = (size_t)cdy_joint_type_nq(joint->type);
    if (count == 0) {
        return fail("condyle:argument", "HomePosition: a fixed joint has none");
    }
    if (!read_vector(value, "HomePosition", count, &home)) {
        return false;
    }
    memcpy(joint->home, home, count * sizeof *home);
    joint->home_given = true;
    return true;
}

static bool set_axis(cdy_joint *joint, const mxArray *value)
{
    const double *axis;
    if (!read_vector(value, "JointAxis", 3, &axis)) {
        return false;
    }
    memcpy(joint->axis, axis, sizeof joint->axis);
    return true;
}

static bool set_name(cdy_joint *joint, const mxArray *value)
{
    char *name;
    if (!read_text(value, "the joint's name", &name)) {
        return false;
    }
    joint->name = name;
    return true;
}

/* setFixedTransform: a transform, or [a alpha d theta]; "child": the body's place in the joint's frame */
static bool set_transform(cdy_joint *joint, const mxArray *value, int field)
{
    double T[16];
    const double *p;
    cdy_error error;
    cdy_status status;
    if (field == 3 || field == 7) {
        if (!read_matrix(value, "the transform", 4, 4, T)) {
            return false;
        }
        status = field == 7 ? cdy_placement_from_matrix(T, &joint->child, &error)
                            : cdy_joint_set_fixed_transform(joint, T, &error);
        if (!status && field == 3) {
            joint->child = (cdy_placement){0};
        }
    } else {
        if (!read_vector(value, "the Denavit-Hartenberg parameters [a alpha d theta]", 4, &p)) {
            return false;
        }
        status = field == 4 ? cdy_joint_set_dh(joint, p[0], p[1], p[2], p[3], &error)
                            : cdy_joint_set_modified_dh(joint, p[0], p[1], p[2], p[3], &error);
    }
    return !status || fail_with(&error);
}

/* condyle("set_joint", robot, body, field, value) */
static bool set_joint(const gateway_call *call)
{
    static const char *const fields[] = {"limits", "home", "axis", "tform", "dh", "mdh", "name", "child", NULL};
    held_robot *robot;
    cdy_error error;
    int index, field = read_word(call->arguments[2], "the field", fields);
    if (field < 0 || !handle_find_body(call, &robot, &index)) {
        return false;
    }
    const cdy_body *body = cdy_tree_body(robot->tree, index);
    cdy_joint joint = body->joint;
    const mxArray *value = call->arguments[3];
    bool set = field == 0   ? set_limits(&joint, value)
               : field == 1 ? set_home(&joint, value)
               : field == 2 ? set_axis(&joint, value)
               : field == 6 ? set_name(&joint, value)
                            : set_transform(&joint, value, field);
    if (!set) {
        return false;
    }
    if (cdy_tree_replace_joint(robot->tree, body->name, &joint, &error)) {
        return fail_with(&error);
    }
    robot->changed = true;
    return true;
}

const gateway_entry joint_calls[] = {
    {"joint", joint_field, 3, 3},
    {"set_joint", set_joint, 4, 4},
    {NULL, NULL, 0, 0},
};
