#include "each.h"
#include "trajectories.h"

#include <condyle/contact.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where the states of a motion go, a row a time. */
typedef struct motion_rows {
    Py_ssize_t nq, nv;
    double *q, *qd, *qdd;
} motion_rows;

static const char trajectory_name[] = "condyle.trajectory";

static void destroy_trajectory(PyObject *capsule)
{
    cdy_trajectory_destroy(PyCapsule_GetPointer(capsule, trajectory_name));
}

/* Reads one number for each degree of freedom, or nothing of None, into memory that the caller frees.  Returns 0, or -1
 * with an exception. */
static int read_limit(const robot_object *self, PyObject *object, const char *name, double **limit)
{
    *limit = object == Py_None ? NULL : read_vector(object, name, cdy_robot_nv(self->robot));
    return object == Py_None || *limit ? 0 : -1;
}

/* Finds the curve by its name. */
static int read_profile(PyObject *object, cdy_profile *profile)
{
    static const char *const names[] = {"trapezoid", "cubic",        "quintic", "minimum_jerk",
                                        "b_spline",  "time_optimal", NULL};
    const int index = read_word(object, "profile", names);
    *profile = (cdy_profile)index;
    return index < 0 ? -1 : 0;
}

int read_locked(robot_object *self, PyObject *names, bool *locked)
{
    const cdy_model *model = cdy_robot_model(self->robot);
    const Py_ssize_t count = PySequence_Size(names);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PySequence_GetItem(names, i);
        const char *name = item ? PyUnicode_AsUTF8AndSize(item, NULL) : NULL;
        cdy_error error;
        int number;
        cdy_moving_joint joint = {0};
        const bool known = name && cdy_model_require_joint(model, name, &number, &error) == CDY_OK &&
                           cdy_model_joint(model, number, &joint) == CDY_OK;
        for (int k = 0; k < joint.nv; k++) {
            locked[joint.velocity + k] = true;
        }
        if (joint.is_follower) {
            PyErr_Format(PyExc_ValueError, "locked: joint '%.80s' follows another one; lock that one", name);
        } else if (name && !known) {
            raise_error(self->state, &error, -1);
        }
        Py_XDECREF(item);
        if (!known || joint.is_follower) {
            return -1;
        }
    }
    return count < 0 ? -1 : 0;
}

/* Reads a contact: (frame, point, names of locked joints, force, energy, stiffness, mass of the region). */
static int read_contact(robot_object *self, PyObject *tuple, cdy_contact_point *c, bool *locked)
{
    PyObject *frame, *point, *names;
    if (!PyArg_ParseTuple(tuple, "OOOdddd", &frame, &point, &names, &c->limit.force, &c->limit.energy,
                          &c->limit.stiffness, &c->limit.mass) ||
        read_frame(self, frame, &c->frame) || read_numbers(point, "point", 3, c->point) ||
        read_locked(self, names, locked)) {
        return -1;
    }
    c->locked = locked;
    return 0;
}

/* Reads a tuple of contacts into memory that free_trajectory_limits() frees. */
static int read_contacts(robot_object *self, PyObject *tuple, trajectory_limits *l)
{
    const Py_ssize_t count = tuple ? PyTuple_Size(tuple) : 0;
    const size_t n = (size_t)cdy_robot_nv(self->robot) + 1;
    if (count <= 0) {
        return count < 0 ? -1 : 0;
    }
    l->contacts = PyMem_Calloc((size_t)count, sizeof *l->contacts);
    l->locked = PyMem_Calloc((size_t)count, n * sizeof *l->locked);
    if (!l->contacts || !l->locked) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        if (read_contact(self, PyTuple_GetItem(tuple, i), &l->contacts[i], l->locked + (size_t)i * n)) {
            return -1;
        }
    }
    l->options.contacts = l->contacts;
    l->options.contact_count = (size_t)count;
    return 0;
}

