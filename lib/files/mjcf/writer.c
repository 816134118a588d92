/* Writing a tree as MJCF.
 *
 * A body without mass and shapes that carries one moving body and nothing else becomes a joint of that one, since
 * MuJoCo refuses moving bodies without mass; so several joints of one body, which the reader takes apart, stay so. */
#include "mjcf/writer.h"
#include "mjcf/writer_joint.h"
#include "mjcf/writer_loop.h"

#include "base/error.h"
#include "base/format.h"
#include "base/jacobi.h"
#include "base/memory.h"
#include "description/pose.h"
#include "tree/joint_traits.h"
#include "tree/tree.h"

#include <math.h>
#include <string.h>

/* A tree while it is written. */
typedef struct writing {
    const cdy_tree *tree;
    const cdy_writing *how;
    cdy_xml_output *out;
    int count;        /* bodies, the base included */
    cdy_pose *places; /* of each body in its parent at 0 */
    bool *merged;     /* the body is a joint of its child */
    cdy_mjcf_loops loops;
} writing;

/* What MuJoCo refuses of masses (kg) and moments (kg m2) of moving bodies. */
static const double least = 1e-15;

static const cdy_body *body_at(const writing *w, int index)
{
    return cdy_tree_body(w->tree, index);
}

/* ---- bodies ---- */

static bool has_inertia(const cdy_inertial *n)
{
    static const double none[6] = {0, 0, 0, 0, 0, 0};
    return n->given && (n->mass > 0 || !is_still(n->inertia, none, 6));
}

/* A moving body without mass has the least that MuJoCo takes. */
static void write_least(const writing *w, const cdy_body *body)
{
    const double moments[3] = {10 * least, 10 * least, 10 * least};
    cdy_lose(w->how, "link", body->name,
             "that it has no mass: MuJoCo takes no moving body without, and it is written as 1e-14 kg");
    cdy_xml_open(w->out, "inertial");
    cdy_xml_numbers(w->out, "pos", cdy_pose_still.p, 3);
    cdy_xml_number(w->out, "mass", 10 * least);
    cdy_xml_numbers(w->out, "diaginertia", moments, 3);
    cdy_xml_close(w->out, "inertial");
}

/* Principal moments and axes are exact to rounding; MuJoCo finds those of a full tensor to 1e-12 kg m2 only. */
static void write_inertial(const writing *w, const cdy_body *body, bool moves)
{
    const cdy_inertial *n = &body->inertial;
    const double *I = n->inertia;
    double A[9] = {I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5]}, V[9];
    const bool diagonal = is_still(I + 1, cdy_pose_still.p, 2) && is_still(I + 4, cdy_pose_still.p, 1);
    cdy_pose pose = cdy_pose_from_placement(&n->origin), axes = cdy_pose_still;
    if (!has_inertia(n)) {
        if (moves) {
            write_least(w, body);
        }
        return;
    }
    if (!diagonal) {
        cdy_jacobi(3, A, V);
        cdy_quaternion_from_columns(V, V + 3, axes.q); /* the rows of V are eigenvectors */
        pose = cdy_pose_compose(&pose, &axes);
    }
    const double moments[3] = {A[0], A[4], A[8]};
    cdy_lose_impossible(w->how, body, moves ? least : -HUGE_VAL,
                        "its inertia, which no body has, so that MuJoCo refuses it");
    cdy_xml_open(w->out, "inertial");
    cdy_xml_numbers(w->out, "pos", pose.p, 3);
    if (!is_still(pose.q, cdy_pose_still.q, 4)) {
        cdy_xml_numbers(w->out, "quat", pose.q, 4);
    }
    cdy_xml_number(w->out, "mass", moves ? fmax(n->mass, 10 * least) : n->mass);
    cdy_xml_numbers(w->out, "diaginertia", moments, 3);
    cdy_xml_close(w->out, "inertial");
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Writes type and size of a geom; false where it has none. */
static bool write_geometry(const writing *w, const cdy_geometry *g, const char *mesh)
{
    const double half[3] = {g->size[0] / 2, g->size[1] / 2, g->size[2] / 2}, round[2] = {g->radius, g->length / 2};
    switch (g->type) {
    case CDY_GEOMETRY_BOX:
        cdy_xml_text(w->out, "type", "box");
        cdy_xml_numbers(w->out, "size", half, 3);
        return true;
    case CDY_GEOMETRY_SPHERE: cdy_xml_number(w->out, "size", g->radius); return true;
    case CDY_GEOMETRY_CYLINDER:
    case CDY_GEOMETRY_CAPSULE:
        cdy_xml_text(w->out, "type", g->type == CDY_GEOMETRY_CAPSULE ? "capsule" : "cylinder");
        cdy_xml_numbers(w->out, "size", round, 2);
        return true;
    case CDY_GEOMETRY_MESH:
        cdy_xml_text(w->out, "type", "mesh");
        cdy_xml_text(w->out, "mesh", mesh);
        return true;
    case CDY_GEOMETRY_NONE: break;
    }
    return false;
}

