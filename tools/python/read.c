#include "module.h"

#include <stdlib.h>
#include <string.h>

/* Says what is wrong, and where. PyUnicode_FromFormat() replaces bytes that are no UTF-8: a long path may be cut within
 * a character. */
static PyObject *describe_error(const cdy_error *error)
{
    if (!error->file[0]) {
        return PyUnicode_FromFormat("%s", error->text);
    }
    return error->line > 0 ? PyUnicode_FromFormat("%s:%d: %s", error->file, error->line, error->text)
                           : PyUnicode_FromFormat("%s: %s", error->file, error->text);
}

PyObject *raise_error(const module_state *state, const cdy_error *error, Py_ssize_t row)
{
    if (error->status == CDY_ERROR_MEMORY) {
        return PyErr_NoMemory();
    }
    const char *const names[] = {"ok", "argument", "memory", "io", "robot", "numeric", "unsupported"};
    PyObject *text = describe_error(error);
    PyObject *exception = text ? PyObject_CallFunctionObjArgs(state->robot_error, text, NULL) : NULL;
    Py_XDECREF(text);
    if (!exception) {
        return NULL;
    }
    PyObject *values[] = {PyUnicode_FromString(names[error->status]), PyUnicode_FromFormat("%s", error->file),
                          PyLong_FromLong(error->line), PyLong_FromSsize_t(row)};
    const char *const attributes[] = {"status", "file", "line", "row"};
    bool absent[] = {false, !error->file[0], error->line <= 0, row < 0};
    bool set = true;
    for (int i = 0; i < 4; i++) {
        set = set && values[i] && !PyObject_SetAttrString(exception, attributes[i], absent[i] ? Py_None : values[i]);
        Py_XDECREF(values[i]);
    }
    if (set) {
        PyErr_SetObject(state->robot_error, exception);
    }
    Py_DECREF(exception);
    return NULL;
}

const char *read_name(PyObject *object)
{
    Py_ssize_t size;
    const char *name = PyUnicode_AsUTF8AndSize(object, &size);
    if (!name && PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
        PyErr_Clear();
        PyErr_Format(PyExc_ValueError, "the name %A has half of a character (a lone surrogate); expected text", object);
    }
    if (name && strlen(name) != (size_t)size) {
        PyErr_SetString(PyExc_ValueError, "embedded null character in a name");
        name = NULL;
    }
    return name;
}

int convert_path(PyObject *object, void *path)
{
    if (!object) { /* a later argument is wrong */
        Py_CLEAR(*(PyObject **)path);
        return 1;
    }
    const int converted = PyUnicode_FSConverter(object, path);
    if (!converted && PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
        PyErr_Clear();
        PyErr_Format(PyExc_ValueError, "the path %A has half of a character (a lone surrogate); expected text", object);
    }
    return converted;
}

int convert_file(PyObject *object, void *path)
{
    if (object == Py_None) {
        *(PyObject **)path = NULL;
        return Py_CLEANUP_SUPPORTED;
    }
    return convert_path(object, path);
}

PyObject *build_path(const char *path)
{
    return path ? PyUnicode_DecodeFSDefault(path) : Py_NewRef(Py_None);
}

const char *path_of(PyObject *bytes)
{
    return bytes ? PyBytes_AsString(bytes) : NULL;
}

/* Arrays have an index as well, but only those of one whole number can tell it. */
static int refuse_frame(PyObject *object)
{
    PyErr_Clear();
    PyObject *type = PyType_GetName(Py_TYPE(object));
    if (type) {
        PyErr_Format(PyExc_TypeError, "a frame is a body's name or index, not %U", type);
        Py_DECREF(type);
    }
    return -1;
}

int read_frame(const robot_object *self, PyObject *object, int *frame)
{
    if (PyUnicode_Check(object)) {
        const char *name = read_name(object);
        cdy_error error;
        if (name && cdy_robot_require_body(self->robot, name, frame, &error)) {
            raise_error(self->state, &error, -1);
            name = NULL;
        }
        return name ? 0 : -1;
    }
    const long index = PyIndex_Check(object) ? PyLong_AsLong(object) : -1;
    if (!PyIndex_Check(object) || (PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_TypeError))) {
        return refuse_frame(object);
    }
    int count = cdy_model_frame_count(cdy_robot_model(self->robot));
    if (index < 0 || index >= count) {
        if (!PyErr_Occurred()) {
            PyErr_Format(PyExc_IndexError, "there is no frame %ld; expected 0 to %d, or a body's name", index,
                         count - 1);
        }
        return -1;
    }
    *frame = (int)index;
    return 0;
}

int convert_threads(PyObject *object, void *threads)
{
    const long wanted = PyLong_AsLong(object);
    if (wanted < 0 || wanted > 1024) {
        if (!PyErr_Occurred() || PyErr_ExceptionMatches(PyExc_OverflowError)) {
            PyErr_SetString(PyExc_ValueError, "threads: expected 0 (all cores) to 1024");
        }
        return 0;
    }
    *(int *)threads = (int)wanted;
    return 1;
}

PyObject *list_words(const char *const *words)
{
    PyObject *list = PyUnicode_FromString("");
    for (int i = 0; list && words[i]; i++) {
        PyObject *longer = PyUnicode_FromFormat("%U%s'%s'", list, i ? ", " : "", words[i]);
        Py_DECREF(list);
        list = longer;
    }
    return list;
}

