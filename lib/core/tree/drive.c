/* Conditions under which the friction of a drive never pushes, and forward dynamics has one solution. */
#include "tree/drive.h"

#include "base/finite.h"
#include "tree/node.h"
#include "tree/tree.h"

#include <math.h>

static const double largest_load_friction = 0.9;

static bool acts(double number)
{
    return number < 0 || number > 0;
}

/* Whether a, with its sign lost, and the negative part of b together are at most `most`, where either acts. */
static bool are_within(double a, double b, double most)
{
    return (!acts(a) && !(b < 0)) || fabs(a) + fmax(0, -b) <= most;
}

static const char *find_numbers_fault(const cdy_joint_drive *d)
{
    const double any[] = {d->friction_asymmetry, d->damping_asymmetry, d->stribeck,
                          d->load_asymmetry,     d->load_stribeck,     d->offset,
                          d->current_gain,       d->torque_gain};
    const double from_zero[] = {d->stribeck_velocity, d->stribeck_exponent,    d->load_friction,      d->load_damping,
                                d->load_velocity,     d->power_friction,       d->power_exponent,     d->friction_width,
                                d->load_width,        d->friction_temperature, d->damping_temperature};
    bool finite = cdy_all_finite(any, sizeof any / sizeof *any), negative = false;
    for (size_t i = 0; i < sizeof from_zero / sizeof *from_zero; i++) {
        finite = finite && isfinite(from_zero[i]);
        negative = negative || from_zero[i] < 0;
    }
    return !finite    ? "a number of its drive is not finite"
           : negative ? "a number of its drive is negative; expected 0 or more of all but asymmetries, Stribeck terms, "
                        "offset and gains"
                      : NULL;
}

/* Friction that would push. */
static const char *find_pushing_fault(const cdy_joint *joint)
{
    const cdy_joint_drive *d = &joint->drive;
    const double damping = joint->dynamics.given ? joint->dynamics.damping : 0;
    const double friction = joint->dynamics.given ? joint->dynamics.friction : 0;
    if (!are_within(d->friction_asymmetry, d->stribeck, friction)) {
        return "its friction would push: the size of friction_asymmetry and a negative stribeck together are more than "
               "friction; expected at most as much";
    }
    if (!are_within(d->damping_asymmetry, 0, damping)) {
        return "its damping would push: the size of damping_asymmetry is more than damping; expected at most as much";
    }
    if (!are_within(d->load_asymmetry, d->load_stribeck, d->load_friction)) {
        return "its friction by the load would push: the size of load_asymmetry and a negative load_stribeck together "
               "are more than load_friction; expected at most as much";
    }
    return NULL;
}

static const char *find_velocity_fault(const cdy_joint_drive *d)
{
    if ((acts(d->stribeck) || acts(d->load_stribeck)) && !(d->stribeck_velocity > 0)) {
        return "its Stribeck friction has no stribeck_velocity; expected one greater than 0, such as 0.1 rad/s";
    }
    if (acts(d->load_damping) && !(d->load_velocity > 0)) {
        return "its load_damping has no load_velocity, where it saturates; expected one greater than 0, such as twice "
               "the velocity limit";
    }
    return NULL;
}

const char *cdy_find_drive_fault(const cdy_joint *joint)
{
    const cdy_joint_drive *d = &joint->drive;
    const double most =
        d->load_friction + fabs(d->load_asymmetry) + fmax(0, d->load_stribeck) + d->load_damping * d->load_velocity;
    const char *fault = find_numbers_fault(d);
    fault = fault ? fault : find_pushing_fault(joint);
    fault = fault ? fault : find_velocity_fault(d);
    if (!fault && !(most <= largest_load_friction)) {
        fault = "its friction takes too much of the load: load_friction + |load_asymmetry| + load_stribeck + "
                "load_damping load_velocity is above 0.9, where forward dynamics need not have a solution";
    }
    return fault;
}

void cdy_tree_set_drive(cdy_tree *tree, int index, const cdy_joint *from)
{
    cdy_joint *joint = &cdy_node_at(tree, index)->body.joint;
    joint->dynamics = from->dynamics;
    joint->rotor_inertia = from->rotor_inertia;
    joint->gear_ratio = from->gear_ratio;
    joint->drive = from->drive;
}