int read_trajectory_limits(robot_object *self, PyObject *tuple, trajectory_limits *l)
{
    PyObject *profile, *velocity, *acceleration, *effort, *jerk = Py_None, *contacts = NULL;
    *l = (trajectory_limits){.options = cdy_trajectory_options_default()};
    if (!PyArg_ParseTuple(tuple, "OOOOd|OdOdd", &profile, &velocity, &acceleration, &effort, &l->options.scale, &jerk,
                          &l->options.blend, &contacts, &l->options.linear_deviation, &l->options.angular_deviation) ||
        read_profile(profile, &l->options.profile) || read_limit(self, velocity, "velocity", &l->limits[0]) ||
        read_limit(self, acceleration, "acceleration", &l->limits[1]) ||
        read_limit(self, effort, "effort", &l->limits[2]) || read_limit(self, jerk, "jerk", &l->limits[3]) ||
        read_contacts(self, contacts, l)) {
        return -1;
    }
    l->options.velocity = l->limits[0];
    l->options.acceleration = l->limits[1];
    l->options.effort = l->limits[2];
    l->options.jerk = l->limits[3];
    return 0;
}

void free_trajectory_limits(trajectory_limits *l)
{
    for (int i = 0; i < 4; i++) {
        free(l->limits[i]);
    }
    PyMem_Free(l->contacts);
    PyMem_Free(l->locked);
}

PyObject *trajectory_capsule(cdy_trajectory *trajectory)
{
    PyObject *capsule = PyCapsule_New(trajectory, trajectory_name, destroy_trajectory);
    if (!capsule) {
        cdy_trajectory_destroy(trajectory);
    }
    return capsule;
}

/* _trajectory(way points, one behind the other, their number, (profile, velocity, acceleration, effort, scale, jerk,
 * blend, contacts)) -> capsule */
static PyObject *robot_trajectory(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *points_object, *rest, *capsule = NULL;
    Py_ssize_t count;
    trajectory_limits limits;
    cdy_trajectory *trajectory;
    cdy_error error;
    double *points = NULL;
    const int nq = cdy_robot_nq(self->robot);
    if (!PyArg_ParseTuple(args, "OnO", &points_object, &count, &rest)) {
        return NULL;
    }
    if (count < 0 || count > INT_MAX / (nq + 1)) {
        PyErr_SetString(PyExc_ValueError, "the number of way points is out of range");
        return NULL;
    }
    if (!read_trajectory_limits(self, rest, &limits) &&
        (points = read_vector(points_object, "waypoints", (int)count * nq))) {
        cdy_status status;
        PyThreadState *thread = lock_release(self);
        status = cdy_trajectory_create(cdy_robot_model(self->robot), (size_t)count, points, &limits.options,
                                       &trajectory, &error);
        lock_take(self, thread);
        if (status) {
            raise_error(self->state, &error, -1);
        } else {
            capsule = trajectory_capsule(trajectory);
        }
    }
    free(points);
    free_trajectory_limits(&limits);
    return capsule;
}

/* _waypoint_times(capsule, number of way points) -> (duration, list of times) */
static PyObject *robot_waypoint_times(PyObject *object, PyObject *args)
{
    (void)object;
    PyObject *capsule;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "On", &capsule, &count)) {
        return NULL;
    }
    const cdy_trajectory *trajectory = PyCapsule_GetPointer(capsule, trajectory_name);
    PyObject *times = trajectory ? PyList_New(0) : NULL;
    for (Py_ssize_t i = 0; times && i < count; i++) {
        PyObject *time = PyFloat_FromDouble(cdy_trajectory_waypoint_time(trajectory, (size_t)i));
        if (!time || PyList_Append(times, time)) {
            Py_CLEAR(times);
        }
        Py_XDECREF(time);
    }
    return times ? Py_BuildValue("(dN)", cdy_trajectory_duration(trajectory), times) : NULL;
}

/* Evaluates a motion, which keeps no model of the robot, at `count` times, without the interpreter's lock where there
 * are several; *row becomes the last that was tried. */
static cdy_status evaluate_motion(const void *motion, motion_call evaluate, const double *times, Py_ssize_t count,
                                  const motion_rows *r, Py_ssize_t *row, cdy_error *error)
{
    cdy_status status = CDY_OK;
    PyThreadState *others = count > 1 ? PyEval_SaveThread() : NULL;
    for (Py_ssize_t i = 0; !status && i < count; i++) {
        status = evaluate(motion, times[i], r->q + i * r->nq, r->qd + i * r->nv, r->qdd + i * r->nv, error);
        *row = i;
    }
    if (others) {
        PyEval_RestoreThread(others);
    }
    return status;
}

