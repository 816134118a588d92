/* Shapes: files of meshes, solids of shapes, and inertias of links from solids. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/folder.h"
#include "support/robot.h"
#include "support/solids.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static cdy_shape make_shape(cdy_geometry_type type, double radius, double length)
{
    return (cdy_shape){.geometry = {.type = type, .radius = radius, .length = length, .scale = {1, 1, 1}}};
}

static cdy_solid measure(const cdy_shape *shapes, size_t count)
{
    cdy_solid solid;
    cdy_error error = {0};
    ck_assert_ok(cdy_shapes_measure(shapes, count, NULL, &solid, &error), error);
    return solid;
}

/* ---- primitives ---- */

START_TEST(primitives_have_the_volumes_and_inertias_of_the_books)
{
    const double r = 0.3, h = 0.8;
    cdy_shape box = make_shape(CDY_GEOMETRY_BOX, 0, 0);
    memcpy(box.geometry.size, ((double[3]){0.2, 0.3, 0.5}), sizeof box.geometry.size);
    cdy_solid s = measure(&box, 1);
    ck_assert_double_eq_tol(s.volume, 0.03, 1e-15);
    ck_assert_near(s.inertia, ((double[6]){0.03 * 0.34 / 12, 0, 0, 0.03 * 0.29 / 12, 0, 0.03 * 0.13 / 12}), 6, 1e-15);
    ck_assert_near(s.upper, ((double[3]){0.1, 0.15, 0.25}), 3, 1e-15);
    const cdy_shape cylinder = make_shape(CDY_GEOMETRY_CYLINDER, r, h);
    s = measure(&cylinder, 1);
    double V = pi * r * r * h;
    ck_assert_double_eq_tol(s.volume, V, 1e-14);
    ck_assert_double_eq_tol(s.inertia[5], V * r * r / 2, 1e-14);
    ck_assert_double_eq_tol(s.inertia[0], V * (3 * r * r + h * h) / 12, 1e-14);
    const cdy_shape sphere = make_shape(CDY_GEOMETRY_SPHERE, r, 0);
    s = measure(&sphere, 1);
    V = 4.0 / 3 * pi * r * r * r;
    ck_assert_double_eq_tol(s.volume, V, 1e-14);
    ck_assert_double_eq_tol(s.inertia[0], 0.4 * V * r * r, 1e-14);
    ck_assert_double_eq_tol(s.inertia[5], 0.4 * V * r * r, 1e-14);
    ck_assert_near(s.lower, ((double[3]){-r, -r, -r}), 3, 1e-15);
}
END_TEST

/* A capsule between slices: the integral of the discs' moments about x, by Simpson's rule. */
START_TEST(a_capsule_has_the_inertia_of_its_discs)
{
    const double r = 0.3, h = 0.8, top = h / 2 + r;
    const int slices = 20000;
    double V = 0, xx = 0, zz = 0;
    for (int i = 0; i <= slices; i++) {
        const double z = -top + 2 * top * i / slices, beyond = fmax(fabs(z) - h / 2, 0);
        const double square = r * r - beyond * beyond, area = pi * square;
        const double weight = 2 * top / slices / 3 * (i == 0 || i == slices ? 1 : i % 2 ? 4 : 2);
        V += weight * area;
        xx += weight * area * (square / 4 + z * z);
        zz += weight * area * square / 2;
    }
    const cdy_shape capsule = make_shape(CDY_GEOMETRY_CAPSULE, r, h);
    const cdy_solid s = measure(&capsule, 1);
    ck_assert_double_eq_tol(s.volume, V, 1e-7);
    ck_assert_double_eq_tol(s.inertia[0], xx, 1e-7);
    ck_assert_double_eq_tol(s.inertia[5], zz, 1e-7);
    ck_assert_double_eq_tol(s.upper[2], top, 1e-15);
}
END_TEST

