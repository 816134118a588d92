/* Composition: the sites of every prim, the strongest first, by inherits, variants, references, payloads and
 * specializes. */
#include "base/error.h"
#include "usd/usd.h"

#include <string.h>

enum {
    MOST_ITEMS = 256,
    MOST_SETS = 64,
    DEEPEST_ARC = 32,
    DEEPEST_PRIM = 256,
    SITES_AT_LEAST = 1000,
    SITES_A_SPEC = 16,
    MOST_COMPOSED = 10000000 /* properties that references repeat, in which each value is looked for */
};

/* The target of an arc, which is a reference of one prim to another: a file, a prim in it, or both. */
typedef struct item {
    cdy_usd_token asset, path; /* of the kind END where there is none */
    const cdy_usd_spec *spec;  /* that has the arc */
} item;

typedef struct item_list {
    item items[MOST_ITEMS];
    int count;
} item_list;

/* ---- lists ---- */

static bool is_equal_token(const cdy_usd_token *a, const cdy_usd_token *b)
{
    const size_t length = (size_t)(a->end - a->start);
    return a->kind == b->kind && (size_t)(b->end - b->start) == length &&
           (length == 0 || memcmp(a->start, b->start, length) == 0);
}

static void drop(item_list *list, const item *dropped)
{
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        if (!is_equal_token(&list->items[i].asset, &dropped->asset) ||
            !is_equal_token(&list->items[i].path, &dropped->path)) {
            list->items[kept++] = list->items[i];
        }
    }
    list->count = kept;
}

/* Puts an item into a list at a place; false where the list is full. */
static bool insert(item_list *list, const item *added, int at)
{
    if (list->count == MOST_ITEMS) {
        return false;
    }
    at = at < list->count ? at : list->count;
    memmove(&list->items[at + 1], &list->items[at], (size_t)(list->count - at) * sizeof *list->items);
    list->items[at] = *added;
    list->count++;
    return true;
}

/* Takes the next item of a value, leaving out what is in parentheses; false at its end. */
static bool next_item(cdy_usd_scanner *s, item *next)
{
    static const cdy_usd_token none = {.kind = CDY_USD_END};
    int depth = 0;
    *next = (item){none, none, NULL};
    for (cdy_usd_token t = cdy_usd_scan(s); t.kind != CDY_USD_END && t.kind != CDY_USD_FAULT; t = cdy_usd_scan(s)) {
        depth += cdy_usd_is_mark(&t, '(') ? 1 : cdy_usd_is_mark(&t, ')') ? -1 : 0;
        if (depth == 0 && t.kind == CDY_USD_PATH) {
            next->path = t;
            return true;
        }
        if (depth == 0 && t.kind == CDY_USD_ASSET) {
            cdy_usd_scanner ahead = *s;
            const cdy_usd_token behind = cdy_usd_scan(&ahead);
            next->asset = t;
            if (behind.kind == CDY_USD_PATH) {
                next->path = behind;
                *s = ahead;
            }
            return true;
        }
    }
    return false;
}

/* Combines the list of a stronger spec with that of weaker ones. */
static bool combine(item_list *list, const cdy_usd_spec *spec, const cdy_usd_field *f)
{
    cdy_usd_scanner s = cdy_usd_scan_value(f);
    item next;
    bool fits = true;
    list->count = f->order == CDY_USD_EXPLICIT ? 0 : list->count;
    for (int i = 0; fits && f->order != CDY_USD_REORDER && next_item(&s, &next); i++) {
        next.spec = spec;
        drop(list, &next);
        if (f->order != CDY_USD_DELETE) {
            fits = insert(list, &next, f->order == CDY_USD_PREPEND ? i : list->count);
        }
    }
    return fits;
}

/* Lists what the specs of a site have under a name. */
static cdy_status list_items(cdy_usd *u, const cdy_usd_site *site, const char *name, item_list *list)
{
    const cdy_usd_said *said[MOST_ITEMS];
    int count = 0;
    list->count = 0;
    for (const cdy_usd_said *s = site->first; s && count < MOST_ITEMS; s = s->next) {
        said[count++] = s;
    }
    for (int i = count - 1; i >= 0; i--) {
        for (const cdy_usd_field *f = said[i]->spec->first_entry; f; f = f->next) {
            if (strcmp(f->name, name) == 0 && !combine(list, said[i]->spec, f)) {
                return cdy_fault(u->r, CDY_RULE_REFUSED, f->at, "%s has more than %d items; expected fewer", name,
                                 MOST_ITEMS);
            }
        }
    }
    return CDY_OK;
}

