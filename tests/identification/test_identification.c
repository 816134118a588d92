/* Identification: recorded torques give the parameters back, with errors of the size that the covariance states. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/recording.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128 };

static robot make_subject(int number)
{
    static const char *const names[] = {"universalUR5e", "kukaIiwa14", "omronEcobra600"};
    return number < 3 ? load_bundled_robot(names[number])
                      : make_robot(random_tree((uint64_t)number, 2 + number % 5,
                                               number % 2 ? RANDOM_JOINTS_ALL : RANDOM_JOINTS_ONE_DEGREE));
}

enum { SUBJECTS = 14 };

START_TEST(clean_torques_give_base_parameters_back)
{
    cdy_error error = {0};
    cdy_identification_result result;
    robot r = make_subject(_i);
    uint64_t state = (uint64_t)_i + 1;
    double *truth = other_parameters(&r, (uint64_t)_i + 5);
    cdy_identification *id = make_identification(&r, NULL);
    record(&r, id, NULL, truth, 2 * cdy_parameter_count(r.model, NULL), NULL, &state);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_int_eq(result.rank, result.full_rank);
    check_same_torques(&r, NULL, result.parameters, truth, 1e-8);
    const int p = result.parameter_count;
    for (int b = 0; b < result.rank; b++) {
        double value = 0, size = 0;
        for (int k = 0; k < p; k++) {
            value += result.base_combinations[b * p + k] * truth[k];
            size += fabs(result.base_combinations[b * p + k] * truth[k]);
        }
        ck_assert_double_eq_tol(result.base_combinations[b * p + result.base_parameters[b]], 1, 1e-15);
        ck_assert_msg(fabs(result.base_values[b] - value) <= 1e-9 * fmax(size, 1), "base parameter %d: %g, not %g", b,
                      result.base_values[b], value);
    }
    ck_assert_int_eq(result.inconsistent_after, 0);
    free(truth);
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

/* The power of length in the unit of a body's parameter. */
static int power_of_length(int parameter)
{
    return parameter % 10 == 0 ? 0 : parameter % 10 < 4 ? 1 : 2;
}

/* The structural base of an arm of revolute joints about axes of the frames (Khalil and Dombre 2002, section 9.4): no
 * more is regrouped into a parameter than what has at most its power of length, so that no factor grows as lengths
 * shrink, and each body that turns about z gives m, hz and Iyy away. */
