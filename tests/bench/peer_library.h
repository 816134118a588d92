/* Peer library: the library's calls for the rows of the comparison (peer.h), one sweep for a row of several results. */
#ifndef CDY_BENCH_PEER_LIBRARY_H
#define CDY_BENCH_PEER_LIBRARY_H

#include "bench/bench_call.h"
#include "bench/bench_case.h"
#include "bench/bench_pool.h"
#include "peer.h"

/* A robot's states and the memory that its calls need. */
typedef struct peer_library {
    const peer_robot *robot;
    cdy_workspace *workspace;
    cdy_batch *batch;                   /* all lanes, one thread */
    cdy_row_solver *solver;             /* NULL: no contacts */
    bench_pool one, many;               /* of the calls for one state and of the batch */
    bench_pool held;                    /* as `one`, with velocities that keep the contacts */
    const bench_call *calls[PEER_ROWS]; /* NULL: no quantity */
} peer_library;

/* Returns a row's name in reports. */
const char *peer_row_name(int row);

/* Fills the states of the wanted rows (bits); a failure, including lack of memory, is in `error`.  peer_library_clear()
 * frees, also after a failure. */
cdy_status peer_library_fill(peer_library *l, const peer_robot *robot, unsigned wanted, uint64_t seed,
                             cdy_error *error);
void peer_library_clear(peer_library *l);

/* Returns whether a row has a result: contacts only where the robot has some. */
bool peer_library_offers(const peer_library *l, int row);

/* Returns the numbers of a row's result for one state. */
size_t peer_library_width(const peer_library *l, int row);

/* Returns the states on which a row is computed, one a call. */
const bench_pool *peer_library_states(const peer_library *l, int row);

/* Computes a row for one state. */
cdy_status peer_library_compute(const peer_library *l, int row, bench_states at, cdy_error *error);

/* Adds the cases of the wanted rows (bits): single calls, and the batch. */
void peer_library_add(const peer_library *l, unsigned wanted, bench_list *list);

#endif
