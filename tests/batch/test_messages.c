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
    double large[NV];
    for (int i = 0; i < NV; i++) {
        large[i] = i == 6 ? 0 : 1.7e308; /* the leader's would be too large for its follower */
    }
    ck_assert_says(cdy_forward_dynamics_jvp(m, w, good, NULL, NULL, NULL, large, NULL, NULL, out, said), NUMERIC,
                   "the result is not finite; the numbers of the robot or its state are too large");
    ck_assert_says(cdy_forward_dynamics_jvp(m, w, good, NULL, NULL, NULL, NULL, NULL, large, out, said), NUMERIC,
                   "the accelerations are not finite; the numbers are too large");
    ck_assert_says(cdy_forward_dynamics_jvp(m, w, good, NULL, large, NULL, NULL, NULL, NULL, out, said), NUMERIC,
                   "the accelerations are not finite; the numbers are too large");
    ck_assert_says(cdy_forward_dynamics_vjp(m, w, good, NULL, large, NULL, NULL, out, NULL, NULL, said), NUMERIC,
                   "the accelerations are not finite; the numbers are too large");
    ck_assert_says(cdy_forward_dynamics_vjp(m, w, good, NULL, NULL, NULL, large, out, NULL, NULL, said), NUMERIC,
                   "the accelerations are not finite; the numbers are too large");
    const double weights[NV] = {0, 1e150, 1e150};
    cdy_error ignored = {0};
    ck_assert_ok(cdy_model_set_gravity(r.model, (double[3]){0, 0, -1e200}, &ignored),
                 ignored); /* times 1e150 is too much */
    ck_assert_says(cdy_forward_dynamics_vjp(m, w, good, NULL, NULL, NULL, weights, out, NULL, NULL, said), NUMERIC,
                   "the result is not finite; the numbers of the robot or its state are too large");
    ck_assert_ok(cdy_model_set_gravity(r.model, (double[3]){0, 0, -9.81}, &ignored), ignored);
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
    static const char text[] = "the quaternion of a joint is zero or too large; expected unit length";
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
                   "the quaternion of a joint is zero or too large; expected unit length");
    free_robot(&r);
}
END_TEST

