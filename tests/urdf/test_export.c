/* The export: the exported file is read as the same robot, to the last bit; robots that URDF cannot express are
 * refused. */
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/same_tree.h"
#include "support/suite.h"
#include "urdf/export_case.h"

#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- to text and back ---- */

/* Loads a text with the gravity and the treatment of mimic joints that a tree has. */
static cdy_tree *load_like(const text *t, const cdy_tree *tree)
{
    cdy_error error = {0};
    cdy_tree *loaded = NULL;
    cdy_load_options options = cdy_load_options_default();
    cdy_tree_get_gravity(tree, options.gravity);
    options.mimic_independent = cdy_tree_mimic_independent(tree);
    cdy_status status = cdy_load_text(t->bytes, t->size, "export", &options, &loaded, &error);
    ck_assert_msg(status == CDY_OK, "line %d: %s\n%.2000s", error.line, error.text, t->bytes);
    return loaded;
}

static cdy_tree *write_and_load(const cdy_tree *tree)
{
    text t = write_text(tree);
    cdy_tree *loaded = load_like(&t, tree);
    free(t.bytes);
    return loaded;
}

typedef struct results {
    double *tau, *M;
} results;

static results compute(const robot *r, uint64_t seed)
{
    cdy_error error = {0};
    size_t nq = (size_t)r->nq, nv = (size_t)r->nv;
    double *q = calloc(nq + 1, sizeof *q), *qd = calloc(nv + 1, sizeof *qd), *qdd = calloc(nv + 1, sizeof *qdd);
    results x = {calloc(nv + 1, sizeof(double)), calloc(nv * nv + 1, sizeof(double))};
    cdy_random_configuration(r->model, &seed, q);
    draw_array(&seed, 2, qd, r->nv);
    draw_array(&seed, 5, qdd, r->nv);
    ck_assert_ok(cdy_inverse_dynamics(r->model, r->work, q, qd, qdd, NULL, x.tau, &error), error);
    ck_assert_ok(cdy_mass_matrix(r->model, r->work, q, x.M, &error), error);
    free(q);
    free(qd);
    free(qdd);
    return x;
}

/* Torques and mass matrices of two robots at a few states, bit by bit. */
static void compare_dynamics(const robot *a, const robot *b, const char *name)
{
    ck_assert_int_eq(a->nv, b->nv);
    ck_assert_int_eq(a->nq, b->nq);
    size_t nv = (size_t)a->nv;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        results x = compute(a, seed), y = compute(b, seed);
        ck_assert_msg(memcmp(x.tau, y.tau, nv * sizeof(double)) == 0, "%s: other torques", name);
        ck_assert_msg(memcmp(x.M, y.M, nv * nv * sizeof(double)) == 0, "%s: another mass matrix", name);
        free(x.tau);
        free(x.M);
        free(y.tau);
        free(y.M);
    }
}

static bool has_spherical_joint(const cdy_tree *tree)
{
    bool found = false;
    for (int i = 1; i <= cdy_tree_body_count(tree) && !found; i++) {
        found = cdy_tree_body(tree, i)->joint.type == CDY_JOINT_SPHERICAL;
    }
    return found;
}

/* Joints that are read though URDF has them not are not written. Takes the tree over. */
static void check_unsupported(cdy_tree *tree)
{
    text t = {0};
    cdy_error error = {0};
    ck_assert_fails(cdy_urdf_write(tree, collect, &t, &error), CDY_ERROR_UNSUPPORTED, error);
    ck_assert_uint_eq(t.size, 0);
    cdy_tree_destroy(tree);
}

/* Takes the tree over. */
static void check_round_trip(cdy_tree *tree, const char *name)
{
    char difference[DIFFERENCE_SIZE];
    text t = write_text(tree);
    cdy_tree *again = load_like(&t, tree);
    ck_assert_msg(!find_difference(tree, again, difference), "%s: %s", name, difference);
    text second = write_text(again);
    ck_assert_msg(strcmp(t.bytes, second.bytes) == 0, "%s is written otherwise the second time", name);
    robot a = make_robot(tree), b = make_robot(again);
    compare_dynamics(&a, &b, name);
    free_robot(&a);
    free_robot(&b);
    free(t.bytes);
    free(second.bytes);
}

