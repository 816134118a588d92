/* What refused calls say, to the letter: calls on one state, on constraints, tasks and targets, and on batches. */
#include "support/compare.h"
#include "support/robot.h"
#include "support/suite.h"

#include <condyle/batch_float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NQ = 9, NV = 8, FRAMES = 5 };

/* Fails unless a call is refused with this status and these words, with or without a place for them. */
#define ck_assert_says(call, expected, words)                                                                          \
    do {                                                                                                               \
        cdy_error told_ = {0}, *said = &told_;                                                                         \
        ck_assert_fails(call, expected, told_);                                                                        \
        ck_assert_str_eq(told_.text, words);                                                                           \
        said = NULL;                                                                                                   \
        ck_assert_int_eq(call, expected);                                                                              \
    } while (0)

#define ARGUMENT    CDY_ERROR_ARGUMENT
#define NUMERIC     CDY_ERROR_NUMERIC
#define UNSUPPORTED CDY_ERROR_UNSUPPORTED

/* A floating body with two wheels, and a third wheel that follows the first. */
static robot make_sample(double ratio)
{
    static const char *const names[] = {"left", "right", "third"};
    const double inertia[6] = {0.5, 0.01, 0.02, 0.6, 0.03, 0.7};
    cdy_tree *tree = make_tree("world", 9.81);
    cdy_body body = make_body("trunk", "fly", CDY_JOINT_FLOATING);
    set_inertial(&body, 3, 0.1, 0.2, 0.3, inertia);
    add_body(tree, &body, "world");
    for (int i = 0; i < 3; i++) {
        body = make_body(names[i], names[i], CDY_JOINT_CONTINUOUS);
        set_inertial(&body, 1, 0.1 * i, 0.2, 0, inertia);
        set_origin(&body, 0.1, 0.2, 0.3 * i, 0.1, 0.2, 0.3);
        body.joint.mimic = i == 2 ? (cdy_mimic){"left", ratio, 0} : (cdy_mimic){NULL, 1, 0};
        add_body(tree, &body, "trunk");
    }
    robot r = make_robot(tree);
    ck_assert(r.nq == NQ && r.nv == NV && cdy_model_frame_count(r.model) == FRAMES);
    return r;
}

static const double nan_ = (double)NAN;

/* ---- one state ---- */

