/* Poses: positions and unit quaternions, and the five ways in which MJCF writes an orientation. */
#include "description/value.h"
#include "mjcf/mjcf.h"
#include "tree/tree.h"

#include <math.h>
#include <string.h>

static double radians(const cdy_mjcf_compiler *c, double angle)
{
    return c->radians ? angle : angle * 0.017453292519943295;
}

/* Lower-case letters turn about the axes that have turned already, upper-case ones about fixed axes. */
static void read_euler(const cdy_mjcf_compiler *c, const double angles[3], double q[4])
{
    memcpy(q, cdy_pose_still.q, sizeof cdy_pose_still.q);
    for (int i = 0; i < 3; i++) {
        const char letter = c->order[i];
        const bool fixed = letter <= 'Z';
        const int axis = letter - (fixed ? 'X' : 'x');
        const double unit[3] = {axis == 0, axis == 1, axis == 2};
        double turn[4];
        cdy_quaternion_about(unit, radians(c, angles[i]), turn);
        cdy_multiply_quaternions(fixed ? turn : q, fixed ? q : turn, q);
    }
}

/* Makes a vector a unit one; false where it is too short: directions in space from 1e-7 on, as in MuJoCo. */
static bool normalise(double *v, int count)
{
    const double least = count == 3 ? CDY_MJCF_SHORTEST : 1e-14;
    double length = 0;
    for (int i = 0; i < count; i++) {
        length = hypot(length, v[i]);
    }
    for (int i = 0; i < count && length > least; i++) {
        v[i] /= length;
    }
    return length > least;
}

static bool from_axes(double axes[6], double q[4])
{
    double *x = axes, *y = axes + 3;
    if (!normalise(x, 3)) {
        return false;
    }
    const double along = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    for (int i = 0; i < 3; i++) {
        y[i] -= along * x[i];
    }
    if (!normalise(y, 3)) {
        return false;
    }
    cdy_quaternion_from_columns(x, y, q);
    return true;
}

/* Turns the numbers of an attribute into a quaternion; false where they are no rotation. */
static bool read_rotation(const cdy_mjcf_compiler *c, const char *attribute, double numbers[6], double q[4])
{
    switch (attribute[0]) {
    case 'q': memcpy(q, numbers, 4 * sizeof *q); return normalise(q, 4);
    case 'a': cdy_quaternion_about(numbers, radians(c, numbers[3]), q); return normalise(numbers, 3);
    case 'e': read_euler(c, numbers, q); return true;
    case 'x': return from_axes(numbers, q);
    default: cdy_quaternion_z_to(numbers, q); return normalise(numbers, 3);
    }
}

cdy_status cdy_mjcf_read_quaternion(cdy_mjcf *m, const cdy_element *e, int class_number, const char *name, double q[4])
{
    const cdy_attribute *a = cdy_mjcf_find(m, e, class_number, name);
    const cdy_status status = cdy_mjcf_numbers(m, e, class_number, name, q, 4, 4, NULL);
    return a && !status && !normalise(q, 4)
               ? cdy_fault(m->r, CDY_RULE_ROTATION, a->at,
                           "<%.40s> %s is no rotation: '%.80s'; expected 1 0 0 0 or another", e->name, name, a->text)
               : status;
}

/* An element has one orientation, and a class has one. */
static cdy_status check_orientations(cdy_mjcf *m, const cdy_element *e, int class_number)
{
    static const char *const ways[] = {"quat", "axisangle", "euler", "xyaxes", "zaxis", "fullinertia"};
    const cdy_attribute *own = NULL, *inherited = NULL, *second = NULL;
    for (size_t i = 0; i < sizeof ways / sizeof *ways && !second; i++) {
        const cdy_attribute *mine = cdy_find_attribute(e, ways[i]);
        const cdy_attribute *a = mine ? mine : cdy_mjcf_find(m, e, class_number, ways[i]);
        const cdy_attribute **first = mine ? &own : &inherited;
        second = a && *first ? a : NULL;
        *first = a ? a : *first;
    }
    return !second ? CDY_OK
                   : cdy_fault(m->r, CDY_RULE_ROTATION, second->at,
                               "<%.40s> has a second orientation, %s; expected one of quat, axisangle, euler, xyaxes, "
                               "zaxis and, in <inertial>, fullinertia",
                               e->name, second->name);
}

cdy_status cdy_mjcf_read_pose(cdy_mjcf *m, const cdy_element *e, int class_number, cdy_pose *pose)
{
    static const struct {
        const char *name;
        int count;
    } ways[] = {{"quat", 4}, {"axisangle", 4}, {"euler", 3}, {"xyaxes", 6}, {"zaxis", 3}};
    *pose = cdy_pose_still;
    cdy_status status = check_orientations(m, e, class_number);
    status = status ? status : cdy_mjcf_numbers(m, e, class_number, "pos", pose->p, 3, 3, NULL);
    for (size_t i = 0; i < sizeof ways / sizeof *ways && !status; i++) {
        double numbers[6];
        const cdy_attribute *own = cdy_find_attribute(e, ways[i].name);
        const cdy_attribute *a = cdy_mjcf_find(m, e, class_number, ways[i].name);
        int count = 0;
        if (!a || (!own && pose->q[0] < 1)) { /* what the element says itself precedes what its class says */
            continue;
        }
        status = cdy_mjcf_numbers(m, e, class_number, ways[i].name, numbers, ways[i].count, ways[i].count, &count);
        if (!status && !read_rotation(&cdy_mjcf_model_of(m, e)->compiler, ways[i].name, numbers, pose->q)) {
            status =
                cdy_fault(m->r, CDY_RULE_ROTATION, a->at, "<%.40s> %s is no rotation: '%.80s'; expected one such as %s",
                          e->name, ways[i].name, a->text, i == 0 ? "1 0 0 0" : "0 0 1");
        }
    }
    return status;
}
