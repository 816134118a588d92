/* The floors of the library: no room includes headers of a room above it, only the named rooms include headers of other
 * projects, and the files of a room do not call each other in circles. */
#define _XOPEN_SOURCE 700
#include "house/floors.h"
#include "support/suite.h"

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Headers of other projects, by the beginning of their names, and the rooms or folders that may include them. */
static const struct {
    const char *header, *owner;
} foreign[] = {{"libxml", "xml xacro web"}, {"yaml", "xacro"},           {"lapack", "linalg"},
               {"cblas", "linalg"},         {"openblas", "linalg"},      {"jansson", "tools"},
               {"cvode", "simulation"},     {"nvector", "simulation"},   {"sundials", "simulation"},
               {"sunlinsol", "simulation"}, {"sunmatrix", "simulation"}, {"sunnonlinsol", "simulation"},
               {"zlib", "tools"},           {"Python", "tools"}};

/* The room that a public header belongs to. */
static const char *room_of_header(const char *name)
{
    if (strcmp(name, "condyle/status.h") == 0 || strcmp(name, "condyle/export.h") == 0 ||
        strcmp(name, "condyle/static.h") == 0) {
        return "base";
    }
    if (strcmp(name, "condyle/check.h") == 0 || strcmp(name, "condyle/fix.h") == 0 ||
        strcmp(name, "condyle/load.h") == 0) {
        return "description"; /* the readers name rules, too */
    }
    if (strcmp(name, "condyle/drive_file.h") == 0) {
        return "urdf";
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
                  {"drive_identification", "identification"},
                  {"payload_estimation", "identification"},
                  {"write", "robot"},
                  {"excitation", "identification"},
                  {"gain_identification", "identification"},
                  {"smoothing", "trajectory"},
                  {"online_trajectory", "trajectory"},
                  {"energy", "dynamics"},
                  {"inverse_kinematics", "ik"},
                  {"generalized_inverse_kinematics", "ik"},
                  {"closed_inverse_kinematics", "ik"},
                  {"contact", "capacity"},
                  {"reach", "capacity"},
                  {"stop", "capacity"},
                  {"drive_sizing", "sizing"},
                  {"limit_report", "capacity"},
                  {"kinematics", "dynamics"},
                  {"manipulability", "constraints"},
                  {"mechanism", "constraints"},
                  {"momentum", "dynamics"},
                  {"observer", "constraints"},
                  {"operational_space", "constraints"},
                  {"regressor", "dynamics"},
                  {"shapes", "solid"},
                  {"terms", "dynamics"}};
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

/* The folder that a room lies in; NULL: it is none. */
static const char *wing_of(const char *room)
{
    for (size_t i = 0; i < sizeof floors / sizeof floors[0]; i++) {
        if (strcmp(floors[i].room, room) == 0) {
            return floors[i].wing;
        }
    }
    return NULL;
}

/* Whether a room is in tools/, whose rooms may include every public header. */
static bool is_tool(const char *room)
{
    const char *wing = wing_of(room);
    return strcmp(room, "tools") == 0 || strcmp(room, "web") == 0 || (wing && strncmp(wing, "tools", 5) == 0);
}

static bool is_of_command(const char *room)
{
    const char *wing = wing_of(room);
    return wing && strcmp(wing, "tools/command") == 0;
}

static bool may_include_room(const char *room, const char *other, size_t length)
{
    char word[64];
    snprintf(word, sizeof word, " %.*s ", (int)length, other);
    if (strcmp(room, "tools") == 0 ||
        strcmp(room, "web") == 0) { /* what uses the command's rooms: those, the ground floor, and public headers */
        return strstr(" base text bench commands compute draw options page rows run shell values writing ", word);
    }
    for (size_t i = 0; i < sizeof floors / sizeof floors[0]; i++) {
        if (strcmp(floors[i].room, room) == 0) {
            return strstr(floors[i].below, word) != NULL;
        }
    }
    return false;
}

/* Judges <header> in a file of `room`: a public header, a header of the system, or a header of another project. */
static const char *judge_angled(const char *room, const char *header)
{
    bool public = strcmp(room, "include") == 0;
    if (strncmp(header, "condyle/", 8) == 0) {
        const char *owner = room_of_header(header);
        return public || is_tool(room) || may_include_room(room, owner, strlen(owner))
                   ? NULL
                   : "a public header from a higher floor";
    }
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        if (strncmp(header, foreign[i].header, strlen(foreign[i].header)) == 0 &&
            !strstr(foreign[i].owner, is_of_command(room) ? "tools" : room)) {
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
    if ((strcmp(room, "tools") == 0 || is_of_command(room)) &&
        (strcmp(header, "dynamics/quantities.def") == 0 || strcmp(header, "dynamics/quantity_forms.h") == 0)) {
        return NULL; /* quantities.def, the list of the public calls of one form */
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
        if (S_ISDIR(status.st_mode)) { /* the page has a parser of its own behind the interface of libxml2 */
            const bool is_web = strcmp(room, "tools") == 0 && strcmp(entry->d_name, "web") == 0;
            const bool has_floor = strcmp(room, "tools") == 0 && wing_of(entry->d_name);
            files += has_floor ? 0 : check_folder(is_web ? "web" : room, path, faults);
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
        {"ik", "#include \"constraints/point.h\"\n"},
        {"kernels", "#include \"linalg/solve.h\"\n"},
        {"linalg", "#include \"kernels/rnea.h\"\n"},
        {"kernels", "#include \"dynamics/workspace.h\"\n"},
        {"kernels", "#include \"../dynamics/workspace.h\"\n"},
        {"dynamics", "#include \"tools/output.h\"\n"},
        {"dynamics", "#include \"urdf/reader.h\"\n"},
        {"tools", "#include \"tree/tree.h\"\n"},
        {"run", "#include \"options/options.h\"\n"},
        {"rows", "#include \"compute/calculation.h\"\n"},
        {"shell", "#include \"tree/tree.h\"\n"},
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
        {"draw", "#include \"run/output.h\"\n"},
        {"draw", "#include \"options/wrench.h\"\n"},
        {"draw", "#include \"tree/tree.h\"\n"},
        {"draw", "#include <zlib.h>\n"},
        {"writing", "#include \"draw/scene.h\"\n"},
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
        {"tools", "#include \"draw/svg.h\"\n"},
        {"commands", "#include \"rows/csv.h\"\n"},
        {"compute", "#include \"values/variable.h\"\n"},
        {"compute", "#include <jansson.h>\n"},
        {"draw", "#include \"writing/sink.h\"\n"},
        {"draw", "#include \"base/jacobi.h\"\n"},
        {"draw", "#include <condyle/mesh.h>\n"},
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
    int faults = 0;
    for (size_t i = 0; i < sizeof floors / sizeof floors[0]; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s/%s", floors[i].wing, floors[i].room);
        char *folder = source_path(name);
        ck_assert_msg(check_folder(floors[i].room, folder, &faults) > 0, "no source files in %s", folder);
        free(folder);
    }
    char *headers = source_path("lib/include");
    ck_assert_int_gt(check_folder("include", headers, &faults), 0);
    free(headers);
    char *tools = source_path("tools");
    ck_assert_int_gt(check_folder("tools", tools, &faults), 0);
    free(tools);
    ck_assert_int_eq(faults, 0);
}
END_TEST

/* Requires that the folders of a wing are rooms of `floors`. */
static void check_wing(const char *wing)
{
    char *folder = source_path(wing);
    DIR *entries = opendir(folder);
    ck_assert_ptr_nonnull(entries);
    for (struct dirent *entry = readdir(entries); entry; entry = readdir(entries)) {
        char path[PATH_MAX];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] == '.' || stat(path, &status) != 0 || !S_ISDIR(status.st_mode)) {
            continue;
        }
        bool known = false;
        for (size_t i = 0; i < sizeof floors / sizeof floors[0]; i++) {
            known = known || (strcmp(wing, floors[i].wing) == 0 && strcmp(entry->d_name, floors[i].room) == 0);
        }
        ck_assert_msg(known, "%s/%s has no place among the floors of this test", wing, entry->d_name);
    }
    closedir(entries);
    free(folder);
}

START_TEST(every_room_has_its_floor)
{
    static const char *const wings[] = {"core", "files", "motion", "code"};
    char *lib = source_path("lib");
    DIR *entries = opendir(lib);
    int folders = 0;
    ck_assert_ptr_nonnull(entries);
    for (struct dirent *entry = readdir(entries); entry; entry = readdir(entries)) {
        folders += entry->d_name[0] != '.' && !strchr(entry->d_name, '.');
    }
    closedir(entries);
    free(lib);
    ck_assert_int_eq(folders, 5); /* the wings and include */
    for (size_t i = 0; i < sizeof wings / sizeof wings[0]; i++) {
        char wing[32];
        snprintf(wing, sizeof wing, "lib/%s", wings[i]);
        check_wing(wing);
    }
}
END_TEST

/* A room uses rooms of its own wing and of the core. */
START_TEST(wings_stand_on_the_core_alone)
{
    for (size_t i = 0; i < sizeof floors / sizeof floors[0]; i++) {
        char words[200], *rest = NULL;
        snprintf(words, sizeof words, "%s", floors[i].below);
        for (const char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
            const char *wing = wing_of(word);
            const bool is_below = wing && (strcmp(wing, "lib/core") == 0 || strcmp(wing, "tools") == 0);
            ck_assert_msg(is_below || (wing && strcmp(wing, floors[i].wing) == 0),
                          "%s, a room of %s, may use %s, which is in %s", floors[i].room, floors[i].wing, word,
                          wing ? wing : "no wing");
        }
    }
}
END_TEST

/* ---- circles between the object files of a room ---- */

enum { MOST_OBJECTS = 600, MOST_SYMBOLS = 20000, MOST_CALLS = 60000 };

/* Groups of files that may call each other in circles, because they compute recursive structures. */
static const struct {
    const char *room, *files;
} recursive[] = {
    /* a dict compares values to find a key, and the comparison of two dicts looks up keys */
    {"xacro", " comparison dict "},
    /* an expression reads properties, whose texts are expressions, and calls functions, which call lambdas */
    {"xacro", " access argument call command container_methods evaluator format globals math operators python scope "
              "substitution text_format text_methods xacro_functions yaml_file yaml_scalar "},
    /* the content of a macro and of an included file is processed like the file itself */
    {"xacro", " include macro processor "},
};

typedef struct object {
    char room[64], name[64];
} object;

typedef struct symbol {
    char name[128];
    int object;
} symbol;

/* The objects of all rooms, the symbols that they define, and the symbols that they need. */
static struct {
    object objects[MOST_OBJECTS];
    symbol defined[MOST_SYMBOLS], needed[MOST_CALLS];
    int object_count;
    size_t defined_count, needed_count;
    bool calls[MOST_OBJECTS][MOST_OBJECTS]; /* [i][j]: object i calls object j, directly or through other objects */
} house;

/* Returns the object of an archive's member, such as libmodel.a[PATH/model_check.c.o]. */
static int find_object(const char *archive, const char *member)
{
    object o = {{0}, {0}};
    const char *base = strrchr(archive, '/'), *file = strrchr(member, '/');
    base = base ? base + 1 : archive;
    file = file ? file + 1 : member;
    base += strncmp(base, "lib", 3) == 0 ? 3 : 0;
    snprintf(o.room, sizeof o.room, "%.*s", (int)strcspn(base, "."), base);
    snprintf(o.name, sizeof o.name, "%.*s", (int)strcspn(file, "."), file);
    for (int i = house.object_count - 1; i >= 0; i--) {
        if (strcmp(house.objects[i].room, o.room) == 0 && strcmp(house.objects[i].name, o.name) == 0) {
            return i;
        }
    }
    ck_assert_int_lt(house.object_count, MOST_OBJECTS);
    house.objects[house.object_count] = o;
    return house.object_count++;
}

/* Reads a line of `nm -A -P`: ARCHIVE[MEMBER]: SYMBOL TYPE ... */
static void read_symbol(const char *line)
{
    char archive[1024], member[1024], type;
    symbol s;
    if (sscanf(line, "%1023[^[][%1023[^]]]: %127s %c", archive, member, s.name, &type) != 4) {
        return;
    }
    s.object = find_object(archive, member);
    if (type == 'U') {
        ck_assert_uint_lt(house.needed_count, MOST_CALLS);
        house.needed[house.needed_count++] = s;
    } else if (strchr("TDBRVWGSC", type)) {
        ck_assert_uint_lt(house.defined_count, MOST_SYMBOLS);
        house.defined[house.defined_count++] = s;
    }
}

static void read_archives(void)
{
    char command[1 << 14], line[4096];
    const int length = snprintf(command, sizeof command, "%s -A -P %s", getenv("NM"), getenv("ROOMS"));
    ck_assert(length > 0 && (size_t)length < sizeof command);
    FILE *symbols = popen(command, "r"); // NOLINT(cert-env33-c): the names are those of the build
    ck_assert_ptr_nonnull(symbols);
    while (fgets(line, sizeof line, symbols)) {
        read_symbol(line);
    }
    ck_assert_int_eq(pclose(symbols), 0);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const symbol *)a)->name, ((const symbol *)b)->name);
}

