/* Writing a tree as SDF 1.9, which the libraries of all Gazebos that are maintained read; as 1.11 where joints mimic
 * others, which older ones have not.
 *
 * Links have mass there. A welded body without mass becomes a <frame>, which joints can have as their parent, and its
 * shapes become shapes of the link that carries it. The two turns of a universal joint, as the reader makes them,
 * become one joint again. */
#include "sdf/writer.h"

#include "base/error.h"
#include "base/format.h"
#include "base/memory.h"
#include "description/pose.h"
#include "description/reader.h"
#include "sdf/writer_loop.h"
#include "tree/joint_traits.h"
#include "tree/tree.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A tree while it is written. */
typedef struct writing {
    const cdy_tree *tree;
    const cdy_writing *how;
    cdy_xml_output *out;
    int count;    /* bodies, the base included */
    char **names; /* of bodies that share theirs with a joint; NULL: their own */
    int *holders; /* the body that carries each: itself, unless it is welded and weighs nothing */
    int *pairs;   /* of bodies that a universal joint moves, the massless body between its turns; of that, the other
                     one, negative; 0: neither */
    int *frames;  /* the first frame that each link carries, then the next one behind each frame; 0: none */
} writing;

static const cdy_body *body_at(const writing *w, int index)
{
    return cdy_tree_body(w->tree, index);
}

static const char *name_of(const writing *w, int index)
{
    return w->names[index] ? w->names[index] : body_at(w, index)->name;
}

static const char *parent_name(const writing *w, int index)
{
    return name_of(w, cdy_tree_parent(w->tree, index));
}

/* Whether a body has mass, or an inertia without it. */
static bool has_mass(const cdy_body *body)
{
    bool any = body->inertial.mass > 0;
    for (int i = 0; i < 6; i++) {
        any = any || body->inertial.inertia[i] < 0 || body->inertial.inertia[i] > 0;
    }
    return body->inertial.given && any;
}

/* Whether a body is the base `world`, which every file has. */
static bool is_world(const writing *w, int index)
{
    return index == 0 && strcmp(body_at(w, 0)->name, "world") == 0;
}

/* Whether a body is written as a <frame>: SDF has none in the world. */
static bool is_frame(const writing *w, int index)
{
    return w->holders[index] != index && !is_world(w, w->holders[index]);
}

/* ---- poses ---- */

static bool is_zero(const double v[3])
{
    return !(v[0] < 0 || v[0] > 0 || v[1] < 0 || v[1] > 0 || v[2] < 0 || v[2] > 0);
}

static void write_pose(const writing *w, const char *relative, const cdy_placement *p)
{
    const double numbers[6] = {p->xyz[0], p->xyz[1], p->xyz[2], p->rpy[0], p->rpy[1], p->rpy[2]};
    if (relative || !is_zero(p->xyz) || !is_zero(p->rpy)) {
        cdy_xml_numbers_element(w->out, "pose", relative ? "relative_to" : NULL, relative, numbers, 6);
    }
}

static bool has_child_placement(const cdy_joint *j)
{
    return !is_zero(j->child.xyz) || !is_zero(j->child.rpy);
}

/* ---- links ---- */

static void write_inertial(const writing *w, const cdy_body *body)
{
    static const char *const names[] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    static const double least = 1e-14; /* kg and kg m2 */
    static const cdy_inertial none = {.given = true, .inertia = {1e-14, 0, 0, 1e-14, 0, 1e-14}};
    const cdy_inertial *n = has_mass(body) ? &body->inertial : &none;
    if (!has_mass(body)) {
        cdy_lose(w->how, "link", body->name,
                 "that it has no mass: SDF takes no link without, and it is written as 1e-14 kg");
    } else if (!(n->mass > 0)) {
        cdy_lose(w->how, "link", body->name, "its inertia without mass, which no body has");
    } else {
        cdy_lose_impossible(w->how, body, -HUGE_VAL,
                            "its inertia, which no body has, so that libsdformat refuses it and Drake replaces it");
    }
    cdy_xml_open(w->out, "inertial");
    write_pose(w, NULL, &n->origin);
    cdy_xml_number_element(w->out, "mass", fmax(n->mass, least));
    cdy_xml_open(w->out, "inertia");
    for (int i = 0; i < 6; i++) {
        cdy_xml_number_element(w->out, names[i], n->inertia[i]);
    }
    cdy_xml_close(w->out, "inertia");
    cdy_xml_close(w->out, "inertial");
}

