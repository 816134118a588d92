#include "batches.h"

/* The calls whose place code takes. */
static const char *const call_names[] = {"inverse_dynamics",
                                         "forward_dynamics",
                                         "mass_matrix",
                                         "inverse_mass_matrix",
                                         "inverse_dynamics_derivatives",
                                         "inverse_dynamics_vjp",
                                         "forward_dynamics_vjp",
                                         "forward_dynamics_derivatives",
                                         NULL};
static const unsigned call_bits[] = {CDY_GENERATE_INVERSE_DYNAMICS,
                                     CDY_GENERATE_FORWARD_DYNAMICS,
                                     CDY_GENERATE_MASS_MATRIX,
                                     CDY_GENERATE_INVERSE_MASS_MATRIX,
                                     CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES,
                                     CDY_GENERATE_INVERSE_DYNAMICS_VJP,
                                     CDY_GENERATE_FORWARD_DYNAMICS_VJP,
                                     CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES};

/* Reads a tuple of names, () for the usual ones. */
static int read_calls(PyObject *names, unsigned *calls)
{
    unsigned sum = 0;
    for (Py_ssize_t i = 0; i < PyTuple_Size(names); i++) {
        const int index = read_word(PyTuple_GetItem(names, i), "calls", call_names);
        if (index < 0) {
            return -1;
        }
        sum |= call_bits[index];
    }
    *calls = sum ? sum : *calls;
    return 0;
}

/* Gives the code to the robot's workspace, unless it is over floats, and to its batches, which are made anew.  Takes
 * the code. */
static PyObject *use_code(robot_object *self, cdy_specialization *code, bool floats)
{
    cdy_specialization **place = floats ? &self->float_code : &self->code;
    cdy_error error;
    if (require_idle(self)) {
        cdy_specialization_destroy(code);
        return NULL;
    }
    batches_clear(self);
    if (!floats && cdy_workspace_specialize(cdy_robot_workspace(self->robot), code, &error)) {
        cdy_specialization_destroy(code);
        return raise_error(self->state, &error, -1);
    }
    cdy_specialization_destroy(*place);
    *place = code;
    return PyBool_FromLong(cdy_specialization_is_cached(code));
}

/* _specialize(names of calls, compiler or None, folder or None, time limit, angle tolerance, most bytes, floats) ->
 * whether the code was in the cache */
static PyObject *robot_specialize(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    cdy_specialize_options options = cdy_specialize_options_default();
    cdy_specialization *code;
    cdy_error error;
    cdy_status status;
    PyObject *calls;
    Py_ssize_t most;
    int floats;
    if (!PyArg_ParseTuple(args, "O!zzddnp", &PyTuple_Type, &calls, &options.compiler, &options.cache,
                          &options.time_limit, &options.angle_tolerance, &most, &floats) ||
        read_calls(calls, &options.calls) || require_idle(self)) {
        return NULL;
    }
    if (most < 0) {
        PyErr_SetString(PyExc_ValueError, "most_bytes: expected 0 or more");
        return NULL;
    }
    options.most_bytes = (size_t)most;
    options.floats = floats != 0;
    PyThreadState *thread = lock_release(self);
    status = cdy_specialize(cdy_robot_model(self->robot), &options, &code, &error);
    lock_take(self, thread);
    return status ? raise_error(self->state, &error, -1) : use_code(self, code, options.floats);
}

PyMethodDef specialize_methods[] = {
    {"_specialize", robot_specialize, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
