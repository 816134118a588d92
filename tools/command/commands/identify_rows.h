/* Recordings: reads the rows of condyle identify into an identification. */
#ifndef CONDYLE_TOOLS_IDENTIFY_ROWS_H
#define CONDYLE_TOOLS_IDENTIFY_ROWS_H

#include "commands/filter_window.h"
#include "commands/limit_watch.h"
#include "options/robot_options.h"
#include "options/row_options.h"
#include "options/wrench.h"
#include "rows/row_pass.h"

#include <condyle/identification.h>

typedef struct identify_options {
    invocation invocation;
    robot_options robot;
    row_options rows;
    text_list wrenches;
    text_list payloads;
    bool degrees;
    int format; /* --format, an identify_format */
    bool friction, rotors;
    double friction_width; /* --friction-width, rad/s or m/s */
    bool width_given;
    double prior;      /* --prior: weight of the given robot's parameters */
    int equal_weights; /* --weights: 1: equal */
    bool no_consistency;
    double cutoff; /* --cutoff, Hz */
    bool cutoff_given;
} identify_options;

/* A recording, and the identification to which its rows are added. */
typedef struct recording {
    const identify_options *options;
    robot robot;
    elements elements;
    row_pass pass;
    double *values[QUANTITY_COUNT];
    double *home, *weights, *fext;
    wrench_list wrenches;
    limit_watch limits;
    cdy_workspace *workspace;
    cdy_identification *identification;
    bool any_row, any_torque; /* there is a row, and a nonzero torque */
    bool chosen;              /* the first row told whether the rows are differentiated */
    bool differentiates;      /* qd and qdd come from t and q */
    filter_window window;     /* with the torques and the external forces */
    double *others;           /* those of a row */
    bool *recorded;           /* nq: which positions the first row has */
} recording;

/* Reads the rows of --input and adds them to the identification. */
exit_code identify_rows_read(recording *r);

#endif
