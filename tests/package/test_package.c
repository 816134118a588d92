/* Packages: where their folders are searched, in which order, and paths that lead out of them. */
#include "package/path.h"
#include "package/search.h"
#include "support/folder.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

START_TEST(paths_escape_by_more_steps_up_than_down)
{
    static const struct {
        const char *path;
        bool escapes;
    } paths[] = {
        {"", false},          {"..", true},           {"a/..", false},   {"a/../..", true},    {"a/../../b", true},
        {"a/b/../..", false}, {"./..", true},         {"//..", true},    {"a//../..", true},   {"a/./../..", true},
        {".a/..", false},     {"..a/..", false},      {"a../..", false}, {"ab/..", false},     {".b/../..", true},
        {"/..", true},        {"a/..b/../..", false}, {"...", false},    {"a/../b/..", false}, {"b./..", false},
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        ck_assert_msg(cdy_path_escapes(paths[i].path) == paths[i].escapes, "%s", paths[i].path);
    }
}
END_TEST

/* Sets a variable to a list with the test's folder for every '@'; unsets it for NULL. */
static char *fill_in(const char *text, char *out, size_t size)
{
    char folder[512];
    size_t length = 0;
    path_in_folder(folder, sizeof folder, ".");
    folder[strlen(folder) - 2] = '\0';
    for (; *text; text++) {
        ck_assert_uint_lt(length + strlen(folder) + 2, size);
        length += (size_t)sprintf(out + length, *text == '@' ? "%s" : "%.1s", *text == '@' ? folder : text);
    }
    out[length] = '\0';
    return out;
}

static void set_list(const char *variable, const char *list)
{
    char text[2048];
    if (list) {
        setenv(variable, fill_in(list, text, sizeof text), 1);
    } else {
        unsetenv(variable);
    }
}

/* `given`: a package of the options by its path, named where `given_name` is. */
static const struct {
    const char *name, *found; /* NULL: not found */
    const char *folder;       /* of the robot */
    const char *ros, *ament, *given_name, *given;
} searches[] = {
    {"arm", NULL, NULL, NULL, NULL, NULL, NULL},
    {"", NULL, "@/src/arm", "@/src", NULL, NULL, "@/src"},
    {".", NULL, "@/src/arm", "@/src", NULL, NULL, "@/src"},
    {"..", NULL, "@/src/arm", "@/src", NULL, NULL, "@/src"},
    /* options: a package by name, whether it is there or not, or the folder of packages or of the package itself */
    {"arm", "@/none", "@/src/arm", "@/src", NULL, "arm", "@/none"},
    {"arm", "@/src/arm", NULL, "@/src", NULL, "leg", "@/none"},
    {"arm", "@/src/arm", NULL, NULL, NULL, NULL, "@/src"},
    {"arm", "@/src/arm", NULL, NULL, NULL, NULL, "@/src/arm"},
    {"arm", "@/src/arm", NULL, NULL, NULL, NULL, "@/src/arm//"},
    {"arm", "@/src/arm", NULL, NULL, NULL, NULL, "../src/./arm"},
    {"arm", "@/none", NULL, NULL, NULL, "arm", "../none"},
    {"two_names", "@/src/leg", NULL, NULL, NULL, NULL, "@/src"}, /* in its package.xml */
    {"two_names", "@/src/leg", NULL, NULL, NULL, NULL, "@"},
    {"two_names", "@/src/leg", NULL, "@", NULL, NULL, NULL},
    {"two_names", NULL, NULL, NULL, "@", NULL, NULL},
    {"rm", NULL, NULL, NULL, NULL, NULL, "@/src/arm"},
    {"arm", "@/src/arm", NULL, "@/src", NULL, NULL, "@/none"},
    {"notes", NULL, NULL, NULL, NULL, NULL, "@/src"}, /* a file */
    /* lists of folders; the first one counts, and empty parts do not */
    {"arm", "@/src/arm", NULL, "@/src", NULL, NULL, NULL},
    {"arm", "@/src/arm", NULL, "@/src/arm", NULL, NULL, NULL},
    {"arm", "@/src/arm", NULL, "@/none:@/src", NULL, NULL, NULL},
    {"arm", "@/src/arm", NULL, "::@/src:", NULL, NULL, NULL},
    {"arm", "@/src/arm", NULL, "@/src:@/more", NULL, NULL, NULL},
    {"arm", "@/more/arm", NULL, "@/more:@/src", NULL, NULL, NULL},
    {"rm", NULL, NULL, "@/src/arm:@/src", NULL, NULL, NULL},
    {"arm", "@/src/arm", NULL, "@/src/arm/", NULL, NULL, NULL},
    {"arm", "@/src/arm", NULL, "none:arm", NULL, NULL, NULL}, /* relative */
    {"hand", "@/ament/share/hand", NULL, NULL, "@/none:@/ament", NULL, NULL},
    {"hand", "@/ament/share/hand", NULL, "@/ament", NULL, NULL, NULL},
    {"arm", NULL, NULL, NULL, "@/src", NULL, NULL},
    {"arm", "@/src/arm", NULL, "@/src", "@/more", NULL, NULL},
    /* above the robot: its package, and the packages beside it or beside a folder above, which have a package.xml */
    {"arm", "@/src/arm", "@/src/arm/urdf/deep", NULL, NULL, NULL, NULL},
    {"arm", "@/src/arm", "@/src/arm", NULL, NULL, NULL, NULL},
    {"leg", "@/src/leg", "@/src/arm/urdf", NULL, NULL, NULL, NULL},
    {"leg", "@/src/leg", "@/src", NULL, NULL, NULL, NULL},
    {"plain", NULL, "@/src/arm", NULL, NULL, NULL, NULL},
    {"plain", "@/src/plain", "@/src/plain/urdf", NULL, NULL, NULL, NULL},
    {"urd", NULL, "@/src/arm/urdf", NULL, NULL, NULL, NULL},
    {"leg", NULL, NULL, NULL, NULL, NULL, NULL},
    {"leg", "@/src/leg", "arm/urdf", NULL, NULL, NULL, NULL},
    {"arm", "@/src/arm", "arm/urdf", NULL, NULL, NULL, NULL},
    {"two_names", "@/src/leg", "@/src/leg/urdf", NULL, NULL, NULL, NULL},
    {"arm", "@/src/arm", "arm/urdf/../urdf/.", NULL, NULL, NULL, NULL},
    {"two_names", "@/src/leg", "@/src/leg", NULL, NULL, NULL, NULL},
    {"two_names", NULL, "@/src/plain", NULL, NULL, NULL, NULL},
    /* beside the robot's own package, under another name; in its repository, deeper down; behind a link */
    {"two_names", "@/src/leg", "@/src/own/urdf", NULL, NULL, NULL, NULL},
    {"plain", NULL, "@/src/own/urdf", NULL, NULL, NULL, NULL},
    {"far", "@/kept/a/b/far", "@/kept/urdf", NULL, NULL, NULL, NULL},
    {"farther", NULL, "@/kept/urdf", NULL, NULL, NULL, NULL},
    {"far", "@/kept/a/b/far", "@/links", NULL, NULL, NULL, NULL},
    {"l", NULL, "@/src/leg", NULL, NULL, NULL, NULL},
    {"odd", NULL, "@/src/arm", NULL, NULL, NULL, NULL}, /* whose package.xml is a folder */
};

