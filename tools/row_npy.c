/* Rows as a NumPy array of float64, little-endian, rows x columns in C order (.npy, version 1.0). */
#include "row_writer.h"

#include <string.h>

enum { HEADER = 128 };

/* Writes the header with room for any number of rows; a second time over the first. */
void npy_row_header(row_writer *w)
{
    char header[HEADER + 1] = "\x93NUMPY\x01";
    memset(header + 10, ' ', HEADER - 10);
    header[8] = HEADER - 10;
    int length = snprintf(header + 10, HEADER - 10, "{'descr': '<f8', 'fortran_order': False, 'shape': (%llu, %zu), }",
                          (unsigned long long)w->expected, w->columns);
    header[10 + length] = ' ';
    header[HEADER - 1] = '\n';
    if (w->place >= 0) {
        output_patch(w->out, w->place, header, HEADER);
        return;
    }
    w->place = output_can_seek(w->out) ? (long long)ftello(w->out->file) : -1;
    output_bytes(w->out, header, HEADER);
}

void npy_row_put(row_writer *w)
{
    for (size_t i = 0; i < w->fields.count; i++) {
        const field *f = &w->fields.items[i];
        size_t columns = field_columns(f, w->task, w->wrenches);
        for (size_t k = 0; k < columns; k++) {
            double value = field_value(f, w->task, k);
            uint64_t bits;
            char bytes[8];
            memcpy(&bits, &value, sizeof bits);
            for (size_t b = 0; b < 8; b++) {
                bytes[b] = (char)(bits >> 8 * b & 0xff);
            }
            text_add_bytes(&w->row, bytes, 8);
        }
    }
}
