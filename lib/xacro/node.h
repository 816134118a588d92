/* Nodes: a document as a tree that an expansion changes. */
#ifndef CDY_XACRO_NODE_H
#define CDY_XACRO_NODE_H

#include "xacro/interpreter.h"

typedef enum cdy_node_kind { CDY_NODE_ELEMENT, CDY_NODE_TEXT, CDY_NODE_CDATA, CDY_NODE_COMMENT } cdy_node_kind;

typedef struct cdy_tag_attribute {
    const char *name, *value;
    struct cdy_tag_attribute *next;
} cdy_tag_attribute;

typedef struct cdy_node {
    cdy_node_kind kind;
    const char *text; /* an element's name; of the others what they hold */
    cdy_tag_attribute *attributes;
    struct cdy_node *parent, *first, *last, *previous, *next;
    cdy_origin origin;
} cdy_node;

/* Returns a node without a place in any tree, or NULL. */
cdy_node *cdy_new_node(cdy_interpreter *x, cdy_node_kind kind, const char *text);

/* Puts a node into `parent`, before `next` (NULL: as the last). */
void cdy_insert_node(cdy_node *parent, cdy_node *node, cdy_node *next);

/* Takes a node out of its tree. */
void cdy_unlink_node(cdy_node *node);

/* Puts all children of `from` before `node`, and takes `node` out. */
void cdy_replace_by_children(cdy_node *node, cdy_node *from);

/* Returns a copy of a node with all that is in it, or NULL; where `calls` is not NULL, it stands for those that led
 * there. */
cdy_node *cdy_clone_node(cdy_interpreter *x, const cdy_node *node, const cdy_call *calls);

/* Returns the first element from here on among siblings, or NULL. */
cdy_node *cdy_element_from(cdy_node *node);

/* Returns an attribute's value, NULL where there is none. */
const char *cdy_attribute_value(const cdy_node *node, const char *name);

/* Gives an attribute a value, in its place or behind the others. */
bool cdy_set_attribute(cdy_interpreter *x, cdy_node *node, const char *name, const char *value);
void cdy_remove_attribute(cdy_node *node, const char *name);

/* Parses a document; its root, in a node that has the comments around it as well, or NULL with a report.  Nothing else
 * is opened. */
cdy_node *cdy_parse_document(cdy_interpreter *x, const char *bytes, size_t size, const char *file);

#endif
