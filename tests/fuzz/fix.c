/* Mended copies: every change is reported and belongs to a rule that mends, no line is added or removed, and a text
 * without changes is copied unchanged. */
#include "fuzz.h"
#include "support/steps.h"

#include <condyle/fix.h>
#include <stdlib.h>
#include <string.h>

typedef struct copy {
    fuzz_text text;
    int changes, line;
} copy;

static void report(void *context, const cdy_change *change)
{
    copy *c = context;
    require(cdy_check_find_rule(change->code) >= 0 && cdy_fix_can_correct(change->code), "rule '%s'", change->code);
    require_printable(change->was);
    require_printable(change->is);
    require(change->element && change->line >= c->line, "line %d behind line %d", change->line, c->line);
    c->line = change->line;
    c->changes++;
}

static size_t count_lines(const char *bytes, size_t size)
{
    size_t lines = 0;
    for (size_t i = 0; i < size; i++) {
        lines += bytes[i] == '\n';
    }
    return lines;
}

/* Bound of the passes: twice eight rounds, each with up to 32 changes tried one by one and three passes more. */
enum { MOST_PASSES = 2 * 8 * (32 + 3) };

static bool mend(const char *text, size_t size, copy *c)
{
    cdy_error error = {0};
    cdy_fix_options options = cdy_fix_options_default();
    options.report = report;
    options.context = c;
    int changes = -1;
    const uint64_t before = steps_taken();
    cdy_status status = cdy_fix_urdf_text(text, size, "fuzz.urdf", &options, fuzz_keep, &c->text, &changes, &error);
    require_steps(before, size, MOST_PASSES, "mending");
    if (!require_status(status, CDY_ERROR_UNSUPPORTED, &error)) {
        return false;
    }
    require(changes == c->changes, "%d changes reported, %d counted", c->changes, changes);
    require(count_lines(text, size) == count_lines(c->text.bytes, c->text.size), "a line came or went");
    require(changes > 0 || (size == c->text.size && (size == 0 || memcmp(text, c->text.bytes, size) == 0)),
            "no change, but another text");
    return changes > 0;
}

void exercise_fix(const char *text, size_t size)
{
    copy first = {0}, second = {0};
    if (mend(text, size, &first)) {
        mend(first.text.bytes, first.text.size, &second);
    }
    free(first.text.bytes);
    free(second.text.bytes);
}
