/* Robots built from nothing: fixed transforms, Denavit-Hartenberg parameters, child placements, home positions. */
#include "support/compare.h"
#include "support/naive.h"
#include "support/placement.h"
#include "support/random_tree.h"
#include "support/robot.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* ---- 4 x 4 matrices, row-major ---- */

static void multiply(double A[16], const double B[16])
{
    double C[16] = {0};
    for (int i = 0; i < 64; i++) {
        C[i / 16 * 4 + i % 4] += A[i / 16 * 4 + i / 4 % 4] * B[i / 4 % 4 * 4 + i % 4];
    }
    memcpy(A, C, sizeof C);
}

static void set_identity(double T[16])
{
    for (int i = 0; i < 16; i++) {
        T[i] = i % 5 == 0;
    }
}

/* T = T Rz(angle) Tz(length), and the same along x. */
static void screw_z(double T[16], double angle, double length)
{
    double c = cos(angle), s = sin(angle);
    multiply(T, (double[16]){c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, length, 0, 0, 0, 1});
}

static void screw_x(double T[16], double angle, double length)
{
    double c = cos(angle), s = sin(angle);
    multiply(T, (double[16]){1, 0, 0, length, 0, c, -s, 0, 0, s, c, 0, 0, 0, 0, 1});
}

/* Finds the placement of a moving frame from the wrenches in the base frame, [p x r_k; r_k], of unit forces along the
 * frame's axes at its origin: p = sum of r_k x (p x r_k), halved. */
static void find_pose(const robot *r, const char *frame, const double *q, double T[16])
{
    cdy_error error = {0};
    size_t rows = (size_t)cdy_model_force_rows(r->model);
    double *fext = malloc(6 * rows * sizeof *fext);
    set_identity(T);
    for (int k = 0; k < 3; k++) {
        const double force[6] = {0, 0, 0, k == 0, k == 1, k == 2};
        double w[6] = {0};
        memset(fext, 0, 6 * rows * sizeof *fext);
        ck_assert_ok(
            cdy_external_force(r->model, r->work, cdy_model_find_frame(r->model, frame), force, q, fext, &error),
            error);
        for (size_t i = 0; i < 6 * rows; i++) {
            w[i % 6] += fext[i];
        }
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, l = (i + 2) % 3;
            T[4 * i + k] = w[3 + i];
            T[4 * i + 3] += (w[3 + j] * w[l] - w[3 + l] * w[j]) / 2;
        }
    }
    free(fext);
}

/* ---- placements and matrices ---- */

static void check_matrix(const double T[16])
{
    cdy_error error = {0};
    cdy_placement p = {{7, 7, 7}, {7, 7, 7}};
    double again[16];
    ck_assert_ok(cdy_placement_from_matrix(T, &p, &error), error);
    cdy_placement_to_matrix(&p, again);
    ck_assert_near(again, T, 16, 2e-15);
}

/* Placements with random angles, and placements whose pitch is a quarter of a turn or nearly so. */
START_TEST(placements_and_matrices_are_the_same)
{
    uint64_t state = 21;
    for (int i = 0; i < 20000; i++) {
        cdy_placement p;
        double R[9], T[16];
        draw_array(&state, 3, p.xyz, 3);
        draw_array(&state, 7, p.rpy, 3);
        if (i % 2) {
            p.rpy[1] = (i % 4 == 1 ? 1 : -1) * pi / 2 + ldexp(draw(&state, -1, 1), -draw_below(&state, 60));
        }
        cdy_placement_to_matrix(&p, T);
        placement_rotation(&p, R);
        for (int k = 0; k < 9; k++) {
            ck_assert_double_eq_tol(T[k / 3 * 4 + k % 3], R[k], 1e-15);
        }
        for (int k = 0; k < 4; k++) {
            ck_assert_double_eq(T[12 + k], k == 3);
            ck_assert_double_eq(T[4 * k + 3], k == 3 ? 1 : p.xyz[k]);
        }
        check_matrix(T);
    }
}
END_TEST