/* Exports every file of a folder that loads, unchanged, with a floating base, and with independent mimic joints.
 * Returns the number of files. */
static int check_folder(const char *folder)
{
    char *place = reference_path(folder);
    DIR *directory = place ? opendir(place) : NULL;
    int count = 0;
    ck_assert_ptr_nonnull(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", place, entry->d_name);
        for (int way = 0; way < 3; way++) {
            cdy_tree *tree = NULL;
            cdy_load_options options = {
                .gravity = {1, 2, -9.81}, .floating_base = way == 1, .mimic_independent = way == 2};
            if (strstr(entry->d_name, ".urdf") && cdy_load_file(path, &options, &tree, NULL) == CDY_OK) {
                if (has_spherical_joint(tree)) {
                    check_unsupported(tree);
                } else {
                    check_round_trip(tree, entry->d_name);
                    count++;
                }
            }
        }
    }
    closedir(directory);
    free(place);
    return count;
}

START_TEST(robots_of_the_wild_come_back)
{
    ck_assert_int_eq(check_folder("corpus/robots"), 3 * 76);
    ck_assert_int_ge(check_folder("corpus/odd"), 3 * 50);
    ck_assert_int_ge(check_folder("vectors"), 3 * 15);
}
END_TEST

START_TEST(bundled_robots_come_back)
{
    static const char *const names[] = {"universalUR5e", "kukaIiwa14", "omronEcobra600"};
    for (size_t i = 0; i < 3; i++) {
        cdy_tree *tree = NULL;
        cdy_error error = {0};
        ck_assert_ok(cdy_urdf_load_bundled(names[i], NULL, &tree, &error), error);
        check_round_trip(tree, names[i]);
    }
}
END_TEST

/* The last piece of the text may be a single byte, or the piece before it may end the file. */
START_TEST(every_length_is_written_to_its_end)
{
    char name[4200];
    cdy_error error = {0};
    size_t sizes[3] = {0};
    for (size_t i = 0, length = 1; i < 3; i++) {
        memset(name, 'x', length);
        name[length] = '\0';
        cdy_tree *tree = make_tree("base", 0);
        ck_assert_ok(cdy_tree_set_name(tree, name, &error), error);
        text t = write_text(tree);
        sizes[i] = t.size;
        ck_assert_str_eq(t.bytes + t.size - 9, "</robot>\n");
        length += i ? 1 : 4096 - t.size;
        free(t.bytes);
        cdy_tree_destroy(tree);
    }
    ck_assert_uint_eq(sizes[1], 4096);
    ck_assert_uint_eq(sizes[2], 4096 + 1);
}
END_TEST

START_TEST(random_trees_come_back)
{
    cdy_tree *tree = random_tree((uint64_t)_i, 1 + _i % 40, RANDOM_JOINTS_URDF);
    cdy_tree_set_mimic_independent(tree, _i % 3 == 0);
    check_round_trip(tree, "a random tree");
}
END_TEST

/* ---- everything that a tree holds ---- */

