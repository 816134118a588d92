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

driven make_driven_robot(int number, random_joints joints)
{
    driven s = {0};
    uint64_t state = (uint64_t)number * 1000 + 1;
    cdy_tree *tree = random_tree((uint64_t)number, number + 1, joints);
    drive_joints(tree, &state);
    s.r = make_robot(tree);
    ck_assert_int_le(cdy_model_force_rows(s.r.model), MOST);
    random_state(&state, tree, s.q);
    draw_array(&state, 0.3, s.qd, s.r.nv);
    draw_array(&state, 1, s.qdd, s.r.nv);
    draw_array(&state, 3, s.fext, 6 * cdy_model_force_rows(s.r.model));
    return s;
}
