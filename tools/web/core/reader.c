/* Files that are dropped onto a page: robots as URDF, with what is to be shown of them, findings, and meshes. */
#include "base/error.h"
#include "text/file.h"
#include "view.h"

#include <condyle/check.h>
#include <condyle/mesh.h>
#include <condyle/shapes.h>
#include <condyle/urdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Findings of the check; the texts are copies. */
typedef struct kept_finding {
    int line;
    char *texts[4]; /* level, code, element, message */
} kept_finding;

enum { VISUAL_NUMBERS = 30 };

static struct {
    kept_finding *findings;
    size_t count, capacity;
    bool out_of_memory;
    cdy_mesh *mesh;
    double visual[VISUAL_NUMBERS], axis[3];
} reader;

/* Declared here, since nothing but the page calls them. */
int view_read_urdf(const char *bytes, size_t size, const char *name);
int view_error_line(void);
const char *view_robot_name(void);
int view_finding_count(void);
int view_finding_line(int finding);
const char *view_finding_text(int finding, int part);
int view_body_parent(int body);
const char *view_body_joint(int body);
const char *view_body_type(int body);
const double *view_body_axis(int body);
int view_visual_count(int body);
const double *view_visual(int body, int visual);
const char *view_visual_mesh(int body, int visual);
int view_read_mesh(const void *bytes, size_t size, const char *name);
int view_vertex_count(void);
int view_triangle_count(void);
const double *view_vertices(void);
const int *view_triangles(void);

/* ---- functions that a page lacks: files and xacro ---- */

cdy_status cdy_mesh_locate(const char *mesh, const cdy_mesh_places *places, char *path, size_t size, cdy_error *error)
{
    (void)mesh;
    (void)places;
    (void)path;
    (void)size;
    (void)error;
    return CDY_ERROR_IO;
}

cdy_status cdy_read_file(const char *path, const char *expected, size_t limit, char **bytes, size_t *size,
                         cdy_error *error)
{
    (void)path;
    (void)expected;
    (void)limit;
    (void)size;
    (void)error;
    *bytes = NULL;
    return CDY_ERROR_IO;
}

cdy_status cdy_xacro_expand_text(const char *text, size_t size, const char *name, const cdy_xacro_options *options,
                                 cdy_expansion **expansion, cdy_error *error)
{
    (void)text;
    (void)size;
    (void)options;
    *expansion = NULL;
    return cdy_fail_at(error, CDY_ERROR_UNSUPPORTED, name, 0,
                       "a page does not expand xacro; expected URDF, such as 'condyle xacro' prints of this file");
}

/* ---- reading ---- */

static void forget_findings(void)
{
    for (size_t i = 0; i < reader.count; i++) {
        for (int part = 0; part < 4; part++) {
            free(reader.findings[i].texts[part]);
        }
    }
    reader.count = 0;
    reader.out_of_memory = false;
}

static void take_finding(void *context, const cdy_finding *f)
{
    (void)context;
    if (reader.count == reader.capacity) {
        const size_t larger = reader.capacity ? 2 * reader.capacity : 32;
        kept_finding *grown = realloc(reader.findings, larger * sizeof *grown);
        if (!grown) {
            reader.out_of_memory = true;
            return;
        }
        reader.findings = grown;
        reader.capacity = larger;
    }
    const char *const texts[4] = {cdy_level_name(f->level), f->code, f->element, f->message};
    kept_finding *kept = &reader.findings[reader.count++];
    kept->line = f->line;
    for (int part = 0; part < 4; part++) {
        kept->texts[part] = strdup(texts[part] ? texts[part] : "");
        reader.out_of_memory = reader.out_of_memory || !kept->texts[part];
    }
}

/* Checks the text as condyle check does, without mesh files. */
static cdy_status find_faults(const char *bytes, size_t size, const char *name)
{
    cdy_check_options options = cdy_check_options_default();
    options.report = take_finding;
    options.assets = false;
    forget_findings();
    const cdy_status status = cdy_check_text(bytes, size, name, &options, NULL, view_fault());
    return !status && reader.out_of_memory ? CDY_ERROR_MEMORY : status;
}

/* Opens a robot from the text of a URDF file, in the gravity that the command takes where none is given. */
EXPORT(view_read_urdf) int view_read_urdf(const char *bytes, size_t size, const char *name)
{
    cdy_load_options options = cdy_load_options_default();
    cdy_tree *tree = NULL;
    cdy_model *model = NULL;
    options.gravity[2] = -9.81;
    cdy_status status = cdy_load_text(bytes, size, name, &options, &tree, view_fault());
    status = status ? status : find_faults(bytes, size, name);
    status = status ? status : cdy_model_create(tree, &model, view_fault());
    if (status) {
        cdy_tree_destroy(tree);
        return (int)status;
    }
    return (int)view_take(model, tree);
}

