/* Explicit Runge-Kutta methods on the configuration manifold (Munthe-Kaas 1998): the stages of a step as displacements
 * from the configuration at its beginning. */
#ifndef CDY_SIMULATION_RUNGE_KUTTA_H
#define CDY_SIMULATION_RUNGE_KUTTA_H

#include "simulation/simulation.h"

/* A method: stage i is at nodes[i] of the step, and its state is the sum of weights[i] times the rates of the stages
 * before, for stages 1 on; weights[stages] is the result's row. */
typedef struct runge_kutta {
    int stages;
    double nodes[MOST_STAGES];
    double weights[MOST_STAGES + 1][MOST_STAGES];
} runge_kutta;

/* Computes the displacement and the change of velocity (nv each) that row `row` of a method makes in the time h of the
 * stages before. */
void cdy_combine_stages(const cdy_simulation *s, const runge_kutta *method, int row, double h, double *displacement,
                        double *change);

/* Computes stages `first` on of a step of length h from state `from` at time t: their rates of displacement in s->rates
 * and their accelerations in s->accelerations. Leaves the last stage's state in s->stage, its displacement and its
 * change of velocity in `displacement` and `change`. Fails with CDY_ERROR_NUMERIC where the motion is not finite or a
 * body turns by more than 1 rad. */
cdy_status cdy_compute_stages(cdy_simulation *s, const runge_kutta *method, int first, double t, double h,
                              motion_state from, double *displacement, double *change, cdy_error *error);

/* Fails with CDY_ERROR_NUMERIC where a displacement turns a body by more than 1 rad: the series for rates are exact to
 * rounding only below. */
cdy_status cdy_check_turn(const cdy_simulation *s, double t, const double *displacement, cdy_error *error);

#endif
