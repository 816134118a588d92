/* Shapes of links: what is shown, and what collides. */
#include "base/error.h"
#include "usd/usd.h"

#include <math.h>
#include <string.h>

/* Types of prims that have a shape; type none: no shape of a tree, though it may have a volume. */
static const struct {
    const char *name;
    cdy_geometry_type type;
} kinds[] = {
    {"Cube", CDY_GEOMETRY_BOX},           {"Sphere", CDY_GEOMETRY_SPHERE},       {"Cylinder", CDY_GEOMETRY_CYLINDER},
    {"Capsule", CDY_GEOMETRY_CAPSULE},    {"Cone", CDY_GEOMETRY_NONE},           {"Mesh", CDY_GEOMETRY_NONE},
    {"Plane", CDY_GEOMETRY_NONE},         {"Cylinder_1", CDY_GEOMETRY_NONE},     {"Capsule_1", CDY_GEOMETRY_NONE},
    {"BasisCurves", CDY_GEOMETRY_NONE},   {"NurbsCurves", CDY_GEOMETRY_NONE},    {"NurbsPatch", CDY_GEOMETRY_NONE},
    {"HermiteCurves", CDY_GEOMETRY_NONE}, {"PointInstancer", CDY_GEOMETRY_NONE}, {"Points", CDY_GEOMETRY_NONE},
    {"TetMesh", CDY_GEOMETRY_NONE},
};

static int kind_of(const char *type)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, type) == 0) {
            return (int)i;
        }
    }
    return -1;
}

bool cdy_usd_is_shape(const cdy_usd_prim *p)
{
    return kind_of(p->type) >= 0;
}

cdy_status cdy_usd_list_shapes(cdy_usd *u)
{
    const size_t links = (size_t)u->link_count + 1, prims = (size_t)u->prim_count + 1;
    u->first_shape = cdy_arena_allocate(&u->r->memory, links, sizeof *u->first_shape);
    u->next_shape = cdy_arena_allocate(&u->r->memory, prims, sizeof *u->next_shape);
    if (!u->first_shape || !u->next_shape) {
        return cdy_fail_memory(u->r->error);
    }
    for (int i = 0; i < u->link_count; i++) {
        u->first_shape[i] = -1;
    }
    for (int i = u->prim_count - 1; i > 0; i--) {
        cdy_usd_prim *p = &u->prims[i];
        const bool shape = cdy_usd_is_shape(p);
        p->filled = p->filled || shape || p->is_body;
        u->prims[p->parent].filled |= p->filled;
        if (shape && p->body >= 0) {
            u->next_shape[i] = u->first_shape[p->body];
            u->first_shape[p->body] = i;
        }
    }
    return CDY_OK;
}

/* Reads the axis of a round shape: 0 to 2. */
static cdy_status read_axis(cdy_usd *u, const cdy_usd_prim *p, int *axis)
{
    const char *word = "Z";
    cdy_status status = cdy_usd_word(u, p, "axis", &word);
    *axis = *word - 'X';
    if (!status && !(*axis >= 0 && *axis < 3 && word[1] == '\0')) {
        status = cdy_fault(u->r, CDY_RULE_NUMBER, p->element->at, "the axis '%.40s' is none; expected X, Y or Z", word);
    }
    return status;
}

/* Factors along an axis of a shape and across it; a shape that is no longer round has the larger one. */
static void scale_round(cdy_usd *u, const cdy_usd_prim *p, const double scale[3], int axis, double *along,
                        double *across)
{
    const double a = scale[(axis + 1) % 3], b = scale[(axis + 2) % 3];
    *along = scale[axis];
    *across = a > b ? a : b;
    if (fabs(a - b) > 1e-6 * *across) {
        cdy_usd_tell(u, "scale", p->element->at, "it makes a round shape oval, whose larger radius counts here");
    }
}

