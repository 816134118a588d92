#include "capacity/cells.h"

#include "base/error.h"
#include "base/memory.h"

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
    const int cells = compare_cells(a, b), values = compare_numbers(a->value, b->value);
    return cells ? cells : values ? values : (a->number > b->number) - (a->number < b->number);
}

cdy_status cdy_check_cell_size(double size, cdy_error *error)
{
    return size > 0 && isfinite(size)
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT, "the size of a cell is %g m; expected a number above 0", size);
}

void cdy_place_point(const double T[16], const double point[3], double place[3])
{
    for (int k = 0; k < 3; k++) {
        place[k] = dot(vec3_from(T + 4 * k), vec3_from(point)) + T[4 * k + 3];
    }
}

bool cdy_is_off_axis(const double T[16], const double point[3], const double place[3])
{
    const double extent = hypot(hypot(T[3], T[7]), T[11]) + hypot(hypot(point[0], point[1]), point[2]);
    const double rounding = 1e-13;
    return hypot(place[0], place[1]) > rounding * extent;
}

cdy_status cdy_find_cell(const char *name, const double point[3], double size, cell_sample *sample, cdy_error *error)
{
    sample->height = floor(point[2] / size);
    sample->radius = floor(hypot(point[0], point[1]) / size);
    sample->distance = hypot(hypot(point[0], point[1]), point[2]);
    return isfinite(sample->height) && isfinite(sample->radius)
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_ARGUMENT,
                          "the size of a cell is %g m, and the %s is %g m from the base; expected larger cells", size,
                          name, sample->distance);
}

/* Draws all random poses, and keeps a sample of each pose that the kind of map takes; *count gets the number of
 * samples.
 */
static cdy_status draw_samples(poses *p, const map_kind *kind, double size, cell_sample *drawn, size_t *count,
                               cdy_error *error)
{
    cdy_status status = CDY_OK;
    *count = 0;
    for (size_t done = 0; !status && done < p->options.samples; done += POSE_BLOCK) {
        const size_t rest = p->options.samples - done, block = rest < POSE_BLOCK ? rest : POSE_BLOCK;
        status = cdy_poses_draw(p, block, error);
        for (size_t i = 0; !status && i < block; i++) {
            bool taken = false;
            if (cdy_pose_is_finite(p, i)) {
                status = kind->take(p, i, kind->context, size, &drawn[*count], &taken, error);
            }
            *count += taken;
        }
    }
    return status;
}

/* Returns the end of the cell whose samples begin at `first`. */
static size_t cell_end(const cell_sample *samples, size_t count, size_t first)
{
    size_t end = first + 1;
    while (end < count && compare_cells(&samples[end], &samples[first]) == 0) {
        end++;
    }
    return end;
}

/* Writes the cells of the sorted samples. Returns their number. */
static size_t write_cells(const map_kind *kind, const cell_sample *drawn, size_t count, double size, size_t max_cells,
                          void *cells)
{
    size_t written = 0;
    for (size_t i = 0, end = 0; i < count; i = end, written++) {
        end = cell_end(drawn, count, i);
        if (written < max_cells) {
            kind->write(drawn + i, end - i, (drawn[i].radius + 0.5) * size, (drawn[i].height + 0.5) * size, cells,
                        written);
        }
    }
    return written;
}

cdy_status cdy_draw_map(poses *p, const map_kind *kind, double size, size_t max_cells, void *cells, size_t *count,
                        cdy_error *error)
{
    size_t drawn_count = 0;
    cell_sample *drawn = cdy_allocate(p->options.samples, sizeof *drawn);
    if (!drawn) {
        return cdy_fail_memory(error);
    }
    cdy_status status = draw_samples(p, kind, size, drawn, &drawn_count, error);
    if (!status) {
        qsort(drawn, drawn_count, sizeof *drawn, compare_samples);
        *count = write_cells(kind, drawn, drawn_count, size, max_cells, cells);
        if (*count > max_cells) {
            status = cdy_fail(error, CDY_ERROR_ARGUMENT, "the map has %zu cells, but there is room for %zu", *count,
                              max_cells);
        }
    }
    cdy_release(drawn);
    return status;
}