START_TEST(packages_are_found_in_order)
{
    char folder[1024], robot[1100], given[1024], expected[1024], src[1024], found[CDY_PATH_SIZE];
    free(output_of("mkdir -p src/arm/urdf/deep src/leg src/plain/urdf src/odd/package.xml more/arm ament/share/hand\n"
                   "mkdir -p src/own/urdf kept/.git kept/urdf kept/a/b/far kept/a/b/c/farther links\n"
                   "touch src/arm/package.xml src/notes kept/a/b/far/package.xml kept/urdf/r.urdf\n"
                   "echo '<package><name> two_names </name></package>' > src/leg/package.xml\n"
                   "echo '<package><name>own</name></package>' > src/own/package.xml\n"
                   "ln -s ../kept/urdf/r.urdf links/r.urdf"));
    ck_assert_int_eq(chdir(fill_in("@/src", src, sizeof src)), 0);
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        const cdy_package package = {searches[i].given_name,
                                     searches[i].given ? fill_in(searches[i].given, given, sizeof given) : NULL};
        set_list("ROS_PACKAGE_PATH", searches[i].ros);
        set_list("AMENT_PREFIX_PATH", searches[i].ament);
        if (searches[i].folder) {
            snprintf(robot, sizeof robot, "%s/r.urdf", fill_in(searches[i].folder, folder, sizeof folder));
        }
        cdy_package_search search;
        cdy_package_search_begin(&search, searches[i].folder ? robot : NULL, &package, searches[i].given != NULL);
        const bool there = cdy_find_package(&search, searches[i].name, found);
        ck_assert_msg(there == (searches[i].found != NULL), "search %zu: %s", i, there ? found : "none");
        if (there) {
            ck_assert_str_eq(found, fill_in(searches[i].found, expected, sizeof expected));
        }
    }
    ck_assert_int_eq(chdir("/"), 0);
    free(output_of("rm -rf src more ament kept links"));
}
END_TEST

