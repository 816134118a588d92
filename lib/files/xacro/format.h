/* Formatting of numbers and texts, for `%`, format() and f-strings. */
#ifndef CDY_XACRO_FORMAT_H
#define CDY_XACRO_FORMAT_H

#include "xacro/builder.h"
#include "xacro/value.h"

/* Returns `format % values`. */
cdy_value cdy_format_percent(cdy_interpreter *x, cdy_value format, cdy_value values);

/* Adds a value formatted by a format of format(), ".3f" for example. */
void cdy_add_formatted(cdy_builder *b, cdy_value v, const char *format);

/* The method format() of texts. */
struct cdy_arguments;
cdy_value cdy_call_format(cdy_interpreter *x, const struct cdy_arguments *a);

/* Replaces the decimal point of the locale, written by printf(), by '.'. */
void cdy_fix_point(char *text);

#endif
