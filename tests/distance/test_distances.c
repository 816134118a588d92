/* Distances of robots: which pairs are looked at, the nearest of them, its gradient, samples, and obstacles. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/convex_shapes.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = UNLESS_WATCHED(60, 8), MOST_SHAPES = 24, MOST_PAIRS = MOST_SHAPES * MOST_SHAPES / 2, MOST = 80 };

static const double identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

/* Shapes with the memory of their hulls. */
typedef struct shapes {
    placed_convex convex[MOST_SHAPES];
    cdy_distance_shape list[MOST_SHAPES];
    size_t count;
} shapes;

/* Puts random shapes on random frames of a robot, two of them in the world. */
static void draw_shapes(uint64_t *state, const cdy_model *model, size_t count, bool rims, shapes *s)
{
    s->count = count;
    for (size_t i = 0; i < count; i++) {
        const cdy_convex_type type = (cdy_convex_type)draw_below(state, CONVEX_TYPES);
        draw_convex(state, !rims && type == CDY_CONVEX_CYLINDER ? CDY_CONVEX_BOX : type, 0.2, &s->convex[i]);
        s->list[i] =
            (cdy_distance_shape){.frame = i < 2 ? CDY_DISTANCE_WORLD : draw_below(state, cdy_model_frame_count(model)),
                                 .convex = s->convex[i].shape};
        memcpy(s->list[i].T, s->convex[i].T, sizeof s->list[i].T);
    }
}

static cdy_distance_scene *make_scene(const robot *r, const cdy_distance_shape *list, size_t count)
{
    cdy_distance_scene *scene = NULL;
    cdy_error error = {0};
    ck_assert_ok(cdy_distance_scene_create(r->model, list, count, &scene, &error), error);
    return scene;
}

static cdy_distance nearest_at(const robot *r, cdy_distance_scene *scene, const double *q, double *gradient)
{
    cdy_distance nearest;
    cdy_error error = {0};
    ck_assert_ok(cdy_distance_nearest(r->model, r->work, scene, q, &nearest, gradient, &error), error);
    return nearest;
}

/* Each pair has the distance of its two shapes where they stand, and the nearest is the least. */
START_TEST(a_scene_has_the_distances_of_its_pairs)
{
    uint64_t state = (uint64_t)_i + 1;
    robot r = make_robot(random_tree(state, 2 + _i % 9, RANDOM_JOINTS_ALL));
    shapes s;
    cdy_separation all[MOST_PAIRS];
    double q[MOST];
    double *T = malloc((size_t)cdy_model_frame_count(r.model) * 16 * sizeof *T);
    cdy_error error = {0};
    draw_shapes(&state, r.model, MOST_SHAPES, true, &s);
    cdy_distance_scene *scene = make_scene(&r, s.list, s.count);
    cdy_random_configuration(r.model, &state, q);
    ck_assert_ok(cdy_forward_kinematics(r.model, r.work, q, T, &error), error);
    ck_assert_ok(cdy_distance_all(r.model, r.work, scene, q, all, &error), error);
    const cdy_distance nearest = nearest_at(&r, scene, q, NULL);
    ck_assert(nearest.found == (cdy_distance_pair_count(scene) > 0));
    for (size_t i = 0; i < cdy_distance_pair_count(scene); i++) {
        size_t pair[2];
        double at[2][16];
        cdy_separation alone;
        ck_assert(cdy_distance_pair(scene, i, &pair[0], &pair[1]) && pair[0] < pair[1]);
        for (int k = 0; k < 2; k++) {
            const int frame = s.list[pair[k]].frame;
            compose_transforms(frame < 0 ? identity : T + 16 * frame, s.list[pair[k]].T, at[k]);
        }
        ck_assert_ok(
            cdy_distance_convex(&s.list[pair[0]].convex, at[0], &s.list[pair[1]].convex, at[1], &alone, &error), error);
        ck_assert_near(&all[i].distance, &alone.distance, 1, 1e-7);
        ck_assert(all[i].distance >= nearest.separation.distance);
        ck_assert(i != nearest.pair || memcmp(&all[i], &nearest.separation, sizeof all[i]) == 0);
    }
    cdy_distance_scene_destroy(scene);
    free(T);
    free_robot(&r);
}
END_TEST

/* The gradient is the derivative along every degree of freedom, where one exists: the differences to both sides agree.
 */
START_TEST(the_gradient_is_the_derivative_of_the_distance)
{
    enum { STATES = 12 };
    uint64_t state = (uint64_t)_i + 1;
    robot r = make_robot(random_tree(state, 1 + _i % 7, RANDOM_JOINTS_ALL));
    shapes s;
    int compared = 0;
    draw_shapes(&state, r.model, 8, false, &s);
    cdy_distance_scene *scene = make_scene(&r, s.list, s.count);
    for (int k = 0; k < STATES && cdy_distance_pair_count(scene) > 0; k++) {
        double q[MOST], gradient[MOST], step[MOST] = {0}, moved[MOST], d[2];
        const double h = 1e-6;
        cdy_random_configuration(r.model, &state, q);
        const double here = nearest_at(&r, scene, q, gradient).separation.distance;
        for (int j = 0; j < r.nv; j++) {
            for (int side = 0; side < 2; side++) {
                step[j] = side ? h : -h;
                ck_assert(cdy_configuration_integrate(r.model, q, step, moved, NULL) == CDY_OK);
                d[side] = nearest_at(&r, scene, moved, NULL).separation.distance;
            }
            step[j] = 0;
            if (fabs(d[1] + d[0] - 2 * here) < 1e-9) { /* else a kink lies between */
                ck_assert_near(&gradient[j], &(double){(d[1] - d[0]) / (2 * h)}, 1, 1e-6 * (1 + fabs(gradient[j])));
                compared++;
            }
        }
    }
    ck_assert(compared >= STATES * r.nv / 2 || cdy_distance_pair_count(scene) == 0);
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
}
END_TEST