EXPORT(view_error_line) int view_error_line(void)
{
    return view_fault()->line;
}

EXPORT(view_robot_name) const char *view_robot_name(void)
{
    return cdy_model_name(view_model());
}

EXPORT(view_finding_count) int view_finding_count(void)
{
    return (int)reader.count;
}

EXPORT(view_finding_line) int view_finding_line(int finding)
{
    return reader.findings[finding].line;
}

/* Level, code, element and message are the parts 0 to 3. */
EXPORT(view_finding_text) const char *view_finding_text(int finding, int part)
{
    return reader.findings[finding].texts[part];
}

/* ---- bodies ---- */

enum { NO_TREE = -2 };

/* The parent of a body, -1 for the base; NO_TREE for a compiled model, whose frames tell no parents. */
EXPORT(view_body_parent) int view_body_parent(int body)
{
    return view_tree() ? cdy_tree_parent(view_tree(), body) : NO_TREE;
}

/* The joint of a body, NULL where it has none or there is no tree. */
static const cdy_joint *joint_of(int body)
{
    return view_tree() && cdy_tree_parent(view_tree(), body) >= 0 ? &cdy_tree_body(view_tree(), body)->joint : NULL;
}

EXPORT(view_body_joint) const char *view_body_joint(int body)
{
    return joint_of(body) ? joint_of(body)->name : NULL;
}

EXPORT(view_body_type) const char *view_body_type(int body)
{
    return joint_of(body) ? cdy_joint_type_name(joint_of(body)->type) : NULL;
}

/* The axis of a body's joint, of any length but 0; NULL where it has none. */
EXPORT(view_body_axis) const double *view_body_axis(int body)
{
    const cdy_joint *joint = joint_of(body);
    if (!joint || !cdy_joint_type_traits(joint->type)->has_axis) {
        return NULL;
    }
    const double size = fmax(fabs(joint->axis[0]), fmax(fabs(joint->axis[1]), fabs(joint->axis[2])));
    for (int i = 0; i < 3; i++) { /* so that no square underflows or overflows */
        reader.axis[i] = joint->axis[i] / size;
    }
    return reader.axis;
}

EXPORT(view_visual_count) int view_visual_count(int body)
{
    return view_tree() ? (int)cdy_tree_body(view_tree(), body)->visual_count : 0;
}

/* Kind, matrix (16), whether there is a color, color (4), size (3), radius, length, scale (3) of a visual. */
EXPORT(view_visual) const double *view_visual(int body, int visual)
{
    const cdy_shape *shape = &cdy_tree_body(view_tree(), body)->visuals[visual];
    const cdy_geometry *g = &shape->geometry;
    double *to = reader.visual;
    to[0] = g->type;
    cdy_placement_to_matrix(&shape->origin, to + 1);
    to[17] = shape->material.color_given;
    memcpy(to + 18, shape->material.rgba, 4 * sizeof *to);
    memcpy(to + 22, g->size, 3 * sizeof *to);
    to[25] = g->radius;
    to[26] = g->length;
    memcpy(to + 27, g->scale, 3 * sizeof *to);
    return to;
}

EXPORT(view_visual_mesh) const char *view_visual_mesh(int body, int visual)
{
    return cdy_tree_body(view_tree(), body)->visuals[visual].geometry.mesh;
}

/* ---- meshes ---- */

/* Reads a mesh in place of the last one. */
EXPORT(view_read_mesh) int view_read_mesh(const void *bytes, size_t size, const char *name)
{
    cdy_mesh_destroy(reader.mesh);
    reader.mesh = NULL;
    return (int)cdy_mesh_from_bytes(bytes, size, name, &reader.mesh, view_fault());
}

EXPORT(view_vertex_count) int view_vertex_count(void)
{
    return (int)cdy_mesh_vertex_count(reader.mesh);
}

EXPORT(view_triangle_count) int view_triangle_count(void)
{
    return (int)cdy_mesh_triangle_count(reader.mesh);
}

EXPORT(view_vertices) const double *view_vertices(void)
{
    return cdy_mesh_vertices(reader.mesh);
}

EXPORT(view_triangles) const int *view_triangles(void)
{
    return cdy_mesh_triangles(reader.mesh);
}
