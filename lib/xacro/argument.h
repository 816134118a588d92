/* Arguments: <xacro:arg>, and the values that are given for them. */
#ifndef CDY_XACRO_ARGUMENT_H
#define CDY_XACRO_ARGUMENT_H

#include "xacro/node.h"
#include "xacro/scope.h"

/* An argument that was declared. */
typedef struct cdy_declaration {
    cdy_declared_argument argument;
    struct cdy_declaration *older;
} cdy_declaration;

/* Takes the values that the caller gives. */
bool cdy_take_arguments(cdy_interpreter *x);

/* Notes the arguments that are declared in an element, outside of macros. */
bool cdy_note_arguments(cdy_interpreter *x, const cdy_node *element);

/* Declares an argument; gives it the value of its default where it has none. */
bool cdy_declare_argument(cdy_interpreter *x, const char *name, const char *standard, cdy_scope *scope);

/* Warns of values that were given for arguments which nothing declares. */
void cdy_check_arguments(cdy_interpreter *x);

#endif
