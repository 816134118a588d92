/* The structure of six revolute joints, recognised from their axes. */
#include "ik/closed.h"

#include <math.h>
#include <string.h>

static bool are_parallel(const closed_chain *chain, int i, int j, double tolerance)
{
    return length(cross(chain->axis[i], chain->axis[j])) <= tolerance;
}

/* The distance of a point from an axis. */
static double distance_from_axis(const closed_chain *chain, int i, vec3 point)
{
    return length(across(chain->axis[i], subtract(point, chain->point[i])));
}

/* The middle of the shortest way between axes i and j; false where they are parallel. */
static bool middle_between(const closed_chain *chain, int i, int j, vec3 *middle)
{
    const vec3 n = cross(chain->axis[i], chain->axis[j]), r = subtract(chain->point[j], chain->point[i]);
    const double square = dot(n, n);
    if (square < 1e-6) {
        return false;
    }
    const vec3 on_i = add(chain->point[i], scale(dot(cross(r, chain->axis[j]), n) / square, chain->axis[i]));
    const vec3 on_j = add(chain->point[j], scale(dot(cross(r, chain->axis[i]), n) / square, chain->axis[j]));
    *middle = scale(0.5, add(on_i, on_j));
    return true;
}

/* Where three axes from `first` on meet, to `tolerance` m; false where they do not. */
static bool axes_meet(const closed_chain *chain, int first, double tolerance, vec3 *meeting)
{
    for (int i = first; i < first + 3; i++) {
        const int next = i < first + 2 ? i + 1 : first;
        if (middle_between(chain, i, next, meeting)) {
            return distance_from_axis(chain, first, *meeting) <= tolerance &&
                   distance_from_axis(chain, first + 1, *meeting) <= tolerance &&
                   distance_from_axis(chain, first + 2, *meeting) <= tolerance;
        }
    }
    return false;
}

bool cdy_join_axes(closed_chain *c, int first, double tolerance)
{
    vec3 meeting;
    if (!axes_meet(c, first, tolerance * c->size, &meeting) || are_parallel(c, first, first + 1, 1e-3) ||
        are_parallel(c, first + 1, first + 2, 1e-3)) {
        return false;
    }
    c->point[first] = c->point[first + 1] = c->point[first + 2] = meeting;
    return true;
}

static bool has_parallel_axes(const closed_form *form, double tolerance)
{
    const closed_chain *c = &form->chain;
    return are_parallel(c, 1, 2, tolerance) && are_parallel(c, 2, 3, tolerance) && !are_parallel(c, 0, 1, 1e-3) &&
           !are_parallel(c, 3, 4, 1e-3) && !are_parallel(c, 4, 5, 1e-3);
}

/* Turns the second and the third of the parallel axes to the sense of the first: their angles then have a sum. */
static void align_axes(closed_form *form)
{
    closed_chain *c = &form->chain;
    for (int i = 2; i < 4; i++) {
        form->is_turned[i] = dot(c->axis[1], c->axis[i]) < 0;
        c->axis[i] = scale(form->is_turned[i] ? -1 : 1, c->axis[i]);
    }
}

void cdy_recognize_chain(const closed_chain *chain, double tolerance, closed_form *form)
{
    memset(form->is_turned, 0, sizeof form->is_turned);
    for (int side = 0; side < 2; side++) {
        form->is_reversed = side == 1;
        form->chain = side ? cdy_reverse_chain(chain) : *chain;
        if (cdy_join_axes(&form->chain, 3, tolerance)) {
            form->structure = side ? CDY_IK_SPHERICAL_SHOULDER : CDY_IK_SPHERICAL_WRIST;
            return;
        }
    }
    for (int side = 0; side < 2; side++) {
        form->is_reversed = side == 1;
        form->chain = side ? cdy_reverse_chain(chain) : *chain;
        if (has_parallel_axes(form, tolerance)) {
            form->structure = CDY_IK_PARALLEL_AXES;
            align_axes(form);
            return;
        }
    }
    form->is_reversed = false;
    form->chain = *chain;
    form->structure = CDY_IK_GENERAL;
}
