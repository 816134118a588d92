/* <replicate>: copies of what is in it, each in a <frame> of its own, with numbers behind their names; what acts on a
 * copied joint is copied too. */
#include "base/error.h"
#include "base/format.h"
#include "mjcf/mjcf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many elements may be made, and so many for each element of the file. */
enum { MOST_COPIES = 10000, ELEMENTS_AT_LEAST = 1000, ELEMENTS_AN_ELEMENT = 16 };

/* An element of <actuator> or <equality>, with the number of the last <replicate> that looked at it. */
typedef struct actor {
    cdy_element *e;
    int seen;
    struct actor *next; /* in a list of new ones */
} actor;

/* A link in the list of the actors that name one part. */
typedef struct reference {
    actor *by;
    int next; /* number of the next one; -1: none */
} reference;

/* Who acts on which part: for each name the number of its first reference. */
typedef struct actors {
    cdy_name_table first;
    reference *references;
    int count, capacity;
} actors;

/* A <replicate> while it is carried out. */
typedef struct replication {
    cdy_mjcf *m;
    cdy_element *e;
    actors *actors;
    actor *made;          /* copies of actors, which are known to the replicates around this one */
    int number;           /* of the <replicate>, from 1 */
    cdy_name_table names; /* of what is in it */
    const char *separator;
    int count, digits;
    double offset[3], angles[3]; /* from one copy to the next */
    size_t *budget;              /* elements that may still be made */
} replication;

/* ---- copies ---- */

/* Returns a name with the number of a copy behind it; NULL if memory or the budget runs out. */
static const char *number_name(const replication *p, const char *name, int number)
{
    const size_t size = strlen(name) + strlen(p->separator) + 16;
    char *longer = cdy_mjcf_spend(p->budget, size / CDY_MJCF_BYTES_AN_ELEMENT)
                       ? cdy_arena_allocate(&p->m->r->memory, size, 1)
                       : NULL;
    if (longer) {
        snprintf(longer, size, "%s%s%0*d", name, p->separator, p->digits, number);
    }
    return longer;
}

/* Whether an attribute names the element, or one that it acts on and that is copied. */
static bool is_renamed(const replication *p, const cdy_attribute *a)
{
    return strcmp(a->name, "name") == 0 || (cdy_mjcf_is_reference(a) && cdy_name_table_find(&p->names, a->text) >= 0);
}

/* A replication that numbers a copy. */
typedef struct numbering {
    const replication *p;
    int number;
} numbering;

static const char *text_in_copy(const void *self, const cdy_attribute *a)
{
    const numbering *n = self;
    return is_renamed(n->p, a) ? number_name(n->p, a->text, n->number) : a->text;
}

/* Copies an element without its children. */
static cdy_element *copy_element(const replication *p, const cdy_element *e, int number)
{
    size_t steps = 0;
    const numbering n = {p, number};
    cdy_element *made = cdy_mjcf_copy_element(p->m, e, &(const cdy_mjcf_renamer){text_in_copy, &n}, p->budget);
    const bool held = !made || !p->m->held || !cdy_mjcf_is_joint(e) || cdy_mjcf_copy_held(p->m, e, made, &steps);
    return held && cdy_mjcf_spend(p->budget, steps / CDY_MJCF_STEPS_AN_ELEMENT) ? made : NULL;
}

static cdy_element *copy_numbered(void *self, const cdy_element *e)
{
    const numbering *n = self;
    return copy_element(n->p, e, n->number);
}

/* Copies what is in an element into another; false if memory or the budget runs out. */
static bool copy_content(const replication *p, const cdy_element *from, cdy_element *into, int number)
{
    numbering n = {p, number};
    return cdy_mjcf_copy_content(&(const cdy_mjcf_copier){copy_numbered, &n}, from, into);
}

