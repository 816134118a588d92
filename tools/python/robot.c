#include "batches.h"
#include "calls.h"
#include "trees.h"

/* The warnings of a load, notes left out: a list that they are added to; `failed` where that did not succeed. */
typedef struct warning_list {
    PyObject *list;
    bool failed;
} warning_list;

static void add_warning(void *context, const cdy_warning *warning)
{
    warning_list *warnings = context;
    if (warning->level == CDY_LEVEL_NOTE) {
        return;
    }
    PyObject *text = PyUnicode_FromFormat("%s:%d: %s [%s]", warning->file, warning->line, warning->text, warning->code);
    warnings->failed = warnings->failed || !text || PyList_Append(warnings->list, text);
    Py_XDECREF(text);
}

/* Opens a robot by path, name or bytes, or from a tree. */
static cdy_status open_robot(PyObject *source, const char *name, const cdy_load_options *options, cdy_robot **robot,
                             cdy_error *error)
{
    if (PyUnicode_Check(source)) {
        PyObject *path;
        if (!convert_path(source, &path)) {
            return CDY_ERROR_ARGUMENT;
        }
        const cdy_status opened = cdy_robot_open(path_of(path), options, robot, error);
        Py_DECREF(path);
        return opened;
    }
    if (tree_of(source)) {
        return cdy_robot_from_tree(tree_of(source), robot, error);
    }
    Py_buffer view;
    if (PyObject_GetBuffer(source, &view, PyBUF_SIMPLE)) {
        return CDY_ERROR_ARGUMENT;
    }
    cdy_status status = cdy_robot_open_bytes(view.buf, (size_t)view.len, name, options, robot, error);
    PyBuffer_Release(&view);
    return status;
}

/* Robot(source, name, gravity, floating_base, independent, strict, keep, model, format, packages, argument names,
 * argument values, warnings): the robot of condyle.load(), which has keywords and defaults. */
static PyObject *robot_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *source, *gravity, *packages, *names, *values;
    const char *name, *model;
    int floating, independent, strict, keep, format;
    warning_list warnings = {0};
    if (keywords && PyDict_Size(keywords) > 0) {
        PyErr_SetString(PyExc_TypeError, "use condyle.load() to load a robot");
        return NULL;
    }
    if (!PyArg_ParseTuple(args, "OsOppppziOOOO;use condyle.load() to load a robot", &source, &name, &gravity, &floating,
                          &independent, &strict, &keep, &model, &format, &packages, &names, &values, &warnings.list)) {
        return NULL;
    }
    cdy_load_options options = cdy_load_options_default();
    options.floating_base = floating;
    options.mimic_independent = independent;
    options.strict = strict;
    options.model = model;
    options.format = (cdy_source_format)format;
    options.warn = add_warning;
    options.context = &warnings;
    if (read_numbers(gravity, "gravity", 3, options.gravity)) {
        return NULL;
    }
    xacro_choice xacro;
    robot_object *self = NULL;
    cdy_robot *robot = NULL;
    cdy_error error = {0};
    module_state *state = module_get_state();
    if (!read_xacro(packages, names, values, &xacro)) {
        options.xacro = &xacro.options;
        cdy_status status = open_robot(source, name, keep ? NULL : &options, &robot, &error);
        if (status && !PyErr_Occurred()) {
            raise_error(state, &error, -1);
        }
    }
    free_xacro(&xacro);
    if (robot && (warnings.failed || PyErr_Occurred())) {
        cdy_robot_destroy(robot);
        return NULL;
    }
    if (robot) {
        allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
        self = (robot_object *)allocate(type, 0);
        if (!self) {
            cdy_robot_destroy(robot);
            return NULL;
        }
        self->state = state;
        self->robot = robot;
    }
    return (PyObject *)self;
}

static void robot_dealloc(PyObject *object)
{
    robot_object *self = (robot_object *)object;
    PyTypeObject *type = Py_TYPE(object);
    batches_clear(self);
    cdy_robot_destroy(self->robot);
    cdy_specialization_destroy(self->code);
    cdy_specialization_destroy(self->float_code);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

enum { MOST_METHODS = 120 };

/* Copies a table of methods behind those that are there; returns how many there are then. */
static int add_methods(PyMethodDef *methods, int count, const PyMethodDef *more)
{
    for (; more->ml_name && count < MOST_METHODS - 1; more++) {
        methods[count++] = *more;
    }
    return count;
}

/* Returns all methods of a robot, which live as long as the process, as its type may. */
static PyMethodDef *all_methods(void)
{
    static PyMethodDef methods[MOST_METHODS];
    int count = 0;
    for (; count < calls_count(); count++) {
        methods[count] = calls_method(count);
    }
    const PyMethodDef *const tables[] = {
        describe_methods,   configuration_methods, motion_methods,         task_methods,      constrained_methods,
        simulation_methods, law_methods,           identification_methods, recording_methods, tree_methods,
        search_methods,     generate_methods,      picture_methods,        term_methods,      specialize_methods,
        xla_methods,        gik_methods,           distance_methods,       closed_ik_methods, stop_methods,
        mechanism_methods,  derivative_methods,
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        count = add_methods(methods, count, tables[i]);
    }
    return methods;
}

static char robot_doc[] = "A robot as the C library holds it.";

static PyType_Slot robot_slots[] = {
    {Py_tp_new, (void *)robot_new},   {Py_tp_dealloc, (void *)robot_dealloc},
    {Py_tp_getset, robot_attributes}, {Py_tp_methods, NULL},
    {Py_tp_doc, robot_doc},           {0, NULL},
};

static PyType_Spec robot_spec = {
    .name = "condyle._condyle.Robot",
    .basicsize = sizeof(robot_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = robot_slots,
};

PyObject *robot_make_type(void)
{
    robot_slots[3].pfunc = all_methods();
    return PyType_FromSpec(&robot_spec);
}
