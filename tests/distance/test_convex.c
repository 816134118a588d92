/* Distances of convex shapes: formulas, bounds from both sides, symmetry, motions, shapes without size. */
#include "support/compare.h"
#include "support/convex_shapes.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

enum { PAIRS = UNLESS_WATCHED(800, 40), KINDS = CONVEX_TYPES * (CONVEX_TYPES + 1) / 2 };

static const double identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

static cdy_separation distance_of(const placed_convex *a, const placed_convex *b)
{
    cdy_error error = {0};
    cdy_separation s;
    ck_assert_ok(cdy_distance_convex(&a->shape, a->T, &b->shape, b->T, &s, &error), error);
    return s;
}

/* The pair of types number `kind` of all unordered ones. */
static void draw_pair(uint64_t *state, int kind, double spread, placed_convex *a, placed_convex *b)
{
    int first = 0, rest = kind;
    while (rest >= CONVEX_TYPES - first) {
        rest -= CONVEX_TYPES - first;
        first++;
    }
    const bool turned = draw_below(state, 2);
    draw_convex(state, (cdy_convex_type)(turned ? first + rest : first), spread, a);
    draw_convex(state, (cdy_convex_type)(turned ? first : first + rest), spread, b);
}

static double dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* How far a pair of shapes is apart in a direction: negative where their shadows overlap by so much. */
static double gap_along(const placed_convex *a, const placed_convex *b, const double n[3])
{
    const double back[3] = {-n[0], -n[1], -n[2]};
    return -convex_reach(b, back) - convex_reach(a, n);
}

static bool has_no_rim(const placed_convex *a)
{
    return a->shape.type != CDY_CONVEX_CYLINDER;
}

/* The normal proves the distance from below: the shapes' shadows on it are so far apart. The points prove it from
 * above: they lie on the shapes. (Of hulls a point is known to lie inside if it does not reach over the plane.) */
START_TEST(points_and_normal_prove_the_distance)
{
    uint64_t state = (uint64_t)_i + 1;
    for (int i = 0; i < PAIRS; i++) {
        placed_convex a, b;
        draw_pair(&state, _i, 0.5, &a, &b);
        const cdy_separation s = distance_of(&a, &b);
        const bool smooth = has_no_rim(&a) && has_no_rim(&b);
        const double tolerance = smooth ? 1e-12 : 1e-7, place = smooth ? 1e-12 : 1e-5;
        double step[3];
        ck_assert_near(&(double){dot3(s.normal, s.normal)}, &(double){1}, 1, 1e-13);
        for (int k = 0; k < 3; k++) {
            step[k] = s.on_a[k] + s.distance * s.normal[k];
        }
        ck_assert_near(step, s.on_b, 3, 1e-13);
        ck_assert_near(&(double){gap_along(&a, &b, s.normal)}, &s.distance, 1, tolerance);
        ck_assert_near(&(double){convex_reach(&a, s.normal)}, &(double){dot3(s.on_a, s.normal)}, 1, tolerance);
        ck_assert(outside_convex(&a, s.on_a) <= place);
        ck_assert(outside_convex(&b, s.on_b) <= place);
    }
}
END_TEST

/* Of overlapping shapes no other direction, far or near, parts them by a shorter step. */
START_TEST(no_direction_is_shorter_than_the_depth)
{
    uint64_t state = (uint64_t)_i + 100;
    for (int i = 0; i < PAIRS; i++) {
        placed_convex a, b;
        draw_pair(&state, _i, 0.2, &a, &b);
        const cdy_separation s = distance_of(&a, &b);
        for (int k = 0; k < 60; k++) {
            double n[3];
            draw_array(&state, k % 2 ? 1 : pow(10, draw(&state, -6, 0)), n, 3);
            for (int j = 0; j < 3 && k % 2 == 0; j++) {
                n[j] += s.normal[j];
            }
            const double length = sqrt(dot3(n, n));
            for (int j = 0; j < 3; j++) {
                n[j] /= length;
            }
            ck_assert_msg(gap_along(&a, &b, n) <= s.distance + 1e-7, "%g along a direction, more than %g by %g",
                          gap_along(&a, &b, n), s.distance, gap_along(&a, &b, n) - s.distance);
        }
    }
}
END_TEST

