/* Lexer: the tokens of an expression. */
#ifndef CDY_XACRO_LEXER_H
#define CDY_XACRO_LEXER_H

#include "xacro/value.h"

typedef enum cdy_token_kind {
    CDY_TOKEN_END,
    CDY_TOKEN_NAME,
    CDY_TOKEN_WORD,     /* a keyword: and, if, ... */
    CDY_TOKEN_OPERATOR, /* or bracket, comma, ... */
    CDY_TOKEN_VALUE,    /* a number or a string */
    CDY_TOKEN_FORMAT,   /* an f-string; value: the text between its quotes */
    CDY_TOKEN_WRONG     /* no token: an error was reported */
} cdy_token_kind;

typedef struct cdy_token {
    cdy_token_kind kind;
    const char *text; /* of names, words and operators, closed by 0 */
    cdy_value value;
} cdy_token;

typedef struct cdy_lexer {
    cdy_interpreter *x;
    const char *start, *at, *end;
    int brackets; /* open brackets, within which lines may end */
    cdy_token token;
} cdy_lexer;

/* Moves to the next token. */
void cdy_next_token(cdy_lexer *l);

/* Reads the characters of a string and replaces its escapes unless it is raw. */
cdy_value cdy_unescape(cdy_interpreter *x, const char *text, size_t length);

/* Whether a byte can begin a name, or stand in one. */
bool cdy_begins_name(char c);
bool cdy_continues_name(char c);

/* Whether a word is a keyword of the language. */
bool cdy_is_keyword(const char *text, size_t length);

#endif
