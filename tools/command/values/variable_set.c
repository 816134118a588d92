#include "values/variable_set.h"

variable_set variable_set_union(variable_set a, variable_set b)
{
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        a.has[kind] = a.has[kind] || b.has[kind];
    }
    return a;
}

variable_set variable_set_intersection(variable_set a, variable_set b)
{
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        a.has[kind] = a.has[kind] && b.has[kind];
    }
    return a;
}

variable_set variable_set_difference(variable_set a, variable_set b)
{
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        a.has[kind] = a.has[kind] && !b.has[kind];
    }
    return a;
}

size_t variable_set_count(variable_set set)
{
    size_t count = 0;
    for (int kind = 0; kind < VARIABLE_COUNT; kind++) {
        count += set.has[kind];
    }
    return count;
}
