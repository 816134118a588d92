/* Arguments: <xacro:arg> and the values that the caller gives. */
#ifndef CDY_XACRO_ARGUMENT_H
#define CDY_XACRO_ARGUMENT_H

#include "xacro/node.h"
#include "xacro/scope.h"

/* An argument that was declared. */
typedef struct cdy_declaration {
    cdy_declared_argument argument;
    struct cdy_declaration *older;
} cdy_declaration;

/* Stores the argument values that the caller gives. */
bool cdy_take_arguments(cdy_interpreter *x);

/* Records the arguments declared in an element, outside of macros. */
bool cdy_note_arguments(cdy_interpreter *x, const cdy_node *element);

/* Declares an argument, and sets it to its default unless it has a value. */
bool cdy_declare_argument(cdy_interpreter *x, const char *name, const char *standard, cdy_scope *scope);

/* Warns of values given for arguments that are not declared. */
void cdy_check_arguments(cdy_interpreter *x);

#endif
