/* Options of the contact subcommand, and its map. */
#ifndef CONDYLE_TOOLS_CONTACT_COMMAND_H
#define CONDYLE_TOOLS_CONTACT_COMMAND_H

#include "commands/motion/contact_limits.h"
#include "commands/motion/map_cells.h"

/* How many of the states are faster than the limits allow, and how many have no direction. */
typedef struct tally {
    unsigned long long states, fast, first; /* first: row of the input, from 1; 0: the state of the command line */
    double most;                            /* largest speed in parts of its limit */
    unsigned long long rows, still;         /* rows of the input, and those where the point has no direction */
} tally;

typedef struct contact_options {
    calculation_options calculation;
    const char *at;        /* --at */
    const char *direction; /* --direction; NULL: of the motion */
    int in_body_axes;      /* --in: 1: body */
    contact_limit_options limits;
    bool clamping;
    double most_clamping; /* N; 0: none */
    bool map;             /* --grid */
    map_options grid;
    tally *tally; /* of run() */
} contact_options;

/* The contact, and what compute() writes besides its results. */
typedef struct contact {
    cdy_contact_state state;
    double direction[3];
    bool *locked;
    const cdy_contact_limit *limit; /* NULL: no limits */
    tally *tally;
} contact;

/* Writes the map of radii and heights; the state of the computation has the contact. */
exit_code contact_write_map(computation *t, output *out);

#endif
