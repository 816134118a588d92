/* UTF-8: names of robots come as bytes; terminals and JSON take only some of them. */
#ifndef CONDYLE_TOOLS_UTF8_H
#define CONDYLE_TOOLS_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the length in bytes (1 to 4) of the character that `text` begins with and gives its code point; 0 where
 * the text is at its end or the next byte belongs to no valid character. */
size_t utf8_decode(const char *text, uint32_t *code);

/* Returns the length in bytes of the character that `text` begins with if a terminal may show it, else 0: control
 * characters (also those from 0x80 to 0x9f), those that turn the order of others round, and bytes that are no UTF-8. */
size_t utf8_printable(const char *text);

/* Replaces each byte that a terminal must not see by '?'. */
void utf8_make_printable(char *text);

/* Returns the columns that a text takes on a terminal, counting each character as one. */
size_t utf8_columns(const char *text);

#endif
