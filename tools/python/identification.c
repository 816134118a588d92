#include "array.h"
#include "laws.h"
#include "trees.h"

#include <math.h>
#include <stdlib.h>

static const char identification_name[] = "condyle.identification";

/* An identification, and how many numbers its rows have. */
typedef struct identification {
    cdy_identification *identification;
    int nq, nv, force_rows;
    bool in_use;
} identification;

static void release_capsule(PyObject *capsule)
{
    identification *i = PyCapsule_GetPointer(capsule, identification_name);
    cdy_identification_destroy(i->identification);
    free(i);
}

/* Reads (damping, coulomb, rotor_inertia, friction_width).  Returns 0, or -1 with an exception. */
static int read_regressor(PyObject *tuple, cdy_regressor_options *options)
{
    int damping, coulomb, rotor_inertia;
    *options = cdy_regressor_options_default();
    if (!PyArg_ParseTuple(tuple, "pppd", &damping, &coulomb, &rotor_inertia, &options->friction_width)) {
        return -1;
    }
    options->damping = damping;
    options->coulomb = coulomb;
    options->rotor_inertia = rotor_inertia;
    return 0;
}

/* _identification(regressor options, prior or None, prior weight, weight by joint, consistent, rank tolerance) ->
 * capsule */
static PyObject *robot_identification(PyObject *object, PyObject *args)
{
    const robot_object *self = (robot_object *)object;
    const cdy_model *model = cdy_robot_model(self->robot);
    cdy_identification_options options = cdy_identification_options_default();
    PyObject *regressor, *prior_object, *capsule = NULL;
    int by_joint, consistent;
    double *prior = NULL;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "OOdppd", &regressor, &prior_object, &options.prior_weight, &by_joint, &consistent,
                          &options.rank_tolerance) ||
        read_regressor(regressor, &options.regressor) ||
        (prior_object != Py_None &&
         !(prior = read_vector(prior_object, "prior", cdy_parameter_count(model, &options.regressor))))) {
        return NULL;
    }
    options.prior = prior;
    options.weight_by_joint = by_joint;
    options.consistent = consistent;
    identification *i = calloc(1, sizeof *i);
    if (!i) {
        free(prior);
        return PyErr_NoMemory();
    }
    *i = (identification){NULL, cdy_model_nq(model), cdy_model_nv(model), cdy_model_force_rows(model), false};
    if (cdy_identification_create(model, &options, &i->identification, &error)) {
        raise_error(self->state, &error, -1);
    } else {
        capsule = PyCapsule_New(i, identification_name, release_capsule);
    }
    if (!capsule) {
        cdy_identification_destroy(i->identification);
        free(i);
    }
    free(prior);
    return capsule;
}

/* Returns the identification of a capsule where no other thread uses it; NULL with an exception. */
static identification *begin(PyObject *capsule)
{
    identification *i = PyCapsule_GetPointer(capsule, identification_name);
    if (i && i->in_use) {
        PyErr_SetString(PyExc_RuntimeError, "another thread uses the identification");
        return NULL;
    }
    if (i) {
        i->in_use = true;
    }
    return i;
}

/* Returns row `row` of an array; NULL: its default. */
static const double *row_of(const input *in, size_t row)
{
    size_t size = in->core.rank ? 1 : 0;
    for (int i = 0; i < in->core.rank; i++) {
        size *= (size_t)in->core.size[i];
    }
    return in->held.owner ? (const double *)in->held.data + row * size : NULL;
}

