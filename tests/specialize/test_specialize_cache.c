/* The cache of compiled code: where it is, when code comes from it, and that nobody else can fill it. */
#include "specialize/every_call.h"
#include "specialize/robots.h"
#include "specialize/specialize_case.h"
#include "support/allocation.h"
#include "support/compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Without XDG_CACHE_HOME, or where it is no absolute path, the cache is below HOME; folders on the way are made. */
START_TEST(the_cache_is_below_home)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char home[PATH_SIZE];
    setenv("HOME", path_in_folder(home, sizeof home, "home"), 1);
    free(output_of("mkdir home"));
    options.calls = CDY_GENERATE_MASS_MATRIX;
    options.cache = NULL;
    unsetenv("XDG_CACHE_HOME");
    cdy_specialization_destroy(specialize(r.model, &options));
    setenv("XDG_CACHE_HOME", "home/elsewhere", 1);
    cdy_specialization *code = specialize(r.model, &options);
    ck_assert(cdy_specialization_is_cached(code));
    cdy_specialization_destroy(code);
    setenv("HOME", "home", 1);
    check_refusal(r.model, &options, CDY_ERROR_IO, "neither XDG_CACHE_HOME nor HOME");
    snprintf(home + strlen(home), sizeof home - strlen(home), "/made/twice///");
    options.cache = home;
    cdy_specialization_destroy(specialize(r.model, &options));
    char *found = output_of("ls -A home && stat -c %%a home/.cache home/.cache/condyle home/made home/made/twice && "
                            "ls home/.cache/condyle home/made/twice | grep -c so && rm -r home");
    ck_assert_str_eq(found, ".cache\nmade\n700\n700\n700\n700\n2\n");
    free(found);
    free_robot(&r);
}
END_TEST

/* The limit of the code's size holds for code in the cache as well, which stays there for larger limits. */
START_TEST(the_limit_holds_for_cached_code)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char path[PATH_SIZE];
    cdy_error fresh, cached;
    cdy_specialization *code;
    options.calls = CDY_GENERATE_MASS_MATRIX;
    options.most_bytes = 100;
    ck_assert_fails(cdy_specialize(r.model, &options, &code, &fresh), CDY_ERROR_UNSUPPORTED, fresh);
    options.most_bytes = 0;
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 1);
    options.most_bytes = 100;
    ck_assert_fails(cdy_specialize(r.model, &options, &code, &cached), CDY_ERROR_UNSUPPORTED, cached);
    ck_assert_ptr_null(code);
    ck_assert_str_eq(cached.text, fresh.text);
    ck_assert_int_eq(count_code(path), 1);
    options.most_bytes = 1000000;
    code = specialize(r.model, &options);
    ck_assert(cdy_specialization_is_cached(code));
    ck_assert_int_eq(compiler_runs(), 1);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* A folder with files that has the name of the code, which cannot be replaced. */
START_TEST(a_folder_in_place_of_code_is_named)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char path[PATH_SIZE];
    cdy_specialization *code;
    cdy_error error;
    options.calls = CDY_GENERATE_MASS_MATRIX;
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(count_code(path), 1);
    free(output_of("rm '%s'; mkdir '%s'; touch '%s/file'", path, path, path));
    ck_assert_fails(cdy_specialize(r.model, &options, &code, &error), CDY_ERROR_IO, error);
    ck_assert_ptr_null(code);
    ck_assert_ptr_nonnull(strstr(path, error.file));
    ck_assert_ptr_nonnull(strstr(error.text, "a folder is in the place of the compiled code; remove it"));
    free(output_of("rm -r '%s'", path));
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(count_code(path), 1);
    free_robot(&r);
}
END_TEST

START_TEST(code_is_compiled_once)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    const double moon[3] = {0, 0, -1.62};
    cdy_error error;
    cdy_specialization *first = specialize(r.model, &options), *second = specialize(r.model, &options);
    ck_assert_int_eq(compiler_runs(), 1);
    ck_assert(!cdy_specialization_is_cached(first) && cdy_specialization_is_cached(second));
    cdy_specialization_destroy(first);
    ck_assert_ok(cdy_workspace_specialize(r.work, second, &error), error);
    (void)first_torque(&r, NULL);
    cdy_specialization_destroy(second);
    options.calls = CDY_GENERATE_MASS_MATRIX;
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 2);
    options.angle_tolerance = 1e-9;
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 3);
    options.lanes = 1;
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 4);
    ck_assert_ok(cdy_model_set_gravity(r.model, moon, &error), error);
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 5);
    put_compiler("# another one\nexec \"$COMPILER\" \"$@\" -O0\n");
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 6);
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(compiler_runs(), 6);
    free_robot(&r);
}
END_TEST

