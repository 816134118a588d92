/* Constraints: the effect of contacts, loops and rows, compared with closed forms and with the equations that define
 * them. */
#include "support/compare.h"
#include "support/random_tree.h"
#include "support/suite.h"

#include "support/robot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TREES = 30, REAL = 3, MOST = 200, ROWS = 40 };

/* A robot with constraints, in a state whose positions and velocities satisfy the constraints. */
typedef struct subject {
    robot r;
    cdy_row_solver *solver;
    cdy_constraint c[4];
    int count, rows;
    double q[MOST], qd[MOST], tau[MOST], *own; /* own: 2 x nv, then gamma */
} subject;

static robot make_subject_robot(int number)
{
    if (number == TREES) {
        return load_bundled_robot("universalUR5e");
    }
    if (number == TREES + 1) {
        return load_bundled_robot("kukaIiwa14");
    }
    char *path = number == TREES + 2 ? reference_path("corpus/robots/talos.urdf") : NULL;
    robot r = path ? load_robot_file(path, true, false)
                   : make_robot(random_tree((uint64_t)number + 900, 2 + number, RANDOM_JOINTS_ALL));
    free(path);
    return r;
}

/* Ties of any rows between any two frames, and two rows of the caller's own. */
static void draw_constraints(subject *s, uint64_t *state)
{
    static const unsigned rows[] = {CDY_ROWS_WELD,
                                    CDY_ROWS_BALL,
                                    CDY_ROWS_REVOLUTE,
                                    CDY_ROWS_PRISMATIC,
                                    CDY_ROWS_CYLINDRICAL,
                                    CDY_ROWS_PLANE_CONTACT,
                                    CDY_ROW_VX | CDY_ROW_WY | CDY_ROW_WZ};
    cdy_error error = {0};
    int frames = cdy_model_frame_count(s->r.model);
    s->count = 1 + draw_below(state, 3);
    for (int i = 0; i < s->count; i++) {
        cdy_constraint *c = &s->c[i];
        c->frame = i == 0 ? frames - 1 : draw_below(state, frames);
        c->other = draw_below(state, 2) ? draw_below(state, frames) : 0;
        c->rows = rows[draw_below(state, 7)];
        draw_array(state, 0.3, c->in_frame.xyz, 3);
        draw_array(state, 3, c->in_frame.rpy, 3);
        draw_array(state, 3, c->in_other.rpy, 3);
        ck_assert_ok(cdy_constraint_anchor(s->r.model, s->r.work, s->q, c, &error), error);
    }
    if (draw_below(state, 2)) {
        s->own = calloc(2 * (size_t)s->r.nv + 2, sizeof *s->own);
        draw_array(state, 1, s->own, 2 * s->r.nv + 2);
        s->c[s->count++] = (cdy_constraint){.row_count = 2, .J = s->own, .gamma = s->own + 2 * s->r.nv};
    }
    s->rows = cdy_constraint_rows(s->c, s->count);
    ck_assert_int_gt(s->rows, 0);
    ck_assert_int_le(s->rows, ROWS);
}

static subject make_subject(int number)
{
    cdy_error error = {0};
    uint64_t state = (uint64_t)number * 77 + 5;
    subject s = {.r = make_subject_robot(number)};
    ck_assert_int_le(s.r.nq, MOST);
    ck_assert_ok(cdy_row_solver_create(s.r.model, ROWS, &s.solver, &error), error);
    if (number < TREES) {
        random_state(&state, s.r.tree, s.q);
    } else {
        cdy_random_configuration(s.r.model, &state, s.q);
    }
    draw_array(&state, 1, s.qd, s.r.nv);
    draw_array(&state, 5, s.tau, s.r.nv);
    draw_constraints(&s, &state);
    return s;
}

static void free_subject(subject *s)
{
    free(s->own);
    cdy_row_solver_destroy(s->solver);
    free_robot(&s->r);
}

