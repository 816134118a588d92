/* <contact>: pairs of bodies that are left out are kept, everything else in it is named. */
#include "base/error.h"
#include "mjcf/mjcf.h"

#include <string.h>

/* Returns the name of the body that an attribute names; NULL: there is none. */
static const char *find_body(const cdy_mjcf *m, const cdy_element *e, const char *attribute)
{
    const cdy_attribute *a = cdy_find_attribute(e, attribute);
    const int link = a ? cdy_name_table_find(&m->r->link_numbers, a->text) : -1;
    return link >= 0 && m->link_scopes[link] >= 0 ? m->r->links[link].body.name : NULL;
}

/* Keeps an <exclude>; names that are no bodies are told elsewhere. */
static cdy_status read_exclude(cdy_mjcf *m, const cdy_element *e)
{
    const char *first = find_body(m, e, "body1"), *second = find_body(m, e, "body2");
    if (first && second && strcmp(first, second) != 0) {
        return cdy_keep_exclusion(m->r, first, second, e->at) ? CDY_OK : cdy_fail_memory(m->r->error);
    }
    cdy_warn(m->r, CDY_RULE_PART_UNREAD, e->at, "<exclude> leaves nothing out; expected two bodies, body1 and body2");
    return CDY_OK;
}

cdy_status cdy_mjcf_read_contacts(cdy_mjcf *m)
{
    cdy_status status = CDY_OK;
    for (const cdy_element *e = cdy_mjcf_first_in(m->root, "contact"); e && !status; e = cdy_mjcf_next_in(e)) {
        if (strcmp(e->name, "exclude") == 0) {
            status = read_exclude(m, e);
        } else {
            cdy_warn(m->r, CDY_RULE_PART_UNREAD, e->at,
                     "<%.40s> in <contact> is not read: contacts of shapes have no equivalent here", e->name);
        }
    }
    return status;
}