static void write_geometry(const writing *w, const cdy_geometry *g)
{
    static const char *const names[] = {"", "box", "cylinder", "sphere", "capsule", "mesh"};
    static const double one[3] = {1, 1, 1};
    cdy_xml_open(w->out, "geometry");
    cdy_xml_open(w->out, names[g->type]);
    if (g->type == CDY_GEOMETRY_BOX) {
        cdy_xml_numbers_element(w->out, "size", NULL, NULL, g->size, 3);
    } else if (g->type == CDY_GEOMETRY_MESH) {
        cdy_xml_text_element(w->out, "uri", g->mesh ? g->mesh : "");
        if (memcmp(g->scale, one, sizeof one) != 0) {
            cdy_xml_numbers_element(w->out, "scale", NULL, NULL, g->scale, 3);
        }
    } else {
        cdy_xml_number_element(w->out, "radius", g->radius);
        if (g->type != CDY_GEOMETRY_SPHERE) {
            cdy_xml_number_element(w->out, "length", g->length);
        }
    }
    cdy_xml_close(w->out, names[g->type]);
    cdy_xml_close(w->out, "geometry");
}

/* Names of shapes in a link differ: numbers do. */
static void write_shape(const writing *w, const char *kind, const char *relative, int body, size_t number,
                        const cdy_shape *s)
{
    char name[64];
    if (s->geometry.type == CDY_GEOMETRY_NONE) {
        return;
    }
    cdy_print(name, sizeof name, "%s_%d_%zu", kind, body, number);
    cdy_xml_open(w->out, kind);
    cdy_xml_text(w->out, "name", name);
    write_pose(w, relative, &s->origin);
    write_geometry(w, &s->geometry);
    if (s->material.color_given) {
        cdy_xml_open(w->out, "material");
        cdy_xml_numbers_element(w->out, "diffuse", NULL, NULL, s->material.rgba, 4);
        cdy_xml_close(w->out, "material");
    }
    cdy_xml_close(w->out, kind);
}

static void write_shapes(const writing *w, int index, const char *relative)
{
    const cdy_body *body = body_at(w, index);
    for (size_t i = 0; i < body->visual_count; i++) {
        write_shape(w, "visual", relative, index, i, &body->visuals[i]);
    }
    for (size_t i = 0; i < body->collision_count; i++) {
        write_shape(w, "collision", relative, index, i, &body->collisions[i]);
    }
}

/* Writes the shapes of a link, and those of the frames that it carries, which follow it depth-first. */
static void write_all_shapes(const writing *w, int index)
{
    write_shapes(w, index, NULL);
    for (int i = w->frames[index]; i > 0; i = w->frames[w->count + i]) {
        write_shapes(w, i, name_of(w, i));
    }
}

static void write_link(const writing *w, int index)
{
    const cdy_body *body = body_at(w, index);
    const cdy_joint *j = &body->joint;
    cdy_xml_open(w->out, "link");
    cdy_xml_text(w->out, "name", name_of(w, index));
    if (index > 0 && joint_is_free(j->type)) {
        const cdy_pose place = cdy_joint_pose_at_zero(j);
        cdy_placement home;
        cdy_pose_to_placement(&place, &home);
        write_pose(w, NULL, &home);
    } else if (index > 0) {
        const int between = w->pairs[index];
        write_pose(w, between > 0 ? body_at(w, between)->joint.name : j->name, &j->child);
    }
    write_inertial(w, body);
    write_all_shapes(w, index);
    cdy_xml_close(w->out, "link");
}

/* A frame stands in its parent; where both origin and child placement are given, in the fixed joint's place. */
static void write_frame(const writing *w, int index)
{
    const cdy_body *body = body_at(w, index);
    const cdy_joint *j = &body->joint;
    double T[2][16], P[16];
    cdy_placement place = j->origin;
    if (has_child_placement(j)) {
        cdy_placement_to_matrix(&j->origin, T[0]);
        cdy_placement_to_matrix(&j->child, T[1]);
        for (int i = 0; i < 16; i++) {
            P[i] = 0;
            for (int k = 0; k < 4; k++) {
                P[i] += T[0][4 * (i / 4) + k] * T[1][4 * k + i % 4];
            }
        }
        place = cdy_placement_from_matrix(P, &place, NULL) == CDY_OK ? place : j->origin;
    }
    cdy_lose(w->how, "joint", j->name, "its name: the welded body is a <frame>");
    cdy_xml_open(w->out, "frame");
    cdy_xml_text(w->out, "name", name_of(w, index));
    cdy_xml_text(w->out, "attached_to", parent_name(w, index));
    write_pose(w, NULL, &place);
    cdy_xml_close(w->out, "frame");
}

