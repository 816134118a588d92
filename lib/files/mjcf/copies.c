/* Copies of elements, for <replicate> and <attach>. */
#include "mjcf/mjcf.h"

#include "base/error.h"

#include <string.h>

const char cdy_mjcf_copy_name[] = "replicate";

bool cdy_mjcf_is_reference(const cdy_attribute *a)
{
    static const char *const references[] = {"joint", "joint1", "joint2", "jointinparent", "body",
                                             "body1", "body2",  "site",   "site1",         "site2"};
    return cdy_is_among(a->name, sizeof references / sizeof *references, references);
}

bool cdy_mjcf_spend(size_t *budget, size_t elements)
{
    const bool lasts = *budget > elements;
    *budget = lasts ? *budget - elements : 0;
    return lasts;
}

cdy_status cdy_mjcf_refuse_copy(cdy_mjcf *m, size_t budget, cdy_place at, const char *message)
{
    return budget > 0 ? cdy_fail_memory(m->r->error) : cdy_fault(m->r, CDY_RULE_REFUSED, at, "%s", message);
}

cdy_element *cdy_mjcf_copy_element(cdy_mjcf *m, const cdy_element *e, const cdy_mjcf_renamer *by, size_t *budget)
{
    cdy_arena *memory = &m->r->memory;
    cdy_element *made = cdy_mjcf_spend(budget, 1) ? cdy_arena_allocate(memory, 1, sizeof *made) : NULL;
    cdy_attribute *attributes = made ? cdy_arena_allocate(memory, e->attribute_count + 1, sizeof *attributes) : NULL;
    if (!attributes) {
        return NULL;
    }
    *made = *e;
    made->parent = made->first_child = made->last_child = made->next = NULL;
    made->attributes = attributes;
    for (size_t i = 0; i < e->attribute_count; i++) {
        attributes[i] = e->attributes[i];
        attributes[i].text = by->text(by->self, &e->attributes[i]);
        if (!attributes[i].text) {
            return NULL;
        }
    }
    return made;
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
