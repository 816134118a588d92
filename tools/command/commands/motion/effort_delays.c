#include "commands/motion/effort_delays.h"

#include "commands/motion/explain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The effort of a joint at a time, on the line between two rows of the recording of row `i`. */
static double effort_at(const effort_rows *r, size_t joint, size_t i, double t)
{
    while (i > 0 && r->t[i - 1] < r->t[i] && t < r->t[i]) {
        i--;
    }
    while (i + 1 < r->count && r->t[i] < r->t[i + 1] && r->t[i + 1] <= t) {
        i++;
    }
    const double *efforts = r->efforts + joint;
    if (i + 1 == r->count || !(r->t[i] < r->t[i + 1]) || !(t > r->t[i]) || !(r->weights[i * r->n + joint] > 0) ||
        !(r->weights[(i + 1) * r->n + joint] > 0)) {
        return efforts[i * r->n];
    }
    const double part = (t - r->t[i]) / (r->t[i + 1] - r->t[i]);
    return efforts[i * r->n] + part * (efforts[(i + 1) * r->n] - efforts[i * r->n]);
}

/* The rows of a joint with an effort, that of a delay later, over a gain; returns how many. */
static size_t list_joint(const effort_rows *r, size_t joint, double delay, double gain, explained_row *list)
{
    size_t count = 0;
    for (size_t i = 0; i < r->count; i++) {
        const size_t k = i * r->n + joint;
        if (r->weights[k] > 0) {
            explained_row *row = &list[count++];
            *row = (explained_row){.t = r->t[i], .velocity = r->velocity[k], .acceleration = r->acceleration[k]};
            row->measured = effort_at(r, joint, i, r->t[i] + delay) / gain;
            row->parts[PART_GRAVITY] = r->model[k];
        }
    }
    return count;
}

static bool has_times(const effort_rows *r)
{
    bool timed = true;
    for (size_t i = 0; i < r->count; i++) {
        timed = timed && !isnan(r->t[i]);
    }
    return timed;
}

/* Finds the delay of a joint, by turns with the gain where that is not known. */
static bool find_joint(const effort_rows *r, size_t joint, explained_row *list, double *delay)
{
    enum { TURNS = 5 };
    double gain = 1;
    bool made = true;
    for (int turn = 0; turn < (r->of_unknown_gain ? TURNS : 1) && made; turn++) {
        if (r->of_unknown_gain) {
            gain = explain_find_gain(list, list_joint(r, joint, *delay, 1, list));
        }
        made = explain_find_delay(list, list_joint(r, joint, 0, gain, list), delay);
    }
    return made;
}

bool effort_delays_find(const effort_rows *rows, double *delays)
{
    explained_row *list = calloc(rows->count + 1, sizeof *list);
    bool made = list != NULL;
    const bool timed = has_times(rows);
    memset(delays, 0, rows->n * sizeof *delays);
    for (size_t joint = 0; joint < rows->n && made && timed; joint++) {
        made = find_joint(rows, joint, list, &delays[joint]);
    }
    free(list);
    return made;
}

void effort_delays_align(const effort_rows *rows, const double *delays, double *aligned)
{
    for (size_t k = 0; k < rows->count * rows->n; k++) {
        const size_t row = k / rows->n, joint = k % rows->n;
        aligned[k] =
            fabs(delays[joint]) > 0 ? effort_at(rows, joint, row, rows->t[row] + delays[joint]) : rows->efforts[k];
    }
}
