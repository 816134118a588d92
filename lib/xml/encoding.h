/* Encodings: from the bytes of a file to UTF-8 text that an XML parser takes without converting anything. */
#ifndef CDY_XML_ENCODING_H
#define CDY_XML_ENCODING_H

#include <condyle/status.h>
#include <stdbool.h>
#include <stddef.h>

/* A document without byte order mark and XML declaration, and without white space and zero bytes around it. */
typedef struct cdy_text {
    const char *start; /* UTF-8, not closed by 0; within the bytes given or in `memory` */
    size_t size;
    int first_line;    /* line of the file on which `start` stands */
    int first_column;  /* and the character of that line, counted from 1 */
    bool declaration;  /* an XML declaration stood before `start` */
    bool late;         /* and white space before it, where XML allows none */
    int declared_line; /* where that declaration began, and in which column; else 0 */
    int declared_column;
    bool utf16;        /* the bytes were UTF-16 */
    bool guessed;      /* the bytes are not what they claim to be, and were taken for Latin-1 */
    bool controls;     /* the file claims windows-1252, and has bytes that Latin-1 does not print */
    char declared[32]; /* the encoding that the file claims, cut if need be; "" where it claims none */
    char *memory;      /* the caller frees it with cdy_release(); NULL where nothing had to be converted */
} cdy_text;

/* Finds the text in the bytes of a file: UTF-8, Latin-1, UTF-16, and whatever is said to be something else but is
 * valid UTF-8.  Other bytes count as Latin-1, in which all bytes are valid and markup is what it is in ASCII.
 * An XML declaration with '<' or '>' in it has no end of its own and stays.  Fails with CDY_ERROR_MEMORY. */
cdy_status cdy_decode_text(const char *bytes, size_t size, cdy_text *text, cdy_error *error);

/* Returns whether there is an encoding of this name, as far as files come in it. */
bool cdy_is_encoding(const char *name);

/* Returns the bytes of the UTF-8 sequence at the beginning of a text of `left` bytes, 1 or more; 0 where none stands
 * there.  Code points must be in shortest form, and no halves of surrogate pairs. */
size_t cdy_utf8_length(const char *text, size_t left);

/* Returns whether a text begins with `<?xml ` or `<?xml?`: a declaration that the decoder did not take away. */
bool cdy_begins_declaration(const cdy_text *text);

/* Returns whether a byte of UTF-8 belongs to a character that began before it. */
bool cdy_continues_character(char byte);

/* Returns the line of the file on which a place in the text lies. */
int cdy_line_of(const cdy_text *text, const char *place);

#endif
