#include "xacro/node.h"

#include <string.h>

cdy_node *cdy_new_node(cdy_interpreter *x, cdy_node_kind kind, const char *text)
{
    cdy_node *node = cdy_take(x, 1, sizeof *node);
    if (node) {
        node->kind = kind;
        node->text = text;
        node->origin = x->at;
    }
    return node;
}

void cdy_insert_node(cdy_node *parent, cdy_node *node, cdy_node *next)
{
    node->parent = parent;
    node->next = next;
    node->previous = next ? next->previous : parent->last;
    if (node->previous) {
        node->previous->next = node;
    } else {
        parent->first = node;
    }
    if (next) {
        next->previous = node;
    } else {
        parent->last = node;
    }
}

void cdy_unlink_node(cdy_node *node)
{
    cdy_node *parent = node->parent;
    if (node->previous) {
        node->previous->next = node->next;
    } else if (parent) {
        parent->first = node->next;
    }
    if (node->next) {
        node->next->previous = node->previous;
    } else if (parent) {
        parent->last = node->previous;
    }
    node->parent = node->previous = node->next = NULL;
}

void cdy_replace_by_children(cdy_node *node, cdy_node *from)
{
    while (from->first) {
        cdy_node *child = from->first;
        cdy_unlink_node(child);
        cdy_insert_node(node->parent, child, node);
    }
    cdy_unlink_node(node);
}

static bool copy_attributes(cdy_interpreter *x, cdy_node *copy, const cdy_node *node)
{
    cdy_tag_attribute **end = &copy->attributes;
    for (const cdy_tag_attribute *a = node->attributes; a; a = a->next) {
        *end = cdy_take(x, 1, sizeof **end);
        if (!*end) {
            return false;
        }
        (*end)->name = a->name;
        (*end)->value = a->value;
        end = &(*end)->next;
    }
    return true;
}

cdy_node *cdy_clone_node(cdy_interpreter *x, const cdy_node *node, const cdy_call *calls)
{
    cdy_node *copy = cdy_step(x, 1) && cdy_enter(x) ? cdy_new_node(x, node->kind, node->text) : NULL;
    if (!copy) {
        return NULL;
    }
    copy->origin = node->origin;
    copy->origin.calls = calls ? calls : node->origin.calls;
    bool made = copy_attributes(x, copy, node);
    for (const cdy_node *child = node->first; child && made; child = child->next) {
        cdy_node *clone = cdy_clone_node(x, child, calls);
        made = clone != NULL;
        if (made) {
            cdy_insert_node(copy, clone, NULL);
        }
    }
    cdy_leave(x);
    return made ? copy : NULL;
}

cdy_node *cdy_element_from(cdy_node *node)
{
    while (node && node->kind != CDY_NODE_ELEMENT) {
        node = node->next;
    }
    return node;
}

const char *cdy_attribute_value(const cdy_node *node, const char *name)
{
    for (const cdy_tag_attribute *a = node->attributes; a; a = a->next) {
        if (strcmp(a->name, name) == 0) {
            return a->value;
        }
    }
    return NULL;
}

bool cdy_set_attribute(cdy_interpreter *x, cdy_node *node, const char *name, const char *value)
{
    cdy_tag_attribute **end = &node->attributes;
    for (; *end; end = &(*end)->next) {
        if (strcmp((*end)->name, name) == 0) {
            (*end)->value = value;
            return true;
        }
    }
    *end = cdy_take(x, 1, sizeof **end);
    if (*end) {
        **end = (cdy_tag_attribute){name, value, NULL};
    }
    return *end != NULL;
}

void cdy_remove_attribute(cdy_node *node, const char *name)
{
    for (cdy_tag_attribute **a = &node->attributes; *a; a = &(*a)->next) {
        if (strcmp((*a)->name, name) == 0) {
            *a = (*a)->next;
            return;
        }
    }
}
