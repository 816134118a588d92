#include "array.h"
#include "laws.h"

#include <stdlib.h>

static const char simulation_name[] = "condyle.simulation";

/* A simulation with a model of its own.  The laws are those of the call that runs, borrowed. */
typedef struct simulation {
    cdy_model *model;
    cdy_simulation *simulation;
    PyObject *control, *slopes, *environment;
    bool calls_python, in_use;
} simulation;

static void destroy_simulation(simulation *s)
{
    cdy_simulation_destroy(s->simulation);
    cdy_model_destroy(s->model);
    free(s);
}

static void release_capsule(PyObject *capsule)
{
    destroy_simulation(PyCapsule_GetPointer(capsule, simulation_name));
}

/* Copies what a law returned into `result`: one array, contiguous or not, of any numbers. */
static int take_result(PyObject *object, const char *name, core_shape core, double *result)
{
    input in = {.name = name, .core = core, .object = object};
    leading_shape leading;
    bool is_float;
    int failed = inputs_take(module_get_state(), NULL, &in, 1, true, &leading, &is_float);
    if (!failed && (leading.rank > 0 || !in.held.owner)) {
        PyErr_Format(PyExc_ValueError, "%s: expected one array for the one state", name);
        failed = -1;
    }
    size_t count = (size_t)core.size[0] * (size_t)(core.rank > 1 ? core.size[1] : 1);
    for (size_t i = 0; !failed && i < count; i++) {
        result[i] = ((const double *)in.held.data)[i];
    }
    leading_release(&leading);
    inputs_release(&in, 1);
    return failed;
}

/* Asks a law of Python: law(t, q, qd).  NULL with an exception. */
static PyObject *ask(const simulation *s, PyObject *law, double t, const double *q, const double *qd)
{
    PyObject *first = copy_vector(q, cdy_model_nq(s->model)), *second = copy_vector(qd, cdy_model_nv(s->model));
    PyObject *answer = first && second ? PyObject_CallFunction(law, "dOO", t, first, second) : NULL;
    Py_XDECREF(first);
    Py_XDECREF(second);
    return answer;
}

/* A failure of Python's: the exception that is set tells of it. */
static cdy_status status_of(int failed)
{
    return failed ? CDY_ERROR_ARGUMENT : CDY_OK;
}

static cdy_status run_control(void *user, double t, const double *q, const double *qd, double *tau)
{
    const simulation *s = user;
    PyObject *answer = ask(s, s->control, t, q, qd);
    int failed = answer ? take_result(answer, "control", (core_shape){1, {cdy_model_nv(s->model)}}, tau) : -1;
    Py_XDECREF(answer);
    return status_of(failed);
}

static cdy_status run_slopes(void *user, double t, const double *q, const double *qd, double *stiffness,
                             double *damping)
{
    const simulation *s = user;
    const core_shape core = {1, {cdy_model_nv(s->model)}};
    PyObject *answer = ask(s, s->slopes, t, q, qd);
    bool is_pair = answer && PyTuple_Check(answer) && PyTuple_Size(answer) == 2;
    if (answer && !is_pair) {
        PyErr_SetString(PyExc_TypeError, "control_slopes: expected a tuple (stiffness, damping)");
    }
    int failed = !is_pair || take_result(PyTuple_GetItem(answer, 0), "stiffness", core, stiffness) ||
                 take_result(PyTuple_GetItem(answer, 1), "damping", core, damping);
    Py_XDECREF(answer);
    return status_of(failed);
}

static cdy_status run_environment(void *user, double t, const double *q, const double *qd, double *fext)
{
    const simulation *s = user;
    const core_shape core = {2, {cdy_model_force_rows(s->model), 6}};
    PyObject *answer = ask(s, s->environment, t, q, qd);
    int failed = answer ? take_result(answer, "environment", core, fext) : -1;
    Py_XDECREF(answer);
    return status_of(failed);
}

/* Takes the laws of one call: (control, control_slopes, environment), each None or a callable, the control a motion
 * model's capsule as well.  Returns 0, or -1 with an exception where the simulation runs already. */
