#include "rows/rows.h"

#include "rows/log.h"
#include "rows/log_files.h"
#include "rows/parquet.h"

#include <stdlib.h>
#include <string.h>

/* The definitions need the functions, not the analyzer's macros. */
#undef row_fail
#undef row_fail_input

row_status row_fail(row_reader *rows, row_status status, const char *format, ...)
{
    va_list arguments;
    text_reset(&rows->problem);
    va_start(arguments, format);
    text_add_list(&rows->problem, format, arguments);
    va_end(arguments);
    rows->code = rows->problem.failed ? EXIT_IO : EXIT_INPUT;
    return rows->problem.failed ? ROW_FATAL : status;
}

/* Reports a part of a log that cannot be read. */
static row_status fail_broken(row_reader *rows)
{
    bool goes_on = false;
    const char *problem = rows->in.source->problem(rows->in.source->self, &goes_on);
    return row_fail(rows, goes_on ? ROW_BAD : ROW_FATAL, "%s", problem);
}

static void fail_to_read(row_reader *rows)
{
    const input_source *source = rows->in.source;
    const char *file = source && source->file ? source->file(source->self) : NULL;
    row_fail(rows, ROW_FATAL, "cannot read %s: %s", file ? file : "the input", input_reason(rows->in.error));
}

row_status row_fail_input(row_reader *rows, input_status status)
{
    switch (status) {
    case INPUT_OK:
    case INPUT_END: return ROW_END;
    case INPUT_LONG:
        return row_fail(rows, ROW_FATAL, "a row is longer than %d MiB; is a quote not closed?", INPUT_LONGEST >> 20);
    case INPUT_FAILED: fail_to_read(rows); break;
    case INPUT_MEMORY: row_fail(rows, ROW_FATAL, "out of memory"); break;
    case INPUT_BROKEN: return fail_broken(rows);
    }
    rows->code = EXIT_IO;
    return ROW_FATAL;
}

void row_add_expected(row_reader *rows)
{
    enum { SHOWN = 3 };
    const cdy_model *model = rows->target.elements->robot->model;
    const char *comma = "; expected names such as ";
    text_buffer name = {0};
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        size_t size = rows->target.inputs.has[kind] ? variable_size(model, (variable)kind) : 0;
        for (size_t i = 0; i < size && i < SHOWN; i++, comma = ", ") {
            text_reset(&name);
            variable_add_column(&(dimensions){.model = model}, (variable)kind, i, false, &name);
            text_add(&rows->problem, "%s%.80s", comma, text_get(&name));
        }
    }
    rows->problem.failed = rows->problem.failed || name.failed;
    text_clear(&name);
}

bool row_passes(const char *name, size_t length)
{
    return (length == 1 && *name == 't') || !variable_is_known_column(name, length);
}

/* Whether the list of names contains this one. A name with commas may match a part of it, and is then noted twice at
 * most. */
static bool is_noted(const row_reader *rows, const char *quoted)
{
    return strstr(text_get(&rows->unread), quoted) != NULL;
}

void row_note_unread(row_reader *rows, const char *name, size_t length, const char *why)
{
    enum { MOST = 8, LONGEST = 60 };
    if (rows->unread_count > MOST) {
        return;
    }
    text_buffer quoted = {0};
    text_add(&quoted, "'%.*s%s'%s", (int)(length < LONGEST ? length : LONGEST), name, length < LONGEST ? "" : "...",
             why);
    if (!is_noted(rows, text_get(&quoted))) {
        const bool first = rows->unread.length == rows->unread_shown;
        const bool too_many = rows->unread_count++ == MOST;
        text_add(&rows->unread, "%s%s", first ? "" : ", ", too_many ? "and others" : text_get(&quoted));
    }
    text_clear(&quoted);
}

void row_note_replaced(row_reader *rows, const char *name, size_t length)
{
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        const char *key = variable_name((variable)kind);
        const size_t size = strlen(key);
        const bool begins = length >= size && memcmp(name, key, size) == 0;
        if (rows->target.replaced.has[kind] && begins && (length == size || name[size] == '[')) {
            row_note_unread(rows, key, size, " (an option gives it)");
        }
    }
}

/* Prints what a log has to say. */
static void report_log(row_reader *rows, progress *shown)
{
    const char *told = rows->in.source ? rows->in.source->note(rows->in.source->self) : NULL;
    if (told && shown) {
        progress_clear(shown);
    }
    if (rows->told && shown) {
        progress_clear(shown);
    }
    if (rows->told) {
        note("%s", rows->told);
    }
    if (told) {
        note("%s", told);
    }
    rows->told = NULL;
}