/* The largest gap of two boxes along a normal of a face or of two edges: where it is negative, the depth. */
static double gap_of_boxes(const placed_convex *a, const placed_convex *b)
{
    double most = -HUGE_VAL;
    for (int i = 0; i < 15; i++) {
        double u[3], v[3], n[3];
        for (int k = 0; k < 3; k++) {
            u[k] = i < 6 ? (i < 3 ? a : b)->T[4 * k + i % 3] : a->T[4 * k + (i - 6) / 3];
            v[k] = b->T[4 * k + i % 3];
        }
        for (int k = 0; k < 3; k++) {
            const int l = (k + 1) % 3, m = (k + 2) % 3;
            n[k] = i < 6 ? u[k] : u[l] * v[m] - u[m] * v[l];
        }
        const double length = sqrt(dot3(n, n)), sign = 1 / length;
        for (int side = -1; side < 2 && length > 1e-6; side += 2) {
            most = fmax(most, gap_along(a, b, (double[]){side * sign * n[0], side * sign * n[1], side * sign * n[2]}));
        }
    }
    return most;
}

/* Overlapping boxes are parted along one of fifteen axes. In the first pair the least axis is opposite to another that
 * a search finds first, but for rounding. */
START_TEST(boxes_are_as_deep_as_one_of_fifteen_axes)
{
    enum { BOXES = UNLESS_WATCHED(20000, 200) };
    placed_convex a = {
        .shape = {.type = CDY_CONVEX_BOX, .size = {0.55830438929265702, 0.41634892219811831, 0.10630009771810933}},
        .T = {0.14963847810981057, 0.98498616033943953, -0.086084782678168048, -0.26851542988924632,
              -0.56558842908543416, 0.15668618195058714, 0.8096660850439632, -0.054133116427935113, 0.81099818418640757,
              -0.072468643740001004, 0.58054305690520003, 0.19102863237105011, 0, 0, 0, 1}};
    placed_convex b = {
        .shape = {.type = CDY_CONVEX_BOX, .size = {0.56030673813335807, 0.49923169337648343, 0.31139588986457378}},
        .T = {-0.95355211675046281, -0.16264176533566477, -0.25354687300223427, -0.2244983787394825,
              -0.15323546880815109, 0.98656999847805826, -0.056555540861618916, -0.076617269126872001,
              0.25934003111717768, -0.015076281753225881, -0.96566839753024913, 0.2237818145836476, 0, 0, 0, 1}};
    uint64_t state = 3;
    int deep = 0;
    for (int i = 0; i < BOXES; i++) {
        const double expected = gap_of_boxes(&a, &b), distance = distance_of(&a, &b).distance;
        ck_assert(expected > 1e-9 ? distance >= expected - 1e-12 : fabs(distance - expected) < 1e-9);
        deep += expected < 0;
        draw_convex(&state, CDY_CONVEX_BOX, 0.3, &a);
        draw_convex(&state, CDY_CONVEX_BOX, 0.3, &b);
    }
    ck_assert_int_gt(deep, BOXES / 3);
}
END_TEST

/* Meshes have corners that stand twice, apart by rounding: boxes as hulls of 16 points are as deep as boxes. */
START_TEST(corners_that_stand_twice_change_no_depth)
{
    enum { BOXES = UNLESS_WATCHED(4000, 100) };
    uint64_t state = 11;
    int deep = 0;
    for (int i = 0; i < BOXES; i++) {
        placed_convex boxes[2], hulls[2];
        for (int k = 0; k < 2; k++) {
            draw_convex(&state, CDY_CONVEX_BOX, 0.2, &boxes[k]);
            hulls[k] = boxes[k];
            for (int c = 0; c < 16; c++) {
                for (int x = 0; x < 3; x++) {
                    const double side = (c >> x) & 1 ? 0.5 : -0.5, apart = c < 8 ? 0 : draw(&state, -1, 1);
                    hulls[k].points[3 * c + x] = side * boxes[k].shape.size[x] + 1e-13 * apart;
                }
            }
            hulls[k].shape = (cdy_convex){.type = CDY_CONVEX_HULL, .points = hulls[k].points, .point_count = 16};
        }
        const double expected = gap_of_boxes(&boxes[0], &boxes[1]);
        if (expected < 0) {
            ck_assert_double_eq_tol(distance_of(&hulls[0], &hulls[1]).distance, expected, 1e-9);
            deep++;
        }
    }
    ck_assert_int_gt(deep, BOXES / 3);
}
END_TEST

