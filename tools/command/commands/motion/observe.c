/* condyle observe: external torques of a recorded motion by the momentum observer, and the events in them. */
#include "commands/motion/observe.h"

#include "options/command.h"
#include "options/ending.h"
#include "values/log_gain.h"

#include <condyle/observer.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct observe_options {
    invocation invocation;
    recording_options recording;
    const char *free; /* rows of free motion; NULL: none */
    double gain, threshold, alarms;
    bool threshold_given, alarms_given;
    format_options format;
    int precision;
} observe_options;

static exit_code complete(void *values, const invocation *given)
{
    const observe_options *o = values;
    (void)given;
    if (!o->recording.rows.input) {
        return fail(EXIT_USAGE, "'observe' needs --input FILE: rows of t, q, qd and tau");
    }
    if (o->free && o->threshold_given) {
        return fail(EXIT_USAGE, "--free and --threshold exclude each other: both say when a residual is an event");
    }
    if (o->alarms_given && !o->free) {
        return fail(EXIT_USAGE, "--alarms needs --free FILE, the motion from which thresholds are made");
    }
    if (o->format.kind == (int)FORMAT_NPY) {
        return fail(EXIT_USAGE, "'observe' writes table, csv or json");
    }
    return EXIT_FINE;
}

static const option_row option_rows[] = {
    INCLUDE_TABLE(recording_table, observe_options, recording),
    {.kind = OPTION_NUMBER,
     .name = "--gain",
     .metavar = "K",
     .offset = offsetof(observe_options, gain),
     .standard = "30",
     .help = "gain of the observer: a residual reaches 63 % of a torque that sets in after 1/K",
     .unit = "1/s",
     .above_zero = true},
    {.kind = OPTION_READ_FILE,
     .name = "--free",
     .metavar = "FILE",
     .offset = offsetof(observe_options, free),
     .help = "rows of a motion that nothing touches, from whose residual the thresholds of events are made"},
    {.kind = OPTION_NUMBER,
     .name = "--alarms",
     .metavar = "R",
     .offset = offsetof(observe_options, alarms),
     .given = offsetof(observe_options, alarms_given),
     .standard = "1",
     .help = "false alarms an hour, of all joints together, that thresholds of --free are made for",
     .above_zero = true},
    {.kind = OPTION_NUMBER,
     .name = "--threshold",
     .metavar = "T",
     .offset = offsetof(observe_options, threshold),
     .given = offsetof(observe_options, threshold_given),
     .help = "threshold of events of every joint, N m or N",
     .above_zero = true},
    INCLUDE_TABLE(format_table, observe_options, format),
    {.kind = OPTION_INTEGER,
     .name = "--precision",
     .metavar = "D",
     .offset = offsetof(observe_options, precision),
     .help = "significant digits of csv, 1 to 17 (default: as many as read back exactly)",
     .least = 1,
     .most = 17},
    {0},
};
static const option_table table = {.rows = option_rows, .complete = complete};

/* ---- residuals ---- */

/* An observer that takes the rows of a recording. */
typedef struct watcher {
    recording *recording;
    observed_motion *to;
    cdy_momentum_observer *observer;
    double *factors, *tau; /* joint torques a unit of logged ones; the joints' torques of a row */
    double last, step;     /* time of the last row, and the last step; step 0: there is none */
} watcher;

/* Makes room for a row; returns it, or NULL where memory runs out. */
static double *next_row(observed_motion *m)
{
    if (m->rows == m->capacity) {
        const size_t capacity = m->capacity ? 2 * m->capacity : 1024;
        double *larger = capacity > SIZE_MAX / sizeof *larger / (m->n + 1)
                             ? NULL
                             : realloc(m->numbers, capacity * (m->n + 1) * sizeof *larger);
        if (!larger) {
            return NULL;
        }
        m->numbers = larger;
        m->capacity = capacity;
    }
    return m->numbers + m->rows * (m->n + 1);
}

static cdy_status refuse(cdy_error *error, const char *text)
{
    *error = (cdy_error){.status = CDY_ERROR_ARGUMENT};
    snprintf(error->text, sizeof error->text, "%s", text);
    return CDY_ERROR_ARGUMENT;
}

/* After a gap of ten steps and more the torques between are not known: the observer begins anew. */
static void mind_gap(watcher *w, double step)
{
    enum { LONG_GAP = 10 };
    if (w->step > 0 && step > (double)LONG_GAP * w->step) {
        cdy_momentum_observer_reset(w->observer);
        w->to->gaps++;
    }
    w->step = w->step > 0 && step > (double)LONG_GAP * w->step ? w->step : step;
}