/* A body with every optional part, whose numbers need all their digits. */
static cdy_tree *make_full_tree(void)
{
    static const cdy_shape visuals[] = {
        {.name = "box",
         .origin = {{0.1, -0.0, 1e-300}, {1, 2, 3}},
         .geometry = {.type = CDY_GEOMETRY_BOX, .size = {1.0 / 3, 2, 3}, .scale = {1, 1, 1}},
         .material = {.name = "red", .color_given = true, .rgba = {1, 0, 0.1, 0.5}}},
        {.geometry = {.type = CDY_GEOMETRY_CYLINDER, .radius = 0.1, .length = 5e-324, .scale = {1, 1, 1}},
         .material = {.name = "wood", .texture = "package://a b/\"wood\".png"}},
        {.geometry = {.type = CDY_GEOMETRY_SPHERE, .radius = 1.7976931348623157e308, .scale = {1, 1, 1}},
         .material = {.name = "", .color_given = true, .rgba = {0.2, 0.2, 0.2, 1}}},
        {.geometry = {.type = CDY_GEOMETRY_CAPSULE, .radius = 0.1, .length = 0.7, .scale = {1, 1, 1}},
         .material = {.name = "undefined"}},
        {.geometry = {.type = CDY_GEOMETRY_MESH, .mesh = "package://m/<a>&'b'.stl", .scale = {-1, 1, 0.001}}},
    };
    static const cdy_shape collisions[] = {
        {.geometry = {.type = CDY_GEOMETRY_SPHERE, .radius = 0.25, .scale = {1, 1, 1}}},
    };
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("b\xc3\xa4r <&> \"'\t\n\r ]]> \xf0\x9f\xa4\x96", " leading", CDY_JOINT_REVOLUTE);
    body.joint.origin = (cdy_placement){{1e22, -1e-7, 123456789.125}, {-0.0, 0, 0}};
    body.joint.limit = (cdy_limit){true, -0.1, 0.3, 87, 3.3};
    body.joint.acceleration_limit = 0.5;
    body.joint.dynamics = (cdy_joint_dynamics){true, -0.1, 1e-5, 0, 0};
    body.joint.safety = (cdy_safety){true, -0.05, 0.25, 15, 10};
    body.joint.calibration = (cdy_calibration){.rising_given = true, .rising = -0.0};
    body.visuals = visuals;
    body.visual_count = sizeof visuals / sizeof *visuals;
    body.collisions = collisions;
    body.collision_count = 1;
    set_inertial(&body, 0.1 + 0.2, 0.1, 0.2, 0.3, (double[6]){0.1, 0.01, -0.001, 0.2, -0.0, 0.3});
    add_body(tree, &body, "base");
    body = make_body("follower", "f", CDY_JOINT_PRISMATIC);
    body.joint.mimic = (cdy_mimic){" leading", -2.5, 0.125};
    body.joint.calibration = (cdy_calibration){.falling_given = true, .falling = 2};
    add_body(tree, &body, "base");
    body = make_body("welded", "w", CDY_JOINT_FIXED);
    set_axis(&body, 0, 0, -0.0);
    body.inertial.given = true; /* no mass, but an inertia */
    body.inertial.mass = 0;
    add_body(tree, &body, "follower");
    return tree;
}

START_TEST(everything_a_tree_keeps_comes_back)
{
    cdy_tree *tree = make_full_tree(), *again = write_and_load(tree);
    ck_assert_same_tree(again, tree);
    cdy_tree_destroy(tree);
    cdy_tree_destroy(again);
}
END_TEST

