/* The text of a layer to specs: prims in each other, properties and metadata with the places of their values. */
#include "base/error.h"
#include "usd/usd.h"
#include "xml/xml_output.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST_VALUE = 64, DEEPEST_PRIM = 256, LONGEST_PATH = 1000 };

/* State of the parser: the next token, and the prim, set or variant that it is in. */
typedef struct parser {
    cdy_usd *u;
    cdy_usd_layer *layer;
    cdy_usd_scanner scanner;
    cdy_usd_token t;
    cdy_usd_spec *in;
    int depth;
} parser;

static void advance(parser *p)
{
    p->t = cdy_usd_scan(&p->scanner);
}

/* Reports the next token as a fault. */
static cdy_status expect(const parser *p, const char *expected)
{
    const int length = p->t.behind - p->t.raw > 40 ? 40 : (int)(p->t.behind - p->t.raw);
    return p->t.kind == CDY_USD_END
               ? cdy_fault(p->u->r, CDY_RULE_XML, p->t.at, "the text ends where %s is expected", expected)
               : cdy_fault(p->u->r, CDY_RULE_XML, p->t.at, "'%.*s' is no text of USD here; expected %s", length,
                           p->t.raw, p->t.kind == CDY_USD_FAULT && *p->t.fault ? p->t.fault : expected);
}

static cdy_status take_mark(parser *p, char mark)
{
    const char text[4] = {'\'', mark, '\'', '\0'};
    if (!cdy_usd_is_mark(&p->t, mark)) {
        return expect(p, text);
    }
    advance(p);
    return CDY_OK;
}

static bool take_word(parser *p, const char *word)
{
    const bool there = cdy_usd_is_word(&p->t, word);
    if (there) {
        advance(p);
    }
    return there;
}

char *cdy_usd_copy(cdy_usd *u, const cdy_usd_token *t)
{
    const size_t length = (size_t)(t->end - t->start);
    char *copy = cdy_arena_allocate(&u->r->memory, length + 1, 1);
    if (copy) {
        memcpy(copy, t->start, length);
    }
    return copy;
}

/* ---- values ---- */

/* Counts an opening or a closing bracket; false where the closing one does not fit. */
static bool count_bracket(char bracket, char open[DEEPEST_VALUE], int *depth)
{
    static const char opening[] = "([{", closing[] = ")]}";
    if (strchr(opening, bracket)) {
        open[(*depth)++] = closing[strchr(opening, bracket) - opening];
        return true;
    }
    return *depth > 0 && open[--*depth] == bracket;
}

static bool is_bracket(const cdy_usd_token *t)
{
    return t->kind == CDY_USD_MARK && strchr("()[]{}", *t->start);
}

/* Takes one value: a token, or all in brackets. */
static cdy_status take_value(parser *p, const char **end)
{
    char open[DEEPEST_VALUE];
    int depth = 0;
    const bool minus = cdy_usd_is_mark(&p->t, '-');
    if (minus) {
        advance(p);
    }
    do {
        const bool bracket = is_bracket(&p->t);
        const bool closing = bracket && strchr(")]}", *p->t.start);
        if (p->t.kind == CDY_USD_END || p->t.kind == CDY_USD_FAULT ||
            (p->t.kind == CDY_USD_MARK && depth == 0 && (!bracket || closing))) {
            return expect(p, depth > 0 ? "the end of the value" : "a value");
        }
        if (bracket && depth >= DEEPEST_VALUE - 1) {
            return cdy_fault(p->u->r, CDY_RULE_XML, p->t.at, "the value has more than %d brackets in each other",
                             DEEPEST_VALUE);
        }
        if (bracket && !count_bracket(*p->t.start, open, &depth)) {
            return expect(p, "the bracket that fits the one before");
        }
        *end = p->t.behind;
        advance(p);
    } while (depth > 0);
    return CDY_OK;
}

static cdy_status take_field_value(parser *p, cdy_usd_field *f)
{
    f->start = p->t.raw;
    f->value_at = p->t.at;
    return take_value(p, &f->end);
}

/* A file that an arc names may have a path behind it, and a displacement in time. */
static cdy_status take_arc(parser *p, cdy_usd_field *f)
{
    cdy_status status = CDY_OK;
    if (p->t.kind == CDY_USD_PATH) {
        f->end = p->t.behind;
        advance(p);
    }
    if (cdy_usd_is_mark(&p->t, '(')) {
        status = take_value(p, &f->end);
    }
    return status;
}

/* ---- metadata ---- */

