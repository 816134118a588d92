/* Rows of comma-separated values (RFC 4180), with a header of names in any order. */
#include "rows/rows.h"
#include "text/number.h"

#include <stdlib.h>
#include <string.h>

/* Destination of a column. */
typedef struct csv_column {
    variable kind; /* VARIABLE_WRENCHES: component `index` of wrench `wrench`; VARIABLE_COUNT: the column is ignored */
    size_t index;
    int wrench;
    int passed;     /* number of an ignored column among the columns that pass, from 1; 0: the column does not pass */
    bool degrees;   /* the values are angles in degrees */
    bool time;      /* the times of a log, whose steps are judged */
    double divisor; /* of the numbers of a time, 0: none */
} csv_column;

/* A field of a record: a part of the record, or its unquoted text in the reader's scratch buffer. */
typedef struct csv_field {
    const char *text;
    size_t length;
    const char *after; /* at the comma or at the end of the record */
    bool quoted;
} csv_field;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static const char *skip_blanks(const char *text, const char *end)
{
    while (text < end && is_blank(*text)) {
        text++;
    }
    return text;
}

/* Reports a misplaced or unclosed quote and returns to the end of the record's first line, since the quote may have
 * joined several rows. */
static row_status fail_quotes(row_reader *rows, const char *problem)
{
    input_keep_line(&rows->in);
    return row_fail(rows, ROW_BAD, "%s", problem);
}

/* Reads a quoted field; `""` is an escaped quote. */
static row_status read_quoted(row_reader *rows, const char *text, const char *end, csv_field *field)
{
    const char *piece = text + 1;
    text_reset(&rows->scratch);
    for (;;) {
        const char *quote = piece < end ? memchr(piece, '"', (size_t)(end - piece)) : NULL;
        if (!quote) {
            return fail_quotes(rows, "a quoted field has no closing quote");
        }
        bool doubled = quote + 1 < end && quote[1] == '"';
        text_add_bytes(&rows->scratch, piece, (size_t)(quote - piece) + doubled);
        piece = quote + 1 + doubled;
        if (!doubled) {
            break;
        }
    }
    piece = skip_blanks(piece, end);
    if (piece < end && *piece != ',') {
        return fail_quotes(rows, "expected a comma behind a quoted field; quotes inside are doubled");
    }
    if (rows->scratch.failed) {
        row_fail_input(rows, INPUT_MEMORY);
        return ROW_FATAL;
    }
    *field = (csv_field){text_get(&rows->scratch), rows->scratch.length, piece, true};
    return ROW_OK;
}

/* Reads the field at `text` without surrounding blanks. */
static row_status read_field(row_reader *rows, const char *text, const char *end, csv_field *field)
{
    text = skip_blanks(text, end);
    if (text < end && *text == '"') {
        return read_quoted(rows, text, end, field);
    }
    const char *comma = text < end ? memchr(text, ',', (size_t)(end - text)) : NULL;
    const char *after = comma ? comma : end;
    const char *last = after;
    while (last > text && is_blank(last[-1])) {
        last--;
    }
    if (last > text && memchr(text, '\n', (size_t)(last - text))) {
        return fail_quotes(rows, "a quote stands in a field that does not begin with one");
    }
    *field = (csv_field){text, (size_t)(last - text), after, false};
    return ROW_OK;
}

/* ---- the header ---- */

static bool begins_with(const char *name, size_t length, const char *prefix)
{
    return length > strlen(prefix) && memcmp(name, prefix, strlen(prefix)) == 0;
}

static bool strip_suffix(const char *name, size_t *length, const char *suffix)
{
    size_t size = strlen(suffix);
    if (*length <= size || memcmp(name + *length - size, suffix, size) != 0) {
        return false;
    }
    *length -= size;
    return true;
}

/* Begins the message of a faulty column of a vector. */
static void begin_problem(row_reader *rows, variable kind, const char *name, size_t length)
{
    row_fail(rows, ROW_FATAL, "column '%s.%.*s': ", variable_name(kind), (int)length, name);
}

