#include "draw/pose.h"

#include "draw/marks.h"
#include "draw/solids.h"

#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cdy_shape *shapes_of(const subject *s, const cdy_body *body, size_t *count)
{
    *count = s->collisions ? body->collision_count : body->visual_count;
    return s->collisions ? body->collisions : body->visuals;
}

static int body_count(const subject *s)
{
    return cdy_tree_body_count(s->tree) + 1;
}

static size_t count_shapes(const subject *s)
{
    size_t sum = 0, count;
    for (int i = 0; i < body_count(s); i++) {
        shapes_of(s, cdy_tree_body(s->tree, i), &count);
        sum += count;
    }
    return sum;
}

/* Reads a mesh; the text of `error` tells why it cannot be shown. */
static cdy_mesh *read_mesh(const subject *s, const cdy_geometry *g, cdy_error *error)
{
    char path[4096];
    cdy_mesh *mesh = NULL;
    if (cdy_mesh_locate(g->mesh ? g->mesh : "", s->places, path, sizeof path, error) == CDY_OK) {
        (void)cdy_mesh_load(path, 0, &mesh, error);
    }
    return mesh;
}

/* Reads every mesh; returns whether all shapes can be shown, and there is one. */
static bool read_meshes(subject *s)
{
    size_t shown = 0, at = 0;
    for (int i = 0; i < body_count(s); i++) {
        size_t count;
        const cdy_shape *shapes = shapes_of(s, cdy_tree_body(s->tree, i), &count);
        for (size_t k = 0; k < count; k++, at++) {
            const cdy_geometry *g = &shapes[k].geometry;
            cdy_error error = {0};
            s->meshes[at] = g->type == CDY_GEOMETRY_MESH ? read_mesh(s, g, &error) : NULL;
            const bool drawn = g->type != CDY_GEOMETRY_NONE && (g->type != CDY_GEOMETRY_MESH || s->meshes[at]);
            shown += drawn;
            if (g->type == CDY_GEOMETRY_MESH && !drawn && s->missing++ == 0) {
                s->first_missing = error;
            }
        }
    }
    return shown > 0 && s->missing == 0;
}

/* The size of a robot: the sum of its joints' offsets along its longest chain, 0.2 m at least. */
static double measure(const subject *s)
{
    double longest = 0.2;
    for (int i = 1; i < body_count(s); i++) { /* a parent comes before its children */
        const double *p = cdy_tree_body(s->tree, i)->joint.origin.xyz;
        double *sum = s->frames[i];
        *sum = *s->frames[cdy_tree_parent(s->tree, i)] + sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        longest = fmax(longest, *sum);
    }
    return longest;
}

cdy_status subject_open(subject *s, const cdy_tree *tree, const cdy_model *model, const cdy_mesh_places *places,
                        bool collisions, cdy_error *error)
{
    *s = (subject){.tree = tree, .model = model, .places = places, .collisions = collisions};
    s->frames = calloc((size_t)body_count(s), sizeof *s->frames);
    s->tau = calloc((size_t)cdy_model_nv(model) + 1, sizeof *s->tau);
    s->meshes = calloc(count_shapes(s) + 1, sizeof(cdy_mesh *));
    if (!s->frames || !s->tau || !s->meshes) {
        return cdy_fail_memory(error);
    }
    const cdy_status status = cdy_workspace_create(model, &s->workspace, error);
    if (status == CDY_OK) {
        s->skeleton = !read_meshes(s);
        s->size = measure(s);
    }
    return status;
}

void subject_close(subject *s)
{
    const size_t count = s->meshes ? count_shapes(s) : 0;
    for (size_t i = 0; i < count; i++) {
        cdy_mesh_destroy(s->meshes[i]);
    }
    free(s->meshes);
    free(s->frames);
    free(s->tau);
    cdy_workspace_destroy(s->workspace);
    *s = (subject){0};
}

