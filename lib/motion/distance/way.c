/* The least distance on the way between two configurations: bounds of how fast distances change, and stretches of the
 * way that are halved until no one of them can hold a lower distance. */
#include "distance/scene.h"

#include "base/error.h"
#include "base/reserve.h"
#include "distance/pairs.h"
#include "model/model.h"

#include <condyle/configuration.h>
#include <string.h>

cdy_distance_way_options cdy_distance_way_options_default(void)
{
    return (cdy_distance_way_options){.tolerance = 1e-4, .enough = (double)INFINITY, .looks = 10000};
}

static cdy_status check_options(const cdy_distance_way_options *o, cdy_error *error)
{
    if (cdy_check_reserve(&o->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    if (!(o->tolerance > 0) || !isfinite(o->tolerance)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the tolerance of a distance is %g m; expected more than 0",
                        o->tolerance);
    }
    if (isnan(o->enough)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the distance that is enough is no number; expected meters");
    }
    return o->looks >= 3 && o->looks <= 1000000
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT, "a way is looked at %d times; expected 3 to 1000000", o->looks);
}

/* ---- how fast distances change ---- */

/* The position that a joint's body slides away from its origin in the parent, at q. */
static double slide_of(const cdy_model *model, const model_body *body, const double *q)
{
    double squares = 0;
    for (int k = 0; k < position_count(body); k++) {
        const model_coordinate *c = &model_positions(model)[body->q + k];
        const double along = c->multiplier * q[c->index] + c->offset;
        squares += is_angular_position(body, k) ? 0 : along * along;
    }
    return sqrt(squares);
}

/* Says what each joint does on the way that begins at q0 with the step of the scene. */
static void set_ways(const cdy_model *model, cdy_distance_scene *scene, const double *q0)
{
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &model_bodies(model)[i];
        const double *r = body->translation;
        joint_way *w = &scene->ways[i];
        double squares[2] = {0, 0};
        for (int k = 0; k < body->nv; k++) {
            const model_coordinate *c = &model_velocities(model)[body->v + k];
            const double step = c->multiplier * scene->steps[c->index];
            squares[!is_angular_velocity(body, k)] += step * step;
        }
        *w = (joint_way){.angular = sqrt(squares[0]), .linear = sqrt(squares[1])};
        const double slide = slide_of(model, body, q0) + w->linear;
        w->across = hypot(r[0], r[1]) + slide;
        w->offset = hypot(hypot(r[0], r[1]), r[2]) + slide;
    }
}

/* How far the points of a shape move on the whole way in the axes of `ancestor`, at most. */
static double travel_of(const cdy_model *model, const cdy_distance_scene *scene, const carried *shape, int ancestor)
{
    const model_body *bodies = model_bodies(model);
    double travel = 0, reach = shape->reach, swing = shape->swing;
    for (int i = shape->body; i > ancestor; i = bodies[i].parent) {
        const joint_way *w = &scene->ways[i];
        const bool about_z = !has_quaternion((joint_kind)bodies[i].kind);
        travel += w->linear + w->angular * (about_z ? swing : reach);
        swing = w->across + reach;
        reach = w->offset + reach;
    }
    return travel;
}

/* The body that carries both: bodies come behind their parents. */
static int common_ancestor(const model_body *bodies, int a, int b)
{
    a = a < 0 ? 0 : a;
    b = b < 0 ? 0 : b;
    while (a != b) {
        if (a > b) {
            a = bodies[a].parent;
        } else {
            b = bodies[b].parent;
        }
    }
    return a;
}

static void set_rates(const cdy_model *model, cdy_distance_scene *scene)
{
    for (size_t i = 0; i < scene->pair_count; i++) {
        const carried *a = &scene->shapes[scene->pairs[i].a], *b = &scene->shapes[scene->pairs[i].b];
        const int ancestor = common_ancestor(model_bodies(model), a->body, b->body);
        scene->rates[i] = travel_of(model, scene, a, ancestor) + travel_of(model, scene, b, ancestor);
    }
}

/* ---- looks ---- */

/* Places the scene at a share of the way. */
static cdy_status place_at(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene,
                           const double *q0, double share, cdy_error *error)
{
    double *part = scene->steps + model->nv;
    for (int i = 0; i < model->nv; i++) {
        part[i] = share * scene->steps[i];
    }
    const cdy_status status = cdy_configuration_integrate(model, q0, part, scene->q, error);
    return status ? status : cdy_scene_place(model, workspace, scene, scene->q, error);
}

/* The bound above which a stretch needs no look: it cannot hold what is looked for. */
static double needless(const cdy_distance_way_options *o, const cdy_distance_way *way)
{
    return fmin(way->separation.distance - o->tolerance, o->enough);
}

/* Looks at the scene where it is placed, the middle of a stretch of `half` the way to both sides; gives the bound of
 * all distances on the stretch to *bound. Pairs whose bounding spheres say enough are not measured. */
