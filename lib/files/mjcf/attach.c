/* <attach>: a copy of a body or frame of another model, or of all of it, with a prefix before the names; actuators,
 * equalities, tendons, and pairs of contacts that act on copied parts and the world alone are copied too. */
#include "mjcf/mjcf.h"

#include "base/error.h"

#include <stdio.h>
#include <string.h>

/* An <attach> while it is carried out. */
typedef struct attachment {
    cdy_mjcf *m;
    cdy_mjcf_model *from;
    const cdy_attribute *prefix;
    cdy_name_table names; /* of the copied parts */
    const double *home;   /* where the next joint stands by the model's key; NULL: it has none */
    size_t *budget;       /* elements that may still be made */
    bool in_tree;         /* bodies are copied, and not what acts on them */
    bool in_contact;      /* that is <contact> */
    bool world_copied;    /* as a body */
} attachment;

/* ---- names ---- */

/* Whether an attribute names the element, or a part of the tree or a tendon. */
static bool is_name(const cdy_attribute *a)
{
    static const char *const others[] = {"geom",    "geom1",     "geom2",      "tendon",  "tendon1",
                                         "tendon2", "cranksite", "slidersite", "refsite", "sidesite"};
    return strcmp(a->name, "name") == 0 || cdy_mjcf_is_reference(a) ||
           cdy_is_among(a->name, sizeof others / sizeof *others, others);
}

/* Whether an attribute refers to the world of the attaching model: in MuJoCo 4.0 <contact> alone acts on a copy of the
 * world. */
static bool names_world(const attachment *t, const cdy_attribute *a)
{
    return !(t->world_copied && t->in_contact) && strncmp(a->name, "body", 4) == 0 && strcmp(a->text, "world") == 0;
}

/* Returns a name behind the prefix; NULL if memory or the budget runs out. */
static const char *prefixed(const attachment *t, const char *name)
{
    const size_t size = strlen(t->prefix->text) + strlen(name) + 1;
    char *longer = cdy_mjcf_spend(t->budget, size / CDY_MJCF_BYTES_AN_ELEMENT)
                       ? cdy_arena_allocate(&t->m->r->memory, size, 1)
                       : NULL;
    if (longer) {
        snprintf(longer, size, "%s%s", t->prefix->text, name);
    }
    return longer;
}

static bool enter_names(attachment *t, cdy_element *top)
{
    bool good = true;
    for (cdy_element *e = top; e && good; e = cdy_mjcf_next_within(top, e)) {
        const cdy_attribute *name = cdy_find_attribute(e, "name");
        good = !name || cdy_name_table_set(&t->names, name->text, 0);
    }
    return good;
}

/* ---- home positions ---- */

/* Returns the childclass of the next scope around a part that has one; NULL: none of its model has. */
static const cdy_attribute *find_childclass(const attachment *t, const cdy_element *e)
{
    const cdy_attribute *class = NULL;
    const int model = cdy_mjcf_model_number(t->m, e);
    for (const cdy_element *p = e->parent; p && !class && cdy_mjcf_model_number(t->m, p) == model; p = p->parent) {
        class = cdy_find_attribute(p, "childclass");
    }
    return class;
}

/* Returns the class of a part without one of its own. */
static int usual_class(const attachment *t, const cdy_element *e)
{
    const cdy_attribute *class = find_childclass(t, e);
    const int number = class ? cdy_name_table_find(&cdy_mjcf_model_of(t->m, e)->class_numbers, class->text) : -1;
    return number >= 0 ? number : cdy_mjcf_main_class(t->m, e);
}

/* Returns the number of positions of a joint. */
static int count_positions(const attachment *t, const cdy_element *e)
{
    const cdy_attribute *class = cdy_find_attribute(e, "class");
    const int own = class ? cdy_name_table_find(&cdy_mjcf_model_of(t->m, e)->class_numbers, class->text) : -1;
    const char *type = strcmp(e->name, "freejoint") == 0
                           ? "free"
                           : cdy_mjcf_text(t->m, e, own >= 0 ? own : usual_class(t, e), "type", "hinge");
    return strcmp(type, "free") == 0 ? 7 : strcmp(type, "ball") == 0 ? 4 : 1;
}

