/* Checks of stops that the search for the worst ones shares. */
#ifndef CDY_CAPACITY_STOP_H
#define CDY_CAPACITY_STOP_H

#include <condyle/stop.h>

/* Fails as cdy_find_stop() does where the state of a stop is none. */
cdy_status cdy_check_stop_state(const cdy_model *model, const cdy_stop_state *state, cdy_error *error);

/* How a stop ends. */
typedef enum stop_end {
    STOP_AT_REST,
    STOP_TIME_OVER, /* after the most time */
    STOP_STUCK,     /* the drives cannot brake or hold the robot */
    STOP_TOO_OFTEN  /* joints come to rest and slip again oftener than the steps can follow */
} stop_end;

/* The stop of cdy_find_stop(), and how it ends: STOP_TOO_OFTEN is an error only where `end` is NULL. */
cdy_status cdy_find_stop_and_end(const cdy_model *model, const cdy_stop_state *state, cdy_stop *stop, double *q_end,
                                 stop_end *end, cdy_error *error);

#endif