/* ---- sites ---- */

static cdy_usd_site *next_site(cdy_usd_site *s)
{
    if (s->first_child) {
        return s->first_child;
    }
    while (s && !s->next) {
        s = s->parent;
    }
    return s ? s->next : NULL;
}

/* Makes a site; what prims are referred to again and again is bounded by what the files say. */
static cdy_status make_site(cdy_usd *u, cdy_place at, cdy_usd_site **made)
{
    if (u->site_count >= SITES_AT_LEAST + SITES_A_SPEC * u->spec_count) {
        return cdy_fault(u->r, CDY_RULE_CYCLE, at,
                         "references make more than %d prims of the %d that the files have; expected none in a circle",
                         u->site_count, u->spec_count);
    }
    u->site_count++;
    *made = cdy_arena_allocate(&u->r->memory, 1, sizeof **made);
    return *made ? CDY_OK : cdy_fail_memory(u->r->error);
}

static cdy_status say(cdy_usd *u, cdy_usd_site *site, cdy_usd_spec *spec)
{
    cdy_usd_said *said = cdy_arena_allocate(&u->r->memory, 1, sizeof *said);
    if (!said) {
        return cdy_fail_memory(u->r->error);
    }
    said->spec = spec;
    *(site->last ? &site->last->next : &site->first) = said;
    site->last = said;
    return CDY_OK;
}

static void append_site(cdy_usd_site *parent, cdy_usd_site *site)
{
    site->parent = parent;
    site->depth = parent->depth + 1;
    *(parent->last_child ? &parent->last_child->next : &parent->first_child) = site;
    parent->last_child = site;
}

/* Puts an arc of the prim itself among those of its site: behind stronger kinds, before those of prims above. */
static void insert_site(cdy_usd_site *parent, cdy_usd_site *site)
{
    cdy_usd_site **at = &parent->first_child;
    while (*at && ((*at)->arc < site->arc || ((*at)->arc == site->arc && !(*at)->ancestral))) {
        at = &(*at)->next;
    }
    site->parent = parent;
    site->depth = parent->depth + 1;
    site->next = *at;
    *at = site;
    parent->last_child = site->next ? parent->last_child : site;
}

static cdy_usd_spec *find_spec(const cdy_usd_layer *layer, const char *path)
{
    const int number = cdy_name_table_find(&layer->specs_by_path, path);
    return number >= 0 ? layer->specs[number] : NULL;
}

/* Whether a spec is another or below it. */
static bool is_below(const cdy_usd_spec *spec, const cdy_usd_spec *other)
{
    while (spec && spec != other) {
        spec = spec->parent;
    }
    return spec != NULL;
}

/* Whether a prim above a spec is composed by arcs, so that what is said there is not all in one place. */
static bool is_below_arcs(const cdy_usd_spec *spec)
{
    for (const cdy_usd_spec *s = spec->parent; s; s = s->parent) {
        if (s->first_set || s->has_arcs) {
            return true;
        }
    }
    return false;
}

/* Fills a site with what its stack says of a path. */
static cdy_status fill_site(cdy_usd *u, cdy_usd_site *site, const char *path, const item *arc, cdy_place at)
{
    cdy_status status = CDY_OK;
    for (int i = 0; i < site->stack->count && !status; i++) {
        cdy_usd_spec *spec = find_spec(site->stack->layers[i], path);
        if (!spec) {
            continue;
        }
        status = say(u, site, spec);
        if (!status && is_below(arc->spec, spec)) {
            status = cdy_fault(u->r, CDY_RULE_CYCLE, at, "the prim <%.200s> refers to itself or to one above", path);
        }
        if (!status && is_below_arcs(spec)) {
            status = cdy_fault(u->r, CDY_RULE_REFUSED, at,
                               "the prim <%.200s> is below one that refers to others itself, which is not read; "
                               "expected the prim above, or the stage as one text, as Export() of a stage writes it",
                               path);
        }
    }
    return status;
}

