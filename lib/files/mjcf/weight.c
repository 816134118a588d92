/* Masses and inertias: as the file gives them, or of what the geoms of a body fill. */
#include "base/error.h"
#include "base/jacobi.h"
#include "mjcf/mjcf.h"

#include <math.h>
#include <string.h>

/* Fills a shape of half sizes, or covers it; false: nothing fills this type. */
static bool fill(const cdy_mjcf_geom *g, bool shell, cdy_uniform *out)
{
    if (shell) {
        return cdy_mjcf_cover(g, out);
    }
    const double a = g->size[0], b = g->size[1], c = g->size[2];
    switch (g->type[0] == 'c' ? g->type[1] : g->type[0]) {
    case 's': *out = cdy_fill_ellipsoid(a, a, a); return true;
    case 'a': *out = cdy_fill_capsule(a, 2 * b); return true;
    case 'y': *out = cdy_fill_cylinder(a, 2 * b); return true;
    case 'e': *out = cdy_fill_ellipsoid(a, b, c); return true;
    case 'b': *out = cdy_fill_box(2 * a, 2 * b, 2 * c); return true;
    default: return false;
    }
}

/* Mass of a geom: as given, or of its volume. */
static cdy_status read_mass(cdy_mjcf *m, const cdy_element *e, const cdy_mjcf_geom *g, double volume, double *mass)
{
    double density = 1000;
    int given = 0;
    cdy_status status = cdy_mjcf_numbers(m, e, g->class_number, "mass", mass, 1, 1, &given);
    if (!status && !given) {
        status = cdy_mjcf_number(m, e, g->class_number, "density", &density);
        *mass = density * volume;
    }
    if (!status && *mass < 0) {
        status =
            cdy_fault(m->r, CDY_RULE_MASS_NEGATIVE, e->at, "the mass of the geom is %g; expected 0 or more kg", *mass);
    }
    return status;
}

/* Whether a geom has mass whatever its volume may be. */
static cdy_status is_weightless(cdy_mjcf *m, const cdy_element *e, const cdy_mjcf_geom *g, bool *weightless)
{
    double mass = 1, density = 1000;
    int given = 0;
    cdy_status status = cdy_mjcf_numbers(m, e, g->class_number, "mass", &mass, 1, 1, &given);
    if (!status) {
        status = cdy_mjcf_number(m, e, g->class_number, "density", &density);
    }
    *weightless = (given ? mass : density) == 0 || g->group < cdy_mjcf_model_of(m, e)->compiler.groups[0] ||
                  g->group > cdy_mjcf_model_of(m, e)->compiler.groups[1] || strcmp(g->type, "plane") == 0 ||
                  (strcmp(g->type, "hfield") == 0 && !g->moves);
    if (!status && !*weightless && strcmp(g->type, "hfield") == 0) {
        status = cdy_fault(m->r, CDY_RULE_INERTIA_MISSING, e->at,
                           "the mass of a height field is not read; expected mass=\"0\", or the body's <inertial>");
    }
    if (!status && !*weightless && g->mesh && strcmp(g->type, "mesh") != 0) {
        status = cdy_fault(m->r, CDY_RULE_INERTIA_MISSING, e->at,
                           "a %s that fits a mesh is not read where it has mass; expected its size, or the body's "
                           "<inertial>",
                           g->type);
    }
    return status;
}

