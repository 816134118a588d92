/* Quantities of one state that need a definite mass matrix (quantities.def).
 *
 * `in` are q, qd in the tree's coordinates, the torque in the caller's, and the external forces; results are written in
 * the caller's coordinates, and left as they were where M is singular: CDY_ERROR_NUMERIC with a joint's name. No result
 * may overlap an input, vectors excepted. */
#ifndef CDY_DYNAMICS_SOLVE_H
#define CDY_DYNAMICS_SOLVE_H

#include "dynamics/quantity.h"

typedef cdy_status quantity_solver(const cdy_model *model, cdy_workspace *workspace, const quantity_given *given,
                                   const double *const in[QUANTITY_INPUTS], double *const out[QUANTITY_RESULTS],
                                   cdy_error *error);

quantity_solver cdy_solve_forward_dynamics, cdy_solve_forward_dynamics_by, cdy_solve_inverse_mass_times;
quantity_solver cdy_solve_forward_dynamics_vjp, cdy_solve_forward_dynamics_jvp;
quantity_solver cdy_solve_inverse_mass_matrix, cdy_solve_forward_dynamics_derivatives;

#endif
