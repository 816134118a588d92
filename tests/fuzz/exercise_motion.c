/* The calls that search or integrate, on an arbitrary valid model: inverse kinematics, simulation, tasks and contacts,
 * regressors. */
#include "fuzz.h"

#include <condyle/closed_inverse_kinematics.h>
#include <condyle/operational_space.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TASK_ROWS = 6, STEPS = 2 };

/* A call may fail because of its numbers and of the robot's size, not because of its arguments. */
static bool worked(cdy_status status, const cdy_error *error)
{
    return status != CDY_ERROR_UNSUPPORTED && require_status(status, CDY_ERROR_NUMERIC, error);
}

static void require_finite(const char *what, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        require(isfinite(values[i]), "%s: number %zu is %g", what, i, values[i]);
    }
}

static void search(const cdy_model *model, cdy_workspace *workspace, int frame)
{
    cdy_error error = {0};
    uint64_t seed = 3;
    double T[16];
    size_t nq = (size_t)cdy_model_nq(model);
    double *q = fuzz_allocate(nq, sizeof *q);
    cdy_ik_options options = cdy_ik_options_default();
    cdy_ik_report report;
    options.iterations = 10;
    options.restarts = 1;
    cdy_random_configuration(model, &seed, q);
    if (worked(cdy_get_transform(model, workspace, frame, 0, q, T, &error), &error) &&
        worked(cdy_inverse_kinematics(model, workspace,
                                      &(cdy_ik_problem){.frame = frame, .target = T, .options = &options}, q, &report,
                                      &error),
               &error)) {
        require_finite("inverse kinematics", q, nq);
        require(cdy_configuration_limit_violations(model, q, 1e-9, NULL) == 0, "inverse kinematics leaves the limits");
    }
    cdy_ik_constraint constraints[2] = {cdy_ik_constraint_default(CDY_IK_AIMING),
                                        cdy_ik_constraint_default(CDY_IK_DISTANCE_BOUNDS)};
    const cdy_gik_options few = {.tolerance = 1e-6, .iterations = 20, .restarts = 1};
    const cdy_gik_problem problem = {.constraints = constraints, .count = 2, .options = &few};
    cdy_gik_report found;
    constraints[0].frame = constraints[1].frame = frame;
    if (worked(cdy_generalized_inverse_kinematics(model, workspace, &problem, q, &found, NULL, &error), &error)) {
        require_finite("generalized inverse kinematics", q, nq);
        require(cdy_configuration_limit_violations(model, q, 1e-9, NULL) == 0,
                "generalized inverse kinematics leaves the limits");
    }
    free(q);
}

/* All solutions in closed form, of the placement at a random configuration. */
static void solve_closed(const cdy_model *model, cdy_workspace *workspace, int frame)
{
    enum { MOST = 8 };
    cdy_error error = {0};
    cdy_ik_closed *arm = NULL;
    cdy_ik_closed_report report;
    uint64_t seed = 5;
    double T[16];
    const size_t nq = (size_t)cdy_model_nq(model);
    double *q = fuzz_allocate((MOST + 1) * nq, sizeof *q), *start = q + MOST * nq;
    const cdy_ik_closed_problem problem = {.target = T, .start = start};
    cdy_random_configuration(model, &seed, start);
    if (worked(cdy_get_transform(model, workspace, frame, 0, start, T, &error), &error) &&
        worked(cdy_ik_closed_create(model, frame, NULL, &arm, &error), &error) &&
        worked(cdy_ik_closed_solve(arm, &problem, MOST, q, &report, &error), &error)) {
        require(report.count >= 0 && report.count <= MOST, "a wrong number of solutions");
        for (int i = 0; i < report.count; i++) {
            require_finite("a solution in closed form", q + (size_t)i * nq, nq);
            require(cdy_configuration_limit_violations(model, q + (size_t)i * nq, 1e-9, NULL) <=
                        cdy_configuration_limit_violations(model, start, 1e-9, NULL),
                    "a solution in closed form leaves the limits");
        }
    }
    cdy_ik_closed_destroy(arm);
    free(q);
}

static void simulate(const cdy_model *model, cdy_integrator integrator, const double *q, const double *qd)
{
    cdy_error error = {0};
    cdy_simulation *simulation = NULL;
    cdy_simulation_options options = cdy_simulation_options_default();
    options.integrator = integrator;
    options.step = 0.01;
    bool going = require_status(cdy_simulation_create(model, &options, &simulation, &error), CDY_OK, &error) &&
                 require_status(cdy_simulation_set_state(simulation, 0, q, qd, &error), CDY_OK, &error);
    for (int i = 0; i < STEPS && going; i++) {
        going = worked(cdy_simulation_step(simulation, &error), &error);
        require_finite("simulated configuration", cdy_simulation_q(simulation), (size_t)cdy_model_nq(model));
        require_finite("simulated velocity", cdy_simulation_qd(simulation), (size_t)cdy_model_nv(model));
    }
    cdy_simulation_destroy(simulation);
}

static void identify(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *qd)
{
    cdy_error error = {0};
    const cdy_regressor_options options = {
        .damping = true, .coulomb = true, .rotor_inertia = true, .friction_width = 0.01};
    size_t p = (size_t)cdy_parameter_count(model, &options), n = (size_t)cdy_model_nv(model);
    size_t inertial = (size_t)cdy_parameter_count(model, NULL);
    double *Y = fuzz_allocate(n * p, sizeof *Y), *pi = fuzz_allocate(inertial, sizeof *pi);
    if (worked(cdy_regressor(model, workspace, q, qd, qd, &options, Y, &error), &error)) {
        require_finite("regressor", Y, n * p);
    }
    if (worked(cdy_inertial_parameters(model, pi, &error), &error)) {
        require_finite("parameters", pi, inertial);
    }
    free(Y);
    free(pi);
}

