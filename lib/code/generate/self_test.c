#include "generate/self_test.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "generate/casadi_test.h"
#include "generate/device_test.h"
#include "generate/embedded.h"
#include "generate/observer_code.h"

#include <condyle/configuration.h>
#include <condyle/derivatives.h>
#include <condyle/dynamics.h>
#include <condyle/kinematics.h>
#include <condyle/model_file.h>
#include <condyle/observer.h>
#include <condyle/payload.h>
#include <float.h>
#include <math.h>
#include <string.h>

enum { STATES = 3 };
#define STATES_TEXT "3"

static const char begin[] =
    "#include <math.h>\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n\n"
    "static int failures;\n\n"
    "/* Compares numbers with recorded ones, relative to the largest, or to 1 where all are smaller. */\n"
    "static void compare(const char *what, size_t count, const $ *found, const $ *expected, double tolerance)\n"
    "{\n"
    "    double largest = 1.0;\n"
    "    size_t i;\n"
    "    for (i = 0; i < count; i++) {\n"
    "        largest = fabs((double)expected[i]) > largest ? fabs((double)expected[i]) : largest;\n"
    "    }\n"
    "    for (i = 0; i < count; i++) {\n"
    "        const double difference = fabs((double)found[i] - (double)expected[i]);\n"
    "        if (!(difference <= tolerance * largest)) {\n"
    "            printf(\"%s: number %lu is %.17g, expected %.17g\\n\", what, (unsigned long)i, (double)found[i],\n"
    "                   (double)expected[i]);\n"
    "            failures++;\n"
    "            return;\n"
    "        }\n"
    "    }\n"
    "}\n\n";

/* Where there is a form for many states. */
static const char repetition[] = "/* Fills an array with the recorded states, again and again. */\n"
                                 "static void repeat(const $ *states, size_t width, size_t count, $ *many)\n"
                                 "{\n"
                                 "    size_t i;\n"
                                 "    for (i = 0; i < count * width; i++) {\n"
                                 "        many[i] = states[i % (" STATES_TEXT " * width)];\n"
                                 "    }\n"
                                 "}\n\n";

static const char end[] = "    if (failures) {\n"
                          "        printf(\"@: %d of the results differ\\n\", failures);\n"
                          "        return EXIT_FAILURE;\n"
                          "    }\n"
                          "    printf(\"@: all results agree\\n\");\n"
                          "    return EXIT_SUCCESS;\n"
                          "}\n";

/* The states of the test, and the results of the library for them. */
typedef struct recording {
    double *inputs[INPUT_COUNT];
    double *outputs[MOST_OUTPUTS]; /* of the routine at hand */
    double *result;                /* of one state */
    cdy_model *model;              /* a copy, with the gravity and the payload of one state */
    cdy_workspace *workspace;
} recording;

static void recording_clear(recording *r)
{
    for (int i = 0; i < INPUT_COUNT; i++) {
        cdy_release(r->inputs[i]);
    }
    for (int k = 0; k < MOST_OUTPUTS; k++) {
        cdy_release(r->outputs[k]);
    }
    cdy_release(r->result);
    cdy_release(r->model);
    cdy_workspace_destroy(r->workspace);
}

static cdy_status recording_make(recording *r, const program *p, cdy_error *error)
{
    const cdy_model *model = p->model;
    const bool has_cubes = p->options->calls & CDY_GENERATE_INVERSE_DYNAMICS_SECOND_DERIVATIVES;
    const size_t n = (size_t)model->nv, largest = n * n * (has_cubes ? n : 1) + 6 * n + (size_t)model->nq + 16;
    cdy_status status = cdy_workspace_create(model, &r->workspace, error);
    r->result = cdy_allocate((size_t)model->nv, sizeof(double));
    r->model = cdy_allocate(cdy_model_bytes(model), 1);
    bool complete = !status && r->result && r->model;
    if (r->model) {
        memcpy(r->model, model, cdy_model_bytes(model));
    }
    for (int i = 0; i < INPUT_COUNT; i++) {
        r->inputs[i] = cdy_allocate(STATES * (size_t)cdy_array_length(model, &cdy_input_shapes[i]) + 1, sizeof(double));
        complete = complete && r->inputs[i];
    }
    for (int k = 0; k < MOST_OUTPUTS; k++) {
        r->outputs[k] = cdy_allocate(STATES * largest, sizeof(double));
        complete = complete && r->outputs[k];
    }
    if (!status && !complete) {
        status = cdy_fail_memory(error);
    }
    return status;
}