/* Returns the number of positions of the joints in <worldbody> before an element; NULL: of all. */
static size_t count_before(const attachment *t, const cdy_element *stop)
{
    size_t count = 0;
    for (cdy_element *world = t->from->root->first_child; world; world = world->next) {
        if (strcmp(world->name, "worldbody") != 0) {
            continue;
        }
        for (cdy_element *e = world; e; e = cdy_mjcf_next_within(world, e)) {
            if (e == stop) {
                return count;
            }
            count += cdy_mjcf_is_joint(e) ? (size_t)count_positions(t, e) : 0;
        }
    }
    return count;
}

/* Reads the key that gives the home position of the model, if there is one, once for all copies. */
static cdy_status read_home(attachment *t, const cdy_element *source)
{
    const cdy_element *key = cdy_mjcf_find_key(t->from->root);
    cdy_status status = CDY_OK;
    if (key && !t->from->home) {
        const size_t count = count_before(t, NULL);
        double *q = cdy_arena_allocate(&t->m->r->memory, count + 1, sizeof *q);
        status = q ? cdy_mjcf_read_key(t->m, key, q, count) : cdy_fail_memory(t->m->r->error);
        t->from->home = q;
        t->from->home_at = cdy_find_attribute(key, "qpos")->at;
    }
    t->home = !key ? NULL : source ? t->from->home + count_before(t, source) : t->from->home;
    return status;
}

/* Notes where a copied joint stands: as the model's key says, or as the key of a model that is attached to this one. */
static bool hold(attachment *t, const cdy_element *joint, const cdy_element *copy)
{
    if (!t->home) {
        size_t steps;
        return cdy_mjcf_copy_held(t->m, joint, copy, &steps) &&
               cdy_mjcf_spend(t->budget, steps / CDY_MJCF_STEPS_AN_ELEMENT);
    }
    const double *q = t->home;
    t->home += count_positions(t, joint);
    return cdy_mjcf_hold(t->m, copy, q, t->from->home_at);
}

/* ---- copies ---- */

/* Returns the text of an attribute in a copy: names have the prefix. */
static const char *text_in_copy(const void *self, const cdy_attribute *a)
{
    const attachment *t = self;
    return is_name(a) && !names_world(t, a) ? prefixed(t, a->text) : a->text;
}

/* Copies an element without its children. */
static cdy_element *copy_element(void *self, const cdy_element *e)
{
    attachment *t = self;
    cdy_element *made = cdy_mjcf_copy_element(t->m, e, &(const cdy_mjcf_renamer){text_in_copy, t}, t->budget);
    return made && t->in_tree && cdy_mjcf_is_joint(e) && !hold(t, e, made) ? NULL : made;
}

static cdy_element *copy_whole(attachment *t, const cdy_element *e)
{
    cdy_element *made = copy_element(t, e);
    return made && cdy_mjcf_copy_content(&(const cdy_mjcf_copier){copy_element, t}, e, made) ? made : NULL;
}

static cdy_status refuse(const attachment *t)
{
    return cdy_mjcf_refuse_copy(t->m, *t->budget, t->prefix->at,
                                "the <attach> of all models together make too many elements; expected fewer of them");
}

/* ---- what acts on the copies ---- */

/* Whether all parts that an element and its content name are copied, or the world. */
static bool acts_on_copies(const attachment *t, cdy_element *top)
{
    bool all = true;
    for (cdy_element *e = top; e && all; e = cdy_mjcf_next_within(top, e)) {
        for (size_t i = 0; i < e->attribute_count && all; i++) {
            const cdy_attribute *a = &e->attributes[i];
            all = strcmp(a->name, "name") == 0 || !is_name(a) || names_world(t, a) ||
                  cdy_name_table_find(&t->names, a->text) >= 0;
        }
    }
    return all;
}