/* Returns the path of the prim that a file is about; NULL: none. */
static const char *default_prim(cdy_usd *u, const cdy_usd_layer *layer)
{
    const cdy_usd_field *f = cdy_usd_entry(layer->root, "defaultPrim");
    cdy_usd_scanner s = f ? cdy_usd_scan_value(f) : (cdy_usd_scanner){0};
    cdy_usd_token name = f ? cdy_usd_scan(&s) : (cdy_usd_token){0};
    return f && name.kind == CDY_USD_STRING ? cdy_usd_absolute(u, "/", &name) : NULL;
}

/* Finds stack and path of what an arc names. */
static cdy_status find_item(cdy_usd *u, const item *i, cdy_usd_stack **stack, const char **path)
{
    const cdy_place at = i->asset.kind == CDY_USD_ASSET ? i->asset.at : i->path.at;
    const bool other = i->asset.kind == CDY_USD_ASSET && i->asset.end > i->asset.start;
    const cdy_status status = other ? cdy_usd_open(u, i->spec->layer, &i->asset, at, stack) : CDY_OK;
    if (status) {
        return status;
    }
    const bool named = i->path.kind == CDY_USD_PATH && i->path.end > i->path.start;
    *path = named ? cdy_usd_absolute(u, i->spec->path, &i->path) : default_prim(u, (*stack)->layers[0]);
    const cdy_status failed = *path ? CDY_OK : cdy_reader_status(u->r);
    return *path || failed
               ? failed
               : cdy_fault(u->r, CDY_RULE_REFERENCE_UNKNOWN, at,
                           "the reference names no prim, and the file '%.200s' has no defaultPrim; expected "
                           "@file@</prim>",
                           (*stack)->layers[0]->path);
}

/* Adds the site that an arc leads to. A class that is not there has no say; a reference to nothing is a fault. */
static cdy_status add_arc(cdy_usd *u, cdy_usd_site *site, cdy_usd_arc arc, const item *i)
{
    const cdy_place at = i->asset.kind == CDY_USD_ASSET ? i->asset.at : i->path.at;
    const bool refers = arc == CDY_USD_REFERENCES || arc == CDY_USD_PAYLOAD;
    cdy_usd_stack *stack = site->stack;
    cdy_usd_site *made = NULL;
    const char *path = NULL;
    if (site->depth >= DEEPEST_ARC) {
        return cdy_fault(u->r, CDY_RULE_CYCLE, at, "more than %d references lead to each other; expected fewer",
                         DEEPEST_ARC);
    }
    cdy_status status = find_item(u, i, &stack, &path);
    status = status ? status : make_site(u, at, &made);
    if (status || !made) {
        return status;
    }
    *made = (cdy_usd_site){.arc = arc, .stack = stack, .from = path, .to = i->spec->path};
    status = fill_site(u, made, path, i, at);
    if (!status && !made->first && refers) {
        return cdy_fault(u->r, CDY_RULE_REFERENCE_UNKNOWN, at, "there is no prim <%.200s> in '%.200s'", path,
                         stack->layers[0]->path);
    }
    if (!status && made->first) {
        insert_site(site, made);
    }
    return status;
}

/* Adds the arcs of a site's specs. */
static cdy_status add_arcs(cdy_usd *u, cdy_usd_site *site, item_list *list)
{
    static const struct {
        const char *name;
        cdy_usd_arc arc;
    } arcs[] = {{"inherits", CDY_USD_INHERITS},
                {"references", CDY_USD_REFERENCES},
                {"payload", CDY_USD_PAYLOAD},
                {"specializes", CDY_USD_SPECIALIZES}};
    cdy_status status = CDY_OK;
    for (size_t k = 0; k < sizeof arcs / sizeof *arcs && !status; k++) {
        status = list_items(u, site, arcs[k].name, list);
        for (int i = 0; i < list->count && !status; i++) {
            status = add_arc(u, site, arcs[k].arc, &list->items[i]);
        }
    }
    return status;
}

/* ---- variants ---- */

