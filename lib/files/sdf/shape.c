/* Shapes of links, and what they weigh where the file asks for it. */
#include "base/error.h"
#include "description/uniform.h"
#include "sdf/sdf.h"

#include <condyle/mesh.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A kind of <geometry>: its parts, and the shape of a tree. */
typedef struct geometry_kind {
    const char *name;
    cdy_geometry_type type;
} geometry_kind;

static const geometry_kind kinds[] = {
    {"box", CDY_GEOMETRY_BOX},         {"sphere", CDY_GEOMETRY_SPHERE}, {"cylinder", CDY_GEOMETRY_CYLINDER},
    {"capsule", CDY_GEOMETRY_CAPSULE}, {"mesh", CDY_GEOMETRY_MESH},     {"ellipsoid", CDY_GEOMETRY_NONE},
    {"cone", CDY_GEOMETRY_NONE},       {"plane", CDY_GEOMETRY_NONE},    {"heightmap", CDY_GEOMETRY_NONE},
    {"polyline", CDY_GEOMETRY_NONE},   {"image", CDY_GEOMETRY_NONE},    {"empty", CDY_GEOMETRY_NONE},
};

/* Returns the first child that is a shape, and its kind; NULL: none. */
static const cdy_element *find_shape(const cdy_element *e, const geometry_kind **kind)
{
    const cdy_element *geometry = cdy_first_child(e, "geometry");
    for (const cdy_element *c = geometry ? geometry->first_child : NULL; c; c = c->next) {
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            if (strcmp(kinds[i].name, c->name) == 0) {
                *kind = &kinds[i];
                return c;
            }
        }
    }
    return NULL;
}

/* Names of meshes are relative to the file that they are in. */
static cdy_status read_mesh(cdy_sdf *s, const cdy_sdf_scope *scope, const cdy_element *e, cdy_geometry *g)
{
    const char *uri = cdy_sdf_text(s, e, "uri");
    if (uri && !*uri) {
        return cdy_fault(s->r, CDY_RULE_ELEMENT_MISSING, e->at, "<mesh> lacks <uri>; expected a file of a mesh");
    }
    const bool relative = uri && !strstr(uri, "://") && *uri != '/' && *scope->folder;
    const size_t size = uri ? strlen(scope->folder) + strlen(uri) + 1 : 1;
    char *joined = cdy_arena_allocate(&s->r->memory, size, 1);
    if (!joined || !uri) {
        return cdy_fail_memory(s->r->error);
    }
    snprintf(joined, size, "%s%s", relative ? scope->folder : "", uri);
    g->mesh = joined;
    if (!cdy_name_file(s->r, "mesh", joined, cdy_first_child(e, "uri")->at)) {
        return cdy_fail_memory(s->r->error);
    }
    if (cdy_first_child(e, "submesh")) {
        cdy_warn(s->r, CDY_RULE_PART_UNREAD, e->at, "<submesh> is not read; the whole mesh is the shape");
    }
    return cdy_sdf_numbers(s, e, "scale", g->scale, 3);
}

static cdy_status check_size(cdy_sdf *s, const cdy_element *e, const double *sizes, int count)
{
    for (int i = 0; i < count; i++) {
        if (!(sizes[i] > 0) || !isfinite(sizes[i])) {
            return cdy_fault(s->r, CDY_RULE_NEGATIVE_SIZE, e->at, "<%.40s> has a size of %g; expected more than 0",
                             e->name, sizes[i]);
        }
    }
    return CDY_OK;
}

/* Reads the sizes of a primitive; sizes[] are those of a box or an ellipsoid, or radius and length. */
static cdy_status read_sizes(cdy_sdf *s, const cdy_element *e, double sizes[3])
{
    const bool box = strcmp(e->name, "box") == 0, ellipsoid = strcmp(e->name, "ellipsoid") == 0;
    const bool round = strcmp(e->name, "sphere") == 0;
    sizes[0] = sizes[1] = sizes[2] = 1;
    if (box || ellipsoid) {
        const cdy_status status = cdy_sdf_numbers(s, e, box ? "size" : "radii", sizes, 3);
        return status ? status : check_size(s, e, sizes, 3);
    }
    cdy_status status = cdy_sdf_number(s, e, "radius", &sizes[0]);
    if (!status && !round) {
        status = cdy_sdf_number(s, e, "length", &sizes[1]);
    }
    return status ? status : check_size(s, e, sizes, 2);
}