START_TEST(the_text_is_what_people_would_write)
{
    static const char expected[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                   "<robot name=\"robot\">\n"
                                   "  <link name=\"base\"/>\n"
                                   "  <joint name=\"slide\" type=\"prismatic\">\n"
                                   "    <parent link=\"base\"/>\n"
                                   "    <child link=\"cart\"/>\n"
                                   "    <origin xyz=\"0.5 0 0\" rpy=\"0 0 1.5\"/>\n"
                                   "    <axis xyz=\"0 0 1\"/>\n"
                                   "    <limit lower=\"-1\" upper=\"2\" effort=\"3\" velocity=\"4\"/>\n"
                                   "  </joint>\n"
                                   "  <link name=\"cart\">\n"
                                   "    <inertial>\n"
                                   "      <mass value=\"2.5\"/>\n"
                                   "      <inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/>\n"
                                   "    </inertial>\n"
                                   "  </link>\n"
                                   "</robot>\n";
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("cart", "slide", CDY_JOINT_PRISMATIC);
    set_inertial(&body, 2.5, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    set_origin(&body, 0.5, 0, 0, 0, 0, 1.5);
    body.joint.limit = (cdy_limit){true, -1, 2, 3, 4};
    add_body(tree, &body, "base");
    text t = write_text(tree);
    ck_assert_str_eq(t.bytes, expected);
    free(t.bytes);
    cdy_tree_destroy(tree);
}
END_TEST

/* The axis x, the default of URDF, is written where the joint moves about or along it; joints without an axis get
 * <axis> only where it is another axis. */
START_TEST(axes_are_written_where_joints_use_them)
{
    static const struct {
        cdy_joint_type type;
        double z;      /* of the axis [1 0 z] */
        bool expected; /* <axis> */
    } axes[] = {
        {CDY_JOINT_REVOLUTE, 0, true}, {CDY_JOINT_PLANAR, 0, true},    {CDY_JOINT_FIXED, 0, false},
        {CDY_JOINT_FIXED, 1, true},    {CDY_JOINT_FLOATING, 0, false}, {CDY_JOINT_FLOATING, 1, true},
    };
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        cdy_tree *tree = make_tree("base", 0);
        cdy_body body = make_body("b", "j", axes[i].type);
        set_axis(&body, 1, 0, axes[i].z);
        add_body(tree, &body, "base");
        text t = write_text(tree);
        ck_assert_msg((strstr(t.bytes, "<axis xyz=") != NULL) == axes[i].expected, "%zu: %s", i, t.bytes);
        free(t.bytes);
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* Two joined robots may define different colours under one name: the links of both keep their colours. */
START_TEST(materials_of_one_name_keep_their_looks)
{
    static const cdy_shape shapes[] = {
        {.geometry = {.type = CDY_GEOMETRY_SPHERE, .radius = 1, .scale = {1, 1, 1}}, .material = {.name = "grey"}},
        {.geometry = {.type = CDY_GEOMETRY_SPHERE, .radius = 1, .scale = {1, 1, 1}},
         .material = {.name = "grey", .color_given = true, .rgba = {0.5, 0.5, 0.5, 1}}},
        {.geometry = {.type = CDY_GEOMETRY_SPHERE, .radius = 1, .scale = {1, 1, 1}},
         .material = {.name = "grey", .color_given = true, .rgba = {0.6, 0.6, 0.6, 1}}},
    };
    cdy_tree *tree = make_tree("base", 0);
    for (int i = 0; i < 3; i++) {
        char name[8];
        snprintf(name, sizeof name, "b%d", i);
        cdy_body body = make_body(name, name, CDY_JOINT_FIXED);
        body.visuals = &shapes[i];
        body.visual_count = 1;
        add_body(tree, &body, "base");
    }
    cdy_tree *again = write_and_load(tree);
    const cdy_material *m[3];
    for (int i = 0; i < 3; i++) {
        m[i] = &cdy_tree_body(again, i + 1)->visuals[0].material;
    }
    ck_assert_ptr_null(m[0]->name);
    ck_assert(!m[0]->color_given);
    ck_assert_str_eq(m[1]->name, "grey");
    ck_assert_double_eq(m[1]->rgba[0], 0.5);
    ck_assert_str_eq(m[2]->name, "");
    ck_assert(m[2]->color_given);
    ck_assert_double_eq(m[2]->rgba[0], 0.6);
    cdy_tree_destroy(tree);
    cdy_tree_destroy(again);
}
END_TEST

/* ---- shapes without geometry and materials without colour ---- */

static const char unread[] =
    "<robot name='r'><material name='m'><color rgba='#f00'/></material><material name='t'><texture/></material>"
    "<link name='a'><inertial><mass value='1'/><inertia ixx='0.1' ixy='0' ixz='0' iyy='0.1' iyz='0' izz='0.1'/>"
    "</inertial>"
    "<visual><geometry><sphere radius='x'/></geometry></visual>"
    "<visual><geometry><cone/></geometry><material name='c'><color rgba='1 1 1 1'/></material></visual>"
    "<visual><geometry/></visual><visual/>"
    "<visual><geometry><box size='1 1 1'/></geometry><material><color rgba='red'/></material></visual>"
    "<visual><geometry><box size='1 1 1'/></geometry><material name=''/></visual>"
    "<visual><geometry><box size='1 1 1'/></geometry><material name='m'/></visual>"
    "<visual><geometry><box size='1 1 1'/></geometry><material name='t'/></visual>"
    "<visual><geometry><box size='1 1 1'/></geometry><material name='c'/></visual>"
    "<visual><geometry><box size='1 1 1'/></geometry><material name='n'><color rgba='1 1'/></material></visual>"
    "<collision><geometry><cylinder radius='1'/></geometry></collision><collision/>"
    "<collision><geometry><mesh/></geometry></collision></link></robot>";

static void print_finding(void *context, const cdy_finding *f)
{
    (void)context;
    fprintf(stderr, "%d: %s: %s\n", f->line, f->code, f->message);
}

static void check_that_nothing_is_wrong_with(const text *t)
{
    cdy_error error = {0};
    cdy_check_summary summary;
    cdy_check_options options = cdy_check_options_default();
    options.report = print_finding;
    ck_assert_ok(cdy_check_text(t->bytes, t->size, "export", &options, &summary, &error), error);
    ck_assert_msg(summary.errors + summary.warnings + summary.notes == 0, "%s", t->bytes);
}

/* Elements that the loader ignores are not exported. */
START_TEST(what_cannot_be_read_leaves_nothing_behind)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    ck_assert_ok(cdy_load_text(unread, strlen(unread), "unread", NULL, &tree, &error), error);
    ck_assert_uint_eq(cdy_tree_body(tree, 0)->visual_count, 6);
    ck_assert_uint_eq(cdy_tree_body(tree, 0)->collision_count, 0);
    text t = write_text(tree);
    check_that_nothing_is_wrong_with(&t);
    ck_assert_ptr_nonnull(strstr(t.bytes, "<material name=\"c\"/>")); /* defined in a visual that is left out */
    cdy_tree *again = load_like(&t, tree);
    ck_assert_same_tree(again, tree);
    cdy_tree_destroy(again);
    cdy_tree_destroy(tree);
    free(t.bytes);
}
END_TEST

START_TEST(shapes_of_nothing_are_not_written)
{
    static const cdy_shape shapes[] = {
        {.name = "nothing",
         .geometry = {.scale = {1, 1, 1}},
         .material = {.name = "red", .color_given = true, .rgba = {1, 0, 0, 1}}},
        {.geometry = {.type = CDY_GEOMETRY_SPHERE, .radius = 1, .scale = {1, 1, 1}}, .material = {.name = ""}},
    };
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("b", "j", CDY_JOINT_REVOLUTE);
    set_inertial(&body, 1, 0, 0, 0, (double[6]){0.1, 0, 0, 0.1, 0, 0.1});
    body.joint.limit = (cdy_limit){true, -1, 1, 1, 1};
    body.visuals = body.collisions = shapes;
    body.visual_count = body.collision_count = 2;
    add_body(tree, &body, "base");
    text t = write_text(tree);
    check_that_nothing_is_wrong_with(&t);
    ck_assert_ptr_null(strstr(t.bytes, "nothing"));
    ck_assert_ptr_null(strstr(t.bytes, "<material"));
    cdy_tree *again = load_like(&t, tree);
    ck_assert_uint_eq(cdy_tree_body(again, 1)->visual_count, 1);
    ck_assert_uint_eq(cdy_tree_body(again, 1)->collision_count, 1);
    cdy_tree_destroy(again);
    cdy_tree_destroy(tree);
    free(t.bytes);
}
END_TEST

/* ---- child placements ---- */

static void displace_bodies(cdy_tree *tree, uint64_t *state)
{
    cdy_error error = {0};
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        cdy_joint joint = cdy_tree_body(tree, i)->joint;
        if (draw_below(state, 3) == 0) {
            continue;
        }
        draw_array(state, 1, joint.child.xyz, 3);
        draw_array(state, 3, joint.child.rpy, 3);
        if (draw_below(state, 3) == 0) {
            joint.origin = (cdy_placement){{0}, {0}};
        }
        ck_assert_ok(cdy_tree_replace_joint(tree, cdy_tree_body(tree, i)->name, &joint, &error), error);
    }
}

/* The frames stay where they were: a wrench on each frame, in its own axes, gives the same wrench in the base's axes.
 */
static void compare_frames(const robot *a, const robot *b)
{
    cdy_error error = {0};
    const double wrench[6] = {1, -2, 3, 4, -5, 6};
    size_t rows = (size_t)cdy_model_force_rows(a->model);
    ck_assert_uint_eq(rows, (size_t)cdy_model_force_rows(b->model));
    double *q = calloc((size_t)a->nq + 1, sizeof *q);
    uint64_t seed = 9;
    cdy_random_configuration(a->model, &seed, q);
    for (int i = 0; i < cdy_model_frame_count(a->model); i++) {
        double *x = calloc(6 * rows + 1, sizeof *x), *y = calloc(6 * rows + 1, sizeof *y);
        int other = cdy_model_find_frame(b->model, cdy_model_frame_name(a->model, i));
        ck_assert_int_ge(other, 0);
        ck_assert_ok(cdy_external_force(a->model, a->work, i, wrench, q, x, &error), error);
        ck_assert_ok(cdy_external_force(b->model, b->work, other, wrench, q, y, &error), error);
        ck_assert_near(x, y, 6 * rows, 1e-12 * (1 + largest(x, 6 * rows)));
        free(x);
        free(y);
    }
    free(q);
}

START_TEST(displaced_bodies_keep_their_frames_and_the_dynamics)
{
    uint64_t state = (uint64_t)_i;
    cdy_tree *tree = random_tree((uint64_t)_i, 1 + _i % 20, RANDOM_JOINTS_URDF);
    displace_bodies(tree, &state);
    robot a = make_robot(tree), b = make_robot(write_and_load(tree));
    ck_assert_int_eq(a.nv, b.nv);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        results x = compute(&a, seed), y = compute(&b, seed);
        ck_assert_relative(y.tau, x.tau, (size_t)a.nv, 1e-12);
        ck_assert_relative(y.M, x.M, (size_t)a.nv * (size_t)a.nv, 1e-12);
        free(x.tau);
        free(x.M);
        free(y.tau);
        free(y.M);
    }
    compare_frames(&a, &b);
    free_robot(&a);
    free_robot(&b);
}
END_TEST