/* Notes the calls within each room. A symbol has one definition at most in a room. */
static void connect(void)
{
    qsort(house.defined, house.defined_count, sizeof *house.defined, by_name);
    qsort(house.needed, house.needed_count, sizeof *house.needed, by_name);
    size_t first = 0;
    for (size_t k = 0; k < house.needed_count; k++) {
        const symbol *needed = &house.needed[k];
        while (first < house.defined_count && by_name(&house.defined[first], needed) < 0) {
            first++;
        }
        for (size_t i = first; i < house.defined_count && by_name(&house.defined[i], needed) == 0; i++) {
            const int to = house.defined[i].object;
            if (strcmp(house.objects[needed->object].room, house.objects[to].room) == 0) {
                house.calls[needed->object][to] = true;
            }
        }
    }
    for (int k = 0; k < house.object_count; k++) { /* the transitive closure, by Warshall 1962 */
        for (int i = 0; i < house.object_count; i++) {
            for (int j = 0; house.calls[i][k] && j < house.object_count; j++) {
                house.calls[i][j] = house.calls[i][j] || house.calls[k][j];
            }
        }
    }
}

static bool are_in_circle(int a, int b)
{
    return a != b && house.calls[a][b] && house.calls[b][a];
}

static bool is_in_group(size_t group, const object *o)
{
    char word[80];
    snprintf(word, sizeof word, " %s ", o->name);
    return strcmp(recursive[group].room, o->room) == 0 && strstr(recursive[group].files, word);
}

