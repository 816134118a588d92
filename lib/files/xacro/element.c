/* Reading of the elements of xacro: attributes, conditions, comments beside them. */
#include "xacro/argument.h"
#include "xacro/literal.h"
#include "xacro/processor.h"
#include "xacro/show.h"
#include "xacro/substitution.h"
#include "xacro/text.h"
#include <string.h>

const char *cdy_required(cdy_interpreter *x, const cdy_node *element, const char *name)
{
    const char *value = cdy_attribute_value(element, name);
    if (!value) {
        cdy_report_error(x, "<%.80s> has no attribute '%s'; expected <%.80s %s=\"...\">", element->text, name,
                         element->text, name);
    }
    return value;
}

void cdy_check_known(cdy_interpreter *x, const cdy_node *element, const char *const *known)
{
    for (const cdy_tag_attribute *a = element->attributes; a; a = a->next) {
        bool found = strncmp(a->name, "xmlns:", 6) == 0;
        for (size_t i = 0; known[i] && !found; i++) {
            found = strcmp(a->name, known[i]) == 0;
        }
        if (!found) {
            cdy_report_warning(x, "<%.80s> takes no attribute '%.80s'", element->text, a->name);
        }
    }
}

bool cdy_is_blank(const cdy_node *node)
{
    return node->kind == CDY_NODE_TEXT && node->text[strspn(node->text, " \t\r\n")] == '\0';
}

static size_t count_lines(const char *text)
{
    size_t count = 0;
    for (const char *p = text; *p; p++) {
        count += *p == '\n';
    }
    return count;
}

void cdy_drop_comments(cdy_node *element)
{
    cdy_node *previous = element->previous;
    while (previous) {
        if (cdy_is_blank(previous) && count_lines(previous->text) <= 1) {
            previous = previous->previous;
        }
        if (!previous || previous->kind != CDY_NODE_COMMENT) {
            return;
        }
        cdy_node *comment = previous;
        previous = previous->previous;
        cdy_unlink_node(comment);
    }
}

bool cdy_lift_namespaces(cdy_interpreter *x, cdy_node *to, const cdy_node *from)
{
    for (const cdy_tag_attribute *a = from->attributes; a; a = a->next) {
        if (strncmp(a->name, "xmlns:", 6) != 0) {
            continue;
        }
        const char *old = cdy_attribute_value(to, a->name);
        if (old && strcmp(old, a->value) != 0) {
            cdy_report_warning(x, "%.80s is '%.80s' here, but '%.80s' in the inserted element", a->name, old, a->value);
        } else if (!old && !cdy_set_attribute(x, to, a->name, a->value)) {
            return false;
        }
    }
    return true;
}

bool cdy_read_condition(cdy_interpreter *x, const char *text, cdy_scope *scope, bool *holds)
{
    const cdy_value value = cdy_substitute(x, text, strlen(text), scope);
    if (value.kind && !cdy_read_truth(x, value, holds)) {
        return cdy_report_error(x, "the condition '%.200s' came to '%.200s'; expected true, false or a number", text,
                                value.text.bytes);
    }
    return value.kind;
}
