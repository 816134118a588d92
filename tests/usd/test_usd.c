/* USD: what its prims and arcs mean, from closed forms; messages; layers; failing allocations.
 * tests/python/test_usd.py compares whole robots with their URDF, and stages with OpenUSD. */
#include "support/compare.h"
#include "support/failing_load.h"
#include "support/folder.h"
#include "support/suite.h"
#include "support/text_robot.h"

#include <check.h>
#include <condyle/condyle.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STAGE "#usda 1.0\n(\ndefaultPrim = 'm'\nmetersPerUnit = 1\nupAxis = 'Z'\n)\n"
#define APIS  "(prepend apiSchemas = ['PhysicsRigidBodyAPI', 'PhysicsMassAPI'])"
#define MASS                                                                                                           \
    "float physics:mass = 2\npoint3f physics:centerOfMass = (0, 0, 0)\nfloat3 physics:diagonalInertia = (1, 1, 1)\n"
#define BODY(name, content) "def Xform '" name "' " APIS " {\n" MASS content "}\n"
#define AT(x, y, z)                                                                                                    \
    "double3 xformOp:translate = (" #x ", " #y ", " #z ")\nuniform token[] xformOpOrder = ['xformOp:translate']\n"
#define JOINT(type, name, parent, child, content)                                                                      \
    "def Physics" type "Joint '" name "' { rel physics:body0 = </m/" parent "> rel physics:body1 = </m/" child         \
    ">\n" content "}\n"
#define ROBOT(content) STAGE "def Xform 'm' {\n" content "}\n"

static cdy_tree *load_with(const char *text, notes *n, cdy_load_options options)
{
    return load_text_robot("case.usda", text, n, options);
}

static cdy_tree *load(const char *text, notes *n)
{
    return load_with(text, n, cdy_load_options_default());
}

/* Returns the torque that holds the first joint at home, with gravity along -z. */
static double holding_torque(const cdy_tree *tree)
{
    cdy_error error;
    cdy_model *model = NULL;
    cdy_workspace *workspace = NULL;
    double q[32] = {0}, tau[32] = {0};
    const double gravity[3] = {0, 0, -9.81};
    ck_assert_int_eq(cdy_model_create(tree, &model, &error), CDY_OK);
    ck_assert_int_eq(cdy_model_set_gravity(model, gravity, &error), CDY_OK);
    ck_assert_int_eq(cdy_workspace_create(model, &workspace, &error), CDY_OK);
    cdy_home_configuration(model, q);
    ck_assert_int_eq(cdy_gravity_torque(model, workspace, q, tau, &error), CDY_OK);
    cdy_workspace_destroy(workspace);
    cdy_model_destroy(model);
    return tau[0];
}

/* ---- units and frames ---- */