/* The link and joint added for a child placement have names that the robot does not use. */
START_TEST(frames_of_displaced_bodies_have_names_of_their_own)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("arm", "j", CDY_JOINT_REVOLUTE);
    body.joint.child.xyz[0] = 1;
    add_body(tree, &body, "base");
    body = make_body("j_frame", "j_fixed", CDY_JOINT_REVOLUTE);
    body.joint.child.xyz[0] = 1;
    add_body(tree, &body, "arm");
    body = make_body("j_frame_", "t", CDY_JOINT_FIXED);
    body.joint.child.xyz[0] = 1; /* becomes the origin */
    add_body(tree, &body, "j_frame");
    cdy_tree *again = write_and_load(tree);
    static const char *const names[] = {"base", "j_frame__", "arm", "j_fixed_frame", "j_frame", "j_frame_"};
    static const char *const joints[] = {NULL, "j", "j_fixed_", "j_fixed", "j_fixed_fixed", "t"};
    ck_assert_int_eq(cdy_tree_body_count(again), 5);
    for (int i = 0; i <= 5; i++) {
        ck_assert_str_eq(cdy_tree_body(again, i)->name, names[i]);
        ck_assert_pstr_eq(cdy_tree_body(again, i)->joint.name, joints[i]);
        ck_assert_int_eq(cdy_tree_parent(again, i), i - 1);
    }
    ck_assert_double_eq(cdy_tree_body(again, 5)->joint.origin.xyz[0], 1);
    cdy_tree_destroy(tree);
    cdy_tree_destroy(again);
}
END_TEST

