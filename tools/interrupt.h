/* Interrupts: a command that is stopped from outside leaves no unfinished file behind. */
#ifndef CONDYLE_TOOLS_INTERRUPT_H
#define CONDYLE_TOOLS_INTERRUPT_H

#include <signal.h>

/* From now on a signal that ends the command (SIGINT, SIGTERM, SIGHUP) first removes the file `path`, which must stay
 * where it is in memory; two at a time.  A signal that is ignored stays so. */
void interrupt_guard(const char *path);

/* The file is complete or gone: signals do what they did before. */
void interrupt_release(const char *path);

/* Such signals wait from now on, for files that nobody guards; or come again as `before`. */
void interrupt_hold(sigset_t *before);
void interrupt_resume(const sigset_t *before);

#endif