START_TEST(inputs_are_named)
{
    robot r = make_sample(-2);
    const cdy_model *m = r.model;
    cdy_workspace *w = r.work;
    double bad[64], good[64] = {1}, huge[64] = {1}, out[200], wide[64] = {1e160, 1e160, 1e160, 0};
    for (int i = 0; i < 64; i++) {
        bad[i] = nan_;
        huge[i] = i == 7 || i == 6 ? 1e308 : i == 0;
    }
    ck_assert_says(cdy_inverse_dynamics(NULL, w, NULL, NULL, NULL, NULL, out, said), ARGUMENT,
                   "the call needs a model and a workspace made for it");
    ck_assert_says(cdy_inverse_dynamics(m, NULL, NULL, NULL, NULL, NULL, out, said), ARGUMENT,
                   "the call needs a model and a workspace made for it");
    ck_assert_says(cdy_inverse_dynamics(m, w, NULL, NULL, NULL, NULL, NULL, said), ARGUMENT,
                   "no pointer for the result (inverse dynamics) was given");
    ck_assert_says(cdy_inverse_dynamics(m, w, bad, NULL, NULL, NULL, out, said), ARGUMENT,
                   "the configuration has a number that is not finite");
    ck_assert_says(cdy_inverse_dynamics(m, w, good, bad, NULL, NULL, out, said), ARGUMENT,
                   "the velocity has a number that is not finite");
    ck_assert_says(cdy_inverse_dynamics(m, w, good, NULL, bad, NULL, out, said), ARGUMENT,
                   "the acceleration has a number that is not finite");
    ck_assert_says(cdy_inverse_dynamics(m, w, good, NULL, NULL, bad, out, said), ARGUMENT,
                   "the external force matrix has a number that is not finite");
    ck_assert_says(cdy_forward_dynamics(m, w, good, NULL, bad, NULL, out, said), ARGUMENT,
                   "the torque has a number that is not finite");
    ck_assert_says(cdy_mass_times(m, w, good, bad, out, said), ARGUMENT, "the vector has a number that is not finite");
    ck_assert_says(cdy_inverse_dynamics(m, w, huge, NULL, NULL, NULL, out, said), NUMERIC,
                   "the position of a mimic joint is not finite: its leader has too large a value");
    ck_assert_says(cdy_inverse_dynamics(m, w, good, huge, NULL, NULL, out, said), NUMERIC,
                   "the velocity of a mimic joint is not finite: its leader has too large a value");
    ck_assert_says(cdy_inverse_dynamics(m, w, good, NULL, huge, NULL, out, said), NUMERIC,
                   "the acceleration of a mimic joint is not finite: its leader has too large a value");
    ck_assert_says(cdy_velocity_product(m, w, good, wide, out, said), NUMERIC,
                   "the result is not finite; the numbers of the robot or its state are too large");
    ck_assert_says(cdy_get_transform(m, w, -1, 0, NULL, out, said), ARGUMENT,
                   "the frame is -1, which cdy_model_find_frame() returns for an unknown name; "
                   "cdy_model_require_frame() reports an unknown name");
    ck_assert_says(cdy_get_transform(m, w, 1, FRAMES, NULL, out, said), ARGUMENT,
                   "there is no body number 5; expected 0 to 4");
    ck_assert_says(cdy_get_transform(m, w, -2, 0, NULL, out, said), ARGUMENT,
                   "there is no body number -2; expected 0 to 4");
    ck_assert_says(cdy_geometric_jacobian(m, w, 1, (cdy_axes)2, NULL, out, said), ARGUMENT,
                   "there are no axes number 2; expected CDY_AXES_BASE or CDY_AXES_BODY");
    ck_assert_says(
        cdy_forward_dynamics_by(m, w, (cdy_forward_method)(CDY_FORWARD_LAPACK + 1), NULL, NULL, NULL, NULL, out, said),
        ARGUMENT, "there is no method number 4 of forward dynamics; expected 0 to 3");
    ck_assert_says(cdy_forward_dynamics_by(m, w, CDY_FORWARD_ARTICULATED_BODIES, NULL, NULL, NULL, NULL, out, said),
                   UNSUPPORTED, "articulated bodies take no mimic joints; use the mass matrix, which takes them");
    free_robot(&r);
}
END_TEST

/* The square of a quaternion's length has bounds of 1e-300 and 1e300. */
START_TEST(quaternions_have_least_and_largest_lengths)
{
    static const char text[] = "the quaternion of a floating joint is zero or too large; expected unit length";
    robot r = make_sample(-2);
    cdy_error ignored = {0};
    double q[NQ] = {0}, out[NV];
    for (int k = 0; k < 4; k++) {
        memset(q, 0, sizeof q);
        q[k] = sqrt(1.003e-300);
        ck_assert_ok(cdy_gravity_torque(r.model, r.work, q, out, &ignored), ignored);
        q[k] = sqrt(0.997e300);
        ck_assert_ok(cdy_gravity_torque(r.model, r.work, q, out, &ignored), ignored);
        q[k] = sqrt(0.997e-300);
        ck_assert_says(cdy_gravity_torque(r.model, r.work, q, out, said), ARGUMENT, text);
        q[k] = sqrt(1.003e300);
        ck_assert_says(cdy_gravity_torque(r.model, r.work, q, out, said), ARGUMENT, text);
    }
    free_robot(&r);
}
END_TEST

