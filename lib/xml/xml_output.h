/* XML output: indented elements with attributes, one a line, in pieces. */
#ifndef CDY_XML_XML_OUTPUT_H
#define CDY_XML_XML_OUTPUT_H

#include <condyle/status.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct cdy_xml_output {
    cdy_status (*write)(void *context, const char *text, size_t size);
    void *context;
    cdy_status status; /* of the first write that failed; what follows is dropped */
    int depth;         /* elements that are open */
    bool in_tag;       /* the last start tag can still take attributes */
    size_t length;     /* of what waits in `buffer` */
    char buffer[4096];
} cdy_xml_output;

/* Returns an output whose XML declaration is written. */
cdy_xml_output cdy_xml_begin(cdy_status (*write)(void *context, const char *text, size_t size), void *context);

/* Opens an element; attributes may follow. */
void cdy_xml_open(cdy_xml_output *out, const char *element);

/* Closes the element that was opened last and is not closed yet, which must have this name. */
void cdy_xml_close(cdy_xml_output *out, const char *element);

/* Adds an attribute to the element just opened: a text, which XML must be able to hold, or numbers. */
void cdy_xml_text(cdy_xml_output *out, const char *attribute, const char *text);
void cdy_xml_numbers(cdy_xml_output *out, const char *attribute, const double *numbers, size_t count);
void cdy_xml_number(cdy_xml_output *out, const char *attribute, double number);

/* Writes an element that holds a text, which XML must be able to hold, or a number. */
void cdy_xml_text_element(cdy_xml_output *out, const char *element, const char *text);
void cdy_xml_number_element(cdy_xml_output *out, const char *element, double number);

/* Writes what waits, and returns the status of all that was written. */
cdy_status cdy_xml_end(cdy_xml_output *out);

/* Tells whether XML can hold a text: UTF-8 without control characters but tab, line feed and carriage return. */
bool cdy_xml_can_hold(const char *text);

#endif