/* Finds an element by its name, or in logs of controllers and behind --map by its number from 0; -1: none. */
static int find_element(const row_reader *rows, variable kind, const char *name, size_t length)
{
    const int named = elements_find(rows->target.elements, (vector_kind)kind, name, length);
    const size_t size = variable_size(rows->target.elements->robot->model, kind);
    size_t number = 0;
    for (size_t i = 0; i < length; i++) {
        if (name[i] < '0' || name[i] > '9' || number > size) {
            return named;
        }
        number = 10 * number + (size_t)(name[i] - '0');
    }
    return named < 0 && length > 0 && (rows->map.count > 0 || rows->dialect) && number < size ? (int)number : named;
}

/* Finds the element of a column joint or joint[k], with or without the unit [deg] or [rad]. */
static row_status resolve_element(row_reader *rows, variable kind, const char *name, size_t length, csv_column *column)
{
    const elements *e = rows->target.elements;
    size_t stem = length;
    const name_unit unit = elements_take_unit(name, &stem);
    const int whole = find_element(rows, kind, name, length);
    const int other = unit ? find_element(rows, kind, name, stem) : -1;
    const int found = whole >= 0 ? whole : other;
    if (whole >= 0 && other >= 0) {
        return row_fail(rows, ROW_FATAL,
                        "column '%s.%.*s' is both a joint and another joint with its unit; rename one "
                        "of the two",
                        variable_name(kind), (int)length, name);
    }
    if (found < 0 && rows->is_log) {
        row_note_unread(rows, name, length, " (no joint of the robot)");
        return ROW_OK;
    }
    if (found < 0) {
        begin_problem(rows, kind, name, length);
        elements_explain(e, (vector_kind)kind, name, stem, &rows->letters, &rows->problem);
        return ROW_FATAL;
    }
    const bool angle = variable_is_angle(e->robot->model, kind, (size_t)found), own_unit = whole < 0;
    if (own_unit && !angle) {
        begin_problem(rows, kind, name, length);
        elements_explain_unit(e, (vector_kind)kind, found, &rows->problem);
        return ROW_FATAL;
    }
    const bool degrees = own_unit ? unit == UNIT_DEG : rows->target.degrees;
    *column = (csv_column){.kind = kind, .index = (size_t)found, .degrees = degrees && angle};
    return ROW_OK;
}

static const char *const components[] = {".Tx", ".Ty", ".Tz", ".Fx", ".Fy", ".Fz"};

/* Finds the wrench component of a column f.BODY.Tx, f.BODY@body.Tx or f.BODY@base-axes.Tx. */
static row_status resolve_wrench(row_reader *rows, const char *name, size_t length, csv_column *column)
{
    const cdy_model *model = rows->target.elements->robot->model;
    size_t component = 0, body = length;
    while (component < 6 && !strip_suffix(name, &body, components[component])) {
        component++;
    }
    if (component == 6) {
        return row_fail(rows, ROW_FATAL, "column 'f.%.*s' is not f.BODY.Tx, Ty, Tz, Fx, Fy or Fz", (int)length, name);
    }
    wrench_kind kind;
    int frame = wrench_find_body(model, name, body, &kind);
    if (frame == WRENCH_NO_MEMORY) {
        return row_fail_input(rows, INPUT_MEMORY);
    }
    if (frame < 0) {
        row_fail(rows, ROW_FATAL, "column 'f.%.*s': ", (int)length, name);
        wrench_explain_body(model, name, body, &rows->letters, &rows->problem);
        return ROW_FATAL;
    }
    int index = wrench_list_index(rows->target.wrenches, model, frame, kind);
    if (index < 0) {
        return row_fail_input(rows, INPUT_MEMORY);
    }
    *column = (csv_column){.kind = VARIABLE_WRENCHES, .index = component, .wrench = index};
    return ROW_OK;
}

