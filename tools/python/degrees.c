#include "degrees.h"

#include <math.h>
#include <string.h>

static const double turn = 6.283185307179586;

/* Configurations as they lie: `count` of nq numbers, one after the other, or by columns. */
typedef struct poses {
    const void *data;
    size_t count, nq;
    bool is_float, by_columns;
} poses;

static double pose_number(const poses *p, size_t row, size_t index)
{
    const size_t place = p->by_columns ? index * p->count + row : row * p->nq + index;
    return p->is_float ? (double)((const float *)p->data)[place] : ((const double *)p->data)[place];
}

/* Tells whether any number is more than a turn: what passes here costs next to nothing. */
static bool any_beyond_a_turn(const poses *p)
{
    const double *doubles = p->data;
    const float *floats = p->data;
    const float float_turn = (float)turn;
    const size_t size = p->count * p->nq;
    bool beyond = false;
    for (size_t i = 0; i < size && p->is_float; i++) {
        beyond |= fabsf(floats[i]) > float_turn;
    }
    for (size_t i = 0; i < size && !p->is_float; i++) {
        beyond |= fabs(doubles[i]) > turn;
    }
    return beyond;
}

/* Tells whether a pose makes sense in degrees alone: a limit holds for an angle in degrees that it does not hold for in
 * rad; or an angle without limits is many turns, and all are multiples of 5, as people type them.  *index is the first
 * such angle. */
static bool looks_like_degrees(const cdy_model *model, const poses *p, size_t row, size_t *index)
{
    bool fits = false, turns = false, typed = true;
    for (size_t i = 0; i < p->nq && !fits; i++) {
        cdy_coordinate c;
        const double value = pose_number(p, row, i), converted = value * (turn / 360);
        if (cdy_model_position(model, (int)i, &c) || !c.angular || cdy_joint_type_traits(c.type)->quaternion >= 0) {
            continue;
        }
        const bool beyond = value < c.lower || value > c.upper;
        const bool unlimited = isinf(c.lower) && isinf(c.upper);
        fits = fabs(value) > turn && beyond && converted >= c.lower && converted <= c.upper;
        typed = typed && isfinite(value) && !(fabs(remainder(value, 5)) > 0);
        if (fits || (!turns && unlimited && fabs(value) > turn)) {
            turns = true;
            *index = i;
        }
    }
    return fits || (turns && typed);
}

/* Returns condyle.RobotWarning; NULL with an exception. */
static PyObject *robot_warning(void)
{
    PyObject *module = PyImport_ImportModule("condyle");
    PyObject *category = module ? PyObject_GetAttrString(module, "RobotWarning") : NULL;
    Py_XDECREF(module);
    return category;
}

static int warn(robot_object *self, const poses *p, const char *name, size_t row, size_t index)
{
    cdy_coordinate c;
    PyObject *category = robot_warning();
    if (!category || cdy_model_position(cdy_robot_model(self->robot), (int)index, &c)) {
        Py_XDECREF(category);
        return -1;
    }
    PyObject *value = PyFloat_FromDouble(pose_number(p, row, index));
    PyObject *where = p->count > 1 ? PyUnicode_FromFormat(" in state %zu", row) : PyUnicode_FromString("");
    int failed = -1;
    if (value && where) {
        self->degrees_warned = true;
        failed =
            PyErr_WarnFormat(category, 1,
                             "%s: %s is at %S rad%U; if these numbers are degrees, convert them by numpy.deg2rad(): "
                             "they are taken as rad",
                             name, c.joint, value, where);
    }
    Py_XDECREF(value);
    Py_XDECREF(where);
    Py_DECREF(category);
    return failed;
}

static int watch_poses(robot_object *self, const poses *p, const char *name)
{
    size_t index = 0;
    if (self->degrees_warned || !any_beyond_a_turn(p)) {
        return 0;
    }
    for (size_t row = 0; row < p->count; row++) {
        if (looks_like_degrees(cdy_robot_model(self->robot), p, row, &index)) {
            return warn(self, p, name, row, index);
        }
    }
    return 0;
}

static bool is_configuration(const char *name)
{
    return strcmp(name, "q") == 0 || strcmp(name, "start") == 0 || strcmp(name, "q0") == 0 || strcmp(name, "q1") == 0;
}

int degrees_watch(robot_object *self, const input *inputs, int count, const leading_shape *leading)
{
    const size_t nq = (size_t)cdy_robot_nq(self->robot);
    int failed = 0;
    for (int i = 0; i < count && !failed; i++) {
        const input *in = &inputs[i];
        if (in->held.owner && nq > 0 && is_configuration(in->name)) {
            const poses p = {in->held.data, leading->count, nq, in->held.kind == 'f', leading->order == ORDER_F};
            failed = watch_poses(self, &p, in->name);
        }
    }
    return failed;
}

PyObject *degrees_watch_array(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    const size_t nq = (size_t)cdy_robot_nq(self->robot);
    const char *name;
    Py_buffer view;
    if (!PyArg_ParseTuple(args, "y*s", &view, &name)) {
        return NULL;
    }
    const poses p = {view.buf, nq ? (size_t)view.len / sizeof(double) / nq : 0, nq, false, false};
    const int failed = watch_poses(self, &p, name);
    PyBuffer_Release(&view);
    return failed ? NULL : Py_NewRef(Py_None);
}