static bool is_primitive(const cdy_element *e)
{
    static const char *const names[] = {"box", "sphere", "cylinder", "capsule", "ellipsoid", "cone"};
    return cdy_is_among(e->name, sizeof names / sizeof *names, names);
}

cdy_status cdy_sdf_read_geometry(cdy_sdf *s, const cdy_sdf_scope *scope, const cdy_element *e, cdy_geometry *g)
{
    const geometry_kind *kind = NULL;
    const cdy_element *shape = find_shape(e, &kind);
    double sizes[3] = {0};
    *g = (cdy_geometry){.scale = {1, 1, 1}};
    if (!shape) {
        return cdy_fault(s->r, CDY_RULE_GEOMETRY_MISSING, e->at,
                         "<%.40s> has no shape; expected <geometry> with a <box>, <mesh> or another", e->name);
    }
    if (kind->type == CDY_GEOMETRY_NONE && strcmp(shape->name, "empty") != 0) {
        const bool collides = strcmp(e->name, "collision") == 0;
        cdy_warn(s->r, collides ? CDY_RULE_SHAPE_UNREAD : CDY_RULE_PART_UNREAD, shape->at, "<%.40s> has no shape here",
                 shape->name);
    }
    cdy_status status = is_primitive(shape)               ? read_sizes(s, shape, sizes)
                        : kind->type == CDY_GEOMETRY_MESH ? read_mesh(s, scope, shape, g)
                                                          : CDY_OK;
    if (status) {
        return status;
    }
    g->type = kind->type;
    if (kind->type == CDY_GEOMETRY_BOX) {
        memcpy(g->size, sizes, sizeof sizes);
    } else if (is_primitive(shape)) {
        g->radius = sizes[0];
        g->length = strcmp(shape->name, "sphere") == 0 ? 0 : sizes[1];
    }
    return CDY_OK;
}

/* The colour of a material is its diffuse one, of three or four numbers. */
static cdy_status read_look(cdy_sdf *s, const cdy_element *e, cdy_material *look)
{
    const cdy_element *material = cdy_first_child(e, "material");
    const cdy_element *diffuse = material ? cdy_first_child(material, "diffuse") : NULL;
    *look = (cdy_material){.rgba = {0.5, 0.5, 0.5, 1}};
    if (!diffuse) {
        return CDY_OK;
    }
    look->name = "";
    look->color_given = true;
    const char *text = diffuse->text ? diffuse->text : "";
    int words = 0;
    for (const char *p = text + strspn(text, " \t\r\n"); *p; p += strspn(p, " \t\r\n")) {
        p += strcspn(p, " \t\r\n");
        words++;
    }
    return cdy_sdf_numbers(s, material, "diffuse", look->rgba, words == 3 ? 3 : 4);
}

/* Reads a <visual> or <collision>. */
static cdy_status read_shape(cdy_sdf *s, const cdy_sdf_scope *scope, const cdy_element *e, const cdy_link_entry *link,
                             cdy_shape *shape)
{
    cdy_pose pose;
    const cdy_attribute *name = cdy_find_attribute(e, "name"), *relative;
    *shape = (cdy_shape){.name = name ? name->text : NULL};
    cdy_status status = cdy_sdf_read_pose(s, e, &pose, &relative);
    if (!status && relative) {
        int node;
        const int number = (int)(scope - s->scopes);
        status = cdy_sdf_find(s, number, relative->text, relative->at, &node);
        if (!status) {
            const cdy_pose other = cdy_sdf_pose_in(s, node, 0),
                           base = number > 0 && node < 0 ? cdy_sdf_pose_in(s, scope->node, 0) : other;
            const cdy_pose back = cdy_pose_invert(&s->places[link - s->links]);
            const cdy_pose in_link = cdy_pose_compose(&back, &base);
            pose = cdy_pose_compose(&in_link, &pose);
        }
    }
    cdy_pose_to_placement(&pose, &shape->origin);
    if (!status) {
        status = cdy_sdf_read_geometry(s, scope, e, &shape->geometry);
    }
    if (!status && strcmp(e->name, "visual") == 0) {
        status = read_look(s, e, &shape->material);
    }
    return status;
}

