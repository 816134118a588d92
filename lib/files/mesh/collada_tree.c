#include "mesh/collada_tree.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST_ELEMENTS = 256 };

/* The text while it is read. */
typedef struct reader {
    cdy_collada_tree *tree;
    const char *first, *at, *end;
    const char *name;
    size_t open[DEEPEST_ELEMENTS]; /* the elements that are open, outermost first */
    int depth;
    cdy_error *error;
} reader;

bool cdy_piece_is(cdy_piece piece, const char *text)
{
    return piece.text && strlen(text) == piece.length && memcmp(piece.text, text, piece.length) == 0;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static cdy_status refuse(const reader *r, const char *what)
{
    int line = 1;
    for (const char *p = r->first; p < r->at; p++) {
        line += *p == '\n';
    }
    return cdy_fail_at(r->error, CDY_ERROR_ROBOT, r->name, line, "%s", what);
}

static void skip_spaces(reader *r)
{
    while (r->at < r->end && is_space(*r->at)) {
        r->at++;
    }
}

/* Moves behind the next `text`; false where there is none. */
static bool skip_past(reader *r, const char *text)
{
    const size_t length = strlen(text);
    while ((size_t)(r->end - r->at) >= length && memcmp(r->at, text, length) != 0) {
        r->at++;
    }
    const bool found = (size_t)(r->end - r->at) >= length;
    r->at = found ? r->at + length : r->end;
    return found;
}

static cdy_piece read_name(reader *r)
{
    cdy_piece name = {r->at, 0};
    while (r->at < r->end && !is_space(*r->at) && !strchr("=/>\"'<", *r->at)) {
        r->at++;
        name.length++;
    }
    return name;
}

/* Makes room for one more of `size` bytes; false where memory runs out. */
static bool grow(void **items, size_t count, size_t *capacity, size_t size)
{
    if (count == *capacity) {
        const size_t more = 2 * *capacity + 64;
        void *grown = cdy_reallocate(*items, more, size);
        if (!grown) {
            return false;
        }
        *items = grown;
        *capacity = more;
    }
    return true;
}

static cdy_status read_attribute(reader *r)
{
    cdy_collada_attribute a = {.name = read_name(r)};
    skip_spaces(r);
    if (a.name.length == 0 || r->at == r->end || *r->at != '=') {
        return refuse(r, "expected an attribute with a value in a tag");
    }
    r->at++;
    skip_spaces(r);
    const char quote[2] = {r->at < r->end ? *r->at : ' ', '\0'};
    if (quote[0] != '"' && quote[0] != '\'') {
        return refuse(r, "expected quotes around the value of an attribute");
    }
    a.value.text = ++r->at;
    if (!skip_past(r, quote)) {
        return refuse(r, "the file ends in an attribute");
    }
    a.value.length = (size_t)(r->at - 1 - a.value.text);
    cdy_collada_tree *t = r->tree;
    if (!grow((void **)&t->attributes, t->attribute_count, &t->attribute_capacity, sizeof a)) {
        return cdy_fail_memory(r->error);
    }
    t->attributes[t->attribute_count++] = a;
    t->id_count += cdy_piece_is(a.name, "id");
    return CDY_OK;
}

static void close_element(reader *r)
{
    r->tree->elements[r->open[--r->depth]].next = r->tree->count;
}

/* Reads a start tag, behind its `<`. */
static cdy_status read_start(reader *r)
{
    cdy_collada_tree *t = r->tree;
    cdy_collada_element e = {.name = read_name(r), .first_attribute = t->attribute_count};
    if (e.name.length == 0) {
        return refuse(r, "expected the name of an element behind '<'");
    }
    if (r->depth == DEEPEST_ELEMENTS || (r->depth == 0 && t->count > 0)) {
        return refuse(r,
                      r->depth ? "elements are nested deeper than 256" : "expected one element that holds all others");
    }
    for (skip_spaces(r); r->at < r->end && *r->at != '>' && *r->at != '/'; skip_spaces(r)) {
        const cdy_status status = read_attribute(r);
        if (status) {
            return status;
        }
    }
    const bool empty = r->at < r->end && *r->at == '/';
    r->at += empty;
    if (r->at == r->end || *r->at != '>') {
        return refuse(r, "expected the end of a tag, '>'");
    }
    r->at++;
    e.attribute_count = t->attribute_count - e.first_attribute;
    if (!grow((void **)&t->elements, t->count, &t->capacity, sizeof e)) {
        return cdy_fail_memory(r->error);
    }
    r->open[r->depth++] = t->count;
    t->elements[t->count++] = e;
    if (empty) {
        close_element(r);
    }
    return CDY_OK;
}

static cdy_status read_end(reader *r)
{
    r->at += 2;
    const cdy_piece name = read_name(r);
    skip_spaces(r);
    const cdy_piece open = r->depth ? r->tree->elements[r->open[r->depth - 1]].name : (cdy_piece){NULL, 0};
    if (r->at == r->end || *r->at != '>' || !open.text || open.length != name.length ||
        memcmp(open.text, name.text, name.length) != 0) {
        return refuse(r, "an end tag is not that of the element that is open");
    }
    r->at++;
    close_element(r);
    return CDY_OK;
}

/* Reads what begins with `<`. */
static cdy_status read_markup(reader *r)
{
    const size_t left = (size_t)(r->end - r->at);
    if (left >= 4 && memcmp(r->at, "<!--", 4) == 0) {
        r->at += 4;
        return skip_past(r, "-->") ? CDY_OK : refuse(r, "the file ends in a comment");
    }
    if (left >= 2 && r->at[1] == '?') {
        return skip_past(r, "?>") ? CDY_OK : refuse(r, "the file ends in an instruction");
    }
    if (left >= 2 && r->at[1] == '!') {
        return refuse(r, "expected neither a document type nor CDATA in a Collada mesh");
    }
    if (left >= 2 && r->at[1] == '/') {
        return read_end(r);
    }
    r->at++;
    return read_start(r);
}

static bool is_blank(cdy_piece text)
{
    cdy_piece word;
    return !cdy_next_piece(&text, &word);
}

/* Text is the element's that was opened last, if no other element is in it yet; a comment may stand before or behind
 * it, but not within. */
static cdy_status read_text(reader *r)
{
    const char *next = memchr(r->at, '<', (size_t)(r->end - r->at));
    const cdy_piece text = {r->at, (size_t)((next ? next : r->end) - r->at)};
    const size_t last = r->tree->count;
    if (r->depth > 0 && r->open[r->depth - 1] == last - 1) {
        cdy_piece *own = &r->tree->elements[last - 1].text;
        if (!is_blank(*own) && !is_blank(text)) {
            return refuse(r, "a comment stands within the text of an element; expected it before or behind the text");
        }
        *own = is_blank(*own) ? text : *own;
    }
    r->at += text.length;
    return CDY_OK;
}

static int compare_ids(const void *a, const void *b)
{
    const cdy_piece p = ((const cdy_collada_id *)a)->id, q = ((const cdy_collada_id *)b)->id;
    const int order = memcmp(p.text, q.text, p.length < q.length ? p.length : q.length);
    return order ? order : (p.length > q.length) - (p.length < q.length);
}

static cdy_status sort_ids(reader *r)
{
    cdy_collada_tree *t = r->tree;
    t->ids = cdy_allocate(t->id_count + 1, sizeof *t->ids);
    if (!t->ids) {
        return cdy_fail_memory(r->error);
    }
    t->id_count = 0;
    for (size_t i = 0; i < t->count; i++) {
        const cdy_piece id = cdy_collada_attribute_of(t, i, "id");
        if (id.text) {
            t->ids[t->id_count++] = (cdy_collada_id){id, i};
        }
    }
    qsort(t->ids, t->id_count, sizeof *t->ids, compare_ids);
    return CDY_OK;
}

cdy_status cdy_collada_read(cdy_collada_tree *tree, const char *text, size_t size, const char *name, cdy_error *error)
{
    reader r = {.tree = tree, .first = text, .at = text, .end = text + size, .name = name, .error = error};
    if (memchr(text, '\0', size)) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, name, 0, "the Collada mesh has bytes 0; expected text in UTF-8");
    }
    cdy_status status = CDY_OK;
    while (!status && r.at < r.end) {
        status = *r.at == '<' ? read_markup(&r) : read_text(&r);
    }
    if (!status && (r.depth > 0 || tree->count == 0 || !cdy_piece_is(tree->elements[0].name, "COLLADA"))) {
        status = refuse(&r, r.depth > 0 ? "the file ends in an element" : "expected an element <COLLADA>");
    }
    return status ? status : sort_ids(&r);
}

