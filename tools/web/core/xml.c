/* A parser of XML for a page: what lib/files/xml/document.c asks of libxml2, for texts in UTF-8 without a document
 * type.  It reads every well-formed text, and refuses the others at the line and in the words of libxml2. */
#include "xml.h"

#include "writing/utf8.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The functions of lib/files/xml/parser.h, for a build without the room lib/files/xml. */
xmlParserCtxtPtr cdy_parser_create(void *reader);
void cdy_parser_run(xmlParserCtxtPtr parser, const char *text, size_t size, int options);

/* A name that lives as long as the document. */
typedef struct word {
    struct word *next;
    char text[];
} word;

enum { BUCKETS = 256, MOST_ATTRIBUTES = 256 }; /* cdy_check_text() lets no tag have more attributes */

struct xmlDict {
    int owners;
    word *buckets[BUCKETS];
};

/* An open element, or a namespace in scope. */
typedef struct open_element {
    const char *name, *prefix;
    int line;
    size_t namespaces; /* in scope outside of it */
} open_element;

typedef struct binding {
    const char *prefix, *uri; /* prefix "": the default */
} binding;

typedef struct scanner {
    xmlParserCtxt context; /* first member, so that a pointer to this struct is a pointer to the scanner */
    xmlParserInput input;
    xmlSAXHandler sax;
    const char *at, *end, *counted; /* lines are counted up to `counted` */
    open_element *open;
    binding *namespaces;
    size_t depth, open_capacity, namespace_count, namespace_capacity;
    char *value; /* attribute values of a tag, one behind the other */
    size_t value_length, value_capacity;
    bool stopped;
} scanner;

/* ---- the interface ---- */

void xmlStopParser(xmlParserCtxtPtr parser)
{
    ((scanner *)parser)->stopped = true;
}

void xmlSAX2StartDocument(void *context)
{
    ((xmlParserCtxtPtr)context)->version = (const xmlChar *)"1.0";
}

int xmlDictReference(xmlDict *names)
{
    return names ? ++names->owners : -1;
}

void xmlDictFree(xmlDict *names)
{
    if (names && --names->owners == 0) {
        for (int i = 0; i < BUCKETS; i++) {
            for (word *w = names->buckets[i], *next; w; w = next) {
                next = w->next;
                free(w);
            }
        }
        free(names);
    }
}

void xmlFreeParserCtxt(xmlParserCtxtPtr parser)
{
    scanner *s = (scanner *)parser;
    if (s) {
        xmlDictFree(s->context.dict);
        free(s->open);
        free(s->namespaces);
        free(s->value);
        free(s);
    }
}

xmlParserCtxtPtr cdy_parser_create(void *reader)
{
    scanner *s = calloc(1, sizeof *s);
    xmlDict *names = calloc(1, sizeof *names);
    if (!s || !names) {
        free(s);
        free(names);
        return NULL;
    }
    names->owners = 1;
    s->sax.startDocument = xmlSAX2StartDocument;
    s->context =
        (xmlParserCtxt){._private = reader, .sax = &s->sax, .input = &s->input, .dict = names, .wellFormed = 1};
    return &s->context;
}

/* ---- faults ---- */

static void update_input(scanner *s)
{
    for (; s->counted < s->at; s->counted++) {
        s->input.line += *s->counted == '\n';
    }
    s->input.cur = (const xmlChar *)s->at;
}

static int column(const scanner *s)
{
    const char *from = s->at;
    while (from > (const char *)s->input.base && from[-1] != '\n') {
        from--;
    }
    return (int)(s->at - from) + 1;
}

static bool refuse(scanner *s, int code, const char *message)
{
    update_input(s);
    const xmlError problem = {.domain = XML_FROM_PARSER,
                              .code = code,
                              .level = XML_ERR_FATAL,
                              .line = s->input.line,
                              .int2 = column(s),
                              .message = message};
    s->context.errNo = code;
    s->context.wellFormed = 0;
    if (!s->stopped && s->sax.serror) {
        s->sax.serror(&s->context, &problem);
    }
    s->stopped = true;
    return false;
}

static bool fail(scanner *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(scanner *s, const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return refuse(s, XML_ERR_FATAL, message);
}

static bool fail_memory(scanner *s)
{
    return refuse(s, XML_ERR_NO_MEMORY, "out of memory");
}

/* ---- characters ---- */

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool begins(const scanner *s, const char *mark)
{
    const size_t length = strlen(mark);
    return (size_t)(s->end - s->at) >= length && memcmp(s->at, mark, length) == 0;
}

static bool skip_spaces(scanner *s)
{
    const char *from = s->at;
    while (s->at < s->end && is_space(*s->at)) {
        s->at++;
    }
    return s->at > from;
}

static bool starts_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || (unsigned char)c >= 0x80;
}

