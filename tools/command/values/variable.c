#include "values/variable.h"

#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static const char *const axes[] = {"x", "y", "z"};
static const char *const twist[] = {"wx", "wy", "wz", "vx", "vy", "vz"};
static const char *const accelerations[] = {"alphax", "alphay", "alphaz", "ax", "ay", "az"};
static const char *const pose[] = {"x", "y", "z", "roll", "pitch", "yaw"};
static const char *const force_components[] = {"Tx", "Ty", "Tz", "Fx", "Fy", "Fz"};
static const char *const violation[] = {"angular", "linear", "bound"};
static const char *const momentum[] = {"Lx", "Ly", "Lz", "px", "py", "pz"};

static const variable_description descriptions[VARIABLE_COUNT] = {[VARIABLE_Q] = {.name = "q"},
                                                                  [VARIABLE_QD] = {.name = "qd"},
                                                                  [VARIABLE_QDD] = {.name = "qdd"},
                                                                  [VARIABLE_TAU] = {.name = "tau"},
#define ROW(kind, ...) [VARIABLE_##kind] = {__VA_ARGS__},
                                                                  VARIABLES
#undef ROW
};

const variable_description *variable_describe(variable kind)
{
    return &descriptions[kind];
}

const char *variable_unit(const variable_description *description, bool second)
{
    const char *unit = second && description->second_unit ? description->second_unit : description->unit;
    return unit ? unit : "";
}

const char *variable_name(variable kind)
{
    return descriptions[kind].name;
}

variable_type variable_type_of(variable kind)
{
    return descriptions[kind].type;
}

void variable_add_joint(const cdy_model *model, double value, text_buffer *name)
{
    cdy_coordinate coordinate;
    if (value >= 0 && cdy_model_velocity(model, (int)value, &coordinate) == CDY_OK) {
        coordinate_add_label(&coordinate, name);
    }
}

bool variable_is_vector(variable kind)
{
    return (int)kind < VECTOR_COUNT;
}

bool variable_is_square(variable kind)
{
    return descriptions[kind].rows == PER_DEGREE && descriptions[kind].columns == PER_DEGREE;
}

bool named_elements_create(named_elements *elements, size_t count)
{
    elements->names = calloc(count + 1, sizeof *elements->names);
    elements->count = elements->names ? count : 0;
    return elements->names != NULL;
}

bool named_elements_set(named_elements *elements, size_t index, const text_buffer *name)
{
    char *copy = name->failed ? NULL : malloc(name->length + 1);
    if (copy) {
        memcpy(copy, text_get(name), name->length + 1);
    }
    elements->names[index] = copy;
    return copy != NULL;
}

static void clear_names(named_elements *elements)
{
    for (size_t i = 0; i < elements->count; i++) {
        free(elements->names[i]);
    }
    free(elements->names);
}

void dimensions_clear(dimensions *d)
{
    clear_names(&d->rows);
    clear_names(&d->constraints);
    clear_names(&d->parameters);
    cdy_name_table_clear(&d->taken);
    *d = (dimensions){0};
}

/* Returns the elements whose number depends on the options; NULL: it does not. */
static const named_elements *elements_of(const dimensions *d, int per)
{
    return per == PER_ROW          ? &d->rows
           : per == PER_CONSTRAINT ? &d->constraints
           : per == PER_PARAMETER  ? &d->parameters
                                   : NULL;
}

static size_t length_of(const dimensions *d, int length)
{
    const named_elements *elements = elements_of(d, length);
    if (elements) {
        return elements->count;
    }
    switch (length) {
    case PER_DEGREE: return (size_t)cdy_model_nv(d->model);
    case PER_JOINT: return (size_t)cdy_model_joint_count(d->model);
    case PER_BODY: return (size_t)cdy_model_frame_count(d->model);
    case PER_VALUE: return d->values;
    default: return (size_t)length;
    }
}

variable_shape variable_shape_of(const dimensions *d, variable kind)
{
    const variable_description *described = &descriptions[kind];
    if (variable_is_vector(kind)) {
        return (variable_shape){1, 1, (size_t)vector_length(d->model, (vector_kind)kind)};
    }
    if (described->rows) {
        return (variable_shape){2, length_of(d, described->rows), length_of(d, described->columns)};
    }
    if (described->columns) {
        return (variable_shape){1, 1, length_of(d, described->columns)};
    }
    return (variable_shape){0, 1, kind == VARIABLE_WRENCHES ? 0 : 1};
}

const char *variable_element_name(const dimensions *d, int per, size_t index)
{
    const named_elements *elements = elements_of(d, per);
    cdy_moving_joint joint = {.name = ""};
    if (per == PER_BODY) {
        return cdy_model_frame_name(d->model, (int)index);
    }
    if (per == PER_JOINT) {
        cdy_model_joint(d->model, (int)index, &joint);
    }
    return elements && elements->names && elements->names[index] ? elements->names[index] : joint.name;
}

size_t variable_length(const dimensions *d, variable kind)
{
    variable_shape shape = variable_shape_of(d, kind);
    return shape.rows * shape.columns;
}

size_t variable_size(const cdy_model *model, variable kind)
{
    return variable_length(&(dimensions){.model = model}, kind);
}

bool variable_row_is_angular(const char *name)
{
    const size_t length = strlen(name);
    return length > 1 && name[length - 2] == 'w';
}

bool variable_is_angle(const cdy_model *model, variable kind, size_t index)
{
    if (kind == VARIABLE_POSES) {
        return index % 6 >= 3;
    }
    if (!variable_is_vector(kind) || kind == VARIABLE_TAU) {
        return false;
    }
    cdy_coordinate coordinate = vector_coordinate(model, (vector_kind)kind, (int)index);
    return coordinate.angular && *coordinate_unit((vector_kind)kind, &coordinate, false);
}

