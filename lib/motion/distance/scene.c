/* Scenes: copies of shapes, and the pairs whose distance a configuration can change. */
#include "distance/neighbours.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

/* Whether two shapes are looked at beside each other: their bodies differ, and joints do not hold these at each other.
 */
static bool is_looked_at(const carried *a, const carried *b)
{
    if (a->body < 0 || b->body < 0) {
        return a->body > 0 || b->body > 0;
    }
    return a->body != b->body && a->held_to != b->body && b->held_to != a->body;
}

/* Lists the pairs (NULL: only counts them); returns their number. */
static size_t list_pairs(const cdy_distance_scene *scene, shape_pair *pairs)
{
    size_t count = 0;
    for (size_t a = 0; a < scene->shape_count; a++) {
        for (size_t b = a + 1; b < scene->shape_count; b++) {
            if (is_looked_at(&scene->shapes[a], &scene->shapes[b])) {
                if (pairs) {
                    pairs[count] = (shape_pair){(uint32_t)a, (uint32_t)b};
                }
                count++;
            }
        }
    }
    return count;
}

static cdy_status check_frame(const cdy_model *model, int frame, cdy_error *error)
{
    return frame == CDY_DISTANCE_WORLD || (frame >= 0 && frame < model->frame_count)
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no frame %d; expected 0 to %d, or CDY_DISTANCE_WORLD",
                          frame, model->frame_count - 1);
}

/* Bounds how far a shape is from the origin of its moving body, and from the z axis there. */
static void set_reach(const cdy_model *model, carried *c)
{
    const model_frame *frame = &model_frames(model)[c->frame];
    core placed = c->core;
    cdy_core_place(&placed, c->T);
    const vec3 m = core_middle(&placed); /* in the frame, whose axes E turns from the moving body's */
    const double *E = frame->rotation, *r = frame->translation;
    const double x = E[0] * m.x + E[3] * m.y + E[6] * m.z + r[0], y = E[1] * m.x + E[4] * m.y + E[7] * m.z + r[1];
    const double z = E[2] * m.x + E[5] * m.y + E[8] * m.z + r[2];
    c->swing = hypot(x, y) + c->core.reach;
    c->reach = hypot(hypot(x, y), z) + c->core.reach;
}

/* Copies a shape, whose hull's points go to *points, which moves on. */
static cdy_status copy_shape(const cdy_model *model, const cdy_distance_shape *shape, carried *c, double **points,
                             cdy_error *error)
{
    cdy_status status = check_frame(model, shape->frame, error);
    status = status ? status : cdy_check_rigid(shape->T, error);
    status = status ? status : cdy_core_make(&shape->convex, &c->core, error);
    if (status) {
        return status;
    }
    c->frame = shape->frame;
    c->body = shape->frame < 0 ? -1 : model_frames(model)[shape->frame].body;
    memcpy(c->T, shape->T, sizeof c->T);
    if (c->core.kind == CORE_HULL) {
        memcpy(*points, c->core.points, 3 * c->core.count * sizeof **points);
        c->core.points = *points;
        *points += 3 * c->core.count;
    }
    if (c->frame < 0) {
        cdy_core_place(&c->core, c->T);
        c->middle = core_middle(&c->core);
    } else {
        set_reach(model, c);
    }
    return CDY_OK;
}

/* Returns how many points all hulls have; at most SIZE_MAX / 3 - 1, which is more than memory has. */
static size_t count_points(const cdy_distance_shape *shapes, size_t count)
{
    size_t all = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t more = shapes[i].convex.type == CDY_CONVEX_HULL ? shapes[i].convex.point_count : 0;
        all = more < SIZE_MAX - all ? all + more : SIZE_MAX;
    }
    return all < SIZE_MAX / 3 - 1 ? all : SIZE_MAX / 3 - 1;
}

static cdy_status allocate_shapes(const cdy_model *model, const cdy_distance_shape *shapes, size_t count,
                                  cdy_distance_scene *scene, cdy_error *error)
{
    scene->shape_count = count;
    scene->fingerprint = model->fingerprint;
    scene->shapes = count < UINT32_MAX ? cdy_allocate(count + 1, sizeof *scene->shapes) : NULL;
    if (!scene->shapes) {
        return cdy_fail_memory(error);
    }
    scene->points = cdy_allocate(3 * count_points(shapes, count) + 1, sizeof *scene->points);
    scene->T = cdy_allocate((size_t)model->frame_count, 16 * sizeof *scene->T);
    scene->J = cdy_allocate((size_t)model->nv + 1, 2 * 6 * sizeof *scene->J);
    scene->q = cdy_allocate((size_t)model->nq + 1, 2 * sizeof *scene->q);
    scene->home = scene->q ? scene->q + model->nq : NULL;
    scene->steps = cdy_allocate((size_t)model->nv + 1, 2 * sizeof *scene->steps);
    scene->ways = cdy_allocate((size_t)model->body_count, sizeof *scene->ways);
    const bool made = scene->points && scene->T && scene->J && scene->q && scene->steps && scene->ways;
    return made ? CDY_OK : cdy_fail_memory(error);
}

