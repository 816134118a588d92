#include "commands/motion/sim_loops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Refuses options of trees. */
static exit_code check_options(const sim_options *o)
{
    const struct {
        bool given;
        const char *name, *instead;
    } conditions[] = {{o->control != CONTROL_NONE, "--control", "give torques of the drives by --tau or --input"},
                      {o->integrator_given && o->integrator != CDY_RK4, "--integrator", "loops are held by rk4"},
                      {o->stops, "--stops", "leave it out"},
                      {o->tolerance > 0, "--tolerance", "rk4 has none: take a shorter --dt"}};
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        if (conditions[i].given) {
            return fail(EXIT_USAGE, "%s is for robots without closed loops; %s", conditions[i].name,
                        conditions[i].instead);
        }
    }
    if (!o->closure.actuated.count) {
        return fail(EXIT_USAGE, "the robot has closed loops: 'sim' needs --actuated JOINT, for each joint that has a "
                                "drive; all others turn freely");
    }
    return EXIT_FINE;
}

static exit_code make_room(sim_loops *l, const cdy_model *model)
{
    const size_t n = (size_t)cdy_model_nv(model) + 1;
    l->q = calloc((size_t)cdy_model_nq(model) + 1, sizeof *l->q);
    l->qd = calloc(n, sizeof *l->qd);
    l->tau = calloc(n, sizeof *l->tau);
    l->fext = calloc((size_t)cdy_model_force_rows(model) + 1, 6 * sizeof *l->fext);
    return l->q && l->qd && l->tau && l->fext ? EXIT_FINE : fail_memory();
}

/* Closes the loops at the computation's state. */
static exit_code close_state(sim_loops *l)
{
    const computation *t = l->computation;
    double *q = t->state.values[VARIABLE_Q], *qd = t->state.values[VARIABLE_QD];
    cdy_error error;
    cdy_status status = closure_assemble(&l->closure, t->workspace, q, &error);
    closure_tell_limits(&l->closure, t->options->numbers.degrees);
    if (!status) {
        closure_pick(&l->closure, qd, NULL);
        status = cdy_mechanism_motion(l->closure.mechanism, t->robot->model, t->workspace, q, l->closure.u, NULL, qd,
                                      NULL, &error);
    }
    return status ? fail_library(&error) : EXIT_FINE;
}

exit_code sim_loops_open(sim_loops *l, computation *t)
{
    const sim_options *o = t->own;
    *l = (sim_loops){.computation = t};
    if (!closure_is_needed(t->robot, &o->closure)) {
        return o->closure.actuated.count ? closure_refuse_drives(t->robot) : EXIT_FINE;
    }
    exit_code code = check_options(o);
    code = code == EXIT_FINE ? closure_open(&l->closure, t->robot, &o->closure, "sim") : code;
    code = code == EXIT_FINE ? make_room(l, t->robot->model) : code;
    return code == EXIT_FINE ? close_state(l) : code;
}

void sim_loops_close(sim_loops *l)
{
    closure_close(&l->closure);
    free(l->q);
    free(l->qd);
    free(l->tau);
    free(l->fext);
}

/* Computes the torques at the simulation's state; fails, as a faulty row does, where a joint without a drive has one.
 */
static cdy_status find_torques(sim_loops *l, cdy_simulation *simulation, cdy_error *error)
{
    cdy_status status = cdy_simulation_torque(simulation, l->tau, error);
    if (!status && closure_check_torques(&l->closure, l->tau, error)) {
        status = error->status = CDY_ERROR_ROBOT;
    }
    return status;
}

exit_code sim_loops_check(sim_loops *l, cdy_simulation *simulation)
{
    cdy_error error;
    const cdy_status status = l->closure.mechanism ? find_torques(l, simulation, &error) : CDY_OK;
    return status ? fail_library(&error) : EXIT_FINE;
}

/* Tells in an error of a step when it begins, and what helps. */
static cdy_status fail_at(double time, cdy_error *error)
{
    const cdy_error inner = *error;
    snprintf(error->text, sizeof error->text,
             "after t = %.9g s: %.400s; or take a shorter --dt, or less velocity and torque", time, inner.text);
    return error->status;
}

cdy_status sim_loops_step(sim_loops *l, cdy_simulation *simulation, double time, double dt, cdy_error *error)
{
    const computation *t = l->computation;
    const cdy_model *model = t->robot->model;
    memcpy(l->q, cdy_simulation_q(simulation), (size_t)cdy_model_nq(model) * sizeof *l->q);
    memcpy(l->qd, cdy_simulation_qd(simulation), (size_t)cdy_model_nv(model) * sizeof *l->qd);
    memset(l->fext, 0, 6 * (size_t)cdy_model_force_rows(model) * sizeof *l->fext);
    cdy_status status = find_torques(l, simulation, error);
    if (status) {
        return status;
    }
    status = wrench_list_apply(&t->wrenches, model, t->workspace, l->q, l->fext, error);
    status =
        status ? status
               : cdy_mechanism_step(l->closure.mechanism, model, t->workspace, dt, l->tau, l->fext, l->q, l->qd, error);
    status = status ? status : cdy_simulation_set_state(simulation, time, l->q, l->qd, error);
    return status == CDY_ERROR_NUMERIC ? fail_at(cdy_simulation_time(simulation), error) : status;
}
