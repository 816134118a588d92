#include "xacro/processor.h"

#include "xacro/argument.h"
#include "xacro/literal.h"
#include "xacro/show.h"
#include "xacro/substitution.h"
#include "xacro/text.h"

#include <string.h>

/* Evaluates attributes in order and removes attributes of xacro. */
static bool process_attributes(cdy_interpreter *x, cdy_node *element, cdy_scope *scope)
{
    for (cdy_tag_attribute **a = &element->attributes; *a;) {
        if (strncmp((*a)->name, "xacro:", 6) == 0) {
            *a = (*a)->next;
            continue;
        }
        const char *value = cdy_substitute_text(x, (*a)->value, scope);
        if (!value) {
            return false;
        }
        (*a)->value = value;
        a = strcmp((*a)->name, "xmlns:xacro") == 0 ? (*a = (*a)->next, a) : &(*a)->next;
    }
    return true;
}

static bool insert_block(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes)
{
    static const char *const known[] = {"name", NULL};
    const char *name = cdy_required(x, element, "name");
    if (!name) {
        return false;
    }
    cdy_check_known(x, element, known);
    const char *many = cdy_take_format(x, "**%s", name);
    cdy_value block = many ? cdy_look_up(x, scopes->properties, many) : cdy_failed_value;
    const bool content = block.kind;
    if (!content && many && !x->status) {
        block = cdy_look_up(x, scopes->properties, many + 1);
    }
    if (!block.kind || block.kind != CDY_KIND_BLOCK) {
        return cdy_report_error(
            x,
            "the block '%.80s' is not defined here; a macro's parameter *%.80s or **%.80s, or a property "
            "with elements in it, defines it",
            name, name, name);
    }
    cdy_node *copy = cdy_clone_node(x, block.block, NULL);
    if (!copy || !cdy_process(x, copy, scopes)) {
        return false;
    }
    if (content) {
        cdy_replace_by_children(element, copy);
    } else {
        cdy_insert_node(element->parent, copy, element);
        cdy_unlink_node(element);
    }
    return true;
}

static bool declare_argument(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes)
{
    static const char *const known[] = {"name", "default", NULL};
    const char *name = cdy_required(x, element, "name");
    const char *standard = name ? cdy_required(x, element, "default") : NULL;
    if (!standard) {
        return false;
    }
    cdy_check_known(x, element, known);
    if (!cdy_declare_argument(x, name, standard, scopes->properties)) {
        return false;
    }
    cdy_drop_comments(element);
    cdy_unlink_node(element);
    return true;
}

/* Whether a text can be the name of an element or attribute: it has no punctuation of XML. */
static bool is_name(const char *name)
{
    const bool first = (unsigned char)*name >= 0x80 || (*name && strchr("_:", *name)) ||
                       ((*name | 0x20) >= 'a' && (*name | 0x20) <= 'z');
    return first && strcspn(name, " \t\r\n<>&'\"/=!?;,()[]{}%#@$^*+|\\`~") == strlen(name);
}

/* Sets an element's name, under which it is then processed. */
static bool name_element(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes)
{
    const char *given = cdy_required(x, element, "xacro:name");
    const char *name = given ? cdy_substitute_text(x, given, scopes->properties) : NULL;
    if (name && !is_name(name)) {
        return cdy_report_error(x, "<xacro:element>: '%.80s' is no name of an element", name);
    }
    if (name && strcmp(name, "xacro:element") == 0) {
        return cdy_report_error(x, "<xacro:element> cannot make another one");
    }
    cdy_remove_attribute(element, "xacro:name");
    element->text = name;
    return name != NULL;
}

/* Returns the text of a computed attribute; the reference leaves what is no text and counts as false empty. */
static const char *text_of_attribute(cdy_interpreter *x, const char *name, cdy_value value)
{
    if (value.kind != CDY_KIND_TEXT && !cdy_truth_of(value)) {
        cdy_report_warning(x,
                           "<xacro:attribute> '%.80s' is left empty, as by xacro, for its value counts as false; write "
                           "${str(...)} for its text",
                           name);
        return "";
    }
    const cdy_value text = cdy_to_text(x, value);
    return text.kind ? text.text.bytes : NULL;
}

