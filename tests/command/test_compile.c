/* condyle compile: models as files and as C source, and a controller that uses a compiled model. */
#include "support/compare.h"
#include "support/folder.h"
#include "support/robot.h"
#include "support/suite.h"

#include <dirent.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(subcommands_take_the_compiled_model)
{
    static const char *const calls[][2] = {
        {"id", "--q random --qd random --qdd random --wrench tool0@body:0,0,0,1,2,3 --format json"},
        {"fd", "--q random --qd random --tau random --format json"},
        {"mass", "--q random --format csv"},
        {"gravity", "--q elbow_joint=1 --format json"},
        {"transform", "--body tool0 --q random --format csv"},
        {"random", "-n 3"},
        {"com", "--jacobian --format json"}};
    free(output_of("\"$CONDYLE\" compile universalUR5e -o ur5e.cdy"));
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        const char *command = calls[i][0], *rest = calls[i][1];
        char *expected = output_of("\"$CONDYLE\" %s universalUR5e %s", command, rest);
        char *from_file = output_of("\"$CONDYLE\" %s ur5e.cdy %s", command, rest);
        char *from_input = output_of("\"$CONDYLE\" %s - %s < ur5e.cdy", command, rest);
        ck_assert_str_eq(from_file, expected);
        ck_assert_str_eq(from_input, expected);
        free(expected);
        free(from_file);
        free(from_input);
    }
}
END_TEST

START_TEST(gravity_and_drives_are_kept)
{
    free(output_of("\"$CONDYLE\" compile kukaIiwa14 --gravity 0,0,-1.62 --drives damping -o iiwa.cdy"));
    char *expected = output_of("\"$CONDYLE\" id kukaIiwa14 --qd 0,1,0,1,0,0,0 --gravity 0,0,-1.62 --drives damping "
                               "--format json");
    ck_assert(strstr(expected, "damping") && strstr(expected, "-1.62"));
    check_output(expected, "\"$CONDYLE\" id iiwa.cdy --qd 0,1,0,1,0,0,0 --format json");
    char *table = output_of("\"$CONDYLE\" id iiwa.cdy");
    ck_assert(strstr(table, "drives   damping") && strstr(table, "gravity  0 0 -1.62"));
    free(table);
    free(expected);
    expected = output_of("\"$CONDYLE\" id kukaIiwa14 --qd 0,1,0,1,0,0,0 --gravity 0,0,-5 --format json");
    check_output(expected, "\"$CONDYLE\" id iiwa.cdy --qd 0,1,0,1,0,0,0 --gravity 0,0,-5 --drives none --format json");
    free(expected);
    /* A compiled model can be compiled again, with other gravity. */
    free(output_of("\"$CONDYLE\" compile iiwa.cdy --gravity 0,0,-5 --drives none -o again.cdy"));
    free(output_of("\"$CONDYLE\" compile kukaIiwa14 --gravity 0,0,-5 -o once.cdy && "
                   "\"$CONDYLE\" compile once.cdy -o twice.cdy && cmp once.cdy twice.cdy"));
    expected = output_of("\"$CONDYLE\" gravity once.cdy --q random --format csv");
    check_output(expected, "\"$CONDYLE\" gravity again.cdy --q random --format csv");
    free(expected);
}
END_TEST

START_TEST(what_cannot_be_is_said)
{
    free(output_of("\"$CONDYLE\" compile universalUR5e -o ur5e.cdy"));
    check_run("\"$CONDYLE\" show ur5e.cdy", 2, "", "'show' needs the robot's own file");
    check_run("\"$CONDYLE\" export ur5e.cdy", 2, "", "'export' needs");
    check_run("\"$CONDYLE\" identify ur5e.cdy --input none.csv", 2, "", "'identify' needs");
    check_run("\"$CONDYLE\" check ur5e.cdy", 2, "", "'check' needs");
    check_run(
        "for c in show export identify check diff id compile; do \"$CONDYLE\" $c --help | grep -c 'a compiled model (';"
        " done | tr '\\n' ' '",
        0, "0 0 0 0 0 1 1 ", "");
    check_run("\"$CONDYLE\" id ur5e.cdy --floating-base", 2, "",
              "--floating-base has to be given to 'condyle compile'");
    check_run("\"$CONDYLE\" id ur5e.cdy --mimic tied", 2, "", "--mimic has to be given");
    check_run("\"$CONDYLE\" id ur5e.cdy --q elbow=1", 2, "", "did you mean 'elbow_joint'");
    check_run("\"$CONDYLE\" compile universalUR5e -o ur5e.cdy", 3, "", "exists already");
    check_run("\"$CONDYLE\" compile universalUR5e --name x -o x.c", 2, "", "--c-array");
    check_run("\"$CONDYLE\" compile universalUR5e --c-array --name 1x -o x.c", 2, "", "--name");
    check_run("\"$CONDYLE\" compile universalUR5e --c-array --name 'x[' -o x.c", 2, "", "--name");
    check_run("head -c 1000 ur5e.cdy > cut.cdy; \"$CONDYLE\" id cut.cdy", 1, "",
              "cut.cdy: error: the model is cut off");
    check_run("\"$CONDYLE\" id - < cut.cdy", 1, "", "<stdin>: error: the model is cut off");
    check_run("\"$CONDYLE\" id missing.cdy", 3, "", "missing.cdy");
}
END_TEST