/* A number between `least` and `most`, for x between -1 and 1. */
static double between(double least, double most, double x)
{
    return 0.5 * ((most - least) * x + most + least);
}

/* A payload of mass 1 to 2 kg that a body can have, from ten numbers between -1 and 1. */
static void choose_payload(double payload[10])
{
    payload[0] = between(1, 2, payload[0]);
    for (int k = 1; k < 4; k++) {
        payload[k] *= 0.2;
    }
    for (int k = 4; k < 10; k++) {
        payload[k] = k < 7 ? between(0.02, 0.03, payload[k]) : 0.002 * payload[k];
    }
}

/* Random states, the same each time. */
static void choose_states(recording *r, const cdy_model *model)
{
    uint64_t seed = 1;
    for (int array = INPUT_QD; array < INPUT_COUNT; array++) {
        const int length = STATES * cdy_array_length(model, &cdy_input_shapes[array]);
        for (int i = 0; i < length; i++) {
            r->inputs[array][i] = 2 * cdy_random_unit(&seed) - 1;
        }
    }
    for (int i = 0; i < 3 * STATES; i++) {
        r->inputs[INPUT_GRAVITY][i] *= 10;
    }
    for (int s = 0; s < STATES; s++) {
        choose_payload(r->inputs[INPUT_PAYLOAD] + s * 10);
        cdy_random_configuration(model, &seed, r->inputs[INPUT_Q] + s * model->nq);
    }
}

/* Gives the copied model the gravity and the payload of state `s`, as far as they are inputs. */
static cdy_status set_loads(const recording *r, const program *p, int s, cdy_error *error)
{
    const double *x = r->inputs[INPUT_PAYLOAD] + s * 10;
    const cdy_payload payload = {x[0], {x[1], x[2], x[3]}, {x[4], x[5], x[6], x[7], x[8], x[9]}};
    cdy_status status = CDY_OK;
    if (p->options->gravity) {
        status = cdy_model_set_gravity(r->model, r->inputs[INPUT_GRAVITY] + s * 3, error);
    }
    if (!status && p->options->payload_body) {
        status = cdy_model_set_payload(r->model, p->more.payload_frame, &payload, error);
    }
    return status;
}

static bool is_gradient(const routine *r)
{
    return r->call == CDY_GENERATE_INVERSE_DYNAMICS_VJP || r->call == CDY_GENERATE_FORWARD_DYNAMICS_VJP;
}

/* w . result of inverse or forward dynamics at state `s`. */
static cdy_status weighted_result(const recording *r, const program *p, const routine *call, int s, double *sum,
                                  cdy_error *error)
{
    const cdy_model *model = r->model;
    const int n = model->nv;
    const double *q = r->inputs[INPUT_Q] + s * model->nq, *qd = r->inputs[INPUT_QD] + s * n;
    const double *qdd = r->inputs[INPUT_QDD] + s * n, *tau = r->inputs[INPUT_TAU] + s * n;
    const double *f = p->options->wrenches ? r->inputs[INPUT_WRENCHES] + s * 6 * model->force_rows : NULL;
    const cdy_status status = call->call == CDY_GENERATE_INVERSE_DYNAMICS_VJP
                                  ? cdy_inverse_dynamics(model, r->workspace, q, qd, qdd, f, r->result, error)
                                  : cdy_forward_dynamics(model, r->workspace, q, qd, tau, f, r->result, error);
    *sum = 0;
    for (int i = 0; !status && i < n; i++) {
        *sum += r->inputs[INPUT_WEIGHTS][s * n + i] * r->result[i];
    }
    return status;
}

