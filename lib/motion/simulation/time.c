/* The time of a simulation. */
#include "simulation/simulation.h"

double cdy_simulation_time_after(const cdy_simulation *s, uint64_t steps)
{
    return s->start + (double)steps * s->options.step;
}

double cdy_simulation_time(const cdy_simulation *s)
{
    return s ? cdy_simulation_time_after(s, s->steps) : 0;
}