/* All 24 rotations that map axes to axes, with exact zeros and ones. */
START_TEST(turns_by_right_angles_are_exact)
{
    int count = 0;
    for (int i = 0; i < 27 * 8; i++) {
        int x = i % 3, y = i / 3 % 3, z = i / 9 % 3, signs = i / 27;
        double T[16] = {0};
        T[x] = signs & 1 ? -1 : 1;
        T[4 + y] = signs & 2 ? -1 : 1;
        T[8 + z] = signs & 4 ? -1 : 1;
        T[15] = 1;
        double determinant = T[0] * (T[5] * T[10] - T[6] * T[9]) - T[1] * (T[4] * T[10] - T[6] * T[8]) +
                             T[2] * (T[4] * T[9] - T[5] * T[8]);
        if (determinant > 0) {
            check_matrix(T);
            count++;
        } else {
            cdy_placement p;
            ck_assert_int_eq(cdy_placement_from_matrix(T, &p, NULL), CDY_ERROR_ARGUMENT);
        }
    }
    ck_assert_int_eq(count, 24);
}
END_TEST

/* Rows have to be orthonormal, and the last row 0 0 0 1, to 1e-9. */
START_TEST(matrices_are_transforms_to_1e_9)
{
    static const struct {
        int place;
        double unit; /* the change of this element at which the compared product changes by 1 */
    } changes[] = {{0, 0.5}, {5, 0.5}, {1, 1},  {4, -1},  {2, 1},  {6, -1}, {8, 1},
                   {9, 1},   {10, -1}, {12, 1}, {13, -1}, {14, 1}, {15, 1}, {15, -1}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        cdy_placement p;
        double T[16], U[16];
        set_identity(T);
        set_identity(U);
        T[changes[i].place] += 0.995e-9 * changes[i].unit;
        U[changes[i].place] += 1.005e-9 * changes[i].unit;
        ck_assert_msg(cdy_placement_from_matrix(T, &p, NULL) == CDY_OK, "number %d", changes[i].place);
        ck_assert_msg(cdy_placement_from_matrix(U, &p, NULL) == CDY_ERROR_ARGUMENT, "number %d", changes[i].place);
    }
}
END_TEST

static void spoil(double T[16], int way)
{
    static const double bad[] = {(double)NAN, (double)INFINITY};
    switch (way) {
    case 0: T[1] += 2e-9; break;
    case 1: T[5] *= 1 + 2e-9; break;
    case 2: T[12] = 2e-9; break;
    case 3: T[15] = 0; break;
    case 4: T[10] = -T[10]; break; /* a reflection */
    case 5: memset(T, 0, 11 * sizeof *T); break;
    case 6: T[3] = bad[0]; break;
    case 7: T[7] = bad[1]; break;
    case 8: T[0] = bad[0]; break;
    case 9: T[6] = bad[1]; break;
    case 10: T[13] = bad[0]; break;
    default: /* the matrix in column-major order */
        T[12] = 0.5;
        T[3] = 0;
        break;
    }
}

