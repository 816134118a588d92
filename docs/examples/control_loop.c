/* A 1 kHz control loop for a UR5e: gravity compensation while it is led by hand, then computed torque to a target.
 * All memory is taken before the loop begins; the robot itself is a simulation here. */
#include <condyle/condyle.h>
#include <condyle/motion_model.h>
#include <condyle/simulation.h>
#include <math.h>
#include <stdio.h>

/* The data of the loop, created before it begins. */
typedef struct controller {
    const cdy_model *model;
    cdy_workspace *workspace;
    cdy_motion_model *law;
} controller;

/* One cycle: encoder readings in, torques out.  No memory is allocated, nothing waits. */
static cdy_status cycle(void *user, double t, const double *q, const double *qd, double *tau)
{
    const controller *c = user;
    if (t < 0.5) {
        return cdy_gravity_torque(c->model, c->workspace, q, tau, NULL);
    }
    return cdy_motion_model_control(c->law, t, q, qd, tau);
}

static cdy_status run(const controller *c, cdy_simulation *robot, const double target[6], cdy_error *error)
{
    cdy_status status = CDY_OK;
    for (int tick = 0; tick < 2000 && !status; tick++) {
        status = cdy_simulation_step(robot, error);
    }
    for (int i = 0; i < cdy_model_nv(c->model) && !status; i++) {
        cdy_coordinate joint;
        cdy_model_velocity(c->model, i, &joint);
        printf("%-20s %9.6f rad, %.1e from its target\n", joint.joint, cdy_simulation_q(robot)[i],
               fabs(cdy_simulation_q(robot)[i] - target[i]));
    }
    return status;
}

int main(void)
{
    cdy_error error = {CDY_OK, 0, "", ""};
    cdy_tree *tree = NULL;
    cdy_model *model = NULL;
    cdy_simulation *robot = NULL;
    controller c = {NULL, NULL, NULL};
    cdy_load_options options = cdy_load_options_default();
    options.gravity[2] = -9.81;
    const double start[6] = {0, -1, 1, 0, 0.5, 0}, target[6] = {0.5, -1.2, 1.4, -0.2, 0.5, 1};

    cdy_status status = cdy_urdf_load_bundled("universalUR5e", &options, &tree, &error);
    status = status ? status : cdy_model_create(tree, &model, &error);
    status = status ? status : cdy_workspace_create(model, &c.workspace, &error);
    status = status ? status : cdy_motion_model_create(model, CDY_COMPUTED_TORQUE_CONTROL, &c.law, &error);
    status = status ? status : cdy_motion_model_set_reference(c.law, target, NULL, NULL, &error);
    c.model = model;

    cdy_simulation_options cycles = cdy_simulation_options_default(); /* 0.001 s */
    cycles.control = cycle;
    cycles.control_user = &c;
    cycles.sampled_control = true; /* torques hold through a cycle, as a real drive's do */
    status = status ? status : cdy_simulation_create(model, &cycles, &robot, &error);
    status = status ? status : cdy_simulation_set_state(robot, 0, start, NULL, &error);
    status = status ? status : run(&c, robot, target, &error);
    if (status) {
        fprintf(stderr, "%s: %s\n", cdy_status_text(status), error.text);
    }
    cdy_simulation_destroy(robot);
    cdy_motion_model_destroy(c.law);
    cdy_workspace_destroy(c.workspace);
    cdy_model_destroy(model);
    cdy_tree_destroy(tree);
    return status != CDY_OK;
}
