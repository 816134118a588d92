/* condyle rows: what a log or Parquet has, and its rows without a robot. */
#include "options/command.h"
#include "options/number_options.h"
#include "rows/json.h"
#include "rows/log.h"
#include "rows/log_files.h"
#include "rows/log_summary.h"
#include "rows/parquet.h"
#include "rows/parquet_file.h"
#include "run/csv.h"

#include <string.h>

typedef struct rows_options {
    invocation invocation;
    format_options format;
    const char *topic;
    bool extract;
} rows_options;

static exit_code complete(void *values, const invocation *given)
{
    const rows_options *o = values;
    (void)given;
    if (o->topic && !o->extract) {
        return fail(EXIT_USAGE, "--topic chooses the rows of --extract, which is not given");
    }
    return o->extract && o->format.given && o->format.kind != FORMAT_CSV
               ? fail(EXIT_USAGE, "--extract writes rows of CSV; expected --format csv, or none")
               : EXIT_FINE;
}

static const option_row rows[] = {
    {.kind = OPTION_FLAG,
     .name = "--extract",
     .offset = offsetof(rows_options, extract),
     .help = "write the rows as CSV: t, q.JOINT, qd.JOINT, tau.JOINT of all joints"},
    {.kind = OPTION_TEXT,
     .name = "--topic",
     .metavar = "NAME",
     .offset = offsetof(rows_options, topic),
     .help = "topic whose joint states --extract writes (default: the only one that has some)"},
    INCLUDE_TABLE(format_table, rows_options, format),
    {0},
};
static const option_table table = {.rows = rows, .complete = complete};

/* ---- topics ---- */

static double seconds_of(const topic_summary *s)
{
    return 1e-9 * (double)(s->last - s->first);
}

/* Messages a second; 0: one message, or no time between the first and the last. */
static double rate_of(const topic_summary *s)
{
    const double seconds = seconds_of(s);
    return s->messages > 1 && seconds > 0 ? (double)(s->messages - 1) / seconds : 0;
}

/* Takes the next name off the lines of joints; false: there is none. */
static bool take_joint(const char **joints, text_buffer *name)
{
    const size_t length = strcspn(*joints, "\n");
    text_reset(name);
    text_add_bytes(name, *joints, length);
    *joints += length + ((*joints)[length] != '\0');
    return length > 0;
}

static void write_joints(const topic_summary *t, output *out)
{
    const char *joints = text_get(&t->joints), *comma = "";
    text_buffer name = {0};
    for (; take_joint(&joints, &name); comma = ", ") {
        output_text(out, comma);
        output_name(out, text_get(&name));
    }
    if (name.failed) {
        output_lacks_memory(out);
    }
    text_clear(&name);
}

static json_t *json_from_joints(const topic_summary *t)
{
    const char *joints = text_get(&t->joints);
    json_builder list = json_build_array();
    text_buffer name = {0};
    while (take_joint(&joints, &name)) {
        json_add(&list, name.failed ? NULL : json_from_text(text_get(&name)));
    }
    text_clear(&name);
    return json_built(&list);
}

static void write_table(const log_summary *s, output *out)
{
    output_format(out, "%s, %zu topic%s with messages\n", s->format, s->count, s->count == 1 ? "" : "s");
    for (size_t i = 0; i < s->count; i++) {
        const topic_summary *t = &s->topics[i];
        output_text(out, "\n");
        output_name(out, t->name);
        output_text(out, "\n  type      ");
        output_name(out, t->type);
        output_text(out, " (");
        output_name(out, t->layout);
        output_format(out, ")\n  messages  %llu in %.9g s", (unsigned long long)t->messages, seconds_of(t));
        if (rate_of(t) > 0) {
            output_format(out, ", %.4g a second", rate_of(t));
        }
        output_text(out, t->reason.length > 0 ? "\n  no rows   " : "\n  joints    ");
        if (t->reason.length > 0) {
            output_name(out, text_get(&t->reason));
        } else {
            write_joints(t, out);
        }
        output_text(out, "\n");
    }
}

static void write_csv(const log_summary *s, output *out)
{
    csv_row row = {.out = out};
    output_text(out, "topic,type,encoding,messages,seconds,rate,joints,reason\n");
    for (size_t i = 0; i < s->count; i++) {
        const topic_summary *t = &s->topics[i];
        csv_add_text(&row, t->name);
        csv_add_text(&row, t->type);
        csv_add_text(&row, t->layout);
        csv_add_number(&row, (double)t->messages, 0);
        csv_add_number(&row, seconds_of(t), 0);
        csv_add_number(&row, rate_of(t), 0);
        csv_add_text(&row, text_get(&t->joints));
        csv_add_text(&row, text_get(&t->reason));
        csv_end_row(&row);
    }
}

