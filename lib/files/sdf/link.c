/* Links: masses, inertias and shapes. */
#include "base/error.h"
#include "sdf/sdf.h"

#include <math.h>
#include <string.h>

/* Reads <inertia>; a missing moment is 1 and a missing product 0, as in the specification. */
static cdy_status read_tensor(cdy_sdf *s, const cdy_element *e, double inertia[6])
{
    static const char *const names[] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    cdy_status status = CDY_OK;
    for (int i = 0; i < 6 && e && !status; i++) {
        status = cdy_sdf_number(s, e, names[i], &inertia[i]);
        if (!status && !isfinite(inertia[i])) {
            status = cdy_fault(s->r, CDY_RULE_NUMBER, e->at, "<%s> is not finite; expected kg m2", names[i]);
        }
    }
    return status;
}

static cdy_status read_mass(cdy_sdf *s, const cdy_element *e, double *mass)
{
    cdy_status status = cdy_sdf_number(s, e, "mass", mass);
    if (!status && !(*mass >= 0 && isfinite(*mass))) {
        status = cdy_fault(s->r, CDY_RULE_MASS_NEGATIVE, cdy_first_child(e, "mass")->at,
                           "the mass is %g; expected 0 or more kg", *mass);
    }
    return status;
}

/* The pose turns the axes of the tensor. */
static cdy_status read_given(cdy_sdf *s, const cdy_element *e, cdy_inertial *inertial)
{
    cdy_pose pose;
    const cdy_attribute *relative;
    const cdy_element *tensor = cdy_first_child(e, "inertia");
    if (tensor) {
        cdy_sdf_check_children(s, tensor);
    }
    cdy_status status = cdy_sdf_read_pose(s, e, &pose, &relative);
    if (!status && relative && strcmp(relative->text, "") != 0 && s->scopes[0].minor >= 7) {
        status = cdy_fault(s->r, CDY_RULE_REFERENCE_UNKNOWN, relative->at,
                           "<pose> in <inertial> is relative to its link; expected no relative_to");
    }
    if (!status) {
        status = read_mass(s, e, &inertial->mass);
    }
    if (!status) {
        status = read_tensor(s, tensor, inertial->inertia);
    }
    cdy_pose_to_placement(&pose, &inertial->origin);
    return status;
}

/* Scales an inertia that the shapes give to the mass that the file gives. */
static cdy_status scale_to_mass(cdy_sdf *s, const cdy_element *e, cdy_inertial *inertial)
{
    double mass = 0;
    cdy_status status = cdy_first_child(e, "mass") ? read_mass(s, e, &mass) : CDY_OK;
    if (status || !(mass > 0) || !(inertial->mass > 0)) {
        return status;
    }
    for (int i = 0; i < 6; i++) {
        inertial->inertia[i] *= mass / inertial->mass;
    }
    inertial->mass = mass;
    return CDY_OK;
}

cdy_status cdy_sdf_read_inertial(cdy_sdf *s, const cdy_sdf_scope *scope, cdy_link_entry *link)
{
    const cdy_element *e = cdy_first_child(link->element, "inertial");
    cdy_inertial *inertial = &link->body.inertial;
    bool automatic = false;
    double density = 0;
    *inertial = (cdy_inertial){.given = true, .mass = 1, .inertia = {1, 0, 0, 1, 0, 1}};
    if (!e) {
        if (!s->still) {
            cdy_warn(s->r, CDY_RULE_INERTIA_PLACEHOLDER, link->at,
                     "the link has no <inertial>, which SDF takes for 1 kg and 1 kg m2; expected its mass and inertia");
        }
        return CDY_OK;
    }
    cdy_sdf_check_children(s, e);
    cdy_status status = cdy_sdf_attribute_flag(s, e, "auto", &automatic);
    if (status || !automatic) {
        link->tensor = cdy_first_child(e, "inertia") != NULL;
        return status ? status : read_given(s, e, inertial);
    }
    *inertial = (cdy_inertial){.given = true};
    status = cdy_sdf_number(s, e, "density", &density);
    if (!status && cdy_first_child(e, "density") && !(density > 0 && isfinite(density))) {
        status = cdy_fault(s->r, CDY_RULE_NUMBER, cdy_first_child(e, "density")->at,
                           "<density> is %g; expected more than 0 kg/m3", density);
    }
    if (!status) {
        status = cdy_sdf_weigh(s, scope, link->element, density, inertial);
    }
    return status ? status : scale_to_mass(s, e, inertial);
}

/* Names what acts on a link beyond gravity on its mass. */
static void warn_of_forces(cdy_sdf *s, const cdy_element *e)
{
    bool gravity = true, kinematic = false;
    if (cdy_sdf_flag(s, e, "gravity", &gravity) == CDY_OK && !gravity) {
        cdy_warn(s->r, CDY_RULE_DYNAMICS_UNREAD, cdy_first_child(e, "gravity")->at,
                 "<gravity> false is not read; torques here hold the weight of this link too");
    }
    if (cdy_sdf_flag(s, e, "kinematic", &kinematic) == CDY_OK && kinematic) {
        cdy_warn(s->r, CDY_RULE_DYNAMICS_UNREAD, cdy_first_child(e, "kinematic")->at,
                 "<kinematic> is not read; the link moves by forces here");
    }
    const cdy_element *decay = cdy_first_child(e, "velocity_decay");
    if (decay && decay->first_child) {
        cdy_warn(s->r, CDY_RULE_DYNAMICS_UNREAD, decay->at, "<velocity_decay> is not read; its forces are left out");
    }
    const cdy_element *inertial = cdy_first_child(e, "inertial");
    const cdy_element *fluid = inertial ? cdy_first_child(inertial, "fluid_added_mass") : NULL;
    if (fluid) {
        cdy_warn(s->r, CDY_RULE_DYNAMICS_UNREAD, fluid->at,
                 "<fluid_added_mass> is not read; forces of fluids are left out");
    }
}

cdy_status cdy_sdf_read_links(cdy_sdf *s)
{
    s->links = cdy_arena_allocate(&s->r->memory, (size_t)s->link_count, sizeof *s->links);
    s->places = cdy_arena_allocate(&s->r->memory, (size_t)s->link_count, sizeof *s->places);
    cdy_status status = s->links && s->places ? CDY_OK : cdy_fail_memory(s->r->error);
    if (!status) {
        s->links[0] = (cdy_link_entry){
            .element = s->scopes[0].e, .at = s->scopes[0].e->at, .joint = -1, .body = {.name = "world"}};
        s->places[0] = cdy_pose_still;
    }
    for (int i = 1; i < s->link_count && !status; i++) {
        const cdy_sdf_node *n = &s->nodes[s->link_nodes[i]];
        cdy_link_entry *link = &s->links[i];
        *link =
            (cdy_link_entry){.element = n->e, .at = n->e->at, .joint = -1, .body = {.name = cdy_sdf_shown(s, n->name)}};
        s->places[i] = cdy_sdf_pose_in(s, s->link_nodes[i], 0);
        cdy_about_link(s->r, link->body.name);
        cdy_sdf_check_children(s, n->e);
        warn_of_forces(s, n->e);
        status = cdy_continue_reading(s->r, cdy_sdf_read_inertial(s, &s->scopes[n->scope], link), &link->unweighed);
        if (!status) {
            status = cdy_continue_reading(s->r, cdy_sdf_read_shapes(s, &s->scopes[n->scope], link), &link->faulty);
        }
        link->faulty = link->faulty || link->unweighed;
    }
    cdy_about_robot(s->r);
    return status;
}
