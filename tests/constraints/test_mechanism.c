/* Mechanisms with closed loops: a four-bar beside its equations written by hand, trees that move alike, more drives
 * than degrees of freedom and fewer, loops that cannot close, and motion over time. */
#include "support/allocation.h"
#include "support/compare.h"
#include "support/four_bar.h"
#include "support/loaded_chain.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

typedef struct subject {
    robot r;
    cdy_constraint loop;
    cdy_mechanism *mechanism;
} subject;

static void free_subject(subject *s)
{
    cdy_mechanism_destroy(s->mechanism);
    free_robot(&s->r);
}

static void make_mechanism(subject *s, const bool *actuated)
{
    cdy_error error = {0};
    cdy_mechanism_options options = cdy_mechanism_options_default();
    options.actuated = actuated;
    ck_assert_ok(cdy_mechanism_create(s->r.model, &s->loop, 1, &options, &s->mechanism, &error), error);
}

/* ---- the four-bar ---- */

static subject make_turning_bars(const bool *actuated, double pivots, const double inertia[6])
{
    subject s = {.r = make_four_bar_robot(pivots, inertia)};
    s.loop = four_bar_loop(s.r.model);
    make_mechanism(&s, actuated);
    return s;
}

static subject make_four_bar(const bool *actuated, double pivots)
{
    return make_turning_bars(actuated, pivots, slender);
}

START_TEST(a_four_bar_is_as_by_hand)
{
    cdy_error error = {0};
    const bool crank_only[3] = {true, false, false}, held[3] = {true, false, false};
    subject s = make_four_bar(crank_only, ground);
    for (int side = -1; side <= 1; side += 2) {
        double q[3] = {0};
        for (int i = 0; i < 40; i++) {
            const double angle = 0.3 + i * 2 * pi / 40, rate = 2 - 0.1 * i, acceleration = 0.3 * i - 4;
            const by_hand x = solve_by_hand(angle, rate, acceleration, side);
            double expected[3], qd[3], qdd[3], tau[3], forces[5], du;
            to_joints(x.angle, expected);
            if (i == 0) { /* begin on this branch; then each search begins where the last one ended */
                memcpy(q, expected, sizeof q);
                q[1] += 0.3;
                q[2] -= 0.2;
            }
            q[0] = angle;
            cdy_assembly_report report;
            ck_assert_ok(cdy_mechanism_assemble(s.mechanism, s.r.model, s.r.work, q, held, q, &report, &error), error);
            ck_assert_int_eq(report.restarts, 0);
            ck_assert_double_le(fmax(report.angular_gap, report.linear_gap), 1e-12);
            for (int k = 0; k < 3; k++) {
                ck_assert_double_lt(fabs(remainder(q[k] - expected[k], 2 * pi)), 1e-10);
            }
            ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
            ck_assert_int_eq(cdy_mechanism_dofs(s.mechanism), 1);
            ck_assert_int_eq(cdy_mechanism_coordinate(s.mechanism, 0), 0);
            ck_assert_ok(
                cdy_mechanism_motion(s.mechanism, s.r.model, s.r.work, q, &rate, &acceleration, qd, qdd, &error),
                error);
            to_joints(x.rate, expected);
            ck_assert_near(qd, expected, 3, 1e-10);
            to_joints(x.acceleration, expected);
            ck_assert_near(qdd, expected, 3, 1e-10);
            ck_assert_ok(cdy_mechanism_inverse_dynamics(s.mechanism, s.r.model, s.r.work, q, &rate, &acceleration, NULL,
                                                        tau, forces, &error),
                         error);
            ck_assert_near(tau, ((double[3]){x.torque, 0, 0}), 3, 1e-10);
            ck_assert_ok(cdy_mechanism_forward_dynamics(s.mechanism, s.r.model, s.r.work, q, &rate, tau, NULL, &du,
                                                        NULL, &error),
                         error);
            ck_assert_double_eq_tol(du, acceleration, 1e-10);
        }
    }
    free_subject(&s);
}
END_TEST

/* The terms are those of the equation by hand: mass matrix and gravity as differences of its torques. */
START_TEST(terms_of_a_four_bar_are_as_by_hand)
{
    cdy_error error = {0};
    const bool crank_only[3] = {true, false, false};
    subject s = make_four_bar(crank_only, ground);
    const double rate = 1.7;
    const by_hand still = solve_by_hand(1.1, 0, 0, 1), pushed = solve_by_hand(1.1, 0, 1, 1),
                  moving = solve_by_hand(1.1, rate, 0, 1);
    double q[3], G[3], ratios[3], joint_ratios[3], M, product, weight;
    to_joints(still.angle, q);
    find_ratios(still.angle, ratios);
    to_joints(ratios, joint_ratios);
    ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
    const cdy_mechanism_terms terms = {.G = G, .M = &M, .product = &product, .gravity = &weight};
    ck_assert_ok(cdy_mechanism_compute_terms(s.mechanism, s.r.model, s.r.work, q, &rate, &terms, &error), error);
    ck_assert_near(G, joint_ratios, 3, 1e-12);
    ck_assert_double_eq_tol(M, pushed.torque - still.torque, 1e-11);
    ck_assert_double_eq_tol(weight, still.torque, 1e-11);
    ck_assert_double_eq_tol(product, moving.torque - still.torque, 1e-11);
    free_subject(&s);
}
END_TEST

/* The drives' powers have to add up to that of the crank alone: the smallest torques are in proportion to the ratios of
 * the rates, torque_i = d_i torque / sum of d_j^2. */
START_TEST(many_drives_share_a_torque)
{
    cdy_error error = {0};
    subject s = make_four_bar(NULL, ground), alone = make_four_bar((const bool[3]){true, false, false}, ground);
    const double rate = 1.3, acceleration = -2;
    const by_hand x = solve_by_hand(0.9, rate, acceleration, 1);
    double q[3], ratios[3], d[3], tau[3], single[3], forces[5], single_forces[5], qdd[3], square = 0;
    to_joints(x.angle, q);
    find_ratios(x.angle, ratios);
    to_joints(ratios, d);
    for (int i = 0; i < 3; i++) {
        square += d[i] * d[i];
    }
    ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
    ck_assert_ok(cdy_mechanism_choose(alone.mechanism, alone.r.model, alone.r.work, q, &error), error);
    ck_assert_int_eq(cdy_mechanism_dofs(s.mechanism), 1);
    const int independent = cdy_mechanism_coordinate(s.mechanism, 0);
    const double u = rate * d[independent];
    double qd[3], du;
    ck_assert_ok(
        cdy_mechanism_motion(alone.mechanism, alone.r.model, alone.r.work, q, &rate, &acceleration, qd, qdd, &error),
        error);
    du = qdd[independent];
    ck_assert_ok(
        cdy_mechanism_inverse_dynamics(s.mechanism, s.r.model, s.r.work, q, &u, &du, NULL, tau, forces, &error), error);
    ck_assert_ok(cdy_mechanism_inverse_dynamics(alone.mechanism, alone.r.model, alone.r.work, q, &rate, &acceleration,
                                                NULL, single, single_forces, &error),
                 error);
    ck_assert_near(tau, ((double[3]){d[0] * x.torque / square, d[1] * x.torque / square, d[2] * x.torque / square}), 3,
                   1e-10);
    /* The constraint carries the torques that differ between the drives: J^T (forces - single_forces) = single - tau.
     */
    cdy_row_solver *solver;
    double moved[3], expected[5];
    ck_assert_ok(cdy_row_solver_create(s.r.model, 5, &solver, &error), error);
    for (int i = 0; i < 2; i++) {
        const cdy_constrained_state state = {
            .q = q, .qd = qd, .tau = i ? single : tau, .constraints = &s.loop, .count = 1};
        ck_assert_ok(
            cdy_constrained_forward_dynamics(s.r.model, s.r.work, solver, &state, moved, expected, NULL, &error),
            error);
        ck_assert_near(moved, qdd, 3, 1e-9);
        ck_assert_near(i ? single_forces : forces, expected, 5, 1e-9);
    }
    cdy_row_solver_destroy(solver);
    free_subject(&s);
    free_subject(&alone);
}
END_TEST

