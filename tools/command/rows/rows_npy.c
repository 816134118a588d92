/* Rows of a two-dimensional NumPy array: the columns are q, then qd, then qdd or tau. */
#include "rows/rows.h"

#include <string.h>

static uint64_t take_bits(const unsigned char *bytes, size_t size, bool big_endian)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++) {
        bits = bits << 8 | bytes[big_endian ? i : size - 1 - i];
    }
    return bits;
}

/* Converts a number of any type to double. */
static double decode(const npy_layout *n, const unsigned char *bytes)
{
    uint64_t bits = take_bits(bytes, n->size, n->big_endian);
    if (n->kind == 'f' && n->size == 8) {
        double value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }
    if (n->kind == 'f') {
        uint32_t half = (uint32_t)bits;
        float value;
        memcpy(&value, &half, sizeof value);
        return (double)value;
    }
    uint64_t sign = UINT64_C(1) << (8 * n->size - 1);
    if (n->kind == 'i' && bits & sign) {
        return -(double)((sign - (bits ^ sign)));
    }
    return (double)bits;
}

/* Whether the variables given are all that every row must give. */
static bool has_needed(const row_target *t, variable_set given)
{
    return variable_set_count(variable_set_difference(t->needed, given)) == 0;
}

/* Assigns the columns to inputs in their order; false where the columns end within an input. */
static bool choose_order(row_reader *rows)
{
    const row_target *t = &rows->target;
    const cdy_model *model = t->elements->robot->model;
    uint64_t columns = 0;
    if (t->needed.has[VARIABLE_T] && rows->npy.columns == 16) {
        rows->order[0] = (npy_group){VARIABLE_T, 16};
        rows->order_count = 1;
        return true;
    }
    for (int i = -1; i < VARIABLE_COUNT && rows->order_count < 8; i++) {
        const int kind = i < 0 ? VARIABLE_TIME : i; /* the time comes first */
        if (!t->inputs.has[kind] || i == VARIABLE_TIME) {
            continue;
        }
        const size_t size = variable_size(model, (variable)kind);
        columns += size;
        rows->order[rows->order_count++] = (npy_group){(variable)kind, size};
        rows->given.has[kind] = true;
        if (columns == rows->npy.columns && has_needed(t, rows->given)) {
            return true;
        }
    }
    return false;
}

/* Rows without coordinates take no bytes, so that a file of one line could request any number of results. */
enum { MOST_EMPTY_ROWS = 1 << 20 };

static row_status fail_columns(row_reader *rows)
{
    const row_target *t = &rows->target;
    const cdy_model *model = t->elements->robot->model;
    size_t columns = 0;
    variable_set given = NO_VARIABLES;
    const char *comma = "", *part = NULL; /* an input that alone is not enough */
    row_fail(rows, ROW_FATAL, "the array has %llu columns; expected ", (unsigned long long)rows->npy.columns);
    for (int i = -1; i < VARIABLE_COUNT; i++) {
        const int kind = i < 0 ? VARIABLE_TIME : i;
        if (!t->inputs.has[kind] || i == VARIABLE_TIME) {
            continue;
        }
        columns += variable_size(model, (variable)kind);
        given.has[kind] = true;
        if (!has_needed(t, given)) {
            part = variable_name((variable)kind);
            continue;
        }
        text_add(&rows->problem, "%s%zu (%s", comma, columns, *comma ? "and " : "");
        text_add(&rows->problem, "%s%s%s)", part ? part : "", part ? " and " : "", variable_name((variable)kind));
        comma = ", ";
        part = NULL;
    }
    if (t->needed.has[VARIABLE_T]) {
        text_add(&rows->problem, ", 16 (T)");
    }
    return ROW_FATAL;
}

/* Whether the file has native doubles in the target's units. */
static bool is_native(const row_reader *rows)
{
    const npy_layout *n = &rows->npy;
    const uint64_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return n->kind == 'f' && n->size == sizeof(double) && n->big_endian == !first && !rows->target.degrees;
}

row_status npy_rows_open(row_reader *rows)
{
    rows->line = 0;
    row_status status = npy_header_read(rows);
    if (status != ROW_OK) {
        return status;
    }
    if (!choose_order(rows)) {
        return fail_columns(rows);
    }
    if (rows->npy.columns == 0 && rows->npy.rows > MOST_EMPTY_ROWS) {
        return row_fail(rows, ROW_FATAL, "the array has %llu rows without a number; expected %d at most",
                        (unsigned long long)rows->npy.rows, MOST_EMPTY_ROWS);
    }
    rows->given = NO_VARIABLES;
    for (size_t i = 0; i < rows->order_count; i++) {
        rows->given.has[rows->order[i].kind] = true;
    }
    if (rows->npy.fortran_order && rows->npy.rows > 1 && rows->npy.columns > 1) {
        return row_fail(rows, ROW_FATAL,
                        "the array is stored column by column (fortran_order), which cannot be read row by row; save "
                        "numpy.ascontiguousarray(array)");
    }
    rows->whole = rows->given;
    rows->native = is_native(rows);
    return ROW_OK;
}