/* Whether a shape is written: MuJoCo refuses empty ones, and meshes whose files are missing. */
static bool is_written(const writing *w, const cdy_geometry *g)
{
    const bool round = g->type == CDY_GEOMETRY_CYLINDER || g->type == CDY_GEOMETRY_CAPSULE;
    return g->type == CDY_GEOMETRY_MESH  ? w->how->mesh_folder && g->mesh
           : g->type == CDY_GEOMETRY_BOX ? g->size[0] > 0 && g->size[1] > 0 && g->size[2] > 0
                                         : g->type != CDY_GEOMETRY_NONE && g->radius > 0 && (!round || g->length > 0);
}

/* Names of meshes are numbers, by bodies and their shapes. */
static void name_mesh(char name[48], int body, bool visual, size_t number)
{
    cdy_print(name, 48, "mesh_%d_%s_%zu", body, visual ? "v" : "c", number);
}

static void write_shapes(const writing *w, int index, bool visual)
{
    const cdy_body *body = body_at(w, index);
    const cdy_shape *shapes = visual ? body->visuals : body->collisions;
    const size_t count = visual ? body->visual_count : body->collision_count;
    for (size_t i = 0; i < count; i++) {
        const cdy_shape *s = &shapes[i];
        char mesh[48];
        if (!is_written(w, &s->geometry)) {
            if (s->geometry.type != CDY_GEOMETRY_MESH && s->geometry.type != CDY_GEOMETRY_NONE) {
                cdy_lose(w->how, "link", body->name, "a shape of size 0, which MuJoCo refuses");
            }
            continue;
        }
        const cdy_pose pose = cdy_pose_from_placement(&s->origin);
        name_mesh(mesh, index, visual, i);
        cdy_xml_open(w->out, "geom");
        write_geometry(w, &s->geometry, mesh);
        cdy_mjcf_write_pose(w->out, &pose);
        if (visual && s->material.color_given) {
            cdy_xml_numbers(w->out, "rgba", s->material.rgba, 4);
        }
        cdy_xml_text(w->out, "class", visual ? "visual" : "collision");
        cdy_xml_close(w->out, "geom");
    }
}

/* ---- the tree ---- */

/* Whether a body has nothing but a joint of one degree of freedom, and carries one moving body. */
static bool is_only_a_joint(const writing *w, int index)
{
    const cdy_body *body = body_at(w, index);
    const int child = cdy_tree_first_child(w->tree, index);
    if (index == 0 || child < 0 || cdy_tree_next_sibling(w->tree, child) >= 0) {
        return false;
    }
    const cdy_joint_type type = body_at(w, child)->joint.type;
    return cdy_joint_type_nv(body->joint.type) == 1 && !has_inertia(&body->inertial) && body->visual_count == 0 &&
           body->collision_count == 0 && cdy_joint_type_nv(type) == 1;
}

/* Writes the joints of the merged bodies above a body, the outermost first, then its own; in the frame of the body. */
static void write_joints(const writing *w, int index)
{
    int top = index;
    while (top > 0 && w->merged[cdy_tree_parent(w->tree, top)]) {
        top = cdy_tree_parent(w->tree, top);
    }
    for (int at = top;; at = cdy_tree_first_child(w->tree, at)) {
        cdy_pose in = cdy_pose_still; /* of the body `at` in the body written */
        for (int i = index; i != at; i = cdy_tree_parent(w->tree, i)) {
            const cdy_pose up = cdy_pose_invert(&w->places[i]);
            in = cdy_pose_compose(&in, &up);
        }
        if (at != index) {
            cdy_lose(w->how, "link", body_at(w, at)->name, "its frame, between two joints");
        }
        cdy_mjcf_write_joint(w->how, w->out, &body_at(w, at)->joint, &in);
        if (at == index) {
            return;
        }
    }
}