START_TEST(the_drive_is_the_coordinate)
{
    cdy_error error = {0};
    for (int drive = 0; drive < 3; drive++) {
        bool actuated[3] = {false, false, false};
        double q[3];
        actuated[drive] = true;
        subject s = make_four_bar(actuated, ground);
        const by_hand x = solve_by_hand(0.9, 0, 0, -1);
        to_joints(x.angle, q);
        ck_assert_int_eq(cdy_mechanism_dofs(s.mechanism), -1);
        ck_assert_int_eq(cdy_mechanism_coordinate(s.mechanism, 0), -1);
        ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
        ck_assert_int_eq(cdy_mechanism_dofs(s.mechanism), 1);
        ck_assert_int_eq(cdy_mechanism_coordinate(s.mechanism, 0), drive);
        ck_assert_int_eq(cdy_mechanism_coordinate(s.mechanism, 1), -1);
        free_subject(&s);
    }
}
END_TEST

/* ---- beside trees ---- */

static subject make_loaded_chain(bool welded)
{
    subject s = {.r = make_loaded_chain_robot(welded)};
    s.loop = load_weld(s.r.model);
    return s;
}

START_TEST(a_welded_load_is_a_fixed_one)
{
    cdy_error error = {0};
    subject s = make_loaded_chain(true), tree = make_loaded_chain(false);
    const double start[10] = {0.4, -0.9, 1.3, 1}, u[3] = {0.6, 1.1, -0.7}, du[3] = {1, -2, 3};
    const bool actuated[9] = {true, true, true}, held[9] = {true, true, true};
    double q[10], expected[3], tau[9], forces[6], found[3], M[9], of_tree[9];
    make_mechanism(&s, actuated);
    ck_assert_ok(cdy_mechanism_assemble(s.mechanism, s.r.model, s.r.work, start, held, q, NULL, &error), error);
    ck_assert_near(q, start, 3, 0);
    ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
    ck_assert_int_eq(cdy_mechanism_dofs(s.mechanism), 3);
    ck_assert_ok(cdy_inverse_dynamics(tree.r.model, tree.r.work, q, u, du, NULL, expected, &error), error);
    ck_assert_ok(cdy_mechanism_inverse_dynamics(s.mechanism, s.r.model, s.r.work, q, u, du, NULL, tau, forces, &error),
                 error);
    ck_assert_near(tau, expected, 3, 1e-10);
    ck_assert_near(tau + 3, ((double[6]){0}), 6, 0);
    ck_assert_ok(cdy_mechanism_forward_dynamics(s.mechanism, s.r.model, s.r.work, q, u, tau, NULL, found, NULL, &error),
                 error);
    ck_assert_near(found, du, 3, 1e-9);
    ck_assert_ok(
        cdy_mechanism_compute_terms(s.mechanism, s.r.model, s.r.work, q, NULL, &(cdy_mechanism_terms){.M = M}, &error),
        error);
    ck_assert_ok(cdy_mass_matrix(tree.r.model, tree.r.work, q, of_tree, &error), error);
    ck_assert_near(M, of_tree, 9, 1e-11);
    free_subject(&s);
    free_subject(&tree);
}
END_TEST

/* A parallelogram whose loop is closed by a constraint, and whose joints may mimic the crank besides. Its bars lie on
 * one line at home. */
static subject make_parallelogram(bool follows)
{
    cdy_tree *tree = make_tree("ground", gravity);
    cdy_body bars[3] = {make_bar("a", 1, 0.5, 0), make_bar("b", 2, 0.8, 0.5), make_bar("c", 1.5, 0.5, 0.8)};
    bars[1].joint.mimic = follows ? (cdy_mimic){"a", -1, 0} : bars[1].joint.mimic;
    bars[2].joint.mimic = follows ? (cdy_mimic){"a", 1, 0} : bars[2].joint.mimic;
    add_body(tree, &bars[0], "ground");
    add_body(tree, &bars[1], "a");
    add_body(tree, &bars[2], "ground");
    subject s = {.r = make_robot(tree)};
    s.loop = (cdy_constraint){.frame = cdy_model_find_frame(s.r.model, "b"),
                              .other = cdy_model_find_frame(s.r.model, "c"),
                              .rows = CDY_ROWS_REVOLUTE,
                              .in_frame = {{0.8, 0, 0}, {-pi / 2, 0, 0}},
                              .in_other = {{0.5, 0, 0}, {-pi / 2, 0, 0}}};
    make_mechanism(&s, NULL);
    return s;
}

/* The one closed by a constraint has the mass matrix of the one whose joints mimic the crank; a constraint between bars
 * that do so already takes nothing. */
START_TEST(a_parallelogram_is_its_mimic_tree)
{
    cdy_error error = {0};
    double M[2];
    for (int follows = 0; follows < 2; follows++) {
        subject s = make_parallelogram(follows);
        const double q[3] = {0.7, -0.7, 0.7};
        ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
        ck_assert_int_eq(cdy_mechanism_dofs(s.mechanism), 1);
        ck_assert_ok(cdy_mechanism_compute_terms(s.mechanism, s.r.model, s.r.work, q, NULL,
                                                 &(cdy_mechanism_terms){.M = &M[follows]}, &error),
                     error);
        free_subject(&s);
    }
    ck_assert_double_eq_tol(M[0], M[1], 1e-12);
}
END_TEST

/* ---- what cannot be ---- */

static void check_refused(const cdy_mechanism_options *options, const char *message)
{
    subject s = make_four_bar(NULL, ground);
    cdy_mechanism *made = NULL;
    cdy_error error = {0};
    ck_assert_int_eq(cdy_mechanism_create(s.r.model, &s.loop, 1, options, &made, &error), CDY_ERROR_ARGUMENT);
    ck_assert_ptr_null(made);
    ck_assert_str_eq(error.text, message);
    free_subject(&s);
}

