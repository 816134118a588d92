#include "module.h"

/* _placement_matrix(x, y, z, roll, pitch, yaw) -> 16 numbers */
static PyObject *placement_matrix(PyObject *module, PyObject *args)
{
    (void)module;
    cdy_placement p;
    double T[16];
    if (!PyArg_ParseTuple(args, "dddddd", &p.xyz[0], &p.xyz[1], &p.xyz[2], &p.rpy[0], &p.rpy[1], &p.rpy[2])) {
        return NULL;
    }
    cdy_placement_to_matrix(&p, T);
    return build_numbers(T, 16);
}

/* _placement_of(16 numbers) -> (x, y, z, roll, pitch, yaw) */
static PyObject *placement_of(PyObject *module, PyObject *numbers)
{
    (void)module;
    cdy_placement p;
    cdy_error error;
    double T[16];
    if (read_numbers(numbers, "placement", 16, T)) {
        return NULL;
    }
    if (cdy_placement_from_matrix(T, &p, &error)) {
        return raise_error(module_get_state(), &error, -1);
    }
    return Py_BuildValue("(dddddd)", p.xyz[0], p.xyz[1], p.xyz[2], p.rpy[0], p.rpy[1], p.rpy[2]);
}

PyMethodDef placement_functions[] = {
    {"_placement_matrix", placement_matrix, METH_VARARGS, NULL},
    {"_placement_of", placement_of, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
