/* Links: bodies with their mass and shapes. */
#include "base/error.h"
#include "urdf/inertia.h"
#include "urdf/value.h"

static bool has_inertia(const cdy_inertial *inertial)
{
    for (int i = 0; i < 6; i++) {
        if (inertial->inertia[i] < 0 || inertial->inertia[i] > 0) {
            return true;
        }
    }
    return false;
}

static cdy_status read_mass(cdy_reader *r, const cdy_element *element, cdy_inertial *inertial)
{
    const cdy_element *mass;
    cdy_status status = cdy_only_child(r, element, "mass", &mass);
    if (status) {
        return status;
    }
    if (!mass) {
        cdy_warn(r, CDY_RULE_MASS_MISSING, element->line, "<inertial> has no <mass>, so the link weighs nothing");
        return CDY_OK;
    }
    status = cdy_required_numbers(r, mass, "value", &inertial->mass, 1);
    if (!status && inertial->mass < 0) {
        const cdy_attribute *value = cdy_find_attribute(mass, "value");
        status = cdy_fault(r, value->line, "the mass is %.80s, which is negative; expected 0 or more kg", value->text);
    }
    return status;
}

/* The file gives the inertia about the center of mass, where these rules hold. */
static void check_inertia(cdy_reader *r, const cdy_inertial *inertial, int line)
{
    double moments[3];
    if (inertial->mass <= 0) {
        if (has_inertia(inertial)) {
            cdy_warn(r, CDY_RULE_INERTIA_WITHOUT_MASS, line, "the link has an inertia, but no mass");
        }
    } else if (!cdy_is_physical_inertia(inertial->inertia, moments)) {
        cdy_warn(r, CDY_RULE_INERTIA_NOT_PHYSICAL, line,
                 "no body has the principal moments of inertia %.6g, %.6g and %.6g kg m^2; expected none to be "
                 "negative or larger than the other two together",
                 moments[0], moments[1], moments[2]);
    }
}

/* Moments of inertia cannot be guessed; products of inertia that nobody wrote down are 0. */
static cdy_status read_inertia(cdy_reader *r, const cdy_element *element, cdy_inertial *inertial)
{
    static const char *const moments[] = {"ixx", "iyy", "izz", NULL};
    static const char *const products[] = {"ixy", "ixz", "iyz", NULL};
    double *I = inertial->inertia;
    const cdy_element *inertia;
    cdy_status status = cdy_only_child(r, element, "inertia", &inertia);
    if (status) {
        return status;
    }
    if (!inertia) {
        if (inertial->mass > 0) {
            cdy_warn(r, CDY_RULE_INERTIA_MISSING, element->line, "<inertial> has no <inertia>: a point mass");
        }
        return CDY_OK;
    }
    status = cdy_required_list(r, inertia, moments, (double *const[]){&I[0], &I[3], &I[5]});
    if (!status) {
        status = cdy_optional_list(r, inertia, products, (double *const[]){&I[1], &I[2], &I[4]});
    }
    if (!status) {
        check_inertia(r, inertial, inertia->line);
    }
    return status;
}

static cdy_status read_inertial(cdy_reader *r, const cdy_element *link, cdy_inertial *inertial)
{
    static const char *const known[] = {"origin", "mass", "inertia"};
    const cdy_element *element;
    cdy_status status = cdy_only_child(r, link, "inertial", &element);
    if (status || !element) {
        return status;
    }
    inertial->given = true;
    cdy_check_children(r, element, sizeof known / sizeof *known, known);
    status = cdy_read_origin(r, element, &inertial->origin);
    if (!status) {
        status = read_mass(r, element, inertial);
    }
    return status ? status : read_inertia(r, element, inertial);
}

/* Gives the link its name and its number. */
static cdy_status enter_link(cdy_reader *r, const cdy_element *element, int number)
{
    cdy_urdf_link *link = &r->links[number];
    link->line = element->line;
    link->joint = -1;
    link->body.joint.mimic.multiplier = 1;
    r->kind = NULL;
    cdy_status status = cdy_required_text(r, element, "name", "a_name_of_its_own", &link->body.name);
    if (status) {
        return status;
    }
    r->kind = "link";
    r->subject = link->body.name;
    int known = cdy_name_table_find(&r->link_numbers, link->body.name);
    if (known >= 0) {
        return cdy_fault(r, element->line, "there is a link of this name in line %d already; names must differ",
                         r->links[known].line);
    }
    return cdy_name_table_set(&r->link_numbers, link->body.name, number) ? CDY_OK : cdy_fail_memory(r->error);
}

static cdy_status read_link(cdy_reader *r, const cdy_element *element, int number)
{
    static const char *const known[] = {"inertial", "visual", "collision"};
    cdy_status status = enter_link(r, element, number);
    if (status) {
        return status;
    }
    cdy_body *body = &r->links[number].body;
    cdy_check_children(r, element, sizeof known / sizeof *known, known);
    status = read_inertial(r, element, &body->inertial);
    if (!status) {
        status = cdy_read_shapes(r, element, "visual", &body->visuals, &body->visual_count);
    }
    if (!status) {
        status = cdy_read_shapes(r, element, "collision", &body->collisions, &body->collision_count);
    }
    return status;
}

cdy_status cdy_read_links(cdy_reader *r, const cdy_element *robot)
{
    r->link_count = cdy_count_children(robot, "link");
    if (r->link_count == 0) {
        return cdy_fault(r, robot->line, "the robot has no <link>; expected one at least");
    }
    r->links = cdy_arena_allocate(&r->memory, (size_t)r->link_count, sizeof *r->links);
    if (!r->links) {
        return cdy_fail_memory(r->error);
    }
    cdy_status status = CDY_OK;
    int number = 0;
    for (const cdy_element *e = cdy_first_child(robot, "link"); e && !status; e = cdy_next_alike(e)) {
        status = read_link(r, e, number++);
    }
    r->kind = NULL;
    return status;
}
