/* Expressions of xacro: expanded by themselves, their values compared. */
#ifndef CDY_TESTS_EXPRESSION_H
#define CDY_TESTS_EXPRESSION_H

#include <condyle/condyle.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct expression_value {
    const char *expression, *value;
} expression_value;

/* Expands a document whose second line has the expression as an attribute, and in which the property `f` is the text
 * `format` (NULL: there is no such property).  An expression with a brace is written as $(eval ...), since a brace
 * would end ${...}. */
cdy_status expand_expression(const char *format, const char *expression, cdy_expansion **expansion, cdy_error *error);

/* Checks that an expression has a value, written as Python's str() writes it. */
void check_value(const char *format, const char *expression, const char *value);

/* Checks the values of a table. */
void check_values(const expression_value *rows, size_t count);

/* An expression, the text `format` of its property `f` (NULL: there is no such property), and its value or, behind a
 * "!", the message of its refusal. */
typedef struct expression_outcome {
    const char *format, *expression, *outcome;
} expression_outcome;

/* Checks the values and messages of a table. */
void check_outcomes(const expression_outcome *rows, size_t count);

/* Checks that an expression has a value, or an error with its line and a text; returns whether it has a value. */
bool check_outcome(const char *expression);

#endif
