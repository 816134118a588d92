/* Packages of xacro: where $(find ...) looks, and which files may be read. */
#define _XOPEN_SOURCE 700 /* setenv, chdir */
#include "support/folder.h"
#include "support/suite.h"

#include <condyle/condyle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OPENING "<robot xmlns:xacro=\"http://www.ros.org/wiki/xacro\">"

static void note(void *context, const char *file, int line, const char *text)
{
    snprintf(context, 512, "%s:%d: %s", file, line, text);
}

static void put_package(const char *folder, const char *name)
{
    char path[256], text[256];
    mkdir(folder, 0700);
    snprintf(path, sizeof path, "%s/package.xml", folder);
    snprintf(text, sizeof text, "<package><name> %s </name></package>", name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

/* The folders that $(find ...) searches: `paths`, two variables of the environment, the file's folder and its
 * repository. */
static const struct {
    const char *name, *paths[2], *ros, *ament;
    bool repository;
    const char *found; /* folder below the folder of the test; behind a "?" the assumed one, with a warning */
} places[] = {
    {"own_name", {NULL}, NULL, NULL, false, "own"},
    {"own", {NULL}, NULL, NULL, false, "own"},
    {"beside", {NULL}, NULL, NULL, false, "other"},
    {"other", {NULL}, NULL, NULL, false, "other"},
    {"near_name", {NULL}, NULL, NULL, false, "?near_name"},
    {"near_name", {"stack"}, NULL, NULL, false, "stack/x/near"},
    {"near", {"stack"}, NULL, NULL, false, "stack/x/near"},
    {"far_name", {"stack"}, NULL, NULL, false, "?stack/far_name"},
    {"far", {"stack"}, NULL, NULL, false, "stack/x/y/far"},
    {"far_name", {"stack/x"}, NULL, NULL, false, "stack/x/y/far"},
    {"near_name", {"own/../stack"}, NULL, NULL, false, "stack/x/near"},
    {"near_name", {"./own//.././stack/"}, NULL, NULL, false, "stack/x/near"},
    {"nothing", {"own/../stack/x/.."}, NULL, NULL, false, "?stack/nothing"},
    {"nothing", {"stack/x/../../other/.x/..x/../.."}, NULL, NULL, false, "?other/nothing"},
    {"nothing", {"stack"}, NULL, NULL, false, "?stack/nothing"},
    {"nothing", {"other", "stack"}, NULL, NULL, false, "?other/nothing"},
    {"nothing", {"x=other", "stack"}, NULL, NULL, false, "?stack/nothing"},
    {"nothing", {"=stack"}, NULL, NULL, false, "?=stack/nothing"},
    {"given", {"given=stack/x/near"}, NULL, NULL, false, "stack/x/near"},
    {"given", {"x=own", "given=stack/x/near"}, NULL, NULL, false, "stack/x/near"},
    {"near_name", {NULL}, "%s/stack", NULL, false, "stack/x/near"},
    {"near_name", {NULL}, "/none::%s/stack", NULL, false, "stack/x/near"},
    {"near_name", {NULL}, "%s/stack:", NULL, false, "stack/x/near"},
    {"far_name", {NULL}, "%s/stack", NULL, false, "?far_name"},
    {"near_name", {NULL}, "stack", NULL, false, "stack/x/near"},
    {"share_name", {NULL}, NULL, "%s/stack", false, "stack/share/share_name"},
    {"inner_name", {NULL}, NULL, "%s/stack", false, "?inner_name"},
    {"near_name", {NULL}, NULL, "%s/stack", false, "?near_name"},
    {"near_name", {NULL}, NULL, NULL, true, "stack/x/near"},
    {"far_name", {NULL}, NULL, NULL, true, "?far_name"},
    {"far", {NULL}, NULL, NULL, true, "stack/x/y/far"},
};

/* Folders, and the names of the packages in them. */
static const char *const folders[][2] = {{"own", "own_name"},
                                         {"other", "beside"},
                                         {"stack", NULL},
                                         {"stack/x", NULL},
                                         {"stack/x/near", "near_name"},
                                         {"stack/x/y", NULL},
                                         {"stack/x/y/far", "far_name"},
                                         {"stack/share", NULL},
                                         {"stack/share/share_name", "share_name"},
                                         {"stack/share/inner", "inner_name"}};
enum { FOLDERS = sizeof folders / sizeof *folders };

static void set_variable(const char *name, const char *value, const char *folder)
{
    char text[512];
    const char *mark = value ? strstr(value, "%s") : NULL;
    if (!value) {
        unsetenv(name);
        return;
    }
    snprintf(text, sizeof text, "%.*s%s%s", mark ? (int)(mark - value) : 0, value, mark ? folder : "",
             mark ? mark + 2 : value);
    setenv(name, text, 1);
}

START_TEST(packages_are_found)
{
    char folder[128], path[512], text[512], warning[512], expected[512];
    path_in_folder(folder, sizeof folder, "");
    folder[strlen(folder) - 1] = '\0';
    ck_assert_int_eq(chdir(folder), 0);
    for (size_t i = 0; i < FOLDERS; i++) {
        if (folders[i][1]) {
            put_package(folders[i][0], folders[i][1]);
        } else {
            mkdir(folders[i][0], 0700);
        }
    }
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const bool guessed = *places[i].found == '?';
        set_variable("ROS_PACKAGE_PATH", places[i].ros, folder);
        set_variable("AMENT_PREFIX_PATH", places[i].ament, folder);
        cdy_expansion *expansion = NULL;
        cdy_error error = {0};
        const cdy_xacro_options options = {.package_paths = places[i].paths,
                                           .package_path_count = !places[i].paths[0]   ? 0
                                                                 : !places[i].paths[1] ? 1
                                                                                       : 2,
                                           .warn = note,
                                           .context = warning};
        warning[0] = '\0';
        snprintf(text, sizeof text, OPENING "<p v='$(find %s)'/></robot>", places[i].name);
        snprintf(path, sizeof path, "%s/own/robot.xacro", folder);
        if (places[i].repository) {
            mkdir(".git", 0700);
        }
        const cdy_status status = cdy_xacro_expand_text(text, strlen(text), path, &options, &expansion, &error);
        rmdir(".git");
        ck_assert_msg(status == CDY_OK, "%zu: %s: %s", i, places[i].name, error.text);
        ck_assert_msg((warning[0] != '\0') == guessed, "%zu: %s: %s", i, places[i].name, warning);
        snprintf(expected, sizeof expected, "<p v=\"%s/%s\"/>", folder, places[i].found + guessed);
        ck_assert_msg(strstr(cdy_expansion_text(expansion, NULL), expected) != NULL, "%zu: %s is not in %s", i,
                      expected, cdy_expansion_text(expansion, NULL));
        cdy_expansion_destroy(expansion);
    }
    setenv("CDY_TEST_PLACES", "$(find own)/a/$(find beside)/b", 1);
    cdy_expansion *expansion = NULL;
    cdy_error error = {0};
    const char *both = OPENING "<p v='$(env CDY_TEST_PLACES)'/></robot>";
    const cdy_status status = cdy_xacro_expand_text(both, strlen(both), path, NULL, &expansion, &error);
    ck_assert_msg(status == CDY_OK, "%s", error.text);
    snprintf(expected, sizeof expected, "<p v=\"%s/own/a/%s/other/b\"/>", folder, folder);
    ck_assert_ptr_nonnull(strstr(cdy_expansion_text(expansion, NULL), expected));
    cdy_expansion_destroy(expansion);
    unsetenv("CDY_TEST_PLACES");
    for (size_t i = FOLDERS; i-- > 0;) {
        snprintf(path, sizeof path, "%s/package.xml", folders[i][0]);
        remove(path);
        ck_assert_int_eq(remove(folders[i][0]), 0);
    }
    ck_assert_int_eq(chdir("/"), 0);
}
END_TEST

/* Files outside of packages are refused; files of the repository and of a folder in the options are read. */
START_TEST(files_are_read_where_packages_lie)
{
    static const struct {
        const char *file, *option, *included; /* below the folder of the test */
        bool repository, read;
    } rows[] = {
        {"own/robot.xacro", NULL, "own/a.xacro", false, true},
        {"own/robot.xacro", NULL, "a.xacro", false, false},
        {"own/robot.xacro", NULL, "other/a.xacro", false, true},
        {"own/robot.xacro", NULL, "plain/a.xacro", false, false},
        {"own/robot.xacro", NULL, "plain/a.xacro", true, true},
        {"own/robot.xacro", NULL, "a.xacro", true, true},
        {"own/robot.xacro", "plain", "plain/a.xacro", false, true},
        {"own/robot.xacro", "plain", "plainer/a.xacro", false, false},
        {"plain/robot.xacro", NULL, "plain/a.xacro", false, true},
        {"plain/robot.xacro", NULL, "other/a.xacro", false, false},
        {"plain/robot.xacro", NULL, "other/a.xacro", true, true},
    };
    static const char *const made[] = {"own", "other", "plain", "plainer"};
    char folder[128], path[256], option[256], text[512];
    path_in_folder(folder, sizeof folder, "");
    folder[strlen(folder) - 1] = '\0';
    ck_assert_int_eq(chdir(folder), 0);
    put_package("own", "own_name");
    put_package("other", "other_name");
    mkdir("plain", 0700);
    mkdir("plainer", 0700);
    put_file("a.xacro", "<robot/>");
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        snprintf(path, sizeof path, "%s/a.xacro", made[i]);
        put_file(path, "<robot/>");
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cdy_expansion *expansion = NULL;
        cdy_error error = {0};
        const char *const paths[] = {option};
        snprintf(path, sizeof path, "%s/%s", folder, rows[i].file);
        snprintf(option, sizeof option, "%s/%s", folder, rows[i].option ? rows[i].option : "");
        snprintf(text, sizeof text, OPENING "<xacro:include filename='%s/%s'/></robot>", folder, rows[i].included);
        const cdy_xacro_options options = {.package_paths = paths, .package_path_count = rows[i].option != NULL};
        if (rows[i].repository) {
            mkdir(".git", 0700);
        }
        const cdy_status status = cdy_xacro_expand_text(text, strlen(text), path, &options, &expansion, &error);
        rmdir(".git");
        ck_assert_msg((status == CDY_OK) == rows[i].read, "%zu: %s", i, error.text);
        ck_assert(rows[i].read || strstr(error.text, "lies outside of the robot's package and may not be read"));
        cdy_expansion_destroy(expansion);
    }
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        snprintf(path, sizeof path, "%s/a.xacro", made[i]);
        remove(path);
        snprintf(path, sizeof path, "%s/package.xml", made[i]);
        remove(path);
        ck_assert_int_eq(remove(made[i]), 0);
    }
    ck_assert_int_eq(chdir("/"), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("xacro_packages");
    TCase *tests = add_case(suite, "packages", packages_are_found);
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    tcase_add_test(tests, files_are_read_where_packages_lie);
    return run_suites(suite, NULL);
}