/* Code is for one compiler: its words, its path and its time. */
START_TEST(another_compiler_makes_other_code)
{
    static const char *const changes[] = {"true", "cp -p compiler other", "touch -d '2001-02-03 04:05:06' compiler"};
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    char words[2 * PATH_SIZE], other[2 * PATH_SIZE], path[PATH_SIZE];
    const char *const lines[] = {words, other, words};
    options.calls = CDY_GENERATE_MASS_MATRIX;
    snprintf(words, sizeof words, "%s -DONE", options.compiler);
    snprintf(other, sizeof other, "%s -DONE", path_in_folder(path, sizeof path, "other"));
    cdy_specialization_destroy(specialize(r.model, &options));
    for (int i = 0; i < 3; i++) {
        free(output_of("%s", changes[i]));
        options.compiler = lines[i];
        cdy_specialization_destroy(specialize(r.model, &options));
        ck_assert_int_eq(compiler_runs(), 2 + i);
    }
    ck_assert_int_eq(count_code(path), 4);
    free_robot(&r);
}
END_TEST

/* FNV-1a of the number `bytes` and of a file, as the names of files have it. */
static uint64_t checksum(uint64_t bytes, const char *content, size_t size)
{
    uint64_t a = 14695981039346656037u, b = 11400714819323198485u;
    for (size_t i = 0; i < sizeof bytes + size; i++) {
        unsigned char byte[sizeof bytes];
        memcpy(byte, &bytes, sizeof bytes);
        const unsigned char next = i < sizeof bytes ? byte[i] : (unsigned char)content[i - sizeof bytes];
        a = (a ^ next) * 1099511628211u;
        b = (b ^ next) * 18397679294719823053u;
        b ^= b >> 32;
    }
    return a ^ b;
}

/* KEY-BYTES-SUM.so, the key of 32 digits and the sum, which is of the content, of 16; the file is its user's alone. */
START_TEST(the_name_has_the_sum_of_the_code)
{
    robot r = make_pendulum();
    cdy_specialize_options options = usual_options();
    char path[PATH_SIZE], end[64];
    unsigned long long bytes;
    size_t size;
    struct stat info;
    const mode_t mask = umask(0);
    options.calls = CDY_GENERATE_MASS_MATRIX;
    cdy_specialization_destroy(specialize(r.model, &options));
    umask(mask);
    ck_assert_int_eq(count_code(path), 1);
    const char *name = strrchr(path, '/') + 1;
    ck_assert_uint_eq(strspn(name, "0123456789abcdef"), 32);
    ck_assert_int_eq(sscanf(name + 32, "-%llx-", &bytes), 1);
    char *content = get_file(name, &size);
    snprintf(end, sizeof end, "-%llx-%016llx.so", bytes, (unsigned long long)checksum(bytes, content, size));
    ck_assert_str_eq(name + 32, end);
    ck_assert_int_eq(stat(path, &info), 0);
    ck_assert_uint_eq(info.st_mode & 07777, 0600);
    free(content);
    free_robot(&r);
}
END_TEST

static const char *const breakages[] = {
    "printf '\\377' | dd of=\"$f\" bs=1 seek=3000 conv=notrunc 2>/dev/null", /* a byte changed */
    ": > \"$f\"",                                                            /* empty */
    "truncate -s 4000 \"$f\"",                                               /* cut */
    "mv \"$f\" other; ln -s other \"$f\"",                                   /* a link to the right content */
    "chmod 620 \"$f\"",                                                      /* the group may write */
    "chmod 602 \"$f\"",                                                      /* others may write */
    "rm \"$f\"; mkfifo \"$f\"",                                              /* no file */
};

START_TEST(broken_files_are_compiled_anew)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    options.calls = CDY_GENERATE_INVERSE_DYNAMICS;
    char path[PATH_SIZE];
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(count_code(path), 1);
    free(output_of("f='%s'; %s", path, breakages[_i]));
    cdy_specialization *code = specialize(r.model, &options);
    ck_assert_int_eq(compiler_runs(), 2);
    ck_assert(!cdy_specialization_is_cached(code));
    compare_calls(&r, &options, 1e-12);
    ck_assert_int_eq(compiler_runs(), 2);
    ck_assert_int_eq(count_code(path), 1);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* As root: a file of another user's, with the right checksum. */
START_TEST(files_of_others_are_not_loaded)
{
    robot r = load_bundled_robot("universalUR5e");
    const cdy_specialize_options options = usual_options();
    char path[PATH_SIZE];
    cdy_specialization_destroy(specialize(r.model, &options));
    ck_assert_int_eq(count_code(path), 1);
    ck_assert_int_eq(chown(path, 65534, 65534), 0);
    cdy_specialization *code = specialize(r.model, &options);
    ck_assert(!cdy_specialization_is_cached(code));
    ck_assert_int_eq(compiler_runs(), 2);
    cdy_specialization_destroy(code);
    ck_assert_int_eq(chown(options.cache, 65534, 65534), 0);
    check_refusal(r.model, &options, CDY_ERROR_IO, "belongs to user 65534");
    ck_assert_int_eq(compiler_runs(), 2);
    ck_assert_int_eq(chown(options.cache, 0, 0), 0);
    free_robot(&r);
}
END_TEST

