/* Reports: faults and warnings that say what was being read, and where. */
#include "base/error.h"
#include "base/nearest.h"
#include "urdf/expand.h"
#include "urdf/findings.h"
#include "urdf/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void cdy_about_robot(cdy_reader *r)
{
    r->kind = NULL;
}

void cdy_about_link(cdy_reader *r, const char *name)
{
    r->kind = "link";
    r->subject = name;
}

void cdy_about_joint(cdy_reader *r, const char *name)
{
    r->kind = "joint";
    r->subject = name;
}

bool cdy_hears_warnings(const cdy_reader *r)
{
    return r->findings || r->options.warn || r->options.strict;
}

cdy_status cdy_go_on(const cdy_reader *r, cdy_status status, bool *faulty)
{
    if (status != CDY_ERROR_ROBOT || !r->findings) {
        return status;
    }
    if (faulty) {
        *faulty = true;
    }
    return cdy_findings_status(r->findings);
}

cdy_status cdy_drop_look(cdy_reader *r, cdy_status status, bool *dropped)
{
    *dropped = status == CDY_ERROR_ROBOT && !r->findings;
    r->leniency = CDY_REFUSES;
    return *dropped ? CDY_OK : status;
}

enum { ELEMENT_SIZE = 96 };

/* A report: what is at fault, and what is wrong, in one text and in two. */
typedef struct report {
    char element[ELEMENT_SIZE];
    char text[CDY_ERROR_TEXT_SIZE];
    const char *message; /* within the text, behind the element */
} report;

static __attribute__((format(printf, 3, 0))) void write_report(const cdy_reader *r, report *out, const char *format,
                                                               va_list arguments)
{
    size_t length = 0;
    out->element[0] = '\0';
    if (r->kind) {
        snprintf(out->element, sizeof out->element, "%s '%.80s'", r->kind, r->subject);
        length = (size_t)snprintf(out->text, sizeof out->text, "%s: ", out->element);
    }
    out->message = out->text + length;
    vsnprintf(out->text + length, sizeof out->text - length, format, arguments);
    cdy_make_printable(out->text);
    cdy_make_printable(out->element);
}

/* `line` is that of the text which is read. */
static void hand_over(cdy_reader *r, const cdy_warning *warning, int line)
{
    if (r->options.warn) {
        r->options.warn(r->options.context, warning);
    }
    if (r->options.strict && !r->refused && warning->level != CDY_LEVEL_NOTE) {
        r->refused = true;
        cdy_fail_at(r->error, CDY_ERROR_ROBOT, r->file, line, "%s [%s, refused in strict mode]", warning->text,
                    warning->code);
    }
}

static void tell(cdy_reader *r, cdy_rule rule, cdy_place at, const report *what)
{
    const cdy_check_rule *known = cdy_check_rule_at((int)rule);
    const char *file;
    const cdy_place place = cdy_source_of(r, at, &file);
    const cdy_warning warning = {known->code, file, place.line, what->text, known->level, place.column, what->element};
    hand_over(r, &warning, at.line);
}

cdy_status cdy_fault(cdy_reader *r, cdy_rule rule, cdy_place at, const char *format, ...)
{
    report out;
    va_list arguments;
    va_start(arguments, format);
    write_report(r, &out, format, arguments);
    va_end(arguments);
    if (r->findings) {
        r->findings->faults++;
        cdy_findings_add(r->findings, rule, at, out.element, out.message);
        return CDY_ERROR_ROBOT;
    }
    if (r->leniency == CDY_WARNS) {
        tell(r, rule, at, &out);
    }
    return r->leniency == CDY_REFUSES ? cdy_fail_at(r->error, CDY_ERROR_ROBOT, r->file, at.line, "%s", out.text)
                                      : CDY_ERROR_ROBOT;
}

void cdy_warn(cdy_reader *r, cdy_rule rule, cdy_place at, const char *format, ...)
{
    if (!cdy_hears_warnings(r)) {
        return;
    }
    report out;
    va_list arguments;
    va_start(arguments, format);
    write_report(r, &out, format, arguments);
    va_end(arguments);
    if (r->findings) {
        cdy_findings_add(r->findings, rule, at, out.element, out.message);
    } else {
        tell(r, rule, at, &out);
    }
}

const char *cdy_hint(char hint[CDY_HINT_SIZE], const char *name)
{
    hint[0] = '\0';
    if (name) {
        snprintf(hint, CDY_HINT_SIZE, "; did you mean '%.80s'?", name);
    }
    return hint;
}

/* Looking for the nearest of many names for each of many faults would take hours. */
static bool may_compare(cdy_reader *r)
{
    enum { MOST_COMPARED = 1000000 };
    return r->compared++ < MOST_COMPARED;
}

const char *cdy_hint_link(cdy_reader *r, char hint[CDY_HINT_SIZE], const char *name)
{
    cdy_nearest search = cdy_nearest_to(name);
    for (int i = 0; i < r->link_count && may_compare(r); i++) {
        cdy_nearest_consider(&search, r->links[i].body.name);
    }
    return cdy_hint(hint, search.name);
}

const char *cdy_hint_joint(cdy_reader *r, char hint[CDY_HINT_SIZE], const char *name)
{
    cdy_nearest search = cdy_nearest_to(name);
    for (int i = 0; i < r->joint_count && r->joints[i].name && may_compare(r); i++) {
        cdy_nearest_consider(&search, r->joints[i].name);
    }
    return cdy_hint(hint, search.name);
}
