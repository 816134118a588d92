/* Distances in a configuration: shapes placed, pairs gone through, the gradient of the least one. */
#include "distance/scene.h"

#include "base/error.h"
#include "distance/pairs.h"
#include "model/model.h"

#include <condyle/kinematics.h>
#include <string.h>

/* C = A B for transforms; its last row is not written. */
static void multiply_transforms(const double A[16], const double B[16], double C[16])
{
    for (int i = 0; i < 3; i++) {
        const double *a = A + 4 * i;
        for (int j = 0; j < 4; j++) {
            C[4 * i + j] = a[0] * B[j] + a[1] * B[4 + j] + a[2] * B[8 + j] + (j == 3 ? a[3] : 0);
        }
    }
}

cdy_status cdy_scene_check(const cdy_model *model, const cdy_workspace *workspace, const cdy_distance_scene *scene,
                           cdy_error *error)
{
    if (!model || !workspace || !scene) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "distances need a model, a workspace and a scene");
    }
    return scene->fingerprint == model->fingerprint
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT, "the scene belongs to another model; make one for this model");
}

cdy_status cdy_scene_place(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene, const double *q,
                           cdy_error *error)
{
    cdy_status status = cdy_forward_kinematics(model, workspace, q, scene->T, error);
    for (size_t i = 0; i < scene->shape_count && !status; i++) {
        carried *c = &scene->shapes[i];
        bool near = true;
        if (c->frame >= 0) {
            double T[16];
            const double *frame = scene->T + 16 * c->frame;
            multiply_transforms(frame, c->T, T);
            cdy_core_place(&c->core, T);
            c->middle = core_middle(&c->core);
            near = is_near_enough((vec3){frame[3], frame[7], frame[11]});
        }
        if (c->paired && !(near && is_measurable(&c->core, c->middle))) {
            status = cdy_fail_separation(error);
        }
    }
    return status;
}

static void separate_pair(const cdy_distance_scene *scene, size_t pair, cdy_separation *separation)
{
    const shape_pair p = scene->pairs[pair];
    cdy_separate(&scene->shapes[p.a].core, &scene->shapes[p.b].core, separation);
}

static cdy_status check_separation(const cdy_separation *s, cdy_error *error)
{
    return isfinite(s->distance) ? CDY_OK : cdy_fail_separation(error);
}

cdy_status cdy_distance_all(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene,
                            const double *q, cdy_separation *separations, cdy_error *error)
{
    cdy_status status = cdy_scene_check(model, workspace, scene, error);
    if (!status && !separations && scene->pair_count > 0) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "distances need memory for a separation of each pair");
    }
    status = status ? status : cdy_scene_place(model, workspace, scene, q, error);
    for (size_t i = 0; !status && i < scene->pair_count; i++) {
        separate_pair(scene, i, &separations[i]);
        status = check_separation(&separations[i], error);
    }
    return status;
}

/* Bounds the distance of each pair from below by its bounding spheres; returns the pair with the least bound. */
static size_t bound_pairs(cdy_distance_scene *scene)
{
    size_t least = 0;
    for (size_t i = 0; i < scene->pair_count; i++) {
        const carried *a = &scene->shapes[scene->pairs[i].a], *b = &scene->shapes[scene->pairs[i].b];
        scene->bounds[i] = length_of(subtract(a->middle, b->middle)) - (a->core.reach + b->core.reach);
        least = scene->bounds[i] < scene->bounds[least] ? i : least;
    }
    return least;
}

/* Finds the pair of least distance: first the one whose spheres are nearest, since its distance spares most others. A
 * pair whose distance is no finite number ends the search, and is given: nothing says that it is not the nearest.
 * Bounds are finite, since shapes of pairs are near enough. */
static void find_nearest(cdy_distance_scene *scene, cdy_distance *nearest)
{
    const size_t first = bound_pairs(scene);
    nearest->found = true;
    nearest->pair = first;
    separate_pair(scene, first, &nearest->separation);
    for (size_t i = 0; i < scene->pair_count && isfinite(nearest->separation.distance); i++) {
        if (i == first || scene->bounds[i] > nearest->separation.distance) {
            continue;
        }
        cdy_separation s;
        separate_pair(scene, i, &s);
        const double least = nearest->separation.distance;
        if (!isfinite(s.distance) || s.distance < least || (s.distance <= least && i < nearest->pair)) {
            nearest->pair = i;
            nearest->separation = s;
        }
    }
}

