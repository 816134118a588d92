/* Search for child elements. */
#include "description/reader.h"

#include <string.h>

cdy_status cdy_only_child(cdy_reader *r, const cdy_element *element, const char *name, const cdy_element **child)
{
    *child = cdy_first_child(element, name);
    const cdy_element *second = *child ? cdy_next_alike(*child) : NULL;
    return second ? cdy_fault(r, CDY_RULE_ELEMENT_REPEATED, second->at,
                              "<%.40s> has a second <%s>, after that in line %d; expected only one", element->name,
                              name, (*child)->at.line)
                  : CDY_OK;
}

int cdy_count_children(const cdy_element *element, const char *name)
{
    int count = 0;
    for (const cdy_element *e = cdy_first_child(element, name); e; e = cdy_next_alike(e)) {
        count++;
    }
    return count;
}

bool cdy_is_among(const char *name, size_t count, const char *const *names)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

cdy_place cdy_place_in_inertial(const cdy_link_entry *link, const char *child, const char *attribute)
{
    const cdy_element *inertial = cdy_first_child(link->element, "inertial");
    return inertial ? cdy_place_of(inertial, child, attribute) : link->at;
}
