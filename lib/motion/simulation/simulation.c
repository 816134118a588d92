#include "simulation/simulation.h"

#include "base/error.h"
#include "base/finite.h"
#include "base/memory.h"
#include "base/reserve.h"
#include "model/idle.h"
#include "simulation/group.h"

#include <condyle/energy.h>
#include <math.h>
#include <string.h>

enum { ALIGNMENT = 64, VECTORS = SCRATCH_VECTORS + 2 * MOST_STAGES + 6 };

bool cdy_simulation_has_integrator(cdy_integrator integrator)
{
#ifdef CDY_HAVE_CVODE
    return (int)integrator >= CDY_SEMI_IMPLICIT_EULER && integrator <= CDY_CVODE_STIFF;
#else
    return (int)integrator >= CDY_SEMI_IMPLICIT_EULER && integrator <= CDY_IMPLICIT;
#endif
}

cdy_simulation_options cdy_simulation_options_default(void)
{
    return (cdy_simulation_options){.integrator = CDY_IMPLICIT, .step = 0.001};
}

static size_t count_numbers(const cdy_model *model)
{
    return 3 * (size_t)model->nq + VECTORS * (size_t)model->nv + 6 * (size_t)model->force_rows;
}

static size_t align_size(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

size_t cdy_simulation_size(const cdy_model *model)
{
    return model ? align_size(sizeof(cdy_simulation)) + align_size(count_numbers(model) * sizeof(double)) +
                       cdy_workspace_size(model) + ALIGNMENT - 1
                 : 0;
}

static double *reserve(double **numbers, int count)
{
    double *reserved = *numbers;
    *numbers += count;
    return reserved;
}

/* Lay out the vectors in the memory after the simulation. */
static void lay_out_vectors(cdy_simulation *s, double *numbers)
{
    const int nq = s->model->nq, nv = s->model->nv;
    memset(numbers, 0, count_numbers(s->model) * sizeof *numbers);
    motion_state *const states[] = {&s->now, &s->next, &s->stage};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        states[i]->q = reserve(&numbers, nq);
        states[i]->qd = reserve(&numbers, nv);
    }
    for (int i = 0; i < SCRATCH_VECTORS; i++) {
        s->scratch[i] = reserve(&numbers, nv);
    }
    s->tau = reserve(&numbers, nv);
    s->sampled_tau = reserve(&numbers, nv);
    s->held = reserve(&numbers, nv);
    s->rates = reserve(&numbers, MOST_STAGES * nv);
    s->accelerations = reserve(&numbers, MOST_STAGES * nv);
    s->fext = numbers;
}

/* Whether each coordinate is the integral of the velocity with its number. */
static bool is_flat(const cdy_model *model)
{
    const model_joint *joints = model_joints(model);
    for (int i = 1; i < model->body_count; i++) {
        const bool simple = !is_on_manifold((joint_kind)model_bodies(model)[i].kind);
        if (!joints[i].is_follower && !(simple && joints[i].position == joints[i].velocity)) {
            return false;
        }
    }
    return true;
}

static bool is_positive(double x)
{
    return x > 0 && isfinite(x);
}

static bool is_tolerance(double x)
{
    return x >= 0 && isfinite(x);
}

/* Fills in the tolerances that are left to the integrator. */
static cdy_simulation_options complete_options(const cdy_simulation_options *given)
{
    cdy_simulation_options o = *given;
    const bool cvode = o.integrator == CDY_CVODE || o.integrator == CDY_CVODE_STIFF;
    o.relative_tolerance = o.relative_tolerance > 0 ? o.relative_tolerance : cvode ? 1e-8 : 1e-5;
    o.absolute_tolerance = o.absolute_tolerance > 0 ? o.absolute_tolerance : cvode ? 1e-10 : 1e-7;
    return o;
}

static cdy_status check_options(const cdy_simulation_options *o, cdy_error *error)
{
    if (cdy_check_reserve(&o->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    if ((int)o->integrator < CDY_SEMI_IMPLICIT_EULER || o->integrator > CDY_CVODE_STIFF) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "there is no integrator number %d", (int)o->integrator);
    }
    if (!cdy_simulation_has_integrator(o->integrator)) {
        return cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                        "this build is without CVODE; build with SUNDIALS (-Dcvode=enabled), or use another "
                        "integrator");
    }
    if (!is_positive(o->step)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the step is %g s; expected a positive, finite number", o->step);
    }
    if (!is_tolerance(o->relative_tolerance) || !is_tolerance(o->absolute_tolerance)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the tolerances are %g and %g; expected finite numbers from 0 on",
                        o->relative_tolerance, o->absolute_tolerance);
    }
    if (o->stops && o->integrator != CDY_IMPLICIT) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "stops at position limits need the integrator 'implicit'");
    }
    return CDY_OK;
}