/* Makes the frame of a copy. */
static cdy_element *make_frame(const replication *p, const cdy_pose *pose)
{
    cdy_arena *memory = &p->m->r->memory;
    const cdy_attribute *class = cdy_find_attribute(p->e, "childclass");
    cdy_element *frame = cdy_mjcf_spend(p->budget, 1) ? cdy_arena_allocate(memory, 1, sizeof *frame) : NULL;
    cdy_attribute *attributes = cdy_arena_allocate(memory, 3, sizeof *attributes);
    char *texts = cdy_arena_allocate(memory, 2, 160);
    if (!frame || !attributes || !texts) {
        return NULL;
    }
    cdy_print(texts, 160, "%.17g %.17g %.17g", pose->p[0], pose->p[1], pose->p[2]);
    cdy_print(texts + 160, 160, "%.17g %.17g %.17g %.17g", pose->q[0], pose->q[1], pose->q[2], pose->q[3]);
    attributes[0] = (cdy_attribute){.name = "pos", .text = texts, .at = p->e->at};
    attributes[1] = (cdy_attribute){.name = "quat", .text = texts + 160, .at = p->e->at};
    attributes[2] = class ? *class : attributes[1];
    *frame = (cdy_element){
        .name = cdy_mjcf_copy_name, .at = p->e->at, .attributes = attributes, .attribute_count = class ? 3 : 2};
    return frame;
}

static cdy_status refuse(const replication *p)
{
    char message[128];
    cdy_print(message, sizeof message, "<replicate> makes too many elements; expected %d, and %d for each of the file",
              ELEMENTS_AT_LEAST, ELEMENTS_AN_ELEMENT);
    return cdy_mjcf_refuse_copy(p->m, *p->budget, p->e->at, message);
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
            cdy_mjcf_append(&list, frame);
        }
    }
    if (status) {
        return status;
    }
    cdy_mjcf_put_in_place(p->e, &list);
    return CDY_OK;
}

/* ---- what acts on the copies ---- */

/* Adds a reference to a part; false if memory runs out. */
static bool add_reference(cdy_mjcf *m, actors *list, actor *by, const char *name)
{
    if (list->count == list->capacity) {
        const int larger = list->capacity > 0 ? 2 * list->capacity : 64;
        reference *copy = cdy_arena_allocate(&m->r->memory, (size_t)larger, sizeof *copy);
        if (!copy) {
            return false;
        }
        if (list->count > 0) {
            memcpy(copy, list->references, (size_t)list->count * sizeof *copy);
        }
        list->references = copy;
        list->capacity = larger;
    }
    list->references[list->count] = (reference){by, cdy_name_table_find(&list->first, name)};
    return cdy_name_table_set(&list->first, name, list->count++);
}

/* Adds an actor by all that it acts on; false if memory runs out. */
static bool add_actor(cdy_mjcf *m, actors *list, actor *by)
{
    bool good = true;
    for (size_t i = 0; i < by->e->attribute_count && good; i++) {
        const cdy_attribute *a = &by->e->attributes[i];
        good = !cdy_mjcf_is_reference(a) || add_reference(m, list, by, a->text);
    }
    return good;
}

static actor *make_actor(cdy_mjcf *m, cdy_element *e)
{
    actor *made = cdy_arena_allocate(&m->r->memory, 1, sizeof *made);
    if (made) {
        *made = (actor){.e = e};
    }
    return made;
}

/* Lists the elements of <actuator> and <equality>; false if memory runs out. */
static bool list_actors(cdy_mjcf *m, cdy_element *root, actors *list)
{
    bool good = true;
    for (cdy_element *s = root->first_child; s && good; s = s->next) {
        if (strcmp(s->name, "actuator") != 0 && strcmp(s->name, "equality") != 0) {
            continue;
        }
        for (cdy_element *e = s->first_child; e && good; e = e->next) {
            actor *by = make_actor(m, e);
            good = by && add_actor(m, list, by);
        }
    }
    return good;
}

/* Puts copies of an actor in its place. */
static cdy_status copy_actor(replication *p, actor *by)
{
    cdy_element list = {0};
    for (int i = 0; i < p->count; i++) {
        cdy_element *made = copy_element(p, by->e, i);
        if (!made || !copy_content(p, by->e, made, i)) {
            return refuse(p);
        }
        cdy_mjcf_append(&list, made);
    }
    cdy_element *second = list.first_child ? list.first_child->next : NULL, *behind = by->e->next;
    cdy_mjcf_put_in_place(by->e, &list);
    by->next = p->made;
    p->made = by;
    for (cdy_element *e = second; e && e != behind; e = e->next) {
        actor *made = make_actor(p->m, e);
        if (!made) {
            return cdy_fail_memory(p->m->r->error);
        }
        made->seen = p->number;
        made->next = p->made;
        p->made = made;
    }
    return CDY_OK;
}

