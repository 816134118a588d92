/* Details of joints: elements without effect, limits of acceleration and jerk, and limits that nothing uses. */
#include "lint/checks.h"
#include "text/number.h"

#include <string.h>

static void check_dynamics(cdy_reader *r, const cdy_element *element)
{
    const cdy_element *dynamics = cdy_first_child(element, "dynamics");
    if (dynamics && dynamics->attribute_count == 0) {
        cdy_warn(r, CDY_RULE_DYNAMICS_EMPTY, dynamics->at,
                 "<dynamics> has neither damping nor friction; expected one of them, or no <dynamics>");
    }
}

/* Checks the limits added in version 1.2, which the library does not use. */
static void check_rates(cdy_reader *r, const cdy_element *limit)
{
    static const char *const names[] = {"acceleration", "deceleration", "jerk"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const cdy_attribute *a = cdy_find_attribute(limit, names[i]);
        double value;
        if (a && cdy_parse_number(a->text, strlen(a->text), &value) == CDY_NUMBER_OK && value < 0) {
            cdy_warn(r, CDY_RULE_RATE_LIMIT_NEGATIVE, a->at, "the limit of %s is %g; expected 0 or more", names[i],
                     value);
        }
    }
}

void cdy_check_joint_details(cdy_reader *r, const cdy_element *element, const cdy_joint *joint)
{
    const cdy_element *limit = cdy_first_child(element, "limit");
    check_dynamics(r, element);
    if (limit && joint->type != CDY_JOINT_FIXED) {
        check_rates(r, limit);
    }
}
