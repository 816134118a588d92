#include "calls.h"

#include "arguments.h"
#include "batches.h"
#include "degrees.h"

#include <math.h>
#include <string.h>

/* Returns the options of a regressor with the columns of drives that bits stand for. */
static cdy_regressor_options regressor_of(int drives)
{
    cdy_regressor_options options = cdy_regressor_options_default();
    options.damping = drives & 1;
    options.coulomb = drives & 2;
    options.rotor_inertia = drives & 4;
    return options;
}

/* Returns the dimensions of one state. */
static core_shape core_of(const robot_object *self, shape shape, const call *c)
{
    const cdy_model *model = cdy_robot_model(self->robot);
    Py_ssize_t n = cdy_model_nv(model);
    switch (shape) {
    case SHAPE_Q: return (core_shape){1, {cdy_model_nq(model)}};
    case SHAPE_V: return (core_shape){1, {n}};
    case SHAPE_FORCES: return (core_shape){2, {cdy_model_force_rows(model), 6}};
    case SHAPE_WRENCH: return (core_shape){1, {6}};
    case SHAPE_VECTOR: return (core_shape){1, {3}};
    case SHAPE_TRANSFORM: return (core_shape){2, {4, 4}};
    case SHAPE_TRANSFORMS: return (core_shape){3, {cdy_model_frame_count(model), 4, 4}};
    case SHAPE_SQUARE: return (core_shape){2, {n, n}};
    case SHAPE_JACOBIAN: return (core_shape){2, {6, n}};
    case SHAPE_LINEAR: return (core_shape){2, {3, n}};
    case SHAPE_JACOBIAN_BY_Q: return (core_shape){3, {6, n, n}};
    case SHAPE_TRANSFORM_BY_Q: return (core_shape){3, {n, 4, 4}};
    case SHAPE_REGRESSOR: return (core_shape){2, {n, cdy_parameter_count(model, &c->regressor)}};
    case SHAPE_PARAMETERS: return (core_shape){1, {cdy_parameter_count(model, &c->regressor)}};
    case SHAPE_WRENCHES: return (core_shape){2, {cdy_model_joint_count(model), 6}};
    case SHAPE_END:
    case SHAPE_NUMBER: break;
    }
    return (core_shape){0};
}

/* Computes many states without the interpreter's lock. */
static cdy_status run_many(robot_object *self, const quantity *row, call *c, int threads, bool by_columns,
                           bool is_float)
{
    batch_loan loan;
    cdy_status status = batches_borrow(self, threads, by_columns, is_float, &loan, c->error);
    if (!status) {
        c->batch = loan.kept->batch;
        PyThreadState *thread = lock_release(self);
        status = is_float ? row->many_float(c) : row->many(c);
        lock_take(self, thread);
    }
    batches_return(&loan);
    return status;
}

/* Returns the first of many states that could not be computed: its results are NaN. */
static Py_ssize_t find_failed(const output *o, size_t count, bool by_columns)
{
    const float *floats = o->held.data;
    const double *doubles = o->held.data;
    size_t size = count ? (size_t)o->held.bytes / count / (size_t)o->held.itemsize : 0;
    size_t step = by_columns ? 1 : size;
    for (size_t i = 0; size && i < count; i++) {
        if (isnan(o->held.kind == 'f' ? (double)floats[i * step] : doubles[i * step])) {
            return (Py_ssize_t)i;
        }
    }
    return -1;
}

/* Writes a letter for each result, as condyle._frames.name_results() takes them. */
static void name_kinds(const quantity *row, int count, char *kinds)
{
    for (int i = 0; i < count; i++) {
        const shape s = row->outputs[i];
        kinds[i] = '-';
        kinds[i] = s == SHAPE_Q ? 'q' : kinds[i];
        kinds[i] = s == SHAPE_V ? 'v' : kinds[i];
        kinds[i] = s == SHAPE_WRENCH ? 's' : kinds[i];
        kinds[i] = s == SHAPE_VECTOR ? 'x' : kinds[i];
    }
    kinds[count] = 0;
}