START_TEST(base_parameters_are_structural)
{
    static const char *const names[] = {"universalUR5e", "universalUR10e", "kukaIiwa14"};
    cdy_error error = {0};
    cdy_identification_result result;
    robot r = load_bundled_robot(names[_i]);
    uint64_t state = (uint64_t)_i + 1;
    const double noise[7] = {1, 1, 1, 1, 1, 1, 1};
    double *truth = other_parameters(&r, (uint64_t)_i + 5);
    cdy_identification *id = make_identification(&r, NULL);
    record(&r, id, NULL, truth, 500, noise, &state);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    const int p = result.parameter_count;
    ck_assert_int_eq(result.rank, result.full_rank);
    for (int b = 0; b < result.rank; b++) {
        const int own = result.base_parameters[b];
        ck_assert(own % 10 != 0 && own % 10 != 3 && own % 10 != 7);
        for (int k = 0; k < p; k++) {
            const double factor = result.base_combinations[b * p + k];
            ck_assert(fabs(factor) <= 0 || power_of_length(k) <= power_of_length(own));
            ck_assert_double_le(fabs(factor), 2); /* lengths of these arms are below 1 m */
        }
    }
    free(truth);
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

/* Links in a plane that turn about parallel axes: only m l and I of each are identifiable (Khalil and Dombre). */
static robot make_planar(int links, double g_y)
{
    static const char *const names[] = {"base", "a", "b", "c"}, *const joints[] = {"", "ja", "jb", "jc"};
    cdy_error error = {0};
    cdy_tree *tree = make_tree("base", 0);
    ck_assert_ok(cdy_tree_set_gravity(tree, (double[3]){0, g_y, 0}, &error), error);
    for (int i = 1; i <= links; i++) {
        cdy_body body = make_body(names[i], joints[i], CDY_JOINT_CONTINUOUS);
        set_inertial(&body, 1, 0.2, 0.1, 0, (double[6]){0.1, 0, 0, 0.1, 0, 0.1});
        set_origin(&body, i > 1 ? 0.5 : 0, 0, 0, 0, 0, 0);
        add_body(tree, &body, names[i - 1]);
    }
    return make_robot(tree);
}

static int rank_of(robot *r)
{
    cdy_error error = {0};
    uint64_t state = 9;
    cdy_identification_result result;
    double *pi = other_parameters(r, 3);
    cdy_identification *id = make_identification(r, NULL);
    record(r, id, NULL, pi, 2 * cdy_parameter_count(r->model, NULL), NULL, &state);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_int_eq(result.rank, result.full_rank);
    int rank = result.rank;
    cdy_identification_destroy(id);
    free(pi);
    free_robot(r);
    return rank;
}

START_TEST(ranks_are_those_of_textbooks)
{
    robot r = load_bundled_robot("universalUR5e"); /* 7 n - 4 - 2 for the parallel second and third axis ... */
    ck_assert_int_eq(rank_of(&r), 36);
    r = make_planar(1, 0); /* Izz */
    ck_assert_int_eq(rank_of(&r), 1);
    r = make_planar(1, -9.81); /* Izz, hx, hy */
    ck_assert_int_eq(rank_of(&r), 3);
    r = make_planar(2, 0); /* Izz of both, hx hy of the second */
    ck_assert_int_eq(rank_of(&r), 4);
    r = make_planar(2, -9.81);
    ck_assert_int_eq(rank_of(&r), 6);
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body body = make_body("drone", "free", CDY_JOINT_FLOATING);
    set_inertial(&body, 1, 0.2, 0.1, 0, (double[6]){0.1, 0, 0, 0.1, 0, 0.1});
    add_body(tree, &body, "base");
    r = make_robot(tree); /* all of a free body */
    ck_assert_int_eq(rank_of(&r), 10);
}
END_TEST

/* The errors of base parameters, weighted by the inverse of the reported covariance, have a chi-square distribution
 * with `rank` degrees of freedom; their mean over many recordings is known to a few per cent. */
START_TEST(errors_are_as_large_as_reported)
{
    enum { TRIALS = 60, ROWS = 80 };
    cdy_error error = {0};
    robot r = make_planar(3, -9.81);
    const double noise[3] = {0.5, 0.1, 0.02};
    double *truth = other_parameters(&r, 8), square = 0, weight = 0;
    uint64_t state = 12;
    int count = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        cdy_identification_options options = cdy_identification_options_default();
        cdy_identification_result result;
        options.consistent = false;
        cdy_identification *id = make_identification(&r, &options);
        record(&r, id, NULL, truth, ROWS, noise, &state);
        ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
        ck_assert_int_eq(result.rank, 9);
        for (int b = 0; b < result.rank; b++) {
            double value = 0;
            for (int k = 0; k < result.parameter_count; k++) {
                value += result.base_combinations[b * result.parameter_count + k] * truth[k];
            }
            double off = (result.base_values[b] - value) / result.base_deviations[b];
            square += off * off;
            count++;
        }
        weight += result.joint_weights[1] / (double)TRIALS;
        ck_assert_double_eq_tol(result.joint_rms[0], 0.5, 0.2);
        cdy_identification_destroy(id);
    }
    ck_assert_double_eq_tol(square / count, 1, 0.25);
    ck_assert_double_eq_tol(weight, 0.2, 0.03); /* the second joint is five times as noisy as the third */
    free(truth);
    free_robot(&r);
}
END_TEST

START_TEST(many_rows_are_as_good_as_few)
{
    cdy_error error = {0};
    cdy_identification_result result;
    robot r = make_planar(2, -9.81);
    uint64_t state = 2;
    double *truth = other_parameters(&r, 8);
    cdy_identification *id = make_identification(&r, NULL);
    record(&r, id, NULL, truth, 20000, NULL, &state);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_uint_eq(result.rows, 20000);
    check_same_torques(&r, NULL, result.parameters, truth, 1e-11);
    cdy_identification_destroy(id);
    free(truth);
    free_robot(&r);
}
END_TEST

