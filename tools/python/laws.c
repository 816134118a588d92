#include "laws.h"

#include <stdlib.h>

const char *const integrator_names[] = {"semi-implicit-euler", "rk4", "variational", "implicit", "cvode",
                                        "cvode-stiff",         NULL};

static const char motion_name[] = "condyle.motion_model";

/* A ready-made law with a model of its own. */
typedef struct motion_model {
    cdy_model *model;
    cdy_motion_model *motion;
    bool in_use;
} motion_model;

PyObject *copy_vector(const double *values, Py_ssize_t count)
{
    module_state *state = module_get_state();
    Py_buffer view;
    PyObject *array = module_import_numpy(state) ? NULL : PyObject_CallFunction(state->empty, "n", count);
    if (array && PyObject_GetBuffer(array, &view, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE)) {
        Py_CLEAR(array);
    }
    if (array) {
        for (Py_ssize_t i = 0; i < count; i++) {
            ((double *)view.buf)[i] = values[i];
        }
        PyBuffer_Release(&view);
    }
    return array;
}

cdy_model *copy_model(const cdy_model *model, cdy_error *error)
{
    size_t size = cdy_model_bytes(model);
    void *bytes = malloc(size);
    cdy_model *copy = NULL;
    if (!bytes) {
        error->status = CDY_ERROR_MEMORY;
        return NULL;
    }
    if (cdy_model_to_bytes(model, bytes, size, error) || cdy_model_from_bytes(bytes, size, &copy, error)) {
        copy = NULL;
    }
    free(bytes);
    return copy;
}

static motion_model *get_motion(PyObject *capsule)
{
    return PyCapsule_IsValid(capsule, motion_name) ? PyCapsule_GetPointer(capsule, motion_name) : NULL;
}

cdy_motion_model *motion_of(PyObject *capsule)
{
    const motion_model *m = get_motion(capsule);
    return m ? m->motion : NULL;
}

bool motion_fits(PyObject *capsule, const cdy_model *model)
{
    const motion_model *m = get_motion(capsule);
    return m && cdy_model_nq(m->model) == cdy_model_nq(model) && cdy_model_nv(m->model) == cdy_model_nv(model);
}

int motion_begin(PyObject *capsule)
{
    motion_model *m = get_motion(capsule);
    if (!m) {
        PyErr_SetString(PyExc_TypeError, "not a motion model");
        return -1;
    }
    if (m->in_use) {
        PyErr_SetString(PyExc_RuntimeError, "the motion model is being used by a simulation");
        return -1;
    }
    m->in_use = true;
    return 0;
}

void motion_end(PyObject *capsule)
{
    motion_model *m = get_motion(capsule);
    if (m) {
        m->in_use = false;
    }
}

static void destroy_motion(motion_model *m)
{
    if (!m) {
        return;
    }
    cdy_motion_model_destroy(m->motion);
    cdy_model_destroy(m->model);
    free(m);
}

static void release_capsule(PyObject *capsule)
{
    destroy_motion(get_motion(capsule));
}

/* _motion_model(type) -> capsule */
static PyObject *robot_motion_model(PyObject *object, PyObject *type)
{
    static const char *const types[] = {"computed-torque", "pd", "independent-joint", NULL};
    const robot_object *self = (robot_object *)object;
    cdy_error error;
    int index = read_word(type, "type", types);
    motion_model *m = index < 0 ? NULL : calloc(1, sizeof *m);
    if (!m) {
        return index < 0 ? NULL : PyErr_NoMemory();
    }
    PyObject *capsule = NULL;
    m->model = copy_model(cdy_robot_model(self->robot), &error);
    if (!m->model || cdy_motion_model_create(m->model, (cdy_motion_type)index, &m->motion, &error)) {
        raise_error(self->state, &error, -1);
    } else {
        capsule = PyCapsule_New(m, motion_name, release_capsule);
    }
    if (!capsule) {
        destroy_motion(m);
    }
    return capsule;
}

/* Vectors that a call reads, each NULL where None is given. */
typedef struct vectors {
    double *of[3];
} vectors;

static void free_vectors(vectors *v)
{
    for (int i = 0; i < 3; i++) {
        free(v->of[i]);
    }
}

/* Reads objects into vectors of these lengths.  Returns 0, or -1 with an exception; free the vectors in both cases. */
static int read_vectors(PyObject *const objects[3], const char *const names[3], const int sizes[3], vectors *v)
{
    *v = (vectors){{NULL}};
    for (int i = 0; i < 3; i++) {
        if (objects[i] && objects[i] != Py_None && !(v->of[i] = read_vector(objects[i], names[i], sizes[i]))) {
            return -1;
        }
    }
    return 0;
}

/* The setters of a motion model, by what they set. */
static cdy_status set(motion_model *m, int what, const vectors *v, cdy_error *error)
{
    switch (what) {
    case 0: return cdy_motion_model_set_error_dynamics(m->motion, v->of[0], v->of[1], error);
    case 1: return cdy_motion_model_set_gains(m->motion, v->of[0], v->of[1], error);
    case 2: return cdy_motion_model_set_inertia_gains(m->motion, v->of[0], error);
    default: return cdy_motion_model_set_reference(m->motion, v->of[0], v->of[1], v->of[2], error);
    }
}