/* Takes a way between two random configurations, `size` of it. */
static void draw_way(uint64_t *state, const robot *r, double size, double *q0, double *q1, double *step)
{
    cdy_random_configuration(r->model, state, q0);
    cdy_random_configuration(r->model, state, q1);
    ck_assert(cdy_configuration_difference(r->model, q0, q1, step, NULL) == CDY_OK);
    for (int i = 0; i < r->nv; i++) {
        step[i] *= size;
    }
    ck_assert(cdy_configuration_integrate(r->model, q0, step, q1, NULL) == CDY_OK);
}

/* Whatever the joints, no sample of a way is nearer than the bound, and the least distance found is one of the way. */
START_TEST(no_sample_of_a_way_is_below_its_bound)
{
    enum { SAMPLES = UNLESS_WATCHED(800, 60) };
    uint64_t state = (uint64_t)_i + 1;
    robot r = make_robot(random_tree(state, 1 + _i % 9, RANDOM_JOINTS_ALL));
    shapes s;
    double q0[MOST], q1[MOST], q[MOST], step[MOST], part[MOST], least = (double)INFINITY;
    cdy_distance_way way;
    cdy_error error = {0};
    const cdy_distance_way_options options = {.tolerance = 1e-3, .enough = (double)INFINITY, .looks = 100000};
    draw_shapes(&state, r.model, 8, false, &s);
    cdy_distance_scene *scene = make_scene(&r, s.list, s.count);
    draw_way(&state, &r, 0.2, q0, q1, step);
    ck_assert_ok(cdy_distance_between(r.model, r.work, scene, q0, q1, &options, &way, &error), error);
    ck_assert(way.found == (cdy_distance_pair_count(scene) > 0));
    for (int k = 0; k <= SAMPLES && way.found; k++) {
        const double share = k < SAMPLES ? (double)k / (SAMPLES - 1) : way.share;
        for (int i = 0; i < r.nv; i++) {
            part[i] = share * step[i];
        }
        ck_assert(cdy_configuration_integrate(r.model, q0, part, q, NULL) == CDY_OK);
        const double distance = nearest_at(&r, scene, q, NULL).separation.distance;
        ck_assert(distance >= way.bound - 1e-9);
        least = fmin(least, distance);
        ck_assert(k < SAMPLES || fabs(distance - way.separation.distance) <= 1e-7);
    }
    if (way.found) {
        ck_assert(way.separation.distance <= least + options.tolerance);
        ck_assert(way.looks == options.looks || way.bound >= way.separation.distance - options.tolerance);
    }
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
}
END_TEST

static cdy_distance_shape ball_on(int frame, double radius, double x)
{
    cdy_distance_shape s = {.frame = frame, .convex = {.type = CDY_CONVEX_SPHERE, .radius = radius}};
    memcpy(s.T, identity, sizeof identity);
    s.T[3] = x;
    return s;
}

/* base - a (hinge) - b (hinge 1 m out) - tip (weld 1 m out); a second tool welded to b. */
static robot make_arm(void)
{
    cdy_tree *tree = make_tree("base", 9.81);
    const char *names[] = {"a", "b", "tip"}, *parents[] = {"base", "a", "b"};
    for (int i = 0; i < 3; i++) {
        cdy_body body = make_body(names[i],
                                  i == 0   ? "j0"
                                  : i == 1 ? "j1"
                                           : "weld",
                                  i < 2 ? CDY_JOINT_REVOLUTE : CDY_JOINT_FIXED);
        set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        set_origin(&body, i ? 1 : 0, 0, 0, 0, 0, 0);
        body.joint.limit = (cdy_limit){true, -3, 3, 10, 1};
        add_body(tree, &body, parents[i]);
    }
    return make_robot(tree);
}

/* Two links of 1 m: the tip is 2 cos(q1 / 2) from the base, and the gradient is that of this chord. */
START_TEST(an_arm_folds_onto_its_base)
{
    robot r = make_arm();
    const int tip = cdy_model_find_frame(r.model, "tip");
    const cdy_distance_shape list[] = {ball_on(0, 0.3, 0), ball_on(tip, 0.2, 0)};
    cdy_distance_scene *scene = make_scene(&r, list, 2);
    for (int i = 1; i < 12; i++) {
        const double q[2] = {0.7, 0.25 * i};
        double gradient[2];
        const cdy_distance nearest = nearest_at(&r, scene, q, gradient);
        ck_assert_near(&nearest.separation.distance, &(double){2 * cos(q[1] / 2) - 0.5}, 1, 1e-14);
        ck_assert_near(gradient, ((double[2]){0, -sin(q[1] / 2)}), 2, 1e-14);
    }
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
}
END_TEST

