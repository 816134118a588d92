#include "urdf/document.h"

#include "base/error.h"
#include "urdf/file.h"
#include "urdf/start_tag.h"

#include <libxml/SAX2.h>
#include <libxml/dict.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* What the parser's callbacks share. */
typedef struct builder {
    xmlParserCtxtPtr context;
    cdy_document *document;
    cdy_element *open; /* the innermost element whose end is not seen yet */
    size_t foreign;    /* how many elements with a prefix, or in one, are open */
    int first_line;
    bool out_of_memory;
    int fault_line; /* of the first fault; 0: none so far */
    char fault[CDY_ERROR_TEXT_SIZE / 2];
} builder;

static void set_fault(builder *b, int line, const char *text)
{
    if (b->fault_line == 0) {
        b->fault_line = line > 0 ? line : 1;
        snprintf(b->fault, sizeof b->fault, "%.500s", text);
        b->fault[strcspn(b->fault, "\n")] = '\0';
    }
}

static void stop(builder *b)
{
    xmlStopParser(b->context);
}

static builder *builder_of(void *context)
{
    return ((xmlParserCtxtPtr)context)->_private;
}

static void start_document(void *context)
{
    builder *b = builder_of(context);
    xmlSAX2StartDocument(context);
    b->context->input->line += b->first_line - 1;
}

/* Comes with `<!DOCTYPE`, before anything that it declares is read. */
static void refuse_dtd(void *context, const xmlChar *name, const xmlChar *external, const xmlChar *system)
{
    (void)name;
    (void)external;
    (void)system;
    builder *b = builder_of(context);
    set_fault(b, b->context->input->line,
              "a document type (<!DOCTYPE ...>) is refused, and entities with it; remove it from the file");
    stop(b);
}

static int count_lines(const xmlChar *from, const xmlChar *to)
{
    int lines = 0;
    for (; from < to; from++) {
        lines += *from == '\n';
    }
    return lines;
}

/* The parser stands at the end of a start tag; a '<' in it can only be its beginning. */
static const xmlChar *find_tag_start(const xmlParserInput *input)
{
    const xmlChar *p = input->cur;
    while (p > input->base && *p != '<') {
        p--;
    }
    return p;
}

/* Without entity replacement the parser hands the character '&' over as the reference `&#38;`. */
static char *copy_value(builder *b, const xmlChar *from, const xmlChar *to)
{
    size_t length = (size_t)(to - from);
    char *copy = cdy_arena_allocate(&b->document->memory, length + 1, 1);
    if (!copy) {
        return NULL;
    }
    memcpy(copy, from, length);
    char *out = copy;
    for (const char *p = copy; *p; out++) {
        *out = *p;
        p += strncmp(p, "&#38;", 5) == 0 ? 5 : 1;
    }
    *out = '\0';
    return copy;
}

/* Copies the attributes; each comes as five pointers: name, prefix, namespace, value and its end.  A value without
 * references lies in the parser's input, which tells its line. */
static bool keep_attributes(builder *b, cdy_element *element, size_t count, const xmlChar *const *values,
                            const xmlChar *tag)
{
    cdy_attribute *attributes = cdy_arena_allocate(&b->document->memory, count, sizeof *attributes);
    if (!attributes) {
        return false;
    }
    const xmlChar *end = b->context->input->cur;
    const xmlChar *seen = tag;
    int line = element->line;
    for (size_t i = 0; i < count; i++) {
        const xmlChar *const *a = values + 5 * i;
        if (a[3] > seen && a[3] < end) {
            line += count_lines(seen, a[3]);
            seen = a[3];
        }
        if (!a[1]) {
            char *text = copy_value(b, a[3], a[4]);
            if (!text) {
                return false;
            }
            attributes[element->attribute_count++] = (cdy_attribute){(const char *)a[0], text, line};
        }
    }
    element->attributes = attributes;
    return true;
}

static void link_element(builder *b, cdy_element *element)
{
    cdy_element *parent = b->open;
    element->parent = parent;
    if (!parent) {
        b->document->root = element;
    } else if (parent->last_child) {
        parent->last_child->next = element;
    } else {
        parent->first_child = element;
    }
    if (parent) {
        parent->last_child = element;
    }
    b->open = element;
}

static void start_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                          int namespace_count, const xmlChar **namespaces, int attribute_count, int defaulted,
                          const xmlChar **attributes)
{
    (void)uri;
    (void)namespace_count;
    (void)namespaces;
    (void)defaulted;
    builder *b = builder_of(context);
    if (b->foreign > 0 || (prefix && b->open)) {
        b->foreign++;
        return;
    }
    if (prefix) {
        set_fault(b, b->context->input->line, "the root element has a namespace prefix; expected <robot>");
        stop(b);
        return;
    }
    cdy_element *element = cdy_arena_allocate(&b->document->memory, 1, sizeof *element);
    const xmlChar *tag = find_tag_start(b->context->input);
    if (element) {
        element->name = (const char *)name;
        element->line = b->context->input->line - count_lines(tag, b->context->input->cur);
    }
    if (!element || !keep_attributes(b, element, (size_t)attribute_count, attributes, tag)) {
        b->out_of_memory = true;
        stop(b);
        return;
    }
    link_element(b, element);
}

