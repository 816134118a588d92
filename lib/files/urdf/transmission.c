/* Transmissions: gear ratios of joints.
 *
 * The extension <transmission> of ROS holds the gear ratio in <mechanicalReduction>: in the actuator, in the joint, or
 * (older form) in the transmission itself; several reductions multiply. A transmission with several joints or
 * actuators, such as a differential, defines no ratio of a single joint and is ignored. Faults are warnings, since the
 * kinematics of the robot do not depend on them. */
#include "description/value.h"
#include "text/number.h"
#include "urdf/urdf.h"

#include <math.h>
#include <string.h>

/* Multiplies `ratio` by the reduction in an element, if there is one; warns and returns false if it is not a nonzero
 * number. */
static bool multiply_reduction(cdy_reader *r, const cdy_element *element, double *ratio)
{
    const cdy_element *e = element ? cdy_first_child(element, "mechanicalReduction") : NULL;
    if (!e) {
        return true;
    }
    double value = 0;
    cdy_number_status status = e->text ? cdy_parse_number(e->text, strlen(e->text), &value) : CDY_NUMBER_NONE;
    bool valid = status == CDY_NUMBER_OK && isfinite(*ratio * value) && fabs(*ratio * value) > 0;
    if (!valid) {
        cdy_warn(r, CDY_RULE_TRANSMISSION, e->at,
                 "<mechanicalReduction> '%.40s' is ignored; expected one number other than 0, such as 100",
                 e->text ? e->text : "");
        return false;
    }
    *ratio *= value;
    return true;
}

/* Finds the joint of a transmission; warns and returns NULL if it does not exist. */
static cdy_joint_entry *find_joint(cdy_reader *r, const cdy_element *element)
{
    const cdy_attribute *name = cdy_find_attribute(element, "name");
    int number = name ? cdy_name_table_find(&r->joint_numbers, name->text) : -1;
    if (number < 0) {
        char hint[CDY_HINT_SIZE] = "";
        cdy_warn(r, CDY_RULE_TRANSMISSION, element->at,
                 "a <transmission> is for the joint '%.80s', which does not exist, and is ignored; expected one of the "
                 "robot%s",
                 name ? name->text : "", name ? cdy_hint_joint(r, hint, name->text) : hint);
    }
    return number < 0 ? NULL : &r->joints[number];
}

/* The first transmission of a joint sets its gear ratio. */
static void set_gear_ratio(cdy_reader *r, cdy_joint_entry *joint, double ratio, cdy_place at)
{
    cdy_joint *target = &r->links[joint->child].body.joint;
    if (joint->gear_line == 0) {
        joint->gear_line = at.line;
        target->gear_ratio = ratio;
    } else if (target->gear_ratio < ratio || target->gear_ratio > ratio) {
        cdy_warn(r, CDY_RULE_TRANSMISSION, at,
                 "the reduction %g of joint '%.80s' is ignored; expected %g, as in line %d", ratio, joint->name,
                 target->gear_ratio, joint->gear_line);
    }
}

static void read_transmission(cdy_reader *r, const cdy_element *element)
{
    const cdy_element *joint_element = cdy_first_child(element, "joint"),
                      *actuator = cdy_first_child(element, "actuator");
    if (cdy_count_children(element, "joint") != 1 || cdy_count_children(element, "actuator") > 1) {
        return;
    }
    bool has_reduction = cdy_first_child(element, "mechanicalReduction") ||
                         cdy_first_child(joint_element, "mechanicalReduction") ||
                         (actuator && cdy_first_child(actuator, "mechanicalReduction"));
    cdy_joint_entry *joint = find_joint(r, joint_element);
    double ratio = 1;
    if (joint && joint->child >= 0 && has_reduction && multiply_reduction(r, actuator, &ratio) &&
        multiply_reduction(r, joint_element, &ratio) && multiply_reduction(r, element, &ratio)) {
        set_gear_ratio(r, joint, ratio, element->at);
    }
}

void cdy_read_transmissions(cdy_reader *r, const cdy_element *robot)
{
    r->kind = NULL;
    for (const cdy_element *e = cdy_first_child(robot, "transmission"); e; e = cdy_next_alike(e)) {
        read_transmission(r, e);
    }
}
