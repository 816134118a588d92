/* The elements of a Collada file as a flat list, in the order of the text. */
#ifndef CDY_MESH_COLLADA_TREE_H
#define CDY_MESH_COLLADA_TREE_H

#include <condyle/status.h>
#include <stdbool.h>
#include <stddef.h>

/* A piece of the file's text. */
typedef struct cdy_piece {
    const char *text;
    size_t length;
} cdy_piece;

typedef struct cdy_collada_attribute {
    cdy_piece name, value;
} cdy_collada_attribute;

/* An element: its attributes, the text up to its first child, and the place in the list behind it and its content. */
typedef struct cdy_collada_element {
    cdy_piece name, text;
    size_t first_attribute, attribute_count;
    size_t next;
} cdy_collada_element;

/* An element with an id; they are sorted by it. */
typedef struct cdy_collada_id {
    cdy_piece id;
    size_t element;
} cdy_collada_id;

typedef struct cdy_collada_tree {
    cdy_collada_element *elements;
    cdy_collada_attribute *attributes;
    cdy_collada_id *ids;
    size_t count, capacity;
    size_t attribute_count, attribute_capacity;
    size_t id_count;
} cdy_collada_tree;

/* Reads a text of XML without document type, CDATA and bytes 0, of which the tree keeps pieces; elements nest 256 deep
 * at most. Free the tree with cdy_collada_clear(), also after a failure. */
cdy_status cdy_collada_read(cdy_collada_tree *tree, const char *text, size_t size, const char *name, cdy_error *error);
void cdy_collada_clear(cdy_collada_tree *tree);

bool cdy_piece_is(cdy_piece piece, const char *text);

/* Returns an attribute's value; its text is NULL where there is none. */
cdy_piece cdy_collada_attribute_of(const cdy_collada_tree *tree, size_t element, const char *name);

/* Return the place of the first child of this name, and of the next sibling of this name within `parent`; 0: there is
 * none. The root has the place 0. */
size_t cdy_collada_child(const cdy_collada_tree *tree, size_t parent, const char *name);
size_t cdy_collada_next(const cdy_collada_tree *tree, size_t parent, size_t element, const char *name);

/* Returns the place of the element with this id; 0: there is none. */
size_t cdy_collada_find(const cdy_collada_tree *tree, cdy_piece id);

/* Takes the next word, between blanks, from a piece; false where there is none. */
bool cdy_next_piece(cdy_piece *rest, cdy_piece *word);

#endif
