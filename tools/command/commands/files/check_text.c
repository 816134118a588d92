#include "commands/files/check.h"
#include "writing/utf8.h"

#include <stdlib.h>

/* Writes a part of a line, made safe for a terminal, in a color or none. */
static void write_part(check_report *report, const char *colour, text_buffer *part)
{
    if (part->failed) {
        output_lacks_memory(report->out);
    } else if (part->length) {
        utf8_make_printable(part->bytes);
        output_text(report->out, report->colours ? colour : "");
        output_text(report->out, part->bytes);
        output_text(report->out, report->colours && *colour ? "\033[0m" : "");
    }
    text_reset(part);
}

static const char *colour_of(cdy_level level)
{
    switch (level) {
    case CDY_LEVEL_ERROR: return "\033[1;31m";
    case CDY_LEVEL_WARNING: return "\033[1;35m";
    case CDY_LEVEL_NOTE: return "\033[1;36m";
    }
    return "";
}

enum { MOST_ALIKE = 3 };

/* Whether a finding is only counted, because enough of its rule were printed. Errors are always printed, since each
 * must be fixed. */
static bool is_folded(check_report *report, const cdy_finding *f)
{
    const int rule = cdy_check_find_rule(f->code);
    if (report->all || f->level == CDY_LEVEL_ERROR || rule < 0) {
        return false;
    }
    if (!report->kinds) {
        report->kinds = calloc((size_t)cdy_check_rule_count(), sizeof *report->kinds);
        text_add(&report->file, "%s", f->file);
    }
    return report->kinds && !report->file.failed && ++report->kinds[rule] > MOST_ALIKE;
}

/* file: level: N more findings like these [code] */
void check_text_end(check_report *report)
{
    for (int i = 0; report->kinds && !report->file.failed && i < cdy_check_rule_count(); i++) {
        const int more = report->kinds[i] - MOST_ALIKE;
        if (more > 0) {
            const cdy_check_rule *rule = cdy_check_rule_at(i);
            text_buffer part = {0};
            text_add(&part, "%s:", text_get(&report->file));
            write_part(report, "\033[1m", &part);
            text_add(&part, " %s:", cdy_level_name(rule->level));
            write_part(report, colour_of(rule->level), &part);
            text_add(&part, " %d more of the kind, which --all lists [%s]", more, rule->code);
            write_part(report, "", &part);
            output_text(report->out, "\n");
            text_clear(&part);
        }
    }
    free(report->kinds);
    report->kinds = NULL;
    text_clear(&report->file);
}

/* file:line:column: level: element: message [code] */
void check_text_write(check_report *report, const cdy_finding *f)
{
    if (is_folded(report, f)) {
        return;
    }
    text_buffer part = {0};
    text_add(&part, "%s:", f->file);
    if (f->line > 0) {
        text_add(&part, "%d:", f->line);
    }
    if (f->line > 0 && f->column > 0) {
        text_add(&part, "%d:", f->column);
    }
    write_part(report, "\033[1m", &part);
    text_add(&part, " %s:", cdy_level_name(f->level));
    write_part(report, colour_of(f->level), &part);
    text_add(&part, " %s%s%s [%s]", f->element, *f->element ? ": " : "", f->message, f->code);
    write_part(report, "", &part);
    output_text(report->out, "\n");
    text_clear(&part);
}

/* file:line: corrected: element: old value is now new value [code], or is removed */
void check_text_change(check_report *report, const cdy_change *c)
{
    text_buffer part = {0};
    text_add(&part, "%s:%d:", c->file, c->line);
    write_part(report, "\033[1m", &part);
    text_add(&part, " corrected:");
    write_part(report, "\033[1;32m", &part);
    text_add(&part, " %s%s%s is %s%s [%s]", c->element, *c->element ? ": " : "", c->was, *c->is ? "now " : "removed",
             c->is, c->code);
    write_part(report, "", &part);
    output_text(report->out, "\n");
    text_clear(&part);
}

static const char *plural(long long count)
{
    return count == 1 ? "" : "s";
}

void check_text_finish(check_report *report, const cdy_check_summary *sum, size_t files)
{
    if (files == 0) {
        return; /* the reason was printed */
    }
    output_format(report->out, "%d error%s, %d warning%s, %d note%s in %zu file%s", sum->errors, plural(sum->errors),
                  sum->warnings, plural(sum->warnings), sum->notes, plural(sum->notes), files,
                  plural((long long)files));
    if (report->unchecked > 0) {
        output_format(report->out, "; %zu file%s could not be checked", report->unchecked,
                      plural((long long)report->unchecked));
    }
    output_text(report->out, "\n");
}
