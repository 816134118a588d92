/* The compiler: where it is found, what it is given, and what is said where it makes no code. */
#include "specialize/every_call.h"
#include "specialize/robots.h"
#include "specialize/specialize_case.h"
#include "support/compare.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

START_TEST(no_compiler_leaves_calls_general)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    options.compiler = "no-such-compiler -O3";
    check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "no compiler 'no-such-compiler'");
    options.compiler = "/nowhere/cc";
    check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "no compiler '/nowhere/cc'");
    options.compiler = " \t";
    check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "no compiler");
    options.compiler = NULL;
    setenv("CC", "/nowhere/from-environment", 1);
    check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "no compiler '/nowhere/from-environment'");
    (void)first_torque(&r, NULL);
    free_robot(&r);
}
END_TEST

/* CC has the compiler with arguments, which are words. */
START_TEST(the_environment_names_compiler_and_cache)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char words[2 * PATH_SIZE], path[PATH_SIZE];
    snprintf(words, sizeof words, "  %s\t-DWORD=1  -DOTHER=$(false);exit", options.compiler);
    put_compiler("case \"$1 $2\" in '-DWORD=1 -DOTHER=$(false);exit') ;; *) exit 1 ;; esac\n"
                 "shift 2\nexec \"$COMPILER\" \"$@\" -O0\n");
    setenv("CC", words, 1);
    setenv("XDG_CACHE_HOME", path_in_folder(path, sizeof path, ""), 1);
    options.compiler = options.cache = NULL;
    options.calls = CDY_GENERATE_MASS_MATRIX;
    cdy_specialization *code = specialize(r.model, &options);
    cdy_specialization_destroy(code);
    ck_assert_int_eq(compiler_runs(), 1);
    char *found = output_of("stat -c %%a condyle && ls condyle | wc -l && rm -r condyle");
    ck_assert_str_eq(found, "700\n1\n");
    free(found);
    free_robot(&r);
}
END_TEST

START_TEST(messages_of_the_compiler_are_told)
{
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = usual_options();
    char path[PATH_SIZE];
    put_compiler("printf 'code.c:1:\\nsomething is\\twrong' >&2\nexit 3\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "failed with exit status 3: code.c:1: something is wrong");
    put_compiler("exit 127\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "failed with exit status 127 and without a message");
    put_compiler("kill -SEGV $$\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "was ended by signal 11 (SIGSEGV)");
    put_compiler("echo 'compiling' >&2\nkill -KILL $$\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "was ended by signal 9 (SIGKILL): compiling");
    put_compiler("i=0; while [ $i -lt 20000 ]; do echo many words; i=$((i+1)); done; exit 1\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "failed with exit status 1: many words many words");
    put_compiler("exit 0\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "wrote no code");
    put_compiler("while [ \"$1\" != -o ]; do shift; done\necho text > \"$2\"\n");
    check_refusal(r.model, &options, CDY_ERROR_IO, "cannot be loaded");
    ck_assert_int_eq(count_code(path), 0);
    ck_assert_int_eq(compiler_runs(), 7);
    free_robot(&r);
}
END_TEST

/* Results of a compiler that are no files of code: the command that makes one, and the message. */
static const struct {
    const char *command, *said;
} strange_results[] = {
    {"mkdir \"$2\"", "the compiler's result is a folder; expected a file with code"},
    {"mkfifo \"$2\"", "the compiler's result is a named pipe; expected a file with code"},
    {"ln -s /dev/null \"$2\"", "the compiler's result is a symbolic link; expected a file with code"},
    {"truncate -s 67108865 \"$2\"", "the compiler's result has 67108865 bytes; expected at most 67108864"},
    {"truncate -s 67108864 \"$2\"", "the compiled code cannot be loaded"},
};

START_TEST(strange_results_are_told)
{
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = usual_options();
    char script[256], path[PATH_SIZE];
    snprintf(script, sizeof script, "while [ \"$1\" != -o ]; do shift; done\n%s\n", strange_results[_i].command);
    put_compiler(script);
    check_refusal(r.model, &options, CDY_ERROR_IO, strange_results[_i].said);
    ck_assert_int_eq(count_code(path), 0);
    free_robot(&r);
}
END_TEST

/* The compiler gets the options that the kernels are compiled with, for the instructions of the lanes at hand. */
START_TEST(the_compiler_gets_its_options)
{
    static const char *const machine[] = {"",
                                          "",
                                          "",
                                          "",
                                          " -mavx2 -mfma",
                                          "",
                                          "",
                                          "",
                                          " -mavx512f -mavx512dq -mavx512vl -mfma -mprefer-vector-width=512"};
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    const cdy_batch_options most = cdy_batch_options_default();
    cdy_batch *batch;
    cdy_error error;
    char expected[512];
    options.calls = CDY_GENERATE_MASS_MATRIX;
    put_compiler("echo \"$@\" > \"${0%/*}/words\"\nexec \"$COMPILER\" \"$@\" -O0\n");
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_ok(cdy_batch_create(r.model, &most, &batch, &error), error);
    const int lanes = cdy_batch_lanes(batch);
#ifdef __x86_64__
    const char *instructions = machine[lanes];
#else
    const char *instructions = machine[0];
#endif
    snprintf(expected, sizeof expected,
             "-O2 -w -fPIC -shared -fno-math-errno -fno-trapping-math -fno-tree-slp-vectorize "
             "-ffp-contract=fast -Dcode_FUSED%s code.c -o code.so -lm\n",
             instructions);
    char *words = output_of("sed 's/-ffp-contract=off/-ffp-contract=fast -Dcode_FUSED/; s,/[^ ]*/code,code,g' words");
    ck_assert_str_eq(words, expected);
    free(words);
    cdy_batch_destroy(batch);
    free_robot(&r);
}
END_TEST

/* A compiler without a path is looked for in the folders of PATH that begin at the root; files that cannot be started
 * are passed over. Without a name, or with an empty one in CC, it is cc. */
START_TEST(the_path_has_the_compiler)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char paths[4 * PATH_SIZE], folder[PATH_SIZE], *usual = getenv("PATH");
    char *real = output_of("printf %%s \"$(command -v \"$COMPILER\")\"");
    setenv("COMPILER", real, 1);
    free(real);
    options.calls = CDY_GENERATE_MASS_MATRIX;
    path_in_folder(folder, sizeof folder, "");
    free(output_of("cp compiler cc && chmod 600 compiler && mkdir here later && cp cc here/condyle-cc && "
                   "cp cc later/condyle-cc && echo exit 1 > here/condyle-cc && touch condyle-cc"));
    ck_assert_int_eq(chdir(folder), 0);
    snprintf(paths, sizeof paths, "here::%s:%snone:%slater:%s", folder, folder, folder, usual ? usual : "");
    setenv("PATH", paths, 1);
    options.compiler = "condyle-cc -O0";
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 1);
    options.compiler = NULL;
    setenv("CC", "", 1);
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 2);
    unsetenv("CC");
    cdy_specialization *code = specialize(r.model, &options);
    ck_assert(cdy_specialization_is_cached(code));
    cdy_specialization_destroy(code);
    setenv("PATH", "here:.", 1);
    options.compiler = "condyle-cc -O0";
    check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "no compiler 'condyle-cc'");
    setenv("PATH", paths, 1);
    ck_assert_int_eq(chdir("/"), 0);
    free(output_of("rm -r here later"));
    free_robot(&r);
}
END_TEST

/* Folders with names of all lengths: the path that is started is whole. */
START_TEST(paths_of_any_length_are_whole)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char folder[PATH_SIZE], path[2 * PATH_SIZE], name[] = "123456789012345678";
    options.calls = CDY_GENERATE_MASS_MATRIX;
    options.compiler = "compiler";
    put_compiler("exit 1\n");
    for (int length = (int)strlen(name); length > 0; length--) {
        name[length] = '\0';
        free(output_of("mkdir %s && cp compiler %s/compiler", name, name));
        snprintf(path, sizeof path, "%s:%s", path_in_folder(folder, sizeof folder, name), "/usr/bin:/bin");
        setenv("PATH", path, 1);
        check_refusal(r.model, &options, CDY_ERROR_IO, "the compiler 'compiler' failed");
        ck_assert_int_eq(compiler_runs(), (int)sizeof name - length);
        free(output_of("rm -r %s", name));
    }
    free_robot(&r);
}
END_TEST

/* As many words as a command line of the compiler can have, and one more. */
START_TEST(a_compiler_may_have_sixteen_words)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char words[2 * PATH_SIZE];
    int length = snprintf(words, sizeof words, "%s", options.compiler);
    for (int i = 1; i < 16; i++) {
        length += snprintf(words + length, sizeof words - (size_t)length, " -DW%d", i);
    }
    options.compiler = words;
    options.calls = CDY_GENERATE_MASS_MATRIX;
    put_compiler("[ \"$1 ${15}\" = '-DW1 -DW15' ] || exit 1\n"
                 "exec \"$COMPILER\" \"$@\" -O0\n");
    cdy_specialization_destroy(specialize(r.model, &options));
    snprintf(words + length, sizeof words - (size_t)length, " -DW16");
    check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "more than 16 words");
    ck_assert_int_eq(compiler_runs(), 1);
    free_robot(&r);
}
END_TEST

