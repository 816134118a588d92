/* Expressions of Python as syntax trees. */
#ifndef CDY_XACRO_EXPRESSION_H
#define CDY_XACRO_EXPRESSION_H

#include "xacro/function.h"
#include "xacro/scope.h"
#include "xacro/value.h"

typedef enum cdy_form {
    CDY_FORM_CONSTANT,      /* value */
    CDY_FORM_NAME,          /* name */
    CDY_FORM_OPERATION,     /* parts: two; name: the operator */
    CDY_FORM_UNARY,         /* parts: one; name: + - ~ not */
    CDY_FORM_AND,           /* parts */
    CDY_FORM_OR,            /* parts */
    CDY_FORM_COMPARE,       /* parts; each but the first has `name`, the operator before it, in `operators` */
    CDY_FORM_CONDITION,     /* parts: value, condition, otherwise */
    CDY_FORM_ATTRIBUTE,     /* parts: one; name */
    CDY_FORM_INDEX,         /* parts: container, index */
    CDY_FORM_SLICE,         /* parts: container, from, to, step; NULL: not given */
    CDY_FORM_CALL,          /* parts: callee, arguments; `operators`: their names, NULL without */
    CDY_FORM_STAR,          /* parts: one; elements in a row; name: "*" or "**" */
    CDY_FORM_LIST,          /* parts */
    CDY_FORM_TUPLE,         /* parts */
    CDY_FORM_SET,           /* parts */
    CDY_FORM_DICT,          /* parts: key, value, key, value, ... */
    CDY_FORM_COMPREHENSION, /* parts: element, for dicts its value; kind; clauses */
    CDY_FORM_LAMBDA,        /* parts: body, then the parameters as names; `defaults` from the last ones */
    CDY_FORM_FORMAT         /* parts: of an f-string; name: conversion and format of a part, in `operators` */
} cdy_form;

/* `for TARGET in ITERABLE if ...` */
typedef struct cdy_clause {
    const struct cdy_expression *target; /* a name, or a tuple of targets */
    const struct cdy_expression *iterable;
    const struct cdy_expression *const *conditions;
    size_t condition_count;
    const struct cdy_clause *next;
} cdy_clause;

typedef struct cdy_expression {
    cdy_form form;
    cdy_kind kind; /* element expression of a comprehension */
    cdy_value value;
    const char *name;
    const struct cdy_expression **parts;
    const char **operators;
    size_t count, capacity; /* of parts */
    const cdy_clause *clauses;
} cdy_expression;

/* Parses an expression. Reports a syntax error and returns NULL. */
const cdy_expression *cdy_parse_expression(cdy_interpreter *x, const char *text, size_t length);

/* Where names are looked up: variables of comprehensions and lambdas, then a scope, then the global names. */
typedef struct cdy_variable {
    const char *name;
    cdy_value value;
    const struct cdy_variable *outer;
} cdy_variable;

typedef struct cdy_names {
    cdy_scope *scope; /* NULL: the names of `$(eval ...)` */
    const cdy_variable *variables;
} cdy_names;

typedef struct cdy_lambda {
    const cdy_expression *form;
    cdy_names names;
    const cdy_value *defaults; /* of each parameter; of kind CDY_KIND_FAILED where it has none */
} cdy_lambda;

/* Returns the value of an expression. */
cdy_value cdy_evaluate(cdy_interpreter *x, const cdy_expression *e, const cdy_names *names);

/* Parses and evaluates a text. */
cdy_value cdy_evaluate_text(cdy_interpreter *x, const char *text, size_t length, cdy_scope *scope);

/* Returns the value of a lambda's body for its arguments. */
cdy_value cdy_call_lambda(cdy_interpreter *x, const cdy_lambda *lambda, const cdy_arguments *a);

#endif
