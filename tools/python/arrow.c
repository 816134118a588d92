#include "arrow.h"

#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory of others ---- */

/* Bytes of an array that a capsule owns, shown as a buffer that cannot be written. */
typedef struct arrow_memory {
    PyObject_HEAD PyObject *owner;
    const void *data;
    Py_ssize_t size;
} arrow_memory;

static int show_memory(PyObject *object, Py_buffer *view, int flags)
{
    arrow_memory *m = (arrow_memory *)object;
    static char none;
    const void *data = m->data ? m->data : &none;
    void *unwritten;
    memcpy(&unwritten, &data, sizeof unwritten);
    return PyBuffer_FillInfo(view, object, unwritten, m->size, 1, flags);
}

static void free_memory(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    Py_XDECREF(((arrow_memory *)object)->owner);
    release(object);
    Py_DECREF(type);
}

static PyType_Slot memory_slots[] = {
    {Py_tp_dealloc, (void *)free_memory}, {Py_bf_getbuffer, (void *)show_memory}, {0, NULL}};

static PyType_Spec memory_spec = {
    .name = "condyle._condyle.ArrowMemory",
    .basicsize = sizeof(arrow_memory),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = memory_slots,
};

/* Returns a buffer over bytes of the array that `owner` keeps; None where there are none. */
static PyObject *make_memory(PyObject *owner, const void *data, int64_t size)
{
    static PyObject *type;
    type = type ? type : PyType_FromSpec(&memory_spec);
    allocfunc allocate = type ? (allocfunc)PyType_GetSlot((PyTypeObject *)type, Py_tp_alloc) : NULL;
    if (type && !data && size > 0) {
        return Py_NewRef(Py_None);
    }
    arrow_memory *m = allocate ? (arrow_memory *)allocate((PyTypeObject *)type, 0) : NULL;
    if (m) {
        m->owner = Py_NewRef(owner);
        m->data = data;
        m->size = (Py_ssize_t)size;
    }
    return (PyObject *)m;
}

static PyObject *fail_with(PyObject *type, const char *text)
{
    PyErr_SetString(type, text);
    return NULL;
}

/* Bytes of a number of this format; 0: no number that is taken. */
static int64_t width_of(const char *format)
{
    static const char one[] = "cC", two[] = "sS", four[] = "iIf", eight[] = "lLg";
    const char letter = format[0] != '\0' && format[1] == '\0' ? format[0] : '\0';
    return letter == '\0'          ? 0
           : strchr(eight, letter) ? 8
           : strchr(four, letter)  ? 4
           : strchr(two, letter)   ? 2
           : strchr(one, letter)   ? 1
                                   : 0;
}

enum { DEEPEST = 64 };

/* A column's name; bytes that are no UTF-8 are replaced. */
static PyObject *name_of(const arrow_schema *schema)
{
    return PyUnicode_FromFormat("%s", schema->name ? schema->name : "");
}

static PyObject *refuse_schema(const arrow_schema *schema)
{
    PyErr_Format(PyExc_ValueError,
                 schema->dictionary
                     ? "the Arrow column '%s' is a dictionary; expected float64, float32, integers or fixed-size "
                       "lists of them"
                     : "the Arrow array '%s' contradicts its schema",
                 schema->name ? schema->name : "");
    return NULL;
}

/* Whether the parts of an array are there that its counts announce. */
static bool is_whole(const arrow_schema *schema, const arrow_array *array)
{
    bool whole = schema->format && schema->n_children == array->n_children && schema->n_children >= 0 &&
                 (schema->n_children == 0 || (schema->children && array->children)) &&
                 (array->n_buffers <= 0 || array->buffers);
    for (int64_t i = 0; whole && i < schema->n_children; i++) {
        whole = schema->children[i] && array->children[i];
    }
    return whole;
}

