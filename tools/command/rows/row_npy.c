/* Rows as a NumPy array of float64, little-endian, rows x columns in C order (.npy, version 1.0). */
#include "rows/row_writer.h"

#include <string.h>

enum { HEADER = 128 };

/* Writes the header, padded for any number of rows; a second call overwrites the first header. */
void npy_row_header(row_writer *w)
{
    char header[HEADER + 1] = "\x93NUMPY\x01";
    memset(header + 10, ' ', HEADER - 10);
    header[8] = HEADER - 10;
    int length = snprintf(header + 10, HEADER - 10, "{'descr': '<f8', 'fortran_order': False, 'shape': (%llu, %zu), }",
                          (unsigned long long)w->expected, w->columns);
    header[10 + length] = ' ';
    header[HEADER - 1] = '\n';
    if (w->header_offset >= 0) {
        output_patch(w->out, w->header_offset, header, HEADER);
        return;
    }
    w->header_offset = output_can_seek(w->out) ? (long long)ftello(w->out->file) : -1;
    output_bytes(w->out, header, HEADER);
}

static char *put_numbers(const double *values, size_t count, char *end)
{
    const uint64_t one = 1;
    char first;
    memcpy(&first, &one, 1);
    if (first) { /* little-endian machine: same representation as the file */
        memcpy(end, values, 8 * count);
        return end + 8 * count;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        for (int b = 0; b < 8; b++) {
            *end++ = (char)(bits >> 8 * b & 0xff);
        }
    }
    return end;
}

void npy_row_put(row_writer *w)
{
    char *end = text_room(&w->row, 8 * w->columns);
    for (size_t i = 0; end && i < w->fields.count; i++) {
        const field *f = &w->fields.items[i];
        size_t columns = field_columns(f, w->task, w->wrenches), count;
        for (size_t k = 0; k < columns; k += count) {
            const double *values = field_values(f, w->task, k, columns, &count);
            end = put_numbers(values, count, end);
        }
    }
    if (end) {
        text_take(&w->row, end);
    }
}
