/* Isaac Sim: what its importer of URDF changes, as its documentation says: names become those of USD, links without a
 * mass get one from a density, and USD has no planar joint and no floating one. */
#include "lint/checks.h"
#include "tree/joint_traits.h"

#include <string.h>

/* A kind of change, which is reported once: how often it is found, and the first link or joint. */
typedef struct tally {
    int count, first;
} tally;

static void count(tally *t, int number)
{
    t->first = t->count++ == 0 ? number : t->first;
}

/* Whether a name can stand in USD: letters, digits and underscores of ASCII, no digit first. */
static bool is_usd_name(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
    const size_t first = strspn(name, letters);
    size_t length = first;
    while (first > 0 && name[length] &&
           (strchr(letters, name[length]) || (name[length] >= '0' && name[length] <= '9'))) {
        length++;
    }
    return first > 0 && !name[length];
}

static void report_link(cdy_reader *r, const tally *t, const char *text)
{
    if (t->count > 0) {
        const cdy_link_entry *link = &r->links[t->first];
        cdy_about_link(r, link->body.name);
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_ISAAC, link->at, "%s (%d link%s in all)", text, t->count,
                     t->count > 1 ? "s" : "");
    }
}

static void report_joint(cdy_reader *r, const tally *t, const char *text)
{
    if (t->count > 0) {
        const cdy_joint_entry *joint = &r->joints[t->first];
        cdy_about_joint(r, joint->name);
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_ISAAC, joint->at, "%s (%d joint%s in all)", text, t->count,
                     t->count > 1 ? "s" : "");
    }
}

static void check_links(cdy_reader *r)
{
    tally names = {0}, masses = {0};
    for (int i = 0; i < r->link_count; i++) {
        const cdy_body *body = &r->links[i].body;
        const bool shaped = body->visual_count > 0 || body->collision_count > 0;
        if (!is_usd_name(body->name)) {
            count(&names, i);
        }
        if (shaped && !(body->inertial.given && body->inertial.mass > 0)) {
            count(&masses, i);
        }
    }
    report_link(r, &names, "characters of its name become underscores there; expected letters, digits and underscores");
    report_link(r, &masses, "a link without mass gets one from its shapes and a density there; expected <inertial>");
}

static void check_joints(cdy_reader *r)
{
    tally names = {0}, types = {0};
    for (int i = 0; i < r->joint_count; i++) {
        const cdy_joint *joint = cdy_joint_of(r, i);
        if (!is_usd_name(r->joints[i].name)) {
            count(&names, i);
        }
        if (joint && joint_roams(joint->type)) {
            count(&types, i);
        }
    }
    report_joint(r, &names,
                 "characters of its name become underscores there; expected letters, digits and underscores");
    report_joint(r, &types, "USD has no planar and no floating joint; expected another type");
}

void cdy_check_isaac(cdy_reader *r)
{
    cdy_about_robot(r);
    if (!is_usd_name(r->name)) {
        cdy_warn_for(
            r, CDY_RULE_READ_OTHERWISE, CDY_FOR_ISAAC, cdy_place_of(r->document.root, NULL, "name"),
            "characters of the robot's name become underscores there; expected letters, digits and underscores");
    }
    check_links(r);
    check_joints(r);
    cdy_about_robot(r);
}
