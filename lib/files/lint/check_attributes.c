#include "lint/check_attributes.h"

#include "description/spelling.h"
#include "text/number.h"
#include "urdf/vocabulary.h"

#include <stdio.h>
#include <string.h>

/* An unknown attribute of an element; stands for all with these two names. */
typedef struct cdy_ignored_attribute {
    const cdy_element *element;
    const cdy_attribute *attribute;
    const char *kind, *subject; /* element being read, for the message */
    const char *nearest;        /* nearest known attribute; NULL: none */
    int count;
} ignored_attribute;

/* Reports an unexpanded filename. Other names and numbers with xacro expressions are errors already; one report stands
 * for all. */
static void check_expansion(cdy_reader *r, cdy_ignored_attributes *ignored, const cdy_element *element,
                            const cdy_attribute *a)
{
    if (!ignored->expansion && strcmp(a->name, "filename") == 0 && cdy_is_unexpanded(a->text)) {
        ignored->expansion = true;
        cdy_warn(r, CDY_RULE_XACRO_LEFT, a->at,
                 "<%.40s> %.40s '%.80s' is unexpanded xacro; expected the expanded value", element->name, a->name,
                 a->text);
    }
}

/* Returns the number of numbers in the attribute's value; 0: the value is text. */
static size_t count_numbers(const char *attribute)
{
    static const char *const texts[] = {"filename", "joint", "link", "name", "type", "version"};
    static const char *const three[] = {"rpy", "scale", "size", "xyz"}, *const four[] = {"quat_xyzw", "rgba"};
    if (cdy_is_among(attribute, sizeof texts / sizeof *texts, texts)) {
        return 0;
    }
    return cdy_is_among(attribute, sizeof three / sizeof *three, three) ? 3
           : cdy_is_among(attribute, sizeof four / sizeof *four, four)  ? 4
                                                                        : 1;
}

/* Whether a text is a valid value of the attribute. */
static bool is_value_of(const char *attribute, const char *text)
{
    double ignored[4];
    const size_t count = count_numbers(attribute);
    return count == 0 ? *text != '\0' : cdy_parse_numbers(text, strlen(text), ignored, count) == CDY_NUMBER_OK;
}

/* Makes room for one more attribute; false where memory runs out. */
static bool make_room(cdy_reader *r, cdy_ignored_attributes *ignored)
{
    if (ignored->count < ignored->capacity) {
        return true;
    }
    const int capacity = ignored->capacity > 0 ? 2 * ignored->capacity : 8;
    ignored_attribute *list = cdy_arena_allocate(&r->memory, (size_t)capacity, sizeof *list);
    if (!list) {
        return false;
    }
    if (ignored->count > 0) {
        memcpy(list, ignored->list, (size_t)ignored->count * sizeof *list);
    }
    ignored->list = list;
    ignored->capacity = capacity;
    return true;
}

/* Records an unknown attribute; further ones with the same names of element and attribute are counted. */
static void record_unknown(cdy_reader *r, cdy_ignored_attributes *ignored, const cdy_element *element,
                           const cdy_attribute *a, const char *nearest)
{
    char name[160];
    snprintf(name, sizeof name, "%.40s %.100s", element->name, a->name);
    const int known = cdy_name_table_find(&ignored->numbers, name);
    if (known >= 0) {
        ignored->list[known].count++;
        return;
    }
    const char *copy = cdy_arena_copy(&r->memory, name);
    if (!copy || !make_room(r, ignored) || !cdy_name_table_set(&ignored->numbers, copy, ignored->count)) {
        r->out_of_memory = true;
        return;
    }
    ignored->list[ignored->count++] = (ignored_attribute){element, a, r->kind, r->subject, nearest, 1};
}

static bool is_origin(const cdy_element *element)
{
    return strcmp(element->name, "origin") == 0;
}

static bool has_known_attribute(const cdy_element *element, const cdy_vocabulary *known)
{
    for (size_t i = 0; i < element->attribute_count; i++) {
        if (cdy_is_among(element->attributes[i].name, cdy_count_attributes(known), known->attributes)) {
            return true;
        }
    }
    return false;
}

