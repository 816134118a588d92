#include "values/number_text.h"

#include "text/decimal.h"

#include <math.h>
#include <string.h>

void row_add_number(text_buffer *row, double value, int precision)
{
    char digits[CDY_DECIMAL_SIZE];
    if (isfinite(value)) {
        text_add_bytes(row, digits, cdy_write_decimal(value, precision, digits));
    }
}

void row_add_json(text_buffer *row, double value, variable_type type, int precision)
{
    char digits[CDY_DECIMAL_SIZE];
    if (type == TYPE_TRUTH || !isfinite(value)) {
        const char *word = type != TYPE_TRUTH ? "null" : value > 0 ? "true" : "false";
        text_add_bytes(row, word, strlen(word));
        return;
    }
    size_t length = cdy_write_decimal(value, precision, digits);
    text_add_bytes(row, digits, length);
    if (type == TYPE_REAL && !digits[strcspn(digits, ".e")]) {
        text_add_bytes(row, ".0", 2); /* keep it a real number for parsers that distinguish integers */
    }
}
