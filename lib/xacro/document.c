/* From XML to nodes: the only file here that knows libxml2. */
#include "xacro/builder.h"
#include "xacro/node.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ATTRIBUTES = 10000, MOST_NAMESPACES = 1000, MOST_DEPTH = 250 };

/* The state that the callbacks of the XML parser share. */
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

static void blame_at(reading *r, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Reports at a line of the file. */
static void blame_at(reading *r, int line, const char *format, ...)
{
    char text[600];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    const cdy_origin at = r->x->at;
    r->x->at.file = r->file;
    r->x->at.line = line > 0 ? line : 1;
    cdy_blame(r->x, "%s", text);
    r->x->at = at;
}

/* For callbacks on the document; hear_error() must not stop the parser. */
static void refuse(reading *r, int line, const char *text)
{
    blame_at(r, line, "%s", text);
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

/* The line on which the start tag begins at whose end the parser stands. */
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

/* Text between tags comes in pieces of any length. */
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

/* Without entity replacement the parser hands the character '&' over as the reference `&#38;`. */
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

/* Declarations of namespaces are attributes like others. */
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

static void hear_text(reading *r, const xmlChar *text, int count, bool cdata)
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

static void hear_characters(void *context, const xmlChar *text, int count)
{
    hear_text(reading_of(context), text, count, false);
}

static void hear_cdata(void *context, const xmlChar *text, int count)
{
    reading *r = reading_of(context);
    hear_text(r, text, count, true);
    flush_text(r);
}

static void hear_comment(void *context, const xmlChar *text)
{
    reading *r = reading_of(context);
    flush_text(r);
    add_node(r, CDY_NODE_COMMENT, cdy_take_text(r->x, (const char *)text, strlen((const char *)text)),
             r->context->input->line);
}

#if LIBXML_VERSION >= 21200
typedef const xmlError *reported_error;
#else
typedef xmlErrorPtr reported_error;
#endif

static void hear_error(void *context, reported_error error)
{
    reading *r = reading_of(context);
    const bool unknown_prefix = error->code == XML_NS_ERR_UNDEFINED_NAMESPACE;
    if (error->code == XML_ERR_NO_MEMORY) {
        cdy_starve(r->x);
        return;
    }
    if (error->level != XML_ERR_FATAL && !unknown_prefix) {
        return;
    }
    char text[400];
    snprintf(text, sizeof text, "not well-formed XML: %.250s", error->message ? error->message : "unknown error");
    text[strcspn(text, "\n")] = '\0';
    blame_at(r, error->line, "%s%s", text,
             unknown_prefix && strstr(text, "xacro")
                 ? "; write xmlns:xacro=\"http://www.ros.org/wiki/xacro\" into the root element"
                 : "");
}

static void ignore_error(void *context, reported_error problem)
{
    (void)context;
    (void)problem;
}

static void prepare(reading *r)
{
    xmlSAXHandler *sax = r->context->sax;
    memset(sax, 0, sizeof *sax);
    sax->initialized = XML_SAX2_MAGIC;
    sax->startDocument = xmlSAX2StartDocument;
    sax->internalSubset = refuse_dtd;
    sax->startElementNs = start_element;
    sax->endElementNs = end_element;
    sax->characters = hear_characters;
    sax->ignorableWhitespace = hear_characters;
    sax->cdataBlock = hear_cdata;
    sax->comment = hear_comment;
    sax->serror = hear_error;
    r->context->_private = r;
}

static void parse(reading *r, const char *bytes, size_t size)
{
    int options = XML_PARSE_NONET;
#if LIBXML_VERSION >= 21300
    options |= XML_PARSE_NO_XXE;
#endif
    r->context = xmlNewParserCtxt();
    if (!r->context) {
        cdy_starve(r->x);
        return;
    }
    prepare(r);
    xmlFreeDoc(xmlCtxtReadMemory(r->context, bytes, (int)size, NULL, NULL, options));
    /* A failure that nobody reported is one of memory. */
    if (!r->x->status && (!r->context->wellFormed || !r->root || r->open->parent)) {
        cdy_starve(r->x);
    }
    xmlFreeParserCtxt(r->context);
}

cdy_node *cdy_parse_document(cdy_interpreter *x, const char *bytes, size_t size, const char *file)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, xmlInitParser); /* threads may expand their first files at the same time */
    reading r = {.x = x, .file = file, .text = {.x = x}, .open = cdy_new_node(x, CDY_NODE_ELEMENT, "")};
    cdy_node *document = r.open;
    if (!document) {
        return NULL;
    }
    if (size == 0 || size > INT_MAX / 2) {
        blame_at(&r, 1, "the file is %s", size == 0 ? "empty" : "too large");
        return NULL;
    }
    xmlStructuredErrorFunc old = xmlStructuredError;
    void *old_context = xmlStructuredErrorContext;
    xmlSetStructuredErrorFunc(NULL, ignore_error);
    parse(&r, bytes, size);
    xmlSetStructuredErrorFunc(old_context, old);
    return x->status ? NULL : document;
}
