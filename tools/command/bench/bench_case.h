/* Bench case: one thing that is measured - a call of an engine - and what was measured. */
#ifndef CONDYLE_TOOLS_BENCH_CASE_H
#define CONDYLE_TOOLS_BENCH_CASE_H

#include <condyle/status.h>
#include <stdbool.h>
#include <stddef.h>

enum { BENCH_ROUNDS = 1000 }; /* the most that are kept of a case */

typedef struct bench_case bench_case;
struct bench_case {
    const char *robot, *algorithm, *engine;
    int lanes, threads;
    size_t states; /* evaluations of one run */
    /* Runs so many times over; fails as the engine does. */
    cdy_status (*run)(const bench_case *c, size_t repeats, cdy_error *error);
    const void *call;    /* which call of the engine: for `run` */
    const void *subject; /* states, workspaces and results: for `run` */

    size_t repeats; /* runs of one round */
    size_t rounds;
    double *times;                /* of the rounds, ns per evaluation (rounds); sorted when all are done */
    double least, median, spread; /* ns per evaluation; the spread is the middle half's, as a part of the median */
};

/* Cases, in the order in which they are reported. */
typedef struct bench_list {
    bench_case *cases;
    size_t count;
    bool failed; /* memory ran out */
} bench_list;

/* Adds a case; where memory runs out the list says so. */
void bench_list_add(bench_list *list, const bench_case *c);

/* Removes a case, which cannot be measured. */
void bench_list_remove(bench_list *list, size_t index);

/* Frees what a list holds; it is then empty. */
void bench_list_clear(bench_list *list);

#endif
