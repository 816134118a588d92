/* Robot files that were cut off, damaged byte by byte, or hold extreme numbers: each is refused with its line and a
 * reason, or loads as a robot whose dynamics are computed. */
#include "support/compare.h"
#include "support/suite.h"

#include <condyle/condyle.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 512 };

/* ---- checks of a robot ---- */

/* Checks that results are finite, or that the call fails with a reason. */
static void check_numbers(cdy_status status, const cdy_error *error, const double *values, int count, const char *what)
{
    ck_assert_msg(status == CDY_OK || (status == CDY_ERROR_NUMERIC && error->text[0]), "%s: %s", what, error->text);
    for (int i = 0; i < count && status == CDY_OK; i++) {
        ck_assert_msg(isfinite(values[i]), "%s: number %d is %g", what, i, values[i]);
    }
}

static void compute(const cdy_model *model, cdy_workspace *work, const char *what)
{
    static double q[MOST], qd[MOST], tau[MOST], qdd[MOST];
    const int n = cdy_model_nv(model);
    uint64_t seed = 1;
    cdy_error error = {0};
    if (n > MOST || cdy_model_nq(model) > MOST) {
        return;
    }
    cdy_random_configuration(model, &seed, q);
    for (int i = 0; i < n; i++) {
        qd[i] = 0.1 * i - 0.3;
    }
    cdy_status status = cdy_inverse_dynamics(model, work, q, qd, qd, NULL, tau, &error);
    check_numbers(status, &error, tau, n, what);
    status = cdy_forward_dynamics(model, work, NULL, qd, NULL, NULL, qdd, &error);
    check_numbers(status, &error, qdd, n, what);
}

/* A file that does not load has a message with file and line; a file that loads compiles and computes, or has a
 * message. Returns whether the file loads. */
static bool load(const char *text, size_t size, const char *what)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    cdy_model *model = NULL;
    cdy_workspace *work = NULL;
    cdy_load_options options = cdy_load_options_default();
    options.gravity[2] = -9.81;
    cdy_status status = cdy_load_text(text, size, "mangled.urdf", &options, &tree, &error);
    if (status) {
        ck_assert_msg(status == CDY_ERROR_ROBOT && !tree && error.line > 0 && error.text[0] &&
                          strcmp(error.file, "mangled.urdf") == 0,
                      "%s: %s, line %d, '%s'", what, cdy_status_text(status), error.line, error.text);
        return false;
    }
    ck_assert_ptr_nonnull(tree);
    status = cdy_model_create(tree, &model, &error);
    ck_assert_msg(status == CDY_OK || ((status == CDY_ERROR_ROBOT || status == CDY_ERROR_NUMERIC) && error.text[0]),
                  "%s: %s: %s", what, cdy_status_text(status), error.text);
    if (!status) {
        ck_assert_ok(cdy_workspace_create(model, &work, &error), error);
        compute(model, work, what);
    }
    cdy_workspace_destroy(work);
    cdy_model_destroy(model);
    cdy_tree_destroy(tree);
    return true;
}

static void count_finding(void *context, const cdy_finding *finding)
{
    ck_assert(finding->line >= 0 && finding->column >= 0 && finding->message[0] && finding->code[0]);
    *(int *)context += finding->level == CDY_LEVEL_ERROR;
}

typedef struct copy {
    char *bytes;
    size_t size;
} copy;

static cdy_status keep(void *context, const char *text, size_t size)
{
    copy *c = context;
    char *larger = realloc(c->bytes, c->size + size + 1);
    ck_assert_ptr_nonnull(larger);
    memcpy(larger + c->size, text, size);
    c->bytes = larger;
    c->size += size;
    return CDY_OK;
}

/* Mending a mended copy changes nothing. */
static void mend_again(const copy *mended, const char *what)
{
    int changes = 0;
    copy again = {0};
    cdy_error error = {0};
    ck_assert_ok(cdy_fix_urdf_text(mended->bytes, mended->size, "mangled.urdf", NULL, keep, &again, &changes, &error),
                 error);
    ck_assert_msg(changes == 0, "%s: mended again, it has %d changes:\n%.*s", what, changes, (int)again.size,
                  again.bytes);
    free(again.bytes);
}

/* The check finds an error in a file that does not load; a mended copy has no more errors, and mending it changes
 * nothing. */