/* Finds the entry of a column T[i][j]. */
static row_status resolve_entry(row_reader *rows, const char *name, size_t length, csv_column *column)
{
    size_t index;
    if (!variable_find_entry(&(dimensions){.model = rows->target.elements->robot->model}, VARIABLE_T, name, length,
                             &index)) {
        return row_fail(rows, ROW_FATAL, "column '%.*s' is not T[0][0] to T[3][3]", (int)length, name);
    }
    *column = (csv_column){.kind = VARIABLE_T, .index = index};
    return ROW_OK;
}

/* Finds the destination of a column. Names outside the variables that are read are ignored. */
static row_status resolve(row_reader *rows, const char *name, size_t length, csv_column *column)
{
    *column = (csv_column){.kind = VARIABLE_COUNT};
    for (int kind = 0; kind < VECTOR_COUNT; kind++) {
        const char *group = vector_name((vector_kind)kind);
        const size_t point = strlen(group);
        if (rows->target.inputs.has[kind] && begins_with(name, length, group) && name[point] == '.' &&
            length > point + 1) {
            return resolve_element(rows, (variable)kind, name + point + 1, length - point - 1, column);
        }
    }
    if (rows->target.wrenches && begins_with(name, length, "f.")) {
        return resolve_wrench(rows, name + 2, length - 2, column);
    }
    if (rows->target.inputs.has[VARIABLE_TIME] && length == 1 && *name == 't') {
        *column = (csv_column){.kind = VARIABLE_TIME};
        return ROW_OK;
    }
    if (rows->target.inputs.has[VARIABLE_T] && begins_with(name, length, "T[")) {
        return resolve_entry(rows, name, length, column);
    }
    if (length > 0 && row_passes(name, length)) {
        column->passed = rows->target.passed ? passed_find(rows->target.passed, name, length) + 1 : 0;
        const bool unread = rows->target.notes_results && !column->passed; /* the time */
        if (!variable_is_known_column(name, length) || unread) {           /* a misspelt name passes, but is noted */
            row_note_unread(rows, name, length, "");
        }
    } else if (length > 0 && rows->target.notes_results) {
        row_note_unread(rows, name, length, "");
    }
    row_note_replaced(rows, name, length);
    return rows->target.passed && rows->target.passed->failed ? row_fail_input(rows, INPUT_MEMORY) : ROW_OK;
}

/* Finds the destination of a column under the name that --map gives it, or that it has in logs of known programs. */
static row_status resolve_mapped(row_reader *rows, const char *name, size_t length, csv_column *column)
{
    text_buffer mapped = {0};
    double divisor = 1;
    const bool renamed = column_map_find(&rows->map, name, length, &mapped) ||
                         (rows->dialect && dialect_rename(rows->dialect, name, length, &mapped, &divisor));
    const char *found = renamed ? text_get(&mapped) : name;
    const size_t size = renamed ? mapped.length : length;
    row_status status = mapped.failed ? row_fail_input(rows, INPUT_MEMORY) : resolve(rows, found, size, column);
    column->time = status == ROW_OK && size == 1 && *found == 't' &&
                   (rows->is_log || rows->dialect || column->kind == VARIABLE_TIME);
    column->divisor = divisor < 1 || divisor > 1 ? divisor : 0;
    text_clear(&mapped);
    return status;
}

static row_status add_column(row_reader *rows, const csv_field *field, size_t *capacity)
{
    if (rows->column_count == *capacity) {
        *capacity = 2 * *capacity + 16;
        csv_column *larger = realloc(rows->columns, *capacity * sizeof *larger);
        if (!larger) {
            return row_fail_input(rows, INPUT_MEMORY);
        }
        rows->columns = larger;
    }
    csv_column *column = &rows->columns[rows->column_count++];
    row_status status = resolve_mapped(rows, field->text, field->length, column);
    if (status == ROW_OK && column->kind != VARIABLE_COUNT) {
        rows->given.has[column->kind] = true;
    }
    return status;
}

