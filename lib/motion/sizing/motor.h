/* The motor of a joint in a cycle: its torque, and sums over the cycle. */
#ifndef CDY_SIZING_MOTOR_H
#define CDY_SIZING_MOTOR_H

#include <condyle/drive_sizing.h>

/* The state of a joint and of its motor at one time. */
typedef struct motor_state {
    double speed;  /* of the motor, rad/s */
    double torque; /* of the motor, N m */
    double output; /* torque of the joint, N m or N */
} motor_state;

/* The state of row `row`, or between the rows `row` and row + 1 at the part `part` of their distance. */
motor_state cdy_motor_at_row(const cdy_motor_drive *drive, const cdy_drive_duty *duty, size_t row);
motor_state cdy_motor_between(const cdy_motor_drive *drive, const cdy_drive_duty *duty, size_t row, double part);

/* Points and weights of Gauss and Legendre for the parts 0 to 1, exact for polynomials of degree 5. */
enum { GAUSS_POINTS = 3 };
extern const double cdy_gauss_points[GAUSS_POINTS], cdy_gauss_weights[GAUSS_POINTS];

/* Returns the mean of the square of the motor's torque between the rows `row` and row + 1. */
double cdy_mean_square_torque(const cdy_motor_drive *drive, const cdy_drive_duty *duty, size_t row);

/* Fail where a drive, a cycle or a demand has a number out of its range. */
cdy_status cdy_check_motor_drive(const cdy_motor_drive *drive, cdy_error *error);
cdy_status cdy_check_duty(const cdy_drive_duty *duty, cdy_error *error);
cdy_status cdy_check_demand(const cdy_drive_demand *demand, cdy_error *error);

#endif