static int begin(simulation *s, PyObject *laws)
{
    if (s->in_use) {
        PyErr_SetString(PyExc_RuntimeError, "the simulation is being used: a law must not use the simulation that asks "
                                            "it, and threads need simulations of their own");
        return -1;
    }
    if (laws && !PyArg_ParseTuple(laws, "OOO", &s->control, &s->slopes, &s->environment)) {
        return -1;
    }
    if (s->control && motion_of(s->control) && motion_begin(s->control)) {
        return -1;
    }
    s->in_use = true;
    return 0;
}

static void end(simulation *s)
{
    if (s->control && motion_of(s->control)) {
        motion_end(s->control);
    }
    s->control = s->slopes = s->environment = NULL;
    s->in_use = false;
}

/* Raises the exception of a law, or RobotError.  Returns NULL. */
static PyObject *fail(const cdy_error *error)
{
    return PyErr_Occurred() ? NULL : raise_error(module_get_state(), error, -1);
}

/* Chooses the laws for the options.  Returns 0, or -1 with an exception. */
static int set_laws(simulation *s, cdy_simulation_options *options)
{
    if (s->control != Py_None && motion_of(s->control)) {
        if (!motion_fits(s->control, s->model)) {
            PyErr_SetString(PyExc_ValueError, "control: the motion model is that of another robot");
            return -1;
        }
        options->control = cdy_motion_model_control;
        options->control_slopes = cdy_motion_model_slopes;
        options->control_user = motion_of(s->control);
    } else if (s->control != Py_None) {
        options->control = run_control;
        options->control_slopes = s->slopes != Py_None ? run_slopes : NULL;
        options->control_user = s;
        s->calls_python = true;
    }
    if (s->environment != Py_None) {
        options->environment = run_environment;
        options->environment_user = s;
        s->calls_python = true;
    }
    return 0;
}

/* _simulation(integrator, step, sampled, relative tolerance, absolute tolerance, saturate, stops, laws) -> capsule */
static PyObject *robot_simulation(PyObject *object, PyObject *args)
{
    const robot_object *self = (robot_object *)object;
    PyObject *integrator, *laws, *capsule = NULL;
    cdy_simulation_options options = cdy_simulation_options_default();
    int sampled, saturate, stops;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "OdpddppO", &integrator, &options.step, &sampled, &options.relative_tolerance,
                          &options.absolute_tolerance, &saturate, &stops, &laws)) {
        return NULL;
    }
    int index = read_word(integrator, "integrator", integrator_names);
    simulation *s = index < 0 ? NULL : calloc(1, sizeof *s);
    if (!s) {
        return index < 0 ? NULL : PyErr_NoMemory();
    }
    options.integrator = (cdy_integrator)index;
    options.sampled_control = sampled;
    options.saturate = saturate;
    options.stops = stops;
    if (!begin(s, laws)) {
        s->model = copy_model(cdy_robot_model(self->robot), &error);
        if (!s->model || set_laws(s, &options) || cdy_simulation_create(s->model, &options, &s->simulation, &error)) {
            fail(&error);
        } else {
            capsule = PyCapsule_New(s, simulation_name, release_capsule);
        }
        end(s);
    }
    if (!capsule) {
        destroy_simulation(s);
    }
    return capsule;
}

/* _simulation_set_state(capsule, laws, t, q or None, qd or None) */
static PyObject *simulation_set_state(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *laws, *q_object, *qd_object;
    double t, *q = NULL, *qd = NULL;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "OOdOO", &capsule, &laws, &t, &q_object, &qd_object)) {
        return NULL;
    }
    simulation *s = PyCapsule_GetPointer(capsule, simulation_name);
    bool done = false;
    if (s && (q_object == Py_None || (q = read_vector(q_object, "q", cdy_model_nq(s->model)))) &&
        (qd_object == Py_None || (qd = read_vector(qd_object, "qd", cdy_model_nv(s->model)))) && !begin(s, laws)) {
        done = !cdy_simulation_set_state(s->simulation, t, q, qd, &error);
        if (!done) {
            fail(&error);
        }
        end(s);
    }
    free(q);
    free(qd);
    return done ? Py_BuildValue("") : NULL;
}

