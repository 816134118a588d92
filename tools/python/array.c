#include "array.h"

#include <string.h>

/* Tells whether an array's last dimensions are those of one state, and few enough stand in front of them. */
static bool has_core(const memory *view, const core_shape *core)
{
    int leading = view->rank - core->rank;
    if (leading < 0 || leading > MAX_LEADING) {
        return false;
    }
    for (int i = 0; i < core->rank; i++) {
        if (view->shape[leading + i] != core->size[i]) {
            return false;
        }
    }
    return true;
}

static void get_leading(const memory *view, const core_shape *core, leading_shape *leading)
{
    leading->rank = view->rank - core->rank;
    leading->count = 1;
    for (int i = 0; i < leading->rank; i++) {
        leading->size[i] = view->shape[i];
        leading->count *= (size_t)view->shape[i];
    }
}

static bool has_leading(const memory *view, const core_shape *core, const leading_shape *leading)
{
    if (view->rank - core->rank != leading->rank) {
        return false;
    }
    for (int i = 0; i < leading->rank; i++) {
        if (view->shape[i] != leading->size[i]) {
            return false;
        }
    }
    return true;
}

/* Takes hold of inputs that need no conversion.  Returns false, without an exception, where one does. */
static bool take_as_they_are(module_state *state, input *inputs, int count, array_order order, bool doubles,
                             leading_shape *leading, char *kind)
{
    *kind = 0;
    leading->order = order;
    leading->rank = 0;
    leading->count = 1;
    for (int i = 0; i < count; i++) {
        input *in = &inputs[i];
        if (!in->object || in->object == Py_None) {
            continue;
        }
        if (may_have_mask(state, in->object) || memory_take(state, in->object, order, false, &in->held)) {
            PyErr_Clear();
            return false;
        }
        char own = in->held.kind;
        if (!own || (doubles && own != 'd') || (*kind && own != *kind) || !has_core(&in->held, &in->core)) {
            return false;
        }
        if (!*kind) {
            get_leading(&in->held, &in->core, leading);
        } else if (!has_leading(&in->held, &in->core, leading)) {
            return false;
        }
        *kind = own;
    }
    return true;
}

PyObject *core_tuple(const core_shape *core)
{
    PyObject *tuple = PyTuple_New(core->rank);
    for (int i = 0; tuple && i < core->rank; i++) {
        PyObject *size = PyLong_FromSsize_t(core->size[i]);
        if (!size || PyTuple_SetItem(tuple, i, size)) {
            Py_CLEAR(tuple);
        }
    }
    return tuple;
}

/* Describes the inputs for condyle._arrays.prepare(): a list of (name, object, core). */
static PyObject *describe(const input *inputs, int count)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < count; i++) {
        PyObject *core = core_tuple(&inputs[i].core);
        PyObject *object = inputs[i].object ? inputs[i].object : Py_None;
        PyObject *item = core ? Py_BuildValue("(sON)", inputs[i].name, object, core) : NULL;
        if (!item || PyList_Append(list, item)) {
            Py_CLEAR(list);
        }
        Py_XDECREF(item);
    }
    return list;
}

/* Converts the inputs by numpy; the buffers keep the converted arrays alive. */
static int take_converted(module_state *state, PyObject *robot, input *inputs, int count, bool doubles,
                          leading_shape *leading, char *kind)
{
    PyObject *description = module_import_numpy(state) ? NULL : describe(inputs, count);
    PyObject *converted = NULL;
    if (description) {
        converted =
            PyObject_CallMethod(state->arrays, "prepare", "OiO", description, (int)doubles, robot ? robot : Py_None);
    }
    Py_XDECREF(description);
    if (!converted) {
        return -1;
    }
    PyObject *arrays = PyTuple_GetItem(converted, 0), *table = PyTuple_GetItem(converted, 1);
    for (int i = 0; i < count; i++) {
        inputs[i].object = PyTuple_GetItem(arrays, i);
    }
    leading->table = table == Py_None ? NULL : Py_NewRef(table);
    bool taken = take_as_they_are(state, inputs, count, ORDER_C, doubles, leading, kind);
    for (int i = 0; i < count; i++) {
        inputs[i].object = inputs[i].held.owner; /* whose reference outlives the tuple */
    }
    Py_DECREF(converted);
    if (!taken) {
        PyErr_SetString(PyExc_ValueError, "arrays with more than 24 leading dimensions are not supported");
        return -1;
    }
    return 0;
}

