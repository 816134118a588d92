/* Interrupts: a command that is stopped from outside leaves no unfinished file behind. */
#ifndef CONDYLE_TOOLS_INTERRUPT_H
#define CONDYLE_TOOLS_INTERRUPT_H

#include <signal.h>

/* A file that is being written.  It and its path stay where they are in memory while it is guarded. */
typedef struct unfinished_file {
    const char *path; /* NULL: not guarded */
    struct unfinished_file *next;
} unfinished_file;

/* From now on a signal that ends the command (SIGINT, SIGQUIT, SIGXCPU and so on, SIGKILL excepted) first removes the
 * file `path`, beside any others that are guarded.  A signal that is ignored, or has a handler, keeps that. */
void interrupt_guard(unfinished_file *file, const char *path);

/* The file is complete or gone: behind the last of them signals do what they did before. */
void interrupt_release(unfinished_file *file);

/* Such signals wait from now on, for files that nobody guards; or come again as `before`. */
void interrupt_hold(sigset_t *before);
void interrupt_resume(const sigset_t *before);

/* A file that grows beyond what the command may write (ulimit -f) is an error of the write like a full disk, not the
 * end of the command.  Programs that the command starts are as they were. */
void interrupt_fail_large_files(void);

#endif
