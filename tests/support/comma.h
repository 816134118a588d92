/* A locale with decimal commas. */
#ifndef CDY_TESTS_COMMA_H
#define CDY_TESTS_COMMA_H

#include <stdbool.h>

/* Finds an installed locale with decimal commas, or has one made below a folder that it makes from this template (see
 * mkdtemp); returns its name, NULL where there is none.  The locale of the process is "C" afterwards. */
const char *find_comma(char *folder);

/* Removes that folder, if it was made; returns false where it cannot. */
bool remove_comma(const char *folder);

#endif
