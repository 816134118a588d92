#include "bench/bench_counts.h"

#include "bench/bench_clock.h"
#include "bench/bench_code.h"
#include "bench/bench_trace.h"

#include <math.h>

enum { BLOCKS = 4 };

/* ---- instructions ---- */

/* Adds `sign` times the instructions of a trace. */
static void add_trace(const bench_trace *trace, const bench_code *code, double sign, bench_counts *counts)
{
    for (size_t i = 0, next; i < trace->count; i = next) {
        const bench_object *object = bench_find_object(code, trace->addresses[i]);
        for (next = i + 1; next < trace->count && trace->addresses[next] == trace->addresses[i]; next++) {
        }
        if (object && object->is_caller) {
            continue;
        }
        const double times = sign * (double)(next - i);
        const bool is_ours = object && object->is_ours;
        const unsigned operations = is_ours ? bench_operations_at(object, trace->addresses[i]) : 0;
        counts->instructions += times;
        counts->outside += is_ours ? 0 : times;
        counts->arithmetic += operations ? times : 0;
        counts->operations += times * operations;
    }
}

/* Counts one run less none, which leaves the instructions that start and end a run out. */
static bool count_instructions(const bench_case *c, const bench_code *code, bench_counts *counts, const char **reason)
{
    bool counted = true;
    for (size_t repeats = 0; repeats <= 1 && counted; repeats++) {
        bench_trace trace;
        counted = bench_trace_run(c, repeats, &trace, reason);
        add_trace(&trace, code, repeats == 0 ? -1 : 1, counts);
        bench_trace_clear(&trace);
    }
    return counted;
}

/* ---- the rate of multiply-adds ---- */

#if defined __x86_64__

/* Twelve multiply-adds that are independent of each other, in registers named PREFIX0 to PREFIX15. */
#define MULTIPLY_ADD(name, prefix, to) name " %%" prefix "15, %%" prefix "14, %%" prefix #to "\n\t"
#define MULTIPLY_ADDS(name, prefix)                                                                                    \
    __asm__ volatile(                                                                                                  \
        MULTIPLY_ADD(name, prefix, 0) MULTIPLY_ADD(name, prefix, 1) MULTIPLY_ADD(name, prefix, 2)                      \
            MULTIPLY_ADD(name, prefix, 3) MULTIPLY_ADD(name, prefix, 4) MULTIPLY_ADD(name, prefix, 5)                  \
                MULTIPLY_ADD(name, prefix, 6) MULTIPLY_ADD(name, prefix, 7) MULTIPLY_ADD(name, prefix, 8)              \
                    MULTIPLY_ADD(name, prefix, 9) MULTIPLY_ADD(name, prefix, 10) MULTIPLY_ADD(name, prefix, 11)        \
        :                                                                                                              \
        :                                                                                                              \
        : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11")

static bool can_multiply_add(void)
{
    return __builtin_cpu_supports("fma");
}

/* Returns the time of a multiply-add, ns: of one number, which most instructions of the calls for one state have, or in
 * the widest registers. */
static double time_multiply_add(bool wide)
{
    enum { LOOPS = 20000, AT_ONCE = 12 };
    __asm__ volatile("vzeroall"
                     :
                     :
                     : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
                       "xmm12", "xmm13", "xmm14", "xmm15");
    const bool widest = wide && __builtin_cpu_supports("avx512f");
    const double start = bench_now();
    for (int i = 0; i < LOOPS; i++) {
        if (widest) {
            MULTIPLY_ADDS("vfmadd231pd", "zmm");
        } else if (wide) {
            MULTIPLY_ADDS("vfmadd231pd", "ymm");
        } else {
            MULTIPLY_ADDS("vfmadd231sd", "xmm");
        }
    }
    __asm__ volatile("vzeroupper");
    return (bench_now() - start) / ((double)LOOPS * (double)AT_ONCE);
}

#else

static bool can_multiply_add(void)
{
    return false;
}

static double time_multiply_add(bool wide)
{
    (void)wide;
    return 0;
}

#endif

/* Sets the rate from least times of the case and of multiply-adds, which take turns: the processor's frequency changes
 * with what it does. */
static cdy_status measure_rate(const bench_case *c, bench_counts *counts, cdy_error *error)
{
    enum { TURNS = 50 };
    double least = (double)INFINITY, multiply_add = (double)INFINITY;
    cdy_status status = CDY_OK;
    for (int turn = 0; turn < TURNS && !status; turn++) {
        const double start = bench_now();
        status = c->run(c, c->repeats, error);
        least = fmin(least, (bench_now() - start) / ((double)c->repeats * (double)c->states));
        multiply_add = fmin(multiply_add, time_multiply_add(c->lanes > 1));
    }
    counts->rate = counts->arithmetic * multiply_add / least;
    return status;
}

/* ---- cases ---- */

static exit_code fail_for(const char *reason)
{
    return reason == bench_no_memory ? fail_memory() : fail(EXIT_USAGE, "--counts: %s", reason);
}

/* Finds the most instructions of a single call, each state being the first in turn. */
static bool count_worst(const bench_case *c, const bench_code *code, double *worst, const char **reason)
{
    bench_case one = *c;
    bool counted = true;
    for (one.first = 0; one.first < c->turns && counted; one.first++) {
        bench_counts counts = {0};
        counted = count_instructions(&one, code, &counts, reason);
        *worst = fmax(*worst, counts.instructions);
    }
    return counted;
}

static exit_code count_case(bench_case *c, const bench_code *code, bool worst)
{
    bench_case few = *c;
    bench_counts counts = {0};
    const size_t most = BLOCKS * (size_t)c->lanes;
    const char *reason;
    cdy_error error;
    few.states = c->states > most ? most : c->states;
    if (!count_instructions(&few, code, &counts, &reason) || (worst && !count_worst(c, code, &counts.worst, &reason))) {
        return fail_for(reason);
    }
    const double evaluations = (double)few.states;
    counts.instructions /= evaluations;
    counts.outside /= evaluations;
    counts.arithmetic /= evaluations;
    counts.operations /= evaluations;
    if (measure_rate(c, &counts, &error)) {
        return fail_library(&error);
    }
    c->counts = counts;
    c->is_counted = true;
    return EXIT_FINE;
}

exit_code bench_count(bench_list *list, bool worst)
{
    bench_code code = {0};
    const char *reason;
    exit_code result = EXIT_FINE;
    if (!bench_code_read(&code, &reason)) {
        result = fail_for(reason);
    } else if (!can_multiply_add()) {
        result = fail(EXIT_USAGE, "--counts: this processor has no fused multiply-add");
    }
    for (size_t i = 0; i < list->count && result == EXIT_FINE; i++) {
        result = list->cases[i].threads == 1 ? count_case(&list->cases[i], &code, worst) : EXIT_FINE;
    }
    bench_code_clear(&code);
    return result;
}
