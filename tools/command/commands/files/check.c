/* condyle check: the findings in robot files. */
#include "commands/files/check.h"

#include "options/command.h"
#include "options/ending.h"
#include "options/robot_options.h"
#include "options/xacro_options.h"
#include "values/robot.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const report_words[] = {"text", "json", "sarif", NULL};
static const char *const endings[] = {".txt", ".log", ".json", ".sarif", NULL};
static const char *const program_words[] = {"urdfdom",  "mujoco",   "drake", "pinocchio", "sdformat",
                                            "mujoco@3", "mujoco@4", "isaac", NULL};

static exit_code complete(void *values, const invocation *given)
{
    static const report_format formats[] = {REPORT_TEXT, REPORT_TEXT, REPORT_JSON, REPORT_SARIF};
    check_options *o = values;
    const int ending = ending_find(given->output, endings);
    o->report = o->report_given || ending < 0 ? o->report : (int)formats[ending];
    return given->robot || o->explain ? EXIT_FINE : options_fail_robot("check");
}

static const option_row rows[] = {
    {.kind = OPTION_CHOICE,
     .name = "--format",
     .offset = offsetof(check_options, report),
     .given = offsetof(check_options, report_given),
     .tells_content = true,
     .help = "format of the findings (default: by the ending of --output, .json or .sarif; else text)",
     .words = report_words},
    {.kind = OPTION_FLAG,
     .name = "--strict",
     .offset = offsetof(check_options, strict),
     .help = "warnings fail like errors"},
    {.kind = OPTION_CHOICE,
     .name = "--for",
     .offset = offsetof(check_options, program),
     .help = "everything that this program refuses or changes is an error",
     .words = program_words,
     .first = CDY_PROGRAM_URDFDOM},
    {.kind = OPTION_FLAG,
     .name = "--all",
     .offset = offsetof(check_options, all),
     .help = "list all findings, also many of one kind"},
    {.kind = OPTION_TEXTS,
     .name = "--disable",
     .metavar = "CODE,...",
     .offset = offsetof(check_options, disabled),
     .help = "rules that are not reported; may be repeated"},
    {.kind = OPTION_TEXT,
     .name = "--explain",
     .metavar = "CODE",
     .offset = offsetof(check_options, explain),
     .help = "explain a rule and its remedy, 'all' for all rules"},
    {.kind = OPTION_NEW_FILE,
     .name = "--fix",
     .metavar = "OUT",
     .offset = offsetof(check_options, fix),
     .help = "write a corrected copy of the file, and check the copy"},
    {.kind = OPTION_FLAG,
     .name = "--in-place",
     .offset = offsetof(check_options, in_place),
     .help = "correct the files themselves, each whole or not at all"},
    {.kind = OPTION_TEXT,
     .name = "--model",
     .metavar = "NAME",
     .offset = offsetof(check_options, model),
     .help = "the model of an SDF file with several, or the articulation of one in USD (default: the only one that "
             "moves, else each)"},
    INCLUDE_TABLE(source_table, check_options, source),
    INCLUDE_TABLE(reading_table, check_options, reading),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

/* Options of the library's check, with the texts that they point to. */
typedef struct check_request {
    cdy_check_options options;
    char *texts; /* codes and package names, NUL-terminated */
    const char **codes;
    cdy_package *packages;
    xacro_options xacro;
} check_request;

static void request_clear(check_request *q)
{
    free(q->texts);
    free(q->codes);
    free(q->packages);
    xacro_options_clear(&q->xacro);
}

/* Returns the size of all texts of the options, which is at least the number of codes in them. */
static size_t count_bytes(const check_options *o)
{
    size_t bytes = 1;
    for (size_t i = 0; i < o->disabled.count; i++) {
        bytes += strlen(o->disabled.items[i]) + 1;
    }
    for (size_t i = 0; i < o->source.packages.count; i++) {
        bytes += strlen(o->source.packages.items[i]) + 1;
    }
    return bytes;
}

/* Splits the codes of one --disable at their commas. */
static exit_code add_codes(check_request *q, char *list)
{
    for (char *code = list; code;) {
        char *comma = strchr(code, ',');
        if (comma) {
            *comma = '\0';
        }
        if (cdy_check_find_rule(code) < 0) {
            return fail_rule("--disable", code);
        }
        q->codes[q->options.disabled_count++] = code;
        code = comma ? comma + 1 : NULL;
    }
    return EXIT_FINE;
}

static char *copy(char **end, const char *text)
{
    char *place = *end;
    const size_t size = strlen(text) + 1;
    memcpy(place, text, size);
    *end += size;
    return place;
}

static exit_code request_fill(check_request *q, const check_options *o)
{
    const size_t bytes = count_bytes(o);
    q->texts = malloc(bytes);
    q->codes = calloc(bytes, sizeof *q->codes);
    q->packages = calloc(o->source.packages.count + 1, sizeof *q->packages);
    if (!q->texts || !q->codes || !q->packages) {
        return fail_memory();
    }
    q->options.disabled = q->codes;
    q->options.packages = q->packages;
    char *end = q->texts;
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < o->disabled.count && code == EXIT_FINE; i++) {
        code = add_codes(q, copy(&end, o->disabled.items[i]));
    }
    for (size_t i = 0; i < o->source.packages.count && code == EXIT_FINE; i++) {
        char *name = copy(&end, o->source.packages.items[i]), *equals = strchr(name, '=');
        if (!equals) {
            q->packages[q->options.package_count++] = (cdy_package){NULL, name};
            continue;
        }
        *equals = '\0';
        if (strchr(name, '/')) {
            return fail(EXIT_USAGE, "--package-path: '%s' cannot be a package's name; expected one without '/'", name);
        }
        q->packages[q->options.package_count++] = (cdy_package){name, equals + 1};
    }
    code = code == EXIT_FINE ? xacro_options_fill(&q->xacro, &o->source, false) : code;
    q->options.xacro = &q->xacro.options;
    return code;
}

