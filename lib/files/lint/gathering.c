#include "lint/gathering.h"

#include "base/error.h"

#include <stdlib.h>
#include <string.h>

typedef struct cdy_gathered {
    struct cdy_gathered *previous;
    size_t number; /* order of discovery */
    cdy_finding finding;
} gathered;

static void gather(void *context, const cdy_finding *finding)
{
    cdy_gathering *g = (cdy_gathering *)context;
    gathered *kept = cdy_arena_allocate(&g->memory, 1, sizeof *kept);
    const char *const texts[] = {finding->file, finding->element, finding->message};
    char *copies[3];
    for (int i = 0; i < 3; i++) {
        copies[i] = cdy_arena_copy(&g->memory, texts[i]);
    }
    if (!kept || !copies[0] || !copies[1] || !copies[2]) {
        g->out_of_memory = true;
        return;
    }
    *kept = (gathered){g->last, g->count++, *finding};
    kept->finding.file = copies[0];
    kept->finding.element = copies[1];
    kept->finding.message = copies[2];
    g->last = kept;
}

cdy_check_options cdy_gather_options(cdy_gathering *gathering)
{
    cdy_check_options options = *gathering->options;
    options.report = gather;
    options.context = gathering;
    return options;
}

/* By the place, then by what is found there. */
static int compare(const void *a, const void *b)
{
    const gathered *x = *(gathered *const *)a, *y = *(gathered *const *)b;
    int order = strcmp(x->finding.file, y->finding.file);
    order = order ? order : (x->finding.line > y->finding.line) - (x->finding.line < y->finding.line);
    order = order ? order : (x->finding.column > y->finding.column) - (x->finding.column < y->finding.column);
    order = order ? order : strcmp(x->finding.code, y->finding.code);
    order = order ? order : strcmp(x->finding.element, y->finding.element);
    order = order ? order : strcmp(x->finding.message, y->finding.message);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

/* What several models share, such as the version of the file, is found with each of them. */
static bool is_same(const cdy_finding *a, const cdy_finding *b)
{
    return a->line == b->line && a->column == b->column && strcmp(a->file, b->file) == 0 &&
           strcmp(a->code, b->code) == 0 && strcmp(a->element, b->element) == 0 && strcmp(a->message, b->message) == 0;
}

cdy_status cdy_gathering_report(cdy_gathering *gathering, cdy_check_summary *summary, cdy_error *error)
{
    gathered **sorted = cdy_arena_allocate(&gathering->memory, gathering->count + 1, sizeof *sorted);
    if (!sorted || gathering->out_of_memory) {
        return cdy_fail_memory(error);
    }
    for (gathered *g = gathering->last; g; g = g->previous) {
        sorted[g->number] = g;
    }
    if (gathering->count > 1) {
        qsort(sorted, gathering->count, sizeof *sorted, compare);
    }
    *summary = (cdy_check_summary){0};
    for (size_t i = 0; i < gathering->count; i++) {
        const cdy_finding *f = &sorted[i]->finding;
        if (i > 0 && is_same(f, &sorted[i - 1]->finding)) {
            continue;
        }
        summary->errors += f->level == CDY_LEVEL_ERROR;
        summary->warnings += f->level == CDY_LEVEL_WARNING;
        summary->notes += f->level == CDY_LEVEL_NOTE;
        if (gathering->options->report) {
            gathering->options->report(gathering->options->context, f);
        }
    }
    return CDY_OK;
}

void cdy_gathering_clear(cdy_gathering *gathering)
{
    cdy_arena_clear(&gathering->memory);
}
