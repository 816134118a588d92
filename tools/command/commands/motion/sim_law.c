#include "commands/motion/sim_law.h"

#include "commands/motion/sim_options.h"
#include "options/command.h"
#include "values/per_joint.h"
#include "values/vector.h"

#include <stdlib.h>
#include <string.h>

/* Sets the natural frequency and the damping ratio of all joints. */
static exit_code set_error_dynamics(const computation *t, cdy_motion_model *law)
{
    const sim_options *c = t->own;
    const size_t n = (size_t)cdy_model_nv(t->robot->model);
    cdy_error error;
    double *omega = calloc(2 * n + 1, sizeof *omega);
    if (!omega) {
        return fail_memory();
    }
    for (size_t i = 0; i < n; i++) {
        omega[i] = c->frequency;
        omega[n + i] = c->damping_ratio;
    }
    const cdy_status status = cdy_motion_model_set_error_dynamics(law, omega, omega + n, &error);
    free(omega);
    return status ? fail_library(&error) : EXIT_FINE;
}

/* Reads the diagonal (n) of gains over its present numbers. */
static exit_code read_gains(const computation *t, const char *option, const char *given, double *gains,
                            double *diagonal)
{
    const size_t n = (size_t)cdy_model_nv(t->robot->model);
    const per_joint_option numbers = {.name = option, .noun = "gain", .kind = VECTOR_TAU};
    for (size_t i = 0; i < n; i++) {
        diagonal[i] = gains[i * (n + 1)];
    }
    const exit_code code = per_joint_read(t->robot, &numbers, given, diagonal);
    for (size_t i = 0; i < n; i++) {
        gains[i * (n + 1)] = diagonal[i];
    }
    return code;
}

/* Gains by the inertia of each joint at the goal, but for those of --kp and --kd. */
static exit_code set_gains(const computation *t, cdy_motion_model *law)
{
    const sim_options *c = t->own;
    const size_t n = (size_t)cdy_model_nv(t->robot->model);
    cdy_error error;
    double *Kp = calloc(2 * n * n + n + 1, sizeof *Kp);
    if (!Kp) {
        return fail_memory();
    }
    double *Kd = Kp + n * n;
    cdy_status status = cdy_motion_model_set_inertia_gains(law, NULL, &error);
    status = status ? status : cdy_motion_model_get_gains(law, Kp, Kd, &error);
    exit_code code = status ? fail_library(&error) : EXIT_FINE;
    code = code == EXIT_FINE ? read_gains(t, "--kp", c->kp, Kp, Kd + n * n) : code;
    code = code == EXIT_FINE ? read_gains(t, "--kd", c->kd, Kd, Kd + n * n) : code;
    if (code == EXIT_FINE && cdy_motion_model_set_gains(law, Kp, Kd, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    free(Kp);
    return code;
}

/* Sets the reference to --goal, or to the computation's state. */
static exit_code set_goal(computation *t, cdy_motion_model *law)
{
    const sim_options *c = t->own;
    const cdy_model *model = t->robot->model;
    cdy_error error;
    double *goal = calloc((size_t)cdy_model_nq(model) + 1, sizeof *goal);
    if (!goal) {
        return fail_memory();
    }
    exit_code code = EXIT_FINE;
    memcpy(goal, t->state.values[VARIABLE_Q], (size_t)cdy_model_nq(model) * sizeof *goal);
    if (c->goal) {
        code = vector_read(t->robot, VECTOR_Q, "--goal", c->goal, t->options->state.seed, t->options->numbers.degrees,
                           goal);
    }
    if (code == EXIT_FINE && c->goal) {
        limit_watch_state(&t->limits, "--goal", goal, NULL);
    }
    if (code == EXIT_FINE && cdy_motion_model_set_reference(law, goal, NULL, NULL, &error) != CDY_OK) {
        code = fail_library(&error);
    }
    free(goal);
    return code;
}

exit_code sim_law_make(computation *t, cdy_motion_model **law)
{
    const sim_options *c = t->own;
    cdy_error error;
    const bool has_goal = c->control == CONTROL_COMPUTED_TORQUE || c->control == CONTROL_PD;
    *law = NULL;
    if (c->goal && !has_goal) {
        return fail(EXIT_USAGE, "--goal needs --control computed-torque or --control pd");
    }
    if (has_goal && !c->goal) {
        return fail(EXIT_USAGE, "--control %s needs --goal VALUES; --control hold stays where it is",
                    c->control == CONTROL_PD ? "pd" : "computed-torque");
    }
    if (c->control == CONTROL_NONE) {
        return EXIT_FINE;
    }
    const cdy_motion_type type = c->control == CONTROL_PD ? CDY_PD_CONTROL : CDY_COMPUTED_TORQUE_CONTROL;
    if (cdy_motion_model_create(t->robot->model, type, law, &error) != CDY_OK) {
        return fail_library(&error);
    }
    exit_code code = set_error_dynamics(t, *law);
    code = code == EXIT_FINE ? set_goal(t, *law) : code;
    return code == EXIT_FINE && type == CDY_PD_CONTROL ? set_gains(t, *law) : code;
}