/* Puts copies of what a section has that acts on copied parts into a section of its own. */
static cdy_status copy_section(attachment *t, const cdy_element *section, cdy_element *into)
{
    cdy_element list = *section;
    list.first_child = list.last_child = list.next = NULL;
    for (cdy_element *e = section->first_child; e; e = e->next) {
        if (acts_on_copies(t, e)) {
            const cdy_attribute *name = cdy_find_attribute(e, "name");
            cdy_element *made = copy_whole(t, e);
            if (!made || (name && !cdy_name_table_set(&t->names, name->text, 0))) {
                return refuse(t);
            }
            cdy_mjcf_append(&list, made);
        }
    }
    if (!list.first_child) {
        return CDY_OK;
    }
    cdy_element *made = cdy_arena_allocate(&t->m->r->memory, 1, sizeof *made);
    if (!made) {
        return cdy_fail_memory(t->m->r->error);
    }
    *made = list;
    for (cdy_element *e = made->first_child; e; e = e->next) {
        e->parent = made;
    }
    cdy_mjcf_append(into, made);
    return CDY_OK;
}

/* Tendons come first, since actuators act on them. */
static cdy_status copy_actors(attachment *t, cdy_element *into)
{
    static const char *const names[] = {"tendon", "actuator", "equality", "contact"};
    cdy_status status = CDY_OK;
    t->in_tree = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        t->in_contact = strcmp(names[i], "contact") == 0;
        for (const cdy_element *s = cdy_first_child(t->from->root, names[i]); s && !status; s = cdy_next_alike(s)) {
            status = copy_section(t, s, into);
        }
    }
    return status;
}

/* ---- assets ---- */

/* Enters an asset of the model that is attached under a name behind the prefix, with its number where it has one. */
static bool inherit(attachment *t, cdy_mjcf_model *into, const cdy_element *e, const char *name)
{
    const bool is_mesh = strcmp(e->name, "mesh") == 0, is_material = strcmp(e->name, "material") == 0;
    cdy_name_table *table = is_mesh ? &into->mesh_numbers : &into->material_numbers;
    const cdy_name_table *own = is_mesh ? &t->from->mesh_numbers : &t->from->material_numbers;
    const int number = is_mesh || is_material ? cdy_name_table_find(own, name) : -1;
    cdy_mjcf_inherited *made = cdy_arena_allocate(&t->m->r->memory, 1, sizeof *made);
    const char *longer = prefixed(t, name);
    if (!made || !longer) {
        return false;
    }
    *made = (cdy_mjcf_inherited){e, longer, into->inherited};
    into->inherited = made;
    return number < 0 || cdy_name_table_find(table, longer) >= 0 || cdy_name_table_set(table, longer, number);
}

/* Enters an asset, for which a part of an element is spent. */
static bool inherit_one(attachment *t, cdy_mjcf_model *into, const cdy_element *e, const char *name, size_t *steps)
{
    return inherit(t, into, e, name) && (++*steps % CDY_MJCF_STEPS_AN_ELEMENT != 0 || cdy_mjcf_spend(t->budget, 1));
}

/* MuJoCo copies all assets of an attached model, to which parts of the attaching model may refer as well. */
static cdy_status inherit_assets(attachment *t, cdy_mjcf_model *into)
{
    static const char *const kinds[] = {"mesh", "material", "texture", "hfield"};
    size_t steps = 0;
    bool good = true;
    for (const cdy_element *e = cdy_mjcf_first_in(t->from->root, "asset"); e && good; e = cdy_mjcf_next_in(e)) {
        const bool has_name = cdy_is_among(e->name, sizeof kinds / sizeof *kinds, kinds);
        const char *name = has_name ? cdy_mjcf_asset_name(t->m, e) : "";
        good = name && (!*name || inherit_one(t, into, e, name, &steps));
    }
    for (const cdy_mjcf_inherited *a = t->from->inherited; a && good; a = a->next) {
        good = inherit_one(t, into, a->element, a->name, &steps);
    }
    return good ? CDY_OK : refuse(t);
}

/* ---- the element ---- */

/* Finds the body or frame that an attribute of <attach> names. */
static cdy_status find_part(attachment *t, const cdy_attribute *a, cdy_element **found)
{
    for (cdy_element *world = t->from->root->first_child; world; world = world->next) {
        for (cdy_element *e = world; e && strcmp(world->name, "worldbody") == 0; e = cdy_mjcf_next_within(world, e)) {
            const cdy_attribute *name = strcmp(e->name, a->name) == 0 ? cdy_find_attribute(e, "name") : NULL;
            if (name && strcmp(name->text, a->text) == 0) {
                *found = e;
                return CDY_OK;
            }
        }
    }
    return cdy_fault(t->m->r, CDY_RULE_REFERENCE_UNKNOWN, a->at,
                     "<attach> %s '%.80s' is unknown; expected the name of a <%s> of the model", a->name, a->text,
                     a->name);
}

