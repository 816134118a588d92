/* Internals of a calibration: its rows, by state and by joint. */
#ifndef CDY_IDENTIFICATION_DRIVE_IDENTIFICATION_H
#define CDY_IDENTIFICATION_DRIVE_IDENTIFICATION_H

#include "dynamics/parameters.h"
#include "identification/drive_fit.h"

/* Numbers of all rows, joint by joint. */
typedef enum drive_column {
    COLUMN_QD,
    COLUMN_QDD,
    COLUMN_TAU,      /* at the times of the positions: less the delay */
    COLUMN_WEIGHT,   /* given, times the robust ones */
    COLUMN_LOAD,     /* torque of bodies and payload */
    COLUMN_MEASURED, /* torques at the times of their rows */
    COLUMN_RESIDUAL, /* work of a drive's fit */
    COLUMN_MODEL,    /* torque of body, payload and drive */
    COLUMN_KINDS
} drive_column;

struct cdy_drive_identification {
    cdy_drive_identification_options options;
    cdy_model *model; /* own copy */
    cdy_model *bare;  /* the same without payloads */
    cdy_workspace *workspace;
    int n, p; /* degrees of freedom; parameters of bodies */
    size_t rows, capacity;
    double *states;     /* capacity x (nq + 6 n): qd, qdd, tau, weights, the payload's torques, those of external
                         * forces, q */
    double *times;      /* capacity: NaN where not known */
    double time;        /* of the next row */
    bool *plain;        /* n: the joint has one degree of freedom, follows none and leads none */
    double *columns;    /* COLUMN_KINDS x n x rows */
    double *prior;      /* p */
    double *parameters; /* p */
    double *payload;    /* p */
    double *Y, *row;    /* n x p: regressor of a row; 2 n: its torques and weights */
    cdy_drive_estimate *drives, *deviations; /* n */
    double *delays;                          /* n: s */
    unsigned *left_out;                      /* n: bits of fitted_term */
    double *rotor_prior;                     /* n: rotors that bodies are fitted near to */
    bool *tied;                              /* n: the bodies' torques tell the rotor with a body alone */
    double *apart;                           /* n: deviation by which friction by the load tells it; infinite: not */
    double *joint_rms, *joint_prior_rms;     /* n */
    cdy_identification *inner;               /* of bodies and rotors */
    cdy_identification_result bodies;
    double first_width;
    int turns;
};

/* The column of a joint, `rows` numbers. */
double *cdy_joint_column(const cdy_drive_identification *c, drive_column kind, int joint);

#endif
