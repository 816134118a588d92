/* Closed loops of a simulation: the state closes them at the beginning, and after every step. */
#ifndef CONDYLE_TOOLS_SIM_LOOPS_H
#define CONDYLE_TOOLS_SIM_LOOPS_H

#include "commands/motion/sim_options.h"
#include "commands/state/closure.h"

typedef struct sim_loops {
    computation *computation;
    closure closure; /* mechanism NULL: the robot is a tree */
    double *q, *qd;  /* of the state that a step begins with, then of its end */
    double *tau, *fext;
} sim_loops;

/* Makes the mechanism of a robot with loops, and closes them at the computation's state, whose velocities become those
 * of its independent joints; leaves other robots alone. Fails where the robot has loops and no drives are named, or
 * where an option has no form for loops. sim_loops_close() frees it, also after a failure. */
exit_code sim_loops_open(sim_loops *l, computation *t);
void sim_loops_close(sim_loops *l);

/* Fails where a joint without a drive has a torque at the simulation's state; leaves robots without loops alone. */
exit_code sim_loops_check(sim_loops *l, cdy_simulation *simulation);

/* Takes a step of `dt` s that ends at `time`, with the torques of the simulation and the wrenches at its beginning. */
cdy_status sim_loops_step(sim_loops *l, cdy_simulation *simulation, double time, double dt, cdy_error *error);

#endif
