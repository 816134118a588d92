#include "laws.h"
#include "trajectories.h"

#include <stdlib.h>

int read_ik_options(PyObject *tuple, cdy_ik_options *options)
{
    PyObject *weights;
    unsigned long long seed;
    int ignore_limits;
    *options = cdy_ik_options_default();
    if (!PyArg_ParseTuple(tuple, "OddiiKp", &weights, &options->angular_tolerance, &options->linear_tolerance,
                          &options->iterations, &options->restarts, &seed, &ignore_limits) ||
        read_numbers(weights, "weights", 6, options->weights)) {
        return -1;
    }
    options->seed = seed;
    options->ignore_limits = ignore_limits;
    return 0;
}

/* _inverse_kinematics_all(frame, target, start or None, options, most) -> (count, array of count x nq): in a workspace
 * of its own, since another thread may use the robot's. */
static PyObject *robot_inverse_kinematics_all(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    const cdy_model *model = cdy_robot_model(self->robot);
    const int nq = cdy_robot_nq(self->robot);
    PyObject *frame_object, *target_object, *start_object, *tuple, *result = NULL;
    cdy_ik_options options;
    cdy_error error;
    double target[16], *start = NULL;
    cdy_workspace *workspace = NULL;
    int frame, most, count = 0;
    if (!PyArg_ParseTuple(args, "OOOOi", &frame_object, &target_object, &start_object, &tuple, &most) ||
        read_frame(self, frame_object, &frame) || read_numbers(target_object, "target", 16, target) ||
        read_ik_options(tuple, &options)) {
        return NULL;
    }
    if (most < 1 || most > 1000000) {
        PyErr_SetString(PyExc_ValueError, "most: expected 1 to 1000000 configurations");
        return NULL;
    }
    if (start_object != Py_None && !(start = read_vector(start_object, "start", nq))) {
        return NULL;
    }
    const cdy_ik_problem problem = {.frame = frame, .target = target, .start = start, .options = &options};
    double *solutions = calloc((size_t)most * (size_t)nq + 1, sizeof *solutions);
    cdy_status status = cdy_workspace_create(model, &workspace, &error);
    if (!status && solutions) {
        PyThreadState *thread = lock_release(self);
        status = cdy_inverse_kinematics_all(model, workspace, &problem, most, solutions, &count, &error);
        lock_take(self, thread);
    }
    if (status) {
        raise_error(self->state, &error, -1);
    } else if (!solutions) {
        PyErr_NoMemory();
    } else {
        result = Py_BuildValue("(iN)", count, copy_vector(solutions, (Py_ssize_t)count * nq));
    }
    cdy_workspace_destroy(workspace);
    free(solutions);
    free(start);
    return result;
}

/* _trajectory_lines(frame, placements one behind the other, their number, start or None, (profile, velocity,
 * acceleration, effort, scale, None, 0, contacts, linear and angular deviation)) -> capsule */
static PyObject *robot_trajectory_lines(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *frame_object, *places_object, *start_object, *rest, *capsule = NULL;
    trajectory_limits limits;
    cdy_trajectory *trajectory;
    cdy_error error;
    Py_ssize_t count;
    double *places = NULL, *start = NULL;
    int frame;
    if (!PyArg_ParseTuple(args, "OOnOO", &frame_object, &places_object, &count, &start_object, &rest) ||
        read_frame(self, frame_object, &frame)) {
        return NULL;
    }
    if (count < 0 || count > INT_MAX / 16) {
        PyErr_SetString(PyExc_ValueError, "the number of placements is out of range");
        return NULL;
    }
    if (!read_trajectory_limits(self, rest, &limits) &&
        (places = read_vector(places_object, "placements", (int)count * 16)) &&
        (start_object == Py_None || (start = read_vector(start_object, "start", cdy_robot_nq(self->robot))))) {
        cdy_status status;
        PyThreadState *thread = lock_release(self);
        status = cdy_trajectory_create_lines(cdy_robot_model(self->robot), frame, (size_t)count, places, start,
                                             &limits.options, &trajectory, &error);
        lock_take(self, thread);
        if (status) {
            raise_error(self->state, &error, -1);
        } else {
            capsule = trajectory_capsule(trajectory);
        }
    }
    free_trajectory_limits(&limits);
    free(places);
    free(start);
    return capsule;
}

/* What the calls of all maps take: seed, number of samples and size of the cells, beside the library's options. */
typedef struct map_request {
    cdy_capacity_options options;
    unsigned long long seed;
    Py_ssize_t samples;
    double size;
    size_t room; /* cells that the map has at most */
} map_request;

/* Completes a request that was parsed; a number of samples below 1 is an error. A map has at most one cell for each
 * sample; none where the library refuses the number of samples. */
static bool complete_request(map_request *r)
{
    const size_t most_samples = 100000000;
    if (r->samples < 1) {
        PyErr_SetString(PyExc_ValueError, "samples: expected 1 or more");
        return false;
    }
    r->options.seed = r->seed;
    r->options.samples = (size_t)r->samples;
    r->room = r->options.samples <= most_samples ? r->options.samples : 0;
    return true;
}

/* Appends a cell, whose reference it takes; where that fails, or the cell is NULL, the list becomes NULL. */
static void append_cell(PyObject **list, PyObject *cell)
{
    if (!cell || PyList_Append(*list, cell)) {
        Py_CLEAR(*list);
    }
    Py_XDECREF(cell);
}

