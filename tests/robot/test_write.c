/* Writing in every format: what is read back has the frames and torques of the robot, and what is lost is named. */
#include "support/compare.h"
#include "support/suite.h"

#include <check.h>
#include <condyle/condyle.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A growing text. */
typedef struct text {
    char *bytes;
    size_t size;
    cdy_status failure; /* status that writing returns from the second piece on */
    int pieces;
} text;

static cdy_status append(void *context, const char *piece, size_t size)
{
    text *t = context;
    if (t->failure && t->pieces++ > 0) {
        return t->failure;
    }
    t->bytes = realloc(t->bytes, t->size + size + 1);
    ck_assert_ptr_nonnull(t->bytes);
    memcpy(t->bytes + t->size, piece, size);
    t->size += size;
    t->bytes[t->size] = '\0';
    return CDY_OK;
}

static void note_loss(void *context, const char *element, const char *what)
{
    char *lost = context;
    const size_t length = strlen(lost);
    snprintf(lost + length, 2048 - length, "%s: %s\n", element, what);
}

static cdy_tree *load(const char *robot)
{
    cdy_tree *tree = NULL;
    cdy_error error;
    ck_assert_ok(cdy_load_text(robot, strlen(robot), "robot", NULL, &tree, &error), error);
    return tree;
}

/* Writes a tree and reads it back. */
static cdy_tree *pass(const cdy_tree *tree, cdy_file_kind kind, char *lost)
{
    text t = {0};
    cdy_error error;
    cdy_write_options options = cdy_write_options_default();
    options.kind = kind;
    options.lost = lost ? note_loss : NULL;
    options.context = lost;
    ck_assert_ok(cdy_tree_write(tree, &options, append, &t, &error), error);
    cdy_tree *back = load(t.bytes);
    free(t.bytes);
    return back;
}

/* Inverse dynamics of a tree at a state that each joint's name gives. */
static void torques(const cdy_tree *tree, int count, const char *const *joints, double *tau)
{
    cdy_error error;
    cdy_model *model = NULL;
    cdy_workspace *workspace = NULL;
    ck_assert_ok(cdy_model_create(tree, &model, &error), error);
    ck_assert_ok(cdy_workspace_create(model, &workspace, &error), error);
    const double gravity[3] = {0.3, -0.2, -9.81};
    ck_assert_ok(cdy_model_set_gravity(model, gravity, &error), error);
    ck_assert_int_eq(cdy_model_nv(model), count);
    double q[64] = {0}, qd[64] = {0}, qdd[64] = {0}, result[64] = {0};
    cdy_drive_options drives = cdy_drive_options_default();
    drives.damping = drives.springs = drives.rotors = true;
    ck_assert_ok(cdy_model_set_drives(model, &drives, &error), error);
    for (int i = 0; i < count; i++) {
        cdy_coordinate c;
        ck_assert_int_eq(cdy_model_velocity(model, i, &c), CDY_OK);
        for (int k = 0; k < count; k++) {
            if (strcmp(joints[k], c.joint) == 0) {
                q[i] = 0.3 + 0.1 * k;
                qd[i] = 0.5 - 0.2 * k;
                qdd[i] = 1 + 0.4 * k;
            }
        }
    }
    ck_assert_ok(cdy_inverse_dynamics(model, workspace, q, qd, qdd, NULL, result, &error), error);
    for (int i = 0; i < count; i++) {
        cdy_coordinate c;
        ck_assert_int_eq(cdy_model_velocity(model, i, &c), CDY_OK);
        for (int k = 0; k < count; k++) {
            tau[k] = strcmp(joints[k], c.joint) == 0 ? result[i] : tau[k];
        }
    }
    cdy_workspace_destroy(workspace);
    cdy_model_destroy(model);
}

static const char arm[] =
    "<robot name='r'><link name='base'><inertial><mass value='3'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' "
    "iyz='0'/></inertial></link>"
    "<link name='a'><inertial><origin xyz='.1 .2 .3' rpy='.1 .2 .3'/><mass value='2'/><inertia ixx='.5' iyy='.6' "
    "izz='.7' ixy='.01' ixz='.02' iyz='.03'/></inertial><visual><origin xyz='1 0 0' rpy='0 .5 0'/><geometry><box "
    "size='1 2 3'/></geometry></visual><collision><geometry><cylinder radius='.1' length='.4'/></geometry></collision>"
    "</link>"
    "<link name='tip'><visual><geometry><sphere radius='.1'/></geometry></visual></link><link name='b'><inertial><mass "
    "value='1'/><inertia ixx='.1' iyy='.1' izz='.1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
    "<link name='c'><inertial><origin xyz='0 0 .2'/><mass value='1.5'/><inertia ixx='.2' iyy='.2' izz='.1' ixy='0' "
    "ixz='0' iyz='.02'/></inertial></link>"
    "<joint name='j' type='revolute'><origin xyz='0 0 1' rpy='.3 0 .2'/><axis xyz='0 1 1'/><parent link='base'/><child "
    "link='a'/><limit lower='-1' upper='2' effort='30' velocity='4'/><dynamics damping='.3' friction='.1'/></joint>"
    "<joint name='w' type='fixed'><origin xyz='0 .5 0' rpy='0 0 1'/><parent link='a'/><child link='tip'/></joint>"
    "<joint name='k' type='prismatic'><origin xyz='1 0 0'/><axis xyz='1 0 0'/><parent link='tip'/><child link='b'/>"
    "<limit lower='0' upper='.5' effort='10' velocity='1'/></joint>"
    "<joint name='l' type='continuous'><origin rpy='1 0 0'/><axis xyz='0 0 -1'/><parent link='b'/><child link='c'/>"
    "<mimic joint='j' multiplier='-2' offset='.5'/></joint></robot>";

