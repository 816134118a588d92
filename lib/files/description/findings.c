#include "description/findings.h"

#include "description/expand.h"

#include <stdlib.h>
#include <string.h>

typedef struct cdy_finding_entry {
    struct cdy_finding_entry *previous;
    size_t number; /* order of discovery */
    cdy_rule rule;
    cdy_programs programs;
    cdy_place at;
    const char *element, *message;
} entry;

/* A fault affects every program, and makes the file unreadable: where its rule only warns, to silence the rule is not
 * to silence the fault. */
static bool is_silenced(const cdy_findings *findings, cdy_rule rule, cdy_programs programs)
{
    const bool is_fault = programs >> CDY_PROGRAM_NONE & 1;
    return findings->disabled[rule] && !(is_fault && cdy_check_rule_at((int)rule)->level != CDY_LEVEL_ERROR);
}

void cdy_findings_add(cdy_findings *findings, cdy_rule rule, cdy_programs programs, cdy_place at, const char *element,
                      const char *message)
{
    if (is_silenced(findings, rule, programs)) {
        return;
    }
    entry *e = cdy_arena_allocate(&findings->memory, 1, sizeof *e);
    char *copies[2] = {cdy_arena_copy(&findings->memory, element), cdy_arena_copy(&findings->memory, message)};
    if (!e || !copies[0] || !copies[1]) {
        findings->out_of_memory = true;
        return;
    }
    *e = (entry){findings->last, findings->count++, rule, programs, at, copies[0], copies[1]};
    findings->last = e;
}

cdy_status cdy_findings_status(const cdy_findings *findings)
{
    return findings->out_of_memory ? CDY_ERROR_MEMORY : CDY_OK;
}

static int compare(const void *a, const void *b)
{
    const entry *x = *(entry *const *)a, *y = *(entry *const *)b;
    if (x->at.file != y->at.file) {
        return x->at.file < y->at.file ? -1 : 1;
    }
    if (x->at.line != y->at.line) {
        return x->at.line < y->at.line ? -1 : 1;
    }
    if (x->at.column != y->at.column) {
        return x->at.column < y->at.column ? -1 : 1;
    }
    return x->number < y->number ? -1 : x->number > y->number;
}

static entry **sort_entries(cdy_findings *findings)
{
    entry **sorted = cdy_arena_allocate(&findings->memory, findings->count + 1, sizeof *sorted);
    if (sorted) {
        for (entry *e = findings->last; e; e = e->previous) {
            sorted[e->number] = e;
        }
        if (findings->count > 1) {
            qsort(sorted, findings->count, sizeof *sorted, compare);
        }
    }
    return sorted;
}

/* Whether the same finding occurred before: a material, for example, is read for the robot and again for its link. */
static bool is_repeated(entry *const *sorted, size_t i)
{
    const entry *e = sorted[i];
    for (size_t k = i; k-- > 0 && sorted[k]->at.file == e->at.file && sorted[k]->at.line == e->at.line &&
                       sorted[k]->at.column == e->at.column;) {
        if (sorted[k]->rule == e->rule && strcmp(sorted[k]->element, e->element) == 0 &&
            strcmp(sorted[k]->message, e->message) == 0) {
            return true;
        }
    }
    return false;
}

static void count_level(cdy_check_summary *summary, cdy_level level)
{
    summary->errors += level == CDY_LEVEL_ERROR;
    summary->warnings += level == CDY_LEVEL_WARNING;
    summary->notes += level == CDY_LEVEL_NOTE;
}

cdy_status cdy_findings_report(cdy_findings *findings, const cdy_reader *r, const cdy_check_options *options,
                               cdy_check_summary *summary)
{
    entry **sorted = findings->out_of_memory ? NULL : sort_entries(findings);
    if (!sorted) {
        return CDY_ERROR_MEMORY;
    }
    *summary = (cdy_check_summary){0};
    for (size_t i = 0; i < findings->count; i++) {
        const entry *e = sorted[i];
        const cdy_check_rule *rule = cdy_check_rule_at((int)e->rule);
        if (is_repeated(sorted, i)) {
            continue;
        }
        const cdy_level level = (e->programs >> options->program & 1) ? CDY_LEVEL_ERROR : rule->level;
        count_level(summary, level);
        if (options->report) {
            const char *file;
            const cdy_place at = cdy_source_of(r, e->at, &file);
            const cdy_finding finding = {rule->code, level, file, at.line, at.column, e->element, e->message};
            options->report(options->context, &finding);
        }
    }
    return CDY_OK;
}

void cdy_findings_clear(cdy_findings *findings)
{
    cdy_arena_clear(&findings->memory);
}
