/* Neighbouring degrees of freedom of which each carries the next and all carry the same beside: their rows of the
 * factors have the same columns before their own, and are computed together where neighbours fill chunks. */
#ifndef CDY_KERNELS_GROUP_H
#define CDY_KERNELS_GROUP_H

#include "kernels/branch.h"
#include "kernels/chunk.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* A group is no longer than a chunk, which has its own columns then. */
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
    case 1: function(argument, how, 1); break;                                                                         \
    case 2: function(argument, how, 2 < GROUP ? 2 : GROUP); break;                                                     \
    case 3: function(argument, how, 3 < GROUP ? 3 : GROUP); break;                                                     \
    case 4: function(argument, how, 4 < GROUP ? 4 : GROUP); break;                                                     \
    case 5: function(argument, how, 5 < GROUP ? 5 : GROUP); break;                                                     \
    case 6: function(argument, how, 6 < GROUP ? 6 : GROUP); break;                                                     \
    case 7: function(argument, how, 7 < GROUP ? 7 : GROUP); break;                                                     \
    default: function(argument, how, GROUP); break;                                                                    \
    }

#endif