cdy_status cdy_mjcf_weigh(cdy_mjcf *m, const cdy_element *e, cdy_mjcf_geom *g, cdy_mjcf_weight *w)
{
    cdy_uniform s = {0};
    bool weightless;
    int shell = 0; /* of meshes, the mesh says it */
    *w = (cdy_mjcf_weight){0};
    cdy_status status = is_weightless(m, e, g, &weightless);
    status = status ? status : cdy_mjcf_truth(m, e, g->class_number, "shellinertia", &shell);
    if (status || weightless) {
        return status;
    }
    if (g->mesh && shell == 1) {
        return cdy_fault(m->r, CDY_RULE_NUMBER, cdy_mjcf_find(m, e, g->class_number, "shellinertia")->at,
                         "shellinertia has no meaning for a mesh; expected inertia=\"shell\" at the <mesh>");
    }
    if (g->mesh) {
        status = cdy_mjcf_measure(m, g->mesh, e);
        s.volume = g->mesh->volume;
    } else if (!fill(g, shell == 1, &s)) {
        return CDY_OK;
    }
    if (!status) {
        status = read_mass(m, e, g, s.volume, &w->mass);
    }
    if (status || !(w->mass > 0)) {
        return status;
    }
    double local[6] = {s.moments[0] * w->mass, 0, 0, s.moments[1] * w->mass, 0, s.moments[2] * w->mass};
    double center[3] = {0, 0, 0};
    for (int k = 0; k < 6 && g->mesh; k++) {
        local[k] = g->mesh->unit[k] * w->mass / g->mesh->volume;
    }
    if (g->mesh) {
        memcpy(center, g->mesh->center, sizeof center);
    }
    cdy_rotate_inertia(g->pose.q, local, w->inertia);
    cdy_rotate(g->pose.q, center, w->center);
    for (int i = 0; i < 3; i++) {
        w->center[i] += g->pose.p[i];
    }
    return CDY_OK;
}

/* Sums the geoms of a body. */
static cdy_status sum_geoms(cdy_mjcf *m, const cdy_mjcf_scope *scope, cdy_inertial *inertial)
{
    cdy_mjcf_weight *w = cdy_arena_allocate(&m->r->memory, scope->geoms.count + 1, sizeof *w);
    double center[3] = {0, 0, 0};
    size_t count = 0;
    if (!w) {
        return cdy_fail_memory(m->r->error);
    }
    for (const cdy_mjcf_part *p = scope->geoms.first; p; p = p->next, count++) {
        cdy_mjcf_geom g;
        cdy_status status = cdy_mjcf_read_geom(m, p, &g);
        if (!status) {
            status = cdy_mjcf_weigh(m, p->element, &g, &w[count]);
        }
        if (status) {
            return status;
        }
        inertial->mass += w[count].mass;
        for (int i = 0; i < 3; i++) {
            center[i] += w[count].mass * w[count].center[i];
        }
    }
    inertial->given = inertial->mass > 0;
    for (int i = 0; i < 3 && inertial->given; i++) {
        inertial->origin.xyz[i] = center[i] / inertial->mass;
    }
    for (size_t k = 0; k < count; k++) {
        const double d[3] = {w[k].center[0] - inertial->origin.xyz[0], w[k].center[1] - inertial->origin.xyz[1],
                             w[k].center[2] - inertial->origin.xyz[2]};
        for (int i = 0; i < 6; i++) {
            inertial->inertia[i] += w[k].inertia[i];
        }
        cdy_add_steiner(inertial->inertia, w[k].mass, d);
    }
    return CDY_OK;
}

