/* Distances between shapes of robots and of the world. */
#include "convex.h"
#include "gateway.h"

#include <math.h>

/* The shapes of a call. */
typedef struct shape_list {
    convex *shapes;
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

/* Gives one shape its points, of which `all` are in the call. */
static bool take_shape(convex *shape, const double row[4], const double *points, size_t all, const double *T)
{
    const double first = row[1], count = row[2];
    if (!(first >= 0 && count >= 1 && first + count <= (double)all) || (row[0] == 1 && count != 2)) {
        return fail("condyle:argument", "shapes: points %g to %g are not there", first + 1, first + count);
    }
    *shape = (convex){.kind = row[0] == 1 ? CONVEX_DRUM : CONVEX_POINTS,
                      .points = points + 3 * (size_t)first,
                      .count = (size_t)count};
    *(row[0] == 1 ? &shape->radius : &shape->margin) = row[3];
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            shape->T[4 * i + j] = T[4 * j + i];
        }
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

static bool spheres_part(const convex *a, const convex *b)
{
    double p[3], q[3];
    const double reach = convex_sphere(a, p) + convex_sphere(b, q);
    return hypot(hypot(p[0] - q[0], p[1] - q[1]), p[2] - q[2]) > reach;
}

/* Gives the distance of a pair and its nearest points; NaN where the shapes overlap. */
static void measure(const convex *a, const convex *b, double *distance, double nearest[6])
{
    if (!convex_distance(a, b, distance, nearest, nearest + 3)) {
        *distance = (double)NAN;
        for (int k = 0; k < 6; k++) {
            nearest[k] = (double)NAN;
        }
    }
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
        const convex *a = &list.shapes[(size_t)pair[0] - 1], *b = &list.shapes[(size_t)pair[1] - 1];
        distances[i] = (double)INFINITY;
        if (!any || (!found && !spheres_part(a, b))) {
            measure(a, b, &distances[i], nearest + 6 * i);
            found = isnan(distances[i]);
        }
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
