#include "xml/parser.h"

#include <libxml/SAX2.h>
#include <pthread.h>
#include <string.h>

static void ignore_error(void *context, cdy_parser_error problem)
{
    (void)context;
    (void)problem;
}

/* Messages outside a parser context, for example about a failed allocation of the context itself, go to the handler of
 * the thread, which would print them. */
typedef struct thread_handler {
    xmlStructuredErrorFunc function;
    void *context;
} thread_handler;

static thread_handler silence(void)
{
    const thread_handler old = {xmlStructuredError, xmlStructuredErrorContext};
    xmlSetStructuredErrorFunc(NULL, ignore_error);
    return old;
}

static void restore(thread_handler old)
{
    xmlSetStructuredErrorFunc(old.context, old.function);
}

xmlParserCtxtPtr cdy_parser_create(void *reader)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, xmlInitParser); /* several threads may read their first documents at the same time */
    const thread_handler old = silence();
    const xmlParserCtxtPtr parser = xmlNewParserCtxt();
    restore(old);
    if (parser) {
        memset(parser->sax, 0, sizeof *parser->sax);
        parser->sax->initialized = XML_SAX2_MAGIC;
        parser->sax->startDocument = xmlSAX2StartDocument;
        parser->_private = reader;
    }
    return parser;
}

/* Without NOENT, DTDLOAD, XINCLUDE and RECOVER the parser reads this document only. */
void cdy_parser_run(xmlParserCtxtPtr parser, const char *text, size_t size, int options)
{
    options |= XML_PARSE_NONET;
#if LIBXML_VERSION >= 21300
    options |= XML_PARSE_NO_XXE;
#endif
    const thread_handler old = silence();
    xmlFreeDoc(xmlCtxtReadMemory(parser, text, (int)size, NULL, NULL, options));
    restore(old);
}
