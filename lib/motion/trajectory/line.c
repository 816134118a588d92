#include "trajectory/line.h"

#include "base/memory.h"
#include "ik/pose.h"
#include "spatial/exponential.h"

#include <math.h>
#include <string.h>

bool cdy_line_search_create(line_search *s)
{
    const size_t n = (size_t)s->r->model->nv, nq = (size_t)s->r->model->nq, capacity = MOST_POINTS + 1;
    s->knots = (knots){.n = (int)n};
    s->q = cdy_allocate(capacity, nq * sizeof *s->q);
    s->ends = cdy_allocate(nq, sizeof *s->ends);
    s->J = cdy_allocate(11, n * sizeof *s->J);
    s->stages = s->J ? s->J + 6 * n : NULL;
    s->knots.h = cdy_allocate(capacity, sizeof(double));
    s->knots.y = cdy_allocate(3 * capacity, n * sizeof(double));
    s->knots.scratch = cdy_allocate(8, capacity * sizeof(double));
    s->knots.first = s->knots.y ? s->knots.y + capacity * n : NULL;
    s->knots.second = s->knots.y ? s->knots.first + capacity * n : NULL;
    return s->q && s->ends && s->J && s->knots.h && s->knots.y && s->knots.scratch;
}

void cdy_line_search_clear(line_search *s)
{
    cdy_workspace_destroy(s->workspace);
    cdy_release(s->q);
    cdy_release(s->ends);
    cdy_release(s->J);
    cdy_release(s->knots.h);
    cdy_release(s->knots.y);
    cdy_release(s->knots.scratch);
}

static rotation rotation_of(const double T[16])
{
    return (rotation){{T[0], T[1], T[2]}, {T[4], T[5], T[6]}, {T[8], T[9], T[10]}};
}

line cdy_line_between(const double *from, const double *to, size_t number)
{
    const quaternion a = rotation_quaternion(rotation_of(from)), b = rotation_quaternion(rotation_of(to));
    line l = {.number = number,
              .displacement = {to[3] - from[3], to[7] - from[7], to[11] - from[11]},
              .turn = quaternion_logarithm(quaternion_multiply(b, quaternion_conjugate(a)))};
    memcpy(l.from, from, sizeof l.from);
    return l;
}

void cdy_line_place(const line *l, double fraction, double T[16])
{
    const quaternion turned = quaternion_exponential(scale(fraction, l->turn));
    memcpy(T, l->from, sizeof l->from);
    for (int column = 0; column < 3; column++) {
        const vec3 axis = {l->from[column], l->from[4 + column], l->from[8 + column]};
        const vec3 next = quaternion_turn(turned, axis);
        T[column] = next.x;
        T[4 + column] = next.y;
        T[8 + column] = next.z;
    }
    T[3] += fraction * l->displacement.x;
    T[7] += fraction * l->displacement.y;
    T[11] += fraction * l->displacement.z;
}

/* Makes room for more segments of the path. */
static bool grow_path(path *p, size_t more)
{
    const size_t needed = p->segment_count + more;
    if (needed <= p->capacity) {
        return true;
    }
    const size_t capacity = 2 * needed, n = (size_t)p->nv, nq = (size_t)p->nq;
    double *s = cdy_reallocate(p->s, capacity + 1, sizeof *s);
    p->s = s ? s : p->s;
    double *q = cdy_reallocate(p->q, capacity + 1, (nq + 1) * sizeof *q);
    p->q = q ? q : p->q;
    double *coef = cdy_reallocate(p->coef, capacity + 1, (n + 1) * PATH_COEFFICIENTS * sizeof *coef);
    p->coef = coef ? coef : p->coef;
    p->capacity = s && q && coef ? capacity : p->capacity;
    return s && q && coef;
}

/* Velocity at an end from the values at it and three further knots, h apart: exact for cubics. */
static double end_slope(const double *y, ptrdiff_t stride, double h)
{
    return (-11 * y[0] + 18 * y[stride] - 9 * y[2 * stride] + 2 * y[3 * stride]) / (6 * h);
}

