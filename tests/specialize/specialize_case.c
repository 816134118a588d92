#include "specialize/specialize_case.h"

#include "support/compare.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const unsigned all_calls = CDY_GENERATE_INVERSE_DYNAMICS | CDY_GENERATE_FORWARD_DYNAMICS |
                                  CDY_GENERATE_MASS_MATRIX | CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES |
                                  CDY_GENERATE_INVERSE_MASS_MATRIX | CDY_GENERATE_INVERSE_DYNAMICS_VJP |
                                  CDY_GENERATE_FORWARD_DYNAMICS_VJP | CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES;

/* The rest of the compiler's script: starts the real compiler without optimization, so that tests are quick. */
static const char usual_script[] = "exec \"$COMPILER\" \"$@\" -O0\n";

void put_compiler(const char *script)
{
    char text[4096], path[PATH_SIZE], runs[PATH_SIZE];
    snprintf(text, sizeof text, "#!/bin/sh\nprintf x >> '%s'\n%s", path_in_folder(runs, sizeof runs, "runs"), script);
    put_file("compiler", text);
    ck_assert_int_eq(chmod(path_in_folder(path, sizeof path, "compiler"), 0700), 0);
}

void put_changing_compiler(const char *call, int lanes, const char *statement)
{
    char script[1024];
    snprintf(script, sizeof script,
             "for word; do case \"$word\" in *.c) grep -q '^int code_%s_%d(' \"$word\" || exit 1\n"
             "sed -i '/^int code_%s_%d(/,/^}/s/return 1;/%s; return 1;/' \"$word\" ;; esac; done\n%s",
             call, lanes, call, lanes, statement, usual_script);
    put_compiler(script);
}

void put_wrapping_compiler(void)
{
    char script[2048], path[PATH_SIZE];
    path_in_folder(path, sizeof path, "torques.c");
    snprintf(script, sizeof script,
             "\"$COMPILER\" -O0 -fPIC -c '%s' -o '%s.o' || exit 1\n"
             "exec \"$COMPILER\" -Dcode_inverse_dynamics_1=unchanged '%s.o' \"$@\" -O0\n",
             path, path, path);
    put_compiler(script);
}

void put_torques(const char *statement)
{
    char text[1024];
    snprintf(text, sizeof text,
             "int unchanged(const double *q, const double *qd, const double *qdd, double *tau);\n"
             "int code_inverse_dynamics_1(const double *q, const double *qd, const double *qdd, double *tau)\n{\n"
             "    const int done = unchanged(q, qd, qdd, tau);\n    %s\n    return done;\n}\n",
             statement);
    put_file("torques.c", text);
}

int compiler_runs(void)
{
    char path[PATH_SIZE];
    struct stat info;
    return stat(path_in_folder(path, sizeof path, "runs"), &info) == 0 ? (int)info.st_size : 0;
}

static void set_up(void)
{
    open_folder();
    put_compiler(usual_script);
}

TCase *add_compiling_case(Suite *suite, const char *name)
{
    TCase *tests = tcase_create(name);
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_set_timeout(tests, 300);
    suite_add_tcase(suite, tests);
    return tests;
}

cdy_specialize_options usual_options(void)
{
    static char compiler[PATH_SIZE], cache[PATH_SIZE];
    cdy_specialize_options options = cdy_specialize_options_default();
    path_in_folder(compiler, sizeof compiler, "compiler");
    path_in_folder(cache, sizeof cache, "");
    options.compiler = compiler;
    options.cache = cache;
    options.time_limit = 600; /* on a busy machine */
    return options;
}

void ask_for_all(cdy_specialize_options *options)
{
    options->calls = all_calls;
    options->most_bytes = 4000000;
}

int count_code(char path[PATH_SIZE])
{
    char folder[PATH_SIZE];
    int count = 0;
    DIR *entries = opendir(path_in_folder(folder, sizeof folder, ""));
    ck_assert_ptr_nonnull(entries);
    for (const struct dirent *e = readdir(entries); e; e = readdir(entries)) {
        const size_t length = strlen(e->d_name);
        if (length > 3 && strcmp(e->d_name + length - 3, ".so") == 0) {
            path_in_folder(path, PATH_SIZE, e->d_name);
            count++;
        }
        ck_assert_msg(strncmp(e->d_name, "work-", 5) != 0, "%s is left", e->d_name);
    }
    closedir(entries);
    return count;
}

cdy_specialization *specialize(const cdy_model *model, const cdy_specialize_options *options)
{
    cdy_specialization *code;
    cdy_error error;
    ck_assert_ok(cdy_specialize(model, options, &code, &error), error);
    return code;
}

void check_refusal(const cdy_model *model, const cdy_specialize_options *options, cdy_status status, const char *said)
{
    cdy_specialization *code = (void *)&code;
    cdy_error error;
    ck_assert_fails(cdy_specialize(model, options, &code, &error), status, error);
    ck_assert_ptr_null(code);
    ck_assert_msg(strstr(error.text, said), "'%s' is not in '%s'", said, error.text);
    ck_assert_int_eq(error.line, 0);
}

pid_t start_specializing(const robot *r, const cdy_specialize_options *options)
{
    const pid_t process = fork();
    ck_assert_int_ge(process, 0);
    if (process == 0) {
        const struct rlimit no_core = {0, 0};
        cdy_specialization *code;
        signal(SIGINT, SIG_DFL); /* Check has handlers */
        signal(SIGTERM, SIG_DFL);
        setrlimit(RLIMIT_CORE, &no_core);
        _exit(cdy_specialize(r->model, options, &code, NULL) == CDY_OK ? 0 : 1);
    }
    return process;
}

void pause_shortly(void)
{
    nanosleep(&(const struct timespec){0, 20000000}, NULL);
}

void wait_for_removal(void)
{
    char *work = NULL;
    for (int i = 0; i < 3000 && (!work || work[0]); i++) {
        free(work);
        pause_shortly();
        work = output_of("ls | grep work- || true");
    }
    ck_assert_str_eq(work, "");
    free(work);
}