START_TEST(options_that_cannot_be_are_told)
{
    cdy_mechanism_options o = cdy_mechanism_options_default();
    o.gap_tolerance = 0;
    check_refused(&o, "the tolerance of gaps is 0; expected a number above 0");
    o.gap_tolerance = 1e-12;
    const double ranks[] = {0, -1, 1e-300, 9.9e-13, 1, (double)NAN};
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        char message[200];
        o.rank_tolerance = ranks[i];
        snprintf(message, sizeof message,
                 "the tolerance of the rank is %g; expected 1e-12 or more, below which rounding decides which joints "
                 "depend on others, and under 1",
                 ranks[i]);
        check_refused(&o, message);
    }
    o.rank_tolerance = 1e-12;
    o.iterations = -1;
    check_refused(&o, "there are -1 iterations and 20 restarts; expected 0 or more");
    o.iterations = 0;
    o.restarts = -2;
    check_refused(&o, "there are 0 iterations and -2 restarts; expected 0 or more");
}
END_TEST

START_TEST(torques_that_are_not_finite_are_told)
{
    subject s = make_four_bar(NULL, ground);
    double q[3] = {0.7, 0.3, 1}, du[1];
    cdy_error error = {0};
    ck_assert_ok(cdy_mechanism_assemble(s.mechanism, s.r.model, s.r.work, q, NULL, q, NULL, &error), error);
    ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
    for (int i = 0; i < 3; i++) {
        double tau[3] = {1, 2, 3};
        tau[i] = i == 1 ? HUGE_VAL : (double)NAN;
        ck_assert_int_eq(
            cdy_mechanism_forward_dynamics(s.mechanism, s.r.model, s.r.work, q, NULL, tau, NULL, du, NULL, &error),
            CDY_ERROR_ARGUMENT);
        ck_assert_str_eq(error.text, "the torque has a number that is not finite");
    }
    free_subject(&s);
}
END_TEST

/* An assembly tells how long it took: nothing where the loop is closed already. */
START_TEST(an_assembly_tells_its_iterations)
{
    subject s = make_four_bar(NULL, ground);
    double q[3] = {0.7, 0.3, 1};
    cdy_error error = {0};
    cdy_assembly_report report;
    ck_assert_ok(cdy_mechanism_assemble(s.mechanism, s.r.model, s.r.work, q, NULL, q, &report, &error), error);
    ck_assert_int_ge(report.iterations, 3);
    ck_assert_int_le(report.iterations, 20);
    ck_assert_int_eq(report.restarts, 0);
    ck_assert_double_le(report.linear_gap, 1e-12);
    ck_assert_ok(cdy_mechanism_assemble(s.mechanism, s.r.model, s.r.work, q, NULL, q, &report, &error), error);
    ck_assert_int_eq(report.iterations, 0);
    free_subject(&s);
}
END_TEST

/* One loop many times has more rows than there may be, or is as stiff as one. */
START_TEST(too_many_rows_are_told)
{
    enum { MOST = 4096, MANY = MOST / 5 + 1 };
    subject s = make_four_bar(NULL, ground);
    cdy_constraint *loops = calloc(MANY, sizeof *loops);
    cdy_error error = {0};
    cdy_mechanism *made = NULL;
    ck_assert_ptr_nonnull(loops);
    ck_assert_int_eq(cdy_mechanism_rows(s.mechanism), 5);
    for (int i = 0; i < MANY; i++) {
        loops[i] = s.loop;
    }
    ck_assert_int_eq(cdy_mechanism_create(s.r.model, loops, MANY, NULL, &made, &error), CDY_ERROR_UNSUPPORTED);
    ck_assert_str_eq(error.text, "a mechanism has 4096 degrees of freedom and rows at most; there are 3 and 4100");
    ck_assert_ptr_null(made);
    ck_assert_ok(cdy_mechanism_create(s.r.model, loops, 2, NULL, &made, &error), error);
    ck_assert_int_eq(cdy_mechanism_rows(made), 10);
    double q[3] = {0.7, 0.3, 1};
    ck_assert_ok(cdy_mechanism_assemble(made, s.r.model, s.r.work, NULL, NULL, q, NULL, &error), error);
    ck_assert_ok(cdy_mechanism_choose(made, s.r.model, s.r.work, q, &error), error);
    ck_assert_int_eq(cdy_mechanism_dofs(made), 1);
    cdy_mechanism_destroy(made);
    free(loops);
    free_subject(&s);
}
END_TEST

/* The rows of a planar loop are twice as many as count; rounding makes none of the others one that does. */
START_TEST(no_tolerance_makes_a_loop_stiff)
{
    const double ranks[] = {1e-12, 1e-9, 1e-3};
    subject s = make_four_bar(NULL, ground);
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        cdy_mechanism_options o = cdy_mechanism_options_default();
        cdy_error error = {0};
        cdy_mechanism_destroy(s.mechanism);
        o.rank_tolerance = ranks[i];
        ck_assert_ok(cdy_mechanism_create(s.r.model, &s.loop, 1, &o, &s.mechanism, &error), error);
        double q[3] = {0.7, 0.3, 1};
        ck_assert_ok(cdy_mechanism_assemble(s.mechanism, s.r.model, s.r.work, NULL, NULL, q, NULL, &error), error);
        ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
        ck_assert_int_eq(cdy_mechanism_dofs(s.mechanism), 1);
    }
    free_subject(&s);
}
END_TEST

START_TEST(loops_that_cannot_close_are_told)
{
    cdy_error error = {0};
    subject s = make_four_bar(NULL, 3); /* pivots 3 m apart, bars of 1.7 m in all */
    double q[3] = {9, 9, 9};
    cdy_assembly_report report;
    ck_assert_int_eq(cdy_mechanism_assemble(s.mechanism, s.r.model, s.r.work, NULL, NULL, q, &report, &error),
                     CDY_ERROR_NUMERIC);
    ck_assert_ptr_nonnull(strstr(error.text, "the loop between 'coupler' and 'rocker' cannot be closed"));
    ck_assert_msg(strstr(error.text, "1.3 m"), "%s", error.text);
    ck_assert_double_eq_tol(report.linear_gap, 3 - l1 - l2 - l3, 1e-6);
    ck_assert_double_lt(report.angular_gap, 1e-12);
    ck_assert_near(q, ((double[3]){9, 9, 9}), 3, 0);
    free_subject(&s);
}
END_TEST

/* Stretched out, the bars of the parallelogram lie on one line, and no step of first order closes the gap. */
START_TEST(a_home_that_is_stretched_out_is_left)
{
    cdy_error error = {0};
    subject s = make_four_bar(NULL, ground);
    double q[3];
    cdy_assembly_report report;
    ck_assert_ok(cdy_mechanism_assemble(s.mechanism, s.r.model, s.r.work, NULL, NULL, q, &report, &error), error);
    ck_assert_int_ge(report.restarts, 1);
    ck_assert_double_le(report.linear_gap, 1e-12);
    free_subject(&s);
}
END_TEST

