/* Integration and difference of configurations on their manifold: R^n, SE(2) for planar, SE(3) for floating, SO(3) for
 * spherical joints. */
#include "dynamics/manifold.h"

#include "base/error.h"
#include "dynamics/arguments.h"
#include "spatial/exponential.h"

#include <condyle/configuration.h>
#include <string.h>

static void integrate_floating(const double *q, const double *step, double *next)
{
    quaternion orientation = quaternion_from(q);
    vec3 w = vec3_from(step);
    vec3 displacement = quaternion_turn(orientation, twist_displacement(w, vec3_from(step + 3)));
    quaternion next_orientation = quaternion_multiply(orientation, quaternion_exponential(w));
    const double numbers[7] = {next_orientation.w,    next_orientation.v.x,  next_orientation.v.y, next_orientation.v.z,
                               q[4] + displacement.x, q[5] + displacement.y, q[6] + displacement.z};
    memcpy(next, numbers, sizeof numbers);
}

static void subtract_floating(const double *q0, const double *q1, double *step)
{
    quaternion inverse = quaternion_conjugate(quaternion_from(q0));
    vec3 w = quaternion_logarithm(quaternion_multiply(inverse, quaternion_from(q1)));
    vec3 displacement = quaternion_turn(inverse, subtract(vec3_from(q1 + 4), vec3_from(q0 + 4)));
    vec3 v = twist_velocity(w, displacement);
    const double numbers[6] = {w.x, w.y, w.z, v.x, v.y, v.z};
    memcpy(step, numbers, sizeof numbers);
}

static void integrate_spherical(const double *q, const double *step, double *next)
{
    const quaternion turned = quaternion_multiply(quaternion_from(q), quaternion_exponential(vec3_from(step)));
    const double numbers[4] = {turned.w, turned.v.x, turned.v.y, turned.v.z};
    memcpy(next, numbers, sizeof numbers);
}

static void subtract_spherical(const double *q0, const double *q1, double *step)
{
    const quaternion inverse = quaternion_conjugate(quaternion_from(q0));
    const vec3 w = quaternion_logarithm(quaternion_multiply(inverse, quaternion_from(q1)));
    const double numbers[3] = {w.x, w.y, w.z};
    memcpy(step, numbers, sizeof numbers);
}

static vec3 rotate_about_z(double angle, vec3 v)
{
    double s = sin(angle), c = cos(angle);
    return (vec3){c * v.x - s * v.y, s * v.x + c * v.y, v.z};
}

static void integrate_planar(const double *q, const double *step, double *next)
{
    vec3 displacement = twist_displacement((vec3){0, 0, step[2]}, (vec3){step[0], step[1], 0});
    displacement = rotate_about_z(q[2], displacement);
    const double numbers[3] = {q[0] + displacement.x, q[1] + displacement.y, q[2] + step[2]};
    memcpy(next, numbers, sizeof numbers);
}

static void subtract_planar(const double *q0, const double *q1, double *step)
{
    double angle = remainder(q1[2] - q0[2], 2 * 3.14159265358979323846);
    vec3 displacement = rotate_about_z(-q0[2], (vec3){q1[0] - q0[0], q1[1] - q0[1], 0});
    vec3 v = twist_velocity((vec3){0, 0, angle}, displacement);
    const double numbers[3] = {v.x, v.y, angle};
    memcpy(step, numbers, sizeof numbers);
}

/* Of the orientation alone, which is all that a spherical joint has. */
static void spherical_rate(const double *q, const double *qd, double *rate)
{
    const quaternion half_rate = {0, scale(0.5, vec3_from(qd))};
    const quaternion orientation = {q[0], vec3_from(q + 1)};
    const quaternion orientation_rate = quaternion_multiply(orientation, half_rate);
    const double numbers[4] = {orientation_rate.w, orientation_rate.v.x, orientation_rate.v.y, orientation_rate.v.z};
    memcpy(rate, numbers, sizeof numbers);
}

static void floating_rate(const double *q, const double *qd, double *rate)
{
    const vec3 linear_velocity = quaternion_turn(quaternion_from(q), vec3_from(qd + 3));
    const double numbers[3] = {linear_velocity.x, linear_velocity.y, linear_velocity.z};
    spherical_rate(q, qd, rate);
    memcpy(rate + QUATERNION_SIZE, numbers, sizeof numbers);
}

