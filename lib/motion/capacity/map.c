/* A map of the radii and heights that a frame reaches, with the masses that the robot can hold there. */
#include "base/error.h"
#include "base/memory.h"
#include "capacity/cells.h"

/* Draws all poses. *count gets the number of those with finite results. */
static cdy_status draw_poses(poses *p, double size, cell_sample *drawn, size_t *count, cdy_error *error)
{
    cdy_status status = CDY_OK;
    *count = 0;
    for (size_t done = 0; !status && done < p->options.samples; done += POSE_BLOCK) {
        const size_t rest = p->options.samples - done, block = rest < POSE_BLOCK ? rest : POSE_BLOCK;
        status = cdy_poses_draw(p, block, error);
        for (size_t i = 0; !status && i < block; i++) {
            const double *T = p->T + 16 * i;
            if (cdy_pose_is_finite(p, i)) {
                cell_sample *sample = &drawn[*count];
                status = cdy_find_cell("body", (const double[3]){T[3], T[7], T[11]}, size, sample, error);
                const cdy_capacity c = cdy_bound_mass(p->model, p->tau + i * (size_t)p->n, p->d + i * (size_t)p->n);
                sample->mass = c.mass;
                sample->velocity = c.velocity;
                (*count)++;
            }
        }
    }
    return status;
}

/* Writes the cells of the sorted poses. Returns their number; those beyond `max_cells` are only counted. */
static size_t fill_cells(const cell_sample *drawn, size_t count, double size, size_t max_cells,
                         cdy_capacity_cell *cells)
{
    size_t filled = 0;
    for (size_t i = 0, end = 0; i < count; i = end, filled++) {
        end = cdy_cell_end(drawn, count, i);
        if (filled < max_cells) {
            cells[filled] = (cdy_capacity_cell){.radius = (drawn[i].radius + 0.5) * size,
                                                .height = (drawn[i].height + 0.5) * size,
                                                .least_mass = drawn[i].mass,
                                                .largest_mass = drawn[end - 1].mass,
                                                .velocity = drawn[i].velocity,
                                                .samples = end - i};
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
    cdy_status status = cdy_check_cell_size(size, error);
    if (status) {
        return status;
    }
    status = cdy_poses_open(&p, model, frame, options, false, error);
    status = status ? status : cdy_check_effort_limits(model, error);
    cell_sample *drawn = status ? NULL : cdy_allocate(p.options.samples, sizeof *drawn);
    if (!status && !drawn) {
        status = cdy_fail_memory(error);
    }
    status = status ? status : draw_poses(&p, size, drawn, &drawn_count, error);
    if (!status) {
        cdy_sort_cells(drawn, drawn_count);
        *count = fill_cells(drawn, drawn_count, size, max_cells, cells);
        status = cdy_check_cell_room(*count, max_cells, error);
    }
    cdy_release(drawn);
    cdy_poses_clear(&p);
    return status;
}