/* A name that is a path, or too long for one, names no package; a path that is too long is not searched. */
START_TEST(names_that_cannot_be_are_not_found)
{
    char found[CDY_PATH_SIZE], name[CDY_PACKAGE_NAME_SIZE + 1], path[2 * CDY_PATH_SIZE];
    memset(name, 'n', sizeof name);
    name[CDY_PACKAGE_NAME_SIZE] = '\0';
    memset(path, 'p', sizeof path);
    path[0] = '/';
    path[sizeof path - 1] = '\0';
    const cdy_package here = {NULL, "."}, far = {NULL, path}, named = {"p", path};
    cdy_package_search search;
    cdy_package_search_begin(&search, "robot.urdf", &here, 1);
    ck_assert(!cdy_find_package(&search, name, found) && !cdy_find_package(&search, "a/b", found));
    cdy_package_search_begin(&search, path, &far, 1);
    ck_assert_str_eq(search.folder, "");
    ck_assert(!cdy_find_package(&search, "p", found));
    cdy_package_search_begin(&search, NULL, &named, 1);
    ck_assert(!cdy_find_package(&search, "p", found));
    path[CDY_PATH_SIZE - 4] = '\0';
    setenv("ROS_PACKAGE_PATH", path, 1);
    setenv("AMENT_PREFIX_PATH", path, 1);
    ck_assert(!cdy_find_package(&search, "package", found));
    unsetenv("ROS_PACKAGE_PATH");
    unsetenv("AMENT_PREFIX_PATH");
}
END_TEST

/* 2,000 folders are read for one package, in the order of their names, and 20,000 for all of one robot. */
START_TEST(a_search_reads_so_many_folders)
{
    char root[512], found[CDY_PATH_SIZE], robot[600];
    path_in_folder(root, sizeof root, "wide");
    const cdy_package given = {NULL, root};
    cdy_package_search search;
    free(output_of("mkdir -p wide/z/deep && echo '<package><name>late</name></package>' > wide/z/deep/package.xml\n"
                   "mkdir $(seq -f wide/a%%g 1900)\n"
                   "mkdir wide/a1/p && echo '<package><name>early</name></package>' > wide/a1/p/package.xml"));
    cdy_package_search_begin(&search, path_in_folder(robot, sizeof robot, "r.urdf"), &given, 1);
    ck_assert(cdy_find_package(&search, "late", found));
    free(output_of("mkdir $(seq -f wide/b%%g 100)"));
    cdy_package_search_begin(&search, robot, &given, 1);
    ck_assert(cdy_find_package(&search, "early", found));
    for (int i = 0; i < 11; i++) {
        ck_assert(!cdy_find_package(&search, "late", found));
    }
    ck_assert(!cdy_find_package(&search, "early", found));
    free(output_of("rm -r wide"));
}
END_TEST

START_TEST(given_folders_admit_what_lies_in_them)
{
    char root[512], path[600];
    free(output_of("mkdir -p a/b c; touch a/b/in.stl c/out.stl; ln -s ../c/out.stl a/link.stl; ln -s a d"));
    path_in_folder(root, sizeof root, "d");
    const cdy_package given = {"name", root};
    cdy_package_search search;
    cdy_package_search_begin(&search, NULL, &given, 1);
    ck_assert(cdy_is_in_given_folder(&search, path_in_folder(path, sizeof path, "a/b/in.stl")));
    ck_assert(cdy_is_in_given_folder(&search, path_in_folder(path, sizeof path, "c/../a/b/in.stl")));
    ck_assert(!cdy_is_in_given_folder(&search, path_in_folder(path, sizeof path, "a/link.stl")));
    ck_assert(!cdy_is_in_given_folder(&search, path_in_folder(path, sizeof path, "c/out.stl")));
    ck_assert(!cdy_is_in_given_folder(&search, path_in_folder(path, sizeof path, "a/none.stl")));
    cdy_package_search_begin(&search, NULL, NULL, 0);
    ck_assert(!cdy_is_in_given_folder(&search, path_in_folder(path, sizeof path, "a/b/in.stl")));
    free(output_of("rm -r a c d"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("package");
    add_case(suite, "paths", paths_escape_by_more_steps_up_than_down);
    add_case(suite, "no_names", names_that_cannot_be_are_not_found);
    TCase *folders = add_case(suite, "folders", packages_are_found_in_order);
    tcase_add_test(folders, a_search_reads_so_many_folders);
    tcase_add_test(folders, given_folders_admit_what_lies_in_them);
    tcase_add_checked_fixture(folders, open_folder, close_folder);
    return run_suites(suite, NULL);
}