/* Returns (radius, height, least mass, largest mass, joint or None, samples) of a cell. */
static PyObject *build_cell(const robot_object *self, const cdy_capacity_cell *cell)
{
    cdy_coordinate coordinate = {0};
    if (cell->velocity >= 0) {
        cdy_model_velocity(cdy_robot_model(self->robot), cell->velocity, &coordinate);
    }
    return Py_BuildValue("(ddddzK)", cell->radius, cell->height, cell->least_mass, cell->largest_mass, coordinate.joint,
                         cell->samples);
}

/* _payload_capacity_map(frame, center of mass, seed, samples, threads, size) -> list of cells */
static PyObject *robot_capacity_map(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *frame_object, *center, *list = NULL;
    map_request map = {.options = cdy_capacity_options_default()};
    int frame;
    if (!PyArg_ParseTuple(args, "OOKnO&d", &frame_object, &center, &map.seed, &map.samples, convert_threads,
                          &map.options.threads, &map.size) ||
        read_frame(self, frame_object, &frame) ||
        read_numbers(center, "center_of_mass", 3, map.options.center_of_mass) || !complete_request(&map)) {
        return NULL;
    }
    size_t count = 0;
    cdy_capacity_cell *cells = calloc(map.room + 1, sizeof *cells);
    cdy_error error;
    if (!cells) {
        return PyErr_NoMemory();
    }
    PyThreadState *thread = lock_release(self);
    const cdy_status status = cdy_payload_capacity_map(cdy_robot_model(self->robot), frame, &map.options, map.size,
                                                       map.room, cells, &count, &error);
    lock_take(self, thread);
    list = status ? raise_error(self->state, &error, -1) : PyList_New(0);
    for (size_t i = 0; list && i < count; i++) {
        append_cell(&list, build_cell(self, &cells[i]));
    }
    free(cells);
    return list;
}

/* _contact_map(frame, point, names of locked joints, direction or None, seed, samples, threads, size) -> list of
 * (radius, height, least mass, largest mass, samples) */
static PyObject *robot_contact_map(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *frame, *point, *names, *direction_object, *list = NULL;
    map_request map = {.options = cdy_capacity_options_default()};
    cdy_contact_state state = {.frame = 0};
    double direction[3];
    if (!PyArg_ParseTuple(args, "OOOOKnO&d", &frame, &point, &names, &direction_object, &map.seed, &map.samples,
                          convert_threads, &map.options.threads, &map.size) ||
        read_frame(self, frame, &state.frame) || read_numbers(point, "point", 3, state.point) ||
        (direction_object != Py_None && read_numbers(direction_object, "direction", 3, direction)) ||
        !complete_request(&map)) {
        return NULL;
    }
    state.direction = direction_object == Py_None ? NULL : direction;
    size_t count = 0;
    cdy_contact_cell *cells = calloc(map.room + 1, sizeof *cells);
    bool *locked = calloc((size_t)cdy_robot_nv(self->robot) + 1, sizeof *locked);
    if (!cells || !locked) {
        PyErr_NoMemory();
    } else if (!read_locked(self, names, locked)) {
        cdy_error error;
        state.locked = locked;
        PyThreadState *thread = lock_release(self);
        const cdy_status status = cdy_contact_map(cdy_robot_model(self->robot), &state, &map.options, map.size,
                                                  map.room, cells, &count, &error);
        lock_take(self, thread);
        list = status ? raise_error(self->state, &error, -1) : PyList_New(0);
    }
    for (size_t i = 0; list && i < count; i++) {
        PyObject *cell = Py_BuildValue("(ddddK)", cells[i].radius, cells[i].height, cells[i].least_mass,
                                       cells[i].largest_mass, cells[i].samples);
        append_cell(&list, cell);
    }
    free(cells);
    free(locked);
    return list;
}

/* _reach_map(frame, rows, point, axis, seed, samples, threads, size) -> list of (radius, height, farthest, least and
 * largest manipulability, dexterity, samples) */
static PyObject *robot_reach_map(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *frame, *at, *axis, *list = NULL;
    map_request map = {.options = cdy_capacity_options_default()};
    cdy_reach_point point = {.frame = 0};
    if (!PyArg_ParseTuple(args, "OIOOKnO&d", &frame, &point.rows, &at, &axis, &map.seed, &map.samples, convert_threads,
                          &map.options.threads, &map.size) ||
        read_frame(self, frame, &point.frame) || read_numbers(at, "point", 3, point.point) ||
        read_numbers(axis, "axis", 3, point.axis) || !complete_request(&map)) {
        return NULL;
    }
    size_t count = 0;
    cdy_reach_cell *cells = calloc(map.room + 1, sizeof *cells);
    cdy_error error;
    if (!cells) {
        return PyErr_NoMemory();
    }
    PyThreadState *thread = lock_release(self);
    const cdy_status status =
        cdy_reach_map(cdy_robot_model(self->robot), &point, &map.options, map.size, map.room, cells, &count, &error);
    lock_take(self, thread);
    list = status ? raise_error(self->state, &error, -1) : PyList_New(0);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *cell = Py_BuildValue("(ddddddK)", cells[i].radius, cells[i].height, cells[i].farthest,
                                       cells[i].least_manipulability, cells[i].largest_manipulability,
                                       cells[i].dexterity, cells[i].samples);
        append_cell(&list, cell);
    }
    free(cells);
    return list;
}

PyMethodDef search_methods[] = {
    {"_contact_map", robot_contact_map, METH_VARARGS, NULL},
    {"_inverse_kinematics_all", robot_inverse_kinematics_all, METH_VARARGS, NULL},
    {"_payload_capacity_map", robot_capacity_map, METH_VARARGS, NULL},
    {"_reach_map", robot_reach_map, METH_VARARGS, NULL},
    {"_trajectory_lines", robot_trajectory_lines, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
