/* The shapes of robots and obstacles, with the hulls of their meshes. */
#include "commands/motion/distance.h"

#include "options/mesh_places.h"

#include <condyle/kinematics.h>
#include <condyle/mesh.h>
#include <stdlib.h>
#include <string.h>

static bool has_collisions(const cdy_tree *tree)
{
    size_t count = 0;
    return cdy_distance_shapes_of_tree(tree, false, 0, NULL, &count, NULL) == CDY_OK && count > 0;
}

/* Returns the memory in its new size, or as it was where there is none; *made tells. */
static void *resized(void *memory, size_t size, bool *made)
{
    void *larger = realloc(memory, size);
    *made = *made && larger;
    // cppcheck-suppress memleak // it is returned
    return larger ? larger : memory;
}

/* Makes room for more shapes and bodies. */
static bool grow(shape_list *list, size_t shapes, size_t bodies)
{
    bool made = true;
    list->items = resized(list->items, (list->count + shapes + 1) * sizeof *list->items, &made);
    list->bodies = resized(list->bodies, (list->count + shapes + 1) * sizeof *list->bodies, &made);
    list->named = resized(list->named, (list->named_count + bodies) * sizeof *list->named, &made);
    list->points = resized(list->points, (list->point_lists + shapes + 1) * sizeof *list->points, &made);
    return made;
}

/* Gives a shape the vertices of a mesh, times its scale. */
static exit_code take_vertices(shape_list *list, cdy_distance_shape *shape, const cdy_mesh *mesh)
{
    const size_t count = cdy_mesh_vertex_count(mesh);
    const double *from = cdy_mesh_vertices(mesh), *scale = shape->source->geometry.scale;
    double *points = count < SIZE_MAX / 3 / sizeof *points ? malloc((3 * count + 1) * sizeof *points) : NULL;
    if (!points) {
        return fail_memory();
    }
    list->points[list->point_lists++] = points;
    for (size_t i = 0; i < 3 * count; i++) {
        points[i] = scale[i % 3] * from[i];
    }
    shape->convex.points = points;
    shape->convex.point_count = count;
    return EXIT_FINE;
}

static exit_code take_mesh(shape_list *list, cdy_distance_shape *shape, const mesh_places *places,
                           const robot_options *o)
{
    char path[4096];
    cdy_error error;
    cdy_mesh *mesh = NULL, *hull = NULL;
    cdy_status status = cdy_mesh_locate(shape->source->geometry.mesh, &places->places, path, sizeof path, &error);
    status = status ? status : cdy_mesh_load(path, source_bytes(&o->source), &mesh, &error);
    if (!status) {
        status = cdy_mesh_convex_hull(mesh, &hull, &error);
        list->flat += status == CDY_ERROR_NUMERIC;
        status = status == CDY_ERROR_NUMERIC ? CDY_OK : status;
    }
    exit_code code = status ? fail_library(&error) : take_vertices(list, shape, hull ? hull : mesh);
    if (code == EXIT_FINE && shape->convex.point_count == 0) {
        code = fail(EXIT_ROBOT, "'%.200s' has no vertices, so that no distance from it is known", path);
    }
    cdy_mesh_destroy(hull);
    cdy_mesh_destroy(mesh);
    return code;
}

/* Takes shapes off their frames and puts them into the world, where these stand at home. */
static exit_code put_in_world(shape_list *list, size_t first, const robot *r)
{
    cdy_workspace *workspace = NULL;
    cdy_error error;
    double *T = calloc((size_t)cdy_model_frame_count(r->model), 16 * sizeof *T);
    cdy_status status = T ? cdy_workspace_create(r->model, &workspace, &error) : CDY_OK;
    if (!status && T) {
        status = cdy_forward_kinematics(r->model, workspace, NULL, T, &error);
    }
    for (size_t k = first; T && !status && k < list->count; k++) {
        cdy_distance_shape *s = &list->items[k];
        const double *A = T + 16 * s->frame;
        double B[16];
        memcpy(B, s->T, sizeof B);
        for (int i = 0; i < 12; i++) {
            const double *row = A + i / 4 * 4;
            s->T[i] = row[0] * B[i % 4] + row[1] * B[4 + i % 4] + row[2] * B[8 + i % 4] + row[3] * B[12 + i % 4];
        }
        s->frame = CDY_DISTANCE_WORLD;
    }
    cdy_workspace_destroy(workspace);
    free(T);
    return !T ? fail_memory() : status ? fail_library(&error) : EXIT_FINE;
}

