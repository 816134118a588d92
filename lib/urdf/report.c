/* Reports: faults and warnings that say what was being read, and where. */
#include "base/error.h"
#include "base/nearest.h"
#include "urdf/reader.h"

#include <stdarg.h>
#include <stdio.h>

/* Puts what is being read before the text. */
static __attribute__((format(printf, 4, 0))) void write_report(const cdy_reader *r, char *text, size_t size,
                                                               const char *format, va_list arguments)
{
    int length = r->kind ? snprintf(text, size, "%s '%.80s': ", r->kind, r->subject) : 0;
    vsnprintf(text + length, size - (size_t)length, format, arguments);
    cdy_make_printable(text);
}

cdy_status cdy_fault(cdy_reader *r, int line, const char *format, ...)
{
    char text[CDY_ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    write_report(r, text, sizeof text, format, arguments);
    va_end(arguments);
    return cdy_fail_at(r->error, CDY_ERROR_ROBOT, r->file, line, "%s", text);
}

void cdy_warn(cdy_reader *r, cdy_rule rule, int line, const char *format, ...)
{
    if (!r->options.warn) {
        return;
    }
    char text[CDY_ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    write_report(r, text, sizeof text, format, arguments);
    va_end(arguments);
    const cdy_warning warning = {cdy_rule_code(rule), r->file, line, text};
    r->options.warn(r->options.context, &warning);
}

const char *cdy_hint(char hint[CDY_HINT_SIZE], const char *name)
{
    hint[0] = '\0';
    if (name) {
        snprintf(hint, CDY_HINT_SIZE, "; did you mean '%.80s'?", name);
    }
    return hint;
}

const char *cdy_hint_link(cdy_reader *r, char hint[CDY_HINT_SIZE], const char *name)
{
    const char **names = cdy_arena_allocate(&r->memory, (size_t)r->link_count, sizeof *names);
    for (int i = 0; names && i < r->link_count; i++) {
        names[i] = r->links[i].body.name;
    }
    return cdy_hint(hint, names ? cdy_nearest_name(name, (size_t)r->link_count, names) : NULL);
}

const char *cdy_hint_joint(cdy_reader *r, char hint[CDY_HINT_SIZE], const char *name)
{
    const char **names = cdy_arena_allocate(&r->memory, (size_t)r->joint_count, sizeof *names);
    for (int i = 0; names && i < r->joint_count; i++) {
        names[i] = r->joints[i].name;
    }
    return cdy_hint(hint, names ? cdy_nearest_name(name, (size_t)r->joint_count, names) : NULL);
}