static cdy_status make_simulation(void *memory, size_t size, const cdy_model *model,
                                  const cdy_simulation_options *options, cdy_simulation **simulation, cdy_error *error)
{
    char *start = (char *)memory + (ALIGNMENT - (uintptr_t)memory % ALIGNMENT) % ALIGNMENT;
    char *numbers = start + align_size(sizeof(cdy_simulation));
    char *work = numbers + align_size(count_numbers(model) * sizeof(double));
    cdy_simulation *s = (void *)start;
    *s = (cdy_simulation){.model = model, .options = complete_options(options), .payload_mark = model->payload_mark};
    lay_out_vectors(s, (void *)numbers);
    s->is_flat = is_flat(model);
    cdy_status status = cdy_workspace_init(work, size - (size_t)(work - (char *)memory), model, &s->workspace, error);
    if (status == CDY_OK) {
        cdy_home_configuration(model, s->now.q);
        *simulation = s;
    }
    return status;
}

cdy_status cdy_simulation_init(void *memory, size_t size, const cdy_model *model, const cdy_simulation_options *options,
                               cdy_simulation **simulation, cdy_error *error)
{
    const cdy_simulation_options defaults = cdy_simulation_options_default();
    const cdy_simulation_options *o = options ? options : &defaults;
    if (simulation) {
        *simulation = NULL;
    }
    if (!memory || !model || !simulation) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "making a simulation needs memory, a model and a pointer for the simulation");
    }
    if (size < cdy_simulation_size(model)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the simulation takes %zu bytes, but %zu were given",
                        cdy_simulation_size(model), size);
    }
    cdy_status status = check_options(o, error);
    if (status == CDY_OK && o->integrator > CDY_IMPLICIT) {
        status = cdy_fail(error, CDY_ERROR_UNSUPPORTED,
                          "CVODE has memory of its own; make the simulation by cdy_simulation_create()");
    }
    return status ? status : make_simulation(memory, size, model, o, simulation, error);
}

cdy_status cdy_simulation_create(const cdy_model *model, const cdy_simulation_options *options,
                                 cdy_simulation **simulation, cdy_error *error)
{
    const cdy_simulation_options defaults = cdy_simulation_options_default();
    const cdy_simulation_options *o = options ? options : &defaults;
    if (simulation) {
        *simulation = NULL;
    }
    if (!model || !simulation) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT,
                        "making a simulation needs a model and a pointer for the simulation");
    }
    cdy_status status = check_options(o, error);
    if (status) {
        return status;
    }
    size_t size = cdy_simulation_size(model);
    void *memory = cdy_allocate(1, size);
    if (!memory) {
        return cdy_fail_memory(error);
    }
    cdy_simulation *s = NULL;
    status = make_simulation(memory, size, model, o, &s, error);
    if (status == CDY_OK && o->integrator > CDY_IMPLICIT) {
        status = cdy_cvode_create(s, error);
    }
    if (status) {
        cdy_release(memory);
        return status;
    }
    s->allocation = memory;
    *simulation = s;
    return CDY_OK;
}

void cdy_simulation_destroy(cdy_simulation *simulation)
{
    if (simulation) {
        cdy_cvode_destroy(simulation->cvode);
        cdy_release(simulation->allocation);
    }
}

static cdy_status check_simulation(const cdy_simulation *s, cdy_error *error)
{
    return s ? CDY_OK : cdy_fail(error, CDY_ERROR_ARGUMENT, "the call needs a simulation");
}

cdy_status cdy_simulation_set_state(cdy_simulation *s, double t, const double *q, const double *qd, cdy_error *error)
{
    cdy_status status = check_simulation(s, error);
    if (status) {
        return status;
    }
    if (!isfinite(t)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the time is not finite");
    }
    if (qd && !cdy_all_finite(qd, (size_t)s->model->nv)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the velocity has a number that is not finite");
    }
    if (!q) {
        cdy_home_configuration(s->model, s->stage.q);
    }
    status = s->options.stops && q ? cdy_check_stops(s->model, q, error) : CDY_OK;
    if (status) {
        return status;
    }
    /* A zero step checks q and normalizes its quaternions. */
    memset(s->scratch[0], 0, (size_t)s->model->nv * sizeof(double));
    status = cdy_configuration_integrate(s->model, q ? q : s->stage.q, s->scratch[0], s->now.q, error);
    if (status) {
        return status;
    }
    memmove(s->now.qd, qd ? qd : s->scratch[0], (size_t)s->model->nv * sizeof(double));
    s->start = t;
    s->steps = 0;
    s->inner_step = 0;
    s->knows_acceleration = false;
    if (s->cvode) {
        cdy_cvode_restart(s->cvode);
    }
    return CDY_OK;
}

