#include "module.h"

#include <stdlib.h>

static PyObject *get_name(PyObject *object, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(cdy_robot_name(((robot_object *)object)->robot));
}

static PyObject *get_nq(PyObject *object, void *closure)
{
    (void)closure;
    return PyLong_FromLong(cdy_robot_nq(((robot_object *)object)->robot));
}

static PyObject *get_nv(PyObject *object, void *closure)
{
    (void)closure;
    return PyLong_FromLong(cdy_robot_nv(((robot_object *)object)->robot));
}

static PyObject *get_force_rows(PyObject *object, void *closure)
{
    (void)closure;
    return PyLong_FromLong(cdy_model_force_rows(cdy_robot_model(((robot_object *)object)->robot)));
}

static PyObject *get_mass(PyObject *object, void *closure)
{
    (void)closure;
    return PyFloat_FromDouble(cdy_total_mass(cdy_robot_model(((robot_object *)object)->robot)));
}

static PyObject *get_gravity(PyObject *object, void *closure)
{
    (void)closure;
    double gravity[3];
    cdy_model_get_gravity(cdy_robot_model(((robot_object *)object)->robot), gravity);
    return Py_BuildValue("(ddd)", gravity[0], gravity[1], gravity[2]);
}

int require_idle(const robot_object *self)
{
    if (self->running > 0) {
        PyErr_SetString(PyExc_RuntimeError, "another thread computes with this robot; change it afterwards");
        return -1;
    }
    return 0;
}

static int set_gravity(PyObject *object, PyObject *value, void *closure)
{
    (void)closure;
    robot_object *self = (robot_object *)object;
    double gravity[3];
    cdy_error error;
    if (!value) {
        PyErr_SetString(PyExc_AttributeError, "gravity cannot be deleted");
        return -1;
    }
    if (read_numbers(value, "gravity", 3, gravity) || require_idle(self)) {
        return -1;
    }
    if (cdy_model_set_gravity(cdy_robot_model(self->robot), gravity, &error)) {
        raise_error(self->state, &error, -1);
        return -1;
    }
    return 0;
}

static PyObject *get_frames(PyObject *object, void *closure)
{
    (void)closure;
    const cdy_model *model = cdy_robot_model(((robot_object *)object)->robot);
    int count = cdy_model_frame_count(model);
    PyObject *names = PyTuple_New(count);
    for (int i = 0; names && i < count; i++) {
        PyObject *name = PyUnicode_FromString(cdy_model_frame_name(model, i));
        if (!name || PyTuple_SetItem(names, i, name)) {
            Py_CLEAR(names);
        }
    }
    return names;
}

/* Returns the fields of one moving joint, in the order of condyle.Joint. */
static PyObject *describe_joint(const robot_object *self, int index)
{
    const cdy_model *model = cdy_robot_model(self->robot);
    const cdy_tree *tree = cdy_robot_tree(self->robot);
    cdy_moving_joint joint;
    cdy_coordinate first;
    if (cdy_model_joint(model, index, &joint) || cdy_model_position(model, joint.position, &first)) {
        PyErr_SetString(PyExc_SystemError, "a joint of the robot cannot be described");
        return NULL;
    }
    double lower = first.lower, upper = first.upper;
    const cdy_body *body = tree ? cdy_tree_body(tree, cdy_tree_find_joint(tree, joint.name)) : NULL;
    if (joint.is_follower && body) {
        cdy_joint_position_limits(&body->joint, &lower, &upper);
    }
    return Py_BuildValue("(ssssiiiiddddOdd)", joint.name, cdy_joint_type_name(joint.type),
                         cdy_model_frame_name(model, joint.frame), first.angular ? "rad" : "m", joint.position,
                         joint.nq, joint.velocity, joint.nv, lower, upper, first.effort, first.velocity,
                         joint.is_follower ? Py_True : Py_False, joint.multiplier, joint.offset);
}

static PyObject *robot_joints(PyObject *object, PyObject *ignored)
{
    (void)ignored;
    const robot_object *self = (robot_object *)object;
    int count = cdy_model_joint_count(cdy_robot_model(self->robot));
    PyObject *joints = PyTuple_New(count);
    for (int i = 0; joints && i < count; i++) {
        PyObject *joint = describe_joint(self, i);
        if (!joint || PyTuple_SetItem(joints, i, joint)) {
            Py_CLEAR(joints);
        }
    }
    return joints;
}

PyObject *build_numbers(const double *values, int count)
{
    PyObject *tuple = PyTuple_New(count);
    for (int i = 0; tuple && i < count; i++) {
        PyObject *number = PyFloat_FromDouble(values[i]);
        if (!number || PyTuple_SetItem(tuple, i, number)) {
            Py_CLEAR(tuple);
        }
    }
    return tuple;
}

/* Returns the fields of one body of the tree, in the order of condyle.Body. */
static PyObject *describe_body(const cdy_tree *tree, int index)
{
    const cdy_body *body = cdy_tree_body(tree, index);
    const cdy_body *parent = cdy_tree_body(tree, cdy_tree_parent(tree, index));
    double inertia[6] = {0}, T[16];
    if (body->inertial.given) {
        cdy_inertial_about_origin(&body->inertial, inertia);
    }
    cdy_placement_to_matrix(&body->joint.origin, T);
    return Py_BuildValue("(sssssdNNN)", body->name, parent ? parent->name : NULL, body->joint.name,
                         parent ? cdy_joint_type_name(body->joint.type) : NULL,
                         body->joint.mimic.joint ? body->joint.mimic.joint : NULL,
                         body->inertial.given ? body->inertial.mass : 0.0, build_numbers(body->inertial.origin.xyz, 3),
                         build_numbers(inertia, 6), build_numbers(body->joint.axis, 3));
}