/* Rounding gives small friction values where there is no friction; the consistent solution has none below 0. */
START_TEST(no_friction_is_not_less_than_none)
{
    cdy_error error = {0};
    cdy_identification_result result;
    robot r = load_bundled_robot("universalUR5e");
    cdy_identification_options options = cdy_identification_options_default();
    options.regressor.damping = options.regressor.coulomb = true;
    double *truth = new_array((size_t)cdy_parameter_count(r.model, &options.regressor)),
           *bodies = other_parameters(&r, 2);
    memcpy(truth, bodies, 60 * sizeof *truth);
    uint64_t state = 2;
    int rounded = 0;
    for (int consistent = 0; consistent < 2; consistent++) {
        options.consistent = consistent;
        cdy_identification *id = make_identification(&r, &options);
        record(&r, id, &options.regressor, truth, 200, NULL, &state);
        ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
        for (int i = 60; i < 72; i++) {
            ck_assert_double_lt(fabs(result.parameters[i]), 1e-9);
            ck_assert(!consistent || result.parameters[i] >= 0);
            rounded += result.parameters[i] < 0;
        }
        cdy_identification_destroy(id);
    }
    ck_assert_int_gt(rounded, 0);
    free(truth);
    free(bodies);
    free_robot(&r);
}
END_TEST

START_TEST(drives_are_identified)
{
    cdy_error error = {0};
    cdy_identification_result result;
    robot r = load_bundled_robot("universalUR5e");
    cdy_identification_options options = cdy_identification_options_default();
    options.regressor.damping = options.regressor.coulomb = true;
    const int p = cdy_parameter_count(r.model, &options.regressor);
    double *truth = new_array((size_t)p), *bodies = other_parameters(&r, 2);
    memcpy(truth, bodies, 60 * sizeof *truth);
    for (int i = 60; i < p; i++) {
        truth[i] = 0.1 * (i - 50);
    }
    uint64_t state = 2;
    cdy_identification *id = make_identification(&r, &options);
    record(&r, id, &options.regressor, truth, 200, NULL, &state);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_int_eq(result.rank, 48);
    ck_assert_near(result.parameters + 60, truth + 60, 12, 1e-9);
    for (int i = 60; i < p; i++) {
        ck_assert_double_eq_tol(result.identifiability[i], 1, 1e-9);
    }
    /* Parameters written to a tree, and read back. */
    cdy_tree *tree = NULL;
    double *again = new_array((size_t)p);
    ck_assert_ok(cdy_tree_apply_parameters(r.tree, r.model, &options.regressor, result.parameters, &tree, &error),
                 error);
    robot s = make_robot(tree);
    ck_assert_ok(cdy_tree_parameters(s.tree, s.model, &options.regressor, again, &error), error);
    ck_assert_near(again, result.parameters, (size_t)p, 1e-12);
    free_robot(&s);
    free(again);
    free(truth);
    free(bodies);
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

/* A leader, a follower at twice its speed in the opposite direction, a prismatic follower, and a planar and a floating
 * joint; all have drives. */
static robot make_driven(void)
{
    static const char *const names[] = {"base", "a", "b", "c", "d", "e"}, *const joints[] = {"",   "ja", "jb",
                                                                                             "jc", "jd", "je"};
    static const cdy_joint_type types[] = {CDY_JOINT_FIXED,     CDY_JOINT_REVOLUTE, CDY_JOINT_REVOLUTE,
                                           CDY_JOINT_PRISMATIC, CDY_JOINT_PLANAR,   CDY_JOINT_FLOATING};
    cdy_tree *tree = make_tree("base", 9.81);
    for (int i = 1; i < 6; i++) {
        cdy_body body = make_body(names[i], joints[i], types[i]);
        set_inertial(&body, 1 + i, 0.2, 0.1, 0, (double[6]){0.1, 0, 0, 0.1, 0, 0.1});
        set_origin(&body, 0.3, 0.1, 0, 0.5 * i, 0.2, 0);
        body.joint.dynamics.given = true;
        body.joint.dynamics.damping = 0.3 * i;
        body.joint.dynamics.friction = 0.2 * i;
        body.joint.rotor_inertia = 1e-3 * i;
        body.joint.gear_ratio = 10;
        if (i == 2) {
            body.joint.mimic = (cdy_mimic){"ja", -2, 0.1};
        }
        add_body(tree, &body, names[i - 1]);
    }
    return make_robot(tree);
}

static void turn_drives_on(robot *r, double friction_width)
{
    cdy_error error = {0};
    cdy_drive_options drives = cdy_drive_options_default();
    drives.damping = drives.friction = drives.rotors = true;
    drives.friction_width = friction_width;
    ck_assert_ok(cdy_model_set_drives(r->model, &drives, &error), error);
}

/* Y times the parameters of a tree is inverse dynamics with drives, also for a tree that the parameters were written
 * to: a follower's drive counts once, and rotors act on joints of one degree of freedom only. */
START_TEST(drives_of_all_joints_are_parameters)
{
    cdy_error error = {0};
    cdy_tree *tree = NULL;
    robot r = make_driven();
    cdy_regressor_options options = cdy_regressor_options_default();
    options.damping = options.coulomb = options.rotor_inertia = true;
    options.friction_width = 1e-9; /* friction acts by the sign of the velocity; a follower's friction is multiplied */
    const int p = cdy_parameter_count(r.model, &options), n = r.nv;
    ck_assert_int_eq(n, 11);
    ck_assert_int_eq(p, 50 + 11 + 11 + 2);
    double *pi = new_array((size_t)p), *again = new_array((size_t)p), tau[MOST], expected[MOST], q[MOST], qd[MOST],
           qdd[MOST];
    uint64_t state = 5;
    draw_state(&r, &state, q, qd, qdd);
    ck_assert_ok(cdy_tree_parameters(r.tree, r.model, &options, pi, &error), error);
    torques_of(&r, &options, q, qd, qdd, pi, tau);
    turn_drives_on(&r, options.friction_width);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, qd, qdd, NULL, expected, &error), error);
    ck_assert_relative(tau, expected, (size_t)n, 1e-12);
    ck_assert_ok(cdy_tree_apply_parameters(r.tree, r.model, &options, pi, &tree, &error), error);
    robot s = make_robot(tree);
    turn_drives_on(&s, options.friction_width);
    ck_assert_ok(cdy_inverse_dynamics(s.model, s.work, q, qd, qdd, NULL, tau, &error), error);
    ck_assert_relative(tau, expected, (size_t)n, 1e-12);
    ck_assert_ok(cdy_tree_parameters(s.tree, s.model, &options, again, &error), error);
    ck_assert_near(again, pi, (size_t)p, 1e-12);
    free_robot(&s);
    free_robot(&r);
    free(pi);
    free(again);
}
END_TEST