START_TEST(bodies_that_a_joint_connects_are_left_out)
{
    robot r = make_arm();
    const int a = cdy_model_find_frame(r.model, "a"), b = cdy_model_find_frame(r.model, "b"),
              tip = cdy_model_find_frame(r.model, "tip"), world = CDY_DISTANCE_WORLD;
    const int frames[] = {0, a, b, tip, world, 0, world};
    cdy_distance_shape list[7];
    static const int looked_at[][2] = {{0, 2}, {0, 3}, {1, 4}, {1, 6}, {2, 4}, {2, 5}, {2, 6}, {3, 4}, {3, 5}, {3, 6}};
    size_t x = 99, y = 99;
    for (int i = 0; i < 7; i++) {
        list[i] = ball_on(frames[i], 0.1, 0);
    }
    cdy_distance_scene *scene = make_scene(&r, list, 7);
    ck_assert_uint_eq(cdy_distance_pair_count(scene), sizeof looked_at / sizeof looked_at[0]);
    ck_assert(!cdy_distance_pair(scene, 10, &x, &y) && x == 99 && y == 99);
    for (size_t i = 0; i < cdy_distance_pair_count(scene); i++) {
        ck_assert(cdy_distance_pair(scene, i, &x, &y));
        ck_assert(x == (size_t)looked_at[i][0] && y == (size_t)looked_at[i][1]);
    }
    cdy_error error = {0};
    ck_assert_ok(cdy_distance_exclude(r.model, scene, world, tip, &error), error);
    ck_assert_ok(cdy_distance_exclude(r.model, scene, 0, b, &error), error);
    ck_assert_uint_eq(cdy_distance_pair_count(scene), 6);
    ck_assert(cdy_distance_pair(scene, 0, &x, &y) && x == 0 && y == 3);
    ck_assert(cdy_distance_pair(scene, 5, &x, &y) && x == 3 && y == 5);
    ck_assert_fails(cdy_distance_exclude(r.model, scene, 0, 99, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_distance_exclude(r.model, NULL, 0, 1, &error), CDY_ERROR_ARGUMENT, error);
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
}
END_TEST

/* base - body, joined by a joint of a type; a ball on each, and one in the world. */
static const struct {
    cdy_joint_type type;
    size_t pairs;
} holds[] = {{CDY_JOINT_REVOLUTE, 1},  {CDY_JOINT_CONTINUOUS, 1}, {CDY_JOINT_PRISMATIC, 1},
             {CDY_JOINT_SPHERICAL, 1}, {CDY_JOINT_PLANAR, 2},     {CDY_JOINT_FLOATING, 2}};

/* A joint holds two bodies at each other, but not where it slides in several directions: such a body can go anywhere.
 */
START_TEST(bodies_that_go_anywhere_have_no_neighbour)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("a", "j", holds[_i].type);
    set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    body.joint.limit = (cdy_limit){true, -3, 3, 10, 1};
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    const cdy_distance_shape list[] = {ball_on(0, 0.3, 0), ball_on(1, 0.2, 0), ball_on(CDY_DISTANCE_WORLD, 0.1, 2)};
    cdy_distance_scene *scene = make_scene(&r, list, 3);
    ck_assert_uint_eq(cdy_distance_pair_count(scene), holds[_i].pairs);
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
}
END_TEST

/* A row of bodies: the joint of each, where it stands in the body before, whether it has mass and a ball, and how many
 * pairs of balls are looked at. */
typedef struct link {
    cdy_joint_type type;
    double place;
    bool mass, ball;
} link;

static const struct {
    const char *what;
    link links[4];
    size_t pairs;
} rows[] = {
    {"two joints with nothing between",
     {{CDY_JOINT_REVOLUTE, 0, false, false}, {CDY_JOINT_REVOLUTE, 0, true, true}},
     0},
    {"nothing between, in one housing",
     {{CDY_JOINT_REVOLUTE, 0.1, false, false}, {CDY_JOINT_REVOLUTE, 0.05, true, true}},
     0},
    {"nothing between, at a distance",
     {{CDY_JOINT_REVOLUTE, 0.1, false, false}, {CDY_JOINT_REVOLUTE, 0.051, true, true}},
     1},
    {"a body with mass between", {{CDY_JOINT_REVOLUTE, 0, true, false}, {CDY_JOINT_REVOLUTE, 0, true, true}}, 1},
    {"a body with a shape between", {{CDY_JOINT_REVOLUTE, 0, false, true}, {CDY_JOINT_REVOLUTE, 0, true, true}}, 1},
    {"three joints in a row",
     {{CDY_JOINT_REVOLUTE, 0, false, false},
      {CDY_JOINT_PRISMATIC, 0, false, false},
      {CDY_JOINT_REVOLUTE, 0, true, true}},
     0},
    {"a plane of two slides",
     {{CDY_JOINT_PRISMATIC, 0, false, false},
      {CDY_JOINT_PRISMATIC, 0, false, false},
      {CDY_JOINT_REVOLUTE, 0, true, true}},
     1},
    {"no mass anywhere", {{CDY_JOINT_REVOLUTE, 1, false, false}, {CDY_JOINT_REVOLUTE, 0, false, true}}, 0},
};

/* Joints in a row with nothing between, as readers make them of a joint with several axes, count as one. */
START_TEST(joints_with_nothing_between_count_as_one)
{
    static const char *const names[] = {"a", "b", "c", "d"}, *const joints[] = {"ja", "jb", "jc", "jd"};
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_distance_shape list[5] = {ball_on(0, 0.3, 0)};
    size_t count = 1;
    for (int i = 0; i < 4 && rows[_i].links[i].type; i++) {
        const link *l = &rows[_i].links[i];
        cdy_body body = make_body(names[i], joints[i], l->type);
        set_inertial(&body, l->mass, 0, 0, 0, (double[6]){l->mass, 0, 0, l->mass, 0, l->mass});
        set_origin(&body, l->place, 0, 0, 0, 0, 0);
        body.joint.limit = (cdy_limit){true, -3, 3, 10, 1};
        add_body(tree, &body, i ? names[i - 1] : "base");
        if (l->ball) {
            list[count++] = ball_on(i + 1, 0.2, 0);
        }
    }
    robot r = make_robot(tree);
    cdy_distance_scene *scene = make_scene(&r, list, count);
    ck_assert_msg(cdy_distance_pair_count(scene) == rows[_i].pairs, "%s: %zu pairs", rows[_i].what,
                  cdy_distance_pair_count(scene));
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
}
END_TEST

/* A hand without mass and shape whose fingers may touch each other is no joint. */
START_TEST(bodies_that_branch_are_no_joint)
{
    cdy_tree *tree = make_tree("base", 9.81);
    const char *names[] = {"hand", "f", "g"}, *joints[] = {"jh", "jf", "jg"};
    for (int i = 0; i < 3; i++) {
        cdy_body body = make_body(names[i], joints[i], CDY_JOINT_CONTINUOUS);
        set_inertial(&body, i > 0, 0, 0, 0, (double[6]){i > 0, 0, 0, i > 0, 0, i > 0});
        add_body(tree, &body, i ? "hand" : "base");
    }
    robot r = make_robot(tree);
    const cdy_distance_shape list[] = {ball_on(0, 0.3, 0), ball_on(2, 0.2, 0), ball_on(3, 0.2, 0)};
    cdy_distance_scene *scene = make_scene(&r, list, 3);
    ck_assert_uint_eq(cdy_distance_pair_count(scene), 3);
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
}
END_TEST