/* Prints what is odd about the times of a log. */
static void report_stamps(const row_reader *rows)
{
    for (int kind = 0; kind < STAMP_KINDS; kind++) {
        text_buffer text = {0};
        stamps_tell(&rows->stamps, (stamp_kind)kind, rows->is_log ? "row" : "line", &text);
        if (text.length > 0) {
            note("%s", text_get(&text));
        }
        text_clear(&text);
    }
}

/* Prints which rules of --map are for no column. */
static void report_map(row_reader *rows, progress *shown)
{
    text_buffer idle = {0};
    if (!rows->map_told) {
        column_map_add_idle(&rows->map, &idle);
    }
    if (idle.length > 0) {
        progress_clear(shown);
        note(rows->format == INPUT_CSV ? "--map: no column has the name %s, or begins so"
                                       : "--map renames columns of csv and of logs; %s renames nothing here",
             text_get(&idle));
    }
    rows->map_told = true;
    text_clear(&idle);
}

void row_report_unread(row_reader *rows, progress *shown)
{
    report_map(rows, shown);
    if (rows->unread.length > rows->unread_shown) {
        progress_clear(shown);
        note("not read of the rows: %s", text_get(&rows->unread) + rows->unread_shown);
        rows->unread_shown = rows->unread.length;
    }
    report_log(rows, shown);
}

static input_format format_of_ending(const char *name)
{
    static const struct {
        const char *ending;
        input_format format;
    } endings[] = {{".csv", INPUT_CSV}, {".json", INPUT_JSON}, {".jsonl", INPUT_JSON}, {".npy", INPUT_NPY}};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t end = strlen(endings[i].ending);
        if (length > end && strcmp(name + length - end, endings[i].ending) == 0) {
            return endings[i].format;
        }
    }
    return INPUT_ANY;
}

/* Skips a UTF-8 byte order mark. */
static input_status skip_mark(input *in)
{
    size_t available;
    input_status status = input_need(in, 3, &available);
    if (status == INPUT_OK && available >= 3 && memcmp(input_bytes(in), "\xef\xbb\xbf", 3) == 0) {
        input_take(in, 3);
    }
    return status;
}

static input_status format_of_content(input *in, input_format *format)
{
    size_t available;
    input_status status = input_need(in, 64, &available);
    const char *bytes = available ? input_bytes(in) : "";
    size_t i = 0;
    while (i < available && strchr(" \t\r\n", bytes[i]) && bytes[i]) {
        i++;
    }
    if (available >= 6 && memcmp(bytes, "\x93NUMPY", 6) == 0) {
        *format = INPUT_NPY;
    } else {
        *format = i < available && (bytes[i] == '{' || bytes[i] == '[') ? INPUT_JSON : INPUT_CSV;
    }
    return status;
}

/* Reports lack of memory where the text of a problem could not be allocated. */
static row_status check_memory(row_reader *rows, row_status status)
{
    if (status != ROW_OK && status != ROW_END && rows->problem.failed) {
        rows->code = EXIT_IO;
        return ROW_FATAL;
    }
    return status;
}

const char *row_problem(const row_reader *rows)
{
    return rows->problem.failed ? "out of memory" : text_get(&rows->problem);
}

/* ---- logs ---- */

/* Whether a name of a log, renamed by --map, is a joint of the robot. */
static bool is_joint(const void *context, const char *name, size_t length)
{
    const row_reader *rows = context;
    text_buffer column = {0}, renamed = {0};
    text_add(&column, "q.");
    text_add_bytes(&column, name, length);
    const bool mapped = column_map_find(&rows->map, text_get(&column), column.length, &renamed);
    const text_buffer *found = mapped ? &renamed : &column;
    const bool joint = !column.failed && !renamed.failed && strncmp(text_get(found), "q.", 2) == 0 &&
                       elements_find(rows->target.elements, VECTOR_Q, text_get(found) + 2, found->length - 2) >= 0;
    text_clear(&column);
    text_clear(&renamed);
    return joint;
}

