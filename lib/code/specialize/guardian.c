#define _DEFAULT_SOURCE /* syscall, pthread_sigmask */
#include "specialize/guardian.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

/* Without close_range(), descriptors from here on stay open. */
enum { MOST_FILES = 65536 };

static const struct timespec glance = {0, 50000000}, grace = {1, 0};

/* Closes what the guardian has from its parent, whose pipes and sockets end when the parent closes them. */
static void close_files(void)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 0U, ~0U, 0U) == 0) {
        return;
    }
#endif
    const long limit = sysconf(_SC_OPEN_MAX);
    const int end = limit > 0 && limit < MOST_FILES ? (int)limit : MOST_FILES;
    for (int i = 0; i < end; i++) {
        close(i);
    }
}

/* Looks for the parent from time to time: an orphan has another one. A pipe would not tell, since other programs that
 * the parent starts may hold it, nor would Linux's PR_SET_PDEATHSIG, which the programs of a compiler do not inherit.
 * All signals are blocked. Only functions that are safe after fork() in a process with threads. */
static _Noreturn void guard(pid_t parent, const char *const *files, const char *folder)
{
    const pid_t group = getpid();
    if (setpgid(0, 0) != 0) {
        _exit(1);
    }
    close_files();
    while (getppid() == parent) {
        nanosleep(&glance, NULL);
    }
    kill(-group, SIGTERM); /* compilers remove their files */
    nanosleep(&grace, NULL);
    for (; *files; files++) {
        unlink(*files);
    }
    rmdir(folder);
    kill(-group, SIGKILL); /* itself too */
    _exit(0);
}

int cdy_start_guardian(const char *const *files, const char *folder, pid_t *guardian)
{
    sigset_t all, before;
    const pid_t parent = getpid();
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* the guardian must not run the handlers of its parent */
    *guardian = fork();
    const int code = *guardian < 0 ? errno : 0;
    if (*guardian == 0) {
        guard(parent, files, folder);
    }
    if (*guardian > 0) {
        setpgid(*guardian, *guardian); /* whichever of the two is first */
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

void cdy_end_guardian(pid_t guardian)
{
    int result;
    kill(guardian, SIGKILL);
    while (waitpid(guardian, &result, 0) < 0 && errno == EINTR) {
    }
}
