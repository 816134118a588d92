#include "commands/pictures/view_robot.h"

#include "base/name_table.h"
#include "commands/files/show.h"
#include "options/xacro_options.h"
#include "rows/json.h"
#include "writing/base64.h"

#include <condyle/constraints.h>
#include <condyle/mesh.h>
#include <condyle/model_file.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A mesh that was read, under its name in the robot. */
typedef struct named_mesh {
    const char *name;
    cdy_mesh *mesh;
} named_mesh;

typedef struct mesh_list {
    named_mesh *items;
    size_t count, capacity;
    cdy_name_table places; /* of the names in the list */
    cdy_name_table hulls;  /* of the hulls of meshes in the list, by the names of the meshes */
    json_builder notes;    /* why meshes cannot be shown */
    size_t lost;           /* collision shapes whose mesh cannot be read */
    bool out_of_memory;
} mesh_list;

static void take_finding(void *context, const cdy_finding *f)
{
    json_builder o = json_build_object();
    json_put(&o, "level", json_from_text(cdy_level_name(f->level)));
    json_put(&o, "code", json_from_text(f->code));
    json_put(&o, "line", json_integer(f->line));
    json_put(&o, "element", json_from_text(f->element));
    json_put(&o, "message", json_from_text(f->message));
    json_add((json_builder *)context, json_built(&o));
}

/* Checks the file once more; the standard input, which is read already, has no findings: null. */
static exit_code find_faults(const view_robot *v, json_t **findings)
{
    *findings = json_null();
    if (strcmp(v->robot->source, "-") == 0) {
        return EXIT_FINE;
    }
    json_builder list = json_build_array();
    cdy_check_options request = cdy_check_options_default();
    xacro_options x;
    exit_code code = xacro_options_fill(&x, v->source, false);
    request.report = take_finding;
    request.context = &list;
    request.packages = v->meshes->packages;
    request.package_count = v->meshes->package_count;
    request.max_bytes = source_bytes(v->source);
    request.max_depth = v->reading->depth;
    request.format = (cdy_source_format)v->reading->from;
    request.xacro = &x.options;
    code = code == EXIT_FINE ? robot_check(v->robot->source, &request, NULL) : code;
    xacro_options_clear(&x);
    *findings = json_built(&list);
    return code;
}

/* Makes room for one mesh more; false where memory runs out. */
static bool make_room(mesh_list *list)
{
    if (list->count == list->capacity) {
        const size_t larger = list->capacity ? 2 * list->capacity : 16;
        named_mesh *grown = realloc(list->items, larger * sizeof *grown);
        if (!grown) {
            return false;
        }
        list->items = grown;
        list->capacity = larger;
    }
    return true;
}

/* Notes, in the page and to the user, what is not there, and why. */
static void note_lost(mesh_list *list, const char *what, const cdy_error *error)
{
    text_buffer why = {0};
    text_add(&why, "%s: %s%s%s", what, error->file, *error->file ? ": " : "", error->text);
    json_add(&list->notes, why.failed ? NULL : json_from_text(text_get(&why)));
    note("%s", why.failed ? what : text_get(&why));
    text_clear(&why);
}

/* Takes the hull of a mesh in its place; a flat mesh stays. */
static cdy_status make_hull(cdy_mesh **mesh, cdy_error *error)
{
    cdy_mesh *hull;
    const cdy_status status = cdy_mesh_convex_hull(*mesh, &hull, error);
    if (status == CDY_OK) {
        cdy_mesh_destroy(*mesh);
        *mesh = hull;
    }
    return status == CDY_ERROR_NUMERIC ? CDY_OK : status;
}

/* Returns the place of a mesh in the list, or of its hull for a collision shape, reading it where it is new; -1 where
 * it cannot be read. */
static int find_mesh(const view_robot *v, mesh_list *list, const char *name, bool collision)
{
    char path[4096];
    cdy_error error = {0};
    cdy_name_table *places = collision ? &list->hulls : &list->places;
    const int known = cdy_name_table_find(places, name);
    if (known >= 0) {
        return known;
    }
    if (!make_room(list)) {
        list->out_of_memory = true;
        return -1;
    }
    named_mesh *next = &list->items[list->count];
    *next = (named_mesh){.name = name};
    cdy_status status = cdy_mesh_locate(name, v->meshes, path, sizeof path, &error);
    status = status == CDY_OK ? cdy_mesh_load(path, 0, &next->mesh, &error) : status;
    status = status == CDY_OK && collision ? make_hull(&next->mesh, &error) : status;
    if (status != CDY_OK) {
        list->out_of_memory = list->out_of_memory || status == CDY_ERROR_MEMORY;
        list->lost += collision;
        note_lost(list, collision ? "a collision mesh cannot be read" : "a mesh cannot be shown", &error);
    } else if (!cdy_name_table_set(places, name, (int)list->count)) {
        list->out_of_memory = true;
        status = CDY_ERROR_MEMORY;
    }
    if (status != CDY_OK) {
        cdy_mesh_destroy(next->mesh);
        return -1;
    }
    return (int)list->count++;
}

