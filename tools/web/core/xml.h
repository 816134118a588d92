/* The part of libxml2's interface that lib/files/xml/document.c and lib/files/xacro/document.c read XML by, for a page,
 * which has no libxml2: core/xml.c is the parser behind it. */
#ifndef CONDYLE_WEB_XML_H
#define CONDYLE_WEB_XML_H

#include <stddef.h>

/* Stopping the parser in an error's callback works as it does since this version. */
#define LIBXML_VERSION 21300

typedef unsigned char xmlChar;

enum { XML_ERR_NO_MEMORY = 2, XML_ERR_ERROR = 2, XML_ERR_FATAL = 3, XML_FROM_NAMESPACE = 3, XML_FROM_PARSER = 1 };
enum { XML_NS_ERR_UNDEFINED_NAMESPACE = 201 };
enum { XML_PARSE_HUGE = 1, XML_PARSE_IGNORE_ENC = 2 };

typedef struct xmlError {
    int domain, code, level, line, int2; /* int2: column */
    const char *message;
} xmlError;

typedef struct xmlParserInput {
    const xmlChar *base, *cur, *end;
    unsigned long consumed;
    int line;
} xmlParserInput;

typedef struct xmlSAXHandler {
    void (*startDocument)(void *context);
    void (*internalSubset)(void *context, const xmlChar *name, const xmlChar *external, const xmlChar *system);
    void (*startElementNs)(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                           int namespace_count, const xmlChar **namespaces, int attribute_count, int defaulted,
                           const xmlChar **attributes);
    void (*endElementNs)(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri);
    void (*characters)(void *context, const xmlChar *characters, int count);
    void (*ignorableWhitespace)(void *context, const xmlChar *characters, int count);
    void (*cdataBlock)(void *context, const xmlChar *characters, int count);
    void (*comment)(void *context, const xmlChar *text);
    void (*serror)(void *context, const xmlError *problem);
} xmlSAXHandler;

typedef struct xmlDict xmlDict;

typedef struct xmlParserCtxt {
    void *_private;
    xmlSAXHandler *sax;
    xmlParserInput *input;
    xmlDict *dict; /* owns the names */
    const xmlChar *version;
    int errNo, wellFormed;
} xmlParserCtxt;
typedef xmlParserCtxt *xmlParserCtxtPtr;

void xmlStopParser(xmlParserCtxtPtr parser);
void xmlFreeParserCtxt(xmlParserCtxtPtr parser);
void xmlSAX2StartDocument(void *context);
int xmlDictReference(xmlDict *names);
void xmlDictFree(xmlDict *names);

#endif
