/* SDF: what its elements mean, from closed forms; messages; included models; failing allocations.
 * tests/python/test_sdf.py compares whole models with Drake. */
#include "support/compare.h"
#include "support/failing_load.h"
#include "support/folder.h"
#include "support/suite.h"
#include "support/text_robot.h"

#include <check.h>
#include <condyle/condyle.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SDF(version, content) "<sdf version='" version "'>\n<model name='m'>\n" content "\n</model>\n</sdf>\n"
#define MASS                  "<inertial><mass>2</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>"
#define LINK(name, content)   "<link name='" name "'>" content MASS "</link>\n"
#define JOINT(name, type, parent, child, content)                                                                      \
    "<joint name='" name "' type='" type "'><parent>" parent "</parent><child>" child "</child>" content "</joint>\n"
#define AXIS "<axis><xyz>0 0 1</xyz></axis>"
#define GEARBOX(content)                                                                                               \
    SDF("1.9", LINK("r", "") LINK("a", "") LINK("b", "") JOINT("i", "revolute", "r", "a", AXIS)                        \
                   JOINT("o", "revolute", "r", "b", AXIS) JOINT("g", "gearbox", "a", "b", content))

static cdy_tree *load_with(const char *text, notes *n, cdy_load_options options)
{
    return load_text_robot("case.sdf", text, n, options);
}

static cdy_tree *load(const char *text, notes *n)
{
    return load_with(text, n, cdy_load_options_default());
}

/* ---- poses and frames ---- */