/* _simulation_state(capsule) -> (t, q, qd) */
static PyObject *simulation_state(PyObject *module, PyObject *capsule)
{
    (void)module;
    const simulation *s = PyCapsule_GetPointer(capsule, simulation_name);
    if (!s) {
        return NULL;
    }
    PyObject *q = copy_vector(cdy_simulation_q(s->simulation), cdy_model_nq(s->model));
    PyObject *qd = q ? copy_vector(cdy_simulation_qd(s->simulation), cdy_model_nv(s->model)) : NULL;
    PyObject *result = qd ? Py_BuildValue("(dOO)", cdy_simulation_time(s->simulation), q, qd) : NULL;
    Py_XDECREF(q);
    Py_XDECREF(qd);
    return result;
}

/* Where a motion is written, a row for each `every` steps. */
typedef struct record {
    double *t, *q, *qd;
    Py_ssize_t rows, every;
} record;

static void write_row(const simulation *s, const record *r, Py_ssize_t row)
{
    const int nq = cdy_model_nq(s->model), nv = cdy_model_nv(s->model);
    r->t[row] = cdy_simulation_time(s->simulation);
    for (int i = 0; i < nq; i++) {
        r->q[row * nq + i] = cdy_simulation_q(s->simulation)[i];
    }
    for (int i = 0; i < nv; i++) {
        r->qd[row * nv + i] = cdy_simulation_qd(s->simulation)[i];
    }
}

/* Takes steps first to last - 1 of all; row 0 of the record is the state before step 0. */
static cdy_status take_steps(simulation *s, Py_ssize_t first, Py_ssize_t last, const record *r, cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (Py_ssize_t i = first; !status && i < last; i++) {
        if (r->t && i % r->every == 0) {
            write_row(s, r, i / r->every);
        }
        status = cdy_simulation_step(s->simulation, error);
    }
    return status;
}

/* Takes steps in parts, between which Python sees signals; without its lock where no law is Python's. */
static int run_steps(simulation *s, Py_ssize_t count, const record *r)
{
    enum { PART = 256 };
    cdy_error error;
    cdy_status status = CDY_OK;
    for (Py_ssize_t first = 0; first < count; first += PART) {
        Py_ssize_t last = count - first < PART ? count : first + PART;
        if (s->calls_python) {
            status = take_steps(s, first, last, r, &error);
        } else {
            PyThreadState *thread = PyEval_SaveThread();
            status = take_steps(s, first, last, r, &error);
            PyEval_RestoreThread(thread);
        }
        if (status) {
            fail(&error);
        }
        if (status || PyErr_CheckSignals()) {
            return -1;
        }
    }
    if (r->t && count % r->every == 0) {
        write_row(s, r, count / r->every);
    }
    return 0;
}

/* _simulation_step(capsule, laws, count) */
static PyObject *simulation_step(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *laws;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "OOn", &capsule, &laws, &count)) {
        return NULL;
    }
    simulation *s = PyCapsule_GetPointer(capsule, simulation_name);
    if (!s || begin(s, laws)) {
        return NULL;
    }
    const record none = {.every = 1};
    int failed = run_steps(s, count, &none);
    end(s);
    return failed ? NULL : Py_BuildValue("");
}

/* _simulation_run(capsule, laws, rows, every, t, q, qd): rows x every steps; fills contiguous arrays of doubles with
 * rows + 1 states. */
static PyObject *simulation_run(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *laws;
    record r;
    Py_buffer views[3];
    if (!PyArg_ParseTuple(args, "OOnnw*w*w*", &capsule, &laws, &r.rows, &r.every, &views[0], &views[1], &views[2])) {
        return NULL;
    }
    simulation *s = PyCapsule_GetPointer(capsule, simulation_name);
    const Py_ssize_t number = (Py_ssize_t)sizeof(double), count = r.rows + 1;
    int failed = -1;
    if (s && (r.every < 1 || r.rows < 0 || r.rows > PY_SSIZE_T_MAX / r.every || views[0].len != count * number ||
              views[1].len != count * number * cdy_model_nq(s->model) ||
              views[2].len != count * number * cdy_model_nv(s->model))) {
        PyErr_SetString(PyExc_ValueError, "the arrays do not have a row for each state");
    } else if (s && !begin(s, laws)) {
        r.t = views[0].buf;
        r.q = views[1].buf;
        r.qd = views[2].buf;
        failed = run_steps(s, r.rows * r.every, &r);
        end(s);
    }
    for (int i = 0; i < 3; i++) {
        PyBuffer_Release(&views[i]);
    }
    return failed ? NULL : Py_BuildValue("");
}

