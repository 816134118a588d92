/* Layers by file, and the stacks that they make with their sublayers. */
#include "description/included.h"

#include "base/error.h"
#include "usd/usd.h"
#include "xml/encoding.h"

#include <stdio.h>
#include <string.h>

enum { DEEPEST_STACK = 64, MOST_LAYERS = 256 };

const cdy_usd_field *cdy_usd_entry(const cdy_usd_spec *spec, const char *name)
{
    const cdy_usd_field *f = spec->first_entry;
    while (f && strcmp(f->name, name) != 0) {
        f = f->next;
    }
    return f;
}

cdy_usd_scanner cdy_usd_scan_value(const cdy_usd_field *f)
{
    return (cdy_usd_scanner){f->start, f->end, f->value_at};
}

static void report(cdy_usd *u, const char *what)
{
    if (u->r->options.unread) {
        u->r->options.unread(u->r->options.context, what);
    }
}

void cdy_usd_tell(cdy_usd *u, const char *what, cdy_place at, const char *why)
{
    report(u, what);
    if (cdy_name_table_find(&u->told, what) >= 0 || !cdy_reports_warnings(u->r)) {
        return;
    }
    cdy_warn(u->r, CDY_RULE_PART_UNREAD, at, "%.80s is not read: %s", what, why);
    u->r->out_of_memory = !cdy_name_table_set(&u->told, what, 0) || u->r->out_of_memory;
}

void cdy_usd_tell_of_collider(cdy_usd *u, const char *what, cdy_place at, const char *why)
{
    report(u, what);
    cdy_warn(u->r, CDY_RULE_SHAPE_UNREAD, at, "%.80s is not read: %s", what, why);
}

/* Moves the end of a path over what relative parts lead to: . and .. */
static bool append_parts(char *path, const char *p, const char *end)
{
    size_t length = strlen(path);
    while (p < end) {
        const char *slash = memchr(p, '/', (size_t)(end - p));
        const size_t part = (size_t)((slash ? slash : end) - p);
        if (part == 2 && memcmp(p, "..", 2) == 0) {
            if (length == 0) {
                return false;
            }
            while (path[--length] != '/') {
            }
        } else if (part > 0 && !(part == 1 && *p == '.')) {
            path[length++] = '/';
            memcpy(path + length, p, part);
            length += part;
        }
        path[length] = '\0';
        p += part + (slash != NULL);
    }
    return true;
}

const char *cdy_usd_absolute(cdy_usd *u, const char *prim, const cdy_usd_token *path)
{
    const char *start = path->start;
    const bool absolute = start < path->end && *start == '/';
    const size_t size = strlen(prim) + (size_t)(path->end - start) + 2;
    char *joined = cdy_arena_allocate(&u->r->memory, size, 1);
    if (!joined) {
        return NULL;
    }
    if (!absolute && prim[1]) {
        memcpy(joined, prim, strlen(prim));
    }
    const bool inside = append_parts(joined, start, path->end);
    if (!*joined) {
        *joined = '/';
    }
    return inside ? joined : NULL;
}

/* Whether a text is USD in one of its binary forms. */
static bool is_binary(const char *bytes, size_t size)
{
    return (size >= 8 && memcmp(bytes, "PXR-USDC", 8) == 0) || (size >= 4 && memcmp(bytes, "PK\3\4", 4) == 0);
}

/* Moves a place on to the first byte of a text that is zero or not UTF-8; returns false where there is none. */
static bool find_foreign_byte(const char *text, size_t size, cdy_place *at)
{
    for (size_t i = 0, length; i < size; i += length) {
        length = cdy_utf8_length(text + i, size - i);
        if (length == 0 || text[i] == '\0') {
            return true;
        }
        at->line += text[i] == '\n';
        at->column = text[i] == '\n' ? 1 : at->column + 1;
    }
    return false;
}

