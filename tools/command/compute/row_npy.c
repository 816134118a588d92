/* Rows as a NumPy array. */
#include "compute/row_writer.h"
#include "rows/npy.h"

#include <math.h>
#include <string.h>

void npy_put_header(uint64_t rows, size_t columns, char header[NPY_HEADER])
{
    char text[NPY_HEADER];
    const int length = snprintf(text, sizeof text, "{'descr': '<f8', 'fortran_order': False, 'shape': (%llu, %zu), }",
                                (unsigned long long)rows, columns);
    memset(header, ' ', NPY_HEADER);
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = NPY_HEADER - 10;
    header[9] = 0;
    memcpy(header + 10, text, (size_t)length);
    header[NPY_HEADER - 1] = '\n';
}

static bool is_little_endian(void)
{
    const uint64_t one = 1;
    char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

char *npy_put_numbers(const double *values, size_t count, char *bytes)
{
    if (is_little_endian()) {
        memcpy(bytes, values, 8 * count);
        return bytes + 8 * count;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        for (int b = 0; b < 8; b++) {
            *bytes++ = (char)(bits >> 8 * b & 0xff);
        }
    }
    return bytes;
}

void npy_take_numbers(const char *bytes, size_t count, double *values)
{
    if (is_little_endian()) {
        memcpy(values, bytes, 8 * count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = 0;
        for (int b = 0; b < 8; b++) {
            bits |= (uint64_t)(unsigned char)*bytes++ << 8 * b;
        }
        memcpy(&values[i], &bits, sizeof bits);
    }
}

/* Writes the header, padded for any number of rows; a second call overwrites the first header. */
void npy_row_header(row_writer *w)
{
    char header[NPY_HEADER];
    npy_put_header(w->expected, w->columns, header);
    if (w->header_offset >= 0) {
        output_patch(w->out, w->header_offset, header, NPY_HEADER);
        return;
    }
    w->header_offset = output_can_seek(w->out) ? (long long)ftello(w->out->file) : -1;
    output_bytes(w->out, header, NPY_HEADER);
}

void npy_row_put(row_writer *w)
{
    char *end = text_room(&w->row, 8 * w->columns);
    for (size_t i = 0; end && i < w->fields.count; i++) {
        const field *f = &w->fields.items[i];
        size_t columns = field_columns(f, w->computation, w->wrenches), count;
        for (size_t k = 0; k < columns; k += count) {
            const double *values = field_values(f, w->computation, k, columns, &count);
            end = npy_put_numbers(values, count, end);
        }
    }
    if (end) {
        text_take(&w->row, end);
    }
}

/* A field that is a whole row goes at once. */
void npy_row_put_rows(row_writer *w, const block *b, size_t first, size_t count)
{
    char *end = text_room(&w->row, 8 * w->columns * count);
    for (size_t row = first; end && row < first + count; row++) {
        size_t rows = 1;
        for (size_t i = 0; i < w->fields.count; i++) {
            const field *f = &w->fields.items[i];
            const size_t size = variable_length(&w->computation->dimensions, f->kind);
            const size_t columns = field_columns(f, w->computation, w->wrenches);
            rows = columns == w->columns && columns == size ? first + count - row : 1;
            end = npy_put_numbers(block_values(b, f->kind) + row * size + (f->whole ? 0 : f->element), rows * columns,
                                  end);
        }
        row += rows - 1;
    }
    if (end) {
        text_take(&w->row, end);
    }
}

void npy_row_skip(row_writer *w)
{
    const double none = (double)NAN;
    char *end = text_room(&w->row, 8 * w->columns);
    for (size_t i = 0; end && i < w->columns; i++) {
        end = npy_put_numbers(&none, 1, end);
    }
    if (end) {
        text_take(&w->row, end);
    }
}
