#include "interrupt.h"

#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signals / sizeof *signals };

/* A signal's handler gets no argument of ours, so this is not on a stack.  There is a file for the rows and one for a
 * picture of them. */
enum { MOST_FILES = 2 };
static const char *volatile guarded[MOST_FILES];

/* Only calls that are safe within a handler.  The signal then does what it would have done: whoever started the
 * command sees that a signal ended it. */
static void remove_guarded(int number)
{
    for (int i = 0; i < MOST_FILES; i++) {
        if (guarded[i]) {
            unlink(guarded[i]);
        }
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
    for (int i = 0; i < SIGNALS; i++) {
        sigaddset(&set, signals[i]);
    }
    sigprocmask(SIG_BLOCK, &set, before);
}

void interrupt_resume(const sigset_t *before)
{
    sigprocmask(SIG_SETMASK, before, NULL);
}

/* Puts `next` where `present` is. */
static void exchange(const char *present, const char *next)
{
    bool done = false;
    for (int i = 0; i < MOST_FILES && !done; i++) {
        done = guarded[i] == present;
        if (done) {
            guarded[i] = next;
        }
    }
}

void interrupt_guard(const char *path)
{
    exchange(NULL, path);
    handle_signals(SIG_DFL, remove_guarded);
}

void interrupt_release(const char *path)
{
    bool any = false;
    exchange(path, NULL);
    for (int i = 0; i < MOST_FILES; i++) {
        any = any || guarded[i];
    }
    if (!any) {
        handle_signals(remove_guarded, SIG_DFL);
    }
}