/* Replaces qd by a velocity that satisfies the constraints, by an inelastic impact. */
static void stop(subject *s, double *qd)
{
    cdy_error error = {0};
    cdy_constraint_report report;
    ck_assert_ok(cdy_impact(s->r.model, s->r.work, s->solver,
                            &(cdy_constrained_state){.q = s->q, .qd = qd, .constraints = s->c, .count = s->count}, qd,
                            NULL, &report, &error),
                 error);
    ck_assert_double_le(report.residual, 1e-8);
    ck_assert_int_eq(report.rows, s->rows);
    ck_assert_int_le(report.rank, s->rows);
}

static cdy_constraint_report accelerate(subject *s, const cdy_constraint_options *options, double *qdd, double *forces)
{
    cdy_error error = {0};
    cdy_constraint_report report;
    ck_assert_ok(
        cdy_constrained_forward_dynamics(
            s->r.model, s->r.work, s->solver,
            &(cdy_constrained_state){
                .q = s->q, .qd = s->qd, .tau = s->tau, .constraints = s->c, .count = s->count, .options = options},
            qdd, forces, &report, &error),
        error);
    return report;
}

/* Torques of the constraint forces at the joints: inverse dynamics less tau. */
static void constraint_torque(subject *s, const double *qdd, double *tau)
{
    cdy_error error = {0};
    ck_assert_ok(cdy_inverse_dynamics(s->r.model, s->r.work, s->q, s->qd, qdd, NULL, tau, &error), error);
    for (int i = 0; i < s->r.nv; i++) {
        tau[i] -= s->tau[i];
    }
}

