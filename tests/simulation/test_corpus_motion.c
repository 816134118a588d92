/* Motions of real robots at the defaults of simulation: under PD control, and with damping and friction. */
#include "simulation/simulation_case.h"
#include "support/driven.h"
#include "support/samples.h"

#include <stdlib.h>

static samples files;
static const char *const bundled[] = {"universalUR5e", "kukaIiwa14", "omronEcobra600"};
enum { BUNDLED = sizeof bundled / sizeof *bundled };

static robot load(int index)
{
    return index < BUNDLED ? load_bundled_robot(bundled[index])
                           : load_robot_file(files.paths[index - BUNDLED], false, false);
}

static bool can_move(const robot *r)
{
    cdy_error error;
    double *q = calloc((size_t)r->nq + (size_t)r->nv + 1, sizeof *q);
    cdy_home_configuration(r->model, q);
    const cdy_status status =
        cdy_forward_dynamics(r->model, r->work, q, NULL, NULL, NULL, q + r->nq, &error); /* singular mass matrices */
    free(q);
    return r->nv > 0 && status == CDY_OK;
}

/* PD control to 0.3 rad or m from home by each joint, with gains by the joints' inertias or of 100 and 10 for all, at a
 * step of 4 ms: the error's potential and the kinetic energy only fall, but for rounding. */
START_TEST(pd_control_does_not_blow_up)
{
    robot r = load(_i / 2);
    cdy_error error = {0};
    cdy_motion_model *law = NULL;
    cdy_simulation *s = NULL;
    if (!can_move(&r)) {
        free_robot(&r);
        return;
    }
    double *goal = calloc(2 * (size_t)r.nq + 1, sizeof *goal), *step = goal + r.nq;
    cdy_home_configuration(r.model, goal);
    for (int i = 0; i < r.nv; i++) {
        step[i] = 0.3;
    }
    ck_assert_ok(cdy_configuration_integrate(r.model, goal, step, goal, &error), error);
    ck_assert_ok(cdy_motion_model_create(r.model, CDY_PD_CONTROL, &law, &error), error);
    ck_assert_ok(cdy_motion_model_set_reference(law, goal, NULL, NULL, &error), error);
    if (_i % 2) {
        ck_assert_ok(cdy_motion_model_set_inertia_gains(law, NULL, &error), error);
    }
    cdy_simulation_options o = cdy_simulation_options_default();
    o.step = 0.004;
    o.control = cdy_motion_model_control;
    o.control_slopes = cdy_motion_model_slopes;
    o.control_user = law;
    ck_assert_ok(cdy_simulation_create(r.model, &o, &s, &error), error);
    for (int i = 0; i < UNLESS_WATCHED(50, 5); i++) {
        ck_assert_msg(cdy_simulation_step(s, &error) == CDY_OK, "%s: %s", cdy_model_name(r.model), error.text);
    }
    ck_assert_msg(largest(cdy_simulation_qd(s), (size_t)r.nv) < 100, "%s: a joint moves at %g", cdy_model_name(r.model),
                  largest(cdy_simulation_qd(s), (size_t)r.nv));
    cdy_simulation_destroy(s);
    cdy_motion_model_destroy(law);
    free(goal);
    free_robot(&r);
}
END_TEST

static bool has_dynamics(const robot *r)
{
    bool any = false;
    for (int i = 1; i <= cdy_tree_body_count(r->tree); i++) {
        const cdy_joint *joint = &cdy_tree_body(r->tree, i)->joint;
        any = any || (joint->dynamics.given && joint->type != CDY_JOINT_FIXED);
    }
    return any;
}

/* From home at rest, in gravity, with damping and friction, which keep the velocities bounded. */
START_TEST(damped_robots_move_at_the_defaults)
{
    robot r = load(_i + BUNDLED);
    if (has_dynamics(&r)) {
        set_drives(&r, (cdy_drive_options){.damping = true, .friction = true, .friction_width = 5e-3});
        cdy_error error = {0};
        cdy_simulation *s = NULL;
        ck_assert_ok(cdy_simulation_create(r.model, NULL, &s, &error), error);
        for (int i = 0; i < UNLESS_WATCHED(1000, 10); i++) {
            ck_assert_msg(cdy_simulation_step(s, &error) == CDY_OK, "%s: %s", files.paths[_i], error.text);
        }
        cdy_simulation_destroy(s);
    }
    free_robot(&r);
}
END_TEST

int main(void)
{
    find_samples(&files, "corpus/robots", ".urdf");
    Suite *suite = suite_create("corpus_motion");
    TCase *tests = tcase_create("robots");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, pd_control_does_not_blow_up, 0, 2 * (BUNDLED + files.count));
    tcase_add_loop_test(tests, damped_robots_move_at_the_defaults, 0, files.count);
    suite_add_tcase(suite, tests);
    return run_samples(suite, &files);
}
