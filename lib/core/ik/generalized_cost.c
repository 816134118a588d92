/* The cost of a configuration in generalized inverse kinematics, and its derivatives. */
#include "base/finite.h"
#include "ik/generalized.h"
#include "ik/pose.h"

#include <string.h>

/* A frame's place: placement of the frame, and the place's in the base frame. */
typedef struct frame_place {
    rotation axes; /* of the frame */
    vec3 origin;
    rotation R;
    vec3 p;
} frame_place;

static rotation rotation_of(const double T[16])
{
    return (rotation){vec3_from(T), vec3_from(T + 4), vec3_from(T + 8)};
}

static vec3 origin_of(const double T[16])
{
    return (vec3){T[3], T[7], T[11]};
}

static frame_place make_place(const double T[16], const double in_frame[16])
{
    double in[16];
    memcpy(in, in_frame, sizeof in);
    (void)cdy_make_placement(in); /* it may be rounded; checked before */
    frame_place f = {.axes = rotation_of(T), .origin = origin_of(T)};
    f.R = rotation_multiply(f.axes, rotation_of(in));
    f.p = add(f.origin, rotate(f.axes, origin_of(in)));
    return f;
}

/* q with mimic joints. */
static const double *expand(const cdy_model *model, const cdy_workspace *w, const double *q)
{
    if (!model->has_followers) {
        return q;
    }
    w->kernels->expand_positions(model, q, w->q);
    return w->q;
}

/* Compares two places as constraint c asks. */
static void compare(const cdy_ik_constraint *c, const frame_place *frame, const frame_place *reference,
                    violation_parts *parts)
{
    const rotation R = rotation_multiply(rotation_transpose(reference->R), frame->R);
    const vec3 way = add(frame->p, scale(-1, reference->p));
    cdy_compare_places(c, R, rotate_back(reference->R, way), parts);
}

/* The parts of constraint c at q (nq), of which tree_q is the expansion. */
static void compute_parts(const cdy_model *model, const cdy_workspace *w, const cdy_ik_constraint *c, const double *q,
                          const double *tree_q, violation_parts *parts)
{
    if (!compares_frames(c)) {
        *parts = (violation_parts){.e = {0}};
        parts->e[6] = c->weights[6] > 0 ? cdy_outside_bounds(q[c->position], c->bounds[0]) : 0;
        return;
    }
    double T[16];
    w->kernels->placement(model, w->kernel_scratch, c->frame, tree_q, T);
    const frame_place frame = make_place(T, c->in_frame);
    w->kernels->placement(model, w->kernel_scratch, c->relative_to, tree_q, T);
    const frame_place reference = make_place(T, c->in_reference);
    compare(c, &frame, &reference, parts);
}

static double norm(const double v[3])
{
    return hypot(hypot(v[0], v[1]), v[2]);
}

static double size_of(const double e[VIOLATION_PARTS])
{
    return fmax(fmax(norm(e), norm(e + 3)), fabs(e[6]));
}

void cdy_ik_violation_at(const cdy_model *model, cdy_workspace *w, const cdy_ik_constraint *c, const double *q,
                         cdy_ik_violation *violation)
{
    violation_parts parts;
    compute_parts(model, w, c, q, expand(model, w, q), &parts);
    memcpy(violation->angular, parts.e, sizeof violation->angular);
    memcpy(violation->linear, parts.e + 3, sizeof violation->linear);
    violation->bound = parts.e[6];
    violation->size = size_of(parts.e);
}

gik_error cdy_gik_error_at(const gik_search *s, const double *q)
{
    const double *tree_q = expand(s->model, s->w, q);
    gik_error error = {0, 0};
    for (int i = 0; i < s->count; i++) {
        const cdy_ik_constraint *c = &s->constraints[i];
        violation_parts parts;
        compute_parts(s->model, s->w, c, q, tree_q, &parts);
        for (int k = 0; k < VIOLATION_PARTS; k++) {
            const double part = s->scale * c->weights[k] * parts.e[k];
            error.cost += part * part;
        }
        error.largest = fmax(error.largest, size_of(parts.e));
    }
    return error;
}

/* ---- derivatives ---- */

/* Computes the placement of a frame, and its Jacobian in s->K (6 x nv), in the frame's own axes. */
static void place_and_move(const gik_search *s, int frame, const double *tree_q, double T[16])
{
    double *J = s->model->has_followers ? s->w->columns : s->K;
    s->w->kernels->placement_jacobian(s->model, s->w->kernel_scratch, frame, tree_q, T, J);
    if (s->model->has_followers) {
        s->w->kernels->project_columns(s->model, 6, J, s->K);
    }
}

/* The motion of the body point at `arm` (base axes) from the frame's origin by a column of s->K, in base axes. */
static void read_motion(const gik_search *s, size_t column, const frame_place *frame, vec3 arm, vec3 *w, vec3 *v)
{
    const size_t n = (size_t)s->model->nv;
    const double *c = s->K + column;
    *w = rotate(frame->axes, (vec3){c[0], c[n], c[2 * n]});
    *v = add(rotate(frame->axes, (vec3){c[3 * n], c[4 * n], c[5 * n]}), cross(*w, arm));
}

static void write_column(const gik_search *s, size_t j, vec3 w, vec3 v)
{
    const double numbers[6] = {w.x, w.y, w.z, v.x, v.y, v.z};
    for (size_t i = 0; i < 6; i++) {
        s->J[i * s->n + j] = numbers[i];
    }
}

