/* The drive of one joint from its rows, where the torques of the bodies are known. */
#ifndef CDY_IDENTIFICATION_DRIVE_FIT_H
#define CDY_IDENTIFICATION_DRIVE_FIT_H

#include <condyle/drive_identification.h>

/* The terms that a drive's torque is linear in. */
typedef enum fitted_term {
    FIT_DAMPING,
    FIT_FRICTION,
    FIT_STRIBECK,
    FIT_LOAD,
    FIT_ROTOR,
    FIT_OFFSET,
    FIT_TERMS
} fitted_term;

/* The rows of a joint. */
typedef struct drive_rows {
    size_t count;
    const double *qd, *qdd;
    const double *load;     /* u: torque of the bodies */
    const double *residual; /* tau - u: the drive's torque and the noise */
    const double *weight;
    double fastest; /* the largest |qd| */
    double width;   /* of the sign; 0: searched for */
} drive_rows;

/* The torque of a drive at one row. */
double cdy_drive_torque(const cdy_drive_estimate *drive, double qd, double qdd, double load);

/* Finds the drive of a joint, with the terms whose bits (1 << fitted_term) `terms` has, and the standard deviations of
 * its numbers beside the given bodies. `searched` searches width and Stribeck velocity all over their ranges, otherwise
 * near those of `drive`. */
void cdy_drive_fit(const drive_rows *rows, unsigned terms, bool searched, cdy_drive_estimate *drive,
                   cdy_drive_estimate *deviations);

/* Returns how much of the inertia in the load is the rotor's, whose torque the gear does not transmit: friction by the
 * load is then that of load - inertia qdd. From -rotor_inertia to what the load shows; `work` has room for the rows.
 * *deviation is the standard deviation of that inertia for white noise, beside the linear terms of the drive; infinite
 * where the rows do not tell it. */
double cdy_drive_transfer(const drive_rows *rows, unsigned terms, const cdy_drive_estimate *drive, double *work,
                          double *deviation);

/* Returns `terms` without those, out of offset, Stribeck friction and friction by the load, beside which rows are told
 * no better from drives that were fitted to others: cross-validation over blocks of rows one after the other, with
 * width and Stribeck velocity of `drive`. */
unsigned cdy_drive_validate(const drive_rows *rows, unsigned terms, const cdy_drive_estimate *drive);

#endif