/* One number other than 0 is a placement. */
START_TEST(each_number_displaces_a_body)
{
    for (int i = 0; i < 7; i++) {
        cdy_tree *tree = make_tree("base", 0);
        cdy_body body = make_body("arm", "j", CDY_JOINT_REVOLUTE);
        double *numbers[] = {&body.joint.child.xyz[0], &body.joint.child.xyz[1], &body.joint.child.xyz[2],
                             &body.joint.child.rpy[0], &body.joint.child.rpy[1], &body.joint.child.rpy[2]};
        if (i < 6) {
            *numbers[i] = 0.5;
        }
        add_body(tree, &body, "base");
        cdy_tree *again = write_and_load(tree);
        ck_assert_int_eq(cdy_tree_body_count(again), i < 6 ? 2 : 1);
        const cdy_placement *origin = &cdy_tree_body(again, cdy_tree_body_count(again))->joint.origin;
        ck_assert(i == 6 || memcmp(origin, &body.joint.child, sizeof *origin) == 0);
        cdy_tree_destroy(tree);
        cdy_tree_destroy(again);
    }
}
END_TEST

/* A gear ratio of 1 is the default, and one of 0 is none. */
START_TEST(gears_are_written_where_they_reduce)
{
    static const double ratios[] = {1, 0, 0.5, 2, -1};
    for (int i = 0; i < 5; i++) {
        cdy_tree *tree = make_tree("base", 0);
        cdy_body body = make_body("b", "j", CDY_JOINT_REVOLUTE);
        body.joint.gear_ratio = ratios[i];
        add_body(tree, &body, "base");
        text t = write_text(tree);
        ck_assert_int_eq(strstr(t.bytes, "<transmission name=\"j\">") != NULL, i >= 2);
        free(t.bytes);
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* ---- refusals ---- */

static cdy_status refuse_writing(void *context, const char *piece, size_t size)
{
    (void)piece;
    (void)size;
    ++*(int *)context;
    return CDY_OK;
}

static const char bell[] = "a\ab";

/* The beginnings of the refusals, by the way to make the tree invalid. */
static const char *const unwritable[] = {
    "body 'a?b': its name is not UTF-8",
    "body 'a",
    "joint '",
    "joint '",
    "body 'b': a name or a file name",
    "body 'b': a name or a file name",
    "body 'b': a name or a file name",
    "body 'b': a name or a file name",
    "joint 'j': a limit is infinite",
    "joint 'j': a limit is infinite",
    "joint 'j': a limit is infinite",
    "joint 'j': a limit is infinite",
    "joint 'j' mimics 'nobody'",
    "joint 'j' mimics 'j'",
    "joint 'j' mimics 'w'",
    "body 'b': a name or a file name",
    "body 'a?b': its name",
};
enum { UNWRITABLE = sizeof unwritable / sizeof *unwritable };

static void make_unwritable(cdy_body *body, cdy_shape *shape, int way)
{
    static const char half[] = "a\xc3", surrogate[] = "\xed\xa0\x80", none[] = "\xef\xbf\xbf";
    cdy_limit *limit = &body->joint.limit;
    *limit = (cdy_limit){way >= 8 && way < 12, 0, 1, 0, 0};
    switch (way) {
    case 0: body->name = bell; break;
    case 1: body->name = half; break;
    case 2: body->joint.name = surrogate; break;
    case 3: body->joint.name = none; break;
    case 4: shape->name = bell; break;
    case 5: shape->geometry.mesh = half; break;
    case 6: shape->material = (cdy_material){.name = bell}; break;
    case 7: shape->material = (cdy_material){.name = "m", .texture = bell}; break;
    case 8: limit->lower = -(double)INFINITY; break;
    case 9: limit->upper = (double)INFINITY; break;
    case 10: limit->effort = (double)INFINITY; break;
    case 11: limit->velocity = (double)INFINITY; break;
    case 12: body->joint.mimic = (cdy_mimic){"nobody", 1, 0}; break;
    case 13: body->joint.mimic = (cdy_mimic){"j", 1, 0}; break;
    case 14: body->joint.mimic = (cdy_mimic){"w", 1, 0}; break; /* a fixed joint */
    case 15: body->collisions = shape; break;
    default: break;
    }
}

START_TEST(what_no_file_can_hold_is_refused_before_anything_is_written)
{
    cdy_error error = {0};
    int pieces = 0;
    const char *base = _i == UNWRITABLE - 1 ? bell : "base";
    cdy_tree *tree = make_tree(base, 0);
    cdy_shape shape = {.geometry = {.type = CDY_GEOMETRY_MESH, .mesh = "m.stl", .scale = {1, 1, 1}}};
    cdy_body body = make_body("welded", "w", CDY_JOINT_FIXED);
    add_body(tree, &body, base);
    body = make_body("b", "j", CDY_JOINT_REVOLUTE);
    make_unwritable(&body, &shape, _i);
    if (body.collisions) {
        shape.geometry.mesh = bell;
        body.collision_count = 1;
    } else {
        body.visuals = &shape;
        body.visual_count = 1;
    }
    add_body(tree, &body, base);
    ck_assert_fails(cdy_urdf_write(tree, refuse_writing, &pieces, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_msg(strncmp(error.text, unwritable[_i], strlen(unwritable[_i])) == 0, "%s", error.text);
    ck_assert_int_eq(pieces, 0);
    cdy_tree_destroy(tree);
}
END_TEST

/* A ring of leaders, which a tree may hold where mimic joints are independent, and which no file can hold. */
START_TEST(rings_of_leaders_are_refused)
{
    cdy_error error = {0};
    int pieces = 0;
    cdy_tree *tree = make_tree("base", 0);
    cdy_tree_set_mimic_independent(tree, true);
    cdy_body body = make_body("a", "ja", CDY_JOINT_CONTINUOUS);
    body.joint.mimic = (cdy_mimic){"jb", 1, 0};
    add_body(tree, &body, "base");
    body = make_body("b", "jb", CDY_JOINT_CONTINUOUS);
    body.joint.mimic = (cdy_mimic){"ja", 1, 0};
    add_body(tree, &body, "base");
    ck_assert_fails(cdy_urdf_write(tree, refuse_writing, &pieces, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "in a ring"));
    ck_assert_int_eq(pieces, 0);
    ck_assert(cdy_tree_mimic_independent(tree));
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(robots_with_bad_names_are_refused)
{
    cdy_error error = {0};
    int pieces = 0;
    cdy_tree *tree = make_tree("base", 0);
    ck_assert_ok(cdy_tree_set_name(tree, "\x01", &error), error);
    ck_assert_fails(cdy_urdf_write(tree, refuse_writing, &pieces, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_urdf_write(NULL, refuse_writing, &pieces, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_urdf_write(tree, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_int_eq(pieces, 0);
    cdy_tree_destroy(tree);
}
END_TEST

static cdy_status fail_at_last(void *context, const char *piece, size_t size)
{
    int *left = context;
    (void)piece;
    ck_assert_uint_gt(size, 0);
    ck_assert_int_gt(*left, 0); /* or the callback is called after it has failed */
    return --*left == 0 ? CDY_ERROR_NUMERIC : CDY_OK;
}

static cdy_status note_call(void *called, const char *bytes, size_t size)
{
    (void)bytes, (void)size;
    *(bool *)called = true;
    return CDY_OK;
}

START_TEST(spherical_joints_are_refused_by_name)
{
    cdy_error error;
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body arm = make_body("arm", "shoulder", CDY_JOINT_SPHERICAL);
    bool called = false;
    add_body(tree, &arm, "base");
    ck_assert_fails(cdy_urdf_write(tree, note_call, &called, &error), CDY_ERROR_UNSUPPORTED, error);
    ck_assert_msg(strstr(error.text, "joint 'shoulder' is spherical, which URDF has not; export it as MJCF or SDF, or "
                                     "give it another type, for instance three continuous joints"),
                  "%s", error.text);
    ck_assert(!called);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_failing_writer_ends_the_export)
{
    cdy_tree *tree = random_tree(3, 60, RANDOM_JOINTS_URDF);
    for (int pieces = 1; pieces <= 3; pieces++) {
        cdy_error error = {0};
        int left = pieces;
        ck_assert_fails(cdy_urdf_write(tree, fail_at_last, &left, &error), CDY_ERROR_NUMERIC, error);
    }
    cdy_tree_destroy(tree);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("export");
    TCase *tests = add_case(suite, "round trip", bundled_robots_come_back);
    tcase_add_loop_test(tests, random_trees_come_back, 0, 80);
    tcase_add_test(tests, every_length_is_written_to_its_end);
    tcase_add_test(tests, everything_a_tree_keeps_comes_back);
    tcase_add_test(tests, the_text_is_what_people_would_write);
    tcase_add_test(tests, axes_are_written_where_joints_use_them);
    tcase_add_test(tests, materials_of_one_name_keep_their_looks);
    tcase_add_test(tests, what_cannot_be_read_leaves_nothing_behind);
    tcase_add_test(tests, shapes_of_nothing_are_not_written);
    char *corpus = reference_path("corpus/robots");
    if (corpus) {
        tcase_add_test(tests, robots_of_the_wild_come_back);
    }
    free(corpus);
    tests = tcase_create("child placements");
    tcase_add_loop_test(tests, displaced_bodies_keep_their_frames_and_the_dynamics, 0, 40);
    tcase_add_test(tests, frames_of_displaced_bodies_have_names_of_their_own);
    tcase_add_test(tests, each_number_displaces_a_body);
    tcase_add_test(tests, gears_are_written_where_they_reduce);
    suite_add_tcase(suite, tests);
    tests = tcase_create("refusals");
    tcase_add_loop_test(tests, what_no_file_can_hold_is_refused_before_anything_is_written, 0, UNWRITABLE);
    tcase_add_test(tests, robots_with_bad_names_are_refused);
    tcase_add_test(tests, spherical_joints_are_refused_by_name);
    tcase_add_test(tests, rings_of_leaders_are_refused);
    tcase_add_test(tests, a_failing_writer_ends_the_export);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
