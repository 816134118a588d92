/* Simulation of robots: arms that fall and swing back, joints with friction, drives of every kind. */
#include "simulation/simulation_case.h"
#include "support/driven.h"

enum { RUBBING = 4 }; /* cases of a_rubbing_arm_falls */

/* Compiles the robot's model again from its changed tree. */
static robot remake(robot given)
{
    cdy_workspace_destroy(given.work);
    cdy_model_destroy(given.model);
    return make_robot(given.tree);
}

START_TEST(a_falling_arm_keeps_its_energy)
{
    static const double tolerance[INTEGRATORS] = {3, 1e-6, 2e-2, 1e-4, 1e-2, 1e-6};
    SKIP_WITHOUT(integrators[_i]);
    robot r = load_bundled_robot("universalUR5e");
    const double q[6] = {0, -0.6, 0.4, 0.2, 0.3, 0};
    cdy_simulation *s = simulate(&r, integrators[_i], 0.001, q, NULL);
    double start = total_energy(s), worst = 0;
    for (int i = 0; i < 1000; i++) {
        run(s, 1);
        worst = fmax(worst, fabs(total_energy(s) - start));
    }
    ck_assert_msg(worst < tolerance[_i], "integrator %d: the energy is off by %g J", _i, worst);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* Falls for a second, then reverses its velocities: the motion runs backwards, to the same height and to rest. */
START_TEST(a_falling_arm_swings_back_to_its_height)
{
    static const double tolerance[INTEGRATORS] = {0.2, 1e-6, 1e-4, 1e-4, 1e-3, 1e-6};
    SKIP_WITHOUT(integrators[_i]);
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e");
    const double q[6] = {0, -0.6, 0.4, 0.2, 0.3, 0};
    cdy_simulation *s = simulate(&r, integrators[_i], _i == 0 ? 1e-5 : 1e-3, q, NULL);
    const int steps = _i == 0 ? 50000 : 500;
    double qd[6], kinetic, height[3];
    for (int way = 0; way < 3; way++) {
        ck_assert_ok(cdy_simulation_energy(s, &kinetic, &height[way], &error), error);
        for (int i = 0; i < 6; i++) {
            qd[i] = (way == 1 ? -1 : 1) * cdy_simulation_qd(s)[i];
        }
        ck_assert_ok(cdy_simulation_set_state(s, 0, cdy_simulation_q(s), qd, &error), error);
        run(s, way < 2 ? steps : 0);
    }
    ck_assert_double_lt(height[1], height[0] - 10);
    ck_assert_double_eq_tol(height[2], height[0], tolerance[_i]);
    ck_assert_double_le(kinetic, tolerance[_i]);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* An arm that moves only its shoulder is a pendulum, which swings up to its initial height. */
START_TEST(an_arm_on_one_joint_swings_between_equal_heights)
{
    cdy_error error = {0};
    robot given = load_bundled_robot("universalUR5e");
    cdy_tree *tree = given.tree;
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        const cdy_body *body = cdy_tree_body(tree, i);
        cdy_joint joint = body->joint;
        if (strcmp(joint.name, "shoulder_lift_joint") != 0) {
            joint.type = CDY_JOINT_FIXED;
            ck_assert_ok(cdy_tree_replace_joint(tree, body->name, &joint, &error), error);
        }
    }
    robot r = remake(given);
    const double q = -0.6;
    cdy_simulation *s = simulate(&r, CDY_RK4, 1e-3, &q, NULL);
    double kinetic, height, start, lowest = HUGE_VAL, last = 0;
    int turns = 0;
    ck_assert_ok(cdy_simulation_energy(s, &kinetic, &start, &error), error);
    for (int i = 0; i < 5000; i++) {
        run(s, 1);
        ck_assert_ok(cdy_simulation_energy(s, &kinetic, &height, &error), error);
        ck_assert_double_le(height, start + 1e-6);
        lowest = fmin(lowest, height);
        const double qd = *cdy_simulation_qd(s);
        if (qd * last < 0) {
            ck_assert_double_eq_tol(height, start, 1e-2);
            ck_assert_double_le(kinetic, 1e-2);
            turns++;
        }
        last = qd;
    }
    ck_assert_int_ge(turns, 3);
    ck_assert_double_lt(lowest, start - 50);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* Gives every joint of a robot an active friction of 1 N m. */
static robot make_rubbing(robot given, double width)
{
    cdy_error error = {0};
    for (int i = 1; i <= cdy_tree_body_count(given.tree); i++) {
        cdy_joint joint = cdy_tree_body(given.tree, i)->joint;
        joint.dynamics = (cdy_joint_dynamics){.given = true, .friction = 1};
        ck_assert_ok(cdy_tree_replace_joint(given.tree, cdy_tree_body(given.tree, i)->name, &joint, &error), error);
    }
    robot r = remake(given);
    set_drives(&r, (cdy_drive_options){.friction = true, .friction_width = width});
    return r;
}

/* Coulomb friction f brings a body of inertia I to rest within I v / f, over a distance of I v^2 / (2 f). */
START_TEST(friction_stops_what_slides)
{
    static const double widths[2] = {5e-3, 1e-5};
    cdy_error error = {0};
    robot r = make_rubbing(make_pendulum(), widths[_i]);
    const double none[3] = {0, 0, 0}, q = 0.3, qd = 1.2, I = 2 * 0.25;
    ck_assert_ok(cdy_model_set_gravity(r.model, none, &error), error);
    cdy_simulation *s = simulate(&r, CDY_VARIATIONAL, 1e-3, &q, &qd);
    run(s, 300);
    ck_assert_double_eq_tol(*cdy_simulation_qd(s), qd - 0.3 / I, 1e-3);
    run(s, 700);
    ck_assert_double_eq_tol(*cdy_simulation_qd(s), 0, 1e-6);
    ck_assert_double_eq_tol(*cdy_simulation_q(s) - q, I * qd * qd / 2, 2 * widths[_i] + 1e-5);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* An arm starts, slides and sticks in some joints; friction only dissipates energy, however steep it is. */
START_TEST(a_rubbing_arm_falls)
{
    static const struct {
        double width, h;
    } cases[RUBBING] = {{5e-3, 1e-3}, {1e-4, 1e-3}, {1e-6, 1e-3}, {1e-3, 5e-3}};
    robot r = make_rubbing(load_bundled_robot("universalUR5e"), cases[_i].width);
    const double q[6] = {0, -0.6, 0.4, 0.2, 0.3, 0}, h = cases[_i].h;
    cdy_simulation *s = simulate(&r, CDY_VARIATIONAL, h, q, NULL);
    const double start = total_energy(s);
    double last = start;
    for (int i = 0; i < lround(1 / h); i++) {
        run(s, 1);
        double now = total_energy(s);
        ck_assert_msg(now < last, "step %d: the energy grows from %.17g to %.17g J", i, last, now);
        last = now;
    }
    ck_assert_double_lt(last, start - 1);
    cdy_simulation_destroy(s);
    free_robot(&r);
}
END_TEST

/* Drives of every kind, leaders and followers among the joints: halving the step quarters the error. */
START_TEST(driven_robots_move_as_by_other_integrators)
{
    driven d = make_driven_robot(_i, RANDOM_JOINTS_ALL);
    set_drives(&d.r, all_drives());
    double q_true[MOST], qd_true[MOST], q_end[MOST], qd_end[MOST], errors[2];
    end_of(&d.r, CDY_RK4, 0.05, 5000, d.q, d.qd, q_true, qd_true);
    for (int i = 0; i < 2; i++) {
        end_of(&d.r, CDY_VARIATIONAL, 0.05, 100 << i, d.q, d.qd, q_end, qd_end);
        errors[i] = distance(&d.r, q_true, qd_true, q_end, qd_end);
    }
    ck_assert_msg(errors[1] < 0.4 * errors[0] + 1e-9, "robot %d: errors %g, %g", _i, errors[0], errors[1]);
    free_robot(&d.r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simulation_robots");
    TCase *tests = tcase_create("motion");
    suite_add_tcase(suite, tests);
    tcase_add_loop_test(tests, a_falling_arm_keeps_its_energy, 0, INTEGRATORS);
    tcase_add_loop_test(tests, a_falling_arm_swings_back_to_its_height, 0, INTEGRATORS);
    tcase_add_test(tests, an_arm_on_one_joint_swings_between_equal_heights);
    tcase_add_loop_test(tests, friction_stops_what_slides, 0, 2);
    tcase_add_loop_test(tests, a_rubbing_arm_falls, 0, RUBBING);
    tcase_add_loop_test(tests, driven_robots_move_as_by_other_integrators, 0, 6);
    return run_suites(suite, NULL);
}