/* Marks the element of a column; *twice is true where it was marked before. */
static row_status note_element(row_reader *rows, const csv_column *c, bool **seen, bool *twice)
{
    if (!*seen) {
        *seen = calloc(variable_size(rows->target.elements->robot->model, c->kind) + 1, sizeof **seen);
    }
    // NOLINTNEXTLINE(clang-analyzer-unix.Malloc): after `seen[kind]` is set, the analyzer thinks it may be empty again
    if (!*seen) {
        return row_fail_input(rows, INPUT_MEMORY);
    }
    *twice = (*seen)[c->index];
    (*seen)[c->index] = true;
    return ROW_OK;
}

/* Refuses two columns of the same element. */
static row_status check_twice(row_reader *rows)
{
    bool *seen[VARIABLE_COUNT] = {NULL};
    row_status status = ROW_OK;
    for (size_t i = 0; i < rows->column_count && status == ROW_OK; i++) {
        const csv_column *c = &rows->columns[i];
        bool twice = false;
        if (c->kind == VARIABLE_WRENCHES) {
            wrench *w = &rows->target.wrenches->items[c->wrench];
            twice = w->given & 1u << c->index;
            w->given |= 1u << c->index;
        } else if (c->kind != VARIABLE_COUNT) {
            status = note_element(rows, c, &seen[c->kind], &twice);
        }
        if (twice) {
            status = row_fail(rows, ROW_FATAL, "column %zu gives a value that an earlier column gives", i + 1);
        }
    }
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        free(seen[kind]);
    }
    return status;
}

/* Whether T has all its 16 entries or none; the entries have no defaults. */
static bool placement_is_whole(const row_reader *rows)
{
    size_t count = 0;
    for (size_t i = 0; i < rows->column_count; i++) {
        count += rows->columns[i].kind == VARIABLE_T;
    }
    return count == 0 || count == variable_size(rows->target.elements->robot->model, VARIABLE_T);
}

static row_status check_given(row_reader *rows)
{
    if (variable_set_count(variable_set_difference(rows->target.needed, rows->given)) > 0) {
        row_fail(rows, ROW_FATAL, "the header has not all the columns that are needed");
    } else if (variable_set_count(rows->given) == 0 && cdy_model_nv(rows->target.elements->robot->model) > 0) {
        row_fail(
            rows, ROW_FATAL,
            "the header names nothing that is read here: --map FROM=TO tells what its columns are, --map actual_q_=q. "
            "those that begin so");
    } else if (!placement_is_whole(rows)) {
        row_fail(rows, ROW_FATAL, "the header has not all 16 entries of T once");
    } else {
        return check_twice(rows);
    }
    row_add_expected(rows);
    return ROW_FATAL;
}

static bool is_empty(const char *text, size_t length)
{
    while (length && is_blank(text[length - 1])) {
        length--;
    }
    return length == 0;
}

/* The separator of a header: a comma where it has one, else a semicolon, a tab or a blank between names. */
static char find_separator(const char *text, const char *end)
{
    static const char separators[] = ",;\t ";
    bool quoted = false, seen[4] = {false};
    while (text < end && is_blank(*text)) {
        text++;
    }
    while (end > text && is_blank(end[-1])) {
        end--;
    }
    for (; text < end; text++) {
        quoted = quoted != (*text == '"');
        const char *found = *text && !quoted ? strchr(separators, *text) : NULL;
        if (found) {
            seen[found - separators] = true;
        }
    }
    for (int i = 0; i < 4; i++) {
        if (seen[i]) {
            return separators[i];
        }
    }
    return ',';
}

/* Rewrites a record with commas between its fields. Behind semicolons a comma is a decimal point. */
static row_status separate_by_commas(row_reader *rows, const char **text, const char **end)
{
    bool quoted = false, gap = true; /* at the begin, or in a gap of blanks */
    text_reset(&rows->plain);
    for (const char *c = *text; c < *end; c++) {
        const bool separates = *c == rows->separator || (rows->separator == ' ' && is_blank(*c));
        quoted = quoted != (*c == '"');
        if (quoted || !separates) {
            const char plain = !quoted && *c == ',' ? (rows->separator == ';' ? '.' : ';') : *c;
            text_add_bytes(&rows->plain, &plain, 1);
            gap = false;
        } else if (rows->separator != ' ' || !gap) {
            text_add_bytes(&rows->plain, ",", 1);
            gap = true;
        }
    }
    if (rows->plain.failed) {
        return row_fail_input(rows, INPUT_MEMORY);
    }
    *text = text_get(&rows->plain);
    *end = *text + rows->plain.length - (rows->separator == ' ' && gap && rows->plain.length > 0);
    return ROW_OK;
}

