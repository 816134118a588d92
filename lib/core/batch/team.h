/* Threads that share the states of a batch: those of OpenMP, of POSIX, or the caller alone; Meson chooses the file. */
#ifndef CDY_BATCH_TEAM_H
#define CDY_BATCH_TEAM_H

#include <stddef.h>

/* Computes share number `thread` of `threads` shares. */
typedef void cdy_team_work(const void *job, int thread, int threads);

/* Returns the number of threads of a batch for which `wanted` threads are asked; 0: all cores. */
int cdy_team_size(int wanted);

/* Returns the least number of blocks times degrees of freedom of a thread: some microseconds of work, under which the
 * start of a thread does not pay. */
size_t cdy_team_least_work(void);

/* Computes all shares, the first one on the calling thread; a thread may compute several.  Returns the number of
 * shares: `wanted`, or fewer where the system does not start that many threads. */
int cdy_team_share(int wanted, cdy_team_work *work, const void *job);

#endif
