/* Code for one robot. */
#include "base/error.h"
#include "base/memory.h"
#include "generate/casadi.h"
#include "generate/embedded.h"
#include "generate/kernel_code.h"
#include "generate/options.h"
#include "generate/parameters.h"
#include "generate/program.h"
#include "generate/regroup.h"
#include "generate/ros2.h"
#include "generate/self_test.h"
#include "generate/traced_hessian.h"
#include "model/idle.h"

#include <condyle/model_file.h>
#include <condyle/payload.h>
#include <float.h>
#include <string.h>

enum { MOST_NODES = 4000000, USUAL_BYTES = 100000 };

/* Finds the inputs that the options select. */
static cdy_status choose_inputs(program *p, cdy_error *error)
{
    const cdy_generate_options *o = p->options;
    p->more =
        (more_inputs){.arrays = (o->wrenches ? 1u << INPUT_WRENCHES : 0) | (o->gravity ? 1u << INPUT_GRAVITY : 0)};
    cdy_status status = o->frame ? cdy_model_require_frame(p->model, o->frame, &p->more.frame, error) : CDY_OK;
    if (status || !o->payload_body) {
        return status;
    }
    p->more.arrays |= 1u << INPUT_PAYLOAD;
    status = cdy_model_require_frame(p->model, o->payload_body, &p->more.payload_frame, error);
    if (!status && cdy_model_frame_is_fixed(p->model, p->more.payload_frame)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "a payload of '%.80s' has no effect, since no joint moves this body; name one that moves",
                        o->payload_body);
    }
    return status;
}

/* A copy of the model with the same dynamics and fewer operations, without the payload that is an input. */
static cdy_model *simplify(const program *p)
{
    const size_t size = cdy_model_bytes(p->model);
    cdy_model *simple = cdy_allocate(size, 1);
    if (simple) {
        memcpy(simple, p->model, size);
        if (p->options->payload_body) {
            cdy_model_set_payload(simple, p->more.payload_frame, NULL, NULL);
        }
        cdy_round_transforms(simple, p->options->angle_tolerance);
        cdy_regroup_inertias(simple);
    }
    return simple;
}

/* Calls of functions of the library of C; a system that is solved counts as some for each of its numbers. */
static size_t calls_of(operation_count count)
{
    return (size_t)(count.tanhs + count.roots + count.exponentials + count.logarithms) + 20 * (size_t)count.solved;
}

/* Machine code in bytes for one state, as gcc -O2 makes it for x86-64. Sines at once take vectors in pieces. */
static size_t bytes_of_one(size_t operations, operation_count count)
{
    const size_t at_once = count.first_sines > 1 ? 1500 : 0;
    return (27 * operations + 10 * (size_t)count.sines) / 2 + 60 * calls_of(count) + 400 + at_once;
}

/* Machine code in bytes for lanes, likewise: an instruction for each register of 16 bytes, and with every other one a
 * load or a store; packing takes instructions a lane, and a hyperbolic tangent is one call for all lanes. */
static size_t bytes_of_lanes(size_t operations, operation_count count, const cdy_generate_options *o)
{
    const size_t lanes = (size_t)o->lanes, bytes = lanes * (o->floats ? sizeof(float) : sizeof(double));
    const size_t registers = bytes < 16 ? 1 : bytes / 16;
    return registers * ((33 * operations + 342 * (size_t)count.sines) / 2 + 380) + 60 * calls_of(count) + 260 * lanes;
}

/* Machine code in bytes. The factors are calibrated on arms of 4 to 7 degrees of freedom in 1, 4 and 8 lanes, for which
 * the estimate is 1.03 to 1.49 times the true size. Code for kernels is compiled for registers as wide as its lanes,
 * which fuse operations. */
static size_t estimate_bytes(const program *p, const routine *r, operation_count count, int results)
{
    const size_t operations = (size_t)count.arithmetic + (size_t)results;
    const code_widths widths = cdy_program_widths(p, r, count);
    if (p->kernels) {
        const size_t calls = 40 * (size_t)count.sines + 7 * (size_t)count.tanhs;
        return 9 * (operations + calls) * (size_t)(widths.one + widths.packed);
    }
    return (widths.one ? bytes_of_one(operations, count) : 0) +
           (widths.packed ? bytes_of_lanes(operations, count, p->options) : 0);
}