/* Reads the next line that is not blank; a blank one is a row where the robot has no coordinates. */
static row_status next_record(row_reader *rows, const char **text, const char **end)
{
    size_t length;
    input_status status;
    do {
        status = input_record(&rows->in, true, text, &length);
        rows->line = rows->in.line - rows->is_log;
    } while (status == INPUT_OK && is_empty(*text, length) && !rows->blank);
    *end = status == INPUT_OK ? *text + length : NULL;
    if (status != INPUT_OK) {
        return row_fail_input(rows, status);
    }
    if (!rows->columns && rows->column_count == 0) {
        rows->separator = find_separator(*text, *end);
    }
    return rows->separator == ',' ? ROW_OK : separate_by_commas(rows, text, end);
}

/* Whether the rows have no numbers, as for a robot without degrees of freedom. */
static bool reads_nothing(const row_reader *rows)
{
    const row_target *t = &rows->target;
    size_t size = 0;
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        size += t->inputs.has[kind] ? variable_size(t->elements->robot->model, (variable)kind) : 0;
    }
    return size == 0;
}

row_status csv_rows_open(row_reader *rows)
{
    const char *text, *end;
    size_t capacity = 0;
    rows->blank = reads_nothing(rows);
    row_status status = next_record(rows, &text, &end);
    rows->blank = rows->blank && status == ROW_OK && is_empty(text, (size_t)(end - text));
    if (status == ROW_END) {
        rows->line = 0;
        row_fail(rows, ROW_FATAL, "the input is empty");
        row_add_expected(rows);
        return ROW_FATAL;
    }
    rows->dialect = status == ROW_OK ? dialect_find(text, (size_t)(end - text)) : NULL;
    const char *told = rows->dialect ? dialect_note(rows->dialect, text, (size_t)(end - text)) : NULL;
    while (status == ROW_OK) {
        csv_field field;
        status = read_field(rows, text, end, &field);
        if (status == ROW_OK) {
            status = add_column(rows, &field, &capacity);
        }
        if (status == ROW_OK && field.after == end) {
            if (rows->target.passed) {
                passed_complete(rows->target.passed);
            }
            rows->told = rows->target.inputs.has[VARIABLE_TAU] && !rows->given.has[VARIABLE_TAU] ? told : NULL;
            return check_given(rows);
        }
        text = status == ROW_OK ? field.after + 1 : text;
    }
    return ROW_FATAL;
}

/* ---- rows ---- */

/* Reports the faulty value of a column by name. */
static row_status fail_value(row_reader *rows, size_t index, const csv_field *field, cdy_number_status status)
{
    const csv_column *c = &rows->columns[index];
    int shown = (int)(field->length < 40 ? field->length : 40);
    row_fail(rows, ROW_BAD, "column %zu, ", index + 1);
    if (c->kind == VARIABLE_WRENCHES) {
        const wrench *w = &rows->target.wrenches->items[c->wrench];
        text_add(&rows->problem, "f.%s%s%s", cdy_model_frame_name(rows->target.elements->robot->model, w->frame),
                 wrench_suffix(w->kind), components[c->index]);
    } else {
        variable_add_column(&(dimensions){.model = rows->target.elements->robot->model}, c->kind, c->index, c->degrees,
                            &rows->problem);
    }
    if (field->length == 0) {
        text_add(&rows->problem, ": the value is empty");
    } else if (status == CDY_NUMBER_RANGE) {
        text_add(&rows->problem, ": '%.*s' is too large for a double", shown, field->text);
    } else {
        text_add(&rows->problem, ": '%.*s' is not a decimal number", shown, field->text);
    }
    return ROW_BAD;
}

