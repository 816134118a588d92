#include "description/uniform.h"

static const double pi = 3.14159265358979323846;

cdy_uniform cdy_fill_box(double x, double y, double z)
{
    return (cdy_uniform){x * y * z, 0, {(y * y + z * z) / 12, (x * x + z * z) / 12, (x * x + y * y) / 12}};
}

cdy_uniform cdy_fill_ellipsoid(double x, double y, double z)
{
    return (cdy_uniform){4 * pi * x * y * z / 3, 0, {(y * y + z * z) / 5, (x * x + z * z) / 5, (x * x + y * y) / 5}};
}

cdy_uniform cdy_fill_cylinder(double r, double length)
{
    const double across = (3 * r * r + length * length) / 12;
    return (cdy_uniform){pi * r * r * length, 0, {across, across, r * r / 2}};
}

/* A cylinder between two half balls, each of mass share b / 2, its center 3 r / 8 outside of the cylinder's end. */
cdy_uniform cdy_fill_capsule(double r, double length)
{
    const double cylinder = pi * r * r * length, ball = 4 * pi * r * r * r / 3, c = cylinder / (cylinder + ball),
                 b = 1 - c;
    const double own = 83 * r * r / 320, off = length / 2 + 3 * r / 8;
    const double across = c * (3 * r * r + length * length) / 12 + b * (own + off * off);
    return (cdy_uniform){cylinder + ball, 0, {across, across, c * r * r / 2 + b * 2 * r * r / 5}};
}

/* The center of mass is a quarter of the height above the base. */
cdy_uniform cdy_fill_cone(double r, double length)
{
    const double across = 3 * r * r / 20 + 3 * length * length / 80;
    return (cdy_uniform){pi * r * r * length / 3, -length / 4, {across, across, 3 * r * r / 10}};
}

/* The outer product of the displacement is subtracted from its square on the diagonal. */
void cdy_add_steiner(double I[6], double mass, const double d[3])
{
    const double squared = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    I[0] += mass * (squared - d[0] * d[0]);
    I[1] -= mass * d[0] * d[1];
    I[2] -= mass * d[0] * d[2];
    I[3] += mass * (squared - d[1] * d[1]);
    I[4] -= mass * d[1] * d[2];
    I[5] += mass * (squared - d[2] * d[2]);
}
