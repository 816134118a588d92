/* States of searches: rows of packed arrays. */
#ifndef CDY_IK_SEARCH_ROWS_H
#define CDY_IK_SEARCH_ROWS_H

#include "ik/search.h"

/* One state of a packed array: the array itself where there is one lane, else a copy in `row`. */
static inline double *read_row(const ik_search *s, double *packed, size_t lane, double *row)
{
    for (size_t i = 0; s->lanes > 1 && i < (size_t)s->model->nq; i++) {
        row[i] = packed[i * s->lanes + lane];
    }
    return s->lanes > 1 ? row : packed;
}

static inline void write_row(const ik_search *s, const double *row, size_t lane, double *packed)
{
    for (size_t i = 0; row != packed && i < (size_t)s->model->nq; i++) {
        packed[i * s->lanes + lane] = row[i];
    }
}

static inline void copy_lane(const ik_search *s, const double *from, size_t lane, double *to)
{
    for (size_t i = 0; i < (size_t)s->model->nq; i++) {
        to[i * s->lanes + lane] = from[i * s->lanes + lane];
    }
}

#endif
