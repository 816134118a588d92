#include "support/naive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- 4x4 matrices, row-major ---- */

static void multiply(const double A[16], const double B[16], double C[16])
{
    double product[16] = {0};
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            for (int k = 0; k < 4; k++) {
                product[4 * i + j] += A[4 * i + k] * B[4 * k + j];
            }
        }
    }
    memcpy(C, product, sizeof product);
}

static void translation(const double p[3], double T[16])
{
    const double values[16] = {1, 0, 0, p[0], 0, 1, 0, p[1], 0, 0, 1, p[2], 0, 0, 0, 1};
    memcpy(T, values, sizeof values);
}

/* Rodrigues' formula: a turn by `angle` about the unit vector n. */
static void turn(const double n[3], double angle, double T[16])
{
    double c = cos(angle), s = sin(angle), d = 1 - c;
    const double values[16] = {c + d * n[0] * n[0],
                               d * n[0] * n[1] - s * n[2],
                               d * n[0] * n[2] + s * n[1],
                               0,
                               d * n[1] * n[0] + s * n[2],
                               c + d * n[1] * n[1],
                               d * n[1] * n[2] - s * n[0],
                               0,
                               d * n[2] * n[0] - s * n[1],
                               d * n[2] * n[1] + s * n[0],
                               c + d * n[2] * n[2],
                               0,
                               0,
                               0,
                               0,
                               1};
    memcpy(T, values, sizeof values);
}

static void placement(const cdy_placement *p, double T[16])
{
    const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
    double A[16];
    translation(p->xyz, T);
    turn(z, p->rpy[2], A);
    multiply(T, A, T);
    turn(y, p->rpy[1], A);
    multiply(T, A, T);
    turn(x, p->rpy[0], A);
    multiply(T, A, T);
}

static void unit(const double v[3], double n[3])
{
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; i++) {
        n[i] = v[i] / length;
    }
}

/* The shortest turn from z to the unit vector n; half a turn about x for -z. */
static void turn_z_to(const double n[3], double T[16])
{
    double s = hypot(n[0], n[1]);
    double k[3] = {1, 0, 0};
    if (s > 0) {
        k[0] = -n[1] / s;
        k[1] = n[0] / s;
    }
    turn(k, atan2(s, n[2]), T);
}

/* ---- joints ---- */

/* The placement of a child in its joint's frame. */
static void joint_motion(const cdy_joint *joint, const naive_joint *j, const double *q, double T[16])
{
    const double zero[3] = {0};
    double n[3] = {0}, B[16], p[3];
    translation(zero, T);
    if (joint->type == CDY_JOINT_FIXED) {
        return;
    }
    if (joint->type == CDY_JOINT_FLOATING || joint->type == CDY_JOINT_SPHERICAL) {
        const double *e = q + j->q;
        double half = atan2(sqrt(e[1] * e[1] + e[2] * e[2] + e[3] * e[3]), e[0]);
        if (half > 0) {
            unit(e + 1, n);
        }
        translation(joint->type == CDY_JOINT_FLOATING ? e + 4 : zero, T);
        turn(n, 2 * half, B);
        multiply(T, B, T);
        return;
    }
    unit(joint->axis, n);
    if (joint->type == CDY_JOINT_PLANAR) {
        turn_z_to(n, B);
        for (int i = 0; i < 3; i++) {
            p[i] = B[4 * i] * q[j->q] + B[4 * i + 1] * q[j->q + 1];
        }
        translation(p, T);
        turn(n, q[j->q + 2], B);
        multiply(T, B, T);
        return;
    }
    double position = j->multiplier * q[j->q] + j->offset;
    if (joint->type == CDY_JOINT_PRISMATIC) {
        translation((double[3]){n[0] * position, n[1] * position, n[2] * position}, T);
    } else {
        turn(n, position, T);
    }
}

/* Adds `factor` times the direction R d to column `column` of three rows of a Jacobian. */
static void add_column(double *rows, int nv, int column, const double T[16], const double d[3], double factor)
{
    for (int i = 0; i < 3; i++) {
        rows[i * nv + column] += factor * (T[4 * i] * d[0] + T[4 * i + 1] * d[1] + T[4 * i + 2] * d[2]);
    }
}