static double product(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

static double kinetic_energy(subject *s, const double *qd)
{
    cdy_error error = {0};
    double *M = calloc((size_t)(s->r.nv * s->r.nv), sizeof *M), energy = 0;
    ck_assert_ok(cdy_mass_matrix(s->r.model, s->r.work, s->q, M, &error), error);
    for (int i = 0; i < s->r.nv; i++) {
        energy += qd[i] * product(M + i * s->r.nv, qd, s->r.nv) / 2;
    }
    free(M);
    return energy;
}

/* ---- the equations that define the motion ---- */

START_TEST(forces_as_wrenches_explain_the_motion)
{
    cdy_error error = {0};
    subject s = make_subject(_i);
    size_t size = 6 * (size_t)cdy_model_force_rows(s.r.model);
    double qdd[MOST], forces[ROWS], wrenches[24], tau[MOST], *fext = calloc(size, sizeof *fext);
    int first_own = s.rows;
    accelerate(&s, NULL, qdd, forces);
    ck_assert_ok(cdy_constraint_wrenches(s.r.model, s.r.work, s.q, s.c, s.count, forces, wrenches, &error), error);
    for (int i = 0; i < s.count; i++) {
        const double *w = wrenches + 6 * i;
        const double back[6] = {-w[0], -w[1], -w[2], -w[3], -w[4], -w[5]};
        if (s.c[i].row_count) {
            ck_assert_near(w, back, 6, 0);
            first_own = s.rows - s.c[i].row_count;
            continue;
        }
        ck_assert_ok(cdy_external_force(s.r.model, s.r.work, s.c[i].frame, w, NULL, fext, &error), error);
        ck_assert_ok(cdy_external_force(s.r.model, s.r.work, s.c[i].other, back, NULL, fext, &error), error);
    }
    ck_assert_ok(cdy_inverse_dynamics(s.r.model, s.r.work, s.q, s.qd, qdd, fext, tau, &error), error);
    for (int i = 0; i < s.r.nv; i++) {
        for (int k = first_own; k < s.rows; k++) {
            tau[i] -= s.own[(k - first_own) * s.r.nv + i] * forces[k];
        }
    }
    ck_assert_near(tau, s.tau, (size_t)s.r.nv, 1e-8 * (1 + largest(forces, (size_t)s.rows)));
    free(fext);
    free_subject(&s);
}
END_TEST

/* The gaps at the time t of a motion that begins with qd, qdd. */
static void gap_at(subject *s, const double *qdd, double t, double *gap)
{
    cdy_error error = {0};
    double step[MOST], q[MOST];
    for (int i = 0; i < s->r.nv; i++) {
        step[i] = t * s->qd[i] + t * t / 2 * qdd[i];
    }
    ck_assert_ok(cdy_configuration_integrate(s->r.model, s->q, step, q, &error), error);
    ck_assert_ok(cdy_constraint_gap(s->r.model, s->r.work, q, s->c, s->count, gap, &error), error);
}

START_TEST(gaps_stay_closed_to_second_order)
{
    const double h = 1e-3;
    subject s = make_subject(_i);
    double qdd[MOST], gap[5][ROWS];
    stop(&s, s.qd);
    cdy_constraint_report report = accelerate(&s, NULL, qdd, NULL);
    double speed = 1 + largest(s.qd, (size_t)s.r.nv), scale = speed * speed * speed + largest(qdd, (size_t)s.r.nv);
    for (int k = 0; k < 5; k++) {
        gap_at(&s, qdd, (k - 2) * h, gap[k]);
    }
    for (int i = 0; i < s.rows; i++) {
        double first = (8 * (gap[3][i] - gap[1][i]) - (gap[4][i] - gap[0][i])) / (12 * h);
        double second = (16 * (gap[3][i] + gap[1][i]) - (gap[4][i] + gap[0][i]) - 30 * gap[2][i]) / (12 * h * h);
        ck_assert_double_le(fabs(gap[2][i]), 1e-12);
        ck_assert_msg(fabs(first) < 1e-7 * scale, "row %d moves by %g", i, first);
        ck_assert_msg(fabs(second) < 1e-5 * scale * speed + report.residual, "row %d accelerates by %g of %g", i,
                      second, scale);
    }
    free_subject(&s);
}
END_TEST

/* J qdd + Jdot qd is the second derivative of an open linear gap as well. */
START_TEST(open_gaps_keep_their_speed)
{
    const double h = 1e-3;
    subject s = make_subject(_i);
    uint64_t state = (uint64_t)_i + 1;
    double qdd[MOST], gap[5][ROWS];
    s.count = 1;
    s.c[0].rows = CDY_ROWS_BALL;
    s.c[0].other = cdy_model_frame_count(s.r.model) / 2;
    draw_array(&state, 0.3, s.c[0].in_other.xyz, 3);
    cdy_constraint_report report = accelerate(&s, NULL, qdd, NULL);
    double speed = 1 + largest(s.qd, (size_t)s.r.nv), scale = speed * speed * speed + largest(qdd, (size_t)s.r.nv);
    for (int k = 0; k < 5; k++) {
        gap_at(&s, qdd, (k - 2) * h, gap[k]);
    }
    for (int i = 0; i < 3; i++) {
        double second = (16 * (gap[3][i] + gap[1][i]) - (gap[4][i] + gap[0][i]) - 30 * gap[2][i]) / (12 * h * h);
        ck_assert_msg(fabs(second) < 1e-5 * scale * speed + report.residual, "row %d accelerates by %g of %g", i,
                      second, scale);
    }
    free_subject(&s);
}
END_TEST

START_TEST(forces_do_no_work_on_admissible_motions)
{
    subject s = make_subject(_i);
    double qdd[MOST], forces[ROWS], torque[MOST], v[MOST];
    uint64_t state = 4;
    accelerate(&s, NULL, qdd, forces);
    constraint_torque(&s, qdd, torque);
    for (int i = 0; i < 5; i++) {
        draw_array(&state, 1, v, s.r.nv);
        double before = fabs(product(torque, v, s.r.nv));
        stop(&s, v);
        ck_assert_double_le(fabs(product(torque, v, s.r.nv)), 1e-8 * (1 + before + largest(torque, (size_t)s.r.nv)));
    }
    free_subject(&s);
}
END_TEST

START_TEST(doubled_constraints_share_the_forces)
{
    subject s = make_subject(_i);
    double qdd[MOST], forces[ROWS], again[MOST], shared[2 * ROWS];
    cdy_error error = {0};
    s.count = 1;
    s.rows = cdy_constraint_rows(s.c, 1);
    cdy_constraint_report one = accelerate(&s, NULL, qdd, forces);
    s.c[1] = s.c[0];
    s.count = 2;
    cdy_constraint_report two = accelerate(&s, NULL, again, shared);
    ck_assert_int_eq(two.rank, one.rank);
    ck_assert_int_eq(two.rows, 2 * s.rows);
    ck_assert_near(again, qdd, (size_t)s.r.nv, 1e-7 * (1 + largest(qdd, (size_t)s.r.nv)));
    for (int i = 0; i < s.rows; i++) {
        double tolerance = 1e-7 * (1 + largest(forces, (size_t)s.rows));
        ck_assert_double_eq_tol(shared[i], forces[i] / 2, tolerance);
        ck_assert_double_eq_tol(shared[s.rows + i], forces[i] / 2, tolerance);
    }
    ck_assert_int_eq(error.status, CDY_OK);
    free_subject(&s);
}
END_TEST

/* ---- impacts ---- */

START_TEST(impacts_lose_the_energy_that_they_must)
{
    cdy_error error = {0};
    subject s = make_subject(_i);
    double after[3][MOST], impulses[3][ROWS], lost[MOST];
    const double e[3] = {0, 0.5, 1};
    for (int k = 0; k < 3; k++) {
        ck_assert_ok(cdy_impact(s.r.model, s.r.work, s.solver,
                                &(cdy_constrained_state){
                                    .q = s.q, .qd = s.qd, .constraints = s.c, .count = s.count, .restitution = e[k]},
                                after[k], impulses[k], NULL, &error),
                     error);
    }
    for (int i = 0; i < s.r.nv; i++) {
        lost[i] = s.qd[i] - after[0][i];
    }
    double before = kinetic_energy(&s, s.qd), carnot = kinetic_energy(&s, lost), tolerance = 1e-9 * (1 + before);
    ck_assert_double_gt(carnot, 1e-6);
    ck_assert_double_eq_tol(before - kinetic_energy(&s, after[0]), carnot, tolerance);
    ck_assert_double_eq_tol(before - kinetic_energy(&s, after[1]), 0.75 * carnot, tolerance);
    ck_assert_double_eq_tol(before - kinetic_energy(&s, after[2]), 0, tolerance);
    for (int i = 0; i < s.rows; i++) {
        ck_assert_double_eq_tol(impulses[2][i], 2 * impulses[0][i], 1e-8 * (1 + fabs(impulses[2][i])));
    }
    free_subject(&s);
}
END_TEST

/* ---- a box ---- */

/* A floating box of 2 kg whose corners stand on the ground. */
static subject make_box(void)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("ground", 9.81);
    cdy_body box = make_body("box", "free", CDY_JOINT_FLOATING);
    set_inertial(&box, 2, 0, 0, 0, (double[6]){0.1, 0, 0, 0.2, 0, 0.25});
    add_body(tree, &box, "ground");
    subject s = {.r = make_robot(tree), .count = 4, .rows = 12, .q = {1, 0, 0, 0, 0, 0, 0.1}};
    for (int i = 0; i < 4; i++) {
        const double x = i % 2 ? 0.3 : -0.3, y = i / 2 ? 0.2 : -0.2;
        s.c[i] = (cdy_constraint){
            .frame = 1, .rows = CDY_ROWS_BALL, .in_frame = {.xyz = {x, y, -0.1}}, .in_other = {.xyz = {x, y, 0}}};
    }
    ck_assert_ok(cdy_row_solver_create(s.r.model, 12, &s.solver, &error), error);
    return s;
}

