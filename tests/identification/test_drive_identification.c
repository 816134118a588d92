/* Identification of drives: the laws of a simulated arm come back beside its bodies, and nothing is lost on the way
 * into a tree. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/driven.h"
#include "support/driven_arm.h"
#include "support/random_tree.h"
#include "support/recording.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { JOINTS = 6, ROWS = 1000 };

/* The root mean square difference of two robots' torques in motions. */
static void compare_torques(robot *a, robot *b, int rows, uint64_t state, double *rms)
{
    cdy_error error = {0};
    double q[MOST], qd[MOST], qdd[MOST], of_a[MOST], of_b[MOST];
    memset(rms, 0, (size_t)a->nv * sizeof *rms);
    for (int row = 0; row < rows; row++) {
        draw_motion(a, &state, q, qd, qdd);
        ck_assert_ok(cdy_inverse_dynamics(a->model, a->work, q, qd, qdd, NULL, of_a, &error), error);
        ck_assert_ok(cdy_inverse_dynamics(b->model, b->work, q, qd, qdd, NULL, of_b, &error), error);
        for (int i = 0; i < a->nv; i++) {
            rms[i] += (of_a[i] - of_b[i]) * (of_a[i] - of_b[i]) / rows;
        }
    }
    for (int i = 0; i < a->nv; i++) {
        rms[i] = sqrt(rms[i]);
    }
}

/* The robot that a result describes, its drives acting. */
static robot identified_robot(const robot *given, const cdy_drive_identification_result *result)
{
    cdy_error error = {0};
    cdy_tree *tree;
    double gravity[3];
    ck_assert_ok(cdy_tree_apply_drive_identification(given->tree, given->model, result, &tree, &error), error);
    robot found = make_robot(tree);
    cdy_model_get_gravity(given->model, gravity);
    ck_assert_ok(cdy_model_set_gravity(found.model, gravity, &error), error);
    let_drives_act(&found);
    return found;
}

static double load_friction_of(const robot *arm, const char *joint)
{
    for (int i = 1; i < cdy_tree_body_count(arm->tree); i++) {
        const cdy_joint *j = &cdy_tree_body(arm->tree, i)->joint;
        if (strcmp(j->name, joint) == 0) {
            return j->drive.load_friction;
        }
    }
    return -1;
}

static void check_number(double found, double truth, double deviation, const char *what, int joint)
{
    ck_assert_msg(fabs(found - truth) <= 5 * deviation + 0.05 * fabs(truth), "%s of joint %d: %g +- %g, not %g", what,
                  joint, found, deviation, truth);
}

/* All numbers come back, and the robot made of them has the torques of the arm. */
START_TEST(laws_come_back_beside_bodies)
{
    cdy_error error = {0};
    uint64_t state = (uint64_t)_i + 1;
    robot arm = make_driven_arm(&state), given = load_bundled_robot("universalUR5e");
    cdy_drive_identification *id;
    cdy_drive_identification_result result;
    double rms[JOINTS];
    ck_assert_ok(cdy_drive_identification_create(given.model, NULL, &id, &error), error);
    record_arm(&arm, id, ROWS, 0.2, &state);
    ck_assert_ok(cdy_drive_identification_solve(id, &result, &error), error);
    ck_assert_uint_eq(result.rows, ROWS);
    ck_assert_int_eq(result.bodies.inconsistent_after, 0);
    for (int i = 0; i < JOINTS; i++) {
        ck_assert_double_eq_tol(result.joint_rms[i], 0.2, 0.02);
        ck_assert_double_gt(result.joint_prior_rms[i], 1);
    }
    for (int frame = 1, i = 0; frame < cdy_tree_body_count(arm.tree); frame++) {
        const cdy_joint *joint = &cdy_tree_body(arm.tree, frame)->joint;
        if (cdy_joint_type_nv(joint->type) == 1) {
            const cdy_drive_estimate *d = &result.drives[i], *s = &result.deviations[i];
            const double white = 0.2 / sqrt(ROWS); /* an offset below its deviation may be left out */
            check_number(d->damping, joint->dynamics.damping, s->damping, "damping", i);
            check_number(d->friction, joint->dynamics.friction, s->friction, "friction", i);
            check_number(d->stribeck, joint->drive.stribeck, s->stribeck, "Stribeck friction", i);
            check_number(d->offset, joint->drive.offset, result.left_out[i] & 4U ? white : s->offset, "offset", i);
            ck_assert_uint_eq(result.left_out[i] & 1U, 0);
            if (i == 1 || i == 2) { /* the others hardly carry a load */
                check_number(d->load_friction, joint->drive.load_friction, s->load_friction, "load friction", i);
            }
            ck_assert_double_eq_tol(d->stribeck_velocity, joint->drive.stribeck_velocity, 0.1);
            ck_assert_double_eq_tol(d->friction_width, joint->drive.friction_width, 0.005);
            i++;
        }
    }
    robot found = identified_robot(&given, &result);
    compare_torques(&arm, &found, 200, 99, rms);
    for (int i = 0; i < JOINTS; i++) {
        ck_assert_double_le(rms[i], 0.1);
    }
    free_robot(&found);
    free_robot(&arm);
    free_robot(&given);
    cdy_drive_identification_destroy(id);
}
END_TEST