static bool is_in_name(char c)
{
    return starts_name(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

/* Goes past a name; returns its length, 0 where there is none. */
static size_t skip_name(scanner *s)
{
    const char *from = s->at;
    while (s->at < s->end && (s->at == from ? starts_name(*s->at) : is_in_name(*s->at))) {
        s->at++;
    }
    return (size_t)(s->at - from);
}

/* Keeps a text; NULL where memory runs out. */
static const char *keep(scanner *s, const char *text, size_t length)
{
    unsigned hash = 5381;
    for (size_t i = 0; i < length; i++) {
        hash = 33 * hash + (unsigned char)text[i];
    }
    word **bucket = &s->context.dict->buckets[hash % BUCKETS];
    for (word *w = *bucket; w; w = w->next) {
        if (strlen(w->text) == length && memcmp(w->text, text, length) == 0) {
            return w->text;
        }
    }
    word *made = malloc(sizeof *made + length + 1);
    if (!made) {
        fail_memory(s);
        return NULL;
    }
    memcpy(made->text, text, length);
    made->text[length] = '\0';
    made->next = *bucket;
    *bucket = made;
    return made->text;
}

/* Reads a name as its prefix (NULL: none) and its local part. */
static bool read_name(scanner *s, const char **prefix, const char **local)
{
    const char *from = s->at;
    const size_t length = skip_name(s);
    const char *colon = memchr(from, ':', length);
    const bool split = colon && colon > from && colon + 1 < from + length;
    const char *rest = split ? colon + 1 : from;
    *prefix = split ? keep(s, from, (size_t)(colon - from)) : NULL;
    *local = keep(s, rest, (size_t)(from + length - rest));
    return *local && (!split || *prefix);
}

/* Grows an array to hold one item more. */
static bool grow(void *array, size_t *capacity, size_t count, size_t size)
{
    void **items = array;
    if (count < *capacity) {
        return true;
    }
    const size_t larger = count < 16 ? 32 : 2 * count;
    void *grown = realloc(*items, larger * size);
    if (grown) {
        *items = grown;
        *capacity = larger;
    }
    return grown != NULL;
}

/* ---- references ---- */

static size_t encode(unsigned code, char *to)
{
    if (code < 0x80) {
        to[0] = (char)code;
        return 1;
    }
    const size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; code >>= 6) {
        to[i] = (char)(0x80 | (code & 0x3f));
    }
    to[0] = (char)((length == 2 ? 0xc0 : length == 3 ? 0xe0 : 0xf0) | code);
    return length;
}

static bool is_character(unsigned code)
{
    return code == 9 || code == 10 || code == 13 || (code >= 0x20 && code < 0xd800) ||
           (code >= 0xe000 && code < 0x110000 && code != 0xfffe && code != 0xffff);
}

/* Reads &#N; or &#xN;. */
static bool read_code(scanner *s, char *to, size_t *length)
{
    unsigned code = 0;
    s->at += 2;
    const bool hexadecimal = s->at < s->end && *s->at == 'x';
    s->at += hexadecimal;
    const char *digits = s->at;
    for (; s->at < s->end && *s->at != ';'; s->at++) {
        const char *all = "0123456789abcdef", *found = memchr(all, *s->at | 0x20, hexadecimal ? 16 : 10);
        if (!found || (*s->at < '0')) {
            return fail(s, hexadecimal ? "xmlParseCharRef: invalid hexadecimal value"
                                       : "xmlParseCharRef: invalid decimal value");
        }
        code = code < 0x110000 ? (hexadecimal ? 16 : 10) * code + (unsigned)(found - all) : code;
    }
    if (s->at == s->end || s->at == digits || !is_character(code)) {
        return fail(s, "xmlParseCharRef: invalid xmlChar value %u", code);
    }
    s->at++;
    *length = encode(code, to);
    return true;
}

/* Reads the reference at '&' into at most four bytes. */
static bool read_reference(scanner *s, char *to, size_t *length)
{
    static const struct {
        const char *name;
        char character;
    } known[] = {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
    if (begins(s, "&#")) {
        return read_code(s, to, length);
    }
    s->at++;
    const char *name = s->at;
    const size_t size = skip_name(s);
    if (size == 0) {
        return fail(s, "xmlParseEntityRef: no name");
    }
    if (s->at == s->end || *s->at != ';') {
        return fail(s, "EntityRef: expecting ';'");
    }
    s->at++;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strlen(known[i].name) == size && memcmp(known[i].name, name, size) == 0) {
            *to = known[i].character;
            *length = 1;
            return true;
        }
    }
    return fail(s, "Entity '%.*s' not defined", (int)(size < 200 ? size : 200), name);
}

