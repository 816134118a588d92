/* Maps of reach: closed forms of planar arms, wrists and SCARA robots, and what does not change a map. */
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/configuration.h>
#include <condyle/manipulability.h>
#include <condyle/reach.h>
#include <math.h>
#include <string.h>

enum { CELLS = 512, LEVEL = CDY_ROW_VX | CDY_ROW_VY };

static const double one_direction = 1 / (double)CDY_REACH_DIRECTIONS;

static void add_link(cdy_tree *tree, const char *name, const char *parent, cdy_joint_type type, const double axis[3],
                     const double at[3])
{
    char joint[40] = "joint of ";
    cdy_body link = make_body(name, strncat(joint, name, 20), type);
    set_axis(&link, axis[0], axis[1], axis[2]);
    set_origin(&link, at[0], at[1], at[2], 0, 0, 0);
    if (type == CDY_JOINT_PRISMATIC) {
        link.joint.limit = (cdy_limit){true, -0.2, 0.2, 100, 1};
    }
    add_body(tree, &link, parent);
}

static const double x_axis[3] = {1, 0, 0}, y_axis[3] = {0, 1, 0}, z_axis[3] = {0, 0, 1}, nowhere[3] = {0};

/* Two links of l and k m that turn about z, 0.25 m above the base. */
static robot make_level_arm(double l)
{
    cdy_tree *tree = make_tree("base", 9.81);
    add_link(tree, "upper", "base", CDY_JOINT_REVOLUTE, z_axis, (const double[3]){0, 0, 0.25});
    add_link(tree, "lower", "upper", CDY_JOINT_REVOLUTE, z_axis, (const double[3]){l, 0, 0});
    return make_robot(tree);
}

/* An arm whose base is turned by `yaw` about its first joint, with a wrist whose axes meet in one point. */
static robot make_wrist_arm(double yaw)
{
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body turn = make_body("turn", "waist", CDY_JOINT_CONTINUOUS);
    set_axis(&turn, 0, 0, 1);
    set_origin(&turn, 0, 0, 0.4, 0, 0, yaw);
    add_body(tree, &turn, "base");
    add_link(tree, "upper", "turn", CDY_JOINT_CONTINUOUS, y_axis, nowhere);
    add_link(tree, "lower", "upper", CDY_JOINT_CONTINUOUS, y_axis, (const double[3]){0.5, 0, 0});
    add_link(tree, "roll", "lower", CDY_JOINT_CONTINUOUS, x_axis, (const double[3]){0.4, 0, 0});
    add_link(tree, "pitch", "roll", CDY_JOINT_CONTINUOUS, y_axis, nowhere);
    add_link(tree, "tool", "pitch", CDY_JOINT_CONTINUOUS, z_axis, nowhere);
    return make_robot(tree);
}

static int frame_of(const robot *r, const char *name)
{
    return cdy_model_find_frame(r->model, name);
}

static size_t map_of(const robot *r, const cdy_reach_point *point, size_t samples, double size, cdy_reach_cell *cells)
{
    cdy_capacity_options options = cdy_capacity_options_default();
    cdy_error error = {0};
    size_t count = 0;
    options.samples = samples;
    ck_assert_ok(cdy_reach_map(r->model, point, &options, size, CELLS, cells, &count, &error), error);
    return count;
}

/* l k |sin q2| at the end of the second link, at a radius. */
static double measure_at(double l, double k, double radius)
{
    const double c = (radius * radius - l * l - k * k) / (2 * l * k);
    return l * k * sqrt(fmax(1 - c * c, 0));
}

