/* Fixing: repeats finding and repairing faults until a round changes nothing, since a corrected name can reveal further
 * faults. */
#include "lint/fix.h"
#include "lint/checks.h"
#include "lint/formats.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/reserve.h"
#include "description/reader.h"
#include "text/file.h"

#include <stdlib.h>
#include <string.h>

/* URDF elements are nested five deep: after five rounds all names are correct, after one more all numbers. */
enum { MOST_ROUNDS = 8 };

/* State of one call. */
typedef struct fixing {
    const char *file;
    const cdy_fix_options *options;
    cdy_arena memory;  /* arena of the changes */
    cdy_bytes current; /* text after the changes so far */
    bool careful;      /* each round by itself must leave the robot no worse */
    cdy_change_entry *changes;
    size_t change_count;
} fixing;

cdy_fix_options cdy_fix_options_default(void)
{
    return (cdy_fix_options){0};
}

bool cdy_fix_can_correct(const char *code)
{
    static const char *const codes[] = {"attribute-misspelled", "axis-not-unit", "element-misspelled", "joint-type",
                                        "limits-reversed",      "number-space",  "origin-of-link"};
    for (size_t i = 0; code && i < sizeof codes / sizeof *codes; i++) {
        if (strcmp(code, codes[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- rounds ---- */

static int compare_edits(const void *a, const void *b)
{
    const cdy_edit *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

/* Number of faults of a text. */
typedef struct score {
    bool refused; /* the loader fails */
    int errors, warnings;
} score;

/* Whether score a is worse than b. The loader ignores most misspelled elements, and may refuse them when corrected.
 * While errors remain, warnings are not compared, since a corrected part can reveal new ones. */
static bool is_worse(score a, score b)
{
    if (a.refused && !b.refused) {
        return true;
    }
    return a.errors != b.errors ? a.errors > b.errors : a.errors == 0 && a.warnings > b.warnings;
}

static cdy_reader begin_reading(const fixing *f, cdy_error *report, cdy_findings *findings, size_t max_bytes)
{
    cdy_reader r = {.file = f->file,
                    .formats = cdy_file_formats,
                    .error = report,
                    .options = cdy_load_options_default(),
                    .findings = findings};
    r.hints.unwanted = true;
    r.options.max_bytes = max_bytes;
    r.options.max_depth = f->options->max_depth;
    for (size_t i = 0; i < f->options->disabled_count; i++) {
        findings->disabled[cdy_check_find_rule(f->options->disabled[i])] = true;
    }
    return r;
}

/* Finds whether the loader refuses a text, without warnings. */
static cdy_status try_to_load(const fixing *f, const char *bytes, size_t size, bool *refused)
{
    cdy_tree *tree = NULL;
    cdy_load_options options = cdy_load_options_default();
    options.max_bytes = CDY_LARGEST_FILE;
    options.max_depth = f->options->max_depth;
    const cdy_status status = cdy_load_text(bytes, size, f->file, &options, &tree, NULL);
    cdy_tree_destroy(tree);
    *refused = status != CDY_OK;
    return status == CDY_ERROR_MEMORY ? status : CDY_OK;
}

/* Scores a text: as it is, with the loader; or, between rounds, without the loader and without the rules that a later
 * round repairs. */
static cdy_status score_text(const fixing *f, const char *bytes, size_t size, bool as_it_stands, score *out)
{
    cdy_error report = {0};
    cdy_check_options check = cdy_check_options_default();
    cdy_check_summary summary = {0, 0, 0};
    cdy_findings findings = {0};
    cdy_reader r = begin_reading(f, &report, &findings, CDY_LARGEST_FILE);
    check.assets = false;
    for (int i = 0; i < CDY_RULE_COUNT && !as_it_stands; i++) {
        findings.disabled[i] = findings.disabled[i] || cdy_fix_can_correct(cdy_check_rule_at(i)->code);
    }
    cdy_status status = cdy_find_faults(&r, bytes, size, &check, false);
    if (!status) {
        status = cdy_findings_report(&findings, &r, &check, &summary);
    }
    *out = (score){false, summary.errors, summary.warnings};
    cdy_clear_reader(&r);
    cdy_findings_clear(&findings);
    if (!status && as_it_stands) {
        status = try_to_load(f, bytes, size, &out->refused);
    }
    return status;
}

/* Writes the text with the kept edits, which are sorted. */
static cdy_status apply(const cdy_bytes *bytes, const cdy_mending *m, cdy_bytes *out)
{
    size_t size = bytes->size, from = 0;
    for (size_t i = 0; i < m->edit_count; i++) {
        size += m->edits[i].size;
    }
    char *start = cdy_allocate(size + 1, 1), *next = start;
    if (!start) {
        return CDY_ERROR_MEMORY;
    }
    for (size_t i = 0; i < m->edit_count; i++) {
        const cdy_edit *e = &m->edits[i];
        if (!e->entry->kept) {
            continue;
        }
        memcpy(next, bytes->start + from, e->from - from);
        next += e->from - from;
        memcpy(next, e->text, e->size);
        next += e->size;
        from = e->from + e->length;
    }
    memcpy(next, bytes->start + from, bytes->size - from);
    *out = (cdy_bytes){start, (size_t)(next - start) + bytes->size - from, bytes->is_single_byte};
    return CDY_OK;
}

/* Scores the text with the kept changes; between rounds, each dropped change counts as the fault that it would repair.
 */
static cdy_status score_kept(const fixing *f, const cdy_mending *m, score *out)
{
    cdy_bytes trial = {0};
    cdy_status status = apply(&f->current, m, &trial);
    if (!status) {
        status = score_text(f, trial.start, trial.size, f->careful, out);
    }
    for (const cdy_change_entry *e = m->changes; e && !status && !f->careful; e = e->before) {
        out->errors += !e->kept && e->level == CDY_LEVEL_ERROR;
        out->warnings += !e->kept && e->level == CDY_LEVEL_WARNING;
    }
    cdy_release(trial.start);
    return status;
}

/* Whether a change may reveal further faults: changes that correct errors do, others hardly ever. */
static bool is_doubtful(const fixing *f, const cdy_change_entry *e)
{
    return f->careful || e->level == CDY_LEVEL_ERROR;
}

/* Keeps the changes that are not doubtful, and drops the others. */
static void keep_sure(const fixing *f, cdy_mending *m)
{
    for (cdy_change_entry *e = m->changes; e; e = e->before) {
        e->kept = !is_doubtful(f, e);
    }
}

static void keep_all(cdy_mending *m)
{
    for (cdy_change_entry *e = m->changes; e; e = e->before) {
        e->kept = true;
    }
}

static size_t count_doubtful(const fixing *f, const cdy_mending *m)
{
    size_t count = 0;
    for (const cdy_change_entry *e = m->changes; e; e = e->before) {
        count += is_doubtful(f, e);
    }
    return count;
}

/* Tries the dropped changes one by one and keeps the changes that leave the robot no worse. */
static cdy_status choose_each(const fixing *f, cdy_mending *m, score least)
{
    cdy_status status = CDY_OK;
    for (cdy_change_entry *e = m->changes; e && !status; e = e->before) {
        if (!e->kept) {
            score with = {0};
            e->kept = true;
            status = score_kept(f, m, &with);
            e->kept = !is_worse(with, least);
            least = e->kept ? with : least;
        }
    }
    return status;
}

/* Whether each change can be tried by itself, which reads the whole file: bounded in changes and in bytes, so that no
 * file takes long. */
static bool can_try_each(const fixing *f, size_t changes)
{
    enum { MOST_TRIED = 32, MOST_BYTES = 4 << 20 };
    return changes <= MOST_TRIED && f->current.size <= MOST_BYTES / (changes + 1);
}

/* Keeps all changes where no error is left. Otherwise keeps each change that leaves the robot no worse, or, where they
 * are too many to try, all or none of the doubtful ones. */
static cdy_status choose(const fixing *f, cdy_mending *m)
{
    score sure = {0}, all = {0};
    const size_t doubtful = count_doubtful(f, m);
    keep_all(m);
    cdy_status status = score_kept(f, m, &all);
    keep_sure(f, m);
    if (!status) {
        status = score_kept(f, m, &sure);
    }
    const bool worse = is_worse(all, sure);
    if (!status && (worse || all.errors > 0) && can_try_each(f, doubtful)) {
        return choose_each(f, m, sure);
    }
    if (!status && !worse) {
        keep_all(m);
    }
    return status;
}

/* Moves the kept changes of a round to the call and returns their number. */
static size_t adopt_changes(fixing *f, cdy_mending *m)
{
    size_t count = 0;
    for (const cdy_change_entry *e = m->changes; e; e = e->before) {
        count += e->kept;
    }
    f->change_count += count;
    size_t number = f->change_count;
    for (cdy_change_entry *e = m->changes, *before; e; e = before) {
        before = e->before;
        if (e->kept) {
            e->change.is = e->other && e->other->kept ? e->is_with_other : e->change.is;
            e->number = --number;
            e->before = f->changes;
            f->changes = e;
        }
    }
    return count;
}

static size_t count_proposals(const cdy_proposal *newest)
{
    size_t count = 0;
    for (; newest; newest = newest->before) {
        count++;
    }
    return count;
}

static cdy_status repair(fixing *f, const cdy_findings *findings, size_t *mended)
{
    cdy_mending m = {.bytes = &f->current, .file = f->file, .memory = &f->memory};
    cdy_bytes next = {0};
    const size_t count = count_proposals(findings->proposals);
    if (count > 0) {
        cdy_edit_proposals(&m, findings->proposals, count);
    }
    if (m.out_of_memory) {
        return CDY_ERROR_MEMORY;
    }
    if (m.edit_count == 0) {
        return CDY_OK;
    }
    qsort(m.edits, m.edit_count, sizeof *m.edits, compare_edits);
    cdy_status status = choose(f, &m);
    if (!status) {
        status = apply(&f->current, &m, &next);
    }
    if (!status) {
        *mended = adopt_changes(f, &m);
        cdy_release(f->current.start);
        f->current = next;
    }
    return status;
}

/* Runs one round; *mended is the number of changes. The size limit applies to the file, not to the repaired text. */
static cdy_status run_round(fixing *f, bool first, size_t *mended)
{
    cdy_error report = {0};
    cdy_check_options check = cdy_check_options_default();
    cdy_findings findings = {.mending = true};
    cdy_reader r = begin_reading(f, &report, &findings, first ? f->options->max_bytes : CDY_LARGEST_FILE);
    check.assets = false;
    cdy_status status = cdy_find_faults(&r, f->current.start, f->current.size, &check, false);
    if (!status) {
        status = repair(f, &findings, mended);
    }
    cdy_clear_reader(&r);
    cdy_findings_clear(&findings);
    return status;
}

/* ---- input and output ---- */

static cdy_status check_options(const cdy_fix_options *options, cdy_error *error)
{
    if (cdy_check_reserve(&options->reserve, error)) {
        return CDY_ERROR_ARGUMENT;
    }
    if (!options->disabled && options->disabled_count > 0) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "a list of the options is NULL, but not empty");
    }
    for (size_t i = 0; i < options->disabled_count; i++) {
        const char *code = options->disabled[i];
        if (!code || cdy_check_find_rule(code) < 0) {
            return cdy_fail(error, CDY_ERROR_ARGUMENT, "no rule has the code '%.80s'", code ? code : "");
        }
    }
    return cdy_check_limits(options->max_bytes, options->max_depth, error);
}

/* Copies the text and finds its encoding. */
static cdy_status begin(fixing *f, const char *bytes, size_t size, cdy_error *error)
{
    cdy_text text;
    cdy_status status = cdy_decode_text(bytes, size, &text, error);
    const bool converted = !status && text.memory;
    if (!status) {
        cdy_release(text.memory);
    }
    if (!status && text.utf16) {
        return cdy_fail_at(error, CDY_ERROR_UNSUPPORTED, f->file, 0, "is UTF-16; save it as UTF-8 before it is mended");
    }
    char *copy = status ? NULL : cdy_copy_text(bytes, size);
    if (!copy) {
        return status ? status : cdy_fail_memory(error);
    }
    f->current = (cdy_bytes){copy, size, converted};
    return CDY_OK;
}

/* Discards all changes. */
static cdy_status discard_changes(fixing *f, const char *bytes, size_t size)
{
    char *copy = cdy_copy_text(bytes, size);
    if (!copy) {
        return CDY_ERROR_MEMORY;
    }
    cdy_release(f->current.start);
    f->current = (cdy_bytes){copy, size, f->current.is_single_byte};
    f->changes = NULL;
    f->change_count = 0;
    return CDY_OK;
}

static cdy_status run_rounds(fixing *f)
{
    cdy_status status = CDY_OK;
    size_t mended = 1;
    for (int i = 0; !status && mended > 0 && i < MOST_ROUNDS; i++) {
        mended = 0;
        status = run_round(f, i == 0, &mended);
    }
    return status;
}

/* Compares the scores before and after all rounds. */
static cdy_status compare_result(const fixing *f, const char *bytes, size_t size, bool *worse)
{
    score before = {0}, after = {0};
    cdy_status status = score_text(f, bytes, size, true, &before);
    if (!status) {
        status = score_text(f, f->current.start, f->current.size, true, &after);
    }
    *worse = !status && is_worse(after, before);
    return status;
}

/* Runs the rounds and compares the final result only, since a corrected name may need another correction before the
 * robot is no worse. If the result is worse, discards all changes and runs careful rounds, where no single round may
 * make the robot worse; faults that these cannot repair remain. */
static cdy_status repair_all(fixing *f, const char *bytes, size_t size)
{
    bool worse = false;
    cdy_status status = run_rounds(f);
    if (!status && f->change_count > 0) {
        status = compare_result(f, bytes, size, &worse);
    }
    if (!status && worse) {
        f->careful = true;
        status = discard_changes(f, bytes, size);
        status = status ? status : run_rounds(f);
    }
    return status;
}

static cdy_status fix(fixing *f, const char *bytes, size_t size, cdy_error *error)
{
    const cdy_status status = begin(f, bytes, size, error);
    if (status) {
        return status;
    }
    return repair_all(f, bytes, size) ? cdy_fail_memory(error) : CDY_OK;
}

static int compare_changes(const void *a, const void *b)
{
    const cdy_change_entry *x = *(cdy_change_entry *const *)a, *y = *(cdy_change_entry *const *)b;
    if (x->change.line != y->change.line) {
        return x->change.line < y->change.line ? -1 : 1;
    }
    return (x->number > y->number) - (x->number < y->number);
}

/* Sorts the changes by line; NULL where memory runs out. */
static cdy_change_entry **sort_changes(fixing *f)
{
    cdy_change_entry **sorted = cdy_arena_allocate(&f->memory, f->change_count + 1, sizeof *sorted);
    if (sorted) {
        for (cdy_change_entry *e = f->changes; e; e = e->before) {
            sorted[e->number] = e;
        }
        qsort(sorted, f->change_count, sizeof *sorted, compare_changes);
    }
    return sorted;
}

static void report(const fixing *f, cdy_change_entry *const *sorted, int *changes)
{
    for (size_t i = 0; i < f->change_count && f->options->report; i++) {
        f->options->report(f->options->context, &sorted[i]->change);
    }
    if (changes) {
        *changes = (int)f->change_count;
    }
}

static void clear(fixing *f)
{
    cdy_release(f->current.start);
    cdy_arena_clear(&f->memory);
}

cdy_status cdy_fix_urdf_text(const char *text, size_t size, const char *name, const cdy_fix_options *options,
                             cdy_status (*write)(void *context, const char *text, size_t size), void *context,
                             int *changes, cdy_error *error)
{
    const cdy_fix_options chosen = options ? *options : cdy_fix_options_default();
    if ((!text && size > 0) || !write) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "no %s was given", write ? "text" : "function to write with");
    }
    cdy_status status = check_options(&chosen, error);
    if (status) {
        return status;
    }
    fixing f = {.file = name ? name : "", .options = &chosen};
    status = fix(&f, text ? text : "", size, error);
    cdy_change_entry **sorted = status ? NULL : sort_changes(&f);
    if (!status) {
        status = sorted ? write(context, f.current.start, f.current.size) : cdy_fail_memory(error);
    }
    if (!status) {
        report(&f, sorted, changes);
    }
    clear(&f);
    return status;
}

static cdy_status write_bytes(const void *context, void *draft, cdy_error *error)
{
    const cdy_bytes *bytes = context;
    (void)error;
    return cdy_write_draft(draft, bytes->start, bytes->size);
}

/* Writes the copy, or the file itself if anything changed. */
static cdy_status save(fixing *f, const char *path, const char *copy, cdy_error *error)
{
    if (copy) {
        return cdy_save_file(copy, f->options->replace, write_bytes, &f->current, error);
    }
    return f->change_count > 0 ? cdy_save_file(path, true, write_bytes, &f->current, error) : CDY_OK;
}

cdy_status cdy_fix_urdf_file(const char *path, const char *copy, const cdy_fix_options *options, int *changes,
                             cdy_error *error)
{
    const cdy_fix_options chosen = options ? *options : cdy_fix_options_default();
    if (!path || !*path || (copy && !*copy)) {
        return cdy_fail(error, CDY_ERROR_ARGUMENT, "mending needs the name of a file, and of its copy");
    }
    char *bytes = NULL;
    size_t size = 0;
    cdy_status status = check_options(&chosen, error);
    if (!status) {
        status = cdy_read_file(path, "robot file", chosen.max_bytes, &bytes, &size, error);
    }
    fixing f = {.file = path, .options = &chosen};
    if (!status) {
        status = fix(&f, bytes, size, error);
    }
    cdy_change_entry **sorted = status ? NULL : sort_changes(&f);
    if (!status) {
        status = sorted ? save(&f, path, copy, error) : cdy_fail_memory(error);
    }
    if (!status) {
        report(&f, sorted, changes);
    }
    clear(&f);
    cdy_release(bytes);
    return status;
}