static bool add_attribute(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes)
{
    const char *given = cdy_required(x, element, "name"), *text = given ? cdy_required(x, element, "value") : NULL;
    const char *name = text ? cdy_substitute_text(x, given, scopes->properties) : NULL;
    const cdy_value computed = name ? cdy_substitute(x, text, strlen(text), scopes->properties) : cdy_failed_value;
    const char *value = computed.kind ? text_of_attribute(x, name, computed) : NULL;
    if (name && !is_name(name)) {
        return cdy_report_error(x, "<xacro:attribute>: '%.80s' is no name of an attribute", name);
    }
    if (!value || !cdy_set_attribute(x, element->parent, name, value)) {
        return false;
    }
    cdy_unlink_node(element);
    return true;
}

static bool process_condition(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes, bool wanted)
{
    static const char *const known[] = {"value", NULL};
    bool holds = false;
    cdy_drop_comments(element);
    const char *condition = cdy_required(x, element, "value");
    if (!condition) {
        return false;
    }
    cdy_check_known(x, element, known);
    if (!cdy_read_condition(x, condition, scopes->properties, &holds)) {
        return false;
    }
    if (holds != wanted) {
        cdy_unlink_node(element);
        return true;
    }
    if (!cdy_process(x, element, scopes)) {
        return false;
    }
    cdy_replace_by_children(element, element);
    return true;
}

static bool process_element(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes)
{
    while (strcmp(element->text, "xacro:element") == 0) {
        if (!name_element(x, element, scopes)) {
            return false;
        }
    }
    if (strncmp(element->text, "xacro:", 6) != 0) {
        return cdy_process(x, element, scopes);
    }
    const char *name = element->text + 6;
    if (strcmp(name, "property") == 0) {
        return cdy_define_property(x, element, scopes);
    }
    if (strcmp(name, "if") == 0 || strcmp(name, "unless") == 0) {
        return process_condition(x, element, scopes, *name == 'i');
    }
    if (strcmp(name, "macro") == 0) {
        return cdy_define_macro(x, element, scopes);
    }
    if (strcmp(name, "include") == 0) {
        return cdy_include_files(x, element, scopes);
    }
    if (strcmp(name, "insert_block") == 0) {
        return insert_block(x, element, scopes);
    }
    if (strcmp(name, "arg") == 0) {
        return declare_argument(x, element, scopes);
    }
    if (strcmp(name, "attribute") == 0) {
        return add_attribute(x, element, scopes);
    }
    return cdy_call_macro(x, element, scopes);
}

/* Evaluates the comments behind an instruction that enables their evaluation, up to the next element or text. */
static bool process_comment(cdy_interpreter *x, cdy_node *comment, cdy_scope *scope, bool *evaluated)
{
    if (strstr(comment->text, "xacro:eval-comments")) {
        *evaluated = !strstr(comment->text, "xacro:eval-comments:off");
        cdy_unlink_node(comment);
    } else if (*evaluated) {
        comment->text = cdy_substitute_text(x, comment->text, scope);
    }
    return !x->status;
}

static bool process_children(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes)
{
    bool evaluated = false; /* whether comments are evaluated */
    bool good = true;
    for (cdy_node *next, *node = element->first; node && good; node = next) {
        next = node->next;
        x->at = node->origin;
        if (!cdy_step(x, 1)) {
            return false;
        }
        switch (node->kind) {
        case CDY_NODE_ELEMENT:
            evaluated = false;
            good = process_element(x, node, scopes);
            break;
        case CDY_NODE_TEXT:
            node->text = cdy_substitute_text(x, node->text, scopes->properties);
            good = node->text;
            evaluated = evaluated && good && cdy_is_blank(node);
            break;
        case CDY_NODE_COMMENT: good = process_comment(x, node, scopes->properties, &evaluated); break;
        case CDY_NODE_CDATA: break;
        }
    }
    return good;
}

bool cdy_process(cdy_interpreter *x, cdy_node *element, const cdy_scopes *scopes)
{
    if (!cdy_enter(x)) {
        return false;
    }
    x->at = element->origin;
    const bool good = process_attributes(x, element, scopes->properties) && process_children(x, element, scopes);
    cdy_leave(x);
    return good;
}
