#include "each.h"

#include <math.h>
#include <stdlib.h>

/* Tasks and the solver of their rows. */
typedef struct task_list {
    cdy_task *tasks;
    int count, rows, threads;
    double tolerance;
    cdy_row_solver *solver;
} task_list;

static int count_rows(unsigned rows)
{
    int count = 0;
    for (unsigned row = 1; row <= CDY_ROW_VZ; row <<= 1) {
        count += (rows & row) != 0;
    }
    return count;
}

/* Reads one task: (frame, axes, rows, (x, y, z)). */
static int read_task(const robot_object *self, PyObject *tuple, cdy_task *task)
{
    static const char *const axes[] = {"base", "body", NULL};
    PyObject *frame, *axes_object, *point;
    if (!PyArg_ParseTuple(tuple, "OOIO", &frame, &axes_object, &task->rows, &point) ||
        read_frame(self, frame, &task->frame) || read_numbers(point, "point", 3, task->point)) {
        return -1;
    }
    int index = read_word(axes_object, "axes", axes);
    task->axes = (cdy_axes)index;
    return index < 0 ? -1 : 0;
}

static int read_tasks(const robot_object *self, PyObject *tuple, task_list *list)
{
    Py_ssize_t count = PyTuple_Size(tuple);
    if (count < 0 || count > 4096) {
        PyErr_SetString(PyExc_ValueError, "expected at most 4096 tasks");
        return -1;
    }
    list->count = (int)count;
    list->tasks = calloc((size_t)count + 1, sizeof *list->tasks);
    if (!list->tasks) {
        PyErr_NoMemory();
        return -1;
    }
    for (int i = 0; i < list->count; i++) {
        if (read_task(self, PyTuple_GetItem(tuple, i), &list->tasks[i])) {
            return -1;
        }
        list->rows += count_rows(list->tasks[i].rows);
    }
    cdy_error error;
    if (cdy_row_solver_create(cdy_robot_model(self->robot), list->rows, &list->solver, &error)) {
        raise_error(self->state, &error, -1);
        return -1;
    }
    return 0;
}

static cdy_status compute_tasks(const each *e)
{
    const task_list *list = e->context;
    cdy_task_state state = {e->in[0], e->in[1], list->tasks, list->count, list->tolerance};
    cdy_operational_space result = {e->out[0], e->out[1], e->out[2], e->out[3], e->out[4], e->out[5], 0};
    cdy_status status = cdy_task_dynamics(e->model, e->workspace, list->solver, &state, &result, e->error);
    if (!status) {
        *e->out[6] = result.rank;
    }
    return status;
}

enum { MOST_IN_BATCH = 256 }; /* degrees of freedom; batches have matrices of no more */

/* Computes many states in a batch made for them; the ranks are numbers. */
static cdy_status compute_many_tasks(const each *e, size_t count, Py_ssize_t *failed)
{
    const task_list *list = e->context;
    const cdy_operational_space results = {e->out[0], e->out[1], e->out[2], e->out[3], e->out[4], e->out[5], 0};
    cdy_batch_options options = cdy_batch_options_default();
    cdy_batch *batch = NULL;
    int *ranks = calloc(count + 1, sizeof *ranks);
    cdy_status *statuses = calloc(count + 1, sizeof *statuses);
    options.threads = list->threads;
    options.constraint_rows = list->rows;
    cdy_status status = CDY_ERROR_MEMORY;
    *e->error = (cdy_error){.status = status};
    if (ranks && statuses) {
        status = cdy_batch_create(e->model, &options, &batch, e->error);
    }
    if (!status) {
        const cdy_task_state states = {e->in[0], e->in[1], list->tasks, list->count, list->tolerance};
        status = cdy_batch_task_dynamics(e->model, batch, count, &states, &results, ranks, statuses, e->error);
        for (size_t i = 0; i < count; i++) {
            e->out[6][i] = statuses[i] ? (double)NAN : ranks[i];
            *failed = statuses[i] && *failed < 0 ? (Py_ssize_t)i : *failed;
        }
    }
    cdy_batch_destroy(batch);
    free(ranks);
    free(statuses);
    return status;
}

