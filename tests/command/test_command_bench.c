/* condyle bench: the measured calls and the forms of the output; the durations themselves are not tested. */
#include "support/folder.h"
#include "support/process.h"
#include "support/suite.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char *program;

/* One line of the results. */
typedef struct row {
    char robot[64], algorithm[16], engine[16];
    int lanes, threads, states;
    double least, median;
} row;

enum { MOST_ROWS = 64 };

/* Runs the command, which must succeed, and reads its rows; returns the number of rows. */
static int rows_of(const char *line, row *rows)
{
    static const char header[] = "robot,algorithm,engine,lanes,threads,states,min_ns,median_ns\n";
    process_result r = run_process(program, line, NULL, -1);
    int count = 0;
    ck_assert_msg(r.exit_code == 0, "%s: exit code %d, %s", line, r.exit_code, r.err);
    ck_assert_msg(strncmp(r.out, header, strlen(header)) == 0, "%s", r.out);
    for (const char *next = r.out + strlen(header); *next; next = strchr(next, '\n') + 1, count++) {
        row *w = &rows[count];
        ck_assert_int_lt(count, MOST_ROWS);
        ck_assert_int_eq(sscanf(next, "%63[^,],%15[^,],%15[^,],%d,%d,%d,%lf,%lf\n", w->robot, w->algorithm, w->engine,
                                &w->lanes, &w->threads, &w->states, &w->least, &w->median),
                         8);
        ck_assert_msg(strcmp(w->engine, "condyle") == 0 || strcmp(w->engine, "condyle-f32") == 0, "%s", w->engine);
        ck_assert(w->least > 0 && w->least <= w->median);
    }
    free_result(&r);
    return count;
}

static bool has(const row *rows, int count, const char *algorithm, int lanes, int threads, bool single)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(rows[i].engine, "condyle") == 0 && strcmp(rows[i].algorithm, algorithm) == 0 &&
            rows[i].lanes == lanes && rows[i].threads == threads && (rows[i].states == 1) == single) {
            return true;
        }
    }
    return false;
}

/* Batches over floats, with 4 lanes, which every machine has. */
START_TEST(floats_are_an_engine_of_their_own)
{
    static const char *const names[] = {"rnea", "crba", "aba"};
    row rows[MOST_ROWS];
    int count = rows_of("bench kukaIiwa14 --time 0 --threads 1 --format csv", rows);
    for (size_t k = 0; k < 3; k++) {
        int found = 0;
        for (int i = 0; i < count; i++) {
            if (strcmp(rows[i].engine, "condyle-f32") == 0 && strcmp(rows[i].algorithm, names[k]) == 0) {
                ck_assert(rows[i].lanes >= 4 && rows[i].states > 1);
                found += rows[i].lanes == 4;
            }
        }
        ck_assert_msg(found == 1, "%d batches of %s in four lanes", found, names[k]);
    }
}
END_TEST

START_TEST(csv_has_every_algorithm)
{
    static const char *const names[] = {"rnea", "crba", "aba", "drnea", "daba"};
    row rows[MOST_ROWS];
    int count = rows_of("bench kukaIiwa14 --time 0 --threads 1 --format csv", rows);
    for (size_t i = 0; i < 5; i++) {
        ck_assert_msg(has(rows, count, names[i], 1, 1, true), "no single %s", names[i]);
        ck_assert_msg(has(rows, count, names[i], 1, 1, false), "no batch of %s", names[i]);
    }
    for (int i = 0; i < count; i++) {
        ck_assert_str_eq(rows[i].robot, "kukaIiwa14");
        ck_assert_int_eq(rows[i].threads, 1);
    }
}
END_TEST

START_TEST(the_algorithms_asked_for_are_measured)
{
    row rows[MOST_ROWS];
    int count = rows_of("bench --algorithms aba,crba --time 0 --threads 1 --seed 7 --format csv", rows);
    ck_assert_int_ge(count, 4);
    for (int i = 0; i < count; i++) {
        ck_assert_str_eq(rows[i].robot, "universalUR5e");
        ck_assert(strcmp(rows[i].algorithm, "aba") == 0 || strcmp(rows[i].algorithm, "crba") == 0);
    }
    ck_assert(has(rows, count, "aba", 1, 1, true) && has(rows, count, "crba", 1, 1, true));
}
END_TEST

