/* <attach> of MJCF: copies of other models keep their own units, classes and files. tests/python/test_mjcf_attach.py
 * compares random ones with MuJoCo. */
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

static char path[256]; /* of the robot that attaches */

/* An arm of its own: in radians, with a class `heavy`, a mesh beside it, and a keyframe. */
static const char arm[] =
    "<mujoco model='arm'><compiler angle='radian' meshdir='meshes'/>\n"
    "<default><joint damping='0.5'/><geom type='box' size='.5 .5 .5' density='100'/><default class='heavy'><geom "
    "density='1000'/></default></default>\n"
    "<asset><mesh file='cube.obj' name='cube'/></asset>\n"
    "<worldbody>\n<body name='shelf' childclass='heavy' pos='9 9 9'>\n"
    "<body name='upper' pos='0 0 1'><joint name='lift' axis='0 1 0' range='-1 2'/><geom/>\n"
    "<frame name='end' pos='1 0 0'><body name='lower'><joint name='bend' axis='0 1 0'/><geom "
    "class='main'/></body></frame>"
    "</body></body>\n"
    "<body name='lid'><joint name='open'/><geom type='mesh' mesh='cube'/><body name='knob'><joint "
    "name='spin'/><geom/></body></body></worldbody>\n"
    "<tendon><fixed name='cord'><joint joint='lift' coef='1'/></fixed></tendon>\n"
    "<actuator><motor name='m' joint='lift' ctrlrange='-7 7'/><motor joint='open' ctrlrange='-3 3'/>"
    "<motor tendon='cord'/></actuator>\n"
    "<equality><joint joint1='bend' joint2='lift' polycoef='0 2'/><joint joint1='open' joint2='lift'/></equality>\n"
    "<keyframe><key name='home' qpos='0.25 0.5 0.75 1'/></keyframe></mujoco>\n";

static const char cube[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\nf 1 3 4\nf 1 4 2\n"
                           "f 5 6 8\nf 5 8 7\nf 1 2 6\nf 1 6 5\nf 3 7 8\nf 3 8 4\nf 1 5 7\nf 1 7 3\nf 2 4 8\nf 2 8 6\n";

#define BASE(attached, others)                                                                                         \
    "<mujoco><default><joint damping='9'/><geom density='1'/></default>\n<asset><model name='a' "                      \
    "file='parts/arm.xml'/></asset>\n<worldbody><body name='base'><joint name='turn' range='-90 90'/>"                 \
    "<geom type='sphere' size='1'/>\n" attached "</body></worldbody>" others "</mujoco>"

static void tear_down(void)
{
    check_run("rm -r parts", 0, "", "");
    close_folder();
}

static void set_up(void)
{
    open_folder();
    check_run("mkdir -p parts/meshes", 0, "", "");
    path_in_folder(path, sizeof path, "robot.xml");
    put_file("parts/arm.xml", arm);
    put_file("parts/meshes/cube.obj", cube);
}

static cdy_tree *load(const char *text)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    put_file("robot.xml", text);
    ck_assert_ok(cdy_load_file(path, NULL, &tree, &error), error);
    return tree;
}

/* Radians, classes and the density stay those of the arm; the damping and degrees of the base are its own. */
START_TEST(parts_keep_their_units_and_classes)
{
    cdy_tree *tree =
        load(BASE("<frame pos='0 2 0' euler='0 0 90'><attach model='a' body='upper' prefix='l_'/></frame>", ""));
    ck_assert_int_eq(cdy_tree_find_body(tree, "l_shelf"), -1);
    ck_assert_int_eq(cdy_tree_find_body(tree, "l_lid"), -1);
    stands_in_parent(tree, "l_upper", 0, 2, 1);
    stands_in_parent(tree, "l_lower", 1, 0, 0);
    close_to(joint_of(tree, "turn")->limit.upper, pi / 2);
    close_to(joint_of(tree, "l_lift")->limit.upper, 2);
    close_to(joint_of(tree, "turn")->dynamics.damping, 9);
    close_to(joint_of(tree, "l_lift")->dynamics.damping, 0.5);
    close_to(body_of(tree, "base")->inertial.mass, 4. / 3 * pi);
    close_to(body_of(tree, "l_upper")->inertial.mass, 1000); /* the class of the shelf around it */
    close_to(body_of(tree, "l_lower")->inertial.mass, 100);
    cdy_tree_destroy(tree);
}
END_TEST