/* ---- joints ---- */

static void name_lost_parts(const writing *w, const cdy_joint *j)
{
    static const cdy_joint_drive none = {0};
    const struct {
        bool lost;
        const char *what;
    } parts[] = {
        {j->rotor_inertia > 0, "its rotor inertia"},
        {j->gear_ratio < 1 || j->gear_ratio > 1, "its gear ratio"},
        {j->acceleration_limit > 0, "its limit of acceleration"},
        {j->safety.given, "its soft limits"},
        {j->calibration.rising_given || j->calibration.falling_given, "its reference switch"},
        {memcmp(&j->drive, &none, sizeof none) != 0, "its law of friction beyond damping and Coulomb friction"},
        {j->home_given && !joint_is_free(j->type), "its home position"},
        {!joint_has_one_degree(j->type) && j->limit.given && j->limit.effort > 0, "its limit of effort"},
        {!joint_has_one_degree(j->type) && j->limit.given && j->limit.velocity > 0, "its limit of velocity"},
        {!joint_has_one_degree(j->type) && (j->dynamics.damping > 0 || j->dynamics.friction > 0),
         "its damping and friction"},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts && cdy_joint_type_nv(j->type) > 0; i++) {
        if (parts[i].lost) {
            cdy_lose(w->how, "joint", j->name, parts[i].what);
        }
    }
}

/* A number that is a limit, or infinite. */
static void write_bound(const writing *w, const char *name, double value)
{
    if (isinf(value)) {
        cdy_xml_text_element(w->out, name, value < 0 ? "-inf" : "inf");
    } else {
        cdy_xml_number_element(w->out, name, value);
    }
}

static void write_limit(const writing *w, const cdy_joint *j)
{
    if (!j->limit.given) {
        return;
    }
    cdy_xml_open(w->out, "limit");
    if (!joint_is_endless(j->type)) {
        write_bound(w, "lower", j->limit.lower);
        write_bound(w, "upper", j->limit.upper);
    }
    if (j->limit.effort > 0) {
        cdy_xml_number_element(w->out, "effort", j->limit.effort);
    }
    if (j->limit.velocity > 0) {
        cdy_xml_number_element(w->out, "velocity", j->limit.velocity);
    }
    cdy_xml_close(w->out, "limit");
}

static void write_dynamics(const writing *w, const cdy_joint_dynamics *d)
{
    const double values[4] = {d->damping, d->friction, d->stiffness, d->spring_rest};
    static const char *const names[4] = {"damping", "friction", "spring_stiffness", "spring_reference"};
    if (!d->given) {
        return;
    }
    cdy_xml_open(w->out, "dynamics");
    for (int i = 0; i < 4; i++) {
        cdy_xml_number_element(w->out, names[i], values[i]);
    }
    cdy_xml_close(w->out, "dynamics");
}

static void write_mimic(const writing *w, const cdy_mimic *m)
{
    if (m->joint) {
        const int leader = cdy_tree_find_joint(w->tree, m->joint), first = leader > 0 ? w->pairs[leader] : 0;
        cdy_xml_open(w->out, "mimic");
        cdy_xml_text(w->out, "joint", first > 0 ? body_at(w, first)->joint.name : m->joint);
        if (first > 0) {
            cdy_xml_text(w->out, "axis", "axis2");
        }
        cdy_xml_number_element(w->out, "multiplier", m->multiplier);
        cdy_xml_number_element(w->out, "offset", m->offset);
        cdy_xml_number_element(w->out, "reference", 0);
        cdy_xml_close(w->out, "mimic");
    }
}

static void write_axis(const writing *w, const char *which, const cdy_joint *j)
{
    cdy_xml_open(w->out, which);
    cdy_xml_numbers_element(w->out, "xyz", NULL, NULL, j->axis, 3);
    write_limit(w, j);
    write_dynamics(w, &j->dynamics);
    write_mimic(w, &j->mimic);
    cdy_xml_close(w->out, which);
}

/* Without limits, revolute is continuous, which not every reader has. */
static const char *type_of(const cdy_joint *j)
{
    return joint_is_fixed(j->type)  ? "fixed"
           : joint_is_ball(j->type) ? "ball"
           : joint_slides(j->type)  ? "prismatic"
                                    : "revolute";
}

static bool is_right_angle(const double a[3], const double b[3])
{
    const double length = hypot(hypot(a[0], a[1]), a[2]) * hypot(hypot(b[0], b[1]), b[2]);
    return fabs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) <= 1e-9 * length;
}

