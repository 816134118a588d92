/* Neighbouring degrees of freedom of which each carries the next and all carry the same beside: their rows of the
 * factors have the same columns before their own, and are computed together where neighbours fill chunks. */
#ifndef CDY_KERNELS_GROUP_H
#define CDY_KERNELS_GROUP_H

#include "kernels/branch.h"
#include "kernels/chunk.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* No more than a chunk, so that one chunk holds a group's own columns. */
enum { GROUP = CHUNK };

static inline bool are_grouped(const branch *b, int begin, int end)
{
    return end - begin <= GROUP && b[end - 1].top <= begin && b[begin].end == b[end - 1].end;
}

static inline int begin_of_group(const branch *b, int end)
{
    int begin = end - 1;
    while (begin > 0 && are_grouped(b, begin - 1, end)) {
        begin--;
    }
    return begin;
}

static inline int end_of_group(const branch *b, int begin, int most)
{
    int end = begin + 1;
    while (end < most && are_grouped(b, begin, end + 1)) {
        end++;
    }
    return end;
}

/* A text for each number of rows, so that compilers keep all of them in registers. */
#define FOR_ROWS(function, argument, how, rows)                                                                        \
    switch (rows) {                                                                                                    \
        ROWS_CASE(function, argument, how, 1)                                                                          \
        ROWS_CASE(function, argument, how, 2)                                                                          \
        ROWS_CASE(function, argument, how, 3)                                                                          \
        ROWS_CASE(function, argument, how, 4)                                                                          \
        ROWS_CASE(function, argument, how, 5)                                                                          \
        ROWS_CASE(function, argument, how, 6)                                                                          \
        ROWS_CASE(function, argument, how, 7)                                                                          \
        ROWS_CASE(function, argument, how, 8)                                                                          \
    }
#define ROWS_CASE(function, argument, how, rows)                                                                       \
    case rows:                                                                                                         \
        if ((rows) <= GROUP) {                                                                                         \
            function(argument, how, (rows) <= GROUP ? (rows) : 1);                                                     \
        }                                                                                                              \
        break;

_Static_assert(GROUP <= 8, "FOR_ROWS has a text for every group");

#endif
