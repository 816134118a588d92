/* Quantities for one state: arguments, defaults, results. */
#include "configuration.h"
#include "quantity.h"

#include <string.h>

/* Reads the words and numbers behind the arrays; `next` is the argument after the last array. */
static bool read_extras(const quantity *q, const gateway_call *call, const held_robot *robot, int next, job *j)
{
    static const char *const axes[] = {"base", "body", NULL};
    static const char *const methods[] = {"auto", "aba", "mass-matrix", "lapack", NULL};
    const mxArray *array;
    cdy_error error;
    int word = 0;
    if (q->extras & EXTRA_RELATIVE && (array = argument_at(call, next++))) {
        char *name;
        if (!read_text(array, "the target body's name", &name)) {
            return false;
        }
        if (cdy_model_require_frame(robot->model, name, &j->relative_to, &error)) {
            return fail_with(&error);
        }
    }
    if (q->extras & EXTRA_AXES && (array = argument_at(call, next++))) {
        word = read_word(array, "the axes", axes);
        j->axes = (cdy_axes)word;
    }
    if (q->extras & EXTRA_METHOD && (array = argument_at(call, next++))) {
        word = read_word(array, "the method", methods);
        j->method = (cdy_forward_method)word;
    }
    if (q->extras & EXTRA_REGRESSOR) {
        bool *const flags[] = {&j->regressor.damping, &j->regressor.coulomb, &j->regressor.rotor_inertia};
        j->regressor = cdy_regressor_options_default();
        for (int i = 0; i < 3; i++) {
            if ((array = argument_at(call, next++)) && !read_flag(array, "a flag of the regressor", flags[i])) {
                return false;
            }
        }
        if ((array = argument_at(call, next++)) &&
            !read_number(array, "friction_width", &j->regressor.friction_width)) {
            return false;
        }
    }
    if (word >= 0 && call->argument_count > next) {
        return fail("condyle:argument", "%s: too many arguments", q->name);
    }
    return word >= 0;
}

static bool read_frame(const mxArray *array, const held_robot *robot, int *frame)
{
    char *name;
    cdy_error error;
    if (!read_text(array, "the body's name", &name)) {
        return false;
    }
    return !cdy_model_require_frame(robot->model, name, frame, &error) || fail_with(&error);
}

/* Takes the inputs, and gives the number of states. */
static bool take_inputs(const quantity *q, const held_robot *robot, const gateway_call *call, int next, const job *j,
                        input *inputs, size_t *count, bool *is_batch)
{
    *count = 1;
    *is_batch = false;
    for (int i = 0; i < MAX_INPUTS && q->inputs[i].name; i++) {
        const array_argument *argument = &q->inputs[i];
        const mxArray *array = argument_at(call, next + i), *configuration;
        if (!array && i == 0 && q->first_needed) {
            return fail("condyle:argument", "%s is missing", argument->name);
        }
        if (array && mxIsStruct(array) && argument->shape == SHAPE_Q) {
            if (!configuration_read(robot, array, &configuration)) {
                return false;
            }
            array = configuration;
        }
        if (!input_take(robot, j, argument, array, &inputs[i])) {
            return false;
        }
        if (inputs[i].is_batch && *is_batch && inputs[i].count != *count) {
            return fail("condyle:argument", "%s has %zu states, an argument before it %zu", argument->name,
                        inputs[i].count, *count);
        }
        if (inputs[i].is_batch) {
            *count = inputs[i].count;
            *is_batch = true;
        }
    }
    return true;
}

/* Reorders the numbers of one state to C's order, where they are in another order. */
static const double *gather(const input *in)
{
    if (!in->numbers || layout_is_c(&in->layout)) {
        return in->numbers;
    }
    const size_t *offsets = layout_offsets(&in->layout);
    double *numbers = mxMalloc((in->layout.core + 1) * sizeof *numbers);
    for (size_t e = 0; e < in->layout.core; e++) {
        numbers[e] = in->numbers[offsets[e]];
    }
    return numbers;
}

static void scatter(const layout *l, const double *numbers, double *array)
{
    const size_t *offsets = layout_offsets(l);
    for (size_t e = 0; e < l->core; e++) {
        array[offsets[e]] = numbers[e];
    }
}

static bool run_one(const quantity *q, const held_robot *robot, job *j, const input *inputs, int outputs,
                    mxArray **results)
{
    layout layouts[MAX_OUTPUTS];
    for (int i = 0; i < MAX_INPUTS && q->inputs[i].name; i++) {
        j->in[i] = gather(&inputs[i]);
    }
    for (int i = 0; i < outputs; i++) {
        layouts[i] = layout_of(robot, j, q->outputs[i], 1, false);
        results[i] = layout_make(&layouts[i], 1, false);
        j->out[i] = layout_is_c(&layouts[i]) ? mxGetPr(results[i]) : mxCalloc(layouts[i].core + 1, sizeof(double));
    }
    if (q->one(j)) {
        return fail_with(j->error);
    }
    for (int i = 0; i < outputs; i++) {
        if (j->out[i] != mxGetPr(results[i])) {
            scatter(&layouts[i], j->out[i], mxGetPr(results[i]));
        }
    }
    return true;
}

static int count_outputs(const quantity *q, const gateway_call *call)
{
    int outputs = 0;
    while (outputs < MAX_OUTPUTS && q->outputs[outputs]) {
        outputs++;
    }
    int wanted = call->result_count > 1 ? call->result_count : 1;
    return wanted < outputs ? wanted : outputs;
}

bool quantity_run(const quantity *q, const gateway_call *call)
{
    held_robot *robot;
    if (call->argument_count < 1) {
        return fail("condyle:argument", "%s: the robot is missing", q->name);
    }
    if (!handle_find_model(call->arguments[0], &robot)) {
        return false;
    }
    if (robot->format == FORMAT_STRUCT && !(q->extras & EXTRA_STRUCT)) {
        return fail("condyle:dataFormat",
                    "this needs vectors: set the robot's DataFormat property to \"row\" or \"column\" first");
    }
    int next = 1, inputs_of_call = 0;
    cdy_error error;
    job j = {.model = robot->model, .workspace = robot->workspace, .count = 1, .error = &error};
    if (q->extras & EXTRA_FRAME && !read_frame(argument_at(call, next++), robot, &j.frame)) {
        return false;
    }
    while (inputs_of_call < MAX_INPUTS && q->inputs[inputs_of_call].name) {
        inputs_of_call++;
    }
    input inputs[MAX_INPUTS];
    size_t count;
    bool is_batch;
    if (!read_extras(q, call, robot, next + inputs_of_call, &j) ||
        !take_inputs(q, robot, call, next, &j, inputs, &count, &is_batch)) {
        return false;
    }
    int outputs = count_outputs(q, call);
    if (is_batch) {
        return quantity_run_batch(q, robot, &j, inputs, count, outputs, call->results);
    }
    return run_one(q, robot, &j, inputs, outputs, call->results);
}
