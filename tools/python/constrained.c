#include "constrained.h"

#include <math.h>
#include <stdlib.h>

/* Reads rows of the caller's own: J, row after row, and gamma. */
static double *read_rows(PyObject *J, PyObject *gamma, int n, cdy_constraint *constraint)
{
    Py_ssize_t count = PySequence_Size(gamma);
    if (count < 0 || count > 4096) {
        PyErr_SetString(PyExc_ValueError, "expected at most 4096 rows of J");
        return NULL;
    }
    size_t total = (size_t)count * ((size_t)n + 1);
    double *rows = calloc(total + 1, sizeof *rows);
    if (!rows) {
        PyErr_NoMemory();
        return NULL;
    }
    if (read_numbers(J, "J", count * n, rows) || read_numbers(gamma, "gamma", count, rows + count * n)) {
        free(rows);
        return NULL;
    }
    constraint->row_count = (int)count;
    constraint->J = rows;
    constraint->gamma = rows + count * n;
    return rows;
}

/* Reads one constraint: (frame, other, rows, in_frame, in_other, J or None, gamma). */
static int read_constraint(const robot_object *self, PyObject *tuple, constraint_list *list, int index)
{
    cdy_constraint *c = &list->constraints[index];
    PyObject *frame, *other, *in_frame, *in_other, *J, *gamma;
    if (!PyArg_ParseTuple(tuple, "OOIOOOO", &frame, &other, &c->rows, &in_frame, &in_other, &J, &gamma) ||
        read_frame(self, frame, &c->frame) || read_frame(self, other, &c->other) ||
        read_placement(in_frame, "in_frame", &c->in_frame) || read_placement(in_other, "in_other", &c->in_other)) {
        return -1;
    }
    if (J == Py_None) {
        return 0;
    }
    list->rows[index] = read_rows(J, gamma, cdy_robot_nv(self->robot), c);
    return list->rows[index] ? 0 : -1;
}

void free_constraints(constraint_list *list)
{
    for (int i = 0; list->rows && i < list->count; i++) {
        free(list->rows[i]);
    }
    free(list->rows);
    free(list->constraints);
    cdy_row_solver_destroy(list->solver);
}

int read_constraints(const robot_object *self, PyObject *tuple, constraint_list *list)
{
    Py_ssize_t count = PyTuple_Size(tuple);
    if (count < 0 || count > 4096) {
        PyErr_SetString(PyExc_ValueError, "expected at most 4096 constraints");
        return -1;
    }
    list->constraints = calloc((size_t)count + 1, sizeof *list->constraints);
    list->rows = calloc((size_t)count + 1, sizeof *list->rows);
    if (!list->constraints || !list->rows) {
        PyErr_NoMemory();
        return -1;
    }
    list->count = (int)count;
    for (int i = 0; i < list->count; i++) {
        if (read_constraint(self, PyTuple_GetItem(tuple, i), list, i)) {
            return -1;
        }
    }
    list->row_count = cdy_constraint_rows(list->constraints, list->count);
    if (list->row_count < 0) {
        PyErr_SetString(PyExc_ValueError, "a constraint has no rows, or there are too many; expected 'linear', 'weld', "
                                          "'wz vx' and the like, 4096 in all");
        return -1;
    }
    return 0;
}

static cdy_constrained_state make_state(const each *e, const double *qd, const double *tau, const double *fext)
{
    const constraint_list *list = e->context;
    return (cdy_constrained_state){e->in[0],         qd, tau, fext, list->constraints, list->count, &list->options,
                                   list->restitution};
}

static cdy_status compute_forward(const each *e)
{
    const constraint_list *list = e->context;
    cdy_constrained_state state = make_state(e, e->in[1], e->in[2], e->in[3]);
    cdy_constraint_report report = {0};
    cdy_status status = cdy_constrained_forward_dynamics(e->model, e->workspace, list->solver, &state, e->out[0],
                                                         e->out[1], &report, e->error);
    *e->out[2] = report.rank;
    *e->out[3] = report.residual;
    return status;
}

/* Gives ranks and residuals of many states; returns the first that failed, -1 where there is none. */
static Py_ssize_t read_reports(const each *e, size_t count, const cdy_constraint_report *reports,
                               const cdy_status *statuses)
{
    Py_ssize_t failed = -1;
    for (size_t i = 0; i < count; i++) {
        e->out[2][i] = statuses[i] ? (double)NAN : reports[i].rank;
        e->out[3][i] = reports[i].residual;
        failed = statuses[i] && failed < 0 ? (Py_ssize_t)i : failed;
    }
    return failed;
}

