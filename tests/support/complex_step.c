#include "support/complex_step.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#undef I

extern const cdy_kernels cdy_kernels_complex_double;

typedef double _Complex number;

static const double H = 1e-30;

static void *allocate(size_t count)
{
    const size_t bytes = (count + 4) * sizeof(number);
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    memset(memory, 0, bytes);
    return memory;
}

static number make_number(double re, double im)
{
    const double parts[2] = {re, im};
    number z;
    memcpy(&z, parts, sizeof z);
    return z;
}

/* R(q) e_k, for a quaternion of any length. */
static void axis_of(const double *q, int k, double axis[3])
{
    const double s = 1 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double *v = q + 1;
    for (int i = 0; i < 3; i++) {
        const int next = (i + 1) % 3;
        const double cross = i == k ? 0 : (k == next ? -v[3 - i - k] : v[3 - i - k]); /* (v x e_k)_i */
        axis[i] = s * ((i == k ? q[0] * q[0] - (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) : 0) + 2 * v[i] * v[k] +
                       2 * q[0] * cross);
    }
}

/* q times the quaternion of a small turn about axis k of the body. */
static void turn(const double *p, int k, number *q)
{
    const double half = H / 2, *v = p + 1;
    double change[4] = {-v[k], 0, 0, 0};
    change[1 + k] = p[0];
    change[1 + (k + 1) % 3] = v[(k + 2) % 3];
    change[1 + (k + 2) % 3] = -v[(k + 1) % 3];
    for (int i = 0; i < 4; i++) {
        q[i] = make_number(p[i], half * change[i]);
    }
}

static void step_joint(const model_body *body, int k, const double *p, number *q)
{
    double axis[3];
    switch ((joint_kind)body->kind) {
    case JOINT_REVOLUTE:
    case JOINT_PRISMATIC: q[0] = make_number(p[0], H); break;
    case JOINT_PLANAR:
        if (k == 2) {
            q[2] = make_number(p[2], H);
        } else {
            q[0] = make_number(p[0], H * (k == 0 ? cos(p[2]) : -sin(p[2])));
            q[1] = make_number(p[1], H * (k == 0 ? sin(p[2]) : cos(p[2])));
        }
        break;
    case JOINT_SPHERICAL:
    case JOINT_FLOATING:
        if (k < 3) {
            turn(p, k, q);
        } else {
            axis_of(p, k - 3, axis);
            for (int i = 0; i < 3; i++) {
                q[4 + i] = make_number(p[4 + i], H * axis[i]);
            }
        }
        break;
    }
}

static void fill(number *to, const double *from, int count)
{
    for (int i = 0; i < count; i++) {
        to[i] = from[i];
    }
}

void complex_derivative(const step_state *s, bool by_aba, step_kind kind, double *derivative)
{
    const cdy_kernels *k = &cdy_kernels_complex_double;
    const cdy_model *m = s->model;
    const int n = m->tree_nv;
    number *q = allocate((size_t)m->tree_nq), *qd = allocate((size_t)n), *third = allocate((size_t)n);
    number *forces = allocate(6 * (size_t)m->force_rows), *out = allocate((size_t)n), *D = allocate((size_t)n);
    void *kernel_scratch = allocate(k->scratch_size(m) / sizeof(number) + 1);
    if (s->forces) {
        fill(forces, s->forces, 6 * m->force_rows);
    }
    for (int j = 0; j < n; j++) {
        const model_body *body = &model_bodies(m)[model_velocities(m)[j].body];
        fill(q, s->q, m->tree_nq);
        fill(qd, s->qd, n);
        fill(third, s->third, n);
        if (kind == STEP_Q) {
            step_joint(body, j - body->v, s->q + body->q, q + body->q);
        } else {
            number *x = kind == STEP_QD ? qd : third;
            x[j] = make_number(creal(x[j]), H);
        }
        double *f = s->forces ? (double *)forces : NULL;
        if (by_aba) {
            k->aba(m, kernel_scratch, m->gravity, (double *)q, (double *)qd, (double *)third, f, (double *)out,
                   (double *)D);
        } else {
            k->rnea(m, kernel_scratch, m->gravity, (double *)q, (double *)qd, (double *)third, f, (double *)out);
        }
        for (int i = 0; i < n; i++) {
            derivative[i * n + j] = cimag(out[i]) / H;
        }
    }
    void *const arrays[] = {q, qd, third, forces, out, D, kernel_scratch};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
}

void complex_second_derivatives(const step_state *s, step_kind kind, int j, double *by_q, double *by_qd, double *M)
{
    const cdy_kernels *k = &cdy_kernels_complex_double;
    const cdy_model *m = s->model;
    const size_t n = (size_t)m->tree_nv;
    const model_body *body = &model_bodies(m)[model_velocities(m)[j].body];
    number *q = allocate((size_t)m->tree_nq), *qd = allocate(n), *third = allocate(n);
    number *forces = allocate(6 * (size_t)m->force_rows), *out = allocate(3 * n * n);
    void *kernel_scratch = allocate(k->scratch_size(m) / sizeof(number) + 1);
    double *const results[] = {by_q, by_qd, M};
    fill(q, s->q, m->tree_nq);
    fill(qd, s->qd, m->tree_nv);
    fill(third, s->third, m->tree_nv);
    if (s->forces) {
        fill(forces, s->forces, 6 * m->force_rows);
    }
    if (kind == STEP_Q) {
        step_joint(body, j - body->v, s->q + body->q, q + body->q);
    } else {
        number *x = kind == STEP_QD ? qd : third;
        x[j] = make_number(creal(x[j]), H);
    }
    k->drnea(m, kernel_scratch, m->gravity, (double *)q, (double *)qd, (double *)third,
             s->forces ? (double *)forces : NULL, false, (double *)out, (double *)(out + n * n));
    k->mass_matrix(m, kernel_scratch, (double *)q, false, (double *)(out + 2 * n * n));
    for (size_t i = 0; i < 3 * n * n; i++) {
        results[i / (n * n)][i % (n * n)] = cimag(out[i]) / H;
    }
    void *const arrays[] = {q, qd, third, forces, out, kernel_scratch};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        free(arrays[i]);
    }
}

void complex_frame_derivative(const cdy_model *m, const double *q, int frame, bool in_body, int j, double *J, double *T)
{
    const cdy_kernels *k = &cdy_kernels_complex_double;
    const model_body *body = &model_bodies(m)[model_velocities(m)[j].body];
    const int columns = 6 * m->tree_nv;
    number *moved = allocate((size_t)m->tree_nq), *out = allocate((size_t)columns + 16);
    void *kernel_scratch = allocate(k->scratch_size(m) / sizeof(number) + 1);
    fill(moved, q, m->tree_nq);
    step_joint(body, j - body->v, q + body->q, moved + body->q);
    k->jacobian(m, kernel_scratch, frame, in_body, (double *)moved, (double *)out);
    for (int i = 0; i < columns; i++) {
        J[i] = cimag(out[i]) / H;
    }
    k->placement(m, kernel_scratch, frame, (double *)moved, (double *)out);
    for (int i = 0; i < 16; i++) {
        T[i] = cimag(out[i]) / H;
    }
    free(moved);
    free(out);
    free(kernel_scratch);
}