static void planar_rate(const double *q, const double *qd, double *rate)
{
    double s = sin(q[2]), c = cos(q[2]);
    const double numbers[3] = {c * qd[0] - s * qd[1], s * qd[0] + c * qd[1], qd[2]};
    memcpy(rate, numbers, sizeof numbers);
}

void cdy_rate_of_joint(joint_kind kind, const double *q, const double *qd, double *rate)
{
    switch (kind) {
    case JOINT_REVOLUTE:
    case JOINT_PRISMATIC: rate[0] = qd[0]; break;
    case JOINT_PLANAR: planar_rate(q, qd, rate); break;
    case JOINT_FLOATING: floating_rate(q, qd, rate); break;
    case JOINT_SPHERICAL: spherical_rate(q, qd, rate); break;
    }
}

/* Operation on one joint's parts of two vectors: the next configuration, or the step between two configurations. */
typedef void (*joint_operation)(joint_kind kind, const double *a, const double *b, double *result);

void cdy_integrate_joint(joint_kind kind, const double *q, const double *step, double *next)
{
    switch (kind) {
    case JOINT_REVOLUTE:
    case JOINT_PRISMATIC: next[0] = q[0] + step[0]; break;
    case JOINT_PLANAR: integrate_planar(q, step, next); break;
    case JOINT_FLOATING: integrate_floating(q, step, next); break;
    case JOINT_SPHERICAL: integrate_spherical(q, step, next); break;
    }
}

void cdy_subtract_joint(joint_kind kind, const double *q0, const double *q1, double *step)
{
    switch (kind) {
    case JOINT_REVOLUTE:
    case JOINT_PRISMATIC: step[0] = q1[0] - q0[0]; break;
    case JOINT_PLANAR: subtract_planar(q0, q1, step); break;
    case JOINT_FLOATING: subtract_floating(q0, q1, step); break;
    case JOINT_SPHERICAL: subtract_spherical(q0, q1, step); break;
    }
}

/* Applies an operation to each independent joint: `a` (nq) and `other` (nv if it is a step, else nq); `result` has the
 * other length. Writes nothing unless the whole result is finite, so that `result` may be `a`. */
static cdy_status apply_to_joints(const cdy_model *model, joint_operation operation, const double *a,
                                  const double *other, bool other_is_step, double *result, cdy_error *error)
{
    const model_body *bodies = model_bodies(model);
    const model_joint *joints = model_joints(model);
    for (int writing = 0; writing < 2; writing++) {
        for (int i = 1; i < model->body_count; i++) {
            int q = joints[i].position, v = joints[i].velocity;
            if (joints[i].is_follower) {
                continue;
            }
            double numbers[7] = {0};
            int count = other_is_step ? cdy_joint_type_nq((cdy_joint_type)joints[i].type) : bodies[i].nv;
            operation((joint_kind)bodies[i].kind, a + q, other + (other_is_step ? v : q), numbers);
            cdy_status status = writing ? CDY_OK : cdy_check_result(numbers, (size_t)count, error);
            if (status) {
                return status;
            }
            if (writing) {
                memcpy(result + (other_is_step ? q : v), numbers, (size_t)count * sizeof *numbers);
            }
        }
    }
    return CDY_OK;
}

static cdy_status check(const cdy_model *model, const double *q, const double *other, bool other_is_step,
                        const double *result, cdy_error *error)
{
    if (!model || !q || !other || !result) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the call needs a model, two vectors and a pointer for the result");
    }
    if (!cdy_all_finite(q, (size_t)model->nq)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the configuration has a number that is not finite");
    }
    if (!cdy_all_finite(other, (size_t)(other_is_step ? model->nv : model->nq))) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the %s has a number that is not finite",
                        other_is_step ? "step" : "second configuration");
    }
    cdy_status status = cdy_check_quaternions(model, q, error);
    if (!status && !other_is_step) {
        status = cdy_check_quaternions(model, other, error);
    }
    return status;
}

cdy_status cdy_configuration_integrate(const cdy_model *model, const double *q, const double *step, double *q_next,
                                       cdy_error *error)
{
    cdy_status status = check(model, q, step, true, q_next, error);
    return status ? status : apply_to_joints(model, cdy_integrate_joint, q, step, true, q_next, error);
}

cdy_status cdy_configuration_difference(const cdy_model *model, const double *q0, const double *q1, double *step,
                                        cdy_error *error)
{
    cdy_status status = check(model, q0, q1, false, step, error);
    return status ? status : apply_to_joints(model, cdy_subtract_joint, q0, q1, false, step, error);
}