static cdy_usd_order take_order(parser *p)
{
    static const char *const words[] = {"", "add", "prepend", "append", "delete", "reorder"};
    for (int i = CDY_USD_ADD; i <= CDY_USD_REORDER; i++) {
        if (take_word(p, words[i])) {
            return (cdy_usd_order)i;
        }
    }
    return CDY_USD_EXPLICIT;
}

static bool leads_to_prims(const char *entry)
{
    static const char *const arcs[] = {"references", "payload", "inherits", "specializes"};
    return cdy_is_among(entry, sizeof arcs / sizeof *arcs, arcs);
}

static void count_field(parser *p, cdy_usd_spec *spec)
{
    spec->field_count++;
    p->u->field_count++;
}

static cdy_status take_entry(parser *p, cdy_usd_spec *spec)
{
    cdy_usd_field entry = {.type = "", .order = take_order(p), .at = p->t.at};
    if (p->t.kind == CDY_USD_STRING) {
        advance(p); /* what the author says of it */
        return CDY_OK;
    }
    if (p->t.kind != CDY_USD_NAME) {
        return expect(p, "the name of an entry");
    }
    const bool arc = cdy_usd_is_word(&p->t, "references") || cdy_usd_is_word(&p->t, "payload");
    entry.name = cdy_usd_copy(p->u, &p->t);
    cdy_usd_field *kept = cdy_arena_allocate(&p->u->r->memory, 1, sizeof *kept);
    if (!entry.name || !kept) {
        return cdy_fail_memory(p->u->r->error);
    }
    advance(p);
    cdy_status status = take_mark(p, '=');
    status = status ? status : take_field_value(p, &entry);
    if (!status && arc && *entry.start != '[') {
        status = take_arc(p, &entry);
    }
    *kept = entry;
    if (!status && spec) {
        *(spec->last_entry ? &spec->last_entry->next : &spec->first_entry) = kept;
        spec->last_entry = kept;
        spec->has_arcs = spec->has_arcs || leads_to_prims(entry.name);
        count_field(p, spec);
    }
    return status;
}

/* Takes metadata in parentheses, where there are any; `spec` NULL: of a property, which has none that counts. */
static cdy_status take_metadata(parser *p, cdy_usd_spec *spec)
{
    if (!cdy_usd_is_mark(&p->t, '(')) {
        return CDY_OK;
    }
    advance(p);
    cdy_status status = CDY_OK;
    while (!status && !cdy_usd_is_mark(&p->t, ')')) {
        if (cdy_usd_is_mark(&p->t, ';') || cdy_usd_is_mark(&p->t, ',')) {
            advance(p);
        } else {
            status = take_entry(p, spec);
        }
    }
    return status ? status : take_mark(p, ')');
}

/* ---- properties ---- */

/* Reads NAME, or NAME.connect, NAME.timeSamples, whose `part` is then what stands behind the dot. */
static cdy_status take_property_name(parser *p, cdy_usd_field *f, cdy_usd_token *part)
{
    *part = (cdy_usd_token){.kind = CDY_USD_END};
    if (p->t.kind != CDY_USD_NAME) {
        return expect(p, "the name of a property");
    }
    f->at = p->t.at;
    f->name = cdy_usd_copy(p->u, &p->t);
    advance(p);
    if (cdy_usd_is_mark(&p->t, '.')) {
        advance(p);
        *part = p->t;
        if (p->t.kind != CDY_USD_NAME) {
            return expect(p, "connect, timeSamples or default");
        }
        advance(p);
    }
    return f->name ? CDY_OK : cdy_fail_memory(p->u->r->error);
}

/* Reads the type of an attribute, with [] behind it. */
static cdy_status take_type(parser *p, cdy_usd_field *f)
{
    if (p->t.kind != CDY_USD_NAME) {
        return expect(p, "a prim, a property or '}'");
    }
    f->type = cdy_usd_copy(p->u, &p->t);
    advance(p);
    cdy_status status = f->type ? CDY_OK : cdy_fail_memory(p->u->r->error);
    if (!status && cdy_usd_is_mark(&p->t, '[')) {
        advance(p);
        status = take_mark(p, ']');
    }
    return status;
}

static void keep_property(cdy_usd_spec *spec, cdy_usd_field *f)
{
    *(spec->last_property ? &spec->last_property->next : &spec->first_property) = f;
    spec->last_property = f;
}

