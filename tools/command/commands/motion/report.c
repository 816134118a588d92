/* condyle report: a page that shows a motion beside the limits of the joints. */
#include "commands/motion/report.h"

#include "options/command.h"
#include "options/ending.h"
#include "options/mesh_places.h"

typedef struct report_options {
    invocation invocation;
    recording_options recording;
    verdict_options verdict;
    sizing_options sizing;
    clearance_options clearance;
} report_options;

static exit_code complete(void *values, const invocation *given)
{
    report_options *o = values;
    o->recording.robot.srdf = o->clearance.srdf;
    return o->recording.rows.input ? sizing_check(&o->sizing, &o->recording.drives, given)
                                   : fail(EXIT_USAGE, "'report' needs --input FILE: rows of t, q, qd and tau or qdd");
}

static const option_row option_rows[] = {
    INCLUDE_TABLE(recording_table, report_options, recording),
    INCLUDE_TABLE(closure_table, report_options, recording.closure),
    INCLUDE_TABLE(verdict_table, report_options, verdict),
    INCLUDE_TABLE(clearance_table, report_options, clearance),
    {.kind = OPTION_READ_FILE,
     .name = "--catalogue",
     .metavar = "FILE",
     .offset = offsetof(report_options, sizing.catalogue),
     .help = "also the drives of this catalogue that do the motion, as 'drives' has them"},
    INCLUDE_TABLE(sizing_table, report_options, sizing),
    {0},
};
static const option_table table = {.rows = option_rows, .complete = complete};

/* The results that every row of a motion is added to. */
typedef struct gathering {
    recording *motion;
    trace trace;
    sized *drives;        /* NULL: no catalogue */
    clearance *clearance; /* NULL: not asked for */
} gathering;

static cdy_status add_row(void *to, uint64_t row, const double *t, const double *q, const double *qd, const double *tau,
                          cdy_error *error)
{
    gathering *g = to;
    cdy_status status = trace_add(&g->trace, row, t, q, qd, tau, error);
    if (!status && g->drives) {
        status = sized_add(g->drives, g->motion, t, q, qd, error);
    }
    if (!status && g->clearance) {
        status = clearance_add(g->clearance, row, t, q, error);
    }
    return status;
}

static exit_code write_page(const report_options *o, const gathering *g, output *out)
{
    const recording *motion = g->motion;
    const trace *t = &g->trace;
    limit_results results;
    mesh_places meshes = {0};
    exit_code code = limit_results_make(&results, motion, t->report, o->recording.degrees);
    if (motion->robot.tree && code == EXIT_FINE) {
        code = mesh_places_fill(&meshes, motion->robot.source, &o->recording.robot.source);
    }
    if (code == EXIT_FINE) {
        const report r = {.recording = motion,
                          .trace = t,
                          .results = &results,
                          .meshes = motion->robot.tree ? &meshes.places : NULL,
                          .drives = g->drives,
                          .clearance = g->clearance,
                          .out = out};
        code = report_write_page(&r);
    }
    code = code == EXIT_FINE ? limit_results_verdict(&results, &o->verdict, out) : code;
    code = code == EXIT_FINE && g->drives ? sized_judge(g->drives, out) : code;
    code = code == EXIT_FINE && g->clearance ? clearance_judge(g->clearance, out) : code;
    mesh_places_clear(&meshes);
    limit_results_clear(&results);
    return code;
}

static exit_code analyze(const report_options *o, gathering *g, output *out)
{
    cdy_error error;
    if (trace_open(&g->trace, g->motion->robot.model, &error) != CDY_OK ||
        cdy_limit_report_set_tolerance(g->trace.report, o->verdict.tolerance, &error) != CDY_OK) {
        return fail_library(&error);
    }
    const robot *r = &g->motion->robot;
    exit_code code = g->drives ? sized_open(g->drives, &o->sizing, o->verdict.strict, r) : EXIT_FINE;
    if (code == EXIT_FINE && g->clearance) {
        code = clearance_open(g->clearance, r, &o->recording.robot, &o->clearance);
    }
    code = code == EXIT_FINE ? recording_read(g->motion, add_row, g) : code;
    code = code == EXIT_FINE && g->drives ? sized_choose(g->drives, r) : code;
    return code == EXIT_FINE ? write_page(o, g, out) : code;
}

static exit_code run(const void *options, output *out)
{
    const report_options *o = options;
    recording motion;
    sized drives = {0};
    clearance watched = {0};
    gathering g = {.motion = &motion,
                   .drives = o->sizing.catalogue ? &drives : NULL,
                   .clearance = o->clearance.given ? &watched : NULL};
    exit_code code = recording_open(&motion, &o->recording, o->invocation.robot);
    code = code == EXIT_FINE ? recording_close_loops(&motion, "report") : code;
    if (code == EXIT_FINE && motion.closure.mechanism && g.drives) {
        code = fail(EXIT_USAGE, "--catalogue chooses drives for the joints of a tree; the robot has closed loops");
    }
    if (code == EXIT_FINE) {
        code = analyze(o, &g, out);
        trace_close(&g.trace);
    }
    sized_close(&drives);
    clearance_close(&watched);
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
        "Of a robot with closed loops --actuated names the joints that have drives, as in 'limits'.\n"
        "With --catalogue, also the drives that 'drives' chooses: torque and speed of the motor within its\n"
        "continuous and peak regions, temperatures over time, life.\n"
        "With --clearance, also the least distance between bodies, in the rows and between them, where each\n"
        "joint goes evenly from one row to the next, a planar or floating one on a screw.\n"
        "\n"
        "Without a catalogue memory does not grow with the rows: of a long motion the curves are the least\n"
        "and largest values of stretches of time, so that no peak is lost.  Exit code 5: a limit is exceeded\n"
        "by more than --tolerance, no drive does the motion, the clearance is not kept, or with --strict a limit may "
        "be\n"
        "exceeded, as it or what it bounds is not known; the page is written.\n",
    .examples =
        "condyle report universalUR5e --input motion.csv -o report.html\n"
        "condyle report universalUR5e --input motion.csv --catalogue drives.csv -o report.html\n"
        "condyle report universalUR5e --input motion.csv --clearance 0.02 -o report.html\n"
        "condyle trajectory ur5e --through way.csv --acceleration 5 | condyle report ur5e --input - -o report.html\n"
        "condyle report universalUR5e --input motion.csv --payload tool0:3 --deg -o report.html\n",
    .options = &table,
    .endings = ending_page,
    .size = sizeof(report_options),
    .uses_mass = true,
    .closes_loops = true,
    .run = run,
};
