/* State options: the state of the robot, as text. */
#ifndef CONDYLE_TOOLS_STATE_OPTIONS_H
#define CONDYLE_TOOLS_STATE_OPTIONS_H

#include "options/options.h"
#include "values/coordinates.h"

#include <stdint.h>

typedef struct state_options {
    const char *vectors[VECTOR_COUNT]; /* --q, --qd, --qdd, --tau; NULL: not given */
    text_list wrenches;                /* --wrench */
    uint64_t seed;                     /* --seed */
} state_options;

/* One option each, with state_options. */
extern const option_table q_table, qd_table, qdd_table, tau_table;

/* --wrench alone; the struct is a text_list. */
extern const option_table wrench_table;

/* --seed alone; the struct is a uint64_t. */
extern const option_table seed_table;

#endif