START_TEST(other_matrices_are_refused)
{
    cdy_error error = {0};
    cdy_joint joint = cdy_body_default().joint, before;
    cdy_placement p = {{1, 2, 3}, {4, 5, 6}};
    double T[16];
    set_identity(T);
    T[3] = 0.5;
    spoil(T, _i);
    joint.origin = p;
    before = joint;
    ck_assert_fails(cdy_placement_from_matrix(T, &p, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_double_eq(p.rpy[2], 6);
    ck_assert_fails(cdy_joint_set_fixed_transform(&joint, T, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_mem_eq(&joint, &before, sizeof joint);
    ck_assert_fails(cdy_placement_from_matrix(NULL, &p, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_placement_from_matrix(T, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_joint_set_fixed_transform(&joint, NULL, &error), CDY_ERROR_ARGUMENT, error);
    ck_assert_fails(cdy_joint_set_fixed_transform(NULL, T, &error), CDY_ERROR_ARGUMENT, error);
}
END_TEST

START_TEST(small_errors_of_a_rotation_are_forgiven)
{
    cdy_joint joint = cdy_body_default().joint;
    cdy_error error = {0};
    double T[16], again[16];
    set_identity(T);
    screw_z(T, 0.3, 0.5);
    screw_x(T, -1.2, 0.25);
    for (int i = 0; i < 12; i++) {
        T[i] += i % 4 == 3 ? 0 : (i % 3 - 1) * 2e-10;
    }
    joint.child.xyz[0] = 3;
    ck_assert_ok(cdy_joint_set_fixed_transform(&joint, T, &error), error);
    cdy_placement_to_matrix(&joint.origin, again);
    ck_assert_near(again, T, 16, 1e-9);
    ck_assert_double_eq(joint.child.xyz[0], 3);
}
END_TEST

/* ---- Denavit-Hartenberg parameters ---- */

typedef struct dh_row {
    cdy_joint_type type;
    double a, alpha, d, theta;
} dh_row;

typedef cdy_status set_joint(cdy_joint *joint, double a, double alpha, double d, double theta, cdy_error *error);

/* A chain: bodies "1", "2", ... of 1 kg. */
static cdy_tree *build_chain(const dh_row *rows, int count, set_joint *set)
{
    cdy_error error = {0};
    cdy_tree *tree = make_tree("0", 9.81);
    for (int i = 0; i < count; i++) {
        char name[12], parent[12];
        cdy_body body = cdy_body_default();
        snprintf(name, sizeof name, "%d", i + 1);
        snprintf(parent, sizeof parent, "%d", i);
        body.name = body.joint.name = name;
        body.joint.type = rows[i].type;
        set_axis(&body, 1, 2, 3); /* overwritten by the parameters */
        set_origin(&body, 1, 2, 3, 1, 2, 3);
        body.joint.child = body.joint.origin;
        ck_assert_ok(set(&body.joint, rows[i].a, rows[i].alpha, rows[i].d, rows[i].theta, &error), error);
        add_body(tree, &body, parent);
    }
    return tree;
}

/* Multiplies T by the transform of a row of Denavit-Hartenberg parameters whose joint is at q. */
static void follow_row(double T[16], const dh_row *row, double q, bool modified)
{
    double theta = row->type == CDY_JOINT_REVOLUTE || row->type == CDY_JOINT_CONTINUOUS ? q : row->theta;
    double d = row->type == CDY_JOINT_PRISMATIC ? q : row->d;
    if (modified) {
        screw_x(T, row->alpha, row->a);
    }
    screw_z(T, theta, d);
    if (!modified) {
        screw_x(T, row->alpha, row->a);
    }
}

/* Compares poses with a table's; destroys the tree. */
static void check_chain(cdy_tree *tree, const dh_row *rows, int count, bool modified, uint64_t *state)
{
    robot r = make_robot(tree);
    double q[16], T[16], pose[16];
    int next = 0;
    draw_array(state, 3, q, 16);
    set_identity(T);
    for (int i = 0; i < count; i++) {
        char name[12];
        bool moves = rows[i].type != CDY_JOINT_FIXED;
        follow_row(T, &rows[i], moves ? q[next] : 0, modified);
        next += moves;
        snprintf(name, sizeof name, "%d", i + 1);
        if (next > 0) { /* otherwise no joint moves the body, and a force on it has no effect */
            find_pose(&r, name, q, pose);
            ck_assert_near(pose, T, 16, 1e-14 * (1 + largest(T, 16)) * (i + 1));
        }
    }
    free_robot(&r);
}

START_TEST(chains_stand_where_the_parameters_say)
{
    static const cdy_joint_type types[] = {CDY_JOINT_REVOLUTE, CDY_JOINT_PRISMATIC, CDY_JOINT_CONTINUOUS,
                                           CDY_JOINT_FIXED};
    uint64_t state = 3 + (uint64_t)_i;
    dh_row rows[6];
    for (int i = 0; i < 6; i++) {
        rows[i] = (dh_row){types[draw_below(&state, 4)], draw(&state, -1, 1), draw(&state, -4, 4), draw(&state, -1, 1),
                           draw_below(&state, 3) ? draw(&state, -4, 4) : 0};
    }
    check_chain(build_chain(rows, 6, cdy_joint_set_dh), rows, 6, false, &state);
    check_chain(build_chain(rows, 6, cdy_joint_set_modified_dh), rows, 6, true, &state);
}
END_TEST

/* The Puma 560 of setFixedTransform's page, and by Craig's modified parameters (section 3.7). */
START_TEST(a_puma_is_built_from_either_table)
{
    const dh_row standard[6] = {{CDY_JOINT_REVOLUTE, 0, pi / 2, 0, 0},
                                {CDY_JOINT_REVOLUTE, 0.4318, 0, 0, 0},
                                {CDY_JOINT_REVOLUTE, 0.0203, -pi / 2, 0.15005, 0},
                                {CDY_JOINT_REVOLUTE, 0, pi / 2, 0.4318, 0},
                                {CDY_JOINT_REVOLUTE, 0, -pi / 2, 0, 0},
                                {CDY_JOINT_REVOLUTE, 0, 0, 0, 0}};
    const dh_row modified[6] = {{CDY_JOINT_REVOLUTE, 0, 0, 0, 0},
                                {CDY_JOINT_REVOLUTE, 0, -pi / 2, 0, 0},
                                {CDY_JOINT_REVOLUTE, 0.4318, 0, 0.15005, 0},
                                {CDY_JOINT_REVOLUTE, 0.0203, -pi / 2, 0.4318, 0},
                                {CDY_JOINT_REVOLUTE, 0, pi / 2, 0, 0},
                                {CDY_JOINT_REVOLUTE, 0, -pi / 2, 0, 0}};
    uint64_t state = 8;
    check_chain(build_chain(standard, 6, cdy_joint_set_dh), standard, 6, false, &state);
    check_chain(build_chain(modified, 6, cdy_joint_set_modified_dh), modified, 6, true, &state);
}
END_TEST

/* theta, d, a, alpha of the eCobra 600: (q1 0.387 0.325 0) (q2 0 0.275 pi) (0 q3 0 0) (q4 0 0 0). */
static cdy_tree *build_ecobra(void)
{
    const dh_row rows[4] = {{CDY_JOINT_REVOLUTE, 0.325, 0, 0.387, 0},
                            {CDY_JOINT_REVOLUTE, 0.275, pi, 0, 0},
                            {CDY_JOINT_PRISMATIC, 0, 0, 0, 0},
                            {CDY_JOINT_REVOLUTE, 0, 0, 0, 0}};
    return build_chain(rows, 4, cdy_joint_set_dh);
}

START_TEST(the_ecobra_weighs_what_the_documentation_prints)
{
    cdy_error error = {0};
    const double expected[4] = {0, 0, -19.62, 0};
    double tau[4];
    robot r = make_robot(build_ecobra());
    ck_assert_int_eq(r.nv, 4);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, NULL, NULL, NULL, NULL, tau, &error), error);
    ck_assert_near(tau, expected, 4, 1e-14);
    /* By hand: both links stretched by a right angle at the elbow, the tool 0.1 below, turned by q1 + q2 - q4. */
    const double q[4] = {pi / 2, -pi / 2, 0.1, 0.25}, s = sin(0.25), c = cos(0.25);
    const double T[16] = {c, -s, 0, 0.275, -s, -c, 0, 0.325, 0, 0, -1, 0.387 - 0.1, 0, 0, 0, 1};
    double pose[16];
    find_pose(&r, "4", q, pose);
    ck_assert_near(pose, T, 16, 1e-15);
    free_robot(&r);
}
END_TEST

#ifdef CDY_HAVE_URDF
START_TEST(the_ecobra_moves_as_its_file_does)
{
    cdy_error error = {0};
    robot a = make_robot(build_ecobra()), b = load_bundled_robot("omronEcobra600");
    uint64_t state = 5;
    for (int i = 0; i < 20; i++) {
        double q[4], qd[4], qdd[4], tau[4], expected[4];
        draw_array(&state, 3, q, 4);
        draw_array(&state, 3, qd, 4);
        draw_array(&state, 3, qdd, 4);
        ck_assert_ok(cdy_inverse_dynamics(a.model, a.work, q, qd, qdd, NULL, tau, &error), error);
        ck_assert_ok(cdy_inverse_dynamics(b.model, b.work, q, qd, qdd, NULL, expected, &error), error);
        ck_assert_relative(tau, expected, 4, 1e-14);
    }
    free_robot(&a);
    free_robot(&b);
}
END_TEST
#endif

START_TEST(bad_parameters_are_refused)
{
    cdy_error error = {0};
    set_joint *const set[] = {cdy_joint_set_dh, cdy_joint_set_modified_dh};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 6; i++) {
            cdy_joint joint = cdy_body_default().joint, before;
            double p[4] = {1, 2, 3, 4};
            joint.type = i == 4 ? CDY_JOINT_PLANAR : i == 5 ? CDY_JOINT_FLOATING : CDY_JOINT_REVOLUTE;
            if (i < 4) {
                p[i] = i % 2 ? (double)NAN : (double)INFINITY;
            }
            before = joint;
            ck_assert_fails(set[k](&joint, p[0], p[1], p[2], p[3], &error), CDY_ERROR_ARGUMENT, error);
            ck_assert_mem_eq(&joint, &before, sizeof joint);
        }
        ck_assert_fails(set[k](NULL, 1, 2, 3, 4, &error), CDY_ERROR_ARGUMENT, error);
    }
}
END_TEST

/* ---- child placements ---- */

static void displace_bodies(cdy_tree *tree, uint64_t *state)
{
    cdy_error error = {0};
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        cdy_joint joint = cdy_tree_body(tree, i)->joint;
        draw_array(state, 0.5, joint.child.xyz, 3);
        draw_array(state, 3, joint.child.rpy, 3);
        ck_assert_ok(cdy_tree_replace_joint(tree, cdy_tree_body(tree, i)->name, &joint, &error), error);
    }
}

/* The same robot with every body's frame in its joint: everything fixed to the body moves by the child placement. */
static cdy_tree *fold(const cdy_tree *tree)
{
    cdy_error error = {0};
    cdy_tree *folded = NULL;
    ck_assert_ok(cdy_tree_copy(tree, &folded, &error), error);
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        cdy_body body = *cdy_tree_body(tree, i);
        const cdy_placement *above = &cdy_tree_body(tree, cdy_tree_parent(tree, i))->joint.child;
        if (cdy_tree_parent(tree, i) > 0) {
            body.joint.origin = placement_compose(above, &body.joint.origin);
        }
        body.inertial.origin = placement_compose(&body.joint.child, &body.inertial.origin);
        body.joint.child = (cdy_placement){{0}, {0}};
        ck_assert_ok(cdy_tree_replace_body(folded, body.name, &body, &error), error);
    }
    return folded;
}