/* Whether a routine divides by pivots of M. */
static bool needs_definite_mass(const routine *r)
{
    const unsigned calls = CDY_GENERATE_FORWARD_DYNAMICS | CDY_GENERATE_FORWARD_DYNAMICS_VJP |
                           CDY_GENERATE_INVERSE_MASS_MATRIX | CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES |
                           ROUTINE_ARTICULATED_BODIES | ROUTINE_INVERSE_WITH_PIVOTS |
                           ROUTINE_FORWARD_DYNAMICS_PRODUCTS | ROUTINE_FORWARD_DERIVATIVES_WITH_PIVOTS;
    return r->call & calls;
}

/* A structure that nothing resists is refused, unless the payload that is an input may resist it. */
static cdy_status check_structure(const program *p, const routine *r, const cdy_model *simple, cdy_error *error)
{
    cdy_error fault;
    const bool definite = p->options->payload_body || !needs_definite_mass(r) || !cdy_check_idle(simple, &fault);
    return definite ? CDY_OK : cdy_fail(error, CDY_ERROR_NUMERIC, "%s: %s", r->name, fault.text);
}

/* The results of a function as they are traced. */
typedef struct trace {
    graph graph;
    cdy_arena arena;
    expression *outputs[MOST_OUTPUTS];
    casadi_function casadi; /* the function, where it is one for CasADi */
    operation_count count;
} trace;

/* Traces a function, counts its operations and adds the bytes of its code. Fails (false) where memory runs out. */
static bool trace_function(const program *p, const cdy_model *simple, trace *t, size_t *bytes)
{
    const routine *r = t->casadi.routine;
    const bool for_casadi = p->options->target == CDY_GENERATE_CASADI;
    result_array results[MOST_CASADI_RESULTS];
    int numbers = 0;
    if (!(for_casadi ? cdy_casadi_trace(&t->casadi, simple, p->more, &t->graph, &t->arena)
                     : cdy_trace(r, simple, p->more, &t->graph, &t->arena, t->outputs))) {
        return false;
    }
    const int arrays =
        for_casadi ? cdy_casadi_results(&t->casadi, results) : cdy_routine_results(p->model, r, t->outputs, results);
    for (int k = 0; k < arrays; k++) {
        numbers += results[k].count;
    }
    const bool counted = cdy_count_operations(&t->graph, results, arrays, &t->count);
    *bytes += counted ? estimate_bytes(p, r, t->count, numbers) : 0;
    return counted;
}

/* Refuses functions that the code cannot have; `made`: memory has not run out. */
static cdy_status check_trace(const program *p, const trace *t, bool made, size_t bytes, cdy_error *error)
{
    const cdy_generate_options *o = p->options;
    const size_t limit = o->most_bytes ? o->most_bytes : USUAL_BYTES;
    const char *name = t->casadi.routine->name;
    if (t->graph.failed && t->graph.count >= MOST_NODES) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "%s of this robot takes more than %d operations; generate other "
                        "functions",
                        name, MOST_NODES);
    }
    if (!made) {
        return cdy_fail_memory(error);
    }
    if (!t->count.finite) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "%s divides by zero: the mass matrix is singular in every state, "
                        "since a joint moves neither mass nor rotor",
                        name);
    }
    if (o->floats && t->count.largest > (double)FLT_MAX) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "%s of this robot needs the constant %.3g, more than a float holds (%.3g); generate code of "
                        "doubles, or check the units of its masses and lengths",
                        name, t->count.largest, (double)FLT_MAX);
    }
    return bytes <= limit
               ? CDY_OK
               : cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                          "up to %s the code takes about %zu bytes, more than %zu; raise the limit or generate fewer "
                          "functions",
                          name, bytes, limit);
}

static bool define_function(program *p, trace *t)
{
    if (p->options->target != CDY_GENERATE_CASADI) {
        return cdy_program_add(p, t->casadi.routine, &t->graph, t->outputs, t->count);
    }
    const number_type type = cdy_program_single(p, t->count);
    return cdy_casadi_add(p, &t->casadi, &t->graph, &type);
}

