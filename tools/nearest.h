/* The nearest name: what someone who mistyped probably meant. */
#ifndef CONDYLE_TOOLS_NEAREST_H
#define CONDYLE_TOOLS_NEAREST_H

#include "text.h"

#include <stddef.h>

/* The best of the names considered so far. */
typedef struct nearest {
    const char *typed;
    const char *name; /* NULL while none is near */
    size_t distance;
} nearest;

/* Begins a search for the name that `typed` stands for. */
nearest nearest_to(const char *typed);

/* Considers a name, which must stay valid as long as the search. */
void nearest_consider(nearest *search, const char *name);

/* Adds "; did you mean 'name'?" to a message if a name is near. */
void nearest_suggest(const nearest *search, text_buffer *message);

#endif
