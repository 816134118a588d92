/* <replicate>: copies of what is in it, each in a <frame> of its own, with numbers behind their names; what acts on a
 * copied joint is copied too. */
#include "base/error.h"
#include "base/format.h"
#include "mjcf/mjcf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COPIES = 10000, ELEMENTS_AT_LEAST = 1000, ELEMENTS_AN_ELEMENT = 16 };

/* A <replicate> while it is carried out. */
typedef struct replication {
    cdy_mjcf *m;
    cdy_element *e;
    cdy_name_table names; /* of what is in it */
    const char *separator;
    int count, digits;
    double offset[3], angles[3]; /* from one copy to the next */
    size_t *budget;              /* elements that may still be made */
} replication;

/* Returns the next element in document order within `top`; NULL: none. */
static cdy_element *next_within(const cdy_element *top, cdy_element *e)
{
    if (e->first_child) {
        return e->first_child;
    }
    while (e != top && !e->next) {
        e = e->parent;
    }
    return e == top ? NULL : e->next;
}

/* ---- copies ---- */

/* Returns a name with the number of a copy behind it; NULL if memory runs out. */
static const char *number_name(const replication *p, const char *name, int number)
{
    const size_t size = strlen(name) + strlen(p->separator) + 16;
    char *longer = cdy_arena_allocate(&p->m->r->memory, size, 1);
    if (longer) {
        snprintf(longer, size, "%s%s%0*d", name, p->separator, p->digits, number);
    }
    return longer;
}

/* Whether an attribute names the element, or one that it acts on. */
static bool is_renamed(const replication *p, const cdy_attribute *a)
{
    static const char *const references[] = {"joint", "joint1", "joint2", "jointinparent", "body",
                                             "body1", "body2",  "site",   "site1",         "site2"};
    return strcmp(a->name, "name") == 0 || (cdy_is_among(a->name, sizeof references / sizeof *references, references) &&
                                            cdy_name_table_find(&p->names, a->text) >= 0);
}

/* Copies an element without its children. */
static cdy_element *copy_element(const replication *p, const cdy_element *e, int number)
{
    cdy_arena *memory = &p->m->r->memory;
    cdy_element *made = *p->budget > 0 ? cdy_arena_allocate(memory, 1, sizeof *made) : NULL;
    cdy_attribute *attributes = made ? cdy_arena_allocate(memory, e->attribute_count + 1, sizeof *attributes) : NULL;
    if (!attributes) {
        return NULL;
    }
    --*p->budget;
    *made = *e;
    made->parent = made->first_child = made->last_child = made->next = NULL;
    for (size_t i = 0; i < e->attribute_count; i++) {
        attributes[i] = e->attributes[i];
        if (is_renamed(p, &attributes[i])) {
            attributes[i].text = number_name(p, attributes[i].text, number);
        }
        if (!attributes[i].text) {
            return NULL;
        }
    }
    made->attributes = attributes;
    return made;
}

static void append(cdy_element *parent, cdy_element *child)
{
    child->parent = parent;
    *(parent->last_child ? &parent->last_child->next : &parent->first_child) = child;
    parent->last_child = child;
}