static cdy_status take_property(parser *p)
{
    cdy_usd_field *f = cdy_arena_allocate(&p->u->r->memory, 1, sizeof *f);
    cdy_usd_token part;
    if (!f) {
        return cdy_fail_memory(p->u->r->error);
    }
    f->type = "";
    f->custom = take_word(p, "custom");
    f->order = take_order(p);
    f->custom = take_word(p, "custom") || f->custom;
    (void)(take_word(p, "uniform") || take_word(p, "varying") || take_word(p, "config"));
    f->relationship = take_word(p, "rel");
    cdy_status status = f->relationship ? CDY_OK : take_type(p, f);
    status = status ? status : take_property_name(p, f, &part);
    if (!status && cdy_usd_is_mark(&p->t, '=')) {
        advance(p);
        status = take_field_value(p, f);
    }
    status = status ? status : take_metadata(p, NULL);
    if (status) {
        return status;
    }
    f->sampled = cdy_usd_is_word(&part, "timeSamples") || cdy_usd_is_word(&part, "spline");
    if (part.kind != CDY_USD_END && !cdy_usd_is_word(&part, "default")) {
        f->start = f->end = NULL; /* a connection or values over time give no value here */
    }
    keep_property(p->in, f);
    count_field(p, p->in);
    return CDY_OK;
}

/* ---- prims ---- */

/* Returns the path of a child; NULL if memory runs out. */
static char *join_path(cdy_usd *u, const char *path, const char *name)
{
    const size_t size = strlen(path) + strlen(name) + 2;
    char *joined = cdy_arena_allocate(&u->r->memory, size, 1);
    if (joined) {
        snprintf(joined, size, "%s%s%s", path, path[1] ? "/" : "", name);
    }
    return joined;
}

/* Numbers a prim by its path in the layer. */
static cdy_status number_spec(parser *p, cdy_usd_spec *spec)
{
    cdy_usd_layer *l = p->layer;
    if (l->spec_count == l->spec_capacity) {
        const int larger = l->spec_capacity > 0 ? 2 * l->spec_capacity : 64;
        cdy_usd_spec **copy = cdy_arena_allocate(&p->u->r->memory, (size_t)larger, sizeof *copy);
        if (!copy) {
            return cdy_fail_memory(p->u->r->error);
        }
        if (l->spec_count > 0) {
            memcpy(copy, l->specs, (size_t)l->spec_count * sizeof *copy);
        }
        l->specs = copy;
        l->spec_capacity = larger;
    }
    p->u->spec_count++;
    l->specs[l->spec_count] = spec;
    return cdy_name_table_set(&l->specs_by_path, spec->path, l->spec_count++) ? CDY_OK
                                                                              : cdy_fail_memory(p->u->r->error);
}

static bool is_in_variant(const cdy_usd_spec *spec)
{
    while (spec && spec->kind != CDY_USD_VARIANT) {
        spec = spec->parent;
    }
    return spec != NULL;
}

/* Whether a text names a prim: letters, digits and underscores, with no digit first.  Of what is not ASCII all that a
 * file can hold passes for a letter. */
static bool is_identifier(const char *name)
{
    const char *p = name;
    while (isalnum((unsigned char)*p) || *p == '_' || ((unsigned char)*p & 0x80)) {
        p++;
    }
    return *name && !*p && !isdigit((unsigned char)*name) && cdy_xml_can_hold(name);
}

/* Adds what begins here to what the parser is in, and goes into it; the name is the next token. */
static cdy_status enter(parser *p, cdy_usd_spec_kind kind, cdy_usd_specifier specifier, const char *type)
{
    cdy_usd_spec *spec = cdy_arena_allocate(&p->u->r->memory, 1, sizeof *spec), *in = p->in;
    if (p->t.kind != CDY_USD_STRING) {
        return expect(p, "a name in quotation marks");
    }
    const char *name = cdy_usd_copy(p->u, &p->t);
    if (!spec || !name) {
        return cdy_fail_memory(p->u->r->error);
    }
    *spec = (cdy_usd_spec){.kind = kind, .specifier = specifier, .name = name, .type = type, .at = p->t.at};
    spec->layer = p->layer;
    spec->parent = in;
    if (kind == CDY_USD_PRIM && !is_identifier(name)) {
        return expect(p, "the name of a prim, of letters, digits and underscores, which begins with no digit");
    }
    if (strlen(in->path) + strlen(name) > LONGEST_PATH || p->depth >= DEEPEST_PRIM) {
        return cdy_fault(p->u->r, CDY_RULE_REFUSED, p->t.at,
                         "the prim is in more than %d others, or its path longer than %d bytes; expected fewer",
                         DEEPEST_PRIM, LONGEST_PATH);
    }
    spec->path = kind == CDY_USD_PRIM ? join_path(p->u, in->path, name) : in->path;
    if (!spec->path) {
        return cdy_fail_memory(p->u->r->error);
    }
    cdy_usd_spec **last = kind == CDY_USD_VARIANT_SET ? &in->last_set : &in->last_child;
    cdy_usd_spec **first = kind == CDY_USD_VARIANT_SET ? &in->first_set : &in->first_child;
    *(*last ? &(*last)->next : first) = spec;
    *last = spec;
    p->in = spec;
    p->depth++;
    advance(p);
    p->u->spec_count += kind != CDY_USD_PRIM || is_in_variant(spec);
    if (kind != CDY_USD_PRIM || is_in_variant(spec)) {
        return CDY_OK;
    }
    return cdy_name_table_find(&p->layer->specs_by_path, spec->path) >= 0
               ? cdy_fault(p->u->r, CDY_RULE_NAME_REPEATED, spec->at,
                           "the layer has a prim of the path <%.200s> already; paths must differ", spec->path)
               : number_spec(p, spec);
}