/* a - b, or exactly 0 where it is rounding noise: joints that carry both frames move neither relative to the other. */
static vec3 subtract_motion(vec3 a, vec3 b, double size)
{
    const vec3 d = add(a, scale(-1, b));
    return dot(d, d) > 1e-28 * (dot(a, a) + dot(b, b) + size * size) ? d : (vec3){0, 0, 0};
}

/* Takes the motion of the reference, as seen at the frame's place, from the columns of s->J (6 x n, base axes). */
static void subtract_reference(const gik_search *s, const frame_place *frame, const frame_place *reference)
{
    const vec3 arm = add(frame->p, scale(-1, reference->origin));
    for (size_t j = 0; j < s->n; j++) {
        const double *c = s->J + j;
        const vec3 w = {c[0], c[s->n], c[2 * s->n]}, v = {c[3 * s->n], c[4 * s->n], c[5 * s->n]};
        vec3 other_w, other_v;
        read_motion(s, (size_t)s->columns[j], reference, arm, &other_w, &other_v);
        const double size = length(w) * (length(frame->p) + length(reference->origin));
        write_column(s, j, subtract_motion(w, other_w, 0), subtract_motion(v, other_v, size));
    }
}

/* Computes the places that constraint c compares, and in s->J (6 x n) the motion of one relative to the other, in the
 * axes of the reference's place. */
static void compute_motion(const gik_search *s, const cdy_ik_constraint *c, const double *tree_q, frame_place *frame,
                           frame_place *reference)
{
    double T[16];
    place_and_move(s, c->frame, tree_q, T);
    *frame = make_place(T, c->in_frame);
    const vec3 arm = add(frame->p, scale(-1, frame->origin));
    for (size_t j = 0; j < s->n; j++) {
        vec3 w, v;
        read_motion(s, (size_t)s->columns[j], frame, arm, &w, &v);
        write_column(s, j, w, v);
    }
    place_and_move(s, c->relative_to, tree_q, T);
    *reference = make_place(T, c->in_reference);
    if (model_frames(s->model)[c->relative_to].body > 0) {
        subtract_reference(s, frame, reference);
    }
    for (size_t j = 0; j < s->n; j++) {
        const double *m = s->J + j;
        const vec3 w = {m[0], m[s->n], m[2 * s->n]}, v = {m[3 * s->n], m[4 * s->n], m[5 * s->n]};
        write_column(s, j, rotate_back(reference->R, w), rotate_back(reference->R, v));
    }
}

/* C = M^T W^2 M and b = M^T W^2 e of a constraint's parts, M its rows. */
static void weigh(const gik_search *s, const cdy_ik_constraint *c, const violation_parts *parts, double C[6][6],
                  double b[6])
{
    memset(C, 0, 36 * sizeof(double));
    memset(b, 0, 6 * sizeof(double));
    for (int k = 0; k < VIOLATION_PARTS; k++) {
        const double weight = s->scale * c->weights[k], square = weight * weight;
        for (int i = 0; i < 6; i++) {
            const double weighted = square * parts->rows[k][i];
            b[i] += weighted * parts->e[k];
            for (int j = 0; j < 6; j++) {
                C[i][j] += weighted * parts->rows[k][j];
            }
        }
    }
}

/* Adds J^T C J to H, in its upper half, and J^T b to the gradient. */
static void add_products(const gik_search *s, double C[6][6], const double b[6])
{
    const size_t n = s->n;
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i < 6; i++) {
            double sum = 0;
            for (size_t k = 0; k < 6; k++) {
                sum += C[i][k] * s->J[k * n + j];
            }
            s->K[i * n + j] = sum;
            s->gradient[j] += s->J[i * n + j] * b[i];
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < 6; k++) {
            const double factor = s->J[k * n + i];
            const double *row = s->K + k * n;
            for (size_t j = i; j < n; j++) {
                s->H[i * n + j] += factor * row[j];
            }
        }
    }
}

/* Adds the derivatives of bounds of a joint. */
static void add_bound(const gik_search *s, const cdy_ik_constraint *c)
{
    const double e = cdy_outside_bounds(s->q[c->position], c->bounds[0]), weight = s->scale * c->weights[6];
    for (size_t j = 0; fabs(e) > 0 && j < s->n; j++) {
        if (cdy_joint_of_velocity(s->model, s->columns[j])->position == c->position) {
            s->gradient[j] += weight * weight * e;
            s->H[j * s->n + j] += weight * weight;
        }
    }
}

void cdy_differentiate_gik(const gik_search *s)
{
    const double *tree_q = expand(s->model, s->w, s->q);
    memset(s->H, 0, s->n * s->n * sizeof *s->H);
    memset(s->gradient, 0, s->n * sizeof *s->gradient);
    for (int i = 0; i < s->count; i++) {
        const cdy_ik_constraint *c = &s->constraints[i];
        frame_place frame, reference;
        violation_parts parts;
        double C[6][6], b[6];
        if (!compares_frames(c)) {
            add_bound(s, c);
            continue;
        }
        compute_motion(s, c, tree_q, &frame, &reference);
        compare(c, &frame, &reference, &parts);
        weigh(s, c, &parts, C, b);
        add_products(s, C, b);
    }
}
