/* MuJoCo: inertias and joints that it refuses, or reads otherwise in releases of its version 3. Tried with MuJoCo 3.0,
 * 3.1.6, 3.2.7, 3.3.7, 3.4 to 3.10, 3.17 and 4.0.
 *
 * It fuses a link that a fixed joint moves with the parent, and refuses a moving body without mass or inertia. A link
 * with collision shapes and without <inertial> gets the mass of the shapes. */
#include "base/error.h"
#include "base/jacobi.h"
#include "lint/checks.h"
#include "spatial/placement.h"
#include "text/number.h"
#include "tree/inertial.h"
#include "tree/joint_traits.h"
#include "urdf/urdf.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <strings.h>

/* Smallest mass and inertia of a moving body, and smallest moment of an inertia that a file gives. */
static const double least_mass = 1e-15, least_moment = 1e-14;

/* What <mujoco><compiler> asks for. */
typedef struct compiler {
    bool balances, bounds, from_shapes, keeps_visuals;
} compiler;

/* The body that a link is fused into, or is the first link of. */
typedef struct fused_body {
    inertia I;    /* about the origin of its first link */
    bool shaped;  /* a link has no <inertial>, but collision shapes, which give it a mass */
    bool several; /* more than one link has an inertia */
    bool given;   /* a link has an <inertial> */
    bool moves;   /* a joint moves it */
} fused_body;

/* A kind of fault, which is reported once: how often it is found, and the first link. */
typedef struct tally {
    int count, first;
} tally;

static void count(tally *t, int link)
{
    t->first = t->count++ == 0 ? link : t->first;
}

static bool is_set(const cdy_element *e, const char *name, const char *word)
{
    const cdy_attribute *a = cdy_find_attribute(e, name);
    return a && strcmp(a->text, word) == 0;
}

static bool is_positive(const cdy_element *e, const char *name)
{
    const cdy_attribute *a = cdy_find_attribute(e, name);
    double value = 0;
    return a && cdy_parse_number(a->text, strlen(a->text), &value) == CDY_NUMBER_OK && value > 0;
}

static compiler read_compiler(const cdy_reader *r)
{
    compiler c = {.balances = false};
    for (const cdy_element *m = cdy_first_child(r->document.root, "mujoco"); m; m = cdy_next_alike(m)) {
        for (const cdy_element *e = cdy_first_child(m, "compiler"); e; e = cdy_next_alike(e)) {
            c.balances = c.balances || is_set(e, "balanceinertia", "true");
            c.bounds = c.bounds || (is_positive(e, "boundmass") && is_positive(e, "boundinertia"));
            c.keeps_visuals = c.keeps_visuals || is_set(e, "discardvisual", "false");
            c.from_shapes = c.from_shapes || is_set(e, "inertiafromgeom", "true");
        }
    }
    return c;
}

/* Writes the principal moments, sorted; a diagonal matrix has its own, without rounding. */
static void find_moments(const double I[6], double moments[3])
{
    double A[3][3] = {{I[0], I[1], I[2]}, {I[1], I[3], I[4]}, {I[2], I[4], I[5]}};
    if (fabs(I[1]) > 0 || fabs(I[2]) > 0 || fabs(I[4]) > 0) {
        cdy_jacobi(3, A[0], NULL);
    }
    const double low = fmin(A[0][0], fmin(A[1][1], A[2][2])), high = fmax(A[0][0], fmax(A[1][1], A[2][2]));
    moments[0] = low;
    moments[1] = fmax(fmin(A[0][0], A[1][1]), fmin(fmax(A[0][0], A[1][1]), A[2][2]));
    moments[2] = high;
}

static bool is_zero(const double *numbers, int n)
{
    for (int i = 0; i < n; i++) {
        if (fabs(numbers[i]) > 0) {
            return false;
        }
    }
    return true;
}

/* Whether the inertia is computed with rounding errors there: it has products, or is rotated. */
static bool is_rounded(const cdy_inertial *inertial)
{
    const double *I = inertial->inertia;
    return fabs(I[1]) > 0 || fabs(I[2]) > 0 || fabs(I[4]) > 0 || !is_zero(inertial->origin.rpy, 3);
}

/* Whether a moment is not above the least one, or may be after rounding. */
static bool has_low_moment(const double moments[3], bool rounded)
{
    return moments[0] < least_moment + (rounded ? 16 * DBL_EPSILON * fabs(moments[2]) : 0);
}

/* Whether the largest moment exceeds the sum of the other two, or may after rounding; the program iterates to 1e-12. */
static bool breaks_triangle(const double moments[3], bool rounded)
{
    const double slack = rounded ? 1e-11 * fabs(moments[2]) : 0;
    return moments[0] + moments[1] < moments[2] + slack;
}

static bool is_fused(const cdy_reader *r, int link)
{
    return r->links[link].joint >= 0 && joint_is_fixed(r->links[link].body.joint.type);
}