/* The steps of differences: friction has to be smooth over them, and over what they change of the load. */
static double step_of_differences(const cdy_model *model)
{
    const cdy_drive_options *drives = &model->drive_options;
    double width = drives->friction ? fmin(0.05, drives->friction_width) : 0.05;
    for (int i = 0; model->drives_act && i < model->tree_nv; i++) {
        const model_drive *d = &model_drives(model)[i];
        const model_drive_law *l = &d->law;
        width = d->terms ? fmin(width, l->width) : width;
        width = l->stribeck != 0 || l->load_stribeck != 0 ? fmin(width, l->stribeck_velocity) : width;
        width = l->load_damping != 0 ? fmin(width, l->load_velocity) : width;
        width = d->terms & DRIVE_LOAD ? fmin(width, 1e-3 * fmin(1, l->load_width)) : width;
    }
    return 0.02 * width;
}

/* Derivatives of w . result by the numbers of an input array: differences of the fourth order. */
static cdy_status record_differences(const recording *r, const program *p, const routine *call, int s,
                                     input_array array, double *derivatives, cdy_error *error)
{
    static const double steps[] = {-2, -1, 1, 2}, weights[] = {1, -8, 8, -1};
    const double h = step_of_differences(p->model);
    const int length = cdy_array_length(p->model, &cdy_input_shapes[array]);
    cdy_status status = CDY_OK;
    for (int i = 0; i < length; i++) {
        double *x = &r->inputs[array][s * length + i];
        const double middle = *x;
        derivatives[i] = 0;
        for (int k = 0; !status && k < 4; k++) {
            double sum = 0;
            *x = middle + steps[k] * h;
            status = weighted_result(r, p, call, s, &sum, error);
            derivatives[i] += weights[k] * sum / (12 * h);
        }
        *x = middle;
    }
    return status;
}

static cdy_status record_gradient(const recording *r, const program *p, const routine *call, int s, cdy_error *error)
{
    const input_array third = call->call == CDY_GENERATE_INVERSE_DYNAMICS_VJP ? INPUT_QDD : INPUT_TAU;
    const input_array arrays[] = {INPUT_Q, INPUT_QD, third};
    cdy_status status = CDY_OK;
    for (int k = 0; !status && k < 3; k++) {
        const int length = cdy_array_length(p->model, &call->outputs[k]);
        status = record_differences(r, p, call, s, arrays[k], r->outputs[k] + s * length, error);
    }
    return status;
}

