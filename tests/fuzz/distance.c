/* Distances: two shapes made of choices are refused with a reason, or have a distance that the normal and the nearest
 * points prove, alike from both sides; and a way of one of them past the other, whose bound holds. */
#include "choices.h"
#include "support/convex_shapes.h"

#include <math.h>
#include <string.h>

/* Sizes and places: mostly small whole numbers, so that shapes touch and points lie in lines and planes; some any. */
static double make_number(maker *m)
{
    static const double hostile[] = {0,     -0.0,  1e-300,  5e-324, 1e-9, 1e-3,   1e3,      1e7,
                                     1e150, 1e300, 1.7e308, -1,     0.3,  1. / 3, HUGE_VAL, (double)NAN};
    const unsigned kind = choose(m, 16);
    double number = 0;
    if (kind == 0) {
        number = PICK(m, hostile);
    } else if (kind < 4) {
        for (int i = 0; i < 6; i++) {
            number = number / 256 + choose(m, 256);
        }
        number /= 128;
    } else {
        number = choose(m, 5) / 2.0;
    }
    return choose(m, 2) ? -number : number;
}

static double make_size(maker *m)
{
    const double number = make_number(m);
    return choose(m, 64) ? fabs(number) : number;
}

/* A rotation, of which one in sixty-four is none. */
static void make_transform(maker *m, double T[16])
{
    double q[4], square = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = (int)choose(m, 5) - 2 + (choose(m, 4) ? 0 : choose(m, 256) / 256.0);
        square += q[i] * q[i];
    }
    q[0] = square > 0 ? q[0] : 1;
    const double s = 2 / (square > 0 ? square : 1), w = q[0], x = q[1], y = q[2], z = q[3];
    const double made[16] = {1 - s * (y * y + z * z),
                             s * (x * y - w * z),
                             s * (x * z + w * y),
                             make_number(m),
                             s * (x * y + w * z),
                             1 - s * (x * x + z * z),
                             s * (y * z - w * x),
                             make_number(m),
                             s * (x * z - w * y),
                             s * (y * z + w * x),
                             1 - s * (x * x + y * y),
                             make_number(m),
                             0,
                             0,
                             0,
                             1};
    memcpy(T, made, sizeof made);
    if (choose(m, 64) == 63) {
        T[choose(m, 16)] = make_number(m);
    }
}

static void make_shape(maker *m, placed_convex *c)
{
    *c = (placed_convex){.shape = {.type = (cdy_convex_type)choose(m, CONVEX_TYPES)}};
    for (int i = 0; i < 3; i++) {
        c->shape.size[i] = make_size(m);
    }
    c->shape.radius = make_size(m);
    c->shape.length = make_size(m);
    if (c->shape.type == CDY_CONVEX_HULL) {
        c->shape.points = c->points;
        c->shape.point_count = choose(m, MOST_HULL_POINTS + 1);
        for (size_t i = 0; i < 3 * c->shape.point_count; i++) {
            c->points[i] = make_number(m);
        }
    }
    make_transform(m, c->T);
}

/* The largest number of a shape and its place that matters. */
static double size_of(const placed_convex *c)
{
    double most = 0;
    for (int i = 0; i < 3; i++) {
        most = fmax(most, fabs(c->T[4 * i + 3]));
        most = c->shape.type == CDY_CONVEX_BOX ? fmax(most, c->shape.size[i]) : most;
    }
    if (c->shape.type != CDY_CONVEX_BOX && c->shape.type != CDY_CONVEX_HULL) {
        most = fmax(most, fmax(c->shape.radius, c->shape.type == CDY_CONVEX_SPHERE ? 0 : c->shape.length));
    }
    for (size_t i = 0; i < 3 * c->shape.point_count; i++) {
        most = fmax(most, fabs(c->points[i]));
    }
    return most;
}

/* The points and the normal prove the distance: the normal from below, since the shapes' shadows on it are so far
 * apart; the points from above, since they lie on the shapes. Needles and plates of kilometers are left out: along them
 * a small error of the normal is a large one of the shadow. */
static void check_separation(const placed_convex *a, const placed_convex *b, const cdy_separation *s)
{
    const double largest = 100, measured = 1e7, least = 1e-250, size = fmax(size_of(a), size_of(b)), *n = s->normal;
    const double back[3] = {-n[0], -n[1], -n[2]}, length = hypot(hypot(n[0], n[1]), n[2]);
    require(isfinite(s->distance), "the distance is %g", s->distance);
    require(size <= 2 * measured, "shapes of %g m are measured", size);
    require(fabs(length - 1) < 1e-9, "the normal is %.17g long", length);
    if (size > largest) {
        return;
    }
    const double gap = -convex_reach(b, back) - convex_reach(a, n), slack = 1e-5 * size + least;
    require(fabs(gap - s->distance) <= slack, "along the normal %.17g, but the distance is %.17g", gap, s->distance);
    for (int k = 0; k < 3; k++) {
        const double off = s->on_a[k] + s->distance * n[k] - s->on_b[k];
        require(fabs(off) <= 1e-9 * size + least, "the points are %g off along axis %d", off, k);
    }
    require(fmax(outside_convex(a, s->on_a), outside_convex(b, s->on_b)) <= 1e-4 * size + least,
            "a nearest point is not on its shape");
}

