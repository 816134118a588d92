#include "module.h"

/* Adds a value to the list `context`, unless an exception is set. */
static void add(void *context, PyObject *value)
{
    if (value) {
        PyList_Append(context, value);
        Py_DECREF(value);
    }
}

/* _rules() -> list of (code, level, meaning, advice, whether it is mended, programs that it concerns) */
static PyObject *rules(PyObject *module, PyObject *ignored)
{
    (void)module;
    (void)ignored;
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < cdy_check_rule_count(); i++) {
        const cdy_check_rule *rule = cdy_check_rule_at(i);
        PyObject *programs = PyList_New(0);
        for (int p = 1; programs && cdy_program_name((cdy_program)p); p++) {
            if (cdy_check_rule_concerns(i, (cdy_program)p)) {
                add(programs, PyUnicode_FromString(cdy_program_name((cdy_program)p)));
            }
        }
        add(list, programs ? Py_BuildValue("(ssssON)", rule->code, cdy_level_name(rule->level), rule->meaning,
                                           rule->advice, cdy_fix_can_correct(rule->code) ? Py_True : Py_False, programs)
                           : NULL);
        if (PyErr_Occurred()) {
            Py_CLEAR(list);
        }
    }
    return list;
}

static void add_change(void *context, const cdy_change *c)
{
    if (!PyErr_Occurred()) {
        add(context, Py_BuildValue("(sNisss)", c->code, build_path(c->file), c->line, c->element, c->was, c->is));
    }
}

static cdy_status add_piece(void *context, const char *text, size_t size)
{
    add(context, PyBytes_FromStringAndSize(text, (Py_ssize_t)size));
    return PyErr_Occurred() ? CDY_ERROR_MEMORY : CDY_OK;
}

/* The options of both calls: what is mended is told to the list. */
static int read_options(PyObject *disabled, text_list *codes, PyObject *changes, cdy_fix_options *options)
{
    *options = cdy_fix_options_default();
    if (!changes || read_texts(disabled, codes)) {
        return -1;
    }
    options->report = add_change;
    options->context = changes;
    options->disabled = codes->texts;
    options->disabled_count = codes->count;
    return 0;
}

/* _fix_text(bytes, name, disabled codes) -> (list of pieces, list of (code, file, line, element, was, is)) */
static PyObject *fix_text(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *disabled, *changes = PyList_New(0), *pieces = PyList_New(0), *result = NULL;
    const char *name;
    text_list codes = {0};
    cdy_fix_options options;
    cdy_error error;
    Py_buffer text;
    if (pieces && PyArg_ParseTuple(args, "y*sO", &text, &name, &disabled)) {
        if (!read_options(disabled, &codes, changes, &options)) {
            cdy_status status =
                cdy_fix_urdf_text(text.buf, (size_t)text.len, name, &options, add_piece, pieces, NULL, &error);
            if (status && !PyErr_Occurred()) {
                raise_error(module_get_state(), &error, -1);
            }
            result = PyErr_Occurred() ? NULL : PyTuple_Pack(2, pieces, changes);
        }
        PyBuffer_Release(&text);
    }
    free_texts(&codes);
    Py_XDECREF(changes);
    Py_XDECREF(pieces);
    return result;
}

/* _fix_file(path, copy or None, replace, disabled codes) -> list of changes */
static PyObject *fix_file(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *disabled, *changes = PyList_New(0);
    PyObject *path = NULL, *copy = NULL;
    int replaces;
    text_list codes = {0};
    cdy_fix_options options;
    cdy_error error;
    if (PyArg_ParseTuple(args, "O&O&pO", convert_path, &path, convert_file, &copy, &replaces, &disabled) &&
        !read_options(disabled, &codes, changes, &options)) {
        options.replace = replaces;
        if (cdy_fix_urdf_file(path_of(path), path_of(copy), &options, NULL, &error) && !PyErr_Occurred()) {
            raise_error(module_get_state(), &error, -1);
        }
    }
    free_texts(&codes);
    Py_XDECREF(path);
    Py_XDECREF(copy);
    if (PyErr_Occurred()) {
        Py_CLEAR(changes);
    }
    return changes;
}

static PyObject *build_entry(const cdy_catalogue_entry *e)
{
    return Py_BuildValue("(szzziddz)", e->name, e->short_name, e->maker, e->product, e->dof, e->reach, e->payload,
                         e->masses);
}

/* _catalogue() -> list of (name, short name, maker, product, dof, reach, payload, masses) */
static PyObject *catalogue(PyObject *module, PyObject *ignored)
{
    (void)module;
    (void)ignored;
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < cdy_catalogue_count(); i++) {
        add(list, build_entry(cdy_catalogue_at(i)));
        if (PyErr_Occurred()) {
            Py_CLEAR(list);
        }
    }
    return list;
}

/* _catalogue_find(name) -> such a tuple, or None */
static PyObject *catalogue_find(PyObject *module, PyObject *name)
{
    (void)module;
    const char *text = read_name(name);
    const cdy_catalogue_entry *entry = text ? cdy_catalogue_find(text) : NULL;
    return entry ? build_entry(entry) : text ? Py_BuildValue("") : NULL;
}

static void add_path(void *context, const char *path)
{
    if (!PyErr_Occurred()) {
        add(context, PyUnicode_FromString(path));
    }
}

/* _packaged() -> list of paths */
static PyObject *packaged(PyObject *module, PyObject *ignored)
{
    (void)module;
    (void)ignored;
    cdy_error error;
    PyObject *list = PyList_New(0);
    if (list && cdy_urdf_list_packaged(add_path, list, &error) && !PyErr_Occurred()) {
        raise_error(module_get_state(), &error, -1);
    }
    if (PyErr_Occurred()) {
        Py_CLEAR(list);
    }
    return list;
}

/* _located(name) -> path */
static PyObject *located(PyObject *module, PyObject *args)
{
    (void)module;
    char path[4096];
    const char *name;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "s", &name)) {
        return NULL;
    }
    return cdy_urdf_locate_bundled(name, path, sizeof path, &error) ? raise_error(module_get_state(), &error, -1)
                                                                    : PyUnicode_DecodeFSDefault(path);
}

PyMethodDef rule_functions[] = {
    {"_catalogue", catalogue, METH_NOARGS, NULL}, {"_catalogue_find", catalogue_find, METH_O, NULL},
    {"_fix_file", fix_file, METH_VARARGS, NULL},  {"_fix_text", fix_text, METH_VARARGS, NULL},
    {"_located", located, METH_VARARGS, NULL},    {"_packaged", packaged, METH_NOARGS, NULL},
    {"_rules", rules, METH_NOARGS, NULL},         {NULL, NULL, 0, NULL},
};
