/* Attributes that URDF does not define, each reported once. */
#ifndef CDY_LINT_CHECK_ATTRIBUTES_H
#define CDY_LINT_CHECK_ATTRIBUTES_H

#include "description/reader.h"

struct cdy_ignored_attribute;

/* Unknown attributes by the names of element and attribute. All zeros: none. */
typedef struct cdy_ignored_attributes {
    cdy_name_table numbers;
    struct cdy_ignored_attribute *list; /* in the reader's arena */
    int count, capacity;
    bool expansion; /* an unexpanded filename was reported */
} cdy_ignored_attributes;

/* Checks the attributes of a URDF element: reports misspelled ones and records other unknown ones. */
void cdy_check_attributes(cdy_reader *r, cdy_ignored_attributes *ignored, const cdy_element *element);

/* Reports the recorded attributes and clears the record. */
void cdy_report_ignored_attributes(cdy_reader *r, cdy_ignored_attributes *ignored);

#endif
