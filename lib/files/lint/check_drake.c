/* Drake: transmissions, materials and damping that its parser refuses, and elements of its own. Tried with Drake 1.51.
 */
#include "base/error.h"
#include "lint/checks.h"

#include <string.h>

static const char blanks[] = " \t\r\n";

static int count_words(const char *text)
{
    int count = 0;
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        text += strcspn(text, blanks);
        count++;
    }
    return count;
}

/* Returns the type of a transmission, of its attribute or its element; NULL: none. */
static const char *type_of(const cdy_element *transmission)
{
    const cdy_attribute *attribute = cdy_find_attribute(transmission, "type");
    const cdy_element *element = cdy_first_child(transmission, "type");
    return attribute ? attribute->text : element ? element->text : NULL;
}

/* Returns the name of the first <joint> or <actuator>; reports one that is missing. */
static const char *name_of(cdy_reader *r, const cdy_element *transmission, const char *part)
{
    const cdy_element *e = cdy_first_child(transmission, part);
    const cdy_attribute *name = e ? cdy_find_attribute(e, "name") : NULL;
    if (!name || !*name->text) {
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_DRAKE, e ? e->at : transmission->at,
                     "a <transmission> of the type SimpleTransmission has no <%s> with a name; expected one", part);
    }
    return name && *name->text ? name->text : NULL;
}

/* Reports an actuator with the name of an earlier one, and remembers it. */
static cdy_status check_actuator(cdy_reader *r, const cdy_element *transmission, cdy_name_table *actuators)
{
    const char *name = name_of(r, transmission, "actuator");
    if (!name) {
        return CDY_OK;
    }
    if (cdy_name_table_find(actuators, name) >= 0) {
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_DRAKE, transmission->at,
                     "there is an <actuator> '%.80s' already; expected names that differ", name);
        return CDY_OK;
    }
    return cdy_name_table_set(actuators, name, 1) ? CDY_OK : cdy_fail_memory(r->error);
}

static cdy_status check_transmission(cdy_reader *r, const cdy_element *transmission, cdy_name_table *actuators)
{
    const char *type = type_of(transmission);
    if (!type) {
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_DRAKE, transmission->at,
                     "a <transmission> has no type; expected <type>transmission_interface/SimpleTransmission</type>");
        return CDY_OK;
    }
    if (!strstr(type, "SimpleTransmission")) {
        return CDY_OK; /* ignored there */
    }
    const char *joint = name_of(r, transmission, "joint");
    if (joint && cdy_name_table_find(&r->joint_numbers, joint) < 0) {
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_DRAKE, transmission->at,
                     "a <transmission> is for the joint '%.80s', which does not exist; expected one of the robot",
                     joint);
    }
    return check_actuator(r, transmission, actuators);
}

/* Reports a material of <robot> without a name, which other programs take. */
static void check_material_names(cdy_reader *r)
{
    for (const cdy_element *m = cdy_first_child(r->document.root, "material"); m; m = cdy_next_alike(m)) {
        const cdy_attribute *name = cdy_find_attribute(m, "name");
        if (!name || !*name->text) {
            cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_DRAKE, m->at,
                         "a <material> of <robot> has no name; expected one");
        }
    }
}

/* Reports planar joints whose damping is no list of three numbers, one a degree of freedom there. */
static void check_planar_damping(cdy_reader *r)
{
    enum { DEGREES = 3 };
    for (const cdy_element *j = cdy_first_child(r->document.root, "joint"); j; j = cdy_next_alike(j)) {
        const cdy_attribute *type = cdy_find_attribute(j, "type");
        const cdy_element *dynamics = cdy_first_child(j, "dynamics");
        const cdy_attribute *damping = dynamics ? cdy_find_attribute(dynamics, "damping") : NULL;
        if (type && strcmp(type->text, "planar") == 0 && damping && count_words(damping->text) != DEGREES) {
            cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_DRAKE, dynamics->at,
                         "the damping '%.40s' of a planar joint is not that of its %d degrees of freedom; expected %d "
                         "numbers",
                         damping->text, DEGREES, DEGREES);
        }
    }
}

/* Reports elements of Drake's own, once: they are not read here, so that no verdict on them is known. */
static void check_own_elements(cdy_reader *r)
{
    const cdy_document *d = &r->document;
    if (d->drake_count > 0) {
        cdy_warn_for(r, CDY_RULE_READ_OTHERWISE, CDY_FOR_DRAKE, d->drake,
                     "<drake:%.80s> is not read here, and Drake may refuse it (%zu element%s of Drake's own in all); "
                     "expected none, or load the file there",
                     d->drake_name, d->drake_count, d->drake_count > 1 ? "s" : "");
    }
}

cdy_status cdy_check_drake(cdy_reader *r)
{
    cdy_name_table actuators = {0};
    cdy_status status = CDY_OK;
    cdy_about_robot(r);
    check_material_names(r);
    check_own_elements(r);
    check_planar_damping(r);
    for (const cdy_element *e = cdy_first_child(r->document.root, "transmission"); e && !status;
         e = cdy_next_alike(e)) {
        status = check_transmission(r, e, &actuators);
    }
    cdy_name_table_clear(&actuators);
    return status;
}