static cdy_status look(const cdy_distance_scene *scene, const cdy_distance_way_options *o, double share, double half,
                       cdy_distance_way *way, double *bound, cdy_error *error)
{
    *bound = (double)INFINITY;
    way->looks++;
    for (size_t i = 0; i < scene->pair_count; i++) {
        const carried *a = &scene->shapes[scene->pairs[i].a], *b = &scene->shapes[scene->pairs[i].b];
        const double change = scene->rates[i] * half;
        double least = length_of(subtract(a->middle, b->middle)) - (a->core.reach + b->core.reach);
        if (!(least - change >= needless(o, way))) {
            cdy_separation s;
            cdy_separate(&a->core, &b->core, &s);
            least = s.distance;
            if (!isfinite(least)) {
                return cdy_fail_separation(error);
            }
            if (!way->found || least < way->separation.distance) {
                way->found = true;
                way->pair = i;
                way->separation = s;
                way->share = share;
            }
        }
        if (isnan(least - change)) {
            return cdy_fail(error, CDY_ERROR_NUMERIC, "a motion is too large to bound its distances");
        }
        *bound = fmin(*bound, least - change);
    }
    return CDY_OK;
}

/* A stretch of the way: one of 2^depth equal ones. */
typedef struct stretch {
    int depth;
    uint32_t place;
} stretch;

/* The next stretch of the way behind this one: as long as it can be. */
static stretch behind(stretch s)
{
    s.place++;
    while (s.depth > 0 && s.place % 2 == 0) {
        s.place /= 2;
        s.depth--;
    }
    return s;
}

/* Looks at stretches, `most` at most, from the beginning of the way to its end, and halves those that may hold what is
 * looked for, less `slack`; gives the bound of the whole way to *bound, minus infinity where the looks do not suffice.
 */
static cdy_status search(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene, const double *q0,
                         const cdy_distance_way_options *o, double slack, int most, cdy_distance_way *way,
                         double *bound, cdy_error *error)
{
    const int deepest = 30;
    cdy_status status = CDY_OK;
    stretch s = {0, 0};
    *bound = (double)INFINITY;
    for (int i = 0; i < most && !status && (s.depth > 0 || s.place == 0); i++) {
        const double half = ldexp(0.5, -s.depth), middle = (2.0 * s.place + 1) * half;
        double here = 0;
        status = place_at(model, workspace, scene, q0, middle, error);
        status = status ? status : look(scene, o, middle, half, way, &here, error);
        if (here >= needless(o, way) - slack || s.depth == deepest) {
            *bound = fmin(*bound, here);
            s = behind(s);
        } else {
            s = (stretch){s.depth + 1, 2 * s.place};
        }
    }
    *bound = s.depth == 0 && s.place > 0 ? *bound : -(double)INFINITY;
    return status;
}

/* Searches with the looks that are left, where those before did not suffice: of the way as a whole, then again and
 * again with half of the slack that the last bound leaves, until nothing is left of it. The last search may not come to
 * an end; each of them takes about twice the looks of the one before. */
static cdy_status search_closer(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene,
                                const double *q0, const cdy_distance_way_options *o, cdy_distance_way *way,
                                cdy_error *error)
{
    cdy_status status = CDY_OK;
    double slack = (double)INFINITY, bound = 0;
    while (!status && slack > 0 && isfinite(bound) && way->bound < needless(o, way) && way->looks < o->looks) {
        const double left = 0.5 * fmin(slack, needless(o, way) - way->bound);
        slack = left > 0.5 * o->tolerance ? left : 0;
        status = search(model, workspace, scene, q0, o, slack, o->looks - way->looks, way, &bound, error);
        way->bound = fmax(way->bound, bound);
    }
    return status;
}

/* Looks at both ends, then with half of the looks as closely as the tolerance asks for. */
static cdy_status search_way(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene,
                             const double *q0, const cdy_distance_way_options *o, cdy_distance_way *way,
                             cdy_error *error)
{
    double bound;
    cdy_status status = CDY_OK;
    for (int end = 0; end < 2 && !status; end++) {
        status = place_at(model, workspace, scene, q0, end, error);
        status = status ? status : look(scene, o, end, 0, way, &bound, error);
    }
    status = status ? status : search(model, workspace, scene, q0, o, 0, (o->looks - 2) / 2, way, &way->bound, error);
    return status ? status : search_closer(model, workspace, scene, q0, o, way, error);
}

cdy_status cdy_distance_between(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene,
                                const double *q0, const double *q1, const cdy_distance_way_options *options,
                                cdy_distance_way *way, cdy_error *error)
{
    const cdy_distance_way_options o = options ? *options : cdy_distance_way_options_default();
    if (!way) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "distances on a way need a pointer for the result");
    }
    cdy_status status = cdy_scene_check(model, workspace, scene, error);
    status = status ? status : check_options(&o, error);
    if (status) {
        return status;
    }
    double *home = scene->home;
    cdy_home_configuration(model, home);
    q0 = q0 ? q0 : home;
    status = cdy_configuration_difference(model, q0, q1 ? q1 : home, scene->steps, error);
    cdy_distance_way found = {.separation = {.distance = (double)INFINITY}, .bound = (double)INFINITY};
    if (!status && scene->pair_count > 0) {
        set_ways(model, scene, q0);
        set_rates(model, scene);
        status = search_way(model, workspace, scene, q0, &o, &found, error);
    }
    *way = status ? *way : found;
    return status;
}
