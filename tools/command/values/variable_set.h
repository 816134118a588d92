/* Sets of variables: what a calculation reads and gives, what rows give and need. */
#ifndef CONDYLE_TOOLS_VARIABLE_SET_H
#define CONDYLE_TOOLS_VARIABLE_SET_H

#include "values/variable.h"

/* A set of variables. */
typedef struct variable_set {
    bool has[VARIABLE_COUNT];
} variable_set;

/* Initializer of a set: SET_OF(HAS(Q), HAS(QD)). */
#define SET_OF(...)                                                                                                    \
    {                                                                                                                  \
        {                                                                                                              \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }
#define HAS(kind) [VARIABLE_##kind] = true

/* The empty set. */
#define NO_VARIABLES ((variable_set){{false}})

/* Returns the variables of both sets together. */
variable_set variable_set_union(variable_set a, variable_set b);

/* Returns the variables that are in both sets. */
variable_set variable_set_intersection(variable_set a, variable_set b);

/* Returns the variables of `a` that are not in `b`. */
variable_set variable_set_difference(variable_set a, variable_set b);

/* Returns the number of variables in a set. */
size_t variable_set_count(variable_set set);

#endif