/* The array has the bytes of the file. */
START_TEST(the_array_is_the_file)
{
    size_t size;
    free(output_of("\"$CONDYLE\" compile universalUR5e -o ur5e.cdy"));
    free(output_of("\"$CONDYLE\" compile universalUR5e --c-array --name my_arm -o arm.c"));
    char *bytes = get_file("ur5e.cdy", &size), *source = get_file("arm.c", NULL);
    char line[64];
    snprintf(line, sizeof line, "\nconst unsigned char my_arm[%zu] = {", size);
    const char *p = strstr(source, line);
    ck_assert_ptr_nonnull(p);
    p += strlen(line);
    for (size_t i = 0; i < size; i++) {
        char *end;
        ck_assert_uint_eq(strtoul(p, &end, 10), (unsigned char)bytes[i]);
        ck_assert_int_eq(*end, i + 1 < size ? ',' : '}');
        p = end + 1;
    }
    free(bytes);
    free(source);
}
END_TEST

/* Names that C source cannot use: a keyword, a reserved name, names of headers and of libraries. */
START_TEST(names_that_compilers_refuse_are_refused)
{
    static const char *const names[] = {
        "int",     "class",   "and",     "typeof",    "constexpr", "co_await", "restrict", "_x",     "__x",
        "a__b",    "I",       "NULL",    "errno",     "sin",       "sinf",     "y0",       "index",  "read",
        "main",    "size_t",  "linux",   "std",       "my_t",      "bool",     "EOF",      "stdout", "cdy_model",
        "CDY_API", "INT_MAX", "DBL_MAX", "pthread_x", "true",      "E2BIG",    "signbit",  "1x",     "x[",
        "x y",     "",        "-",       "\xc3\xa9",  "abort",     "printf",   "time",     "link"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char script[256];
        snprintf(script, sizeof script, "\"$CONDYLE\" compile universalUR5e --c-array --name='%s' -o x.c", names[i]);
        check_run(script, 2, "", "expected another name");
    }
    check_run("\"$CONDYLE\" compile universalUR5e --c-array --name int -o x.c", 2, "",
              "--name: 'int' is a keyword of C or C++; expected another name, such as robot_model");
    check_run("ls", 0, "", "");
}
END_TEST

/* Compiles the source twice in one file, behind all headers of the C library, with the strictest warnings. */
START_TEST(the_array_is_source_in_every_c_and_cpp)
{
    static const char *const names[] = {"arm", "ur5e_model", "torso",  "island", "E7",
                                        "I2",  "strut",      "memory", "X",      "t"};
    char program[1024];
    snprintf(program, sizeof program, "%s",
             "#include <ctype.h>\n#include <errno.h>\n#include <fcntl.h>\n#include <float.h>\n#include <limits.h>\n"
             "#include <math.h>\n#include <pthread.h>\n#include <signal.h>\n#include <stdbool.h>\n"
             "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
             "#include <time.h>\n#include <unistd.h>\n#include \"model.h\"\n#include \"model.h\"\n"
             "int main(void)\n{\n    return (uintptr_t)NAME % 16 != 0 || sizeof NAME < 1000;\n}\n");
    put_file("program.c", program);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char script[512];
        snprintf(script, sizeof script,
                 "\"$CONDYLE\" compile universalUR5e --c-array --force --name %s -o model.h\n"
                 "for std in %s; do\n"
                 "    case $std in *++*) language=c++ ;; *) language=c ;; esac\n"
                 "    echo | $COMPILER -x $language -std=$std -fsyntax-only - 2> tried || continue\n"
                 "    $COMPILER -x $language -std=$std -Wall -Wextra -Wpedantic -Werror -DNAME=%s %s program.c || echo "
                 "$std\n"
                 "done\n",
                 names[i], i == 0 ? "c99 c11 c17 gnu17 c2x c++11 c++14 c++17 c++20" : "gnu17 c++20", names[i],
                 i == 0 ? "-o program" : "-fsyntax-only");
        check_run(script, 0, "", "");
    }
    check_run("./program && ls | tr '\\n' ' '", 0, "model.h program program.c tried ", "");
}
END_TEST

