/* Inertias compared with the largest that the shapes of a link allow, and with a uniform body of these shapes. */
#include "lint/checks.h"
#include "spatial/placement.h"

#include <math.h>

/* Shapes only indicate the body: their box is enlarged by this part of its diagonal on each side. */
static const double margin = 0.05;

/* Factors by which a moment may exceed the bound of the shapes, and differ from the moment of a uniform body. Meshes
 * show the body, primitives only its place and rough size. */
typedef struct tolerance {
    double excess, factor;
} tolerance;
static const tolerance of_meshes = {1, 10}, of_primitives = {10, 30};

void cdy_moments_in_link_axes(const cdy_inertial *inertial, double moments[3])
{
    const double *I = inertial->inertia;
    const transform X = transform_from_placement(inertial->origin.xyz, inertial->origin.rpy);
    const sym3 turned = rotate_tensor_back(X.E, (sym3){I[0], I[1], I[2], I[3], I[4], I[5]});
    moments[0] = turned.xx;
    moments[1] = turned.yy;
    moments[2] = turned.zz;
}

/* The largest mean square distance from the center c along each axis that mass between l and u can have,
 * (u - c) (c - l): all of it is in the two ends (Bhatia and Davis 2000). False where c is not between them. */
static bool find_spreads(const cdy_solid *solid, const double center[3], double spreads[3])
{
    double diagonal = 0;
    for (int k = 0; k < 3; k++) {
        diagonal = hypot(diagonal, solid->upper[k] - solid->lower[k]);
    }
    for (int k = 0; k < 3; k++) {
        const double up = solid->upper[k] + margin * diagonal - center[k];
        const double down = center[k] - (solid->lower[k] - margin * diagonal);
        if (!(up > 0 && down > 0)) {
            return false;
        }
        spreads[k] = up * down;
    }
    return true;
}

/* Returns the first axis about which the moment differs by more than a factor from the moment of a uniform body; -1:
 * none. The axis of a rod does not count, about which a uniform body has less than a hundredth of its largest
 * moment. */
static int find_unlike(const double found[3], const double uniform[3], double factor)
{
    const double least = 0.01 * fmax(uniform[0], fmax(uniform[1], uniform[2]));
    for (int k = 0; k < 3; k++) {
        if (uniform[k] > least && (found[k] > factor * uniform[k] || found[k] < uniform[k] / factor)) {
            return k;
        }
    }
    return -1;
}

void cdy_compare_inertia(cdy_reader *r, const cdy_link_entry *link, const cdy_solid *solid, bool meshes)
{
    const tolerance tolerated = meshes ? of_meshes : of_primitives;
    const cdy_inertial *inertial = &link->body.inertial;
    const double mass = inertial->mass, density = mass / solid->volume;
    const double uniform[3] = {density * solid->inertia[0], density * solid->inertia[3], density * solid->inertia[5]};
    const cdy_place at = cdy_place_in_inertial(link, "inertia", NULL);
    double found[3], spreads[3];
    if (link->doubtful || !link->tensor) {
        return;
    }
    cdy_moments_in_link_axes(inertial, found);
    if (!find_spreads(solid, inertial->origin.xyz, spreads)) {
        return; /* the center of mass is at fault */
    }
    for (int k = 0; k < 3; k++) {
        const double most = mass * (spreads[(k + 1) % 3] + spreads[(k + 2) % 3]);
        if (found[k] > tolerated.excess * most) {
            cdy_warn(
                r, CDY_RULE_INERTIA_SIZE, at,
                "the moment of inertia about the link's %c is %.3g kg m^2; expected up to %.3g, which %g kg in the "
                "link's shapes can have; a uniform body of these has %.3g",
                'x' + k, found[k], most, mass, uniform[k]);
            return;
        }
    }
    const int k = find_unlike(found, uniform, tolerated.factor);
    if (k >= 0) {
        cdy_warn(
            r, CDY_RULE_INERTIA_UNLIKE_SHAPE, at,
            "the moment of inertia about the link's %c is %.3g kg m^2; expected about %.3g, which a uniform body of "
            "%g kg in the link's shapes has; up to %.3g is possible",
            'x' + k, found[k], uniform[k], mass, mass * (spreads[(k + 1) % 3] + spreads[(k + 2) % 3]));
    }
}

/* Whether no shape is a mesh or has a negative size, which is an error of its own. */
static bool are_primitives(const cdy_shape *shapes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const cdy_geometry *g = &shapes[i].geometry;
        if (g->type == CDY_GEOMETRY_MESH || g->radius < 0 || g->length < 0 || g->size[0] < 0 || g->size[1] < 0 ||
            g->size[2] < 0) {
            return false;
        }
    }
    return true;
}

void cdy_compare_with_primitives(cdy_reader *r, const cdy_link_entry *link)
{
    const cdy_body *b = &link->body;
    cdy_solid collisions, visuals;
    cdy_error fault;
    if (!are_primitives(b->collisions, b->collision_count) || !are_primitives(b->visuals, b->visual_count)) {
        return;
    }
    if (cdy_shapes_measure(b->collisions, b->collision_count, NULL, &collisions, &fault) ||
        cdy_shapes_measure(b->visuals, b->visual_count, NULL, &visuals, &fault)) {
        return; /* inertias too large for a double, which other rules report */
    }
    cdy_solid *solid = collisions.volume > 0 ? &collisions : &visuals;
    for (int k = 0; k < 3 && collisions.volume > 0 && visuals.volume > 0; k++) {
        solid->lower[k] = fmin(collisions.lower[k], visuals.lower[k]);
        solid->upper[k] = fmax(collisions.upper[k], visuals.upper[k]);
    }
    if (solid->volume > 0) {
        cdy_compare_inertia(r, link, solid, false);
    }
}