static exit_code write_json(const log_summary *s, output *out)
{
    json_builder root = json_build_object(), list = json_build_array();
    for (size_t i = 0; i < s->count; i++) {
        const topic_summary *t = &s->topics[i];
        json_builder o = json_build_object();
        json_put(&o, "name", json_from_text(t->name));
        json_put(&o, "type", json_from_text(t->type));
        json_put(&o, "encoding", json_from_text(t->layout));
        json_put(&o, "messages", json_integer((json_int_t)t->messages));
        json_put(&o, "seconds", json_from_number(seconds_of(t)));
        json_put(&o, "rate", json_from_number(rate_of(t)));
        json_put(&o, "joints", t->reason.length > 0 ? json_null() : json_from_joints(t));
        json_put(&o, "reason", t->reason.length > 0 ? json_from_text(text_get(&t->reason)) : json_null());
        json_add(&list, json_built(&o));
    }
    json_put(&root, "format", json_from_text(s->format));
    json_put(&root, "topics", json_built(&list));
    return json_write_line(out, json_built(&root));
}

static exit_code write_topics(const rows_options *o, const log_summary *s, output *out)
{
    switch (format_or(&o->format, FORMAT_TABLE)) {
    case FORMAT_TABLE: write_table(s, out); return EXIT_FINE;
    case FORMAT_CSV: write_csv(s, out); return EXIT_FINE;
    case FORMAT_JSON: return write_json(s, out);
    case FORMAT_NPY: break;
    }
    return fail(EXIT_USAGE, "'rows' has no arrays; expected --format table, csv or json");
}

/* ---- reading ---- */

static exit_code fail_status(const char *path, input_status status, int error, const text_buffer *problem)
{
    if (status == INPUT_MEMORY || problem->failed) {
        return fail_memory();
    }
    if (status == INPUT_FAILED) {
        text_buffer text = {0};
        text_add(&text, "cannot read the log: %s", input_reason(error));
        error_at(path, 0, text_get(&text));
        text_clear(&text);
        return EXIT_IO;
    }
    error_at(path, 0, text_get(problem));
    return EXIT_INPUT;
}

static exit_code list_topics(const rows_options *o, input *in, const char *path, output *out)
{
    log_summary summary;
    text_buffer problem = {0};
    const input_status status = log_summarize(in, path, &summary, &problem);
    exit_code code = status == INPUT_OK ? EXIT_FINE : fail_status(path, status, in->error, &problem);
    if (code == EXIT_FINE && summary.format) {
        code = write_topics(o, &summary, out);
    }
    if (code == EXIT_FINE && summary.problems > 0) {
        out->complete = true;
        error_at(in->name, 0, text_get(&summary.problem));
        if (summary.problems > 1) {
            note("%llu parts of the log cannot be read", (unsigned long long)summary.problems);
        }
        code = EXIT_INPUT;
    }
    log_summary_clear(&summary);
    text_clear(&problem);
    return code;
}

/* Copies the text of the rows to the output. */
static exit_code copy_rows(input *in, const char *path, output *out)
{
    for (;;) {
        size_t available;
        const input_status status = input_need(in, 1, &available);
        const char *told = in->source->note(in->source->self);
        if (told) {
            note("%s", told);
        }
        if (status == INPUT_BROKEN) {
            bool goes_on;
            error_at(path, 0, in->source->problem(in->source->self, &goes_on));
            return EXIT_INPUT;
        }
        if (status != INPUT_OK || available == 0 || out->error) {
            const text_buffer none = {0};
            return status == INPUT_OK ? EXIT_FINE : fail_status(path, status, in->error, &none);
        }
        output_bytes(out, input_bytes(in), available);
        input_take(in, available);
    }
}

static exit_code extract_rows(const rows_options *o, input *in, const char *path, bool parquet, output *out)
{
    const log_request request = {path, o->topic, NULL, NULL};
    text_buffer problem = {0};
    const input_status status = parquet ? parquet_open(in, path, &problem) : log_open(in, &request, &problem);
    const exit_code code =
        status == INPUT_OK ? copy_rows(in, path, out) : fail_status(path, status, in->error, &problem);
    text_clear(&problem);
    return code;
}

/* ---- Parquet ---- */

static int64_t count_rows(const parquet_file *f)
{
    int64_t count = 0;
    for (size_t i = 0; i < f->groups; i++) {
        count += f->rows[i] < INT64_MAX - count ? f->rows[i] : 0;
    }
    return count;
}

static json_t *json_from_columns(const parquet_file *f)
{
    json_builder list = json_build_array();
    for (size_t i = 0; i < f->count; i++) {
        json_builder o = json_build_object();
        json_put(&o, "name", json_from_text(f->columns[i].name));
        json_put(&o, "list", json_boolean(f->columns[i].most_repetition > 0));
        json_add(&list, json_built(&o));
    }
    return json_built(&list);
}