/* A loop between two of the bodies base - a - b - c, with a ball on each but those of `empty`, which have no mass
 * either: the pairs that are left of base-b, base-c and a-c. */
static const struct {
    const char *what, *body, *other;
    unsigned rows;
    int empty; /* bit of a body */
    size_t pairs;
} loops[] = {
    {"a ball joint", "c", "base", CDY_ROWS_BALL, 0, 2},
    {"a weld", "a", "c", CDY_ROWS_WELD, 0, 2},
    {"one that slides along a line", "base", "c", CDY_ROWS_CYLINDRICAL, 0, 2},
    {"one that slides in a plane", "base", "c", CDY_ROWS_PLANE_CONTACT, 0, 3},
    {"one between neighbours", "a", "b", CDY_ROWS_BALL, 0, 3},
    {"one that ends at an empty body: b at the base", "c", "base", CDY_ROWS_WELD, 8, 0},
    {"one that slides as the empty body's joint does not", "c", "base", CDY_ROWS_PRISMATIC, 8, 0},
    {"an empty body between the ends", "c", "base", CDY_ROWS_BALL, 4, 1},
};

/* base - a - b - c, each 0.5 m from the one before and with a ball, but for the empty ones. */
static robot make_loop(int index, cdy_distance_shape *list, size_t *count)
{
    static const char *const names[] = {"base", "a", "b", "c"}, *const joints[] = {"", "ja", "jb", "jc"};
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_error error = {0};
    list[0] = ball_on(0, 0.1, 0);
    *count = 1;
    for (int i = 1; i < 4; i++) {
        const bool empty = loops[index].empty >> i & 1;
        cdy_body body = make_body(names[i], joints[i], CDY_JOINT_CONTINUOUS);
        set_inertial(&body, !empty, 0, 0, 0, (double[6]){!empty, 0, 0, !empty, 0, !empty});
        set_origin(&body, 0.5, 0, 0, 0, 0, 0);
        add_body(tree, &body, names[i - 1]);
        if (!empty) {
            list[(*count)++] = ball_on(i, 0.1, 0);
        }
    }
    const cdy_loop loop = {.body = loops[index].body, .other = loops[index].other, .rows = loops[index].rows};
    ck_assert_ok(cdy_tree_add_loop(tree, &loop, &error), error);
    return make_robot(tree);
}

