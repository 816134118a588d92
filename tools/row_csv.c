/* Rows as comma-separated values under a header of names. */
#include "base/decimal.h"
#include "csv.h"
#include "row_writer.h"

#include <math.h>

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

/* Exact, or with the digits that are asked for, and a comma behind each; nothing for what is not finite. */
static char *put_numbers(const double *values, size_t count, int precision, char *end)
{
    for (size_t i = 0; i < count; i++) {
        end += isfinite(values[i]) ? cdy_write_decimal(values[i], precision, end) : 0;
        *end++ = ',';
    }
    return end;
}

void csv_row_put(row_writer *w)
{
    const int precision = w->task->options->precision;
    char *begin = text_room(&w->row, w->columns * (CDY_DECIMAL_SIZE + 1) + 1), *end = begin;
    for (size_t i = 0; begin && i < w->fields.count; i++) {
        const field *f = &w->fields.items[i];
        size_t columns = field_columns(f, w->task, w->wrenches), count;
        for (size_t k = 0; k < columns; k += count) {
            const double *values = field_values(f, w->task, k, columns, &count);
            end = put_numbers(values, count, precision, end);
        }
    }
    if (begin) {
        end -= end > begin; /* the last comma */
        *end++ = '\n';
        text_take(&w->row, end);
    }
}
