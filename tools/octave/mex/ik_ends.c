#include "ik_ends.h"

#include <math.h>

static bool is_time_over(void *context)
{
    const ik_ends *e = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const double whole = (double)now.tv_sec - (double)e->begun.tv_sec;
    return whole + 1e-9 * ((double)now.tv_nsec - (double)e->begun.tv_nsec) >= e->seconds;
}

bool ik_ends_read(const mxArray *array, ik_ends *ends)
{
    const double *numbers;
    if (!read_vector(array, "what ends the search", 6, &numbers)) {
        return false;
    }
    *ends = (ik_ends){.stop = {.step = numbers[1], .slope = numbers[2], .error_change = numbers[3]},
                      .damping_bias = numbers[4],
                      .constant_damping = !(fabs(numbers[5]) > 0),
                      .seconds = numbers[0]};
    if (!(ends->seconds > 0)) {
        return fail("condyle:argument", "MaxTime: expected a positive number of seconds, not %g", ends->seconds);
    }
    clock_gettime(CLOCK_MONOTONIC, &ends->begun);
    ends->stop.interrupt = is_time_over;
    ends->stop.context = ends;
    return true;
}
