#include "xml/document.h"

#include "base/error.h"
#include "base/memory.h"
#include "xml/cursor.h"
#include "xml/mend.h"
#include "xml/parser.h"
#include "xml/precheck.h"

#include <libxml/SAX2.h>
#include <libxml/dict.h>
#include <libxml/tree.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Robot files declare at most a dozen namespaces; the limit bounds the time of the parser, which searches all
 * declarations in scope for every prefixed attribute. PARSER_DEPTH is the parser's default limit of nesting; deeper
 * documents need XML_PARSE_HUGE. */
enum { MOST_NAMESPACES = 256, PARSER_DEPTH = 256 };

/* State shared by the parser's callbacks. */
typedef struct builder {
    xmlParserCtxtPtr context;
    const cdy_text *text;
    int max_depth;
    cdy_document *document;
    cdy_cursor cursor;                 /* at the last tag */
    const char *text_start;            /* end of the last tag: start of the text that follows */
    cdy_element *open;                 /* innermost open element */
    size_t prefixed_depth;             /* number of open elements with a namespace prefix or inside such an element */
    char characters[CDY_LONGEST_TEXT]; /* text since the last tag, as much as fits */
    size_t length;                     /* length of the text since the last tag, at most the size of `characters` */
    int depth;                         /* number of open elements */
    int namespaces;                    /* number of namespaces declared so far */
    bool out_of_memory;
    int fault_line; /* line of the first fault; 0: no fault */
    char fault[CDY_ERROR_TEXT_SIZE];
} builder;

static void set_fault(builder *b, int line, const char *text)
{
    if (b->fault_line == 0) {
        b->fault_line = line > 0 ? line : 1;
        snprintf(b->fault, sizeof b->fault, "%.500s", text);
        b->fault[strcspn(b->fault, "\n")] = '\0';
    }
}

/* For callbacks on the document; on_error() must use halt() instead. */
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
    b->context->input->line += b->text->first_line - 1;
}

/* Called at `<!DOCTYPE`, before any declaration in it is read. */
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

/* Returns the position of the parser in the text. */
static const char *parser_place(const builder *b)
{
    const xmlParserInput *input = b->context->input;
    size_t offset = (size_t)input->consumed + (size_t)(input->cur - input->base);
    return b->text->start + (offset < b->text->size ? offset : b->text->size);
}

/* Returns the '<' of the start tag at whose end the parser is: the last '<' before that position, since a start tag
 * contains no other. It lies at or after the cursor. */
static const char *find_tag_start(const builder *b)
{
    const char *p = parser_place(b);
    while (p > b->cursor.at && (p == b->text->start + b->text->size || *p != '<')) {
        p--;
    }
    return p;
}

/* Returns the end of the start tag at whose end the parser is. */
static const char *find_tag_end(const builder *b)
{
    const char *p = parser_place(b), *end = b->text->start + b->text->size;
    const char *close = memchr(p, '>', (size_t)(end - p));
    return close ? close + 1 : end;
}

/* Copies an attribute value. Without entity replacement the parser passes '&' as the reference `&#38;`. */
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

/* Copies the attributes; the parser passes five pointers for each: name, prefix, namespace, value and end of the value.
 * Their places come from the start tag, which has the attributes in the same order, with namespace declarations between
 * them. */
