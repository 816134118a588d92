/* Expansion: what xacro was to turn into a robot is none yet. */
#include "urdf/findings.h"
#include "urdf/reader.h"

#include <string.h>

/* Whether $(COMMAND ...) begins here: names may hold all else, for a shell for example. */
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

/* Names of files are no names of the robot's: all else holds without them. */
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

/* The next element that URDF knows, in the order of the file; what lies in extensions is theirs. */
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

static cdy_status refuse_values(cdy_reader *r)
{
    for (const cdy_element *e = r->document.root; e; e = next_element(e)) {
        const cdy_attribute *a = find_unexpanded(e);
        if (a) {
            return cdy_fault(
                r, CDY_RULE_XACRO, a->at,
                "<%.40s> %.40s='%.80s' is xacro's, and the file is not expanded; expected what xacro makes "
                "of it: condyle xacro FILE > ROBOT.urdf",
                e->name, a->name, a->text);
        }
    }
    return CDY_OK;
}

cdy_status cdy_refuse_macros(cdy_reader *r)
{
    const cdy_document *document = &r->document;
    const bool moves = cdy_first_child(document->root, "joint") != NULL;
    if (r->findings && r->findings->disabled[CDY_RULE_XACRO]) {
        return CDY_OK;
    }
    if (document->macro.line > 0 && (document->instructed || !moves)) {
        return cdy_fault(r, CDY_RULE_XACRO, document->macro,
                         "<xacro:%.80s> is xacro's, and the file is not expanded; expected what xacro makes of it: "
                         "condyle xacro FILE > ROBOT.urdf",
                         document->macro_name);
    }
    return refuse_values(r);
}
