/* Options of the payload subcommand, and its map. */
#ifndef CONDYLE_TOOLS_PAYLOAD_COMMAND_H
#define CONDYLE_TOOLS_PAYLOAD_COMMAND_H

#include "report/calculation.h"

typedef struct payload_options {
    calculation_options calculation;
    double com[3]; /* --com, m in the body's frame */
    bool anywhere, map;
    double cell;      /* --cell, m */
    uint64_t samples; /* --samples */
    bool cell_given, samples_given;
} payload_options;

/* Returns the options of the library's search. */
cdy_capacity_options payload_search_options(const payload_options *o);

/* Writes the map of radii and heights. */
exit_code payload_write_map(computation *t, output *out);

#endif
