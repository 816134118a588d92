/* Text builder: a text that grows. */
#ifndef CDY_XACRO_BUILDER_H
#define CDY_XACRO_BUILDER_H

#include "xacro/interpreter.h"

/* Empty when zero-initialised with `x` set. After a failure, recorded in x->status, nothing more is added. */
typedef struct cdy_builder {
    cdy_interpreter *x;
    char *text; /* terminated by 0 once anything was added */
    size_t length, capacity;
} cdy_builder;

void cdy_add_bytes(cdy_builder *b, const char *text, size_t length);
void cdy_add_text(cdy_builder *b, const char *text);
void cdy_add_character(cdy_builder *b, char c);
void cdy_add_repeated(cdy_builder *b, char c, size_t count);

/* Adds a code point as UTF-8. */
void cdy_add_code(cdy_builder *b, uint32_t code);

#endif