/* _motion_set(capsule, what, first or None, second or None, third or None): gains are given row after row. */
static PyObject *motion_set(PyObject *module, PyObject *args)
{
    (void)module;
    static const char *const words[] = {"error_dynamics", "gains", "inertia_gains", "reference", NULL};
    static const char *const names[][3] = {{"omega", "zeta", ""}, {"Kp", "Kd", ""}, {"q", "", ""}, {"q", "qd", "qdd"}};
    PyObject *capsule, *word, *objects[3];
    if (!PyArg_ParseTuple(args, "OOOOO", &capsule, &word, &objects[0], &objects[1], &objects[2])) {
        return NULL;
    }
    motion_model *m = PyCapsule_GetPointer(capsule, motion_name);
    int what = m ? read_word(word, "what", words) : -1;
    if (what < 0 || motion_begin(capsule)) {
        return NULL;
    }
    const int n = cdy_model_nv(m->model), nq = cdy_model_nq(m->model);
    const int sizes[][3] = {{n, n, 0}, {n * n, n * n, 0}, {nq, 0, 0}, {nq, n, n}};
    vectors v;
    cdy_error error;
    bool done = false;
    if (!read_vectors(objects, names[what], sizes[what], &v)) {
        done = !set(m, what, &v, &error);
        if (!done) {
            raise_error(module_get_state(), &error, -1);
        }
    }
    free_vectors(&v);
    motion_end(capsule);
    return done ? Py_BuildValue("") : NULL;
}

/* Gives one or two arrays of a law's results. */
static PyObject *build_arrays(const double *values, Py_ssize_t size, int count)
{
    PyObject *first = copy_vector(values, size);
    if (count == 1 || !first) {
        return first;
    }
    PyObject *second = copy_vector(values + size, size);
    PyObject *pair = second ? PyTuple_Pack(2, first, second) : NULL;
    Py_DECREF(first);
    Py_XDECREF(second);
    return pair;
}

static cdy_status evaluate(motion_model *m, int what, const vectors *v, double *results, cdy_error *error)
{
    const int n = cdy_model_nv(m->model);
    switch (what) {
    case 0: return cdy_motion_model_control(m->motion, 0, v->of[0], v->of[1], results);
    case 1: return cdy_motion_model_slopes(m->motion, 0, v->of[0], v->of[1], results, results + n);
    case 2: return cdy_motion_model_derivative(m->motion, v->of[0], v->of[1], v->of[2], results, error);
    default: return cdy_motion_model_get_gains(m->motion, results, results + (size_t)n * (size_t)n, error);
    }
}

/* Puts home and zero in the place of a state that is not given.  Returns 0, or -1 with an exception. */
static int fill_defaults(const cdy_model *model, vectors *v)
{
    if (!v->of[0] && (v->of[0] = calloc((size_t)cdy_model_nq(model) + 1, sizeof *v->of[0]))) {
        cdy_home_configuration(model, v->of[0]);
    }
    if (!v->of[1]) {
        v->of[1] = calloc((size_t)cdy_model_nv(model) + 1, sizeof *v->of[1]);
    }
    if (!v->of[0] || !v->of[1]) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

/* _motion_get(capsule, what, q or None, qd or None, fext or None) -> array, or two */
static PyObject *motion_get(PyObject *module, PyObject *args)
{
    (void)module;
    static const char *const words[] = {"control", "slopes", "derivative", "gains", NULL};
    static const char *const names[] = {"q", "qd", "fext"};
    PyObject *capsule, *word, *objects[3], *result = NULL;
    if (!PyArg_ParseTuple(args, "OOOOO", &capsule, &word, &objects[0], &objects[1], &objects[2])) {
        return NULL;
    }
    motion_model *m = PyCapsule_GetPointer(capsule, motion_name);
    int what = m ? read_word(word, "what", words) : -1;
    if (what < 0 || motion_begin(capsule)) {
        return NULL;
    }
    const int n = cdy_model_nv(m->model), sizes[] = {cdy_model_nq(m->model), n, cdy_model_force_rows(m->model) * 6};
    const size_t size = what == 3 ? (size_t)n * (size_t)n : (size_t)n;
    double *results = calloc(2 * size + 1, sizeof *results);
    vectors v = {{NULL}};
    cdy_error error = {.status = CDY_ERROR_ARGUMENT, .text = "the state is not finite"};
    if (!results) {
        PyErr_NoMemory();
    } else if (!read_vectors(objects, names, sizes, &v) && !fill_defaults(m->model, &v)) {
        if (evaluate(m, what, &v, results, &error)) {
            raise_error(module_get_state(), &error, -1);
        } else {
            result = build_arrays(results, (Py_ssize_t)size, what % 2 ? 2 : 1);
        }
    }
    free(results);
    free_vectors(&v);
    motion_end(capsule);
    return result;
}

/* _error_dynamics_from_step(settling time, overshoot) -> (omega, zeta) */
static PyObject *error_dynamics(PyObject *module, PyObject *args)
{
    (void)module;
    double settling_time, overshoot, omega, zeta;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "dd", &settling_time, &overshoot)) {
        return NULL;
    }
    if (cdy_error_dynamics_from_step(settling_time, overshoot, &omega, &zeta, &error)) {
        return raise_error(module_get_state(), &error, -1);
    }
    return Py_BuildValue("(dd)", omega, zeta);
}

PyMethodDef law_methods[] = {
    {"_motion_model", robot_motion_model, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

PyMethodDef law_functions[] = {
    {"_error_dynamics_from_step", error_dynamics, METH_VARARGS, NULL},
    {"_motion_get", motion_get, METH_VARARGS, NULL},
    {"_motion_set", motion_set, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
