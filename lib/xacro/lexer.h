/* Lexer: the words of an expression. */
#ifndef CDY_XACRO_LEXER_H
#define CDY_XACRO_LEXER_H

#include "xacro/value.h"

typedef enum cdy_token_kind {
    CDY_TOKEN_END,
    CDY_TOKEN_NAME,
    CDY_TOKEN_WORD,     /* a keyword: and, if, ... */
    CDY_TOKEN_OPERATOR, /* or bracket, comma, ... */
    CDY_TOKEN_VALUE,    /* a number or a string */
    CDY_TOKEN_FORMAT,   /* an f-string; value: what stands in its quotes, as written */
    CDY_TOKEN_WRONG     /* no word; it is reported */
} cdy_token_kind;

typedef struct cdy_token {
    cdy_token_kind kind;
    const char *text; /* of names, words and operators, closed by 0 */
    cdy_value value;
} cdy_token;

typedef struct cdy_lexer {
    cdy_interpreter *x;
    const char *start, *at, *end;
    int brackets; /* that are open: within them lines may end */
    cdy_token token;
} cdy_lexer;

/* Moves to the next word. */
void cdy_next_token(cdy_lexer *l);

/* Reads a string's characters, its escapes replaced where it is not raw. */
cdy_value cdy_unescape(cdy_interpreter *x, const char *text, size_t length);

/* Whether a byte can begin a name, or stand in one. */
bool cdy_begins_name(char c);
bool cdy_continues_name(char c);

/* Whether a word is kept by the language. */
bool cdy_is_keyword(const char *text, size_t length);

#endif
