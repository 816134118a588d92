/* SRDF: the pairs of links that MoveIt leaves out become exclusions of the tree. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/folder.h"
#include "support/suite.h"

#include <condyle/condyle.h>
#include <stdio.h>
#include <string.h>

static const char robot_text[] =
    "<robot name='arm'><link name='a'/><link name='b'/><link name='c'/><link name='d'/>"
    "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint>"
    "<joint name='k' type='continuous'><parent link='b'/><child link='c'/></joint>"
    "<joint name='l' type='continuous'><parent link='c'/><child link='d'/></joint></robot>";

static cdy_tree *make_tree(void)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    ck_assert_ok(cdy_load_text(robot_text, strlen(robot_text), "arm.urdf", NULL, &tree, &error), error);
    return tree;
}

static cdy_status load_srdf(cdy_tree *tree, const cdy_load_options *options, cdy_error *error)
{
    char path[4096];
    return cdy_tree_load_srdf(tree, path_in_folder(path, sizeof path, "arm.srdf"), options, error);
}

static void hear(void *context, const cdy_warning *warning)
{
    char *text = context;
    const size_t length = strlen(text);
    snprintf(text + length, 512 - length, "%d:%s ", warning->line, warning->text);
}

/* Writes the exclusions as "ab cd". */
static void list(const cdy_tree *tree, char text[128])
{
    const char *body, *other;
    text[0] = '\0';
    for (int i = 0; cdy_tree_exclusion(tree, i, &body, &other); i++) {
        const size_t length = strlen(text);
        snprintf(text + length, 128 - length, "%s%s%s", i > 0 ? " " : "", body, other);
    }
}

#define PAIR(what, one, two) "<" what " link1='" one "' link2='" two "'/>"

static const struct {
    const char *text, *exclusions, *said;
} files[] = {
    {"<robot name='arm'/>", "", ""},
    {"<robot name='arm'><group name='g'><joint name='j'/></group><group_state name='s' group='g'/>\n" PAIR(
         "disable_collisions", "c", "a") PAIR("disable_collisions", "b", "d") "</robot>",
     "ac bd", ""},
    {"<robot name='arm'><disable_default_collisions link='c'/></robot>", "ac bc cd", ""},
    {"<robot name='arm'><disable_default_collisions link='c'/><disable_default_collisions link='c'/>" PAIR(
         "enable_collisions", "d", "c") PAIR("enable_collisions", "c", "a") "</robot>",
     "bc", ""},
    {"<robot name='arm'><disable_default_collisions link='c'/>" PAIR("enable_collisions", "d", "c")
         PAIR("disable_collisions", "d", "c") "</robot>",
     "ac bc cd", ""},
    {"<robot name='arm'>\n" PAIR("disable_collisions", "a", "x") PAIR("disable_collisions", "a", "d") "</robot>", "ad",
     "2:<disable_collisions> is about the link 'x', which the robot does not have"},
    {"<robot name='arm'>\n" PAIR("disable_collisions", "a", "a") "</robot>", "",
     "2:<disable_collisions> pairs a link with itself"},
    {"<robot name='leg'>" PAIR("disable_collisions", "a", "d") "</robot>", "ad",
     "1:the file is for the robot 'leg', this one is 'arm'"},
    {"<robot name='arm' xmlns:xacro='http://www.ros.org/wiki/xacro'><xacro:property name='p' value='d'/>" PAIR(
         "disable_collisions", "a", "${p}") "</robot>",
     "ad", ""},
    {"<robot name='arm'>\n" PAIR("disable_colisions", "a", "c") "\n<sensor/></robot>", "",
     "2:<disable_colisions> is no element of SRDF and ignored; did you mean 'disable_collisions'? "
     "3:<sensor> is no element of SRDF and ignored "},
};

START_TEST(pairs_become_exclusions)
{
    char said[512] = "", listed[128];
    cdy_error error = {0};
    cdy_tree *tree = make_tree();
    cdy_load_options options = cdy_load_options_default();
    options.warn = hear;
    options.context = said;
    put_file("arm.srdf", files[_i].text);
    ck_assert_ok(load_srdf(tree, &options, &error), error);
    list(tree, listed);
    ck_assert_str_eq(listed, files[_i].exclusions);
    ck_assert_msg(*files[_i].said ? strstr(said, files[_i].said) != NULL : *said == '\0', "'%s'", said);
    cdy_tree_destroy(tree);
}
END_TEST

static const struct {
    const char *text, *said;
} faults[] = {
    {"<robot name='arm'>" PAIR("disable_collisions", "a", "d") "\n<disable_collisions link1='a'/></robot>",
     "<disable_collisions> lacks link2"},
    {"<robot name='arm'>\n<disable_default_collisions/></robot>", "<disable_default_collisions> lacks link"},
    {"\n<mujoco/>", "the root element is <mujoco>; expected <robot> of SRDF"},
    {robot_text, "the file has links or joints, as URDF has"},
    {"<robot", "not well-formed XML"},
    {"", "empty"},
    {"<robot name='arm' xmlns:xacro='http://www.ros.org/wiki/xacro'><xacro:none/></robot>", "none"},
};

/* What fails leaves the tree as it was. */
START_TEST(what_is_no_srdf_is_refused)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree();
    ck_assert_ok(cdy_tree_add_exclusion(tree, "b", "c", &error), error);
    put_file("arm.srdf", faults[_i].text);
    ck_assert_int_eq(load_srdf(tree, NULL, &error), CDY_ERROR_ROBOT);
    ck_assert_msg(strstr(error.text, faults[_i].said), "%s", error.text);
    ck_assert_ptr_nonnull(strstr(error.file, "arm.srdf"));
    ck_assert_int_eq(cdy_tree_exclusion_count(tree), 1);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(arguments_are_checked)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree();
    cdy_load_options options = cdy_load_options_default();
    options.max_depth = -1;
    ck_assert_int_eq(cdy_tree_load_srdf(NULL, "arm.srdf", NULL, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_tree_load_srdf(tree, NULL, NULL, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_tree_load_srdf(tree, "", NULL, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(load_srdf(tree, &options, &error), CDY_ERROR_ARGUMENT);
    ck_assert_int_eq(cdy_tree_load_srdf(tree, "/none.srdf", NULL, &error), CDY_ERROR_IO);
    cdy_tree_destroy(tree);
}
END_TEST

START_TEST(failing_allocations_leave_the_tree)
{
    put_file("arm.srdf", files[3].text);
    for (size_t number = 1, failed = 1; failed && heap_is_counted(); number++) {
        cdy_error error = {0};
        cdy_tree *tree = make_tree();
        heap_fail_at(number);
        const cdy_status status = load_srdf(tree, NULL, &error);
        failed = heap_has_failed();
        heap_fail_at(0);
        ck_assert_msg(status == CDY_OK || (failed && status == CDY_ERROR_MEMORY), "%zu: %s", number, error.text);
        ck_assert_int_eq(cdy_tree_exclusion_count(tree), status ? 0 : 1);
        cdy_tree_destroy(tree);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("srdf");
    TCase *tests = tcase_create("srdf");
    tcase_add_unchecked_fixture(tests, open_folder, close_folder);
    tcase_add_loop_test(tests, pairs_become_exclusions, 0, sizeof files / sizeof *files);
    tcase_add_loop_test(tests, what_is_no_srdf_is_refused, 0, sizeof faults / sizeof *faults);
    tcase_add_test(tests, arguments_are_checked);
    tcase_add_test(tests, failing_allocations_leave_the_tree);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
