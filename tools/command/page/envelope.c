#include "page/envelope.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool envelope_open(envelope *e, size_t curves)
{
    *e = (envelope){.curves = curves};
    e->x = calloc(MOST_COLUMNS, 2 * sizeof *e->x);
    e->values = calloc(MOST_COLUMNS * (curves + 1), 2 * sizeof *e->values);
    return e->x && e->values;
}

void envelope_close(envelope *e)
{
    free(e->x);
    free(e->values);
    *e = (envelope){0};
}

const double *envelope_range(const envelope *e, size_t column, size_t curve)
{
    return e->values + 2 * (column * e->curves + curve);
}

/* Extends a range by another; NaN is no number. */
static void extend(double range[2], const double other[2])
{
    range[0] = fmin(range[0], other[0]);
    range[1] = fmax(range[1], other[1]);
}

bool envelope_extent(const envelope *e, size_t curve, double extent[2])
{
    extent[0] = extent[1] = (double)NAN;
    for (size_t c = 0; c < e->count; c++) {
        extend(extent, envelope_range(e, c, curve));
    }
    return !isnan(extent[0]);
}

/* The number of the column of width e->width that an x lies in. */
static double number_of(const envelope *e, double x)
{
    return e->width > 0 ? floor((x - e->begin) / e->width) : 0;
}

static void join(envelope *e, size_t into, size_t from)
{
    e->x[2 * into + 1] = e->x[2 * from + 1];
    for (size_t k = 0; k < e->curves; k++) {
        extend(e->values + 2 * (into * e->curves + k), envelope_range(e, from, k));
    }
}

static void move(envelope *e, size_t to, size_t from)
{
    memmove(e->x + 2 * to, e->x + 2 * from, 2 * sizeof *e->x);
    memmove(e->values + 2 * to * e->curves, e->values + 2 * from * e->curves, 2 * e->curves * sizeof *e->values);
}

/* Joins the columns of the same pixel column. */
static void compact(envelope *e)
{
    size_t last = 0;
    for (size_t c = 1; c < e->count; c++) {
        if (number_of(e, e->x[2 * c]) > number_of(e, e->x[2 * last])) {
            move(e, ++last, c);
        } else {
            join(e, last, c);
        }
    }
    e->count = last + 1;
}

static void make_room(envelope *e)
{
    while (e->count == MOST_COLUMNS) {
        const double span = e->x[2 * e->count - 1] - e->begin;
        e->width = e->width > 0 ? 2 * e->width : span / (double)MOST_COLUMNS;
        compact(e);
    }
}

void envelope_add(envelope *e, double x, const double *values)
{
    e->begin = e->count == 0 ? x : e->begin;
    make_room(e);
    const size_t at = e->count;
    e->x[2 * at] = e->x[2 * at + 1] = x;
    for (size_t k = 0; k < e->curves; k++) {
        double *range = e->values + 2 * (at * e->curves + k);
        range[0] = range[1] = values[k];
    }
    if (at > 0 && e->width > 0 && !(number_of(e, x) > number_of(e, e->x[2 * at - 2]))) {
        join(e, at - 1, at);
    } else {
        e->count++;
    }
}
