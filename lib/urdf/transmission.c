/* Transmissions: how often the drive of a joint turns for one turn of the joint.
 *
 * Of URDF's extension <transmission>, as ROS writes it, what counts is <mechanicalReduction>: in the actuator, in the
 * joint, or (the older form) in the transmission itself.  Several of them multiply.  A transmission between several
 * joints or actuators, such as a differential, has no ratio that were one joint's own, and is left alone.  As nothing
 * in it is needed for the robot to move, what is wrong here is a warning. */
#include "text/number.h"
#include "urdf/value.h"

#include <math.h>
#include <string.h>

/* Multiplies `ratio` by the reduction in an element, if there is one; false, with a warning, where it is none. */
static bool multiply_reduction(cdy_reader *r, const cdy_element *element, double *ratio)
{
    const cdy_element *e = element ? cdy_first_child(element, "mechanicalReduction") : NULL;
    if (!e) {
        return true;
    }
    double value = 0;
    cdy_number_status status = e->text ? cdy_parse_number(e->text, strlen(e->text), &value) : CDY_NUMBER_NONE;
    bool usable = status == CDY_NUMBER_OK && fabs(value) > 0 && isfinite(*ratio * value) && fabs(*ratio * value) > 0;
    if (!usable) {
        cdy_warn(r, CDY_RULE_TRANSMISSION, e->at,
                 "<mechanicalReduction> '%.40s' is ignored; expected one number other than 0, such as 100",
                 e->text ? e->text : "");
        return false;
    }
    *ratio *= value;
    return true;
}

/* Finds the joint that a transmission names, which may be one that moves no link; NULL, with a warning, where there is
 * none. */
static cdy_urdf_joint *find_joint(cdy_reader *r, const cdy_element *element)
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

/* Of several transmissions of a joint the first counts. */
static void set_gear_ratio(cdy_reader *r, cdy_urdf_joint *joint, double ratio, cdy_place at)
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
    const cdy_element *named = cdy_first_child(element, "joint"), *actuator = cdy_first_child(element, "actuator");
    if (cdy_count_children(element, "joint") != 1 || cdy_count_children(element, "actuator") > 1) {
        return;
    }
    bool reduces = cdy_first_child(element, "mechanicalReduction") || cdy_first_child(named, "mechanicalReduction") ||
                   (actuator && cdy_first_child(actuator, "mechanicalReduction"));
    cdy_urdf_joint *joint = find_joint(r, named);
    double ratio = 1;
    if (joint && joint->child >= 0 && reduces && multiply_reduction(r, actuator, &ratio) &&
        multiply_reduction(r, named, &ratio) && multiply_reduction(r, element, &ratio)) {
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
