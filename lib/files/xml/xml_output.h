/* XML output: indented elements with attributes, one element per line, written in blocks. */
#ifndef CDY_XML_XML_OUTPUT_H
#define CDY_XML_XML_OUTPUT_H

#include <condyle/status.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct cdy_xml_output {
    cdy_status (*write)(void *context, const char *text, size_t size);
    void *context;
    cdy_status status; /* status of the first failed write; later output is discarded */
    int depth;         /* number of open elements */
    bool in_tag;       /* the last start tag is open for attributes */
    size_t length;     /* bytes in `buffer` */
    char buffer[4096];
} cdy_xml_output;

/* Returns an output and writes the XML declaration. */
cdy_xml_output cdy_xml_begin(cdy_status (*write)(void *context, const char *text, size_t size), void *context);

/* Opens an element, which can then receive attributes. */
void cdy_xml_open(cdy_xml_output *out, const char *element);

/* Closes the innermost open element, whose name is `element`. */
void cdy_xml_close(cdy_xml_output *out, const char *element);

/* Add an attribute to the element opened last: a text for which cdy_xml_can_hold() is true, or numbers. */
void cdy_xml_text(cdy_xml_output *out, const char *attribute, const char *text);
void cdy_xml_numbers(cdy_xml_output *out, const char *attribute, const double *numbers, size_t count);
void cdy_xml_number(cdy_xml_output *out, const char *attribute, double number);

/* Write an element with a text, for which cdy_xml_can_hold() must be true, or with a number. */
void cdy_xml_text_element(cdy_xml_output *out, const char *element, const char *text);
void cdy_xml_number_element(cdy_xml_output *out, const char *element, double number);

/* Writes an element with numbers, and with an attribute where it has a name, whose text cdy_xml_can_hold(). */
void cdy_xml_numbers_element(cdy_xml_output *out, const char *element, const char *attribute, const char *text,
                             const double *numbers, size_t count);

/* Writes the rest of the buffer and returns the status of the whole output. */
cdy_status cdy_xml_end(cdy_xml_output *out);

/* Returns whether XML can represent a text: valid UTF-8 without control characters other than tab, line feed and
 * carriage return. */
bool cdy_xml_can_hold(const char *text);

#endif
