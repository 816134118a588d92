#include "interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signals / sizeof *signals };

/* A signal's handler gets no argument of ours, so this is not on a stack. */
static const char *volatile guarded;

/* Only calls that are safe within a handler.  The signal then does what it would have done: whoever started the
 * command sees that a signal ended it. */
static void remove_guarded(int number)
{
    if (guarded) {
        unlink(guarded);
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

void interrupt_guard(const char *path)
{
    guarded = path;
    handle_signals(SIG_DFL, remove_guarded);
}

void interrupt_release(void)
{
    handle_signals(remove_guarded, SIG_DFL);
    guarded = NULL;
}
