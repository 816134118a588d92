#include "urdf/drive.h"

#include "base/error.h"
#include "description/spelling.h"
#include "description/value.h"
#include "text/nearest.h"
#include "tree/drive.h"
#include "urdf/urdf.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef enum number_place {
    OWN_PLACE,  /* URDF has no element for the number */
    URDF_PLACE, /* <dynamics> or <transmission> has it in a robot */
} number_place;

typedef struct drive_number {
    const char *name;
    size_t offset; /* in cdy_joint */
    number_place place;
    double standard; /* the value that need not be written */
} drive_number;

#define NUMBER(name, member, place, standard)                                                                          \
    {                                                                                                                  \
#name, offsetof(cdy_joint, member), place, standard                                                            \
    }
#define LAW(name) NUMBER(name, drive.name, OWN_PLACE, 0)

static const drive_number numbers[] = {
    NUMBER(damping, dynamics.damping, URDF_PLACE, 0),
    NUMBER(friction, dynamics.friction, URDF_PLACE, 0),
    NUMBER(gear_ratio, gear_ratio, URDF_PLACE, 1),
    NUMBER(rotor_inertia, rotor_inertia, OWN_PLACE, 0),
    NUMBER(stiffness, dynamics.stiffness, OWN_PLACE, 0),
    NUMBER(spring_rest, dynamics.spring_rest, OWN_PLACE, 0),
    LAW(friction_asymmetry),
    LAW(damping_asymmetry),
    LAW(stribeck),
    LAW(stribeck_velocity),
    LAW(stribeck_exponent),
    LAW(load_friction),
    LAW(load_asymmetry),
    LAW(load_stribeck),
    LAW(load_damping),
    LAW(load_velocity),
    LAW(power_friction),
    LAW(power_exponent),
    LAW(offset),
    LAW(friction_width),
    LAW(load_width),
    LAW(friction_temperature),
    LAW(damping_temperature),
    LAW(current_gain),
    LAW(torque_gain),
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static bool is_of_dynamics(const drive_number *number)
{
    const size_t start = offsetof(cdy_joint, dynamics);
    return number->offset >= start && number->offset < start + sizeof(cdy_joint_dynamics);
}

static double *number_of(cdy_joint *joint, const drive_number *number)
{
    return (double *)(void *)((char *)joint + number->offset);
}

static double value_of(const cdy_joint *joint, const drive_number *number)
{
    double value;
    memcpy(&value, (const char *)joint + number->offset, sizeof value);
    return value;
}

/* An attribute of another name would be lost. */
static cdy_status check_attributes(cdy_reader *r, const cdy_element *drive)
{
    for (size_t i = 0; i < drive->attribute_count; i++) {
        const cdy_attribute *a = &drive->attributes[i];
        cdy_nearest search = cdy_nearest_to(a->name);
        bool known = strcmp(a->name, "joint") == 0;
        for (int k = 0; k < NUMBERS; k++) {
            known = known || strcmp(a->name, numbers[k].name) == 0;
            cdy_nearest_consider(&search, numbers[k].name);
        }
        char hint[CDY_HINT_SIZE];
        if (!known) {
            return cdy_fault(r, CDY_RULE_DRIVE, a->at, "<drive> has no attribute '%.80s'%s", a->name,
                             cdy_hint(hint, cdy_is_near(&search) ? search.name : NULL));
        }
    }
    return CDY_OK;
}

static cdy_status check_drive(cdy_reader *r, const cdy_element *drive, const cdy_joint *joint)
{
    const char *fault = cdy_find_drive_fault(joint);
    if (cdy_joint_type_nv(joint->type) != 1) {
        fault = "it has no single degree of freedom, which a <drive> is for";
    } else if (joint->rotor_inertia < 0) {
        fault = "its rotor inertia is negative; expected 0 or more";
    } else if (joint->dynamics.stiffness < 0) {
        fault = "the stiffness of its spring is negative; expected 0 or more";
    }
    return fault ? cdy_fault(r, CDY_RULE_DRIVE, drive->at, "joint '%.80s': %s", joint->name, fault) : CDY_OK;
}

cdy_status cdy_read_drive(cdy_reader *r, const cdy_element *drive, cdy_joint *joint)
{
    cdy_joint read = *joint;
    cdy_status status = check_attributes(r, drive);
    for (int i = 0; i < NUMBERS && !status; i++) {
        status = cdy_optional_numbers(r, drive, numbers[i].name, number_of(&read, &numbers[i]), 1);
        const bool given = is_of_dynamics(&numbers[i]) && cdy_find_attribute(drive, numbers[i].name);
        read.dynamics.given = read.dynamics.given || given;
    }
    status = status ? status : check_drive(r, drive, &read);
    if (!status) {
        *joint = read;
    }
    return status;
}

/* Whether reading nothing gives this value back, with its sign. */
static bool is_standard(double value, double standard)
{
    return value >= standard && value <= standard && signbit(value) == signbit(standard);
}

bool cdy_write_drive(cdy_xml_output *out, const cdy_joint *joint, bool all)
{
    bool any = false;
    for (int i = 0; i < NUMBERS && cdy_joint_type_nv(joint->type) == 1; i++) {
        const double value = value_of(joint, &numbers[i]);
        const bool acts = joint->dynamics.given || !is_of_dynamics(&numbers[i]);
        const bool wanted = acts && (all || numbers[i].place == OWN_PLACE);
        if (wanted && !is_standard(value, numbers[i].standard)) {
            any = true;
            if (out) {
                cdy_xml_number(out, numbers[i].name, value);
            }
        }
    }
    return any;
}

static bool has_drives(const cdy_tree *tree, bool all)
{
    bool any = false;
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        any = any || cdy_write_drive(NULL, &cdy_tree_body(tree, i)->joint, all);
    }
    return any;
}