START_TEST(lists_of_terms_are_named)
{
    robot r = make_sample(-2);
    double out[200];
    cdy_terms terms = cdy_terms_default();
    cdy_frame_terms frame = cdy_frame_terms_default();
    ck_assert_says(cdy_all_terms(r.model, r.work, NULL, NULL, NULL, NULL, NULL, said), ARGUMENT,
                   "no pointer for any of the terms was given");
    ck_assert_says(cdy_all_terms(r.model, r.work, NULL, NULL, NULL, NULL, &terms, said), ARGUMENT,
                   "no pointer for any of the terms was given");
    terms.torques = out;
    terms.frame_count = -1;
    ck_assert_says(cdy_all_terms(r.model, r.work, NULL, NULL, NULL, NULL, &terms, said), ARGUMENT,
                   "terms of -1 frames are wanted, but there is no list of fewer than none");
    terms.frame_count = 1;
    ck_assert_says(cdy_all_terms(r.model, r.work, NULL, NULL, NULL, NULL, &terms, said), ARGUMENT,
                   "terms of 1 frames are wanted, but there is no list of frames");
    terms.frames = &frame;
    frame.frame = FRAMES;
    ck_assert_says(cdy_all_terms(r.model, r.work, NULL, NULL, NULL, NULL, &terms, said), ARGUMENT,
                   "there is no body number 5; expected 0 to 4");
    frame.frame = 1;
    frame.axes = (cdy_axes)-1;
    ck_assert_says(cdy_all_terms(r.model, r.work, NULL, NULL, NULL, NULL, &terms, said), ARGUMENT,
                   "there are no axes number -1; expected CDY_AXES_BASE or CDY_AXES_BODY");
    free_robot(&r);
    r = make_robot(make_tree("rock", 9.81));
    terms = (cdy_terms){.center_of_mass = out};
    ck_assert_says(cdy_all_terms(r.model, r.work, NULL, NULL, NULL, NULL, &terms, said), NUMERIC,
                   "nothing that moves has mass, so there is no center of mass");
    ck_assert_says(cdy_center_of_mass(r.model, r.work, NULL, out, NULL, said), NUMERIC,
                   "nothing that moves has mass, so there is no center of mass");
    free_robot(&r);
}
END_TEST

START_TEST(wrenches_and_configurations_are_named)
{
    robot r = make_sample(-2);
    const cdy_model *m = r.model;
    cdy_workspace *w = r.work;
    const double wrench[6] = {0}, bad[NQ] = {1, nan_}, good[NQ] = {1}, none[NQ] = {0};
    const double far[NQ] = {1, 0, 0, 0, 1e308, 1e308}, strong[6] = {0, 0, 0, 1e308, 1e308, 1e308};
    double fext[6 * NQ] = {0}, out[NQ];
    ck_assert_says(cdy_external_force(m, w, 1, NULL, NULL, fext, said), ARGUMENT,
                   "an external force needs a wrench and a pointer for the matrix");
    ck_assert_says(cdy_external_force(m, w, 1, wrench, NULL, NULL, said), ARGUMENT,
                   "an external force needs a wrench and a pointer for the matrix");
    ck_assert_says(cdy_external_force(m, w, 1, bad, NULL, fext, said), ARGUMENT,
                   "the wrench has a number that is not finite");
    ck_assert_says(cdy_external_force(m, w, FRAMES, wrench, NULL, fext, said), ARGUMENT,
                   "there is no body number 5; expected 0 to 4");
    ck_assert_says(cdy_external_force_at(m, w, 1, (cdy_axes)3, wrench, good, fext, said), ARGUMENT,
                   "there are no axes number 3; expected CDY_AXES_BASE or CDY_AXES_BODY");
    ck_assert_says(cdy_external_force_at(m, w, 1, CDY_AXES_BODY, strong, far, fext, said), NUMERIC,
                   "the wrench about the base's origin is not finite; the wrench or the configuration is too large");
    ck_assert_near(fext, ((double[6 *NQ]){0}), 6 * NQ, 0);
    ck_assert_says(cdy_configuration_integrate(m, good, NULL, out, said), ARGUMENT,
                   "the call needs a model, two vectors and a pointer for the result");
    ck_assert_says(cdy_configuration_integrate(m, bad, none, out, said), ARGUMENT,
                   "the configuration has a number that is not finite");
    ck_assert_says(cdy_configuration_integrate(m, good, bad, out, said), ARGUMENT,
                   "the step has a number that is not finite");
    ck_assert_says(cdy_configuration_difference(m, good, bad, out, said), ARGUMENT,
                   "the second configuration has a number that is not finite");
    ck_assert_says(cdy_configuration_difference(m, good, none, out, said), ARGUMENT,
                   "the quaternion of a floating joint is zero or too large; expected unit length");
    free_robot(&r);
}
END_TEST