static PyObject *robot_bodies(PyObject *object, PyObject *ignored)
{
    (void)ignored;
    const robot_object *self = (robot_object *)object;
    const cdy_tree *tree = cdy_robot_tree(self->robot);
    if (!tree) {
        PyErr_SetString(PyExc_ValueError, "a robot from a compiled model has no bodies, only frames");
        return NULL;
    }
    int count = cdy_tree_body_count(tree) + 1;
    PyObject *bodies = PyTuple_New(count);
    for (int i = 0; bodies && i < count; i++) {
        PyObject *body = describe_body(tree, i);
        if (!body || PyTuple_SetItem(bodies, i, body)) {
            Py_CLEAR(bodies);
        }
    }
    return bodies;
}

static PyObject *robot_details(PyObject *object, PyObject *ignored)
{
    (void)ignored;
    const cdy_tree *tree = cdy_robot_tree(((robot_object *)object)->robot);
    if (!tree) {
        PyErr_SetString(PyExc_ValueError, "a robot from a compiled model has no table of bodies");
        return NULL;
    }
    size_t length = cdy_tree_write_details(tree, NULL, 0);
    char *text = malloc(length + 1);
    if (!text) {
        return PyErr_NoMemory();
    }
    cdy_tree_write_details(tree, text, length + 1);
    PyObject *result = PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
    free(text);
    return result;
}

/* Adds a piece of text to the list `context`. */
static cdy_status add_piece(void *context, const char *text, size_t size)
{
    PyObject *piece = PyBytes_FromStringAndSize(text, (Py_ssize_t)size);
    bool failed = !piece || PyList_Append(context, piece);
    Py_XDECREF(piece);
    return failed ? CDY_ERROR_MEMORY : CDY_OK;
}

static PyObject *robot_to_urdf(PyObject *object, PyObject *ignored)
{
    (void)ignored;
    const robot_object *self = (robot_object *)object;
    const cdy_tree *tree = cdy_robot_tree(self->robot);
    if (!tree) {
        PyErr_SetString(PyExc_ValueError, "a robot from a compiled model cannot be written as URDF");
        return NULL;
    }
    cdy_error error = {0};
    PyObject *pieces = PyList_New(0);
    PyObject *text = NULL;
    if (pieces && cdy_urdf_write(tree, add_piece, pieces, &error)) {
        if (!PyErr_Occurred()) {
            raise_error(self->state, &error, -1);
        }
    } else if (pieces) {
        PyObject *empty = PyBytes_FromStringAndSize("", 0);
        PyObject *bytes = empty ? PyObject_CallMethod(empty, "join", "O", pieces) : NULL;
        text = bytes ? PyUnicode_FromEncodedObject(bytes, "utf-8", "strict") : NULL;
        Py_XDECREF(empty);
        Py_XDECREF(bytes);
    }
    Py_XDECREF(pieces);
    return text;
}

static PyObject *robot_to_bytes(PyObject *object, PyObject *ignored)
{
    (void)ignored;
    const robot_object *self = (robot_object *)object;
    const cdy_model *model = cdy_robot_model(self->robot);
    size_t size = cdy_model_bytes(model);
    cdy_error error;
    char *memory = malloc(size);
    if (!memory) {
        return PyErr_NoMemory();
    }
    PyObject *bytes = NULL;
    if (cdy_model_to_bytes(model, memory, size, &error)) {
        raise_error(self->state, &error, -1);
    } else {
        bytes = PyBytes_FromStringAndSize(memory, (Py_ssize_t)size);
    }
    free(memory);
    return bytes;
}

PyMethodDef describe_methods[] = {
    {"_joints", robot_joints, METH_NOARGS, NULL},
    {"_bodies", robot_bodies, METH_NOARGS, NULL},
    {"show_details", robot_details, METH_NOARGS,
     "show_details($self)\n--\n\nReturn the table of bodies, joints, parents and children that showdetails "
     "documents.\n\n"
     ">>> import condyle\n"
     ">>> print(condyle.load('universalUR5e').show_details().splitlines()[1].strip())\n"
     "Robot: (10 bodies)\n"},
    {"to_urdf", robot_to_urdf, METH_NOARGS,
     "to_urdf($self)\n--\n\nReturn the robot as URDF text, which loads to the same numbers.\n\n"
     ">>> import condyle\n"
     ">>> robot = condyle.load('universalUR5e')\n"
     ">>> condyle.load(robot.to_urdf()) == robot\n"
     "True\n"},
    {"to_bytes", robot_to_bytes, METH_NOARGS,
     "to_bytes($self)\n--\n\nReturn the compiled model, which condyle.load() takes: saved once, read without XML.\n\n"
     ">>> import condyle\n"
     ">>> robot = condyle.load('universalUR5e')\n"
     ">>> condyle.load(robot.to_bytes()) == robot\n"
     "True\n"},
    {NULL, NULL, 0, NULL},
};

PyGetSetDef robot_attributes[] = {
    {"name", get_name, NULL, "Name of the robot.", NULL},
    {"nq", get_nq, NULL, "Length of a configuration q.", NULL},
    {"nv", get_nv, NULL, "Length n of velocities, accelerations and torques.", NULL},
    {"force_rows", get_force_rows, NULL, "Rows of an external force matrix fext.", NULL},
    {"total_mass", get_mass, NULL, "Moving mass, kg: that of all bodies but those welded to the base.", NULL},
    {"gravity", get_gravity, set_gravity, "Gravity (x, y, z) in the base frame, m/s2.", NULL},
    {"frames", get_frames, NULL, "Names of all frames, the bodies, the base first.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