START_TEST(child_placements_are_what_they_fold_to)
{
    cdy_error error = {0};
    uint64_t state = (uint64_t)_i + 40;
    cdy_tree *tree = random_tree(state, 1 + _i % 30, RANDOM_JOINTS_ALL);
    displace_bodies(tree, &state);
    robot a = make_robot(tree), b = make_robot(fold(tree));
    size_t nq = (size_t)a.nq, nv = (size_t)a.nv;
    double *x = calloc(nq + 6 * nv + 2 * nv * nv + 1, sizeof *x), *q = x, *qd = q + nq, *qdd = qd + nv;
    double *tau = qdd + nv, *expected = tau + nv, *M = expected + nv, *N = M + nv * nv;
    random_state(&state, tree, q);
    draw_array(&state, 2, qd, a.nv);
    draw_array(&state, 2, qdd, a.nv);
    ck_assert_ok(cdy_inverse_dynamics(a.model, a.work, q, qd, qdd, NULL, tau, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(b.model, b.work, q, qd, qdd, NULL, expected, &error), error);
    ck_assert_relative(tau, expected, nv, 1e-12);
    ck_assert_ok(cdy_mass_matrix(a.model, a.work, q, M, &error), error);
    ck_assert_ok(cdy_mass_matrix(b.model, b.work, q, N, &error), error);
    ck_assert_relative(M, N, nv * nv, 1e-12);
    free(x);
    free_robot(&a);
    free_robot(&b);
}
END_TEST

/* A placement with a single nonzero number is the body's placement at home. */
START_TEST(child_placements_of_one_number_count)
{
    for (int i = 0; i < 6; i++) {
        cdy_tree *tree = make_tree("0", 9.81);
        cdy_body body = cdy_body_default();
        double T[16], expected[16], q[1] = {0};
        body.name = body.joint.name = "1";
        body.joint.type = CDY_JOINT_REVOLUTE;
        (i < 3 ? body.joint.child.xyz : body.joint.child.rpy)[i % 3] = i % 2 ? -0.25 : 0.25;
        cdy_placement_to_matrix(&body.joint.child, expected);
        add_body(tree, &body, "0");
        robot r = make_robot(tree);
        find_pose(&r, "1", q, T);
        ck_assert_near(T, expected, 16, 1e-14);
        free_robot(&r);
    }
}
END_TEST

/* Compares with sums over bodies that use no compiled model. */
START_TEST(child_placements_obey_the_equations_of_motion)
{
    cdy_error error = {0};
    uint64_t state = (uint64_t)_i + 400;
    cdy_tree *tree = random_tree(state, 1 + _i % 12, RANDOM_JOINTS_ALL);
    displace_bodies(tree, &state);
    robot r = make_robot(tree);
    naive_robot n = naive_create(tree);
    size_t nq = (size_t)r.nq, nv = (size_t)r.nv;
    double *x = calloc(nq + 2 * nv * nv + 1, sizeof *x), *M = x + nq, *N = M + nv * nv;
    random_state(&state, tree, x);
    ck_assert_ok(cdy_mass_matrix(r.model, r.work, x, M, &error), error);
    naive_mass_matrix(&n, x, N);
    ck_assert_relative(M, N, nv * nv, 1e-12);
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        double T[16];
        if (!cdy_model_frame_is_fixed(r.model, i)) {
            find_pose(&r, cdy_tree_body(tree, i)->name, x, T);
            ck_assert_near(T, n.T + 16 * (size_t)i, 16, 1e-12 * (1 + largest(T, 16)));
        }
    }
    naive_free(&n);
    free(x);
    free_robot(&r);
}
END_TEST

