/* A map of the radii and heights that a point reaches, with the effective masses that it has there. */
#include "base/error.h"
#include "base/memory.h"
#include "capacity/cells.h"

#include <condyle/contact.h>
#include <math.h>

/* The place of the contact's point in the base frame. */
static void place_point(const double T[16], const double point[3], double place[3])
{
    for (int k = 0; k < 3; k++) {
        place[k] = dot(vec3_from(T + 4 * k), vec3_from(point)) + T[4 * k + 3];
    }
}

/* The sample of pose i of the block; *taken: it has a direction.  On the base's z axis, to rounding, none points
 * outward. */
static cdy_status take_sample(poses *p, size_t i, const cdy_contact_state *given, double size, cell_sample *sample,
                              bool *taken, cdy_error *error)
{
    cdy_contact_state state = *given;
    cdy_contact contact;
    const double *T = p->T + 16 * i, *at = given->point, rounding = 1e-13;
    double place[3];
    place_point(T, at, place);
    const double outward[3] = {place[0], place[1], 0};
    const double extent = hypot(hypot(T[3], T[7]), T[11]) + hypot(hypot(at[0], at[1]), at[2]);
    *taken = given->direction || hypot(place[0], place[1]) > rounding * extent;
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
        sample->mass = contact.mass;
        sample->velocity = -1;
    }
    return status;
}

static cdy_status draw_samples(poses *p, const cdy_contact_state *state, double size, cell_sample *drawn, size_t *count,
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
                status = take_sample(p, i, state, size, &drawn[*count], &taken, error);
            }
            *count += taken;
        }
    }
    return status;
}

static size_t fill_cells(const cell_sample *drawn, size_t count, double size, size_t max_cells, cdy_contact_cell *cells)
{
    size_t filled = 0;
    for (size_t i = 0, end = 0; i < count; i = end, filled++) {
        end = cdy_cell_end(drawn, count, i);
        if (filled < max_cells) {
            cells[filled] = (cdy_contact_cell){.radius = (drawn[i].radius + 0.5) * size,
                                               .height = (drawn[i].height + 0.5) * size,
                                               .least_mass = drawn[i].mass,
                                               .largest_mass = drawn[end - 1].mass,
                                               .samples = end - i};
        }
    }
    return filled;
}

cdy_status cdy_contact_map(const cdy_model *model, const cdy_contact_state *state, const cdy_capacity_options *options,
                           double size, size_t max_cells, cdy_contact_cell *cells, size_t *count, cdy_error *error)
{
    poses p = {0};
    size_t drawn_count = 0;
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
    cell_sample *drawn = status ? NULL : cdy_allocate(p.options.samples, sizeof *drawn);
    if (!status && !drawn) {
        status = cdy_fail_memory(error);
    }
    status = status ? status : draw_samples(&p, state, size, drawn, &drawn_count, error);
    if (!status) {
        cdy_sort_cells(drawn, drawn_count);
        *count = fill_cells(drawn, drawn_count, size, max_cells, cells);
        status = cdy_check_cell_room(*count, max_cells, error);
    }
    cdy_release(drawn);
    cdy_poses_clear(&p);
    return status;
}