/* Traces a function and writes it; adds the bytes of its code to *bytes. */
static cdy_status add_function(program *p, const routine *r, casadi_kind kind, const cdy_model *simple, size_t *bytes,
                               cdy_error *error)
{
    trace t = {.casadi = {.routine = r, .kind = kind}};
    cdy_graph_init(&t.graph, MOST_NODES);
    const bool made = trace_function(p, simple, &t, bytes);
    cdy_status status = check_trace(p, &t, made, *bytes, error);
    if (!status && !define_function(p, &t)) {
        status = cdy_fail_memory(error);
    }
    cdy_graph_free(&t.graph);
    cdy_arena_clear(&t.arena);
    return status;
}

static cdy_status add_routine(program *p, const routine *r, const cdy_model *simple, size_t *bytes, cdy_error *error)
{
    cdy_status status = check_structure(p, r, simple, error);
    const int kinds = p->options->target != CDY_GENERATE_CASADI ? CASADI_RESULT + 1
                      : p->options->hessians                    ? CASADI_KINDS
                                                                : CASADI_JACOBIAN + 1;
    for (int kind = CASADI_RESULT; !status && kind < kinds; kind++) {
        status = add_function(p, r, (casadi_kind)kind, simple, bytes, error);
    }
    return status;
}

/* Writes the functions; *bytes is the estimated size of their object code. */
static cdy_status write_program(program *p, size_t *bytes, cdy_error *error)
{
    cdy_model *simple = simplify(p);
    *bytes = 0;
    if (!simple) {
        return cdy_fail_memory(error);
    }
    cdy_status status = CDY_OK;
    cdy_program_begin(p);
    for (int i = 0; !status && i < cdy_routine_count; i++) {
        if (p->options->calls & cdy_routines[i].call) {
            status = add_routine(p, &cdy_routines[i], simple, bytes, error);
        }
    }
    cdy_program_end(p);
    cdy_release(simple);
    cdy_source_clear(&p->functions);
    if (!status && (p->header.failed || p->source.failed)) {
        status = cdy_fail_memory(error);
    }
    return status;
}

static cdy_status write_test(program *p, source_text *test, cdy_error *error)
{
    cdy_status status = cdy_self_test_write(test, p, error);
    if (!status && test->failed) {
        status = cdy_fail_memory(error);
    }
    return status;
}

/* Terms of the law that take a root, a power or an exponential, which code in the place of kernels does not have. */
static bool has_other_functions(const model_drive *d)
{
    return d->law.stribeck != 0 || d->law.power_friction != 0 || (d->terms & DRIVE_LOAD) != 0;
}

static cdy_status check_kernel_drives(const cdy_model *model, cdy_error *error)
{
    for (int i = 0; model && i < model->tree_nv; i++) {
        if (has_other_functions(&model_drives(model)[i])) {
            return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                            "joint '%.80s': compiled code takes no Stribeck friction, power of the velocity or "
                            "friction by the load; set drives without it, or leave it to the general code",
                            model_name(model, model_joints(model)[model_velocities(model)[i].body].name));
        }
    }
    return CDY_OK;
}

/* Where friction by the load is solved for, it is that of the joints themselves. */
static cdy_status check_load(const program *p, cdy_error *error)
{
    const unsigned solving = CDY_GENERATE_FORWARD_DYNAMICS | CDY_GENERATE_FORWARD_DYNAMICS_VJP |
                             CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES | CDY_GENERATE_OBSERVER;
    return p->model->load_acts && p->model->has_followers && p->options->calls & solving
               ? cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                          "generated forward dynamics and observers take no friction by the load where joints mimic "
                          "others; set "
                          "drives without it, or generate inverse dynamics only")
               : CDY_OK;
}

/* Second derivatives are made of n^3 expressions, whether they are zero or not: of more degrees of freedom than this
 * they would take gigabytes. */
enum { MOST_BENT = 100 };

/* An iteration has no second derivatives. */
static cdy_status check_hessians(const program *p, cdy_error *error)
{
    const bool second = p->options->hessians || p->options->calls & CDY_GENERATE_INVERSE_DYNAMICS_SECOND_DERIVATIVES;
    if (second && p->model->nv > MOST_BENT) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "the robot has %d degrees of freedom, of which second derivatives would be too large to "
                        "generate; expected %d at most, or the library's second derivatives",
                        p->model->nv, MOST_BENT);
    }
    for (int i = 0; p->options->hessians && i < cdy_routine_count; i++) {
        const routine *r = &cdy_routines[i];
        if (p->options->calls & r->call && !cdy_has_hessian(r, p->model)) {
            return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                            "%s with friction by the load is solved for by iteration and has no second derivatives "
                            "(`hessians`, --hessians); set drives without it, or generate inverse dynamics",
                            r->name);
        }
    }
    return CDY_OK;
}

