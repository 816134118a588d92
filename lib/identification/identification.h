/* The identification from inside: the rows of each degree of freedom as a triangular factor, and the solution. */
#ifndef CDY_IDENTIFICATION_IDENTIFICATION_H
#define CDY_IDENTIFICATION_IDENTIFICATION_H

#include "dynamics/parameters.h"

#include <condyle/identification.h>

/* The rows of one degree of freedom: [Y tau] on the columns of those bodies and drives that it can feel.  The factor R
 * of all rows so far stands in the first rows, new rows below it, until they fill the room and are reduced into R. */
typedef struct joint_rows {
    int columns;  /* felt parameters; tau is column number `columns` */
    int *numbers; /* columns: their places among all parameters */
    int filled, room;
    double *A;                /* room x (columns + 1), column-major */
    double *scratch;          /* for the reduction */
    double weights_square;    /* sum over the rows */
    unsigned long long count; /* rows of a weight above 0 */
} joint_rows;

struct cdy_identification {
    cdy_identification_options options;
    cdy_model *model; /* a copy */
    cdy_workspace *workspace;
    int p, n;
    unsigned long long rows;
    joint_rows *joints; /* n */
    double *Y, *tau;    /* n x p; n: of a row */
    double *prior;      /* p */
    double *scale;      /* p: what a deviation by 100 % is */
    int full_rank;      /* -1: not known yet */
    struct solution *solution;
};

/* The estimate in scaled deviations from the prior, z = (parameters - prior) / scale. */
typedef struct solution {
    int p, n, rank;
    double *R;          /* p x p, column-major: factor of the weighted, scaled rows; its left singular vectors */
    double *sigma, *V;  /* p; p x p: singular values, right singular vectors */
    double *r;          /* p: U^T of the right side */
    double *z;          /* p */
    double *parameters; /* p */
    double *deviations; /* p */
    double *covariance; /* p x p */
    double *share;      /* p: identifiability */
    double *factors;    /* rank x p, column-major: see cdy_qr_pick() */
    int *order;         /* p */
    double *combinations, *base_values, *base_deviations;   /* p x p, of which rank x p; p; p */
    double *joint_rms, *joint_prior_rms, *weights, *spread; /* n */
    double *stack, *scratch;                                /* for the factor of all */
    double noise, freedom, condition;
    int before, after;
    double cost;
} solution;

/* Makes and frees the rows of the degrees of freedom. */
cdy_status cdy_rows_create(cdy_identification *id, cdy_error *error);
void cdy_rows_destroy(cdy_identification *id);

/* Brings rows that wait into the factor. */
void cdy_rows_reduce(joint_rows *rows);

/* Returns the sum of the squares of the residuals at given parameters (NULL: all 0). */
double cdy_rows_residual(const joint_rows *rows, const double *parameters);

/* Fills the scales of all parameters from the prior. */
void cdy_fill_scales(cdy_identification *id);

/* Makes room for a solution. */
cdy_status cdy_solution_create(int p, int n, solution **made, cdy_error *error);
void cdy_solution_destroy(solution *s);

/* Factors the rows with given weights, at scaled deviations from the prior; rows that wait are reduced.  Fails with
 * CDY_ERROR_NUMERIC. */
cdy_status cdy_solution_factor(cdy_identification *id, solution *s, cdy_error *error);

/* Finds the base parameters, their values and deviations. */
void cdy_find_base(const cdy_identification *id, solution *s);

/* Makes the parameters consistent. */
cdy_status cdy_make_consistent(const cdy_identification *id, solution *s, cdy_error *error);

#endif
