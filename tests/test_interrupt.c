/* Interrupts: a signal that ends a process removes every file that is guarded, and no other. */
#include "../tools/interrupt.h"
#include "support/folder.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILES = 5 };

static char folder[4096];

static void set_up(void)
{
    open_folder();
    char *path = output_of("pwd");
    snprintf(folder, sizeof folder, "%.*s", (int)strcspn(path, "\n"), path);
    free(path);
}

/* Guards all files, releases those of the set, and ends by a signal; with the suite's own handlers gone. */
static void end_by(int number, unsigned released)
{
    struct sigaction present;
    if (sigaction(number, NULL, &present) == 0 && present.sa_handler != SIG_IGN) {
        signal(number, SIG_DFL);
    }
    static char names[FILES][sizeof folder + 8];
    unfinished_file files[FILES];
    for (int i = 0; i < FILES; i++) {
        snprintf(names[i], sizeof names[i], "%s/f%d", folder, i);
        interrupt_guard(&files[i], names[i]);
    }
    for (int i = 0; i < FILES; i++) {
        if (released & 1u << i) {
            interrupt_release(&files[i]);
        }
    }
    raise(number);
    _exit(0);
}

/* Returns how the process ended. */
static int run(int number, unsigned released)
{
    for (int i = 0; i < FILES; i++) {
        char name[8];
        snprintf(name, sizeof name, "f%d", i);
        put_file(name, "x");
    }
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        end_by(number, released);
    }
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return status;
}

START_TEST(all_that_is_guarded_is_removed)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    static const unsigned released[] = {0, 1, 1u << (FILES - 1), 0x0a, 0x15, 0x1e};
    const int number = signals[_i];
    struct sigaction present;
    if (sigaction(number, NULL, &present) != 0 || present.sa_handler == SIG_IGN) {
        return;
    }
    for (size_t i = 0; i < sizeof released / sizeof *released; i++) {
        char left[8 * FILES] = "";
        const int status = run(number, released[i]);
        ck_assert(WIFSIGNALED(status));
        ck_assert_int_eq(WTERMSIG(status), number);
        for (int k = 0; k < FILES; k++) {
            char name[8];
            snprintf(name, sizeof name, "f%d\n", k);
            strcat(left, released[i] & 1u << k ? name : "");
        }
        check_run("ls | grep '^f'; rm -f f?", 0, left, "");
    }
}
END_TEST

START_TEST(a_signal_that_is_ignored_stays_so)
{
    signal(SIGHUP, SIG_IGN);
    const int status = run(SIGHUP, 0);
    signal(SIGHUP, SIG_DFL);
    ck_assert(WIFEXITED(status));
    check_run("ls | grep -c '^f'", 0, "5\n", "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("interrupt");
    TCase *tests = add_case(suite, "interrupt", a_signal_that_is_ignored_stays_so);
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_add_loop_test(tests, all_that_is_guarded_is_removed, 0, 3);
    return run_suites(suite, NULL);
}