/* Writes the joints of a body and of the massless one before it as one. */
static void write_universal(const writing *w, int index)
{
    const int between = w->pairs[index];
    const cdy_joint *first = &body_at(w, between)->joint, *second = &body_at(w, index)->joint;
    const bool world = is_world(w, cdy_tree_parent(w->tree, between));
    name_lost_parts(w, first);
    name_lost_parts(w, second);
    cdy_xml_open(w->out, "joint");
    cdy_xml_text(w->out, "name", first->name);
    cdy_xml_text(w->out, "type", is_right_angle(first->axis, second->axis) ? "universal" : "revolute2");
    cdy_xml_text_element(w->out, "parent", parent_name(w, between));
    cdy_xml_text_element(w->out, "child", name_of(w, index));
    write_pose(w, world ? "__model__" : parent_name(w, between), &first->origin);
    write_axis(w, "axis", first);
    write_axis(w, "axis2", second);
    cdy_xml_close(w->out, "joint");
}

/* A floating body of the world has no joint. */
static void write_joint(const writing *w, int index)
{
    const cdy_body *body = body_at(w, index);
    const cdy_joint *j = &body->joint;
    name_lost_parts(w, j);
    if (joint_is_free(j->type)) {
        return;
    }
    const bool world = is_world(w, cdy_tree_parent(w->tree, index));
    cdy_xml_open(w->out, "joint");
    cdy_xml_text(w->out, "name", j->name);
    cdy_xml_text(w->out, "type", type_of(j));
    cdy_xml_text_element(w->out, "parent", parent_name(w, index));
    cdy_xml_text_element(w->out, "child", name_of(w, index));
    write_pose(w, world ? "__model__" : parent_name(w, index), &j->origin);
    if (joint_has_one_degree(j->type)) {
        write_axis(w, "axis", j);
    }
    cdy_xml_close(w->out, "joint");
}

/* ---- the robot ---- */

/* Names are one list in SDF: a link with the name of a joint gets another one. */
static bool rename_links(const writing *w)
{
    for (int i = 0; i < w->count; i++) {
        const char *name = body_at(w, i)->name;
        if (cdy_tree_find_joint(w->tree, name) < 0) {
            continue;
        }
        size_t length = strlen(name) + strlen("_link");
        char *longer = cdy_allocate(length + (size_t)w->count * 2 + 1, 1);
        if (!longer) {
            return false;
        }
        snprintf(longer, length + 1, "%s_link", name);
        while (cdy_tree_find_joint(w->tree, longer) >= 0 || cdy_tree_find_body(w->tree, longer) >= 0) {
            longer[length++] = '_';
        }
        w->names[i] = longer;
        cdy_lose(w->how, "link", name, "its name, which a joint has too: it is written with _link behind");
    }
    return true;
}

/* Lists the frames by the links that carry them; false if memory runs out. */
static bool list_frames(writing *w)
{
    w->holders = cdy_allocate((size_t)w->count, sizeof *w->holders);
    w->frames = cdy_allocate((size_t)w->count, 2 * sizeof *w->frames);
    if (!w->holders || !w->frames) {
        return false;
    }
    for (int i = 1; i < w->count; i++) {
        const cdy_body *body = body_at(w, i);
        const bool carried = joint_is_fixed(body->joint.type) && !has_mass(body);
        w->holders[i] = carried ? w->holders[cdy_tree_parent(w->tree, i)] : i;
    }
    for (int i = w->count - 1; i > 0; i--) {
        if (is_frame(w, i)) {
            w->frames[w->count + i] = w->frames[w->holders[i]];
            w->frames[w->holders[i]] = i;
        }
    }
    return true;
}

/* Whether a name is another one with a suffix. */
static bool is_extended(const char *name, const char *other, const char *suffix)
{
    const size_t length = strlen(other);
    return strncmp(name, other, length) == 0 && strcmp(name + length, suffix) == 0;
}

/* Whether a body's joint and that of its parent are the turns of a universal joint, with the reader's names. */
static bool is_universal(const writing *w, int index)
{
    const cdy_body *body = body_at(w, index), *between = body_at(w, cdy_tree_parent(w->tree, index));
    const cdy_joint *j = &body->joint, *first = &between->joint;
    return cdy_tree_parent(w->tree, index) > 0 && joint_turns(j->type) && joint_turns(first->type) &&
           is_extended(j->name, first->name, "_axis2") && is_extended(between->name, first->name, "_link") &&
           !has_mass(between) && between->visual_count == 0 && between->collision_count == 0 &&
           is_zero(j->origin.xyz) && is_zero(j->origin.rpy) && !has_child_placement(first);
}

