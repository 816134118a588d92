/* Excitation: motions from which the parameters of a robot can be identified well.
 *
 * Every joint of one degree of freedom moves along a finite Fourier series, q(t) = c + sum over l of a_l sin(l w t) +
 * b_l cos(l w t), w = 2 pi / duration, at rest at the begin and at the end of each period.  Coefficients are searched
 * for the least condition number of the base regressor (regressor.h; Gautier 1991) stacked over the period, and scaled
 * so that positions, velocities and accelerations stay within their limits at every time, and efforts at 64 times a
 * period of the highest harmonic, with a margin for the times between (Swevers and others 1997).  Joints of several
 * degrees of freedom stay at home.  Whether the robot hits itself or its surroundings is for the caller's `accept` to
 * say; without it, it is not looked at. */
#ifndef CONDYLE_EXCITATION_H
#define CONDYLE_EXCITATION_H

#include <condyle/regressor.h>

/* A search for an excitation motion, and the best motion that it found. */
typedef struct cdy_excitation cdy_excitation;

/* Limits are n each, greater than 0, infinite where there is none; NULL: none.  Positions have the model's limits,
 * those of a joint's followers as well, and where it has none 3.14 rad or 1 m on either side of 0. */
typedef struct cdy_excitation_options {
    double duration; /* of a period, 1e-6 to 1e9 s; 10 by default */
    int harmonics;   /* 5 by default, 2 to 100 */
    const double *velocity, *acceleration, *effort;
    double scale;                    /* share of the limits that is used, above 0, at most 1; 0.95 by default */
    cdy_regressor_options regressor; /* the parameters to identify */
    int evaluations;                 /* of the condition number in the search; 300 by default */
    uint64_t seed;                   /* of the search; 0 by default */
    bool (*accept)(void *context, int sample, const double *q); /* whether a motion may go on through q (nq), at 64
                                                                 * times a period of the highest harmonic in their
                                                                 * order: 0 begins a motion.  Motions that it refuses
                                                                 * are made smaller; NULL: all are accepted */
    void *context;                                              /* of `accept` */
    cdy_reserve reserve;                                        /* for members to come: all 0 */
} cdy_excitation_options;

/* Returns the options' defaults. */
CDY_API cdy_excitation_options cdy_excitation_options_default(void);

/* Searches an excitation; `options` NULL means the defaults.  The same arguments give the same result.  Allocates.
 * Fails with CDY_ERROR_ARGUMENT where an option is out of range or no joint has one degree of freedom, with
 * CDY_ERROR_NUMERIC where no motion was found that keeps the efforts within their limits and that is accepted, and with
 * CDY_ERROR_MEMORY. */
CDY_API cdy_status cdy_excitation_create(const cdy_model *model, const cdy_excitation_options *options,
                                         cdy_excitation **excitation, cdy_error *error);

/* Frees an excitation; takes NULL. */
CDY_API void cdy_excitation_destroy(cdy_excitation *excitation);

/* Returns the condition number of the base regressor over a period; NaN where there is no excitation. */
CDY_API double cdy_excitation_condition(const cdy_excitation *excitation);

/* Returns the number of base parameters that motions of these joints can determine; 0 where there is no excitation. */
CDY_API int cdy_excitation_rank(const cdy_excitation *excitation);

/* Gives q (nq), qd and qdd (n each; NULL: not wanted) at time t, s, without allocating; the motion repeats with its
 * period.  Fails with CDY_ERROR_ARGUMENT where t is not finite. */
CDY_API cdy_status cdy_excitation_evaluate(const cdy_excitation *excitation, double t, double *q, double *qd,
                                           double *qdd, cdy_error *error);

#endif