exit_code shape_list_add(shape_list *list, const robot *r, const robot_options *o, bool obstacle, bool visuals)
{
    const bool shown = visuals || !has_collisions(r->tree);
    const size_t bodies = (size_t)cdy_tree_body_count(r->tree) + 1, first = list->count;
    size_t count = 0;
    mesh_places places = {0};
    cdy_error error;
    if (cdy_distance_shapes_of_tree(r->tree, shown, 0, NULL, &count, &error) != CDY_OK) {
        return fail_library(&error);
    }
    if (!grow(list, count, bodies)) {
        return fail_memory();
    }
    if (cdy_distance_shapes_of_tree(r->tree, shown, count, list->items + first, &count, &error) != CDY_OK) {
        return fail_library(&error);
    }
    exit_code code = mesh_places_fill(&places, r->source, &o->source);
    for (; list->count < first + count && code == EXIT_FINE; list->count++) {
        cdy_distance_shape *s = &list->items[list->count];
        list->bodies[list->count] = (int)list->named_count + s->frame;
        code = s->convex.type == CDY_CONVEX_HULL ? take_mesh(list, s, &places, o) : EXIT_FINE;
    }
    mesh_places_clear(&places);
    for (size_t i = 0; i < bodies; i++) {
        list->named[list->named_count++] = (measured_body){cdy_tree_body(r->tree, (int)i)->name, obstacle};
    }
    if (code == EXIT_FINE && shown && !visuals && count > 0) {
        note("%s has no collision shapes: distances are those of its visuals", robot_name(r));
    }
    if (code == EXIT_FINE && r->shapes_unread > 0) {
        note("distances do not see every shape of the file: %s%s", r->unread_shape,
             r->shapes_unread > 1 ? ", and others" : "");
    }
    return code == EXIT_FINE && obstacle ? put_in_world(list, first, r) : code;
}

void shape_list_clear(shape_list *list)
{
    for (size_t i = 0; i < list->point_lists; i++) {
        free(list->points[i]);
    }
    free(list->points);
    free(list->items);
    free(list->bodies);
    free(list->named);
}

cdy_status shape_list_make_scene(const shape_list *list, const robot *r, cdy_distance_scene **scene, cdy_error *error)
{
    cdy_status status = cdy_distance_scene_create(r->model, list->items, list->count, scene, error);
    status = status ? status : cdy_distance_exclude_loops(r->model, *scene, r->tree, error);
    return status ? status : cdy_distance_exclude_listed(r->model, *scene, r->tree, error);
}

/* Appends the body that is nearest to a name that none has. */
static void suggest_body(const cdy_tree *tree, const char *name, text_buffer *message)
{
    cdy_nearest search = cdy_nearest_to(name);
    for (int i = 0; i <= cdy_tree_body_count(tree) && cdy_tree_find_body(tree, name) < 0; i++) {
        cdy_nearest_consider(&search, cdy_tree_body(tree, i)->name);
    }
    message_suggest(&search, message);
}

/* Fails with the bodies that are nearest to the names, split at their first comma. */
static exit_code fail_pair(const robot *r, const char *given)
{
    text_buffer message = {0};
    const size_t length = strcspn(given, ",");
    char *first = strndup(given, length);
    text_add(&message, "--exclude: '%.200s' is not BODY,BODY of %s; 'condyle show' lists its bodies", given,
             robot_name(r));
    if (first) {
        suggest_body(r->tree, first, &message);
    }
    if (first && given[length]) {
        suggest_body(r->tree, given + length + 1, &message);
    }
    free(first);
    return fail_text(EXIT_USAGE, &message);
}

exit_code shape_pairs_exclude(cdy_distance_scene *scene, const robot *r, const char *given)
{
    cdy_error error;
    for (const char *comma = strchr(given, ','); comma; comma = strchr(comma + 1, ',')) {
        char *first = strndup(given, (size_t)(comma - given));
        if (!first) {
            return fail_memory();
        }
        const int a = cdy_tree_find_body(r->tree, first), b = cdy_tree_find_body(r->tree, comma + 1);
        free(first);
        if (a >= 0 && a == b) {
            return fail(EXIT_USAGE, "--exclude: '%.200s' is one body; expected two, whose distance is not looked at",
                        given);
        }
        if (a >= 0 && b >= 0) {
            const size_t before = cdy_distance_pair_count(scene);
            const cdy_status status = cdy_distance_exclude(r->model, scene, a, b, &error);
            if (!status && cdy_distance_pair_count(scene) == before) {
                note("--exclude %.200s leaves nothing out: these bodies are not looked at anyway", given);
            }
            return status ? fail_library(&error) : EXIT_FINE;
        }
    }
    return fail_pair(r, given);
}