static cdy_status record(const recording *r, const program *p, const routine *call, int s, cdy_error *error)
{
    const cdy_model *model = r->model;
    const int n = model->nv;
    const double *q = r->inputs[INPUT_Q] + s * model->nq, *qd = r->inputs[INPUT_QD] + s * n;
    const double *qdd = r->inputs[INPUT_QDD] + s * n, *tau = r->inputs[INPUT_TAU] + s * n;
    const double *f = p->options->wrenches ? r->inputs[INPUT_WRENCHES] + s * 6 * model->force_rows : NULL;
    double *result = r->outputs[0] + s * n, *matrix = r->outputs[0] + s * n * n;
    switch ((cdy_generate_call)call->call) {
    case CDY_GENERATE_INVERSE_DYNAMICS: return cdy_inverse_dynamics(model, r->workspace, q, qd, qdd, f, result, error);
    case CDY_GENERATE_FORWARD_DYNAMICS: return cdy_forward_dynamics(model, r->workspace, q, qd, tau, f, result, error);
    case CDY_GENERATE_MASS_MATRIX: return cdy_mass_matrix(model, r->workspace, q, matrix, error);
    case CDY_GENERATE_INVERSE_MASS_MATRIX: return cdy_inverse_mass_matrix(model, r->workspace, q, matrix, error);
    case CDY_GENERATE_GRAVITY_TORQUE: return cdy_gravity_torque(model, r->workspace, q, result, error);
    case CDY_GENERATE_VELOCITY_PRODUCT: return cdy_velocity_product(model, r->workspace, q, qd, result, error);
    case CDY_GENERATE_INVERSE_DYNAMICS_DERIVATIVES:
        return cdy_inverse_dynamics_derivatives(model, r->workspace, q, qd, qdd, f, matrix, r->outputs[1] + s * n * n,
                                                error);
    case CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES:
        return cdy_forward_dynamics_derivatives(
            model, r->workspace, q, qd, tau, f,
            &(cdy_forward_derivatives){matrix, r->outputs[1] + s * n * n, r->outputs[2] + s * n * n}, error);
    case CDY_GENERATE_INVERSE_DYNAMICS_VJP:
    case CDY_GENERATE_FORWARD_DYNAMICS_VJP: return record_gradient(r, p, call, s, error);
    case CDY_GENERATE_TRANSFORM:
        return cdy_get_transform(model, r->workspace, p->more.frame, 0, q, r->outputs[0] + s * 16, error);
    case CDY_GENERATE_JACOBIAN:
        return cdy_geometric_jacobian(model, r->workspace, p->more.frame, CDY_AXES_BASE, q, r->outputs[0] + s * 6 * n,
                                      error);
    case CDY_GENERATE_INVERSE_DYNAMICS_SECOND_DERIVATIVES:
        return cdy_inverse_dynamics_second_derivatives(
            model, r->workspace, q, qd, qdd, f,
            &(cdy_second_derivatives){r->outputs[0] + s * n * n * n, r->outputs[1] + s * n * n * n,
                                      r->outputs[2] + s * n * n * n, r->outputs[3] + s * n * n * n},
            error);
    case CDY_GENERATE_OBSERVER: /* of all samples at once */
    case CDY_GENERATE_ALL_FOR_CASADI:
    case CDY_GENERATE_ALL: break;
    }
    return CDY_OK;
}

/* Gains of the observer, 1/s, and the time between its samples, which are the states. */
static const double observer_step = 0.01;

static int observer_gain(int i)
{
    return 20 + 5 * (i % 4);
}

/* The residuals of the library's observer in `memory`, for the states one after the other. */
static cdy_status observe_states(const recording *r, const program *p, void *memory, cdy_error *error)
{
    const int n = p->model->nv;
    cdy_momentum_observer *observer;
    for (int i = 0; i < n; i++) {
        r->result[i] = observer_gain(i);
    }
    const size_t size = cdy_momentum_observer_size(p->model);
    cdy_status status = cdy_momentum_observer_init(memory, size, r->model, r->result, &observer, error);
    for (int s = 0; !status && s < STATES; s++) {
        const double *q = r->inputs[INPUT_Q] + s * p->model->nq, *qd = r->inputs[INPUT_QD] + s * n;
        const double *tau = r->inputs[INPUT_TAU] + s * n;
        status = set_loads(r, p, s, error);
        status = status ? status
                        : cdy_momentum_observer_update(observer, r->model, r->workspace, observer_step, q, qd, tau,
                                                       r->outputs[0] + s * n, error);
    }
    return status;
}

static cdy_status record_observer(const recording *r, const program *p, cdy_error *error)
{
    void *memory = cdy_allocate(cdy_momentum_observer_size(p->model), 1);
    const cdy_status status = memory ? observe_states(r, p, memory, error) : cdy_fail_memory(error);
    cdy_release(memory);
    return status;
}