/* Tells whether a shape can be shown, and gives the place of its mesh, -1 where it is none. */
static bool can_show(const view_robot *v, mesh_list *list, const cdy_geometry *g, bool collision, int *mesh)
{
    *mesh = g->type == CDY_GEOMETRY_MESH ? find_mesh(v, list, g->mesh ? g->mesh : "", collision) : -1;
    return g->type != CDY_GEOMETRY_NONE && (g->type != CDY_GEOMETRY_MESH || *mesh >= 0);
}

static json_t *shape_of(const cdy_shape *shape, int mesh)
{
    static const char *const kinds[] = {"", "box", "cylinder", "sphere", "capsule", "mesh"};
    const cdy_geometry *g = &shape->geometry;
    double T[16];
    cdy_placement_to_matrix(&shape->origin, T);
    json_builder o = json_build_object();
    json_put(&o, "kind", json_string(kinds[g->type]));
    json_put(&o, "T", json_from_numbers(T, 16));
    json_put(&o, "rgba", shape->material.color_given ? json_from_numbers(shape->material.rgba, 4) : json_null());
    if (g->type == CDY_GEOMETRY_MESH) {
        json_put(&o, "mesh", json_integer(mesh));
        json_put(&o, "scale", json_from_numbers(g->scale, 3));
    } else if (g->type == CDY_GEOMETRY_BOX) {
        json_put(&o, "size", json_from_numbers(g->size, 3));
    } else {
        json_put(&o, "radius", json_from_number(g->radius));
        json_put(&o, "length", json_from_number(g->length));
    }
    return json_built(&o);
}

/* Mass, placement of the inertia (4 x 4 by rows), and ixx ixy ixz iyy iyz izz. */
static json_t *inertial_of(const cdy_inertial *inertial)
{
    double numbers[23] = {inertial->mass};
    cdy_placement_to_matrix(&inertial->origin, numbers + 1);
    memcpy(numbers + 17, inertial->inertia, sizeof inertial->inertia);
    return json_from_numbers(numbers, 23);
}

/* The visuals of a body, or its collision shapes. */
static json_t *shapes_of(const view_robot *v, mesh_list *list, const cdy_body *body, bool collision)
{
    const cdy_shape *shapes = collision ? body->collisions : body->visuals;
    const size_t count = collision ? body->collision_count : body->visual_count;
    json_builder array = json_build_array();
    for (size_t i = 0; i < count && !list->out_of_memory; i++) {
        int mesh;
        if (can_show(v, list, &shapes[i].geometry, collision, &mesh)) {
            json_add(&array, shape_of(&shapes[i], mesh));
        }
    }
    return json_built(&array);
}

static json_t *body_at(const view_robot *v, mesh_list *list, int index)
{
    const cdy_body *body = cdy_tree_body(v->robot->tree, index);
    const int parent = cdy_tree_parent(v->robot->tree, index);
    double axis[3];
    json_builder o = json_build_object();
    json_put(&o, "name", json_from_text(body->name));
    json_put(&o, "parent", parent >= 0 ? json_integer(parent) : json_null());
    if (parent >= 0) {
        json_put(&o, "joint", json_from_text(body->joint.name));
        json_put(&o, "type", json_string(cdy_joint_type_name(body->joint.type)));
    }
    if (parent >= 0 && show_has_axis(&body->joint)) {
        show_axis(&body->joint, axis);
        json_put(&o, "axis", json_from_numbers(axis, 3));
    }
    if (body->inertial.given && body->inertial.mass > 0) {
        json_put(&o, "inertial", inertial_of(&body->inertial));
    }
    json_put(&o, "visuals", shapes_of(v, list, body, false));
    if (body->collision_count > 0) {
        json_put(&o, "collisions", shapes_of(v, list, body, true));
    }
    return json_built(&o);
}

static exit_code write_bodies(const view_robot *v, mesh_list *list)
{
    exit_code code = EXIT_FINE;
    output_text(v->out, ",\n\"bodies\": [");
    for (int i = 0; i <= cdy_tree_body_count(v->robot->tree) && code == EXIT_FINE; i++) {
        output_text(v->out, i ? ",\n" : "\n");
        code = json_write_in_page(v->out, body_at(v, list, i));
        code = list->out_of_memory ? fail_memory() : code;
    }
    output_text(v->out, "\n]");
    return code;
}

/* Adds a number of 32 bits, the least byte first. */
static void add_word(base64 *b, uint32_t word)
{
    const unsigned char bytes[4] = {(unsigned char)(word & 255), (unsigned char)(word >> 8 & 255),
                                    (unsigned char)(word >> 16 & 255), (unsigned char)(word >> 24)};
    base64_add(b, bytes, sizeof bytes);
}

