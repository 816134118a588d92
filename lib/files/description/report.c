/* Reports of faults and warnings, with the link or joint and the place. */
#include "base/error.h"
#include "base/format.h"
#include "description/expand.h"
#include "description/findings.h"
#include "description/reader.h"
#include "description/sources.h"

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

bool cdy_reports_warnings(const cdy_reader *r)
{
    return r->findings || r->options.warn || r->options.strict;
}

cdy_status cdy_continue_reading(const cdy_reader *r, cdy_status status, bool *faulty)
{
    if (status != CDY_ERROR_ROBOT || !r->findings) {
        return status;
    }
    if (faulty) {
        *faulty = true;
    }
    return cdy_findings_status(r->findings);
}

cdy_status cdy_ignore_appearance_fault(cdy_reader *r, cdy_status status, bool *dropped)
{
    *dropped = status == CDY_ERROR_ROBOT && !r->findings;
    r->leniency = CDY_REFUSES;
    return *dropped ? CDY_OK : status;
}

enum { ELEMENT_SIZE = 96, REPORT_SIZE = 1024 };

/* A report: the faulty element and the message, separately and in one text. */
typedef struct report {
    char element[ELEMENT_SIZE];
    char text[REPORT_SIZE];
    const char *message; /* points into `text`, after the element */
} report;

static __attribute__((format(printf, 3, 0))) void write_report(const cdy_reader *r, report *out, const char *format,
                                                               va_list arguments)
{
    size_t length = 0;
    out->element[0] = '\0';
    if (r->kind) {
        cdy_print(out->element, sizeof out->element, "%s '%.80s'", r->kind, r->subject);
        length = cdy_print(out->text, sizeof out->text, "%s: ", out->element);
    }
    out->message = out->text + length;
    cdy_format(out->text + length, sizeof out->text - length, format, arguments);
    cdy_make_printable(out->text);
    cdy_make_printable(out->element);
}

/* Reports a warning; `at` is the place in the text that is read, before mapping to a xacro source. */
static void report_to_caller(cdy_reader *r, const cdy_warning *warning, cdy_place at)
{
    if (r->options.warn) {
        r->options.warn(r->options.context, warning);
    }
    if (r->options.strict && !r->refused && warning->level != CDY_LEVEL_NOTE) {
        r->refused = true;
        cdy_fail_at(r->error, CDY_ERROR_ROBOT, cdy_file_of(r, at), at.line, "%s [%s, refused in strict mode]",
                    warning->text, warning->code);
    }
}

static void report_warning(cdy_reader *r, cdy_rule rule, cdy_place at, const report *report_text)
{
    const cdy_check_rule *rule_info = cdy_check_rule_at((int)rule);
    const char *file;
    const cdy_place place = cdy_source_of(r, at, &file);
    const cdy_warning warning = {rule_info->code,  file,         place.line,          report_text->text,
                                 rule_info->level, place.column, report_text->element};
    report_to_caller(r, &warning, at);
}

/* Appends the programs that a finding affects to its message. */
static void name_programs(report *out, cdy_programs programs)
{
    const char *separator = "; refused or read otherwise by ";
    size_t length = strlen(out->text);
    for (cdy_program p = CDY_PROGRAM_NONE; programs >> p; p++) {
        if (cdy_is_named_program(programs, p) && length < sizeof out->text) {
            length +=
                (size_t)snprintf(out->text + length, sizeof out->text - length, "%s%s", separator, cdy_program_name(p));
            separator = ", ";
        }
    }
}

static void add_warning(cdy_reader *r, cdy_rule rule, cdy_programs programs, cdy_place at, report *out)
{
    name_programs(out, programs);
    if (r->findings) {
        cdy_findings_add(r->findings, rule, programs, at, out->element, out->message);
    } else {
        report_warning(r, rule, at, out);
    }
}

/* Reports a fault, or a warning, in a part that the joint's type does not use. */
static void warn_of_unused(cdy_reader *r, cdy_programs programs, cdy_place at, report *out)
{
    const size_t length = strlen(out->text);
    snprintf(out->text + length, sizeof out->text - length, "; ignored, as a %s joint does not use it", r->unused_by);
    if (cdy_reports_warnings(r)) {
        add_warning(r, CDY_RULE_UNUSED_PART, programs, at, out);
    }
}

