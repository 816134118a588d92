/* Threads that live for one call: nothing is kept between calls, so that a process can fork at any time. */
#define _GNU_SOURCE /* CPU_COUNT */
#include "batch/team.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#endif

enum { MOST_MEMBERS = 64 };

/* A thread, and the shares that it computes: `first`, first + step, ... */
typedef struct member {
    pthread_t thread;
    bool runs;
    int first, step, threads;
    cdy_team_work *work;
    const void *job;
} member;

/* The cores that this process may use, else those of the machine. */
static int count_cores(void)
{
#ifdef __linux__
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) == 0) {
        return CPU_COUNT(&cores);
    }
#endif
    const long cores_online = sysconf(_SC_NPROCESSORS_ONLN);
    return cores_online < 1 ? 1 : cores_online < 1024 ? (int)cores_online : 1024;
}

int cdy_team_size(int wanted)
{
    return wanted ? wanted : count_cores();
}

/* A thread starts and ends within some 30 us. */
size_t cdy_team_least_work(void)
{
    return 1000;
}

static void *run_member(void *argument)
{
    const member *m = argument;
    for (int share = m->first; share < m->threads; share += m->step) {
        m->work(m->job, share, m->threads);
    }
    return NULL;
}

/* Signals are left to the threads of the program.  A share whose thread cannot start is computed by the caller. */
int cdy_team_share(int wanted, cdy_team_work *work, const void *job)
{
    member members[MOST_MEMBERS];
    const int count = wanted < MOST_MEMBERS ? wanted : MOST_MEMBERS;
    sigset_t all, before;
    sigfillset(&all);
    /* A blocked fault of the thread itself ends the process in spite of its handlers. */
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGILL);
    sigdelset(&all, SIGTRAP);
    int cancel;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel); /* the members use this stack until they are joined */
    const bool blocked = pthread_sigmask(SIG_SETMASK, &all, &before) == 0;
    for (int i = 0; i < count; i++) {
        members[i] = (member){.first = i, .step = count, .threads = wanted, .work = work, .job = job};
        members[i].runs = i > 0 && pthread_create(&members[i].thread, NULL, run_member, &members[i]) == 0;
    }
    if (blocked) {
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    for (int i = 0; i < count; i++) {
        if (!members[i].runs) {
            run_member(&members[i]);
        }
    }
    for (int i = 0; i < count; i++) {
        if (members[i].runs) {
            pthread_join(members[i].thread, NULL);
        }
    }
    pthread_setcancelstate(cancel, NULL);
    return wanted;
}
