/* Masses: as the prim gives them, or of what its colliders fill, as ComputeMassProperties of UsdPhysics finds them. */
#include "base/error.h"
#include "base/memory.h"
#include "description/uniform.h"
#include "mesh/polygon.h"
#include "usd/usd.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* What PhysicsMassAPI gives of a body or a collider; 0, false: not given. */
typedef struct given {
    double mass, density;
    bool center_given, inertia_given;
    double center[3], inertia[3], axes[4];
} given;

/* ---- meshes ---- */

/* Appends the points of a mesh, in the frame of its link. */
static cdy_status add_points(cdy_usd *u, const cdy_usd_prim *p, cdy_mesh *mesh)
{
    double *xyz;
    size_t count;
    const cdy_pose back = cdy_pose_invert(&u->places[p->body]);
    cdy_status status = cdy_usd_array(u, p, "points", SIZE_MAX, &xyz, &count);
    if (!status && count % 3 != 0) {
        return cdy_fault(u->r, CDY_RULE_NUMBER, p->element->at,
                         "<%.200s> has %zu numbers of points; expected three for each point", p->path, count);
    }
    for (size_t k = 0; k < count && !status; k += 3) {
        cdy_pose there = cdy_pose_still;
        for (int i = 0; i < 3; i++) {
            there.p[i] = u->meters * (p->world[i][0] * xyz[k] + p->world[i][1] * xyz[k + 1] +
                                      p->world[i][2] * xyz[k + 2] + p->world[i][3]);
        }
        cdy_usd_raise(u, &there);
        there = cdy_pose_compose(&back, &there);
        for (int i = 0; i < 3; i++) {
            if (!cdy_is_coordinate(there.p[i])) {
                return cdy_fault(u->r, CDY_RULE_NUMBER, p->element->at, "<%.200s> has points that are too far away",
                                 p->path);
            }
        }
        status = cdy_mesh_add_vertex(mesh, there.p) ? CDY_OK : cdy_fail_memory(u->r->error);
    }
    return status;
}

/* Appends a face. */
static cdy_status add_face(cdy_usd *u, const cdy_usd_prim *p, cdy_mesh *mesh, const double *corners, size_t count)
{
    cdy_polygon face = {0};
    cdy_status status = CDY_OK;
    for (size_t i = 0; i < count && !status; i++) {
        status = cdy_polygon_add(&face, (int)corners[i]) ? CDY_OK : CDY_ERROR_MEMORY;
    }
    if (!status && count > 2) {
        status = cdy_mesh_add_polygon(mesh, face.corners, face.count);
    }
    cdy_polygon_clear(&face);
    return status == CDY_ERROR_MEMORY ? cdy_fail_memory(u->r->error)
           : status ? cdy_fault(u->r, CDY_RULE_NUMBER, p->element->at, "a face of <%.200s> of %zu corners %s", p->path,
                                count, CDY_POLYGON_TOO_LONG)
                    : CDY_OK;
}

/* Appends the faces. */
static cdy_status add_faces(cdy_usd *u, const cdy_usd_prim *p, cdy_mesh *mesh)
{
    double *counts = NULL, *corners = NULL;
    size_t face_count = 0, corner_count = 0, at = 0;
    cdy_status status = cdy_usd_array(u, p, "faceVertexCounts", SIZE_MAX, &counts, &face_count);
    status = status ? status : cdy_usd_array(u, p, "faceVertexIndices", SIZE_MAX, &corners, &corner_count);
    bool right = !status;
    for (size_t i = 0; i < corner_count && right; i++) {
        right = corners[i] >= 0 && corners[i] < (double)mesh->vertex_count && corners[i] == floor(corners[i]);
    }
    for (size_t f = 0; f < face_count && right && !status; f++) {
        right = counts[f] >= 0 && counts[f] <= (double)(corner_count - at) && counts[f] == floor(counts[f]);
        const size_t count = right ? (size_t)counts[f] : 0;
        status = add_face(u, p, mesh, corners + at, count);
        at += count;
    }
    if (!status && right && at != corner_count) {
        return cdy_fault(u->r, CDY_RULE_NUMBER, p->element->at,
                         "faceVertexIndices of <%.200s> has %zu corners, faceVertexCounts %zu; expected as many",
                         p->path, corner_count, at);
    }
    if (!status && !right) {
        status = cdy_fault(u->r, CDY_RULE_NUMBER, p->element->at,
                           "the faces of <%.200s> name points that it does not have", p->path);
    }
    return status;
}