/* _simulation_torque(capsule, laws) -> tau */
static PyObject *simulation_torque(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *laws, *tau = NULL;
    cdy_error error;
    if (!PyArg_ParseTuple(args, "OO", &capsule, &laws)) {
        return NULL;
    }
    simulation *s = PyCapsule_GetPointer(capsule, simulation_name);
    double *values = s ? calloc((size_t)cdy_model_nv(s->model) + 1, sizeof *values) : NULL;
    if (!values) {
        return s ? PyErr_NoMemory() : NULL;
    }
    if (!begin(s, laws)) {
        if (cdy_simulation_torque(s->simulation, values, &error)) {
            fail(&error);
        } else {
            tau = copy_vector(values, cdy_model_nv(s->model));
        }
        end(s);
    }
    free(values);
    return tau;
}

/* _simulation_energy(capsule) -> (kinetic, potential) */
static PyObject *simulation_energy(PyObject *module, PyObject *capsule)
{
    (void)module;
    simulation *s = PyCapsule_GetPointer(capsule, simulation_name);
    double kinetic, potential;
    cdy_error error;
    if (!s || begin(s, NULL)) {
        return NULL;
    }
    cdy_status status = cdy_simulation_energy(s->simulation, &kinetic, &potential, &error);
    end(s);
    return status ? fail(&error) : Py_BuildValue("(dd)", kinetic, potential);
}

/* _simulation_set_payload(capsule, frame, mass, center of mass, inertia) */
static PyObject *robot_simulation_set_payload(PyObject *object, PyObject *args)
{
    const robot_object *self = (robot_object *)object;
    PyObject *capsule, *frame_object, *center, *inertia;
    cdy_payload payload;
    cdy_error error;
    int frame;
    if (!PyArg_ParseTuple(args, "OOdOO", &capsule, &frame_object, &payload.mass, &center, &inertia) ||
        read_frame(self, frame_object, &frame) || read_numbers(center, "center_of_mass", 3, payload.center_of_mass) ||
        read_numbers(inertia, "inertia", 6, payload.inertia)) {
        return NULL;
    }
    simulation *s = PyCapsule_GetPointer(capsule, simulation_name);
    if (!s || begin(s, NULL)) {
        return NULL;
    }
    cdy_status status = cdy_model_set_payload(s->model, frame, &payload, &error);
    end(s);
    return status ? fail(&error) : Py_BuildValue("");
}

/* The arrays of a run of many simulations. */
typedef struct rollout {
    Py_ssize_t count, steps;
    Py_buffer q, qd, tau;      /* .obj NULL: the default */
    Py_buffer q_path, qd_path; /* written */
    int keeps;                 /* simulations that fail leave the others */
    Py_ssize_t failures;       /* of single simulations, which are kept */
} rollout;

static void release_rollout(rollout *r)
{
    Py_buffer *const all[] = {&r->q, &r->qd, &r->tau, &r->q_path, &r->qd_path};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i]->obj) {
            PyBuffer_Release(all[i]);
        }
    }
}

/* Whether each array has the numbers of its rows; 0 or -1 with an exception. */
static int check_rollout(const rollout *r, int nq, int nv)
{
    const Py_ssize_t number = (Py_ssize_t)sizeof(double), width = nq > nv ? nq : nv;
    bool right =
        r->count >= 0 && r->steps >= 0 &&
        (r->steps == 0 || width == 0 || r->count == 0 || r->steps <= PY_SSIZE_T_MAX / number / width / r->count);
    right = right && (!r->q.obj || r->q.len == r->count * nq * number);
    right = right && (!r->qd.obj || r->qd.len == r->count * nv * number);
    right = right && (!r->tau.obj || r->tau.len == r->count * r->steps * nv * number);
    right = right && r->q_path.len == r->count * r->steps * nq * number;
    right = right && r->qd_path.len == r->count * r->steps * nv * number;
    if (!right) {
        PyErr_SetString(PyExc_ValueError, "the arrays do not have a row for each simulation and step");
    }
    return right ? 0 : -1;
}

/* Runs the simulations. Where those that fail are kept, no failure of single simulations is one of the call: they are
 * counted, and `error` is that of the first. */
