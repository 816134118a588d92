/* A map of the radii and heights that a frame reaches, with the masses that the robot can hold there. */
#include "base/error.h"
#include "capacity/cells.h"

static cdy_status take_sample(poses *p, size_t i, const void *context, double size, cell_sample *sample, bool *taken,
                              cdy_error *error)
{
    const double *T = p->T + 16 * i;
    const size_t n = (size_t)p->n;
    const cdy_capacity c = cdy_bound_mass(p->model, p->tau + i * n, p->d + i * n);
    (void)context;
    sample->value = c.mass;
    sample->number = c.velocity;
    *taken = true;
    return cdy_find_cell("body", (const double[3]){T[3], T[7], T[11]}, size, sample, error);
}

static void write_cell(const cell_sample *samples, size_t count, double radius, double height, void *cells, size_t k)
{
    ((cdy_capacity_cell *)cells)[k] = (cdy_capacity_cell){.radius = radius,
                                                          .height = height,
                                                          .least_mass = samples[0].value,
                                                          .largest_mass = samples[count - 1].value,
                                                          .velocity = samples[0].number,
                                                          .samples = count};
}

cdy_status cdy_payload_capacity_map(const cdy_model *model, int frame, const cdy_capacity_options *options, double size,
                                    size_t max_cells, cdy_capacity_cell *cells, size_t *count, cdy_error *error)
{
    const map_kind kind = {.take = take_sample, .write = write_cell};
    poses p = {0};
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
    status = status ? status : cdy_draw_map(&p, &kind, size, max_cells, cells, count, error);
    cdy_poses_clear(&p);
    return status;
}
