/* Filter window: recorded rows t, q that the filter of 'smooth' still needs, with further numbers of each row. */
#ifndef CONDYLE_TOOLS_FILTER_WINDOW_H
#define CONDYLE_TOOLS_FILTER_WINDOW_H

#include "run/message.h"

#include <condyle/smoothing.h>

typedef struct filter_window {
    const cdy_model *model;
    double cutoff;          /* Hz */
    double *t, *q, *others; /* capacity, x nq, x other_count */
    size_t count, capacity; /* rows */
    size_t next;            /* index of the row to smooth; of the rows before it only those within reach are kept */
    size_t nq, other_count;
    bool ended; /* no further row comes */
} filter_window;

/* Begins a window of rows with `other_count` further numbers. */
filter_window filter_window_begin(const cdy_model *model, double cutoff, size_t other_count);

/* Appends a row. Joints that turn on and on may be recorded between -pi and pi. Returns EXIT_INPUT where t does not
 * increase, with the reason in `problem`, and EXIT_IO where memory runs out, without one. */
exit_code filter_window_add(filter_window *w, double t, const double *q, const double *others, text_buffer *problem);

/* Returns whether the window has all rows that row `next` needs. */
bool filter_window_is_ready(const filter_window *w);

/* Smooths row `next` and moves on: q (nq), qd and qdd (n), its time and its further numbers (valid until the next row
 * is added). Fails as cdy_smoothing_row() does. */
cdy_status filter_window_take(filter_window *w, double *t, double *q, double *qd, double *qdd, const double **others,
                              cdy_error *error);

/* Returns whether all rows are smoothed. */
bool filter_window_is_done(const filter_window *w);

/* Frees the rows. */
void filter_window_clear(filter_window *w);

#endif