/* Adds the columns of the joint to the Jacobian of its body; T is the placement of the body. */
static void add_joint_columns(const cdy_joint *joint, const naive_joint *j, int nv, const double T[16], double *J)
{
    double n[3] = {0}, B[16];
    double *angular = J, *linear = J + 3 * (size_t)nv;
    if (joint->type == CDY_JOINT_FIXED) {
        return;
    }
    if (joint->type == CDY_JOINT_FLOATING || joint->type == CDY_JOINT_SPHERICAL) {
        for (int k = 0; k < 3; k++) {
            const double e[3] = {k == 0, k == 1, k == 2};
            add_column(angular, nv, j->v + k, T, e, 1);
            if (joint->type == CDY_JOINT_FLOATING) {
                add_column(linear, nv, j->v + 3 + k, T, e, 1);
            }
        }
        return;
    }
    unit(joint->axis, n);
    if (joint->type == CDY_JOINT_PLANAR) {
        turn_z_to(n, B);
        add_column(linear, nv, j->v, T, (double[3]){B[0], B[4], B[8]}, 1);
        add_column(linear, nv, j->v + 1, T, (double[3]){B[1], B[5], B[9]}, 1);
        add_column(angular, nv, j->v + 2, T, n, 1);
    } else {
        add_column(joint->type == CDY_JOINT_PRISMATIC ? linear : angular, nv, j->v, T, n, j->multiplier);
    }
}

/* ---- the robot ---- */

static bool follows(const cdy_tree *tree, const cdy_joint *joint)
{
    return joint->mimic.joint && cdy_joint_type_nv(joint->type) == 1 && !cdy_tree_mimic_independent(tree);
}

/* Follows the chain of leaders of a joint to the joint with a coordinate of its own. */
static naive_joint resolve(const naive_robot *n, int body)
{
    double multiplier = 1, offset = 0;
    const cdy_joint *joint = &cdy_tree_body(n->tree, body)->joint;
    while (follows(n->tree, joint)) {
        offset += multiplier * joint->mimic.offset;
        multiplier *= joint->mimic.multiplier;
        body = cdy_tree_find_joint(n->tree, joint->mimic.joint);
        joint = &cdy_tree_body(n->tree, body)->joint;
    }
    naive_joint leader = n->joints[body];
    return (naive_joint){leader.q, leader.v, multiplier, offset};
}

naive_robot naive_create(const cdy_tree *tree)
{
    naive_robot n = {.tree = tree, .bodies = cdy_tree_body_count(tree) + 1};
    n.joints = calloc((size_t)n.bodies, sizeof *n.joints);
    for (int i = 0; i < n.bodies; i++) {
        const cdy_joint *joint = &cdy_tree_body(tree, i)->joint;
        n.joints[i] = (naive_joint){-1, -1, 1, 0};
        if (i > 0 && joint->type != CDY_JOINT_FIXED && !follows(tree, joint)) {
            n.joints[i] = (naive_joint){n.nq, n.nv, 1, 0};
            n.nq += cdy_joint_type_nq(joint->type);
            n.nv += cdy_joint_type_nv(joint->type);
        }
    }
    for (int i = 1; i < n.bodies; i++) {
        if (follows(tree, &cdy_tree_body(tree, i)->joint)) {
            n.joints[i] = resolve(&n, i);
        }
    }
    n.T = calloc((size_t)n.bodies * 16, sizeof(double));
    n.J = calloc((size_t)n.bodies * 6 * (size_t)(n.nv + 1), sizeof(double));
    return n;
}

void naive_free(naive_robot *n)
{
    free(n->joints);
    free(n->T);
    free(n->J);
    *n = (naive_robot){0};
}

/* Carries a parent's Jacobian to the child's origin: v = v_parent + w x (p - p_parent). */
static void carry(const double *J_parent, int nv, const double *T_parent, const double *T, double *J)
{
    double r[3];
    for (int i = 0; i < 3; i++) {
        r[i] = T[4 * i + 3] - T_parent[4 * i + 3];
    }
    memcpy(J, J_parent, 6 * (size_t)nv * sizeof(double));
    for (int c = 0; c < nv; c++) {
        const double w[3] = {J[c], J[nv + c], J[2 * nv + c]};
        J[3 * nv + c] += w[1] * r[2] - w[2] * r[1];
        J[4 * nv + c] += w[2] * r[0] - w[0] * r[2];
        J[5 * nv + c] += w[0] * r[1] - w[1] * r[0];
    }
}

/* Moves a placement and its Jacobian to the origin of a frame that is fixed at `to` in the moved one. */
static void move_on(const cdy_placement *to, int nv, double *T, double *J)
{
    double A[16], before[16];
    double *carried = calloc(6 * (size_t)nv + 1, sizeof *carried);
    memcpy(before, T, sizeof before);
    placement(to, A);
    multiply(before, A, T);
    carry(J, nv, before, T, carried);
    memcpy(J, carried, 6 * (size_t)nv * sizeof *carried);
    free(carried);
}

