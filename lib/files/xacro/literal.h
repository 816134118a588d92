/* Literals: values from texts that are numbers or words. */
#ifndef CDY_XACRO_LITERAL_H
#define CDY_XACRO_LITERAL_H

#include "xacro/value.h"

/* Reads a text as Python's int(text, base) does: surrounding blanks, a sign, digits with underscores between them.
 * Returns false where the text is no integer, and where one too large was reported. */
bool cdy_read_integer(cdy_interpreter *x, const char *text, size_t length, int base, cdy_value *value);

/* Reads a text as Python's float(text) does. */
bool cdy_read_float(const char *text, size_t length, cdy_value *value);

/* Returns the value of a property's text: without surrounding quotes, numbers and booleans converted. */
cdy_value cdy_read_literal(cdy_interpreter *x, cdy_value text);

/* Reads a condition: a text that is true, True, false, False or a whole number, or the truth of any other value. */
bool cdy_read_truth(cdy_interpreter *x, cdy_value v, bool *truth);

#endif
