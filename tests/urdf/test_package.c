/* Packages: where their folders are searched, in which order, and paths that lead out of them. */
#include "base/arena.h"
#include "support/folder.h"
#include "support/suite.h"
#include "urdf/package.h"

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
    {"arm", "@/src/arm//", NULL, NULL, NULL, NULL, "@/src/arm//"},
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
    {"arm", "@/src/arm/", NULL, "@/src/arm/", NULL, NULL, NULL},
    {"hand", "@/ament/share/hand", NULL, NULL, "@/none:@/ament", NULL, NULL},
    {"hand", NULL, NULL, "@/ament", NULL, NULL, NULL},
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
    {"leg", "./leg", "arm/urdf", NULL, NULL, NULL, NULL},
    {"arm", "arm", "arm/urdf", NULL, NULL, NULL, NULL},
    {"l", NULL, "@/src/leg", NULL, NULL, NULL, NULL},
    {"odd", NULL, "@/src/arm", NULL, NULL, NULL, NULL}, /* whose package.xml is a folder */
};

START_TEST(packages_are_found_in_order)
{
    char folder[1024], given[1024], expected[1024], src[1024];
    free(output_of("mkdir -p src/arm/urdf/deep src/leg src/plain/urdf src/odd/package.xml more/arm ament/share/hand\n"
                   "touch src/arm/package.xml src/leg/package.xml src/notes"));
    ck_assert_int_eq(chdir(fill_in("@/src", src, sizeof src)), 0);
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        cdy_arena memory = {0};
        const cdy_package package = {searches[i].given_name,
                                     searches[i].given ? fill_in(searches[i].given, given, sizeof given) : NULL};
        const cdy_check_options options = {.packages = &package, .package_count = searches[i].given != NULL};
        set_list("ROS_PACKAGE_PATH", searches[i].ros);
        set_list("AMENT_PREFIX_PATH", searches[i].ament);
        const char *found = cdy_find_package(
            &memory, &options, searches[i].folder ? fill_in(searches[i].folder, folder, sizeof folder) : NULL,
            searches[i].name);
        ck_assert_msg((found != NULL) == (searches[i].found != NULL), "search %zu: %s", i, found ? found : "none");
        if (found) {
            ck_assert_str_eq(found, fill_in(searches[i].found, expected, sizeof expected));
        }
        cdy_arena_clear(&memory);
    }
    ck_assert_int_eq(chdir("/"), 0);
    free(output_of("rm -r src more ament"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("package");
    add_case(suite, "paths", paths_escape_by_more_steps_up_than_down);
    TCase *folders = add_case(suite, "folders", packages_are_found_in_order);
    tcase_add_checked_fixture(folders, open_folder, close_folder);
    return run_suites(suite, NULL);
}
