/* The shapes of a tree as convex ones. */
#include "base/error.h"

#include <condyle/distance.h>

static cdy_convex_type convex_type(cdy_geometry_type type)
{
    switch (type) {
    case CDY_GEOMETRY_BOX: return CDY_CONVEX_BOX;
    case CDY_GEOMETRY_CYLINDER: return CDY_CONVEX_CYLINDER;
    case CDY_GEOMETRY_SPHERE: return CDY_CONVEX_SPHERE;
    case CDY_GEOMETRY_CAPSULE: return CDY_CONVEX_CAPSULE;
    case CDY_GEOMETRY_NONE:
    case CDY_GEOMETRY_MESH: break;
    }
    return CDY_CONVEX_HULL;
}

static cdy_distance_shape take_shape(int frame, const cdy_shape *shape)
{
    const cdy_geometry *g = &shape->geometry;
    cdy_distance_shape s = {.frame = frame,
                            .convex = {.type = convex_type(g->type),
                                       .size = {g->size[0], g->size[1], g->size[2]},
                                       .radius = g->radius,
                                       .length = g->length},
                            .source = shape};
    cdy_placement_to_matrix(&shape->origin, s.T);
    return s;
}

cdy_status cdy_distance_shapes_of_tree(const cdy_tree *tree, bool visuals, size_t most, cdy_distance_shape *shapes,
                                       size_t *count, cdy_error *error)
{
    if (!tree || !count || (!shapes && most > 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "the shapes of a tree need a tree, memory for the shapes and a pointer for their number");
    }
    size_t found = 0;
    for (int i = 0; i <= cdy_tree_body_count(tree); i++) {
        const cdy_body *body = cdy_tree_body(tree, i);
        const cdy_shape *own = visuals ? body->visuals : body->collisions;
        const size_t own_count = visuals ? body->visual_count : body->collision_count;
        for (size_t k = 0; k < own_count; k++) {
            if (own[k].geometry.type != CDY_GEOMETRY_NONE) {
                if (found < most) {
                    shapes[found] = take_shape(i, &own[k]);
                }
                found++;
            }
        }
    }
    *count = found;
    return CDY_OK;
}
