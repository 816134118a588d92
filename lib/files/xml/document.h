/* Documents: XML as a tree of elements with attributes and places. Hides the XML parser. */
#ifndef CDY_XML_DOCUMENT_H
#define CDY_XML_DOCUMENT_H

#include "base/arena.h"
#include "xml/encoding.h"

/* A place in the file: line and column in characters, counted from 1; 0: unknown. */
typedef struct cdy_place {
    int line, column;
    int file; /* number of an included file, counted from 1; 0: the file itself */
} cdy_place;

typedef struct cdy_attribute {
    const char *name;
    const char *text;
    cdy_place at;   /* place of the attribute's name */
    bool has_break; /* some programs refuse the tabs or line breaks in its list of numbers */
} cdy_attribute;

/* Texts of this length and longer are not kept; poses of SDF have some 150 bytes. */
enum { CDY_LONGEST_TEXT = 1024 };

/* An element. Elements with a namespace prefix (`drake:joint`, `xacro:macro`) and their content are not in the tree. */
typedef struct cdy_element {
    const char *name;
    cdy_place at;           /* place of the start tag */
    const char *text;       /* text after the last child; NULL: blank, or CDY_LONGEST_TEXT bytes or longer */
    cdy_place stray;        /* place of the first nonblank text in the element */
    const char *stray_text; /* start of the text; NULL: no text */
    size_t attribute_count;
    const cdy_attribute *attributes;
    bool foreign_first; /* the first child has a namespace prefix and is not in the tree */
    struct cdy_element *parent;
    struct cdy_element *first_child, *last_child;
    struct cdy_element *next; /* next sibling */
} cdy_element;

typedef struct cdy_document {
    cdy_element *root;
    cdy_arena memory;
    int file;         /* number of the document among included ones, for its places; set before parsing */
    int fault_column; /* column of the fault that ended the parsing; 0: unknown */
    cdy_place macro;  /* place of the first xacro instruction, such as <xacro:if>, or else of the first macro call; line
                         0: the document has neither */
    const char *macro_name; /* name of that element without prefix */
    size_t prefixed_count;  /* elements with a namespace prefix other than xacro's, outermost ones */
    size_t drake_count;     /* those with Drake's prefix, `drake` */
    cdy_place drake;        /* place of the first one */
    const char *drake_name; /* its name without prefix; NULL: none */
    bool has_instruction;   /* that element is an instruction */
    void *names;            /* dictionary of the parser, which owns the names of elements and attributes */
} cdy_document;

/* Parses a text with at most `max_depth` nested elements; `file` names it in messages. Opens no other file and prints
 * nothing. Fails with CDY_ERROR_ROBOT (XML that is not well-formed, a DTD, an empty text; with file and line) or
 * CDY_ERROR_MEMORY. The caller must call cdy_document_clear() in any case. */
cdy_status cdy_document_parse(cdy_document *document, const cdy_text *text, int max_depth, const char *file,
                              cdy_error *error);

/* Frees the content of a zero-initialized or parsed document. */
void cdy_document_clear(cdy_document *document);

/* Returns the attribute of this name; NULL if the element does not have it. */
const cdy_attribute *cdy_find_attribute(const cdy_element *element, const char *name);

/* Returns the place of an attribute of a child element; falls back to the child if it lacks the attribute, and to the
 * element if it lacks the child. `child` NULL: the element itself; `attribute` NULL: the place of the child. */
cdy_place cdy_place_of(const cdy_element *element, const char *child, const char *attribute);

/* Return the first child of this name, and the next sibling with the same name as `element`; NULL if there is none. */
const cdy_element *cdy_first_child(const cdy_element *element, const char *name);
const cdy_element *cdy_next_alike(const cdy_element *element);

#endif
