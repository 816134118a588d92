#include "convex.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A corner of the difference of two shapes, and the points of the shapes that it comes from. */
typedef struct corner {
    double point[3], a[3], b[3];
} corner;

/* Up to four corners, whose weighted mean is the point of their hull that is nearest to the origin. */
typedef struct simplex {
    corner corners[4];
    double weights[4];
    int count;
} simplex;

static double dot(const double u[3], const double v[3])
{
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

static void to_world(const convex *shape, const double p[3], double world[3])
{
    for (int i = 0; i < 3; i++) {
        world[i] = dot(shape->T + 4 * i, p) + shape->T[4 * i + 3];
    }
}

/* A direction of the world in the shape's frame. */
static void to_shape(const convex *shape, const double direction[3], double own[3])
{
    for (int i = 0; i < 3; i++) {
        own[i] = shape->T[i] * direction[0] + shape->T[4 + i] * direction[1] + shape->T[8 + i] * direction[2];
    }
}

/* Moves the end of a drum's axis to the rim, as far as it goes in a direction. */
static void to_rim(const convex *drum, const double direction[3], double p[3])
{
    double axis[3], across[3];
    for (int i = 0; i < 3; i++) {
        axis[i] = drum->points[3 + i] - drum->points[i];
    }
    const double along = dot(axis, direction) / dot(axis, axis);
    for (int i = 0; i < 3; i++) {
        across[i] = direction[i] - along * axis[i];
    }
    const double length = sqrt(dot(across, across));
    for (int i = 0; i < 3 && length > DBL_MIN; i++) {
        p[i] += drum->radius * across[i] / length;
    }
}

/* The point of a shape, without its margin, that is farthest in a direction. */
static void farthest(const convex *shape, const double direction[3], double world[3])
{
    double own[3], p[3];
    to_shape(shape, direction, own);
    size_t best = 0;
    for (size_t i = 1; i < shape->count; i++) {
        if (dot(shape->points + 3 * i, own) > dot(shape->points + 3 * best, own)) {
            best = i;
        }
    }
    memcpy(p, shape->points + 3 * best, sizeof p);
    if (shape->kind == CONVEX_DRUM) {
        to_rim(shape, own, p);
    }
    to_world(shape, p, world);
}

static corner farthest_corner(const convex *a, const convex *b, const double direction[3])
{
    corner c = {.point = {0}};
    const double back[3] = {-direction[0], -direction[1], -direction[2]};
    farthest(a, direction, c.a);
    farthest(b, back, c.b);
    for (int i = 0; i < 3; i++) {
        c.point[i] = c.a[i] - c.b[i];
    }
    return c;
}

/* Solves A x = b, n <= 3, A symmetric and positive definite, by elimination.  Returns false where A is nearly singular.
 */
static bool solve(int n, double A[3][3], double b[3])
{
    double scale = 0;
    for (int i = 0; i < n; i++) {
        scale = fmax(scale, A[i][i]);
    }
    for (int k = 0; k < n; k++) {
        if (!(A[k][k] > 1e-14 * scale)) {
            return false;
        }
        for (int i = k + 1; i < n; i++) {
            const double factor = A[i][k] / A[k][k];
            for (int j = k; j < n; j++) {
                A[i][j] -= factor * A[k][j];
            }
            b[i] -= factor * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) {
            b[k] -= A[k][j] * b[j];
        }
        b[k] /= A[k][k];
    }
    return true;
}

/* Gives the weights of some corners whose mean is the origin's projection on the plane, line or space through them.
 * Returns false where a weight is not above 0, so that the nearest point is another one. */
static bool project(const simplex *s, const int chosen[4], int count, double weights[4])
{
    const double *first = s->corners[chosen[0]].point;
    double edges[3][3] = {{0}}, A[3][3] = {{0}}, b[3] = {0};
    for (int i = 0; i < count - 1; i++) {
        for (int k = 0; k < 3; k++) {
            edges[i][k] = s->corners[chosen[i + 1]].point[k] - first[k];
        }
        b[i] = -dot(edges[i], first);
    }
    for (int i = 0; i < count - 1; i++) {
        for (int j = 0; j < count - 1; j++) {
            A[i][j] = dot(edges[i], edges[j]);
        }
    }
    if (!solve(count - 1, A, b)) {
        return false;
    }
    weights[0] = 1;
    bool inside = true;
    for (int i = 0; i < count - 1; i++) {
        weights[i + 1] = b[i];
        weights[0] -= b[i];
        inside = inside && b[i] > 0;
    }
    return inside && weights[0] > 0;
}

static void mean_of(const simplex *s, const int chosen[4], int count, const double weights[4], double mean[3])
{
    memset(mean, 0, 3 * sizeof *mean);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            mean[k] += weights[i] * s->corners[chosen[i]].point[k];
        }
    }
}