/* Finds what a dictionary of strings has under a name. */
static bool find_selection(const cdy_usd_field *f, const char *set, cdy_usd_token *selected)
{
    cdy_usd_scanner s = cdy_usd_scan_value(f);
    bool named = false;
    for (cdy_usd_token t = cdy_usd_scan(&s); t.kind != CDY_USD_END && t.kind != CDY_USD_FAULT; t = cdy_usd_scan(&s)) {
        const size_t length = (size_t)(t.end - t.start);
        if (t.kind == CDY_USD_STRING && named) {
            *selected = t;
            return true;
        }
        if (t.kind == CDY_USD_NAME || t.kind == CDY_USD_STRING) {
            named = strlen(set) == length && memcmp(t.start, set, length) == 0;
        } else if (!cdy_usd_is_mark(&t, '=')) {
            named = false;
        }
    }
    return false;
}

/* Returns the strongest selection of a set of variants; NULL: none, or memory ran out. */
static const char *select_variant(cdy_usd *u, cdy_usd_site *top, const char *set)
{
    for (cdy_usd_site *s = top; s; s = next_site(s)) {
        for (const cdy_usd_said *said = s->first; said; said = said->next) {
            const cdy_usd_field *f = cdy_usd_entry(said->spec, "variants");
            cdy_usd_token selected;
            if (f && find_selection(f, set, &selected)) {
                return cdy_usd_copy(u, &selected);
            }
        }
    }
    return NULL;
}

static cdy_usd_spec *find_child(cdy_usd_spec *first, const char *name)
{
    while (first && strcmp(first->name, name) != 0) {
        first = first->next;
    }
    return first;
}

/* Adds the site of the variant that is selected of one set. */
static cdy_status add_variant(cdy_usd *u, cdy_usd_site *top, cdy_usd_site *site, const cdy_usd_spec *set)
{
    const char *selected = select_variant(u, top, set->name);
    cdy_usd_site *made = NULL;
    if (!selected || !*selected) {
        cdy_usd_tell(u, set->name, set->at, "no variant of this set is selected");
        return cdy_reader_status(u->r);
    }
    if (site->depth >= DEEPEST_ARC) {
        return cdy_fault(u->r, CDY_RULE_REFUSED, set->at, "more than %d variants and references are in each other",
                         DEEPEST_ARC);
    }
    cdy_status status = make_site(u, set->at, &made);
    if (status || !made) {
        return status;
    }
    *made = (cdy_usd_site){.arc = CDY_USD_IN_VARIANT, .stack = site->stack, .from = "/", .to = "/"};
    for (const cdy_usd_said *said = site->first; said && !status; said = said->next) {
        cdy_usd_spec *same = find_child(said->spec->first_set, set->name);
        cdy_usd_spec *variant = same ? find_child(same->first_child, selected) : NULL;
        status = variant ? say(u, made, variant) : CDY_OK;
    }
    if (!status && !made->first) {
        return cdy_fault(u->r, CDY_RULE_REFERENCE_UNKNOWN, set->at,
                         "the variant '%.80s' is selected, which the set '%.80s' does not have", selected, set->name);
    }
    if (!status) {
        insert_site(site, made);
    }
    return status;
}

static bool has_sets(const cdy_usd_site *site)
{
    for (const cdy_usd_said *said = site->first; said; said = said->next) {
        if (said->spec->first_set) {
            return true;
        }
    }
    return false;
}

/* Whether a set of the same name is in a stronger spec of a site. */
static bool is_named_before(const cdy_usd_site *site, const cdy_usd_said *until, const cdy_usd_spec *set)
{
    for (const cdy_usd_said *said = site->first; said != until; said = said->next) {
        if (find_child(said->spec->first_set, set->name)) {
            return true;
        }
    }
    return false;
}

static cdy_status add_variants(cdy_usd *u, cdy_usd_site *top, cdy_usd_site *site)
{
    cdy_status status = CDY_OK;
    int count = 0;
    for (const cdy_usd_said *said = site->first; said && !status; said = said->next) {
        for (const cdy_usd_spec *set = said->spec->first_set; set && !status; set = set->next) {
            if (++count > MOST_SETS) {
                return cdy_fault(u->r, CDY_RULE_REFUSED, set->at, "the prim has more than %d sets of variants",
                                 MOST_SETS);
            }
            if (!is_named_before(site, said, set)) {
                status = add_variant(u, top, site, set);
            }
        }
    }
    return status;
}

/* ---- prims ---- */

