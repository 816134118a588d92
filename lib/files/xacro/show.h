/* Values as text, as by Python's str() and repr(). */
#ifndef CDY_XACRO_SHOW_H
#define CDY_XACRO_SHOW_H

#include "xacro/builder.h"
#include "xacro/value.h"

void cdy_add_value(cdy_builder *b, cdy_value v); /* str() */
void cdy_add_repr(cdy_builder *b, cdy_value v);

/* Returns a value as text; texts stay as they are. */
cdy_value cdy_to_text(cdy_interpreter *x, cdy_value v);

/* Returns a text with every character beyond ASCII as Python's ascii() escapes it. */
cdy_value cdy_to_ascii(cdy_interpreter *x, cdy_value text);

#endif