/* Adds to g (n) the velocities along a direction of a point that a shape carries, times `sign`. */
static cdy_status add_velocities(const cdy_model *model, cdy_workspace *workspace, const cdy_distance_scene *scene,
                                 const carried *shape, const double *q, const double point[3], vec3 direction,
                                 double *g, cdy_error *error)
{
    if (shape->body <= 0) {
        return CDY_OK;
    }
    const int n = model->nv;
    const double *T = scene->T + 16 * shape->frame;
    const vec3 arm = subtract(vec3_from(point), (vec3){T[3], T[7], T[11]}), moment = cross(arm, direction);
    const double wrench[6] = {moment.x, moment.y, moment.z, direction.x, direction.y, direction.z};
    const cdy_status status = cdy_geometric_jacobian(model, workspace, shape->frame, CDY_AXES_BASE, q, scene->J, error);
    for (int i = 0; i < 6 && !status; i++) {
        for (int j = 0; j < n; j++) {
            g[j] += wrench[i] * scene->J[i * n + j];
        }
    }
    return status;
}

/* The velocity of the distance: that of b's point along the normal less that of a's. */
static cdy_status compute_gradient(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene,
                                   const double *q, const cdy_distance *nearest, double *gradient, cdy_error *error)
{
    const cdy_separation *s = &nearest->separation;
    const shape_pair p = scene->pairs[nearest->pair];
    const vec3 normal = vec3_from(s->normal);
    double *g = scene->J + 6 * model->nv;
    memset(g, 0, (size_t)model->nv * sizeof *g);
    cdy_status status =
        add_velocities(model, workspace, scene, &scene->shapes[p.a], q, s->on_a, scale(-1, normal), g, error);
    status =
        status ? status : add_velocities(model, workspace, scene, &scene->shapes[p.b], q, s->on_b, normal, g, error);
    if (!status) {
        memcpy(gradient, g, (size_t)model->nv * sizeof *g);
    }
    return status;
}

cdy_status cdy_distance_nearest(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene,
                                const double *q, cdy_distance *nearest, double *gradient, cdy_error *error)
{
    if (!nearest) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a distance needs a pointer for the result");
    }
    cdy_status status = cdy_scene_check(model, workspace, scene, error);
    status = status ? status : cdy_scene_place(model, workspace, scene, q, error);
    cdy_distance d = {.separation = {.distance = (double)INFINITY}};
    if (!status && scene->pair_count > 0) {
        find_nearest(scene, &d);
        status = check_separation(&d.separation, error);
        if (!status && gradient) {
            status = compute_gradient(model, workspace, scene, q, &d, gradient, error);
        }
    } else if (!status && gradient) {
        memset(gradient, 0, (size_t)model->nv * sizeof *gradient);
    }
    if (!status) {
        *nearest = d;
    }
    return status;
}

/* Adds to what configurations say of each pair the one in which the scene is placed. */
static cdy_status note_pairs(const cdy_distance_scene *scene, cdy_distance_use *uses, cdy_error *error)
{
    for (size_t i = 0; i < scene->pair_count; i++) {
        cdy_separation s;
        separate_pair(scene, i, &s);
        const cdy_status status = check_separation(&s, error);
        if (status) {
            return status;
        }
        uses[i].touches += s.distance <= 0;
        uses[i].least = fmin(uses[i].least, s.distance);
        uses[i].most = fmax(uses[i].most, s.distance);
    }
    return CDY_OK;
}

cdy_status cdy_distance_sample(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene,
                               size_t samples, uint64_t *seed, cdy_distance_use *uses, cdy_error *error)
{
    cdy_status status = cdy_scene_check(model, workspace, scene, error);
    if (!status && (!seed || samples == 0 || (!uses && scene->pair_count > 0))) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT,
                          "samples of distances need a number of samples above 0, a seed and memory for the pairs");
    }
    for (size_t i = 0; !status && i < scene->pair_count; i++) {
        uses[i] = (cdy_distance_use){.least = (double)INFINITY, .most = -(double)INFINITY};
    }
    for (size_t k = 0; k < samples && !status; k++) {
        cdy_random_configuration(model, seed, scene->q);
        status = cdy_scene_place(model, workspace, scene, scene->q, error);
        status = status ? status : note_pairs(scene, uses, error);
    }
    return status;
}