/* As root: a process with the rights of another user or group does not choose a compiler. */
START_TEST(other_rights_are_refused)
{
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    options.compiler = "sh"; /* others may start it */
    ck_assert_int_eq(setegid(65534), 0);
    check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "other rights than the user who started it");
    ck_assert(setegid(getgid()) == 0 && seteuid(65534) == 0);
    check_refusal(r.model, &options, CDY_ERROR_UNSUPPORTED, "other rights than the user who started it");
    ck_assert_int_eq(seteuid(0), 0);
    ck_assert_int_eq(compiler_runs(), 0);
    free_robot(&r);
}
END_TEST

/* Code linked with -ffast-math may have a constructor after which numbers below the least normal one count as zero: by
 * gcc before 13 it has. */
START_TEST(fast_math_leaves_small_numbers_to_the_program)
{
    robot r = make_pendulum();
    const cdy_specialize_options options = usual_options();
    volatile double least = DBL_MIN;
    put_compiler("exec \"$COMPILER\" \"$@\" -O0 -ffast-math\n");
    cdy_specialization *code = specialize(r.model, &options);
    ck_assert(least / 2 > 0);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("specialize_compiler");
    TCase *tests = add_compiling_case(suite, "specialize_compiler");
    tcase_add_test(tests, no_compiler_leaves_calls_general);
    tcase_add_test(tests, the_environment_names_compiler_and_cache);
    tcase_add_test(tests, messages_of_the_compiler_are_told);
    tcase_add_loop_test(tests, strange_results_are_told, 0, sizeof strange_results / sizeof strange_results[0]);
    tcase_add_test(tests, the_compiler_gets_its_options);
    tcase_add_test(tests, the_path_has_the_compiler);
    tcase_add_test(tests, paths_of_any_length_are_whole);
    tcase_add_test(tests, a_compiler_may_have_sixteen_words);
    add_or_skip(tests, other_rights_are_refused, 0, 1, geteuid() == 0 ? NULL : "only root can take other rights");
    tcase_add_test(tests, fast_math_leaves_small_numbers_to_the_program);
    return run_suites(suite, NULL);
}