/* Copies what is in an element into another; false if memory or the budget runs out. */
static bool copy_content(const replication *p, cdy_element *from, cdy_element *into, int number)
{
    cdy_element *parent = into;
    for (cdy_element *e = from->first_child; e;) {
        cdy_element *made = copy_element(p, e, number);
        if (!made) {
            return false;
        }
        append(parent, made);
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

/* Makes the frame of a copy. */
static cdy_element *make_frame(const replication *p, const cdy_pose *pose)
{
    cdy_arena *memory = &p->m->r->memory;
    const cdy_attribute *class = cdy_find_attribute(p->e, "childclass");
    cdy_element *frame = *p->budget > 0 ? cdy_arena_allocate(memory, 1, sizeof *frame) : NULL;
    cdy_attribute *attributes = cdy_arena_allocate(memory, 3, sizeof *attributes);
    char *texts = cdy_arena_allocate(memory, 2, 160);
    if (!frame || !attributes || !texts) {
        return NULL;
    }
    --*p->budget;
    cdy_print(texts, 160, "%.17g %.17g %.17g", pose->p[0], pose->p[1], pose->p[2]);
    cdy_print(texts + 160, 160, "%.17g %.17g %.17g %.17g", pose->q[0], pose->q[1], pose->q[2], pose->q[3]);
    attributes[0] = (cdy_attribute){.name = "pos", .text = texts, .at = p->e->at};
    attributes[1] = (cdy_attribute){.name = "quat", .text = texts + 160, .at = p->e->at};
    attributes[2] = class ? *class : attributes[1];
    *frame = (cdy_element){.name = "frame", .at = p->e->at, .attributes = attributes, .attribute_count = class ? 3 : 2};
    return frame;
}

/* Puts a list of elements in the place of one. */
static void put_in_place(cdy_element *e, cdy_element *list)
{
    cdy_element *parent = e->parent, **link = &parent->first_child, *last = NULL;
    while (*link != e) {
        last = *link;
        link = &last->next;
    }
    *link = list->first_child ? list->first_child : e->next;
    for (cdy_element *child = list->first_child; child; child = child->next) {
        child->parent = parent;
        last = child;
    }
    if (list->first_child) {
        list->last_child->next = e->next;
    }
    parent->last_child = parent->last_child == e ? last : parent->last_child;
}

static cdy_status refuse(const replication *p)
{
    return *p->budget > 0 ? cdy_fail_memory(p->m->r->error)
                          : cdy_fault(p->m->r, CDY_RULE_REFUSED, p->e->at,
                                      "<replicate> makes too many elements; expected %d, and %d for each of the file",
                                      ELEMENTS_AT_LEAST, ELEMENTS_AN_ELEMENT);
}

/* Turns a pose as a copy is turned: by so many times the angles. */
static cdy_status turn(const replication *p, int number, cdy_pose *pose)
{
    char text[160];
    const cdy_attribute euler = {.name = "euler", .text = text, .at = p->e->at};
    const cdy_element place = {.name = "frame", .at = p->e->at, .attributes = &euler, .attribute_count = 1};
    cdy_pose turned;
    cdy_print(text, sizeof text, "%.17g %.17g %.17g", number * p->angles[0], number * p->angles[1],
              number * p->angles[2]);
    const cdy_status status = cdy_mjcf_read_pose(p->m, &place, -1, &turned);
    memcpy(pose->q, turned.q, sizeof pose->q);
    return status;
}

/* Each copy stands at the offset from the one before, in its axes. */
static cdy_status make_copies(replication *p)
{
    cdy_element list = {0};
    cdy_pose pose = cdy_pose_still;
    cdy_status status = CDY_OK;
    for (int i = 0; i < p->count && !status; i++) {
        double offset[3];
        cdy_rotate(pose.q, p->offset, offset);
        for (int k = 0; k < 3 && i > 0; k++) {
            pose.p[k] += offset[k];
        }
        status = turn(p, i, &pose);
        cdy_element *frame = status ? NULL : make_frame(p, &pose);
        if (!status && (!frame || !copy_content(p, p->e, frame, i))) {
            status = refuse(p);
        } else if (!status) {
            append(&list, frame);
        }
    }
    if (status) {
        return status;
    }
    put_in_place(p->e, &list);
    return CDY_OK;
}

/* ---- what acts on the copies ---- */

static bool refers(const replication *p, const cdy_element *e)
{
    for (size_t i = 0; i < e->attribute_count; i++) {
        if (strcmp(e->attributes[i].name, "name") != 0 && is_renamed(p, &e->attributes[i])) {
            return true;
        }
    }
    return false;
}

static cdy_status copy_references(replication *p, const char *section)
{
    for (const cdy_element *e = cdy_mjcf_first_in(p->m, section), *next; e; e = next) {
        cdy_element list = {0}, *found = NULL;
        next = cdy_mjcf_next_in(e);
        if (!refers(p, e)) {
            continue;
        }
        for (cdy_element *c = e->parent->first_child; c; c = c->next) {
            found = c == e ? c : found;
        }
        for (int i = 0; i < p->count && found; i++) {
            cdy_element *made = copy_element(p, e, i);
            if (!made || !copy_content(p, found, made, i)) {
                return refuse(p);
            }
            append(&list, made);
        }
        if (list.first_child) {
            put_in_place(found, &list);
        }
    }
    return CDY_OK;
}

/* ---- the elements ---- */

static cdy_status read_count(replication *p)
{
    double count = 0;
    const cdy_status status = cdy_mjcf_number(p->m, p->e, -1, "count", &count);
    if (!status && !(count >= 1 && count <= (double)MOST_COPIES && count == (double)(int)count)) {
        return cdy_fault(p->m->r, CDY_RULE_NUMBER, p->e->at, "<replicate> count is %g; expected 1 to %d", count,
                         MOST_COPIES);
    }
    p->count = status ? 0 : (int)count;
    p->digits = 1;
    for (int rest = p->count; rest >= 10; rest /= 10) {
        p->digits++;
    }
    return status;
}

static cdy_status read_step(replication *p)
{
    const cdy_status status = cdy_mjcf_numbers(p->m, p->e, -1, "offset", p->offset, 3, 3, NULL);
    return status ? status : cdy_mjcf_numbers(p->m, p->e, -1, "euler", p->angles, 3, 3, NULL);
}

static cdy_status carry_out(cdy_mjcf *m, cdy_element *e, size_t *budget)
{
    replication p = {.m = m, .e = e, .separator = cdy_mjcf_text(m, e, -1, "sep", ""), .budget = budget};
    cdy_status status = read_count(&p);
    status = status ? status : read_step(&p);
    for (cdy_element *c = next_within(e, e); c && !status; c = next_within(e, c)) {
        const cdy_attribute *name = cdy_find_attribute(c, "name");
        if (name && !cdy_name_table_set(&p.names, name->text, 0)) {
            status = cdy_fail_memory(m->r->error);
        }
    }
    status = status ? status : copy_references(&p, "actuator");
    status = status ? status : copy_references(&p, "equality");
    status = status ? status : make_copies(&p);
    cdy_name_table_clear(&p.names);
    return status;
}

cdy_status cdy_mjcf_replicate(cdy_mjcf *m)
{
    size_t count = 0, elements = 0;
    for (cdy_element *e = m->r->document.root; e; e = next_within(m->r->document.root, e)) {
        count += strcmp(e->name, "replicate") == 0;
        elements++;
    }
    cdy_element **list = cdy_arena_allocate(&m->r->memory, count + 1, sizeof *list);
    size_t budget = ELEMENTS_AT_LEAST + ELEMENTS_AN_ELEMENT * elements, at = 0;
    for (cdy_element *e = m->r->document.root; e && list && count > 0; e = next_within(m->r->document.root, e)) {
        if (strcmp(e->name, "replicate") == 0) {
            list[at++] = e;
        }
    }
    cdy_status status = list ? CDY_OK : cdy_fail_memory(m->r->error);
    while (at > 0 && !status) { /* the innermost ones first */
        status = cdy_continue_reading(m->r, carry_out(m, list[--at], &budget), NULL);
    }
    return status;
}