/* A recording of a smooth motion, 100 rows a second: torques as they were `delay` seconds ago, noise, and outliers. */
static void record_motion(robot *arm, cdy_drive_identification *id, int rows, double delay, double outliers,
                          uint64_t *state)
{
    cdy_error error = {0};
    double q[2][MOST], qd[2][MOST], qdd[2][MOST], tau[MOST];
    for (int row = 0; row < rows; row++) {
        for (int late = 0; late < 2; late++) {
            const double t = 0.01 * row - (late ? delay : 0);
            for (int i = 0; i < arm->nv; i++) {
                q[late][i] = qd[late][i] = qdd[late][i] = 0;
                for (int k = 1; k <= 4; k++) {
                    const double w = 0.7 * k + 0.13 * i, a = 0.4 / k, phase = 1.3 * i + 2.1 * k * k;
                    q[late][i] += a * sin(w * t + phase);
                    qd[late][i] += a * w * cos(w * t + phase);
                    qdd[late][i] -= a * w * w * sin(w * t + phase);
                }
            }
        }
        ck_assert_ok(cdy_inverse_dynamics(arm->model, arm->work, q[1], qd[1], qdd[1], NULL, tau, &error), error);
        for (int i = 0; i < arm->nv; i++) {
            tau[i] += 0.05 * draw_normal(state);
            tau[i] += draw(state, 0, 1) < outliers ? 40 : 0;
        }
        cdy_drive_identification_set_time(id, 0.01 * row);
        ck_assert_ok(cdy_drive_identification_add(id, q[0], qd[0], qdd[0], NULL, tau, NULL, &error), error);
    }
}

/* Delays come back, and rows without times have none. */
START_TEST(delays_come_back)
{
    static const double delays[] = {0, 0.004, 0.017, 0.06, -0.012};
    cdy_error error = {0};
    uint64_t state = (uint64_t)_i + 50;
    robot arm = make_driven_arm(&state), given = load_bundled_robot("universalUR5e");
    for (int off = 0; off < 2; off++) {
        cdy_drive_identification_options options = cdy_drive_identification_options_default();
        cdy_drive_identification *id;
        cdy_drive_identification_result result;
        options.bodies = false;
        options.delays = !off;
        ck_assert_ok(cdy_drive_identification_create(given.model, &options, &id, &error), error);
        record_motion(&arm, id, 1500, delays[_i], 0, &state);
        ck_assert_ok(cdy_drive_identification_solve(id, &result, &error), error);
        for (int i = 0; i < JOINTS; i++) {
            ck_assert_double_le(fabs(result.delays[i] - (off ? 0 : delays[_i])), off ? 0 : 0.002);
            if (!off) { /* a reversal is over within two rows, between which the line is straight */
                ck_assert_double_le(result.joint_rms[i], 0.25);
            }
        }
        cdy_drive_identification_destroy(id);
    }
    free_robot(&arm);
    free_robot(&given);
}
END_TEST