START_TEST(a_box_rests_on_its_corners)
{
    subject s = make_box();
    double qdd[6], f[12];
    cdy_constraint_report report = accelerate(&s, NULL, qdd, f);
    ck_assert_int_eq(report.rank, 6);
    ck_assert_double_le(report.residual, 1e-12);
    ck_assert_near(qdd, ((double[6]){0}), 6, 1e-12);
    for (int i = 0; i < 4; i++) { /* of least norm: the weight in four equal parts */
        ck_assert_near(f + 3 * i, ((double[3]){0, 0, 2 * 9.81 / 4}), 3, 1e-12);
    }
    free_subject(&s);
}
END_TEST

START_TEST(a_pushed_box_has_the_least_forces)
{
    cdy_error error = {0};
    subject s = make_box();
    double qdd[6], f[12], weld_qdd[6], weld[6], wrenches[24], sum[6] = {0}, one[6];
    memcpy(s.tau, ((double[6]){3, -2, 1, 4, 5, -6}), 6 * sizeof(double));
    accelerate(&s, NULL, qdd, f);
    /* Two corners of one body pressed together along the line between them: such internal forces are 0. */
    for (int i = 0; i < 4; i++) {
        for (int k = i + 1; k < 4; k++) {
            double press = 0;
            for (int d = 0; d < 3; d++) {
                press += (f[3 * i + d] - f[3 * k + d]) * (s.c[k].in_frame.xyz[d] - s.c[i].in_frame.xyz[d]);
            }
            ck_assert_double_le(fabs(press), 1e-11);
        }
    }
    ck_assert_ok(cdy_constraint_wrenches(s.r.model, s.r.work, s.q, s.c, 4, f, wrenches, &error), error);
    for (int i = 0; i < 24; i++) {
        sum[i % 6] += wrenches[i];
    }
    s.c[0] = (cdy_constraint){.frame = 1, .rows = CDY_ROWS_WELD, .in_frame = {.xyz = {0.1, 0, 0}}};
    s.count = 1;
    cdy_constraint_report report = accelerate(&s, NULL, weld_qdd, weld);
    ck_assert_int_eq(report.rank, 6);
    ck_assert_ok(cdy_constraint_wrenches(s.r.model, s.r.work, s.q, s.c, 1, weld, one, &error), error);
    ck_assert_near(weld_qdd, qdd, 6, 1e-11);
    ck_assert_near(one, sum, 6, 1e-11);
    free_subject(&s);
}
END_TEST

