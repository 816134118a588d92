#include "page/plane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void plane_open(plane *p)
{
    p->count = 0;
    p->is_grid = false;
    p->last[0] = p->last[1] = (double)NAN;
    p->most[0] = p->most[1] = 0;
}

bool plane_has(const plane *p, int column, int row)
{
    const size_t at = (size_t)row * PLANE_SIDE + (size_t)column;
    return p->marks[at / 8] >> at % 8 & 1;
}

static void mark(unsigned char *marks, int column, int row)
{
    const size_t at = (size_t)row * PLANE_SIDE + (size_t)column;
    marks[at / 8] |= (unsigned char)(1u << at % 8);
}

static int half(int index)
{
    return (index + PLANE_HALF) / 2; /* floor((index - SIDE / 2) / 2) + SIDE / 2 */
}

/* Doubles the cells along x (0) or y (1). */
static void enlarge(plane *p, int along)
{
    unsigned char merged[sizeof p->marks] = {0};
    for (int row = 0; row < PLANE_SIDE; row++) {
        for (int column = 0; column < PLANE_SIDE; column++) {
            if (plane_has(p, column, row)) {
                mark(merged, along == 0 ? half(column) : column, along == 1 ? half(row) : row);
            }
        }
    }
    memcpy(p->marks, merged, sizeof merged);
    p->cell[along] *= 2;
}

static int index_of(const plane *p, int along, double value)
{
    return (int)floor(value / p->cell[along]) + PLANE_HALF;
}

/* Marks the cells from one point to the next. */
static void mark_line(plane *p, const double from[2], const double to[2])
{
    int a[2], b[2];
    for (int k = 0; k < 2; k++) {
        a[k] = index_of(p, k, from[k]);
        b[k] = index_of(p, k, to[k]);
    }
    const int across = abs(b[0] - a[0]), along = abs(b[1] - a[1]), steps = across > along ? across : along;
    for (int i = 0; i <= steps; i++) {
        const double s = steps > 0 ? i / (double)steps : 0;
        mark(p->marks, a[0] + (int)lround(s * (b[0] - a[0])), a[1] + (int)lround(s * (b[1] - a[1])));
    }
}

static void grow(plane *p)
{
    for (int k = 0; k < 2; k++) {
        while (!(p->most[k] < p->cell[k] * (double)(PLANE_HALF - 1))) {
            enlarge(p, k);
        }
    }
}

static void add_to_grid(plane *p, const double point[2])
{
    if (isnan(point[0])) {
        return;
    }
    grow(p);
    mark_line(p, isnan(p->last[0]) ? point : p->last, point);
}

/* Sorts the points into a grid over their range. */
static void make_grid(plane *p)
{
    p->is_grid = true;
    memset(p->marks, 0, sizeof p->marks);
    for (int k = 0; k < 2; k++) {
        p->cell[k] = fmax(p->most[k] / (double)(PLANE_HALF - 2), 1e-12);
    }
    p->last[0] = (double)NAN;
    for (size_t i = 0; i < p->count; i++) {
        add_to_grid(p, p->points[i]);
        memcpy(p->last, p->points[i], sizeof p->last);
    }
}

void plane_add(plane *p, double x, double y)
{
    const double point[2] = {isnan(y) ? y : x, y};
    p->most[0] = isnan(point[0]) ? p->most[0] : fmax(p->most[0], fabs(x));
    p->most[1] = isnan(point[0]) ? p->most[1] : fmax(p->most[1], fabs(y));
    if (!p->is_grid && p->count == MOST_POINTS) {
        make_grid(p);
    }
    if (p->is_grid) {
        add_to_grid(p, point);
    } else {
        memcpy(p->points[p->count++], point, sizeof point);
    }
    memcpy(p->last, point, sizeof point);
}
