/* Numbers and names at the bounds that a tree accepts, and the messages beyond. */
#include "support/suite.h"
#include "tree/edit_case.h"

#include "tree/tree.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

/* ---- numbers that have to be finite ---- */

typedef struct number_place {
    size_t offset;
    const char *fault;
} number_place;

#define OF(member, fault) offsetof(cdy_body, member), (fault)
#define THREE(member, fault)                                                                                           \
    {OF(member[0], fault)}, {OF(member[1], fault)},                                                                    \
    {                                                                                                                  \
        OF(member[2], fault)                                                                                           \
    }
#define PLACEMENT(member, fault) THREE(member.xyz, fault), THREE(member.rpy, fault)

static const char of_drive[] = "damping, friction, spring, mimic, safety, calibration or gear ratio is not finite";

static const number_place body_numbers[] = {
    {OF(inertial.mass, "its mass is negative or not finite")},
    THREE(inertial.inertia, "its inertia or center of mass is not finite"),
    {OF(inertial.inertia[3], "its inertia or center of mass is not finite")},
    {OF(inertial.inertia[4], "its inertia or center of mass is not finite")},
    {OF(inertial.inertia[5], "its inertia or center of mass is not finite")},
    PLACEMENT(inertial.origin, "its inertia or center of mass is not finite"),
    PLACEMENT(joint.origin, "its origin is not finite"),
    THREE(joint.axis, "its axis is zero or not finite"),
    {OF(joint.dynamics.damping, of_drive)},
    {OF(joint.dynamics.friction, of_drive)},
    {OF(joint.dynamics.stiffness, of_drive)},
    {OF(joint.dynamics.spring_rest, of_drive)},
    {OF(joint.mimic.multiplier, of_drive)},
    {OF(joint.mimic.offset, of_drive)},
    {OF(joint.safety.soft_lower, of_drive)},
    {OF(joint.safety.soft_upper, of_drive)},
    {OF(joint.safety.k_position, of_drive)},
    {OF(joint.safety.k_velocity, of_drive)},
    {OF(joint.calibration.rising, of_drive)},
    {OF(joint.calibration.falling, of_drive)},
    {OF(joint.gear_ratio, of_drive)},
    {OF(joint.acceleration_limit, of_drive)},
    PLACEMENT(joint.child, "the placement of the body in its frame is not finite"),
    {OF(joint.rotor_inertia, "its rotor inertia is negative or not finite")},
};