/* ---- home positions and drives ---- */

START_TEST(home_is_where_the_joints_say)
{
    cdy_error error = {0};
    const double expected[13] = {0.5, 1, 2, 3, 0.6, 0, 0.8, 0, 4, 5, 6, 0.25, -1};
    double q[13], tau[12], other[12];
    cdy_tree *tree = make_tree("base", 9.81);
    static const cdy_joint_type types[] = {CDY_JOINT_REVOLUTE,   CDY_JOINT_PLANAR,    CDY_JOINT_FLOATING,
                                           CDY_JOINT_CONTINUOUS, CDY_JOINT_PRISMATIC, CDY_JOINT_REVOLUTE};
    static const char *const names[] = {"a", "b", "c", "d", "e", "f"};
    const double *next = expected;
    for (int i = 0; i < 6; i++) {
        cdy_body body = make_body(names[i], names[i], types[i]);
        set_inertial(&body, 1, 0.3, 0.2, 0.1, (double[6]){1, 0, 0, 1, 0, 1});
        set_axis(&body, 0, 1, 0);
        body.joint.home_given = true;
        body.joint.limit = (cdy_limit){true, -1, 1, 0, 0};
        if (i == 5) { /* a follower, which stands where its leader puts it */
            body.joint.mimic = (cdy_mimic){"a", 1, 0};
        } else {
            memcpy(body.joint.home, next, (size_t)cdy_joint_type_nq(types[i]) * sizeof *next);
            next += cdy_joint_type_nq(types[i]);
        }
        add_body(tree, &body, i ? names[i - 1] : "base");
    }
    robot r = make_robot(tree);
    ck_assert_int_eq(r.nq, 13);
    cdy_home_configuration(r.model, q);
    ck_assert_near(q, expected, 13, 0);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, NULL, NULL, NULL, NULL, tau, &error), error);
    ck_assert_ok(cdy_inverse_dynamics(r.model, r.work, expected, NULL, NULL, NULL, other, &error), error);
    ck_assert_near(tau, other, (size_t)r.nv, 0);
    free_robot(&r);
}
END_TEST

