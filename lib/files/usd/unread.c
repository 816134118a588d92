/* Parts of a stage that a tree does not hold. */
#include "usd/usd.h"

#include <math.h>
#include <string.h>

/* Properties that are read, or that say nothing of the robot itself. */
static const char *const known[] = {
    "physics:rigidBodyEnabled",
    "physics:kinematicEnabled",
    "physxRigidBody:disableGravity",
    "physics:velocity",
    "physics:angularVelocity",
    "physics:startsAsleep",
    "physics:mass",
    "physics:density",
    "physics:centerOfMass",
    "physics:diagonalInertia",
    "physics:principalAxes",
    "physics:collisionEnabled",
    "physics:filteredPairs",
    "physics:approximation",
    "physics:body0",
    "physics:body1",
    "physics:localPos0",
    "physics:localPos1",
    "physics:localRot0",
    "physics:localRot1",
    "physics:axis",
    "physics:lowerLimit",
    "physics:upperLimit",
    "physics:jointEnabled",
    "physics:excludeFromArticulation",
    "physics:gravityDirection",
    "physics:gravityMagnitude",
    "physxJoint:armature",
    "physxJoint:maxJointVelocity",
};

/* How the names of properties that act on forces begin, and how the names of those among them end that are read. */
static const char *const beginnings[] = {
    "physics:", "physx", "drive:", "limit:", "state:", "mjc:", "newton:", "tendon:", "isaac"};
static const char *const ends[] = {":physics:maxForce",
                                   ":physics:low",
                                   ":physics:high",
                                   ":maxJointVelocity",
                                   ":armature",
                                   ":dynamicFrictionEffort",
                                   ":viscousFrictionCoefficient",
                                   ":gearing",
                                   ":offset",
                                   ":referenceJoint",
                                   ":referenceJointAxis"};

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

static bool is_unread(const char *name)
{
    bool acts = false;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        acts = acts || strncmp(name, beginnings[i], strlen(beginnings[i])) == 0;
    }
    if (!acts || cdy_is_among(name, sizeof known / sizeof *known, known)) {
        return false;
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (ends_with(name, ends[i])) {
            return false;
        }
    }
    return true;
}

/* Whether a value is a number that acts on nothing: 0, or infinite. */
static bool is_idle(const cdy_usd_field *f)
{
    cdy_usd_scanner s = cdy_usd_scan_value(f);
    cdy_usd_token t = cdy_usd_scan(&s);
    t = cdy_usd_is_mark(&t, '-') ? cdy_usd_scan(&s) : t;
    const size_t length = (size_t)(t.end - t.start);
    return cdy_usd_is_word(&t, "inf") || (t.kind == CDY_USD_NUMBER && (size_t)strspn(t.start, "-+0.") >= length);
}

static void name_properties(cdy_usd *u, const cdy_usd_prim *p)
{
    for (int i = 0; i < p->opinion_count; i++) {
        const cdy_usd_spec *spec = p->opinions[i].spec;
        for (const cdy_usd_field *f = spec->first_property; f; f = f->next) {
            if (f->start && is_unread(f->name) && !is_idle(f) && !cdy_usd_is_misspelled(u, f->name)) {
                cdy_usd_tell(u, f->name, f->at, "it has no equivalent here");
            }
        }
        for (const cdy_usd_field *f = spec->first_entry; f; f = f->next) {
            if (strcmp(f->name, "clips") == 0 || strcmp(f->name, "relocates") == 0) {
                cdy_usd_tell(u, f->name, f->at,
                             "this way of referring to other prims is not followed; references, payloads, inherits and "
                             "specializes are");
            }
        }
    }
}

/* Names types of physics that are no part of a tree. */
static void name_type(cdy_usd *u, const cdy_usd_prim *p)
{
    static const char *const read[] = {"PhysicsScene", "PhysicsCollisionGroup"};
    if (strcmp(p->type, "PhysicsDistanceJoint") == 0) {
        cdy_about_joint(u->r, p->name);
        cdy_warn(u->r, CDY_RULE_DYNAMICS_UNREAD, p->element->at,
                 "a distance joint is not read: what it ties moves freely here");
        cdy_about_robot(u->r);
        return;
    }
    if (cdy_usd_is_misspelled(u, p->type)) {
        return;
    }
    if ((strncmp(p->type, "Phys", 4) == 0 && !cdy_usd_is_joint(p) &&
         !cdy_is_among(p->type, sizeof read / sizeof *read, read)) ||
        strncmp(p->type, "Mjc", 3) == 0) {
        cdy_usd_tell(u, p->type, p->element->at, "it has no equivalent here");
    }
    if (p->collides && p->body == 0 && cdy_usd_is_shape(p)) {
        cdy_usd_tell_of_collider(u, p->name, p->element->at, "the collider stands in the world, which is no body here");
    }
}

/* Tells of a gravity that is not the earth's, downwards. */
static cdy_status name_gravity(cdy_usd *u, const cdy_usd_prim *p)
{
    double magnitude = -HUGE_VAL, direction[3] = {0, 0, 0};
    const int up = u->y_up ? 1 : 2;
    cdy_status status = cdy_usd_number(u, p, "physics:gravityMagnitude", &magnitude);
    status = status ? status : cdy_usd_numbers(u, p, "physics:gravityDirection", direction, 3, NULL);
    if (status) {
        return status;
    }
    const double length = sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    const bool turned = length > 0 && !(direction[up] < -0.9999 * length);
    const bool other = magnitude >= 0 && fabs(magnitude * u->meters - 9.81) > 0.02;
    if (turned || other) {
        cdy_warn(u->r, CDY_RULE_DYNAMICS_UNREAD, p->element->at,
                 "gravity of %g along (%g, %g, %g) is not read; gravity is an option of the call", magnitude,
                 direction[0], direction[1], direction[2]);
    }
    return CDY_OK;
}

cdy_status cdy_usd_name_unread(cdy_usd *u)
{
    cdy_status status = CDY_OK;
    for (int i = 0; i < u->prim_count && !status; i++) {
        const cdy_usd_prim *p = &u->prims[i];
        name_properties(u, p);
        name_type(u, p);
        if (strcmp(p->type, "PhysicsScene") == 0) {
            status = cdy_continue_reading(u->r, name_gravity(u, p), NULL);
        }
    }
    return status;
}
