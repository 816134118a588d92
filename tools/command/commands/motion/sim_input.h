/* Torques over time from rows of t and tau, linear between two rows; the first and the last ones hold before and after.
 *
 * Rows are read as the motion needs them: memory holds those of the present step and ahead. */
#ifndef CONDYLE_TOOLS_SIM_INPUT_H
#define CONDYLE_TOOLS_SIM_INPUT_H

#include "compute/calculation.h"
#include "rows/row_pass.h"

typedef struct sim_input {
    const computation *computation;
    row_reader rows;
    double *values[VARIABLE_COUNT]; /* of the row that is read */
    double *kept;                   /* count rows of t, then tau (nv) */
    size_t first, count, capacity;  /* kept rows begin at `first` */
    double start, reach;            /* of the first row; s after it: rows beyond would take too many steps */
    bool open, ended;
    row_faults faults;
    exit_code code; /* of a faulty row, which is reported */
} sim_input;

/* Opens the rows of --input and reads the first; positions and velocities that it has become the computation's initial
 * state where the command line gives none. A row more than `reach` s after the first is refused. */
exit_code sim_input_open(sim_input *in, const computation *t, double reach);

/* Returns the time of the first row. */
double sim_input_start(const sim_input *in);

/* Adds the torques at time t to tau (nv); false where a row is faulty. */
bool sim_input_add(sim_input *in, double t, double *tau);

/* Returns whether the rows reach to time t, within `slack`; false too where a row is faulty. */
bool sim_input_reaches(sim_input *in, double t, double slack);

/* Forgets rows that no time from t on needs. */
void sim_input_forget(sim_input *in, double t);

/* Frees the rows. */
void sim_input_close(sim_input *in);

#endif
