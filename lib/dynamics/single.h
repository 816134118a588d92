/* Functions of this room that batches over floats need (CDY_SINGLE): the names of their float32 versions. */
#ifndef CDY_DYNAMICS_SINGLE_H
#define CDY_DYNAMICS_SINGLE_H

#ifdef CDY_SINGLE
#define cdy_add_drive_torque      cdy_add_drive_torque_f32
#define cdy_add_rotor_torque      cdy_add_rotor_torque_f32
#define cdy_subtract_drive_torque cdy_subtract_drive_torque_f32
#define cdy_add_rotor_inertia     cdy_add_rotor_inertia_f32
#define cdy_add_drive_derivatives cdy_add_drive_derivatives_f32
#define cdy_drive_slopes          cdy_drive_slopes_f32
#define cdy_spring_energy         cdy_spring_energy_f32
#define cdy_rotor_energy          cdy_rotor_energy_f32
#define cdy_choose_kernels        cdy_choose_kernels_f32
#endif

#endif