START_TEST(a_box_slides_on_a_plane_without_friction)
{
    subject s = make_box();
    double qdd[6], f[4];
    for (int i = 0; i < 4; i++) {
        s.c[i].rows = CDY_ROWS_PLANE_CONTACT;
    }
    memcpy(s.tau, ((double[6]){0, 0, 0.5, 3, 0, 0}), 6 * sizeof(double));
    cdy_constraint_report report = accelerate(&s, NULL, qdd, f);
    ck_assert_int_eq(report.rank, 3);
    ck_assert_near(qdd, ((double[6]){0, 0, 2, 1.5, 0, 0}), 6, 1e-12);
    free_subject(&s);
}
END_TEST

START_TEST(contradictions_are_reported)
{
    subject s = make_box();
    static const double J[12] = {0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1}, gamma[2] = {1, 2};
    double qdd[6], f[2];
    s.c[0] = (cdy_constraint){.row_count = 2, .J = J, .gamma = gamma};
    s.count = 1;
    cdy_constraint_report report = accelerate(&s, NULL, qdd, f);
    ck_assert_int_eq(report.rank, 1);
    ck_assert_double_eq_tol(qdd[5], 1.5, 1e-12);
    ck_assert_double_eq_tol(report.residual, 0.5, 1e-12);
    ck_assert_double_eq_tol(f[0] + f[1], 2 * (1.5 + 9.81), 1e-11);
    free_subject(&s);
}
END_TEST

/* Two hinges about parallel axes move in a plane: rows that constrain the motion out of the plane have rounding errors
 * alone and do not count, whatever the orientation of the plane and whichever side of the constraint moves. */
