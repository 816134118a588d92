#include "description/pose.h"

#include "tree/joint_traits.h"
#include "tree/tree.h"

#include <math.h>
#include <string.h>

const cdy_pose cdy_pose_still = {{0, 0, 0}, {1, 0, 0, 0}};

void cdy_multiply_quaternions(const double a[4], const double b[4], double out[4])
{
    const double c[4] = {
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
    memcpy(out, c, sizeof c);
}

/* Writes the rotation matrix of a unit quaternion. */
static void rotation_matrix(const double q[4], double R[3][3])
{
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double rows[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                               {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                               {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    memcpy(R, rows, sizeof rows);
}

void cdy_rotate(const double q[4], const double v[3], double out[3])
{
    double R[3][3], turned[3];
    rotation_matrix(q, R);
    for (int i = 0; i < 3; i++) {
        turned[i] = R[i][0] * v[0] + R[i][1] * v[1] + R[i][2] * v[2];
    }
    memcpy(out, turned, sizeof turned);
}

/* R I R^T of a symmetric matrix xx xy xz yy yz zz. */
void cdy_rotate_inertia(const double q[4], const double in[6], double out[6])
{
    static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
    const double I[3][3] = {{in[0], in[1], in[2]}, {in[1], in[3], in[4]}, {in[2], in[4], in[5]}};
    double R[3][3], result[6];
    rotation_matrix(q, R);
    for (int k = 0; k < 6; k++) {
        result[k] = 0;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                result[k] += R[row[k]][i] * I[i][j] * R[column[k]][j];
            }
        }
    }
    memcpy(out, result, sizeof result);
}

cdy_pose cdy_pose_compose(const cdy_pose *a, const cdy_pose *b)
{
    cdy_pose c;
    cdy_rotate(a->q, b->p, c.p);
    for (int i = 0; i < 3; i++) {
        c.p[i] += a->p[i];
    }
    cdy_multiply_quaternions(a->q, b->q, c.q);
    return c;
}

cdy_pose cdy_pose_invert(const cdy_pose *pose)
{
    cdy_pose inverse = {.q = {pose->q[0], -pose->q[1], -pose->q[2], -pose->q[3]}};
    cdy_rotate(inverse.q, pose->p, inverse.p);
    for (int i = 0; i < 3; i++) {
        inverse.p[i] = 0 - inverse.p[i];
    }
    return inverse;
}

void cdy_quaternion_about(const double axis[3], double angle, double q[4])
{
    const double length = hypot(hypot(axis[0], axis[1]), axis[2]), s = length > 0 ? sin(angle / 2) / length : 0;
    q[0] = length > 0 ? cos(angle / 2) : 1;
    for (int i = 0; i < 3; i++) {
        q[1 + i] = s * axis[i];
    }
}

/* The shortest rotation from z to a direction: about z x d = [-dy dx 0]. */
void cdy_quaternion_z_to(const double direction[3], double q[4])
{
    const double across = hypot(direction[0], direction[1]), angle = atan2(across, direction[2]);
    const double axis[3] = {across > 0 ? -direction[1] : 1, across > 0 ? direction[0] : 0, 0};
    cdy_quaternion_about(axis, angle, q);
}

void cdy_pose_to_placement(const cdy_pose *pose, cdy_placement *placement)
{
    const double xyzw[4] = {pose->q[1], pose->q[2], pose->q[3], pose->q[0]};
    memcpy(placement->xyz, pose->p, sizeof placement->xyz);
    cdy_quaternion_to_rpy(xyzw, placement->rpy);
    for (int i = 0; i < 3; i++) { /* files have no sign of zero that would mean something */
        placement->xyz[i] += 0.0;
        placement->rpy[i] += 0.0;
    }
}

/* R = Rz(yaw) Ry(pitch) Rx(roll). */
void cdy_quaternion_from_rpy(const double rpy[3], double q[4])
{
    static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    memcpy(q, cdy_pose_still.q, sizeof cdy_pose_still.q);
    for (int i = 0; i < 3; i++) {
        double turn[4];
        cdy_quaternion_about(axes[i], rpy[i], turn);
        cdy_multiply_quaternions(turn, q, q);
    }
}

/* The quaternion of the rotation with the columns x, y and x cross y, by its largest component (Shepperd 1978). */
void cdy_quaternion_from_columns(const double x[3], const double y[3], double q[4])
{
    const double z[3] = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
    const double squared[4] = {1 + x[0] + y[1] + z[2], 1 + x[0] - y[1] - z[2], 1 - x[0] + y[1] - z[2],
                               1 - x[0] - y[1] + z[2]};
    const double p[4][4] = {{squared[0], y[2] - z[1], z[0] - x[2], x[1] - y[0]},
                            {y[2] - z[1], squared[1], x[1] + y[0], z[0] + x[2]},
                            {z[0] - x[2], x[1] + y[0], squared[2], y[2] + z[1]},
                            {x[1] - y[0], z[0] + x[2], y[2] + z[1], squared[3]}};
    int largest = 0;
    for (int i = 1; i < 4; i++) {
        largest = squared[i] > squared[largest] ? i : largest;
    }
    const double scale = 1 / (2 * sqrt(squared[largest]));
    for (int i = 0; i < 4; i++) {
        q[i] = p[largest][i] * scale;
    }
}

cdy_pose cdy_pose_from_placement(const cdy_placement *p)
{
    cdy_pose pose;
    memcpy(pose.p, p->xyz, sizeof pose.p);
    cdy_quaternion_from_rpy(p->rpy, pose.q);
    return pose;
}

cdy_pose cdy_joint_pose_at_zero(const cdy_joint *j)
{
    const cdy_pose origin = cdy_pose_from_placement(&j->origin), child = cdy_pose_from_placement(&j->child);
    cdy_pose motion = cdy_pose_still;
    if (joint_is_free(j->type) && j->home_given) {
        memcpy(motion.q, j->home, sizeof motion.q);
        memcpy(motion.p, j->home + 4, sizeof motion.p);
    }
    const cdy_pose moved = cdy_pose_compose(&origin, &motion);
    return cdy_pose_compose(&moved, &child);
}