bool cdy_line_add_points(line_search *s, size_t points)
{
    path *p = &s->r->made->path;
    knots *k = &s->knots;
    const size_t n = (size_t)k->n, nq = (size_t)p->nq;
    if (!grow_path(p, points)) {
        return false;
    }
    k->count = points + 1;
    memset(k->y, 0, n * sizeof *k->y);
    for (size_t i = 0; i < points; i++) {
        cdy_path_difference(p, s->q + i * nq, s->q + (i + 1) * nq, k->y + (i + 1) * n);
        k->h[i] = 1 / (double)points;
        for (size_t j = 0; j < n; j++) {
            k->y[(i + 1) * n + j] += k->y[i * n + j];
        }
    }
    for (size_t j = 0; j < n; j++) {
        k->first[j] = end_slope(k->y + j, (ptrdiff_t)n, k->h[0]);
        k->first[points * n + j] = -end_slope(k->y + points * n + j, -(ptrdiff_t)n, k->h[0]);
    }
    cdy_spline_clamped(k);
    for (size_t i = 0; i < points; i++) {
        cdy_path_add(p, k->h[i], s->q + (i + 1) * nq, (path_end){k->first + i * n, k->second + i * n},
                     (path_end){k->first + (i + 1) * n, k->second + (i + 1) * n});
    }
    p->s[p->segment_count] = (double)(size_t)(p->s[p->segment_count] + 0.5); /* lines end at whole numbers */
    return true;
}

/* Raises the deviation by that of the path at u of its segment k, where the line has come to `fraction`. */
static cdy_status measure_at(line_search *s, const line *l, size_t k, double u, double fraction,
                             line_tolerances tolerances, deviation *largest, cdy_error *error)
{
    const path *p = &s->r->made->path;
    double T[16], target[16], difference[6], *q = s->q;
    cdy_path_evaluate(p, k, p->s[k] + u * (p->s[k + 1] - p->s[k]), q, NULL, NULL);
    cdy_status status = cdy_get_transform(s->r->model, s->workspace, s->frame, 0, q, T, error);
    if (!status) {
        cdy_line_place(l, fraction, target);
        cdy_pose_error(T, target, difference);
        const double angle = hypot(hypot(difference[0], difference[1]), difference[2]) / tolerances.angular;
        const double distance = hypot(hypot(difference[3], difference[4]), difference[5]) / tolerances.linear;
        if (!(fmax(angle, distance) <= largest->size)) {
            *largest = (deviation){.size = fmax(angle, distance), .at = fraction};
        }
    }
    return status;
}

cdy_status cdy_line_measure(line_search *s, const line *l, size_t points, int parts, line_tolerances tolerances,
                            deviation *largest, cdy_error *error)
{
    const size_t begin = s->r->made->path.segment_count - points;
    cdy_status status = CDY_OK;
    *largest = (deviation){.size = 0};
    for (size_t i = 0; i < points && !status; i++) {
        for (int k = 1; k <= parts && !status; k++) {
            const double u = (double)k / (double)parts;
            status = measure_at(s, l, begin + i, u, ((double)i + u) / (double)points, tolerances, largest, error);
        }
    }
    return status;
}

double cdy_line_pace(const request *r, size_t begin)
{
    const path *p = &r->made->path;
    double pace = 0;
    for (size_t k = begin; k < p->segment_count; k++) {
        const double h = p->s[k + 1] - p->s[k];
        for (int i = 0; i < p->nv; i++) {
            const double v = r->limits.velocity[i], a = r->limits.acceleration[i];
            const polynomial_range m =
                cdy_polynomial_measure(p->coef + (k * (size_t)p->nv + (size_t)i) * PATH_COEFFICIENTS);
            pace = fmax(pace, fmax(m.first / (h * (v < HUGE_VAL ? v : 1)), sqrt(m.second / (h * h * a))));
        }
    }
    return pace;
}
