#include "rows/stamps.h"

#include <math.h>
#include <string.h>

enum { SHOWN = 3, DIGITS = 10 };

static const double lost_factor = 1.5, gap_factor = 5, restart_factor = 10;

/* Returns the median of the steps. */
static double usual_step(const stamps *s)
{
    double sorted[STAMP_STEPS];
    const size_t count = s->step_count < STAMP_STEPS ? s->step_count : STAMP_STEPS;
    for (size_t i = 0; i < count; i++) {
        size_t place = i;
        for (; place > 0 && sorted[place - 1] > s->steps[i]; place--) {
            sorted[place] = sorted[place - 1];
        }
        sorted[place] = s->steps[i];
    }
    return count > 0 ? sorted[count / 2] : 0;
}

/* Adds a step to those of its kind. */
static void add_find(stamps *s, stamp_kind kind, double from, double to, long long row, double usual)
{
    stamp_finds *f = &s->finds[kind];
    const double lost = usual > 0 ? round((to - from) / usual) - 1 : 0;
    f->lost += kind == STAMP_GAP || kind == STAMP_LOST ? lost : 0;
    if (f->count++ >= SHOWN) {
        return;
    }
    text_add(&f->first, "%s%%%lld: t = ", f->count > 1 ? "; " : "", row);
    text_add_number(&f->first, to, DIGITS);
    if (kind != STAMP_REPEATED) {
        text_add(&f->first, " s behind ");
        text_add_number(&f->first, from, DIGITS);
    }
    text_add(&f->first, " s");
}

static void judge_forward(stamps *s, double step, double from, long long row, double usual)
{
    if (step > gap_factor * usual) {
        add_find(s, STAMP_GAP, from, from + step, row, usual);
    } else if (step > lost_factor * usual) {
        add_find(s, STAMP_LOST, from, from + step, row, usual);
    }
}

static void take_forward(stamps *s, double step, long long row)
{
    const size_t place = s->step_count % STAMP_STEPS;
    if (s->step_count >= STAMP_LEAST) {
        judge_forward(s, step, s->last, row, usual_step(s));
    }
    s->steps[place] = step;
    s->before[place] = s->last;
    s->rows[place] = row;
    s->step_count++;
    const double usual = s->step_count == STAMP_LEAST ? usual_step(s) : 0;
    for (size_t i = 0; s->step_count == STAMP_LEAST && i < STAMP_LEAST; i++) {
        judge_forward(s, s->steps[i], s->before[i], s->rows[i], usual);
    }
}

void stamps_take(stamps *s, double time, long long row)
{
    const double step = time - s->last;
    if (s->count++ > 0) {
        if (step > 0) {
            take_forward(s, step, row);
        } else if (step < 0) {
            const bool restart = s->step_count == 0 || -step > restart_factor * usual_step(s);
            add_find(s, restart ? STAMP_RESTART : STAMP_BACK, s->last, time, row, 0);
        } else {
            add_find(s, STAMP_REPEATED, s->last, time, row, 0);
        }
    }
    s->last = time;
}

void stamps_tell(const stamps *s, stamp_kind kind, const char *word, text_buffer *text)
{
    static const char *const one[STAMP_KINDS] = {"t repeats the time before", "t goes back", "the log begins anew",
                                                 "a gap", "a step of more than 1.5 times the usual"};
    static const char *const many[STAMP_KINDS] = {"times t repeats the time before", "times t goes back",
                                                  "times the log begins anew", "gaps",
                                                  "steps of more than 1.5 times the usual"};
    const stamp_finds *f = &s->finds[kind];
    if (f->count == 0) {
        return;
    }
    text_add(text, "times of the rows: ");
    if (f->count > 1) {
        text_add(text, "%llu %s", (unsigned long long)f->count, many[kind]);
    } else {
        text_add(text, "%s", one[kind]);
    }
    if (f->lost > 0) {
        text_add(text, ", where about %.0f row%s missing", f->lost, f->lost > 1 ? "s are" : " is");
    }
    text_add(text, " (");
    for (const char *c = text_get(&f->first); *c; c++) { /* '%' stands for the word of a row */
        if (*c == '%') {
            text_add(text, "%s ", word);
        } else {
            text_add_bytes(text, c, 1);
        }
    }
    text_add(text, f->count > SHOWN ? "; and more)" : ")");
}

void stamps_clear(stamps *s)
{
    for (int kind = 0; kind < STAMP_KINDS; kind++) {
        text_clear(&s->finds[kind].first);
    }
    *s = (stamps){.count = 0};
}
