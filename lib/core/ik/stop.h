/* What ends a search before its iterations are used up. */
#ifndef CDY_IK_STOP_H
#define CDY_IK_STOP_H

#include <condyle/inverse_kinematics.h>

enum { STOP_STRIDE = 5 };

/* The steps of a descent since it was looked at last. */
typedef struct stop_watch {
    int steps;
    double length;   /* of these steps together */
    double error[6]; /* as they began */
} stop_watch;

/* Fails where a number is negative or no number. */
cdy_status cdy_check_ik_stop(const cdy_ik_stop *stop, cdy_error *error);

/* Begins to watch a descent at an error of `count` components. */
void cdy_stop_watch_begin(stop_watch *watch, const double *error, size_t count);

/* Notes a step of this length; returns whether STOP_STRIDE steps are made, so that cdy_stop_watch_end() is to be asked.
 */
bool cdy_stop_watch_step(stop_watch *watch, double length);

/* Returns what ends the descent, CDY_IK_CONVERGED where nothing does, at an error and the largest derivative of half
 * the cost, and begins to watch the next steps. */
cdy_ik_end cdy_stop_watch_end(stop_watch *watch, const cdy_ik_stop *stop, const double *error, size_t count,
                              double slope);

/* Whether the caller ends the search. */
bool cdy_ik_is_interrupted(const cdy_ik_stop *stop);

#endif
