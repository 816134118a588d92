/* Calculation: the common part of the numerical subcommands. Each subcommand names its inputs, its results and the
 * library call between them; loading, reading states or rows, and printing are the same for all. */
#ifndef CONDYLE_TOOLS_CALCULATION_H
#define CONDYLE_TOOLS_CALCULATION_H

#include "compute/limit_watch.h"
#include "options/number_options.h"
#include "options/robot_options.h"
#include "options/row_options.h"
#include "rows/passed.h"
#include "rows/payload.h"
#include "run/output.h"
#include "values/drives.h"
#include "values/elements.h"
#include "values/state_options.h"
#include "values/variable_set.h"
#include "values/wrench.h"

#include <condyle/condyle.h>

/* Options of a calculation. A subcommand with further options has a struct that begins with this one. */
typedef struct calculation_options {
    invocation invocation;
    state_options state;
    text_list payloads; /* --payload */
    drive_options drives;
    row_options rows;
    robot_options robot;
    number_options numbers;
    const char *body; /* --body; NULL: not given */
    bool limits;      /* --limits */
} calculation_options;

/* --seed, and the tables of rows, robot and numbers. */
extern const option_table calculation_table;

/* --body alone; the struct is a const char *. */
extern const option_table body_table;

/* Values and frames of one calculation. */
typedef struct state {
    double *values[VARIABLE_COUNT]; /* NULL: not used by the calculation */
    double *fext;                   /* cdy_model_force_rows() x 6; NULL: no wrenches */
    uint64_t row;                   /* number in the input, from 1; 0: the state of the command line */
    int frame, relative_to;         /* frames of --body and --to */
    cdy_axes axes;
    unsigned rows;             /* components of a frame's velocity, as in cdy_task */
    cdy_forward_method method; /* for forward dynamics */
    double point[3];           /* center of mass of the payload that is sought */
    void *data;                /* what prepare() read of the subcommand's own options, for compute(); NULL: none */
    cdy_ik_options search;     /* of inverse kinematics, but for the seed */
    uint64_t seed;             /* for random rows, or the restarts of inverse kinematics */
} state;

typedef struct computation computation;
typedef struct call call;

typedef struct calculation {
    const char *command;                           /* name of the subcommand */
    const char *title;                             /* title of the report */
    variable_set inputs;                           /* variables that it reads */
    variable_set results;                          /* variables that it computes */
    bool wrenches;                                 /* external forces are an input */
    bool gravity;                                  /* the results depend on gravity */
    bool search;                                   /* a search, which may fail: VARIABLE_CONVERGED */
    const char *in_vain;                           /* what it then says before VARIABLE_ERROR; NULL: of a target */
    exit_code (*measure)(computation *t);          /* sets the dimensions that depend on the options; may be NULL */
    void (*clear)(computation *t);                 /* frees what the calculation keeps in state.data; may be NULL */
    exit_code (*prepare)(computation *t);          /* reads the subcommand's own options; may be NULL */
    void (*fill)(computation *t);                  /* fills positions that a row leaves out, NaN until then; NULL: they
                                                    * are those of the options */
    void (*draw)(computation *t);                  /* draws a random row, for a calculation without inputs */
    exit_code (*run)(computation *t, output *out); /* replaces the computation of states; NULL: none */
    const call *call; /* computes the results in the order of VARIABLES, in place of the next two; NULL: none */
    cdy_status (*compute)(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error);
    /* Batch form of `compute`: the values of s have one row for each of `count` states. Sets the status of each row to
     * CDY_OK where its results are valid; may leave all statuses unchanged. CDY_ERROR_MEMORY: none is computed. NULL:
     * no batch form. */
    cdy_status (*compute_rows)(const cdy_model *model, cdy_batch *batch, size_t count, const state *s,
                               cdy_status *statuses);
} calculation;

/* A calculation on one robot, while it runs. */
struct computation {
    const calculation *calculation;
    const robot *robot;
    const calculation_options *options;
    const void *own; /* struct of the subcommand, which begins with `options` */
    output_format_kind format;
    dimensions dimensions;
    elements elements;
    wrench_list wrenches;
    passed passed;          /* columns of the rows that pass to the output */
    const char *passed_row; /* their values in the row that is written, for passed_value(); NULL: none */
    limit_watch limits;
    state state;
    cdy_workspace *workspace;
    variable_set inputs, results; /* the calculation's variables, adapted to the options */
    bool random;                  /* an input was drawn from the seed */
    uint64_t random_rows;         /* without inputs: number of random configurations */
};

/* Loads the robot, reads the state or the rows, computes and prints the results. `options` is the struct of the
 * subcommand, which begins with calculation_options. */
exit_code calculation_run(const calculation *c, const void *options, output *out);

/* Returns whether a calculation has a batch form. */
bool calculation_has_rows(const calculation *c);

/* Computes `count` states, whose values stand row by row in `rows`, by the batch form, which sets `statuses`; fails
 * with CDY_ERROR_MEMORY. */
cdy_status calculation_compute_rows(const computation *t, const state *rows, cdy_batch *batch, size_t count,
                                    cdy_status *statuses);

/* Computes the results of the state under the wrenches of the list. */
cdy_status calculation_compute(computation *t, cdy_error *error);

/* Sets the state's external force matrix to the sum of the wrenches of the list. */
cdy_status calculation_apply_wrenches(computation *t, cdy_error *error);

/* Returns whether a computation has results in the axes of --in. */
bool calculation_has_axes(const computation *t);

/* Finds the frame of the body that a required option names. */
exit_code calculation_find_body(const computation *t, const char *option, const char *name, int *frame);

#endif
