/* Interrupts: a command ended by a signal leaves no unfinished file. */
#ifndef CONDYLE_TOOLS_INTERRUPT_H
#define CONDYLE_TOOLS_INTERRUPT_H

#include <signal.h>

/* A file being written. The struct and its path must stay in place while the file is guarded. */
typedef struct unfinished_file {
    const char *path; /* NULL: not guarded */
    struct unfinished_file *next;
} unfinished_file;

/* Makes signals that end the command (SIGINT, SIGQUIT, SIGXCPU and so on, except SIGKILL) first remove the file `path`,
 * along with other guarded files. Signals that are ignored or handled already are left alone. */
void interrupt_guard(unfinished_file *file, const char *path);

/* Removes the guard; after the last one the signals have their former actions. */
void interrupt_release(unfinished_file *file);

/* Blocks these signals while a file exists but is not yet guarded; interrupt_resume() restores the mask `before`. */
void interrupt_hold(sigset_t *before);
void interrupt_resume(const sigset_t *before);

/* Restores the default action of signals that end the command, apart from faults and from those that are ignored: a
 * library may have set a handler when it was loaded, as UCX, which MPI and SUNDIALS load, does for SIGHUP. */
void interrupt_restore(void);

/* Makes exceeding the file size limit (ulimit -f) a write error, like a full disk, instead of a signal that ends the
 * command. Programs that the command starts are not affected. */
void interrupt_fail_large_files(void);

#endif