START_TEST(a_joint_without_a_drive_needs_none)
{
    cdy_error error = {0};
    subject s = make_four_bar((const bool[3]){false, false, false}, ground);
    const by_hand x = solve_by_hand(0.9, 0, 0, 1);
    double q[3], tau[3] = {7, 7, 7}, du;
    to_joints(x.angle, q);
    ck_assert_int_eq(
        cdy_mechanism_inverse_dynamics(s.mechanism, s.r.model, s.r.work, q, NULL, NULL, NULL, tau, NULL, &error),
        CDY_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "no independent coordinates were chosen"));
    ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
    ck_assert_int_eq(
        cdy_mechanism_inverse_dynamics(s.mechanism, s.r.model, s.r.work, q, NULL, NULL, NULL, tau, NULL, &error),
        CDY_ERROR_NUMERIC);
    ck_assert_ptr_nonnull(strstr(error.text, "no drive moves joint '"));
    ck_assert_near(tau, ((double[3]){7, 7, 7}), 3, 0);
    /* Falling, it needs none. */
    ck_assert_ok(
        cdy_mechanism_forward_dynamics(s.mechanism, s.r.model, s.r.work, q, NULL, NULL, NULL, &du, NULL, &error),
        error);
    ck_assert_ok(
        cdy_mechanism_inverse_dynamics(s.mechanism, s.r.model, s.r.work, q, NULL, &du, NULL, tau, NULL, &error), error);
    ck_assert_near(tau, ((double[3]){0, 0, 0}), 3, 0);
    free_subject(&s);
}
END_TEST

/* Where crank and coupler are in line, the rocker does not tell the motion of the crank. */
START_TEST(a_dead_point_is_told)
{
    cdy_error error = {0};
    subject s = make_four_bar((const bool[3]){false, false, true}, ground);
    const double reach = l1 + l2;
    const double crank = acos((reach * reach + ground * ground - l3 * l3) / (2 * reach * ground));
    const by_hand before = solve_by_hand(crank - 0.5, 0, 0, 1);
    const double rocker = atan2(reach * sin(crank), reach * cos(crank) - ground), dead[3] = {crank, 0, rocker};
    double q[3], qd[3];
    to_joints(before.angle, q);
    ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
    ck_assert_int_eq(cdy_mechanism_coordinate(s.mechanism, 0), 2);
    ck_assert_int_eq(cdy_mechanism_motion(s.mechanism, s.r.model, s.r.work, dead, NULL, NULL, qd, NULL, &error),
                     CDY_ERROR_NUMERIC);
    ck_assert_ptr_nonnull(strstr(error.text, "a singular configuration"));
    ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, dead, &error), error);
    ck_assert_int_eq(cdy_mechanism_dofs(s.mechanism), 1);
    ck_assert_int_ne(cdy_mechanism_coordinate(s.mechanism, 0), 2);
    free_subject(&s);
}
END_TEST

/* Coordinates that are chosen where crank and coupler are in line are not those of the drive, which tells the motion
 * elsewhere: the drive does not lack there. */
START_TEST(coordinates_of_a_dead_point_are_told_elsewhere)
{
    cdy_error error = {0};
    subject s = make_four_bar((const bool[3]){false, false, true}, ground);
    const double reach = l1 + l2;
    const double crank = acos((reach * reach + ground * ground - l3 * l3) / (2 * reach * ground));
    const double dead[3] = {crank, 0, atan2(reach * sin(crank), reach * cos(crank) - ground)};
    const by_hand elsewhere = solve_by_hand(crank - 0.5, 0, 0, 1);
    double q[3], tau[3];
    to_joints(elsewhere.angle, q);
    ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, dead, &error), error);
    ck_assert_int_eq(
        cdy_mechanism_inverse_dynamics(s.mechanism, s.r.model, s.r.work, q, NULL, NULL, NULL, tau, NULL, &error),
        CDY_ERROR_NUMERIC);
    ck_assert_ptr_nonnull(strstr(error.text, "or the coordinates were chosen at a singular configuration: choose them "
                                             "anew here"));
    ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
    ck_assert_ok(
        cdy_mechanism_inverse_dynamics(s.mechanism, s.r.model, s.r.work, q, NULL, NULL, NULL, tau, NULL, &error),
        error);
    free_subject(&s);
}
END_TEST

/* Rates of which the squares, or their sums times masses, are too large. */
START_TEST(terms_that_are_not_finite_are_told)
{
    cdy_error error = {0};
    subject s = make_turning_bars((const bool[3]){true, false, false}, ground, (double[6]){1e4, 0, 0, 1e4, 0, 1e4});
    const by_hand x = solve_by_hand(1.1, 0, 0, 1);
    double q[3];
    int told = 0;
    to_joints(x.angle, q);
    ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
    for (int i = 0; i < 600; i++) {
        const double rate = pow(10, 150 + 0.01 * i);
        double G[3] = {7, 7, 7}, M = 7, product = 7, weight = 7;
        const cdy_mechanism_terms terms = {.G = G, .M = &M, .product = &product, .gravity = &weight};
        const cdy_status status =
            cdy_mechanism_compute_terms(s.mechanism, s.r.model, s.r.work, q, &rate, &terms, &error);
        told += status == CDY_ERROR_NUMERIC;
        ck_assert_msg(status ? status == CDY_ERROR_NUMERIC && G[0] == 7 && M == 7 && product == 7 && weight == 7
                             : isfinite(product) && isfinite(M) && isfinite(weight),
                      "%g: %d, %g", rate, status, product);
    }
    ck_assert_int_gt(told, 0);
    ck_assert_int_lt(told, 600);
    free_subject(&s);
}
END_TEST

/* A crank with many welds to the ground, each at another place: every step of the search has singular rows, and no
 * configuration closes them. Equations as many as rows would take longer than a test may. */
START_TEST(many_loops_that_cannot_close_are_told)
{
    enum { WELDS = UNLESS_WATCHED(600, 4) };
    cdy_error error = {0};
    cdy_tree *tree = make_tree("ground", gravity);
    const char *const names[3] = {"a", "b", "c"};
    for (int i = 0; i < 3; i++) {
        cdy_body body = make_bar(names[i], 1, 0.5, i ? 0.5 : 0);
        set_axis(&body, i, 1, 0.5 * i);
        add_body(tree, &body, i ? names[i - 1] : "ground");
    }
    robot r = make_robot(tree);
    cdy_constraint welds[WELDS];
    for (int i = 0; i < WELDS; i++) {
        welds[i] = (cdy_constraint){.frame = cdy_model_find_frame(r.model, names[i % 3]),
                                    .rows = CDY_ROWS_WELD,
                                    .in_frame = {{0.1 * i, 0, 0}, {0, 0, 0}},
                                    .in_other = {{0.3, 0.01 * i, 0.2}, {0.1 * i, 0, 0}}};
    }
    cdy_mechanism *mechanism;
    cdy_assembly_report report;
    double q[3] = {0.1, 0.2, 0.3};
    ck_assert_ok(cdy_mechanism_create(r.model, welds, WELDS, NULL, &mechanism, &error), error);
    ck_assert_int_eq(cdy_mechanism_assemble(mechanism, r.model, r.work, q, NULL, q, &report, &error),
                     CDY_ERROR_NUMERIC);
    ck_assert_ptr_nonnull(strstr(error.text, "cannot be closed"));
    cdy_mechanism_destroy(mechanism);
    free_robot(&r);
}
END_TEST