int read_word(PyObject *object, const char *name, const char *const *words)
{
    for (int i = 0; words[i] && PyUnicode_Check(object); i++) {
        if (PyUnicode_CompareWithASCIIString(object, words[i]) == 0) {
            return i;
        }
    }
    PyObject *list = list_words(words);
    if (list) {
        PyErr_Format(PyExc_ValueError, "%s: expected one of %U, not %R", name, list, object);
        Py_DECREF(list);
    }
    return -1;
}

const void *read_call(PyObject *name, const void *rows, size_t count, size_t size)
{
    const char **words = calloc(count + 1, sizeof *words);
    if (!words) {
        PyErr_NoMemory();
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        memcpy(&words[i], (const char *)rows + i * size, sizeof words[i]);
    }
    const int index = read_word(name, "call", words);
    free(words);
    return index < 0 ? NULL : (const char *)rows + (size_t)index * size;
}

int read_number(PyObject *object, const char *name, double *number)
{
    *number = PyFloat_AsDouble(object);
    if (PyErr_Occurred()) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "%s: expected a number, not %R", name, object);
        return -1;
    }
    return 0;
}

int read_placement(PyObject *object, const char *name, cdy_placement *placement)
{
    double numbers[6];
    if (read_numbers(object, name, 6, numbers)) {
        return -1;
    }
    memcpy(placement->xyz, numbers, sizeof placement->xyz);
    memcpy(placement->rpy, numbers + 3, sizeof placement->rpy);
    return 0;
}

bool may_have_mask(module_state *state, PyObject *object)
{
    PyObject *type = (PyObject *)Py_TYPE(object);
    if (type == state->array_type || type == state->maskless) {
        return false;
    }
    if (PyObject_HasAttrString(object, "mask")) {
        return true;
    }
    PyObject *before = state->maskless; /* an attribute that is not there takes longer than some calls */
    state->maskless = Py_NewRef(type);
    Py_XDECREF(before);
    return false;
}

int refuse_mask(module_state *state, PyObject *object, const char *name)
{
    if (!may_have_mask(state, object)) {
        return 0;
    }
    PyObject *none =
        module_import_numpy(state) ? NULL : PyObject_CallMethod(state->arrays, "refuse_mask", "sO", name, object);
    Py_XDECREF(none);
    return none ? 0 : -1;
}

/* Reads one number of several. */
static int read_item(PyObject *item, const char *name, Py_ssize_t index, double *number)
{
    *number = PyFloat_AsDouble(item);
    if (PyErr_Occurred()) {
        if (PyErr_ExceptionMatches(PyExc_TypeError)) {
            PyErr_Clear();
            PyErr_Format(PyExc_TypeError, "%s: expected a number at place %zd, not %.100R", name, index, item);
        }
        return -1;
    }
    return 0;
}

int read_numbers(PyObject *object, const char *name, Py_ssize_t count, double *numbers)
{
    if (refuse_mask(module_get_state(), object, name)) {
        return -1;
    }
    if (PyUnicode_Check(object) || PyBytes_Check(object) || !PySequence_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s: expected %zd numbers, not %.100R", name, count, object);
        return -1;
    }
    Py_ssize_t size = PySequence_Size(object);
    if (size != count) {
        PyErr_Clear(); /* an array without dimensions has no size */
        if (size < 0) {
            PyErr_Format(PyExc_TypeError, "%s: expected %zd numbers, not %.100R", name, count, object);
        } else {
            PyErr_Format(PyExc_ValueError, "%s has %zd numbers; expected %zd", name, size, count);
        }
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PySequence_GetItem(object, i);
        const int failed = item ? read_item(item, name, i, &numbers[i]) : -1;
        Py_XDECREF(item);
        if (failed) {
            return -1;
        }
    }
    return 0;
}

int read_texts(PyObject *object, text_list *list)
{
    list->owner = PySequence_Tuple(object);
    Py_ssize_t size = list->owner ? PyTuple_Size(list->owner) : -1;
    list->texts = size < 0 ? NULL : calloc((size_t)size + 1, sizeof *list->texts);
    if (!list->texts) {
        if (!PyErr_Occurred()) {
            PyErr_NoMemory();
        }
        return -1;
    }
    for (Py_ssize_t i = 0; i < size; i++) {
        list->texts[i] = read_name(PyTuple_GetItem(list->owner, i));
        if (!list->texts[i]) {
            return -1;
        }
    }
    list->count = (size_t)size;
    return 0;
}

void free_texts(text_list *list)
{
    Py_XDECREF(list->owner);
    free(list->texts);
}

int read_xacro(PyObject *packages, PyObject *names, PyObject *values, xacro_choice *choice)
{
    memset(choice, 0, sizeof *choice);
    if (read_texts(packages, &choice->packages) || read_texts(names, &choice->names) ||
        read_texts(values, &choice->values)) {
        return -1;
    }
    size_t count = choice->names.count;
    choice->arguments = calloc(count + 1, sizeof *choice->arguments);
    if (!choice->arguments || choice->values.count != count) {
        PyErr_SetString(PyExc_ValueError, "as many values as names of arguments are needed");
        return -1;
    }
    for (size_t i = 0; i < count; i++) {
        choice->arguments[i] = (cdy_xacro_argument){choice->names.texts[i], choice->values.texts[i]};
    }
    choice->options = cdy_xacro_options_default();
    choice->options.arguments = choice->arguments;
    choice->options.argument_count = count;
    choice->options.package_paths = choice->packages.texts;
    choice->options.package_path_count = choice->packages.count;
    return 0;
}

void free_xacro(xacro_choice *choice)
{
    free(choice->arguments);
    free_texts(&choice->packages);
    free_texts(&choice->names);
    free_texts(&choice->values);
}