PyObject *fill_motion(const robot_object *self, PyObject *tuple, const void *motion, motion_call evaluate)
{
    Py_buffer t, rows[3];
    if (!PyArg_ParseTuple(tuple, "y*w*w*w*", &t, &rows[0], &rows[1], &rows[2])) {
        return NULL;
    }
    const Py_ssize_t number = (Py_ssize_t)sizeof(double), count = t.len / number;
    const motion_rows r = {cdy_robot_nq(self->robot), cdy_robot_nv(self->robot), rows[0].buf, rows[1].buf, rows[2].buf};
    Py_ssize_t row = 0;
    cdy_error error;
    bool done = false;
    if (rows[0].len != count * r.nq * number || rows[1].len != count * r.nv * number || rows[2].len != rows[1].len) {
        PyErr_SetString(PyExc_ValueError, "the arrays do not have a row for each time");
    } else if (evaluate_motion(motion, evaluate, t.buf, count, &r, &row, &error)) {
        raise_error(self->state, &error, row);
    } else {
        done = true;
    }
    PyBuffer_Release(&t);
    for (int i = 0; i < 3; i++) {
        PyBuffer_Release(&rows[i]);
    }
    return done ? Py_BuildValue("") : NULL;
}

static cdy_status evaluate_trajectory(const void *motion, double t, double *q, double *qd, double *qdd,
                                      cdy_error *error)
{
    return cdy_trajectory_evaluate(motion, t, q, qd, qdd, error);
}

/* _evaluate(capsule, (times, q, qd, qdd)): fills contiguous arrays of doubles, a row a time. */
static PyObject *robot_evaluate(PyObject *object, PyObject *args)
{
    PyObject *capsule, *arrays;
    if (!PyArg_ParseTuple(args, "OO!", &capsule, &PyTuple_Type, &arrays)) {
        return NULL;
    }
    const cdy_trajectory *trajectory = PyCapsule_GetPointer(capsule, trajectory_name);
    return trajectory ? fill_motion((robot_object *)object, arrays, trajectory, evaluate_trajectory) : NULL;
}

/* Gives the limits of a robot without a tree: a compiled model knows none of the acceleration. */
static cdy_status limits_of_model(const cdy_model *model, double *velocity, double *acceleration, double *effort)
{
    cdy_status status = CDY_OK;
    for (int i = 0; status == CDY_OK && i < cdy_model_nv(model); i++) {
        cdy_coordinate coordinate;
        status = cdy_model_velocity(model, i, &coordinate);
        velocity[i] = coordinate.velocity;
        acceleration[i] = (double)INFINITY;
        effort[i] = coordinate.effort;
    }
    return status;
}

static PyObject *robot_motion_limits(PyObject *object, PyObject *ignored)
{
    (void)ignored;
    const robot_object *self = (robot_object *)object;
    PyObject *arrays[3] = {NULL, NULL, NULL};
    Py_buffer views[3];
    int made = 0;
    while (made < 3 && (arrays[made] = new_vector(self, cdy_robot_nv(self->robot), &views[made]))) {
        made++;
    }
    cdy_error error;
    cdy_status status = CDY_OK;
    if (made == 3) {
        const cdy_tree *tree = cdy_robot_tree(self->robot);
        const cdy_model *model = cdy_robot_model(self->robot);
        status = tree ? cdy_tree_motion_limits(tree, model, views[0].buf, views[1].buf, views[2].buf, &error)
                      : limits_of_model(model, views[0].buf, views[1].buf, views[2].buf);
    }
    for (int i = 0; i < made; i++) {
        PyBuffer_Release(&views[i]);
    }
    if (status) {
        raise_error(self->state, &error, -1);
    }
    PyObject *tuple = made == 3 && !status ? PyTuple_Pack(3, arrays[0], arrays[1], arrays[2]) : NULL;
    for (int i = 0; i < 3; i++) {
        Py_XDECREF(arrays[i]);
    }
    return tuple;
}

/* Returns (mass, name of the joint that bounds it or None, unloaded). */
static PyObject *build_capacity(const robot_object *self, const cdy_capacity *capacity)
{
    cdy_coordinate coordinate = {0};
    if (capacity->velocity >= 0) {
        cdy_model_velocity(cdy_robot_model(self->robot), capacity->velocity, &coordinate);
    }
    return Py_BuildValue("(dzd)", capacity->mass, coordinate.joint, capacity->unloaded);
}

/* What carries a mass, and where the mass is. */
typedef struct carrier {
    int frame;
    double center[3];
} carrier;

