/* Names that MuJoCo looks up, also those of parts that are not read: a second part of one name, and a name that no part
 * has. Bodies, joints and meshes of geoms are looked at where they are read. */
#include "base/error.h"
#include "mjcf/mjcf.h"

#include <string.h>

/* Parts that share a list of names; elements are between spaces. */
typedef struct kind {
    const char *word, *elements, *section; /* without elements: all of the section */
} kind;

static const kind kinds[] = {
    {"body", " body ", "worldbody"},     {"joint", " joint freejoint ", "worldbody"},
    {"geom", " geom ", "worldbody"},     {"site", " site ", "worldbody"},
    {"camera", " camera ", "worldbody"}, {"light", " light ", "worldbody"},
    {"frame", " frame ", "worldbody"},   {"mesh", " mesh ", "asset"},
    {"material", " material ", "asset"}, {"texture", " texture ", "asset"},
    {"hfield", " hfield ", "asset"},     {"tendon", " fixed spatial ", "tendon"},
    {"actuator", NULL, "actuator"},      {"sensor", NULL, "sensor"},
    {"equality", NULL, "equality"},      {"pair", " pair ", "contact"},
    {"exclude", " exclude ", "contact"}, {"key", " key ", "keyframe"},
    {"numeric", " numeric ", "custom"},  {"text", " text ", "custom"},
    {"tuple", " tuple ", "custom"},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* Attributes that name a part, and what it is. */
static const struct {
    const char *attributes, *word;
} references[] = {
    {" body body1 body2 subtree1 subtree2 ", "body"},
    {" joint joint1 joint2 jointinparent ", "joint"},
    {" geom geom1 geom2 ", "geom"},
    {" site site1 site2 refsite cranksite slidersite sidesite ", "site"},
    {" tendon tendon1 tendon2 ", "tendon"},
    {" actuator ", "actuator"},
    {" material ", "material"},
    {" texture ", "texture"},
    {" hfield ", "hfield"},
};

typedef struct names {
    cdy_mjcf *m;
    cdy_name_table *tables; /* KINDS of each model; models other than the first have names of assets only */
    bool out_of_memory;
} names;

/* The names of a kind that an element may give or refer to: copies of the parts of an attached model are parts of the
 * first one, and keep the assets of their own. */
static cdy_name_table *table_of(const names *n, const cdy_element *e, int number)
{
    const bool is_asset = strcmp(kinds[number].section, "asset") == 0;
    return &n->tables[(is_asset ? cdy_mjcf_model_number(n->m, e) : 0) * KINDS + number];
}

static int find_kind(const char *section, const char *element)
{
    for (int i = 0; i < KINDS; i++) {
        if (strcmp(kinds[i].section, section) == 0 &&
            (!kinds[i].elements || cdy_mjcf_has_word(kinds[i].elements, element))) {
            return i;
        }
    }
    return -1;
}

static int find_word(const char *word)
{
    int i = 0;
    while (i < KINDS && strcmp(kinds[i].word, word) != 0) {
        i++;
    }
    return i < KINDS ? i : -1;
}

static const char *name_of(names *n, const cdy_element *e)
{
    const char *name = cdy_mjcf_asset_name(n->m, e);
    n->out_of_memory = n->out_of_memory || !name;
    return name;
}

/* Enters the names of a section. The readers of bodies and joints report second ones. */
static void enter_names(names *n, cdy_element *section)
{
    for (cdy_element *e = section; e; e = cdy_mjcf_next_within(section, e)) {
        const int number = e == section ? -1 : find_kind(section->name, e->name);
        const char *name = number >= 0 ? name_of(n, e) : NULL;
        if (!name || !*name) {
            continue;
        }
        cdy_name_table *table = table_of(n, e, number);
        if (number > 1 && cdy_name_table_find(table, name) >= 0) {
            cdy_warn(n->m->r, CDY_RULE_NAME_REPEATED, e->at, "there is a <%.40s> '%.80s' already; names must differ",
                     kinds[number].word, name);
        }
        n->out_of_memory = n->out_of_memory || !cdy_name_table_set(table, name, 0);
    }
}

/* Enters the names of the assets of a model, and those that it has by what it attaches. */
static void enter_assets(names *n, int model)
{
    const cdy_mjcf_model *of = n->m->models[model];
    for (cdy_element *section = of->root->first_child; section && model > 0; section = section->next) {
        if (strcmp(section->name, "asset") == 0) {
            enter_names(n, section);
        }
    }
    for (const cdy_mjcf_inherited *a = of->inherited; a; a = a->next) {
        cdy_name_table *table = &n->tables[model * KINDS + find_kind("asset", a->element->name)];
        n->out_of_memory = n->out_of_memory || !cdy_name_table_set(table, a->name, 0);
    }
}

/* Whether an attribute names nothing, as "" does of what a part may have. */
static bool is_none(const cdy_attribute *a)
{
    return !*a->text && (strcmp(a->name, "material") == 0 || strcmp(a->name, "texture") == 0);
}

static void check_reference(names *n, const cdy_element *e, const cdy_attribute *a)
{
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        if (!cdy_mjcf_has_word(references[i].attributes, a->name) || is_none(a)) {
            continue;
        }
        const int number = find_word(references[i].word);
        if (number >= 0 && cdy_name_table_find(table_of(n, e, number), a->text) < 0) {
            cdy_warn_for(n->m->r, CDY_RULE_REFERENCE_UNKNOWN, CDY_FOR_MUJOCO, a->at,
                         "<%.40s> %.40s '%.80s' names no %s; expected one of the file", e->name, a->name, a->text,
                         references[i].word);
        }
    }
}

