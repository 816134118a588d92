/* Where the process that guards a compilation cannot be started: the suite has fork() fail. */
#include "specialize/guardian.h"
#include "support/folder.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/specialize.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static bool fails;

pid_t __real_fork(void);
pid_t __wrap_fork(void);

pid_t __wrap_fork(void)
{
    if (fails) {
        errno = EAGAIN;
        return -1;
    }
    return __real_fork();
}

/* Entries of the test's folder. */
static int count_entries(void)
{
    char path[512];
    int count = 0;
    DIR *folder = opendir(path_in_folder(path, sizeof path, ""));
    ck_assert_ptr_nonnull(folder);
    for (const struct dirent *e = readdir(folder); e; e = readdir(folder)) {
        count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    }
    closedir(folder);
    return count;
}

START_TEST(a_guardian_that_cannot_start_is_told)
{
    robot r = load_bundled_robot("universalUR5e");
    cdy_specialize_options options = cdy_specialize_options_default();
    cdy_specialization *code = (void *)&code;
    cdy_error error;
    char cache[512];
    options.cache = path_in_folder(cache, sizeof cache, "");
    fails = true;
    const cdy_status status = cdy_specialize(r.model, &options, &code, &error);
    fails = false;
    ck_assert_int_eq(status, CDY_ERROR_IO);
    ck_assert_int_eq(error.status, CDY_ERROR_IO);
    ck_assert_ptr_null(code);
    ck_assert_msg(strstr(error.text, "start a process") != NULL, "%s", error.text);
    ck_assert_int_eq(count_entries(), 0);
    free_robot(&r);
}
END_TEST

/* Whatever comes of it, signals are blocked as before. */
START_TEST(the_mask_of_signals_is_as_before)
{
    static const char *const no_files[] = {NULL};
    sigset_t mask;
    for (int i = 0; i < 2; i++) {
        pid_t guardian;
        fails = i == 1;
        const int code = cdy_start_guardian(no_files, "none", &guardian);
        fails = false;
        ck_assert_int_eq(code, i == 1 ? EAGAIN : 0);
        ck_assert_int_eq(sigprocmask(SIG_SETMASK, NULL, &mask), 0);
        ck_assert(!sigismember(&mask, SIGTERM) && !sigismember(&mask, SIGCHLD) && !sigismember(&mask, SIGUSR1));
        if (code == 0) {
            cdy_end_guardian(guardian);
            ck_assert(kill(guardian, 0) != 0 && errno == ESRCH);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("guardian");
    TCase *tests = tcase_create("guardian");
    tcase_add_checked_fixture(tests, open_folder, close_folder);
    tcase_add_test(tests, a_guardian_that_cannot_start_is_told);
    tcase_add_test(tests, the_mask_of_signals_is_as_before);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