static bool may_be_recursive(const object *a, const object *b)
{
    bool may = false;
    for (size_t g = 0; g < sizeof recursive / sizeof *recursive; g++) {
        may = may || (is_in_group(g, a) && is_in_group(g, b));
    }
    return may;
}

/* Returns the number of files of a group that are in a circle with another file of the group. */
static int count_circle(size_t group)
{
    int count = 0;
    for (int a = 0; a < house.object_count; a++) {
        bool found = false;
        for (int b = 0; b < house.object_count && is_in_group(group, &house.objects[a]); b++) {
            found = found || (is_in_group(group, &house.objects[b]) && are_in_circle(a, b));
        }
        count += found;
    }
    return count;
}

static int count_words(const char *words)
{
    int count = -1; /* a list has blanks before, between and behind its words */
    for (; *words; words++) {
        count += *words == ' ';
    }
    return count;
}

START_TEST(no_room_calls_in_circles)
{
    int faults = 0;
    bool has_xacro = false;
    read_archives();
    connect();
    ck_assert_int_gt(house.object_count, 100);
    ck_assert_uint_gt(house.needed_count, 1000);
    for (int a = 0; a < house.object_count; a++) {
        has_xacro = has_xacro || strcmp(house.objects[a].name, "evaluator") == 0;
        for (int b = a + 1; b < house.object_count; b++) {
            const object *p = &house.objects[a], *q = &house.objects[b];
            if (are_in_circle(a, b) && !may_be_recursive(p, q)) {
                fprintf(stderr,
                        "room %s: %s and %s call each other; expected a function that both need in a file "
                        "below them\n",
                        p->room, p->name, q->name);
                faults++;
            }
        }
    }
    ck_assert_int_eq(faults, 0);
    for (size_t g = 0; has_xacro && g < sizeof recursive / sizeof *recursive; g++) {
        ck_assert_msg(count_circle(g) == count_words(recursive[g].files),
                      "of%sonly %d files call each other; expected that the others are taken off this test's list",
                      recursive[g].files, count_circle(g));
    }
}
END_TEST