/* Adds a layer, and parses it. */
static cdy_status add_layer(cdy_usd *u, cdy_usd_layer layer, cdy_place at, cdy_usd_layer **added)
{
    if (is_binary(layer.text, layer.size)) {
        return cdy_fault(u->r, CDY_RULE_REFUSED, at,
                         "the file '%.200s' is binary USD, which is not read; the Python package usd-core makes one "
                         "text of the robot: python3 -c \"from pxr import Usd; "
                         "Usd.Stage.Open('%.200s').Export('robot.usda')\"",
                         layer.path, u->r->file);
    }
    if (layer.size >= 3 && memcmp(layer.text, BYTE_ORDER_MARK, 3) == 0) {
        return cdy_fault(u->r, CDY_RULE_ENCODING, at,
                         "the file '%.200s' has a byte order mark before #usda, with which OpenUSD does not read it; "
                         "expected UTF-8 without one",
                         layer.path);
    }
    if (layer.size < 5 || memcmp(layer.text, "#usda", 5) != 0) {
        return cdy_fault(u->r, CDY_RULE_ROOT_ELEMENT, at,
                         "the file '%.200s' does not begin with #usda; expected USD as text", layer.path);
    }
    cdy_place foreign = {1, 1, layer.number};
    if (find_foreign_byte(layer.text, layer.size, &foreign)) {
        return cdy_fault(
            u->r, CDY_RULE_ENCODING, foreign,
            "a byte is zero or not UTF-8, with which OpenUSD does not read the file; expected the file in UTF-8");
    }
    *added = cdy_arena_allocate(&u->r->memory, 1, sizeof **added);
    if (!*added) {
        return cdy_fail_memory(u->r->error);
    }
    layer.next = u->layers;
    **added = layer;
    u->layers = *added;
    return cdy_usd_parse(u, *added);
}

/* Takes . and NAME/.. out of a relative path, in its place. */
static void shorten(char *path)
{
    char *out = path;
    for (const char *p = path; *p;) {
        const size_t length = strcspn(p, "/");
        const bool up = length == 2 && p[0] == '.' && p[1] == '.';
        char *cut = out;
        while (cut > path && cut[-1] == '/') {
            cut--;
        }
        while (cut > path && cut[-1] != '/') {
            cut--;
        }
        if (up && out > path && strncmp(cut, "../", 3) != 0) {
            out = cut;
        } else if (!(length == 1 && *p == '.') && length > 0) {
            memmove(out, p, length);
            out += length;
            *out = p[length];
            out += p[length] == '/';
        }
        p += length + (p[length] == '/');
    }
    *out = '\0';
}

/* Returns the path of a file in the robot's folder that a layer names; NULL if memory runs out. */
static char *join(cdy_usd *u, const char *folder, const cdy_usd_token *asset)
{
    const int length = (int)(asset->end - asset->start);
    const size_t size = strlen(folder) + (size_t)length + 1;
    char *joined = cdy_arena_allocate(&u->r->memory, size, 1);
    if (joined) {
        const bool absolute = length > 0 && *asset->start == '/';
        snprintf(joined, size, "%s%.*s", absolute ? "" : folder, length, asset->start);
        shorten(joined + absolute);
    }
    return joined;
}

/* Returns the folder of a path in the robot's folder; NULL if memory runs out. */
static const char *folder_of(cdy_usd *u, const char *path)
{
    char *folder = cdy_arena_copy(&u->r->memory, path);
    char *slash = folder ? strrchr(folder, '/') : NULL;
    if (folder) {
        *(slash ? slash + 1 : folder) = '\0';
    }
    return folder;
}

static cdy_status read_layer(cdy_usd *u, const cdy_usd_layer *from, const cdy_usd_token *asset, cdy_place at,
                             cdy_usd_layer **layer)
{
    const char *path = NULL, *joined = join(u, from->folder, asset);
    cdy_usd_layer read = {0};
    cdy_status status = joined ? cdy_locate_beside(u->r, joined, at, &path) : cdy_fail_memory(u->r->error);
    for (cdy_usd_layer *l = u->layers; l && !status; l = l->next) {
        if (strcmp(l->path, path) == 0) {
            *layer = l;
            return CDY_OK;
        }
    }
    status = status ? status : cdy_include_text(u->r, path, at, &read.text, &read.size, &read.number);
    if (!status) {
        read.path = path;
        read.folder = folder_of(u, joined);
        status = read.folder ? add_layer(u, read, at, layer) : cdy_fail_memory(u->r->error);
    }
    return status;
}

