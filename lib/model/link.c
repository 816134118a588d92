#include "model/link.h"

#include "base/finite.h"

#include <math.h>
#include <stdbool.h>

/* An axis this near to a right angle: the sine, 1 less half the square of this, rounds to 1. */
static const double SLIGHT = 1e-8;
/* No frame slides farther, m: the body would be seen from far away, and its inertia might be too large for a double. */
static const double FARTHEST = 1e6;
/* Two axes of which one is turned to the other by placements in a file are parallel to about this. */
static const double ROUNDING = 4e-16;

/* Rz(angle) v, the coordinates of v in axes that are turned about z; `turn` is the angle's sine and cosine. */
static vec3 turn_about_z(const double turn[2], vec3 v)
{
    return (vec3){turn[1] * v.x + turn[0] * v.y, turn[1] * v.y - turn[0] * v.x, v.z};
}

/* The direction of x y as the sine and cosine of its angle; 0 where there is none. */
static void set_direction(double x, double y, double direction[2])
{
    const double larger = fmax(fabs(x), fabs(y)); /* by it first, so that no square overflows or vanishes */
    const double length = larger > 0 ? hypot(x / larger, y / larger) : 1;
    direction[0] = larger > 0 ? y / larger / length : 0;
    direction[1] = larger > 0 ? x / larger / length : 1;
}

/* The rotation of a link: a twist about x, then a turn about z. */
static rotation link_rotation(const double twist[2], const double offset[2])
{
    const double s = twist[0], c = twist[1];
    return rotation_about_z(offset[0], offset[1], (rotation){{1, 0, 0}, {0, c, s}, {0, -s, c}});
}

link_choice cdy_choose_link(transform X)
{
    const vec3 z = X.E.z;
    const double sine = hypot(z.x, z.y);
    link_choice l = {.kind = LINK_TWISTED, .twist = {sine, z.z}};
    if (sine <= ROUNDING && z.z > 0) {
        l.kind = LINK_PARALLEL;
        l.twist[0] = 0;
        l.twist[1] = 1;
        set_direction(X.r.x, X.r.y, l.turn);
    } else if (fabs(z.z) <= SLIGHT) {
        l.kind = LINK_PERPENDICULAR;
        l.twist[0] = 1;
    }
    if (l.kind != LINK_PARALLEL) {
        set_direction(-z.y, z.x, l.turn);
    }
    const vec3 x = turn_about_z(l.turn, X.E.x), y = turn_about_z(l.turn, X.E.y);
    set_direction(x.x, -y.x, l.offset);
    l.X = (transform){link_rotation(l.twist, l.offset), turn_about_z(l.turn, X.r)};
    if (l.kind == LINK_PERPENDICULAR && !(fabs(l.X.r.y) <= FARTHEST)) {
        l.kind = LINK_TWISTED;
    }
    if (l.kind == LINK_PERPENDICULAR) {
        l.slide = l.X.r.y;
        l.X.r = add(l.X.r, scale(l.slide, l.X.E.z));
    }
    if (l.kind != LINK_TWISTED) {
        l.X.r.y = 0;
    }
    return l;
}

static bool twist_is_right(link_kind kind, const double twist[2])
{
    switch (kind) {
    case LINK_PARALLEL: return cdy_same_number(twist[0], 0) && cdy_same_number(twist[1], 1);
    case LINK_PERPENDICULAR: return cdy_same_number(twist[0], 1) && fabs(twist[1]) <= SLIGHT;
    case LINK_TWISTED: return true;
    case LINK_ANY: break;
    }
    return false;
}

bool cdy_link_is_right(const model_body *body)
{
    const link_kind kind = (link_kind)body->link;
    if (kind == LINK_ANY) {
        return true;
    }
    if (body->parent == 0 || body->kind != JOINT_REVOLUTE || !twist_is_right(kind, body->twist) ||
        (kind != LINK_TWISTED && !cdy_same_number(body->translation[1], 0))) {
        return false;
    }
    const double most = 1e-6 * 1e-6; /* as placements may lack */
    const rotation E = link_rotation(body->twist, body->offset), F = rotation_from(body->rotation);
    const vec3 x = subtract(E.x, F.x), y = subtract(E.y, F.y), z = subtract(E.z, F.z);
    return dot(x, x) < most && dot(y, y) < most && dot(z, z) < most;
}
