/* Checks of stops that the search for the worst ones shares. */
#ifndef CDY_CAPACITY_STOP_H
#define CDY_CAPACITY_STOP_H

#include <condyle/stop.h>

/* Fails as cdy_find_stop() does where the state of a stop is none. */
cdy_status cdy_check_stop_state(const cdy_model *model, const cdy_stop_state *state, cdy_error *error);

/* The stop of cdy_find_stop(); *stuck tells whether it ended because the drives cannot brake or hold the robot. */
cdy_status cdy_find_stop_or_stuck(const cdy_model *model, const cdy_stop_state *state, cdy_stop *stop, double *q_end,
                                  bool *stuck, cdy_error *error);

#endif
