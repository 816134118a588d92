/* Files, processes and signals on POSIX systems. */
#define _DEFAULT_SOURCE     /* AT_EACCESS */
#define _XOPEN_SOURCE   700 /* realpath, pthread_sigmask */
#include "text/system.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

char *cdy_resolve_path(const char *path)
{
    return realpath(path, NULL);
}

unsigned long cdy_count_names(const char *path, const struct stat *info)
{
    (void)path;
    return (unsigned long)info->st_nlink;
}

bool cdy_may_write(const char *path)
{
    return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0;
}

long cdy_process_number(void)
{
    return (long)getpid();
}

/* A write beyond the file size limit of the process (ulimit -f) sends SIGXFSZ to the thread, which ends the process
 * unless the signal is blocked; the write then fails with EFBIG. A signal that was pending before the call is left
 * pending for the caller. */
cdy_status cdy_without_size_signal(cdy_status (*work)(void *), void *context)
{
    sigset_t size_signal, before, pending;
    sigemptyset(&size_signal);
    sigaddset(&size_signal, SIGXFSZ);
    sigpending(&pending);
    const bool was_pending = sigismember(&pending, SIGXFSZ) == 1;
    pthread_sigmask(SIG_BLOCK, &size_signal, &before);
    cdy_status status = work(context);
    sigpending(&pending);
    if (!was_pending && sigismember(&pending, SIGXFSZ) == 1) {
        sigtimedwait(&size_signal, NULL, &(struct timespec){0});
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}