/* Actuators and equalities that act on copied joints are copied, with the prefix before their names. */
START_TEST(actors_and_positions_are_those_of_the_copies)
{
    cdy_tree *tree = load(BASE("<attach model='a' body='upper' prefix='l_'/><attach model='a' prefix='r_'/>", ""));
    close_to(joint_of(tree, "l_lift")->limit.effort, 7);
    close_to(joint_of(tree, "r_open")->limit.effort, 3);
    close_to(joint_of(tree, "l_lift")->home[0], 0.25);
    close_to(joint_of(tree, "r_spin")->home[0], 1);
    ck_assert(!joint_of(tree, "turn")->home_given);
    ck_assert_str_eq(joint_of(tree, "l_bend")->mimic.joint, "l_lift");
    ck_assert_str_eq(joint_of(tree, "r_open")->mimic.joint, "r_lift");
    close_to(joint_of(tree, "l_bend")->mimic.multiplier, 2);
    close_to(body_of(tree, "r_lid")->inertial.mass, 100); /* 1 m3 of the mesh in the folder of the arm */
    cdy_tree_destroy(tree);
    tree = load(BASE("<attach model='a' body='upper' prefix='l_'/>", "<keyframe><key qpos='0.1 0.2 0.3'/></keyframe>"));
    close_to(joint_of(tree, "l_lift")->home[0], 0.2); /* the file's own key comes first */
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(a_world_is_a_body_where_it_is_named)
{
    cdy_tree *tree = load(BASE("<attach model='a' body='world' prefix='w_'/>", ""));
    stands_in_parent(tree, "w_world", 0, 0, 0);
    stands_in_parent(tree, "w_shelf", 9, 9, 9);
    cdy_tree_destroy(tree);
    tree = load(BASE("<attach model='a' frame='end' prefix='f_'/>", ""));
    stands_in_parent(tree, "f_lower", 1, 0, 0);
    ck_assert_int_eq(cdy_tree_find_body(tree, "f_upper"), -1);
    cdy_tree_destroy(tree);
}
END_TEST

/* Keeps the texts of warnings of excluded pairs. */
static void keep_excluded(void *context, const cdy_warning *w)
{
    char *texts = context;
    const size_t length = strlen(texts);
    if (strstr(w->text, "<exclude>")) {
        snprintf(texts + length, 2048 - length, "%s\n", w->text);
    }
}

/* Writes the exclusions of a tree as " a,b c,d ". */
static void list_exclusions(const cdy_tree *tree, char *text, size_t size)
{
    const char *body, *other;
    snprintf(text, size, " ");
    for (int i = 0; cdy_tree_exclusion(tree, i, &body, &other); i++) {
        const size_t length = strlen(text);
        snprintf(text + length, size - length, "%s,%s ", body, other);
    }
}

/* A model whose <contact> and <equality> name the world; so named by MuJoCo 4.0 where it is attached. */
START_TEST(pairs_of_attached_models_are_kept)
{
    static const struct {
        const char *attach, *said[3], *unsaid; /* of what is kept */
    } cases[] = {
        {"<attach model='p' prefix='l_'/>", {" l_a,l_b ", " l_a,l_c ", " world,l_b "}, "l_world"},
        {"<attach model='p' prefix='l_' body='a'/>", {" l_a,l_b ", " world,l_b "}, "l_c"},
        {"<attach model='p' prefix='l_' body='world'/>", {" l_world,l_b "}, " world,"},
        {"<attach model='p' prefix='l_' body='b'/><attach model='p' prefix='r_' body='a'/>",
         {" world,l_b ", " world,r_b ", " r_a,r_b "},
         "l_a"},
    };
    put_file("pair.xml",
             "<mujoco><worldbody><body name='a'><joint/><geom size='1'/><body name='b'><joint/><geom "
             "size='1'/></body></body><body name='c'><geom size='1'/></body></worldbody>\n<contact><exclude "
             "name='e' body1='a' body2='b'/>\n<exclude body1='a' body2='c'/>\n<exclude body1='world' "
             "body2='b'/></contact><equality><weld body1='world' body2='b'/></equality></mujoco>");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char texts[2048] = "", text[1024], kept[1024];
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        cdy_load_options options = cdy_load_options_default();
        options.warn = keep_excluded;
        options.context = texts;
        snprintf(text, sizeof text,
                 "<mujoco><asset><model name='p' file='pair.xml'/></asset><worldbody><body name='base'><joint/><geom "
                 "size='1'/>%s</body></worldbody></mujoco>",
                 cases[i].attach);
        put_file("robot.xml", text);
        ck_assert_ok(cdy_load_file(path, &options, &tree, &error), error);
        list_exclusions(tree, kept, sizeof kept);
        for (int k = 0; k < 3 && cases[i].said[k]; k++) {
            ck_assert_msg(strstr(kept, cases[i].said[k]) != NULL, "'%s' is not in '%s'", cases[i].said[k], kept);
        }
        ck_assert_msg(strstr(kept, cases[i].unsaid) == NULL, "'%s' is in '%s'", cases[i].unsaid, kept);
        ck_assert_str_eq(texts, "");
        ck_assert_int_gt(cdy_tree_loop_count(tree), 0);
        ck_assert_str_eq(cdy_tree_loop(tree, 0)->other, "world");
        cdy_tree_destroy(tree);
    }
}
END_TEST

