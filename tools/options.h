/* Options: the command line of a subcommand, read by one table. */
#ifndef CONDYLE_TOOLS_OPTIONS_H
#define CONDYLE_TOOLS_OPTIONS_H

#include "coordinates.h"
#include "message.h"
#include "output.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Every option of every subcommand; a subcommand takes a set of them, bit 1u << id each. */
typedef enum option_id {
    OPTION_Q = VECTOR_Q,
    OPTION_QD = VECTOR_QD,
    OPTION_QDD = VECTOR_QDD,
    OPTION_TAU = VECTOR_TAU,
    OPTION_WRENCH,
    OPTION_SEED,
    OPTION_GRAVITY,
    OPTION_MIMIC,
    OPTION_FLOATING_BASE,
    OPTION_FORMAT,
    OPTION_HELP,
    OPTION_COUNT
} option_id;

enum {
    OPTIONS_ROBOT = 1u << OPTION_GRAVITY | 1u << OPTION_MIMIC | 1u << OPTION_FLOATING_BASE | 1u << OPTION_FORMAT |
                    1u << OPTION_HELP,                 /* what every subcommand with a robot takes */
    OPTIONS_STATE = 1u << OPTION_Q | 1u << OPTION_SEED /* what every subcommand at a configuration takes as well */
};

typedef enum output_format_kind { FORMAT_TABLE = 0, FORMAT_CSV, FORMAT_JSON } output_format_kind;

typedef struct options {
    const char *robot;                 /* as given; NULL where only help is asked for */
    const char *vectors[VECTOR_COUNT]; /* the texts of --q, --qd, --qdd, --tau; NULL: not given */
    const char **wrenches;             /* the texts of --wrench, in their order */
    size_t wrench_count;
    uint64_t seed;
    double gravity[3]; /* m/s2, base frame */
    bool mimic_independent;
    bool floating_base;
    output_format_kind format;
    bool help;
    unsigned given; /* bits of the options that were given */
} options;

/* Reads the arguments behind the name of subcommand `command`, which takes the options in the set `taken`.
 * Reports what is wrong with them; options_clear() frees the result, also after a failure. */
exit_code options_read(options *o, const char *command, unsigned taken, int count, char **arguments);

/* Frees what options_read() made. */
void options_clear(options *o);

/* Writes the part of a help text that describes a set of options. */
void options_describe(output *out, unsigned taken);

#endif
