/* Shapes of bodies, which addVisual and addCollision add, and Visuals and Collisions show. */
#include "shape.h"

#include <string.h>

static mxArray *make_origin(const cdy_placement *origin)
{
    double T[16];
    cdy_placement_to_matrix(origin, T);
    return make_matrix(T, 4, 4);
}

static mxArray *make_shape(const cdy_shape *shape)
{
    static const char *const types[] = {"none", "box", "cylinder", "sphere", "capsule", "mesh"};
    const char *fields[] = {"Type", "Transform", "Size", "Radius", "Length", "Mesh", "Scale", "Color"};
    const cdy_geometry *g = &shape->geometry;
    mxArray *values[] = {mxCreateString(types[g->type]),
                         make_origin(&shape->origin),
                         make_row(g->size, 3),
                         mxCreateDoubleScalar(g->radius),
                         mxCreateDoubleScalar(g->length),
                         mxCreateString(g->mesh ? g->mesh : ""),
                         make_row(g->scale, 3),
                         make_row(shape->material.rgba, shape->material.color_given ? 4 : 0)};
    mxArray *all = mxCreateStructMatrix(1, 1, 8, fields);
    for (int i = 0; i < 8; i++) {
        mxSetField(all, 0, fields[i], values[i]);
    }
    return all;
}

mxArray *shapes_make(const cdy_shape *shapes, size_t count)
{
    mxArray *cell = mxCreateCellMatrix(1, count);
    for (size_t i = 0; i < count; i++) {
        mxSetCell(cell, i, make_shape(&shapes[i]));
    }
    return cell;
}

/* Reads `count` sizes, which are lengths. */
static bool read_sizes(const mxArray *array, const char *what, size_t count, const double **sizes)
{
    if (!read_vector(array, what, count, sizes)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!((*sizes)[i] > 0 && (*sizes)[i] <= 1e6)) {
            return fail("condyle:argument", "%s: expected lengths above 0, in m, not %g", what, (*sizes)[i]);
        }
    }
    return true;
}

/* Reads a type, and the parameters of this type. */
static bool read_geometry(const mxArray *type, const mxArray *parameters, cdy_geometry *g)
{
    static const char *const types[] = {"box", "cylinder", "sphere", "capsule", "mesh", NULL};
    const double *sizes;
    char *mesh;
    int word = read_word(type, "the type of a shape", types);
    if (word < 0) {
        return false;
    }
    *g = (cdy_geometry){.type = (cdy_geometry_type)(word + 1), .scale = {1, 1, 1}};
    switch (g->type) {
    case CDY_GEOMETRY_BOX:
        if (!read_sizes(parameters, "the edges of a box, [x y z]", 3, &sizes)) {
            return false;
        }
        memcpy(g->size, sizes, sizeof g->size);
        return true;
    case CDY_GEOMETRY_CYLINDER:
    case CDY_GEOMETRY_CAPSULE:
        if (!read_sizes(parameters, "the parameters [radius length]", 2, &sizes)) {
            return false;
        }
        g->radius = sizes[0];
        g->length = sizes[1];
        return true;
    case CDY_GEOMETRY_SPHERE:
        if (!read_sizes(parameters, "the radius of a sphere", 1, &sizes)) {
            return false;
        }
        g->radius = sizes[0];
        return true;
    case CDY_GEOMETRY_MESH:
        if (!read_text(parameters, "the file of a mesh", &mesh)) {
            return false;
        }
        g->mesh = mesh;
        return true;
    case CDY_GEOMETRY_NONE: break;
    }
    return false;
}

/* Gives the list of a body's shapes that argument 2 names, "visuals" or "collisions": its members in `changed`. */
static bool find_shapes(const gateway_call *call, held_robot **robot, cdy_body *changed, const cdy_shape ***shapes,
                        size_t **count)
{
    static const char *const lists[] = {"visuals", "collisions", NULL};
    int index, list = read_word(call->arguments[2], "the kind of shapes", lists);
    if (list < 0 || !handle_find_body(call, robot, &index)) {
        return false;
    }
    *changed = *cdy_tree_body((*robot)->tree, index);
    *shapes = list == 0 ? &changed->visuals : &changed->collisions;
    *count = list == 0 ? &changed->visual_count : &changed->collision_count;
    return true;
}

static bool put_body(held_robot *robot, const cdy_body *changed)
{
    cdy_error error;
    if (cdy_tree_replace_body(robot->tree, changed->name, changed, &error)) {
        return fail_with(&error);
    }
    robot->changed = true;
    return true;
}

/* condyle("add_shape", robot, body, "visuals" | "collisions", type, parameters, transform or []) */
static bool add_shape(const gateway_call *call)
{
    held_robot *robot;
    cdy_body changed;
    const cdy_shape **shapes;
    size_t *count;
    double T[16];
    cdy_error error;
    cdy_shape added = {0};
    if (!find_shapes(call, &robot, &changed, &shapes, &count) ||
        !read_geometry(call->arguments[3], call->arguments[4], &added.geometry)) {
        return false;
    }
    const mxArray *transform = argument_at(call, 5);
    if (transform && !read_matrix(transform, "the transform", 4, 4, T)) {
        return false;
    }
    if (transform && cdy_placement_from_matrix(T, &added.origin, &error)) {
        return fail_with(&error);
    }
    cdy_shape *longer = mxMalloc((*count + 1) * sizeof *longer);
    for (size_t i = 0; i < *count; i++) {
        longer[i] = (*shapes)[i];
    }
    longer[(*count)++] = added;
    *shapes = longer;
    return put_body(robot, &changed);
}

/* condyle("clear_shapes", robot, body, "visuals" | "collisions") */
static bool clear_shapes(const gateway_call *call)
{
    held_robot *robot;
    cdy_body changed;
    const cdy_shape **shapes;
    size_t *count;
    if (!find_shapes(call, &robot, &changed, &shapes, &count)) {
        return false;
    }
    *shapes = NULL;
    *count = 0;
    return put_body(robot, &changed);
}

/* condyle("collide_visuals", robot): bodies without collision shapes get those of their visuals. */
static bool collide_visuals(const gateway_call *call)
{
    held_robot *robot;
    if (!handle_find(call->arguments[0], &robot)) {
        return false;
    }
    for (int i = 0; i <= cdy_tree_body_count(robot->tree); i++) {
        cdy_body changed = *cdy_tree_body(robot->tree, i);
        if (changed.collision_count == 0 && changed.visual_count > 0) {
            changed.collisions = changed.visuals;
            changed.collision_count = changed.visual_count;
            if (!put_body(robot, &changed)) {
                return false;
            }
        }
    }
    return true;
}

const gateway_entry shape_calls[] = {
    {"collide_visuals", collide_visuals, 1, 1},
    {"add_shape", add_shape, 6, 6},
    {"clear_shapes", clear_shapes, 3, 3},
    {NULL, NULL, 0, 0},
};
