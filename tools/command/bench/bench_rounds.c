#include "bench/bench_rounds.h"

#include "bench/bench_clock.h"

#include <stdlib.h>

/* Measures one round of a case, ns. An uncounted run comes first: the case's threads slept during the other cases, and
 * its data may have left the caches. */
static cdy_status time_round(const bench_case *c, double *time, cdy_error *error)
{
    cdy_status status = c->run(c, 1, error);
    const double start = bench_now();
    status = status ? status : c->run(c, c->repeats, error);
    *time = bench_now() - start;
    return status;
}

/* Finds the number of runs whose round takes about `target` ns. */
static cdy_status find_repeats(bench_case *c, double target, cdy_error *error)
{
    double time = 0;
    c->repeats = 1;
    cdy_status status = time_round(c, &time, error);
    while (status == CDY_OK && time < target / 2) {
        c->repeats *= 2;
        status = time_round(c, &time, error);
    }
    return status;
}

/* Sets the number of runs of each case; removes cases without a result. */
static exit_code prepare(bench_list *list, double target)
{
    for (size_t i = 0; i < list->count;) {
        cdy_error error = {0};
        const bench_case *c = &list->cases[i];
        cdy_status status = find_repeats(&list->cases[i], target, &error);
        if (status == CDY_ERROR_NUMERIC || status == CDY_ERROR_UNSUPPORTED) {
            note("%s of %s with %d lanes and %d threads is left out: %s", c->algorithm, c->engine, c->lanes, c->threads,
                 error.text);
            bench_list_remove(list, i);
            continue;
        }
        if (status != CDY_OK) {
            return fail_library(&error);
        }
        i++;
    }
    return EXIT_FINE;
}

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void summarise(bench_case *c)
{
    qsort(c->times, c->rounds, sizeof *c->times, compare_numbers);
    c->least = c->times[0];
    c->median = c->times[c->rounds / 2];
    c->spread = (c->times[3 * c->rounds / 4] - c->times[c->rounds / 4]) / c->median;
}

exit_code bench_measure(bench_list *list, double seconds)
{
    enum { WANTED = 200, LEAST = 3 };
    const double least_round = 20e3; /* ns; reading the clock takes about 20 */
    const double share = list->count ? seconds * 1e9 / (double)(list->count * WANTED) : 0;
    const double end = bench_now() + seconds * 1e9;
    exit_code code = prepare(list, share > least_round ? share : least_round);
    for (int round = 0; round < BENCH_ROUNDS && (round < LEAST || bench_now() < end) && code == EXIT_FINE; round++) {
        for (size_t i = 0; i < list->count && code == EXIT_FINE; i++) {
            cdy_error error = {0};
            bench_case *c = &list->cases[i];
            double time = 0;
            if (time_round(c, &time, &error) != CDY_OK) {
                code = fail_library(&error);
            }
            c->times[c->rounds++] = time / ((double)c->repeats * (double)c->states);
        }
    }
    for (size_t i = 0; i < list->count && code == EXIT_FINE; i++) {
        summarise(&list->cases[i]);
    }
    return code;
}