/* Takes `def TYPE "NAME" (...) {`, whose first word is taken already. */
static cdy_status take_prim(parser *p, cdy_usd_specifier specifier)
{
    const char *type = "";
    if (p->t.kind == CDY_USD_NAME) {
        type = cdy_usd_copy(p->u, &p->t);
        advance(p);
    }
    cdy_status status = type ? enter(p, CDY_USD_PRIM, specifier, type) : cdy_fail_memory(p->u->r->error);
    status = status ? status : take_metadata(p, p->in);
    return status ? status : take_mark(p, '{');
}

static cdy_status take_set(parser *p)
{
    cdy_status status = enter(p, CDY_USD_VARIANT_SET, CDY_USD_OVER, "");
    status = status ? status : take_mark(p, '=');
    return status ? status : take_mark(p, '{');
}

static cdy_status take_variant(parser *p)
{
    cdy_status status = enter(p, CDY_USD_VARIANT, CDY_USD_OVER, "");
    status = status ? status : take_metadata(p, p->in);
    return status ? status : take_mark(p, '{');
}

/* Takes `nameChildren = [...]` behind `reorder`; false where it is a property. */
static bool is_order_of_names(const parser *p)
{
    cdy_usd_scanner ahead = p->scanner;
    const cdy_usd_token next = cdy_usd_scan(&ahead);
    return cdy_usd_is_word(&p->t, "reorder") &&
           (cdy_usd_is_word(&next, "nameChildren") || cdy_usd_is_word(&next, "properties") ||
            cdy_usd_is_word(&next, "rootPrims"));
}

static cdy_status take_order_of_names(parser *p)
{
    const char *end;
    advance(p);
    advance(p);
    const cdy_status status = take_mark(p, '=');
    return status ? status : take_value(p, &end);
}

/* Takes the next part of what the parser is in. */
static cdy_status take_part(parser *p)
{
    static const char *const words[] = {"over", "def", "class"};
    if (cdy_usd_is_mark(&p->t, ';')) {
        advance(p);
        return CDY_OK;
    }
    if (cdy_usd_is_mark(&p->t, '}') && p->in->parent) {
        advance(p);
        p->in = p->in->parent;
        p->depth--;
        return CDY_OK;
    }
    if (p->in->kind == CDY_USD_VARIANT_SET) {
        return take_variant(p);
    }
    for (int i = 0; i < 3; i++) {
        if (take_word(p, words[i])) {
            return take_prim(p, (cdy_usd_specifier)i);
        }
    }
    if (is_order_of_names(p)) {
        return take_order_of_names(p);
    }
    if (!p->in->parent) {
        return expect(p, "def, over or class");
    }
    return take_word(p, "variantSet") ? take_set(p) : take_property(p);
}

cdy_status cdy_usd_parse(cdy_usd *u, cdy_usd_layer *layer)
{
    parser p = {.u = u, .layer = layer};
    layer->root = cdy_arena_allocate(&u->r->memory, 1, sizeof *layer->root);
    if (!layer->root) {
        return cdy_fail_memory(u->r->error);
    }
    *layer->root = (cdy_usd_spec){.name = "", .type = "", .path = "/", .layer = layer, .at = {1, 1, layer->number}};
    p.in = layer->root;
    p.scanner = (cdy_usd_scanner){layer->text, layer->text + layer->size, {1, 1, layer->number}};
    advance(&p);
    cdy_status status = take_metadata(&p, layer->root);
    while (!status && (p.t.kind != CDY_USD_END || p.in->parent)) {
        status = take_part(&p);
    }
    return status;
}
