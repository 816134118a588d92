#include "bench/bench_case.h"

#include <stdlib.h>
#include <string.h>

void bench_list_add(bench_list *list, const bench_case *c)
{
    bench_case *larger = realloc(list->cases, (list->count + 1) * sizeof *larger);
    if (!larger) {
        list->failed = true;
        return;
    }
    list->cases = larger;
    double *times = calloc(BENCH_ROUNDS, sizeof *times);
    if (!times) {
        list->failed = true;
        return;
    }
    list->cases[list->count] = *c;
    list->cases[list->count++].times = times;
}

void bench_list_remove(bench_list *list, size_t index)
{
    free(list->cases[index].times);
    list->count--;
    memmove(&list->cases[index], &list->cases[index + 1], (list->count - index) * sizeof *list->cases);
}

void bench_list_clear(bench_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->cases[i].times);
    }
    free(list->cases);
    *list = (bench_list){0};
}
