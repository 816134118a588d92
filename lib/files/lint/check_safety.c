/* Safety controllers: soft limits within the joint's limits, gains that brake. */
#include "lint/checks.h"
#include "tree/joint_traits.h"

#include <math.h>

static const double radian = 0.017453292519943295; /* one degree in rad */

static bool has(const cdy_element *safety, const char *attribute)
{
    return cdy_find_attribute(safety, attribute) != NULL;
}

static bool is_lower_farther(const cdy_safety *s)
{
    return fabs(s->soft_lower) >= fabs(s->soft_upper);
}

/* Whether the soft limits are in degrees: converted, the larger one is at least 2/3 of the joint's limit and exceeds it
 * by rounding at most. Other large numbers are accepted, since real robots use them to disable soft limits. */
static bool is_in_degrees(const cdy_joint *joint)
{
    static const double least = 2.0 / 3, most = 1.02;
    const cdy_safety *s = &joint->safety;
    const cdy_limit *limit = &joint->limit;
    const bool lower = is_lower_farther(s);
    const double soft = lower ? s->soft_lower : s->soft_upper, own = lower ? limit->lower : limit->upper;
    const double converted = looks_like_degrees(own) ? soft : soft * radian; /* in the unit of the joint's limit */
    return joint_turns(joint->type) && joint_has_range(joint->type) && limit->given && looks_like_degrees(soft) &&
           converted * own > 0 && fabs(converted) >= least * fabs(own) && fabs(converted) <= most * fabs(own);
}

static void check_gains(cdy_reader *r, const cdy_element *safety, const cdy_safety *s)
{
    if (!has(safety, "k_velocity")) {
        cdy_warn(r, CDY_RULE_SAFETY_INCOMPLETE, safety->at,
                 "<safety_controller> lacks k_velocity; expected k_velocity=\"...\"");
    } else if (s->k_velocity < 0) {
        cdy_warn(r, CDY_RULE_SAFETY_GAIN_NEGATIVE, cdy_place_of(safety, NULL, "k_velocity"),
                 "k_velocity is %g; expected 0 or more", s->k_velocity);
    }
    if (s->k_position < 0) {
        cdy_warn(r, CDY_RULE_SAFETY_GAIN_NEGATIVE, cdy_place_of(safety, NULL, "k_position"),
                 "k_position is %g; expected 0 or more", s->k_position);
    }
}

/* Returns the soft limit that lies outside the joint's range and so has no effect, or NULL. */
static const char *find_outside(const cdy_element *safety, const cdy_joint *joint)
{
    static const double rounding = 1e-3;
    const cdy_safety *s = &joint->safety;
    const cdy_limit *limit = &joint->limit;
    const bool limited = joint_has_range(joint->type);
    if (!limited || !limit->given || !(limit->lower < limit->upper) || is_in_degrees(joint)) {
        return NULL;
    }
    if (has(safety, "soft_lower_limit") && s->soft_lower < limit->lower - rounding) {
        return "soft_lower_limit";
    }
    return has(safety, "soft_upper_limit") && s->soft_upper > limit->upper + rounding ? "soft_upper_limit" : NULL;
}

static void check_soft_limits(cdy_reader *r, const cdy_element *safety, const cdy_joint *joint)
{
    const cdy_safety *s = &joint->safety;
    if (has(safety, "soft_lower_limit") && has(safety, "soft_upper_limit") && s->soft_lower > s->soft_upper) {
        cdy_warn(r, CDY_RULE_SOFT_LIMITS_REVERSED, cdy_place_of(safety, NULL, "soft_lower_limit"),
                 "the soft lower limit %g is above the soft upper limit %g; expected it below", s->soft_lower,
                 s->soft_upper);
    }
    if (is_in_degrees(joint)) {
        const bool lower = is_lower_farther(s);
        cdy_warn(r, CDY_RULE_ANGLE_IN_DEGREES,
                 cdy_place_of(safety, NULL, lower ? "soft_lower_limit" : "soft_upper_limit"),
                 "the soft limits %g and %g look like degrees; expected radians, %g and %g", s->soft_lower,
                 s->soft_upper, s->soft_lower * radian, s->soft_upper * radian);
    }
}

/* Reports one note for all such limits, since real robots use distant soft limits to disable them. */
static void check_range(cdy_reader *r, int number, int count)
{
    const cdy_joint_entry *entry = &r->joints[number];
    const cdy_joint *joint = cdy_joint_of(r, number);
    const cdy_element *safety = cdy_first_child(entry->element, "safety_controller");
    const char *attribute = find_outside(safety, joint);
    cdy_about_joint(r, entry->name);
    cdy_warn(r, CDY_RULE_SOFT_LIMITS_OUTSIDE, cdy_place_of(safety, NULL, attribute),
             "%s %s lies beyond the joint's limits; expected it within %g to %g (%d joint%s in all)", attribute,
             cdy_find_attribute(safety, attribute)->text, joint->limit.lower, joint->limit.upper, count,
             count > 1 ? "s" : "");
}

void cdy_check_safety(cdy_reader *r)
{
    int count = 0, first = -1;
    for (int i = 0; i < r->joint_count; i++) {
        const cdy_joint *joint = cdy_joint_of(r, i);
        const cdy_element *safety = joint ? cdy_first_child(r->joints[i].element, "safety_controller") : NULL;
        if (!safety) {
            continue;
        }
        cdy_about_joint(r, r->joints[i].name);
        check_gains(r, safety, &joint->safety);
        check_soft_limits(r, safety, joint);
        if (find_outside(safety, joint)) {
            first = count++ == 0 ? i : first;
        }
    }
    if (count > 0) {
        check_range(r, first, count);
    }
    cdy_about_robot(r);
}