static void check_refused(const cdy_body *body, const char *fault)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    ck_assert_fails(cdy_tree_add_body(tree, body, "base", &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_msg(strstr(error.text, fault) != NULL, "'%s' does not say '%s'", error.text, fault);
    ck_assert_int_eq(cdy_tree_body_count(tree), 0);
    cdy_tree_destroy(tree);
}

static void check_taken(const cdy_body *body)
{
    cdy_tree *tree = make_tree("base", 0);
    add_body(tree, body, "base");
    cdy_tree_destroy(tree);
}

static cdy_body make_good(cdy_joint_type type)
{
    cdy_body body = make_body("b", "j", type);
    set_inertial(&body, 1, 0.1, 0.2, 0.3, (double[6]){1, 0, 0, 1, 0, 1});
    return body;
}

START_TEST(every_number_of_a_body_is_finite)
{
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    const number_place *place = &body_numbers[_i];
    for (int k = 0; k < 3; k++) {
        cdy_body body = make_good(CDY_JOINT_REVOLUTE);
        memcpy((char *)&body + place->offset, &bad[k], sizeof bad[k]);
        check_refused(&body, place->fault);
    }
    cdy_body body = make_good(CDY_JOINT_REVOLUTE);
    const double good = 0.25;
    memcpy((char *)&body + place->offset, &good, sizeof good);
    check_taken(&body);
}
END_TEST

/* The numbers of a shape, as a collision shape and as a visual one. */
static const size_t shape_numbers[] = {
    offsetof(cdy_shape, geometry.size[0]),  offsetof(cdy_shape, geometry.size[1]),
    offsetof(cdy_shape, geometry.size[2]),  offsetof(cdy_shape, geometry.radius),
    offsetof(cdy_shape, geometry.length),   offsetof(cdy_shape, geometry.scale[0]),
    offsetof(cdy_shape, geometry.scale[1]), offsetof(cdy_shape, geometry.scale[2]),
    offsetof(cdy_shape, origin.xyz[0]),     offsetof(cdy_shape, origin.xyz[1]),
    offsetof(cdy_shape, origin.xyz[2]),     offsetof(cdy_shape, origin.rpy[0]),
    offsetof(cdy_shape, origin.rpy[1]),     offsetof(cdy_shape, origin.rpy[2]),
    offsetof(cdy_shape, material.rgba[0]),  offsetof(cdy_shape, material.rgba[1]),
    offsetof(cdy_shape, material.rgba[2]),  offsetof(cdy_shape, material.rgba[3]),
};

START_TEST(every_number_of_a_shape_is_finite)
{
    const double bad = (double)NAN;
    cdy_shape shapes[2] = {{.geometry = {.type = CDY_GEOMETRY_SPHERE, .radius = 1}},
                           {.geometry = {.type = CDY_GEOMETRY_MESH, .mesh = "a.stl", .scale = {1, 1, 1}}}};
    cdy_body body = make_good(CDY_JOINT_REVOLUTE);
    body.visuals = shapes;
    body.visual_count = 2;
    check_taken(&body);
    memcpy((char *)&shapes[1] + shape_numbers[_i], &bad, sizeof bad);
    check_refused(&body, "a size, a placement or a colour of a shape is not finite");
    body = make_good(CDY_JOINT_REVOLUTE);
    body.collisions = shapes;
    body.collision_count = 2;
    check_refused(&body, "body 'b': a size, a placement or a colour of a shape is not finite");
}
END_TEST

/* ---- limits and homes ---- */

START_TEST(some_finite_position_lies_between_the_limits)
{
    const double inf = (double)INFINITY, nan = (double)NAN;
    const struct {
        cdy_limit limit;
        bool taken;
    } cases[] = {
        {{true, -inf, inf, 0, 0}, true},   {{true, 1, inf, 0, 0}, true},   {{true, inf, 1, 0, 0}, true},
        {{true, -inf, 1, 0, 0}, true},     {{true, 1, -inf, 0, 0}, true},  {{true, inf, inf, 0, 0}, false},
        {{true, -inf, -inf, 0, 0}, false}, {{true, nan, 1, 0, 0}, false},  {{true, 1, nan, 0, 0}, false},
        {{true, -1, 1, nan, 0}, false},    {{true, -1, 1, 0, nan}, false}, {{true, -1, 1, inf, inf}, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_body body = make_good(CDY_JOINT_REVOLUTE);
        body.joint.limit = cases[i].limit;
        if (cases[i].taken) {
            check_taken(&body);
        } else {
            check_refused(&body, "a limit is not a number, or no finite position lies between its limits");
        }
    }
}
END_TEST

START_TEST(homes_lie_within_the_limits)
{
    static const struct {
        cdy_joint_type type;
        double home;
        bool taken;
    } cases[] = {
        {CDY_JOINT_REVOLUTE, -1, true},      {CDY_JOINT_REVOLUTE, 2, true},   {CDY_JOINT_REVOLUTE, -1.001, false},
        {CDY_JOINT_REVOLUTE, 2.001, false},  {CDY_JOINT_PRISMATIC, 2, true},  {CDY_JOINT_PRISMATIC, 2.001, false},
        {CDY_JOINT_CONTINUOUS, 2.001, true}, {CDY_JOINT_PLANAR, 2.001, true}, {CDY_JOINT_PLANAR, -1.001, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_body body = make_good(cases[i].type);
        body.joint.limit = (cdy_limit){true, 2, -1, 0, 0}; /* limits in either order */
        body.joint.home_given = true;
        body.joint.home[0] = cases[i].home;
        body.joint.home[1] = 50; /* a mistake in a joint with one coordinate only */
        if (cases[i].taken) {
            check_taken(&body);
        } else {
            check_refused(&body, "its home position is outside its limits");
        }
    }
}
END_TEST

/* Home quaternions of norms from 1e-150 to 1e150, with every choice of nonzero components. */
START_TEST(home_quaternions_have_a_norm)
{
    static const struct {
        double norm;
        bool taken;
    } cases[] = {{1.002e-150, true}, {0.998e-150, false}, {0.998e150, true}, {1.002e150, false}, {0.5, true}};
    for (int which = 1; which < 16; which++) {
        const int count = (which & 1) + (which >> 1 & 1) + (which >> 2 & 1) + (which >> 3);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            cdy_body body = make_good(CDY_JOINT_FLOATING);
            body.joint.home_given = true;
            for (int k = 0; k < 4; k++) {
                body.joint.home[k] = which >> k & 1 ? cases[i].norm / sqrt(count) : 0;
            }
            body.joint.home[4] = 7;
            if (cases[i].taken) {
                check_taken(&body);
            } else {
                check_refused(&body, "the quaternion of its home position is zero or too large");
            }
        }
    }
}
END_TEST

START_TEST(homes_are_finite)
{
    static const cdy_joint_type types[] = {CDY_JOINT_REVOLUTE, CDY_JOINT_PLANAR, CDY_JOINT_FLOATING};
    for (int t = 0; t < 3; t++) {
        const int count = cdy_joint_type_nq(types[t]);
        for (int k = 0; k <= count && k < 7; k++) {
            cdy_body body = make_good(types[t]);
            body.joint.home_given = true;
            body.joint.home[0] = 1;
            body.joint.home[k] = (double)NAN;
            if (k < count) {
                check_refused(&body, "its home position is not finite");
            } else {
                check_taken(&body); /* a coordinate that this joint does not have */
            }
        }
    }
}
END_TEST

START_TEST(drives_have_no_negative_inertia_or_stiffness)
{
    cdy_body body = make_good(CDY_JOINT_REVOLUTE);
    body.joint.rotor_inertia = 0;
    body.joint.dynamics.stiffness = 0;
    check_taken(&body);
    body.joint.rotor_inertia = -1e-9;
    check_refused(&body, "its rotor inertia is negative");
    body.joint.rotor_inertia = 0;
    body.joint.dynamics.stiffness = -1e-9;
    check_refused(&body, "the stiffness of its spring is negative");
    body.joint.dynamics.stiffness = 0;
    body.inertial.mass = -1e-9;
    check_refused(&body, "its mass is negative");
    body.inertial.mass = 0;
    check_taken(&body);
}
END_TEST

START_TEST(types_are_among_the_known)
{
    cdy_shape shape = {.geometry = {.type = CDY_GEOMETRY_MESH}};
    cdy_body body = make_good(CDY_JOINT_FLOATING);
    check_taken(&body);
    body.joint.type = (cdy_joint_type)1000;
    check_refused(&body, "its type is none of the joint types");
    ck_assert_str_eq(cdy_joint_type_name(body.joint.type), "unknown");
    ck_assert_int_eq(cdy_joint_type_nq(body.joint.type), 0);
    ck_assert_int_eq(cdy_joint_type_nv(body.joint.type), 0);
    body = make_good(CDY_JOINT_FIXED);
    body.visuals = &shape;
    body.visual_count = 1;
    check_refused(&body, "a mesh has no file name");
    shape.geometry.mesh = "";
    check_refused(&body, "a mesh has no file name");
    shape.geometry.type = (cdy_geometry_type)(CDY_GEOMETRY_MESH + 1);
    check_refused(&body, "the geometry of a shape is none of the known types");
    body.visuals = NULL;
    check_refused(&body, "shapes are counted, but not there");
}
END_TEST

START_TEST(every_number_of_gravity_is_finite)
{
    cdy_error error = {0};
    const double bad[] = {(double)NAN, (double)INFINITY};
    cdy_tree *tree = make_tree("base", 9.81);
    for (int k = 0; k < 6; k++) {
        double g[3] = {1, 2, 3}, kept[3];
        g[k / 2] = bad[k % 2];
        ck_assert_fails(cdy_tree_set_gravity(tree, g, &error), CDY_ERROR_ARGUMENT, error);
        cdy_tree_get_gravity(tree, kept);
        ck_assert_near(kept, ((double[3]){0, 0, -9.81}), 3, 0);
    }
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(limits_need_places)
{
    double lower = 7, upper = 8;
    const cdy_joint joint = {.type = CDY_JOINT_REVOLUTE, .limit = {true, -1, 1, 0, 0}};
    cdy_joint_position_limits(NULL, &lower, &upper);
    cdy_joint_position_limits(&joint, NULL, &upper);
    cdy_joint_position_limits(&joint, &lower, NULL);
    ck_assert(lower >= 7 && lower <= 7 && upper >= 8 && upper <= 8);
}
END_TEST

/* ---- angles ---- */

/* A multiple of a quaternion is the same rotation, to the last bits, over the range of doubles. */
START_TEST(the_size_of_a_quaternion_does_not_matter)
{
    static const double q[4] = {0.1, -0.7, 0.3, 0.2}, sizes[] = {0x1p-900, 0x1p-3, 1, 0x1p5, 0x1p900};
    double expected[3], rpy[3];
    cdy_quaternion_to_rpy(q, expected);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int first = 0; first < 4; first++) { /* whichever component is the largest */
            double scaled[4], turned[4];
            for (int k = 0; k < 4; k++) {
                turned[k] = q[(k + first) % 4];
                scaled[k] = sizes[i] * turned[k];
            }
            cdy_quaternion_to_rpy(turned, expected);
            cdy_quaternion_to_rpy(scaled, rpy);
            ck_assert_near(rpy, expected, 3, 0);
        }
    }
}
END_TEST

/* ---- names ---- */

START_TEST(lookups_name_what_is_missing)
{
    cdy_error error = {0};
    int index = 77;
    cdy_tree *tree = make_sample();
    ck_assert_ok(cdy_tree_require_body(tree, "aa", &index, &error), error);
    ck_assert_int_eq(index, 2);
    ck_assert_ok(cdy_tree_require_body(tree, "base", &index, &error), error);
    ck_assert_int_eq(index, 0);
    ck_assert_ok(cdy_tree_require_joint(tree, "ja", &index, &error), error);
    ck_assert_int_eq(index, 1);
    ck_assert_fails(cdy_tree_require_joint(tree, "jaaaa", &index, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "joint 'jaaaa'"));
    ck_assert_ptr_nonnull(strstr(error.text, "'jaaa'"));
    ck_assert_fails(cdy_tree_require_body(tree, "bases", &index, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "body 'bases'"));
    ck_assert_ptr_nonnull(strstr(error.text, "'base'"));
    ck_assert_int_eq(index, 1);
    ck_assert_fails(cdy_tree_require_joint(NULL, "ja", &index, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_require_joint(tree, NULL, &index, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_require_joint(tree, "ja", NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "finding a joint needs"));
    ck_assert_fails(cdy_tree_require_body(NULL, "a", &index, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_require_body(tree, NULL, &index, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_require_body(tree, "a", NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "finding a body needs"));
    cdy_tree_destroy(tree);
}
END_TEST

/* A subtree is refused where any of its bodies has a name of the tree. */
START_TEST(names_of_a_subtree_are_new)
{
    for (int which = 0; which < 8; which++) {
        cdy_error error = {0};
        cdy_tree *tree = make_sample(), *part = make_tree("any", 0), *before = copy_tree(tree);
        for (int i = 0; i < 3; i++) {
            char body[8], joint[8];
            snprintf(body, sizeof body, "n%d", i);
            snprintf(joint, sizeof joint, "jn%d", i);
            add(part, which == i ? "ca" : body, which == i + 3 ? "jca" : joint, "any");
        }
        const cdy_status status = cdy_tree_add_subtree(tree, "c", part, &error);
        ck_assert_int_eq(status, which < 6 ? CDY_ERROR_ARGUMENT : CDY_OK);
        if (which < 6) {
            ck_assert_ptr_nonnull(strstr(error.text, which < 3 ? "a body 'ca'" : "a joint 'jca'"));
            ck_assert_same_tree(tree, before);
        } else {
            check_names(tree, "base a aa aaa ab b c ca n0 n1 n2");
        }
        cdy_tree_destroy(tree);
        cdy_tree_destroy(part);
        cdy_tree_destroy(before);
    }
}
END_TEST

/* Bodies of an added subtree, the first too, follow a joint under its new name; the base has no joint, whatever joint
 * is given. */
START_TEST(followers_go_on_following)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("a", "ja", CDY_JOINT_REVOLUTE);
    body.joint.mimic = (cdy_mimic){"jb", 1, 0};
    add_body(tree, &body, "base");
    add(tree, "b", "jb", "base");
    ck_assert_ok(replace_named(tree, "b", "b", "new", &error), error);
    ck_assert_str_eq(body_of(tree, "a").joint.mimic.joint, "new");
    ck_assert_int_eq(cdy_tree_find_joint(tree, "jb"), -1);
    cdy_tree_destroy(tree);
    body = make_body("base", "joint", CDY_JOINT_REVOLUTE);
    ck_assert_ok(cdy_tree_create("robot", &body, &tree, &error), error);
    ck_assert_ptr_null(cdy_tree_body(tree, 0)->joint.name);
    ck_assert_int_eq(cdy_tree_body(tree, 0)->joint.type, CDY_JOINT_FIXED);
    ck_assert_int_eq(cdy_tree_find_joint(tree, "joint"), -1);
    ck_assert_fails(cdy_tree_create("robot", &body, NULL, &error), CDY_ERROR_ARGUMENT, error);
    cdy_tree_destroy(tree);
}
END_TEST

/* A chain of mimic joints whose product of multipliers, or whose sum of offsets, is too large. */
START_TEST(chains_have_finite_products)
{
    static const struct {
        double multiplier, offset;
        bool good;
    } leaders[] = {{1e200, 0, false}, {1, 1e200, false}, {1, 1, true}, {1e-200, 0, true}};
    for (size_t i = 0; i < sizeof leaders / sizeof *leaders; i++) {
        cdy_error error = {0};
        cdy_follower followers[4];
        int culprit = -1;
        cdy_tree *tree = make_tree("base", 0);
        add(tree, "a", "a", "base");
        cdy_body body = make_body("b", "b", CDY_JOINT_REVOLUTE);
        body.joint.mimic = (cdy_mimic){"a", leaders[i].multiplier, leaders[i].offset};
        add_body(tree, &body, "base");
        body = make_body("c", "c", CDY_JOINT_REVOLUTE);
        body.joint.mimic = (cdy_mimic){"b", 1e200, 0};
        add_body(tree, &body, "base");
        const cdy_status status = cdy_tree_resolve_mimic(tree, followers, &culprit, &error);
        ck_assert_int_eq(status, leaders[i].good ? CDY_OK : CDY_ERROR_ROBOT);
        ck_assert_int_eq(culprit, leaders[i].good ? -1 : 3);
        ck_assert(leaders[i].good || strstr(error.text, "have no finite product"));
        ck_assert_int_eq(cdy_tree_check_mimic(tree, &error), status);
        cdy_tree_set_mimic_independent(tree, true);
        ck_assert_int_eq(cdy_tree_check_mimic(tree, &error), status);
        ck_assert(cdy_tree_mimic_independent(tree));
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* All texts of a shape are copied, each by itself. */
START_TEST(texts_of_shapes_are_copied)
{
    for (int which = 0; which < 16; which++) {
        char name[] = "name", mesh[] = "mesh", material[] = "material", texture[] = "texture";
        cdy_shape shape = {.name = which & 1 ? name : NULL,
                           .geometry = {.type = CDY_GEOMETRY_NONE, .mesh = which & 2 ? mesh : NULL},
                           .material = {.name = which & 4 ? material : NULL, .texture = which & 8 ? texture : NULL}};
        cdy_tree *tree = make_tree("base", 0);
        cdy_body body = make_good(CDY_JOINT_FIXED);
        body.collisions = &shape;
        body.collision_count = 1;
        add_body(tree, &body, "base");
        name[0] = mesh[0] = material[0] = texture[0] = '?';
        const cdy_shape *kept = cdy_tree_body(tree, 1)->collisions;
        const char *const texts[] = {kept->name, kept->geometry.mesh, kept->material.name, kept->material.texture};
        static const char *const expected[] = {"name", "mesh", "material", "texture"};
        for (int k = 0; k < 4; k++) {
            ck_assert((texts[k] != NULL) == (which >> k & 1));
            ck_assert(!texts[k] || strcmp(texts[k], expected[k]) == 0);
        }
        ck_assert_ptr_null(cdy_tree_body(tree, 1)->visuals);
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* ---- the table ---- */

/* Names of up to 256 bytes stand in full in the table; longer names are cut to 256 bytes, the dots included. */
START_TEST(names_are_cut_beyond_256_bytes)
{
    static const char *const characters[] = {"n", "\xc3\xa9", "\xe2\x82\xac", "\x1f", "\x7f", " ", "~"};
    for (size_t length = 255; length <= 258; length++) {
        for (size_t i = 0; i < sizeof characters / sizeof *characters; i++) {
            char name[264] = "", printed[264] = "", expected[300];
            const size_t size = strlen(characters[i]);
            for (size_t k = 0; k + size <= length; k += size) {
                memcpy(name + k, characters[i], size + 1);
            }
            memset(name + strlen(name), 'n', length - strlen(name));
            const bool control = characters[i][0] == 0x1f || characters[i][0] == 0x7f;
            strcpy(printed, name);
            if (control) {
                memset(printed, '?', length);
            }
            const size_t kept = 253 / size * size;
            snprintf(expected, sizeof expected, "  %.*s%s(1)\n", (int)(length > 256 ? kept : length), printed,
                     length > 256 ? "..." : "");
            cdy_tree *tree = make_tree("base", 0);
            add_massless(tree, name, "j", CDY_JOINT_FIXED, "base");
            add_massless(tree, "child", "k", CDY_JOINT_FIXED, name);
            char *text = new_details(tree);
            expected[strlen(expected) - 1] = '\0';
            ck_assert_msg(strstr(text, expected) != NULL, "%zu bytes: no '%s' in\n%s", length, expected, text);
            free(text);
            cdy_tree_destroy(tree);
        }
    }
}
END_TEST

START_TEST(nothing_is_shown_of_no_tree)
{
    char text[4] = "###";
    ck_assert_uint_eq(cdy_tree_write_details(NULL, text, sizeof text), 0);
    ck_assert_str_eq(text, "");
    ck_assert_int_eq(text[1], '#');
    ck_assert_uint_eq(cdy_tree_write_details(NULL, NULL, 4), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tree_numbers");
    TCase *tests = tcase_create("finite");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, every_number_of_a_body_is_finite, 0, sizeof body_numbers / sizeof *body_numbers);
    tcase_add_loop_test(tests, every_number_of_a_shape_is_finite, 0, sizeof shape_numbers / sizeof *shape_numbers);
    tcase_add_test(tests, every_number_of_gravity_is_finite);
    tests = add_case(suite, "bounds", some_finite_position_lies_between_the_limits);
    tcase_add_test(tests, homes_lie_within_the_limits);
    tcase_add_test(tests, home_quaternions_have_a_norm);
    tcase_add_test(tests, homes_are_finite);
    tcase_add_test(tests, drives_have_no_negative_inertia_or_stiffness);
    tcase_add_test(tests, types_are_among_the_known);
    tcase_add_test(tests, limits_need_places);
    tcase_add_test(tests, the_size_of_a_quaternion_does_not_matter);
    tests = add_case(suite, "names", lookups_name_what_is_missing);
    tcase_add_test(tests, names_of_a_subtree_are_new);
    tcase_add_test(tests, followers_go_on_following);
    tcase_add_test(tests, chains_have_finite_products);
    tcase_add_test(tests, texts_of_shapes_are_copied);
    tests = add_case(suite, "table", names_are_cut_beyond_256_bytes);
    tcase_add_test(tests, nothing_is_shown_of_no_tree);
    return run_suites(suite, NULL);
}
