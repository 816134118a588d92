/* <ros2_control>: limits and initial values of the interfaces of joints. A value that is no number is skipped there
 * with a line in a log, and the joint then has no limit. */
#include "lint/checks.h"
#include "text/number.h"
#include "tree/joint_traits.h"
#include "urdf/urdf.h"

#include <math.h>
#include <string.h>

/* Limits of an interface; NaN where none is given, or one that is no number. */
typedef struct interface_range {
    double min, max;
    const cdy_element *min_element, *max_element;
} interface_range;

/* Reads the number of a <param>; NaN, with a report, where it is none. */
static double read_number(cdy_reader *r, const cdy_element *param, const char *name)
{
    const char *text = param->text ? param->text : "";
    double value = 0;
    if (cdy_is_unexpanded(text)) {
        return (double)NAN;
    }
    if (cdy_parse_number(text, strlen(text), &value) != CDY_NUMBER_OK) {
        cdy_warn(r, CDY_RULE_CONTROL_VALUE, param->at,
                 "<param name=\"%.40s\"> is '%.80s', which is no number, so that ros2_control skips it; expected one "
                 "such as -1.5",
                 name, text);
        return (double)NAN;
    }
    return value;
}

static interface_range read_range(cdy_reader *r, const cdy_element *interface)
{
    interface_range range = {.min = (double)NAN, .max = (double)NAN};
    for (const cdy_element *e = cdy_first_child(interface, "param"); e; e = cdy_next_alike(e)) {
        const cdy_attribute *name = cdy_find_attribute(e, "name");
        if (name && strcmp(name->text, "min") == 0) {
            range.min = read_number(r, e, name->text);
            range.min_element = e;
        } else if (name && strcmp(name->text, "max") == 0) {
            range.max = read_number(r, e, name->text);
            range.max_element = e;
        } else if (name && strcmp(name->text, "initial_value") == 0) {
            read_number(r, e, name->text);
        }
    }
    return range;
}

/* Writes the range that the joint itself has for an interface; false where it has none. */
static bool find_joint_range(const cdy_joint *joint, const char *interface, double *lower, double *upper)
{
    const cdy_limit *limit = &joint->limit;
    const bool bounded = joint_has_range(joint->type);
    if (!limit->given) {
        return false;
    }
    if (strcmp(interface, "position") == 0) {
        *lower = limit->lower;
        *upper = limit->upper;
        return bounded && limit->lower < limit->upper;
    }
    *upper = strcmp(interface, "velocity") == 0 ? limit->velocity
             : strcmp(interface, "effort") == 0 ? limit->effort
                                                : 0;
    *lower = -*upper;
    return *upper > 0 && isfinite(*upper);
}

/* Reports a range that leads out of the joint's own by more than a hundredth of it. */
static void compare_with_joint(cdy_reader *r, const cdy_joint *joint, const char *interface,
                               const interface_range *range)
{
    double lower, upper;
    if (!find_joint_range(joint, interface, &lower, &upper)) {
        return;
    }
    const double slack = 0.01 * (upper - lower);
    const bool below = range->min<lower - slack, above = range->max> upper + slack;
    if (below || above) {
        cdy_warn(r, CDY_RULE_CONTROL_LIMIT, below ? range->min_element->at : range->max_element->at,
                 "the %.40s interface has the %s %g, outside of the joint's <limit> from %g to %g; expected it within",
                 interface, below ? "min" : "max", below ? range->min : range->max, lower, upper);
    }
}

static void check_interface(cdy_reader *r, const cdy_element *interface, const cdy_joint *joint)
{
    const cdy_attribute *name = cdy_find_attribute(interface, "name");
    const interface_range range = read_range(r, interface);
    if (range.min > range.max) {
        cdy_warn(r, CDY_RULE_CONTROL_VALUE, range.min_element->at,
                 "the %.40s interface has the min %g above the max %g; expected it below",
                 name ? name->text : "unnamed", range.min, range.max);
    } else if (joint && name) {
        compare_with_joint(r, joint, name->text, &range);
    }
}

void cdy_check_control_values(cdy_reader *r, const cdy_element *control)
{
    static const char *const interfaces[] = {"command_interface", "state_interface"};
    for (const cdy_element *e = cdy_first_child(control, "joint"); e; e = cdy_next_alike(e)) {
        const cdy_attribute *name = cdy_find_attribute(e, "name");
        const int number = name ? cdy_name_table_find(&r->joint_numbers, name->text) : -1;
        const cdy_joint *joint = number >= 0 ? cdy_joint_of(r, number) : NULL;
        for (int k = 0; k < 2; k++) {
            for (const cdy_element *i = cdy_first_child(e, interfaces[k]); i; i = cdy_next_alike(i)) {
                check_interface(r, i, joint);
            }
        }
    }
}