static cdy_status run_simulations(cdy_batch_simulation *simulations, rollout *r, cdy_error *error)
{
    cdy_status *statuses = r->keeps ? calloc((size_t)r->count + 1, sizeof *statuses) : NULL;
    if (r->keeps && !statuses) {
        error->status = CDY_ERROR_MEMORY;
        return CDY_ERROR_MEMORY;
    }
    cdy_status status = cdy_batch_simulation_run(simulations, (size_t)r->count, (size_t)r->steps, r->q.buf, r->qd.buf,
                                                 r->tau.buf, r->q_path.buf, r->qd_path.buf, statuses, error);
    for (Py_ssize_t i = 0; statuses && i < r->count; i++) {
        r->failures += statuses[i] != CDY_OK;
    }
    free(statuses);
    return r->failures > 0 ? CDY_OK : status;
}

/* Makes the simulations and runs them, without the interpreter's lock. */
static cdy_status run_rollout(const cdy_model *model, const cdy_simulation_options *options, int threads, rollout *r,
                              cdy_error *error)
{
    cdy_batch_options batch = cdy_batch_options_default();
    cdy_batch_simulation *simulations = NULL;
    batch.threads = threads;
    PyThreadState *thread = PyEval_SaveThread();
    cdy_status status = cdy_batch_simulation_create(model, options, &batch, &simulations, error);
    if (!status) {
        status = run_simulations(simulations, r, error);
    }
    cdy_batch_simulation_destroy(simulations);
    PyEval_RestoreThread(thread);
    return status;
}

/* _rollout(integrator, step, relative tolerance, absolute tolerance, saturate, stops, threads, count, steps, q, qd,
 * tau, q_path, qd_path, keeps): contiguous arrays of doubles, q, qd and tau each or None; keeps: simulations that fail
 * leave the others. Returns how many failed, and the message of the first. */
static PyObject *robot_rollout(PyObject *object, PyObject *args)
{
    const robot_object *self = (robot_object *)object;
    PyObject *integrator;
    cdy_simulation_options options = cdy_simulation_options_default();
    rollout r = {.count = 0};
    cdy_error error = {.status = CDY_OK};
    int saturate, stops, threads, failed = -1;
    if (!PyArg_ParseTuple(args, "Odddppinnz*z*z*w*w*p", &integrator, &options.step, &options.relative_tolerance,
                          &options.absolute_tolerance, &saturate, &stops, &threads, &r.count, &r.steps, &r.q, &r.qd,
                          &r.tau, &r.q_path, &r.qd_path, &r.keeps)) {
        return NULL;
    }
    int index = read_word(integrator, "integrator", integrator_names);
    cdy_model *model = index < 0 || check_rollout(&r, cdy_robot_nq(self->robot), cdy_robot_nv(self->robot))
                           ? NULL
                           : copy_model(cdy_robot_model(self->robot), &error);
    if (model) {
        options.integrator = (cdy_integrator)index;
        options.saturate = saturate;
        options.stops = stops;
        failed = run_rollout(model, &options, threads, &r, &error) != CDY_OK;
    }
    if (failed && !PyErr_Occurred()) {
        fail(&error);
    }
    cdy_model_destroy(model);
    release_rollout(&r);
    return failed ? NULL : Py_BuildValue("nN", r.failures, PyUnicode_FromFormat("%s", error.text));
}

/* _has_integrator(name) -> bool */
static PyObject *has_integrator(PyObject *module, PyObject *name)
{
    (void)module;
    int index = read_word(name, "integrator", integrator_names);
    return index < 0 ? NULL : PyBool_FromLong(cdy_simulation_has_integrator((cdy_integrator)index));
}

PyMethodDef simulation_methods[] = {
    {"_rollout", robot_rollout, METH_VARARGS, NULL},
    {"_simulation", robot_simulation, METH_VARARGS, NULL},
    {"_simulation_set_payload", robot_simulation_set_payload, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

PyMethodDef simulation_functions[] = {
    {"_has_integrator", has_integrator, METH_O, NULL},
    {"_simulation_energy", simulation_energy, METH_O, NULL},
    {"_simulation_run", simulation_run, METH_VARARGS, NULL},
    {"_simulation_set_state", simulation_set_state, METH_VARARGS, NULL},
    {"_simulation_state", simulation_state, METH_O, NULL},
    {"_simulation_step", simulation_step, METH_VARARGS, NULL},
    {"_simulation_torque", simulation_torque, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