/* Columns of joints with more welds than can be closed: a step takes so long that the search ends by its work, long
 * before its restarts; few of them end by the restarts. */
START_TEST(long_searches_end_by_their_work)
{
    enum { LONG = UNLESS_WATCHED(1, 0), JOINTS = LONG ? 120 : 12, COLUMN = 10, WELDS = JOINTS / 2 };
    cdy_error error = {0};
    cdy_tree *tree = make_tree("ground", gravity);
    char names[JOINTS][16];
    for (int i = 0; i < JOINTS; i++) {
        snprintf(names[i], sizeof names[i], "bar_%d", i);
        cdy_body body = make_bar(names[i], 1, 0.5, i % COLUMN ? 0.5 : 0.1 * i);
        set_axis(&body, i % 3, 1, 0.5 * i);
        add_body(tree, &body, i % COLUMN ? names[i - 1] : "ground");
    }
    robot r = make_robot(tree);
    cdy_constraint welds[WELDS];
    for (int i = 0; i < WELDS; i++) {
        welds[i] = (cdy_constraint){.frame = cdy_model_find_frame(r.model, names[2 * i + 1]),
                                    .rows = CDY_ROWS_WELD,
                                    .in_frame = {{0.1 * i, 0, 0}, {0, 0, 0}},
                                    .in_other = {{0.3, 0.01 * i, 0.2}, {0.1 * i, 0, 0}}};
    }
    cdy_mechanism *mechanism;
    cdy_assembly_report report;
    double q[JOINTS];
    for (int i = 0; i < JOINTS; i++) {
        q[i] = 0.1 * (i % 9);
    }
    const int most = cdy_mechanism_options_default().restarts;
    ck_assert_ok(cdy_mechanism_create(r.model, welds, WELDS, NULL, &mechanism, &error), error);
    ck_assert_int_eq(cdy_mechanism_assemble(mechanism, r.model, r.work, q, NULL, q, &report, &error),
                     CDY_ERROR_NUMERIC);
    ck_assert_ptr_nonnull(strstr(error.text, "cannot be closed"));
    ck_assert_msg(!strstr(error.text, "after the most work that a search may do") == !LONG, "%s", error.text);
    ck_assert_msg(LONG ? report.restarts < most : report.restarts == most, "%d", report.restarts);
    cdy_mechanism_destroy(mechanism);
    free_robot(&r);
}
END_TEST

/* ---- motion over time ---- */

static double energy_of(const subject *s, const double *q, const double *qd)
{
    cdy_error error = {0};
    double kinetic, potential;
    ck_assert_ok(cdy_energy(s->r.model, s->r.work, q, qd, &kinetic, &potential, &error), error);
    return kinetic + potential;
}

/* Bennett's linkage (1903): four joints whose axes are neither parallel nor meet, with the twists 0.6 and 1.1 between
 * them, and lengths in proportion to their sines. It moves though six rows leave three joints of the tree nothing, and
 * only where it is closed: tan(t1 / 2) tan(t2 / 2) is constant, t3 = -t1. */
static const double twists[2] = {0.6, 1.1}, bennett_size = 0.5;

static void close_bennett(double first, double q[3])
{
    const double product = sin((twists[1] + twists[0]) / 2) / sin((twists[1] - twists[0]) / 2);
    q[0] = first;
    q[1] = 2 * atan(product / tan(first / 2));
    q[2] = -first;
}

static subject make_bennett(void)
{
    const double a = bennett_size * sin(twists[0]), b = bennett_size * sin(twists[1]);
    cdy_tree *tree = make_tree("ground", 0);
    const char *const names[3] = {"first", "second", "third"};
    const double reach[3] = {0, a, b}, turns[3] = {0, twists[0], twists[1]};
    for (int i = 0; i < 3; i++) {
        cdy_body body = make_body(names[i], names[i], CDY_JOINT_REVOLUTE);
        set_axis(&body, 0, 0, 1);
        set_origin(&body, reach[i], 0, 0, turns[i], 0, 0);
        set_inertial(&body, 1, 0.1, 0.02, 0.05, slender);
        add_body(tree, &body, i ? names[i - 1] : "ground");
    }
    subject s = {.r = make_robot(tree)};
    s.loop = (cdy_constraint){.frame = cdy_model_find_frame(s.r.model, "third"),
                              .rows = CDY_ROWS_REVOLUTE,
                              .in_frame = {{a, 0, 0}, {twists[0], 0, 0}},
                              .in_other = {{-b, 0, 0}, {-twists[1], 0, 0}}};
    make_mechanism(&s, NULL);
    return s;
}

/* Moves the linkage from the same state; writes the configuration after half a second, and returns how much the energy
 * changed. */
static double move_bennett(const subject *s, double dt, double q[3])
{
    cdy_error error = {0};
    double qd[3], u = 1;
    close_bennett(1, q);
    ck_assert_ok(cdy_mechanism_choose(s->mechanism, s->r.model, s->r.work, q, &error), error);
    ck_assert_int_eq(cdy_mechanism_dofs(s->mechanism), 1);
    ck_assert_ok(cdy_mechanism_motion(s->mechanism, s->r.model, s->r.work, q, &u, NULL, qd, NULL, &error), error);
    const double energy = energy_of(s, q, qd);
    for (int i = 0; i < (int)lround(0.5 / dt); i++) {
        double closed[3];
        ck_assert_ok(cdy_mechanism_step(s->mechanism, s->r.model, s->r.work, dt, NULL, NULL, q, qd, &error), error);
        close_bennett(q[0], closed);
        ck_assert_near(q, closed, 3, 1e-9);
    }
    return fabs(energy_of(s, q, qd) / energy - 1);
}

START_TEST(an_overconstrained_linkage_moves)
{
    subject s = make_bennett();
    double coarse[3], fine[3], finest[3];
    ck_assert_double_lt(move_bennett(&s, 0.01, coarse), 1e-6);
    /* of the fourth order: half the step leaves a sixteenth of the error */
    move_bennett(&s, 0.02, coarse);
    move_bennett(&s, 0.01, fine);
    move_bennett(&s, 0.00125, finest);
    const double ratio = fabs(coarse[0] - finest[0]) / fabs(fine[0] - finest[0]);
    ck_assert_msg(ratio > 12 && ratio < 22, "%g", ratio);
    free_subject(&s);
}
END_TEST

