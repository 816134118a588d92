/* Plot of a simulation: stacked panels over one time axis, drawn by gnuplot as SVG. */
#ifndef CONDYLE_TOOLS_SIM_PLOT_H
#define CONDYLE_TOOLS_SIM_PLOT_H

#include "report/calculation.h"

#include <stdio.h>

typedef struct sim_plot {
    const task *task;
    bool wanted;
    text_buffer gnuplot; /* its path */
    FILE *script;        /* with the points so far */
    output picture;
    uint64_t every; /* steps from point to point */
} sim_plot;

/* Prepares the picture of --plot, where it is given, of a motion of so many steps; sim_plot_close() is due also after
 * a failure. */
exit_code sim_plot_open(sim_plot *p, const task *t, uint64_t steps);

/* Tells whether the state after `step` steps is a point of the picture. */
bool sim_plot_wants(const sim_plot *p, uint64_t step);

/* Adds the task's state as a point. */
exit_code sim_plot_add(sim_plot *p);

/* Draws the picture where the command went well so far, and frees everything; returns how it goes now. */
exit_code sim_plot_close(sim_plot *p, exit_code code);

#endif