void cdy_write_drives(cdy_xml_output *out, const cdy_tree *tree, bool all)
{
    if (!all && !has_drives(tree, all)) {
        return;
    }
    cdy_xml_open(out, "condyle");
    for (int i = 1; i <= cdy_tree_body_count(tree); i++) {
        const cdy_joint *joint = &cdy_tree_body(tree, i)->joint;
        if (cdy_write_drive(NULL, joint, all)) {
            cdy_xml_open(out, "drive");
            cdy_xml_text(out, "joint", joint->name);
            cdy_write_drive(out, joint, all);
            cdy_xml_close(out, "drive");
        }
    }
    cdy_xml_close(out, "condyle");
}

/* Reads one <drive> of a robot. */
static cdy_status read_drive_of_robot(cdy_reader *r, const cdy_element *drive, bool *seen)
{
    const char *name;
    cdy_status status = cdy_required_text(r, drive, "joint", "name_of_a_joint", &name);
    if (status) {
        return status;
    }
    const int number = cdy_name_table_find(&r->joint_numbers, name);
    char hint[CDY_HINT_SIZE];
    if (number < 0) {
        return cdy_fault(r, CDY_RULE_DRIVE, drive->at, "a <drive> is for the joint '%.80s', which does not exist%s",
                         name, cdy_hint_joint(r, hint, name));
    }
    if (seen[number]) {
        return cdy_fault(r, CDY_RULE_DRIVE, drive->at, "joint '%.80s' has a <drive> already; expected one", name);
    }
    seen[number] = true;
    const int child = r->joints[number].child;
    return child < 0 || r->joints[number].faulty ? CDY_OK : cdy_read_drive(r, drive, &r->links[child].body.joint);
}

cdy_status cdy_read_drives(cdy_reader *r, const cdy_element *robot)
{
    static const char *const known[] = {"drive"};
    const cdy_element *condyle = cdy_first_child(robot, "condyle");
    bool *seen = condyle ? cdy_arena_allocate(&r->memory, (size_t)r->joint_count + 1, sizeof *seen) : NULL;
    if (condyle && !seen) {
        return cdy_fail_memory(r->error);
    }
    cdy_about_robot(r);
    cdy_status status = CDY_OK;
    for (; condyle && !status; condyle = cdy_next_alike(condyle)) {
        cdy_check_children(r, condyle, sizeof known / sizeof *known, known);
        for (const cdy_element *e = cdy_first_child(condyle, "drive"); e && !status; e = cdy_next_alike(e)) {
            status = cdy_continue_reading(r, read_drive_of_robot(r, e, seen), NULL);
        }
    }
    return status;
}
