/* Rows as comma-separated values under a header of names. */
#include "csv.h"
#include "row_writer.h"

void csv_row_header(row_writer *w)
{
    csv_row header = {.out = w->out};
    for (size_t i = 0; i < w->fields.count; i++) {
        const field *f = &w->fields.items[i];
        size_t columns = field_columns(f, w->task, w->wrenches);
        for (size_t k = 0; k < columns; k++) {
            text_reset(&w->row);
            field_add_column(f, w->task, k, &w->row);
            csv_add_text(&header, text_get(&w->row));
        }
    }
    csv_end_row(&header);
}

void csv_row_put(row_writer *w)
{
    bool begun = false;
    for (size_t i = 0; i < w->fields.count; i++) {
        const field *f = &w->fields.items[i];
        size_t columns = field_columns(f, w->task, w->wrenches);
        for (size_t k = 0; k < columns; k++) {
            text_add_bytes(&w->row, ",", begun);
            row_add_number(&w->row, field_value(f, w->task, k), w->task->options->precision);
            begun = true;
        }
    }
    text_add_bytes(&w->row, "\n", 1);
}
