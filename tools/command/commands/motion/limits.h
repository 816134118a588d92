/* Results of the limits subcommand. */
#ifndef CONDYLE_TOOLS_LIMITS_H
#define CONDYLE_TOOLS_LIMITS_H

#include "commands/motion/clearance.h"
#include "commands/motion/recording.h"
#include "options/number_options.h"
#include "run/output.h"
#include "values/robot.h"

#include <condyle/limit_report.h>

/* Numbers of a joint, in the order of the columns. */
typedef enum limit_number {
    PEAK_TORQUE,
    PEAK_TORQUE_ROW,
    PEAK_TORQUE_TIME,
    RMS_TORQUE,
    EFFORT_LIMIT,
    EFFORT_PERCENT,
    PEAK_VELOCITY,
    PEAK_VELOCITY_ROW,
    PEAK_VELOCITY_TIME,
    VELOCITY_LIMIT,
    VELOCITY_PERCENT,
    LEAST_MARGIN,
    LEAST_MARGIN_ROW,
    LEAST_MARGIN_TIME,
    PEAK_POWER,
    PEAK_POWER_ROW,
    PEAK_POWER_TIME,
    ENERGY_DRIVEN,
    ENERGY_BRAKED,
    LIMIT_NUMBERS
} limit_number;

/* The use of the limits of one degree of freedom; NaN: not known. */
typedef struct limit_row {
    cdy_coordinate coordinate;
    cdy_limit_use use;
    bool passive;                  /* no drive: it has no torque and no limit of it */
    double lower, upper;           /* range of the position, rad or m; infinite where there is none */
    double numbers[LIMIT_NUMBERS]; /* in degrees where the command line says so */
} limit_row;

typedef struct limit_results {
    const robot *robot;
    limit_row *rows;
    int count;
    unsigned long long motion_rows;
    int exceeded; /* degrees of freedom that exceed a limit */
    int unknown;  /* degrees of freedom of which that may have stayed unseen */
    double tolerance;
    bool degrees;
    int precision;              /* of csv; 0: as many digits as needed */
    const clearance *clearance; /* NULL: not asked for */
} limit_results;

/* Returns the name of a number in CSV and JSON. */
const char *limit_number_name(limit_number number);

/* How strictly a motion is judged. */
typedef struct verdict_options {
    double tolerance; /* --tolerance */
    bool strict;      /* --strict */
} verdict_options;

/* --tolerance, --strict. */
extern const option_table verdict_table;

/* Returns whether a degree of freedom exceeds a limit. */
bool limit_row_exceeds(const limit_row *row);

/* Returns whether an excess of a degree of freedom may have stayed unseen. */
bool limit_row_is_unknown(const limit_row *row);

/* Makes the results of the report of a motion, its peaks by the rows of the input; limit_results_clear() frees them,
 * also after a failure. */
exit_code limit_results_make(limit_results *results, const recording *of, const cdy_limit_report *report, bool degrees);
void limit_results_clear(limit_results *results);

/* Fails with EXIT_EXCEEDED, and keeps the output, where a limit is exceeded, or, with --strict, may be. */
exit_code limit_results_verdict(const limit_results *results, const verdict_options *o, output *out);

/* Write the results. */
exit_code limits_write_table(const limit_results *results, output *out);
exit_code limits_write_csv(const limit_results *results, output *out);
exit_code limits_write_json(const limit_results *results, output *out);

#endif
