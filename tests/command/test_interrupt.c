/* Interrupts: a signal that ends a process removes every guarded file, and no other file. */
#include "run/interrupt.h"
#include "support/folder.h"
#include "support/suite.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
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

/* Guards all files, releases the files of the set, and ends by a signal, without the signal handlers of the suite. */
static void end_by(int number, unsigned released)
{
    struct sigaction present;
    if (sigaction(number, NULL, &present) == 0 && present.sa_handler != SIG_IGN) {
        signal(number, SIG_DFL);
    }
    const struct rlimit none = {0, 0}; /* no core file, which some signals write */
    setrlimit(RLIMIT_CORE, &none);
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

/* Returns the wait status of the process. */
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

static const int signals[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGALRM, SIGVTALRM, SIGPROF,
                              SIGPIPE, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGABRT,   SIGSEGV,
                              SIGBUS,  SIGFPE,  SIGILL,  SIGSYS,  SIGTRAP};

START_TEST(all_that_is_guarded_is_removed)
{
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

static void take_signal(int number)
{
    (void)number;
}

static bool is_handled_by(int number, void (*handler)(int))
{
    struct sigaction present;
    return sigaction(number, NULL, &present) == 0 && present.sa_handler == handler;
}

/* Sets signal handlers, as a library may do when it is loaded. */
START_TEST(handlers_of_libraries_do_not_keep_the_command)
{
    struct sigaction fault;
    signal(SIGHUP, take_signal);
    signal(SIGUSR1, SIG_IGN);
    ck_assert_int_eq(sigaction(SIGSEGV, NULL, &fault), 0);
    interrupt_restore();
    ck_assert(is_handled_by(SIGHUP, SIG_DFL));
    ck_assert(is_handled_by(SIGUSR1, SIG_IGN));
    ck_assert(is_handled_by(SIGSEGV, fault.sa_handler));
    signal(SIGUSR1, SIG_DFL);
}
END_TEST

/* A command that waits for rows and receives a signal. Shells start background commands with SIGINT and SIGQUIT
 * ignored. */
START_TEST(commands_that_are_ended_leave_nothing)
{
    static const char *const names[] = {"TERM", "HUP", "ALRM", "USR1", "XCPU", "PIPE", "VTALRM", "PROF"};
    /* A signal that is ignored at the start, as SIGHUP under nohup, stays ignored in the shell and in the command. */
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        signal(signals[i], SIG_DFL);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char script[1024];
        snprintf(script, sizeof script,
                 "ulimit -c 0; echo old > out.csv; mkfifo rows\n"
                 "\"$CONDYLE\" id universalUR5e --input rows --output out.csv --force --format csv & exec 3> rows\n"
                 "printf 'q.elbow_joint\\n' >&3\n"
                 "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do\n"
                 "    [ \"$(ls | grep -c '^out.csv.')\" = 1 ] && break; sleep 0.1\n"
                 "done\n"
                 "kill -%s $!; wait $! 2> /dev/null; echo $(($? > 128)) $(ls | grep -v '^f') $(cat out.csv); rm rows",
                 names[i]);
        check_run(script, 0, "1 out.csv rows old\n", "");
    }
}
END_TEST

/* Output beyond the limit of the file size, by every way to write a file. */
START_TEST(files_that_grow_too_large_leave_nothing)
{
    check_run("rm -f f?; echo old > old; \"$CONDYLE\" export universalUR5e -o big.urdf", 0, "", "");
    check_run("ulimit -f 1; \"$CONDYLE\" export universalUR5e --force -o old", 3, "", "File too large");
    check_run("ulimit -f 1; \"$CONDYLE\" export universalUR5e -o new", 3, "", "cannot write to new: File too large");
    check_run("ulimit -f 1; \"$CONDYLE\" compile universalUR5e -o new", 3, "", "File too large");
    check_run("ulimit -f 1; \"$CONDYLE\" random universalUR5e --count 900 -o new", 3, "", "File too large");
    check_run("sed -i 's/<inertial>/<inertal>/; s,</inertial>,</inertal>,' big.urdf; cp big.urdf kept\n"
              "ulimit -f 1; \"$CONDYLE\" check big.urdf --in-place > said",
              3, "", "big.urdf: error: cannot write: File too large");
    check_run("ulimit -f 1; \"$CONDYLE\" check big.urdf --fix new > said", 3, "", "new: error: cannot write");
    check_run("cmp big.urdf kept && cat old && ls -A | tr '\\n' ' '", 0, "old\nbig.urdf kept old said ", "");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("interrupt");
    TCase *tests = add_case(suite, "interrupt", a_signal_that_is_ignored_stays_so);
    tcase_add_checked_fixture(tests, set_up, close_folder);
    tcase_add_loop_test(tests, all_that_is_guarded_is_removed, 0, sizeof signals / sizeof *signals);
    tcase_add_test(tests, handlers_of_libraries_do_not_keep_the_command);
    tcase_add_test(tests, commands_that_are_ended_leave_nothing);
    tcase_add_test(tests, files_that_grow_too_large_leave_nothing);
    return run_suites(suite, NULL);
}
