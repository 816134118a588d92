/* Shells: geoms whose mass lies on their surface, evenly. */
#include "mjcf/mjcf.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* Pairs of faces, each about its own middle and at its distance. */
static cdy_uniform cover_box(double a, double b, double c)
{
    const double sizes[3] = {a, b, c}, total = b * c + a * c + a * b;
    cdy_uniform s = {8 * total, 0, {0}};
    for (int k = 0; k < 3; k++) {
        const double x = sizes[k], y = sizes[(k + 1) % 3], z = sizes[(k + 2) % 3], pair = y * z / total;
        s.moments[k] += pair * (y * y + z * z) / 3;
        s.moments[(k + 1) % 3] += pair * (z * z / 3 + x * x);
        s.moments[(k + 2) % 3] += pair * (y * y / 3 + x * x);
    }
    return s;
}

/* The wall and two discs. */
static cdy_uniform cover_cylinder(double r, double length)
{
    const double wall = length / (length + r), discs = 1 - wall;
    const double across = wall * (6 * r * r + length * length) / 12 + discs * (r * r + length * length) / 4;
    return (cdy_uniform){2 * pi * r * (r + length), 0, {across, across, wall * r * r + discs * r * r / 2}};
}

/* The wall and two half spheres, whose centers of mass stand r / 2 outside of its ends. */
static cdy_uniform cover_capsule(double r, double length)
{
    const double wall = length / (length + 2 * r), balls = 1 - wall, off = length / 2 + r / 2;
    const double across = wall * (6 * r * r + length * length) / 12 + balls * (2 * r * r / 3 - r * r / 4 + off * off);
    return (cdy_uniform){2 * pi * r * (2 * r + length), 0, {across, across, wall * r * r + balls * 2 * r * r / 3}};
}

/* As MuJoCo has it: the area by Thomsen's formula, the moments of a layer between ellipsoids whose half axes differ by
 * the same small length. Both are exact for a sphere. */
static cdy_uniform cover_ellipsoid(double a, double b, double c)
{
    const double p = 1.6075, volume = a * b * c, layer = b * c + a * c + a * b;
    const double mean = (pow(a * b, p) + pow(b * c, p) + pow(a * c, p)) / 3, sizes[3] = {a, b, c};
    cdy_uniform s = {4 * pi * pow(mean, 1 / p), 0, {0}};
    for (int k = 0; k < 3; k++) {
        const double y = sizes[(k + 1) % 3], z = sizes[(k + 2) % 3];
        s.moments[k] = (y * y + z * z + 2 * volume * (y + z) / layer) / 5;
    }
    return s;
}

bool cdy_mjcf_cover(const cdy_mjcf_geom *g, cdy_uniform *out)
{
    const double a = g->size[0], b = g->size[1], c = g->size[2];
    switch (g->type[0] == 'c' ? g->type[1] : g->type[0]) {
    case 's': *out = cover_ellipsoid(a, a, a); return true;
    case 'a': *out = cover_capsule(a, 2 * b); return true;
    case 'y': *out = cover_cylinder(a, 2 * b); return true;
    case 'e': *out = cover_ellipsoid(a, b, c); return true;
    case 'b': *out = cover_box(a, b, c); return true;
    default: return false;
    }
}