static cdy_status read_list(cdy_sdf *s, const cdy_sdf_scope *scope, cdy_link_entry *link, const char *kind,
                            const cdy_shape **shapes, size_t *count)
{
    const size_t most = (size_t)cdy_count_children(link->element, kind);
    cdy_shape *list = cdy_arena_allocate(&s->r->memory, most + 1, sizeof *list);
    cdy_status status = list ? CDY_OK : cdy_fail_memory(s->r->error);
    bool faulty = false;
    for (const cdy_element *e = cdy_first_child(link->element, kind); e && !status; e = cdy_next_alike(e)) {
        bool dropped = false;
        s->r->leniency = CDY_WARNS;
        status = cdy_ignore_appearance_fault(s->r, read_shape(s, scope, e, link, &list[*count]), &dropped);
        status = cdy_continue_reading(s->r, status, &faulty);
        *count += !dropped;
    }
    *shapes = list;
    return !status && faulty ? CDY_ERROR_ROBOT : status;
}

cdy_status cdy_sdf_read_shapes(cdy_sdf *s, const cdy_sdf_scope *scope, cdy_link_entry *link)
{
    cdy_body *body = &link->body;
    const cdy_status status = read_list(s, scope, link, "visual", &body->visuals, &body->visual_count);
    return status ? status : read_list(s, scope, link, "collision", &body->collisions, &body->collision_count);
}

/* ---- weight ---- */

/* Mass properties of a collision for 1 kg/m3: volume, center and moments about it, in the frame of the shape. */
typedef struct solid {
    double volume, center[3], inertia[6];
} solid;

static cdy_status measure_mesh(cdy_sdf *s, const cdy_sdf_scope *scope, const cdy_element *e, solid *out)
{
    cdy_geometry g = {.scale = {1, 1, 1}};
    cdy_mesh *mesh = NULL;
    cdy_mesh_properties p = {0};
    cdy_error fault = {0};
    char *path = NULL;
    const char *uri = cdy_sdf_text(s, e, "uri");
    cdy_status status = read_mesh(s, scope, e, &g);
    if (!status) {
        status = uri ? cdy_sdf_locate(s, scope, uri, e->at, &path) : cdy_fail_memory(s->r->error);
    }
    if (status) {
        return status;
    }
    status = cdy_mesh_load(path, s->mesh_bytes, &mesh, &fault);
    status = status ? status : cdy_mesh_measure(mesh, g.scale, &p, &fault);
    const size_t bytes = mesh ? 36 * cdy_mesh_triangle_count(mesh) : s->mesh_bytes / 2;
    s->mesh_bytes -= bytes < s->mesh_bytes ? bytes : s->mesh_bytes - 1;
    cdy_mesh_destroy(mesh);
    if (status == CDY_ERROR_MEMORY) {
        return cdy_fail_memory(s->r->error);
    }
    if (status || !(p.volume > 0)) {
        return cdy_fault(s->r, CDY_RULE_MESH_NOT_FOUND, e->at, "the mass of the link depends on this mesh: %s",
                         status ? fault.text : "it encloses no volume");
    }
    *out = (solid){.volume = p.volume};
    memcpy(out->center, p.center, sizeof out->center);
    memcpy(out->inertia, p.inertia, sizeof out->inertia);
    return CDY_OK;
}

static cdy_uniform fill(const char *shape, const double n[3])
{
    return strcmp(shape, "box") == 0         ? cdy_fill_box(n[0], n[1], n[2])
           : strcmp(shape, "sphere") == 0    ? cdy_fill_ellipsoid(n[0], n[0], n[0])
           : strcmp(shape, "ellipsoid") == 0 ? cdy_fill_ellipsoid(n[0], n[1], n[2])
           : strcmp(shape, "cylinder") == 0  ? cdy_fill_cylinder(n[0], n[1])
           : strcmp(shape, "capsule") == 0   ? cdy_fill_capsule(n[0], n[1])
                                             : cdy_fill_cone(n[0], n[1]);
}

