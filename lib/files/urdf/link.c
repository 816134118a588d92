/* Reading of links: mass, inertia and shapes. */
#include "base/error.h"
#include "description/value.h"
#include "urdf/urdf.h"
#include "xacro/result.h"

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
        cdy_warn(r, CDY_RULE_MASS_MISSING, element->at,
                 "<inertial> has no <mass>, so the link weighs nothing; expected <mass value=\"...\"/> in kg");
        return CDY_OK;
    }
    status = cdy_required_numbers(r, mass, "value", &inertial->mass, 1);
    if (!status && inertial->mass < 0) {
        const cdy_attribute *value = cdy_find_attribute(mass, "value");
        status = cdy_fault(r, CDY_RULE_MASS_NEGATIVE, value->at,
                           "the mass is %.80s, which is negative; expected 0 or more kg", value->text);
    }
    return status;
}

/* Checks the inertia of a massless link; the inertia of links with mass is checked when the whole robot is known. */
static void check_inertia(cdy_reader *r, const cdy_inertial *inertial, const cdy_link_entry *link, cdy_place at)
{
    if (!link->faulty && inertial->mass <= 0 && has_inertia(inertial)) {
        cdy_warn(r, CDY_RULE_INERTIA_WITHOUT_MASS, at,
                 "the link has the inertia ixx=%g iyy=%g izz=%g kg m^2, but no mass; expected its mass in kg",
                 inertial->inertia[0], inertial->inertia[3], inertial->inertia[5]);
    }
}

/* A missing moment of inertia is a fault; a missing product of inertia is 0. */
static cdy_status read_inertia(cdy_reader *r, const cdy_element *element, cdy_link_entry *entry)
{
    cdy_inertial *inertial = &entry->body.inertial;
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
            cdy_warn(
                r, CDY_RULE_INERTIA_MISSING, element->at,
                "<inertial> has no <inertia>: a point mass of %g kg; expected the <inertia> about the center of mass",
                inertial->mass);
        }
        return CDY_OK;
    }
    bool faulty = false;
    entry->tensor = true;
    status = cdy_continue_reading(r, cdy_required_list(r, inertia, moments, (double *const[]){&I[0], &I[3], &I[5]}),
                                  &faulty);
    if (!status) {
        status = cdy_continue_reading(
            r, cdy_optional_list(r, inertia, products, (double *const[]){&I[1], &I[2], &I[4]}), &faulty);
    }
    if (!status && !faulty) {
        check_inertia(r, inertial, entry, inertia->at);
    }
    return !status && faulty ? CDY_ERROR_ROBOT : status;
}

static cdy_status read_inertial(cdy_reader *r, const cdy_element *link, cdy_link_entry *entry)
{
    cdy_inertial *inertial = &entry->body.inertial;
    static const char *const known[] = {"origin", "mass", "inertia"};
    const cdy_element *element;
    cdy_status status = cdy_only_child(r, link, "inertial", &element);
    if (status || !element) {
        return status;
    }
    inertial->given = true;
    cdy_check_children(r, element, sizeof known / sizeof *known, known);
    bool faulty = false;
    status = cdy_continue_reading(r, cdy_read_origin(r, element, &inertial->origin), &faulty);
    if (!status) {
        status = cdy_continue_reading(r, read_mass(r, element, inertial), &faulty);
    }
    entry->faulty = faulty;
    if (!status) {
        status = cdy_continue_reading(r, read_inertia(r, element, entry), &faulty);
    }
    return !status && faulty ? CDY_ERROR_ROBOT : status;
}

/* Sets the name of a link and adds it to the table of names. */
static cdy_status register_link(cdy_reader *r, const cdy_element *element, int number)
{
    cdy_link_entry *link = &r->links[number];
    link->at = element->at;
    link->element = element;
    link->joint = -1;
    link->body.joint.mimic.multiplier = 1;
    link->body.name = "";
    cdy_about_robot(r);
    cdy_status status = cdy_required_text(r, element, "name", "a_name_of_its_own", &link->body.name);
    if (status) {
        return status;
    }
    cdy_about_link(r, link->body.name);
    int registered = cdy_name_table_find(&r->link_numbers, link->body.name);
    if (registered >= 0) {
        return cdy_fault(r, CDY_RULE_NAME_REPEATED, element->at,
                         "there is a link of this name in line %d already; names must differ",
                         r->links[registered].at.line);
    }
    return cdy_name_table_set(&r->link_numbers, link->body.name, number) ? CDY_OK : cdy_fail_memory(r->error);
}

static cdy_status read_link(cdy_reader *r, const cdy_element *element, int number)
{
    static const char *const known[] = {"inertial", "visual", "collision"};
    cdy_status status = cdy_continue_reading(r, register_link(r, element, number), NULL);
    if (status) {
        return status;
    }
    cdy_body *body = &r->links[number].body;
    cdy_check_children(r, element, sizeof known / sizeof *known, known);
    bool *faulty = &r->links[number].faulty;
    status = cdy_continue_reading(r, read_inertial(r, element, &r->links[number]), &r->links[number].unweighed);
    *faulty = *faulty || r->links[number].unweighed;
    if (!status) {
        status =
            cdy_continue_reading(r, cdy_read_shapes(r, element, "visual", &body->visuals, &body->visual_count), faulty);
    }
    if (!status) {
        status = cdy_continue_reading(
            r, cdy_read_shapes(r, element, "collision", &body->collisions, &body->collision_count), faulty);
    }
    return status;
}

cdy_status cdy_read_links(cdy_reader *r, const cdy_element *robot)
{
    r->link_count = cdy_count_children(robot, "link");
    if (r->link_count == 0) {
        const char *macro = r->expansion ? r->expansion->uncalled : NULL;
        return macro ? cdy_fault(
                           r, CDY_RULE_ROBOT_EMPTY, robot->at,
                           "the robot has no <link>: the file defines the macro '%.80s' and calls none; give a file "
                           "that includes this one and calls <xacro:%.80s>",
                           macro, macro)
                     : cdy_fault(r, CDY_RULE_ROBOT_EMPTY, robot->at, "the robot has no <link>; expected one at least");
    }
    r->links = cdy_arena_allocate(&r->memory, (size_t)r->link_count, sizeof *r->links);
    if (!r->links) {
        return cdy_fail_memory(r->error);
    }
    cdy_status status = CDY_OK;
    int number = 0;
    for (const cdy_element *e = cdy_first_child(robot, "link"); e && !status; e = cdy_next_alike(e)) {
        status = cdy_continue_reading(r, read_link(r, e, number), &r->links[number].faulty);
        number++;
    }
    cdy_about_robot(r);
    return status;
}