cdy_status subject_place(subject *s, const double *q, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int i = 0; i < body_count(s) && status == CDY_OK; i++) {
        const int frame = cdy_model_find_frame(s->model, cdy_tree_body(s->tree, i)->name);
        status = cdy_get_transform(s->model, s->workspace, frame, 0, q, s->frames[i], error);
    }
    return status;
}

/* The color of a shape, moved toward white. */
static color paint_of(const cdy_shape *shape, bool collision, double faint)
{
    const double usual[3] = {collision ? 0.55 : 0.72, collision ? 0.7 : 0.73, collision ? 0.6 : 0.76};
    const double *rgb = shape->material.color_given && !collision ? shape->material.rgba : usual;
    unsigned char parts[3];
    for (int k = 0; k < 3; k++) {
        const double value = rgb[k] + (1 - rgb[k]) * faint;
        parts[k] = (unsigned char)(255 * fmin(fmax(value, 0), 1));
    }
    return (color){parts[0], parts[1], parts[2]};
}

void subject_visit(const subject *s, double faint, void (*visit)(void *context, const placed_shape *shape),
                   void *context)
{
    size_t at = 0;
    for (int i = 0; i < body_count(s); i++) {
        size_t count;
        const cdy_shape *shapes = shapes_of(s, cdy_tree_body(s->tree, i), &count);
        for (size_t k = 0; k < count; k++, at++) {
            double own[16];
            placed_shape placed = {.geometry = &shapes[k].geometry,
                                   .mesh = s->meshes[at],
                                   .paint = paint_of(&shapes[k], s->collisions, faint)};
            cdy_placement_to_matrix(&shapes[k].origin, own);
            solids_multiply(s->frames[i], own, placed.T);
            visit(context, &placed);
        }
    }
}

static void add_shape(void *context, const placed_shape *shape)
{
    scene *to = context;
    if (shape->mesh) {
        solids_add_mesh(to, shape->mesh, shape->geometry->scale, shape->T, shape->paint);
    } else {
        solids_add_primitive(to, shape->geometry, shape->T, shape->paint);
    }
}

static void origin_of(const double T[16], double p[3])
{
    p[0] = T[3];
    p[1] = T[7];
    p[2] = T[11];
}

/* Adds links as lines from joint to joint; in full colors with the joints' axes. */
static void add_skeleton(const subject *s, double faint, scene *to)
{
    const unsigned char gray = (unsigned char)(90 + 130 * faint);
    for (int i = 1; i < body_count(s); i++) {
        double from[3], end[3];
        origin_of(s->frames[cdy_tree_parent(s->tree, i)], from);
        origin_of(s->frames[i], end);
        scene_add_line(to, from, end, 3, (color){gray, gray, gray}, false);
        if (!(faint > 0)) {
            marks_add_joint(to, &cdy_tree_body(s->tree, i)->joint, s->frames[i], 0.03 * s->size);
        }
    }
}

static void add_details(const subject *s, const pose_style *style, scene *to)
{
    for (int i = 0; i < body_count(s); i++) {
        const cdy_body *body = cdy_tree_body(s->tree, i);
        double at[3];
        origin_of(s->frames[i], at);
        if (style->frames) {
            marks_add_frame(to, s->frames[i], 0.07 * s->size);
        }
        if (style->joints && i > 0) {
            marks_add_axis(to, &body->joint, s->frames[i], 0.11 * s->size);
        }
        if (style->inertia) {
            marks_add_inertia(to, &body->inertial, s->frames[i], 0.03 * s->size);
        }
        if (style->names) {
            scene_add_label(to, at, body->name, (color){20, 20, 20});
        }
    }
}

/* Adds the torques of the motion in joints with one degree of freedom, as arcs or arrows in proportion to the largest.
 */