static cdy_status add_row(void *to, uint64_t number, const double *t, const double *q, const double *qd,
                          const double *tau, cdy_error *error)
{
    (void)number;
    watcher *w = to;
    if (!t || !q || !qd || !tau || w->recording->torques_computed) {
        return refuse(error, "an observer needs t, q, qd and tau in every row; 'condyle smooth' gives qd from q");
    }
    const double step = w->to->rows > 0 ? *t - w->last : 0;
    if (w->to->rows > 0 && !(step > 0)) {
        return refuse(error, "the time does not grow from the row before; expected rows in the order of their times");
    }
    mind_gap(w, step);
    double *row = next_row(w->to);
    if (!row) {
        *error = (cdy_error){.status = CDY_ERROR_MEMORY, .text = "out of memory"};
        return CDY_ERROR_MEMORY;
    }
    for (size_t i = 0; i < w->to->n; i++) {
        w->tau[i] = tau[i] * w->factors[i];
    }
    const cdy_status status = cdy_momentum_observer_update(
        w->observer, w->recording->robot.model, w->recording->workspace, step, q, qd, w->tau, row + 1, error);
    if (!status) {
        row[0] = w->last = *t;
        w->to->rows++;
    }
    return status;
}

/* Reads a recording that is open, and observes it. */
static exit_code observe(recording *r, double gain, observed_motion *m)
{
    const cdy_model *model = r->robot.model;
    const size_t n = (size_t)cdy_model_nv(model), size = cdy_momentum_observer_size(model);
    void *memory = malloc(size);
    double *gains = calloc(3 * n + 1, sizeof *gains);
    exit_code code = memory && gains ? EXIT_FINE : fail_memory();
    bool any = false;
    for (size_t i = 0; gains && i < n; i++) {
        gains[i] = gain;
        gains[n + i] = torque_gain_of(&r->robot, (int)i);
        any = any || gains[n + i] < 1 || gains[n + i] > 1;
    }
    if (any) {
        note("torques of the rows are times the torque gains of ROBOT");
    }
    watcher w = {.recording = r, .to = m, .factors = gains ? gains + n : NULL, .tau = gains ? gains + 2 * n : NULL};
    m->n = n;
    cdy_error error;
    if (code == EXIT_FINE && cdy_momentum_observer_init(memory, size, model, gains, &w.observer, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    code = code == EXIT_FINE ? recording_read(r, add_row, &w) : code;
    free(gains);
    free(memory);
    return code;
}

/* ---- thresholds ---- */

static double total_time(const observed_motion *m)
{
    return m->rows > 1 ? m->numbers[(m->rows - 1) * (m->n + 1)] - m->numbers[0] : 0;
}

/* Mean and standard deviation of the largest residuals of joint i in blocks of `length` s. Returns the number of blocks
 * that are whole. */
static size_t sum_blocks(const observed_motion *m, size_t i, double length, double *mean, double *deviation)
{
    double sum = 0, squares = 0, most = 0;
    size_t block = 0, count = 0;
    for (size_t row = 0; row < m->rows; row++) {
        const double *numbers = m->numbers + row * (m->n + 1);
        const size_t at = (size_t)((numbers[0] - m->numbers[0]) / length);
        if (at > block) {
            sum += most;
            squares += most * most;
            most = 0;
            block = at;
            count++;
        }
        most = fmax(most, fabs(numbers[1 + i]));
    }
    *mean = count > 0 ? sum / (double)count : 0;
    *deviation = count > 1 ? sqrt(fmax(0, squares - sum * *mean) / (double)(count - 1)) : 0;
    return count;
}

/* The threshold that the largest residual of a block exceeds with probability p, by Gumbel's distribution of largest
 * values (Gumbel, Statistics of Extremes, 1958), from the mean and deviation of such blocks. */
static double gumbel_threshold(double mean, double deviation, double p)
{
    const double pi = 3.14159265358979323846, euler = 0.57721566490153286;
    const double scale = deviation * sqrt(6) / pi;
    return mean - euler * scale - scale * log(-log1p(-p));
}

/* Thresholds for so many false alarms an hour of all joints together: the rate of each is a part of it. Blocks last ten
 * times as long as the filter remembers, so that their largest values are nearly independent. */
static exit_code make_thresholds(const observed_motion *m, const observe_options *options, observation *o)
{
    enum { LEAST_BLOCKS = 10 };
    const double hour = 3600, length = 10 / options->gain;
    const double p = options->alarms * length / hour / (double)m->n;
    for (size_t i = 0; i < m->n; i++) {
        double mean, deviation;
        const size_t blocks = sum_blocks(m, i, length, &mean, &deviation);
        if (blocks < LEAST_BLOCKS) {
            return fail(EXIT_INPUT, "--free: %.3g s are too short for thresholds; expected %.3g s and more",
                        total_time(m), (LEAST_BLOCKS + 1) * length);
        }
        if (!(p < 1)) {
            return fail(EXIT_USAGE, "--alarms: %g an hour are more than the residual has independent values",
                        options->alarms);
        }
        o->thresholds[i] = gumbel_threshold(mean, deviation, p);
    }
    o->alarms = options->alarms;
    o->free_time = total_time(m);
    return EXIT_FINE;
}

static exit_code observe_free_motion(const observe_options *options, observation *o)
{
    recording_options free_options = options->recording;
    free_options.rows.input = options->free;
    recording r;
    observed_motion m = {0};
    exit_code code = recording_open(&r, &free_options, options->invocation.robot);
    code = code == EXIT_FINE ? observe(&r, options->gain, &m) : code;
    code = code == EXIT_FINE ? make_thresholds(&m, options, o) : code;
    recording_close(&r);
    free(m.numbers);
    return code;
}

/* ---- events ---- */

/* The joint whose residual is largest beside its threshold, and how large. */
static double largest_part(const observation *o, size_t row, int *joint)
{
    double most = 0;
    for (int i = 0; i < (int)o->motion.n; i++) {
        const double part = fabs(observed_residual(o, row, i)) / o->thresholds[i];
        if (part > most) {
            most = part;
            *joint = i;
        }
    }
    return most;
}

/* Finds the events; two that are closer than the filter remembers, 3/K, are one. */
static bool find_events(observation *o)
{
    size_t capacity = 0;
    double peak = 0;
    for (size_t row = 0; row < o->motion.rows; row++) {
        int joint = 0;
        const double part = largest_part(o, row, &joint);
        if (!(part > 1)) {
            continue;
        }
        observed_event *e = o->event_count > 0 ? &o->events[o->event_count - 1] : NULL;
        if (!e || observed_time(o, row) - observed_time(o, e->last) > 3 / o->gain) {
            if (!o->events || o->event_count == capacity) {
                capacity = capacity ? 2 * capacity : 16;
                observed_event *larger = realloc(o->events, capacity * sizeof *larger);
                if (!larger) {
                    return false;
                }
                o->events = larger;
            }
            e = &o->events[o->event_count++];
            *e = (observed_event){.first = row, .peak = row, .joint = joint};
            peak = 0;
        }
        e->last = row;
        if (part > peak) {
            peak = part;
            e->peak = row;
            e->joint = joint;
        }
    }
    return true;
}

/* ---- the subcommand ---- */

static exit_code judge(const observe_options *options, observation *o)
{
    o->judged = options->free || options->threshold_given;
    o->thresholds = calloc(o->motion.n + 1, sizeof *o->thresholds);
    if (!o->thresholds) {
        return fail_memory();
    }
    for (size_t i = 0; i < o->motion.n; i++) {
        o->thresholds[i] = options->threshold;
    }
    const exit_code code = options->free ? observe_free_motion(options, o) : EXIT_FINE;
    return code != EXIT_FINE || !o->judged || find_events(o) ? code : fail_memory();
}

static exit_code write_results(const observe_options *options, const observation *o, output *out)
{
    if (o->motion.gaps > 0) {
        note("%zu gaps in time, after which the observer began anew", o->motion.gaps);
    }
    if (!o->judged) {
        note("no events are judged: give --free FILE, rows of a motion that nothing touches, or --threshold");
    }
    return options->format.kind == (int)FORMAT_CSV    ? observe_write_csv(o, out)
           : options->format.kind == (int)FORMAT_JSON ? observe_write_json(o, out)
                                                      : observe_write_table(o, out);
}

static exit_code run(const void *options, output *out)
{
    const observe_options *given = options;
    recording r;
    exit_code code = recording_open(&r, &given->recording, given->invocation.robot);
    observation o = {.robot = &r.robot, .gain = given->gain, .precision = given->precision};
    code = code == EXIT_FINE ? observe(&r, given->gain, &o.motion) : code;
    code = code == EXIT_FINE ? judge(given, &o) : code;
    code = code == EXIT_FINE ? write_results(given, &o, out) : code;
    free(o.motion.numbers);
    free(o.thresholds);
    free(o.events);
    recording_close(&r);
    return code;
}

const command command_observe = {
    .name = "observe",
    .summary = "external torques of a recorded motion, and events in them",
    .description =
        "Observer: the torques that something outside the robot puts on its joints, from the rows of --input (t,\n"
        "q, qd, tau) by the generalized momentum, without accelerations.  --drives names what of the motors'\n"
        "torques friction, springs and rotors take; --payload what the robot carries.  The residual of a joint\n"
        "follows the torque as a filter of first order with the gain K.\n"
        "An event is where a residual is above its threshold: --threshold, or one made from the residual of a\n"
        "motion that nothing touches, --free, so that all joints together raise --alarms false alarms an hour, by\n"
        "the distribution of the largest values in blocks of 10/K (Gumbel).\n"
        "\n"
        "csv has one row a sample: t, residual.JOINT and event, the number of the event or 0; JSON has \"joints\" "
        "with\n"
        "thresholds and \"events\".\n",
    .examples = "condyle observe universalUR5e --input motion.csv --drives all\n"
                "condyle observe universalUR5e --input motion.csv --free free.csv --alarms 0.1 --format json\n",
    .options = &table,
    .endings = ending_table,
    .size = sizeof(observe_options),
    .uses_mass = true,
    .run = run,
};