START_TEST(options_of_regressors_are_named)
{
    static const double wrong[] = {0, -1, INFINITY, NAN};
    static const char *const said_of[] = {"0", "-1", "inf", "nan"};
    robot r = make_sample(-2);
    double out[NV * 64];
    for (int i = 0; i < 4; i++) {
        cdy_regressor_options options = {.coulomb = true, .friction_width = wrong[i]};
        char text[200];
        snprintf(text, sizeof text, "the friction width is %s; expected a velocity greater than 0, such as 0.005 rad/s",
                 said_of[i]);
        ck_assert_says(cdy_regressor(r.model, r.work, NULL, NULL, NULL, &options, out, said), ARGUMENT, text);
        cdy_error error = {0};
        options.coulomb = false; /* the width has no part in anything */
        ck_assert_ok(cdy_regressor(r.model, r.work, NULL, NULL, NULL, &options, out, &error), error);
    }
    free_robot(&r);
}
END_TEST

START_TEST(memory_of_workspaces_is_named)
{
    robot r = make_sample(-2), other = make_robot(make_tree("rock", 0));
    cdy_workspace *w = NULL;
    char text[200], *memory = malloc(cdy_workspace_size(r.model));
    double out[NV];
    snprintf(text, sizeof text, "the workspace takes %zu bytes, but 7 were given", cdy_workspace_size(r.model));
    ck_assert_says(cdy_workspace_init(memory, 7, r.model, &w, said), ARGUMENT, text);
    ck_assert_says(cdy_workspace_init(NULL, 7, r.model, &w, said), ARGUMENT,
                   "making a workspace needs memory, a model and a pointer for the workspace");
    ck_assert_says(cdy_workspace_create(NULL, &w, said), ARGUMENT,
                   "making a workspace needs a model and a pointer for the workspace");
    ck_assert_says(cdy_gravity_torque(r.model, other.work, NULL, out, said), ARGUMENT,
                   "the workspace was made for another model");
    ck_assert_uint_eq(cdy_workspace_size(NULL), 0);
    free(memory);
    free_robot(&other);
    free_robot(&r);
}
END_TEST

/* ---- matrices of more than 4096 degrees of freedom ---- */

/* Slides on the base; the last of them follows the first, if one is to. */
static robot make_slides(int count, bool has_follower)
{
    cdy_tree *tree = make_tree("base", 9.81);
    for (int i = 0; i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%d", i);
        cdy_body body = make_body(name, name, CDY_JOINT_PRISMATIC);
        set_inertial(&body, 1, 0, 0, 0, (double[6]){1, 0, 0, 1, 0, 1});
        body.joint.mimic = has_follower && i == count - 1 ? (cdy_mimic){"s0", 2, 0} : (cdy_mimic){NULL, 1, 0};
        add_body(tree, &body, "base");
    }
    return make_robot(tree);
}

