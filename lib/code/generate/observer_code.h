/* The momentum observer (condyle/observer.h) as C around the function of its routine, NAME_observer(), which computes
 * the momentum and the known part of its rate. */
#ifndef CDY_GENERATE_OBSERVER_CODE_H
#define CDY_GENERATE_OBSERVER_CODE_H

#include "generate/program.h"

/* Returns the routine with the arguments and the result of NAME_observer_update() behind observer and time. */
routine cdy_observer_update_of(const routine *r);

/* Writes the struct NAME_momentum_observer and its functions into the header. */
void cdy_observer_declare(program *p, const routine *r);

/* Writes these functions. */
void cdy_observer_define(program *p, const routine *r);

#endif