START_TEST(a_controller_runs_without_a_heap)
{
    process_result r = run_process(getenv("EXAMPLE_CONTROLLER"), "", NULL, -1);
    ck_assert_msg(r.exit_code == 0, "signal %d: %s%s", r.signal, r.out, r.err);
    double worst = 1;
    const char *cycles = strstr(r.out, "500 cycles");
    ck_assert_ptr_nonnull(cycles);
    ck_assert_int_eq(sscanf(cycles, "500 cycles, largest error %lf rad", &worst), 1);
    ck_assert_double_lt(worst, 0.01);
    free_result(&r);
}
END_TEST

START_TEST(the_trap_catches)
{
    const char *trapped = getenv("TRAPPED");
    if (!trapped) {
        return; /* sanitizers replace the heap */
    }
    process_result r = run_process(trapped, "", NULL, -1);
    ck_assert_int_eq(r.exit_code, 0);
    free_result(&r);
    r = run_process(trapped, "now", NULL, -1);
    ck_assert_int_eq(r.signal, SIGABRT);
    free_result(&r);
}
END_TEST

START_TEST(an_arm_is_small)
{
    robot r = load_bundled_robot("universalUR5e");
    const size_t bytes = cdy_model_bytes(r.model) + cdy_workspace_size(r.model);
    ck_assert_msg(bytes < 64 * 1024, "the UR5e takes %zu bytes", bytes);
    free_robot(&r);
}
END_TEST

/* ---- real robots ---- */

static void check_robot(const char *path, bool floating_base)
{
    cdy_error error = {0};
    robot r = load_robot_file(path, floating_base, false);
    const size_t size = cdy_model_bytes(r.model), n = (size_t)r.nv;
    char *bytes = malloc(size);
    cdy_model *copy = NULL;
    ck_assert_ok(cdy_model_to_bytes(r.model, bytes, size, &error), error);
    ck_assert_ok(cdy_model_from_bytes(bytes, size, &copy, &error), error);
    uint64_t seed = 1, state = 1;
    double *q = calloc((size_t)r.nq + 1, sizeof *q), *qd = calloc(n + 1, sizeof *qd), *qdd = calloc(n + 1, sizeof *qdd);
    double *tau = calloc(n + 1, sizeof *tau), *again = calloc(n + 1, sizeof *again);
    cdy_random_configuration(r.model, &seed, q);
    draw_array(&state, 1, qd, r.nv);
    draw_array(&state, 1, qdd, r.nv);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, qd, qdd, NULL, tau, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(copy, r.work, q, qd, qdd, NULL, again, &error), error);
    ck_assert_mem_eq(again, tau, n * sizeof *tau);
    for (int i = 0; i < cdy_model_frame_count(copy); i++) {
        ck_assert_int_eq(cdy_model_find_frame(copy, cdy_model_frame_name(r.model, i)), i);
    }
    free(q);
    free(qd);
    free(qdd);
    free(tau);
    free(again);
    free(bytes);
    cdy_model_destroy(copy);
    free_robot(&r);
}

START_TEST(every_robot_of_the_corpus_comes_back)
{
    char *folder = reference_path("corpus/robots");
    DIR *entries = folder ? opendir(folder) : NULL;
    int count = 0;
    for (struct dirent *entry = entries ? readdir(entries) : NULL; entry; entry = readdir(entries)) {
        const char *ending = strrchr(entry->d_name, '.');
        if (ending && strcmp(ending, ".urdf") == 0) {
            char path[PATH_MAX];
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            check_robot(path, false);
            check_robot(path, true);
            count++;
        }
    }
    ck_assert(!entries || count > 50);
    if (entries) {
        closedir(entries);
    }
    free(folder);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("compile");
    TCase *tests = add_case(suite, "command", subcommands_take_the_compiled_model);
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    tcase_add_test(tests, gravity_and_drives_are_kept);
    tcase_add_test(tests, what_cannot_be_is_said);
    tcase_add_test(tests, the_array_is_the_file);
    tcase_add_test(tests, names_that_compilers_refuse_are_refused);
    tcase_add_test(tests, the_array_is_source_in_every_c_and_cpp);
    tests = add_case(suite, "controller", a_controller_runs_without_a_heap);
    tcase_add_test(tests, the_trap_catches);
    tests = add_case(suite, "robots", an_arm_is_small);
    tcase_add_test(tests, every_robot_of_the_corpus_comes_back);
    return run_suites(suite, NULL);
}
