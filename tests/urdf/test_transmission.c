/* Transmissions: gear ratios from files, and back into them. */
#include "support/compare.h"
#include "support/same_tree.h"
#include "support/suite.h"

#include <condyle/condyle.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void note_warning(void *context, const cdy_warning *warning)
{
    if (warning->level != CDY_LEVEL_NOTE && strcmp(warning->code, "robot-weightless") != 0) { /* every robot here */
        snprintf(context, 64, "%.50s:%d", warning->code, warning->line);
    }
}

/* Loads a robot of two joints, a and b, with a text in line 9 behind them. */
static cdy_tree *load(const char *text, char warning[64])
{
    char file[4096];
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    cdy_load_options options = cdy_load_options_default();
    options.warn = note_warning;
    options.context = warning;
    warning[0] = '\0';
    int length = snprintf(file, sizeof file,
                          "<robot name='two'>\n<link name='l0'/>\n<link name='l1'/>\n<link name='l2'/>\n"
                          "<joint name='a' type='continuous'><parent link='l0'/><child link='l1'/></joint>\n"
                          "\n<joint name='b' type='continuous'><parent link='l1'/><child link='l2'/></joint>\n\n%s\n"
                          "</robot>\n",
                          text);
    ck_assert_int_lt(length, (int)sizeof file);
    ck_assert_ok(cdy_load_text(file, (size_t)length, "two.urdf", &options, &tree, &error), error);
    return tree;
}

#define JOINT(more)    "<joint name='a'>" more "</joint>"
#define ACTUATOR(more) "<actuator name='m'>" more "</actuator>"
#define REDUCTION(x)   "<mechanicalReduction>" x "</mechanicalReduction>"
#define IN(more)       "<transmission name='t'>" more "</transmission>"

static const struct {
    const char *text;
    double ratio; /* gear ratio of joint a */
    const char *warning;
} cases[] = {
    {"", 1, ""},
    {IN("<type>x</type>" JOINT("") ACTUATOR(REDUCTION("100"))), 100, ""},
    {IN(JOINT("<hardwareInterface>E</hardwareInterface>") ACTUATOR("<x/> " REDUCTION(" \n-79.25\t"))), -79.25, ""},
    {IN(JOINT("") ACTUATOR("") REDUCTION("6.05e1")), 60.5, ""},
    {IN(JOINT(REDUCTION("0.5"))), 0.5, ""},
    {IN(JOINT(REDUCTION("3")) ACTUATOR(REDUCTION("-50"))), -150, ""},
    {IN(JOINT("") ACTUATOR(REDUCTION("<![CDATA[12]]>"))), 12, ""},
    {IN(JOINT("") ACTUATOR(REDUCTION("&#49;<!-- in between -->2"))), 12, ""},
    {IN(JOINT("") ACTUATOR("")), 1, ""},
    {IN(JOINT("") "<joint name='b'/>" ACTUATOR(REDUCTION("9"))), 1, ""},
    {IN(JOINT("") ACTUATOR(REDUCTION("9")) ACTUATOR(REDUCTION("9"))), 1, ""},
    {IN(ACTUATOR(REDUCTION("9"))), 1, ""},
    {IN(JOINT("")), 1, ""},
    {IN(JOINT("") ACTUATOR("")) IN(JOINT("") ACTUATOR(REDUCTION("7"))), 7, ""},
    {"<transmission/>", 1, ""},
    {IN(JOINT("") ACTUATOR(REDUCTION("7"))) IN(JOINT("") ACTUATOR(REDUCTION("7.0"))), 7, ""},
    {IN(JOINT("") ACTUATOR(REDUCTION("7"))) "\n" IN(JOINT("") ACTUATOR(REDUCTION("8"))), 7, "transmission:10"},
    {IN(JOINT("") ACTUATOR(REDUCTION("0"))), 1, "transmission:9"},
    {IN(JOINT("") ACTUATOR(REDUCTION(""))), 1, "transmission:9"},
    {IN(JOINT("") ACTUATOR(REDUCTION("1 2"))), 1, "transmission:9"},
    {IN(JOINT("") ACTUATOR(REDUCTION("nan"))), 1, "transmission:9"},
    {IN(JOINT("") ACTUATOR(REDUCTION("1e999"))), 1, "transmission:9"},
    {IN(JOINT(REDUCTION("1e300")) ACTUATOR(REDUCTION("1e300"))), 1, "transmission:9"},
    {IN(JOINT(REDUCTION("1e-200")) ACTUATOR(REDUCTION("1e-200"))), 1, "transmission:9"},
    {IN(JOINT(REDUCTION("1e-200")) ACTUATOR(REDUCTION("1e200"))), 1, ""},
    {IN(JOINT(REDUCTION("2")) ACTUATOR(REDUCTION("3")) REDUCTION("-5")), -30, ""},
    {IN(JOINT(REDUCTION("2")) ACTUATOR(REDUCTION("3")) "\n" REDUCTION("0")), 1, "transmission:10"},
    {IN(JOINT("") ACTUATOR("\n" REDUCTION("hundred"))), 1, "transmission:10"},
    {IN(JOINT("") ACTUATOR(REDUCTION("1<x>5</x>"))), 1, "transmission:9"},
    {IN(JOINT("") ACTUATOR(
         REDUCTION("1.0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000e2"))),
     100, ""},
    {IN("<joint name='ghost'/>" ACTUATOR(REDUCTION("9"))), 1, "transmission:9"},
    {IN("<joint/>" ACTUATOR(REDUCTION("9"))), 1, "transmission:9"},
};

