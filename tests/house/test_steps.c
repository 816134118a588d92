/* Time in proportion to files: the steps and the output of every command are bounded by the bytes of the file, whatever
 * its content. Steps are counted branches: `condyle_counted` is the command with counters (support/steps.h). */
#include "support/folder.h"
#include "support/hostile.h"
#include "support/suite.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bounds of steps and output: a constant for each run (SARIF, for example, lists all rules), and a factor for each byte
 * of the file. The search for a similar name compares 32 letters a byte, with some ten steps each. */
enum { STEPS_A_RUN = 400000, STEPS_A_BYTE = 800, HINTS_A_BYTE = 450, OUT_A_RUN = 60000, OUT_A_BYTE = 48 };

typedef struct command {
    const char *before, *behind; /* text before and behind the name of the robot */
    int passes;                  /* the largest number of times that the command reads and checks the file */
} command;

static const command commands[] = {
    {"show", "", 1},
    {"show", "--format json", 1},
    {"id", "", 1},
    {"id", "--format json", 1},
    {"fd", "", 1},
    {"check", "", 1},
    {"check", "--format json", 1},
    {"check", "--format sarif", 1},
    {"check", "--fix mended.urdf --force", 6},
    {"export", "-o made.urdf --force", 2}, /* again what it has written, where something is lost */
    {"inertia", "--density 1000 -o made.urdf --force", 1},
    {"compile", "--c-array -o made.h --force", 1},
    {"diff deep.urdf", "--seed 1 > /dev/null", 2},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* Counted steps and printed bytes of a run. */
typedef struct work {
    double steps, out;
} work;

/* Runs a script, with any exit code, and counts its steps; "$COUNTED" is the command. */
static work measure(const char *script)
{
    work w = {0, 0};
    int code = -1;
    char whole[1024];
    snprintf(whole, sizeof whole,
             "rm -f steps; STEPS_FILE=steps OMP_NUM_THREADS=1 \"$COUNTED\" %s > out 2> said; echo $?; cat steps; "
             "cat out said | wc -c",
             script);
    process_result r = run_in_folder(whole);
    ck_assert_msg(sscanf(r.out, "%d %lf %lf", &code, &w.steps, &w.out) == 3, "%s: %s%s", script, r.out, r.err);
    ck_assert_msg(code >= 0 && code <= 4, "%s: exit code %d", script, code);
    free_result(&r);
    return w;
}

static size_t put_hostile(const char *file, size_t kind, int count)
{
    hostile_text t = hostile_make(kind, count);
    const size_t size = t.size;
    put_bytes(file, t.bytes, t.size);
    free(t.bytes);
    return size;
}

static size_t find_kind(const char *name)
{
    size_t kind = 0;
    while (strcmp(hostile_name(kind), name) != 0) {
        kind++;
    }
    return kind;
}

static bool has_hints(const char *kind)
{
    return strstr(kind, "unknown-") || strcmp(kind, "far-references") == 0;
}

/* Checks that a file four times as large takes at most five times the steps and the output, and that both files keep
 * the bounds. */
static void compare_sizes(size_t kind, const command *c, const size_t size[2], const work w[2])
{
    const double growth = 1.25 * (double)size[1] / (double)size[0], bytes = (double)size[1];
    const double a_byte = c->passes * ((double)STEPS_A_BYTE + (has_hints(hostile_name(kind)) ? HINTS_A_BYTE : 0));
    const char *name = hostile_name(kind);
    ck_assert_msg(w[1].steps <= (double)STEPS_A_RUN + a_byte * bytes, "%s %s, %s: %.0f steps for %.0f bytes", c->before,
                  c->behind, name, w[1].steps, bytes);
    ck_assert_msg(w[1].out <= (double)OUT_A_RUN + (double)OUT_A_BYTE * bytes,
                  "%s %s, %s: %.0f bytes of output for %.0f", c->before, c->behind, name, w[1].out, bytes);
    ck_assert_msg(has_hints(name) || w[1].steps <= (double)STEPS_A_RUN + growth * w[0].steps,
                  "%s %s, %s: %.0f steps for %zu bytes, %.0f for %zu", c->before, c->behind, name, w[0].steps, size[0],
                  w[1].steps, size[1]);
    ck_assert_msg(w[1].out <= (double)OUT_A_RUN + growth * w[0].out,
                  "%s %s, %s: %.0f bytes of output for %zu bytes, %.0f for %zu", c->before, c->behind, name, w[0].out,
                  size[0], w[1].out, size[1]);
}

START_TEST(steps_are_in_proportion_to_the_file)
{
    const size_t kind = (size_t)_i;
    const int count = 80;
    const size_t size[2] = {put_hostile("small.urdf", kind, count), put_hostile("large.urdf", kind, 4 * count)};
    put_hostile("deep.urdf", find_kind("deep"), 10);
    for (size_t i = 0; i < COMMANDS; i++) {
        char script[512];
        work w[2];
        snprintf(script, sizeof script, "%s small.urdf %s", commands[i].before, commands[i].behind);
        w[0] = measure(script);
        snprintf(script, sizeof script, "%s large.urdf %s", commands[i].before, commands[i].behind);
        w[1] = measure(script);
        compare_sizes(kind, &commands[i], size, w);
    }
}
END_TEST

/* ---- xacro ---- */

/* Elements that a xacro file repeats a thousand times; # stands for the number of the repetition. */
static const char *const xacro_parts[] = {
    "<xacro:property name='p#' value='${# + 1}'/><x v='${p#}'/>\n",
    "<xacro:macro name='m#' params='a b:=${#}'><x a='${a}' b='${b}'/></xacro:macro><xacro:m# a='1'/>\n",
    "<xacro:if value='${# > 5}'><a n='#'/></xacro:if><xacro:unless value='#'><b/></xacro:unless>\n",
    "<xacro:arg name='a#' default='#'/><x v='$(arg a#)'/>\n",
    "<xacro:property name='b#'><y n='#'/></xacro:property><xacro:insert_block name='b#'/>\n",
    "<x v='${[i * # for i in range(3)]} ${#} ${sin(#)}'/>\n",
    "<!-- # --><x>text # ${1 + #}</x>\n",
    "<xacro:property name='p' value='#'/><x v='${# + p * #}'/>\n",
    "<x a#='1' b#='$${x}' c#='$(eval 2)'/>\n",
};

static size_t put_xacro(const char *file, const char *part, int count)
{
    const size_t room = (strlen(part) + 32) * (size_t)count + 256;
    char *text = malloc(room), *end = text;
    ck_assert_ptr_nonnull(text);
    end += sprintf(end, "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>\n");
    for (int i = 0; i < count; i++) {
        for (const char *c = part; *c; c++) {
            end += *c == '#' ? sprintf(end, "%d", i) : (*end = *c, 1);
        }
    }
    end += sprintf(end, "</robot>\n");
    const size_t size = (size_t)(end - text);
    put_bytes(file, text, size);
    free(text);
    return size;
}

START_TEST(expansion_is_in_proportion_to_the_file)
{
    const size_t size[2] = {put_xacro("small.xacro", xacro_parts[_i], 200),
                            put_xacro("large.xacro", xacro_parts[_i], 800)};
    const work w[2] = {measure("xacro small.xacro"), measure("xacro large.xacro")};
    ck_assert_msg(w[1].out > 1000, "%s: %.0f bytes", xacro_parts[_i], w[1].out);
    ck_assert_msg(w[1].steps <= (double)STEPS_A_RUN + 1.25 * w[0].steps * (double)size[1] / (double)size[0] &&
                      w[1].steps <= (double)STEPS_A_RUN + 2.0 * (double)STEPS_A_BYTE * (double)size[1],
                  "%s: %.0f steps for %zu bytes, %.0f for %zu", xacro_parts[_i], w[0].steps, size[0], w[1].steps,
                  size[1]);
}
END_TEST

/* ---- rows ---- */

/* A form of a row with the name of an unknown joint: text before and behind the number in the name. */
typedef struct row_case {
    const char *before, *behind;
} row_case;

static const row_case bad_rows[] = {
    {"{\"q\": {\"k", "_\": 1}}"},
    {"{\"q.k", "_\": 1}"},
    {"{\"joints\": [\"k", "\"], \"q\": [1]}"},
    {"{\"wrenches\": [{\"body\": \"k", "_\", \"wrench\": [1, 2, 3, 4, 5, 6]}]}"},
};

/* Writes a file of `count` rows of this form. */
static void put_rows(const row_case *c, int count)
{
    const size_t room = strlen(c->before) + strlen(c->behind) + 13;
    char *text = malloc(room * (size_t)count + 1), *end = text;
    ck_assert_ptr_nonnull(text);
    for (int i = 0; i < count; i++) {
        end += snprintf(end, room, "%s%d%s\n", c->before, i, c->behind);
    }
    put_bytes("rows.json", text, (size_t)(end - text));
    free(text);
}

/* After the first rows, which look for similar names, the cost of a row with unknown names depends on its bytes and on
 * the size of the state, but not on the names of the robot. */
START_TEST(rows_with_unknown_names_cost_their_bytes)
{
    const row_case *c = &bad_rows[_i];
    const int few = 100, many = 600, joints = 5000, steps_a_joint = 40;
    const char *script = "id wide.urdf --input rows.json --keep-going";
    work w[2];
    put_hostile("wide.urdf", find_kind("wide"), joints);
    put_rows(c, few);
    w[0] = measure(script);
    put_rows(c, many);
    w[1] = measure(script);
    ck_assert_msg(w[1].steps - w[0].steps <= (20000.0 + steps_a_joint * joints) * (many - few), "%s: %.0f steps a row",
                  c->before, (w[1].steps - w[0].steps) / (many - few));
    ck_assert_msg(w[1].out - w[0].out <= 500.0 * (many - few), "%s: %.0f bytes a row", c->before,
                  (w[1].out - w[0].out) / (many - few));
}
END_TEST

/* In a robot with a joint name of 20,000 letters, a row costs as much as in a robot with short names. */
START_TEST(rows_of_a_long_joint_cost_their_bytes)
{
    const size_t kind = find_kind("long-joint");
    const row_case good = {"{\"q\": {\"j", "\": 0.1}}"};
    double steps[2];
    for (int long_name = 0; long_name < 2; long_name++) {
        work w[2];
        put_hostile("robot.urdf", long_name ? kind : find_kind("wide"), 1000);
        for (int i = 0; i < 2; i++) {
            put_rows(&good, 100 + 400 * i);
            w[i] = measure("id robot.urdf --input rows.json --keep-going --format csv");
        }
        steps[long_name] = w[1].steps - w[0].steps;
    }
    ck_assert_msg(steps[1] <= 1.25 * steps[0], "%.0f steps, with short names %.0f", steps[1], steps[0]);
}
END_TEST

/* Commas in --fields may be parts of names; the command does not try every partition of the list. */
START_TEST(fields_cost_their_bytes)
{
    work w[2];
    put_hostile("robot.urdf", find_kind("wide"), 10);
    for (int i = 0; i < 2; i++) {
        char script[512];
        snprintf(script, sizeof script, "random robot.urdf -n 1 --fields \"$(head -c %d /dev/zero | tr '\\0' ',')\"",
                 i ? 80000 : 20000);
        w[i] = measure(script);
    }
    ck_assert_msg(w[1].steps <= 5 * w[0].steps, "%.0f steps, then %.0f", w[0].steps, w[1].steps);
}
END_TEST

/* A chain of links, and loops that tie two of its links, the last ones or the first ones. */
static void put_loops(const char *file, int links, int loops, bool deep)
{
    const int body = deep ? links - 2 : 1;
    char *text = calloc((size_t)(links + loops + 1), 160), *end = text;
    ck_assert_ptr_nonnull(text);
    end += sprintf(end, "<robot name='r'><link name='b00000'/>\n");
    for (int i = 1; i < links; i++) {
        end += sprintf(end,
                       "<link name='b%05d'/><joint name='j%05d' type='continuous'><parent link='b%05d'/><child "
                       "link='b%05d'/></joint>\n",
                       i, i, i - 1, i);
    }
    for (int i = 0; i < loops; i++) {
        end += sprintf(
            end, "<loop_joint name='l%05d' type='fixed'><link1 link='b%05d'/><link2 link='b%05d'/></loop_joint>\n", i,
            body, body + 1);
    }
    strcpy(end, "</robot>");
    put_bytes(file, text, strlen(text));
    free(text);
}

/* A loop costs the same wherever its links stand in the tree, and however many loops there are. */
START_TEST(loops_do_not_cost_the_depth_of_their_links)
{
    static const char *const formats[] = {"sdf", "mjcf"};
    put_loops("flat.urdf", 1000, 4000, false);
    put_loops("deep.urdf", 1000, 4000, true);
    put_loops("many.urdf", 1000, 8000, true);
    for (int i = 0; i < 2; i++) {
        char script[128];
        snprintf(script, sizeof script, "export flat.urdf --as %s -o made.xml --force", formats[i]);
        const work flat = measure(script);
        snprintf(script, sizeof script, "export deep.urdf --as %s -o made.xml --force", formats[i]);
        const work deep = measure(script);
        ck_assert_msg(deep.steps <= 1.05 * flat.steps, "%s: %.0f steps, at the base %.0f", formats[i], deep.steps,
                      flat.steps);
        snprintf(script, sizeof script, "export many.urdf --as %s -o made.xml --force", formats[i]);
        const work many = measure(script);
        ck_assert_msg(many.steps <= 2.1 * deep.steps, "%s: %.0f steps, with half as many loops %.0f", formats[i],
                      many.steps, deep.steps);
    }
}
END_TEST

/* A gearbox finds the joints of its links without a look at all joints of the file. */
START_TEST(gearboxes_cost_their_bytes)
{
    const size_t kind = find_kind("gearboxes");
    const double bytes = (double)put_hostile("few.sdf", kind, 2500),
                 more = (double)put_hostile("many.sdf", kind, 10000);
    const work few = measure("check few.sdf"), many = measure("check many.sdf");
    ck_assert_msg(many.steps <= 1.1 * few.steps * more / bytes, "%.0f steps for %.0f bytes, %.0f for %.0f", few.steps,
                  bytes, many.steps, more);
}
END_TEST

/* A robot of one mesh: a polygon with its corners on a circle, read as a fan of triangles that become narrower. */
static void put_fan(int corners)
{
    char *text = calloc((size_t)corners + 1, 64), *end = text;
    ck_assert_ptr_nonnull(text);
    for (int i = 0; i < corners; i++) {
        const double angle = 8 * atan(1) * i / corners;
        end += sprintf(end, "v %.7f %.7f 0\n", cos(angle), sin(angle));
    }
    end += sprintf(end, "f");
    for (int i = 0; i < corners; i++) {
        end += sprintf(end, " %d", i + 1);
    }
    put_bytes("fan.obj", text, (size_t)(end - text));
    put_file("fan.urdf", "<robot name='fan'><link name='a'><visual><geometry><mesh filename='fan.obj'/>"
                         "</geometry></visual></link></robot>");
    free(text);
}

/* A narrow triangle costs its height and the samples that it covers, not its width times its height. */
START_TEST(narrow_triangles_cost_their_height)
{
    const int few = 200, many = 1200, height = 200;
    work w[2];
    for (int i = 0; i < 2; i++) {
        put_fan(i ? many : few);
        w[i] = measure("draw fan.urdf --size 200,200 -o fan.png --force");
    }
    const double each = (w[1].steps - w[0].steps) / (many - few);
    ck_assert_msg(each <= 60.0 * height, "%.0f steps a triangle", each);
}
END_TEST

int main(void)
{
    if (!getenv("COUNTED") || access(getenv("COUNTED"), X_OK) != 0) {
        return skip_suites("the environment variable COUNTED does not name the command that counts its steps");
    }
    Suite *suite = suite_create("steps");
    TCase *tests = tcase_create("files");
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    tcase_add_loop_test(tests, steps_are_in_proportion_to_the_file, 0, (int)hostile_kinds());
    suite_add_tcase(suite, tests);
    tests = tcase_create("loops");
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    tcase_add_test(tests, loops_do_not_cost_the_depth_of_their_links);
    tcase_add_test(tests, gearboxes_cost_their_bytes);
    suite_add_tcase(suite, tests);
    tests = tcase_create("xacro");
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    tcase_add_loop_test(tests, expansion_is_in_proportion_to_the_file, 0, sizeof xacro_parts / sizeof *xacro_parts);
    suite_add_tcase(suite, tests);
    tests = tcase_create("rows");
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    tcase_add_loop_test(tests, rows_with_unknown_names_cost_their_bytes, 0, sizeof bad_rows / sizeof *bad_rows);
    tcase_add_test(tests, rows_of_a_long_joint_cost_their_bytes);
    tcase_add_test(tests, fields_cost_their_bytes);
    suite_add_tcase(suite, tests);
    tests = tcase_create("pictures");
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    tcase_add_test(tests, narrow_triangles_cost_their_height);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
