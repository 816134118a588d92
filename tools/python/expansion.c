#include "module.h"

static const char expansion_name[] = "condyle.expansion";

static void destroy_expansion(PyObject *capsule)
{
    cdy_expansion_destroy(PyCapsule_GetPointer(capsule, expansion_name));
}

static cdy_status expand(PyObject *source, const char *name, bool arguments_only, const cdy_xacro_options *options,
                         cdy_expansion **expansion, cdy_error *error)
{
    if (PyUnicode_Check(source)) {
        PyObject *path;
        if (!convert_path(source, &path)) {
            return CDY_ERROR_ARGUMENT;
        }
        const cdy_status status = arguments_only ? cdy_xacro_find_arguments(path_of(path), options, expansion, error)
                                                 : cdy_xacro_expand(path_of(path), options, expansion, error);
        Py_DECREF(path);
        return status;
    }
    Py_buffer view;
    if (PyObject_GetBuffer(source, &view, PyBUF_SIMPLE)) {
        return CDY_ERROR_ARGUMENT;
    }
    cdy_status status = cdy_xacro_expand_text(view.buf, (size_t)view.len, name, options, expansion, error);
    PyBuffer_Release(&view);
    return status;
}

/* _expansion(path or bytes, name, only the arguments of a path, packages, argument names, argument values) -> capsule
 */
static PyObject *make_expansion(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *source, *packages, *names, *values, *capsule = NULL;
    const char *name;
    int arguments_only;
    xacro_choice xacro;
    if (!PyArg_ParseTuple(args, "OspOOO", &source, &name, &arguments_only, &packages, &names, &values)) {
        return NULL;
    }
    if (!read_xacro(packages, names, values, &xacro)) {
        cdy_expansion *expansion;
        cdy_error error = {0};
        if (expand(source, name, arguments_only, &xacro.options, &expansion, &error)) {
            if (!PyErr_Occurred()) {
                raise_error(module_get_state(), &error, -1);
            }
        } else if (!(capsule = PyCapsule_New(expansion, expansion_name, destroy_expansion))) {
            cdy_expansion_destroy(expansion);
        }
    }
    free_xacro(&xacro);
    return capsule;
}

static int add(PyObject *list, PyObject *value)
{
    int failed = value ? PyList_Append(list, value) : -1;
    Py_XDECREF(value);
    return failed;
}

/* Returns a list of the paths that a call gives, one for each number. */
static PyObject *paths_of(const cdy_expansion *e, const char *(*path)(const cdy_expansion *, size_t))
{
    PyObject *list = PyList_New(0);
    int failed = list ? 0 : -1;
    for (size_t i = 0; !failed && path(e, i); i++) {
        failed = add(list, build_path(path(e, i)));
    }
    if (failed) {
        Py_CLEAR(list);
    }
    return list;
}

/* _expansion_contents(capsule) -> (text, list of (name, standard, value, file, line), list of files, list of missing
 * files) */
static PyObject *expansion_contents(PyObject *module, PyObject *capsule)
{
    (void)module;
    const cdy_expansion *e = PyCapsule_GetPointer(capsule, expansion_name);
    PyObject *arguments = e ? PyList_New(0) : NULL;
    int failed = arguments ? 0 : -1;
    for (size_t i = 0; !failed && i < cdy_expansion_argument_count(e); i++) {
        const cdy_declared_argument *a = cdy_expansion_argument(e, i);
        failed = add(arguments, Py_BuildValue("(szzNi)", a->name, a->standard, a->value, build_path(a->file), a->line));
    }
    PyObject *files = failed ? NULL : paths_of(e, cdy_expansion_file);
    PyObject *missing = files ? paths_of(e, cdy_expansion_missing_file) : NULL;
    size_t size = 0;
    const char *text = missing ? cdy_expansion_text(e, &size) : NULL;
    PyObject *result = text ? Py_BuildValue("(s#OOO)", text, (Py_ssize_t)size, arguments, files, missing) : NULL;
    Py_XDECREF(arguments);
    Py_XDECREF(files);
    Py_XDECREF(missing);
    return result;
}

/* _expansion_place(capsule, line) -> (file, line, list of (macro, file, line)) */
static PyObject *expansion_place(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule;
    int line;
    if (!PyArg_ParseTuple(args, "Oi", &capsule, &line)) {
        return NULL;
    }
    const cdy_expansion *e = PyCapsule_GetPointer(capsule, expansion_name);
    PyObject *calls = e ? PyList_New(0) : NULL;
    int failed = calls ? 0 : -1;
    for (int i = 0; !failed; i++) {
        const cdy_macro_call call = cdy_expansion_call(e, line, i);
        if (!call.macro) {
            break;
        }
        failed = add(calls, Py_BuildValue("(sNi)", call.macro, build_path(call.place.file), call.place.line));
    }
    if (failed) {
        Py_XDECREF(calls);
        return NULL;
    }
    const cdy_source_place place = cdy_expansion_place(e, line);
    return Py_BuildValue("(NiN)", build_path(place.file), place.line, calls);
}

/* _xacro_is_needed(bytes) -> bool */
static PyObject *is_needed(PyObject *module, PyObject *text)
{
    (void)module;
    Py_buffer view;
    if (PyObject_GetBuffer(text, &view, PyBUF_SIMPLE)) {
        return NULL;
    }
    bool needed = cdy_xacro_is_needed(view.buf, (size_t)view.len);
    PyBuffer_Release(&view);
    return PyBool_FromLong(needed);
}

PyMethodDef expansion_functions[] = {
    {"_expansion", make_expansion, METH_VARARGS, NULL},
    {"_expansion_contents", expansion_contents, METH_O, NULL},
    {"_expansion_place", expansion_place, METH_VARARGS, NULL},
    {"_xacro_is_needed", is_needed, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