static int parent_of(const cdy_reader *r, int link)
{
    return r->joints[r->links[link].joint].parent;
}

/* Sums the links of each body in its first link, children before parents, and finds out which bodies move. */
static void fuse(const cdy_reader *r, const int *order, fused_body *bodies)
{
    const bool shapes_weigh =
        r->format == &cdy_urdf_format; /* without <inertial>; readers of others have weighed them */
    for (int i = 0; i < r->link_count; i++) {
        const cdy_body *body = &r->links[i].body;
        const bool given = body->inertial.given;
        bodies[i] = (fused_body){.I = given ? inertial_about_origin(&body->inertial) : (inertia){0},
                                 .given = given,
                                 .shaped = shapes_weigh && !given && body->collision_count > 0,
                                 .moves = r->links[i].joint >= 0 && !is_fused(r, i)};
    }
    for (int i = r->link_count - 1; i > 0; i--) {
        const int link = order[i];
        if (is_fused(r, link)) {
            const cdy_placement *origin = &r->links[link].body.joint.origin;
            const transform X = transform_from_placement(origin->xyz, origin->rpy);
            fused_body *parent = &bodies[parent_of(r, link)];
            parent->several = parent->several || bodies[link].several || (parent->given && bodies[link].given);
            parent->I = inertia_add(parent->I, transform_inertia_back(X, bodies[link].I));
            parent->given = parent->given || bodies[link].given;
            parent->shaped = parent->shaped || bodies[link].shaped;
        }
    }
}

/* Writes the inertia about the center of mass; false where there is no mass. */
static bool about_center(const inertia *I, double about[6])
{
    if (!(I->mass > 0)) {
        return false;
    }
    const sym3 C = sym3_add(I->I, sym3_steiner(I->h, scale(-1 / I->mass, I->h)));
    const double numbers[6] = {C.xx, C.xy, C.xz, C.yy, C.yz, C.zz};
    memcpy(about, numbers, sizeof numbers);
    return true;
}

/* Whether a moving body has too little mass or inertia. Rounding errors of the sum count as none. */
static bool is_too_light(const fused_body *body)
{
    double I[6], moments[3];
    if (!body->moves || body->shaped) {
        return false;
    }
    if (body->I.mass < least_mass || !about_center(&body->I, I)) {
        return true;
    }
    find_moments(I, moments);
    const double sum = body->I.I.xx + body->I.I.yy + body->I.I.zz;
    const double rounding = body->several || !is_zero(&body->I.h.x, 3) ? 16 * DBL_EPSILON * sum : 0;
    return moments[0] < (body->several ? least_moment : least_mass) + rounding;
}

cdy_status cdy_find_light_bodies(cdy_reader *r, const int *order)
{
    fused_body *bodies = cdy_arena_allocate(&r->memory, (size_t)r->link_count, sizeof *bodies);
    if (!bodies) {
        return cdy_fail_memory(r->error);
    }
    const compiler c = read_compiler(r);
    fuse(r, order, bodies);
    for (int i = 0; i < r->link_count; i++) { /* parents before children */
        const int link = order[i];
        r->links[link].too_light = is_fused(r, link) ? r->links[parent_of(r, link)].too_light
                                                     : !c.bounds && !c.from_shapes && is_too_light(&bodies[link]);
    }
    return CDY_OK;
}

/* ---- findings ---- */

static void report(cdy_reader *r, const tally *t, cdy_programs programs, const char *text)
{
    if (t->count > 0) {
        const cdy_link_entry *link = &r->links[t->first];
        cdy_about_link(r, link->body.name);
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, programs, link->at, "%s (%d link%s in all)", text, t->count,
                     t->count > 1 ? "s" : "");
    }
}

typedef struct mujoco_faults {
    tally moments, triangles, light, worlds, floating, meshes, rotated, mimics;
} mujoco_faults;

static void find_faults_of_inertia(const cdy_inertial *inertial, int link, const compiler *c, mujoco_faults *f)
{
    double moments[3];
    if (!inertial->given || is_zero(inertial->inertia, 6) || c->from_shapes) {
        return; /* an inertia of zeros is looked at when links are fused */
    }
    const bool rounded = is_rounded(inertial);
    find_moments(inertial->inertia, moments);
    if (has_low_moment(moments, rounded)) {
        count(&f->moments, link);
    } else if (!c->balances && breaks_triangle(moments, rounded)) {
        count(&f->triangles, link);
    }
    if (!is_zero(inertial->origin.rpy, 3) && moments[0] < moments[2]) {
        count(&f->rotated, link);
    }
}

static bool ends_in(const char *name, const char *ending)
{
    const size_t length = strlen(name), size = strlen(ending);
    return length > size && strcasecmp(name + length - size, ending) == 0;
}