static void end_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    (void)name;
    (void)prefix;
    (void)uri;
    builder *b = builder_of(context);
    if (b->foreign > 0) {
        b->foreign--;
    } else if (b->open) {
        b->open = b->open->parent;
    }
}

#if LIBXML_VERSION >= 21200
typedef const xmlError *reported_error;
#else
typedef xmlErrorPtr reported_error;
#endif

/* Unknown namespaces are no fault here. */
static void hear_error(void *context, reported_error problem)
{
    builder *b = builder_of(context);
    if (problem->code == XML_ERR_NO_MEMORY) {
        b->out_of_memory = true;
    } else if (problem->level == XML_ERR_FATAL && problem->domain != XML_FROM_NAMESPACE) {
        char text[sizeof b->fault];
        snprintf(text, sizeof text, "not well-formed XML: %.400s",
                 problem->message ? problem->message : "unknown error");
        set_fault(b, problem->line, text);
    }
}

static void ignore_error(void *context, reported_error problem)
{
    (void)context;
    (void)problem;
}

static void prepare(builder *b)
{
    xmlSAXHandler *sax = b->context->sax;
    memset(sax, 0, sizeof *sax);
    sax->initialized = XML_SAX2_MAGIC;
    sax->startDocument = start_document;
    sax->internalSubset = refuse_dtd;
    sax->startElementNs = start_element;
    sax->endElementNs = end_element;
    sax->serror = hear_error;
    b->context->_private = b;
}

/* No NOENT, DTDLOAD, XINCLUDE, HUGE or RECOVER: one document and nothing else. */
static int parse_options(void)
{
    int options = XML_PARSE_NONET;
#if LIBXML_VERSION >= 21300
    options |= XML_PARSE_NO_XXE;
#endif
    return options;
}

/* A failure that nobody reported is one of memory: the parser does not report all of those. */
static cdy_status report(const builder *b, const char *file, cdy_error *error)
{
    bool memory = b->out_of_memory || b->context->errNo == XML_ERR_NO_MEMORY;
    if (!memory && b->fault_line > 0) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, file, b->fault_line, "%s", b->fault);
    }
    bool complete = b->context->version && b->context->wellFormed && b->document->root && !b->open;
    return memory || !complete ? cdy_fail_memory(error) : CDY_OK;
}

static cdy_status parse(builder *b, const cdy_text *text, const char *file, cdy_error *error)
{
    b->context = xmlNewParserCtxt();
    if (!b->context) {
        return cdy_fail_memory(error);
    }
    prepare(b);
    xmlFreeDoc(xmlCtxtReadMemory(b->context, text->start, (int)text->size, NULL, NULL, parse_options()));
    b->document->names = b->context->dict;
    xmlDictReference(b->context->dict);
    cdy_status status = report(b, file, error);
    xmlFreeParserCtxt(b->context);
    return status;
}

cdy_status cdy_document_parse(cdy_document *document, const cdy_text *text, const char *file, cdy_error *error)
{
    if (text->size == 0) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, file, 1, "empty; expected a robot in URDF");
    }
    if (text->size > CDY_LARGEST_FILE) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, file, 1, "too large; expected a robot of up to 1 GiB");
    }
    int crowded = cdy_find_crowded_tag(text);
    if (crowded > 0) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, file, crowded, "an element has more than %d attributes",
                           CDY_MOST_ATTRIBUTES);
    }
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, xmlInitParser); /* threads may load their first robots at the same time */
    builder b = {.document = document, .first_line = text->first_line};
    /* What the parser says outside any context, as when memory for one is missing, goes to this thread's handler,
     * which would print it. */
    xmlStructuredErrorFunc old = xmlStructuredError;
    void *old_context = xmlStructuredErrorContext;
    xmlSetStructuredErrorFunc(NULL, ignore_error);
    cdy_status status = parse(&b, text, file, error);
    xmlSetStructuredErrorFunc(old_context, old);
    return status;
}

void cdy_document_clear(cdy_document *document)
{
    cdy_arena_clear(&document->memory);
    if (document->names) {
        xmlDictFree(document->names);
    }
    *document = (cdy_document){0};
}

const cdy_attribute *cdy_find_attribute(const cdy_element *element, const char *name)
{
    for (size_t i = 0; i < element->attribute_count; i++) {
        if (strcmp(element->attributes[i].name, name) == 0) {
            return &element->attributes[i];
        }
    }
    return NULL;
}

static const cdy_element *find_alike(const cdy_element *from, const char *name)
{
    while (from && strcmp(from->name, name) != 0) {
        from = from->next;
    }
    return from;
}

const cdy_element *cdy_first_child(const cdy_element *element, const char *name)
{
    return find_alike(element->first_child, name);
}

const cdy_element *cdy_next_alike(const cdy_element *element)
{
    return find_alike(element->next, element->name);
}