START_TEST(drives_are_kept)
{
    cdy_tree *tree = make_tree("base", 0);
    cdy_body body = make_body("b", "j", CDY_JOINT_REVOLUTE);
    ck_assert_double_eq(body.joint.rotor_inertia, 0);
    ck_assert_double_eq(body.joint.gear_ratio, 1);
    body.joint.rotor_inertia = 1.5e-5;
    body.joint.gear_ratio = -101;
    add_body(tree, &body, "base");
    ck_assert_double_eq(cdy_tree_body(tree, 1)->joint.rotor_inertia, 1.5e-5);
    ck_assert_double_eq(cdy_tree_body(tree, 1)->joint.gear_ratio, -101);
    cdy_tree_destroy(tree);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("building");
    TCase *tests = add_case(suite, "placements", placements_and_matrices_are_the_same);
    tcase_add_test(tests, turns_by_right_angles_are_exact);
    tcase_add_test(tests, matrices_are_transforms_to_1e_9);
    tcase_add_loop_test(tests, other_matrices_are_refused, 0, 12);
    tcase_add_test(tests, small_errors_of_a_rotation_are_forgiven);
    tests = tcase_create("Denavit-Hartenberg");
    tcase_add_loop_test(tests, chains_stand_where_the_parameters_say, 0, 50);
    tcase_add_test(tests, a_puma_is_built_from_either_table);
    tcase_add_test(tests, the_ecobra_weighs_what_the_documentation_prints);
#ifdef CDY_HAVE_URDF
    tcase_add_test(tests, the_ecobra_moves_as_its_file_does);
#endif
    tcase_add_test(tests, bad_parameters_are_refused);
    suite_add_tcase(suite, tests);
    tests = tcase_create("child placements");
    tcase_add_test(tests, child_placements_of_one_number_count);
    tcase_add_loop_test(tests, child_placements_are_what_they_fold_to, 0, 60);
    tcase_add_loop_test(tests, child_placements_obey_the_equations_of_motion, 0, 24);
    suite_add_tcase(suite, tests);
    tests = add_case(suite, "joints", home_is_where_the_joints_say);
    tcase_add_test(tests, drives_are_kept);
    return run_suites(suite, NULL);
}
