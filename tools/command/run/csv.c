#include "run/csv.h"

#include "text/decimal.h"

#include <math.h>
#include <string.h>

void csv_add_empty(csv_row *row)
{
    if (row->begun) {
        output_bytes(row->out, ",", 1);
    }
    row->begun = true;
}

void csv_add_text(csv_row *row, const char *text)
{
    csv_add_empty(row);
    size_t size = strlen(text);
    bool blank = size && (strchr(" \t", text[0]) || strchr(" \t", text[size - 1]));
    if (!text[strcspn(text, ",\"\r\n")] && !blank) {
        output_text(row->out, text);
        return;
    }
    output_bytes(row->out, "\"", 1);
    while (*text) {
        size_t length = strcspn(text, "\"");
        output_bytes(row->out, text, length);
        text += length;
        if (*text) {
            output_bytes(row->out, "\"\"", 2);
            text++;
        }
    }
    output_bytes(row->out, "\"", 1);
}

void csv_add_number(csv_row *row, double value, int precision)
{
    char digits[CDY_DECIMAL_SIZE];
    csv_add_empty(row);
    if (isfinite(value)) {
        output_bytes(row->out, digits, cdy_write_decimal(value, precision, digits));
    }
}

void csv_add_integer(csv_row *row, int value)
{
    csv_add_empty(row);
    output_format(row->out, "%d", value);
}

void csv_end_row(csv_row *row)
{
    output_bytes(row->out, "\n", 1);
    row->begun = false;
}