static cdy_status find_capacity(const each *e)
{
    const carrier *c = e->context;
    const cdy_capacity_state state = {.frame = c->frame,
                                      .center_of_mass = c->center,
                                      .q = e->in[0],
                                      .qd = e->in[1],
                                      .qdd = e->in[2],
                                      .fext = e->in[3]};
    cdy_capacity capacity;
    cdy_status status = cdy_payload_capacity(e->model, e->workspace, &state, &capacity, e->error);
    if (!status) {
        *e->out[0] = capacity.mass;
        *e->out[1] = capacity.velocity;
        *e->out[2] = capacity.unloaded;
    }
    return status;
}

/* _payload_capacity(frame, center of mass, q, qd, qdd, fext) -> (mass, degree of freedom that bounds it or -1,
 * unloaded) */
static PyObject *robot_capacity(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    const Py_ssize_t n = cdy_robot_nv(self->robot), rows = cdy_model_force_rows(cdy_robot_model(self->robot));
    PyObject *frame, *center, *q, *qd, *qdd, *fext;
    carrier c;
    each_arrays arrays = {0};
    if (!PyArg_ParseTuple(args, "OOOOOO", &frame, &center, &q, &qd, &qdd, &fext) || read_frame(self, frame, &c.frame) ||
        read_numbers(center, "center_of_mass", 3, c.center)) {
        return NULL;
    }
    each_add_input(&arrays, "q", q, (core_shape){1, {cdy_robot_nq(self->robot)}});
    each_add_input(&arrays, "qd", qd, (core_shape){1, {n}});
    each_add_input(&arrays, "qdd", qdd, (core_shape){1, {n}});
    each_add_input(&arrays, "fext", fext, (core_shape){2, {rows, 6}});
    for (int i = 0; i < 3; i++) {
        each_add_output(&arrays, (core_shape){0, {0}});
    }
    return each_state(self, &arrays, find_capacity, &c);
}

/* _payload_capacity_anywhere(frame, center of mass, seed, samples, threads) -> (capacity, q, searches) */
static PyObject *robot_capacity_anywhere(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    PyObject *frame_object, *center;
    cdy_capacity_options options = cdy_capacity_options_default();
    unsigned long long seed;
    Py_ssize_t samples;
    int frame;
    if (!PyArg_ParseTuple(args, "OOKnO&", &frame_object, &center, &seed, &samples, convert_threads, &options.threads) ||
        read_frame(self, frame_object, &frame) || read_numbers(center, "center_of_mass", 3, options.center_of_mass)) {
        return NULL;
    }
    if (samples < 1) {
        PyErr_SetString(PyExc_ValueError, "samples: expected 1 or more");
        return NULL;
    }
    options.seed = seed;
    options.samples = (size_t)samples;
    cdy_worst_pose worst;
    cdy_error error;
    Py_buffer view;
    PyObject *q = new_vector(self, cdy_robot_nq(self->robot), &view), *result = NULL;
    if (q) {
        cdy_status status;
        PyThreadState *thread = lock_release(self);
        status = cdy_payload_capacity_anywhere(cdy_robot_model(self->robot), frame, &options, &worst, view.buf, &error);
        lock_take(self, thread);
        PyBuffer_Release(&view);
        PyObject *capacity = status ? raise_error(self->state, &error, -1) : build_capacity(self, &worst.capacity);
        result = capacity ? Py_BuildValue("(NOi)", capacity, q, worst.searches) : NULL;
        Py_DECREF(q);
    }
    return result;
}

/* A point of a body, the joints that do not give way, and the limits of contact, none where both are 0. */
typedef struct contact_place {
    int frame;
    double point[3];
    bool *locked;
    cdy_contact_limit limit;
} contact_place;

static cdy_status find_contact(const each *e)
{
    const contact_place *c = e->context;
    cdy_contact_state state = {
        .frame = c->frame, .direction = e->in[0], .q = e->in[1], .qd = e->in[2], .locked = c->locked};
    cdy_contact found;
    memcpy(state.point, c->point, sizeof state.point);
    cdy_status status = cdy_effective_mass(e->model, e->workspace, &state, &found, e->error);
    double limit = (double)NAN;
    if (!status && !(fabs(c->limit.force) + fabs(c->limit.energy) <= 0) && !isnan(found.mass)) {
        status = cdy_contact_speed(&c->limit, found.mass, &limit, e->error);
    }
    if (!status) {
        *e->out[0] = found.mass;
        *e->out[1] = found.speed;
        *e->out[2] = limit;
    }
    return status;
}