START_TEST(a_transmission_gives_the_gear_ratio)
{
    char warning[64];
    cdy_tree *tree = load(cases[_i].text, warning);
    ck_assert_double_eq(cdy_tree_body(tree, cdy_tree_find_joint(tree, "a"))->joint.gear_ratio, cases[_i].ratio);
    ck_assert_double_eq(cdy_tree_body(tree, cdy_tree_find_joint(tree, "b"))->joint.gear_ratio, 1);
    ck_assert_str_eq(warning, cases[_i].warning);
    cdy_tree_destroy(tree);
}
END_TEST

/* The child of the joint is the first link of the file. */
START_TEST(the_first_link_has_a_gear_too)
{
    static const char robot[] = "<robot name='r'><link name='b'/><link name='a'/><joint name='a' type='continuous'>"
                                "<parent link='a'/><child link='b'/></joint>" IN(JOINT(REDUCTION("7"))) "</robot>";
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    ck_assert_ok(cdy_load_text(robot, sizeof robot - 1, NULL, NULL, &tree, &error), error);
    ck_assert_double_eq(cdy_tree_body(tree, 1)->joint.gear_ratio, 7);
    cdy_tree_destroy(tree);
}
END_TEST

typedef struct text {
    char bytes[8192];
    size_t size;
} text;

static cdy_status collect(void *context, const char *bytes, size_t size)
{
    text *t = context;
    ck_assert_uint_lt(t->size + size, sizeof t->bytes);
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    return CDY_OK;
}

START_TEST(an_export_keeps_gear_ratios)
{
    char warning[64];
    cdy_error error = {0};
    text out = {.size = 0};
    cdy_tree *tree = load(IN(JOINT("") ACTUATOR(REDUCTION("-79.2380952381"))), warning), *again = NULL;
    ck_assert_ok(cdy_urdf_write(tree, collect, &out, &error), error);
    ck_assert_ok(cdy_load_text(out.bytes, out.size, NULL, NULL, &again, &error), error);
    ck_assert_same_tree(tree, again);
    cdy_tree_destroy(tree);
    cdy_tree_destroy(again);
}
END_TEST

/* Gear ratios have no effect without rotor inertias, which URDF does not have. */
START_TEST(a_gear_alone_changes_nothing)
{
    char warning[64];
    cdy_error error = {0};
    cdy_tree *tree = load(IN(JOINT("") ACTUATOR(REDUCTION("100"))), warning);
    cdy_model *model = NULL;
    cdy_workspace *work = NULL;
    double M[4];
    const cdy_drive_options drives = {
        .damping = true, .friction = true, .friction_width = 0.1, .rotors = true, .springs = true};
    ck_assert_ok(cdy_model_create(tree, &model, &error), error);
    ck_assert_ok(cdy_workspace_create(model, &work, &error), error);
    ck_assert_ok(cdy_model_set_drives(model, &drives, &error), error);
    ck_assert_ok(cdy_mass_matrix(model, work, NULL, M, &error), error);
    ck_assert_double_eq(largest(M, 4), 0);
    cdy_workspace_destroy(work);
    cdy_model_destroy(model);
    cdy_tree_destroy(tree);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("transmission");
    TCase *reading = add_case(suite, "gears", an_export_keeps_gear_ratios);
    tcase_add_test(reading, a_gear_alone_changes_nothing);
    tcase_add_test(reading, the_first_link_has_a_gear_too);
    tcase_add_loop_test(reading, a_transmission_gives_the_gear_ratio, 0, sizeof cases / sizeof *cases);
    return run_suites(suite, NULL);
}