static void check_and_fix(const char *text, size_t size, bool loads, const char *what)
{
    int errors = 0, changes = 0;
    copy mended = {0};
    cdy_error error = {0};
    cdy_check_options options = cdy_check_options_default();
    options.report = count_finding;
    options.context = &errors;
    options.assets = false;
    ck_assert_ok(cdy_check_text(text, size, "mangled.urdf", &options, NULL, &error), error);
    ck_assert_msg(loads || errors > 0, "%s: refused by the loader, and nothing is found", what);
    cdy_status status = cdy_fix_urdf_text(text, size, "mangled.urdf", NULL, keep, &mended, &changes, &error);
    ck_assert_msg(status == CDY_OK || status == CDY_ERROR_UNSUPPORTED, "%s: %s", what, error.text);
    if (!status && changes == 0) {
        ck_assert_msg(mended.size == size && memcmp(mended.bytes, text, size) == 0, "%s: changed in silence", what);
    } else if (!status) {
        ck_assert_msg(load(mended.bytes, mended.size, what) || !loads, "%s: mended, it does not load any more", what);
        const int before = errors;
        errors = 0;
        ck_assert_ok(cdy_check_text(mended.bytes, mended.size, "mangled.urdf", &options, NULL, &error), error);
        ck_assert_msg(errors <= before, "%s: mended, it has %d errors, not %d", what, errors, before);
        mend_again(&mended, what);
    }
    free(mended.bytes);
}

/* ---- cut off ---- */

static char **names;
static int name_count;

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void list_corpus(const char *folder)
{
    DIR *entries = opendir(folder);
    ck_assert_ptr_nonnull(entries);
    for (struct dirent *e; (e = readdir(entries));) {
        if (strstr(e->d_name, ".urdf")) {
            names = realloc(names, ((size_t)name_count + 1) * sizeof *names);
            ck_assert_ptr_nonnull(names);
            names[name_count++] = strdup(e->d_name);
        }
    }
    closedir(entries);
    qsort(names, (size_t)name_count, sizeof *names, compare_names);
}

/* Loads about a hundred prefixes of a file, fewer where loading takes long. Each lies in memory of exactly its size, so
 * that a sanitizer detects reads behind the end. */
static void cut_file(const char *path, const char *name)
{
    size_t size;
    char *text = read_whole_file(path, &size), what[256];
    const char *last = strrchr(text, '<');
    const size_t behind = last ? (size_t)(strchr(last, '>') + 1 - text) : 0;
    const size_t step = size / UNLESS_WATCHED(101, 31) | 1;
    for (size_t cut = size % step; cut <= size; cut += step) {
        char *beginning = malloc(cut ? cut : 1);
        ck_assert_ptr_nonnull(beginning);
        memcpy(beginning, text, cut);
        snprintf(what, sizeof what, "%s, %zu bytes of it", name, cut);
        const bool loads = load(beginning, cut, what);
        ck_assert_msg(!loads || cut >= behind || strstr(last, "-->"), "%s: a robot, although its end is missing", what);
        free(beginning);
    }
    free(text);
}

START_TEST(files_that_are_cut_off_are_refused)
{
    static const char *const folders[] = {"corpus/robots", "corpus/odd"};
    char *folder = reference_path(folders[_i]);
    if (!folder) {
        return;
    }
    list_corpus(folder);
    for (int i = 0; i < name_count; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        cut_file(path, names[i]);
        free(names[i]);
    }
    ck_assert_int_gt(name_count, 2);
    free(names);
    free(folder);
    names = NULL;
    name_count = 0;
}
END_TEST

START_TEST(our_robots_cut_anywhere_are_refused)
{
    char *path = source_path("tests/fuzz/seeds/urdf/kinds.urdf");
    size_t size;
    char *text = read_whole_file(path, &size);
    for (size_t cut = 0; cut < size; cut++) {
        char what[64];
        snprintf(what, sizeof what, "%zu bytes", cut);
        const bool loads = load(text, cut, what);
        ck_assert_msg(loads == (cut >= size - 1), "%s", what); /* complete but for the last line feed */
        if (cut % 8 == 0) {
            check_and_fix(text, cut, loads, what);
        }
    }
    ck_assert(load(text, size, "all"));
    free(text);
    free(path);
}
END_TEST

/* ---- byte by byte ---- */

/* Returns the replacement for a byte: one of the values below, then the byte with a single bit changed. */
static char mutate(char byte, int how)
{
    static const char values[] = {0, '<', '>', '"', '&', ' ', '\'', '-', '\xff'};
    enum { VALUES = sizeof values, BITS = 8 };
    return how < VALUES ? values[how] : how < VALUES + BITS ? (char)(byte ^ 1 << (how - VALUES)) : (char)(byte + 1);
}
enum { MUTATIONS = 9 + 8 + 1, EVERY = UNLESS_WATCHED(1, 3) };

/* Replaces every byte by each of its replacements, or by a third of them; where `thorough`, also checks and mends the
 * text.  A `sound` file loads unchanged. */
