#include "module.h"

/* The functions that can be generated, in the order of their bits. */
static const char *const call_names[] = {"inverse_dynamics",
                                         "forward_dynamics",
                                         "mass_matrix",
                                         "gravity_torque",
                                         "velocity_product",
                                         "inverse_dynamics_derivatives",
                                         "inverse_dynamics_vjp",
                                         "forward_dynamics_vjp",
                                         "inverse_mass_matrix",
                                         "forward_dynamics_derivatives",
                                         "observer",
                                         "transform",
                                         "geometric_jacobian",
                                         "inverse_dynamics_second_derivatives",
                                         NULL};

/* In the order of cdy_generate_target. */
static const char *const target_names[] = {"c", "cuda", "casadi", "ros2_control", "cortex-m", NULL};

/* Reads names of functions, () for the usual ones. */
static int read_calls(PyObject *names, unsigned *calls)
{
    Py_ssize_t count = PySequence_Size(names);
    unsigned sum = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *name = PySequence_GetItem(names, i);
        int index = name ? read_word(name, "calls", call_names) : -1;
        Py_XDECREF(name);
        if (index < 0) {
            return -1;
        }
        sum |= 1U << index;
    }
    *calls = sum ? sum : *calls;
    return count < 0 ? -1 : 0;
}

/* The further files of a package, by their names; NULL on failure. */
static PyObject *dict_of_files(const cdy_generated *code)
{
    PyObject *files = PyDict_New();
    for (int i = 0; files && i < code->file_count; i++) {
        PyObject *text = PyUnicode_FromString(code->files[i].text);
        if (!text || PyDict_SetItemString(files, code->files[i].name, text)) {
            Py_CLEAR(files);
        }
        Py_XDECREF(text);
    }
    return files;
}

/* _generate(name, names of functions, target, lanes, floats, wrenches, gravity, payload body, angle tolerance, most
 * bytes, frame, hessians) -> (header, source, test, files) */
static PyObject *robot_generate(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    cdy_generate_options options = cdy_generate_options_default();
    PyObject *calls, *target;
    Py_ssize_t most;
    int floats, wrenches, gravity, hessians;
    if (!PyArg_ParseTuple(args, "sOOipppzdnzp", &options.name, &calls, &target, &options.lanes, &floats, &wrenches,
                          &gravity, &options.payload_body, &options.angle_tolerance, &most, &options.frame,
                          &hessians) ||
        read_calls(calls, &options.calls)) {
        return NULL;
    }
    const int word = read_word(target, "target", target_names);
    if (word < 0) {
        return NULL;
    }
    if (most < 0) {
        PyErr_SetString(PyExc_ValueError, "most_bytes: expected 0 or more");
        return NULL;
    }
    options.target = (cdy_generate_target)word;
    options.floats = floats;
    options.wrenches = wrenches;
    options.gravity = gravity;
    options.hessians = hessians;
    options.most_bytes = (size_t)most;
    cdy_generated code = {NULL, NULL, NULL, NULL, 0};
    cdy_error error;
    cdy_status status;
    PyThreadState *thread = lock_release(self);
    status = cdy_generate(cdy_robot_model(self->robot), cdy_robot_name(self->robot), &options, &code, &error);
    lock_take(self, thread);
    PyObject *files = status ? raise_error(self->state, &error, -1) : dict_of_files(&code);
    PyObject *result = files ? Py_BuildValue("(sssN)", code.header, code.source, code.test, files) : NULL;
    cdy_generated_clear(&code);
    return result;
}

/* _save_model(path, replace) */
static PyObject *robot_save_model(PyObject *object, PyObject *args)
{
    const robot_object *self = (robot_object *)object;
    PyObject *path;
    int replaces;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "O&p", convert_path, &path, &replaces)) {
        return NULL;
    }
    cdy_status status = cdy_model_save(cdy_robot_model(self->robot), path_of(path), replaces, &error);
    Py_DECREF(path);
    return status ? raise_error(self->state, &error, -1) : Py_BuildValue("");
}

PyMethodDef generate_methods[] = {
    {"_generate", robot_generate, METH_VARARGS, NULL},
    {"_save_model", robot_save_model, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