/* Measures from both sides; returns whether the shapes are taken. */
static bool check_pair(const placed_convex *a, const placed_convex *b)
{
    cdy_separation s = {.distance = 0}, back = {.distance = 0};
    cdy_error error = {0};
    const cdy_status status = cdy_distance_convex(&a->shape, a->T, &b->shape, b->T, &s, &error);
    if (status) {
        require(status == CDY_ERROR_ARGUMENT || status == CDY_ERROR_NUMERIC, "the status is %d", (int)status);
        require_report(status, &error);
    }
    const cdy_status other = cdy_distance_convex(&b->shape, b->T, &a->shape, a->T, &back, &error);
    require(other == status, "%d from one side, %d from the other", (int)status, (int)other);
    if (!status) {
        const double size = fmax(size_of(a), size_of(b));
        check_separation(a, b, &s);
        check_separation(b, a, &back);
        require(fabs(s.distance - back.distance) <= 1e-5 * size + 1e-250, "%.17g, but %.17g from the other side",
                s.distance, back.distance);
    }
    return status == CDY_OK;
}

/* A base and a body that slides along x and turns about its z. */
static cdy_model *make_robot(void)
{
    const cdy_body base = {.name = "base"};
    cdy_body slide = cdy_body_default(), turn = cdy_body_default();
    cdy_tree *tree = NULL;
    cdy_model *model = NULL;
    slide.name = "slide";
    slide.joint.name = "x";
    slide.joint.type = CDY_JOINT_PRISMATIC;
    slide.joint.axis[0] = 1, slide.joint.axis[2] = 0;
    turn.name = "turn";
    turn.joint.name = "z";
    turn.joint.type = CDY_JOINT_CONTINUOUS;
    cdy_status status = cdy_tree_create("robot", &base, &tree, NULL);
    status = status ? status : cdy_tree_add_body(tree, &slide, "base", NULL);
    status = status ? status : cdy_tree_add_body(tree, &turn, "slide", NULL);
    status = status ? status : cdy_model_create(tree, &model, NULL);
    cdy_tree_destroy(tree);
    return model;
}

/* Requires that no place of a way is nearer than its bound. */
static void check_way(const cdy_model *model, cdy_workspace *workspace, cdy_distance_scene *scene, const double q0[2],
                      const double q1[2], double size)
{
    enum { PARTS = 4 };
    cdy_distance_way_options options = cdy_distance_way_options_default();
    cdy_distance_way way = {.found = false};
    cdy_error error = {0};
    options.looks = 200;
    options.tolerance = fmin(1e-3 * size, 1e300) + 1e-9;
    if (!require_status(cdy_distance_between(model, workspace, scene, q0, q1, &options, &way, &error),
                        CDY_ERROR_NUMERIC, &error)) {
        return;
    }
    require(way.share >= 0 && way.share <= 1 && way.looks <= options.looks, "looks %d, share %g", way.looks, way.share);
    for (int k = 0; k <= PARTS; k++) {
        double q[2], step[2];
        cdy_distance nearest;
        cdy_status status = cdy_configuration_difference(model, q0, q1, step, &error);
        for (int i = 0; i < 2; i++) {
            step[i] *= (double)k / (double)PARTS;
        }
        status = status ? status : cdy_configuration_integrate(model, q0, step, q, &error);
        status = status ? status : cdy_distance_nearest(model, workspace, scene, q, &nearest, step, &error);
        if (require_status(status, CDY_ERROR_NUMERIC, &error) && nearest.found) {
            require(way.bound <= nearest.separation.distance + 1e-5 * size + 1e-250,
                    "the bound is %.17g, the distance %.17g", way.bound, nearest.separation.distance);
        }
    }
}

/* The second shape moves past the first one, which stands in the world. */
static void check_scene(maker *m, const placed_convex *a, const placed_convex *b, bool taken)
{
    cdy_model *model = make_robot();
    cdy_workspace *workspace = NULL;
    cdy_distance_scene *scene = NULL;
    cdy_error error = {0};
    cdy_distance_shape shapes[2] = {{.frame = CDY_DISTANCE_WORLD, .convex = a->shape},
                                    {.frame = model ? cdy_model_find_frame(model, "turn") : 0, .convex = b->shape}};
    memcpy(shapes[0].T, a->T, sizeof a->T);
    memcpy(shapes[1].T, b->T, sizeof b->T);
    double q[2][2], size = fmax(size_of(a), size_of(b));
    for (int i = 0; i < 4; i++) {
        q[i / 2][i % 2] = (int)choose(m, 9) - 4;
        size = fmax(size, fabs(q[i / 2][i % 2]));
    }
    if (model && cdy_workspace_create(model, &workspace, &error) == CDY_OK &&
        require_status(cdy_distance_scene_create(model, shapes, 2, &scene, &error), CDY_ERROR_ARGUMENT, &error)) {
        require(cdy_distance_pair_count(scene) == 1, "%zu pairs", cdy_distance_pair_count(scene));
        check_way(model, workspace, scene, q[0], q[1], size);
    } else {
        require(!taken || !model || !workspace || error.status == CDY_ERROR_MEMORY,
                "a scene refuses what a pair takes");
    }
    cdy_distance_scene_destroy(scene);
    cdy_workspace_destroy(workspace);
    cdy_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    maker m = {data, size, {0}};
    placed_convex a, b;
    make_shape(&m, &a);
    make_shape(&m, &b);
    const bool taken = check_pair(&a, &b);
    check_scene(&m, &a, &b, taken);
    return 0;
}
