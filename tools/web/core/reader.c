/* Files that are dropped onto a page: robots, with what is to be shown of them, findings, and meshes. */
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
    cdy_xacro_argument *arguments; /* of the robot that is read next */
    size_t argument_count;
    cdy_expansion *expansion; /* with the arguments that the last file declares; NULL: it declares none */
    cdy_mesh *mesh;
    double visual[VISUAL_NUMBERS], axis[3];
} reader;

/* Declared here, since nothing but the page calls them. */
void view_forget_arguments(void);
int view_add_argument(const char *name, size_t size, const char *value);
int view_declared_count(void);
const char *view_declared_text(int argument, int part);
int view_read_robot(const char *path, size_t size);
int view_error_line(void);
const char *view_error_file(void);
const char *view_robot_name(void);
int view_finding_count(void);
int view_finding_line(int finding);
const char *view_finding_text(int finding, int part);
int view_body_parent(int body);
const char *view_body_joint(int body);
const char *view_body_type(int body);
const double *view_body_axis(int body);
int view_shape_count(int body, int collision);
const double *view_shape(int body, int collision, int place);
const char *view_shape_mesh(int body, int collision, int place);
int view_read_mesh(const void *bytes, size_t size, const char *name);
int view_vertex_count(void);
int view_triangle_count(void);
const double *view_vertices(void);
const int *view_triangles(void);

/* ---- a function that a page lacks: it looks for meshes itself ---- */

cdy_status cdy_mesh_locate(const char *mesh, const cdy_mesh_places *places, char *path, size_t size, cdy_error *error)
{
    (void)mesh;
    (void)places;
    (void)path;
    (void)size;
    (void)error;
    return CDY_ERROR_IO;
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

/* ---- arguments of xacro ---- */

EXPORT(view_forget_arguments) void view_forget_arguments(void)
{
    for (size_t i = 0; i < reader.argument_count; i++) {
        free((char *)reader.arguments[i].name);
        free((char *)reader.arguments[i].value);
    }
    free(reader.arguments);
    reader.arguments = NULL;
    reader.argument_count = 0;
}

/* Adds an argument for the robot that is read next; both texts end with a null character. */
EXPORT(view_add_argument) int view_add_argument(const char *name, size_t size, const char *value)
{
    (void)size;
    cdy_xacro_argument *grown = realloc(reader.arguments, (reader.argument_count + 1) * sizeof *grown);
    if (!grown) {
        return CDY_ERROR_MEMORY;
    }
    reader.arguments = grown;
    const cdy_xacro_argument argument = {strdup(name), strdup(value)};
    if (!argument.name || !argument.value) {
        free((char *)argument.name);
        free((char *)argument.value);
        return CDY_ERROR_MEMORY;
    }
    grown[reader.argument_count++] = argument;
    return CDY_OK;
}

static cdy_xacro_options xacro_options(void)
{
    cdy_xacro_options options = cdy_xacro_options_default();
    options.arguments = reader.arguments;
    options.argument_count = reader.argument_count;
    return options;
}

/* Finds the arguments that a file in xacro declares, also where they are missing; a file of another format has none. */
static void find_arguments(const char *path)
{
    static const char ending[] = ".xacro";
    const size_t length = strlen(path), end = sizeof ending - 1;
    const cdy_xacro_options options = xacro_options();
    cdy_expansion_destroy(reader.expansion);
    reader.expansion = NULL;
    if (length > end && strcmp(path + length - end, ending) == 0) {
        cdy_xacro_find_arguments(path, &options, &reader.expansion, NULL); /* reading the file reports what is wrong */
    }
}

EXPORT(view_declared_count) int view_declared_count(void)
{
    return reader.expansion ? (int)cdy_expansion_argument_count(reader.expansion) : 0;
}

/* Name, default and value of an argument are the parts 0 to 2; NULL where there is none. */
EXPORT(view_declared_text) const char *view_declared_text(int argument, int part)
{
    const cdy_declared_argument *a = cdy_expansion_argument(reader.expansion, (size_t)argument);
    return part == 0 ? a->name : part == 1 ? a->standard : a->value;
}

/* ---- robots ---- */

/* Checks the file as condyle check does, without mesh files. */
static cdy_status find_faults(const char *path, const cdy_xacro_options *xacro)
{
    cdy_check_options options = cdy_check_options_default();
    options.report = take_finding;
    options.assets = false;
    options.xacro = xacro;
    forget_findings();
    const cdy_status status = cdy_check_file(path, &options, NULL, view_fault());
    return !status && reader.out_of_memory ? CDY_ERROR_MEMORY : status;
}

/* Opens a robot from a file of the page's folder, in the gravity that the command takes where none is given. */
EXPORT(view_read_robot) int view_read_robot(const char *path, size_t size)
{
    (void)size;
    const cdy_xacro_options xacro = xacro_options();
    cdy_load_options options = cdy_load_options_default();
    cdy_tree *tree = NULL;
    cdy_model *model = NULL;
    options.gravity[2] = -9.81;
    options.xacro = &xacro;
    find_arguments(path);
    cdy_status status = cdy_load_file(path, &options, &tree, view_fault());
    status = status ? status : find_faults(path, &xacro);
    status = status ? status : cdy_model_create(tree, &model, view_fault());
    if (status) {
        cdy_tree_destroy(tree);
        return (int)status;
    }
    return (int)view_take(model, tree);
}

/* Returns the file of the last fault, which may be one that the robot's file includes. */
EXPORT(view_error_file) const char *view_error_file(void)
{
    return view_fault()->file;
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

/* The visuals of a body, or its collision shapes. */
static const cdy_shape *shapes_of(int body, int collision)
{
    const cdy_body *b = cdy_tree_body(view_tree(), body);
    return collision ? b->collisions : b->visuals;
}

EXPORT(view_shape_count) int view_shape_count(int body, int collision)
{
    const cdy_body *b = view_tree() ? cdy_tree_body(view_tree(), body) : NULL;
    return !b ? 0 : (int)(collision ? b->collision_count : b->visual_count);
}

/* Kind, matrix (16), whether there is a color, color (4), size (3), radius, length, scale (3) of a shape. */
EXPORT(view_shape) const double *view_shape(int body, int collision, int place)
{
    const cdy_shape *shape = &shapes_of(body, collision)[place];
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

EXPORT(view_shape_mesh) const char *view_shape_mesh(int body, int collision, int place)
{
    return shapes_of(body, collision)[place].geometry.mesh;
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