START_TEST(a_level_arm_reaches_its_annulus)
{
    enum { SAMPLES = 20000, PARTS = 1000 };
    const double l = 0.8, k = 0.5, size = 0.1;
    cdy_reach_cell cells[CELLS];
    robot r = make_level_arm(l);
    const cdy_reach_point point = {.frame = frame_of(&r, "lower"), .point = {k}, .rows = LEVEL};
    const size_t count = map_of(&r, &point, SAMPLES, size, cells);
    unsigned long long samples = 0;
    ck_assert_uint_eq(count, 10); /* radii from 0.3 to 1.3 m */
    for (size_t i = 0; i < count; i++) {
        double least = HUGE_VAL, largest = 0;
        for (int part = 0; part <= PARTS; part++) {
            const double m = measure_at(l, k, cells[i].radius + size * ((double)part / (double)PARTS - 0.5));
            least = fmin(least, m);
            largest = fmax(largest, m);
        }
        samples += cells[i].samples;
        ck_assert_near(&cells[i].radius, &(double){0.35 + 0.1 * (double)i}, 1, 1e-12);
        ck_assert_near(&cells[i].height, &(double){0.25}, 1, 1e-12);
        ck_assert(cells[i].least_manipulability > 0.999 * least - 1e-12);
        ck_assert(cells[i].least_manipulability < 1.02 * least + 0.02);
        ck_assert(cells[i].largest_manipulability < 1.001 * largest);
        ck_assert(cells[i].largest_manipulability > 0.98 * largest);
        ck_assert_near(&cells[i].dexterity, &one_direction, 1, 1e-15);
    }
    ck_assert_uint_eq(samples, SAMPLES);
    ck_assert_near(&cells[count - 1].farthest, &(double){hypot(l + k, 0.25)}, 1, 1e-5);
    free_robot(&r);
}
END_TEST

/* A level arm moves its end in a plane: of the three linear components it has no measure. */
START_TEST(the_usual_components_are_linear)
{
    cdy_reach_cell cells[CELLS], linear[CELLS];
    robot flat = make_level_arm(0.8), arm = make_wrist_arm(0);
    cdy_reach_point point = {.frame = frame_of(&flat, "lower"), .point = {0.5}};
    size_t count = map_of(&flat, &point, 500, 0.1, cells);
    for (size_t i = 0; i < count; i++) {
        ck_assert(cells[i].largest_manipulability <= 0);
    }
    point = (cdy_reach_point){.frame = frame_of(&arm, "tool"), .point = {0.1}};
    count = map_of(&arm, &point, 500, 0.1, cells);
    point.rows = CDY_ROWS_LINEAR;
    ck_assert_uint_eq(map_of(&arm, &point, 500, 0.1, linear), count);
    ck_assert(cells[count / 2].largest_manipulability > 0);
    ck_assert_int_eq(memcmp(cells, linear, count * sizeof *cells), 0);
    free_robot(&flat);
    free_robot(&arm);
}
END_TEST

/* One pose has the measure of a frame that is welded where the point is. */
START_TEST(the_measure_is_that_of_manipulability)
{
    const unsigned rows[] = {CDY_ROWS_LINEAR, CDY_ROWS_ALL, CDY_ROWS_ANGULAR, CDY_ROW_VX | CDY_ROW_WZ};
    const double at[3] = {0.1, -0.2, 0.3};
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_error error = {0};
    add_link(tree, "a", "base", CDY_JOINT_CONTINUOUS, z_axis, nowhere);
    add_link(tree, "b", "a", CDY_JOINT_CONTINUOUS, y_axis, (const double[3]){0.2, 0, 0.5});
    add_link(tree, "c", "b", CDY_JOINT_CONTINUOUS, x_axis, (const double[3]){0.4, 0, 0.1});
    add_link(tree, "d", "c", CDY_JOINT_CONTINUOUS, y_axis, (const double[3]){0.3, 0.1, 0});
    add_link(tree, "tip", "d", CDY_JOINT_FIXED, z_axis, at);
    robot r = make_robot(tree);
    cdy_capacity_options options = cdy_capacity_options_default();
    options.samples = 1;
    for (options.seed = 0; options.seed < 40; options.seed++) {
        cdy_reach_point point = {
            .frame = frame_of(&r, "d"), .point = {at[0], at[1], at[2]}, .rows = rows[options.seed % 4]};
        cdy_reach_cell cell;
        cdy_manipulability_measures expected;
        double q[4], T[16];
        size_t count = 0;
        uint64_t seed = options.seed;
        ck_assert_ok(cdy_reach_map(r.model, &point, &options, 0.1, 1, &cell, &count, &error), error);
        cdy_random_configuration(r.model, &seed, q);
        ck_assert_ok(
            cdy_manipulability(r.model, r.work, frame_of(&r, "tip"), CDY_AXES_BASE, point.rows, q, &expected, &error),
            error);
        ck_assert_ok(cdy_get_transform(r.model, r.work, frame_of(&r, "tip"), 0, q, T, &error), error);
        ck_assert_near(&cell.least_manipulability, &expected.measure, 1, 1e-13);
        ck_assert_near(&cell.largest_manipulability, &expected.measure, 1, 1e-13);
        ck_assert_near(&cell.farthest, &(double){hypot(hypot(T[3], T[7]), T[11])}, 1, 1e-13);
        ck_assert_near(&cell.dexterity, &one_direction, 1, 1e-15);
        ck_assert(cell.samples == 1 && fabs(cell.height - T[11]) <= 0.05 &&
                  fabs(cell.radius - hypot(T[3], T[7])) <= 0.05);
    }
    free_robot(&r);
}
END_TEST

