/* Joints: axes, limits and mimics that are valid but rarely intended. */
#include "lint/checks.h"
#include "text/number.h"
#include "tree/joint_traits.h"

#include <math.h>
#include <string.h>

static const double full_turn = 6.283185307179586;

static bool has_axis(const cdy_joint *joint)
{
    return cdy_joint_type_traits(joint->type)->has_axis;
}

static void check_axis(cdy_reader *r, const cdy_element *element, const cdy_joint *joint)
{
    const double length = hypot(hypot(joint->axis[0], joint->axis[1]), joint->axis[2]);
    if (has_axis(joint) && fabs(length - 1) > 1e-3) {
        const cdy_element *axis = cdy_first_child(element, "axis");
        const cdy_attribute *xyz = axis ? cdy_find_attribute(axis, "xyz") : NULL;
        if (xyz) {
            cdy_propose(r, CDY_RULE_AXIS_NOT_UNIT, axis, xyz, NULL);
        }
        cdy_warn(r, CDY_RULE_AXIS_NOT_UNIT, cdy_place_of(element, "axis", "xyz"),
                 "the axis %g %g %g has length %g; expected 1", joint->axis[0], joint->axis[1], joint->axis[2], length);
    }
}

static void check_turn(cdy_reader *r, const cdy_element *element, const cdy_limit *limit)
{
    const bool lower = fabs(limit->lower) > fabs(limit->upper);
    const double larger = lower ? limit->lower : limit->upper;
    const cdy_place at = cdy_place_of(element, "limit", lower ? "lower" : "upper");
    if (looks_like_degrees(larger)) {
        cdy_warn(r, CDY_RULE_ANGLE_IN_DEGREES, at,
                 "the limits %g and %g look like degrees; expected radians, %g and %g", limit->lower, limit->upper,
                 limit->lower * full_turn / 360, limit->upper * full_turn / 360);
    } else if (fabs(larger) > full_turn * 1.001) {
        cdy_warn(r, CDY_RULE_LIMIT_BEYOND_TURN, at,
                 "the limits %g and %g rad go beyond a full turn; expected -6.2832 to 6.2832", limit->lower,
                 limit->upper);
    }
}

/* Reports large ranges. Robots whose joints have no limits in fact often have equal large limits on both sides, or huge
 * ones, which are accepted. */
static void check_travel(cdy_reader *r, const cdy_element *element, const cdy_limit *limit)
{
    static const double most = 50, huge = 10000;
    const bool lower = fabs(limit->lower) > fabs(limit->upper);
    const double larger = fabs(lower ? limit->lower : limit->upper);
    if (larger > most && larger < huge && fabs(limit->lower + limit->upper) > 0) {
        cdy_warn(r, CDY_RULE_LENGTH_IN_MILLIMETERS, cdy_place_of(element, "limit", lower ? "lower" : "upper"),
                 "the limits %g and %g m look like millimeters; expected meters, %g and %g", limit->lower, limit->upper,
                 limit->lower / 1000, limit->upper / 1000);
    }
}

static void check_limits(cdy_reader *r, const cdy_element *element, const cdy_joint *joint)
{
    const cdy_limit *limit = &joint->limit;
    const bool ranged = cdy_find_attribute(cdy_first_child(element, "limit"), "lower") ||
                        cdy_find_attribute(cdy_first_child(element, "limit"), "upper");
    if (joint_turns(joint->type)) {
        check_turn(r, element, limit);
    } else {
        check_travel(r, element, limit);
    }
    if (ranged && limit->lower < limit->upper && (limit->lower > 0 || limit->upper < 0)) {
        cdy_warn(r, CDY_RULE_HOME_OUTSIDE_LIMITS, cdy_place_of(element, "limit", NULL),
                 "the limits %g to %g exclude 0; home is %g", limit->lower, limit->upper,
                 limit->lower > 0 ? limit->lower : limit->upper);
    }
}

/* Whether a limit that the file gives is 0. */
static bool has_zero_limit(const cdy_joint_entry *entry, const cdy_joint *joint)
{
    const cdy_element *limit = cdy_first_child(entry->element, "limit");
    return limit && has_axis(joint) && !joint->mimic.joint &&
           ((cdy_find_attribute(limit, "effort") && !(fabs(joint->limit.effort) > 0)) ||
            (cdy_find_attribute(limit, "velocity") && !(fabs(joint->limit.velocity) > 0)));
}

static bool is_locked(const cdy_joint_entry *entry, const cdy_joint *joint)
{
    const cdy_element *limit = cdy_first_child(entry->element, "limit");
    const bool limited = joint_has_range(joint->type);
    return limit && limited && (cdy_find_attribute(limit, "lower") || cdy_find_attribute(limit, "upper")) &&
           !(joint->limit.lower < joint->limit.upper) && !(joint->limit.lower > joint->limit.upper);
}

