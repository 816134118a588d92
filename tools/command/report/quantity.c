#include "report/quantity.h"

#include <string.h>

static const double pi = 3.14159265358979323846;

static const char *const axes[] = {"x", "y", "z"};
static const char *const twist[] = {"wx", "wy", "wz", "vx", "vy", "vz"};
static const char *const momentum[] = {"Lx", "Ly", "Lz", "px", "py", "pz"};

static const quantity_description descriptions[QUANTITY_COUNT] = {[QUANTITY_Q] = {.name = "q"},
                                                                  [QUANTITY_QD] = {.name = "qd"},
                                                                  [QUANTITY_QDD] = {.name = "qdd"},
                                                                  [QUANTITY_TAU] = {.name = "tau"},
#define ROW(kind, ...) [QUANTITY_##kind] = {__VA_ARGS__},
                                                                  QUANTITIES
#undef ROW
};

const quantity_description *quantity_describe(quantity kind)
{
    return &descriptions[kind];
}

const char *quantity_name(quantity kind)
{
    return descriptions[kind].name;
}

quantity_type quantity_type_of(quantity kind)
{
    return descriptions[kind].type;
}

void quantity_add_joint(const cdy_model *model, double value, text_buffer *name)
{
    cdy_coordinate coordinate;
    if (value >= 0 && cdy_model_velocity(model, (int)value, &coordinate) == CDY_OK) {
        coordinate_add_label(&coordinate, name);
    }
}

bool quantity_is_vector(quantity kind)
{
    return (int)kind < VECTOR_COUNT;
}

bool quantity_is_square(quantity kind)
{
    return descriptions[kind].rows == PER_DEGREE && descriptions[kind].columns == PER_DEGREE;
}

static size_t length_of(const cdy_model *model, int length)
{
    return (size_t)(length == PER_DEGREE  ? cdy_model_nv(model)
                    : length == PER_JOINT ? cdy_model_joint_count(model)
                                          : length);
}

quantity_shape quantity_shape_of(const cdy_model *model, quantity kind)
{
    const quantity_description *d = &descriptions[kind];
    if (quantity_is_vector(kind)) {
        return (quantity_shape){1, 1, (size_t)vector_length(model, (vector_kind)kind)};
    }
    if (d->rows) {
        return (quantity_shape){2, length_of(model, d->rows), length_of(model, d->columns)};
    }
    if (d->columns) {
        return (quantity_shape){1, 1, length_of(model, d->columns)};
    }
    return (quantity_shape){0, 1, kind == QUANTITY_WRENCHES ? 0 : 1};
}

const char *quantity_joint_name(const cdy_model *model, size_t joint)
{
    cdy_moving_joint description = {.name = ""};
    cdy_model_joint(model, (int)joint, &description);
    return description.name;
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
    } else if (descriptions[kind].components) {
        if (descriptions[kind].rows == PER_JOINT) {
            text_add(name, ".%s", quantity_joint_name(model, index / shape.columns));
        }
        text_add(name, ".%s", descriptions[kind].components[index % shape.columns]);
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

/* Finds the component named by `length` bytes; returns `count` where there is none. */
static size_t find_component(const char *const *components, size_t count, const char *name, size_t length)
{
    size_t i = 0;
    while (i < count && (strlen(components[i]) != length || memcmp(components[i], name, length) != 0)) {
        i++;
    }
    return i;
}

/* Finds the moving joint whose name stands between two points; returns their number where there is none. */
static size_t find_joint(const cdy_model *model, const char *first, const char *last)
{
    const size_t count = (size_t)cdy_model_joint_count(model), length = last > first ? (size_t)(last - first) - 1 : 0;
    size_t i = 0;
    while (i < count && (*first != '.' || strlen(quantity_joint_name(model, i)) != length ||
                         memcmp(quantity_joint_name(model, i), first + 1, length) != 0)) {
        i++;
    }
    return i;
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
    if (descriptions[kind].components) {
        const char *last = end; /* the point before the component; the name of a joint may have points */
        while (last > name && *last != '.') {
            last--;
        }
        row = descriptions[kind].rows == PER_JOINT ? find_joint(model, name, last) : 0;
        column = *last == '.'
                     ? find_component(descriptions[kind].components, shape.columns, last + 1, (size_t)(end - last) - 1)
                     : shape.columns;
        *index = row * shape.columns + column;
        return row < shape.rows && column < shape.columns && (descriptions[kind].rows == PER_JOINT || last == name);
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