/* Computes one state or many. */
static PyObject *compute(robot_object *self, const quantity *row, const given *g, call *c, int threads)
{
    input inputs[MAX_INPUTS];
    output outputs[MAX_OUTPUTS];
    leading_shape leading;
    bool is_float = false;
    int input_count = 0, output_count = 0;
    PyObject *result = NULL;
    for (; input_count < MAX_INPUTS && row->inputs[input_count].shape; input_count++) {
        input *in = &inputs[input_count];
        in->name = row->inputs[input_count].name;
        in->core = core_of(self, row->inputs[input_count].shape, c);
        in->object = g->inputs[input_count];
        in->held.owner = NULL;
    }
    for (; output_count < MAX_OUTPUTS && row->outputs[output_count]; output_count++) {
        outputs[output_count].core = core_of(self, row->outputs[output_count], c);
        outputs[output_count].held.owner = NULL;
    }
    if (!inputs_take_in_order(self->state, (PyObject *)self, inputs, input_count, false, outputs, output_count, g->out,
                              &leading, &is_float) &&
        !degrees_watch(self, inputs, input_count, &leading) &&
        !outputs_take(self->state, outputs, output_count, g->out, &leading, is_float, inputs, input_count)) {
        for (int i = 0; i < input_count; i++) {
            c->in[i] = inputs[i].held.owner ? inputs[i].held.data : NULL;
        }
        for (int i = 0; i < output_count; i++) {
            c->out[i] = outputs[i].held.data;
        }
        c->count = leading.count;
        bool one = leading.rank == 0 && !is_float;
        cdy_status status = one ? row->one(c) : run_many(self, row, c, threads, leading.order == ORDER_F, is_float);
        if (status) {
            raise_error(self->state, c->error,
                        leading.rank ? find_failed(&outputs[0], leading.count, leading.order == ORDER_F) : -1);
        } else {
            result = outputs_give(outputs, output_count, &leading);
            char kinds[MAX_OUTPUTS + 1];
            name_kinds(row, output_count, kinds);
            result = name_results(self->state, &leading, row->name, kinds, result);
        }
    }
    leading_release(&leading);
    outputs_release(outputs, output_count);
    inputs_release(inputs, input_count);
    return result;
}

static PyObject *run(PyObject *object, const quantity *row, PyObject *const *arguments, Py_ssize_t count,
                     PyObject *names)
{
    robot_object *self = (robot_object *)object;
    given g = {0};
    cdy_error error;
    int threads;
    call c = {.model = cdy_robot_model(self->robot), .workspace = cdy_robot_workspace(self->robot), .error = &error};
    if (arguments_bind(row, &g, arguments, count, names) || arguments_read_extras(self, &g, &c, &threads)) {
        return NULL;
    }
    return compute(self, row, &g, &c, threads);
}

#define DEFINE_METHOD(kind, name, ...)                                                                                 \
    static PyObject *method_##name(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names)      \
    {                                                                                                                  \
        return run(self, &quantities[PLACE_##name], arguments, count, names);                                          \
    }
EACH_CALL(DEFINE_METHOD)

#define METHOD_OF(kind, name, ...) (PyCFunction)(void (*)(void)) method_##name,
static const PyCFunction methods[] = {EACH_CALL(METHOD_OF)};

int calls_count(void)
{
    return QUANTITY_COUNT;
}

PyMethodDef calls_method(int index)
{
    static char *docs[QUANTITY_COUNT]; /* which live as long as the process */
    const quantity *row = &quantities[index];
    docs[index] = docs[index] ? docs[index] : arguments_make_doc(row);
    return (PyMethodDef){row->name, methods[index], METH_FASTCALL | METH_KEYWORDS,
                         docs[index] ? docs[index] : row->doc};
}

cdy_status calls_compute_raw(const robot_object *self, const raw_call *raw)
{
    if (raw->quantity < 0 || raw->quantity >= QUANTITY_COUNT) {
        return CDY_ERROR_ARGUMENT;
    }
    const quantity *row = &quantities[raw->quantity];
    call c = {.model = cdy_robot_model(self->robot),
              .batch = raw->batch,
              .count = raw->count,
              .frame = raw->frame,
              .regressor = regressor_of(raw->drives),
              .error = raw->error};
    memcpy(c.in, raw->in, sizeof c.in);
    memcpy(c.out, raw->out, sizeof c.out);
    return raw->is_float ? row->many_float(&c) : row->many(&c);
}

/* Adds the dimensions of one argument or result to a list. */
static int add_core(const robot_object *self, shape shape, const call *c, PyObject *list)
{
    core_shape core = core_of(self, shape, c);
    PyObject *sizes = core_tuple(&core);
    int failed = sizes ? PyList_Append(list, sizes) : -1;
    Py_XDECREF(sizes);
    return failed;
}

PyObject *calls_shapes(PyObject *object, PyObject *arguments)
{
    const robot_object *self = (const robot_object *)object;
    const char *name;
    int drives, index = 0;
    if (!PyArg_ParseTuple(arguments, "si", &name, &drives)) {
        return NULL;
    }
    while (index < QUANTITY_COUNT && strcmp(quantities[index].name, name) != 0) {
        index++;
    }
    if (index == QUANTITY_COUNT) {
        return PyErr_Format(PyExc_KeyError, "no call %s", name);
    }
    call c = {.regressor = regressor_of(drives)};
    const quantity *row = &quantities[index];
    PyObject *inputs = PyList_New(0), *outputs = PyList_New(0);
    int failed = inputs && outputs ? 0 : -1;
    for (int i = 0; !failed && i < MAX_INPUTS && row->inputs[i].shape; i++) {
        failed = add_core(self, row->inputs[i].shape, &c, inputs);
    }
    for (int i = 0; !failed && i < MAX_OUTPUTS && row->outputs[i]; i++) {
        failed = add_core(self, row->outputs[i], &c, outputs);
    }
    PyObject *result = failed ? NULL : Py_BuildValue("(iOO)", index, inputs, outputs);
    Py_XDECREF(inputs);
    Py_XDECREF(outputs);
    return result;
}
