/* Encodings: conversion of a file's bytes to UTF-8 before XML parsing. */
#ifndef CDY_XML_ENCODING_H
#define CDY_XML_ENCODING_H

#include <condyle/status.h>
#include <stdbool.h>
#include <stddef.h>

/* A document in UTF-8 without byte order mark, XML declaration, and leading or trailing white space and zero bytes. */
typedef struct cdy_text {
    const char *start; /* not null-terminated; in the caller's bytes or in `memory` */
    size_t size;
    int first_line;    /* line of `start` in the file */
    int first_column;  /* column of `start`, counted from 1 */
    bool declaration;  /* an XML declaration preceded `start` */
    bool after_space;  /* white space preceded the XML declaration, which XML does not allow */
    int declared_line; /* place of the declaration; 0 without one */
    int declared_column;
    bool utf16;          /* the bytes were UTF-16 */
    bool assumed_latin1; /* the bytes are not in the declared encoding and were read as Latin-1 */
    bool has_c1_bytes;   /* the file is declared as windows-1252 and has characters that Latin-1 lacks */
    char declared[32];   /* declared encoding, truncated; "": none */
    char *memory;        /* freed by the caller with cdy_release(); NULL if nothing was converted */
} cdy_text;

/* Decodes the bytes of a file: UTF-8 and UTF-16 by their bytes, Latin-1 by declaration or if the bytes are not valid
 * UTF-8, since every byte is valid in Latin-1 and markup is the same as in ASCII. Text that is declared in another
 * encoding but is valid UTF-8 is read as UTF-8. An XML declaration that contains '<' or '>' has no end and is kept.
 * Fails with CDY_ERROR_MEMORY. */
cdy_status cdy_decode_text(const char *bytes, size_t size, cdy_text *text, cdy_error *error);

/* Returns whether a name denotes a known encoding. */
bool cdy_is_encoding(const char *name);

/* Returns the length in bytes of the UTF-8 sequence at the start of a text of `left` >= 1 bytes; 0 if it is invalid:
 * truncated, overlong, a surrogate or beyond U+10FFFF. */
size_t cdy_utf8_length(const char *text, size_t left);

/* Returns whether a text begins with `<?xml ` or `<?xml?`, a declaration that cdy_decode_text() has not skipped. */
bool cdy_begins_declaration(const cdy_text *text);

/* Returns whether a byte is a continuation byte of UTF-8. */
bool cdy_continues_character(char byte);

/* Returns the line in the file of a position in the text. */
int cdy_line_of(const cdy_text *text, const char *place);

#endif
