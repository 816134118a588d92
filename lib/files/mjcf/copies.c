/* Copies of elements, for <replicate> and <attach>. */
#include "mjcf/mjcf.h"

#include <string.h>

const char cdy_mjcf_copy_name[] = "replicate";

bool cdy_mjcf_is_reference(const cdy_attribute *a)
{
    static const char *const references[] = {"joint", "joint1", "joint2", "jointinparent", "body",
                                             "body1", "body2",  "site",   "site1",         "site2"};
    return cdy_is_among(a->name, sizeof references / sizeof *references, references);
}

void cdy_mjcf_append(cdy_element *parent, cdy_element *child)
{
    child->parent = parent;
    *(parent->last_child ? &parent->last_child->next : &parent->first_child) = child;
    parent->last_child = child;
}

bool cdy_mjcf_copy_content(const cdy_mjcf_copier *by, const cdy_element *from, cdy_element *into)
{
    cdy_element *parent = into;
    for (const cdy_element *e = from->first_child; e;) {
        cdy_element *made = by->copy(by->self, e);
        if (!made) {
            return false;
        }
        cdy_mjcf_append(parent, made);
        if (e->first_child) {
            e = e->first_child;
            parent = made;
            continue;
        }
        while (e != from && !e->next) {
            e = e->parent;
            parent = e != from && parent->parent ? parent->parent : into;
        }
        e = e == from ? NULL : e->next;
    }
    return true;
}

void cdy_mjcf_put_in_place(cdy_element *e, const cdy_element *list)
{
    cdy_element *parent = e->parent, *first = list->first_child, *behind = e->next;
    for (cdy_element *child = first->next; child; child = child->next) {
        child->parent = parent;
    }
    if (first->next) {
        list->last_child->next = behind;
        parent->last_child = parent->last_child == e ? list->last_child : parent->last_child;
    }
    cdy_element *next = first->next ? first->next : behind;
    *e = *first;
    e->parent = parent;
    e->next = next;
    for (cdy_element *child = e->first_child; child; child = child->next) {
        child->parent = e;
    }
}
