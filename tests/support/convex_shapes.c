#include "support/convex_shapes.h"

#include "support/compare.h"

#include <math.h>
#include <string.h>

void draw_transform(uint64_t *state, double spread, double T[16])
{
    double q[4], square = 0;
    do {
        square = 0;
        for (int i = 0; i < 4; i++) {
            q[i] = draw(state, -1, 1);
            square += q[i] * q[i];
        }
    } while (square > 1 || square < 0.01);
    const double s = 2 / square, w = q[0], x = q[1], y = q[2], z = q[3];
    const double R[9] = {1 - s * (y * y + z * z), s * (x * y - w * z),     s * (x * z + w * y),
                         s * (x * y + w * z),     1 - s * (x * x + z * z), s * (y * z - w * x),
                         s * (x * z - w * y),     s * (y * z + w * x),     1 - s * (x * x + y * y)};
    memset(T, 0, 16 * sizeof *T);
    for (int i = 0; i < 3; i++) {
        memcpy(T + 4 * i, R + 3 * i, 3 * sizeof *T);
        T[4 * i + 3] = draw(state, -spread, spread);
    }
    T[15] = 1;
}

void compose_transforms(const double A[16], const double B[16], double C[16])
{
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            C[4 * i + j] = 0;
            for (int k = 0; k < 4; k++) {
                C[4 * i + j] += A[4 * i + k] * B[4 * k + j];
            }
        }
    }
}

/* Puts a shape on a grid: axes along those of the world, sizes that are multiples of 0.2 m. */
static void put_on_grid(uint64_t *state, placed_convex *c)
{
    const int turn = draw_below(state, 3);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            c->T[4 * i + j] = (i + turn) % 3 == j;
        }
        c->T[4 * i + 3] = 0.1 * round(10 * c->T[4 * i + 3]);
        c->shape.size[i] = 0.2 * (1 + draw_below(state, 3));
    }
    c->shape.radius = 0.1 * (1 + draw_below(state, 2));
    c->shape.length = 0.2 * draw_below(state, 4);
}

void draw_convex(uint64_t *state, cdy_convex_type type, double spread, placed_convex *c)
{
    const size_t count = 1 + (size_t)draw_below(state, MOST_HULL_POINTS);
    *c = (placed_convex){.shape = {.type = type, .radius = draw(state, 0.02, 0.3), .length = draw(state, 0, 0.8)}};
    for (int i = 0; i < 3; i++) {
        c->shape.size[i] = draw(state, 0.01, 0.7);
    }
    draw_array(state, draw(state, 0.05, 0.4), c->points, 3 * MOST_HULL_POINTS);
    if (type == CDY_CONVEX_HULL) {
        c->shape.points = c->points;
        c->shape.point_count = count;
    }
    draw_transform(state, spread, c->T);
    if (draw_below(state, 5) == 0) {
        put_on_grid(state, c);
    }
}

static double dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double convex_reach(const placed_convex *c, const double direction[3])
{
    const cdy_convex *s = &c->shape;
    double d[3], most = -HUGE_VAL;
    for (int j = 0; j < 3; j++) {
        d[j] = c->T[j] * direction[0] + c->T[4 + j] * direction[1] + c->T[8 + j] * direction[2];
    }
    const double there = c->T[3] * direction[0] + c->T[7] * direction[1] + c->T[11] * direction[2];
    const double along = s->length / 2 * fabs(d[2]), length = sqrt(dot3(d, d));
    switch (s->type) {
    case CDY_CONVEX_SPHERE: return there + s->radius * length;
    case CDY_CONVEX_CAPSULE: return there + along + s->radius * length;
    case CDY_CONVEX_CYLINDER: return there + along + s->radius * hypot(d[0], d[1]);
    case CDY_CONVEX_BOX:
        return there + s->size[0] / 2 * fabs(d[0]) + s->size[1] / 2 * fabs(d[1]) + s->size[2] / 2 * fabs(d[2]);
    case CDY_CONVEX_HULL: break;
    }
    for (size_t i = 0; i < s->point_count; i++) {
        most = fmax(most, dot3(s->points + 3 * i, d));
    }
    return there + most;
}

double outside_convex(const placed_convex *c, const double point[3])
{
    const cdy_convex *s = &c->shape;
    double p[3];
    for (int j = 0; j < 3; j++) {
        p[j] =
            c->T[j] * (point[0] - c->T[3]) + c->T[4 + j] * (point[1] - c->T[7]) + c->T[8 + j] * (point[2] - c->T[11]);
    }
    const double beyond = fabs(p[2]) - s->length / 2, beside = hypot(p[0], p[1]);
    switch (s->type) {
    case CDY_CONVEX_SPHERE: return sqrt(dot3(p, p)) - s->radius;
    case CDY_CONVEX_CAPSULE: return hypot(beside, fmax(beyond, 0)) - s->radius;
    case CDY_CONVEX_CYLINDER: return fmax(beside - s->radius, beyond);
    case CDY_CONVEX_BOX:
        return fmax(fmax(fabs(p[0]) - s->size[0] / 2, fabs(p[1]) - s->size[1] / 2), fabs(p[2]) - s->size[2] / 2);
    case CDY_CONVEX_HULL: break;
    }
    return -HUGE_VAL;
}