/* Computes many states in a batch made for them. */
static cdy_status compute_many(const each *e, size_t count, bool collides, Py_ssize_t *failed)
{
    const constraint_list *list = e->context;
    cdy_batch_options options = cdy_batch_options_default();
    cdy_batch *batch = NULL;
    cdy_constraint_report *reports = calloc(count + 1, sizeof *reports);
    cdy_status *statuses = calloc(count + 1, sizeof *statuses);
    options.threads = list->threads;
    options.constraint_rows = list->row_count;
    cdy_status status = CDY_ERROR_MEMORY;
    *e->error = (cdy_error){.status = status};
    if (reports && statuses) {
        status = cdy_batch_create(e->model, &options, &batch, e->error);
    }
    if (!status) {
        const cdy_constrained_state states =
            make_state(e, e->in[1], collides ? NULL : e->in[2], collides ? NULL : e->in[3]);
        status = collides ? cdy_batch_impact(e->model, batch, count, &states, e->out[0], e->out[1], reports, statuses,
                                             e->error)
                          : cdy_batch_constrained_forward_dynamics(e->model, batch, count, &states, e->out[0],
                                                                   e->out[1], reports, statuses, e->error);
        *failed = read_reports(e, count, reports, statuses);
    }
    cdy_batch_destroy(batch);
    free(reports);
    free(statuses);
    return status;
}

static cdy_status compute_forward_many(const each *e, size_t count, Py_ssize_t *failed)
{
    return compute_many(e, count, false, failed);
}

static cdy_status compute_impact_many(const each *e, size_t count, Py_ssize_t *failed)
{
    return compute_many(e, count, true, failed);
}

static cdy_status compute_impact(const each *e)
{
    const constraint_list *list = e->context;
    cdy_constrained_state state = make_state(e, e->in[1], NULL, NULL);
    cdy_constraint_report report = {0};
    cdy_status status =
        cdy_impact(e->model, e->workspace, list->solver, &state, e->out[0], e->out[1], &report, e->error);
    *e->out[2] = report.rank;
    *e->out[3] = report.residual;
    return status;
}

static cdy_status compute_wrenches(const each *e)
{
    const constraint_list *list = e->context;
    return cdy_constraint_wrenches(e->model, e->workspace, e->in[0], list->constraints, list->count, e->in[1],
                                   e->out[0], e->error);
}

static cdy_status compute_gap(const each *e)
{
    const constraint_list *list = e->context;
    return cdy_constraint_gap(e->model, e->workspace, e->in[0], list->constraints, list->count, e->out[0], e->error);
}

static cdy_status compute_projection(const each *e)
{
    const constraint_list *list = e->context;
    cdy_constrained_state state = make_state(e, NULL, NULL, NULL);
    cdy_projection_report report = {0};
    cdy_status status =
        cdy_constraint_project(e->model, e->workspace, list->solver, &state, e->out[0], &report, e->error);
    *e->out[1] = report.converged;
    *e->out[2] = report.iterations;
    *e->out[3] = report.gap;
    return status;
}

/* Dimensions of arguments and results; n = nv, m = rows of all constraints. */
typedef enum dimension {
    NOTHING = 0,
    OF_Q,
    OF_V,
    OF_FORCES, /* force_rows x 6 */
    OF_ROWS,
    OF_WRENCHES, /* constraints x 6 */
    A_NUMBER
} dimension;

/* A call with constraints. */
typedef struct constrained_call {
    const char *name;
    each_call compute;
    struct {
        const char *name;
        dimension size;
    } inputs[4];
    dimension outputs[4];
    int given;      /* results that go to `out` */
    each_many many; /* NULL: one state after the other */
} constrained_call;

static const constrained_call constrained_calls[] = {
    {"forward_dynamics",
     compute_forward,
     {{"q", OF_Q}, {"qd", OF_V}, {"tau", OF_V}, {"fext", OF_FORCES}},
     {OF_V, OF_ROWS, A_NUMBER, A_NUMBER},
     2,
     compute_forward_many},
    {"impact",
     compute_impact,
     {{"q", OF_Q}, {"qd", OF_V}},
     {OF_V, OF_ROWS, A_NUMBER, A_NUMBER},
     2,
     compute_impact_many},
    {"wrenches", compute_wrenches, {{"q", OF_Q}, {"forces", OF_ROWS}}, {OF_WRENCHES}, 1, NULL},
    {"gap", compute_gap, {{"q", OF_Q}}, {OF_ROWS}, 1, NULL},
    {"project", compute_projection, {{"q", OF_Q}}, {OF_Q, A_NUMBER, A_NUMBER, A_NUMBER}, 1, NULL},
};

