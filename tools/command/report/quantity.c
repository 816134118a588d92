#include "report/quantity.h"

#include <string.h>

static const double pi = 3.14159265358979323846;

const char *quantity_name(quantity kind)
{
    static const char *const names[QUANTITY_COUNT] = {
        [QUANTITY_Q] = "q",
        [QUANTITY_QD] = "qd",
        [QUANTITY_QDD] = "qdd",
        [QUANTITY_TAU] = "tau",
        [QUANTITY_M] = "M",
        [QUANTITY_T] = "T",
        [QUANTITY_COM] = "com",
        [QUANTITY_MASS] = "mass",
        [QUANTITY_J] = "J",
        [QUANTITY_COM_J] = "J",
        [QUANTITY_CONVERGED] = "converged",
        [QUANTITY_ERROR] = "error",
        [QUANTITY_ANGULAR_ERROR] = "angular_error",
        [QUANTITY_LINEAR_ERROR] = "linear_error",
        [QUANTITY_ITERATIONS] = "iterations",
        [QUANTITY_RESTARTS] = "restarts",
        [QUANTITY_TIME] = "t",
        [QUANTITY_KINETIC] = "kinetic",
        [QUANTITY_POTENTIAL] = "potential",
        [QUANTITY_TOTAL] = "total",
        [QUANTITY_MOMENTUM] = "momentum",
        [QUANTITY_DTAU_DQ] = "dtau_dq",
        [QUANTITY_DTAU_DQD] = "dtau_dqd",
        [QUANTITY_DQDD_DQ] = "dqdd_dq",
        [QUANTITY_DQDD_DQD] = "dqdd_dqd",
        [QUANTITY_DQDD_DTAU] = "dqdd_dtau",
        [QUANTITY_WRENCHES] = "wrenches",
    };
    return names[kind];
}

quantity_type quantity_type_of(quantity kind)
{
    if (kind == QUANTITY_CONVERGED) {
        return TYPE_TRUTH;
    }
    return kind == QUANTITY_ITERATIONS || kind == QUANTITY_RESTARTS ? TYPE_WHOLE : TYPE_REAL;
}

bool quantity_is_vector(quantity kind)
{
    return (int)kind < VECTOR_COUNT;
}

bool quantity_is_square(quantity kind)
{
    return kind == QUANTITY_M || (kind >= QUANTITY_DTAU_DQ && kind <= QUANTITY_DQDD_DTAU);
}

quantity_shape quantity_shape_of(const cdy_model *model, quantity kind)
{
    size_t n = (size_t)cdy_model_nv(model);
    if (quantity_is_vector(kind)) {
        return (quantity_shape){1, 1, (size_t)vector_length(model, (vector_kind)kind)};
    }
    if (quantity_is_square(kind)) {
        return (quantity_shape){2, n, n};
    }
    if (kind == QUANTITY_T) {
        return (quantity_shape){2, 4, 4};
    }
    if (kind == QUANTITY_COM || kind == QUANTITY_MOMENTUM) {
        return (quantity_shape){1, 1, kind == QUANTITY_COM ? 3 : 6};
    }
    if (kind == QUANTITY_J || kind == QUANTITY_COM_J) {
        return (quantity_shape){2, kind == QUANTITY_J ? 6 : 3, n};
    }
    return (quantity_shape){0, 1, kind == QUANTITY_WRENCHES ? 0 : 1};
}

size_t quantity_size(const cdy_model *model, quantity kind)
{
    quantity_shape shape = quantity_shape_of(model, kind);
    return shape.rows * shape.columns;
}

bool quantity_is_angle(const cdy_model *model, quantity kind, size_t index)
{
    if (!quantity_is_vector(kind) || kind == QUANTITY_TAU) {
        return false;
    }
    cdy_coordinate coordinate = vector_coordinate(model, (vector_kind)kind, (int)index);
    return coordinate.angular && *coordinate_unit((vector_kind)kind, &coordinate, false);
}

void quantity_add_column(const cdy_model *model, quantity kind, size_t index, bool degrees, text_buffer *name)
{
    quantity_shape shape = quantity_shape_of(model, kind);
    text_add(name, "%s", quantity_name(kind));
    if (quantity_is_vector(kind)) {
        cdy_coordinate coordinate = vector_coordinate(model, (vector_kind)kind, (int)index);
        text_add(name, ".");
        coordinate_add_label(&coordinate, name);
        text_add(name, "%s", degrees && quantity_is_angle(model, kind, index) ? "[deg]" : "");
    } else if (kind == QUANTITY_COM) {
        text_add(name, ".%c", "xyz"[index]);
    } else if (kind == QUANTITY_MOMENTUM) {
        text_add(name, ".%c%c", "Lp"[index / 3], "xyz"[index % 3]);
    } else if (shape.dimensions == 2) {
        text_add(name, "[%zu][%zu]", index / shape.columns, index % shape.columns);
    }
}

/* Reads `[digits]` and advances *name past it. */
static bool read_index(const char **name, const char *end, size_t *value)
{
    const char *c = *name;
    if (end - c < 3 || *c++ != '[') {
        return false;
    }
    size_t digits = 0;
    for (*value = 0; c < end && *c >= '0' && *c <= '9' && digits < 9; c++, digits++) {
        *value = 10 * *value + (size_t)(*c - '0');
    }
    *name = c + 1;
    return digits > 0 && c < end && *c == ']';
}

bool quantity_find_entry(const cdy_model *model, quantity kind, const char *name, size_t length, size_t *index)
{
    const char *key = quantity_name(kind), *end = name + length;
    quantity_shape shape = quantity_shape_of(model, kind);
    size_t row, column;
    if (quantity_is_vector(kind) || length <= strlen(key) || memcmp(name, key, strlen(key)) != 0) {
        return false;
    }
    name += strlen(key);
    if (kind == QUANTITY_COM) {
        *index = (size_t)(name[0] == '.' && end - name == 2 ? name[1] - 'x' : 3);
        return *index < 3;
    }
    if (kind == QUANTITY_MOMENTUM) {
        bool known = end - name == 3 && name[0] == '.' && (name[1] == 'L' || name[1] == 'p');
        *index = known ? (size_t)(name[2] - 'x') : 3;
        bool found = *index < 3;
        *index += known && name[1] == 'p' ? 3 : 0;
        return found;
    }
    if (shape.dimensions != 2 || !read_index(&name, end, &row) || !read_index(&name, end, &column) || name != end) {
        return false;
    }
    *index = row * shape.columns + column;
    return row < shape.rows && column < shape.columns;
}

bool quantity_is_known_column(const char *name, size_t length)
{
    const char *end = name + length, *stem = name;
    while (stem < end && *stem != '.' && *stem != '[') {
        stem++;
    }
    const size_t size = (size_t)(stem - name);
    for (int kind = 0; kind < QUANTITY_COUNT; kind++) {
        const char *key = quantity_name((quantity)kind);
        if (size == strlen(key) && memcmp(name, key, size) == 0) {
            return true;
        }
    }
    return size == 1 && *name == 'f';
}

void quantity_to_degrees(const cdy_model *model, quantity kind, double *values)
{
    size_t size = quantity_is_vector(kind) ? quantity_size(model, kind) : 0;
    for (size_t i = 0; i < size; i++) {
        values[i] = quantity_is_angle(model, kind, i) ? values[i] * 180 / pi : values[i];
    }
}

double radians(double degrees)
{
    return degrees * pi / 180;
}