cdy_status cdy_fault(cdy_reader *r, cdy_rule rule, cdy_place at, const char *format, ...)
{
    report out;
    va_list arguments;
    va_start(arguments, format);
    write_report(r, &out, format, arguments);
    va_end(arguments);
    if (r->unused_by) {
        warn_of_unused(r, r->unused_reads, at, &out);
        return CDY_ERROR_ROBOT;
    }
    if (r->findings) {
        r->findings->faults++;
        cdy_findings_add(r->findings, rule, ~(cdy_programs)0, at, out.element,
                         out.message); /* an error for everybody */
        return CDY_ERROR_ROBOT;
    }
    if (r->leniency == CDY_WARNS) {
        report_warning(r, rule, at, &out);
    }
    return r->leniency == CDY_REFUSES
               ? cdy_fail_at(r->error, CDY_ERROR_ROBOT, cdy_file_of(r, at), at.line, "%s", out.text)
               : CDY_ERROR_ROBOT;
}

static __attribute__((format(printf, 5, 0))) void warn(cdy_reader *r, cdy_rule rule, cdy_programs programs,
                                                       cdy_place at, const char *format, va_list arguments)
{
    report out;
    const bool is_other = r->format && !r->format->judged;
    programs = is_other ? programs & r->format->programs : programs | cdy_programs_of(rule);
    write_report(r, &out, format, arguments);
    if (r->unused_by && cdy_check_rule_at((int)rule)->level == CDY_LEVEL_ERROR) {
        warn_of_unused(r, programs, at, &out);
    } else {
        add_warning(r, rule, programs, at, &out);
    }
}

void cdy_warn(cdy_reader *r, cdy_rule rule, cdy_place at, const char *format, ...)
{
    if (cdy_reports_warnings(r)) {
        va_list arguments;
        va_start(arguments, format);
        warn(r, rule, 0, at, format, arguments);
        va_end(arguments);
    }
}

void cdy_warn_for(cdy_reader *r, cdy_rule rule, cdy_programs programs, cdy_place at, const char *format, ...)
{
    if (cdy_reports_warnings(r)) {
        va_list arguments;
        va_start(arguments, format);
        warn(r, rule, programs, at, format, arguments);
        va_end(arguments);
    }
}

const char *cdy_hint(char hint[CDY_HINT_SIZE], const char *name)
{
    hint[0] = '\0';
    if (name) {
        cdy_print(hint, CDY_HINT_SIZE, "; did you mean '%.80s'?", name);
    }
    return hint;
}

static const char *name_of_link(const void *reader, int number)
{
    return ((const cdy_reader *)reader)->links[number].body.name;
}

static const char *name_of_joint(const void *reader, int number)
{
    return ((const cdy_reader *)reader)->joints[number].name;
}

/* Returns the nearest name, cached in `cache`; NULL if none is near or the budget is spent. */
static const char *find_nearest(cdy_reader *r, const char *name, int count,
                                const char *(*name_of)(const void *reader, int number), cdy_name_table *cache)
{
    enum { NO_NAME = -2 };
    int nearest = cdy_name_table_find(cache, name);
    if (nearest == -1 && r->hints.letters > 0) {
        nearest = cdy_nearest_within(name, count, name_of, r, &r->hints.letters);
        r->out_of_memory = !cdy_name_table_set(cache, name, nearest >= 0 ? nearest : NO_NAME) || r->out_of_memory;
    }
    return nearest >= 0 ? name_of(r, nearest) : NULL;
}

const char *cdy_hint_link(cdy_reader *r, char hint[CDY_HINT_SIZE], const char *name)
{
    return cdy_hint(hint, find_nearest(r, name, r->link_count, name_of_link, &r->hints.links));
}

const char *cdy_hint_joint(cdy_reader *r, char hint[CDY_HINT_SIZE], const char *name)
{
    return cdy_hint(hint, find_nearest(r, name, r->joint_count, name_of_joint, &r->hints.joints));
}
