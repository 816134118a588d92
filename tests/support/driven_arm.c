#include "support/driven_arm.h"

#include "support/compare.h"
#include "support/driven.h"
#include "support/random_tree.h"
#include "support/recording.h"
#include "support/suite.h"

/* Drives in the middle of what arms have. */
void draw_drives(uint64_t *state, cdy_tree *tree)
{
    cdy_error error = {0};
    for (int i = 1; i < cdy_tree_body_count(tree); i++) {
        cdy_joint joint = cdy_tree_body(tree, i)->joint;
        if (cdy_joint_type_nv(joint.type) == 1) {
            joint.dynamics.given = true;
            joint.dynamics.damping = draw(state, 1, 3);
            joint.dynamics.friction = draw(state, 1, 3);
            joint.rotor_inertia = draw(state, 1e-5, 3e-5);
            joint.gear_ratio = 101;
            joint.drive = (cdy_joint_drive){.stribeck = draw(state, 0.5, 1.5),
                                            .stribeck_velocity = draw(state, 0.2, 0.4),
                                            .load_friction = draw(state, 0.05, 0.1),
                                            .offset = draw(state, -0.3, 0.3),
                                            .friction_width = draw(state, 0.01, 0.02)};
            ck_assert_ok(cdy_tree_replace_joint(tree, cdy_tree_body(tree, i)->name, &joint, &error), error);
        }
    }
}

/* Turns on what an identification of drives finds. */
void let_drives_act(robot *r)
{
    cdy_drive_options drives = cdy_drive_options_default();
    drives.damping = drives.friction = drives.rotors = drives.load = drives.offsets = true;
    set_drives(r, drives);
}

robot make_driven_arm(uint64_t *state)
{
    robot arm = load_bundled_robot("universalUR5e");
    double gravity[3];
    cdy_error error = {0};
    cdy_model_get_gravity(arm.model, gravity);
    draw_drives(state, arm.tree);
    cdy_model_destroy(arm.model);
    cdy_workspace_destroy(arm.work);
    arm = make_robot(arm.tree);
    ck_assert_ok(cdy_model_set_gravity(arm.model, gravity, &error), error);
    let_drives_act(&arm);
    return arm;
}

/* A state with slow velocities more often than fast ones, where the laws bend. */
void draw_motion(robot *r, uint64_t *state, double *q, double *qd, double *qdd)
{
    draw_state(r, state, q, qd, qdd);
    for (int i = 0; i < r->nv; i++) {
        const double u = draw(state, -1, 1);
        qd[i] = 2 * u * u * u;
    }
}

void record_arm(robot *arm, cdy_drive_identification *id, int rows, double noise, uint64_t *state)
{
    cdy_error error = {0};
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST];
    for (int row = 0; row < rows; row++) {
        draw_motion(arm, state, q, qd, qdd);
        ck_assert_ok(cdy_inverse_dynamics(arm->model, arm->work, q, qd, qdd, NULL, tau, &error), error);
        for (int i = 0; i < arm->nv; i++) {
            tau[i] += noise > 0 ? noise * draw_normal(state) : 0;
        }
        ck_assert_ok(cdy_drive_identification_add(id, q, qd, qdd, NULL, tau, NULL, &error), error);
    }
}