/* Describes an array without rows: what describe() tells of one. */
static PyObject *describe_nothing(const arrow_schema *schema, int depth)
{
    bool whole = depth <= DEEPEST && schema->format && schema->n_children >= 0 && !schema->dictionary &&
                 (schema->n_children == 0 || schema->children);
    PyObject *children = PyList_New(0);
    for (int64_t i = 0; whole && children && i < schema->n_children; i++) {
        whole = schema->children[i] != NULL;
        PyObject *child = whole ? describe_nothing(schema->children[i], depth + 1) : NULL;
        if (!child || PyList_Append(children, child)) {
            Py_CLEAR(children);
        }
        Py_XDECREF(child);
    }
    if (!whole && !PyErr_Occurred()) {
        Py_CLEAR(children);
        return refuse_schema(schema);
    }
    return children ? Py_BuildValue("(sNLLOON)", schema->format, name_of(schema), 0LL, 0LL, Py_None, Py_None, children)
                    : NULL;
}

/* Describes an array and its children: (format, name, length, offset, validity or None, numbers or None, children). */
static PyObject *describe(PyObject *owner, const arrow_schema *schema, const arrow_array *array, int depth)
{
    if (depth > DEEPEST || !is_whole(schema, array) || array->length < 0 || array->offset < 0 ||
        array->length > INT64_MAX / 16 - array->offset || schema->dictionary) {
        return refuse_schema(schema);
    }
    const int64_t end = array->offset + array->length, width = width_of(schema->format);
    const bool may_be_null = array->null_count != 0 && array->n_buffers > 0 && array->buffers[0];
    PyObject *children = PyList_New(0);
    for (int64_t i = 0; children && i < schema->n_children; i++) {
        PyObject *child = describe(owner, schema->children[i], array->children[i], depth + 1);
        if (!child || PyList_Append(children, child)) {
            Py_CLEAR(children);
        }
        Py_XDECREF(child);
    }
    if (!children) {
        return NULL;
    }
    PyObject *validity = may_be_null ? make_memory(owner, array->buffers[0], (end + 7) / 8) : Py_NewRef(Py_None);
    PyObject *numbers =
        width && array->n_buffers > 1 ? make_memory(owner, array->buffers[1], end * width) : Py_NewRef(Py_None);
    if (!validity || !numbers) {
        Py_XDECREF(validity);
        Py_XDECREF(numbers);
        Py_DECREF(children);
        return NULL;
    }
    return Py_BuildValue("(sNLLNNN)", schema->format, name_of(schema), (long long)array->length,
                         (long long)array->offset, validity, numbers, children);
}

/* _arrow_contents(schema, array) -> the array's description */
static PyObject *arrow_contents(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *schema_capsule, *array_capsule;
    if (!PyArg_ParseTuple(args, "OO", &schema_capsule, &array_capsule)) {
        return NULL;
    }
    const arrow_schema *schema = PyCapsule_GetPointer(schema_capsule, "arrow_schema");
    const arrow_array *array = schema ? PyCapsule_GetPointer(array_capsule, "arrow_array") : NULL;
    if (!array) {
        return NULL;
    }
    if (!schema->release || !array->release) {
        return fail_with(PyExc_ValueError, "the Arrow array was taken over by another reader");
    }
    return describe(array_capsule, schema, array, 0);
}

/* _arrow_nothing(schema) -> the description of an array without rows */
static PyObject *arrow_nothing(PyObject *module, PyObject *capsule)
{
    (void)module;
    const arrow_schema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
    return schema ? describe_nothing(schema, 0) : NULL;
}

/* ---- capsules ---- */

static void destroy_schema(PyObject *capsule)
{
    arrow_schema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
    if (schema->release) {
        schema->release(schema);
    }
    free(schema);
}

static void destroy_array(PyObject *capsule)
{
    arrow_array *array = PyCapsule_GetPointer(capsule, "arrow_array");
    if (array->release) {
        array->release(array);
    }
    free(array);
}