static cdy_status check_model(const cdy_model *model, cdy_error *error)
{
    if (!model || model->nv <= 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        model ? "the robot has no moving joints: there is nothing to compute"
                              : "generating code needs a model");
    }
    return CDY_OK;
}

/* The options, with the functions that the target needs. */
static cdy_generate_options complete_options(const cdy_generate_options *options)
{
    cdy_generate_options complete = options ? *options : cdy_generate_options_default();
    if (complete.target == CDY_GENERATE_ROS2_CONTROL) {
        complete.calls |= ROS2_CALLS;
    }
    complete.floats = complete.floats || complete.target == CDY_GENERATE_CORTEX_M;
    return complete;
}

static cdy_status check_program(const program *p, cdy_error *error)
{
    cdy_status status = check_model(p->model, error);
    status = status ? status : cdy_check_generate_options(p->options, error);
    if (!status && p->options->target == CDY_GENERATE_ROS2_CONTROL) {
        status = cdy_ros2_check(p, error);
    }
    status = status ? status : check_hessians(p, error);
    return status ? status : check_load(p, error);
}

cdy_status cdy_generate(const cdy_model *model, const char *robot, const cdy_generate_options *options,
                        cdy_generated *code, cdy_error *error)
{
    const cdy_generate_options complete = complete_options(options);
    program p = {.options = &complete, .robot = robot, .model = model};
    source_text test = {0};
    size_t bytes;
    if (!code) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the code was given");
    }
    *code = (cdy_generated){NULL, NULL, NULL, NULL, 0};
    cdy_status status = check_program(&p, error);
    status = status ? status : choose_inputs(&p, error);
    status = status ? status : write_program(&p, &bytes, error);
    status = status ? status : write_test(&p, &test, error);
    *code = (cdy_generated){p.header.text, p.source.text, test.text, NULL, 0};
    if (!status && complete.target == CDY_GENERATE_ROS2_CONTROL) {
        status = cdy_ros2_write(&p, code, error);
    }
    if (!status && complete.target == CDY_GENERATE_CORTEX_M) {
        status = cdy_embedded_write(&p, code, error);
    }
    if (status) {
        cdy_generated_clear(code);
    }
    return status;
}

/* The routines of functions that take the place of kernels. */
static unsigned kernel_routines(unsigned calls)
{
    static const unsigned others[][2] = {
        {CDY_GENERATE_FORWARD_DYNAMICS, ROUTINE_ARTICULATED_BODIES},
        {CDY_GENERATE_INVERSE_MASS_MATRIX, ROUTINE_INVERSE_WITH_PIVOTS},
        {CDY_GENERATE_INVERSE_DYNAMICS_VJP, ROUTINE_INVERSE_DYNAMICS_PRODUCTS},
        {CDY_GENERATE_FORWARD_DYNAMICS_VJP, ROUTINE_FORWARD_DYNAMICS_PRODUCTS},
        {CDY_GENERATE_FORWARD_DYNAMICS_DERIVATIVES, ROUTINE_FORWARD_DERIVATIVES_WITH_PIVOTS}};
    unsigned routines = calls;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const unsigned call = others[i][0];
        routines = calls & call ? (routines & ~call) | others[i][1] : routines;
    }
    return routines;
}

cdy_status cdy_generate_kernel_code(const cdy_model *model, const kernel_code *code, char **source, size_t *bytes,
                                    cdy_error *error)
{
    const cdy_generate_options options = {.name = KERNEL_CODE_NAME,
                                          .calls = kernel_routines(code->calls),
                                          .lanes = code->lanes,
                                          .floats = code->floats,
                                          .angle_tolerance = code->angle_tolerance,
                                          .most_bytes = code->most_bytes};
    program p = {.options = &options, .model = model, .kernels = true};
    *source = NULL;
    *bytes = 0;
    cdy_status status = check_model(model, error);
    status = status ? status : check_kernel_drives(model, error);
    status = status ? status : write_program(&p, bytes, error);
    if (!status && !p.has_functions) {
        status = cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                          "the general code computes the functions faster than code for this robot would");
    }
    cdy_source_clear(&p.header);
    if (status) {
        cdy_source_clear(&p.source);
    }
    *source = p.source.text;
    return status;
}