START_TEST(what_never_moves_has_no_rows)
{
    const double roll = 0.1 + 0.37 * (_i / 2), yaw = _i % 2 ? 0 : 0.7 * _i;
    const cdy_placement plane = {{0.3, -0.2, 0.1}, {roll, 0, yaw}}, point = {.xyz = {-0.1, 0.4, 0.2}};
    cdy_error error = {0};
    cdy_tree *tree = make_tree("ground", 9.81);
    for (int i = 0; i < 2; i++) {
        cdy_body link = make_body(i ? "forearm" : "arm", i ? "elbow" : "shoulder", CDY_JOINT_REVOLUTE);
        set_axis(&link, sin(roll) * sin(yaw), -sin(roll) * cos(yaw), cos(roll));
        set_origin(&link, 0.3 * i, 0.5 * i, 0.2 * i, 0, 0, 0);
        set_inertial(&link, 2, 0.1, 0.2, 0.3, (double[6]){0.1, 0, 0, 0.2, 0, 0.25});
        add_body(tree, &link, i ? "arm" : "ground");
    }
    subject s = {.r = make_robot(tree), .count = 1, .rows = 3, .q = {0.3, -1.1}, .qd = {2, -3}};
    double qdd[2], free_qdd[2];
    ck_assert_ok(cdy_row_solver_create(s.r.model, 3, &s.solver, &error), error);
    ck_assert_ok(cdy_forward_dynamics(s.r.model, s.r.work, s.q, s.qd, NULL, NULL, free_qdd, &error), error);
    for (int other = 0; other <= 2; other += 2) {
        s.c[0] = (cdy_constraint){.frame = 2 - other, .other = other, .rows = CDY_ROW_WX | CDY_ROW_WY | CDY_ROW_VZ};
        s.c[0].in_frame = point;
        s.c[0].in_other = plane;
        ck_assert_int_eq(accelerate(&s, NULL, qdd, NULL).rank, 0);
        ck_assert_near(qdd, free_qdd, 2, 1e-12 * (1 + largest(free_qdd, 2)));
    }
    free_subject(&s);
}
END_TEST

/* The rank depends neither on the unit of mass nor on the ratio of rotational to linear inertias. */
START_TEST(all_rows_of_a_heavy_body_count)
{
    static const double masses[][2] = {{1, 1}, {1e12, 1e12}, {1e-12, 1e-12}, {1e24, 1e8}, {1e8, 1e24}};
    const double mass = masses[_i][0], inertia = masses[_i][1];
    cdy_error error = {0};
    cdy_tree *tree = make_tree("ground", 9.81);
    cdy_body body = make_body("planet", "free", CDY_JOINT_FLOATING);
    set_inertial(&body, mass, 0, 0, 0, (double[6]){inertia, 0, 0, inertia, 0, inertia});
    add_body(tree, &body, "ground");
    subject s = {.r = make_robot(tree), .count = 1, .rows = 6, .q = {1}, .tau = {mass, 2 * mass, -3 * mass}};
    double qdd[6], f[6];
    s.c[0] = (cdy_constraint){.frame = 1, .rows = CDY_ROWS_WELD};
    ck_assert_ok(cdy_row_solver_create(s.r.model, 6, &s.solver, &error), error);
    ck_assert_int_eq(accelerate(&s, NULL, qdd, f).rank, 6);
    ck_assert_near(qdd, ((double[6]){0}), 6, 1e-9 * (1 + mass / inertia));
    ck_assert_double_eq_tol(f[5] / mass, 9.81, 1e-9);
    free_subject(&s);
}
END_TEST

/* ---- gaps ---- */

START_TEST(gains_act_on_gap_and_velocity)
{
    cdy_error error = {0};
    cdy_constraint_options options = cdy_constraint_options_default();
    subject s = make_box();
    double qdd[6];
    s.count = 1;
    s.c[0] = (cdy_constraint){.frame = 1, .rows = CDY_ROWS_WELD};
    s.qd[4] = 0.5; /* y, at a height of 0.1 */
    options.velocity_gain = 6;
    options.position_gain = 9;
    accelerate(&s, &options, qdd, NULL);
    ck_assert_near(qdd, ((double[6]){0, 0, 0, 0, -3, -0.9}), 6, 1e-12);
    ck_assert_int_eq(error.status, CDY_OK);
    free_subject(&s);
}
END_TEST

/* ---- projection ---- */