/* A model that attaches another, in a file of another folder, replicated. */
START_TEST(models_attach_models)
{
    put_file("parts/pair.xml", "<mujoco><include file='assets.xml'/><worldbody><body name='p'><joint name='j'/><geom "
                               "size='.1'/><attach model='arm' body='lower' prefix='x_'/></body></worldbody></mujoco>");
    put_file("parts/assets.xml", "<mujocoinclude><asset><model file='arm.xml'/></asset></mujocoinclude>");
    cdy_tree *tree = load("<mujoco><asset><model name='pair' file='parts/pair.xml'/></asset><worldbody><body name='b'>"
                          "<replicate count='2' offset='0 1 0'><attach model='pair' body='p' prefix='y_'/></replicate>"
                          "</body></worldbody></mujoco>");
    ck_assert_int_gt(cdy_tree_find_joint(tree, "y_x_bend1"), 0);
    close_to(joint_of(tree, "y_x_bend1")->home[0], 0.5); /* as the key of the arm says */
    stands_in_parent(tree, "y_p1", 0, 1, 0);
    close_to(body_of(tree, "y_x_lower0")->inertial.mass, 100);
    cdy_tree_destroy(tree);
}
END_TEST

/* The bodies that <replicate> makes in a model are copied where the model is attached. */
START_TEST(replicated_parts_are_attached)
{
    put_file("pair.xml",
             "<mujoco><worldbody><body name='b'><joint/><geom size='.1'/><replicate count='2' offset='1 0 0' "
             "sep='_'><body name='c'><joint name='j'/><geom size='.1'/></body></replicate></body></worldbody>"
             "<keyframe><key qpos='1 2 3'/></keyframe></mujoco>");
    cdy_tree *tree = load("<mujoco><asset><model name='m' file='pair.xml'/></asset><worldbody><replicate count='2' "
                          "offset='0 1 0'><attach model='m' body='b' prefix='x'/></replicate></worldbody></mujoco>");
    stands_in_parent(tree, "xb1", 0, 1, 0);
    stands_in_parent(tree, "xc_11", 1, 0, 0);
    close_to(joint_of(tree, "xj_01")->home[0], 2);
    close_to(joint_of(tree, "xj_10")->home[0], 3);
    cdy_tree_destroy(tree);
}
END_TEST

