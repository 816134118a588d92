/* Values: attributes as numbers and texts. */
#ifndef CDY_DESCRIPTION_VALUE_H
#define CDY_DESCRIPTION_VALUE_H

#include "description/reader.h"

enum { CDY_MOST_NUMBERS = 4 };

/* Reads an attribute of `count` numbers, at most CDY_MOST_NUMBERS, separated by white space. The values are unchanged
 * if the attribute is absent; anything else than `count` numbers is a fault. */
cdy_status cdy_optional_numbers(cdy_reader *r, const cdy_element *element, const char *attribute, double *values,
                                size_t count);

/* As cdy_optional_numbers(), except that a missing attribute is a fault. */
cdy_status cdy_required_numbers(cdy_reader *r, const cdy_element *element, const char *attribute, double *values,
                                size_t count);

/* Read several attributes of one number each, with the names in `names` (terminated by NULL); an absent attribute
 * leaves its value unchanged, or is a fault. */
cdy_status cdy_optional_list(cdy_reader *r, const cdy_element *element, const char *const *names,
                             double *const *values);
cdy_status cdy_required_list(cdy_reader *r, const cdy_element *element, const char *const *names,
                             double *const *values);

/* Reads an attribute that is not empty; `example` is the value that the message shows if the attribute is missing or
 * empty. */
cdy_status cdy_required_text(cdy_reader *r, const cdy_element *element, const char *attribute, const char *example,
                             const char **text);

#endif
