#include "module.h"

#include <stdlib.h>
#include <string.h>

static void add_name(void *context, const char *name)
{
    PyObject *text = PyErr_Occurred() ? NULL : PyUnicode_FromString(name);
    if (text) {
        PyList_Append(context, text);
        Py_DECREF(text);
    }
}

static PyObject *robots(PyObject *module, PyObject *ignored)
{
    (void)module;
    (void)ignored;
    cdy_error error;
    PyObject *list = PyList_New(0);
    if (list && cdy_urdf_list_bundled(add_name, list, &error)) {
        raise_error(module_get_state(), &error, -1);
    }
    if (PyErr_Occurred()) {
        Py_CLEAR(list);
    }
    return list;
}

static void add_finding(void *context, const cdy_finding *f)
{
    PyObject *tuple = PyErr_Occurred() ? NULL
                                       : Py_BuildValue("(ssNsNii)", cdy_level_name(f->level), f->code,
                                                       PyUnicode_FromFormat("%s", f->message), f->element,
                                                       build_path(f->file), f->line, f->column);
    if (tuple) {
        PyList_Append(context, tuple);
        Py_DECREF(tuple);
    }
}

/* Finds a program that reads URDF by its name. */
static int read_program(PyObject *object, cdy_program *program)
{
    *program = CDY_PROGRAM_NONE;
    if (object == Py_None) {
        return 0;
    }
    const char *words[16] = {NULL};
    for (int i = 0; i < 15 && cdy_program_name((cdy_program)(i + 1)); i++) {
        words[i] = cdy_program_name((cdy_program)(i + 1));
    }
    int index = read_word(object, "program", words);
    *program = (cdy_program)(index + 1);
    return index < 0 ? -1 : 0;
}

/* _check(source, name, program or None, disabled codes, packages, argument names, argument values) -> list of
 * (level, code, message, element, file, line, column); `source` is a path, a bundled robot's name or bytes. */
static PyObject *check(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *source, *program, *disabled, *packages, *names, *values;
    const char *name;
    if (!PyArg_ParseTuple(args, "OsOOOOO", &source, &name, &program, &disabled, &packages, &names, &values)) {
        return NULL;
    }
    cdy_check_options options = cdy_check_options_default();
    text_list codes = {0};
    xacro_choice xacro;
    cdy_error error;
    cdy_package *folders = NULL;
    PyObject *findings = PyList_New(0);
    if (!read_xacro(packages, names, values, &xacro) && findings && !read_program(program, &options.program) &&
        !read_texts(disabled, &codes) && (folders = calloc(xacro.packages.count + 1, sizeof *folders)) != NULL) {
        for (size_t i = 0; i < xacro.packages.count; i++) {
            folders[i].path = xacro.packages.texts[i];
        }
        options.report = add_finding;
        options.context = findings;
        options.disabled = codes.texts;
        options.disabled_count = codes.count;
        options.packages = folders;
        options.package_count = xacro.packages.count;
        options.xacro = &xacro.options;
        cdy_status status = CDY_ERROR_ARGUMENT;
        if (PyUnicode_Check(source)) {
            PyObject *bytes = NULL;
            const char *path = convert_path(source, &bytes) ? path_of(bytes) : NULL;
            status = path ? cdy_check_file(path, &options, NULL, &error) : status;
            if (path && status == CDY_ERROR_IO && !strchr(path, '/') && !strchr(path, '.')) {
                status = cdy_check_bundled(path, &options, NULL, &error);
            }
            Py_XDECREF(bytes);
        } else {
            Py_buffer view;
            if (!PyObject_GetBuffer(source, &view, PyBUF_SIMPLE)) {
                status = cdy_check_text(view.buf, (size_t)view.len, name, &options, NULL, &error);
                PyBuffer_Release(&view);
            }
        }
        if (status && !PyErr_Occurred()) {
            raise_error(module_get_state(), &error, -1);
        }
    } else if (!PyErr_Occurred()) {
        PyErr_NoMemory();
    }
    free(folders);
    free_xacro(&xacro);
    free_texts(&codes);
    if (PyErr_Occurred()) {
        Py_CLEAR(findings);
    }
    return findings;
}

/* _expand_xacro(path, packages, argument names, argument values) -> str */
static PyObject *expand(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *path, *packages, *names, *values;
    if (!PyArg_ParseTuple(args, "O&OOO", convert_path, &path, &packages, &names, &values)) {
        return NULL;
    }
    xacro_choice xacro;
    cdy_error error;
    PyObject *text = NULL;
    if (!read_xacro(packages, names, values, &xacro)) {
        cdy_expansion *expansion;
        if (cdy_xacro_expand(path_of(path), &xacro.options, &expansion, &error)) {
            raise_error(module_get_state(), &error, -1);
        } else {
            size_t size;
            const char *expanded = cdy_expansion_text(expansion, &size);
            text = PyUnicode_FromStringAndSize(expanded, (Py_ssize_t)size);
            cdy_expansion_destroy(expansion);
        }
    }
    free_xacro(&xacro);
    Py_DECREF(path);
    return text;
}

PyMethodDef file_functions[] = {
    {"robots", robots, METH_NOARGS,
     "robots()\n--\n\nReturn the names of the bundled robots, and of those in the folders of CONDYLE_URDF_PATH.\n\n"
     ">>> import condyle\n"
     ">>> 'universalUR5e' in condyle.robots()\n"
     "True\n"},
    {"_check", check, METH_VARARGS, NULL},
    {"_expand_xacro", expand, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
