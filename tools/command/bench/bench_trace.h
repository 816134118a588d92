/* Bench trace: the instructions that a case runs, found by running it step by step. */
#ifndef CONDYLE_TOOLS_BENCH_TRACE_H
#define CONDYLE_TOOLS_BENCH_TRACE_H

#include "bench/bench_case.h"

#include <stdint.h>

/* The addresses of the instructions that were run, in increasing order: one that runs twice is there twice. */
typedef struct bench_trace {
    uint64_t *addresses;
    size_t count, room;
} bench_trace;

/* The reason of failures for lack of memory. */
extern const char *const bench_no_memory;

/* Runs a case `repeats` times in a child process, which the kernel stops after each instruction (ptrace), so the load
 * of the machine does not affect the result. The instructions that start and end the run are in the trace as well,
 * whatever `repeats` is. On failure: false, with the reason in *reason; the trace is empty. Clear it in both cases. */
bool bench_trace_run(const bench_case *c, size_t repeats, bench_trace *trace, const char **reason);

/* Frees a trace. */
void bench_trace_clear(bench_trace *trace);

#endif
