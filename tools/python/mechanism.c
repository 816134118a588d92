#include "constrained.h"
#include "trajectories.h"

#include <stdlib.h>
#include <string.h>

/* A mechanism of one call, with its coordinates chosen. */
typedef struct mechanism_case {
    cdy_mechanism *mechanism;
    bool *actuated, *held; /* n */
    double dt;             /* of steps */
} mechanism_case;

static cdy_status compute_assembly(const each *e)
{
    const mechanism_case *m = e->context;
    cdy_assembly_report report;
    cdy_status status =
        cdy_mechanism_assemble(m->mechanism, e->model, e->workspace, e->in[0], m->held, e->out[0], &report, e->error);
    if (!status) {
        *e->out[1] = report.angular_gap;
        *e->out[2] = report.linear_gap;
        *e->out[3] = report.restarts;
    }
    return status;
}

static cdy_status compute_mechanism_motion(const each *e)
{
    const mechanism_case *m = e->context;
    return cdy_mechanism_motion(m->mechanism, e->model, e->workspace, e->in[0], e->in[1], e->in[2], e->out[0],
                                e->out[1], e->error);
}

static cdy_status compute_inverse(const each *e)
{
    const mechanism_case *m = e->context;
    return cdy_mechanism_inverse_dynamics(m->mechanism, e->model, e->workspace, e->in[0], e->in[1], e->in[2], e->in[3],
                                          e->out[0], e->out[1], e->error);
}

static cdy_status compute_mechanism_forward(const each *e)
{
    const mechanism_case *m = e->context;
    return cdy_mechanism_forward_dynamics(m->mechanism, e->model, e->workspace, e->in[0], e->in[1], e->in[2], e->in[3],
                                          e->out[0], e->out[1], e->error);
}

static cdy_status compute_terms(const each *e)
{
    const mechanism_case *m = e->context;
    const cdy_mechanism_terms terms = {e->out[0], e->out[1], e->out[2], e->out[3]};
    return cdy_mechanism_compute_terms(m->mechanism, e->model, e->workspace, e->in[0], e->in[1], &terms, e->error);
}

static cdy_status compute_derivatives(const each *e)
{
    const mechanism_case *m = e->context;
    return cdy_mechanism_derivatives(m->mechanism, e->model, e->workspace, e->in[0], e->in[1], e->in[2], e->in[3],
                                     e->out[0], e->out[1], e->out[2], e->error);
}

/* A step from home and rest where q and qd are not given. */
static cdy_status compute_step(const each *e)
{
    const mechanism_case *m = e->context;
    const size_t n = (size_t)cdy_model_nv(e->model), nq = (size_t)cdy_model_nq(e->model);
    if (e->in[0]) {
        memcpy(e->out[0], e->in[0], nq * sizeof(double));
    } else {
        cdy_home_configuration(e->model, e->out[0]);
    }
    for (size_t i = 0; i < n; i++) {
        e->out[1][i] = e->in[1] ? e->in[1][i] : 0;
    }
    return cdy_mechanism_step(m->mechanism, e->model, e->workspace, m->dt, e->in[2], e->in[3], e->out[0], e->out[1],
                              e->error);
}

/* Dimensions of arguments and results; n = nv, k independent coordinates, m rows. */
typedef enum dimension {
    NOTHING = 0,
    OF_Q,
    OF_V,
    OF_FORCES, /* force_rows x 6 */
    OF_U,      /* k */
    OF_G,      /* n x k */
    OF_M,      /* k x k */
    OF_ROWS,
    A_NUMBER
} dimension;

typedef struct mechanism_call {
    const char *name;
    each_call compute;
    struct {
        const char *name;
        dimension size;
    } inputs[4];
    dimension outputs[4];
} mechanism_call;

static const mechanism_call mechanism_calls[] = {
    {"assemble", compute_assembly, {{"q", OF_Q}}, {OF_Q, A_NUMBER, A_NUMBER, A_NUMBER}},
    {"motion", compute_mechanism_motion, {{"q", OF_Q}, {"u", OF_U}, {"du", OF_U}}, {OF_V, OF_V}},
    {"inverse_dynamics",
     compute_inverse,
     {{"q", OF_Q}, {"u", OF_U}, {"du", OF_U}, {"fext", OF_FORCES}},
     {OF_V, OF_ROWS}},
    {"forward_dynamics",
     compute_mechanism_forward,
     {{"q", OF_Q}, {"u", OF_U}, {"tau", OF_V}, {"fext", OF_FORCES}},
     {OF_U, OF_ROWS}},
    {"derivatives",
     compute_derivatives,
     {{"q", OF_Q}, {"u", OF_U}, {"du", OF_U}, {"fext", OF_FORCES}},
     {OF_G, OF_G, OF_G}},
    {"terms", compute_terms, {{"q", OF_Q}, {"u", OF_U}}, {OF_G, OF_M, OF_U, OF_U}},
    {"step", compute_step, {{"q", OF_Q}, {"qd", OF_V}, {"tau", OF_V}, {"fext", OF_FORCES}}, {OF_Q, OF_V}},
};