/* One torque in twenty that is far off moves nothing much. */
START_TEST(outliers_count_less)
{
    cdy_error error = {0};
    double errors[2] = {0, 0};
    for (int robust = 0; robust < 2; robust++) {
        uint64_t state = 60;
        robot arm = make_driven_arm(&state), given = load_bundled_robot("universalUR5e");
        cdy_drive_identification_options options = cdy_drive_identification_options_default();
        cdy_drive_identification *id;
        cdy_drive_identification_result result;
        options.robust = robust == 1;
        options.bodies = false;
        ck_assert_ok(cdy_drive_identification_create(given.model, &options, &id, &error), error);
        record_motion(&arm, id, 1500, 0, 0.05, &state);
        ck_assert_ok(cdy_drive_identification_solve(id, &result, &error), error);
        for (int frame = 1, i = 0; frame < cdy_tree_body_count(arm.tree); frame++) {
            const cdy_joint *joint = &cdy_tree_body(arm.tree, frame)->joint;
            if (cdy_joint_type_nv(joint->type) == 1) {
                errors[robust] = fmax(errors[robust], fabs(result.drives[i++].offset - joint->drive.offset));
            }
        }
        free_robot(&arm);
        free_robot(&given);
        cdy_drive_identification_destroy(id);
    }
    ck_assert_double_gt(errors[0], 1.5);
    ck_assert_double_lt(errors[1], 0.1);
}
END_TEST

/* Terms that an arm does not have are left out by blocks that were held out, in most of the joints at the least, and
 * those that it has are not. */
START_TEST(blocks_choose_the_terms)
{
    cdy_error error = {0};
    uint64_t state = 70;
    robot arm = make_driven_arm(&state), given = load_bundled_robot("universalUR5e");
    int out[2] = {0, 0};
    for (int bare = 0; bare < 2; bare++) {
        cdy_drive_identification_options options = cdy_drive_identification_options_default();
        cdy_drive_identification *id;
        cdy_drive_identification_result result;
        options.bodies = false;
        for (int i = 1; i < cdy_tree_body_count(arm.tree) && bare; i++) {
            cdy_joint joint = cdy_tree_body(arm.tree, i)->joint;
            joint.drive = (cdy_joint_drive){.friction_width = joint.drive.friction_width};
            ck_assert_ok(cdy_tree_replace_joint(arm.tree, cdy_tree_body(arm.tree, i)->name, &joint, &error), error);
        }
        robot recorded = bare ? make_robot(arm.tree) : arm;
        double gravity[3];
        cdy_model_get_gravity(given.model, gravity);
        ck_assert_ok(cdy_model_set_gravity(recorded.model, gravity, &error), error);
        let_drives_act(&recorded);
        ck_assert_ok(cdy_drive_identification_create(given.model, &options, &id, &error), error);
        record_motion(&recorded, id, 1500, 0, 0, &state);
        ck_assert_ok(cdy_drive_identification_solve(id, &result, &error), error);
        for (int i = 0; i < JOINTS; i++) {
            for (unsigned bit = 1; bit <= 4; bit *= 2) {
                const bool needed = bit != 2 || i == 1 || i == 2; /* the others hardly carry a load */
                out[bare] += needed && (result.left_out[i] & bit);
            }
            ck_assert(!(result.left_out[i] & 1U) || !(fabs(result.drives[i].stribeck) > 0));
        }
        cdy_drive_identification_destroy(id);
        if (bare) {
            cdy_model_destroy(recorded.model);
            cdy_workspace_destroy(recorded.work);
        }
    }
    ck_assert_int_le(out[0], 1);
    ck_assert_int_ge(out[1], 8);
    free_robot(&arm);
    free_robot(&given);
}
END_TEST

/* Where no friction by the load is identified, the torques tell the sum of rotor and body alone. */
static void check_deviation_without_load_friction(const robot *given, robot *recorded, uint64_t *state)
{
    cdy_error error = {0};
    cdy_drive_identification_options options = cdy_drive_identification_options_default();
    cdy_drive_identification *id;
    cdy_drive_identification_result result;
    options.load = false;
    ck_assert_ok(cdy_drive_identification_create(given->model, &options, &id, &error), error);
    record_arm(recorded, id, ROWS, 0.1, state);
    ck_assert_ok(cdy_drive_identification_solve(id, &result, &error), error);
    ck_assert_double_infinite(result.deviations[1].rotor_inertia);
    ck_assert_double_finite(result.deviations[2].rotor_inertia);
    cdy_drive_identification_destroy(id);
}

