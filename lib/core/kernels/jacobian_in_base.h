/* Geometric Jacobian of a frame in the base's axes: axes from the base to the frame, then the distances of the joints
 * from the frame, back to the base. Each is the sum of the links between, not a difference of places, so that a slide
 * near the base, however far out, costs no digits. */
#ifndef CDY_KERNELS_JACOBIAN_IN_BASE_H
#define CDY_KERNELS_JACOBIAN_IN_BASE_H

#include "base/finite.h"
#include "kernels/frame.h"
#include "kernels/placed_axes.h"

#include <string.h>

/* A vector, and the number behind it that put_axis() writes. */
typedef struct spaced_vec3 {
    vec3 v;
    real spare;
} spaced_vec3;

/* A body on the path from the base to the frame: its axes, of a revolute joint the axis z alone, and its origin from
 * the parent's. Behind body p, the bodies p.first to p.last follow on the path; those up to body p began with p.start,
 * if it is the last of them. */
typedef struct path_body {
    spaced_vec3 axes[3], link;
    int first, last, start;
} path_body;

_Static_assert(sizeof(path_body) <= sizeof(body_scratch), "the scratch memory has room for a path_body a body");

static inline void list_path(const model_body *bodies, int body, path_body *path)
{
    for (int i = body; i > 0;) {
        const int first = first_of_run(bodies, i), p = bodies[first].parent;
        path[p].first = first;
        path[p].last = i;
        path[i].start = first;
        i = p;
    }
}

ALWAYS_INLINE placed_axes place_path_body(const model_body *body, coordinates q, placed_axes parent, path_body *b)
{
    placed_axes a;
    parent.r = axis_of(vec3_zero());
    SET_BY_DH_KIND(a, body, axes_behind, body, q, parent);
    if (!is_revolute(body)) {
        put_axis(&b->axes[0].v, a.x);
        put_axis(&b->axes[1].v, a.y);
    }
    put_axis(&b->axes[2].v, a.z);
    put_axis(&b->link.v, a.r);
    return a;
}

/* Place the bodies of the path to `body`; returns the axes of the last. */
static inline placed_axes place_path(const model_body *bodies, coordinates q, int body, path_body *path)
{
    placed_axes a = axes_of(transform_identity(), vec3_zero());
    for (int p = 0; p != body; p = path[p].last) {
        for (int i = path[p].first; i <= path[p].last; i++) {
            a = place_path_body(&bodies[i], q, a, &path[i]);
        }
    }
    return a;
}

static inline void put_in_rows(axis3 a, size_t n, real *to)
{
    const vec3 v = vec3_of_axis(a);
    to[0] = v.x;
    to[n] = v.y;
    to[2 * n] = v.z;
}

/* Columns of the joint of a body on the path in the Jacobian of a point at d from the body's origin; returns the sum of
 * all vectors in them. */
static inline axis3 put_path_columns(const model_body *body, const path_body *b, axis3 d, size_t n, real *J)
{
    real *angular = J + body->v, *linear = angular + 3 * n;
    if (is_revolute(body)) { /* most joints are */
        const axis3 z = axis_at(&b->axes[2].v), moved = cross_axes(z, d);
        put_in_rows(z, n, angular);
        put_in_rows(moved, n, linear);
        return add_axis(z, moved);
    }
    axis3 sum = axis_of(vec3_zero());
    for (int k = 0; k < body->nv; k++) {
        const int row = joint_row(body, k);
        const axis3 a = axis_at(&b->axes[row % 3].v), moved = row < 3 ? cross_axes(a, d) : a;
        put_in_rows(moved, n, linear + k);
        sum = add_axis(sum, moved);
        if (row < 3) {
            put_in_rows(a, n, angular + k);
            sum = add_axis(sum, a);
        }
    }
    return sum;
}

/* Whether numbers with this sum are known to be finite: a number that is not leaves no sum finite. In several lanes, or
 * over other numbers, nothing is known. */
static inline bool is_finite_sum(axis3 sum)
{
#ifdef HAS_CHUNKS
    const vec3 v = vec3_of_axis(sum);
    const double total = v.x + v.y + v.z;
    return cdy_all_finite(&total, 1);
#else
    (void)sum;
    return false;
#endif
}

/* J (6 x tree_nv); returns whether its numbers are known to be finite. */
static inline bool jacobian_in_base(const kernel_model *model, void *scratch, int frame, const scalar *q_, real *J)
{
    const model_body *bodies = model_bodies(model);
    const model_frame *f = &model_frames(model)[frame];
    const size_t n = (size_t)model->tree_nv;
    path_body *path = (path_body *)scratch;
    list_path(bodies, f->body, path);
    const placed_axes last = place_path(bodies, read_path_coordinates(model, scratch, q_, f->body), f->body, path);
    axis3 d = combine_axes(vec3_of_scalars(f->translation), last), sum = axis_of(vec3_zero());
    memset(J, 0, 6 * n * sizeof *J);
    for (int last_body = f->body; last_body > 0; last_body = bodies[path[last_body].start].parent) {
        for (int i = last_body; i >= path[last_body].start; i--) {
            sum = add_axis(sum, put_path_columns(&bodies[i], &path[i], d, n, J));
            d = add_axis(d, axis_at(&path[i].link.v));
        }
    }
    return is_finite_sum(sum);
}

#endif
