/* UTF-8 texts, counted in characters as in Python. */
#ifndef CDY_XACRO_TEXT_H
#define CDY_XACRO_TEXT_H

#include "xacro/builder.h"
#include "xacro/value.h"

/* Returns the length in bytes of the character at `text`, which is valid UTF-8. */
size_t cdy_character_length(const char *text);

/* Returns the code point of the character at `text`. */
uint32_t cdy_code_of(const char *text);

/* Returns the number of characters of a text, and the offset of a character by its number (from 0). */
size_t cdy_count_characters(cdy_value text);
size_t cdy_offset_of(cdy_value text, size_t character);

/* Whether a text is valid UTF-8. */
bool cdy_is_utf8(const char *text, size_t length);

/* Whether a byte is white space as Python's str.isspace() has it in ASCII. */
bool cdy_is_white(char c);

/* Returns a text without surrounding white space. */
cdy_value cdy_trim(cdy_value text);

/* Returns the offset of a part in a text, searched from an offset on; SIZE_MAX if it is not found. */
size_t cdy_find_part(cdy_value text, cdy_value part, size_t from);

/* Whether a text begins with another one. */
bool cdy_begins_with(const char *text, size_t length, const char *beginning);

#endif
