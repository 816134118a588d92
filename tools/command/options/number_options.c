#include "options/number_options.h"

#include "options/ending.h"

int format_of_name(const char *name)
{
    static const output_format_kind formats[] = {FORMAT_CSV, FORMAT_JSON, FORMAT_JSON, FORMAT_NPY}; /* .txt: as usual */
    const int ending = ending_find(name, ending_rows);
    return ending >= 0 && ending < (int)(sizeof formats / sizeof *formats) ? (int)formats[ending] : -1;
}

static exit_code complete_format(void *values, const invocation *given)
{
    format_options *o = values;
    o->kind = o->given ? o->kind : format_of_name(given->output);
    return EXIT_FINE;
}

static const char *const format_words[] = {"table", "csv", "json", "npy", NULL};

static const option_row format_rows[] = {
    {.kind = OPTION_CHOICE,
     .name = "--format",
     .offset = offsetof(format_options, kind),
     .given = offsetof(format_options, given),
     .tells_content = true,
     .help = "format of the results (default: by the ending of --output; else table for one state, csv for rows)",
     .words = format_words},
    {0},
};
const option_table format_table = {.title = "Output", .rows = format_rows, .complete = complete_format};

static const option_row degree_rows[] = {
    {.kind = OPTION_FLAG,
     .name = "--deg",
     .help = "angles of q, qd, qdd and --pose are in degrees, in input and output"},
    {0},
};
const option_table degree_table = {.title = "Output", .rows = degree_rows};

static const option_row rows[] = {
    {.kind = OPTION_TEXT,
     .name = "--fields",
     .metavar = "LIST",
     .offset = offsetof(number_options, fields),
     .help = "printed fields in their order: tau, q.JOINT, ..."},
    {.kind = OPTION_INTEGER,
     .name = "--precision",
     .metavar = "N",
     .offset = offsetof(number_options, precision),
     .help = "significant digits, 1 to 17 (default in csv and json: as many as read back exactly)",
     .unit = "significant digits",
     .least = 1,
     .most = 17},
    {.kind = OPTION_TABLE, .table = &degree_table, .offset = offsetof(number_options, degrees)},
    {.kind = OPTION_TABLE, .table = &format_table, .offset = offsetof(number_options, format)},
    {0},
};
const option_table number_table = {.title = "Output", .rows = rows};

output_format_kind format_or(const format_options *o, output_format_kind usual)
{
    return o->kind < 0 ? usual : (output_format_kind)o->kind;
}
