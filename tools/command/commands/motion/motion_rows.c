#include "commands/motion/motion_rows.h"

#include "compute/row_writer.h"
#include "run/progress.h"
#include "values/per_joint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const option_row rows[] = {
    {.kind = OPTION_NUMBER,
     .name = "--rate",
     .metavar = "HZ",
     .offset = offsetof(motion_limit_options, rate),
     .standard = "100",
     .help = "rows a second",
     .above_zero = true},
    {.kind = OPTION_TEXT,
     .name = "--velocity",
     .metavar = "VALUES",
     .offset = offsetof(motion_limit_options, velocity),
     .help = "limits of velocity: one number for all, a list, or joint=value,... (default: those of the file)",
     .names = NAMES_VELOCITIES},
    {.kind = OPTION_TEXT,
     .name = "--acceleration",
     .metavar = "VALUES",
     .offset = offsetof(motion_limit_options, acceleration),
     .help = "limits of acceleration, as --velocity, rad/s2 or m/s2 (default: those of the file, by URDF 1.2)",
     .names = NAMES_VELOCITIES},
    {0},
};
const option_table motion_limit_table = {.title = "Limits", .rows = rows};

/* Reads limits of one kind from the command line, over the limits of the file. */
static exit_code read_limit(const computation *t, vector_kind kind, const char *name, const char *given, double *limits)
{
    const per_joint_option option = {.name = name,
                                     .noun = "limit",
                                     .kind = kind,
                                     .above_zero = true,
                                     .degrees = t->options->numbers.degrees,
                                     .least = 1e-50, /* as cdy_trajectory_create() */
                                     .most = 1e50};
    return per_joint_read(t->robot, &option, given, limits);
}

exit_code motion_limits_read(const computation *t, const motion_limit_options *o, motion_limits *limits)
{
    const size_t n = (size_t)cdy_model_nv(t->robot->model);
    cdy_error error;
    limits->velocity = calloc(4 * n + 1, sizeof *limits->velocity);
    if (!limits->velocity) {
        return fail_memory();
    }
    limits->acceleration = limits->velocity + n;
    limits->effort = limits->acceleration + n;
    limits->jerk = limits->effort + n;
    for (size_t i = 0; i < 4 * n; i++) {
        limits->velocity[i] = HUGE_VAL;
    }
    if (!t->robot->tree) {
        note("a compiled model has no limits of velocity, acceleration and effort: only those of the options count");
    } else if (cdy_tree_motion_limits(t->robot->tree, t->robot->model, limits->velocity, limits->acceleration,
                                      limits->effort, &error) != CDY_OK) {
        return fail_library(&error);
    }
    exit_code code = read_limit(t, VECTOR_QD, "--velocity", o->velocity, limits->velocity);
    code =
        code == EXIT_FINE ? read_limit(t, VECTOR_QDD, "--acceleration", o->acceleration, limits->acceleration) : code;
    return code == EXIT_FINE ? read_limit(t, VECTOR_QDD, "--jerk", o->jerk, limits->jerk) : code;
}

void motion_limits_clear(motion_limits *limits)
{
    free(limits->velocity);
}

/* Copies the state of the motion to the computation, and its configuration to the clearance (NULL: not looked at). */
static exit_code update_state(computation *t, const known_motion *m, uint64_t row, clearance *watched)
{
    double *const *values = t->state.values;
    const double time = (double)row / m->rate;
    cdy_error error;
    values[VARIABLE_TIME][0] = time;
    if (m->evaluate(m->motion, time, values[VARIABLE_Q], values[VARIABLE_QD], values[VARIABLE_QDD], &error) != CDY_OK ||
        (watched && clearance_add(watched, row + 1, &time, values[VARIABLE_Q], &error) != CDY_OK)) {
        return fail_library(&error);
    }
    for (int kind = 0; kind < VECTOR_COUNT && t->options->numbers.degrees; kind++) {
        if (values[kind]) {
            variable_to_degrees(t->robot->model, (variable)kind, values[kind]);
        }
    }
    return EXIT_FINE;
}

/* Writes `count` rows. */
static exit_code write_rows(computation *t, output *out, const known_motion *m, uint64_t count, clearance *watched)
{
    calculation_options options = *t->options;
    const calculation_options *given = t->options;
    row_writer writer;
    progress shown = progress_begin();
    options.numbers.fields = given->numbers.fields ? given->numbers.fields : "t,q,qd,qdd";
    t->options = &options; // cppcheck-suppress autoVariables ; those given come back below
    exit_code code = row_writer_open(&writer, t, out, NO_VARIABLES);
    row_writer_expect(&writer, count);
    for (uint64_t i = 0; i < count && code == EXIT_FINE && !out->error; i++) {
        progress_show(&shown, i, count);
        code = update_state(t, m, i, watched);
        const char *problem = code == EXIT_FINE ? row_writer_add(&writer) : NULL;
        code = problem ? fail(EXIT_IO, "%s", problem) : code;
    }
    progress_clear(&shown);
    code = code == EXIT_FINE ? row_writer_finish(&writer) : code;
    row_writer_close(&writer);
    t->options = given;
    return code;
}

exit_code motion_rows_write(computation *t, output *out, const known_motion *m)
{
    const double most_rows = 1e10, last = ceil(m->duration * m->rate * (1 - 1e-12) - 1e-9);
    if (!(last < most_rows)) {
        return fail(
            EXIT_USAGE,
            "a motion of %.3g s has %.3g rows at %g Hz, which are too many; expected %g at most: a lower --rate, "
            "or a shorter motion",
            m->duration, last, m->rate, most_rows);
    }
    const uint64_t count = (uint64_t)fmax(last, 0) + 1;
    if (!m->clearance->given) {
        return write_rows(t, out, m, count, NULL);
    }
    clearance watched;
    exit_code code = clearance_open(&watched, t->robot, &t->options->robot, m->clearance);
    code = code == EXIT_FINE ? write_rows(t, out, m, count, &watched) : code;
    if (code == EXIT_FINE && watched.rows > 0) {
        clearance_tell(&watched);
        code = clearance_judge(&watched, out);
    }
    clearance_close(&watched);
    return code;
}
