#include "kernels/book/book.h"

#include "kernels/joint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BODIES = 64, MOST_COORDINATES = 7 * MOST_BODIES };

/* The book's arrays, by body. */
typedef struct book {
    int count;                /* bodies and the base */
    const model_body *bodies; /* parent p(i), inertia I_i, joint */
    transform X[MOST_BODIES]; /* from p(i) to i */
    transform X_base[MOST_BODIES];
    motion vJ[MOST_BODIES]; /* S qd */
    motion v[MOST_BODIES], a[MOST_BODIES];
    force f[MOST_BODIES];
    force external[MOST_BODIES]; /* wrench on the body, in its own coordinates */
} book;

static const motion rest = {{0, 0, 0}, {0, 0, 0}};

/* jcalc: X_J and, where qd is given, v_J of every joint. */
static void calculate_joints(const cdy_model *model, const double *q, const double *qd, const double *forces, book *b)
{
    static double sine[MOST_COORDINATES], cosine[MOST_COORDINATES];
    if (model->body_count > MOST_BODIES) {
        abort();
    }
    for (int i = 0; i < model->tree_nq; i++) {
        sine[i] = sin(q[i]);
        cosine[i] = cos(q[i]);
    }
    memset(b, 0, sizeof *b);
    b->count = model->body_count;
    b->bodies = model_bodies(model);
    b->X_base[0].E = rotation_identity();
    for (int i = 1; i < b->count; i++) {
        const model_body *body = &b->bodies[i];
        b->X[i] = joint_transform(body, (coordinates){q, sine, cosine});
        b->X_base[i] = transform_multiply(b->X[i], b->X_base[body->parent]);
        b->vJ[i] = qd ? joint_motion(joint_kind_of(body), qd + body->v) : rest;
        if (forces) {
            b->external[i] = transform_force(b->X_base[i], external_force_on(body, forces));
        }
    }
}

static inertia inertia_of(const book *b, int i)
{
    return joint_body_inertia(&b->bodies[i]);
}

/* Table 5.1, first pass, with the base at a_0 = -g:
 *   v_i = X_i v_p + S_i qd_i,  a_i = X_i a_p + S_i qdd_i + v_i x S_i qd_i,  f_i = I_i a_i + v_i x* I_i v_i - f_i^x. */
static void newton_euler_pass(book *b, const double gravity[3], const double *qdd)
{
    b->a[0].linear = scale(-1, vec3_from(gravity));
    for (int i = 1; i < b->count; i++) {
        const int p = b->bodies[i].parent;
        const inertia I = inertia_of(b, i);
        const motion aJ = qdd ? joint_motion(joint_kind_of(&b->bodies[i]), qdd + b->bodies[i].v) : rest;
        b->v[i] = motion_add(transform_motion(b->X[i], b->v[p]), b->vJ[i]);
        b->a[i] = motion_add(transform_motion(b->X[i], b->a[p]), motion_add(aJ, cross_motion(b->v[i], b->vJ[i])));
        b->f[i] = force_add(inertia_apply(I, b->a[i]), cross_force(b->v[i], inertia_apply(I, b->v[i])));
        b->f[i] = force_subtract(b->f[i], b->external[i]);
    }
}

/* Table 5.1, second pass: tau_i = S_i^T f_i, f_p := f_p + X_i^T f_i. */
void book_rnea(const cdy_model *model, const double gravity[3], const double *q, const double *qd, const double *qdd,
               const double *forces, double *tau)
{
    book b;
    calculate_joints(model, q, qd, forces, &b);
    newton_euler_pass(&b, gravity, qdd);
    for (int i = b.count - 1; i > 0; i--) {
        const int p = b.bodies[i].parent;
        joint_force(joint_kind_of(&b.bodies[i]), b.f[i], tau + b.bodies[i].v);
        b.f[p] = force_add(b.f[p], transform_force_back(b.X[i], b.f[i]));
    }
}

/* Table 6.2: I_p^c := I_p^c + X_i^T I_i^c X_i,  F := I_i^c S_i, and for each ancestor j of i: M_ji = S_j^T F,
 * F := X_j^T F. */
void book_crba(const cdy_model *model, const double *q, double *M)
{
    book b;
    inertia Ic[MOST_BODIES];
    const size_t n = (size_t)model->tree_nv;
    calculate_joints(model, q, NULL, NULL, &b);
    memset(M, 0, n * n * sizeof *M);
    for (int i = 0; i < b.count; i++) {
        Ic[i] = inertia_of(&b, i);
    }
    for (int i = b.count - 1; i > 0; i--) {
        const model_body *body = &b.bodies[i];
        Ic[body->parent] = inertia_add(Ic[body->parent], transform_inertia_back(b.X[i], Ic[i]));
        for (int k = 0; k < body->nv; k++) {
            force F = inertia_apply(Ic[i], joint_column(body, k));
            for (int j = i; j > 0; j = b.bodies[j].parent) {
                double column[6];
                joint_force(joint_kind_of(&b.bodies[j]), F, column);
                for (int l = 0; l < b.bodies[j].nv; l++) {
                    M[(size_t)(b.bodies[j].v + l) * n + (size_t)(body->v + k)] = column[l];
                    M[(size_t)(body->v + k) * n + (size_t)(b.bodies[j].v + l)] = column[l];
                }
                F = transform_force_back(b.X[j], F);
            }
        }
    }
}

