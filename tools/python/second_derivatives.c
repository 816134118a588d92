/* Second derivatives of inverse dynamics. */
#include "each.h"

#include <condyle/derivatives.h>

static cdy_status differentiate_twice(const each *e)
{
    const cdy_second_derivatives derivatives = {e->out[0], e->out[1], e->out[2], e->out[3]};
    return cdy_inverse_dynamics_second_derivatives(e->model, e->workspace, e->in[0], e->in[1], e->in[2], e->in[3],
                                                   &derivatives, e->error);
}

/* _inverse_dynamics_second_derivatives(q, qd, qdd, fext, out) -> by_q_q, by_q_qd, by_qd_qd, mass_by_q */
static PyObject *robot_second_derivatives(PyObject *object, PyObject *args)
{
    robot_object *self = (robot_object *)object;
    const Py_ssize_t n = cdy_robot_nv(self->robot);
    const core_shape vector = {1, {n}}, cube = {3, {n, n, n}};
    PyObject *q, *qd, *qdd, *fext;
    each_arrays arrays = {.given = 4};
    if (!PyArg_ParseTuple(args, "OOOOO", &q, &qd, &qdd, &fext, &arrays.out)) {
        return NULL;
    }
    each_add_input(&arrays, "q", q, (core_shape){1, {cdy_robot_nq(self->robot)}});
    each_add_input(&arrays, "qd", qd, vector);
    each_add_input(&arrays, "qdd", qdd, vector);
    each_add_input(&arrays, "fext", fext, (core_shape){2, {cdy_model_force_rows(cdy_robot_model(self->robot)), 6}});
    for (int i = 0; i < arrays.given; i++) {
        each_add_output(&arrays, cube);
    }
    return each_state(self, &arrays, differentiate_twice, NULL);
}

PyMethodDef derivative_methods[] = {
    {"_inverse_dynamics_second_derivatives", robot_second_derivatives, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
