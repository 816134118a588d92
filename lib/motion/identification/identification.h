/* Internals of the identification: the rows of each degree of freedom as a triangular factor, and the solution. */
#ifndef CDY_IDENTIFICATION_IDENTIFICATION_H
#define CDY_IDENTIFICATION_IDENTIFICATION_H

#include "dynamics/parameters.h"

#include <condyle/identification.h>

/* Rows [Y tau] of one degree of freedom, over the columns of the bodies and drives that affect its torque. The first
 * rows of A are the factor R of all rows so far; new rows are appended and reduced into R when A is full. */
typedef struct joint_rows {
    int columns;  /* parameters that affect the torque; tau is column number `columns` */
    int *indices; /* columns: their indices among all parameters */
    int filled, capacity;
    double *A;                /* capacity x (columns + 1), column-major */
    double *scratch;          /* of the reduction */
    double weights_square;    /* sum of the squared weights of the rows */
    double torque_sum;        /* sum of the torques times the squared weights */
    unsigned long long count; /* rows of positive weight */
} joint_rows;

struct cdy_identification {
    cdy_identification_options options;
    cdy_model *model; /* own copy */
    cdy_workspace *workspace;
    int p, n;
    unsigned long long rows;
    joint_rows *joints; /* n */
    double *Y, *tau;    /* n x p and n: regressor and torques of a row */
    double *prior;      /* p */
    double *payload;    /* p: parameters of the payloads, which add to the bodies' parameters */
    double *scale;      /* p: deviation that counts as 100 % */
    int *preference;    /* p: the order in which parameters become base parameters */
    int full_rank;      /* base parameters that any motion can determine; -1: unknown */
    double *structure;  /* full_rank x p: a basis of what any motion can determine, in scales */
    struct solution *solution;
};

/* The estimate in scaled deviations from the prior, z = (parameters - prior) / scale. */
typedef struct solution {
    int p, n, rank;
    double *R;               /* p x p, column-major: R of the weighted, scaled rows, then its left singular vectors U */
    double *sigma, *V;       /* p; p x p: singular values, right singular vectors */
    double *r;               /* p: U^T b of the right side b */
    double *z;               /* p */
    double *parameters;      /* p */
    double *deviations;      /* p */
    double *covariance;      /* p x p */
    double *identifiability; /* p: sum of squares of the row of V over the determined directions */
    double *factors;         /* rank x p, column-major: see cdy_qr_pick_in_order() */
    int *order;              /* p */
    double *combinations, *base_values, *base_deviations; /* p x p (rank x p used); p; p */
    double *joint_rms, *joint_prior_rms;                  /* n: residuals; residuals at the prior */
    double *weights, *joint_deviations; /* n: factors of the rows' weights; deviations of the residuals */
    bool *told;                         /* n: whether a degree of freedom's residuals tell its noise */
    double *stack, *scratch;            /* of the QR of all rows */
    double prior_weight;                /* of the estimate */
    double noise, freedom, condition;
    int before, after;
    double cost;
} solution;

/* Gives the parameters that the payloads of a model add to those of its bodies (10 each); `bare` has room for as many.
 */
cdy_status cdy_find_payload(const cdy_model *model, double *payload, double *bare, cdy_error *error);

/* Create and free the rows of all degrees of freedom. */
cdy_status cdy_rows_create(cdy_identification *id, cdy_error *error);
void cdy_rows_destroy(cdy_identification *id);

/* Reduces the appended rows into R. */
void cdy_rows_reduce(joint_rows *rows);

/* Returns the sum of squared residuals for the given parameters (NULL: all 0). */
double cdy_rows_residual(const joint_rows *rows, const double *parameters);

/* Returns the root mean square of a degree of freedom's torques, or of what is left of them beside the prior's torques
 * where that is more; 0 without rows. */
double cdy_rows_size(const joint_rows *rows, const double *prior);

/* Returns the root mean square of the weights of a degree of freedom's rows; 0 without rows. */
double cdy_rows_weight(const joint_rows *rows);

/* Computes the scales of all parameters from the prior. */
void cdy_fill_scales(cdy_identification *id);

/* Allocates a solution. */
cdy_status cdy_solution_create(int p, int n, solution **made, cdy_error *error);
void cdy_solution_destroy(solution *s);

/* Reduces all rows and decomposes the rows with the present weights, in scaled deviations from the prior: R, sigma, V,
 * r and rank. Fails with CDY_ERROR_NUMERIC. */
cdy_status cdy_solution_factor(cdy_identification *id, solution *s, cdy_error *error);

/* Returns z_k / r_k along direction k: sigma / (sigma^2 + w^2) with the prior's weight w, 0 where it is undetermined.
 */
double cdy_solution_gain(const solution *s, int k);

/* Computes the estimate, z and parameters, beside the prior of this weight. */
void cdy_solution_estimate(const cdy_identification *id, solution *s, double prior_weight);

/* Computes the weights of the degrees of freedom, as the options ask. Fails with CDY_ERROR_NUMERIC. */
cdy_status cdy_weigh_joints(cdy_identification *id, solution *s, cdy_error *error);

/* Orders the parameters (p of them) of a model: the least number is the first to become a base parameter. */
void cdy_prefer_parameters(const cdy_model *model, int p, int *preference);

/* Computes the base parameters with their values and standard deviations. */
void cdy_find_base(const cdy_identification *id, solution *s);

/* Replaces physically inconsistent parameters by the likeliest consistent parameters, where the options ask for it. */
cdy_status cdy_make_consistent(const cdy_identification *id, solution *s, cdy_error *error);

#endif
