/* Mass: joints that move nothing that has inertia, so that the mass matrix is singular. */
#include "base/error.h"
#include "spatial/inertia.h"
#include "spatial/placement.h"
#include "tree/inertial.h"
#include "urdf/reader.h"

#include <math.h>

/* The inertia of a link about its origin. */
static inertia own_inertia(const cdy_inertial *inertial)
{
    return inertial->given ? inertial_about_origin(inertial) : (inertia){0};
}

/* What resists the motion of a joint: its least diagonal entry of the mass matrix, at home. */
static double resistance(const cdy_joint *joint, const inertia *I)
{
    const vec3 axis = vec3_from(joint->axis);
    const double turning = dot(axis, sym3_apply(I->I, axis)) / dot(axis, axis);
    switch (joint->type) {
    case CDY_JOINT_REVOLUTE:
    case CDY_JOINT_CONTINUOUS: return turning;
    case CDY_JOINT_PRISMATIC: return I->mass;
    case CDY_JOINT_PLANAR: return fmin(turning, I->mass);
    case CDY_JOINT_FLOATING: return fmin(I->mass, fmin(I->I.xx, fmin(I->I.yy, I->I.zz)));
    case CDY_JOINT_FIXED: break;
    }
    return INFINITY;
}

/* Rounding leaves something of what a mass on the axis itself has about it. */
static bool is_singular(const cdy_joint *joint, const inertia *I)
{
    const double size = fmax(I->I.xx, fmax(I->I.yy, I->I.zz));
    return !(resistance(joint, I) > 1e-13 * size);
}

static bool is_weightless(const inertia *I)
{
    return !(I->mass > 0 || I->I.xx > 0 || I->I.yy > 0 || I->I.zz > 0);
}

static void warn_of_joint(cdy_reader *r, const cdy_urdf_joint *entry, const inertia *I)
{
    cdy_about_joint(r, entry->name);
    cdy_warn(r, CDY_RULE_SINGULAR_MASS, entry->at,
             "what it moves, link '%.80s' and what that carries, has %s; expected inertia, without which the mass "
             "matrix is singular",
             r->links[entry->child].body.name, is_weightless(I) ? "no mass" : "no inertia along its motion");
}

/* A joint on a joint that moves no mass either needs no words of its own; a follower moves with its leader. */
static bool is_told(const cdy_reader *r, const inertia *I, const cdy_urdf_joint *entry)
{
    const int above = r->links[entry->parent].joint;
    const bool carried = above >= 0 && r->links[entry->parent].body.joint.type != CDY_JOINT_FIXED;
    return (carried && is_weightless(&I[entry->parent])) || r->links[entry->child].body.joint.mimic.joint;
}

static void warn_of_joints(cdy_reader *r, const int *order, const inertia *I)
{
    for (int i = 1; i < r->link_count; i++) {
        const cdy_urdf_joint *entry = &r->joints[r->links[order[i]].joint];
        const inertia *moved = &I[entry->child];
        if (is_singular(&r->links[entry->child].body.joint, moved) && !is_told(r, I, entry)) {
            warn_of_joint(r, entry, moved);
        }
    }
}

cdy_status cdy_check_mass(cdy_reader *r, const int *order)
{
    inertia *I = cdy_arena_allocate(&r->memory, (size_t)r->link_count, sizeof *I);
    if (!I) {
        return cdy_fail_memory(r->error);
    }
    for (int i = 0; i < r->link_count; i++) {
        I[i] = own_inertia(&r->links[i].body.inertial);
    }
    for (int i = r->link_count - 1; i > 0; i--) { /* children before their parents */
        const cdy_urdf_joint *entry = &r->joints[r->links[order[i]].joint];
        const cdy_placement *origin = &r->links[entry->child].body.joint.origin;
        const transform X = transform_from_placement(origin->xyz, origin->rpy);
        I[entry->parent] = inertia_add(I[entry->parent], transform_inertia_back(X, I[entry->child]));
    }
    if (is_weightless(&I[order[0]])) {
        cdy_about_robot(r);
        cdy_warn(r, CDY_RULE_ROBOT_WEIGHTLESS, r->document.root->at,
                 "no link has a mass; expected <inertial> in those that move");
    } else {
        warn_of_joints(r, order, I);
    }
    cdy_about_robot(r);
    return CDY_OK;
}