/* A minute of turning through both dead points of the rocker, in which the gap and the energy do not drift. */
START_TEST(a_minute_does_not_open_the_loop)
{
    cdy_error error = {0};
    subject s = make_four_bar((const bool[3]){false, false, true}, ground);
    const by_hand x = solve_by_hand(0.9, 12, 0, 1);
    const double dt = 1e-3;
    double q[3], qd[3], gap[5], worst = 0;
    to_joints(x.angle, q);
    to_joints(x.rate, qd);
    const double energy = energy_of(&s, q, qd);
    for (int i = 0; i < UNLESS_WATCHED(60000, 600); i++) {
        ck_assert_ok(cdy_mechanism_step(s.mechanism, s.r.model, s.r.work, dt, NULL, NULL, q, qd, &error), error);
        ck_assert_ok(cdy_constraint_gap(s.r.model, s.r.work, q, &s.loop, 1, gap, &error), error);
        worst = fmax(worst, largest(gap, 5));
    }
    ck_assert_double_lt(worst, 1e-10);
    ck_assert_double_gt(fabs(q[0]), UNLESS_WATCHED(100, 1)); /* it went round */
    ck_assert_double_lt(fabs(energy_of(&s, q, qd) / energy - 1), 1e-4);
    ck_assert_int_eq(cdy_mechanism_dofs(s.mechanism), -1); /* a step chooses nothing for the caller */
    free_subject(&s);
}
END_TEST

/* A step fails, and leaves the state as it was. */
static void check_no_step(const subject *s, const double q[3], const double qd[3], const char *message)
{
    cdy_error error = {0};
    double moved[3], velocity[3];
    memcpy(moved, q, sizeof moved);
    memcpy(velocity, qd, sizeof velocity);
    ck_assert_int_eq(cdy_mechanism_step(s->mechanism, s->r.model, s->r.work, 1e-3, NULL, NULL, moved, velocity, &error),
                     CDY_ERROR_NUMERIC);
    ck_assert_msg(strstr(error.text, message) != NULL, "%s", error.text);
    ck_assert_near(moved, q, 3, 0);
    ck_assert_near(velocity, qd, 3, 0);
}

/* A step would otherwise close the loop by itself, and move the bars by what it is open. */
START_TEST(steps_of_open_loops_are_refused)
{
    subject s = make_parallelogram(false);
    check_no_step(&s, (double[3]){0.3, 0, 0.1}, (double[3]){0}, "is open at the configuration");
    check_no_step(&s, (double[3]){0.3, -0.3, 0.3 + 1e-5}, (double[3]){0}, "is open at the configuration");
    free_subject(&s);
}
END_TEST

/* Small robots may get along with huge numbers: then the result is finite. */
static void check_overflow(cdy_status status, double result)
{
    ck_assert(status == CDY_ERROR_NUMERIC || (status == CDY_OK && isfinite(result)));
}

/* What overflows on the way is no fault of the numbers that the caller gave, which are finite. */
START_TEST(motions_that_overflow_are_told)
{
    const bool crank_only[3] = {true, false, false};
    const double huge = 1.7e308, still = 0;
    subject s = make_four_bar(crank_only, ground);
    for (int i = 0; i < 10; i++) {
        cdy_error error = {0};
        const by_hand x = solve_by_hand(0.3 + i * 2 * pi / 10, 0, 0, 1);
        double q[3], tau[3] = {0}, forces[5];
        to_joints(x.angle, q);
        ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
        check_overflow(cdy_mechanism_inverse_dynamics(s.mechanism, s.r.model, s.r.work, q, &still, &huge, NULL, tau,
                                                      forces, &error),
                       tau[0]);
        check_overflow(cdy_mechanism_inverse_dynamics(s.mechanism, s.r.model, s.r.work, q, &huge, &still, NULL, tau,
                                                      forces, &error),
                       tau[0]);
        check_overflow(
            cdy_mechanism_forward_dynamics(s.mechanism, s.r.model, s.r.work, q, &huge, NULL, NULL, tau, forces, &error),
            tau[0]);
        check_no_step(&s, q, (double[3]){huge, -huge, huge}, "not finite");
    }
    free_subject(&s);
}
END_TEST

/* Flat, the parallelogram can fold into a kite; a step says so, and no coordinates that the caller chooses help it. A
 * thousandth of a radian beside that, one passes over it. */
START_TEST(steps_at_a_flat_parallelogram_are_told)
{
    cdy_error error = {0};
    subject s = make_parallelogram(false);
    double q[3] = {0, 0, 0}, qd[3] = {1, -1, 1};
    check_no_step(&s, q, qd, "the step meets a configuration where rows of the loops depend on each other");
    ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
    check_no_step(&s, q, qd, "begin beside it");
    q[0] = q[2] = -1e-3;
    q[1] = 1e-3;
    ck_assert_int_eq(
        cdy_mechanism_inverse_dynamics(s.mechanism, s.r.model, s.r.work, q, NULL, NULL, NULL, qd, NULL, &error),
        CDY_ERROR_NUMERIC); /* the caller's choice is still that of the flat one */
    ck_assert_ptr_nonnull(strstr(error.text, "choose coordinates anew"));
    ck_assert_ok(cdy_mechanism_step(s.mechanism, s.r.model, s.r.work, 3e-3, NULL, NULL, q, qd, &error), error);
    ck_assert_double_gt(q[0], 1.9e-3);
    ck_assert_double_eq_tol(q[1], -q[0], 1e-9);
    free_subject(&s);
}
END_TEST

/* ---- derivatives ---- */

/* Torques at the closed configuration that a step dq of the independent coordinates leads to. */
static void torques_after(const subject *s, const double *q, const double *dq, const double *u, const double *du,
                          double *tau)
{
    cdy_error error = {0};
    const int k = cdy_mechanism_dofs(s->mechanism), n = cdy_model_nv(s->r.model);
    double step[16] = {0}, moved[20];
    bool held[16] = {false};
    for (int i = 0; i < k; i++) {
        step[cdy_mechanism_coordinate(s->mechanism, i)] = dq[i];
        held[cdy_mechanism_coordinate(s->mechanism, i)] = true;
    }
    ck_assert_int_le(n, 16);
    ck_assert_ok(cdy_configuration_integrate(s->r.model, q, step, moved, &error), error);
    ck_assert_ok(cdy_mechanism_assemble(s->mechanism, s->r.model, s->r.work, moved, held, moved, NULL, &error), error);
    ck_assert_ok(
        cdy_mechanism_inverse_dynamics(s->mechanism, s->r.model, s->r.work, moved, u, du, NULL, tau, NULL, &error),
        error);
}

