#include "memory.h"

static module_state state;

module_state *module_get_state(void)
{
    return &state;
}

int module_import_numpy(module_state *s)
{
    if (s->empty) {
        return 0;
    }
    PyObject *numpy = PyImport_ImportModule("numpy");
    if (!numpy) {
        return -1;
    }
    if (!s->arrays) {
        s->arrays = PyImport_ImportModule("condyle._arrays");
    }
    if (!s->float32) {
        s->float32 = PyObject_GetAttrString(numpy, "float32");
    }
    bool learned = s->arrays && s->float32 && !memory_learn(s, numpy);
    s->empty = learned ? PyObject_GetAttrString(numpy, "empty") : NULL;
    Py_DECREF(numpy);
    return s->empty ? 0 : -1;
}

void module_meet_numpy(module_state *s)
{
    if (s->empty || s->met_numpy) {
        return;
    }
    PyObject *numpy = PyDict_GetItemString(PyImport_GetModuleDict(), "numpy");
    s->met_numpy = numpy && numpy != Py_None;
    if (s->met_numpy && module_import_numpy(s)) {
        PyErr_Clear();
    }
}

PyThreadState *lock_release(robot_object *robot)
{
    robot->running++;
    return PyEval_SaveThread();
}

void lock_take(robot_object *robot, PyThreadState *thread)
{
    PyEval_RestoreThread(thread);
    robot->running--;
}

/* Defines RobotError; its attributes are None until an instance has its own. */
static PyObject *make_error(void)
{
    const char *const attributes[] = {"status", "file", "line", "row"};
    PyObject *error = PyErr_NewExceptionWithDoc(
        "condyle.RobotError",
        "A robot's description is at fault, or a call cannot be computed.\n\n"
        "status: 'argument', 'io', 'robot', 'numeric' or 'unsupported'\n"
        "file, line: the place in the robot's file; None where there is none\n"
        "row: the first of several states that cannot be computed, from 0; None for one state",
        PyExc_ValueError, NULL);
    for (int i = 0; error && i < 4; i++) {
        if (PyObject_SetAttrString(error, attributes[i], Py_None)) {
            Py_CLEAR(error);
        }
    }
    return error;
}

static int add_functions(PyObject *module)
{
    PyMethodDef *const tables[] = {placement_functions, simulation_functions, law_functions,  identification_functions,
                                   recording_functions, tree_functions,       rule_functions, expansion_functions,
                                   mesh_functions,      arrow_functions,      xla_functions,  distance_functions,
                                   online_functions};
    int failed = 0;
    for (size_t i = 0; !failed && i < sizeof tables / sizeof *tables; i++) {
        failed = PyModule_AddFunctions(module, tables[i]);
    }
    return failed;
}

/* Makes what every import in this process shares.  Returns 0, or -1 with an exception. */
static int make_state(void)
{
    state.robot_type = state.robot_type ? state.robot_type : robot_make_type();
    state.robot_error = state.robot_type && !state.robot_error ? make_error() : state.robot_error;
    state.out_name = state.out_name ? state.out_name : PyUnicode_InternFromString("out");
    return state.robot_error && state.out_name ? 0 : -1;
}

/* Fills the module.  A subinterpreter's objects end with it, and those of the state would be among them. */
static int fill(PyObject *module)
{
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
        PyErr_SetString(PyExc_ImportError, "condyle does not serve subinterpreters; expected the main interpreter, or "
                                           "a process of its own (multiprocessing)");
        return -1;
    }
    return make_state() || add_functions(module) || PyModule_AddObjectRef(module, "Robot", state.robot_type) ||
                   PyModule_AddObjectRef(module, "RobotError", state.robot_error) ||
                   PyModule_AddStringConstant(module, "__version__", cdy_version())
               ? -1
               : 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)fill}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "condyle._condyle",
    .m_doc = "The C library behind condyle.",
    .m_methods = file_functions,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__condyle(void);

PyMODINIT_FUNC PyInit__condyle(void)
{
    return PyModuleDef_Init(&definition);
}