static bool acts_on_copies(const replication *p, const cdy_element *e)
{
    bool any = false;
    for (size_t i = 0; i < e->attribute_count && !any; i++) {
        any = strcmp(e->attributes[i].name, "name") != 0 && is_renamed(p, &e->attributes[i]);
    }
    return any;
}

/* Copies what acts on a part. Nothing acts on it by this name any more then. */
static cdy_status copy_actors_of(replication *p, const char *name)
{
    cdy_status status = CDY_OK;
    for (int i = cdy_name_table_find(&p->actors->first, name); i >= 0 && !status;) {
        const reference *r = &p->actors->references[i];
        i = r->next;
        if (r->by->seen != p->number && acts_on_copies(p, r->by->e)) {
            r->by->seen = p->number;
            status = copy_actor(p, r->by);
        }
    }
    if (cdy_name_table_find(&p->actors->first, name) >= 0 && !cdy_name_table_set(&p->actors->first, name, -1)) {
        status = cdy_fail_memory(p->m->r->error);
    }
    return status;
}

/* The copies act on parts with new names, which a <replicate> around this one copies in turn. */
static cdy_status add_made(replication *p)
{
    bool good = true;
    for (actor *a = p->made; a && good; a = a->next) {
        good = add_actor(p->m, p->actors, a);
    }
    return good ? CDY_OK : cdy_fail_memory(p->m->r->error);
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

static cdy_status carry_out(cdy_mjcf *m, cdy_element *e, actors *list, int number, size_t *budget)
{
    replication p = {.m = m,
                     .e = e,
                     .actors = list,
                     .number = number,
                     .separator = cdy_mjcf_text(m, e, -1, "sep", ""),
                     .budget = budget};
    cdy_status status = read_count(&p);
    status = status ? status : read_step(&p);
    for (cdy_element *c = cdy_mjcf_next_within(e, e); c && !status; c = cdy_mjcf_next_within(e, c)) {
        const cdy_attribute *name = cdy_find_attribute(c, "name");
        if (name && !cdy_name_table_set(&p.names, name->text, 0)) {
            status = cdy_fail_memory(m->r->error);
        }
    }
    for (cdy_element *c = cdy_mjcf_next_within(e, e); c && !status; c = cdy_mjcf_next_within(e, c)) {
        const cdy_attribute *name = cdy_find_attribute(c, "name");
        status = name ? copy_actors_of(&p, name->text) : CDY_OK;
    }
    status = status ? status : add_made(&p);
    status = status ? status : make_copies(&p);
    cdy_name_table_clear(&p.names);
    return status;
}

/* Attached models have theirs carried out already. */
static bool is_replicate(const cdy_element *e)
{
    return strcmp(e->name, "replicate") == 0 && e->name != cdy_mjcf_copy_name;
}

cdy_status cdy_mjcf_replicate(cdy_mjcf *m, cdy_element *root)
{
    size_t count = 0, elements = 0;
    for (cdy_element *e = root; e; e = cdy_mjcf_next_within(root, e)) {
        count += is_replicate(e);
        elements++;
    }
    cdy_element **list = cdy_arena_allocate(&m->r->memory, count + 1, sizeof *list);
    size_t budget = ELEMENTS_AT_LEAST + ELEMENTS_AN_ELEMENT * elements, at = 0;
    for (cdy_element *e = root; e && list && count > 0; e = cdy_mjcf_next_within(root, e)) {
        if (is_replicate(e)) {
            list[at++] = e;
        }
    }
    actors acting = {0};
    cdy_status status = list && (at == 0 || list_actors(m, root, &acting)) ? CDY_OK : cdy_fail_memory(m->r->error);
    for (int number = 1; at > 0 && !status; number++) { /* the innermost ones first */
        status = cdy_continue_reading(m->r, carry_out(m, list[--at], &acting, number, &budget), NULL);
    }
    cdy_name_table_clear(&acting.first);
    return status;
}
