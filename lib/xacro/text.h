/* Texts: UTF-8, counted in characters where Python counts them. */
#ifndef CDY_XACRO_TEXT_H
#define CDY_XACRO_TEXT_H

#include "xacro/builder.h"
#include "xacro/value.h"

/* Returns the bytes of the character that begins here, in UTF-8 that is valid. */
size_t cdy_character_length(const char *text);

/* Returns the code point of the character that begins here. */
uint32_t cdy_code_of(const char *text);

/* Returns how many characters a text has, and where the character of a number begins (counted from 0). */
size_t cdy_count_characters(cdy_value text);
size_t cdy_offset_of(cdy_value text, size_t character);

/* Whether a text is valid UTF-8. */
bool cdy_is_utf8(const char *text, size_t length);

/* Whether a byte is white space as Python's str.isspace() has it in ASCII. */
bool cdy_is_white(char c);

/* Returns a text without white space around it; both ends move. */
cdy_value cdy_trim(cdy_value text);

/* Finds a part in a text from an offset on; SIZE_MAX: it is not there. */
size_t cdy_find_part(cdy_value text, cdy_value part, size_t from);

/* Whether a text begins with another one. */
bool cdy_begins_with(const char *text, size_t length, const char *beginning);

#endif
