/* Internals of an identification of gains: its rows, and the products of the columns of each joint. */
#ifndef CDY_IDENTIFICATION_GAIN_IDENTIFICATION_H
#define CDY_IDENTIFICATION_GAIN_IDENTIFICATION_H

#include "dynamics/parameters.h"

#include <condyle/gain_identification.h>

/* Columns of a joint: p of the bodies, then those of the load, the known torque, the friction terms, and the effort. */
enum { LOAD_COLUMNS = BODY_PARAMETERS, FRICTION_COLUMNS = 6, MORE_COLUMNS = LOAD_COLUMNS + 1 + FRICTION_COLUMNS + 1 };

struct cdy_gain_identification {
    cdy_gain_identification_options options;
    cdy_model *model; /* own copy */
    cdy_workspace *workspace;
    int n, p;
    size_t rows, capacity, loaded;
    double *states;  /* capacity x (nq + 5 n + 1): qd, qdd, effort, weight, J^T f, loaded, q */
    double *nominal; /* n; NULL: not known */
    double to_link[BODY_PARAMETERS][BODY_PARAMETERS]; /* the load's parameters in the frame to those in its link */
    double load[BODY_PARAMETERS];                     /* parameters in the frame */
    bool fixed[BODY_PARAMETERS];                      /* which of these are known */
    int first;                                        /* column of the body that carries the load */
    double *prior, *pi, *scale;                       /* p */
    double *logarithms;                               /* n: log(1 / k) */
    double *gains, *deviations, *joint_rms;           /* n */
    double *independent;                              /* n: rows a row that does not depend on the others */
    double *fastest;                                  /* n */
    double *Y, *columns;                              /* n x p; p + MORE_COLUMNS of a joint's row */
    double *products;                                 /* n x width x width: of all columns */
    double *friction;                                 /* n x FRICTION_COLUMNS: found terms, in units of effort */
    int iterations;
};

/* Columns of a joint. */
static inline int gain_width(const cdy_gain_identification *g)
{
    return g->p + MORE_COLUMNS;
}

/* Fills the columns of a joint in row `row`; the regressor of the row is g->Y. */
void cdy_fill_gain_columns(cdy_gain_identification *g, size_t row, int joint);

/* Gives the row's numbers. */
double *cdy_gain_row(const cdy_gain_identification *g, size_t row);

/* Gauss-Newton iteration until the gains stay; `pooled`: deviations from the common factor cost. */
cdy_status cdy_iterate_gains(cdy_gain_identification *g, bool pooled, cdy_error *error);

#endif