/* Puts the rows of a log, or of Parquet, in place of the bytes of the input. */
static row_status open_log(row_reader *rows, const char *path, bool parquet)
{
    const log_request request = {path, rows->target.topic, is_joint, rows};
    text_buffer problem = {0};
    const input_status status =
        parquet ? parquet_open(&rows->in, path, &problem) : log_open(&rows->in, &request, &problem);
    rows->is_log = true;
    rows->format = INPUT_CSV;
    row_status result = ROW_OK;
    if (status == INPUT_BROKEN) {
        result = row_fail(rows, ROW_FATAL, "%s", text_get(&problem));
    } else if (status != INPUT_OK) {
        result = row_fail_input(rows, status);
    }
    text_clear(&problem);
    return result;
}

/* Finds out whether a file is a log, and opens it as one. */
static row_status look_for_log(row_reader *rows, const char *path)
{
    enum { BEGIN = 16 };
    size_t available = 0;
    const bool folder = log_is_folder(path);
    const input_status status = folder ? INPUT_OK : input_need(&rows->in, BEGIN, &available);
    if (status != INPUT_OK) {
        return row_fail_input(rows, status);
    }
    if (folder || (available > 0 && log_begins(input_bytes(&rows->in), available))) {
        return open_log(rows, path, false);
    }
    if (available > 0 && !rows->target.topic && parquet_begins(input_bytes(&rows->in), available)) {
        return open_log(rows, path, true);
    }
    return rows->target.topic ? row_fail(rows, ROW_FATAL, "--topic is for logs; the file is neither MCAP nor rosbag2")
                              : ROW_OK;
}

row_status row_reader_open(row_reader *rows, const char *path, input_format format, const row_target *target)
{
    enum { MOST_LETTERS = 1 << 22 };
    *rows = (row_reader){.target = *target, .format = format, .letters = MOST_LETTERS, .separator = ','};
    const exit_code map_code = target->map ? column_map_read(&rows->map, target->map) : EXIT_FINE;
    if (map_code != EXIT_FINE) {
        row_fail(rows, ROW_FATAL, "the columns cannot be renamed");
        rows->code = map_code;
        rows->in = (input){.name = path, .descriptor = -1};
        return ROW_FATAL;
    }
    input_status status = input_open(&rows->in, path);
    if (status == INPUT_OK && format == INPUT_ANY && look_for_log(rows, path) != ROW_OK) {
        return ROW_FATAL;
    }
    if (status == INPUT_OK && rows->format == INPUT_ANY) {
        rows->format = format_of_ending(path);
    }
    if (status == INPUT_OK && rows->format != INPUT_NPY) {
        status = skip_mark(&rows->in);
    }
    if (status == INPUT_OK && rows->format == INPUT_ANY) {
        status = format_of_content(&rows->in, &rows->format);
    }
    if (status != INPUT_OK) {
        return row_fail_input(rows, status);
    }
    switch (rows->format) {
    case INPUT_ANY:
    case INPUT_CSV: return check_memory(rows, csv_rows_open(rows));
    case INPUT_JSON: return check_memory(rows, json_rows_open(rows));
    case INPUT_NPY: return check_memory(rows, npy_rows_open(rows));
    }
    return ROW_FATAL;
}

row_status row_reader_next(row_reader *rows)
{
    rows->count++;
    switch (rows->format) {
    case INPUT_ANY:
    case INPUT_CSV: return check_memory(rows, csv_rows_next(rows));
    case INPUT_JSON: return check_memory(rows, json_rows_next(rows));
    case INPUT_NPY: return check_memory(rows, npy_rows_next(rows));
    }
    return ROW_FATAL;
}

row_status row_reader_skip(row_reader *rows, uint64_t count)
{
    if (rows->format == INPUT_NPY) {
        return npy_rows_skip(rows, count);
    }
    row_status status = ROW_OK;
    for (uint64_t i = 0; i < count && (status == ROW_OK || status == ROW_BAD); i++) {
        status = row_reader_next(rows);
    }
    return status == ROW_BAD ? ROW_OK : status;
}

void row_reader_close(row_reader *rows)
{
    report_log(rows, NULL);
    report_stamps(rows);
    stamps_clear(&rows->stamps);
    input_close(&rows->in);
    text_clear(&rows->problem);
    text_clear(&rows->scratch);
    text_clear(&rows->unread);
    text_clear(&rows->plain);
    column_map_clear(&rows->map);
    free(rows->columns);
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        free(rows->marks[kind]);
    }
}

uint64_t row_reader_row(const row_reader *rows)
{
    return rows->format == INPUT_NPY ? (uint64_t)rows->line : rows->count;
}

bool row_reader_count(const row_reader *rows, uint64_t *count)
{
    *count = rows->npy.rows;
    return rows->format == INPUT_NPY;
}
