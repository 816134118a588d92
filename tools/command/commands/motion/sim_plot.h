/* Plot of a simulation: stacked panels over a common time axis, drawn by gnuplot as SVG. */
#ifndef CONDYLE_TOOLS_SIM_PLOT_H
#define CONDYLE_TOOLS_SIM_PLOT_H

#include "compute/calculation.h"

#include <stdio.h>

typedef struct sim_plot {
    const computation *computation;
    bool wanted;
    text_buffer gnuplot; /* its path */
    FILE *script;
    output picture;
    double *points; /* count x columns: time, q, tau, energies */
    size_t count, capacity, columns;
    uint64_t every; /* steps between two points; doubled where the points become too many */
} sim_plot;

/* Prepares the plot of --plot, if given, for a motion of `steps` steps (UINT64_MAX: not known); sim_plot_close() must
 * be called also after a failure. */
exit_code sim_plot_open(sim_plot *p, const computation *t, uint64_t steps);

/* Returns whether the state after `step` steps is a point of the plot. */
bool sim_plot_wants(const sim_plot *p, uint64_t step);

/* Adds the computation's state as a point. */
exit_code sim_plot_add(sim_plot *p);

/* Draws the plot where `code` is EXIT_FINE, and frees the plot; returns the exit code so far. */
exit_code sim_plot_close(sim_plot *p, exit_code code);

#endif
