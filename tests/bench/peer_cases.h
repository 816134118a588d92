/* Peer cases: another engine's calls as cases to measure beside the library's, on the same states. */
#ifndef CDY_BENCH_PEER_CASES_H
#define CDY_BENCH_PEER_CASES_H

#include "peer_library.h"

/* A way of a row, as a case calls it. */
typedef struct peer_call {
    int row, way;
} peer_call;

typedef struct peer_cases {
    peer engine;
    bool open;
    double error[PEER_ROWS]; /* greatest difference from the library's results, by the largest number of each */
    bench_pool states[PEER_ROWS];
    peer_call calls[PEER_ROWS][PEER_WAYS];
} peer_cases;

/* Returns whether the engine has a row. */
bool peer_cases_offers(const peer_cases *p, int row);

/* Compares an opened engine with the library on the states of its single calls, in every way of the rows (bits). */
bool peer_cases_compare(peer_cases *p, const peer_library *l, unsigned rows);

/* Adds the engine's cases of the rows. */
void peer_cases_add(peer_cases *p, const char *robot, unsigned rows, bench_list *list);

/* Returns the name of a measured case's way; NULL: the engine has one way alone. */
const char *peer_cases_way(const bench_case *c);

/* Closes the engine and frees the states. */
void peer_cases_clear(peer_cases *p);

#endif
