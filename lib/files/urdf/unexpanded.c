/* Detection of files that xacro has yet to expand. */
#include "description/findings.h"
#include "urdf/urdf.h"

#include <string.h>

/* Whether a text begins with a xacro command $(COMMAND ...); names may contain other $(...), for example for a shell.
 */
static bool calls_command(const char *text)
{
    static const char *const commands[] = {"anon", "arg", "cwd", "dirname", "env", "eval", "find", "optenv"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const size_t length = strlen(commands[i]);
        if (strncmp(text + 2, commands[i], length) == 0 && strchr(" \t\r\n)", text[2 + length])) {
            return true;
        }
    }
    return false;
}

bool cdy_is_unexpanded(const char *text)
{
    bool found = strstr(text, "${") != NULL;
    for (const char *p = strstr(text, "$("); p && !found; p = strstr(p + 2, "$(")) {
        found = calls_command(p);
    }
    return found;
}

/* File names are ignored: the robot can be read without them. */
static const cdy_attribute *find_unexpanded(const cdy_element *element)
{
    for (size_t i = 0; i < element->attribute_count; i++) {
        const cdy_attribute *a = &element->attributes[i];
        if (strcmp(a->name, "filename") != 0 && cdy_is_urdf_attribute(element->name, a->name) &&
            cdy_is_unexpanded(a->text)) {
            return a;
        }
    }
    return NULL;
}

/* Returns the next element of URDF in document order; skips the content of extensions. */
static const cdy_element *next_element(const cdy_element *e)
{
    if (cdy_is_urdf_element(e->name) && e->first_child) {
        return e->first_child;
    }
    while (e && !e->next) {
        e = e->parent;
    }
    return e ? e->next : NULL;
}

static cdy_status refuse_unexpanded_values(cdy_reader *r)
{
    for (const cdy_element *e = r->document.root; e; e = next_element(e)) {
        const cdy_attribute *a = find_unexpanded(e);
        if (a) {
            return cdy_fault(r, CDY_RULE_XACRO, a->at,
                             "<%.40s> %.40s='%.80s' is unexpanded xacro; expected the output of xacro: "
                             "condyle xacro FILE > ROBOT.urdf",
                             e->name, a->name, a->text);
        }
    }
    return CDY_OK;
}

cdy_status cdy_refuse_macros(cdy_reader *r)
{
    const cdy_document *document = &r->document;
    const bool has_joints = cdy_first_child(document->root, "joint") != NULL;
    if (r->findings && r->findings->disabled[CDY_RULE_XACRO]) {
        return CDY_OK;
    }
    if (document->macro.line > 0 && (document->has_instruction || !has_joints)) {
        return cdy_fault(r, CDY_RULE_XACRO, document->macro,
                         "<xacro:%.80s> is unexpanded xacro; expected the output of xacro: "
                         "condyle xacro FILE > ROBOT.urdf",
                         document->macro_name);
    }
    return refuse_unexpanded_values(r);
}
