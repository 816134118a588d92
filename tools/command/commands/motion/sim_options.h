/* Options of condyle sim. */
#ifndef CONDYLE_TOOLS_SIM_OPTIONS_H
#define CONDYLE_TOOLS_SIM_OPTIONS_H

#include "commands/state/closure.h"
#include "compute/calculation.h"

/* Control law of a simulation. */
typedef enum control_kind { CONTROL_NONE = 0, CONTROL_HOLD, CONTROL_COMPUTED_TORQUE, CONTROL_PD } control_kind;

typedef struct sim_options {
    calculation_options calculation;
    closure_options closure;
    double time; /* --time, s */
    bool time_given;
    double step;    /* --dt, s */
    int integrator; /* cdy_integrator */
    bool integrator_given;
    double tolerance; /* --tolerance, relative; 0: default */
    int control;      /* control_kind */
    const char *goal; /* --goal; NULL: not given */
    double frequency; /* --frequency, rad/s */
    bool frequency_given;
    double damping_ratio; /* --damping-ratio */
    bool damping_ratio_given;
    const char *kp, *kd; /* --kp, --kd; NULL: by the joints' inertias */
    bool saturate, stops;
    uint64_t every;   /* --every: steps between two rows */
    const char *plot; /* --plot; NULL: not given */
} sim_options;

#endif