static core_shape core_of(const robot_object *self, dimension size, const mechanism_case *m)
{
    const cdy_model *model = cdy_robot_model(self->robot);
    const int n = cdy_model_nv(model), k = cdy_mechanism_dofs(m->mechanism);
    switch (size) {
    case OF_Q: return (core_shape){1, {cdy_model_nq(model)}};
    case OF_V: return (core_shape){1, {n}};
    case OF_FORCES: return (core_shape){2, {cdy_model_force_rows(model), 6}};
    case OF_U: return (core_shape){1, {k}};
    case OF_G: return (core_shape){2, {n, k}};
    case OF_M: return (core_shape){2, {k, k}};
    case OF_ROWS: return (core_shape){1, {cdy_mechanism_rows(m->mechanism)}};
    case NOTHING:
    case A_NUMBER: break;
    }
    return (core_shape){0};
}

static void free_case(mechanism_case *m)
{
    cdy_mechanism_destroy(m->mechanism);
    free(m->actuated);
    free(m->held);
}

/* Reads numbers of degrees of freedom as marks. */
static int read_marks(PyObject *tuple, int n, bool *marks)
{
    for (Py_ssize_t i = 0; i < PyTuple_Size(tuple); i++) {
        const long number = PyLong_AsLong(PyTuple_GetItem(tuple, i));
        if (number < 0 || number >= n) {
            if (!PyErr_Occurred()) {
                PyErr_Format(PyExc_ValueError, "there is no degree of freedom %ld", number);
            }
            return -1;
        }
        marks[number] = true;
    }
    return 0;
}

/* Makes the mechanism of ((constraints), (actuated), (held), q or None), and chooses its coordinates at q; without a q
 * none are chosen. */
static int make_case(const robot_object *self, PyObject *constraints, PyObject *actuated, PyObject *held, PyObject *at,
                     mechanism_case *m)
{
    const cdy_model *model = cdy_robot_model(self->robot);
    const size_t n = (size_t)cdy_model_nv(model);
    constraint_list list = {0};
    cdy_mechanism_options options = cdy_mechanism_options_default();
    cdy_error error;
    double *q = NULL;
    m->actuated = calloc(n + 1, sizeof *m->actuated);
    m->held = calloc(n + 1, sizeof *m->held);
    if (!m->actuated || !m->held) {
        PyErr_NoMemory();
        return -1;
    }
    options.actuated = m->actuated;
    int failed = read_marks(actuated, (int)n, m->actuated) || read_marks(held, (int)n, m->held) ||
                 read_constraints(self, constraints, &list) ||
                 (at != Py_None && !(q = read_vector(at, "q", cdy_model_nq(model))));
    if (!failed && (cdy_mechanism_create(model, list.constraints, list.count, &options, &m->mechanism, &error) ||
                    (q && cdy_mechanism_choose(m->mechanism, model, cdy_robot_workspace(self->robot), q, &error)))) {
        raise_error(self->state, &error, -1);
        failed = 1;
    }
    free(q);
    free_constraints(&list);
    return failed ? -1 : 0;
}

/* _mechanism(call, constraints, actuated, held, q of the choice or None, dt, out, arrays) -> the results of the table's
 * row */
static PyObject *robot_mechanism(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *name, *constraints, *actuated, *held, *at, *given, *result = NULL;
    mechanism_case m = {0};
    each_arrays arrays = {0};
    if (!PyArg_ParseTuple(args, "OO!O!O!OdOO!", &name, &PyTuple_Type, &constraints, &PyTuple_Type, &actuated,
                          &PyTuple_Type, &held, &at, &m.dt, &arrays.out, &PyTuple_Type, &given)) {
        return NULL;
    }
    const mechanism_call *call =
        read_call(name, mechanism_calls, sizeof mechanism_calls / sizeof *mechanism_calls, sizeof *mechanism_calls);
    if (call && !make_case(self, constraints, actuated, held, at, &m)) {
        for (int i = 0; i < 4 && call->inputs[i].name; i++) {
            PyObject *array = i < PyTuple_Size(given) ? PyTuple_GetItem(given, i) : NULL;
            each_add_input(&arrays, call->inputs[i].name, array, core_of(self, call->inputs[i].size, &m));
        }
        for (int i = 0; i < 4 && call->outputs[i]; i++) {
            each_add_output(&arrays, core_of(self, call->outputs[i], &m));
            arrays.given += call->outputs[i] != A_NUMBER;
        }
        result = each_state(self, &arrays, call->compute, &m);
    }
    free_case(&m);
    return result;
}