static void add_table(source_text *t, const program *p, const char *prefix, const char *name, int count,
                      const double *numbers)
{
    cdy_source_add(t, "static const %s %s%s[] = {", cdy_program_type(p), prefix, name);
    for (int i = 0; i < count; i++) {
        cdy_source_add(t, i % 4 ? " " : "\n    ");
        cdy_source_add_number(t, numbers[i], p->options->floats);
        cdy_source_add(t, ",");
    }
    cdy_source_add(t, "\n};\n\n");
}

/* Tolerance of rounding: accelerations and the inverse lose digits with the condition of M. */
static double tolerance_of(const program *p, const routine *r)
{
    const bool solves = (r->call & (CDY_GENERATE_FORWARD_DYNAMICS | CDY_GENERATE_FORWARD_DYNAMICS_VJP |
                                    CDY_GENERATE_INVERSE_MASS_MATRIX | CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES)) != 0;
    double rounding = p->options->floats ? (solves ? 2e-2 : 1e-4) : (solves ? 1e-6 : 1e-10);
    if (is_gradient(r)) { /* differences */
        rounding = fmax(rounding, solves ? 1e-4 : 1e-5);
    }
    return rounding + 1000 * p->options->angle_tolerance;
}

/* Arguments of a routine's function: input arrays with a prefix, at an offset in states ("": none), then results. */
static void add_arguments(source_text *t, const program *p, const routine *r, const char *prefix, const char *offset)
{
    const unsigned inputs = cdy_routine_inputs(r, p->more.arrays);
    const char *separator = "";
    for (int array = 0; array < INPUT_COUNT; array++) {
        if (inputs & 1u << array) {
            cdy_source_add(t, "%s%s%s", separator, prefix, cdy_input_shapes[array].name);
            if (*offset) {
                cdy_source_add(t, " + %s * %d", offset, cdy_array_length(p->model, &cdy_input_shapes[array]));
            }
            separator = ", ";
        }
    }
    for (int k = 0; k < MOST_OUTPUTS && r->outputs[k].name; k++) {
        cdy_source_add(t, ", %s", r->outputs[k].name);
    }
}

static void declare_results(source_text *t, const program *p, const routine *r, const char *indentation, int states)
{
    for (int k = 0; k < MOST_OUTPUTS && r->outputs[k].name; k++) {
        cdy_source_add(t, "%sstatic %s %s[%d];\n", indentation, cdy_program_type(p), r->outputs[k].name,
                       states * cdy_array_length(p->model, &r->outputs[k]));
    }
}

/* Compares the results of one state, which begin at an offset ("": none), with those recorded for state `recorded`. */
static void compare_results(source_text *t, const program *p, const routine *r, const char *form, const char *offset,
                            const char *recorded)
{
    for (int k = 0; k < MOST_OUTPUTS && r->outputs[k].name; k++) {
        const int length = cdy_array_length(p->model, &r->outputs[k]);
        cdy_source_add(t, "        compare(\"%s%s\", %d, %s", r->name, form, length, r->outputs[k].name);
        if (*offset) {
            cdy_source_add(t, " + %s * %d", offset, length);
        }
        cdy_source_add(t, ", %s_%s + %s * %d, ", r->name, r->outputs[k].name, recorded, length);
        cdy_source_add_number(t, tolerance_of(p, r), p->options->target == CDY_GENERATE_CORTEX_M);
        cdy_source_add(t, ");\n");
    }
}

