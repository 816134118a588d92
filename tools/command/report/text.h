/* Text that grows: messages and labels of any length. */
#ifndef CONDYLE_TOOLS_TEXT_H
#define CONDYLE_TOOLS_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Zero-initialised, a text is empty.  Where memory runs out it stays as it is from then on and says so. */
typedef struct text_buffer {
    char *bytes; /* with a closing 0; NULL while nothing was added */
    size_t length;
    size_t capacity;
    bool failed;
} text_buffer;

/* Adds bytes, or formatted text, at the end.  %.80s shows where it leaves something out, as in base/format.h: so names
 * from files stand in messages. */
void text_add_bytes(text_buffer *t, const char *bytes, size_t length);
void text_add(text_buffer *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_list(text_buffer *t, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

/* Makes room for bytes at the end and returns where they go; NULL where memory runs out.  Those that are then there
 * are taken up to `end`. */
char *text_room(text_buffer *t, size_t most);
void text_take(text_buffer *t, const char *end);

/* Returns the text, "" while it is empty. */
const char *text_get(const text_buffer *t);

/* Empties a text but keeps its memory for the next one; what failed stays so, until it is cleared. */
void text_reset(text_buffer *t);

/* Frees a text, which is then empty. */
void text_clear(text_buffer *t);

#endif