/* At the point in which the axes of the wrist meet the tool turns everywhere. */
START_TEST(a_wrist_turns_everywhere)
{
    cdy_reach_cell cells[CELLS];
    robot r = make_wrist_arm(0);
    const cdy_reach_point point = {.frame = frame_of(&r, "tool")};
    const size_t count = map_of(&r, &point, 60000, 0.2, cells);
    int full = 0;
    for (size_t i = 0; i < count; i++) {
        ck_assert(cells[i].dexterity > 0 && cells[i].dexterity <= 1);
        ck_assert(cells[i].samples < 2000 || cells[i].dexterity > 0.97);
        full += cells[i].dexterity >= 1;
    }
    ck_assert_int_gt(full, 5);
    free_robot(&r);
}
END_TEST

/* The z axis of a SCARA's tool points up, or down where its flange is turned by half a turn, to the digits of files. */
START_TEST(a_scara_has_one_direction)
{
    cdy_reach_cell cells[CELLS];
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body flange = make_body("flange", "weld", CDY_JOINT_FIXED);
    add_link(tree, "upper", "base", CDY_JOINT_CONTINUOUS, z_axis, nowhere);
    add_link(tree, "lower", "upper", CDY_JOINT_CONTINUOUS, z_axis, (const double[3]){0.3, 0, 0});
    add_link(tree, "quill", "lower", CDY_JOINT_PRISMATIC, z_axis, (const double[3]){0.25, 0, 0});
    add_link(tree, "tool", "quill", CDY_JOINT_CONTINUOUS, z_axis, nowhere);
    set_origin(&flange, 0, 0, 0, 3.14159, 0, 0);
    add_body(tree, &flange, "tool");
    robot r = make_robot(tree);
    for (int turned = 0; turned < 2; turned++) {
        const cdy_reach_point point = {.frame = frame_of(&r, turned ? "flange" : "tool"), .point = {0.02, 0, 0}};
        const size_t count = map_of(&r, &point, 5000, 0.1, cells);
        ck_assert_uint_ge(count, 20);
        for (size_t i = 0; i < count; i++) {
            ck_assert_near(&cells[i].dexterity, &one_direction, 1, 1e-15);
        }
    }
    free_robot(&r);
}
END_TEST