static exit_code write_columns(const rows_options *o, const parquet_file *f, output *out)
{
    const output_format_kind format = format_or(&o->format, FORMAT_TABLE);
    if (format == FORMAT_JSON) {
        json_builder root = json_build_object();
        json_put(&root, "format", json_from_text("Parquet"));
        json_put(&root, "rows", json_integer((json_int_t)count_rows(f)));
        json_put(&root, "columns", json_from_columns(f));
        return json_write_line(out, json_built(&root));
    }
    if (format == FORMAT_NPY) {
        return fail(EXIT_USAGE, "'rows' has no arrays; expected --format table, csv or json");
    }
    csv_row row = {.out = out};
    if (format == FORMAT_CSV) {
        output_text(out, "column,list\n");
    } else {
        output_format(out, "Parquet, %lld rows, %zu column%s of numbers\n\n", (long long)count_rows(f), f->count,
                      f->count == 1 ? "" : "s");
    }
    for (size_t i = 0; i < f->count; i++) {
        const bool list = f->columns[i].most_repetition > 0;
        if (format == FORMAT_CSV) {
            csv_add_text(&row, f->columns[i].name);
            csv_add_integer(&row, list);
            csv_end_row(&row);
        } else {
            output_text(out, "  ");
            output_name(out, f->columns[i].name);
            output_text(out, list ? ", a list a row\n" : "\n");
        }
    }
    return EXIT_FINE;
}

static exit_code list_columns(const rows_options *o, const char *path, output *out)
{
    parquet_file file;
    text_buffer problem = {0};
    const parquet_status status = parquet_file_open(&file, path, &problem);
    const exit_code code = status == PARQUET_OK
                               ? write_columns(o, &file, out)
                               : fail_status(path, status == PARQUET_MEMORY ? INPUT_MEMORY : INPUT_BROKEN, 0, &problem);
    if (code == EXIT_SUCCESS && file.left_out.length > 0) {
        note("columns that are neither numbers of 32 or 64 bits nor lists of them are not read: %s",
             text_get(&file.left_out));
    }
    parquet_file_close(&file);
    text_clear(&problem);
    return code;
}

/* ---- the command ---- */

/* Reads a file by its first bytes. */
static exit_code read_file(const rows_options *o, input *in, const char *path, size_t available, output *out)
{
    const char *bytes = available > 0 ? input_bytes(in) : "";
    const bool parquet = parquet_begins(bytes, available);
    if (!parquet && !log_is_folder(path) && !log_begins(bytes, available)) {
        error_at(
            path, 0,
            "the file is no log: neither MCAP, nor a database of rosbag2, nor its folder, nor Parquet; the first line "
            "of CSV names its columns");
        return EXIT_INPUT;
    }
    if (parquet && o->topic) {
        return fail(EXIT_USAGE, "--topic is for logs of ROS; Parquet has none");
    }
    if (o->extract) {
        return extract_rows(o, in, path, parquet, out);
    }
    return parquet ? list_columns(o, path, out) : list_topics(o, in, path, out);
}

static exit_code run(const void *options, output *out)
{
    const rows_options *o = options;
    const char *path = o->invocation.robot;
    const text_buffer none = {0};
    input in;
    size_t available = 0;
    input_status status = input_open(&in, path);
    if (status == INPUT_OK && !log_is_folder(path)) {
        status = input_need(&in, 16, &available);
    }
    const exit_code code =
        status == INPUT_OK ? read_file(o, &in, path, available, out) : fail_status(path, status, in.error, &none);
    input_close(&in);
    return code;
}

const command command_rows = {
    .name = "rows",
    .summary = "the topics of a log, or its joint states as rows",
    .description =
        "Rows: what a log of ROS has, MCAP, a database of rosbag2 (.db3) or its folder: each topic with its\n"
        "type, number of messages, and joints, or why its messages cannot be rows.  With --extract the\n"
        "joint states of a topic as rows of CSV, without a robot.  Other commands read such logs\n"
        "themselves, by --input LOG and --topic NAME.\n"
        "\n"
        "json has \"format\" and \"topics\": for each name, type, encoding, messages, seconds, rate (messages a\n"
        "second), joints and reason, one of these null; of Parquet \"format\", \"rows\" and \"columns\".\n",
    .examples = "condyle rows drive.mcap\n"
                "condyle rows bag/ --extract --topic /left/joint_states -o left.csv\n",
    .usage = "FILE",
    .no_robot = true,
    .options = &table,
    .size = sizeof(rows_options),
    .run = run,
};