/* Takes the bytes of a mesh from what may be read, since references can name it again and again. */
static cdy_status pay_for(cdy_usd *u, const cdy_usd_prim *p)
{
    static const char *const names[] = {"points", "faceVertexCounts", "faceVertexIndices"};
    size_t bytes = 0;
    for (int i = 0; i < 3; i++) {
        const cdy_usd_field *f = cdy_usd_find(u, p, names[i], NULL);
        bytes += f ? (size_t)(f->end - f->start) : 0;
    }
    if (bytes > u->mesh_bytes) {
        return cdy_fault(u->r, CDY_RULE_REFUSED, p->element->at,
                         "the meshes that masses depend on have too many points; expected the masses themselves");
    }
    u->mesh_bytes -= bytes;
    return CDY_OK;
}

/* Measures a mesh, or its hull. */
static cdy_status measure_mesh(cdy_usd *u, const cdy_usd_prim *p, bool hull, cdy_usd_solid *out)
{
    cdy_mesh *mesh = cdy_allocate(1, sizeof *mesh), *around = NULL;
    cdy_mesh_properties m = {0};
    cdy_error fault = {0};
    cdy_status status = mesh ? pay_for(u, p) : cdy_fail_memory(u->r->error);
    status = status ? status : add_points(u, p, mesh);
    status = status ? status : add_faces(u, p, mesh);
    if (!status) {
        status = hull ? cdy_mesh_convex_hull(mesh, &around, &fault) : CDY_OK;
        status = status ? status : cdy_mesh_measure(around ? around : mesh, NULL, &m, &fault);
        if (status == CDY_ERROR_MEMORY) {
            status = cdy_fail_memory(u->r->error);
        } else if (status || !(m.volume > 0)) {
            status = cdy_fault(u->r, CDY_RULE_MESH_NOT_FOUND, p->element->at,
                               "the mass of the link depends on the mesh <%.200s>: %.200s", p->path,
                               status ? fault.text : "it encloses no volume");
        } else if (!m.watertight) {
            cdy_warn(u->r, CDY_RULE_INERTIA_PLACEHOLDER, p->element->at,
                     "the mass of the link depends on the mesh <%.200s>, which is not closed; expected the mass itself",
                     p->path);
        }
    }
    cdy_mesh_destroy(mesh);
    cdy_mesh_destroy(around);
    out->volume = m.volume;
    memcpy(out->center, m.center, sizeof out->center);
    memcpy(out->inertia, m.inertia, sizeof out->inertia);
    return status;
}

/* ---- shapes ---- */

static cdy_status measure_primitive(cdy_usd *u, const cdy_usd_prim *p, cdy_usd_solid *out)
{
    cdy_shape shape;
    const cdy_status status = cdy_usd_read_shape(u, p, &shape);
    const cdy_geometry *g = &shape.geometry;
    const cdy_pose pose = cdy_pose_from_placement(&shape.origin);
    cdy_uniform w = {0};
    if (status) {
        return status;
    }
    switch (g->type) {
    case CDY_GEOMETRY_BOX: w = cdy_fill_box(g->size[0], g->size[1], g->size[2]); break;
    case CDY_GEOMETRY_SPHERE: w = cdy_fill_ellipsoid(g->radius, g->radius, g->radius); break;
    case CDY_GEOMETRY_CYLINDER: w = cdy_fill_cylinder(g->radius, g->length); break;
    case CDY_GEOMETRY_CAPSULE: w = cdy_fill_capsule(g->radius, g->length); break;
    case CDY_GEOMETRY_MESH:
    case CDY_GEOMETRY_NONE:
        if (strcmp(p->type, "Cone") == 0) {
            w = cdy_fill_cone(g->radius, g->length);
        }
        break;
    }
    if (!(w.volume > 0) || !isfinite(w.volume)) {
        return cdy_fault(u->r, CDY_RULE_INERTIA_MISSING, p->element->at,
                         "the mass of the link depends on the volume of <%.200s>, a %.40s; expected the mass itself",
                         p->path, p->type);
    }
    const double up[3] = {0, 0, w.height};
    const double about[6] = {w.volume * w.moments[0], 0, 0, w.volume * w.moments[1], 0, w.volume * w.moments[2]};
    out->volume = w.volume;
    cdy_rotate(pose.q, up, out->center);
    cdy_rotate_inertia(pose.q, about, out->inertia);
    for (int i = 0; i < 3; i++) {
        out->center[i] += pose.p[i];
    }
    return CDY_OK;
}

