/* Links: masses and inertias compared with the shapes of the link, or the size of the robot. */
#include "description/inertia.h"
#include "lint/checks.h"
#include "spatial/placement.h"
#include "urdf/urdf.h"

#include <math.h>

/* Thinner shapes, in meters, only indicate the body. */
static const double thinnest = 0.005;

/* Axis-aligned box around shapes, in the link's frame. */
typedef struct bounds {
    double low[3], high[3];
    bool known;
} bounds;

/* Half the edges of the bounding box of a shape in its own frame; false for meshes, whose size the file does not give.
 */
static bool half_edges(const cdy_geometry *g, double half[3])
{
    const bool capsule = g->type == CDY_GEOMETRY_CAPSULE;
    switch (g->type) {
    case CDY_GEOMETRY_BOX:
        for (int i = 0; i < 3; i++) {
            half[i] = fabs(g->size[i]) / 2;
        }
        return true;
    case CDY_GEOMETRY_SPHERE: half[0] = half[1] = half[2] = fabs(g->radius); return true;
    case CDY_GEOMETRY_CYLINDER:
    case CDY_GEOMETRY_CAPSULE:
        half[0] = half[1] = fabs(g->radius);
        half[2] = fabs(g->length) / 2 + (capsule ? fabs(g->radius) : 0);
        return true;
    case CDY_GEOMETRY_MESH:
    case CDY_GEOMETRY_NONE: break;
    }
    return false;
}

/* Extends the box by a shape's box, rotated into the link's frame. */
static void extend(bounds *b, const cdy_shape *shape, const double half[3])
{
    const transform X = transform_from_placement(shape->origin.xyz, shape->origin.rpy);
    const double rows[3][3] = {{X.E.x.x, X.E.y.x, X.E.z.x}, {X.E.x.y, X.E.y.y, X.E.z.y}, {X.E.x.z, X.E.y.z, X.E.z.z}};
    for (int i = 0; i < 3; i++) {
        const double extent = fabs(rows[i][0]) * half[0] + fabs(rows[i][1]) * half[1] + fabs(rows[i][2]) * half[2];
        const double low = shape->origin.xyz[i] - extent, high = shape->origin.xyz[i] + extent;
        b->low[i] = b->known ? fmin(b->low[i], low) : low;
        b->high[i] = b->known ? fmax(b->high[i], high) : high;
    }
    b->known = true;
}

/* Extends the box by shapes; false where one is a mesh, so that the size is unknown. */
static bool add_shapes(bounds *b, const cdy_shape *shapes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double half[3];
        if (half_edges(&shapes[i].geometry, half)) {
            extend(b, &shapes[i], half);
        } else if (shapes[i].geometry.type == CDY_GEOMETRY_MESH) {
            return false;
        }
    }
    return true;
}

static bounds find_bounds(const cdy_body *body)
{
    bounds b = {0};
    if (!add_shapes(&b, body->visuals, body->visual_count) ||
        !add_shapes(&b, body->collisions, body->collision_count)) {
        b.known = false;
    }
    return b;
}

static double diagonal(const bounds *b)
{
    return hypot(hypot(b->high[0] - b->low[0], b->high[1] - b->low[1]), b->high[2] - b->low[2]);
}

/* Returns the distance of a point from the box. */
static double distance_from(const bounds *b, const double point[3])
{
    double out[3];
    for (int i = 0; i < 3; i++) {
        out[i] = fmax(fmax(b->low[i] - point[i], point[i] - b->high[i]), 0);
    }
    return hypot(hypot(out[0], out[1]), out[2]);
}

static void check_center(cdy_reader *r, const cdy_link_entry *link, const bounds *b, double robot_size)
{
    const double *c = link->body.inertial.origin.xyz;
    const double size = b->known ? diagonal(b) : 2 * robot_size;
    const double off = b->known ? distance_from(b, c) : hypot(hypot(c[0], c[1]), c[2]);
    if (!(off > size) || !(size > 0)) {
        return;
    }
    const cdy_place at = cdy_place_in_inertial(link, "origin", "xyz");
    if (b->known) {
        cdy_warn(r, CDY_RULE_CENTER_OF_MASS_OUTSIDE, at,
                 "the center of mass %g %g %g lies %.3g m outside the link's shapes, which are %.3g m large; expected "
                 "it within or near them",
                 c[0], c[1], c[2], off, size);
    } else {
        cdy_warn(r, CDY_RULE_CENTER_OF_MASS_OUTSIDE, at,
                 "the center of mass %g %g %g lies %.3g m from the link's origin, further than the robot is large "
                 "(%.3g m); expected meters",
                 c[0], c[1], c[2], off, robot_size);
    }
}

