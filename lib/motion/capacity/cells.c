#include "capacity/cells.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>

static int compare_numbers(double a, double b)
{
    return a < b ? -1 : a > b;
}

static int compare_cells(const cell_sample *a, const cell_sample *b)
{
    const int order = compare_numbers(a->height, b->height);
    return order ? order : compare_numbers(a->radius, b->radius);
}

/* Orders samples so that the result does not depend on the method of sorting. */
static int compare_samples(const void *left, const void *right)
{
    const cell_sample *a = left, *b = right;
    const int cells = compare_cells(a, b), masses = compare_numbers(a->mass, b->mass);
    return cells ? cells : masses ? masses : (a->velocity > b->velocity) - (a->velocity < b->velocity);
}

cdy_status cdy_check_cell_size(double size, cdy_error *error)
{
    return size > 0 && isfinite(size)
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT, "the size of a cell is %g m; expected a number above 0", size);
}

cdy_status cdy_find_cell(const char *name, const double point[3], double size, cell_sample *sample, cdy_error *error)
{
    sample->height = floor(point[2] / size);
    sample->radius = floor(hypot(point[0], point[1]) / size);
    return isfinite(sample->height) && isfinite(sample->radius)
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT,
                          "the size of a cell is %g m, and the %s is %g m from the base; expected larger cells", size,
                          name, hypot(hypot(point[0], point[1]), point[2]));
}

void cdy_sort_cells(cell_sample *samples, size_t count)
{
    qsort(samples, count, sizeof *samples, compare_samples);
}

size_t cdy_cell_end(const cell_sample *samples, size_t count, size_t first)
{
    size_t end = first + 1;
    while (end < count && compare_cells(&samples[end], &samples[first]) == 0) {
        end++;
    }
    return end;
}

cdy_status cdy_check_cell_room(size_t count, size_t max_cells, cdy_error *error)
{
    return count <= max_cells ? CDY_OK
                              : cdy_fail(error, CDY_ERROR_ARGUMENT, "the map has %zu cells, but there is room for %zu",
                                         count, max_cells);
}
