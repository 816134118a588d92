#include "rows/parquet.h"

#include "rows/parquet_file.h"
#include "text/decimal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WIDTH = 10000, MOST_NUMBERS = 1 << 25 };

/* The numbers of a column in the present group. */
typedef struct group_column {
    double *values;
    size_t *begins;
    size_t width; /* numbers a row, by the first group */
} group_column;

/* A file while its rows are read. */
typedef struct parquet_rows {
    input_source source;
    parquet_file file;
    group_column *columns;
    size_t group; /* the next one */
    int64_t row;  /* the next one of the present group */
    long long rows;
    bool begun, failed, told;
    text_buffer text, problem, note;
    size_t taken;
} parquet_rows;

bool parquet_begins(const char *bytes, size_t size)
{
    return size >= 4 && memcmp(bytes, "PAR1", 4) == 0;
}

static void drop_group(parquet_rows *p)
{
    for (size_t i = 0; p->columns && i < p->file.count; i++) {
        free(p->columns[i].values);
        free(p->columns[i].begins);
        p->columns[i].values = NULL;
        p->columns[i].begins = NULL;
    }
}

static input_status to_input(parquet_status status)
{
    return status == PARQUET_OK ? INPUT_OK : status == PARQUET_MEMORY ? INPUT_MEMORY : INPUT_BROKEN;
}

/* Reads all columns of the next group. */
static input_status read_group(parquet_rows *p)
{
    drop_group(p);
    parquet_status status = PARQUET_OK;
    int64_t numbers = 0;
    if (p->file.rows[p->group] == 0) { /* whose pieces have no pages */
        p->row = 0;
        p->group++;
        return INPUT_OK;
    }
    for (size_t i = 0; i < p->file.count && numbers <= MOST_NUMBERS; i++) {
        const int64_t values = p->file.pieces[p->group * p->file.count + i].values;
        numbers += values > 0 && values <= MOST_NUMBERS ? values : MOST_NUMBERS * (int64_t)(values != 0) * 2;
    }
    if (numbers > MOST_NUMBERS) {
        text_add(&p->problem, "group %zu of rows has more than %d numbers: write the file anew with smaller groups",
                 p->group + 1, MOST_NUMBERS);
        return INPUT_BROKEN;
    }
    for (size_t i = 0; i < p->file.count && status == PARQUET_OK; i++) {
        group_column *c = &p->columns[i];
        status = parquet_piece_read(&p->file, &p->file.columns[i], &p->file.pieces[p->group * p->file.count + i],
                                    p->file.rows[p->group], &c->values, &c->begins, &p->problem);
    }
    p->group++;
    p->row = 0;
    return to_input(status);
}

/* Numbers of a row, by the first one of the group that has any: lists may be null. */
static size_t find_width(const group_column *c, int64_t rows)
{
    size_t width = 0;
    for (int64_t row = 0; row < rows && width == 0; row++) {
        width = c->begins[row + 1] - c->begins[row];
    }
    return width;
}

/* Adds the names of the columns, by the widths of the first rows. */
static input_status add_header(parquet_rows *p)
{
    const char *comma = "";
    for (size_t i = 0; i < p->file.count; i++) {
        group_column *c = &p->columns[i];
        const parquet_column *column = &p->file.columns[i];
        c->width = find_width(c, p->file.rows[p->group - 1]);
        if (c->width > MOST_WIDTH) {
            text_add(&p->problem, "column '%.80s': a list has more than %d numbers", column->name, MOST_WIDTH);
            return INPUT_BROKEN;
        }
        for (size_t k = 0; k < c->width; k++, comma = ",") {
            text_add(&p->text, "%s\"", comma);
            for (const char *letter = column->name; *letter; letter++) {
                text_add_bytes(&p->text,
                               *letter == '"'    ? "\"\""
                               : *letter == '\n' ? " "
                                                 : letter,
                               *letter == '"' ? 2 : 1);
            }
            text_add(&p->text, column->most_repetition > 0 ? ".%zu\"" : "\"", k);
        }
    }
    text_add(&p->text, "\n");
    p->begun = true;
    return INPUT_OK;
}