/* Lanes beyond those of the instructions are left out, whether the option or the environment names them. */
START_TEST(instructions_may_be_those_of_a_lesser_machine)
{
    static const char by_option[] = "bench --algorithms rnea --isa sse2 --time 0 --threads 1 --format csv";
    static const char by_environment[] =
        "CONDYLE_ISA=sse2 \"$CONDYLE\" bench --algorithms rnea --time 0 --threads 1 --format csv";
    row rows[MOST_ROWS];
    const int count = rows_of(by_option, rows);
    ck_assert_int_ge(count, 3); /* one state, one lane, floats; two lanes where there are any */
    for (int i = 0; i < count; i++) {
        ck_assert_int_le(rows[i].lanes, strcmp(rows[i].engine, "condyle") == 0 ? 2 : 4);
    }
    open_folder();
    process_result r = run_in_folder(by_environment);
    ck_assert_msg(r.exit_code == 0, "%s", r.err);
    int lines = -1; /* without the header */
    for (const char *next = r.out; *next; next = strchr(next, '\n') + 1) {
        lines++;
    }
    ck_assert_int_eq(lines, count);
    free_result(&r);
    close_folder();
}
END_TEST

START_TEST(unknown_instructions_are_refused)
{
    process_result r = run_process(program, "bench --isa sse9 --time 0", NULL, -1);
    ck_assert_int_eq(r.exit_code, 2);
    ck_assert_msg(strstr(r.err, "--isa") && strstr(r.err, "sse2"), "%s", r.err);
    free_result(&r);
    open_folder();
    r = run_in_folder("CONDYLE_ISA=sse9 \"$CONDYLE\" bench --time 0");
    ck_assert_int_eq(r.exit_code, 2);
    ck_assert_msg(strstr(r.err, "CONDYLE_ISA is 'sse9'"), "%s", r.err);
    free_result(&r);
    close_folder();
}
END_TEST

START_TEST(json_has_the_results)
{
    process_result r = run_process(program, "bench --algorithms rnea --time 0 --threads 1 --format json", NULL, -1);
    ck_assert_msg(r.exit_code == 0, "%s", r.err);
    json_t *o = json_loadb(r.out, r.out_size, JSON_REJECT_DUPLICATES, NULL);
    ck_assert(json_is_object(o));
    ck_assert_str_eq(json_string_value(json_object_get(o, "robot")), "universalUR5e");
    ck_assert_int_eq(json_integer_value(json_object_get(o, "nv")), 6);
    const json_t *first = json_array_get(json_object_get(o, "results"), 0);
    ck_assert_str_eq(json_string_value(json_object_get(first, "algorithm")), "rnea");
    ck_assert_int_eq(json_integer_value(json_object_get(first, "states")), 1);
    ck_assert(json_number_value(json_object_get(first, "min_ns")) > 0);
    ck_assert_int_ge(json_integer_value(json_object_get(first, "rounds")), 3);
    json_decref(o);
    free_result(&r);
}
END_TEST

START_TEST(table_tells_units_and_spread)
{
    process_result r = run_process(program, "bench omronEcobra600 --time 0 --threads 1", NULL, -1);
    ck_assert_msg(r.exit_code == 0, "%s", r.err);
    ck_assert_ptr_nonnull(strstr(r.out, "omronEcobra600, 4 degrees of freedom"));
    ck_assert_ptr_nonnull(strstr(r.out, "ns an evaluation"));
    ck_assert_ptr_nonnull(strstr(r.out, "spread"));
    free_result(&r);
}
END_TEST

/* Code for the robot beside the general code, with its gain, and from the cache the second time. Without a compiler the
 * general code is measured alone, and a note tells why. */
