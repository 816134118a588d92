/* Calculation: what the subcommands of the dynamics have in common.  Each names its inputs, its result and the
 * library call between them; loading, reading the state and printing are the same for all. */
#ifndef CONDYLE_TOOLS_CALCULATION_H
#define CONDYLE_TOOLS_CALCULATION_H

#include "wrench.h"

/* The numbers of one calculation. */
typedef struct state {
    double *vectors[VECTOR_COUNT]; /* q (nq), qd, qdd, tau (n); those that play no part are NULL */
    double *M;                     /* n x n, row-major; NULL where no matrix is asked for */
    double *fext;                  /* cdy_model_force_rows() x 6; NULL where there are no wrenches */
} state;

typedef struct calculation {
    const char *command; /* the subcommand's name */
    const char *title;   /* what it computes, in words */
    unsigned inputs;     /* bits 1u << vector_kind of the vectors that it reads */
    bool wrenches;       /* it takes external forces */
    bool matrix;         /* the result is M; else: */
    vector_kind result;  /* the vector that it gives */
    cdy_status (*compute)(const cdy_model *model, cdy_workspace *workspace, state *s, cdy_error *error);
} calculation;

/* A calculation that is done: what the output formats print. */
typedef struct report {
    const calculation *calculation;
    const robot *robot;
    const options *options;
    const wrench_list *wrenches;
    const state *state;
    bool random; /* an input came from the seed */
} report;

/* Loads the robot, reads the state from the options, computes and prints the result. */
exit_code calculation_run(const calculation *c, const options *o, output *out);

#endif