/* A function that compares the form of a routine for many states, which are the recorded ones again and again. */
static void add_many_comparison(source_text *t, const program *p, const routine *r)
{
    const unsigned inputs = cdy_routine_inputs(r, p->more.arrays);
    const int many = 2 * p->options->lanes + 1; /* two groups of lanes, and one state more */
    cdy_source_add(t, "static void test_%s_batch(void)\n{\n    size_t s;\n", r->name);
    for (int array = 0; array < INPUT_COUNT; array++) {
        if (inputs & 1u << array) {
            cdy_source_add(t, "    static %s many_%s[%d];\n", cdy_program_type(p), cdy_input_shapes[array].name,
                           many * cdy_array_length(p->model, &cdy_input_shapes[array]));
        }
    }
    declare_results(t, p, r, "    ", many);
    for (int array = 0; array < INPUT_COUNT; array++) {
        if (inputs & 1u << array) {
            const char *name = cdy_input_shapes[array].name;
            cdy_source_add(t, "    repeat(input_%s, %d, %d, many_%s);\n", name,
                           cdy_array_length(p->model, &cdy_input_shapes[array]), many, name);
        }
    }
    cdy_source_add(t, "    %s_%s_batch(%d, ", p->options->name, r->name, many);
    add_arguments(t, p, r, "many_", "");
    cdy_source_add(t, ");\n    for (s = 0; s < %d; s++) {\n", many);
    compare_results(t, p, r, "_batch", "s", "s % " STATES_TEXT);
    cdy_source_add(t, "    }\n}\n\n");
}

/* A function that compares a routine with the recorded results. */
static void add_comparison(source_text *t, const program *p, const routine *r)
{
    cdy_source_add(t, "static void test_%s(void)\n{\n", r->name);
    declare_results(t, p, r, "    ", 1);
    cdy_source_add(t, "    size_t s;\n    for (s = 0; s < %d; s++) {\n        %s_%s(", STATES, p->options->name,
                   r->name);
    add_arguments(t, p, r, "input_", "s");
    cdy_source_add(t, ");\n");
    compare_results(t, p, r, "", "", "s");
    cdy_source_add(t, "    }\n}\n\n");
    if (p->options->lanes > 1) {
        add_many_comparison(t, p, r);
    }
}

/* Calls the observer, which takes a sample after a time, or does not. */
static void add_observer_call(source_text *t, const program *p, const routine *update, bool taken)
{
    cdy_source_add(t, "        taken = taken && %s%s_observer_update(&o, ", taken ? "" : "!", p->options->name);
    cdy_source_add_number(t, taken ? observer_step : 0, p->options->floats);
    cdy_source_add(t, ", ");
    add_arguments(t, p, update, "input_", "s");
    cdy_source_add(t, ");\n");
}

/* Lets the observer refuse samples in which a single number of an input is none. */
static void add_observer_refusals(source_text *t, const program *p, const routine *update)
{
    const unsigned inputs = cdy_routine_inputs(update, p->more.arrays);
    for (int array = 0; array < INPUT_COUNT; array++) {
        const char *name = cdy_input_shapes[array].name;
        if (inputs & 1u << array) {
            cdy_source_add(t, "    for (s = 0; s < sizeof bad_%s / sizeof bad_%s[0]; s++) {\n", name, name);
            cdy_source_add(t, "        bad_%s[s] = zero / zero;\n        taken = taken && !%s_observer_update(&o, ",
                           name, p->options->name);
            cdy_source_add_number(t, observer_step, p->options->floats);
            cdy_source_add(t, ", ");
            add_arguments(t, p, update, "bad_", "");
            cdy_source_add(t, ");\n        bad_%s[s] = input_%s[s];\n    }\n", name, name);
        }
    }
}

static void copy_inputs(source_text *t, const program *p, const routine *update)
{
    const unsigned inputs = cdy_routine_inputs(update, p->more.arrays);
    for (int array = 0; array < INPUT_COUNT; array++) {
        const char *name = cdy_input_shapes[array].name;
        if (inputs & 1u << array) {
            cdy_source_add(t, "    static %s bad_%s[%d];\n", cdy_program_type(p), name,
                           cdy_array_length(p->model, &cdy_input_shapes[array]));
            cdy_source_add(t, "    memcpy(bad_%s, input_%s, sizeof bad_%s);\n", name, name, name);
        }
    }
}

