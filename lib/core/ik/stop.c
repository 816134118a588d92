/* What ends a search before its iterations are used up. */
#include "ik/stop.h"

#include "base/error.h"

#include <float.h>
#include <math.h>
#include <string.h>

cdy_status cdy_check_ik_stop(const cdy_ik_stop *stop, cdy_error *error)
{
    const double numbers[] = {stop->step, stop->slope, stop->error_change};
    for (int i = 0; i < 3; i++) {
        if (!(numbers[i] >= 0 && numbers[i] <= DBL_MAX)) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT,
                            "the search is to stop at a step of %g, a slope of %g or a change of the error of %g; "
                            "expected 0 or positive numbers",
                            stop->step, stop->slope, stop->error_change);
        }
    }
    return CDY_OK;
}

void cdy_stop_watch_begin(stop_watch *watch, const double *error, size_t count)
{
    *watch = (stop_watch){.steps = 0};
    memcpy(watch->error, error, count * sizeof *error);
}

bool cdy_stop_watch_step(stop_watch *watch, double length)
{
    watch->length += length;
    return ++watch->steps == STOP_STRIDE;
}

cdy_ik_end cdy_stop_watch_end(stop_watch *watch, const cdy_ik_stop *stop, const double *error, size_t count,
                              double slope)
{
    double change = 0;
    for (size_t i = 0; i < count; i++) {
        change = fmax(change, fabs(error[i] - watch->error[i]));
    }
    const cdy_ik_end end = watch->length < stop->step    ? CDY_IK_STEP
                           : slope < stop->slope         ? CDY_IK_SLOPE
                           : change < stop->error_change ? CDY_IK_ERROR_CHANGE
                                                         : CDY_IK_CONVERGED;
    cdy_stop_watch_begin(watch, error, count);
    return end;
}

bool cdy_ik_is_interrupted(const cdy_ik_stop *stop)
{
    return stop->interrupt && stop->interrupt(stop->context);
}
