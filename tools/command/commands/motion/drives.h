/* Results of the drives subcommand. */
#ifndef CONDYLE_TOOLS_DRIVES_COMMAND_H
#define CONDYLE_TOOLS_DRIVES_COMMAND_H

#include "commands/motion/sized.h"
#include "options/number_options.h"
#include "run/output.h"

typedef struct drives_options {
    invocation invocation;
    recording_options recording;
    sizing_options sizing;
    bool strict;
    format_options format;
    int precision; /* significant digits of csv; 0: as many as needed */
} drives_options;

/* Write the results. */
void drives_write_table(const sized *s, const robot *r, output *out);
exit_code drives_write_csv(const sized *s, const robot *r, int precision, output *out);
exit_code drives_write_json(const sized *s, const robot *r, output *out);

#endif