void naive_move(naive_robot *n, const double *q)
{
    translation((double[3]){0, 0, 0}, n->T);
    memset(n->J, 0, 6 * (size_t)n->nv * sizeof(double));
    for (int i = 1; i < n->bodies; i++) {
        size_t p = (size_t)cdy_tree_parent(n->tree, i);
        const cdy_joint *joint = &cdy_tree_body(n->tree, i)->joint;
        double *T = n->T + 16 * (size_t)i, *J = n->J + 6 * (size_t)i * (size_t)n->nv, A[16];
        placement(&joint->origin, A);
        multiply(n->T + 16 * p, A, T);
        joint_motion(joint, &n->joints[i], q, A);
        multiply(T, A, T);
        carry(n->J + 6 * p * (size_t)n->nv, n->nv, n->T + 16 * p, T, J);
        add_joint_columns(joint, &n->joints[i], n->nv, T, J);
        move_on(&joint->child, n->nv, T, J);
    }
}

/* q = [qw qx qy qz x y z] after the twist [w; v] in the body's frame during the time h. */
static void integrate_floating(const double *q, const double *v, double h, double *result)
{
    double size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double a[4] = {q[0] / size, q[1] / size, q[2] / size, q[3] / size};
    double half = h / 2 * sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    double s = half > 0 ? sin(half) / half * h / 2 : h / 2;
    const double b[4] = {cos(half), s * v[0], s * v[1], s * v[2]};
    const double c[4] = {
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
    double R[16];
    const naive_joint j = {0, 0, 1, 0};
    const double turned[7] = {a[0], a[1], a[2], a[3], 0, 0, 0};
    joint_motion(&(cdy_joint){.type = CDY_JOINT_FLOATING}, &j, turned, R);
    for (int i = 0; i < 3; i++) {
        result[4 + i] = q[4 + i] + h * (R[4 * i] * v[3] + R[4 * i + 1] * v[4] + R[4 * i + 2] * v[5]);
    }
    memcpy(result, c, sizeof c);
}

void naive_integrate(const naive_robot *n, const double *q, const double *v, double h, double *result)
{
    for (int i = 1; i < n->bodies; i++) {
        const cdy_joint *joint = &cdy_tree_body(n->tree, i)->joint;
        naive_joint j = n->joints[i];
        if (j.q < 0 || follows(n->tree, joint)) {
            continue;
        }
        if (joint->type == CDY_JOINT_FLOATING) {
            integrate_floating(q + j.q, v + j.v, h, result + j.q);
        } else if (joint->type == CDY_JOINT_SPHERICAL) {
            double pose[7] = {0}, twist[6] = {0}, next[7];
            memcpy(pose, q + j.q, 4 * sizeof *pose);
            memcpy(twist, v + j.v, 3 * sizeof *twist);
            integrate_floating(pose, twist, h, next);
            memcpy(result + j.q, next, 4 * sizeof *next);
        } else if (joint->type == CDY_JOINT_PLANAR) {
            double s = sin(q[j.q + 2]), c = cos(q[j.q + 2]);
            result[j.q] = q[j.q] + h * (c * v[j.v] - s * v[j.v + 1]);
            result[j.q + 1] = q[j.q + 1] + h * (s * v[j.v] + c * v[j.v + 1]);
            result[j.q + 2] = q[j.q + 2] + h * v[j.v + 2];
        } else {
            result[j.q] = q[j.q] + h * v[j.v];
        }
    }
}

/* ---- energy and the equations of motion ---- */

/* The placement of a body's centre of mass and inertia axes in the base. */
static void mass_placement(const naive_robot *n, int body, double T[16])
{
    double A[16];
    placement(&cdy_tree_body(n->tree, body)->inertial.origin, A);
    multiply(n->T + 16 * (size_t)body, A, T);
}

double naive_potential(naive_robot *n, const double *q)
{
    double g[3], energy = 0;
    cdy_tree_get_gravity(n->tree, g);
    naive_move(n, q);
    for (int i = 1; i < n->bodies; i++) {
        const cdy_inertial *inertial = &cdy_tree_body(n->tree, i)->inertial;
        double T[16];
        if (inertial->given) {
            mass_placement(n, i, T);
            energy -= inertial->mass * (g[0] * T[3] + g[1] * T[7] + g[2] * T[11]);
        }
    }
    return energy;
}

/* Whether a joint moves between the base and a body. */
static bool is_moved(const naive_robot *n, int body)
{
    while (body > 0 && cdy_tree_body(n->tree, body)->joint.type == CDY_JOINT_FIXED) {
        body = cdy_tree_parent(n->tree, body);
    }
    return body > 0;
}

double naive_center_of_mass(naive_robot *n, const double *q, double com[3], double *J)
{
    int nv = n->nv;
    double mass = 0, *J_body = calloc(6 * (size_t)nv + 1, sizeof(double));
    memset(com, 0, 3 * sizeof *com);
    memset(J, 0, 3 * (size_t)nv * sizeof *J);
    naive_move(n, q);
    for (int b = 1; b < n->bodies; b++) {
        const cdy_inertial *inertial = &cdy_tree_body(n->tree, b)->inertial;
        double T[16];
        if (!inertial->given || !is_moved(n, b)) {
            continue;
        }
        mass_placement(n, b, T);
        carry(n->J + 6 * (size_t)b * (size_t)nv, nv, n->T + 16 * (size_t)b, T, J_body);
        mass += inertial->mass;
        for (int i = 0; i < 3; i++) {
            com[i] += inertial->mass * T[4 * i + 3];
        }
        for (int i = 0; i < 3 * nv; i++) {
            J[i] += inertial->mass * J_body[3 * nv + i];
        }
    }
    for (int i = 0; i < 3 + 3 * nv; i++) {
        *(i < 3 ? &com[i] : &J[i - 3]) /= mass;
    }
    free(J_body);
    return mass;
}

/* R I R^T of the inertia in URDF's order, turned into the axes of the base. */
static void turned_inertia(const double I[6], const double T[16], double result[9])
{
    const double tensor[9] = {I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5]};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            result[3 * i + j] = 0;
            for (int k = 0; k < 9; k++) {
                result[3 * i + j] += T[4 * i + k / 3] * tensor[k] * T[4 * j + k % 3];
            }
        }
    }
}