/* Reads a variable of a row; returns the bytes after it. */
static const unsigned char *read_group(row_reader *rows, npy_group group, const unsigned char *bytes)
{
    const npy_layout *n = &rows->npy;
    double *values = rows->target.values[group.kind];
    if (rows->native) {
        memcpy(values, bytes, group.size * sizeof *values);
        return bytes + group.size * sizeof *values;
    }
    for (size_t k = 0; k < group.size; k++, bytes += n->size) {
        double value = decode(n, bytes);
        bool angle = rows->target.degrees && variable_is_angle(rows->target.elements->robot->model, group.kind, k);
        values[k] = angle ? radians(value) : value;
    }
    return bytes;
}

row_status npy_rows_next(row_reader *rows)
{
    const npy_layout *n = &rows->npy;
    if ((uint64_t)rows->line >= n->rows) {
        return ROW_END;
    }
    rows->line++;
    size_t size = (size_t)n->columns * n->size, available;
    input_status status = input_need(&rows->in, size, &available);
    if (status != INPUT_OK) {
        return row_fail_input(rows, status);
    }
    if (available < size) {
        return row_fail(rows, ROW_FATAL, "the array ends in row %lld of %llu", rows->line, (unsigned long long)n->rows);
    }
    const unsigned char *bytes = (const unsigned char *)input_bytes(&rows->in);
    for (size_t i = 0; i < rows->order_count; i++) {
        bytes = read_group(rows, rows->order[i], bytes);
    }
    input_take(&rows->in, size);
    return ROW_OK;
}

/* Copies a variable of consecutive rows, which are `columns` numbers long. */
static void take_group(const unsigned char *bytes, size_t columns, size_t count, size_t size, double *values)
{
    for (size_t i = 0; i < count; i++) {
        memcpy(values + i * size, bytes + i * columns * sizeof *values, size * sizeof *values);
    }
}

row_status npy_rows_take(row_reader *rows, size_t count, double *const *values, size_t *taken)
{
    const npy_layout *n = &rows->npy;
    const uint64_t left = n->rows - (uint64_t)rows->line;
    const size_t columns = (size_t)n->columns, size = columns * sizeof(double);
    const size_t wanted = count < left ? count : (size_t)left;
    size_t available;
    *taken = 0;
    const input_status status = input_need(&rows->in, wanted * size, &available);
    if (status != INPUT_OK) {
        return row_fail_input(rows, status);
    }
    *taken = available < wanted * size ? available / size : wanted;
    const unsigned char *bytes = (const unsigned char *)input_bytes(&rows->in);
    for (size_t i = 0; i < rows->order_count; i++) {
        take_group(bytes, columns, *taken, rows->order[i].size, values[rows->order[i].kind]);
        bytes += rows->order[i].size * sizeof(double);
    }
    input_take(&rows->in, *taken * size);
    rows->line += (long long)*taken;
    if (*taken < wanted) {
        rows->line++;
        return row_fail(rows, ROW_FATAL, "the array ends in row %lld of %llu", rows->line, (unsigned long long)n->rows);
    }
    return (uint64_t)rows->line < n->rows ? ROW_OK : ROW_END;
}

row_status npy_rows_skip(row_reader *rows, uint64_t count)
{
    const npy_layout *n = &rows->npy;
    const uint64_t size = n->columns * n->size;
    count = count < n->rows ? count : n->rows;
    if (size > 0 && count > UINT64_MAX / size) {
        return row_fail(rows, ROW_FATAL, "the array is longer than files can be");
    }
    uint64_t skipped;
    const input_status status = input_skip(&rows->in, count * size, &skipped);
    if (status != INPUT_OK) {
        return row_fail_input(rows, status);
    }
    rows->line += (long long)(size > 0 ? skipped / size : count);
    if (skipped < count * size) {
        return row_fail(rows, ROW_FATAL, "the array ends in row %lld of %llu", rows->line + 1,
                        (unsigned long long)n->rows);
    }
    return (uint64_t)rows->line < n->rows ? ROW_OK : ROW_END;
}
