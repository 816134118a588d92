/* Mimic joints: reports every invalid one, whereas building the tree stops at the first, and followers that stand still
 * or exceed their limits. */
#include "base/error.h"
#include "lint/checks.h"
#include "tree/joint_traits.h"

#include <math.h>

/* Returns the number of the joint that a joint mimics, -1 for none. */
static int leader_of(const cdy_reader *r, int number)
{
    const char *leader = r->joints[number].mimics;
    return leader ? cdy_name_table_find(&r->joint_numbers, leader) : -1;
}

static void report_mimic(cdy_reader *r, int number, int leader, const char *reason)
{
    cdy_about_joint(r, r->joints[number].name);
    cdy_fault(r, CDY_RULE_MIMIC_INVALID, r->joints[number].mimic_at, "mimics '%.80s', %s", r->joints[leader].name,
              reason);
}

/* Reports a cycle at its first joint in the file. */
static void report_cycle(cdy_reader *r, int number)
{
    int first = number;
    r->joints[number].in_ring = true;
    for (int i = leader_of(r, number); i != number; i = leader_of(r, i)) {
        r->joints[i].in_ring = true;
        first = i < first ? i : first;
    }
    report_mimic(r, first, leader_of(r, first), "which leads back to itself in a ring; break the ring");
}

/* Follows leaders from every joint, over joints that no earlier walk visited: a joint visited by the same walk closes a
 * cycle. */
static void report_cycles(cdy_reader *r, int *walk)
{
    for (int i = 0; i < r->joint_count; i++) {
        int joint = i;
        while (joint >= 0 && walk[joint] == 0) {
            walk[joint] = i + 1;
            const int leader = leader_of(r, joint);
            joint = leader == joint ? -1 : leader;
        }
        if (joint >= 0 && walk[joint] == i + 1) {
            report_cycle(r, joint);
        }
    }
}

cdy_status cdy_check_mimics(cdy_reader *r)
{
    int *walk = cdy_arena_allocate(&r->memory, (size_t)r->joint_count + 1, sizeof *walk);
    if (!walk) {
        return cdy_fail_memory(r->error);
    }
    for (int i = 0; i < r->joint_count; i++) {
        const int leader = leader_of(r, i);
        const cdy_joint *leading = leader >= 0 ? cdy_joint_of(r, leader) : NULL;
        if (leader == i) {
            report_mimic(r, i, leader, "which is itself; name another joint");
        } else if (leading && cdy_joint_type_nv(leading->type) != 1) {
            report_mimic(r, i, leader,
                         "which has not one degree of freedom; name a revolute, continuous or prismatic joint");
        }
    }
    report_cycles(r, walk);
    cdy_about_robot(r);
    return CDY_OK;
}

/* Whether a joint has limits with lower < upper. */
static bool has_range(const cdy_joint *joint)
{
    const bool limited = joint_has_range(joint->type);
    return limited && joint->limit.given && joint->limit.lower < joint->limit.upper;
}

/* Compares the range of a mimic joint with its limits, with a tolerance for rounding in both. */
static void check_range(cdy_reader *r, const cdy_joint_entry *entry, const cdy_joint *joint, const cdy_joint *leader)
{
    const cdy_limit *own = &joint->limit, *led = &leader->limit;
    const double a = joint->mimic.multiplier * led->lower + joint->mimic.offset;
    const double b = joint->mimic.multiplier * led->upper + joint->mimic.offset;
    const double low = fmin(a, b), high = fmax(a, b), slack = 1e-2 * (own->upper - own->lower);
    if (low < own->lower - slack || high > own->upper + slack) {
        cdy_warn(r, CDY_RULE_MIMIC_RANGE, entry->mimic_at,
                 "it follows '%.80s', from %g to %g, to %g to %g; expected within its own limits, %g to %g",
                 joint->mimic.joint, led->lower, led->upper, low, high, own->lower, own->upper);
    }
}

void cdy_check_follower(cdy_reader *r, const cdy_joint_entry *entry, const cdy_joint *joint)
{
    const cdy_mimic *mimic = &joint->mimic;
    const int number = mimic->joint ? cdy_name_table_find(&r->joint_numbers, mimic->joint) : -1;
    const cdy_joint *leader = number >= 0 ? cdy_joint_of(r, number) : NULL;
    const bool turns = joint_turns(joint->type);
    if (!mimic->joint) {
        return;
    }
    if (!(fabs(mimic->multiplier) > 0)) {
        cdy_warn(r, CDY_RULE_MIMIC_STILL, cdy_place_of(entry->element, "mimic", "multiplier"),
                 "the multiplier is 0, and so it stays at %g; expected another number, or a fixed joint",
                 mimic->offset);
    }
    if (turns && looks_like_degrees(mimic->offset)) {
        cdy_warn(r, CDY_RULE_ANGLE_IN_DEGREES, cdy_place_of(entry->element, "mimic", "offset"),
                 "the offset %g looks like degrees; expected radians, %g", mimic->offset,
                 mimic->offset * 0.017453292519943295);
    } else if (leader && leader != joint && has_range(joint) && has_range(leader)) {
        check_range(r, entry, joint, leader);
    }
}
