/* Checks of stops that the search for the worst ones shares. */
#ifndef CDY_CAPACITY_STOP_H
#define CDY_CAPACITY_STOP_H

#include <condyle/stop.h>

/* Fails as cdy_find_stop() does where the state of a stop is none. */
cdy_status cdy_check_stop_state(const cdy_model *model, const cdy_stop_state *state, cdy_error *error);

/* Returns whether the drives could not brake or hold, so that a stop of the state ended before its time. */
bool cdy_is_stuck(const cdy_stop_state *state, const cdy_stop *stop);

#endif
