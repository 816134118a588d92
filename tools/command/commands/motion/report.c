/* condyle report: a page that shows a motion beside the limits of the joints. */
#include "commands/motion/report.h"

#include "options/command.h"
#include "options/mesh_places.h"

typedef struct report_options {
    invocation invocation;
    recording_options recording;
    verdict_options verdict;
} report_options;

static exit_code complete(void *values, const invocation *given)
{
    const report_options *o = values;
    (void)given;
    return o->recording.rows.input ? EXIT_FINE
                                   : fail(EXIT_USAGE, "'report' needs --input FILE: rows of t, q, qd and tau or qdd");
}

static const option_row option_rows[] = {
    INCLUDE_TABLE(recording_table, report_options, recording),
    INCLUDE_TABLE(verdict_table, report_options, verdict),
    {0},
};
static const option_table table = {.rows = option_rows, .complete = complete};

static exit_code write_page(const report_options *o, const recording *motion, const trace *t, output *out)
{
    limit_results results;
    mesh_places meshes = {0};
    exit_code code = limit_results_make(&results, &motion->robot, t->report, o->recording.degrees);
    if (motion->robot.tree && code == EXIT_FINE) {
        code = mesh_places_fill(&meshes, motion->robot.source, &o->recording.robot.source);
    }
    if (code == EXIT_FINE) {
        const report r = {.recording = motion,
                          .trace = t,
                          .results = &results,
                          .meshes = motion->robot.tree ? &meshes.places : NULL,
                          .out = out};
        code = report_write_page(&r);
    }
    code = code == EXIT_FINE ? limit_results_verdict(&results, &o->verdict, out) : code;
    mesh_places_clear(&meshes);
    limit_results_clear(&results);
    return code;
}

static exit_code analyze(const report_options *o, recording *motion, output *out)
{
    cdy_error error;
    trace t;
    if (trace_open(&t, motion->robot.model, &error) != CDY_OK ||
        cdy_limit_report_set_tolerance(t.report, o->verdict.tolerance, &error) != CDY_OK) {
        trace_close(&t);
        return fail_library(&error);
    }
    exit_code code = recording_read(motion, trace_add, &t);
    code = code == EXIT_FINE ? write_page(o, motion, &t, out) : code;
    trace_close(&t);
    return code;
}

static exit_code run(const void *options, output *out)
{
    const report_options *o = options;
    recording motion;
    exit_code code = recording_open(&motion, &o->recording, o->invocation.robot);
    code = code == EXIT_FINE ? analyze(o, &motion, out) : code;
    recording_close(&motion);
    return code;
}

const command command_report = {
    .name = "report",
    .summary = "a page that shows a motion beside the limits of the joints",
    .description =
        "Report: one HTML page about the motion of the rows of --input (t, q, qd, and tau or qdd), for a browser\n"
        "and for paper (A4): a picture and a table of the robot; what each joint uses of its limits, and which\n"
        "limit is nearest; peaks, root mean squares and energies, the numbers of 'limits'; for each joint\n"
        "position, velocity, torque and power over time with their limits, and torque over velocity, of the\n"
        "motor where the file tells the gear; the power and energy of all joints.  The page is by itself: it needs\n"
        "no other file, no network and no script.\n"
        "\n"
        "Torques are tau where the rows give it, else what qdd needs.  Every row has a time t, or none has.\n"
        "Memory does not grow with the rows: of a long motion the curves are the least and largest values of\n"
        "stretches of time, so that no peak is lost.  Exit code 5: a limit is exceeded by more than --tolerance,\n"
        "or with --strict may be, as it or what it bounds is not known; the page is written.\n",
    .examples =
        "condyle report universalUR5e --input motion.csv -o report.html\n"
        "condyle trajectory ur5e --through way.csv --acceleration 5 | condyle report ur5e --input - -o report.html\n"
        "condyle report universalUR5e --input motion.csv --payload tool0:3 --deg -o report.html\n",
    .options = &table,
    .size = sizeof(report_options),
    .uses_mass = true,
    .run = run,
};