/* ---- tags ---- */

static bool add_to_value(scanner *s, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (!grow(&s->value, &s->value_capacity, s->value_length, 1)) {
            return fail_memory(s);
        }
        s->value[s->value_length++] = text[i];
    }
    return true;
}

/* Reads a quoted value behind those before; '&' stays a reference, as libxml2 hands it on. */
static bool read_value(scanner *s)
{
    if (s->at == s->end || (*s->at != '"' && *s->at != '\'')) {
        return fail(s, "AttValue: \" or ' expected");
    }
    const char quote = *s->at++;
    while (s->at < s->end && *s->at != quote) {
        char text[4] = {*s->at};
        size_t length = 1;
        if (*s->at == '<') {
            return fail(s, "Unescaped '<' not allowed in attributes values");
        }
        if (*s->at == '&') {
            if (!read_reference(s, text, &length)) {
                return false;
            }
        } else if ((unsigned char)*s->at < 0x20 && !is_space(*s->at)) {
            return fail(s, "invalid character in attribute value");
        } else {
            const bool pair = begins(s, "\r\n");
            text[0] = is_space(*s->at) ? ' ' : *s->at;
            s->at += pair ? 2 : 1;
        }
        if (!(text[0] == '&' ? add_to_value(s, "&#38;", 5) : add_to_value(s, text, length))) {
            return false;
        }
    }
    if (s->at == s->end) {
        return fail(s, "AttValue: ' expected");
    }
    s->at++;
    return true;
}

static const char *find_uri(const scanner *s, const char *prefix)
{
    for (size_t i = s->namespace_count; prefix && i-- > 0;) {
        if (strcmp(s->namespaces[i].prefix, prefix) == 0) {
            return s->namespaces[i].uri;
        }
    }
    return NULL;
}

static bool add_namespace(scanner *s, const char *prefix, size_t value)
{
    if (!grow(&s->namespaces, &s->namespace_capacity, s->namespace_count, sizeof *s->namespaces)) {
        return fail_memory(s);
    }
    const char *uri = keep(s, s->value + value, s->value_length - value);
    s->namespaces[s->namespace_count++] = (binding){prefix, uri};
    return uri;
}

/* The attributes of a start tag; values are places in `value`, which may move until the tag ends. */
typedef struct tag {
    const char *names[MOST_ATTRIBUTES][2]; /* local part, prefix */
    size_t values[MOST_ATTRIBUTES][2];
    size_t count;
} tag;

static bool is_given(const tag *t, const char *prefix, const char *local)
{
    for (size_t i = 0; i < t->count; i++) {
        if (t->names[i][0] == local && t->names[i][1] == prefix) {
            return true;
        }
    }
    return false;
}

/* Reads an attribute of a tag, outside of which `from` namespaces are in scope. */
static bool read_attribute(scanner *s, tag *t, size_t from)
{
    const char *prefix, *local;
    if (!read_name(s, &prefix, &local)) {
        return false;
    }
    skip_spaces(s);
    if (s->at == s->end || *s->at != '=') {
        return fail(s, "Specification mandates value for attribute %.200s", local);
    }
    s->at++;
    skip_spaces(s);
    const size_t value = s->value_length;
    if (!read_value(s)) {
        return false;
    }
    if (s->namespace_count - from == MOST_ATTRIBUTES) {
        return fail(s, "too many namespaces");
    }
    if (prefix && strcmp(prefix, "xmlns") == 0) {
        return add_namespace(s, local, value);
    }
    if (!prefix && strcmp(local, "xmlns") == 0) {
        return add_namespace(s, "", value);
    }
    if (is_given(t, prefix, local)) {
        return fail(s, "Attribute %s%s%.200s redefined", prefix ? prefix : "", prefix ? ":" : "", local);
    }
    if (t->count == MOST_ATTRIBUTES) {
        return fail(s, "too many attributes");
    }
    t->names[t->count][0] = local;
    t->names[t->count][1] = prefix;
    t->values[t->count][0] = value;
    t->values[t->count++][1] = s->value_length;
    return true;
}