static const struct {
    const char *text, *said;
} faults[] = {
    {BASE("<attach prefix='x'/>", ""), "lacks model"},
    {BASE("<attach model='a'/>", ""), "lacks prefix"},
    {BASE("<attach model='b' prefix='x'/>", ""), "model 'b' is not defined"},
    {BASE("<attach model='a' body='uper' prefix='x'/>", ""), "body 'uper' is unknown"},
    {BASE("<attach model='a' frame='upper' prefix='x'/>", ""), "frame 'upper' is unknown"},
    {BASE("<attach model='a' frame='end' body='upper' prefix='x'/>", ""), "both body and frame"},
    {BASE("<attach model='a' body='' prefix='x'/>", ""), "body '' is unknown"},
    {BASE("<geom size='1'><attach model='a' prefix='x'/></geom>", ""), "<attach> in <geom> would attach to no body"},
    {BASE("", "<tendon><attach model='a' prefix='x'/></tendon>"), "<attach> in <tendon> would attach to no body"},
    {BASE("<attach model='a' prefix=''/><attach model='a' prefix=''/>", ""), "'shelf' already"},
    {"<mujoco><asset><model name='a'/></asset></mujoco>", "lacks file"},
    {"<mujoco><asset><model name='a' file='none.xml'/></asset></mujoco>", "none.xml"},
    {"<mujoco><asset><model name='a' file='../../../etc/passwd'/></asset></mujoco>", "lies outside"},
    {"<mujoco><asset><model name='a' file='parts/arm.xml'/><model name='a' file='parts/arm.xml'/></asset></mujoco>",
     "<model> 'a' already"},
    {"<mujoco><asset><model name='a' file='parts/meshes/cube.obj'/></asset></mujoco>", "cannot be read"},
    {"<mujoco><asset><model name='a' file='urdf.xml'/></asset></mujoco>", "has the root <robot>"},
    {"<mujoco><asset><model name='a' file='robot.xml'/></asset></mujoco>", "part of this robot already"},
    {"<mujoco><asset><model name='a' file='self.xml'/></asset><worldbody><attach model='a' prefix='x'/></worldbody>"
     "</mujoco>",
     "attaches itself"},
    {"<mujoco><asset><model name='a' file='grow0.xml'/></asset><worldbody><attach model='a' prefix='x'/></worldbody>"
     "</mujoco>",
     "too many elements"},
};

START_TEST(faults_are_told)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    put_file("robot.xml", faults[_i].text);
    put_file("urdf.xml", "<robot name='r'><link name='l'/></robot>");
    put_file("self.xml", "<mujoco><asset><model name='b' file='self.xml'/></asset><worldbody><body name='b'><attach "
                         "model='b' prefix='y'/></body></worldbody></mujoco>");
    for (int i = 0; i < 24; i++) { /* each twice the one before */
        char name[32], text[512];
        snprintf(name, sizeof name, "grow%d.xml", i);
        snprintf(text, sizeof text,
                 "<mujoco><asset><model name='m' file='grow%d.xml'/></asset><worldbody><body name='b'>%s</body>"
                 "</worldbody></mujoco>",
                 i + 1, "<attach model='m' prefix='a'/><attach model='m' prefix='b'/>");
        put_file(name, i == 23 ? "<mujoco><worldbody><body name='b'/></worldbody></mujoco>" : text);
    }
    const cdy_status status = cdy_load_file(path, NULL, &tree, &error);
    ck_assert_msg(status == CDY_ERROR_ROBOT && strstr(error.text, faults[_i].said), "'%s' lacks '%s'", error.text,
                  faults[_i].said);
    ck_assert_ptr_null(tree);
}
END_TEST