static input_status add_row(parquet_rows *p)
{
    const size_t row = (size_t)p->row++;
    const char *comma = "";
    p->rows++;
    for (size_t i = 0; i < p->file.count; i++) {
        const group_column *c = &p->columns[i];
        const bool empty = c->begins[row + 1] == c->begins[row];
        if (!empty && c->begins[row + 1] - c->begins[row] != c->width) {
            text_add(&p->problem, "column '%.80s': row %lld has %zu numbers, the first one has %zu",
                     p->file.columns[i].name, p->rows, c->begins[row + 1] - c->begins[row], c->width);
            return INPUT_BROKEN;
        }
        for (size_t k = 0; k < c->width; k++, comma = ",") {
            char digits[CDY_DECIMAL_SIZE];
            const double value = empty ? 0 : c->values[c->begins[row] + k];
            text_add(&p->text, "%s", comma);
            if (empty || parquet_is_null(value)) {
                continue;
            }
            if (isfinite(value)) {
                text_add_bytes(&p->text, digits, cdy_write_decimal(value, 0, digits));
            } else {
                text_add(&p->text, "%s", isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
            }
        }
    }
    text_add(&p->text, "\n");
    return INPUT_OK;
}

/* Makes the text of the next row; without one it stays empty. */
static input_status advance(parquet_rows *p)
{
    input_status status = p->failed ? INPUT_BROKEN : INPUT_OK;
    text_reset(&p->text);
    p->taken = 0;
    while (status == INPUT_OK && (p->group == 0 || p->row == p->file.rows[p->group - 1])) {
        if (p->group == p->file.groups && p->begun) {
            return INPUT_OK;
        }
        if (p->group == p->file.groups) {
            text_add(&p->problem, "the file has no rows");
            p->failed = true;
            return INPUT_BROKEN;
        }
        status = read_group(p);
    }
    if (status == INPUT_OK && !p->begun) {
        status = add_header(p);
    }
    status = status == INPUT_OK ? add_row(p) : status;
    p->failed = status != INPUT_OK;
    return status == INPUT_OK && p->text.failed ? INPUT_MEMORY : status;
}

static input_status read_source(void *self, char *bytes, size_t most, size_t *count)
{
    parquet_rows *p = self;
    *count = 0;
    if (p->taken == p->text.length) {
        const input_status status = advance(p);
        if (status != INPUT_OK) {
            return status;
        }
    }
    const size_t left = p->text.length - p->taken;
    *count = left < most ? left : most;
    memcpy(bytes, text_get(&p->text) + p->taken, *count);
    p->taken += *count;
    return INPUT_OK;
}

static const char *problem_of(void *self, bool *goes_on)
{
    const parquet_rows *p = self;
    *goes_on = false;
    return text_get(&p->problem);
}

/* Tells once of the columns that are no numbers. */
static const char *note_of(void *self)
{
    parquet_rows *p = self;
    const bool tells = !p->told && p->file.left_out.length > 0;
    p->told = true;
    if (tells) {
        text_add(&p->note,
                 "columns of the file that are neither numbers of 32 or 64 bits nor lists of them are not read: %s",
                 text_get(&p->file.left_out));
    }
    return tells ? text_get(&p->note) : NULL;
}

static void close_source(void *self)
{
    parquet_rows *p = self;
    drop_group(p);
    free(p->columns);
    parquet_file_close(&p->file);
    text_clear(&p->text);
    text_clear(&p->problem);
    text_clear(&p->note);
    free(p);
}

input_status parquet_open(input *in, const char *path, text_buffer *problem)
{
    parquet_rows *p = calloc(1, sizeof *p);
    input_close(in);
    *in = (input){.name = in->name, .descriptor = -1};
    if (!p) {
        return INPUT_MEMORY;
    }
    p->source = (input_source){p, read_source, problem_of, NULL, note_of, close_source};
    in->source = &p->source;
    input_status status = to_input(parquet_file_open(&p->file, path, problem));
    if (status == INPUT_OK && p->file.count == 0) {
        text_add(problem, "the file has no column of numbers");
        status = INPUT_BROKEN;
    }
    p->columns = calloc(p->file.count + 1, sizeof *p->columns);
    return status == INPUT_OK && !p->columns ? INPUT_MEMORY : status;
}
