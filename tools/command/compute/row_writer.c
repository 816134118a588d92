#include "compute/row_writer.h"

#include "text/decimal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 17 }; /* bytes written at once */

/* Arrays hold only the results by default, since their columns have no names. */
exit_code row_writer_open(row_writer *w, computation *t, output *out, variable_set given)
{
    const calculation_options *o = t->options;
    *w = (row_writer){.out = out, .computation = t, .format = t->format, .header_offset = -1};
    if (o->numbers.fields) {
        return field_list_read(&w->fields, t, o->numbers.fields);
    }
    given.has[VARIABLE_WRENCHES] = t->calculation->wrenches && o->rows.input;
    const variable_set inputs = w->format == FORMAT_NPY ? NO_VARIABLES : given;
    return field_list_make(&w->fields, t, variable_set_union(inputs, t->results));
}

void row_writer_expect(row_writer *w, uint64_t rows)
{
    w->count_known = true;
    w->expected = rows;
}

exit_code row_writer_check(const row_writer *w)
{
    if (w->format != FORMAT_NPY || w->count_known || output_can_seek(w->out)) {
        return EXIT_FINE;
    }
    return fail(EXIT_USAGE,
                "an array's header has the number of its rows, which is not known beforehand: write it to a "
                "file (--output FILE), or use --format csv or json");
}

static void count_columns(row_writer *w)
{
    w->wrenches = w->computation->wrenches.count;
    for (size_t i = 0; i < w->fields.count; i++) {
        w->columns += field_columns(&w->fields.items[i], w->computation, w->wrenches);
    }
}

exit_code row_writer_share(row_writer *w, const array_slice *slice)
{
    count_columns(w);
    row_writer_expect(w, slice->last - slice->first);
    w->begun = w->shared = true;
    return array_slice_open(slice, w->columns, w->out);
}

void row_writer_skip(row_writer *w)
{
    if (w->shared) {
        npy_row_skip(w);
        w->written++;
    }
}

static void write_header(row_writer *w)
{
    w->begun = true;
    count_columns(w);
    if (!field_list_check(&w->fields, w->computation, &w->missing)) {
        w->problem = text_get(&w->missing);
        w->failed = w->failed || w->missing.failed;
        return;
    }
    switch (w->format) {
    case FORMAT_TABLE: table_row_header(w); break;
    case FORMAT_CSV: csv_row_header(w); break;
    case FORMAT_JSON: break;
    case FORMAT_NPY: npy_row_header(w); break;
    }
    w->failed = w->failed || w->row.failed;
    text_reset(&w->row); /* the header used it for names */
}

/* Whether the header has columns for every wrench of the row; JSON rows need none. */
static bool has_columns(const row_writer *w)
{
    const wrench_list *list = &w->computation->wrenches;
    size_t last = w->format == FORMAT_JSON ? 0 : list->count;
    while (last > w->wrenches && !wrench_is_there(&list->items[last - 1])) {
        last--;
    }
    if (last <= w->wrenches) {
        return true;
    }
    for (size_t i = 0; i < w->fields.count; i++) {
        if (w->fields.items[i].kind == VARIABLE_WRENCHES && w->fields.items[i].whole) {
            return false;
        }
    }
    return true;
}

const char *row_writer_add(row_writer *w)
{
    if (!w->begun) {
        write_header(w);
    }
    if (w->problem) {
        return w->problem;
    }
    if (!has_columns(w)) {
        return "a wrench on a body that the first row has none on has no column in the output; use --format json, or "
               "--fields without wrenches";
    }
    switch (w->format) {
    case FORMAT_TABLE: table_row_put(w); break;
    case FORMAT_CSV: csv_row_put(w); break;
    case FORMAT_JSON: json_row_put(w); break;
    case FORMAT_NPY: npy_row_put(w); break;
    }
    w->written++;
    if (w->row.length >= BLOCK || w->row.failed || w->format == FORMAT_TABLE) { /* a table is watched as it grows */
        row_writer_flush(w);
    }
    return NULL;
}

/* Degrees and the use of limits are computed row by row. */
bool row_writer_takes_rows(const row_writer *w, const block *b)
{
    bool takes = w->format == FORMAT_NPY && !w->computation->options->numbers.degrees &&
                 !w->computation->results.has[VARIABLE_EXCEEDED] && !w->computation->calculation->search;
    for (size_t i = 0; takes && i < w->fields.count; i++) {
        takes = w->fields.items[i].kind != VARIABLE_WRENCHES && block_values(b, w->fields.items[i].kind);
    }
    return takes;
}

void row_writer_add_rows(row_writer *w, const block *b, size_t first, size_t count)
{
    if (!w->begun) {
        write_header(w);
    }
    npy_row_put_rows(w, b, first, count);
    w->written += count;
    if (w->row.length >= BLOCK || w->row.failed) {
        row_writer_flush(w);
    }
}

void row_writer_flush(row_writer *w)
{
    output_bytes(w->out, text_get(&w->row), w->row.length);
    w->failed = w->failed || w->row.failed;
    text_reset(&w->row);
}

exit_code row_writer_finish(row_writer *w)
{
    if (!w->begun) {
        write_header(w);
    }
    if (w->problem) {
        return fail(EXIT_INPUT, "%s", w->problem);
    }
    row_writer_flush(w);
    if (w->format == FORMAT_NPY && w->header_offset >= 0 && (!w->count_known || w->written != w->expected)) {
        w->expected = w->written;
        npy_row_header(w);
    }
    return w->failed ? fail_memory() : EXIT_FINE;
}

void row_writer_close(row_writer *w)
{
    if (w->row.length) {
        row_writer_flush(w); /* rows before a fault are written */
    }
    field_list_clear(&w->fields);
    text_clear(&w->row);
    text_clear(&w->missing);
    free(w->widths);
}