/* Whether a continuous joint, which has no position limits, has some in the file. */
static bool has_unused_limits(const cdy_joint_entry *entry, const cdy_joint *joint)
{
    const cdy_element *limit = cdy_first_child(entry->element, "limit");
    return limit && joint_is_endless(joint->type) &&
           (cdy_find_attribute(limit, "lower") || cdy_find_attribute(limit, "upper"));
}

static bool lacks_axis(const cdy_joint_entry *entry, const cdy_joint *joint)
{
    return has_axis(joint) && !cdy_first_child(entry->element, "axis");
}

typedef bool condition(const cdy_joint_entry *entry, const cdy_joint *joint);

/* Reports one note for all joints that satisfy a condition. */
static void note_all(cdy_reader *r, condition *holds, cdy_rule rule, const char *what)
{
    int count = 0, first = -1;
    for (int i = 0; i < r->joint_count; i++) {
        const cdy_joint *joint = cdy_joint_of(r, i);
        if (joint && holds(&r->joints[i], joint)) {
            first = count++ == 0 ? i : first;
        }
    }
    if (count > 0) {
        cdy_about_joint(r, r->joints[first].name);
        cdy_warn(r, rule, cdy_place_of(r->joints[first].element, "limit", NULL), "%s (%d joint%s in all)", what, count,
                 count > 1 ? "s" : "");
    }
}

static void check_chain(cdy_reader *r, int number, const cdy_joint *joint)
{
    const int leader = joint->mimic.joint ? cdy_name_table_find(&r->joint_numbers, joint->mimic.joint) : -1;
    const cdy_joint *leading = leader >= 0 ? cdy_joint_of(r, leader) : NULL;
    if (leading && leading->mimic.joint && leading != joint && !r->joints[number].in_ring) {
        cdy_warn(r, CDY_RULE_MIMIC_CHAIN, r->joints[number].mimic_at,
                 "it mimics '%.80s', which mimics '%.80s'; expected a joint that moves by itself", joint->mimic.joint,
                 leading->mimic.joint);
    }
}

static void check_dynamics(cdy_reader *r, const cdy_element *element)
{
    const cdy_element *dynamics = cdy_first_child(element, "dynamics");
    if (dynamics && dynamics->attribute_count == 0) {
        cdy_warn(r, CDY_RULE_DYNAMICS_EMPTY, dynamics->at,
                 "<dynamics> has neither damping nor friction; expected one of them, or no <dynamics>");
    }
}

/* Checks the limits added in version 1.2, which the library does not use. */
static void check_rates(cdy_reader *r, const cdy_element *limit)
{
    static const char *const names[] = {"acceleration", "deceleration", "jerk"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const cdy_attribute *a = cdy_find_attribute(limit, names[i]);
        double value;
        if (a && cdy_parse_number(a->text, strlen(a->text), &value) == CDY_NUMBER_OK && value < 0) {
            cdy_warn(r, CDY_RULE_RATE_LIMIT_NEGATIVE, a->at, "the limit of %s is %g; expected 0 or more", names[i],
                     value);
        }
    }
}

/* Checks the other elements of a joint for missing or ineffective contents. */
static void check_details(cdy_reader *r, const cdy_element *element, const cdy_joint *joint)
{
    const cdy_element *limit = cdy_first_child(element, "limit");
    check_dynamics(r, element);
    if (limit && !joint_is_fixed(joint->type)) {
        check_rates(r, limit);
    }
}

void cdy_check_joints(cdy_reader *r)
{
    for (int i = 0; i < r->joint_count; i++) {
        const cdy_joint *joint = cdy_joint_of(r, i);
        if (!joint) {
            continue;
        }
        const cdy_element *element = r->joints[i].element;
        cdy_about_joint(r, r->joints[i].name);
        check_axis(r, element, joint);
        if (joint->limit.given && joint_has_range(joint->type)) {
            check_limits(r, element, joint);
        }
        check_chain(r, i, joint);
        cdy_check_follower(r, &r->joints[i], joint);
        check_details(r, element, joint);
    }
    note_all(r, has_zero_limit, CDY_RULE_EFFORT_OR_VELOCITY_ZERO,
             "the limit of effort or velocity is 0, taken as unknown; expected the limits of the joint's drive");
    note_all(r, is_locked, CDY_RULE_LIMITS_EQUAL,
             "lower and upper limit are equal; expected a range, or a fixed joint");
    note_all(r, has_unused_limits, CDY_RULE_LIMIT_UNUSED,
             "lower and upper are not used, as the joint is continuous; expected a revolute joint, or neither");
    note_all(r, lacks_axis, CDY_RULE_AXIS_MISSING, "there is no <axis>, taken as 1 0 0; expected the joint's axis");
    cdy_check_safety(r);
}