/* A recording with active drives, solved and written to the tree: inverse dynamics of the tree gives the recorded
 * torques. */
START_TEST(followers_and_planar_joints_are_identified)
{
    cdy_error error = {0};
    cdy_identification_result result;
    cdy_tree *tree = NULL;
    robot r = make_driven();
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST], expected[MOST];
    uint64_t state = 3;
    cdy_identification_options options = cdy_identification_options_default();
    options.regressor.damping = options.regressor.coulomb = options.regressor.rotor_inertia = true;
    options.regressor.friction_width = 1e-9;
    cdy_identification *id = make_identification(&r, &options);
    turn_drives_on(&r, 1e-9);
    for (int row = 0; row < 150; row++) {
        draw_state(&r, &state, q, qd, qdd);
        ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, qd, qdd, NULL, tau, &error), error);
        ck_assert_ok(cdy_identification_add(id, q, qd, qdd, NULL, tau, NULL, &error), error);
    }
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_int_eq(result.rank, result.full_rank);
    ck_assert_ok(cdy_tree_apply_parameters(r.tree, r.model, &options.regressor, result.parameters, &tree, &error),
                 error);
    robot s = make_robot(tree);
    turn_drives_on(&s, 1e-9);
    for (int row = 0; row < 5; row++) {
        draw_state(&r, &state, q, qd, qdd);
        ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, qd, qdd, NULL, expected, &error), error);
        ck_assert_ok(cdy_inverse_dynamics(s.model, s.work, q, qd, qdd, NULL, tau, &error), error);
        ck_assert_relative(tau, expected, (size_t)r.nv, 1e-8);
    }
    cdy_identification_destroy(id);
    free_robot(&s);
    free_robot(&r);
}
END_TEST

/* A wheel that only turns at 10 rad/s and accelerates by 100 rad/s^2, with the prior of a body of 2 kg and a radius of
 * gyration of 0.5 m about its axis: damping, Coulomb friction, rotor and link are indistinguishable. The parameters
 * that the torques do not determine stay near the prior, in units of m l^2 10 /s, m l^2 100 /s^2 and m l^2, so that
 * each of the four gives a quarter of the torque. */