/* _identification_add(capsule, q, qd, qdd, fext, tau, weights): rows of any leading dimensions */
static PyObject *identification_add(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *o[6];
    if (!PyArg_ParseTuple(args, "OOOOOOO", &capsule, &o[0], &o[1], &o[2], &o[3], &o[4], &o[5])) {
        return NULL;
    }
    identification *i = begin(capsule);
    if (!i) {
        return NULL;
    }
    const core_shape v = {1, {i->nv}};
    input in[6] = {{"q", {1, {i->nq}}, o[0], {0}}, {"qd", v, o[1], {0}},
                   {"qdd", v, o[2], {0}},          {"fext", {2, {i->force_rows, 6}}, o[3], {0}},
                   {"tau", v, o[4], {0}},          {"weights", v, o[5], {0}}};
    leading_shape leading = {0};
    bool is_float;
    Py_ssize_t failed = -1;
    cdy_error error;
    bool taken = !inputs_take(module_get_state(), NULL, in, 6, true, &leading, &is_float);
    if (taken) {
        PyThreadState *thread = PyEval_SaveThread();
        for (size_t row = 0; failed < 0 && row < leading.count; row++) {
            if (cdy_identification_add(i->identification, row_of(&in[0], row), row_of(&in[1], row), row_of(&in[2], row),
                                       row_of(&in[3], row), row_of(&in[4], row), row_of(&in[5], row), &error)) {
                failed = (Py_ssize_t)row;
            }
        }
        PyEval_RestoreThread(thread);
    }
    leading_release(&leading);
    inputs_release(in, 6);
    i->in_use = false;
    if (taken && failed >= 0) {
        raise_error(module_get_state(), &error, leading.rank ? failed : -1);
    }
    return taken && failed < 0 ? Py_BuildValue("") : NULL;
}

/* A new array of the result; NULL with an exception. */
static PyObject *array_of(const double *values, int rows, int columns)
{
    return copy_vector(values, (Py_ssize_t)rows * columns);
}

/* Describes a result in the order of condyle.IdentificationResult; matrices are flat. */
static PyObject *describe(const cdy_identification_result *r)
{
    const int p = r->parameter_count, n = r->velocity_count;
    PyObject *base = PyTuple_New(r->rank);
    for (int i = 0; base && i < r->rank; i++) {
        PyObject *index = PyLong_FromLong(r->base_parameters[i]);
        if (!index || PyTuple_SetItem(base, i, index)) {
            Py_CLEAR(base);
        }
    }
    return Py_BuildValue(
        "(KiiiddNNNNNNNNNNNNiid)", r->rows, r->rank, r->full_rank, r->certain, r->condition_number, r->noise,
        array_of(r->parameters, p, 1), array_of(r->prior, p, 1), array_of(r->standard_deviations, p, 1),
        array_of(r->covariance, p, p), array_of(r->identifiability, p, 1), array_of(r->base_values, r->rank, 1),
        array_of(r->base_deviations, r->rank, 1), array_of(r->base_combinations, r->rank, p), base,
        array_of(r->joint_rms, n, 1), array_of(r->joint_prior_rms, n, 1), array_of(r->joint_weights, n, 1),
        r->inconsistent_before, r->inconsistent_after, r->consistency_cost);
}

/* _identification_solve(capsule) -> the fields of condyle.IdentificationResult */
static PyObject *identification_solve(PyObject *module, PyObject *capsule)
{
    (void)module;
    identification *i = begin(capsule);
    cdy_identification_result result;
    cdy_error error;
    cdy_status status;
    if (!i) {
        return NULL;
    }
    PyThreadState *thread = PyEval_SaveThread();
    status = cdy_identification_solve(i->identification, &result, &error);
    PyEval_RestoreThread(thread);
    PyObject *described = status ? raise_error(module_get_state(), &error, -1) : describe(&result);
    i->in_use = false;
    return described;
}

/* _parameters(regressor options) -> list of (kind, link, degree of freedom or -1) */
static PyObject *robot_parameters(PyObject *object, PyObject *tuple)
{
    const cdy_model *model = cdy_robot_model(((robot_object *)object)->robot);
    cdy_regressor_options options;
    PyObject *list = read_regressor(tuple, &options) ? NULL : PyList_New(0);
    for (int i = 0; list && i < cdy_parameter_count(model, &options); i++) {
        cdy_parameter parameter;
        PyObject *item = NULL;
        if (!cdy_parameter_describe(model, &options, i, &parameter)) {
            item = Py_BuildValue("(ssi)", cdy_parameter_kind_name(parameter.kind), parameter.link, parameter.velocity);
        }
        if (!item || PyList_Append(list, item)) {
            Py_CLEAR(list);
        }
        Py_XDECREF(item);
    }
    return list;
}

