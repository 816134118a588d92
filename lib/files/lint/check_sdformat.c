/* sdformat: parts of a robot that its conversion of URDF to SDF leaves out or refuses. Tried with sdformat 12.3.
 *
 * It merges a link that a fixed joint moves with the parent, unless the parent is a root named world or a <gazebo>
 * element keeps the joint. It leaves out a link without mass with all that it carries. */
#include "base/error.h"
#include "description/inertia.h"
#include "lint/checks.h"
#include "spatial/placement.h"
#include "tree/inertial.h"
#include "tree/joint_traits.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A link, and the links that are merged with it. */
typedef struct merged_link {
    inertia I; /* about the link's origin */
    bool given, several;
    bool undefined; /* the masses of two merged links are 0, and so their center of mass is 0/0 */
    bool welded;    /* merged with its parent */
    int cause;      /* the massless link, this link or an ancestor, from which on all links are left out; -1: none */
    int children;   /* links that fixed joints merge with it, in the order of the joints' names; -1: none */
    int next;       /* in that list of the parent */
} merged_link;

typedef struct named_joint {
    const char *name;
    int number;
} named_joint;

/* A kind of fault, which is reported once: how often it is found, and the first place. */
typedef struct tally {
    int count, first;
} tally;

static void count(tally *t, int number)
{
    t->first = t->count++ == 0 ? number : t->first;
}

static const cdy_joint *joint_of(const cdy_reader *r, int link)
{
    return &r->links[link].body.joint;
}

/* ---- merging ---- */

static bool is_yes(const char *text)
{
    static const char *const words[] = {"true", "yes", "1"};
    const char *word = text ? text + strspn(text, " \t\r\n") : "";
    const size_t length = strcspn(word, " \t\r\n");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i]) == length && strncasecmp(word, words[i], length) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_kept(const cdy_element *gazebo)
{
    static const char *const names[] = {"preserveFixedJoint", "disableFixedJointLumping"};
    for (int i = 0; i < 2; i++) {
        for (const cdy_element *e = cdy_first_child(gazebo, names[i]); e; e = cdy_next_alike(e)) {
            if (is_yes(e->text)) {
                return true;
            }
        }
    }
    return false;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const named_joint *)a)->name, ((const named_joint *)b)->name);
}

/* Finds the links to merge. */
static void find_welds(const cdy_reader *r, merged_link *links, named_joint *joints, int root)
{
    for (int i = 0; i < r->link_count; i++) {
        links[i] = (merged_link){.welded = joint_is_fixed(joint_of(r, i)->type) && i != root, .children = -1};
    }
    for (const cdy_element *e = cdy_first_child(r->document.root, "gazebo"); e; e = cdy_next_alike(e)) {
        const cdy_attribute *a = cdy_find_attribute(e, "reference");
        const int joint = a && is_kept(e) ? cdy_name_table_find(&r->joint_numbers, a->text) : -1;
        if (joint >= 0) {
            links[r->joints[joint].child].welded = false;
        }
    }
    for (int i = 0; i < r->joint_count; i++) {
        joints[i] = (named_joint){r->joints[i].name, i};
    }
    qsort(joints, (size_t)r->joint_count, sizeof *joints, compare_names);
    for (int i = r->joint_count - 1; i >= 0; i--) {
        const int parent = r->joints[joints[i].number].parent, child = r->joints[joints[i].number].child;
        links[child].welded = links[child].welded && strcmp(r->links[parent].body.name, "world") != 0;
        if (links[child].welded) {
            links[child].next = links[parent].children;
            links[parent].children = child;
        }
    }
}

/* Adds the inertias of the links merged into a link; each of them already includes the links merged into itself. */
static void merge(const cdy_reader *r, merged_link *links, int number)
{
    merged_link *link = &links[number];
    const cdy_inertial *own = &r->links[number].body.inertial;
    link->given = own->given;
    link->I = own->given ? inertial_about_origin(own) : (inertia){0};
    for (int i = link->children; i >= 0; i = links[i].next) {
        if (links[i].given) {
            const cdy_placement *origin = &joint_of(r, i)->origin;
            const transform X = transform_from_placement(origin->xyz, origin->rpy);
            link->I = inertia_add(link->I, transform_inertia_back(X, links[i].I));
            link->undefined = link->undefined || links[i].undefined || !(fabs(link->I.mass) > 0);
            link->given = link->several = true;
        }
    }
}