/* The joint of a body in table 7.1: U = IA S, D = S^T U with its inverse, u = tau - S^T pA. */
typedef struct joint_elimination {
    motion S[6];
    force U[6];
    double inverse_D[6][6], u[6];
} joint_elimination;

/* Gauss-Jordan without pivoting: D is positive definite. */
static void invert(int n, double D[6][6], double inverse[6][6])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            inverse[i][j] = i == j;
        }
    }
    for (int k = 0; k < n; k++) {
        const double pivot = D[k][k];
        for (int j = 0; j < n; j++) {
            D[k][j] /= pivot;
            inverse[k][j] /= pivot;
        }
        for (int i = 0; i < n; i++) {
            const double factor = D[i][k];
            for (int j = 0; i != k && j < n; j++) {
                D[i][j] -= factor * D[k][j];
                inverse[i][j] -= factor * inverse[k][j];
            }
        }
    }
}

static force articulated_apply(articulated A, motion m)
{
    return (force){add(sym3_apply(A.I, m.angular), mat3_apply(A.H, m.linear)),
                   add(mat3_apply_transposed(A.H, m.angular), sym3_apply(A.M, m.linear))};
}

static joint_elimination eliminate(const model_body *body, articulated IA, force pA, const double *tau)
{
    joint_elimination e = {0};
    double D[6][6];
    for (int k = 0; k < body->nv; k++) {
        e.S[k] = joint_column(body, k);
        e.U[k] = articulated_apply(IA, e.S[k]);
        e.u[k] = tau[body->v + k] - motion_dot_force(e.S[k], pA);
    }
    for (int k = 0; k < body->nv; k++) {
        for (int l = 0; l < body->nv; l++) {
            D[k][l] = motion_dot_force(e.S[k], e.U[l]);
        }
    }
    invert(body->nv, D, e.inverse_D);
    return e;
}

/* A - (n U^T + U n^T) / 2: summed over the columns n of U D^-1, the second term is U D^-1 U^T. */
static articulated subtract_symmetric(articulated A, force n, force U)
{
    const force plus = force_add(n, U), minus = force_subtract(n, U);
    return articulated_subtract(articulated_subtract(A, force_scale(0.25, plus), plus), force_scale(-0.25, minus),
                                minus);
}

/* Column k of U D^-1. */
static force column_of_UD(const joint_elimination *e, int nv, int k)
{
    force sum = {{0, 0, 0}, {0, 0, 0}};
    for (int l = 0; l < nv; l++) {
        sum = force_add(sum, force_scale(e->inverse_D[l][k], e->U[l]));
    }
    return sum;
}

void book_aba(const cdy_model *model, const double gravity[3], const double *q, const double *qd, const double *tau,
              const double *forces, double *qdd)
{
    book b;
    articulated IA[MOST_BODIES];
    force pA[MOST_BODIES];
    motion c[MOST_BODIES];
    joint_elimination e[MOST_BODIES];
    calculate_joints(model, q, qd, forces, &b);
    for (int i = 0; i < b.count; i++) { /* pass 1: c = v x S qd, IA = I, pA = v x* I v - f^x */
        const inertia I = inertia_of(&b, i);
        b.v[i] = i ? motion_add(transform_motion(b.X[i], b.v[b.bodies[i].parent]), b.vJ[i]) : rest;
        c[i] = cross_motion(b.v[i], b.vJ[i]);
        IA[i] = articulated_from(I);
        pA[i] = force_subtract(cross_force(b.v[i], inertia_apply(I, b.v[i])), b.external[i]);
    }
    for (int i = b.count - 1; i > 0; i--) { /* pass 2: Ia = IA - U D^-1 U^T, pa = pA + Ia c + U D^-1 u */
        const model_body *body = &b.bodies[i];
        const int p = body->parent;
        e[i] = eliminate(body, IA[i], pA[i], tau);
        articulated Ia = IA[i];
        force pa = force_add(pA[i], articulated_apply(IA[i], c[i]));
        for (int k = 0; k < body->nv; k++) {
            const force UD = column_of_UD(&e[i], body->nv, k);
            Ia = subtract_symmetric(Ia, UD, e[i].U[k]);
            /* Ia c = IA c - U D^-1 U^T c, and U D^-1 u. */
            pa = force_add(pa, force_scale(e[i].u[k] - motion_dot_force(c[i], e[i].U[k]), UD));
        }
        IA[p] =
            articulated_add(IA[p], articulated_shift_back(b.X[i].r, (articulated){rotate_tensor_back(b.X[i].E, Ia.I),
                                                                                  rotate_matrix_back(b.X[i].E, Ia.H),
                                                                                  rotate_tensor_back(b.X[i].E, Ia.M)}));
        pA[p] = force_add(pA[p], transform_force_back(b.X[i], pa));
    }
    b.a[0].linear = scale(-1, vec3_from(gravity));
    for (int i = 1; i < b.count; i++) { /* pass 3: qdd = D^-1 (u - U^T a') with a' = X a_p + c, a = a' + S qdd */
        const model_body *body = &b.bodies[i];
        b.a[i] = motion_add(transform_motion(b.X[i], b.a[body->parent]), c[i]);
        const motion a = b.a[i];
        for (int k = 0; k < body->nv; k++) {
            qdd[body->v + k] = 0;
            for (int l = 0; l < body->nv; l++) {
                qdd[body->v + k] += e[i].inverse_D[k][l] * (e[i].u[l] - motion_dot_force(a, e[i].U[l]));
            }
            b.a[i] = motion_add(b.a[i], motion_scale(qdd[body->v + k], e[i].S[k]));
        }
    }
}