/* ---- stacks ---- */

/* Finds the next sublayer from a place in a list; false at its end. */
static bool next_sublayer(cdy_usd_scanner *s, cdy_usd_token *asset)
{
    do {
        *asset = cdy_usd_scan(s);
    } while (asset->kind != CDY_USD_ASSET && asset->kind != CDY_USD_END && asset->kind != CDY_USD_FAULT);
    return asset->kind == CDY_USD_ASSET;
}

static bool is_among(const cdy_usd_layer *layer, cdy_usd_layer *const *layers, int count)
{
    for (int i = 0; i < count; i++) {
        if (layers[i] == layer) {
            return true;
        }
    }
    return false;
}

/* Collects a layer and its sublayers, each before its own. */
static cdy_status fill_stack(cdy_usd *u, cdy_usd_layer *layer, cdy_usd_layer *found[MOST_LAYERS], int *count)
{
    cdy_usd_layer *open[DEEPEST_STACK];
    cdy_usd_scanner rest[DEEPEST_STACK];
    int depth = 0;
    cdy_status status = CDY_OK;
    for (cdy_usd_layer *next = layer; !status && (next || depth > 0);) {
        if (next) {
            const cdy_usd_field *list = cdy_usd_entry(next->root, "subLayers");
            open[depth] = next;
            rest[depth++] = list ? cdy_usd_scan_value(list) : (cdy_usd_scanner){next->text, next->text, {0}};
            found[(*count)++] = next;
        }
        cdy_usd_token asset;
        next = NULL;
        if (!next_sublayer(&rest[depth - 1], &asset)) {
            depth--;
            continue;
        }
        status = read_layer(u, open[depth - 1], &asset, asset.at, &next);
        if (!status && is_among(next, open, depth)) {
            status = cdy_fault(u->r, CDY_RULE_CYCLE, asset.at, "the sublayer '%.200s' has this layer as one of its own",
                               next->path);
        } else if (!status && is_among(next, found, *count)) {
            next = NULL; /* it has its say already, where it is stronger */
        } else if (!status && (depth == DEEPEST_STACK || *count == MOST_LAYERS)) {
            status = cdy_fault(u->r, CDY_RULE_REFUSED, asset.at,
                               "too many sublayers; expected up to %d in each other, and %d in all", DEEPEST_STACK,
                               MOST_LAYERS);
        }
    }
    return status;
}

static cdy_status make_stack(cdy_usd *u, cdy_usd_layer *layer, cdy_usd_stack **stack)
{
    cdy_usd_layer *found[MOST_LAYERS];
    int count = 0;
    for (*stack = u->stacks; *stack; *stack = (*stack)->next) {
        if ((*stack)->layers[0] == layer) {
            return CDY_OK;
        }
    }
    const cdy_status status = fill_stack(u, layer, found, &count);
    cdy_usd_stack *made = status ? NULL : cdy_arena_allocate(&u->r->memory, 1, sizeof *made);
    cdy_usd_layer **layers = made ? cdy_arena_allocate(&u->r->memory, (size_t)count, sizeof *layers) : NULL;
    if (!layers) {
        return status ? status : cdy_fail_memory(u->r->error);
    }
    memcpy(layers, found, (size_t)count * sizeof *layers);
    *made = (cdy_usd_stack){layers, count, u->stacks};
    u->stacks = *stack = made;
    return CDY_OK;
}

cdy_status cdy_usd_open_root(cdy_usd *u, const char *bytes, size_t size, cdy_usd_stack **stack)
{
    cdy_usd_layer *layer = NULL, read = {.path = u->r->file, .folder = "", .text = bytes, .size = size};
    const cdy_status status = add_layer(u, read, (cdy_place){1, 1, 0}, &layer);
    return status ? status : make_stack(u, layer, stack);
}

cdy_status cdy_usd_open(cdy_usd *u, const cdy_usd_layer *from, const cdy_usd_token *asset, cdy_place at,
                        cdy_usd_stack **stack)
{
    cdy_usd_layer *layer = NULL;
    const cdy_status status = read_layer(u, from, asset, at, &layer);
    return status ? status : make_stack(u, layer, stack);
}
