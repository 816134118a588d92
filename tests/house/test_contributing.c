/* CONTRIBUTING.md agrees with the sources: the table of floors, the files that know the types of joints or the formats
 * of files, the lines of build files, and the way that calls follow each other which can fail. */
#define _XOPEN_SOURCE 700
#include "house/floors.h"
#include "support/suite.h"

#include <condyle/tree.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROOMS = 64 };

static const char *const folders[] = {"lib", "tools"}; /* with sources */

/* A row of the table of floors, once for each folder that the row names. */
typedef struct placed_room {
    char name[32];
    int floor;
} placed_room;

typedef struct placed_rooms {
    size_t count;
    placed_room rooms[MOST_ROOMS];
} placed_rooms;

static char *read_source(const char *name)
{
    char *path = source_path(name), *text = read_whole_file(path, NULL);
    free(path);
    return text;
}

/* Reads the rooms that a row names, `lib/WING/NAME/`, `tools/command/NAME/` or `tools/NAME/` in its second
 * column. */
static void read_row(const char *line, placed_rooms *all)
{
    int floor = -1;
    const char *end = strchr(line + 1, '|');
    end = end ? strchr(end + 1, '|') : NULL;
    if (!end || sscanf(line, "| %d |", &floor) != 1) {
        return;
    }
    for (const char *at = line; (at = strchr(at, '`')) && at < end; at = strchr(at + 1, '`') + 1) {
        const char *name = strchr(at, '/') + 1;
        const bool is_nested = strncmp(at, "`lib/", 5) == 0 || strncmp(at, "`tools/command/", 15) == 0;
        name = is_nested ? strchr(name, '/') + 1 : name;
        placed_room *room = &all->rooms[all->count++];
        ck_assert_uint_lt(all->count, MOST_ROOMS);
        room->floor = floor;
        snprintf(room->name, sizeof room->name, "%.*s", (int)strcspn(name, "/`"), name);
    }
}

static placed_rooms read_rooms(void)
{
    placed_rooms all = {0};
    char *text = read_source("CONTRIBUTING.md");
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, "| ", 2) == 0) {
            read_row(line, &all);
        }
    }
    free(text);
    return all;
}

/* Returns the floor of a room; -1: the table lacks it, -2: the table has it twice. */
static int find_floor(const placed_rooms *all, const char *room)
{
    int floor = -1;
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(all->rooms[i].name, room) == 0) {
            floor = floor == -1 ? all->rooms[i].floor : -2;
        }
    }
    return floor;
}

/* Each room stands above all rooms that it uses. */
START_TEST(rooms_stand_above_those_that_they_use)
{
    const placed_rooms all = read_rooms();
    for (size_t i = 0; i < sizeof floors / sizeof floors[0]; i++) {
        const int own = find_floor(&all, floors[i].room);
        char words[200], *rest = NULL;
        ck_assert_msg(own >= 0, "the table of CONTRIBUTING.md has room %s %s", floors[i].room,
                      own == -1 ? "in no row" : "in two rows");
        snprintf(words, sizeof words, "%s", floors[i].below);
        for (const char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
            ck_assert_msg(strcmp(word, floors[i].room) == 0 || find_floor(&all, word) < own,
                          "CONTRIBUTING.md places %s on floor %d, and %s, which it uses, on floor %d", floors[i].room,
                          own, word, find_floor(&all, word));
        }
    }
    ck_assert_uint_ge(all.count, sizeof floors / sizeof floors[0]);
}
END_TEST

/* Floors go down from row to row. */
START_TEST(rows_are_sorted)
{
    const placed_rooms all = read_rooms();
    for (size_t i = 1; i < all.count; i++) {
        ck_assert_msg(all.rooms[i].floor <= all.rooms[i - 1].floor, "the row of %s follows that of %s",
                      all.rooms[i].name, all.rooms[i - 1].name);
    }
}
END_TEST

/* ---- files that know the types of joints, and those that know the formats of files ---- */

enum { MOST_MARKS = 8 };

/* What some files know one by one, and the section of CONTRIBUTING.md that lists them. */
typedef struct topic {
    const char *title, *list; /* of the section, and how its list of files begins */
    /* One of the marks stands in each file that knows the topic, one of the words in each other file of the list. */
    const char *marks[MOST_MARKS], *words[2];
    const char *home;     /* a folder whose files need not be listed; NULL: none */
    bool in_any_language; /* files of other languages than C are looked through too */
    int least, most;      /* files that the list names; most 0: any number */
} topic;

static const topic joint_types = {.title = "Adding a joint type",
                                  .list = "\n- ",
                                  .marks = {"JOINT_PLANAR"},
                                  .words = {"floating", "floating"},
                                  .least = 7,
                                  .most = 12};
static const topic formats = {.title = "Adding a format of robot files",
                              .list = "\n1. ",
                              .marks = {"CDY_FROM_USD", "cdy_usd_format", "usd_sources", "\"usd\"", "'usd'", "usda"},
                              .words = {"SDF", "sdf"},
                              .home = "lib/files/usd/",
                              .in_any_language = true,
                              .least = 12};