/* A loop holds its bodies at each other as a joint does. */
START_TEST(bodies_that_a_loop_holds_are_left_out)
{
    cdy_distance_shape list[4];
    size_t count;
    robot r = make_loop(_i, list, &count), other = make_arm();
    cdy_distance_scene *scene = make_scene(&r, list, count);
    cdy_error error = {0};
    ck_assert_ok(cdy_distance_exclude_loops(r.model, scene, r.tree, &error), error);
    ck_assert_msg(cdy_distance_pair_count(scene) == loops[_i].pairs, "%s: %zu pairs", loops[_i].what,
                  cdy_distance_pair_count(scene));
    ck_assert_ok(cdy_distance_exclude_loops(r.model, scene, other.tree, &error), error); /* which has none */
    ck_assert_uint_eq(cdy_distance_pair_count(scene), loops[_i].pairs);
    ck_assert_fails(cdy_distance_exclude_loops(other.model, scene, r.tree, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_distance_exclude_loops(r.model, scene, NULL, &error), CDY_ERROR_ARGUMENT, error);
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
    free_robot(&other);
}
END_TEST

/* Exclusions of the tree are pairs of frames that are not looked at. */
START_TEST(exclusions_of_the_tree_are_left_out)
{
    cdy_distance_shape list[4];
    size_t count, a = 0, b = 0;
    robot r = make_loop(0, list, &count), other = make_arm();
    cdy_distance_scene *scene = make_scene(&r, list, count);
    cdy_error error = {0};
    const size_t before = cdy_distance_pair_count(scene);
    ck_assert_ok(cdy_distance_exclude_listed(r.model, scene, r.tree, &error), error);
    ck_assert_uint_eq(cdy_distance_pair_count(scene), before);
    ck_assert_ok(cdy_tree_add_exclusion(r.tree, "c", "base", &error), error);
    ck_assert_ok(cdy_tree_add_exclusion(r.tree, "c", "base", &error), error);
    ck_assert_fails(cdy_distance_exclude_listed(other.model, scene, r.tree, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_distance_exclude_listed(r.model, scene, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_distance_exclude_listed(r.model, NULL, r.tree, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_uint_eq(cdy_distance_pair_count(scene), before);
    ck_assert_ok(cdy_distance_exclude_listed(r.model, scene, r.tree, &error), error);
    ck_assert_uint_eq(cdy_distance_pair_count(scene), before - 1);
    for (size_t i = 0; cdy_distance_pair(scene, i, &a, &b); i++) {
        ck_assert(!(list[a].frame == 0 && list[b].frame == 3));
    }
    cdy_distance_scene_destroy(scene);
    scene = make_scene(&other, list, 3);
    ck_assert_fails(cdy_distance_exclude_listed(other.model, scene, r.tree, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "excludes 'c', which the model does not have"));
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
    free_robot(&other);
}
END_TEST

/* The arm has no body c. */
START_TEST(loops_of_another_tree_are_refused)
{
    cdy_distance_shape list[4];
    size_t count;
    robot r = make_loop(0, list, &count), other = make_arm();
    cdy_distance_scene *scene = make_scene(&other, list, 3);
    cdy_error error = {0};
    ck_assert_fails(cdy_distance_exclude_loops(other.model, scene, r.tree, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "expected the tree that the model was made of"));
    ck_assert_uint_eq(cdy_distance_pair_count(scene), 1);
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
    free_robot(&other);
}
END_TEST

START_TEST(a_scene_without_pairs_is_infinitely_wide)
{
    robot r = make_arm();
    double gradient[2] = {7, 7};
    cdy_distance_scene *scene = make_scene(&r, NULL, 0);
    const cdy_distance nearest = nearest_at(&r, scene, NULL, gradient);
    ck_assert(!nearest.found && isinf(nearest.separation.distance) && nearest.separation.distance > 0);
    ck_assert_near(gradient, ((double[2]){0, 0}), 2, 0);
    cdy_error error = {0};
    uint64_t seed = 1;
    ck_assert_ok(cdy_distance_all(r.model, r.work, scene, NULL, NULL, &error), error);
    ck_assert_ok(cdy_distance_sample(r.model, r.work, scene, 1, &seed, NULL, &error), error);
    cdy_distance_scene_destroy(scene);
    cdy_distance_scene_destroy(NULL);
    free_robot(&r);
}
END_TEST

/* The ball on the tip touches the one on the base wherever |q1| > 2 acos(0.25), 2.636 rad of 3; the one around the
 * elbow always touches the wall that it goes through, and the wall outside reach never is touched. */
START_TEST(samples_tell_pairs_that_always_and_never_touch)
{
    robot r = make_arm();
    const int b = cdy_model_find_frame(r.model, "b"), tip = cdy_model_find_frame(r.model, "tip");
    const cdy_distance_shape list[] = {ball_on(0, 0.3, 0), ball_on(tip, 0.2, 0), ball_on(b, 1.5, 0),
                                       ball_on(CDY_DISTANCE_WORLD, 0.1, 9)};
    enum { SAMPLES = 20000 };
    cdy_distance_scene *scene = make_scene(&r, list, 4);
    cdy_distance_use uses[MOST_PAIRS];
    cdy_error error = {0};
    uint64_t seed = 3;
    ck_assert_uint_eq(cdy_distance_pair_count(scene), 4); /* 0-1, 0-2, 1-3, 2-3 */
    ck_assert_ok(cdy_distance_sample(r.model, r.work, scene, SAMPLES, &seed, uses, &error), error);
    const double share = 1 - 2 * acos(0.25) / 3;
    ck_assert_near(&(double){(double)uses[0].touches / (double)SAMPLES}, &share, 1, 5 * sqrt(share / (double)SAMPLES));
    ck_assert_uint_eq(uses[1].touches, SAMPLES);
    ck_assert_uint_eq(uses[2].touches, 0);
    ck_assert(uses[2].least >= 9 - 2 - 0.3 - 1e-12 && uses[2].most <= 9 + 2 - 0.3 + 1e-12);
    ck_assert_near(&uses[1].least, &(double){1 - 1.8}, 1, 1e-12);
    ck_assert_near(&uses[1].most, &(double){1 - 1.8}, 1, 1e-12);
    ck_assert_fails(cdy_distance_sample(r.model, r.work, scene, 0, &seed, uses, &error), CDY_ERROR_ARGUMENT, error);
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
}
END_TEST

START_TEST(the_shapes_of_a_tree_are_taken)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("b", "j", CDY_JOINT_REVOLUTE);
    const cdy_shape own[] = {
        {.origin.xyz = {1, 2, 3}, .geometry = {.type = CDY_GEOMETRY_BOX, .size = {1, 2, 3}}},
        {.geometry = {.type = CDY_GEOMETRY_NONE}},
        {.geometry = {.type = CDY_GEOMETRY_SPHERE, .radius = 0.5}},
        {.geometry = {.type = CDY_GEOMETRY_CAPSULE, .radius = 0.5, .length = 2}},
        {.geometry = {.type = CDY_GEOMETRY_CYLINDER, .radius = 0.25, .length = 1}, .origin.rpy = {0, 1.5, 0}},
        {.name = "m", .geometry = {.type = CDY_GEOMETRY_MESH, .mesh = "x.stl", .scale = {1, 1, 1}}}};
    body.collisions = own;
    body.collision_count = 6;
    body.visuals = own + 2;
    body.visual_count = 1;
    add_body(tree, &body, "base");
    cdy_distance_shape list[5];
    size_t count = 0;
    cdy_error error = {0};
    double T[16];
    static const cdy_convex_type types[] = {CDY_CONVEX_BOX, CDY_CONVEX_SPHERE, CDY_CONVEX_CAPSULE, CDY_CONVEX_CYLINDER,
                                            CDY_CONVEX_HULL};
    ck_assert_ok(cdy_distance_shapes_of_tree(tree, false, 0, NULL, &count, &error), error);
    ck_assert_uint_eq(count, 5);
    ck_assert_ok(cdy_distance_shapes_of_tree(tree, false, 5, list, &count, &error), error);
    for (int i = 0; i < 5; i++) {
        ck_assert(list[i].frame == 1 && list[i].convex.type == types[i]);
    }
    ck_assert_near(list[0].convex.size, own[0].geometry.size, 3, 0);
    ck_assert_near(&list[3].convex.radius, &own[4].geometry.radius, 1, 0);
    ck_assert_near(&list[3].convex.length, &own[4].geometry.length, 1, 0);
    cdy_placement_to_matrix(&own[4].origin, T);
    ck_assert_near(list[3].T, T, 16, 0);
    ck_assert_str_eq(list[4].source->geometry.mesh, "x.stl");
    ck_assert_ptr_null(list[4].convex.points);
    ck_assert_ok(cdy_distance_shapes_of_tree(tree, true, 5, list, &count, &error), error);
    ck_assert(count == 1 && list[0].convex.type == CDY_CONVEX_SPHERE);
    ck_assert_fails(cdy_distance_shapes_of_tree(NULL, true, 5, list, &count, &error), CDY_ERROR_ARGUMENT, error);
    cdy_tree_destroy(tree);
}
END_TEST

/* A pair whose distance is too large for a double is passed over by neither, in whichever place it stands. */
START_TEST(a_pair_without_a_distance_is_refused_by_all_calls)
{
    robot r = make_arm();
    cdy_distance_shape list[] = {ball_on(0, 0.3, 0), ball_on(3, 0.2, 0), ball_on(CDY_DISTANCE_WORLD, 0.1, 0)};
    list[2].T[3] = _i ? -1e300 : 1e300;
    cdy_distance_scene *scene = make_scene(&r, list, 3);
    cdy_separation separations[2];
    cdy_distance nearest = {.pair = 77};
    cdy_error error = {0};
    ck_assert_uint_eq(cdy_distance_pair_count(scene), 2);
    ck_assert_fails(cdy_distance_all(r.model, r.work, scene, NULL, separations, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_fails(cdy_distance_nearest(r.model, r.work, scene, NULL, &nearest, NULL, &error), CDY_ERROR_NUMERIC,
                    error);
    ck_assert(nearest.pair == 77);
    cdy_distance_way way;
    ck_assert_fails(cdy_distance_between(r.model, r.work, scene, NULL, (double[2]){1, 1}, NULL, &way, &error),
                    CDY_ERROR_NUMERIC, error);
    uint64_t seed = 1;
    cdy_distance_use uses[2];
    ck_assert_fails(cdy_distance_sample(r.model, r.work, scene, 3, &seed, uses, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_fails(cdy_distance_all(r.model, r.work, scene, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
}
END_TEST

/* A pair that bounding spheres would spare is refused all the same where its shapes are too far away; what is left out
 * is not. */
START_TEST(shapes_that_are_too_far_away_are_refused_in_every_pair)
{
    robot r = make_arm();
    const cdy_distance_shape list[] = {ball_on(0, 0.3, 0), ball_on(3, 0.2, 0), ball_on(CDY_DISTANCE_WORLD, 0.1, 2e7)};
    cdy_distance_scene *scene = make_scene(&r, list, 3);
    cdy_distance nearest = {.pair = 77};
    cdy_distance_way way;
    const cdy_distance_way_options options = {.tolerance = 1e-3, .enough = 0.1, .looks = 100};
    cdy_error error = {0};
    ck_assert_fails(cdy_distance_nearest(r.model, r.work, scene, NULL, &nearest, NULL, &error), CDY_ERROR_NUMERIC,
                    error);
    ck_assert_fails(cdy_distance_between(r.model, r.work, scene, NULL, NULL, &options, &way, &error), CDY_ERROR_NUMERIC,
                    error);
    ck_assert_uint_eq(nearest.pair, 77);
    ck_assert_ok(cdy_distance_exclude(r.model, scene, 3, CDY_DISTANCE_WORLD, &error), error);
    nearest = nearest_at(&r, scene, NULL, NULL);
    ck_assert_near(&nearest.separation.distance, &(double){1.5}, 1, 1e-12);
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
}
END_TEST

/* The bound is that of where shapes are: points far from their frame, whose frame is as far away on the other side,
 * are near; points 6e6 m beyond a frame at 6e6 m are not. */
START_TEST(shapes_are_bounded_by_where_they_are)
{
    const double off = 6e6, points[] = {off, 0, 0, off + 1, 0, 0, off, 1, 0, off, 0, 1};
    const cdy_convex hull = {.type = CDY_CONVEX_HULL, .points = points, .point_count = 4};
    const cdy_convex ball = {.type = CDY_CONVEX_SPHERE, .radius = 0.5};
    double T[16], near[16];
    cdy_separation s;
    cdy_error error = {0};
    memcpy(T, identity, sizeof T);
    memcpy(near, identity, sizeof near);
    near[3] = -2;
    T[3] = -off;
    ck_assert_ok(cdy_distance_convex(&hull, T, &ball, near, &s, &error), error);
    ck_assert_near(&s.distance, &(double){1.5}, 1, 1e-8);
    T[3] = off;
    ck_assert_fails(cdy_distance_convex(&hull, T, &ball, near, &s, &error), CDY_ERROR_NUMERIC, error);
    T[3] = -1.1e7; /* the points are near enough, the frame is not */
    ck_assert_fails(cdy_distance_convex(&hull, T, &ball, near, &s, &error), CDY_ERROR_NUMERIC, error);
}
END_TEST

START_TEST(what_is_wrong_is_refused)
{
    robot r = make_arm(), other = make_robot(random_tree(1, 3, RANDOM_JOINTS_ALL));
    cdy_distance_shape list[] = {ball_on(0, 0.3, 0), ball_on(3, 0.2, 0)};
    cdy_distance_scene *scene = make_scene(&r, list, 2), *none = scene;
    cdy_distance nearest = {.pair = 77};
    cdy_error error = {0};
    const double far[2] = {0, (double)NAN};
    ck_assert_fails(cdy_distance_nearest(r.model, r.work, scene, far, &nearest, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_distance_nearest(other.model, other.work, scene, NULL, &nearest, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "another model"));
    ck_assert_fails(cdy_distance_nearest(r.model, other.work, scene, NULL, &nearest, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert(nearest.pair == 77);
    list[1].frame = 4;
    ck_assert_fails(cdy_distance_scene_create(r.model, list, 2, &none, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_null(none);
    list[1] = ball_on(3, -1, 0);
    ck_assert_fails(cdy_distance_scene_create(r.model, list, 2, &none, &error), CDY_ERROR_ARGUMENT, error);
    list[1].convex = (cdy_convex){.type = CDY_CONVEX_HULL, .points = far, .point_count = SIZE_MAX};
    ck_assert_fails(cdy_distance_scene_create(r.model, list, 2, &none, &error), CDY_ERROR_MEMORY, error);
    list[1].convex.point_count = SIZE_MAX / 3;
    ck_assert_fails(cdy_distance_scene_create(r.model, list, 2, &none, &error), CDY_ERROR_MEMORY, error);
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
    free_robot(&other);
}
END_TEST

/* Where the rate at which a distance changes is no number, nothing is known between the ends. */
START_TEST(ways_without_end_are_refused)
{
    robot r = make_arm();
    const cdy_distance_shape list[2] = {ball_on(3, 0.1, 0), ball_on(CDY_DISTANCE_WORLD, 0.05, 2.2)};
    const double q0[2] = {-8e307, 0}, q1[2] = {8e307, 0};
    cdy_distance_way way;
    cdy_error error = {0};
    cdy_distance_scene *scene = make_scene(&r, list, 2);
    ck_assert_fails(cdy_distance_between(r.model, r.work, scene, q0, q1, NULL, &way, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "a motion is too large to bound its distances"));
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
}
END_TEST

/* The ball at the arm's end, on a circle of 2 m, passes a post beside the circle between two configurations that are
 * far from it: the least distance is hypot(2.2, 0.05) - 2 - 0.15, at half the way. */
START_TEST(a_way_passes_what_its_ends_do_not_see)
{
    robot r = make_arm();
    cdy_distance_shape list[2] = {ball_on(3, 0.1, 0), ball_on(CDY_DISTANCE_WORLD, 0.05, 2.2)};
    const double q0[2] = {-1.2, 0}, q1[2] = {1.2, 0};
    cdy_distance_way way;
    cdy_error error = {0};
    cdy_distance_way_options options = cdy_distance_way_options_default();
    list[1].T[11] = 0.05;
    const double least = hypot(0.2, 0.05) - 0.15;
    cdy_distance_scene *scene = make_scene(&r, list, 2);
    ck_assert(nearest_at(&r, scene, q0, NULL).separation.distance > 2);
    ck_assert(nearest_at(&r, scene, q1, NULL).separation.distance > 2);
    options.tolerance = 1e-5;
    ck_assert_ok(cdy_distance_between(r.model, r.work, scene, q0, q1, &options, &way, &error), error);
    ck_assert(way.found && fabs(way.separation.distance - least) <= 1e-5 && fabs(way.share - 0.5) < 1e-2);
    ck_assert(way.bound <= least && way.bound >= least - 1e-5 - 1e-12 && way.looks < 10000);
    const int needed = way.looks;
    options.looks = 9; /* too few: the bound is true and far away */
    ck_assert_ok(cdy_distance_between(r.model, r.work, scene, q0, q1, &options, &way, &error), error);
    ck_assert(way.looks <= 9 && way.bound <= least && way.separation.distance >= least);
    options = cdy_distance_way_options_default();
    options.enough = 0.02; /* it is known where the way is above that, and what is below is found */
    ck_assert_ok(cdy_distance_between(r.model, r.work, scene, q0, q1, &options, &way, &error), error);
    ck_assert(way.found && way.bound >= 0.02 && way.looks < needed);
    options.enough = 0.1;
    ck_assert_ok(cdy_distance_between(r.model, r.work, scene, q0, q1, &options, &way, &error), error);
    ck_assert(way.found && way.bound >= least - 1e-4 && way.separation.distance <= least + 1e-4);
    options.enough = -10;
    ck_assert_ok(cdy_distance_between(r.model, r.work, scene, q0, q1, &options, &way, &error), error);
    ck_assert(!way.found && isinf(way.separation.distance) && way.bound >= -10);
    ck_assert_ok(cdy_distance_between(r.model, r.work, scene, NULL, NULL, NULL, &way, &error), error);
    ck_assert(way.found && fabs(way.separation.distance - least) <= 1e-12 && fabs(way.bound - least) <= 1e-12 &&
              way.looks == 3);
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
}
END_TEST

/* Looks that do not suffice are used up, and the bound is as near as they allow. Around a ball that is 0.05 m away all
 * the way, no stretch tells more than another: N looks, of which half are lost and the others are in searches that grow
 * twofold, leave 8 / N of the ball's way, 2.4 rad on 2.1 m, at most. Beside a post that is near in the middle alone,
 * most looks go there: stretches grow with the root of their distance from it, and the gap falls with the square of N.
 */
START_TEST(looks_that_do_not_suffice_are_used)
{
    robot r = make_arm();
    const cdy_distance_shape list[2] = {ball_on(3, 0.1, 0), ball_on(CDY_DISTANCE_WORLD, 1.85, 0)};
    const double q0[2] = {-1.2, 0}, q1[2] = {1.2, 0};
    cdy_error error = {0};
    cdy_distance_scene *scene = make_scene(&r, list, 2);
    for (int looks = 3; looks < 20000; looks = looks + 1 + looks / 2) {
        const cdy_distance_way_options options = {.tolerance = 1e-6, .enough = (double)INFINITY, .looks = looks};
        cdy_distance_way way;
        ck_assert_ok(cdy_distance_between(r.model, r.work, scene, q0, q1, &options, &way, &error), error);
        const double gap = way.separation.distance - way.bound;
        ck_assert(fabs(way.separation.distance - 0.05) < 1e-12 && way.bound <= 0.05);
        ck_assert_int_eq(way.looks, looks);
        ck_assert_msg(gap <= 8 * 2.4 * 2.1 / looks, "%d looks: %g m", looks, gap);
    }
    cdy_distance_scene_destroy(scene);
    cdy_distance_shape post[2] = {list[0], ball_on(CDY_DISTANCE_WORLD, 0.05, 2.2)};
    scene = make_scene(&r, post, 2);
    for (int looks = 100; looks < 20000; looks *= 2) {
        const cdy_distance_way_options options = {.tolerance = 1e-9, .enough = (double)INFINITY, .looks = looks};
        cdy_distance_way way;
        ck_assert_ok(cdy_distance_between(r.model, r.work, scene, q0, q1, &options, &way, &error), error);
        const double gap = way.separation.distance - way.bound;
        ck_assert_int_eq(way.looks, looks);
        ck_assert_msg(gap <= 1000.0 / looks / looks, "%d looks: %g m", looks, gap);
    }
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
}
END_TEST

/* Options out of range are refused by their name, and the result stays as it was. */
START_TEST(wrong_options_of_ways_are_refused)
{
    robot r = make_arm();
    const cdy_distance_shape list[2] = {ball_on(3, 0.1, 0), ball_on(CDY_DISTANCE_WORLD, 0.05, 2.2)};
    const struct {
        cdy_distance_way_options options;
        const char *words;
    } wrong[] = {{{.tolerance = 0, .enough = 1, .looks = 100}, "tolerance"},
                 {{.tolerance = -1, .enough = 1, .looks = 100}, "tolerance"},
                 {{.tolerance = (double)NAN, .enough = 1, .looks = 100}, "tolerance"},
                 {{.tolerance = (double)INFINITY, .enough = 1, .looks = 100}, "tolerance"},
                 {{.tolerance = 1, .enough = (double)NAN, .looks = 100}, "enough"},
                 {{.tolerance = 1, .enough = 1, .looks = 2}, "looked at 2 times"},
                 {{.tolerance = 1, .enough = 1, .looks = 1000001}, "looked at 1000001 times"}};
    const double far[2] = {(double)NAN, 0};
    cdy_distance_scene *scene = make_scene(&r, list, 2);
    cdy_distance_way way = {.looks = 77};
    cdy_error error = {0};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_fails(cdy_distance_between(r.model, r.work, scene, NULL, NULL, &wrong[i].options, &way, &error),
                        CDY_ERROR_ARGUMENT, error);
        ck_assert_msg(strstr(error.text, wrong[i].words) != NULL, "%s", error.text);
    }
    ck_assert_fails(cdy_distance_between(r.model, r.work, scene, far, NULL, NULL, &way, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_distance_between(r.model, r.work, scene, NULL, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_int_eq(way.looks, 77);
    cdy_distance_scene_destroy(scene);
    free_robot(&r);
}
END_TEST

/* Every allocation that fails is told and leaks nothing; measuring needs none. */
START_TEST(only_making_a_scene_takes_memory)
{
    if (!heap_is_counted()) {
        return;
    }
    uint64_t state = 5;
    robot r = make_robot(random_tree(2, 6, RANDOM_JOINTS_ALL));
    shapes s;
    double gradient[MOST];
    cdy_separation all[MOST_PAIRS];
    cdy_distance_use uses[MOST_PAIRS];
    cdy_distance_scene *scene = NULL;
    cdy_distance nearest;
    cdy_distance_way way;
    cdy_error error = {0};
    draw_shapes(&state, r.model, MOST_SHAPES, true, &s);
    const size_t live = heap_count().live;
    size_t failures = 0;
    for (bool failed = true; failed; failures += failed) {
        heap_fail_at(failures + 1);
        const cdy_status status = cdy_distance_scene_create(r.model, s.list, s.count, &scene, &error);
        failed = heap_has_failed();
        heap_fail_at(0);
        ck_assert(status == (failed ? CDY_ERROR_MEMORY : CDY_OK) && (scene == NULL) == failed);
        ck_assert(!failed || heap_count().live == live);
    }
    ck_assert_uint_ge(failures, 9);
    const size_t calls = heap_count().calls;
    cdy_status status = cdy_distance_nearest(r.model, r.work, scene, NULL, &nearest, gradient, &error);
    status = status ? status : cdy_distance_all(r.model, r.work, scene, NULL, all, &error);
    status = status ? status : cdy_distance_sample(r.model, r.work, scene, 20, &state, uses, &error);
    status = status ? status : cdy_distance_between(r.model, r.work, scene, NULL, NULL, NULL, &way, &error);
    ck_assert_uint_eq(heap_count().calls, calls);
    ck_assert_int_eq(status, CDY_OK);
    cdy_distance_scene_destroy(scene);
    ck_assert_uint_eq(heap_count().live, live);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("distances");
    TCase *tests = tcase_create("distances");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, a_scene_has_the_distances_of_its_pairs, 0, TREES);
    tcase_add_loop_test(tests, the_gradient_is_the_derivative_of_the_distance, 0, TREES);
    tcase_add_loop_test(tests, no_sample_of_a_way_is_below_its_bound, 0, TREES);
    tcase_add_test(tests, a_way_passes_what_its_ends_do_not_see);
    tcase_add_test(tests, ways_without_end_are_refused);
    tcase_add_test(tests, looks_that_do_not_suffice_are_used);
    tcase_add_test(tests, wrong_options_of_ways_are_refused);
    tcase_add_test(tests, an_arm_folds_onto_its_base);
    tcase_add_test(tests, bodies_that_a_joint_connects_are_left_out);
    tcase_add_loop_test(tests, bodies_that_go_anywhere_have_no_neighbour, 0, sizeof holds / sizeof *holds);
    tcase_add_loop_test(tests, joints_with_nothing_between_count_as_one, 0, sizeof rows / sizeof *rows);
    tcase_add_test(tests, bodies_that_branch_are_no_joint);
    tcase_add_loop_test(tests, bodies_that_a_loop_holds_are_left_out, 0, sizeof loops / sizeof *loops);
    tcase_add_test(tests, exclusions_of_the_tree_are_left_out);
    tcase_add_test(tests, loops_of_another_tree_are_refused);
    tcase_add_test(tests, a_scene_without_pairs_is_infinitely_wide);
    tcase_add_test(tests, samples_tell_pairs_that_always_and_never_touch);
    tcase_add_test(tests, the_shapes_of_a_tree_are_taken);
    tcase_add_test(tests, what_is_wrong_is_refused);
    tcase_add_loop_test(tests, a_pair_without_a_distance_is_refused_by_all_calls, 0, 2);
    tcase_add_test(tests, shapes_that_are_too_far_away_are_refused_in_every_pair);
    tcase_add_test(tests, shapes_are_bounded_by_where_they_are);
    tcase_add_test(tests, only_making_a_scene_takes_memory);
    return run_suites(suite, NULL);
}