START_TEST(the_order_of_shapes_does_not_matter)
{
    uint64_t state = (uint64_t)_i + 200;
    for (int i = 0; i < PAIRS; i++) {
        placed_convex a, b;
        draw_pair(&state, _i, 0.4, &a, &b);
        const cdy_separation s = distance_of(&a, &b), t = distance_of(&b, &a);
        ck_assert_near(&s.distance, &t.distance, 1, has_no_rim(&a) && has_no_rim(&b) ? 1e-12 : 1e-7);
    }
}
END_TEST

START_TEST(motions_of_both_shapes_change_nothing)
{
    uint64_t state = (uint64_t)_i + 300;
    for (int i = 0; i < PAIRS; i++) {
        placed_convex a, b;
        double motion[16], T[16];
        draw_pair(&state, _i, 0.4, &a, &b);
        const cdy_separation s = distance_of(&a, &b);
        draw_transform(&state, 3, motion);
        compose_transforms(motion, a.T, T);
        memcpy(a.T, T, sizeof T);
        compose_transforms(motion, b.T, T);
        memcpy(b.T, T, sizeof T);
        const cdy_separation t = distance_of(&a, &b);
        ck_assert_near(&s.distance, &t.distance, 1, has_no_rim(&a) && has_no_rim(&b) ? 1e-12 : 1e-7);
    }
}
END_TEST

static placed_convex make_convex(cdy_convex shape, double x, double y, double z)
{
    placed_convex c = {.shape = shape};
    memcpy(c.T, identity, sizeof identity);
    c.T[3] = x;
    c.T[7] = y;
    c.T[11] = z;
    return c;
}

static void expect(const placed_convex *a, const placed_convex *b, double distance, double x, double y, double z,
                   double tolerance)
{
    const cdy_separation s = distance_of(a, b);
    ck_assert_near(&s.distance, &distance, 1, tolerance);
    ck_assert_near(s.normal, ((double[3]){x, y, z}), 3, fmax(tolerance, 1e-5));
}

START_TEST(simple_pairs_have_the_distances_of_geometry)
{
    const cdy_convex ball = {.type = CDY_CONVEX_SPHERE, .radius = 0.5};
    const cdy_convex box = {.type = CDY_CONVEX_BOX, .size = {2, 1, 4}};
    const cdy_convex rod = {.type = CDY_CONVEX_CAPSULE, .radius = 0.25, .length = 2};
    const cdy_convex drum = {.type = CDY_CONVEX_CYLINDER, .radius = 0.5, .length = 2};
    const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const cdy_convex corner = {.type = CDY_CONVEX_HULL, .points = corners, .point_count = 4};
    const placed_convex at_origin = make_convex(box, 0, 0, 0), rod_there = make_convex(rod, 0, 0, 0);
    const placed_convex drum_there = make_convex(drum, 0, 0, 0), corner_there = make_convex(corner, 0, 0, 0);
    placed_convex other = make_convex(ball, 3, 4, 0);
    const placed_convex ball_there = make_convex(ball, 0, 0, 0);
    expect(&ball_there, &other, 4, 0.6, 0.8, 0, 1e-15);
    other = make_convex(ball, 4, 3.5, 0);
    expect(&at_origin, &other, hypot(3, 3) - 0.5, sqrt(0.5), sqrt(0.5), 0, 1e-15);
    other = make_convex(ball, 0.1, 0.25, 0); /* its middle is 0.25 m below the nearest face */
    expect(&at_origin, &other, -0.75, 0, 1, 0, 1e-15);
    other = make_convex(box, 0.5, 0.9, 0.5); /* boxes overlap by 1.5, 0.1 and 3.5 m */
    expect(&at_origin, &other, -0.1, 0, 1, 0, 1e-12);
    other = make_convex(box, 0, 0, 7);
    expect(&at_origin, &other, 3, 0, 0, 1, 1e-12);
    other = make_convex(rod, 0.3, 0.4, 5); /* one above the other: ends at 1 and 4 m */
    expect(&rod_there, &other, sqrt(9 + 0.25) - 0.5, 0.3 / sqrt(9.25), 0.4 / sqrt(9.25), 3 / sqrt(9.25), 1e-14);
    other = make_convex(drum, 0.6, 0.8, 1.5); /* side by side */
    expect(&drum_there, &other, 0, 0.6, 0.8, 0, 1e-8);
    other = make_convex(drum, 0.3, 0.4, 1.5); /* 0.5 m deep from the side, and from above */
    const cdy_separation s = distance_of(&drum_there, &other);
    ck_assert_near(&s.distance, &(double){-0.5}, 1, 1e-8);
    other = make_convex(drum, 2, 0, 3); /* rims 1 m apart both ways */
    expect(&drum_there, &other, sqrt(2), sqrt(0.5), 0, sqrt(0.5), 1e-8);
    other = make_convex(ball, 1, 1, 1); /* from the face x + y + z = 1 */
    expect(&corner_there, &other, 2 / sqrt(3) - 0.5, 1 / sqrt(3), 1 / sqrt(3), 1 / sqrt(3), 1e-14);
    other = make_convex(ball, 0.2, 0.2, 0.2); /* 0.2 m below three faces, 0.4 / sqrt(3) m below the fourth */
    ck_assert_near(&(double){distance_of(&corner_there, &other).distance}, &(double){-0.7}, 1, 1e-12);
}
END_TEST

