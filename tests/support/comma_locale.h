/* A locale with decimal commas. */
#ifndef CDY_TESTS_COMMA_LOCALE_H
#define CDY_TESTS_COMMA_LOCALE_H

#include <stdbool.h>

/* Finds an installed locale with decimal commas, or compiles one with localedef into a folder, which mkdtemp() makes
 * from the template `folder`. Returns the name of the locale, NULL where there is none. The locale of the process is
 * "C" afterwards. */
const char *find_comma_locale(char *folder);

/* Removes the folder that find_comma_locale() made, if any; returns false where the folder cannot be removed. */
bool remove_comma_locale(const char *folder);

#endif