void cdy_collada_clear(cdy_collada_tree *tree)
{
    cdy_release(tree->elements);
    cdy_release(tree->attributes);
    cdy_release(tree->ids);
    *tree = (cdy_collada_tree){0};
}

cdy_piece cdy_collada_attribute_of(const cdy_collada_tree *tree, size_t element, const char *name)
{
    const cdy_collada_element *e = &tree->elements[element];
    for (size_t i = 0; i < e->attribute_count; i++) {
        const cdy_collada_attribute *a = &tree->attributes[e->first_attribute + i];
        if (cdy_piece_is(a->name, name)) {
            return a->value;
        }
    }
    return (cdy_piece){NULL, 0};
}

static size_t find_child(const cdy_collada_tree *tree, size_t parent, size_t from, const char *name)
{
    const size_t end = tree->elements[parent].next;
    while (from < end && name && !cdy_piece_is(tree->elements[from].name, name)) {
        from = tree->elements[from].next;
    }
    return from < end ? from : 0;
}

size_t cdy_collada_child(const cdy_collada_tree *tree, size_t parent, const char *name)
{
    return find_child(tree, parent, parent + 1, name);
}

size_t cdy_collada_next(const cdy_collada_tree *tree, size_t parent, size_t element, const char *name)
{
    return find_child(tree, parent, tree->elements[element].next, name);
}

size_t cdy_collada_find(const cdy_collada_tree *tree, cdy_piece id)
{
    const cdy_collada_id wanted = {id, 0};
    const cdy_collada_id *found =
        id.text ? bsearch(&wanted, tree->ids, tree->id_count, sizeof *tree->ids, compare_ids) : NULL;
    return found ? found->element : 0;
}

bool cdy_next_piece(cdy_piece *rest, cdy_piece *word)
{
    while (rest->length > 0 && is_space(*rest->text)) {
        rest->text++;
        rest->length--;
    }
    *word = (cdy_piece){rest->text, 0};
    while (rest->length > 0 && !is_space(*rest->text)) {
        rest->text++;
        rest->length--;
        word->length++;
    }
    return word->length > 0;
}