static bool read_attributes(scanner *s, tag *t, size_t from)
{
    for (;;) {
        const bool apart = skip_spaces(s);
        if (s->at == s->end || *s->at == '>' || begins(s, "/>") || !starts_name(*s->at)) {
            return true;
        }
        if (!apart) {
            return fail(s, "attributes construct error");
        }
        if (!read_attribute(s, t, from)) {
            return false;
        }
    }
}

/* Reports a prefix that no namespace has; the document is read on. */
static void check_prefix(scanner *s, const char *prefix, const char *name, const open_element *e)
{
    char message[512];
    if (!prefix || strcmp(prefix, "xml") == 0 || find_uri(s, prefix) || !s->sax.serror) {
        return;
    }
    snprintf(message, sizeof message, "Namespace prefix %.100s %s%.100s%son %.100s is not defined", prefix,
             name ? "for " : "", name ? name : "", name ? " " : "", e->name);
    s->sax.serror(&s->context, &(const xmlError){.domain = XML_FROM_NAMESPACE,
                                                 .code = XML_NS_ERR_UNDEFINED_NAMESPACE,
                                                 .level = XML_ERR_ERROR,
                                                 .line = s->input.line,
                                                 .int2 = column(s),
                                                 .message = message});
}

static void check_prefixes(scanner *s, const open_element *e, const tag *t)
{
    update_input(s);
    for (size_t i = 0; i < t->count; i++) {
        check_prefix(s, t->names[i][1], t->names[i][0], e);
    }
    check_prefix(s, e->prefix, NULL, e);
}

/* The namespaces that a tag declares, prefix (NULL: the default) and name by turns. */
static const xmlChar **declared(const scanner *s, const open_element *e)
{
    static const xmlChar *pairs[2 * MOST_ATTRIBUTES];
    for (size_t i = e->namespaces; i < s->namespace_count; i++) {
        const binding *b = &s->namespaces[i];
        pairs[2 * (i - e->namespaces)] = *b->prefix ? (const xmlChar *)b->prefix : NULL;
        pairs[2 * (i - e->namespaces) + 1] = (const xmlChar *)b->uri;
    }
    return pairs;
}

static void tell_start(scanner *s, const open_element *e, const tag *t)
{
    static const xmlChar *attributes[5 * MOST_ATTRIBUTES];
    const char *values = s->value ? s->value : ""; /* no memory is needed where all are empty */
    for (size_t i = 0; i < t->count; i++) {
        const xmlChar *const five[5] = {(const xmlChar *)t->names[i][0], (const xmlChar *)t->names[i][1],
                                        (const xmlChar *)find_uri(s, t->names[i][1]),
                                        (const xmlChar *)values + t->values[i][0],
                                        (const xmlChar *)values + t->values[i][1]};
        memcpy(attributes + 5 * i, five, sizeof five);
    }
    update_input(s);
    s->sax.startElementNs(&s->context, (const xmlChar *)e->name, (const xmlChar *)e->prefix,
                          (const xmlChar *)find_uri(s, e->prefix), (int)(s->namespace_count - e->namespaces),
                          declared(s, e), (int)t->count, 0, attributes);
}

static void close_element(scanner *s)
{
    const open_element *e = &s->open[s->depth - 1];
    update_input(s);
    s->sax.endElementNs(&s->context, (const xmlChar *)e->name, (const xmlChar *)e->prefix, NULL);
    s->namespace_count = e->namespaces;
    s->depth--;
}

static bool read_start_tag(scanner *s)
{
    static tag t; /* large, and used by one document at a time */
    open_element e = {.namespaces = s->namespace_count};
    t.count = 0;
    s->value_length = 0;
    s->at++;
    update_input(s);
    e.line = s->input.line;
    if (s->at == s->end || !starts_name(*s->at)) {
        return fail(s, "StartTag: invalid element name");
    }
    if (!read_name(s, &e.prefix, &e.name) || !read_attributes(s, &t, e.namespaces)) {
        return false;
    }
    const bool empty = begins(s, "/>");
    if (!empty && (s->at == s->end || *s->at != '>')) {
        return fail(s, s->at < s->end ? "attributes construct error" : "Couldn't find end of Start Tag %s line %d",
                    e.name, e.line);
    }
    if (!grow(&s->open, &s->open_capacity, s->depth, sizeof *s->open)) {
        return fail_memory(s);
    }
    s->open[s->depth++] = e;
    check_prefixes(s, &e, &t);
    if (s->stopped) {
        return false;
    }
    tell_start(s, &e, &t);
    if (!s->stopped) {
        s->at += empty ? 2 : 1;
        if (empty) {
            close_element(s);
        }
    }
    return !s->stopped;
}

