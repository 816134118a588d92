/* A map of the radii and heights that a frame reaches, with the masses that the robot can hold there. */
#include "base/error.h"
#include "base/memory.h"
#include "capacity/poses.h"

#include <math.h>
#include <stdlib.h>

/* A random pose: its cell, and the mass that the pose can hold. */
typedef struct map_pose {
    double height, radius; /* numbers of the cell, whole */
    double mass;
    int velocity;
} map_pose;

static int compare_numbers(double a, double b)
{
    return a < b ? -1 : a > b;
}

/* Orders poses by cell. */
static int compare_cells(const map_pose *a, const map_pose *b)
{
    const int order = compare_numbers(a->height, b->height);
    return order ? order : compare_numbers(a->radius, b->radius);
}

/* Orders poses by cell, mass and joint, so that the result does not depend on the method of sorting. */
static int compare_poses(const void *left, const void *right)
{
    const map_pose *a = left, *b = right;
    const int cells = compare_cells(a, b), masses = compare_numbers(a->mass, b->mass);
    return cells ? cells : masses ? masses : (a->velocity > b->velocity) - (a->velocity < b->velocity);
}

/* Draws all poses. *count gets the number of those with finite results. */
static cdy_status draw_poses(poses *p, double size, map_pose *drawn, size_t *count, cdy_error *error)
{
    cdy_status status = CDY_OK;
    *count = 0;
    for (size_t done = 0; !status && done < p->options.samples; done += POSE_BLOCK) {
        const size_t rest = p->options.samples - done, block = rest < POSE_BLOCK ? rest : POSE_BLOCK;
        status = cdy_poses_draw(p, block, error);
        for (size_t i = 0; !status && i < block; i++) {
            const double *T = p->T + 16 * i;
            if (cdy_pose_is_finite(p, i)) {
                const double height = floor(T[11] / size), radius = floor(hypot(T[3], T[7]) / size);
                if (!isfinite(height) || !isfinite(radius)) {
                    return cdy_fail(error, CDY_ERROR_ARGUMENT,
                                    "the size of a cell is %g m, and the body is %g m from the base; expected larger "
                                    "cells",
                                    size, hypot(hypot(T[3], T[7]), T[11]));
                }
                const cdy_capacity c = cdy_bound_mass(p->model, p->tau + i * (size_t)p->n, p->d + i * (size_t)p->n);
                drawn[(*count)++] = (map_pose){height, radius, c.mass, c.velocity};
            }
        }
    }
    return status;
}

/* Sums the sorted poses of each cell. Returns the number of cells; those beyond `max_cells` are only counted. */
static size_t fill_cells(const map_pose *drawn, size_t count, double size, size_t max_cells, cdy_capacity_cell *cells)
{
    size_t filled = 0;
    for (size_t i = 0; i < count; i++) {
        const map_pose *p = &drawn[i];
        if (i == 0 || compare_cells(p, p - 1) != 0) {
            filled++;
            if (filled <= max_cells) {
                cells[filled - 1] = (cdy_capacity_cell){.radius = (p->radius + 0.5) * size,
                                                        .height = (p->height + 0.5) * size,
                                                        .least_mass = HUGE_VAL,
                                                        .velocity = -1};
            }
        }
        cdy_capacity_cell *cell = filled <= max_cells ? &cells[filled - 1] : NULL;
        if (cell && (p->mass < cell->least_mass || cell->samples == 0)) {
            cell->least_mass = p->mass;
            cell->velocity = p->velocity;
        }
        if (cell) {
            cell->largest_mass = fmax(cell->largest_mass, p->mass);
            cell->samples++;
        }
    }
    return filled;
}

cdy_status cdy_payload_capacity_map(const cdy_model *model, int frame, const cdy_capacity_options *options, double size,
                                    size_t max_cells, cdy_capacity_cell *cells, size_t *count, cdy_error *error)
{
    poses p = {0};
    size_t drawn_count = 0;
    if (!model || !count || (!cells && max_cells > 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a map needs a model, a pointer for its cells and one for their number");
    }
    if (!(size > 0) || !isfinite(size)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the size of a cell is %g m; expected a number above 0", size);
    }
    cdy_status status = cdy_poses_open(&p, model, frame, options, false, error);
    map_pose *drawn = status ? NULL : cdy_allocate(p.options.samples, sizeof *drawn);
    if (!status && !drawn) {
        status = cdy_fail_memory(error);
    }
    status = status ? status : draw_poses(&p, size, drawn, &drawn_count, error);
    if (!status) {
        qsort(drawn, drawn_count, sizeof *drawn, compare_poses);
        *count = fill_cells(drawn, drawn_count, size, max_cells, cells);
        if (*count > max_cells) {
            status = cdy_fail(error, CDY_ERROR_ARGUMENT, "the map has %zu cells, but there is room for %zu", *count,
                              max_cells);
        }
    }
    cdy_release(drawn);
    cdy_poses_clear(&p);
    return status;
}
