/* Findings: each belongs to a rule, and all are in order and counted. */
#include "fuzz.h"
#include "support/steps.h"

#include <string.h>

typedef struct findings {
    cdy_check_summary counted;
    int line, column;
} findings;

static void report(void *context, const cdy_finding *finding)
{
    findings *f = context;
    int place = cdy_check_find_rule(finding->code);
    require(place >= 0, "no rule '%s'", finding->code);
    /* What makes a file unreadable is an error, whatever its rule is. */
    require(finding->level == CDY_LEVEL_ERROR || cdy_check_rule_at(place)->level == finding->level, "%s: level %d",
            finding->code, (int)finding->level);
    require_printable(finding->message);
    require(finding->element && strcmp(finding->file, "fuzz.urdf") == 0, "%s: no element or file", finding->code);
    require(finding->line > f->line || (finding->line == f->line && finding->column >= f->column),
            "%s: line %d, column %d behind line %d, column %d", finding->code, finding->line, finding->column, f->line,
            f->column);
    f->line = finding->line;
    f->column = finding->column;
    f->counted.notes += finding->level == CDY_LEVEL_NOTE;
    f->counted.warnings += finding->level == CDY_LEVEL_WARNING;
    f->counted.errors += finding->level == CDY_LEVEL_ERROR;
}

int exercise_findings(const char *text, size_t size)
{
    cdy_error error = {0};
    findings f = {0};
    cdy_check_summary summary = {0};
    cdy_check_options options = cdy_check_options_default();
    options.report = report;
    options.context = &f;
    options.assets = size & 1;
    const uint64_t before = steps_taken();
    cdy_status status = cdy_check_text(text, size, "fuzz.urdf", &options, &summary, &error);
    require_steps(before, size, 2, "check"); /* a text without errors is loaded besides */
    if (!require_status(status, CDY_OK, &error)) {
        return -1;
    }
    require(f.counted.errors == summary.errors && f.counted.warnings == summary.warnings &&
                f.counted.notes == summary.notes,
            "%d, %d and %d findings reported, %d, %d and %d counted", f.counted.errors, f.counted.warnings,
            f.counted.notes, summary.errors, summary.warnings, summary.notes);
    return summary.errors;
}
