#include "options/row_options.h"

#include "run/number.h"

#include <string.h>

static const char rows_help[] =
    "Rows of --input, FILE being - for the standard input:\n"
    "  csv   a header of names in any order: q.JOINT (q.JOINT[k] where a joint has several), qd., qdd.,\n"
    "        tau., f.BODY.Tx Ty Tz Fx Fy Fz (base frame), f.BODY@body.Tx ... (the body's frame),\n"
    "        f.BODY@base-axes.Tx ... (about the body's origin in axes of the base); [deg] or [rad] after\n"
    "        the name of an angle is its unit, else --deg decides\n"
    "        separated by commas, or semicolons, tabs or blanks where the header has no comma\n"
    "  json  one object a line: q, qd, qdd, tau as lists or as objects by joint, wrenches as a list of\n"
    "        {\"body\": B, \"frame\": \"base\", \"body\" or \"base-axes\", \"wrench\": [6 numbers]},\n"
    "        angle_unit \"deg\" or \"rad\"; gravity and joints of a row, if given, must be the robot's\n"
    "  log   of ROS, MCAP or rosbag2's .db3 or folder: joint states as q.JOINT, qd.JOINT, tau.JOINT;\n"
    "        joints that the robot lacks are not read, t counts from the first row; or Parquet (LeRobot)\n"
    "  npy   a NumPy array, rows x columns: q, then qd, then qdd (fd: tau); the last ones may be missing\n"
    "Values that a row lacks come from the options, or are home or zero.  Other names, such as t\n"
    "and labels, pass to the output in front of the results (csv and json); where --fields names some,\n"
    "those alone, each at its place.  The output of one command, given inputs first, then results, is\n"
    "the input of the next.  An npy output has the results only.  A faulty row stops the run (exit code\n"
    "1; 4 if no finite result exists); with --keep-going it is skipped and counted, and the exit code is\n"
    "0.\n";

static exit_code complete(void *values, const invocation *given)
{
    (void)given;
    const row_options *o = values;
    if (!o->input && o->threads_given) {
        return fail(EXIT_USAGE, "--threads needs --input FILE: threads share rows");
    }
    if (!o->input && o->map.count > 0) {
        return fail(EXIT_USAGE, "--map needs --input FILE");
    }
    if (!o->input && o->topic) {
        return fail(EXIT_USAGE, "--topic needs --input FILE");
    }
    if (!o->input && (o->keep_going || o->format)) {
        return fail(EXIT_USAGE, "%s needs --input FILE", o->keep_going ? "--keep-going" : "--input-format");
    }
    return EXIT_FINE;
}

static const char *const format_words[] = {"csv", "json", "npy", NULL};

static const option_row how_rows[] = {
    {.kind = OPTION_CHOICE,
     .name = "--input-format",
     .offset = offsetof(row_options, format),
     .help = "format of the rows (default: by name or content of FILE)",
     .words = format_words,
     .first = INPUT_CSV},
    {.kind = OPTION_TEXTS,
     .name = "--map",
     .metavar = "FROM=TO",
     .offset = offsetof(row_options, map),
     .reads = true,
     .help = "column FROM of csv, or those that begin so, are TO: --map actual_q_=q., or a JSON file; repeatable"},
    {.kind = OPTION_TEXT,
     .name = "--topic",
     .metavar = "NAME",
     .offset = offsetof(row_options, topic),
     .help = "topic of a log of ROS whose joint states are the rows (default: the only one that has some)"},
    {.kind = OPTION_FLAG,
     .name = "--keep-going",
     .offset = offsetof(row_options, keep_going),
     .help = "skip and count faulty rows"},
    {0},
};
static const option_table how_table = {.rows = how_rows};

static const option_row rows[] = {
    {.kind = OPTION_READ_FILE,
     .name = "--input",
     .letter = "-i",
     .metavar = "FILE",
     .offset = offsetof(row_options, input),
     .step = true,
     .help = "read many states, one a row, - for standard input; see below"},
    {.kind = OPTION_TABLE, .table = &how_table},
    {0},
};
const option_table row_table = {.title = "Rows", .rows = rows, .note = rows_help, .complete = complete};

static const option_row repeated_rows[] = {
    {.kind = OPTION_READ_FILE,
     .name = "--input",
     .letter = "-i",
     .metavar = "FILE",
     .offset = offsetof(row_options, input),
     .repeats = true,
     .step = true,
     .help = "read many states, one a row, - for standard input; see below.  Several files are read in turn"},
    {.kind = OPTION_TABLE, .table = &how_table},
    {0},
};
const option_table repeated_row_table = {
    .title = "Rows", .rows = repeated_rows, .note = rows_help, .complete = complete};

/* Reads FIRST:COUNT. */
static exit_code complete_slice(void *values, const invocation *given)
{
    (void)given;
    row_options *o = values;
    if (!o->slice) {
        return EXIT_FINE;
    }
    if (!o->input) {
        return fail(EXIT_USAGE, "--rows needs --input FILE");
    }
    const char *colon = strchr(o->slice, ':');
    char first[24] = "";
    if (!colon || (size_t)(colon - o->slice) >= sizeof first) {
        return fail(EXIT_USAGE, "--rows: expected FIRST:COUNT, such as 0:1000, not '%s'", o->slice);
    }
    memcpy(first, o->slice, (size_t)(colon - o->slice));
    exit_code code = number_read_whole("FIRST of --rows", first, &o->first);
    return code == EXIT_FINE ? number_read_whole("COUNT of --rows", colon + 1, &o->count) : code;
}

static const option_row slice_rows[] = {
    {.kind = OPTION_TEXT,
     .name = "--rows",
     .metavar = "FIRST:COUNT",
     .offset = offsetof(row_options, slice),
     .help = "only COUNT rows from row FIRST on, 0 being the first; an npy file of --output then has a row for\n"
             "every row of the npy input, of which these are written and the others stay"},
    {0},
};
const option_table slice_table = {.title = "Rows", .rows = slice_rows, .complete = complete_slice};

static const option_row thread_rows[] = {
    {.kind = OPTION_INTEGER,
     .name = "--threads",
     .metavar = "N",
     .offset = offsetof(row_options, threads),
     .given = offsetof(row_options, threads_given),
     .standard = "1",
     .help = "largest number of threads that share the rows, 0: one a core",
     .unit = "threads (0: one a core)",
     .most = 1024},
    {0},
};
const option_table thread_table = {.title = "Rows", .rows = thread_rows};