/* Expands the sites of a prim until nothing is added: arcs, then the variants of one site, then the arcs in these. */
static cdy_status expand(cdy_usd *u, cdy_usd_site *top, item_list *list)
{
    cdy_status status = CDY_OK;
    for (bool changed = true; changed && !status;) {
        changed = false;
        for (cdy_usd_site *s = top; s && !status; s = next_site(s)) {
            if (!s->expanded) {
                s->expanded = changed = true;
                status = add_arcs(u, s, list);
            }
        }
        for (cdy_usd_site *s = top; s && !status && !changed; s = next_site(s)) {
            changed = !s->varied && has_sets(s);
            s->varied = true;
            status = changed ? add_variants(u, top, s) : CDY_OK;
        }
    }
    return status;
}

static cdy_status list_opinions(cdy_usd *u, cdy_usd_prim *p)
{
    int count = 0;
    cdy_place strongest = {1, 1, 0};
    for (cdy_usd_site *s = p->site; s; s = next_site(s)) {
        for (const cdy_usd_said *said = s->first; said; said = said->next) {
            strongest = count == 0 ? said->spec->at : strongest;
            u->composed_count += said->spec->field_count;
            count++;
        }
    }
    if (u->composed_count > u->field_count + MOST_COMPOSED) {
        return cdy_fault(u->r, CDY_RULE_REFUSED, strongest,
                         "references repeat properties more than %d times; expected fewer references, or fewer "
                         "properties of what is referred to",
                         (int)MOST_COMPOSED);
    }
    p->opinions = cdy_arena_allocate(&u->r->memory, (size_t)count + 1, sizeof *p->opinions);
    p->element = cdy_arena_allocate(&u->r->memory, 1, sizeof *p->element);
    if (!p->opinions || !p->element) {
        return cdy_fail_memory(u->r->error);
    }
    for (cdy_usd_site *s = p->site; s; s = next_site(s)) {
        for (const cdy_usd_said *said = s->first; said; said = said->next) {
            p->opinions[p->opinion_count++] = (cdy_usd_opinion){said->spec, s};
        }
    }
    return CDY_OK;
}

/* Finds what the strongest specs say of the prim as a whole. */
static void judge(cdy_usd_prim *p)
{
    bool specified = false, switched = false;
    p->type = "";
    p->active = true;
    for (int i = 0; i < p->opinion_count; i++) {
        const cdy_usd_spec *spec = p->opinions[i].spec;
        const cdy_usd_field *active = cdy_usd_entry(spec, "active");
        if (!specified && spec->specifier != CDY_USD_OVER) {
            specified = p->defined = true;
            p->abstract = spec->specifier == CDY_USD_CLASS;
        }
        if (!switched && active) {
            cdy_usd_scanner s = cdy_usd_scan_value(active);
            const cdy_usd_token t = cdy_usd_scan(&s);
            switched = true;
            p->active = cdy_usd_is_word(&t, "true") || (t.kind == CDY_USD_NUMBER && *t.start != '0');
        }
        p->type = *p->type ? p->type : spec->type;
    }
    *p->element = (cdy_element){.name = *p->type ? p->type : "Prim", .at = p->opinions[0].spec->at};
}

static bool grow_prims(cdy_usd *u)
{
    if (u->prim_count < u->prim_capacity) {
        return true;
    }
    const int larger = u->prim_capacity > 0 ? 2 * u->prim_capacity : 64;
    cdy_usd_prim *copy = cdy_arena_allocate(&u->r->memory, (size_t)larger, sizeof *copy);
    if (copy && u->prim_count > 0) {
        memcpy(copy, u->prims, (size_t)u->prim_count * sizeof *copy);
    }
    u->prims = copy ? copy : u->prims;
    u->prim_capacity = copy ? larger : u->prim_capacity;
    return copy != NULL;
}

/* Adds a prim below another. */
static cdy_status add_prim(cdy_usd *u, int parent, const cdy_usd_spec *spec)
{
    const cdy_usd_token name = {.start = spec->name, .end = spec->name + strlen(spec->name), .kind = CDY_USD_PATH};
    const char *path = cdy_usd_absolute(u, u->prims[parent].path, &name);
    if (!path || !grow_prims(u)) {
        return cdy_fail_memory(u->r->error);
    }
    if (u->prims[parent].depth >= DEEPEST_PRIM) {
        return cdy_fault(u->r, CDY_RULE_CYCLE, spec->at, "the prim is below more than %d others; expected fewer",
                         DEEPEST_PRIM);
    }
    u->prims[u->prim_count] = (cdy_usd_prim){
        .name = spec->name, .path = path, .parent = parent, .depth = u->prims[parent].depth + 1, .active = true};
    return cdy_name_table_set(&u->prim_numbers, path, u->prim_count++) ? CDY_OK : cdy_fail_memory(u->r->error);
}