/* Returns the array of `out` for result `i`, borrowed; NULL with an exception where there is none. */
static PyObject *pick_out(PyObject *out, int i, int count)
{
    if (count == 1) {
        return out;
    }
    if (!PyTuple_Check(out) || PyTuple_Size(out) != count) {
        PyErr_Format(PyExc_TypeError, "out: expected a tuple of %d arrays", count);
        return NULL;
    }
    return PyTuple_GetItem(out, i);
}

int inputs_take(module_state *state, PyObject *robot, input *inputs, int count, bool doubles, leading_shape *leading,
                bool *is_float)
{
    return inputs_take_in_order(state, robot, inputs, count, doubles, NULL, 0, NULL, leading, is_float);
}

/* Tells whether all arrays of `out` lie by columns. */
static bool out_lies_by_columns(module_state *state, PyObject *out, int count)
{
    for (int i = 0; i < count; i++) {
        memory held;
        PyObject *array = pick_out(out, i, count);
        if (!array || memory_take(state, array, ORDER_F, true, &held)) {
            PyErr_Clear();
            return false;
        }
        memory_release(&held);
    }
    return true;
}

/* Tells whether a call may have its arrays by columns: numbers of states side by side are those of one dimension. */
static bool may_lie_by_columns(module_state *state, const input *inputs, int count, const output *outputs,
                               int output_count, PyObject *out)
{
    bool may = output_count > 0;
    for (int i = 0; i < count; i++) {
        bool given = inputs[i].object && inputs[i].object != Py_None;
        may = may && (!given || inputs[i].core.rank <= 1);
    }
    for (int i = 0; i < output_count; i++) {
        may = may && outputs[i].core.rank <= 1;
    }
    return may && (!out || out == Py_None || out_lies_by_columns(state, out, output_count));
}

int inputs_take_in_order(module_state *state, PyObject *robot, input *inputs, int count, bool doubles,
                         const output *outputs, int output_count, PyObject *out, leading_shape *leading, bool *is_float)
{
    char kind;
    int result = 0;
    leading->table = NULL;
    bool taken = take_as_they_are(state, inputs, count, ORDER_C, doubles, leading, &kind);
    if (!taken) {
        inputs_release(inputs, count);
        if (may_lie_by_columns(state, inputs, count, outputs, output_count, out)) {
            taken = take_as_they_are(state, inputs, count, ORDER_F, doubles, leading, &kind);
            if (!taken) {
                inputs_release(inputs, count);
            }
        }
    }
    if (!taken) {
        result = take_converted(state, robot, inputs, count, doubles, leading, &kind);
    }
    *is_float = kind == 'f';
    return result;
}

void leading_release(leading_shape *leading)
{
    Py_CLEAR(leading->table);
}

PyObject *name_results(module_state *state, const leading_shape *leading, const char *call, const char *kinds,
                       PyObject *results)
{
    if (!leading->table || !results) {
        return results;
    }
    PyObject *named = PyObject_CallMethod(state->arrays, "name_results", "OssO", leading->table, call, kinds, results);
    Py_DECREF(results);
    return named;
}

void inputs_release(input *inputs, int count)
{
    for (int i = 0; i < count; i++) {
        memory_release(&inputs[i].held);
    }
}

/* Returns the whole shape of a result as a tuple; NULL with an exception. */
static PyObject *shape_of(const leading_shape *leading, const core_shape *core)
{
    PyObject *shape = PyTuple_New(leading->rank + core->rank);
    for (int i = 0; shape && i < leading->rank + core->rank; i++) {
        PyObject *size = PyLong_FromSsize_t(i < leading->rank ? leading->size[i] : core->size[i - leading->rank]);
        if (!size || PyTuple_SetItem(shape, i, size)) {
            Py_CLEAR(shape);
        }
    }
    return shape;
}

static PyObject *make_array(module_state *state, const leading_shape *leading, const core_shape *core, bool is_float)
{
    PyObject *shape = module_import_numpy(state) ? NULL : shape_of(leading, core);
    PyObject *array = NULL;
    if (shape) {
        PyObject *kind = is_float ? state->float32 : state->double_dtype;
        array = leading->order == ORDER_F
                    ? PyObject_CallFunction(state->empty, "OOs", shape, kind, "F")
                    : PyObject_CallFunctionObjArgs(state->empty, shape, is_float ? kind : NULL, NULL);
    }
    Py_XDECREF(shape);
    return array;
}

