/* Text buffer: a string that grows. */
#ifndef CONDYLE_TOOLS_TEXT_H
#define CONDYLE_TOOLS_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* A zero-initialised text is empty. After a failed allocation the text stays unchanged and `failed` is true. */
typedef struct text_buffer {
    char *bytes; /* NUL-terminated; NULL: nothing was added yet */
    size_t length;
    size_t capacity;
    bool failed;
} text_buffer;

/* Appends bytes, or formatted text. As in base/format.h, %.80s marks a cut, for names from files in messages. */
void text_add_bytes(text_buffer *t, const char *bytes, size_t length);
void text_add(text_buffer *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_list(text_buffer *t, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

/* Appends a number with so many significant digits (1 to 17), whatever the locale is. */
void text_add_number(text_buffer *t, double value, int digits);

/* Makes room for `most` bytes and returns where to write them, NULL where memory runs out; text_take() then appends the
 * bytes up to `end`. */
char *text_room(text_buffer *t, size_t most);
void text_take(text_buffer *t, const char *end);

/* Returns the text, "" where it is empty. */
const char *text_get(const text_buffer *t);

/* Empties a text but keeps its memory; `failed` stays until text_clear(). */
void text_reset(text_buffer *t);

/* Frees a text, which is then empty. */
void text_clear(text_buffer *t);

#endif