void naive_mass_matrix(naive_robot *n, const double *q, double *M)
{
    int nv = n->nv;
    double *J = calloc(6 * (size_t)nv + 1, sizeof(double));
    memset(M, 0, (size_t)nv * (size_t)nv * sizeof(double));
    naive_move(n, q);
    for (int b = 1; b < n->bodies; b++) {
        const cdy_inertial *inertial = &cdy_tree_body(n->tree, b)->inertial;
        double T[16], I[9];
        if (!inertial->given) {
            continue;
        }
        mass_placement(n, b, T);
        turned_inertia(inertial->inertia, T, I);
        carry(n->J + 6 * (size_t)b * (size_t)nv, nv, n->T + 16 * (size_t)b, T, J);
        for (int r = 0; r < nv * nv; r++) {
            int i = r / nv, j = r % nv;
            for (int k = 0; k < 3; k++) {
                M[r] += inertial->mass * J[(3 + k) * nv + i] * J[(3 + k) * nv + j];
                for (int l = 0; l < 3; l++) {
                    M[r] += J[k * nv + i] * I[3 * k + l] * J[l * nv + j];
                }
            }
        }
    }
    free(J);
}

/* The Jacobians of all centres of mass at q (bodies x 6 x nv). */
static void mass_jacobians(naive_robot *n, const double *q, double *J)
{
    naive_move(n, q);
    for (size_t b = 0; b < (size_t)n->bodies; b++) {
        double T[16];
        mass_placement(n, (int)b, T);
        carry(n->J + 6 * b * (size_t)n->nv, n->nv, n->T + 16 * b, T, J + 6 * b * (size_t)n->nv);
    }
}

/* J' qd for all centres of mass (bodies x 6), by (8 (f(h) - f(-h)) - (f(2h) - f(-2h))) / 12h. */
static void bias_accelerations(naive_robot *n, const double *q, const double *qd, double *bias)
{
    const double steps[4] = {1, -1, 2, -2}, weights[4] = {8, -8, -1, 1};
    size_t rows = 6 * (size_t)n->bodies, nv = (size_t)n->nv;
    double *J = calloc(rows * nv + 1, sizeof(double)), *moved = calloc((size_t)n->nq + 1, sizeof(double));
    double speed = 1;
    for (size_t i = 0; i < nv; i++) {
        speed += fabs(qd[i]);
    }
    double h = 4e-3 / speed;
    memset(bias, 0, rows * sizeof(double));
    for (int s = 0; s < 4; s++) {
        naive_integrate(n, q, qd, steps[s] * h, moved);
        mass_jacobians(n, moved, J);
        for (size_t i = 0; i < rows * nv; i++) {
            bias[i / nv] += weights[s] / (12 * h) * J[i] * qd[i % nv];
        }
    }
    free(moved);
    free(J);
}

