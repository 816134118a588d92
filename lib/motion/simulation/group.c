#include "simulation/group.h"

#include "dynamics/manifold.h"
#include "model/twist.h"
#include "spatial/exponential.h"

#include <string.h>

/* The force on a joint, from the forces along its degrees of freedom. Components outside the motions of the joint are 0
 * and stay 0 in all maps below, which are made of such motions. */
static force read_force(joint_kind kind, const double *x)
{
    motion m = joint_twist(kind, x);
    return (force){m.angular, m.linear};
}

static void write_force(joint_kind kind, force f, double *x)
{
    write_joint_twist(kind, (motion){f.moment, f.linear}, x);
}

/* The transpose of m -> d x m. */
static force cross_transposed(motion d, force f)
{
    return force_scale(-1, cross_force(d, f));
}

/* B_2k / (2k)!, the coefficients of ad / (exp(ad) - 1) after 1 - ad/2; the remainder is below 1e-17 for rotations up to
 * 1 rad. */
static const double bernoulli[] = {1.0 / 12,
                                   -1.0 / 720,
                                   1.0 / 30240,
                                   -1.0 / 1209600,
                                   1.0 / 47900160,
                                   -691.0 / 1307674368000,
                                   1.0 / 74724249600,
                                   -3617.0 / 10670622842880000.0,
                                   43867.0 / 5109094217170944000.0,
                                   -174611.0 / 802857662698291200000.0};
enum { BERNOULLI = sizeof bernoulli / sizeof *bernoulli };

/* The number of these terms that are not below rounding for a displacement: B_2k / (2k)! falls as (2 pi)^-2k, and a
 * term has at most 4 k times the angle to the power 2k - 1. Steps turn bodies by little, and need two or three. */
static int count_terms(motion d)
{
    const double square = dot(d.angular, d.angular), two_pi_squared = 39.47841760435743;
    double size = square / two_pi_squared; /* with 8 count, a bound of what is left out */
    int count = 1;
    while (count < BERNOULLI && !(size < 1e-19)) {
        size *= square / two_pi_squared;
        count++;
    }
    return count;
}

/* ad / (1 - exp(-ad)) v with ad = d x: the rate of the displacement d from the velocity at its end. */
static motion inverse_rate(motion d, motion v)
{
    motion power = cross_motion(d, v);
    motion sum = motion_add(v, motion_scale(0.5, power));
    for (int k = 0, count = count_terms(d); k < count; k++) {
        power = k ? cross_motion(d, power) : power;
        power = cross_motion(d, power);
        sum = motion_add(sum, motion_scale(bernoulli[k], power));
    }
    return sum;
}

static force inverse_rate_transposed(motion d, force f)
{
    force power = cross_transposed(d, f);
    force sum = force_add(f, force_scale(0.5, power));
    for (int k = 0, count = count_terms(d); k < count; k++) {
        power = k ? cross_transposed(d, power) : power;
        power = cross_transposed(d, power);
        sum = force_add(sum, force_scale(bernoulli[k], power));
    }
    return sum;
}

/* The transpose of (1 - exp(-ad)) / ad, the inverse of inverse_rate_transposed(). */
static force rate_transposed(motion d, force f)
{
    enum { TERMS = 20 }; /* 1 / 20! is below rounding */
    force power = f, sum = f;
    for (int k = 2; k < TERMS; k++) {
        power = force_scale(-1.0 / k, cross_transposed(d, power));
        sum = force_add(sum, power);
    }
    return sum;
}

/* The part of body i's joint in a vector of the caller's velocities; NULL where the joint is a mimic joint or has one
 * degree of freedom, for which all maps are the identity. */
static const double *joint_part(const cdy_model *model, int i, const double *x)
{
    const model_joint *joint = &model_joints(model)[i];
    bool is_manifold = !joint->is_follower && is_on_manifold((joint_kind)model_bodies(model)[i].kind);
    return is_manifold ? x + joint->velocity : NULL;
}

void cdy_joint_displacement_rate(joint_kind kind, const double *displacement, double *rate)
{
    write_joint_twist(kind, inverse_rate(joint_twist(kind, displacement), joint_twist(kind, rate)), rate);
}

double cdy_joint_turn(joint_kind kind, const double *displacement)
{
    return length(joint_twist(kind, displacement).angular);
}

void cdy_displacement_rate(const cdy_model *model, const double *displacement, const double *qd, double *rate)
{
    memmove(rate, qd, (size_t)model->nv * sizeof *rate);
    for (int i = 1; i < model->body_count; i++) {
        const double *d = joint_part(model, i, displacement);
        joint_kind kind = (joint_kind)model_bodies(model)[i].kind;
        if (d) {
            cdy_joint_displacement_rate(kind, d, rate + (d - displacement));
        }
    }
}

/* Apply a map of forces to each joint, with `fraction` of the displacement. */
static void map_forces(const cdy_model *model, const double *displacement, double fraction,
                       force (*map)(motion d, force f), const double *forces, double *result)
{
    memmove(result, forces, (size_t)model->nv * sizeof *result);
    for (int i = 1; i < model->body_count; i++) {
        const double *d = joint_part(model, i, displacement);
        joint_kind kind = (joint_kind)model_bodies(model)[i].kind;
        if (d) {
            double *x = result + (d - displacement);
            write_force(kind, map(motion_scale(fraction, joint_twist(kind, d)), read_force(kind, x)), x);
        }
    }
}

void cdy_momentum_at(const cdy_model *model, const double *displacement, bool forward, const double *momentum,
                     double *result)
{
    map_forces(model, displacement, forward ? 1 : -1, inverse_rate_transposed, momentum, result);
}

void cdy_force_at(const cdy_model *model, const double *displacement, bool forward, const double *forces,
                  double *result)
{
    map_forces(model, displacement, forward ? 0.5 : -0.5, rate_transposed, forces, result);
}

void cdy_coordinate_rate(const cdy_model *model, const double *q, const double *qd, double *rate)
{
    const model_joint *joints = model_joints(model);
    for (int i = 1; i < model->body_count; i++) {
        const int p = joints[i].position, v = joints[i].velocity;
        if (!joints[i].is_follower) {
            cdy_rate_of_joint((joint_kind)model_bodies(model)[i].kind, q + p, qd + v, rate + p);
        }
    }
}

double cdy_largest_turn(const cdy_model *model, const double *displacement)
{
    double largest = 0;
    for (int i = 1; i < model->body_count; i++) {
        const double *d = joint_part(model, i, displacement);
        if (d) {
            largest = fmax(largest, cdy_joint_turn((joint_kind)model_bodies(model)[i].kind, d));
        }
    }
    return largest;
}

void cdy_normalize_quaternions(const cdy_model *model, double *q)
{
    const model_joint *joints = model_joints(model);
    for (int i = 1; i < model->body_count; i++) {
        double *p = q + joints[i].position;
        if (has_quaternion((joint_kind)model_bodies(model)[i].kind)) {
            quaternion unit = quaternion_from(p);
            const double numbers[4] = {unit.w, unit.v.x, unit.v.y, unit.v.z};
            memcpy(p, numbers, sizeof numbers);
        }
    }
}
