#include "support/moving.h"

#include "support/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double *new_zeros(size_t count)
{
    double *x = calloc(count + 1, sizeof *x);
    ck_assert_ptr_nonnull(x);
    return x;
}

moving make_moving(int number, random_joints joints, bool independent)
{
    moving m = {0};
    uint64_t state = (uint64_t)number * 1000 + 1;
    cdy_tree *tree = random_tree((uint64_t)number, number + 1, joints);
    cdy_tree_set_mimic_independent(tree, independent);
    m.r = make_robot(tree);
    m.naive = naive_create(tree);
    ck_assert_int_eq(m.naive.nv, m.r.nv);
    ck_assert_int_le(m.r.nq, MOVING_MOST);
    random_state(&state, tree, m.q);
    draw_array(&state, 1, m.qd, m.r.nv);
    draw_array(&state, 1, m.qdd, m.r.nv);
    return m;
}

void free_moving(moving *m)
{
    naive_free(&m->naive);
    free_robot(&m->r);
}

void moving_at(const moving *m, double t, double *q, double *qd)
{
    cdy_error error = {0};
    double step[MOVING_MOST];
    for (int i = 0; i < m->r.nv; i++) {
        step[i] = t * m->qd[i];
        qd[i] = m->qd[i] + t * m->qdd[i];
    }
    ck_assert_ok(cdy_configuration_integrate(m->r.model, m->q, step, q, &error), error);
}

/* Half of q (0, w) for the quaternion, and R(q) v. */
static void floating_rate(const double *q, const double *v, double *rate)
{
    double w = q[0], x = q[1], y = q[2], z = q[3], k = 2 / (w * w + x * x + y * y + z * z);
    const double R[9] = {1 - k * (y * y + z * z), k * (x * y - w * z),     k * (x * z + w * y),
                         k * (x * y + w * z),     1 - k * (x * x + z * z), k * (y * z - w * x),
                         k * (x * z - w * y),     k * (y * z + w * x),     1 - k * (x * x + y * y)};
    rate[0] = -0.5 * (x * v[0] + y * v[1] + z * v[2]);
    rate[1] = 0.5 * (w * v[0] + y * v[2] - z * v[1]);
    rate[2] = 0.5 * (w * v[1] + z * v[0] - x * v[2]);
    rate[3] = 0.5 * (w * v[2] + x * v[1] - y * v[0]);
    for (int i = 0; i < 3; i++) {
        rate[4 + i] = R[3 * i] * v[3] + R[3 * i + 1] * v[4] + R[3 * i + 2] * v[5];
    }
}

void moving_coordinate_rate(const moving *m, double *rate)
{
    for (int i = 1; i < m->naive.bodies; i++) {
        cdy_joint_type type = cdy_tree_body(m->r.tree, i)->joint.type;
        if (type == CDY_JOINT_FIXED) {
            continue; /* a fixed joint has no coordinates, nor a first coordinate */
        }
        const double *q = m->q + m->naive.joints[i].q, *v = m->qd + m->naive.joints[i].v;
        double *out = rate + m->naive.joints[i].q;
        if (type == CDY_JOINT_FLOATING) {
            floating_rate(q, v, out);
        } else if (type == CDY_JOINT_SPHERICAL) {
            double pose[7] = {0}, twist[6] = {0}, pose_rate[7];
            memcpy(pose, q, 4 * sizeof *pose);
            memcpy(twist, v, 3 * sizeof *twist);
            floating_rate(pose, twist, pose_rate);
            memcpy(out, pose_rate, 4 * sizeof *out);
        } else if (type == CDY_JOINT_PLANAR) {
            out[0] = cos(q[2]) * v[0] - sin(q[2]) * v[1];
            out[1] = sin(q[2]) * v[0] + cos(q[2]) * v[1];
            out[2] = v[2];
        } else {
            out[0] = v[0];
        }
    }
}
