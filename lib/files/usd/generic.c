/* Generic joints: the degrees of freedom that limits leave free, as joints one behind the other: what slides first,
 * then what turns, each about the axes that those before it have turned, in the order X, Y, Z; three turns are a ball.
 */
#include "tree/joint_traits.h"
#include "usd/usd.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double degree = 0.017453292519943295;

const char *const cdy_usd_degrees[CDY_USD_DEGREES] = {"transX", "transY", "transZ", "rotX", "rotY", "rotZ"};

/* Bits of all slides and of all turns. */
enum { SLIDES = 07, TURNS = 070 };

cdy_status cdy_usd_set_range(cdy_usd *u, const cdy_usd_prim *p, cdy_joint *joint, double lower, double upper)
{
    const double unit = joint_slides(joint->type) ? u->meters : degree;
    if (lower > upper) {
        return cdy_fault(u->r, CDY_RULE_LIMITS_REVERSED, p->element->at,
                         "the lower limit %g is above the upper limit %g; expected it below", lower, upper);
    }
    joint->limit.lower = lower * unit;
    joint->limit.upper = upper * unit;
    joint->limit.given = isfinite(lower) || isfinite(upper);
    if (!joint->limit.given && joint_turns(joint->type)) {
        joint->type = CDY_JOINT_CONTINUOUS;
    }
    if (!joint->limit.given) {
        joint->limit.lower = joint->limit.upper = 0;
    }
    return CDY_OK;
}

/* The range of a degree of freedom. Limits that are one number hold it there, and a lower limit above the upper one
 * locks it at 0. */
typedef struct range {
    double low, high;
} range;

/* Returns where a degree of freedom that does not move stands, deg or units of length. */
static double held_at(const range *r)
{
    return r->low < r->high || r->low > r->high ? 0 : r->low;
}

static cdy_status read_range(cdy_usd *u, const cdy_usd_prim *p, const char *name, range *r, bool *free)
{
    char field[64];
    *r = (range){-HUGE_VAL, HUGE_VAL};
    *free = true;
    snprintf(field, sizeof field, "PhysicsLimitAPI:%s", name);
    if (!cdy_usd_has_api(u, p, field)) {
        return CDY_OK;
    }
    snprintf(field, sizeof field, "limit:%s:physics:low", name);
    cdy_status status = cdy_usd_number(u, p, field, &r->low);
    snprintf(field, sizeof field, "limit:%s:physics:high", name);
    status = status ? status : cdy_usd_number(u, p, field, &r->high);
    *free = r->low < r->high;
    return !status && !isfinite(held_at(r))
               ? cdy_fault(u->r, CDY_RULE_NUMBER, p->element->at, "both limits of %.40s are %g; expected them finite",
                           name, r->low)
               : status;
}

/* Puts the positions at which limits hold slides and turns into the frames of the joint: of what comes before the
 * turns that are free into that of the parent, of what comes behind them into that of the child. *ahead becomes what is
 * put into that of the parent. */
static void place_held(cdy_usd *u, const cdy_usd_prim *p, cdy_usd_edge *e, unsigned free,
                       const range ranges[CDY_USD_DEGREES], cdy_pose *ahead)
{
    cdy_pose behind = cdy_pose_still;
    *ahead = cdy_pose_still;
    for (int i = 0; i < CDY_USD_DEGREES; i++) {
        const double at = free >> i & 1 ? 0 : held_at(&ranges[i]);
        const bool turns_before = (free & TURNS & ((1U << i) - 1)) != 0, turns_later = (free & TURNS) >> i != 0;
        const double axis[3] = {i % 3 == 0, i % 3 == 1, i % 3 == 2};
        cdy_pose held = cdy_pose_still;
        if (!(at < 0 || at > 0)) {
            continue;
        }
        if (i >= 3 && turns_before && turns_later) {
            cdy_warn(u->r, CDY_RULE_DYNAMICS_UNREAD, p->element->at,
                     "%s is held at %g degrees between two rotations that are free, and counts as 0 here",
                     cdy_usd_degrees[i], at);
            continue;
        }
        if (i < 3) {
            held.p[i] = at * u->meters;
        } else {
            cdy_quaternion_about(axis, at * degree, held.q);
        }
        cdy_pose *side = turns_before ? &behind : ahead;
        *side = cdy_pose_compose(side, &held);
    }
    const cdy_pose back = cdy_pose_invert(&behind);
    e->in_parent = cdy_pose_compose(&e->in_parent, ahead);
    e->in_child = cdy_pose_compose(&e->in_child, &back);
}

/* Adds a degree of freedom behind those that there are. */
static cdy_joint *add_degree(cdy_usd_edge *e, int *count, cdy_joint_type type, int number)
{
    const int at = (*count)++;
    cdy_joint *joint = at == 0 ? &e->joint : &e->others[at - 1];
    *joint = e->joint;
    joint->type = type;
    for (int k = 0; k < 3; k++) {
        joint->axis[k] = k == number % 3;
    }
    e->ways[at] = cdy_usd_degrees[number];
    return joint;
}

/* Slides come before all turns: their axes are those of the parent, and the turns that are held ahead do not turn them.
 */
static void keep_slides(cdy_usd_edge *e, const cdy_pose *ahead)
{
    const cdy_pose back = cdy_pose_invert(ahead);
    for (int i = 0; i <= e->other_count; i++) {
        cdy_joint *j = cdy_usd_degree(e, i);
        if (joint_slides(j->type)) {
            cdy_rotate(back.q, j->axis, j->axis);
        }
    }
}