cdy_status cdy_usd_measure(cdy_usd *u, const cdy_usd_prim *p, cdy_usd_solid *out)
{
    const char *approximation = "none";
    *out = (cdy_usd_solid){0};
    if (strcmp(p->type, "Mesh") != 0) {
        return measure_primitive(u, p, out);
    }
    const cdy_status status = cdy_usd_word(u, p, "physics:approximation", &approximation);
    if (strcmp(approximation, "boundingCube") == 0 || strcmp(approximation, "boundingSphere") == 0) {
        cdy_usd_tell(u, "physics:approximation", p->element->at, "the mesh itself is measured");
    }
    return status ? status : measure_mesh(u, p, strcmp(approximation, "convexHull") == 0, out);
}

/* ---- PhysicsMassAPI ---- */

static cdy_status check_given(cdy_usd *u, const cdy_usd_prim *p, const given *g)
{
    bool right = g->mass >= 0 && isfinite(g->mass) && g->density >= 0 && isfinite(g->density);
    for (int i = 0; i < 3; i++) {
        right = right && isfinite(g->inertia[i]) && g->inertia[i] >= 0 && isfinite(g->axes[i]);
    }
    return right && isfinite(g->axes[3])
               ? CDY_OK
               : cdy_fault(u->r, CDY_RULE_MASS_NEGATIVE, p->element->at,
                           "the mass is %g, the density %g, the diagonal inertia %g %g %g; expected 0 or more", g->mass,
                           g->density, g->inertia[0], g->inertia[1], g->inertia[2]);
}