const double *cdy_simulation_q(const cdy_simulation *s)
{
    return s ? s->now.q : NULL;
}

const double *cdy_simulation_qd(const cdy_simulation *s)
{
    return s ? s->now.qd : NULL;
}

cdy_status cdy_simulation_torque(cdy_simulation *s, double *tau, cdy_error *error)
{
    cdy_status status = check_simulation(s, error);
    if (status == CDY_OK && !tau) {
        status = cdy_fail(error, CDY_ERROR_ARGUMENT, "no pointer for the torques was given");
    }
    if (status == CDY_OK) {
        status = cdy_simulation_control(s, cdy_simulation_time(s), s->now, s->tau, error);
    }
    if (status == CDY_OK) {
        memcpy(tau, s->tau, (size_t)s->model->nv * sizeof *tau);
    }
    return status;
}

cdy_status cdy_simulation_energy(cdy_simulation *s, double *kinetic, double *potential, cdy_error *error)
{
    double T, U;
    if (!s || !kinetic || !potential) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "the call needs a simulation and pointers for both energies");
    }
    cdy_error inner = {.status = CDY_OK};
    cdy_status status = cdy_energy(s->model, s->workspace, s->now.q, s->now.qd, &T, &U, &inner);
    status = cdy_simulation_fail_at(cdy_simulation_time(s), status, &inner, error);
    if (status == CDY_OK) {
        *kinetic = T;
        *potential = U;
    }
    return status;
}

static cdy_status take_step(cdy_simulation *s, cdy_error *error)
{
    switch (s->options.integrator) {
    case CDY_SEMI_IMPLICIT_EULER: return cdy_step_euler(s, error);
    case CDY_RK4: return cdy_step_rk4(s, error);
    case CDY_VARIATIONAL: return cdy_step_variational(s, error);
    case CDY_IMPLICIT: return cdy_step_implicit(s, error);
    case CDY_CVODE:
    case CDY_CVODE_STIFF: return cdy_step_cvode(s, error);
    }
    return CDY_ERROR_ARGUMENT;
}

/* Discards CVODE's history and the present acceleration where the payloads have changed since the last step: the motion
 * has a kink there. */
static void follow_payloads(cdy_simulation *s)
{
    const bool changed = s->payload_mark != s->model->payload_mark;
    if (s->cvode && changed) {
        cdy_cvode_restart(s->cvode);
    }
    s->knows_acceleration = s->knows_acceleration && !changed;
    s->payload_mark = s->model->payload_mark;
}

/* Refuses a robot with motions that no inertia resists, unless the integrator takes damping and springs, of drives or
 * of the control law, into its matrix: these may resist them. */
static cdy_status check_structure(const cdy_simulation *s, cdy_error *error)
{
    cdy_error inner;
    const cdy_integrator integrator = s->options.integrator;
    const bool by_slopes = (integrator == CDY_IMPLICIT && (s->model->drives_act || s->options.control)) ||
                           (integrator == CDY_VARIATIONAL && s->model->drives_act);
    const cdy_status status = by_slopes ? CDY_OK : cdy_check_idle(s->model, &inner);
    return status ? cdy_simulation_fail_at(cdy_simulation_time(s), status, &inner, error) : CDY_OK;
}

cdy_status cdy_simulation_step(cdy_simulation *s, cdy_error *error)
{
    cdy_status status = check_simulation(s, error);
    status = status ? status : check_structure(s, error);
    if (status) {
        return status;
    }
    const double t = cdy_simulation_time(s);
    follow_payloads(s);
    if (s->options.sampled_control) {
        status = cdy_simulation_control(s, t, s->now, s->sampled_tau, error);
    }
    status = status ? status : take_step(s, error);
    if (status) {
        return status;
    }
    if (!cdy_all_finite(s->next.q, (size_t)s->model->nq) || !cdy_all_finite(s->next.qd, (size_t)s->model->nv)) {
        return cdy_fail(error, CDY_ERROR_NUMERIC,
                        "the motion is not finite behind t = %.9g s: take a step shorter than %g s, lower the gains, "
                        "or use the integrator 'implicit'",
                        t, s->options.step);
    }
    motion_state last = s->now;
    s->now = s->next;
    s->next = last;
    s->steps++;
    return CDY_OK;
}