/* ---- faults ---- */

static bool has_no_mass(const merged_link *link)
{
    return !link->given || fabs(link->I.mass) <= 1e-6;
}

/* Inertia about the center of mass [ixx ixy ixz iyy iyz izz]: as in the file where no other link is merged. */
static void find_inertia(const cdy_reader *r, const merged_link *link, int number, double I_center[6])
{
    memcpy(I_center, r->links[number].body.inertial.inertia, 6 * sizeof *I_center);
    if (link->several) {
        const sym3 I = sym3_add(link->I.I, sym3_steiner(link->I.h, scale(-1 / link->I.mass, link->I.h)));
        const double about_center[6] = {I.xx, I.xy, I.xz, I.yy, I.yz, I.zz};
        memcpy(I_center, about_center, sizeof about_center);
    }
}

/* Rounding error of the principal moments there, relative to their sum: they are 0 for a diagonal matrix, and grow
 * where two moments are nearly equal. */
static double moment_error(const double moments[3], double sum)
{
    const double gap = fmin(moments[1] - moments[0], moments[2] - moments[1]);
    return fmin(1e-8, 16 * DBL_EPSILON * sum / gap);
}

/* Whether the inertia is refused: a principal moment is negative, or exceeds the sum of the other two. The tolerance is
 * 5 epsilon of the sum of the moments, and an inertia within rounding errors of it may be refused. */
static bool is_refused(const cdy_reader *r, const merged_link *link, int number)
{
    double I[6], moments[3];
    find_inertia(r, link, number, I);
    const double largest = fmax(I[0], fmax(I[3], I[5])), sum = fabs(I[0] + I[3] + I[5]);
    const bool diagonal = fmax(fabs(I[1]), fmax(fabs(I[2]), fabs(I[4]))) <= 1e-6 * largest;
    if (diagonal) { /* products that small are not looked at */
        I[1] = I[2] = I[4] = 0;
    }
    cdy_is_physical_inertia(I, moments);
    const double error = diagonal ? 0 : moment_error(moments, sum), merged = link->several ? 16 * DBL_EPSILON : 0;
    const double slack = (error > 0 || merged > 0 ? -fmax(error, merged) : 5 * DBL_EPSILON) * sum;
    return link->I.mass < 0 || moments[0] < -slack || moments[2] - moments[1] - moments[0] > slack;
}

/* Names that SDF reserves: names between double underscores, and world. */
static bool is_reserved(const char *name)
{
    const size_t length = strlen(name);
    return length >= 4 && strncmp(name, "__", 2) == 0 && strcmp(name + length - 2, "__") == 0;
}

static bool is_reserved_joint(const char *name)
{
    return strcmp(name, "world") == 0 || is_reserved(name);
}

static bool moves_freely(const cdy_joint *joint)
{
    return joint_roams(joint->type);
}

typedef struct sdf_faults {
    tally lost, inertias, centers, joints, worlds, names; /* the first of `lost` is the link without mass */
    int left;                                             /* number of links that are left */
} sdf_faults;

static void find_faults_of_joint(const cdy_reader *r, int link, sdf_faults *f)
{
    const int joint = r->links[link].joint;
    if (joint < 0) {
        return;
    }
    if (moves_freely(joint_of(r, link))) {
        count(&f->joints, joint);
    }
    if (is_reserved_joint(r->joints[joint].name)) {
        count(&f->names, link);
    }
}

/* Finds the faults of a link, after the faults of its parent. */
static void find_faults(const cdy_reader *r, merged_link *links, int number, sdf_faults *f)
{
    merged_link *link = &links[number];
    const cdy_link_entry *entry = &r->links[number];
    const int parent = entry->joint >= 0 ? r->joints[entry->joint].parent : -1;
    const bool world = strcmp(entry->body.name, "world") == 0;
    link->cause = parent >= 0 && links[parent].cause >= 0 ? links[parent].cause
                  : !world && has_no_mass(link)           ? number
                                                          : -1;
    if (link->welded || (world && parent < 0)) {
        return;
    }
    if (link->cause >= 0) {
        count(&f->lost, link->cause);
        return;
    }
    f->left++;
    if (world) {
        count(&f->worlds, number);
    } else if (link->undefined) {
        count(&f->centers, number);
    } else if (is_refused(r, link, number)) {
        count(&f->inertias, number);
    }
    if (is_reserved(entry->body.name)) {
        count(&f->names, number);
    }
    find_faults_of_joint(r, number, f);
}