START_TEST(code_for_the_robot_is_measured)
{
    static const char bench[] =
        "XDG_CACHE_HOME=$PWD \"$CONDYLE\" bench omronEcobra600 --specialize --time 0 --threads 1";
    static const struct {
        const char *algorithms, *told;
    } runs[] = {{"rnea,daba", "alone, compiled now;"},
                {"rnea,daba", "alone, from the cache;"},
                {"rnea,crba", "alone, in part from the cache;"}};
    char script[512];
    open_folder();
    for (int i = 0; i < 3; i++) {
        snprintf(script, sizeof script, "CC=\"$COMPILER\" %s --algorithms %s", bench, runs[i].algorithms);
        process_result r = run_in_folder(script);
        ck_assert_int_eq(r.exit_code, 0);
        ck_assert_msg(strstr(r.out, "rnea       condyle-code") && strstr(r.out, "   gain\n"), "%s", r.out);
        ck_assert_int_eq(strstr(r.out, "daba       condyle-code") != NULL, i < 2);
        ck_assert_msg(strstr(r.out, runs[i].told) != NULL, "%s", r.out);
        ck_assert_str_eq(r.err, "");
        free_result(&r);
    }
    free(output_of("rm -r condyle"));
    snprintf(script, sizeof script, "CC=/nowhere/cc %s --format csv", bench);
    process_result r = run_in_folder(script);
    ck_assert_int_eq(r.exit_code, 0);
    ck_assert_msg(
        strstr(r.err, "note: no code for this robot alone computes rnea, crba, aba, drnea, daba: there is no compiler "
                      "'/nowhere/cc'"),
        "%s", r.err);
    ck_assert_ptr_null(strstr(r.out, "condyle-code"));
    ck_assert_ptr_nonnull(strstr(r.out, "omronEcobra600,rnea,condyle,1,1,1,"));
    free_result(&r);
    close_folder();
}
END_TEST

/* Where one algorithm's code would be too large, the others have theirs. */
START_TEST(code_too_large_leaves_the_others)
{
    open_folder();
    put_file("chain.sh", "echo '<robot name=\"chain\"><link name=\"l0\"/>'\n"
                         "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do\n"
                         "echo \"<link name='l$i'><inertial><origin xyz='.1 .2 .3'/><mass value='1'/><inertia ixx='1' "
                         "iyy='1' izz='1' ixy='.1' ixz='.1' iyz='.1'/></inertial></link><joint name='j$i' "
                         "type='revolute'><origin xyz='.1 .2 .3' rpy='.3 .2 .1'/><axis xyz='1 2 3'/><parent "
                         "link='l$((i-1))'/><child link='l$i'/><limit lower='-1' upper='1' effort='1' "
                         "velocity='1'/></joint>\"\ndone\necho '</robot>'\n");
    put_file("compiler", "#!/bin/sh\nexec \"$COMPILER\" \"$@\" -O0\n");
    free(output_of("sh chain.sh > chain.urdf; chmod 700 compiler"));
    process_result r =
        run_in_folder("CC=\"$PWD/compiler\" XDG_CACHE_HOME=$PWD \"$CONDYLE\" bench chain.urdf --specialize "
                      "--time 0 --threads 1 --algorithms crba,daba --format csv");
    ck_assert_msg(r.exit_code == 0, "%s", r.err);
    ck_assert_msg(strstr(r.out, "chain,crba,condyle-code,1,1,1,") != NULL, "%s", r.out);
    ck_assert_ptr_null(strstr(r.out, "chain,daba,condyle-code"));
    ck_assert_ptr_nonnull(strstr(r.out, "chain,daba,condyle,1,1,1,"));
    ck_assert_msg(strstr(r.err, "note: no code for this robot alone computes daba: ") &&
                      strstr(r.err, "more than 250000"),
                  "%s", r.err);
    free_result(&r);
    free(output_of("rm -r condyle"));
    close_folder();
}
END_TEST

/* A robot without joints, and a robot with a singular mass matrix, for which forward dynamics alone are skipped. */
START_TEST(robots_without_results)
{
    static const char still[] = "<robot name='still'><link name='base'/></robot>";
    static const char massless[] = "<robot name='massless'><link name='base'/><link name='a'/><joint name='j' "
                                   "type='continuous'><parent link='base'/><child link='a'/></joint></robot>";
    process_result r = run_process(program, "bench - --time 0 --threads 1 --format csv", still, -1);
    ck_assert_msg(r.exit_code == 0, "%s", r.err);
    ck_assert_ptr_nonnull(strstr(r.out, "still,rnea,condyle,1,1,1,"));
    free_result(&r);
    r = run_process(program, "bench - --time 0 --threads 1 --format csv", massless, -1);
    ck_assert_msg(r.exit_code == 0, "%s", r.err);
    ck_assert_ptr_nonnull(strstr(r.out, "massless,rnea,condyle,1,1,1,"));
    ck_assert_ptr_null(strstr(r.out, ",aba,"));
    ck_assert_ptr_nonnull(strstr(r.err, "aba of condyle"));
    free_result(&r);
}
END_TEST

/* ---- counts of instructions ---- */

typedef struct counted_row {
    int lanes, threads, states;
    double instructions, outside, arithmetic, operations, rate;
} counted_row;