START_TEST(poses_are_relative_to_frames)
{
    cdy_tree *tree =
        load(SDF("1.9",
                 LINK("a", "") LINK("b", "<pose relative_to='f'>1 0 0 0 0 0</pose>")
                     LINK("c", "<pose relative_to='j' degrees='true'>0 0 1 0 0 90</pose>")
                         LINK("d", "<pose relative_to='c' rotation_format='quat_xyzw'>0 2 0 0 0 0 "
                                   "1</pose>") "<frame name='f' attached_to='a'><pose>0 0 5 0 0 "
                                               "1.5707963267948966</pose></frame>\n" JOINT("j", "fixed", "a", "b",
                                                                                           "<pose>0 3 0 0 0 0</pose>")
                                                   JOINT("k", "fixed", "b", "c", "") JOINT("l", "fixed", "c", "d", "")),
             NULL);
    stands_at(tree, "f", 0, 0, 5);
    stands_at(tree, "b", 0, 1, 5);  /* x of f is y */
    stands_at(tree, "c", -3, 1, 6); /* j: 3 along y of b, which is -x; then 1 up */
    stands_at(tree, "d", -3, -1, 6);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(axes_are_written_in_a_frame)
{
    static const struct {
        const char *version, *axis;
        double x, y;
    } cases[] = {
        {"1.9", "<xyz>1 0 0</xyz>", 1, 0},
        {"1.9", "<xyz expressed_in='__model__'>1 0 0</xyz>", 0, -1},
        {"1.9", "<xyz expressed_in='a'>1 0 0</xyz>", 0, -1},
        {"1.6", "<xyz>1 0 0</xyz>", 1, 0},
        {"1.6", "<xyz>1 0 0</xyz><use_parent_model_frame>true</use_parent_model_frame>", 0, -1},
        {"1.4", "<xyz>1 0 0</xyz>", 0, -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2048];
        snprintf(text, sizeof text,
                 "<sdf version='%s'><model name='m'>" LINK("a", "")
                     LINK("b", "<pose>0 0 0 0 0 1.5707963267948966</pose>")
                         JOINT("j", "revolute", "a", "b", "<axis>%s</axis>") "</model></sdf>",
                 cases[i].version, cases[i].axis);
        cdy_tree *tree = load(text, NULL);
        is_vector(joint_of(tree, "j")->axis, cases[i].x, cases[i].y, 0);
        cdy_tree_destroy(tree);
    }
}
END_TEST

START_TEST(models_in_models_have_names_and_placement_frames)
{
    cdy_tree *tree =
        load(SDF("1.9",
                 LINK("a", "") "<model name='n' placement_frame='tip'><pose>0 0 7 0 0 0</pose>\n" LINK(
                     "a", "<pose>1 0 0 0 0 0</pose>") LINK("tip", "<pose>1 0 2 0 0 0</pose>")
                     JOINT("j", "prismatic", "a", "tip", AXIS) "</model>\n" JOINT("k", "revolute", "a", "n::a", AXIS)),
             NULL);
    stands_at(tree, "n::tip", 0, 0, 7);
    stands_at(tree, "n::a", 0, 0, 5);
    ck_assert_int_eq(joint_of(tree, "n::j")->type, CDY_JOINT_PRISMATIC);
    cdy_tree_destroy(tree);
}
END_TEST

/* ---- the base ---- */

START_TEST(the_base_is_the_root_link_or_the_world)
{
    cdy_tree *tree = load(SDF("1.9", LINK("a", "") LINK("b", "") JOINT("j", "revolute", "a", "b", AXIS)), NULL);
    ck_assert_str_eq(cdy_tree_body(tree, 0)->name, "a");
    cdy_tree_destroy(tree);
    tree = load(SDF("1.9", LINK("a", "<pose>0 0 1 0 0 0</pose>")), NULL);
    ck_assert_str_eq(cdy_tree_body(tree, 0)->name, "world");
    ck_assert_int_eq(joint_of(tree, "a_fixed")->type, CDY_JOINT_FIXED);
    stands_at(tree, "a", 0, 0, 1);
    cdy_tree_destroy(tree);
    tree = load(SDF("1.9", LINK("a", "<pose>0 0 1 0 0 0</pose>") JOINT("w", "prismatic", "world", "a", AXIS)), NULL);
    ck_assert_int_eq(joint_of(tree, "w")->type, CDY_JOINT_PRISMATIC);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_floating_base_is_at_home_where_the_file_puts_it)
{
    cdy_load_options options = cdy_load_options_default();
    options.floating_base = true;
    cdy_tree *tree = load_with(SDF("1.9", LINK("a", "<pose>0 0 1 0 0 0</pose>")), NULL, options);
    const cdy_joint *joint = joint_of(tree, "floating_base");
    ck_assert_int_eq(joint->type, CDY_JOINT_FLOATING);
    close_to(joint->home[0], 1);
    is_vector(joint->home + 4, 0, 0, 1);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(parts_without_a_joint_between_them_move_freely)
{
    cdy_tree *tree = load(SDF("1.9", LINK("a", "") LINK("b", "<pose>0 0 1 0 0 0</pose>")), NULL);
    ck_assert_int_eq(joint_of(tree, "a_free")->type, CDY_JOINT_FLOATING);
    stands_at(tree, "b", 0, 0, 1);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_static_model_stands_still)
{
    notes n = {0};
    cdy_tree *tree = load(
        SDF("1.9", "<static>true</static>" LINK("a", "") LINK("b", "") JOINT("j", "revolute", "a", "b", AXIS)), &n);
    ck_assert_int_eq(joint_of(tree, "j")->type, CDY_JOINT_FIXED);
    ck_assert_ptr_nonnull(strstr(n.text, "dynamics-unread:2"));
    cdy_tree_destroy(tree);
}
END_TEST

/* ---- joints ---- */

START_TEST(limits_dynamics_and_followers_are_read)
{
    cdy_tree *tree = load(
        SDF("1.11",
            LINK("a", "") LINK("b", "") LINK("c", "") JOINT(
                "j", "revolute", "a", "b",
                "<axis><xyz>0 0 "
                "2</xyz><limit><lower>-1</lower><upper>2</upper><effort>30</effort><velocity>4</velocity>"
                "</limit><dynamics><damping>.1</damping><friction>.2</friction><spring_stiffness>.3</spring_stiffness>"
                "<spring_reference>.4</spring_reference></dynamics></axis>")
                JOINT("k", "revolute", "b", "c",
                      "<axis><xyz>0 0 1</xyz><mimic joint='j'><multiplier>3</multiplier><offset>1</offset>"
                      "<reference>.5</reference></mimic></axis>")),
        NULL);
    const cdy_joint *j = joint_of(tree, "j"), *k = joint_of(tree, "k");
    ck_assert_int_eq(j->type, CDY_JOINT_REVOLUTE);
    const double read[8] = {j->limit.lower,      j->limit.upper,       j->limit.effort,       j->limit.velocity,
                            j->dynamics.damping, j->dynamics.friction, j->dynamics.stiffness, j->dynamics.spring_rest};
    const double right[8] = {-1, 2, 30, 4, .1, .2, .3, .4};
    for (int i = 0; i < 8; i++) {
        close_to(read[i], right[i]);
    }
    ck_assert_int_eq(k->type, CDY_JOINT_CONTINUOUS);
    ck_assert_str_eq(k->mimic.joint, "j");
    close_to(k->mimic.multiplier, 3);
    close_to(k->mimic.offset, -.5); /* 3 (q - 0.5) + 1 */
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(far_limits_are_none)
{
    cdy_tree *tree = load(
        SDF("1.9", LINK("a", "") LINK("b", "") LINK("c", "")
                       JOINT("j", "revolute", "a", "b",
                             "<axis><limit><lower>-1e16</lower><upper>1e16</upper><effort>-1</effort></limit></axis>")
                           JOINT("k", "prismatic", "b", "c",
                                 "<axis><limit><lower>-inf</lower><upper>.5</upper></limit></axis>")),
        NULL);
    ck_assert_int_eq(joint_of(tree, "j")->type, CDY_JOINT_CONTINUOUS);
    ck_assert(!joint_of(tree, "j")->limit.given);
    ck_assert(isinf(joint_of(tree, "k")->limit.lower));
    close_to(joint_of(tree, "k")->limit.upper, .5);
    cdy_tree_destroy(tree);
}
END_TEST

/* A joint against its direction: the base is its child. The body's mass is 1 m off the axis. */
START_TEST(a_tree_spans_joints_of_either_direction)
{
    cdy_tree *tree = load(SDF("1.9", LINK("a", "") LINK("b", "") LINK("c", "<pose>0 1 0 0 0 0</pose>")
                                         JOINT("j", "revolute", "a", "b", AXIS)
                                             JOINT("k", "revolute", "c", "b", "<pose>0 .5 0 0 0 0</pose>" AXIS)),
                          NULL);
    const int c = cdy_tree_find_body(tree, "c");
    ck_assert_str_eq(cdy_tree_body(tree, cdy_tree_parent(tree, c))->name, "b");
    is_vector(joint_of(tree, "k")->axis, 0, 0, -1);
    is_vector(joint_of(tree, "k")->origin.xyz, 0, .5, 0);
    stands_at(tree, "c", 0, 1, 0);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(loops_are_cut_and_named)
{
    notes n = {0};
    cdy_tree *tree = load(SDF("1.9", LINK("a", "") LINK("b", "") LINK("c", "") JOINT("j", "revolute", "a", "b", AXIS)
                                         JOINT("k", "revolute", "a", "c", AXIS) JOINT("l", "revolute", "b", "c", AXIS)),
                          &n);
    ck_assert_int_eq(cdy_tree_body_count(tree), 2);
    ck_assert_ptr_nonnull(strstr(n.text, "dynamics-unread:8"));
    cdy_tree_destroy(tree);
}
END_TEST

/* Limits, damping, friction, springs and leaders of a joint that closes a loop, which a loop of the tree cannot have,
 * have a warning each. */
START_TEST(what_cut_joints_lose_is_named)
{
    static const struct {
        const char *content, *warnings;
    } cases[] = {
        {"<axis><xyz>0 0 1</xyz></axis>", "dynamics-unread:8 "},
        {"<axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis>",
         "dynamics-unread:8 dynamics-unread:8 "},
        {"<axis><xyz>0 0 1</xyz><limit><effort>3</effort></limit><dynamics><damping>1</damping><friction>1</friction>"
         "<spring_stiffness>2</spring_stiffness></dynamics></axis>",
         "dynamics-unread:8 dynamics-unread:8 dynamics-unread:8 dynamics-unread:8 dynamics-unread:8 "},
        {"<axis><xyz>0 0 1</xyz><mimic joint='k'/></axis>", "dynamics-unread:8 dynamics-unread:8 "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4096];
        notes n = {.without_notes = true};
        snprintf(text, sizeof text,
                 SDF("1.11", LINK("a", "") LINK("b", "") LINK("c", "") JOINT("j", "revolute", "a", "b", AXIS)
                                 JOINT("k", "revolute", "a", "c", AXIS) JOINT("l", "revolute", "b", "c", "%s")),
                 cases[i].content);
        cdy_tree *tree = load(text, &n);
        ck_assert_int_eq(cdy_tree_loop_count(tree), 1);
        ck_assert_str_eq(n.text, cases[i].warnings);
        cdy_tree_destroy(tree);
    }
}
END_TEST

START_TEST(universal_joints_are_two)
{
    cdy_tree *tree = load(
        SDF("1.9", LINK("a", "") LINK("b", "") JOINT("j", "universal", "a", "b",
                                                     "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>")),
        NULL);
    is_vector(joint_of(tree, "j")->axis, 1, 0, 0);
    is_vector(joint_of(tree, "j_axis2")->axis, 0, 1, 0);
    cdy_tree_destroy(tree);
}
END_TEST

/* Returns gravity's torque at a robot with one degree of freedom, gravity along -z, and its inertia. */
static double lift(const cdy_tree *tree, double *inertia)
{
    cdy_error error;
    cdy_model *model = NULL;
    cdy_workspace *workspace = NULL;
    double q = 0.3, tau = 0;
    const double gravity[3] = {0, 0, -9.81};
    ck_assert_ok(cdy_model_create(tree, &model, &error), error);
    ck_assert_ok(cdy_model_set_gravity(model, gravity, &error), error);
    ck_assert_ok(cdy_workspace_create(model, &workspace, &error), error);
    ck_assert_int_eq(cdy_model_nv(model), 1);
    ck_assert_ok(cdy_gravity_torque(model, workspace, &q, &tau, &error), error);
    ck_assert_ok(cdy_mass_matrix(model, workspace, &q, inertia, &error), error);
    cdy_workspace_destroy(workspace);
    cdy_model_destroy(model);
    return tau;
}

/* A nut of 2 kg and 1 kg m2 that moves by `lead` while it turns by 1 rad: m g lead, and I + m lead^2. */
START_TEST(screws_move_while_they_turn)
{
    static const struct {
        const char *pitch;
        double lead;
    } cases[] = {{"", 1 / 6.283185307179586},
                 {"<screw_thread_pitch>0.5</screw_thread_pitch>", 0.5 / 6.283185307179586},
                 {"<thread_pitch>-4</thread_pitch>", 0.25},
                 {"<thread_pitch>9</thread_pitch><screw_thread_pitch>-2</screw_thread_pitch>", -2 / 6.283185307179586}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int against = 0; against < 2; against++) {
            char text[2048];
            double inertia = 0;
            snprintf(text, sizeof text,
                     SDF("1.10", LINK("a", "") LINK("b", "") JOINT("w", "fixed", "world", "a", "")
                                     JOINT("j", "screw", "%s", "%s", AXIS "%s")),
                     against ? "b" : "a", against ? "a" : "b", cases[i].pitch);
            cdy_tree *tree = load(text, NULL);
            ck_assert_str_eq(joint_of(tree, "j_slide")->mimic.joint, "j");
            close_to(lift(tree, &inertia), (against ? -1 : 1) * 2 * 9.81 * cases[i].lead);
            close_to(inertia, 1 + 2 * cases[i].lead * cases[i].lead);
            cdy_tree_destroy(tree);
        }
    }
}
END_TEST

/* ---- masses ---- */

START_TEST(a_ball_joint_is_spherical)
{
    notes n = {0};
    cdy_tree *tree =
        load(SDF("1.9", LINK("a", "") LINK("b", "") JOINT("j", "ball", "a", "b", "<pose>.1 .2 .3 0 0 0</pose>")), &n);
    const cdy_joint *j = joint_of(tree, "j");
    ck_assert_int_eq(j->type, CDY_JOINT_SPHERICAL);
    is_vector(j->child.xyz, -0.1, -0.2, -0.3);
    ck_assert_ptr_null(strstr(n.text, "dynamics-unread"));
    cdy_tree_destroy(tree);
    tree = load(SDF("1.9", LINK("a", "") LINK("b", "") JOINT("j", "ball", "a", "b", "<axis/>")), &n);
    ck_assert_ptr_nonnull(strstr(n.text, "dynamics-unread:5 "));
    cdy_tree_destroy(tree);
}
END_TEST

/* A box of 1 x 2 x 3 m and 1000 kg/m3 beside a ball; then a box whose mass is given. */
START_TEST(inertia_comes_of_collisions_where_it_is_automatic)
{
    cdy_tree *tree = load(
        SDF("1.12",
            "<link name='a'><inertial auto='true'/><collision name='c'><pose>0 0 1 0 0 0</pose><geometry><box>"
            "<size>1 2 3</size></box></geometry></collision></link>"
            "<link name='b'><inertial auto='true'><mass>5</mass></inertial><collision name='c'><density>7"
            "</density><geometry><cone><radius>1</radius><length>4</length></cone></geometry></collision></link>" JOINT(
                "j", "revolute", "a", "b", AXIS)),
        NULL);
    const cdy_inertial *a = &body_of(tree, "a")->inertial, *b = &body_of(tree, "b")->inertial;
    close_to(a->mass, 6000);
    is_vector(a->origin.xyz, 0, 0, 1);
    close_to(a->inertia[0], 6000 * (4 + 9) / 12.);
    close_to(b->mass, 5);
    is_vector(b->origin.xyz, 0, 0, -1); /* a quarter of the height above the base */
    close_to(b->inertia[0], 5 * (3 * 1. / 20 + 3 * 16. / 80));
    close_to(b->inertia[5], 5 * 3. / 10);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_link_without_inertia_has_one_kilogram)
{
    notes n = {0};
    cdy_tree *tree = load(SDF("1.9", "<link name='a'/>"), &n);
    close_to(body_of(tree, "a")->inertial.mass, 1);
    close_to(body_of(tree, "a")->inertial.inertia[3], 1);
    ck_assert_ptr_nonnull(strstr(n.text, "inertia-placeholder:3"));
    cdy_tree_destroy(tree);
}
END_TEST

/* ---- worlds and files ---- */

static const char worlds[] = "<sdf version='1.9'><world name='w'><gravity>0 0 -1.6</gravity>\n<model name='floor'>"
                             "<static>1</static><link name='a'/></model>\n<model name='m'>" LINK(
                                 "x", "") "</model>\n<model name='n'>" LINK("y", "") "</model></world></sdf>";

/* Every model is named, or counted; models that do not move are told apart. */
START_TEST(several_models_are_named)
{
    static const struct {
        int count;
        bool still;
        const char *said;
    } cases[] = {
        {2, false, "several models that move: 'model_0', 'model_1'; expected the name of one"},
        {2, true, "several models, and none that moves: 'model_0', 'model_1'; expected the name of one"},
        {100, false, "'model_20' and 79 more; expected the name of one"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[12000];
        size_t length = (size_t)snprintf(text, sizeof text, "<sdf version='1.9'><world name='w'>");
        for (int k = 0; k < cases[i].count; k++) {
            length += (size_t)snprintf(text + length, sizeof text - length,
                                       "<model name='model_%d'><static>%d</static><link name='a'/></model>", k,
                                       cases[i].still);
        }
        snprintf(text + length, sizeof text - length, "</world></sdf>");
        cdy_tree *tree = NULL;
        cdy_error error = {0};
        ck_assert_int_eq(cdy_load_text(text, strlen(text), "w.sdf", NULL, &tree, &error), CDY_ERROR_ROBOT);
        ck_assert_msg(strstr(error.text, cases[i].said) != NULL, "%s", error.text);
    }
}
END_TEST

START_TEST(the_model_is_chosen)
{
    cdy_load_options options = cdy_load_options_default();
    cdy_tree *tree = NULL;
    cdy_error error;
    notes n = {0};
    ck_assert_int_eq(cdy_load_text(worlds, strlen(worlds), "w", NULL, &tree, &error), CDY_ERROR_ROBOT);
    ck_assert_ptr_nonnull(strstr(error.text, "'m', 'n'; expected the name of one"));
    options.model = "n";
    tree = load_with(worlds, &n, options);
    ck_assert_str_eq(cdy_tree_name(tree), "n");
    ck_assert_ptr_nonnull(strstr(n.text, "dynamics-unread:1")); /* the gravity of the moon */
    ck_assert_ptr_nonnull(strstr(n.text, "model-unread:2"));
    cdy_tree_destroy(tree);
}
END_TEST

/* Of two models of one name neither is meant more than the other. */
START_TEST(a_name_of_two_models_chooses_none)
{
    static const char text[] =
        "<sdf version='1.9'><world name='w'>\n<model name='m'><link name='a'/></model>\n"
        "<model name='m'><link name='b'/></model><model name='n'><link name='c'/></model></world></sdf>";
    cdy_load_options options = cdy_load_options_default();
    cdy_tree *tree = NULL;
    cdy_error error;
    options.model = "m";
    ck_assert_int_eq(cdy_load_text(text, strlen(text), "w", &options, &tree, &error), CDY_ERROR_ROBOT);
    ck_assert_int_eq(error.line, 3);
    ck_assert_ptr_nonnull(strstr(error.text, "the model in line 2 has the name 'm' as well"));
    options.model = "n";
    ck_assert_ok(cdy_load_text(text, strlen(text), "w", &options, &tree, &error), error);
    cdy_tree_destroy(tree);
}
END_TEST

static const char assembly[] =
    SDF("1.9", LINK("a", "") "<include><uri>model://hand</uri><name>left</name><pose>0 1 0 0 0 0</pose></include>"
                             "<include merge='true'><uri>model://hand</uri><pose>0 2 0 0 0 0</pose></include>" JOINT(
                                 "j", "fixed", "a", "left::palm", "") JOINT("k", "fixed", "a", "palm", ""));

static cdy_status load_assembly(cdy_tree **tree, cdy_error *error)
{
    char path[300];
    return cdy_load_file(path_in_folder(path, sizeof path, "robot.sdf"), NULL, tree, error);
}

static void remove_assembly(void)
{
    check_run("rm -r hand", 0, "", "");
    close_folder();
}

static void write_assembly(void)
{
    check_run("mkdir hand", 0, "", "");
    put_file("hand/model.config", "<model><sdf version='1.4'>old.sdf</sdf><sdf version='1.9'>new.sdf</sdf></model>");
    put_file("hand/new.sdf", SDF("1.9", LINK("palm", "")));
    put_file("robot.sdf", assembly);
}

START_TEST(models_are_included_by_name_and_merged)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    open_folder();
    write_assembly();
    ck_assert_ok(load_assembly(&tree, &error), error);
    stands_at(tree, "left::palm", 0, 1, 0);
    stands_at(tree, "palm", 0, 2, 0);
    cdy_tree_destroy(tree);
    remove_assembly();
}
END_TEST

/* A model that includes itself ends with a message. */
START_TEST(a_model_that_includes_itself_is_refused)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    open_folder();
    put_file("robot.sdf", SDF("1.9", LINK("a", "") "<include><uri>robot.sdf</uri><name>b</name></include>"));
    ck_assert_int_eq(load_assembly(&tree, &error), CDY_ERROR_ROBOT);
    ck_assert_msg(strstr(error.text, "expected"), "%s", error.text);
    close_folder();
}
END_TEST

/* Text that looks like a comment, in CDATA or in an instruction, is no comment and stays as it is. */
START_TEST(text_keeps_its_hyphens)
{
    static const char text[] = SDF(
        "1.9", "<!-- a -- b --><?x <!-- ?>" LINK("a", "<visual name='v'><geometry><mesh><uri><![CDATA[<!--a-b-->.obj"
                                                      "]]></uri></mesh></geometry></visual>") "<!-- -- -->");
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    ck_assert_ok(cdy_load_text(text, strlen(text), "robot.sdf", NULL, &tree, &error), error);
    ck_assert_str_eq(cdy_tree_body(tree, cdy_tree_find_body(tree, "a"))->visuals[0].geometry.mesh, "<!--a-b-->.obj");
    cdy_tree_destroy(tree);
}
END_TEST

/* A mesh that is missing is refused by Drake 1.51, and not by libsdformat, which opens none; so is one of an unknown
 * package. */
START_TEST(missing_meshes_are_errors_where_programs_open_them)
{
    static const struct {
        cdy_program program;
        int errors;
    } cases[] = {{CDY_PROGRAM_NONE, 0}, {CDY_PROGRAM_DRAKE, 1}, {CDY_PROGRAM_SDFORMAT, 0}};
    char path[256];
    open_folder();
    path_in_folder(path, sizeof path, "robot.sdf");
    static const char *const meshes[] = {"gone.obj", "package://none/gone.obj", "model://none/gone.obj"};
    for (size_t i = 0; i < 3 * (sizeof cases / sizeof *cases); i++) {
        cdy_error error = {0};
        cdy_check_summary summary;
        cdy_check_options options = cdy_check_options_default();
        char text[512];
        snprintf(text, sizeof text,
                 SDF("1.9", LINK("a", "<visual name='v'><geometry><mesh><uri>%s</uri></mesh></geometry></visual>")),
                 meshes[i % 3]);
        put_file("robot.sdf", text);
        options.program = cases[i / 3].program;
        ck_assert_ok(cdy_check_file(path, &options, &summary, &error), error);
        ck_assert_msg((int)summary.errors == cases[i / 3].errors, "%s: %zu errors", meshes[i % 3],
                      (size_t)summary.errors);
    }
    close_folder();
}
END_TEST

/* ---- faults ---- */

/* theta_2 = -ratio theta_1, both from the reference, about the axes of the gearbox, which stand in the frame of the
 * child: x of the world is -z there. */
START_TEST(a_gearbox_makes_a_joint_follow)
{
    static const struct {
        const char *input, *axis, *axis2;
        double multiplier;
    } cases[] = {
        {JOINT("i", "revolute", "r", "p", "<axis><xyz>1 0 0</xyz></axis>"), "0 0 -1", "0 0 -1", -5},
        {JOINT("i", "revolute", "r", "p", "<axis><xyz>1 0 0</xyz></axis>"), "0 0 1", "0 0 -1", 5},
        {JOINT("i", "revolute", "r", "p", "<axis><xyz>1 0 0</xyz></axis>"), "0 0 -1", "0 0 1", 5},
        {JOINT("i", "revolute", "r", "p", "<axis><xyz>-1 0 0</xyz></axis>"), "0 0 1", "0 0 -2", -5},
        {JOINT("i", "continuous", "p", "r", "<axis><xyz>1 0 0</xyz></axis>"), "0 0 -1", "0 0 -1", 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4000];
        snprintf(text, sizeof text,
                 SDF("1.9",
                     LINK("r", "") LINK("p", "") LINK("c", "<pose>0 0 1 0 -1.5707963267948966 0</pose>") "%s" JOINT(
                         "o", "revolute", "r", "c", "<axis><xyz>0 0 -1</xyz></axis>")
                         JOINT("g", "gearbox", "p", "c",
                               "<gearbox_reference_body>r</gearbox_reference_body><gearbox_ratio>5</gearbox_ratio>"
                               "<axis><xyz>%s</xyz></axis><axis2><xyz>%s</xyz></axis2>")),
                 cases[i].input, cases[i].axis, cases[i].axis2);
        notes n = {0};
        cdy_tree *tree = load(text, &n);
        ck_assert_msg(!strstr(n.text, "unread"), "case %zu: %s", i, n.text);
        ck_assert_int_eq(cdy_tree_body_count(tree), 2);
        const cdy_joint *o = joint_of(tree, "o");
        ck_assert_msg(o->mimic.joint && strcmp(o->mimic.joint, "i") == 0, "case %zu", i);
        ck_assert_msg(fabs(o->mimic.multiplier - cases[i].multiplier) < 1e-12, "case %zu: %g", i, o->mimic.multiplier);
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* Joints of other types do not read what only gearboxes have; a misspelled part of a gearbox is no such part. */
START_TEST(parts_of_gearboxes_are_read_in_gearboxes_only)
{
    notes n = {0};
    cdy_tree_destroy(load(SDF("1.9", LINK("a", "") LINK("b", "")
                                         JOINT("j", "revolute", "a", "b", AXIS "<gearbox_ratio>5</gearbox_ratio>")),
                          &n));
    ck_assert_msg(strstr(n.text, "part-unread:5 ") != NULL, "%s", n.text);
    memset(&n, 0, sizeof n);
    cdy_tree_destroy(
        load(GEARBOX("<gearbox_reference_body>r</gearbox_reference_body><gearbox_ratoi>5</gearbox_ratoi>" AXIS
                     "<axis2><xyz>0 0 1</xyz></axis2>"),
             &n));
    ck_assert_msg(strstr(n.text, "element-misspelled:8 ") && !strstr(n.text, "unread"), "%s", n.text);
}
END_TEST

/* The axes of a gearbox have directions alone: what else they have is for the joints that turn about them. */
START_TEST(axes_of_gearboxes_have_directions_only)
{
    static const char reference[] = "<gearbox_reference_body>r</gearbox_reference_body>";
    char text[4096];
    notes n = {0};
    snprintf(text, sizeof text,
             GEARBOX("%s<axis><xyz>0 0 1</xyz>\n<dynamics><damping>1</damping></dynamics></axis>"
                     "<axis2><xyz>0 0 1</xyz>\n<limit><effort>1</effort></limit>\n<xzy/></axis2>"),
             reference);
    cdy_tree_destroy(load(text, &n));
    ck_assert_msg(strstr(n.text, "dynamics-unread:9 ") && strstr(n.text, "dynamics-unread:10 ") &&
                      strstr(n.text, "element-misspelled:11 "),
                  "%s", n.text);
}
END_TEST

/* Of two joints of the same links, the first that turns counts, whatever the order of the links. */
START_TEST(a_gearbox_takes_the_first_joint_that_turns)
{
    cdy_tree *tree =
        load(SDF("1.9", LINK("r", "") LINK("a", "") LINK("b", "") JOINT("o", "revolute", "b", "r", AXIS)
                            JOINT("i", "revolute", "r", "a", AXIS) JOINT("k", "revolute", "a", "r", AXIS)
                                JOINT("g", "gearbox", "a", "b",
                                      "<gearbox_reference_body>r</gearbox_reference_body>"
                                      "<gearbox_ratio>3</gearbox_ratio>" AXIS "<axis2><xyz>0 0 1</xyz></axis2>")),
             NULL);
    const cdy_joint *o = joint_of(tree, "o");
    ck_assert_ptr_nonnull(o->mimic.joint);
    ck_assert_str_eq(o->mimic.joint, "i");
    close_to(o->mimic.multiplier, 3); /* o turns r against b */
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(faults_name_line_and_reason)
{
    static const struct {
        const char *text;
        int line;
        const char *reason;
    } cases[] = {
        {"<sdf version='1.9'/>", 1, "<sdf> has no <model>"},
        {SDF("1.9", ""), 2, "the model has no <link>"},
        {SDF("1.9",
             LINK("a", "") LINK("b", "") JOINT("j", "revolute", "a", "b", AXIS) JOINT("g", "gearbox", "a", "b", AXIS)),
         6, "lacks <gearbox_reference_body>"},
        {GEARBOX("<gearbox_reference_body>a</gearbox_reference_body>" AXIS), 8,
         "needs a revolute joint between its reference 'a' and 'a'"},
        {GEARBOX("<gearbox_reference_body>r</gearbox_reference_body><axis><xyz>1 0 0</xyz></axis>"), 8,
         "<axis> of a gearbox is not along that of the joint 'i'"},
        {GEARBOX("<gearbox_reference_body>r</gearbox_reference_body>" AXIS), 8, "lacks <axis2>"},
        {GEARBOX("<gearbox_reference_body>r</gearbox_reference_body><gearbox_ratio>inf</gearbox_ratio>" AXIS), 8,
         "a finite <gearbox_ratio>"},
        {SDF("1.9", LINK("a", "") LINK("a", "")), 4, "'a': the model has a link, joint, frame or model of this name"},
        {SDF("1.9", LINK("a", "<pose relative_to='b'>0 0 0 0 0 0</pose>")), 3, "'b' names no link"},
        {SDF("1.9", LINK("a", "<pose relative_to='b'/>") LINK("b", "<pose relative_to='a'/>")), 3, "depends on itself"},
        {SDF("1.9", LINK("a", "") "<frame name='f' attached_to='f'/>"), 4, "depends on itself"},
        {SDF("1.9", LINK("a", "<pose>1 2 3</pose>")), 3, "<pose> '1 2 3' is not 6 numbers"},
        {SDF("1.9", LINK("a", "") LINK("b", "") JOINT("j", "hinge", "a", "b", "")), 5, "type 'hinge' is unknown"},
        {SDF("1.9", LINK("a", "") JOINT("j", "fixed", "a", "b", "")), 4, "'b' names no link"},
        {SDF("1.9", LINK("a", "") LINK("b", "") JOINT("j", "revolute", "a", "b", "<axis><xyz>0 0 0</xyz></axis>")), 5,
         "the axis is no direction"},
        {SDF("1.9", LINK("a", "") LINK("b", "") JOINT("j", "screw", "a", "b",
                                                      AXIS "<screw_thread_pitch>inf"
                                                           "</screw_thread_pitch>")),
         5, "joint 'j': <screw_thread_pitch> is inf; expected meters a turn"},
        {SDF("1.9", LINK("a", "") LINK("b", "") JOINT("j", "screw", "a", "b", AXIS "<thread_pitch>inf</thread_pitch>")),
         5, "joint 'j': <thread_pitch> is inf; expected a finite number other than 0"},
        {SDF("1.9", LINK("a", "") LINK("b", "") JOINT("j", "screw", "a", "b", AXIS "<thread_pitch>0</thread_pitch>")),
         5, "joint 'j': <thread_pitch> is 0; expected a finite number other than 0"},
        {SDF("1.9", "<link name='a'><inertial><mass>-1</mass></inertial></link>"), 3, "the mass is -1"},
        {SDF("1.9", "<include><uri>model://nowhere</uri></include>"), 3, "the model 'nowhere' is not found"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_tree *tree = NULL;
        cdy_error error = {0};
        const cdy_status status = cdy_load_text(cases[i].text, strlen(cases[i].text), "case.sdf", NULL, &tree, &error);
        ck_assert_msg(status == CDY_ERROR_ROBOT, "%s", cases[i].text);
        ck_assert_msg(strstr(error.text, cases[i].reason), "%s: %s", cases[i].text, error.text);
        ck_assert_msg(error.line == cases[i].line, "line %d of %s", error.line, cases[i].text);
    }
}
END_TEST

/* libsdformat, too, takes the first of two. */
START_TEST(elements_that_stand_there_again_are_named)
{
    notes n = {0};
    cdy_tree *tree = load(SDF("1.9", LINK("r", "") LINK("a", "") LINK("b", "") JOINT("i", "revolute", "r", "a", AXIS)
                                         JOINT("o", "revolute", "r", "b", AXIS "\n" AXIS)
                                             JOINT("g", "gearbox", "a", "b",
                                                   "<gearbox_reference_body>r</gearbox_reference_body>"
                                                   "<gearbox_ratio>2</gearbox_ratio>\n<gearbox_ratio>3"
                                                   "</gearbox_ratio>" AXIS "<axis2><xyz>0 0 1</xyz></axis2>")),
                          &n);
    ck_assert_double_eq_tol(fabs(joint_of(tree, "o")->mimic.multiplier), 2, 1e-12);
    ck_assert_msg(strstr(n.text, "dynamics-unread:8") && strstr(n.text, "dynamics-unread:10"), "%s", n.text);
    ck_assert_msg(!strstr(n.text, "part-unread"), "%s", n.text); /* what makes a gearbox is read */
    cdy_tree_destroy(tree);
}
END_TEST

static void keep_error(void *context, const cdy_finding *finding)
{
    if (finding->level == CDY_LEVEL_ERROR) {
        snprintf(context, 500, "%d: %s: %s", finding->line, finding->element, finding->message);
    }
}

#define TURNING(type)                                                                                                  \
    SDF("1.9", LINK("r", "") LINK("a", "") JOINT("j", type, "r", "a", AXIS "<axis2><xyz>1 0 0</xyz></axis2>"))

/* Drake 1.51 reads neither gearboxes nor joints of the type revolute2. */
START_TEST(types_that_drake_refuses_are_errors_for_it)
{
    static const struct {
        const char *text, *said; /* said with the line */
    } cases[] = {
        {GEARBOX("<gearbox_reference_body>r</gearbox_reference_body>" AXIS "<axis2><xyz>0 0 1</xyz></axis2>"),
         "8: joint 'g': a joint of the type gearbox is refused"},
        {TURNING("revolute2"), "5: joint 'j': a joint of the type revolute2 is refused"},
        {TURNING("universal"), ""},
    };
    static const cdy_program programs[] = {CDY_PROGRAM_DRAKE, CDY_PROGRAM_NONE, CDY_PROGRAM_SDFORMAT};
    for (size_t i = 0; i < 3 * sizeof cases / sizeof *cases; i++) {
        char errors[500] = "";
        const char *text = cases[i / 3].text, *said = i % 3 == 0 ? cases[i / 3].said : "";
        cdy_check_options options = cdy_check_options_default();
        cdy_error error;
        options.program = programs[i % 3];
        options.report = keep_error;
        options.context = errors;
        ck_assert_ok(cdy_check_text(text, strlen(text), "case.sdf", &options, NULL, &error), error);
        ck_assert_msg(strncmp(errors, said, *said ? strlen(said) : 1) == 0, "case %zu: %s", i, errors);
    }
}
END_TEST

/* `check` goes on behind a fault in the first of two axes. */
START_TEST(faults_in_parts_are_found_together)
{
    static const char text[] =
        SDF("1.9", LINK("a", "") LINK("b", "") LINK("c", "<pose>1</pose>")
                       JOINT("j", "universal", "a", "b", "<axis><xyz expressed_in='w'>1 0 0</xyz></axis><axis2/>")
                           JOINT("k", "revolute", "b", "c", ""));
    cdy_check_summary summary = {0};
    cdy_error error = {0};
    ck_assert_ok(cdy_check_text(text, strlen(text), "case.sdf", NULL, &summary, &error), error);
    ck_assert_int_ge(summary.errors, 3);
}
END_TEST

START_TEST(what_is_not_read_is_named)
{
    notes n = {0};
    cdy_tree *tree = load(SDF("1.9", "<plugin name='p' filename='p'/>\n" LINK("a", "<gravity>false</gravity>")
                                         LINK("b", "<visaul name='v'/>") JOINT("j", "revolute", "a", "b", AXIS)),
                          &n);
    static const char *const expected[] = {"part-unread:3", "dynamics-unread:4", "element-misspelled:5"};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        ck_assert_msg(strstr(n.text, expected[i]), "%s", n.text);
    }
    cdy_tree_destroy(tree);
}
END_TEST

/* Of numbers that stand twice the first counts, which is said; so is a misspelled one. */
/* A model of a world that is misspelled is missing; lights and actors are no part of the robot. */
START_TEST(misspelled_elements_of_worlds_are_named)
{
    static const char text[] =
        "<sdf version='1.9'><world name='w'><light name='l'/><actor name='a'/>\n<modle name='k'/>"
        "<model name='m'><link name='a'/></model></world></sdf>";
    notes n = {.without_notes = true};
    cdy_tree_destroy(load(text, &n));
    ck_assert_msg(strstr(n.text, "element-misspelled:2 ") != NULL, "%s", n.text);
    ck_assert_msg(strstr(n.text, "element-misspelled:1 ") == NULL, "%s", n.text);
}
END_TEST

START_TEST(numbers_that_stand_twice_are_named)
{
    notes n = {0};
    cdy_tree *tree =
        load(SDF("1.9", "<link name='a'/><link name='b'><inertial>\n<mass>2</mass>\n<mass>3</mass>\n"
                        "<inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz>\n<izz>2</izz>\n<iyx>0</iyx></inertia>\n"
                        "<inertia/></inertial></link>" JOINT(
                            "j", "revolute", "a", "b",
                            "<axis><xyz>0 0 1</xyz><dynamics><damping>1</damping>\n<damping>2</damping>"
                            "</dynamics></axis>")),
             &n);
    static const char *const expected[] = {"dynamics-unread:5", "dynamics-unread:7", "element-misspelled:8",
                                           "dynamics-unread:9", "dynamics-unread:10"};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        ck_assert_msg(strstr(n.text, expected[i]), "no %s in %s", expected[i], n.text);
    }
    ck_assert_double_eq(cdy_tree_body(tree, 1)->inertial.mass, 2);
    ck_assert_double_eq(cdy_tree_body(tree, 1)->joint.dynamics.damping, 1);
    cdy_tree_destroy(tree);
}
END_TEST

static const char rich[] =
    SDF("1.11", LINK("a", "<pose>0 0 1 0 0 0</pose>") "<model name='n'>" LINK("b", "") LINK("c", "")
                    JOINT("j", "universal", "b", "c",
                          AXIS "<axis2><xyz>1 0 0</xyz><mimic joint='j'/></axis2>") "</model><frame name='f' "
                                                                                    "attached_to='n::c'/>" JOINT(
                                                                                        "k", "revolute", "a", "n::b",
                                                                                        AXIS) "<link "
                                                                                              "name='d'><"
                                                                                              "inertial "
                                                                                              "auto='true'/"
                                                                                              "><collision "
                                                                                              "name='c'><"
                                                                                              "geometry><"
                                                                                              "sphere><"
                                                                                              "radius>1</"
                                                                                              "radius>"
                                                                                              "</sphere></"
                                                                                              "geometry></"
                                                                                              "collision></"
                                                                                              "link>");

START_TEST(every_beginning_is_loaded_or_refused)
{
    for (size_t size = 0; size <= strlen(rich); size++) {
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        const cdy_status status = cdy_load_text(rich, size, "case.sdf", NULL, &tree, &error);
        ck_assert_int_eq(status, size >= strlen(rich) - 1 ? CDY_OK : CDY_ERROR_ROBOT);
        cdy_tree_destroy(tree);
    }
}
END_TEST

static cdy_status load_rich(cdy_tree **tree, cdy_error *error)
{
    return cdy_load_text(rich, strlen(rich), "case.sdf", NULL, tree, error);
}

START_TEST(a_failing_allocation_is_reported)
{
    fail_each_allocation(load_rich, 50);
}
END_TEST

START_TEST(a_failing_allocation_with_files_is_reported)
{
    open_folder();
    write_assembly();
    fail_each_allocation(load_assembly, 50);
    remove_assembly();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sdf");
    TCase *tests = tcase_create("sdf");
    tcase_add_test(tests, text_keeps_its_hyphens);
    tcase_add_test(tests, missing_meshes_are_errors_where_programs_open_them);
    tcase_add_test(tests, poses_are_relative_to_frames);
    tcase_add_test(tests, axes_are_written_in_a_frame);
    tcase_add_test(tests, models_in_models_have_names_and_placement_frames);
    tcase_add_test(tests, the_base_is_the_root_link_or_the_world);
    tcase_add_test(tests, a_floating_base_is_at_home_where_the_file_puts_it);
    tcase_add_test(tests, parts_without_a_joint_between_them_move_freely);
    tcase_add_test(tests, a_static_model_stands_still);
    tcase_add_test(tests, limits_dynamics_and_followers_are_read);
    tcase_add_test(tests, far_limits_are_none);
    tcase_add_test(tests, a_tree_spans_joints_of_either_direction);
    tcase_add_test(tests, loops_are_cut_and_named);
    tcase_add_test(tests, what_cut_joints_lose_is_named);
    tcase_add_test(tests, universal_joints_are_two);
    tcase_add_test(tests, screws_move_while_they_turn);
    tcase_add_test(tests, a_ball_joint_is_spherical);
    tcase_add_test(tests, inertia_comes_of_collisions_where_it_is_automatic);
    tcase_add_test(tests, a_link_without_inertia_has_one_kilogram);
    tcase_add_test(tests, the_model_is_chosen);
    tcase_add_test(tests, a_name_of_two_models_chooses_none);
    tcase_add_test(tests, several_models_are_named);
    tcase_add_test(tests, models_are_included_by_name_and_merged);
    tcase_add_test(tests, a_gearbox_makes_a_joint_follow);
    tcase_add_test(tests, parts_of_gearboxes_are_read_in_gearboxes_only);
    tcase_add_test(tests, axes_of_gearboxes_have_directions_only);
    tcase_add_test(tests, a_gearbox_takes_the_first_joint_that_turns);
    tcase_add_test(tests, faults_name_line_and_reason);
    tcase_add_test(tests, elements_that_stand_there_again_are_named);
    tcase_add_test(tests, types_that_drake_refuses_are_errors_for_it);
    tcase_add_test(tests, faults_in_parts_are_found_together);
    tcase_add_test(tests, what_is_not_read_is_named);
    tcase_add_test(tests, misspelled_elements_of_worlds_are_named);
    tcase_add_test(tests, numbers_that_stand_twice_are_named);
    tcase_add_test(tests, a_model_that_includes_itself_is_refused);
    tcase_add_test(tests, every_beginning_is_loaded_or_refused);
    tcase_add_test(tests, a_failing_allocation_is_reported);
    tcase_add_test(tests, a_failing_allocation_with_files_is_reported);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
