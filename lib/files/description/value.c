#include "description/value.h"

#include "base/error.h"
#include "text/number.h"

#include <string.h>

void cdy_check_blanks(cdy_reader *r, const cdy_element *element, const cdy_attribute *attribute)
{
    static const char blanks[] = " \t\r\n";
    const char *text = attribute->text;
    const size_t length = strlen(text);
    if (length > 0 && (strchr(blanks, text[0]) || strchr(blanks, text[length - 1]))) {
        cdy_propose(r, CDY_RULE_NUMBER_SPACE, element, attribute, NULL);
        cdy_warn(r, CDY_RULE_NUMBER_SPACE, attribute->at,
                 "<%.40s> %.40s: '%.80s' has white space around the number; expected none", element->name,
                 attribute->name, text);
    }
}

static cdy_status fail_to_read(cdy_reader *r, const cdy_element *element, const cdy_attribute *a, size_t count,
                               cdy_number_status problem)
{
    if (problem == CDY_NUMBER_MEMORY) {
        return cdy_fail_memory(r->error);
    }
    if (problem == CDY_NUMBER_RANGE) {
        return cdy_fault(r, CDY_RULE_NUMBER, a->at,
                         "<%.40s> %.40s: '%.80s' is too large; expected numbers up to 1.7e308", element->name, a->name,
                         a->text);
    }
    if (count == 1) {
        return cdy_fault(r, CDY_RULE_NUMBER, a->at,
                         "<%.40s> %.40s: '%.80s' is not a number; expected one such as 0.5 or -1e-3", element->name,
                         a->name, a->text);
    }
    return cdy_fault(r, CDY_RULE_NUMBER, a->at,
                     "<%.40s> %.40s: '%.80s' is not a list of %zu numbers; expected them separated by spaces, "
                     "each such as 0.5 or -1e-3",
                     element->name, a->name, a->text, count);
}

cdy_status cdy_optional_numbers(cdy_reader *r, const cdy_element *element, const char *attribute, double *values,
                                size_t count)
{
    const cdy_attribute *a = cdy_find_attribute(element, attribute);
    if (!a) {
        return CDY_OK;
    }
    double numbers[CDY_MOST_NUMBERS];
    if (count == 1) {
        cdy_check_blanks(r, element, a);
    }
    cdy_number_status problem = cdy_parse_numbers(a->text, strlen(a->text), numbers, count);
    if (problem != CDY_NUMBER_OK) {
        return fail_to_read(r, element, a, count, problem);
    }
    /* The parser keeps tabs and line breaks only if they are written as character references such as &#10;. */
    if (count > 1 && (a->has_break || strpbrk(a->text, "\t\r\n"))) {
        cdy_warn(r, CDY_RULE_LIST_BREAK, a->at, "<%.40s> %.40s: a tab or line break parts the numbers; expected blanks",
                 element->name, a->name);
    }
    memcpy(values, numbers, count * sizeof *values);
    return CDY_OK;
}

cdy_status cdy_required_numbers(cdy_reader *r, const cdy_element *element, const char *attribute, double *values,
                                size_t count)
{
    if (!cdy_find_attribute(element, attribute)) {
        return cdy_fault(r, CDY_RULE_ATTRIBUTE_MISSING, element->at,
                         "<%.40s> lacks %s; expected an attribute with %zu number%s", element->name, attribute, count,
                         count == 1 ? "" : "s");
    }
    return cdy_optional_numbers(r, element, attribute, values, count);
}

typedef cdy_status number_reader(cdy_reader *r, const cdy_element *element, const char *attribute, double *values,
                                 size_t count);

/* With findings, a fault in one attribute does not prevent the check of the next. */
static cdy_status read_list(cdy_reader *r, const cdy_element *element, const char *const *names, double *const *values,
                            number_reader *read)
{
    bool faulty = false;
    cdy_status status = CDY_OK;
    for (size_t i = 0; !status && names[i]; i++) {
        status = cdy_continue_reading(r, read(r, element, names[i], values[i], 1), &faulty);
    }
    return !status && faulty ? CDY_ERROR_ROBOT : status;
}

cdy_status cdy_optional_list(cdy_reader *r, const cdy_element *element, const char *const *names, double *const *values)
{
    return read_list(r, element, names, values, cdy_optional_numbers);
}

cdy_status cdy_required_list(cdy_reader *r, const cdy_element *element, const char *const *names, double *const *values)
{
    return read_list(r, element, names, values, cdy_required_numbers);
}

cdy_status cdy_required_text(cdy_reader *r, const cdy_element *element, const char *attribute, const char *example,
                             const char **text)
{
    const cdy_attribute *a = cdy_find_attribute(element, attribute);
    if (!a) {
        return cdy_fault(r, CDY_RULE_ATTRIBUTE_MISSING, element->at, "<%.40s> lacks %s; expected %s=\"%s\"",
                         element->name, attribute, attribute, example);
    }
    if (!*a->text) {
        return cdy_fault(r, CDY_RULE_ATTRIBUTE_MISSING, a->at, "<%.40s> %s is empty; expected %s=\"%s\"", element->name,
                         attribute, attribute, example);
    }
    *text = a->text;
    return CDY_OK;
}