static void destroy_stream(PyObject *capsule)
{
    arrow_stream *stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (stream->release) {
        stream->release(stream);
    }
    free(stream);
}

/* Returns a capsule of zeroed memory; *place is the memory. */
static PyObject *make_capsule(const char *name, size_t size, PyCapsule_Destructor destroy, void **place)
{
    *place = calloc(1, size);
    if (!*place) {
        return PyErr_NoMemory();
    }
    PyObject *capsule = PyCapsule_New(*place, name, destroy);
    if (!capsule) {
        free(*place);
    }
    return capsule;
}

static PyObject *schema_capsule_make(arrow_schema **schema)
{
    void *place;
    PyObject *capsule = make_capsule("arrow_schema", sizeof **schema, destroy_schema, &place);
    *schema = place;
    return capsule;
}

static PyObject *array_capsule_make(arrow_array **array)
{
    void *place;
    PyObject *capsule = make_capsule("arrow_array", sizeof **array, destroy_array, &place);
    *array = place;
    return capsule;
}

/* ---- streams of others ---- */

/* Raises what a stream says about its failure. */
static PyObject *fail_stream(arrow_stream *stream, int code)
{
    const char *text = stream->get_last_error(stream);
    PyErr_Format(PyExc_OSError, "the Arrow stream failed: %s", text ? text : strerror(code));
    return NULL;
}

static arrow_stream *stream_of(PyObject *capsule)
{
    arrow_stream *stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (stream && !stream->release) {
        fail_with(PyExc_ValueError, "the Arrow stream was taken over by another reader");
        stream = NULL;
    }
    return stream;
}

/* _arrow_stream_schema(stream) -> schema */
static PyObject *arrow_stream_schema(PyObject *module, PyObject *capsule)
{
    (void)module;
    arrow_stream *stream = stream_of(capsule);
    arrow_schema *schema = NULL;
    PyObject *made = stream ? schema_capsule_make(&schema) : NULL;
    if (made) {
        PyThreadState *resumed = PyEval_SaveThread();
        const int code = stream->get_schema(stream, schema);
        PyEval_RestoreThread(resumed);
        if (code) {
            schema->release = NULL;
            Py_CLEAR(made);
            fail_stream(stream, code);
        }
    }
    return made;
}

/* _arrow_stream_next(stream) -> array, or None at the end */
static PyObject *arrow_stream_next(PyObject *module, PyObject *capsule)
{
    (void)module;
    arrow_stream *stream = stream_of(capsule);
    arrow_array *array = NULL;
    PyObject *made = stream ? array_capsule_make(&array) : NULL;
    if (made) {
        PyThreadState *resumed = PyEval_SaveThread();
        const int code = stream->get_next(stream, array);
        PyEval_RestoreThread(resumed);
        if (code) {
            array->release = NULL;
            Py_CLEAR(made);
            fail_stream(stream, code);
        } else if (!array->release) {
            Py_DECREF(made);
            made = Py_NewRef(Py_None);
        }
    }
    return made;
}

/* ---- our own arrays ---- */

/* A part of what is exported: numbers of a buffer, lists of a fixed size, or columns beside each other. */
typedef struct node {
    char format[32];
    char *name;
    Py_buffer view; /* of numbers; obj NULL: none */
    const void *buffers[2];
} node;

static void free_node(node *n)
{
    if (n->view.obj && Py_IsInitialized()) {
        PyGILState_STATE state = PyGILState_Ensure(); /* a reader may let go of it in any thread */
        PyBuffer_Release(&n->view);
        PyGILState_Release(state);
    }
    free(n->name);
    free(n);
}

static void release_schema(arrow_schema *schema)
{
    for (int64_t i = 0; i < schema->n_children; i++) {
        if (schema->children[i] && schema->children[i]->release) {
            schema->children[i]->release(schema->children[i]);
        }
        free(schema->children[i]);
    }
    free(schema->children);
    free_node(schema->private_data);
    schema->release = NULL;
}