/* Checks the class of an element that is not read; other readers report that of theirs. */
static void check_class(names *n, const cdy_element *e, const cdy_attribute *a)
{
    static const char unread[] = " fixed spatial pair camera light ";
    if (strcmp(a->name, "class") == 0 && cdy_mjcf_has_word(unread, e->name) &&
        cdy_name_table_find(&cdy_mjcf_model_of(n->m, e)->class_numbers, a->text) < 0) {
        cdy_warn_for(n->m->r, CDY_RULE_REFERENCE_UNKNOWN, CDY_FOR_MUJOCO, a->at,
                     "<%.40s> class '%.80s' is not defined; expected the name of a <default>", e->name, a->text);
    }
}

/* Whether the reader of an element reports unknown joints, or names are no references. */
static bool is_read(const cdy_element *section, const cdy_element *e, const cdy_attribute *a)
{
    const bool acts = strcmp(section->name, "actuator") == 0 ||
                      (strcmp(section->name, "equality") == 0 && strcmp(e->name, "joint") == 0);
    return (acts && strncmp(a->name, "joint", 5) == 0) || strcmp(e->name, "attach") == 0;
}

static void check_references(names *n, cdy_element *section)
{
    static const char *const skipped[] = {"default", "custom", "deformable", "visual", "option", "compiler"};
    for (cdy_element *e = section; e; e = cdy_mjcf_next_within(section, e)) {
        for (size_t i = 0; i < e->attribute_count && e != section; i++) {
            if (!cdy_is_among(section->name, sizeof skipped / sizeof *skipped, skipped) &&
                !is_read(section, e, &e->attributes[i])) {
                check_reference(n, e, &e->attributes[i]);
                check_class(n, e, &e->attributes[i]);
            }
        }
    }
}

/* Checks what assets of attached models refer to, such as the texture of a material. */
static void check_attached_assets(names *n)
{
    for (int i = 1; i < n->m->model_count; i++) {
        const cdy_mjcf_model *model = n->m->models[i];
        for (cdy_element *section = model->root->first_child; section && model->attached; section = section->next) {
            if (strcmp(section->name, "asset") == 0) {
                check_references(n, section);
            }
        }
    }
}

cdy_status cdy_mjcf_check_names(cdy_mjcf *m)
{
    const int count = m->model_count * KINDS;
    names n = {.m = m};
    cdy_element *root = m->r->document.root;
    if (!cdy_reports_warnings(m->r)) {
        return CDY_OK;
    }
    n.tables = cdy_arena_allocate(&m->r->memory, (size_t)count, sizeof *n.tables);
    if (!n.tables) {
        return cdy_fail_memory(m->r->error);
    }
    n.out_of_memory = !cdy_name_table_set(&n.tables[0], "world", 0);
    for (cdy_element *section = root->first_child; section; section = section->next) {
        enter_names(&n, section);
    }
    for (int i = 0; i < m->model_count; i++) {
        enter_assets(&n, i);
    }
    for (cdy_element *section = root->first_child; section; section = section->next) {
        check_references(&n, section);
    }
    check_attached_assets(&n);
    for (int i = 0; i < count; i++) {
        cdy_name_table_clear(&n.tables[i]);
    }
    return n.out_of_memory ? cdy_fail_memory(m->r->error) : CDY_OK;
}
