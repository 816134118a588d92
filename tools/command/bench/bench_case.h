/* Bench case: a call of an engine to be measured, and its times. */
#ifndef CONDYLE_TOOLS_BENCH_CASE_H
#define CONDYLE_TOOLS_BENCH_CASE_H

#include <condyle/status.h>
#include <stdbool.h>
#include <stddef.h>

enum { BENCH_ROUNDS = 1000 }; /* most rounds kept of a case */

/* Counts of instructions and operations of one evaluation, and their rate. */
typedef struct bench_counts {
    double instructions; /* without those of the benchmark itself */
    double worst;        /* the most instructions of a call, over all states; 0: not asked for */
    double outside;      /* of these in other libraries than Condyle's */
    double arithmetic;   /* that compute with floating-point numbers */
    double operations;   /* of these: one a number of a register, two of a fused multiply-add */
    double rate;         /* arithmetic instructions in a time, over the fused multiply-adds that fit into it */
} bench_counts;

typedef struct bench_case bench_case;
struct bench_case {
    const char *robot, *algorithm, *engine;
    int lanes, threads;
    size_t states;       /* evaluations of one run */
    size_t turns, first; /* of single calls: the states that they take in turn, and the first of them */
    bool is_specialized; /* computed by code for the robot */
    /* Repeats the call `repeats` times; fails as the engine does. */
    cdy_status (*run)(const bench_case *c, size_t repeats, cdy_error *error);
    const void *call;    /* the engine's call, for `run` */
    const void *subject; /* states, workspaces and results, for `run` */

    size_t repeats; /* runs in one round */
    size_t rounds;
    double *times;                /* ns per evaluation (rounds); sorted at the end */
    double least, median, spread; /* ns per evaluation; spread: interquartile range / median */

    bool is_counted;
    bench_counts counts;
};

/* Cases, in the order of the report. */
typedef struct bench_list {
    bench_case *cases;
    size_t count;
    bool failed; /* out of memory */
} bench_list;

/* Adds a case; sets `failed` where memory runs out. */
void bench_list_add(bench_list *list, const bench_case *c);

/* Removes a case that cannot be measured. */
void bench_list_remove(bench_list *list, size_t index);

/* Frees the cases; the list is then empty. */
void bench_list_clear(bench_list *list);

#endif