/* MuJoCo parses all models that <asset> names, also those that nothing attaches, but opens no files of these. */
START_TEST(models_that_nothing_attaches_are_checked)
{
#define IDLE(content) "<mujoco><worldbody><body name='b'>" content "</body></worldbody></mujoco>"
    static const struct {
        const char *text;
        bool refused;
    } cases[] = {{IDLE("<joint/><geom size='1'/>"), false},
                 {IDLE("<joint axis='0 0 0'/>"), false},
                 {"<mujoco><asset><mesh file='gone.stl'/></asset></mujoco>", false},
                 {IDLE("<geom sice='1'/>"), true},
                 {IDLE("<geom size='a'/>"), true},
                 {IDLE("<geom class='c'/>"), true},
                 {IDLE("<geom type='ball'/>"), true},
                 {IDLE("<inertial mass='1'/>"), true},
                 {IDLE("<gom/>"), true},
                 {"<mujoco><sensr/></mujoco>", true},
                 {"<mujoco><sensor><jointpo joint='j'/></sensor></mujoco>", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cdy_error error = {0};
        cdy_check_summary summary;
        cdy_check_options options = cdy_check_options_default();
        put_file("robot.xml", "<mujoco><asset><model name='m' file='part.xml'/></asset><worldbody><body/></worldbody>"
                              "</mujoco>");
        put_file("part.xml", cases[i].text);
        options.program = CDY_PROGRAM_MUJOCO;
        ck_assert_ok(cdy_check_file(path, &options, &summary, &error), error);
        ck_assert_msg((summary.errors > 0) == cases[i].refused, "%s: %zu errors", cases[i].text,
                      (size_t)summary.errors);
    }
}
END_TEST

/* A model with assets, and with a body `b` whose geom has `looks`. */
#define LOOKS(asset, looks)                                                                                            \
    "<mujoco><asset>" asset "</asset><worldbody><body name='b'><joint name='j'/><geom size='1' " looks                 \
    "/><geom size='1'/></body></worldbody></mujoco>"
#define FLAT "<texture name='t' type='2d' builtin='flat' width='4' height='4'/>"

/* Geoms of attached models name the assets of their own model, and those of the file also the attached ones, behind
 * the prefix. Refused or not as MuJoCo 4.0 does. */
START_TEST(parts_name_assets_of_their_own)
{
    static const struct {
        const char *part, *asset, *geom;
        bool refused;
    } cases[] = {
        {LOOKS("<material name='steel'/>", "material='steel'"), "", "", false},
        {LOOKS(FLAT "<material name='steel' texture='t'/>", "material='steel'"), "", "", false},
        {LOOKS("<hfield name='h' nrow='2' ncol='2' size='1 1 1 1'/>", "type='hfield' hfield='h' mass='0'"), "", "",
         false},
        {LOOKS("", "material='steel'"), "<material name='steel'/>", "", true},
        {LOOKS("<material name='steel' texture='t'/>", ""), FLAT, "", true},
        {LOOKS("<material name='steel'/><material name='steel'/>", ""), "", "", true},
        {LOOKS("<material name='steel'/>", ""), "", "material='x_steel'", false},
        {LOOKS("<material name='steel'/>", ""), "", "material='steel'", true},
        {LOOKS(FLAT, ""), "<material name='q' texture='x_t'/>", "material='q'", false},
        {LOOKS("<mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>", ""), "", "type='mesh' mesh='x_m'", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        cdy_error error = {0};
        cdy_check_summary summary;
        cdy_check_options options = cdy_check_options_default();
        snprintf(text, sizeof text,
                 "<mujoco><asset><model name='p' file='part.xml'/>%s</asset><worldbody><body name='a'><geom size='1' "
                 "%s/><attach model='p' body='b' prefix='x_'/></body></worldbody></mujoco>",
                 cases[i].asset, cases[i].geom);
        put_file("robot.xml", text);
        put_file("part.xml", cases[i].part);
        options.program = CDY_PROGRAM_MUJOCO;
        ck_assert_ok(cdy_check_file(path, &options, &summary, &error), error);
        ck_assert_msg((summary.errors > 0) == cases[i].refused, "case %zu: %zu errors", i, (size_t)summary.errors);
    }
}
END_TEST

/* Models that attach models pass the names of assets on, with both prefixes. */
START_TEST(assets_are_passed_on)
{
    put_file("part.xml", LOOKS("<material name='red' rgba='1 0 0 1'/>", "material='red'"));
    put_file("mid.xml", "<mujoco><asset><model name='p' file='part.xml'/></asset><worldbody><body name='m'><geom "
                        "size='1' material='x_red'/><attach model='p' prefix='x_'/></body></worldbody></mujoco>");
    cdy_tree *tree = load("<mujoco><asset><model name='q' file='mid.xml'/></asset><worldbody><body name='a'><geom "
                          "size='1' material='y_x_red'/><attach model='q' prefix='y_'/></body></worldbody></mujoco>");
    static const char *const bodies[] = {"a", "y_m", "y_x_b"};
    for (int i = 0; i < 3; i++) {
        ck_assert(body_of(tree, bodies[i])->visuals[0].material.color_given);
        close_to(body_of(tree, bodies[i])->visuals[0].material.rgba[1], 0);
    }
    cdy_tree_destroy(tree);
}
END_TEST

/* Writes `count` elements between a beginning and an end; %d in them is their number. */
static void put_many(const char *file, const char *begin, const char *element, int count, const char *end)
{
    const size_t room = strlen(element) + 16, size = strlen(begin) + (size_t)count * room + strlen(end) + 1;
    char *text = malloc(size), *to = text;
    ck_assert_ptr_nonnull(text);
    to += sprintf(to, "%s", begin);
    for (int i = 0; i < count; i++) {
        const char *number = strstr(element, "%d");
        to += number ? sprintf(to, "%.*s%d%s", (int)(number - element), element, i, number + 2)
                     : sprintf(to, "%s", element);
    }
    strcpy(to, end);
    put_file(file, text);
    free(text);
}

/* Each <attach> looks through its model, which others may have made large: the search ends with a message. */
START_TEST(searches_in_models_are_bounded)
{
    static const char end[] = "</worldbody></mujoco>";
    put_many("part.xml", "<mujoco><worldbody><body name='b'/>", "<site/>", 2000, end);
    put_many("grown.xml",
             "<mujoco><asset><model name='m' file='part.xml'/></asset><worldbody><body name='b'><joint/></body>",
             "<attach model='m' prefix='%d'/>", 10,
             "</worldbody><keyframe><key name='home' qpos='1'/></keyframe></mujoco>");
    for (int i = 0; i < 2; i++) {
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        char begin[128];
        snprintf(begin, sizeof begin, "<mujoco><asset><model name='m' file='%s.xml'/></asset><worldbody>",
                 i ? "grown" : "part");
        put_many("robot.xml", begin, "<attach model='m' body='b' prefix='%d'/>", 20000, end);
        ck_assert_int_eq(cdy_load_file(path, NULL, &tree, &error), CDY_ERROR_ROBOT);
        ck_assert_msg(strstr(error.text, "too many elements"), "%s", error.text);
    }
}
END_TEST

/* Names of copies cost what they take. */
START_TEST(long_prefixes_are_bounded)
{
    char *prefix = malloc(100001), *text = malloc(3000000), *to = text;
    ck_assert(prefix && text);
    memset(prefix, 'p', 100000);
    prefix[100000] = '\0';
    put_many("part.xml", "<mujoco><worldbody><body name='all'>", "<body name='b%d'/>", 300,
             "</body></worldbody></mujoco>");
    to += sprintf(to, "<mujoco><asset><model name='m' file='part.xml'/></asset><worldbody>");
    for (int i = 0; i < 18; i++) {
        to += sprintf(to, "<attach model='m' prefix='%d%s'/>", i, prefix);
    }
    strcpy(to, "</worldbody></mujoco>");
    put_file("robot.xml", text);
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    ck_assert_int_eq(cdy_load_file(path, NULL, &tree, &error), CDY_ERROR_ROBOT);
    ck_assert_msg(strstr(error.text, "too many elements"), "%s", error.text);
    free(prefix);
    free(text);
}
END_TEST

/* Sizes that a geom or class does not give are those of the class around it. */
START_TEST(shorter_lists_keep_the_rest_of_the_class)
{
    cdy_tree *tree =
        load("<mujoco><default><geom type='box' size='.1 .2 .3'/><default class='k'><geom size='.4'/><default "
             "class='kk'><geom size='.5 .6'/></default></default></default><worldbody><body name='a'><geom "
             "size='.2'/></body><body name='b'><geom class='k' size='.7'/></body><body name='c'><geom "
             "class='kk'/></body></worldbody></mujoco>");
    close_to(body_of(tree, "a")->inertial.mass, 96); /* 8000 times half sizes .2 .2 .3 */
    close_to(body_of(tree, "b")->inertial.mass, 336);
    close_to(body_of(tree, "c")->inertial.mass, 720);
    cdy_tree_destroy(tree);
}
END_TEST

/* inertiafromgeom="true" takes geoms for <inertial> only where one of them has mass. */
START_TEST(geoms_without_mass_replace_no_inertial)
{
    static const char *const geoms[] = {"", "<geom size='.1' mass='0'/>", "<geom size='.1' group='4'/>"};
    for (size_t i = 0; i < sizeof geoms / sizeof *geoms; i++) {
        char text[512];
        snprintf(
            text, sizeof text,
            "<mujoco><compiler inertiafromgeom='true' inertiagrouprange='0 2'/><worldbody><body name='b'><inertial "
            "pos='0 0 .5' mass='2' diaginertia='1 1 1'/>%s</body></worldbody></mujoco>",
            geoms[i]);
        cdy_tree *tree = load(text);
        close_to(body_of(tree, "b")->inertial.mass, 2);
        close_to(body_of(tree, "b")->inertial.origin.xyz[2], 0.5);
        cdy_tree_destroy(tree);
    }
}
END_TEST

static cdy_status load_robot(cdy_tree **tree, cdy_error *error)
{
    return cdy_load_file(path, NULL, tree, error);
}

START_TEST(a_failing_allocation_is_reported)
{
    put_file("robot.xml", BASE("<attach model='a' body='upper' prefix='l_'/><attach model='a' prefix='r_'/>", ""));
    fail_each_allocation(load_robot, 100);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mjcf_attach");
    TCase *tests = add_case(suite, "attach", parts_keep_their_units_and_classes);
    tcase_add_test(tests, actors_and_positions_are_those_of_the_copies);
    tcase_add_test(tests, a_world_is_a_body_where_it_is_named);
    tcase_add_test(tests, pairs_of_attached_models_are_kept);
    tcase_add_test(tests, models_attach_models);
    tcase_add_test(tests, replicated_parts_are_attached);
    tcase_add_test(tests, long_prefixes_are_bounded);
    tcase_add_test(tests, models_that_nothing_attaches_are_checked);
    tcase_add_test(tests, parts_name_assets_of_their_own);
    tcase_add_test(tests, assets_are_passed_on);
    tcase_add_loop_test(tests, faults_are_told, 0, (int)(sizeof faults / sizeof *faults));
    tcase_add_test(tests, searches_in_models_are_bounded);
    tcase_add_test(tests, shorter_lists_keep_the_rest_of_the_class);
    tcase_add_test(tests, geoms_without_mass_replace_no_inertial);
    tcase_add_test(tests, a_failing_allocation_is_reported);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    return run_suites(suite, NULL);
}