/* A function that lets the observer take the states, and refuse a step of 0 and numbers that are none. */
static void add_observer_test(source_text *t, const program *p, const recording *recorded, const routine *r)
{
    const int n = p->model->nv;
    const char *name = p->options->name, *type = cdy_program_type(p);
    const routine update = cdy_observer_update_of(r);
    add_table(t, p, "observer_", "residual", STATES * n, recorded->outputs[0]);
    cdy_source_add(t, "static void test_observer(void)\n{\n    static %s_momentum_observer o;\n", name);
    cdy_source_add(t, "    static volatile %s zero = 0;\n    static %s gains[%d], residual[%d];\n", type, type, n, n);
    cdy_source_add(t, "    size_t s;\n    int taken;\n");
    copy_inputs(t, p, &update);
    for (int i = 0; i < n; i++) {
        cdy_source_add(t, "    gains[%d] = %d;\n", i, observer_gain(i));
    }
    cdy_source_add(t, "    taken = %s_observer_init(&o, gains);\n    for (s = 0; s < %d; s++) {\n", name, STATES);
    add_observer_call(t, p, &update, true);
    add_observer_call(t, p, &update, false);
    compare_results(t, p, &update, "", "", "s");
    cdy_source_add(t, "    }\n");
    add_observer_refusals(t, p, &update);
    cdy_source_add(t,
                   "    if (!taken) {\n        printf(\"observer: a sample is refused, or a step of 0 or a number that "
                   "is none is taken\\n\");\n        failures++;\n    }\n}\n\n");
}

/* The largest magnitude of some numbers. */
static double largest_of(const double *numbers, int count)
{
    double largest = 0;
    for (int i = 0; i < count; i++) {
        largest = fmax(largest, fabs(numbers[i]));
    }
    return largest;
}

/* Transposes the recorded matrices of a function for CasADi; it has one result, so that the second array is free. */
static void order_by_columns(const recording *recorded, const cdy_model *model, const array_shape *shape)
{
    const int rows = cdy_dimension(model, shape->rows), columns = cdy_dimension(model, shape->columns);
    double *by_rows = recorded->outputs[1];
    for (int s = 0; s < STATES; s++) {
        double *matrix = recorded->outputs[0] + s * rows * columns;
        memcpy(by_rows, matrix, (size_t)rows * (size_t)columns * sizeof *matrix);
        for (int i = 0; i < rows * columns; i++) {
            matrix[i / columns + rows * (i % columns)] = by_rows[i];
        }
    }
}

static cdy_status add_routine_test(source_text *t, const program *p, const recording *recorded, const routine *r,
                                   cdy_error *error)
{
    cdy_status status = CDY_OK;
    if (r->call == CDY_GENERATE_OBSERVER) {
        status = record_observer(recorded, p, error);
        if (!status) {
            add_observer_test(t, p, recorded, r);
        }
        return status;
    }
    for (int s = 0; !status && s < STATES; s++) {
        status = set_loads(recorded, p, s, error);
        status = status ? status : record(recorded, p, r, s, error);
    }
    if (!status && p->options->target == CDY_GENERATE_CASADI) {
        order_by_columns(recorded, p->model, &r->outputs[0]);
    }
    for (int k = 0; !status && k < MOST_OUTPUTS && r->outputs[k].name; k++) {
        const int count = STATES * cdy_array_length(p->model, &r->outputs[k]);
        const double largest = largest_of(recorded->outputs[k], count);
        source_text prefix = {0};
        if (p->options->floats && largest > (double)FLT_MAX) {
            return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                            "results of %s reach %.3g, more than a float holds (%.3g); generate code of doubles, or "
                            "check the units of the robot's masses and lengths",
                            r->name, largest, (double)FLT_MAX);
        }
        cdy_source_add(&prefix, "%s_", r->name);
        add_table(t, p, prefix.text ? prefix.text : "", r->outputs[k].name, count, recorded->outputs[k]);
        t->failed = t->failed || prefix.failed;
        cdy_source_clear(&prefix);
    }
    if (p->options->target == CDY_GENERATE_CUDA) {
        cdy_device_test_add(t, p, r, tolerance_of(p, r));
    } else if (p->options->target == CDY_GENERATE_CASADI) {
        cdy_casadi_test_add(t, p, r, tolerance_of(p, r));
    } else {
        add_comparison(t, p, r);
    }
    return status;
}