/* Capsules that cross at angles down to rounding: the depth is the sum of the radii, or less the middle's distance. */
START_TEST(nearly_parallel_capsules_keep_their_digits)
{
    for (int i = 0; i < 60; i++) {
        const double angle = pow(10, -0.3 * i), height = i % 2 ? 0.3 : 0;
        placed_convex a = make_convex((cdy_convex){.type = CDY_CONVEX_CAPSULE, .radius = 0.1, .length = 2}, 0, 0, 0);
        placed_convex b = make_convex(a.shape, height, 0, 0);
        b.T[5] = b.T[10] = cos(angle); /* about x */
        b.T[9] = sin(angle);
        b.T[6] = -b.T[9];
        const cdy_separation s = distance_of(&a, &b);
        ck_assert_near(&s.distance, &(double){height - 0.2}, 1, 1e-15);
    }
}
END_TEST

/* Points, segments and plates: shapes may have no size, and hulls any number of points. */
START_TEST(shapes_without_size_have_distances)
{
    const double square[] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0, 0, 0, 0}, line[] = {0, 0, 0, 0, 0, 1, 0, 0, 2};
    const cdy_convex shapes[] = {{.type = CDY_CONVEX_SPHERE},
                                 {.type = CDY_CONVEX_CAPSULE, .length = 2},
                                 {.type = CDY_CONVEX_CAPSULE},
                                 {.type = CDY_CONVEX_BOX},
                                 {.type = CDY_CONVEX_BOX, .size = {2, 2, 0}},
                                 {.type = CDY_CONVEX_BOX, .size = {0, 0, 2}},
                                 {.type = CDY_CONVEX_CYLINDER},
                                 {.type = CDY_CONVEX_CYLINDER, .radius = 1},
                                 {.type = CDY_CONVEX_CYLINDER, .length = 2},
                                 {.type = CDY_CONVEX_HULL, .points = square, .point_count = 1},
                                 {.type = CDY_CONVEX_HULL, .points = square, .point_count = 5},
                                 {.type = CDY_CONVEX_HULL, .points = line, .point_count = 3}};
    enum { SHAPES = sizeof shapes / sizeof shapes[0] };
    for (int i = 0; i < SHAPES * SHAPES; i++) {
        const placed_convex a = make_convex(shapes[i % SHAPES], 0, 0, 0);
        for (int k = 0; k < 6; k++) { /* at the same place; apart; and moved into the first one or along it */
            placed_convex b = make_convex(shapes[i / SHAPES], 0, k == 1 ? 5 : 0, k == 2 ? 0.5 : k == 3 ? 2 : 0);
            b.T[0] = k == 4 ? 0 : 1; /* on its side */
            b.T[10] = b.T[0];
            b.T[2] = 1 - b.T[0];
            b.T[8] = -b.T[2];
            const cdy_separation s = distance_of(&a, &b);
            ck_assert_near(&(double){dot3(s.normal, s.normal)}, &(double){1}, 1, 1e-13);
            ck_assert_near(&(double){gap_along(&a, &b, s.normal)}, &s.distance, 1, 1e-7);
            ck_assert(outside_convex(&a, s.on_a) <= 1e-5 && outside_convex(&b, s.on_b) <= 1e-5);
            ck_assert(s.distance >= -1e-9 || k != 1);
        }
    }
}
END_TEST

