#include "run/interrupt.h"

#include <stddef.h>
#include <unistd.h>

/* Signals whose default action ends the process, except SIGKILL, which cannot be caught. The last FAULTS of them report
 * a fault of the running code and cannot be blocked. */
static const int signals[] = {SIGINT,    SIGTERM, SIGHUP,  SIGQUIT, SIGALRM, SIGVTALRM, SIGPROF,
                              SIGPIPE,   SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ,
#ifdef SIGPOLL
                              SIGPOLL,
#endif
#ifdef SIGPWR
                              SIGPWR,
#endif
#ifdef SIGSTKFLT
                              SIGSTKFLT,
#endif
                              SIGABRT,   SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,  SIGSYS,    SIGTRAP};
enum { FAULTS = 7, SIGNALS = sizeof signals / sizeof *signals };

/* Global, because a signal handler has no user argument. */
static unfinished_file *volatile unfinished;

/* Calls async-signal-safe functions only. Raises the signal again with its default action, so that the parent sees
 * which signal ended the command. */
static void remove_unfinished(int number)
{
    for (const unfinished_file *file = unfinished; file; file = file->next) {
        unlink(file->path);
    }
    signal(number, SIG_DFL);
    raise(number);
}

static void handle_signals(void (*from)(int), void (*to)(int))
{
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction present, next = {.sa_handler = to};
        sigemptyset(&next.sa_mask);
        if (sigaction(signals[i], NULL, &present) == 0 && present.sa_handler == from) {
            sigaction(signals[i], &next, NULL);
        }
    }
}

void interrupt_hold(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < SIGNALS - FAULTS; i++) {
        sigaddset(&set, signals[i]);
    }
    sigprocmask(SIG_BLOCK, &set, before);
}

void interrupt_resume(const sigset_t *before)
{
    sigprocmask(SIG_SETMASK, before, NULL);
}

void interrupt_guard(unfinished_file *file, const char *path)
{
    sigset_t before;
    interrupt_hold(&before);
    *file = (unfinished_file){path, unfinished};
    unfinished = file;
    handle_signals(SIG_DFL, remove_unfinished);
    interrupt_resume(&before);
}

static void remove_guard(const unfinished_file *file)
{
    if (unfinished == file) {
        unfinished = file->next;
        return;
    }
    for (unfinished_file *before = unfinished; before; before = before->next) {
        if (before->next == file) {
            before->next = file->next;
            return;
        }
    }
}

void interrupt_release(unfinished_file *file)
{
    sigset_t before;
    interrupt_hold(&before);
    remove_guard(file);
    *file = (unfinished_file){NULL, NULL};
    if (!unfinished) {
        handle_signals(remove_unfinished, SIG_DFL);
    }
    interrupt_resume(&before);
}

void interrupt_restore(void)
{
    for (int i = 0; i < SIGNALS - FAULTS; i++) {
        struct sigaction present;
        if (sigaction(signals[i], NULL, &present) == 0 && present.sa_handler != SIG_IGN) {
            signal(signals[i], SIG_DFL);
        }
    }
}

static void do_nothing(int number)
{
    (void)number;
}

void interrupt_fail_large_files(void)
{
    struct sigaction present, next = {.sa_handler = do_nothing};
    sigemptyset(&next.sa_mask);
    if (sigaction(SIGXFSZ, NULL, &present) == 0 && present.sa_handler == SIG_DFL) {
        sigaction(SIGXFSZ, &next, NULL);
    }
}