/* A robot of one joint: to count is to stop at every instruction, which takes some hundred times as long as to run. */
static const char pendulum[] =
    "<robot name='pendulum'><link name='base'/><link name='rod'><inertial><origin xyz='.1 .2 .3'/><mass value='2'/>"
    "<inertia ixx='1' iyy='1' izz='1' ixy='.1' ixz='.1' iyz='.1'/></inertial></link><joint name='pivot' "
    "type='continuous'><origin xyz='.1 .2 .3' rpy='.3 .2 .1'/><axis xyz='1 2 3'/><parent link='base'/>"
    "<child link='rod'/></joint></robot>";

/* Runs the command on the pendulum, which must succeed, and reads the counts of the engine condyle; returns the number
 * of rows. */
static int counts_of(const char *line, counted_row *rows)
{
    process_result r = run_process(program, line, pendulum, -1);
    ck_assert_msg(r.exit_code == 0, "%s: exit code %d, %s", line, r.exit_code, r.err);
    const char *next = strchr(r.out, '\n') + 1;
    int count = 0;
    ck_assert_msg(strstr(r.out, "median_ns,instructions,outside,arithmetic,operations,fma_rate\n") != NULL, "%s",
                  r.out);
    for (; *next; next = strchr(next, '\n') + 1) {
        counted_row *w = &rows[count];
        ck_assert_int_lt(count, MOST_ROWS);
        if (sscanf(next, "pendulum,rnea,condyle,%d,%d,%d,%*f,%*f,%lf,%lf,%lf,%lf,%lf\n", &w->lanes, &w->threads,
                   &w->states, &w->instructions, &w->outside, &w->arithmetic, &w->operations, &w->rate) == 8) {
            count++;
        } else {
            int threads;
            ck_assert_msg(strstr(next, "condyle-f32") || (sscanf(next, "%*[^,],%*[^,],%*[^,],%*d,%d", &threads) == 1 &&
                                                          threads > 1 && strstr(next, ",,,,,\n")),
                          "%s", next);
        }
    }
    free_result(&r);
    return count;
}

/* The load of the machine changes times, but no counts. */
START_TEST(counts_do_not_depend_on_the_run)
{
    static const char line[] = "bench - --counts --algorithms rnea --time 0 --threads 1 --format csv";
    counted_row rows[MOST_ROWS], again[MOST_ROWS];
    const int count = counts_of(line, rows);
    ck_assert_int_eq(counts_of(line, again), count);
    for (int i = 0; i < count; i++) {
        ck_assert(rows[i].instructions == again[i].instructions && rows[i].outside == again[i].outside &&
                  rows[i].arithmetic == again[i].arithmetic && rows[i].operations == again[i].operations);
    }
}
END_TEST

/* Wider registers do the same operations in fewer instructions. */
START_TEST(counts_are_of_the_instructions)
{
    static const char line[] = "bench - --counts --algorithms rnea --time 0 --threads 2 --format csv";
    counted_row rows[MOST_ROWS];
    const int count = counts_of(line, rows);
    ck_assert_int_ge(count, 2);
    for (int i = 0; i < count; i++) {
        const counted_row *w = &rows[i];
        ck_assert(w->threads == 1 && w->outside >= 0 && w->rate > 0);
        ck_assert_double_gt(w->instructions, w->arithmetic + w->outside);
        ck_assert_double_ge(w->operations, w->arithmetic);
        ck_assert_double_le(w->operations, 16 * w->arithmetic);
        if (w->lanes > 1) {
            ck_assert_double_gt(w->operations, 0.7 * rows[1].operations);
            ck_assert_double_lt(w->operations, 1.4 * rows[1].operations);
            ck_assert_double_lt(w->instructions, 1.5 * rows[1].instructions * 2 / w->lanes);
        }
    }
}
END_TEST

/* The worst of single calls takes a whole number of instructions, no fewer than the first one and not many more. */
START_TEST(the_worst_call_is_counted)
{
    process_result r = run_process(
        program, "bench - --counts --worst --algorithms rnea --time 0 --threads 1 --format csv", pendulum, -1);
    ck_assert_msg(r.exit_code == 0, "%s", r.err);
    ck_assert_msg(strstr(r.out, ",fma_rate,worst\n") != NULL, "%s", r.out);
    int calls = 0;
    for (const char *next = strchr(r.out, '\n') + 1; *next; next = strchr(next, '\n') + 1) {
        double instructions, worst;
        int states;
        const int found = sscanf(next, "%*[^,],%*[^,],condyle,%*d,%*d,%d,%*f,%*f,%lf,%*f,%*f,%*f,%*f,%lf", &states,
                                 &instructions, &worst);
        ck_assert_msg(states != 1 || found == 3 || strstr(next, "condyle-f32"), "%s", next);
        ck_assert_msg(found != 3 || states == 1, "%s", next);
        if (found == 3) {
            ck_assert_double_ge(worst, instructions);
            ck_assert_double_lt(worst, 1.5 * instructions);
            ck_assert_double_eq(worst, floor(worst));
            calls++;
        }
    }
    ck_assert_int_eq(calls, 1);
    free_result(&r);
}
END_TEST

