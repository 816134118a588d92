/* From XML to nodes: the only file of this room that uses libxml2, whose parser lib/files/xml sets up. */
#include "xacro/builder.h"
#include "xacro/node.h"
#include "xml/parser.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ATTRIBUTES = 10000, MOST_NAMESPACES = 1000, MOST_DEPTH = 250 };

/* State shared by the parser's callbacks. */
typedef struct reading {
    cdy_interpreter *x;
    xmlParserCtxtPtr context;
    const char *file;
    cdy_node *root, *open;
    cdy_builder text; /* since the last tag */
    int text_line;
    bool cdata;
    int namespaces;
    int depth;
} reading;

static reading *reading_of(void *context)
{
    return ((xmlParserCtxtPtr)context)->_private;
}

static void report_at(reading *r, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Reports an error at a line of the file. */
static void report_at(reading *r, int line, const char *format, ...)
{
    char text[600];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    const cdy_origin at = r->x->at;
    r->x->at.file = r->file;
    r->x->at.line = line > 0 ? line : 1;
    cdy_report_error(r->x, "%s", text);
    r->x->at = at;
}

/* Refuses a construct and stops the parser; for callbacks on the document, not for on_error(). */
static void refuse(reading *r, int line, const char *text)
{
    report_at(r, line, "%s", text);
    xmlStopParser(r->context);
}

static void refuse_dtd(void *context, const xmlChar *name, const xmlChar *external, const xmlChar *system)
{
    (void)name;
    (void)external;
    (void)system;
    reading *r = reading_of(context);
    refuse(r, r->context->input->line, "a document type (<!DOCTYPE ...>) is refused, and entities with it; remove it");
}

/* The first line of the start tag at whose end the parser is. */
static int line_of_tag(const reading *r)
{
    const xmlParserInput *input = r->context->input;
    int line = input->line;
    const xmlChar *p = input->cur;
    while (p > input->base && *p != '<') {
        line -= *--p == '\n';
    }
    return line > 0 ? line : 1;
}

static cdy_node *add_node(reading *r, cdy_node_kind kind, const char *text, int line)
{
    cdy_node *node = text ? cdy_new_node(r->x, kind, text) : NULL;
    if (!node) {
        xmlStopParser(r->context);
        return NULL;
    }
    node->origin = (cdy_origin){r->file, line, r->x->at.calls};
    cdy_insert_node(r->open, node, NULL);
    return node;
}

/* Adds the text collected since the last tag; the parser delivers text in pieces of any length. */
static void flush_text(reading *r)
{
    if (r->text.length > 0) {
        const char *text = cdy_take_text(r->x, r->text.text, r->text.length);
        add_node(r, r->cdata ? CDY_NODE_CDATA : CDY_NODE_TEXT, text, r->text_line);
    }
    r->text.length = 0;
    r->cdata = false;
}

static const char *qualified(reading *r, const xmlChar *prefix, const xmlChar *name)
{
    return prefix ? cdy_take_format(r->x, "%s:%s", (const char *)prefix, (const char *)name)
                  : cdy_take_text(r->x, (const char *)name, strlen((const char *)name));
}

/* Copies an attribute value. Without entity replacement the parser passes '&' as the reference `&#38;`. */
static const char *copy_value(reading *r, const xmlChar *from, const xmlChar *to)
{
    char *copy = cdy_take_text(r->x, (const char *)from, (size_t)(to - from));
    if (!copy) {
        return NULL;
    }
    char *out = copy;
    for (const char *p = copy; *p; out++) {
        *out = *p;
        p += strncmp(p, "&#38;", 5) == 0 ? 5 : 1;
    }
    *out = '\0';
    return copy;
}

/* Adds attributes, among them the namespace declarations. */
static bool add_attributes(reading *r, cdy_node *node, int namespace_count, const xmlChar **namespaces, int count,
                           const xmlChar **attributes)
{
    cdy_tag_attribute **end = &node->attributes;
    for (int i = 0; i < namespace_count + count; i++) {
        const xmlChar **a = i < namespace_count ? namespaces + 2 * i : attributes + 5 * (i - namespace_count);
        *end = cdy_take(r->x, 1, sizeof **end);
        if (!*end) {
            return false;
        }
        if (i < namespace_count) {
            const char *uri = a[1] ? (const char *)a[1] : "";
            (*end)->name = a[0] ? cdy_take_format(r->x, "xmlns:%s", (const char *)a[0]) : "xmlns";
            (*end)->value = cdy_take_text(r->x, uri, strlen(uri));
        } else {
            (*end)->name = qualified(r, a[1], a[0]);
            (*end)->value = copy_value(r, a[3], a[4]);
        }
        if (!(*end)->name || !(*end)->value) {
            return false;
        }
        end = &(*end)->next;
    }
    return true;
}

static void start_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                          int namespace_count, const xmlChar **namespaces, int attribute_count, int defaulted,
                          const xmlChar **attributes)
{
    (void)uri;
    (void)defaulted;
    reading *r = reading_of(context);
    const int line = line_of_tag(r);
    flush_text(r);
    r->namespaces += namespace_count;
    if (++r->depth > MOST_DEPTH || attribute_count > MOST_ATTRIBUTES || r->namespaces > MOST_NAMESPACES) {
        refuse(r, line,
               r->depth > MOST_DEPTH ? "elements lie more than 250 deep in each other"
                                     : "there are too many attributes or namespaces");
        return;
    }
    cdy_node *node = add_node(r, CDY_NODE_ELEMENT, qualified(r, prefix, name), line);
    if (!node || !add_attributes(r, node, namespace_count, namespaces, attribute_count, attributes)) {
        xmlStopParser(r->context);
        return;
    }
    r->root = r->root ? r->root : node;
    r->open = node;
}

