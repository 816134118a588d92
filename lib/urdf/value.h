/* Values: attributes as numbers and texts. */
#ifndef CDY_URDF_VALUE_H
#define CDY_URDF_VALUE_H

#include "urdf/reader.h"

enum { CDY_MOST_NUMBERS = 4 };

/* Reads an attribute of `count` numbers, CDY_MOST_NUMBERS at most, separated by white space.  Where the attribute is
 * absent, values stay as they are; what is not these numbers is a fault. */
cdy_status cdy_optional_numbers(cdy_reader *r, const cdy_element *element, const char *attribute, double *values,
                                size_t count);

/* As cdy_optional_numbers(), but a missing attribute is a fault too. */
cdy_status cdy_required_numbers(cdy_reader *r, const cdy_element *element, const char *attribute, double *values,
                                size_t count);

/* Reads several attributes of one number each, in the order of `names`, which ends with NULL; the values of absent
 * ones stay as they are, or are faults. */
cdy_status cdy_optional_list(cdy_reader *r, const cdy_element *element, const char *const *names,
                             double *const *values);
cdy_status cdy_required_list(cdy_reader *r, const cdy_element *element, const char *const *names,
                             double *const *values);

/* Reads an attribute that is not empty; `example` completes the message where it is missing or empty. */
cdy_status cdy_required_text(cdy_reader *r, const cdy_element *element, const char *attribute, const char *example,
                             const char **text);

#endif
