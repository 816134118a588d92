/* Attributes: those that URDF does not know, each told of once. */
#ifndef CDY_LINT_CHECK_ATTRIBUTES_H
#define CDY_LINT_CHECK_ATTRIBUTES_H

#include "urdf/reader.h"

struct cdy_ignored_attribute;

/* The attributes that are ignored, by the names of their elements and their own.  All zeros: none. */
typedef struct cdy_ignored_attributes {
    cdy_name_table numbers;
    struct cdy_ignored_attribute *list; /* in the reader's arena */
    int count, room;
    bool expansion; /* what is left of xacro was told of */
} cdy_ignored_attributes;

/* Looks at the attributes of an element of URDF's: warns of misspelled ones, gathers the others that it does not know.
 */
void cdy_check_attributes(cdy_reader *r, cdy_ignored_attributes *ignored, const cdy_element *element);

/* Tells of those that were gathered, and forgets them. */
void cdy_report_ignored_attributes(cdy_reader *r, cdy_ignored_attributes *ignored);

#endif