/* Returns the tree of a robot; NULL with an exception. */
static const cdy_tree *need_tree(const robot_object *self)
{
    const cdy_tree *tree = cdy_robot_tree(self->robot);
    if (!tree) {
        PyErr_SetString(PyExc_ValueError, "a robot from a compiled model has no tree");
    }
    return tree;
}

/* _tree_parameters(regressor options) -> array */
static PyObject *robot_tree_parameters(PyObject *object, PyObject *tuple)
{
    const robot_object *self = (robot_object *)object;
    const cdy_model *model = cdy_robot_model(self->robot);
    const cdy_tree *tree = need_tree(self);
    cdy_regressor_options options;
    cdy_error error;
    Py_buffer view;
    if (!tree || read_regressor(tuple, &options)) {
        return NULL;
    }
    PyObject *parameters = new_vector(self, cdy_parameter_count(model, &options), &view);
    if (parameters) {
        cdy_status status = cdy_tree_parameters(tree, model, &options, view.buf, &error);
        PyBuffer_Release(&view);
        if (status) {
            Py_CLEAR(parameters);
            raise_error(self->state, &error, -1);
        }
    }
    return parameters;
}

/* _apply_parameters(parameters, regressor options) -> capsule of a tree */
static PyObject *robot_apply_parameters(PyObject *object, PyObject *args)
{
    const robot_object *self = (robot_object *)object;
    const cdy_model *model = cdy_robot_model(self->robot);
    const cdy_tree *tree = need_tree(self);
    PyObject *parameters_object, *tuple, *capsule = NULL;
    cdy_regressor_options options;
    cdy_error error;
    cdy_tree *identified;
    if (!tree || !PyArg_ParseTuple(args, "OO", &parameters_object, &tuple) || read_regressor(tuple, &options)) {
        return NULL;
    }
    double *parameters = read_vector(parameters_object, "parameters", cdy_parameter_count(model, &options));
    if (parameters) {
        if (cdy_tree_apply_parameters(tree, model, &options, parameters, &identified, &error)) {
            raise_error(self->state, &error, -1);
        } else {
            capsule = tree_capsule(identified);
        }
    }
    free(parameters);
    return capsule;
}

/* _parameters_are_consistent(ten numbers) -> (bool, margin) */
static PyObject *are_consistent(PyObject *module, PyObject *object)
{
    (void)module;
    double parameters[10], margin = (double)NAN;
    if (read_numbers(object, "parameters", 10, parameters)) {
        return NULL;
    }
    bool consistent = cdy_parameters_are_consistent(parameters, &margin);
    return Py_BuildValue("(Od)", consistent ? Py_True : Py_False, margin);
}

/* _parameters_make_consistent(ten numbers, margin) -> (ten numbers, distance) */
static PyObject *make_consistent(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *object;
    double parameters[10], nearest[10], margin, distance;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "Od", &object, &margin) || read_numbers(object, "parameters", 10, parameters)) {
        return NULL;
    }
    if (cdy_parameters_make_consistent(parameters, margin, nearest, &distance, &error)) {
        return raise_error(module_get_state(), &error, -1);
    }
    return Py_BuildValue("(Nd)", copy_vector(nearest, 10), distance);
}

PyMethodDef identification_methods[] = {
    {"_apply_parameters", robot_apply_parameters, METH_VARARGS, NULL},
    {"_identification", robot_identification, METH_VARARGS, NULL},
    {"_parameters", robot_parameters, METH_O, NULL},
    {"_tree_parameters", robot_tree_parameters, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

PyMethodDef identification_functions[] = {
    {"_identification_add", identification_add, METH_VARARGS, NULL},
    {"_identification_solve", identification_solve, METH_O, NULL},
    {"_parameters_are_consistent", are_consistent, METH_O, NULL},
    {"_parameters_make_consistent", make_consistent, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