/* _trajectory_loops(constraints, actuated, q of the choice, way points, one behind the other, their number, (profile,
 * velocity, acceleration, effort, scale)) -> capsule */
static PyObject *robot_trajectory_loops(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *constraints, *actuated, *at, *points_object, *rest, *capsule = NULL, *none = PyTuple_New(0);
    mechanism_case m = {0};
    trajectory_limits limits = {.contacts = NULL};
    cdy_trajectory *trajectory;
    cdy_error error;
    Py_ssize_t count;
    double *points = NULL;
    const int nq = cdy_robot_nq(self->robot);
    if (none && PyArg_ParseTuple(args, "O!O!OOnO", &PyTuple_Type, &constraints, &PyTuple_Type, &actuated, &at,
                                 &points_object, &count, &rest)) {
        if (count < 0 || count > INT_MAX / (nq + 1)) {
            PyErr_SetString(PyExc_ValueError, "the number of way points is out of range");
        } else if (!make_case(self, constraints, actuated, none, at, &m) &&
                   !read_trajectory_limits(self, rest, &limits) &&
                   (points = read_vector(points_object, "waypoints", (int)count * nq))) {
            PyThreadState *thread = lock_release(self);
            const cdy_status status = cdy_trajectory_create_loops(
                m.mechanism, cdy_robot_model(self->robot), (size_t)count, points, &limits.options, &trajectory, &error);
            lock_take(self, thread);
            if (status) {
                raise_error(self->state, &error, -1);
            } else {
                capsule = trajectory_capsule(trajectory);
            }
        }
    }
    Py_XDECREF(none);
    free(points);
    free_trajectory_limits(&limits);
    free_case(&m);
    return capsule;
}

/* _mechanism_coordinates(constraints, actuated, q) -> the degrees of freedom that are independent there */
static PyObject *robot_mechanism_coordinates(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *constraints, *actuated, *at, *result = NULL, *none = PyTuple_New(0);
    mechanism_case m = {0};
    if (none && PyArg_ParseTuple(args, "O!O!O", &PyTuple_Type, &constraints, &PyTuple_Type, &actuated, &at) &&
        !make_case(self, constraints, actuated, none, at, &m)) {
        const int k = cdy_mechanism_dofs(m.mechanism);
        result = PyTuple_New(k > 0 ? k : 0);
        for (int i = 0; result && i < k; i++) {
            PyObject *number = PyLong_FromLong(cdy_mechanism_coordinate(m.mechanism, i));
            if (!number) {
                Py_CLEAR(result);
            } else {
                (void)PyTuple_SetItem(result, i, number);
            }
        }
    }
    Py_XDECREF(none);
    free_case(&m);
    return result;
}

static PyObject *make_place(const cdy_placement *p)
{
    return Py_BuildValue("((ddd)(ddd))", p->xyz[0], p->xyz[1], p->xyz[2], p->rpy[0], p->rpy[1], p->rpy[2]);
}

/* _loops() -> a list of (body, other, rows, place in body, place in other) */
static PyObject *robot_loops(PyObject *object, PyObject *args)
{
    const cdy_tree *tree = cdy_robot_tree(((robot_object *)object)->robot);
    PyObject *list = PyList_New(0);
    (void)args;
    for (int i = 0; list && i < cdy_tree_loop_count(tree); i++) {
        const cdy_loop *loop = cdy_tree_loop(tree, i);
        PyObject *item = Py_BuildValue("(ssINN)", loop->body, loop->other, loop->rows, make_place(&loop->in_body),
                                       make_place(&loop->in_other));
        if (!item || PyList_Append(list, item)) {
            Py_CLEAR(list);
        }
        Py_XDECREF(item);
    }
    return list;
}

PyMethodDef mechanism_methods[] = {
    {"_loops", robot_loops, METH_NOARGS, NULL},
    {"_mechanism", robot_mechanism, METH_VARARGS, NULL},
    {"_trajectory_loops", robot_trajectory_loops, METH_VARARGS, NULL},
    {"_mechanism_coordinates", robot_mechanism_coordinates, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