/* Limits of a ball have no equivalent. */
static void warn_of_limits(cdy_usd *u, const cdy_usd_prim *p, const range ranges[CDY_USD_DEGREES])
{
    bool limited = false;
    for (int i = 3; i < CDY_USD_DEGREES; i++) {
        limited = limited || isfinite(ranges[i].low) || isfinite(ranges[i].high);
    }
    if (limited) {
        cdy_warn(u->r, CDY_RULE_DYNAMICS_UNREAD, p->element->at,
                 "limits of three rotations at once are not read; expected them at joints with one or two");
    }
}

cdy_status cdy_usd_read_generic(cdy_usd *u, const cdy_usd_prim *p, cdy_usd_edge *e)
{
    unsigned free = 0;
    range ranges[CDY_USD_DEGREES];
    int count = 0;
    cdy_pose ahead = cdy_pose_still;
    cdy_status status = CDY_OK;
    for (int i = 0; i < CDY_USD_DEGREES && !status; i++) {
        bool can = false;
        status = read_range(u, p, cdy_usd_degrees[i], &ranges[i], &can);
        free |= can ? 1U << i : 0;
    }
    if (!status) {
        place_held(u, p, e, free, ranges, &ahead);
    }
    const bool floats = free == (SLIDES | TURNS), is_ball = !floats && (free & TURNS) == TURNS;
    if (free == 0 || floats) {
        e->joint.type = floats ? CDY_JOINT_FLOATING : CDY_JOINT_FIXED;
        return status;
    }
    for (int i = 0; i < CDY_USD_DEGREES && !status; i++) {
        if ((free >> i & 1) && !(is_ball && i >= 3)) {
            cdy_joint *joint = add_degree(e, &count, i < 3 ? CDY_JOINT_PRISMATIC : CDY_JOINT_REVOLUTE, i);
            status = cdy_usd_set_range(u, p, joint, ranges[i].low, ranges[i].high);
        }
    }
    if (is_ball) {
        add_degree(e, &count, CDY_JOINT_SPHERICAL, 3)->limit = (cdy_limit){0};
        warn_of_limits(u, p, ranges);
    }
    e->other_count = count - 1;
    keep_slides(e, &ahead);
    return status;
}

cdy_joint *cdy_usd_degree(cdy_usd_edge *e, int number)
{
    return number == 0 ? &e->joint : &e->others[number - 1];
}

/* Finds the angles of two turns, R = R_i(a) R_j(b): column j of R is cos a e_j + sin a (e_i x e_j), row i is
 * cos b e_i + sin b (e_i x e_j). */
static void find_angles(const double q[4], const cdy_joint *first, const cdy_joint *second, double angles[2])
{
    double column[3], row[3], across[3];
    const double *i = first->axis, *j = second->axis, back[4] = {q[0], -q[1], -q[2], -q[3]};
    cdy_rotate(q, j, column);
    cdy_rotate(back, i, row);
    for (int k = 0; k < 3; k++) {
        across[k] = i[(k + 1) % 3] * j[(k + 2) % 3] - i[(k + 2) % 3] * j[(k + 1) % 3];
    }
    double s[4] = {0, 0, 0, 0};
    for (int k = 0; k < 3; k++) {
        s[0] += column[k] * across[k];
        s[1] += column[k] * j[k];
        s[2] += row[k] * across[k];
        s[3] += row[k] * i[k];
    }
    angles[0] = atan2(s[0], s[1]);
    angles[1] = atan2(s[2], s[3]);
}

cdy_pose cdy_usd_find_positions(cdy_usd_edge *e, const cdy_pose *rest, double *positions)
{
    cdy_pose moved = cdy_pose_still;
    cdy_joint *turns[2] = {NULL, NULL};
    double angles[2] = {0, 0};
    int count = 0;
    for (int i = 0; i <= e->other_count; i++) {
        cdy_joint *j = cdy_usd_degree(e, i);
        positions[i] = 0;
        if (joint_slides(j->type)) {
            positions[i] = rest->p[0] * j->axis[0] + rest->p[1] * j->axis[1] + rest->p[2] * j->axis[2];
            for (int k = 0; k < 3; k++) {
                moved.p[k] += positions[i] * j->axis[k];
            }
        } else if (joint_turns(j->type) && count < 2) {
            turns[count++] = j;
        } else if (!joint_is_fixed(j->type)) {
            memcpy(moved.q, rest->q, sizeof moved.q);
        }
    }
    if (count == 2) {
        find_angles(rest->q, turns[0], turns[1], angles);
    } else if (count == 1) {
        const double *axis = turns[0]->axis, sign = rest->q[0] < 0 ? -1 : 1;
        const double along = rest->q[1] * axis[0] + rest->q[2] * axis[1] + rest->q[3] * axis[2];
        angles[0] = 2 * atan2(sign * along, sign * rest->q[0]);
    }
    for (int i = 0; i < count; i++) {
        cdy_pose turn = cdy_pose_still;
        cdy_quaternion_about(turns[i]->axis, angles[i], turn.q);
        moved = cdy_pose_compose(&moved, &turn);
        positions[e->other_count + 1 - count + i] = angles[i];
    }
    return moved;
}
