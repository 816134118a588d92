/* Results of the observe subcommand. */
#ifndef CONDYLE_TOOLS_OBSERVE_H
#define CONDYLE_TOOLS_OBSERVE_H

#include "commands/motion/recording.h"
#include "options/number_options.h"
#include "run/output.h"

/* Residuals of a motion: a row of time and residuals (n) a sample. */
typedef struct observed_motion {
    double *numbers; /* rows x (1 + n) */
    size_t rows, capacity, n;
    size_t gaps; /* gaps of time, after which the observer began anew */
} observed_motion;

/* A stretch of samples where the residual of a joint is above its threshold. */
typedef struct observed_event {
    size_t first, last; /* rows, from 0 */
    size_t peak;        /* row where the residual is largest beside its threshold */
    int joint;          /* there */
} observed_event;

typedef struct observation {
    const robot *robot;
    observed_motion motion;
    bool judged;        /* there are thresholds */
    double *thresholds; /* n, N m or N */
    double alarms;      /* false alarms an hour that the thresholds are made for; 0: thresholds were given */
    double free_time;   /* s of free motion that they are made from */
    observed_event *events;
    size_t event_count;
    double gain; /* 1/s */
    int precision;
} observation;

static inline double observed_time(const observation *o, size_t row)
{
    return o->motion.numbers[row * (o->motion.n + 1)];
}

static inline double observed_residual(const observation *o, size_t row, int joint)
{
    return o->motion.numbers[row * (o->motion.n + 1) + 1 + (size_t)joint];
}

exit_code observe_write_table(const observation *o, output *out);
exit_code observe_write_csv(const observation *o, output *out);
exit_code observe_write_json(const observation *o, output *out);

#endif
