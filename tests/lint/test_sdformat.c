/* Comparison with sdformat 12, which reads URDF for Gazebo: the check has an error for every file that sdformat
 * refuses. */
#include "lint/findings_file.h"
#include "support/compare.h"
#include "support/folder.h"
#include "support/suite.h"

#include <dirent.h>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

static const char library[] = "libsdformat12.so.12";

/* Returns whether sdformat accepts the file at an absolute path, by the call behind `ign sdf --check`, in a process of
 * its own. */
static bool is_accepted(const char *path)
{
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) {
            _exit(2);
        }
        void *loaded = dlopen(library, RTLD_NOW);
        int (*check)(const char *);
        *(void **)&check = loaded ? dlsym(loaded, "cmdCheck") : NULL;
        _exit(check && check(path) == 0 ? 0 : 1);
    }
    int status = -1;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool has_error(const char *path)
{
    cdy_error error = {0};
    cdy_check_summary summary = {0};
    cdy_check_options options = cdy_check_options_default();
    options.program = CDY_PROGRAM_SDFORMAT;
    options.assets = false;
    const cdy_status status = cdy_check_file(path, &options, &summary, &error);
    return status || summary.errors > 0;
}

START_TEST(sdformat_finds_no_more)
{
    char path[4096];
    int accepted = 0;
    path_in_folder(path, sizeof path, "case.urdf");
    for (int i = 0; i < case_count; i++) {
        if (strncmp(cases[i].title, "[sdformat]", 10) == 0) {
            put_file("case.urdf", cases[i].robot);
            const bool good = !has_error(path);
            ck_assert_msg(!good || is_accepted(path), "%s\n%s", cases[i].title, cases[i].robot);
            accepted += good;
        }
    }
    ck_assert_int_ge(accepted, 20);
}
END_TEST

/* The same comparison for every file of the reference samples. */
START_TEST(sdformat_finds_no_more_in_real_files)
{
    static const char *const folders[] = {"corpus/robots", "corpus/odd"};
    char *folder = reference_path(folders[_i]);
    DIR *entries = folder ? opendir(folder) : NULL;
    for (const struct dirent *e; entries && (e = readdir(entries));) {
        char path[4096];
        const size_t length = strlen(e->d_name);
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (length > 5 && strcmp(e->d_name + length - 5, ".urdf") == 0) {
            ck_assert_msg(has_error(path) || is_accepted(path), "%s", path);
        }
    }
    if (entries) {
        closedir(entries);
    }
    free(folder);
}
END_TEST

int main(void)
{
    void *loaded = dlopen(library, RTLD_NOW);
    if (!loaded) {
        return skip_suites("libsdformat12.so.12 is not installed (Debian 12: libsdformat12-12)");
    }
    dlclose(loaded);
    char *text = read_cases();
    Suite *suite = suite_create("sdformat");
    TCase *files = add_case(suite, "files", sdformat_finds_no_more);
    tcase_add_checked_fixture(files, open_folder, close_folder);
    tcase_add_loop_test(files, sdformat_finds_no_more_in_real_files, 0, 2);
    tcase_set_timeout(files, 300);
    const int failed = run_suites(suite, NULL);
    free(text);
    return failed;
}