/* A cap has the height 2 / 86 of a sphere of radius 1, as every part the area 4 pi / 86. */
START_TEST(caps_are_as_large_as_other_parts)
{
    cdy_reach_cell cells[CELLS];
    cdy_tree *tree = make_tree("base", 9.81);
    add_link(tree, "arm", "base", CDY_JOINT_CONTINUOUS, z_axis, nowhere);
    robot r = make_robot(tree);
    for (int i = 0; i < 4; i++) {
        const double z = 1 - (i < 2 ? 0.999 : 1.001) * 2 * one_direction;
        const cdy_reach_point point = {.frame = frame_of(&r, "arm"), .axis = {sqrt(1 - z * z), 0, i % 2 ? z : -z}};
        ck_assert_uint_eq(map_of(&r, &point, 1000, 0.1, cells), 1);
        ck_assert_near(&cells[0].dexterity, &(double){i < 2 ? one_direction : 12 * one_direction}, 1, 1e-15);
    }
    free_robot(&r);
}
END_TEST

/* A link that turns about the base's z axis has one direction off the axis, whatever the joint does; on the axis, where
 * azimuths are counted from x, it has those that it turns to. */
START_TEST(azimuths_are_counted_from_outward)
{
    static const double axes[][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 2, 0}, {0, -1, 0}, {1, 0, 1}, {0, 0, -3}};
    cdy_reach_cell cells[CELLS];
    cdy_tree *tree = make_tree("base", 9.81);
    add_link(tree, "arm", "base", CDY_JOINT_CONTINUOUS, z_axis, nowhere);
    robot r = make_robot(tree);
    for (int i = 0; i < 6; i++) {
        cdy_reach_point point = {.frame = frame_of(&r, "arm"), .point = {0.35}};
        memcpy(point.axis, axes[i], sizeof point.axis);
        ck_assert_uint_eq(map_of(&r, &point, 1000, 0.1, cells), 1);
        ck_assert_near(&cells[0].dexterity, &one_direction, 1, 1e-15);
        point.point[0] = 0;
        ck_assert_uint_eq(map_of(&r, &point, 1000, 0.1, cells), 1);
        ck_assert_near(&cells[0].dexterity, &(double){i == 5 ? one_direction : 12 * one_direction}, 1, 1e-15);
    }
    free_robot(&r);
}
END_TEST

/* What turns the robot about the base's z axis does not change the map. */
START_TEST(turning_the_first_joint_changes_nothing)
{
    cdy_reach_cell cells[CELLS], turned[CELLS];
    robot r = make_wrist_arm(0);
    const cdy_reach_point point = {.frame = frame_of(&r, "tool"), .point = {0.03, 0.02, 0.1}, .axis = {1, 2, 3}};
    const size_t count = map_of(&r, &point, 3000, 0.1, cells);
    for (int i = 1; i < 8; i++) {
        robot other = make_wrist_arm(0.8 * i);
        ck_assert_uint_eq(map_of(&other, &point, 3000, 0.1, turned), count);
        for (size_t k = 0; k < count; k++) {
            ck_assert_uint_eq(cells[k].samples, turned[k].samples);
            ck_assert_near(&cells[k].radius, &turned[k].radius, 5, 1e-12); /* to largest_manipulability */
            ck_assert_near(&cells[k].dexterity, &turned[k].dexterity, 1, 1e-12);
        }
        free_robot(&other);
    }
    free_robot(&r);
}
END_TEST

START_TEST(maps_are_those_of_their_seed)
{
    cdy_reach_cell cells[CELLS], again[CELLS];
    cdy_error error = {0};
    robot r = make_wrist_arm(0);
    const cdy_reach_point point = {.frame = frame_of(&r, "tool"), .point = {0.1}};
    cdy_capacity_options options = cdy_capacity_options_default();
    options.samples = 3000;
    const size_t count = map_of(&r, &point, options.samples, 0.1, cells);
    size_t other = 0;
    options.threads = 3;
    ck_assert_ok(cdy_reach_map(r.model, &point, &options, 0.1, CELLS, again, &other, &error), error);
    ck_assert_uint_eq(other, count);
    ck_assert_int_eq(memcmp(cells, again, count * sizeof *cells), 0);
    options.seed = 5;
    ck_assert_ok(cdy_reach_map(r.model, &point, &options, 0.1, CELLS, again, &other, &error), error);
    ck_assert(other != count || memcmp(cells, again, count * sizeof *cells) != 0);
    free_robot(&r);
}
END_TEST