/* The derivative of table 5.1 by one coordinate: a step of position along S_k of body j, or one of its velocity. */
static void differentiate(const book *b, int j, motion S, bool by_velocity, double *dtau, size_t stride)
{
    motion dv[MOST_BODIES] = {rest}, da[MOST_BODIES] = {rest}, step[MOST_BODIES] = {rest};
    force df[MOST_BODIES];
    memset(df, 0, sizeof df);
    for (int i = 1; i < b->count; i++) {
        const int p = b->bodies[i].parent;
        const inertia I = inertia_of(b, i);
        const bool moves = i == j && !by_velocity;
        /* step: S_k in the coordinates of a body that it moves, 0 for others; d(X m) = (X m) x S_k. */
        step[i] = moves ? S : transform_motion(b->X[i], step[p]);
        dv[i] = transform_motion(b->X[i], dv[p]);
        da[i] = transform_motion(b->X[i], da[p]);
        if (moves) {
            dv[i] = motion_add(dv[i], cross_motion(transform_motion(b->X[i], b->v[p]), S));
            da[i] = motion_add(da[i], cross_motion(transform_motion(b->X[i], b->a[p]), S));
        }
        if (i == j && by_velocity) {
            dv[i] = motion_add(dv[i], S);
            da[i] = motion_add(da[i], cross_motion(b->v[i], S));
        }
        da[i] = motion_add(da[i], cross_motion(dv[i], b->vJ[i]));
        /* df = I da + dv x* I v + v x* I dv + S_k x* fx */
        df[i] = force_add(inertia_apply(I, da[i]), cross_force(dv[i], inertia_apply(I, b->v[i])));
        df[i] = force_add(df[i], cross_force(b->v[i], inertia_apply(I, dv[i])));
        df[i] = force_add(df[i], cross_force(step[i], b->external[i])); /* d(X* f) = -S_k x* (X* f) */
    }
    for (int i = b->count - 1; i > 0; i--) {
        const model_body *body = &b->bodies[i];
        double tau[6];
        joint_force(joint_kind_of(body), df[i], tau);
        for (int k = 0; k < body->nv; k++) {
            dtau[(size_t)(body->v + k) * stride] = tau[k];
        }
        if (i == j && !by_velocity) {
            df[i] = force_add(df[i], cross_force(S, b->f[i])); /* d(X^T f) = X^T (df + S_k x* f) */
        }
        df[body->parent] = force_add(df[body->parent], transform_force_back(b->X[i], df[i]));
    }
}

void book_drnea(const cdy_model *model, const double gravity[3], const double *q, const double *qd, const double *qdd,
                const double *forces, double *dtau_dq, double *dtau_dqd)
{
    book b;
    const size_t n = (size_t)model->tree_nv;
    calculate_joints(model, q, qd, forces, &b);
    newton_euler_pass(&b, gravity, qdd);
    for (int i = b.count - 1; i > 0; i--) {
        const int p = b.bodies[i].parent;
        b.f[p] = force_add(b.f[p], transform_force_back(b.X[i], b.f[i]));
    }
    for (int j = 1; j < b.count; j++) {
        for (int k = 0; k < b.bodies[j].nv; k++) {
            const motion S = joint_column(&b.bodies[j], k);
            differentiate(&b, j, S, false, dtau_dq + b.bodies[j].v + k, n);
            differentiate(&b, j, S, true, dtau_dqd + b.bodies[j].v + k, n);
        }
    }
}
