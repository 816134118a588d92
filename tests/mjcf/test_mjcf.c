/* MJCF: what its elements mean, from closed forms; messages; failing allocations. tests/python/test_mjcf.py compares
 * whole models with MuJoCo. */
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

static const double pi = 3.14159265358979323846;

#define WORLD(content) "<mujoco model='m'>\n<worldbody>\n" content "\n</worldbody>\n</mujoco>\n"
#define MASS           "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
#define BODY(content)  WORLD("<body name='b'>\n" content "\n</body>")

static cdy_tree *load(const char *text, notes *n)
{
    return load_text_robot("case.xml", text, n, cdy_load_options_default());
}

/* ---- orientations ---- */

START_TEST(every_way_writes_the_same_rotation)
{
    static const char *const ways[] = {
        "quat='2 0 0 2'",        "axisangle='0 0 3 90'",   "euler='0 0 90'",
        "xyaxes='0 2 0 -1 1 0'", "axisangle='0 0 -1 -90'", "quat='-1 0 0 -1'",
    };
    char text[512];
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        snprintf(text, sizeof text, WORLD("<body name='b' pos='1 2 3' %s>" MASS "</body>"), ways[i]);
        cdy_tree *tree = load(text, NULL);
        double T[16];
        cdy_placement_to_matrix(&body_of(tree, "b")->joint.origin, T);
        const double right[16] = {0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3, 0, 0, 0, 1};
        for (int k = 0; k < 16; k++) {
            ck_assert_msg(fabs(T[k] - right[k]) < 1e-14, "%s: element %d is %g", ways[i], k, T[k]);
        }
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* Lower-case sequences turn about moved axes, so xyz is Rx Ry Rz; upper-case ones about fixed axes: XYZ is Rz Ry Rx. */
START_TEST(euler_sequences_are_moved_or_fixed)
{
    for (int fixed = 0; fixed < 2; fixed++) {
        char text[512];
        snprintf(text, sizeof text,
                 "<mujoco><compiler angle='radian' eulerseq='%s'/><worldbody><body name='b' "
                 "euler='.3 -.4 .5'>" MASS "</body></worldbody></mujoco>",
                 fixed ? "XYZ" : "zyx");
        cdy_tree *tree = load(text, NULL);
        const double *rpy = body_of(tree, "b")->joint.origin.rpy;
        close_to(rpy[0], fixed ? .3 : .5);
        close_to(rpy[1], -.4);
        close_to(rpy[2], fixed ? .5 : .3);
        cdy_tree_destroy(tree);
    }
}
END_TEST

START_TEST(zaxis_turns_by_the_shortest_way)
{
    cdy_tree *tree =
        load(WORLD("<body name='b' zaxis='0 0 -2'>" MASS "</body><body name='c' zaxis='1 0 0'>" MASS "</body>"), NULL);
    double T[16];
    cdy_placement_to_matrix(&body_of(tree, "b")->joint.origin, T);
    close_to(T[10], -1);
    cdy_placement_to_matrix(&body_of(tree, "c")->joint.origin, T);
    close_to(T[2], 1);
    close_to(T[5], 1); /* y stays */
    cdy_tree_destroy(tree);
}
END_TEST

/* ---- classes ---- */

START_TEST(classes_inherit_and_elements_precede_them)
{
    cdy_tree *tree =
        load("<mujoco><compiler angle='radian'/><default><joint damping='1' armature='2'/><default class='a'><joint "
             "damping='3'/><default class='b'><joint frictionloss='4'/></default></default></default><worldbody>"
             "<body name='x' childclass='b'>" MASS "<joint name='one'/><body><joint name='two' damping='5'/><joint "
             "name='three' class='a'/>" MASS "<body childclass='main'><joint name='four' axis='0 1 0'/>" MASS
             "</body></body></body></worldbody></mujoco>",
             NULL);
    static const struct {
        const char *joint;
        double damping, armature, friction;
    } right[] = {{"one", 3, 2, 4}, {"two", 5, 2, 4}, {"three", 3, 2, 0}, {"four", 1, 2, 0}};
    for (size_t i = 0; i < 4; i++) {
        const cdy_joint *j = joint_of(tree, right[i].joint);
        close_to(j->dynamics.damping, right[i].damping);
        close_to(j->rotor_inertia, right[i].armature);
        close_to(j->dynamics.friction, right[i].friction);
    }
    cdy_tree_destroy(tree);
}
END_TEST

/* ---- joints ---- */

START_TEST(joints_of_one_body_follow_each_other)
{
    cdy_tree *tree = load(BODY("<joint name='x' type='slide' axis='1 0 0' range='-1 2'/>\n<joint name='t' axis='0 2 0' "
                               "pos='0 0 1' range='-90 180' ref='90' stiffness='7' springref='45'/>\n" MASS),
                          NULL);
    cdy_model *model = NULL;
    cdy_error error;
    ck_assert_int_eq(cdy_tree_body_count(tree), 2);
    const cdy_joint *t = joint_of(tree, "t");
    ck_assert_int_eq(t->type, CDY_JOINT_REVOLUTE);
    close_to(t->limit.lower, -pi / 2);
    close_to(t->limit.upper, pi);
    close_to(t->dynamics.stiffness, 7);
    close_to(t->dynamics.spring_rest, pi / 4);
    ck_assert(t->home_given);
    close_to(t->home[0], pi / 2);
    ck_assert_str_eq(cdy_tree_body(tree, 1)->name, "b_x");
    ck_assert_ok(cdy_model_create(tree, &model, &error), error);
    cdy_workspace *work = NULL;
    ck_assert_ok(cdy_workspace_create(model, &work, &error), error);
    /* A quarter turn behind the initial configuration, about y through (0, 0, 1): the origin, 1 m below, goes to -x. */
    const double q[2] = {.25, pi};
    double T[16];
    int frame;
    ck_assert_ok(cdy_model_require_frame(model, "b", &frame, &error), error);
    ck_assert_ok(cdy_get_transform(model, work, frame, 0, q, T, &error), error);
    close_to(T[3], .25 - 1);
    close_to(T[11], 1);
    close_to(T[2], 1);
    cdy_workspace_destroy(work);
    cdy_model_destroy(model);
    cdy_tree_destroy(tree);
}
END_TEST

/* Keeps the lines and the texts of warnings. */
static void keep_message(void *context, const cdy_warning *w)
{
    char *texts = context;
    const size_t length = strlen(texts);
    snprintf(texts + length, 2048 - length, "%d: %s\n", w->line, w->text);
}

static void excludes(const cdy_tree *tree, int index, const char *first, const char *second)
{
    const char *body = NULL, *other = NULL;
    ck_assert(cdy_tree_exclusion(tree, index, &body, &other));
    ck_assert_str_eq(body, first);
    ck_assert_str_eq(other, second);
}

/* Pairs of bodies are kept; everything else in <contact> is named. */
START_TEST(excluded_pairs_are_kept)
{
    char texts[2048] = "";
    cdy_load_options options = cdy_load_options_default();
    options.warn = keep_message;
    options.context = texts;
    cdy_tree *tree = load_text_robot("case.xml",
                                     "<mujoco><worldbody><body name='a'>" MASS "<body name='b'><joint/>" MASS
                                     "</body></body></worldbody><contact>\n<exclude body1='world' body2='b'/>\n"
                                     "<pair geom1='g' geom2='h'/>\n<exclude body1='a'/></contact></mujoco>",
                                     NULL, options);
    ck_assert_int_eq(cdy_tree_exclusion_count(tree), 1);
    excludes(tree, 0, "world", "b");
    cdy_tree_destroy(tree);
    ck_assert_msg(strstr(texts, "2: ") == NULL, "%s", texts);
    ck_assert_msg(strstr(texts, "3: <pair> in <contact> is not read") != NULL, "%s", texts);
    ck_assert_msg(strstr(texts, "4: <exclude> leaves nothing out; expected two bodies") != NULL, "%s", texts);
}
END_TEST

/* Names of any letters; sites, unknown names and one body twice are no pair of bodies. */
START_TEST(excluded_pairs_are_two_bodies)
{
    static const struct {
        const char *bodies[2];
        bool kept;
    } cases[] = {
        {{"a b", "c'd"}, true},     {{"c'd", "e-1.x"}, true}, {{"e-1.x", "world"}, true},
        {{"a b", "nobody"}, false}, {{"s", "a b"}, false},    {{"a b", "a b"}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char texts[2048] = "", text[2048];
        cdy_load_options options = cdy_load_options_default();
        options.warn = keep_message;
        options.context = texts;
        snprintf(text, sizeof text,
                 "<mujoco><worldbody><body name='a b'>" MASS "<joint/><site name='s'/></body><body name=\"c'd\">" MASS
                 "<joint/></body><body name='e-1.x'>" MASS "<joint/></body></worldbody><contact><exclude body1=\"%s\" "
                 "body2=\"%s\"/></contact></mujoco>",
                 cases[i].bodies[0], cases[i].bodies[1]);
        cdy_tree *tree = load_text_robot("case.xml", text, NULL, options);
        ck_assert_int_eq(cdy_tree_exclusion_count(tree), cases[i].kept);
        if (cases[i].kept) {
            excludes(tree, 0, cases[i].bodies[0], cases[i].bodies[1]);
        }
        cdy_tree_destroy(tree);
        ck_assert_msg((strstr(texts, "<exclude> leaves nothing out") != NULL) == !cases[i].kept, "%s", texts);
    }
}
END_TEST

/* MuJoCo takes comments that XML forbids; what stands behind them keeps its place. */
START_TEST(comments_have_any_hyphens)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"<mujoco><!-- a -- b ---><worldbody/></mujoco>", NULL},
        {"<!-- -- --><?x --?>\n<mujoco><!----><worldbody/><!-- ----></mujoco>", NULL},
        {"<mujoco><!-- a -- b ---><compiler angle='x'/></mujoco>", "angle 'x' is unknown"},
        {"<mujoco><!-- -- </mujoco>", "not well-formed XML"},
        {"<robot name='r'><!-- a -- b --><link name='a'/></robot>", "not well-formed XML"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        const cdy_status status = cdy_load_text(cases[i].text, strlen(cases[i].text), "case.xml", NULL, &tree, &error);
        ck_assert_msg(status == (cases[i].said ? CDY_ERROR_ROBOT : CDY_OK), "%s: %s", cases[i].text, error.text);
        ck_assert_msg(!cases[i].said || strstr(error.text, cases[i].said), "%s: %s", cases[i].text, error.text);
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* MuJoCo and libsdformat take an attribute directly behind the value of another; XML does not. */
START_TEST(attributes_need_no_blank_between)
{
    static const struct {
        const char *text, *said;
        int line;
    } cases[] = {
        {"<mujoco><worldbody><body name=\"b\"pos='1 2 3'quat='2 0 0 0'>" MASS "</body></worldbody></mujoco>", NULL, 0},
        {"<?xml version='1.0'?><mujoco model='a\"b'><!-- 'c'd=\"e\"f --><worldbody><body name='b'pos='1 2 3'/>"
         "</worldbody></mujoco>",
         NULL, 0},
        {"<sdf version=\"1.6\"><model name='b'><link name='a'/><link name = 'b'>\n<pose\nb='1'a='>\"x'>1 2 3 0 0 "
         "0</pose>"
         "</link><joint name='j'type='fixed'><parent>a</parent><child>b</child></joint></model></sdf>",
         NULL, 0},
        {"<mujoco><worldbody>\n<body name='b'pos='1 2 3'/>\n<geom type='x'/></worldbody></mujoco>", "type 'x'", 3},
        {"<mujoco><worldbody>\n<body name='b'name='c'/></worldbody></mujoco>", "Attribute name redefined", 2},
        {"<mujoco><worldbody>\n<body name='b''c'/></worldbody></mujoco>", "expected one before the next attribute", 2},
        {"<mujoco><worldbody>\n<body name='b", "not well-formed XML", 2},
        {"<robot name='r'>\n<link name='a'x='b'/></robot>", "expected one before the next attribute", 2},
        {"<mujoco><worldbody>\n<body name='b' pos='1 2 3'/ ></worldbody></mujoco>", "expected '/>' at the end", 2},
        {"<mujoco><worldbody>\n<body name='b' / ></worldbody></mujoco>", "expected '/>' at the end", 2},
        {"<mujoco><worldbody>\n<body/ ></worldbody></mujoco>", "expected '/>' at the end", 2},
        {"<mujoco><worldbody>\n<body name='b',pos='1 2 3'/></worldbody></mujoco>", "or '>' or '/>' at the end", 2},
        {"<mujoco><worldbody>\n<body name='b'", "or '>' or '/>' at the end", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        const cdy_status status = cdy_load_text(cases[i].text, strlen(cases[i].text), "case.xml", NULL, &tree, &error);
        ck_assert_msg(status == (cases[i].said ? CDY_ERROR_ROBOT : CDY_OK), "%s: %s", cases[i].text, error.text);
        if (cases[i].said) {
            ck_assert_msg(strstr(error.text, cases[i].said) != NULL, "%s: %s", cases[i].text, error.text);
            ck_assert_int_eq(error.line, cases[i].line);
            continue;
        }
        double T[16];
        cdy_placement_to_matrix(&body_of(tree, "b")->joint.origin, T);
        close_to(T[3], 1);
        close_to(T[11], 3);
        cdy_tree_destroy(tree);
    }
}
END_TEST

START_TEST(a_free_joint_starts_where_its_body_is)
{
    cdy_tree *tree =
        load(WORLD("<body name='b' pos='1 2 3' quat='0 1 0 0'><freejoint name='f'/>" MASS "</body>"), NULL);
    const cdy_joint *f = joint_of(tree, "f");
    ck_assert_int_eq(f->type, CDY_JOINT_FLOATING);
    const double right[7] = {0, 1, 0, 0, 1, 2, 3};
    for (int i = 0; i < 7; i++) {
        close_to(f->home[i], right[i]);
    }
    cdy_tree_destroy(tree);
}
END_TEST

/* Frames move bodies, joints, geoms and sites without being bodies. */
START_TEST(a_ball_joint_turns_its_body_about_a_point)
{
    notes n = {.without_notes = true};
    cdy_tree *tree =
        load(BODY("<joint name='j' type='ball' axis='0 0 0' pos='.1 .2 .3' damping='2' ref='1' user='1'/>" MASS), &n);
    const cdy_joint *j = joint_of(tree, "j");
    ck_assert_int_eq(j->type, CDY_JOINT_SPHERICAL);
    ck_assert_str_eq(n.text, "");
    for (int i = 0; i < 3; i++) {
        close_to(j->origin.xyz[i], 0.1 * (i + 1));
        close_to(j->child.xyz[i], -0.1 * (i + 1));
        close_to(j->child.rpy[i], 0);
    }
    close_to(j->dynamics.damping, 2);
    ck_assert(!j->home_given && !j->limit.given);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(frames_move_what_is_in_them)
{
    cdy_tree *tree = load(WORLD("<frame pos='1 0 0' euler='0 0 90'><frame pos='1 0 0'><body name='b' pos='1 0 0'>" MASS
                                "<frame euler='90 0 0' pos='0 0 2'><joint name='j' axis='0 0 1' pos='0 0 1'/><site "
                                "name='s' pos='0 0 3'/></frame></body></frame></frame>"),
                          NULL);
    const cdy_joint *j = joint_of(tree, "j");
    close_to(j->axis[1], -1);
    close_to(j->origin.xyz[1],
             2 + 0); /* 1 + 1 along the turned x; the joint is at y = -1 of the body, x = 1 of the world */
    close_to(j->origin.xyz[0], 1 + 1);
    close_to(j->origin.xyz[2], 2);
    const cdy_joint *s = &body_of(tree, "s")->joint;
    close_to(s->origin.xyz[1], -3);
    close_to(s->origin.xyz[2], 2);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(actuators_limit_efforts)
{
    cdy_tree *tree = load(
        "<mujoco><default><motor ctrlrange='-2 2' gear='10'/></default><worldbody><body><joint name='a' range='-1 "
        "1'/>" MASS "<body><joint name='b' actuatorfrcrange='-5 5'/>" MASS "<body><joint name='c' type='slide'/>" MASS
        "</body></body></body></worldbody><actuator><motor joint='a'/><motor joint='a' gear='1' ctrlrange='-3 3'/>"
        "<motor joint='b'/><position joint='c' forcerange='-4 4' gear='2'/></actuator></mujoco>",
        NULL);
    close_to(joint_of(tree, "a")->limit.effort, 23);
    close_to(joint_of(tree, "b")->limit.effort, 5);
    close_to(joint_of(tree, "c")->limit.effort, 8);
    ck_assert_int_eq(joint_of(tree, "b")->type, CDY_JOINT_CONTINUOUS);
    ck_assert(isinf(joint_of(tree, "c")->limit.upper));
    close_to(joint_of(tree, "b")->limit.lower, 0); /* as of a continuous joint, which has no range */
    close_to(joint_of(tree, "b")->limit.upper, 0);
    cdy_tree_destroy(tree);
    tree = load("<mujoco><worldbody><body><joint name='a'/>" MASS "</body></worldbody><actuator><motor joint='a' "
                "ctrlrange='-1 1'/></actuator></mujoco>",
                NULL);
    ck_assert(joint_of(tree, "a")->limit.given);
    close_to(joint_of(tree, "a")->limit.lower, 0);
    close_to(joint_of(tree, "a")->limit.upper, 0);
    cdy_tree_destroy(tree);
}
END_TEST

/* q - ref = a0 + a1 (q' - ref'). */
START_TEST(equalities_make_followers)
{
    cdy_tree *tree = load("<mujoco><compiler angle='radian'/><worldbody><body><joint name='a' ref='.5'/>" MASS
                          "<body><joint name='b' ref='.25'/>" MASS "</body></body></worldbody><equality><joint "
                          "joint1='b' joint2='a' polycoef='1 2 0 0 0'/><joint joint1='a' joint2='b' active='false'/>"
                          "</equality></mujoco>",
                          NULL);
    const cdy_mimic *mimic = &joint_of(tree, "b")->mimic;
    ck_assert_str_eq(mimic->joint, "a");
    close_to(mimic->multiplier, 2);
    close_to(mimic->offset, .25 + 1 - 2 * .5);
    ck_assert_ptr_null(joint_of(tree, "a")->mimic.joint);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_keyframe_is_home)
{
    cdy_tree *tree = load("<mujoco><compiler angle='radian'/><worldbody><body><joint name='b' range='-1 1'/>" MASS
                          "<body><joint name='a'/>" MASS "</body></body></worldbody><keyframe><key qpos='.1 .2'/><key "
                          "name='home' qpos='.3 .4'/></keyframe></mujoco>",
                          NULL);
    close_to(joint_of(tree, "b")->home[0], .3);
    close_to(joint_of(tree, "a")->home[0], .4);
    cdy_tree_destroy(tree);
}
END_TEST

/* ---- masses ---- */

typedef struct solid_case {
    const char *geom;
    double mass, xx, yy, zz;
} solid_case;

/* MuJoCo has the position of a free joint first, makes quaternions unit ones, and leaves what a short list lacks where
 * the file puts it. */
START_TEST(a_keyframe_gives_poses_and_may_be_short)
{
    static const struct {
        const char *q;
        double pose[7], angle, ball[4];
    } cases[] = {{"", {1, 0, 0, 0, 1, 2, 3}, .5, {1, 0, 0, 0}},
                 {"9 8", {1, 0, 0, 0, 9, 8, 3}, .5, {1, 0, 0, 0}},
                 {"9 8 7 0 2 0 0 .1", {0, 1, 0, 0, 9, 8, 7}, .1, {1, 0, 0, 0}},
                 {"9 8 7 0 0 0 0 .1 0 0 0 5", {1, 0, 0, 0, 9, 8, 7}, .1, {0, 0, 0, 1}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "<mujoco><compiler angle='radian'/><worldbody><body pos='1 2 3'><freejoint name='f'/>" MASS
                 "</body><body><joint name='h' ref='.5'/>" MASS "</body><body><joint name='s' type='ball'/>" MASS
                 "</body></worldbody><keyframe><key qpos='%s'/></keyframe></mujoco>",
                 cases[i].q);
        cdy_tree *tree = load(text, NULL);
        for (int k = 0; k < 7; k++) {
            close_to(joint_of(tree, "f")->home[k], cases[i].pose[k]);
        }
        close_to(joint_of(tree, "h")->home[0], cases[i].angle);
        for (int k = 0; k < 4 && joint_of(tree, "s")->home_given; k++) {
            close_to(joint_of(tree, "s")->home[k], cases[i].ball[k]);
        }
        ck_assert(joint_of(tree, "s")->home_given == (cases[i].ball[0] < 1));
        cdy_tree_destroy(tree);
    }
}
END_TEST

START_TEST(geoms_have_the_mass_of_their_volume)
{
    const double r = .1, h = .3, V = pi * r * r * 2 * h, ball = 4 * pi * r * r * r / 3;
    const double along = V * r * r / 2 + ball * 2 * r * r / 5;
    const double across = V * (3 * r * r + 4 * h * h) / 12 + ball * (2 * r * r / 5 + h * h + 3 * r * h / 4);
    const solid_case cases[] = {
        {"type='box' size='.1 .2 .3' density='100'", 4.8, 4.8 * .13 / 3, 4.8 * .1 / 3, 4.8 * .05 / 3},
        {"type='sphere' size='.1' density='1'", ball, ball * .004, ball * .004, ball * .004},
        {"type='ellipsoid' size='.1 .2 .3' mass='5'", 5, .13, .1, .05},
        {"type='cylinder' size='.1 .3' density='1'", V, V * (3 * r * r + 4 * h * h) / 12,
         V * (3 * r * r + 4 * h * h) / 12, V * r * r / 2},
        {"type='capsule' size='.1 .3' density='1'", V + ball, across, across, along},
        {"type='capsule' size='.1' fromto='0 -.3 0 0 .3 0' density='1'", V + ball, across, along, across},
        {"type='box' size='.1' fromto='-.3 0 0 .3 0 0' mass='3'", 3, .02, .1, .1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        snprintf(text, sizeof text, BODY("<geom %s/>"), cases[i].geom);
        cdy_tree *tree = load(text, NULL);
        const cdy_inertial *I = &body_of(tree, "b")->inertial;
        close_to(I->mass, cases[i].mass);
        close_to(I->inertia[0], cases[i].xx);
        close_to(I->inertia[3], cases[i].yy);
        close_to(I->inertia[5], cases[i].zz);
        cdy_tree_destroy(tree);
    }
}
END_TEST

START_TEST(several_geoms_are_one_body)
{
    cdy_tree *tree = load(BODY("<geom size='.1' mass='1' pos='0 0 1'/><geom size='.1' mass='3' pos='0 0 -1'/><geom "
                               "size='1' mass='9' group='7'/><geom type='plane' size='1 1 1'/>"),
                          NULL);
    const cdy_inertial *I = &body_of(tree, "b")->inertial;
    close_to(I->mass, 4);
    close_to(I->origin.xyz[2], -.5);
    close_to(I->inertia[0], 4 * .004 + 1.5 * 1.5 + 3 * .25);
    close_to(I->inertia[5], 4 * .004);
    cdy_tree_destroy(tree);
}
END_TEST

/* Numbers of MuJoCo 4: it places the mass that boundmass gives a body without any at the body's own pos. */
START_TEST(a_least_mass_stands_at_the_position_of_the_body)
{
    cdy_tree *tree = load("<mujoco><compiler boundmass='.5' boundinertia='.1'/><worldbody><frame pos='1 0 0' "
                          "euler='0 0 90'><body name='b' pos='.3 -.2 0' euler='30 0 0'><joint/>"
                          "<geom size='.1' mass='0'/></body></frame></worldbody></mujoco>",
                          NULL);
    const cdy_inertial *I = &body_of(tree, "b")->inertial;
    close_to(I->mass, .5);
    close_to(I->inertia[0], .1);
    close_to(I->origin.xyz[0], .3);
    close_to(I->origin.xyz[1], -.2);
    close_to(I->origin.xyz[2], 0);
    cdy_tree_destroy(tree);
    tree = load("<mujoco><compiler boundmass='.5' boundinertia='.1'/><worldbody><body name='b' pos='0 2 0'><joint/>"
                "</body></worldbody></mujoco>",
                NULL);
    close_to(body_of(tree, "b")->inertial.origin.xyz[1], 2);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(the_compiler_corrects_masses)
{
    static const char inertial[] = "<inertial pos='0 0 0' mass='.5' fullinertia='1 1 3 0 0 0'/>";
    char text[1024];
    snprintf(text, sizeof text,
             "<mujoco><compiler boundmass='2' boundinertia='1.5' balanceinertia='true'/><worldbody>"
             "<body name='b'>%s</body></worldbody></mujoco>",
             inertial);
    cdy_tree *tree = load(text, NULL);
    close_to(body_of(tree, "b")->inertial.mass, 2);
    close_to(body_of(tree, "b")->inertial.inertia[0], 1.5); /* 1.5, 1.5, 3 */
    cdy_tree_destroy(tree);
    snprintf(text, sizeof text,
             "<mujoco><compiler balanceinertia='true' settotalmass='4'/><worldbody>"
             "<body name='b'>%s</body><body><geom size='1' mass='.5'/></body></worldbody></mujoco>",
             inertial);
    tree = load(text, NULL);
    close_to(body_of(tree, "b")->inertial.mass, 2);
    close_to(body_of(tree, "b")->inertial.inertia[5], 4 * 5. / 3);
    cdy_tree_destroy(tree);
    tree = load("<mujoco><compiler inertiafromgeom='true'/><worldbody><body name='b'>" MASS
                "<geom size='.1' mass='7'/></body></worldbody></mujoco>",
                NULL);
    close_to(body_of(tree, "b")->inertial.mass, 7);
    cdy_tree_destroy(tree);
}
END_TEST

/* MuJoCo's world takes up bodies without joints, but for those that something refers to. */
START_TEST(the_total_mass_is_that_of_bodies_that_are_not_fused)
{
    static const struct {
        const char *compiler, *content, *section;
        double mass; /* of the moving body, of 2 kg; the still one weighs 3 kg */
    } cases[] = {{"", "", "", 4},
                 {"fusestatic='true'", "", "", 10},
                 {"fusestatic='true'", "<site name='q'/>", "<sensor><accelerometer site='q'/></sensor>", 10},
                 {"fusestatic='true'", "<site name='q'/>", "<sensor><force site='q'/></sensor>", 4},
                 {"fusestatic='true'", "", "<contact><exclude body1='s' body2='m'/></contact>", 4},
                 {"fusestatic='true'", "", "<sensor><framepos objtype='xbody' objname='s'/></sensor>", 4},
                 {"fusestatic='true'", "<body><joint/><geom size='.1' mass='2'/></body>", "", 5},
                 {"fusestatic='true'", "<body name='z'><geom size='.1' mass='2'/></body>",
                  "<sensor><subtreecom body='s'/></sensor>", 10 * 2. / 7},
                 {"fusestatic='true'", "<body name='z'><geom size='.1' mass='2'/></body>",
                  "<sensor><subtreecom body='z'/></sensor>", 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "<mujoco><compiler settotalmass='10' %s/><worldbody><body name='s'><geom size='.1' mass='3'/>%s</body>"
                 "<body name='m'><joint/><geom size='.1' mass='2'/></body></worldbody>%s</mujoco>",
                 cases[i].compiler, cases[i].content, cases[i].section);
        cdy_tree *tree = load(text, NULL);
        close_to(body_of(tree, "m")->inertial.mass, cases[i].mass);
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* ---- files ---- */

static char path[256]; /* of the whole robot */

static const char part[] = "<mujocoinclude>\n<body name='b'>\n<joint name='j'/>\n<geom type='mesh' mesh='cube'/>\n"
                           "<include file='more.xml'/></body></mujocoinclude>";
static const char whole[] = "<mujoco><compiler meshdir='.'/><asset><mesh file='cube.obj' scale='2 1 1'/></asset>\n"
                            "<worldbody><include file='part.xml'/></worldbody></mujoco>";
static const char cube[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\nf 1 3 4\nf 1 4 2\n"
                           "f 5 6 8\nf 5 8 7\nf 1 2 6\nf 1 6 5\nf 3 7 8\nf 3 8 4\nf 1 5 7\nf 1 7 3\nf 2 4 8\nf 2 8 6\n";

static void write_files(void)
{
    path_in_folder(path, sizeof path, "whole.xml");
    put_file("part.xml", part);
    put_file("more.xml", "<mujoco><site name='s'/></mujoco>");
    put_file("whole.xml", whole);
    put_file("cube.obj", cube);
}

START_TEST(files_are_included_and_meshes_weighed)
{
    open_folder();
    write_files();
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    ck_assert_ok(cdy_load_file(path, NULL, &tree, &error), error);
    const cdy_inertial *I = &body_of(tree, "b")->inertial;
    close_to(I->mass, 2000); /* 2 m3 of water */
    close_to(I->origin.xyz[0], 1);
    close_to(I->inertia[0], 2000 * 2. / 12);
    close_to(I->inertia[3], 2000 * 5. / 12);
    ck_assert(cdy_tree_find_body(tree, "s") > 0);
    cdy_tree_destroy(tree);
    put_file("more.xml", "<mujoco>\n<joint nam='k' axis='0 0 0'/></mujoco>");
    ck_assert_int_eq(cdy_load_file(path, NULL, &tree, &error), CDY_ERROR_ROBOT);
    ck_assert_ptr_nonnull(strstr(error.file, "more.xml"));
    ck_assert_int_eq(error.line, 2);
    close_folder();
}
END_TEST

/* Vertices in the file: a box of 1 x 1 x 2 m by its faces, and the hull of its corners. */
START_TEST(meshes_in_the_file_are_weighed)
{
    static const char *const faces[] = {
        " face='0 2 1 0 3 2 4 5 6 4 6 7 0 1 5 0 5 4 1 2 6 1 6 5 2 3 7 2 7 6 3 0 4 3 4 7'", ""};
    for (int i = 0; i < 2; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 1 1 0 0 1 0\n0 0 2 1 0 2 1 1 2 0 1 2'%s/></asset>"
                 "<worldbody><body name='b'><geom type='mesh' mesh='m' density='500'/></body></worldbody></mujoco>",
                 faces[i]);
        cdy_tree *tree = load(text, NULL);
        const cdy_inertial *I = &body_of(tree, "b")->inertial;
        close_to(I->mass, 1000);
        close_to(I->inertia[0], 1000 * 5. / 12);
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* refquat has any length, like other quaternions: here 90 degrees about x, which the vertices are turned back by. */
START_TEST(meshes_turn_by_quaternions_of_any_length)
{
    cdy_tree *tree =
        load("<mujoco><asset><mesh name='m' refquat='2 2 0 0' vertex='0 0 0 1 0 0 1 1 0 0 1 0\n0 0 2 1 0 2 1 "
             "1 2 0 1 2'/></asset><worldbody><body name='b'><geom type='mesh' mesh='m' density='500'/>"
             "</body></worldbody></mujoco>",
             NULL);
    const cdy_inertial *I = &body_of(tree, "b")->inertial;
    close_to(I->mass, 1000);
    close_to(I->origin.xyz[1], 1);
    close_to(I->origin.xyz[2], -0.5);
    cdy_tree_destroy(tree);
}
END_TEST

/* Small meshes, and mirrored ones, have the mass and center of what they enclose, `convex` those of the hull: a
 * tetrahedron with legs of 1/16 m, also without the quarter of it between its slanted face and its center. */
START_TEST(small_meshes_are_weighed)
{
#define WHOLE  "vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 2 1 0 3 2 0 1 3 1 2 3'"
#define HOLLOW "vertex='0 0 0 1 0 0 0 1 0 0 0 1 .25 .25 .25' face='0 2 1 0 3 2 0 1 3 1 2 4 2 3 4 3 1 4'"
    static const double leg = 0.0625;
    static const struct {
        const char *mesh;
        double part, x, y; /* of the volume of the whole; the center, as part of the leg, which for z is that for y */
    } cases[] = {
        {"inertia='exact' scale='.0625 .0625 .0625' " WHOLE, 1, .25, .25},
        {"inertia='exact' scale='-.0625 .0625 .0625' " WHOLE, 1, -.25, .25},
        {"inertia='legacy' scale='.0625 .0625 .0625' " WHOLE, 1, .25, .25},
        {"inertia='convex' scale='.0625 .0625 .0625' " HOLLOW, 1, .25, .25},
        {"inertia='exact' scale='.0625 .0625 .0625' " HOLLOW, .75, 0.171875 / .75, 0.171875 / .75},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "<mujoco><asset><mesh name='m' %s/></asset><worldbody><body name='b'><geom type='mesh' mesh='m' "
                 "density='6000'/></body></worldbody></mujoco>",
                 cases[i].mesh);
        cdy_tree *tree = load(text, NULL);
        const cdy_inertial *I = &body_of(tree, "b")->inertial;
        const double mass = 1000 * leg * leg * leg * cases[i].part;
        ck_assert_msg(fabs(I->mass - mass) < 1e-12 * mass, "%s: %.17g is not %.17g", cases[i].mesh, I->mass, mass);
        close_to(I->origin.xyz[0], leg * cases[i].x);
        close_to(I->origin.xyz[1], leg * cases[i].y);
        close_to(I->origin.xyz[2], leg * cases[i].y);
        cdy_tree_destroy(tree);
    }
#undef WHOLE
#undef HOLLOW
}
END_TEST

/* As many meshes and materials as there are: each is found by its name. */
START_TEST(many_assets_are_told_apart)
{
    enum { MANY = 3000, SIZE = MANY * 200 + 1000 };
    char *text = malloc(SIZE), *at = text;
    ck_assert_ptr_nonnull(text);
    at += snprintf(at, SIZE, "<mujoco><asset>");
    for (int i = 0; i < MANY; i++) {
        at += snprintf(at, (size_t)(text + SIZE - at),
                       "<mesh name='m%d' inertia='exact' vertex='0 0 0 1 0 0 0 1 0 0 0 %d' face='0 2 1 0 3 2 0 1 3 1 2 "
                       "3'/><material name='c%d' rgba='0 0 0.25 1'/>",
                       i, i + 1, i);
    }
    snprintf(at, (size_t)(text + SIZE - at),
             "</asset><worldbody><body name='b'><geom type='mesh' mesh='m%d' density='6'/><geom size='1' "
             "mass='0' material='c%d'/></body>"
             "</worldbody></mujoco>",
             MANY - 1, MANY - 1);
    cdy_tree *tree = load(text, NULL);
    close_to(body_of(tree, "b")->inertial.mass, MANY);
    close_to(body_of(tree, "b")->visuals[0].material.rgba[2], 0.25);
    cdy_tree_destroy(tree);
    free(text);
}
END_TEST

/* A mesh elsewhere is read from a folder that the caller gives. */
START_TEST(meshes_elsewhere_are_read_from_given_folders)
{
    static const char text[] = "<mujoco><asset><mesh file='../../meshes/cube.obj' name='m'/></asset><worldbody><body "
                               "name='b'><geom type='mesh' mesh='m'/></body></worldbody></mujoco>";
    char robot[300], meshes[300];
    const char *paths[1] = {path_in_folder(meshes, sizeof meshes, "meshes")};
    cdy_xacro_options xacro = cdy_xacro_options_default();
    cdy_load_options options = cdy_load_options_default();
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    open_folder();
    check_run("mkdir -p meshes a/b", 0, "", "");
    paths[0] = path_in_folder(meshes, sizeof meshes, "meshes");
    put_file("meshes/cube.obj", cube);
    put_file("a/b/robot.xml", text);
    ck_assert_int_eq(cdy_load_file(path_in_folder(robot, sizeof robot, "a/b/robot.xml"), NULL, &tree, &error),
                     CDY_ERROR_ROBOT);
    ck_assert_ptr_nonnull(strstr(error.text, "--package-path"));
    xacro.package_paths = paths;
    xacro.package_path_count = 1;
    options.xacro = &xacro;
    ck_assert_ok(cdy_load_file(robot, &options, &tree, &error), error);
    ck_assert(body_of(tree, "b")->inertial.mass > 0);
    cdy_tree_destroy(tree);
    cdy_check_options checking = cdy_check_options_default();
    cdy_check_summary summary;
    ck_assert_ok(cdy_check_file(robot, &checking, &summary, &error), error);
    ck_assert_int_eq((int)summary.errors, 1);
    checking.xacro = &xacro;
    ck_assert_ok(cdy_check_file(robot, &checking, &summary, &error), error);
    ck_assert_int_eq((int)summary.errors, 0);
    check_run("rm -r meshes a", 0, "", "");
    close_folder();
}
END_TEST

/* Areas and moments of thin walls in closed form; those of a box from its six plates, and the same box as a mesh. Its
 * volume as a solid is another check that the flag matters. */
START_TEST(shells_have_their_mass_on_the_surface)
{
    static const char box[] = "-.3 -.5 -.7 .3 -.5 -.7 -.3 .5 -.7 .3 .5 -.7 -.3 -.5 .7 .3 -.5 .7 -.3 .5 .7 .3 .5 .7";
    static const double plates[3] = {1200, 1680, 2800}; /* pairs across z, y, x; 1000 kg/m2 */
    const double xx = plates[0] * (1.0 / 12 + .49) + plates[1] * (.25 + 1.96 / 12) + plates[2] * 2.96 / 12;
    const double zz = plates[0] * 1.36 / 12 + plates[1] * (.36 / 12 + .25) + plates[2] * (1.0 / 12 + .09);
    const double r = 0.3, h = 1, ball = 4000 * pi * r * r, wall = 2000 * pi * r * h;
    const double discs = 2000 * pi * r * r;
    const struct {
        const char *geom;
        double mass, xx, zz;
    } cases[] = {
        {"type='sphere' size='.3'", ball, 2 * ball * r * r / 3, 2 * ball * r * r / 3},
        {"type='sphere' size='.3' mass='2'", 2, .12, .12},
        {"type='capsule' size='.3 .5'", ball + wall,
         wall * (6 * r * r + h * h) / 12 + ball * (5 * r * r / 12 + .65 * .65), wall * r * r + 2 * ball * r * r / 3},
        {"type='cylinder' size='.3 .5'", discs + wall, wall * (6 * r * r + h * h) / 12 + discs * (r * r + h * h) / 4,
         wall * r * r + discs * r * r / 2},
        {"type='box' size='.3 .5 .7'", 5680, xx, zz},
        {"type='mesh' mesh='box'", 5680, xx, zz},
        /* MuJoCo 3.17's numbers, whose area and moments of an ellipsoid are approximate */
        {"type='ellipsoid' size='.3 .5 .7'", 3084.6140151966374, 675.4882245659828, 355.73071405664086},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        snprintf(
            text, sizeof text,
            "<mujoco><asset><mesh name='box' inertia='shell' vertex='%s' face='0 2 3 0 3 1 4 5 7 4 7 6 0 1 5 0 5 4 2 6 "
            "7 2 7 3 0 4 6 0 6 2 1 3 7 1 7 5'/></asset><worldbody><body name='b'><geom %s%s/></body>"
            "</worldbody></mujoco>",
            box, cases[i].geom, strstr(cases[i].geom, "mesh") ? "" : " shellinertia='true'");
        cdy_tree *tree = load(text, NULL);
        const cdy_inertial *n = &body_of(tree, "b")->inertial;
        /* Vertices are in single precision, and MuJoCo's layer has a thickness. */
        const double single = strstr(cases[i].geom, "me") || strstr(cases[i].geom, "ell") ? 3e-6 : 1e-11;
        ck_assert_double_eq_tol(n->mass, cases[i].mass, single * cases[i].mass);
        ck_assert_double_eq_tol(n->inertia[0], cases[i].xx, single * cases[i].xx);
        ck_assert_double_eq_tol(n->inertia[5], cases[i].zz, single * cases[i].zz);
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* Copies stand in each other, with numbers behind their names; innermost ones are made first. */
START_TEST(replicated_parts_are_copies)
{
    cdy_tree *tree =
        load("<mujoco><worldbody><body name='base'>" MASS
             "<replicate count='3' offset='1 0 0' euler='0 0 90' sep='-'><body name='b' pos='0 0 .5'><joint name='j' "
             "axis='0 1 0'/>" MASS "</body></replicate><replicate count='2' offset='0 1 0'><replicate count='10' "
             "offset='0 0 1' sep='_'><site name='s'/></replicate></replicate></body></worldbody>"
             "<actuator><motor joint='j' forcerange='-3 3'/></actuator></mujoco>",
             NULL);
    stands_in_parent(tree, "b-0", 0, 0, 0.5);
    stands_in_parent(tree, "b-1", 1, 0, 0.5);
    stands_in_parent(tree, "b-2", 1, 1, 0.5);
    stands_in_parent(tree, "s_031", 0, 1, 3);
    close_to(joint_of(tree, "j-0")->limit.effort, 3);
    close_to(joint_of(tree, "j-2")->limit.effort, 3);
    ck_assert_int_eq(cdy_tree_find_joint(tree, "j"), -1);
    cdy_tree_destroy(tree);
}
END_TEST

/* MuJoCo looks beside the robot file first, then beside the file that includes. */
START_TEST(files_are_included_beside_those_that_include_them)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    open_folder();
    check_run("mkdir -p below/deep deep", 0, "", "");
    path_in_folder(path, sizeof path, "robot.xml");
    put_file("robot.xml", "<mujoco><worldbody><include file='below/one.xml'/></worldbody></mujoco>");
    put_file("below/one.xml", "<mujocoinclude><include file='deep/two.xml'/></mujocoinclude>");
    put_file("below/deep/two.xml", "<mujocoinclude><body name='beside'/></mujocoinclude>");
    ck_assert_ok(cdy_load_file(path, NULL, &tree, &error), error);
    ck_assert_str_eq(cdy_tree_body(tree, 1)->name, "beside");
    cdy_tree_destroy(tree);
    put_file("deep/two.xml", "<mujocoinclude><body name='first'/></mujocoinclude>");
    ck_assert_ok(cdy_load_file(path, NULL, &tree, &error), error);
    ck_assert_str_eq(cdy_tree_body(tree, 1)->name, "first");
    cdy_tree_destroy(tree);
    check_run("rm -r below deep", 0, "", "");
    close_folder();
}
END_TEST

/* MuJoCo opens all files of <asset>, also those that no geom names. */
START_TEST(missing_files_are_found)
{
    cdy_error error = {0};
    cdy_check_summary summary;
    cdy_check_options options = cdy_check_options_default();
    open_folder();
    check_run("mkdir m", 0, "", "");
    path_in_folder(path, sizeof path, "robot.xml");
    put_file("m/there.stl", "");
    put_file("robot.xml", "<mujoco>\n<compiler meshdir='m' texturedir='t'/>\n<asset><mesh file='there.stl'/>\n<mesh "
                          "file='gone.stl'/>\n<texture name='p' type='2d' file='p.png'/></asset></mujoco>");
    ck_assert_ok(cdy_check_file(path, &options, &summary, &error), error);
    ck_assert_int_eq((int)summary.errors, 0);
    ck_assert_int_eq((int)summary.warnings, 2);
    options.program = CDY_PROGRAM_MUJOCO;
    ck_assert_ok(cdy_check_file(path, &options, &summary, &error), error);
    ck_assert_int_eq((int)summary.errors, 2);
    options.program = CDY_PROGRAM_DRAKE; /* which opens meshes */
    ck_assert_ok(cdy_check_file(path, &options, &summary, &error), error);
    ck_assert_int_eq((int)summary.errors, 1);
    check_run("rm -r m", 0, "", "");
    close_folder();
}
END_TEST

START_TEST(files_elsewhere_are_not_opened)
{
    static const struct {
        const char *part, *text;
    } cases[] = {{"<mujoco><include file='../../x.xml'/></mujoco>", "lies outside"},
                 {"<mujoco><include file='/etc/passwd'/></mujoco>", "lies outside"},
                 {"<mujoco><include file='part.xml'/></mujoco>", "included already"},
                 {"<mujoco><include file='none.xml'/></mujoco>", "is not there"},
                 {"<mujoco><include file='.'/></mujoco>", "is a folder; expected a file"},
                 {"<mujoco><include/></mujoco>", "lacks file"},
                 {"<mujoco><include file=''></mujoco>", "cannot be read"},
                 {"", "cannot be read"}};
    open_folder();
    write_files();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        cdy_check_summary summary;
        put_file("part.xml", cases[i].part);
        ck_assert_int_eq(cdy_load_file(path, NULL, &tree, &error), CDY_ERROR_ROBOT);
        ck_assert_msg(strstr(error.text, cases[i].text), "'%s' lacks '%s'", error.text, cases[i].text);
        ck_assert_ok(cdy_check_file(path, NULL, &summary, &error), error);
        ck_assert_int_gt(summary.errors, 0);
    }
    close_folder();
}
END_TEST

/* ---- messages ---- */

static const struct {
    const char *text;
    int line;
    const char *said;
} faults[] = {
    {BODY("<joint type='hing'/>"), 4, "type 'hing' is unknown"},
    {BODY("<joint axis='0 0 0'/>"), 4, "axis is zero"},
    {BODY("<joint axis='0 0'/>"), 4, "'0 0' is not a list of 3 numbers"},
    {BODY("<joint damping='1x'/>"), 4, "'1x' is not a list"},
    {BODY("<joint damping='1 2 3 4'/>"), 4, "not a list of 1 or more numbers"},
    {BODY("<joint armature='1 2'/>"), 4, "not a list of 1 numbers"},
    {BODY("<joint axis='1e-7 0 0'/>"), 4, "zero to MuJoCo"},
    {BODY("<joint limited='true'/>"), 4, "range has no width"},
    {BODY("<joint actuatorfrclimited='true' actuatorfrcrange='1 1'/>"), 4, "actuatorfrcrange has no width"},
    {"<mujoco>\n<compiler autolimits='false'/><worldbody><body>\n<joint range='0 1'/></body></worldbody></mujoco>", 3,
     "range is given without limited"},
    {BODY("<joint type='ball'/><joint/>"), 4, "a turn after a ball"},
    {BODY("<joint type='slide'/><joint type='slide'/><joint type='slide'/><joint/><joint/><joint/><joint/>"), 4,
     "more than six degrees of freedom"},
    {BODY("<inertial mass='1' diaginertia='1 1 1'/>"), 4, "lacks pos"},
    {BODY("<inertial mass='1' pos='0 0 0' diaginertia='1 1 1' fullinertia='1 1 1 0 0 0'/>"), 4, "expected one of them"},
    {BODY("<inertial mass='1' pos='0 0 0' quat='1 0 0 0' fullinertia='1 1 1 0 0 0'/>"), 4, "a second orientation"},
    {BODY(MASS MASS), 4, "a second <inertial>"},
    {WORLD(MASS), 3, "the world has no inertia"},
    {BODY("<replicate count='1'><frame><joint/></frame></replicate>"), 4, "in <replicate> would move the body"},
    {BODY("<replicate count='1'><freejoint/></replicate>"), 4, "in <replicate> would move the body"},
    {BODY("<geom size='1' quat='1 0 0 0' euler='0 0 1'/>"), 4, "a second orientation, euler"},
    {"<mujoco>\n<default><geom quat='1 0 0 0' zaxis='0 0 1'/></default><worldbody><body><geom "
     "size='1'/></body></worldbody></mujoco>",
     2, "a second orientation, zaxis"},
    {BODY("<geom type='capsule' size='1' pos='0 0 1' fromto='0 0 0 1 0 0'/>"), 4, "has pos and fromto"},
    {BODY("<site name='s' type='box' size='1' pos='0 0 1' fromto='0 0 0 1 0 0'/>"), 4, "has pos and fromto"},
    {BODY("<geom type='capsule' size='1' fromto='0 0 0 1e-8 0 0'/>"), 4, "one point"},
    {BODY("<geom size='1' zaxis='0 0 1e-7'/>"), 4, "no rotation"},
    {BODY("<geom size='1' shellinertia='auto'/>"), 4, "'auto' is unknown; expected true or false"},
    {"<mujoco>\n<asset><mesh name='m' vertex='0 0 0'/></asset><worldbody><body>\n<geom type='mesh' mesh='m' "
     "shellinertia='true'/></body></worldbody></mujoco>",
     3, "no meaning for a mesh"},
    {"<mujoco>\n<asset><mesh name='m' vertex='0 0 0' inertia='solid'/></asset><worldbody><body><geom type='mesh' "
     "mesh='m'/></body></worldbody></mujoco>",
     2, "inertia 'solid' is unknown"},
    {BODY("<joint/><geom type='plane' size='1 1 1'/>"), 4, "a plane in a body that moves"},
    {BODY("<joint/><body>\n<geom type='plane' size='1 1 1'/></body>"), 5, "a plane in a body that moves"},
    {BODY("<joint/><geom type='hfield' hfield='h'/>"), 4, "the mass of a height field is not read"},
    {BODY("<body mocap='true'/>"), 4, "expected it in <worldbody>, without"},
    {WORLD("<body mocap='true'><joint/>" MASS "</body>"), 3, "expected it in <worldbody>, without"},
    {WORLD("<body mocap='maybe'>" MASS "</body>"), 3, "expected true or false"},
    {"<mujoco>\n<compiler coordinate='global'/></mujoco>", 2, "expected the file as MuJoCo 2.3 saves it"},
    {"<mujoco>\n<compiler inertiagrouprange='0 1.5'/></mujoco>", 2, "has a fraction"},
    {"<mujoco>\n<compiler strippath='auto'/></mujoco>", 2, "expected true or false"},
    {BODY("<joint limited='yes'/>"), 4, "expected true, false or auto"},
    {BODY("<joint range='2 1'/>"), 4, "lower limit 2 is above"},
    {BODY("<joint class='x'/>"), 4, "class 'x' is not defined"},
    {BODY("<joint name='a'/>\n<joint name='a'/>"), 5, "already; names must differ"},
    {BODY("<body name='b'/>"), 4, "already; names must differ"},
    {BODY("<body><freejoint/></body>"), 4, "expected it alone"},
    {BODY("<inertial diaginertia='1 1 1' pos='0 0 0'/>"), 4, "lacks mass"},
    {BODY("<inertial mass='-1' pos='0 0 0'/>"), 4, "negative"},
    {BODY("<geom type='ball' size='1'/>"), 4, "type 'ball' is unknown"},
    {BODY("<geom size='0'/>"), 4, "expected more than 0"},
    {BODY("<geom type='box' size='1 1'/>"), 4, "expected 3 for a box"},
    {BODY("<geom size='1' mass='-1'/>"), 4, "expected 0 or more kg"},
    {BODY("<geom type='box' size='1' fromto='0 0 0 0 0 0'/>"), 4, "one point"},
    {BODY("<geom size='1' fromto='0 1 0 0 0 0'/>"), 4, "fromto has no meaning for a sphere"},
    {BODY("<geom type='mesh'/>"), 4, "lacks mesh"},
    {BODY("<geom type='mesh' mesh='x'/>"), 4, "mesh 'x' is not defined"},
    {BODY("<geom size='1' quat='0 0 0 0'/>"), 4, "no rotation"},
    {BODY("<geom size='1' xyaxes='1 0 0 2 0 0'/>"), 4, "no rotation"},
    {BODY("<composite/>"), 4,
     "<composite> makes bodies, which are not read; expected them written out, as "
     "mj_saveLastXML() of MuJoCo does"},
    {BODY("<flexcomp/>"), 4, "<flexcomp> makes bodies"},
    {BODY("<attach model='m'/>"), 4, "<attach> lacks prefix"},
    {BODY("<composite type='cable'/>"), 4, "<composite> makes bodies"},
    {BODY("<replicate count='0'/>"), 4, "count is 0"},
    {BODY("<replicate count='9999'><site name='s'/></replicate>"), 4, "makes too many elements"},
    {WORLD("<joint/>"), 3, "would move the world"},
    {"<mujoco>\n<compiler angle='grad'/></mujoco>", 2, "expected radian or degree"},
    {"<mujoco>\n<compiler eulerseq='xy'/></mujoco>", 2, "no sequence"},
    {"<mujoco>\n<default><default/></default></mujoco>", 2, "lacks class"},
    {"<mujoco>\n<default><default class='a'/><default class='a'/></default></mujoco>", 2,
     "names of classes must differ"},
    {"<mujoco>\n<asset><mesh name='m' vertex='0 0 0'/></asset><worldbody><body><geom type='mesh' mesh='m'/></body>"
     "</worldbody></mujoco>",
     2, "the points of the mesh lie in a plane"},
    {"<mujoco>\n<asset><mesh name='m' vertex='0 0 0' refquat='0 0 0 0'/></asset></mujoco>", 2,
     "refquat is no rotation"},
    {"<mujoco>\n<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 x'/></asset><worldbody><body><geom type='mesh' "
     "mesh='m'/></body></worldbody></mujoco>",
     2, "is no list of threes"},
    {"<mujoco>\n<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 4'/></asset><worldbody><body><geom "
     "type='mesh' mesh='m'/></body></worldbody></mujoco>",
     2, "is no list of threes"},
    {"<mujoco>\n<asset><mesh file='a.stl'/></asset><worldbody><body><geom type='mesh' mesh='a'/></body></worldbody>"
     "</mujoco>",
     2, "text in no folder"},
    {"<mujoco>\n<asset><mesh file='a.stl' inertia='shell'/></asset><worldbody><body><geom type='mesh' mesh='a'/></body>"
     "</worldbody></mujoco>",
     2, "text in no folder"},
    {"<mujoco>\n<actuator><motor joint='x'/></actuator></mujoco>", 2, "joint 'x' is unknown"},
    {"<mujoco>\n<worldbody><body><joint name='a'/>" MASS "</body></worldbody>\n<actuator><motor joint='a' "
     "ctrllimited='maybe'/></actuator></mujoco>",
     3, "ctrllimited: 'maybe' is unknown"},
    {"<mujoco>\n<worldbody><body><joint name='a'/>" MASS "</body></worldbody>\n<actuator><motor joint='a' "
     "ctrlrange='0'/></actuator></mujoco>",
     3, "'0' is not a list of 2 numbers"},
    {"<mujoco>\n<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody><body>\n<geom type='box' "
     "mesh='m'/></body></worldbody></mujoco>",
     3, "a box that fits a mesh is not read where it has mass"},
    {BODY("<site name='place' pos='1 2'/>"), 4, "link 'place'"},
    {"<mujoco>\n<equality><joint joint1='x'/></equality></mujoco>", 2, "joint1 'x' is unknown"},
    {"<mujoco>\n<equality><joint joint2='x'/></equality></mujoco>", 2, "lacks joint1"},
    {"<mujoco>\n<equality><connect class='c'/></equality></mujoco>", 2, "class 'c' is not defined"},
    {"<mujoco>\n<include file='x.xml'/></mujoco>", 2, "text in no folder"},
    {"<mujoco>\n<keyframe><key qpos='1'/></keyframe></mujoco>", 2, "not a list of 0 numbers or fewer"},
};

START_TEST(faults_have_a_line_and_an_expectation)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    cdy_check_summary summary;
    const char *text = faults[_i].text;
    ck_assert_int_eq(cdy_load_text(text, strlen(text), "case.xml", NULL, &tree, &error), CDY_ERROR_ROBOT);
    ck_assert_ptr_null(tree);
    ck_assert_msg(strstr(error.text, faults[_i].said), "%s\n'%s' lacks '%s'", text, error.text, faults[_i].said);
    ck_assert_msg(error.line == faults[_i].line, "%s\nline %d: %s", text, error.line, error.text);
    ck_assert_ok(cdy_check_text(text, strlen(text), "case.xml", NULL, &summary, &error), error);
    ck_assert_int_gt(summary.errors, 0);
}
END_TEST

#define TWO                                                                                                            \
    "<mujoco>\n<worldbody><body><joint name='a'/>" MASS "<body><joint name='b'/>" MASS "</body></body></worldbody>\n"

static const struct {
    const char *text, *warnings;
} unread[] = {
    {WORLD("<body gravcomp='1'><joint/>" MASS "</body>"), "dynamics-unread:3 "},
    {WORLD("<body mocap='true'>" MASS "</body>"), "dynamics-unread:3 "},
    {BODY("<joint springdamper='1 1'/>" MASS), "dynamics-unread:4 "},
    {BODY("<joint type='free' armature='1'/>" MASS), "dynamics-unread:4 "},
    {BODY("<joint type='ball' armature='1'/>" MASS), "dynamics-unread:4 "},
    {BODY("<joint type='ball' stiffness='1'/>" MASS), "dynamics-unread:4 "},
    {BODY("<joint type='ball' range='0 1'/>" MASS), "dynamics-unread:4 "},
    {BODY("<joint type='free' stiffness='1'/>" MASS), "dynamics-unread:4 "},
    {BODY("<joint dampin='1'/>" MASS), "attribute-misspelled:4 "},
    {BODY("<joint damping='1 2'/>" MASS), "dynamics-unread:4 "},
    {BODY("<joint stiffness='1 0 0'/>" MASS), ""},
    {WORLD("<body><freejoint align='true'/>" MASS "</body>"), "dynamics-unread:3 "},
    {BODY("<replicate count='1'>" MASS "</replicate>"), "dynamics-unread:4 "},
    {"<mujoco>\n<compiler exactmeshinertia='true'/></mujoco>", "dynamics-unread:2 "},
    {BODY("<site name='s'/>\n<site name='s'/>"), "name-repeated:5 "},
    {BODY("<geom name='g' size='1'/>\n<frame><geom name='g' size='1'/></frame>"), "name-repeated:5 "},
    {BODY("<camera name='c'/><site name='c'/>\n<camera name='c'/>"), "name-repeated:5 "},
    {BODY("<geom size='1' material='none'/>"), "reference-unknown:4 "},
    {TWO "<actuator><motor name='m' joint='a'/><motor name='m' joint='b'/></actuator></mujoco>", "name-repeated:3 "},
    {TWO "<actuator><motor site='none'/></actuator></mujoco>", "reference-unknown:3 "},
    {TWO "<actuator><mtor/></actuator></mujoco>", "element-misspelled:3 "},
    {TWO "<contact><exclude body1='world' body2='none'/></contact></mujoco>", "reference-unknown:3 "},
    {TWO "<default><jnt/></default></mujoco>", "unknown-element:3 "},
    {TWO "<asset><texture file='a/b.png'/><material name='m' texture='b'/></asset></mujoco>", ""},
    {BODY("<joints/>" MASS), "element-misspelled:4 "},
    {BODY("<spring/>" MASS), "unknown-element:4 "},
    {TWO "<equality><connect body1='x'/></equality></mujoco>", "dynamics-unread:3 reference-unknown:3 "},
    {TWO "<equality><joint joint1='a'/></equality></mujoco>", "dynamics-unread:3 "},
    {TWO "<equality><joint joint1='a' joint2='b' polycoef='0 1 2 0 0'/></equality></mujoco>", "dynamics-unread:3 "},
    {TWO "<equality><joint joint1='a' joint2='b'/><joint joint1='a' joint2='b'/></equality></mujoco>",
     "dynamics-unread:3 "},
    {TWO "<tendon><fixed stiffness='1'/><fixed/></tendon></mujoco>", "dynamics-unread:3 "},
    {TWO "<default><tendon damping='1'/></default><tendon><fixed/></tendon></mujoco>", "dynamics-unread:3 "},
    {TWO "<default><default class='c'><tendon damping='1'/></default></default>\n<tendon><fixed/>\n<spatial class='c'/>"
         "<fixed class='c' damping='0'/></tendon></mujoco>",
     "dynamics-unread:3 "},
    {TWO "<tendon><fixed class='none'/></tendon></mujoco>", "reference-unknown:3 "},
    {TWO "<contact><pair class='none'/></contact></mujoco>", "reference-unknown:3 "},
    {BODY("<camera class='none'/>\n<light class='none'/>"), "reference-unknown:4 reference-unknown:5 "},
    {TWO "<option gravity='0 0 -1.6'/></mujoco>", "dynamics-unread:3 "},
    {TWO "<option gravity='0 0 -9.81' density='1.2'><flag gravity='disable'/></option></mujoco>",
     "dynamics-unread:3 dynamics-unread:3 "},
    {TWO "<deformable><flex/></deformable></mujoco>", "dynamics-unread:3 "},
    {TWO "<actuator><motor joint='a' armature='1'/></actuator></mujoco>", "dynamics-unread:3 "},
    {TWO "<sensr/></mujoco>", "element-misspelled:3 "},
    {TWO "<body/></mujoco>", "unknown-element:3 "},
    {TWO "<sensor/><visual/><contact><exclude body1='world' body2='world'/></contact></mujoco>", ""},
    {TWO "<keyframe><key qpos='1 1'/></keyframe></mujoco>", ""},
};

START_TEST(what_is_not_read_is_named)
{
    notes n = {.without_notes = true};
    cdy_tree *tree = load(unread[_i].text, &n);
    ck_assert_msg(strcmp(n.text, unread[_i].warnings) == 0, "%s\nwarned of '%s', not '%s'", unread[_i].text, n.text,
                  unread[_i].warnings);
    cdy_tree_destroy(tree);
}
END_TEST

/* Bodies with sites, between which an equality stands. */
#define TIED(equality)                                                                                                 \
    "<mujoco><worldbody><site name='t'/><body name='b'><joint name='a'/>" MASS "<site name='s'/></body></worldbody>"   \
    "<equality><" equality "/></equality></mujoco>"

#define ASSET(asset) "<mujoco><asset>" asset "</asset></mujoco>"

/* What MuJoCo refuses and torques do not depend on is an error with --for mujoco, and none without. */
static const char *const refused[] = {
    BODY("<joint/><geom size='.1' mass='0'/>"),
    BODY("<joint/><inertial pos='0 0 0' mass='1e-16' diaginertia='1 1 1'/>"),
    BODY("<joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1e-16'/>"),
    BODY("<joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 3'/>"),
    BODY("<body><inertial pos='0 0 0' mass='1' diaginertia='1 1 3'/></body>"),
    BODY("<joint colour='j'/>" MASS),
    BODY("<joint group='1.5'/>" MASS),
    BODY("<geom size='1' solref='a'/>" MASS),
    BODY("<geom size='1' solref='.02 a'/>" MASS),
    BODY("<geom size='1' solref='.02 1 1'/>" MASS),
    BODY("<geom size='1' solref=''/>" MASS),
    BODY("<sphere/>" MASS),
    TWO "<sensor><jointpos joint='none'/></sensor></mujoco>",
    TWO "<sensing/></mujoco>",
    TWO "<default><default class='c' group='1'/></default></mujoco>",
    TWO "<keyframe><key colour='1 1'/></keyframe></mujoco>",
    TIED("connect body1='world' anchor='0 0 0'"),
    TIED("connect body1='b' body2='b' anchor='0 0 0'"),
    TIED("connect body1='b'"),
    TIED("connect body2='b' anchor='0 0 0'"),
    TIED("connect site1='s' site2='s'"),
    TIED("connect site1='s'"),
    TIED("connect site1='s' site2='t' anchor='0 0 0'"),
    TIED("connect body1='b' site2='t' anchor='0 0 0'"),
    TIED("weld site2='t'"),
    TIED("weld site1='s' site2='t' relpose='0 0 0 1 0 0 0'"),
    TIED("weld body2='b'"),
    TIED("connect"),
    TIED("connect site1='s' site2='s' active='false'"),
    ASSET("<material rgba='1 0 0 1'/>"),
    ASSET("<material name=''/>"),
    ASSET("<mesh vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>"),
    ASSET("<mesh name='m'/>"),
    ASSET("<mesh name='m' file=''/>"),
    ASSET("<mesh name='m' builtin='ball' params='1'/>"),
    ASSET("<mesh name='m' inertia='solid' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>"),
    ASSET("<mesh name='m' vertex='0 0 0 1 0 0 0 1 0'/>"),
    ASSET("<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0'/>"),
    ASSET("<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 z'/>"),
    ASSET("<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 9'/>"),
    ASSET("<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 1.5'/>"),
    ASSET("<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1'/>"),
    ASSET("<texture builtin='flat' width='4'/>"),
    ASSET("<texture type='2d' name='' builtin='flat' width='4' height='4'/>"),
    ASSET("<texture name='t' type='2d' builtin='flat' width='4'/>"),
    ASSET("<texture name='t' builtin='flat' width='4.5'/>"),
    ASSET("<texture name='t' builtin='flet' width='4'/>"),
    ASSET("<texture name='t' type='3d' builtin='flat' width='4'/>"),
    ASSET("<texture name='t' type='2d' builtin='none' width='4' height='4'/>"),
    ASSET("<texture name='t'/>"),
    ASSET("<texture type='skybox' builtin='flat' height='4'/>"),
    ASSET("<hfield nrow='2' ncol='2' size='1 1 1 1'/>"),
    ASSET("<hfield name='h' nrow='2' ncol='2'/>"),
    ASSET("<hfield name='h' nrow='2' ncol='2' size='1 1 1'/>"),
    ASSET("<hfield name='h' nrow='2' ncol='2' size='1 1 1 0'/>"),
    ASSET("<hfield name='h' nrow='1' ncol='2' size='1 1 1 1'/>"),
    ASSET("<hfield name='h' size='1 1 1 1'/>"),
};

START_TEST(verdicts_are_those_of_mujoco)
{
    const char *text = refused[_i];
    cdy_error error = {0};
    for (cdy_program p = CDY_PROGRAM_NONE; p <= CDY_PROGRAM_MUJOCO_4; p++) {
        const bool is_mujoco = p == CDY_PROGRAM_MUJOCO || p == CDY_PROGRAM_MUJOCO_3 || p == CDY_PROGRAM_MUJOCO_4;
        cdy_check_options options = cdy_check_options_default();
        cdy_check_summary summary;
        options.program = p;
        if (p != CDY_PROGRAM_NONE && !is_mujoco) {
            continue;
        }
        ck_assert_ok(cdy_check_text(text, strlen(text), "case.xml", &options, &summary, &error), error);
        ck_assert_msg((summary.errors > 0) == is_mujoco, "%s\nfor program %d: %zu errors", text, (int)p,
                      (size_t)summary.errors);
    }
}
END_TEST

/* Several joints of a body, bodies without mass that carry others, and a mass behind a weld are taken. */
START_TEST(what_mujoco_takes_has_no_error)
{
    static const char text[] =
        WORLD("<body><joint/><joint axis='1 0 0'/><site name='s'/>" MASS
              "<geom size='1' solref=' .02\t1 ' solimp='.9 .95 .001'/></body><body><joint/><body>" MASS
              "</body></body><body><inertial pos='0 0 0' mass='1' diaginertia='1 1 0'/></body>");
    cdy_error error = {0};
    cdy_check_options options = cdy_check_options_default();
    cdy_check_summary summary;
    options.program = CDY_PROGRAM_MUJOCO;
    ck_assert_ok(cdy_check_text(text, strlen(text), "case.xml", &options, &summary, &error), error);
    ck_assert_int_eq((int)summary.errors, 0);
    options.program = CDY_PROGRAM_SDFORMAT;
    ck_assert_ok(cdy_check_text(text, strlen(text), "case.xml", &options, &summary, &error), error);
    ck_assert_int_eq((int)summary.errors, 1);
}
END_TEST

/* Assets that MuJoCo takes: without a name where a file or the kind needs none, and references that name nothing. */
START_TEST(assets_that_mujoco_takes_have_no_error)
{
    static const char *const taken[] = {
        ASSET("<texture type='skybox' builtin='flat' width='4'/><texture type='skybox' builtin='flat' width='4'/>"),
        ASSET("<texture name='t' builtin='flat' width='4'/><material name='m' texture='t'/>"),
        ASSET("<material name='m' texture=''/><mesh name='m' builtin='sphere' params='1'/>"),
        ASSET("<hfield name='h' nrow='2' ncol='2' size='1 1 1 1'/>"),
        "<mujoco><default><mesh vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></default><asset><mesh name='m'/></asset></mujoco>",
        BODY("<joint/><geom size='1' material=''/>" MASS),
    };
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        cdy_error error = {0};
        cdy_check_options options = cdy_check_options_default();
        cdy_check_summary summary;
        options.program = CDY_PROGRAM_MUJOCO;
        ck_assert_ok(cdy_check_text(taken[i], strlen(taken[i]), "case.xml", &options, &summary, &error), error);
        ck_assert_msg(summary.errors == 0, "%s: %zu errors", taken[i], (size_t)summary.errors);
    }
}
END_TEST

/* A mesh or picture with the name "" has that of its file. */
START_TEST(blank_names_of_assets_are_those_of_files)
{
    static const char text[] =
        "<mujoco><asset><mesh name='' file='a/c.obj'/><texture name='' type='2d' file='t.png'/><material name='m' "
        "texture='t'/></asset><worldbody><body><joint/>" MASS
        "<geom type='mesh' mesh='c' mass='0' material='m'/></body></worldbody></mujoco>";
    notes n = {.without_notes = true};
    cdy_tree *tree = load(text, &n);
    ck_assert_str_eq(cdy_tree_body(tree, 1)->visuals[0].geometry.mesh, "a/c.obj");
    ck_assert_str_eq(n.text, "");
    cdy_tree_destroy(tree);
}
END_TEST

/* Elements that are written almost like known ones are told with these. */
START_TEST(misspelled_elements_name_the_nearest)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {BODY("<jiont/>" MASS), "<jiont> in <body> is unknown and ignored; did you mean 'joint'?"},
        {BODY("<inertal pos='0 0 0' mass='1'/>" MASS), "did you mean 'inertial'?"},
        {BODY("<Joint/>" MASS), "did you mean 'joint'?"},
        {BODY("<frame><gom/></frame>" MASS), "did you mean 'geom'?"},
        {TWO "<actuators/></mujoco>", "<actuators> in <mujoco> is unknown and ignored; did you mean 'actuator'?"},
        {TWO "<actuator><mtor/></actuator></mujoco>", "did you mean 'motor'?"},
        {TWO "<default><jont/></default></mujoco>", "did you mean 'joint'?"},
        {TWO "<asset><msh/></asset></mujoco>", "did you mean 'mesh'?"},
        {TWO "<keyframe><key qos='1 1'/></keyframe></mujoco>",
         "unknown attribute qos, which is ignored; did you mean 'qpos'?"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char texts[2048] = "";
        cdy_load_options options = cdy_load_options_default();
        options.warn = keep_message;
        options.context = texts;
        cdy_tree_destroy(load_text_robot("case.xml", cases[i].text, NULL, options));
        ck_assert_msg(strstr(texts, cases[i].said) != NULL, "'%s' is not in '%s'", cases[i].said, texts);
    }
}
END_TEST

/* An equality acts unless it or its class says otherwise, as in MuJoCo 4.0. */
START_TEST(classes_turn_equalities_off)
{
    static const struct {
        const char *attributes;
        bool acts;
    } cases[] = {{"", true},
                 {"class='off'", false},
                 {"class='off' active='true'", true},
                 {"class='on'", true},
                 {"class='on' active='false'", false}};
    for (size_t i = 0; i < 2 * (sizeof cases / sizeof *cases); i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "<mujoco><default><default class='off'><equality active='false'/></default><default class='on'>"
                 "<equality active='true'/></default></default><worldbody><body name='b'><joint name='j'/>" MASS
                 "<body><joint name='k'/>" MASS "</body></body></worldbody><equality><%s %s/></equality></mujoco>",
                 i % 2 ? "connect body1='b' anchor='0 0 0'" : "joint joint1='k' joint2='j'", cases[i / 2].attributes);
        cdy_tree *tree = load(text, NULL);
        const bool acts = i % 2 ? cdy_tree_loop_count(tree) == 1 : joint_of(tree, "k")->mimic.joint != NULL;
        ck_assert_msg(acts == cases[i / 2].acts, "%s", text);
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* Returns the number of loops of the robot, and with *errors the number of errors for MuJoCo. */
static int count_loops(const char *text, size_t *errors)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    cdy_check_options options = cdy_check_options_default();
    cdy_check_summary summary;
    options.program = CDY_PROGRAM_MUJOCO;
    ck_assert_ok(cdy_check_text(text, strlen(text), "case.xml", &options, &summary, &error), error);
    ck_assert_ok(cdy_load_text(text, strlen(text), "case.xml", NULL, &tree, &error), error);
    const int count = cdy_tree_loop_count(tree);
    *errors = (size_t)summary.errors;
    cdy_tree_destroy(tree);
    return count;
}

/* The ends of a loop are two sites, or a body and another one or the world, as in MuJoCo 4; no other tie is kept. */
START_TEST(loops_have_the_ends_of_mujoco)
{
    static const struct {
        const char *text;
        int loops;
    } ties[] = {
        {TIED("connect body1='b' anchor='0 0 0'"), 1},
        {TIED("connect body1='world' body2='b' anchor='0 0 0'"), 1},
        {TIED("connect site1='s' site2='t'"), 1},
        {TIED("weld body1='b'"), 1},
        {TIED("weld body1='b' anchor='0 0 0'"), 1},
        {TIED("weld site1='s' site2='t'"), 1},
        {TIED("connect body1='world' anchor='0 0 0'"), 0},
        {TIED("connect body1='b' body2='b' anchor='0 0 0'"), 0},
        {TIED("connect body1='b'"), 0},
        {TIED("connect body2='b' anchor='0 0 0'"), 0},
        {TIED("connect site1='s' site2='s'"), 0},
        {TIED("connect site1='s'"), 0},
        {TIED("connect site1='s' site2='t' anchor='0 0 0'"), 0},
        {TIED("connect body1='b' site2='t' anchor='0 0 0'"), 0},
        {TIED("weld site2='t'"), 0},
        {TIED("weld site1='s' site2='t' relpose='0 0 0 1 0 0 0'"), 0},
        {TIED("weld body2='b'"), 0},
        {TIED("connect"), 0},
        {TIED("connect site1='s' site2='s' active='false'"), 0},
    };
    for (size_t i = 0; i < sizeof ties / sizeof *ties; i++) {
        size_t errors;
        ck_assert_msg(count_loops(ties[i].text, &errors) == ties[i].loops, "%s", ties[i].text);
        ck_assert_msg((errors == 0) == (ties[i].loops == 1), "%s: %zu errors", ties[i].text, errors);
    }
}
END_TEST

/* ---- any text, little memory ---- */

static const char rich[] =
    "<mujoco model='m'><compiler angle='radian'/><default><geom rgba='1 0 0 1'/><default class='c'><joint "
    "damping='1'/><motor ctrlrange='-1 1'/></default></default><asset><material name='red' rgba='1 0 0 1'/><mesh "
    "file='x.stl'/></asset><worldbody><geom type='plane' size='1 1 1'/><frame pos='0 0 1'><body name='a' "
    "childclass='c'><joint name='j'/><joint type='slide'/><geom size='.1' material='red'/><geom type='mesh' mesh='x' "
    "mass='0'/><site name='a'/><site name='s' type='box' fromto='0 0 0 0 0 1'/><body><geom type='capsule' size='.1' "
    "fromto='0 0 0 "
    "1 0 0'/><joint name='k'/></body></body></frame><body><freejoint/><geom type='ellipsoid' size='1 1 "
    "2'/></body></worldbody><actuator><motor class='c' joint='j'/></actuator><equality><joint joint1='k' "
    "joint2='j'/></equality><keyframe><key qpos='0 0 0 1 0 0 0 0 0 1'/></keyframe></mujoco>";

START_TEST(every_beginning_is_loaded_or_refused)
{
    for (size_t size = 0; size <= strlen(rich); size++) {
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        const cdy_status status = cdy_load_text(rich, size, "case.xml", NULL, &tree, &error);
        ck_assert_int_eq(status, size == strlen(rich) ? CDY_OK : CDY_ERROR_ROBOT);
        cdy_tree_destroy(tree);
    }
}
END_TEST

static cdy_status load_rich(cdy_tree **tree, cdy_error *error)
{
    return cdy_load_text(rich, strlen(rich), "case.xml", NULL, tree, error);
}

static cdy_status load_whole(cdy_tree **tree, cdy_error *error)
{
    return cdy_load_file(path, NULL, tree, error);
}

START_TEST(a_failing_allocation_is_reported)
{
    fail_each_allocation(load_rich, 100);
}
END_TEST

START_TEST(a_failing_allocation_with_files_is_reported)
{
    open_folder();
    write_files();
    fail_each_allocation(load_whole, 100);
    close_folder();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mjcf");
    TCase *tests = tcase_create("mjcf");
    tcase_add_test(tests, every_way_writes_the_same_rotation);
    tcase_add_test(tests, euler_sequences_are_moved_or_fixed);
    tcase_add_test(tests, zaxis_turns_by_the_shortest_way);
    tcase_add_test(tests, classes_inherit_and_elements_precede_them);
    tcase_add_test(tests, joints_of_one_body_follow_each_other);
    tcase_add_test(tests, excluded_pairs_are_kept);
    tcase_add_test(tests, excluded_pairs_are_two_bodies);
    tcase_add_test(tests, comments_have_any_hyphens);
    tcase_add_test(tests, attributes_need_no_blank_between);
    tcase_add_test(tests, a_free_joint_starts_where_its_body_is);
    tcase_add_test(tests, frames_move_what_is_in_them);
    tcase_add_test(tests, a_ball_joint_turns_its_body_about_a_point);
    tcase_add_test(tests, actuators_limit_efforts);
    tcase_add_test(tests, equalities_make_followers);
    tcase_add_test(tests, a_keyframe_is_home);
    tcase_add_test(tests, classes_turn_equalities_off);
    tcase_add_test(tests, loops_have_the_ends_of_mujoco);
    tcase_add_test(tests, a_keyframe_gives_poses_and_may_be_short);
    tcase_add_test(tests, geoms_have_the_mass_of_their_volume);
    tcase_add_test(tests, several_geoms_are_one_body);
    tcase_add_test(tests, the_compiler_corrects_masses);
    tcase_add_test(tests, a_least_mass_stands_at_the_position_of_the_body);
    tcase_add_test(tests, the_total_mass_is_that_of_bodies_that_are_not_fused);
    tcase_add_test(tests, files_are_included_and_meshes_weighed);
    tcase_add_test(tests, meshes_in_the_file_are_weighed);
    tcase_add_test(tests, small_meshes_are_weighed);
    tcase_add_test(tests, many_assets_are_told_apart);
    tcase_add_test(tests, meshes_turn_by_quaternions_of_any_length);
    tcase_add_test(tests, meshes_elsewhere_are_read_from_given_folders);
    tcase_add_test(tests, shells_have_their_mass_on_the_surface);
    tcase_add_test(tests, replicated_parts_are_copies);
    tcase_add_test(tests, files_are_included_beside_those_that_include_them);
    tcase_add_test(tests, missing_files_are_found);
    tcase_add_test(tests, files_elsewhere_are_not_opened);
    tcase_add_loop_test(tests, faults_have_a_line_and_an_expectation, 0, (int)(sizeof faults / sizeof *faults));
    tcase_add_loop_test(tests, verdicts_are_those_of_mujoco, 0, sizeof refused / sizeof *refused);
    tcase_add_test(tests, what_mujoco_takes_has_no_error);
    tcase_add_test(tests, assets_that_mujoco_takes_have_no_error);
    tcase_add_test(tests, blank_names_of_assets_are_those_of_files);
    tcase_add_test(tests, misspelled_elements_name_the_nearest);
    tcase_add_loop_test(tests, what_is_not_read_is_named, 0, (int)(sizeof unread / sizeof *unread));
    tcase_add_test(tests, every_beginning_is_loaded_or_refused);
    tcase_add_test(tests, a_failing_allocation_is_reported);
    tcase_add_test(tests, a_failing_allocation_with_files_is_reported);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
