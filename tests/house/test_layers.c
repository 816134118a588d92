/* The floors of the library: no room includes from one above it, foreign headers stay in their rooms. */
#include "support/suite.h"

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Each room with those whose headers it may include. */
static const struct {
    const char *room, *below;
} floors[] = {
    {"base", " base "},
    {"text", " base text "},
    {"spatial", " base spatial "},
    {"mesh", " base text mesh "},
    {"tree", " base text spatial tree "},
    {"xml", " base text xml "},
    {"xacro", " base text xml xacro "},
    {"urdf", " base text spatial tree xml xacro urdf "},
    {"solid", " base text spatial mesh tree urdf solid "},
    {"lint", " base text spatial mesh tree xml xacro urdf solid lint "},
    {"model", " base text spatial tree model "},
    {"kernels", " base spatial tree model kernels "},
    {"linalg", " base spatial tree model linalg "},
    {"dynamics", " base text spatial tree model kernels linalg dynamics "},
    {"batch", " base spatial tree model kernels linalg dynamics batch "},
    {"constraints", " base spatial tree model kernels linalg dynamics constraints "},
    {"ik", " base spatial tree model kernels linalg dynamics ik "},
    {"trajectory", " base spatial tree model kernels linalg dynamics batch ik trajectory "},
    {"identification", " base spatial tree model linalg dynamics identification "},
    {"simulation", " base spatial tree model kernels linalg dynamics constraints ik simulation "},
    {"capacity", " base spatial tree model kernels dynamics batch capacity "},
    {"generate", " base text spatial tree model kernels dynamics generate "},
    {"robot", " base text spatial tree xacro urdf lint model dynamics robot "},
};

/* Headers of other projects, by how their names begin, and the rooms or folder that may know them. */
static const struct {
    const char *header, *owner;
} foreign[] = {
    {"libxml", "xml xacro"},       {"yaml", "xacro"},          {"lapack", "linalg"},        {"cblas", "linalg"},
    {"openblas", "linalg"},        {"jansson", "tools"},       {"assimp", "mesh"},          {"cvode", "simulation"},
    {"nvector", "simulation"},     {"sundials", "simulation"}, {"sunlinsol", "simulation"}, {"sunmatrix", "simulation"},
    {"sunnonlinsol", "simulation"}};

/* The room that a public header belongs to. */
static const char *room_of_header(const char *name)
{
    if (strcmp(name, "condyle/status.h") == 0 || strcmp(name, "condyle/export.h") == 0 ||
        strcmp(name, "condyle/static.h") == 0) {
        return "base";
    }
    if (strcmp(name, "condyle/check.h") == 0 || strcmp(name, "condyle/fix.h") == 0) {
        return "urdf"; /* the rules that the reader names, too */
    }
    if (strcmp(name, "condyle/drives.h") == 0 || strcmp(name, "condyle/payload.h") == 0 ||
        strcmp(name, "condyle/model_file.h") == 0) {
        return "model";
    }
    if (strcmp(name, "condyle/motion_model.h") == 0) {
        return "simulation";
    }
    static const struct {
        const char *header, *room;
    } others[] = {{"batch_float", "batch"},
                  {"catalogue", "robot"},
                  {"configuration", "dynamics"},
                  {"derivatives", "dynamics"},
                  {"excitation", "identification"},
                  {"smoothing", "trajectory"},
                  {"energy", "dynamics"},
                  {"inverse_kinematics", "ik"},
                  {"limit_report", "capacity"},
                  {"kinematics", "dynamics"},
                  {"manipulability", "constraints"},
                  {"momentum", "dynamics"},
                  {"operational_space", "constraints"},
                  {"regressor", "dynamics"},
                  {"shapes", "solid"}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        size_t length = strlen(others[i].header);
        if (strncmp(name + 8, others[i].header, length) == 0 && strcmp(name + 8 + length, ".h") == 0) {
            return others[i].room;
        }
    }
    for (size_t i = 0; i < sizeof floors / sizeof floors[0]; i++) {
        size_t length = strlen(floors[i].room);
        if (strncmp(name + 8, floors[i].room, length) == 0 && strcmp(name + 8 + length, ".h") == 0) {
            return floors[i].room;
        }
    }
    return "everything"; /* condyle.h */
}

static bool may_include_room(const char *room, const char *other, size_t length)
{
    char word[64];
    snprintf(word, sizeof word, " %.*s ", (int)length, other);
    if (strcmp(room, "tools") == 0) { /* the command: its own rooms, the ground floor, and public headers */
        return strstr(" base text bench commands draw options page report rows run ", word) != NULL;
    }
    for (size_t i = 0; i < sizeof floors / sizeof floors[0]; i++) {
        if (strcmp(floors[i].room, room) == 0) {
            return strstr(floors[i].below, word) != NULL;
        }
    }
    return false;
}

