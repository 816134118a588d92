/* Processor: the effect of each element of xacro. */
#ifndef CDY_XACRO_PROCESSOR_H
#define CDY_XACRO_PROCESSOR_H

#include "xacro/node.h"
#include "xacro/scope.h"

/* Macros and properties visible at a place. */
typedef struct cdy_scopes {
    cdy_scope *macros, *properties;
} cdy_scopes;

/* Evaluates an element's attributes and content. */
bool cdy_process(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes);

/* Elements of xacro; each is defined in its own file. */
bool cdy_define_macro(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes);
bool cdy_call_macro(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes);
bool cdy_define_property(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes);
bool cdy_include_files(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes);

/* Returns the value of a required attribute; reports an error and returns NULL if it is missing. */
const char *cdy_required(cdy_interpreter *x, const cdy_node *element, const char *name);

/* Warns of attributes that are not among `known` (ends with NULL). */
void cdy_check_known(cdy_interpreter *x, const cdy_node *element, const char *const *known);

/* Returns whether a node is white space. */
bool cdy_is_blank(const cdy_node *node);

/* Removes the comments right before an element, which describe the expanded construct. */
void cdy_drop_comments(cdy_node *element);

/* Copies the declarations of namespaces from one element to another. */
bool cdy_lift_namespaces(cdy_interpreter *x, cdy_node *to, const cdy_node *from);

/* Evaluates a condition's text. */
bool cdy_read_condition(cdy_interpreter *x, const char *text, cdy_scope *scope, bool *holds);

#endif