static double trace(const double I[6])
{
    return I[0] + I[3] + I[5];
}

/* Whether an inertia is about the link's origin instead of the center of mass: without the parallel-axis term, which
 * dominates it, it is physical and of a plausible size. */
static bool is_about_origin(const cdy_inertial *inertial, double size)
{
    const double *c = inertial->origin.xyz, *I = inertial->inertia, m = inertial->mass;
    const double squared = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    const double rest[6] = {
        I[0] - m * (squared - c[0] * c[0]), I[1] + m * c[0] * c[1], I[2] + m * c[0] * c[2],
        I[3] - m * (squared - c[1] * c[1]), I[4] + m * c[1] * c[2], I[5] - m * (squared - c[2] * c[2])};
    double moments[3];
    return 2 * m * squared > 0.5 * trace(I) && cdy_is_physical_inertia(rest, moments) && moments[0] > 0 &&
           trace(rest) < 2 * m * size * size;
}

static bool is_placeholder(const double I[6])
{
    const double one[6] = {1, 0, 0, 1, 0, 1};
    for (int i = 0; i < 6; i++) {
        if (I[i] < one[i] || I[i] > one[i]) {
            return false;
        }
    }
    return true;
}

/* Returns whether a moment is reported. The moment of a body within a box about an axis through its center is at most
 * `most` / 4, for half the mass in each of two opposite corners. Shapes often only indicate the body; a hundred times
 * that bound, as from grams taken for kilograms, is reported, except for a line along the axis. */
static bool check_moments(cdy_reader *r, const cdy_inertial *inertial, const bounds *b, cdy_place at)
{
    static const double tolerance = 25;
    double moments[3];
    cdy_moments_in_link_axes(inertial, moments);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double width = b->high[j] - b->low[j], height = b->high[k] - b->low[k];
        const double most = inertial->mass * (width * width + height * height);
        if (fmax(width, height) >= thinnest && moments[i] > tolerance * most) {
            cdy_warn(r, CDY_RULE_INERTIA_SIZE, at,
                     "the moment of inertia about the link's %c is %.3g kg m^2; expected up to %.2g of %g kg in shapes "
                     "of %.3g by %.3g m",
                     'x' + i, moments[i], most, inertial->mass, width, height);
            return true;
        }
    }
    return false;
}

/* Returns whether the inertia is reported. trace(I) = 2 m s^2, with s the root mean square distance from the center of
 * mass, which does not exceed the size of the body. */
static bool check_size(cdy_reader *r, const cdy_link_entry *link, const bounds *b, double robot_size)
{
    const cdy_inertial *inertial = &link->body.inertial;
    const cdy_place at = cdy_place_in_inertial(link, "inertia", NULL);
    const double spread = sqrt(trace(inertial->inertia) / 2 / inertial->mass);
    const double size = b->known ? diagonal(b) : 2 * robot_size;
    const double least = b->known ? size / 100 : 0;
    if (is_placeholder(inertial->inertia) && !b->known) {
        cdy_warn(r, CDY_RULE_INERTIA_UNIT, at,
                 "the inertia 1 1 1 kg m^2 looks like a placeholder; expected the inertia of a body of %g kg",
                 inertial->mass);
    } else if (is_placeholder(inertial->inertia) && spread > 0.6 * size) {
        cdy_warn(r, CDY_RULE_INERTIA_PLACEHOLDER, at,
                 "the inertia 1 1 1 kg m^2 is a placeholder; expected moments below %.3g for %g kg in %.3g m",
                 0.24 * inertial->mass * size * size, inertial->mass, size);
    } else if (b->known && spread > 0.6 * size && is_about_origin(inertial, size)) {
        cdy_warn(r, CDY_RULE_INERTIA_ABOUT_WRONG_POINT, at,
                 "the inertia is that of a body %.3g m large, and seems to be about the link's origin; expected the "
                 "inertia about the center of mass, of shapes %.3g m large",
                 2 * spread, size);
    } else if (spread > (b->known ? 10 : 5) * size || spread < least) {
        cdy_warn(r, CDY_RULE_INERTIA_SIZE, at,
                 "the inertia puts the mass %.3g m away from its center on average; expected moments from %.2g to %.2g "
                 "kg m^2 for %g kg in %s of %.3g m",
                 spread, inertial->mass * least * least, inertial->mass * size * size, inertial->mass,
                 b->known ? "shapes" : "a robot", b->known ? size : robot_size);
    } else {
        return b->known && check_moments(r, inertial, b, at);
    }
    return true;
}