/* <header> in a file of `room`: a public header, a system's, or a foreign one. */
static const char *judge_angled(const char *room, const char *header)
{
    bool public = strcmp(room, "include") == 0;
    if (strncmp(header, "condyle/", 8) == 0) {
        const char *owner = room_of_header(header);
        return public || strcmp(room, "tools") == 0 || may_include_room(room, owner, strlen(owner))
                   ? NULL
                   : "a public header from a higher floor";
    }
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        if (strncmp(header, foreign[i].header, strlen(foreign[i].header)) == 0 && !strstr(foreign[i].owner, room)) {
            return "a foreign header outside its room";
        }
    }
    if (public && strncmp(header, "std", 3) != 0) {
        return "a public header may include only its like and C's std*.h";
    }
    return NULL;
}

/* Returns what is wrong with a line of a file in `room` (a folder of lib/, or "tools"), NULL if nothing. */
static const char *judge(const char *room, const char *line)
{
    char mark, header[256];
    if (sscanf(line, " # include %c%255[^\">]", &mark, header) != 2) {
        return NULL;
    }
    const char *slash = strchr(header, '/');
    if (mark == '<') {
        return judge_angled(room, header);
    }
    if (strcmp(room, "include") == 0) {
        return "a public header with a private one";
    }
    if (strstr(header, "..")) {
        return "a path with dots";
    }
    if (strcmp(room, "tools") == 0 &&
        (strcmp(header, "dynamics/quantities.def") == 0 || strcmp(header, "dynamics/quantity_forms.h") == 0)) {
        return NULL; /* the list of the public calls of one form */
    }
    return !slash || may_include_room(room, header, (size_t)(slash - header)) ? NULL : "an arrow that points up";
}

static int check_file(const char *room, const char *path)
{
    char line[1024];
    int number = 0, faults = 0;
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    while (fgets(line, sizeof line, file)) {
        const char *fault = judge(room, line);
        number++;
        if (fault) {
            fprintf(stderr, "%s:%d: %s: %s", path, number, fault, line);
            faults++;
        }
    }
    fclose(file);
    return faults;
}

/* Judges the C files in a folder and those below it; returns their number and adds up the faults. */
static int check_folder(const char *room, const char *folder, int *faults)
{
    int files = 0;
    DIR *entries = opendir(folder);
    ck_assert_msg(entries != NULL, "cannot open %s", folder);
    for (struct dirent *entry = readdir(entries); entry; entry = readdir(entries)) {
        char path[PATH_MAX];
        struct stat status;
        size_t length = strlen(entry->d_name);
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] == '.' || stat(path, &status) != 0) {
            continue;
        }
        if (S_ISDIR(status.st_mode)) {
            files += check_folder(room, path, faults);
        } else if (length > 2 &&
                   (strcmp(entry->d_name + length - 2, ".c") == 0 || strcmp(entry->d_name + length - 2, ".h") == 0)) {
            *faults += check_file(room, path);
            files++;
        }
    }
    closedir(entries);
    return files;
}