/* Adds J^T [I w' + w x I w; m a] of one body; J and the bias acceleration are those of its centre of mass. */
static void add_body_torque(const naive_robot *n, int body, const double *J, const double *bias, const double *qd,
                            const double *qdd, double *tau)
{
    const cdy_inertial *inertial = &cdy_tree_body(n->tree, body)->inertial;
    int nv = n->nv;
    double T[16], I[9], a[6], w[3] = {0}, Iw[3] = {0}, f[6] = {0};
    mass_placement(n, body, T);
    turned_inertia(inertial->inertia, T, I);
    memcpy(a, bias, sizeof a);
    for (int i = 0; i < 6 * nv; i++) {
        a[i / nv] += J[i] * qdd[i % nv];
    }
    for (int i = 0; i < 3 * nv; i++) {
        w[i / nv] += J[i] * qd[i % nv];
    }
    for (int i = 0; i < 9; i++) {
        f[i / 3] += I[i] * a[i % 3];
        Iw[i / 3] += I[i] * w[i % 3];
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        f[i] += w[j] * Iw[k] - w[k] * Iw[j];
        f[3 + i] = inertial->mass * a[3 + i];
    }
    for (int i = 0; i < 6 * nv; i++) {
        tau[i % nv] += J[i] * f[i / nv];
    }
}

void naive_inertial_torque(naive_robot *n, const double *q, const double *qd, const double *qdd, double *tau)
{
    size_t rows = 6 * (size_t)n->bodies, nv = (size_t)n->nv;
    double *J = calloc(rows * nv + 1, sizeof(double)), *bias = calloc(rows, sizeof(double));
    bias_accelerations(n, q, qd, bias);
    mass_jacobians(n, q, J);
    memset(tau, 0, nv * sizeof(double));
    for (int i = 1; i < n->bodies; i++) {
        if (cdy_tree_body(n->tree, i)->inertial.given) {
            add_body_torque(n, i, J + 6 * (size_t)i * nv, bias + 6 * i, qd, qdd, tau);
        }
    }
    free(bias);
    free(J);
}

void naive_add_wrench(naive_robot *n, const double *q, int body, const double wrench[6], double *tau)
{
    naive_move(n, q);
    const double *T = n->T + 16 * (size_t)body, *J = n->J + 6 * (size_t)body * (size_t)n->nv, *F = wrench + 3;
    const double p[3] = {T[3], T[7], T[11]};
    const double f[6] = {wrench[0] - (p[1] * F[2] - p[2] * F[1]),
                         wrench[1] - (p[2] * F[0] - p[0] * F[2]),
                         wrench[2] - (p[0] * F[1] - p[1] * F[0]),
                         F[0],
                         F[1],
                         F[2]};
    for (int i = 0; i < 6 * n->nv; i++) {
        tau[i % n->nv] += J[i] * f[i / n->nv];
    }
}

void naive_momentum(naive_robot *n, const double *q, const double *qd, double h[6])
{
    size_t nv = (size_t)n->nv;
    double *J = calloc(6 * nv + 1, sizeof(double)), com[3], T[16], I[9];
    naive_center_of_mass(n, q, com, J);
    memset(h, 0, 6 * sizeof *h);
    for (int b = 1; b < n->bodies; b++) {
        const cdy_inertial *inertial = &cdy_tree_body(n->tree, b)->inertial;
        if (!inertial->given || !is_moved(n, b)) {
            continue;
        }
        mass_placement(n, b, T);
        turned_inertia(inertial->inertia, T, I);
        carry(n->J + 6 * (size_t)b * nv, n->nv, n->T + 16 * (size_t)b, T, J);
        double v[6] = {0}, p[3], r[3];
        for (size_t i = 0; i < 6 * nv; i++) {
            v[i / nv] += J[i] * qd[i % nv];
        }
        for (int i = 0; i < 3; i++) {
            p[i] = inertial->mass * v[3 + i];
            r[i] = T[4 * i + 3] - com[i];
        }
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            h[i] += I[3 * i] * v[0] + I[3 * i + 1] * v[1] + I[3 * i + 2] * v[2] + r[j] * p[k] - r[k] * p[j];
            h[3 + i] += p[i];
        }
    }
    free(J);
}