/* The torques of a rotor near the base are those of a body, but for friction by the load, which has no part in what
 * does not go through the gear: with it, the rotor is told from the body. */
START_TEST(load_friction_tells_rotors_from_bodies)
{
    cdy_error error = {0};
    uint64_t state = (uint64_t)_i + 80;
    robot arm = make_driven_arm(&state), given = load_bundled_robot("universalUR5e");
    const double inertia = _i == 0 ? 2.5 : 0.2;
    cdy_drive_identification *id;
    cdy_drive_identification_result result;
    double gravity[3];
    for (int i = 1; i < cdy_tree_body_count(arm.tree); i++) {
        cdy_joint joint = cdy_tree_body(arm.tree, i)->joint;
        if (strcmp(joint.name, "shoulder_lift_joint") == 0) {
            joint.rotor_inertia = inertia / 101 / 101;
            ck_assert_ok(cdy_tree_replace_joint(arm.tree, cdy_tree_body(arm.tree, i)->name, &joint, &error), error);
        }
    }
    robot recorded = make_robot(arm.tree);
    cdy_model_get_gravity(given.model, gravity);
    ck_assert_ok(cdy_model_set_gravity(recorded.model, gravity, &error), error);
    let_drives_act(&recorded);
    ck_assert_ok(cdy_drive_identification_create(given.model, NULL, &id, &error), error);
    record_arm(&recorded, id, ROWS, 0.1, &state);
    ck_assert_ok(cdy_drive_identification_solve(id, &result, &error), error);
    ck_assert_double_eq_tol(result.drives[1].rotor_inertia, inertia, 0.15);
    ck_assert_double_le(fabs(result.drives[1].rotor_inertia - inertia), 4 * result.deviations[1].rotor_inertia);
    ck_assert_double_lt(result.deviations[1].rotor_inertia, 0.1);
    ck_assert_double_eq_tol(result.drives[1].load_friction, load_friction_of(&arm, "shoulder_lift_joint"), 0.003);
    ck_assert_double_eq_tol(result.joint_rms[1], 0.1, 0.01);
    cdy_drive_identification_destroy(id);
    check_deviation_without_load_friction(&given, &recorded, &state);
    cdy_model_destroy(recorded.model);
    cdy_workspace_destroy(recorded.work);
    free_robot(&arm);
    free_robot(&given);
}
END_TEST

START_TEST(delays_of_torques_are_found)
{
    double t[400], measured[400], model[400];
    for (int i = 0; i < 400; i++) {
        t[i] = 0.01 * (i % 200); /* two recordings */
        model[i] = sin(5 * t[i]);
        measured[i] = sin(5 * (t[i] - 0.033));
    }
    ck_assert_double_eq_tol(cdy_drive_identification_find_delay(400, t, measured, model, NULL), 0.033, 2e-3);
    ck_assert_double_eq(cdy_drive_identification_find_delay(400, t, model, model, NULL), 0);
    ck_assert_double_eq(cdy_drive_identification_find_delay(1, t, measured, model, NULL), 0);
    ck_assert_double_eq(cdy_drive_identification_find_delay(-1, t, measured, model, NULL), 0);
    ck_assert_double_eq(cdy_drive_identification_find_delay(400, NULL, measured, model, NULL), 0);
    t[7] = (double)NAN;
    ck_assert_double_eq_tol(cdy_drive_identification_find_delay(400, t, measured, model, NULL), 0.033, 5e-3);
    for (int i = 0; i < 400; i++) {
        measured[i] = sin(5 * (t[i] - 0.4)); /* beyond what is searched */
    }
    ck_assert_double_eq(cdy_drive_identification_find_delay(400, t, measured, model, NULL), 0);
    cdy_drive_identification_set_time(NULL, 1);
}
END_TEST

/* Where the bodies are known, rotors and drives are found beside them, exactly without noise but for the search's step;
 * the tree's torques have the residuals that the result states. */
