/* Rows as a table for people: one number a column, which is as wide as its name. */
#include "compute/row_writer.h"
#include "text/decimal.h"

#include <stdlib.h>
#include <string.h>

enum { DIGITS = 6 };

void table_row_header(row_writer *w)
{
    int digits = w->computation->options->numbers.precision ? w->computation->options->numbers.precision : DIGITS;
    size_t column = 0;
    w->widths = calloc(w->columns + 1, sizeof *w->widths);
    if (!w->widths) {
        w->row.failed = true;
        return;
    }
    for (size_t i = 0; i < w->fields.count; i++) {
        const field *f = &w->fields.items[i];
        size_t columns = field_columns(f, w->computation, w->wrenches);
        for (size_t k = 0; k < columns; k++, column++) {
            text_reset(&w->row);
            field_add_column(f, w->computation, k, &w->row);
            size_t named = output_short_columns(text_get(&w->row)),
                   least = (size_t)digits + 7; /* sign, point, exponent */
            w->widths[column] = (named > least ? named : least) + 2;
            output_repeat(w->out, ' ', w->widths[column] - named);
            output_short_name(w->out, text_get(&w->row));
        }
    }
    output_text(w->out, "\n");
}

/* Writes the name of a joint, cut to the width of its column. */
static void put_joint(row_writer *w, double value, size_t width)
{
    text_buffer name = {0};
    variable_add_joint(w->computation->robot->model, value, &name);
    text_add(&w->row, "  %*.*s", (int)width - 2, (int)width - 2, text_get(&name));
    w->row.failed = w->row.failed || name.failed;
    text_clear(&name);
}

void table_row_put(row_writer *w)
{
    int digits = w->computation->options->numbers.precision ? w->computation->options->numbers.precision : DIGITS;
    size_t column = 0;
    for (size_t i = 0; i < w->fields.count && w->widths; i++) {
        const field *f = &w->fields.items[i];
        size_t columns = field_columns(f, w->computation, w->wrenches);
        for (size_t k = 0; k < columns; k++, column++) {
            char number[CDY_DECIMAL_SIZE];
            if (variable_type_of(f->kind) == TYPE_JOINT) {
                put_joint(w, field_value(f, w->computation, k), w->widths[column]);
                continue;
            }
            cdy_write_decimal(field_value(f, w->computation, k), digits, number);
            text_add(&w->row, "%*s", (int)w->widths[column], number);
        }
    }
    text_add_bytes(&w->row, "\n", 1);
}