static const topic *current;
static char *section;                    /* of CONTRIBUTING.md */
static int knowing_count, missing_count; /* files that know the topic, and those that the section does not name */

static bool has_ending(const char *path, const char *ending)
{
    const size_t length = strlen(path), size = strlen(ending);
    return length > size && strcmp(path + length - size, ending) == 0;
}

static bool is_source(const char *path)
{
    return has_ending(path, ".c") || has_ending(path, ".h");
}

static bool is_source_of_any_language(const char *path)
{
    return is_source(path) || has_ending(path, ".js") || has_ending(path, ".py") || has_ending(path, ".m") ||
           has_ending(path, "/meson.build");
}

static bool has_mark(const char *text)
{
    bool found = false;
    for (int i = 0; i < MOST_MARKS && current->marks[i]; i++) {
        found = found || strstr(text, current->marks[i]);
    }
    return found;
}

static int check_source(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)place;
    if (type != FTW_F || !(current->in_any_language ? is_source_of_any_language(path) : is_source(path)) ||
        strstr(path, "node_modules") || (current->home && strstr(path, current->home))) {
        return 0;
    }
    char *text = read_whole_file(path, NULL), *root = source_path(""), quoted[300];
    snprintf(quoted, sizeof quoted, "`%s`", path + strlen(root));
    if (has_mark(text)) {
        knowing_count++;
        if (!strstr(section, quoted)) {
            fprintf(stderr, "CONTRIBUTING.md, \"%s\", lacks %s\n", current->title, quoted);
            missing_count++;
        }
    }
    free(root);
    free(text);
    return 0;
}

/* Returns the number of files that the list names, in any language; each knows the topic by a mark or by its words.
 * Names with FORMAT stand for files to come. */
static int check_named_files(void)
{
    int count = 0;
    for (const char *at = strstr(section, current->list); (at = strchr(at, '`')); at = strchr(at + 1, '`') + 1) {
        char name[200];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at + 1, "`"), at + 1);
        if (strchr(name, '/') && !strstr(name, "FORMAT") && is_source_of_any_language(name)) {
            char *text = read_source(name);
            ck_assert_msg(has_mark(text) || strstr(text, current->words[0]) || strstr(text, current->words[1]),
                          "%s has nothing that \"%s\" is about", name, current->title);
            free(text);
            count++;
        }
    }
    return count;
}

/* Ends the text of a section with the section, and returns its beginning. */
static char *cut_section(char *text, const char *title)
{
    char heading[80];
    snprintf(heading, sizeof heading, "\n## %s\n", title);
    char *start = strstr(text, heading), *end = start ? strstr(start + strlen(heading), "\n## ") : NULL;
    ck_assert_msg(end, "CONTRIBUTING.md has no section \"%s\"", title);
    *end = '\0';
    return start;
}

static void check_topic(const topic *checked)
{
    char *text = read_source("CONTRIBUTING.md");
    current = checked;
    knowing_count = missing_count = 0;
    section = cut_section(text, checked->title);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char *folder = source_path(folders[i]);
        ck_assert_int_eq(nftw(folder, check_source, 16, FTW_PHYS), 0);
        free(folder);
    }
    ck_assert_int_ge(knowing_count, checked->least);
    ck_assert_int_eq(missing_count, 0);
    const int named = check_named_files();
    ck_assert_int_ge(named, knowing_count);
    ck_assert_msg(!checked->most || named <= checked->most, "\"%s\" names %d files: write a predicate or a table",
                  checked->title, named);
    free(text);
}

START_TEST(files_that_know_the_types_of_joints_are_listed)
{
    check_topic(&joint_types);
}
END_TEST

START_TEST(files_that_know_the_formats_are_listed)
{
    check_topic(&formats);
}
END_TEST

/* ---- lists of types in other languages ---- */

/* A list, of all types or of those with several degrees of freedom, which treats these one by one. */
typedef struct type_list {
    const char *path;
    const char *quoted; /* how it writes a name, @ */
    int least;          /* degrees of freedom of the types that it names */
} type_list;

static const type_list lists[] = {
    {"tools/web/page/coordinates.js", "'@'", 0},
    {"tools/python/condyle/_tree.py", "'@'", 0},
    {"tools/octave/condyle/rigidBodyJoint.m", "\"@\"", 0},
    {"tools/web/page/coordinates.js", "@: [", 2},
    {"tools/web/page/coordinates.js", "joint.type === '@'", 2},
    {"tools/python/condyle/_rules.py", "\"@\"", 2},
    {"tools/command/values/state_options.c", "  @ ", 2},
};

START_TEST(every_language_names_every_type)
{
    const type_list *list = &lists[_i];
    char *text = read_source(list->path);
    const cdy_joint_traits *traits = NULL;
    for (int i = 0; (traits = cdy_joint_type_traits((cdy_joint_type)i)); i++) {
        char name[60];
        const int before = (int)strcspn(list->quoted, "@");
        snprintf(name, sizeof name, "%.*s%s%s", before, list->quoted, traits->name, list->quoted + before + 1);
        ck_assert_msg(traits->nv < list->least || strstr(text, name), "%s lacks %s", list->path, name);
    }
    free(text);
}
END_TEST