static cdy_status read_given(cdy_usd *u, const cdy_usd_prim *p, given *g)
{
    *g = (given){.center = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    if (!cdy_usd_has_api(u, p, "PhysicsMassAPI")) {
        if (cdy_usd_find(u, p, "physics:mass", NULL)) {
            cdy_usd_tell(u, "physics:mass", p->element->at, "the prim does not have the schema PhysicsMassAPI");
        }
        return CDY_OK;
    }
    cdy_status status = cdy_usd_number(u, p, "physics:mass", &g->mass);
    status = status ? status : cdy_usd_number(u, p, "physics:density", &g->density);
    status = status ? status : cdy_usd_numbers(u, p, "physics:centerOfMass", g->center, 3, NULL);
    status = status ? status : cdy_usd_numbers(u, p, "physics:diagonalInertia", g->inertia, 3, NULL);
    status = status ? status : cdy_usd_numbers(u, p, "physics:principalAxes", g->axes, 4, NULL);
    status = status ? status : check_given(u, p, g);
    g->center_given = isfinite(g->center[0]) && isfinite(g->center[1]) && isfinite(g->center[2]);
    g->inertia_given = g->inertia[0] > 0 || g->inertia[1] > 0 || g->inertia[2] > 0;
    return status;
}

/* Reads the density of the physical material that is bound to a prim or to one above; 0: none. */
static cdy_status read_material(cdy_usd *u, const cdy_usd_prim *p, double *density)
{
    cdy_status status = CDY_OK;
    int material = -1;
    cdy_place at;
    *density = 0;
    for (; p->parent >= 0 && material < 0 && !status; p = &u->prims[p->parent]) {
        status = cdy_usd_target(u, p, "material:binding:physics", &material, &at);
        if (!status && material < 0) {
            status = cdy_usd_target(u, p, "material:binding", &material, &at);
        }
    }
    if (!status && material >= 0 && cdy_usd_has_api(u, &u->prims[material], "PhysicsMaterialAPI")) {
        status = cdy_usd_number(u, &u->prims[material], "physics:density", density);
    }
    return status;
}

/* Finds the mass of a collider: its own, or of its density, the body's, its material's or that of water. */
static cdy_status weigh(cdy_usd *u, const cdy_usd_prim *p, double body_density, cdy_usd_solid *solid, double *mass)
{
    given g;
    double density = 0;
    cdy_status status = read_given(u, p, &g);
    status = status ? status : cdy_usd_measure(u, p, solid);
    if (!status && g.density == 0 && body_density == 0) {
        status = read_material(u, p, &density);
    }
    if (status) {
        return status;
    }
    density = g.density > 0 ? g.density : body_density > 0 ? body_density : density;
    density = density > 0 ? density * u->kilograms / pow(u->meters, 3) : 1000;
    *mass = g.mass > 0 && !p->is_body ? g.mass * u->kilograms : density * solid->volume;
    return isfinite(*mass) ? CDY_OK : cdy_fault(u->r, CDY_RULE_NUMBER, p->element->at, "the mass is not finite");
}

/* Adds up the colliders of a link; *any tells whether there are some. */
static cdy_status weigh_all(cdy_usd *u, int link, double density, cdy_inertial *sum, bool *any)
{
    double first[3] = {0, 0, 0}, about[6] = {0};
    cdy_status status = CDY_OK;
    *any = false;
    for (int i = u->first_shape[link]; i >= 0 && !status; i = u->next_shape[i]) {
        const cdy_usd_prim *p = &u->prims[i];
        cdy_usd_solid solid;
        double mass;
        if (!p->collides) {
            continue;
        }
        *any = true;
        status = weigh(u, p, density, &solid, &mass);
        if (status) {
            break;
        }
        for (int k = 0; k < 6; k++) {
            about[k] += solid.inertia[k] * mass / solid.volume;
        }
        cdy_add_steiner(about, mass, solid.center);
        for (int k = 0; k < 3; k++) {
            first[k] += mass * solid.center[k];
        }
        sum->mass += mass;
    }
    if (!status && *any) {
        for (int k = 0; k < 3; k++) {
            sum->origin.xyz[k] = first[k] / sum->mass;
        }
        cdy_add_steiner(about, -sum->mass, sum->origin.xyz);
        memcpy(sum->inertia, about, sizeof about);
    }
    return status;
}

/* A body without colliders is a ball of 0.1 m, of 1 kg where it has no mass, as in UsdPhysics. */
static void make_up(cdy_usd *u, const cdy_usd_prim *p, double mass, cdy_inertial *sum)
{
    const double moment = 0.4 * 0.1 * 0.1;
    *sum = (cdy_inertial){.given = true, .mass = mass > 0 ? mass : 1};
    sum->inertia[0] = sum->inertia[3] = sum->inertia[5] = moment * sum->mass;
    cdy_warn(
        u->r, CDY_RULE_INERTIA_PLACEHOLDER, p->element->at,
        "the link has no %s and no collider, which UsdPhysics takes for %g kg in a ball of 0.1 m; expected its mass "
        "and inertia",
        mass > 0 ? "inertia" : "mass", sum->mass);
}

/* Puts what is given in the place of what is measured; `any`: something is. */
static cdy_status put_given(const cdy_usd *u, int link, const given *g, bool any, cdy_inertial *sum)
{
    const double unit = u->kilograms * u->meters * u->meters;
    const double mass = g->mass * u->kilograms, factor = mass > 0 && sum->mass > 0 ? mass / sum->mass : 1;
    sum->mass = mass > 0 ? mass : sum->mass;
    for (int k = 0; k < 6; k++) {
        sum->inertia[k] *= factor;
    }
    if (g->center_given) {
        double d[3];
        for (int k = 0; k < 3; k++) {
            d[k] = sum->origin.xyz[k] - g->center[k] * u->scales[link][k];
            sum->origin.xyz[k] = g->center[k] * u->scales[link][k];
        }
        if (any) { /* about the center that is given, as the schema has it */
            cdy_add_steiner(sum->inertia, sum->mass, d);
        }
    }
    if (!g->inertia_given) {
        return CDY_OK;
    }
    const double length =
        sqrt(g->axes[0] * g->axes[0] + g->axes[1] * g->axes[1] + g->axes[2] * g->axes[2] + g->axes[3] * g->axes[3]);
    cdy_pose pose = cdy_pose_still;
    for (int k = 0; k < 4 && length > 1e-12; k++) {
        pose.q[k] = g->axes[k] / length;
    }
    const double xyz[3] = {sum->origin.xyz[0], sum->origin.xyz[1], sum->origin.xyz[2]};
    cdy_pose_to_placement(&pose, &sum->origin);
    memcpy(sum->origin.xyz, xyz, sizeof xyz);
    const double diagonal[6] = {unit * g->inertia[0], 0, 0, unit * g->inertia[1], 0, unit * g->inertia[2]};
    memcpy(sum->inertia, diagonal, sizeof diagonal);
    return CDY_OK;
}

cdy_status cdy_usd_read_mass(cdy_usd *u, int link)
{
    const cdy_usd_prim *p = &u->prims[u->link_prims[link]];
    cdy_inertial sum = {.given = true};
    given g;
    cdy_status status = read_given(u, p, &g);
    const bool all = g.mass > 0 && g.center_given && g.inertia_given;
    bool any = false;
    if (!status && !all) {
        status = weigh_all(u, link, g.density, &sum, &any);
        if (!status && !any && !(g.mass > 0 && g.inertia_given)) {
            make_up(u, p, g.mass * u->kilograms, &sum);
        }
    }
    status = status ? status : put_given(u, link, &g, any, &sum);
    u->links[link].tensor = g.inertia_given;
    u->links[link].body.inertial = sum;
    return status;
}