static void end_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    (void)name;
    (void)prefix;
    (void)uri;
    reading *r = reading_of(context);
    flush_text(r);
    r->depth--;
    r->open = r->open->parent;
}

static void add_characters(reading *r, const xmlChar *text, int count, bool cdata)
{
    if (r->cdata != cdata) {
        flush_text(r);
    }
    if (r->text.length == 0) {
        r->text_line = r->context->input->line;
    }
    r->cdata = cdata;
    cdy_add_bytes(&r->text, (const char *)text, (size_t)count);
}

static void on_characters(void *context, const xmlChar *text, int count)
{
    add_characters(reading_of(context), text, count, false);
}

static void on_cdata(void *context, const xmlChar *text, int count)
{
    reading *r = reading_of(context);
    add_characters(r, text, count, true);
    flush_text(r);
}

static void on_comment(void *context, const xmlChar *text)
{
    reading *r = reading_of(context);
    flush_text(r);
    add_node(r, CDY_NODE_COMMENT, cdy_take_text(r->x, (const char *)text, strlen((const char *)text)),
             r->context->input->line);
}

static void on_error(void *context, cdy_parser_error error)
{
    reading *r = reading_of(context);
    const bool unknown_prefix = error->code == XML_NS_ERR_UNDEFINED_NAMESPACE;
    if (error->code == XML_ERR_NO_MEMORY) {
        cdy_report_no_memory(r->x);
        return;
    }
    if (error->level != XML_ERR_FATAL && !unknown_prefix) {
        return;
    }
    char text[400];
    snprintf(text, sizeof text, "not well-formed XML: %.250s", error->message ? error->message : "unknown error");
    text[strcspn(text, "\n")] = '\0';
    report_at(r, error->line, "%s%s", text,
              unknown_prefix && strstr(text, "xacro")
                  ? "; write xmlns:xacro=\"http://www.ros.org/wiki/xacro\" into the root element"
                  : "");
}

static void set_callbacks(xmlSAXHandler *sax)
{
    sax->internalSubset = refuse_dtd;
    sax->startElementNs = start_element;
    sax->endElementNs = end_element;
    sax->characters = on_characters;
    sax->ignorableWhitespace = on_characters;
    sax->cdataBlock = on_cdata;
    sax->comment = on_comment;
    sax->serror = on_error;
}

cdy_node *cdy_parse_document(cdy_interpreter *x, const char *bytes, size_t size, const char *file)
{
    reading r = {.x = x, .file = file, .text = {.x = x}, .open = cdy_new_node(x, CDY_NODE_ELEMENT, "")};
    cdy_node *document = r.open;
    if (!document) {
        return NULL;
    }
    if (size == 0 || size > INT_MAX / 2) {
        report_at(&r, 1, "the file is %s", size == 0 ? "empty" : "too large");
        return NULL;
    }
    r.context = cdy_parser_create(&r);
    if (!r.context) {
        cdy_report_no_memory(x);
        return NULL;
    }
    set_callbacks(r.context->sax);
    cdy_parser_run(r.context, bytes, size, 0);
    /* A failure without a report is one of memory. */
    if (!x->status && (!r.context->wellFormed || !r.root || r.open->parent)) {
        cdy_report_no_memory(x);
    }
    xmlFreeParserCtxt(r.context);
    return x->status ? NULL : document;
}