static void is_equal(double a, double b, double scale)
{
    ck_assert_msg(fabs(a - b) <= 1e-12 * fmax(1, scale), "%.17g is not %.17g", a, b);
}

START_TEST(what_is_read_back_has_the_same_torques)
{
    static const char *const joints[] = {"j", "k"};
    cdy_tree *tree = load(arm), *back = pass(tree, (cdy_file_kind)_i, NULL);
    double a[2] = {0}, b[2] = {0};
    torques(tree, 2, joints, a);
    torques(back, 2, joints, b);
    for (int i = 0; i < 2; i++) {
        ck_assert(fabs(a[i]) > 1);
        is_equal(a[i], b[i], fabs(a[i]));
    }
    cdy_tree_destroy(back);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(what_is_read_back_has_the_same_parts)
{
    cdy_tree *tree = load(arm), *back = pass(tree, (cdy_file_kind)_i, NULL);
    const cdy_body *a = cdy_tree_body(back, cdy_tree_find_body(back, "a"));
    const cdy_body *tip = cdy_tree_body(back, cdy_tree_find_body(back, "tip"));
    const cdy_joint *j = &a->joint, *l = &cdy_tree_body(back, cdy_tree_find_body(back, "c"))->joint;
    ck_assert_int_eq(j->type, CDY_JOINT_REVOLUTE);
    ck_assert_int_eq(l->type, CDY_JOINT_CONTINUOUS);
    is_equal(a->inertial.mass, 2, 1);
    is_equal(j->limit.lower, -1, 1);
    is_equal(j->limit.upper, 2, 1);
    is_equal(j->limit.effort, 30, 1);
    is_equal(j->limit.velocity, _i == CDY_FILE_MJCF ? 0 : 4, 1);
    is_equal(j->dynamics.damping, .3, 1);
    is_equal(j->dynamics.friction, .1, 1);
    ck_assert_str_eq(l->mimic.joint, "j");
    is_equal(l->mimic.multiplier, -2, 1);
    is_equal(l->mimic.offset, .5, 1);
    ck_assert_uint_eq(a->collision_count, 1);
    ck_assert_uint_eq(a->visual_count + tip->visual_count, 2);
    cdy_tree_destroy(back);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_floating_base_stays_one)
{
    cdy_error error;
    cdy_tree *tree = NULL;
    cdy_load_options options = cdy_load_options_default();
    options.floating_base = true;
    ck_assert_ok(cdy_load_text(arm, strlen(arm), "r", &options, &tree, &error), error);
    cdy_tree *back = pass(tree, (cdy_file_kind)(1 + _i), NULL);
    const int base = cdy_tree_find_body(back, "base");
    ck_assert_str_eq(cdy_tree_body(back, 0)->name, _i == 0 ? "world" : "base");
    ck_assert_int_eq(cdy_tree_body(back, base)->joint.type, _i == 0 ? CDY_JOINT_FLOATING : CDY_JOINT_FIXED);
    cdy_tree_destroy(back);
    cdy_tree_destroy(tree);
}
END_TEST

static const char massless[] =
    "<robot name='r'><link name='base'/><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='.1' "
    "iyy='.1' izz='.1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' type='continuous'><origin xyz='0 1 "
    "0'/><axis xyz='1 0 0'/><parent link='base'/><child link='a'/></joint><joint name='k' type='continuous'><origin "
    "xyz='0 .5 0' rpy='0 0 1'/><axis xyz='0 1 0'/><parent link='a'/><child link='b'/></joint></robot>";

/* Two massless links with frames of their own: all three joints are of one body in MJCF, each where it was. */
static const char chain[] =
    "<robot name='r'><link name='base'/><link name='a'/><link name='b'/><link name='c'><inertial><origin xyz='.1 .2 "
    ".3'/><mass value='1'/><inertia ixx='.1' iyy='.2' izz='.15' ixy='0' ixz='0' iyz='0'/></inertial></link><link "
    "name='d'><inertial><origin xyz='.2 0 0'/><mass value='.5'/><inertia ixx='.1' iyy='.1' izz='.1' ixy='0' ixz='0' "
    "iyz='0'/></inertial></link><joint name='j' type='continuous'><origin xyz='.3 1 .1' rpy='.4 .1 0'/><axis xyz='1 0 "
    "0'/><parent link='base'/><child link='a'/></joint><joint name='k' type='continuous'><origin xyz='.2 .5 .7' "
    "rpy='0 .3 1'/><axis xyz='0 1 0'/><parent link='a'/><child link='b'/></joint><joint name='l' "
    "type='continuous'><origin xyz='.1 -.4 .2' rpy='.2 0 .5'/><axis xyz='0 0 1'/><parent link='b'/><child link='c'/>"
    "</joint><joint name='m' type='continuous'><origin xyz='0 .1 .6' rpy='.7 0 0'/><axis xyz='0 1 0'/><parent "
    "link='c'/><child link='d'/></joint></robot>";

START_TEST(massless_links_become_joints_where_they_were)
{
    static const char *const joints[] = {"j", "k", "l", "m"};
    cdy_tree *tree = load(chain), *back = pass(tree, CDY_FILE_MJCF, NULL);
    double a[4] = {0}, b[4] = {0};
    torques(tree, 4, joints, a);
    torques(back, 4, joints, b);
    for (int i = 0; i < 4; i++) {
        ck_assert(fabs(a[i]) > 0.01);
        is_equal(a[i], b[i], 10);
    }
    ck_assert_int_eq(cdy_tree_find_body(back, "a"), -1);
    ck_assert_int_eq(cdy_tree_find_body(back, "b"), -1);
    cdy_tree_destroy(back);
    cdy_tree_destroy(tree);
}
END_TEST

/* Damping and friction of a planar joint, and the rest of a soft spring. */
START_TEST(losses_and_springs_are_kept_in_mjcf)
{
    static const char springy[] =
        "<robot name='r'><link name='base'/><link name='a'><inertial><mass value='1'/><inertia ixx='.1' iyy='.1' "
        "izz='.1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' type='planar'><axis xyz='0 0 1'/><parent "
        "link='base'/><child link='a'/><dynamics damping='.25' friction='.75'/></joint></robot>";
    cdy_error error;
    cdy_tree *tree = load(springy), *back = pass(tree, CDY_FILE_MJCF, NULL);
    int kept = 0;
    for (int i = 1; i <= cdy_tree_body_count(back); i++) {
        const cdy_joint *j = &cdy_tree_body(back, i)->joint;
        if (cdy_joint_type_nv(j->type) > 0) {
            is_equal(j->dynamics.damping, .25, 1);
            is_equal(j->dynamics.friction, .75, 1);
            kept += cdy_joint_type_nv(j->type);
        }
    }
    ck_assert_int_eq(kept, 3);
    cdy_tree_destroy(back);
    cdy_tree_destroy(tree);
    tree = load(massless);
    cdy_joint joint = cdy_tree_body(tree, cdy_tree_find_joint(tree, "k"))->joint;
    joint.dynamics.stiffness = 0.5;
    joint.dynamics.spring_rest = 0.25;
    ck_assert_ok(cdy_tree_replace_joint(tree, "b", &joint, &error), error);
    back = pass(tree, CDY_FILE_MJCF, NULL);
    const cdy_joint *k = &cdy_tree_body(back, cdy_tree_find_joint(back, "k"))->joint;
    is_equal(k->dynamics.stiffness, 0.5, 1);
    is_equal(k->dynamics.spring_rest, 0.25, 1);
    cdy_tree_destroy(back);
    cdy_tree_destroy(tree);
}
END_TEST

/* MuJoCo refuses a moving body without mass, but has several joints a body. */
START_TEST(a_massless_link_becomes_a_joint_in_mjcf)
{
    static const char *const joints[] = {"j", "k"};
    char lost[2048] = "";
    cdy_tree *tree = load(massless), *back = pass(tree, CDY_FILE_MJCF, lost);
    double a[2] = {0}, b[2] = {0};
    torques(tree, 2, joints, a);
    torques(back, 2, joints, b);
    is_equal(a[0], b[0], 10);
    is_equal(a[1], b[1], 10);
    ck_assert_int_eq(cdy_tree_find_body(back, "a"), -1);
    ck_assert_ptr_nonnull(strstr(lost, "link 'a': its frame, between two joints"));
    cdy_tree_destroy(back);
    cdy_tree_destroy(tree);
}
END_TEST

/* MuJoCo takes a range whose ends are one number for none, or refuses it. */
START_TEST(a_joint_held_by_its_limits_is_told_in_mjcf)
{
    static const double limits[][2] = {{0.3, 0.3}, {0, 0}, {0.3, 0.4}, {0.4, 0.3}};
    for (int i = 0; i < 4; i++) {
        cdy_error error;
        char lost[2048] = "";
        cdy_tree *tree = load(massless);
        cdy_joint joint = cdy_tree_body(tree, cdy_tree_find_joint(tree, "k"))->joint;
        joint.type = CDY_JOINT_REVOLUTE;
        joint.limit = (cdy_limit){.given = true, .lower = limits[i][0], .upper = limits[i][1]};
        ck_assert_ok(cdy_tree_replace_joint(tree, "b", &joint, &error), error);
        cdy_tree *back = pass(tree, CDY_FILE_MJCF, lost);
        ck_assert_int_eq(strstr(lost, "joint 'k': its limits, which hold it at one position") != NULL, i < 2);
        ck_assert_int_eq(strstr(lost, "joint 'k': its limits, of which the lower is above the upper") != NULL, i == 3);
        ck_assert_int_eq(cdy_tree_body(back, cdy_tree_find_joint(back, "k"))->joint.limit.given, i == 2);
        cdy_tree_destroy(back);
        cdy_tree_destroy(tree);
    }
}
END_TEST

static const char universal[] =
    "<sdf version='1.9'><model name='r'><link name='base'/><link name='a'><pose>0 .1 1 0 0 .2</pose><inertial><pose>0 "
    "0 "
    ".3 0 0 0</pose><mass>2</mass><inertia><ixx>.2</ixx><iyy>.2</iyy><izz>.1</izz></inertia></inertial></link><link "
    "name='b'><pose>0 0 2 0 0 0</pose></link><joint name='j' type='universal'><pose>0 0 -.1 0 .3 0</pose>"
    "<parent>base</parent><child>a</child><axis><xyz>1 0 0</xyz><limit><lower>-1</lower><upper>2</upper></limit>"
    "<dynamics><damping>.4</damping></dynamics></axis><axis2><xyz>0 1 0</xyz></axis2></joint><joint name='k' "
    "type='revolute'><parent>a</parent><child>b</child><axis><xyz>1 0 0</xyz><mimic joint='j' axis='axis2'>"
    "<multiplier>-2</multiplier><offset>0</offset><reference>0</reference></mimic></axis></joint></model></sdf>";

/* Two turns with a massless body between them are one joint again. */
START_TEST(a_universal_joint_stays_one_in_sdf)
{
    static const char *const joints[] = {"j", "j_axis2"};
    char lost[2048] = "";
    cdy_tree *tree = load(universal), *back = pass(tree, CDY_FILE_SDF, lost);
    const cdy_joint *j = &cdy_tree_body(back, cdy_tree_find_body(back, "j_link"))->joint;
    const cdy_joint *k = &cdy_tree_body(back, cdy_tree_find_body(back, "b"))->joint;
    double a[2] = {0}, b[2] = {0};
    torques(tree, 2, joints, a);
    torques(back, 2, joints, b);
    for (int i = 0; i < 2; i++) {
        ck_assert(fabs(a[i]) > 0.1);
        is_equal(a[i], b[i], 100);
    }
    is_equal(j->limit.upper, 2, 1);
    ck_assert_str_eq(k->mimic.joint, "j_axis2");
    ck_assert(!cdy_tree_body(back, cdy_tree_find_body(back, "j_link"))->inertial.given);
    ck_assert_msg(!*lost, "%s", lost);
    cdy_tree_destroy(back);
    cdy_tree_destroy(tree);
}
END_TEST

static const char ball[] =
    "<sdf version='1.9'><model name='r'><link name='base'/><link name='a'><pose>.1 .2 1 0 0 .2</pose><inertial><pose>0 "
    "0 .3 0 0 0</pose><mass>2</mass><inertia><ixx>.2</ixx><iyy>.3</iyy><izz>.1</izz></inertia></inertial></link>"
    "<joint name='j' type='ball'><pose>0 .05 -.1 %s</pose><parent>base</parent><child>a</child></joint></model></sdf>";

/* Inverse dynamics of a ball at a unit quaternion; everything else has three numbers. */
static void turn_ball(const cdy_tree *tree, const double q[4], const double qd[3], const double qdd[3], double tau[3])
{
    cdy_error error;
    cdy_model *model = NULL;
    cdy_workspace *workspace = NULL;
    const double gravity[3] = {0.3, -0.2, -9.81};
    ck_assert_ok(cdy_model_create(tree, &model, &error), error);
    ck_assert_ok(cdy_workspace_create(model, &workspace, &error), error);
    ck_assert_ok(cdy_model_set_gravity(model, gravity, &error), error);
    ck_assert_int_eq(cdy_model_nv(model), 3);
    ck_assert_ok(cdy_inverse_dynamics(model, workspace, q, qd, qdd, NULL, tau, &error), error);
    cdy_workspace_destroy(workspace);
    cdy_model_destroy(model);
}

static const double ball_state[3][4] = {{0.5, -0.5, 0.1, 0.7}, {0.3, -0.2, 0.9}, {-1, 2, 0.5}};

/* A ball stays one where its link stands upright in the joint. */
START_TEST(a_spherical_joint_stays_one)
{
    char source[2048], lost[2048] = "";
    double a[3], b[3];
    cdy_error error;
    snprintf(source, sizeof source, ball, "0 0 0");
    cdy_tree *tree = load(source);
    const double home[4] = {0.6, 0, 0, 0.8};
    cdy_joint joint = cdy_tree_body(tree, cdy_tree_find_joint(tree, "j"))->joint;
    joint.home_given = true;
    memcpy(joint.home, home, sizeof home);
    ck_assert_ok(cdy_tree_replace_joint(tree, "a", &joint, &error), error);
    cdy_tree *back = pass(tree, (cdy_file_kind)_i, lost);
    const cdy_joint *j = &cdy_tree_body(back, cdy_tree_find_joint(back, "j"))->joint;
    ck_assert_int_eq(j->type, CDY_JOINT_SPHERICAL);
    turn_ball(tree, ball_state[0], ball_state[1], ball_state[2], a);
    turn_ball(back, ball_state[0], ball_state[1], ball_state[2], b);
    for (int i = 0; i < 3; i++) {
        ck_assert(fabs(a[i]) > 0.1);
        is_equal(a[i], b[i], 10);
    }
    for (int i = 0; i < 4 && _i == CDY_FILE_MJCF; i++) {
        is_equal(j->home[i], home[i], 1);
    }
    ck_assert_msg((strstr(lost, "home") != NULL) == (_i == CDY_FILE_SDF), "%s", lost);
    cdy_tree_destroy(back);
    cdy_tree_destroy(tree);
}
END_TEST

/* Where the link stands turned by a quarter about z, MuJoCo's velocities x and y are y and -x of the joint. */
START_TEST(a_turned_ball_has_the_axes_of_its_link_in_mjcf)
{
    char source[2048], lost[2048] = "";
    double a[3], b[3];
    snprintf(source, sizeof source, ball, "0 0 -1.5707963267948966");
    cdy_tree *tree = load(source), *back = pass(tree, CDY_FILE_MJCF, lost);
    const double *q = ball_state[0], *v = ball_state[1], *w = ball_state[2];
    const double turned[4] = {q[0], q[2], -q[1], q[3]}, qd[3] = {v[1], -v[0], v[2]}, qdd[3] = {w[1], -w[0], w[2]};
    turn_ball(tree, q, v, w, a);
    turn_ball(back, turned, qd, qdd, b);
    is_equal(a[1], b[0], 10);
    is_equal(-a[0], b[1], 10);
    is_equal(a[2], b[2], 10);
    ck_assert_ptr_nonnull(strstr(lost, "joint 'j': the axes of its velocities"));
    cdy_tree_destroy(back);
    back = pass(tree, CDY_FILE_SDF, NULL);
    turn_ball(back, q, v, w, b);
    for (int i = 0; i < 3; i++) {
        is_equal(a[i], b[i], 10);
    }
    cdy_tree_destroy(back);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(what_is_lost_is_named)
{
    char lost[2][2048] = {"", ""};
    cdy_tree *tree = load(arm);
    cdy_tree_destroy(pass(tree, CDY_FILE_MJCF, lost[0]));
    ck_assert_ptr_nonnull(strstr(lost[0], "joint 'j': its limit of velocity"));
    cdy_tree_destroy(tree);
    static const char flat[] = "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia "
                               "ixx='1' iyy='1' izz='3' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' "
                               "type='fixed'><parent link='a'/><child link='b'/></joint></robot>";
    for (cdy_file_kind kind = CDY_FILE_MJCF; kind <= CDY_FILE_SDF; kind++) {
        tree = load(flat);
        cdy_tree_destroy(pass(tree, kind, lost[0]));
        ck_assert_ptr_nonnull(strstr(lost[0], kind == CDY_FILE_SDF ? "no body has, so that libsdformat refuses it"
                                                                   : "no body has, so that MuJoCo refuses it"));
        cdy_tree_destroy(tree);
    }
    for (int mass = 0; mass < 2; mass++) {
        char world[512], of_world[2048] = "";
        snprintf(world, sizeof world,
                 "<robot name='r'><link name='world'><inertial><mass value='%d'/><inertia ixx='1' iyy='1' izz='1' "
                 "ixy='0' ixz='0' iyz='0'/></inertial></link></robot>",
                 mass);
        tree = load(world);
        cdy_tree_destroy(pass(tree, CDY_FILE_MJCF, of_world));
        ck_assert_int_eq(strstr(of_world, "link 'world': its mass, which the world has not") != NULL, mass);
        cdy_tree_destroy(tree);
    }
    tree = load(massless);
    cdy_tree_destroy(pass(tree, CDY_FILE_SDF, lost[1]));
    ck_assert_ptr_nonnull(strstr(lost[1], "link 'a': that it has no mass"));
    cdy_tree_destroy(tree);
}
END_TEST

/* MuJoCo finds the meshes in the folder that is told; without one they are named as lost. */
START_TEST(meshes_are_named_in_mjcf)
{
    static const char shaped[] =
        "<robot name='r'><link name='base'/><link name='a'><inertial><mass value='1'/><inertia ixx='.1' iyy='.1' "
        "izz='.1' ixy='0' ixz='0' iyz='0'/></inertial><visual><geometry><mesh filename='p/one.stl' scale='1 2 "
        "3'/></geometry></visual><collision><geometry><mesh filename='p/two.stl'/></geometry></collision></link><joint "
        "name='j' type='continuous'><parent link='base'/><child link='a'/></joint></robot>";
    text t = {0};
    char lost[2048] = "";
    cdy_error error;
    cdy_write_options options = cdy_write_options_default();
    options.kind = CDY_FILE_MJCF;
    options.mesh_folder = "parts";
    options.lost = note_loss;
    options.context = lost;
    cdy_tree *tree = load(shaped);
    ck_assert_ok(cdy_tree_write(tree, &options, append, &t, &error), error);
    ck_assert_ptr_null(strstr(lost, "its meshes"));
    cdy_tree *back = load(t.bytes);
    const cdy_body *a = cdy_tree_body(back, cdy_tree_find_body(back, "a"));
    ck_assert_uint_eq(a->visual_count, 1);
    ck_assert_uint_eq(a->collision_count, 1);
    ck_assert_str_eq(a->visuals[0].geometry.mesh, "parts/one.stl");
    ck_assert_str_eq(a->collisions[0].geometry.mesh, "parts/two.stl");
    for (int i = 0; i < 3; i++) {
        is_equal(a->visuals[0].geometry.scale[i], i + 1, 1);
        is_equal(a->collisions[0].geometry.scale[i], 1, 1);
    }
    cdy_tree_destroy(back);
    free(t.bytes);
    cdy_tree_destroy(pass(tree, CDY_FILE_MJCF, lost));
    ck_assert_ptr_nonnull(strstr(lost, "robot 'r': its meshes; --mesh-folder says where MuJoCo finds them"));
    cdy_tree_destroy(tree);
}
END_TEST

/* Links and joints have names of their own in URDF, and share one list in SDF. */
START_TEST(a_link_with_the_name_of_a_joint_is_renamed)
{
    char lost[2048] = "";
    cdy_tree *tree = load("<robot name='r'><link name='a'/><link name='j'/><link name='j_link'/><joint name='j' "
                          "type='continuous'><axis xyz='0 0 1'/><parent link='a'/><child link='j'/></joint><joint "
                          "name='k' type='fixed'><parent link='j'/><child link='j_link'/></joint></robot>");
    cdy_tree *back = pass(tree, CDY_FILE_SDF, lost);
    const int link = cdy_tree_find_body(back, "j_link_");
    ck_assert_int_gt(link, 0);
    ck_assert_str_eq(cdy_tree_body(back, link)->joint.name, "j");
    ck_assert_ptr_nonnull(strstr(lost, "link 'j': its name"));
    cdy_tree_destroy(back);
    cdy_tree_destroy(tree);
}
END_TEST

#define HEAVY(name)                                                                                                    \
    "<link name='" name "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>"      \
    "</inertial></link>"
#define TURN(name, parent, child, x)                                                                                   \
    "<joint name='" name "' type='continuous'><parent link='" parent "'/><child link='" child "'/><origin xyz='" x     \
    " 0 0'/><axis xyz='0 0 1'/></joint>"
#define LOOP(name, type, x) "<loop_joint name='" name "' type='" type "'><link1 link='b' xyz='" x " 0.2 0'/><link2 "

/* A chain a, b, c, d, whose end d is tied to b, which SDF would reach from there too. */
static const char looped[] =
    "<robot name='r'>" HEAVY("a") HEAVY("b") HEAVY("c") HEAVY("d") TURN("j", "a", "b", "0") TURN("k", "b", "c", "1")
        TURN("l", "c", "d", "1") LOOP("ball", "spherical", "2") "link='d' xyz='0 0.2 0'/></loop_joint>" LOOP(
            "open", "spherical",
            "9") "link='d'/></loop_joint>" LOOP("pin", "revolute",
                                                "2") "link='d' xyz='0 0.2 0'/><axis xyz='0 0 "
                                                     "1'/></loop_joint>" LOOP("weld", "fixed",
                                                                              "2") "link='d' xyz='0 0.2 "
                                                                                   "0'/></loop_joint>" LOOP("rod",
                                                                                                            "prisma"
                                                                                                            "tic",
                                                                                                            "2") "l"
                                                                                                                 "i"
                                                                                                                 "n"
                                                                                                                 "k"
                                                                                                                 "="
                                                                                                                 "'"
                                                                                                                 "d"
                                                                                                                 "'"
                                                                                                                 " "
                                                                                                                 "x"
                                                                                                                 "y"
                                                                                                                 "z"
                                                                                                                 "="
                                                                                                                 "'"
                                                                                                                 "0"
                                                                                                                 " "
                                                                                                                 "0"
                                                                                                                 "."
                                                                                                                 "2"
                                                                                                                 " "
                                                                                                                 "0"
                                                                                                                 "'"
                                                                                                                 "/"
                                                                                                                 ">"
                                                                                                                 "<"
                                                                                                                 "/"
                                                                                                                 "l"
                                                                                                                 "o"
                                                                                                                 "o"
                                                                                                                 "p"
                                                                                                                 "_"
                                                                                                                 "j"
                                                                                                                 "o"
                                                                                                                 "i"
                                                                                                                 "n"
                                                                                                                 "t"
                                                                                                                 ">"
                                                                                                                 "<"
                                                                                                                 "/"
                                                                                                                 "r"
                                                                                                                 "o"
                                                                                                                 "b"
                                                                                                                 "o"
                                                                                                                 "t"
                                                                                                                 ">";

/* The distance of two points of loops of the tree, in their bodies. */
static double point_distance(const double a[3], double x, double y, double z)
{
    return hypot(hypot(a[0] - x, a[1] - y), a[2] - z);
}

START_TEST(loops_are_kept_in_mjcf)
{
    char lost[2048] = "";
    cdy_tree *tree = load(looped), *back = pass(tree, CDY_FILE_MJCF, lost);
    ck_assert_int_eq(cdy_tree_loop_count(back), 5); /* the hinge is two points */
    ck_assert_ptr_nonnull(strstr(lost, "loop 'rod': itself"));
    ck_assert_ptr_null(strstr(lost, "loop 'open'"));
    const cdy_loop *tied = cdy_tree_loop(back, 0), *weld = cdy_tree_loop(back, 4);
    ck_assert_str_eq(tied->name, "ball");
    ck_assert_str_eq(tied->body, "d");
    ck_assert_str_eq(tied->other, "b");
    ck_assert_double_le(point_distance(tied->in_body.xyz, 0, 0.2, 0), 1e-12);
    ck_assert_double_le(point_distance(tied->in_other.xyz, 2, 0.2, 0), 1e-12);
    ck_assert_uint_eq(weld->rows, CDY_ROWS_WELD);
    ck_assert_double_le(point_distance(weld->in_other.xyz, 2, 0, 0), 1e-12);
    const cdy_loop *open = cdy_tree_loop(back, 1);
    const cdy_body *site = cdy_tree_body(back, cdy_tree_find_body(back, open->other));
    ck_assert_str_eq(open->name, "open");
    ck_assert_uint_eq(open->rows, CDY_ROWS_BALL);
    ck_assert_double_le(point_distance(site->joint.origin.xyz, 9, 0.2, 0), 1e-12);
    cdy_tree_destroy(back);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(loops_are_kept_in_sdf)
{
    static const char *const names[] = {"ball", "pin", "weld", "rod"};
    static const unsigned rows[] = {CDY_ROWS_BALL, CDY_ROWS_REVOLUTE, CDY_ROWS_WELD, CDY_ROWS_PRISMATIC};
    char lost[2048] = "";
    cdy_tree *tree = load(looped), *back = pass(tree, CDY_FILE_SDF, lost);
    ck_assert_int_eq(cdy_tree_loop_count(back), 4);
    ck_assert_ptr_nonnull(strstr(lost, "loop 'open': itself: it is open where all joints are 0"));
    ck_assert_ptr_null(strstr(lost, "'rod'"));
    ck_assert_str_eq(cdy_tree_body(back, cdy_tree_find_joint(back, "l"))->name, "d");
    for (int i = 0; i < 4; i++) {
        const cdy_loop *loop = cdy_tree_loop(back, i);
        ck_assert_str_eq(loop->name, names[i]);
        ck_assert_uint_eq(loop->rows, rows[i]);
        ck_assert_str_eq(loop->body, "b");
        ck_assert_str_eq(loop->other, "d");
        ck_assert_double_le(point_distance(loop->in_body.xyz, 2, 0.2, 0), 1e-12);
        ck_assert_double_le(point_distance(loop->in_other.xyz, 0, 0.2, 0), 1e-12);
    }
    cdy_tree_destroy(back);
    cdy_tree_destroy(tree);
}
END_TEST

/* Links, joints and loops share one list of names in SDF: a link that a joint's name is taken from gets one of which a
 * loop keeps off. */
START_TEST(loops_keep_off_new_names_of_links)
{
    static const char renamed[] = "<robot name='r'>" HEAVY("a") HEAVY("x") HEAVY("b") TURN("x", "a", "x", "0") TURN(
        "j", "a", "b",
        "0") "<loop_joint name='x_link' type='spherical'><link1 link='x'/><link2 link='b'/></loop_joint>"
             "<loop_joint name='x_link_0' type='spherical'><link1 link='x'/><link2 link='b'/></loop_joint></robot>";
    char lost[2048] = "";
    cdy_tree *tree = load(renamed), *back = pass(tree, CDY_FILE_SDF, lost);
    ck_assert_int_ge(cdy_tree_find_body(back, "x_link"), 0);
    ck_assert_int_eq(cdy_tree_loop_count(back), 2);
    ck_assert_str_eq(cdy_tree_loop(back, 0)->name, "x_link_0");
    ck_assert_str_eq(cdy_tree_loop(back, 1)->name, "x_link_0_1");
    cdy_tree_destroy(back);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(loops_are_lost_in_urdf)
{
    char lost[2048] = "";
    cdy_tree *tree = load(looped), *back = pass(tree, CDY_FILE_URDF, lost);
    ck_assert_int_eq(cdy_tree_loop_count(back), 0);
    ck_assert_ptr_nonnull(strstr(lost, "loop 'ball': itself: URDF has trees alone"));
    cdy_tree_destroy(back);
    cdy_tree_destroy(tree);
}
END_TEST

/* MJCF has pairs of bodies; other formats lose them. */
START_TEST(exclusions_are_kept_in_mjcf_alone)
{
    char lost[2048] = "";
    cdy_error error = {0};
    const char *body = NULL, *other = NULL;
    cdy_tree *tree = load(looped);
    ck_assert_ok(cdy_tree_add_exclusion(tree, "b", "d", &error), error);
    cdy_tree *back = pass(tree, (cdy_file_kind)_i, lost);
    ck_assert_int_eq(cdy_tree_exclusion_count(back), _i == CDY_FILE_MJCF);
    ck_assert(cdy_tree_exclusion(back, 0, &body, &other) == (_i == CDY_FILE_MJCF));
    if (_i == CDY_FILE_MJCF) {
        ck_assert_str_eq(body, "b");
        ck_assert_str_eq(other, "d");
    }
    ck_assert((strstr(lost, "exclusion of 'b' and 'd': that its bodies are not looked at") == NULL) ==
              (_i == CDY_FILE_MJCF));
    cdy_tree_destroy(back);
    cdy_tree_destroy(tree);
}
END_TEST

/* A loop need have no name; its bodies tell which it is. */
START_TEST(unnamed_loops_are_told_by_their_bodies)
{
    char lost[2048] = "";
    cdy_error error;
    cdy_tree *tree = load(looped);
    cdy_loop loop = *cdy_tree_loop(tree, 0);
    loop.name = _i == CDY_FILE_URDF ? "" : NULL;
    loop.in_body.xyz[0] += _i == CDY_FILE_URDF ? 0 : 5; /* open, which SDF has not */
    ck_assert_ok(cdy_tree_add_loop(tree, &loop, &error), error);
    cdy_tree_destroy(pass(tree, (cdy_file_kind)_i, lost));
    ck_assert_msg(strstr(lost, "loop between 'd' and 'b': itself: "), "%s", lost);
    ck_assert_msg(!strstr(lost, "''"), "%s", lost);
    cdy_tree_destroy(tree);
}
END_TEST

/* A joint of several degrees of freedom has no limit of effort or velocity in SDF and MJCF. */
START_TEST(limits_of_joints_of_several_degrees_are_lost)
{
    static const char round[] =
        "<robot name='r'><link name='world'/>" HEAVY("b") "<joint name='j' type='%s'><parent link='world'/>"
                                                          "<child link='b'/><limit effort='3' velocity='2'/>"
                                                          "</joint></robot>";
    for (int i = 0; i < 2; i++) {
        char source[1000], lost[2048] = "";
        snprintf(source, sizeof source, round, i == 0 ? "spherical" : "floating");
        cdy_tree *tree = load(source);
        ck_assert_double_eq(cdy_tree_body(tree, 1)->joint.limit.effort, 3);
        cdy_tree_destroy(pass(tree, (cdy_file_kind)_i, lost));
        ck_assert_msg(strstr(lost, "joint 'j': its limit of effort\n"), "%s", lost);
        ck_assert_msg(strstr(lost, "joint 'j': its limit of velocity\n"), "%s", lost);
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* ---- failures ---- */

START_TEST(faults_come_before_the_first_byte)
{
    static const struct {
        cdy_file_kind kind;
        const char *type, *name, *reason;
    } cases[] = {
        {CDY_FILE_SDF, "planar", "b", "is planar, which SDF has not"},
        {CDY_FILE_SDF, "continuous", "world", "SDF keeps this name"},
        {CDY_FILE_MJCF, "floating", "b", "floats, and its parent is not the base 'world'"},
        {(cdy_file_kind)7, "continuous", "b", "no format has the number 7"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char robot[512];
        text t = {0};
        cdy_error error = {0};
        cdy_write_options options = cdy_write_options_default();
        snprintf(
            robot, sizeof robot,
            "<robot name='r'><link name='a'/><link name='%s'/><joint name='j' type='%s'><axis xyz='0 0 1'/><parent "
            "link='a'/><child link='%s'/></joint></robot>",
            cases[i].name, cases[i].type, cases[i].name);
        cdy_tree *tree = load(robot);
        options.kind = cases[i].kind;
        ck_assert_int_eq(cdy_tree_write(tree, &options, append, &t, &error), CDY_ERROR_ARGUMENT);
        ck_assert_msg(strstr(error.text, cases[i].reason), "%s", error.text);
        ck_assert_uint_eq(t.size, 0);
        cdy_tree_destroy(tree);
        free(t.bytes);
    }
}
END_TEST

START_TEST(a_failing_output_ends_the_writing)
{
    text t = {.failure = CDY_ERROR_IO, .pieces = 1};
    cdy_error error = {0};
    cdy_write_options options = cdy_write_options_default();
    options.kind = (cdy_file_kind)_i;
    cdy_tree *tree = load(arm);
    ck_assert_int_eq(cdy_tree_write(tree, &options, append, &t, &error), CDY_ERROR_IO);
    cdy_tree_destroy(tree);
    free(t.bytes);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("write");
    TCase *tests = tcase_create("write");
    tcase_add_loop_test(tests, what_is_read_back_has_the_same_torques, 0, 3);
    tcase_add_loop_test(tests, what_is_read_back_has_the_same_parts, 0, 3);
    tcase_add_loop_test(tests, a_floating_base_stays_one, 0, 2);
    tcase_add_test(tests, a_joint_held_by_its_limits_is_told_in_mjcf);
    tcase_add_test(tests, a_massless_link_becomes_a_joint_in_mjcf);
    tcase_add_test(tests, massless_links_become_joints_where_they_were);
    tcase_add_test(tests, meshes_are_named_in_mjcf);
    tcase_add_test(tests, losses_and_springs_are_kept_in_mjcf);
    tcase_add_test(tests, what_is_lost_is_named);
    tcase_add_test(tests, a_universal_joint_stays_one_in_sdf);
    tcase_add_loop_test(tests, limits_of_joints_of_several_degrees_are_lost, CDY_FILE_MJCF, CDY_FILE_SDF + 1);
    tcase_add_loop_test(tests, a_spherical_joint_stays_one, CDY_FILE_MJCF, CDY_FILE_SDF + 1);
    tcase_add_test(tests, a_turned_ball_has_the_axes_of_its_link_in_mjcf);
    tcase_add_test(tests, loops_are_kept_in_mjcf);
    tcase_add_test(tests, loops_are_kept_in_sdf);
    tcase_add_test(tests, loops_keep_off_new_names_of_links);
    tcase_add_test(tests, loops_are_lost_in_urdf);
    tcase_add_loop_test(tests, exclusions_are_kept_in_mjcf_alone, 0, CDY_FILE_SDF + 1);
    tcase_add_loop_test(tests, unnamed_loops_are_told_by_their_bodies, CDY_FILE_URDF, CDY_FILE_URDF + 1);
    tcase_add_loop_test(tests, unnamed_loops_are_told_by_their_bodies, CDY_FILE_SDF, CDY_FILE_SDF + 1);
    tcase_add_test(tests, a_link_with_the_name_of_a_joint_is_renamed);
    tcase_add_test(tests, faults_come_before_the_first_byte);
    tcase_add_loop_test(tests, a_failing_output_ends_the_writing, 0, 3);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
