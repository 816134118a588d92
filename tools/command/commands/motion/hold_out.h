/* Rows that are held out of a recording: --hold-out FILE or SHARE. */
#ifndef CONDYLE_TOOLS_HOLD_OUT_H
#define CONDYLE_TOOLS_HOLD_OUT_H

#include "commands/motion/identify.h"
#include "commands/motion/identify_inputs.h"

/* Understands the option's text; NULL: nothing is held out. *file becomes NULL for a share, *share 0 for a file. */
exit_code hold_out_parse(const char *text, double *share, const char **file);

/* Whether a row is in the last share of its 5 s since `begin`, or of its 50 rows where `t` is not a number; `row`
 * counts from 0. */
bool hold_out_has(double share, double t, double begin, size_t row);

/* Numbers of the rows that were held out, of one joint. */
typedef struct held_out {
    size_t rows;
    double measured_rms, measured_deviation, residual_rms;
} held_out;

/* Returns the residual in per cent of the measured variation; NaN where it does not vary, but for rounding, or
 * there are no rows. */
double residual_percent(double residual_rms, double measured_deviation, double measured_rms);

/* Writes the last column of a table of residuals, a dash in place of NaN, and ends the line. */
void write_percent(output *out, double percent);

/* Returns residual_percent() of the rows that were held out. */
double hold_out_percent(const held_out *h);

/* The rows of a recording, of which some are held out of what takes them. */
typedef struct hold_out {
    double share;
    const char *file;
    recorded_row taker;
    bool holding;    /* the rows are those of `file` */
    size_t input;    /* of the rows: its number */
    double begin;    /* time of its first row */
    size_t of_input; /* its rows so far */
    size_t count, capacity;
    double *rows;
    bool any;
    held_out *joints; /* nv: what comes of them */
} hold_out;

/* Lets a recording whose `add` and `hold` are set give its rows to `taker` but for those held out, and keep all. */
cdy_status hold_out_add(recording *r, const double *fext, cdy_error *error);

/* Counts a row of the input, and tells whether it is held out, without keeping it. */
bool hold_out_leaves(hold_out *h, double t);

/* Begins the rows of another input. */
void hold_out_begin(hold_out *h, size_t number);

/* Reads the file that is held out, if any, and fails where no row is held out. */
exit_code hold_out_read(recording *r, const recorded_inputs *inputs);

/* Compares the rows with the robot that was found, `tree`, whose `drives` act.  `gains` carry their load. */
exit_code hold_out_judge(recording *r, const recorded_inputs *inputs, const identified *found, const cdy_tree *tree,
                         const cdy_drive_options *drives);

void hold_out_clear(hold_out *h);

#endif