static void take_finding(void *context, const cdy_finding *finding)
{
    check_report *report = (check_report *)context;
    switch (report->format) {
    case REPORT_TEXT: check_text_write(report, finding); break;
    case REPORT_JSON: check_json_add(report, finding); break;
    case REPORT_SARIF: check_sarif_add(report, finding); break;
    }
}

static bool wants_colours(const output *out)
{
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return !(refused && *refused) && terminal && strcmp(terminal, "dumb") != 0 && isatty(fileno(out->file));
}

/* Fixes a file where requested, and checks it. */
static exit_code check_file(check_report *report, const check_options *o, const cdy_check_options *request,
                            const char *checked, cdy_check_summary *counts)
{
    text_buffer problem = {0};
    if (report->format == REPORT_JSON) {
        check_json_begin(report);
    }
    message_keep(&problem, false);
    exit_code code = o->fix || o->in_place ? check_fix(report, o, request, checked, &checked) : EXIT_FINE;
    code = code == EXIT_FINE ? robot_check(checked, request, counts) : code;
    message_keep(NULL, false);
    const char *name = strcmp(checked, "-") == 0 ? "<stdin>" : checked;
    const char *why = problem.failed ? "out of memory" : text_get(&problem);
    code = problem.failed ? fail_memory() : code;
    report->unchecked += code != EXIT_FINE;
    if (report->format == REPORT_TEXT) {
        check_text_end(report);
    }
    if (report->format == REPORT_JSON) {
        check_json_end(report, name, code == EXIT_FINE ? NULL : why);
    } else if (report->format == REPORT_SARIF && code != EXIT_FINE) {
        check_sarif_add_notice(report, name, why);
    }
    text_clear(&problem);
    return code;
}

/* Checks every file, also where a file before it could not be read. */
static exit_code check_files(check_report *report, const check_options *o, const cdy_check_options *request,
                             cdy_check_summary *sum)
{
    exit_code code = EXIT_FINE;
    for (size_t i = 0; i < o->invocation.robots.count; i++) {
        cdy_check_summary counts = {0};
        const exit_code one = check_file(report, o, request, o->invocation.robots.items[i], &counts);
        code = one == EXIT_FINE ? code : one;
        sum->errors += counts.errors;
        sum->warnings += counts.warnings;
        sum->notes += counts.notes;
    }
    return code;
}

static exit_code finish(check_report *report, const cdy_check_summary *sum, size_t files)
{
    switch (report->format) {
    case REPORT_TEXT: check_text_finish(report, sum, files); break;
    case REPORT_JSON: return check_json_finish(report);
    case REPORT_SARIF: return check_sarif_finish(report);
    }
    return EXIT_FINE;
}

static exit_code check_all(const check_options *o, check_request *q, output *out)
{
    check_report report = {
        .out = out, .format = (report_format)o->report, .colours = wants_colours(out), .all = o->all};
    cdy_check_summary sum = {0};
    q->options.report = take_finding;
    q->options.context = &report;
    if (o->report == REPORT_JSON) {
        report.files = json_build_array();
    } else if (o->report == REPORT_SARIF) {
        report.results = json_build_array();
        report.notices = json_build_array();
    }
    exit_code code = check_files(&report, o, &q->options, &sum);
    const size_t checked = o->invocation.robots.count - report.unchecked;
    const exit_code written = finish(&report, &sum, checked);
    out->complete = written == EXIT_FINE &&
                    (checked > 0 || o->report != REPORT_TEXT); /* keep the findings of the files that could be read */
    q->options.context = NULL;
    if (code != EXIT_FINE || written != EXIT_FINE) {
        return code != EXIT_FINE ? code : written;
    }
    return sum.errors > 0 || (o->strict && sum.warnings > 0) ? EXIT_ROBOT : EXIT_FINE;
}