static cdy_status add_torques(subject *s, const double *q, const pose_style *style, scene *to, cdy_error *error)
{
    const cdy_model *model = s->model;
    static const color paint = {200, 30, 110};
    double most = 0;
    const cdy_status status =
        cdy_inverse_dynamics(model, s->workspace, q, style->qd, style->qdd, style->fext, s->tau, error);
    if (status != CDY_OK) {
        return status;
    }
    for (int i = 0; i < cdy_model_nv(model); i++) {
        most = fmax(most, fabs(s->tau[i]));
    }
    for (int j = 0; j < cdy_model_joint_count(model); j++) {
        cdy_moving_joint d;
        if (cdy_model_joint(model, j, &d) != CDY_OK || d.nv != 1 || d.is_follower) {
            continue;
        }
        const int b = cdy_tree_find_joint(s->tree, d.name);
        const cdy_joint *joint = &cdy_tree_body(s->tree, b)->joint;
        const double *T = s->frames[b], tau = s->tau[d.velocity], share = most > 0 ? tau / most : 0;
        double axis[3], at[3];
        char text[64];
        origin_of(T, at);
        for (int i = 0; i < 3; i++) {
            axis[i] = T[4 * i] * joint->axis[0] + T[4 * i + 1] * joint->axis[1] + T[4 * i + 2] * joint->axis[2];
        }
        const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
        for (int i = 0; i < 3; i++) {
            axis[i] *= cdy_joint_type_traits(joint->type)->slides == 1 ? 0.2 * s->size * share / length : 1;
        }
        if (!(fabs(share) > 0.005)) {
            continue; /* too little to show */
        }
        if (cdy_joint_type_traits(joint->type)->slides == 1) {
            marks_add_arrow(to, at, axis, 2.5, paint);
        } else {
            marks_add_arc(to, at, axis, 0.09 * s->size, 4.7 * share, 2.5, paint);
        }
        snprintf(text, sizeof text, "%.3g %s", tau, cdy_joint_type_traits(joint->type)->slides == 1 ? "N" : "N m");
        scene_add_label(to, at, text, paint);
    }
    return CDY_OK;
}

/* Adds forces and moments at their bodies, each in proportion to the largest of its kind. */
static void add_wrenches(const subject *s, const pose_style *style, scene *to)
{
    static const color blue = {20, 80, 200}, teal = {0, 140, 140};
    double most[2] = {0, 0};
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < style->wrench_count; i++) {
            const pose_wrench *w = &style->wrenches[i];
            const int b = cdy_tree_find_body(s->tree, cdy_model_frame_name(s->model, w->frame));
            const double *T = s->frames[b < 0 ? 0 : b];
            double at[3];
            origin_of(T, at);
            for (int part = 0; part < 2; part++) { /* moment, force */
                double v[3];
                for (int k = 0; k < 3; k++) {
                    const double *x = w->values + (ptrdiff_t)3 * part;
                    v[k] = w->in_body ? T[4 * k] * x[0] + T[4 * k + 1] * x[1] + T[4 * k + 2] * x[2] : x[k];
                }
                const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
                most[part] = fmax(most[part], length);
                const double scale = round && length > 0 ? 0.25 * s->size / most[part] : 0;
                for (int k = 0; k < 3; k++) {
                    v[k] *= scale;
                }
                if (round && part) {
                    marks_add_arrow(to, at, v, 3, blue);
                } else if (round) {
                    marks_add_arc(to, at, v, 0.12 * s->size, 4.7 * length / fmax(most[0], 1e-300), 3, teal);
                }
            }
        }
    }
}

cdy_status subject_add(subject *s, const double *q, const pose_style *style, double faint, scene *to, cdy_error *error)
{
    cdy_status status = subject_place(s, q, error);
    if (status != CDY_OK) {
        return status;
    }
    subject_visit(s, faint, add_shape, to);
    for (int k = 0; k < 3 && to->triangle_count > 0; k++) { /* marks in proportion to large shapes, too */
        s->size = fmax(s->size, 0.6 * (to->upper[k] - to->lower[k]));
    }
    if (s->skeleton) {
        add_skeleton(s, faint, to);
    }
    if (!(faint > 0)) {
        add_details(s, style, to);
        add_wrenches(s, style, to);
        status = style->torques ? add_torques(s, q, style, to, error) : CDY_OK;
    }
    return status == CDY_OK && to->out_of_memory ? cdy_fail_memory(error) : status;
}