static bool read_end_tag(scanner *s)
{
    const char *prefix = NULL, *local = NULL;
    const open_element *e = &s->open[s->depth - 1];
    s->at += 2;
    if (!read_name(s, &prefix, &local)) {
        return false;
    }
    if (local != e->name || prefix != e->prefix) {
        return fail(s, "Opening and ending tag mismatch: %s%s%.150s line %d and %s%s%.150s", e->prefix ? e->prefix : "",
                    e->prefix ? ":" : "", e->name, e->line, prefix ? prefix : "", prefix ? ":" : "",
                    *local ? local : "unparsable");
    }
    skip_spaces(s);
    if (s->at == s->end || *s->at != '>') {
        return fail(s, "expected '>'");
    }
    s->at++;
    close_element(s);
    return true;
}

/* ---- content ---- */

static bool tell_text(scanner *s, const char *text, size_t length)
{
    if (length > 0) {
        update_input(s);
        s->sax.characters(&s->context, (const xmlChar *)text, (int)length);
    }
    return !s->stopped;
}

static bool read_text(scanner *s)
{
    const char *from = s->at;
    while (s->at < s->end && *s->at != '<' && *s->at != '&') {
        if ((unsigned char)*s->at < 0x20 && !is_space(*s->at)) {
            return fail(s, "PCDATA invalid Char value %d", *s->at);
        }
        if (begins(s, "]]>")) {
            return fail(s, "Sequence ']]>' not allowed in content");
        }
        s->at++;
    }
    return tell_text(s, from, (size_t)(s->at - from));
}

/* Goes past the next `mark`; false where there is none. */
static bool skip_past(scanner *s, const char *mark)
{
    while (s->at < s->end && !begins(s, mark)) {
        s->at++;
    }
    const bool found = s->at < s->end;
    s->at += found ? strlen(mark) : 0;
    return found;
}

/* Tells the text of a comment to a reader that asks for it. */
static bool tell_comment(scanner *s, const char *from, size_t length)
{
    if (s->sax.comment) {
        const char *text = keep(s, from, length);
        if (!text) {
            return false;
        }
        update_input(s);
        s->sax.comment(&s->context, (const xmlChar *)text);
    }
    return !s->stopped;
}

static bool read_comment(scanner *s)
{
    const char *from = s->at += 4;
    while (s->at < s->end && !begins(s, "--")) {
        s->at++;
    }
    if (s->at == s->end) {
        return fail(s, "Comment not terminated");
    }
    const size_t length = (size_t)(s->at - from);
    return begins(s, "-->") ? skip_past(s, "-->") && tell_comment(s, from, length)
                            : fail(s, "Double hyphen within comment");
}

static bool read_instruction(scanner *s)
{
    s->at += 2;
    const char *name = s->at;
    const size_t length = skip_name(s);
    if (length == 0) {
        return fail(s, "xmlParsePI : no target name");
    }
    if (length == 3 && (name[0] | 0x20) == 'x' && (name[1] | 0x20) == 'm' && (name[2] | 0x20) == 'l') {
        return fail(s, "XML declaration allowed only at the start of the document");
    }
    return skip_past(s, "?>") ? true
                              : fail(s, "ParsePI: PI %.*s never end ...", (int)(length < 100 ? length : 100), name);
}

/* Reads CDATA. */
static bool read_literal(scanner *s)
{
    const char *from = s->at += 9;
    if (!skip_past(s, "]]>")) {
        return fail(s, "CData section not finished");
    }
    update_input(s);
    s->sax.cdataBlock(&s->context, (const xmlChar *)from, (int)(s->at - 3 - from));
    return !s->stopped;
}

/* Reads a comment or an instruction, which may stand everywhere. */
static bool read_remark(scanner *s)
{
    return begins(s, "<!--") ? read_comment(s) : read_instruction(s);
}

static bool is_remark(const scanner *s)
{
    return begins(s, "<!--") || begins(s, "<?");
}

/* Reads the next piece of an element's content. */
static bool read_piece(scanner *s)
{
    if (is_remark(s)) {
        return read_remark(s);
    }
    if (begins(s, "<![CDATA[")) {
        return read_literal(s);
    }
    if (begins(s, "</")) {
        return read_end_tag(s);
    }
    if (*s->at == '<') {
        return read_start_tag(s);
    }
    if (*s->at == '&') {
        char text[4];
        size_t length;
        return read_reference(s, text, &length) && tell_text(s, text, length);
    }
    return read_text(s);
}