static bool counts_here(void)
{
    return system("echo '<robot name=\"still\"><link name=\"base\"/></robot>' | \"$CONDYLE\" bench - --counts "
                  "--algorithms rnea --time 0 --threads 1 >/dev/null") == 0;
}

/* A missing objdump, and one that prints something else, give no counts of 0. */
START_TEST(counts_need_objdump)
{
    static const char *const messages[] = {"objdump (binutils) cannot be started", "objdump (binutils) cannot read"};
    open_folder();
    for (int i = 0; i < 2; i++) {
        process_result r =
            run_in_folder("PATH=$PWD \"$CONDYLE\" bench --counts --algorithms rnea --time 0 --threads 1");
        ck_assert_int_eq(r.exit_code, 2);
        ck_assert_msg(strstr(r.err, messages[i]) != NULL, "%s", r.err);
        ck_assert_uint_eq(r.out_size, 0);
        free_result(&r);
        put_file("objdump", "#!/bin/sh\necho no disassembly\n");
        free(output_of("/bin/chmod 700 objdump"));
    }
    close_folder();
}
END_TEST

static const struct {
    const char *line, *message;
} wrong[] = {{"bench --algorithms rnea,cbra", "'cbra' is not one of rnea, crba, aba, drnea, daba"},
             {"bench --algorithms=", "'' is not one of"},
             {"bench --time -1", "--time"},
             {"bench --time 1e9", "3600"},
             {"bench --time nan", "--time"},
             {"bench --threads 0", "expected 1 to 1024"},
             {"bench --threads 1025", "expected 1 to 1024"},
             {"bench --worst", "give both"},
             {"bench --format npy", "table, csv or json"},
             {"bench --q home", "takes no option '--q'"}};

START_TEST(wrong_options_are_refused)
{
    process_result r = run_process(program, wrong[_i].line, NULL, -1);
    ck_assert_int_eq(r.exit_code, 2);
    ck_assert_msg(strstr(r.err, wrong[_i].message) != NULL, "%s", r.err);
    ck_assert_uint_eq(r.out_size, 0);
    free_result(&r);
}
END_TEST

int main(void)
{
    program = getenv("CONDYLE");
    if (!program) {
        return skip_suites("the command was not built");
    }
    Suite *suite = suite_create("command_bench");
    TCase *tests = add_case(suite, "bench", csv_has_every_algorithm);
    tcase_add_test(tests, floats_are_an_engine_of_their_own);
    tcase_add_test(tests, the_algorithms_asked_for_are_measured);
    tcase_add_test(tests, instructions_may_be_those_of_a_lesser_machine);
    tcase_add_test(tests, unknown_instructions_are_refused);
    tcase_add_test(tests, json_has_the_results);
    tcase_add_test(tests, table_tells_units_and_spread);
    add_or_skip(tests, code_for_the_robot_is_measured, 0, 1,
                getenv("MAKES_CODE") ? NULL : "this build cannot make code for a robot");
    add_or_skip(tests, code_too_large_leaves_the_others, 0, 1,
                getenv("MAKES_CODE") ? NULL : "this build cannot make code for a robot");
    tcase_add_test(tests, robots_without_results);
    const char *reason = counts_here() ? NULL : "instructions cannot be counted here";
    add_or_skip(tests, counts_are_of_the_instructions, 0, 1, reason);
    add_or_skip(tests, the_worst_call_is_counted, 0, 1, UNLESS_WATCHED(reason, "it takes minutes here"));
    add_or_skip(tests, counts_do_not_depend_on_the_run, 0, 1, UNLESS_WATCHED(reason, "it takes minutes here"));
    add_or_skip(tests, counts_need_objdump, 0, 1, reason);
    tcase_add_loop_test(tests, wrong_options_are_refused, 0, sizeof wrong / sizeof *wrong);
    return run_suites(suite, NULL);
}