START_TEST(what_rows_cannot_tell_apart_is_split_by_the_scales)
{
    cdy_error error = {0};
    cdy_identification_result result;
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("wheel", "axle", CDY_JOINT_CONTINUOUS);
    memcpy(body.joint.axis, (double[3]){0, 0, 1}, sizeof body.joint.axis);
    set_inertial(&body, 2, 0, 0, 0, (double[6]){0.25, 0, 0, 0.25, 0, 0.5});
    add_body(tree, &body, "base");
    robot r = make_robot(tree);
    cdy_identification_options options = cdy_identification_options_default();
    options.regressor.damping = options.regressor.coulomb = options.regressor.rotor_inertia = true;
    options.regressor.friction_width = 1e-9;
    options.consistent = false;
    ck_assert_int_eq(cdy_parameter_count(r.model, &options.regressor), 13);
    cdy_identification *id = make_identification(&r, &options);
    const double moment = 0.5, torque = 100 * moment + 12;
    for (int row = 0; row < 20; row++) {
        const double sign = row % 2 ? 1 : -1, qd = sign * 10, qdd = sign * 100, tau = sign * torque;
        ck_assert_ok(cdy_identification_add(id, NULL, &qd, &qdd, NULL, &tau, NULL, &error), error);
    }
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_int_eq(result.rank, 1);
    ck_assert_double_eq_tol(100 * (result.parameters[9] - moment), 3, 1e-9); /* of the link */
    ck_assert_double_eq_tol(10 * result.parameters[10], 3, 1e-9);            /* of the damping */
    ck_assert_double_eq_tol(result.parameters[11], 3, 1e-9);                 /* of the friction */
    ck_assert_double_eq_tol(100 * result.parameters[12], 3, 1e-9);           /* of the rotor */
    for (int k = 9; k < 13; k++) {
        ck_assert_double_eq_tol(result.identifiability[k], 0.25, 1e-9);
    }
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

/* Torques recorded under wrenches determine the same parameters as torques without wrenches, if the wrenches are
 * given. */
START_TEST(wrenches_are_taken_into_account)
{
    enum { ROWS = 200 };
    cdy_error error = {0};
    cdy_identification_result result;
    robot r = make_robot(random_tree((uint64_t)_i + 1, 5, RANDOM_JOINTS_ALL));
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST], *fext = new_array(6 * (size_t)cdy_model_force_rows(r.model));
    uint64_t state = 3;
    cdy_identification *id = make_identification(&r, NULL);
    for (int row = 0; row < ROWS; row++) {
        draw_state(&r, &state, q, qd, qdd);
        draw_array(&state, 50, fext, 6 * cdy_model_force_rows(r.model));
        ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, q, qd, qdd, fext, tau, &error), error);
        ck_assert_ok(cdy_identification_add(id, q, qd, qdd, fext, tau, NULL, &error), error);
    }
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    for (int i = 0; i < r.nv; i++) {
        ck_assert_double_le(result.joint_prior_rms[i], 1e-10);
        ck_assert_double_le(result.joint_rms[i], 1e-10);
    }
    fext[0] = (double)NAN;
    ck_assert_fails(cdy_identification_add(id, q, qd, qdd, fext, tau, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_uint_eq(result.rows, ROWS);
    free(fext);
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

START_TEST(a_heavy_prior_stays)
{
    cdy_error error = {0};
    cdy_identification_result result;
    robot r = load_bundled_robot("universalUR5e");
    cdy_identification_options options = cdy_identification_options_default();
    options.prior_weight = 1e9;
    double *truth = other_parameters(&r, 2);
    uint64_t state = 2;
    cdy_identification *id = make_identification(&r, &options);
    record(&r, id, NULL, truth, 100, NULL, &state);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    ck_assert_near(result.parameters, result.prior, 60, 1e-6);
    cdy_identification_destroy(id);
    free(truth);
    free_robot(&r);
}
END_TEST

/* An arm all of whose joints bear weight: means of their torques explain the rows. */
static robot make_loaded_arm(void)
{
    cdy_tree *tree = make_tree("base", 9.81);
    char parent[16] = "base", name[16], joint[16];
    for (int i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "link%d", i);
        snprintf(joint, sizeof joint, "joint%d", i);
        cdy_body link = make_body(name, joint, CDY_JOINT_REVOLUTE);
        set_inertial(&link, 20, 0.5, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        set_axis(&link, 0, -1, 0);
        set_origin(&link, i, 0, 0, 0, 0, 0);
        add_body(tree, &link, parent);
        memcpy(parent, name, sizeof name);
    }
    return make_robot(tree);
}

/* Exact torques at rest determine the links' first moments, whatever the prior, which here is of another first link.
 * The weights of the joints stay equal: the residuals that the prior causes do not count as noise of the first joint.
 */
START_TEST(a_prior_leaves_what_torques_determine)
{
    static const double weights[3] = {0.01, 0.5, 1};
    for (int i = 0; i < 3; i++) {
        cdy_error error = {0};
        cdy_identification_result result;
        robot r = make_loaded_arm();
        double moved[20];
        uint64_t state = 3;
        cdy_identification_options options = cdy_identification_options_default();
        options.prior_weight = weights[i];
        options.prior = moved;
        ck_assert_ok(cdy_inertial_parameters(r.model, moved, &error), error);
        for (int k = 0; k < 10; k++) {
            moved[k] *= 1.1; /* the first link's mass, center and inertia */
        }
        cdy_identification *id = make_identification(&r, &options);
        for (int row = 0; row < 50; row++) {
            double q[2], unused[2], torque[2];
            draw_state(&r, &state, q, unused, unused);
            ck_assert_ok(cdy_gravity_torque(r.model, r.work, q, torque, &error), error);
            ck_assert_ok(cdy_identification_add(id, q, NULL, NULL, NULL, torque, NULL, &error), error);
        }
        ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
        ck_assert_double_eq_tol(result.joint_weights[0], 1, 1e-3);
        ck_assert_double_eq_tol(result.joint_weights[1], 1, 1e-3);
        ck_assert_double_gt(result.joint_prior_rms[0], 5);
        ck_assert_double_lt(result.joint_rms[0], 1e-4 * result.joint_prior_rms[0]);
        cdy_identification_destroy(id);
        free_robot(&r);
    }
}
END_TEST

START_TEST(poor_recordings_are_told_apart)
{
    cdy_error error = {0};
    cdy_identification_result result = {0};
    robot r = load_bundled_robot("universalUR5e");
    double tau[6] = {1, 2, 3, 4, 5, 6}, qd[6] = {0}, weights[6] = {1, 1, -1, 1, 1, 1};
    cdy_identification *id = make_identification(&r, NULL);
    ck_assert_fails(cdy_identification_solve(id, &result, &error), CDY_ERROR_NUMERIC, error);
    tau[2] = (double)NAN;
    ck_assert_fails(cdy_identification_add(id, NULL, NULL, NULL, NULL, tau, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_ptr_nonnull(strstr(error.text, "the torque of joint 'elbow_joint'"));
    tau[2] = 0;
    ck_assert_fails(cdy_identification_add(id, NULL, NULL, NULL, NULL, tau, weights, &error), CDY_ERROR_ARGUMENT,
                    error);
    ck_assert_ptr_nonnull(strstr(error.text, "the weight of joint 'elbow_joint', -1"));
    ck_assert_fails(cdy_identification_add(id, NULL, NULL, NULL, NULL, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    qd[0] = 1e200;
    ck_assert_fails(cdy_identification_add(id, NULL, qd, NULL, NULL, tau, NULL, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ok(cdy_identification_add(id, (double[6]){1, 2, 3, 4, 5, 6}, tau, tau, NULL, tau, NULL, &error), error);
    ck_assert_fails(cdy_identification_solve(id, &result, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "6 torques in 1 row are too few for"));
    cdy_identification_destroy(id);
    id = make_identification(&r, NULL);
    for (int i = 0; i < 50; i++) {
        ck_assert_ok(cdy_identification_add(id, NULL, NULL, NULL, NULL, tau, NULL, &error), error);
    }
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error); /* at rest in one place */
    ck_assert_int_lt(result.rank, 6);
    ck_assert_int_eq(result.full_rank, 36);
    cdy_identification_destroy(id);
    ck_assert_ok(cdy_model_set_gravity(r.model, (double[3]){0, 0, 0}, &error), error);
    id = make_identification(&r, NULL);
    for (int i = 0; i < 50; i++) {
        ck_assert_ok(cdy_identification_add(id, NULL, NULL, NULL, NULL, tau, NULL, &error), error);
    }
    ck_assert_fails(cdy_identification_solve(id, &result, &error), CDY_ERROR_NUMERIC, error); /* nothing moves */
    ck_assert_ptr_nonnull(strstr(error.text, "excite"));
    cdy_identification_destroy(id);
    cdy_identification_destroy(NULL);
    free_robot(&r);
}
END_TEST

/* The number of base parameters comes from random motions: where a link is so far away that their regressor overflows,
 * rows at rest do not hide that. */
START_TEST(motions_beyond_all_numbers_end_an_identification)
{
    cdy_error error = {0};
    cdy_identification_result result = {0};
    double tau[2];
    cdy_tree *tree = make_tree("base", 9.81);
    cdy_body arm = make_body("arm", "shoulder", CDY_JOINT_REVOLUTE),
             tip = make_body("tip", "elbow", CDY_JOINT_REVOLUTE);
    set_inertial(&arm, 1, 0.5, 0, 0, (double[6]){0});
    set_axis(&arm, 0, -1, 0);
    add_body(tree, &arm, "base");
    set_inertial(&tip, 1, 0, 0, 0, (double[6]){0});
    set_origin(&tip, 1e60, 0, 0, 0, 0, 0);
    set_axis(&tip, 0, -1, 0);
    add_body(tree, &tip, "arm");
    robot r = make_robot(tree);
    ck_assert_ok(cdy_gravity_torque(r.model, r.work, NULL, tau, &error), error);
    cdy_identification *id = make_identification(&r, NULL);
    for (int i = 0; i < 50; i++) {
        ck_assert_ok(cdy_identification_add(id, NULL, NULL, NULL, NULL, tau, NULL, &error), error);
    }
    ck_assert_fails(cdy_identification_solve(id, &result, &error), CDY_ERROR_NUMERIC, error);
    ck_assert_ptr_nonnull(strstr(error.text, "its regressor is too large"));
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

/* Few noisy torques, which a fit without the prior would take for exact ones of some joints, beside which all others
 * would weigh nothing. */
START_TEST(few_rows_beside_a_prior_weigh_alike)
{
    static const int rows[2] = {8, 16};
    const double noises[6] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
    cdy_error error = {0};
    cdy_identification_result result;
    robot r = load_bundled_robot("universalUR5e");
    cdy_identification_options options = cdy_identification_options_default();
    options.prior_weight = 0.5;
    double *truth = other_parameters(&r, 2);
    uint64_t state = 2;
    cdy_identification *id = make_identification(&r, &options);
    record(&r, id, NULL, truth, rows[_i], noises, &state);
    ck_assert_ok(cdy_identification_solve(id, &result, &error), error);
    for (int i = 0; i < r.nv; i++) {
        ck_assert_msg(result.joint_weights[i] > 0.01, "joint %d weighs %g", i, result.joint_weights[i]);
    }
    ck_assert_double_gt(result.noise, 0.05);
    cdy_identification_destroy(id);
    free(truth);
    free_robot(&r);
}
END_TEST

enum { NOISES = 5 };

/* Sensors of a robot at rest: noise in all recorded quantities, about one pose and its torques. */
START_TEST(noise_at_rest_tells_nothing)
{
    static const double deviations[NOISES][4] = {
        {1e-3, 1e-2, 5, 0.1}, {1e-2, 5e-2, 5, 0.1}, {1e-3, 0.1, 5, 0.01}, {5e-3, 0.3, 2, 0.02}, {1e-4, 1e-3, 0.5, 0.5}};
    cdy_error error = {0};
    cdy_identification_result result;
    robot r = _i < NOISES ? load_bundled_robot("universalUR5e") : make_loaded_arm();
    const double *deviation = deviations[_i < NOISES ? _i : _i - NOISES + 1];
    const double pose[6] = {0.3, -1.1, 1.2, -0.7, 0.4, 0.2};
    double torque[6];
    uint64_t state = 5;
    cdy_identification_options options = cdy_identification_options_default();
    cdy_identification *id = make_identification(&r, NULL);
    options.prior_weight = 0.5;
    cdy_identification *beside_prior = make_identification(&r, &options);
    ck_assert_ok(cdy_gravity_torque(r.model, r.work, pose, torque, &error), error);
    for (int row = 0; row < 400; row++) {
        double values[4][6], unused[6];
        draw_state(&r, &state, unused, values[0], values[1]);
        draw_state(&r, &state, unused, values[2], values[3]);
        for (int i = 0; i < r.nv; i++) {
            values[0][i] = pose[i] + deviation[0] / 2 * values[0][i];
            values[1][i] *= deviation[1] / 4;
            values[2][i] *= deviation[2] / 2;
            values[3][i] = torque[i] + deviation[3] / 4 * values[3][i];
        }
        ck_assert_ok(cdy_identification_add(id, values[0], values[1], values[2], NULL, values[3], NULL, &error), error);
        ck_assert_ok(
            cdy_identification_add(beside_prior, values[0], values[1], values[2], NULL, values[3], NULL, &error),
            error);
    }
    cdy_status status = cdy_identification_solve(id, &result, &error);
    ck_assert(status == CDY_ERROR_NUMERIC || result.rank < result.full_rank);
    ck_assert_msg(_i == 4 || _i == NOISES + 3 ||
                      (status == CDY_ERROR_NUMERIC && strstr(error.text, "do not follow the motions")),
                  "%s", error.text);
    /* the remedy that the message names */
    ck_assert_ok(cdy_identification_solve(beside_prior, &result, &error), error);
    cdy_identification_destroy(beside_prior);
    cdy_identification_destroy(id);
    free_robot(&r);
}
END_TEST

START_TEST(bad_options_are_refused)
{
    cdy_error error = {0};
    robot r = load_bundled_robot("universalUR5e"), nothing = make_robot(make_tree("base", 9.81));
    cdy_identification *id = NULL;
    double prior[60] = {0};
    prior[3] = HUGE_VAL;
    for (int i = 0; i < 6; i++) {
        cdy_identification_options options = cdy_identification_options_default();
        options.prior_weight = i == 0 ? (double)NAN : i == 5 ? 1e300 : 0;
        options.rank_tolerance = i == 1 ? 1 : 1e-10;
        options.prior = i == 2 || i == 4 ? prior : NULL;
        prior[3] = i == 4 ? 1e300 : HUGE_VAL;
        options.regressor.coulomb = i == 3;
        options.regressor.friction_width = -1;
        ck_assert_fails(cdy_identification_create(r.model, &options, &id, &error), CDY_ERROR_ARGUMENT, error);
        ck_assert(i < 4 || strstr(error.text, "below 1e100"));
        ck_assert_ptr_null(id);
    }
    ck_assert_fails(cdy_identification_create(NULL, NULL, &id, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_identification_create(r.model, NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_identification_create(nothing.model, NULL, &id, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_identification_solve(NULL, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_tree_parameters(nothing.tree, r.model, NULL, prior, &error), CDY_ERROR_ARGUMENT, error);
    free_robot(&nothing);
    free_robot(&r);
}
END_TEST

/* Fails each allocation while an identification is created, and while a solution is made consistent. */
START_TEST(each_failing_allocation_is_reported)
{
    const bool solving = _i == 1;
    const double noise[4] = {1, 1, 1, 1};
    cdy_error error = {0};
    robot r = load_bundled_robot("omronEcobra600");
    double *truth = other_parameters(&r, 2);
    bool failed = heap_is_counted();
    for (size_t number = 1; failed; number++) {
        const size_t live = heap_count().live;
        cdy_identification *id = (void *)&r;
        cdy_identification_result result;
        uint64_t state = 2;
        heap_fail_at(solving ? 0 : number);
        cdy_status status = cdy_identification_create(r.model, NULL, &id, &error);
        if (solving) {
            ck_assert_ok(status, error);
            record(&r, id, NULL, truth, 100, noise, &state);
            heap_fail_at(number);
            status = cdy_identification_solve(id, &result, &error);
        }
        failed = heap_has_failed();
        heap_fail_at(0);
        ck_assert_int_eq(status, failed ? CDY_ERROR_MEMORY : CDY_OK);
        ck_assert(solving || (id == NULL) == failed);
        cdy_identification_destroy(id);
        ck_assert_uint_eq(heap_count().live, live);
    }
    free(truth);
    free_robot(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("identification");
    TCase *tests = tcase_create("estimates");
    tcase_add_loop_test(tests, clean_torques_give_base_parameters_back, 0, SUBJECTS);
    tcase_add_loop_test(tests, base_parameters_are_structural, 0, 3);
    tcase_add_test(tests, ranks_are_those_of_textbooks);
    tcase_add_test(tests, errors_are_as_large_as_reported);
    tcase_add_test(tests, many_rows_are_as_good_as_few);
    tcase_add_test(tests, drives_are_identified);
    tcase_add_test(tests, drives_of_all_joints_are_parameters);
    tcase_add_test(tests, followers_and_planar_joints_are_identified);
    tcase_add_test(tests, what_rows_cannot_tell_apart_is_split_by_the_scales);
    tcase_add_loop_test(tests, wrenches_are_taken_into_account, 0, 4);
    tcase_add_test(tests, a_heavy_prior_stays);
    tcase_add_test(tests, a_prior_leaves_what_torques_determine);
    tcase_add_loop_test(tests, few_rows_beside_a_prior_weigh_alike, 0, 2);
    suite_add_tcase(suite, tests);
    tests = tcase_create("refusals");
    tcase_add_test(tests, poor_recordings_are_told_apart);
    tcase_add_test(tests, motions_beyond_all_numbers_end_an_identification);
    tcase_add_loop_test(tests, noise_at_rest_tells_nothing, 0, 2 * NOISES - 1);
    tcase_add_test(tests, no_friction_is_not_less_than_none);
    tcase_add_test(tests, bad_options_are_refused);
    tcase_add_loop_test(tests, each_failing_allocation_is_reported, 0, 2);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