START_TEST(circles_are_seen)
{
    static const char *const lines[] = {
        "lib/libone.a[x/one_a.c.o]: f T 0 1\n", "lib/libone.a[x/one_a.c.o]: g U  \n",
        "lib/libone.a[x/one_b.c.o]: g T 0 1\n", "lib/libone.a[x/one_b.c.o]: h U  \n",
        "lib/libone.a[c.c.o]: h T 0 1\n",       "lib/libone.a[c.c.o]: f U  \n",
        "lib/libone.a[c.c.o]: k U  \n",         "lib/libone.a[d.c.o]: k T 0 1\n",
        "lib/libtwo.a[e.c.o]: k T 0 1\n",       "lib/libtwo.a[e.c.o]: f U  \n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        read_symbol(lines[i]);
    }
    connect();
    const int a = find_object("lib/libone.a", "one_a.c.o"), b = find_object("lib/libone.a", "one_b.c.o"),
              c = find_object("lib/libone.a", "c.c.o"), d = find_object("lib/libone.a", "d.c.o"),
              e = find_object("lib/libtwo.a", "e.c.o");
    ck_assert_int_eq(house.object_count, 5);
    ck_assert(are_in_circle(a, b) && are_in_circle(b, c) && are_in_circle(a, c));
    ck_assert(house.calls[a][d] && !are_in_circle(a, d) && !are_in_circle(d, e) && !are_in_circle(a, e));
}
END_TEST

int main(void)
{
    const char *nm = getenv("NM");
    Suite *suite = suite_create("layers");
    TCase *tests = add_case(suite, "judge", the_judge_sees_wrong_arrows);
    tcase_add_test(tests, the_judge_lets_right_arrows_pass);
    tests = add_case(suite, "files", every_file_keeps_its_floor);
    tcase_add_test(tests, every_room_has_its_floor);
    tcase_add_test(tests, wings_stand_on_the_core_alone);
    tests = add_case(suite, "circles", circles_are_seen);
    add_or_skip(tests, no_room_calls_in_circles, 0, 1,
                nm && *nm ? NULL : "no nm, or symbols that are not the library's");
    return run_suites(suite, NULL);
}
