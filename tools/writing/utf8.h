/* UTF-8: names of robots are arbitrary bytes; terminals and JSON accept only some of them. */
#ifndef CONDYLE_TOOLS_UTF8_H
#define CONDYLE_TOOLS_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the length (1 to 4 bytes) and code point of the first character of `text`; 0 at the end of the text or at an
 * invalid byte. */
size_t utf8_decode(const char *text, uint32_t *code);

/* Returns the length in bytes of the first character of `text` if it is safe for a terminal, else 0: control characters
 * (also U+0080 to U+009F), bidirectional controls and invalid UTF-8 are not. */
size_t utf8_printable(const char *text);

/* Replaces each byte that is not safe for a terminal by '?'. */
void utf8_make_printable(char *text);

/* Returns the width of a text on a terminal, one column a character. */
size_t utf8_columns(const char *text);

#endif
