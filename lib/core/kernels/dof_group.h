/* Groups: up to a chunk of consecutive degrees of freedom, each the parent of the next, with the same descendants
 * outside the group. Their rows of the factors have the same ancestor columns and are computed together. */
#ifndef CDY_KERNELS_DOF_GROUP_H
#define CDY_KERNELS_DOF_GROUP_H

#include "kernels/chunk.h"
#include "kernels/dof_tree.h"
#include "kernels/inlining.h"

/* at most one chunk, so that one chunk holds the group's own columns */
enum { GROUP = CHUNK };

/* Whether degree of freedom i is the parent of the next one, k, and both have the same descendants behind k. */
static inline bool are_alike(const dof_node *b, int i, int k)
{
    return b[k].parent == i && b[i].end == b[k].end;
}

static inline bool are_grouped(const dof_node *b, int begin, int end)
{
    return end - begin <= GROUP && b[end - 1].run_start <= begin && b[begin].end == b[end - 1].end;
}

static inline int begin_of_group(const dof_node *b, int end)
{
    int begin = end - 1;
    while (begin > 0 && are_grouped(b, begin - 1, end)) {
        begin--;
    }
    return begin;
}

static inline int end_of_group(const dof_node *b, int begin, int most)
{
    int end = begin + 1;
    while (end < most && are_grouped(b, begin, end + 1)) {
        end++;
    }
    return end;
}

/* Call function(argument, how, rows) with `rows` as a constant, so that the rows stay in registers. The caller is
 * NOT_INLINE: in a loop, gcc would compute the addresses for every number of rows before it. */
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