/* Reads <inertial>, which may stand in a frame: the tensor about the center of mass, in the axes of the body. */
static cdy_status read_inertial(cdy_mjcf *m, const cdy_mjcf_scope *frame, const cdy_element *e, cdy_inertial *inertial)
{
    cdy_pose pose;
    double full[6] = {0}, diagonal[3] = {0}, local[6];
    int count = 0;
    cdy_mjcf_check_attributes(m, e);
    inertial->given = true;
    cdy_status status = cdy_mjcf_read_pose(m, e, -1, &pose);
    if (!status && !cdy_find_attribute(e, "pos")) {
        status = cdy_fault(m->r, CDY_RULE_ATTRIBUTE_MISSING, e->at,
                           "<inertial> lacks pos; expected the center of mass, such as pos=\"0 0 0\"");
    }
    if (!status && cdy_find_attribute(e, "fullinertia") && cdy_find_attribute(e, "diaginertia")) {
        status = cdy_fault(m->r, CDY_RULE_NUMBER, cdy_find_attribute(e, "fullinertia")->at,
                           "<inertial> has diaginertia and fullinertia; expected one of them");
    }
    if (!status && !cdy_find_attribute(e, "mass")) {
        status = cdy_fault(m->r, CDY_RULE_MASS_MISSING, e->at, "<inertial> lacks mass; expected mass=\"1\" in kg");
    }
    if (!status) {
        status = cdy_mjcf_number(m, e, -1, "mass", &inertial->mass);
    }
    if (!status && inertial->mass < 0) {
        status = cdy_fault(m->r, CDY_RULE_MASS_NEGATIVE, cdy_find_attribute(e, "mass")->at,
                           "the mass is %g, which is negative; expected 0 or more kg", inertial->mass);
    }
    if (!status) {
        status = cdy_mjcf_numbers(m, e, -1, "diaginertia", diagonal, 3, 3, NULL);
    }
    if (!status) {
        status = cdy_mjcf_numbers(m, e, -1, "fullinertia", full, 6, 6, &count);
    }
    if (status) {
        return status;
    }
    const double tensor[6] = {full[0], full[3], full[4], full[1], full[5], full[2]};
    const double moments[6] = {diagonal[0], 0, 0, diagonal[1], 0, diagonal[2]};
    memcpy(local, count ? tensor : moments, sizeof local);
    pose = frame->body == frame - m->scopes ? pose : cdy_pose_compose(&frame->pose, &pose);
    cdy_rotate_inertia(pose.q, local, inertial->inertia);
    memcpy(inertial->origin.xyz, pose.p, sizeof pose.p);
    return CDY_OK;
}

/* Applies the least mass and principal moments, and balanceinertia, which makes moments that no body has all equal. */
static void correct(const cdy_mjcf_compiler *c, cdy_inertial *inertial)
{
    double *I = inertial->inertia, A[9] = {I[0], I[1], I[2], I[1], I[3], I[4], I[2], I[4], I[5]}, V[9];
    static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
    if (!(c->bound_mass > 0) && !(c->bound_inertia > 0) && !c->balance) {
        return;
    }
    cdy_jacobi(3, A, V);
    double moments[3] = {fmax(A[0], c->bound_inertia), fmax(A[4], c->bound_inertia), fmax(A[8], c->bound_inertia)};
    const double sum = moments[0] + moments[1] + moments[2];
    const double largest = fmax(fmax(moments[0], moments[1]), moments[2]);
    for (int i = 0; i < 3 && c->balance && sum - largest < largest; i++) {
        moments[i] = sum / 3;
    }
    for (int k = 0; k < 6; k++) {
        I[k] = 0;
        for (int i = 0; i < 3; i++) {
            I[k] += V[3 * i + row[k]] * moments[i] * V[3 * i + column[k]];
        }
    }
    inertial->mass = fmax(inertial->mass, c->bound_mass);
    inertial->given = true;
}

cdy_status cdy_mjcf_read_inertia(cdy_mjcf *m, cdy_mjcf_scope *scope, cdy_link_entry *link)
{
    cdy_inertial *inertial = &link->body.inertial;
    const cdy_mjcf_compiler *c = &cdy_mjcf_model_of(m, scope->element)->compiler;
    const int mode = c->inertia_from_geom;
    bool from_geoms = mode == 1 || (mode == 2 && !scope->inertial);
    cdy_status status = from_geoms ? sum_geoms(m, scope, inertial) : CDY_OK;
    from_geoms = from_geoms && (inertial->given || !scope->inertial); /* geoms without mass replace nothing */
    if (!status && !from_geoms && scope->inertial) {
        status = read_inertial(m, &m->scopes[scope->inertial_scope], scope->inertial, inertial);
    }
    link->tensor = scope->inertial && !from_geoms; /* that of shapes fits them */
    const bool weightless = !inertial->given;
    if (!status) {
        correct(c, inertial);
    }
    if (!status && weightless && inertial->given) { /* MuJoCo puts such a mass where the body is in its frame */
        memcpy(inertial->origin.xyz, scope->own, sizeof scope->own);
    }
    return status;
}
