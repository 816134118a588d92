/* A map of the radii and heights that a point reaches, with the effective masses that it has there. */
#include "base/error.h"
#include "capacity/cells.h"

#include <condyle/contact.h>

/* A sample has a direction: on the base's z axis none points outward. */
static cdy_status take_sample(poses *p, size_t i, const void *context, double size, cell_sample *sample, bool *taken,
                              cdy_error *error)
{
    const cdy_contact_state *given = context;
    cdy_contact_state state = *given;
    cdy_contact contact;
    const double *T = p->T + 16 * i;
    double place[3];
    cdy_place_point(T, given->point, place);
    const double outward[3] = {place[0], place[1], 0};
    *taken = given->direction || cdy_is_off_axis(T, given->point, place);
    if (!*taken) {
        return CDY_OK;
    }
    state.q = p->q + i * (size_t)p->nq;
    state.qd = NULL;
    if (!given->direction) {
        state.direction = outward;
        state.axes = CDY_AXES_BASE;
    }
    cdy_status status = cdy_find_cell("point", place, size, sample, error);
    status = status ? status : cdy_effective_mass(p->model, p->workspace, &state, &contact, error);
    if (!status) {
        sample->value = contact.mass;
        sample->number = -1;
    }
    return status;
}

static void write_cell(const cell_sample *samples, size_t count, double radius, double height, void *cells, size_t k)
{
    ((cdy_contact_cell *)cells)[k] = (cdy_contact_cell){.radius = radius,
                                                        .height = height,
                                                        .least_mass = samples[0].value,
                                                        .largest_mass = samples[count - 1].value,
                                                        .samples = count};
}

cdy_status cdy_contact_map(const cdy_model *model, const cdy_contact_state *state, const cdy_capacity_options *options,
                           double size, size_t max_cells, cdy_contact_cell *cells, size_t *count, cdy_error *error)
{
    const map_kind kind = {.take = take_sample, .write = write_cell, .context = state};
    poses p = {0};
    if (!model || !state || !count || (!cells && max_cells > 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a map of contact needs a model, a state, a pointer for its cells and one for their number");
    }
    cdy_status status = cdy_check_cell_size(size, error);
    if (status) {
        return status;
    }
    status = cdy_poses_open(&p, model, state->frame, options, false, error);
    if (!status) { /* refuses what no pose makes right */
        cdy_contact_state home = *state;
        home.q = p.home;
        home.qd = NULL;
        status = cdy_effective_mass(model, p.workspace, &home, &(cdy_contact){.mass = 0}, error);
    }
    status = status ? status : cdy_draw_map(&p, &kind, size, max_cells, cells, count, error);
    cdy_poses_clear(&p);
    return status;
}
