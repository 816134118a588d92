/* Calculation: what the subcommands with numbers have in common.  Each names its inputs, its results and the library
 * call between them; loading, reading the state or the rows of states, and printing are the same for all. */
#ifndef CONDYLE_TOOLS_CALCULATION_H
#define CONDYLE_TOOLS_CALCULATION_H

#include "commands/limit_watch.h"
#include "options/wrench.h"
#include "report/quantity.h"
#include "rows/elements.h"

#include <condyle/condyle.h>

/* The numbers of one calculation, and the frames that it is about. */
typedef struct state {
    double *values[QUANTITY_COUNT]; /* NULL: plays no part */
    double *fext;                   /* cdy_model_force_rows() x 6; NULL where there are no wrenches */
    int frame, relative_to;         /* of --body and --to */
    cdy_axes axes;
    cdy_forward_method method; /* of forward dynamics */
    uint64_t seed;             /* of random rows, or of the restarts of inverse kinematics */
} state;

typedef struct task task;

typedef struct calculation {
    const char *command;                    /* the subcommand's name */
    const char *title;                      /* what it computes, in words */
    unsigned inputs;                        /* bits 1u << quantity of what it reads */
    unsigned results;                       /* and of what it gives */
    bool wrenches;                          /* it takes external forces */
    bool gravity;                           /* gravity has a part in it */
    bool search;                            /* it may end without success: QUANTITY_CONVERGED tells */
    exit_code (*prepare)(task *t);          /* reads its own options; may be NULL */
    exit_code (*run)(task *t, output *out); /* goes on by itself with the inputs read; NULL: states, one by one */
    cdy_status (*compute)(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error);
    /* The same for `count` states, whose numbers in s are rows; gives each row's status, CDY_OK where its results are
     * there, or leaves them all as they are.  NULL: one by one. */
    void (*compute_rows)(const cdy_model *model, cdy_batch *batch, size_t count, const state *s, cdy_status *rows);
} calculation;

/* A calculation at work on a robot. */
struct task {
    const calculation *calculation;
    const robot *robot;
    const options *options;
    elements elements;
    wrench_list wrenches;
    limit_watch limits;
    state state;
    cdy_workspace *workspace;
    unsigned inputs, results; /* the calculation's, as the options change them */
    bool random;              /* an input came from the seed */
};

/* Loads the robot, reads the state or the rows, computes and prints the results. */
exit_code calculation_run(const calculation *c, const options *o, output *out);

/* Computes the results of the state and the wrenches in their lists. */
cdy_status calculation_compute(task *t, cdy_error *error);

/* Makes the external force matrix of the state from the wrenches in their list. */
cdy_status calculation_apply_wrenches(task *t, cdy_error *error);

/* Finds the body of an option, which must be there; gives its frame. */
exit_code calculation_find_body(const task *t, const char *option, const char *name, int *frame);

#endif
