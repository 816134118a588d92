/* Clearance: the least distance between the bodies of a robot over a motion, in its rows and between them, where all
 * joints go at constant velocity from one row to the next (docs/conventions.md, "Between two configurations"). */
#ifndef CONDYLE_TOOLS_CLEARANCE_H
#define CONDYLE_TOOLS_CLEARANCE_H

#include "commands/motion/distance.h"
#include "rows/json.h"

/* --clearance, --exclude, --srdf. */
typedef struct clearance_options {
    double margin;
    bool given;
    text_list excluded;
    const char *srdf;   /* for the options of the robot, which reads it */
    const char *option; /* that asks for the clearance, for messages; NULL: --clearance */
} clearance_options;

extern const option_table clearance_table;

typedef struct clearance {
    shape_list own; /* shapes that clearance_open() made */
    const shape_list *shapes;
    cdy_distance_scene *scene;
    cdy_workspace *workspace;
    const cdy_model *model;
    double enough;         /* distances above this need not be told apart, m */
    double *q, *last;      /* configurations of the row and of the one before; what a row leaves out is at home */
    double *step;          /* nv: from the last to that of the row */
    double arc;            /* farthest that the way of a joint is from a straight line, m */
    const char *arc_joint; /* the joint; NULL: none is so far */
    unsigned long long arc_before, arc_row;       /* the rows */
    unsigned long long gaps, gap_before, gap_row; /* neighbours of rows that were skipped; the first ones */
    double last_time;                             /* s; NaN: not given */
    unsigned long long rows, last_row;
    unsigned long long assumed;     /* rows of which some coordinate is taken to be at home */
    double margin;                  /* from which on bodies are too near, m */
    double least;                   /* found, m; infinite: no row yet */
    double bound;                   /* nowhere nearer, m */
    double time;                    /* of the least, s; NaN: not given */
    bool between;                   /* the least is on the way from row `before` to row `row` */
    unsigned long long before, row; /* of the least in the input, from 1 */
    const char *first, *second;
} clearance;

/* Prepares a robot's shapes; fails where it has none or no pair of them.  clearance_close() frees them, also after a
 * failure. */
exit_code clearance_open(clearance *c, const robot *r, const robot_options *o, const clearance_options *asked);
void clearance_close(clearance *c);

/* Prepares a scene that is the caller's; clearance_end() frees what this takes, also after a failure. */
exit_code clearance_begin(clearance *c, const cdy_model *model, const shape_list *shapes, cdy_distance_scene *scene,
                          cdy_workspace *workspace, double margin);
void clearance_end(clearance *c);

/* Asks only whether the margin is kept: distances above it need not be told apart. */
void clearance_ask_only(clearance *c);

/* Forgets all rows: another motion begins. */
void clearance_restart(clearance *c);

/* Adds a row by its number in the input: q (nq) may be NULL, or have NaN for coordinates that are not given. */
cdy_status clearance_add(clearance *c, unsigned long long row, const double *t, const double *q, cdy_error *error);

/* Whether bodies are known to keep apart by more than the margin, in rows and between them. */
bool clearance_is_kept(const clearance *c);

/* Fails where the clearance is not kept, or not known to be; what was written is complete. */
exit_code clearance_judge(const clearance *c, output *out);

/* Writes "row 2, t 0.5" or "between rows 2 and 3, t 0.45". */
void clearance_write_place(const clearance *c, output *out);

/* Gives "distance", "margin", "first", "second", "row", "t", "between", "bound" and "kept". */
json_t *clearance_to_json(const clearance *c);

/* Notes the least distance, the bodies, the place and the bound. */
void clearance_tell(const clearance *c);

#endif