static core_shape core_of(const robot_object *self, dimension size, const constraint_list *list)
{
    const cdy_model *model = cdy_robot_model(self->robot);
    switch (size) {
    case OF_Q: return (core_shape){1, {cdy_model_nq(model)}};
    case OF_V: return (core_shape){1, {cdy_model_nv(model)}};
    case OF_FORCES: return (core_shape){2, {cdy_model_force_rows(model), 6}};
    case OF_ROWS: return (core_shape){1, {list->row_count}};
    case OF_WRENCHES: return (core_shape){2, {list->count, 6}};
    case NOTHING:
    case A_NUMBER: break;
    }
    return (core_shape){0};
}

/* _constrained(call, constraints, (rank tolerance, velocity gain, position gain, gap tolerance, iterations, threads),
 * restitution, out, arrays) -> the results of the table's row */
static PyObject *robot_constrained(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *name, *tuple, *given, *result = NULL;
    constraint_list list = {.options = cdy_constraint_options_default()};
    each_arrays arrays = {0};
    cdy_error error;
    if (!PyArg_ParseTuple(args, "OO!(ddddiO&)dOO!", &name, &PyTuple_Type, &tuple, &list.options.rank_tolerance,
                          &list.options.velocity_gain, &list.options.position_gain, &list.options.gap_tolerance,
                          &list.options.iterations, convert_threads, &list.threads, &list.restitution, &arrays.out,
                          &PyTuple_Type, &given)) {
        return NULL;
    }
    const constrained_call *call = read_call(
        name, constrained_calls, sizeof constrained_calls / sizeof *constrained_calls, sizeof *constrained_calls);
    if (!call) {
        return NULL;
    }
    arrays.given = call->given;
    arrays.many = call->many;
    if (!read_constraints(self, tuple, &list)) {
        for (int i = 0; i < 4 && call->inputs[i].name; i++) {
            PyObject *array = i < PyTuple_Size(given) ? PyTuple_GetItem(given, i) : NULL;
            each_add_input(&arrays, call->inputs[i].name, array, core_of(self, call->inputs[i].size, &list));
        }
        for (int i = 0; i < 4 && call->outputs[i]; i++) {
            each_add_output(&arrays, core_of(self, call->outputs[i], &list));
        }
        if (cdy_row_solver_create(cdy_robot_model(self->robot), list.row_count, &list.solver, &error)) {
            raise_error(self->state, &error, -1);
        } else {
            result = each_state(self, &arrays, call->compute, &list);
        }
    }
    free_constraints(&list);
    return result;
}

/* _constraint_anchor(constraint, q or None) -> (x, y, z, roll, pitch, yaw) of in_other */
static PyObject *robot_constraint_anchor(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *tuple, *q_object, *result = NULL;
    constraint_list list = {0};
    double *q = NULL;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "O!O", &PyTuple_Type, &tuple, &q_object)) {
        return NULL;
    }
    if (PyTuple_Size(tuple) != 1) {
        PyErr_Format(PyExc_TypeError, "expected one Constraint, not %zd", PyTuple_Size(tuple));
        return NULL;
    }
    if (!read_constraints(self, tuple, &list) &&
        (q_object == Py_None || (q = read_vector(q_object, "q", cdy_robot_nq(self->robot))))) {
        cdy_constraint *c = &list.constraints[0];
        if (cdy_constraint_anchor(cdy_robot_model(self->robot), cdy_robot_workspace(self->robot), q, c, &error)) {
            raise_error(self->state, &error, -1);
        } else {
            const cdy_placement *p = &c->in_other;
            result = Py_BuildValue("(dddddd)", p->xyz[0], p->xyz[1], p->xyz[2], p->rpy[0], p->rpy[1], p->rpy[2]);
        }
    }
    free(q);
    free_constraints(&list);
    return result;
}

/* _constraint_rows(constraints) -> int */
static PyObject *robot_constraint_rows(PyObject *object, PyObject *tuple)
{
    constraint_list list = {0};
    int failed = read_constraints((robot_object *)object, tuple, &list);
    PyObject *count = failed ? NULL : PyLong_FromLong(list.row_count);
    free_constraints(&list);
    return count;
}

PyMethodDef constrained_methods[] = {
    {"_constrained", robot_constrained, METH_VARARGS, NULL},
    {"_constraint_anchor", robot_constraint_anchor, METH_VARARGS, NULL},
    {"_constraint_rows", robot_constraint_rows, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
