/* Processor: what each element of xacro's does. */
#ifndef CDY_XACRO_PROCESSOR_H
#define CDY_XACRO_PROCESSOR_H

#include "xacro/node.h"
#include "xacro/scope.h"

/* The macros and the properties that are known in a place. */
typedef struct cdy_scopes {
    cdy_scope *macros, *properties;
} cdy_scopes;

/* Evaluates the attributes of an element and all that is in it. */
bool cdy_process(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes);

/* Elements of xacro's, each in its file. */
bool cdy_define_macro(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes);
bool cdy_call_macro(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes);
bool cdy_define_property(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes);
bool cdy_include_files(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes);

/* Returns the value of an attribute that an element must have; NULL, with a report, where it has none. */
const char *cdy_required(cdy_interpreter *x, const cdy_node *element, const char *name);

/* Warns of attributes that are not among `known` (ends with NULL). */
void cdy_check_known(cdy_interpreter *x, const cdy_node *element, const char *const *known);

/* Takes out the comments right before an element: they tell of what is expanded. */
void cdy_drop_comments(cdy_node *element);

/* Copies the declarations of namespaces from one element to another. */
bool cdy_lift_namespaces(cdy_interpreter *x, cdy_node *to, const cdy_node *from);

/* Reads a condition's text, evaluated. */
bool cdy_read_condition(cdy_interpreter *x, const char *text, cdy_scope *scope, bool *holds);

#endif