static void release_array(arrow_array *array)
{
    for (int64_t i = 0; i < array->n_children; i++) {
        if (array->children[i] && array->children[i]->release) {
            array->children[i]->release(array->children[i]);
        }
        free(array->children[i]);
    }
    free(array->children);
    free_node(array->private_data);
    array->release = NULL;
}

static node *make_node(const char *format, const char *name)
{
    node *n = calloc(1, sizeof *n);
    if (n) {
        snprintf(n->format, sizeof n->format, "%s", format);
        n->name = malloc(strlen(name) + 1);
    }
    if (!n || !n->name) {
        free(n);
        PyErr_NoMemory();
        return NULL;
    }
    strcpy(n->name, name); // NOLINT(clang-analyzer-security.insecureAPI.strcpy): it has room
    return n;
}

static int fill_schema(PyObject *description, arrow_schema *schema);
static int fill_array(PyObject *description, arrow_array *array);

/* Fills the schema that a description (format, name, length, numbers or None, children) tells. */
static int fill_schema(PyObject *description, arrow_schema *schema)
{
    const char *format, *name;
    long long length;
    PyObject *numbers, *children;
    if (!PyArg_ParseTuple(description, "ssLOO!", &format, &name, &length, &numbers, &PyList_Type, &children)) {
        return -1;
    }
    node *n = make_node(format, name);
    if (!n) {
        return -1;
    }
    enum { NULLABLE = 2 }; /* as the types of others are unless they say otherwise */
    *schema = (arrow_schema){
        .format = n->format, .name = n->name, .flags = NULLABLE, .private_data = n, .release = release_schema};
    const Py_ssize_t count = PyList_Size(children);
    schema->children = calloc((size_t)count + 1, sizeof(arrow_schema *));
    for (Py_ssize_t i = 0; schema->children && i < count; i++) {
        schema->children[i] = calloc(1, sizeof(arrow_schema));
        schema->n_children = i + 1;
        if (!schema->children[i]) {
            PyErr_NoMemory();
            return -1;
        }
        if (fill_schema(PyList_GetItem(children, i), schema->children[i])) {
            return -1;
        }
    }
    if (!schema->children) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

/* Fills the array that a description tells. */
static int fill_array(PyObject *description, arrow_array *array)
{
    const char *format, *name;
    long long length;
    PyObject *numbers, *children;
    if (!PyArg_ParseTuple(description, "ssLOO!", &format, &name, &length, &numbers, &PyList_Type, &children)) {
        return -1;
    }
    node *n = make_node(format, name);
    if (!n) {
        return -1;
    }
    *array = (arrow_array){.length = length,
                           .n_buffers = numbers == Py_None ? 1 : 2,
                           .buffers = n->buffers,
                           .private_data = n,
                           .release = release_array};
    if (numbers != Py_None) {
        if (PyObject_GetBuffer(numbers, &n->view, PyBUF_ANY_CONTIGUOUS)) {
            return -1;
        }
        n->buffers[1] = n->view.buf;
    }
    const Py_ssize_t count = PyList_Size(children);
    array->children = calloc((size_t)count + 1, sizeof(arrow_array *));
    for (Py_ssize_t i = 0; array->children && i < count; i++) {
        array->children[i] = calloc(1, sizeof(arrow_array));
        array->n_children = i + 1;
        if (!array->children[i]) {
            PyErr_NoMemory();
            return -1;
        }
        if (fill_array(PyList_GetItem(children, i), array->children[i])) {
            return -1;
        }
    }
    if (!array->children) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

/* _arrow_schema(description) -> schema */
static PyObject *arrow_make_schema(PyObject *module, PyObject *description)
{
    (void)module;
    arrow_schema *schema;
    PyObject *capsule = schema_capsule_make(&schema);
    if (capsule && fill_schema(description, schema)) {
        Py_CLEAR(capsule);
    }
    return capsule;
}

/* _arrow_array(description) -> array, which holds the memory of its numbers */
static PyObject *arrow_make_array(PyObject *module, PyObject *description)
{
    (void)module;
    arrow_array *array;
    PyObject *capsule = array_capsule_make(&array);
    if (capsule && fill_array(description, array)) {
        Py_CLEAR(capsule);
    }
    return capsule;
}

/* ---- our own streams ---- */

/* The source of a stream: `schema` and `next`, functions without arguments; each returns a capsule, `next` None at the
 * end. */
typedef struct source {
    PyObject *schema, *next;
    char error[256];
} source;

/* Notes an exception as the stream's error. */
static int note_error(source *s)
{
    enum { IO_ERROR = 5 };
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    PyObject *text = value ? PyObject_Str(value) : NULL;
    const char *words = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    snprintf(s->error, sizeof s->error, "%s", words ? words : "an exception without words");
    PyErr_Clear();
    Py_XDECREF(text);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    return IO_ERROR;
}

static int give_schema(arrow_stream *stream, arrow_schema *place)
{
    source *s = stream->private_data;
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *capsule = PyObject_CallNoArgs(s->schema);
    arrow_schema *schema = capsule ? PyCapsule_GetPointer(capsule, "arrow_schema") : NULL;
    const int code = schema ? 0 : note_error(s);
    if (schema) {
        *place = *schema;
        schema->release = NULL; /* moved */
    }
    Py_XDECREF(capsule);
    PyGILState_Release(state);
    return code;
}

static int give_next(arrow_stream *stream, arrow_array *place)
{
    source *s = stream->private_data;
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *capsule = PyObject_CallNoArgs(s->next);
    arrow_array *array = capsule && capsule != Py_None ? PyCapsule_GetPointer(capsule, "arrow_array") : NULL;
    const int code = array || capsule == Py_None ? 0 : note_error(s);
    *place = array ? *array : (arrow_array){0};
    if (array) {
        array->release = NULL; /* moved */
    }
    Py_XDECREF(capsule);
    PyGILState_Release(state);
    return code;
}

static const char *give_error(arrow_stream *stream)
{
    const source *s = stream->private_data;
    return s->error;
}

static void release_stream(arrow_stream *stream)
{
    source *s = stream->private_data;
    PyGILState_STATE state = PyGILState_Ensure();
    Py_DECREF(s->schema);
    Py_DECREF(s->next);
    PyGILState_Release(state);
    free(s);
    stream->release = NULL;
}

/* _arrow_stream(schema, next) -> stream */
static PyObject *arrow_make_stream(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *schema, *next;
    void *place = NULL;
    if (!PyArg_ParseTuple(args, "OO", &schema, &next)) {
        return NULL;
    }
    source *s = calloc(1, sizeof *s);
    if (!s) {
        return PyErr_NoMemory();
    }
    PyObject *capsule = make_capsule("arrow_array_stream", sizeof(arrow_stream), destroy_stream, &place);
    if (!capsule || !place) {
        free(s);
        return NULL;
    }
    *s = (source){.schema = Py_NewRef(schema), .next = Py_NewRef(next)};
    *(arrow_stream *)place = (arrow_stream){.get_schema = give_schema,
                                            .get_next = give_next,
                                            .get_last_error = give_error,
                                            .release = release_stream,
                                            .private_data = s};
    return capsule;
}

PyMethodDef arrow_functions[] = {
    {"_arrow_array", arrow_make_array, METH_O, NULL},
    {"_arrow_contents", arrow_contents, METH_VARARGS, NULL},
    {"_arrow_nothing", arrow_nothing, METH_O, NULL},
    {"_arrow_schema", arrow_make_schema, METH_O, NULL},
    {"_arrow_stream", arrow_make_stream, METH_VARARGS, NULL},
    {"_arrow_stream_next", arrow_stream_next, METH_O, NULL},
    {"_arrow_stream_schema", arrow_stream_schema, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
