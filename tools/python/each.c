#include "each.h"

#include "degrees.h"

#include <math.h>
#include <stdlib.h>

void each_add_input(each_arrays *arrays, const char *name, PyObject *object, core_shape core)
{
    arrays->inputs[arrays->input_count++] = (input){.name = name, .core = core, .object = object};
}

void each_add_output(each_arrays *arrays, core_shape core)
{
    arrays->outputs[arrays->output_count++] = (output){.core = core};
}

static size_t size_of(const core_shape *core)
{
    size_t size = 1;
    for (int i = 0; i < core->rank; i++) {
        size *= (size_t)core->size[i];
    }
    return size;
}

/* Points at the arguments and the results of state `index`. */
static void point_at(const each_arrays *arrays, size_t index, each *state)
{
    for (int i = 0; i < arrays->input_count; i++) {
        state->in[i] = arrays->in[i] ? arrays->in[i] + index * size_of(&arrays->inputs[i].core) : NULL;
    }
    for (int i = 0; i < arrays->output_count; i++) {
        state->out[i] = arrays->numbers[i] + index * size_of(&arrays->outputs[i].core);
    }
}

static cdy_status run_state(const each_arrays *arrays, size_t index, each *state, each_call call)
{
    point_at(arrays, index, state);
    return call(state);
}

static void erase_results(const each_arrays *arrays, const each *state)
{
    for (int i = 0; i < arrays->output_count; i++) {
        for (size_t k = 0; k < size_of(&arrays->outputs[i].core); k++) {
            state->out[i][k] = (double)NAN;
        }
    }
}

/* Computes all states; *failed becomes the first that could not be computed, -1 where there is none. */
static cdy_status run_states(const each_arrays *arrays, size_t count, each *state, each_call call, Py_ssize_t *failed)
{
    cdy_error *first = state->error, later;
    cdy_status status = CDY_OK;
    *failed = -1;
    for (size_t i = 0; i < count; i++) {
        cdy_status own = run_state(arrays, i, state, call);
        if (own) {
            erase_results(arrays, state);
            if (!status) {
                status = own;
                *failed = (Py_ssize_t)i;
                state->error = &later;
            }
        }
    }
    state->error = first;
    return status;
}

/* Several states at once. */
static cdy_status run_many(robot_object *self, const each_arrays *arrays, size_t count, each *state, Py_ssize_t *failed)
{
    cdy_status status = CDY_OK;
    point_at(arrays, 0, state);
    *failed = -1;
    PyThreadState *thread = lock_release(self);
    status = arrays->many(state, count, failed);
    lock_take(self, thread);
    return status;
}

/* Several states: in a workspace of the call's own, since another thread may use the robot's. */
static cdy_status run_without_lock(robot_object *self, const each_arrays *arrays, size_t count, each *state,
                                   each_call call, Py_ssize_t *failed)
{
    cdy_status status = cdy_workspace_create(state->model, &state->workspace, state->error);
    *failed = -1;
    if (!status) {
        PyThreadState *thread = lock_release(self);
        status = run_states(arrays, count, state, call, failed);
        lock_take(self, thread);
        cdy_workspace_destroy(state->workspace);
    }
    return status;
}

/* Returns the numbers of an array as doubles: the array's own, or copies of floats; NULL: there is none, or no memory.
 */
static double *as_doubles(const memory *array)
{
    if (!array->owner || array->kind == 'd') {
        return array->owner ? array->data : NULL;
    }
    const size_t count = (size_t)array->bytes / sizeof(float);
    const float *floats = array->data;
    double *doubles = calloc(count + 1, sizeof *doubles);
    for (size_t i = 0; doubles && i < count; i++) {
        doubles[i] = (double)floats[i];
    }
    return doubles;
}

/* Points the calls at the arrays.  False: no memory for doubles. */
static bool reach(each_arrays *arrays)
{
    bool complete = true;
    for (int i = 0; i < arrays->input_count; i++) {
        arrays->in[i] = as_doubles(&arrays->inputs[i].held);
        complete = complete && (arrays->in[i] || arrays->inputs[i].held.kind != 'f');
    }
    for (int i = 0; i < arrays->output_count; i++) {
        arrays->numbers[i] = as_doubles(&arrays->outputs[i].held);
        complete = complete && (arrays->numbers[i] || arrays->outputs[i].held.kind != 'f');
    }
    return complete;
}

/* Rounds the results to floats where their arrays are of floats. */
static void narrow(const each_arrays *arrays)
{
    for (int i = 0; i < arrays->output_count; i++) {
        const memory *array = &arrays->outputs[i].held;
        float *floats = array->data;
        for (size_t k = 0; array->kind == 'f' && k < (size_t)array->bytes / sizeof *floats; k++) {
            floats[k] = (float)arrays->numbers[i][k];
        }
    }
}

/* Frees the doubles in place of floats. */
static void release(const each_arrays *arrays)
{
    for (int i = 0; i < arrays->input_count; i++) {
        free(arrays->inputs[i].held.kind == 'f' ? arrays->in[i] : NULL);
    }
    for (int i = 0; i < arrays->output_count; i++) {
        free(arrays->outputs[i].held.kind == 'f' ? arrays->numbers[i] : NULL);
    }
}

/* Computes one state or many. */
static cdy_status run(robot_object *self, const each_arrays *arrays, const leading_shape *leading, each *state,
                      each_call call, Py_ssize_t *failed)
{
    *failed = -1;
    if (leading->rank > 0 && arrays->many) {
        return run_many(self, arrays, leading->count, state, failed);
    }
    if (leading->rank > 0) {
        return run_without_lock(self, arrays, leading->count, state, call, failed);
    }
    state->workspace = cdy_robot_workspace(self->robot);
    return run_state(arrays, 0, state, call);
}

PyObject *each_state(robot_object *self, each_arrays *arrays, each_call call, void *context)
{
    leading_shape leading;
    bool is_float;
    cdy_error error;
    PyObject *result = NULL;
    int more = arrays->output_count - arrays->given;
    each state = {.model = cdy_robot_model(self->robot), .context = context, .error = &error};
    if (!inputs_take(self->state, (PyObject *)self, arrays->inputs, arrays->input_count, false, &leading, &is_float) &&
        !degrees_watch(self, arrays->inputs, arrays->input_count, &leading) &&
        !outputs_take(self->state, arrays->outputs, arrays->given, arrays->out, &leading, is_float, arrays->inputs,
                      arrays->input_count) &&
        !outputs_take(self->state, arrays->outputs + arrays->given, more, NULL, &leading, is_float, NULL, 0)) {
        Py_ssize_t failed;
        if (!reach(arrays)) {
            PyErr_NoMemory();
        } else if (run(self, arrays, &leading, &state, call, &failed)) {
            narrow(arrays);
            raise_error(self->state, &error, failed);
        } else {
            narrow(arrays);
            result = outputs_give(arrays->outputs, arrays->output_count, &leading);
            result = arrays->kinds ? name_results(self->state, &leading, arrays->name, arrays->kinds, result) : result;
        }
        release(arrays);
    }
    leading_release(&leading);
    outputs_release(arrays->outputs, arrays->output_count);
    inputs_release(arrays->inputs, arrays->input_count);
    return result;
}