START_TEST(drives_of_known_bodies_are_found)
{
    cdy_error error = {0};
    uint64_t state = (uint64_t)_i + 10, again;
    robot arm = make_driven_arm(&state), given = load_bundled_robot("universalUR5e");
    cdy_drive_identification_options options = cdy_drive_identification_options_default();
    cdy_drive_identification *id;
    cdy_drive_identification_result result;
    double rms[JOINTS];
    options.bodies = false;
    again = state;
    ck_assert_ok(cdy_drive_identification_create(given.model, &options, &id, &error), error);
    record_arm(&arm, id, ROWS, 0, &state);
    ck_assert_ok(cdy_drive_identification_solve(id, &result, &error), error);
    ck_assert_uint_eq(result.bodies.rows, 0);
    robot found = identified_robot(&given, &result);
    compare_torques(&arm, &found, ROWS, again, rms);
    for (int i = 0; i < JOINTS; i++) {
        ck_assert_double_le(result.joint_rms[i], 0.02);
        ck_assert_double_eq_tol(rms[i], result.joint_rms[i], 1e-9);
        ck_assert_double_gt(result.drives[i].rotor_inertia, 0.05);
    }
    free_robot(&found);
    free_robot(&arm);
    free_robot(&given);
    cdy_drive_identification_destroy(id);
}
END_TEST

/* Rows of two recordings, the second with a payload: the gear's friction is that of bodies and payload, and the bodies
 * found are those without it. */
START_TEST(recordings_have_payloads_of_their_own)
{
    const cdy_payload box = {.mass = 3, .center_of_mass = {0.05, 0.1, 0.1}, .inertia = {0.02, 0.02, 0.02, 0, 0, 0}};
    cdy_error error = {0};
    uint64_t state = 20;
    robot arm = make_driven_arm(&state), given = load_bundled_robot("universalUR5e");
    cdy_drive_identification_options options = cdy_drive_identification_options_default();
    cdy_drive_identification *id;
    cdy_drive_identification_result result;
    int frame;
    options.bodies = _i == 0;
    ck_assert_ok(cdy_model_require_frame(arm.model, "tool0", &frame, &error), error);
    ck_assert_ok(cdy_drive_identification_create(given.model, &options, &id, &error), error);
    record_arm(&arm, id, ROWS / 2, 0, &state);
    ck_assert_ok(cdy_model_set_payload(arm.model, frame, &box, &error), error);
    ck_assert_ok(cdy_drive_identification_set_payload(id, frame, &box, &error), error);
    record_arm(&arm, id, ROWS / 2, 0, &state);
    ck_assert_ok(cdy_drive_identification_solve(id, &result, &error), error);
    for (int i = 0; i < JOINTS; i++) {
        ck_assert_double_le(result.joint_rms[i], 0.03);
    }
    ck_assert_double_eq_tol(result.drives[1].load_friction, load_friction_of(&arm, "shoulder_lift_joint"), 0.005);
    free_robot(&arm);
    free_robot(&given);
    cdy_drive_identification_destroy(id);
}
END_TEST

/* Planar and floating joints and followers have damping and friction, each degree of freedom its own. */
START_TEST(joints_of_all_kinds_have_friction)
{
    cdy_error error = {0};
    driven d = make_driven_robot(_i, RANDOM_JOINTS_ALL);
    cdy_drive_options acting = cdy_drive_options_default();
    cdy_drive_identification_options options = cdy_drive_identification_options_default();
    cdy_drive_identification *id;
    cdy_drive_identification_result result;
    uint64_t state = (uint64_t)_i + 1;
    acting.damping = acting.friction = true;
    set_drives(&d.r, acting);
    options.bodies = false;
    ck_assert_ok(cdy_drive_identification_create(d.r.model, &options, &id, &error), error);
    record_arm(&d.r, id, 300, 0, &state);
    ck_assert_ok(cdy_drive_identification_solve(id, &result, &error), error);
    for (int i = 0; i < d.r.nv; i++) {
        ck_assert_double_le(result.joint_rms[i], 0.05 * result.joint_prior_rms[i] + 1e-9);
    }
    robot found = identified_robot(&d.r, &result);
    free_robot(&found);
    free_robot(&d.r);
    cdy_drive_identification_destroy(id);
}
END_TEST

