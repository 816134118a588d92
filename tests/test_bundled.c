/* Robots by name: the bundled ones, and those of the folders that the environment names. */
#include "support/compare.h"
#include "support/suite.h"

#include <condyle/condyle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/condyle-test-XXXXXX";

static void write_robot(const char *place, const char *file, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, place);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/%s/%s", folder, place, file);
    FILE *out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    fprintf(out, "<robot name='%s'><link name='a'/></robot>", name);
    ck_assert_int_eq(fclose(out), 0);
}

static void remove_robot(const char *place, const char *file)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s/%s", folder, place, file);
    unlink(path);
    snprintf(path, sizeof path, "%s/%s", folder, place);
    rmdir(path);
}

static void set_up(void)
{
    strcpy(folder, "/tmp/condyle-test-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    write_robot("one", "robo.urdf", "first");
    write_robot("one", "notes.txt", "not a robot");
    write_robot("one", ".hidden.urdf", "not seen");
    write_robot("two", "robo.urdf", "second");
    write_robot("two", "another.urdf", "another");
    char path[256];
    snprintf(path, sizeof path, "%s/none::%s/one:%s/two:", folder, folder, folder);
    setenv("CONDYLE_URDF_PATH", path, 1);
}

static void tear_down(void)
{
    remove_robot("one", "notes.txt");
    remove_robot("one", ".hidden.urdf");
    remove_robot("one", "robo.urdf");
    remove_robot("two", "robo.urdf");
    remove_robot("two", "another.urdf");
    rmdir(folder);
    unsetenv("CONDYLE_URDF_PATH");
}

static void expect_robot(const char *name, const char *robot)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    ck_assert_ok(cdy_load_robot(name, NULL, &tree, &error), error);
    ck_assert_str_eq(cdy_tree_name(tree), robot);
    cdy_tree_destroy(tree);
}

START_TEST(the_environment_comes_first)
{
    expect_robot("robo", "first");
    expect_robot("robo.urdf", "first");
    expect_robot("another", "another");
    write_robot("two", "universalUR5e.urdf", "mine");
    expect_robot("universalUR5e", "mine");
    remove_robot("two", "universalUR5e.urdf");
}
END_TEST

START_TEST(bundled_robots_load)
{
    const char *const names[] = {"kukaIiwa14", "omronEcobra600", "universalUR5e"};
    const int counts[] = {7, 4, 6};
    unsetenv("CONDYLE_URDF_PATH");
    for (int i = 0; i < 3; i++) {
        cdy_error error = {0};
        cdy_tree *tree = NULL;
        ck_assert_ok(cdy_load_robot(names[i], NULL, &tree, &error), error);
        int moving = 0;
        for (int b = 1; b <= cdy_tree_body_count(tree); b++) {
            moving += cdy_joint_type_nv(cdy_tree_body(tree, b)->joint.type);
        }
        ck_assert_int_eq(moving, counts[i]);
        cdy_tree_destroy(tree);
    }
}
END_TEST

static void add_name(void *context, const char *name)
{
    char *list = context;
    strcat(strcat(list, name), " ");
}

START_TEST(robots_are_listed_in_order_and_once)
{
    char list[1024] = "";
    cdy_error error = {0};
    ck_assert_ok(cdy_list_robots(add_name, list, &error), error);
    ck_assert_str_eq(list, "another kukaIiwa14 omronEcobra600 robo universalUR5e ");
    ck_assert_fails(cdy_list_robots(NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
}
END_TEST

START_TEST(unknown_robots_are_reported_with_the_known_ones)
{
    cdy_error error = {0};
    cdy_tree *tree = (cdy_tree *)&error;
    ck_assert_fails(cdy_load_robot("universalUR5", NULL, &tree, &error), CDY_ERROR_IO, error);
    ck_assert_ptr_null(tree);
    ck_assert_msg(strstr(error.text, "did you mean 'universalUR5e'?") && strstr(error.text, "kukaIiwa14"), "%s",
                  error.text);
    ck_assert_fails(cdy_load_robot("entirely else", NULL, &tree, &error), CDY_ERROR_IO, error);
    ck_assert_ptr_null(strstr(error.text, "did you mean"));
    ck_assert_fails(cdy_load_robot("notes", NULL, &tree, &error), CDY_ERROR_IO, error);
}
END_TEST

START_TEST(names_do_not_lead_elsewhere)
{
    const char *const names[] = {"", ".", "..", "../one/robo", "one/robo", "/etc/passwd", ".hidden", NULL};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cdy_error error = {0};
        cdy_tree *tree = (cdy_tree *)&error;
        ck_assert_fails(cdy_load_robot(names[i], NULL, &tree, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert_ptr_null(tree);
    }
    cdy_error error = {0};
    ck_assert_fails(cdy_load_robot("robo", NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bundled");
    TCase *names = add_case(suite, "names", the_environment_comes_first);
    tcase_add_checked_fixture(names, set_up, tear_down);
    tcase_add_test(names, bundled_robots_load);
    tcase_add_test(names, robots_are_listed_in_order_and_once);
    tcase_add_test(names, unknown_robots_are_reported_with_the_known_ones);
    tcase_add_test(names, names_do_not_lead_elsewhere);
    return run_suites(suite, NULL);
}
