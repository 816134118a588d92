/* Distances between shapes of robots and of the world. */
#include "gateway.h"

#include <condyle/distance.h>
#include <math.h>

/* A shape where it stands. */
typedef struct placed_shape {
    cdy_convex convex;
    double T[16];
} placed_shape;

/* The shapes of a call. */
typedef struct shape_list {
    placed_shape *shapes;
    size_t count;
} shape_list;

static bool read_numbers(const mxArray *array, const char *what, size_t rows, const double **numbers, size_t *columns)
{
    const mxArray *doubles;
    if (!read_array(array, what, &doubles)) {
        return false;
    }
    *numbers = mxGetPr(doubles);
    *columns = mxGetNumberOfElements(doubles) / rows;
    if (*columns * rows != mxGetNumberOfElements(doubles)) {
        return fail("condyle:argument", "%s: expected %zu numbers each", what, rows);
    }
    for (size_t i = 0; i < *columns * rows; i++) {
        if (!isfinite(numbers[0][i])) {
            return fail("condyle:argument", "%s: a number is not finite", what);
        }
    }
    return true;
}

/* A shape of [kind; first point; number of points; radius]: a point with a radius is a sphere, the ends of a segment
 * along z those of a capsule, or of a cylinder (kind 1); other points are those of a hull. */
static cdy_convex convex_of(const double row[4], const double *points, size_t count)
{
    cdy_convex convex = {.type = CDY_CONVEX_HULL, .radius = row[3], .points = points, .point_count = count};
    if (count == 1) {
        convex.type = CDY_CONVEX_SPHERE;
    } else if (count == 2 && (row[0] == 1 || row[3] > 0)) {
        convex.type = row[0] == 1 ? CDY_CONVEX_CYLINDER : CDY_CONVEX_CAPSULE;
        convex.length = points[5] - points[2];
    }
    return convex;
}

/* Gives one shape its points, of which `all` are in the call. */
static bool take_shape(placed_shape *shape, const double row[4], const double *points, size_t all, const double *T)
{
    const double first = row[1], count = row[2];
    if (!(first >= 0 && count >= 1 && first + count <= (double)all) || (row[0] == 1 && count != 2)) {
        return fail("condyle:argument", "shapes: points %g to %g are not there", first + 1, first + count);
    }
    shape->convex = convex_of(row, points + 3 * (size_t)first, (size_t)count);
    for (int i = 0; i < 16; i++) {
        shape->T[i] = T[i % 4 * 4 + i / 4];
    }
    return true;
}

/* Reads the shapes: [kind; first point; number of points; radius] each, kind 1 a cylinder and 0 any other, points
 * counted from 0; all points; a transform each. */
static bool read_shapes(const gateway_call *call, shape_list *list)
{
    const double *rows, *points, *T;
    size_t all, transforms;
    if (!read_numbers(call->arguments[0], "shapes", 4, &rows, &list->count) ||
        !read_numbers(call->arguments[1], "points", 3, &points, &all) ||
        !read_numbers(call->arguments[2], "transforms", 16, &T, &transforms)) {
        return false;
    }
    if (transforms != list->count) {
        return fail("condyle:argument", "transforms: expected %zu, one a shape", list->count);
    }
    list->shapes = mxCalloc(list->count + 1, sizeof *list->shapes);
    for (size_t i = 0; i < list->count; i++) {
        if (!take_shape(&list->shapes[i], rows + 4 * i, points, all, T + 16 * i)) {
            return false;
        }
    }
    return true;
}

/* Gives the distance of a pair and its nearest points; NaN where the shapes touch or overlap. */
static bool measure(const placed_shape *a, const placed_shape *b, double *distance, double nearest[6])
{
    cdy_separation s;
    cdy_error error;
    if (cdy_distance_convex(&a->convex, a->T, &b->convex, b->T, &s, &error)) {
        return fail_with(&error);
    }
    const bool apart = s.distance > 0;
    *distance = apart ? s.distance : (double)NAN;
    for (int k = 0; k < 3; k++) {
        nearest[k] = apart ? s.on_a[k] : (double)NAN;
        nearest[3 + k] = apart ? s.on_b[k] : (double)NAN;
    }
    return true;
}

/* condyle("separations", shapes, points, transforms, pairs (2 x m), whether any overlap is asked for alone): the
 * distance of each pair of shapes and its nearest points (3 x 2 m); NaN of shapes that overlap.  Where an overlap alone
 * is asked for, the first one ends the search, and other distances are Inf. */
static bool separations(const gateway_call *call)
{
    shape_list list;
    const double *pairs;
    size_t count;
    bool any;
    if (!read_shapes(call, &list) || !read_numbers(call->arguments[3], "pairs", 2, &pairs, &count) ||
        !read_flag(call->arguments[4], "whether any overlap is asked for", &any)) {
        return false;
    }
    double *nearest = mxMalloc((6 * count + 1) * sizeof *nearest);
    call->results[0] = mxCreateDoubleMatrix(1, count, mxREAL);
    double *distances = mxGetPr(call->results[0]);
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        const double *pair = pairs + 2 * i;
        if (!(pair[0] >= 1 && pair[0] <= (double)list.count && pair[1] >= 1 && pair[1] <= (double)list.count)) {
            return fail("condyle:argument", "pairs: there are %zu shapes, not %g", list.count, fmax(pair[0], pair[1]));
        }
        const placed_shape *a = &list.shapes[(size_t)pair[0] - 1], *b = &list.shapes[(size_t)pair[1] - 1];
        distances[i] = (double)INFINITY;
        if (any && found) {
            continue;
        }
        if (!measure(a, b, &distances[i], nearest + 6 * i)) {
            return false;
        }
        found = isnan(distances[i]);
    }
    if (call->result_count > 1) {
        call->results[1] = mxCreateDoubleMatrix(3, 2 * count, mxREAL);
        for (size_t i = 0; i < 6 * count && !any; i++) {
            mxGetPr(call->results[1])[i] = nearest[i];
        }
    }
    return true;
}

const gateway_entry separation_calls[] = {
    {"separations", separations, 5, 5},
    {NULL, NULL, 0, 0},
};