static cdy_status measure(cdy_sdf *s, const cdy_sdf_scope *scope, const cdy_element *e, solid *out)
{
    const geometry_kind *kind = NULL;
    const cdy_element *shape = find_shape(e, &kind);
    double sizes[3];
    *out = (solid){0};
    if (shape && kind->type == CDY_GEOMETRY_MESH) {
        return measure_mesh(s, scope, shape, out);
    }
    if (!shape || !is_primitive(shape)) {
        return cdy_fault(s->r, CDY_RULE_INERTIA_MISSING, e->at,
                         "<inertial auto=\"true\"> needs shapes with a volume; expected mass and inertia of this link");
    }
    const cdy_status status = read_sizes(s, shape, sizes);
    if (!status) {
        const cdy_uniform u = fill(shape->name, sizes);
        *out = (solid){u.volume,
                       {0, 0, u.height},
                       {u.volume * u.moments[0], 0, 0, u.volume * u.moments[1], 0, u.volume * u.moments[2]}};
    }
    return status;
}

/* Measures a collision, of its own density or the link's, in the frame of the link. */
static cdy_status weigh_collision(cdy_sdf *s, const cdy_sdf_scope *scope, const cdy_element *e, double density,
                                  double *mass, solid *out)
{
    cdy_pose pose;
    const cdy_attribute *relative;
    cdy_status status = cdy_sdf_read_pose(s, e, &pose, &relative);
    density = density > 0 ? density : 1000;
    if (!status) {
        status = cdy_sdf_number(s, e, "density", &density);
    }
    if (!status && !(density > 0 && isfinite(density))) {
        status = cdy_fault(s->r, CDY_RULE_NUMBER, e->at, "<density> is %g; expected more than 0 kg/m3", density);
    }
    if (!status && relative) {
        status = cdy_fault(s->r, CDY_RULE_INERTIA_MISSING, relative->at,
                           "relative_to is not read where the mass depends on it; expected a pose in the link");
    }
    if (!status) {
        status = measure(s, scope, e, out);
    }
    *mass = density * out->volume;
    double turned[3];
    cdy_rotate(pose.q, out->center, turned);
    cdy_rotate_inertia(pose.q, out->inertia, out->inertia);
    for (int i = 0; i < 3; i++) {
        out->center[i] = pose.p[i] + turned[i];
    }
    for (int i = 0; i < 6; i++) {
        out->inertia[i] *= density;
    }
    return status;
}

cdy_status cdy_sdf_weigh(cdy_sdf *s, const cdy_sdf_scope *scope, const cdy_element *link, double density,
                         cdy_inertial *inertial)
{
    const size_t most = (size_t)cdy_count_children(link, "collision");
    solid *solids = cdy_arena_allocate(&s->r->memory, most + 1, sizeof *solids);
    double *masses = cdy_arena_allocate(&s->r->memory, most + 1, sizeof *masses), total = 0, center[3] = {0, 0, 0};
    size_t count = 0;
    cdy_status status = solids && masses ? CDY_OK : cdy_fail_memory(s->r->error);
    for (const cdy_element *e = cdy_first_child(link, "collision"); e && !status; e = cdy_next_alike(e), count++) {
        status = weigh_collision(s, scope, e, density, &masses[count], &solids[count]);
        total += masses[count];
        for (int i = 0; i < 3; i++) {
            center[i] += masses[count] * solids[count].center[i];
        }
    }
    if (!status && !(total > 0)) {
        status = cdy_fault(s->r, CDY_RULE_INERTIA_MISSING, link->at,
                           "<inertial auto=\"true\"> needs collisions; expected mass and inertia of this link");
    }
    for (int i = 0; i < 3 && !status; i++) {
        inertial->origin.xyz[i] = center[i] / total;
    }
    for (size_t k = 0; k < count && !status; k++) {
        double d[3];
        for (int i = 0; i < 3; i++) {
            d[i] = solids[k].center[i] - inertial->origin.xyz[i];
        }
        for (int i = 0; i < 6; i++) {
            inertial->inertia[i] += solids[k].inertia[i];
        }
        cdy_add_steiner(inertial->inertia, masses[k], d);
    }
    inertial->mass = total;
    return status;
}
