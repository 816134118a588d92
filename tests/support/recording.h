/* Recordings: random motions of robots and their torques by given parameters. */
#ifndef CDY_TESTS_RECORDING_H
#define CDY_TESTS_RECORDING_H

#include "support/robot.h"

#include <stddef.h>
#include <stdint.h>

/* Returns `count` zeros, which the caller frees. */
double *new_array(size_t count);

/* Gives Y times parameters at a state. */
void torques_of(robot *r, const cdy_regressor_options *options, const double *q, const double *qd, const double *qdd,
                const double *parameters, double *tau);

/* Draws a state of a robot of up to 128 degrees of freedom. */
void draw_state(robot *r, uint64_t *state, double *q, double *qd, double *qdd);

/* Draws a number of the standard normal distribution (Box and Muller 1958). */
double draw_normal(uint64_t *state);

/* Adds random rows with the torques of given parameters, and noise of a standard deviation for each joint. */
void record(robot *r, cdy_identification *id, const cdy_regressor_options *options, const double *parameters, int rows,
            const double *noise, uint64_t *state);

/* Checks that two sets of parameters give the same torques. */
void check_same_torques(robot *r, const cdy_regressor_options *options, const double *a, const double *b,
                        double tolerance);

/* Makes an identification of a robot. */
cdy_identification *make_identification(robot *r, const cdy_identification_options *options);

/* Adds a point of mass m to a body's parameters; a negative m subtracts the point, and may make the body impossible. */
void add_mass_point(double pi[10], double m, double x, double y, double z);

/* Returns parameters that differ from the model's: each body is another physically possible body.  The caller frees
 * them. */
double *other_parameters(robot *r, uint64_t seed);

#endif
