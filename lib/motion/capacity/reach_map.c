/* A map of the radii and heights that a point reaches, with its manipulability and the directions of an axis there. */
#include <condyle/reach.h>

#include "base/error.h"
#include "base/finite.h"
#include "capacity/cells.h"
#include "constraints/manipulability.h"

#include <math.h>

enum { SECTORS = 12 }; /* of a band */

/* The number of the part of the sphere in which a direction of length 1 is. The outward direction is the middle of a
 * sector, a level one that of a band, and one along z that of a cap, so that rounding does not part such directions. */
static int find_direction(vec3 direction, double outward_x, double outward_y)
{
    const int last = CDY_REACH_DIRECTIONS - 1;
    const double parts = (1 - direction.z) / 2 * (double)CDY_REACH_DIRECTIONS; /* above it, by area */
    if (parts < 1 || parts >= last) {
        return parts < 1 ? 0 : last;
    }
    const double azimuth =
        atan2(outward_x * direction.y - outward_y * direction.x, outward_x * direction.x + outward_y * direction.y);
    const double sectors = (double)SECTORS;
    const int band = (int)((parts - 1) / sectors), sector = (int)floor(azimuth * sectors / 6.283185307179586 + 0.5);
    return 1 + SECTORS * band + (sector + SECTORS) % SECTORS;
}

/* Moves the linear rows of a frame's Jacobian J (6 x n) to the point at `arm` from its origin, in the base's axes. */
static void move_rows(int n, double *J, vec3 arm)
{
    for (int i = 0; i < n; i++) {
        const vec3 shift = cross((vec3){J[i], J[n + i], J[2 * n + i]}, arm);
        J[3 * n + i] += shift.x;
        J[4 * n + i] += shift.y;
        J[5 * n + i] += shift.z;
    }
}

/* A sample has a measure that is a finite number. */
static cdy_status take_sample(poses *p, size_t i, const void *context, double size, cell_sample *sample, bool *taken,
                              cdy_error *error)
{
    const cdy_reach_point *point = context;
    const double *T = p->T + 16 * i;
    double place[3], *J = p->J + 6 * (size_t)p->n * i;
    cdy_manipulability_measures measures;
    cdy_place_point(T, point->point, place);
    move_rows(p->n, J, (vec3){place[0] - T[3], place[1] - T[7], place[2] - T[11]});
    cdy_measure_jacobian(J, p->n, point->rows, &measures);
    const vec3 axis = vec3_from(point->axis);
    const vec3 direction = {dot(vec3_from(T), axis), dot(vec3_from(T + 4), axis), dot(vec3_from(T + 8), axis)};
    const bool off_axis = cdy_is_off_axis(T, point->point, place);
    sample->value = measures.measure;
    sample->number = find_direction(direction, off_axis ? place[0] : 1, off_axis ? place[1] : 0);
    *taken = isfinite(measures.measure);
    return cdy_find_cell("point", place, size, sample, error);
}

static void write_cell(const cell_sample *samples, size_t count, double radius, double height, void *cells, size_t k)
{
    bool has[CDY_REACH_DIRECTIONS] = {false};
    int directions = 0;
    double farthest = 0;
    for (size_t i = 0; i < count; i++) {
        directions += !has[samples[i].number];
        has[samples[i].number] = true;
        farthest = fmax(farthest, samples[i].distance);
    }
    ((cdy_reach_cell *)cells)[k] = (cdy_reach_cell){.radius = radius,
                                                    .height = height,
                                                    .farthest = farthest,
                                                    .least_manipulability = samples[0].value,
                                                    .largest_manipulability = samples[count - 1].value,
                                                    .dexterity = directions / (double)CDY_REACH_DIRECTIONS,
                                                    .samples = count};
}

/* Fills in the defaults of a point, and makes its axis 1 long. */
static cdy_status complete_point(cdy_reach_point *point, cdy_error *error)
{
    double *axis = point->axis;
    const double length = hypot(hypot(axis[0], axis[1]), axis[2]);
    if (!cdy_all_finite(point->point, 3) || !isfinite(length)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the point or the axis of the map is not finite");
    }
    for (int k = 0; k < 3; k++) {
        axis[k] = length > 0 ? axis[k] / length : k == 2;
    }
    point->rows = point->rows ? point->rows : CDY_ROWS_LINEAR;
    return cdy_check_task_rows(point->rows, error);
}

cdy_status cdy_reach_map(const cdy_model *model, const cdy_reach_point *point, const cdy_capacity_options *options,
                         double size, size_t max_cells, cdy_reach_cell *cells, size_t *count, cdy_error *error)
{
    poses p = {0};
    if (!model || !point || !count || (!cells && max_cells > 0)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a map of reach needs a model, a point, a pointer for its cells and one for their number");
    }
    cdy_reach_point complete = *point;
    const map_kind kind = {.take = take_sample, .write = write_cell, .context = &complete};
    cdy_status status = cdy_check_cell_size(size, error);
    status = status ? status : complete_point(&complete, error);
    if (status) {
        return status;
    }
    status = cdy_poses_open(&p, model, complete.frame, options, false, error);
    status = status ? status : cdy_draw_map(&p, &kind, size, max_cells, cells, count, error);
    cdy_poses_clear(&p);
    return status;
}