static void work_on_a_task(const cdy_model *model, cdy_workspace *workspace, cdy_row_solver *solver, int frame,
                           const double *q, const double *qd)
{
    cdy_error error = {0};
    double Lambda[TASK_ROWS * TASK_ROWS], mu[TASK_ROWS], p[TASK_ROWS];
    const cdy_task task = {.frame = frame, .axes = CDY_AXES_BODY, .rows = CDY_ROWS_ALL, .point = {0.1, 0, 0}};
    cdy_operational_space space = {.Lambda = Lambda, .mu = mu, .p = p};
    if (worked(cdy_task_dynamics(model, workspace, solver,
                                 &(cdy_task_state){.q = q, .qd = qd, .tasks = &task, .count = 1, .tolerance = 1e-10},
                                 &space, &error),
               &error)) {
        require_finite("operational inertia", Lambda, TASK_ROWS * TASK_ROWS);
        require_finite("operational bias", mu, TASK_ROWS);
        require_finite("operational gravity", p, TASK_ROWS);
    }
}

static void touch(const cdy_model *model, cdy_workspace *workspace, cdy_row_solver *solver, int frame, const double *q,
                  const double *qd)
{
    cdy_error error = {0};
    size_t n = (size_t)cdy_model_nv(model), nq = (size_t)cdy_model_nq(model);
    double *next = fuzz_allocate(nq, sizeof *next), *qdd = fuzz_allocate(n, sizeof *qdd), forces[TASK_ROWS];
    const cdy_constraint contact = {.frame = frame, .rows = CDY_ROWS_BALL};
    cdy_constraint_options options = cdy_constraint_options_default();
    options.iterations = 5;
    if (worked(cdy_constrained_forward_dynamics(
                   model, workspace, solver,
                   &(cdy_constrained_state){.q = q, .qd = qd, .constraints = &contact, .count = 1, .options = &options},
                   qdd, forces, NULL, &error),
               &error)) {
        require_finite("constrained acceleration", qdd, n);
        require_finite("constraint forces", forces, 3);
    }
    if (worked(cdy_impact(
                   model, workspace, solver,
                   &(cdy_constrained_state){
                       .q = q, .qd = qd, .constraints = &contact, .count = 1, .options = &options, .restitution = 0.5},
                   qdd, forces, NULL, &error),
               &error)) {
        require_finite("velocity after an impact", qdd, n);
    }
    if (worked(cdy_constraint_project(
                   model, workspace, solver,
                   &(cdy_constrained_state){.q = q, .constraints = &contact, .count = 1, .options = &options}, next,
                   NULL, &error),
               &error)) {
        require_finite("projected configuration", next, nq);
    }
    free(next);
    free(qdd);
}

/* Hangs a frame that is not the base on the base where it is, and moves the rest of the robot as a mechanism. */
static void exercise_mechanism(const cdy_model *model, cdy_workspace *workspace, int frame, const double *q)
{
    cdy_error error = {0};
    size_t n = (size_t)cdy_model_nv(model), nq = (size_t)cdy_model_nq(model);
    double *next = fuzz_allocate(nq, sizeof *next), *tau = fuzz_allocate(n, sizeof *tau), forces[TASK_ROWS];
    cdy_constraint loop = {.frame = frame, .rows = CDY_ROWS_BALL};
    cdy_mechanism_options options = cdy_mechanism_options_default();
    cdy_mechanism *mechanism = NULL;
    options.iterations = 5;
    options.restarts = 1;
    memcpy(next, q, nq * sizeof *next);
    if (worked(cdy_constraint_anchor(model, workspace, q, &loop, &error), &error) &&
        worked(cdy_mechanism_create(model, &loop, 1, &options, &mechanism, &error), &error) &&
        worked(cdy_mechanism_assemble(mechanism, model, workspace, q, NULL, next, NULL, &error), &error) &&
        worked(cdy_mechanism_choose(mechanism, model, workspace, next, &error), &error)) {
        require_finite("assembled configuration", next, nq);
        if (worked(cdy_mechanism_inverse_dynamics(mechanism, model, workspace, next, NULL, NULL, NULL, tau, forces,
                                                  &error),
                   &error)) {
            require_finite("torques of drives", tau, n);
            require_finite("forces of a loop", forces, 3);
        }
        memset(tau, 0, n * sizeof *tau);
        if (worked(cdy_mechanism_step(mechanism, model, workspace, 1e-3, NULL, NULL, next, tau, &error), &error)) {
            require_finite("configuration after a step", next, nq);
            require_finite("velocities after a step", tau, n);
        }
    }
    cdy_mechanism_destroy(mechanism);
    free(next);
    free(tau);
}

void exercise_motion(const cdy_model *model, cdy_workspace *workspace, const double *q, const double *qd)
{
    cdy_error error = {0};
    cdy_row_solver *solver = NULL;
    const int frame = cdy_model_frame_count(model) - 1;
    search(model, workspace, frame);
    solve_closed(model, workspace, frame);
    simulate(model, CDY_SEMI_IMPLICIT_EULER, q, qd);
    simulate(model, CDY_RK4, q, qd);
    simulate(model, CDY_VARIATIONAL, q, qd);
    identify(model, workspace, q, qd);
    if (require_status(cdy_row_solver_create(model, TASK_ROWS, &solver, &error), CDY_ERROR_UNSUPPORTED, &error)) {
        work_on_a_task(model, workspace, solver, frame, q, qd);
        touch(model, workspace, solver, frame, q, qd);
        if (frame > 0) { /* a loop is of two frames */
            exercise_mechanism(model, workspace, frame, q);
        }
    }
    cdy_row_solver_destroy(solver);
}