static void write_content(const writing *w, int index)
{
    cdy_mjcf_write_loop_sites(&w->loops, index);
    const cdy_body *body = body_at(w, index);
    write_inertial(w, body, index > 0 && cdy_joint_type_nv(body->joint.type) > 0);
    write_shapes(w, index, true);
    write_shapes(w, index, false);
}

static void open_body(const writing *w, int index)
{
    cdy_pose pose = w->places[index];
    for (int at = cdy_tree_parent(w->tree, index); at >= 0 && w->merged[at]; at = cdy_tree_parent(w->tree, at)) {
        pose = cdy_pose_compose(&w->places[at], &pose);
    }
    cdy_xml_open(w->out, "body");
    cdy_xml_text(w->out, "name", body_at(w, index)->name);
    cdy_mjcf_write_pose(w->out, &pose);
    write_joints(w, index);
    write_content(w, index);
}

static int parent_of(const writing *w, int index)
{
    int parent = cdy_tree_parent(w->tree, index);
    while (parent >= 0 && w->merged[parent]) {
        parent = cdy_tree_parent(w->tree, parent);
    }
    return parent;
}

/* Bodies are in depth-first order: each closes those that are not above it. */
static void write_bodies(const writing *w)
{
    const bool world = strcmp(body_at(w, 0)->name, "world") == 0;
    int open = -1;
    cdy_xml_open(w->out, "worldbody");
    for (int i = 0; i < w->count; i++) {
        if (w->merged[i]) {
            continue;
        }
        const int parent = parent_of(w, i);
        for (; open != parent; open = parent_of(w, open)) {
            cdy_xml_close(w->out, open == 0 && world ? "worldbody" : "body");
        }
        if (i == 0 && world) {
            cdy_mjcf_write_loop_sites(&w->loops, 0);
            write_shapes(w, 0, true);
            write_shapes(w, 0, false);
        } else {
            open_body(w, i);
        }
        open = i;
    }
    for (; open >= 0; open = parent_of(w, open)) {
        if (open > 0 || !world) {
            cdy_xml_close(w->out, "body");
        }
    }
    cdy_xml_close(w->out, "worldbody");
}

/* ---- sections ---- */

static void write_compiler(const writing *w)
{
    cdy_xml_open(w->out, "compiler");
    cdy_xml_text(w->out, "angle", "radian");
    cdy_xml_text(w->out, "autolimits", "true");
    cdy_xml_text(w->out, "inertiafromgeom", "false");
    if (w->how->mesh_folder) {
        cdy_xml_text(w->out, "meshdir", w->how->mesh_folder);
    }
    cdy_xml_close(w->out, "compiler");
}

/* Also where there is none: without a word MuJoCo has 0 0 -9.81. */
static void write_gravity(const writing *w)
{
    double gravity[3];
    cdy_tree_get_gravity(w->tree, gravity);
    cdy_xml_open(w->out, "option");
    cdy_xml_numbers(w->out, "gravity", gravity, 3);
    cdy_xml_close(w->out, "option");
}

static void write_class(const writing *w, const char *name, const char *group, bool touches)
{
    cdy_xml_open(w->out, "default");
    cdy_xml_text(w->out, "class", name);
    cdy_xml_open(w->out, "geom");
    cdy_xml_text(w->out, "group", group);
    if (!touches) {
        cdy_xml_text(w->out, "contype", "0");
        cdy_xml_text(w->out, "conaffinity", "0");
    }
    cdy_xml_close(w->out, "geom");
    cdy_xml_close(w->out, "default");
}

static void write_classes(const writing *w)
{
    cdy_xml_open(w->out, "default");
    write_class(w, "visual", "2", false);
    write_class(w, "collision", "3", true);
    cdy_xml_close(w->out, "default");
}

static void write_mesh(const writing *w, int body, bool visual, size_t number, const cdy_geometry *g)
{
    char name[48];
    static const double one[3] = {1, 1, 1};
    name_mesh(name, body, visual, number);
    cdy_xml_open(w->out, "mesh");
    cdy_xml_text(w->out, "name", name);
    cdy_xml_text(w->out, "file", base_name(g->mesh));
    if (!is_still(g->scale, one, 3)) {
        cdy_xml_numbers(w->out, "scale", g->scale, 3);
    }
    cdy_xml_close(w->out, "mesh");
}