START_TEST(sizes_from_a_micrometer_to_a_kilometer_are_measured)
{
    for (int i = -6; i <= 3; i++) {
        const double scale = pow(10, i);
        uint64_t state = 5;
        for (int kind = 0; kind < KINDS; kind++) {
            placed_convex pair[2];
            draw_pair(&state, kind, 0.3, &pair[0], &pair[1]);
            const cdy_separation s = distance_of(&pair[0], &pair[1]);
            for (int k = 0; k < 2; k++) {
                cdy_convex *c = &pair[k].shape;
                c->radius *= scale;
                c->length *= scale;
                for (int j = 0; j < 3; j++) {
                    c->size[j] *= scale;
                    pair[k].T[4 * j + 3] *= scale;
                }
                for (int j = 0; j < 3 * MOST_HULL_POINTS; j++) {
                    pair[k].points[j] *= scale;
                }
                c->points = c->points ? pair[k].points : NULL;
            }
            const cdy_separation t = distance_of(&pair[0], &pair[1]);
            ck_assert_near(&(double){t.distance / scale}, &s.distance, 1, 1e-7);
        }
    }
}
END_TEST

static void expect_refusal(const placed_convex *c, const char *words)
{
    const placed_convex ball = make_convex((cdy_convex){.type = CDY_CONVEX_SPHERE, .radius = 1}, 0, 0, 0);
    cdy_separation s = {.distance = 7};
    cdy_error error = {0};
    ck_assert_fails(cdy_distance_convex(&c->shape, c->T, &ball.shape, ball.T, &s, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_msg(strstr(error.text, words) != NULL, "'%s' does not say '%s'", error.text, words);
    ck_assert_fails(cdy_distance_convex(&ball.shape, ball.T, &c->shape, c->T, &s, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert(s.distance >= 7 && s.distance <= 7);
}

START_TEST(shapes_that_are_none_are_refused)
{
    const double far[] = {0, 0, (double)INFINITY};
    placed_convex c = make_convex((cdy_convex){.type = CDY_CONVEX_SPHERE, .radius = -1}, 0, 0, 0);
    expect_refusal(&c, "radius");
    c.shape.radius = (double)NAN;
    expect_refusal(&c, "radius");
    c.shape = (cdy_convex){.type = CDY_CONVEX_CAPSULE, .radius = 1, .length = -1};
    expect_refusal(&c, "length");
    c.shape = (cdy_convex){.type = CDY_CONVEX_BOX, .size = {1, 1, -1}};
    expect_refusal(&c, "edge");
    c.shape = (cdy_convex){.type = CDY_CONVEX_HULL, .points = far};
    expect_refusal(&c, "no points");
    c.shape.point_count = 1;
    expect_refusal(&c, "not finite");
    c.shape = (cdy_convex){.type = (cdy_convex_type)99};
    expect_refusal(&c, "type 99");
    c.shape = (cdy_convex){.type = CDY_CONVEX_SPHERE};
    c.T[0] = 1.1;
    expect_refusal(&c, "not rigid");
    c.T[0] = -1; /* a mirror */
    expect_refusal(&c, "not rigid");
    c.T[0] = 1;
    c.T[12] = 1;
    expect_refusal(&c, "not rigid");
    c.T[12] = 0;
    c.T[3] = (double)NAN;
    expect_refusal(&c, "not rigid");
}
END_TEST

/* Both orders of the shapes, and NUMERIC as in a scene, since each argument by itself is fine. */
START_TEST(distances_too_large_for_a_double_are_refused)
{
    placed_convex far = make_convex((cdy_convex){.type = CDY_CONVEX_SPHERE, .radius = 1}, 1e300, 0, 0), ball = far;
    cdy_separation s = {.distance = 7};
    cdy_error error = {0};
    ball.T[3] = 0;
    ck_assert_fails(cdy_distance_convex(&far.shape, far.T, &ball.shape, ball.T, &s, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "too far"));
    ck_assert_fails(cdy_distance_convex(&ball.shape, ball.T, &far.shape, far.T, &s, &error), CDY_ERROR_NUMERIC, error);
    ck_assert(s.distance >= 7 && s.distance <= 7);
}
END_TEST

/* A plate whose edge has a fourth power that no double holds once gave a distance of 0 and no normal, and one of 1e60 m
 * a distance of no digit. */
START_TEST(shapes_too_large_for_their_powers_are_refused)
{
    placed_convex plate = make_convex((cdy_convex){.type = CDY_CONVEX_CYLINDER, .radius = 1e150}, 0.1, 1.5, -1.5),
                  stick = make_convex((cdy_convex){.type = CDY_CONVEX_CYLINDER, .length = 0.03}, 0, -1.5, 0);
    cdy_separation s = {.distance = 7};
    cdy_error error = {0};
    ck_assert_fails(cdy_distance_convex(&plate.shape, plate.T, &stick.shape, stick.T, &s, &error), CDY_ERROR_NUMERIC,
                    error);
    plate.shape.radius = 1e60;
    ck_assert_fails(cdy_distance_convex(&plate.shape, plate.T, &stick.shape, stick.T, &s, &error), CDY_ERROR_NUMERIC,
                    error);
}
END_TEST

/* A slanting plate with faces of `edge` m, and a cube above it whose face is as far from the plate's as `gap`. */
static cdy_status measure_plate(double edge, double gap, double aside, cdy_separation *s, cdy_error *error)
{
    placed_convex plate = make_convex((cdy_convex){.type = CDY_CONVEX_BOX, .size = {edge, edge, 1}}, 0, 0, 0),
                  cube = make_convex((cdy_convex){.type = CDY_CONVEX_BOX, .size = {0.2, 0.2, 0.2}}, 0, 0, 0);
    const double c[2] = {cos(0.17), cos(0.35)}, d[2] = {sin(0.17), sin(0.35)};
    const double R[9] = {c[1], d[0] * d[1], c[0] * d[1], 0, c[0], -d[0], -d[1], d[0] * c[1], c[0] * c[1]};
    for (int i = 0; i < 9; i++) {
        plate.T[4 * (i / 3) + i % 3] = cube.T[4 * (i / 3) + i % 3] = R[i];
    }
    for (int i = 0; i < 3; i++) {
        cube.T[4 * i + 3] = R[3 * i + 2] * (0.5 + 0.1 + gap) + R[3 * i] * aside;
    }
    return cdy_distance_convex(&plate.shape, plate.T, &cube.shape, cube.T, s, error);
}

/* Plates are right up to a reach of 1e7 m; those of 1e8 m and more once came out wrong by meters without a word. */
START_TEST(large_plates_are_right_or_refused)
{
    cdy_separation s = {.distance = 7};
    cdy_error error = {0};
    for (double edge = 1; edge < 1.3e7; edge *= 1.7) {
        for (int k = 0; k < 4; k++) {
            const double gap = k % 2 ? 1.09 : -0.05, aside = k / 2 ? 0.3 * edge : 0;
            ck_assert_ok(measure_plate(edge, gap, aside, &s, &error), error);
            ck_assert_msg(fabs(s.distance - gap) <= 1e-6, "%.9g at an edge of %g m and %g m aside", s.distance, edge,
                          aside);
        }
    }
    for (double edge = 1e8; edge < 1e70; edge *= 1e3) {
        s.distance = 7;
        ck_assert_fails(measure_plate(edge, 1.09, 0, &s, &error), CDY_ERROR_NUMERIC, error);
        ck_assert_ptr_nonnull(strstr(error.text, "within 1e+07 m"));
        ck_assert_double_eq(s.distance, 7);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("convex");
    TCase *tests = tcase_create("convex");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, points_and_normal_prove_the_distance, 0, KINDS);
    tcase_add_loop_test(tests, no_direction_is_shorter_than_the_depth, 0, KINDS);
    tcase_add_test(tests, boxes_are_as_deep_as_one_of_fifteen_axes);
    tcase_add_test(tests, large_plates_are_right_or_refused);
    tcase_add_test(tests, corners_that_stand_twice_change_no_depth);
    tcase_add_loop_test(tests, the_order_of_shapes_does_not_matter, 0, KINDS);
    tcase_add_loop_test(tests, motions_of_both_shapes_change_nothing, 0, KINDS);
    tcase_add_test(tests, simple_pairs_have_the_distances_of_geometry);
    tcase_add_test(tests, nearly_parallel_capsules_keep_their_digits);
    tcase_add_test(tests, shapes_without_size_have_distances);
    tcase_add_test(tests, sizes_from_a_micrometer_to_a_kilometer_are_measured);
    tcase_add_test(tests, shapes_that_are_none_are_refused);
    tcase_add_test(tests, distances_too_large_for_a_double_are_refused);
    tcase_add_test(tests, shapes_too_large_for_their_powers_are_refused);
    return run_suites(suite, NULL);
}