static bool copy_attributes(builder *b, cdy_element *element, size_t count, const xmlChar *const *values)
{
    cdy_attribute *attributes = cdy_arena_allocate(&b->document->memory, count, sizeof *attributes);
    if (!attributes) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const xmlChar *const *a = values + 5 * i;
        const cdy_place at = cdy_next_attribute(&b->cursor);
        if (!a[1]) {
            char *text = copy_value(b, a[3], a[4]);
            if (!text) {
                return false;
            }
            attributes[element->attribute_count++] = (cdy_attribute){(const char *)a[0], text, at, b->cursor.has_break};
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

/* Counts an element and its namespaces; stops the parser and returns true if a limit is exceeded. */
static bool exceeds_limits(builder *b, int line, int namespace_count)
{
    char text[128] = "";
    b->namespaces += namespace_count;
    if (++b->depth > b->max_depth) {
        snprintf(text, sizeof text, "elements lie more than %d deep in each other; expected fewer than ten",
                 b->max_depth);
    } else if (b->namespaces > MOST_NAMESPACES) {
        snprintf(text, sizeof text, "more than %d namespaces (xmlns) are declared; declare each once, in <robot>",
                 MOST_NAMESPACES);
    }
    if (text[0]) {
        set_fault(b, line, text);
        stop(b);
    }
    return text[0] != '\0';
}

/* Whether an element belongs to xacro: by its namespace whatever the prefix, or by the prefix if no namespace is
 * declared. */
static bool is_xacro_element(const xmlChar *prefix, const xmlChar *uri)
{
    static const char *const uris[] = {"www.ros.org/wiki/xacro", "ros.org/wiki/xacro", "wiki.ros.org/xacro"};
    const char *name = (const char *)uri;
    if (!prefix || !name) {
        return prefix && strcmp((const char *)prefix, "xacro") == 0;
    }
    name += strncmp(name, "http://", 7) == 0 ? 7 : strncmp(name, "https://", 8) == 0 ? 8 : 0;
    for (size_t i = 0; i < sizeof uris / sizeof *uris; i++) {
        const size_t length = strlen(uris[i]);
        if (strncmp(name, uris[i], length) == 0 && (!name[length] || strcmp(name + length, "/") == 0)) {
            return true;
        }
    }
    return false;
}

/* Whether an element of xacro's namespace is an instruction of xacro; the others call macros. */
static bool is_instruction(const char *name)
{
    static const char *const names[] = {"arg",     "attribute",    "call",  "element",  "if",
                                        "include", "insert_block", "macro", "property", "unless"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void record_macro(cdy_document *document, const char *name, cdy_place at)
{
    const bool has_instruction = is_instruction(name);
    if (document->macro.line == 0 || (has_instruction && !document->has_instruction)) {
        document->macro = at;
        document->macro_name = name;
        document->has_instruction = has_instruction;
    }
}

/* Drake finds its elements by their prefix, whatever its namespace is. */
static void record_prefixed(cdy_document *document, const xmlChar *prefix, const xmlChar *name, cdy_place at)
{
    document->prefixed_count++;
    if (prefix && strcmp((const char *)prefix, "drake") == 0) {
        if (document->drake_count++ == 0) {
            document->drake_name = (const char *)name;
            document->drake = at;
        }
    }
}

static void start_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                          int namespace_count, const xmlChar **namespaces, int attribute_count, int defaulted,
                          const xmlChar **attributes)
{
    (void)namespaces;
    (void)defaulted;
    builder *b = builder_of(context);
    b->length = 0;
    b->text_start = find_tag_end(b);
    const cdy_place at = cdy_move_cursor(&b->cursor, find_tag_start(b));
    if (exceeds_limits(b, at.line, namespace_count)) {
        return;
    }
    if (b->prefixed_depth > 0 || (prefix && b->open)) {
        if (is_xacro_element(prefix, uri)) {
            record_macro(b->document, (const char *)name, at);
        } else if (b->prefixed_depth == 0) {
            record_prefixed(b->document, prefix, name, at);
        }
        if (b->prefixed_depth == 0 && !b->open->first_child) {
            b->open->foreign_first = true;
        }
        b->prefixed_depth++;
        return;
    }
    if (prefix) {
        set_fault(b, b->context->input->line, "the root element has a namespace prefix; expected <robot>");
        stop(b);
        return;
    }
    cdy_element *element = cdy_arena_allocate(&b->document->memory, 1, sizeof *element);
    if (element) {
        element->name = (const char *)name;
        element->at = at;
    }
    if (!element || !copy_attributes(b, element, (size_t)attribute_count, attributes)) {
        b->out_of_memory = true;
        stop(b);
        return;
    }
    link_element(b, element);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool starts_with(const char *p, const char *end, const char *mark)
{
    const size_t length = strlen(mark);
    return (size_t)(end - p) >= length && memcmp(p, mark, length) == 0;
}

static const char *skip_past(const char *p, const char *end, const char *mark)
{
    while (p < end && !starts_with(p, end, mark)) {
        p++;
    }
    return p < end ? p + strlen(mark) : end;
}

/* Returns the start of the text after the last tag, skipping blanks, comments and processing instructions. */
static const char *find_text(const builder *b)
{
    const char *p = b->text_start ? b->text_start : b->text->start, *end = b->text->start + b->text->size;
    for (;;) {
        if (p < end && is_blank(*p)) {
            p++;
        } else if (starts_with(p, end, "<!--")) {
            p = skip_past(p + 4, end, "-->");
        } else if (starts_with(p, end, "<?")) {
            p = skip_past(p, end, "?>");
        } else if (starts_with(p, end, "<![CDATA[")) {
            p += 9;
        } else if (starts_with(p, end, "]]>")) {
            p += 3;
        } else {
            return p;
        }
    }
}

/* Stores the place of the first text in an element, and the start of its first line. */
static void record_stray_text(builder *b)
{
    enum { SHOWN = 40 };
    const char *from = find_text(b), *end = b->text->start + b->text->size;
    const char *stops = from < end && *from == '<' ? "\r\n" : "<\r\n"; /* '<' occurs as text only in CDATA */
    size_t length = 0;
    while (length < SHOWN && from + length < end && !strchr(stops, from[length]) &&
           !starts_with(from + length, end, "]]>")) {
        length++;
    }
    while (length > 0 && from + length < end && cdy_continues_character(from[length])) {
        length--;
    }
    char *copy = cdy_arena_allocate(&b->document->memory, length + 1, 1);
    if (!copy) {
        b->out_of_memory = true;
        stop(b);
        return;
    }
    memcpy(copy, from, length);
    while (length > 0 && is_blank(copy[length - 1])) {
        copy[--length] = '\0';
    }
    b->open->stray = cdy_move_cursor(&b->cursor, from);
    b->open->stray_text = copy;
}

static bool is_only_blanks(const xmlChar *characters, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!is_blank((char)characters[i])) {
            return false;
        }
    }
    return true;
}

/* The parser passes a text in pieces of any length. */
static void on_characters(void *context, const xmlChar *characters, int count)
{
    builder *b = builder_of(context);
    const size_t added = (size_t)count, capacity = sizeof b->characters;
    if (b->prefixed_depth == 0 && b->open && !b->open->stray_text && !is_only_blanks(characters, added)) {
        record_stray_text(b);
    }
    if (b->prefixed_depth == 0 && b->length < capacity) {
        memcpy(b->characters + b->length, characters, added < capacity - b->length ? added : capacity - b->length);
        b->length = added < capacity ? b->length + added : capacity;
    }
}

/* Stores a short text before an end tag; no URDF element has a long one. */
static void record_text(builder *b, cdy_element *element)
{
    static const char blanks[] = " \t\r\n";
    const size_t length = b->length;
    if (length >= sizeof b->characters) {
        return;
    }
    b->characters[length] = '\0';
    if (b->characters[strspn(b->characters, blanks)] == '\0') {
        return;
    }
    char *text = cdy_arena_allocate(&b->document->memory, length + 1, 1);
    if (!text) {
        b->out_of_memory = true;
        stop(b);
        return;
    }
    memcpy(text, b->characters, length + 1);
    element->text = text;
}

static void end_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    (void)name;
    (void)prefix;
    (void)uri;
    builder *b = builder_of(context);
    b->depth--;
    b->text_start = parser_place(b);
    if (b->prefixed_depth > 0) {
        b->prefixed_depth--;
    } else if (b->open) {
        record_text(b, b->open);
        b->open = b->open->parent;
    }
    b->length = 0;
}

#if LIBXML_VERSION >= 21300
static void halt(builder *b)
{
    stop(b);
}
#else
static bool is_own_text(const builder *b, const xmlChar *content)
{
    uintptr_t place = (uintptr_t)content, start = (uintptr_t)b->text->start;
    return place >= start && place - start < b->text->size;
}

/* Stops the parser inside its error callback. After an error the parser would continue at a position that the checks of
 * cdy_check_decoded_text() do not cover. libxml2 before 2.13, if stopped in the callback, frees its copy of the text
 * and continues to read it (after `]]>` for example); zeros in the rest of that copy make the parser stop by itself. */
static void halt(builder *b)
{
    const xmlParserInput *input = b->context->input;
    xmlChar *content = input && input->buf ? xmlBufContent(input->buf->buffer) : NULL;
    if (content && !is_own_text(b, content)) {
        memset(content + (input->cur - content), 0, (size_t)(input->end - input->cur));
    } else {
        stop(b);
    }
}
#endif

/* Returns a message for a limit of the parser; NULL if the parser's message is about another error. */
static const char *describe_limit(const char *message)
{
    static const char *const limits[][2] = {
        {"Huge input lookup", "more than 10 MB end in a tag of some hundred bytes, which the XML parser does not take; "
                              "shorten the tag or put a comment of a thousand bytes behind the robot"},
        {"AttValue length too long", "an attribute is longer than 10 MB; expected some hundred bytes"},
        {"Comment too big", "a comment is longer than 10 MB; shorten it"},
        {"CData section too big", "a CDATA section is longer than 10 MB; shorten it"},
        {" too big found", "a processing instruction is longer than 10 MB; shorten it"},
        {"Name too long", "the name of an element or an attribute is longer than 50000 bytes; expected a URDF name"},
        {"XML_PARSE_HUGE", "something is longer or deeper than the XML parser takes; make it smaller"},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        if (strstr(message, limits[i][0])) {
            return limits[i][1];
        }
    }
    return NULL;
}

/* Whether a name or a value begins with this byte. */
static bool begins_attribute(xmlChar byte)
{
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') || byte >= 0x80 ||
           (byte && strchr("_:'\"", byte));
}

/* Returns the parser's message, or words for one that does not say what is expected; the parser stands at the fault. */
static const char *describe_fault(const builder *b, const char *message)
{
    const xmlParserInput *input = b->context->input;
    const xmlChar at = input && input->cur < input->end ? *input->cur : '\0';
    const bool behind = strstr(message, "attributes construct error");
    if (at == '/' && (behind || strstr(message, "error parsing attribute name"))) {
        return "a '/' in a tag without a '>' directly behind it; expected '/>' at the end of the tag";
    }
    return !behind                ? message
           : begins_attribute(at) ? "no blank between the value of an attribute and what follows; expected one before "
                                    "the next attribute"
                                  : "no attribute behind the value of an attribute; expected a blank and the next one, "
                                    "or '>' or '/>' at the end of the tag";
}

/* Records a fatal error; undeclared namespace prefixes are accepted. */
static void on_error(void *context, cdy_parser_error problem)
{
    builder *b = builder_of(context);
    if (problem->code == XML_ERR_NO_MEMORY) {
        b->out_of_memory = true;
    } else if (problem->level == XML_ERR_FATAL && problem->domain != XML_FROM_NAMESPACE && b->fault_line == 0) {
        const char *message = problem->message ? problem->message : "unknown error";
        const char *limit = describe_limit(message);
        char text[sizeof b->fault];
        snprintf(text, sizeof text, "%s%.400s",
                 limit ? "" : "not well-formed XML: ", limit ? limit : describe_fault(b, message));
        set_fault(b, problem->line, text);
        b->document->fault_column = problem->int2 > 0 ? problem->int2 : 1;
        halt(b);
    }
}

static void set_callbacks(xmlSAXHandler *sax)
{
    sax->startDocument = start_document;
    sax->internalSubset = refuse_dtd;
    sax->startElementNs = start_element;
    sax->endElementNs = end_element;
    sax->characters = on_characters;
    sax->ignorableWhitespace = on_characters;
    sax->cdataBlock = on_characters;
    sax->serror = on_error;
}

/* The text is UTF-8 whatever encoding its declaration names. HUGE is set only if the caller's depth needs it. */
static int parse_options(int depth)
{
    return XML_PARSE_IGNORE_ENC | (depth > PARSER_DEPTH ? XML_PARSE_HUGE : 0);
}

/* The parser does not report every failed allocation: a failure without a report is one. */
static cdy_status report(const builder *b, const char *file, cdy_error *error)
{
    bool memory = b->out_of_memory || b->context->errNo == XML_ERR_NO_MEMORY;
    if (!memory && b->fault_line > 0) {
        return cdy_fail_at(error, CDY_ERROR_ROBOT, file, b->fault_line, "%s", b->fault);
    }
    bool complete = b->context->version && b->context->wellFormed && b->document->root && !b->open;
    return memory || !complete ? cdy_fail_memory(error) : CDY_OK;
}

cdy_status cdy_document_parse(cdy_document *document, const cdy_text *text, int max_depth, const char *file,
                              cdy_error *error)
{
    cdy_text parsed;
    cdy_status status = cdy_mend_text(text, &parsed, error);
    status = status ? status : cdy_check_decoded_text(&parsed, file, error);
    if (status) {
        cdy_release(parsed.memory);
        return status;
    }
    builder b = {.document = document,
                 .text = &parsed,
                 .max_depth = max_depth,
                 .cursor = cdy_cursor_at_start(&parsed, text->start)};
    b.cursor.place.file = document->file;
    b.context = cdy_parser_create(&b);
    if (!b.context) {
        cdy_release(parsed.memory);
        return cdy_fail_memory(error);
    }
    set_callbacks(b.context->sax);
    cdy_parser_run(b.context, parsed.start, parsed.size, parse_options(max_depth));
    document->names = b.context->dict;
    xmlDictReference(document->names);
    status = report(&b, file, error);
    xmlFreeParserCtxt(b.context);
    cdy_release(parsed.memory);
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

static const cdy_element *find_named(const cdy_element *from, const char *name)
{
    while (from && strcmp(from->name, name) != 0) {
        from = from->next;
    }
    return from;
}

const cdy_element *cdy_first_child(const cdy_element *element, const char *name)
{
    return find_named(element->first_child, name);
}

const cdy_element *cdy_next_alike(const cdy_element *element)
{
    return find_named(element->next, element->name);
}

cdy_place cdy_place_of(const cdy_element *element, const char *child, const char *attribute)
{
    const cdy_element *inner = child ? cdy_first_child(element, child) : element;
    if (child && !inner) {
        return element->at;
    }
    const cdy_attribute *a = attribute ? cdy_find_attribute(inner, attribute) : NULL;
    return a ? a->at : inner->at;
}