/* _contact(frame, point, names of locked joints, force, energy, stiffness, mass of the region, direction, q, qd) ->
 * (mass, speed, limit of the speed) */
static PyObject *robot_contact(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    const Py_ssize_t n = cdy_robot_nv(self->robot);
    PyObject *frame, *point, *locked, *direction, *q, *qd, *result = NULL;
    contact_place c = {0};
    each_arrays arrays = {0};
    if (!PyArg_ParseTuple(args, "OOOddddOOO", &frame, &point, &locked, &c.limit.force, &c.limit.energy,
                          &c.limit.stiffness, &c.limit.mass, &direction, &q, &qd) ||
        read_frame(self, frame, &c.frame) || read_numbers(point, "point", 3, c.point)) {
        return NULL;
    }
    c.locked = PyMem_Calloc((size_t)n + 1, sizeof *c.locked);
    if (!c.locked) {
        return PyErr_NoMemory();
    }
    if (!read_locked(self, locked, c.locked)) {
        each_add_input(&arrays, "direction", direction, (core_shape){1, {3}});
        each_add_input(&arrays, "q", q, (core_shape){1, {cdy_robot_nq(self->robot)}});
        each_add_input(&arrays, "qd", qd, (core_shape){1, {n}});
        for (int i = 0; i < 3; i++) {
            each_add_output(&arrays, (core_shape){0, {0}});
        }
        result = each_state(self, &arrays, find_contact, &c);
    }
    PyMem_Free(c.locked);
    return result;
}

/* The place of a contact with the efforts of the drives, NULL: the robot's limits. */
typedef struct clamping_place {
    contact_place at;
    const double *effort;
} clamping_place;

static cdy_status find_clamping(const each *e)
{
    const clamping_place *c = e->context;
    cdy_contact_state state = {.frame = c->at.frame, .direction = e->in[0], .q = e->in[1], .locked = c->at.locked};
    memcpy(state.point, c->at.point, sizeof state.point);
    return cdy_clamping_force(e->model, e->workspace, &state, c->effort, e->out[0], NULL, e->error);
}

/* _clamping_force(frame, point, names of locked joints, effort, direction, q) -> force */
static PyObject *robot_clamping(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    const int n = cdy_robot_nv(self->robot);
    PyObject *frame, *point, *locked, *effort, *direction, *q, *result = NULL;
    clamping_place c = {0};
    each_arrays arrays = {0};
    double *efforts = NULL;
    if (!PyArg_ParseTuple(args, "OOOOOO", &frame, &point, &locked, &effort, &direction, &q) ||
        read_frame(self, frame, &c.at.frame) || read_numbers(point, "point", 3, c.at.point) ||
        read_limit(self, effort, "effort", &efforts)) {
        return NULL;
    }
    c.effort = efforts;
    c.at.locked = PyMem_Calloc((size_t)n + 1, sizeof *c.at.locked);
    if (!c.at.locked) {
        PyErr_NoMemory();
    } else if (!read_locked(self, locked, c.at.locked)) {
        each_add_input(&arrays, "direction", direction, (core_shape){1, {3}});
        each_add_input(&arrays, "q", q, (core_shape){1, {cdy_robot_nq(self->robot)}});
        each_add_output(&arrays, (core_shape){0, {0}});
        result = each_state(self, &arrays, find_clamping, &c);
    }
    PyMem_Free(c.at.locked);
    free(efforts);
    return result;
}

PyMethodDef motion_methods[] = {
    {"motion_limits", robot_motion_limits, METH_NOARGS,
     "motion_limits($self)\n--\n\n"
     "Return the limits of velocity, acceleration and effort (nv,) each; infinite where the robot has none.\n\n"
     ">>> import condyle\n"
     ">>> velocity, acceleration, effort = condyle.load('universalUR5e').motion_limits()\n"
     ">>> effort\n"
     "array([150., 150., 150.,  28.,  28.,  28.])\n"},
    {"_trajectory", robot_trajectory, METH_VARARGS, NULL},
    {"_waypoint_times", robot_waypoint_times, METH_VARARGS, NULL},
    {"_evaluate", robot_evaluate, METH_VARARGS, NULL},
    {"_contact", robot_contact, METH_VARARGS, NULL},
    {"_clamping_force", robot_clamping, METH_VARARGS, NULL},
    {"_payload_capacity", robot_capacity, METH_VARARGS, NULL},
    {"_payload_capacity_anywhere", robot_capacity_anywhere, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
