/* Coriolis matrix: C with C qd the velocity product and C + C^T the rate of M (Echeandia and Wensing 2021, algorithm
 * 1).
 *
 * Their body-level matrix B(I, v) = (v x* I + (I v) xbar* - I v x) / 2 has only twelve numbers in it.  A body made of
 * points of mass m at c gives B = [tr(P) 1 - P, 0; -p x, 0] with its momentum p = sum m c' and P = sum m c' c^T, and in
 * another frame it has the same form: B of a composite body is the sum. */
#include "kernels/width.h"

#include <string.h>

/* Momentum p, and its first moment P. */
typedef struct flow {
    vec3 p;
    mat3 P;
} flow;

typedef struct coriolis_state {
    transform X; /* from the parent body */
    motion v;
    inertia Ic; /* of the body and all that it carries */
    flow Bc;    /* likewise */
} coriolis_state;

_Static_assert(sizeof(coriolis_state) <= sizeof(body_state), "the state has room for it");

/* x y^T */
static mat3 outer(vec3 x, vec3 y)
{
    return (mat3){scale(x.x, y), scale(x.y, y), scale(x.z, y)};
}

static mat3 mat3_add(mat3 a, mat3 b)
{
    return (mat3){add(a.x, b.x), add(a.y, b.y), add(a.z, b.z)};
}

/* c' = v + w x c, so P = v h^T + w x (sum m c c^T), and that sum is tr(I)/2 1 - I. */
static flow flow_of(inertia I, motion v)
{
    const vec3 w = v.angular;
    const real half = (I.I.xx + I.I.yy + I.I.zz) * 0.5;
    const vec3 x = {half - I.I.xx, (real){0} - I.I.xy, (real){0} - I.I.xz};
    const vec3 y = {x.y, half - I.I.yy, (real){0} - I.I.yz};
    const vec3 z = {x.z, y.z, half - I.I.zz};
    const mat3 turned = {subtract(scale(w.y, z), scale(w.z, y)), subtract(scale(w.z, x), scale(w.x, z)),
                         subtract(scale(w.x, y), scale(w.y, x))};
    return (flow){inertia_apply(I, v).linear, mat3_add(outer(v.linear, I.h), turned)};
}

static flow flow_add(flow a, flow b)
{
    return (flow){add(a.p, b.p), mat3_add(a.P, b.P)};
}

/* In the parent's frame. */
static flow transform_flow_back(transform X, flow B)
{
    const vec3 p = rotate_back(X.E, B.p);
    return (flow){p, mat3_add(rotate_matrix_back(X.E, B.P), outer(p, X.r))};
}

static vec3 less_trace(flow B, vec3 w, vec3 Pw)
{
    return subtract(scale(B.P.x.x + B.P.y.y + B.P.z.z, w), Pw);
}

/* B m */
static force flow_apply(flow B, motion m)
{
    return (force){less_trace(B, m.angular, mat3_apply(B.P, m.angular)), cross(m.angular, B.p)};
}

/* B^T m */
static force flow_apply_transposed(flow B, motion m)
{
    const real zero = {0};
    const vec3 turning = less_trace(B, m.angular, mat3_apply_transposed(B.P, m.angular));
    return (force){add(turning, cross(B.p, m.linear)), {zero, zero, zero}};
}

/* Row and column `k` of body i's joint, against itself and, on the way to the base, against those that carry it.  The
 * row's part of the moving axes, (v x T) . F, is minus T . (v x* F). */
static void fill_cross(const cdy_model *model, const coriolis_state *s, int i, int k, real *C)
{
    const model_body *bodies = model_bodies(model);
    const size_t n = (size_t)model->tree_nv, own = (size_t)(bodies[i].v + k);
    const motion S = joint_column(&bodies[i], k);
    force F1 = force_add(inertia_apply(s[i].Ic, cross_motion(s[i].v, S)), flow_apply(s[i].Bc, S));
    force F2 = inertia_apply(s[i].Ic, S), F3 = flow_apply_transposed(s[i].Bc, S);
    for (int j = i;; j = bodies[j].parent) {
        real column[6], row[6];
        joint_force(&bodies[j], F1, column);
        joint_force(&bodies[j], force_subtract(F3, cross_force(s[j].v, F2)), row);
        for (int r = 0; r < bodies[j].nv; r++) {
            const size_t other = (size_t)(bodies[j].v + r);
            C[other * n + own] = column[r];
            C[own * n + other] = row[r];
        }
        if (!bodies[j].parent) {
            return;
        }
        F1 = transform_force_back(s[j].X, F1);
        F2 = transform_force_back(s[j].X, F2);
        F3.moment = rotate_back(s[j].X.E, F3.moment); /* it has no linear part */
    }
}

void KERNEL(coriolis)(const cdy_model *model, void *state, const scalar *q_, const scalar *qd_, scalar *C_)
{
    const model_body *bodies = model_bodies(model);
    const size_t n = (size_t)model->tree_nv;
    const real *qd = reals(qd_);
    const coordinates q = read_coordinates(model, state, q_);
    real *C = reals_out(C_);
    coriolis_state *s = state;

    memset(&s[0], 0, sizeof s[0]);
    for (int i = 1; i < model->body_count; i++) {
        const model_body *body = &bodies[i];
        s[i].X = joint_transform(body, q);
        s[i].v = motion_add(transform_motion(s[i].X, s[body->parent].v), joint_motion(body, qd + body->v));
        s[i].Ic = joint_body_inertia(body);
        s[i].Bc = flow_of(s[i].Ic, s[i].v);
    }
    memset(C, 0, n * n * sizeof *C); /* only now: C may lie where q or qd lay */
    for (int i = model->body_count - 1; i > 0; i--) {
        coriolis_state *parent = &s[bodies[i].parent];
        if (bodies[i].parent) {
            parent->Ic = inertia_add(parent->Ic, transform_inertia_back(s[i].X, s[i].Ic));
            parent->Bc = flow_add(parent->Bc, transform_flow_back(s[i].X, s[i].Bc));
        }
        for (int k = 0; k < bodies[i].nv; k++) {
            fill_cross(model, s, i, k, C);
        }
    }
}