/* ---- targets ---- */

static char *targets; /* every meson.build of the bindings and tests */

static int gather_targets(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    if (type == FTW_F && strcmp(path + place->base, "meson.build") == 0) {
        char *text = read_whole_file(path, NULL);
        targets = realloc(targets, strlen(targets) + strlen(text) + 1);
        ck_assert_ptr_nonnull(targets);
        strcat(targets, text);
        free(text);
    }
    return 0;
}

/* What CONTRIBUTING.md has `meson compile` make. */
START_TEST(targets_are_those_of_the_build)
{
    static const char *const from[] = {"tools", "tests"};
    static const char begin[] = "meson compile -C build";
    char *text = read_source("CONTRIBUTING.md");
    int count = 0;
    targets = calloc(1, 1);
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        char *folder = source_path(from[i]);
        ck_assert_int_eq(nftw(folder, gather_targets, 16, FTW_PHYS), 0);
        free(folder);
    }
    for (const char *at = text; (at = strstr(at, begin)); count++) {
        at += strcspn(at + strlen(begin), " ") + strlen(begin) + 1; /* the folder may go on: build-fuzz */
        char alias[80], run[80];
        snprintf(alias, sizeof alias, "alias_target('%.*s'", (int)strcspn(at, " `\n"), at);
        snprintf(run, sizeof run, "run_target('%.*s'", (int)strcspn(at, " `\n"), at);
        ck_assert_msg(strstr(targets, alias) || strstr(targets, run), "the build has no %s", alias);
    }
    ck_assert_int_ge(count, 5);
    free(targets);
    free(text);
}
END_TEST

/* ---- lines of build files ---- */

enum { LONGEST_LINE = 120 };

static int build_file_count, long_line_count;

static int check_build_file(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    if (type != FTW_F || strstr(path, "node_modules") ||
        (strcmp(path + place->base, "meson.build") != 0 && strcmp(path + place->base, "meson_options.txt") != 0)) {
        return 0;
    }
    char *text = read_whole_file(path, NULL);
    int number = 1;
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n', number++) {
        if (strcspn(line, "\n") > LONGEST_LINE) {
            fprintf(stderr, "%s:%d: a line of %zu characters; expected %d at most, long lists one item a line\n", path,
                    number, strcspn(line, "\n"), LONGEST_LINE);
            long_line_count++;
        }
    }
    build_file_count++;
    free(text);
    return 0;
}

START_TEST(lines_of_build_files_are_short)
{
    static const char *const places[] = {"lib", "tools", "tests", "meson.build", "meson_options.txt"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char *place = source_path(places[i]);
        ck_assert_int_eq(nftw(place, check_build_file, 16, FTW_PHYS), 0);
        free(place);
    }
    ck_assert_int_ge(build_file_count, 20);
    ck_assert_int_eq(long_line_count, 0);
}
END_TEST

/* ---- calls that can fail ---- */

static int source_count, astray_count; /* sources, and other ways of going on after a call than CONTRIBUTING.md has */

static int check_calls(const char *path, const struct stat *status, int type, struct FTW *place)
{
    static const char *const others[] = {"status = status ||", "return status ||", "(status = "};
    (void)status;
    (void)place;
    if (type != FTW_F || !is_source(path)) {
        return 0;
    }
    char *text = read_whole_file(path, NULL);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strstr(text, others[i])) {
            fprintf(stderr, "%s: '%s'; CONTRIBUTING.md, \"Style\", says how calls follow each other\n", path,
                    others[i]);
            astray_count++;
        }
    }
    source_count++;
    free(text);
    return 0;
}

START_TEST(calls_that_can_fail_follow_each_other_in_one_way)
{
    char *text = read_source("CONTRIBUTING.md");
    ck_assert_ptr_nonnull(strstr(text, "`status = status ? status : call();`"));
    ck_assert_ptr_nonnull(strstr(text, "`if (!status && ...) { status = call(); }`"));
    free(text);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char *folder = source_path(folders[i]);
        ck_assert_int_eq(nftw(folder, check_calls, 16, FTW_PHYS), 0);
        free(folder);
    }
    ck_assert_int_ge(source_count, 1000);
    ck_assert_int_eq(astray_count, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("contributing");
    TCase *tests = add_case(suite, "floors", rooms_stand_above_those_that_they_use);
    tcase_add_test(tests, rows_are_sorted);
    add_case(suite, "joints", files_that_know_the_types_of_joints_are_listed);
    add_case(suite, "formats", files_that_know_the_formats_are_listed);
    add_case(suite, "targets", targets_are_those_of_the_build);
    add_case(suite, "build files", lines_of_build_files_are_short);
    add_case(suite, "calls", calls_that_can_fail_follow_each_other_in_one_way);
    tests = tcase_create("languages");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, every_language_names_every_type, 0, sizeof lists / sizeof *lists);
    return run_suites(suite, NULL);
}