START_TEST(the_judge_sees_wrong_arrows)
{
    static const struct {
        const char *room, *line;
    } wrong[] = {
        {"base", "#include \"tree/tree.h\"\n"},
        {"tree", "#include \"model/model.h\"\n"},
        {"urdf", "#include \"model/model.h\"\n"},
        {"urdf", "  #  include \"kernels/joint.h\"\n"},
        {"model", "#include \"urdf/reader.h\"\n"},
        {"base", "#include \"text/number.h\"\n"},
        {"xml", "#include \"urdf/reader.h\"\n"},
        {"urdf", "#include \"lint/checks.h\"\n"},
        {"urdf", "#include <libxml/parser.h>\n"},
        {"lint", "#include <condyle/robot.h>\n"},
        {"dynamics", "#include \"batch/batch.h\"\n"},
        {"dynamics", "#include <condyle/batch.h>\n"},
        {"batch", "#include \"constraints/constraint.h\"\n"},
        {"kernels", "#include \"linalg/solve.h\"\n"},
        {"linalg", "#include \"kernels/rnea.h\"\n"},
        {"kernels", "#include \"dynamics/workspace.h\"\n"},
        {"kernels", "#include \"../dynamics/workspace.h\"\n"},
        {"dynamics", "#include \"tools/output.h\"\n"},
        {"dynamics", "#include \"urdf/reader.h\"\n"},
        {"tools", "#include \"tree/tree.h\"\n"},
        {"model", "#include <condyle/dynamics.h>\n"},
        {"linalg", "#include <condyle/kinematics.h>\n"},
        {"kernels", "#include <condyle/configuration.h>\n"},
        {"base", "#include <condyle/condyle.h>\n"},
        {"tree", "#include <libxml/parser.h>\n"},
        {"tools", "#include <libxml/parser.h>\n"},
        {"dynamics", "#include <lapacke.h>\n"},
        {"kernels", "#include <cblas.h>\n"},
        {"dynamics", "#include <jansson.h>\n"},
        {"dynamics", "#include \"simulation/simulation.h\"\n"},
        {"dynamics", "#include <condyle/simulation.h>\n"},
        {"dynamics", "#include <condyle/motion_model.h>\n"},
        {"tools", "#include <cvode/cvode.h>\n"},
        {"include", "#include \"tree/tree.h\"\n"},
        {"include", "#include <math.h>\n"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ck_assert_msg(judge(wrong[i].room, wrong[i].line) != NULL, "%s: %s", wrong[i].room, wrong[i].line);
    }
}
END_TEST

START_TEST(the_judge_lets_right_arrows_pass)
{
    static const struct {
        const char *room, *line;
    } right[] = {
        {"base", "#include \"base/arena.h\"\n"},
        {"base", "#include <condyle/status.h>\n"},
        {"urdf", "#include \"tree/tree.h\" /* why */\n"},
        {"xml", "#include <libxml/parser.h>\n"},
        {"urdf", "#include \"reader.h\"\n"},
        {"model", "#include <condyle/model.h>\n"},
        {"linalg", "#include <lapacke.h>\n"},
        {"dynamics", "#include \"kernels/rnea.h\"\n"},
        {"dynamics", "#include <math.h>\n"},
        {"simulation", "#include \"dynamics/workspace.h\"\n"},
        {"simulation", "#include <cvode/cvode.h>\n"},
        {"tools", "#include \"output.h\"\n"},
        {"tools", "#include \"base/number.h\"\n"},
        {"tools", "#include <condyle/condyle.h>\n"},
        {"tools", "#include <jansson.h>\n"},
        {"include", "#include <condyle/tree.h>\n"},
        {"include", "#include <stdbool.h>\n"},
        {"base", "/* include \"tree/tree.h\" */\n"},
    };
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        const char *fault = judge(right[i].room, right[i].line);
        ck_assert_msg(fault == NULL, "%s: %s: %s", right[i].room, right[i].line, fault);
    }
}
END_TEST

START_TEST(every_file_keeps_its_floor)
{
    static const char *const rooms[] = {"base",   "spatial",  "tree",           "urdf",       "model",   "kernels",
                                        "linalg", "dynamics", "identification", "simulation", "include", NULL};
    int faults = 0;
    for (size_t i = 0; rooms[i]; i++) {
        char name[64];
        snprintf(name, sizeof name, "lib/%s", rooms[i]);
        char *folder = source_path(name);
        ck_assert_msg(check_folder(rooms[i], folder, &faults) > 0, "no source files in %s", folder);
        free(folder);
    }
    char *tools = source_path("tools");
    ck_assert_int_gt(check_folder("tools", tools, &faults), 0);
    free(tools);
    ck_assert_int_eq(faults, 0);
}
END_TEST

START_TEST(every_room_has_its_floor)
{
    char *lib = source_path("lib");
    DIR *entries = opendir(lib);
    ck_assert_ptr_nonnull(entries);
    for (struct dirent *entry = readdir(entries); entry; entry = readdir(entries)) {
        char path[PATH_MAX];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", lib, entry->d_name);
        if (entry->d_name[0] == '.' || stat(path, &status) != 0 || !S_ISDIR(status.st_mode)) {
            continue;
        }
        bool known = strcmp(entry->d_name, "include") == 0;
        for (size_t i = 0; i < sizeof floors / sizeof floors[0]; i++) {
            known = known || strcmp(entry->d_name, floors[i].room) == 0;
        }
        ck_assert_msg(known, "lib/%s has no place among the floors of this test", entry->d_name);
    }
    closedir(entries);
    free(lib);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("layers");
    TCase *tests = add_case(suite, "judge", the_judge_sees_wrong_arrows);
    tcase_add_test(tests, the_judge_lets_right_arrows_pass);
    tests = add_case(suite, "files", every_file_keeps_its_floor);
    tcase_add_test(tests, every_room_has_its_floor);
    return run_suites(suite, NULL);
}
