/* Lists of names in messages. */
#ifndef CDY_DESCRIPTION_LISTED_NAMES_H
#define CDY_DESCRIPTION_LISTED_NAMES_H

#include <stddef.h>

/* Names for a message: as many as fit, then how many more there are. Begin with {0}. */
typedef struct cdy_listed_names {
    char text[320];
    size_t length;
    int left_out;
} cdy_listed_names;

/* Adds a name. */
void cdy_list_name(cdy_listed_names *names, const char *name);

/* Returns the text of the names; no name is added any more. */
const char *cdy_end_names(cdy_listed_names *names);

#endif
