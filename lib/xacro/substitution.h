/* Substitution: texts with ${EXPRESSION} and $(COMMAND ...) in them. */
#ifndef CDY_XACRO_SUBSTITUTION_H
#define CDY_XACRO_SUBSTITUTION_H

#include "xacro/scope.h"

/* Returns what a text comes to: the value itself where the text is nothing but one ${...}, else a text. */
cdy_value cdy_substitute(cdy_interpreter *x, const char *text, size_t length, cdy_scope *scope);

/* The same of an attribute's text, as text. */
const char *cdy_substitute_text(cdy_interpreter *x, const char *text, cdy_scope *scope);

/* Returns what `$(COMMAND ...)` comes to; `text` is what stands in its parentheses. */
cdy_value cdy_run_command(cdy_interpreter *x, cdy_value text);

/* Returns the value of a name in `$(eval ...)`: an argument, a function of math, true, ... */
cdy_value cdy_look_up_eval(cdy_interpreter *x, const char *name);

/* Returns the text of an argument; a failed value, with a report, where it has none. */
cdy_value cdy_argument_of(cdy_interpreter *x, const char *name);

/* Parses and returns the next parameter of a macro's list; see macro.c. */

#endif