/* Returns, of a prim's sites so far, the site made of one of its parent's, which come in order, with those above it. */
static cdy_status derive_site(cdy_usd *u, cdy_usd_prim *p, const cdy_usd_site *from, cdy_place at)
{
    const cdy_usd_site *chain[DEEPEST_ARC + 2] = {NULL};
    const cdy_usd_site *above = from;
    do {
        chain[above->depth] = above;
        above = above->parent;
    } while (above);
    cdy_usd_site *last = p->last_site;
    while (last && (last->depth > from->depth || last->origin != chain[last->depth])) {
        last = last->parent;
    }
    for (int depth = last ? last->depth + 1 : 0; depth <= from->depth; depth++) {
        cdy_usd_site *made = NULL;
        const cdy_status status = make_site(u, at, &made);
        if (status || !made) {
            return status;
        }
        const cdy_usd_site *s = chain[depth];
        *made = (cdy_usd_site){
            .arc = s->arc, .ancestral = true, .stack = s->stack, .from = s->from, .to = s->to, .origin = s};
        if (last) {
            append_site(last, made);
        } else {
            p->site = made;
        }
        last = made;
    }
    p->last_site = last;
    return CDY_OK;
}

/* Adds the prims below a prim, with what all its sites say of each. */
static cdy_status add_children(cdy_usd *u, int parent)
{
    cdy_name_table names = {0};
    cdy_status status = CDY_OK;
    for (cdy_usd_site *s = u->prims[parent].site; s && !status; s = next_site(s)) {
        for (const cdy_usd_said *said = s->first; said && !status; said = said->next) {
            for (cdy_usd_spec *child = said->spec->first_child; child && !status; child = child->next) {
                int number = cdy_name_table_find(&names, child->name);
                if (number < 0) {
                    number = u->prim_count;
                    status = add_prim(u, parent, child);
                    if (!status && !cdy_name_table_set(&names, child->name, number)) {
                        status = cdy_fail_memory(u->r->error);
                    }
                }
                status = status ? status : derive_site(u, &u->prims[number], s, child->at);
                status = status ? status : say(u, u->prims[number].last_site, child);
            }
        }
    }
    cdy_name_table_clear(&names);
    return status;
}

static cdy_status compose_prim(cdy_usd *u, int number, item_list *list)
{
    cdy_usd_prim *p = &u->prims[number];
    cdy_status status = expand(u, p->site, list);
    status = status ? status : list_opinions(u, p);
    if (!status) {
        judge(p);
    }
    if (!status && number > 0 && (!p->defined || p->abstract || !p->active)) {
        p->opinion_count = 0; /* it is no part of the stage, and neither is what is below */
        p->type = "";
        return CDY_OK;
    }
    return status ? status : add_children(u, number);
}

/* Makes the stage, whose site is the root stack. */
static cdy_status add_stage(cdy_usd *u, cdy_usd_stack *root)
{
    cdy_usd_site *site = NULL;
    cdy_status status = grow_prims(u) ? make_site(u, (cdy_place){1, 1, 0}, &site) : cdy_fail_memory(u->r->error);
    if (status || !site) {
        return status;
    }
    *site = (cdy_usd_site){.arc = CDY_USD_LOCAL, .stack = root, .from = "/", .to = "/"};
    u->prims[u->prim_count++] = (cdy_usd_prim){.name = "", .path = "/", .parent = -1, .site = site};
    for (int i = 0; i < root->count && !status; i++) {
        status = say(u, site, root->layers[i]->root);
    }
    return status;
}

cdy_status cdy_usd_compose(cdy_usd *u, cdy_usd_stack *root)
{
    item_list *list = cdy_arena_allocate(&u->r->memory, 1, sizeof *list);
    cdy_status status = list ? add_stage(u, root) : cdy_fail_memory(u->r->error);
    for (int i = 0; i < u->prim_count && !status; i++) {
        status = compose_prim(u, i, list);
    }
    return status;
}