/* At rest only a constant torque is seen. */
START_TEST(at_rest_there_is_no_friction)
{
    cdy_error error = {0};
    robot given = load_bundled_robot("universalUR5e");
    cdy_drive_identification_options options = cdy_drive_identification_options_default();
    cdy_drive_identification *id;
    cdy_drive_identification_result result;
    double tau[JOINTS];
    options.bodies = false;
    ck_assert_ok(cdy_drive_identification_create(given.model, &options, &id, &error), error);
    ck_assert_ok(cdy_gravity_torque(given.model, given.work, NULL, tau, &error), error);
    for (int row = 0; row < 10; row++) {
        for (int i = 0; i < JOINTS; i++) {
            tau[i] += row == 0 ? 0.5 : 0;
        }
        ck_assert_ok(cdy_drive_identification_add(id, NULL, NULL, NULL, NULL, tau, NULL, &error), error);
    }
    ck_assert_ok(cdy_drive_identification_solve(id, &result, &error), error);
    for (int i = 0; i < JOINTS; i++) {
        ck_assert_double_eq_tol(result.drives[i].offset, 0.5, 1e-9);
        ck_assert_double_eq(result.drives[i].friction, 0);
        ck_assert_double_eq(result.drives[i].damping, 0);
    }
    free_robot(&given);
    cdy_drive_identification_destroy(id);
}
END_TEST

/* Torques that push come back as no friction at all, never as a drive that pushes. */
START_TEST(friction_never_pushes)
{
    cdy_error error = {0};
    robot given = load_bundled_robot("universalUR5e");
    cdy_drive_identification_options options = cdy_drive_identification_options_default();
    cdy_drive_identification *id;
    cdy_drive_identification_result result;
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST];
    uint64_t state = 4;
    options.bodies = false;
    ck_assert_ok(cdy_drive_identification_create(given.model, &options, &id, &error), error);
    for (int row = 0; row < 200; row++) {
        draw_motion(&given, &state, q, qd, qdd);
        ck_assert_ok(cdy_inverse_dynamics(given.model, given.work, q, qd, qdd, NULL, tau, &error), error);
        for (int i = 0; i < JOINTS; i++) {
            tau[i] -= 3 * qd[i] + tanh(qd[i] / 0.01) * (2 + 0.1 * fabs(tau[i])) + 0.5 * qdd[i];
        }
        ck_assert_ok(cdy_drive_identification_add(id, q, qd, qdd, NULL, tau, NULL, &error), error);
    }
    ck_assert_ok(cdy_drive_identification_solve(id, &result, &error), error);
    for (int i = 0; i < JOINTS; i++) {
        const cdy_drive_estimate *d = &result.drives[i];
        ck_assert(d->damping >= 0 && d->friction >= 0 && d->load_friction >= 0 && d->rotor_inertia >= 0);
        ck_assert(d->stribeck >= -d->friction && d->load_friction <= 0.9);
    }
    robot found = identified_robot(&given, &result); /* the tree accepts the drives */
    free_robot(&found);
    free_robot(&given);
    cdy_drive_identification_destroy(id);
}
END_TEST

