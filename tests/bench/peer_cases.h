/* Peer cases: another engine's calls as cases to measure beside the library's, on the same states. */
#ifndef CDY_BENCH_PEER_CASES_H
#define CDY_BENCH_PEER_CASES_H

#include "bench/bench_condyle.h"
#include "peer.h"

typedef struct peer_cases {
    peer engine;
    bool open;
    double error[PEER_ALGORITHMS]; /* greatest difference from the library's results, by the largest number of each */
    bench_pool states[PEER_ALGORITHMS];
} peer_cases;

/* Compares an opened engine with the library on the states of its single calls. */
bool peer_cases_compare(peer_cases *p, const bench_condyle *b);

/* Adds the engine's cases. */
void peer_cases_add(peer_cases *p, const char *robot, bench_list *list);

/* Closes the engine and frees the states. */
void peer_cases_clear(peer_cases *p);

#endif