/* Finds the body that joints hold each shape's body to. */
static cdy_status find_holds(const cdy_model *model, cdy_distance_scene *scene, cdy_error *error)
{
    joined_bodies joined;
    const cdy_status status = cdy_join_bodies(model, scene, &joined, error);
    for (size_t i = 0; i < scene->shape_count && !status; i++) {
        carried *c = &scene->shapes[i];
        int slides = 0;
        const int held_to = c->body > 0 ? cdy_joined_to(&joined, c->body, &slides) : -1;
        c->held_to = is_hold(slides) ? held_to : -1;
    }
    cdy_release(joined.items);
    return status;
}

void cdy_scene_mark(cdy_distance_scene *scene)
{
    for (size_t i = 0; i < scene->shape_count; i++) {
        scene->shapes[i].paired = false;
    }
    for (size_t i = 0; i < scene->pair_count; i++) {
        scene->shapes[scene->pairs[i].a].paired = true;
        scene->shapes[scene->pairs[i].b].paired = true;
    }
}

static cdy_status allocate_pairs(cdy_distance_scene *scene, cdy_error *error)
{
    scene->pair_count = list_pairs(scene, NULL);
    scene->pairs = cdy_allocate(scene->pair_count + 1, sizeof *scene->pairs);
    scene->bounds = cdy_allocate(scene->pair_count + 1, sizeof *scene->bounds);
    scene->rates = cdy_allocate(scene->pair_count + 1, sizeof *scene->rates);
    if (!scene->pairs || !scene->bounds || !scene->rates) {
        return cdy_fail_memory(error);
    }
    list_pairs(scene, scene->pairs);
    cdy_scene_mark(scene);
    return CDY_OK;
}

cdy_status cdy_distance_scene_create(const cdy_model *model, const cdy_distance_shape *shapes, size_t count,
                                     cdy_distance_scene **scene, cdy_error *error)
{
    if (scene) {
        *scene = NULL;
    }
    if (!model || !scene || (!shapes && count > 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a scene needs a model, its shapes and a pointer for the scene");
    }
    cdy_distance_scene *s = cdy_allocate(1, sizeof *s);
    cdy_status status = s ? CDY_OK : cdy_fail_memory(error);
    status = status ? status : allocate_shapes(model, shapes, count, s, error);
    double *points = status ? NULL : s->points;
    for (size_t i = 0; i < count && !status; i++) {
        status = copy_shape(model, &shapes[i], &s->shapes[i], &points, error);
    }
    status = status ? status : find_holds(model, s, error);
    status = status ? status : allocate_pairs(s, error);
    if (status) {
        cdy_distance_scene_destroy(s);
        return status;
    }
    *scene = s;
    return CDY_OK;
}

void cdy_distance_scene_destroy(cdy_distance_scene *scene)
{
    if (scene) {
        cdy_release(scene->shapes);
        cdy_release(scene->points);
        cdy_release(scene->T);
        cdy_release(scene->J);
        cdy_release(scene->q);
        cdy_release(scene->pairs);
        cdy_release(scene->bounds);
        cdy_release(scene->steps);
        cdy_release(scene->rates);
        cdy_release(scene->ways);
        cdy_release(scene);
    }
}

size_t cdy_distance_pair_count(const cdy_distance_scene *scene)
{
    return scene ? scene->pair_count : 0;
}

bool cdy_distance_pair(const cdy_distance_scene *scene, size_t pair, size_t *a, size_t *b)
{
    if (!scene || !a || !b || pair >= scene->pair_count) {
        return false;
    }
    *a = scene->pairs[pair].a;
    *b = scene->pairs[pair].b;
    return true;
}

/* Whether a pair is of these frames, in either order. */
static bool is_on(const cdy_distance_scene *scene, shape_pair pair, int a, int b)
{
    const int first = scene->shapes[pair.a].frame, second = scene->shapes[pair.b].frame;
    return (first == a && second == b) || (first == b && second == a);
}

cdy_status cdy_distance_exclude(const cdy_model *model, cdy_distance_scene *scene, int a, int b, cdy_error *error)
{
    if (!model || !scene || scene->fingerprint != model->fingerprint) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "to leave out a pair takes a model and a scene that was made of it");
    }
    cdy_status status = check_frame(model, a, error);
    status = status ? status : check_frame(model, b, error);
    size_t kept = 0;
    for (size_t i = 0; i < scene->pair_count && !status; i++) {
        if (!is_on(scene, scene->pairs[i], a, b)) {
            scene->pairs[kept++] = scene->pairs[i];
        }
    }
    if (!status) {
        scene->pair_count = kept;
        cdy_scene_mark(scene);
    }
    return status;
}
