#include "model/dh_link.h"

#include "base/finite.h"

#include <math.h>
#include <stdbool.h>

/* Axes with |z . z'| below this bound count as perpendicular: the sine of their angle rounds to 1. */
static const double SLIGHT = 1e-8;
/* A frame slides at most this far, in m: far from the body its inertia could overflow. */
static const double FARTHEST = 1e6;
/* Axes with a sine below this are parallel: the accuracy of a rotation from a file. */
static const double ROUNDING = 4e-16;

/* Rz(angle) v: coordinates in axes rotated about z; `turn` holds the angle's sine and cosine. */
static vec3 turn_about_z(const double turn[2], vec3 v)
{
    return (vec3){turn[1] * v.x + turn[0] * v.y, turn[1] * v.y - turn[0] * v.x, v.z};
}

/* Sine and cosine of the direction of (x, y); angle 0 for the zero vector. */
static void set_direction(double x, double y, double direction[2])
{
    const double larger =
        fmax(fabs(x), fabs(y)); /* scaled by the larger component, so that no square over- or underflows */
    const double length = larger > 0 ? hypot(x / larger, y / larger) : 1;
    direction[0] = larger > 0 ? y / larger / length : 0;
    direction[1] = larger > 0 ? x / larger / length : 1;
}

/* Rotation of a DH link: Rx(alpha), then Rz(theta). */
static rotation dh_rotation(const double twist[2], const double offset[2])
{
    const double s = twist[0], c = twist[1];
    return rotation_about_z(offset[0], offset[1], (rotation){{1, 0, 0}, {0, c, s}, {0, -s, c}});
}

dh_choice cdy_choose_dh_link(transform X)
{
    const vec3 z = X.E.z;
    const double sine = hypot(z.x, z.y);
    dh_choice l = {.kind = DH_TWISTED, .twist = {sine, z.z}};
    if (sine <= ROUNDING && z.z > 0) {
        l.kind = DH_PARALLEL;
        l.twist[0] = 0;
        l.twist[1] = 1;
        set_direction(X.r.x, X.r.y, l.turn);
    } else if (fabs(z.z) <= SLIGHT) {
        l.kind = DH_PERPENDICULAR;
        l.twist[0] = 1;
    }
    if (l.kind != DH_PARALLEL) {
        set_direction(-z.y, z.x, l.turn);
    }
    const vec3 x = turn_about_z(l.turn, X.E.x), y = turn_about_z(l.turn, X.E.y);
    set_direction(x.x, -y.x, l.offset);
    l.X = (transform){dh_rotation(l.twist, l.offset), turn_about_z(l.turn, X.r)};
    if (l.kind == DH_PERPENDICULAR && !(fabs(l.X.r.y) <= FARTHEST)) {
        l.kind = DH_TWISTED;
    }
    if (l.kind == DH_PERPENDICULAR) {
        l.slide = l.X.r.y;
        l.X.r = add(l.X.r, scale(l.slide, l.X.E.z));
    }
    if (l.kind != DH_TWISTED) {
        l.X.r.y = 0;
    }
    return l;
}

static bool twist_is_right(dh_kind kind, const double twist[2])
{
    switch (kind) {
    case DH_PARALLEL: return cdy_same_number(twist[0], 0) && cdy_same_number(twist[1], 1);
    case DH_PERPENDICULAR: return cdy_same_number(twist[0], 1) && fabs(twist[1]) <= SLIGHT;
    case DH_TWISTED: return true;
    case DH_NONE: break;
    }
    return false;
}

bool cdy_dh_link_is_right(const model_body *body)
{
    const dh_kind kind = (dh_kind)body->link;
    if (kind == DH_NONE) {
        return true;
    }
    if (body->parent == 0 || !is_revolute(body) || !twist_is_right(kind, body->twist) ||
        (kind != DH_TWISTED && !cdy_same_number(body->translation[1], 0))) {
        return false;
    }
    const double most = 1e-6 * 1e-6; /* the accuracy that placements are checked to */
    const rotation E = dh_rotation(body->twist, body->offset), F = rotation_from(body->rotation);
    const vec3 x = subtract(E.x, F.x), y = subtract(E.y, F.y), z = subtract(E.z, F.z);
    return dot(x, x) < most && dot(y, y) < most && dot(z, z) < most;
}