static void damage(const char *file, bool sound, bool thorough)
{
    char *path = source_path(file), what[64];
    size_t size;
    char *text = read_whole_file(path, &size);
    long robots = 0, refused = 0;
    for (size_t i = 0; i < size; i++) {
        const char byte = text[i];
        for (int how = (int)(i % EVERY); how < MUTATIONS; how += EVERY) {
            text[i] = mutate(byte, how);
            snprintf(what, sizeof what, "byte %zu from %#x to %#x", i, (unsigned char)byte, (unsigned char)text[i]);
            const bool loads = load(text, size, what);
            robots += loads;
            refused += !loads;
            if (thorough) {
                check_and_fix(text, size, loads, what);
            }
        }
        text[i] = byte;
    }
    ck_assert(robots > 0 || !sound);
    ck_assert_int_gt(refused, 0);
    free(text);
    free(path);
}

START_TEST(a_damaged_byte_does_no_harm)
{
    static const char *const files[] = {"tests/fuzz/seeds/urdf/kinds.urdf", "tests/fuzz/seeds/urdf/massless_mimic.urdf",
                                        "tests/fuzz/seeds/urdf/misspelled.urdf"};
    damage(files[_i], _i<2, _i> 0);
}
END_TEST

/* ---- numbers at the edges ---- */

static const char *const edges[] = {"1e308",
                                    "-1e308",
                                    "1.7976931348623157e308",
                                    "1e-308",
                                    "1e-320",
                                    "4.9e-324",
                                    "-0",
                                    "-4.9e-324",
                                    "1e154",
                                    "1e-160",
                                    "1e309",
                                    "nan",
                                    "inf",
                                    "-inf",
                                    "0x10",
                                    "1e",
                                    "",
                                    "1e-400",
                                    "1 ",
                                    "1e99999999999"};

static const char *const slots[] = {"mass value", "ixx",        "ixy",    "izz",      "inertial xyz", "inertial rpy",
                                    "joint xyz",  "joint rpy",  "axis",   "lower",    "upper",        "effort",
                                    "velocity",   "multiplier", "offset", "damping",  "friction",     "box",
                                    "scale",      "rgba",       "soft",   "reduction"};
enum { EDGES = sizeof edges / sizeof *edges, SLOTS = sizeof slots / sizeof *slots };

/* A robot with `number` in one place, and ordinary numbers in all other places. */
static size_t write_edge(char *text, size_t room, int slot, const char *number)
{
    const char *v[SLOTS] = {"1", "1", "0",  "1", "0", "0",  "0",  "0", "1",  "-1", "1",
                            "2", "3", "-2", "0", "0", ".1", ".1", "1", ".5", "-1", "4"};
    v[slot] = number;
    return (size_t)snprintf(
        text, room,
        "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='%s'/><origin xyz='%s 0 0' rpy='0 %s "
        "0'/>\n<inertia ixx='%s' ixy='%s' ixz='0' iyy='1' iyz='0' izz='%s'/></inertial><visual><geometry><box size='%s "
        "1 "
        "1'/></geometry><material name='m'><color rgba='0 0 %s 1'/></material></visual><collision><geometry><mesh "
        "filename='x' scale='%s 1 1'/></geometry></collision></link><link name='c'><inertial><mass value='1'/><inertia "
        "ixx='1' iyy='1' izz='1'/></inertial></link>\n"
        "<joint name='j' type='revolute'><parent link='a'/><child link='b'/><origin xyz='0 %s 0' rpy='0 0 %s'/><axis "
        "xyz='0 0 %s'/><limit lower='%s' upper='%s' effort='%s' velocity='%s'/><dynamics damping='%s' "
        "friction='%s'/><safety_controller soft_lower_limit='%s' k_velocity='1'/></joint>\n"
        "<joint name='k' type='continuous'><parent link='b'/><child link='c'/><axis xyz='0 1 0'/><mimic joint='j' "
        "multiplier='%s' offset='%s'/></joint>\n"
        "<transmission name='t'><type>simple</type><joint name='j'/><actuator name='m'><mechanicalReduction>%s"
        "</mechanicalReduction></actuator></transmission></robot>\n",
        v[0], v[4], v[5], v[1], v[2], v[3], v[17], v[19], v[18], v[6], v[7], v[8], v[9], v[10], v[11], v[12], v[15],
        v[16], v[20], v[13], v[14], v[21]);
}

