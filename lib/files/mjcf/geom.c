/* Geoms: sizes and places, as shapes of links. */
#include "base/error.h"
#include "mjcf/mjcf.h"

#include <math.h>
#include <string.h>

typedef struct shape_type {
    const char *name;
    int sizes; /* numbers of size; with fromto the last length comes of it */
    cdy_geometry_type type;
} shape_type;

static const shape_type types[] = {
    {"sphere", 1, CDY_GEOMETRY_SPHERE},  {"capsule", 2, CDY_GEOMETRY_CAPSULE}, {"cylinder", 2, CDY_GEOMETRY_CYLINDER},
    {"ellipsoid", 3, CDY_GEOMETRY_NONE}, {"box", 3, CDY_GEOMETRY_BOX},         {"mesh", 0, CDY_GEOMETRY_MESH},
    {"plane", 0, CDY_GEOMETRY_NONE},     {"hfield", 0, CDY_GEOMETRY_NONE},     {"sdf", 0, CDY_GEOMETRY_MESH},
};

static const shape_type *find_type(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].name, name) == 0) {
            return &types[i];
        }
    }
    return NULL;
}

cdy_status cdy_mjcf_read_ends(cdy_mjcf *m, const cdy_element *e, const double ends[6], bool is_long, const char *type,
                              cdy_pose *pose)
{
    const bool moved = pose->p[0] != 0 || pose->p[1] != 0 || pose->p[2] != 0;
    const cdy_attribute *own = cdy_find_attribute(e, "fromto");
    const cdy_place at = own ? own->at : e->at;
    double along[3];
    for (int i = 0; i < 3; i++) {
        along[i] = ends[i] - ends[3 + i];
        pose->p[i] = (ends[i] + ends[3 + i]) / 2;
    }
    if (!is_long) {
        return cdy_fault(m->r, CDY_RULE_UNKNOWN_GEOMETRY, at,
                         "fromto has no meaning for a %s; expected a box, capsule, cylinder or ellipsoid", type);
    }
    if (!(hypot(hypot(along[0], along[1]), along[2]) > CDY_MJCF_SHORTEST)) {
        return cdy_fault(m->r, CDY_RULE_SIZE_ZERO, at, "the two ends in fromto are one point; expected two points");
    }
    cdy_quaternion_z_to(along, pose->q);
    return moved ? cdy_fault(m->r, CDY_RULE_NUMBER, at, "a <%.40s> has pos and fromto; expected one of them", e->name)
                 : CDY_OK;
}

/* Reads fromto, the two ends of the shape's axis. */
static cdy_status read_ends(cdy_mjcf *m, const cdy_element *e, cdy_mjcf_geom *g, bool *given)
{
    static const char *const long_types[] = {"box", "capsule", "cylinder", "ellipsoid"};
    double ends[6];
    int count = 0;
    cdy_status status = cdy_mjcf_numbers(m, e, g->class_number, "fromto", ends, 6, 6, &count);
    *given = count == 6;
    if (status || !*given) {
        return status;
    }
    const double half = hypot(hypot(ends[0] - ends[3], ends[1] - ends[4]), ends[2] - ends[5]) / 2;
    status = cdy_mjcf_read_ends(m, e, ends, cdy_is_among(g->type, 4, long_types), g->type, &g->pose);
    const bool round = strcmp(g->type, "capsule") == 0 || strcmp(g->type, "cylinder") == 0;
    g->size[1] = round ? half : g->size[0];
    g->size[2] = round ? 0 : half;
    return status;
}

static cdy_status read_size(cdy_mjcf *m, const cdy_element *e, const shape_type *type, cdy_mjcf_geom *g)
{
    int count = 0;
    bool ends = false;
    cdy_status status = cdy_mjcf_numbers(m, e, g->class_number, "size", g->size, 1, 3, &count);
    if (!status) {
        status = read_ends(m, e, g, &ends);
    }
    const int needed = ends ? 1 : g->mesh ? 0 : type->sizes;
    if (!status && count < needed) {
        status = cdy_fault(m->r, CDY_RULE_NUMBER, e->at, "<geom> size has %d numbers; expected %d for a %s", count,
                           needed, type->name);
    }
    for (int i = 0; i < needed && !status; i++) {
        if (!(g->size[i] > 0)) {
            status = cdy_fault(m->r, CDY_RULE_NEGATIVE_SIZE, e->at, "<geom> size: a size of %g; expected more than 0",
                               g->size[i]);
        }
    }
    return status;
}