START_TEST(large_robots_have_no_matrices)
{
    enum { MANY = 4097 };
    robot r = make_slides(MANY, false);
    double *out = calloc(6 * MANY, sizeof *out), x[1];
    cdy_row_solver *solver = NULL;
    cdy_error ignored = {0};
    const cdy_forward_derivatives places = {.by_q = out};
    const cdy_constraint constraint = {.frame = 1, .rows = CDY_ROW_VZ};
    const cdy_constrained_state state = {.constraints = &constraint, .count = 1};
    const cdy_task task = {.frame = 1, .rows = CDY_ROW_VZ};
    ck_assert_ok(cdy_row_solver_create(r.model, 1, &solver, &ignored), ignored);
    ck_assert_says(cdy_forward_dynamics_by(r.model, r.work, CDY_FORWARD_MASS_MATRIX, NULL, NULL, NULL, NULL, out, said),
                   UNSUPPORTED,
                   "the robot has 4097 degrees of freedom, more than the 4096 of which a mass matrix is kept; use "
                   "articulated bodies");
    ck_assert_says(cdy_inverse_mass_matrix(r.model, r.work, NULL, x, said), UNSUPPORTED,
                   "the robot has 4097 degrees of freedom, including mimic joints; the call takes 4096 at most");
    ck_assert_says(cdy_forward_dynamics_derivatives(r.model, r.work, NULL, NULL, NULL, NULL, &places, said),
                   UNSUPPORTED,
                   "the robot has 4097 degrees of freedom, including mimic joints; the call takes 4096 at most");
    ck_assert_says(cdy_constrained_forward_dynamics(r.model, r.work, solver, &state, out, NULL, NULL, said),
                   UNSUPPORTED,
                   "the robot has 4097 degrees of freedom; rows of tasks and constraints take 4096 at most");
    ck_assert_says(cdy_task_dynamics(r.model, r.work, solver, &(cdy_task_state){.tasks = &task, .count = 1},
                                     &(cdy_operational_space){.mu = x}, said),
                   UNSUPPORTED,
                   "the robot has 4097 degrees of freedom; rows of tasks and constraints take 4096 at most");
    ck_assert_ok(cdy_forward_dynamics(r.model, r.work, NULL, NULL, NULL, NULL, out, &ignored), ignored);
    for (int i = 0; i < MANY; i++) {
        ck_assert_double_eq_tol(out[i], -9.81, 1e-14);
    }
    cdy_row_solver_destroy(solver);
    free_robot(&r);
    free(out);
}
END_TEST

START_TEST(large_robots_with_followers_have_no_matrices)
{
    enum { MANY = 4097 };
    robot r = make_slides(MANY, true);
    double *out = calloc(MANY, sizeof *out), x[1];
    cdy_terms terms = {.mass_matrix = x};
    ck_assert_says(
        cdy_mass_matrix(r.model, r.work, NULL, x, said), UNSUPPORTED,
        "the robot has 4097 joints, more than the 4096 that a matrix (mass matrix) with mimic joints may have");
    ck_assert_says(
        cdy_all_terms(r.model, r.work, NULL, NULL, NULL, NULL, &terms, said), UNSUPPORTED,
        "the robot has 4097 joints, more than the 4096 that a matrix (mass matrix) with mimic joints may have");
    terms = (cdy_terms){.coriolis_matrix = x};
    ck_assert_says(
        cdy_all_terms(r.model, r.work, NULL, NULL, NULL, NULL, &terms, said), UNSUPPORTED,
        "the robot has 4097 joints, more than the 4096 that a matrix (Coriolis matrix) with mimic joints may "
        "have");
    cdy_error error = {0};
    terms = (cdy_terms){.torques = out}; /* no matrix */
    ck_assert_ok(cdy_all_terms(r.model, r.work, NULL, NULL, NULL, NULL, &terms, &error), error);
    ck_assert_double_eq_tol(out[0], 3 * 9.81, 1e-13);
    ck_assert_says(cdy_forward_dynamics(r.model, r.work, NULL, NULL, NULL, NULL, out, said), UNSUPPORTED,
                   "articulated bodies take no mimic joints; of the mass matrix, which takes them, there may be 4096 "
                   "degrees of freedom at most, including mimic joints; the robot has 4097");
    ck_assert_uint_lt(cdy_workspace_size(r.model), 100 << 20);
    free_robot(&r);
    free(out);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("messages");
    TCase *tests = add_case(suite, "one state", inputs_are_named);
    tcase_add_test(tests, quaternions_have_least_and_largest_lengths);
    tcase_add_test(tests, lists_of_terms_are_named);
    tcase_add_test(tests, wrenches_and_configurations_are_named);
    tcase_add_test(tests, options_of_regressors_are_named);
    tcase_add_test(tests, memory_of_workspaces_is_named);
    tests = add_case(suite, "large", large_robots_have_no_matrices);
    tcase_add_test(tests, large_robots_with_followers_have_no_matrices);
    return run_suites(suite, NULL);
}