/* The poses of a smaller map are the first of a larger one. */
START_TEST(maps_grow_with_their_samples)
{
    cdy_reach_cell cells[CELLS], more[CELLS];
    robot r = make_wrist_arm(0);
    const cdy_reach_point point = {.frame = frame_of(&r, "tool"), .point = {0.1}};
    const size_t count = map_of(&r, &point, 1000, 0.1, cells), larger = map_of(&r, &point, 20000, 0.1, more);
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < larger; k++) {
            if (fabs(cells[i].radius - more[k].radius) < 1e-9 && fabs(cells[i].height - more[k].height) < 1e-9) {
                ck_assert(more[k].samples >= cells[i].samples && more[k].dexterity >= cells[i].dexterity);
                ck_assert(more[k].farthest >= cells[i].farthest);
                ck_assert(more[k].least_manipulability <= cells[i].least_manipulability);
                found++;
            }
        }
    }
    ck_assert_uint_eq(found, count);
    free_robot(&r);
}
END_TEST

START_TEST(wrong_maps_of_reach_are_refused)
{
    cdy_reach_cell cells[CELLS];
    cdy_error error = {0};
    size_t count = 0;
    robot r = make_level_arm(0.8);
    const int lower = frame_of(&r, "lower");
    const cdy_reach_point good = {.frame = lower, .point = {0.5}};
    const cdy_reach_point points[] = {
        {.frame = 99},
        {.frame = -1},
        {.frame = lower, .point = {0, (double)NAN}},
        {.frame = lower, .axis = {HUGE_VAL}},
        {.frame = lower, .axis = {0, 0, (double)NAN}},
        {.frame = lower, .rows = 64},
    };
    const double sizes[] = {0, -1, (double)NAN, HUGE_VAL, 1e-320};
    cdy_capacity_options few = cdy_capacity_options_default();
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        ck_assert_fails(cdy_reach_map(r.model, &points[i], NULL, 0.1, CELLS, cells, &count, &error), CDY_ERROR_ARGUMENT,
                        error);
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ck_assert_fails(cdy_reach_map(r.model, &good, NULL, sizes[i], CELLS, cells, &count, &error), CDY_ERROR_ARGUMENT,
                        error);
    }
    ck_assert_msg(strstr(error.text, "and the point is ") != NULL, "%s", error.text);
    ck_assert_fails(cdy_reach_map(r.model, &good, NULL, 0.1, 3, cells, &count, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_uint_eq(count, 10);
    ck_assert_fails(cdy_reach_map(r.model, &good, NULL, 0.1, 3, NULL, &count, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_reach_map(r.model, NULL, NULL, 0.1, 3, cells, &count, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_reach_map(NULL, &good, NULL, 0.1, 3, cells, &count, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_reach_map(r.model, &good, NULL, 0.1, 3, cells, NULL, &error), CDY_ERROR_ARGUMENT, error);
    few.samples = 0;
    ck_assert_fails(cdy_reach_map(r.model, &good, &few, 0.1, CELLS, cells, &count, &error), CDY_ERROR_ARGUMENT, error);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("reach");
    TCase *tests = tcase_create("maps of reach");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, a_level_arm_reaches_its_annulus);
    tcase_add_test(tests, the_usual_components_are_linear);
    tcase_add_test(tests, the_measure_is_that_of_manipulability);
    tcase_add_test(tests, a_wrist_turns_everywhere);
    tcase_add_test(tests, a_scara_has_one_direction);
    tcase_add_test(tests, caps_are_as_large_as_other_parts);
    tcase_add_test(tests, azimuths_are_counted_from_outward);
    tcase_add_test(tests, turning_the_first_joint_changes_nothing);
    tcase_add_test(tests, maps_are_those_of_their_seed);
    tcase_add_test(tests, maps_grow_with_their_samples);
    tcase_add_test(tests, wrong_maps_of_reach_are_refused);
    return run_suites(suite, NULL);
}