static cdy_status find_mesh(cdy_mjcf *m, const cdy_element *e, cdy_mjcf_geom *g)
{
    const cdy_attribute *a = cdy_mjcf_find(m, e, g->class_number, "mesh");
    const int number = a ? cdy_name_table_find(&cdy_mjcf_model_of(m, e)->mesh_numbers, a->text) : -1;
    g->mesh = number >= 0 ? &m->meshes[number] : NULL;
    if (number >= 0) {
        return CDY_OK;
    }
    const bool needed = strcmp(g->type, "mesh") == 0 || strcmp(g->type, "sdf") == 0;
    return a        ? cdy_fault(m->r, CDY_RULE_REFERENCE_UNKNOWN, a->at,
                                "mesh '%.80s' is not defined; expected the name of a <mesh> in <asset>", a->text)
           : needed ? cdy_fault(m->r, CDY_RULE_ATTRIBUTE_MISSING, e->at,
                                "<geom> of a mesh lacks mesh; expected mesh=\"name_of_a_mesh\"")
                    : CDY_OK;
}

cdy_status cdy_mjcf_read_geom(cdy_mjcf *m, const cdy_mjcf_part *part, cdy_mjcf_geom *g)
{
    const cdy_mjcf_scope *scope = &m->scopes[part->scope];
    const cdy_element *e = part->element;
    double group = 0;
    *g = (cdy_mjcf_geom){.type = "sphere", .pose = cdy_pose_still};
    cdy_status status = cdy_mjcf_find_class(m, e, "class", scope->class_number, &g->class_number);
    if (status) {
        return status;
    }
    g->type = cdy_mjcf_text(m, e, g->class_number, "type", "sphere");
    const shape_type *type = find_type(g->type);
    if (!type) {
        return cdy_fault(m->r, CDY_RULE_UNKNOWN_GEOMETRY, cdy_mjcf_find(m, e, g->class_number, "type")->at,
                         "type '%.80s' is unknown; expected box, capsule, cylinder, ellipsoid, mesh, plane or sphere",
                         g->type);
    }
    status = find_mesh(m, e, g);
    if (!status) {
        status = cdy_mjcf_read_pose(m, e, g->class_number, &g->pose);
    }
    if (!status) {
        status = read_size(m, e, type, g);
    }
    if (!status) {
        status = cdy_mjcf_number(m, e, g->class_number, "group", &group);
    }
    g->group = (int)fmax(-1000, fmin(group, 1000));
    g->moves = m->scopes[scope->body].moves;
    if (!status && strcmp(g->type, "plane") == 0 && g->moves) {
        status = cdy_fault(m->r, CDY_RULE_UNKNOWN_GEOMETRY, e->at,
                           "a plane in a body that moves; expected it in <worldbody>, or a box");
    }
    if (!status && scope != &m->scopes[scope->body]) {
        g->pose = cdy_pose_compose(&scope->pose, &g->pose);
    }
    return status;
}

/* ---- shapes ---- */

static cdy_status read_look(cdy_mjcf *m, const cdy_element *e, const cdy_mjcf_geom *g, cdy_material *look)
{
    const char *name = cdy_mjcf_text(m, e, g->class_number, "material", NULL);
    const int number = name ? cdy_name_table_find(&cdy_mjcf_model_of(m, e)->material_numbers, name) : -1;
    static const double grey[4] = {0.5, 0.5, 0.5, 1};
    *look = (cdy_material){.name = number >= 0 ? name : "", .color_given = true};
    memcpy(look->rgba, grey, sizeof grey);
    cdy_status status = CDY_OK;
    if (number >= 0) {
        const double white[4] = {1, 1, 1, 1};
        memcpy(look->rgba, white, sizeof white);
        status = cdy_mjcf_numbers(m, m->materials[number].element, m->materials[number].class_number, "rgba",
                                  look->rgba, 4, 4, NULL);
    }
    if (!status && (number < 0 || cdy_find_attribute(e, "rgba"))) {
        look->name = cdy_find_attribute(e, "rgba") ? "" : look->name;
        status = cdy_mjcf_numbers(m, e, g->class_number, "rgba", look->rgba, 4, 4, NULL);
    }
    return status;
}