START_TEST(faults_are_refused)
{
    cdy_error error = {0};
    robot given = load_bundled_robot("universalUR5e");
    cdy_drive_identification_options options = cdy_drive_identification_options_default();
    cdy_drive_identification *id = NULL;
    cdy_drive_identification_result result, empty = {.rows = 0};
    cdy_tree *tree;
    double tau[JOINTS] = {1}, weights[JOINTS] = {-1};
    options.prior_weight = -1;
    ck_assert_fails(cdy_drive_identification_create(given.model, &options, &id, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_drive_identification_create(NULL, NULL, &id, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_drive_identification_create(given.model, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ok(cdy_drive_identification_create(given.model, NULL, &id, &error), error);
    ck_assert_fails(cdy_drive_identification_solve(id, &result, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_fails(cdy_drive_identification_solve(NULL, &result, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_drive_identification_add(id, NULL, NULL, NULL, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_fails(cdy_drive_identification_add(id, NULL, NULL, NULL, NULL, tau, weights, &error), CDY_ERROR_ARGUMENT,
                    error);
    tau[3] = (double)NAN;
    ck_assert_fails(cdy_drive_identification_add(id, NULL, NULL, NULL, NULL, tau, NULL, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_ptr_nonnull(strstr(error.text, "wrist_1_joint"));
    tau[3] = 0;
    ck_assert_ok(cdy_drive_identification_add(id, NULL, NULL, NULL, NULL, tau, NULL, &error), error);
    ck_assert_fails(cdy_drive_identification_solve(id, &result, &error), CDY_ERROR_NUMERIC, error); /* one row */
    ck_assert_fails(cdy_tree_apply_drive_identification(given.tree, given.model, &empty, &tree, &error),
                    CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_apply_drive_identification(given.tree, given.model, &empty, NULL, &error),
                    CDY_ERROR_ARGUMENT, error);
    free_robot(&given);
    cdy_drive_identification_destroy(id);
    cdy_drive_identification_destroy(NULL);
}
END_TEST

enum { FEW = 60 };

/* States and torques of an arm. */
typedef struct motions {
    double q[FEW][4], qd[FEW][4], qdd[FEW][4], tau[FEW][4];
} motions;

static void draw_motions(robot *given, motions *m)
{
    cdy_error error = {0};
    uint64_t state = 3;
    for (int i = 0; i < FEW; i++) {
        draw_motion(given, &state, m->q[i], m->qd[i], m->qdd[i]);
        ck_assert_ok(
            cdy_inverse_dynamics(given->model, given->work, m->q[i], m->qd[i], m->qdd[i], NULL, m->tau[i], &error),
            error);
        m->tau[i][0] += draw_normal(&state);
    }
}

/* Creates, fills and solves an identification of drives. */
static cdy_status identify_drives(robot *given, const motions *m)
{
    cdy_error error = {0};
    cdy_drive_identification *id = NULL;
    cdy_status status = cdy_drive_identification_create(given->model, NULL, &id, &error);
    for (int i = 0; i < FEW && !status; i++) {
        status = cdy_drive_identification_add(id, m->q[i], m->qd[i], m->qdd[i], NULL, m->tau[i], NULL, &error);
    }
    status = status ? status : cdy_drive_identification_solve(id, NULL, &error);
    cdy_drive_identification_destroy(id);
    return status;
}

/* Fails each allocation, first one after another. The first run without failures lets LAPACK take its memory. */
START_TEST(each_failing_allocation_is_reported)
{
    robot given = load_bundled_robot("omronEcobra600");
    bool failed = heap_is_counted();
    motions m;
    ck_assert_int_eq(given.nv, 4);
    draw_motions(&given, &m);
    ck_assert_int_eq(identify_drives(&given, &m), CDY_OK);
    for (size_t number = 1; failed; number += 1 + number / 4) {
        const size_t live = heap_count().live;
        heap_fail_at(number);
        const cdy_status status = identify_drives(&given, &m);
        failed = heap_has_failed();
        heap_fail_at(0);
        ck_assert_msg(status == (failed ? CDY_ERROR_MEMORY : CDY_OK), "allocation %zu: status %d", number, (int)status);
        ck_assert_uint_eq(heap_count().live, live);
    }
    free_robot(&given);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("drive_identification");
    TCase *tests = tcase_create("laws");
    tcase_add_loop_test(tests, laws_come_back_beside_bodies, 0, UNLESS_WATCHED(3, 1));
    tcase_add_loop_test(tests, delays_come_back, 0, UNLESS_WATCHED(5, 1));
    tcase_add_test(tests, outliers_count_less);
    tcase_add_test(tests, blocks_choose_the_terms);
    tcase_add_loop_test(tests, load_friction_tells_rotors_from_bodies, 0, UNLESS_WATCHED(2, 1));
    tcase_add_test(tests, delays_of_torques_are_found);
    tcase_add_loop_test(tests, drives_of_known_bodies_are_found, 0, UNLESS_WATCHED(3, 1));
    tcase_add_loop_test(tests, recordings_have_payloads_of_their_own, 0, 2);
    tcase_add_loop_test(tests, joints_of_all_kinds_have_friction, 1, UNLESS_WATCHED(7, 3));
    tcase_add_test(tests, at_rest_there_is_no_friction);
    tcase_add_test(tests, friction_never_pushes);
    suite_add_tcase(suite, tests);
    tests = tcase_create("refusals");
    tcase_add_test(tests, faults_are_refused);
    tcase_add_test(tests, each_failing_allocation_is_reported);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