/* Reduces a simplex to the fewest corners whose hull has the point nearest to the origin, and gives this point. */
static void reduce(simplex *s, double nearest[3])
{
    simplex best = *s;
    double least = (double)INFINITY;
    for (int subset = 1; subset < 1 << s->count; subset++) {
        int chosen[4] = {0}, count = 0;
        double weights[4], mean[3];
        for (int i = 0; i < s->count; i++) {
            if (subset >> i & 1) {
                chosen[count++] = i;
            }
        }
        if (!project(s, chosen, count, weights)) {
            continue;
        }
        mean_of(s, chosen, count, weights, mean);
        if (dot(mean, mean) < least) {
            least = dot(mean, mean);
            best.count = count;
            for (int i = 0; i < count; i++) {
                best.corners[i] = s->corners[chosen[i]];
                best.weights[i] = weights[i];
            }
            memcpy(nearest, mean, sizeof mean);
        }
    }
    *s = best;
}

/* The points of both shapes that the nearest point of the simplex comes from. */
static void witnesses(const simplex *s, double on_a[3], double on_b[3])
{
    memset(on_a, 0, 3 * sizeof *on_a);
    memset(on_b, 0, 3 * sizeof *on_b);
    for (int i = 0; i < s->count; i++) {
        for (int k = 0; k < 3; k++) {
            on_a[k] += s->weights[i] * s->corners[i].a[k];
            on_b[k] += s->weights[i] * s->corners[i].b[k];
        }
    }
}

bool convex_distance(const convex *a, const convex *b, double *distance, double on_a[3], double on_b[3])
{
    enum { MOST_STEPS = 200 }; /* polyhedra take some ten, round shapes more */
    static const double start[3] = {1, 0, 0};
    simplex s = {.count = 1, .weights = {1}};
    s.corners[0] = farthest_corner(a, b, start);
    double nearest[3], size = 0;
    memcpy(nearest, s.corners[0].point, sizeof nearest);
    for (int step = 0; step < MOST_STEPS; step++) {
        const double squared = dot(nearest, nearest);
        size = fmax(size, squared);
        if (s.count == 4 || squared <= 1e-24 * size) {
            return false;
        }
        const double back[3] = {-nearest[0], -nearest[1], -nearest[2]};
        const corner next = farthest_corner(a, b, back);
        if (squared - dot(nearest, next.point) <= 1e-12 * squared) {
            break;
        }
        s.corners[s.count++] = next;
        reduce(&s, nearest);
        if (dot(nearest, nearest) >= squared) {
            break; /* rounding: no step goes further */
        }
    }
    const double length = sqrt(dot(nearest, nearest));
    if (length <= a->margin + b->margin) {
        return false;
    }
    witnesses(&s, on_a, on_b);
    for (int k = 0; k < 3; k++) {
        on_a[k] -= a->margin * nearest[k] / length;
        on_b[k] += b->margin * nearest[k] / length;
    }
    *distance = length - a->margin - b->margin;
    return true;
}

double convex_sphere(const convex *shape, double center[3])
{
    double mean[3] = {0}, radius = 0;
    for (size_t i = 0; i < shape->count; i++) {
        const double *p = shape->points + 3 * i;
        for (int k = 0; k < 3; k++) {
            mean[k] += p[k] / (double)shape->count;
        }
    }
    for (size_t i = 0; i < shape->count; i++) {
        const double *p = shape->points + 3 * i;
        const double from[3] = {p[0] - mean[0], p[1] - mean[1], p[2] - mean[2]};
        radius = fmax(radius, sqrt(dot(from, from)));
    }
    to_world(shape, mean, center);
    return radius + shape->radius + shape->margin;
}