/* Writes the geometry of a geom; a plane, an ellipsoid and a mesh whose vertices stand in the text have none here. */
static void write_geometry(const cdy_mjcf_geom *g, cdy_geometry *out)
{
    const shape_type *type = find_type(g->type);
    *out = (cdy_geometry){.scale = {1, 1, 1}};
    if (!type) { /* cdy_mjcf_read_geom() refuses it */
        return;
    }
    out->type = type->type;
    if (g->mesh) {
        out->type = g->mesh->file ? CDY_GEOMETRY_MESH : CDY_GEOMETRY_NONE;
        out->mesh = g->mesh->file;
        memcpy(out->scale, g->mesh->scale, sizeof out->scale);
    }
    for (int i = 0; i < 3 && type->type == CDY_GEOMETRY_BOX; i++) {
        out->size[i] = 2 * g->size[i];
    }
    const bool is_round = type->type == CDY_GEOMETRY_CAPSULE || type->type == CDY_GEOMETRY_CYLINDER;
    out->radius = is_round || type->type == CDY_GEOMETRY_SPHERE ? g->size[0] : 0;
    out->length = is_round ? 2 * g->size[1] : 0;
}

/* Counts a geom that has no shape here. */
static void count_shapeless(cdy_mjcf *m, const cdy_element *e, const cdy_mjcf_geom *g, bool collision)
{
    cdy_mjcf_shapeless *s = collision ? &m->unseen : &m->undrawn;
    if (s->count++ == 0) {
        s->type = g->mesh ? "mesh, without a file," : g->type;
        s->at = e->at;
    }
}

static cdy_status add_shape(cdy_mjcf *m, const cdy_mjcf_part *part, cdy_body *body, cdy_shape *visuals,
                            cdy_shape *collisions)
{
    cdy_mjcf_geom g;
    const cdy_element *e = part->element;
    cdy_shape shape = {.name = cdy_mjcf_text(m, e, -1, "name", NULL)};
    double collides[2] = {1, 1};
    cdy_mjcf_check_attributes(m, e);
    cdy_status status = cdy_mjcf_read_geom(m, part, &g);
    if (!status) {
        status = cdy_mjcf_number(m, e, g.class_number, "contype", &collides[0]);
    }
    if (!status) {
        status = cdy_mjcf_number(m, e, g.class_number, "conaffinity", &collides[1]);
    }
    if (!status) {
        status = read_look(m, e, &g, &shape.material);
    }
    if (status) {
        return status;
    }
    const bool collision = fabs(collides[0]) >= 1 || fabs(collides[1]) >= 1, seen = g.group <= 2 || !collision;
    write_geometry(&g, &shape.geometry);
    if (shape.geometry.type == CDY_GEOMETRY_NONE) {
        count_shapeless(m, e, &g, collision);
        return CDY_OK;
    }
    cdy_pose_to_placement(&g.pose, &shape.origin);
    if (seen) {
        visuals[body->visual_count++] = shape;
    }
    if (collision) {
        shape.material = (cdy_material){0};
        collisions[body->collision_count++] = shape;
    }
    return CDY_OK;
}

cdy_status cdy_mjcf_read_shapes(cdy_mjcf *m, cdy_mjcf_scope *scope, cdy_link_entry *link)
{
    cdy_shape *visuals = cdy_arena_allocate(&m->r->memory, scope->geoms.count + 1, sizeof *visuals);
    cdy_shape *collisions = cdy_arena_allocate(&m->r->memory, scope->geoms.count + 1, sizeof *collisions);
    if (!visuals || !collisions) {
        return cdy_fail_memory(m->r->error);
    }
    cdy_status status = CDY_OK;
    bool faulty = false;
    for (const cdy_mjcf_part *p = scope->geoms.first; p && !status; p = p->next) {
        status = cdy_continue_reading(m->r, add_shape(m, p, &link->body, visuals, collisions), &faulty);
    }
    link->body.visuals = visuals;
    link->body.collisions = collisions;
    return !status && faulty ? CDY_ERROR_ROBOT : status;
}