/* _task_dynamics(tasks, tolerance, q, qd, out, threads) -> (J, Lambda, Jbar, N, mu, p, rank) */
static PyObject *robot_task_dynamics(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    const cdy_model *model = cdy_robot_model(self->robot);
    PyObject *tasks, *q, *qd, *result = NULL;
    task_list list = {0};
    each_arrays arrays = {.given = 6};
    arrays.many = cdy_model_nv(model) > MOST_IN_BATCH ? NULL : compute_many_tasks;
    if (!PyArg_ParseTuple(args, "O!dOOOO&", &PyTuple_Type, &tasks, &list.tolerance, &q, &qd, &arrays.out,
                          convert_threads, &list.threads)) {
        return NULL;
    }
    if (!read_tasks(self, tasks, &list)) {
        Py_ssize_t n = cdy_model_nv(model), m = list.rows;
        const core_shape results[] = {{2, {m, n}}, {2, {m, m}}, {2, {n, m}}, {2, {n, n}}, {1, {m}}, {1, {m}}, {0, {0}}};
        each_add_input(&arrays, "q", q, (core_shape){1, {cdy_model_nq(model)}});
        each_add_input(&arrays, "qd", qd, (core_shape){1, {n}});
        for (int i = 0; i < 7; i++) {
            each_add_output(&arrays, results[i]);
        }
        result = each_state(self, &arrays, compute_tasks, &list);
    }
    cdy_row_solver_destroy(list.solver);
    free(list.tasks);
    return result;
}

static cdy_status compute_manipulability(const each *e)
{
    const cdy_task *task = e->context;
    cdy_manipulability_measures measures;
    cdy_status status =
        cdy_manipulability(e->model, e->workspace, task->frame, task->axes, task->rows, e->in[0], &measures, e->error);
    if (!status) {
        *e->out[0] = measures.measure;
        *e->out[1] = measures.condition;
        for (int i = 0; i < measures.count; i++) {
            e->out[2][i] = measures.singular_values[i];
        }
    }
    return status;
}

/* _manipulability(task, q) -> (measure, condition, singular values) */
static PyObject *robot_manipulability(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *tuple, *q;
    cdy_task task;
    each_arrays arrays = {0};
    if (!PyArg_ParseTuple(args, "O!O", &PyTuple_Type, &tuple, &q) || read_task(self, tuple, &task)) {
        return NULL;
    }
    each_add_input(&arrays, "q", q, (core_shape){1, {cdy_robot_nq(self->robot)}});
    each_add_output(&arrays, (core_shape){0, {0}});
    each_add_output(&arrays, (core_shape){0, {0}});
    each_add_output(&arrays, (core_shape){1, {count_rows(task.rows)}});
    return each_state(self, &arrays, compute_manipulability, &task);
}

static cdy_status compute_force_at(const each *e)
{
    const cdy_task *task = e->context;
    for (int i = 0; i < cdy_model_force_rows(e->model) * 6; i++) {
        e->out[0][i] = 0;
    }
    return cdy_external_force_at(e->model, e->workspace, task->frame, task->axes, e->in[0], e->in[1], e->out[0],
                                 e->error);
}

/* _external_force_at(task, wrench, q, out) -> fext */
static PyObject *robot_external_force_at(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *tuple, *wrench, *q;
    cdy_task task;
    each_arrays arrays = {.given = 1};
    if (!PyArg_ParseTuple(args, "O!OOO", &PyTuple_Type, &tuple, &wrench, &q, &arrays.out) ||
        read_task(self, tuple, &task)) {
        return NULL;
    }
    each_add_input(&arrays, "wrench", wrench, (core_shape){1, {6}});
    each_add_input(&arrays, "q", q, (core_shape){1, {cdy_robot_nq(self->robot)}});
    each_add_output(&arrays, (core_shape){2, {cdy_model_force_rows(cdy_robot_model(self->robot)), 6}});
    return each_state(self, &arrays, compute_force_at, &task);
}

PyMethodDef task_methods[] = {
    {"_task_dynamics", robot_task_dynamics, METH_VARARGS, NULL},
    {"_manipulability", robot_manipulability, METH_VARARGS, NULL},
    {"_external_force_at", robot_external_force_at, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