/* Copies a body or frame, which keeps the class that scopes around it give. */
static cdy_element *copy_scope(attachment *t, cdy_element *part)
{
    const cdy_attribute *class = cdy_find_attribute(part, "childclass") ? NULL : find_childclass(t, part);
    cdy_element *made = enter_names(t, part) ? copy_whole(t, part) : NULL;
    if (!made || !class) {
        return made;
    }
    const size_t count = made->attribute_count;
    cdy_attribute *attributes = cdy_arena_allocate(&t->m->r->memory, count + 1, sizeof *attributes);
    if (!attributes) {
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        attributes[i] = made->attributes[i];
    }
    attributes[count] = *class;
    made->attributes = attributes;
    made->attribute_count = count + 1;
    return made;
}

/* Copies the content of all <worldbody> into a frame, or into a body PREFIXworld. */
static cdy_element *copy_world(attachment *t, bool as_body)
{
    cdy_attribute *name = cdy_arena_allocate(&t->m->r->memory, 1, sizeof *name);
    cdy_element *made = cdy_arena_allocate(&t->m->r->memory, 1, sizeof *made);
    const char *text = prefixed(t, "world");
    if (!name || !made || !text) {
        return NULL;
    }
    *name = (cdy_attribute){.name = "name", .text = text, .at = t->prefix->at};
    *made = (cdy_element){.name = as_body ? "body" : "frame",
                          .at = t->from->root->at,
                          .attributes = name,
                          .attribute_count = as_body ? 1 : 0};
    bool good = true;
    for (cdy_element *e = t->from->root->first_child; e && good; e = e->next) {
        good = strcmp(e->name, "worldbody") != 0 ||
               (enter_names(t, e) && cdy_mjcf_copy_content(&(const cdy_mjcf_copier){copy_element, t}, e, made));
    }
    return good ? made : NULL;
}

/* Copies the part that <attach> names, or the whole world. */
static cdy_status copy_part(attachment *t, const cdy_element *e, cdy_element *list)
{
    const cdy_attribute *body = cdy_find_attribute(e, "body"), *frame = cdy_find_attribute(e, "frame");
    const bool whole = !body && !frame;
    const bool world = body && strcmp(body->text, "world") == 0;
    cdy_element *part = NULL;
    if (body && frame) {
        return cdy_fault(t->m->r, CDY_RULE_ATTRIBUTE_MISSING, frame->at,
                         "<attach> has both body and frame; expected one of them, or none for the whole model");
    }
    if (!cdy_mjcf_spend(t->budget, t->from->elements / CDY_MJCF_STEPS_AN_ELEMENT)) {
        return refuse(t);
    }
    cdy_status status = whole || world ? CDY_OK : find_part(t, body ? body : frame, &part);
    status = status ? status : read_home(t, part);
    if (status) {
        return status;
    }
    cdy_element *made = part ? copy_scope(t, part) : copy_world(t, world);
    if (!made) {
        return refuse(t);
    }
    cdy_mjcf_append(list, made);
    t->world_copied = world;
    return world && !cdy_name_table_set(&t->names, "world", 0) ? cdy_fail_memory(t->m->r->error) : CDY_OK;
}

cdy_status cdy_mjcf_attach(cdy_mjcf *m, cdy_element *e, int from, int into, size_t *budget)
{
    cdy_element list = {0};
    attachment t = {
        .m = m, .from = m->models[from], .prefix = cdy_find_attribute(e, "prefix"), .budget = budget, .in_tree = true};
    m->models[from]->attached = true;
    cdy_status status = copy_part(&t, e, &list);
    if (!status) {
        cdy_mjcf_put_in_place(e, &list);
        status = copy_actors(&t, m->models[into]->root);
        status = status ? status : inherit_assets(&t, m->models[into]);
    }
    cdy_name_table_clear(&t.names);
    return status;
}