static void write_assets(const writing *w)
{
    if (!w->how->mesh_folder) {
        return;
    }
    cdy_xml_open(w->out, "asset");
    for (int i = 0; i < w->count; i++) {
        const cdy_body *body = body_at(w, i);
        for (size_t k = 0; k < body->visual_count + body->collision_count; k++) {
            const bool visual = k < body->visual_count;
            const size_t number = visual ? k : k - body->visual_count;
            const cdy_geometry *g = visual ? &body->visuals[number].geometry : &body->collisions[number].geometry;
            if (g->type == CDY_GEOMETRY_MESH && g->mesh) {
                write_mesh(w, i, visual, number, g);
            }
        }
    }
    cdy_xml_close(w->out, "asset");
}

static bool has_equalities(const writing *w)
{
    bool any = w->loops.count > 0;
    for (int i = 1; i < w->count; i++) {
        const cdy_joint *j = &body_at(w, i)->joint;
        any = any || (j->mimic.joint && cdy_joint_type_nv(j->type) == 1);
    }
    return any;
}

/* Writes followers and loops; false if memory runs out. */
static bool write_equalities(writing *w)
{
    if (!has_equalities(w)) {
        return true;
    }
    cdy_xml_open(w->out, "equality");
    for (int i = 1; i < w->count; i++) {
        const cdy_joint *j = &body_at(w, i)->joint;
        if (!j->mimic.joint || cdy_joint_type_nv(j->type) != 1) {
            continue;
        }
        const double poly[5] = {j->mimic.offset, j->mimic.multiplier, 0, 0, 0};
        cdy_xml_open(w->out, "joint");
        cdy_xml_text(w->out, "joint1", j->name);
        cdy_xml_text(w->out, "joint2", j->mimic.joint);
        cdy_xml_numbers(w->out, "polycoef", poly, 5);
        cdy_xml_close(w->out, "joint");
    }
    const bool good = cdy_mjcf_write_loops(&w->loops);
    cdy_xml_close(w->out, "equality");
    return good;
}

/* Bodies that are written keep their names. */
static bool has_body(const writing *w, const char *name)
{
    const int body = cdy_tree_find_body(w->tree, name);
    return body >= 0 && !w->merged[body];
}

static void write_exclusions(const writing *w)
{
    const char *body, *other;
    bool open = false;
    for (int i = 0; cdy_tree_exclusion(w->tree, i, &body, &other); i++) {
        if (!has_body(w, body) || !has_body(w, other)) {
            continue; /* without mass and shapes: nothing of it is looked at */
        }
        if (!open) {
            cdy_xml_open(w->out, "contact");
            open = true;
        }
        cdy_xml_open(w->out, "exclude");
        cdy_xml_text(w->out, "body1", body);
        cdy_xml_text(w->out, "body2", other);
        cdy_xml_close(w->out, "exclude");
    }
    if (open) {
        cdy_xml_close(w->out, "contact");
    }
}

static void write_motors(const writing *w)
{
    if (!w->how->actuators) {
        return;
    }
    cdy_xml_open(w->out, "actuator");
    for (int i = 1; i < w->count; i++) {
        const cdy_joint *j = &body_at(w, i)->joint;
        const double range[2] = {-j->limit.effort, j->limit.effort};
        if (cdy_joint_type_nv(j->type) == 1 && !j->mimic.joint && j->limit.given && j->limit.effort > 0) {
            cdy_xml_open(w->out, "motor");
            cdy_xml_text(w->out, "name", j->name);
            cdy_xml_text(w->out, "joint", j->name);
            cdy_xml_numbers(w->out, "ctrlrange", range, 2);
            cdy_xml_close(w->out, "motor");
        }
    }
    cdy_xml_close(w->out, "actuator");
}

/* Copies the position of a joint at home; a spherical one turns about the axes of the link. */
static void copy_home(const cdy_joint *j, double *q)
{
    const cdy_pose child = cdy_pose_from_placement(&j->child), back = cdy_pose_invert(&child);
    const bool upright = joint_is_ball(j->type) && !j->home_given;
    memcpy(q, upright ? cdy_pose_still.q : j->home, (size_t)cdy_joint_type_nq(j->type) * sizeof *q);
    if (joint_is_ball(j->type)) {
        cdy_rotate(back.q, q + 1, q + 1);
    }
}