START_TEST(configurations_come_back_to_the_constraints)
{
    cdy_error error = {0};
    subject s = make_subject(_i);
    uint64_t state = (uint64_t)_i;
    double step[MOST], q[MOST], gap[ROWS];
    cdy_projection_report report;
    draw_array(&state, 0.05, step, s.r.nv);
    ck_assert_ok(cdy_configuration_integrate(s.r.model, s.q, step, q, &error), error);
    ck_assert_ok(cdy_constraint_project(s.r.model, s.r.work, s.solver,
                                        &(cdy_constrained_state){.q = q, .constraints = s.c, .count = s.count}, q,
                                        &report, &error),
                 error);
    ck_assert_msg(report.converged, "a gap of %g is left after %d steps", report.gap, report.iterations);
    ck_assert_int_le(report.iterations, 30);
    ck_assert_ok(cdy_constraint_gap(s.r.model, s.r.work, q, s.c, s.count, gap, &error), error);
    ck_assert_near(gap, ((double[ROWS]){0}), (size_t)s.rows, 1e-10);
    free_subject(&s);
}
END_TEST

START_TEST(a_free_axis_has_no_gap)
{
    cdy_error error = {0};
    subject s = make_box();
    double gap[5];
    s.c[0] = (cdy_constraint){.frame = 1, .rows = CDY_ROWS_REVOLUTE, .in_other = {.xyz = {0, 0, 0.1}}};
    memcpy(s.q, ((double[4]){cos(1.5), 0, 0, sin(1.5)}), 4 * sizeof(double)); /* 3 rad about z */
    ck_assert_ok(cdy_constraint_gap(s.r.model, s.r.work, s.q, s.c, 1, gap, &error), error);
    ck_assert_near(gap, ((double[5]){0}), 5, 1e-15);
    memcpy(s.q, ((double[4]){0, 1, 0, 0}), 4 * sizeof(double)); /* z is upside down */
    ck_assert_ok(cdy_constraint_gap(s.r.model, s.r.work, s.q, s.c, 1, gap, &error), error);
    ck_assert_double_eq_tol(hypot(gap[0], gap[1]), acos(-1), 1e-15);
    memcpy(s.q, ((double[4]){cos(0.2), sin(0.2), 0, 0}), 4 * sizeof(double)); /* 0.4 rad about x */
    ck_assert_ok(cdy_constraint_gap(s.r.model, s.r.work, s.q, s.c, 1, gap, &error), error);
    ck_assert_near(gap, ((double[5]){0.4, 0, 0, 0, 0}), 5, 1e-15);
    free_subject(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("constraints");
    TCase *tests = tcase_create("constraints");
    tcase_add_loop_test(tests, forces_as_wrenches_explain_the_motion, 0, TREES + REAL);
    tcase_add_loop_test(tests, gaps_stay_closed_to_second_order, 0, TREES + REAL);
    tcase_add_loop_test(tests, open_gaps_keep_their_speed, 0, TREES + REAL);
    tcase_add_loop_test(tests, forces_do_no_work_on_admissible_motions, 0, TREES + REAL);
    tcase_add_loop_test(tests, doubled_constraints_share_the_forces, 0, TREES + REAL);
    tcase_add_loop_test(tests, impacts_lose_the_energy_that_they_must, 0, TREES + REAL);
    tcase_add_test(tests, a_box_rests_on_its_corners);
    tcase_add_test(tests, a_pushed_box_has_the_least_forces);
    tcase_add_test(tests, a_box_slides_on_a_plane_without_friction);
    tcase_add_test(tests, contradictions_are_reported);
    tcase_add_loop_test(tests, what_never_moves_has_no_rows, 0, 20);
    tcase_add_loop_test(tests, all_rows_of_a_heavy_body_count, 0, 5);
    tcase_add_test(tests, gains_act_on_gap_and_velocity);
    tcase_add_loop_test(tests, configurations_come_back_to_the_constraints, 0, TREES + REAL);
    tcase_add_test(tests, a_free_axis_has_no_gap);
    suite_add_tcase(suite, tests);
    return run_suites(suite, NULL);
}