/* Reads sizes of a round shape, and turns its frame so that its axis is z. */
static cdy_status read_round(cdy_usd *u, const cdy_usd_prim *p, const double scale[3], double radius, double height,
                             cdy_pose *pose, cdy_geometry *g)
{
    static const double towards[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double along, across, turn[4];
    int axis = 2;
    cdy_status status = cdy_usd_number(u, p, "radius", &radius);
    if (!status && height > 0) {
        status = cdy_usd_number(u, p, "height", &height);
        status = status ? status : read_axis(u, p, &axis);
    }
    if (status) {
        return status;
    }
    scale_round(u, p, scale, axis, &along, &across);
    g->radius = radius * (height > 0 || along < across ? across : along);
    g->length = height * along;
    if (axis != 2) {
        cdy_quaternion_z_to(towards[axis], turn);
        cdy_multiply_quaternions(pose->q, turn, pose->q);
    }
    return g->radius > 0 && g->length >= 0 && isfinite(g->radius) && isfinite(g->length)
               ? CDY_OK
               : cdy_fault(u->r, CDY_RULE_NEGATIVE_SIZE, p->element->at,
                           "<%.200s> has the radius %g and the height %g; expected more than 0", p->path, radius,
                           height);
}

static cdy_status read_cube(cdy_usd *u, const cdy_usd_prim *p, const double scale[3], cdy_geometry *g)
{
    double size = 2;
    const cdy_status status = cdy_usd_number(u, p, "size", &size);
    if (!status && !(size > 0 && isfinite(size))) {
        return cdy_fault(u->r, CDY_RULE_NEGATIVE_SIZE, p->element->at, "<%.200s> has the size %g; expected more than 0",
                         p->path, size);
    }
    for (int i = 0; i < 3; i++) {
        g->size[i] = size * scale[i];
    }
    return status;
}

/* The frame of a shape in its link. */
static cdy_status find_place(cdy_usd *u, const cdy_usd_prim *p, cdy_pose *pose, double scale[3])
{
    cdy_pose there;
    const cdy_status status = cdy_usd_pose_of(u, p, &there, scale);
    const cdy_pose back = cdy_pose_invert(&u->places[p->body]);
    *pose = cdy_pose_compose(&back, &there);
    if (p->is_body) {
        *pose = cdy_pose_still;
    }
    return status;
}

cdy_status cdy_usd_read_shape(cdy_usd *u, const cdy_usd_prim *p, cdy_shape *shape)
{
    cdy_pose pose;
    double scale[3];
    cdy_geometry g = {.scale = {1, 1, 1}};
    const int kind = kind_of(p->type);
    *shape = (cdy_shape){.name = p->name};
    cdy_status status = find_place(u, p, &pose, scale);
    if (status) {
        return status;
    }
    g.type = kinds[kind].type;
    switch (g.type) {
    case CDY_GEOMETRY_BOX: status = read_cube(u, p, scale, &g); break;
    case CDY_GEOMETRY_SPHERE: status = read_round(u, p, scale, 1, 0, &pose, &g); break;
    case CDY_GEOMETRY_CYLINDER: status = read_round(u, p, scale, 1, 2, &pose, &g); break;
    case CDY_GEOMETRY_CAPSULE: status = read_round(u, p, scale, 0.5, 1, &pose, &g); break;
    case CDY_GEOMETRY_MESH:
    case CDY_GEOMETRY_NONE:
        if (strcmp(p->type, "Cone") == 0) {
            status = read_round(u, p, scale, 1, 2, &pose, &g);
        }
        break;
    }
    cdy_pose_to_placement(&pose, &shape->origin);
    shape->geometry = g;
    return status;
}

static cdy_status read_look(cdy_usd *u, const cdy_usd_prim *p, cdy_material *look)
{
    double *colors;
    size_t count;
    *look = (cdy_material){0};
    const cdy_status status = cdy_usd_array(u, p, "primvars:displayColor", 3, &colors, &count);
    if (!status && count >= 3) {
        look->name = "";
        look->color_given = true;
        memcpy(look->rgba, colors, 3 * sizeof *colors);
        look->rgba[3] = 1;
    }
    return status;
}

/* A tree names files of meshes, and has no room for those in the text. */
static void tell_of_unshown(cdy_usd *u, const cdy_usd_prim *p, const cdy_shape *shape)
{
    const char *why = strcmp(p->type, "Mesh") == 0
                          ? "a tree has meshes of files alone, so that pictures and distances lack it; "
                            "expected a Cube, Sphere, Cylinder or Capsule, or the robot as URDF with the "
                            "mesh in a file of its own"
                          : "a tree has no such shape";
    if (shape->geometry.type != CDY_GEOMETRY_NONE) {
        return;
    }
    if (p->collides) {
        cdy_usd_tell_of_collider(u, p->type, p->element->at, why);
    } else {
        cdy_usd_tell(u, p->type, p->element->at, why);
    }
}

static cdy_status read_one(cdy_usd *u, const cdy_usd_prim *p, cdy_shape *visuals, cdy_shape *collisions, cdy_body *body)
{
    cdy_shape shape;
    cdy_status status = cdy_usd_read_shape(u, p, &shape);
    if (status) {
        return status;
    }
    tell_of_unshown(u, p, &shape);
    if (p->collides) {
        collisions[body->collision_count++] = shape;
    }
    if (p->shown) {
        status = read_look(u, p, &shape.material);
        visuals[body->visual_count++] = shape;
    }
    return status;
}

cdy_status cdy_usd_read_shapes(cdy_usd *u, int link)
{
    cdy_body *body = &u->links[link].body;
    size_t count = 1;
    for (int i = u->first_shape[link]; i >= 0; i = u->next_shape[i]) {
        count++;
    }
    cdy_shape *visuals = cdy_arena_allocate(&u->r->memory, count, sizeof *visuals);
    cdy_shape *collisions = cdy_arena_allocate(&u->r->memory, count, sizeof *collisions);
    cdy_status status = visuals && collisions ? CDY_OK : cdy_fail_memory(u->r->error);
    bool faulty = false;
    for (int i = u->first_shape[link]; i >= 0 && !status; i = u->next_shape[i]) {
        bool dropped = false;
        u->r->leniency = CDY_WARNS;
        status = cdy_ignore_appearance_fault(u->r, read_one(u, &u->prims[i], visuals, collisions, body), &dropped);
        status = cdy_continue_reading(u->r, status, &faulty);
    }
    body->visuals = visuals;
    body->collisions = collisions;
    return !status && faulty ? CDY_ERROR_ROBOT : status;
}