/* Positions of all joints at home, in the order of the bodies, which is MuJoCo's; nothing where all are 0. */
static bool write_home(const writing *w)
{
    bool any = false;
    double *q = cdy_allocate((size_t)w->count + 1, 7 * sizeof *q);
    size_t count = 0;
    for (int i = 1; i < w->count && q; i++) {
        const cdy_joint *j = &body_at(w, i)->joint;
        const cdy_pose place = w->places[i];
        const size_t nq = (size_t)cdy_joint_type_nq(j->type);
        if (joint_is_free(j->type)) {
            memcpy(q + count, place.p, sizeof place.p);
            memcpy(q + count + 3, place.q, sizeof place.q);
        } else {
            any = any || j->home_given;
            copy_home(j, q + count);
        }
        count += nq;
    }
    if (any) {
        cdy_xml_open(w->out, "keyframe");
        cdy_xml_open(w->out, "key");
        cdy_xml_text(w->out, "name", "home");
        cdy_xml_numbers(w->out, "qpos", q, count);
        cdy_xml_close(w->out, "key");
        cdy_xml_close(w->out, "keyframe");
    }
    cdy_release(q);
    return q != NULL;
}

static void name_lost_meshes(const writing *w)
{
    size_t meshes = 0, textures = 0;
    for (int i = 0; i < w->count; i++) {
        const cdy_body *body = body_at(w, i);
        for (size_t k = 0; k < body->visual_count; k++) {
            textures += body->visuals[k].material.texture != NULL;
            meshes += body->visuals[k].geometry.type == CDY_GEOMETRY_MESH;
        }
        for (size_t k = 0; k < body->collision_count; k++) {
            meshes += body->collisions[k].geometry.type == CDY_GEOMETRY_MESH;
        }
    }
    if (meshes > 0 && !w->how->mesh_folder) {
        cdy_lose(w->how, "robot", cdy_tree_name(w->tree), "its meshes; --mesh-folder says where MuJoCo finds them");
    }
    if (textures > 0) {
        cdy_lose(w->how, "robot", cdy_tree_name(w->tree), "its textures");
    }
}

/* MuJoCo has free joints in bodies of the world only. */
static cdy_status check(const writing *w, cdy_error *error)
{
    for (int i = 1; i < w->count; i++) {
        const bool floating = joint_is_free(body_at(w, i)->joint.type);
        if (floating && (cdy_tree_parent(w->tree, i) != 0 || strcmp(body_at(w, 0)->name, "world") != 0)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "joint '%.80s' floats, and its parent is not the base 'world'; MuJoCo has free joints in "
                            "bodies of the world only",
                            body_at(w, i)->joint.name);
        }
    }
    const cdy_inertial *base = &body_at(w, 0)->inertial;
    if (base->given && base->mass > 0 && strcmp(body_at(w, 0)->name, "world") == 0) {
        cdy_lose(w->how, "link", "world", "its mass, which the world has not");
    }
    return CDY_OK;
}

static bool prepare(writing *w)
{
    w->places = cdy_allocate((size_t)w->count, sizeof *w->places);
    w->merged = cdy_allocate((size_t)w->count, sizeof *w->merged);
    for (int i = 0; i < w->count && w->places && w->merged; i++) {
        w->places[i] = i > 0 ? cdy_joint_pose_at_zero(&body_at(w, i)->joint) : cdy_pose_still;
        w->merged[i] = is_only_a_joint(w, i);
    }
    w->loops = (cdy_mjcf_loops){.tree = w->tree, .how = w->how, .out = w->out};
    return w->places && w->merged && cdy_mjcf_begin_loops(&w->loops, w->merged);
}

cdy_status cdy_mjcf_write(const cdy_tree *tree, const cdy_writing *how, cdy_xml_output *out, cdy_error *error)
{
    writing w = {.tree = tree, .how = how, .out = out, .count = cdy_tree_body_count(tree) + 1};
    cdy_status status = prepare(&w) ? check(&w, error) : cdy_fail_memory(error);
    if (!status) {
        cdy_xml_open(out, "mujoco");
        cdy_xml_text(out, "model", cdy_tree_name(tree));
        write_compiler(&w);
        write_gravity(&w);
        write_classes(&w);
        write_assets(&w);
        write_bodies(&w);
        write_exclusions(&w);
        const bool good = write_equalities(&w);
        write_motors(&w);
        status = write_home(&w) && good ? CDY_OK : cdy_fail_memory(error);
        cdy_xml_close(out, "mujoco");
        name_lost_meshes(&w);
    }
    cdy_release(w.places);
    cdy_release(w.merged);
    cdy_mjcf_end_loops(&w.loops);
    return status;
}