static exit_code refuse_usage(const check_options *o)
{
    if (o->fix && o->in_place) {
        return fail(EXIT_USAGE, "--fix writes a copy, --in-place does not; expected one of them");
    }
    if (o->fix && o->invocation.robots.count > 1) {
        return fail(EXIT_USAGE, "--fix takes one robot, not %zu; --in-place takes many", o->invocation.robots.count);
    }
    if ((o->fix || o->in_place) && o->reading.from > CDY_FROM_URDF) {
        return fail(EXIT_USAGE, "%s corrects URDF; --from says that the file is in another format",
                    o->fix ? "--fix" : "--in-place");
    }
    if ((o->fix || o->in_place) && o->report == REPORT_SARIF) {
        return fail(EXIT_USAGE, "SARIF cannot hold the changes; use --format text or json");
    }
    return EXIT_FINE;
}

static exit_code run(const void *options, output *out)
{
    const check_options *o = options;
    if (o->explain) {
        return explain(o->explain, out);
    }
    check_request q = {.options = cdy_check_options_default()};
    q.options.program = (cdy_program)o->program;
    q.options.max_bytes = source_bytes(&o->source);
    q.options.max_depth = o->reading.depth;
    q.options.format = (cdy_source_format)o->reading.from;
    q.options.model = o->model;
    exit_code code = refuse_usage(o);
    if (code == EXIT_FINE) {
        code = request_fill(&q, o);
    }
    if (code == EXIT_FINE) {
        code = check_all(o, &q, out);
    }
    request_clear(&q);
    return code;
}

const command command_check = {
    .name = "check",
    .summary = "faults in robot files, with their lines, and corrections",
    .description =
        "Check: every fault in robot files, one finding a line,\n"
        "\n"
        "  file:line:column: level: link or joint: fault, expected value [code]\n"
        "\n"
        "Levels: error (the robot cannot be used, or surely differs from the intention), warning (usable,\n"
        "but surely faulty), note (worth knowing).  The exit code is 0 without errors (with --strict: and\n"
        "without warnings), else 1; 3 for a file that cannot be read, after which the other files are still\n"
        "checked.  With --for, everything that this program refuses or changes is an error: urdfdom 3.0\n"
        "(ROS, check_urdf), MuJoCo (4; mujoco@3: any release of 3), Drake, Pinocchio, sdformat (Gazebo), or\n"
        "Isaac Sim's importer (by its documentation); messages name these programs in\n"
        "any case.  Of many warnings and notes of one kind in a file, text shows three and the number of\n"
        "the others; --all lists them.\n"
        "  json is one object,\n"
        "{\"files\": [{\"file\", \"findings\": [{\"code\", \"level\", \"file\", \"line\", \"column\", \"element\",\n"
        "\"message\"}]}]},\n"
        "with \"error\" instead of \"findings\" for a file that cannot be read; sarif is SARIF 2.1.0, with such\n"
        "files as notifications.  A disabled rule is not reported and does not fail.\n"
        "\n"
        "--fix OUT writes a corrected copy, --in-place corrects the file itself: only corrections that need\n"
        "no guess; every other byte stays.  Each change is listed, in json as \"changes\": [{\"code\", \"line\",\n"
        "\"element\", \"was\", \"is\"}] before the findings; then the corrected copy is checked, and its\n"
        "findings decide the exit code.  Corrected are\n"
        "\n"
        "  attribute-misspelled,   upper and lower case, a plural s, two exchanged letters, one wrong letter\n"
        "  element-misspelled      after the first of a word of five or more; if one known name is nearest,\n"
        "                          the value fits, and no other element or attribute gets the same name\n"
        "  joint-type              if one type is nearest\n"
        "  limits-reversed         lower and upper are exchanged if lower > 0 > upper; else a sign may lack\n"
        "  axis-not-unit           the axis is divided by its length\n"
        "  number-space            white space around the number is removed\n"
        "  origin-of-link          the <origin> of zeros is removed, if it holds nothing else\n"
        "\n"
        "A change that would cause more errors, or a robot that does not load, is not made.  Masses,\n"
        "inertias, damping, units and missing parts are not corrected: the file does not show the intended\n"
        "values.\n",
    .examples = "condyle check universalUR5e kukaIiwa14 omronEcobra600\n"
                "condyle check universalUR5e --strict --format json\n"
                "condyle check --explain singular-mass\n",
    .usage = "ROBOT...",
    .most_robots = SIZE_MAX,
    .robot_optional = true,
    .options = &table,
    .endings = endings,
    .size = sizeof(check_options),
    .run = run,
    .needs_file = true,
};