/* Two adjacent cubes, one of them turned, are one box; shapes without geometry have no volume. */
START_TEST(shapes_add_up_in_the_frame_of_the_link)
{
    cdy_shape shapes[3] = {make_shape(CDY_GEOMETRY_BOX, 0, 0), make_shape(CDY_GEOMETRY_NONE, 0, 0),
                           make_shape(CDY_GEOMETRY_BOX, 0, 0)};
    for (int k = 0; k < 3; k++) {
        shapes[0].geometry.size[k] = shapes[2].geometry.size[k] = 1;
    }
    shapes[0].origin.xyz[0] = 0.5;
    shapes[2].origin = (cdy_placement){{1.5, 0, 0}, {0, 0, pi / 2}};
    const cdy_solid s = measure(shapes, 3);
    ck_assert_double_eq_tol(s.volume, 2, 1e-14);
    ck_assert_near(s.center, ((double[3]){1, 0, 0}), 3, 1e-14);
    ck_assert_near(s.inertia, ((double[6]){2.0 * 2 / 12, 0, 0, 2 * 5.0 / 12, 0, 2 * 5.0 / 12}), 6, 1e-14);
    ck_assert_near(s.lower, ((double[3]){0, -0.5, -0.5}), 3, 1e-14);
    ck_assert_near(s.upper, ((double[3]){2, 0.5, 0.5}), 3, 1e-14);
    const cdy_solid none = measure(NULL, 0);
    ck_assert_near(none.inertia, ((double[6]){0}), 6, 0);
    ck_assert_near(none.upper, ((double[3]){0}), 3, 0);
    cdy_solid solid;
    cdy_error error = {0};
    ck_assert_fails(cdy_shapes_measure(NULL, 1, NULL, &solid, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_shapes_measure(shapes, 1, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    shapes[0].geometry.size[0] = shapes[0].geometry.size[1] = 1e200;
    ck_assert_fails(cdy_shapes_measure(shapes, 1, NULL, &solid, &error), CDY_ERROR_NUMERIC, error);
    shapes[0].geometry.size[1] = shapes[0].geometry.size[2] = 1e-100; /* volume 1, inertia 1e400 */
    ck_assert_fails(cdy_shapes_measure(shapes, 1, NULL, &solid, &error), CDY_ERROR_NUMERIC, error);
    shapes[0].geometry.size[0] = 1e100; /* volume 1e-100, inertia 1e99 */
    shapes[0].origin = (cdy_placement){{0}, {0}};
    const cdy_solid rod = measure(shapes, 1);
    ck_assert_double_eq_tol(rod.inertia[5] / (1e100 / 12), 1, 1e-12);
}
END_TEST

/* The box about a turned box reaches to the projections of its edges: half the sum of |R_kj| s_j along each axis. */
START_TEST(boxes_of_turned_shapes_touch_their_corners)
{
    uint64_t state = 5;
    for (int round = 0; round < 20; round++) {
        cdy_shape box = make_shape(CDY_GEOMETRY_BOX, 0, 0);
        double expected[6];
        for (int k = 0; k < 3; k++) {
            box.geometry.size[k] = draw(&state, 0.1, 2);
        }
        draw_array(&state, 3, box.origin.xyz, 3);
        draw_array(&state, 3, box.origin.rpy, 3);
        const double *a = box.origin.rpy, cr = cos(a[0]), sr = sin(a[0]), cp = cos(a[1]), sp = sin(a[1]),
                     cy = cos(a[2]), sy = sin(a[2]);
        const double R[9] = {cy * cp,
                             cy * sp * sr - sy * cr,
                             cy * sp * cr + sy * sr,
                             sy * cp,
                             sy * sp * sr + cy * cr,
                             sy * sp * cr - cy * sr,
                             -sp,
                             cp * sr,
                             cp * cr};
        const cdy_solid s = measure(&box, 1);
        for (int k = 0; k < 3; k++) {
            double reach = 0;
            for (int j = 0; j < 3; j++) {
                reach += fabs(R[3 * k + j]) * box.geometry.size[j] / 2;
            }
            expected[k] = box.origin.xyz[k] - reach;
            expected[3 + k] = box.origin.xyz[k] + reach;
        }
        ck_assert_near(s.lower, expected, 3, 1e-14);
        ck_assert_near(s.upper, expected + 3, 3, 1e-14);
    }
}
END_TEST

/* ---- meshes ---- */

static char robot_file[256], package_folder[256];

static void make_meshes(void)
{
    open_folder();
    free(output_of("mkdir -p arm/urdf arm/meshes hand tools; echo '<package/>' >hand/package.xml; echo "
                   "'<package><name>arm</name></package>' >arm/package.xml"));
    solid_mesh box = make_box_mesh((double[3]){1, 1, 1}, (double[3]){0, 0, 0});
    size_t size;
    char *bytes = write_binary_stl(box, &size);
    put_bytes("arm/meshes/box.stl", bytes, size);
    free(bytes);
    box.count--;
    bytes = write_binary_stl(box, &size);
    put_bytes("arm/meshes/open.stl", bytes, size);
    free(bytes);
    put_file("arm/meshes/flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    put_file("arm/meshes/tilted.obj", "v 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n");
    path_in_folder(robot_file, sizeof robot_file, "arm/urdf/arm.urdf");
    path_in_folder(package_folder, sizeof package_folder, "arm");
    free(box.corners);
}

static void remove_meshes(void)
{
    free(output_of("rm -r arm hand tools"));
    close_folder();
}

static const struct {
    const char *name;
    bool with_file;
    const char *end, *said; /* piece of the path, or of the message */
} names[] = {
    {"package://arm/meshes/box.stl", true, "/arm/meshes/box.stl", NULL},
    {"model://arm/meshes/box.stl", true, "/arm/meshes/box.stl", NULL},
    {"../meshes/box.stl", true, "/arm/urdf/../meshes/box.stl", NULL},
    {"file:///tmp/x.stl", false, "/tmp/x.stl", NULL},
    {"/tmp/x.stl", true, "/tmp/x.stl", NULL},
    {"package://hand/finger.stl", true, "/hand/finger.stl", NULL}, /* a package beside the robot's */
    {"package://tools/a.stl", true, NULL, "package 'tools'"},      /* a folder that is no package */
    {"package://leg/meshes/box.stl", true, NULL, "package 'leg'"},
    {"package://arm/../../box.stl", true, NULL, "leads out of its package"},
    {"package://", true, NULL, "leads out of its package"},
    {"http://arm/box.stl", true, NULL, "expected package://"},
    {"box.stl", false, NULL, "in no folder"},
};

START_TEST(meshes_are_located)
{
    const cdy_mesh_places places = {.robot_file = names[_i].with_file ? robot_file : NULL};
    char path[512];
    cdy_error error = {0};
    const cdy_status status = cdy_mesh_locate(names[_i].name, &places, path, sizeof path, &error);
    if (names[_i].end) {
        ck_assert_ok(status, error);
        ck_assert_str_eq(path + strlen(path) - strlen(names[_i].end), names[_i].end);
    } else {
        ck_assert_int_eq(status, CDY_ERROR_IO);
        ck_assert_msg(strstr(error.text, names[_i].said) != NULL, "%s", error.text);
    }
}
END_TEST

/* The folder of a robot's file, also the root of all folders and the current one. */
START_TEST(meshes_lie_in_the_folder_of_the_robot)
{
    static const char *const cases[][2] = {
        {"/arm.urdf", "/box.stl"}, {"arm.urdf", "box.stl"}, {"/a/arm.urdf", "/a/box.stl"}, {"a/b.urdf", "a/box.stl"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const cdy_mesh_places places = {.robot_file = cases[i][0]};
        char path[32];
        cdy_error error = {0};
        ck_assert_ok(cdy_mesh_locate("box.stl", &places, path, sizeof path, &error), error);
        ck_assert_str_eq(path, cases[i][1]);
    }
}
END_TEST

START_TEST(packages_that_are_given_come_first)
{
    const cdy_package package = {"leg", package_folder}, broken = {"leg", NULL};
    cdy_mesh_places places = {.packages = &package, .package_count = 1};
    char path[512];
    cdy_error error = {0};
    ck_assert_ok(cdy_mesh_locate("package://leg/meshes/box.stl", &places, path, sizeof path, &error), error);
    ck_assert_ptr_nonnull(strstr(path, "/arm/meshes/box.stl"));
    ck_assert_fails(cdy_mesh_locate("package://leg/meshes/box.stl", &places, path, 8, &error), CDY_ERROR_IO, error);
    ck_assert_fails(cdy_mesh_locate(NULL, &places, path, 8, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_mesh_locate("a", &places, NULL, 8, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_mesh_locate("a", &places, path, 0, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_mesh_locate("/a", &places, path, 1, &error), CDY_ERROR_IO, error);
    ck_assert_fails(cdy_mesh_locate("/a", &places, path, 2, &error), CDY_ERROR_IO, error);
    ck_assert_ok(cdy_mesh_locate("/a", &places, path, 3, &error), error);
    places.packages = &broken;
    ck_assert_fails(cdy_mesh_locate("a", &places, path, 8, &error), CDY_ERROR_ARGUMENT, error);
    places.packages = NULL;
    ck_assert_fails(cdy_mesh_locate("a", &places, path, 8, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_mesh_locate("a.stl", NULL, path, 512, &error), CDY_ERROR_IO, error);
}
END_TEST

static cdy_shape mesh_shape(const char *name)
{
    cdy_shape shape = make_shape(CDY_GEOMETRY_MESH, 0, 0);
    shape.geometry.mesh = name;
    return shape;
}

START_TEST(meshes_count_as_volumes_or_hulls)
{
    const cdy_mesh_places places = {.robot_file = robot_file};
    cdy_shape shapes[] = {mesh_shape("package://arm/meshes/box.stl"), mesh_shape("package://arm/meshes/open.stl"),
                          mesh_shape("package://arm/meshes/flat.obj")};
    cdy_solid solid;
    cdy_error error = {0};
    shapes[0].geometry.scale[0] = 2;
    ck_assert_ok(cdy_shapes_measure(&shapes[0], 1, &places, &solid, &error), error);
    ck_assert_double_eq_tol(solid.volume, 2, 1e-12);
    ck_assert_near(solid.center, ((double[3]){1, 0.5, 0.5}), 3, 1e-12);
    ck_assert_int_eq(solid.hulls, 0);
    ck_assert_ok(cdy_shapes_measure(shapes, 3, &places, &solid, &error), error);
    ck_assert_double_eq_tol(solid.volume, 3, 1e-12);
    ck_assert_int_eq(solid.hulls, 1);
    /* A triangle fills nothing, though its box does. */
    shapes[2].geometry.mesh = "package://arm/meshes/tilted.obj";
    ck_assert_ok(cdy_shapes_measure(&shapes[2], 1, &places, &solid, &error), error);
    ck_assert_double_eq(solid.volume, 0);
    ck_assert_near(solid.inertia, ((double[6]){0}), 6, 0);
    ck_assert_near(solid.upper, ((double[3]){1, 1, 1}), 3, 0);
    ck_assert_int_eq(solid.hulls, 0);
    shapes[1].geometry.mesh = "package://arm/meshes/gone.stl";
    ck_assert_fails(cdy_shapes_measure(shapes, 3, &places, &solid, &error), CDY_ERROR_IO, error);
    for (int i = 0; i < 6; i++) {
        const double scale[3] = {2, 3, 4};
        const int k = i % 3;
        char words[64];
        memcpy(shapes[0].geometry.scale, scale, sizeof scale);
        shapes[0].geometry.scale[k] = i < 3 ? 1.004e30 : 0;
        const double *s = shapes[0].geometry.scale;
        snprintf(words, sizeof words, "'%g %g %g'", s[0], s[1], s[2]);
        ck_assert_fails(cdy_shapes_measure(shapes, 1, &places, &solid, &error), CDY_ERROR_ROBOT, error);
        ck_assert_msg(strstr(error.file, "box.stl") && strstr(error.text, words), "%s: %s", error.file, error.text);
    }
    for (int k = 0; k < 3; k++) { /* 1e30 is the largest factor */
        const double most = k == 1 ? -1e30 : 1e30;
        memcpy(shapes[0].geometry.scale, ((double[3]){1e-20, 1e-20, 1e-20}), sizeof shapes[0].geometry.scale);
        shapes[0].geometry.scale[k] = most;
        ck_assert_ok(cdy_shapes_measure(shapes, 1, &places, &solid, &error), error);
        ck_assert_double_eq_tol(solid.volume / 1e-10, 1, 1e-12);
    }
}
END_TEST

/* ---- findings ---- */

static void add_code(void *context, const cdy_finding *finding)
{
    char *list = context;
    static const char *const codes[] = {"mass-density", "center-of-mass-outside", "inertia-size",
                                        "inertia-unlike-shape"};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        if (strcmp(finding->code, codes[i]) != 0) {
            continue;
        }
        snprintf(list + strlen(list), 512 - strlen(list), "%s: %.200s\n", finding->code, finding->message);
    }
}

static const struct {
    const char *mass, *center, *mesh;
    const char *found;  /* piece of the findings; "": none */
    const char *moment; /* of inertia about each axis, kg m2; NULL: 99 */
} weights[] = {
    {"1000", "0.5 0.5 0.5", "package://arm/meshes/box.stl", "", NULL},
    {"50", "0.5 0.5 0.5", "package://arm/meshes/box.stl", "mass-density: 50 kg in meshes of 1 m^3 are 50 kg/m^3", NULL},
    {"20001", "0.5 0.5 0.5", "../meshes/box.stl", "mass-density: 20001 kg in meshes", NULL},
    {"1000", "1.2 0.5 0.5", "package://arm/meshes/box.stl",
     "center-of-mass-outside: the center of mass 1.2 0.5 0.5 lies 0.2 m outside the link's meshes", NULL},
    /* outside by more than a twentieth of the diagonal, 0.0866 m, on each side */
    {"1000", "1.08 0.5 0.5", "package://arm/meshes/box.stl", "", NULL},
    {"1000", "1.09 0.5 0.5", "package://arm/meshes/box.stl", "lies 0.09 m outside", NULL},
    {"1000", "0.5 -0.08 0.5", "package://arm/meshes/box.stl", "", NULL},
    {"1000", "0.5 -0.09 0.5", "package://arm/meshes/box.stl", "lies 0.09 m outside", NULL},
    {"1000", "0.5 0.5 -0.09", "package://arm/meshes/box.stl", "lies 0.09 m outside", NULL},
    {"1000", "1.06 0.5 -0.08", "package://arm/meshes/box.stl", "lies 0.1 m outside", NULL},
    {"100", "0.5 0.5 0.5", "../meshes/box.stl", "", "16.7"},
    {"99", "0.5 0.5 0.5", "../meshes/box.stl", "99 kg/m^3; expected 100 to 20000 kg/m^3", "16.7"},
    {"20000", "0.5 0.5 0.5", "../meshes/box.stl", "", "3333"},
    {"50", "0.5 0.5 0.5", "package://arm/meshes/open.stl", "(convex hulls where they are open) are 50 kg/m^3", NULL},
    {"50", "0.2 0.2 0", "package://arm/meshes/flat.obj", "", NULL},
    {"50", "0 0 0", "package://arm/meshes/gone.stl", "", NULL},
    /* absolute paths, before which the test puts the package's folder */
    {"50", "0 0 0", "/meshes/box.stl", "", NULL},
    {"50", "0 0 0", "file:///meshes/box.stl", "", NULL},
    {"50", "0 0 0", "package://arm/../arm/meshes/box.stl", "", NULL},
    {"50", "0 0 0", "../../arm/meshes/box.stl", "", NULL},
    {"1000", "0.5 0.5 0.5", "../meshes/box.stl", "", "600"},
    {"1000", "0.5 0.5 0.5", "../meshes/box.stl",
     "inertia-size: the moment of inertia about the link's x is 700 kg m^2; expected up to 688, which 1000 kg in the "
     "link's shapes can have; a uniform body of these has 167",
     "700"},
    {"1000", "0.5 0.5 0.5", "../meshes/open.stl", "inertia-size", "700"},
    {"1000", "0.5 0.5 1", "../meshes/box.stl", "about the link's x is 600 kg m^2; expected up to 438", "600"},
    {"1000", "0.5 0.5 0.5", "../meshes/box.stl", "", "17"},
    {"1000", "0.5 0.5 0.5", "../meshes/box.stl",
     "inertia-unlike-shape: the moment of inertia about the link's x is 16 kg m^2; expected about 167", "16"},
    {"1000", "1.2 0.5 0.5", "../meshes/box.stl", "center-of-mass-outside", "16"},
};

START_TEST(masses_are_compared_with_meshes)
{
    const char *moment = weights[_i].moment ? weights[_i].moment : "99";
    const char *mesh = weights[_i].mesh, *below = strstr(mesh, "/meshes/");
    const bool absolute = *mesh == '/' || strncmp(mesh, "file://", 7) == 0;
    char text[1024], found[512] = "";
    snprintf(
        text, sizeof text,
        "<robot name='r'><link name='a'/><link name='b'><inertial><origin xyz='%s'/><mass value='%s'/><inertia "
        "ixx='%s' ixy='0' ixz='0' iyy='%s' iyz='0' izz='%s'/></inertial><visual><geometry><mesh "
        "filename='%.*s%s%s'/></geometry>"
        "</visual></link><joint name='j' type='continuous'><parent link='a'/><child link='b'/><origin xyz='3 0 0'/>"
        "</joint></robot>",
        weights[_i].center, weights[_i].mass, moment, moment, moment, (int)(below ? below - mesh : 0), mesh,
        absolute ? package_folder : "", below ? below : mesh);
    put_file("arm/urdf/arm.urdf", text);
    cdy_check_options options = cdy_check_options_default();
    cdy_error error = {0};
    options.report = add_code;
    options.context = found;
    ck_assert_ok(cdy_check_file(robot_file, &options, NULL, &error), error);
    ck_assert_msg(*weights[_i].found ? strstr(found, weights[_i].found) != NULL : !*found, "%s", found);
    options.assets = false;
    found[0] = '\0';
    ck_assert_ok(cdy_check_file(robot_file, &options, NULL, &error), error);
    ck_assert_ptr_null(strstr(found, "meshes"));
}
END_TEST

/* Meshes of 64 MB are read for a robot: one that is larger is left out, and not the smaller ones behind it. */
START_TEST(a_large_mesh_leaves_the_others)
{
    static const char link[] =
        "<link name='%s'><inertial><origin xyz='0.5 0.5 0.5'/><mass value='50'/><inertia ixx='99' "
        "ixy='0' ixz='0' iyy='99' iyz='0' izz='99'/></inertial><visual><geometry><mesh "
        "filename='../meshes/%s'/></geometry></visual></link>";
    static const char *const meshes[] = {"large.stl", "box.stl", "large.stl", "open.stl"};
    char text[2048] = "<robot name='r'>", found[512] = "", path[600];
    snprintf(path, sizeof path, "%s/meshes/large.stl", package_folder);
    FILE *large = fopen(path, "wb"); /* of zeros that take no blocks */
    ck_assert(large && fseek(large, 64000000, SEEK_SET) == 0 && fputc(0, large) == 0 && fclose(large) == 0);
    for (size_t i = 0; i < sizeof meshes / sizeof *meshes; i++) {
        const char name[] = {(char)('a' + (char)i), 0};
        snprintf(text + strlen(text), sizeof text - strlen(text), link, name, meshes[i]);
    }
    strcat(text, "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>"
                 "<joint name='k' type='fixed'><parent link='b'/><child link='c'/></joint>"
                 "<joint name='l' type='fixed'><parent link='c'/><child link='d'/></joint></robot>");
    put_file("arm/urdf/arm.urdf", text);
    cdy_check_options options = cdy_check_options_default();
    cdy_error error = {0};
    options.report = add_code;
    options.context = found;
    ck_assert_ok(cdy_check_file(robot_file, &options, NULL, &error), error);
    const char *first = strstr(found, "mass-density: 50 kg in meshes of 1 m^3");
    ck_assert_msg(first && strstr(first + 1, "mass-density"), "%s", found);
}
END_TEST

/* ---- inertias ---- */

/* A base without mass and shape, an arm with a collision box of 2 m3 and a visual, a hand with a visual ball, and a
 * tool that weighs 3 kg. */
static cdy_tree *make_arm(void)
{
    static cdy_shape box, ball;
    cdy_tree *tree = make_tree("base", 0);
    box = make_shape(CDY_GEOMETRY_BOX, 0, 0);
    memcpy(box.geometry.size, ((double[3]){1, 1, 2}), sizeof box.geometry.size);
    box.origin.xyz[2] = 1;
    ball = make_shape(CDY_GEOMETRY_SPHERE, 0.1, 0);
    cdy_body body = make_body("arm", "shoulder", CDY_JOINT_REVOLUTE);
    body.collisions = &box;
    body.visuals = &ball;
    body.collision_count = body.visual_count = 1;
    add_body(tree, &body, "base");
    body = make_body("hand", "wrist", CDY_JOINT_REVOLUTE);
    body.visuals = &ball;
    body.visual_count = 1;
    add_body(tree, &body, "arm");
    body = make_body("tool", "flange", CDY_JOINT_FIXED);
    set_inertial(&body, 3, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
    body.visuals = &ball;
    body.visual_count = 1;
    add_body(tree, &body, "hand");
    return tree;
}

static const cdy_inertial *inertial_of(const cdy_tree *tree, const char *name)
{
    return &cdy_tree_body(tree, cdy_tree_find_body(tree, name))->inertial;
}

static void count_link(void *context, const cdy_estimated_link *link)
{
    double *sum = context;
    ck_assert(*link->link && link->volume > 0 && link->hulls == 0);
    ck_assert_int_eq(link->visuals, strcmp(link->link, "arm") != 0);
    *sum += link->mass;
}

START_TEST(a_density_gives_masses)
{
    const double ball = 4.0 / 3 * pi * 0.001;
    double sum = 0;
    cdy_tree *tree = make_arm();
    cdy_error error = {0};
    cdy_estimate_options options = cdy_estimate_options_default();
    options.density = 2700;
    options.report = count_link;
    options.context = &sum;
    ck_assert_ok(cdy_tree_estimate_inertia(tree, &options, &error), error);
    const cdy_inertial *arm = inertial_of(tree, "arm"), *hand = inertial_of(tree, "hand");
    ck_assert_double_eq_tol(arm->mass, 5400, 1e-9);
    ck_assert_near(arm->origin.xyz, ((double[3]){0, 0, 1}), 3, 1e-12);
    ck_assert_double_eq_tol(arm->inertia[0], 5400 * 5.0 / 12, 1e-8);
    ck_assert_double_eq_tol(hand->mass, 2700 * ball, 1e-9);
    ck_assert_double_eq_tol(inertial_of(tree, "tool")->mass, 3, 1e-15);
    ck_assert(!inertial_of(tree, "base")->given);
    ck_assert_double_eq_tol(sum, arm->mass + hand->mass, 1e-9);
    cdy_tree_destroy(tree);
}
END_TEST

/* The inertia of a turned box has no zeros: all six numbers are those of the solid, times the density. */
START_TEST(estimates_have_all_six_moments)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    cdy_shape box = make_shape(CDY_GEOMETRY_BOX, 0, 0);
    memcpy(box.geometry.size, ((double[3]){0.2, 0.5, 0.9}), sizeof box.geometry.size);
    box.origin = (cdy_placement){{0.1, 0.2, -0.3}, {0.4, -0.7, 1.1}};
    cdy_body body = make_body("arm", "shoulder", CDY_JOINT_REVOLUTE);
    body.collisions = &box;
    body.collision_count = 1;
    add_body(tree, &body, "base");
    cdy_estimate_options options = cdy_estimate_options_default();
    options.density = 2700;
    ck_assert_ok(cdy_tree_estimate_inertia(tree, &options, &error), error);
    const cdy_inertial *found = inertial_of(tree, "arm");
    const cdy_solid solid = measure(&box, 1);
    double expected[6];
    for (int k = 0; k < 6; k++) {
        expected[k] = 2700 * solid.inertia[k];
        ck_assert_double_gt(fabs(expected[k]), 0.1);
    }
    ck_assert_double_eq_tol(found->mass, 2700 * 0.09, 1e-10);
    ck_assert_near(found->inertia, expected, 6, 1e-11);
    ck_assert_near(found->origin.xyz, box.origin.xyz, 3, 1e-14);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(the_first_link_has_a_share_too)
{
    static const char urdf[] =
        "<robot name='r'><link name='base'><collision><geometry><box size='1 2 3'/></geometry></collision></link>"
        "<link name='arm'><collision><geometry><box size='1 1 2'/></geometry></collision></link>"
        "<joint name='j' type='continuous'><parent link='base'/><child link='arm'/></joint></robot>";
    cdy_tree *tree = NULL;
    cdy_error error = {0};
    ck_assert_ok(cdy_load_text(urdf, sizeof urdf - 1, "r", NULL, &tree, &error), error);
    cdy_estimate_options options = cdy_estimate_options_default();
    options.total = 4;
    ck_assert_ok(cdy_tree_estimate_inertia(tree, &options, &error), error);
    ck_assert_double_eq_tol(inertial_of(tree, "base")->mass, 3, 1e-14);
    ck_assert_double_eq_tol(inertial_of(tree, "base")->inertia[0], 3 * (4 + 9) / 12.0, 1e-14);
    ck_assert_double_eq_tol(inertial_of(tree, "arm")->mass, 1, 1e-14);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_total_is_shared_by_volume)
{
    const double ball = 4.0 / 3 * pi * 0.001;
    cdy_tree *tree = make_arm();
    cdy_error error = {0};
    cdy_estimate_options options = cdy_estimate_options_default();
    options.total = 10;
    ck_assert_ok(cdy_tree_estimate_inertia(tree, &options, &error), error);
    ck_assert_double_eq_tol(inertial_of(tree, "arm")->mass + inertial_of(tree, "hand")->mass, 7, 1e-12);
    ck_assert_double_eq_tol(inertial_of(tree, "hand")->mass, 7 * ball / (2 + ball), 1e-12);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(masses_of_links_come_before_the_rest)
{
    const cdy_link_mass masses[] = {{"tool", 1}, {"arm", 4}};
    cdy_tree *tree = make_arm();
    cdy_error error = {0};
    cdy_estimate_options options = cdy_estimate_options_default();
    options.masses = masses;
    options.mass_count = 2;
    ck_assert_ok(cdy_tree_estimate_inertia(tree, &options, &error), error);
    ck_assert_double_eq_tol(inertial_of(tree, "tool")->mass, 1, 1e-15);
    ck_assert_double_eq_tol(inertial_of(tree, "tool")->inertia[0], 0.4 * 0.01, 1e-15);
    ck_assert_double_eq_tol(inertial_of(tree, "arm")->mass, 4, 1e-15);
    ck_assert(!inertial_of(tree, "hand")->given);
    options.total = 6;
    ck_assert_ok(cdy_tree_estimate_inertia(tree, &options, &error), error);
    ck_assert_double_eq_tol(inertial_of(tree, "hand")->mass, 1, 1e-12);
    cdy_tree_destroy(tree);
}
END_TEST

static const struct {
    cdy_link_mass masses[2];
    size_t count;
    double density, total;
    const char *said;
} wrong[] = {
    {{{NULL, 0}}, 0, 0, 0, "needs masses of links, a density or a total"},
    {{{NULL, 0}}, 0, 1, 1, "not the last two together"},
    {{{NULL, 0}}, 0, -1, 0, "the density is -1"},
    {{{NULL, 0}}, 0, 0, (double)INFINITY, "the total mass is inf"},
    {{{NULL, 0}}, 0, (double)NAN, 0, "the density is "},
    {{{"leg", 1}}, 1, 0, 0, "no link 'leg'"},
    {{{NULL, 1}}, 1, 0, 0, "no link ''"},
    {{{"arm", 0}}, 1, 0, 0, "the mass of link 'arm' is 0 kg"},
    {{{"arm", 1}, {"arm", 1}}, 2, 0, 0, "given twice"},
    {{{"base", 1}}, 1, 0, 0, "link 'base' is given a mass and has no shape"},
    {{{NULL, 0}}, 0, 0, 3, "of the total of 3 kg, 3 kg are taken"},
    {{{"arm", 1}, {"hand", 1}}, 2, 0, 9, "have a volume of 0 m3"},
    {{{NULL, 0}}, 0, 1e308, 0, ""},
    {{{"arm", 1}, {"hand", 1e308}}, 2, 0, 0, ""}, /* the inertia of the second has no number */
};

START_TEST(wrong_options_leave_the_tree_as_it_was)
{
    cdy_tree *tree = make_arm();
    cdy_error error = {0};
    cdy_estimate_options options = cdy_estimate_options_default();
    options.masses = wrong[_i].masses;
    options.mass_count = wrong[_i].count;
    options.density = wrong[_i].density;
    options.total = wrong[_i].total;
    ck_assert_fails(cdy_tree_estimate_inertia(tree, &options, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_msg(strstr(error.text, wrong[_i].said) != NULL, "%s", error.text);
    ck_assert(!inertial_of(tree, "arm")->given);
    ck_assert_fails(cdy_tree_estimate_inertia(NULL, &options, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_estimate_inertia(tree, NULL, &error), CDY_ERROR_ARGUMENT, error);
    cdy_tree_destroy(tree);
}
END_TEST

/* A robot with a mesh keeps its inertia or gets the computed one, whichever allocation fails. */
START_TEST(memory_that_runs_out_leaves_the_tree_as_it_was)
{
    cdy_tree *tree = make_tree("base", 0);
    const cdy_shape shape = mesh_shape("package://arm/meshes/open.stl");
    cdy_body body = make_body("arm", "shoulder", CDY_JOINT_REVOLUTE);
    body.collisions = &shape;
    body.collision_count = 1;
    add_body(tree, &body, "base");
    cdy_estimate_options options = cdy_estimate_options_default();
    options.density = 1000;
    options.places.robot_file = robot_file;
    bool done = !heap_is_counted();
    for (size_t number = 1; !done; number++) {
        cdy_error error = {0};
        const heap_counts before = heap_count();
        heap_fail_at(number);
        const cdy_status status = cdy_tree_estimate_inertia(tree, &options, &error);
        done = !heap_has_failed();
        heap_fail_at(0);
        ck_assert_uint_eq(heap_count().live, before.live);
        /* qsort() does without the memory that it asks for */
        ck_assert_msg(!done || status == CDY_OK, "allocation %zu: %s", number, error.text);
        ck_assert((status == CDY_OK) == inertial_of(tree, "arm")->given);
        ck_assert_ok(cdy_tree_set_inertial(tree, "arm", &(cdy_inertial){.given = false}, &error), error);
        ck_assert_uint_lt(number, 500);
    }
    cdy_tree_destroy(tree);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("shapes");
    TCase *primitives = add_case(suite, "primitives", primitives_have_the_volumes_and_inertias_of_the_books);
    tcase_add_test(primitives, a_capsule_has_the_inertia_of_its_discs);
    tcase_add_test(primitives, shapes_add_up_in_the_frame_of_the_link);
    tcase_add_test(primitives, boxes_of_turned_shapes_touch_their_corners);
    TCase *meshes = tcase_create("meshes");
    suite_add_tcase(suite, meshes);
    tcase_add_checked_fixture(meshes, make_meshes, remove_meshes);
    tcase_add_loop_test(meshes, meshes_are_located, 0, sizeof names / sizeof *names);
    tcase_add_test(meshes, meshes_lie_in_the_folder_of_the_robot);
    tcase_add_loop_test(meshes, masses_are_compared_with_meshes, 0, sizeof weights / sizeof *weights);
    tcase_add_test(meshes, a_large_mesh_leaves_the_others);
    tcase_add_test(meshes, packages_that_are_given_come_first);
    tcase_add_test(meshes, meshes_count_as_volumes_or_hulls);
    tcase_add_test(meshes, memory_that_runs_out_leaves_the_tree_as_it_was);
    TCase *inertias = add_case(suite, "inertias", a_density_gives_masses);
    tcase_add_test(inertias, a_total_is_shared_by_volume);
    tcase_add_test(inertias, the_first_link_has_a_share_too);
    tcase_add_test(inertias, estimates_have_all_six_moments);
    tcase_add_test(inertias, masses_of_links_come_before_the_rest);
    tcase_add_loop_test(inertias, wrong_options_leave_the_tree_as_it_was, 0, sizeof wrong / sizeof *wrong);
    return run_suites(suite, NULL);
}