/* Returns whether the density is plausible, without which the inertia is not checked. The densest metal has 23000
 * kg/m^3; shapes that are small, thin or points are accepted, since they only indicate the body. */
static bool check_density(cdy_reader *r, const cdy_link_entry *link, const bounds *b)
{
    static const double most = 3e5, point = 0.03;
    const double x = b->high[0] - b->low[0], y = b->high[1] - b->low[1], z = b->high[2] - b->low[2];
    const double volume = x * y * z, mass = link->body.inertial.mass;
    const bool solid = b->known && diagonal(b) > point && fmin(fmin(x, y), z) >= thinnest;
    const bool dense = solid && mass > most * volume;
    if (dense) {
        cdy_warn(r, CDY_RULE_MASS_DENSITY, cdy_place_in_inertial(link, "mass", "value"),
                 "%g kg in shapes of %.3g by %.3g by %.3g m are %.2g kg/m^3; expected kilograms and meters, and no "
                 "metal has more than 23000",
                 mass, x, y, z, mass / volume);
    }
    return !dense;
}

static void check_inertial(cdy_reader *r, cdy_link_entry *link, double robot_size)
{
    const cdy_body *body = &link->body;
    const cdy_place at = cdy_place_in_inertial(link, "inertia", NULL);
    bounds b = {.known = false};
    double moments[3];
    if (!link->tensor) {
        return;
    }
    if (!link->faulty) {
        b = find_bounds(body);
    }
    check_center(r, link, &b, robot_size);
    const bool fits = check_density(r, link, &b), physical = cdy_is_physical_inertia(body->inertial.inertia, moments);
    const bool zero = fmax(fabs(moments[0]), fabs(moments[2])) <= 1e-12 * body->inertial.mass; /* up to rounding */
    link->doubtful = link->doubtful || zero || !fits;
    const cdy_programs refusing = link->too_light ? CDY_FOR_MUJOCO : 0;
    if (zero && (body->visual_count > 0 || body->collision_count > 0)) {
        cdy_warn_for(r, CDY_RULE_INERTIA_ZERO, refusing, at,
                     "the inertia is zero with a mass of %g kg; expected that of the link's shape",
                     body->inertial.mass);
    } else if (zero) {
        cdy_warn_for(r, CDY_RULE_POINT_MASS, refusing, at,
                     "the inertia is zero with a mass of %g kg, which makes it a point", body->inertial.mass);
    } else if (physical && fits) {
        link->doubtful = check_size(r, link, &b, robot_size) || link->doubtful;
    }
}

/* Upper bound of the robot's extent: the sum of the joint offsets, plus the largest shape of known size. */
static double measure_robot(const cdy_reader *r)
{
    double length = 0, largest = 0;
    for (int i = 0; i < r->link_count; i++) {
        const cdy_body *body = &r->links[i].body;
        const double *xyz = body->joint.origin.xyz;
        const bounds b = find_bounds(body);
        length += r->links[i].joint >= 0 ? hypot(hypot(xyz[0], xyz[1]), xyz[2]) : 0;
        largest = b.known ? fmax(largest, diagonal(&b)) : largest;
    }
    return fmax(length + largest, 1);
}

void cdy_check_links(cdy_reader *r)
{
    const double robot_size = measure_robot(r);
    cdy_check_inertias(r, robot_size);
    for (int i = 0; i < r->link_count; i++) {
        cdy_link_entry *link = &r->links[i];
        if (!link->unweighed && link->body.inertial.given && link->body.inertial.mass > 0) {
            cdy_about_link(r, link->body.name);
            check_inertial(r, link, robot_size);
            if (!link->faulty) {
                cdy_compare_with_primitives(r, link);
            }
        }
    }
    if (r->format == &cdy_urdf_format) {
        cdy_check_looks(r);
    }
}
