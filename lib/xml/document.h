/* Documents: XML as a tree of elements with their attributes and lines.  Nobody above sees the XML parser. */
#ifndef CDY_XML_DOCUMENT_H
#define CDY_XML_DOCUMENT_H

#include "base/arena.h"
#include "xml/encoding.h"

/* A place in the file, both counted from 1, in characters; 0: none is known. */
typedef struct cdy_place {
    int line, column;
} cdy_place;

typedef struct cdy_attribute {
    const char *name;
    const char *text;
    cdy_place at; /* where its name begins */
    bool broken;  /* tabs or line breaks stand in its value where only blanks part the numbers of a list everywhere */
} cdy_attribute;

/* An element.  What has a namespace prefix (`drake:joint`, `xacro:macro`) is not in the tree, nor what lies in it. */
typedef struct cdy_element {
    const char *name;
    cdy_place at; /* where its start tag begins */
    const char
        *text; /* behind its last child, or all of it: where it is more than blanks, but under 64 bytes; or NULL */
    cdy_place stray;        /* where the first text in it begins that is more than blanks */
    const char *stray_text; /* its beginning; NULL: there is none */
    size_t attribute_count;
    const cdy_attribute *attributes;
    bool foreign_first; /* its first child has a namespace prefix, and so is not in the tree */
    struct cdy_element *parent;
    struct cdy_element *first_child, *last_child;
    struct cdy_element *next; /* sibling */
} cdy_element;

typedef struct cdy_document {
    cdy_element *root;
    cdy_arena memory;
    int fault_column; /* where parsing failed; 0: not known */
    cdy_place macro;  /* the first instruction of xacro's, <xacro:if> for example; without one, the first element of its
                         namespace, which calls a macro; line 0: there is none */
    const char *macro_name; /* its name, without the prefix */
    bool instructed;        /* it is an instruction */
    void *names;            /* the parser's dictionary, which owns the names of elements and attributes */
} cdy_document;

/* Parses a text with elements up to `most_depth` deep in each other; `file` stands for it in messages.  Nothing else is
 * opened, nothing is printed.  Fails with CDY_ERROR_ROBOT (not well-formed XML, a DTD, nothing there; with file and
 * line) or CDY_ERROR_MEMORY.  In any case cdy_document_clear() must follow. */
cdy_status cdy_document_parse(cdy_document *document, const cdy_text *text, int most_depth, const char *file,
                              cdy_error *error);

/* Frees a document that was zero or parsed. */
void cdy_document_clear(cdy_document *document);

/* Returns an element's attribute of this name, or NULL. */
const cdy_attribute *cdy_find_attribute(const cdy_element *element, const char *name);

/* Returns where an attribute of a child stands; where there is no such child or attribute, where the next larger thing
 * stands.  Without `attribute` (NULL), the child's place. */
cdy_place cdy_place_of(const cdy_element *element, const char *child, const char *attribute);

/* Returns the first child of this name, or NULL; and the next sibling of the same name as `element`, or NULL. */
const cdy_element *cdy_first_child(const cdy_element *element, const char *name);
const cdy_element *cdy_next_alike(const cdy_element *element);

#endif