/* Tells whether two pieces of memory overlap without being the same. */
static bool overlaps(const memory *a, const memory *b)
{
    const char *first = a->data, *second = b->data;
    bool same = first == second && a->bytes == b->bytes;
    return !same && a->bytes > 0 && b->bytes > 0 && first < second + b->bytes && second < first + a->bytes;
}

/* Refuses an object of `out`: with a TypeError where it has no memory of numbers, and else a ValueError. */
static int refuse_out(const output *o, const leading_shape *leading, bool is_float)
{
    PyObject *kind = PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_TypeError) ? PyExc_TypeError : PyExc_ValueError;
    PyErr_Clear();
    PyObject *shape = shape_of(leading, &o->core);
    if (shape) {
        PyErr_Format(kind, "out: expected a contiguous, aligned, writable %s array of shape %R",
                     is_float ? "float32" : "float64", shape);
        Py_DECREF(shape);
    }
    return -1;
}

/* Takes hold of an array of `out`, if it is one. */
static int take_out(module_state *state, PyObject *array, output *o, const leading_shape *leading, bool is_float)
{
    if (refuse_mask(state, array, "out")) {
        return -1;
    }
    bool fits = !memory_take(state, array, leading->order, true, &o->held) && o->held.kind == (is_float ? 'f' : 'd') &&
                has_core(&o->held, &o->core) && has_leading(&o->held, &o->core, leading);
    return fits ? 0 : refuse_out(o, leading, is_float);
}

/* Makes the array of a result, and takes hold of it. */
static int take_new(module_state *state, output *o, const leading_shape *leading, bool is_float)
{
    PyObject *array = make_array(state, leading, &o->core, is_float);
    int failed = array ? memory_take(state, array, leading->order, true, &o->held) : -1;
    Py_XDECREF(array);
    return failed;
}

/* Checks that an array of `out` overlaps no input that it is not, and no array of `out` before it. */
static int check_overlap(const output *outputs, int index, const input *inputs, int input_count)
{
    const memory *held = &outputs[index].held;
    for (int i = 0; i < input_count; i++) {
        if (inputs[i].held.owner && overlaps(held, &inputs[i].held)) {
            PyErr_Format(PyExc_ValueError, "out overlaps %s; give %s itself or another array", inputs[i].name,
                         inputs[i].name);
            return -1;
        }
    }
    for (int k = 0; k < index; k++) {
        if (held->data == outputs[k].held.data || overlaps(held, &outputs[k].held)) {
            PyErr_SetString(PyExc_ValueError, "out: the arrays of out overlap each other");
            return -1;
        }
    }
    return 0;
}

int outputs_take(module_state *state, output *outputs, int count, PyObject *out, const leading_shape *leading,
                 bool is_float, const input *inputs, int input_count)
{
    bool given = out && out != Py_None;
    int failed = 0;
    for (int i = 0; i < count && !failed; i++) {
        PyObject *array = given ? pick_out(out, i, count) : NULL;
        if (given) {
            failed = array && !take_out(state, array, &outputs[i], leading, is_float)
                         ? check_overlap(outputs, i, inputs, input_count)
                         : -1;
        } else {
            failed = take_new(state, &outputs[i], leading, is_float);
        }
    }
    return failed;
}

/* Returns a result: the array, or a float where it has no dimensions. */
static PyObject *give(output *o, const leading_shape *leading)
{
    if (leading->rank + o->core.rank == 0) {
        double number = o->held.kind == 'f' ? (double)*(float *)o->held.data : *(double *)o->held.data;
        return PyFloat_FromDouble(number);
    }
    Py_INCREF(o->held.owner);
    return o->held.owner;
}

PyObject *outputs_give(output *outputs, int count, const leading_shape *leading)
{
    if (count == 1) {
        return give(&outputs[0], leading);
    }
    PyObject *tuple = PyTuple_New(count);
    for (int i = 0; tuple && i < count; i++) {
        PyObject *result = give(&outputs[i], leading);
        if (!result || PyTuple_SetItem(tuple, i, result)) {
            Py_CLEAR(tuple);
        }
    }
    return tuple;
}

void outputs_release(output *outputs, int count)
{
    for (int i = 0; i < count; i++) {
        memory_release(&outputs[i].held);
    }
}
