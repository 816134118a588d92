/* Options of the payload subcommand, and its map. */
#ifndef CONDYLE_TOOLS_PAYLOAD_COMMAND_H
#define CONDYLE_TOOLS_PAYLOAD_COMMAND_H

#include "commands/motion/map_cells.h"

typedef struct payload_options {
    calculation_options calculation;
    double com[3]; /* --com, m in the body's frame */
    bool anywhere, map;
    map_options grid;
    bool identify;     /* --identify: what a recording tells of a payload */
    const char *empty; /* --empty: a recording without it; NULL: none */
    double cutoff;     /* --cutoff, Hz */
    bool cutoff_given;
    bool no_delays; /* --no-delays */
    int effort;     /* --effort, an effort_kind of identify_rows.h */
} payload_options;

/* Returns the options of the library's search. */
cdy_capacity_options payload_search_options(const payload_options *o);

/* Identifies what the robot of a recording carries, and writes it. */
exit_code payload_identify(const payload_options *o, output *out);

/* Writes the map of radii and heights. */
exit_code payload_write_map(computation *t, output *out);

#endif
