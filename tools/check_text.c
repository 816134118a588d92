#include "check.h"
#include "utf8.h"

/* Writes one line, made safe for a terminal, in a colour or in none. */
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

/* file:line:column: level: element: message [code] */
void check_text_write(check_report *report, const cdy_finding *f)
{
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

/* file:line: mended: element: what was there is now what is there [code] */
void check_text_change(check_report *report, const cdy_change *c)
{
    text_buffer part = {0};
    text_add(&part, "%s:%d:", c->file, c->line);
    write_part(report, "\033[1m", &part);
    text_add(&part, " mended:");
    write_part(report, "\033[1;32m", &part);
    text_add(&part, " %s%s%s is now %s [%s]", c->element, *c->element ? ": " : "", c->was, c->is, c->code);
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
        return; /* why, was said */
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