/* A rod of 1 kg, whose center is 0.3 m from the joint, along the horizontal x axis. */
START_TEST(units_and_the_upward_axis_are_those_of_the_stage)
{
    static const char cm[] =
        "#usda 1.0\n(kilogramsPerUnit = 0.5)\ndef Xform 'm' {\n"
        "def Xform 'a' " APIS " { " MASS " }\n"
        "def Xform 'b' " APIS " { float physics:mass = 2 point3f physics:centerOfMass = (30, 0, 0)\n"
        "float3 physics:diagonalInertia = (20, 40, 60)\n" AT(
            0, 50, 0) "}\n"
                      "def PhysicsRevoluteJoint 'j' { rel physics:body0 = </m/a> rel physics:body1 = </m/b>\n"
                      "point3f physics:localPos0 = (0, 50, 0) uniform token physics:axis = 'Z'\n"
                      "float physics:upperLimit = 90 }\n}\n";
    cdy_tree *tree = load(cm, NULL);
    close_to(holding_torque(tree), 1 * 9.81 * 0.3);
    stands_at(tree, "b", 0, 0, 0.5);
    close_to(body_of(tree, "b")->inertial.inertia[3], 40 * 0.5 * 1e-4);
    close_to(joint_of(tree, "j")->limit.upper, acos(0));
    ck_assert(isinf(joint_of(tree, "j")->limit.lower));
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(transforms_act_from_the_last_to_the_first)
{
    static const struct {
        const char *ops, *order;
        double x, y, z;
    } cases[] = {
        {"double3 xformOp:translate = (1, 2, 3)", "'xformOp:translate'", 1, 2, 3},
        {"float xformOp:rotateZ = 90 double3 xformOp:translate = (1, 2, 3)", "'xformOp:rotateZ', 'xformOp:translate'",
         -2, 1, 3},
        {"float3 xformOp:rotateXYZ = (90, 0, 90) double3 xformOp:translate = (0, 0, 1)",
         "'xformOp:rotateXYZ', 'xformOp:translate'", 1, 0, 0},
        {"float3 xformOp:rotateZYX = (90, 0, 90) double3 xformOp:translate = (0, 1, 0)",
         "'xformOp:rotateZYX', 'xformOp:translate'", -1, 0, 0},
        {"quatd xformOp:orient = (1, 0, 0, 1) double3 xformOp:translate = (1, 0, 0)",
         "'xformOp:orient', 'xformOp:translate'", 0, 1, 0},
        {"matrix4d xformOp:transform = ( (0, 1, 0, 0), (-1, 0, 0, 0), (0, 0, 1, 0), (5, 6, 7, 1) ) double3 "
         "xformOp:translate = (1, 0, 0)",
         "'xformOp:transform', 'xformOp:translate'", 5, 7, 7},
        {"double3 xformOp:scale = (2, 2, 2) double3 xformOp:translate = (1, 2, 3)",
         "'xformOp:scale', 'xformOp:translate'", 2, 4, 6},
        {"double3 xformOp:translate:pivot = (1, 0, 0) float xformOp:rotateZ = 90",
         "'xformOp:translate:pivot', 'xformOp:rotateZ', '!invert!xformOp:translate:pivot'", 1, -1, 0},
        {"double3 xformOp:translate = (1, 2, 3)", "'!resetXformStack!', 'xformOp:translate'", -9, 2, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2048];
        snprintf(text, sizeof text,
                 STAGE "def Xform 'm' {\n" AT(10, 0, 0) "def Xform 'b' " APIS " {" MASS
                                                        "%s\nuniform token[] xformOpOrder = [%s]\n}\n}\n",
                 cases[i].ops, cases[i].order);
        cdy_tree *tree = load(text, NULL);
        stands_at(tree, "b", 10 + cases[i].x, cases[i].y, cases[i].z);
        cdy_tree_destroy(tree);
    }
}
END_TEST

START_TEST(frames_of_joints_are_in_their_bodies)
{
    cdy_tree *tree = load(ROBOT(BODY("a", "") BODY("b", AT(0, 0, 3) "def Xform 'tip' {" AT(0, 1, 0) "}\n") JOINT(
                              "Revolute", "j", "a", "b",
                              "point3f physics:localPos0 = (0, 0, 1)\nquatf physics:localRot0 = (1, 0, 0, 1)\n"
                              "point3f physics:localPos1 = (0, 0, -2)\nquatf physics:localRot1 = (1, 0, 0, 1)\n"
                              "uniform token physics:axis = 'X'\n")),
                          NULL);
    const cdy_joint *j = joint_of(tree, "j");
    ck_assert_int_eq(j->type, CDY_JOINT_CONTINUOUS);
    is_vector(j->origin.xyz, 0, 0, 1);
    is_vector(j->axis, 1, 0, 0);
    close_to(j->origin.rpy[2], acos(0));
    stands_at(tree, "b", 0, 0, 3);
    stands_at(tree, "tip", 0, 1, 3);
    cdy_tree_destroy(tree);
}
END_TEST

/* A joint that is at 0 where its frames meet is at home where the file puts its links. */
START_TEST(home_is_where_the_file_puts_the_links)
{
    cdy_tree *tree =
        load(ROBOT(BODY("a", "")
                       BODY("b", "float xformOp:rotateZ = 30\nuniform token[] xformOpOrder = ['xformOp:rotateZ']\n")
                           BODY("c", AT(0, 0, 2)) JOINT("Revolute", "j", "a", "b", "uniform token physics:axis = 'Z'\n")
                               JOINT("Prismatic", "k", "a", "c",
                                     "uniform token physics:axis = 'Z'\nfloat physics:upperLimit = 5\n")),
             NULL);
    close_to(joint_of(tree, "j")->home[0], acos(0) / 3);
    close_to(joint_of(tree, "k")->home[0], 2);
    stands_at(tree, "c", 0, 0, 2);
    cdy_tree_destroy(tree);
}
END_TEST

/* ---- joints ---- */

/* Returns the placement of a body at home. */
static void place_at_home(const cdy_tree *tree, const char *body, double T[16])
{
    cdy_error error;
    cdy_model *model = NULL;
    cdy_workspace *workspace = NULL;
    double q[32] = {0};
    ck_assert_int_eq(cdy_model_create(tree, &model, &error), CDY_OK);
    ck_assert_int_eq(cdy_workspace_create(model, &workspace, &error), CDY_OK);
    cdy_home_configuration(model, q);
    ck_assert_ok(cdy_get_transform(model, workspace, cdy_tree_find_body(tree, body), 0, q, T, &error), error);
    cdy_workspace_destroy(workspace);
    cdy_model_destroy(model);
}

#define LOCKED(way) "float limit:" way ":physics:low = 1 float limit:" way ":physics:high = -1\n"
#define GENERIC(from, to)                                                                                              \
    "def PhysicsJoint 'g' (prepend apiSchemas = ['PhysicsLimitAPI:transY', 'PhysicsLimitAPI:transZ', "                 \
    "'PhysicsLimitAPI:rotY', 'PhysicsLimitAPI:rotX', 'PhysicsDriveAPI:rotX']) {\nrel physics:body0 = </m/" from        \
    "> rel physics:body1 = </m/" to ">\n" LOCKED("transY") LOCKED("transZ")                                            \
        LOCKED("rotY") "float limit:rotX:physics:low = -90 float limit:rotX:physics:high = 90\n"                       \
                       "float drive:rotX:physics:maxForce = 7\n}\n"
#define TURNS "float xformOp:rotateX = %g\nfloat xformOp:rotateZ = %g\ndouble3 xformOp:translate = (%g, 0, 0)\n"

/* What limits leave free: slides first, then turns, each about the axes that those before have turned. The frame moves
 * by 0.4 m along x, 30 degrees about x and 90 degrees about z, also where the joint leads against the tree. */
START_TEST(generic_joints_have_several_degrees_of_freedom)
{
    static const char *const orders[2] = {"['xformOp:translate', 'xformOp:rotateX', 'xformOp:rotateZ']",
                                          "['xformOp:rotateZ', 'xformOp:rotateX', 'xformOp:translate']"};
    static const double columns[2][3] = {{0, 0.86602540378443865, 0.5}, {0, -1, 0}};
    const int against = _i;
    char text[4096];
    double T[16];
    const double sign = against ? -1 : 1;
    snprintf(text, sizeof text,
             STAGE "def Xform 'm' {\n" BODY(
                 "a", "") "def Xform 'b' " APIS " {\n" MASS TURNS
                          "uniform token[] xformOpOrder = %s\n}\ndef PhysicsFixedJoint 'w' { rel physics:body1 = "
                          "</m/a>\n}\n%s}\n",
             sign * 30, sign * 90, sign * 0.4, orders[against], against ? GENERIC("b", "a") : GENERIC("a", "b"));
    notes n = {.without_notes = true};
    cdy_tree *tree = load(text, &n);
    const cdy_joint *slide = joint_of(tree, "g_transX"), *turn = joint_of(tree, "g_rotX");
    const cdy_joint *last = joint_of(tree, "g_rotZ");
    ck_assert_str_eq(n.text, "");
    ck_assert_int_eq(slide->type, CDY_JOINT_PRISMATIC);
    ck_assert_int_eq(turn->type, CDY_JOINT_REVOLUTE);
    ck_assert_int_eq(last->type, CDY_JOINT_CONTINUOUS);
    close_to(turn->limit.upper, acos(0));
    close_to(turn->limit.effort, 7);
    close_to(slide->home[0], 0.4);
    close_to(turn->home[0], acos(0) / 3);
    close_to(last->home[0], acos(0));
    place_at_home(tree, "b", T);
    for (int k = 0; k < 3; k++) {
        close_to(T[4 * k], columns[against][k]);
        close_to(T[4 * k + 3], k == against ? 0.4 : 0);
    }
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(types_limits_and_drives_are_read)
{
    notes n = {0};
    cdy_tree *tree = load(
        ROBOT(BODY("a", "") BODY("b", "") BODY("c", "") BODY("d", "") BODY("e", "") BODY(
            "f",
            "") "def PhysicsRevoluteJoint 'j' (prepend apiSchemas = ['PhysicsDriveAPI:angular', 'PhysxJointAPI']) {\n"
                "rel physics:body0 = </m/a> rel physics:body1 = </m/b>\nfloat physics:lowerLimit = -180\n"
                "float physics:upperLimit = 90\nfloat drive:angular:physics:maxForce = 32\n"
                "float drive:angular:physics:damping = 5\nfloat physxJoint:armature = 0.25\n"
                "float physxJoint:maxJointVelocity = 180\n}\n"
                "def PhysicsPrismaticJoint 'k' (prepend apiSchemas = ['PhysxMimicJointAPI:transX']) {\n"
                "rel physics:body0 = </m/b> rel physics:body1 = </m/c>\nfloat physics:lowerLimit = 0\n"
                "float physics:upperLimit = 0.5\nrel physxMimicJoint:transX:referenceJoint = </m/j>\n"
                "float physxMimicJoint:transX:gearing = -0.001\nfloat physxMimicJoint:transX:offset = 0.1\n}\n" JOINT(
                    "Spherical", "s", "c", "d",
                    "") "def PhysicsJoint 'g' (prepend apiSchemas = ['PhysicsLimitAPI:transX', "
                        "'PhysicsLimitAPI:transY', "
                        "'PhysicsLimitAPI:transZ', 'PhysicsLimitAPI:rotX', 'PhysicsLimitAPI:rotY', "
                        "'PhysicsLimitAPI:rotZ']) {\n"
                        "rel physics:body0 = </m/d> rel physics:body1 = </m/e>\n"
                        "float limit:transX:physics:low = 1 float limit:transX:physics:high = -1\n"
                        "float limit:transY:physics:low = 1 float limit:transY:physics:high = -1\n"
                        "float limit:transZ:physics:low = 1 float limit:transZ:physics:high = -1\n"
                        "float limit:rotX:physics:low = 1 float limit:rotX:physics:high = -1\n"
                        "float limit:rotY:physics:low = -90 float limit:rotY:physics:high = 90\n"
                        "float limit:rotZ:physics:low = 1 float limit:rotZ:physics:high = -1\n}\n" JOINT(
                            "Fixed", "w", "e", "f", "point3f physics:localPos0 = (1, 0, 0)\n")),
        &n);
    const cdy_joint *j = joint_of(tree, "j"), *k = joint_of(tree, "k"), *g = joint_of(tree, "g");
    ck_assert_int_eq(j->type, CDY_JOINT_REVOLUTE);
    close_to(j->limit.lower, -2 * acos(0));
    close_to(j->limit.effort, 32);
    close_to(j->limit.velocity, 2 * acos(0));
    close_to(j->rotor_inertia, 0.25);
    ck_assert_int_eq(k->type, CDY_JOINT_PRISMATIC);
    ck_assert_str_eq(k->mimic.joint, "j");
    close_to(k->mimic.multiplier, 0.001 * 90 / acos(0));
    close_to(k->mimic.offset, -0.1);
    ck_assert_int_eq(joint_of(tree, "s")->type, CDY_JOINT_SPHERICAL);
    ck_assert_int_eq(g->type, CDY_JOINT_REVOLUTE);
    is_vector(g->axis, 0, 1, 0);
    close_to(g->limit.upper, acos(0));
    is_vector(joint_of(tree, "w")->origin.xyz, 1, 0, 0);
    ck_assert_msg(strstr(n.text, "part-unread"), "%s", n.text); /* the drive's damping */
    cdy_tree_destroy(tree);
}
END_TEST

#define HELD(way, at) "float limit:" way ":physics:low = " at " float limit:" way ":physics:high = " at "\n"
#define D6                                                                                                             \
    "PhysicsJoint 'g' (prepend apiSchemas = ['PhysicsLimitAPI:transX', 'PhysicsLimitAPI:transY', "                     \
    "'PhysicsLimitAPI:transZ', 'PhysicsLimitAPI:rotX', 'PhysicsLimitAPI:rotY', 'PhysicsLimitAPI:rotZ'])"

/* Limits that are one number hold their degree of freedom there. The file puts link b 0.1 m along x and turned by 90
 * degrees about z; where the limits do not hold it so, a warning says it. */
START_TEST(limits_that_are_one_number_hold)
{
    static const struct {
        const char *ends[2], *limits;
        const char *warning;
        double x;
    } cases[] = {
        {{"a", "b"},
         HELD("transX", "0.1") LOCKED("transY") LOCKED("transZ") LOCKED("rotX") LOCKED("rotY") HELD("rotZ", "90"),
         "",
         0.1},
        {{"b", "a"},
         LOCKED("transX") HELD("transY", "0.1") LOCKED("transZ") LOCKED("rotX") LOCKED("rotY") HELD("rotZ", "-90"),
         "",
         0.1},
        {{"a", "b"},
         HELD("transX", "0.1") LOCKED("transY") LOCKED("transZ") LOCKED("rotY") HELD("rotZ", "90"),
         "",
         0.1},
        {{"a", "b"}, HELD("transX", "0.1") LOCKED("transY") LOCKED("transZ") LOCKED("rotX") HELD("rotY", "0"), "", 0.1},
        {{"a", "b"},
         LOCKED("transX") LOCKED("transY") LOCKED("transZ") LOCKED("rotX") LOCKED("rotY") HELD("rotZ", "90"),
         "read-otherwise",
         0},
        {{"a", "b"},
         HELD("transX", "0.1") LOCKED("transY") LOCKED("transZ") HELD("rotY", "20"),
         "dynamics-unread",
         0.1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4096];
        double T[16];
        notes n = {0};
        snprintf(text, sizeof text,
                 ROBOT(BODY("a", "") "def Xform 'b' " APIS " {\n" MASS
                                     "double3 xformOp:translate = (0.1, 0, 0)\nfloat xformOp:rotateZ = 90\nuniform "
                                     "token[] xformOpOrder = ['xformOp:translate', 'xformOp:rotateZ']\n}\ndef "
                                     "PhysicsFixedJoint 'w' { rel physics:body1 = </m/a>\n}\ndef " D6
                                     " {\nrel physics:body0 = </m/%s>\nrel physics:body1 = </m/%s>\n%s}\n"),
                 cases[i].ends[0], cases[i].ends[1], cases[i].limits);
        cdy_tree *tree = load(text, &n);
        ck_assert_msg(*cases[i].warning ? strstr(n.text, cases[i].warning) != NULL
                                        : !strstr(n.text, "read-otherwise") && !strstr(n.text, "dynamics-unread"),
                      "case %zu: '%s'", i, n.text);
        place_at_home(tree, "b", T);
        close_to(T[3], cases[i].x);
        close_to(T[7], 0);
        close_to(T[0], 0);
        close_to(T[4], 1);
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* Slides run along the axes of the parent, or of body0 with the body that moves before it, whatever turns limits hold.
 * The file puts b turned by 90 degrees about z, and 0.2 m along x of a. */
START_TEST(turns_that_are_held_do_not_turn_slides)
{
    static const struct {
        const char *ends[2], *limits;
        double way[3]; /* of b in a for a positive step of the slide */
    } cases[] = {
        {{"a", "b"}, LOCKED("transY") LOCKED("transZ") LOCKED("rotX") LOCKED("rotY") HELD("rotZ", "90"), {1, 0, 0}},
        {{"b", "a"}, LOCKED("transX") LOCKED("transZ") LOCKED("rotX") LOCKED("rotY") HELD("rotZ", "-90"), {1, 0, 0}},
        {{"a", "b"}, LOCKED("transY") LOCKED("transZ") HELD("rotX", "0") LOCKED("rotY"), {1, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4096];
        double T[16], moved[16], q[8] = {0};
        cdy_error error;
        cdy_model *model = NULL;
        cdy_workspace *workspace = NULL;
        notes n = {0};
        snprintf(text, sizeof text,
                 ROBOT(BODY("a", "") "def Xform 'b' " APIS " {\n" MASS
                                     "double3 xformOp:translate = (0.2, 0, 0)\nfloat xformOp:rotateZ = 90\nuniform "
                                     "token[] xformOpOrder = ['xformOp:translate', 'xformOp:rotateZ']\n}\ndef "
                                     "PhysicsFixedJoint 'w' { rel physics:body1 = </m/a>\n}\ndef " D6
                                     " {\nrel physics:body0 = </m/%s>\nrel physics:body1 = </m/%s>\n%s}\n"),
                 cases[i].ends[0], cases[i].ends[1], cases[i].limits);
        cdy_tree *tree = load(text, &n);
        ck_assert_msg(!strstr(n.text, "read-otherwise") && !strstr(n.text, "dynamics-unread"), "case %zu: '%s'", i,
                      n.text);
        ck_assert_int_eq(cdy_model_create(tree, &model, &error), CDY_OK);
        ck_assert_int_eq(cdy_workspace_create(model, &workspace, &error), CDY_OK);
        cdy_home_configuration(model, q);
        const int b = cdy_tree_find_body(tree, "b");
        ck_assert_ok(cdy_get_transform(model, workspace, b, 0, q, T, &error), error);
        q[0] += 0.5;
        ck_assert_ok(cdy_get_transform(model, workspace, b, 0, q, moved, &error), error);
        close_to(T[3], 0.2);
        close_to(T[4], 1);
        for (int k = 0; k < 3; k++) {
            close_to(moved[4 * k + 3] - T[4 * k + 3], 0.5 * cases[i].way[k]);
        }
        close_to(q[0] - 0.5, 0.2);
        cdy_workspace_destroy(workspace);
        cdy_model_destroy(model);
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* A limit that is not read is told once for the leader, and not again for the joint that follows the leader. */
START_TEST(warnings_of_leaders_come_once)
{
    static const char text[] = ROBOT(BODY("a", "") BODY("b", "") BODY(
        "c",
        "") "def PhysicsJoint 'g' (prepend apiSchemas = ['PhysicsLimitAPI:rotX', "
            "'PhysicsLimitAPI:transX', 'PhysicsLimitAPI:transY', 'PhysicsLimitAPI:transZ']) {\nrel physics:body0 = "
            "</m/a>\n"
            "rel physics:body1 = </m/b>\nfloat limit:rotX:physics:low = -90\nfloat limit:rotX:physics:high = "
            "90\n" LOCKED("transX") LOCKED("transY") LOCKED(
                "transZ") "}\ndef PhysicsRevoluteJoint 'k' (prepend apiSchemas = "
                          "['PhysxMimicJointAPI:rotX']) {\nrel physics:body0 = </m/b>\nrel physics:body1 = </m/c>\n"
                          "rel physxMimicJoint:rotX:referenceJoint = </m/g>\n}\n");
    notes n = {0};
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    cdy_load_options options = cdy_load_options_default();
    options.warn = note;
    options.context = &n;
    ck_assert_int_eq(cdy_load_text(text, strlen(text), "case.usda", &options, &tree, &error), CDY_ERROR_ROBOT);
    const char *first = strstr(n.text, "dynamics-unread");
    ck_assert_msg(first && !strstr(first + 1, "dynamics-unread"), "'%s' %s", n.text, error.text);
}
END_TEST

/* body0 is the base's child: the joint turns the other way about the same axis. */
START_TEST(a_tree_spans_joints_of_either_direction)
{
    cdy_tree *tree =
        load(ROBOT(BODY("a", "") BODY("b", "")
                       BODY("c", AT(1, 0, 0)) "def PhysicsFixedJoint 'w' { rel physics:body1 = </m/a> }\n" JOINT(
                           "Revolute", "j", "b", "a", "uniform token physics:axis = 'Z'\n")
                           JOINT("Revolute", "k", "b", "c",
                                 "point3f physics:localPos0 = (1, 0, 0) uniform token physics:axis = 'Z'\n")),
             NULL);
    ck_assert_str_eq(cdy_tree_body(tree, 0)->name, "world");
    is_vector(joint_of(tree, "j")->axis, 0, 0, -1);
    is_vector(joint_of(tree, "k")->axis, 0, 0, 1);
    stands_at(tree, "c", 1, 0, 0);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(loops_and_joints_that_hold_nothing_are_named)
{
    notes n = {0};
    cdy_tree *tree = load(ROBOT(BODY("a", "") BODY("b", "") BODY("c", "") JOINT("Revolute", "j", "a", "b", "")
                                    JOINT("Revolute", "k", "b", "c", "")
                                        JOINT("Revolute", "l", "c", "a", "bool physics:excludeFromArticulation = 1\n")
                                            JOINT("Fixed", "o", "a", "c", "bool physics:jointEnabled = false\n")),
                          &n);
    ck_assert_int_eq(cdy_tree_body_count(tree), 2);
    ck_assert_int_eq(cdy_tree_find_joint(tree, "l"), -1);
    ck_assert_int_eq(cdy_tree_find_joint(tree, "o"), -1);
    ck_assert_msg(strstr(n.text, "dynamics-unread"), "%s", n.text);
    ck_assert_int_eq(cdy_tree_loop_count(tree), 1);
    ck_assert_str_eq(cdy_tree_loop(tree, 0)->name, "l");
    ck_assert_uint_eq(cdy_tree_loop(tree, 0)->rows, CDY_ROWS_REVOLUTE);
    cdy_tree_destroy(tree);
}
END_TEST

/* Filtered pairs of bodies are kept; a shape is no body. */
START_TEST(filtered_pairs_are_exclusions)
{
    notes n = {0};
    const char *body = NULL, *other = NULL;
    cdy_tree *tree = load(
        ROBOT(BODY("a", "rel physics:filteredPairs = [</m/gone>, </m/c>, </m/d/s>]\n") BODY("b", "")
                  BODY("c", "prepend rel physics:filteredPairs = </m/b>\n")
                      BODY("d", "def Sphere 's' (prepend apiSchemas = ['PhysicsCollisionAPI']) { double radius = 1 }\n")
                          JOINT("Revolute", "j", "a", "b", "") JOINT("Revolute", "k", "b", "c", "")
                              JOINT("Revolute", "l", "c", "d", "")),
        &n);
    ck_assert_int_eq(cdy_tree_exclusion_count(tree), 2);
    ck_assert(cdy_tree_exclusion(tree, 0, &body, &other));
    ck_assert_msg(strcmp(body, "a") == 0 && strcmp(other, "c") == 0, "%s %s", body, other);
    ck_assert(cdy_tree_exclusion(tree, 1, &body, &other));
    ck_assert_msg(strcmp(body, "c") == 0 && strcmp(other, "b") == 0, "%s %s", body, other);
    const char *first = strstr(n.text, "part-unread"); /* a pair with what is not there refuses no robot, and is told */
    ck_assert_msg(first && strstr(first + 1, "part-unread"), "%s", n.text);
    cdy_tree_destroy(tree);
}
END_TEST

/* ---- masses ---- */

static void weighs(const char *content, double mass, double x, double ixx, double iyy)
{
    char text[4096];
    snprintf(text, sizeof text, ROBOT("def Xform 'a' " APIS " {\n%s}\n"), content);
    cdy_tree *tree = load(text, NULL);
    const cdy_inertial *i = &cdy_tree_body(tree, 0)->inertial;
    close_to(i->mass, mass);
    close_to(i->origin.xyz[0], x);
    close_to(i->inertia[0], ixx);
    close_to(i->inertia[3], iyy);
    cdy_tree_destroy(tree);
}

#define COLLIDER(type, name, content)                                                                                  \
    "def " type " '" name "' (prepend apiSchemas = ['PhysicsCollisionAPI', 'PhysicsMassAPI']) {" content "}\n"
#define BOX_MESH                                                                                                       \
    "point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]\n"    \
    "int[] faceVertexCounts = [4, 4, 4, 4, 4, 4]\n"                                                                    \
    "int[] faceVertexIndices = [0, 3, 2, 1, 4, 5, 6, 7, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7]\n"

START_TEST(masses_come_of_colliders_where_they_are_not_given)
{
    const double pi = 2 * acos(0), ball = 4 * pi / 3 * 1000;
    weighs(COLLIDER("Cube", "c", ""), 8000, 0, 8000 * 8 / 12.0, 8000 * 8 / 12.0);
    weighs(COLLIDER("Cube", "c", "double size = 1\nfloat physics:density = 500\n" AT(2, 0, 0)), 500, 2, 500 / 6.0,
           500 / 6.0);
    weighs("float physics:density = 2000\n" COLLIDER("Cube", "c", "double size = 1\n"), 2000, 0, 2000 / 6.0,
           2000 / 6.0);
    weighs("float physics:mass = 3\n" COLLIDER("Cube", "c", "double size = 1\nfloat physics:mass = 7\n"), 3, 0, 0.5,
           0.5);
    weighs(COLLIDER("Cube", "c", "double size = 1\nfloat physics:mass = 7\n"), 7, 0, 7 / 6.0, 7 / 6.0);
    weighs(COLLIDER("Sphere", "c", ""), ball, 0, 0.4 * ball, 0.4 * ball);
    weighs(COLLIDER("Cylinder", "c", "uniform token axis = 'X'\nfloat physics:mass = 12\n"), 12, 0, 6,
           12 * (3 + 4) / 12.0);
    weighs(COLLIDER("Mesh", "c", BOX_MESH "float physics:mass = 6\n"), 6, 0.5, 1, 1);
    weighs(
        COLLIDER("Mesh", "c", BOX_MESH "float physics:mass = 6\nuniform token physics:approximation = 'convexHull'\n"),
        6, 0.5, 1, 1);
    weighs(COLLIDER("Cube", "c", "double size = 1\n") COLLIDER("Cube", "d", "double size = 1\n" AT(2, 0, 0)), 2000, 1,
           2000 / 6.0, 2000 / 6.0 + 2000);
    weighs("double3 xformOp:scale = (2, 1, 1)\nuniform token[] xformOpOrder = ['xformOp:scale']\n" MASS, 2, 0, 1, 1);
    weighs(
        "double3 xformOp:scale = (2, 1, 1)\nuniform token[] xformOpOrder = ['xformOp:scale']\n"
        "float physics:mass = 2 point3f physics:centerOfMass = (3, 0, 0) float3 physics:diagonalInertia = (1, 2, 2)\n",
        2, 6, 1, 2);
}
END_TEST

/* A prism over an arrow head whose inner corner, at 0 0, is higher on top by 0.3: the faces beside it are not plane.
 * The volume is that of the prism, 6, and a third of 0.3 times the area of the triangles at that corner, all 6. */
START_TEST(faces_that_are_not_convex_are_measured_without_overlaps)
{
    cdy_tree *tree = load(
        ROBOT("def Xform 'a' " APIS " {\n" COLLIDER(
            "Mesh", "c",
            "point3f[] points = [(-2, -1, 0), (0, 0, 0), (2, -1, 0), (0, 3, 0), (-2, -1, 1), (0, 0, 1.3), (2, -1, 1), "
            "(0, 3, 1)]\nint[] faceVertexCounts = [4, 4, 4, 4, 4, 4]\n"
            "int[] faceVertexIndices = [0, 3, 2, 1, 4, 5, 6, 7, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7]\n"
            "float physics:density = 10\n") "}\n"),
        NULL);
    close_to(cdy_tree_body(tree, 0)->inertial.mass, 66);
    close_to(cdy_tree_body(tree, 0)->inertial.origin.xyz[0], 0);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_material_gives_the_density_where_nothing_else_does)
{
    weighs("rel material:binding:physics = </m/stuff>\n" COLLIDER(
               "Cube", "c", "double size = 1\n") "}\ndef Material 'stuff' (prepend apiSchemas = "
                                                 "['PhysicsMaterialAPI']) { float physics:density = 300\n",
           300, 0, 50, 50);
}
END_TEST

/* Names of joints and bodies repeat in other prims; a follower follows the one that it names. */
START_TEST(a_transform_without_its_attribute_is_told)
{
    notes n = {0};
    cdy_tree *tree = load(ROBOT(BODY("a", "uniform token[] xformOpOrder = ['xformOp:translate']\n")), &n);
    ck_assert_msg(strstr(n.text, "part-unread:12 "), "%s", n.text);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(names_that_repeat_are_told_apart)
{
    cdy_tree *tree = load(
        ROBOT(BODY("a", "") "def Scope 'left' {\n" BODY("b", "") "}\ndef Scope 'right' {\n" BODY("b", "") BODY(
            "c", "") "}\n"
                     "def Scope 'l' { def PhysicsRevoluteJoint 'j' { rel physics:body0 = </m/a> rel physics:body1 = "
                     "</m/left/b> } }\n"
                     "def Scope 'r' { def PhysicsRevoluteJoint 'j' { rel physics:body0 = </m/a> rel physics:body1 = "
                     "</m/right/b> }\n"
                     "def PhysicsRevoluteJoint 'k' (prepend apiSchemas = ['PhysxMimicJointAPI:rotX']) { rel "
                     "physics:body0 = </m/a> rel physics:body1 = </m/right/c>\n"
                     "rel physxMimicJoint:rotX:referenceJoint = </m/r/j> } }\n"),
        NULL);
    ck_assert_ptr_nonnull(joint_of(tree, "j"));
    ck_assert_ptr_nonnull(joint_of(tree, "j_"));
    ck_assert_str_eq(joint_of(tree, "k")->mimic.joint, "j_");
    cdy_tree_destroy(tree);
}
END_TEST

/* Many prims of one name take no more time than of many names. */
START_TEST(names_that_repeat_often_get_numbers)
{
    enum { BODIES = 3000, LONGEST = 300 };
    char *text = malloc((size_t)BODIES * LONGEST);
    size_t length = (size_t)snprintf(text, LONGEST, "%s", STAGE "def Xform 'm' {\n");
    for (int i = 0; i < BODIES; i++) {
        length += (size_t)snprintf(text + length, LONGEST, "def Scope 's%d' { %s }\n", i, BODY("a", ""));
    }
    snprintf(text + length, LONGEST, "}\n");
    cdy_tree *tree = load(text, NULL);
    ck_assert_int_eq(cdy_tree_body_count(tree), BODIES);
    ck_assert_int_ge(cdy_tree_find_body(tree, "a____"), 0);
    ck_assert_int_lt(cdy_tree_find_body(tree, "a_____"), 0);
    cdy_tree_destroy(tree);
    free(text);
}
END_TEST

START_TEST(principal_axes_turn_the_inertia)
{
    cdy_tree *tree =
        load(ROBOT("def Xform 'a' " APIS " { float physics:mass = 2 point3f physics:centerOfMass = (1, 2, 3)\n"
                   "float3 physics:diagonalInertia = (2, 3, 4) quatf physics:principalAxes = (1, 0, 0, 1) }\n"),
             NULL);
    double about[6];
    cdy_inertial_about_origin(&cdy_tree_body(tree, 0)->inertial, about);
    close_to(about[0], 3 + 2 * (4 + 9)); /* x of the link is y of the axes */
    close_to(about[1], 2 + 2 * (1 + 9));
    close_to(about[2], 4 + 2 * (1 + 4));
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_link_without_anything_is_a_ball)
{
    notes n = {0};
    cdy_tree *tree = load(ROBOT("def Xform 'a' " APIS " { }\n"), &n);
    close_to(cdy_tree_body(tree, 0)->inertial.mass, 1);
    close_to(cdy_tree_body(tree, 0)->inertial.inertia[0], 0.004);
    ck_assert_msg(strstr(n.text, "inertia-placeholder:8"), "%s", n.text);
    cdy_tree_destroy(tree);
}
END_TEST

/* ---- shapes ---- */

START_TEST(shapes_are_shown_or_collide)
{
    notes n = {0};
    cdy_tree *tree = load(
        ROBOT(BODY(
            "a",
            "def Xform 'looks' {" AT(
                1, 0,
                0) "def Cube 'c' { double size = 0.5 color3f[] "
                   "primvars:displayColor = [(1, 0.5, 0)] }\n def Cube 'guide' { uniform token purpose = 'guide' }\n"
                   "def Mesh 'x' {" BOX_MESH
                   "}\n}\n" COLLIDER("Capsule", "d", "uniform token axis = 'Y' token visibility = 'invisible'\n"))),
        &n);
    const cdy_body *a = cdy_tree_body(tree, 0);
    ck_assert_uint_eq(a->visual_count, 1);
    ck_assert_uint_eq(a->collision_count, 1);
    is_vector(a->visuals[0].origin.xyz, 1, 0, 0);
    is_vector(a->visuals[0].geometry.size, 0.5, 0.5, 0.5);
    close_to(a->visuals[0].material.rgba[1], 0.5);
    ck_assert_int_eq(a->collisions[0].geometry.type, CDY_GEOMETRY_CAPSULE);
    close_to(a->collisions[0].geometry.length, 1);
    ck_assert_msg(strstr(n.text, "part-unread:"), "%s", n.text); /* the mesh */
    cdy_tree_destroy(tree);
}
END_TEST

/* ---- composition ---- */

START_TEST(stronger_opinions_win)
{
    static const char prototype[] = "class Xform 'p' " APIS " {" MASS "}\n"
                                    "class Xform 'c' { float physics:mass = 5 }\n";
    static const struct {
        const char *prim;
        double mass;
    } arcs[] = {
        {"def 'm' (references = </p>) {}\n", 2},
        {"def 'm' (references = </p>) { float physics:mass = 4 }\n", 4},
        {"def 'm' (references = </p> inherits = </c>) {}\n", 5},
        {"def 'm' (references = </p> specializes = </c>) {}\n", 2},
        {"def 'm' (prepend references = [</c>, </p>]) {}\n", 5},
        {"def 'm' (prepend references = [</p>, </c>]) {}\n", 2},
        {"def 'm' (payload = </c> references = </p>) {}\n", 2},
        {"def 'm' (references = </p> variants = { string v = 'x' } prepend variantSets = 'v') { variantSet 'v' = { 'x' "
         "{ "
         "float physics:mass = 6 } 'y' { float physics:mass = 7 } } }\n",
         6},
        {"def 'm' (references = </p> variants = { string v = 'y' } prepend variantSets = 'v') { float physics:mass = "
         "8\n"
         "variantSet 'v' = { 'x' { float physics:mass = 6 } 'y' { float physics:mass = 7 } } }\n",
         8},
        {"def 'm' (inherits = </p>) { float physics:mass = None float physics:density = 0\n" COLLIDER(
             "Cube", "k", "double size = 1\n") "}\n",
         1000},
    };
    for (size_t i = 0; i < sizeof arcs / sizeof *arcs; i++) {
        char text[2048];
        snprintf(text, sizeof text, STAGE "%s%s", arcs[i].prim, prototype);
        cdy_tree *tree = load(text, NULL);
        close_to(cdy_tree_body(tree, 0)->inertial.mass, arcs[i].mass);
        cdy_tree_destroy(tree);
    }
}
END_TEST

START_TEST(lists_of_schemas_are_combined)
{
    static const char text[] =
        STAGE "def Xform 'm' (prepend references = </p>) {\n"
              "over 'b' (delete apiSchemas = ['PhysicsRigidBodyAPI']) {}\n"
              "over 'c' (active = false) {}\n}\n"
              "def 'p' {\n" BODY("a", "") BODY("b", "") BODY("c", "") "}\nover 'q' {" BODY("d", "") "}\n";
    cdy_load_options options = cdy_load_options_default();
    cdy_tree *tree = load_with(text, NULL, options);
    /* p is a prim of its own with three bodies; m adds a */
    ck_assert_int_ge(cdy_tree_find_body(tree, "a"), 0);
    ck_assert_int_eq(cdy_tree_find_body(tree, "d"), -1);
    ck_assert_int_eq(cdy_tree_body_count(tree), 4); /* a, b, c of p and a of m, behind the world */
    cdy_tree_destroy(tree);
}
END_TEST

static const char arm_file[] =
    "#usda 1.0\n(defaultPrim = 'arm' metersPerUnit = 1 upAxis = 'Z')\ndef Xform 'arm' {\n"
    "def Xform 'hand' (references = @../parts/hand.usda@) {" AT(
        0, 0, 1) "}\n"
                 "def PhysicsRevoluteJoint 'j' { rel physics:body0 = </arm/base> rel physics:body1 = "
                 "</arm/hand/palm>\npoint3f physics:localPos0 = (0, 0, 1) uniform token physics:axis = 'Y' }\n" BODY(
                     "base", "") "}\n";
static const char hand_file[] =
    "#usda 1.0\n(defaultPrim = 'hand' metersPerUnit = 1 upAxis = 'Z' subLayers = [@weights.usda@])\n"
    "def Xform 'hand' {\n" BODY("palm", "") BODY(
        "finger",
        AT(0.2, 0,
           0)) "def PhysicsPrismaticJoint 'slide' { rel physics:body0 = </hand/palm> rel physics:body1 = <../finger>\n"
               "point3f physics:localPos0 = (0.2, 0, 0) }\n}\n";
static const char weights_file[] =
    "#usda 1.0\nover 'hand' { over 'palm' { point3f physics:centerOfMass = (0.1, 0, 0) } }\n";
static const char robot_file[] = "#usda 1.0\n(metersPerUnit = 1 upAxis = 'Z' subLayers = [@arms/arm.usda@])\n"
                                 "over 'arm' { over 'hand' { over 'palm' { float physics:mass = 3 } } }\n";

static void write_layers(void)
{
    check_run("mkdir arms parts", 0, "", "");
    put_file("arms/arm.usda", arm_file);
    put_file("parts/hand.usda", hand_file);
    put_file("parts/weights.usda", weights_file);
    put_file("robot.usda", robot_file);
}

static void remove_layers(void)
{
    check_run("rm -r arms parts", 0, "", "");
    close_folder();
}

static cdy_status load_layers(cdy_tree **tree, cdy_error *error)
{
    char path[300];
    return cdy_load_file(path_in_folder(path, sizeof path, "robot.usda"), NULL, tree, error);
}

START_TEST(layers_and_references_are_read_within_the_folder)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    open_folder();
    write_layers();
    ck_assert_ok(load_layers(&tree, &error), error);
    close_to(body_of(tree, "palm")->inertial.mass, 3);
    close_to(body_of(tree, "palm")->inertial.origin.xyz[0], 0); /* the layer is stronger than its sublayer */
    stands_at(tree, "finger", 0.2, 0, 1);
    ck_assert_int_eq(joint_of(tree, "slide")->type, CDY_JOINT_PRISMATIC);
    cdy_tree_destroy(tree);
    remove_layers();
}
END_TEST

START_TEST(a_failing_allocation_with_files_is_reported)
{
    open_folder();
    write_layers();
    fail_each_allocation(load_layers, 20);
    remove_layers();
}
END_TEST

/* ---- faults ---- */

START_TEST(files_elsewhere_and_circles_are_refused)
{
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {"#usda 1.0\ndef 'm' (references = @/etc/passwd@) {}\n", "lies outside"},
        {"#usda 1.0\ndef 'm' (references = @../../x.usda@) {}\n", "lies outside"},
        {"#usda 1.0\ndef 'm' (references = @none.usda@) {}\n", "is not there"},
        {"#usda 1.0\n(subLayers = [@robot.usda@])\n", "as one of its own"},
        {"#usda 1.0\ndef 'm' (references = @robot.usda@</m>) {}\n", "refers to itself"},
        {"#usda 1.0\ndef 'm' (references = </m>) {}\n", "refers to itself"},
        {"#usda 1.0\ndef 'm' { def 'n' (references = </m>) {} }\n", "refers to itself"},
        {"#usda 1.0\ndef 'm' (references = </n>) {}\ndef 'n' (references = </m>) {}\n", "lead to each other"},
        {"#usda 1.0\ndef 'm' { def 'a' (references = </n>) {} }\ndef 'n' { def 'b' (references = </m>) {} }\n",
         "in a circle"},
        {"#usda 1.0\ndef 'm' (references = </o>) {}\n", "there is no prim </o>"},
        {"#usda 1.0\ndef 'm' (references = @binary.usd@) {}\n", "is binary USD"},
        {"#usda 1.0\ndef 'm' (references = @text.usda@) {}\n", "does not begin with #usda"},
        {"#usda 1.0\ndef 'm' (references = @marked.usda@) {}\n", "byte order mark"},
        {"\xef\xbb\xbf#usda 1.0\ndef 'm' {}\n", "byte order mark"},
    };
    open_folder();
    put_file("binary.usd", "PXR-USDC and more");
    put_file("text.usda", "nothing of the kind");
    put_file("marked.usda", "\xef\xbb\xbf#usda 1.0\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        put_file("robot.usda", cases[i].text);
        ck_assert_int_eq(load_layers(&tree, &error), CDY_ERROR_ROBOT);
        ck_assert_msg(strstr(error.text, cases[i].reason), "%s: %s", cases[i].text, error.text);
    }
    close_folder();
}
END_TEST

START_TEST(faults_name_line_and_reason)
{
    static const struct {
        const char *text;
        int line;
        const char *reason;
    } cases[] = {
        {"#usda 1.0\n", 1, "the stage has no rigid body"},
        {"#usda 1.0\ndef 'm' {\n", 3, "the text ends"},
        {"#usda 1.0\ndef 'm' {}\n}\n", 3, "'}' is no text of USD here"},
        {"#usda 1.0\ndef 'm' {\nfloat a = \n}\n", 4, "expected a value"},
        {"#usda 1.0\ndef 'm' {\nfloat3 a = (1, 2]\n}\n", 3, "the bracket that fits"},
        {"#usda 1.0\ndef 'm' {\nstring a = 'b\n}\n", 3, "the end of what begins here"},
        {"#usda 1.0\ndef 'm' {}\ndef 'm' {}\n", 3, "</m> already"},
        {"#usda 1.0\ndef m {}\n", 2, "a name in quotation marks"},
        {"#usda 1.0\ndef Xform '1a' {}\n", 2, "begins with no digit"},
        {"#usda 1.0\ndef Xform 'a-b' {}\n", 2, "the name of a prim"},
        {"#usda 1.0\ndef Xform 'a\x01' {}\n", 2, "the name of a prim"},
        {"#usda 1.0\ndef Xform 'a\xef\xbf\xbe' {}\n", 2, "the name of a prim"},
        {"#usda 1.0\n# caf\xe9\ndef Xform 'a' {}\n", 2, "a byte is zero or not UTF-8"},
        {"#usda 1.0\n\ndef Xform 'a\xed\xa0\x80' {}\n", 3, "a byte is zero or not UTF-8"},
        {"#usda 1.0\n(metersPerUnit = -1)\n", 2, "metersPerUnit is no unit"},
        {"#usda 1.0\n(upAxis = 'X')\n", 2, "upAxis is neither"},
        {ROBOT("def Xform 'a' " APIS " { float physics:mass = 'x' }\n"), 8, "physics:mass is not 1 number"},
        {ROBOT("def Xform 'a' " APIS " { float physics:mass = -1 }\n"), 8, "the mass is -1"},
        {ROBOT(BODY("a", "quatd xformOp:orient = (0, 0, 0, 0) uniform token[] xformOpOrder = ['xformOp:orient']\n")), 8,
         "is no rotation"},
        {ROBOT(BODY("a", "uniform token[] xformOpOrder = ['xformOp:turn']\n")), 8, "'xformOp:turn' in xformOpOrder"},
        {ROBOT(BODY("a", "double3 xformOp:scale = (1, -1, 1) uniform token[] xformOpOrder = ['xformOp:scale']\n")), 8,
         "is mirrored"},
        {ROBOT(BODY("a", "") "def PhysicsFixedJoint 'j' {\nrel physics:body1 = </m/b> }\n"), 14,
         "is no prim of the stage"},
        {ROBOT(BODY("a", "") "def PhysicsFixedJoint 'j' {\nrel physics:body1 = [</m/a>, </m>] }\n"), 14,
         "points to 2 prims"},
        {ROBOT(BODY(
             "a",
             "") "def PhysicsRevoluteJoint 'j' {\nrel physics:body1 = </m/a> uniform token physics:axis = 'W' }\n"),
         13, "physics:axis is 'W'"},
        {ROBOT(BODY("a", "") "def PhysicsRevoluteJoint 'j' {\nrel physics:body1 = </m/a> float physics:lowerLimit = 3\n"
                             "float physics:upperLimit = 2 }\n"),
         13, "the lower limit 3 is above"},
        {ROBOT(BODY("a", "uniform token[] xformOpOrder = ['!resetXformStack!', turn]\n")), 12, "no list of words"},
        {ROBOT(BODY("a", "bool physics:kinematicEnabled = 'no'\n")), 12, "physics:kinematicEnabled is neither"},
        {ROBOT(BODY("a", "bool physxRigidBody:disableGravity = 2\n")), 12, "disableGravity is neither"},
        {ROBOT(BODY("a", "") "def PhysicsScene 's' { float physics:gravityMagnitude = 'x' }\n"), 13,
         "gravityMagnitude is not 1 number"},
        {ROBOT("def Xform 'a' " APIS " { def Mesh 'm' (prepend apiSchemas = 'PhysicsCollisionAPI') {\n"
               "point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), 5] } }\n"),
         8, "13 numbers of points"},
        {ROBOT("def Xform 'a' " APIS " { def Mesh 'm' (prepend apiSchemas = 'PhysicsCollisionAPI') {\n"
               "point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]\nint[] faceVertexCounts = [3, 3, 3]\n"
               "int[] faceVertexIndices = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] } }\n"),
         8, "has 12 corners, faceVertexCounts 9"},
        {"PXR-USDC", 1, "Export('robot.usda')"},
        {"PK\3\4", 1, "Export('robot.usda')"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_tree *tree = NULL;
        cdy_error error = {0};
        const cdy_status status = cdy_load_text(cases[i].text, strlen(cases[i].text), "case.usda", NULL, &tree, &error);
        ck_assert_msg(status == CDY_ERROR_ROBOT, "%s", cases[i].text);
        ck_assert_msg(strstr(error.text, cases[i].reason), "%s: %s", cases[i].text, error.text);
        ck_assert_msg(error.line == cases[i].line, "line %d of %s: %s", error.line, cases[i].text, error.text);
    }
}
END_TEST

START_TEST(what_is_not_read_is_named)
{
    notes n = {0};
    cdy_tree *tree =
        load(STAGE "def PhysicsScene 's' { float physics:gravityMagnitude = 1.62 }\n"
                   "def Xform 'm' {\n" BODY("a", "float physics:mass.timeSamples = { 0: 1, 1: 2 }\n"
                                                 "bool physics:kinematicEnabled = 1\n"
                                                 "float physxRigidBody:linearDamping = 0.5\n")
                       JOINT("Distance", "d", "a", "a", "") BODY("b", "")
                           JOINT("Revolute", "j", "a", "b", "float drive:angular:physics:maxForce = 5\n") "}\n",
             &n);
    ck_assert_msg(strstr(n.text, "part-unread:25"), "%s", n.text);
    ck_assert_msg(strstr(n.text, "dynamics-unread:7"), "%s", n.text);
    ck_assert_msg(strstr(n.text, "part-unread:15"), "%s", n.text);
    ck_assert_msg(strstr(n.text, "dynamics-unread:17"), "%s", n.text);
    cdy_tree_destroy(tree);
}
END_TEST

/* Every articulation is named, or counted. */
/* Keeps the lines, codes and texts of warnings. */
static void keep_message(void *context, const cdy_warning *w)
{
    char *texts = context;
    const size_t length = strlen(texts);
    snprintf(texts + length, 4096 - length, "%d:%s: %s\n", w->line, w->code, w->text);
}

/* Misspelled words name the nearest known one, also where nothing is left of the robot; each is told once. */
START_TEST(misspelled_words_name_the_nearest)
{
#define TWO(joint) ROBOT(BODY("a", "") BODY("b", "") joint)
    static const struct {
        const char *text, *said;
    } cases[] = {
        {TWO(JOINT("Revolut", "j", "a", "b", "")),
         "18:element-misspelled: PhysicsRevolutJoint of prim 'j' is an unknown type, which is ignored; did you mean "
         "'PhysicsRevoluteJoint'?\n"},
        {TWO(JOINT("Revolute", "j", "a", "b", "float physics:uperLimit = 1")),
         ":attribute-misspelled: physics:uperLimit is an unknown property, which is ignored; did you mean "
         "'physics:upperLimit'?\n"},
        {TWO(JOINT("Revolute", "j", "a", "b", "float drive:angular:physics:maxforce = 1")),
         "did you mean 'drive:angular:physics:maxForce'?\n"},
        {TWO(JOINT("Revolute", "j", "a", "b", "float phyiscs:upperLimit = 1")), "did you mean 'physics:upperLimit'?\n"},
        {TWO("def Xform 'c' { token[] xformOporder = [] }"), "did you mean 'xformOpOrder'?\n"},
        {ROBOT(BODY("a", "def Cubes 'c' {}")), "did you mean 'Cube'?\n"},
        {ROBOT(BODY("a", "def Sphere 'c' { double raduis = 2 }")), "did you mean 'radius'?\n"},
        {ROBOT("def Xform 'a' (prepend apiSchemas = ['PhysicsRigidBodyApi']) {}"),
         ":element-misspelled: apiSchemas has 'PhysicsRigidBodyApi', an unknown schema, which is ignored; did you mean "
         "'PhysicsRigidBodyAPI'?\n"},
        {ROBOT("def Xform 'a' (prepend apiSchema = ['PhysicsRigidBodyAPI']) {}"), "did you mean 'apiSchemas'?\n"},
        {"#usda 1.0\n(\nmeterPerUnit = 1\n)\ndef Xform 'm' {\n" BODY("a", "") "}\n",
         "3:attribute-misspelled: meterPerUnit is unknown metadata, which is ignored; did you mean 'metersPerUnit'?\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char texts[4096] = "";
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        cdy_load_options options = cdy_load_options_default();
        options.warn = keep_message;
        options.context = texts;
        (void)cdy_load_text(cases[i].text, strlen(cases[i].text), "case.usda", &options, &tree, &error);
        ck_assert_msg(strstr(texts, cases[i].said) != NULL, "'%s' is not in '%s'", cases[i].said, texts);
        ck_assert_msg(strstr(texts, "no equivalent") == NULL, "%s", texts);
        cdy_tree_destroy(tree);
    }
#undef TWO
}
END_TEST

/* Known words beside those that are read, and words of others, are no misspellings. */
START_TEST(known_words_are_no_misspellings)
{
    char texts[4096] = "";
    cdy_load_options options = cdy_load_options_default();
    options.warn = keep_message;
    options.context = texts;
    cdy_tree_destroy(load_with(
        ROBOT(BODY("a", "def Capsule_1 'c' {}\ndef SphereLight 'l' { float inputs:radius = 1 }\ndef BasisCurves 'w' { "
                        "token basis = 'x' float[] widths = [1] }\ndef MyOwn 'o' { float mine:low = 1 }\n")
                  BODY("b", "") JOINT("Spherical", "j", "a", "b",
                                      "float physics:coneAngle0Limit = 1\n"
                                      "float physics:breakForce = 1\n")),
        NULL, options));
    ck_assert_msg(strstr(texts, "misspelled") == NULL, "%s", texts);
}
END_TEST

/* Loads a text and returns its warnings. */
static void list_warnings(const char *text, char texts[4096])
{
    cdy_load_options options = cdy_load_options_default();
    texts[0] = '\0';
    options.warn = keep_message;
    options.context = texts;
    cdy_tree_destroy(load_with(text, NULL, options));
}

/* PointInstancer and others have names that only look like those of shapes. */
START_TEST(properties_of_other_schemas_are_no_misspellings)
{
    static const char *const properties[] = {
        "def PointInstancer 'c' { quath[] orientations = [(1, 0, 0, 0)] }",
        "def PointInstancer 'c' { point3f[] positions = [(1, 0, 0)] float3[] scales = [(1, 1, 1)] }",
        "def PointInstancer 'c' { int[] protoIndices = [0] int64[] ids = [1] int64[] invisibleIds = [] }",
        "def Points 'c' { float[] sizes = [1] }",
        "def MyOwn 'c' { float[] radiuss = [1] token axes = 'x' }",
        "def PhysicsCollisionGroup 'c' { rel physics:filteredGroups = </m> string physics:mergeGroup = 'a' }",
        "def Xform 'c' { float[] physics:masses = [1] rel physics:body0s = </m> point3f[] physics:localPos1s = [] }",
        "def Xform 'c' { float physics:gadget = 1 float mine:mas = 1 float gadget = 1 }",
    };
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
        char text[2048], texts[4096];
        snprintf(text, sizeof text, "%s%s}\n", STAGE "def Xform 'm' {\n" BODY("a", ""), properties[i]);
        list_warnings(text, texts);
        ck_assert_msg(strstr(texts, "misspelled") == NULL, "%s: %s", properties[i], texts);
    }
}
END_TEST

/* A property that is declared custom has a name of the user's own, also where another prim gives it a value. */
START_TEST(custom_properties_are_no_misspellings)
{
    static const char *const properties[] = {
        "custom float physics:mas = 1",    "custom uniform token[] xformOporder = []",
        "custom rel physics:bodi0 = </m>", "prepend custom rel physics:bodi0 = </m>",
        "float physics:mas = 1",
    };
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
        char text[2048], texts[4096];
        snprintf(text, sizeof text, "%sdef Xform 'c' (inherits = </k>) { %s }\n}\nclass 'k' { %s }\n",
                 STAGE "def Xform 'm' {\n" BODY("a", ""), properties[i], "custom float physics:mas = 2");
        list_warnings(text, texts);
        ck_assert_msg(strstr(texts, "misspelled") == NULL, "%s: %s", properties[i], texts);
    }
}
END_TEST

/* However many unknown words there are, a misspelling behind them is told. */
START_TEST(misspelled_words_behind_many_unknown_ones_are_told)
{
    enum { UNKNOWN = 400 };
    char *text = malloc(4096 + 64 * UNKNOWN), texts[4096], *end = text;
    ck_assert_ptr_nonnull(text);
    end += sprintf(end, "%s", STAGE "def Xform 'm' {\n" BODY("a", "") "def Xform 'c' {\n");
    for (int i = 0; i < UNKNOWN; i++) {
        end += sprintf(end, "float physics:gadget%dOfMine = 0\n", i);
    }
    sprintf(end, "float physics:mas = 1 }\ndef Sphre 's' {}\n}\n");
    list_warnings(text, texts);
    ck_assert_msg(strstr(texts, "did you mean 'physics:mass'?") != NULL, "%s", texts);
    ck_assert_msg(strstr(texts, "did you mean 'Sphere'?") != NULL, "%s", texts);
    free(text);
}
END_TEST

START_TEST(several_articulations_are_named)
{
    char text[20000];
    size_t length = (size_t)snprintf(text, sizeof text, "%s", STAGE);
    for (int k = 0; k < 30; k++) {
        length += (size_t)snprintf(
            text + length, sizeof text - length,
            "def Xform 'robot_%d' (prepend apiSchemas = ['PhysicsArticulationRootAPI']) {\n%s}\n", k, BODY("a", ""));
    }
    cdy_tree *tree = NULL;
    cdy_error error = {0};
    ck_assert_int_eq(cdy_load_text(text, strlen(text), "many.usda", NULL, &tree, &error), CDY_ERROR_ROBOT);
    ck_assert_msg(strstr(error.text, "'/robot_18' and 11 more; expected the name of one") != NULL, "%s", error.text);
}
END_TEST

START_TEST(an_articulation_is_the_robot)
{
    static const char two[] =
        STAGE "def Xform 'm' {\n"
              "def Xform 'one' (prepend apiSchemas = ['PhysicsArticulationRootAPI']) {\n" BODY(
                  "a", "") "}\ndef Xform 'two' (prepend apiSchemas = ['PhysicsArticulationRootAPI']) "
                           "{\n" BODY("b", "") "}\n" BODY("table", "") "}\n";
    cdy_load_options options = cdy_load_options_default();
    cdy_tree *tree = NULL;
    cdy_error error = {0};
    ck_assert_int_eq(cdy_load_text(two, strlen(two), "two.usda", &options, &tree, &error), CDY_ERROR_ROBOT);
    ck_assert_msg(strstr(error.text, "several articulations, '/m/one', '/m/two'"), "%s", error.text);
    options.model = "two";
    tree = load_with(two, NULL, options);
    ck_assert_str_eq(cdy_tree_body(tree, 0)->name, "b");
    ck_assert_int_eq(cdy_tree_body_count(tree), 0);
    ck_assert_str_eq(cdy_tree_name(tree), "two");
    cdy_tree_destroy(tree);
    options.model = "/m/one";
    tree = load_with(two, NULL, options);
    ck_assert_str_eq(cdy_tree_body(tree, 0)->name, "a");
    cdy_tree_destroy(tree);
    options.model = "three";
    ck_assert_int_eq(cdy_load_text(two, strlen(two), "two.usda", &options, &tree, &error), CDY_ERROR_ROBOT);
}
END_TEST

#define TWO_ARMS(name)                                                                                                 \
    "def Xform '" name "' (prepend apiSchemas = ['PhysicsArticulationRootAPI']) {\n" BODY("a", "") BODY("b", "")       \
        BODY("c", "") BODY("d", "") "def PhysicsRevoluteJoint 'x' { rel physics:body0 = </m/" name                     \
                                    "/a> rel physics:body1 = </m/" name                                                \
                                    "/d>\n}\ndef PhysicsPrismaticJoint 's' { rel physics:body0 = </m/" name            \
                                    "/a> rel physics:body1 = </m/" name                                                \
                                    "/b>\n}\ndef PhysicsPrismaticJoint 'f' (prepend apiSchemas = "                     \
                                    "['PhysxMimicJointAPI:transX']) {\nrel physics:body0 = </m/" name                  \
                                    "/a> rel physics:body1 = </m/" name                                                \
                                    "/c>\nrel physxMimicJoint:transX:referenceJoint = </m/" name                       \
                                    "/s>\nfloat physxMimicJoint:transX:gearing = 2\n}\n}\n"

/* A slide follows another slide of its articulation, whose number the joints left out before it have changed. */
START_TEST(a_joint_follows_within_its_articulation)
{
    static const char text[] = STAGE "def Xform 'm' {\n" TWO_ARMS("one") TWO_ARMS("two") "}\n";
    static const char *const models[] = {"one", "two"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        cdy_load_options options = cdy_load_options_default();
        options.model = models[i];
        cdy_tree *tree = load_with(text, NULL, options);
        ck_assert_int_eq(cdy_tree_body_count(tree), 3);
        const cdy_joint *f = joint_of(tree, "f");
        ck_assert_ptr_nonnull(f->mimic.joint);
        ck_assert_str_eq(f->mimic.joint, "s");
        close_to(f->mimic.multiplier, -2);
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* Comments, strings, dictionaries and values of all kinds, most of which say nothing of the robot. */
static const char rich[] =
    "#usda 1.0\n(\n\"\"\"What \\\"this\\\" is,\nin two lines\"\"\"\ndoc = 'x'\nmetersPerUnit = 1; upAxis = \"Z\"\n"
    "customLayerData = { dictionary a = { string b = \"c\"; int[] d = [1, 2] } }\n)\n"
    "// a comment\n/* and\nanother */\nreorder rootPrims = [\"m\"]\n"
    "def Xform \"m\" (\nkind = \"component\"\ndelete references = @gone.usda@</x>\ninherits = None\n) {\n"
    "reorder nameChildren = [\"a\"]\ncustom uniform string x:y = 'z' (doc = \"it's\")\nrel r\nadd rel s = [</m>, <a>]\n"
    "asset f = @@@a@b@@@\nfloat g = -inf\nfloat[] h = [1e3, -.5, +2., inf]\ndouble t.timeSamples = { 0: 1, 1.5: None, "
    "}\n"
    "token o.connect = </m.outputs:x>\nfloat3[] e = []\n"
    "def Xform \"a\" (prepend apiSchemas = [\"PhysicsRigidBodyAPI\", \"PhysicsMassAPI\"]) {" MASS "}\n}\n";

START_TEST(every_beginning_is_loaded_or_refused)
{
    for (size_t size = 0; size <= strlen(rich); size++) {
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        const cdy_status status = cdy_load_text(rich, size, "case.usda", NULL, &tree, &error);
        ck_assert_msg(status == (size >= strlen(rich) - 1 ? CDY_OK : CDY_ERROR_ROBOT), "%zu: %s", size, error.text);
        cdy_tree_destroy(tree);
    }
}
END_TEST

static cdy_status load_rich(cdy_tree **tree, cdy_error *error)
{
    return cdy_load_text(rich, strlen(rich), "case.usda", NULL, tree, error);
}

START_TEST(a_failing_allocation_is_reported)
{
    fail_each_allocation(load_rich, 10);
}
END_TEST

/* Each prim refers twice to the one before: 2^20 prims from 20 lines. */
START_TEST(prims_that_multiply_are_refused)
{
    char text[4096] = "#usda 1.0\ndef 'p0' { def 'x' {} }\n";
    for (int i = 1; i <= 20; i++) {
        const size_t length = strlen(text);
        snprintf(text + length, sizeof text - length,
                 "def 'p%d' { def 'x' (references = </p%d>) {} def 'y' (references = </p%d>) {} }\n", i, i - 1, i - 1);
    }
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    ck_assert_int_eq(cdy_load_text(text, strlen(text), "case.usda", NULL, &tree, &error), CDY_ERROR_ROBOT);
    ck_assert_msg(strstr(error.text, "expected none in a circle"), "%s", error.text);
}
END_TEST

/* 2000 prims refer to one that has 10,000 properties. */
START_TEST(properties_that_multiply_are_refused)
{
    enum { PROPERTIES = 10000, PRIMS = 2000, LONGEST = 60 };
    char *text = malloc((size_t)(PROPERTIES + PRIMS + 10) * LONGEST);
    size_t length = (size_t)sprintf(text, "#usda 1.0\ndef Sphere 'p' {\n");
    for (int i = 0; i < PROPERTIES; i++) {
        length += (size_t)snprintf(text + length, LONGEST, "int x%d = 1\n", i);
    }
    length += (size_t)sprintf(text + length, "}\ndef 'm' {\n");
    for (int i = 0; i < PRIMS; i++) {
        length += (size_t)snprintf(text + length, LONGEST, "def 's%d' (references = </p>) {}\n", i);
    }
    sprintf(text + length, "}\n");
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    ck_assert_int_eq(cdy_load_text(text, strlen(text), "case.usda", NULL, &tree, &error), CDY_ERROR_ROBOT);
    ck_assert_msg(strstr(error.text, "references repeat properties"), "%s", error.text);
    ck_assert_int_gt(error.line, PROPERTIES);
    free(text);
}
END_TEST

/* A set of variants in the only variant of another, and so on. */
START_TEST(variants_in_each_other_are_bounded)
{
    static const struct {
        int count;
        cdy_status status;
        const char *reason;
    } cases[] = {{20, CDY_OK, ""}, {60, CDY_ERROR_ROBOT, "variants and references are in each other"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[8192] = STAGE "def 'm' (variants = {";
        const int count = cases[k].count;
        size_t length = strlen(text);
        for (int i = 0; i < count; i++) {
            length += (size_t)snprintf(text + length, sizeof text - length, "string s%d = 'a'\n", i);
        }
        length += (size_t)snprintf(text + length, sizeof text - length, "}) {\n");
        for (int i = 0; i < count; i++) {
            length += (size_t)snprintf(text + length, sizeof text - length, "variantSet 's%d' = { 'a' {\n", i);
        }
        length += (size_t)snprintf(text + length, sizeof text - length, "%s", BODY("a", ""));
        for (int i = 0; i < count; i++) {
            length += (size_t)snprintf(text + length, sizeof text - length, "} }\n");
        }
        snprintf(text + length, sizeof text - length, "}\n");
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        ck_assert_int_eq(cdy_load_text(text, strlen(text), "case.usda", NULL, &tree, &error), cases[k].status);
        ck_assert_msg(strstr(error.text, cases[k].reason), "%s", error.text);
        cdy_tree_destroy(tree);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("usd");
    TCase *tests = tcase_create("usd");
    tcase_add_test(tests, units_and_the_upward_axis_are_those_of_the_stage);
    tcase_add_test(tests, transforms_act_from_the_last_to_the_first);
    tcase_add_test(tests, frames_of_joints_are_in_their_bodies);
    tcase_add_test(tests, home_is_where_the_file_puts_the_links);
    tcase_add_test(tests, types_limits_and_drives_are_read);
    tcase_add_loop_test(tests, generic_joints_have_several_degrees_of_freedom, 0, 2);
    tcase_add_test(tests, limits_that_are_one_number_hold);
    tcase_add_test(tests, turns_that_are_held_do_not_turn_slides);
    tcase_add_test(tests, warnings_of_leaders_come_once);
    tcase_add_test(tests, a_tree_spans_joints_of_either_direction);
    tcase_add_test(tests, loops_and_joints_that_hold_nothing_are_named);
    tcase_add_test(tests, filtered_pairs_are_exclusions);
    tcase_add_test(tests, masses_come_of_colliders_where_they_are_not_given);
    tcase_add_test(tests, faces_that_are_not_convex_are_measured_without_overlaps);
    tcase_add_test(tests, a_material_gives_the_density_where_nothing_else_does);
    tcase_add_test(tests, a_transform_without_its_attribute_is_told);
    tcase_add_test(tests, names_that_repeat_are_told_apart);
    tcase_add_test(tests, names_that_repeat_often_get_numbers);
    tcase_add_test(tests, principal_axes_turn_the_inertia);
    tcase_add_test(tests, a_link_without_anything_is_a_ball);
    tcase_add_test(tests, shapes_are_shown_or_collide);
    tcase_add_test(tests, stronger_opinions_win);
    tcase_add_test(tests, lists_of_schemas_are_combined);
    tcase_add_test(tests, layers_and_references_are_read_within_the_folder);
    tcase_add_test(tests, files_elsewhere_and_circles_are_refused);
    tcase_add_test(tests, faults_name_line_and_reason);
    tcase_add_test(tests, what_is_not_read_is_named);
    tcase_add_test(tests, misspelled_words_name_the_nearest);
    tcase_add_test(tests, known_words_are_no_misspellings);
    tcase_add_test(tests, properties_of_other_schemas_are_no_misspellings);
    tcase_add_test(tests, custom_properties_are_no_misspellings);
    tcase_add_test(tests, misspelled_words_behind_many_unknown_ones_are_told);
    tcase_add_test(tests, several_articulations_are_named);
    tcase_add_test(tests, an_articulation_is_the_robot);
    tcase_add_test(tests, a_joint_follows_within_its_articulation);
    tcase_add_test(tests, every_beginning_is_loaded_or_refused);
    tcase_add_test(tests, a_failing_allocation_is_reported);
    tcase_add_test(tests, a_failing_allocation_with_files_is_reported);
    tcase_add_test(tests, prims_that_multiply_are_refused);
    tcase_add_test(tests, properties_that_multiply_are_refused);
    tcase_add_test(tests, variants_in_each_other_are_bounded);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