static void write_mesh(const cdy_mesh *mesh, output *out)
{
    const sink to = output_sink(out);
    base64 b = {.to = &to};
    const double *vertices = cdy_mesh_vertices(mesh);
    const int *triangles = cdy_mesh_triangles(mesh);
    output_text(out, "{\"vertices\": \"");
    for (size_t i = 0; i < 3 * cdy_mesh_vertex_count(mesh); i++) {
        const float value = (float)fmax(-(double)FLT_MAX, fmin((double)FLT_MAX, vertices[i]));
        uint32_t word;
        memcpy(&word, &value, sizeof word);
        add_word(&b, word);
    }
    base64_end(&b);
    output_text(out, "\", \"triangles\": \"");
    for (size_t i = 0; i < 3 * cdy_mesh_triangle_count(mesh); i++) {
        add_word(&b, (uint32_t)triangles[i]);
    }
    base64_end(&b);
    output_text(out, "\"}");
}

static exit_code write_model(const view_robot *v)
{
    const sink to = output_sink(v->out);
    const size_t size = cdy_model_bytes(v->robot->model);
    void *bytes = malloc(size);
    cdy_error error;
    if (!bytes) {
        return fail_memory();
    }
    exit_code code =
        cdy_model_to_bytes(v->robot->model, bytes, size, &error) == CDY_OK ? EXIT_FINE : fail_library(&error);
    if (code == EXIT_FINE) {
        output_text(v->out, "{\"model\": \"");
        base64_write(bytes, size, &to);
        output_text(v->out, "\"");
    }
    free(bytes);
    return code;
}

/* The loops of the file, which a compiled model does not have: frames, rows, and places in both. */
static json_t *list_loops(const robot *r, mesh_list *notes)
{
    json_builder list = json_build_array();
    for (int i = 0; r->tree && i < cdy_tree_loop_count(r->tree); i++) {
        cdy_constraint c;
        cdy_error error = {0};
        if (cdy_constraint_from_loop(r->model, cdy_tree_loop(r->tree, i), &c, &error) != CDY_OK) {
            note_lost(notes, "a loop is left open", &error);
            continue;
        }
        const double *const parts[] = {c.in_frame.xyz, c.in_frame.rpy, c.in_other.xyz, c.in_other.rpy};
        double places[12];
        for (size_t k = 0; k < 12; k++) {
            places[k] = parts[k / 3][k % 3];
        }
        json_builder o = json_build_object();
        json_put(&o, "frame", json_integer(c.frame));
        json_put(&o, "other", json_integer(c.other));
        json_put(&o, "rows", json_integer((json_int_t)c.rows));
        json_put(&o, "places", json_from_numbers(places, 12));
        json_add(&list, json_built(&o));
    }
    return json_built(&list);
}

static exit_code write_head(const view_robot *v, mesh_list *list)
{
    json_t *findings;
    json_builder o = json_build_object();
    exit_code code = find_faults(v, &findings);
    json_put(&o, "robot", json_from_text(robot_name(v->robot)));
    json_put(&o, "revision", v->revision ? json_integer(v->revision) : json_null());
    json_put(&o, "degrees", json_boolean(v->degrees));
    json_put(&o, "q", json_from_numbers(v->q, (size_t)cdy_model_nq(v->robot->model)));
    json_put(&o, "loops", list_loops(v->robot, list));
    json_put(&o, "findings", findings);
    json_put(&o, "notes", json_built(&list->notes));
    json_put(&o, "lost", json_integer((json_int_t)list->lost));
    list->notes = (json_builder){0};
    json_t *head = json_built(&o);
    if (code != EXIT_FINE) {
        json_decref(head);
        return code;
    }
    output_text(v->out, ",\n\"head\": ");
    return json_write_in_page(v->out, head);
}

exit_code view_robot_write(const view_robot *v)
{
    mesh_list list = {.notes = json_build_array()};
    exit_code code = write_model(v);
    code = code == EXIT_FINE ? write_bodies(v, &list) : code;
    output_text(v->out, ",\n\"meshes\": [");
    for (size_t i = 0; i < list.count && code == EXIT_FINE; i++) {
        output_text(v->out, i ? ",\n" : "\n");
        write_mesh(list.items[i].mesh, v->out);
    }
    output_text(v->out, "]");
    code = code == EXIT_FINE ? write_head(v, &list) : code;
    output_text(v->out, ",\n\"motion\": ");
    if (v->motion && code == EXIT_FINE) {
        code = view_motion_write(v->motion, v->out);
    } else {
        output_text(v->out, "null");
    }
    if (v->beside && code == EXIT_FINE) {
        output_text(v->out, ",\n\"beside\": ");
        code = view_robot_write(v->beside);
    }
    output_text(v->out, "}\n");
    for (size_t i = 0; i < list.count; i++) {
        cdy_mesh_destroy(list.items[i].mesh);
    }
    json_decref(json_built(&list.notes));
    free(list.items);
    cdy_name_table_clear(&list.places);
    cdy_name_table_clear(&list.hulls);
    return code;
}