START_TEST(options_of_regressors_are_named)
{
    static const double wrong[] = {0, -1, HUGE_VAL, (double)NAN};
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

/* ---- constraints, tasks and targets ---- */

START_TEST(constraints_are_named)
{
    robot r = make_sample(-2), other = make_robot(make_tree("rock", 0));
    const cdy_model *m = r.model;
    cdy_workspace *w = r.work;
    double x[NQ], f[12], J[3 * NV] = {0};
    cdy_row_solver *solver = NULL, *foreign = NULL, *made = NULL;
    cdy_constraint c = {.frame = 1, .rows = CDY_ROWS_WELD};
    cdy_constraint_options o = cdy_constraint_options_default();
    cdy_constrained_state state = {.constraints = &c, .count = 1, .options = &o};
    cdy_error ignored = {0};
    char text[200], memory[8];
    ck_assert_ok(cdy_row_solver_create(m, 5, &solver, &ignored), ignored);
    ck_assert_ok(cdy_row_solver_create(other.model, 5, &foreign, &ignored), ignored);
#define REFUSED(words) ck_assert_says(cdy_impact(m, w, solver, &state, x, f, NULL, said), ARGUMENT, words)
    ck_assert_says(cdy_impact(m, w, solver, NULL, x, f, NULL, said), ARGUMENT,
                   "no state was given; expected a cdy_constrained_state");
    ck_assert_says(cdy_impact(m, w, NULL, &state, x, f, NULL, said), ARGUMENT,
                   "the call needs a row solver made for the model");
    ck_assert_says(cdy_impact(m, w, foreign, &state, x, f, NULL, said), ARGUMENT,
                   "the row solver was made for another model");
    REFUSED("there are 6 rows, but the solver has room for 5; make it for more");
    c.rows = 64;
    REFUSED("constraint number 0 has the rows 0x40; expected CDY_ROWS_WELD or some of them");
    c.rows = 0;
    REFUSED("constraint number 0 has the rows 0; expected CDY_ROWS_WELD or some of them");
    c.rows = CDY_ROWS_BALL;
    for (int i = 0; i < 12; i++) {
        double *const places[] = {c.in_frame.xyz, c.in_frame.rpy, c.in_other.xyz, c.in_other.rpy};
        places[i / 3][i % 3] = nan_;
        REFUSED("the places of constraint number 0 are not finite");
        places[i / 3][i % 3] = 0;
    }
    c.row_count = -1;
    REFUSED("constraint number 0 has -1 rows of its own; expected 0 or more, as many as there is memory for");
    c.row_count = 3;
    REFUSED("constraint number 0 has 3 rows of its own, but no J");
    c.J = J;
    J[3 * NV - 1] = nan_;
    REFUSED("the rows of constraint number 0 have a number that is not finite");
    J[3 * NV - 1] = 0;
    c.gamma = (const double[3]){0, 0, HUGE_VAL};
    REFUSED("the rows of constraint number 0 have a number that is not finite");
    c.gamma = NULL;
    state.count = -2;
    REFUSED("there are -2 constraints; expected 0 or more");
    state.count = 2;
    state.constraints = NULL;
    REFUSED("there are 2 constraints at no address; expected 0 or more");
    state.constraints = &c;
    state.count = 1;
    state.restitution = 1.25;
    REFUSED("the restitution is 1.25; expected 0 to 1");
    state.restitution = -0.5;
    REFUSED("the restitution is -0.5; expected 0 to 1");
    state.restitution = 1;
    ck_assert_ok(cdy_impact(m, w, solver, &state, x, f, NULL, &ignored), ignored);
    o.velocity_gain = -3;
    REFUSED("the gains are -3 1/s and 0 1/s2; expected 0 or positive numbers");
    o.velocity_gain = 0;
    o.position_gain = HUGE_VAL;
    REFUSED("the gains are 0 1/s and inf 1/s2; expected 0 or positive numbers");
    o.position_gain = 0;
    o.gap_tolerance = 0;
    REFUSED("the tolerance of gaps is 0 and there are 100 iterations; expected a positive number and 0 or more");
    o.gap_tolerance = 1e-9;
    o.iterations = -7;
    REFUSED("the tolerance of gaps is 1e-09 and there are -7 iterations; expected a positive number and 0 or more");
    o.iterations = 0;
    o.rank_tolerance = 1;
    REFUSED("the tolerance of the rank is 1; expected 0 for the default, or a small number under 1");
    o.rank_tolerance = 0;
    ck_assert_says(cdy_impact(m, w, solver, &state, NULL, f, NULL, said), ARGUMENT,
                   "no pointer for the velocities was given");
    ck_assert_says(cdy_constrained_forward_dynamics(m, w, solver, &state, NULL, f, NULL, said), ARGUMENT,
                   "no pointer for the accelerations was given");
    ck_assert_says(cdy_constraint_project(m, w, solver, &state, NULL, NULL, said), ARGUMENT,
                   "no pointer for the configuration was given");
    ck_assert_says(cdy_constraint_gap(m, w, NULL, &c, 1, NULL, said), ARGUMENT, "no pointer for the gaps was given");
    ck_assert_says(cdy_constraint_anchor(m, w, NULL, &c, said), ARGUMENT,
                   "a constraint with rows of its own has no places to bring together");
    for (int i = 0; i < 3; i++) {
        J[i * NV] = 1e200;
    }
    ck_assert_says(cdy_constrained_forward_dynamics(m, w, solver, &state, x, f, NULL, said), NUMERIC,
                   "the inertia in the space of the rows is not finite; the numbers are too large");
    c.row_count = 0;
    const double fast[NV] = {0, 0, 0, 1.7e308}, strong[NV] = {1.7e308, 1.7e308, 1.7e308};
    c.rows = CDY_ROW_VX; /* with J qd in range, but not twice that */
    state.qd = fast;
    ck_assert_says(cdy_impact(m, w, solver, &state, x, f, NULL, said), NUMERIC,
                   "the result is not finite; the numbers of the robot or its state are too large");
    state.qd = NULL;
    state.tau = strong;
    ck_assert_says(cdy_constrained_forward_dynamics(m, w, solver, &state, x, f, NULL, said), NUMERIC,
                   "the result is not finite; the numbers of the robot or its state are too large");
    c.rows = CDY_ROWS_BALL;
    ck_assert_says(cdy_constraint_wrenches(m, w, NULL, &c, 1, NULL, x, said), ARGUMENT,
                   "wrenches need constraint forces and a pointer for the results");
    ck_assert_says(cdy_constraint_wrenches(m, w, NULL, &c, 1, f, NULL, said), ARGUMENT,
                   "wrenches need constraint forces and a pointer for the results");
    f[0] = f[1] = 0;
    f[2] = nan_;
    ck_assert_says(cdy_constraint_wrenches(m, w, NULL, &c, 1, f, x, said), ARGUMENT,
                   "the constraint forces have a number that is not finite");
    f[0] = f[1] = f[2] = 1e308;
    c.in_frame.xyz[0] = c.in_frame.xyz[1] = 1e10;
    ck_assert_says(cdy_constraint_wrenches(m, w, NULL, &c, 1, f, x, said), NUMERIC,
                   "the result is not finite; the numbers of the robot or its state are too large");
    ck_assert_says(cdy_row_solver_create(m, 4097, &made, said), ARGUMENT,
                   "there cannot be 4097 rows; expected 0 to 4096");
    ck_assert_says(cdy_row_solver_init(memory, 8, m, -1, &made, said), ARGUMENT,
                   "there cannot be -1 rows; expected 0 to 4096");
    ck_assert_says(cdy_row_solver_init(memory, 8, NULL, 1, &made, said), ARGUMENT,
                   "making a row solver needs a model and a pointer for the solver");
    ck_assert_says(cdy_row_solver_init(memory, 8, m, 1, NULL, said), ARGUMENT,
                   "making a row solver needs a model and a pointer for the solver");
    snprintf(text, sizeof text, "the row solver takes %zu bytes, but 8 were given", cdy_row_solver_size(m, 1));
    ck_assert_says(cdy_row_solver_init(memory, 8, m, 1, &made, said), ARGUMENT, text);
    ck_assert_ptr_null(made);
    cdy_row_solver_destroy(foreign);
    cdy_row_solver_destroy(solver);
    free_robot(&other);
    free_robot(&r);
}
END_TEST

/* Frames at either end of the range of doubles: their distance is not finite. */
START_TEST(places_that_are_too_far_apart_are_no_anchors)
{
    robot r = make_slides(2, false);
    const double q[2] = {1.7e308, -1.7e308};
    cdy_constraint c = {.frame = 1, .other = 2, .rows = CDY_ROWS_WELD, .in_other = {.xyz = {1, 2, 3}}};
    const cdy_constraint before = c;
    ck_assert_says(cdy_constraint_anchor(r.model, r.work, q, &c, said), NUMERIC,
                   "the result is not finite; the numbers of the robot or its state are too large");
    ck_assert_mem_eq(&c, &before, sizeof c);
    free_robot(&r);
}
END_TEST

START_TEST(projections_need_a_mass_matrix)
{
    cdy_tree *tree = make_tree("base", 0);
    add_massless(tree, "a", "a", CDY_JOINT_PRISMATIC, "base");
    robot r = make_robot(tree);
    cdy_row_solver *solver = NULL;
    cdy_error ignored = {0};
    double q = 0.5;
    const cdy_constraint c = {.frame = 1, .rows = CDY_ROW_VZ};
    const cdy_constrained_state state = {.q = &q, .constraints = &c, .count = 1};
    cdy_projection_report report = {.iterations = 77};
    ck_assert_ok(cdy_row_solver_create(r.model, 1, &solver, &ignored), ignored);
    ck_assert_says(
        cdy_constraint_project(r.model, r.work, solver, &state, &q, &report, said), NUMERIC,
        "the mass matrix is singular in every state: no inertia resists when joint 'a' moves (1 of the robot's "
        "1 degrees of freedom); give the links in between mass and inertia, or fix a joint");
    ck_assert(fabs(q - 0.5) <= 0 && report.iterations == 77);
    cdy_row_solver_destroy(solver);
    free_robot(&r);
}
END_TEST

START_TEST(tasks_and_targets_are_named)
{
    robot r = make_sample(-2);
    const cdy_model *m = r.model;
    cdy_workspace *w = r.work;
    cdy_row_solver *solver = NULL;
    cdy_task t[2] = {{.frame = 1, .rows = CDY_ROW_VX}, {.frame = 1, .rows = CDY_ROW_VX}};
    cdy_task_state state = {.tasks = t, .count = 2};
    cdy_operational_space out = {.rank = 0};
    cdy_manipulability_measures measures;
    cdy_ik_options o = cdy_ik_options_default();
    double T[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, q[NQ], start[NQ] = {1, nan_};
    int count = 0;
    cdy_ik_problem p = {.frame = 2, .target = T, .options = &o};
    cdy_error ignored = {0};
    ck_assert_ok(cdy_row_solver_create(m, 6, &solver, &ignored), ignored);
#define NO_TASK(words) ck_assert_says(cdy_task_dynamics(m, w, solver, &state, &out, said), ARGUMENT, words)
    ck_assert_says(cdy_task_dynamics(m, w, solver, NULL, &out, said), ARGUMENT,
                   "the dynamics of tasks need a state and a pointer for the results");
    t[1].rows = 64;
    NO_TASK("task number 1 has the rows 0x40; expected CDY_ROWS_ALL or some of them");
    t[1].rows = 1;
    t[1].point[2] = HUGE_VAL;
    NO_TASK("task number 1 has axes that there are not, or a point that is not finite");
    t[1].point[2] = 0;
    t[1].axes = (cdy_axes)2;
    NO_TASK("task number 1 has axes that there are not, or a point that is not finite");
    t[1].axes = CDY_AXES_BODY;
    state.count = INT_MAX / 6 + 1;
    NO_TASK("there are 357913942 tasks; expected 0 or more");
    state.count = -1;
    NO_TASK("there are -1 tasks; expected 0 or more");
    state.tasks = NULL;
    state.count = 1;
    NO_TASK("there are 1 tasks at no address; expected 0 or more");
    for (unsigned row = 0; row < 6; row++) { /* single rows are rows */
        ck_assert_ok(cdy_manipulability(m, w, 2, CDY_AXES_BODY, 1u << row, NULL, &measures, &ignored), ignored);
        ck_assert_int_eq(measures.count, 1);
    }
    ck_assert_says(cdy_manipulability(m, w, 2, CDY_AXES_BODY, 0, NULL, &measures, said), ARGUMENT,
                   "the rows are 0; expected CDY_ROWS_ALL or some of them");
    ck_assert_says(cdy_manipulability(m, w, 2, CDY_AXES_BODY, 64, NULL, &measures, said), ARGUMENT,
                   "the rows are 0x40; expected CDY_ROWS_ALL or some of them");
    ck_assert_says(cdy_manipulability(m, w, 2, CDY_AXES_BODY, 1, NULL, NULL, said), ARGUMENT,
                   "no pointer for the measures was given");
#define NO_SEARCH(words) ck_assert_says(cdy_inverse_kinematics(m, w, &p, q, NULL, said), ARGUMENT, words)
    ck_assert_says(cdy_inverse_kinematics(m, w, NULL, q, NULL, said), ARGUMENT,
                   "inverse kinematics needs a target and a pointer for the result");
    ck_assert_says(cdy_inverse_kinematics_all(m, w, &p, 0, q, &count, said), ARGUMENT,
                   "finding all solutions needs a target, room for 1 solution or more, and a pointer for their number");
    o.weights[4] = -2;
    NO_SEARCH("the weight number 4 is -2; expected 0 or a positive number");
    memset(o.weights, 0, sizeof o.weights);
    NO_SEARCH("all weights are 0, so there is nothing to look for");
    o.weights[5] = 1;
    o.angular_tolerance = 0;
    NO_SEARCH("the tolerances are 0 rad and 1e-08 m; expected positive numbers");
    o.angular_tolerance = 1;
    o.linear_tolerance = -1;
    NO_SEARCH("the tolerances are 1 rad and -1 m; expected positive numbers");
    o.linear_tolerance = 1;
    o.iterations = 0;
    NO_SEARCH("there are 0 iterations and 50 restarts; expected 1 iteration or more and no negative number");
    o.iterations = 1;
    o.restarts = -1;
    NO_SEARCH("there are 1 iterations and -1 restarts; expected 1 iteration or more and no negative number");
    o.restarts = 0;
    p.start = start;
    NO_SEARCH("the start has a number that is not finite");
    start[0] = start[1] = 0;
    NO_SEARCH("the quaternion of a joint is zero or too large; expected unit length");
    p.start = NULL;
    T[15] = 2;
    NO_SEARCH("the target is no placement; expected a rotation, a position and a last row 0 0 0 1, 4 x 4 by rows");
    cdy_row_solver_destroy(solver);
    free_robot(&r);
}
END_TEST

/* ---- batches ---- */

START_TEST(options_of_batches_are_named)
{
    static const struct {
        cdy_batch_options options;
        const char *text;
    } wrong[] = {
        {{.threads = -1}, "a batch cannot have -1 threads; expected 0 to 1024"},
        {{.threads = 1025}, "a batch cannot have 1025 threads; expected 0 to 1024"},
        {{.layout = (cdy_batch_layout)3}, "there is no layout number 3; expected rows, lanes or columns"},
        {{.layout = (cdy_batch_layout)-1}, "there is no layout number -1; expected rows, lanes or columns"},
        {{.constraint_rows = -1}, "a batch cannot have room for -1 rows of constraints; expected 0 to 4096"},
        {{.constraint_rows = 4097}, "a batch cannot have room for 4097 rows of constraints; expected 0 to 4096"},
        {{.lanes = 3}, "a batch cannot have 3 lanes; expected 1, 2, 4 or 8, or 0 for the most that the machine has"},
        {{.lanes = -1}, "a batch cannot have -1 lanes; expected 1, 2, 4 or 8, or 0 for the most that the machine has"},
        {{.lanes = 16}, "a batch cannot have 16 lanes; expected 1, 2, 4 or 8, or 0 for the most that the machine has"},
    };
    robot r = make_slides(2, false);
    cdy_batch *batch = NULL;
    cdy_batch_f32 *floats = NULL;
    char text[200], memory[8];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_says(cdy_batch_create(r.model, &wrong[i].options, &batch, said), ARGUMENT, wrong[i].text);
        ck_assert_says(cdy_batch_init(memory, 8, r.model, &wrong[i].options, &batch, said), ARGUMENT, wrong[i].text);
        ck_assert_uint_eq(cdy_batch_size(r.model, &wrong[i].options), 0);
    }
    for (int lanes = 1; lanes <= 32; lanes *= 2) {
        if (lanes < 4 || lanes > 16) {
            snprintf(text, sizeof text,
                     "a batch cannot have %d lanes; expected 4, 8 or 16, or 0 for the most that the machine has",
                     lanes);
            ck_assert_says(cdy_batch_f32_create(r.model, &(cdy_batch_options){.lanes = lanes}, &floats, said), ARGUMENT,
                           text);
        }
    }
    ck_assert_uint_gt(cdy_batch_size(r.model, &(cdy_batch_options){.threads = 1024}), 0);
    ck_assert_uint_gt(cdy_batch_size(r.model, &(cdy_batch_options){.threads = 1, .constraint_rows = 4096}), 0);
    ck_assert_says(cdy_batch_create(NULL, NULL, &batch, said), ARGUMENT,
                   "making a batch needs a model and a pointer for the batch");
    ck_assert_says(cdy_batch_init(NULL, 8, r.model, NULL, &batch, said), ARGUMENT,
                   "making a batch needs memory, a model and a pointer for the batch");
    snprintf(text, sizeof text, "the batch takes %zu bytes, but 8 were given", cdy_batch_size(r.model, NULL));
    ck_assert_says(cdy_batch_init(memory, 8, r.model, NULL, &batch, said), ARGUMENT, text);
    ck_assert_ptr_null(batch);
    free_robot(&r);
}
END_TEST

START_TEST(rows_of_batches_are_named)
{
    enum { COUNT = 11, BAD = 6 };
    robot r = make_sample(-2), other = make_robot(make_tree("rock", 0));
    const cdy_model *m = r.model;
    cdy_batch *batch = NULL, *foreign = NULL;
    cdy_batch_f32 *floats = NULL;
    cdy_error ignored = {0};
    double q[COUNT * NQ] = {0}, qd[COUNT * NV] = {0}, out[COUNT * NV * NV];
    float float_q[COUNT * NQ] = {0}, float_out[COUNT * NV];
    ck_assert_ok(cdy_batch_create(m, NULL, &batch, &ignored), ignored);
    ck_assert_ok(cdy_batch_create(other.model, NULL, &foreign, &ignored), ignored);
    ck_assert_ok(cdy_batch_f32_create(m, NULL, &floats, &ignored), ignored);
    for (int b = 0; b < COUNT; b++) {
        q[b * NQ] = 1;
        float_q[b * NQ] = 1;
    }
#define ROW_FAILS(status, words)                                                                                       \
    ck_assert_says(cdy_batch_inverse_dynamics(m, batch, COUNT, q, qd, NULL, NULL, out, NULL, said), status,            \
                   "row 6: " words)
    q[BAD * NQ + 5] = nan_;
    ROW_FAILS(ARGUMENT, "the configuration has a number that is not finite");
    q[BAD * NQ + 5] = 0;
    q[BAD * NQ] = 0;
    ROW_FAILS(ARGUMENT, "the quaternion of a joint is zero or too large; expected unit length");
    q[BAD * NQ] = 1;
    for (int k = 7; k < NQ; k++) { /* the leader, and the wheel that leads none */
        q[BAD * NQ + k] = 1e308;
    }
    ROW_FAILS(NUMERIC, "the position of a mimic joint is not finite: its leader has too large a value");
    q[BAD * NQ + 7] = q[BAD * NQ + 8] = 0;
    qd[BAD * NV + 6] = qd[BAD * NV + 7] = 1e308;
    ROW_FAILS(NUMERIC, "the velocity of a mimic joint is not finite: its leader has too large a value");
    qd[BAD * NV + 6] = qd[BAD * NV + 7] = 0;
    qd[BAD * NV] = qd[BAD * NV + 1] = qd[BAD * NV + 2] = 1e160;
    ROW_FAILS(NUMERIC, "the result is not finite; the numbers of the robot or its state are too large");
    float_q[BAD * NQ + 7] = float_q[BAD * NQ + 8] = 3e38F;
    ck_assert_says(cdy_batch_f32_gravity_torque(m, floats, COUNT, float_q, float_out, NULL, said), NUMERIC,
                   "row 6: the position of a mimic joint is not finite: its leader has too large a value");
    ck_assert_says(cdy_batch_gravity_torque(m, foreign, COUNT, q, out, NULL, said), ARGUMENT,
                   "the batch was made for another model");
    ck_assert_says(cdy_batch_gravity_torque(m, NULL, COUNT, q, out, NULL, said), ARGUMENT,
                   "the call needs a model and a batch made for it");
    ck_assert_says(cdy_batch_gravity_torque(m, batch, COUNT, q, NULL, NULL, said), ARGUMENT,
                   "no pointer for the results was given");
    ck_assert_says(cdy_batch_forward_dynamics_by(m, batch, COUNT, CDY_FORWARD_ARTICULATED_BODIES, q, NULL, NULL, NULL,
                                                 out, NULL, said),
                   UNSUPPORTED, "articulated bodies take no mimic joints; use the mass matrix, which takes them");
    ck_assert_says(cdy_batch_external_force(m, batch, COUNT, 1, NULL, NULL, out, NULL, said), ARGUMENT,
                   "external forces need a wrench for each state");
    ck_assert_says(cdy_batch_inverse_kinematics(m, batch, COUNT, NULL, out, NULL, NULL, said), ARGUMENT,
                   "no problems were given; expected a cdy_ik_problem");
    ck_assert_says(cdy_batch_inverse_kinematics(m, batch, COUNT, &(cdy_ik_problem){.frame = 1}, out, NULL, NULL, said),
                   ARGUMENT, "inverse kinematics needs targets");
    ck_assert_says(cdy_batch_generalized_inverse_kinematics(m, batch, COUNT, NULL, out, NULL, NULL, NULL, said),
                   ARGUMENT, "no problems were given; expected a cdy_gik_problem");
    ck_assert_says(cdy_batch_generalized_inverse_kinematics(m, batch, COUNT, &(cdy_gik_problem){.count = 1}, out, NULL,
                                                            NULL, NULL, said),
                   ARGUMENT, "there are 1 constraints, but no list of them; expected both");
    ck_assert_says(
        cdy_batch_task_dynamics(m, batch, COUNT, NULL, &(cdy_operational_space){.mu = out}, NULL, NULL, said), ARGUMENT,
        "no states were given; expected a cdy_task_state");
    ck_assert_says(cdy_batch_impact(m, batch, COUNT, NULL, out, NULL, NULL, NULL, said), ARGUMENT,
                   "no states were given; expected a cdy_constrained_state");
    const cdy_constraint c = {.frame = 1, .rows = CDY_ROWS_BALL};
    cdy_constrained_state states = {.constraints = &c, .count = 1};
    ck_assert_says(cdy_batch_impact(m, batch, COUNT, &states, out, NULL, NULL, NULL, said), ARGUMENT,
                   "there are 3 rows, but the batch has room for 0; make it with the option constraint_rows");
    states.restitution = 2;
    ck_assert_says(cdy_batch_impact(m, batch, COUNT, &states, out, NULL, NULL, NULL, said), ARGUMENT,
                   "the restitution is 2; expected 0 to 1");
    const cdy_task t = {.frame = 1, .rows = CDY_ROW_VX};
    ck_assert_says(cdy_batch_task_dynamics(m, batch, COUNT, &(cdy_task_state){.tasks = &t, .count = 1},
                                           &(cdy_operational_space){.mu = out}, NULL, NULL, said),
                   ARGUMENT, "there are 1 rows, but the batch has room for 0; make it with the option constraint_rows");
    cdy_batch_f32_destroy(floats);
    cdy_batch_destroy(foreign);
    cdy_batch_destroy(batch);
    free_robot(&other);
    free_robot(&r);
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
    tests = add_case(suite, "rows", constraints_are_named);
    tcase_add_test(tests, places_that_are_too_far_apart_are_no_anchors);
    tcase_add_test(tests, projections_need_a_mass_matrix);
    tcase_add_test(tests, tasks_and_targets_are_named);
    tests = add_case(suite, "batches", options_of_batches_are_named);
    tcase_add_test(tests, rows_of_batches_are_named);
    tests = add_case(suite, "large", large_robots_have_no_matrices);
    tcase_add_test(tests, large_robots_with_followers_have_no_matrices);
    return run_suites(suite, NULL);
}