/* Compares the derivatives with differences of fourth order. */
static void check_derivatives(const subject *s, const double *q, const double *u, const double *du, double tolerance)
{
    cdy_error error = {0};
    const int k = cdy_mechanism_dofs(s->mechanism), n = cdy_model_nv(s->r.model);
    const double h = 1e-3, parts[4] = {-2, -1, 1, 2}, weights[4] = {1 / 12.0, -8 / 12.0, 8 / 12.0, -1 / 12.0};
    double found[3][16 * 10];
    ck_assert_ok(cdy_mechanism_derivatives(s->mechanism, s->r.model, s->r.work, q, u, du, NULL, found[0], found[1],
                                           found[2], &error),
                 error);
    for (int kind = 0; kind < 3; kind++) {
        for (int j = 0; j < k; j++) {
            double slope[16] = {0};
            for (int part = 0; part < 4; part++) {
                double moved[3][10] = {{0}}, tau[16];
                memcpy(moved[1], u, (size_t)k * sizeof *u);
                memcpy(moved[2], du, (size_t)k * sizeof *du);
                moved[kind][j] += parts[part] * h;
                torques_after(s, q, moved[0], moved[1], moved[2], tau);
                for (int i = 0; i < n; i++) {
                    slope[i] += weights[part] * tau[i] / h;
                }
            }
            for (int i = 0; i < n; i++) {
                const double entry = found[kind][i * k + j];
                ck_assert_msg(fabs(entry - slope[i]) < tolerance * (1 + fabs(slope[i])),
                              "%d: torque %d by %d: %g, not %g", kind, i, j, entry, slope[i]);
            }
        }
    }
}

/* The four-bar by hand, with one drive and with three that share. */
START_TEST(derivatives_of_a_four_bar_are_those_of_its_torques)
{
    cdy_error error = {0};
    for (int drives = 1; drives <= 3; drives += 2) {
        subject s = make_four_bar((const bool[3]){true, drives == 3, drives == 3}, ground);
        const double rate = 1.7, acceleration = -2.3, h = 1e-3;
        const by_hand x = solve_by_hand(1.1, 0, 0, 1);
        double q[3];
        to_joints(x.angle, q);
        ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
        check_derivatives(&s, q, &rate, &acceleration, 1e-7);
        if (drives == 1) {
            double by[3][3];
            ck_assert_ok(cdy_mechanism_derivatives(s.mechanism, s.r.model, s.r.work, q, &rate, &acceleration, NULL,
                                                   by[0], by[1], by[2], &error),
                         error);
            for (int kind = 0; kind < 3; kind++) {
                double slope = 0;
                for (int side = -2; side <= 2; side++) {
                    const double weights[5] = {1 / 12.0, -8 / 12.0, 0, 8 / 12.0, -1 / 12.0};
                    const by_hand y = solve_by_hand(1.1 + (kind == 0) * side * h, rate + (kind == 1) * side * h,
                                                    acceleration + (kind == 2) * side * h, 1);
                    slope += weights[side + 2] * y.torque / h;
                }
                ck_assert_double_eq_tol(by[kind][0], slope, 1e-8);
                ck_assert(by[kind][1] == 0 && by[kind][2] == 0);
            }
        }
        free_subject(&s);
    }
}
END_TEST

/* A Bennett linkage, whose axes are in no plane, and a spatial one of a ball joint and mimic joints. */
START_TEST(derivatives_of_spatial_loops_are_those_of_their_torques)
{
    cdy_error error = {0};
    subject s = make_bennett();
    double q[3];
    const double u = 1.2, du = 0.7;
    close_bennett(1, q);
    ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
    check_derivatives(&s, q, &u, &du, 1e-7);
    free_subject(&s);
}
END_TEST

/* An arm with a joint of several degrees, of another kind in each round, and a follower; its tip is tied to the ground,
 * by a joint of another kind in each. */
START_TEST(derivatives_hold_for_all_joints)
{
    const cdy_joint_type types[] = {CDY_JOINT_SPHERICAL, CDY_JOINT_PLANAR, CDY_JOINT_PRISMATIC, CDY_JOINT_FLOATING};
    const unsigned ties[] = {CDY_ROWS_BALL,        CDY_ROWS_PLANE_CONTACT, CDY_ROWS_REVOLUTE,
                             CDY_ROWS_CYLINDRICAL, CDY_ROWS_PRISMATIC,     CDY_ROWS_WELD};
    cdy_error error = {0};
    for (size_t round = 0; round < 24; round++) {
        cdy_tree *tree = make_tree("ground", gravity);
        const char *const names[6] = {"a", "b", "c", "d", "e", "f"};
        for (int i = 0; i < 6; i++) {
            cdy_body body = make_body(names[i], names[i], i == 2 ? types[round % 4] : CDY_JOINT_REVOLUTE);
            set_axis(&body, 0.3 * i, 1 - 0.1 * i, 0.4 * (i % 3));
            set_origin(&body, 0.3, 0.05 * i, 0.02, 0.2 * i, 0.1, -0.3 * i);
            set_inertial(&body, 1 + 0.2 * i, 0.1, 0.02, 0.05, slender);
            if (i == 4) {
                body.joint.mimic = (cdy_mimic){.joint = names[3], .multiplier = -0.7, .offset = 0.2};
            }
            add_body(tree, &body, i ? names[i - 1] : "ground");
        }
        subject s = {.r = make_robot(tree)};
        double q[20], first[16];
        cdy_home_configuration(s.r.model, q);
        for (int i = 0; i < cdy_model_nv(s.r.model); i++) {
            first[i] = 0.3 + 0.1 * i;
        }
        ck_assert_ok(cdy_configuration_integrate(s.r.model, q, first, q, &error), error);
        s.loop = (cdy_constraint){.frame = cdy_model_find_frame(s.r.model, "f"),
                                  .rows = ties[round / 4],
                                  .in_frame = {{0.1, 0.2, -0.1}, {0.3, 0.2, 0.1}}};
        ck_assert_ok(cdy_constraint_anchor(s.r.model, s.r.work, q, &s.loop, &error), error);
        make_mechanism(&s, NULL);
        ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
        double u[10], du[10];
        const int k = cdy_mechanism_dofs(s.mechanism);
        ck_assert_int_le(k, 10);
        for (int i = 0; i < k; i++) {
            u[i] = 0.5 - 0.3 * i;
            du[i] = 0.2 * i - 0.4;
        }
        check_derivatives(&s, q, u, du, 1e-6);
        free_subject(&s);
    }
}
END_TEST