/* ---- reports ---- */

/* Reports a fault at the first link that has this fault. */
static void report(cdy_reader *r, const tally *t, const char *text)
{
    if (t->count > 0) {
        const cdy_link_entry *link = &r->links[t->first];
        cdy_about_link(r, link->body.name);
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_SDFORMAT, link->at, "%s (%d link%s in all)", text, t->count,
                     t->count > 1 ? "s" : "");
    }
}

static void report_lost(cdy_reader *r, const sdf_faults *f)
{
    if (f->lost.count > 0) {
        const cdy_link_entry *link = &r->links[f->lost.first];
        cdy_about_link(r, link->body.name);
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_SDFORMAT, link->at,
                     "the link and the links merged with it by fixed joints have no mass, so that sdformat drops the "
                     "link and its descendants: %d link%s in all, %d %s left; expected more than 1e-06 kg",
                     f->lost.count, f->lost.count > 1 ? "s" : "", f->left, f->left == 1 ? "is" : "are");
    }
}

static void report_joints(cdy_reader *r, const tally *t)
{
    if (t->count > 0) {
        const cdy_joint_entry *joint = &r->joints[t->first];
        cdy_about_joint(r, joint->name);
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_SDFORMAT, joint->at,
                     "a floating or planar joint is left out there, and then the file is refused (%d joint%s in all); "
                     "expected another type",
                     t->count, t->count > 1 ? "s" : "");
    }
}

static void report_all(cdy_reader *r, const sdf_faults *f)
{
    report_lost(r, f);
    if (f->left == 0 && f->lost.count == 0) {
        cdy_about_robot(r);
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_SDFORMAT, r->document.root->at,
                     "the only link is 'world', which is the world there and not a link; expected another link");
    }
    report(r, &f->inertias,
           "no body can have the inertia of the link with the links merged with it by fixed joints, rounding aside; "
           "expected principal moments of 0 or more, none larger than the other two together");
    report(r, &f->centers,
           "two links without mass are merged in it, whose center of mass is then 0/0; expected masses above 0, or no "
           "<inertial>");
    report(r, &f->worlds, "a link with the name 'world' is the root there; expected another name");
    report(r, &f->names,
           "its name or that of its joint is reserved there; expected a joint with another name than 'world', and no "
           "name between '__' and '__'");
    report_joints(r, &f->joints);
}

static void check_robot_name(cdy_reader *r)
{
    if (is_reserved_joint(r->name)) {
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_SDFORMAT, cdy_place_of(r->document.root, NULL, "name"),
                     "the robot's name '%.80s' is reserved there; expected another one", r->name);
    }
}

/* Reports the first plugin of a <gazebo> that does not say what to load. */
static void check_plugins(cdy_reader *r)
{
    for (const cdy_element *g = cdy_first_child(r->document.root, "gazebo"); g; g = cdy_next_alike(g)) {
        for (const cdy_element *p = cdy_first_child(g, "plugin"); p; p = cdy_next_alike(p)) {
            if (!cdy_find_attribute(p, "filename")) {
                cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_SDFORMAT, p->at,
                             "a <plugin> of <gazebo> lacks filename; expected the name of its library");
                return;
            }
        }
    }
}

cdy_status cdy_check_sdformat(cdy_reader *r)
{
    const size_t n = (size_t)r->link_count;
    sdf_faults faults = {.left = 0};
    int *order = cdy_arena_allocate(&r->memory, n, sizeof *order);
    merged_link *links = cdy_arena_allocate(&r->memory, n, sizeof *links);
    named_joint *joints = cdy_arena_allocate(&r->memory, (size_t)r->joint_count + 1, sizeof *joints);
    if (!order || !links || !joints) {
        return cdy_fail_memory(r->error);
    }
    cdy_status status = cdy_order_links(r, order);
    if (status) {
        return status;
    }
    cdy_about_robot(r);
    check_robot_name(r);
    check_plugins(r);
    find_welds(r, links, joints, order[0]);
    for (int i = r->link_count - 1; i >= 0; i--) { /* children before parents */
        merge(r, links, order[i]);
    }
    for (int i = 0; i < r->link_count; i++) {
        find_faults(r, links, order[i], &faults);
    }
    report_all(r, &faults);
    cdy_about_robot(r);
    return CDY_OK;
}
