/* Nodes: a document as a tree that the expansion modifies. */
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
    const char *text; /* an element's name; the content of other nodes */
    cdy_tag_attribute *attributes;
    struct cdy_node *parent, *first, *last, *previous, *next;
    cdy_origin origin;
} cdy_node;

/* Returns a node without a place in any tree, or NULL. */
cdy_node *cdy_new_node(cdy_interpreter *x, cdy_node_kind kind, const char *text);

/* Inserts a node into `parent`, before `next` (NULL: at the end). */
void cdy_insert_node(cdy_node *parent, cdy_node *node, cdy_node *next);

/* Removes a node from its tree. */
void cdy_unlink_node(cdy_node *node);

/* Replaces `node` by the children of `from`. */
void cdy_replace_by_children(cdy_node *node, cdy_node *from);

/* Returns a deep copy of a node, or NULL. `calls`, if not NULL, replaces the macro calls of the copied nodes. */
cdy_node *cdy_clone_node(cdy_interpreter *x, const cdy_node *node, const cdy_call *calls);

/* Returns the first element among this node and its later siblings, or NULL. */
cdy_node *cdy_element_from(cdy_node *node);

/* Returns an attribute's value, NULL where there is none. */
const char *cdy_attribute_value(const cdy_node *node, const char *name);

/* Sets the value of an attribute; a new one goes to the end. */
bool cdy_set_attribute(cdy_interpreter *x, cdy_node *node, const char *name, const char *value);
void cdy_remove_attribute(cdy_node *node, const char *name);

/* Parses a document. Returns a node that contains the root and the comments around it; reports an error and returns
 * NULL. Opens no other file. */
cdy_node *cdy_parse_document(cdy_interpreter *x, const char *bytes, size_t size, const char *file);

#endif