/* Whether the rows of a matrix have names in the names of its columns: reactions.JOINT.Tx. */
static bool has_named_rows(variable kind)
{
    const int rows = descriptions[kind].rows;
    return descriptions[kind].components && (rows == PER_JOINT || rows == PER_BODY || rows == PER_CONSTRAINT);
}

void variable_add_column(const dimensions *d, variable kind, size_t index, bool degrees, text_buffer *name)
{
    const variable_shape shape = variable_shape_of(d, kind);
    const char *unit = degrees && variable_is_angle(d->model, kind, index) ? "[deg]" : "";
    text_add(name, "%s", variable_name(kind));
    if (variable_is_vector(kind)) {
        cdy_coordinate coordinate = vector_coordinate(d->model, (vector_kind)kind, (int)index);
        text_add(name, ".");
        coordinate_add_label(&coordinate, name);
        text_add(name, "%s", unit);
    } else if (descriptions[kind].components) {
        if (has_named_rows(kind)) {
            text_add(name, ".%s", variable_element_name(d, descriptions[kind].rows, index / shape.columns));
        }
        text_add(name, ".%s%s", descriptions[kind].components[index % shape.columns], unit);
    } else if (shape.dimensions == 2) {
        text_add(name, "[%zu][%zu]", index / shape.columns, index % shape.columns);
    } else if (descriptions[kind].columns == PER_DEGREE && shape.dimensions == 1) {
        cdy_coordinate coordinate = vector_coordinate(d->model, VECTOR_QD, (int)index);
        text_add(name, ".");
        coordinate_add_label(&coordinate, name);
    } else if (shape.dimensions == 1 && elements_of(d, descriptions[kind].columns)) {
        text_add(name, ".%s", variable_element_name(d, descriptions[kind].columns, index));
    } else if (shape.dimensions == 1) {
        text_add(name, "[%zu]", index);
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

/* Finds the row whose name stands between the periods at `first` and `last`; returns the number of rows where no row
 * has this name. */
static size_t find_row(const dimensions *d, int per, const char *first, const char *last)
{
    const size_t count = length_of(d, per), length = last > first ? (size_t)(last - first) - 1 : 0;
    size_t i = 0;
    while (i < count && (*first != '.' || strlen(variable_element_name(d, per, i)) != length ||
                         memcmp(variable_element_name(d, per, i), first + 1, length) != 0)) {
        i++;
    }
    return i;
}

/* Finds the element of a list with the name of its column; returns their number where there is none. */
static size_t find_named(const dimensions *d, variable kind, const char *name, size_t length)
{
    const size_t count = variable_length(d, kind);
    text_buffer column = {0};
    size_t i = 0;
    for (; i < count; i++) {
        text_reset(&column);
        variable_add_column(d, kind, i, false, &column);
        if (!column.failed && column.length == length && memcmp(column.bytes, name, length) == 0) {
            break;
        }
    }
    text_clear(&column);
    return i;
}

/* Finds the element whose column is NAME.COMPONENT or NAME.ROW.COMPONENT, from the first point on. */
static bool find_with_components(const dimensions *d, variable kind, const char *name, const char *end, size_t *index)
{
    const variable_shape shape = variable_shape_of(d, kind);
    const bool named = has_named_rows(kind);
    const char *last = end; /* the point before the component; the name of a joint may have points */
    while (last > name && *last != '.') {
        last--;
    }
    const size_t row = named ? find_row(d, descriptions[kind].rows, name, last) : 0;
    const size_t column =
        *last == '.' ? find_component(descriptions[kind].components, shape.columns, last + 1, (size_t)(end - last) - 1)
                     : shape.columns;
    *index = row * shape.columns + column;
    return row < shape.rows && column < shape.columns && (named || last == name);
}

bool variable_find_entry(const dimensions *d, variable kind, const char *name, size_t length, size_t *index)
{
    const char *key = variable_name(kind), *end = name + length;
    const variable_shape shape = variable_shape_of(d, kind);
    size_t row = 0, column;
    if (variable_is_vector(kind) || length <= strlen(key) || memcmp(name, key, strlen(key)) != 0) {
        return false;
    }
    name += strlen(key);
    if (descriptions[kind].components) {
        return find_with_components(d, kind, name, end, index);
    }
    if (shape.dimensions == 1 && descriptions[kind].columns != PER_VALUE) {
        *index = find_named(d, kind, name - strlen(key), length);
        return *index < shape.columns;
    }
    if (shape.dimensions == 0 || (shape.dimensions == 2 && !read_index(&name, end, &row)) ||
        !read_index(&name, end, &column) || name != end) {
        return false;
    }
    *index = row * shape.columns + column;
    return row < shape.rows && column < shape.columns;
}

bool variable_is_known_column(const char *name, size_t length)
{
    const char *end = name + length, *stem = name;
    while (stem < end && *stem != '.' && *stem != '[') {
        stem++;
    }
    const size_t size = (size_t)(stem - name);
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        const char *key = variable_name((variable)kind);
        if (size == strlen(key) && memcmp(name, key, size) == 0) {
            return true;
        }
    }
    return size == 1 && *name == 'f';
}

void variable_to_degrees(const cdy_model *model, variable kind, double *values)
{
    const size_t size = variable_is_vector(kind) || kind == VARIABLE_POSES ? variable_size(model, kind) : 0;
    for (size_t i = 0; i < size; i++) {
        values[i] = variable_is_angle(model, kind, i) ? values[i] * 180 / pi : values[i];
    }
}

double radians(double degrees)
{
    return degrees * pi / 180;
}