/* Returns ixy for iyx and so on, since the inertia matrix is symmetric; NULL for other names. */
static const char *mirror_product(const cdy_element *element, const char *name)
{
    static const char *const mirrored[][2] = {{"iyx", "ixy"}, {"izx", "ixz"}, {"izy", "iyz"}};
    for (size_t i = 0; strcmp(element->name, "inertia") == 0 && i < sizeof mirrored / sizeof *mirrored; i++) {
        if (strcmp(name, mirrored[i][0]) == 0) {
            return mirrored[i][1];
        }
    }
    return NULL;
}

static void check_unknown(cdy_reader *r, cdy_ignored_attributes *ignored, const cdy_element *element,
                          const cdy_attribute *a, const cdy_nearest *search, bool lost)
{
    const bool missing = search->name && !cdy_find_attribute(element, search->name);
    char hint[CDY_HINT_SIZE];
    if (missing && (mirror_product(element, a->name) || cdy_is_misspelled(search))) {
        if (is_value_of(search->name, a->text) && mirror_product(element, a->name)) {
            cdy_propose(r, CDY_RULE_ATTRIBUTE_MISSPELLED, element, a, search->name);
        } else if (is_value_of(search->name, a->text)) {
            cdy_propose_nearest(r, CDY_RULE_ATTRIBUTE_MISSPELLED, element, a, search);
        }
        cdy_warn(r, CDY_RULE_ATTRIBUTE_MISSPELLED, a->at,
                 "<%.40s> has an unknown attribute %.80s, which is ignored, and no %s; did you mean '%s'?",
                 element->name, a->name, search->name, search->name);
        return;
    }
    const char *nearest = missing && cdy_is_near(search) ? search->name : NULL;
    if (lost || (is_origin(element) && cdy_means_something_else(a->name))) {
        cdy_warn(r, CDY_RULE_ORIGIN_UNREAD, a->at,
                 "<origin> has an unknown attribute %.80s, which is ignored with the placement that it gives; expected "
                 "xyz and rpy%s",
                 a->name, cdy_hint(hint, nearest));
    } else {
        record_unknown(r, ignored, element, a, nearest);
    }
}

void cdy_check_attributes(cdy_reader *r, cdy_ignored_attributes *ignored, const cdy_element *element)
{
    const cdy_vocabulary *known = cdy_find_vocabulary(element->name);
    const size_t count = known ? cdy_count_attributes(known) : 0;
    const bool lost = known && is_origin(element) && !has_known_attribute(element, known);
    for (size_t i = 0; i < element->attribute_count; i++) {
        const cdy_attribute *a = &element->attributes[i];
        const char *mirror = mirror_product(element, a->name);
        cdy_nearest search = cdy_nearest_to(a->name);
        bool is_known = false;
        for (size_t k = 0; k < count && !is_known; k++) {
            is_known = strcmp(a->name, known->attributes[k]) == 0;
            cdy_nearest_consider(&search, known->attributes[k]);
        }
        if (mirror) {
            search = cdy_nearest_to(a->name);
            search.name = mirror;
            search.distance = 1;
        }
        if (is_known) {
            check_expansion(r, ignored, element, a);
        } else {
            check_unknown(r, ignored, element, a, &search, lost);
        }
    }
}

void cdy_report_ignored_attributes(cdy_reader *r, cdy_ignored_attributes *ignored)
{
    for (int i = 0; i < ignored->count; i++) {
        const ignored_attribute *a = &ignored->list[i];
        char hint[CDY_HINT_SIZE], times[48] = "";
        if (a->count > 1) {
            snprintf(times, sizeof times, " (%d times in all)", a->count);
        }
        r->kind = a->kind;
        r->subject = a->subject;
        cdy_warn(r, CDY_RULE_UNKNOWN_ATTRIBUTE, a->attribute->at,
                 "<%.40s> has an unknown attribute %.80s, which is ignored%s%s", a->element->name, a->attribute->name,
                 times, cdy_hint(hint, a->nearest));
    }
    cdy_name_table_clear(&ignored->numbers);
}