/* Reads what may stand around the root: blanks and remarks. */
static bool read_around(scanner *s)
{
    skip_spaces(s);
    while (is_remark(s)) {
        if (!read_remark(s)) {
            return false;
        }
        skip_spaces(s);
    }
    return true;
}

static bool read_document(scanner *s)
{
    if (!read_around(s)) {
        return false;
    }
    if (begins(s, "<!DOCTYPE")) {
        update_input(s);
        s->sax.internalSubset(&s->context, NULL, NULL, NULL);
        return false;
    }
    if (s->at == s->end || *s->at != '<') {
        return fail(s, "Start tag expected, '<' not found");
    }
    if (!read_start_tag(s)) {
        return false;
    }
    while (s->depth > 0 && s->at < s->end) {
        if (!read_piece(s)) {
            return false;
        }
    }
    if (s->depth > 0) {
        const open_element *e = &s->open[s->depth - 1];
        return fail(s, "Premature end of data in tag %s%s%.200s line %d", e->prefix ? e->prefix : "",
                    e->prefix ? ":" : "", e->name, e->line);
    }
    if (!read_around(s)) {
        return false;
    }
    return s->at == s->end ? true : fail(s, "Extra content at the end of the document");
}

/* Replaces the ends of lines by line feeds, in a copy that ends with a null character; NULL where memory runs out. */
static char *with_line_feeds(const char *text, size_t *size)
{
    char *copy = malloc(*size + 1), *to = copy;
    for (size_t i = 0; copy && i < *size; i++) {
        if (text[i] != '\r') {
            *to++ = text[i];
        } else if (i + 1 == *size || text[i + 1] != '\n') {
            *to++ = '\n';
        }
    }
    if (copy) {
        *to = '\0';
        *size = (size_t)(to - copy);
    }
    return copy;
}

/* Whether a text has no character that is not UTF-8. */
static bool is_utf8(const char *text, size_t size)
{
    uint32_t code;
    for (const char *end = text + size; text < end;) {
        const size_t length = utf8_decode(text, &code);
        if (length == 0) {
            return false;
        }
        text += length;
    }
    return true;
}

/* Goes past an XML declaration, which names no encoding but UTF-8 or a part of it. */
static bool skip_declaration(scanner *s)
{
    if (!begins(s, "<?xml") || s->end - s->at < 6 || !is_space(s->at[5])) {
        return true;
    }
    const char *from = s->at;
    while (s->at < s->end && !begins(s, "?>")) {
        s->at++;
    }
    if (s->at == s->end) {
        return fail(s, "parsing XML declaration: '?>' expected");
    }
    const char *name = strstr(from, "encoding");
    if (name && name < s->at) {
        name += strcspn(name, "\"'");
        if (strncasecmp(name + 1, "utf-8", 5) != 0 && strncasecmp(name + 1, "us-ascii", 8) != 0) {
            return fail(s, "the encoding of this file is not read in a page; expected UTF-8");
        }
    }
    s->at += 2;
    return true;
}

static void begin(scanner *s, const char *text, size_t size)
{
    s->at = s->counted = text;
    s->end = text + size;
    s->input = (xmlParserInput){
        .base = (const xmlChar *)text, .cur = (const xmlChar *)text, .end = (const xmlChar *)text + size, .line = 1};
    s->sax.startDocument(&s->context);
}

/* Reads a file as it is, with its declaration and ends of lines. */
static void run_file(scanner *s, const char *bytes, size_t size)
{
    char *text = with_line_feeds(bytes, &size);
    begin(s, text ? text : bytes, text ? size : 0);
    if (!text) {
        fail_memory(s);
    } else if (!is_utf8(text, size)) {
        fail(s, "Input is not proper UTF-8, indicate encoding !");
    } else {
        s->at += begins(s, "\xef\xbb\xbf") ? 3 : 0;
        if (skip_declaration(s)) {
            read_document(s);
        }
    }
    free(text);
}

void cdy_parser_run(xmlParserCtxtPtr parser, const char *text, size_t size, int options)
{
    scanner *s = (scanner *)parser;
    if (options & XML_PARSE_IGNORE_ENC) {
        begin(s, text, size);
        read_document(s);
    } else {
        run_file(s, text, size);
    }
}
