/* libxml2's parser as all readers of XML use it: no network, no entities, no DTD of its own accord, and no printing. */
#ifndef CDY_XML_PARSER_H
#define CDY_XML_PARSER_H

#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <stddef.h>

#if LIBXML_VERSION >= 21200
typedef const xmlError *cdy_parser_error;
#else
typedef xmlErrorPtr cdy_parser_error;
#endif

/* Returns a parser without callbacks but startDocument, whose _private is `reader`; NULL if memory runs out. Free it
 * with xmlFreeParserCtxt(). */
xmlParserCtxtPtr cdy_parser_create(void *reader);

/* Parses one document, which the callbacks receive; `options` are flags of xmlParserOption in addition to the usual. */
void cdy_parser_run(xmlParserCtxtPtr parser, const char *text, size_t size, int options);

#endif
