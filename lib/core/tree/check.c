/* Checks of the names and numbers of a body and its joint. */
#include "base/error.h"
#include "base/finite.h"
#include "tree/drive.h"
#include "tree/node.h"

#include <math.h>

static bool placement_is_finite(const cdy_placement *placement)
{
    return cdy_all_finite(placement->xyz, 3) && cdy_all_finite(placement->rpy, 3);
}

static bool axis_is_usable(const cdy_joint *joint)
{
    bool needed = cdy_joint_type_traits(joint->type)->has_axis;
    double largest = fmax(fmax(fabs(joint->axis[0]), fabs(joint->axis[1])), fabs(joint->axis[2]));
    return cdy_all_finite(joint->axis, 3) && (!needed || largest > 0);
}

/* A program may set infinite limits, although URDF cannot; at least one finite position must lie between them. */
static bool limit_is_usable(const cdy_limit *limit)
{
    return fmin(limit->lower, limit->upper) < HUGE_VAL && fmax(limit->lower, limit->upper) > -HUGE_VAL &&
           !isnan(limit->lower) && !isnan(limit->upper) && !isnan(limit->effort) && !isnan(limit->velocity);
}

/* The home position of a joint with one degree of freedom must lie within its limits. The norm of a home quaternion may
 * be 1e-150 to 1e150. */
static const char *find_home_fault(const cdy_joint *joint)
{
    double lower, upper;
    const double *q = joint->home;
    cdy_joint_position_limits(joint, &lower, &upper);
    if (!joint->home_given) {
        return NULL;
    }
    if (!cdy_all_finite(q, (size_t)cdy_joint_type_nq(joint->type))) {
        return "its home position is not finite";
    }
    const int quaternion = cdy_joint_type_traits(joint->type)->quaternion;
    if (quaternion >= 0) {
        q += quaternion;
        double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        bool usable = square > 1e-300 && square < 1e300;
        return usable ? NULL : "the quaternion of its home position is zero or too large; expected one such as 1 0 0 0";
    }
    bool within = cdy_joint_type_nv(joint->type) != 1 || (q[0] >= lower && q[0] <= upper);
    return within ? NULL : "its home position is outside its limits; expected one within them";
}

static bool numbers_are_finite(const cdy_joint *joint)
{
    const double numbers[] = {joint->dynamics.damping,     joint->dynamics.friction, joint->mimic.multiplier,
                              joint->mimic.offset,         joint->safety.soft_lower, joint->safety.soft_upper,
                              joint->safety.k_position,    joint->safety.k_velocity, joint->calibration.rising,
                              joint->calibration.falling,  joint->gear_ratio,        joint->dynamics.stiffness,
                              joint->dynamics.spring_rest, joint->acceleration_limit};
    return cdy_all_finite(numbers, sizeof numbers / sizeof *numbers);
}

cdy_status cdy_check_joint(const cdy_joint *joint, cdy_error *error)
{
    if (!joint->name || !*joint->name) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a joint has no name; every joint needs one of its own");
    }
    const char *fault = NULL;
    if (!cdy_joint_type_traits(joint->type)) {
        fault = "its type is none of the joint types";
    } else if (!placement_is_finite(&joint->origin)) {
        fault = "its origin is not finite";
    } else if (!axis_is_usable(joint)) {
        fault = "its axis is zero or not finite; expected a direction such as 0 0 1";
    } else if (!limit_is_usable(&joint->limit)) {
        fault = "a limit is not a number, or no finite position lies between its limits";
    } else if (!numbers_are_finite(joint)) {
        fault = "damping, friction, spring, mimic, safety, calibration or gear ratio is not finite";
    } else if (!placement_is_finite(&joint->child)) {
        fault = "the placement of the body in its frame is not finite";
    } else if (!isfinite(joint->rotor_inertia) || joint->rotor_inertia < 0) {
        fault = "its rotor inertia is negative or not finite; expected 0 or more";
    } else if (joint->dynamics.stiffness < 0) {
        fault = "the stiffness of its spring is negative; expected 0 or more";
    } else {
        fault = cdy_find_drive_fault(joint);
        fault = fault ? fault : find_home_fault(joint);
    }
    return fault ? cdy_fail(error, CDY_ERROR_ARGUMENT, "joint '%.80s': %s", joint->name, fault) : CDY_OK;
}

static const char *find_shape_fault(const cdy_shape *shape)
{
    const cdy_geometry *g = &shape->geometry;
    const double numbers[] = {g->size[0], g->size[1],  g->size[2],  g->radius,
                              g->length,  g->scale[0], g->scale[1], g->scale[2]};
    if ((unsigned)g->type > CDY_GEOMETRY_MESH) {
        return "the geometry of a shape is none of the known types";
    }
    if (g->type == CDY_GEOMETRY_MESH && (!g->mesh || !*g->mesh)) {
        return "a mesh has no file name";
    }
    bool finite = cdy_all_finite(numbers, sizeof numbers / sizeof *numbers) && placement_is_finite(&shape->origin) &&
                  cdy_all_finite(shape->material.rgba, 4);
    return finite ? NULL : "a size, a placement or a colour of a shape is not finite";
}

static const char *find_fault_in_shapes(const cdy_shape *shapes, size_t count)
{
    const char *fault = count > 0 && !shapes ? "shapes are counted, but not there" : NULL;
    for (size_t i = 0; i < count && !fault; i++) {
        fault = find_shape_fault(&shapes[i]);
    }
    return fault;
}

cdy_status cdy_check_body(const cdy_body *body, cdy_error *error)
{
    if (!body->name || !*body->name) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a body has no name; every body needs one of its own");
    }
    const cdy_inertial *inertial = &body->inertial;
    const char *fault = NULL;
    if (!isfinite(inertial->mass) || inertial->mass < 0) {
        fault = "its mass is negative or not finite; expected 0 or more kg";
    } else if (!cdy_all_finite(inertial->inertia, 6) || !placement_is_finite(&inertial->origin)) {
        fault = "its inertia or center of mass is not finite";
    } else {
        fault = find_fault_in_shapes(body->visuals, body->visual_count);
        fault = fault ? fault : find_fault_in_shapes(body->collisions, body->collision_count);
    }
    return fault ? cdy_fail(error, CDY_ERROR_ARGUMENT, "body '%.80s': %s", body->name, fault) : CDY_OK;
}