static void store(row_reader *rows, const csv_column *c, double value)
{
    if (c->time) {
        value = c->divisor > 0 ? value / c->divisor : value;
        stamps_take(&rows->stamps, value, rows->line);
    }
    if (c->kind == VARIABLE_WRENCHES) {
        rows->target.wrenches->items[c->wrench].values[c->index] += value;
    } else {
        rows->target.values[c->kind][c->index] = c->degrees ? radians(value) : value;
    }
}

static row_status read_value(row_reader *rows, size_t index, const csv_field *field)
{
    double value = 0;
    cdy_number_status status;
    const char *end = field->text + field->length;
    const char *after = cdy_scan_number(field->text, end, &value, &status);
    if (status == CDY_NUMBER_MEMORY) {
        return row_fail_input(rows, INPUT_MEMORY);
    }
    if (status != CDY_NUMBER_OK || after != end) {
        return fail_value(rows, index, field, status);
    }
    store(rows, &rows->columns[index], value);
    return ROW_OK;
}

/* Passes a field; a time of a log as the number that it is here. */
static row_status pass_value(row_reader *rows, const csv_column *c, const csv_field *field)
{
    double value;
    cdy_number_status status;
    const char *after = cdy_scan_number(field->text, field->text + field->length, &value, &status);
    text_buffer number = {0};
    if (c->time && status == CDY_NUMBER_OK && after == field->text + field->length) {
        value = c->divisor > 0 ? value / c->divisor : value;
        stamps_take(&rows->stamps, value, rows->line);
        text_add_number(&number, value, 15);
    }
    const bool converted = c->divisor > 0 && number.length > 0;
    if (c->passed) {
        passed_put_text(rows->target.passed, c->passed - 1, converted ? text_get(&number) : field->text,
                        converted ? number.length : field->length);
    }
    const row_status result = number.failed ? row_fail_input(rows, INPUT_MEMORY) : ROW_OK;
    text_clear(&number);
    return result;
}

/* Reads numbers from column *index on while the fields are unquoted and valid. Returns the start of the first other
 * field, or NULL at the end of the record. */
static const char *read_unquoted(row_reader *rows, const char *text, const char *end, size_t *index)
{
    for (; *index < rows->column_count && rows->columns[*index].kind != VARIABLE_COUNT; ++*index) {
        double value = 0;
        cdy_number_status status;
        const char *begin = skip_blanks(text, end);
        const char *after = skip_blanks(cdy_scan_number(begin, end, &value, &status), end);
        if (status != CDY_NUMBER_OK || (after < end && *after != ',')) {
            break;
        }
        store(rows, &rows->columns[*index], value);
        if (after == end) {
            ++*index;
            return NULL;
        }
        text = after + 1;
    }
    return text;
}

static row_status check_columns(row_reader *rows, size_t count)
{
    if (count == rows->column_count) {
        return ROW_OK;
    }
    return row_fail(rows, ROW_BAD, "the row has %zu value%s; the header has %zu", count, count == 1 ? "" : "s",
                    rows->column_count);
}

row_status csv_rows_next(row_reader *rows)
{
    const char *text, *end;
    row_status status = next_record(rows, &text, &end);
    for (size_t i = 0; status == ROW_OK; i++) {
        text = read_unquoted(rows, text, end, &i);
        if (!text) {
            return check_columns(rows, i);
        }
        csv_field field;
        status = read_field(rows, text, end, &field);
        if (status == ROW_OK && i >= rows->column_count) {
            return row_fail(rows, ROW_BAD, "the row has more values than the header's %zu", rows->column_count);
        }
        if (status == ROW_OK && rows->columns[i].kind != VARIABLE_COUNT) {
            status = read_value(rows, i, &field);
        } else if (status == ROW_OK && (rows->columns[i].passed || rows->columns[i].time)) {
            status = pass_value(rows, &rows->columns[i], &field);
        }
        if (status == ROW_OK && field.after == end) {
            return check_columns(rows, i + 1);
        }
        text = status == ROW_OK ? field.after + 1 : text;
    }
    return status;
}