/* Lists the pairs of universal joints; false if memory runs out. */
static bool list_pairs(writing *w)
{
    int *child_counts = cdy_allocate((size_t)w->count, sizeof *child_counts);
    w->pairs = cdy_allocate((size_t)w->count, sizeof *w->pairs);
    const bool listed = child_counts && w->pairs;
    for (int i = 1; i < w->count && listed; i++) {
        child_counts[cdy_tree_parent(w->tree, i)]++;
    }
    for (int i = 1; i < w->count && listed; i++) {
        const int between = cdy_tree_parent(w->tree, i);
        if (child_counts[between] == 1 && w->pairs[between] == 0 && is_universal(w, i)) {
            w->pairs[i] = between;
            w->pairs[between] = -i;
        }
    }
    cdy_release(child_counts);
    return listed;
}

static cdy_status check(const writing *w, cdy_error *error)
{
    for (int i = 0; i < w->count; i++) {
        const cdy_body *body = body_at(w, i);
        const cdy_joint *j = &body->joint;
        const char *inner = strstr(body->name, "::") ? body->name : i > 0 && strstr(j->name, "::") ? j->name : NULL;
        if (inner) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "the name '%.80s' has '::', by which SDF names what is in a model; give another name",
                            inner);
        }
        const bool is_free = joint_is_free(j->type);
        if (i > 0 && joint_roams(j->type) && !(is_free && is_world(w, cdy_tree_parent(w->tree, i)))) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "joint '%.80s' is %s, which SDF has not; export it as %s",
                            j->name,
                            is_free ? "floating in another body than the base 'world'" : cdy_joint_type_name(j->type),
                            is_free ? "URDF" : "URDF or MJCF");
        }
        if (i > 0 && strcmp(body->name, "world") == 0) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "link '%.80s' is not the base, and SDF keeps this name for it; "
                            "rename the link",
                            body->name);
        }
    }
    return CDY_OK;
}

/* The world has neither shapes nor mass in SDF. */
static void name_lost_world(const writing *w)
{
    const cdy_body *base = body_at(w, 0);
    if (is_world(w, 0) && (base->visual_count > 0 || base->collision_count > 0 || has_mass(base))) {
        cdy_lose(w->how, "link", "world", "its mass and shapes, which the world has not");
    }
}

static bool has_followers(const writing *w)
{
    bool any = false;
    for (int i = 1; i < w->count; i++) {
        any = any || body_at(w, i)->joint.mimic.joint;
    }
    return any;
}

/* False if memory runs out. */
static bool write_robot(writing *w)
{
    cdy_xml_open(w->out, "sdf");
    cdy_xml_text(w->out, "version", has_followers(w) ? "1.11" : "1.9");
    cdy_xml_open(w->out, "model");
    cdy_xml_text(w->out, "name", *cdy_tree_name(w->tree) ? cdy_tree_name(w->tree) : "robot");
    for (int i = 0; i < w->count; i++) {
        if (is_frame(w, i)) {
            write_frame(w, i);
        } else if (!is_world(w, i) && w->pairs[i] >= 0) {
            write_link(w, i);
            if (w->pairs[i] > 0) {
                write_universal(w, i);
            } else if (i > 0) {
                write_joint(w, i);
            }
        }
    }
    const cdy_sdf_loops loops = {w->tree, w->how, w->out, (const char *const *)w->names, w->holders, w->pairs};
    const bool good = cdy_sdf_write_loops(&loops);
    name_lost_world(w);
    cdy_lose_exclusions(w->how, w->tree);
    cdy_xml_close(w->out, "model");
    cdy_xml_close(w->out, "sdf");
    return good;
}

cdy_status cdy_sdf_write(const cdy_tree *tree, const cdy_writing *how, cdy_xml_output *out, cdy_error *error)
{
    writing w = {.tree = tree, .how = how, .out = out, .count = cdy_tree_body_count(tree) + 1};
    cdy_status status = check(&w, error);
    if (status) {
        return status;
    }
    w.names = cdy_allocate((size_t)w.count, sizeof *w.names);
    status = w.names && rename_links(&w) && list_frames(&w) && list_pairs(&w) ? CDY_OK : cdy_fail_memory(error);
    if (!status && !write_robot(&w)) {
        status = cdy_fail_memory(error);
    }
    for (int i = 0; i < w.count && w.names; i++) {
        cdy_release(w.names[i]);
    }
    cdy_release(w.names);
    cdy_release(w.holders);
    cdy_release(w.frames);
    cdy_release(w.pairs);
    return status;
}
