/* Versions: contents later than the version of the file, which other programs ignore. */
#include "lint/checks.h"

#include <string.h>

/* A feature found in a file of an earlier version. */
typedef struct novelty {
    const char *what;
    const char *version; /* first version of the format that has this element or attribute */
    cdy_place at;        /* first occurrence */
    const char *kind, *subject;
    int count;
} novelty;

enum { QUATERNION, CAPSULE, RATES, NOVELTIES };

static void count_novelty(const cdy_reader *r, novelty *n, cdy_place at)
{
    if (n->count++ == 0) {
        n->at = at;
        n->kind = r->kind;
        n->subject = r->subject;
    }
}

static void find_quaternion(const cdy_reader *r, novelty *found, const cdy_element *element)
{
    const cdy_element *origin = cdy_first_child(element, "origin");
    if (origin && cdy_find_attribute(origin, "quat_xyzw")) {
        count_novelty(r, &found[QUATERNION], cdy_place_of(origin, NULL, "quat_xyzw"));
    }
}

static void find_in_shapes(const cdy_reader *r, novelty *found, const cdy_element *link, const char *name)
{
    for (const cdy_element *e = cdy_first_child(link, name); e; e = cdy_next_alike(e)) {
        const cdy_element *geometry = cdy_first_child(e, "geometry");
        const cdy_element *shape = geometry ? geometry->first_child : NULL;
        find_quaternion(r, found, e);
        if (shape && strcmp(shape->name, "capsule") == 0) {
            count_novelty(r, &found[CAPSULE], shape->at);
        }
    }
}

static void find_in_link(const cdy_reader *r, novelty *found, const cdy_element *link)
{
    const cdy_element *inertial = cdy_first_child(link, "inertial");
    if (inertial) {
        find_quaternion(r, found, inertial);
    }
    find_in_shapes(r, found, link, "visual");
    find_in_shapes(r, found, link, "collision");
}

static void find_in_joint(const cdy_reader *r, novelty *found, const cdy_element *joint)
{
    static const char *const names[] = {"acceleration", "deceleration", "jerk"};
    const cdy_element *limit = cdy_first_child(joint, "limit");
    find_quaternion(r, found, joint);
    for (size_t i = 0; limit && i < sizeof names / sizeof *names; i++) {
        const cdy_attribute *a = cdy_find_attribute(limit, names[i]);
        if (a) {
            count_novelty(r, &found[RATES], a->at);
            return;
        }
    }
}

static void report(cdy_reader *r, const novelty *n, const char *version)
{
    r->kind = n->kind;
    r->subject = n->subject;
    cdy_warn(r, CDY_RULE_VERSION_TOO_LOW, n->at,
             "%s (%d in all) is ignored by other programs in version %s; expected version=\"%s\" in <robot>", n->what,
             n->count, version, n->version);
}

/* A file without a version has version 1.0. */
void cdy_check_version(cdy_reader *r)
{
    const cdy_attribute *version = cdy_find_attribute(r->document.root, "version");
    const char *claimed = version ? version->text : "1.0";
    novelty found[NOVELTIES] = {
        [QUATERNION] = {.what = "quat_xyzw", .version = "1.1"},
        [CAPSULE] = {.what = "<capsule>", .version = "1.1"},
        [RATES] = {.what = "a limit of acceleration, deceleration or jerk", .version = "1.2"},
    };
    for (int i = 0; i < r->link_count; i++) {
        cdy_about_link(r, r->links[i].body.name);
        find_in_link(r, found, r->links[i].element);
    }
    for (int i = 0; i < r->joint_count; i++) {
        cdy_about_joint(r, r->joints[i].name);
        find_in_joint(r, found, r->joints[i].element);
    }
    for (int i = 0; i < NOVELTIES; i++) {
        const bool too_low = strcmp(claimed, "1.0") == 0 || (strcmp(claimed, "1.1") == 0 && i == RATES);
        if (found[i].count > 0 && too_low) {
            report(r, &found[i], claimed);
        }
    }
    cdy_about_robot(r);
}
