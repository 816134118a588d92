/* Source text that grows. */
#ifndef CDY_GENERATE_TEXT_H
#define CDY_GENERATE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Empty when zero-initialised. */
typedef struct source_text {
    char *text; /* terminated by 0 once anything was added */
    size_t length, capacity;
    bool failed; /* memory ran out; nothing more is added */
} source_text;

/* Appends formatted text. */
void cdy_source_add(source_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends a template: '@' stands for `name`, '$' for `type`, "@@" for '@'. */
void cdy_source_add_template(source_text *t, const char *template_text, const char *name, const char *type);

/* Appends a number as a literal of type double, or float with `floats`, in parentheses where it is negative. */
void cdy_source_add_number(source_text *t, double value, bool floats);

/* Appends another text, or its failure. */
void cdy_source_append(source_text *t, const source_text *other);

/* Frees the text. */
void cdy_source_clear(source_text *t);

#endif