/* Robots that load have the same torques after export and loading, and after saving and loading the model. */
static void check_round_trip(const char *text, size_t size, const char *what)
{
    cdy_error error = {0};
    cdy_tree *trees[2] = {0};
    cdy_model *models[3] = {0};
    static _Alignas(16) unsigned char bytes[1 << 14];
    copy written = {0};
    ck_assert_ok(cdy_load_text(text, size, "edge.urdf", NULL, &trees[0], &error), error);
    cdy_status status = cdy_urdf_write(trees[0], keep, &written, &error);
    ck_assert_msg(status == CDY_OK || status == CDY_ERROR_ARGUMENT, "%s: %s", what, error.text);
    if (!status) {
        status = cdy_load_text(written.bytes, written.size, "written.urdf", NULL, &trees[1], &error);
        ck_assert_msg(status == CDY_OK, "%s: what was written does not load: %s", what, error.text);
    }
    for (int i = 0; i < 2 && trees[i]; i++) {
        cdy_model_create(trees[i], &models[i], &error);
    }
    ck_assert(!trees[1] || !models[0] == !models[1]);
    if (models[0]) {
        ck_assert_uint_le(cdy_model_bytes(models[0]), sizeof bytes);
        status = cdy_model_to_bytes(models[0], bytes, sizeof bytes, &error);
        ck_assert_msg(status == CDY_OK || strstr(error.text, "not finite"), "%s: %s", what, error.text);
    }
    if (models[0] && !status) {
        status = cdy_model_from_bytes(bytes, cdy_model_bytes(models[0]), &models[2], &error);
        ck_assert_msg(status == CDY_OK, "%s: a saved model does not load: %s", what, error.text);
    }
    double tau[3][2] = {{0}};
    cdy_status statuses[3] = {CDY_OK};
    for (int i = 0; i < 3 && models[i]; i++) {
        cdy_workspace *work = NULL;
        ck_assert_ok(cdy_workspace_create(models[i], &work, &error), error);
        statuses[i] = cdy_inverse_dynamics(models[i], work, (double[]){.3, .2}, (double[]){1, 2}, (double[]){3, 4},
                                           NULL, tau[i], &error);
        ck_assert_msg(statuses[i] == statuses[0] && memcmp(tau[i], tau[0], sizeof tau[0]) == 0,
                      "%s: %d is another robot", what, i);
        cdy_workspace_destroy(work);
    }
    for (int i = 0; i < 3; i++) {
        cdy_model_destroy(models[i]);
        cdy_tree_destroy(i < 2 ? trees[i] : NULL);
    }
    free(written.bytes);
}

START_TEST(numbers_at_the_edges_are_refused_or_used)
{
    char text[4096], what[128];
    size_t size = write_edge(text, sizeof text, 0, "1");
    ck_assert(load(text, size, "ordinary numbers"));
    for (int edge = 0; edge < EDGES; edge++) {
        size = write_edge(text, sizeof text, _i, edges[edge]);
        ck_assert_uint_lt(size, sizeof text);
        snprintf(what, sizeof what, "%s of %s", slots[_i], edges[edge]);
        const bool loads = load(text, size, what);
        check_and_fix(text, size, loads, what);
        if (loads) {
            check_round_trip(text, size, what);
        }
    }
}
END_TEST

/* Exchanges two letters in the name of every element of this name. */
static void misspell(char *text, const char *name)
{
    const size_t length = strlen(name);
    for (char *at = strstr(text, name); at; at = strstr(at + length, name)) {
        if (at[-1] == '<' || at[-1] == '/') {
            at[1] = name[2];
            at[2] = name[1];
        }
    }
}

/* An element that is ignored under a misspelled name has no effect under the right name. */
START_TEST(numbers_under_wrong_names_do_no_harm)
{
    static const char *const words[] = {"inertial", "origin", "axis", "limit", "dynamics", "mimic"};
    char text[4096], what[128];
    for (size_t word = 0; word < sizeof words / sizeof *words; word++) {
        for (int edge = 0; edge < EDGES; edge += UNLESS_WATCHED(1, 3)) {
            const size_t size = write_edge(text, sizeof text, _i, edges[edge]);
            misspell(text, words[word]);
            snprintf(what, sizeof what, "%s of %s, %s misspelled", slots[_i], edges[edge], words[word]);
            check_and_fix(text, size, load(text, size, what), what);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mangled");
    TCase *tests = tcase_create("cut");
    tcase_add_loop_test(tests, files_that_are_cut_off_are_refused, 0, 2);
    tcase_add_test(tests, our_robots_cut_anywhere_are_refused);
    suite_add_tcase(suite, tests);
    tests = tcase_create("damaged");
    tcase_add_loop_test(tests, a_damaged_byte_does_no_harm, 0, 3);
    suite_add_tcase(suite, tests);
    tests = tcase_create("numbers");
    tcase_add_loop_test(tests, numbers_at_the_edges_are_refused_or_used, 0, SLOTS);
    tcase_add_loop_test(tests, numbers_under_wrong_names_do_no_harm, 0, SLOTS);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
