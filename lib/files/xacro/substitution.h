/* Substitution: texts with ${EXPRESSION} and $(COMMAND ...) in them. */
#ifndef CDY_XACRO_SUBSTITUTION_H
#define CDY_XACRO_SUBSTITUTION_H

#include "xacro/scope.h"

/* Returns the value of a text: of the expression if the text is a single ${...}, else a text. */
cdy_value cdy_substitute(cdy_interpreter *x, const char *text, size_t length, cdy_scope *scope);

/* The same for an attribute, as text. */
const char *cdy_substitute_text(cdy_interpreter *x, const char *text, cdy_scope *scope);

/* Returns the value of `$(COMMAND ...)`; `text` is the content of the parentheses. */
cdy_value cdy_run_command(cdy_interpreter *x, cdy_value text);

/* Returns the value of a name in `$(eval ...)`: an argument, a function of math, true, ... */
cdy_value cdy_look_up_eval(cdy_interpreter *x, const char *name);

/* Returns the text of an argument; reports an error and returns a failed value if it has none. */
cdy_value cdy_argument_of(cdy_interpreter *x, const char *name);

/* Parses and returns the next parameter of a macro's list; see macro.c. */

#endif