START_TEST(open_folders_are_refused)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    char below[PATH_SIZE], *whole = strdup(options.cache);
    const mode_t open[] = {0755, 0710, 0701, 0740, 0704};
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {
        char said[16];
        snprintf(said, sizeof said, "mode %o", (unsigned)open[i]);
        ck_assert_int_eq(chmod(options.cache, open[i]), 0);
        check_refusal(r.model, &options, CDY_ERROR_IO, said);
    }
    options.cache = path_in_folder(below, sizeof below, "below");
    const mode_t writable[] = {0777, 0720, 0702};
    for (size_t i = 0; i < sizeof writable / sizeof writable[0]; i++) {
        ck_assert_int_eq(chmod(whole, writable[i]), 0);
        check_refusal(r.model, &options, CDY_ERROR_IO, "others may write");
    }
    ck_assert_int_eq(rmdir(below), 0);
    ck_assert_int_eq(chmod(whole, 0700), 0);
    options.cache = path_in_folder(below, sizeof below, "compiler");
    check_refusal(r.model, &options, CDY_ERROR_IO, "is no folder");
    options.cache = path_in_folder(below, sizeof below, "a/b/c");
    check_refusal(r.model, &options, CDY_ERROR_IO, "cannot make");
    options.cache = NULL;
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    check_refusal(r.model, &options, CDY_ERROR_IO, "neither XDG_CACHE_HOME nor HOME");
    ck_assert_int_eq(compiler_runs(), 0);
    free(whole);
    free_robot(&r);
}
END_TEST

/* Processes that begin at once with an empty cache. */
START_TEST(processes_share_the_cache)
{
    enum { PROCESSES = 3 };
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    options.calls = CDY_GENERATE_INVERSE_DYNAMICS | CDY_GENERATE_MASS_MATRIX;
    pid_t processes[PROCESSES];
    char path[PATH_SIZE];
    for (int i = 0; i < PROCESSES; i++) {
        processes[i] = fork();
        ck_assert_int_ge(processes[i], 0);
        if (processes[i] == 0) {
            cdy_specialization *code;
            cdy_error error;
            const bool fine =
                !cdy_specialize(r.model, &options, &code, &error) && !cdy_workspace_specialize(r.work, code, &error);
            _exit(fine && isfinite(first_torque(&r, NULL)) ? 0 : 1);
        }
    }
    for (int i = 0; i < PROCESSES; i++) {
        int result;
        ck_assert_int_eq(waitpid(processes[i], &result, 0), processes[i]);
        ck_assert_int_eq(result, 0);
    }
    ck_assert_int_ge(count_code(path), 1);
    const int runs = compiler_runs();
    cdy_specialization *code = specialize(r.model, &options);
    ck_assert(cdy_specialization_is_cached(code));
    ck_assert_int_eq(compiler_runs(), runs);
    cdy_specialization_destroy(code);
    free_robot(&r);
}
END_TEST

/* Each allocation fails in turn, with the code in the cache: the call fails, or does without the memory. */
START_TEST(memory_may_run_out)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = usual_options();
    options.calls = CDY_GENERATE_MASS_MATRIX;
    cdy_specialization *code = specialize(r.model, &options);
    cdy_specialization_destroy(code);
    size_t number = 0;
    bool failed = true;
    while (failed) {
        ck_assert_uint_lt(number, 2000);
        heap_fail_at(++number);
        const cdy_status status = cdy_specialize(r.model, &options, &code, NULL);
        failed = heap_has_failed();
        heap_fail_at(0);
        ck_assert_msg(status == CDY_OK || failed, "failed by itself at allocation %zu", number);
        ck_assert_int_eq(code != NULL, status == CDY_OK);
        cdy_specialization_destroy(code);
    }
    ck_assert_uint_gt(number, 5);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("specialize_cache");
    TCase *tests = add_compiling_case(suite, "specialize_cache");
    tcase_add_test(tests, the_cache_is_below_home);
    tcase_add_test(tests, the_limit_holds_for_cached_code);
    tcase_add_test(tests, a_folder_in_place_of_code_is_named);
    tcase_add_test(tests, code_is_compiled_once);
    tcase_add_test(tests, another_compiler_makes_other_code);
    tcase_add_test(tests, the_name_has_the_sum_of_the_code);
    tcase_add_loop_test(tests, broken_files_are_compiled_anew, 0, sizeof breakages / sizeof breakages[0]);
    add_or_skip(tests, files_of_others_are_not_loaded, 0, 1,
                geteuid() == 0 ? NULL : "only root can give files to others");
    tcase_add_test(tests, open_folders_are_refused);
    tcase_add_test(tests, processes_share_the_cache);
    add_or_skip(tests, memory_may_run_out, 0, 1, heap_is_counted() ? NULL : "the heap is not counted here");
    return run_suites(suite, NULL);
}