static bool is_wanted(const program *p, const routine *r)
{
    return (p->options->calls & r->call) != 0;
}

/* The inputs that the routines take. */
static void add_inputs(source_text *t, const program *p, const recording *recorded)
{
    unsigned inputs = 0;
    for (int i = 0; i < cdy_routine_count; i++) {
        inputs |= is_wanted(p, &cdy_routines[i]) ? cdy_routine_inputs(&cdy_routines[i], p->more.arrays) : 0;
    }
    for (int array = 0; array < INPUT_COUNT; array++) {
        const array_shape *shape = &cdy_input_shapes[array];
        if (inputs & 1u << array) {
            add_table(t, p, "input_", shape->name, STATES * cdy_array_length(p->model, shape), recorded->inputs[array]);
        }
    }
}

/* Whether a routine has a form for many states. */
static bool takes_many(const program *p, const routine *r)
{
    return p->options->lanes > 1 && is_wanted(p, r) && r->call != CDY_GENERATE_OBSERVER;
}

static cdy_status write_test(source_text *t, const program *p, recording *recorded, cdy_error *error)
{
    const char *name = p->options->name;
    cdy_source_add(t, "/* Test of %s.%s: its results beside those that Condyle %s recorded. */\n", name,
                   p->options->target == CDY_GENERATE_CUDA ? "cu" : "c", cdy_version());
    cdy_source_add(t, "#include \"%s.h\"\n\n", name);
    if (p->options->target == CDY_GENERATE_CORTEX_M) {
        cdy_embedded_test_begin(t, name);
    } else {
        cdy_source_add_template(t, begin, name, cdy_program_type(p));
    }
    bool many = false;
    for (int i = 0; i < cdy_routine_count; i++) {
        many = many || takes_many(p, &cdy_routines[i]);
    }
    if (many) {
        cdy_source_add_template(t, repetition, name, cdy_program_type(p));
    }
    if (p->options->target == CDY_GENERATE_CUDA) {
        cdy_device_test_begin(t, p, STATES);
    }
    if (p->options->target == CDY_GENERATE_CASADI) {
        cdy_casadi_test_begin(t, p, STATES, step_of_differences(p->model));
    }
    choose_states(recorded, p->model);
    add_inputs(t, p, recorded);
    cdy_status status = CDY_OK;
    for (int i = 0; !status && i < cdy_routine_count; i++) {
        if (is_wanted(p, &cdy_routines[i])) {
            status = add_routine_test(t, p, recorded, &cdy_routines[i], error);
        }
    }
    cdy_source_add(t, "int main(void)\n{\n");
    for (int i = 0; i < cdy_routine_count; i++) {
        if (is_wanted(p, &cdy_routines[i])) {
            cdy_source_add(t, "    test_%s();\n", cdy_routines[i].name);
            if (takes_many(p, &cdy_routines[i])) {
                cdy_source_add(t, "    test_%s_batch();\n", cdy_routines[i].name);
            }
        }
    }
    cdy_source_add_template(t, end, name, "");
    if (p->options->target == CDY_GENERATE_CORTEX_M) {
        cdy_embedded_test_end(t, p);
    }
    return status;
}

cdy_status cdy_self_test_write(source_text *t, const program *p, cdy_error *error)
{
    recording recorded = {0};
    cdy_status status = recording_make(&recorded, p, error);
    status = status ? status : write_test(t, p, &recorded, error);
    recording_clear(&recorded);
    return status;
}