/* Whether a mesh cannot be opened: it knows paths of files only, and three formats. */
static bool is_unreadable(const char *mesh)
{
    return strstr(mesh, "://") || strchr(mesh, '\\') ||
           !(ends_in(mesh, ".stl") || ends_in(mesh, ".obj") || ends_in(mesh, ".msh"));
}

static bool has_unreadable_mesh(const cdy_shape *shapes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (shapes[i].geometry.type == CDY_GEOMETRY_MESH && shapes[i].geometry.mesh &&
            is_unreadable(shapes[i].geometry.mesh)) {
            return true;
        }
    }
    return false;
}

static void find_faults(const cdy_reader *r, int link, const compiler *c, mujoco_faults *f)
{
    const cdy_link_entry *entry = &r->links[link];
    find_faults_of_inertia(&entry->body.inertial, link, c, f);
    if (has_unreadable_mesh(entry->body.collisions, entry->body.collision_count) ||
        (c->keeps_visuals && has_unreadable_mesh(entry->body.visuals, entry->body.visual_count))) {
        count(&f->meshes, link);
    }
    if (entry->joint < 0) {
        return;
    }
    const cdy_joint *joint = &entry->body.joint;
    if (entry->too_light && !is_fused(r, link)) {
        count(&f->light, link);
    }
    if (strcmp(entry->body.name, "world") == 0 && !joint_is_fixed(joint->type)) {
        count(&f->worlds, link);
    }
    if (joint_is_free(joint->type) && r->links[parent_of(r, link)].joint >= 0) {
        count(&f->floating, link);
    }
    if (joint->mimic.joint) {
        count(&f->mimics, link);
    }
}

static void report_masses(cdy_reader *r, const mujoco_faults *f, const char *remedy)
{
    report(
        r, &f->moments, CDY_FOR_MUJOCO,
        "a principal moment of inertia is below 1e-14 kg m^2, rounding aside; expected three above, or an inertia of "
        "zeros in a link that a fixed joint joins to one with an inertia");
    report(r, &f->triangles, CDY_FOR_MUJOCO, remedy);
    report(
        r, &f->light, CDY_FOR_MUJOCO,
        "the link moves and has, with the links that fixed joints join to it, no mass or no inertia about some axis; "
        "expected above 1e-15 kg and 1e-15 kg m^2");
}

/* Bodies of MJCF alone: the massless links between the joints of a body are none there. */
void cdy_check_mjcf_masses(cdy_reader *r)
{
    const compiler c = {.from_shapes = false};
    mujoco_faults f = {.moments = {0}};
    for (int i = 0; i < r->link_count; i++) {
        const cdy_link_entry *entry = &r->links[i];
        if (entry->joint < 0 || strcmp(entry->element->name, "body") != 0) {
            continue;
        }
        const bool moves = !joint_is_fixed(entry->body.joint.type);
        mujoco_faults own = {.moments = {0}};
        find_faults_of_inertia(&entry->body.inertial, i, &c, &own);
        if (entry->tensor && own.triangles.count > 0) {
            count(&f.triangles, i);
        } else if (entry->tensor && moves && own.moments.count > 0) {
            count(&f.moments, i);
        }
        if (entry->too_light && moves) {
            count(&f.light, i);
        }
    }
    report_masses(r, &f,
                  "a principal moment of inertia exceeds the sum of the other two; expected less, or <compiler "
                  "balanceinertia=\"true\"/>");
    cdy_about_robot(r);
}

void cdy_check_mujoco(cdy_reader *r, cdy_program version)
{
    const compiler c = read_compiler(r);
    mujoco_faults f = {.moments = {0}};
    for (int i = 0; i < r->link_count; i++) {
        find_faults(r, i, &c, &f);
    }
    report_masses(r, &f,
                  "a principal moment of inertia exceeds the sum of the other two, or does within rounding errors of "
                  "its rotation; expected less, or <mujoco><compiler balanceinertia=\"true\"/></mujoco>");
    report(r, &f.worlds, CDY_FOR_MUJOCO, "a link with the name 'world' is the world there, which has no joint");
    report(r, &f.floating, CDY_FOR_MUJOCO, "a floating joint is allowed below the root link only");
    report(
        r, &f.meshes, CDY_FOR_MUJOCO,
        "a mesh of a collision (with discardvisual=\"false\", of a visual too) is no plain path of an STL, OBJ or MSH "
        "file; expected a path from the robot's folder, without package://");
    if (version == CDY_PROGRAM_MUJOCO_3) {
        report(
            r, &f.rotated, CDY_FOR_MUJOCO_3,
            "the axes of its inertia are rotated by rpy, which releases between 3.0 and 3.17 leave out, 3.1.6 to 3.10 "
            "for some");
        report(
            r, &f.mimics, CDY_FOR_MUJOCO_3,
            "its joint mimics another, which releases before 3.17, up to 3.10 at least, take for a joint that moves by "
            "itself");
    }
    cdy_about_robot(r);
}
