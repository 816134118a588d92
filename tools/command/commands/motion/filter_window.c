#include "commands/motion/filter_window.h"

#include "values/coordinates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAST_ROWS = 8,    /* on either side, which the filter may need where rows are sparse */
    MOST_ROWS = 10000, /* on either side: the filter takes time in proportion to them, for every row */
};

filter_window filter_window_begin(const cdy_model *model, double cutoff, size_t other_count)
{
    return (filter_window){
        .model = model, .cutoff = cutoff, .nq = (size_t)cdy_model_nq(model), .other_count = other_count};
}

/* Forgets rows that no row from `next` on needs. */
static void drop_rows(filter_window *w)
{
    const double half_width = cdy_smoothing_half_width(w->cutoff);
    size_t first = 0;
    while (first + LEAST_ROWS < w->next && w->t[w->next] - w->t[first] > half_width) {
        first++;
    }
    if (first > 0) {
        w->count -= first;
        w->next -= first;
        memmove(w->t, w->t + first, w->count * sizeof *w->t);
        memmove(w->q, w->q + first * w->nq, w->count * w->nq * sizeof *w->q);
        memmove(w->others, w->others + first * w->other_count, w->count * w->other_count * sizeof *w->others);
    }
}

static bool grow(double **numbers, size_t count, size_t width)
{
    double *larger = realloc(*numbers, (count * width + 1) * sizeof *larger);
    if (!larger) {
        return false;
    }
    *numbers = larger;
    return true;
}

static bool make_room(filter_window *w)
{
    if (w->count < w->capacity) {
        return true;
    }
    if (w->next > w->capacity / 2 && w->next < w->count) {
        drop_rows(w);
    }
    const size_t capacity = w->count < w->capacity ? w->capacity : 2 * w->capacity + 64;
    const bool grown =
        grow(&w->t, capacity, 1) && grow(&w->q, capacity, w->nq) && grow(&w->others, capacity, w->other_count);
    w->capacity = grown ? capacity : w->capacity;
    return grown;
}

/* Takes whole turns out of the steps of joints that turn on and on: their positions are recorded between -pi and pi. */
static void unwrap(const filter_window *w, const double *before, double *q)
{
    const double turn = 2 * 3.14159265358979323846;
    for (size_t i = 0; i < w->nq; i++) {
        const cdy_coordinate c = vector_coordinate(w->model, VECTOR_Q, (int)i);
        const cdy_joint_traits *traits = cdy_joint_type_traits(c.type);
        if (traits->nv == 1 && traits->turns == 1 && !traits->has_range) {
            q[i] -= turn * round((q[i] - before[i]) / turn);
        }
    }
}

exit_code filter_window_add(filter_window *w, double t, const double *q, const double *others, text_buffer *problem)
{
    if (w->count > 0 && !(t > w->t[w->count - 1])) {
        text_add(problem, "t is %.9g, after %.9g; expected times that increase", t, w->t[w->count - 1]);
        return EXIT_INPUT;
    }
    if (w->count - w->next > MOST_ROWS && !filter_window_is_ready(w)) {
        text_add(problem,
                 "more than %d rows lie within %.3g s, which the filter reaches with a cutoff of %.3g Hz; expected a "
                 "higher --cutoff",
                 MOST_ROWS, cdy_smoothing_half_width(w->cutoff), w->cutoff);
        return EXIT_INPUT;
    }
    if (!make_room(w)) {
        return EXIT_IO;
    }
    double *kept = w->q + w->count * w->nq;
    memcpy(kept, q, w->nq * sizeof *kept);
    if (w->count > 0) {
        unwrap(w, kept - w->nq, kept);
    }
    memcpy(w->others + w->count * w->other_count, others, w->other_count * sizeof *others);
    w->t[w->count++] = t;
    return EXIT_FINE;
}

bool filter_window_is_ready(const filter_window *w)
{
    return w->ended || (w->next < w->count && w->count - w->next > LEAST_ROWS &&
                        w->t[w->count - 1] - w->t[w->next] > cdy_smoothing_half_width(w->cutoff));
}

bool filter_window_is_done(const filter_window *w)
{
    return w->ended && w->next == w->count;
}

cdy_status filter_window_take(filter_window *w, double *t, double *q, double *qd, double *qdd, const double **others,
                              cdy_error *error)
{
    const size_t row = w->next++;
    *t = w->t[row];
    *others = w->others + row * w->other_count;
    const cdy_recorded_motion recorded = {.count = w->count, .t = w->t, .q = w->q, .cutoff = w->cutoff};
    return cdy_smoothing_row(w->model, &recorded, row, q, qd, qdd, error);
}

void filter_window_clear(filter_window *w)
{
    free(w->t);
    free(w->q);
    free(w->others);
    *w = (filter_window){0};
}
