/* Drives of a catalogue for the rows of a motion: options, rows, and the choice, for the subcommands drives and report.
 */
#ifndef CONDYLE_TOOLS_SIZED_H
#define CONDYLE_TOOLS_SIZED_H

#include "commands/motion/recording.h"
#include "run/output.h"

#include <condyle/drive_sizing.h>

typedef struct sizing_options {
    const char *catalogue; /* --catalogue; NULL: none */
    double life, inertia_ratio, ambient, regeneration, reserve;
    struct {
        bool life, inertia_ratio, ambient, regeneration, reserve;
    } given;              /* whether the options were given */
    const char *included; /* --included */
    text_list assigned;   /* --assign */
} sizing_options;

/* The options, but for --catalogue, which each subcommand has. */
extern const option_table sizing_table;

/* Refuses options of the robot's drives that would count rotors or efficiencies twice, and those of sizing_table that
 * are there without a catalogue. */
exit_code sizing_check(const sizing_options *o, const drive_options *drives, const invocation *given);

/* Rows of a motion, and what comes of them. */
typedef struct sized {
    const sizing_options *options;
    bool strict;
    int n;
    size_t count, room;
    double *time, *rows; /* rows: q, qd, qdd (n each) of each row */
    cdy_drive_catalogue *catalogue;
    cdy_drive_demand demand;
    double *q, *torque; /* q, qd, qdd, torque: count x n each, of one piece of memory */
    cdy_drive_motion motion;
    double *numbers; /* n each: included, mass, inertia, holding */
    int *given;
    cdy_drive_choice *choices;  /* n */
    int rounds, exceeded, open; /* open: drives that do, as far as their limits are known */
} sized;

/* Opens the catalogue for a model. sized_close() frees everything, also after a failure. */
exit_code sized_open(sized *s, const sizing_options *o, bool strict, const robot *r);
void sized_close(sized *s);

/* Takes a row of a recording: q and qd as a recording_add has them, qdd of the recording; all of them are needed. */
cdy_status sized_add(sized *s, const recording *r, const double *t, const double *q, const double *qd,
                     cdy_error *error);

/* Chooses the drives of all joints. */
exit_code sized_choose(sized *s, const robot *r);

/* Returns the drive of a joint; NULL: none moves as the joint does. */
const cdy_motor_drive *sized_drive(const sized *s, int joint);

/* Whether the drive of a joint does the motion. */
bool sized_does(const sized *s, int joint);

/* Writes speed, acceleration and torque of a joint to `columns` (3 x count) and returns its cycle. */
cdy_drive_duty sized_duty(const sized *s, int joint, double *columns);

/* Fails where a drive does not do. */
exit_code sized_judge(const sized *s, output *out);

/* Returns the words for a limit in messages and tables, "winding temperature". */
const char *sized_limit_words(cdy_drive_limit limit);

#endif
