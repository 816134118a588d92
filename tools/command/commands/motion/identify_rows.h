/* Recordings: reads the rows of condyle identify into an identification. */
#ifndef CONDYLE_TOOLS_IDENTIFY_ROWS_H
#define CONDYLE_TOOLS_IDENTIFY_ROWS_H

#include "commands/motion/effort_watch.h"
#include "commands/motion/filter_window.h"
#include "compute/limit_watch.h"
#include "options/robot_options.h"
#include "options/row_options.h"
#include "rows/row_pass.h"
#include "values/wrench.h"

#include <condyle/drive_identification.h>

/* Laws of friction, each with the terms of those before it: --friction. */
typedef enum friction_law {
    FRICTION_NONE = 0,
    FRICTION_COULOMB, /* damping and Coulomb friction */
    FRICTION_OFFSET,  /* a constant torque */
    FRICTION_STRIBECK,
    FRICTION_FULL /* friction by the load of the gear */
} friction_law;

/* --no-delays alone; the struct is a bool. --hold-out alone; the struct is a text. */
extern const option_table delay_table, hold_out_table;

typedef struct identify_options {
    invocation invocation;
    robot_options robot;
    row_options rows;
    text_list wrenches;
    text_list payloads;
    bool degrees;
    int format;        /* --format, an identify_format, or of explain by the name of --output too */
    bool format_given; /* of explain */
    int friction;      /* a friction_law */
    bool rotors;
    int bodies;            /* --bodies: 1: keep the robot's */
    double friction_width; /* --friction-width, rad/s or m/s */
    bool width_given;
    double prior;      /* --prior: weight of the given robot's parameters */
    int equal_weights; /* --weights: 1: equal */
    bool no_consistency;
    int effort;           /* --effort, an effort_kind */
    bool no_delays;       /* --no-delays */
    bool no_presliding;   /* --no-presliding, of explain */
    const char *hold_out; /* --hold-out; NULL: not given */
    bool gains;           /* --gains */
    double cutoff;        /* --cutoff, Hz */
    bool cutoff_given;
} identify_options;

typedef struct recording recording;

/* The times of a file's rows. */
typedef struct time_watch {
    double first, last;
    size_t count;   /* rows with a time */
    size_t repeats; /* of them those whose time is not after that of the row before */
} time_watch;

/* Takes a row, r->values with the weights and external forces: 0 for a torque that was not recorded. */
typedef cdy_status (*recorded_row)(recording *r, const double *fext, cdy_error *error);

/* A recording, and what its rows are added to. */
struct recording {
    const identify_options *options;
    robot robot;
    elements elements;
    row_pass pass;
    double *values[VARIABLE_COUNT];
    double *home, *weights, *fext;
    wrench_list wrenches;
    limit_watch limits;
    cdy_workspace *workspace;
    const char *file; /* of the rows; NULL: that of the options */
    double *factors;  /* nv: joint torques a unit of effort; NULL: not yet known */
    double *gravity;  /* nv: torques that hold the robot */
    effort_watch efforts;
    bool plain_efforts; /* the rows' efforts are taken as they are, for gains */
    recorded_row add;
    struct hold_out *hold; /* rows that are held out (hold_out.h); NULL: none */
    cdy_identification *identification;
    cdy_drive_identification *calibration;
    void *to;                 /* of other takers */
    bool any_row, any_torque; /* there is a row, and a nonzero torque */
    bool chosen;              /* the first row told whether the rows are differentiated */
    bool differentiates;      /* qd and qdd come from t and q */
    filter_window window;     /* with the torques, the external forces and the line */
    time_watch times;
    double *others; /* those of a row */
    bool *recorded; /* nq: which positions the first row has */
    bool *absent;   /* by joint: some row has nothing of it */
};

/* Makes the arrays of a recording whose robot is loaded; returns false where memory runs out. */
bool recording_create(recording *r);

/* Finds the factors that make joint torques of efforts, by --effort; nothing where they are known. */
exit_code recording_find_factors(recording *r);

/* Allocates the factors. */
exit_code recording_allocate_factors(recording *r);

/* Forgets the file that was read, so that another may follow. */
void recording_rewind(recording *r);

/* Reads the rows of --input, or of r->file, and gives them to r->add. */
exit_code identify_rows_read(recording *r);

/* Frees a recording with its robot, its identification and its calibration. */
void recording_clear(recording *r);

#endif
