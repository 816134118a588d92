#include "commands/motion/way_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

exit_code way_points_add(way_points *points, const double *numbers)
{
    if (points->count == points->capacity) {
        const size_t capacity = 2 * points->capacity + 16;
        double *larger = realloc(points->numbers, capacity * (points->width + 1) * sizeof *larger);
        if (!larger) {
            return fail_memory();
        }
        points->numbers = larger;
        points->capacity = capacity;
    }
    memcpy(points->numbers + points->count++ * points->width, numbers, points->width * sizeof *numbers);
    return EXIT_FINE;
}

/* How far a way point's configuration is from the one that was given for it, at the joint that is farthest. */
typedef struct other_configuration {
    double distance; /* rad or m */
    int degree;
} other_configuration;

/* Compares way point `index` of lines; q (nq) and step (n) are room to work in. */
static cdy_status compare_way_point(const computation *t, const way_points *given, size_t index,
                                    const cdy_trajectory *trajectory, double *q, double *step,
                                    other_configuration *found, cdy_error *error)
{
    const cdy_model *model = t->robot->model;
    const double time = cdy_trajectory_waypoint_time(trajectory, index);
    cdy_status status = cdy_trajectory_evaluate(trajectory, time, q, NULL, NULL, error);
    status =
        status ? status : cdy_configuration_difference(model, given->numbers + index * given->width, q, step, error);
    *found = (other_configuration){.degree = 0};
    for (int i = 0; i < cdy_model_nv(model) && !status; i++) {
        if (fabs(step[i]) > found->distance) {
            *found = (other_configuration){fabs(step[i]), i};
        }
    }
    return status;
}

static void note_other_configuration(const computation *t, const other_configuration *o, size_t index, size_t later)
{
    const cdy_coordinate c = vector_coordinate(t->robot->model, VECTOR_QD, o->degree);
    const bool degrees = t->options->numbers.degrees && c.angular;
    text_buffer more = {0};
    if (later > 0) {
        text_add(&more, ", and %zu later one%s as well", later, later == 1 ? "" : "s");
    }
    note("way point %zu is reached in another configuration than was given for it%s: joint '%.80s' is %.4g %s from "
         "there; lines have the placements of '%.80s' alone, and lead on from the first configuration",
         index + 1, text_get(&more), c.joint, o->distance / (degrees ? radians(1) : 1),
         degrees     ? "deg"
         : c.angular ? "rad"
                     : "m",
         cdy_model_frame_name(t->robot->model, t->state.frame));
    text_clear(&more);
}

exit_code way_points_compare(const computation *t, const way_points *given, const cdy_trajectory *trajectory)
{
    const double far = 0.05; /* near singularities the place of a body tells joints but roughly */
    const cdy_model *model = t->robot->model;
    double *q = calloc((size_t)cdy_model_nq(model) + 1, sizeof *q);
    double *step = calloc((size_t)cdy_model_nv(model) + 1, sizeof *step);
    cdy_error error;
    cdy_status status = CDY_OK;
    other_configuration first = {.degree = 0};
    size_t at = 0, count = 0;
    for (size_t i = 0; q && step && i < given->count && !status; i++) {
        other_configuration found;
        status = compare_way_point(t, given, i, trajectory, q, step, &found, &error);
        if (!status && found.distance > far && count++ == 0) {
            first = found;
            at = i;
        }
    }
    if (count > 0) {
        note_other_configuration(t, &first, at, count - 1);
    }
    const exit_code code = !q || !step ? fail_memory() : status ? fail_library(&error) : EXIT_FINE;
    free(q);
    free(step);
    return code;
}
