#include "support/driven.h"

#include "support/compare.h"

cdy_drive_options all_drives(void)
{
    return (cdy_drive_options){
        .damping = true, .friction = true, .friction_width = 0.1, .rotors = true, .springs = true};
}

void set_drives(robot *r, cdy_drive_options options)
{
    cdy_error error = {0};
    ck_assert_ok(cdy_model_set_drives(r->model, &options, &error), error);
}

void drive_joints(cdy_tree *tree, uint64_t *state)
{
    cdy_error error = {0};
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        cdy_joint joint = cdy_tree_body(tree, i)->joint;
        joint.dynamics =
            (cdy_joint_dynamics){true, draw(state, 0, 2), draw(state, 0, 3), draw(state, 0, 20), draw(state, -1, 1)};
        joint.rotor_inertia = draw(state, 0, 1e-3);
        joint.gear_ratio = draw(state, -100, 100);
        ck_assert_ok(cdy_tree_replace_joint(tree, cdy_tree_body(tree, i)->name, &joint, &error), error);
    }
}

cdy_joint_drive draw_law(uint64_t *state, const cdy_joint_dynamics *dynamics, double most)
{
    const double friction = dynamics->friction, damping = dynamics->damping;
    cdy_joint_drive d = {
        .friction_asymmetry = draw(state, -0.5, 0.5) * friction,
        .damping_asymmetry = draw(state, -1, 1) * damping,
        .stribeck = draw(state, -0.5, 2) * friction,
        .stribeck_velocity = draw(state, 0.05, 0.5),
        .stribeck_exponent = draw(state, 0.5, 3),
        .load_friction = draw(state, 0.1, 0.4) * most,
        .load_velocity = draw(state, 0.5, 3),
        .power_friction = draw(state, 0, 1),
        .power_exponent = draw(state, 0, 2.5),
        .offset = draw(state, -2, 2),
        .friction_width = draw(state, 0.05, 0.3),
        .load_width = draw(state, 0.1, 1),
        .friction_temperature = draw(state, 0, 0.02),
        .damping_temperature = draw(state, 0, 0.03),
        .current_gain = draw(state, -20, 20),
        .torque_gain = draw(state, 0.8, 1.3),
    };
    d.load_asymmetry = draw(state, -0.5, 0.5) * d.load_friction;
    d.load_stribeck = draw(state, -0.5, 0.5) * d.load_friction;
    d.load_damping = 0.2 * most / d.load_velocity;
    return d;
}

/* Gives each joint of one degree of freedom a law. */
static void draw_laws(cdy_tree *tree, double most)
{
    cdy_error error = {0};
    uint64_t state = (uint64_t)cdy_tree_body_count(tree);
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        cdy_joint joint = cdy_tree_body(tree, i)->joint;
        if (cdy_joint_type_nv(joint.type) == 1) {
            joint.drive = draw_law(&state, &joint.dynamics, most);
            ck_assert_ok(cdy_tree_replace_joint(tree, cdy_tree_body(tree, i)->name, &joint, &error), error);
        }
    }
}

static driven make(int number, random_joints joints, double most)
{
    driven s = {0};
    uint64_t state = (uint64_t)number * 1000 + 1;
    cdy_tree *tree = random_tree((uint64_t)number, number + 1, joints);
    drive_joints(tree, &state);
    if (most > 0) {
        draw_laws(tree, most);
    }
    s.r = make_robot(tree);
    ck_assert_int_le(cdy_model_force_rows(s.r.model), MOST);
    random_state(&state, tree, s.q);
    draw_array(&state, 0.3, s.qd, s.r.nv);
    draw_array(&state, 1, s.qdd, s.r.nv);
    draw_array(&state, 3, s.fext, 6 * cdy_model_force_rows(s.r.model));
    return s;
}

driven make_driven_robot(int number, random_joints joints)
{
    return make(number, joints, 0);
}

driven make_robot_with_laws(int number, random_joints joints, double most)
{
    return make(number, joints, most);
}