/* Calls at a configuration fail where the loops are open there, by the gap, and take what rounding leaves. */
START_TEST(open_loops_are_no_state)
{
    cdy_error error = {0};
    subject s = make_four_bar((const bool[3]){true, false, false}, ground);
    const by_hand x = solve_by_hand(0.9, 0, 0, 1);
    double q[3], qd[3] = {7, 7, 7}, tau[3];
    to_joints(x.angle, q);
    ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
    q[2] += 1e-7;
    ck_assert_ok(cdy_mechanism_motion(s.mechanism, s.r.model, s.r.work, q, NULL, NULL, qd, NULL, &error), error);
    q[2] += 1e-3;
    qd[0] = 7;
    ck_assert_int_eq(cdy_mechanism_motion(s.mechanism, s.r.model, s.r.work, q, NULL, NULL, qd, NULL, &error),
                     CDY_ERROR_NUMERIC);
    ck_assert_ptr_nonnull(strstr(error.text, "the loop between 'coupler' and 'rocker' is open at the configuration, by "
                                             "0.0006 m"));
    ck_assert(qd[0] == 7);
    ck_assert_int_eq(
        cdy_mechanism_inverse_dynamics(s.mechanism, s.r.model, s.r.work, q, NULL, NULL, NULL, tau, NULL, &error),
        CDY_ERROR_NUMERIC);
    ck_assert_int_eq(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), CDY_ERROR_NUMERIC);
    free_subject(&s);
}
END_TEST

START_TEST(derivatives_need_drives)
{
    cdy_error error = {0};
    subject s = make_four_bar((const bool[3]){false, false, false}, ground);
    const by_hand x = solve_by_hand(0.9, 0, 0, 1);
    double q[3], by_q[3] = {7, 7, 7};
    to_joints(x.angle, q);
    ck_assert_ok(cdy_mechanism_choose(s.mechanism, s.r.model, s.r.work, q, &error), error);
    ck_assert_int_eq(
        cdy_mechanism_derivatives(s.mechanism, s.r.model, s.r.work, q, NULL, NULL, NULL, by_q, NULL, NULL, &error),
        CDY_ERROR_NUMERIC);
    ck_assert_ptr_nonnull(strstr(error.text, "have no derivatives by its motion"));
    ck_assert_near(by_q, ((double[3]){7, 7, 7}), 3, 0);
    free_subject(&s);
}
END_TEST

/* ---- memory ---- */

START_TEST(creation_alone_allocates)
{
    cdy_error error = {0};
    subject s = make_four_bar(NULL, ground);
    const by_hand x = solve_by_hand(0.9, 1, 0, 1);
    double q[3], qd[3], qdd[3], tau[3], forces[5], G[9], du;
    to_joints(x.angle, q);
    to_joints(x.rate, qd);
    const cdy_mechanism_terms terms = {.G = G};
    cdy_mechanism *m = s.mechanism;
    const size_t before = heap_count().calls;
    cdy_status status = cdy_mechanism_assemble(m, s.r.model, s.r.work, q, NULL, q, NULL, &error);
    status = status ? status : cdy_mechanism_choose(m, s.r.model, s.r.work, q, &error);
    status = status ? status : cdy_mechanism_motion(m, s.r.model, s.r.work, q, NULL, NULL, qd, qdd, &error);
    status = status ? status
                    : cdy_mechanism_inverse_dynamics(m, s.r.model, s.r.work, q, NULL, NULL, NULL, tau, forces, &error);
    status = status ? status
                    : cdy_mechanism_forward_dynamics(m, s.r.model, s.r.work, q, NULL, tau, NULL, &du, forces, &error);
    status = status ? status : cdy_mechanism_compute_terms(m, s.r.model, s.r.work, q, NULL, &terms, &error);
    status =
        status ? status : cdy_mechanism_derivatives(m, s.r.model, s.r.work, q, NULL, NULL, NULL, G, NULL, NULL, &error);
    status = status ? status : cdy_mechanism_step(m, s.r.model, s.r.work, 1e-3, tau, NULL, q, qd, &error);
    const size_t after = heap_count().calls;
    ck_assert_ok(status, error);
    ck_assert_uint_eq(after, before);
    free_subject(&s);
}
END_TEST

START_TEST(memory_that_runs_out_is_told)
{
    cdy_error error = {0};
    subject s = make_four_bar(NULL, ground);
    const size_t live = heap_count().live;
    size_t failures = 0;
    for (size_t number = 1; heap_is_counted(); number++) {
        cdy_mechanism *made = NULL;
        heap_fail_at(number);
        const cdy_status status = cdy_mechanism_create(s.r.model, &s.loop, 1, NULL, &made, &error);
        heap_fail_at(0);
        if (status == CDY_OK) {
            cdy_mechanism_destroy(made);
            break;
        }
        ck_assert_int_eq(status, CDY_ERROR_MEMORY);
        ck_assert_ptr_null(made);
        failures++;
        ck_assert_uint_eq(heap_count().live, live);
    }
    ck_assert_uint_eq(failures, heap_is_counted() ? 3 : 0);
    free_subject(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mechanism");
    TCase *tests = tcase_create("mechanism");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, a_four_bar_is_as_by_hand);
    tcase_add_test(tests, terms_of_a_four_bar_are_as_by_hand);
    tcase_add_test(tests, many_drives_share_a_torque);
    tcase_add_test(tests, the_drive_is_the_coordinate);
    tcase_add_test(tests, a_welded_load_is_a_fixed_one);
    tcase_add_test(tests, a_parallelogram_is_its_mimic_tree);
    tcase_add_test(tests, options_that_cannot_be_are_told);
    tcase_add_test(tests, torques_that_are_not_finite_are_told);
    tcase_add_test(tests, an_assembly_tells_its_iterations);
    tcase_add_test(tests, too_many_rows_are_told);
    tcase_add_test(tests, no_tolerance_makes_a_loop_stiff);
    tcase_add_test(tests, loops_that_cannot_close_are_told);
    tcase_add_test(tests, a_home_that_is_stretched_out_is_left);
    tcase_add_test(tests, a_joint_without_a_drive_needs_none);
    tcase_add_test(tests, a_dead_point_is_told);
    tcase_add_test(tests, coordinates_of_a_dead_point_are_told_elsewhere);
    tcase_add_test(tests, terms_that_are_not_finite_are_told);
    tcase_add_test(tests, many_loops_that_cannot_close_are_told);
    tcase_add_test(tests, long_searches_end_by_their_work);
    tcase_add_test(tests, an_overconstrained_linkage_moves);
    tcase_add_test(tests, a_minute_does_not_open_the_loop);
    tcase_add_test(tests, steps_of_open_loops_are_refused);
    tcase_add_test(tests, motions_that_overflow_are_told);
    tcase_add_test(tests, steps_at_a_flat_parallelogram_are_told);
    tcase_add_test(tests, derivatives_of_a_four_bar_are_those_of_its_torques);
    tcase_add_test(tests, derivatives_of_spatial_loops_are_those_of_their_torques);
    tcase_add_test(tests, derivatives_hold_for_all_joints);
    tcase_add_test(tests, open_loops_are_no_state);
    tcase_add_test(tests, derivatives_need_drives);
    tcase_add_test(tests, creation_alone_allocates);
    tcase_add_test(tests, memory_that_runs_out_is_told);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
